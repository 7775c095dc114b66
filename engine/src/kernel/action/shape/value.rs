//! The values of fields of an action.

#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::Serialize;
use serde::ser::{SerializeMap, SerializeSeq, Serializer};

use crate::kernel::{CardId, Cell, Seat};

/// The value of one field of an action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// The field is left out.
    Nothing,
    /// A card by its number.
    Card(CardId),
    /// Cards in the order given.
    Cards(Vec<CardId>),
    /// A position on a seat's side, by its name.
    Position(Seat, &'static str),
    /// A zone of a seat, by its name.
    Zone(Seat, &'static str),
    /// A cell by its coordinates.
    Cell(Cell),
    /// Cells in the order given.
    Cells(Vec<Cell>),
    /// A seat.
    Seat(Seat),
    /// Yes or no.
    Flag(bool),
    /// A number.
    Number(i64),
    /// Numbers in the order given.
    Numbers(Vec<i64>),
    /// A word of the action's own.
    Word(&'static str),
    /// Counted pieces by kind; kinds with none are left out.
    Pieces(Vec<(&'static str, u32)>),
    /// Counted pieces by holder and kind; holders and kinds with none are left out.
    Held(Vec<(Value, &'static str, u32)>),
    /// Counted pieces that go from one holder to another: from, to, kind, how many.
    Moved(Vec<(Value, Value, &'static str, u32)>),
    /// Cards in groups, each with its name.
    Groups(Vec<(&'static str, Vec<CardId>)>),
}

impl Value {
    /// Cards, each by itself.
    pub fn cards(cards: impl IntoIterator<Item = CardId>) -> Vec<Value> {
        cards.into_iter().map(Value::Card).collect()
    }

    /// Every card in the value, in its order.
    pub fn named(&self) -> Vec<CardId> {
        match self {
            Value::Card(card) => vec![*card],
            Value::Cards(cards) => cards.clone(),
            Value::Held(pieces) => pieces.iter().flat_map(|(holder, ..)| holder.named()).collect(),
            Value::Moved(pieces) => {
                pieces.iter().flat_map(|(from, to, ..)| [from.named(), to.named()].concat()).collect()
            }
            Value::Groups(groups) => groups.iter().flat_map(|(_, cards)| cards).copied().collect(),
            _ => Vec::new(),
        }
    }

    /// Its size in an answer, in values.
    pub(super) fn size(&self) -> usize {
        1 + match self {
            Value::Cards(cards) => cards.len(),
            Value::Cells(cells) => cells.len(),
            Value::Numbers(numbers) => numbers.len(),
            Value::Pieces(pieces) => pieces.len(),
            Value::Held(pieces) => 2 * pieces.len(),
            Value::Moved(pieces) => 3 * pieces.len(),
            Value::Groups(groups) => groups.iter().map(|(_, cards)| cards.len() + 1).sum(),
            Value::Nothing
            | Value::Card(_)
            | Value::Position(..)
            | Value::Zone(..)
            | Value::Cell(_)
            | Value::Seat(_)
            | Value::Flag(_)
            | Value::Number(_)
            | Value::Word(_) => 0,
        }
    }

    /// Whether a field with this value means the same as a missing field.
    pub const fn says_nothing(&self) -> bool {
        match self {
            Value::Nothing => true,
            Value::Cards(cards) => cards.is_empty(),
            Value::Cells(cells) => cells.is_empty(),
            Value::Numbers(numbers) => numbers.is_empty(),
            Value::Pieces(pieces) => pieces.is_empty(),
            Value::Held(pieces) => pieces.is_empty(),
            Value::Moved(pieces) => pieces.is_empty(),
            _ => false,
        }
    }
}

/// The pieces of one holder, serialised.
struct OfHolder<'a>(&'a Value, &'a [(Value, &'static str, u32)]);

impl Serialize for OfHolder<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("from", self.0)?;
        for (_, kind, count) in self.1 {
            map.serialize_entry(kind, count)?;
        }
        map.end()
    }
}

/// The pieces that move from one holder to another, serialised.
struct OfWay<'a>(&'a (Value, Value, &'static str, u32));

impl Serialize for OfWay<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let OfWay((from, to, kind, count)) = self;
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("from", from)?;
        map.serialize_entry(kind, count)?;
        map.serialize_entry("to", to)?;
        map.end()
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Nothing => serializer.serialize_unit(),
            Value::Card(card) => card.serialize(serializer),
            Value::Cards(cards) => cards.serialize(serializer),
            Value::Position(seat, cell) => {
                let mut map = serializer.serialize_map(Some(2))?;
                map.serialize_entry("cell", cell)?;
                map.serialize_entry("seat", seat)?;
                map.end()
            }
            Value::Zone(seat, zone) => {
                let mut map = serializer.serialize_map(Some(2))?;
                map.serialize_entry("seat", seat)?;
                map.serialize_entry("zone", zone)?;
                map.end()
            }
            Value::Cell(cell) => [cell.x, cell.y].serialize(serializer),
            Value::Cells(cells) => serializer.collect_seq(cells.iter().map(|cell| [cell.x, cell.y])),
            Value::Seat(seat) => seat.serialize(serializer),
            Value::Flag(flag) => flag.serialize(serializer),
            Value::Number(number) => number.serialize(serializer),
            Value::Numbers(numbers) => numbers.serialize(serializer),
            Value::Word(word) => word.serialize(serializer),
            Value::Pieces(pieces) => serializer.collect_map(pieces.iter().copied()),
            Value::Held(pieces) => {
                let mut list = serializer.serialize_seq(None)?;
                for of_holder in pieces.chunk_by(|one, other| one.0 == other.0) {
                    if let Some((holder, ..)) = of_holder.first() {
                        list.serialize_element(&OfHolder(holder, of_holder))?;
                    }
                }
                list.end()
            }
            Value::Moved(pieces) => serializer.collect_seq(pieces.iter().map(OfWay)),
            Value::Groups(groups) => {
                serializer.collect_map(groups.iter().map(|(name, cards)| (*name, cards)))
            }
        }
    }
}

/// The schema of a zone of a seat, named so that client generators can name its type.
#[cfg(feature = "schemas")]
struct SeatZone;

#[cfg(feature = "schemas")]
impl JsonSchema for SeatZone {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "SeatZone".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let seat = generator.subschema_for::<Seat>();
        schemars::json_schema!({
            "description": "A zone of a seat.",
            "type": "object",
            "properties": {"seat": seat, "zone": {"type": "string"}},
            "required": ["seat", "zone"],
            "additionalProperties": false,
        })
    }
}

#[cfg(feature = "schemas")]
impl JsonSchema for Value {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Value".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let seat = generator.subschema_for::<Seat>();
        let (number, word) =
            (schemars::json_schema!({"type": "integer"}), schemars::json_schema!({"type": "string"}));
        let numbers = schemars::json_schema!({"type": "array", "items": number});
        let position = schemars::json_schema!({
            "type": "object",
            "properties": {"cell": word, "seat": seat},
            "required": ["cell", "seat"],
            "additionalProperties": false,
        });
        let zone = generator.subschema_for::<SeatZone>();
        // In generated clients, one type covers all members that the schema does not name, so it must also
        // fit those that the schema names.
        let count_or_holder = schemars::json_schema!({"anyOf": [number, word, zone]});
        // What a card or a place holds.
        let held = schemars::json_schema!({
            "type": "object",
            "properties": {"from": count_or_holder},
            "required": ["from"],
            "additionalProperties": count_or_holder,
        });
        let moved = schemars::json_schema!({
            "type": "object",
            "properties": {"from": count_or_holder, "to": count_or_holder},
            "required": ["from", "to"],
            "additionalProperties": count_or_holder,
        });
        schemars::json_schema!({
            "description": "What can stand in one field of an action: a card, seat or number; yes or no; a \
                word; cards, or a cell; cells; a position; a zone of a seat; pieces by kind; pieces by \
                holder; pieces that go from one holder to another; cards in groups. `null`: the field is \
                left out.",
            "anyOf": [
                number,
                {"type": "boolean"},
                word,
                numbers,
                {"type": "array", "items": numbers},
                position,
                zone,
                {"type": "object", "additionalProperties": {"type": "integer", "minimum": 1}},
                {"type": "array", "items": held},
                {"type": "array", "items": moved},
                {"type": "object", "additionalProperties": numbers},
                {"type": "null"},
            ],
        })
    }
}
