//! A zone of a position: a list of cards, any part of which may be a number of unknown ones.
//!
//! One pile can be spelled in several ways. The canonical form adds neighbouring numbers, and a pile of
//! unknown cards alone is that number in place of the list.

#[cfg(feature = "schemas")]
use std::borrow::Cow;
use std::fmt;
use std::num::NonZeroU32;

#[cfg(feature = "schemas")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::ser::{SerializeSeq, Serializer};
use serde::{Deserialize, Serialize};

/// The cards of a zone, top first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Pile(Vec<Item>);

/// A part of a pile.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(untagged)]
enum Item {
    /// A card by its id in the pool.
    Card(String),
    /// Unknown cards.
    Unknown(Cards<u32>),
}

/// Unknown cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Cards<N> {
    /// How many.
    unknown: N,
}

impl Item {
    const fn unknown(count: u32) -> Item {
        Item::Unknown(Cards { unknown: count })
    }

    fn len(&self) -> usize {
        match self {
            Item::Card(_) => 1,
            Item::Unknown(cards) => usize::try_from(cards.unknown).unwrap_or(usize::MAX),
        }
    }

    fn id(&self) -> Option<&str> {
        match self {
            Item::Card(id) => Some(id),
            Item::Unknown(_) => None,
        }
    }
}

impl Pile {
    /// So many unknown cards.
    pub fn unknown(count: usize) -> Pile {
        std::iter::repeat_n(None, count).collect()
    }

    /// The known ids, each with the index of its item.
    pub fn known(&self) -> impl Iterator<Item = (usize, &str)> {
        self.0.iter().enumerate().filter_map(|(index, item)| Some((index, item.id()?)))
    }

    /// The number of cards.
    pub fn len(&self) -> usize {
        self.0.iter().fold(0, |sum, item| sum.saturating_add(item.len()))
    }

    /// The number of unknown cards.
    pub fn blank(&self) -> usize {
        self.len().saturating_sub(self.known().count())
    }

    /// Whether there are no cards.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One item for each card: its id, or `None`.
    pub fn cards(&self) -> impl Iterator<Item = Option<&str>> {
        self.0.iter().flat_map(|item| std::iter::repeat_n(item.id(), item.len()))
    }

    /// The items of the canonical form.
    fn joined(&self) -> Vec<Item> {
        let mut joined: Vec<Item> = Vec::with_capacity(self.0.len());
        for item in &self.0 {
            match (joined.last_mut(), item) {
                (Some(Item::Unknown(sum)), Item::Unknown(more)) => {
                    sum.unknown = sum.unknown.saturating_add(more.unknown);
                }
                _ => joined.push(item.clone()),
            }
        }
        joined
    }
}

/// Collects a pile in its canonical form: the ids of known cards, and `None` for each unknown one.
impl FromIterator<Option<String>> for Pile {
    fn from_iter<I: IntoIterator<Item = Option<String>>>(cards: I) -> Pile {
        let items = cards.into_iter().map(|card| card.map_or(Item::unknown(1), Item::Card));
        Pile(Pile(items.collect()).joined())
    }
}

impl Serialize for Pile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let joined = self.joined();
        if let [unknown @ Item::Unknown(_)] = joined.as_slice() {
            return unknown.serialize(serializer);
        }
        let mut list = serializer.serialize_seq(Some(joined.len()))?;
        joined.iter().try_for_each(|item| list.serialize_element(item))?;
        list.end()
    }
}

impl<'de> Deserialize<'de> for Item {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;

        impl<'de> Visitor<'de> for Either {
            type Value = Item;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("the id of a card, or {\"unknown\": how many}")
            }

            fn visit_str<E: Error>(self, id: &str) -> Result<Item, E> {
                Ok(Item::Card(id.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Item, A::Error> {
                let cards = Cards::<NonZeroU32>::deserialize(MapAccessDeserializer::new(map))?;
                Ok(Item::unknown(cards.unknown.get()))
            }
        }

        deserializer.deserialize_any(Either)
    }
}

impl<'de> Deserialize<'de> for Pile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;

        impl<'de> Visitor<'de> for Either {
            type Value = Pile;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("a list of card ids and {\"unknown\": how many}, or {\"unknown\": how many}")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Pile, A::Error> {
                let mut items = Vec::new();
                while let Some(item) = list.next_element()? {
                    items.push(item);
                }
                Ok(Pile(items))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Pile, A::Error> {
                let cards = Cards::<u32>::deserialize(MapAccessDeserializer::new(map))?;
                Ok(Pile(vec![Item::Unknown(cards)]))
            }
        }

        deserializer.deserialize_any(Either)
    }
}

#[cfg(feature = "schemas")]
impl JsonSchema for Item {
    fn schema_name() -> Cow<'static, str> {
        "PileItem".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A card by its id in the pool, or so many unknown cards.",
            "oneOf": [
                {"type": "string"},
                {
                    "type": "object",
                    "properties": {"unknown": {"type": "integer", "minimum": 1, "maximum": 1000}},
                    "required": ["unknown"],
                    "additionalProperties": false,
                },
            ],
        })
    }
}

#[cfg(feature = "schemas")]
impl JsonSchema for Pile {
    fn schema_name() -> Cow<'static, str> {
        "Pile".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "The cards of a zone, top first; or how many there are, if all of them are unknown.",
            "oneOf": [
                {"type": "array", "items": generator.subschema_for::<Item>()},
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
