//! Writes what a game defines as JSON, without blanks.
//!
//! The compiler instantiates a serialiser for each type of each game, so one serves actions, pools, positions
//! and views, and what depends on no type is in functions of its own. It writes the same text as
//! `serde_json`.

use serde::ser::{
    Error as _, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
    SerializeTuple, SerializeTupleStruct, SerializeTupleVariant, Serializer,
};
use serde_json::Error;

/// The JSON text of a value.
///
/// # Errors
/// Those of its own `Serialize`; and the value has a number that is no integer, or a key that is neither a
/// text nor a number. Text that is JSON already (`RawValue`) is refused.
pub fn write<T: Serialize + ?Sized>(value: &T) -> Result<String, Error> {
    let mut writer = Writer { out: String::new() };
    value.serialize(&mut writer)?;
    Ok(writer.out)
}

struct Writer {
    out: String,
}

impl Writer {
    /// The comma before an item or a key, unless it is the first one.
    fn separate(&mut self) {
        if !self.out.ends_with(['[', '{']) {
            self.out.push(',');
        }
    }

    fn text(&mut self, text: &str) {
        let is_escaped = |byte: u8| byte < b' ' || byte == b'"' || byte == b'\\';
        self.out.push('"');
        let mut rest = text;
        while let Some(at) = rest.bytes().position(is_escaped) {
            let (plain, from_escaped) = rest.split_at(at);
            self.out.push_str(plain);
            let mut letters = from_escaped.chars();
            self.out.extend(letters.next().map(escaped).into_iter().flatten());
            rest = letters.as_str();
        }
        self.out.push_str(rest);
        self.out.push('"');
    }

    fn signed(&mut self, number: i64) {
        self.out.push_str(itoa::Buffer::new().format(number));
    }

    fn unsigned(&mut self, number: u64) {
        self.out.push_str(itoa::Buffer::new().format(number));
    }

    /// The key of a field, up to its colon.
    fn key(&mut self, key: &str) {
        self.separate();
        self.text(key);
        self.out.push(':');
    }

    /// Begins a variant with content, up to the colon.
    fn variant(&mut self, variant: &str) {
        self.out.push('{');
        self.text(variant);
        self.out.push(':');
    }

    /// Begins the content of a structure, a list or both.
    fn begin(&mut self, open: char, close: &'static str) -> Content<'_> {
        self.out.push(open);
        Content { writer: self, close }
    }

    /// Puts quotes around the key of a map that began here and is a number.
    fn quote(&mut self, start: usize) -> Result<(), Error> {
        match self.out.as_bytes().get(start) {
            Some(b'"') => Ok(()),
            Some(b'-' | b'0'..=b'9') => {
                self.out.insert(start, '"');
                self.out.push('"');
                Ok(())
            }
            _ => Err(Error::custom("key must be a string")),
        }
    }
}

/// A letter that JSON escapes.
fn escaped(letter: char) -> impl Iterator<Item = char> {
    let short = match letter {
        '\u{8}' => 'b',
        '\t' => 't',
        '\n' => 'n',
        '\u{c}' => 'f',
        '\r' => 'r',
        '"' | '\\' => letter,
        _ => 'u',
    };
    let code = (short == 'u').then(|| [4, 0].map(|shift| (u32::from(letter) >> shift) & 15));
    let digits = code.into_iter().flatten().filter_map(|digit| char::from_digit(digit, 16));
    let zeros = (short == 'u').then_some(['0', '0']);
    ['\\', short].into_iter().chain(zeros.into_iter().flatten()).chain(digits)
}

fn no_integer<T>() -> Result<T, Error> {
    Err(Error::custom("a number that is no integer"))
}

macro_rules! numbers {
    ($($write:ident($type:ty) as $as:ident;)*) => { $(
        fn $write(self, value: $type) -> Result<(), Error> {
            self.$as(value.into());
            Ok(())
        }
    )* };
}

impl<'w> Serializer for &'w mut Writer {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Content<'w>;
    type SerializeTuple = Content<'w>;
    type SerializeTupleStruct = Content<'w>;
    type SerializeTupleVariant = Content<'w>;
    type SerializeMap = Content<'w>;
    type SerializeStruct = Content<'w>;
    type SerializeStructVariant = Content<'w>;

    numbers! {
        serialize_i8(i8) as signed;
        serialize_i16(i16) as signed;
        serialize_i32(i32) as signed;
        serialize_i64(i64) as signed;
        serialize_u8(u8) as unsigned;
        serialize_u16(u16) as unsigned;
        serialize_u32(u32) as unsigned;
        serialize_u64(u64) as unsigned;
    }

    fn serialize_f32(self, _: f32) -> Result<(), Error> {
        no_integer()
    }

    fn serialize_f64(self, _: f64) -> Result<(), Error> {
        no_integer()
    }

    fn serialize_bool(self, value: bool) -> Result<(), Error> {
        self.out.push_str(if value { "true" } else { "false" });
        Ok(())
    }

    fn serialize_char(self, value: char) -> Result<(), Error> {
        self.text(value.encode_utf8(&mut [0; 4]));
        Ok(())
    }

    fn serialize_str(self, value: &str) -> Result<(), Error> {
        self.text(value);
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), Error> {
        self.collect_seq(value)
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.out.push_str("null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Error> {
        self.text(variant);
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        self.variant(variant);
        value.serialize(&mut *self)?;
        self.out.push('}');
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Content<'w>, Error> {
        Ok(self.begin('[', "]"))
    }

    fn serialize_tuple(self, _: usize) -> Result<Content<'w>, Error> {
        Ok(self.begin('[', "]"))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Content<'w>, Error> {
        Ok(self.begin('[', "]"))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Content<'w>, Error> {
        self.variant(variant);
        Ok(self.begin('[', "]}"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Content<'w>, Error> {
        Ok(self.begin('{', "}"))
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Content<'w>, Error> {
        match name.starts_with('$') {
            true => Err(Error::custom("text that is JSON already")),
            false => Ok(self.begin('{', "}")),
        }
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Content<'w>, Error> {
        self.variant(variant);
        Ok(self.begin('{', "}}"))
    }

    fn collect_seq<I: IntoIterator<Item: Serialize>>(self, items: I) -> Result<(), Error> {
        self.out.push('[');
        for item in items {
            self.separate();
            item.serialize(&mut *self)?;
        }
        self.out.push(']');
        Ok(())
    }
}

/// The content of a structure, a list or a variant.
struct Content<'w> {
    writer: &'w mut Writer,
    close: &'static str,
}

impl Content<'_> {
    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.writer.separate();
        value.serialize(&mut *self.writer)
    }

    fn field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Error> {
        self.writer.key(key);
        value.serialize(&mut *self.writer)
    }

    fn close(self) -> Result<(), Error> {
        self.writer.out.push_str(self.close);
        Ok(())
    }
}

macro_rules! contents {
    ($( $trait:ident: $write:ident($($key:ident)?) by $by:ident; )*) => { $(
        impl $trait for Content<'_> {
            type Ok = ();
            type Error = Error;

            fn $write<T: Serialize + ?Sized>(
                &mut self,
                $($key: &'static str,)?
                value: &T,
            ) -> Result<(), Error> {
                self.$by($($key,)? value)
            }

            fn end(self) -> Result<(), Error> {
                self.close()
            }
        }
    )* };
}

contents! {
    SerializeSeq: serialize_element() by item;
    SerializeTuple: serialize_element() by item;
    SerializeTupleStruct: serialize_field() by item;
    SerializeTupleVariant: serialize_field() by item;
    SerializeStruct: serialize_field(key) by field;
    SerializeStructVariant: serialize_field(key) by field;
}

impl SerializeMap for Content<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.writer.separate();
        let start = self.writer.out.len();
        key.serialize(&mut *self.writer)?;
        self.writer.quote(start)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.writer.out.push(':');
        value.serialize(&mut *self.writer)
    }

    fn end(self) -> Result<(), Error> {
        self.close()
    }
}
