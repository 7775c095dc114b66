//! The store of judgements on disk. It is a cache: it may lose anything at any time, and deleting its
//! directory costs only time. No fault of it reaches a caller: an entry that cannot be read is a miss, one
//! that cannot be written is not kept, and both are counted.
//!
//! A directory holds a few *generations*, each a sled database that is only appended to; when the
//! newest is full the next is opened and the oldest deleted. That keeps the size bounded without
//! sled's clean-up, which grows without bound when entries are removed one by one. Entries are cut
//! into chunks, because sled puts large values into files that it never deletes.
//!
//! sled writes on threads of its own, through an unbounded queue. Every so often the writers wait until all
//! of it is on the disk, and only then the directory is measured: a size measured earlier means nothing when
//! the disk or the processor is busy.

use std::fs::{self, File};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError, RwLock, mpsc};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::cache::directory::{DAMAGED, GENERATION, OPENING, has_room, is_at, is_readable, lock, size_of};
use crate::cache::generation::{Broken, Generation, LARGEST_PAYLOAD, open_patiently};
use crate::cache::private;
use crate::codec::digest::Digest;

const GENERATIONS: usize = 4;
/// Shares of the whole size: one for each generation, one for the directory that was set aside last,
/// one for what these have beyond their shares, and one that is free after each measurement, for what
/// is written before the next.
const SHARES: u64 = GENERATIONS as u64 + 3;
/// sled writes in segments of half a mebibyte, so smaller shares could not be kept.
const SMALLEST: u64 = 32 << 20;

/// The limits of the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoreLimits {
    /// Bytes on disk, everything included. The default is 256 MiB; less than 32 MiB acts as 32 MiB.
    ///
    /// Whenever a 112th of this was put, the writers wait for the disk, and the oldest entries are
    /// forgotten until a seventh of this is free. sled does not say how much it will write for an
    /// entry or when it tidies up by itself, so the bound is kept by that reserve and not by a promise
    /// of sled.
    pub bytes: u64,
    /// Bytes of sled's page caches in memory, all together. The default is 16 MiB.
    pub memory: u64,
    /// Largest payload in bytes; larger ones are not kept. The default is 1 MiB; a sixteenth of a
    /// generation, which is a seventh of `bytes`, is the most.
    pub payload: usize,
    /// How long one generation may take to open before it is set aside. The default is 5 seconds.
    pub open_time: Duration,
}

impl Default for StoreLimits {
    fn default() -> StoreLimits {
        StoreLimits {
            bytes: 256 << 20,
            memory: 16 << 20,
            payload: 1 << 20,
            open_time: Duration::from_secs(5),
        }
    }
}

/// Whether the store keeps anything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoreState {
    /// The store keeps entries.
    Ready,
    /// The store keeps nothing, for this reason (one sentence for the operator); every `get` is a miss.
    Off(String),
}

/// Counters since the store was opened. Every `get` is a hit or a miss.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StoreCounts {
    /// Entries found.
    pub hits: u64,
    /// Entries not found, or found and not usable.
    pub misses: u64,
    /// Entries kept.
    pub kept: u64,
    /// Entries not kept because they are larger than the limit.
    pub too_large: u64,
    /// Errors and panics of sled, and entries that did not check.
    pub faults: u64,
    /// Generations that were renamed away or, where that failed, deleted.
    pub set_aside: u64,
    /// Generations that were opened because the one before was full.
    pub rolled: u64,
    /// Entries not kept because too much waited to be written.
    pub dropped: u64,
}

#[derive(Debug, Default)]
struct Counters {
    hits: AtomicU64,
    misses: AtomicU64,
    kept: AtomicU64,
    too_large: AtomicU64,
    faults: AtomicU64,
    set_aside: AtomicU64,
    rolled: AtomicU64,
}

fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Relaxed);
}

/// A store that may be shared between threads.
#[derive(Debug)]
pub struct Store {
    dir: PathBuf,
    limits: StoreLimits,
    counters: Counters,
    /// Oldest first; the store writes to the last one.
    generations: RwLock<Vec<Arc<Generation>>>,
    off: Mutex<Option<String>>,
    /// Whether others could read the directory, or something in it, before it was opened.
    was_open: bool,
    /// Held by the thread that writes, so that nothing is written while the size is measured. Taken before
    /// `changing`.
    writing: Mutex<()>,
    changing: Mutex<()>,
    /// Last, so that the directory stays ours until every generation is closed.
    lock: Mutex<Option<File>>,
}

impl Store {
    /// Opens the store in `dir`, which is created if need be, belongs to one process at a time, and is
    /// readable only by its owner from then on. It never fails: for a directory that cannot be used, or that
    /// another process owns, it returns a store that is off; generations that cannot be opened are set aside.
    pub fn open(dir: &Path, limits: StoreLimits) -> Store {
        let limits = StoreLimits { bytes: limits.bytes.max(SMALLEST), ..limits };
        let mut store = Store {
            dir: dir.to_owned(),
            limits,
            counters: Counters::default(),
            generations: RwLock::default(),
            off: Mutex::default(),
            was_open: false,
            writing: Mutex::default(),
            changing: Mutex::default(),
            lock: Mutex::default(),
        };
        match lock(dir) {
            Ok((file, was_open)) => {
                store.lock = Mutex::new(Some(file));
                store.was_open = was_open;
                if let Err(error) = store.open_generations() {
                    store.turn_off(format!("the directory {} cannot be used: {error}", dir.display()));
                }
            }
            Err(reason) => store.turn_off(reason),
        }
        store
    }

    /// A store that keeps nothing.
    pub fn off(reason: impl Into<String>) -> Store {
        Store {
            dir: PathBuf::new(),
            limits: StoreLimits::default(),
            counters: Counters::default(),
            generations: RwLock::default(),
            off: Mutex::new(Some(reason.into())),
            was_open: false,
            writing: Mutex::default(),
            changing: Mutex::default(),
            lock: Mutex::default(),
        }
    }

    /// Whether anything is kept.
    pub fn state(&self) -> StoreState {
        match &*self.off.lock().unwrap_or_else(PoisonError::into_inner) {
            None => StoreState::Ready,
            Some(reason) => StoreState::Off(reason.clone()),
        }
    }

    /// Whether others could read the directory, or something in it, before it was opened.
    pub fn was_open(&self) -> bool {
        self.was_open
    }

    /// The counters, read one after the other and not at one moment.
    pub fn counts(&self) -> StoreCounts {
        let Counters { hits, misses, kept, too_large, faults, set_aside, rolled } = &self.counters;
        StoreCounts {
            hits: hits.load(Relaxed),
            misses: misses.load(Relaxed),
            kept: kept.load(Relaxed),
            too_large: too_large.load(Relaxed),
            faults: faults.load(Relaxed),
            set_aside: set_aside.load(Relaxed),
            rolled: rolled.load(Relaxed),
            dropped: 0,
        }
    }

    /// Bytes that the directory takes on disk now.
    pub fn size(&self) -> u64 {
        size_of(&self.dir)
    }

    /// The payload of `key`, byte for byte.
    pub fn get(&self, key: &Digest) -> Option<Vec<u8>> {
        let (found, bad) = self.look_up(key);
        for generation in bad {
            self.drop_bad(generation);
        }
        found
    }

    /// As [`Store::get`], with the generations that have too many faults now, for [`Store::drop_bad`] to
    /// replace.
    pub(super) fn look_up(&self, key: &Digest) -> (Option<Vec<u8>>, Vec<Arc<Generation>>) {
        let mut bad = Vec::new();
        let mut found = None;
        for generation in self.generations.read().unwrap_or_else(PoisonError::into_inner).iter().rev() {
            match generation.read(key) {
                Ok(None) => {}
                Ok(payload) => {
                    found = payload;
                    break;
                }
                Err(Broken) => {
                    count(&self.counters.faults);
                    if generation.count_fault() {
                        bad.push(Arc::clone(generation));
                    }
                }
            }
        }
        count(if found.is_some() { &self.counters.hits } else { &self.counters.misses });
        (found, bad)
    }

    fn largest(&self) -> usize {
        let most = usize::try_from(self.share() / 16).unwrap_or(usize::MAX);
        self.limits.payload.min(most).min(LARGEST_PAYLOAD)
    }

    /// Whether a payload of so many bytes is kept now.
    pub fn has_room_for(&self, bytes: usize) -> bool {
        bytes <= self.largest() && self.state() == StoreState::Ready
    }

    /// Keeps `payload` under `key` as long as there is room; an earlier payload goes.
    pub fn put(&self, key: &Digest, payload: &[u8]) {
        if payload.len() > self.largest() {
            count(&self.counters.too_large);
            return;
        }
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(newest) = self.newest() else { return };
        let mut done = newest.write(key, payload);
        if done.is_ok() {
            count(&self.counters.kept);
        }
        // An entry that was only partly written takes room, too.
        if newest.needs_measuring(payload.len(), self.share()) {
            done = done.and(newest.flush());
            self.keep_bound();
        }
        if let Err(Broken) = done {
            self.fault(newest);
        }
    }

    /// Counts a fault of a generation, and replaces it after too many. The caller holds none of the
    /// generations.
    fn fault(&self, generation: Arc<Generation>) {
        count(&self.counters.faults);
        if generation.count_fault() {
            self.drop_bad(generation);
        }
    }

    /// Removes the payload of `key`.
    pub fn forget(&self, key: &Digest) {
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let mut bad = Vec::new();
        for generation in self.generations.read().unwrap_or_else(PoisonError::into_inner).iter() {
            if generation.remove(key).is_err() {
                count(&self.counters.faults);
                if generation.count_fault() {
                    bad.push(Arc::clone(generation));
                }
            }
        }
        for generation in bad {
            self.drop_bad(generation);
        }
    }

    /// Writes everything to the disk. Without it up to half a second of entries is lost when the process is
    /// killed; dropping the store loses nothing. A store whose directory was deleted or replaced is turned
    /// off, since nobody would find what it writes.
    pub fn flush(&self) {
        let has_dir = || {
            let lock = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
            lock.as_ref().is_some_and(|lock| is_at(lock, &self.dir))
        };
        if self.state() == StoreState::Ready && !has_dir() {
            let dir = self.dir.display();
            self.turn_off(format!("the directory {dir} was deleted or replaced"));
        }
        if let Some(newest) = self.newest()
            && newest.flush().is_err()
        {
            self.fault(newest);
        }
    }

    /// Turns the store on again if the reason for which it is off is over: the disk has room, another process
    /// has released the directory, or somebody deleted it. It may block on the disk.
    pub fn recover(&self) {
        if self.state() == StoreState::Ready || self.dir.as_os_str().is_empty() {
            return;
        }
        let mut held = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        if !held.as_ref().is_some_and(|lock| is_at(lock, &self.dir)) {
            match lock(&self.dir) {
                Ok((file, _)) => *held = Some(file),
                Err(reason) => return self.turn_off(reason),
            }
        }
        // Opening a sound generation on a full disk fails, and would set it aside.
        if let Err(error) = has_room(&self.dir) {
            return self.turn_off(format!("the directory {} has no room: {error}", self.dir.display()));
        }
        match self.open_generations() {
            Ok(()) => *self.off.lock().unwrap_or_else(PoisonError::into_inner) = None,
            Err(error) => {
                self.turn_off(format!("the directory {} cannot be used: {error}", self.dir.display()));
            }
        }
    }

    fn newest(&self) -> Option<Arc<Generation>> {
        self.generations.read().unwrap_or_else(PoisonError::into_inner).last().cloned()
    }

    fn share(&self) -> u64 {
        self.limits.bytes / SHARES
    }

    fn turn_off(&self, reason: String) {
        *self.off.lock().unwrap_or_else(PoisonError::into_inner) = Some(reason);
        let closed = std::mem::take(&mut *self.generations.write().unwrap_or_else(PoisonError::into_inner));
        drop(closed);
    }

    fn open_generations(&self) -> io::Result<()> {
        let (mut numbers, mut marks) = (Vec::new(), Vec::new());
        for entry in fs::read_dir(&self.dir)? {
            let name = entry?.file_name();
            let number = |kind| name.to_str().and_then(|name| name.strip_prefix(kind)?.parse::<u64>().ok());
            numbers.extend(number(GENERATION));
            marks.extend(number(OPENING));
        }
        // A mark without a generation: the process ended before there was anything to open, so the files may
        // be sound.
        for number in marks.iter().filter(|number| !numbers.contains(number)) {
            fs::remove_file(self.mark(*number))?;
        }
        numbers.sort_unstable();
        let surplus = numbers.len().saturating_sub(GENERATIONS);
        let mut opened = Vec::new();
        for (nth, number) in numbers.iter().enumerate() {
            let dir = self.generation_dir(*number);
            if nth < surplus {
                fs::remove_dir_all(dir)?;
            } else if let Ok(generation) = self.open_generation(*number) {
                opened.push(Arc::new(generation));
            } else {
                self.set_aside(&dir)?;
            }
        }
        if opened.is_empty() {
            let number = numbers.last().map_or(1, |last| last.saturating_add(1));
            opened.push(Arc::new(self.open_generation(number)?));
        }
        *self.generations.write().unwrap_or_else(PoisonError::into_inner) = opened;
        // The bound may have been larger in an earlier run.
        self.keep_bound();
        Ok(())
    }

    fn generation_dir(&self, number: u64) -> PathBuf {
        self.dir.join(format!("{GENERATION}{number}"))
    }

    fn mark(&self, number: u64) -> PathBuf {
        self.dir.join(format!("{OPENING}{number}"))
    }

    /// Opens a generation on a thread of its own, since sled may panic or hang on damaged files.
    fn open_generation(&self, number: u64) -> io::Result<Generation> {
        let dir = self.generation_dir(number);
        if !is_readable(&dir, self.share()) {
            return Err(io::Error::other("the generation has files that no database writes"));
        }
        // Damaged files can even end the process. The mark stays behind then, and the next process does not
        // open these files again.
        let mark = self.mark(number);
        if mark.exists() {
            fs::remove_file(&mark)?;
            return Err(io::Error::other("the process ended while it opened this generation"));
        }
        private::file(&mark)?;
        let config = sled::Config::new()
            .path(&dir)
            .cache_capacity((self.limits.memory / GENERATIONS as u64).max(1 << 16));
        let (sender, receiver) = mpsc::channel();
        let deadline = Instant::now() + self.limits.open_time;
        thread::Builder::new().name("store-open".to_owned()).spawn(move || {
            // If the receiver has given up, the database is closed here.
            let _ = sender.send(catch_unwind(AssertUnwindSafe(|| open_patiently(&config, deadline))));
        })?;
        let opened = receiver.recv_timeout(self.limits.open_time);
        fs::remove_file(&mark)?;
        let db = match opened {
            Ok(Ok(opened)) => opened.map_err(|error| io::Error::other(error.to_string()))?,
            Ok(Err(_)) => return Err(io::Error::other("sled panicked")),
            Err(_) => return Err(io::Error::other("sled did not answer in time")),
        };
        // sled creates its files with the permissions that the umask leaves.
        private::below(&dir)?;
        Ok(Generation {
            number,
            dir,
            db: Some(db),
            faults: AtomicU64::new(0),
            // The first entry measures it: it may be full already.
            unmeasured: AtomicU64::new(self.limits.bytes),
            delete_when_dropped: AtomicBool::new(false),
        })
    }

    /// Opens the next generation if the newest has its share, and forgets the oldest until one share
    /// of the whole is free.
    fn keep_bound(&self) {
        let _changing = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(newest) = self.newest()
            && size_of(&newest.dir) >= self.share()
        {
            self.open_next(newest.number);
        }
        while self.size() > self.limits.bytes - self.share() && self.forget_oldest(1) {}
        if self.size() > self.limits.bytes - self.share() {
            // The damaged generation was set aside under a larger bound. If it cannot be deleted now, the
            // next measurement tries again.
            let _ = self.delete_damaged();
        }
    }

    /// Deletes the oldest generation if there are more than `most`; the caller holds `changing`.
    fn forget_oldest(&self, most: usize) -> bool {
        let oldest = {
            let mut all = self.generations.write().unwrap_or_else(PoisonError::into_inner);
            (all.len() > most).then(|| all.remove(0))
        };
        // The files go when the last reader drops the generation, which mostly is here.
        oldest.is_some_and(|oldest| {
            oldest.delete_when_dropped.store(true, Relaxed);
            true
        })
    }

    /// Replaces a generation with too many faults; the caller holds no lock.
    pub(super) fn drop_bad(&self, bad: Arc<Generation>) {
        let _changing = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let (was_there, was_newest) = {
            let mut all = self.generations.write().unwrap_or_else(PoisonError::into_inner);
            let before = all.len();
            let was_newest = all.last().is_some_and(|newest| Arc::ptr_eq(newest, &bad));
            all.retain(|generation| !Arc::ptr_eq(generation, &bad));
            (all.len() < before, was_newest)
        };
        if !was_there {
            return;
        }
        let (dir, number) = (bad.dir.clone(), bad.number);
        drop(bad);
        if let Err(error) = self.set_aside(&dir) {
            self.turn_off(format!("a damaged generation cannot be set aside: {error}"));
        } else if was_newest {
            self.open_next(number);
        }
    }

    /// Opens the generation after `number` and before that deletes the oldest if there would be too
    /// many. The caller holds `changing`.
    fn open_next(&self, number: u64) {
        self.forget_oldest(GENERATIONS - 1);
        let next = number.saturating_add(1);
        match self.open_generation(next) {
            Ok(generation) => {
                count(&self.counters.rolled);
                let mut all = self.generations.write().unwrap_or_else(PoisonError::into_inner);
                all.push(Arc::new(generation));
            }
            Err(error) => {
                count(&self.counters.faults);
                self.turn_off(format!("the next generation cannot be opened: {error}"));
            }
        }
    }

    /// Renames a directory for inspection, in place of the one that was set aside before.
    fn set_aside(&self, dir: &Path) -> io::Result<()> {
        count(&self.counters.set_aside);
        self.delete_damaged()?;
        if !dir.exists() {
            return Ok(());
        }
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        fs::rename(dir, self.dir.join(format!("{DAMAGED}{now}"))).or_else(|_| fs::remove_dir_all(dir))
    }

    fn delete_damaged(&self) -> io::Result<()> {
        for entry in fs::read_dir(&self.dir)? {
            let entry = entry?;
            if entry.file_name().to_string_lossy().starts_with(DAMAGED) {
                fs::remove_dir_all(entry.path())?;
            }
        }
        Ok(())
    }
}
