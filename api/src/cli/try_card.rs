//! `rules-judge try`: sets up small tables for one card, and shows what it can do there.

use std::fmt::Write;
use std::io;

use clap::Args;
use rules_judge_replays::answer::{Fault, Language};
use rules_judge_replays::judging::Judge;
use rules_judge_replays::tools::trial::{Trial, TrialTable};
use serde_json::json;

use super::{Asking, Ending};
use crate::cli::phrases;

/// Options of `try`.
#[derive(Debug, Args)]
#[command(after_help = "\
A game has small tables for its kinds of cards: the card in hand, where it can be played, and where it is in
play already, with enough to pay and other cards of the pool beside it. Answers that name the card are
carried out, and others where something happens to the card or by it; what its text asks is answered, and
the events are shown. Each table is printed as a replay, which `verify` takes.

Exit codes:
  0  something is shown
  1  no table shows anything; the output gives the reason
  2  there is no such game, pool or card, or the command line is wrong")]
pub struct Arguments {
    /// The card's id, or the code of a printing
    #[arg(value_name = "CARD")]
    card: String,
    /// The game
    #[arg(long, value_name = "GAME")]
    game: String,
    /// The pool: its name, such as azur-lane/official, or a file; without it, demo of the game
    #[arg(long, value_name = "NAME|FILE")]
    pool: Option<String>,
    #[command(flatten)]
    asking: Asking,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> io::Result<Ending> {
    let pool = arguments.pool.as_deref();
    super::looked_up_in("try", &arguments.asking, pool, |judge, pool| tried(arguments, judge, pool))
}

fn tried(arguments: &Arguments, judge: &Judge, pool: Option<&str>) -> Result<(String, Ending), Fault> {
    let &Asking { json, language } = &arguments.asking;
    let trial = judge.try_card(&arguments.game, &arguments.card, pool, language)?;
    let shows = trial.tables.iter().any(|table| !table.answers.is_empty());
    let ending = if shows { Ending::Good } else { Ending::Against };
    Ok((if json { super::json_line(&json!(trial)) } else { text(&trial, language) }, ending))
}

fn text(trial: &Trial, language: Language) -> String {
    let mut text = format!("{} {}\n", trial.card, trial.name);
    for line in &trial.text {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {line}");
    }
    if let Some(lost) = &trial.not_exact {
        let _ = writeln!(text, "! {}: {}", lost.fidelity, lost.lost);
    }
    if trial.tables.is_empty() {
        let _ = writeln!(text, "\n{}", phrases::no_table().into_text(language));
    }
    for table in &trial.tables {
        let _ = writeln!(text, "\n== {}", table.title);
        on_table(table, language, &mut text);
    }
    text
}

fn on_table(table: &TrialTable, language: Language, text: &mut String) {
    let _ = writeln!(text, "{}", table.replay);
    if let Some(question) = &table.question {
        let _ = writeln!(text, "? {question}");
    }
    if let Some(why) = &table.nothing {
        let _ = writeln!(text, "{}", phrases::nothing_shown(why).into_text(language));
    }
    for answer in &table.answers {
        let _ = writeln!(text, "> {}", answer.text);
        for event in &answer.events {
            let _ = writeln!(text, "    {event}");
        }
        if let Some(question) = &answer.question {
            let _ = writeln!(text, "  ? {question}");
        }
    }
}
