//! Strict reading of request bytes.
//!
//! JSON leaves open which of two equal keys counts, how large a number may be, and whether `1.0` is an
//! integer. Two readers that differ there would judge two different logs under one digest, so the guard
//! refuses everything that the format leaves open before anything is read. It looks at brackets, keys and
//! numbers only; `serde_json` decides whether the bytes are JSON at all. [`crate::codec::fast`] reads usual
//! replays in canonical bytes without the guard, and takes nothing ambiguous.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

use rules_judge_engine::schema::Described;
use rules_judge_engine::tree::{self, join};
use rules_judge_engine::writer;
#[cfg(feature = "schemas")]
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::error::Category;
use serde_json::{Map, Value};

use crate::answer::detail::{self, Detail};
use crate::answer::{Fault, FaultCode};
use crate::codec::mismatch::{self, Mismatch};
use crate::codec::pointer;

/// The largest absolute value of a number: 2^53 − 1. Above it JSON readers that use doubles, and
/// the canonical bytes with them, do not distinguish neighbours.
pub const LARGEST_NUMBER: u64 = (1 << 53) - 1;

/// The most lists and objects inside each other.
pub const DEPTH: usize = 64;

/// `serde_json` itself stops one level later, as a syntax error.
const DEEPEST: usize = 127;

/// Pointers and details repeat what the client sent, and must not repeat megabytes of it.
const LONGEST_DETAIL: usize = 400;

/// Most values of a body outside of logs: these are read into trees, which take up to eighty times the memory
/// of the bytes. Each list, each object and each comma counts one.
pub const VALUES_LIMIT: usize = 200_000;

/// Most lists and objects of a body, those of logs included: an object of eight bytes takes seven hundred.
pub const NODES_LIMIT: usize = 200_000;
/// Most values of a body, those of logs included, counted as for [`VALUES_LIMIT`].
pub const ALL_VALUES_LIMIT: usize = 1_000_000;

/// The prefix of keys with which `serde_json` marks a string as JSON text; such text would be read without
/// the guard.
const RESERVED: &str = "$serde_json::private::";

/// Up to this many keys are compared pairwise, which is faster than sorting and allocates nothing.
const FEW_KEYS: usize = 8;

/// Limits of a request body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Most bytes of a body. The default is 8 MiB.
    pub bytes: usize,
    /// Most lists and objects inside each other; a number alone has depth 0, `[]` has depth 1. The
    /// default is 64; values above 127 act as 127.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { bytes: 8 << 20, depth: DEPTH }
    }
}

/// The JSON pointer of a list that was sent in place of an object: derived readers take both, and a value has
/// one form. `read` is the value that was read, serialised.
pub(crate) fn list_for_object(sent: &Value, read: &Value) -> Option<String> {
    match (sent, read) {
        (Value::Array(sent), Value::Object(read)) if are_unknown_cards(sent, read) => None,
        (Value::Array(_), Value::Object(_)) => Some(String::new()),
        (Value::Object(sent), Value::Object(read)) => sent.iter().find_map(|(name, sent)| {
            let below = list_for_object(sent, read.get(name)?)?;
            Some(format!("/{}{below}", name.replace('~', "~0").replace('/', "~1")))
        }),
        (Value::Array(sent), Value::Array(read)) => {
            let mut pairs = sent.iter().zip(read).enumerate();
            pairs.find_map(|(at, (sent, read))| Some(format!("/{at}{}", list_for_object(sent, read)?)))
        }
        _ => None,
    }
}

/// Whether a list of numbers of unknown cards was sent; canonical form has their sum in place of the list.
fn are_unknown_cards(sent: &[Value], read: &Map<String, Value>) -> bool {
    const UNKNOWN: &str = "unknown";
    let is_number = |item: &Value| item.as_object().is_some_and(|fields| fields.contains_key(UNKNOWN));
    read.len() == 1 && read.contains_key(UNKNOWN) && sent.iter().all(is_number)
}

/// Whether a list was sent that the serialised value lacks; only the schema shows whether it took the place
/// of an object.
fn leaves_list_out(sent: &Value, read: &Value) -> bool {
    match (sent, read) {
        (Value::Object(sent), Value::Object(read)) => sent.iter().any(|(name, sent)| match read.get(name) {
            Some(read) => leaves_list_out(sent, read),
            None => sent.is_array(),
        }),
        (Value::Array(sent), Value::Array(read)) => {
            sent.iter().zip(read).any(|(sent, read)| leaves_list_out(sent, read))
        }
        _ => false,
    }
}

/// The fault of a value that was read as a `T` with a list in place of an object.
pub(crate) fn of_other_form<T: Described>(sent: &Value, read: &Value) -> Option<Fault> {
    let list = list_for_object(sent, read);
    if list.is_none() && !leaves_list_out(sent, read) {
        return None;
    }
    let list_for_object_fault =
        || list.map(|place| Fault::new(FaultCode::WrongShape, detail::object_expected()).at(place));
    mismatch::find::<T>(sent).map(|found| found.fault("")).or_else(list_for_object_fault)
}

/// Reads one JSON value and nothing else from `bytes`. A byte order mark may stand in front of it.
///
/// # Errors
/// - `TooLarge`: more bytes than the limit.
/// - `TooDeep`: nested deeper than the limit.
/// - `TooMany`: more values outside of logs than [`VALUES_LIMIT`], or with them than [`ALL_VALUES_LIMIT`], or
///   more lists and objects than [`NODES_LIMIT`].
/// - `UnreadableJson`: invalid UTF-8, a syntax error, an early end, or anything but blanks after the value.
/// - `WrongShape`: not a `T`; two equal keys in one object, also where `T` would not notice; a key that
///   begins with `$serde_json::private::`; a number that is not written as an integer (`1.0`, `1e3`, `-0`) or
///   beyond ±(2^53 − 1).
///
/// The fault has the place of the first offence as line and column (both from 1, the column in characters),
/// and the JSON pointer where there is one. A pointer of more than 1 KiB is cut to that of the innermost
/// enclosing value that fits.
pub fn read<T: DeserializeOwned + Described>(bytes: &[u8], limits: &Limits) -> Result<T, Fault> {
    outline(bytes, limits)?.read()
}

/// What a game defines as a tree, by way of text: the compiler generates each serialiser for all
/// vocabularies, so one suffices.
///
/// # Errors
/// Those of its own `Serialize`.
pub(crate) fn tree<T: Serialize + ?Sized>(value: &T) -> Result<Value, serde_json::Error> {
    measured_tree(value).map(|(tree, _)| tree)
}

/// As [`tree`], with the length of the text.
pub(crate) fn measured_tree<T: Serialize + ?Sized>(value: &T) -> Result<(Value, usize), serde_json::Error> {
    let text = writer::write(value)?;
    Ok((serde_json::from_str(&text)?, text.len()))
}

/// A body within the limits and without ambiguity, not read yet.
#[derive(Debug, Clone)]
pub(crate) struct Outline<'a> {
    /// The text of the body.
    pub(crate) text: &'a str,
    /// The range of the value of the key `game` of the outermost object.
    game: Option<Range<usize>>,
}

impl<'a> Outline<'a> {
    /// Reads it; see [`read`].
    pub(crate) fn read<T: DeserializeOwned + Described>(&self) -> Result<T, Fault> {
        serde_json::from_str(self.text).map_err(|error| explain::<T>(self.text, &error))
    }

    /// The game that the body names; `None` if that value is faulty, which shows when the body is read.
    pub(crate) fn game(&self) -> Option<&'a str> {
        let value = self.text.get(self.game.clone()?)?;
        let plain = |name: &&str| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        value.strip_prefix('"')?.strip_suffix('"').filter(plain)
    }
}

/// Refuses what [`read`] refuses before it reads a `T`.
pub(crate) fn outline<'a>(bytes: &'a [u8], limits: &Limits) -> Result<Outline<'a>, Fault> {
    outline_text(decode(bytes, limits)?, limits.depth)
}

/// As [`outline`], of a text.
pub(crate) fn outline_text(text: &str, depth: usize) -> Result<Outline<'_>, Fault> {
    let mut guard = Guard::new(text);
    guard.check(depth.min(DEEPEST))?;
    Ok(Outline { text, game: guard.game })
}

/// A `T` that has to be an object. Derived readers would also take a list of the fields' values, and one
/// request would have two forms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Object<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Object<T>, D::Error> {
        struct Only<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Only<T> {
            type Value = Object<T>;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Object<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(Object)
            }
        }

        reader.deserialize_map(Only(PhantomData))
    }
}

impl<T: Described> Described for Object<T> {
    const GAME: &'static str = T::GAME;
    const NAME: &'static str = T::NAME;
}

#[cfg(feature = "schemas")]
impl<T: JsonSchema> JsonSchema for Object<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<T>()
    }
}

/// A field that is an object.
pub(crate) fn object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(reader: D) -> Result<T, D::Error> {
    Object::deserialize(reader).map(|Object(value)| value)
}

/// A field whose `null` is a value, and not an absent field.
pub(crate) fn there<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    reader: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(reader).map(Some)
}

/// A field that is an object or `null`.
pub(crate) fn maybe_object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    reader: D,
) -> Result<Option<T>, D::Error> {
    Option::<Object<T>>::deserialize(reader).map(|found| found.map(|Object(value)| value))
}

/// A field that is a list of objects.
pub(crate) fn objects<'de, D: Deserializer<'de>, T: Deserialize<'de>>(reader: D) -> Result<Vec<T>, D::Error> {
    let list = Vec::<Object<T>>::deserialize(reader)?;
    Ok(list.into_iter().map(|Object(value)| value).collect())
}

fn explain<T: DeserializeOwned + Described>(text: &str, error: &serde_json::Error) -> Fault {
    explained(
        text,
        error,
        &|sent| tree::read::<T>(sent).err().map(|misread| misread.pointer),
        &mismatch::find::<T>,
    )
}

/// As [`explain`], with the place at which reading a tree stops, and the mismatch with the schema.
fn explained(
    text: &str,
    error: &serde_json::Error,
    stops_at: &dyn Fn(&Value) -> Option<String>,
    mismatch: &dyn Fn(&Value) -> Option<Mismatch>,
) -> Fault {
    let sent: Option<Value> = serde_json::from_str(text).ok();
    // Where a word has to stand, `serde_json` reports anything else as a syntax error.
    let code = match error.classify() {
        Category::Data => FaultCode::WrongShape,
        Category::Io | Category::Syntax | Category::Eof if sent.is_some() => FaultCode::WrongShape,
        Category::Io | Category::Syntax | Category::Eof => FaultCode::UnreadableJson,
    };
    let (line, column) = (error.line(), error.column());
    let message = error.to_string();
    let detail = message.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&message);
    let detail = shorten(detail, LONGEST_DETAIL);
    let mut fault = Fault::new(code, detail::no_json(&detail));

    fault.pointer = sent.as_ref().and_then(stops_at);
    if code == FaultCode::WrongShape {
        fault = worded(sent.as_ref().and_then(mismatch), fault);
    }
    // Reading may stop after the faulty place: entries are read after the list that holds them.
    let named = fault.pointer.as_deref().filter(|pointer| !pointer.is_empty());
    let named = named.and_then(|named| pointer::locate_nearest(text.as_bytes(), named));
    if let Some((span, _)) = named {
        fault.place = Some(place(text.as_bytes(), span.start));
        return fault;
    }
    fault.place = line.checked_sub(1).map(|lines_before| {
        let line_start = match lines_before.checked_sub(1) {
            None => 0,
            Some(nth) => text.match_indices('\n').nth(nth).map_or(0, |(at, _)| at + 1),
        };
        place(text.as_bytes(), line_start + column.saturating_sub(1))
    });
    fault
}

/// A fault about a value that is no `T`, in plain words.
pub(crate) fn in_words<T: Described>(sent: &Value, fault: Fault) -> Fault {
    worded(mismatch::find::<T>(sent), fault)
}

fn worded(mismatch: Option<Mismatch>, fault: Fault) -> Fault {
    /// The beginnings of `serde` messages that name Rust types.
    const OF_READERS: [&str; 8] = [
        "data did not match",
        "expected value",
        "invalid length",
        "invalid type",
        "invalid value",
        "missing field",
        "unknown field",
        "unknown variant",
    ];
    match mismatch {
        Some(found) => {
            let found = found.fault("");
            Fault { detail: shorten(&found.detail, LONGEST_DETAIL), ..found }
        }
        None if OF_READERS.iter().any(|begins| fault.detail.starts_with(begins)) => {
            fault.saying(detail::unreadable())
        }
        None => fault,
    }
}

/// Line and column of the byte `at`, both from 1, the column in characters.
fn place(bytes: &[u8], at: usize) -> (usize, usize) {
    let before = bytes.get(..at).unwrap_or(bytes);
    let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
    let lines = before.iter().filter(|byte| **byte == b'\n').count();
    let starts_character = |byte: &&u8| **byte & 0xC0 != 0x80;
    let columns = before.iter().skip(line_start).filter(starts_character).count();
    (lines + 1, columns + 1)
}

pub(crate) fn shorten(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
    }
}

pub(crate) fn guard<'a>(bytes: &'a [u8], limits: &Limits) -> Result<&'a str, Fault> {
    outline(bytes, limits).map(|outline| outline.text)
}

/// The bytes without a byte order mark, which is no part of the text (RFC 8259, 8.1).
pub fn unmarked(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes)
}

/// The text of a body. Places count from after the byte order mark.
pub(crate) fn decode<'a>(bytes: &'a [u8], limits: &Limits) -> Result<&'a str, Fault> {
    if bytes.len() > limits.bytes {
        let detail = detail::body_bytes(bytes.len(), limits.bytes);
        return Err(Fault::new(FaultCode::TooLarge, detail));
    }
    let bytes = unmarked(bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        let mut fault = Fault::new(FaultCode::UnreadableJson, detail::not_utf8());
        fault.place = Some(place(bytes, error.valid_up_to()));
        fault
    })
}

/// A list or an object that is open at the guard's place.
enum Frame {
    List {
        index: usize,
    },
    /// `keys_from`: the index of its first key among all keys. `key_due`: the next string is a key.
    Object {
        keys_from: usize,
        key_due: bool,
    },
}

struct Guard<'a> {
    text: &'a str,
    /// Whether the text has a backslash, so that equal keys may be spelled differently.
    escapes: bool,
    frames: Vec<Frame>,
    /// The ranges in the text of the keys of all open objects, quotes included, outermost object first.
    keys: Vec<Range<usize>>,
    /// The range of the value of the key `game` of the outermost object.
    game: Option<Range<usize>>,
    /// The number of lists and objects that are open around the log at the guard's place.
    log: Option<usize>,
    /// Values seen outside of logs.
    values: usize,
    /// Values seen anywhere, and how many of them are lists and objects.
    all: usize,
    nodes: usize,
}

impl<'a> Guard<'a> {
    fn new(text: &'a str) -> Guard<'a> {
        Guard {
            text,
            escapes: text.contains('\\'),
            frames: Vec::new(),
            keys: Vec::new(),
            game: None,
            log: None,
            values: 0,
            all: 0,
            nodes: 0,
        }
    }

    /// Enters a key. Its value may be a log, whose entries are counted and weighed one by one when they are
    /// read.
    fn enter(&mut self, key: Range<usize>) -> Result<(), Fault> {
        let open = self.frames.len();
        if self.log.is_none_or(|around| open <= around) {
            let of = |key: Option<&Range<usize>>| key.and_then(|key| self.text.get(key.clone()));
            let is_log = match self.frames.as_slice() {
                [_] => matches!(of(Some(&key)), Some("\"actions\"" | "\"logs\"")),
                [_, Frame::Object { keys_from, .. }] => {
                    let outer = keys_from.checked_sub(1).and_then(|at| self.keys.get(at));
                    of(outer) == Some("\"replay\"") && of(Some(&key)) == Some("\"actions\"")
                }
                _ => false,
            };
            self.log = is_log.then_some(open);
        }
        let raw = self.text.get(key.clone()).unwrap_or_default();
        let at = key.start;
        self.keys.push(key);
        let unusual = raw.starts_with("\"$") || (self.escapes && raw.contains('\\'));
        if unusual && key_text(raw).starts_with(RESERVED) {
            return Err(self.fault(FaultCode::WrongShape, detail::reserved_key(RESERVED), at));
        }
        Ok(())
    }

    /// Counts the list, object or comma at `at`.
    fn count(&mut self, at: usize, is_node: bool) -> Result<(), Fault> {
        self.all += 1;
        self.nodes += usize::from(is_node);
        if self.all > ALL_VALUES_LIMIT || self.nodes > NODES_LIMIT {
            let detail = detail::all_values(ALL_VALUES_LIMIT, NODES_LIMIT);
            return Err(self.fault(FaultCode::TooMany, detail, at));
        }
        if self.log.is_none_or(|around| self.frames.len() <= around) {
            self.values += 1;
            if self.values > VALUES_LIMIT {
                return Err(self.fault(FaultCode::TooMany, detail::values(VALUES_LIMIT), at));
            }
        }
        Ok(())
    }

    /// A value of the outermost object ends before `at`: notes its range, if its key is `game`.
    fn note(&mut self, at: usize) {
        let ([Frame::Object { keys_from: 0, .. }], Some(key)) = (self.frames.as_slice(), self.keys.last())
        else {
            return;
        };
        if self.text.get(key.clone()) != Some("\"game\"") {
            return;
        }
        let blank = |byte: &&u8| matches!(**byte, b' ' | b'\t' | b'\n' | b'\r');
        let bytes = self.text.as_bytes();
        let value = bytes.get(key.end..at).unwrap_or_default();
        let before = value.iter().take_while(blank).count();
        // Without a colon there the body is refused when it is read.
        if value.get(before) != Some(&b':') {
            return;
        }
        let value = value.get(before + 1..).unwrap_or_default();
        let start = at - value.len() + value.iter().take_while(blank).count();
        let end = at - value.iter().rev().take_while(blank).count();
        self.game = Some(start..end.max(start));
    }

    /// Exact for every JSON text. In other text it may find nothing, or an odd fault before the syntax error;
    /// either way the body is refused.
    fn check(&mut self, depth: usize) -> Result<(), Fault> {
        let bytes = self.text.as_bytes();
        let mut at = 0;
        while let Some(byte) = bytes.get(at) {
            match byte {
                b'"' => {
                    let end = end_of_string(bytes, at);
                    if let Some(Frame::Object { key_due, .. }) = self.frames.last_mut()
                        && *key_due
                    {
                        *key_due = false;
                        self.enter(at..end)?;
                    }
                    at = end;
                    continue;
                }
                b'{' | b'[' => {
                    self.count(at, true)?;
                    if self.frames.len() >= depth {
                        return Err(self.fault(FaultCode::TooDeep, detail::too_deep(depth), at));
                    }
                    self.frames.push(match byte {
                        b'{' => Frame::Object { keys_from: self.keys.len(), key_due: true },
                        _ => Frame::List { index: 0 },
                    });
                }
                b'}' | b']' => {
                    if self.frames.len() == 1 {
                        self.note(at);
                    }
                    if let Some(Frame::Object { keys_from, .. }) = self.frames.pop() {
                        self.check_keys(keys_from)?;
                        self.keys.truncate(keys_from);
                    }
                }
                b',' => {
                    self.count(at, false)?;
                    if self.frames.len() == 1 {
                        self.note(at);
                    }
                    match self.frames.last_mut() {
                        Some(Frame::List { index }) => *index += 1,
                        Some(Frame::Object { key_due, .. }) => *key_due = true,
                        None => {}
                    }
                }
                b'-' | b'0'..=b'9' => {
                    at = self.check_number(at)?;
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
        Ok(())
    }

    /// Returns where the number that starts at `at` ends.
    fn check_number(&self, at: usize) -> Result<usize, Fault> {
        let bytes = self.text.as_bytes().get(at..).unwrap_or_default();
        // Nearly every number is a short one without a sign.
        let plain = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if (1..16).contains(&plain) && !matches!(bytes.get(plain), Some(b'+' | b'-' | b'.' | b'e' | b'E')) {
            return Ok(at + plain);
        }
        let rest = self.text.get(at..).unwrap_or_default();
        let of_number = |byte: &u8| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E');
        let length = rest.bytes().take_while(of_number).count();
        let number = rest.get(..length).unwrap_or_default();
        let digits = number.strip_prefix('-').unwrap_or(number);
        let safe = digits.len() <= 16
            && digits.bytes().all(|byte| byte.is_ascii_digit())
            && digits.parse::<u64>().is_ok_and(|value| value <= LARGEST_NUMBER)
            && number != "-0";
        // Text that is no number is left to `serde_json`, whose message for it is better.
        if !safe && serde_json::from_str::<IgnoredAny>(number).is_ok() {
            let detail = detail::not_an_integer(&shorten(number, 40), LARGEST_NUMBER);
            return Err(self.fault(FaultCode::WrongShape, detail, at));
        }
        Ok(at + length)
    }

    /// Compares the keys of the object that has just been closed, the last ones of all.
    fn check_keys(&self, keys_from: usize) -> Result<(), Fault> {
        let keys = self.keys.get(keys_from..).unwrap_or_default();
        let raw = |key: &Range<usize>| self.text.get(key.clone()).unwrap_or_default();
        let equal =
            |one: &Range<usize>, other: &Range<usize>| one.len() == other.len() && raw(one) == raw(other);
        let second =
            if keys.len() <= FEW_KEYS && !(self.escapes && keys.iter().any(|key| raw(key).contains('\\'))) {
                let mut later = keys.iter().enumerate();
                later
                    .find(|(nth, key)| keys.iter().take(*nth).any(|earlier| equal(earlier, key)))
                    .map(|(_, key)| key.clone())
            } else {
                let mut sorted: Vec<_> =
                    keys.iter().map(|key| (key_text(raw(key)), key.start, key.end)).collect();
                sorted.sort_unstable();
                let twins = sorted.iter().zip(sorted.iter().skip(1)).filter(|(one, next)| one.0 == next.0);
                twins.map(|(_, next)| next.1..next.2).min_by_key(|key| key.start)
            };
        let Some(second) = second else { return Ok(()) };
        let name = key_text(raw(&second));
        let detail = detail::key_twice(&shorten(&name, 100));
        let mut fault = self.fault(FaultCode::WrongShape, detail, second.start);
        fault.pointer = Some(join(self.parts(keys_from).chain(std::iter::once(name))));
        Err(fault)
    }

    fn fault(&self, code: FaultCode, detail: Detail, at: usize) -> Fault {
        let mut fault = Fault::new(code, detail).at(join(self.parts(self.keys.len())));
        fault.place = Some(place(self.text.as_bytes(), at));
        fault
    }

    /// The parts of the pointer to the guard's place. `keys_end`: where the keys of the frames end; those of
    /// an object that has just closed may follow.
    fn parts(&self, keys_end: usize) -> impl Iterator<Item = Cow<'_, str>> {
        let starts = |frame: &Frame| match frame {
            Frame::Object { keys_from, .. } => Some(*keys_from),
            Frame::List { .. } => None,
        };
        self.frames.iter().enumerate().filter_map(move |(nth, frame)| match frame {
            Frame::List { index } => Some(Cow::Owned(index.to_string())),
            Frame::Object { keys_from, .. } => {
                let end = self.frames.iter().skip(nth + 1).find_map(starts).unwrap_or(keys_end);
                let latest = self.keys.get(*keys_from..end)?.last()?;
                Some(key_text(self.text.get(latest.clone())?))
            }
        })
    }
}

/// The end of the string whose opening quote stands at `at`, its closing quote included.
fn end_of_string(bytes: &[u8], at: usize) -> usize {
    let mut at = at + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// The text of a key, from its bytes with quotes; of a key that cannot be parsed, these bytes.
fn key_text(raw: &str) -> Cow<'_, str> {
    if raw.contains('\\')
        && let Ok(text) = serde_json::from_str::<String>(raw)
    {
        return Cow::Owned(text);
    }
    let open = raw.strip_prefix('"').unwrap_or(raw);
    Cow::Borrowed(open.strip_suffix('"').unwrap_or(open))
}
