//! Kept judgements: those of headers against the rules and of logs that were not judged are kept, too, and of
//! the older ones from which moves continued only some. Also tests that every value that is read has one
//! form.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use std::collections::BTreeSet;

use rules_judge_engine::games;
use rules_judge_replays::answer::{FaultCode, Language, Query, Trace, View};
use rules_judge_replays::judging::Judge;
use rules_judge_tests::declared::SALT;
use rules_judge_tests::games::list_of;
use rules_judge_tests::sample;
use serde_json::{Value, json};

fn bytes(value: &Value) -> Vec<u8> {
    serde_json::to_vec(value).unwrap()
}

fn first(game: &str) -> Value {
    serde_json::from_slice(&sample::load(game).unwrap()[0]).unwrap()
}

fn verdict_of(judge: &Judge, replay: &Value, query: &Query) -> Value {
    serde_json::to_value(judge.verify(&bytes(replay), query).unwrap()).unwrap()
}

#[test]
fn headers_against_the_rules_and_logs_that_were_not_judged_are_kept() {
    let (judge, fresh) = (Judge::new().with_memory(16 << 20), Judge::new());
    for game in games::IDS {
        let mut header = first(game);
        let list = list_of(&header["players"][0]["deck"]).to_owned();
        header["players"][0]["deck"][list] = json!([]);
        let mut edition = first(game);
        edition["edition"] = "none".into();
        let mut chance = first(game);
        chance.as_object_mut().unwrap().remove("seed");
        chance["salt"] = SALT.into();
        for (replay, kind) in [(header, "illegal"), (edition, "not_judged"), (chance, "not_judged")] {
            let digest = verdict_of(&judge, &replay, &Query::default())["replay_digest"].clone();
            let digest = digest.as_str().expect("a name");
            let mut longer = replay.clone();
            let entry = longer["actions"].as_array().unwrap()[0].clone();
            longer["actions"].as_array_mut().unwrap().push(entry.clone());
            for view in [View::Full, View::Seat0, View::Seat1, View::Public] {
                for language in [Language::English, Language::TraditionalChinese] {
                    let query = Query { view, language, ..Query::default() };
                    let whole = verdict_of(&fresh, &replay, &query);
                    assert_eq!(whole["verdict"], kind, "{game}");
                    let kept = serde_json::to_value(judge.kept_verdict(digest, &query).unwrap()).unwrap();
                    assert_eq!(kept, whole, "{game} {kind} {view:?}");
                    let more = json!({ "action": entry, "base": digest });
                    let gone = serde_json::to_value(judge.resume(&bytes(&more), &query).unwrap()).unwrap();
                    assert_eq!(gone, verdict_of(&fresh, &longer, &query), "{game} {kind} {view:?}");
                }
            }
        }
    }
}

#[test]
fn what_is_kept_changes_no_verdict() {
    let (judge, bare) = (Judge::new().with_memory(16 << 20), Judge::new());
    for game in games::IDS {
        for sample in sample::load(game).unwrap().iter().take(4) {
            let mut replay: Value = serde_json::from_slice(sample).unwrap();
            let log = replay["actions"].as_array().unwrap().clone();
            for entries in [log.len() / 3, log.len()] {
                replay["actions"] = log[..entries].into();
                // A move that cannot be judged is explained, too.
                let first = log[0].clone();
                for more in [None, Some(first)] {
                    let mut replay = replay.clone();
                    replay["actions"].as_array_mut().unwrap().extend(more);
                    let query = Query { trace: Trace::States, ..Query::default() };
                    assert_eq!(
                        verdict_of(&judge, &replay, &query),
                        verdict_of(&bare, &replay, &query),
                        "{game}"
                    );
                }
            }
        }
    }
}

#[test]
fn older_judgements_that_moves_were_made_from_are_thinned() {
    let judge = Judge::new().with_memory(64 << 20);
    let replay = first("azur-lane");
    let log = replay["actions"].as_array().unwrap().clone();
    let mut empty = replay.clone();
    empty["actions"] = json!([]);
    let mut names = vec![verdict_of(&judge, &empty, &Query::default())["replay_digest"].clone()];
    for entry in &log[..60] {
        let body = json!({ "action": entry, "base": names.last().unwrap() });
        names.push(serde_json::to_value(judge.resume(&bytes(&body), &Query::default()).unwrap()).unwrap()
            ["replay_digest"].clone());
    }
    let is_kept = |at: usize| judge.kept_verdict(names[at].as_str().unwrap(), &Query::default()).is_ok();
    let kept: Vec<usize> = (0..=60).filter(|at| is_kept(*at)).collect();
    assert!((45..=60).all(is_kept), "the last ones: {kept:?}");
    assert!(kept.len() < 35, "{kept:?}");
    assert!(kept.contains(&0) && kept.contains(&32), "{kept:?}");
}

#[test]
fn an_object_is_not_read_from_the_list_of_its_values() {
    let judge = Judge::new();
    let fault = |replay: &Value| {
        let fault = judge.verify(&bytes(replay), &Query::default()).unwrap_err();
        assert_eq!(fault.code, FaultCode::WrongShape, "{}", fault.detail);
        fault.pointer.unwrap_or_default()
    };
    for game in games::IDS {
        let mut deck = first(game);
        let list = list_of(&deck["players"][1]["deck"]).to_owned();
        let line = &mut deck["players"][1]["deck"][&list][0];
        *line = json!([line["card"], line["n"]]);
        assert_eq!(fault(&deck), format!("/players/1/deck/{list}/0"), "{game}");
        let mut options = first(game);
        options["options"] = json!([null]);
        assert_eq!(fault(&options), "/options", "{game}");
        // Every object inside of an entry, one after the other.
        let replay = first(game);
        let log = replay["actions"].as_array().unwrap();
        let mut tried = 0;
        for (at, entry) in log.iter().enumerate() {
            for (name, field) in entry.as_object().unwrap() {
                let Some(inner) = field.as_object() else { continue };
                let mut bent = replay.clone();
                // A list of nulls, too.
                bent["actions"][at][name] = vec![Value::Null; inner.len()].into();
                assert_eq!(fault(&bent), format!("/actions/{at}/{name}"), "{game}: {entry}");
                bent["actions"][at][name] = inner.values().cloned().collect();
                assert_eq!(fault(&bent), format!("/actions/{at}/{name}"), "{game}: {entry}");
                tried += 1;
            }
            if tried > 20 {
                break;
            }
        }
        // The actions of some games contain no objects.
        let holds_objects = |text: &Vec<u8>| {
            let replay: Value = serde_json::from_slice(text).unwrap();
            let entries = replay["actions"].as_array().unwrap().iter();
            entries.flat_map(|entry| entry.as_object().unwrap().values()).any(Value::is_object)
        };
        assert_eq!(tried > 0, sample::load(game).unwrap().iter().any(holds_objects), "{game}");
        // Every object that is a field of a card, the first one of each name.
        let demo: Value = serde_json::from_str(games::info(game).unwrap().demo_pool).unwrap();
        let mut bent = BTreeSet::new();
        for (at, card) in demo["cards"].as_array().unwrap().iter().enumerate() {
            for (name, field) in card.as_object().unwrap() {
                let Some(inner) = field.as_object().filter(|_| bent.insert(name.clone())) else { continue };
                let mut pool = demo.clone();
                pool["cards"][at][name] = inner.values().cloned().collect();
                let findings = judge.lint_pool(&bytes(&pool), Language::English).unwrap();
                assert!(!findings["findings"].as_array().unwrap().is_empty(), "{game}, {name}: {findings}");
            }
        }
        assert!(!bent.is_empty(), "{game}");
    }
}

/// The common beginning of logs is judged once; each verdict is that of its log alone.
#[test]
fn compared_logs_are_judged_as_each_alone() {
    for judge in [Judge::new(), Judge::new().with_memory(16 << 20)] {
        for game in games::IDS {
            let replay = first(game);
            let log = replay["actions"].as_array().unwrap().clone();
            let mut header = replay.clone();
            header.as_object_mut().unwrap().remove("actions");
            let concede = json!({ "seat": 0, "type": "concede" });
            let nonsense = log[0].clone();
            let with = |at: usize, entry: &Value| {
                let mut log = log[..at].to_vec();
                log.push(entry.clone());
                log.push(concede.clone());
                log
            };
            let mut illegal = log[..8].to_vec();
            illegal.insert(3, nonsense.clone());
            for logs in [
                vec![log.clone(), with(20, &concede), log[..20].to_vec(), with(20, &nonsense)],
                vec![log.clone(), log.clone()],
                vec![with(0, &concede), with(0, &nonsense), Vec::new()],
                // The beginning itself is against the rules.
                vec![illegal.clone(), [illegal.clone(), vec![concede.clone()]].concat()],
            ] {
                let sides = bytes(&json!({ "header": header, "logs": logs }));
                let query = Query { state_digest: true, ..Query::default() };
                let compared = judge.compare(&sides, &query).unwrap();
                for (side, verdict) in logs.iter().zip(&compared.verdicts) {
                    let mut alone = replay.clone();
                    alone["actions"] = side[..side.len().min(compared.common + 1)].to_vec().into();
                    let alone = Judge::new().verify(&bytes(&alone), &query).unwrap();
                    assert_eq!(*verdict, alone, "{game}: {} in common", compared.common);
                }
            }
        }
    }
}

/// A circle of forced passes ends the game at the same entry, whether the log is judged as a whole or
/// continued from any entry.
#[test]
fn a_circle_is_found_wherever_a_judgement_goes_on() {
    let card = |id: &str, abilities: Value| {
        json!({ "id": id, "name": id, "kind": "unit", "colors": ["red"], "cost": { "total": 1 },
            "timing": "normal", "power": 3000, "hit": 1, "abilities": abilities })
    };
    let when = |event: &str, does: &str| {
        json!({
            "automatic": { "on": { event: { "card": "this" } }, "do": [{ does: "this" }] },
        })
    };
    let push = json!({ "id": "push", "name": "push", "kind": "command", "colors": ["red"],
        "cost": { "total": 0 }, "timing": "normal", "abilities": [{ "command": {
            "targets": [{ "side": "both", "take": 1 }], "do": [{ "rest": "chosen" }] } }] });
    let hall = json!({ "id": "hall", "name": "hall", "kind": "territory", "titles": ["hall"],
        "colors": ["red"], "cost": { "total": 5 } });
    let horse = card("horse", json!([when("rests", "stand"), when("stands", "rest")]));
    let half = |field: Value, hand: Value| {
        json!({ "territory": { "card": "hall" }, "field": field, "hand": hand,
            "deck": ["plain", "plain"], "life": ["plain", "plain"] })
    };
    let pass = |seat: u8| json!({ "seat": seat, "type": "pass" });
    let mut log = vec![json!({ "seat": 0, "type": "use_card", "card": 2, "targets": [1] })];
    log.extend([0, 1, 0, 1, 0, 1].map(pass));
    let whole = json!({
        "format": "rules-judge/1", "game": "build-divide", "players": [{ "name": "A" }, { "name": "B" }],
        "pool": { "game": "build-divide", "name": "circle", "declares": { "titles": ["hall"] },
            "cards": [hall, card("plain", json!([])), horse, push] },
        "start": { "position": { "turn": 5, "active": 0, "window": "main", "players": [
            half(json!([{ "card": "horse" }]), json!(["push"])), half(json!([]), json!([])),
        ] } },
        "seed": "cd".repeat(32), "actions": log,
    });
    let up_to = |entries: usize| {
        let mut replay = whole.clone();
        replay["actions"] = log[..entries].into();
        replay
    };
    let (judge, fresh) = (Judge::new().with_memory(16 << 20), Judge::new());
    for entries in 1..log.len() {
        let shorter = verdict_of(&judge, &up_to(entries), &Query::default());
        assert_eq!(shorter["outcome"], Value::Null, "{entries}");
        let more = json!({ "action": log[entries], "base": shorter["replay_digest"] });
        let gone_on = serde_json::to_value(judge.resume(&bytes(&more), &Query::default()).unwrap()).unwrap();
        assert_eq!(gone_on, verdict_of(&fresh, &up_to(entries + 1), &Query::default()), "{entries}");
    }
    let ended = verdict_of(&fresh, &whole, &Query::default());
    assert_eq!(ended["verdict"], "legal");
    assert_eq!(ended["outcome"]["reason"], "endless_loop");
    assert_eq!(ended["outcome"]["cites"][0], "ruling-3");
}
