//! The JSON Schemas of the answers that cases look at and of the requests that they send.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use rules_judge_engine::games::{self, Registered, Visit};
use serde_json::Value;

use crate::codec::described::{self, CASE_ANSWER, CASE_REQUEST};

/// The schemas of one game.
#[derive(Debug)]
pub struct Schemas {
    /// The schema of a verdict: an object with the fields that cases look at.
    pub answer: Arc<Value>,
    /// The schema of what a case sends: an object with the fields `header`, `position`, `entry` and `pool`.
    pub request: Arc<Value>,
    /// The ids of its demo pool.
    pub demo: Vec<String>,
    /// The ids of cards that are in no pool, such as tokens.
    pub tokens: &'static [&'static str],
}

static ALL: LazyLock<BTreeMap<&'static str, Schemas>> = LazyLock::new(|| {
    let games = games::IDS.iter().chain(games::UNLISTED);
    games.filter_map(|&id| Some((id, games::dispatch(id, Make)??))).collect()
});

/// The schemas of a game, if there is one of that id.
pub fn of(game: &str) -> Option<&'static Schemas> {
    ALL.get(game)
}

/// The ids of a pool.
pub(super) fn ids(pool: &Value) -> Vec<String> {
    let cards = pool.get("cards").and_then(Value::as_array).into_iter().flatten();
    cards.filter_map(|card| card.get("id")?.as_str().map(str::to_owned)).collect()
}

struct Make;

impl Visit for Make {
    type Out = Option<Schemas>;

    fn visit<G: Registered>(self) -> Option<Schemas> {
        let demo: Value = serde_json::from_str(G::INFO.demo_pool).unwrap_or_default();
        let of = |name: &str| described::kept(G::INFO.id, name).or_else(|| made::<G>(name));
        let (answer, request) = (of(CASE_ANSWER)?, of(CASE_REQUEST)?);
        Some(Schemas { answer, request, demo: ids(&demo), tokens: G::INFO.vocabulary.tokens })
    }
}

/// The schemas of games that are not published are made from the types.
#[cfg(feature = "schemas")]
fn made<G: Registered>(name: &str) -> Option<Arc<Value>> {
    let made = match name {
        CASE_ANSWER => super::making::answer::<G>(),
        CASE_REQUEST => super::making::request::<G>(),
        _ => return None,
    };
    Some(Arc::new(made))
}

#[cfg(not(feature = "schemas"))]
fn made<G: Registered>(_: &str) -> Option<Arc<Value>> {
    None
}
