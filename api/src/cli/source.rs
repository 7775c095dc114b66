//! Reads replays from files, folders and standard input, plain or packed, one in a file or one a line. The
//! bytes of a file decide what it holds, and its name only where they allow two readings. No read and no
//! unpacking is without a bound.

use std::fs::File;
use std::io::{self, BufRead, Cursor, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};

use rules_judge_replays::answer::{Fault, FaultCode, Language};
use serde::de::IgnoredAny;

use crate::cli::folders::has_lines;
use crate::cli::packing::{Opened, Packing, lowercase_name};
use crate::http::details;
use crate::http::fault::Problem;
use crate::limits::{POOL_FILE_BYTES, REPLAY_BYTES};

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

    /// The reason as a sentence.
    pub fn message(&self, language: Language) -> String {
        match self {
            Unread::File(detail) => detail.clone(),
            Unread::Fault(fault) => fault.detail_in(language).to_owned(),
        }
    }
}

impl From<io::Error> for Unread {
    fn from(error: io::Error) -> Unread {
        Unread::File(error.to_string())
    }
}

/// One input to judge.
#[derive(Debug)]
pub enum Item {
    /// A file with one replay; `-` is standard input.
    Whole {
        /// The file.
        path: PathBuf,
        /// The replay, if it is in memory already.
        bytes: Option<Result<Vec<u8>, Unread>>,
    },
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

fn open(path: &Path) -> io::Result<Opened> {
    if path.as_os_str() == "-" {
        return Opened::new(io::stdin().lock(), None);
    }
    let (packing, _) = Packing::of_name(&lowercase_name(path));
    Opened::new(File::open(path)?, packing)
}

/// The bytes of a file with one replay, unpacked.
pub fn read(path: &Path) -> Result<Vec<u8>, Unread> {
    read_at_most(path, REPLAY_BYTES)
}

/// The bytes of a file, unpacked and without a byte order mark, if they are no more than `most`.
pub fn read_at_most(path: &Path, most: usize) -> Result<Vec<u8>, Unread> {
    let mut bytes = Vec::new();
    open(path)?.reader.take(one_more(most)).read_to_end(&mut bytes)?;
    if bytes.len() > most { Err(too_large(most)) } else { Ok(bytes) }
}

/// The text of a file with cases or with their pool, as [`read_at_most`] reads it.
///
/// # Errors
/// It cannot be read, is larger than a pool may be, or is no UTF-8.
pub fn text(path: &Path) -> io::Result<String> {
    let bytes = read_at_most(path, POOL_FILE_BYTES).map_err(|unread| match unread {
        Unread::File(message) => io::Error::other(message),
        Unread::Fault(_) => io::Error::other(format!("this file is larger than {POOL_FILE_BYTES} bytes")),
    })?;
    String::from_utf8(bytes).map_err(|_| io::Error::other("this is no text in UTF-8"))
}

fn too_large(most: usize) -> Unread {
    Unread::Fault(Fault::new(FaultCode::TooLarge, details::large_replay(most)))
}

fn one_more(most: usize) -> u64 {
    u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1)
}

/// What a file holds.
enum Form {
    /// One replay. Without its bytes, the thread that judges it reads the file.
    Whole(Option<Result<Vec<u8>, Unread>>),
    /// One replay a line.
    Lines(Lines),
}

/// Decides what a file holds. It reads at most the bytes of one replay, and at most up to the second line
/// that is not blank. A file with one line is one replay, and so is a file with several lines whose first is
/// no complete JSON value.
fn form(path: &Path) -> io::Result<Form> {
    let mut opened = open(path)?;
    let says_lines = has_lines(path);
    let mut head = Vec::new();
    let first = look_at_line(&mut opened.reader, &mut head)?;
    let is_first_json = || is_json(head.get(first.clone()).unwrap_or_default());
    if says_lines && is_first_json() {
        return Ok(Form::Lines(Lines::behind(path, head, opened)));
    }
    let is_first_ended = head.last() == Some(&b'\n');
    let second = look_at_line(&mut opened.reader, &mut head)?;
    let begins = head.get(second).unwrap_or_default().trim_ascii_start().first().copied();
    if says_lines {
        // The name may say lines although the file is one replay over many lines.
        opened.reader.by_ref().take(room(&head)).read_to_end(&mut head)?;
        let is_one = begins.is_some() && head.len() <= REPLAY_BYTES && is_json(&head);
        return Ok(if is_one {
            Form::Whole(Some(Ok(head)))
        } else {
            Form::Lines(Lines::behind(path, head, opened))
        });
    }
    if is_first_ended && begins.is_some_and(begins_value) && is_json(head.get(first).unwrap_or_default()) {
        return Ok(Form::Lines(Lines::behind(path, head, opened)));
    }
    // The thread that judges a plain file reads it again; standard input cannot be read twice.
    if begins.is_some() && path.is_file() {
        return Ok(Form::Whole(None));
    }
    opened.reader.take(room(&head)).read_to_end(&mut head)?;
    Ok(Form::Whole(Some(if head.len() > REPLAY_BYTES { Err(too_large(REPLAY_BYTES)) } else { Ok(head) })))
}

/// Appends lines to `head` up to the next one that is not blank, the end of the file, or the limit, and
/// returns where in `head` that line is.
fn look_at_line(reader: &mut impl BufRead, head: &mut Vec<u8>) -> io::Result<Range<usize>> {
    loop {
        let start = head.len();
        let read = reader.by_ref().take(room(head)).read_until(b'\n', head)?;
        let line = head.get(start..).unwrap_or_default();
        if read == 0 || !line.trim_ascii().is_empty() {
            return Ok(start..head.len());
        }
    }
}

/// How many more bytes [`form`] may read: one byte more than a replay may have, to recognise one that is too
/// large.
fn room(head: &[u8]) -> u64 {
    one_more(REPLAY_BYTES).saturating_sub(u64::try_from(head.len()).unwrap_or(u64::MAX))
}

fn is_json(bytes: &[u8]) -> bool {
    serde_json::from_slice::<IgnoredAny>(bytes).is_ok()
}

const fn begins_value(byte: u8) -> bool {
    matches!(byte, b'{' | b'[' | b'"' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n')
}

/// The items of several files, in order. Lines are read when the iterator reaches them.
pub struct Items {
    files: std::vec::IntoIter<PathBuf>,
    every_line: bool,
    lines: Option<Lines>,
}

/// The lines of a file.
pub struct Lines {
    path: PathBuf,
    reader: Box<dyn BufRead>,
    is_packed: bool,
    line: usize,
    most: usize,
    /// Whether blank lines are items as well.
    blank: bool,
    /// The number of bytes in consecutive blank lines before the current position.
    blanks: usize,
    ended: bool,
}

impl Items {
    /// The items of these files. `every_line`: each file holds one replay a line, whatever its bytes and
    /// name, and a blank line is an unreadable replay, so that every line gets an answer.
    pub fn new(files: Vec<PathBuf>, every_line: bool) -> Items {
        Items { files: files.into_iter(), every_line, lines: None }
    }

    fn form(&self, path: &Path) -> io::Result<Form> {
        if !self.every_line {
            return form(path);
        }
        let lines = Lines::open(path, REPLAY_BYTES)?;
        Ok(Form::Lines(Lines { blank: true, ..lines }))
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
            match self.form(&path) {
                Ok(Form::Lines(lines)) => self.lines = Some(lines),
                Ok(Form::Whole(bytes)) => return Some(Item::Whole { path, bytes }),
                Err(error) if self.every_line || has_lines(&path) => {
                    return Some(Item::Line { path, line: 1, bytes: Err(error.into()) });
                }
                Err(error) => return Some(Item::Whole { path, bytes: Some(Err(error.into())) }),
            }
        }
    }
}

impl Lines {
    /// The lines of a file that are not blank, each of at most `most` bytes.
    pub fn open(path: &Path, most: usize) -> io::Result<Lines> {
        Ok(Lines { most, ..Lines::behind(path, Vec::new(), open(path)?) })
    }

    /// The lines of a file of which `head` was read already.
    fn behind(path: &Path, head: Vec<u8>, opened: Opened) -> Lines {
        Lines {
            path: path.to_owned(),
            reader: Box::new(Cursor::new(head).chain(opened.reader)),
            is_packed: opened.is_packed,
            line: 0,
            most: REPLAY_BYTES,
            blank: false,
            blanks: 0,
            ended: false,
        }
    }

    fn read_line(&mut self) -> Result<Option<Vec<u8>>, Unread> {
        let mut bytes = Vec::new();
        self.line += 1;
        // Reads the line with its line feed, or one byte more than the limit.
        let read = self.reader.by_ref().take(one_more(self.most)).read_until(b'\n', &mut bytes)?;
        let is_whole = bytes.last() == Some(&b'\n');
        while bytes.last().is_some_and(u8::is_ascii_whitespace) {
            bytes.pop();
        }
        self.blanks = if bytes.is_empty() { self.blanks.saturating_add(read) } else { 0 };
        if (is_whole || read <= self.most) && !(self.is_packed && self.blanks > self.most) {
            return Ok((read > 0).then_some(bytes));
        }
        // A packed file may unpack to an endless line, so the rest is not read.
        self.ended = self.is_packed;
        if !self.ended {
            self.reader.skip_until(b'\n')?;
        }
        Err(too_large(self.most))
    }
}
impl Iterator for Lines {
    /// The number of the line, from 1, and its bytes or the reason why they cannot be read.
    type Item = (usize, Result<Vec<u8>, Unread>);

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended {
            let bytes = match self.read_line() {
                Ok(None) => break,
                Ok(Some(bytes)) if bytes.is_empty() && !self.blank => continue,
                Ok(Some(bytes)) => Ok(bytes),
                Err(unread) => {
                    // After a line that is too long the next one may be good; after a failed read there is
                    // none.
                    self.ended |= matches!(unread, Unread::File(_));
                    Err(unread)
                }
            };
            return Some((self.line, bytes));
        }
        None
    }
}
