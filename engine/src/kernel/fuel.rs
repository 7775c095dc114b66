//! Fuel: how much a judgement may do before it is given up, the same on every machine, and how deep
//! standing effects are read inside each other.

use super::{Game, Halt, Match};

/// Steps that the engine may take between two entries. Part of a game's semantics: the same
/// everywhere, not configurable.
pub const FUEL_STEPS: u32 = 20_000;
/// Frames that may lie on the agenda at a time.
pub const FUEL_NESTING: usize = 200;
/// Happenings between two entries.
pub const FUEL_EVENTS: u32 = 100_000;
/// Looks at cards and standing effects between two entries.
pub const FUEL_READINGS: u32 = 1_000_000;
/// Looks and steps in a whole game.
pub const FUEL_TOTAL: u64 = 20_000_000;
/// How deep standing effects may ask for numbers that depend on standing effects; deeper, numbers
/// are read without them.
pub const READING_DEPTH: u8 = 2;

impl<G: Game> Match<'_, G> {
    /// Judging cannot go on.
    #[cold]
    pub fn halt(&mut self, why: Halt) {
        self.halt.set(self.halt.get().or(Some(why)));
    }

    /// Why judging cannot go on, if it cannot.
    pub fn halted(&self) -> Option<Halt> {
        let used_up = self.readings.get() > FUEL_READINGS || self.state.spent > FUEL_TOTAL;
        self.halt.get().or(used_up.then_some(Halt::StepLimit))
    }

    /// Begins to count looks anew: before each entry, and before something is told that is no part of
    /// judging.
    pub fn refuel(&self) {
        self.readings.set(0);
    }

    /// Adds what was spent since to the game's account.
    pub(super) fn account(&mut self, steps: u32) {
        self.state.spent += u64::from(self.readings.get()) + u64::from(steps);
    }

    /// Spends one look at a card or a standing effect. `false`: fuel is used up, stop looking;
    /// [`Match::halted`] says so afterwards.
    pub fn look(&self) -> bool {
        self.readings.set(self.readings.get().saturating_add(1));
        self.readings.get() <= FUEL_READINGS
    }

    /// Reads standing effects, unless they are being read too deep inside each other or too often:
    /// so that effects that depend on each other come to an end.
    pub fn reading(&self, read: impl FnOnce()) {
        let depth = self.depth.get();
        if self.look() && depth < READING_DEPTH {
            self.depth.set(depth + 1);
            read();
            self.depth.set(depth);
        }
    }
}
