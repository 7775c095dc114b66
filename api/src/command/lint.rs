//! `rules-judge lint`: what is wrong with a card pool.

use std::io;

use clap::Args;
use rules_judge_replays::judge::Judge;
use serde_json::Value;

use super::report::Teller;
use super::{Asking, Ending, OneFile};
use crate::diagnostic::File;
use crate::fault::Problem;
use crate::{source, terminal};

/// Options of `lint`.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes:
  0  no findings
  1  findings
  2  the file is malformed or unreadable, or the command line is wrong")]
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
    let report = match judge.lint_pool(&bytes) {
        Ok(report) => report,
        Err(fault) => return super::tell_problem(&teller, json, &Problem::new(&fault), &file),
    };
    let findings = report.get("findings").and_then(Value::as_array).map(Vec::as_slice).unwrap_or(&[]);
    if json {
        terminal::write(&super::json_line(&report))?;
    } else if findings.is_empty() {
        terminal::write(&terminal::printable(&format!("{name}: no findings\n")))?;
    } else {
        for finding in findings {
            terminal::write(&teller.finding(finding, None, &file))?;
        }
    }
    Ok(if findings.is_empty() { Ending::Good } else { Ending::Against })
}
