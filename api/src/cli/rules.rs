//! `rules-judge rules`: the games, their rules, one rule, and the order of conditions.

use std::fmt::Write;
use std::io;

use clap::Args;
use rules_judge_replays::answer::detail::Rules;
use rules_judge_replays::answer::{Fault, Language};
use rules_judge_replays::catalog::rulebook::{
    GameAnswer, GamesAnswer, OfficialAnswer, ProofAnswer, RuleAnswer, RuleKind, RulesAnswer, RulesQuery,
};
use rules_judge_replays::judging::Judge;
use serde::Serialize;
use serde_json::json;

use super::{Asking, Ending, phrases};
use crate::params;

/// Options of `rules`.
#[derive(Debug, Args)]
#[command(after_help = "\
Without GAME all games are listed, without ID all rules of the game. --search finds rules by their id, or by
words of their text in any of the three languages, of the glossary, of everyday speech and of questions of
players, the best first. --actions tells the conditions of every action in the order in which they are read.

Exit codes:
  0  the answer is printed
  1  no rule fits what is searched for
  2  there is no such game or rule, or the command line is wrong")]
pub struct Arguments {
    /// The game
    #[arg(value_name = "GAME")]
    game: Option<String>,
    /// The id of a rule or ruling
    #[arg(value_name = "ID", requires = "game", conflicts_with_all = ["search", "kind", "actions"])]
    id: Option<String>,
    /// Find rules
    #[arg(
        long,
        value_name = "TEXT",
        requires = "game",
        conflicts_with = "actions",
        value_parser = params::search
    )]
    search: Option<String>,
    /// Print at most so many of the rules that were found
    #[arg(long, value_name = "N", requires = "search", default_value = "10")]
    limit: usize,
    /// Only rules of this kind: definition, enforced, ruling, structural or table
    #[arg(
        long,
        value_name = "KIND",
        requires = "game",
        conflicts_with = "actions",
        value_parser = params::kind
    )]
    kind: Option<RuleKind>,
    /// Tell the conditions of every action
    #[arg(long, requires = "game")]
    actions: bool,
    #[command(flatten)]
    asking: Asking,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> io::Result<Ending> {
    super::looked_up("rules", &arguments.asking, |judge| answer(arguments, judge))
}

fn answer(arguments: &Arguments, judge: &Judge) -> Result<(String, Ending), Fault> {
    let Asking { json, language } = arguments.asking;
    let Some(game) = &arguments.game else {
        let games = judge.games();
        return Ok((json_or_text(json, &games, |games| games_text(games, language)), Ending::Good));
    };
    if arguments.actions {
        return Ok((json_or_text(json, &judge.game(game)?, actions_text), Ending::Good));
    }
    if let Some(id) = &arguments.id {
        return Ok((json_or_text(json, &judge.rule(game, id, language)?, rule_text), Ending::Good));
    }
    let (search, kind) = (arguments.search.clone(), arguments.kind);
    let all = judge.all_rules(game, &RulesQuery { kind, language, search, ..RulesQuery::default() })?;
    let ending = if all.rules.is_empty() { Ending::Against } else { Ending::Good };
    // The search lists the best rule first, and few words match most of a book. People read the first ones;
    // `--json` is for programs, which take all.
    let most = if arguments.search.is_some() { arguments.limit } else { usize::MAX };
    Ok((json_or_text(json, &all, |all| rules_text(all, most, language)), ending))
}

pub(super) fn json_or_text<T: Serialize>(json: bool, answer: &T, text: impl FnOnce(&T) -> String) -> String {
    if json { super::json_line(&json!(answer)) } else { text(answer) }
}

fn games_text(answer: &GamesAnswer, language: Language) -> String {
    let mut text = String::new();
    for line in &answer.games {
        let counts = line.rules;
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{}: {}, edition {}, {} rules ({} enforced) and {} rulings, semantics {}",
            line.game,
            line.title.text(language),
            line.edition,
            counts.total - counts.ruling,
            counts.enforced,
            counts.ruling,
            line.semantics
        );
    }
    text
}

fn actions_text(answer: &GameAnswer) -> String {
    let mut text = String::new();
    for action in &answer.actions {
        let standing = if answer.standing.contains(&action.kind) { " (at any time)" } else { "" };
        let _ = writeln!(text, "{}{standing}", action.kind);
        if action.by_question {
            text.push_str("  as the question says\n");
        } else if action.conditions.is_empty() {
            text.push_str("  no condition of its own\n");
        }
        for (number, condition) in action.conditions.iter().enumerate() {
            let blames = match condition.blames {
                "" => String::new(),
                field => format!(", a refusal points at {field}"),
            };
            let _ = writeln!(text, "  {}. {}{blames}", number + 1, condition.cites.join(", "));
        }
    }
    text
}

/// The publisher's answers to the question of a ruling.
pub(super) fn official_text(confirmed_by: &[OfficialAnswer], differs_from: &[OfficialAnswer]) -> String {
    let mut text = String::new();
    for (relation, answers) in [("confirmed by", confirmed_by), ("differs from", differs_from)] {
        for OfficialAnswer { date, source } in answers {
            let date = date.map(|date| format!(", {date}")).unwrap_or_default();
            let _ = writeln!(text, "  {relation}: {source}{date}");
        }
    }
    if text.is_empty() {
        text.push_str("  no official answer to its question is known\n");
    }
    text
}

fn rules_text(answer: &RulesAnswer, most: usize, language: Language) -> String {
    let mut text = String::new();
    for line in answer.rules.iter().take(most) {
        let _ = writeln!(text, "{} ({}): {}", line.id, line.kind, line.text);
        if let Some(question) = line.question {
            let _ = writeln!(text, "  question: {question}");
        }
        if let Some(matched) = line.matched {
            let _ = writeln!(text, "  answers: {matched}");
        }
        if !line.hits.is_empty() {
            let _ = writeln!(text, "  found by: {}", line.hits.join(", "));
        }
    }
    let more = answer.rules.len().saturating_sub(most);
    if more > 0 {
        let _ = writeln!(text, "{}", phrases::more_rules(Rules(more as u64)).text(language));
    }
    for line in &answer.terms {
        let term = match language {
            Language::English => line.terms.en,
            Language::TraditionalChinese => line.terms.zh_hant,
            Language::SimplifiedChinese => line.terms.zh_hans,
        };
        let _ = writeln!(text, "word {term}: {}", line.definition);
    }
    if answer.rules.is_empty() {
        let _ = writeln!(text, "no rule of {} fits", answer.game);
    }
    text
}

fn rule_text(rule: &RuleAnswer) -> String {
    let mut text = format!("{} ({}) of {}, edition {}\n", rule.id, rule.kind, rule.game, rule.edition);
    if rule.ours {
        text.push_str("  our own reading, not a rule of the book\n");
        text.push_str(&official_text(&rule.confirmed_by, &rule.differs_from));
    }
    let _ = match (rule.question, rule.reason) {
        (Some(question), Some(reason)) => {
            writeln!(text, "  question: {question}\n  ruling: {}\n  reason: {reason}", rule.text)
        }
        _ => writeln!(text, "  {}", rule.text),
    };
    let one = |id: Option<&'static str>| id.into_iter().collect::<Vec<_>>();
    let lists = [
        ("stands below", one(rule.parent)),
        ("parts:", rule.children.clone()),
        ("previous:", one(rule.previous)),
        ("next:", one(rule.next)),
        ("refers to", rule.cites.clone()),
        ("referred to by", rule.cited_by.clone()),
        ("rulings on it:", rule.rulings.clone()),
        ("enforced in", rule.enforced_in.to_vec()),
        ("reason codes:", rule.codes.to_vec()),
        ("cases:", rule.cases.to_vec()),
        ("not proven:", one(rule.unproven)),
    ];
    for (name, list) in lists {
        if !list.is_empty() {
            let _ = writeln!(text, "  {name} {}", list.join(", "));
        }
    }
    for ProofAnswer { case, proof } in &rule.proofs {
        let _ = writeln!(text, "  proven: {proof}, in {case}");
    }
    text
}
