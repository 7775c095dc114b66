//! Positions made of the states of samples mean the same as these states.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::BTreeSet;

use rules_judge_engine::game_kit::position::CARD_LIMIT;
use rules_judge_engine::games;
use rules_judge_replays::answer::{FaultCode, NextDecision, Query, VerdictKind, View};
use rules_judge_replays::judging::Judge;
use rules_judge_replays::tools::case::run::replay;
use rules_judge_tests::position::Form;
use rules_judge_tests::{cases, sample};
use serde_json::{Value, json};

use crate::declared::verdict;
use crate::waiting::table;

/// The position of a state gives a state that is rendered in the same way, apart from what positions do not
/// express.
#[test]
fn positions_are_made_of_states_of_every_game() {
    for game in games::IDS {
        let form = Form::of_game(game).expect("a game without a form of its positions");
        let mut made = 0;
        let judge = Judge::new();
        for text in sample::load(game).unwrap().iter().step_by(7) {
            let replay: Value = serde_json::from_slice(text).unwrap();
            let length = replay["actions"].as_array().unwrap().len();
            for at in (5..length.min(80)).step_by(3) {
                let query = Query { at: Some(at), ..Query::default() };
                let verdict = judge.verify(text, &query).unwrap();
                let state = verdict.state.unwrap().read().unwrap();
                let Some(position) = form.position(&state, &verdict.next) else { continue };
                let header = json!({
                    "actions": [], "format": "rules-judge/1", "game": game, "players": [{}, {}],
                    "seed": "0".repeat(64), "start": { "position": position },
                });
                let of_position = judge.verify(header.to_string().as_bytes(), &Query::default()).unwrap();
                assert_eq!(of_position.verdict, VerdictKind::Legal, "{:?}\n{header}", of_position.illegal);
                let asked = |next: &[NextDecision]| -> Vec<_> {
                    next.iter().map(|item| (item.kind, item.seat)).collect()
                };
                assert_eq!(asked(&of_position.next), asked(&verdict.next), "{header}");
                // Cards have the numbers of the position, so only words and counts are compared.
                let shown = |state: &Value| -> Vec<String> {
                    let faces = |value: &Value| {
                        let mut faces = Vec::new();
                        words(value, &mut faces);
                        faces
                    };
                    state["players"].as_array().unwrap().iter().flat_map(faces).collect()
                };
                assert_eq!(shown(&of_position.state.unwrap().read().unwrap()), shown(&state), "{header}");
                made += 1;
            }
        }
        assert!(made > 30, "{game}: {made}");
    }
}

/// A pile has one canonical form, whatever its spelling; only the order of its cards tells piles apart.
#[test]
fn spellings_of_unknown_cards_have_the_same_digest() {
    let judge = Judge::new();
    let digest = |hand: Value| {
        let answer = verdict(&judge, &table(hand));
        assert_eq!(answer["verdict"], "legal", "{answer}");
        answer["log_digest"].as_str().unwrap().to_owned()
    };
    let alike = [
        vec![
            json!({ "unknown": 13 }),
            json!([{ "unknown": 13 }]),
            json!([{ "unknown": 6 }, { "unknown": 7 }]),
        ],
        vec![
            json!(["rj-027", { "unknown": 3 }, "rj-010"]),
            json!(["rj-027", { "unknown": 1 }, { "unknown": 1 }, { "unknown": 1 }, "rj-010"]),
        ],
        vec![json!(["rj-027", "rj-010", { "unknown": 3 }])],
        vec![json!([{ "unknown": 3 }, "rj-027", "rj-010"])],
        vec![json!(["rj-027", "rj-010"])],
        vec![json!([])],
    ];
    let mut digests = BTreeSet::new();
    for spellings in &alike {
        let all: BTreeSet<String> = spellings.iter().cloned().map(digest).collect();
        assert_eq!(all.len(), 1, "{spellings:?}");
        digests.extend(all);
    }
    assert_eq!(digests.len(), alike.len());
    // A known card keeps its number, its place and its face; an unknown one has neither number nor face.
    let answer = verdict(&judge, &table(json!([{ "unknown": 2 }, "rj-027", { "unknown": 1 }])));
    let cards = answer["state"]["players"][0]["hand"]["cards"].as_array().unwrap();
    let faces: Vec<_> = cards.iter().map(|card| card["card"].as_str()).collect();
    assert_eq!(faces, [None, None, Some("rj-027"), None], "{answer}");
}

#[test]
fn numbers_of_unknown_cards_have_edges() {
    let judge = Judge::new();
    let fault = |hand: Value| {
        let body = serde_json::to_vec(&table(hand)).unwrap();
        let fault = judge.verify(&body, &Query::default()).unwrap_err();
        (fault.code, fault.pointer.unwrap_or_default())
    };
    let at = |below: &str| format!("/start/position/players/0/hand{below}");
    for (item, code) in [
        (json!({ "unknown": 0 }), FaultCode::WrongShape),
        (json!({ "unknown": -1 }), FaultCode::WrongShape),
        (json!({ "unknown": "1" }), FaultCode::WrongShape),
        (json!({ "unknown": 1001 }), FaultCode::TooMany),
        (json!({ "unknown": 1_u64 << 40 }), FaultCode::TooMany),
    ] {
        assert_eq!(fault(json!(["rj-027", item])), (code, at("/1/unknown")), "{item}");
    }
    for (item, below) in [
        (json!({}), "/1"),
        (json!({ "unknown": 1, "known": 1 }), "/1/known"),
        (json!([]), "/1"),
        (json!(1), "/1"),
    ] {
        assert_eq!(fault(json!(["rj-027", item])), (FaultCode::WrongShape, at(below)), "{item}");
    }
    assert_eq!(fault(json!({ "unknown": -1 })), (FaultCode::WrongShape, at("/unknown")));
    // An id behind unknown cards has the index of its item.
    let mistyped = fault(json!([{ "unknown": 5 }, { "unknown": 2 }, "rj-0x7"]));
    assert_eq!(mistyped, (FaultCode::UnknownCard, at("/2")));
    // A player has the flagship, 10 cards of the deck and 5 of durability besides.
    let most = CARD_LIMIT - 16;
    for hand in [json!({ "unknown": most }), json!(["rj-027", { "unknown": 4 }, { "unknown": most - 5 }])] {
        let (mut known, whole) = (table(hand.clone()), hand);
        assert_eq!(verdict(&judge, &known)["verdict"], "legal", "{whole}");
        known["start"]["position"]["players"][0]["deck"]["unknown"] = 11.into();
        let body = serde_json::to_vec(&known).unwrap();
        let fault = judge.verify(&body, &Query::default()).unwrap_err();
        let pointer = fault.pointer.unwrap_or_default();
        assert_eq!(
            (fault.code, pointer.as_str()),
            (FaultCode::TooMany, "/start/position/players/0"),
            "{whole}"
        );
    }
}

/// A position for a seat has the cards of the other hand that the table has shown to this seat: they are in
/// that hand, have their numbers, and stand before the unknown ones.
#[test]
fn a_seat_knows_the_cards_of_the_other_hand_that_it_has_seen() {
    let judge = Judge::new();
    let mut games_with = BTreeSet::new();
    for game in games::IDS {
        let mut known = 0;
        for text in sample::load(game).unwrap().iter().step_by(5) {
            let replay: Value = serde_json::from_slice(text).unwrap();
            let length = replay["actions"].as_array().unwrap().len();
            for (at, view) in (10..length).step_by(15).zip([View::Seat0, View::Seat1].into_iter().cycle()) {
                let made = |view| {
                    let query = Query { at: Some(at), view, ..Query::default() };
                    judge.position(text, &query).unwrap().ok().filter(|made| made.position.is_some())
                };
                // In a seat's view the index counts the entries that it sees.
                let (Some(full), Some(seen)) = (made(View::Full), made(view)) else { continue };
                let other = usize::from(view == View::Seat0);
                let (full, position) = (full.position.unwrap(), seen.position.unwrap());
                let hand = &position["players"][other]["hand"];
                let Some(items) = hand.as_array().filter(|items| !items.is_empty()) else { continue };
                let (ids, rest): (Vec<_>, Vec<_>) = items.iter().partition(|item| item.is_string());
                assert!(rest.len() <= 1 && items[..ids.len()].iter().all(Value::is_string), "{hand}");
                let mut left = full["players"][other]["hand"].as_array().unwrap().clone();
                let unknown = rest.first().map_or(0, |rest| rest["unknown"].as_u64().unwrap());
                assert_eq!(left.len() as u64, ids.len() as u64 + unknown, "{game} {at}: {hand}");
                for id in &ids {
                    let place = left.iter().position(|card| card == *id);
                    left.remove(place.unwrap_or_else(|| panic!("{game} {at}: {id} of {hand} is not there")));
                }
                known += ids.len();
                let header = json!({
                    "actions": [], "format": "rules-judge/1", "game": game, "players": [{}, {}],
                    "pool": replay.get("pool"), "start": { "position": position },
                });
                let placed = judge.verify(header.to_string().as_bytes(), &Query::default()).unwrap();
                let state = placed.state.unwrap().read().unwrap();
                let cards = state["players"][other]["hand"]["cards"].as_array().unwrap();
                let numbers: BTreeSet<u64> =
                    seen.cards.iter().map(|card| u64::from(card.becomes.0)).collect();
                let shown = cards.iter().filter_map(|card| card["card"].as_str().and(card["id"].as_u64()));
                assert!(shown.clone().count() == ids.len() && shown.clone().all(|id| numbers.contains(&id)));
            }
        }
        println!("{game}: {known} known cards in hands of others");
        if known > 0 {
            games_with.insert(game);
        }
    }
    assert!(games_with.len() >= 3, "{games_with:?}");
}

/// The pointers to every text of a value that is one of these ids, but for names, which cards may share with
/// an id.
fn ids(value: &Value, at: &str, known: &BTreeSet<&str>, found: &mut Vec<String>) {
    match value {
        Value::String(text) if known.contains(text.as_str()) => found.push(at.to_owned()),
        Value::Array(items) => {
            let items = items.iter().enumerate();
            items.for_each(|(place, item)| ids(item, &format!("{at}/{place}"), known, found));
        }
        Value::Object(fields) => {
            let fields = fields.iter().filter(|(name, _)| !name.starts_with("name"));
            fields.for_each(|(name, field)| ids(field, &format!("{at}/{name}"), known, found));
        }
        _ => {}
    }
}

/// The fault of a log whose position has an unknown id at this place.
fn misspelt(judge: &Judge, log: &Value, at: &str) -> Option<(FaultCode, Option<String>)> {
    let (at, mut log) = (format!("/start/position{at}"), log.clone());
    let id = log.pointer_mut(&at)?;
    *id = format!("{}q", id.as_str()?).into();
    let fault = judge.verify(log.to_string().as_bytes(), &Query::default()).err()?;
    Some((fault.code, fault.pointer))
}

/// The judge names a mistyped id wherever it stands in the position of a case.
#[test]
fn a_mistyped_id_of_a_position_is_an_unknown_card() {
    let judge = Judge::new();
    for suite in cases::suites().unwrap() {
        let (pool, mut seen) = (cases::pool(&suite), 0);
        let known = pool["cards"].as_array().unwrap().iter().map(|card| card["id"].as_str().unwrap());
        let known: BTreeSet<&str> = known.collect();
        for (number, case) in suite.chapters.iter().flat_map(|chapter| &chapter.cases).enumerate() {
            let log = replay(&judge, &suite, case).unwrap();
            let Some(position) = log.pointer("/start/position") else { continue };
            let (mut all, mut of_effects) = (Vec::new(), Vec::new());
            ids(position, "", &known, &mut all);
            ids(&position["effects"], "/effects", &known, &mut of_effects);
            let one = (!all.is_empty()).then(|| all[number % all.len()].clone());
            for at in of_effects.into_iter().chain(one) {
                let wanted = (FaultCode::UnknownCard, Some(format!("/start/position{at}")));
                assert_eq!(misspelt(&judge, &log, &at), Some(wanted), "{}: {}", suite.game, case.id.value);
                seen += 1;
            }
        }
        assert!(seen > 5, "{}: {seen}", suite.game);
    }
}

/// The same in every kind of running effect that names a card.
#[test]
fn a_mistyped_id_of_a_running_effect_is_an_unknown_card() {
    let judge = Judge::new();
    let sentence = |id: &str| json!({ "card": id, "ability": 1, "at": [[0, 0]] });
    let of_skill = |id: &str| json!({ "card": id, "skill": 1, "at": [[0, 0]] });
    for (game, effects) in [
        (
            "battle-spirits",
            vec![
                json!({ "grant_ability": { "card": "bs-001", "ability": 1 } }),
                json!({ "forbid": sentence("bs-001") }),
                json!({ "allow": sentence("bs-001") }),
                json!({ "toll": sentence("bs-001") }),
                json!({ "treat_as_spirit": sentence("bs-001") }),
                json!({ "later": sentence("bs-001") }),
            ],
        ),
        (
            "build-divide",
            vec![
                json!({ "grant_ability": { "card": "bd-001", "ability": 1 } }),
                json!({ "says": sentence("bd-001") }),
                json!({ "copy": "bd-001" }),
            ],
        ),
        (
            "azur-lane",
            vec![
                json!({ "grant_skill": { "card": "rj-010", "skill": 1 } }),
                json!({ "forbid": of_skill("rj-010") }),
                json!({ "allow": of_skill("rj-010") }),
            ],
        ),
    ] {
        for does in effects {
            let at = match does.as_object().unwrap().iter().next().unwrap() {
                (name, Value::String(_)) => format!("/effects/0/does/{name}"),
                (name, _) => format!("/effects/0/does/{name}/card"),
            };
            let effect = json!({ "does": does, "player": 0, "seat": 0, "until": "turn" });
            let window = if game == "battle-spirits" { "attack" } else { "main" };
            let half = if game == "azur-lane" {
                json!({ "battlefield": { "B2": { "card": "rj-001" } } })
            } else {
                json!({})
            };
            let log = json!({
                "actions": [], "format": "rules-judge/1", "game": game, "players": [{}, {}],
                "start": { "position": {
                    "turn": 5, "active": 0, "window": window, "players": [half, half], "effects": [effect],
                } },
            });
            let wanted = (FaultCode::UnknownCard, Some(format!("/start/position{at}")));
            assert_eq!(misspelt(&judge, &log, &at), Some(wanted), "{game}: {log}");
        }
    }
}

/// Every text of a value, in order.
fn words(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => found.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| words(item, found)),
        Value::Object(fields) => fields.values().for_each(|field| words(field, found)),
        _ => {}
    }
}
