//! `rules-judge deck`: every fault of one deck, with the rule that it breaks.

use std::io;

use clap::Args;
use rules_judge_replays::answer::Query;
use serde_json::{Value, json};

use super::{Asking, Ending, OneFile, phrases};
use crate::cli::terminal;

/// Options of `deck`.
#[derive(Debug, Args)]
#[command(
    long_about = "Check one deck: a file with {\"game\", \"edition\"?, \"options\"?, \"pool\"?, \"deck\"}.",
    after_help = "\
Exit codes:
  0  the deck is within the rules
  1  the deck is against the rules
  2  the file is malformed or unreadable, or the command line is wrong"
)]
pub struct Arguments {
    #[command(flatten)]
    file: OneFile,
    #[command(flatten)]
    asking: Asking,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> io::Result<Ending> {
    let Asking { json: as_json, language } = arguments.asking;
    super::about_file(&arguments.file, &arguments.asking, |teller, file, bytes| {
        let report = teller.judge.check_deck(bytes, &Query { language, ..Query::default() })?;
        let report = json!(report);
        let legal = report.get("legal").and_then(Value::as_bool).unwrap_or(false);
        let text = if as_json {
            super::json_line(&report)
        } else if legal {
            terminal::printable(&(phrases::legal_deck(file.name).into_text(language) + "\n"))
        } else {
            let request: Value = serde_json::from_slice(bytes).unwrap_or_default();
            let game = request.get("game").and_then(Value::as_str);
            super::items(&report, "faults").iter().map(|fault| teller.finding(fault, game, file)).collect()
        };
        Ok((text, if legal { Ending::Good } else { Ending::Against }))
    })
}
