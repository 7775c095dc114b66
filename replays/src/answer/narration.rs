//! A trace as lines of text.

use std::collections::BTreeSet;

use rules_judge_engine::game_kit::sentence::{Part, Speech};
use rules_judge_engine::games::{self, GameInfo};
use serde_json::Value;

use super::{Language, Verdict};

/// Writes a trace as lines: the turn, each event, its rule. A long trace comes in pages, one verdict for
/// each, which `lines` continues.
#[derive(Debug, Clone, Copy)]
pub struct Narration {
    language: Language,
    turn: Option<i64>,
}

fn lines(
    info: &GameInfo,
    narration: &mut Narration,
    verdict: &Verdict,
) -> Result<Vec<String>, serde_json::Error> {
    let speech =
        Speech { book: info.rules, language: narration.language.place(), names: [None; 2], abilities: None };
    let mut lines = Vec::new();
    for step in verdict.trace.iter().flatten() {
        let events = step.events.read()?;
        let events = events.as_array().map(Vec::as_slice).unwrap_or_default();
        for event in narrated(events) {
            let field = |name: &str| event.get(name).and_then(Value::as_str).unwrap_or_default();
            let begins = field("verb") == info.vocabulary.turn && field("point") == "done";
            if begins {
                narration.turn = event.get("amount").and_then(Value::as_i64);
            }
            // The sentence of a turn's beginning contains the number of the turn.
            let turn = narration.turn.filter(|_| !begins);
            let parts = [
                ("cite", Part::Text(field("cite"))),
                ("text", Part::Text(field("text"))),
                ("turn", Part::number(turn)),
            ];
            lines.push(speech.sentence("part", "line", &parts));
        }
        if let Some(count) = step.left_out {
            let count = Part::Number(i64::try_from(count).unwrap_or(i64::MAX));
            lines.push(speech.sentence("part", "left_out", &[("count", count)]));
        }
    }
    Ok(lines)
}

/// What an event is at each of its points: all but the point and the sentence.
fn same(event: &Value) -> String {
    let mut event = event.clone();
    if let Some(fields) = event.as_object_mut() {
        fields.remove("point");
        fields.remove("text");
    }
    event.to_string()
}

/// The events of a narration. It leaves out that an event is about to happen if the same event is done with
/// nothing in between. Events that happen together are about to happen together.
fn narrated(events: &[Value]) -> Vec<&Value> {
    let point = |event: &Value| event.get("point").and_then(Value::as_str).unwrap_or_default().to_owned();
    let mut told = Vec::new();
    let mut rest = events;
    while !rest.is_empty() {
        let count = rest.iter().take_while(|event| ["before", "at"].contains(&point(event).as_str())).count();
        let (waiting, after) = rest.split_at(count);
        let keys: Vec<String> = waiting.iter().map(same).collect();
        let all: BTreeSet<&String> = keys.iter().collect();
        let done = after.iter().take_while(|event| point(event) == "done").map(same);
        let done: BTreeSet<String> = done.take_while(|key| all.contains(key)).collect();
        told.extend(
            waiting.iter().zip(&keys).filter(|(_, key)| !done.contains(*key)).map(|(event, _)| event),
        );
        // Up to the next one that waits.
        let next =
            after.iter().take_while(|event| !["before", "at"].contains(&point(event).as_str())).count();
        let (passed, next) = after.split_at(next);
        told.extend(passed);
        rest = next;
    }
    told
}

impl Narration {
    /// `language` is that of the traces.
    pub const fn new(language: Language) -> Narration {
        Narration { language, turn: None }
    }

    /// The lines of the next page.
    ///
    /// # Errors
    /// Events that are no JSON; none are known.
    pub fn lines(&mut self, verdict: &Verdict) -> Result<Vec<String>, serde_json::Error> {
        games::info(&verdict.game).map_or_else(|| Ok(Vec::new()), |info| lines(info, self, verdict))
    }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_happens_without_anything_in_between_is_told_once() {
        let event = |point: &str, card: u64| {
            json!({
                "verb": "depleted", "point": point, "card": { "id": card }, "text": point,
            })
        };
        let other = json!({ "verb": "draws", "point": "done", "text": "draws" });
        let told = |events: &[Value]| -> Vec<usize> {
            let is_told =
                |at: &usize| super::narrated(events).iter().any(|told| std::ptr::eq(*told, &events[*at]));
            (0..events.len()).filter(is_told).collect()
        };
        let [before, at, done] = ["before", "at", "done"].map(|point| event(point, 1));
        assert_eq!(told(&[before.clone(), at.clone(), done.clone()]), [2]);
        // Two together.
        let two = [
            before.clone(),
            event("before", 2),
            at.clone(),
            event("at", 2),
            done.clone(),
            event("done", 2),
            other.clone(),
        ];
        assert_eq!(told(&two), [4, 5, 6]);
        // Something is done while it waits, it is withdrawn, or it still waits at the end.
        assert_eq!(told(&[before.clone(), other.clone(), at.clone(), done.clone()]), [0, 1, 3]);
        assert_eq!(told(&[before.clone(), at.clone(), other.clone(), done.clone()]), [0, 1, 2, 3]);
        assert_eq!(told(&[before.clone(), at.clone(), event("withdrawn", 1)]), [0, 1, 2]);
        assert_eq!(told(&[before, at]), [0, 1]);
        assert_eq!(told(&[done, other]), [0, 1]);
        assert!(told(&[]).is_empty());
    }
}
