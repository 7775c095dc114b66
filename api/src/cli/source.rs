//! Where the command line takes replays from: files, directories, standard input; plain or zstd,
//! one replay or one a line. Nothing is read or unpacked without a bound.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use rules_judge_replays::answer::{Fault, FaultCode, Language};

use crate::cli::unpacked::Unpacked;
use crate::http::details;
use crate::http::fault::Problem;
use crate::limits::{REPLAY_BYTES, ZSTD_WINDOW};

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
        return Ok(Box::new(Unpacked::new(BufReader::new(file), ZSTD_WINDOW)));
    }
    Ok(Box::new(file))
}

/// The bytes of a file with one replay, unpacked.
pub fn read(path: &Path) -> Result<Vec<u8>, Unread> {
    read_at_most(path, REPLAY_BYTES)
}

/// The bytes of a file, unpacked, if they are no more than so many.
pub fn read_at_most(path: &Path, most: usize) -> Result<Vec<u8>, Unread> {
    let mut bytes = Vec::new();
    let limit = u64::try_from(most).unwrap_or(u64::MAX);
    open(path)?.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() > most { Err(too_large(most)) } else { Ok(bytes) }
}

fn too_large(most: usize) -> Unread {
    Unread::Fault(Fault::new(FaultCode::TooLarge, details::large_replay(most)))
}

/// All items of the files, in order; lines are read when they are asked for.
pub struct Items {
    files: std::vec::IntoIter<PathBuf>,
    every_line: bool,
    lines: Option<Lines>,
}

/// The lines of a file.
pub struct Lines {
    path: PathBuf,
    reader: BufReader<Box<dyn Read>>,
    line: usize,
    most: usize,
    /// Blank lines are lines, too.
    blank: bool,
    ended: bool,
}

impl Items {
    /// The items of these files. `every_line`: each holds one replay a line, whatever its name, and a blank line is
    /// one that cannot be read, so that every line has an answer.
    pub fn new(files: Vec<PathBuf>, every_line: bool) -> Items {
        Items { files: files.into_iter(), every_line, lines: None }
    }
}

impl Iterator for Items {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        loop {
            if let Some(lines) = &mut self.lines {
                if let Some((line, bytes)) = lines.next() {
                    return Some(Item::Line { path: lines.path.clone(), line, bytes });
                }
                self.lines = None;
            }
            let path = self.files.next()?;
            if !self.every_line && !has_lines(&path) {
                return Some(Item::Whole(path));
            }
            match Lines::open(&path, REPLAY_BYTES) {
                Ok(lines) => self.lines = Some(Lines { blank: self.every_line, ..lines }),
                Err(error) => {
                    return Some(Item::Line { path, line: 1, bytes: Err(error.into()) });
                }
            }
        }
    }
}

impl Lines {
    /// The lines of a file that are not blank, each of at most so many bytes.
    pub fn open(path: &Path, most: usize) -> io::Result<Lines> {
        let reader = BufReader::new(open(path)?);
        Ok(Lines { path: path.to_owned(), reader, line: 0, most, blank: false, ended: false })
    }

    fn read_line(&mut self) -> Result<Option<Vec<u8>>, Unread> {
        let most = u64::try_from(self.most).unwrap_or(u64::MAX);
        let mut bytes = Vec::new();
        self.line += 1;
        // With its end, or one byte more than may be.
        let read = self.reader.by_ref().take(most.saturating_add(1)).read_until(b'\n', &mut bytes)?;
        let is_whole = bytes.last() == Some(&b'\n');
        while bytes.last().is_some_and(u8::is_ascii_whitespace) {
            bytes.pop();
        }
        if is_whole || read as u64 <= most {
            return Ok((read > 0).then_some(bytes));
        }
        // What unpacks without end is not read to its end.
        self.ended = lowercase_name(&self.path).ends_with(".zst");
        if !self.ended {
            self.reader.skip_until(b'\n')?;
        }
        Err(too_large(self.most))
    }
}

impl Iterator for Lines {
    /// The number of the line, counted from 1, and what it holds or why it cannot be read.
    type Item = (usize, Result<Vec<u8>, Unread>);

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended {
            let bytes = match self.read_line() {
                Ok(None) => break,
                Ok(Some(bytes)) if bytes.is_empty() && !self.blank => continue,
                Ok(Some(bytes)) => Ok(bytes),
                Err(unread) => {
                    // One line is too long, the others need not be; from a file that cannot be read comes nothing more.
                    self.ended |= matches!(unread, Unread::File(_));
                    Err(unread)
                }
            };
            return Some((self.line, bytes));
        }
        None
    }
}
