//! The actions of a log. Each is declared in its chapter: `setup` (先锋部署), `turn` (维持阶段, 回收阶段), `play` (打牌阶段),
//! `orders` (部署指令牌), `settlement` (结算阶段), `ending` (战斗胜利), `answer`; choices inside texts with the words.

use super::Tianhai;
pub use super::answer::Peek;
pub use super::ending::Concede;
pub use super::orders::DeployOrder;
pub use super::play::{DeployUnit, Pay};
pub use super::settlement::{ChooseTargets, DefendDone, Occupy};
pub use super::setup::PlaceVanguard;
pub use super::turn::{DiscardOrder, EndPhase, Flip};
use crate::game_kit::action::actions;
pub use crate::game_kit::action::answers::{ChooseCards, ChooseMode, ChooseNumber, ChooseYesNo};
pub use crate::game_kit::action::draw::{AcceptDraw, DeclineDraw, OfferDraw};
pub use crate::game_kit::grid::{ChooseCells, ChooseUnits};

actions! {
    Tianhai;
    PlaceVanguard = "place_vanguard",
    Flip = "flip",
    DiscardOrder = "discard_order",
    DeployUnit = "deploy_unit",
    Pay = "pay",
    DeployOrder = "deploy_order",
    ChooseTargets = "choose_targets",
    DefendDone = "defend_done",
    Occupy = "occupy",
    EndPhase = "end_phase",
    Concede = "concede",
    OfferDraw = "offer_draw",
    AcceptDraw = "accept_draw",
    DeclineDraw = "decline_draw",
    Peek = "peek",
    ChooseCards = "choose_cards",
    ChooseUnits = "choose_units",
    ChooseCells = "choose_cells",
    ChooseYesNo = "choose_yes_no",
    ChooseNumber = "choose_number",
    ChooseMode = "choose_mode",
}
