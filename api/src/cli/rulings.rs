//! `rules-judge rulings`: our own rulings on a game, with what the publisher says about their questions.

use std::fmt::Write;
use std::io;

use clap::Args;
use rules_judge_replays::answer::Fault;
use rules_judge_replays::catalog::rulebook::{RuleKind, RulesAnswer, RulesQuery};
use rules_judge_replays::judging::Judge;

use super::rules::{json_or_text, official_text};
use super::{Asking, Ending};

/// Options of `rulings`.
#[derive(Debug, Args)]
#[command(after_help = "\
A ruling is our own reading where the rulebook is silent. Each is listed with its question, what was ruled,
and the official answers to the same question that are known: those that confirm it, and those that say
something else.

Exit codes:
  0  the rulings are printed
  1  no ruling fits
  2  there is no such game, or the command line is wrong")]
pub struct Arguments {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    /// Only rulings to whose question no official answer is known
    #[arg(long)]
    only_ours: bool,
    #[command(flatten)]
    asking: Asking,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> io::Result<Ending> {
    super::looked_up("rulings", &arguments.asking, |judge| answer(arguments, judge))
}

fn answer(arguments: &Arguments, judge: &Judge) -> Result<(String, Ending), Fault> {
    let Asking { json, language } = arguments.asking;
    let query = RulesQuery { kind: Some(RuleKind::Ruling), language, ..RulesQuery::default() };
    let mut all = judge.all_rules(&arguments.game, &query)?;
    if arguments.only_ours {
        all.rules.retain(|line| line.confirmed_by.is_empty() && line.differs_from.is_empty());
        all.count = all.rules.len();
    }
    let ending = if all.rules.is_empty() { Ending::Against } else { Ending::Good };
    Ok((json_or_text(json, &all, rulings_text), ending))
}

fn rulings_text(answer: &RulesAnswer) -> String {
    let mut text = String::new();
    for line in &answer.rules {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}: {}", line.id, line.question.unwrap_or_default());
        let _ = writeln!(text, "  ruling: {}", line.text);
        text.push_str(&official_text(&line.confirmed_by, &line.differs_from));
    }
    text
}
