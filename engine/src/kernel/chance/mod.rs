//! Randomness is asked for by label, never owned.
//!
//! A label is used once in a game and names one independent stream, so the order in which random
//! steps occur changes nothing. Who answers (a seed, a commitment of both seats, the declared
//! outcomes of a paper game) is decided outside the engine.

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
    /// A permutation of `0..count` for the stream `label`: `result[i]` is the former index of the
    /// item that now lies at index `i` (0 = top). `None`: no chance is available.
    fn shuffle(&self, label: &str, count: usize) -> Option<Vec<usize>>;

    /// A number below `bound` (at least 1) from the stream `label`. `None`: no chance is available.
    fn below(&self, label: &str, bound: u64) -> Option<u64>;

    /// Whether random steps have an answer at all.
    fn has_answers(&self) -> bool {
        true
    }

    /// Whether the log gives what is random; see [`super::declared`].
    fn is_declared(&self) -> bool {
        false
    }
}

/// The source of a paper game: the log gives its outcomes.
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
    /// The order of a place becomes random and unknown.
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

    /// The index of one of so many at random, by this rule: `pick/k`, counted from 1 over the game. `None`:
    /// it is not there, and nothing more is to be done.
    pub fn pick_index(&mut self, count: usize, rule: Cite) -> Option<usize> {
        self.state.picks = self.state.picks.saturating_add(1);
        let label = format!("pick/{}", self.state.picks);
        let number = self.draw_number(&label, count as u64, rule, false)?;
        Some(usize::try_from(number).unwrap_or(0).min(count.saturating_sub(1)))
    }

    /// A random number below `bound` from the stream of a label, by this rule. `open`: everybody learns
    /// it. `None`: it is not there, and nothing more is to be done.
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
