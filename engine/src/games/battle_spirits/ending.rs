//! How a game ends: 勝利條件, 勝利條件.1, 勝利條件.2; ruling-1, ruling-2, ruling-42, ruling-43.

use super::rules::limits;
use super::table::{self, DECK, Game, LIFE, Phase, holder};
use crate::game_kit::fields::words;
use crate::kernel::Seat;

words! {
    /// Ways to end.
    Ending {
        /// A player's life is 0 [勝利條件.1].
        LifeOut = "life_out",
        /// The turn player's deck is empty in the own start step [勝利條件.2].
        DeckOut = "deck_out",
        /// Both lives became 0 at once [ruling-1].
        BothLivesOut = "both_lives_out",
        /// A player gave up [ruling-43].
        Conceded = "conceded",
        /// The same state came again without a decision [ruling-42].
        Loop = "loop",
    }
}

/// A player whose life is 0 loses, and so does the turn player whose deck is empty in their own start step.
pub fn check(game: &mut Game<'_>) {
    if game.state.facts.turn == 0 {
        return;
    }
    let out = |game: &Game<'_>, seat: Seat| table::all_cores(game, holder(LIFE, seat)) == 0;
    match Seat::BOTH.map(|seat| out(game, seat)) {
        [true, true] if game.all_in_force(&[cite!("ruling-1"), cite!("勝利條件.1")]) => {
            game.end(None, Ending::BothLivesOut, &[cite!("ruling-1"), cite!("勝利條件")]);
        }
        [false, false] => {}
        [first, _] => {
            let loser = if first { Seat::Zero } else { Seat::One };
            game.end(Some(loser.other()), Ending::LifeOut, &[cite!("勝利條件.1"), cite!("勝利條件")]);
        }
    }
    let active = game.state.facts.active;
    if game.state.facts.phase == Phase::Start && table::list(game, DECK, active).is_empty() {
        game.end(Some(active.other()), Ending::DeckOut, &[cite!("勝利條件.2"), cite!("勝利條件")]);
    }
}

/// The game repeats itself by compulsory parts alone, and ends without a winner [ruling-42].
pub fn endless(game: &mut Game<'_>) {
    game.end(None, Ending::Loop, &[cite!("ruling-42")]);
}

// A life of 0 at the beginning would end the game at once.
const _: () = assert!(limits::STARTING_LIFE.value > 0);
