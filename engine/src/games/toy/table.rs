//! The zones [5.1–5.3], and what the rules read of the table.

use super::{Toy, printed::Card};
use crate::game_kit::{fields::words, plain::piles, zone::zones};
use crate::kernel::{CardId, Match, Seat};

zones! {
    /// The zones of a player.
    Zone {
        /// Nobody sees its cards [5.1].
        Deck = "deck" as DECK,
        /// Its player sees its cards [5.2].
        Hand = "hand" as HAND,
        /// Lanterns that are lit; everybody sees them [5.3].
        Row = "row" as ROW,
    }
}

piles! {
    /// What belongs to each zone of a player.
    Piles { deck: Deck for Nobody, hand: Hand for Owner, row: Row for Everybody, }
}

words! {
    /// What happens.
    Verb {
        /// A deck is shuffled [1.4].
        Shuffle = "shuffle",
        /// A card is drawn [2.2].
        Draw = "draw",
        /// A lantern is lit [2.3].
        Light = "light",
    }
    /// The phases of a turn.
    Phase {
        /// The only one [2.1].
        Main = "main",
    }
}

/// What is printed on a card.
pub fn printed<'m>(game: &'m Match<'_, Toy>, card: CardId) -> &'m Card {
    game.pool.card(game.definition(card))
}

/// The sum of the light of a player's row [3.1].
pub fn light(game: &Match<'_, Toy>, seat: Seat) -> u32 {
    game.state.table.list(ROW.of(seat)).iter().map(|&card| u32::from(printed(game, card).light)).sum()
}
