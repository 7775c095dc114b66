//! The packed schemas are those of the types. With `UPDATE_SCHEMAS=1` in the environment the test writes
//! them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use std::path::Path;

use rules_judge_engine::games;
use rules_judge_replays::codec::described::{kept, making};
use serde_json::Value;

#[test]
fn kept_schemas_are_those_of_the_types() {
    let write = std::env::var_os("UPDATE_SCHEMAS").is_some_and(|value| value == "1");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../openapi/types");
    for game in games::IDS.iter().copied().chain([""]) {
        let types = making::types(game).unwrap();
        let file = format!("{}.json", if game.is_empty() { "every-game" } else { game });
        let text = making::file(game).unwrap();
        if write {
            std::fs::write(folder.join(&file), &text).unwrap();
            continue;
        }
        let published = std::fs::read_to_string(folder.join(&file)).unwrap_or_default();
        assert!(published == text, "openapi/types/{file} has changed; UPDATE_SCHEMAS=1 writes it anew");
        for (name, schema) in types {
            assert_eq!(kept(game, name).as_deref(), Some(&schema), "{game}: {name}");
        }
    }
    let files = std::fs::read_dir(folder).unwrap().count();
    assert_eq!(files, games::IDS.len() + 1, "a file of no game");
}

/// Somebody who writes canonical bytes in another language finds the defaults in the schemas: every field
/// that may be left out and is not `null` has one there.
#[test]
fn every_default_of_a_log_is_in_its_schema() {
    fn may_be_null(schema: &Value, root: &Value) -> bool {
        let is_null = |kind: &Value| kind == "null";
        let inner = ["oneOf", "anyOf"].into_iter().filter_map(|name| schema[name].as_array()).flatten();
        let of = schema["$ref"].as_str().map(|place| &root["$defs"][place.rsplit('/').next().unwrap()]);
        is_null(&schema["type"])
            || schema["type"].as_array().is_some_and(|kinds| kinds.iter().any(is_null))
            || inner.chain(of).any(|one| may_be_null(one, root))
    }

    fn walk(schema: &Value, root: &Value, place: &str, seen: &mut usize) {
        for (name, of) in schema["properties"].as_object().into_iter().flatten() {
            let required =
                schema["required"].as_array().is_some_and(|names| names.iter().any(|it| it == name));
            *seen += usize::from(of.get("default").is_some());
            let is_described = required || of.get("default").is_some() || may_be_null(of, root);
            assert!(
                is_described,
                "{place}: {name} may be left out, and its schema does not say what that means"
            );
        }
        match schema {
            Value::Object(fields) => {
                fields.iter().for_each(|(name, of)| walk(of, root, &format!("{place}/{name}"), seen));
            }
            Value::Array(items) => items.iter().for_each(|of| walk(of, root, place, seen)),
            _ => {}
        }
    }

    for game in games::IDS {
        let mut seen = 0;
        for name in ["action", "deck", "options", "position"] {
            let schema = kept(game, name).unwrap();
            walk(&schema, &schema, &format!("{game}: {name}"), &mut seen);
        }
        assert!(seen > 10, "{game}: {seen} defaults");
    }
}
