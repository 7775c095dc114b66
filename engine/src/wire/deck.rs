//! What players bring, as a list of lines.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// So many of one card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// The card's id in the pool.
    pub card: String,
    /// How many, 1 to 500.
    pub n: u16,
}

/// Every card id with its pointer in a deck's `cards`.
pub fn ids(lines: &[Line]) -> impl Iterator<Item = (String, String)> + '_ {
    let lines = lines.iter().enumerate();
    lines.map(|(index, line)| (format!("/cards/{index}/card"), line.card.clone()))
}
