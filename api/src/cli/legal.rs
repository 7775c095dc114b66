//! `rules-judge legal`: who is asked after a replay, and every legal answer.

use std::fmt::Write;
use std::io;

use clap::Args;
use rules_judge_replays::answer::detail::{Answers, Detail, Entries};
use rules_judge_replays::answer::{Language, ListingLimit, Query};
use rules_judge_replays::judging::LegalAnswer;
use serde_json::json;

use super::report;
use super::{Asking, Ending, Looking, OneFile, phrases, query};
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
    super::about_file(&arguments.file, &arguments.asking, |reporter, file, bytes| {
        let legal = reporter.judge.legal_actions(bytes, &query)?;
        let ending = legal.verdict.as_deref().map_or(Ending::Good, report::ending);
        let text = match &legal.verdict {
            _ if json => super::json_line(&json!(legal)),
            Some(verdict) => reporter.verdict(verdict, file, query.view),
            None => text(&legal, query.language),
        };
        Ok((text, ending))
    })
}

pub(crate) fn text(legal: &LegalAnswer, language: Language) -> String {
    let in_language = |text: Detail| text.into_text(language);
    let mut text = in_language(phrases::after(Entries(legal.accepted as u64))) + "\n";
    if legal.next.is_empty() {
        text.push_str(&(in_language(phrases::nobody()) + "\n"));
    }
    for item in &legal.next {
        let who = report::asked(std::slice::from_ref(item), language).unwrap_or_default();
        let legal = item.legal.as_ref();
        let line = match legal.and_then(|legal| legal.count) {
            Some(count) => phrases::has_answers(&who, Answers(count)),
            None => phrases::has_many_answers(&who),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", in_language(line));
        let listing = legal.map_or(&[][..], |legal| &legal.listing);
        for (answer, sentence) in listing.iter().zip(legal.map_or(&[][..], |legal| &legal.texts)) {
            let _ = writeln!(text, "  {answer}  {sentence}");
        }
        if legal.is_some_and(|legal| !legal.complete) {
            let _ = writeln!(text, "  {}", in_language(phrases::others()));
        }
    }
    if !legal.standing.is_empty() {
        let _ = writeln!(text, "{}", in_language(phrases::at_any_time(&legal.standing.join(", "))));
    }
    terminal::printable(&text)
}
