//! The game as callers outside the engine know it.

use super::{Xinglingwang, printed, table};
use crate::game_kit::registered::Faces;

registered! {
    // The book has no date: its threshold for an early end sets it apart from newer ones [ruling-1].
    Xinglingwang: "xinglingwang", "fifteen-points", 1;
    title: ["Xinglingwang", "星靈王", "星灵王"],
    pools { "official", }
    decks {
        "amber", "bastion", "cogwork", "dredge", "eddy", "ferry", "prowl", "spore", "surge",
    }
    abilities { "/abilities", "/edge_abilities", }
    inert: r#"{"continuous": {"when": {"compare": [{"units": "own"}, "at_least", 9999]},
        "apply": [{"modify": {"what": "this", "stat": "attack", "by": {"add": 1}}}]}}"#,
    vocabulary {
        turn: table::Verb::TurnStarts.word(),
        needless: &["peek"],
        // The demo pool has no cards with which compulsory parts repeat without end.
        unsampled: &["endless_loop"],
        endless: &["energy", "reward"],
        tokens: &[printed::TRAVELER],
        zones: &[
            ("hand", Faces::Owner),
            ("deck", Faces::Nobody),
            ("graveyard", Faces::Everybody),
            ("exile", Faces::Everybody),
        ],
    }
    randomness: cite!("ruling-7"),
    secrecy: cite!("四.1"),
    judge: cite!("ruling-judge"),
    name: |pool, definition, language| Some(pool.card(definition).name.text(language)),
}
