//! What a seat is asked, and how the wire names it.

use serde::{Deserialize, Serialize};

use super::Xinglingwang;
use crate::card::{Choice, Choosable};
use crate::kernel::{EachCard, Object};

/// What a seat is asked.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, EachCard, Serialize, Deserialize)]
pub enum Question {
    /// 調度 [一.5].
    Mulligan,
    /// Before a battle [十一.8(1)].
    BeforeBattle,
    /// The side that succeeded [十一.8(3)].
    Winner,
    /// The side that failed [十一.8(4)].
    Loser,
    /// 偷襲 of this unit [十五.偷襲.1].
    Sneak(Object),
    /// The summon phase [二.3].
    Summon,
    /// The tactics phase before its choice [二.4].
    Tactic,
    /// A formation before its moves [十三.2].
    Formation,
    /// A formation between its moves [十三.5].
    Moves,
    /// An attack before the first unit [十一.2].
    Attack,
    /// An attack between its units [十一.2].
    Attacks,
    /// The tactics phase afterwards.
    TacticsEnd,
    /// The machine phase [十五.機械合體.2].
    Machine,
    /// The enemy's cards before a phase ends [ruling-19].
    Closing,
    /// The hand limit [十四.2].
    HandLimit,
    /// The declaration of an early end [十四.4].
    EarlyEnd,
    /// Where a unit enters [九.2].
    Place(Vec<u8>),
    /// The edge that a lower unit shows [十五.合體.2].
    Edge,
    /// 掩護 of this unit [十五.掩護.1].
    Cover(Object),
    /// The next of several effects of one moment [六.1].
    ChooseTrigger,
    /// A choice inside an effect.
    Choice(Choice<Xinglingwang>),
}

impl Question {
    /// Its name on the wire.
    pub const fn name(&self) -> &'static str {
        match self {
            Question::Mulligan => "mulligan",
            Question::BeforeBattle => "before_battle",
            Question::Winner => "winner",
            Question::Loser => "loser",
            Question::Sneak(_) => "sneak",
            Question::Summon => "summon",
            Question::Tactic => "tactic",
            Question::Formation => "formation",
            Question::Moves => "moves",
            Question::Attack => "attack",
            Question::Attacks => "attacks",
            Question::TacticsEnd => "tactics_end",
            Question::Machine => "machine",
            Question::Closing => "closing",
            Question::HandLimit => "hand_limit",
            Question::EarlyEnd => "early_end",
            Question::Place(_) => "place",
            Question::Edge => "choose_edge",
            Question::Cover(_) => "cover",
            Question::ChooseTrigger => "choose_trigger",
            Question::Choice(choice) => match choice.what {
                Choosable::Cards { .. } => "choose_cards",
                Choosable::Order { .. } => "choose_order",
                Choosable::Position(_) => "place",
                Choosable::YesNo => "choose_yes_no",
                Choosable::Number { .. } => "choose_number",
                Choosable::Mode(_) => "choose_mode",
                Choosable::Pieces { .. } => "choose_pieces",
            },
        }
    }
}

/// Every kind of question on the wire.
pub const QUESTIONS: [&str; 25] = [
    "mulligan",
    "before_battle",
    "winner",
    "loser",
    "sneak",
    "summon",
    "tactic",
    "formation",
    "moves",
    "attack",
    "attacks",
    "tactics_end",
    "machine",
    "closing",
    "hand_limit",
    "early_end",
    "place",
    "choose_edge",
    "cover",
    "choose_trigger",
    "choose_cards",
    "choose_order",
    "choose_yes_no",
    "choose_number",
    "choose_mode",
];
