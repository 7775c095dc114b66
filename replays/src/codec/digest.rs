//! Digests, seeds, commits and reveals: 32 bytes each, a type for each, and one strict text form, so that
//! equal values have equal texts.

#[cfg(feature = "schemas")]
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

#[cfg(feature = "schemas")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserializer, Error, Visitor};
use serde::{Deserialize, Serialize, Serializer};
use sha2::{Digest as _, Sha256};

/// A text that is not the text form of the type that was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BadHex {
    prefix: &'static str,
}

impl fmt::Display for BadHex {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.prefix {
            "" => write!(out, "this has to be 64 lower-case hexadecimal digits"),
            prefix => write!(out, "this has to be \"{prefix}\" and 64 lower-case hexadecimal digits"),
        }
    }
}

impl std::error::Error for BadHex {}

fn parse(text: &str, prefix: &'static str) -> Result<[u8; 32], BadHex> {
    let bad = BadHex { prefix };
    let digits = text.strip_prefix(prefix).ok_or(bad)?;
    if digits.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return Err(bad);
    }
    let mut bytes = [0; 32];
    hex::decode_to_slice(digits, &mut bytes).map_err(|_| bad)?;
    Ok(bytes)
}

struct Text<T>(PhantomData<T>, &'static str);

impl<T: FromStr<Err = BadHex>> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "a text of \"{}\" and 64 lower-case hexadecimal digits", self.1)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

macro_rules! text_form {
    ($name:ident, $prefix:literal) => {
        impl fmt::Display for $name {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                let mut text = [0; $prefix.len() + 64];
                let (prefix, digits) = text.split_at_mut($prefix.len());
                prefix.copy_from_slice($prefix.as_bytes());
                hex::encode_to_slice(self.0, digits).map_err(|_| fmt::Error)?;
                out.write_str(std::str::from_utf8(&text).map_err(|_| fmt::Error)?)
            }
        }

        impl FromStr for $name {
            type Err = BadHex;

            fn from_str(text: &str) -> Result<$name, BadHex> {
                parse(text, $prefix).map($name)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        #[cfg(feature = "schemas")]
        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({
                    "type": "string",
                    "pattern": concat!("^", $prefix, "[0-9a-f]{64}$"),
                    "examples": [concat!(
                        $prefix, "00000000000000000000000000000000", "00000000000000000000000000000007"
                    )],
                })
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                deserializer.deserialize_str(Text(PhantomData, $prefix))
            }
        }
    };
}

macro_rules! hidden_when_debugged {
    ($name:ident) => {
        impl fmt::Debug for $name {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str(concat!(stringify!($name), "(hidden)"))
            }
        }
    };
}

/// A SHA-256 digest. Text form, also in serde: `sha256:` and 64 lower-case hexadecimal digits;
/// anything else is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digest(pub [u8; 32]);

/// The seed of all randomness of one game. Text form, also in serde: 64 lower-case hexadecimal
/// digits. It gives away every hidden card, so `Debug` does not show it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed(pub [u8; 32]);

/// What a seat publishes before the game: SHA-256 of its [`Reveal`]. Text form, also in serde: 64
/// lower-case hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Commit(pub [u8; 32]);

/// A seat's share of the seed, 32 bytes of its own choice. Text form, also in serde: 64 lower-case
/// hexadecimal digits. `Debug` does not show it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Reveal(pub [u8; 32]);

text_form!(Digest, "sha256:");
text_form!(Seed, "");
text_form!(Commit, "");
text_form!(Reveal, "");
hidden_when_debugged!(Seed);
hidden_when_debugged!(Reveal);

impl Digest {
    /// SHA-256 of `bytes`.
    pub fn of(bytes: &[u8]) -> Digest {
        Digest::of_parts(&[bytes])
    }

    /// SHA-256 of these 32 bytes followed by `bytes`.
    pub fn followed_by(self, bytes: &[u8]) -> Digest {
        Digest(Sha256::new_with_prefix(self.0).chain_update(bytes).finalize().into())
    }

    /// SHA-256 of the parts one after the other, nothing in between.
    pub fn of_parts(parts: &[&[u8]]) -> Digest {
        let mut hasher = Sha256::new();
        for part in parts {
            hasher.update(part);
        }
        Digest(hasher.finalize().into())
    }
}
