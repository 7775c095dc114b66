//! The result of a case, with places in its file.

use std::fmt;

use serde_saphyr::Location;

use super::format::Case;

/// The result of a case.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CaseResult {
    /// The differences from what the case expects, in the order of the file.
    pub failures: Vec<Failure>,
}

impl CaseResult {
    /// Whether everything is as the case expects.
    pub fn passed(&self) -> bool {
        self.failures.is_empty()
    }
}

/// A difference from what a case expects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The part of the case that differs.
    pub part: Part,
    /// The place of that part in the file: line and column, counted from 1.
    pub place: (u64, u64),
    /// What was expected, and what was found.
    pub message: String,
}

/// A part of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The table.
    Given,
    /// An entry of `when`, counted from 0.
    Entry(usize),
    /// The verdict, its place or its citation.
    Verdict,
    /// A fact, counted from 1.
    Fact(usize),
    /// A rule that the case names, counted from 0 over `cites` and `also`.
    Rule(usize),
}

impl fmt::Display for Part {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Given => formatter.write_str("given"),
            Part::Entry(number) => write!(formatter, "entry {number}"),
            Part::Verdict => formatter.write_str("verdict"),
            Part::Fact(number) => write!(formatter, "fact {number}"),
            Part::Rule(_) => formatter.write_str("cites"),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.part, self.message)
    }
}

/// A fault with the place of its part in the file.
pub(super) fn at_place(case: &Case, (part, message): (Part, String)) -> Failure {
    let at = place(case, part);
    Failure { part, place: (at.line(), at.column()), message }
}

/// The place of a part of a case in its file.
fn place(case: &Case, part: Part) -> Location {
    let facts = &case.then.value.facts;
    let found = match part {
        Part::Given => Some(case.given.referenced),
        Part::Entry(number) => case.when.get(number).map(|entry| entry.referenced),
        Part::Verdict => Some(case.then.referenced),
        Part::Fact(number) => facts.get(number.saturating_sub(1)).map(|fact| fact.referenced),
        Part::Rule(number) => case.rules().nth(number).map(|rule| rule.referenced),
    };
    found.unwrap_or(case.id.referenced)
}

/// A message with the part that it is about in front.
pub(super) fn located((part, message): (Part, String)) -> String {
    format!("{part}: {message}")
}
