//! Reads what a game defines from a tree of JSON, and reports the path at which reading failed.
//!
//! One reader serves pools, positions, decks and the fields of actions, whatever form the JSON came in: the
//! vocabularies of the games are large, and the compiler would generate each further reader for all of them.

use std::borrow::Cow;
use std::slice;

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, Error as _, Expected, MapAccess, SeqAccess,
    Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Error, Map, Value, map};

/// The longest JSON pointer in bytes; a longer one is cut at its end.
const LONGEST_POINTER: usize = 1024;

/// Why a value could not be read.
#[derive(Debug)]
pub struct Misread {
    /// JSON pointer to the value at which reading failed.
    pub pointer: String,
    /// The error of the reader.
    pub error: Error,
}

/// Reads a value. A structure must be an object; a list of its fields' values is refused.
///
/// # Errors
/// The value has another type, or lacks a field.
pub fn read<'de, T: Deserialize<'de>>(value: &'de Value) -> Result<T, Misread> {
    let mut path = Vec::new();
    T::deserialize(Placed { value, path: &mut path }).map_err(|error| misread(error, path))
}

/// As [`read`], with the reader of a kind that was looked up; `None`: there is no such kind.
pub(crate) fn read_with<'de, T>(
    value: &'de Value,
    read: impl FnOnce(Placed<'_, 'de>) -> Option<Result<T, Error>>,
) -> Option<Result<T, Misread>> {
    let mut path = Vec::new();
    let read = read(Placed { value, path: &mut path })?;
    Some(read.map_err(|error| misread(error, path)))
}

/// Reads a bare word as the object whose only key is this word, with no parameters.
pub(crate) fn read_word<T, E: serde::de::Error>(
    word: &str,
    visitor: impl for<'de> Visitor<'de, Value = T>,
) -> Result<T, E> {
    let fields = Map::from_iter([(word.to_owned(), Value::Object(Map::new()))]);
    Placed { value: &Value::Null, path: &mut Vec::new() }.fields(&fields, visitor).map_err(E::custom)
}

/// The JSON pointer of these keys, cut at 1024 bytes.
pub fn join<'a>(parts: impl Iterator<Item = Cow<'a, str>>) -> String {
    let mut whole = String::new();
    for part in parts {
        if whole.len() + part.len() >= LONGEST_POINTER {
            break;
        }
        whole.push('/');
        whole.push_str(&part.replace('~', "~0").replace('/', "~1"));
    }
    whole
}

fn misread(error: Error, path: Vec<Step<'_>>) -> Misread {
    let parts = path.into_iter().map(|step| match step {
        Step::Key(key) => Cow::Borrowed(key),
        Step::Index(index) => Cow::Owned(index.to_string()),
    });
    Misread { pointer: join(parts), error }
}

#[derive(Clone, Copy)]
enum Step<'de> {
    Key(&'de str),
    Index(usize),
}

/// A value with the path that leads to it from the root. On failure the path stays in place for the report.
pub(crate) struct Placed<'path, 'de> {
    value: &'de Value,
    path: &'path mut Vec<Step<'de>>,
}

fn wrong_type(value: &Value, expected: &dyn Expected) -> Error {
    let found = match value {
        Value::Null => Unexpected::Unit,
        Value::Bool(is) => Unexpected::Bool(*is),
        Value::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(number), _) => Unexpected::Unsigned(number),
            (None, Some(number)) => Unexpected::Signed(number),
            (None, None) => Unexpected::Other("a number that is no integer"),
        },
        Value::String(text) => Unexpected::Str(text),
        Value::Array(_) => Unexpected::Seq,
        Value::Object(_) => Unexpected::Map,
    };
    Error::invalid_type(found, expected)
}

fn too_long(length: usize) -> Error {
    Error::invalid_length(length, &"fewer elements in array")
}

// The compiler instantiates a function with a visitor or a seed for each type of each game, so what depends
// on neither is in functions of its own.
impl<'path, 'de> Placed<'path, 'de> {
    fn list<V: Visitor<'de>>(self, items: &'de [Value], visitor: V) -> Result<V::Value, Error> {
        let mut rest = Items::new(items, self.path);
        let read = visitor.visit_seq(&mut rest);
        match rest.end(read.is_ok()) {
            Ok(()) => read,
            Err(error) => Err(error),
        }
    }

    fn fields<V: Visitor<'de>>(self, fields: &'de Map<String, Value>, visitor: V) -> Result<V::Value, Error> {
        let mut rest = Fields::new(fields, self.path);
        let read = visitor.visit_map(&mut rest);
        match rest.end(read.is_ok()) {
            Ok(()) => read,
            Err(error) => Err(error),
        }
    }

    fn word(self) -> Result<Word<'path, 'de>, Error> {
        let (word, value) = match self.value {
            Value::String(word) => (word, None),
            Value::Object(fields) => match (fields.iter().next(), fields.len()) {
                (Some((word, value)), 1) => (word, Some(value)),
                _ => return Err(Error::invalid_value(Unexpected::Map, &"map with a single key")),
            },
            other => return Err(wrong_type(other, &"string or map")),
        };
        Ok(Word { word, value, path: self.path })
    }
}

macro_rules! numbers {
    ($($read:ident)*) => { $(
        fn $read<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            match self.value {
                Value::Number(number) => number.deserialize_any(visitor),
                other => Err(wrong_type(other, &visitor)),
            }
        }
    )* };
}

impl<'de> Deserializer<'de> for Placed<'_, 'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            Value::Null => visitor.visit_unit(),
            Value::Bool(is) => visitor.visit_bool(*is),
            Value::Number(number) => number.deserialize_any(visitor),
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Array(items) => self.list(items, visitor),
            Value::Object(fields) => self.fields(fields, visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            Value::Bool(is) => visitor.visit_bool(*is),
            other => Err(wrong_type(other, &visitor)),
        }
    }

    numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.value.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            Value::String(text) => visitor.visit_borrowed_str(text),
            other => Err(wrong_type(other, &visitor)),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            Value::Array(items) => self.list(items, visitor),
            other => Err(wrong_type(other, &visitor)),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            Value::Object(fields) => self.fields(fields, visitor),
            other => Err(wrong_type(other, &visitor)),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_map(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(self.word()?)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        i128 u128 f32 f64 char bytes byte_buf unit unit_struct
    }
}

/// The items of a list. The path is cut when the next item is read and at the end, not after each item.
struct Items<'path, 'de> {
    items: slice::Iter<'de, Value>,
    length: usize,
    depth: usize,
    path: &'path mut Vec<Step<'de>>,
}

impl<'path, 'de> Items<'path, 'de> {
    fn new(items: &'de [Value], path: &'path mut Vec<Step<'de>>) -> Self {
        Items { items: items.iter(), length: items.len(), depth: path.len(), path }
    }

    fn next(&mut self) -> Option<Placed<'_, 'de>> {
        self.path.truncate(self.depth);
        let index = self.length - self.items.len();
        let value = self.items.next()?;
        self.path.push(Step::Index(index));
        Some(Placed { value, path: self.path })
    }

    /// Refuses items that were not read.
    fn end(self, is_read: bool) -> Result<(), Error> {
        if !is_read {
            return Ok(());
        }
        self.path.truncate(self.depth);
        if self.items.as_slice().is_empty() { Ok(()) } else { Err(too_long(self.length)) }
    }
}

impl<'de> SeqAccess<'de> for &mut Items<'_, 'de> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        match self.next() {
            Some(item) => seed.deserialize(item).map(Some),
            None => Ok(None),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

/// The fields of an object. The path is cut when the next key is read and at the end, not after each field.
struct Fields<'path, 'de> {
    fields: map::Iter<'de>,
    value: Option<&'de Value>,
    depth: usize,
    path: &'path mut Vec<Step<'de>>,
}

impl<'path, 'de> Fields<'path, 'de> {
    fn new(fields: &'de Map<String, Value>, path: &'path mut Vec<Step<'de>>) -> Self {
        Fields { fields: fields.iter(), value: None, depth: path.len(), path }
    }

    fn next(&mut self) -> Option<BorrowedStrDeserializer<'de, Error>> {
        self.path.truncate(self.depth);
        let (key, value) = self.fields.next()?;
        self.path.push(Step::Key(key));
        self.value = Some(value);
        Some(BorrowedStrDeserializer::new(key))
    }

    fn value(&mut self) -> Result<Placed<'_, 'de>, Error> {
        let value = self.value.take().ok_or_else(|| Error::custom("value is missing"))?;
        Ok(Placed { value, path: self.path })
    }

    /// Refuses fields that were not read: the reader of an enum takes the first word of an object.
    fn end(mut self, is_read: bool) -> Result<(), Error> {
        if !is_read {
            return Ok(());
        }
        self.path.truncate(self.depth);
        match self.fields.next() {
            None => Ok(()),
            Some((key, _)) => {
                self.path.push(Step::Key(key));
                Err(Error::custom("only one word can be here"))
            }
        }
    }
}

impl<'de> MapAccess<'de> for &mut Fields<'_, 'de> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        match self.next() {
            Some(key) => seed.deserialize(key).map(Some),
            None => Ok(None),
        }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Error> {
        seed.deserialize(self.value()?)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.fields.len())
    }
}

/// A word, alone or as the only key of an object.
struct Word<'path, 'de> {
    word: &'de str,
    value: Option<&'de Value>,
    path: &'path mut Vec<Step<'de>>,
}

impl<'path, 'de> Word<'path, 'de> {
    fn content(self, expected: &'static str) -> Result<Placed<'path, 'de>, Error> {
        let value = self.value.ok_or_else(|| Error::invalid_type(Unexpected::UnitVariant, &expected))?;
        self.path.push(Step::Key(self.word));
        Ok(Placed { value, path: self.path })
    }
}

impl<'path, 'de> EnumAccess<'de> for Word<'path, 'de> {
    type Error = Error;
    type Variant = Word<'path, 'de>;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Error> {
        let read = seed.deserialize(BorrowedStrDeserializer::new(self.word))?;
        Ok((read, self))
    }
}

impl<'de> VariantAccess<'de> for Word<'_, 'de> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        match self.value {
            None | Some(Value::Null) => Ok(()),
            Some(other) => Err(wrong_type(other, &"unit")),
        }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Error> {
        seed.deserialize(self.content("newtype variant")?)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.content("tuple variant")?.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.content("struct variant")?.deserialize_map(visitor)
    }
}
