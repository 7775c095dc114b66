//! `rules-judge legal`: who is asked after a replay, and every legal answer.

use std::fmt::Write;
use std::io;

use clap::Args;
use rules_judge_replays::answer::Trace;
use rules_judge_replays::judge::{Judge, LegalAnswer};
use serde_json::{Value, json};

use super::report::{self, Teller};
use super::{Asking, Ending, Looking, OneFile, query};
use crate::diagnostic::File;
use crate::fault::Problem;
use crate::{source, terminal};

/// Options of `legal`.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes:
  0  the log is within the rules; the answers are told
  1  the log is against the rules; its verdict is told
  2  the log was not judged, is malformed or unreadable, or the command line is wrong")]
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
    let judge = Judge::new();
    let Asking { json, language } = arguments.asking;
    let teller = Teller { judge: &judge, language, colours: terminal::colours() };
    let query = query(&arguments.asking, &arguments.looking, Trace::None);
    let path = &arguments.file.file;
    let name = path.display().to_string();
    let bytes = match source::read(path) {
        Ok(bytes) => bytes,
        Err(unread) => return super::tell_problem(&teller, json, &unread.problem(), &super::unseen(&name)),
    };
    let file = File { name: &name, bytes: Some(&bytes), first_line: 1 };
    match judge.legal_actions(&bytes, &query) {
        Err(fault) => super::tell_problem(&teller, json, &Problem::new(&fault), &file),
        Ok(Err(verdict)) => {
            let text = if json {
                super::json_line(&json!({ "verdict": verdict }))
            } else {
                teller.verdict(&verdict, &file, query.view)
            };
            terminal::write(&text)?;
            Ok(report::ending(&verdict))
        }
        Ok(Ok(legal)) => {
            let text = if json { super::json_line(&json!(legal)) } else { text(&legal) };
            terminal::write(&text)?;
            Ok(Ending::Good)
        }
    }
}

fn text(legal: &LegalAnswer) -> String {
    let mut text = format!("after {} entries\n", legal.accepted);
    if legal.next.is_empty() {
        text.push_str("nobody is asked: nothing more may be logged\n");
    }
    for item in &legal.next {
        let who = report::asked(std::slice::from_ref(item)).unwrap_or_default();
        let count = match item.get("count").and_then(Value::as_u64) {
            Some(count) => format!("{count} answers"),
            None => "more answers than are counted".to_owned(),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{who}: {count}");
        let listing = item.get("listing").and_then(Value::as_array).map(Vec::as_slice).unwrap_or(&[]);
        for answer in listing {
            let _ = writeln!(text, "  {answer}");
        }
    }
    if !legal.standing.is_empty() {
        let _ = writeln!(text, "at any time besides: {}", legal.standing.join(", "));
    }
    terminal::printable(&text)
}
