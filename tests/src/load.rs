//! Case files and pools from the folder `cases/`.

use std::path::{Path, PathBuf};

use serde_json::Value;
use serde_saphyr::{Budget, Options};

use crate::case::Case;

/// The cases of one game.
#[derive(Debug)]
pub struct Suite {
    /// The game's id, which is the folder's name.
    pub game: String,
    /// The pool of its cases.
    pub pool: Value,
    /// The cases of each file, files in the order of their names.
    pub chapters: Vec<Chapter>,
}

/// One case file.
#[derive(Debug)]
pub struct Chapter {
    /// The file's name without its ending.
    pub name: String,
    /// Where it lies, seen from the crate.
    pub path: PathBuf,
    /// Its cases.
    pub cases: Vec<Case>,
}

/// The folder of all case files.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("cases")
}

/// Reads the cases of all games.
pub fn suites() -> Result<Vec<Suite>, String> {
    folders(&folder())?.iter().map(|path| suite(path)).collect()
}

/// Reads the cases of one game.
pub fn suite(folder: &Path) -> Result<Suite, String> {
    let name =
        |path: &Path| path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let pool = folder.join("pool.json");
    let pool = serde_json::from_str(&read(&pool)?).map_err(|error| format!("{}: {error}", pool.display()))?;
    let mut chapters = Vec::new();
    for path in listed(folder)? {
        if path.extension().is_some_and(|ending| ending == "yaml") {
            let cases = cases(&read(&path)?).map_err(|error| format!("{}:{error}", path.display()))?;
            chapters.push(Chapter { name: name(&path), path, cases });
        }
    }
    let game = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(Suite { game, pool, chapters })
}

/// Reads the text of a case file; an error begins with line and column.
pub fn cases(text: &str) -> Result<Vec<Case>, String> {
    // Long lists of equal cards are named once and used in every case.
    let mut budget = Budget::default();
    budget.enforce_alias_anchor_ratio = false;
    let mut options = Options::default();
    options.budget = Some(budget);
    options.with_snippet = false;
    serde_saphyr::from_str_with_options(text, options).map_err(|error| {
        let place = error.location().map(|place| format!("{}:{}: ", place.line(), place.column()));
        format!("{}{error}", place.unwrap_or_default())
    })
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn listed(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let fault = |error: std::io::Error| format!("{}: {error}", folder.display());
    let entries = std::fs::read_dir(folder).map_err(fault)?;
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>().map_err(fault)?;
    paths.sort();
    Ok(paths)
}

fn folders(folder: &Path) -> Result<Vec<PathBuf>, String> {
    Ok(listed(folder)?.into_iter().filter(|path| path.is_dir()).collect())
}
