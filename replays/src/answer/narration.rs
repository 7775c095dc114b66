//! A trace as lines of text.

use rules_judge_engine::game_kit::sentence::{Part, Speech};
use rules_judge_engine::games::{self, Registered, Visit};
use serde_json::Value;

use super::{Language, Verdict};

/// Writes a trace as lines: the turn, each event, its rule. A long trace comes in pages, one verdict for
/// each, which `lines` continues.
#[derive(Debug, Clone, Copy)]
pub struct Narration {
    language: Language,
    turn: Option<i64>,
}

struct Lines<'a>(&'a mut Narration, &'a Verdict);

impl Visit for Lines<'_> {
    type Out = Result<Vec<String>, serde_json::Error>;

    fn visit<G: Registered>(self) -> Self::Out {
        let Lines(narration, verdict) = self;
        let speech = Speech {
            book: G::rules(),
            language: narration.language.place(),
            names: [None; 2],
            abilities: None,
        };
        let mut lines = Vec::new();
        for step in verdict.trace.iter().flatten() {
            let events = step.events.read()?;
            for event in events.as_array().into_iter().flatten() {
                let field = |name: &str| event.get(name).and_then(Value::as_str).unwrap_or_default();
                let begins = field("verb") == G::VOCABULARY.turn && field("point") == "done";
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
        games::dispatch(&verdict.game, Lines(self, verdict)).unwrap_or(Ok(Vec::new()))
    }
}
