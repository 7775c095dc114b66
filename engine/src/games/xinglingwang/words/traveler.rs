//! What effects do with travelers, carriers and ghosts.
//!
//! 四.6, 九.2, 九.3 summoning travelers; 十五.搭乘.2, 十五.上車.1, 十五.下車.1; 十五.亡魂.1, 十五.還魂.1;
//! ruling-54, ruling-55.

use std::collections::BTreeSet;

use super::super::field::{self, Where};
use super::super::findings;
use super::super::table::{self, Verb, Zone};
use super::super::zone;
use super::super::{Xinglingwang, entering, prohibition, stat};
use super::continuous::{Static, topics};
use super::effect::{Game, Running, begun, bind_moved, by, count_done, rebind_moved};
use super::entering::{Destination, half, indices, lint_entrance, lint_placer, placer};
use super::{Amount, Select, possible, standing};
use crate::abilities::filter::has_all;
use crate::abilities::lint::meant;
use crate::abilities::{
    Answer, Choosable, Choosing, EffectWord, Lint, Next, Objects, Part, Pause, Scene, Side,
};
use crate::kernel::{CardId, End, Object, Seat, wire};
use crate::verdict::Cite;

/// 召喚小旅人: so many travelers of that half's forest enter, as many as there are and find room
/// [四.6, 九.2, 九.3].
#[wire(Part<Xinglingwang>)]
pub struct SummonTravelers {
    /// How many.
    #[serde(default = "Amount::one")]
    #[part(count)]
    pub n: Amount,
    /// On whose half.
    #[optional]
    pub side: Side,
    /// On which of its empty positions; without it, where 九.2 says.
    pub to: Option<Destination>,
    /// Who chooses the positions.
    #[optional]
    pub chooser: Choosing,
}

impl SummonTravelers {
    fn places(&self, game: &Game<'_>, scene: &Scene<'_>, side: Seat) -> field::Positions {
        match &self.to {
            Some(to) => to.places_on(game, scene, side, None),
            None => entering::traveler_entries(game, scene.seat, side),
        }
    }
}

impl EffectWord<Xinglingwang> for SummonTravelers {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        self.lint_part(lint);
        lint.learn(meant::CHOSEN);
        lint_entrance(self.to.as_ref(), lint);
        lint_placer(self.chooser, lint);
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        // The loop ends when no position or traveler is left, so a huge number costs nothing.
        let value = self.n.value(run.game, &run.scene());
        let n = match run.decide_unasked(|_| Answer::Number(value)) {
            Answer::Number(n) => usize::try_from(n).unwrap_or(0),
            _ => 0,
        };
        let begun = begun(run);
        let (floor, keep) = (run.game.height(), run.decided());
        let side = half(self.side, run.seat());
        let seat = placer(self.chooser, run.seat());
        while run.done() < n {
            let places = self.places(run.game, &run.scene(), side);
            if places.is_empty() || table::forest(run.game, side) == 0 {
                bind_moved(run, begun, Verb::Summon);
                return Ok(Next::Done(false));
            }
            let figure = run.game.state.table.list(table::SHELF.of(side)).iter().min().copied();
            let at = run.position(seat, figure, &indices(&places), cite!("九.2"))?;
            let Some(at) = at.and_then(Where::from_index) else {
                return Ok(Next::Done(false));
            };
            let by = by(run, cite!("九.2"));
            entering::enter_traveler(run.game, side, at, false, by);
            run.one_done(keep);
            if run.game.is_interrupted(floor) {
                return Err(Pause::Pushed);
            }
        }
        bind_moved(run, begun, Verb::Summon);
        Ok(Next::Done(n > 0 && count_done(run, begun, Verb::Summon) >= n))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let side = half(self.side, scene.seat);
        possible::is_some(&self.n, game, scene)
            && table::forest(game, side) > 0
            && !self.places(game, scene, side).is_empty()
            && !prohibition::entering(game, scene.seat)
    }

    fn can_do_all(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let (side, n) = (half(self.side, scene.seat), self.n.count(game, scene));
        let room = match &self.to {
            Some(to) => to.places_on(game, scene, side, None),
            None => field::empty(game, side),
        };
        self.can_do_some(game, scene) && room.len() >= n && table::forest(game, side) as usize >= n
    }
}

/// 上車: travelers from the field, or so many of the own forest, go under carriers
/// [十五.上車.1, 十五.搭乘.2].
#[wire(Part<Xinglingwang>)]
pub struct Board {
    /// Travelers on the field.
    pub what: Option<Select>,
    /// So many of the own forest.
    #[part(count)]
    pub n: Option<Amount>,
    /// Under which unit.
    pub on: Select,
}

impl EffectWord<Xinglingwang> for Board {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        if self.what.is_some() == self.n.is_some() {
            lint.find("wrong_attribute", findings::traveler_sources());
        }
        self.lint_part(lint);
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let travelers = match &self.what {
            Some(what) => run.pick(what, cite!("十五.上車.1"))?,
            None => Objects::new(),
        };
        let carriers = run.pick(&self.on, cite!("十五.上車.1"))?;
        let Some(&carrier) = carriers.first().filter(|unit| table::stands(run.game, **unit)) else {
            return Ok(Next::Done(false));
        };
        let by = by(run, cite!("十五.上車.1"));
        if let Some(n) = &self.n {
            if run.done() > 0 {
                return Ok(Next::Done(true));
            }
            let keep = run.decided();
            let wanted = zone::count(n.value(run.game, &run.scene()));
            let n = wanted.min(entering::room_for_passengers(run.game, carrier.card));
            run.one_done(keep);
            return Ok(Next::Done(zone::board(run.game, carrier.card, by.seat, n, by) == wanted));
        }
        run.each(&travelers, |run, traveler| {
            let game = &mut *run.game;
            let room = entering::room_for_passengers(game, carrier.card) > 0 && table::stands(game, carrier);
            let boards = room && table::is_traveler(game, traveler.card) && traveler != carrier;
            if boards {
                for magic in table::conferred(game, traveler.card).collect::<Vec<_>>() {
                    zone::send(game, magic, Verb::ToGraveyard, Zone::Graveyard, End::Bottom, by);
                }
                zone::board_from_field(game, traveler.card, carrier.card, by);
            }
            boards
        })?;
        let gone = travelers.iter().all(|traveler| !table::stands(run.game, *traveler));
        Ok(Next::Done(!travelers.is_empty() && gone))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let travelers = self.what.as_ref().map(|what| possible::candidates(game, scene, what));
        possible::any(game, scene, &self.on, |carrier| {
            let boards = |traveler: &Object| {
                *traveler != carrier
                    && table::is_unit(game, traveler.card)
                    && table::is_traveler(game, traveler.card)
            };
            table::is_unit(game, carrier.card)
                && entering::room_for_passengers(game, carrier.card) > 0
                && match (&travelers, &self.n) {
                    (Some(travelers), _) => travelers.iter().any(boards),
                    (None, Some(n)) => {
                        possible::is_some(n, game, scene) && table::forest(game, scene.seat) > 0
                    }
                    (None, None) => false,
                }
        })
    }
}

/// 下車: so many travelers under this unit go back to the forest [十五.下車.1].
#[wire(Part<Xinglingwang>)]
#[part(refers_to = standing::OWN_UNIT)]
pub struct Alight {
    /// How many.
    #[serde(default = "Amount::one")]
    #[part(count)]
    pub n: Amount,
}

impl EffectWord<Xinglingwang> for Alight {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let n = zone::count(self.n.value(run.game, &run.scene()));
        let (me, by) = (run.me(), by(run, cite!("十五.下車.1")));
        let there = table::stands(run.game, me) && table::passengers(run.game, me.card) >= n;
        Ok(Next::Done(there && zone::alight(run.game, me.card, n, by) == n))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let n = self.n.value(game, scene);
        table::stands(game, scene.me) && i64::from(table::passengers(game, scene.me.card)) >= n.max(1)
    }

    fn cost_rules(&self) -> Option<(Cite, &'static [Cite])> {
        Some((cite!("十五.下車.1"), &[]))
    }
}

/// 還魂: cards of the own graveyard that are worth exactly this return to hand; they are chosen
/// one by one [十五.還魂.1, 十五.亡魂.1, ruling-55].
#[wire(Part<Xinglingwang>)]
pub struct ReturnGhosts {
    /// What they are worth together.
    pub n: Amount,
}

/// The sums of ghost values that are possible if each card of `must` counts with one of its values, and each
/// of `may` with one or not at all.
fn sums(game: &Game<'_>, must: &[Vec<i64>], may: &[Vec<i64>]) -> BTreeSet<i64> {
    let mut sums = BTreeSet::from([0i64]);
    for values in must {
        if !game.spend(sums.len() * values.len()) {
            break;
        }
        sums = sums.iter().flat_map(|sum| values.iter().map(move |value| sum + value)).collect();
    }
    for values in may {
        if !game.spend(sums.len() * values.len()) {
            break;
        }
        let more: Vec<i64> =
            sums.iter().flat_map(|sum| values.iter().map(move |value| sum + value)).collect();
        sums.extend(more);
    }
    sums
}

/// The cards of a graveyard that have ghost values, with these.
fn ghosts(game: &Game<'_>, seat: Seat) -> Vec<(CardId, Vec<i64>)> {
    let cards = game.state.table.list(table::GRAVEYARD.of(seat)).iter();
    cards.map(|card| (*card, stat::ghosts(game, *card))).filter(|(_, values)| !values.is_empty()).collect()
}

/// Whether another of the returning cards lets this one be summoned instead of returned to hand.
fn is_summoned(game: &Game<'_>, object: Object, all: &[Object]) -> bool {
    let mut by = None;
    let is_other = |scene: &Scene<'_>| scene.me != object && all.contains(&scene.me);
    let reaches = |scene: &Scene<'_>, each: &Static| {
        matches!(each, Static::SummonsGhosts(word)
            if is_other(scene) && has_all(game, scene, &word.fits, object.card))
    };
    stat::each_static(game, topics::GHOSTS, reaches, |scene, _| by = Some(scene.me));
    by.is_some_and(|by| entering::may_enter_by_effect(game, object.card, by))
}

impl ReturnGhosts {
    /// The cards to return, chosen one after the other among those with which the sum can still be reached;
    /// `None`: it cannot be reached.
    fn chosen(&self, run: &mut Running<'_, '_>) -> Result<Option<Vec<CardId>>, Pause> {
        let seat = run.seat();
        let n = self.n.value(run.game, &run.scene());
        let all = ghosts(run.game, seat);
        let mut chosen: Vec<(CardId, Vec<i64>)> = Vec::new();
        loop {
            let values = |cards: &[(CardId, Vec<i64>)]| -> Vec<Vec<i64>> {
                cards.iter().map(|(_, values)| values.clone()).collect()
            };
            if !chosen.is_empty() && sums(run.game, &values(&chosen), &[]).contains(&n) {
                break;
            }
            let rest: Vec<(CardId, Vec<i64>)> = all
                .iter()
                .filter(|(card, _)| !chosen.iter().any(|(other, _)| other == card))
                .cloned()
                .collect();
            let leads = |card: &(CardId, Vec<i64>)| {
                let mut must = values(&chosen);
                must.push(card.1.clone());
                let others: Vec<_> = rest.iter().filter(|other| other.0 != card.0).cloned().collect();
                sums(run.game, &must, &values(&others)).contains(&n)
            };
            let domain: Vec<CardId> = rest.iter().filter(|card| leads(card)).map(|(card, _)| *card).collect();
            let card = match domain.as_slice() {
                [] => return Ok(None),
                [only] => *only,
                _ => {
                    let what = Choosable::Cards { from: domain, min: 1, max: 1, hidden: false };
                    match run.ask(seat, what, cite!("十五.還魂.1"), true)? {
                        Answer::Cards(cards) => match cards.first() {
                            Some(card) => *card,
                            None => return Ok(None),
                        },
                        _ => return Ok(None),
                    }
                }
            };
            chosen.extend(all.iter().find(|(other, _)| *other == card).cloned());
        }
        Ok(Some(chosen.into_iter().map(|(card, _)| card).collect()))
    }
}

impl EffectWord<Xinglingwang> for ReturnGhosts {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        self.lint_part(lint);
        lint.learn(meant::CHOSEN);
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let objects = match run.fixed() {
            Some(objects) => objects,
            None => {
                let Some(chosen) = self.chosen(run)? else { return Ok(Next::Done(false)) };
                run.fix(|game| chosen.iter().map(|card| game.state.table.object(*card)).collect())
            }
        };
        // Decided before the first card moves: an ability that lets others be summoned works while its card
        // is still in the graveyard.
        let summoned = run.fix(|game| {
            objects.iter().copied().filter(|object| is_summoned(game, *object, &objects)).collect()
        });
        run.bind(None, objects.clone());
        let (begun, by) = (begun(run), by(run, cite!("十五.還魂.1")));
        let (floor, keep, seat) = (run.game.height(), run.decided(), run.seat());
        while let Some(&object) = objects.get(run.done()) {
            if !run.game.state.table.is_current(object) {
            } else if summoned.contains(&object) {
                let places = entering::entries_of(run.game, seat, object.card, seat);
                let at = run.position(seat, Some(object.card), &indices(&places), cite!("九.2"))?;
                if let Some(at) = at.and_then(Where::from_index) {
                    entering::enter(run.game, object.card, at, Verb::Summon, by);
                }
            } else {
                zone::send(run.game, object.card, Verb::Ghost, Zone::Hand, End::Bottom, by);
            }
            run.one_done(keep);
            if run.game.is_interrupted(floor) {
                return Err(Pause::Pushed);
            }
        }
        for verb in [Verb::Ghost, Verb::Summon] {
            rebind_moved(run, begun, &Select::Chosen, verb, &objects);
        }
        Ok(Next::Done(!objects.is_empty()))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let n = self.n.value(game, scene);
        let all: Vec<Vec<i64>> = ghosts(game, scene.seat).into_iter().map(|(_, values)| values).collect();
        // At least one card is returned.
        (0..all.len()).any(|first| {
            let must: Vec<Vec<i64>> = all.iter().skip(first).take(1).cloned().collect();
            let may: Vec<Vec<i64>> = all.iter().skip(first + 1).cloned().collect();
            sums(game, &must, &may).contains(&n)
        })
    }

    fn cost_rules(&self) -> Option<(Cite, &'static [Cite])> {
        Some((cite!("十五.還魂.1"), &[cite!("ruling-55")]))
    }
}
