//! Samples with one random change each: every answer is a verdict whose citations resolve, or a documented
//! fault, and the table stays in order.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rules_judge_engine::games::{self, Registered, Visit};
use rules_judge_replays::answer::{FaultCode, Query, Verdict, VerdictKind, View};
use rules_judge_replays::judging::Judge;
use rules_judge_tests::mutation::{self, Dice};
use rules_judge_tests::sample;
use rules_judge_tests::walk::{self, Opened};
use serde_json::{Value, json};

/// The number of changes to the logs of all games.
const MUTATIONS: usize = 2_500;
/// The number of changes to the logs of all games with published cards.
const PUBLISHED: usize = 300;

fn check<G: Registered>(name: &str, verdict: &Verdict) {
    let resolves = |cite: &str| assert!(G::INFO.rules.find(cite).is_some(), "{name}: no rule {cite}");
    if let Some(outcome) = &verdict.outcome {
        outcome["cites"].as_array().unwrap().iter().for_each(|cite| resolves(cite.as_str().unwrap()));
    }
    match verdict.verdict {
        VerdictKind::Legal | VerdictKind::LegalWithRulings => {
            assert!(verdict.illegal.is_none() && verdict.not_judged.is_none(), "{name}");
        }
        VerdictKind::NotJudged => assert!(verdict.not_judged.is_some(), "{name}"),
        VerdictKind::Illegal => {
            let illegal = verdict.illegal.as_ref().unwrap();
            assert!(!illegal.refusals.is_empty(), "{name}: no reason");
            for refusal in &illegal.refusals {
                assert!(!refusal.cites.is_empty(), "{name}: {} cites nothing", refusal.code);
                refusal.cites.iter().for_each(|cite| resolves(cite));
                assert!(
                    G::INFO.messages.iter().any(|(code, _)| *code == refusal.code)
                        || refusal.code == "hidden_reason",
                    "{name}: {} has no message",
                    refusal.code
                );
                assert!(!refusal.message.contains('{'), "{name}: {}", refusal.message);
                assert!(
                    refusal.pointer.starts_with(&illegal.pointer[..9.min(illegal.pointer.len())]),
                    "{name}"
                );
            }
        }
    }
}

/// Makes so many changes to these logs.
struct Mutate(Vec<Vec<u8>>, usize);

impl Visit for Mutate {
    type Out = BTreeMap<&'static str, usize>;

    fn visit<G: Registered>(self) -> Self::Out {
        let Mutate(samples, mutations) = self;
        let judge = Judge::new();
        let mut counts = BTreeMap::new();
        for number in 0..mutations / games::IDS.len() {
            let mut dice = Dice::new(number as u64);
            let line = dice.below(samples.len());
            let mut replay: Value = serde_json::from_slice(&samples[line]).unwrap();
            let opened = Opened::<G>::read(&judge, &samples[line]).unwrap();
            let cards = opened.game().unwrap().state.table.card_count();
            let change = mutation::of_log(replay["actions"].as_array_mut().unwrap(), cards, &mut dice);
            let name = format!("mutation {number} of line {}: {change}", line + 1);
            let text = serde_json::to_vec(&replay).unwrap();
            let view = [View::Full, View::Full, View::Seat0, View::Seat1, View::Public][dice.below(5)];
            let query = Query { view, ..Query::default() };
            let judged = catch_unwind(AssertUnwindSafe(|| judge.verify(&text, &query)));
            let verdict = match judged.unwrap_or_else(|_| panic!("{name}: panicked")) {
                Ok(verdict) => verdict,
                Err(fault) => {
                    assert_ne!(fault.code, FaultCode::Internal, "{name}: {fault:?}");
                    *counts.entry("fault").or_default() += 1;
                    continue;
                }
            };
            check::<G>(&name, &verdict);
            let kind = match verdict.verdict {
                VerdictKind::Legal => "legal",
                VerdictKind::LegalWithRulings => "legal with rulings",
                VerdictKind::Illegal => "illegal",
                VerdictKind::NotJudged => "not judged",
            };
            *counts.entry(kind).or_default() += 1;
            // Play the same log with access to the table.
            let opened = Opened::<G>::read(&judge, &text).unwrap();
            let mut game = opened.game().unwrap();
            let before = walk::inventory::<G>(&game.state.table);
            for entry in opened.entries() {
                if !walk::step(&mut game, entry) {
                    break;
                }
            }
            assert_eq!(walk::disorder::<G>(&game.state.table), Vec::<String>::new(), "{name}");
            assert!(walk::inventory::<G>(&game.state.table) == before, "{name}: cards or pieces got lost");
        }
        counts
    }
}

#[test]
fn changed_logs_are_judged_in_order() {
    for game in games::IDS {
        let counts = games::dispatch(game, Mutate(sample::load(game).unwrap(), MUTATIONS)).unwrap();
        println!("{game}: {counts:?}");
        // If every change ended in the same way, the test would show nothing.
        assert!(counts["legal"] >= 12 && counts["illegal"] >= 250, "{counts:?}");
        let published = sample::official(game, 3);
        if !published.is_empty() {
            let counts = games::dispatch(game, Mutate(published, PUBLISHED)).unwrap();
            println!("{game}, published cards: {counts:?}");
            assert!(counts["legal"] > 0 && counts["illegal"] >= 30, "{counts:?}");
        }
    }
}

#[test]
fn the_greatest_and_the_least_number_can_be_changed() {
    for number in [i64::MAX, i64::MIN] {
        let kept = (0..200).filter(|dice| {
            let mut action = json!({ "n": number, "seat": 0, "type": "pass" });
            mutation::of_action(&mut action, &[], 100, &mut Dice::new(*dice));
            assert!(action.get("n").is_none_or(Value::is_i64), "{action}");
            action["n"] == number
        });
        assert!(kept.count() < 100, "{number} is hardly changed");
    }
}
