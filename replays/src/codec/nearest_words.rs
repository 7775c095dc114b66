//! The words of a schema nearest to a text that is none of them: those that share a word with it, in their
//! names or in their descriptions (which use the terms of the rulebook), or else the one with the fewest
//! differing letters.

use rules_judge_engine::abilities::lint::{NEAREST_LIMIT, nearest};
use serde_json::Value;

/// The most words proposed.
const PROPOSED: usize = 3;
/// Words that many names of windows contain, so that they do not tell one window from another.
const COMMON: [&str; 6] = ["phase", "step", "timing", "window", "the", "of"];

/// A word of a schema, with its description.
#[derive(Debug, Clone, Copy)]
pub(super) struct Known<'s> {
    word: &'s str,
    description: &'s str,
}

impl<'s> Known<'s> {
    /// The word of a schema of one value; `None` if the value is no text.
    pub(super) fn of(schema: &'s Value) -> Option<Known<'s>> {
        let word = schema.get("const")?.as_str()?;
        Some(Known {
            word,
            description: schema.get("description").and_then(Value::as_str).unwrap_or_default(),
        })
    }

    pub(super) const fn word(word: &'s str) -> Known<'s> {
        Known { word, description: "" }
    }

    /// How many of the sent words its name contains, and how many its description contains.
    fn in_common(self, sent: &[String]) -> (usize, usize) {
        let name: Vec<String> = words(self.word).collect();
        let description = self.description.to_lowercase();
        let described: Vec<String> = words(&description).collect();
        let holds = |word: &String| {
            described.contains(word)
                || (!word.is_ascii() && word.chars().count() > 1 && description.contains(word.as_str()))
        };
        (
            sent.iter().filter(|word| name.contains(word)).count(),
            sent.iter().filter(|word| holds(word)).count(),
        )
    }
}

/// The words of a text, without [`COMMON`] ones.
fn words(text: &str) -> impl Iterator<Item = String> {
    let parts = text.split(|sign: char| !sign.is_alphanumeric()).filter(|part| !part.is_empty());
    parts.map(str::to_lowercase).filter(|word| !COMMON.contains(&word.as_str()))
}

/// The known words nearest to a text, the nearest first; none where the text is longer than any word.
pub(super) fn nearest_words(sent: &str, known: &[Known<'_>]) -> Vec<String> {
    if sent.len() > NEAREST_LIMIT {
        return Vec::new();
    }
    let parts: Vec<String> = words(sent).collect();
    let mut shared: Vec<((usize, usize), &str)> = known
        .iter()
        .map(|known| (known.in_common(&parts), known.word))
        .filter(|(count, _)| *count > (0, 0))
        .collect();
    // Equally near words stay in the order of the schema.
    shared.sort_by(|(one, _), (other, _)| other.cmp(one));
    if shared.is_empty() {
        return nearest(&sent.to_lowercase(), known.iter().map(|known| known.word)).into_iter().collect();
    }
    shared.into_iter().take(PROPOSED).map(|(_, word)| word.to_owned()).collect()
}
