//! The store with a thread that writes to it, so that no request waits for a slow, full or damaged disk.
//! `get` also finds entries that still wait to be written.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use crate::cache::generation::Generation;
use crate::cache::store::{Store, StoreCounts, StoreState};
use crate::codec::digest::Digest;

/// Most bytes that wait to be written; the queue drops entries beyond.
pub const QUEUE_BYTES: u64 = 16 << 20;
/// Bytes that one waiting entry takes besides its payload, roughly.
const OVERHEAD: u64 = 256;

/// A store that is written to in the background.
#[derive(Debug)]
pub struct Disk {
    store: Arc<Store>,
    queue: Arc<Queue>,
    /// `None`: the system could start no thread, and the caller of `put` writes.
    writer: Option<JoinHandle<()>>,
}

/// The entries that wait to be written.
#[derive(Debug, Default)]
struct Queue {
    waiting: Mutex<Waiting>,
    /// Signalled when a job was pushed or finished.
    changed: Condvar,
    dropped: AtomicU64,
}

#[derive(Debug, Default)]
struct Waiting {
    jobs: VecDeque<Job>,
    /// The entries that wait to be written; each stays here until it is written.
    entries: BTreeMap<Digest, Entry>,
    bytes: u64,
    /// Jobs pushed and jobs finished so far.
    pushed: u64,
    done: u64,
    is_closed: bool,
}

impl Waiting {
    fn push(&mut self, job: Job) {
        self.pushed = self.pushed.saturating_add(1);
        self.jobs.push_back(job);
    }
}

#[derive(Debug)]
enum Job {
    /// The entry of this name.
    Write(Digest),
    /// A generation with too many faults.
    Replace(Arc<Generation>),
}

#[derive(Debug)]
struct Entry {
    /// `None`: remove the entry of this name.
    payload: Option<Arc<[u8]>>,
    /// Whether a job waits for it; otherwise the thread is writing it now.
    is_queued: bool,
}

impl Entry {
    fn bytes(&self) -> u64 {
        OVERHEAD.saturating_add(self.payload.as_ref().map_or(0, |payload| payload.len() as u64))
    }
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, waiting: MutexGuard<'a, Waiting>) -> MutexGuard<'a, Waiting> {
        self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues an entry, in place of the one that waits under its name.
    fn put(&self, key: Digest, payload: Option<Arc<[u8]>>) {
        let mut waiting = self.lock();
        let entry = Entry { payload, is_queued: true };
        let before = waiting.entries.get(&key);
        let was_queued = before.is_some_and(|before| before.is_queued);
        let others = waiting.bytes.saturating_sub(before.map_or(0, Entry::bytes));
        let bytes = others.saturating_add(entry.bytes());
        if bytes > QUEUE_BYTES {
            self.dropped.fetch_add(1, Relaxed);
            return;
        }
        waiting.bytes = bytes;
        waiting.entries.insert(key, entry);
        if !was_queued {
            waiting.push(Job::Write(key));
        }
        self.changed.notify_all();
    }

    /// Carries out jobs until the queue is closed and empty.
    fn work(&self, store: &Store) {
        let mut waiting = self.lock();
        loop {
            match waiting.jobs.pop_front() {
                Some(job) => {
                    waiting = self.carry_out(waiting, job, store);
                    waiting.done = waiting.done.saturating_add(1);
                    self.changed.notify_all();
                }
                None if waiting.is_closed => return,
                None => waiting = self.wait(waiting),
            }
        }
    }

    /// Carries out a job; the lock is released while the disk works.
    fn carry_out<'a>(
        &'a self,
        mut waiting: MutexGuard<'a, Waiting>,
        job: Job,
        store: &Store,
    ) -> MutexGuard<'a, Waiting> {
        let key = match job {
            Job::Replace(generation) => {
                drop(waiting);
                store.drop_bad(generation);
                return self.lock();
            }
            Job::Write(key) => key,
        };
        let Some(entry) = waiting.entries.get_mut(&key) else { return waiting };
        entry.is_queued = false;
        let payload = entry.payload.clone();
        drop(waiting);
        match payload {
            Some(payload) => store.put(&key, &payload),
            None => store.forget(&key),
        }
        let mut waiting = self.lock();
        // An entry that came under the name meanwhile has a job of its own.
        let written = waiting.entries.get(&key).filter(|entry| !entry.is_queued);
        if let Some(bytes) = written.map(Entry::bytes) {
            waiting.entries.remove(&key);
            waiting.bytes = waiting.bytes.saturating_sub(bytes);
        }
        waiting
    }
}

impl Disk {
    /// Starts the thread that writes to the store.
    pub fn new(store: Store) -> Disk {
        let (store, queue) = (Arc::new(store), Arc::<Queue>::default());
        let (for_writer, of_writer) = (Arc::clone(&store), Arc::clone(&queue));
        let writer = thread::Builder::new().name("store-writes".to_owned());
        let writer = writer.spawn(move || of_writer.work(&for_writer)).ok();
        Disk { store, queue, writer }
    }

    /// The payload that was put under `key`, or `None`.
    pub fn get(&self, key: &Digest) -> Option<Vec<u8>> {
        if let Some(entry) = self.queue.lock().entries.get(key) {
            return entry.payload.as_deref().map(<[u8]>::to_vec);
        }
        let (found, bad) = self.store.look_up(key);
        for generation in bad {
            match self.writer {
                Some(_) => {
                    self.queue.lock().push(Job::Replace(generation));
                    self.queue.changed.notify_all();
                }
                None => self.store.drop_bad(generation),
            }
        }
        found
    }

    /// Keeps a payload under `key` some time later, without waiting.
    pub fn put(&self, key: &Digest, payload: Arc<[u8]>) {
        match self.writer {
            Some(_) => self.queue.put(*key, Some(payload)),
            None => self.store.put(key, &payload),
        }
    }

    /// Forgets what was put under `key`.
    pub fn forget(&self, key: &Digest) {
        match self.writer {
            Some(_) => self.queue.put(*key, None),
            None => self.store.forget(key),
        }
    }

    /// Whether a payload of so many bytes would be kept now.
    pub fn has_room_for(&self, bytes: usize) -> bool {
        self.store.has_room_for(bytes)
    }

    /// Waits until everything that was put before is on the disk.
    pub fn flush(&self) {
        let mut waiting = self.queue.lock();
        let pushed = waiting.pushed;
        while waiting.done < pushed {
            waiting = self.queue.wait(waiting);
        }
        drop(waiting);
        self.store.flush();
    }

    /// As [`Store::recover`].
    pub fn recover(&self) {
        self.store.recover();
    }

    /// As [`Store::state`].
    pub fn state(&self) -> StoreState {
        self.store.state()
    }

    /// As [`Store::counts`], with what the queue dropped.
    pub fn counts(&self) -> StoreCounts {
        StoreCounts { dropped: self.queue.dropped.load(Relaxed), ..self.store.counts() }
    }

    /// Bytes that wait to be written now.
    pub fn queued_bytes(&self) -> u64 {
        self.queue.lock().bytes
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        self.queue.lock().is_closed = true;
        self.queue.changed.notify_all();
        if let Some(writer) = self.writer.take() {
            // A panic of the writer has been logged, and nothing else could write the rest.
            let _ = writer.join();
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::cache::store::StoreLimits;

    fn key(number: u8) -> Digest {
        Digest::of(&[number])
    }

    fn payload(number: u8, length: usize) -> Arc<[u8]> {
        vec![number; length].into()
    }

    #[test]
    fn what_waits_is_found_and_what_was_written_stays() {
        let folder = tempfile::tempdir().unwrap();
        let disk = Disk::new(Store::open(folder.path(), StoreLimits::default()));
        for number in 0..100 {
            disk.put(&key(number), payload(number, 1_000));
            assert_eq!(disk.get(&key(number)), Some(vec![number; 1_000]));
        }
        disk.put(&key(7), payload(8, 10));
        disk.forget(&key(9));
        assert_eq!((disk.get(&key(7)), disk.get(&key(9))), (Some(vec![8; 10]), None));
        disk.flush();
        assert_eq!((disk.queued_bytes(), disk.counts().dropped), (0, 0));
        assert_eq!((disk.get(&key(7)), disk.get(&key(9))), (Some(vec![8; 10]), None));
        disk.put(&key(200), payload(3, 5));
        drop(disk);
        let store = Store::open(folder.path(), StoreLimits::default());
        assert_eq!((store.get(&key(200)), store.get(&key(9))), (Some(vec![3; 5]), None));
        assert_eq!(store.get(&key(99)), Some(vec![99; 1_000]));
    }

    #[test]
    fn what_waits_is_bounded() {
        // This test uses the queue without a writer.
        let queue = Queue::default();
        let most = usize::try_from(QUEUE_BYTES / 16 - OVERHEAD).unwrap();
        for number in 0..16 {
            queue.put(key(number), Some(payload(number, most)));
        }
        assert_eq!((queue.lock().bytes, queue.dropped.load(Relaxed)), (QUEUE_BYTES, 0));
        queue.put(key(16), None);
        assert_eq!((queue.lock().bytes, queue.dropped.load(Relaxed)), (QUEUE_BYTES, 1));
        // An entry that replaces a waiting one needs no more room.
        queue.put(key(3), Some(payload(4, most - 1)));
        assert_eq!((queue.lock().bytes, queue.dropped.load(Relaxed)), (QUEUE_BYTES - 1, 1));
        assert_eq!(queue.lock().jobs.len(), 16);
    }
}
