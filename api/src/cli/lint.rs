//! `rules-judge lint`: what is wrong with a card pool.

use std::io;
use std::path::PathBuf;

use clap::Args;

use rules_judge_replays::answer::detail::Warnings;
use rules_judge_replays::catalog::cards::ReadCard;
use serde_json::{Value, json};

use super::{Asking, Ending, OneFile, phrases};
use crate::cli::terminal;

/// Options of `lint`.
#[derive(Debug, Args)]
#[command(after_help = "\
With --read ID a card is read back even if other cards of the pool have findings.

Exit codes:
  0  no findings; there may be warnings, for which no pool is refused. With --fix: the canonical form was \
  printed
  1  findings
  2  the file is malformed or unreadable, or the command line is wrong")]
pub struct Arguments {
    /// The file, or - for standard input
    #[arg(value_name = "FILE", required_unless_present = "new")]
    file: Option<PathBuf>,
    #[command(flatten)]
    asking: Asking,
    /// Print the pool in its canonical form: with every shorthand, and without what need not be written.
    #[arg(long)]
    fix: bool,
    /// Tell what the data of each card say, or of the one with this id, in the words of the book.
    #[arg(long, value_name = "ID", conflicts_with = "fix")]
    read: Option<Option<String>>,
    /// Print a pool to begin with: one card of every kind of this game.
    #[arg(long, value_name = "GAME", conflicts_with_all = ["file", "fix", "read", "json"])]
    new: Option<String>,
}

/// Each card with its lines.
fn read_text(cards: &[ReadCard]) -> String {
    let lines = |card: &ReadCard| card.text.iter().map(|line| format!("  {line}\n")).collect::<String>();
    let text: String = cards.iter().map(|card| format!("{}\n{}", card.id, lines(card))).collect();
    terminal::printable(&text)
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> io::Result<Ending> {
    let Arguments { file, asking, fix, read, new } = arguments;
    if let Some(game) = new {
        return super::looked_up("lint", asking, |judge| {
            Ok((terminal::printable_json(&judge.new_pool(game)?) + "\n", Ending::Good))
        });
    }
    let file = OneFile { file: file.clone().unwrap_or_default() };
    super::about_file(&file, asking, |reporter, file, bytes| {
        let report = reporter.judge.lint_pool(bytes, reporter.language)?;
        let all = super::items(&report, "findings");
        let one = read.as_ref().and_then(|id| id.as_deref());
        let place = one.map(|id| reporter.judge.place_of_card(bytes, id)).transpose()?;
        // What is wrong with other cards does not keep one from being read.
        let counts = |finding: &&Value| {
            let pointer = finding.get("pointer").and_then(Value::as_str).unwrap_or_default();
            let Some(place) = &place else { return true };
            let rest = pointer.strip_prefix(place.as_str());
            !pointer.starts_with("/cards/")
                || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let findings: Vec<&Value> = all.iter().filter(counts).collect();
        let warnings = super::items(&report, "warnings");
        let text = if *fix && findings.is_empty() {
            terminal::printable_json(&reporter.judge.fix_pool(bytes)?) + "\n"
        } else if read.is_some() && findings.is_empty() {
            let cards = reporter.judge.read_back(bytes, one, reporter.language)?;
            if asking.json { super::json_line(&json!(cards)) } else { read_text(&cards) }
        } else if asking.json {
            super::json_line(&report)
        } else {
            let texts = findings.iter().map(|finding| reporter.finding(finding, None, file));
            let mut text: String =
                texts.chain(warnings.iter().map(|each| reporter.warning(each, file))).collect();
            if findings.is_empty() {
                let line = match warnings.len() {
                    0 => phrases::no_findings(file.name),
                    count => phrases::warnings(file.name, Warnings(count as u64)),
                };
                text.push_str(&terminal::printable(&(line.into_text(reporter.language) + "\n")));
            }
            text
        };
        Ok((text, if findings.is_empty() { Ending::Good } else { Ending::Against }))
    })
}
