//! How many pieces of which kind who holds. A table has few of them, which a list in their order finds sooner than a
//! tree.

use serde::{Deserialize, Serialize};

use super::Holder;

/// Counts by holder and kind, in that order; none of them is 0.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(super) struct Pieces<P>(Vec<((Holder, P), u32)>);

impl<P> Default for Pieces<P> {
    fn default() -> Pieces<P> {
        Pieces(Vec::new())
    }
}

impl<P: Copy + Ord> Pieces<P> {
    fn find(&self, key: (Holder, P)) -> Result<usize, usize> {
        self.0.binary_search_by_key(&key, |(key, _)| *key)
    }

    /// How many there are.
    pub(super) fn count(&self, holder: Holder, piece: P) -> u32 {
        let found = self.find((holder, piece)).ok();
        found.and_then(|index| self.0.get(index)).map_or(0, |(_, count)| *count)
    }

    /// So many there are from now on.
    pub(super) fn set(&mut self, holder: Holder, piece: P, count: u32) {
        match self.find((holder, piece)) {
            Ok(index) if count == 0 => drop(self.0.remove(index)),
            Ok(index) => {
                if let Some((_, there)) = self.0.get_mut(index) {
                    *there = count;
                }
            }
            Err(_) if count == 0 => {}
            Err(index) => self.0.insert(index, ((holder, piece), count)),
        }
    }

    /// All of them.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Holder, P, u32)> {
        self.0.iter().map(|((holder, piece), count)| (*holder, *piece, *count))
    }

    /// Holders get other names, no two of them the same.
    pub(super) fn rename(&mut self, new: impl Fn(Holder) -> Holder) {
        for ((holder, _), _) in &mut self.0 {
            *holder = new(*holder);
        }
        self.0.sort_unstable();
    }
}
