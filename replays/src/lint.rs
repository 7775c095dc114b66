//! The findings of a pool, also of one whose words cannot be read.

use rules_judge_engine::card::Finding;
use rules_judge_engine::card::lint::{FINDING_LIMIT, nearest};
use rules_judge_engine::games::Registered;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::json::pointer;

/// One finding as it is answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FindingAnswer {
    /// Stable code.
    pub code: String,
    /// One sentence.
    pub message: String,
    /// The nearest known word.
    pub nearest: Option<String>,
    /// JSON pointer into the pool.
    pub pointer: String,
}

/// Every finding.
pub fn findings<G: Registered>(pool: &Value) -> Vec<FindingAnswer> {
    compiled::<G>(pool).err().unwrap_or_default()
}

/// Every warning: no pool is refused for one. Of a pool that cannot be read there is none.
pub fn warnings<G: Registered>(pool: &Value) -> Vec<FindingAnswer> {
    let data = G::PoolData::deserialize(pool);
    data.map_or_else(|_| Vec::new(), |data| G::warnings(&data).into_iter().map(answer).collect())
}

fn answer(finding: Finding) -> FindingAnswer {
    let Finding { code, pointer, message, nearest } = finding;
    FindingAnswer { code: code.to_owned(), message, nearest, pointer }
}

/// The pool, ready to be played with.
///
/// # Errors
/// Every finding, and at least one. What cannot be read at all is reported card by card, so that one
/// mistake does not hide the next.
pub fn compiled<G: Registered>(pool: &Value) -> Result<G::Pool, Vec<FindingAnswer>> {
    let data: G::PoolData = match serde_path_to_error::deserialize(pool) {
        Ok(data) => data,
        Err(first) => return Err(unreadable::<G>(pool, &first)),
    };
    let compiled =
        G::compile(&data).map_err(|findings| findings.into_iter().map(answer).collect::<Vec<_>>())?;
    match list(pool, &data) {
        Some(found) => Err(vec![found]),
        None => Ok(compiled),
    }
}

/// A list in place of an object.
fn list<T: Serialize>(sent: &Value, data: &T) -> Option<FindingAnswer> {
    let read = serde_json::to_value(data).ok()?;
    let place = crate::json::list_for_object(sent, &read)?;
    Some(finding(place, crate::json::OBJECT_IS_DUE))
}

fn unreadable<G: Registered>(
    pool: &Value,
    first: &serde_path_to_error::Error<serde_json::Error>,
) -> Vec<FindingAnswer> {
    let mut found = Vec::new();
    if let (Some(whole), Some(cards)) = (pool.as_object(), pool.get("cards").and_then(Value::as_array)) {
        // The pool with one card after the other.
        let mut alone: Map<String, Value> = whole
            .iter()
            .filter(|(name, _)| *name != "cards")
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        for (index, card) in cards.iter().enumerate() {
            alone.insert("cards".to_owned(), Value::Array(vec![card.clone()]));
            let Err(error) = serde_path_to_error::deserialize::<_, G::PoolData>(&alone) else { continue };
            let place = pointer(error.path());
            let place = match place.strip_prefix("/cards/0") {
                Some(rest) => format!("/cards/{index}{rest}"),
                None => place,
            };
            let next = finding(there(pool, place), &error.inner().to_string());
            if !found.contains(&next) {
                found.push(next);
            }
            if found.len() >= FINDING_LIMIT {
                break;
            }
        }
    }
    if found.is_empty() {
        found.push(finding(there(pool, pointer(first.path())), &first.inner().to_string()));
    }
    found
}

/// A place, or what is above it: a word that stands alone has no place inside it.
fn there(pool: &Value, mut place: String) -> String {
    while pool.pointer(&place).is_none()
        && let Some(above) = place.rfind('/')
    {
        place.truncate(above);
    }
    place
}

/// A reading error as a finding: an unknown word names the known ones, and the nearest is found.
fn finding(pointer: String, message: &str) -> FindingAnswer {
    let mut words = message.split('`').skip(1).step_by(2);
    let unknown = message.starts_with("unknown").then(|| words.next()).flatten();
    let near = unknown.and_then(|unknown| nearest(unknown, words));
    let code = match message {
        text if text.starts_with("unknown variant") => "unknown_word",
        text if text.starts_with("unknown field") => "unknown_field",
        text if text.starts_with("missing field") => "missing_field",
        _ => "wrong_shape",
    };
    FindingAnswer { code: code.to_owned(), message: message.to_owned(), nearest: near, pointer }
}
