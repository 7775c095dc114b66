//! How a game ends.
//!
//! 102.1 at once; 102.2a a skill lets a player win; 102.3a conceding; 102.3b damage without
//! durability; 102.3c an empty deck; 102.3d a skill lets a player lose; 102.4a all lose together;
//! 102.4b a skill says draw; 312 rule confirmation; ruling-26, ruling-27, ruling-28.

use super::AzurLane;
use super::table;
use super::words::damage::EndGame;
use crate::game_kit::fields::words;
use crate::kernel::{Match, Seat};

type Game<'p> = Match<'p, AzurLane>;

words! {
    /// Ways to end.
    Ending {
        /// A player gave up [102.3a].
        Concession = "concession",
        /// The flagship was hit without durability [102.3b].
        Damage = "damage",
        /// The deck was empty at a rule confirmation [102.3c].
        DeckOut = "deck_out",
        /// Both lost at the same rule confirmation [102.4a].
        BothLose = "both_lose",
        /// A skill said that a player wins [102.2a].
        SkillWin = "skill_win",
        /// A skill said that a player loses [102.3d].
        SkillLoss = "skill_loss",
        /// A skill said draw [102.4b].
        SkillDraw = "skill_draw",
        /// The same state came again without a decision [ruling-27].
        EndlessLoop = "endless_loop",
    }
}

/// The rule confirmation: every player who meets a condition to lose now loses [312.3a].
pub fn confirm(game: &mut Game<'_>) {
    if game.state.facts.turn == 0 {
        return;
    }
    let hit = |game: &Game<'_>, seat: Seat| *game.state.facts.hit_without_durability.get(seat);
    let out = |game: &Game<'_>, seat: Seat| game.state.table.list(table::DECK.of(seat)).is_empty();
    let lost = |seat: Seat| hit(game, seat) || out(game, seat);
    match (lost(Seat::Zero), lost(Seat::One)) {
        (false, false) => {}
        (true, true) => game.end(None, Ending::BothLose, &[cite!("102.4a"), cite!("312.3a")]),
        (zero, _) => {
            let loser = if zero { Seat::Zero } else { Seat::One };
            if hit(game, loser) {
                let cites = [cite!("102.3b"), cite!("312.3b"), cite!("508.1b"), cite!("313.9a")];
                game.end(Some(loser.other()), Ending::Damage, &cites);
            } else {
                game.end(Some(loser.other()), Ending::DeckOut, &[cite!("102.3c"), cite!("312.3c")]);
            }
        }
    }
}

/// Ends the game by a skill, before the rest of that skill is processed [ruling-26].
pub fn by_skill(game: &mut Game<'_>, seat: Seat, how: EndGame) {
    match how {
        EndGame::Win => game.end(Some(seat), Ending::SkillWin, &[cite!("102.2a"), cite!("102.1")]),
        EndGame::Lose => game.end(Some(seat.other()), Ending::SkillLoss, &[cite!("102.3d"), cite!("102.1")]),
        EndGame::OpponentLoses => game.end(Some(seat), Ending::SkillLoss, &[cite!("102.3d"), cite!("102.1")]),
        EndGame::Draw => game.end(None, Ending::SkillDraw, &[cite!("102.4b"), cite!("102.1")]),
    }
}

/// Ends a game in which compulsory parts repeat the same state without a decision [ruling-27].
pub fn endless(game: &mut Game<'_>) {
    game.end(None, Ending::EndlessLoop, &[cite!("ruling-27")]);
}
