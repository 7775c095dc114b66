//! Finds the files to read in the folders that arguments name, and reports the files that it leaves out.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rules_judge_replays::answer::Language;
use rules_judge_replays::answer::detail::{Detail, Files};

use crate::cli::packing::{Packing, lowercase_name};
use crate::cli::phrases;
use crate::cli::terminal::printable;

/// How many of the files left out are named in the report.
const MOST_NAMED: usize = 10;

/// The files that arguments name.
#[derive(Debug, Default)]
pub struct Folders {
    /// The files, a folder's sorted by path.
    pub files: Vec<PathBuf>,
    /// The folders among the arguments.
    folders: Vec<PathBuf>,
    /// The folders without a file to read.
    empty: Vec<PathBuf>,
    left_out: usize,
    /// The first of the files left out, sorted by path.
    named: BTreeSet<PathBuf>,
}

impl Folders {
    /// Collects the files that the arguments name. A folder stands for all files in and below it whose names
    /// fit.
    ///
    /// Links to folders are not followed, so that the walk ends.
    pub fn of(arguments: &[PathBuf], fits: fn(&Path) -> bool) -> Folders {
        let mut folders = Folders::default();
        for argument in arguments {
            if argument.is_dir() {
                folders.walk(argument, fits);
            } else {
                folders.files.push(argument.clone());
            }
        }
        folders
    }

    fn walk(&mut self, folder: &Path, fits: fn(&Path) -> bool) {
        let mut found = Vec::new();
        let mut waiting = vec![folder.to_owned()];
        while let Some(folder) = waiting.pop() {
            let Ok(entries) = fs::read_dir(&folder) else {
                // Kept in the list of files, a folder that cannot be read is reported as an unreadable file.
                found.push(folder);
                continue;
            };
            for entry in entries.flatten() {
                let path = entry.path();
                match entry.file_type() {
                    Ok(kind) if kind.is_dir() => waiting.push(path),
                    _ if fits(&path) && path.is_file() => found.push(path),
                    _ => self.leave_out(path),
                }
            }
        }
        found.sort();
        if found.is_empty() {
            self.empty.push(folder.to_owned());
        }
        self.folders.push(folder.to_owned());
        self.files.append(&mut found);
    }

    fn leave_out(&mut self, path: PathBuf) {
        self.left_out += 1;
        self.named.insert(path);
        if self.named.len() > MOST_NAMED {
            self.named.pop_last();
        }
    }

    /// Writes to standard error how many files of the folders were left out, and names some. `kinds`: the
    /// file names that fit.
    ///
    /// # Errors
    /// Standard error cannot be written.
    pub fn report_left_out(&self, kinds: &str, language: Language) -> io::Result<()> {
        if self.left_out == 0 {
            return Ok(());
        }
        let names: Vec<String> = self.named.iter().map(|path| path.display().to_string()).collect();
        let more = self.left_out - self.named.len();
        let mut message =
            phrases::left_out(Files(self.left_out as u64), kinds, &names.join(", ")).into_text(language);
        if more > 0 {
            message.push_str(phrases::and_more(Files(more as u64)).text(language));
        }
        to_stderr(&message)
    }

    /// Writes a line to standard error for each folder from which nothing was read, and returns whether there
    /// is one. `read`: how many replays were read in all.
    ///
    /// # Errors
    /// Standard error cannot be written.
    pub fn report_empty(&self, read: usize, language: Language) -> io::Result<bool> {
        let empty = if read == 0 { &self.folders } else { &self.empty };
        for folder in empty {
            let message: Detail = phrases::nothing_read(&folder.display().to_string());
            to_stderr(&message.into_text(language))?;
        }
        Ok(!empty.is_empty())
    }
}

/// Writes a line to standard error.
///
/// # Errors
/// Standard error cannot be written.
pub fn to_stderr(line: &str) -> io::Result<()> {
    io::Write::write_all(&mut io::stderr().lock(), printable(&format!("{line}\n")).as_bytes())
}

/// The patterns of names of files with logs, for messages.
pub const LOGS: &str = "*.json, *.ndjson, *.jsonl, *.gz, *.xz, *.zst";

/// Whether a file holds logs, by its name: the name of a packed file has an ending for logs before that of
/// the packing, or no other ending at all.
pub fn is_of_logs(path: &Path) -> bool {
    let name = lowercase_name(path);
    let (packing, inner) = Packing::of_name(&name);
    let is_told = [".json", ".ndjson", ".jsonl"].iter().any(|ending| inner.ends_with(ending));
    is_told || packing.is_some() && !inner.is_empty() && !inner.contains('.')
}

/// Whether a file holds one log a line, by its name.
pub fn has_lines(path: &Path) -> bool {
    let name = lowercase_name(path);
    let (_, inner) = Packing::of_name(&name);
    inner.ends_with(".ndjson") || inner.ends_with(".jsonl")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_is_a_log() {
        for (name, logs, lines) in [
            ("a.json", true, false),
            ("A.JSON", true, false),
            ("a.NdJson", true, true),
            ("a.jsonl", true, true),
            ("a.json.gz", true, false),
            ("a.jsonl.XZ", true, true),
            ("a.ndjson.zst", true, true),
            ("games.zst", true, false),
            ("games.tar.gz", false, false),
            (".gz", false, false),
            ("a.txt", false, false),
            ("json", false, false),
            ("a.json.bz2", false, false),
            ("a.yaml", false, false),
        ] {
            let path = Path::new("folder.json").join(name);
            assert_eq!((is_of_logs(&path), has_lines(&path)), (logs, lines), "{name}");
        }
    }
}
