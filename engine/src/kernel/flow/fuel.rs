//! Fuel: how much a judgement may do before it is given up, the same on every machine, and how deep
//! standing effects are read inside each other.

use std::cell::Cell;
use std::fmt::Debug;

use crate::kernel::shape::Looks;
use crate::kernel::{Game, Halt, Match, Modifier};

/// Steps that the engine may take between two entries. Part of a game's semantics: the same
/// everywhere, not configurable.
pub const FUEL_STEPS: u32 = 20_000;
/// Frames that may lie on the agenda at a time.
pub const FUEL_NESTING: usize = 200;
/// Proposals between two entries.
pub const FUEL_EVENTS: u32 = 100_000;
/// Looks at cards and standing effects between two entries.
pub const FUEL_READINGS: u32 = 1_000_000;
/// Looks and steps in a whole game.
pub const FUEL_TOTAL: u64 = 20_000_000;
/// How deep standing effects may ask for numbers that depend on standing effects.
pub const READING_DEPTH: u8 = 8;
/// How much running effects may weigh together: each weighs 1, or as many objects as it reaches.
pub const EFFECT_WEIGHT: usize = 2_000;

/// How many looks are taken between two questions whether judging is to end.
const STOP_LOOKS: u32 = 4_096;

/// What says from outside that judging is to end, because nobody waits for it any more. Whoever says so
/// throws away whatever was judged: no verdict depends on it. Once it says so, it goes on saying so.
pub trait Stop: Debug + Send + Sync {
    /// Whether judging is to end.
    fn is_asked(&self) -> bool;
}

/// What is used up, and whether judging has ended for it.
#[derive(Debug, Default)]
pub(in crate::kernel) struct Fuel {
    pub(in crate::kernel) halt: Cell<Option<Halt>>,
    pub(in crate::kernel) readings: Cell<u32>,
    pub(in crate::kernel) depth: Cell<u8>,
    pub(in crate::kernel) steps: u32,
    pub(in crate::kernel) events: u32,
    /// How many looks the last check of the table took: what it costs while nothing was touched, too.
    pub(in crate::kernel) check_cost: u32,
    /// What finding legal answers may still take besides looks at cards.
    pub(in crate::kernel) listing: Looks,
}

impl<'p, G: Game> Match<'p, G> {
    /// Judging ends soon after this signal asks for it.
    pub fn stop_when(&mut self, stop: Option<&'p dyn Stop>) {
        self.stop = stop;
    }

    /// Judging cannot go on.
    #[cold]
    pub fn halt(&self, why: Halt) {
        self.fuel.halt.set(self.fuel.halt.get().or(Some(why)));
    }

    /// Why judging cannot go on, if it cannot.
    pub fn halted(&self) -> Option<Halt> {
        self.fuel.halt.get().or((self.state.spent > FUEL_TOTAL).then_some(Halt::StepLimit))
    }

    /// Begins to count looks anew: before each entry, and before an answer is made that is no part of
    /// judging.
    pub fn refuel(&self) {
        self.fuel.readings.set(0);
        self.fuel.listing.refill();
    }

    /// Adds what was spent since to the game's account.
    pub(in crate::kernel) fn account(&mut self, steps: u32) {
        self.state.spent += u64::from(self.fuel.readings.get()) + u64::from(steps);
    }

    /// Spends so many looks at once. What is read without fuel is not what is there, so judging is over with
    /// it.
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

    /// What finding the legal answers to one question may still take besides looks at cards. Where it is used
    /// up, answers are left open; judging does not end for it.
    pub const fn listing_looks(&self) -> &Looks {
        &self.fuel.listing
    }

    /// Begins to find the legal answers to another question.
    pub fn begin_listing(&self) {
        self.fuel.listing.refill();
    }

    /// Reads standing effects. Those that depend on each other without end use judging up.
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

    /// A number that is counted up to `most`, either way; judging cannot go on beyond.
    pub fn counted(&self, number: i64, most: i64) -> i64 {
        if number.unsigned_abs() > most.unsigned_abs() {
            self.halt(Halt::StepLimit);
        }
        number.clamp(most.saturating_neg(), most)
    }

    /// Whether a list that the game keeps may grow further than this length; judging cannot go on where not.
    pub fn has_room(&self, length: usize, most: usize) -> bool {
        if length >= most {
            self.halt(Halt::StepLimit);
        }
        length < most
    }

    /// Spends a look through all running effects.
    pub fn spend_on_effects(&self) -> bool {
        self.spend(self.state.modifiers.weight())
    }

    /// The running effects that may be about one of these, if any is; reading them is spent.
    #[inline]
    pub fn running_effects(&self, wanted: u64) -> &[Modifier<G>] {
        let modifiers = &self.state.modifiers;
        if modifiers.is_empty() || !self.spend(modifiers.weight()) {
            return &[];
        }
        modifiers.all_if_about(wanted)
    }

    /// Makes a part of an answer that is no part of judging, with fuel of its own: what it uses up or finds
    /// out of reach changes nothing, and is returned, with how many looks it took.
    pub fn telling<'m, T>(&'m self, tell: impl FnOnce(&'m Self) -> T) -> (T, Option<Halt>, u32) {
        let (halt, readings) = (self.fuel.halt.replace(None), self.fuel.readings.replace(0));
        let told = tell(self);
        let stopped = self.halted();
        self.fuel.halt.set(halt);
        (told, stopped, self.fuel.readings.replace(readings))
    }

    /// Does something that is no part of judging and takes it back, with fuel of its own: as
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
