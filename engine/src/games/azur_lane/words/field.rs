//! Words that do something to cards on the battlefield: entering, leaving, turning, moving.
//!
//! 302.1d, 313.2a entering; 307.1 active and rested; 313.6a destroying; 313.10a retreating; 403.3 positions;
//! 408.2 cards under others; ruling-37, ruling-45.

use serde::{Deserialize, Serialize};

use super::super::table::{self, Detail, Means, Verb};
use super::super::zone::{self, By};
use super::super::{AzurLane, play, prohibition};
use super::Select;
use super::cards::{followed_from_elsewhere, in_owners_order};
use super::effect::{Game, Running, active, by_selection, is_there};
use super::filter::{Face, Row, State};
use crate::abilities::{Actor, EffectWord, Next, Pause, Scene, Side, can_any};
use crate::card_actions;
use crate::kernel::{CardId, Object, Proposal, Seat, wire};
use crate::verdict::Cite;

/// 登場, free of cost [302.1d, 313.2a]: on any own position except the flagship's, replacing a ship there,
/// unless the text asks for an empty one [ruling-37]. Later sentences refer to the ships that entered.
#[wire(Part<AzurLane>)]
pub struct Enter {
    /// Which cards.
    pub what: Select,
    /// Active or rested.
    #[serde(default = "active")]
    pub state: State,
    /// Only on an empty position.
    #[optional]
    pub empty_only: bool,
    /// Only in this row.
    pub row: Option<Row>,
}

fn in_row(mut positions: Vec<u8>, row: Option<Row>) -> Vec<u8> {
    positions.retain(|&position| row.is_none_or(|row| Row::of(table::cell(position)) == row));
    positions
}

impl EffectWord<AzurLane> for Enter {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let seat = run.seat();
        let can = |game: &Game<'_>, card: CardId| may_enter(game, seat, card);
        let cards = run.select_as(seat, &self.what, cite!("306.1"), false, can)?;
        let ordered = run.order(seat, cards, cite!("403.5"), false)?;
        let keep = run.decided();
        let me = run.me();
        while let Some(&object) = ordered.get(run.done()) {
            let mut entered = false;
            if is_there(run.game, object) && may_enter(run.game, seat, object.card) {
                let positions = in_row(table::positions(run.game, seat, self.empty_only), self.row);
                let rule = if self.empty_only { cite!("403.3a") } else { cite!("204.4b") };
                if let Some(at) = run.position(seat, Some(object.card), &positions, rule)? {
                    let (card, cell) = (object.card, table::cell(at));
                    let rested = self.state == State::Rested;
                    entered =
                        zone::enter(run.game, card, cell, rested, By::effect(seat, me, cite!("302.1d")));
                }
            }
            if entered {
                run.follow(object);
            } else {
                run.falls_short();
            }
            run.one_done(keep);
        }
        Ok(Next::Done(!ordered.is_empty()))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        !in_row(table::positions(game, scene.seat, self.empty_only), self.row).is_empty()
            && can_any(game, scene, &self.what, |object| may_enter(game, scene.seat, object.card))
    }
}

/// Whether a card can enter on a player's side: a ship that is not on the battlefield [313.2a].
fn may_enter(game: &Game<'_>, seat: Seat, card: CardId) -> bool {
    !table::is_on_battlefield(game, card) && prohibition::enter(game, seat, card).is_none()
}

/// Proposes that a ship leaves the battlefield by a skill.
fn leave(game: &mut Game<'_>, actor: Actor, object: Object, verb: Verb, rule: Cite) -> bool {
    let source = Some(actor.me);
    let with = Detail { means: Means::Skill, other: source, ..Detail::default() };
    zone::leave(game, object.card, Proposal::told(verb, actor.seat, rule).with(with).by(source))
}

/// Whether a skill may offer to remove a ship from the battlefield.
fn may_leave(game: &Game<'_>, card: CardId) -> bool {
    table::is_on_battlefield(game, card) && prohibition::may_leave(game, card)
}

card_actions! { AzurLane:
    /// 擊破: a ship goes from the battlefield to the retreat zone [313.6a].
    Destroy, can |game, scene, object| may_leave(game, object.card), |game, actor, object| {
        leave(game, actor, object, Verb::Destroy, cite!("313.6a"))
    }, { in_owners_order!("404.3"); followed_from_elsewhere!(); };

    /// 撤退: an own ship goes from the battlefield to the retreat zone [313.10a].
    Retreat, can |game, scene, object| may_leave(game, object.card), |game, actor, object| {
        leave(game, actor, object, Verb::Retreat, cite!("313.10a"))
    }, { in_owners_order!("404.3"); followed_from_elsewhere!(); };

    /// Cards on the battlefield become rested; rested ones do not change [ruling-45].
    Rest, can |game, scene, object| {
        table::is_on_battlefield(game, object.card) && !table::mark(game, object.card).rested
    }, |game, actor, object| {
        zone::rest(game, object.card, By::effect(actor.seat, actor.me, cite!("307.1")))
    };

    /// Cards on the battlefield become active.
    Activate, can |game, scene, object| {
        table::is_on_battlefield(game, object.card)
            && table::mark(game, object.card).rested
            && prohibition::may_become_active(game, object.card)
    }, |game, actor, object| {
        zone::activate(game, object.card, By::effect(actor.seat, actor.me, cite!("307.1")))
    };
}

/// A flagship is turned over [204.3d, 602.2, ruling-68].
#[wire(Part<AzurLane>)]
pub struct Flip {
    /// Whose.
    #[optional]
    pub side: Side,
    /// Which face is up afterwards.
    pub to: Face,
}

impl EffectWord<AzurLane> for Flip {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let me = run.me();
        let mut all = true;
        for &seat in self.side.seats(run.seat()) {
            all &= table::flagship(run.game, seat).is_some_and(|flagship| {
                zone::flip(run.game, flagship, self.to == Face::Back, By::effect(seat, me, cite!("602.2")))
            });
        }
        Ok(Next::Done(all))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let flagships = self.side.seats(scene.seat).iter().filter_map(|&seat| table::flagship(game, seat));
        flagships.into_iter().any(|card| table::mark(game, card).back != (self.to == Face::Back))
    }
}

/// Events are used without payment [302.1d]; their skills wait for the running one to end
/// [306.1b].
#[wire(Part<AzurLane>)]
pub struct UseEvent {
    /// Which events.
    pub what: Select,
}

impl EffectWord<AzurLane> for UseEvent {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let seat = run.seat();
        let can = |game: &Game<'_>, card: CardId| may_use(game, seat, card);
        let cards = run.select_as(seat, &self.what, cite!("306.1"), false, can)?;
        let me = run.me();
        let mut all = !cards.is_empty();
        for object in cards {
            let used = is_there(run.game, object) && may_use(run.game, seat, object.card);
            all &= used;
            if used {
                play::use_event_free(run.game, seat, object.card, Some(me), cite!("302.1d"));
                run.follow(object);
            }
        }
        Ok(Next::Done(all))
    }

    by_selection!(|word, game, scene, card| may_use(game, scene.seat, card));
}

/// Whether a player can use an event by a skill.
fn may_use(game: &Game<'_>, seat: Seat, card: CardId) -> bool {
    !play::main_skills(game, card).is_empty() && prohibition::use_card(game, seat, card).is_none()
}

/// Cards go under another card, at the very bottom [408.3, 408.4].
#[wire(Part<AzurLane>)]
pub struct PutUnder {
    /// Which cards.
    pub what: Select,
    /// Under which card.
    #[serde(default = "this")]
    pub under: Select,
}

fn this() -> Select {
    Select::This
}

impl EffectWord<AzurLane> for PutUnder {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let host = run.select(&self.under, cite!("306.1"))?;
        let Some(&host) = host
            .first()
            .filter(|host| is_there(run.game, **host) && table::is_on_battlefield(run.game, host.card))
        else {
            return Ok(Next::Done(false));
        };
        let not_host = move |game: &Game<'_>, card: CardId| may_go_under(game, card, host);
        let seat = run.seat();
        let cards = run.select_as(seat, &self.what, cite!("306.1"), false, not_host)?;
        let ordered = run.order(seat, cards, cite!("408.4"), false)?;
        let me = run.me();
        let mut all = !ordered.is_empty();
        for object in ordered {
            let moved = is_there(run.game, object)
                && may_go_under(run.game, object.card, host)
                && zone::put_under(run.game, object.card, host.card, By::effect(seat, me, cite!("408.4")));
            all &= moved;
            if moved {
                run.follow(object);
            }
        }
        Ok(Next::Done(all))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let hosts = self.under.all(game, scene);
        let mut hosts =
            hosts.iter().filter(|host| is_there(game, **host) && table::is_on_battlefield(game, host.card));
        hosts.any(|host| can_any(game, scene, &self.what, |object| may_go_under(game, object.card, *host)))
    }

    fn is_open(&self) -> bool {
        self.what.is_open()
    }
}

/// Whether a card can go under another.
fn may_go_under(game: &Game<'_>, card: CardId, host: Object) -> bool {
    card != host.card && table::flagship_side(game, card).is_none()
}

/// A ship moves to an empty position of its side [400.5].
#[wire(Part<AzurLane>)]
pub struct Move {
    /// Which cards.
    pub what: Select,
    /// Only into this row.
    pub row: Option<Row>,
}

impl EffectWord<AzurLane> for Move {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let cards = run.select(&self.what, cite!("306.1"))?;
        let keep = run.decided();
        let (seat, me) = (run.seat(), run.me());
        while let Some(&object) = cards.get(run.done()) {
            let mut moved = false;
            if is_there(run.game, object) {
                let positions = free_positions(run.game, object.card, self.row);
                if let Some(at) = run.position(seat, Some(object.card), &positions, cite!("400.5"))? {
                    let cell = table::cell(at);
                    moved = zone::move_to(run.game, object.card, cell, By::effect(seat, me, cite!("400.5")));
                }
            }
            if !moved {
                run.falls_short();
            }
            run.one_done(keep);
        }
        Ok(Next::Done(!cards.is_empty()))
    }

    by_selection!(|word, game, scene, card| !free_positions(game, card, word.row).is_empty());
}

/// The empty positions of the battlefield where a card stands, in `row` if there is one.
fn free_positions(game: &Game<'_>, card: CardId, row: Option<Row>) -> Vec<u8> {
    table::battlefield_cell(game, card)
        .map_or_else(Vec::new, |(side, _)| in_row(table::positions(game, side, true), row))
}

/// Two cards of one side change places [400.5].
#[wire(Part<AzurLane>)]
pub struct Swap {
    /// Two cards.
    pub what: Select,
}

impl EffectWord<AzurLane> for Swap {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let cards = run.select(&self.what, cite!("306.1"))?;
        let (seat, me) = (run.seat(), run.me());
        let &[first, second] = cards.as_slice() else { return Ok(Next::Done(false)) };
        let cells =
            (table::battlefield_cell(run.game, first.card), table::battlefield_cell(run.game, second.card));
        let (Some((left, left_cell)), Some((right, right_cell))) = cells else {
            return Ok(Next::Done(false));
        };
        if left != right {
            return Ok(Next::Done(false));
        }
        let first = zone::move_to(run.game, first.card, right_cell, By::effect(seat, me, cite!("400.5")));
        let second = zone::move_to(run.game, second.card, left_cell, By::effect(seat, me, cite!("400.5")));
        Ok(Next::Done(first && second))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let objects = self.what.all(game, scene);
        let there = objects.iter().filter(|object| is_there(game, **object));
        let sides: Vec<Seat> =
            there.filter_map(|object| Some(table::battlefield_cell(game, object.card)?.0)).collect();
        Seat::BOTH.iter().any(|seat| sides.iter().filter(|side| *side == seat).count() > 1)
    }
}
