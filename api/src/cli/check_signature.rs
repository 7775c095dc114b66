//! `rules-judge check-signature`: checks offline that a service signed a verdict, given the bytes of the
//! answer.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use actix_web::http::header::HttpDate;
use clap::Args;
use rules_judge_replays::answer::{Language, Query, Verdict};
use rules_judge_replays::judging::Judge;
use serde::{Deserialize, Serialize};
use serde_json::json;
use serde_json::value::RawValue;

use super::{Asking, Ending, phrases};
use crate::cli::source::{self, Lines, Unread};
use crate::cli::terminal::{self, printable};
use crate::http::signing::{KeySet, Signed, Unsigned};
use crate::limits::VERDICT_BYTES;

const AFTER_HELP: &str = "\
With --signature, ANSWER is the body of an answer as it came, and the signature is the value of its header
verdict-signature. Without it, ANSWER holds the lines of an answer of /v1/verify/batch or an answer of
/v1/compare, in which each verdict has its own signature. The command also compares the last line of a batch,
which gives the number of lines, with the lines that are there. That line is not signed.

KEYS is a JSON Web Key Set (RFC 7517), such as the answer of GET /v1/keys of the service. Get it from the
service itself: a signature is worth what the way is worth on which its key came.

Exit codes:
  0  every verdict is signed by one of the keys, and no line of a batch is missing
  1  a verdict is not signed, or is about another log, or lines of a batch are missing
  2  a file cannot be read or has no verdict, or the command line is wrong";

/// Options of `check-signature`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    /// The answer as it came; - is standard input
    #[arg(value_name = "ANSWER")]
    answer: PathBuf,
    /// A JSON Web Key Set with the keys that count; may be given several times
    #[arg(long, value_name = "KEYS", required = true)]
    keys: Vec<PathBuf>,
    /// The value of the header verdict-signature
    #[arg(long, value_name = "TEXT")]
    signature: Option<String>,
    /// Also say whether the verdict is about this replay; of answers in the full view
    #[arg(long, value_name = "REPLAY", requires = "signature")]
    replay: Option<PathBuf>,
    #[command(flatten)]
    asking: Asking,
}

/// A line of a batch, or an answer of `compare`.
#[derive(Deserialize)]
struct Line {
    done: Option<bool>,
    line: Option<usize>,
    lines: Option<usize>,
    signature: Option<String>,
    verdict: Option<Box<RawValue>>,
    #[serde(default)]
    signatures: Vec<String>,
    #[serde(default)]
    verdicts: Vec<Box<RawValue>>,
}

/// The digest of the log that a verdict is about.
#[derive(Deserialize)]
struct About {
    log_digest: Option<String>,
}

/// Where a verdict is: in a file, and within it in a line of a batch or at a JSON pointer.
#[derive(Clone, Copy)]
struct Place<'a> {
    file: &'a str,
    line: Option<usize>,
    pointer: Option<&'a str>,
}

/// What `--json` prints for a verdict or a batch.
#[derive(Serialize)]
struct Checked<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    created: Option<u64>,
    file: &'a str,
    holds: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pointer: Option<&'a str>,
}

/// Why the check of a verdict fails.
enum Wrong {
    Unsigned(Unsigned),
    Missing,
    MissingLines,
    OtherLog,
    NoLog,
}

impl Wrong {
    const fn code(&self) -> &'static str {
        match self {
            Wrong::Unsigned(Unsigned::Unreadable) => "unreadable_signature",
            Wrong::Unsigned(Unsigned::UnknownKey) => "unknown_key",
            Wrong::Unsigned(Unsigned::Differs) => "not_signed",
            Wrong::Missing => "no_signature",
            Wrong::MissingLines => "missing_lines",
            Wrong::OtherLog => "other_log",
            Wrong::NoLog => "no_log",
        }
    }

    fn text(&self, language: Language) -> String {
        match self {
            Wrong::Unsigned(Unsigned::Unreadable) => phrases::unreadable_signature(),
            Wrong::Unsigned(Unsigned::UnknownKey) => phrases::unknown_key(),
            Wrong::Unsigned(Unsigned::Differs) => phrases::not_signed(),
            Wrong::Missing => phrases::no_signature(),
            Wrong::MissingLines => phrases::missing_lines(),
            Wrong::OtherLog => phrases::of_other_log(),
            Wrong::NoLog => phrases::of_no_log(),
        }
        .into_text(language)
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> io::Result<Ending> {
    let Arguments { answer, keys, signature, replay, asking } = arguments;
    let named = |path: &PathBuf, why: String| io::Error::other(format!("{}: {why}", path.display()));
    let bytes = |path: &PathBuf| {
        source::read_at_most(path, VERDICT_BYTES)
            .map_err(|unread| named(path, unread.message(asking.language)))
    };
    let mut set = KeySet::default();
    for file in keys {
        set.add(KeySet::read(&bytes(file)?).map_err(|error| named(file, error.to_string()))?);
    }
    let name = answer.display().to_string();
    if let Some(signature) = signature {
        let body = bytes(answer)?;
        let mut held = set.check(signature.trim(), &body).map_err(Wrong::Unsigned);
        if let (Ok(_), Some(replay)) = (&held, replay) {
            let judged = Judge::new().verify(&bytes(replay)?, &Query::default());
            let judged =
                judged.map_err(|fault| named(replay, Unread::Fault(fault).message(asking.language)))?;
            held = held.and_then(|signed| is_about(&body, &judged).map(|()| signed));
        }
        let place = Place { file: &name, line: None, pointer: None };
        terminal::write(&text(place, &held, asking))?;
        return Ok(if held.is_ok() { Ending::Good } else { Ending::Against });
    }
    match lines(answer, &set, asking)? {
        Some(ending) => Ok(ending),
        None => Err(named(answer, phrases::no_verdicts().into_text(asking.language))),
    }
}

/// Checks every verdict of a batch or of an answer of `compare`; `None`: the file has no verdict.
fn lines(answer: &Path, keys: &KeySet, asking: &Asking) -> io::Result<Option<Ending>> {
    let named = |why: String| io::Error::other(format!("{}: {why}", answer.display()));
    let mut ending = None;
    let name = answer.display().to_string();
    let mut report = |line, pointer: Option<&str>, held: Result<Signed, Wrong>| {
        ending = ending.max(Some(if held.is_ok() { Ending::Good } else { Ending::Against }));
        terminal::write(&text(Place { file: &name, line, pointer }, &held, asking))
    };
    let check = |signature: Option<&String>, verdict: &RawValue| match signature {
        Some(signature) => keys.check(signature, verdict.get().as_bytes()).map_err(Wrong::Unsigned),
        None => Err(Wrong::Missing),
    };
    // Lines of the current batch before its closing line is read.
    let mut open = 0_usize;
    for (number, line) in Lines::open(answer, VERDICT_BYTES).map_err(|error| named(error.to_string()))? {
        let line = line.map_err(|unread| named(unread.message(asking.language)))?;
        let line: Line =
            serde_json::from_slice(&line).map_err(|error| named(format!("line {number}: {error}")))?;
        if let Some(verdict) = &line.verdict {
            let held = check(line.signature.as_ref(), verdict);
            report(line.line.or(Some(number)), None, held)?;
        }
        for (index, verdict) in line.verdicts.iter().enumerate() {
            let pointer = format!("/verdicts/{index}");
            report(None, Some(&pointer), check(line.signatures.get(index), verdict))?;
        }
        match (line.done, line.line) {
            // The closing line of an incomplete batch names the line at which judging stopped.
            (Some(done), _) => {
                if !done || line.lines != Some(open) {
                    report(None, None, Err(Wrong::MissingLines))?;
                }
                open = 0;
            }
            (None, Some(_)) => open = open.saturating_add(1),
            (None, None) => {}
        }
    }
    if open > 0 {
        report(None, None, Err(Wrong::MissingLines))?;
    }
    Ok(ending)
}

/// Checks that a verdict is about the log that was judged here. The digest of a log is chained from the
/// digest of its header, so equal digests mean the same header and entries.
fn is_about(verdict: &[u8], judged: &Verdict) -> Result<(), Wrong> {
    match serde_json::from_slice(verdict) {
        Ok(About { log_digest: Some(digest) }) if judged.log_digest.as_deref() == Some(digest.as_str()) => {
            Ok(())
        }
        Ok(About { log_digest: Some(_) }) => Err(Wrong::OtherLog),
        _ => Err(Wrong::NoLog),
    }
}

/// The text for people about a verdict or a batch.
fn text(place: Place<'_>, held: &Result<Signed, Wrong>, asking: &Asking) -> String {
    let Place { file, line, pointer } = place;
    if asking.json {
        let line = Checked {
            code: held.as_ref().err().map(Wrong::code),
            created: held.as_ref().ok().and_then(|signed| signed.created),
            file,
            holds: held.is_ok(),
            key: held.as_ref().ok().map(|signed| signed.kid.as_str()),
            line,
            pointer,
        };
        return format!("{}\n", json!(line));
    }
    let what = match held {
        Ok(Signed { kid, created: None }) => phrases::signed_by(kid).into_text(asking.language),
        Ok(Signed { kid, created: Some(created) }) => {
            // A signature cannot state a second after the year 9999, so this is a date.
            let created = HttpDate::from(SystemTime::UNIX_EPOCH + Duration::from_secs(*created));
            phrases::signed_at(kid, &created.to_string()).into_text(asking.language)
        }
        Err(wrong) => wrong.text(asking.language),
    };
    let line = line.map(|line| format!(":{line}")).unwrap_or_default();
    let pointer = pointer.map(|pointer| format!(":{pointer}")).unwrap_or_default();
    printable(&format!("{file}{line}{pointer}: {what}\n"))
}
