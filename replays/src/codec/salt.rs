//! Salts: random digits that make the digests of a header without a seed impossible to guess.

#[cfg(feature = "schemas")]
use std::borrow::Cow;
use std::fmt;

#[cfg(feature = "schemas")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserializer, Error, Visitor};
use serde::{Deserialize, Serialize};

/// The fewest digits of a salt: 128 bits, too many to try.
pub const LEAST_DIGITS: usize = 32;
/// The most digits of a salt: those of a seed.
pub const MOST_DIGITS: usize = 64;

/// 32 to 64 random lower-case hexadecimal digits, which the header contains as sent. `Debug` does not show
/// them.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Salt(String);

impl Salt {
    /// Reads a salt; `None`: other digits, too few or too many.
    pub fn of(text: &str) -> Option<Salt> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let fits = (LEAST_DIGITS..=MOST_DIGITS).contains(&text.len()) && text.bytes().all(is_digit);
        fits.then(|| Salt(text.to_owned()))
    }
}

impl fmt::Debug for Salt {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Salt(hidden)")
    }
}

impl<'de> Deserialize<'de> for Salt {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Salt, D::Error> {
        struct Text;

        impl Visitor<'_> for Text {
            type Value = Salt;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(out, "a text of {LEAST_DIGITS} to {MOST_DIGITS} lower-case hexadecimal digits")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Salt, E> {
                let wrong = || {
                    E::custom(format!(
                        "this has to be {LEAST_DIGITS} to {MOST_DIGITS} lower-case hexadecimal digits"
                    ))
                };
                Salt::of(text).ok_or_else(wrong)
            }
        }

        deserializer.deserialize_str(Text)
    }
}

#[cfg(feature = "schemas")]
impl JsonSchema for Salt {
    fn schema_name() -> Cow<'static, str> {
        "Salt".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "pattern": format!("^[0-9a-f]{{{LEAST_DIGITS},{MOST_DIGITS}}}$"),
            "examples": ["00112233445566778899aabbccddeeff"],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_salt_has_so_many_digits_of_one_form() {
        for (text, is_salt) in [
            ("0".repeat(31), false),
            ("0".repeat(32), true),
            ("f".repeat(33), true),
            ("a".repeat(64), true),
            ("a".repeat(65), false),
            ("A".repeat(32), false),
            ("g".repeat(32), false),
            (format!(" {}", "0".repeat(32)), false),
            (String::new(), false),
        ] {
            assert_eq!(Salt::of(&text).is_some(), is_salt, "{text:?}");
            assert_eq!(serde_json::from_value::<Salt>(text.clone().into()).is_ok(), is_salt, "{text:?}");
        }
        let salt = Salt::of(&"5".repeat(32));
        assert_eq!(format!("{salt:?}"), "Some(Salt(hidden))");
    }
}
