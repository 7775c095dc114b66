//! Findings in a card point at the mistake: each number is made too large, each text replaced, and each word
//! loses its content, every third place of a card.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::BTreeSet;
use std::path::Path;

use rules_judge_engine::games;
use rules_judge_replays::answer::Language;
use rules_judge_replays::judging::Judge;
use serde_json::{Value, json};

/// The pointers of all numbers, texts and words inside a value.
fn leaves(value: &Value, pointer: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            found.extend((fields.len() == 1).then(|| pointer.to_owned()));
            fields.iter().for_each(|(key, field)| leaves(field, &format!("{pointer}/{key}"), found));
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(at, item)| leaves(item, &format!("{pointer}/{at}"), found));
        }
        Value::Number(_) | Value::String(_) => found.push(pointer.to_owned()),
        Value::Null | Value::Bool(_) => {}
    }
}

/// The codes of the findings in one pool with spoilt places.
fn spoil(judge: &Judge, pool: &Value) -> BTreeSet<String> {
    let mut codes = BTreeSet::new();
    for (number, card) in pool["cards"].as_array().unwrap().iter().enumerate() {
        let mut alone = pool.clone();
        alone["cards"] = json!([card]);
        let mut places = Vec::new();
        leaves(card, "/cards/0", &mut places);
        // Of each card every third place, beginning one place later for each next card.
        for place in places.into_iter().skip(number % 3).step_by(3) {
            let mut spoilt = alone.clone();
            let leaf = spoilt.pointer_mut(&place).unwrap();
            let too_large = leaf.is_number();
            *leaf = match leaf.as_object().and_then(|word| word.keys().next()) {
                Some(word) => json!(word),
                None if too_large => json!(2_000_000),
                None => json!("zzz"),
            };
            let answer = judge.lint_pool(spoilt.to_string().as_bytes(), Language::English).unwrap();
            for finding in answer["findings"].as_array().unwrap() {
                let (pointer, code) =
                    (finding["pointer"].as_str().unwrap(), finding["code"].as_str().unwrap());
                assert!(spoilt.pointer(pointer).is_some(), "{place}: {finding} points nowhere");
                let there = place == pointer || place.starts_with(&format!("{pointer}/"));
                let about_it = code != "number_out_of_range" || (there && pointer.len() > "/cards/0".len());
                assert!(!too_large || about_it, "{place}: {finding} points elsewhere");
                codes.insert(code.to_owned());
            }
        }
    }
    codes
}

#[test]
fn findings_point_at_what_is_wrong() {
    let (judge, root) = (Judge::new(), Path::new(env!("CARGO_MANIFEST_DIR")));
    for game in games::IDS {
        let mut codes = BTreeSet::new();
        for folder in ["../engine/cards", "cases"] {
            let pool = std::fs::read(root.join(folder).join(game).join("pool.json")).unwrap();
            codes.extend(spoil(&judge, &serde_json::from_slice(&pool).unwrap()));
        }
        for code in ["number_out_of_range", "unbound_name", "unknown_word"] {
            assert!(codes.contains(code), "{game}: nothing led to {code}: {codes:?}");
        }
    }
}
