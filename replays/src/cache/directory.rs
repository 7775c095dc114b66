//! The directory of the store: which process owns it, whether it can be used, and how many bytes it takes.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::cache::private;

/// The name of the file that is locked as long as the directory is in use.
const LOCK: &str = "lock";
/// The name of the file that is written to see whether there is room.
const ROOM: &str = "room";
/// A store that was off is used again only if so many bytes can be written: a few times what sled writes at
/// once.
const ROOM_BYTES: usize = 4 << 20;
/// The prefix of the directories of generations.
pub(super) const GENERATION: &str = "generation-";
/// A mark of this prefix lies in the directory while a generation is opened.
pub(super) const OPENING: &str = "opening-";
/// The prefix of generations that were set aside.
pub(super) const DAMAGED: &str = "damaged-";

/// A file that was closed a moment ago may stay locked so long: by sled, or by a child process that inherited
/// it and has not run its program yet.
pub(super) const PATIENCE: Duration = Duration::from_secs(1);
/// The pause between two attempts to lock.
pub(super) const RETRY: Duration = Duration::from_millis(20);

/// Locks the directory, and returns whether others could read it before.
pub(super) fn lock(dir: &Path) -> Result<(File, bool), String> {
    let unusable = |error: io::Error| format!("the directory {} cannot be used: {error}", dir.display());
    let is_own = |name: &str| {
        [LOCK, ROOM].contains(&name) || [GENERATION, OPENING, DAMAGED].iter().any(|own| name.starts_with(own))
    };
    let was_open = private::directory(dir, is_own).map_err(unusable)?;
    // Opening a pipe would block until somebody opens its other end.
    match fs::symlink_metadata(dir.join(LOCK)) {
        Ok(data) if !data.is_file() => {
            return Err(unusable(io::Error::other(format!("{LOCK} is not a file"))));
        }
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(unusable(error)),
    }
    let file = private::file(&dir.join(LOCK)).map_err(unusable)?;
    let patience = Instant::now() + PATIENCE;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok((file, was_open)),
            Err(fs::TryLockError::WouldBlock) if Instant::now() < patience => thread::sleep(RETRY),
            Err(fs::TryLockError::WouldBlock) => {
                return Err(format!("the directory {} is used by another process", dir.display()));
            }
            Err(fs::TryLockError::Error(error)) => return Err(unusable(error)),
        }
    }
}

/// Writes [`ROOM_BYTES`] to a file and deletes it.
pub(super) fn has_room(dir: &Path) -> io::Result<()> {
    let path = dir.join(ROOM);
    let written = private::file(&path).and_then(|mut file| {
        file.write_all(&vec![0; ROOM_BYTES])?;
        file.sync_all()
    });
    match fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => written.and(Err(error)),
        _ => written,
    }
}

/// Whether the path still names the locked file: the directory may have been deleted or replaced.
pub(super) fn is_at(lock: &File, dir: &Path) -> bool {
    let Ok((held, there)) =
        lock.metadata().and_then(|held| Ok((held, fs::symlink_metadata(dir.join(LOCK))?)))
    else {
        return false;
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        (held.dev(), held.ino()) == (there.dev(), there.ino())
    }
    #[cfg(not(unix))]
    {
        held.is_file() && there.is_file()
    }
}

/// sled keeps its settings in a file of under a hundred bytes; a larger one than this is not its own.
const LARGEST_SETTINGS: u64 = 4096;

/// Whether sled can open the directory without blocking or reading more than it ever wrote: it opens pipes
/// and devices by name, and reads settings and snapshots completely. A directory that does not exist can be
/// created.
pub(super) fn is_readable(dir: &Path, share: u64) -> bool {
    let Ok(entries) = fs::read_dir(dir) else { return !dir.exists() };
    entries.into_iter().all(|entry| {
        let Ok(entry) = entry else { return false };
        let Ok(data) = entry.metadata() else { return false };
        let name = entry.file_name();
        let most = match name.to_string_lossy() {
            name if name == "conf" => LARGEST_SETTINGS,
            name if name.starts_with("snap") => share,
            _ => u64::MAX,
        };
        match data.is_dir() {
            true => is_readable(&entry.path(), share),
            false => data.is_file() && data.len() <= most,
        }
    })
}

/// Bytes of all files below `dir`. A file that cannot be read, or that is just being deleted, counts 0.
pub(super) fn size_of(dir: &Path) -> u64 {
    let Ok(entries) = fs::read_dir(dir) else { return 0 };
    entries
        .flatten()
        .filter_map(|entry| {
            let data = entry.metadata().ok()?;
            Some(if data.is_dir() { size_of(&entry.path()) } else { data.len() })
        })
        .sum()
}
