//! Randomness is asked for by label, never owned.
//!
//! A label is used once in a game and names one independent stream, so the order in which random
//! steps occur changes nothing. Who answers (a seed, a commitment of both seats, the declared
//! outcomes of a paper game) is decided outside the engine.

/// Answers the random steps of one game.
pub trait Chance {
    /// A permutation of `0..count` for the stream `label`: `result[i]` is the former index of the
    /// item that now lies at index `i` (0 = top). `None`: no chance is available.
    fn shuffle(&self, label: &str, count: usize) -> Option<Vec<usize>>;

    /// A number below `bound` (at least 1) from the stream `label`. `None`: no chance is available.
    fn below(&self, label: &str, bound: u64) -> Option<u64>;

    /// Whether the log tells what is random; see [`super::declared`].
    fn is_declared(&self) -> bool {
        false
    }
}

/// The source of a paper game: the log tells its outcomes.
#[derive(Debug, Clone, Copy, Default)]
pub struct DeclaredChance;

impl Chance for DeclaredChance {
    fn shuffle(&self, _: &str, _: usize) -> Option<Vec<usize>> {
        None
    }

    fn below(&self, _: &str, _: u64) -> Option<u64> {
        None
    }

    fn is_declared(&self) -> bool {
        true
    }
}

/// The source of a table without a history and without a seed: it has no answer.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoChance;

impl Chance for NoChance {
    fn shuffle(&self, _: &str, _: usize) -> Option<Vec<usize>> {
        None
    }

    fn below(&self, _: &str, _: u64) -> Option<u64> {
        None
    }
}
