//! The entries of a log: actions of seats, outcomes of random steps, and rulings of a judge.

#[cfg(feature = "schemas")]
use std::borrow::Cow;

use rules_judge_engine::kernel::Seat;
use rules_judge_engine::schema::Described;
use rules_judge_engine::tree;
#[cfg(feature = "schemas")]
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, de, ser};
use serde_json::{Map, Value};
use smallvec::SmallVec;

use crate::answer::{Fault, FaultCode, detail};
use crate::codec::canonical::canonical;
use crate::codec::json;
use crate::codec::outcome::{self, ChanceEntry};
#[cfg(feature = "schemas")]
use crate::codec::ruling::RulingEntry;
use crate::codec::ruling::{self, RULING_BYTES, Rules, Ruling};

/// The most bytes of an entry other than a ruling, in canonical form.
pub const ENTRY_BYTES: usize = 16 * 1024;

/// The content of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What<A> {
    /// An action of a seat.
    Action(Seat, A),
    /// The outcome of a random step.
    Outcome(ChanceEntry),
    /// A ruling of a judge.
    Ruling(Box<Ruling<A>>),
}

/// One entry of a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry<A> {
    /// The action, outcome or ruling.
    pub what: What<A>,
    /// The canonical bytes, without fields that are empty or have their default value.
    canonical: SmallVec<[u8; 72]>,
}

impl<A> Entry<A> {
    /// Its canonical bytes.
    pub fn canonical(&self) -> &[u8] {
        &self.canonical
    }

    /// Its fields, in canonical form.
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

    /// Writes the fields as RFC 8785 does: keys are ASCII and numbers are integers, so a sorted map suffices.
    fn of_fields(what: What<A>, fields: &impl Serialize) -> Result<Entry<A>, serde_json::Error> {
        Ok(Entry { what, canonical: SmallVec::from_vec(serde_json::to_vec(fields)?) })
    }
}

impl<A: Serialize> Entry<A> {
    /// An entry of this action of a seat.
    pub fn new(seat: Seat, action: A) -> Result<Entry<A>, Fault> {
        let entry =
            fields_of(seat, &action).and_then(|fields| Entry::of_fields(What::Action(seat, action), &fields));
        entry.map_err(|error| Fault::new(FaultCode::Internal, error.to_string()))
    }
}

/// The fields of an action of a seat in canonical form, which is the one in which it is serialised.
fn fields_of<A: Serialize>(seat: Seat, action: &A) -> Result<Map<String, Value>, serde_json::Error> {
    let Value::Object(mut fields) = json::tree(action)? else {
        return Err(ser::Error::custom("an action is an object"));
    };
    fields.insert("seat".to_owned(), Value::from(seat.number()));
    Ok(fields)
}

impl<'de, A: DeserializeOwned + Serialize + Described> Deserialize<'de> for Entry<A> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Entry::of_sent(Map::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

impl<A: DeserializeOwned + Serialize + Described> Entry<A> {
    /// The entry with these fields.
    fn of_sent(mut sent: Map<String, Value>) -> Result<Entry<A>, serde_json::Error> {
        let seat = sent.get("seat").ok_or_else(|| serde_json::Error::missing_field("seat"))?;
        if seat.is_null() && sent.get("type").is_some_and(|kind| kind == ruling::KIND) {
            let ruling = ruling::read(&sent).map_err(serde_json::Error::custom)?;
            if let Rules::Allow(seat, action) = &ruling.rules {
                let fields = fields_of(*seat, action)?;
                sent.insert("allow".to_owned(), Value::Object(fields));
            }
            let what = What::Ruling(Box::new(ruling));
            // A position is defined by the game and may have keys of any characters.
            let canonical =
                canonical(&Value::Object(sent)).map_err(|fault| serde_json::Error::custom(fault.detail))?;
            return Ok(Entry { what, canonical: SmallVec::from_vec(canonical) });
        }
        if seat.is_null() {
            let outcome = outcome(&sent).map_err(serde_json::Error::custom)?;
            return Entry::of_fields(What::Outcome(outcome), &sent);
        }
        let seat = tree::read(seat)
            .map_err(|misread| serde_json::Error::custom(format!("seat: {}", misread.error)))?;
        let mut fields = sent.clone();
        fields.remove("seat");
        let action = tree::read(&Value::Object(fields)).map_err(|misread| misread.error)?;
        let canonical = Value::Object(fields_of(seat, &action)?);
        match json::of_other_form::<Self>(&Value::Object(sent), &canonical) {
            Some(fault) => Err(serde_json::Error::custom(fault.detail)),
            None => Entry::of_fields(What::Action(seat, action), &canonical),
        }
    }
}

impl<A: Described> Described for Entry<A> {
    const GAME: &'static str = A::GAME;
    const NAME: &'static str = "entry";
}

/// The schema of an entry: that of an action with its seat, of an outcome, or of a ruling.
#[cfg(feature = "schemas")]
impl<A: JsonSchema> JsonSchema for Entry<A> {
    fn schema_name() -> Cow<'static, str> {
        "Entry".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = A::json_schema(generator);
        let seat = generator.subschema_for::<Seat>().to_value();
        let outcome = ChanceEntry::json_schema(generator).to_value();
        let Some(kinds) = schema.get_mut("oneOf").and_then(Value::as_array_mut) else { return schema };
        for kind in &mut *kinds {
            with_seat(kind, seat.clone());
        }
        let mut outcome = outcome;
        with_seat(&mut outcome, serde_json::json!({ "type": "null" }));
        if let Some(fields) = outcome.get_mut("properties").and_then(Value::as_object_mut) {
            fields.insert("type".to_owned(), serde_json::json!({ "const": outcome::KIND }));
        }
        let allowed = Value::Array(kinds.clone());
        kinds.push(outcome);
        let mut ruling = RulingEntry::<Value, Value>::json_schema(generator).to_value();
        if let Some(fields) = ruling.get_mut("properties").and_then(Value::as_object_mut) {
            fields.insert("allow".to_owned(), serde_json::json!({ "oneOf": allowed }));
            fields.insert("type".to_owned(), serde_json::json!({ "const": ruling::KIND }));
        }
        kinds.push(ruling);
        schema
    }
}

/// Adds the field `seat` to the schema of a kind of entry.
#[cfg(feature = "schemas")]
fn with_seat(kind: &mut Value, seat: Value) {
    if let Some(fields) = kind.get_mut("properties").and_then(Value::as_object_mut) {
        fields.insert("seat".to_owned(), seat);
    }
    if let Some(required) = kind.get_mut("required").and_then(Value::as_array_mut) {
        required.push("seat".into());
    }
}

/// Reads an entry without a seat.
fn outcome(sent: &Map<String, Value>) -> Result<ChanceEntry, String> {
    match sent.get("type").and_then(Value::as_str) {
        Some(outcome::KIND) => {}
        Some(other) => {
            return Err(format!("\"{other}\" is done by a player: the field \"seat\" has to be 0 or 1"));
        }
        None => return Err("the field \"type\" is missing".to_owned()),
    }
    let fields = sent.iter().filter(|(key, _)| !matches!(key.as_str(), "seat" | "type"));
    let fields: Map<String, Value> = fields.map(|(key, value)| (key.clone(), value.clone())).collect();
    let outcome: ChanceEntry =
        tree::read(&Value::Object(fields)).map_err(|misread| misread.error.to_string())?;
    match outcome.has_one_value() {
        true => Ok(outcome),
        false => Err("an outcome has either \"card\" or \"number\"".to_owned()),
    }
}

impl<A> Entry<A> {
    /// Refuses an entry of more bytes than any legal one needs.
    pub(crate) fn is_bounded(&self) -> Result<(), Fault> {
        let most = match self.what {
            What::Ruling(_) => RULING_BYTES,
            What::Action(..) | What::Outcome(_) => ENTRY_BYTES,
        };
        if self.canonical().len() <= most {
            return Ok(());
        }
        Err(Fault::new(
            FaultCode::TooMany,
            match self.what {
                What::Ruling(_) => detail::ruling_bytes(most),
                What::Action(..) | What::Outcome(_) => detail::entry_bytes(most),
            },
        ))
    }
}

/// Refuses an outcome in a log without declared chance.
pub(crate) fn is_of<A>(declared: bool, entry: &Entry<A>) -> Result<(), Fault> {
    match entry.what {
        What::Outcome(_) if !declared => {
            Err(Fault::new(FaultCode::WrongShape, detail::outcome_without_declared_chance()))
        }
        _ => Ok(()),
    }
}
