//! The word that puts any number of own cores onto cards: 靈魂能量.3; ruling-66, ruling-108, ruling-119.

use super::super::amounts::{CoreZone, Source as Place};
use super::super::cores::CoreChoice;
use super::super::table::{self, FIELD, Game, RESERVE, Verb, cores, holder, list, owner};
use super::super::{BattleSpirits, prohibition, zone};
use super::Select;
use super::cores::choose_cores;
use super::effect::{Running, by};
use crate::abilities::{Answer, Choosable, EffectWord, Next, Objects, Pause, Scene, candidates};
use crate::kernel::{CardId, Holder, Seat, wire};

/// One or more cores of the reserve and of other own field cards go onto a card, or onto each of several, all
/// at once; their player chooses how many, and which [ruling-108].
#[wire(Part<BattleSpirits>)]
pub struct Gather(#[part(what)] pub Select);

/// A place that gives cores: how many of each kind lie there, and how many may go.
struct Giver {
    place: Place,
    there: [u32; 2],
    most: u32,
}

/// Normal and soul cores that an instruction takes off places.
type Taken = Vec<(Holder, [u32; 2])>;

/// The places of a player that have cores to give for a card, without those that are `taken` for another.
fn givers(game: &Game<'_>, seat: Seat, onto: CardId, taken: &Taken) -> Vec<Giver> {
    let of = |place: Place, from: Holder, floor: u32| {
        let gone = taken.iter().filter(|(other, _)| *other == from).map(|(_, gone)| gone);
        let there = gone.fold(cores(game, from), |[normal, soul], [of_normal, of_soul]| {
            [normal.saturating_sub(*of_normal), soul.saturating_sub(*of_soul)]
        });
        Giver { place, there, most: there.iter().sum::<u32>().saturating_sub(floor) }
    };
    let reserve = of(Place::zone(CoreZone::Reserve, seat), holder(RESERVE, seat), 0);
    let others = list(game, FIELD, seat).into_iter().filter(|card| *card != onto);
    let cards =
        others.map(|card| of(Place::Card(card), Holder::Card(card), prohibition::core_floor(game, card)));
    std::iter::once(reserve).chain(cards).filter(|giver| giver.most > 0).collect()
}

impl EffectWord<BattleSpirits> for Gather {
    /// All cores are chosen before any moves, so that none that was put on one card goes on to the next.
    /// Later sentences follow the cards that got some.
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let mut onto = run.pick(&self.0, cite!("FAQ.指定效果.Q1"))?;
        onto.retain(|object| table::stands(run.game, *object));
        let (mut taken, mut moves, mut filled) = (Taken::new(), Vec::new(), Objects::new());
        for (place, &object) in onto.iter().enumerate() {
            let seat = owner(run.game, object.card);
            let givers = givers(run.game, seat, object.card, &taken);
            let there = givers.iter().fold(0u32, |sum, giver| sum.saturating_add(giver.most));
            if there == 0 {
                continue;
            }
            // Each of the cards gets at least one.
            let others = u32::try_from(onto.len() - place - 1).unwrap_or(u32::MAX);
            let most = there.saturating_sub(others).max(1);
            // With one core there is no number to choose [ruling-66].
            let count = if most > 1 {
                let number = Choosable::Number { min: 1, max: most.into() };
                let answer = run.ask_for(seat, number, object.card, cite!("ruling-108"))?;
                let Answer::Number(number) = answer else { return Ok(Next::Done(false)) };
                u32::try_from(number).unwrap_or(most).clamp(1, most)
            } else {
                most
            };
            // A card that has to keep cores gives fewer than lie on it [ruling-119].
            let is_bound = givers.iter().any(|giver| giver.most < giver.there.iter().sum::<u32>());
            let bounds = givers.iter().filter(|_| is_bound).map(|giver| (0, giver.most)).collect();
            let over = givers.iter().map(|giver| (giver.place, giver.there)).collect();
            let Some(pieces) = choose_cores(run, seat, CoreChoice { over, count, bounds })? else {
                return Ok(Next::Done(false));
            };
            for (place, giver) in givers.iter().enumerate() {
                let (from, cores) = (giver.place.holder(), CoreChoice::of_place(&pieces, place));
                taken.push((from, cores));
                moves.push((cores, [from, Holder::Card(object.card)]));
            }
            filled.push(object);
        }
        let by = by(run, cite!("用語集.能量"));
        let mut moved = !filled.is_empty();
        for (cores, way) in moves {
            moved &= zone::carry(run.game, Verb::CoresMoved, cores, way, by);
        }
        run.bind(None, filled);
        Ok(Next::Done(moved))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let can = |card: CardId| !givers(game, owner(game, card), card, &Taken::new()).is_empty();
        candidates(game, scene, &self.0).into_iter().any(|object| can(object.card))
    }
}
