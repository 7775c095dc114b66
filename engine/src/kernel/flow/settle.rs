//! The loop between two proposals: checks of the table first, then waiting triggers. Games differ only in the
//! [`Policy`].

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::kernel::{Frame, Game, MapCards, Match, Seat};
use crate::verdict::Cite;

/// When the table is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Checks {
    /// Only when no processing is running.
    BetweenProcessings,
    /// At two moments: when a window is about to ask, and before a step that is no processing. Not between
    /// the parts of a stage, nor while a resolved item is still on the chain.
    AtMoments,
    /// After every single change.
    AfterEachChange,
}

/// When waiting triggers run, and who picks the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Triggers {
    /// After the running processing. The active seat runs all of its triggers, then the other seat; the order
    /// is decided anew whenever more triggers come up.
    AfterProcessing,
    /// At once, inside the running processing. An event fixes the list of its triggers: the active seat's
    /// first, each seat's in the order of [`Game::trigger_rank`], and the seat picks among equals. The
    /// triggers that one of them raises run before the next of the list.
    AtOnce,
    /// After the running processing, the newest batch first. For one event the active seat's triggers come
    /// first, each seat's in the order of [`Game::trigger_rank`]. The triggers that one of them raises follow
    /// right after it, before the rest of its list.
    RightAfter,
    /// When a window is about to ask, the active seat's first. A trigger's step puts it on the chain.
    OntoChain,
    /// After the running processing, the newest batch first. The active seat picks among both seats'
    /// triggers.
    NewestBatch,
}

impl Triggers {
    /// Whether triggers, and proposals with them, wait until the running processing is done.
    pub(in crate::kernel) const fn wait_for_processing(self) -> bool {
        matches!(self, Triggers::AfterProcessing | Triggers::NewestBatch | Triggers::RightAfter)
    }
}

/// The moments of checks and triggers in one game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// When the table is checked.
    pub checks: Checks,
    /// Whether checks and state triggers read only the table, waiting proposals, running effects and the
    /// game's facts. Then the kernel skips them after an entry or step that changed none of these.
    pub checks_of_table: bool,
    /// The rules that make checks wait for the end of a processing.
    pub checks_wait: &'static [Cite],
    /// When waiting triggers run.
    pub triggers: Triggers,
    /// The rules that make triggers wait for the end of a processing.
    pub triggers_wait: &'static [Cite],
    /// The rules about whose triggers come first, and about who picks.
    pub triggers_order: &'static [Cite],
    /// The rules by which the automatic block of a stage comes before the triggers of its start.
    pub automatic_first: &'static [Cite],
    /// Whether the agenda is dropped as soon as the game has an outcome.
    pub ends_at_once: bool,
}

impl Policy {
    /// A policy without citations.
    pub const fn new(checks: Checks, triggers: Triggers, ends_at_once: bool) -> Policy {
        Policy {
            checks,
            checks_of_table: false,
            checks_wait: &[],
            triggers,
            triggers_wait: &[],
            triggers_order: &[],
            automatic_first: &[],
            ends_at_once,
        }
    }
}

/// Indices into the list of waiting triggers.
pub type Indices = SmallVec<[usize; 4]>;

/// A trigger that waits to run.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Waiting<G: Game> {
    /// The seat that controls it.
    pub seat: Seat,
    /// The batch in which it came up.
    pub batch: u32,
    /// The number of the event that raised it. Only [`Triggers::AtOnce`] and [`Triggers::RightAfter`] read
    /// it.
    pub event: u32,
    /// While the agenda is higher than this, a trigger that was picked earlier is still running. Only the
    /// policies that run newer batches first read it.
    pub height: usize,
    /// The ability.
    pub trigger: G::Trigger,
}

impl<G: Game> Match<'_, G> {
    /// Queues a trigger.
    pub fn wait(&mut self, seat: Seat, trigger: G::Trigger) {
        if let Some(text) = G::trigger_text(&trigger) {
            self.rely_on_text(text.card, text.definition);
        }
        let (batch, event) = (self.state.batch, self.state.event_number);
        self.state.waiting.push(Waiting { seat, batch, event, height: usize::MAX, trigger });
    }

    /// Runs the waiting trigger at this index.
    pub fn start_waiting(&mut self, index: usize) {
        if index < self.state.waiting.len() {
            let waiting = self.state.waiting.remove(index);
            self.state.batch += 1;
            let height = self.state.agenda.len();
            for waiting in &mut self.state.waiting {
                waiting.height = waiting.height.min(height);
            }
            self.push(G::trigger_step(waiting));
        }
    }

    /// The seat that picks next, and the waiting triggers it picks from.
    pub fn next_waiting(&self) -> Option<(Seat, Indices)> {
        if !self.all_in_force(G::POLICY.triggers_order) {
            return self.state.waiting.first().map(|waiting| (waiting.seat, Indices::from_elem(0, 1)));
        }
        let active = G::active(self);
        let of = |seat: Seat| -> Indices {
            let waiting = self.state.waiting.iter().enumerate();
            waiting.filter(|(_, waiting)| waiting.seat == seat).map(|(index, _)| index).collect()
        };
        match G::POLICY.triggers {
            Triggers::AfterProcessing | Triggers::OntoChain => [active, active.other()]
                .into_iter()
                .map(|seat| (seat, of(seat)))
                .find(|(_, indices)| !indices.is_empty()),
            Triggers::AtOnce | Triggers::RightAfter => self.next_at_once(),
            Triggers::NewestBatch => {
                let height = self.state.agenda.len();
                let waiting = self.state.waiting.iter().enumerate();
                let ready = waiting.filter(|(_, waiting)| waiting.height >= height);
                let newest = ready.clone().map(|(_, waiting)| waiting.batch).max()?;
                let indices =
                    ready.filter(|(_, waiting)| waiting.batch == newest).map(|(index, _)| index).collect();
                Some((active, indices))
            }
        }
    }

    /// With the newest batch first, then the oldest event, then those that are not last, then the active
    /// seat, then the lowest rank.
    fn next_at_once(&self) -> Option<(Seat, Indices)> {
        let (active, height) = (G::active(self), self.state.agenda.len());
        let waiting = self.state.waiting.iter().enumerate();
        let ready = waiting.filter(|(_, waiting)| waiting.height >= height);
        let newest = ready.clone().map(|(_, waiting)| waiting.batch).max()?;
        let order = |index: usize, waiting: &Waiting<G>| {
            let rank = G::trigger_rank(waiting, index);
            (waiting.event, G::is_last(waiting), waiting.seat != active, rank)
        };
        let batch: SmallVec<[_; 4]> = ready
            .filter(|(_, waiting)| waiting.batch == newest)
            .map(|(index, waiting)| (order(index, waiting), waiting.seat, index))
            .collect();
        let (first, seat) = batch.iter().map(|(order, seat, _)| (*order, *seat)).min()?;
        Some((seat, batch.iter().filter(|(order, ..)| *order == first).map(|(.., index)| *index).collect()))
    }

    /// Whether something has come up that runs before a processing that began at the height `floor` goes on:
    /// a frame on top of it, a question without a frame, or a trigger that runs at once.
    pub fn is_interrupted(&self, floor: isize) -> bool {
        let at_once = G::POLICY.triggers == Triggers::AtOnce && !self.state.waiting.is_empty();
        self.height() > floor || !self.state.asked.is_empty() || at_once
    }

    /// Runs one round of the loop. `true`: the round did something, and another one follows.
    pub(in crate::kernel) fn settle(&mut self) -> bool {
        let (processing, window) = match self.state.agenda.last() {
            Some(Frame::Step(step)) => (G::is_processing(step), false),
            Some(Frame::Pending(_)) => (!G::POLICY.triggers.wait_for_processing(), false),
            // A decision about replacements belongs to the processing that made the proposal.
            Some(Frame::Deciding(_) | Frame::Replacing(_)) => (true, false),
            Some(Frame::Window(_)) => (false, true),
            Some(Frame::Stage(_) | Frame::Resolving(_)) | None => {
                (G::POLICY.checks == Checks::AtMoments, false)
            }
        };
        let checks_wait =
            G::POLICY.checks != Checks::AfterEachChange && self.all_in_force(G::POLICY.checks_wait);
        if !processing || !checks_wait {
            self.check_table();
            if self.has_ended() || !self.state.asked.is_empty() {
                return true;
            }
            G::abort_obsolete(self);
        }
        let open = match G::POLICY.triggers {
            Triggers::AfterProcessing | Triggers::NewestBatch | Triggers::RightAfter => {
                !processing || !self.all_in_force(G::POLICY.triggers_wait)
            }
            Triggers::AtOnce => true,
            // A frame that a check has put on top of the window runs before the window asks.
            Triggers::OntoChain => window && matches!(self.state.agenda.last(), Some(Frame::Window(_))),
        };
        open && !self.state.waiting.is_empty() && self.run_next_waiting()
    }

    /// Checks the table and collects state triggers. If nothing has changed since the last check, the result
    /// would be the same, so the check only spends the looks of the last one.
    fn check_table(&mut self) {
        if !self.state.touched() && !self.stepped && self.state.unknown.is_empty() {
            self.spend(self.fuel.check_cost as usize);
            return;
        }
        self.state.set_touched(false);
        self.stepped = false;
        let before = self.fuel.readings.get();
        G::check_state(self);
        if !self.has_ended() {
            G::collect_state_triggers(self);
        }
        self.fuel.check_cost = self.fuel.readings.get().saturating_sub(before);
    }

    /// Runs the next waiting trigger, or asks which one is next. `false`: none waits any more.
    #[inline(never)]
    fn run_next_waiting(&mut self) -> bool {
        if !self.spend(self.state.waiting.len()) {
            return false;
        }
        let mut waiting = std::mem::take(&mut self.state.waiting);
        waiting.retain(|waiting| G::still_waits(self, waiting));
        self.state.waiting = waiting;
        let Some((seat, indices)) = self.next_waiting() else { return false };
        let mut waiting = indices.iter().filter_map(|&index| self.state.waiting.get(index));
        let first = waiting.next();
        let no_choice = first.is_some_and(|first| waiting.all(|other| G::named_alike(first, other)));
        match indices.first() {
            Some(&index) if no_choice => self.start_waiting(index),
            _ => self.ask(seat, G::trigger_question()),
        }
        true
    }
}
