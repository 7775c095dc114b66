//! Entries that declare the outcome of a random step.

use rules_judge_engine::either::NumberOrWord;
use rules_judge_engine::kernel::CardId;
use rules_judge_engine::schema::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use crate::codec::json::there;
use crate::shapes::ToSchema;

/// The word by which the header says that the outcomes of random steps stand in the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChanceWord {
    /// Outcomes stand in the log.
    Declared,
}

/// The value of `type` of an outcome.
pub const KIND: &str = "chance";

/// A card as an outcome names it.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema)]
#[schemars(untagged)]
pub enum Named {
    /// By its number on this table.
    Number(CardId),
    /// By its id in the pool: a card that has no number yet.
    Id(String),
}

impl<'de> Deserialize<'de> for Named {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Named, D::Error> {
        match NumberOrWord::deserialize(deserializer) {
            Ok(NumberOrWord::Number(number)) => Ok(Named::Number(CardId(number))),
            Ok(NumberOrWord::Word(id)) => Ok(Named::Id(id)),
            // A fault of the reader would speak of its types.
            Err(_) => Err(D::Error::custom("a card is named by its number, or by its id in the pool")),
        }
    }
}

/// An outcome as it was sent.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChanceEntry {
    /// The card, if one is asked for.
    #[serde(default, deserialize_with = "there")]
    #[schemars(with = "Named")]
    pub card: Option<Named>,
    /// The step that it belongs to.
    pub label: String,
    /// The number, if one is asked for.
    #[serde(default, deserialize_with = "there")]
    #[schemars(with = "u64")]
    pub number: Option<u64>,
}

impl ChanceEntry {
    /// Whether the outcome has exactly one of card and number.
    pub(crate) const fn has_one_value(&self) -> bool {
        self.card.is_some() != self.number.is_some()
    }

    /// The field of the outcome: `card` or `number`.
    pub(crate) const fn field(&self) -> &'static str {
        if self.number.is_some() { "/number" } else { "/card" }
    }
}
