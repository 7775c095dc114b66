//! The case files of this folder.

use std::path::{Path, PathBuf};

use rules_judge_engine::games;
use rules_judge_replays::tools::case::{Suite, Unread, load};
use serde_json::Value;

/// The folder of all case files.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("cases")
}

/// Reads the cases of all games.
///
/// # Errors
/// The first file that cannot be read.
pub fn suites() -> Result<Vec<Suite>, Unread> {
    load::listed(&folder())?.iter().filter(|path| path.is_dir()).map(|path| load::suite(path)).collect()
}

/// A pool that is bundled under a name, such as `azur-lane/official`.
fn bundled(name: &str) -> Option<Value> {
    let (game, name) = name.split_once('/')?;
    let (_, text) = games::info(game)?.pools.iter().find(|(own, _)| *own == name)?;
    serde_json::from_str(text).ok()
}

/// The data of the pool of a suite; null if it uses the bundled default, or names an unknown one.
pub fn pool(suite: &Suite) -> Value {
    match &suite.pool {
        Some(Value::String(name)) => bundled(name).unwrap_or_default(),
        Some(pool) => pool.clone(),
        None => Value::Null,
    }
}
