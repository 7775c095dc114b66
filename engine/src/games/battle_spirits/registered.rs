//! The game as callers outside the engine know it.

use super::{BattleSpirits, table};
use crate::game_kit::registered::Faces;

registered! {
    BattleSpirits: "battle-spirits", "1.0", 1;
    title: ["Battle Spirits Standard", "Battle Spirits 標準賽制", "Battle Spirits 标准赛制"],
    pools { "official", }
    decks { "carillon", "dusk", "ember", "landslide", "mosaic", "rampart", "thicket", }
    abilities { "/abilities", }
    inert: r#"{"standing": {"when": {"compare": [{"life": "own"}, "at_least", 9999]},
        "apply": [{"modify": {"what": "this", "stat": "bp", "by": {"add": 1}}}]}}"#,
    vocabulary {
        turn: table::Verb::TurnBegan.word(),
        unsampled: &["both_lives_out", "loop"],
        // No deck size is exact, and every window has reasons of its own for untimely actions.
        unsaid: &["no_such_choice", "not_the_time", "wrong_deck_size"],
        endless: &["normal"],
        zones: &[
            ("hand", Faces::Owner),
            ("deck", Faces::Nobody),
            ("trash", Faces::Everybody),
            ("exile", Faces::Everybody),
        ],
    }
    randomness: cite!("ruling-5"),
    secrecy: cite!("遊戲準備.⑤.※"),
    judge: cite!("ruling-judge"),
    name: |pool, definition, language| Some(pool.cards().get(usize::from(definition))?.name.text(language)),
}
