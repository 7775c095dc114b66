//! `rules-judge lint`: what is wrong with a card pool.

use std::io;

use clap::Args;

use rules_judge_replays::answer::detail::Warnings;
use rules_judge_replays::catalog::cards::ReadCard;
use serde_json::json;

use super::{Asking, Ending, OneFile, phrases};
use crate::cli::terminal;

/// Options of `lint`.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes:
  0  no findings; there may be warnings, for which no pool is refused. With --fix: the canonical form was \
  printed
  1  findings
  2  the file is malformed or unreadable, or the command line is wrong")]
pub struct Arguments {
    #[command(flatten)]
    file: OneFile,
    #[command(flatten)]
    asking: Asking,
    /// Print the pool in its canonical form: with every shorthand, and without what need not be written.
    #[arg(long)]
    fix: bool,
    /// Tell what the data of each card say, in the words of the book.
    #[arg(long, conflicts_with = "fix")]
    read: bool,
}

/// Each card with its lines.
fn read_text(cards: &[ReadCard]) -> String {
    let lines = |card: &ReadCard| card.text.iter().map(|line| format!("  {line}\n")).collect::<String>();
    let text: String = cards.iter().map(|card| format!("{}\n{}", card.id, lines(card))).collect();
    terminal::printable(&text)
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> io::Result<Ending> {
    super::about_file(&arguments.file, &arguments.asking, |reporter, file, bytes| {
        let report = reporter.judge.lint_pool(bytes, reporter.language)?;
        let findings = super::items(&report, "findings");
        let warnings = super::items(&report, "warnings");
        let text = if arguments.fix && findings.is_empty() {
            terminal::printable_json(&reporter.judge.fix_pool(bytes)?) + "\n"
        } else if arguments.read && findings.is_empty() {
            let cards = reporter.judge.read_back(bytes, reporter.language)?;
            if arguments.asking.json { super::json_line(&json!(cards)) } else { read_text(&cards) }
        } else if arguments.asking.json {
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
