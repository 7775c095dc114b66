//! The word that puts any number of own cores onto a card: 靈魂能量.3; ruling-66, ruling-108, ruling-119.

use super::super::amounts::{CoreZone, Source as Place};
use super::super::cores::CoreChoice;
use super::super::table::{self, FIELD, Game, RESERVE, Verb, cores, holder, list, owner};
use super::super::{BattleSpirits, prohibition};
use super::Select;
use super::cores::carry_chosen;
use super::effect::Running;
use crate::abilities::{Answer, Choosable, EffectWord, Next, Pause, Scene, candidates};
use crate::kernel::{CardId, Holder, Seat, wire};

/// One or more cores of the reserve and of other own field cards go onto a card; its player chooses how many,
/// and which [ruling-108].
#[wire(Part<BattleSpirits>)]
pub struct Gather(#[part(what)] pub Select);

/// A place that gives cores: how many of each kind lie there, and how many may go.
struct Giver {
    place: Place,
    there: [u32; 2],
    most: u32,
}

/// The places of a player that have cores to give for a card.
fn givers(game: &Game<'_>, seat: Seat, onto: CardId) -> Vec<Giver> {
    let of = |place: Place, from: Holder, floor: u32| {
        let there = cores(game, from);
        Giver { place, there, most: table::all_cores(game, from).saturating_sub(floor) }
    };
    let reserve = of(Place::zone(CoreZone::Reserve, seat), holder(RESERVE, seat), 0);
    let others = list(game, FIELD, seat).into_iter().filter(|card| *card != onto);
    let cards =
        others.map(|card| of(Place::Card(card), Holder::Card(card), prohibition::core_floor(game, card)));
    std::iter::once(reserve).chain(cards).filter(|giver| giver.most > 0).collect()
}

impl EffectWord<BattleSpirits> for Gather {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let picked = run.pick(&self.0, cite!("FAQ.指定效果.Q1"))?;
        let onto = picked.into_iter().find(|object| table::stands(run.game, *object));
        let Some(onto) = onto.map(|object| object.card) else { return Ok(Next::Done(false)) };
        let seat = owner(run.game, onto);
        let givers = givers(run.game, seat, onto);
        let most = givers.iter().fold(0u32, |sum, giver| sum.saturating_add(giver.most));
        if most == 0 {
            return Ok(Next::Done(false));
        }
        // With one core there is no number to choose [ruling-66].
        let count = if most > 1 {
            let number = Choosable::Number { min: 1, max: most.into() };
            let answer = run.ask(seat, number, cite!("ruling-108"), true)?;
            let Answer::Number(number) = answer else { return Ok(Next::Done(false)) };
            u32::try_from(number).unwrap_or(most).clamp(1, most)
        } else {
            most
        };
        // A card that has to keep cores gives fewer than lie on it [ruling-119].
        let is_bound = givers.iter().any(|giver| giver.most < giver.there.iter().sum::<u32>());
        let bounds = givers.iter().filter(|_| is_bound).map(|giver| (0, giver.most)).collect();
        let over = givers.iter().map(|giver| (giver.place, giver.there)).collect();
        let choice = CoreChoice { over, count, bounds };
        let onto = Holder::Card(onto);
        let ways: Vec<[Holder; 2]> = givers.iter().map(|giver| [giver.place.holder(), onto]).collect();
        let moved = carry_chosen(run, seat, choice, &ways, Verb::CoresMoved)?;
        Ok(Next::Done(moved))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let can = |card: CardId| !givers(game, owner(game, card), card).is_empty();
        candidates(game, scene, &self.0).into_iter().any(|object| can(object.card))
    }
}
