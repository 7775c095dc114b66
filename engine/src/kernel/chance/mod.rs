//! Randomness by label.
//!
//! A label is used once in a game and names one independent stream, so the order of random steps changes no
//! outcome. The caller of the engine decides the source: a seed, a commitment of both seats, or the declared
//! outcomes of a paper game.

pub mod bounds;
pub mod declared;
pub mod face;
pub mod purpose;
pub mod unknown;

use super::{Game, Halt, Match, Seat};
use crate::kernel::event::Proposal;
use crate::kernel::table::{Change, PlaceId};
use crate::verdict::Cite;

/// Answers the random steps of one game.
pub trait Chance {
    /// A permutation of `0..count` for the stream `label`: `result[i]` is the former index of the item that
    /// now lies at index `i` (0 = top). `None`: this source has no answer.
    fn shuffle(&self, label: &str, count: usize) -> Option<Vec<usize>>;

    /// A number in `0..bound` for the stream `label`; `bound` is at least 1. `None`: this source has no
    /// answer.
    fn below(&self, label: &str, bound: u64) -> Option<u64>;

    /// Whether this source has answers at all.
    fn has_answers(&self) -> bool {
        true
    }

    /// Whether the log declares the outcomes; see [`declared`].
    fn is_declared(&self) -> bool {
        false
    }
}

/// The source of a paper game, whose log declares the outcomes.
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

/// The source of a table without history and seed, which has no answers.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoChance;

impl Chance for NoChance {
    fn has_answers(&self) -> bool {
        false
    }

    fn shuffle(&self, _: &str, _: usize) -> Option<Vec<usize>> {
        None
    }

    fn below(&self, _: &str, _: u64) -> Option<u64> {
        None
    }
}

impl<G: Game> Match<'_, G> {
    /// Shuffles a place: its order becomes random, or unknown if outcomes are declared.
    pub fn shuffle(&mut self, verb: G::Verb, place: PlaceId, seat: Seat, rule: Cite) {
        let mut cards = self.state.table.list(place).to_vec();
        cards.sort_unstable();
        let count = self.state.shuffles.get_mut(seat);
        *count += 1;
        let label = format!("shuffle/seat{}/{count}", seat.number());
        if self.chance.is_declared() {
            if self.in_force(rule) && self.declared.due.get().is_none() {
                self.state.mix(place, rule);
                self.mixed(place);
                let order = Change::Arrange(place, self.state.table.list(place).to_vec());
                self.propose(Proposal::told(verb, seat, rule).changing(order));
            }
            return;
        }
        match self.chance.shuffle(&label, cards.len()) {
            Some(order) => {
                let mut mixed = Vec::with_capacity(cards.len());
                mixed.extend(order.iter().filter_map(|&index| cards.get(index)));
                let proposal = Proposal::told(verb, seat, rule).changing(Change::Arrange(place, mixed));
                self.propose(proposal);
            }
            None => self.halt(Halt::NoChance),
        }
    }

    /// The index of one of `count` items at random, by this rule; the label is `pick/k`, counted from 1
    /// through the game. `None`: the outcome is missing, and the caller must stop.
    pub fn pick_index(&mut self, count: usize, rule: Cite) -> Option<usize> {
        self.state.picks = self.state.picks.saturating_add(1);
        let label = format!("pick/{}", self.state.picks);
        let number = self.draw_number(&label, count as u64, rule, false)?;
        Some(usize::try_from(number).unwrap_or(0).min(count.saturating_sub(1)))
    }

    /// A random number in `0..bound` for the stream of a label, by this rule. `open`: everybody learns it.
    /// `None`: the outcome is missing, and the caller must stop.
    pub fn draw_number(&mut self, label: &str, bound: u64, rule: Cite, open: bool) -> Option<u64> {
        if self.chance.is_declared() {
            return self.declared_number(label, bound, rule, open);
        }
        let number = self.chance.below(label, bound);
        if number.is_none() {
            self.halt(Halt::NoChance);
        }
        number
    }
}
