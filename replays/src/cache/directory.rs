//! The directory of the store: whose it is, whether it can be used, and how much it takes.

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
/// How many bytes have to be free before a store that was off is used again: a few times what sled writes at
/// once.
const ROOM_BYTES: usize = 4 << 20;
/// What the names of generations begin with.
pub(super) const GENERATION: &str = "generation-";
/// What the names of marks begin with that lie there while a generation is opened.
pub(super) const OPENING: &str = "opening-";
/// What the names of generations that were set aside begin with.
pub(super) const DAMAGED: &str = "damaged-";

/// How long what was closed a moment ago may stay locked: by sled itself, or by a process that was being
/// started meanwhile and has the file open until it runs its program.
pub(super) const PATIENCE: Duration = Duration::from_secs(1);
/// After how long it is tried again.
pub(super) const RETRY: Duration = Duration::from_millis(20);

/// Takes the directory, and says whether others could read it before.
pub(super) fn lock(dir: &Path) -> Result<(File, bool), String> {
    let unusable = |error: io::Error| format!("the directory {} cannot be used: {error}", dir.display());
    let is_own = |name: &str| {
        [LOCK, ROOM].contains(&name) || [GENERATION, OPENING, DAMAGED].iter().any(|own| name.starts_with(own))
    };
    let was_open = private::directory(dir, is_own).map_err(unusable)?;
    // Opening a pipe would wait for its other end.
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

/// Whether a few files of sled can be written.
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

/// Whether the locked file is still that of the directory.
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

/// The most bytes of the file in which sled keeps its settings: it has under a hundred.
const LARGEST_SETTINGS: u64 = 4096;

/// Whether sled can open a generation's directory without waiting or reading more than it ever wrote: pipes
/// and devices are opened by name, settings and snapshots are read whole. One that does not exist can be
/// made.
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

/// Bytes of all files below `dir`; what cannot be read, or is just being deleted, counts nothing.
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
