//! The answer of a tool: sentences, data, and the rules that both cite, with their texts.

use std::collections::BTreeSet;

use rmcp::model::{CallToolResult, ContentBlock};
use rules_judge_replays::answer::Language;
use rules_judge_replays::catalog::rulebook::RuleAnswer;
use rules_judge_replays::judging::Judge;
use serde::Serialize;
use serde_json::{Value, json};

use crate::cli::terminal::printable;
use crate::mcp::words;

/// The most rules whose texts are in an answer.
pub(super) const CITATIONS: usize = 24;

/// The answer of a tool before the texts of rules are added.
#[derive(Debug, Default)]
pub(super) struct Reply {
    /// Sentences in the language of the request.
    pub(super) lines: Vec<String>,
    /// Structured content for programs, usually an answer of the service.
    pub(super) data: Value,
    /// The game whose rules are cited.
    pub(super) game: Option<String>,
    /// Rules to cite before those that the data cite.
    pub(super) cites: Vec<String>,
}

/// A rule that an answer cites.
#[derive(Debug, Serialize)]
struct Citation {
    id: &'static str,
    kind: &'static str,
    /// Whether it is a ruling of this project and no rule of the book.
    ours: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    question: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    text: &'static str,
}

impl From<RuleAnswer> for Citation {
    fn from(rule: RuleAnswer) -> Citation {
        let RuleAnswer { id, kind, ours, question, reason, text, .. } = rule;
        Citation { id, kind, ours, question, reason, text }
    }
}

impl Reply {
    /// An answer about a game.
    pub(super) fn of(game: &str, data: Value) -> Reply {
        Reply { data, game: Some(game.to_owned()), ..Reply::default() }
    }

    /// Adds a sentence.
    pub(super) fn say(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    fn citations(&self, judge: &Judge, language: Language) -> Vec<Citation> {
        let Some(game) = &self.game else { return Vec::new() };
        let mut ids: Vec<&str> = self.cites.iter().map(String::as_str).collect();
        cited(&self.data, &mut ids);
        let mut seen = BTreeSet::new();
        let first = ids.into_iter().filter(|id| seen.insert(*id));
        let known = first.filter_map(|id| judge.rule(game, id, language).ok());
        known.take(CITATIONS).map(Citation::from).collect()
    }

    /// The result of the tool, with the texts of the cited rules and the notice that goes with them.
    pub(super) fn finished(self, judge: &Judge, language: Language) -> CallToolResult {
        let citations = self.citations(judge, language);
        let notice = words::notice().into_text(language);
        let mut lines = self.lines;
        for Citation { id, question, reason, text, .. } in &citations {
            let line = match (question, reason) {
                (Some(question), Some(reason)) => words::ruling(id, question, text, reason),
                _ => words::rule(id, text),
            };
            lines.push(line.into_text(language));
        }
        lines.push(notice.clone());
        let mut result = CallToolResult::success(vec![ContentBlock::text(printable(&lines.join("\n")))]);
        let data = json!({ "answer": self.data, "citations": citations, "notice": notice });
        result.structured_content = Some(data);
        result
    }
}

/// Collects the ids of rules in an answer, in their order: `cites` is a list, `cite` is one id, and so is the
/// `rule` of a question.
fn cited<'v>(value: &'v Value, ids: &mut Vec<&'v str>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| cited(item, ids)),
        Value::Object(fields) => {
            for (name, value) in fields {
                match (name.as_str(), value) {
                    ("cites", Value::Array(list)) => ids.extend(list.iter().filter_map(Value::as_str)),
                    ("cite" | "rule", Value::String(id)) => ids.push(id),
                    _ => cited(value, ids),
                }
            }
        }
        _ => {}
    }
}
