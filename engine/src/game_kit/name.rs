//! Names of cards, in one text or in one for each language, and how answers show names.

use std::borrow::Cow;
use std::fmt;

use super::findings;
use crate::schema::JsonSchema;
#[cfg(feature = "schemas")]
use schemars::{Schema, SchemaGenerator};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::abilities::spelling::{composed, read};
use crate::abilities::{Language, Lint};

/// Whether a character is invisible and changes how its neighbours are shown or read: a control, a line or
/// paragraph separator, a mark of direction, or an annotation.
fn is_control(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{61c}'
                | '\u{200e}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
        )
}

/// A name as answers show it: without controls, which could forge lines or reverse the sentence.
pub fn plain(name: &str) -> Cow<'_, str> {
    match name.contains(is_control) {
        true => name.chars().filter(|character| !is_control(*character)).collect(),
        false => name.into(),
    }
}

/// A name for a sentence: isolated if it has right-to-left letters, so that it does not reorder the rest.
pub fn in_sentence(name: &str) -> Cow<'_, str> {
    let name = plain(name);
    let from_right = |character: char| {
        matches!(
            character,
            '\u{590}'..='\u{8ff}'
                | '\u{fb1d}'..='\u{fdff}'
                | '\u{fe70}'..='\u{fefe}'
                | '\u{10800}'..='\u{10fff}'
                | '\u{1e800}'..='\u{1efff}'
        )
    };
    if name.contains(from_right) { format!("\u{2068}{name}\u{2069}").into() } else { name }
}

/// The name of a card: as in the pool, and as in answers.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Name {
    sent: Sent,
    /// The texts without controls, for names that have some.
    shown: Option<Box<[String; 3]>>,
}

/// The name of a card: one text, or one for each language. Rules that speak of names read the printed one:
/// that in Traditional Chinese, or else the first there is. It is read in the composed form, in which names
/// are compared.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(untagged)]
enum Sent {
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
    /// The text in each language, the printed one first.
    fn texts(&self) -> [(&'static str, Option<&str>); 3] {
        [
            ("zh-Hant", self.zh_hant.as_deref()),
            ("zh-Hans", self.zh_hans.as_deref()),
            ("en", self.en.as_deref()),
        ]
    }
}

impl Default for Sent {
    fn default() -> Sent {
        Sent::One(String::new())
    }
}

impl From<&str> for Name {
    fn from(text: &str) -> Name {
        Sent::One(text.to_owned()).into()
    }
}

impl From<NameTexts> for Name {
    fn from(texts: NameTexts) -> Name {
        Sent::Each(texts).into()
    }
}

impl From<Sent> for Name {
    fn from(sent: Sent) -> Name {
        let texts = [0, 1, 2].map(|language| sent.text(language));
        let has_controls = texts.iter().any(|text| text.contains(is_control));
        let shown = has_controls.then(|| Box::new(texts.map(|text| plain(text).into_owned())));
        Name { sent, shown }
    }
}

impl Sent {
    fn printed(&self) -> &str {
        match self {
            Sent::One(text) => text,
            Sent::Each(texts) => texts.texts().into_iter().find_map(|(_, text)| text).unwrap_or_default(),
        }
    }

    fn text(&self, language: usize) -> &str {
        let text = match self {
            Sent::One(text) => Some(text.as_str()),
            Sent::Each(texts) => match language {
                0 => texts.en.as_deref(),
                1 => texts.zh_hant.as_deref(),
                _ => texts.zh_hans.as_deref(),
            },
        };
        text.unwrap_or_else(|| self.printed())
    }
}

impl Name {
    /// The printed name, which rules read.
    pub fn printed(&self) -> &str {
        self.sent.printed()
    }

    /// The name in the language at this index of [`Texts`](crate::verdict::Texts), as answers show it.
    pub fn text(&self, language: usize) -> &str {
        match &self.shown {
            Some(shown) => shown.get(language).map_or("", String::as_str),
            None => self.sent.text(language),
        }
    }

    /// Reports texts that are empty or invisible; `field` is the name's field.
    pub fn lint<L: Language>(&self, field: &str, lint: &mut Lint<'_, L>) {
        let mut find = |place: &str, message| lint.inside(place, |lint| lint.find("empty_name", message));
        let is_empty = |text: &str| plain(text).trim().is_empty();
        match &self.sent {
            Sent::One(text) if is_empty(text) => find(field, findings::empty_name()),
            Sent::One(_) => {}
            Sent::Each(texts) if *texts == NameTexts::default() => {
                find(field, findings::nameless());
            }
            Sent::Each(texts) => {
                for (language, text) in texts.texts() {
                    if text.is_some_and(is_empty) {
                        find(&format!("{field}/{language}"), findings::empty_name());
                    }
                }
            }
        }
    }
}

impl Serialize for Name {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.sent.serialize(serializer)
    }
}

#[cfg(feature = "schemas")]
impl JsonSchema for Name {
    fn schema_name() -> Cow<'static, str> {
        "Name".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Sent::json_schema(generator)
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
                Ok(Sent::One(composed(text).into_owned()).into())
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Name, A::Error> {
                NameTexts::deserialize(MapAccessDeserializer::new(map)).map(Name::from)
            }
        }

        reader.deserialize_any(Either)
    }
}
