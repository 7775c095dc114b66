//! Where the command line takes replays from: files, directories, standard input; plain or zstd,
//! one replay or one a line. Nothing is read or unpacked without a bound.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use rules_judge_replays::answer::{Fault, FaultCode, Language};

use crate::http::details;
use crate::http::fault::Problem;
use crate::limits::{REPLAY_BYTES, ZSTD_WINDOW_LOG};

/// Why there are no bytes to judge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unread {
    /// The file could not be read or unpacked.
    File(String),
    /// The bytes are beyond a limit.
    Fault(Fault),
}

impl Unread {
    /// The same as a problem document.
    pub fn problem(&self, language: Language) -> Problem {
        match self {
            Unread::File(detail) => Problem::unreadable_file(detail.clone(), language),
            Unread::Fault(fault) => Problem::new(fault, language),
        }
    }
}

impl From<io::Error> for Unread {
    fn from(error: io::Error) -> Unread {
        Unread::File(error.to_string())
    }
}

/// One thing to judge.
#[derive(Debug)]
pub enum Item {
    /// A file with one replay, not read yet; `-` is standard input.
    Whole(PathBuf),
    /// One line of a file, or why the file gives no more lines.
    Line {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// The replay.
        bytes: Result<Vec<u8>, Unread>,
    },
}

/// The files that the arguments name: a directory stands for all replays in it, sorted by path.
///
/// Links to directories are not followed, so there is no way to walk in circles.
pub fn list(arguments: &[PathBuf]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for argument in arguments {
        if !argument.is_dir() {
            files.push(argument.clone());
            continue;
        }
        let mut found = Vec::new();
        let mut waiting = vec![argument.clone()];
        while let Some(directory) = waiting.pop() {
            let Ok(entries) = fs::read_dir(&directory) else {
                // Named as a file it is reported as unreadable and not passed over in silence.
                found.push(directory);
                continue;
            };
            for entry in entries.flatten() {
                let path = entry.path();
                match entry.file_type() {
                    Ok(kind) if kind.is_dir() => waiting.push(path),
                    _ if is_replay_name(&path) && path.is_file() => found.push(path),
                    _ => {}
                }
            }
        }
        found.sort();
        files.append(&mut found);
    }
    files
}

fn is_replay_name(path: &Path) -> bool {
    let name = lowercase_name(path);
    [".json", ".ndjson", ".zst"].iter().any(|ending| name.ends_with(ending))
}

/// Whether the file holds one replay a line.
pub fn has_lines(path: &Path) -> bool {
    let name = lowercase_name(path);
    name.trim_end_matches(".zst").ends_with(".ndjson")
}

fn lowercase_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().to_ascii_lowercase()).unwrap_or_default()
}

fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path)?;
    if lowercase_name(path).ends_with(".zst") {
        let mut decoder = zstd::stream::read::Decoder::new(file)?;
        decoder.window_log_max(ZSTD_WINDOW_LOG)?;
        return Ok(Box::new(decoder));
    }
    Ok(Box::new(file))
}

/// The bytes of a file with one replay, unpacked.
pub fn read(path: &Path) -> Result<Vec<u8>, Unread> {
    let mut bytes = Vec::new();
    let most = u64::try_from(REPLAY_BYTES).unwrap_or(u64::MAX);
    open(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() > REPLAY_BYTES { Err(too_large()) } else { Ok(bytes) }
}

fn too_large() -> Unread {
    Unread::Fault(Fault::new(FaultCode::TooLarge, details::large_replay(REPLAY_BYTES)))
}

/// All items of the files, in order; lines are read when they are asked for.
pub struct Items {
    files: std::vec::IntoIter<PathBuf>,
    lines: Option<Lines>,
}

struct Lines {
    path: PathBuf,
    reader: BufReader<Box<dyn Read>>,
    line: usize,
}

impl Items {
    /// The items of these files.
    pub fn new(files: Vec<PathBuf>) -> Items {
        Items { files: files.into_iter(), lines: None }
    }
}

impl Iterator for Items {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        loop {
            if let Some(lines) = &mut self.lines {
                if let Some(bytes) = lines.next_line() {
                    let item = Item::Line { path: lines.path.clone(), line: lines.line, bytes };
                    if let Item::Line { bytes: Err(_), .. } = item {
                        self.lines = None;
                    }
                    return Some(item);
                }
                self.lines = None;
            }
            let path = self.files.next()?;
            if !has_lines(&path) {
                return Some(Item::Whole(path));
            }
            match open(&path) {
                Ok(reader) => self.lines = Some(Lines { path, reader: BufReader::new(reader), line: 0 }),
                Err(error) => {
                    return Some(Item::Line { path, line: 1, bytes: Err(error.into()) });
                }
            }
        }
    }
}

impl Lines {
    /// The next line that is not blank.
    fn next_line(&mut self) -> Option<Result<Vec<u8>, Unread>> {
        let most = u64::try_from(REPLAY_BYTES).unwrap_or(u64::MAX);
        loop {
            let mut bytes = Vec::new();
            self.line += 1;
            match self.reader.by_ref().take(most.saturating_add(1)).read_until(b'\n', &mut bytes) {
                Err(error) => return Some(Err(error.into())),
                Ok(0) => return None,
                Ok(_) => {}
            }
            if bytes.len() > REPLAY_BYTES {
                return Some(Err(too_large()));
            }
            while bytes.last().is_some_and(u8::is_ascii_whitespace) {
                bytes.pop();
            }
            if !bytes.iter().all(u8::is_ascii_whitespace) {
                return Some(Ok(bytes));
            }
        }
    }
}
