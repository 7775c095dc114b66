//! A shelf that several processes share, as the cache sees it. What it is made of is the business of who runs
//! the judge: this crate opens no connections.

use std::fmt::Debug;

use crate::codec::digest::Digest;

/// Bytes by their name, kept elsewhere. It never fails: what is not there, not in time or not sound is a
/// miss, and what cannot be kept is not. What it gives is what a judge with the same secret put under that
/// very name.
pub trait Shared: Debug + Send + Sync {
    /// What was put under a name, within a short time or not at all.
    fn get(&self, key: &Digest) -> Option<Vec<u8>>;

    /// Keeps bytes under a name, some time later, without waiting.
    fn put(&self, key: &Digest, bytes: &[u8]);

    /// Forgets what was put under a name, some time later.
    fn forget(&self, key: &Digest);

    /// How it is now.
    fn state(&self) -> SharedState;

    /// What happened so far.
    fn counts(&self) -> SharedCounts;
}

/// How a shelf is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SharedState {
    /// It gives and takes.
    Ready,
    /// It gives and takes, but a tenth or more of what was put lately was not kept.
    LosingWrites,
    /// It gives what it has and takes nothing more.
    ReadOnly,
    /// Another judge uses it with another secret, so that neither finds what the other put there.
    OtherKey,
    /// It is left alone for a while.
    Away,
}

impl SharedState {
    /// All of them.
    pub const ALL: [SharedState; 5] = [
        SharedState::Ready,
        SharedState::LosingWrites,
        SharedState::ReadOnly,
        SharedState::OtherKey,
        SharedState::Away,
    ];

    /// Its name.
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

/// What happened since the start. Every `get` is one of the first five, every `put` that ended one of the
/// next four.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SharedCounts {
    /// Found.
    pub hits: u64,
    /// Not found.
    pub misses: u64,
    /// Found, and not written by a judge with the same secret under this name.
    pub unsound: u64,
    /// Asked for, and no answer came in time.
    pub unanswered: u64,
    /// Not asked for, since the shelf was away.
    pub skipped: u64,
    /// Kept.
    pub kept: u64,
    /// Not kept, since they are larger than the limit.
    pub too_large: u64,
    /// Not kept, since the shelf was away or more was waiting than may.
    pub dropped: u64,
    /// Not kept, since the shelf took them not, or not in time.
    pub refused: u64,
    /// How often the shelf went away.
    pub failures: u64,
    /// Bytes that wait to be written now.
    pub queued_bytes: u64,
}
