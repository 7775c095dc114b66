//! A game outside the list is registered by one line and played over HTTP, as in `docs/adding-a-game.md`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use crate::common::{get, post, send};
use actix_web::web;
use rules_judge::http::service::Service;
use rules_judge::limits::Limits;
use rules_judge_engine::games;
use rules_judge_replays::judging::Judge;
use serde_json::{Value, json};

type Shared = web::Data<Service>;

fn service() -> Shared {
    web::Data::new(Service::new(Judge::new(), Limits::default()).unwrap())
}

fn bytes(value: &Value) -> Vec<u8> {
    value.to_string().into_bytes()
}

/// A file of the demo data.
fn data(file: &str) -> Value {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/cards/toy/");
    serde_json::from_slice(&std::fs::read(format!("{folder}{file}")).unwrap()).unwrap()
}

/// The light of a card in the bundled pool.
fn light_of(card: &str) -> u64 {
    let pool = data("pool.json");
    let printed = pool["cards"].as_array().unwrap().iter().find(|printed| printed["id"] == card);
    printed.unwrap()["light"].as_u64().unwrap()
}

/// A log with two bundled decks and no entries.
fn dealt() -> Value {
    json!({
        "actions": [], "format": "rules-judge/1", "game": "toy", "seed": "07".repeat(32),
        "players": [{"deck": data("decks/dawn.json")}, {"deck": data("decks/dusk.json")}],
    })
}

async fn judged(service: &Shared, query: &str, replay: &Value) -> Value {
    send(service, post(&format!("/v1/verify{query}"), &bytes(replay))).await.json()
}

/// Plays a whole game: the seat that has to act lights the last lantern in its list, and passes if there is
/// none.
async fn played(service: &Shared) -> (Value, Value) {
    let mut replay = dealt();
    let mut verdict = judged(service, "", &replay).await;
    while verdict["outcome"].is_null() {
        let legal = send(service, post("/v1/legal-actions", &bytes(&replay))).await.json();
        let asked = &legal["next"][0];
        let listing = asked["listing"].as_array().unwrap();
        let lights = listing.iter().rfind(|action| action["type"] == "light");
        let mut action = lights.unwrap_or_else(|| &listing[0]).clone();
        assert!(action["type"] == "light" || action == json!({"type": "pass"}), "{action}");
        action["seat"] = asked["seat"].clone();
        replay["actions"].as_array_mut().unwrap().push(action.clone());
        let body = json!({"action": action, "base": verdict["replay_digest"]});
        verdict = send(service, post("/v1/moves", &bytes(&body))).await.json();
        assert_eq!(verdict["verdict"], "legal", "{verdict}");
    }
    (replay, verdict)
}

#[actix_web::test]
async fn a_toy_game_is_played_over_http() {
    let service = service();
    let (replay, verdict) = played(&service).await;
    let entries = replay["actions"].as_array().unwrap();
    assert!(entries.len() > 8 && entries.iter().any(|entry| entry["type"] == "pass"), "{replay}");
    assert_eq!(verdict["accepted"], entries.len());
    // The rule of the goal ended the game, and the brighter row won.
    let outcome = &verdict["outcome"];
    assert_eq!((&outcome["reason"], &outcome["cites"]), (&json!("goal"), &json!(["4.1"])));
    let light = |seat: usize| {
        let row = verdict["state"]["players"][seat]["row"]["cards"].as_array().unwrap().iter();
        row.map(|card| light_of(card["card"].as_str().unwrap())).sum::<u64>()
    };
    let winner = usize::try_from(outcome["winner"].as_u64().unwrap()).unwrap();
    assert!(light(winner) >= 12 && light(1 - winner) < 12, "{outcome}");

    // Judging the whole log gives the same verdict, and judging it again the same bytes.
    let first = send(&service, post("/v1/verify", &bytes(&replay))).await;
    let second = send(&service, post("/v1/verify", &bytes(&replay))).await;
    assert_eq!((first.json(), first.bytes), (verdict, second.bytes.clone()));
    assert_eq!(second.header("cache-status"), "rules-judge; hit");
    // After the end nothing is legal, and the refusal cites the rule.
    let mut longer = replay;
    longer["actions"].as_array_mut().unwrap().push(json!({"seat": 0, "type": "pass"}));
    let over = judged(&service, "", &longer).await;
    let refusal = &over["illegal"]["refusals"][0];
    assert_eq!((&refusal["code"], &refusal["cites"]), (&json!("game_over"), &json!(["4.1"])));
}

/// Each event of a whole game cites its rule, and the event of a lantern with an ability draws a card.
#[actix_web::test]
async fn what_a_toy_game_does_is_told_with_its_rules() {
    let service = service();
    let (replay, _) = played(&service).await;
    let verdict = judged(&service, "?trace=events", &replay).await;
    let mut found = Vec::new();
    events(&verdict, &mut found);
    for (verb, rule) in
        [("shuffle", "1.4"), ("draw", "1.4"), ("draw", "2.2"), ("light", "2.3"), ("draw", "3.2")]
    {
        assert!(found.contains(&(verb.to_owned(), rule.to_owned())), "{verb} {rule}: {found:?}");
    }
}

/// Collects the verb and the rule of every event in a verdict.
fn events(value: &Value, found: &mut Vec<(String, String)>) {
    if let (Some(verb), Some(rule)) = (value["verb"].as_str(), value["cite"].as_str()) {
        found.push((verb.to_owned(), rule.to_owned()));
    }
    let inner = value.as_object().into_iter().flat_map(|object| object.values());
    inner.chain(value.as_array().into_iter().flatten()).for_each(|value| events(value, found));
}

#[actix_web::test]
async fn an_illegal_action_of_a_toy_game_is_refused_in_three_languages() {
    let service = service();
    let mut replay = dealt();
    // Seat 0 has a card in hand that needs two lanterns.
    let start = judged(&service, "", &replay).await;
    let hand = start["state"]["players"][0]["hand"]["cards"].as_array().unwrap();
    let beacon = hand.iter().find(|card| card["card"] == "toy-04").unwrap()["id"].clone();
    replay["actions"] = json!([{"card": beacon, "seat": 0, "type": "light"}]);
    let sentences = [
        ("en", "This lantern needs 2 lit before it, and 0 are."),
        ("zh-Hant", "這張燈籠需要先點亮2張，現在點亮了0張。"),
        ("zh-Hans", "这张灯笼需要先点亮2张，现在点亮了0张。"),
    ];
    for (language, sentence) in sentences {
        let request = post("/v1/verify", &bytes(&replay)).insert_header(("accept-language", language));
        let verdict = send(&service, request).await.json();
        assert_eq!((&verdict["verdict"], &verdict["accepted"]), (&json!("illegal"), &json!(0)));
        let refusals = json!([{
            "cites": ["2.4"], "code": "too_few_lanterns", "message": sentence,
            "params": {"lit": 0, "needs": 2}, "pointer": "/actions/0/card",
        }]);
        assert_eq!(verdict["illegal"]["refusals"], refusals, "{language}");
    }
    // The rule is found by its number, and other games do not have it.
    let rule = send(&service, get("/v1/games/toy/rules/2.4")).await.json();
    assert!(rule.to_string().contains("as many lanterns as it needs"), "{rule}");
}

#[actix_web::test]
async fn a_seat_does_not_see_the_other_hand_of_a_toy_game() {
    let service = service();
    let (replay, _) = played(&service).await;
    for at in [0, 1] {
        let full = judged(&service, &format!("?at={at}"), &replay).await;
        for (view, sees) in [("seat0", [true, false]), ("seat1", [false, true]), ("public", [false, false])] {
            let seen = judged(&service, &format!("?at={at}&view={view}"), &replay).await;
            for (seat, sees) in sees.into_iter().enumerate() {
                let (seen, full) = (&seen["state"]["players"][seat], &full["state"]["players"][seat]);
                assert!(full["hand"]["count"].as_u64().unwrap() > 0 && full["deck"]["cards"].is_array());
                assert_eq!((&seen["hand"]["count"], &seen["row"]), (&full["hand"]["count"], &full["row"]));
                let cards = if sees { &full["hand"]["cards"] } else { &Value::Null };
                assert_eq!((&seen["hand"]["cards"], &seen["deck"]["cards"]), (cards, &Value::Null), "{view}");
            }
        }
    }
}

#[actix_web::test]
async fn decks_of_a_toy_game_are_checked() {
    let service = service();
    let check = async |deck: Value| {
        send(&service, post("/v1/decks/check", &bytes(&json!({"deck": deck, "game": "toy"})))).await.json()
    };
    for deck in ["dawn", "dusk"] {
        assert_eq!(check(data(&format!("decks/{deck}.json"))).await["legal"], true);
    }
    let answer = check(json!({"cards": [{"card": "toy-01", "n": 2}, {"card": "toy-01", "n": 2}]})).await;
    assert_eq!(answer["legal"], false);
    let faults = answer["faults"].as_array().unwrap().iter();
    let faults =
        faults.map(|fault| json!([fault["code"], fault["cites"], fault["pointer"], fault["params"]]));
    let wanted = [
        json!(["wrong_deck_size", ["1.2"], "/deck/cards", {"count": 4, "needs": 12}]),
        json!(["too_many_copies", ["1.3"], "/deck/cards/0/n", {"card": "toy-01", "count": 4}]),
    ];
    assert_eq!(faults.collect::<Vec<_>>(), wanted);
}

#[actix_web::test]
async fn a_toy_game_starts_from_a_position() {
    let service = service();
    let half = |hand: Value, row: Value| json!({"deck": ["toy-01"], "hand": hand, "row": row});
    let with = |players: Value| {
        json!({
            "actions": [{"card": 1, "seat": 0, "type": "light"}], "format": "rules-judge/1", "game": "toy",
            "players": [{}, {}],
            "seed": "00".repeat(32),
            "start": {"position": {"active": 0, "players": players}},
        })
    };
    let row = json!(["toy-02", "toy-02", "toy-02", "toy-02"]);
    let verdict =
        judged(&service, "", &with(json!([half(json!(["toy-06"]), row), half(json!([]), json!([]))]))).await;
    assert_eq!(verdict["outcome"]["winner"], 0, "{verdict}");
    assert_eq!(verdict["state"]["players"][0]["row"]["count"], 5);
    let unknown = with(json!([half(json!({"unknown": 1}), json!([])), half(json!([]), json!([]))]));
    let verdict = judged(&service, "", &unknown).await;
    let refusal = &verdict["illegal"]["refusals"][0];
    let pointer = "/start/position/players/0/hand";
    assert_eq!(
        (&refusal["cites"], &refusal["pointer"]),
        (&json!(["ruling-1"]), &json!(pointer)),
        "{verdict}"
    );
}

#[actix_web::test]
async fn a_state_of_the_toy_game_becomes_a_position() {
    let service = service();
    let (replay, _) = played(&service).await;
    let ask = async |view: &str, replay: &Value| {
        send(&service, post(&format!("/v1/positions?at=1&view={view}"), &bytes(replay))).await.json()
    };
    let full = ask("full", &replay).await;
    assert_eq!((&full["complete"], &full["accepted"]), (&json!(true), &json!(1)), "{full}");
    let state = judged(&service, "?at=1", &replay).await["state"].clone();
    let rows =
        state["players"].as_array().unwrap().iter().map(|half| half["row"]["cards"].as_array().unwrap());
    let shown: Vec<_> = rows.flatten().map(|card| card["card"].clone()).collect();
    let placed = full["position"]["players"].as_array().unwrap().iter();
    let placed: Vec<_> = placed.flat_map(|half| half["row"].as_array().unwrap().clone()).collect();
    assert_eq!(placed, shown);
    // In its positions every card is known.
    let hidden = ask("public", &replay).await;
    assert_eq!((&hidden["position"], &hidden["inexpressible"][0]["code"]), (&Value::Null, &json!("refused")));
}

#[actix_web::test]
async fn no_list_has_the_toy_game() {
    assert!(!games::IDS.contains(&"toy"));
    assert!(games::UNLISTED.contains(&"toy"));
    let service = service();
    for path in ["/v1/games", "/openapi.json", "/docs"] {
        let answer = send(&service, get(path)).await;
        assert_eq!(answer.status, 200, "{path}");
        assert!(!answer.text().contains("toy"), "{path}");
    }
    let unknown = json!({"deck": {}, "game": "toys"});
    let problem =
        send(&service, post("/v1/decks/check", &bytes(&unknown))).await.is_fault(404, "unknown_game");
    assert!(!problem["detail"].as_str().unwrap().contains("toy"), "{problem}");
}
