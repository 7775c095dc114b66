//! The interface of a shelf that several processes share. The program that runs the judge brings it: this
//! crate opens no connections.

use std::fmt::Debug;

use crate::codec::digest::Digest;

/// Bytes by their digest, kept by another process. It never fails: an entry that is missing, late or unsound
/// is a miss, and one that cannot be kept is dropped. `get` returns only bytes that a judge with the same
/// secret put under the same name.
pub trait Shared: Debug + Send + Sync {
    /// The bytes of a name, if the shelf answers within a short time.
    fn get(&self, key: &Digest) -> Option<Vec<u8>>;

    /// Keeps bytes under a name later, without blocking.
    fn put(&self, key: &Digest, bytes: &[u8]);

    /// Removes the bytes of a name later, without blocking.
    fn forget(&self, key: &Digest);

    /// The state of the shelf now.
    fn state(&self) -> SharedState;

    /// The counters since the start.
    fn counts(&self) -> SharedCounts;
}

/// The state of a shelf.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SharedState {
    /// It reads and writes.
    Ready,
    /// It reads and writes, but lost a tenth or more of the latest writes.
    LosingWrites,
    /// It reads and does not write.
    ReadOnly,
    /// Another judge uses it with another secret, so that neither finds what the other put there.
    OtherKey,
    /// It failed, and is not asked for a while.
    Away,
}

impl SharedState {
    /// Every state.
    pub const ALL: [SharedState; 5] = [
        SharedState::Ready,
        SharedState::LosingWrites,
        SharedState::ReadOnly,
        SharedState::OtherKey,
        SharedState::Away,
    ];

    /// The name of the state in answers and metrics.
    pub const fn word(self) -> &'static str {
        match self {
            SharedState::Ready => "ready",
            SharedState::LosingWrites => "losing_writes",
            SharedState::ReadOnly => "read_only",
            SharedState::OtherKey => "other_key",
            SharedState::Away => "away",
        }
    }
}

/// Counters since the start. Every `get` is one of the first five, every `put` that ended one of the next
/// four.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SharedCounts {
    /// Found.
    pub hits: u64,
    /// Not found.
    pub misses: u64,
    /// Found, but not written by a judge with the same secret under this name.
    pub unsound: u64,
    /// Asked for without an answer in time.
    pub unanswered: u64,
    /// Not asked for, since the shelf was away.
    pub skipped: u64,
    /// Kept.
    pub kept: u64,
    /// Not kept, since they are larger than the limit.
    pub too_large: u64,
    /// Not kept, since the shelf was away or the queue was full.
    pub dropped: u64,
    /// Not kept, since the shelf refused them or did not answer in time.
    pub refused: u64,
    /// How often the shelf went away.
    pub failures: u64,
    /// Bytes that wait to be written now.
    pub queued_bytes: u64,
}
