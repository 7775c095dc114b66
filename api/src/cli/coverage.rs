//! `rules-judge coverage`: lists for each enforced rule the cases that prove it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;
use std::path::PathBuf;

use clap::Args;
use rules_judge_replays::tools::case::load;
use rules_judge_replays::tools::case::proof::{self, Shown};
use serde_json::{Value, json};

use rules_judge_replays::answer::Language;
use rules_judge_replays::answer::detail::Rules;

use super::{Asking, Ending, json_line, phrases};
use crate::cli::terminal;

/// Options of `coverage`.
#[derive(Debug, Args)]
#[command(after_help = "\
Nothing is claimed by a case: each is judged as it is and with the rule out of force, and what becomes
different is the proof. With --json every rule gives one line, {\"id\", \"proofs\", \"unproven\"}.

  refuses   the first citation of a refusal; with one thing different the entry is legal
  happens   without the rule something does not happen
  computes  without the rule something comes out differently
  permits   without the rule an accepted entry is refused
  hides     without the rule a viewer sees more

Exit codes:
  0  every enforced rule is proven or on the list of reasons
  1  a rule is neither
  2  cases are unreadable or fail, or the command line is wrong")]
pub struct Arguments {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    /// The folder of its cases
    #[arg(long, value_name = "DIR")]
    cases: Option<PathBuf>,
    #[command(flatten)]
    asking: Asking,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> io::Result<Ending> {
    let Asking { json, language } = arguments.asking;
    let game = arguments.game.as_str();
    let folder = arguments.cases.clone().unwrap_or_else(|| PathBuf::from("tests/cases").join(game));
    let seen = load::suite(&folder)
        .map_err(|unread| unread.to_string())
        .and_then(|suite| proof::of_game(game, std::slice::from_ref(&suite)));
    let seen = match seen {
        Ok(seen) => seen,
        Err(fault) => {
            eprintln!("error: {fault}");
            return Ok(Ending::Unjudged);
        }
    };
    let reasons: BTreeMap<_, _> = proof::enforced(game).into_iter().collect();
    let reason = |rule: &str| reasons.get(rule).copied().flatten();
    if seen.is_empty() {
        eprintln!("error: there is no game {game}");
        return Ok(Ending::Unjudged);
    }
    let mut text = String::new();
    for (rule, shown) in &seen {
        match json {
            true => text.push_str(&json_line(&json!({
                "id": rule,
                "proofs": shown
                    .iter()
                    .map(|(proof, case)| json!({ "case": case, "proof": proof.to_string() }))
                    .collect::<Vec<Value>>(),
                "unproven": reason(rule),
            }))),
            false => {
                let _ = writeln!(text, "{rule:<12} {}", proof_text(shown, reason(rule), language));
            }
        }
    }
    let gaps = seen.iter().filter(|(rule, shown)| shown.is_empty() && reason(rule).is_none()).count();
    if !json {
        text.push_str(&totals(&seen, gaps, language));
    }
    terminal::write(&text)?;
    Ok(if gaps == 0 { Ending::Good } else { Ending::Against })
}

fn proof_text(shown: &Shown, reason: Option<&str>, language: Language) -> String {
    match reason {
        None if shown.is_empty() => phrases::not_proven().into_text(language),
        Some(reason) if shown.is_empty() => phrases::no_proof(reason).into_text(language),
        _ => shown.iter().map(|(proof, case)| format!("{proof} ({case})")).collect::<Vec<_>>().join(", "),
    }
}

fn totals(seen: &[(String, Shown)], gaps: usize, language: Language) -> String {
    let proven = seen.iter().filter(|(_, shown)| !shown.is_empty()).count();
    let mut text = phrases::proven(Rules(seen.len() as u64), proven).into_text(language);
    for proof in proof::Proof::ALL {
        let count = seen.iter().filter(|(_, shown)| shown.contains_key(&proof)).count();
        let _ = write!(text, " {proof} {count},");
    }
    let rest = phrases::unproven(seen.len() - proven - gaps, gaps);
    let _ = writeln!(text, "{}", rest.text(language));
    text
}
