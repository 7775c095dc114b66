//! Short forms of words. A word that nearly always has the same form can be written short. Reading accepts
//! both forms; writing uses the short one whenever it says everything, so that each text has one canonical
//! form.

use std::marker::PhantomData;

pub use rules_judge_derive::Keys;
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, DeserializeSeed, IntoDeserializer, MapAccess};
use serde::{Deserialize, Deserializer};

/// Adds integers to a schema.
#[cfg(feature = "schemas")]
pub fn or_number(schema: &mut schemars::Schema) {
    let description = schema.remove("description");
    let long = schema.clone();
    *schema = schemars::json_schema!({ "description": description, "anyOf": [{ "type": "integer" }, long] });
}

/// Lets a word be written as an integer; it must derive `Serialize` and `Deserialize` with `#[serde(remote =
/// "Self")]`.
macro_rules! short_number {
    (
        $language:ident: $bound:path, $name:ty, $expecting:literal,
        |$n:ident| $read:expr, |$word:ident| $write:expr
    ) => {
        impl<$language: $bound> serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let $word = self;
                let short: Option<i64> = $write;
                match short {
                    Some(number) => serializer.serialize_i64(number),
                    None => <$name>::serialize(self, serializer),
                }
            }
        }

        impl<'de, $language: $bound> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Visitor<$language>(std::marker::PhantomData<$language>);

                impl<'de, $language: $bound> serde::de::Visitor<'de> for Visitor<$language> {
                    type Value = $name;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        formatter.write_str($expecting)
                    }

                    fn visit_i64<E: serde::de::Error>(self, $n: i64) -> Result<Self::Value, E> {
                        Ok($read)
                    }

                    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Self::Value, E> {
                        let $n = i64::try_from(number).map_err(E::custom)?;
                        Ok($read)
                    }

                    fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<Self::Value, E> {
                        <$name>::deserialize(serde::de::value::StrDeserializer::new(word))
                    }

                    fn visit_map<A: serde::de::MapAccess<'de>>(
                        self,
                        map: A,
                    ) -> Result<Self::Value, A::Error> {
                        <$name>::deserialize(serde::de::value::MapAccessDeserializer::new(map))
                    }
                }

                deserializer.deserialize_any(Visitor(std::marker::PhantomData))
            }
        }
    };
}
pub(crate) use short_number;

/// An enum on the wire that tells its words.
pub trait Keys {
    /// The words, in the order of the declaration.
    const KEYS: &'static [&'static str];
}

/// A word with a short form and a form with fields.
pub trait ShortOrFields<'de>: Sized {
    /// The type of the short form.
    type Short: Deserialize<'de>;
    /// The fields of the long form.
    const FIELDS: &'static [&'static str];
    /// The expected value, for errors.
    const EXPECTING: &'static str;

    /// The word from its short form.
    fn short(short: Self::Short) -> Self;

    /// Reads the form with fields.
    ///
    /// # Errors
    /// The fields are not those of the word.
    fn with_fields<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;
}

/// Reads either form; the first key decides which.
///
/// # Errors
/// The value has neither form.
pub fn read<'de, T: ShortOrFields<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    struct Visitor<T>(PhantomData<T>);

    impl<'de, T: ShortOrFields<'de>> de::Visitor<'de> for Visitor<T> {
        type Value = T;

        fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            formatter.write_str(T::EXPECTING)
        }

        fn visit_str<E: de::Error>(self, word: &str) -> Result<T, E> {
            T::Short::deserialize(de::value::StrDeserializer::new(word)).map(T::short)
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<T, A::Error> {
            let first: Option<String> = map.next_key()?;
            let has_fields = first.as_deref().is_none_or(|key| T::FIELDS.contains(&key));
            let map = MapAccessDeserializer::new(Begun { first, rest: map });
            if has_fields { T::with_fields(map) } else { T::Short::deserialize(map).map(T::short) }
        }
    }

    deserializer.deserialize_any(Visitor(PhantomData))
}

/// A map whose first key has been read.
struct Begun<A> {
    first: Option<String>,
    rest: A,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Begun<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        match self.first.take() {
            Some(key) => seed.deserialize(key.into_deserializer()).map(Some),
            None => self.rest.next_key_seed(seed),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.rest.next_value_seed(seed)
    }
}
