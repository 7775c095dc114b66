//! Everything that a case states is possible: an unknown name is an error, even if the case states that it is
//! absent.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::BTreeSet;

use rules_judge_replays::answer::{Query, Trace, View};
use rules_judge_replays::judging::Judge;
use rules_judge_replays::tools::case::format::{Case, Fact, Seen, Test};
use rules_judge_replays::tools::case::run::replay;
use rules_judge_replays::tools::case::shape::{How, Shape};
use rules_judge_replays::tools::case::{Suite, run, schema};
use rules_judge_tests::cases;
use serde_json::{Value, json};

fn suites() -> Vec<Suite> {
    cases::suites().unwrap_or_else(|fault| panic!("{fault}"))
}

fn all(suites: &[Suite]) -> impl Iterator<Item = (&Suite, &Case)> {
    let chapters = suites.iter().flat_map(|suite| suite.chapters.iter().map(move |chapter| (suite, chapter)));
    chapters.flat_map(|(suite, chapter)| chapter.cases.iter().map(move |case| (suite, case)))
}

/// All answers to the cases have the shape against which facts are checked.
#[test]
fn every_answer_has_its_shape() {
    let judge = Judge::new();
    for suite in suites() {
        let schemas = schema::of(&suite.game).unwrap();
        let pool = cases::pool(&suite);
        let ids = pool["cards"].as_array().unwrap().iter().map(|card| card["id"].as_str().unwrap());
        let cards: BTreeSet<String> = ids.chain(schemas.tokens.iter().copied()).map(str::to_owned).collect();
        let shape = Shape { document: &schemas.answer, cards: &cards };
        let mut seen = 0;
        for (number, case) in suite.chapters.iter().flat_map(|chapter| &chapter.cases).enumerate() {
            let log = replay(&judge, &suite, case).unwrap_or_else(|fault| panic!("{fault}"));
            let log = serde_json::to_vec(&log).unwrap();
            // The trace has the states on the way; each case asks once for the questions there.
            let on_the_way = (Some(number % (case.when.len() + 1)), View::Full);
            // Other views are checked in turn.
            let side = [View::Seat0, View::Seat1, View::Public][number % 3];
            for (at, view) in [(None, View::Full), (None, side), on_the_way] {
                let query = Query { at, view, trace: Trace::States, ..Query::default() };
                let answer = serde_json::to_value(judge.verify(&log, &query).unwrap()).unwrap();
                for part in ["state", "next", "outcome", "illegal", "trace", "rulings"] {
                    let misfit = shape.misfit(&shape.field(part), &answer[part], How::Whole);
                    let id = &case.id.value;
                    assert_eq!(misfit, None, "{id}, {view:?}, {at:?}: {part}: {}", answer[part]);
                    seen += usize::from(!answer[part].is_null());
                }
            }
        }
        let count: usize = suite.chapters.iter().map(|chapter| chapter.cases.len()).sum();
        assert!(seen > 5 * count, "{}: {seen} of {count} cases", suite.game);
    }
}

/// The path with each of its names misspelt, and with one name more.
fn misspelt(path: &str) -> Vec<String> {
    let names: Vec<&str> = path.split('.').filter(|name| !name.is_empty()).collect();
    let mut paths: Vec<String> = (0..names.len())
        .map(|place| {
            let mut names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            names[place].push('q');
            names.join(".")
        })
        .collect();
    paths.push([names.as_slice(), &["qq"]].concat().join("."));
    paths
}

/// The pattern with each of its names misspelt and its value absent.
fn misspelt_patterns(pattern: &Value) -> Vec<Value> {
    match pattern {
        Value::Object(fields) => fields
            .iter()
            .flat_map(|(name, inner)| {
                let mut wrong = fields.clone();
                wrong.remove(name);
                wrong.insert(format!("{name}q"), Value::Null);
                let deeper = misspelt_patterns(inner).into_iter().map(|inner| {
                    let mut wrong = fields.clone();
                    wrong.insert(name.clone(), inner);
                    wrong
                });
                std::iter::once(wrong.clone()).chain(deeper).map(Value::Object).collect::<Vec<_>>()
            })
            .collect(),
        Value::Array(items) => (0..items.len())
            .flat_map(|place| {
                misspelt_patterns(&items[place]).into_iter().map(move |item| {
                    let mut wrong = items.clone();
                    wrong[place] = item;
                    Value::Array(wrong)
                })
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// Misspelt forms of a fact that would hold, because the named part is absent.
fn spoilt(fact: &Fact) -> Vec<Fact> {
    let with = |seen: Seen| Fact { seen, ..fact.clone() };
    match &fact.seen {
        Seen::Part { root, path, test } => {
            let paths = misspelt(path).into_iter().enumerate().map(|(number, path)| {
                let test = match number % 3 {
                    0 => Test::Absent,
                    1 => Test::Is(Value::Null),
                    _ => Test::Count(0, json!({})),
                };
                with(Seen::Part { root: *root, path, test })
            });
            let patterns = match test {
                Test::Has(pattern) => misspelt_patterns(pattern).into_iter().map(Test::Has).collect(),
                Test::Count(_, only) => {
                    let only = misspelt_patterns(only).into_iter();
                    only.map(|only| Test::Count(0, only)).collect()
                }
                _ => Vec::new(),
            };
            let patterns = patterns.into_iter();
            paths
                .chain(patterns.map(|test| with(Seen::Part { root: *root, path: path.clone(), test })))
                .collect()
        }
        Seen::Trace { verb, entry, events } => {
            let patterns = misspelt_patterns(&json!(events)).into_iter().map(|events| Seen::Trace {
                verb: verb.clone(),
                entry: *entry,
                events: events.as_array().unwrap().clone(),
            });
            let others = [
                Seen::Trace { verb: format!("{verb}q"), entry: *entry, events: Vec::new() },
                Seen::Trace { verb: verb.clone(), entry: Some(10_000), events: Vec::new() },
            ];
            patterns.chain(others).map(with).collect()
        }
        Seen::Alike(_) => Vec::new(),
    }
}

#[test]
fn a_misspelt_fact_is_an_error() {
    let judge = Judge::new();
    let suites = suites();
    let mut tried = 0;
    for (suite, case) in all(&suites) {
        let mut wrong = case.clone();
        let facts = &mut wrong.then.value.facts;
        let spoilt = facts.iter().flat_map(|fact| {
            spoilt(&fact.value).into_iter().map(|value| {
                let mut spoilt = fact.clone();
                spoilt.value = value;
                spoilt
            })
        });
        *facts = spoilt.collect();
        let facts = &wrong.then.value.facts;
        let failures = run(&judge, suite, &wrong).failures;
        for (number, fact) in facts.iter().enumerate() {
            let part = rules_judge_replays::tools::case::Part::Fact(number + 1);
            let Some(failure) = failures.iter().find(|failure| failure.part == part) else {
                panic!("{}: this holds: {:?}", case.id.value, fact.value);
            };
            let known_messages =
                ["there is no", "nothing lies in there", "is not allowed here", "nothing to count"];
            let is_known = known_messages.iter().any(|known| failure.message.contains(known));
            assert!(is_known, "{}: {:?}: {}", case.id.value, fact.value, failure.message);
            tried += 1;
        }
    }
    assert!(tried > 3_000, "{tried}");
}
