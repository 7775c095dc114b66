//! Batches: one replay a line in, one verdict a line out, in the same order.

use rules_judge_replays::answer::{Fault, FaultCode, Language, Query};
use rules_judge_replays::codec::json;
use rules_judge_replays::judging::Judge;
use serde::Serialize;
use serde_json::json;
use serde_json::value::{RawValue, to_raw_value};

use crate::details;
use crate::fault::Problem;
use crate::request::too_large;
use crate::server::Server;

/// Consecutive lines of a batch that are no replays after which the batch ends: the service does not answer a
/// file of another format line by line.
pub const FAULTY_LINES: usize = 1_000;

/// One line of the answer.
#[derive(Debug, Serialize)]
pub struct Line {
    /// The number of the line in the request, from 1.
    pub line: usize,
    /// The fault, if the line was not judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<Problem>,
    /// The signature of the bytes of `verdict` in this line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
    /// The verdict as JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Box<RawValue>>,
}

impl Line {
    /// The answer to a line that was not judged.
    pub fn problem(line: usize, fault: &Fault, language: Language) -> Line {
        Line { line, problem: Some(Problem::new(fault, language)), signature: None, verdict: None }
    }

    /// Judges a line.
    ///
    /// # Errors
    /// The fault of the line.
    pub fn judged(
        line: usize,
        judge: &Judge,
        replay: &[u8],
        query: &Query,
        server: &dyn Server,
    ) -> Result<Line, Fault> {
        let verdict = judge.verify(replay, query)?;
        server.judged(&verdict);
        let verdict =
            to_raw_value(&verdict).map_err(|_| Fault::new(FaultCode::Internal, details::unwritten()))?;
        let signature = server.sign(verdict.get().as_bytes());
        Ok(Line { line, problem: None, signature, verdict: Some(verdict) })
    }
}

/// A line as bytes, with its line feed.
pub fn bytes_of(line: &impl Serialize) -> Vec<u8> {
    // Plain data always serialises; an empty object is still JSON if it does not.
    let mut bytes = serde_json::to_vec(line).unwrap_or_else(|_| b"{}".to_vec());
    bytes.push(b'\n');
    bytes
}

/// The closing line of an answer with `lines` lines. If the batch ended early, it has the line and the fault
/// at which it did.
pub fn last(lines: usize, broke_off: Option<(usize, Fault)>, language: Language) -> Vec<u8> {
    bytes_of(&match broke_off {
        None => json!({ "done": true, "lines": lines }),
        Some((line, fault)) => {
            json!({ "done": false, "line": line, "lines": lines, "problem": Problem::new(&fault, language) })
        }
    })
}

/// The fault of a batch with too many consecutive lines that are no replays.
pub fn too_many_faulty(lines: usize) -> Fault {
    Fault::new(FaultCode::TooMany, details::faulty_lines(lines))
}

/// Whether a line is blank.
pub fn is_blank(line: &[u8]) -> bool {
    json::unmarked(line).iter().all(u8::is_ascii_whitespace)
}

/// The answer to a complete batch whose lines have at most so many bytes each.
pub(crate) fn answer(
    judge: &Judge,
    batch: &[u8],
    most: usize,
    query: &Query,
    server: &dyn Server,
) -> Vec<u8> {
    let (mut out, mut answered, mut faulty) = (Vec::new(), 0, 0);
    for (at, line) in batch.split(|byte| *byte == b'\n').enumerate() {
        let number = at.saturating_add(1);
        if is_blank(line) {
            continue;
        }
        let judged = match line.len() > most {
            true => Err(too_large(most)),
            false => Line::judged(number, judge, line, query, server),
        };
        faulty = if judged.is_err() { faulty + 1 } else { 0 };
        answered += 1;
        let answer = judged.unwrap_or_else(|fault| Line::problem(number, &fault, query.language));
        out.extend(bytes_of(&answer));
        if faulty >= FAULTY_LINES {
            out.extend(last(answered, Some((number, too_many_faulty(faulty))), query.language));
            return out;
        }
    }
    out.extend(last(answered, None, query.language));
    out
}
