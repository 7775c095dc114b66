//! Raises the limit of open files of the process, and writes files and folders.

use std::io;
use std::path::Path;

/// Writes a file, after its folder if that does not exist.
///
/// # Errors
/// The file or its folder cannot be written; the error names the path.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        make_folder(folder)?;
    }
    named(path, std::fs::write(path, bytes))
}

/// Makes a folder and its parents.
///
/// # Errors
/// The folder cannot be made; the error names the path.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    named(folder, std::fs::create_dir_all(folder))
}

fn named(path: &Path, result: io::Result<()>) -> io::Result<()> {
    result.map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
}

/// Files that the process opens besides connections: those of the store, the log and the queues of the
/// system.
pub const BESIDES: u64 = 256;

/// Raises the limit of open files to `needed`, as far as the system lets the process, and returns the limit
/// in force after that. `None`: the system has no such limit.
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

/// Systems other than Unix have no such limit.
#[cfg(not(unix))]
pub fn allow(_needed: u64) -> Option<u64> {
    None
}

/// From this call on, only the owner of the process can read the files that it makes.
#[cfg(unix)]
pub fn keep_private() {
    rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
}

/// Systems other than Unix have no such permissions.
#[cfg(not(unix))]
pub fn keep_private() {}

/// How many connections each worker can have if the process may open `files` files.
pub fn connections(files: u64, workers: usize) -> usize {
    let left = usize::try_from(files.saturating_sub(BESIDES)).unwrap_or(usize::MAX);
    (left / workers.max(1)).max(1)
}
