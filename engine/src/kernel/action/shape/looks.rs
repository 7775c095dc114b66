//! What counting and listing legal answers may cost.

use std::cell::Cell;

/// How many looks may still be taken while answers are counted or listed. Nothing of a verdict depends on
/// them: where they run out, answers are not counted and fewer are listed.
#[derive(Debug)]
pub struct Looks(Cell<u64>);

impl Looks {
    /// So many.
    pub const fn of(looks: u64) -> Looks {
        Looks(Cell::new(looks))
    }

    /// Spends so many; `false`: there are not enough, and none is left.
    pub fn spend(&self, looks: usize) -> bool {
        let left = self.0.get().checked_sub(looks as u64);
        self.0.set(left.unwrap_or(0));
        left.is_some()
    }

    /// Has as many again as there are for one decision.
    pub fn refill(&self) {
        self.0.set(super::LISTING_LOOKS);
    }

    /// Whether none is left.
    pub const fn are_used_up(&self) -> bool {
        self.0.get() == 0
    }

    /// How many are left.
    pub const fn left(&self) -> u64 {
        self.0.get()
    }
}

impl Default for Looks {
    fn default() -> Looks {
        Looks::of(super::LISTING_LOOKS)
    }
}
