//! `POST /v1/positions`: the state after a log as a position with which a log can begin.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::fs;
use std::process::Command;

use actix_web::web;
use rules_judge::http::service::Service;
use rules_judge::limits::Limits;
use rules_judge_replays::judging::Judge;
use serde_json::{Value, json};

use crate::common::{post, send};

const GAMES: [&str; 2] = ["azur-lane", "xinglingwang"];

fn service() -> web::Data<Service> {
    web::Data::new(Service::new(Judge::new(), Limits::default()).unwrap())
}

fn example(game: &str) -> Value {
    let path = format!("{}/../replays/samples/{game}/example.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

async fn ask(service: &web::Data<Service>, uri: &str, body: &Value) -> Value {
    let answer = send(service, post(uri, body.to_string().as_bytes())).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

/// A replay that begins with a position.
fn beginning(replay: &Value, position: &Value) -> Value {
    json!({
        "actions": [], "format": "rules-judge/1", "game": replay["game"], "players": [{}, {}],
        "start": { "position": position },
    })
}

/// A value with the numbers of cards exchanged.
fn renumbered(value: &Value, cards: &Value) -> Value {
    let new = |id: &Value| {
        cards.as_array().unwrap().iter().find(|card| card["id"] == *id).map(|card| card["becomes"].clone())
    };
    match value {
        Value::Object(fields) => fields
            .iter()
            .map(|(name, field)| {
                let field = match name.as_str() {
                    "id" => new(field).unwrap(),
                    _ => renumbered(field, cards),
                };
                (name.clone(), field)
            })
            .collect(),
        Value::Array(list) => list.iter().map(|item| renumbered(item, cards)).collect(),
        value => value.clone(),
    }
}

#[actix_web::test]
async fn a_state_becomes_a_position_that_is_judged_alike() {
    let service = service();
    for game in GAMES {
        let (replay, mut complete) = (example(game), 0);
        for at in [2, 9, 12, 20, 30, 45] {
            let answer = ask(&service, &format!("/v1/positions?at={at}"), &replay).await;
            let verdict = ask(&service, &format!("/v1/verify?at={at}"), &replay).await;
            assert_eq!((&answer["accepted"], &answer["game"]), (&at.into(), &game.into()));
            assert_eq!(answer["pool"], verdict["pool"]);
            let kinds: Vec<_> =
                verdict["next"].as_array().unwrap().iter().map(|next| &next["kind"]).collect();
            let asked: Vec<_> = answer["next"].as_array().unwrap().iter().map(|next| &next["kind"]).collect();
            assert_eq!(asked, kinds);
            if answer["complete"] != true {
                assert_ne!(answer["inexpressible"], json!([]), "{answer}");
                continue;
            }
            complete += 1;
            assert_eq!(answer["inexpressible"], json!([]));
            let from = beginning(&replay, &answer["position"]);
            let placed = ask(&service, "/v1/verify", &from).await;
            assert_eq!(placed["verdict"], "legal", "{placed}");
            let expected = renumbered(&verdict["state"]["players"], &answer["cards"]);
            assert_eq!(placed["state"]["players"], expected, "{game} {at}");
            // The position after a log without entries is the one that it began with.
            let again = ask(&service, "/v1/positions", &from).await;
            assert_eq!(again["position"], answer["position"]);
        }
        assert!(complete > 3, "{game}: {complete}");
    }
}

#[actix_web::test]
async fn what_a_view_does_not_see_is_unknown() {
    let service = service();
    for game in GAMES {
        let replay = example(game);
        let full = ask(&service, "/v1/positions?at=12", &replay).await;
        let seat = ask(&service, "/v1/positions?at=12&view=seat0", &replay).await;
        let public = ask(&service, "/v1/positions?at=12&view=public", &replay).await;
        let hand = |answer: &Value, seat: usize| answer["position"]["players"][seat]["hand"].clone();
        assert_eq!(hand(&seat, 0), hand(&full, 0), "{seat}");
        let count = hand(&full, 1).as_array().unwrap().len();
        for answer in [&seat, &public] {
            assert_eq!(hand(answer, 1), json!({ "unknown": count }), "{answer}");
            assert!(answer["position"]["players"][0]["deck"]["unknown"].as_u64() > Some(9), "{answer}");
            let placed = ask(&service, "/v1/verify", &beginning(&replay, &answer["position"])).await;
            assert_eq!(placed["verdict"], "legal", "{placed}");
        }
        let number = |answer: &Value| answer["cards"].as_array().unwrap().len();
        assert!(number(&full) > number(&seat) && number(&seat) > number(&public));
    }
}

#[actix_web::test]
async fn what_no_position_says_is_told_in_the_asked_language() {
    let service = service();
    let mut replay = example("azur-lane");
    // After a concession the game is over.
    let actions = replay["actions"].as_array_mut().unwrap();
    actions.truncate(12);
    actions.push(json!({ "seat": 0, "type": "concede" }));
    let body = replay.to_string();
    let over = post("/v1/positions", body.as_bytes()).insert_header(("accept-language", "zh-Hant"));
    let over = send(&service, over).await.json();
    assert_eq!((&over["position"], &over["complete"]), (&Value::Null, &json!(false)));
    assert_eq!(over["inexpressible"][0]["code"], "over");
    assert!(over["inexpressible"][0]["message"].as_str().unwrap().starts_with("遊戲已經結束"), "{over}");
    // An illegal log gets its verdict instead.
    replay["actions"].as_array_mut().unwrap().push(json!({ "seat": 0, "type": "concede" }));
    let verdict = ask(&service, "/v1/positions", &replay).await;
    assert_eq!(verdict["verdict"]["verdict"], "illegal", "{verdict}");
}

#[actix_web::test]
async fn declared_chance_is_told_to_be_left_out() {
    let service = service();
    let mut replay = example("azur-lane");
    replay.as_object_mut().unwrap().remove("seed");
    replay["chance"] = "declared".into();
    replay["actions"] = json!([
        { "seat": null, "type": "chance", "label": "first", "number": 1 },
    ]);
    let answer = ask(&service, "/v1/positions", &replay).await;
    assert_eq!(answer["position"]["window"], "choose_first", "{answer}");
    let deck = json!({ "code": "mixed", "pointer": "/players/0/deck" });
    let mixed = answer["inexpressible"]
        .as_array()
        .unwrap()
        .iter()
        .any(|part| part["code"] == deck["code"] && part["pointer"] == deck["pointer"]);
    assert!(mixed && answer["complete"] == false, "{answer}");
    assert!(answer["position"]["players"][0]["deck"]["unknown"].as_u64() > Some(39), "{answer}");
}

#[actix_web::test]
async fn a_state_in_place_of_a_position_is_told_where_to_go() {
    let service = service();
    for game in GAMES {
        let replay = example(game);
        let verdict = ask(&service, "/v1/verify?at=12", &replay).await;
        for pasted in [&verdict["state"], &verdict] {
            let body = beginning(&replay, pasted).to_string();
            let problem = send(&service, post("/v1/verify", body.as_bytes())).await;
            let problem = problem.is_fault(400, "wrong_shape");
            assert_eq!(problem["pointer"], "/start/position", "{problem}");
            assert!(problem["detail"].as_str().unwrap().contains("/v1/positions"), "{problem}");
        }
        // Any other value is an unreadable position.
        let body = beginning(&replay, &json!({ "turn": 1, "colour": "blue" })).to_string();
        let problem = send(&service, post("/v1/verify", body.as_bytes())).await.is_fault(400, "wrong_shape");
        assert!(!problem["detail"].as_str().unwrap().contains("/v1/positions"), "{problem}");
    }
}

#[test]
fn the_command_prints_a_position() {
    let run = |arguments: &[&str]| {
        let here = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
        Command::new(env!("CARGO_BIN_EXE_rules-judge")).args(arguments).current_dir(here).output().unwrap()
    };
    let sample = "replays/samples/azur-lane/example.json";
    let printed = run(&["position", sample, "--at", "12", "--view", "seat0"]);
    let position: Value = serde_json::from_slice(&printed.stdout).unwrap();
    assert_eq!((printed.status.code(), &position["window"]), (Some(0), &"attack".into()));
    let json = run(&["position", sample, "--at", "12", "--json"]);
    let answer: Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!((&answer["complete"], &answer["accepted"]), (&json!(true), &json!(12)));
    let illegal = run(&["position", "replays/samples/azur-lane/illegal.json"]);
    assert_eq!(illegal.status.code(), Some(1));
}

/// The pointers and messages of the faults of a position.
async fn faults(service: &web::Data<Service>, replay: &Value, position: &Value) -> Vec<(String, String)> {
    let verdict = ask(service, "/v1/verify", &beginning(replay, position)).await;
    let refusals = verdict["illegal"]["refusals"].as_array().cloned().unwrap_or_default();
    let text = |refusal: &Value, field: &str| refusal[field].as_str().unwrap().to_owned();
    refusals.iter().map(|refusal| (text(refusal, "pointer"), text(refusal, "message"))).collect()
}

#[actix_web::test]
async fn what_a_position_adds_is_checked() {
    let service = service();
    let wrong = |game: &str| match game {
        "azur-lane" => vec![
            ("/battle/supporters", json!([999]), "/battle/supporters/0"),
            ("/players/0/battlefield/B2/used", json!([33]), "/players/0/battlefield/B2/used/0"),
            ("/players/0/battlefield/B2/holding", json!([9]), "/players/0/battlefield/B2/holding/0"),
            (
                "/effects",
                json!([{ "does": { "add": ["power", 1_000_001] }, "until": "turn", "seat": 0, "player": 0 }]),
                "/effects/0/does",
            ),
            (
                "/effects",
                json!([{ "does": { "add": ["power", 1] }, "seat": 0, "player": 0 }]),
                "/effects/0/until",
            ),
            (
                "/effects",
                json!([{
                    "does": { "add": ["power", 1] }, "until": "turn", "seat": 0, "player": 0,
                    "source": { "card": 999 },
                }]),
                "/effects/0/source/card",
            ),
            (
                "/effects",
                json!([{
                    "does": { "forbid": { "card": "rj-010", "skill": 1, "at": [[0, 9]] } }, "until": "turn",
                    "seat": 0, "player": 0,
                }]),
                "/effects/0/does",
            ),
            (
                "/effects",
                json!([{
                    "does": { "add": ["power", 1] }, "until": "turn", "seat": 0, "player": 0, "rule": "x",
                }]),
                "/effects/0/rule",
            ),
        ],
        _ => vec![
            ("/activated", json!([999]), "/activated/0"),
            ("/tributes", json!([{ "unit": 0, "tributes": [999] }]), "/tributes/0"),
            (
                "/redirects",
                json!([{
                    "attacker": { "seat": 0, "cell": "B5" }, "target": { "seat": 1, "cell": "B5" },
                }]),
                "/redirects/0/attacker",
            ),
        ],
    };
    for game in GAMES {
        let replay = example(game);
        let position = ask(&service, "/v1/positions?at=12", &replay).await["position"].clone();
        assert_eq!(faults(&service, &replay, &position).await, []);
        for (field, value, pointer) in wrong(game) {
            let mut spoilt = position.clone();
            let (parent, name) = field.rsplit_once('/').unwrap();
            spoilt.pointer_mut(parent).unwrap().as_object_mut().unwrap().insert(name.to_owned(), value);
            let found = faults(&service, &replay, &spoilt).await;
            let there = found.iter().find(|(at, _)| *at == format!("/start/position{pointer}"));
            assert!(there.is_some_and(|(_, message)| !message.is_empty()), "{field}: {found:?}");
        }
    }
    // The largest amount of a running effect.
    let replay = example("azur-lane");
    let mut position = ask(&service, "/v1/positions?at=12", &replay).await["position"].clone();
    let most = json!([{ "does": { "add": ["power", 1_000_000] }, "until": "turn", "seat": 0, "player": 0 }]);
    position["effects"] = most;
    assert_eq!(faults(&service, &replay, &position).await, []);
}

/// May this card be used? In each game one card of a hand is known, and nothing else of it. The example is
/// asked over HTTP and by the command, and the rule of every step is cited.
#[actix_web::test]
async fn one_known_card_of_a_hand_is_judged() {
    let service = service();
    for game in rules_judge_engine::games::IDS {
        let path = format!("{}/../openapi/examples/known-card/{game}.json", env!("CARGO_MANIFEST_DIR"));
        let replay: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        let answer = ask(&service, "/v1/verify?trace=events", &replay).await;
        let count = replay["actions"].as_array().unwrap().len();
        assert_eq!(
            (&answer["verdict"], &answer["accepted"]),
            (&json!("legal"), &json!(count)),
            "{game}: {answer}"
        );
        let steps = answer["trace"].as_array().unwrap();
        let events: Vec<&Value> = steps.iter().flat_map(|step| step["events"].as_array().unwrap()).collect();
        assert!(events.iter().all(|event| event["cite"].is_string()) && !events.is_empty(), "{game}");
        let run = Command::new(env!("CARGO_BIN_EXE_rules-judge")).args(["verify", &path]).output().unwrap();
        assert_eq!(run.status.code(), Some(0), "{game}: {}", String::from_utf8_lossy(&run.stderr));
        // It is listed, and no unknown card is.
        let mut before = replay.clone();
        let entry = before["actions"].as_array_mut().unwrap().pop().unwrap();
        let listed = ask(&service, "/v1/legal-actions", &before).await;
        let card = &entry["card"];
        let listed = listed.to_string();
        assert!(listed.contains(&format!("\"card\":{card}")), "{game}: {listed}");
        let other = card.as_u64().unwrap() + 1;
        assert!(!listed.contains(&format!("\"card\":{other}")), "{game}: {listed}");
        // The next card of the hand is unknown: nobody can say whether it may be used.
        let mut unknown = replay.clone();
        unknown["actions"][count - 1]["card"] = other.into();
        let answer = ask(&service, "/v1/verify", &unknown).await;
        assert_eq!(answer["not_judged"]["code"], "unknown_card", "{game}: {answer}");
        assert_eq!(answer["not_judged"]["place"]["zone"], "hand", "{game}: {answer}");
    }
}

/// The same replay with what its position left out written into it.
fn in_full(replay: &Value, assumed: &Value) -> Value {
    let mut full = replay.clone();
    full["start"].as_object_mut().unwrap().remove("left_out");
    for one in assumed.as_array().unwrap() {
        let (half, field) = one["pointer"].as_str().unwrap().rsplit_once('/').unwrap();
        let half = full.pointer_mut(half).unwrap().as_object_mut().unwrap();
        assert!(half.insert(field.to_owned(), one["value"].clone()).is_none(), "{one} stood in the position");
    }
    full
}

/// May this card be used? In each game the position says what the question is about, and the answer what was
/// taken for the rest, by the rules of the set-up. It is the answer to the position sent in full.
#[actix_web::test]
async fn what_a_position_leaves_out_is_assumed() {
    let service = service();
    for game in rules_judge_engine::games::IDS {
        let path = format!("{}/../openapi/examples/assumed/{game}.json", env!("CARGO_MANIFEST_DIR"));
        let replay: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        let run = Command::new(env!("CARGO_BIN_EXE_rules-judge")).args(["verify", &path]).output().unwrap();
        assert_eq!(run.status.code(), Some(0), "{game}: {}", String::from_utf8_lossy(&run.stderr));
        for view in ["full", "seat0", "seat1", "public"] {
            let digest = if view == "full" { "&digest=state" } else { "" };
            let uri = format!("/v1/verify?view={view}{digest}");
            let mut answer = ask(&service, &uri, &replay).await;
            assert_eq!(answer["verdict"], "legal", "{game}: {answer}");
            let assumed = answer.as_object_mut().unwrap().remove("assumed").unwrap();
            for one in assumed.as_array().unwrap() {
                assert!(one["cites"][0].as_str().is_some_and(|id| !id.is_empty()), "{game}: {one}");
            }
            let full = in_full(&replay, &assumed);
            assert_eq!(ask(&service, &uri, &full).await, answer, "{game} {view}");
        }
        // Everything is there: nothing is assumed.
        let assumed = ask(&service, "/v1/verify", &replay).await["assumed"].clone();
        let mut full = in_full(&replay, &assumed);
        full["start"]["left_out"] = "assumed".into();
        assert!(ask(&service, "/v1/verify", &full).await.get("assumed").is_none(), "{game}");
        // A field that is there stays, even if it is empty.
        for one in assumed.as_array().unwrap() {
            let mut replay = replay.clone();
            let (half, field) = one["pointer"].as_str().unwrap().rsplit_once('/').unwrap();
            let half = replay.pointer_mut(half).unwrap();
            let empty = match &one["value"] {
                Value::Number(_) => 0.into(),
                Value::Object(pieces) if !pieces.contains_key("unknown") => json!({}),
                _ => json!([]),
            };
            half[field] = empty;
            let answer = send(&service, post("/v1/verify", replay.to_string().as_bytes())).await;
            let all: Value = answer.json();
            let others = all["assumed"].as_array().cloned().unwrap_or_default();
            assert!(others.iter().all(|other| other["pointer"] != one["pointer"]), "{game}: {all}");
        }
    }
}

/// Where nothing can be assumed the position has to say it: one fault names all such fields, in every
/// language.
#[actix_web::test]
async fn what_cannot_be_assumed_is_a_fault() {
    let service = service();
    let needed = [
        ("azur-lane", vec!["turn", "active", "window"], vec!["battlefield", "durability", "cubes"]),
        ("xinglingwang", vec!["turn", "active", "window"], vec![]),
        ("battle-spirits", vec!["turn", "active", "window"], vec![]),
        ("build-divide", vec!["turn", "active", "window"], vec!["territory", "energy"]),
        ("tianhai", vec!["active", "window", "field"], vec!["plays"]),
    ];
    assert_eq!(needed.each_ref().map(|(game, ..)| *game), rules_judge_engine::games::IDS);
    for (game, fields, of_halves) in needed {
        let replay = json!({
            "actions": [], "format": "rules-judge/1", "game": game, "players": [{}, {}],
            "start": { "left_out": "assumed", "position": { "players": [{}, {}] } },
        });
        let mut said = Vec::new();
        for language in ["en", "zh-Hant", "zh-Hans"] {
            let request = post("/v1/verify", replay.to_string().as_bytes());
            let answer = send(&service, request.insert_header(("accept-language", language))).await;
            assert_eq!(answer.status, 400, "{game}: {}", answer.text());
            let fault: Value = answer.json();
            assert_eq!(fault["pointer"], format!("/start/position/{}", fields[0]), "{game}: {fault}");
            let text = fault["detail"].as_str().unwrap().to_owned();
            for field in &fields {
                assert!(text.contains(&format!("/start/position/{field} (")), "{game}: {text}");
            }
            for field in &of_halves {
                for seat in [0, 1] {
                    let place = format!("/start/position/players/{seat}/{field} (");
                    assert!(text.contains(&place), "{game}: {text}");
                }
            }
            said.push(text);
        }
        said.dedup();
        assert_eq!(said.len(), 3, "{game}: {said:?}");
    }
    let path = format!("{}/../openapi/examples/assumed/tianhai.json", env!("CARGO_MANIFEST_DIR"));
    let mut replay: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    replay["start"]["left_out"] = json!("empty");
    let answer = send(&service, post("/v1/verify", replay.to_string().as_bytes())).await;
    assert_eq!((answer.status, answer.json()["pointer"].as_str()), (400, Some("/start/left_out")));
}

/// The soul core is where the position says, and travelers and cards of the other player are no part of a
/// deck.
#[actix_web::test]
async fn what_lies_elsewhere_is_not_assumed_again() {
    let service = service();
    let asked = |game: &str, position: Value| {
        json!({
            "actions": [], "format": "rules-judge/1", "game": game, "players": [{}, {}],
            "start": { "left_out": "assumed", "position": position },
        })
    };
    let value = |answer: &Value, pointer: &str| {
        let all = answer["assumed"].as_array().unwrap().clone();
        let at = format!("/start/position/players/{pointer}");
        all.into_iter().find(|one| one["pointer"] == at).map(|one| one["value"].clone())
    };
    let spirit = json!({ "card": "bs-001", "cores": { "normal": 1, "soul": 1 } });
    let table = json!({ "turn": 5, "active": 0, "window": "main", "players": [{ "field": [spirit] }, {}] });
    let answer = ask(&service, "/v1/verify", &asked("battle-spirits", table)).await;
    assert_eq!(value(&answer, "0/reserve"), Some(json!({ "normal": 3 })), "{answer}");
    assert_eq!(value(&answer, "1/reserve"), Some(json!({ "normal": 3, "soul": 1 })));
    assert_eq!(value(&answer, "1/life"), Some(json!({ "normal": 5 })));
    assert_eq!(value(&answer, "0/deck"), Some(json!({ "unknown": 35 })));
    let field = json!({ "F1": { "card": "traveler" }, "F2": { "card": "xl-001", "owner": 1 } });
    let table = json!({ "turn": 5, "active": 0, "window": "summon", "players": [{ "field": field }, {}] });
    let answer = ask(&service, "/v1/verify", &asked("xinglingwang", table)).await;
    assert_eq!(value(&answer, "0/deck"), Some(json!({ "unknown": 16 })), "{answer}");
    assert_eq!(value(&answer, "1/deck"), Some(json!({ "unknown": 15 })));
}
