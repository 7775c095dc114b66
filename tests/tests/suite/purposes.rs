//! With declared chance `next` has the purpose of an outcome. The events after the outcome show whether it
//! was right: the card leaves the place, comes to the place, and is seen by the seats of the purpose.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use std::collections::BTreeSet;

use rules_judge_replays::answer::{Query, Trace, View};
use rules_judge_replays::judging::Judge;
use serde_json::{Value, json};

use crate::declared::{declared_samples, is_outcome, log, verdict, with};
use crate::waiting::{asked, outcome, play, table};

/// The event of the last step that shows a card with this verb, as a view has it.
fn event(judge: &Judge, replay: &Value, view: View, card: &Value, purpose: &Value) -> Option<Value> {
    let query = Query { trace: Trace::Events, view, ..Query::default() };
    let answer = asked(judge, replay, &query);
    let steps = answer["trace"].as_array().unwrap();
    let events = steps.iter().flat_map(|step| step["events"].as_array().unwrap());
    let is_it = |event: &&Value| {
        event["verb"] == purpose["verb"]
            && event["card"]["id"] == *card
            && purpose.get("to").is_none_or(|to| event["to"] == *to)
    };
    events.filter(is_it).next_back().cloned()
}

#[test]
fn what_an_outcome_is_needed_for_is_what_happens_then() {
    let judge = Judge::new();
    let (mut sourced, mut seen_by) = (0, BTreeSet::new());
    for (game, replay) in declared_samples(&judge, 1) {
        let all = log(&replay);
        let outcomes = (0..all.len()).filter(|at| is_outcome(&all[*at]));
        let mut shown = 0;
        for at in outcomes.step_by(4) {
            let before = verdict(&judge, &with(&replay, all[..at].to_vec()));
            let next = &before["next"][0];
            let purpose = &next["purpose"];
            let cite = purpose["cites"][0].as_str().unwrap();
            assert!(judge.rule_text(game, cite, Default::default()).is_some(), "{game} {at} {cite}");
            let Some(card) = all[at].get("card").filter(|card| card.is_number()) else {
                assert!(purpose.get("from").is_none() || all[at].get("card").is_some(), "{game} {at}");
                continue;
            };
            assert!(purpose["from"]["zone"].is_string(), "{game} {at} {purpose}");
            sourced += usize::from(purpose["source"]["card"].is_string());
            if purpose.get("verb").is_none() {
                continue;
            }
            let Some(rest) = all[at..].iter().position(|entry| !is_outcome(entry)) else { continue };
            let complete = with(&replay, all[..at + rest].to_vec());
            let happened = event(&judge, &complete, View::Full, card, purpose);
            let happened = happened.unwrap_or_else(|| panic!("{game} {at}: nothing is as {purpose} says"));
            if purpose.get("to").is_some() {
                assert_eq!(happened["from"], purpose["from"], "{game} {at}");
            }
            shown += 1;
            let seats: Vec<u64> =
                purpose["seen_by"].as_array().unwrap().iter().map(|seat| seat.as_u64().unwrap()).collect();
            for (seat, view) in [(0, View::Seat0), (1, View::Seat1)] {
                let sees = event(&judge, &complete, view, card, purpose).is_some();
                assert_eq!(sees, seats.contains(&seat), "{game} {at} seat {seat}: {purpose}");
            }
            seen_by.insert(seats);
        }
        // 天海战记 has no draw; here its only random step decides who goes first.
        match game {
            "tianhai" => assert_eq!(shown, 0),
            _ => assert!(shown > 3, "{game}: {shown}"),
        }
    }
    assert!(sourced > 0, "no text of a card asked for an outcome");
    // Only seat 0, only seat 1, and both.
    assert!(seen_by.is_superset(&BTreeSet::from([vec![0], vec![0, 1], vec![1]])), "{seen_by:?}");
}

#[test]
fn who_may_not_know_the_label_learns_nothing_of_the_purpose() {
    let judge = Judge::new();
    let mut hidden = 0;
    for (game, replay) in declared_samples(&judge, 1) {
        let all = log(&replay);
        for at in (0..all.len()).filter(|at| is_outcome(&all[*at])).step_by(9) {
            for view in [View::Seat0, View::Seat1, View::Public] {
                let query = Query { view, ..Query::default() };
                let answer = asked(&judge, &with(&replay, all[..at].to_vec()), &query);
                let next = &answer["next"][0];
                assert_eq!(
                    next.get("purpose").is_some(),
                    next.get("label").is_some(),
                    "{game} {at} {view:?}"
                );
                // Only the full view has the place of a card in a hand or a deck.
                assert!(next["purpose"].get("depth").is_none(), "{game} {at} {view:?}");
                hidden += usize::from(next.get("purpose").is_none());
            }
        }
    }
    assert!(hidden > 10, "{hidden}");
}

/// Playing a card from a hand asks for it only because the rules read its cost; this moves the card nowhere.
#[test]
fn a_card_that_only_the_rules_need_stays_where_it_lies() {
    let judge = Judge::new();
    let replay = with(&table(json!({ "unknown": 2 })), vec![play(2)]);
    let answer = verdict(&judge, &replay);
    assert_eq!(
        answer["next"][0]["purpose"],
        json!({
            "cites": ["503.1"], "depth": 0, "from": { "seat": 0, "zone": "hand" },
            "seen_by": [0],
        })
    );
}

/// Another entry in place of an outcome is rejected by a reason of its own, which names the outcome.
#[test]
fn an_entry_in_place_of_an_outcome_is_rejected_by_the_label_that_is_awaited() {
    let judge = Judge::new();
    let replay = with(&table(json!({ "unknown": 1 })), vec![play(3), play(3), outcome(1, "rj-027")]);
    let why = |view| {
        let answer = asked(&judge, &replay, &Query { view, ..Query::default() });
        assert_eq!(answer["verdict"], "not_judged");
        answer["not_judged"].clone()
    };
    let full = why(View::Full);
    assert_eq!((&full["at"], &full["code"]), (&json!(1), &json!("missing_outcome")));
    assert_eq!(full["label"], "draw/seat0/1");
    assert!(full["message"].as_str().unwrap().contains("draw/seat0/1"), "{full}");
    for view in [View::Seat1, View::Public] {
        let other = why(view);
        assert!(
            other.get("label").is_none() && !other["message"].as_str().unwrap().contains("draw/"),
            "{other}"
        );
    }
}
