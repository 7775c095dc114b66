//! How a game ends [chapter 4].

use super::rules::limits::GOAL;
use super::{Toy, table};
use crate::game_kit::fields::words;
use crate::kernel::{Match, Seat};

words! {
    /// Ways to end.
    Ending {
        /// A row has the light that wins [4.1].
        Goal = "goal",
        /// A card could not be drawn [4.2].
        DeckOut = "deck_out",
        /// A player gave up [4.3].
        Concession = "concession",
    }
}

/// Ends the game if a row has the light that wins [4.1].
pub fn check(game: &mut Match<'_, Toy>) {
    if let Some(winner) = Seat::BOTH.into_iter().find(|seat| table::light(game, *seat) >= GOAL.value) {
        game.end(Some(winner), Ending::Goal, &[GOAL.cite]);
    }
}

/// Ends the game for a player who cannot draw [4.2].
pub fn deck_out(game: &mut Match<'_, Toy>, seat: Seat) {
    game.end(Some(seat.other()), Ending::DeckOut, &[cite!("4.2")]);
}
