//! The codes of refusals that only this game has.

use crate::game_kit::reason::reasons;
use crate::kernel::CardId;

reasons! {
    /// The card is not in this player's hand.
    NotInHand {
        /// The card.
        card: CardId,
    },
    /// The card needs more lanterns before it.
    TooFewLanterns {
        /// How many are lit.
        lit: usize,
        /// How many it needs.
        needs: u8,
    } or waived,
    /// There are too many copies of a card.
    TooManyCopies {
        /// The card.
        card: String,
        /// How many.
        count: u64,
    },
}
