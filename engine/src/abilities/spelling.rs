//! Names for comparison: in Unicode's composed form (NFC), so that two spellings of a name are equal. Every
//! reader of card names and of texts that are compared with names uses this module.

use std::borrow::Cow;
use std::ops::Deref;

use icu_normalizer::ComposingNormalizerBorrowed;
#[cfg(feature = "schemas")]
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize};

/// The composed form of a text.
pub fn composed(text: &str) -> Cow<'_, str> {
    ComposingNormalizerBorrowed::new_nfc().normalize(text)
}

/// A value that has names in it.
pub trait Spelled: Sized {
    /// The value with its names in composed form.
    #[must_use]
    fn composed(self) -> Self;
}

impl Spelled for String {
    fn composed(self) -> String {
        match composed(&self) {
            Cow::Borrowed(_) => self,
            Cow::Owned(text) => text,
        }
    }
}

impl<T: Spelled> Spelled for Vec<T> {
    fn composed(self) -> Vec<T> {
        self.into_iter().map(T::composed).collect()
    }
}

impl<T: Spelled> Spelled for Option<T> {
    fn composed(self) -> Option<T> {
        self.map(T::composed)
    }
}

/// Reads a field that has names.
///
/// # Errors
/// The value has another type.
pub fn read<'de, D: Deserializer<'de>, T: Spelled + Deserialize<'de>>(reader: D) -> Result<T, D::Error> {
    T::deserialize(reader).map(T::composed)
}

/// A text that is compared with names, in composed form.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Spelling(String);

impl Deref for Spelling {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for Spelling {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Spelling, D::Error> {
        read(reader).map(Spelling)
    }
}

/// Any text is valid.
#[cfg(feature = "schemas")]
impl JsonSchema for Spelling {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        String::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }
}
