//! `rules-judge position`: prints the state after a replay as a position with which another replay can begin.

use std::io;

use clap::Args;
use rules_judge_replays::answer::position::PositionAnswer;
use serde_json::json;

use super::report;
use super::{Asking, Ending, Looking, OneFile, query};
use crate::cli::terminal;

/// Options of `position`.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes:
  0  the log is within the rules; the position is printed
  1  the log is against the rules; its verdict is printed
  2  the log was not judged, no position says its state, it is malformed or unreadable, or the command line \
  is wrong")]
pub struct Arguments {
    #[command(flatten)]
    file: OneFile,
    #[command(flatten)]
    asking: Asking,
    #[command(flatten)]
    looking: Looking,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> io::Result<Ending> {
    let query = query(&arguments.asking, &arguments.looking);
    let json = arguments.asking.json;
    super::about_file(&arguments.file, &arguments.asking, |reporter, file, bytes| {
        Ok(match reporter.judge.position(bytes, &query)? {
            Err(verdict) if json => {
                (super::json_line(&json!({ "verdict": verdict })), report::ending(&verdict))
            }
            Err(verdict) => (reporter.verdict(&verdict, file, query.view), report::ending(&verdict)),
            Ok(answer) => {
                let ending = if answer.position.is_some() { Ending::Good } else { Ending::Unjudged };
                (if json { super::json_line(&json!(answer)) } else { text(&answer) }, ending)
            }
        })
    })
}

/// Writes the position alone to standard output, for other commands, and what a position cannot express to
/// standard error.
fn text(answer: &PositionAnswer) -> String {
    for part in &answer.inexpressible {
        let place = if part.pointer.is_empty() { "/" } else { &part.pointer };
        eprintln!("not in the position: {place}: {} ({})", part.message, part.code);
    }
    answer
        .position
        .as_ref()
        .map_or_else(String::new, |position| terminal::printable(&format!("{position}\n")))
}
