//! Amounts of cores in actions: 費用支付.④.2, 主要階段.能量的移動.3. Normal cores are interchangeable, the soul core is
//! one.

use std::fmt;

use crate::schema::JsonSchema;
#[cfg(feature = "schemas")]
use schemars::{Schema, SchemaGenerator, json_schema};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::table::{self, Core, Game, ZoneOf, holder};
use crate::game_kit::fields::{FromField, fields, words};
use crate::kernel::shape::Value;
use crate::kernel::{CardId, Holder, MapCards, Rename, Seat};

words! {
    /// A zone that has cores.
    CoreZone {
        /// 預備區.
        Reserve = "reserve",
        /// 生命值.
        Life = "life",
        /// 廢棄區.
        Trash = "trash",
        /// 空間.
        Void = "void",
        /// 除外.
        Exile = "exile",
    }
}

impl CoreZone {
    const fn zone(self) -> Option<ZoneOf> {
        match self {
            CoreZone::Reserve => Some(table::RESERVE),
            CoreZone::Life => Some(table::LIFE),
            CoreZone::Trash => Some(table::TRASH),
            CoreZone::Exile => Some(table::EXILE),
            CoreZone::Void => None,
        }
    }
}

/// A zone of a player.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct ZoneAt {
    /// Whose.
    pub seat: Seat,
    /// Which.
    pub zone: CoreZone,
}

/// What has cores: a card by its number, or a zone of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// A card.
    Card(CardId),
    /// A zone.
    Zone(ZoneAt),
}

impl Source {
    /// A zone of a player.
    pub const fn zone(zone: CoreZone, seat: Seat) -> Source {
        Source::Zone(ZoneAt { seat, zone })
    }

    /// Where the cores lie.
    pub const fn holder(self) -> Holder {
        match self {
            Source::Card(card) => Holder::Card(card),
            Source::Zone(ZoneAt { seat, zone }) => match zone.zone() {
                Some(zone) => holder(zone, seat),
                None => Holder::Supply,
            },
        }
    }

    /// The player of the zone, or the owner of the card.
    pub fn seat(self, game: &Game<'_>) -> Seat {
        match self {
            Source::Card(card) => table::owner(game, card),
            Source::Zone(zone) => zone.seat,
        }
    }

    /// Whether it is the reserve or a field card of a player, from which cores are paid and placed.
    pub fn is_free(self, game: &Game<'_>, seat: Seat) -> bool {
        match self {
            Source::Card(card) => table::lies_in(game, card, table::FIELD, seat),
            Source::Zone(zone) => zone == ZoneAt { seat, zone: CoreZone::Reserve },
        }
    }

    /// The source as a value in legal answers.
    pub const fn value(self) -> Value {
        match self {
            Source::Card(card) => Value::Card(card),
            Source::Zone(ZoneAt { seat, zone }) => Value::Zone(seat, zone.word()),
        }
    }

    fn from_value(value: &Value) -> Option<Source> {
        match value {
            Value::Card(card) => Some(Source::Card(*card)),
            Value::Zone(seat, word) => {
                let zone = CoreZone::ALL.iter().copied().find(|zone| zone.word() == *word)?;
                Some(Source::zone(zone, *seat))
            }
            _ => None,
        }
    }
}

impl MapCards for Source {
    fn each_card(&mut self, rename: &mut dyn Rename) {
        if let Source::Card(card) = self {
            rename.card(card);
        }
    }
}

/// The same in a snapshot, whose format does not say which of both follows, and for readers of canonical
/// bytes ([`crate::game_kit::wire`]).
#[derive(Serialize, Deserialize)]
enum Tagged {
    #[serde(rename = "number")]
    Card(CardId),
    #[serde(rename = "object")]
    Zone(ZoneAt),
}

impl Serialize for Source {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !serializer.is_human_readable() {
            return match *self {
                Source::Card(card) => Tagged::Card(card),
                Source::Zone(zone) => Tagged::Zone(zone),
            }
            .serialize(serializer);
        }
        match self {
            Source::Card(card) => card.serialize(serializer),
            Source::Zone(zone) => zone.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Source {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;

        impl<'de> Visitor<'de> for Either {
            type Value = Source;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a card's number or a zone of a seat")
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Source, E> {
                let card = u16::try_from(number).map_err(|_| E::custom("a card's number is below 65536"))?;
                Ok(Source::Card(CardId(card)))
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Source, E> {
                let number =
                    u64::try_from(number).map_err(|_| E::custom("a card's number is not negative"))?;
                self.visit_u64(number)
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Source, A::Error> {
                ZoneAt::deserialize(MapAccessDeserializer::new(map)).map(Source::Zone)
            }
        }

        if deserializer.is_human_readable() {
            return deserializer.deserialize_any(Either);
        }
        Ok(match Tagged::deserialize(deserializer)? {
            Tagged::Card(card) => Source::Card(card),
            Tagged::Zone(zone) => Source::Zone(zone),
        })
    }
}

#[cfg(feature = "schemas")]
impl JsonSchema for Source {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "CoreSource".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let (card, zone) = (generator.subschema_for::<CardId>(), generator.subschema_for::<ZoneAt>());
        json_schema!({
            "description": "What has cores: a card by its number, or a zone of a player.",
            "anyOf": [card, zone],
        })
    }
}

/// Cores of one source.
#[fields]
#[derive(Copy, Hash)]
pub struct Amount {
    /// What has them.
    pub from: Source,
    /// Normal cores.
    #[optional]
    pub normal: u32,
    /// The soul core: 1, or 0.
    #[optional]
    pub soul: u32,
}

impl Amount {
    /// How many cores of both kinds.
    pub const fn total(&self) -> u64 {
        self.normal as u64 + self.soul as u64
    }

    /// How many normal cores and how many soul cores.
    pub const fn by_kind(&self) -> [u32; 2] {
        [self.normal, self.soul]
    }
}

/// How many cores all amounts have together.
pub fn total(amounts: &[Amount]) -> u64 {
    amounts.iter().map(Amount::total).sum()
}

/// Cores that go from one place to another.
#[fields]
#[derive(Copy, Hash)]
pub struct Move {
    /// From where.
    pub from: Source,
    /// Normal cores.
    #[optional]
    pub normal: u32,
    /// The soul core: 1, or 0.
    #[optional]
    pub soul: u32,
    /// To where.
    pub to: Source,
}

impl FromField for Source {
    fn unfilled() -> Self {
        Source::Card(CardId(u16::MAX))
    }

    fn from_value(value: &Value) -> Option<Self> {
        Source::from_value(value)
    }
}

impl FromField for u32 {
    fn unfilled() -> Self {
        0
    }

    fn left_out() -> Option<Self> {
        Some(0)
    }

    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Number(number) => u32::try_from(*number).ok(),
            _ => None,
        }
    }
}

impl FromField for Vec<Amount> {
    fn unfilled() -> Self {
        Vec::new()
    }

    fn left_out() -> Option<Self> {
        Some(Vec::new())
    }

    fn from_value(value: &Value) -> Option<Self> {
        let Value::Held(pieces) = value else { return None };
        let mut amounts: Vec<Amount> = Vec::new();
        for (from, kind, count) in pieces {
            let from = Source::from_value(from)?;
            let place = amounts.iter().position(|amount| amount.from == from);
            let place = place.unwrap_or_else(|| {
                amounts.push(Amount { from, normal: 0, soul: 0 });
                amounts.len() - 1
            });
            let amount = amounts.get_mut(place)?;
            match *kind {
                kind if kind == Core::Normal.name() => amount.normal = *count,
                _ => amount.soul = *count,
            }
        }
        Some(amounts)
    }
}

impl FromField for Vec<Move> {
    fn unfilled() -> Self {
        Vec::new()
    }

    fn left_out() -> Option<Self> {
        Some(Vec::new())
    }

    fn from_value(value: &Value) -> Option<Self> {
        let Value::Moved(pieces) = value else { return None };
        let read = |(from, to, kind, count): &(Value, Value, &'static str, u32)| {
            let (from, to) = (Source::from_value(from)?, Source::from_value(to)?);
            let (normal, soul) = if *kind == Core::Normal.name() { (*count, 0) } else { (0, *count) };
            Some(Move { from, normal, soul, to })
        };
        pieces.iter().map(read).collect()
    }
}
