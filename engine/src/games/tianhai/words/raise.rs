//! Triggered abilities: when they trigger, and how they are processed: 指令牌与费用.10; ruling-58, ruling-76.

use super::super::table::{self, Detail, Game, Verb, owner};
use super::super::{Step, Tianhai, stat};
use super::ability::{Body, Interests};
use super::trigger::{Happening, What};
use super::{Ability, AbilityId, Until, ability};
use crate::abilities::memory;
use crate::abilities::resolve::{Memo, ResolutionStage};
use crate::abilities::trigger::Heard;
use crate::abilities::{Bound, ConditionWord, Resolution, Scene};
use crate::game_kit::grid::in_rows;
use crate::kernel::{Event, Modifier, Object, Point, Proposal, Waiting, held};

/// An ability that waits to be worked off.
#[held]
pub struct Raised {
    /// The order that it stands on.
    pub me: Object,
    /// Which ability.
    pub ability: AbilityId,
    /// The unit that the event happened to.
    pub subject: Option<Object>,
    /// The other unit of the event.
    pub other: Option<Object>,
    /// Whether its moment is that its order leaves the unit.
    pub leaving: bool,
}

/// Lets the abilities wait that trigger at a moment which is no event. The deployment of an order also
/// triggers abilities of other orders.
pub fn on_moment(game: &mut Game<'_>, what: What, unit: Option<Object>) {
    if what != What::Deployed {
        return raise(game, Happening::of(what, unit));
    }
    let order = unit.and_then(|unit| table::order_of(game, unit.card));
    let order = order.map(|order| game.state.table.object(order));
    for what in [What::Deployed, What::OrderDeployed] {
        raise(game, Happening { order, ..Happening::of(what, unit) });
    }
}

/// Lets the abilities wait that an event triggers.
pub fn on_event(game: &mut Game<'_>, event: &Event<Tianhai>) {
    if event.point != Point::Done {
        return;
    }
    let (proposal, subject) = (&event.proposal, event.subject);
    let happening = match proposal.verb {
        Verb::Flipped => Happening::of(What::Flipped, subject),
        Verb::UnitDeployed => Happening::of(What::UnitDeployed, event.became),
        Verb::Moved | Verb::Placed => Happening::of(What::Moved, subject),
        Verb::Swapped => {
            let other = proposal.detail.other;
            raise(game, Happening { other, ..Happening::of(What::Moved, subject) });
            Happening { other: subject, ..Happening::of(What::Moved, other) }
        }
        Verb::Wounded => Happening::of(What::Wounded, subject),
        Verb::Annihilated => Happening::of(What::Annihilated, subject),
        Verb::Occupied => Happening::of(What::Occupied, subject),
        Verb::OrderDiscarded => {
            let unit = subject.and_then(|order| stat::last_known(game, order)).map(|memory| memory.unit);
            let cause = proposal.detail.own.cause;
            Happening { order: subject, cause, ..Happening::of(What::OrderDiscarded, unit) }
        }
        Verb::RoundBegins => Happening::of(What::RoundBegins, None),
        Verb::TurnBegins => {
            if !game.state.facts.remembered.is_empty() {
                game.facts_mut().remembered.clear();
            }
            Happening::of(What::TurnBegins, None)
        }
        Verb::TurnEnds => Happening::of(What::TurnEnds, None),
        _ => return,
    };
    raise(game, happening);
}

/// The orders whose abilities may trigger, in canonical order of their cells [ruling-58]: those on units, and
/// those that this event takes from their unit (`true`).
fn listening(game: &Game<'_>, of: &Happening) -> Vec<(Object, bool)> {
    let orders = table::orders_on_units(game).iter().map(|order| game.state.table.object(*order));
    let mut all: Vec<(Object, bool)> = orders.map(|order| (order, false)).collect();
    let gone = game.state.facts.remembered.iter().filter(|memory| {
        let discarded = of.what == What::OrderDiscarded && of.order == Some(memory.object);
        let is_gone = of.what == What::Annihilated && of.subject == Some(memory.unit);
        (discarded || is_gone && memory.object != memory.unit) && !game.state.table.is_current(memory.object)
    });
    let there = all.len();
    for memory in gone {
        if !all.contains(&(memory.object, true)) {
            all.push((memory.object, true));
        }
    }
    // The orders on units are in this order already.
    if all.len() > there {
        all.sort_by_key(|(order, _)| stat::cell_of(game, *order).map(in_rows));
    }
    all
}

/// Lets every ability wait that this triggers [ruling-58].
fn raise(game: &mut Game<'_>, of: Happening) {
    let bit = of.what.bit();
    if game.pool.summary.listens & bit == 0 || !game.in_force(cite!("ruling-58")) {
        return;
    }
    for (me, leaving) in listening(game, &of) {
        let listens = game
            .pool
            .interests(game.definition(me.card))
            .is_some_and(|interests| interests.listens & bit != 0);
        if !listens {
            continue;
        }
        for id in stat::abilities(game, me.card) {
            let Some(ability) = ability::of(game, id) else { continue };
            let Some(on) = ability.trigger() else { continue };
            if !game.spend(1) {
                continue;
            }
            let Some(Heard { subject, other, .. }) = on.hears(game, me, &of) else { continue };
            let seat = owner(game, me.card);
            let scene = Scene { subject, other, ..Scene::of(seat, me) };
            if ability.head.when.as_ref().is_none_or(|when| when.is_true(game, &scene)) {
                game.wait(seat, Raised { me, ability: id, subject, other, leaving });
            }
        }
    }
}

/// Keeps the last known information on a unit or order that is about to leave, and ends the effects that last
/// while the order lies there.
pub fn remember(game: &mut Game<'_>, proposal: &Proposal<Tianhai>) {
    let Some(card) = proposal.card().filter(|card| table::cell_of(game, *card).is_some()) else { return };
    let both = [Some(card), table::order_of(game, card)];
    for card in both.into_iter().flatten() {
        let object = game.state.table.object(card);
        if game.pool.summary != Interests::default()
            && let Some(memory) = stat::Memory::of(game, card)
        {
            memory::remember(game, memory);
        }
        if stat::carrier(game, object).is_some() {
            game.expire(|modifier: &Modifier<Tianhai>| {
                modifier.until == Until::WhileOnUnit && modifier.source == Some(object)
            });
        }
    }
}

/// The step that processes a waiting ability.
pub fn trigger_step(waiting: Waiting<Tianhai>) -> Step {
    let Raised { me, ability, subject, other, .. } = waiting.trigger;
    let resolution = Resolution {
        subject,
        other,
        stage: ResolutionStage::Offer,
        ..Resolution::new(waiting.seat, me, ability, cite!("ruling-58"))
    };
    Step::Carry(Box::new(resolution))
}

/// The number of an ability on the wire, counted from 1.
pub const fn number(ability: AbilityId) -> Option<u8> {
    ability.number.checked_add(1)
}

/// Processes a text: whether it begins, what is paid, its effects [ruling-58].
pub fn resolve(game: &mut Game<'_>, mut resolution: Resolution<Tianhai>) {
    let Some(Ability { head, body: Body::Triggered { .. } }) = ability::of(game, resolution.ability) else {
        return;
    };
    let cost = head.cost.as_ref().map_or(&[][..], |costs| &costs.pay);
    loop {
        let stage = resolution.stage;
        match stage {
            ResolutionStage::Offer => {
                if resolution.memo.decided.is_empty() {
                    let scene = resolution.scene();
                    let begins = head.when.as_ref().is_none_or(|when| when.is_true(game, &scene));
                    if !begins || !cost.iter().all(|part| part.is_payable(game, &scene)) {
                        return;
                    }
                }
                if head.optional {
                    let seat = resolution.seat;
                    match resolution.part(game, |run| run.yes_no(seat, cite!("ruling-58"), true)) {
                        Ok(true) => {}
                        Ok(false) => return,
                        Err(_) => return game.push(Step::Carry(Box::new(resolution))),
                    }
                }
                begin(game, &resolution);
                resolution.stage = ResolutionStage::Cost(0);
            }
            ResolutionStage::Cost(place) => match cost.get(usize::from(place)) {
                Some(part) => {
                    if resolution.part(game, |run| part.pay(run)).is_err() {
                        return game.push(Step::Carry(Box::new(resolution)));
                    }
                    resolution.stage = ResolutionStage::Cost(place.saturating_add(1));
                }
                None => resolution.stage = ResolutionStage::Effects,
            },
            ResolutionStage::Effects => return resolution.run_effects(game),
        }
        resolution.memo = Memo::default();
        resolution.bound = Bound::NONE;
    }
}

/// Announces that an ability triggers.
fn begin(game: &mut Game<'_>, resolution: &Resolution<Tianhai>) {
    let detail = Detail { ability: Some(resolution.ability.number), ..Detail::default() };
    let proposal = Proposal::told(Verb::Triggered, resolution.seat, resolution.rule).to(resolution.me.card);
    game.propose(proposal.with(detail).by(Some(resolution.me)));
}
