//! The quick way to read a replay: what stands in canonical bytes already is taken over as it stands, and the
//! fields of its entries are read straight into the game's action.
//!
//! It only ever says yes. Whatever is unusual — blanks inside an entry, keys in another order,
//! escapes, a mistake of any kind — is left to the reader in [`crate::format`], so that there is one
//! opinion about what is wrong and where.

use std::ops::Range;

use rules_judge_engine::games::Registered;
use rules_judge_engine::kernel::Seat;
use serde::de::value::BorrowedStrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde::forward_to_deserialize_any;
use smallvec::SmallVec;

use crate::format::{ENTRY_LIMIT, Entry};

/// How deep the fields of an entry, a player or a replay are read quickly.
const DEEPEST: u8 = 8;
/// How deep a list of such entries or players is.
pub(crate) const DEEPEST_LOG: usize = 2 + DEEPEST as usize;

/// What room is made for at once: an entry of so many bytes and so many fields, and no more entries than these.
const SHORTEST_ENTRY: usize = 30;
const FEW_FIELDS: usize = 4;
const MOST_ROOM: usize = 4_096;

/// Fields of an entry in the mean, above which a log is not read quickly: no action has so many.
const MOST_FIELDS: usize = 16;

/// A key and its value, as they stand in the text.
pub(crate) type Field<'a> = (&'a str, &'a str);

/// A list of objects, as the entries of a log, all of them in canonical bytes: looked through, but not read yet.
#[derive(Debug, Clone)]
pub(crate) struct Objects<'a> {
    /// Where it stands.
    pub(crate) place: Range<usize>,
    /// Its lists, objects and commas, and how many of them are lists and objects.
    pub(crate) values: usize,
    pub(crate) nodes: usize,
    /// Each object, and where its fields end among all fields.
    ends: Vec<(&'a str, usize)>,
    fields: Vec<Field<'a>>,
}

impl<'a> Objects<'a> {
    /// Looks the log through whose bracket stands at `start`.
    pub(crate) fn log(text: &'a str, start: usize) -> Option<Objects<'a>> {
        let left = text.len() - start.min(text.len());
        Objects::scan(text, start, (left / SHORTEST_ENTRY).min(MOST_ROOM), ENTRY_LIMIT)
    }

    /// Looks the list through whose bracket stands at `start`; room is made at once for so many objects, and there
    /// are no more than `most`.
    fn scan(text: &'a str, start: usize, room: usize, most: usize) -> Option<Objects<'a>> {
        let mut scan = Scan { text, at: start, values: 0, nodes: 0 };
        let (mut ends, mut fields) = (Vec::with_capacity(room), Vec::with_capacity(room * FEW_FIELDS));
        scan.open(b'[')?;
        scan.blanks();
        if scan.take(b']').is_none() {
            loop {
                let start = scan.at;
                let room = MOST_FIELDS * (ends.len() + 2);
                scan.object(DEEPEST, &mut |key, value| {
                    fields.push((key, value));
                    (fields.len() <= room).then_some(())
                })?;
                ends.push((text.get(start..scan.at)?, fields.len()));
                if ends.len() > most {
                    return None;
                }
                scan.blanks();
                if scan.comma().is_none() {
                    scan.take(b']')?;
                    break;
                }
                scan.blanks();
            }
        }
        Some(Objects { place: start..scan.at, values: scan.values, nodes: scan.nodes, ends, fields })
    }

    /// Each object as it stands, and its fields.
    pub(crate) fn each(&self) -> impl Iterator<Item = (&'a str, &[Field<'a>])> {
        let starts = std::iter::once(0).chain(self.ends.iter().map(|(_, end)| *end));
        let objects = starts.zip(&self.ends);
        objects.map(|(start, (object, end))| (*object, self.fields.get(start..*end).unwrap_or_default()))
    }

    /// Its entries, if all of them can be read quickly.
    pub(crate) fn read<G: Registered>(&self) -> Option<Vec<Entry<G::Action>>> {
        let mut entries = Vec::with_capacity(self.ends.len());
        for (raw, fields) in self.each() {
            entries.push(entry::<G>(raw, fields)?);
        }
        Some(entries)
    }
}

/// A replay with players, perhaps an edition and a seed, and nothing else, whose log, players and fields stand in
/// canonical bytes, the outermost fields in any order.
#[derive(Debug, Clone)]
pub(crate) struct Whole<'a> {
    /// The outermost fields without log and players.
    pub(crate) fields: SmallVec<[Field<'a>; 4]>,
    /// The log.
    pub(crate) log: Objects<'a>,
    /// The players.
    pub(crate) players: Objects<'a>,
    /// The lists, objects and commas outside of the log, and how many of them are lists and objects.
    pub(crate) values: usize,
    pub(crate) nodes: usize,
}

impl<'a> Whole<'a> {
    /// Looks a text through. `Err`: it is something else; the log, if one was found.
    pub(crate) fn scan(text: &'a str) -> Result<Whole<'a>, Option<Objects<'a>>> {
        let mut log = None;
        Whole::around(text, &mut log).ok_or(log)
    }

    /// Looks at what stands around the log, and takes the log if all of it is there.
    fn around(text: &'a str, log: &mut Option<Objects<'a>>) -> Option<Whole<'a>> {
        let mut scan = Scan { text, at: 0, values: 0, nodes: 0 };
        let (mut fields, mut players) = (SmallVec::<[Field<'a>; 4]>::new(), None);
        scan.blanks();
        scan.open(b'{')?;
        loop {
            let key = scan.key()?;
            match (key, scan.peek()?) {
                ("actions", b'[') if log.is_none() => {
                    scan.at = log.insert(Objects::log(text, scan.at)?).place.end;
                    // The list itself counts as one value outside of it.
                    scan.values += 1;
                }
                ("players", b'[') if players.is_none() => {
                    let found = players.insert(Objects::scan(text, scan.at, 2, 2)?);
                    scan.at = found.place.end;
                    scan.values += found.values;
                    scan.nodes += found.nodes;
                }
                ("edition" | "format" | "game" | "seed", _)
                    if fields.iter().all(|(other, _)| *other != key) =>
                {
                    let start = scan.at;
                    scan.value(DEEPEST)?;
                    fields.push((key, text.get(start..scan.at)?));
                }
                // Another body, an unusual replay, or a key that occurs twice.
                _ => return None,
            }
            if scan.comma().is_none() {
                scan.take(b'}')?;
                break;
            }
        }
        scan.blanks();
        let players = players.filter(|_| scan.at == text.len())?;
        Some(Whole { fields, log: log.take()?, players, values: scan.values, nodes: scan.nodes })
    }
}

fn entry<G: Registered>(raw: &str, fields: &[Field<'_>]) -> Option<Entry<G::Action>> {
    let (mut seat, mut kind) = (None, None);
    let mut own: SmallVec<[Field<'_>; 8]> = SmallVec::new();
    for &(key, value) in fields {
        match key {
            "seat" => seat = Some(value),
            "type" => kind = Some(value),
            _ => own.push((key, value)),
        }
    }
    let seat = match seat? {
        "0" => Seat::Zero,
        "1" => Seat::One,
        _ => return None,
    };
    let kind = text(kind?)?;
    let action = G::read_action(kind, Fields { left: &own, value: None })?.ok()?;
    // Where a list holds more than plain values, one of them may stand in place of an object.
    let deep = |value: &str| matches!(value.as_bytes(), [b'[' | b'{', inside @ ..] if inside.contains(&b'['));
    if own.iter().any(|(_, value)| deep(value)) {
        let (sent, read) = (serde_json::from_str(raw).ok()?, serde_json::to_value(&action).ok()?);
        if crate::json::list_for_object(&sent, &read).is_some() {
            return None;
        }
    }
    Some(Entry::sent_as(seat, action, raw.as_bytes()))
}

/// The text that such a value is. Where the value stands in canonical bytes, no escape is in it.
pub(crate) fn text(value: &str) -> Option<&str> {
    value.strip_prefix('"')?.strip_suffix('"')
}

struct Scan<'a> {
    text: &'a str,
    at: usize,
    /// Lists, objects and commas so far.
    values: usize,
    /// Lists and objects so far.
    nodes: usize,
}

impl<'a> Scan<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> Option<()> {
        (self.peek() == Some(byte)).then(|| self.at += 1)
    }

    fn open(&mut self, bracket: u8) -> Option<()> {
        self.take(bracket)?;
        self.values += 1;
        self.nodes += 1;
        Some(())
    }

    fn comma(&mut self) -> Option<()> {
        self.take(b',')?;
        self.values += 1;
        Some(())
    }

    fn blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// A key and its colon. Other keys than ASCII are ordered by the units of UTF-16. No field begins with a
    /// dollar, and what does may be a key that is not taken.
    fn key(&mut self) -> Option<&'a str> {
        let start = self.at + 1;
        let ascii = self.string()?;
        let key = self.text.get(start..self.at - 1)?;
        self.take(b':')?;
        (ascii && !key.starts_with('$')).then_some(key)
    }

    /// An object in canonical bytes; tells its keys and values as they stand, until nobody listens any more.
    fn object(&mut self, depth: u8, tell: &mut impl FnMut(&'a str, &'a str) -> Option<()>) -> Option<()> {
        self.open(b'{')?;
        if self.take(b'}').is_some() {
            return Some(());
        }
        let mut before = "";
        loop {
            let key = self.key()?;
            // Most differ in their first byte.
            if key.bytes().le(before.bytes()) {
                return None;
            }
            before = key;
            let start = self.at;
            self.value(depth)?;
            tell(key, self.text.get(start..self.at)?)?;
            if self.comma().is_none() {
                return self.take(b'}');
            }
        }
    }

    fn list(&mut self, depth: u8) -> Option<()> {
        self.open(b'[')?;
        if self.take(b']').is_some() {
            return Some(());
        }
        loop {
            self.value(depth)?;
            if self.comma().is_none() {
                return self.take(b']');
            }
        }
    }

    fn value(&mut self, depth: u8) -> Option<()> {
        match self.peek()? {
            b'"' => self.string().map(|_| ()),
            b'{' => self.object(depth.checked_sub(1)?, &mut |_, _| Some(())),
            b'[' => self.list(depth.checked_sub(1)?),
            b'0'..=b'9' | b'-' => self.number(),
            b't' => self.word("true"),
            b'f' => self.word("false"),
            b'n' => self.word("null"),
            _ => None,
        }
    }

    /// A text without escapes: its canonical bytes are those that stand there. Whether all of it is ASCII.
    fn string(&mut self) -> Option<bool> {
        self.take(b'"')?;
        let (length, ascii) = plain(self.text.as_bytes().get(self.at..)?)?;
        self.at += length;
        self.take(b'"')?;
        Some(ascii)
    }

    /// A number that every reader can tell from its neighbours, as nearly all are.
    fn number(&mut self) -> Option<()> {
        let negative = self.take(b'-').is_some();
        let rest = self.text.as_bytes().get(self.at..)?;
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if !(1..16).contains(&digits) || (rest.first() == Some(&b'0') && (digits > 1 || negative)) {
            return None;
        }
        self.at += digits;
        Some(())
    }

    fn word(&mut self, word: &str) -> Option<()> {
        self.text.get(self.at..)?.starts_with(word).then(|| self.at += word.len())
    }
}

/// How many bytes stand before the first quote, backslash or control character, and whether all of them are ASCII;
/// eight bytes at a time.
#[inline]
fn plain(bytes: &[u8]) -> Option<(usize, bool)> {
    const EACH: u64 = u64::MAX / 0xFF;
    const HIGHEST: u64 = EACH << 7;
    // A byte below the limit gets its highest bit; the first one does so truly.
    let below = |word: u64, limit: u8| word.wrapping_sub(EACH * u64::from(limit)) & !word;
    let same = |word: u64, byte: u8| below(word ^ (EACH * u64::from(byte)), 1);
    let (mut rest, mut high) = (bytes, 0);
    while let Some((word, after)) = rest.split_first_chunk() {
        let word = u64::from_le_bytes(*word);
        let found = (same(word, b'"') | same(word, b'\\') | below(word, b' ')) & HIGHEST;
        if found != 0 {
            // What stands before the lowest bit that was found.
            high |= word & (found ^ found.wrapping_sub(1)) >> 8;
            return Some((
                bytes.len() - rest.len() + found.trailing_zeros() as usize / 8,
                high & HIGHEST == 0,
            ));
        }
        high |= word;
        rest = after;
    }
    let last = rest.iter().position(|byte| *byte == b'"' || *byte == b'\\' || *byte < b' ')?;
    let ascii = high & HIGHEST == 0 && rest.iter().take(last).all(u8::is_ascii);
    Some((bytes.len() - rest.len() + last, ascii))
}

/// An entry's fields without `seat` and `type`.
struct Fields<'a, 'de> {
    left: &'a [Field<'de>],
    value: Option<&'de str>,
}

impl<'de> Deserializer<'de> for Fields<'_, 'de> {
    type Error = serde_json::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        visitor.visit_map(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de> MapAccess<'de> for Fields<'_, 'de> {
    type Error = serde_json::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Self::Error> {
        let Some(((key, value), left)) = self.left.split_first() else { return Ok(None) };
        self.left = left;
        self.value = Some(value);
        seed.deserialize(BorrowedStrDeserializer::new(key)).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Self::Error> {
        seed.deserialize(Raw(self.value.take().unwrap_or_default()))
    }
}

/// A value in canonical bytes. Texts and numbers stand there as they are; the rest is read as any JSON, but
/// a list only where a list is due.
struct Raw<'de>(&'de str);

impl<'de> Raw<'de> {
    fn json<T>(
        self,
        read: impl FnOnce(
            &mut serde_json::Deserializer<serde_json::de::StrRead<'de>>,
        ) -> Result<T, serde_json::Error>,
    ) -> Result<T, serde_json::Error> {
        read(&mut serde_json::Deserializer::from_str(self.0))
    }
}

impl<'de> Deserializer<'de> for Raw<'de> {
    type Error = serde_json::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        if let Some(text) = text(self.0) {
            return visitor.visit_borrowed_str(text);
        }
        match self.0.parse() {
            Ok(number) => visitor.visit_u64(number),
            Err(_) if self.0.starts_with('[') => Err(serde::de::Error::custom(crate::json::OBJECT_IS_DUE)),
            Err(_) => self.json(|json| json.deserialize_any(visitor)),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        self.json(|json| json.deserialize_seq(visitor))
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Self::Error> {
        self.json(|json| json.deserialize_tuple(length, visitor))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        if self.0 == "null" { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        self.json(|json| json.deserialize_enum(name, variants, visitor))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct tuple_struct map struct identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    proptest! {
        /// Eight bytes at a time find what one at a time would.
        #[test]
        fn plain_bytes_end_at_the_first_that_is_not(bytes in prop::collection::vec(0x1E..=0x5Fu8, 0..40), high in any::<u64>()) {
            let bytes: Vec<u8> =
                bytes.iter().enumerate().map(|(at, byte)| byte | (((high >> (at % 64)) as u8 & 1) << 7)).collect();
            let ends = |byte: &u8| matches!(byte, b'"' | b'\\' | 0..b' ');
            let length = bytes.iter().position(ends);
            let ascii = |length: usize| bytes.iter().take(length).all(u8::is_ascii);
            prop_assert_eq!(super::plain(&bytes), length.map(|length| (length, ascii(length))));
        }
    }
}
