//! A field that names either the opposing player or a card.

#[cfg(feature = "schemas")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::fields::FromField;
use crate::kernel::shape::Value;
use crate::kernel::{CardId, MapCards, Rename};

/// A target: the opposing player, or a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Aim {
    /// The opposing player.
    Player,
    /// A card.
    Card(CardId),
}

impl Aim {
    /// The card; `None`: the player.
    pub const fn card(self) -> Option<CardId> {
        match self {
            Aim::Card(card) => Some(card),
            Aim::Player => None,
        }
    }
}

/// The player's word on the wire.
pub const PLAYER: &str = "player";

impl MapCards for Aim {
    fn each_card(&mut self, rename: &mut dyn Rename) {
        if let Aim::Card(card) = self {
            rename.card(card);
        }
    }
}

impl FromField for Aim {
    fn unfilled() -> Self {
        Aim::Player
    }

    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Word(PLAYER) => Some(Aim::Player),
            Value::Card(card) => Some(Aim::Card(*card)),
            _ => None,
        }
    }
}

/// The form for snapshots and for readers of canonical bytes ([`crate::game_kit::wire`]).
#[derive(Serialize, Deserialize)]
enum Tagged {
    #[serde(rename = "player")]
    Player,
    #[serde(rename = "number")]
    Card(CardId),
}

impl Serialize for Aim {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !serializer.is_human_readable() {
            return self.card().map_or(Tagged::Player, Tagged::Card).serialize(serializer);
        }
        match self {
            Aim::Player => serializer.serialize_str(PLAYER),
            Aim::Card(card) => card.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Aim {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if !deserializer.is_human_readable() {
            return Ok(match Tagged::deserialize(deserializer)? {
                Tagged::Player => Aim::Player,
                Tagged::Card(card) => Aim::Card(card),
            });
        }
        struct Visitor;

        impl serde::de::Visitor<'_> for Visitor {
            type Value = Aim;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("\"player\" or the number of a card")
            }

            fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<Aim, E> {
                let is_player = word == PLAYER;
                is_player
                    .then_some(Aim::Player)
                    .ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(word), &self))
            }

            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Aim, E> {
                let card = u16::try_from(number).map(CardId);
                card.map(Aim::Card)
                    .map_err(|_| E::invalid_value(serde::de::Unexpected::Unsigned(number), &self))
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}

#[cfg(feature = "schemas")]
impl JsonSchema for Aim {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Aim".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let card = generator.subschema_for::<CardId>();
        json_schema!({
            "description": "The opposing player, or a card by its number.",
            "anyOf": [{ "type": "string", "enum": [PLAYER] }, card],
        })
    }
}
