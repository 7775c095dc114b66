//! The schemas that readers explain with are those of the types. With `UPDATE_SCHEMAS=1` in the environment they are
//! written anew.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use std::path::Path;

use rules_judge_engine::games;
use rules_judge_replays::codec::described::{kept, making};

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
