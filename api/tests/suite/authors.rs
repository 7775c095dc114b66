//! What the commands offer to authors of cards.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::fs;

use crate::calls::games;
use crate::command::{run, text};
use serde_json::{Value, json};

/// A pool of Azur Lane with one event whose skill retreats ships of this cost.
fn retreating(cost: &Value) -> Value {
    let cards = json!({ "side": "opponent", "fits": [{ "cost": cost }], "take": 1 });
    json!({ "game": "azur-lane", "name": "mine", "cards": [{
        "id": "x-1", "kind": "event", "name": { "en": "X" }, "cost": 3, "colors": ["blue"],
        "camps": ["royal_navy"], "force": "azur_lane",
        "skills": [{ "event": { "do": [{ "retreat": { "cards": cards } }] } }],
    }] })
}

#[test]
fn a_new_pool_has_a_card_of_every_kind_and_no_findings() {
    let here = tempfile::tempdir().unwrap();
    for game in games() {
        let output = run(&["lint", "--new", game], here.path(), b"");
        assert_eq!(output.status.code(), Some(0), "{game}: {}", text(&output.stderr));
        let pool: Value = serde_json::from_slice(&output.stdout).unwrap();
        let cards = pool["cards"].as_array().unwrap();
        assert!((2..=4).contains(&cards.len()), "{game}: {} cards", cards.len());
        for (number, card) in (1..).zip(cards) {
            assert_eq!(card["id"], format!("my-{number:02}"));
        }
        let linted = run(&["lint", "-"], here.path(), &output.stdout);
        assert_eq!(text(&linted.stdout), "-: no findings\n", "{game}");
    }
    assert_eq!(run(&["lint", "--new", "chess"], here.path(), b"").status.code(), Some(2));
    assert_eq!(run(&["lint", "--new", "tianhai", "x.json"], here.path(), b"").status.code(), Some(2));
}

#[test]
fn a_card_is_read_back_while_another_is_faulty() {
    let here = tempfile::tempdir().unwrap();
    let mut pool = retreating(&json!("<=3"));
    let mut faulty = pool["cards"][0].clone();
    faulty["id"] = "x-2".into();
    faulty["cost"] = "three".into();
    pool["cards"].as_array_mut().unwrap().insert(0, faulty);
    fs::write(here.path().join("pool.json"), pool.to_string()).unwrap();
    let read = |id: &str| run(&["lint", "pool.json", "--read", id], here.path(), b"");
    let right = read("x-1");
    assert_eq!(right.status.code(), Some(0));
    assert!(text(&right.stdout).starts_with("x-1\n  "), "{}", text(&right.stdout));
    let wrong = read("x-2");
    assert_eq!(wrong.status.code(), Some(1));
    assert!(text(&wrong.stdout).contains("pool.json#/cards/0:1:"), "{}", text(&wrong.stdout));
    assert_eq!(read("x-9").status.code(), Some(2));
    assert_eq!(run(&["lint", "pool.json", "--read"], here.path(), b"").status.code(), Some(1));
}

/// Comparisons with numbers are texts; what is wrong with one names its field and its form.
#[test]
fn a_wrong_comparison_is_explained_where_it_stands() {
    let here = tempfile::tempdir().unwrap();
    for cost in [json!(3), json!("<= 3")] {
        for (language, form) in [
            ("en", "a text of the form (>=|<=|=|>|<)-?[0-9]+"),
            ("zh-Hant", "(>=|<=|=|>|<)-?[0-9]+ 這種形式的文字"),
            ("zh-Hans", "(>=|<=|=|>|<)-?[0-9]+ 这种形式的文字"),
        ] {
            let pool = retreating(&cost).to_string();
            let output = run(&["lint", "-", "--json", "--lang", language], here.path(), pool.as_bytes());
            let report: Value = serde_json::from_slice(&output.stdout).unwrap();
            let finding = &report["findings"][0];
            let place = "/cards/0/skills/0/event/do/0/retreat/cards/fits/0/cost";
            assert_eq!(finding["pointer"], place, "{finding}");
            let message = finding["message"].as_str().unwrap();
            assert!(message.contains("cost") && message.contains(form), "{message}");
            assert!(message.contains("\"<=3\""), "{message}");
        }
    }
}

#[test]
fn a_finding_has_a_line_that_the_file_has() {
    let here = tempfile::tempdir().unwrap();
    let mut pool = retreating(&json!("<=3"));
    pool["cards"][0]["kind"] = "flagship".into();
    pool["cards"][0].as_object_mut().unwrap().remove("cost");
    let card = pool["cards"][0].to_string();
    let file = format!("{{\"game\": \"azur-lane\", \"name\": \"mine\", \"cards\": [\n{card}\n]}}\n");
    fs::write(here.path().join("pool.json"), file).unwrap();
    let output = text(&run(&["lint", "pool.json"], here.path(), b"").stdout);
    let places: Vec<&str> =
        output.lines().filter_map(|line| line.split_once("--> ")).map(|(_, at)| at).collect();
    assert!(!places.is_empty(), "{output}");
    for place in places {
        assert!(place.starts_with("pool.json#/cards/0:2:"), "{place} in:\n{output}");
    }
}

#[test]
fn games_are_played_around_a_card() {
    let here = tempfile::tempdir().unwrap();
    let around = ["play", "--game", "azur-lane", "--card", "rj-021"];
    let output = run(&[&around[..], &["--seed", "3"]].concat(), here.path(), b"");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
    let replay: Value = serde_json::from_slice(&output.stdout).unwrap();
    for player in replay["players"].as_array().unwrap() {
        assert!(player["deck"].to_string().contains("rj-021"), "{player}");
    }
    let verified = run(&["verify", "-"], here.path(), &output.stdout);
    assert_eq!(verified.status.code(), Some(0), "{}", text(&verified.stdout));
    let output = run(&[&around[..], &["--games", "2"]].concat(), here.path(), b"");
    assert!(text(&output.stdout).contains(" of 2 abilities were used"), "{}", text(&output.stdout));
    let unknown = run(&["play", "--game", "azur-lane", "--seed", "1", "--card", "rj-999"], here.path(), b"");
    assert_eq!(unknown.status.code(), Some(2));
}

#[test]
fn a_card_shows_what_is_printed_besides_its_text() {
    let here = tempfile::tempdir().unwrap();
    for (game, id, language, facts) in [
        ("azur-lane", "rj-021", "en", "event, cost 1, color red"),
        ("build-divide", "bd-032", "zh-Hant", "單位, 顏色 白"),
        ("battle-spirits", "bs-176", "zh-Hans", "核心卡, 颜色 红"),
    ] {
        let output = text(&run(&["card", game, id, "--lang", language], here.path(), b"").stdout);
        let line = output.lines().nth(1).unwrap_or_default();
        assert!(line.trim_start().starts_with(facts), "{output}");
    }
}
