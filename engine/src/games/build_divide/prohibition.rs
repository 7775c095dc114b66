//! “Cannot” wins over “can”; what has to be done, what is allowed beyond the rules: ruling-1, ruling-41, ruling-108.

use super::BuildDivide;
use super::rules::limits::HAND_LIMIT;
use super::table::{Game, Means};
use super::words::{Duty, Skipped};
use crate::kernel::{CardId, Proposal, Seat};
use crate::verdict::Cite;

/// Why a unit cannot attack.
pub fn attack(_: &Game<'_>, _: CardId) -> Option<Cite> {
    None
}

/// Why a unit cannot attack the player.
pub fn attack_player(_: &Game<'_>, _: CardId) -> Option<Cite> {
    None
}

/// Why a unit cannot attack another one.
pub fn attack_on(_: &Game<'_>, _attacker: CardId, _target: CardId) -> Option<Cite> {
    None
}

/// Why a unit cannot block.
pub fn block(_: &Game<'_>, _: CardId) -> Option<Cite> {
    None
}

/// Why an attacker cannot be blocked by a unit.
pub fn be_blocked(_: &Game<'_>, _attacker: CardId, _blocker: CardId) -> Option<Cite> {
    None
}

/// Why a card cannot become a target of a card of a seat.
pub fn targeted(_: &Game<'_>, _target: CardId, _by: (Seat, CardId)) -> Option<Cite> {
    None
}

/// Why a unit cannot be destroyed by a means.
pub fn destroyed(_: &Game<'_>, _: CardId, _: Means) -> Option<Cite> {
    None
}

/// Why a card does not stand.
pub fn stands(_: &Game<'_>, _: CardId) -> Option<Cite> {
    None
}

/// Why a player cannot use a card.
pub fn uses(_: &Game<'_>, _: Seat, _: CardId) -> Option<Cite> {
    None
}

/// Why abilities of a card cannot be activated.
pub fn activates(_: &Game<'_>, _: CardId) -> Option<Cite> {
    None
}

/// Why a player cannot release the territory.
pub fn releases(_: &Game<'_>, _: Seat) -> Option<Cite> {
    None
}

/// Whether a card has to do something.
pub fn must(_: &Game<'_>, _: CardId, _: Duty) -> bool {
    false
}

/// How often more a player may place energy this turn.
pub fn extra_energy(_: &Game<'_>, _: Seat) -> u32 {
    0
}

/// How many cards a player keeps at the end of the turn [结束阶段.2].
pub fn hand_limit(_: &Game<'_>, _: Seat) -> usize {
    HAND_LIMIT.value as usize
}

/// Whether a player leaves something out now; then that is used up.
pub fn skips(_: &mut Game<'_>, _: Seat, _: Skipped) -> bool {
    false
}

/// The rule that forbids a proposal.
pub fn of_happening(_: &Game<'_>, _: &Proposal<BuildDivide>) -> Option<Cite> {
    None
}
