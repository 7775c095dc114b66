//! Finds the cards that serialised data name by the name of their type, independently of the engine's own
//! way.

use std::fmt;

use rules_judge_engine::kernel::CardId;
use serde::ser::{
    Error, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

/// Every card that a value names.
pub fn written<T: Serialize + ?Sized>(value: &T) -> Vec<CardId> {
    let mut found = Vec::new();
    // This serializer never fails.
    let _written: Result<(), Never> = value.serialize(Cards { found: &mut found, is_card: false });
    found
}

struct Cards<'f> {
    found: &'f mut Vec<CardId>,
    /// Whether the next number is that of a card.
    is_card: bool,
}

/// The error of a serializer that never fails.
#[derive(Debug)]
struct Never;

impl fmt::Display for Never {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("nothing goes wrong")
    }
}

impl std::error::Error for Never {}

impl Error for Never {
    fn custom<T: fmt::Display>(_: T) -> Never {
        Never
    }
}

impl Cards<'_> {
    fn inner<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
        value.serialize(Cards { found: self.found, is_card: false })
    }
}

macro_rules! no_cards {
    ($($method:ident($($argument:ty),*)),* $(,)?) => {
        $( fn $method(self, $(_: $argument),*) -> Result<(), Never> { Ok(()) } )*
    };
}

macro_rules! inner_parts {
    ($($method:ident($($argument:ty),*)),* $(,)?) => {
        $( fn $method(self, $(_: $argument),*) -> Result<Self, Never> { Ok(self) } )*
    };
}

impl<'f> Serializer for Cards<'f> {
    type Ok = ();
    type Error = Never;
    type SerializeSeq = Cards<'f>;
    type SerializeTuple = Cards<'f>;
    type SerializeTupleStruct = Cards<'f>;
    type SerializeTupleVariant = Cards<'f>;
    type SerializeMap = Cards<'f>;
    type SerializeStruct = Cards<'f>;
    type SerializeStructVariant = Cards<'f>;

    no_cards! {
        serialize_bool(bool), serialize_i8(i8), serialize_i16(i16), serialize_i32(i32), serialize_i64(i64),
        serialize_u8(u8), serialize_u32(u32), serialize_u64(u64), serialize_f32(f32), serialize_f64(f64),
        serialize_char(char), serialize_str(&str), serialize_bytes(&[u8]), serialize_none(), serialize_unit(),
        serialize_unit_struct(&'static str), serialize_unit_variant(&'static str, u32, &'static str),
    }

    fn serialize_u16(self, number: u16) -> Result<(), Never> {
        if self.is_card {
            self.found.push(CardId(number));
        }
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(mut self, value: &T) -> Result<(), Never> {
        self.inner(value)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Never> {
        value.serialize(Cards { is_card: name == "CardId", ..self })
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        mut self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), Never> {
        self.inner(value)
    }

    inner_parts! {
        serialize_seq(Option<usize>), serialize_tuple(usize), serialize_tuple_struct(&'static str, usize),
        serialize_tuple_variant(&'static str, u32, &'static str, usize), serialize_map(Option<usize>),
        serialize_struct(&'static str, usize),
        serialize_struct_variant(&'static str, u32, &'static str, usize),
    }
}

macro_rules! parts {
    ($($part:ident: $($method:ident($($argument:ty)?)),*;)*) => { $(
        impl $part for Cards<'_> {
            type Ok = ();
            type Error = Never;

            $( fn $method<T>(&mut self, $(_: $argument,)? value: &T) -> Result<(), Never>
            where
                T: Serialize + ?Sized,
            {
                self.inner(value)
            } )*

            fn end(self) -> Result<(), Never> {
                Ok(())
            }
        }
    )* };
}

parts! {
    SerializeSeq: serialize_element();
    SerializeTuple: serialize_element();
    SerializeTupleStruct: serialize_field();
    SerializeTupleVariant: serialize_field();
    SerializeMap: serialize_key(), serialize_value();
    SerializeStruct: serialize_field(&'static str);
    SerializeStructVariant: serialize_field(&'static str);
}
