//! Fuel: limits on the work of a judgement that are the same on every machine, and the depth to which
//! standing effects may depend on each other.

use std::cell::Cell;
use std::fmt::Debug;

use crate::kernel::shape::Looks;
use crate::kernel::{Game, Halt, Match, Modifier};

/// Steps that the engine may take between two entries. The limits are part of a game's semantics: equal
/// everywhere and not configurable.
pub const FUEL_STEPS: u32 = 20_000;
/// Frames on the agenda at one time.
pub const FUEL_NESTING: usize = 200;
/// Proposals between two entries.
pub const FUEL_EVENTS: u32 = 100_000;
/// Looks at cards and standing effects between two entries.
pub const FUEL_READINGS: u32 = 1_000_000;
/// Looks and steps in one game.
pub const FUEL_TOTAL: u64 = 20_000_000;
/// Nesting depth of numbers that depend on standing effects that depend on numbers.
pub const READING_DEPTH: u8 = 8;
/// The sum of the weights of all running effects: an effect weighs as many objects as it reaches, at least 1.
pub const EFFECT_WEIGHT: usize = 2_000;

/// Looks between two readings of the caller's [`Stop`].
const STOP_LOOKS: u32 = 4_096;

/// A signal of the caller that nobody waits for the judgement any more. Once asked, it stays asked. The
/// caller discards the unfinished judgement, so no verdict depends on the signal.
pub trait Stop: Debug + Send + Sync {
    /// Whether judging shall stop.
    fn is_asked(&self) -> bool;
}

/// The fuel that is used, and why judging stopped.
#[derive(Debug, Default)]
pub(in crate::kernel) struct Fuel {
    pub(in crate::kernel) halt: Cell<Option<Halt>>,
    pub(in crate::kernel) readings: Cell<u32>,
    pub(in crate::kernel) depth: Cell<u8>,
    pub(in crate::kernel) steps: u32,
    pub(in crate::kernel) events: u32,
    /// The looks that the last check of the table took. A check that the kernel skips costs the same, so that
    /// fuel does not depend on caches.
    pub(in crate::kernel) check_cost: u32,
    /// The budget for listing legal answers, apart from looks at cards.
    pub(in crate::kernel) listing: Looks,
}

impl<'p, G: Game> Match<'p, G> {
    /// Stops judging soon after this signal is asked.
    pub fn stop_when(&mut self, stop: Option<&'p dyn Stop>) {
        self.stop = stop;
    }

    /// Stops judging. The first reason stays.
    #[cold]
    pub fn halt(&self, why: Halt) {
        self.fuel.halt.set(self.fuel.halt.get().or(Some(why)));
    }

    /// Why judging stopped; `None`: it did not.
    pub fn halted(&self) -> Option<Halt> {
        self.fuel.halt.get().or((self.state.spent > FUEL_TOTAL).then_some(Halt::StepLimit))
    }

    /// Resets the count of looks: before each entry, and before an answer is rendered outside of judging.
    pub fn refuel(&self) {
        self.fuel.readings.set(0);
        self.fuel.listing.refill();
    }

    /// Adds the looks since the last reset, and these steps, to the game's total.
    pub(in crate::kernel) fn account(&mut self, steps: u32) {
        self.state.spent += u64::from(self.fuel.readings.get()) + u64::from(steps);
    }

    /// Spends this number of looks. `false`: the fuel is used up and judging stops, because what is read
    /// without fuel may be incomplete.
    pub fn spend(&self, looks: usize) -> bool {
        let looks = u32::try_from(looks).unwrap_or(u32::MAX);
        let spent = self.fuel.readings.get().saturating_add(looks);
        let before = self.fuel.readings.replace(spent);
        if before / STOP_LOOKS != spent / STOP_LOOKS && self.stop.is_some_and(Stop::is_asked) {
            self.halt(Halt::Stopped);
            return false;
        }
        if spent > FUEL_READINGS {
            self.halt(Halt::StepLimit);
        }
        spent <= FUEL_READINGS
    }

    /// The budget for listing the legal answers to one question, apart from looks at cards. When it is used
    /// up, answers stay open; judging does not stop.
    pub const fn listing_looks(&self) -> &Looks {
        &self.fuel.listing
    }

    /// Refills that budget for the next question.
    pub fn begin_listing(&self) {
        self.fuel.listing.refill();
    }

    /// Reads standing effects, one level deeper. Judging stops if effects depend on each other beyond
    /// [`READING_DEPTH`].
    pub fn reading(&self, read: impl FnOnce()) {
        let depth = self.fuel.depth.get();
        if depth >= READING_DEPTH {
            self.halt(Halt::StepLimit);
        } else if self.spend(1) {
            self.fuel.depth.set(depth + 1);
            read();
            self.fuel.depth.set(depth);
        }
    }

    /// A counted number, clamped to `-most..=most`; judging stops if it lies outside.
    pub fn counted(&self, number: i64, most: i64) -> i64 {
        if number.unsigned_abs() > most.unsigned_abs() {
            self.halt(Halt::StepLimit);
        }
        number.clamp(most.saturating_neg(), most)
    }

    /// Whether a list of this length may grow; judging stops if it has reached `most`.
    pub fn has_room(&self, length: usize, most: usize) -> bool {
        if length >= most {
            self.halt(Halt::StepLimit);
        }
        length < most
    }

    /// Spends one look for each unit of weight of the running effects.
    pub fn spend_on_effects(&self) -> bool {
        self.spend(self.state.modifiers.weight())
    }

    /// All running effects if any of them has one of the wanted topics; otherwise none. Spends the looks of
    /// reading them.
    #[inline]
    pub fn running_effects(&self, wanted: u64) -> &[Modifier<G>] {
        let modifiers = &self.state.modifiers;
        if modifiers.is_empty() || !self.spend(modifiers.weight()) {
            return &[];
        }
        modifiers.all_if_about(wanted)
    }

    /// Computes a part of an answer outside of judging, with fuel of its own. Returns also why the
    /// computation stopped, if it did, and the looks that it took; the judgement stays unchanged.
    pub fn telling<'m, T>(&'m self, tell: impl FnOnce(&'m Self) -> T) -> (T, Option<Halt>, u32) {
        let (halt, readings) = (self.fuel.halt.replace(None), self.fuel.readings.replace(0));
        let value = tell(self);
        let stopped = self.halted();
        self.fuel.halt.set(halt);
        (value, stopped, self.fuel.readings.replace(readings))
    }

    /// Tries something outside of judging that `look` undoes itself, with fuel of its own, as
    /// [`Match::telling`].
    pub fn aside<T>(&mut self, look: impl FnOnce(&mut Self) -> T) -> (T, Option<Halt>) {
        let (halt, readings) = (self.fuel.halt.replace(None), self.fuel.readings.replace(0));
        let found = look(self);
        let stopped = self.halted();
        self.fuel.halt.set(halt);
        self.fuel.readings.set(readings);
        (found, stopped)
    }
}
