//! Questions as judges ask them find the rule that answers them: it is among the first three for nine of ten.
//! `questions.tsv` has the game, the language, the question, and every rule that answers it.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use rules_judge_replays::answer::Language;
use rules_judge_replays::catalog::rulebook::RulesQuery;
use rules_judge_replays::judging::Judge;

const QUESTIONS: &str = include_str!("questions.tsv");
/// The answer stands among so many.
const FIRST: usize = 3;

#[test]
fn nine_of_ten_questions_find_their_rule_among_the_first_three() {
    let judge = Judge::new();
    let (mut asked, mut missed) = (0, Vec::new());
    for line in QUESTIONS.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [game, language, question, answers] = fields[..] else { panic!("{line}") };
        let language = match language {
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
        asked += 1;
        if place.is_none_or(|place| place >= FIRST) {
            let first: Vec<&str> = found.iter().take(FIRST).map(|rule| rule.id).collect();
            missed.push(format!("{game} {question}: {answers:?} at {place:?}, before it {first:?}"));
        }
    }
    assert!(asked >= 60, "{asked}");
    println!("{} of {asked} found", asked - missed.len());
    assert!(missed.len() * 10 <= asked, "{} of {asked} missed:\n{}", missed.len(), missed.join("\n"));
}
