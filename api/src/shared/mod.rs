//! The shelf: a cache of judgements and pools on a Redis or Valkey server, for all replicas of the service.
//! It saves work and is never required: a read waits a short time at most, a write never waits, and a server
//! that fails is left alone for a while. A value from it counts only if the secret of the replicas opens it.

mod lanes;
pub mod link;
pub mod seal;

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc as waiting;
use std::time::Duration;

use rules_judge_replays::cache::shared::{Shared, SharedCounts, SharedState};
use rules_judge_replays::codec::digest::Digest;
use tokio::sync::mpsc;
use tokio::time::Instant;

use crate::limits::Limits;
use crate::shared::lanes::{Asked, Put};
use crate::shared::link::Server;
use crate::shared::seal::{SEALED, Seals};

/// Most requests that wait to be sent. There are never more than judgements that run.
const ASKED: usize = 1_024;
/// Most values that wait to be written, however small.
const WAITING: usize = 4_096;

/// The limits of the shelf.
#[derive(Debug, Clone, Copy)]
pub struct ShelfLimits {
    /// Longest time that a judgement waits for a value.
    pub time: Duration,
    /// Seconds for which the server keeps a value.
    pub keep_seconds: u64,
    /// Most bytes of a value.
    pub value_bytes: usize,
    /// Most bytes that wait to be written.
    pub queue_bytes: u64,
    /// The interval at which the canary and the share of lost writes are checked.
    pub check_time: Duration,
}

/// Short enough for an alert, long enough to cost nothing.
const CHECK_TIME: Duration = Duration::from_secs(10);

impl From<&Limits> for ShelfLimits {
    fn from(limits: &Limits) -> ShelfLimits {
        ShelfLimits {
            time: limits.shared_time,
            keep_seconds: limits.shared_seconds,
            value_bytes: limits.shared_value_bytes,
            queue_bytes: limits.shared_queue_bytes,
            check_time: CHECK_TIME,
        }
    }
}

#[derive(Debug, Default)]
struct Counters {
    hits: AtomicU64,
    misses: AtomicU64,
    unsound: AtomicU64,
    unanswered: AtomicU64,
    skipped: AtomicU64,
    kept: AtomicU64,
    too_large: AtomicU64,
    dropped: AtomicU64,
    refused: AtomicU64,
    failures: AtomicU64,
}

fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Relaxed);
}

/// The state that the two threads and the judgements share.
#[derive(Debug)]
struct Inner {
    seals: Seals,
    limits: ShelfLimits,
    counters: Counters,
    reads: AtomicBool,
    writes: AtomicBool,
    /// Whether the canary on the server was sealed with a secret that this replica does not have.
    other_key: AtomicBool,
    /// Whether a tenth or more of the recent writes was lost.
    losing: AtomicBool,
    /// Bytes that wait to be written.
    queued: AtomicU64,
}

/// The shelf. A thread and a connection for reads, and another of each for writes, so that writes do not
/// delay reads.
#[derive(Debug)]
pub struct Shelf {
    inner: Arc<Inner>,
    asked: mpsc::Sender<Asked>,
    puts: mpsc::Sender<Put>,
}

impl Shelf {
    /// Opens a shelf, which connects in the background.
    ///
    /// # Errors
    /// The system cannot start another thread.
    pub fn open(server: Server, seals: Seals, limits: ShelfLimits) -> io::Result<Shelf> {
        let inner = Arc::new(Inner {
            seals,
            limits,
            counters: Counters::default(),
            reads: AtomicBool::new(false),
            writes: AtomicBool::new(false),
            other_key: AtomicBool::new(false),
            losing: AtomicBool::new(false),
            queued: AtomicU64::new(0),
        });
        let (asked, questions) = mpsc::channel(ASKED);
        let (puts, values) = mpsc::channel(WAITING);
        let server = Arc::new(server);
        lanes::read(Arc::clone(&server), Arc::clone(&inner), questions)?;
        lanes::write(server, Arc::clone(&inner), values)?;
        Ok(Shelf { inner, asked, puts })
    }

    /// The value of a name; `None`: the server did not answer in time, counted from `since`.
    fn value(&self, name: String, since: Instant) -> Option<lanes::Found> {
        let (answer, answered) = waiting::sync_channel(1);
        self.asked.try_send(Asked { name, since, answer }).ok()?;
        answered.recv_timeout(self.inner.limits.time.saturating_sub(since.elapsed())).ok()
    }

    /// Queues a write if there is room. Returns whether it is queued.
    fn queue(&self, put: Put) -> bool {
        if !self.inner.writes.load(Relaxed) {
            return false;
        }
        let bytes = put.bytes();
        let most = self.inner.limits.queue_bytes;
        let room = |queued: u64| queued.checked_add(bytes).filter(|all| *all <= most);
        if self.inner.queued.fetch_update(Relaxed, Relaxed, room).is_err() {
            return false;
        }
        let taken = self.puts.try_send(put).is_ok();
        if !taken {
            self.inner.queued.fetch_sub(bytes, Relaxed);
        }
        taken
    }
}

impl Shared for Shelf {
    fn get(&self, key: &Digest) -> Option<Vec<u8>> {
        let counters = &self.inner.counters;
        if !self.inner.reads.load(Relaxed) {
            count(&counters.skipped);
            return None;
        }
        let since = Instant::now();
        let mut is_unsound = false;
        for seal in self.inner.seals.all() {
            let opened = match self.value(seal.name(key), since) {
                None => {
                    count(&counters.unanswered);
                    return None;
                }
                Some(lanes::Found::Value(value)) if value.is_empty() => continue,
                Some(lanes::Found::Value(value)) => seal.open(key, &value),
                Some(lanes::Found::Other) => None,
            };
            if opened.is_some() {
                count(&counters.hits);
                return opened;
            }
            is_unsound = true;
        }
        count(if is_unsound { &counters.unsound } else { &counters.misses });
        None
    }

    fn put(&self, key: &Digest, bytes: &[u8]) {
        let counters = &self.inner.counters;
        if bytes.len().saturating_add(SEALED) > self.inner.limits.value_bytes {
            count(&counters.too_large);
        } else if !self.queue(Put::Value(*key, bytes.to_vec())) {
            count(&counters.dropped);
        }
    }

    fn forget(&self, key: &Digest) {
        // If the deletion is not queued, the value expires.
        self.queue(Put::Nothing(*key));
    }

    fn state(&self) -> SharedState {
        let Inner { reads, writes, other_key, losing, .. } = &*self.inner;
        if !reads.load(Relaxed) {
            SharedState::Away
        } else if other_key.load(Relaxed) {
            SharedState::OtherKey
        } else if !writes.load(Relaxed) {
            SharedState::ReadOnly
        } else if losing.load(Relaxed) {
            SharedState::LosingWrites
        } else {
            SharedState::Ready
        }
    }

    fn counts(&self) -> SharedCounts {
        let Counters {
            hits,
            misses,
            unsound,
            unanswered,
            skipped,
            kept,
            too_large,
            dropped,
            refused,
            failures,
        } = &self.inner.counters;
        SharedCounts {
            hits: hits.load(Relaxed),
            misses: misses.load(Relaxed),
            unsound: unsound.load(Relaxed),
            unanswered: unanswered.load(Relaxed),
            skipped: skipped.load(Relaxed),
            kept: kept.load(Relaxed),
            too_large: too_large.load(Relaxed),
            dropped: dropped.load(Relaxed),
            refused: refused.load(Relaxed),
            failures: failures.load(Relaxed),
            queued_bytes: self.inner.queued.load(Relaxed),
        }
    }
}
