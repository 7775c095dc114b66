//! `rules-judge deck`: every fault of one deck, with the rule that it breaks.

use std::io;

use clap::Args;
use rules_judge_replays::answer::Query;
use rules_judge_replays::judge::Judge;
use serde_json::Value;

use super::report::Teller;
use super::{Asking, Ending, OneFile};
use crate::diagnostic::File;
use crate::fault::Problem;
use crate::{source, terminal};

/// Options of `deck`.
#[derive(Debug, Args)]
#[command(
    long_about = "Check one deck: a file with {\"game\", \"edition\"?, \"pool\"?, \"deck\"}.",
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
    let judge = Judge::new();
    let Asking { json, language } = arguments.asking;
    let teller = Teller { judge: &judge, language, colours: terminal::colours() };
    let path = &arguments.file.file;
    let name = path.display().to_string();
    let bytes = match source::read(path) {
        Ok(bytes) => bytes,
        Err(unread) => return super::tell_problem(&teller, json, &unread.problem(), &super::unseen(&name)),
    };
    let file = File { name: &name, bytes: Some(&bytes), first_line: 1 };
    let report = match judge.check_deck(&bytes, &Query { language, ..Query::default() }) {
        Ok(report) => report,
        Err(fault) => return super::tell_problem(&teller, json, &Problem::new(&fault), &file),
    };
    let legal = report.get("legal").and_then(Value::as_bool).unwrap_or(false);
    if json {
        terminal::write(&super::json_line(&report))?;
    } else if legal {
        terminal::write(&terminal::printable(&format!("{name}: the deck is legal\n")))?;
    } else {
        let request: Value = serde_json::from_slice(&bytes).unwrap_or_default();
        let game = request.get("game").and_then(Value::as_str);
        let faults = report.get("faults").and_then(Value::as_array).map(Vec::as_slice).unwrap_or(&[]);
        for fault in faults {
            terminal::write(&teller.finding(fault, game, &file))?;
        }
    }
    Ok(if legal { Ending::Good } else { Ending::Against })
}
