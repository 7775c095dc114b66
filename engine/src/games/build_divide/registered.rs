//! The game as callers outside the engine know it.

use super::{BuildDivide, cards, table};

registered! {
    BuildDivide: "build-divide", "first-sets", 1;
    title: ["Build Divide", "Build Divide", "Build Divide"],
    pools { "official", }
    decks { "barrow", "bastion", "cinder", "ledger", "mantle", "prism", "undertow", "vesper", }
    abilities { "/abilities", "/back", "/front", }
    inert: r#"{"continuous": {"when": {"compare": [{"hand": "own"}, "at_least", 9999]},
        "apply": [{"modify": {"what": "this", "stat": "power", "by": {"add": 1}}}]}}"#,
    vocabulary {
        sealed: &["choose_cards", "discard"],
        needless: &["peek"],
        turn: table::Verb::TurnStarts.word(),
        unsampled: &["both_lose", "effect_loss", "endless_loop"],
        // An untimely action is refused by its own conditions, or by the question that is open.
        unsaid: &["not_the_time"],
        zones: cards::PILES,
    }
    randomness: cite!("ruling-75"),
    secrecy: cite!("ruling-74"),
    judge: cite!("ruling-judge"),
    name: |pool, definition, language| Some(pool.cards().get(usize::from(definition))?.name.text(language)),
}
