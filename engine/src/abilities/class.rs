//! Classes of words: the macros with which an enum of words asks the word that it holds. The trait of each
//! class declares its macro.

pub(crate) use super::amount::Quantity;
pub(crate) use super::condition::Condition;
pub(crate) use super::effect::Effect;
pub(crate) use super::lasting::Static;
pub(crate) use super::select::Filter;
pub(crate) use rules_judge_derive::class;

/// What the methods of the traits name.
pub(crate) mod signatures {
    pub(crate) use crate::abilities::lasting::{Begins, Change, Text};
    pub(crate) use crate::abilities::{Bound, Language, Lint, Next, Pause, Run, Scene, Select};
    pub(crate) use crate::kernel::{CardId, Game, Match, Object};
    pub(crate) use crate::verdict::Cite;
}

/// Whether a property may change: `true` where the row of the word says so, else what the word says.
macro_rules! true_or {
    (may_change, $word:ident, $ask:expr) => {{
        let _ = $word;
        true
    }};
    ($word:ident, $ask:expr) => {
        $ask
    };
}
pub(crate) use true_or;
