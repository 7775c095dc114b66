//! Storage of judgements and pools by their digests: a bounded part of memory, the store on disk, and the
//! shelf that replicas share. Each of them may lose anything at any time.

#[cfg(feature = "store")]
mod directory;
#[cfg(feature = "store")]
pub mod disk;
#[cfg(not(feature = "store"))]
#[path = "no_disk.rs"]
pub mod disk;
#[cfg(feature = "store")]
mod generation;
pub mod memory;
#[cfg(feature = "store")]
mod private;
pub mod record;
pub mod shared;
#[cfg(feature = "store")]
pub mod store;

use std::fmt;
use std::sync::Arc;

use crate::cache::disk::Disk;
use crate::cache::memory::MemoryCache;
use crate::cache::shared::Shared;
#[cfg(feature = "store")]
use crate::cache::store::Store;
use crate::codec::digest::Digest;

/// Bytes by their digest.
#[derive(Clone, Default)]
pub struct Cache {
    memory: Arc<MemoryCache<Arc<[u8]>>>,
    disk: Option<Arc<Disk>>,
    shared: Option<Arc<dyn Shared>>,
}

impl fmt::Debug for Cache {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = out.debug_struct("Cache");
        out.field("memory", &self.memory).field("disk", &self.disk).field("shared", &self.shared).finish()
    }
}

impl Cache {
    /// Keeps up to so many bytes in memory; 0 keeps nothing there.
    pub fn set_memory(&mut self, bytes: u64) {
        self.memory = Arc::new(MemoryCache::new(bytes));
    }

    /// Adds the store on disk.
    #[cfg(feature = "store")]
    pub fn set_disk(&mut self, store: Store) {
        self.disk = Some(Arc::new(Disk::new(store)));
    }

    /// Adds the shelf that replicas share.
    pub fn set_shared(&mut self, shared: Arc<dyn Shared>) {
        self.shared = Some(shared);
    }

    /// The shelf that replicas share.
    pub fn shared(&self) -> Option<&dyn Shared> {
        self.shared.as_deref()
    }

    /// The store on disk.
    pub fn disk(&self) -> Option<&Disk> {
        self.disk.as_deref()
    }

    /// Whether anything is kept at all.
    pub fn is_there(&self) -> bool {
        self.memory.is_there() || self.disk.is_some() || self.shared.is_some()
    }

    /// Whether so many bytes would be kept in memory or on disk. The shared shelf promises nothing.
    pub fn has_room_for(&self, bytes: usize) -> bool {
        self.memory.has_room_for(bytes as u64)
            || self.disk.as_ref().is_some_and(|disk| disk.has_room_for(bytes))
    }

    /// The bytes of a name, from memory, disk or the shared shelf.
    pub fn get(&self, key: &Digest) -> Option<Arc<[u8]>> {
        if let Some(found) = self.get_near(key) {
            return Some(found);
        }
        let found: Arc<[u8]> = self.shared.as_ref()?.get(key)?.into();
        self.memory.put(*key, Arc::clone(&found));
        Some(found)
    }

    /// The bytes of a name from memory or disk. For values that are computed in about the time in which the
    /// shared shelf answers.
    pub fn get_near(&self, key: &Digest) -> Option<Arc<[u8]>> {
        if let Some(found) = self.memory.get(key) {
            return Some(found);
        }
        let found: Arc<[u8]> = self.disk.as_ref()?.get(key)?.into();
        self.memory.put(*key, Arc::clone(&found));
        Some(found)
    }

    /// Removes the bytes of a name everywhere.
    pub fn forget(&self, key: &Digest) {
        self.memory.forget(key);
        if let Some(disk) = &self.disk {
            disk.forget(key);
        }
        if let Some(shared) = &self.shared {
            shared.forget(key);
        }
    }

    /// Puts bytes on the shared shelf that are kept here already, since the shelf may have lost them.
    pub fn share(&self, key: &Digest, bytes: &[u8]) {
        if let Some(shared) = &self.shared {
            shared.put(key, bytes);
        }
    }

    /// Keeps bytes under a name. Bytes that lie in memory were written to disk and shelf before.
    pub fn put(&self, key: &Digest, bytes: &[u8]) {
        if self.memory.get(key).is_some_and(|kept| *kept == *bytes) {
            return;
        }
        if self.memory.is_there() || self.disk.is_some() {
            let kept: Arc<[u8]> = bytes.into();
            if let Some(disk) = &self.disk {
                disk.put(key, Arc::clone(&kept));
            }
            self.memory.put(*key, kept);
        }
        self.share(key, bytes);
    }
}
