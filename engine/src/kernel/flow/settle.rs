//! The loop between two proposals: checks of the table, then the triggers that wait. Games differ
//! only in the [`Policy`].

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::kernel::{Frame, Game, MapCards, Match, Seat};
use crate::verdict::Cite;

/// When the table is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Checks {
    /// Only when no processing is running.
    BetweenProcessings,
    /// Only at moments that the game names: when a window is about to ask, and before a step that is no
    /// processing. Not between the parts of a stage, nor while an item that was resolved is still on the
    /// chain.
    AtMoments,
    /// After every single change.
    AfterEachChange,
}

/// When waiting triggers run, and who picks the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Triggers {
    /// After the running processing; the active seat works off all of its own, then the other; what
    /// comes up anew is looked at from the start.
    AfterProcessing,
    /// At once, inside the running processing. The list of what one event brings up is fixed at that
    /// event: the active seat's first, each seat's in the order of [`Game::trigger_rank`], where the
    /// seat picks among equals; what one of them brings up is worked off before the next.
    AtOnce,
    /// After the running processing, the newest batch first; of one event the active seat's first, each
    /// seat's in the order of [`Game::trigger_rank`]. What one of them brings up follows right after it,
    /// before the others of its list.
    RightAfter,
    /// When a window is about to ask; the active seat's first. Their step puts them onto the chain.
    OntoChain,
    /// After the running processing; the newest batch first, the active seat picks among both
    /// seats' triggers.
    NewestBatch,
}

impl Triggers {
    /// Whether triggers, and proposals with them, wait until the running processing is done.
    pub(in crate::kernel) const fn wait_for_processing(self) -> bool {
        matches!(self, Triggers::AfterProcessing | Triggers::NewestBatch | Triggers::RightAfter)
    }
}

/// How a game lives between two proposals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// When the table is checked.
    pub checks: Checks,
    /// Whether checks and state triggers look at nothing but the table, what waits to leave it, running
    /// effects and the game's own data: then an entry or a step that touched none of them brings up nothing.
    pub checks_of_table: bool,
    /// The rules that keep checks out of a processing.
    pub checks_wait: &'static [Cite],
    /// When waiting triggers run.
    pub triggers: Triggers,
    /// The rules that keep triggers out of a processing.
    pub triggers_wait: &'static [Cite],
    /// The rules that say whose triggers come first, and who picks.
    pub triggers_order: &'static [Cite],
    /// The rules that put a stage's automatic block before what is announced at its start.
    pub automatic_first: &'static [Cite],
    /// Whether the agenda is dropped as soon as there is an outcome.
    pub ends_at_once: bool,
}

impl Policy {
    /// A policy that names no rule.
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

/// A trigger that waits.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Waiting<G: Game> {
    /// Whose it is.
    pub seat: Seat,
    /// Which batch it came up in.
    pub batch: u32,
    /// The number of the event that brought it up. Read where triggers run at once.
    pub event: u32,
    /// While the agenda is higher than this, a trigger that was chosen before it is still being
    /// worked off. Read where newer batches come first.
    pub height: usize,
    /// What waits.
    pub trigger: G::Trigger,
}

impl<G: Game> Match<'_, G> {
    /// A trigger came up.
    pub fn wait(&mut self, seat: Seat, trigger: G::Trigger) {
        if let Some(text) = G::trigger_text(&trigger) {
            self.rely_on_text(text.card, text.definition);
        }
        let (batch, event) = (self.state.batch, self.state.event_number);
        self.state.waiting.push(Waiting { seat, batch, event, height: usize::MAX, trigger });
    }

    /// Works off the waiting trigger at an index.
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

    /// The newest batch first; in it the oldest event; of that the active seat's, lowest rank first.
    fn next_at_once(&self) -> Option<(Seat, Indices)> {
        let (active, height) = (G::active(self), self.state.agenda.len());
        let waiting = self.state.waiting.iter().enumerate();
        let ready = waiting.filter(|(_, waiting)| waiting.height >= height);
        let newest = ready.clone().map(|(_, waiting)| waiting.batch).max()?;
        let order = |index: usize, waiting: &Waiting<G>| {
            (waiting.event, waiting.seat != active, G::trigger_rank(waiting, index))
        };
        let batch: SmallVec<[_; 4]> = ready
            .filter(|(_, waiting)| waiting.batch == newest)
            .map(|(index, waiting)| (order(index, waiting), waiting.seat, index))
            .collect();
        let (first, seat) = batch.iter().map(|(order, seat, _)| (*order, *seat)).min()?;
        Some((seat, batch.iter().filter(|(order, ..)| *order == first).map(|(.., index)| *index).collect()))
    }

    /// Whether something came up that goes before what is being processed, that began at the
    /// height `floor`: frames on top of it, a question that no frame asks, or triggers that run at once.
    pub fn is_interrupted(&self, floor: isize) -> bool {
        let at_once = G::POLICY.triggers == Triggers::AtOnce && !self.state.waiting.is_empty();
        self.height() > floor || !self.state.asked.is_empty() || at_once
    }

    /// One round of the loop. `true`: something was done, look again.
    pub(in crate::kernel) fn settle(&mut self) -> bool {
        let (processing, window) = match self.state.agenda.last() {
            Some(Frame::Step(step)) => (G::is_processing(step), false),
            Some(Frame::Pending(_)) => (!G::POLICY.triggers.wait_for_processing(), false),
            // Decided and replaced within the processing that lets it happen.
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
            // What a check brought up on top of the window comes before it asks.
            Triggers::OntoChain => window && matches!(self.state.agenda.last(), Some(Frame::Window(_))),
        };
        open && !self.state.waiting.is_empty() && self.bring_up()
    }

    /// Checks the table, and which state triggers fire. While nothing was touched the same would be found for
    /// as many looks, so that only the looks are spent.
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

    /// The next trigger that waits is worked off, or asked for. `false`: none still waits.
    #[inline(never)]
    fn bring_up(&mut self) -> bool {
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
