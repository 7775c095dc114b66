//! A cache of named items, bounded by bytes: when room is needed, it drops the items that were asked for
//! least recently.

use std::fmt;

use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};

use crate::codec::digest::Digest;

/// Bytes that one item takes besides its own, roughly: its name, its place in the tables, and what the
/// allocator adds.
pub const OVERHEAD: u64 = 256;
/// The usual size of an item; it decides only the size of the first tables.
const USUAL: u64 = 4096;

/// An item of a cache, which knows how many bytes it takes.
pub trait Weighs: Clone {
    /// The bytes that it holds, unused room included.
    fn bytes(&self) -> u64;
}

impl Weighs for std::sync::Arc<[u8]> {
    fn bytes(&self) -> u64 {
        self.len() as u64
    }
}

#[derive(Debug, Clone)]
struct Scales;

impl<T: Weighs> Weighter<Digest, T> for Scales {
    fn weight(&self, _: &Digest, item: &T) -> u64 {
        item.bytes().saturating_add(OVERHEAD)
    }
}

/// The items. An item that weighs more than the room of the cache is not kept.
pub struct MemoryCache<T: Weighs>(Option<Cache<Digest, T, Scales>>);

impl<T: Weighs> fmt::Debug for MemoryCache<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("MemoryCache").field("kept", &self.count()).finish()
    }
}

impl<T: Weighs> Default for MemoryCache<T> {
    fn default() -> MemoryCache<T> {
        MemoryCache(None)
    }
}

impl<T: Weighs> MemoryCache<T> {
    /// A cache for so many bytes, [`OVERHEAD`] of every item included; 0 keeps nothing. The room is divided
    /// among as many parts as threads can write to at once, and an item that weighs more than a part is not
    /// kept.
    pub fn new(bytes: u64) -> MemoryCache<T> {
        let items = usize::try_from(bytes / USUAL).unwrap_or(usize::MAX).max(16);
        MemoryCache((bytes > 0).then(|| Cache::with_weighter(items, bytes, Scales)))
    }

    /// A cache in one part, for few and large items: an item may weigh as much as all the room.
    pub fn undivided(bytes: u64) -> MemoryCache<T> {
        let options = OptionsBuilder::new()
            .estimated_items_capacity(16)
            .weight_capacity(bytes)
            .shards(1)
            .hot_allocation(1.0)
            .build();
        let cache = |options| {
            let (hasher, life) = (DefaultHashBuilder::default(), DefaultLifecycle::default());
            Cache::with_options(options, Scales, hasher, life)
        };
        MemoryCache(options.ok().filter(|_| bytes > 0).map(cache))
    }

    /// Whether anything can be kept.
    pub const fn is_there(&self) -> bool {
        self.0.is_some()
    }

    /// How many items are kept.
    pub fn count(&self) -> usize {
        self.0.as_ref().map_or(0, Cache::len)
    }

    /// Whether an item of so many bytes, [`OVERHEAD`] not counted, fits into each part.
    pub fn has_room_for(&self, bytes: u64) -> bool {
        let room = self.0.as_ref().map_or(0, Cache::shard_capacity);
        bytes.saturating_add(OVERHEAD) <= room
    }

    /// The item of a name.
    pub fn get(&self, key: &Digest) -> Option<T> {
        self.0.as_ref()?.get(key)
    }

    /// Keeps an item under a name; an earlier item of that name goes.
    pub fn put(&self, key: Digest, item: T) {
        if let Some(cache) = &self.0 {
            cache.insert(key, item);
        }
    }

    /// Drops the item of a name.
    pub fn forget(&self, key: &Digest) {
        if let Some(cache) = &self.0 {
            cache.remove(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn weight(memory: &MemoryCache<Arc<[u8]>>) -> u64 {
        memory.0.as_ref().map_or(0, Cache::weight)
    }

    fn item(weight: u64) -> Arc<[u8]> {
        vec![0; usize::try_from(weight - OVERHEAD).unwrap_or(0)].into()
    }

    #[test]
    fn no_more_is_kept_than_there_is_room_for() {
        for (weight, kept) in [(10_000, true), (10_001, false)] {
            let memory = MemoryCache::undivided(10_000);
            memory.put(Digest([1; 32]), item(weight));
            assert_eq!(memory.get(&Digest([1; 32])).is_some(), kept, "{weight}");
            assert_eq!(memory.has_room_for(weight - OVERHEAD), kept, "{weight}");
        }
        for memory in [MemoryCache::undivided(100_000), MemoryCache::new(100_000)] {
            for number in 0..=255 {
                memory.put(Digest([number; 32]), item(3_000));
                assert!(weight(&memory) <= 100_000, "{}", weight(&memory));
            }
            assert!(memory.count() > 20, "{}", memory.count());
        }
    }

    #[test]
    fn one_name_is_one_item() {
        let memory = MemoryCache::undivided(10_000);
        for one in [300, 400, 500] {
            memory.put(Digest([1; 32]), item(one));
            assert_eq!((memory.count(), weight(&memory)), (1, one));
        }
        memory.forget(&Digest([1; 32]));
        assert_eq!((memory.count(), weight(&memory)), (0, 0));
        let none = MemoryCache::new(0);
        none.put(Digest([1; 32]), item(300));
        assert_eq!((none.is_there(), none.count()), (false, 0));
    }
}
