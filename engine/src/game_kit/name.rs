//! Names of cards: one text, or one for each language.

use std::fmt;

use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::abilities::spelling::{composed, read};
use crate::abilities::{Language, Lint};

/// The name of a card: one text, or one for each language. Rules that speak of names read the printed one: that in
/// Traditional Chinese, or else the first there is. It is read in the composed form, in which names are compared.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Name {
    /// The same in every language.
    One(String),
    /// One for each language; one that is left out is the printed one.
    Each(NameTexts),
}

/// A name for each language.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("minProperties" = 1))]
pub struct NameTexts {
    /// In English.
    #[serde(default, deserialize_with = "read", skip_serializing_if = "Option::is_none")]
    pub en: Option<String>,
    /// In Simplified Chinese.
    #[serde(default, deserialize_with = "read", rename = "zh-Hans", skip_serializing_if = "Option::is_none")]
    pub zh_hans: Option<String>,
    /// In Traditional Chinese: the printed name, if it is there.
    #[serde(default, deserialize_with = "read", rename = "zh-Hant", skip_serializing_if = "Option::is_none")]
    pub zh_hant: Option<String>,
}

impl NameTexts {
    /// Each with its language, the printed one first.
    fn texts(&self) -> [(&'static str, Option<&str>); 3] {
        [
            ("zh-Hant", self.zh_hant.as_deref()),
            ("zh-Hans", self.zh_hans.as_deref()),
            ("en", self.en.as_deref()),
        ]
    }
}

impl Default for Name {
    fn default() -> Name {
        Name::One(String::new())
    }
}

impl From<&str> for Name {
    fn from(text: &str) -> Name {
        Name::One(text.to_owned())
    }
}

impl Name {
    /// The printed name: the one that rules read.
    pub fn printed(&self) -> &str {
        match self {
            Name::One(text) => text,
            Name::Each(texts) => texts.texts().into_iter().find_map(|(_, text)| text).unwrap_or_default(),
        }
    }

    /// The name in the language of this place in [`Texts`](crate::verdict::Texts).
    pub fn text(&self, language: usize) -> &str {
        let text = match self {
            Name::One(text) => Some(text.as_str()),
            Name::Each(texts) => match language {
                0 => texts.en.as_deref(),
                1 => texts.zh_hant.as_deref(),
                _ => texts.zh_hans.as_deref(),
            },
        };
        text.unwrap_or_else(|| self.printed())
    }

    /// Finds texts with nothing in them; the name stands in this field.
    pub fn lint<L: Language>(&self, field: &str, lint: &mut Lint<'_, L>) {
        const EMPTY: &str = "a name is not empty";
        let mut find =
            |place: &str, message: &str| lint.inside(place, |lint| lint.find("empty_name", message));
        match self {
            Name::One(text) if text.trim().is_empty() => find(field, EMPTY),
            Name::One(_) => {}
            Name::Each(texts) if *texts == NameTexts::default() => {
                find(field, "a name has a text in at least one language");
            }
            Name::Each(texts) => {
                for (language, text) in texts.texts() {
                    if text.is_some_and(|text| text.trim().is_empty()) {
                        find(&format!("{field}/{language}"), EMPTY);
                    }
                }
            }
        }
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Name, D::Error> {
        struct Either;

        impl<'de> Visitor<'de> for Either {
            type Value = Name;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str(
                    "a name, or an object with one for each of the languages en, zh-Hans and zh-Hant",
                )
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Name, E> {
                Ok(Name::One(composed(text).into_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Name, A::Error> {
                NameTexts::deserialize(MapAccessDeserializer::new(map)).map(Name::Each)
            }
        }

        reader.deserialize_any(Either)
    }
}
