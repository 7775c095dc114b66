//! Values with two forms, which the kind of the JSON value tells apart. A derived reader of such an enum
//! keeps the whole value in a buffer and reads it from there once for each form; these readers keep nothing,
//! and the place of a fault is that of the part which is wrong.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::{I64Deserializer, MapAccessDeserializer, StrDeserializer, U64Deserializer};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};

/// A number or a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberOrWord<N, W> {
    /// A number.
    Number(N),
    /// A word.
    Word(W),
}

impl<'de, N: Deserialize<'de>, W: Deserialize<'de>> Deserialize<'de> for NumberOrWord<N, W> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either<N, W>(PhantomData<(N, W)>);

        impl<'de, N: Deserialize<'de>, W: Deserialize<'de>> Visitor<'de> for Either<N, W> {
            type Value = NumberOrWord<N, W>;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("a whole number or a word")
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Self::Value, E> {
                N::deserialize(I64Deserializer::new(number)).map(NumberOrWord::Number)
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Self::Value, E> {
                N::deserialize(U64Deserializer::new(number)).map(NumberOrWord::Number)
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<Self::Value, E> {
                W::deserialize(StrDeserializer::new(word)).map(NumberOrWord::Word)
            }

            // Every word may also be the only key of an object.
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                W::deserialize(MapAccessDeserializer::new(map)).map(NumberOrWord::Word)
            }
        }

        deserializer.deserialize_any(Either(PhantomData))
    }
}

/// Reads an enum that is a number or a word, by its variant for each.
macro_rules! number_or_word {
    ($name:ident: $number:ident or $word:ident) => {
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                use crate::either::NumberOrWord;
                Ok(match NumberOrWord::deserialize(deserializer)? {
                    NumberOrWord::Number(number) => $name::$number(number),
                    NumberOrWord::Word(word) => $name::$word(word),
                })
            }
        }
    };
}
pub(crate) use number_or_word;
