//! Registers the game: its id, editions, decks and vocabulary for callers outside the engine.

use super::{Tianhai, cards, table};

registered! {
    Tianhai: "tianhai", "undated", 1;
    title: ["Tianhai Zhanji", "天海戰記", "天海战记"],
    decks {
        "beacon", "boltcrest", "bulwark", "campfire", "driftgrass", "drumline", "emberfall", "gatecrowd",
        "hoofbeat", "lockstep", "longtrail", "longwatch", "quiver", "reedwall", "skybanner", "whitethrone",
    }
    abilities { "/order/abilities", }
    inert: r#"{"continuous": {"when": {"compare": [{"units_left": "own"}, "at_least", 9999]},
        "apply": [{"modify": {"what": {"role": "self"}, "stat": "combat", "by": {"add": 1}}}]}}"#,
    vocabulary {
        turn: table::Verb::RoundBegins.word(),
        needless: &["peek"],
        unsampled: &["both_beaten"],
        unsaid: &["not_asked", "wrong_deck_size", "not_an_order", "forbidden_by_effect"],
        zones: cards::PILES,
    }
    randomness: cite!("ruling-2"),
    secrecy: cite!("ruling-45"),
    judge: cite!("ruling-judge"),
    name: |pool, definition, language| Some(pool.cards().get(usize::from(definition))?.name.text(language)),
    together: super::deck::faults_together,
    hidden_zone: super::position::hidden_zone,
}
