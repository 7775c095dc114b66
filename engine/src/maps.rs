//! Ordered maps.

use std::collections::BTreeMap;

/// The map of these entries; of equal keys the last one counts. It inserts one entry after the other:
/// `collect` sorts them first, and the compiler would instantiate the sorting for each caller.
pub fn map_of<K: Ord, V>(entries: impl IntoIterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    for (key, value) in entries {
        map.insert(key, value);
    }
    map
}
