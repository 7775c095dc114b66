//! Fields that a position leaves out, filled with what the book sets up.
//!
//! 1. Every field of a half that nothing can be assumed of has to be there.
//! 2. The other fields of the table of assumptions (`rules/<game>/assumed.tsv`) that are left out get their
//!    values, seat by seat, in the order of the table. A field that is there stays as it is, even if empty.
//! 3. Of a fixed number of cards, those that are nowhere else are in the zone that holds the rest.
//!
//! The filled position goes the way of every position: the checks and digests are those of the same position
//! sent in full.

use rules_judge_engine::game_kit::position::Halves;
use rules_judge_engine::games::Registered;
use rules_judge_engine::schema::JsonSchema;
use rules_judge_engine::tree;
use rules_judge_engine::verdict::{Assumed, Assumption};
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

/// A field of a half, as a pointer into the replay.
fn pointer(seat: usize, field: &str) -> String {
    format!("/start/position/players/{seat}/{field}")
}

/// The halves of a position that are objects, each with its seat.
fn halves(position: &mut Value) -> impl Iterator<Item = (usize, &mut Map<String, Value>)> {
    let players = position.get_mut("players").and_then(Value::as_array_mut);
    let players = players.into_iter().flatten().enumerate();
    players.filter_map(|(seat, half)| Some((seat, half.as_object_mut()?)))
}

/// What a field holds, given how many cards of the player are elsewhere; `None`: nothing can be assumed.
fn value_of(holds: Assumed, elsewhere: usize) -> Option<Value> {
    Some(match holds {
        Assumed::Needed => return None,
        Assumed::NoCards => json!([]),
        Assumed::NoPieces => json!({}),
        Assumed::Normal(count) => json!({ "normal": count }),
        Assumed::Number(number) => json!(number),
        Assumed::Unknown(count) => json!({ "unknown": count }),
        Assumed::Rest(all) => match usize::try_from(all).unwrap_or(usize::MAX).saturating_sub(elsewhere) {
            0 => json!([]),
            rest => json!({ "unknown": rest }),
        },
    })
}

/// Fills what a position leaves out, and says with what. Of a position that cannot be read nothing more is
/// filled: its fault is found when it is read.
///
/// # Errors
/// One fault that names all fields of which nothing can be assumed.
pub(crate) fn fill<G: Registered>(position: &mut Value) -> Result<Vec<AssumedAnswer>, Fault> {
    let rules = G::rules();
    let missing: Vec<String> = halves(position)
        .flat_map(|(seat, half)| {
            let needed = rules.assumed.iter().filter(|row| row.holds == Assumed::Needed);
            let missing = needed.filter(|row| !half.contains_key(row.field));
            missing.map(|row| pointer(seat, row.field)).collect::<Vec<_>>()
        })
        .collect();
    if let Some(first) = missing.first() {
        let detail = detail::not_assumed(&missing.join(", "));
        return Err(Fault::new(FaultCode::WrongShape, detail).at(first.clone()));
    }
    let mut filled: Vec<(usize, &Assumption, Value)> = Vec::new();
    for row in rules.assumed {
        let lacking: Vec<usize> = halves(position)
            .filter(|(_, half)| !half.contains_key(row.field))
            .map(|(seat, _)| seat)
            .collect();
        if lacking.is_empty() {
            continue;
        }
        let counts = match row.holds {
            Assumed::Rest(_) => match tree::read::<G::Position>(position) {
                Ok(read) => read.counts(),
                Err(_) => break,
            },
            _ => Vec::new(),
        };
        for (seat, half) in halves(position).filter(|(seat, _)| lacking.contains(seat)) {
            let Some(value) = value_of(row.holds, counts.get(seat).copied().unwrap_or_default()) else {
                continue;
            };
            half.insert(row.field.to_owned(), value.clone());
            filled.push((seat, row, value));
        }
    }
    // The table is in the order of working out; within a seat the answer keeps it.
    filled.sort_by_key(|(seat, ..)| *seat);
    let answer = |(seat, row, value): (usize, &Assumption, Value)| AssumedAnswer {
        cites: vec![rules.id(row.cite).to_owned()],
        pointer: pointer(seat, row.field),
        value,
    };
    Ok(filled.into_iter().map(answer).collect())
}
