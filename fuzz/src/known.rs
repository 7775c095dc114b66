//! The judge of all targets. It knows the pools of the cases, so that a short input can name a pool by its
//! digest and use real cards.

use std::path::Path;

use rules_judge_replays::answer::Query;
use rules_judge_replays::codec::canonical;
use rules_judge_replays::judging::Judge;
use serde_json::{Value, json};

/// The pools of the cases: game, digest, and the pool.
pub fn pools() -> Vec<(&'static str, String, Value)> {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cases");
    let pool = |game: &'static str| {
        let path = cases.join(game).join("pool.json");
        let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let pool: Value = serde_json::from_slice(&bytes).unwrap_or_else(|error| panic!("{game}: {error}"));
        let digest = canonical::digest(&pool).unwrap_or_else(|fault| panic!("{game}: {fault:?}"));
        (game, digest.to_string(), pool)
    };
    Judge::new().games().games.iter().map(|game| pool(game.game)).collect()
}

/// A judge that has received each of these pools.
pub fn judge() -> Judge {
    let judge = Judge::new();
    let pools = pools();
    for (game, digest, pool) in &pools {
        for pool in [pool, &json!(digest)] {
            let deck = json!({ "deck": {}, "game": game, "pool": pool }).to_string();
            let checked = judge.check_deck(deck.as_bytes(), &Query::default());
            assert!(checked.is_ok(), "{game}: a pool of the cases is not taken: {checked:?}");
        }
    }
    judge
}
