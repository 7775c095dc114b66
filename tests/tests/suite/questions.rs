//! The search finds, for questions as judges and players ask them, the rule that answers them among the first
//! three.
//!
//! Each row has the game, the language, the question, and every rule that answers it. The search was tuned
//! with `questions.tsv`. `questions_asked.tsv` and `questions_unseen.tsv` were written from the rulebooks, by
//! readers who had not seen the search. The first are in the index (`questions.<language>.tsv` of a game),
//! the second never, so that their share tells how well the search answers new questions.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::BTreeMap;

use rules_judge_replays::answer::Language;
use rules_judge_replays::catalog::rulebook::RulesQuery;
use rules_judge_replays::judging::Judge;

/// The answer has to stand among the first so many.
const FIRST: usize = 3;

/// The numbers of questions answered and asked, of a group.
type Share = (usize, usize);

/// Asks every question of a file, and checks that at least `wanted` hundredths find their rule. Returns the
/// share of each game, of each language and of all.
fn find(questions: &str, wanted: usize) -> BTreeMap<&str, Share> {
    let judge = Judge::new();
    let mut missed = Vec::new();
    let mut shares: BTreeMap<&str, Share> = BTreeMap::new();
    for line in questions.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [game, tag, question, answers] = fields[..] else { panic!("{line}") };
        let language = match tag {
            "en" => Language::English,
            "zh-Hant" => Language::TraditionalChinese,
            "zh-Hans" => Language::SimplifiedChinese,
            other => panic!("{other}"),
        };
        let query = RulesQuery { language, search: Some(question.to_owned()), ..RulesQuery::default() };
        let found = judge.rules(game, &query).unwrap().rules;
        let answers: Vec<&str> = answers.split(' ').collect();
        for id in &answers {
            judge.rule(game, id, language).unwrap();
        }
        let place = found.iter().position(|rule| answers.contains(&rule.id));
        let is_found = place.is_some_and(|place| place < FIRST);
        for group in [game, tag, "all"] {
            let share = shares.entry(group).or_default();
            share.0 += usize::from(is_found);
            share.1 += 1;
        }
        if !is_found {
            let first: Vec<&str> = found.iter().take(FIRST).map(|rule| rule.id).collect();
            missed.push(format!("{game} {question}: {answers:?} at {place:?}, before it {first:?}"));
        }
    }
    for (group, (found, asked)) in &shares {
        println!("{group}: {found} of {asked} found");
    }
    let (found, asked) = shares["all"];
    assert!(asked >= 60, "{asked}");
    assert!(found * 100 >= asked * wanted, "{found} of {asked} found:\n{}", missed.join("\n"));
    shares
}

#[test]
fn nine_of_ten_questions_find_their_rule_among_the_first_three() {
    find(include_str!("questions.tsv"), 90);
}

#[test]
fn questions_of_the_index_find_their_rule() {
    find(include_str!("questions_asked.tsv"), 90);
}

/// Nine of ten unseen questions find their rule in each language, and eight of ten in each game.
#[test]
fn unseen_questions_find_their_rule() {
    for (group, (found, asked)) in find(include_str!("questions_unseen.tsv"), 90) {
        let wanted = if ["en", "zh-Hant", "zh-Hans"].contains(&group) { 90 } else { 80 };
        assert!(found * 100 >= asked * wanted, "{group}: {found} of {asked} found");
    }
}
