//! `rules-judge check-signature`: whether a service signed a verdict, from the bytes that were kept of it.

use std::io;
use std::path::PathBuf;

use clap::Args;
use rules_judge_replays::answer::{Language, Query, Verdict};
use rules_judge_replays::judging::Judge;
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use super::{Asking, Ending, phrases};
use crate::cli::source::{self, Lines, Unread};
use crate::cli::terminal::{self, printable};
use crate::http::signing::{KeysAnswer, Unsigned};
use crate::limits::VERDICT_BYTES;

const AFTER_HELP: &str = "\
With --signature, ANSWER is the body of an answer as it came, and the signature is what its header
verdict-signature said. Without it, ANSWER has the lines that /v1/verify/batch answered, each with its own.

KEYS is what GET /v1/keys of the service answered. Get it from the service itself: a signature is worth what the
way is worth on which its key came.

Exit codes:
  0  every verdict is signed by one of the keys
  1  a verdict is not, or is about another log
  2  a file cannot be read or has no verdict, or the command line is wrong";

/// Options of `check-signature`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    /// The answer as it came; - is standard input
    #[arg(value_name = "ANSWER")]
    answer: PathBuf,
    /// The keys that count, as /v1/keys answers them
    #[arg(long, value_name = "KEYS")]
    keys: PathBuf,
    /// What the header verdict-signature said
    #[arg(long, value_name = "TEXT")]
    signature: Option<String>,
    /// Also say whether the verdict is about this replay; of answers in the full view
    #[arg(long, value_name = "REPLAY", requires = "signature")]
    replay: Option<PathBuf>,
    #[command(flatten)]
    asking: Asking,
}

/// A line of a batch.
#[derive(Deserialize)]
struct Line {
    line: Option<usize>,
    signature: Option<String>,
    verdict: Option<Box<RawValue>>,
}

/// What a verdict says of the log that it is about.
#[derive(Deserialize)]
struct About {
    log_digest: Option<String>,
}

/// Why a verdict does not hold.
enum Wrong {
    Unsigned(Unsigned),
    Missing,
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
            Wrong::OtherLog => "other_log",
            Wrong::NoLog => "no_log",
        }
    }

    fn told(&self, language: Language) -> String {
        match self {
            Wrong::Unsigned(Unsigned::Unreadable) => phrases::unreadable_signature(),
            Wrong::Unsigned(Unsigned::UnknownKey) => phrases::unknown_key(),
            Wrong::Unsigned(Unsigned::Differs) => phrases::not_signed(),
            Wrong::Missing => phrases::no_signature(),
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
        source::read_at_most(path, VERDICT_BYTES).map_err(|unread| named(path, unread.told(asking.language)))
    };
    let keys: KeysAnswer =
        serde_json::from_slice(&bytes(keys)?).map_err(|error| named(keys, error.to_string()))?;
    let name = answer.display().to_string();
    if let Some(signature) = signature {
        let body = bytes(answer)?;
        let mut held = keys.check(signature.trim(), &body).map_err(Wrong::Unsigned);
        if let (Ok(key), Some(replay)) = (&held, replay) {
            let judged = Judge::new().verify(&bytes(replay)?, &Query::default());
            let judged = judged.map_err(|fault| named(replay, Unread::Fault(fault).told(asking.language)))?;
            held = is_about(&body, &judged).map(|()| *key);
        }
        terminal::write(&told(&name, None, &held, asking))?;
        return Ok(if held.is_ok() { Ending::Good } else { Ending::Against });
    }
    let mut ending = None;
    for (number, line) in
        Lines::open(answer, VERDICT_BYTES).map_err(|error| named(answer, error.to_string()))?
    {
        let line = line.map_err(|unread| named(answer, unread.told(asking.language)))?;
        let line: Line = serde_json::from_slice(&line)
            .map_err(|error| named(answer, format!("line {number}: {error}")))?;
        // Problems are not signed, nor is the end of a batch.
        let Some(verdict) = line.verdict else { continue };
        let held = match &line.signature {
            Some(signature) => keys.check(signature, verdict.get().as_bytes()).map_err(Wrong::Unsigned),
            None => Err(Wrong::Missing),
        };
        terminal::write(&told(&name, line.line.or(Some(number)), &held, asking))?;
        let this = if held.is_ok() { Ending::Good } else { Ending::Against };
        ending = ending.max(Some(this));
    }
    ending.ok_or_else(|| named(answer, phrases::no_verdicts().into_text(asking.language)))
}

/// Whether a verdict is about a log that was judged here: the digest of a log is chained from that of its header.
fn is_about(verdict: &[u8], judged: &Verdict) -> Result<(), Wrong> {
    match serde_json::from_slice(verdict) {
        Ok(About { log_digest: Some(said) }) if judged.log_digest.as_deref() == Some(said.as_str()) => Ok(()),
        Ok(About { log_digest: Some(_) }) => Err(Wrong::OtherLog),
        _ => Err(Wrong::NoLog),
    }
}

fn told(name: &str, line: Option<usize>, held: &Result<&str, Wrong>, asking: &Asking) -> String {
    if asking.json {
        let mut told = json!({ "file": name, "holds": held.is_ok() });
        if let Some(told) = told.as_object_mut() {
            match held {
                Ok(key) => told.insert("key".to_owned(), (*key).into()),
                Err(wrong) => told.insert("code".to_owned(), wrong.code().into()),
            };
            if let Some(line) = line {
                told.insert("line".to_owned(), line.into());
            }
        }
        return format!("{told}\n");
    }
    let name = line.map_or_else(|| name.to_owned(), |line| format!("{name}:{line}"));
    let what = match held {
        Ok(key) => phrases::signed_by(key).into_text(asking.language),
        Err(wrong) => wrong.told(asking.language),
    };
    printable(&format!("{name}: {what}\n"))
}
