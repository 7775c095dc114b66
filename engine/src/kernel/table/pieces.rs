//! Counts of pieces by holder and kind. A table has few of them, so a sorted list finds them faster than a
//! tree.

use serde::{Deserialize, Serialize};

use super::Holder;

/// Counts by holder and kind, in that order; none of them is 0.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Pieces<P>(Vec<((Holder, P), u32)>);

/// The number of a holder, ascending in the order of [`Holder`].
const fn number(holder: Holder) -> u32 {
    match holder {
        Holder::Place(place) => place.0 as u32,
        Holder::Card(card) => 1 << 16 | card.0 as u32,
        Holder::Supply => 2 << 16,
    }
}

impl<P> Default for Pieces<P> {
    fn default() -> Pieces<P> {
        Pieces(Vec::new())
    }
}

impl<P: Copy + Ord> Pieces<P> {
    /// The index of a count, or the index at which it would be inserted. The search compares holders as
    /// numbers and without branches, which the processor could not predict.
    fn find(&self, holder: Holder, piece: P) -> Result<usize, usize> {
        let wanted = number(holder);
        let first = self.0.partition_point(|((other, _), _)| number(*other) < wanted);
        let of_holder = self.0.get(first..).unwrap_or_default();
        let before = of_holder.iter().take_while(|((other, kind), _)| *other == holder && *kind < piece);
        let place = first + before.count();
        match self.0.get(place) {
            Some((key, _)) if *key == (holder, piece) => Ok(place),
            _ => Err(place),
        }
    }

    /// The number of pieces of a kind that a holder has.
    pub fn count(&self, holder: Holder, piece: P) -> u32 {
        let found = self.find(holder, piece).ok();
        found.and_then(|index| self.0.get(index)).map_or(0, |(_, count)| *count)
    }

    /// The counts of a holder, by kind.
    fn of(&self, holder: Holder) -> impl Iterator<Item = &((Holder, P), u32)> {
        let wanted = number(holder);
        let first = self.0.partition_point(|((other, _), _)| number(*other) < wanted);
        let of_holder = self.0.get(first..).unwrap_or_default();
        of_holder.iter().take_while(move |((other, _), _)| *other == holder)
    }

    /// Whether a holder has any piece.
    pub fn has_any(&self, holder: Holder) -> bool {
        self.of(holder).next().is_some()
    }

    /// The number of pieces of all kinds that a holder has.
    pub fn total(&self, holder: Holder) -> u32 {
        self.of(holder).fold(0, |sum, (_, count)| sum.saturating_add(*count))
    }

    /// Replaces a count by the result of a function of it.
    pub fn change(&mut self, holder: Holder, piece: P, follows: impl FnOnce(u32) -> u32) {
        let found = self.find(holder, piece);
        let place = found.unwrap_or_else(|place| place);
        match (found.is_ok(), self.0.get_mut(place)) {
            (true, Some((_, count))) => {
                *count = follows(*count);
                if *count == 0 {
                    self.0.remove(place);
                }
            }
            _ => match follows(0) {
                0 => {}
                count => self.0.insert(place, ((holder, piece), count)),
            },
        }
    }

    /// Replaces a count.
    pub fn set(&mut self, holder: Holder, piece: P, count: u32) {
        self.change(holder, piece, |_| count);
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = (Holder, P, u32)> {
        self.0.iter().map(|((holder, piece), count)| (*holder, *piece, *count))
    }

    /// Renames holders; no two may get the same name.
    pub fn rename(&mut self, new: impl Fn(Holder) -> Holder) {
        for ((holder, _), _) in &mut self.0 {
            *holder = new(*holder);
        }
        self.0.sort_unstable();
    }
}
