//! Where judgements and pools are kept: a bounded part of the memory, and the store on disk if there
//! is one. Both may forget anything at any time.

use std::fmt;
use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::digest::Digest;
use crate::store::Store;

/// What one entry takes besides its bytes, about.
const OVERHEAD: u64 = 128;

#[derive(Debug, Clone)]
struct Bytes;

impl Weighter<Digest, Arc<[u8]>> for Bytes {
    fn weight(&self, _: &Digest, bytes: &Arc<[u8]>) -> u64 {
        bytes.len() as u64 + OVERHEAD
    }
}

/// Bytes by their name.
#[derive(Default)]
pub struct Shelf {
    memory: Option<Cache<Digest, Arc<[u8]>, Bytes>>,
    disk: Option<Store>,
}

impl fmt::Debug for Shelf {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Shelf").field("memory", &self.memory.is_some()).field("disk", &self.disk).finish()
    }
}

impl Shelf {
    /// Keeps up to so many bytes in memory; none: nothing.
    pub fn set_memory(&mut self, bytes: u64) {
        let items = usize::try_from(bytes / 4096).unwrap_or(usize::MAX).max(16);
        self.memory = (bytes > 0).then(|| Cache::with_weighter(items, bytes, Bytes));
    }

    /// Keeps things on disk, too.
    pub fn set_disk(&mut self, store: Store) {
        self.disk = Some(store);
    }

    /// The store on disk.
    pub fn disk(&self) -> Option<&Store> {
        self.disk.as_ref()
    }

    /// Whether anything is kept at all.
    pub fn is_there(&self) -> bool {
        self.memory.is_some() || self.disk.is_some()
    }

    /// What was put under a name.
    pub fn get(&self, key: &Digest) -> Option<Arc<[u8]>> {
        if let Some(found) = self.memory.as_ref().and_then(|memory| memory.get(key)) {
            return Some(found);
        }
        let found: Arc<[u8]> = self.disk.as_ref()?.get(key)?.into();
        if let Some(memory) = &self.memory {
            memory.insert(*key, Arc::clone(&found));
        }
        Some(found)
    }

    /// Forgets what was put under a name.
    pub fn forget(&self, key: &Digest) {
        if let Some(memory) = &self.memory {
            memory.remove(key);
        }
        if let Some(disk) = &self.disk {
            disk.forget(key);
        }
    }

    /// Keeps bytes under a name. What lies in memory already was written before.
    pub fn put(&self, key: &Digest, bytes: &[u8]) {
        if let Some(memory) = &self.memory {
            if memory.get(key).is_some_and(|kept| *kept == *bytes) {
                return;
            }
            memory.insert(*key, bytes.into());
        }
        if let Some(disk) = &self.disk {
            disk.put(key, bytes);
        }
    }
}
