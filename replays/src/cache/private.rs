//! Files that nobody but their owner can read, whatever the umask: judgements hold the seeds and hidden cards
//! of games that may still be going on.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;

#[cfg(unix)]
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};

/// The permissions of everybody but the owner.
#[cfg(unix)]
const OTHERS: u32 = 0o077;

/// Creates a directory that only its owner can use, or takes the permissions of others from an existing one
/// and all files in it. `is_own` tells which names in it the owner's program made. Returns whether others had
/// permissions.
///
/// # Errors
/// It cannot be made, or is open to others and cannot or should not be closed.
#[cfg(unix)]
pub(super) fn directory(dir: &Path, is_own: impl Fn(&str) -> bool) -> io::Result<bool> {
    if !dir.exists() {
        fs::DirBuilder::new().recursive(true).mode(0o700).create(dir)?;
    }
    let mode = fs::metadata(dir)?.permissions().mode() & 0o7777;
    if mode & OTHERS != 0 {
        for entry in fs::read_dir(dir)? {
            if !entry?.file_name().to_str().is_some_and(&is_own) {
                let why = format!(
                    "others may read it (mode {mode:o}), and other files lie in it, so that its mode stays \
                    as it is; \
                     name a directory of its own"
                );
                return Err(io::Error::other(why));
            }
        }
        fs::set_permissions(dir, PermissionsExt::from_mode(mode & !OTHERS)).map_err(|error| {
            let why = format!(
                "others may read it (mode {mode:o}), and that cannot be changed: {error}; name a directory \
                that is \
                 not there yet"
            );
            io::Error::new(error.kind(), why)
        })?;
    }
    // The directory comes first: from then on nobody else can change its files.
    Ok(below(dir)? || mode & OTHERS != 0)
}

/// Takes the permissions of others from all files below a directory, and returns whether there were any.
#[cfg(unix)]
pub(super) fn below(dir: &Path) -> io::Result<bool> {
    let mut was_open = false;
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        let data = match fs::symlink_metadata(&path) {
            Ok(data) => data,
            // An open database deletes files of its own meanwhile.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(error),
        };
        // The target of a link may belong to somebody else.
        if data.is_symlink() {
            continue;
        }
        let mode = data.permissions().mode() & 0o7777;
        if mode & OTHERS != 0 {
            fs::set_permissions(&path, PermissionsExt::from_mode(mode & !OTHERS))?;
            was_open = true;
        }
        if data.is_dir() {
            was_open |= below(&path)?;
        }
    }
    Ok(was_open)
}

/// Opens or creates a file for writing that only its owner can use.
#[cfg(unix)]
pub(super) fn file(path: &Path) -> io::Result<File> {
    OpenOptions::new().create(true).write(true).truncate(false).mode(0o600).open(path)
}

/// Creates a directory, where the system has no such permissions.
#[cfg(not(unix))]
pub(super) fn directory(dir: &Path, _is_own: impl Fn(&str) -> bool) -> io::Result<bool> {
    fs::create_dir_all(dir).map(|()| false)
}

/// Does nothing, where the system has no such permissions.
#[cfg(not(unix))]
pub(super) fn below(_dir: &Path) -> io::Result<bool> {
    Ok(false)
}

/// Opens or creates a file for writing.
#[cfg(not(unix))]
pub(super) fn file(path: &Path) -> io::Result<File> {
    OpenOptions::new().create(true).write(true).truncate(false).open(path)
}
