//! The answer that gives a state as a position.

use rules_judge_engine::game_kit::position::Inexpressible;
use rules_judge_engine::kernel::CardId;
use serde::Serialize;
use serde_json::Value;

use super::Language;

use crate::shapes::ToSchema;

/// A state as a position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PositionAnswer {
    /// Number of entries that led to it; in a seat's view, of those that it sees.
    pub accepted: usize,
    /// The cards whose faces the view shows, with the numbers that they have in the position.
    pub cards: Vec<NumberedCard>,
    /// Whether judging on from the position equals judging on from the log, as far as the view shows the
    /// state: nothing is inexpressible. Cards go by their new numbers, labels of random steps count from the
    /// beginning again.
    pub complete: bool,
    /// Edition of the rulebook that was used.
    pub edition: String,
    /// Game id.
    pub game: String,
    /// Whether the header holds what nobody can guess. Of an answer without it nobody may learn that it was
    /// given before.
    #[serde(skip)]
    pub has_secret: bool,
    /// What is not in the position.
    pub inexpressible: Vec<InexpressibleAnswer>,
    /// Who is asked what there.
    pub next: Vec<AskedAnswer>,
    /// Digest of the card pool.
    pub pool: String,
    /// The position, to be sent as `start.position`; `null` where the table stands at no decision that a
    /// position has.
    #[schema(value_type = Option<Object>)]
    pub position: Option<Value>,
    /// Number that rises when any log of the game could be judged differently.
    pub semantics: u32,
}

/// A field that a position leaves out, and what it was taken to hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct AssumedAnswer {
    /// The rules that say what it holds as the game begins.
    pub cites: Vec<String>,
    /// The field, as a JSON pointer into the replay.
    pub pointer: String,
    /// What it was taken to hold, as it could have been sent.
    pub value: Value,
}

/// A card with its number before and in the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct NumberedCard {
    /// Its number in the position.
    #[schema(value_type = u16)]
    pub becomes: CardId,
    /// Its number in the log.
    #[schema(value_type = u16)]
    pub id: CardId,
}

/// Who is asked what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct AskedAnswer {
    /// What is asked.
    pub kind: String,
    /// Whether others see the answer only together with their own.
    pub sealed: bool,
    /// The seat that decides.
    pub seat: u8,
}

/// A part of a state that is not in its position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct InexpressibleAnswer {
    /// Stable code.
    pub code: String,
    /// The same for people, in the language that was asked for.
    pub message: String,
    /// JSON pointer into the `state` that a verdict shows in this view; empty where it is about all of it.
    pub pointer: String,
}

impl InexpressibleAnswer {
    /// The part at `pointer`, with the message of the reason.
    pub fn new(pointer: String, why: Inexpressible, language: Language) -> InexpressibleAnswer {
        let (code, texts) = texts(why);
        let message = texts.get(language.place()).copied().unwrap_or_default().to_owned();
        InexpressibleAnswer { code: code.to_owned(), message, pointer }
    }
}

/// The code of a reason and its message in English, zh-Hant and zh-Hans.
pub const fn texts(why: Inexpressible) -> (&'static str, [&'static str; 3]) {
    match why {
        Inexpressible::Over => (
            "over",
            [
                "The game is over: there is nothing to judge on from here.",
                "遊戲已經結束，此處之後沒有可判定的事。",
                "游戏已经结束，此处之后没有可判定的事。",
            ],
        ),
        Inexpressible::Underway => (
            "underway",
            [
                "An effect or a step is being carried out here, and a position can be only between them.",
                "此處有效果或步驟正在處理，而局面只能停在兩者之間。",
                "此处有效果或步骤正在处理，而局面只能停在两者之间。",
            ],
        ),
        Inexpressible::Effect => (
            "effect",
            [
                "A position cannot express this running effect.",
                "局面無法表示這個持續中的效果。",
                "局面无法表示这个持续中的效果。",
            ],
        ),
        Inexpressible::Former => (
            "former",
            [
                "This refers to what a card was before it changed zone, which a position does not record.",
                "此處涉及卡牌移動到其他區域之前的狀態，而局面沒有記錄該狀態。",
                "此处涉及卡牌移动到其他区域之前的状态，而局面没有记录该状态。",
            ],
        ),
        Inexpressible::Mixed => (
            "mixed",
            [
                "The position does not say which cards are left for this zone: they may be any.",
                "局面沒有說明此區域剩下哪些卡：可以是任何卡。",
                "局面没有说明此区域剩下哪些卡：可以是任何卡。",
            ],
        ),
        Inexpressible::ThisTurn => (
            "this_turn",
            [
                "The position does not say something that was done or passed over in this turn.",
                "局面沒有說明本回合中做過或略過的某件事。",
                "局面没有说明本回合中做过或略过的某件事。",
            ],
        ),
        Inexpressible::OrderOfTime => (
            "order_of_time",
            [
                "Several effects set a number to another one, and a position does not say which of them \
                began first.",
                "有多個效果將數值改為其他數值，而局面沒有說明其先後。",
                "有多个效果将数值改为其他数值，而局面没有说明其先后。",
            ],
        ),
        Inexpressible::Place => (
            "place",
            [
                "Some cards are in a place for which a position has no field.",
                "有卡牌位於局面沒有對應欄位的地方。",
                "有卡牌位于局面没有对应字段的地方。",
            ],
        ),
        Inexpressible::Refused => (
            "refused",
            [
                "A position like this would be refused: something in it is unknown, or more than a position \
                may have.",
                "這樣的局面會被拒絕：其中有未知之處，或超過局面的上限。",
                "这样的局面会被拒绝：其中有未知之处，或超过局面的上限。",
            ],
        ),
        Inexpressible::Other => (
            "other",
            [
                "The table of the position is not quite the same; what differs has no field.",
                "局面的桌面不完全相同，差異之處沒有對應的欄位。",
                "局面的桌面不完全相同，差异之处没有对应的字段。",
            ],
        ),
    }
}
