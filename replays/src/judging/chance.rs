//! Randomness from a seed, by label, which any language with SHA-256 can reproduce.
//!
//! `block(i) = SHA-256(seed ‖ u8 length of label ‖ label ‖ u64 big-endian i)`, `i` from 0 for each
//! label; a label names one stream of big-endian `u64`, four per block.

use std::fmt;

use rules_judge_engine::kernel::chance::Chance;

use crate::codec::digest::{Commit, Digest, Reveal, Seed};

/// Block `index` of the stream `label`. `None`: the label is not 1 to 255 bytes of ASCII.
pub fn block(seed: &Seed, label: &str, index: u64) -> Option<[u8; 32]> {
    if label.is_empty() || !label.is_ascii() {
        return None;
    }
    let length = u8::try_from(label.len()).ok()?;
    let parts: [&[u8]; 4] = [&seed.0, &[length], label.as_bytes(), &index.to_be_bytes()];
    Some(Digest::of_parts(&parts).0)
}

/// The numbers of one label, each taken once.
#[derive(Debug, Clone)]
pub struct Stream<'a> {
    seed: &'a Seed,
    label: &'a str,
    next_block: u64,
    current: [u8; 32],
    /// The number of unused numbers of the current block, 0 to 4.
    left: usize,
}

impl<'a> Stream<'a> {
    /// The stream `label` from its start. `None`: the label is not 1 to 255 bytes of ASCII.
    pub fn new(seed: &'a Seed, label: &'a str) -> Option<Stream<'a>> {
        let current = block(seed, label, 0)?;
        Some(Stream { seed, label, next_block: 1, current, left: 4 })
    }

    /// The next number, any of 0 to 2^64 − 1. `None` only after 2^66 numbers.
    pub fn take(&mut self) -> Option<u64> {
        if self.left == 0 {
            self.current = block(self.seed, self.label, self.next_block)?;
            self.next_block = self.next_block.checked_add(1)?;
            self.left = 4;
        }
        let (numbers, _) = self.current.as_chunks::<8>();
        let number = numbers.get(numbers.len() - self.left).copied()?;
        self.left -= 1;
        Some(u64::from_be_bytes(number))
    }

    /// A number below `bound`, each equally likely. A bound of 1 takes nothing from the stream. For
    /// n ≥ 2, with t = 2^64 mod n, numbers from 2^64 − t on are rejected, and the result is the
    /// first other one mod n. `None` for a bound of 0.
    pub fn below(&mut self, bound: u64) -> Option<u64> {
        if bound <= 1 {
            return (bound == 1).then_some(0);
        }
        loop {
            let number = self.take()?;
            // A number at least `bound` below 2^64 is accepted whatever t is, so that most calls need no
            // division for t.
            if number <= u64::MAX - bound || number <= u64::MAX - bound.wrapping_neg() % bound {
                return Some(number % bound);
            }
        }
    }

    /// A permutation of `0..count`, each equally likely: `result[i]` is the former index of the item
    /// that now lies at index `i`. From the last index down to 1, each is swapped with one drawn
    /// below it plus 1. `None` only if the stream ends.
    pub fn shuffle(&mut self, count: usize) -> Option<Vec<usize>> {
        let mut order: Vec<usize> = (0..count).collect();
        for index in (1..count).rev() {
            let drawn = self.below(u64::try_from(index).ok()?.checked_add(1)?)?;
            order.swap(index, usize::try_from(drawn).ok()?);
        }
        Some(order)
    }
}

/// Answers the random steps of one game from its seed. Every call starts the stream of its label again, so
/// that a label used twice would give the same numbers twice.
#[derive(Debug, Clone, Copy)]
pub struct SeededChance {
    seed: Seed,
}

impl SeededChance {
    /// The randomness of `seed`.
    pub fn new(seed: Seed) -> SeededChance {
        SeededChance { seed }
    }
}

impl Chance for SeededChance {
    fn shuffle(&self, label: &str, count: usize) -> Option<Vec<usize>> {
        Stream::new(&self.seed, label)?.shuffle(count)
    }

    fn below(&self, label: &str, bound: u64) -> Option<u64> {
        Stream::new(&self.seed, label)?.below(bound)
    }
}

/// A reveal that does not match the commit of its seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BadReveal {
    /// The first seat whose reveal does not match, 0 or 1.
    pub seat: u8,
}

impl fmt::Display for BadReveal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "the reveal of seat {} does not match its commit", self.seat)
    }
}

impl std::error::Error for BadReveal {}

/// The seed of both seats: SHA-256 of the first reveal followed by the second.
///
/// # Errors
/// [`BadReveal`] if a commit is not SHA-256 of the reveal of the same seat.
pub fn seed_from(commits: &[Commit; 2], reveals: &[Reveal; 2]) -> Result<Seed, BadReveal> {
    for (seat, (commit, reveal)) in (0..).zip(commits.iter().zip(reveals)) {
        if Digest::of(&reveal.0).0 != commit.0 {
            return Err(BadReveal { seat });
        }
    }
    let [first, second] = reveals;
    Ok(Seed(Digest::of_parts(&[&first.0, &second.0]).0))
}
