//! Requests and answers fit the schemas of their game: samples in every view, and refusals. With
//! `UPDATE_SCHEMAS=1` in the environment the test writes the files of the schemas.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use actix_web::web;
use rules_judge::http::openapi::json_schema;
use rules_judge::http::openapi::making::{self, document};
use rules_judge::http::service::Service;
use rules_judge::limits::Limits;
use rules_judge_replays::answer::Query;
use rules_judge_replays::catalog::schemas::NAMES;
use rules_judge_replays::judging::Judge;
use rules_judge_replays::tools::case::{self, load};
use serde_json::{Map, Value, json};

use crate::common::fits::fits;
use crate::common::{get, post, send};

const VIEWS: [&str; 4] = ["full", "seat0", "seat1", "public"];
/// One in so many samples is checked.
const EVERY: usize = 24;

fn games() -> Vec<&'static str> {
    Judge::new().games().games.iter().map(|line| line.game).collect()
}

fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").join(name)
}

fn samples(game: &str) -> Vec<Value> {
    let packed = std::fs::read(folder("replays/samples").join(game).join("games.ndjson.zst")).unwrap();
    let text = String::from_utf8(zstd::decode_all(packed.as_slice()).unwrap()).unwrap();
    text.lines().step_by(EVERY).map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[track_caller]
fn assert_fits(document: &Value, shape: &str, value: &Value) {
    let schema = json!({ "$ref": format!("#/components/schemas/{shape}") });
    fits(document, &schema, value).unwrap_or_else(|why| {
        let why: String = why.chars().rev().take(1500).collect::<Vec<_>>().into_iter().rev().collect();
        panic!("{shape}: …{why}")
    });
}

/// What was checked, so that the test can assert that it checked enough.
#[derive(Debug, Default)]
struct Seen(BTreeMap<&'static str, BTreeSet<String>>);

impl Seen {
    fn add(&mut self, what: &'static str, words: &Value, field: &str) {
        let list = words.as_array().map_or(std::slice::from_ref(words), Vec::as_slice);
        let found = list.iter().filter_map(|one| one.get(field)?.as_str().map(str::to_owned));
        self.0.entry(what).or_default().extend(found);
    }

    fn verdict(&mut self, verdict: &Value) {
        self.add("question", &verdict["next"], "kind");
        self.add("outcome", &verdict["outcome"], "reason");
        self.add("refusal", &verdict["illegal"]["refusals"], "code");
        for step in verdict["trace"].as_array().into_iter().flatten() {
            self.add("event", &step["events"], "verb");
            self.add("shown", &step["action"], "type");
        }
        let effects = verdict["state"]["effects"].as_array().into_iter().flatten();
        effects.for_each(|effect| self.add("effect", &effect["does"], "kind"));
    }

    fn count(&self, what: &str) -> usize {
        self.0.get(what).map_or(0, BTreeSet::len)
    }
}

async fn judged(service: &web::Data<Service>, call: &str, body: &Value) -> Value {
    let answer = send(service, post(call, body.to_string().as_bytes())).await;
    assert_eq!(answer.status, 200, "{call}: {}", answer.text());
    answer.json()
}

#[actix_web::test]
async fn samples_fit_in_every_view() {
    let service = web::Data::new(Service::new(Judge::new(), Limits::default()).unwrap());
    let document = document(&Judge::new());
    for game in games() {
        let mut seen = Seen::default();
        for replay in samples(game) {
            assert_fits(&document, "Replay", &replay);
            seen.add("entry", &replay["actions"], "type");
            let entries = replay["actions"].as_array().unwrap().len();
            for view in VIEWS {
                let whole = judged(&service, &format!("/v1/verify?trace=events&view={view}"), &replay).await;
                assert_fits(&document, "Verdict", &whole);
                seen.verdict(&whole);
                // In the middle of a game effects run, battles are going on, and seats have to act.
                for at in [entries / 3, entries / 2, entries * 3 / 4] {
                    if view != "full" && at != entries / 2 {
                        continue;
                    }
                    let query = format!("view={view}&at={at}");
                    let verdict = judged(&service, &format!("/v1/verify?{query}"), &replay).await;
                    assert_fits(&document, "Verdict", &verdict);
                    seen.verdict(&verdict);
                    if view == "full" {
                        let legal = judged(&service, &format!("/v1/legal-actions?{query}"), &replay).await;
                        assert_fits(&document, "LegalAnswer", &legal);
                    }
                }
            }
        }
        for (what, least) in [("entry", 12), ("shown", 12), ("event", 25), ("question", 4), ("outcome", 1)] {
            assert!(seen.count(what) >= least, "{game}: few kinds of {what}: {seen:?}");
        }
    }
}

/// The logs of all cases: positions in every window, with effects, rulings and declared chance.
#[test]
fn every_log_of_a_case_fits() {
    let judge = Judge::new();
    let document = document(&judge);
    let mut seen = 0;
    for game in games() {
        let suite = load::suite(&folder("tests/cases").join(game)).unwrap();
        for case in suite.chapters.iter().flat_map(|chapter| &chapter.cases) {
            let log = case::run::replay(&judge, &suite, case).unwrap();
            // A header that cannot be read makes no log.
            if judge.verify(log.to_string().as_bytes(), &Query::default()).is_ok() {
                seen += 1;
                assert_fits(&document, "Replay", &log);
            }
        }
    }
    assert!(seen > 1000, "{seen}");
}

/// Entries with fields of other entries, by the other seat, and at the wrong time, which are refused in many
/// ways.
#[actix_web::test]
async fn refusals_fit_in_every_view() {
    let service = web::Data::new(Service::new(Judge::new(), Limits::default()).unwrap());
    let document = document(&Judge::new());
    for game in games() {
        let mut seen = Seen::default();
        for (number, replay) in samples(game).into_iter().enumerate().take(4) {
            let log = replay["actions"].as_array().unwrap().clone();
            for at in (number..log.len()).step_by(7) {
                let mut entry = log[(at * 5 + 3) % log.len()].clone();
                if at % 3 == 0 {
                    entry["seat"] = (1 - entry["seat"].as_u64().unwrap()).into();
                }
                let mut changed = replay.clone();
                changed["actions"] = log[..at].iter().cloned().chain([entry]).collect();
                for view in ["full", VIEWS[1 + at % 3]] {
                    let verdict = judged(&service, &format!("/v1/verify?view={view}"), &changed).await;
                    assert_fits(&document, "Verdict", &verdict);
                    seen.verdict(&verdict);
                }
            }
            let mut deck = replay["players"][number % 2]["deck"].clone();
            // A deck that is too short: its longest list has only two entries left.
            let lists = deck.as_object_mut().unwrap().values_mut().filter_map(Value::as_array_mut);
            lists.max_by_key(|list| list.len()).unwrap().truncate(2);
            let answer = judged(&service, "/v1/decks/check", &json!({ "deck": deck, "game": game })).await;
            assert_fits(&document, "DeckAnswer", &answer);
            seen.add("refusal", &answer["faults"], "code");
        }
        assert!(seen.count("refusal") >= 8, "{game}: {seen:?}");
    }
}

/// A log with declared chance: outcomes are entries, and the judge asks for them.
#[actix_web::test]
async fn declared_outcomes_fit() {
    let service = web::Data::new(Service::new(Judge::new(), Limits::default()).unwrap());
    let document = document(&Judge::new());
    for game in games() {
        let mut replay = samples(game).swap_remove(0);
        replay.as_object_mut().unwrap().remove("seed");
        replay["chance"] = "declared".into();
        replay["actions"] = json!([]);
        let mut outcomes = 0;
        for _ in 0..24 {
            let legal = judged(&service, "/v1/legal-actions", &replay).await;
            assert_fits(&document, "LegalAnswer", &legal);
            let asked = &legal["next"][0];
            let mut entry = asked["listing"][0].clone();
            entry["seat"] = asked["seat"].clone();
            outcomes += usize::from(asked["kind"] == "chance");
            replay["actions"].as_array_mut().unwrap().push(entry);
            assert_fits(&document, "Replay", &replay);
        }
        let verdict = judged(&service, "/v1/verify?trace=events", &replay).await;
        assert_fits(&document, "Verdict", &verdict);
        assert!(outcomes > 0, "{game}");
    }
}

/// A schema outside the description allows the same values, and is found by the names that the game lists.
#[actix_web::test]
async fn schemas_stand_by_themselves() {
    let service = web::Data::new(Service::new(Judge::new(), Limits::default()).unwrap());
    for game in games() {
        let links = send(&service, get(&format!("/v1/games/{game}"))).await.json()["schemas"].clone();
        assert_eq!(links.as_object().unwrap().keys().collect::<Vec<_>>(), NAMES);
        let mut schemas = BTreeMap::new();
        for name in NAMES {
            let schema = send(&service, get(links[name].as_str().unwrap())).await.json();
            assert_eq!(schema, json_schema(game, name).unwrap());
            schemas.insert(name, schema);
        }
        let good = |name: &str, value: &Value| {
            fits(&schemas[name], &schemas[name], value).unwrap_or_else(|why| panic!("{game} {name}: {why}"));
        };
        let example = folder("replays/samples").join(game).join("example.json");
        let replay: Value = serde_json::from_slice(&std::fs::read(example).unwrap()).unwrap();
        good("replay", &replay);
        replay["actions"].as_array().unwrap().iter().for_each(|entry| good("entry", entry));
        good("deck", &replay["players"][1]["deck"]);
        let mut header = replay.clone();
        header.as_object_mut().unwrap().remove("actions");
        good("header", &header);
        let verdict = judged(&service, "/v1/verify?trace=events", &replay).await;
        good("verdict", &verdict);
        good("state", &verdict["state"]);
        good("outcome", &verdict["outcome"]);
        for step in verdict["trace"].as_array().unwrap() {
            step["events"].as_array().unwrap().iter().for_each(|event| good("event", event));
            step.get("action").into_iter().for_each(|entry| good("shown_entry", entry));
        }
        let mut bad = replay["actions"][0].clone();
        bad.as_object_mut().unwrap().remove("seat");
        assert!(fits(&schemas["entry"], &schemas["entry"], &bad).is_err(), "an entry has a seat");
        fits(&schemas["action"], &schemas["action"], &bad).unwrap();
        let lost = send(&service, get(&format!("/v1/games/{game}/schemas/board"))).await;
        let fault = lost.is_fault(404, "unknown_schema");
        assert_eq!(fault["nearest"], json!(NAMES));
    }
}

/// No answer shows internals of the judge: no path into an ability, no index in a pool.
#[test]
fn no_shape_has_internals() {
    for (game, parts) in rules_judge_replays::catalog::schemas::making::all() {
        assert!(parts.len() > 100, "{game}");
        for (name, part) in parts {
            let properties =
                part.get("properties").and_then(Value::as_object).cloned().unwrap_or_else(Map::new);
            for inner in ["bound", "definition", "incarnation", "index", "path", "resolution"] {
                let Some(property) = properties.get(inner) else { continue };
                // A path over a grid is a list of cells.
                let is_way =
                    property["items"]["$ref"].as_str().is_some_and(|item| item.ends_with("Coordinates"));
                let is_shape = (name.as_str(), inner) == ("DomainPath", "path");
                assert!(is_shape || is_way, "{game}: {name} has {inner}");
            }
        }
    }
}

#[test]
fn published_schemas() {
    let write = std::env::var_os("UPDATE_SCHEMAS").is_some_and(|value| value == "1");
    let mut known = BTreeSet::new();
    for game in games() {
        for name in NAMES {
            let file = format!("{game}.{name}.schema.json");
            let text = serde_json::to_string_pretty(&making::json_schema(game, name)).unwrap() + "\n";
            let path = folder("openapi/schemas").join(&file);
            known.insert(file.clone());
            if write {
                // The program contains the written files only after the next build.
                std::fs::write(&path, &text).unwrap();
                continue;
            }
            let published = std::fs::read_to_string(&path).unwrap_or_default();
            assert!(published == text, "{file} has changed; UPDATE_SCHEMAS=1 writes it anew");
            assert_eq!(json_schema(game, name).unwrap(), making::json_schema(game, name), "{file}");
        }
    }
    let files = std::fs::read_dir(folder("openapi/schemas")).unwrap();
    let strange: Vec<String> = files
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .filter(|name| !known.contains(name))
        .collect();
    assert!(strange.is_empty(), "{strange:?}");
}
