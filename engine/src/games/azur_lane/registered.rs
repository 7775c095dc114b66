//! Registers the game: its id, editions, decks and vocabulary for callers outside the engine.

use super::{AzurLane, table};
use crate::game_kit::registered::Faces;

registered! {
    AzurLane: "azur-lane", "2025-05-28", 1;
    title: ["Azur Lane TCG", "碧藍航線 TCG", "碧蓝航线 TCG"],
    pools { "official", }
    decks {
        "driftwood", "foundry", "harvest", "lighthouse", "phoenix", "recycler", "tideforge", "vanguard",
    }
    abilities { "/skills", "/back/skills", }
    inert: r#"{"continuous": {"when": {"compare": [{"hand": "own"}, "at_least", 9999]},
        "apply": [{"modify": {"what": "this", "stat": "power", "by": {"add": 1}}}]}}"#,
    vocabulary {
        turn: table::Verb::TurnStarts.word(),
        needless: &["move", "peek"],
        zones: &[
            ("hand", Faces::Owner),
            ("deck", Faces::Nobody),
            ("durability", Faces::Nobody),
            ("retreat", Faces::Everybody),
        ],
    }
    randomness: cite!("ruling-12"),
    secrecy: cite!("400.2"),
    judge: cite!("ruling-judge"),
    name: |pool, definition, language| {
        Some(pool.cards().get(usize::from(definition))?.name.text(language))
    },
}
