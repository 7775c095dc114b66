//! Range parts of attack orders [攻击.2, ruling-21].

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::super::Tianhai;
use crate::abilities::Lint;
use crate::abilities::grid::lint_offsets;
use crate::kernel::{EachCard, wire};

/// How many of the enemies in a range part are targets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, EachCard)]
pub enum Pick {
    /// All of them.
    #[default]
    All,
    /// So many, by choice.
    Exactly(u8),
}

impl Pick {
    /// Whether it takes one target at least.
    pub const fn is_possible(self) -> bool {
        !matches!(self, Pick::Exactly(0))
    }
}

impl Serialize for Pick {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Pick::All => serializer.serialize_str("all"),
            Pick::Exactly(n) => serializer.serialize_u8(*n),
        }
    }
}

impl<'de> Deserialize<'de> for Pick {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl serde::de::Visitor<'_> for Visitor {
            type Value = Pick;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("\"all\" or a number")
            }

            fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<Pick, E> {
                let is_all = (word == "all").then_some(Pick::All);
                is_all.ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(word), &self))
            }

            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Pick, E> {
                let exactly = u8::try_from(number).map(Pick::Exactly);
                exactly.map_err(|_| E::invalid_value(serde::de::Unexpected::Unsigned(number), &self))
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}

impl JsonSchema for Pick {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Pick".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "How many of the enemies there are targets: all, or so many by choice.",
            "anyOf": [{"const": "all"}, {"type": "integer", "minimum": 1, "maximum": 255}],
        })
    }
}

/// What units between do.
#[wire(Copy, Default, EachCard)]
pub enum Sight {
    /// Nothing.
    #[default]
    Over,
    /// The first unit ends it.
    Direct,
}

/// A part of the range of an attack order.
#[wire(EachCard)]
pub struct RangePart {
    /// Its cells: so far ahead, so far to the right.
    pub cells: Vec<(i16, i16)>,
    /// How many of the enemies there are targets.
    #[optional(told)]
    pub pick: Pick,
    /// What units between do.
    #[optional(told)]
    pub sight: Sight,
    /// Whether it is an attack in melee.
    #[optional(told)]
    pub melee: bool,
}

impl RangePart {
    /// Looks for what cannot be meant.
    pub fn lint(&self, lint: &mut Lint<'_, Tianhai>) {
        lint.inside("cells", |lint| lint_offsets(lint, &self.cells));
        if !self.pick.is_possible() {
            lint.inside("pick", |lint| lint.find("number_out_of_range", "at least one is chosen"));
        }
    }
}
