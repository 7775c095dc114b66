//! Acts that lack fields, judged over their completions.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use rules_judge_replays::answer::{Fault, FaultCode, ListingLimit, Query, VerdictKind, View};
use rules_judge_replays::catalog::limits::LONGEST_LISTING;
use rules_judge_replays::judging::Judge;
use rules_judge_replays::judging::completions::{COMPLETED_ENTRIES, COMPLETIONS, CompletionsAnswer, REASONS};
use serde_json::{Value, json};

const GAMES: [&str; 5] = ["azur-lane", "battle-spirits", "build-divide", "tianhai", "xinglingwang"];

fn query(view: View) -> Query {
    Query { view, listing: ListingLimit(LONGEST_LISTING), ..Query::default() }
}

/// A whole game between bots.
fn played(judge: &Judge, game: &str) -> Value {
    let bytes = judge.play(game, 7, ["random", "keen"]).unwrap();
    let mut replay: Value = serde_json::from_slice(&bytes).unwrap();
    replay.as_object_mut().unwrap().remove("claim");
    replay
}

/// The same, cut off after so many entries.
fn cut(whole: &Value, entries: usize) -> Value {
    let mut replay = whole.clone();
    replay["actions"].as_array_mut().unwrap().truncate(entries);
    replay
}

fn completed(judge: &Judge, replay: &Value, act: &Value) -> Result<CompletionsAnswer, Fault> {
    let body = json!({ "replay": replay, "act": act }).to_string();
    judge.completions(body.as_bytes(), &query(View::Full))
}

fn with(replay: &Value, act: &Value) -> Vec<u8> {
    let mut replay = replay.clone();
    replay["actions"].as_array_mut().unwrap().push(act.clone());
    replay.to_string().into_bytes()
}

/// What was done fits what is stated of it, and every answer that fits is legal.
#[test]
fn what_was_done_is_among_the_completions() {
    let judge = Judge::new();
    for game in GAMES {
        let whole = played(&judge, game);
        let entries = whole["actions"].as_array().unwrap().clone();
        let mut seen = 0;
        for at in (0..entries.len()).step_by(entries.len() / 6 + 1) {
            let replay = cut(&whole, at);
            let done = &entries[at];
            let act = json!({ "seat": done["seat"], "type": done["type"] });
            let answer = completed(&judge, &replay, &act).unwrap();
            assert!(answer.verdict.is_none() && answer.game == game, "{game} {at}");
            assert!(answer.count > 0, "{game} {at} {act}: {answer:?}");
            assert_eq!((answer.tried, answer.refused, answer.nearest), (0, 0, None), "{game} {at}");
            for fitting in answer.fitting.iter().take(5) {
                let verdict = judge.verify(&with(&replay, &fitting.act), &query(View::Full)).unwrap();
                assert!(verdict.verdict.is_legal(), "{game} {at}: {fitting:?}");
                assert!(fitting.text.as_ref().is_some_and(|text| !text.is_empty()));
            }
            for field in &answer.missing {
                assert!(done.get(field).is_some() && act.get(field).is_none(), "{game} {at}: {field}");
            }
            seen += 1;
        }
        assert!(seen > 3, "{game}");
    }
}

/// An act that is never legal has its reasons, which are those of its completions; the nearest one is refused
/// as it says.
#[test]
fn reasons_are_those_of_completions() {
    let judge = Judge::new();
    let mut shared = 0;
    for game in GAMES {
        let replay = cut(&played(&judge, game), 12);
        let kinds = judge.game(game).unwrap().actions;
        let mut never = 0;
        for kind in kinds {
            for seat in [0, 1] {
                let act = json!({ "seat": seat, "type": kind.kind });
                let answer = completed(&judge, &replay, &act).unwrap();
                assert!(answer.tried <= COMPLETIONS + COMPLETIONS / 2, "{game} {act}");
                assert!(answer.refused <= answer.tried && answer.reasons.len() <= REASONS);
                if answer.count > 0 || answer.tried == 0 {
                    continue;
                }
                never += 1;
                assert!(!answer.reasons.is_empty(), "{game} {act}");
                let counts: Vec<usize> = answer.reasons.iter().map(|reason| reason.count).collect();
                assert!(counts.is_sorted_by(|one, next| one >= next), "{counts:?}");
                assert!(counts.iter().all(|count| (1..=answer.refused).contains(count)), "{counts:?}");
                shared += usize::from(counts[0] == answer.refused);
                if answer.refused < answer.tried {
                    assert!(!answer.complete, "{game} {act}: something is not judged");
                    continue;
                }
                let nearest = answer.nearest.unwrap();
                assert_eq!((&nearest.act["seat"], &nearest.act["type"]), (&act["seat"], &act["type"]));
                let verdict = judge.verify(&with(&replay, &nearest.act), &query(View::Full)).unwrap();
                assert_eq!(verdict.verdict, VerdictKind::Illegal, "{game} {act}");
                assert_eq!(verdict.illegal.unwrap().refusals, nearest.refusals, "{game} {act}");
            }
        }
        assert!(never > 3, "{game} {never}");
    }
    assert!(shared > 10, "{shared}");
}

/// The longer the log, the fewer completions are tried; one always is.
#[test]
fn the_work_is_bounded() {
    let judge = Judge::new();
    let mut bounded = 0;
    for game in GAMES {
        let whole = played(&judge, game);
        let entries = whole["actions"].as_array().unwrap().len();
        let replay = cut(&whole, entries - 1);
        let most = (COMPLETED_ENTRIES / entries).max(1);
        for kind in judge.game(game).unwrap().actions {
            let act = json!({ "seat": 0, "type": kind.kind });
            let answer = completed(&judge, &replay, &act).unwrap();
            assert!(answer.tried <= most, "{game} {act} {} {most}", answer.tried);
            if answer.tried == most {
                assert!(!answer.tried_all || most >= COMPLETIONS, "{game} {act}");
                bounded += 1;
            }
        }
    }
    // At least one game of the bots is long enough to meet the bound.
    assert!(bounded > 0);
}

#[test]
fn what_is_no_act_has_its_place() {
    let judge = Judge::new();
    let replay = cut(&played(&judge, "azur-lane"), 4);
    for (act, pointer) in [
        (json!({ "type": "atack", "seat": 0 }), "/act/type"),
        (json!({ "type": 7 }), "/act/type"),
        (json!({ "type": "attack", "seat": 0, "whom": 3 }), "/act/whom"),
        (json!({ "type": "concede", "seat": 2 }), "/act/seat"),
        (json!([]), "/act"),
    ] {
        let fault = completed(&judge, &replay, &act).unwrap_err();
        assert_eq!(fault.code, FaultCode::WrongShape, "{act}");
        assert_eq!(fault.pointer.as_deref(), Some(pointer), "{act}: {fault:?}");
    }
    let fault = completed(&judge, &replay, &json!({ "type": "atack" })).unwrap_err();
    assert_eq!(&*fault.nearest, ["attack"]);
    for (body, pointer) in [
        (json!({ "act": {} }), "/replay"),
        (json!({ "replay": replay }), "/act"),
        (json!({ "replay": replay, "act": {}, "more": 1 }), "/more"),
        (json!({ "replay": { "actions": [] }, "act": {} }), "/replay/game"),
    ] {
        let fault = judge.completions(body.to_string().as_bytes(), &query(View::Full)).unwrap_err();
        assert_eq!(fault.pointer.as_deref(), Some(pointer), "{body}: {fault:?}");
    }
    let mut bad = replay.clone();
    bad["game"] = json!("chess");
    let fault = completed(&judge, &bad, &json!({})).unwrap_err();
    assert_eq!((fault.code, fault.pointer.as_deref()), (FaultCode::UnknownGame, Some("/replay/game")));
    // Nothing is said of an act after a log that is not legal.
    let mut illegal = replay;
    illegal["actions"]
        .as_array_mut()
        .unwrap()
        .push(json!({ "seat": 0, "type": "attack", "attacker": 0, "target": 1 }));
    let answer = completed(&judge, &illegal, &json!({ "type": "concede" }));
    if let Ok(answer) = answer {
        assert!(answer.verdict.is_some_and(|verdict| verdict.verdict == VerdictKind::Illegal));
        assert_eq!((answer.count, answer.tried, answer.complete), (0, 0, false));
    }
}

/// What the other seat may not know stays unknown: no card of a hand that the view hides stands in the
/// answer.
#[test]
fn completions_of_a_view_name_only_what_it_sees() {
    let judge = Judge::new();
    for game in GAMES {
        let replay = cut(&played(&judge, game), 12);
        for kind in judge.game(game).unwrap().actions {
            let act = json!({ "seat": 0, "type": kind.kind });
            let body = json!({ "replay": replay, "act": act }).to_string();
            let answer = judge.completions(body.as_bytes(), &query(View::Seat1)).unwrap();
            // What is legal for seat 0 is not listed for seat 1.
            assert!(answer.fitting.iter().all(|fitting| fitting.text.is_none()), "{game} {act}");
            assert!(!answer.complete || answer.count == 0, "{game} {act}");
        }
    }
}
