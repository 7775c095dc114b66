//! How a game ends: 胜利条件.0, 胜利条件.①, 胜利条件.②; ruling-2, ruling-3, ruling-68, ruling-70.

use super::facts::Loss;
use super::table::{Game, Verb};
use crate::game_kit::fields::words;
use crate::kernel::{Proposal, Seat};
use crate::verdict::Cite;

words! {
    /// Ways to end.
    Ending {
        #[doc = "A point of damage found no life [胜利条件.①]."] Damage = "damage",
        #[doc = "A draw found neither deck nor life [胜利条件.②]."] DeckOut = "deck_out",
        #[doc = "Both are marked when marks are judged [ruling-2]."] BothLose = "both_lose",
        #[doc = "A player gave up [ruling-2]."] Concession = "concession",
        #[doc = "A text says who wins [ruling-1]."] EffectWin = "effect_win",
        #[doc = "A text says who loses [ruling-1]."] EffectLoss = "effect_loss",
        #[doc = "The same state came again without a choice [ruling-3]."] EndlessLoop = "endless_loop",
    }
}

/// Marks a player as lost; the next rule processing judges the marks [ruling-2].
pub fn mark_lost(game: &mut Game<'_>, seat: Seat, loss: Loss, rule: Cite) {
    let announced = Proposal::told(Verb::LoseMark, seat, rule);
    if game.propose(announced).is_done() {
        *game.facts_mut().lost.get_mut(seat) = Some(loss);
    }
}

/// Ends the game if a player is marked as lost; if both are, both lose [ruling-2].
pub fn check(game: &mut Game<'_>) {
    let (winner, loss) = match Seat::BOTH.map(|seat| *game.state.facts.lost.get(seat)) {
        [None, None] => return,
        [Some(loss), None] => (Seat::One, loss),
        [None, Some(loss)] => (Seat::Zero, loss),
        [Some(_), Some(loss)] => {
            if game.in_force(cite!("ruling-2")) {
                return game.end(None, Ending::BothLose, &[cite!("ruling-2")]);
            }
            (Seat::Zero, loss)
        }
    };
    let over = cite!("胜利条件.0");
    let (ending, cites) = match loss {
        Loss::Damage => (Ending::Damage, [cite!("胜利条件.①"), cite!("生命受到伤害.①.2"), over]),
        Loss::OwnDamage => (Ending::Damage, [cite!("生命受到伤害.①.2"), cite!("ruling-70"), over]),
        Loss::DrawPhase => (Ending::DeckOut, [cite!("胜利条件.②"), cite!("抽卡阶段.4"), over]),
        Loss::Text => (Ending::DeckOut, [cite!("胜利条件.②"), cite!("用语.抽.2"), over]),
    };
    game.end(Some(winner), ending, &cites);
}

/// The game repeats itself by compulsory parts alone, and ends without a winner [ruling-3].
pub fn endless(game: &mut Game<'_>) {
    game.end(None, Ending::EndlessLoop, &[cite!("ruling-3")]);
}
