//! The schemas of everything that is sent and answered about a game, as named parts that refer to each other.

#[cfg(feature = "schemas")]
mod form;
#[cfg(feature = "schemas")]
pub mod making;

use std::sync::Arc;

pub use rules_judge_engine::games::IDS as GAMES;
use serde_json::{Value, json};

use crate::codec::described;
pub use crate::codec::described::unpacked;

/// The names of the schemas of a game.
pub const NAMES: [&str; 16] = [
    "action",
    "deck",
    "entry",
    "event",
    "facts",
    "header",
    "options",
    "outcome",
    "pool",
    "position",
    "question",
    "refusal",
    "replay",
    "shown_entry",
    "state",
    "verdict",
];

/// The prefix of references to parts.
pub const PLACE: &str = "#/components/schemas/";

/// The schema of something that callers send, made from the type that reads it; `None`: there is no such
/// game, or several types together read it.
pub fn handed_in(game: &str, name: &str) -> Option<Value> {
    let is_one_type = matches!(name, "action" | "deck" | "facts" | "options" | "pool" | "position");
    is_one_type.then(|| described::kept(game, name)).flatten().map(Arc::unwrap_or_clone)
}

/// A reference to a part.
pub fn reference(name: &str) -> Value {
    json!({ "$ref": format!("{PLACE}{name}") })
}

/// Calls `change` for every name of a part that a schema refers to.
pub fn each_reference(schema: &mut Value, change: &mut dyn FnMut(&str) -> Option<String>) {
    match schema {
        Value::String(text) => {
            if let Some(name) = text.strip_prefix(PLACE).and_then(&mut *change) {
                *text = format!("{PLACE}{name}");
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| each_reference(item, change)),
        Value::Object(fields) => fields.values_mut().for_each(|field| each_reference(field, change)),
        _ => {}
    }
}

/// A word of the wire as a part of a name: `play_ship` is `PlayShip`.
pub fn pascal(word: &str) -> String {
    let capital = |part: &str| {
        let mut letters = part.chars();
        letters
            .next()
            .map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
    };
    word.split(['_', '-']).map(capital).collect()
}
