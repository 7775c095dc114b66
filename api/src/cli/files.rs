//! How many files and connections the process may have open, and the files that it makes.

use std::io;
use std::path::Path;

/// Writes a file, and makes its folder.
///
/// # Errors
/// One that names the path.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        make_folder(folder)?;
    }
    named(path, std::fs::write(path, bytes))
}

/// Makes a folder, and those around it.
///
/// # Errors
/// One that names the path.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    named(folder, std::fs::create_dir_all(folder))
}

fn named(path: &Path, result: io::Result<()>) -> io::Result<()> {
    result.map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
}

/// What the process needs besides connections: the store, the log, the queues of the system.
pub const BESIDES: u64 = 256;

/// Raises the number of open files to this, as far as the system lets the process. What is in force then;
/// `None`: the system has no such limit.
#[cfg(unix)]
pub fn allow(needed: u64) -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let current = current?;
    if current >= needed {
        return Some(current);
    }
    let wanted = maximum.map_or(needed, |most| most.min(needed));
    match setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum }) {
        Ok(()) => Some(wanted.max(current)),
        Err(_) => Some(current),
    }
}

/// Nothing is known of such a limit here.
#[cfg(not(unix))]
pub fn allow(_needed: u64) -> Option<u64> {
    None
}

/// What the process makes from here on, nobody but its owner can read.
#[cfg(unix)]
pub fn keep_private() {
    rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
}

/// The system has no such permissions.
#[cfg(not(unix))]
pub fn keep_private() {}

/// How many connections each of so many workers can have with so many open files.
pub fn connections(files: u64, workers: usize) -> usize {
    let left = usize::try_from(files.saturating_sub(BESIDES)).unwrap_or(usize::MAX);
    (left / workers.max(1)).max(1)
}
