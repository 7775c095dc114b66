//! Limits at their edges, and what a seat's view shows of refusals.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rules_judge_engine::abilities::lint::{NEAREST_LIMIT, nearest};
use rules_judge_engine::games;
use rules_judge_engine::kernel::Stop;
use rules_judge_replays::answer::{Fault, FaultCode, Query, Verdict, View};
use rules_judge_replays::cache::memory::OVERHEAD;
use rules_judge_replays::codec::canonical;
use rules_judge_replays::codec::entry::ENTRY_BYTES;
use rules_judge_replays::codec::format::{ENTRY_LIMIT, LIST_LIMIT, NAME_LIMIT};
use rules_judge_replays::judging::{Judge, POOL_FACTOR};
use rules_judge_replays::tools::case::schema;
use serde_json::{Value, json};

fn sample(game: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("samples/{game}/example.json"));
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

fn judge(replay: &Value, view: View) -> Result<Verdict, Fault> {
    Judge::new().verify(&serde_json::to_vec(replay).unwrap(), &Query { view, ..Query::default() })
}

fn code(replay: &Value) -> Option<(FaultCode, Option<String>)> {
    judge(replay, View::Full).err().map(|fault| (fault.code, fault.pointer))
}

fn at(pointer: &str) -> Option<String> {
    Some(pointer.to_owned())
}

/// Signals a stop after it was asked so many times.
#[derive(Debug)]
struct After(AtomicUsize);

impl Stop for After {
    fn is_asked(&self) -> bool {
        let left = self.0.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        left.is_err()
    }
}

/// A judgement that is stopped, at whatever step, gives no verdict and is not kept.
#[test]
fn a_judgement_that_is_given_up_is_not_kept() {
    for game in games::IDS {
        let body = serde_json::to_vec(&sample(game)).unwrap();
        let query = Query::default();
        let fresh = Judge::new().verify(&body, &query).unwrap();
        let digest = fresh.replay_digest.clone().unwrap();
        let fresh = serde_json::to_string(&fresh).unwrap();
        let judge = Judge::new().with_memory(1 << 24);
        for questions in [0, 1, 2, 7] {
            let stopping = judge.stopping(Arc::new(After(AtomicUsize::new(questions))));
            let fault = stopping.verify(&body, &query).err().map(|fault| fault.code);
            assert_eq!(fault, Some(FaultCode::Overloaded), "{game} {questions}");
            let kept = judge.kept_verdict(&digest, &query).err().map(|fault| fault.code);
            assert_eq!(kept, Some(FaultCode::UnknownVerdict), "{game} {questions}");
        }
        let answer = serde_json::to_string(&judge.verify(&body, &query).unwrap()).unwrap();
        assert_eq!(answer, fresh, "{game}");
        let waited = judge.stopping(Arc::new(After(AtomicUsize::new(usize::MAX))));
        assert_eq!(serde_json::to_string(&waited.verify(&body, &query).unwrap()).unwrap(), fresh, "{game}");
    }
}

#[test]
fn only_words_have_a_nearest_one() {
    let (edge, beyond) = ("w".repeat(NEAREST_LIMIT), "w".repeat(NEAREST_LIMIT + 1));
    assert_eq!(nearest(&edge, [edge.as_str()].into_iter()), Some(edge.clone()));
    assert_eq!(nearest(&beyond, [edge.as_str()].into_iter()), None);
    assert_eq!(nearest(&edge, [beyond.as_str()].into_iter()), None);
}

#[test]
fn names_entries_and_logs_have_an_edge() {
    let mut replay = sample("azur-lane");
    replay["players"][0]["name"] = "字".repeat(NAME_LIMIT).into();
    assert_eq!(code(&replay), None);
    replay["players"][0]["name"] = "字".repeat(NAME_LIMIT + 1).into();
    assert_eq!(code(&replay), Some((FaultCode::WrongShape, at("/players/0/name"))));

    let mut replay = sample("azur-lane");
    let entry = |bytes: usize| {
        let empty = json!({"cards": [], "seat": 0, "type": "choose_cards"});
        let room = bytes - serde_json::to_vec(&empty).unwrap().len() + 1;
        // Each card takes two bytes with its comma.
        json!({"cards": vec![1; room / 2], "seat": 0, "type": "choose_cards"})
    };
    let edge = entry(ENTRY_BYTES);
    assert!((ENTRY_BYTES - 1..=ENTRY_BYTES).contains(&serde_json::to_vec(&edge).unwrap().len()));
    replay["actions"] = json!([edge]);
    assert_eq!(code(&replay), None);
    replay["actions"] = json!([entry(ENTRY_BYTES + 2)]);
    assert_eq!(code(&replay), Some((FaultCode::TooMany, at("/actions/0"))));

    replay["actions"] = Value::from(vec![json!({"seat": 0, "type": "pass"}); ENTRY_LIMIT]);
    assert_eq!(code(&replay), None);
    replay["actions"] = Value::from(vec![json!({"seat": 0, "type": "pass"}); ENTRY_LIMIT + 1]);
    assert_eq!(code(&replay), Some((FaultCode::TooMany, at("/actions"))));
}

#[test]
fn decks_and_positions_have_an_edge() {
    let mut replay = sample("azur-lane");
    let line = replay["players"][0]["deck"]["cards"][0].clone();
    replay["players"][0]["deck"]["cards"] = Value::from(vec![line.clone(); LIST_LIMIT]);
    assert_eq!(code(&replay), None);
    replay["players"][0]["deck"]["cards"] = Value::from(vec![line; LIST_LIMIT + 1]);
    assert_eq!(code(&replay), Some((FaultCode::TooMany, at("/players/0/deck/cards"))));
    for (n, taken) in [(0, false), (1, true), (500, true), (501, false)] {
        let mut replay = sample("azur-lane");
        replay["players"][0]["deck"]["cards"][0]["n"] = n.into();
        assert_eq!(code(&replay).is_none(), taken, "{n}");
    }
    let mut replay = sample("azur-lane");
    replay["start"] = json!({"position": {"players": [{"hand": vec!["rj-010"; LIST_LIMIT + 1]}, {}]}});
    for player in replay["players"].as_array_mut().unwrap() {
        player.as_object_mut().unwrap().remove("deck");
    }
    assert_eq!(code(&replay), Some((FaultCode::TooMany, at("/start/position/players/0/hand"))));
}

/// Only the full view shows the faults of both decks.
#[test]
fn faults_of_a_deck_are_its_players() {
    for game in games::IDS {
        let mut replay = sample(game);
        for player in replay["players"].as_array_mut().unwrap() {
            let lists = player["deck"].as_object_mut().unwrap().values_mut().filter_map(Value::as_array_mut);
            lists.max_by_key(|list| list.len()).unwrap().truncate(1);
        }
        let pointers = |view: View| -> Vec<(String, String)> {
            let illegal = judge(&replay, view).unwrap().illegal.unwrap();
            illegal.refusals.into_iter().map(|refusal| (refusal.pointer, refusal.code)).collect()
        };
        let all = pointers(View::Full);
        let of = |seat: usize| all.iter().filter(move |(at, _)| at.starts_with(&format!("/players/{seat}")));
        assert!(of(0).count() > 0 && of(1).count() > 0, "{all:?}");
        let hidden = |seat: usize| (format!("/players/{seat}"), "hidden_reason".to_owned());
        let seat0: Vec<_> = of(0).cloned().chain([hidden(1)]).collect();
        assert_eq!(pointers(View::Seat0), seat0);
        assert_eq!(pointers(View::Public), [hidden(0), hidden(1)]);
    }
}

/// A refused entry that names a card of the other hand does not show which card that is, and shows the
/// other seat not even its number.
#[test]
fn refusals_name_no_hidden_card() {
    let tries = games::IDS.iter().flat_map(|game| of_cards(game).into_iter().map(move |kind| (game, kind)));
    let mut tried: BTreeMap<&str, usize> = BTreeMap::new();
    for (game, (kind, fields)) in tries {
        let kinds = of_cards(game).len();
        let replay = sample(game);
        let length = replay["actions"].as_array().unwrap().len();
        // If few kinds of action have only fields of cards, more tables are tried.
        for until in (0..length).step_by(if kinds > 2 { 7 } else { 2 }) {
            let mut replay = replay.clone();
            replay["actions"].as_array_mut().unwrap().truncate(until);
            let full = judge(&replay, View::Full).unwrap();
            let Some(state) = full.state else { continue };
            let state = state.read().unwrap();
            let [asked] = full.next.as_slice() else { continue };
            let seat = asked.seat.unwrap();
            let hand = &state["players"][1 - usize::from(seat)]["hand"]["cards"];
            let Some(card) = hand.as_array().and_then(|cards| cards.first()) else { continue };
            let mut entry = json!({"seat": seat, "type": kind});
            for field in &fields {
                entry[field] = card["id"].clone();
            }
            replay["actions"].as_array_mut().unwrap().push(entry);
            let refusals = judge(&replay, View::Full).unwrap().illegal.unwrap().refusals;
            let named: Vec<_> = refusals.into_iter().map(|refusal| refusal.message).collect();
            let views = if seat == 0 { [View::Seat0, View::Public] } else { [View::Seat1, View::Public] };
            for (place, view) in views.into_iter().enumerate() {
                let Ok(verdict) = judge(&replay, view) else { continue };
                let illegal = verdict.illegal.unwrap();
                let id = card["id"].to_string();
                for refusal in &illegal.refusals {
                    let name = card["name"].as_str().unwrap();
                    let speaks =
                        refusal.message.contains(&format!("#{id}")) || refusal.message.contains(name);
                    let names = named.contains(&refusal.message);
                    assert!(!(speaks && names), "{view:?}: {}", refusal.message);
                    let names_card =
                        refusal.params.as_object().unwrap().values().any(|param| param.to_string() == id);
                    assert!(place == 0 || !names_card, "{view:?}: {:?}", refusal.params);
                }
                let action = illegal.action.unwrap_or_default();
                let names_card = fields.iter().any(|field| action.get(field).is_some());
                assert!(place == 0 || !names_card, "{view:?}: {action}");
                *tried.entry(game).or_default() += 1;
            }
        }
    }
    for game in games::IDS {
        assert!(tried.get(game).is_some_and(|tried| *tried > 30), "{game}: {tried:?}");
    }
}

/// The number of a card stands in a message where another card of its name lies in the same place, and
/// nowhere else.
#[test]
fn numbers_tell_cards_apart_that_name_and_place_do_not() {
    let replay = sample("azur-lane");
    let length = replay["actions"].as_array().unwrap().len();
    let (mut alone, mut alike) = (0, 0);
    for until in (0..length).step_by(5) {
        let mut replay = replay.clone();
        replay["actions"].as_array_mut().unwrap().truncate(until);
        let before = judge(&replay, View::Full).unwrap();
        let [asked] = before.next.as_slice() else { continue };
        let seat = usize::from(asked.seat.unwrap());
        let state = before.state.unwrap().read().unwrap();
        let hand = |seat: usize| {
            let cards = state["players"][seat]["hand"]["cards"].as_array().cloned().unwrap_or_default();
            cards.into_iter().map(|card| (card["id"].clone(), card["name"].as_str().unwrap().to_owned()))
        };
        let all: Vec<String> = hand(0).chain(hand(1)).map(|(_, name)| name).collect();
        for (id, name) in hand(seat) {
            let mut replay = replay.clone();
            let entry = json!({ "seat": seat, "type": "attack", "attacker": id, "target": id });
            replay["actions"].as_array_mut().unwrap().push(entry);
            let Some(illegal) = judge(&replay, View::Full).unwrap().illegal else { continue };
            for refusal in illegal.refusals.iter().filter(|refusal| refusal.message.contains(&name)) {
                let is_numbered = refusal.message.contains(&format!("#{id} "));
                let others = all.iter().filter(|other| **other == name).count();
                assert_eq!(is_numbered, others > 1, "{until}: {}", refusal.message);
                *(if is_numbered { &mut alike } else { &mut alone }) += 1;
            }
        }
    }
    assert!(alone > 10 && alike > 0, "{alone} {alike}");
}

/// The kinds of action of a game that have only fields of cards, with these fields.
fn of_cards(game: &str) -> Vec<(String, Vec<String>)> {
    let request = &schema::of(game).unwrap().request;
    let kinds = request["properties"]["entry"]["oneOf"].as_array().unwrap();
    let kind = |kind: &Value| {
        let needed = kind["required"].as_array()?.iter().map(|name| name.as_str().unwrap().to_owned());
        let fields: Vec<String> = needed.filter(|name| name != "type" && name != "seat").collect();
        let cards = fields.iter().all(|name| kind["properties"][name]["$ref"] == "#/$defs/CardId");
        let name = kind["properties"]["type"]["const"].as_str()?.to_owned();
        (cards && !fields.is_empty()).then_some((name, fields))
    };
    kinds.iter().filter_map(kind).collect()
}

fn pool(game: &str, name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../engine/cards/{game}/pool.json"));
    let mut pool: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    pool["name"] = name.into();
    pool
}

/// Sends a pool, or names one by its digest; `false`: there is none of this name.
fn takes(judge: &Judge, game: &str, pool: &Value) -> bool {
    let body = json!({"deck": {}, "game": game, "pool": pool});
    match judge.check_deck(&serde_json::to_vec(&body).unwrap(), &Query::default()) {
        Ok(_) => true,
        Err(fault) => {
            assert_eq!(fault.code, FaultCode::UnknownPool, "{game}: {fault:?}");
            false
        }
    }
}

/// Sent pools stay compiled as long as there is room for their weight.
#[test]
fn compiled_pools_are_bounded_by_bytes() {
    for game in games::IDS {
        let pools: Vec<Value> = (0..4).map(|number| pool(game, &format!("pool {number}"))).collect();
        let weight = serde_json::to_vec(&pools[0]).unwrap().len() as u64 * POOL_FACTOR + OVERHEAD;
        let digest = |pool: &Value| json!(canonical::digest(pool).unwrap().to_string());
        let kept = |judge: &Judge| {
            pools.iter().map(digest).filter(|name| takes(judge, game, name)).collect::<Vec<_>>()
        };
        let judge = Judge::new().with_pools(weight);
        assert!(takes(&judge, game, &pools[0]));
        assert_eq!(kept(&judge), [digest(&pools[0])], "as much as there is room for");
        let judge = Judge::new().with_pools(weight - 1);
        assert!(takes(&judge, game, &pools[0]));
        assert!(kept(&judge).is_empty(), "one byte less");

        let judge = Judge::new().with_pools(2 * weight);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| assert!(takes(&judge, game, &pools[0])));
            }
        });
        assert!(takes(&judge, game, &pools[1]));
        assert_eq!(kept(&judge), [&pools[0], &pools[1]].map(digest), "the same pool is there once");
        for pool in pools.iter().chain(&pools) {
            assert!(takes(&judge, game, pool));
            assert!(kept(&judge).len() <= 2);
        }
        assert_eq!(kept(&judge).len(), 2);
    }
}

/// One unreadable word does not hide the next.
#[test]
fn every_unreadable_card_has_a_finding() {
    for game in games::IDS {
        let mut pool = pool(game, "odd");
        for place in [1, 5, 7] {
            pool["cards"][place]["colour"] = json!("no such field");
        }
        pool["cards"][9].as_object_mut().unwrap().remove("name");
        let fault_of = |body: Value| {
            let body = serde_json::to_vec(&body).unwrap();
            let fault = Judge::new().check_deck(&body, &Query::default()).unwrap_err();
            let found: Vec<(String, String)> =
                fault.findings.iter().map(|found| (found.code.to_owned(), found.pointer.clone())).collect();
            (fault.code, fault.pointer, found)
        };
        let (code, pointer, found) = fault_of(json!({"deck": {}, "game": game, "pool": pool}));
        assert_eq!(code, FaultCode::BadPool);
        assert_eq!(pointer.as_deref(), Some(format!("/pool{}", found[0].1).as_str()));
        let places: Vec<&str> = found.iter().map(|(_, place)| place.as_str()).collect();
        assert_eq!(places.len(), 4, "{found:?}");
        for (place, card) in places.iter().zip([1, 5, 7, 9]) {
            assert!(place.starts_with(&format!("/cards/{card}")), "{found:?}");
        }
        assert_eq!(found[3].0, "missing_field");
    }
}

/// An unknown window gets those of the step that players call by that name.
#[test]
fn windows_are_proposed_by_the_words_of_the_book() {
    for (game, sent, nearest) in [
        ("azur-lane", "主階段", &["main"][..]),
        ("azur-lane", "main_phase", &["main"]),
        ("azur-lane", "防守步驟", &["defence"]),
        ("xinglingwang", "戰術階段", &["tactic", "tactics_end"]),
        ("xinglingwang", "防守階段", &["defence", "before_battle"]),
        ("battle-spirits", "main_step", &["main", "second_main"]),
        ("battle-spirits", "メインステップ", &["main"]),
        ("battle-spirits", "flash timing", &["flash"]),
        ("build-divide", "抽卡阶段", &["before_draw"]),
        ("build-divide", "draw phase", &["before_draw", "after_draw"]),
        ("build-divide", "mian", &["main"]),
        ("tianhai", "打牌阶段", &["play"]),
        ("tianhai", "something else", &[]),
        ("tianhai", &"play ".repeat(NEAREST_LIMIT), &[]),
    ] {
        let mut log = sample(game);
        let count = if game == "tianhai" { "round" } else { "turn" };
        let player = if game == "azur-lane" { json!({ "battlefield": {} }) } else { json!({}) };
        let position = json!({ "active": 0, "players": [player, player], count: 1, "window": sent });
        log["start"] = json!({ "position": position });
        // A game from a position has no decks.
        log["players"] = json!([{ "name": "one" }, { "name": "two" }]);
        let fault = judge(&log, View::Full).unwrap_err();
        assert_eq!(fault.pointer.as_deref(), Some("/start/position/window"), "{game}: {}", fault.detail);
        assert_eq!(*fault.nearest, *nearest, "{game}: {sent}");
        let shown = fault.detail.contains("nearest to which");
        assert_eq!(shown, !nearest.is_empty(), "{}", fault.detail);
    }
}
