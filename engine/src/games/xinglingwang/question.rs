//! What a seat is asked, and how the wire names it.

use super::Xinglingwang;
use crate::game_kit::question::questions;
use crate::kernel::Object;

questions! {
    Xinglingwang;
    /// 調度 [一.5].
    Mulligan = "mulligan" always,
    /// Before a battle [十一.8(1)].
    BeforeBattle = "before_battle" always,
    /// The side that succeeded [十一.8(3)].
    Winner = "winner" always,
    /// The side that failed [十一.8(4)].
    Loser = "loser" always,
    /// 偷襲 of this unit [十五.偷襲.1].
    Sneak(Object) = "sneak",
    /// The summon phase [二.3].
    Summon = "summon" always,
    /// The tactics phase before its choice [二.4].
    Tactic = "tactic" always,
    /// A formation before its moves [十三.2].
    Formation = "formation" always,
    /// A formation between its moves [十三.5].
    Moves = "moves" always,
    /// An attack before the first unit [十一.2].
    Attack = "attack" always,
    /// An attack between its units [十一.2].
    Attacks = "attacks" always,
    /// The tactics phase afterwards.
    TacticsEnd = "tactics_end" always,
    /// The machine phase [十五.機械合體.2].
    Machine = "machine" always,
    /// The enemy's cards before a phase ends [ruling-19].
    Closing = "closing" always,
    /// The hand limit [十四.2].
    HandLimit = "hand_limit",
    /// The declaration of an early end [十四.4].
    EarlyEnd = "early_end" always,
    /// Where a unit enters [九.2].
    Place(Vec<u8>) = "place",
    /// The edge that a lower unit shows [十五.合體.2].
    Edge = "choose_edge",
    /// 掩護 of this unit [十五.掩護.1].
    Cover(Object) = "cover",
    /// The next of several effects of one moment [六.1].
    ChooseTrigger = "choose_trigger";
    choices {
        Cards = "choose_cards",
        Order = "choose_order",
        YesNo = "choose_yes_no",
        Number = "choose_number",
        Mode = "choose_mode",
    }
    and {
        Position = "place",
        Pieces = "choose_pieces",
    }
}
