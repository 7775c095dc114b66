//! Answers that are kept in memory, by everything that they depend on.
//!
//! Nothing but good answers is kept, and nothing that a client may be told is hidden in the key: who
//! sends the same bytes again gets the same bytes again.

use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;
use rules_judge_replays::answer::Language;
use rules_judge_replays::digest::Digest;

/// Bodies beyond this are not looked up: hashing them would hold up other connections.
const LARGEST_BODY: usize = 256 * 1024;
/// What one answer takes besides its bytes, about.
const OVERHEAD: u64 = 128;

#[derive(Debug, Clone)]
struct Bytes;

impl Weighter<Digest, Arc<Vec<u8>>> for Bytes {
    fn weight(&self, _: &Digest, bytes: &Arc<Vec<u8>>) -> u64 {
        bytes.len() as u64 + OVERHEAD
    }
}

/// The kept answers.
pub struct Answers(Option<Cache<Digest, Arc<Vec<u8>>, Bytes>>);

impl std::fmt::Debug for Answers {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Answers").field("kept", &self.0.is_some()).finish()
    }
}

impl Answers {
    /// Keeps up to so many bytes; 0: nothing.
    pub fn new(bytes: u64) -> Answers {
        let items = usize::try_from(bytes / 4096).unwrap_or(usize::MAX).max(16);
        Answers((bytes > 0).then(|| Cache::with_weighter(items, bytes, Bytes)))
    }

    /// The name of an answer; `None`: it is not kept.
    pub fn key(
        &self,
        path: &str,
        query: &[(String, String)],
        language: Language,
        body: &[u8],
    ) -> Option<Digest> {
        if self.0.is_none() || body.len() > LARGEST_BODY {
            return None;
        }
        let mut query = query.to_vec();
        query.sort();
        // Every part but the last has its length before it, so that no two questions have one name.
        let head = format!("{path:?} {query:?} {}\n", language.place());
        let length = (head.len() as u64).to_be_bytes();
        Some(Digest::of_parts(&[&length, head.as_bytes(), body]))
    }

    /// A kept answer.
    pub fn get(&self, key: &Digest) -> Option<Arc<Vec<u8>>> {
        self.0.as_ref()?.get(key)
    }

    /// Keeps an answer.
    pub fn put(&self, key: Digest, bytes: &Arc<Vec<u8>>) {
        if let Some(kept) = &self.0 {
            kept.insert(key, Arc::clone(bytes));
        }
    }
}
