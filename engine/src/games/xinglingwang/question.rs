//! The questions that the game asks a seat, with their names on the wire and the rules that ask them.

use super::Xinglingwang;
use crate::game_kit::question::questions;
use crate::kernel::Object;

questions! {
    Xinglingwang;
    /// 調度 [一.5].
    Mulligan = "mulligan" always [cite!("一.5")],
    /// Before a battle [十一.8(1)].
    BeforeBattle = "before_battle" always [cite!("十一.8(1)")],
    /// The side that succeeded [十一.8(3)].
    Winner = "winner" always [cite!("十一.8(3)")],
    /// The side that failed [十一.8(4)].
    Loser = "loser" always [cite!("十一.8(4)")],
    /// 偷襲 of this unit [十五.偷襲.1].
    Sneak(Object) = "sneak" [cite!("十五.偷襲.1")],
    /// The summon phase [二.3].
    Summon = "summon" always [cite!("二.3")],
    /// The tactics phase before its choice [二.4].
    Tactic = "tactic" always [cite!("二.4")],
    /// A formation before its moves [十三.2].
    Formation = "formation" always [cite!("十三.2")],
    /// A formation between its moves [十三.5].
    Moves = "moves" always [cite!("十三.5")],
    /// An attack before the first unit [十一.2].
    Attack = "attack" always [cite!("十一.2")],
    /// An attack between its units [十一.2].
    Attacks = "attacks" always [cite!("十一.2")],
    /// The tactics phase afterwards.
    TacticsEnd = "tactics_end" always [cite!("二.4")],
    /// The machine phase [十五.機械合體.2].
    Machine = "machine" always [cite!("十五.機械合體.2")],
    /// The enemy's cards before a phase ends [ruling-19].
    Closing = "closing" always [cite!("ruling-19")],
    /// The hand limit [十四.2].
    HandLimit = "hand_limit" [cite!("十四.2")],
    /// The declaration of an early end [十四.4].
    EarlyEnd = "early_end" always [cite!("十四.4")],
    /// Where a unit enters [九.2].
    Place(Vec<u8>) = "place" [cite!("九.2")],
    /// The position that a ranged attack of the enemy designates, where a text gives the choice to this seat
    /// [十五.遠程.1].
    Aim(Vec<u8>) = "aim" [cite!("十五.遠程.1")],
    /// The edge that a lower unit shows [十五.合體.2].
    Edge = "choose_edge" [cite!("十五.合體.2")],
    /// 掩護 of this unit [十五.掩護.1].
    Cover(Object) = "cover" [cite!("十五.掩護.1")],
    /// The next of several effects of one moment [六.1].
    ChooseTrigger = "choose_trigger" [cite!("六.1")];
    choices {
        Cards = "choose_cards",
        Order = "choose_order",
        YesNo = "choose_yes_no",
        Number = "choose_number",
        Mode = "choose_mode",
    }
    and {
        Cells = "choose_cells",
        Position = "place",
        Pieces = "choose_pieces",
    }
}
