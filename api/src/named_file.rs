//! Reads files that options name. Each must be a plain file, and no larger than a limit, so that a pipe or a
//! device cannot block the start or fill the memory.

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

/// The permission bits that a file with a secret must not have: writing by the group, and everything by
/// others. The group may read it, since mounted secrets belong to root and the group of the service.
#[cfg(unix)]
const OWNER_ALONE: u32 = 0o037;

/// Reads a file of at most `most` bytes.
///
/// # Errors
/// The file cannot be read, is no plain file, or is larger.
pub fn bytes(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    named(path, read(path, most, false))
}

/// Reads a file of at most `most` bytes as text, and drops a byte order mark in front of it.
///
/// # Errors
/// As [`bytes`], or the file is not UTF-8.
pub fn text(path: &Path, most: usize) -> io::Result<String> {
    let text = String::from_utf8(bytes(path, most)?);
    let text = text.map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "this is no text in UTF-8"));
    named(path, text.map(|text| text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)))
}

/// Reads a file with a secret, which only its owner and its group may read. No error quotes its contents.
///
/// # Errors
/// As [`bytes`], or others may read the file, or its group may write it.
pub fn secret(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    named(path, read(path, most, true))
}

/// Puts the path in front of an error.
fn named<T>(path: &Path, result: io::Result<T>) -> io::Result<T> {
    result.map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
}

fn read(path: &Path, most: usize, is_secret: bool) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    // Checks the file that is open: another one may have replaced it under its name since.
    let data = file.metadata()?;
    if !data.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "this is no plain file"));
    }
    #[cfg(unix)]
    if is_secret {
        use std::os::unix::fs::PermissionsExt;
        if data.permissions().mode() & OWNER_ALONE != 0 {
            return Err(io::Error::new(
                io::ErrorKind::PermissionDenied,
                "others may read this key, so it is not used; chmod 600 keeps it from them",
            ));
        }
    }
    #[cfg(not(unix))]
    let _ = is_secret;
    let limit = u64::try_from(most).unwrap_or(u64::MAX);
    let mut bytes = Vec::new();
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() > most {
        let why = format!("this file is larger than {most} bytes");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, why));
    }
    Ok(bytes)
}

/// Opens a file without blocking on a pipe that nobody writes to.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        let flags = rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOCTTY;
        options.custom_flags(flags.bits().cast_signed());
    }
    options.open(path)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;
    use std::path::PathBuf;

    use super::*;

    /// Makes a folder of its own for each test.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("rules-judge-file-{name}-{}", std::process::id()));
        assert!(std::fs::create_dir_all(&folder).is_ok());
        folder
    }

    fn kind<T>(result: io::Result<T>) -> Option<io::ErrorKind> {
        result.err().map(|error| error.kind())
    }

    #[test]
    fn a_file_is_read_up_to_its_limit() {
        let file = folder("limit").join("file");
        assert!(std::fs::write(&file, "12345").is_ok());
        assert_eq!(bytes(&file, 5).ok().as_deref(), Some(b"12345".as_slice()));
        assert_eq!(text(&file, 5).ok().as_deref(), Some("12345"));
        assert!(std::fs::write(&file, "\u{feff}12").is_ok());
        assert_eq!(text(&file, 5).ok().as_deref(), Some("12"));
        assert!(std::fs::write(&file, "12345").is_ok());
        assert_eq!(kind(bytes(&file, 4)), Some(io::ErrorKind::FileTooLarge));
        assert!(std::fs::write(&file, [0xff, 0xfe]).is_ok());
        assert_eq!(kind(text(&file, 5)), Some(io::ErrorKind::InvalidData));
    }

    #[test]
    fn what_is_no_plain_file_is_not_read() {
        let folder = folder("plain");
        let pipe = folder.join("pipe");
        let mode = rustix::fs::Mode::from_raw_mode(0o600);
        let made = rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, mode, 0);
        assert!(made.is_ok() || pipe.exists());
        for path in [pipe.as_path(), folder.as_path(), Path::new("/dev/zero")] {
            for result in [bytes(path, 10), secret(path, 10)] {
                assert_eq!(kind(result), Some(io::ErrorKind::InvalidInput), "{}", path.display());
            }
        }
    }

    #[test]
    fn a_secret_that_others_may_read_is_not_used() {
        let file = folder("secret").join("file");
        assert!(std::fs::write(&file, "secret").is_ok());
        let read = |mode| {
            assert!(std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).is_ok());
            kind(secret(&file, 100))
        };
        for mode in [0o400, 0o440, 0o600, 0o640] {
            assert_eq!(read(mode), None, "{mode:o}");
        }
        for mode in [0o644, 0o604, 0o660, 0o650, 0o601] {
            assert_eq!(read(mode), Some(io::ErrorKind::PermissionDenied), "{mode:o}");
        }
    }
}
