//! What effects forbid, and what they demand: FAQ.效果通則.Q3, 回合流程.1; ruling-51.

use super::BattleSpirits;
use super::table::{self, Game, Verb};
use crate::kernel::{CardId, Proposal, Seat};
use crate::verdict::Cite;

/// The rule that stands against something that would happen: what waits to leave is not removed again, nor turned
/// [FAQ.靈魂卡等的狀態.Q2, ruling-71].
pub fn of_happening(game: &Game<'_>, proposal: &Proposal<BattleSpirits>) -> Option<Cite> {
    let again = matches!(
        proposal.verb,
        Verb::Destroyed
            | Verb::Depleted
            | Verb::Returned
            | Verb::ToDeck
            | Verb::Exhausted
            | Verb::HeavyExhausted
            | Verb::Refreshed
    );
    let card = proposal.card().filter(|_| again)?;
    table::waits(game, card).then_some(cite!("FAQ.靈魂卡等的狀態.Q2"))
}

/// Whether an effect forbids a spirit to attack.
pub fn attack(_: &Game<'_>, _: CardId) -> bool {
    false
}

/// Whether an effect forbids a spirit to block the attacker, or the attacker to be blocked by it.
pub fn block(_: &Game<'_>, _: CardId) -> bool {
    false
}

/// Whether a text lets a spirit attack although it is exhausted [回合流程.1, ruling-82].
pub fn may_attack_exhausted(_: &Game<'_>, _: CardId) -> bool {
    false
}

/// Whether a text lets a spirit block although it is exhausted [回合流程.1, ruling-82].
pub fn may_block_exhausted(_: &Game<'_>, _: CardId) -> bool {
    false
}

/// Whether an effect demands that a spirit attacks, before others [ruling-51].
pub fn must_attack(_: &Game<'_>, _: CardId) -> bool {
    false
}

/// Whether an effect demands that a certain spirit blocks [ruling-51].
pub fn must_block(_: &Game<'_>, _: CardId) -> bool {
    false
}

/// Whether any opposing spirit has to block the attacker, whichever it is [ruling-89].
pub fn clashes(_: &Game<'_>) -> bool {
    false
}

/// An exhausted spirit attacks or blocks, which a text lets it do: a limit of that text is used up.
pub fn uses_permission(_: &mut Game<'_>, _: CardId) {}

/// Whether an effect forbids a player to use a card.
pub fn using(_: &Game<'_>, _: Seat, _: CardId) -> bool {
    false
}

/// Whether an effect forbids a player to use an ability of a card.
pub fn activating(_: &Game<'_>, _: Seat, _: CardId) -> bool {
    false
}
