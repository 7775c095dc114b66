//! Answers that are kept in memory, by everything that they depend on.
//!
//! Nothing but good answers is kept, and nothing that a client may be told is hidden in the key: who
//! sends the same bytes again gets the same bytes again. Each answer lies there with its key and a
//! checksum of both; what does not check is dropped, never served.

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

/// An answer, the key it was put under, and the checksum of both.
#[derive(Debug, Clone)]
struct Kept {
    key: Digest,
    bytes: Arc<Vec<u8>>,
    checksum: u32,
}

impl Kept {
    fn new(key: Digest, bytes: Arc<Vec<u8>>) -> Kept {
        let checksum = checksum(&key, &bytes);
        Kept { key, bytes, checksum }
    }

    fn is_genuine(&self, key: &Digest) -> bool {
        self.key == *key && self.checksum == checksum(key, &self.bytes)
    }
}

fn checksum(key: &Digest, bytes: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&key.0);
    hasher.update(bytes);
    hasher.finalize()
}

impl Weighter<Digest, Kept> for Bytes {
    fn weight(&self, _: &Digest, kept: &Kept) -> u64 {
        kept.bytes.len() as u64 + OVERHEAD
    }
}

/// The kept answers.
pub struct Answers(Option<Cache<Digest, Kept, Bytes>>);

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
        let cache = self.0.as_ref()?;
        let kept = cache.get(key)?;
        if !kept.is_genuine(key) {
            cache.remove(key);
            return None;
        }
        Some(kept.bytes)
    }

    /// Keeps an answer.
    pub fn put(&self, key: Digest, bytes: &Arc<Vec<u8>>) {
        if let Some(kept) = &self.0 {
            kept.insert(key, Kept::new(key, Arc::clone(bytes)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_check_is_dropped() {
        let answers = Answers::new(1 << 20);
        let key = answers.key("/v1/verify", &[], Language::English, b"body").unwrap_or(Digest([0; 32]));
        let other = answers.key("/v1/verify", &[], Language::English, b"other").unwrap_or(Digest([1; 32]));
        let bytes = Arc::new(b"answer".to_vec());
        answers.put(key, &bytes);
        assert_eq!(answers.get(&key).as_deref(), Some(&b"answer".to_vec()));
        let Some(cache) = &answers.0 else { return };
        // A bit of the answer, and the key, turned over in memory.
        let bent = Kept { bytes: Arc::new(b"answes".to_vec()), ..Kept::new(key, Arc::clone(&bytes)) };
        cache.insert(key, bent);
        assert_eq!(answers.get(&key), None);
        assert!(cache.get(&key).is_none(), "it is gone");
        cache.insert(key, Kept::new(other, bytes));
        assert_eq!(answers.get(&key), None);
    }
}
