//! The list of actions in a log. Each is declared with its chapter: setup (遊戲準備.⑥, 遊戲準備.⑦), play (主要階段.召喚靈魂卡,
//! 主要階段.配置核心卡), magic (主要階段.使用魔法卡), activate (主要階段.使用效果), cores (主要階段.能量的移動), turn, battle (戰鬥步驟), answer.

use super::BattleSpirits;
pub use super::activate::{EffectCost, UseEffect};
pub use super::amounts::{Amount, CoreZone, Move, Source, ZoneAt};
pub use super::answer::{Arrange, ChooseCard, ChooseMode, ChooseNumber, Designate, Optional, OrderEffects};
pub use super::cores::{ChooseCores, MoveCores};
pub use super::declare::{Attack, Block, FlashPass, NoBlock};
pub use super::magic::{MagicMode, UseMagic};
pub use super::play::{Deploy, Summon};
pub use super::setup::{ChooseOrder, Mulligan, Order};
pub use super::turn::EndStep;
use crate::game_kit::action::actions;
pub use crate::game_kit::action::answers::Concede;

actions! {
    BattleSpirits;
    ChooseOrder = "choose_order",
    Mulligan = "mulligan",
    Summon = "summon",
    Deploy = "deploy",
    UseMagic = "use_magic",
    UseEffect = "use_effect",
    MoveCores = "move_cores",
    EndStep = "end_step",
    Attack = "attack",
    FlashPass = "flash_pass",
    Block = "block",
    NoBlock = "no_block",
    OrderEffects = "order_effects",
    Optional = "optional",
    Designate = "designate",
    ChooseCard = "choose_card",
    ChooseCores = "choose_cores",
    ChooseMode = "choose_mode",
    ChooseNumber = "choose_number",
    Arrange = "arrange",
    Concede = "concede",
}
