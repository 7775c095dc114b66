//! The case files of this folder.

use std::path::{Path, PathBuf};

use rules_judge_replays::tools::case::{Suite, Unread, load};

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
