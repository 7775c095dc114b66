//! The budget for counting and listing legal answers.

use std::cell::Cell;

/// Looks that counting and listing may still take. No verdict depends on them: when they run out, answers are
/// not counted and fewer are listed.
#[derive(Debug)]
pub struct Looks(Cell<u64>);

impl Looks {
    /// A budget of this many looks.
    pub const fn of(looks: u64) -> Looks {
        Looks(Cell::new(looks))
    }

    /// Spends looks; `false`: too few were left, and now none is.
    pub fn spend(&self, looks: usize) -> bool {
        let left = self.0.get().checked_sub(looks as u64);
        self.0.set(left.unwrap_or(0));
        left.is_some()
    }

    /// Refills the budget to that of one decision.
    pub fn refill(&self) {
        self.0.set(super::LISTING_LOOKS);
    }

    /// Whether no look is left.
    pub const fn are_used_up(&self) -> bool {
        self.0.get() == 0
    }

    /// The number of looks that are left.
    pub const fn left(&self) -> u64 {
        self.0.get()
    }
}

impl Default for Looks {
    fn default() -> Looks {
        Looks::of(super::LISTING_LOOKS)
    }
}
