//! The actions of a log. Each is declared with its chapter: setup (一), activate (六), magic (七), play (九, 十二),
//! tactics (十一), formation (十三), ending (十四), combination (十五.機械合體), answer (六.1).

use super::Xinglingwang;
pub use super::activate::Activate;
pub use super::answer::{ChooseTrigger, Pass, Peek};
pub use super::combination::{ChooseEdge, EnterMech, ExitMech, Mech};
pub use super::ending::{DeclareEarlyEnd, ExileExcess};
pub use super::formation::{EndMoves, MoveUnit};
pub use super::magic::UseCard;
pub use super::play::{Place, PlayUnit, SummonTraveler};
pub use super::setup::Mulligan;
pub use super::tactics::{Attack, ChooseTactic, EndAttacks, EndPhase};
use crate::game_kit::action::actions;
pub use crate::game_kit::action::answers::{
    ChooseCards, ChooseMode, ChooseNumber, ChooseOrder, ChooseYesNo, Concede,
};
pub use crate::game_kit::fields::At;
use crate::game_kit::fields::words;

actions! {
    Xinglingwang;
    Mulligan = "mulligan",
    PlayUnit = "play_unit",
    SummonTraveler = "summon_traveler",
    Place = "place",
    UseCard = "use_card",
    Activate = "activate",
    EnterMech = "enter_mech",
    Mech = "mech",
    ExitMech = "exit_mech",
    ChooseTactic = "choose_tactic",
    MoveUnit = "move",
    EndMoves = "end_moves",
    Attack = "attack",
    EndAttacks = "end_attacks",
    EndPhase = "end_phase",
    ExileExcess = "exile_excess",
    DeclareEarlyEnd = "declare_early_end",
    Pass = "pass",
    ChooseTrigger = "choose_trigger",
    ChooseCards = "choose_cards",
    ChooseOrder = "choose_order",
    ChooseYesNo = "choose_yes_no",
    ChooseNumber = "choose_number",
    ChooseMode = "choose_mode",
    ChooseEdge = "choose_edge",
    Concede = "concede",
    Peek = "peek",
}

words! {
    /// What is done in the tactics phase [二.4].
    Tactic {
        /// 戰術佈陣.
        Formation = "formation",
        /// 進攻宣言.
        Attack = "attack",
    }
    /// A condition of an early end [十四.4].
    EarlyEnd {
        /// 分數 [十四.4(1)].
        Score = "score",
        /// 單位數 [十四.4(2)].
        Units = "units",
    }
    /// Which of two units goes under the other [十五.機械合體.2].
    Below {
        /// The unit that it moved to.
        Target = "target",
        /// The unit that moved.
        Unit = "unit",
    }
}
