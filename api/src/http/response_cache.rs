//! Keeps answers in memory, by a digest of everything that they depend on.
//!
//! Keeps only good answers, and only those to questions that nobody can guess: `cache-status` and the time of
//! an answer tell whether it was cached, and so whether somebody asked the same before. The key needs no
//! identity of the client, since the same bytes get the same answer from everybody. Each answer is stored
//! with its key and a checksum of both; one that fails the check is dropped and never sent.

use std::hash::{Hash as _, Hasher};
use std::sync::Arc;

use actix_web::web::Bytes;
use rules_judge_replays::answer::Query;
use rules_judge_replays::cache::memory::{MemoryCache, Weighs};
use rules_judge_replays::codec::digest::Digest;

/// The largest body that is looked up: hashing a larger one would delay other connections.
const LARGEST_BODY: usize = 256 * 1024;

/// The parts of an answer that are cached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    /// Its bytes.
    pub bytes: Bytes,
    /// Their signature, if they are signed.
    pub signature: Option<Arc<str>>,
}

/// An answer, the key it was put under, and the checksum of both.
#[derive(Debug, Clone)]
struct Kept {
    key: Digest,
    answered: Answered,
    checksum: u32,
}

impl Kept {
    fn new(key: Digest, answered: Answered) -> Kept {
        let checksum = checksum(&key, &answered);
        Kept { key, answered, checksum }
    }

    fn is_genuine(&self, key: &Digest) -> bool {
        self.key == *key && self.checksum == checksum(key, &self.answered)
    }
}

fn checksum(key: &Digest, answered: &Answered) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&key.0);
    hasher.update(&answered.bytes);
    hasher.update(answered.signature.as_deref().unwrap_or_default().as_bytes());
    hasher.finalize()
}

impl Weighs for Kept {
    // The vectors of answers have no spare capacity, so their lengths are what they take.
    fn bytes(&self) -> u64 {
        let signature = self.answered.signature.as_deref().map_or(0, str::len);
        self.answered.bytes.len().saturating_add(signature) as u64
    }
}

/// What an answer depends on besides the body, as bytes.
struct Head(Vec<u8>);

impl Hasher for Head {
    fn finish(&self) -> u64 {
        0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }
}

/// The cache.
#[derive(Debug)]
pub struct ResponseCache(MemoryCache<Kept>);

impl ResponseCache {
    /// A cache of at most `bytes` bytes; 0: it keeps nothing.
    pub fn new(bytes: u64) -> ResponseCache {
        ResponseCache(MemoryCache::new(bytes))
    }

    /// The key of a request's answer; `None`: the cache does not keep it.
    pub fn key(&self, path: &str, query: &Query, body: &[u8]) -> Option<Digest> {
        if !self.0.is_there() || body.len() > LARGEST_BODY {
            return None;
        }
        // Each part of the head says where it ends, so that no two requests have the same key.
        let mut head = Head(Vec::with_capacity(128));
        (path, query).hash(&mut head);
        Some(Digest::of_parts(&[&head.0, body]))
    }

    /// The cached answer for a key.
    pub fn get(&self, key: &Digest) -> Option<Answered> {
        let kept = self.0.get(key)?;
        if !kept.is_genuine(key) {
            self.0.forget(key);
            return None;
        }
        Some(kept.answered)
    }

    /// Caches an answer, whose vectors have no spare capacity.
    pub fn put(&self, key: Digest, answered: &Answered) {
        if self.0.is_there() {
            self.0.put(key, Kept::new(key, answered.clone()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_check_is_dropped() {
        let answers = ResponseCache::new(1 << 20);
        let query = Query::default();
        let key = answers.key("/v1/verify", &query, b"body").unwrap_or(Digest([0; 32]));
        let other = answers.key("/v1/verify", &query, b"other").unwrap_or(Digest([1; 32]));
        let of = |bytes, signature: Option<&str>| Answered {
            bytes: Bytes::from_static(bytes),
            signature: signature.map(Into::into),
        };
        let answer = of(b"answer", Some("signature"));
        answers.put(key, &answer);
        assert_eq!(answers.get(&key), Some(answer.clone()));
        // A changed byte of the answer, a changed signature and a missing one, as if the memory had failed.
        for bent in [of(b"answes", Some("signature")), of(b"answer", Some("sigmature")), of(b"answer", None)]
        {
            let bent = Kept { answered: bent, ..Kept::new(key, answer.clone()) };
            answers.0.put(key, bent);
            assert_eq!(answers.get(&key), None);
            assert!(answers.0.get(&key).is_none(), "it is gone");
        }
        answers.0.put(key, Kept::new(other, answer));
        assert_eq!(answers.get(&key), None);
    }
}
