//! Answers that are kept in memory, by everything that they depend on.
//!
//! Nothing but good answers is kept, and of these only answers to what nobody else can guess, since an answer
//! that was kept is told by `cache-status` and by its time. Nothing that a client may be told is hidden in
//! the key: who sends the same bytes again gets the same bytes again. Each answer lies there with its key and
//! a checksum of both; what does not check is dropped, never served.

use std::sync::Arc;

use actix_web::web::Bytes;
use rules_judge_replays::answer::Language;
use rules_judge_replays::cache::memory::{MemoryCache, Weighs};
use rules_judge_replays::codec::digest::Digest;

/// Bodies beyond this are not looked up: hashing them would hold up other connections.
const LARGEST_BODY: usize = 256 * 1024;

/// An answer as it is sent.
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
    // Answers have no unused room: it is given back before they are kept.
    fn bytes(&self) -> u64 {
        let signature = self.answered.signature.as_deref().map_or(0, str::len);
        self.answered.bytes.len().saturating_add(signature) as u64
    }
}

/// The kept answers.
#[derive(Debug)]
pub struct ResponseCache(MemoryCache<Kept>);

impl ResponseCache {
    /// Keeps up to so many bytes; 0: nothing.
    pub fn new(bytes: u64) -> ResponseCache {
        ResponseCache(MemoryCache::new(bytes))
    }

    /// The name of an answer; `None`: it is not kept.
    pub fn key(
        &self,
        path: &str,
        query: &[(String, String)],
        language: Language,
        body: &[u8],
    ) -> Option<Digest> {
        if !self.0.is_there() || body.len() > LARGEST_BODY {
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
    pub fn get(&self, key: &Digest) -> Option<Answered> {
        let kept = self.0.get(key)?;
        if !kept.is_genuine(key) {
            self.0.forget(key);
            return None;
        }
        Some(kept.answered)
    }

    /// Keeps an answer, which has no unused room.
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
        let key = answers.key("/v1/verify", &[], Language::English, b"body").unwrap_or(Digest([0; 32]));
        let other = answers.key("/v1/verify", &[], Language::English, b"other").unwrap_or(Digest([1; 32]));
        let of = |bytes, signature: Option<&str>| Answered {
            bytes: Bytes::from_static(bytes),
            signature: signature.map(Into::into),
        };
        let answer = of(b"answer", Some("signature"));
        answers.put(key, &answer);
        assert_eq!(answers.get(&key), Some(answer.clone()));
        // A bit of the answer, its signature, and the key, turned over in memory.
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
