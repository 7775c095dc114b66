//! Positions: how much may be running on a table without a history.

/// The most running effects of a position.
pub const EFFECT_LIMIT: usize = 100;
/// The most cards that one of them is on.
pub const REACH_LIMIT: usize = 20;

/// Whether running effects, by the number of cards that each is on, are no more than may be.
pub fn may_run(mut reaches: impl ExactSizeIterator<Item = usize>) -> bool {
    reaches.len() <= EFFECT_LIMIT && reaches.all(|reach| reach <= REACH_LIMIT)
}
