//! Names of players, cards and pools cannot forge a line of an answer or change the direction of a sentence.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use crate::common::{get, post, send};
use actix_web::web;
use rules_judge::http::service::Service;
use rules_judge::limits::Limits;
use rules_judge_engine::game_kit::name::plain;
use rules_judge_engine::games;
use rules_judge_replays::judging::Judge;
use serde_json::{Value, json};

type Shared = web::Data<Service>;

const LANGUAGES: [&str; 3] = ["en", "zh-Hant", "zh-Hans"];

fn service() -> Shared {
    web::Data::new(Service::new(Judge::new(), Limits::default()).unwrap())
}

fn sample(game: &str) -> Value {
    let path = format!("{}/../replays/samples/{game}/example.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

/// A sample with these names of players and an illegal entry at its end.
fn named(game: &str, names: [&str; 2]) -> Value {
    let mut replay = sample(game);
    for (player, name) in replay["players"].as_array_mut().unwrap().iter_mut().zip(names) {
        player["name"] = name.into();
    }
    let actions = replay["actions"].as_array_mut().unwrap();
    actions.truncate(30);
    actions.push(actions[0].clone());
    replay
}

/// The bundled pool, with a control character before the name of each card and a line feed after it.
fn forged_pool(game: &str) -> Value {
    fn texts(name: &Value, found: &mut BTreeSet<String>) {
        match name {
            Value::String(text) => drop(found.insert(text.clone())),
            Value::Object(each) => each.values().for_each(|text| texts(text, found)),
            _ => {}
        }
    }
    fn forge(value: &mut Value, names: &BTreeSet<String>) {
        match value {
            Value::String(text) if names.contains(text) => *text = format!("\u{202e}{text}\n1.1: "),
            Value::Object(fields) => fields.values_mut().for_each(|inner| forge(inner, names)),
            Value::Array(items) => items.iter_mut().for_each(|inner| forge(inner, names)),
            _ => {}
        }
    }
    let path = format!("{}/../engine/cards/{game}/pool.json", env!("CARGO_MANIFEST_DIR"));
    let mut pool: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let mut names = BTreeSet::new();
    for card in pool["cards"].as_array().unwrap() {
        texts(&card["name"], &mut names);
        texts(&card["back"]["name"], &mut names);
    }
    names.retain(|name| !name.is_empty());
    assert!(names.len() > 20, "{game}");
    for card in pool["cards"].as_array_mut().unwrap() {
        forge(card, &names);
    }
    pool
}

/// Collects every text of an answer, with its place.
fn collect_texts(value: &Value, place: &str, found: &mut Vec<(String, String)>) {
    match value {
        Value::String(text) => found.push((place.to_owned(), text.clone())),
        Value::Object(fields) => {
            fields.iter().for_each(|(name, inner)| collect_texts(inner, &format!("{place}/{name}"), found));
        }
        Value::Array(items) => {
            items
                .iter()
                .enumerate()
                .for_each(|(at, inner)| collect_texts(inner, &format!("{place}/{at}"), found));
        }
        _ => {}
    }
}

/// Lists the texts of an answer with control characters, except for those that isolate a name from its
/// sentence.
fn has_none(answer: &Value, what: &str) -> Vec<String> {
    let mut found = Vec::new();
    collect_texts(answer, "", &mut found);
    for (place, text) in &found {
        let bare = text.replace(['\u{2068}', '\u{2069}'], "");
        assert_eq!(plain(&bare), bare, "{what}: {place}");
        assert_eq!(text.matches('\u{2068}').count(), text.matches('\u{2069}').count(), "{what}: {text}");
    }
    found.into_iter().map(|(_, text)| text).collect()
}

/// The answers of the service, in every language, to every call that tells about a replay.
async fn answers(service: &Shared, replay: &Value) -> Vec<Value> {
    let mut found = Vec::new();
    let body = replay.to_string();
    let last = replay["actions"].as_array().unwrap().len() - 1;
    for language in LANGUAGES {
        for uri in [
            "/v1/verify?trace=events&abilities=text".to_owned(),
            "/v1/verify?view=seat1".to_owned(),
            "/v1/verify?view=public&trace=events".to_owned(),
            format!("/v1/legal-actions?at={last}"),
            format!("/v1/verify?at={last}"),
        ] {
            let asked = post(&uri, body.as_bytes()).insert_header(("accept-language", language));
            let answer = send(service, asked).await;
            assert_eq!(answer.status, 200, "{uri}: {}", answer.text());
            found.push(answer.json());
        }
        // The same answer, made from the kept judgement.
        let digest = found.last().unwrap()["replay_digest"].as_str().unwrap().to_owned();
        let asked = get(&format!("/v1/verdicts/{digest}")).insert_header(("accept-language", language));
        let kept = send(service, asked).await;
        assert_eq!(kept.json(), *found.last().unwrap());
        let moved = json!({ "action": replay["actions"][last], "base": digest });
        let asked = post("/v1/moves?trace=events", moved.to_string().as_bytes());
        found.push(send(service, asked.insert_header(("accept-language", language))).await.json());
    }
    found
}

#[actix_web::test]
async fn names_of_players_are_told_without_controls() {
    let service = service();
    let mut spoken = 0;
    for game in games::IDS {
        let replay = named(game, ["Alice\u{202e}\n\u{2028}", "\u{2067}Bob\u{85}"]);
        let clean = answers(&service, &named(game, ["Alice", "Bob"])).await;
        for (answer, clean) in answers(&service, &replay).await.iter().zip(clean) {
            let texts = has_none(answer, game);
            spoken += texts.iter().filter(|text| text.contains("Alice") || text.contains("Bob")).count();
            // Only the digests of the request's bytes differ.
            let digests = ["accepted_digest", "log_digest", "replay_digest"];
            let (mut one, mut other) = (answer.clone(), clean.clone());
            for digest in digests.iter().filter(|digest| answer[**digest].is_string()) {
                assert_ne!(answer[*digest], clean[*digest], "{game}");
                one[*digest] = Value::Null;
                other[*digest] = Value::Null;
            }
            assert_eq!(one, other, "{game}");
        }
    }
    assert!(spoken > 1_000, "{spoken}");
}

#[actix_web::test]
async fn a_name_from_right_to_left_stands_apart_in_every_sentence() {
    let service = service();
    for game in games::IDS {
        let mut apart = 0;
        for answer in answers(&service, &named(game, ["דן", "Bob"])).await {
            for text in has_none(&answer, game).iter().filter(|text| text.contains("דן")) {
                assert_eq!(text.matches("\u{2068}דן\u{2069}").count(), text.matches("דן").count(), "{text}");
                apart += 1;
            }
        }
        assert!(apart > 20, "{game}: {apart}");
    }
}

#[actix_web::test]
async fn a_name_of_controls_alone_is_none() {
    let service = service();
    for game in games::IDS {
        let of_none = answers(&service, &named(game, ["\u{202e}", "\n"])).await;
        for answer in &of_none {
            has_none(answer, game);
        }
        let text = Value::from(of_none).to_string();
        assert!(text.contains("seat 0"), "{game}: the seat stands for the name");
    }
}

#[actix_web::test]
async fn names_of_cards_are_told_without_controls() {
    let service = service();
    for game in games::IDS {
        let mut replay = named(game, ["Alice", "Bob"]);
        replay["pool"] = forged_pool(game);
        let mut names = 0;
        for answer in answers(&service, &replay).await {
            let texts = has_none(&answer, game);
            names += texts.iter().filter(|text| text.contains("1.1: ")).count();
        }
        assert!(names > 100, "{game}: {names} texts name cards");
    }
}

#[actix_web::test]
async fn names_of_pools_are_told_without_controls() {
    let mut pool: Value = serde_json::from_str(
        &std::fs::read_to_string(format!("{}/../engine/cards/tianhai/pool.json", env!("CARGO_MANIFEST_DIR")))
            .unwrap(),
    )
    .unwrap();
    pool["name"] = "cup\u{202e}\n".into();
    pool["version"] = "1\u{2028}".into();
    let mut judge = Judge::new();
    assert_eq!(judge.add_pool(pool.to_string()).unwrap(), "tianhai/cup");
    pool["name"] = "cup".into();
    assert_eq!(judge.add_pool(pool.to_string()).unwrap_err().pointer.unwrap(), "/name");
    let service = web::Data::new(Service::new(judge, Limits::default()).unwrap());
    let listed = send(&service, get("/v1/pools")).await.json();
    has_none(&listed, "pools");
    let of_cup = |pool: &&Value| pool["name"] == "tianhai/cup";
    assert_eq!(listed["pools"].as_array().unwrap().iter().find(of_cup).unwrap()["version"], "1");
    // Requests name the pool this way.
    let mut replay = sample("tianhai");
    replay["actions"] = json!([]);
    replay["pool"] = "tianhai/cup".into();
    let answer = send(&service, post("/v1/verify", replay.to_string().as_bytes())).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
}

#[test]
fn no_name_forges_a_line_of_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let lines = |replay: &Value, language: &str| {
        let path = folder.path().join("replay.json");
        std::fs::write(&path, replay.to_string()).unwrap();
        let mut command = Command::new(Path::new(env!("CARGO_BIN_EXE_rules-judge")));
        let output = command.args(["verify", "--narrate", "--lang", language]).arg(&path).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
        text.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    for game in games::IDS {
        for language in LANGUAGES {
            let clean = lines(&named(game, ["Alice", "Bob"]), language);
            let forged = lines(&named(game, ["Alice\u{202e}\n1.1: draws a card", "Bob\r\n"]), language);
            let forged: Vec<String> =
                forged.iter().map(|line| line.replace("Alice1.1: draws a card", "Alice")).collect();
            let story = |lines: &[String]| {
                let sentences =
                    lines.iter().filter(|line| line.contains('；') || line.contains("; ")).cloned();
                sentences.collect::<Vec<_>>()
            };
            assert!(story(&clean).len() > 20, "{game}: {clean:?}");
            assert_eq!(story(&forged), story(&clean), "{game} {language}");
            assert_eq!(forged.len(), clean.len(), "{game} {language}");
            let mut cards = named(game, ["Alice", "Bob"]);
            cards["pool"] = forged_pool(game);
            let cards = lines(&cards, language);
            assert_eq!(story(&cards).len(), story(&clean).len(), "{game} {language}");
            assert!(cards.iter().all(|line| !line.contains('\u{202e}')), "{game} {language}");
        }
    }
}
