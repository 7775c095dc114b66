//! The units that attack, and what stops them.
//!
//! 八.3 who attacks; 十一.3 what no longer meets the conditions stands up; 十五.遠程.1, 十五.阻擋.3; ruling-25,
//! ruling-81.

use std::cell::OnceCell;

use smallvec::SmallVec;

use super::field::{self, Where};
use super::reason::Reason;
use super::table::{self, Mark, State};
use super::tactics::{Reach, is_attackable, is_warded, target_fault};
use super::words::{KeywordName, KeywordNames};
use super::zone::{self, By};
use super::{Xinglingwang, prohibition, stat};
use crate::kernel::{CardId, Match, Seat};
use crate::verdict::Cite;

type Game<'p> = Match<'p, Xinglingwang>;

/// Turns an attacking unit upright that no longer meets the conditions of its attack [十一.3, 十五.遠程.1, 十五.阻擋.3,
/// ruling-25, ruling-81]. `true`: one turned, and the check has to run again.
#[inline]
pub(crate) fn recheck(game: &mut Game<'_>) -> bool {
    (any_attacks(game, Seat::Zero) || any_attacks(game, Seat::One)) && recheck_attackers(game)
}

#[inline(never)]
fn recheck_attackers(game: &mut Game<'_>) -> bool {
    let fighting = game.state.facts.battle.as_ref().map(|battle| battle.attacker);
    for side in [game.state.facts.active, game.state.facts.active.other()] {
        if !any_attacks(game, side) {
            continue;
        }
        let barred = OnceCell::new();
        for card in attackers(game, side) {
            let mark = table::mark(game, card);
            if fighting == Some(game.state.table.object(card)) {
                continue;
            }
            let barred = || *barred.get_or_init(|| prohibition::player_attacks(game, side));
            if let Some(rule) = stops(game, card, mark, barred) {
                zone::turn(game, card, State::Upright, By::rule(side, rule));
                return true;
            }
        }
    }
    false
}

/// Whether an attacking unit no longer meets the conditions of its attack [十一.3].
pub(crate) fn is_stopped(game: &Game<'_>, card: CardId) -> bool {
    let side = table::side(game, card);
    let barred = || side.is_some_and(|side| prohibition::player_attacks(game, side));
    stops(game, card, table::mark(game, card), barred).is_some()
}

/// The rule by which a unit stops attacking: 十一.3 for what prevents the unit itself from attacking, rules of
/// their own for the loss of its target. `barred` says whether an effect forbids all attacks of its player;
/// it is asked last because it costs a search.
fn stops(game: &Game<'_>, card: CardId, mark: Mark, barred: impl FnOnce() -> bool) -> Option<Cite> {
    let at = field::position(game, card)?;
    let keywords =
        stat::keyword_names(game, card, Reach::KEYWORDS.or(KeywordNames::of(&[KeywordName::Block])));
    if keywords.has(KeywordName::Block) {
        return Some(cite!("十一.3"));
    }
    if prohibition::unit_attacks(game, card) || barred() {
        return Some(cite!("十一.3"));
    }
    let object = game.state.table.object(card);
    let redirect = game.state.facts.redirects.iter().find(|(attacker, _)| *attacker == object);
    if let Some((_, target)) = redirect {
        return match table::stands(game, *target) {
            false => Some(cite!("ruling-82")),
            true if is_warded(game, card, target.card) => Some(cite!("十一.3")),
            true if !is_attackable(game, card, target.card) => Some(cite!("十五.阻擋.3")),
            true => None,
        };
    }
    let designated = mark.designated.and_then(Where::from_index);
    match target_fault(game, card, Reach::with(game, card, keywords), at, designated) {
        None => None,
        Some((Reason::NotAttackable { target, .. }, _)) if is_warded(game, card, target) => {
            Some(cite!("十一.3"))
        }
        Some((Reason::NotAttackable { .. }, _)) => Some(cite!("十五.阻擋.3")),
        Some((Reason::NobodyThere { .. } | Reason::NoPositionNamed { .. }, _)) => Some(cite!("十五.遠程.1")),
        Some(_) => Some(cite!("十一.3")),
    }
}

fn attacks(game: &Game<'_>, unit: CardId) -> bool {
    game.state.table.card(unit).is_some_and(|card| card.mark.state == State::Attacking)
}

pub(crate) fn any_attacks(game: &Game<'_>, seat: Seat) -> bool {
    *game.derived().attacks.get(seat)
}

/// The units of a player that attack, in line order.
pub(crate) fn attackers(game: &Game<'_>, seat: Seat) -> SmallVec<[CardId; 10]> {
    let mut units: SmallVec<[CardId; 10]> = SmallVec::new();
    for &unit in game.state.table.list(table::FIELD.of(seat)) {
        if attacks(game, unit) {
            units.push(unit);
        }
    }
    units.sort_by_key(|card| field::position(game, *card).map(Where::order));
    units
}
