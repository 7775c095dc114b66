//! Numbers and keywords as effects make them: ruling-49, ruling-85, ruling-105.

use super::printed::Color;
use super::table::{self, Game, printed};
use super::words::{AbilityId, Keyword};
use crate::kernel::{CardId, Object};

/// 力量 now.
pub fn power(game: &Game<'_>, card: CardId) -> i64 {
    printed(game, card).power
}

/// 打击点 now.
pub fn hit(game: &Game<'_>, card: CardId) -> i64 {
    printed(game, card).hit
}

/// The total cost now.
pub fn cost(game: &Game<'_>, card: CardId) -> i64 {
    i64::from(printed(game, card).cost.total)
}

/// The colours; energy that lies face down has none [ruling-89].
pub fn colors<'p>(game: &Game<'p>, card: CardId) -> &'p [Color] {
    if table::mark(game, card).face_down { &[] } else { &printed(game, card).colors }
}

/// Whether a unit has a keyword.
pub fn has(_: &Game<'_>, _: CardId, _: Keyword) -> bool {
    false
}

/// Whether a territory is a unit now [ruling-105].
pub fn is_assaulting(_: &Game<'_>, _: CardId) -> bool {
    false
}

/// Whether an effect has taken all abilities from a card.
pub fn is_blank(_: &Game<'_>, _: CardId) -> bool {
    false
}

/// The abilities that effects give to a card, as if they stood on it.
pub fn given(_: &Game<'_>, _: Object) -> Vec<AbilityId> {
    Vec::new()
}
