//! Writes what is serialised into the places that a layout gives it, without a tree or text in between.

use std::fmt::{self, Display};

use rules_judge_engine::kernel::shape::Value;
use serde::ser::{self, Serialize, Serializer};

use super::layout::{Layout, Leaf, Node, Rows};
use super::{NOTHING, OPTION_WIDTH};

/// What gives words and cards their numbers.
pub(crate) struct Numbers<'a> {
    pub(crate) layout: &'a Layout,
    /// The place of a card in the pool, from 1.
    pub(crate) card: &'a dyn Fn(&str) -> i32,
    /// The seat that sees.
    pub(crate) seat: u8,
}

impl Numbers<'_> {
    /// The number of a word; 0: it is none of the game.
    pub(crate) fn word(&self, word: &str) -> i32 {
        self.layout.numbers.get(word).copied().unwrap_or_default()
    }

    /// Writes a state where the layout has it.
    pub(crate) fn write<T: Serialize>(&self, state: &T, out: &mut [i32]) {
        // Nothing that is written can fail.
        let _: Result<(), Never> =
            state.serialize(Writer { numbers: self, out, node: Some(&self.layout.state), shift: 0 });
    }

    /// The values of an option in their order, as far as there is room.
    pub(crate) fn values(&self, value: &Value, row: &mut Row) {
        match value {
            Value::Nothing => {}
            Value::Card(card) => row.push(i32::from(card.0)),
            Value::Cards(cards) => cards.iter().for_each(|card| row.push(i32::from(card.0))),
            Value::Position(seat, word) | Value::Zone(seat, word) => {
                row.push(i32::from(seat.number() != self.seat));
                row.push(self.word(word));
            }
            Value::Cell(cell) => row.cell(*cell),
            Value::Cells(cells) => cells.iter().for_each(|cell| row.cell(*cell)),
            Value::Seat(seat) => row.push(i32::from(seat.number() != self.seat)),
            Value::Flag(flag) => row.push(i32::from(*flag)),
            Value::Number(number) => row.push(narrow(*number)),
            Value::Numbers(numbers) => numbers.iter().for_each(|number| row.push(narrow(*number))),
            Value::Word(word) => row.push(self.word(word)),
            Value::Pieces(pieces) => {
                for (kind, count) in pieces {
                    row.push(self.word(kind));
                    row.push(narrow(*count));
                }
            }
            Value::Held(pieces) => {
                for (holder, kind, count) in pieces {
                    self.values(holder, row);
                    row.push(self.word(kind));
                    row.push(narrow(*count));
                }
            }
            Value::Moved(pieces) => {
                for (from, to, kind, count) in pieces {
                    self.values(from, row);
                    self.values(to, row);
                    row.push(self.word(kind));
                    row.push(narrow(*count));
                }
            }
            Value::Groups(groups) => {
                for (name, cards) in groups {
                    row.push(self.word(name));
                    cards.iter().for_each(|card| row.push(i32::from(card.0)));
                }
            }
        }
    }

    /// The same of a value as JSON, in the order in which it is written.
    pub(crate) fn json_values(&self, value: &serde_json::Value, row: &mut Row) {
        match value {
            serde_json::Value::Null => {}
            serde_json::Value::Bool(flag) => row.push(i32::from(*flag)),
            serde_json::Value::Number(number) => row.push(number.as_i64().map_or(NOTHING, narrow)),
            serde_json::Value::String(word) => row.push(self.word(word)),
            serde_json::Value::Array(items) => items.iter().for_each(|item| self.json_values(item, row)),
            serde_json::Value::Object(fields) => fields.values().for_each(|item| self.json_values(item, row)),
        }
    }
}

/// An option as numbers, as far as there is room.
pub(crate) struct Row {
    pub(crate) numbers: [i32; OPTION_WIDTH],
    next: usize,
}

impl Row {
    /// An option of a type, with the first card that it names.
    pub(crate) fn new(kind: i32, card: i32) -> Row {
        let mut row = Row { numbers: [NOTHING; OPTION_WIDTH], next: 0 };
        row.push(kind);
        row.push(card);
        row
    }

    fn push(&mut self, number: i32) {
        if let Some(place) = self.numbers.get_mut(self.next) {
            *place = number;
            self.next += 1;
        }
    }

    fn cell(&mut self, cell: rules_judge_engine::kernel::Cell) {
        self.push(narrow(cell.x));
        self.push(narrow(cell.y));
    }
}

/// A number in the room that numbers have; what is beyond is the largest or the smallest.
fn narrow(number: impl Into<i64>) -> i32 {
    let number = number.into();
    i32::try_from(number).unwrap_or(if number < 0 { i32::MIN } else { i32::MAX })
}

/// Writes one value.
struct Writer<'a, 'o> {
    numbers: &'a Numbers<'a>,
    out: &'o mut [i32],
    /// Where it goes; `None`: it is left out.
    node: Option<&'a Node>,
    /// How far the row that it stands in is from the first one.
    shift: usize,
}

/// Why a value cannot be written: there is no reason.
#[derive(Debug)]
struct Never;

impl Display for Never {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a value refuses to be written")
    }
}

impl std::error::Error for Never {}

impl ser::Error for Never {
    fn custom<T: Display>(_: T) -> Never {
        Never
    }
}

impl<'a, 'o> Writer<'a, 'o> {
    fn leaf(&self) -> Option<Leaf> {
        match self.node? {
            Node::Leaf(leaf) => Some(*leaf),
            Node::Fields(_, plain) => *plain,
            _ => None,
        }
    }

    fn put(&mut self, at: usize, number: i32) {
        if let Some(place) = self.out.get_mut(at + self.shift) {
            *place = number;
        }
    }

    fn number(mut self, number: i64) -> Result<(), Never> {
        if let Some(leaf) = self.leaf() {
            let own = i64::from(self.numbers.seat);
            let number = if leaf.is_seat { i32::from(number != own) } else { narrow(number) };
            self.put(leaf.at, number);
        }
        Ok(())
    }

    fn text(mut self, text: &str) -> Result<(), Never> {
        if let Some(leaf) = self.leaf() {
            let number = if leaf.is_card { (self.numbers.card)(text) } else { self.numbers.word(text) };
            self.put(leaf.at, number);
        }
        Ok(())
    }

    fn items(self) -> Items<'a, 'o> {
        Items { numbers: self.numbers, out: self.out, node: self.node, shift: self.shift, index: 0 }
    }

    fn fields(self) -> Fields<'a, 'o> {
        let node = match self.node {
            Some(Node::Later { length: None, rows }) => match self.numbers.layout.rows.get(*rows) {
                Some(Rows::Places(node)) => Some(node),
                _ => None,
            },
            node => node,
        };
        let fields = match node {
            Some(Node::Fields(fields, _)) => fields.as_slice(),
            _ => &[],
        };
        Fields { numbers: self.numbers, out: self.out, fields, shift: self.shift, next: 0, named: None }
    }
}

/// Writes the items of a list.
struct Items<'a, 'o> {
    numbers: &'a Numbers<'a>,
    out: &'o mut [i32],
    node: Option<&'a Node>,
    shift: usize,
    index: usize,
}

impl Items<'_, '_> {
    fn item<T: Serialize + ?Sized>(&mut self, item: &T) -> Result<(), Never> {
        let index = self.index;
        self.index += 1;
        let (node, shift) = match self.node {
            Some(Node::Items { items, are_halves }) => {
                let own = usize::from(self.numbers.seat);
                let place = if *are_halves { usize::from(index != own) } else { index };
                (items.get(place), self.shift)
            }
            Some(Node::Later { length: Some(_), rows }) => match self.numbers.layout.rows.get(*rows) {
                Some(Rows::Listed(row, width)) if index < super::ROWS => {
                    (Some(row), self.shift + index * width)
                }
                _ => (None, 0),
            },
            _ => (None, 0),
        };
        match node {
            None => Ok(()),
            node => item.serialize(Writer { numbers: self.numbers, out: self.out, node, shift }),
        }
    }

    fn over(self) -> Result<(), Never> {
        let length = match self.node {
            Some(Node::Later { length, .. }) => *length,
            Some(Node::Length(at)) => Some(*at),
            _ => None,
        };
        if let Some(place) = length.and_then(|at| self.out.get_mut(at + self.shift)) {
            *place = narrow(u32::try_from(self.index).unwrap_or(u32::MAX));
        }
        Ok(())
    }
}

/// Writes the fields of an object.
struct Fields<'a, 'o> {
    numbers: &'a Numbers<'a>,
    out: &'o mut [i32],
    fields: &'a [(String, Node)],
    shift: usize,
    /// Where the next field probably is: they come in order of their names.
    next: usize,
    /// The field of the key that was written last.
    named: Option<&'a Node>,
}

impl<'a> Fields<'a, '_> {
    fn find(&mut self, name: &str) -> Option<&'a Node> {
        let fields = self.fields;
        let near = fields.get(self.next).is_some_and(|(other, _)| other == name);
        let found = match near {
            true => self.next,
            false => fields.binary_search_by(|(other, _)| other.as_str().cmp(name)).ok()?,
        };
        self.next = found + 1;
        fields.get(found).map(|(_, node)| node)
    }

    fn value<T: Serialize + ?Sized>(&mut self, node: Option<&'a Node>, value: &T) -> Result<(), Never> {
        match node {
            None => Ok(()),
            node => value.serialize(Writer { numbers: self.numbers, out: self.out, node, shift: self.shift }),
        }
    }
}

macro_rules! numbers {
    ($($method:ident($number:ty)),* $(,)?) => {
        $(fn $method(self, number: $number) -> Result<(), Never> {
            self.number(i64::try_from(number).unwrap_or(i64::MAX))
        })*
    };
}

impl<'a, 'o> Serializer for Writer<'a, 'o> {
    type Ok = ();
    type Error = Never;
    type SerializeSeq = Items<'a, 'o>;
    type SerializeTuple = Items<'a, 'o>;
    type SerializeTupleStruct = Items<'a, 'o>;
    type SerializeTupleVariant = Items<'a, 'o>;
    type SerializeMap = Fields<'a, 'o>;
    type SerializeStruct = Fields<'a, 'o>;
    type SerializeStructVariant = Fields<'a, 'o>;

    numbers!(
        serialize_i8(i8),
        serialize_i16(i16),
        serialize_i32(i32),
        serialize_i64(i64),
        serialize_u8(u8),
        serialize_u16(u16),
        serialize_u32(u32),
        serialize_u64(u64),
    );

    fn serialize_bool(self, flag: bool) -> Result<(), Never> {
        self.number(i64::from(flag))
    }

    /// No view has a number that is not whole.
    fn serialize_f32(self, _: f32) -> Result<(), Never> {
        Ok(())
    }

    fn serialize_f64(self, _: f64) -> Result<(), Never> {
        Ok(())
    }

    fn serialize_char(self, letter: char) -> Result<(), Never> {
        self.text(letter.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, text: &str) -> Result<(), Never> {
        self.text(text)
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<(), Never> {
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Never> {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Never> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Never> {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Never> {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Never> {
        self.text(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Never> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Never> {
        let mut fields = self.fields();
        let node = fields.find(variant);
        fields.value(node, value)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Items<'a, 'o>, Never> {
        Ok(self.items())
    }

    fn serialize_tuple(self, _: usize) -> Result<Items<'a, 'o>, Never> {
        Ok(self.items())
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Items<'a, 'o>, Never> {
        Ok(self.items())
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Items<'a, 'o>, Never> {
        let mut fields = self.fields();
        let node = fields.find(variant);
        Ok(Items { numbers: fields.numbers, out: fields.out, node, shift: fields.shift, index: 0 })
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Fields<'a, 'o>, Never> {
        Ok(self.fields())
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Fields<'a, 'o>, Never> {
        Ok(self.fields())
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Fields<'a, 'o>, Never> {
        let mut fields = self.fields();
        let node = fields.find(variant);
        let inner = Writer { numbers: fields.numbers, out: fields.out, node, shift: fields.shift };
        Ok(inner.fields())
    }
}

macro_rules! listed {
    ($($of:ident: $method:ident),* $(,)?) => {
        $(impl ser::$of for Items<'_, '_> {
            type Ok = ();
            type Error = Never;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
                self.item(value)
            }

            fn end(self) -> Result<(), Never> {
                self.over()
            }
        })*
    };
}

listed!(
    SerializeSeq: serialize_element,
    SerializeTuple: serialize_element,
    SerializeTupleStruct: serialize_field,
    SerializeTupleVariant: serialize_field,
);

macro_rules! named {
    ($($of:ident),* $(,)?) => {
        $(impl ser::$of for Fields<'_, '_> {
            type Ok = ();
            type Error = Never;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), Never> {
                let node = self.find(name);
                self.value(node, value)
            }

            fn end(self) -> Result<(), Never> {
                Ok(())
            }
        })*
    };
}

named!(SerializeStruct, SerializeStructVariant);

impl ser::SerializeMap for Fields<'_, '_> {
    type Ok = ();
    type Error = Never;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Never> {
        // Keys are words.
        let key = serde_json::to_value(key).ok();
        self.named = key.as_ref().and_then(serde_json::Value::as_str).and_then(|key| self.find(key));
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
        let node = self.named.take();
        self.value(node, value)
    }

    fn end(self) -> Result<(), Never> {
        Ok(())
    }
}
