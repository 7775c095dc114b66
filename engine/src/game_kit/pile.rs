//! A zone of a position: a list of cards, or a number of unknown ones.

#[cfg(feature = "schemas")]
use std::borrow::Cow;
use std::fmt;

#[cfg(feature = "schemas")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};

/// The cards of a zone, top first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(untagged)]
pub enum Pile {
    /// Their ids in the pool.
    Known(Vec<String>),
    /// So many unknown cards.
    Unknown(Cards),
}

/// Unknown cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cards {
    /// How many.
    pub unknown: u16,
}

impl Default for Pile {
    fn default() -> Self {
        Pile::Known(Vec::new())
    }
}

impl Pile {
    /// The known ids, by index.
    pub fn known(&self) -> &[String] {
        match self {
            Pile::Known(ids) => ids,
            Pile::Unknown(_) => &[],
        }
    }

    /// The number of cards.
    pub fn len(&self) -> usize {
        match self {
            Pile::Known(ids) => ids.len(),
            Pile::Unknown(cards) => usize::from(cards.unknown),
        }
    }

    /// Whether there are no cards.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One item for each card: its id, or `None`.
    pub fn cards(&self) -> impl Iterator<Item = Option<&str>> {
        let blank = self.len() - self.known().len();
        self.known().iter().map(|id| Some(id.as_str())).chain(std::iter::repeat_n(None, blank))
    }
}

impl<'de> Deserialize<'de> for Pile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;

        impl<'de> Visitor<'de> for Either {
            type Value = Pile;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("a list of card ids, or {\"unknown\": how many}")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Pile, A::Error> {
                Deserialize::deserialize(SeqAccessDeserializer::new(list)).map(Pile::Known)
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Pile, A::Error> {
                Deserialize::deserialize(MapAccessDeserializer::new(map)).map(Pile::Unknown)
            }
        }

        deserializer.deserialize_any(Either)
    }
}

#[cfg(feature = "schemas")]
impl JsonSchema for Pile {
    fn schema_name() -> Cow<'static, str> {
        "Pile".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "The cards of a zone, top first, by their ids in the pool; or how many there \
                are, if they are unknown.",
            "oneOf": [
                {"type": "array", "items": {"type": "string"}},
                {
                    "type": "object",
                    "properties": {"unknown": {"type": "integer", "minimum": 0, "maximum": 1000}},
                    "required": ["unknown"],
                    "additionalProperties": false,
                },
            ],
        })
    }
}
