//! `rules-judge deck`: every fault of one deck, with the rule that it breaks.

use std::borrow::Cow;
use std::fmt::Write;
use std::io;

use clap::Args;
use rules_judge_replays::answer::{Language, Query};
use rules_judge_replays::judging::{DeckAnswer, Judge, ListLine};
use serde_json::{Value, json};

use super::{Asking, Ending, OneFile, phrases};
use crate::cli::diagnostic::File;
use crate::cli::report::Reporter;
use crate::cli::terminal;

/// Options of `deck`.
#[derive(Debug, Args)]
#[command(
    long_about = "Check one deck: a file with {\"game\", \"edition\"?, \"options\"?, \"pool\"?, \"deck\"}, \
        or, with --game, a list \
                  as players post it: codes or names with counts, headings, tables.",
    after_help = "\
Exit codes:
  0  the deck is within the rules
  1  the deck is against the rules
  2  part of the list was not read, a card is unknown, the file is malformed or unreadable, or the command \
  line is
     wrong"
)]
pub struct Arguments {
    #[command(flatten)]
    file: OneFile,
    /// The game of a list
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// The pool of a list: its name, such as azur-lane/official, or a file; without it, demo of the game
    #[arg(long, value_name = "NAME|FILE", requires = "game")]
    pool: Option<String>,
    #[command(flatten)]
    asking: Asking,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> io::Result<Ending> {
    let Asking { json: as_json, language } = arguments.asking;
    let mut judge = Judge::new();
    let pool = super::pool_named(&mut judge, arguments.pool.as_deref())?;
    super::about_file_with(&judge, &arguments.file, &arguments.asking, |reporter, file, bytes| {
        let request = match &arguments.game {
            Some(game) => Cow::Owned(of_list(game, pool?, bytes)),
            None => Cow::Borrowed(bytes),
        };
        let answer = reporter.judge.check_deck(&request, &Query { language, ..Query::default() })?;
        let ending = match answer.legal {
            Some(true) => Ending::Good,
            Some(false) => Ending::Against,
            None => Ending::Unjudged,
        };
        let text = match &answer.lines {
            _ if as_json => super::json_line(&json!(answer)),
            Some(lines) => list_text(&answer, lines, file, language),
            None => deck_text(&answer, reporter, file, language),
        };
        Ok((text, ending))
    })
}

/// The request for the deck in a list. Bytes that are not UTF-8 are replaced, so that the answer reports them
/// as words that were not read.
fn of_list(game: &str, pool: Option<String>, list: &[u8]) -> Vec<u8> {
    let mut request = json!({ "game": game, "list": String::from_utf8_lossy(list) });
    if let (Some(pool), Some(fields)) = (pool, request.as_object_mut()) {
        fields.insert("pool".to_owned(), pool.into());
    }
    request.to_string().into_bytes()
}

/// The line about a deck without faults; `None`: it has faults.
fn line_without_faults(answer: &DeckAnswer, file: &File<'_>, language: Language) -> Option<String> {
    let message = match answer.legal {
        Some(true) => phrases::legal_deck(file.name),
        None if answer.faults.is_empty() => phrases::unread_deck(file.name),
        None | Some(false) => return None,
    };
    Some(terminal::printable(&(message.into_text(language) + "\n")))
}

fn deck_text(answer: &DeckAnswer, reporter: &Reporter<'_>, file: &File<'_>, language: Language) -> String {
    let unknown = answer.unknown_cards.iter().map(|card| {
        let message = phrases::card_not_there(&card.card).into_text(language);
        json!({ "code":
        "unknown_card", "message": message, "nearest": card.nearest, "pointer": card.pointer })
    });
    let faults = answer.faults.iter().map(|fault| json!(fault));
    let found = unknown.chain(faults).map(|item: Value| reporter.finding(&item, Some(&answer.game), file));
    let mut text: String = found.collect();
    text.extend(line_without_faults(answer, file, language));
    text
}

/// A line for each line of the list that was not read completely, and one for each fault, with the line of
/// the list where the fault has one.
fn list_text(answer: &DeckAnswer, lines: &[ListLine], file: &File<'_>, language: Language) -> String {
    let mut text = String::new();
    let name = file.name;
    for line in lines.iter().filter(|line| !line.unused.is_empty()) {
        let words = phrases::not_read(&line.unused.join("  ")).into_text(language);
        let near = match line.near.as_slice() {
            [] => String::new(),
            near => phrases::perhaps(&near.join(", ")).into_text(language),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name}:{}: {words}{near}", line.line);
    }
    for fault in &answer.faults {
        let is_of = |line: &&ListLine| {
            let read = line.read.as_ref();
            read.and_then(|read| fault.pointer.strip_prefix(&read.pointer))
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let place = lines.iter().find(is_of).map(|line| format!(":{}", line.line)).unwrap_or_default();
        let _ = writeln!(text, "{name}{place}: {} ({})", fault.message, fault.cites.join(", "));
    }
    text.extend(line_without_faults(answer, file, language));
    terminal::printable(&text)
}
