//! Fields that a position leaves out, filled with what the book sets up.
//!
//! 1. Every field of which nothing can be assumed has to be there.
//! 2. The other fields of the table of assumptions (`rules/<game>/assumed.tsv`) that are left out get their
//!    values, seat by seat, in the order of the table. A field that is there stays as it is, even if empty.
//! 3. Of the cards of a deck, those that are nowhere else are in the zone that holds the rest.
//!
//! The filled position goes the way of every position: the checks and digests are those of the same position
//! sent in full.

use rules_judge_engine::game_kit::position::Halves;
use rules_judge_engine::games::Registered;
use rules_judge_engine::schema::JsonSchema;
use rules_judge_engine::tree;
use rules_judge_engine::verdict::{Assumed, Assumption, Cite};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::answer::position::AssumedAnswer;
use crate::answer::{Fault, FaultCode, detail};
use crate::shapes::ToSchema;

/// What the fields hold that a position leaves out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LeftOut {
    /// What the book sets up, where it says so.
    Assumed,
}

/// The place of a position in a replay.
const POSITION: &str = "/start/position";

/// A field of a half, as a pointer into the replay.
fn pointer(seat: usize, field: &str) -> String {
    format!("{POSITION}/players/{seat}/{field}")
}

/// The halves of a position that are objects, each with its seat.
fn halves(position: &mut Value) -> impl Iterator<Item = (usize, &mut Map<String, Value>)> {
    let players = position.get_mut("players").and_then(Value::as_array_mut);
    let players = players.into_iter().flatten().enumerate();
    players.filter_map(|(seat, half)| Some((seat, half.as_object_mut()?)))
}

/// The fields that the position has to say and leaves out, each with its rule.
fn missing(position: &mut Value, needed: &Assumption) -> Vec<String> {
    match needed.field.strip_prefix('/') {
        Some(field) => {
            let is_there = position.get(field).is_some();
            if is_there { Vec::new() } else { vec![format!("{POSITION}/{field}")] }
        }
        None => {
            let lacking = halves(position).filter(|(_, half)| !half.contains_key(needed.field));
            lacking.map(|(seat, _)| pointer(seat, needed.field)).collect()
        }
    }
}

/// Whether a field of this name stands anywhere in a value. The value was read from JSON of limited depth.
fn stands(value: &Value, name: &str) -> bool {
    match value {
        Value::Object(fields) => fields.iter().any(|(field, value)| field == name || stands(value, name)),
        Value::Array(items) => items.iter().any(|item| stands(item, name)),
        _ => false,
    }
}

/// What a field holds, given how many cards of the player's deck are elsewhere; `None`: nothing can be
/// assumed.
fn value_of(holds: Assumed, elsewhere: usize) -> Option<Value> {
    Some(match holds {
        Assumed::Needed => return None,
        Assumed::EmptyList => json!([]),
        Assumed::EmptyObject => json!({}),
        Assumed::Number(number) | Assumed::Once(number) => json!(number),
        Assumed::Unknown(count) => json!({ "unknown": count }),
        Assumed::Rest(all) => match usize::try_from(all).unwrap_or(usize::MAX).saturating_sub(elsewhere) {
            0 => json!([]),
            rest => json!({ "unknown": rest }),
        },
    })
}

/// A field that was filled.
struct Filled {
    seat: usize,
    field: &'static str,
    /// The rules of its rows.
    cites: Vec<Cite>,
    value: Value,
}

/// Whether a half leaves out the field of a row. A member is left out where its field was filled; one that
/// may stand only once in a half, where it stands nowhere.
fn leaves_out(half: &Map<String, Value>, seat: usize, row: &Assumption, filled: &[Filled]) -> bool {
    let Some((field, member)) = row.field.split_once('/') else {
        return !half.contains_key(row.field);
    };
    let is_filled = filled.iter().any(|one| one.seat == seat && one.field == field);
    let is_single = matches!(row.holds, Assumed::Once(_));
    is_filled && !(is_single && half.values().any(|value| stands(value, member)))
}

/// Writes a value into a half, and notes the field with all its rules.
fn write(
    half: &mut Map<String, Value>,
    seat: usize,
    row: &Assumption,
    value: Value,
    filled: &mut Vec<Filled>,
) {
    let Some((field, member)) = row.field.split_once('/') else {
        half.insert(row.field.to_owned(), value.clone());
        filled.push(Filled { seat, field: row.field, cites: vec![row.cite], value });
        return;
    };
    let Some(fields) = half.get_mut(field).and_then(Value::as_object_mut) else { return };
    fields.insert(member.to_owned(), value);
    for one in filled.iter_mut().filter(|one| one.seat == seat && one.field == field) {
        one.value = Value::Object(fields.clone());
        if !one.cites.contains(&row.cite) {
            one.cites.push(row.cite);
        }
    }
}

/// Fills what a position leaves out, and says with what. Of a position that cannot be read nothing more is
/// filled: its fault is found when it is read.
///
/// # Errors
/// A fault that names all fields of which nothing can be assumed, each with its rule.
pub(crate) fn fill<G: Registered>(position: &mut Value) -> Result<Vec<AssumedAnswer>, Fault> {
    let rules = G::INFO.rules;
    let mut lacking: Vec<(String, &str)> = Vec::new();
    for row in rules.assumed.iter().filter(|row| row.holds == Assumed::Needed) {
        lacking.extend(missing(position, row).into_iter().map(|field| (field, rules.id(row.cite))));
    }
    if let Some((first, _)) = lacking.first() {
        let all: Vec<String> = lacking.iter().map(|(field, rule)| format!("{field} ({rule})")).collect();
        let detail = detail::not_assumed(&all.join(", "));
        return Err(Fault::new(FaultCode::WrongShape, detail).at(first.clone()));
    }
    let mut filled: Vec<Filled> = Vec::new();
    for row in rules.assumed {
        let left_out = |(seat, half): (usize, &mut Map<String, Value>)| {
            leaves_out(half, seat, row, &filled).then_some(seat)
        };
        let seats: Vec<usize> = halves(position).filter_map(left_out).collect();
        let elsewhere = match row.holds {
            Assumed::Rest(_) if !seats.is_empty() => match tree::read::<G::Position>(position) {
                Ok(read) => read.from_decks(),
                Err(_) => break,
            },
            _ => Vec::new(),
        };
        for (seat, half) in halves(position).filter(|(seat, _)| seats.contains(seat)) {
            let elsewhere = elsewhere.get(seat).copied().unwrap_or_default();
            if let Some(value) = value_of(row.holds, elsewhere) {
                write(half, seat, row, value, &mut filled);
            }
        }
    }
    // Within a seat the answer keeps the order of the table.
    filled.sort_by_key(|one| one.seat);
    let answer = |Filled { seat, field, cites, value }| AssumedAnswer {
        cites: cites.into_iter().map(|cite| rules.id(cite).to_owned()).collect(),
        pointer: pointer(seat, field),
        value,
    };
    Ok(filled.into_iter().map(answer).collect())
}
