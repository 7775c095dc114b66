//! The answers about the rulings of a log in a verdict.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::answer::RefusalAnswer;
use crate::shapes::ToSchema;

/// What a ruling rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RulingKind {
    /// An entry stands.
    Allow,
    /// The table from here on.
    Position,
}

/// A ruling of the log, and what it changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct RulingAnswer {
    /// The entry that stands, as the viewer sees it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub allow: Option<Value>,
    /// Its index, counting the entries that the viewer sees.
    pub at: usize,
    /// What of the state, as the viewer sees it, is another after the ruling and all that followed by itself:
    /// at most 64 changes. `null`: telling them takes too many looks.
    pub changed: Option<Vec<ChangeAnswer>>,
    /// How many changes are left out, if any are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changes_left_out: Option<usize>,
    /// What it rules.
    pub kind: RulingKind,
    /// The entries directly before it that are against the rules, and that it overrules.
    pub overruled: Vec<OverruledAnswer>,
    /// Why, as the log says it.
    pub text: String,
    /// The conditions against the entry that stands, which were passed over.
    pub waived: Vec<RefusalAnswer>,
}

/// A part of the state that is another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ChangeAnswer {
    /// What it is after the ruling; `null`: it is not there any more.
    pub after: Value,
    /// What it was before; `null`: it was not there.
    pub before: Value,
    /// JSON pointer into the state.
    pub pointer: String,
}

/// An entry against the rules that a ruling overrules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct OverruledAnswer {
    /// The entry as sent, as far as the viewer sees it; `null` where nothing of it is seen.
    pub action: Option<Value>,
    /// Its index, counting the entries that the viewer sees.
    pub at: usize,
    /// The reasons against it, the first is the one a judge would name.
    pub refusals: Vec<RefusalAnswer>,
    /// The seat of the entry; `null`: it is an outcome or a ruling.
    pub seat: Option<u8>,
}
