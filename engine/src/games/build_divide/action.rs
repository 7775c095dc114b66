//! The list of actions in a log. Each is declared with its chapter: setup (准备.4.2), play (主要阶段.1), activate
//! (用语.起动能力), declare (攻击阶段, 阻挡), shot (触发效果.shot), territory (领域的解放), answer.

use super::BuildDivide;
pub use super::activate::Activate;
pub use super::answer::{ChooseReplacement, Discard, Pass, Peek, Scout};
pub use super::declare::{DeclareAttack, DeclareBlock, EndAttackPhase, NoBlock};
pub use super::play::{PlaceEnergy, UseCard};
pub use super::setup::Mulligan;
pub use super::shot::{DeclineShot, UseShot};
pub use super::territory::{DeclineRelease, ReleaseTerritory};
pub use super::words::cost::EffectCost;
use crate::game_kit::action::actions;
pub use crate::game_kit::action::answers::{
    ChooseCards, ChooseMode, ChooseNumber, ChooseOrder, ChooseYesNo, Concede,
};
pub use crate::game_kit::action::pick::ChooseTrigger;

actions! {
    BuildDivide;
    Mulligan = "mulligan",
    PlaceEnergy = "place_energy",
    UseCard = "use_card",
    Activate = "activate",
    Pass = "pass",
    DeclareAttack = "declare_attack",
    EndAttackPhase = "end_attack_phase",
    DeclareBlock = "declare_block",
    NoBlock = "no_block",
    UseShot = "use_shot",
    DeclineShot = "decline_shot",
    ReleaseTerritory = "release_territory",
    DeclineRelease = "decline_release",
    Discard = "discard",
    ChooseTrigger = "choose_trigger",
    ChooseCards = "choose_cards",
    ChooseYesNo = "choose_yes_no",
    ChooseMode = "choose_mode",
    ChooseNumber = "choose_number",
    ChooseOrder = "choose_order",
    ChooseReplacement = "choose_replacement",
    Scout = "scout",
    Peek = "peek",
    Concede = "concede",
}
