//! The quick way to read a replay: what stands in canonical bytes already is taken over as it stands, and the
//! fields of its entries are read straight into the game's action.
//!
//! It only ever says yes. Whatever is unusual — blanks inside an entry, keys in another order,
//! escapes, a mistake of any kind — is left to the reader in [`crate::format`], so that there is one
//! opinion about what is wrong and where.

use std::ops::Range;

use rules_judge_engine::games::Registered;
use rules_judge_engine::kernel::Seat;
use serde::de::value::{BorrowedStrDeserializer, Error};
use serde::de::{DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde::forward_to_deserialize_any;
use smallvec::SmallVec;

use crate::format::{ENTRY_LIMIT, Entry};
use crate::scan::{Reader, Scan, text};

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
        let mut scan = Scan::new(text, start);
        let (mut ends, mut fields) = (Vec::with_capacity(room), Vec::with_capacity(room * FEW_FIELDS));
        scan.open(b'[')?;
        scan.blanks();
        if scan.take(b']').is_none() {
            loop {
                let start = scan.at();
                let room = MOST_FIELDS * (ends.len() + 2);
                scan.object(|scan, key| {
                    let start = scan.at();
                    scan.value(DEEPEST)?;
                    fields.push((key, scan.since(start)?));
                    (fields.len() <= room).then_some(())
                })?;
                ends.push((scan.since(start)?, fields.len()));
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
        Some(Objects { place: start..scan.at(), values: scan.values, nodes: scan.nodes, ends, fields })
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
        let mut scan = Scan::new(text, 0);
        let (mut fields, mut players) = (SmallVec::<[Field<'a>; 4]>::new(), None);
        scan.blanks();
        scan.open(b'{')?;
        loop {
            let (key, _) = scan.key()?;
            match (key, scan.peek()?) {
                ("actions", b'[') if log.is_none() => {
                    scan.go_to(log.insert(Objects::log(text, scan.at())?).place.end);
                    // The list itself counts as one value outside of it.
                    scan.values += 1;
                }
                ("players", b'[') if players.is_none() => {
                    let found = players.insert(Objects::scan(text, scan.at(), 2, 2)?);
                    scan.go_to(found.place.end);
                    scan.values += found.values;
                    scan.nodes += found.nodes;
                }
                ("edition" | "format" | "game" | "seed", _)
                    if fields.iter().all(|(other, _)| *other != key) =>
                {
                    let start = scan.at();
                    scan.value(DEEPEST)?;
                    fields.push((key, scan.since(start)?));
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
        let players = players.filter(|_| scan.at() == text.len())?;
        Some(Whole { fields, log: log.take()?, players, values: scan.values, nodes: scan.nodes })
    }
}

fn entry<G: Registered>(raw: &str, fields: &[Field<'_>]) -> Option<Entry<G::Action>> {
    let find = |name: &str| fields.iter().find(|(key, _)| *key == name).map(|(_, value)| *value);
    let seat = match find("seat")? {
        "0" => Seat::Zero,
        "1" => Seat::One,
        _ => return None,
    };
    let kind = text(find("type")?)?;
    let own = fields.iter().filter(|(key, _)| !matches!(*key, "seat" | "type"));
    let action = G::read_action(kind, Fields { left: own, value: None })?.ok()?;
    Some(Entry::sent_as(seat, action, raw.as_bytes()))
}

/// The fields of an entry that are the action's own, as they are read.
struct Fields<'de, I> {
    left: I,
    value: Option<&'de str>,
}

impl<'a, 'de: 'a, I: Iterator<Item = &'a Field<'de>>> Deserializer<'de> for Fields<'de, I> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        visitor.visit_map(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'a, 'de: 'a, I: Iterator<Item = &'a Field<'de>>> MapAccess<'de> for Fields<'de, I> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Self::Error> {
        let Some((key, value)) = self.left.next() else { return Ok(None) };
        self.value = Some(value);
        seed.deserialize(BorrowedStrDeserializer::new(key)).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Self::Error> {
        seed.deserialize(Reader(&mut Scan::new(self.value.take().unwrap_or_default(), 0)))
    }
}
