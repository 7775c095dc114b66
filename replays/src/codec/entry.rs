//! The entries of a log: actions of seats, outcomes of random steps, and rulings of a judge.

use rules_judge_engine::kernel::Seat;
use serde::de;
use serde::de::value::MapDeserializer;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use smallvec::SmallVec;

use crate::answer::{Fault, FaultCode};
use crate::codec::canonical::canonical;
use crate::codec::json;
use crate::codec::ruling::{self, RULING_BYTES, Ruling};
use crate::judging::chance_entry::{self, ChanceEntry};

/// The most bytes of an entry other than a ruling, in canonical form.
pub const ENTRY_BYTES: usize = 16 * 1024;

/// What an entry says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What<A> {
    /// Who did what.
    Action(Seat, A),
    /// What came out of a random step.
    Outcome(ChanceEntry),
    /// What a judge ruled.
    Ruling(Box<Ruling<A>>),
}

/// One entry of a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry<A> {
    /// Who did what, what came out, or what was ruled.
    pub what: What<A>,
    /// As it was sent, in canonical bytes.
    canonical: SmallVec<[u8; 72]>,
}

impl<A> Entry<A> {
    /// Its canonical bytes.
    pub fn canonical(&self) -> &[u8] {
        &self.canonical
    }

    /// As it was sent; keys in canonical order.
    pub fn sent(&self) -> Map<String, Value> {
        serde_json::from_slice(&self.canonical).unwrap_or_default()
    }

    /// An entry whose canonical bytes are known.
    pub(crate) fn sent_as(seat: Seat, action: A, canonical: &[u8]) -> Entry<A> {
        Entry { what: What::Action(seat, action), canonical: SmallVec::from_slice(canonical) }
    }

    /// The acting seat; `None`: the entry is an outcome or a ruling.
    pub const fn seat(&self) -> Option<Seat> {
        match &self.what {
            What::Action(seat, _) => Some(*seat),
            What::Outcome(_) | What::Ruling(_) => None,
        }
    }

    /// The action; `None`: the entry is an outcome or a ruling.
    pub const fn action(&self) -> Option<(Seat, &A)> {
        match &self.what {
            What::Action(seat, action) => Some((*seat, action)),
            What::Outcome(_) | What::Ruling(_) => None,
        }
    }

    /// The ruling, if it is one.
    pub const fn ruling(&self) -> Option<&Ruling<A>> {
        match &self.what {
            What::Ruling(ruling) => Some(ruling),
            What::Action(..) | What::Outcome(_) => None,
        }
    }

    /// An entry that was sent as this map. Keys are ASCII and numbers are integers, so that the
    /// sorted map written out is RFC 8785.
    fn of_map(what: What<A>, sent: &Map<String, Value>) -> Result<Entry<A>, serde_json::Error> {
        Ok(Entry { what, canonical: SmallVec::from_vec(serde_json::to_vec(sent)?) })
    }
}

impl<A: Serialize> Entry<A> {
    /// An entry made here.
    pub fn new(seat: Seat, action: A) -> Result<Entry<A>, Fault> {
        let internal = |error: serde_json::Error| Fault::new(FaultCode::Internal, error.to_string());
        let Value::Object(mut sent) = serde_json::to_value(&action).map_err(internal)? else {
            return Err(Fault::new(FaultCode::Internal, "an action is an object"));
        };
        sent.insert("seat".to_owned(), Value::from(seat.number()));
        Entry::of_map(What::Action(seat, action), &sent).map_err(internal)
    }
}

impl<'de, A: Deserialize<'de> + Serialize> Deserialize<'de> for Entry<A> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let sent = Map::<String, Value>::deserialize(deserializer)?;
        let seat = sent.get("seat").ok_or_else(|| de::Error::missing_field("seat"))?;
        if seat.is_null() && sent.get("type").is_some_and(|kind| kind == ruling::KIND) {
            let what = What::Ruling(Box::new(ruling::read(&sent).map_err(de::Error::custom)?));
            // A position is the game's own, so its keys may be any.
            let canonical = canonical(&sent).map_err(|fault| de::Error::custom(fault.detail))?;
            return Ok(Entry { what, canonical: SmallVec::from_vec(canonical) });
        }
        if seat.is_null() {
            let outcome = outcome(&sent).map_err(de::Error::custom)?;
            return Entry::of_map(What::Outcome(outcome), &sent).map_err(de::Error::custom);
        }
        let seat =
            Seat::deserialize(seat.clone()).map_err(|error| de::Error::custom(format!("seat: {error}")))?;
        let fields =
            sent.iter().filter(|(key, _)| *key != "seat").map(|(key, value)| (key.clone(), value.clone()));
        let fields = MapDeserializer::<_, serde_json::Error>::new(fields);
        let action = A::deserialize(fields).map_err(de::Error::custom)?;
        let read = serde_json::to_value(&action).map_err(de::Error::custom)?;
        let lists = sent.iter().find_map(|(name, sent)| {
            Some(format!("{name}{}", json::list_for_object(sent, read.get(name)?)?))
        });
        if let Some(place) = lists {
            return Err(de::Error::custom(format!("{place}: {}", json::OBJECT_IS_DUE)));
        }
        Entry::of_map(What::Action(seat, action), &sent).map_err(de::Error::custom)
    }
}

/// Reads an entry without a seat.
fn outcome(sent: &Map<String, Value>) -> Result<ChanceEntry, String> {
    match sent.get("type").and_then(Value::as_str) {
        Some(chance_entry::KIND) => {}
        Some(other) => return Err(format!("seat: `{other}` is done by a seat")),
        None => return Err("missing field `type`".to_owned()),
    }
    let fields = sent.iter().filter(|(key, _)| !matches!(key.as_str(), "seat" | "type"));
    let fields: Map<String, Value> = fields.map(|(key, value)| (key.clone(), value.clone())).collect();
    let outcome: ChanceEntry =
        serde_json::from_value(Value::Object(fields)).map_err(|error| error.to_string())?;
    match outcome.says_one_thing() {
        true => Ok(outcome),
        false => Err("an outcome has either `card` or `number`".to_owned()),
    }
}

impl<A> Entry<A> {
    /// An entry is no longer than any that is needed.
    pub(crate) fn is_bounded(&self) -> Result<(), Fault> {
        let (most, what) = match self.what {
            What::Ruling(_) => (RULING_BYTES, "a ruling"),
            What::Action(..) | What::Outcome(_) => (ENTRY_BYTES, "an entry"),
        };
        if self.canonical().len() <= most {
            return Ok(());
        }
        let detail = format!("{what} has at most {most} bytes");
        Err(Fault::new(FaultCode::TooMany, detail))
    }
}

/// Whether an entry can be one of this log: outcomes stand only in logs with declared chance.
pub(crate) fn is_of<A>(declared: bool, entry: &Entry<A>) -> Result<(), Fault> {
    match entry.what {
        What::Outcome(_) if !declared => {
            let detail = "outcomes are logged only where the header says \"chance\": \"declared\"";
            Err(Fault::new(FaultCode::WrongShape, detail))
        }
        _ => Ok(()),
    }
}
