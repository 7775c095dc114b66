//! One generation of the store: a sled database, and the layout of its entries.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Instant;

use crate::cache::directory::{PATIENCE, RETRY};
use crate::codec::digest::Digest;

/// First byte of every entry; another number is a miss.
const VERSION: u8 = 1;
/// Version, key and payload length before the payload, a SHA-256 after it.
const HEAD: usize = 1 + 32 + 4;
const CHECKSUM: usize = 32;
const CHUNK: usize = 4096;
/// Chunks are numbered by two bytes; the store takes no payload that needs more.
pub(super) const LARGEST_PAYLOAD: usize = CHUNK * (1 << 16) - HEAD - CHECKSUM;

/// The directory is measured whenever this part of a share was put. sled writes two to three times the bytes
/// put (2.3 times with the entries of the tests), and the last entry may be as large as this part; so less
/// than half of the free share is used up when the next measurement comes.
const MEASURES_PER_SHARE: u64 = 16;
/// A generation with more faults than this is set aside.
const FAULTS_ENDURED: u64 = 8;

/// A sled database that is only appended to.
#[derive(Debug)]
pub(super) struct Generation {
    pub(super) number: u64,
    pub(super) dir: PathBuf,
    /// Only `drop` takes it out.
    pub(super) db: Option<sled::Db>,
    pub(super) faults: AtomicU64,
    /// Payload bytes written since the last measurement.
    pub(super) unmeasured: AtomicU64,
    pub(super) delete_when_dropped: AtomicBool,
}

/// A generation could not be read or written, or an entry failed its checksum.
#[derive(Debug)]
pub(super) struct Broken;

impl Generation {
    /// Runs sled; its errors and panics both become [`Broken`].
    fn with_db<T>(&self, run: impl FnOnce(&sled::Db) -> sled::Result<T>) -> Result<T, Broken> {
        let db = self.db.as_ref().ok_or(Broken)?;
        catch_unwind(AssertUnwindSafe(|| run(db))).ok().and_then(Result::ok).ok_or(Broken)
    }

    pub(super) fn read(&self, key: &Digest) -> Result<Option<Vec<u8>>, Broken> {
        let chunk = |nth: u16| self.with_db(|db| db.get(chunk_key(key, nth)));
        let Some(first) = chunk(0)? else { return Ok(None) };
        let mut entry = first.to_vec();
        let payload = payload_length(&entry).ok_or(Broken)?;
        if payload > LARGEST_PAYLOAD {
            return Err(Broken);
        }
        let whole = HEAD + payload + CHECKSUM;
        let mut nth: u16 = 0;
        while entry.len() < whole {
            nth = nth.checked_add(1).ok_or(Broken)?;
            entry.extend_from_slice(&chunk(nth)?.ok_or(Broken)?);
        }
        let (checked, checksum) = entry.split_at_checked(HEAD + payload).ok_or(Broken)?;
        let genuine = checked.first() == Some(&VERSION)
            && checked.get(1..33) == Some(&key.0)
            && Digest::of(checked).0.as_slice() == checksum;
        if !genuine {
            return Err(Broken);
        }
        entry.truncate(HEAD + payload);
        entry.drain(..HEAD);
        Ok(Some(entry))
    }

    pub(super) fn write(&self, key: &Digest, payload: &[u8]) -> Result<(), Broken> {
        let length = u32::try_from(payload.len()).map_err(|_| Broken)?;
        let mut entry = Vec::with_capacity(HEAD + payload.len() + CHECKSUM);
        entry.push(VERSION);
        entry.extend_from_slice(&key.0);
        entry.extend_from_slice(&length.to_be_bytes());
        entry.extend_from_slice(payload);
        let checksum = Digest::of(&entry);
        entry.extend_from_slice(&checksum.0);
        // The first chunk comes last: a reader looks for the others only if the first is there.
        let chunks: Vec<(u16, &[u8])> = (0..).zip(entry.chunks(CHUNK)).collect();
        for (nth, chunk) in chunks.into_iter().rev() {
            self.with_db(|db| db.insert(chunk_key(key, nth), chunk))?;
        }
        Ok(())
    }

    /// Removes an entry, its first chunk first, without which a reader does not look for the others.
    pub(super) fn remove(&self, key: &Digest) -> Result<(), Broken> {
        for nth in 0..=u16::MAX {
            if self.with_db(|db| db.remove(chunk_key(key, nth)))?.is_none() {
                break;
            }
        }
        Ok(())
    }

    pub(super) fn flush(&self) -> Result<(), Broken> {
        self.with_db(|db| db.flush().map(|_| ()))
    }

    /// Counts a fault; returns true once, when there are more than [`FAULTS_ENDURED`].
    pub(super) fn count_fault(&self) -> bool {
        self.faults.fetch_add(1, Relaxed) == FAULTS_ENDURED
    }

    /// Whether the directory has to be measured after `more` further bytes.
    pub(super) fn needs_measuring(&self, more: usize, share: u64) -> bool {
        let more = more as u64 + CHUNK as u64 / 8;
        let due = self.unmeasured.fetch_add(more, Relaxed).saturating_add(more) >= share / MEASURES_PER_SHARE;
        if due {
            self.unmeasured.store(0, Relaxed);
        }
        due
    }
}

impl Drop for Generation {
    fn drop(&mut self) {
        let db = self.db.take();
        // Closing flushes, which may fail or panic on damaged files; there is no caller left to report it to.
        let _ = catch_unwind(AssertUnwindSafe(|| drop(db)));
        if self.delete_when_dropped.load(Relaxed) {
            // The next start deletes what could not be deleted now.
            let _ = fs::remove_dir_all(&self.dir);
        }
    }
}

fn chunk_key(key: &Digest, nth: u16) -> [u8; 34] {
    let mut bytes = [0; 34];
    let (digest, number) = bytes.split_at_mut(32);
    digest.copy_from_slice(&key.0);
    number.copy_from_slice(&nth.to_be_bytes());
    bytes
}

fn payload_length(entry: &[u8]) -> Option<usize> {
    let length = entry.get(33..HEAD)?.first_chunk::<4>()?;
    usize::try_from(u32::from_be_bytes(*length)).ok()
}

/// A database that was closed a moment ago stays locked for some milliseconds.
pub(super) fn open_patiently(config: &sled::Config, deadline: Instant) -> sled::Result<sled::Db> {
    let patience = deadline.min(Instant::now() + PATIENCE);
    loop {
        match config.open() {
            Err(sled::Error::Io(_)) if Instant::now() < patience => thread::sleep(RETRY),
            opened => return opened,
        }
    }
}
