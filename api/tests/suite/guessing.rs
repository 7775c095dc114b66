//! Nobody who knows a log except its hidden cards can find them out by trying: no answer shows whether a log
//! without a seed or a salt was judged before.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::BTreeSet;

use crate::common::{get, post, send};
use actix_web::web;
use rules_judge::http::service::Service;
use rules_judge::limits::Limits;
use rules_judge_replays::cache::store::{Store, StoreLimits};
use rules_judge_replays::judging::Judge;
use serde_json::{Value, json};

type Shared = web::Data<Service>;

/// A service that caches in memory and on disk whatever may be cached.
fn service(folder: &std::path::Path) -> Shared {
    let judge = Judge::new().with_store(Store::open(folder, StoreLimits::default()));
    web::Data::new(Service::new(judge, Limits::default()).unwrap())
}

fn bytes(value: &Value) -> Vec<u8> {
    value.to_string().into_bytes()
}

/// For each game a log with declared chance that ends with the outcome of a draw, and other cards that might
/// have been drawn.
fn papers() -> Vec<(String, Value, Vec<Value>)> {
    let judge = Judge::new();
    let mut papers = Vec::new();
    for game in judge.games().games {
        let path = format!("{}/../replays/samples/{}/example.json", env!("CARGO_MANIFEST_DIR"), game.game);
        let mut replay: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
        let fields = replay.as_object_mut().unwrap();
        fields.remove("seed");
        fields.remove("claim");
        fields.insert("chance".into(), "declared".into());
        fields.insert("actions".into(), json!([]));
        let verdict = |replay: &Value| {
            let verdict = judge.verify(&bytes(replay), &Default::default()).unwrap();
            serde_json::to_value(verdict).unwrap()
        };
        let mut hidden = None;
        for _ in 0..12 {
            let asked = verdict(&replay)["next"][0].clone();
            let listing = asked["listing"].as_array().unwrap();
            let has_fields = |answer: &&Value| answer.as_object().unwrap().len() > 1;
            let mut entry = listing.iter().find(has_fields).unwrap_or(&listing[0]).clone();
            entry["seat"] = asked["seat"].clone();
            replay["actions"].as_array_mut().unwrap().push(entry.clone());
            if entry["type"] == "chance" && entry["card"].is_u64() {
                let with = |other: &Value| {
                    let mut guess = replay.clone();
                    *guess["actions"].as_array_mut().unwrap().last_mut().unwrap() = other.clone();
                    guess["actions"].as_array_mut().unwrap().last_mut().unwrap()["seat"] = Value::Null;
                    guess
                };
                let guesses: Vec<Value> = listing.iter().take(12).map(with).collect();
                hidden = Some((replay.clone(), guesses));
            }
        }
        // 天海战记 draws no hidden card in its samples; its hidden cards are those of the position below.
        papers.extend(hidden.map(|(replay, guesses)| (game.game.to_owned(), replay, guesses)));
    }
    assert!(papers.len() >= 4, "{}", papers.len());
    papers
}

/// A position of each game without a seed. Its hidden cards are in the hand of the seat that does not act, or
/// a unit is face down; the guesses replace them.
fn positions() -> Vec<(String, Value, Vec<Value>)> {
    let judge = Judge::new();
    let mut found = Vec::new();
    for game in judge.games().games {
        let path = format!("{}/../replays/samples/{}/example.json", env!("CARGO_MANIFEST_DIR"), game.game);
        let sample: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
        let position = (4..40).find_map(|at| {
            let query = rules_judge_replays::answer::Query { at: Some(at), ..Default::default() };
            let made = judge.position(&bytes(&sample), &query).ok()?.ok()?;
            made.position.filter(|position| position["players"][1]["hand"][0].is_string())
        });
        let position = position.expect("a position with a hand");
        let with = |position: Value| {
            let mut replay = json!({
                "actions": [], "format": "rules-judge/1", "game": game.game, "players": [{}, {}],
                "start": { "position": position },
            });
            replay["pool"] = sample.get("pool").cloned().unwrap_or(Value::Null);
            replay
        };
        let mut guesses = vec![with(position.clone())];
        let hands =
            [0, 1].map(|seat| position["players"][seat]["hand"].as_array().cloned().unwrap_or_default());
        let hand: BTreeSet<&str> = hands.iter().flatten().filter_map(Value::as_str).collect();
        for card in hand {
            let mut guess = position.clone();
            guess["players"][1]["hand"][0] = card.into();
            guesses.push(with(guess));
        }
        found.push((game.game.to_owned(), with(position), guesses));
    }
    found
}

/// The digest of a replay, computed by an instance that shares nothing with the service.
fn digest(replay: &Value) -> String {
    let verdict = Judge::new().verify(&bytes(replay), &Default::default()).unwrap();
    verdict.replay_digest.expect("the full view has digests")
}

async fn compared(service: &Shared, replay: &Value) -> crate::common::Answer {
    let mut header = replay.clone();
    let log = header.as_object_mut().unwrap().remove("actions").unwrap();
    send(service, post("/v1/compare", &bytes(&json!({ "header": header, "logs": [log, log] })))).await
}

#[actix_web::test]
async fn nothing_tells_that_a_log_without_a_secret_was_judged() {
    for (game, replay, guesses) in papers().into_iter().chain(positions()) {
        let folder = tempfile::tempdir().unwrap();
        let service = service(folder.path());
        // The host of the game sends every kind of request.
        let host = bytes(&replay);
        for _ in 0..2 {
            for call in ["verify", "legal-actions", "positions"] {
                for view in ["full", "seat0", "seat1", "public"] {
                    let answer = send(&service, post(&format!("/v1/{call}?view={view}"), &host)).await;
                    assert_eq!(
                        (answer.status, answer.header("cache-status")),
                        (200, ""),
                        "{game} {call} {view}"
                    );
                }
            }
            let answer = compared(&service, &replay).await;
            assert_eq!((answer.status, answer.header("cache-status")), (200, ""), "{game}");
        }
        let mut before = replay.clone();
        if let Some(last) = before["actions"].as_array_mut().unwrap().pop() {
            let body = json!({ "action": last, "replay": before });
            let moved = send(&service, post("/v1/moves", &bytes(&body))).await;
            assert_eq!((moved.status, moved.header("cache-status")), (200, ""), "{game}");
        }
        let line = [host.clone(), b"\n".to_vec()].concat();
        let batch = post("/v1/verify/batch", &line).insert_header(("content-type", "application/x-ndjson"));
        assert_eq!(send(&service, batch).await.lines().len(), 2, "{game}");
        // The attacker tries every candidate.
        let mut digests = BTreeSet::new();
        for guess in guesses.iter().chain([&replay]) {
            let digest = digest(guess);
            let answer = send(&service, get(&format!("/v1/verdicts/{digest}"))).await;
            answer.is_fault(404, "unknown_verdict");
            let body = json!({ "action": { "seat": 0, "type": "concede" }, "base": digest });
            send(&service, post("/v1/moves", &bytes(&body))).await.is_fault(404, "unknown_base");
            for call in ["verify", "legal-actions", "positions"] {
                let answer = send(&service, post(&format!("/v1/{call}"), &bytes(guess))).await;
                assert_eq!((answer.status, answer.header("cache-status")), (200, ""), "{game} {call}");
            }
            digests.insert(digest);
        }
        assert!(digests.len() > 1, "{game}: one of several candidates");
        let counts = service.judge().store().unwrap().counts();
        assert_eq!((counts.kept, counts.hits), (0, 0), "{game}");
    }
}

#[actix_web::test]
async fn with_a_salt_a_log_is_kept_under_a_name_that_nobody_guesses() {
    let salts = ["00112233445566778899aabbccddeeff".to_owned(), "7".repeat(64)];
    for (game, mut replay, _) in papers().into_iter().chain(positions()) {
        let folder = tempfile::tempdir().unwrap();
        let service = service(folder.path());
        let mut digests = BTreeSet::from([digest(&replay)]);
        for salt in &salts {
            replay["salt"] = salt.as_str().into();
            let body = bytes(&replay);
            let fresh = send(&service, post("/v1/verify", &body)).await;
            assert_eq!(fresh.header("cache-status"), "rules-judge; fwd=miss; stored", "{game}");
            let again = send(&service, post("/v1/verify", &body)).await;
            assert_eq!(
                (again.header("cache-status"), &again.bytes),
                ("rules-judge; hit", &fresh.bytes),
                "{game}"
            );
            let digest = fresh.json()["replay_digest"].as_str().unwrap().to_owned();
            let kept = send(&service, get(&format!("/v1/verdicts/{digest}"))).await;
            assert_eq!((kept.status, &kept.bytes), (200, &fresh.bytes), "{game}");
            assert!(digests.insert(digest), "{game}: the salt is part of the name");
            for view in ["seat0", "seat1", "public"] {
                let seen = send(&service, post(&format!("/v1/verify?trace=events&view={view}"), &body)).await;
                assert!(!seen.text().contains(salt.as_str()), "{game} {view}");
            }
        }
    }
}

#[actix_web::test]
async fn a_salt_that_is_none_is_refused_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let service = service(folder.path());
    for (game, replay, _) in papers() {
        let with = |salt: Value| {
            let mut replay = replay.clone();
            replay["salt"] = salt;
            replay
        };
        let short = "0".repeat(31);
        for salt in [
            json!(short),
            json!("0".repeat(65)),
            json!("A".repeat(32)),
            json!("g".repeat(32)),
            json!(""),
            json!(7),
        ] {
            for view in ["full", "seat1"] {
                let answer =
                    send(&service, post(&format!("/v1/verify?view={view}"), &bytes(&with(salt.clone()))))
                        .await;
                assert_eq!(answer.is_fault(400, "wrong_shape")["pointer"], "/salt", "{game} {salt}");
            }
        }
        // A seed is a secret already, so a log with a seed may have no salt.
        let mut seeded = with("0".repeat(32).into());
        seeded.as_object_mut().unwrap().remove("chance");
        seeded["actions"] = json!([]);
        seeded["seed"] = "0".repeat(64).into();
        let problem = send(&service, post("/v1/verify", &bytes(&seeded))).await.is_fault(400, "wrong_shape");
        assert_eq!(problem["pointer"], "/salt", "{game}");
        assert!(problem["detail"].as_str().unwrap().contains("without a seed"), "{problem}");
    }
}

/// Nor can anybody find out a checked deck by trying the rest of it.
#[actix_web::test]
async fn nothing_tells_that_a_deck_was_checked() {
    let folder = tempfile::tempdir().unwrap();
    let service = service(folder.path());
    for (game, replay, _) in papers() {
        let body = bytes(&json!({ "deck": replay["players"][0]["deck"], "game": game }));
        for _ in 0..2 {
            let answer = send(&service, post("/v1/decks/check", &body)).await;
            assert_eq!((answer.status, answer.header("cache-status")), (200, ""), "{game}");
        }
    }
}
