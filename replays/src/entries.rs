//! The quick way to read a log: entries that stand in canonical bytes already are taken over as
//! they stand, and their fields are read straight into the game's action.
//!
//! It only ever says yes. Whatever is unusual — blanks inside an entry, keys in another order,
//! escapes, a mistake of any kind — is left to the reader in [`crate::format`], so that there is one
//! opinion about what is wrong and where.

use std::fmt;

use rules_judge_engine::games::Registered;
use rules_judge_engine::kernel::Seat;
use serde::de::value::BorrowedStrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde::forward_to_deserialize_any;

use crate::format::Entry;

/// How deep the fields of an entry are read quickly.
const DEEPEST: u8 = 8;

/// The entries of a list, if all of them can be read quickly. `most`: how many there may be.
pub(crate) fn read<G: Registered>(list: &str, most: usize) -> Option<Vec<Entry<G::Action>>> {
    let mut scan = Scan { text: list, at: 0 };
    let mut entries = Vec::with_capacity(list.len() / 40);
    scan.blanks();
    scan.take(b'[')?;
    scan.blanks();
    if scan.take(b']').is_none() {
        loop {
            if entries.len() >= most {
                return None;
            }
            entries.push(scan.entry::<G>()?);
            scan.blanks();
            if scan.take(b',').is_none() {
                scan.take(b']')?;
                break;
            }
            scan.blanks();
        }
    }
    scan.blanks();
    (scan.at == list.len()).then_some(entries)
}

struct Scan<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scan<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> Option<()> {
        (self.peek() == Some(byte)).then(|| self.at += 1)
    }

    fn blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn entry<G: Registered>(&mut self) -> Option<Entry<G::Action>> {
        let start = self.at;
        let (mut seat, mut kind) = (None, None);
        self.object(DEEPEST, |key, value| match key {
            "seat" => seat = Some(value),
            "type" => kind = Some(value),
            _ => {}
        })?;
        let raw = self.text.get(start..self.at)?;
        let seat = match seat? {
            "0" => Seat::Zero,
            "1" => Seat::One,
            _ => return None,
        };
        let kind = kind?.strip_prefix('"')?.strip_suffix('"')?;
        let action = G::read_action(kind, Fields(raw))?.ok()?;
        Some(Entry::sent_as(seat, action, raw.as_bytes()))
    }

    /// An object in canonical bytes; tells its keys and values as they stand.
    fn object(&mut self, depth: u8, mut tell: impl FnMut(&'a str, &'a str)) -> Option<()> {
        self.take(b'{')?;
        if self.take(b'}').is_some() {
            return Some(());
        }
        let mut before = "";
        loop {
            let key = self.string()?;
            // Other keys are ordered by the units of UTF-16.
            if key.is_empty() || !key.is_ascii() || key <= before {
                return None;
            }
            before = key;
            self.take(b':')?;
            let start = self.at;
            self.value(depth)?;
            tell(key, self.text.get(start..self.at)?);
            if self.take(b',').is_none() {
                return self.take(b'}');
            }
        }
    }

    fn list(&mut self, depth: u8) -> Option<()> {
        self.take(b'[')?;
        if self.take(b']').is_some() {
            return Some(());
        }
        loop {
            self.value(depth)?;
            if self.take(b',').is_none() {
                return self.take(b']');
            }
        }
    }

    fn value(&mut self, depth: u8) -> Option<()> {
        let deeper = depth.checked_sub(1)?;
        match self.peek()? {
            b'"' => self.string().map(|_| ()),
            b'{' => self.object(deeper, |_, _| {}),
            b'[' => self.list(deeper),
            b'0'..=b'9' | b'-' => self.number(),
            b't' => self.word("true"),
            b'f' => self.word("false"),
            b'n' => self.word("null"),
            _ => None,
        }
    }

    /// A text without escapes: its canonical bytes are those that stand there.
    fn string(&mut self) -> Option<&'a str> {
        self.take(b'"')?;
        let rest = self.text.as_bytes().get(self.at..)?;
        let length = rest.iter().position(|byte| *byte == b'"' || *byte == b'\\' || *byte < b' ')?;
        let text = self.text.get(self.at..self.at + length)?;
        self.at += length;
        self.take(b'"').map(|()| text)
    }

    /// An integer. That it is not too large has been seen to before.
    fn number(&mut self) -> Option<()> {
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        let rest = self.text.as_bytes().get(self.at..)?;
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits == 0 || (digits > 1 && rest.first() == Some(&b'0')) {
            return None;
        }
        self.at += digits;
        Some(())
    }

    fn word(&mut self, word: &str) -> Option<()> {
        self.text.get(self.at..)?.starts_with(word).then(|| self.at += word.len())
    }
}

/// An entry's fields without `seat` and `type`.
struct Fields<'a>(&'a str);

impl<'de> Deserializer<'de> for Fields<'de> {
    type Error = serde_json::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        serde_json::Deserializer::from_str(self.0).deserialize_map(Own(visitor))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// Hands a map on without the keys that belong to the entry, not to the action.
struct Own<V>(V);

impl<'de, V: Visitor<'de>> Visitor<'de> for Own<V> {
    type Value = V::Value;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(out)
    }

    fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<V::Value, M::Error> {
        self.0.visit_map(Own(map))
    }
}

impl<'de, M: MapAccess<'de>> MapAccess<'de> for Own<M> {
    type Error = M::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, M::Error> {
        while let Some(key) = self.0.next_key::<&'de str>()? {
            if key != "seat" && key != "type" {
                return seed.deserialize(BorrowedStrDeserializer::new(key)).map(Some);
            }
            self.0.next_value::<IgnoredAny>()?;
        }
        Ok(None)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, M::Error> {
        self.0.next_value_seed(seed)
    }
}
