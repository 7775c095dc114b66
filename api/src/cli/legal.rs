//! `rules-judge legal`: who is asked after a replay, and every legal answer.

use std::fmt::Write;
use std::io;

use clap::Args;
use rules_judge_replays::answer::{ListingLimit, Query};
use rules_judge_replays::judging::LegalAnswer;
use serde_json::json;

use super::report;
use super::{Asking, Ending, Looking, OneFile, query};
use crate::cli::terminal;
use crate::params;

/// Options of `legal`.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes:
  0  the log is within the rules; the answers are printed
  1  the log is against the rules; its verdict is printed
  2  the log was not judged, is malformed or unreadable, or the command line is wrong")]
pub struct Arguments {
    #[command(flatten)]
    file: OneFile,
    #[command(flatten)]
    asking: Asking,
    #[command(flatten)]
    looking: Looking,
    /// List at most so many answers of each who is asked, up to 1000
    #[arg(long, value_name = "N", default_value = "64", value_parser = params::listing)]
    listing: ListingLimit,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> io::Result<Ending> {
    let query = Query { listing: arguments.listing, ..query(&arguments.asking, &arguments.looking) };
    let json = arguments.asking.json;
    super::about_file(&arguments.file, &arguments.asking, |teller, file, bytes| {
        Ok(match teller.judge.legal_actions(bytes, &query)? {
            Err(verdict) if json => {
                (super::json_line(&json!({ "verdict": verdict })), report::ending(&verdict))
            }
            Err(verdict) => (teller.verdict(&verdict, file, query.view), report::ending(&verdict)),
            Ok(legal) if json => (super::json_line(&json!(legal)), Ending::Good),
            Ok(legal) => (text(&legal), Ending::Good),
        })
    })
}

fn text(legal: &LegalAnswer) -> String {
    let mut text = format!("after {} entries\n", legal.accepted);
    if legal.next.is_empty() {
        text.push_str("nobody is asked: nothing more may be logged\n");
    }
    for item in &legal.next {
        let who = report::asked(std::slice::from_ref(item)).unwrap_or_default();
        let legal = item.legal.as_ref();
        let count = match legal.and_then(|legal| legal.count) {
            Some(count) => format!("{count} answers"),
            None => "more answers than are counted".to_owned(),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{who}: {count}");
        for answer in legal.map_or(&[][..], |legal| &legal.listing) {
            let _ = writeln!(text, "  {answer}");
        }
        if legal.is_some_and(|legal| !legal.complete) {
            let _ = writeln!(text, "  and others, which are not listed");
        }
    }
    if !legal.standing.is_empty() {
        let _ = writeln!(text, "at any time besides: {}", legal.standing.join(", "));
    }
    terminal::printable(&text)
}
