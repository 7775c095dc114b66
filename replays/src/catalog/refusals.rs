//! The meanings of refusal codes: in each game that has the code, its message, the rules that it cites, and
//! an example.

use rules_judge_engine::abilities::lint::nearest;
use rules_judge_engine::games;
use rules_judge_engine::verdict::{Refused, Rule, Texts};

use crate::judging::chance_entry::{IMPOSSIBLE_OUTCOME, NO_OUTCOME_DUE};
use crate::judging::refusal::{CANNOT_BE_ALLOWED, HIDDEN_REASON};

/// The codes that every game has besides its own.
const COMMON: [(&str, Texts); 4] = [CANNOT_BE_ALLOWED, HIDDEN_REASON, IMPOSSIBLE_OUTCOME, NO_OUTCOME_DUE];

/// The meaning of a code in one game.
#[derive(Debug, Clone)]
pub struct Meaning {
    /// The game.
    pub game: &'static str,
    /// The name of the game.
    pub title: Texts,
    /// The message, with its parameters in braces.
    pub template: Texts,
    /// The rules that tests saw cited with the code, in the order of the index.
    pub rules: Vec<&'static Rule>,
    /// An entry of a case that is refused with it.
    pub example: Option<&'static Refused>,
}

/// The codes of a game in their order, then those of every game.
pub fn codes(game: &str) -> Vec<&'static str> {
    let Some(info) = games::info(game) else { return Vec::new() };
    let all = info.messages.iter().chain(&COMMON).map(|(code, _)| *code);
    all.filter(|code| !info.vocabulary.unsaid.contains(code)).collect()
}

/// The meanings of a code, by game; empty: there is no such code.
pub fn meanings(code: &str) -> Vec<Meaning> {
    let of = |game: &&'static str| {
        let info = games::info(game)?;
        let (code, template) = info.messages.iter().chain(&COMMON).find(|(own, _)| *own == code)?;
        let book = info.rules;
        let mut rules: Vec<&Rule> = book.rules.iter().filter(|rule| rule.codes.contains(code)).collect();
        if *code == HIDDEN_REASON.0 {
            rules.extend(book.rule(info.secrecy));
        }
        if *code == CANNOT_BE_ALLOWED.0 {
            rules.extend(book.rule(info.judge));
        }
        let example = book.refused.iter().find(|refused| refused.code == *code);
        Some(Meaning { game: info.id, title: info.title, template: *template, rules, example })
    };
    games::IDS.iter().filter_map(of).collect()
}

/// The code that looks most like one that no game has.
pub fn nearest_code(unknown: &str, others: &[&'static str]) -> Option<String> {
    let of_games = games::IDS.iter().flat_map(|game| codes(game));
    nearest(unknown, of_games.chain(others.iter().copied()))
}
