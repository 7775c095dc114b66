//! With declared chance an entry is accepted when its last outcome has come: until then the verdict shows
//! that it waits and for which outcomes, and a refusal at the end is about that entry. Every call agrees.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use rules_judge_engine::games;
use rules_judge_replays::answer::{Query, Trace, View};
use rules_judge_replays::judging::Judge;
use rules_judge_tests::declared::SALT;
use serde_json::{Value, json};

use crate::declared::{declared_samples, is_outcome, log, verdict, with};

const VIEWS: [View; 4] = [View::Full, View::Seat0, View::Seat1, View::Public];

pub(crate) fn bytes(value: &Value) -> Vec<u8> {
    serde_json::to_vec(value).unwrap()
}

pub(crate) fn asked(judge: &Judge, replay: &Value, query: &Query) -> Value {
    serde_json::to_value(judge.verify(&bytes(replay), query).unwrap()).unwrap()
}

/// The main phase of seat 0 with two ships of cost 3 and 2 in hand; one of them, and the hand of seat 1, are
/// unknown.
pub(crate) fn table(own: Value) -> Value {
    let half = |hand: Value| {
        json!({
            "battlefield": { "B2": { "card": "rj-001" } }, "cubes": { "down": 5 }, "deck": { "unknown": 10 },
            "durability": { "unknown": 5 }, "hand": hand,
        })
    };
    let halves = [half(own), half(json!({ "unknown": 4 }))];
    let position = json!({ "active": 0, "players": halves, "turn": 3, "window": "main" });
    json!({
        "actions": [], "chance": "declared", "format": "rules-judge/1", "game": "azur-lane",
        "players": [{ "name": "A" }, { "name": "B" }], "salt": SALT, "start": { "position": position },
    })
}

/// Plays the first card of the hand for so many cubes.
pub(crate) fn play(cubes: u32) -> Value {
    json!({
        "at": { "cell": "F1", "seat": 0 }, "card": 1, "pay": { "down": cubes }, "seat": 0,
        "type": "play_ship",
    })
}

pub(crate) fn outcome(number: u32, card: &str) -> Value {
    json!({ "card": card, "label": format!("draw/seat0/{number}"), "seat": null, "type": "chance" })
}

/// Checks that every way to judge a prefix of a log agrees.
pub(crate) fn check_every_call(judge: &Judge, kept: &Judge, replay: &Value, count: usize) {
    let all = log(replay);
    let cut = |count: usize| with(replay, all[..count].to_vec());
    let digest = |count: usize| {
        asked(kept, &cut(count), &Query::default())["replay_digest"].as_str().unwrap().to_owned()
    };
    let base = count.checked_sub(1).map(digest);
    for view in VIEWS {
        let query = Query { view, ..Query::default() };
        let fresh = asked(judge, &cut(count), &query);
        if view == View::Full {
            let at = Query { at: Some(count), ..query };
            assert_eq!(asked(judge, replay, &at), fresh, "at {count}");
        }
        let again = kept.kept_verdict(&digest(count), &query).unwrap();
        assert_eq!(serde_json::to_value(again).unwrap(), fresh, "kept {count} {view:?}");
        if fresh["verdict"] == "legal" {
            let legal = judge.legal_actions(&bytes(&cut(count)), &query).unwrap();
            let legal = serde_json::to_value(legal).unwrap();
            for field in ["accepted", "next", "standing", "waiting"] {
                assert_eq!(legal.get(field), fresh.get(field), "legal actions {count} {view:?} {field}");
            }
        }
        if let Some(base) = &base {
            let action = &all[count - 1];
            for body in [
                json!({ "action": action, "base": base }),
                json!({ "action": action, "replay": cut(count - 1) }),
            ] {
                let gone = serde_json::to_value(kept.resume(&bytes(&body), &query).unwrap()).unwrap();
                assert_eq!(gone, fresh, "move {count} {view:?}");
            }
        }
    }
    if let Some(before) = count.checked_sub(1) {
        let mut header = replay.clone();
        header.as_object_mut().unwrap().remove("actions");
        let body = json!({ "header": header, "logs": [all[..before], all[..count]] });
        let compared =
            serde_json::to_value(judge.compare(&bytes(&body), &Query::default()).unwrap()).unwrap();
        let fresh = [before, count].map(|count| asked(judge, &cut(count), &Query::default()));
        assert_eq!(compared["verdicts"], json!(fresh), "compared {count}");
    }
}

#[test]
fn an_entry_is_accepted_when_it_is_complete() {
    let (judge, kept) = (Judge::new(), Judge::new().with_memory(256 << 20));
    let mut waited = 0;
    for (game, replay) in declared_samples(&judge, 1) {
        let all = log(&replay);
        let mut complete = verdict(&judge, &with(&replay, Vec::new()));
        for count in 0..=all.len().min(90) {
            let answer = verdict(&judge, &with(&replay, all[..count].to_vec()));
            assert_eq!(answer["verdict"], "legal", "{game} {count}");
            match answer.get("waiting") {
                None => assert_eq!(answer["accepted"], count, "{game}"),
                Some(waiting) if waiting["at"].is_null() => {
                    assert!(
                        all[..count].iter().all(is_outcome),
                        "{game} {count}: only the set-up is no entry"
                    );
                    assert_eq!(answer["accepted"], count, "{game}");
                }
                Some(waiting) => {
                    waited += 1;
                    let at = usize::try_from(waiting["at"].as_u64().unwrap()).unwrap();
                    assert!(
                        !is_outcome(&all[at]) && all[at + 1..count].iter().all(is_outcome),
                        "{game} {count}"
                    );
                    for field in ["accepted", "accepted_digest", "outcome", "state"] {
                        assert_eq!(answer[field], complete[field], "{game} {count} {field}");
                    }
                    assert_eq!(answer["accepted"], at, "{game}");
                }
            }
            let next = answer["next"].as_array().unwrap();
            let labels: Vec<&Value> =
                next.iter().filter(|item| item["kind"] == "chance").map(|item| &item["label"]).collect();
            assert_eq!(answer.get("waiting").is_some(), !labels.is_empty(), "{game} {count}");
            if let Some(waiting) = answer.get("waiting") {
                assert_eq!(waiting["for"], json!(labels), "{game} {count}");
            } else {
                complete = answer;
            }
        }
        for count in (0..=all.len().min(90)).step_by(3) {
            check_every_call(&judge, &kept, &replay, count);
        }
    }
    assert!(waited > 5, "{waited}");
}

#[test]
fn an_entry_that_outcomes_show_to_be_against_the_rules_is_refused_itself() {
    let (judge, kept) = (Judge::new(), Judge::new().with_memory(64 << 20));
    // The played card is unknown, so its outcome decides what it costs.
    for (cubes, legal) in [(2, false), (3, true)] {
        let replay = with(&table(json!({ "unknown": 1 })), vec![play(cubes), outcome(1, "rj-027")]);
        let before = verdict(&judge, &with(&replay, Vec::new()));
        let waits = verdict(&judge, &with(&replay, vec![play(cubes)]));
        assert_eq!((&waits["verdict"], &waits["accepted"]), (&json!("legal"), &json!(0)), "{waits}");
        assert_eq!(waits["waiting"], json!({ "at": 0, "for": ["draw/seat0/1"] }));
        assert_eq!(waits["state"], before["state"]);
        assert_eq!(waits["next"][0]["kind"], "chance");
        let answer = verdict(&judge, &replay);
        assert!(answer.get("waiting").is_none(), "{answer}");
        if legal {
            assert_eq!((&answer["verdict"], &answer["accepted"]), (&json!("legal"), &json!(2)), "{answer}");
        } else {
            let illegal = &answer["illegal"];
            assert_eq!((&answer["verdict"], &answer["accepted"]), (&json!("illegal"), &json!(0)));
            assert_eq!((&illegal["at"], &illegal["pointer"]), (&json!(0), &json!("/actions/0/pay")));
            assert_eq!((&illegal["action"], &illegal["seat"]), (&play(cubes), &json!(0)));
            assert_eq!(illegal["refusals"][0]["cites"][0], "302.1b");
            for field in ["accepted_digest", "next", "standing", "state"] {
                assert_eq!(answer[field], before[field], "{field}");
            }
            assert_eq!(illegal["legal"]["count"], before["next"][0]["count"]);
        }
        for count in 0..=2 {
            check_every_call(&judge, &kept, &replay, count);
        }
        // Entries after the refused one are ignored.
        let mut longer = log(&replay);
        longer.push(play(cubes));
        let longer = with(&replay, longer);
        if !legal {
            assert_eq!(verdict(&judge, &longer)["illegal"], answer["illegal"]);
            check_every_call(&judge, &kept, &longer, 3);
        }
    }
}

#[test]
fn an_impossible_outcome_is_refused_and_the_entry_goes_on_waiting() {
    let (judge, kept) = (Judge::new(), Judge::new().with_memory(64 << 20));
    let replay = with(&table(json!({ "unknown": 1 })), vec![play(3), outcome(1, "rj-001")]);
    let answer = verdict(&judge, &replay);
    assert_eq!((&answer["illegal"]["at"], &answer["accepted"]), (&json!(1), &json!(0)), "{answer}");
    assert_eq!(answer["illegal"]["refusals"][0]["code"], "impossible_outcome");
    assert_eq!(answer["waiting"]["at"], 0);
    assert_eq!(answer["next"][0]["kind"], "chance");
    check_every_call(&judge, &kept, &replay, 2);
    let missing = with(&replay, vec![play(3), play(3)]);
    let answer = verdict(&judge, &missing);
    assert_eq!(
        (&answer["not_judged"]["at"], &answer["not_judged"]["code"]),
        (&json!(1), &json!("missing_outcome"))
    );
    assert_eq!((&answer["accepted"], &answer["waiting"]["at"]), (&json!(0), &json!(0)));
    check_every_call(&judge, &kept, &missing, 2);
}

#[test]
fn a_claim_about_an_entry_that_is_not_complete_is_left_open() {
    let judge = Judge::new();
    let mut replay = with(&table(json!({ "unknown": 1 })), vec![play(3)]);
    replay["claim"] = json!({ "winner": null });
    assert_eq!(verdict(&judge, &replay)["claim"], json!({ "differs": [], "holds": null }));
    replay["actions"] = json!([play(3), outcome(1, "rj-027")]);
    assert_eq!(verdict(&judge, &replay)["claim"], json!({ "differs": [], "holds": true }));
}

/// The trace has the steps of a waiting entry only once its last outcome has come.
#[test]
fn the_trace_has_only_accepted_entries() {
    let judge = Judge::new();
    let query = Query { trace: Trace::States, ..Query::default() };
    for (game, replay) in declared_samples(&judge, 1) {
        let all = log(&replay);
        for count in 0..=all.len().min(60) {
            let answer = asked(&judge, &with(&replay, all[..count].to_vec()), &query);
            let accepted = usize::try_from(answer["accepted"].as_u64().unwrap()).unwrap();
            let trace = answer["trace"].as_array().unwrap();
            assert_eq!(trace.len(), accepted + 1, "{game} {count}");
            let entries: Vec<&Value> = trace[1..].iter().map(|step| &step["action"]).collect();
            assert_eq!(entries, all[..accepted].iter().collect::<Vec<_>>(), "{game} {count}");
            if answer.get("waiting").is_none() {
                assert_eq!(trace[accepted]["state_digest"], answer["state_digest"], "{game} {count}");
            }
        }
    }
}

/// With a seed nothing waits, and no answer has the field `waiting`.
#[test]
fn with_a_seed_nothing_waits() {
    let judge = Judge::new();
    for game in games::IDS {
        let line = rules_judge_tests::sample::load(game).unwrap().swap_remove(0);
        let answer = verdict(&judge, &serde_json::from_slice(&line).unwrap());
        assert!(answer.get("waiting").is_none() && answer.get("chance").is_none(), "{game}");
    }
}
