//! Every call of the service, for every game: requests and their answers.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use crate::common::{get, in_path, post, send};
use actix_web::test::TestRequest;
use actix_web::web;
use rules_judge::http::service::Service;
use rules_judge::limits::Limits;
use rules_judge_replays::cache::store::{Store, StoreLimits};
use rules_judge_replays::codec::canonical::digest;
use rules_judge_replays::judging::Judge;
use serde_json::{Value, json};

pub(crate) type Shared = web::Data<Service>;

pub(crate) fn service() -> Shared {
    with(Limits::default())
}

fn with(limits: Limits) -> Shared {
    web::Data::new(Service::new(Judge::new(), limits).unwrap())
}

pub(crate) fn games() -> Vec<&'static str> {
    Judge::new().games().games.iter().map(|line| line.game).collect()
}

/// The replay of a whole game between bots.
pub(crate) fn played(game: &str) -> Value {
    serde_json::from_slice(&Judge::new().play(game, 11, ["random", "keen"]).unwrap()).unwrap()
}

pub(crate) fn entries(replay: &Value) -> &Vec<Value> {
    replay["actions"].as_array().unwrap()
}

pub(crate) fn until(replay: &Value, count: usize) -> Value {
    let mut prefix = replay.clone();
    prefix["actions"].as_array_mut().unwrap().truncate(count);
    prefix
}

pub(crate) fn bytes(value: &Value) -> Vec<u8> {
    value.to_string().into_bytes()
}

#[actix_web::test]
async fn a_claim_is_answered() {
    for game in games() {
        let service = service();
        let mut replay = played(game);
        let verdict = send(&service, post("/v1/verify?digest=state", &bytes(&replay))).await.json();
        assert_eq!(verdict["claim"], Value::Null);
        let outcome = &verdict["outcome"];
        replay["claim"] = json!({
            "kind": outcome["kind"],
            "reason": outcome["reason"],
            "state": verdict["state_digest"],
            "winner": outcome["winner"],
        });
        let claimed = send(&service, post("/v1/verify", &bytes(&replay))).await.json();
        assert_eq!(claimed["claim"], json!({"differs": [], "holds": true}));
        // A claimed state becomes a part of the answer and changes nothing else.
        assert_eq!(claimed["replay_digest"], verdict["replay_digest"]);
        assert_eq!(claimed["state_digest"], verdict["state_digest"]);
        let early = send(&service, post("/v1/verify?at=1", &bytes(&replay))).await.json();
        assert_eq!(early["claim"]["holds"], false);
        let seat = send(&service, post("/v1/verify?view=seat0", &bytes(&replay))).await.json();
        assert_eq!((&seat["claim"]["holds"], &seat["state_digest"]), (&Value::Null, &Value::Null));
        for (claim, pointer) in [(json!({"winners": 0}), "/claim"), (json!({"state": "x"}), "/claim/state")] {
            replay["claim"] = claim;
            let problem =
                send(&service, post("/v1/verify", &bytes(&replay))).await.is_fault(400, "wrong_shape");
            assert!(problem["pointer"].as_str().unwrap().starts_with(pointer), "{problem}");
        }
    }
}

#[actix_web::test]
async fn reveals_have_to_match() {
    for game in games() {
        let mut replay = until(&played(game), 0);
        replay.as_object_mut().unwrap().remove("seed");
        let reveal = "00".repeat(32);
        let commit = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925";
        replay["seed_commit"] = json!({"commits": [commit, commit], "reveals": [reveal, reveal]});
        let service = service();
        assert_eq!(send(&service, post("/v1/verify", &bytes(&replay))).await.json()["verdict"], "legal");
        replay["seed_commit"]["reveals"][1] = json!("01".repeat(32));
        let problem = send(&service, post("/v1/verify", &bytes(&replay))).await.is_fault(422, "bad_reveal");
        assert_eq!(problem["pointer"], "/seed_commit/reveals/1");
    }
}

/// The judge judges a log entry by entry, continuing from the digest or from the replay, with and without a
/// disk. Each answer has the same bytes as the verdict on the whole log, in every view.
#[actix_web::test]
async fn moves_are_the_log_entry_by_entry() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path(), StoreLimits::default());
    let on_disk = Judge::new().with_store(store);
    let no_memory = Limits { kept_bytes: 0, answer_bytes: 0, ..Limits::default() };
    let on_disk = web::Data::new(Service::new(on_disk, no_memory).unwrap());
    for game in games() {
        let fresh = with(no_memory);
        let replay = played(game);
        for service in [&service(), &on_disk] {
            let start = send(service, post("/v1/verify", &bytes(&until(&replay, 0)))).await.json();
            let mut base = start["replay_digest"].clone();
            for (index, action) in entries(&replay).iter().enumerate().take(40) {
                let whole = bytes(&until(&replay, index + 1));
                for view in ["full", "seat0", "seat1", "public"] {
                    let body = bytes(&json!({"action": action, "base": base}));
                    let moved = send(service, post(&format!("/v1/moves?view={view}"), &body)).await;
                    let judged = send(&fresh, post(&format!("/v1/verify?view={view}"), &whole)).await;
                    assert_eq!(moved.text(), judged.text(), "{game} {index} {view}");
                }
                let body = bytes(&json!({"action": action, "replay": until(&replay, index)}));
                let moved = send(service, post("/v1/moves", &body)).await.json();
                base = moved["replay_digest"].clone();
                let kept = format!("/v1/verdicts/{}", base.as_str().unwrap());
                let kept = send(service, get(&kept)).await;
                assert_eq!(kept.json(), moved, "{game} {index}");
                assert!(kept.header("cache-control").contains("no-store"));
            }
        }
    }
}

#[actix_web::test]
async fn a_refused_move_is_told_as_in_the_log() {
    for game in games() {
        let (service, fresh) =
            (service(), with(Limits { kept_bytes: 0, answer_bytes: 0, ..Limits::default() }));
        let replay = until(&played(game), 2);
        let base = send(&service, post("/v1/verify", &bytes(&replay))).await.json()["replay_digest"].clone();
        // Repeating the first entry is illegal.
        let odd = entries(&replay)[0].clone();
        let mut longer = replay.clone();
        longer["actions"].as_array_mut().unwrap().push(odd.clone());
        for view in ["full", "seat0", "seat1", "public"] {
            let body = bytes(&json!({"action": odd, "base": base}));
            let moved = send(&service, post(&format!("/v1/moves?view={view}"), &body)).await;
            let judged = send(&fresh, post(&format!("/v1/verify?view={view}"), &bytes(&longer))).await;
            assert_eq!(moved.json()["verdict"], "illegal");
            assert_eq!(moved.text(), judged.text(), "{view}");
        }
        // Further entries do not make an illegal log legal.
        let body = bytes(&json!({"action": odd, "base": base}));
        let refused = send(&service, post("/v1/moves", &body)).await.json();
        let body = bytes(&json!({"action": odd, "base": refused["replay_digest"]}));
        longer["actions"].as_array_mut().unwrap().push(odd.clone());
        let moved = send(&service, post("/v1/moves", &body)).await;
        assert_eq!(moved.text(), send(&fresh, post("/v1/verify", &bytes(&longer))).await.text());
    }
}

#[actix_web::test]
async fn moves_that_cannot_be_read_are_faults() {
    let service = service();
    let action = json!({"seat": 0, "type": "concede"});
    let nowhere = format!("sha256:{}", "0".repeat(64));
    let problem =
        send(&service, post("/v1/moves", &bytes(&json!({"action": action, "base": nowhere})))).await;
    assert_eq!(problem.is_fault(404, "unknown_base")["pointer"], "/base");
    for body in [
        json!({"action": action}),
        json!({"action": action, "base": nowhere, "replay": {"game": "azur-lane"}}),
        json!({"action": action, "base": "x"}),
        json!({}),
    ] {
        send(&service, post("/v1/moves", &bytes(&body))).await.is_fault(400, "wrong_shape");
    }
    let body = json!({"action": action, "replay": {"game": "chess"}});
    let problem = send(&service, post("/v1/moves", &bytes(&body))).await.is_fault(404, "unknown_game");
    assert_eq!(problem["pointer"], "/replay/game");
    send(&service, get(&format!("/v1/verdicts/{nowhere}"))).await.is_fault(404, "unknown_verdict");
    send(&service, get("/v1/verdicts/x")).await.is_fault(404, "unknown_verdict");
}

#[actix_web::test]
async fn logs_are_compared() {
    for game in games() {
        let service = service();
        let replay = played(game);
        let log = entries(&replay);
        let mut header = replay.clone();
        header.as_object_mut().unwrap().remove("actions");
        let mut other = log[..10].to_vec();
        other[7] = json!({"seat": 0, "type": "concede"});
        let body = json!({"header": header, "logs": [log, other, log[..8]]});
        let answer = send(&service, post("/v1/compare", &bytes(&body))).await.json();
        assert_eq!(answer["common"], 7, "{game}");
        assert_eq!(answer["difference"], json!({"actions": [log[7], other[7], log[7]], "at": 7}));
        let alone = send(&service, post("/v1/verify?at=8", &bytes(&replay))).await.json();
        assert_eq!(answer["verdicts"][0], alone);
        assert_eq!(answer["verdicts"][2], alone);
        let same = json!({"header": header, "logs": [log[..3], log[..3]]});
        let same = send(&service, post("/v1/compare", &bytes(&same))).await.json();
        assert_eq!((&same["common"], &same["difference"]), (&json!(3), &Value::Null));
        let shorter = json!({"header": header, "logs": [[], log[..3]]});
        let shorter = send(&service, post("/v1/compare", &bytes(&shorter))).await.json();
        assert_eq!(shorter["difference"], json!({"actions": [null, log[0]], "at": 0}));

        let one = json!({"header": header, "logs": [log]});
        let problem = send(&service, post("/v1/compare", &bytes(&one))).await.is_fault(400, "wrong_shape");
        assert_eq!(problem["pointer"], "/logs");
        // A list of the values of the fields is no object, even if each value is of the right type.
        let list = json!([header, [[], []]]);
        assert_eq!(send(&service, post("/v1/compare", &bytes(&list))).await.status, 400);
        let mut odd = until(&replay, 0);
        odd["players"][1] = json!([null, null]);
        let problem = send(&service, post("/v1/verify", &bytes(&odd))).await.is_fault(400, "wrong_shape");
        assert_eq!(problem["pointer"], "/players/1");
        odd = until(&replay, 0);
        odd["claim"] = json!([null]);
        let problem = send(&service, post("/v1/verify", &bytes(&odd))).await.is_fault(400, "wrong_shape");
        assert_eq!(problem["pointer"], "/claim");
        let nine = json!({"header": header, "logs": vec![json!([]); 9]});
        send(&service, post("/v1/compare", &bytes(&nine))).await.is_fault(413, "too_many");
        let eight = json!({"header": header, "logs": vec![json!([]); 8]});
        assert_eq!(send(&service, post("/v1/compare", &bytes(&eight))).await.status, 200);
        header["pool"] = json!("x");
        let bad = json!({"header": header, "logs": [[], []]});
        let problem = send(&service, post("/v1/compare", &bytes(&bad))).await.is_fault(400, "wrong_shape");
        assert_eq!(problem["pointer"], "/header/pool");
    }
}

#[actix_web::test]
async fn decks_are_checked() {
    for game in games() {
        let service = service();
        let deck = played(game)["players"][0]["deck"].clone();
        let answer = send(&service, post("/v1/decks/check", &bytes(&json!({"game": game, "deck": deck}))))
            .await
            .json();
        assert_eq!((&answer["legal"], &answer["faults"]), (&json!(true), &json!([])), "{game}");
        let empty = json!({"game": game, "deck": {}});
        let answer = send(&service, post("/v1/decks/check", &bytes(&empty))).await.json();
        assert_eq!(answer["legal"], false);
        for fault in answer["faults"].as_array().unwrap() {
            let cite = in_path(fault["cites"][0].as_str().unwrap());
            assert_eq!(send(&service, get(&format!("/v1/games/{game}/rules/{cite}"))).await.status, 200);
            assert!(fault["pointer"].as_str().unwrap().starts_with("/deck"));
        }
        let old = json!({"game": game, "deck": deck, "edition": "1900-01-01"});
        let answer = send(&service, post("/v1/decks/check", &bytes(&old))).await.json();
        assert_eq!(
            (&answer["legal"], &answer["not_judged"]["code"]),
            (&Value::Null, &json!("unknown_edition"))
        );
    }
}

/// Agreements before a game apply to its decks as well: the date decides which block icons are allowed.
#[actix_web::test]
async fn decks_are_checked_for_a_day() {
    let service = service();
    let game = "battle-spirits";
    let deck = played(game)["players"][0]["deck"].clone();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/cards/battle-spirits/pool.json");
    let mut pool: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let first = deck["cards"][0]["card"].clone();
    let cards = pool["cards"].as_array_mut().unwrap();
    cards.iter_mut().find(|card| card["id"] == first).unwrap()["icon"] = json!("B");
    for (options, legal) in
        [(json!(null), false), (json!({"date": "2026-04-01"}), false), (json!({"date": "2026-03-31"}), true)]
    {
        let asked = json!({"deck": deck, "game": game, "options": options, "pool": pool});
        let answer = send(&service, post("/v1/decks/check", &bytes(&asked))).await.json();
        assert_eq!(answer["legal"], legal, "{options}");
    }
    for game in games() {
        let asked =
            json!({"deck": played(game)["players"][0]["deck"], "game": game, "options": {"no such": 1}});
        let problem =
            send(&service, post("/v1/decks/check", &bytes(&asked))).await.is_fault(400, "wrong_shape");
        assert!(problem["pointer"].as_str().unwrap().starts_with("/options"), "{game}");
    }
}

/// A list of a deck has at most 1 000 lines, a pool at most 2 000 cards; one more is refused before it is
/// read.
#[actix_web::test]
async fn decks_and_pools_are_bounded() {
    for game in games() {
        let service = service();
        for (count, status, code) in [(1_000, 400, "wrong_shape"), (1_001, 413, "too_many")] {
            let deck = json!({"no such list": vec![0; count]});
            let problem =
                send(&service, post("/v1/decks/check", &bytes(&json!({"game": game, "deck": deck})))).await;
            assert!(problem.is_fault(status, code)["pointer"].as_str().unwrap().starts_with("/deck"));
            let mut replay = until(&played(game), 0);
            replay["players"][1]["deck"] = deck;
            let problem = send(&service, post("/v1/verify", &bytes(&replay))).await.is_fault(status, code);
            assert!(problem["pointer"].as_str().unwrap().starts_with("/players/1/deck"), "{problem}");
        }
        let mut replay = until(&played(game), 0);
        for (count, code) in [(2_000, "bad_pool"), (2_001, "too_many")] {
            replay["pool"] = json!({"game": game, "name": "x", "cards": vec![0; count]});
            let problem = send(&service, post("/v1/verify", &bytes(&replay))).await.json();
            assert_eq!(problem["code"], code, "{problem}");
        }
    }
}

#[actix_web::test]
async fn cards_are_listed() {
    for game in games() {
        let service = service();
        let list = send(&service, get(&format!("/v1/games/{game}/cards?limit=2&offset=1"))).await.json();
        assert_eq!(list["cards"].as_array().unwrap().len(), 2);
        assert!(list["count"].as_u64().unwrap() > 3);
        let id = list["cards"][0]["id"].as_str().unwrap();
        let card = send(&service, get(&format!("/v1/games/{game}/cards/{id}"))).await.json();
        assert_eq!((&card["card"], &card["pool"]), (&list["cards"][0], &list["pool"]));
        let found = send(&service, get(&format!("/v1/games/{game}/cards?q={id}"))).await.json();
        assert!(found["cards"].as_array().unwrap().contains(&card["card"]));
        send(&service, get(&format!("/v1/games/{game}/cards/nothing"))).await.is_fault(404, "no_such_card");
        for query in ["limit=0", "limit=501", "limit=x", "pool=x", "x=1", "q=", "q=a&q=b"] {
            send(&service, get(&format!("/v1/games/{game}/cards?{query}"))).await.is_fault(400, "bad_query");
        }
        let nowhere = format!("sha256:{}", "0".repeat(64));
        send(&service, get(&format!("/v1/games/{game}/cards?pool={nowhere}")))
            .await
            .is_fault(404, "unknown_pool");
    }
    send(&service(), get("/v1/games/chess/cards")).await.is_fault(404, "unknown_game");
}

#[actix_web::test]
async fn pools_are_taken_in_by_their_digest() {
    for game in games() {
        let service = service();
        let list = send(&service, get(&format!("/v1/games/{game}/cards?limit=500"))).await.json();
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/cards/");
        let pool = std::fs::read(format!("{folder}{game}/pool.json")).unwrap();
        let mut pool: Value = serde_json::from_slice(&pool).unwrap();
        assert_eq!(list["pool"], digest(&pool).unwrap().to_string());
        pool["name"] = json!("another name");
        let name = digest(&pool).unwrap().to_string();
        let put = |name: &str, body: &Value| {
            let request = TestRequest::put().uri(&format!("/v1/pools/{name}"));
            request.insert_header(("content-type", "application/json")).set_payload(bytes(body))
        };
        let mut replay = until(&played(game), 1);
        replay["pool"] = json!(name);
        send(&service, post("/v1/verify", &bytes(&replay))).await.is_fault(404, "unknown_pool");
        let answer = send(&service, put(&name, &pool)).await;
        assert_eq!(answer.status, 201, "{}", answer.text());
        assert_eq!(
            answer.json(),
            json!({
                "cards": pool["cards"].as_array().unwrap().len(), "game": game, "pool": name, "warnings": [],
            })
        );
        assert_eq!(send(&service, put(&name, &pool)).await.status, 200);
        assert_eq!(send(&service, post("/v1/verify", &bytes(&replay))).await.json()["verdict"], "legal");
        let card = list["cards"][0]["id"].as_str().unwrap();
        let card = send(&service, get(&format!("/v1/games/{game}/cards/{card}?pool={name}"))).await.json();
        assert_eq!(card["pool"], name);

        let nowhere = format!("sha256:{}", "0".repeat(64));
        send(&service, put(&nowhere, &pool)).await.is_fault(422, "wrong_digest");
        send(&service, put("x", &pool)).await.is_fault(422, "wrong_digest");
        let mut odd = pool.clone();
        odd["cards"][0]["id"] = odd["cards"][1]["id"].clone();
        let problem =
            send(&service, put(&digest(&odd).unwrap().to_string(), &odd)).await.is_fault(422, "bad_pool");
        assert_eq!(problem["findings"][0]["message"], "card 0 has this id too", "{problem}");
        let chinese =
            put(&digest(&odd).unwrap().to_string(), &odd).insert_header(("accept-language", "zh-Hant"));
        let problem = send(&service, chinese).await.is_fault(422, "bad_pool");
        assert_eq!(problem["findings"][0]["message"], "卡 0 也用這個編號", "{problem}");
        let mut many = pool.clone();
        many["cards"] = json!(vec![pool["cards"][0].clone(); 2001]);
        send(&service, put(&digest(&many).unwrap().to_string(), &many)).await.is_fault(413, "too_many");
    }
}

async fn batch(service: &Shared, body: &str) -> crate::common::Answer {
    let request = TestRequest::post().uri("/v1/verify/batch?view=seat1");
    send(
        service,
        request.insert_header(("content-type", "application/x-ndjson")).set_payload(body.to_owned()),
    )
    .await
}

#[actix_web::test]
async fn batches_are_answered_line_by_line() {
    let service = with(Limits { body_bytes: 60_000, ..Limits::default() });
    let mut body = String::new();
    let mut expected = Vec::new();
    for game in games() {
        let replay = played(game);
        for count in [0, 3, entries(&replay).len()] {
            let replay = until(&replay, count);
            let alone = send(&service, post("/v1/verify?view=seat1", &bytes(&replay))).await.json();
            body.push_str(&format!("{replay}\n"));
            expected.push(json!({"line": expected.len() + 1, "verdict": alone}));
        }
    }
    let whole = expected.len();
    // A line that is no JSON, a blank one, one above the limit, and one without a line feed.
    body.push_str(&format!("{{\n\n{}\n{}", "x".repeat(60_001), until(&played(games()[0]), 0)));
    let answer = batch(&service, &body).await;
    assert_eq!((answer.status, answer.header("content-type")), (200, "application/x-ndjson"));
    let lines = answer.lines();
    assert_eq!(lines[..whole], expected);
    assert_eq!(
        (&lines[whole]["line"], &lines[whole]["problem"]["code"]),
        (&json!(whole + 1), &json!("unreadable_json"))
    );
    assert_eq!(
        (&lines[whole + 1]["line"], &lines[whole + 1]["problem"]["code"]),
        (&json!(whole + 3), &json!("too_large"))
    );
    assert_eq!(
        (&lines[whole + 2]["line"], &lines[whole + 2]["verdict"]["verdict"]),
        (&json!(whole + 4), &json!("legal"))
    );
    assert_eq!(lines[whole + 3..], [json!({"done": true, "lines": whole + 3})]);
    assert_eq!(batch(&service, "").await.lines(), [json!({"done": true, "lines": 0})]);
}

/// A batch ends after many consecutive lines that are no replays. A line that can be judged resets the count.
#[actix_web::test]
async fn a_batch_ends_after_many_lines_that_are_no_replays() {
    let service = with(Limits { faulty_lines: 3, running: 2, ..Limits::default() });
    let log = until(&played(games()[0]), 0);
    let answer = batch(&service, &format!("1\n1\n{log}\n1\n{{\n1\n{log}\n{}", "1\n".repeat(1_000))).await;
    let lines = answer.lines();
    let judged: Vec<bool> = lines.iter().map(|line| line.get("verdict").is_some()).collect();
    assert_eq!(judged, [false, false, true, false, false, false, false]);
    let last = &lines[6];
    assert_eq!((&last["done"], &last["line"], &last["lines"]), (&json!(false), &json!(6), &json!(6)));
    assert_eq!(last["problem"]["code"], "too_many");
}

/// A judgement that exceeds its time gives no verdict, and may be sent again.
#[actix_web::test]
async fn a_judgement_that_takes_too_long_is_given_up() {
    let service = with(Limits { judging_time: std::time::Duration::ZERO, ..Limits::default() });
    for game in games() {
        let replay = bytes(&played(game));
        for path in ["/v1/verify", "/v1/legal-actions"] {
            send(&service, post(path, &replay)).await.is_fault(503, "overloaded");
        }
        let line = String::from_utf8(replay).unwrap();
        let lines = batch(&service, &format!("{line}\n")).await.lines();
        assert_eq!(lines[0]["problem"]["code"], "overloaded");
        assert_eq!(lines[1], json!({"done": true, "lines": 1}));
    }
}

#[actix_web::test]
async fn batches_are_refused_as_other_calls_are() {
    let refused = send(&service(), post("/v1/verify/batch", b"{}")).await;
    refused.is_fault(415, "unsupported_media");
    assert_eq!(refused.header("accept"), "application/x-ndjson");
    batch(&with(Limits { batches: 0, ..Limits::default() }), "{}").await.is_fault(503, "overloaded");
    let other = send(&service(), get("/v1/verify/batch")).await;
    other.is_fault(405, "method_not_allowed");
    assert_eq!(other.header("allow"), "POST");
}

#[actix_web::test]
async fn a_kept_answer_has_the_bytes_of_a_fresh_one() {
    for game in games() {
        let service = service();
        let replay = bytes(&played(game));
        for uri in ["/v1/verify?view=seat0&trace=events", "/v1/legal-actions?at=4", "/v1/verify"] {
            let fresh = send(&service, post(uri, &replay)).await;
            let kept = send(&service, post(uri, &replay)).await;
            assert_eq!(fresh.bytes, kept.bytes);
            assert_eq!(fresh.header("cache-status"), "rules-judge; fwd=miss; stored");
            assert_eq!(kept.header("cache-status"), "rules-judge; hit");
        }
        // Another order of the parameters is the same question; another language is not.
        let turned = send(&service, post("/v1/verify?trace=events&view=seat0", &replay)).await;
        assert_eq!(turned.header("cache-status"), "rules-judge; hit");
        let other = post("/v1/verify", &replay).insert_header(("accept-language", "zh-Hant"));
        assert_eq!(send(&service, other).await.header("cache-status"), "rules-judge; fwd=miss; stored");
    }
    let service = service();
    for _ in 0..2 {
        assert_eq!(send(&service, post("/v1/verify", b"{")).await.header("cache-status"), "");
    }
}

#[actix_web::test]
async fn what_lies_at_a_path_has_a_tag() {
    let service = service();
    for path in ["/", "/docs", "/openapi.json", "/v1/games", "/problems/too_large"] {
        let answer = send(&service, get(path)).await;
        assert_eq!(answer.status, 200, "{path}");
        let tag = answer.header("etag").to_owned();
        assert!(tag.starts_with("W/\""), "{tag}");
        let vary = answer.headers.get_all("vary").map(|value| value.to_str().unwrap().to_ascii_lowercase());
        let vary: Vec<String> = vary.collect();
        // A shared cache needs both header names: the language and the accepted encodings. Some caches read
        // only one line.
        assert_eq!(vary.len(), 1, "{path}: {vary:?}");
        for name in ["accept-language", "accept-encoding"] {
            assert_eq!(vary[0].matches(name).count(), 1, "{path}: {vary:?}");
        }
        // The start names the files of the page by their version.
        let cache = if path == "/" { "no-cache" } else { "public, max-age=300" };
        assert_eq!(answer.header("cache-control"), cache, "{path}");
        for known in [tag.clone(), format!("\"x\", {tag}"), "*".to_owned()] {
            let again = send(&service, get(path).insert_header(("if-none-match", known))).await;
            assert_eq!((again.status, again.bytes.len(), again.header("etag")), (304, 0, tag.as_str()));
        }
        assert_eq!(send(&service, get(path).insert_header(("if-none-match", "\"x\""))).await.status, 200);
    }
    send(&service, get("/problems/nothing")).await.is_fault(404, "not_found");
}

#[actix_web::test]
async fn every_problem_is_explained_in_the_language_that_is_asked_for() {
    let service = service();
    let mut seen = std::collections::BTreeSet::new();
    for code in rules_judge_replays::answer::FaultCode::ALL {
        let code = rules_judge::http::fault::entry(code).code;
        for (asked, tag, word) in [
            ("en", "en", "All calls"),
            ("zh-TW, en;q=0.5", "zh-Hant", "所有呼叫"),
            ("zh-Hans", "zh-Hans", "所有调用"),
        ] {
            let request = get(&format!("/problems/{code}")).insert_header(("accept-language", asked));
            let page = send(&service, request).await;
            assert_eq!(page.status, 200, "{code}");
            let text = page.text();
            assert!(text.contains(&format!("<html lang=\"{tag}\">")) && text.contains(word), "{code} {tag}");
            assert!(text.contains(&format!("<code>{code}</code>")), "{code} {tag}");
            let title = text.split("<title>").nth(1).unwrap().split('<').next().unwrap().to_owned();
            assert!(seen.insert((tag, title)), "{code} {tag}: two faults with one title");
        }
    }
}

/// Every refusal code has a page with its message, the rules that it cites, and an entry that is refused with
/// it.
#[actix_web::test]
async fn every_refusal_is_explained_in_the_language_that_is_asked_for() {
    use rules_judge_replays::catalog::refusals;
    let service = service();
    let start = send(&service, get("/docs")).await.text();
    for game in games() {
        for code in refusals::codes(game) {
            assert!(start.contains(&format!("<a href=\"./problems/{code}\">")), "{code}");
            let meanings = refusals::meanings(code);
            let own = meanings.iter().find(|meaning| meaning.game == game).unwrap();
            for (place, (asked, word)) in
                [("en", "Message"), ("zh-Hant", "訊息"), ("zh-Hans", "消息")].into_iter().enumerate()
            {
                let request = get(&format!("/problems/{code}")).insert_header(("accept-language", asked));
                let page = send(&service, request).await;
                let text = page.text().replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">");
                let text = text.replace("&amp;", "&");
                assert_eq!((page.status, page.header("content-language")), (200, asked), "{code}");
                for part in [word, own.title[place], &format!("<code>{code}</code>")] {
                    assert!(text.contains(part), "{code} {asked}: {part}");
                }
                assert!(own.rules.iter().all(|rule| text.contains(rule.text[place])), "{code} {asked}");
                if let Some(example) = own.example {
                    assert!(
                        text.contains(example.message[place]) && text.contains(example.case),
                        "{code} {asked}"
                    );
                }
            }
            let is_common = ["hidden_reason", "impossible_outcome", "no_outcome_due"].contains(&code);
            assert!(is_common || own.example.is_some(), "{game}: {code} has no example");
            assert!(is_common || !own.rules.is_empty(), "{game}: {code} cites nothing");
        }
    }
    let target = send(&service, get("/problems/target_not_rested")).await.text();
    assert!(target.contains("<a href=\"../v1/games/azur-lane/rules/505.2a\">505.2a</a>"), "{target}");
    let unknown = send(&service, get("/problems/target_not_restd")).await.is_fault(404, "not_found");
    assert_eq!(unknown["nearest"], json!(["target_not_rested"]));
}

/// Messages use the names in the header, also when a kept judgement is continued.
#[actix_web::test]
async fn players_are_called_by_their_names() {
    for game in games() {
        // In some games the conditions of actions already refuse whatever comes out of turn.
        if !rules_judge_replays::catalog::refusals::codes(game).contains(&"not_asked") {
            continue;
        }
        let service = service();
        // A game in which a bot has to choose early.
        let choice_early = |replay: &Value| {
            let first = entries(replay).iter().take(100);
            first.filter_map(|entry| entry["type"].as_str()).any(|kind| kind.starts_with("choose_"))
        };
        let mut played = (16..40).map(|number| {
            let played = Judge::new().play(game, number, ["curious", "curious"]).unwrap();
            serde_json::from_slice::<Value>(&played).unwrap()
        });
        let mut replay = played.find(choice_early).unwrap();
        for (seat, name) in ["Ann", "Bo"].into_iter().enumerate() {
            replay["players"][seat]["name"] = name.into();
        }
        let all = entries(&replay).clone();
        let mut checked = 0;
        for (at, entry) in all.iter().enumerate().take(100) {
            let mut other = entry.clone();
            other["seat"] = (1 - entry["seat"].as_u64().unwrap()).into();
            let before = until(&replay, at);
            let mut log = before.clone();
            log["actions"].as_array_mut().unwrap().push(other.clone());
            let name = if entry["seat"] == 0 { "Ann" } else { "Bo" };
            let verdict = send(&service, post("/v1/verify", &bytes(&log))).await.json();
            let refusal = &verdict["illegal"]["refusals"][0];
            if refusal["code"] != "not_asked" {
                continue;
            }
            assert_eq!(refusal["message"], format!("Only {name} can answer this."), "{game} {at}");
            let base = send(&service, post("/v1/verify", &bytes(&before))).await.json();
            let moved = json!({"action": other, "base": base["replay_digest"]});
            let moved = send(&service, post("/v1/moves", &bytes(&moved))).await.json();
            assert_eq!(moved["illegal"]["refusals"], verdict["illegal"]["refusals"], "{game} {at}");
            checked += 1;
        }
        assert!(checked > 0, "{game}");
    }
}

#[actix_web::test]
async fn faults_follow_the_language() {
    let service = service();
    for (language, title, detail) in [
        ("en", "There is no such game here", "games are "),
        ("zh-Hant", "此處沒有這個遊戲", "遊戲有 "),
        ("zh-Hans", "此处没有这个游戏", "游戏有 "),
    ] {
        let detail = detail.to_owned() + &games().join(", ");
        let request = get("/v1/games/chess").insert_header(("accept-language", language));
        let answer = send(&service, request).await;
        assert_eq!(answer.header("content-language"), language);
        let problem = answer.is_fault(404, "unknown_game");
        assert_eq!((&problem["title"], &problem["detail"]), (&json!(title), &json!(detail)));
        // A line of a batch has the same message.
        let line =
            json!({"format": "rules-judge/1", "game": "chess", "players": [], "actions": []}).to_string();
        let batch = TestRequest::post()
            .uri("/v1/verify/batch")
            .insert_header(("content-type", "application/x-ndjson"))
            .insert_header(("accept-language", language))
            .set_payload(line);
        let lines = send(&service, batch).await.lines();
        assert_eq!(
            (&lines[0]["problem"]["title"], &lines[0]["problem"]["detail"]),
            (&json!(title), &json!(detail))
        );
    }
    let mut replay = until(&played("azur-lane"), 0);
    replay["players"] = json!(7);
    let request = post("/v1/verify", &bytes(&replay)).insert_header(("accept-language", "zh-Hans"));
    let problem = send(&service, request).await.is_fault(400, "wrong_shape");
    let detail = problem["detail"].as_str().unwrap();
    assert!(detail.starts_with("字段“players”：此处应为列表") && detail.ends_with("发来的是 7"), "{detail}");
    let request = get("/v1/games/azur-lane/rules?limit=0").insert_header(("accept-language", "zh-Hant"));
    let problem = send(&service, request).await.is_fault(400, "bad_query");
    assert_eq!(problem["detail"], "limit 為一頁的項數，不能是 \"0\"。");
}

#[actix_web::test]
async fn a_paper_game_is_told_over_the_service() {
    let service = service();
    for game in games() {
        let mut replay = until(&played(game), 0);
        replay.as_object_mut().unwrap().remove("seed");
        replay["chance"] = "declared".into();
        let verdict = send(&service, post("/v1/verify", &bytes(&replay))).await.json();
        assert_eq!(verdict["chance"], json!({ "checked": "possible", "not_checked": "fair" }), "{game}");
        let legal = send(&service, post("/v1/legal-actions", &bytes(&replay))).await.json();
        let asked = &legal["next"][0];
        assert_eq!((&asked["kind"], &asked["seat"]), (&json!("chance"), &Value::Null), "{game}");
        let mut entry = asked["listing"][0].clone();
        entry["seat"] = Value::Null;
        let body = json!({ "action": entry, "replay": replay });
        let moved = send(&service, post("/v1/moves", &bytes(&body))).await.json();
        assert_eq!((&moved["verdict"], &moved["accepted"]), (&json!("legal"), &json!(1)), "{game}");
        let header = {
            let mut header = replay.clone();
            header.as_object_mut().unwrap().remove("actions");
            header
        };
        let other = {
            let mut other = asked["listing"][1].clone();
            other["seat"] = Value::Null;
            other
        };
        let body = json!({ "header": header, "logs": [[entry], [other]] });
        let compared = send(&service, post("/v1/compare", &bytes(&body))).await.json();
        assert_eq!(compared["common"], 0, "{game}: {compared}");
        assert_eq!(compared["verdicts"][1]["verdict"], "legal", "{game}");
    }
}

#[actix_web::test]
async fn pages_of_other_origins_may_ask() {
    let service = service();
    let asked = TestRequest::with_uri("/v1/verify").method(actix_web::http::Method::OPTIONS);
    let asked = asked
        .insert_header(("origin", "https://example.org"))
        .insert_header(("access-control-request-method", "POST"))
        .insert_header(("access-control-request-headers", "content-type"));
    let answer = send(&service, asked).await;
    assert_eq!((answer.status, answer.header("access-control-allow-origin")), (200, "*"));
    let answer =
        send(&service, post("/v1/verify", b"{").insert_header(("origin", "https://example.org"))).await;
    assert_eq!((answer.status, answer.header("access-control-allow-origin")), (400, "*"));
    assert_eq!(answer.header("access-control-allow-credentials"), "");
    assert!(answer.header("access-control-expose-headers").contains("x-request-id"));
}

#[actix_web::test]
async fn who_asks_too_often_is_told_to_wait() {
    let service = with(Limits { rate_per_second: 1, rate_burst: 3, ..Limits::default() });
    let from = |address: &str| get("/v1/games").peer_addr(format!("{address}:1").parse().unwrap());
    for left in ["2", "1", "0"] {
        let answer = send(&service, from("192.0.2.1")).await;
        assert_eq!(
            (answer.status, answer.header("ratelimit")),
            (200, format!("\"address\";r={left}").as_str())
        );
        assert_eq!(answer.header("ratelimit-policy"), "\"address\";q=3;w=3");
    }
    let answer = send(&service, from("192.0.2.1")).await;
    let problem = answer.is_fault(429, "too_often");
    assert_eq!(problem["limit"], json!({"burst": 3, "per_second": 1}));
    let detail = "An address may send 1 request a second, and 3 at once. Try again in 1 second.";
    assert_eq!(problem["detail"], detail);
    assert_eq!(answer.header("retry-after"), "1");
    assert_eq!(send(&service, from("192.0.2.2")).await.status, 200);
    let health = get("/healthz").peer_addr("192.0.2.1:1".parse().unwrap());
    assert_eq!(send(&service, health).await.status, 200);
    // All addresses of an IPv6 network count as one client.
    for (address, status) in [
        ("[2001:db8::1]", 200),
        ("[2001:db8::2]", 200),
        ("[2001:db8::3]", 200),
        ("[2001:db8::4]", 429),
        ("[2001:db8:0:1::4]", 200),
    ] {
        assert_eq!(send(&service, from(address)).await.status, status, "{address}");
    }
    // Loopback addresses count only if the setting says so.
    let here = Limits { rate_per_second: 1, rate_burst: 1, ..Limits::default() };
    for (counted, statuses) in [(false, [200, 200]), (true, [200, 429])] {
        let service = with(Limits { rate_loopback: counted, ..here });
        for status in statuses {
            let answer = send(&service, from("127.0.0.1")).await;
            assert_eq!((answer.status, answer.header("ratelimit").is_empty()), (status, !counted));
        }
    }
    let unlimited = with(Limits { rate_per_second: 0, ..Limits::default() });
    for _ in 0..10 {
        let answer = send(&unlimited, from("192.0.2.1")).await;
        assert_eq!((answer.status, answer.header("ratelimit")), (200, ""));
    }
}

#[actix_web::test]
async fn operators_are_told() {
    let service = service();
    assert_eq!(send(&service, get("/readyz")).await.json(), json!({"status": "ready", "store": "none"}));
    let folder = tempfile::tempdir().unwrap();
    let _owner = Store::open(folder.path(), StoreLimits::default());
    let second = Judge::new().with_store(Store::open(folder.path(), StoreLimits::default()));
    let second = web::Data::new(Service::new(second, Limits::default()).unwrap());
    assert_eq!(send(&second, get("/readyz")).await.json(), json!({"status": "ready", "store": "off"}));
    let replay = bytes(&played(games()[0]));
    for service in [&service, &second] {
        assert_eq!(send(service, post("/v1/verify", &replay)).await.json()["verdict"], "legal");
        send(service, post("/v1/verify", &replay)).await;
        let page = send(service, get("/metrics")).await.text();
        for line in [
            format!("rules_judge_verdicts_total{{code=\"\",game=\"{}\",verdict=\"legal\"}} 1", games()[0]),
            "rules_judge_answers_total{what=\"hit\"} 1".to_owned(),
            "rules_judge_requests_total{method=\"POST\",route=\"/v1/verify\",status=\"200\"} 2".to_owned(),
            "rules_judge_gate{what=\"running\"} 0".to_owned(),
        ] {
            assert!(page.contains(&line), "{line}\n{page}");
        }
        assert!(page.ends_with("# EOF\n"));
    }
}
