//! Registers the game: its id, edition, decks and vocabulary for callers outside the engine.

use super::{Toy, table};

registered! {
    Toy: "toy", "1", 1;
    title: ["Lanterns", "燈籠", "灯笼"],
    decks { "dawn", "dusk", }
    abilities { }
    inert: "null",
    vocabulary { zones: table::PILES, }
    randomness: cite!("1.4"),
    secrecy: cite!("5.2"),
    judge: cite!("ruling-judge"),
    name: |pool, definition, language| Some(pool.cards().get(usize::from(definition))?.name.text(language)),
}
