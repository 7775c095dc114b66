//! Reads case files and the pools beside them.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

use rules_judge_engine::games;
use serde_json::Value;
use serde_saphyr::{Budget, Error, Options, Spanned};

use super::format::Case;
use super::reading::Part;
use super::schema as schemas;
use super::shape::{How, Misfit, Shape};
use super::yaml_places::Placed;
use crate::codec::canonical::canonical;
use crate::codec::described;
use crate::codec::digest::Digest;
use crate::judging::Judge;

/// The cases of one folder, or of some files that lie in one.
#[derive(Debug)]
pub struct Suite {
    /// The game of every case that names none itself: that of the pool, else the folder's name.
    pub game: String,
    /// The pool of its cases, `pool.json` of the folder; without it the bundled one is used.
    pub pool: Option<Value>,
    /// The digest of that pool.
    pub digest: Option<Digest>,
    /// The folder.
    pub folder: PathBuf,
    /// The cases of each file, files in the order of their names.
    pub chapters: Vec<Chapter>,
    /// How its files are read.
    reader: Reader,
}

/// How the text of a file is read.
pub type Reader = fn(&Path) -> std::io::Result<String>;

/// One case file.
#[derive(Debug)]
pub struct Chapter {
    /// The file's name without its ending.
    pub name: String,
    /// Where it lies.
    pub path: PathBuf,
    /// Its cases.
    pub cases: Vec<Case>,
}

/// Why a file of cases or a pool could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unread {
    /// The file.
    pub path: PathBuf,
    /// Line and column, counted from 1, if the fault lies at one place.
    pub place: Option<(u64, u64)>,
    /// What was expected there.
    pub message: String,
}

impl fmt::Display for Unread {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:", self.path.display())?;
        if let Some((line, column)) = self.place {
            write!(formatter, "{line}:{column}:")?;
        }
        write!(formatter, " {}", self.message)
    }
}

impl std::error::Error for Unread {}

impl Unread {
    fn of(path: &Path, message: impl fmt::Display) -> Unread {
        Unread { path: path.to_owned(), place: None, message: message.to_string() }
    }
}

/// The name of the file that holds the pool of the cases beside it.
const POOL: &str = "pool.json";

/// Whether a file holds cases, by its ending.
pub fn is_case_file(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "yaml" || ending == "yml")
}

/// Reads all case files of a folder.
///
/// # Errors
/// The first file that cannot be read.
pub fn suite(folder: &Path) -> Result<Suite, Unread> {
    let mut files = listed(folder)?;
    files.retain(|path| is_case_file(path));
    suite_of(folder, &files, plain)
}

/// Reads one case file with what lies beside it.
///
/// # Errors
/// The first part that cannot be read, with its place.
pub fn file(path: &Path) -> Result<Suite, Unread> {
    file_by(path, plain)
}

/// As [`file`], with another reader, for example of packed files.
///
/// # Errors
/// As [`file`].
pub fn file_by(path: &Path, reader: Reader) -> Result<Suite, Unread> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    suite_of(folder, &[path.to_owned()], reader)
}

fn suite_of(folder: &Path, files: &[PathBuf], reader: Reader) -> Result<Suite, Unread> {
    let path = folder.join(POOL);
    let pool: Option<Value> = match path.exists() {
        true => Some(serde_json::from_str(&read(&path, reader)?).map_err(|error| Unread {
            place: Some((error.line() as u64, error.column() as u64)),
            ..Unread::of(&path, &error)
        })?),
        false => None,
    };
    let bytes = pool.as_ref().map(canonical).transpose();
    let digest = bytes.map_err(|fault| Unread::of(&path, &fault.detail))?.map(|bytes| Digest::of(&bytes));
    let named = || {
        let folder = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
        folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    };
    let of_pool = |pool: &Value| match pool {
        Value::String(name) => name.split_once('/').map(|(game, _)| game.to_owned()),
        pool => pool.get("game").and_then(Value::as_str).map(str::to_owned),
    };
    let of_pool = pool.as_ref().and_then(of_pool);
    if let Some(game) = of_pool.as_deref().filter(|game| !is_game(game)) {
        let known = games::IDS.join(", ");
        return Err(Unread::of(&path, format!("a pool is of one of {known}; “{game}” is none of them")));
    }
    let game = of_pool.unwrap_or_else(named);
    let chapters = files.iter().map(|path| chapter(path, &game, reader)).collect::<Result<_, _>>()?;
    Ok(Suite { game, pool, digest, folder: folder.to_owned(), chapters, reader })
}

impl Suite {
    /// Compiles the pool beside the cases.
    ///
    /// # Errors
    /// The first fault of the pool, with its place in the file.
    pub fn pool_can_be_used(&self, judge: &Judge) -> Result<(), Unread> {
        let Some(pool) = &self.pool else { return Ok(()) };
        let taken = match (pool, &self.digest) {
            (Value::String(name), _) => judge.pool_data(&self.game, Some(name)).map(drop),
            (pool, Some(digest)) => judge.take_pool(digest, pool).map(drop),
            (_, None) => Ok(()),
        };
        let Err(fault) = taken else { return Ok(()) };
        let path = self.folder.join(POOL);
        let cards = schemas::ids(pool).into_iter().collect();
        let misfit = schemas::of(&self.game).and_then(|schemas| {
            let shape = Shape { document: &schemas.request, cards: &cards };
            shape.misfit(&shape.field("pool"), pool, How::Whole)
        });
        let misfit = misfit.filter(|_| pool.is_object()).unwrap_or_else(|| {
            let inside = fault.pointer.as_deref().and_then(|pointer| pointer.strip_prefix("/pool/"));
            Misfit {
                path: inside.unwrap_or_default().replace('/', "."),
                message: fault.detail,
                is_name: false,
            }
        });
        let placed = read(&path, self.reader).ok().and_then(|text| placed(&text).ok());
        let place = placed.as_ref().and_then(|placed| placed.value.place(&misfit.path, misfit.is_name));
        Err(Unread { place, ..Unread::of(&path, misfit) })
    }
}

fn is_game(game: &str) -> bool {
    games::IDS.contains(&game) || games::UNLISTED.contains(&game)
}

fn chapter(path: &Path, game: &str, reader: Reader) -> Result<Chapter, Unread> {
    let cases = cases(&read(path, reader)?).map_err(|unread| Unread { path: path.to_owned(), ..unread })?;
    for case in &cases {
        let game = case.game.as_deref().unwrap_or(game);
        if !is_game(game) {
            let known = games::IDS.join(", ");
            let message = format!("the case says `game`, one of {known}; “{game}” is none of them");
            let at = case.id.referenced;
            return Err(Unread { place: Some((at.line(), at.column())), ..Unread::of(path, message) });
        }
    }
    let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(Chapter { name, path: path.to_owned(), cases })
}

/// Reads the text of a case file.
///
/// # Errors
/// Line and column, and what was expected there; the path is empty.
pub fn cases(text: &str) -> Result<Vec<Case>, Unread> {
    let placed = placed(text).map_err(|error| {
        let place = error.location().map(|place| (place.line(), place.column()));
        let text = error.to_string();
        let at = place.map(|(line, column)| format!(" at line {line}, column {column}"));
        let error = at.and_then(|at| text.strip_suffix(&at).map(str::to_owned)).unwrap_or(text);
        Unread { place, ..Unread::of(Path::new(""), error) }
    })?;
    Part::whole(text, &placed).list(Case::read).map_err(|misread| {
        let place = Some((misread.at.line(), misread.at.column()));
        misfit(&placed).unwrap_or_else(|| Unread { place, ..Unread::of(Path::new(""), misread.message) })
    })
}

fn options() -> Options {
    // Cases name a long list of equal cards once (a YAML anchor) and use it often.
    let mut budget = Budget::default();
    budget.enforce_alias_anchor_ratio = false;
    let mut options = Options::default();
    options.budget = Some(budget);
    options.with_snippet = false;
    options
}

/// A parsed text with the places of its parts.
fn placed(text: &str) -> Result<Spanned<Placed>, Error> {
    serde_saphyr::from_str_with_options(text, options())
}

/// The first part of a readable text that does not belong in a case file.
fn misfit(text: &Spanned<Placed>) -> Option<Unread> {
    let (document, cards) = (described::kept("", described::CASE_FILE)?, BTreeSet::new());
    let shape = Shape { document: &document, cards: &cards };
    let misfit = shape.misfit(&[&document], &text.value.value(), How::Whole)?;
    let place = text.value.place(&misfit.path, misfit.is_name);
    let place = place.unwrap_or((text.referenced.line(), text.referenced.column()));
    // The place in the file tells which case it is.
    let path = misfit.path.split_once('.').map_or("", |(_, path)| path).to_owned();
    Some(Unread { place: Some(place), ..Unread::of(Path::new(""), Misfit { path, ..misfit }) })
}

fn read(path: &Path, reader: Reader) -> Result<String, Unread> {
    reader(path).map_err(|error| Unread::of(path, error))
}

/// Reads a file, without a byte order mark.
fn plain(path: &Path) -> std::io::Result<String> {
    let text = std::fs::read_to_string(path)?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

/// The files and folders in a folder, in the order of their names.
///
/// # Errors
/// The folder cannot be read.
pub fn listed(folder: &Path) -> Result<Vec<PathBuf>, Unread> {
    let fault = |error: std::io::Error| Unread::of(folder, error);
    let entries = std::fs::read_dir(folder).map_err(fault)?;
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>().map_err(fault)?;
    paths.sort();
    Ok(paths)
}
