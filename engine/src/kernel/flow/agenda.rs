//! The agenda: the flow of a game as a stack of frames of plain data, and the loop that runs the top frame
//! until a seat has to decide.

use std::cell::Cell;

use smallvec::SmallVec;

use crate::kernel::action::draft::Journal;
use crate::kernel::chance::declared::Declared;
use crate::kernel::event::Event;
use crate::kernel::flow::fuel::{EFFECT_WEIGHT, FUEL_NESTING, FUEL_STEPS, Fuel, Stop};
use crate::kernel::flow::loops::LoopWatch;
use crate::kernel::inexact::Reliance;
use crate::kernel::modifier::{Modifier, Reach};
use crate::kernel::table::Object;
use crate::kernel::{
    Asked, Chance, Closing, Cursor, Frame, Game, Halt, Item, ItemId, Outcome, Progress, Seat, Stage, State,
    Window,
};
use crate::verdict::{Cite, Refusal};

/// A game in judgement: its state, its pool and its source of randomness.
pub struct Match<'p, G: Game> {
    /// The pool of cards.
    pub pool: &'p G::Pool,
    /// The state.
    pub state: State<G>,
    /// The events since the caller last took them; `None`: they are not recorded.
    pub record: Option<Vec<Event<G>>>,
    pub(in crate::kernel) chance: &'p dyn Chance,
    /// How to undo the open draft.
    pub(in crate::kernel) journal: Journal<G>,
    /// The conditions that the latest ruling waived.
    pub(in crate::kernel) waived: Vec<Refusal<G::Reason>>,
    /// Declared outcomes of random steps, and readings of unknown cards.
    pub(in crate::kernel) declared: Declared<G>,
    /// The inexact texts met so far.
    pub(in crate::kernel) reliance: Reliance,
    /// The fuel that this entry has used.
    pub(in crate::kernel) fuel: Fuel,
    /// The rule of the latest proposal.
    pub(in crate::kernel) rule: Cell<Option<Cite>>,
    suspended: Option<Cite>,
    /// The caller's signal to stop judging.
    pub(in crate::kernel) stop: Option<&'p dyn Stop>,
    pub(in crate::kernel) watch: LoopWatch<G>,
    /// Whether a waiting proposal has changed since the last check of the table, or the running processing
    /// has, unless [`super::settle::Policy::checks_of_table`] says that checks do not read it.
    pub(in crate::kernel) stepped: bool,
    /// Whether the caller has turned off all caches of derived values.
    caches_nothing: bool,
    /// Whether the match looks for circles over several entries.
    pub(in crate::kernel) watches_circles: bool,
    /// How many frames were inserted beneath the running processing, which has risen by that number.
    pub(in crate::kernel) lifted: usize,
}

impl<G: Game> std::fmt::Debug for Match<'_, G> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Match").field("state", &self.state).finish_non_exhaustive()
    }
}

impl<'p, G: Game> Match<'p, G> {
    /// A match in a given state. [`Match::advance`] runs it to its next decision.
    pub fn new(pool: &'p G::Pool, mut state: State<G>, chance: &'p dyn Chance) -> Match<'p, G> {
        state.set_touched(true);
        Match {
            pool,
            state,
            record: None,
            chance,
            journal: Journal::default(),
            waived: Vec::new(),
            declared: Declared::default(),
            reliance: Reliance::default(),
            fuel: Fuel::default(),
            rule: Cell::new(None),
            suspended: None,
            stop: None,
            watch: LoopWatch::new(),
            stepped: true,
            caches_nothing: false,
            watches_circles: true,
            lifted: 0,
        }
    }

    /// A match in another state, under the same suspended rules, that does not look for circles.
    pub(in crate::kernel) fn beside(&self, state: State<G>) -> Match<'p, G> {
        Match {
            suspended: self.suspended,
            watches_circles: false,
            ..Match::new(self.pool, state, self.chance)
        }
    }

    /// Suspends one rule, so that a caller can compare judgements with and without it: the proof of coverage.
    /// No answer to a request is judged like this.
    pub fn suspend(&mut self, rule: Cite) {
        self.suspended = Some(rule);
        self.state.set_touched(true);
    }

    /// Whether a rule is in force, that is, not suspended.
    pub fn in_force(&self, rule: Cite) -> bool {
        self.suspended != Some(rule)
    }

    /// Whether all of these rules are in force.
    pub fn all_in_force(&self, rules: &[Cite]) -> bool {
        rules.iter().all(|rule| self.in_force(*rule))
    }

    /// The game's facts, to change.
    pub fn facts_mut(&mut self) -> &mut G::Facts {
        if self.journal.is_open && self.journal.facts.is_none() {
            self.journal.facts = Some(Box::new((*self.state.facts).clone()));
        }
        &mut self.state.facts
    }

    /// Puts a step on top of the agenda.
    pub fn push(&mut self, step: G::Step) {
        self.push_frame(Frame::Step(step));
    }

    /// The height of the agenda, with which a step later finds what has come on top of it. Frames that were
    /// inserted beneath the running processing do not count.
    pub fn height(&self) -> isize {
        self.state.agenda.len() as isize - self.lifted as isize
    }

    /// Puts a step on the agenda at the position of this [`Match::height`]: frames that have come on top
    /// since run first.
    pub fn push_above(&mut self, floor: isize, step: G::Step) {
        if self.state.agenda.len() >= FUEL_NESTING {
            self.halt(Halt::StepLimit);
        } else {
            let place = floor.saturating_add(self.lifted as isize).max(0) as usize;
            self.state.agenda.insert(place.min(self.state.agenda.len()), Frame::Step(step));
        }
    }

    /// Puts a frame on top of the agenda.
    pub fn push_frame(&mut self, frame: Frame<G>) {
        if self.state.agenda.len() >= FUEL_NESTING {
            self.halt(Halt::StepLimit);
        } else {
            self.state.agenda.push(frame);
        }
    }

    /// Opens a window whose floor is the present height of the chain.
    pub fn open_window(&mut self, mut window: Window<G>) {
        window.floor = self.state.chain.len();
        self.push_frame(Frame::Window(window));
    }

    /// Begins a stage, given by the number of its table and the line.
    pub fn begin_stage(&mut self, schedule: u8, line: u8) {
        self.push_frame(Frame::Stage(Cursor { schedule, line, progress: Progress::Begin }));
    }

    /// Puts an item on the chain, which `step` resolves; `source` has its text.
    pub fn onto_chain(&mut self, seat: Seat, source: Option<Object>, step: G::Step) -> ItemId {
        let id = ItemId(self.state.items);
        if self.state.chain.len() >= FUEL_NESTING {
            self.halt(Halt::StepLimit);
        } else {
            self.state.items = id.0.wrapping_add(1);
            self.state.chain.push(Item { id, seat, source, step });
        }
        id
    }

    /// A chain item that waits or is being resolved; `None`: it has left the chain.
    pub fn item(&self, id: ItemId) -> Option<&Item<G>> {
        self.state.chain.iter().find(|item| item.id == id)
    }

    /// The chain items that wait for their resolution, the top last.
    pub fn waiting_items(&self) -> impl DoubleEndedIterator<Item = &Item<G>> {
        let is_resolved = |item: &Item<G>| self.state.agenda.contains(&Frame::Resolving(item.id));
        self.state.chain.iter().filter(move |item| !is_resolved(item))
    }

    /// Removes an item from the chain before its resolution.
    pub fn take_off_chain(&mut self, id: ItemId) -> Option<Item<G>> {
        let resolving = Frame::Resolving(id);
        let index = self.state.chain.iter().position(|item| item.id == id)?;
        (!self.state.agenda.contains(&resolving)).then(|| self.state.chain.remove(index))
    }

    /// Asks a seat a question.
    pub fn ask(&mut self, seat: Seat, question: G::Question) {
        self.state.asked.push(Asked { seat, question, sealed: false });
    }

    /// Asks a seat whose answer stays hidden from the other seat until both have answered.
    pub fn ask_sealed(&mut self, seat: Seat, question: G::Question) {
        self.state.asked.push(Asked { seat, question, sealed: true });
    }

    /// Whether the open question comes from the window on top of the agenda, which repeats it after each
    /// action.
    pub fn is_asked_by_window(&self) -> bool {
        match (self.state.asked.as_slice(), self.state.agenda.last()) {
            ([asked], Some(Frame::Window(window))) => {
                asked.seat == window.speaker && asked.question == window.question
            }
            _ => false,
        }
    }

    /// The open question of a seat.
    pub fn asked(&self, seat: Seat) -> Option<&Asked<G>> {
        self.state.asked.iter().find(|asked| asked.seat == seat)
    }

    /// Ends the game.
    #[cold]
    pub fn end(&mut self, winner: Option<Seat>, ending: G::Ending, cites: &[Cite]) {
        if self.state.outcome.is_none() && self.all_in_force(cites) {
            self.state.outcome = Some(Outcome { winner, ending, cites: SmallVec::from_slice(cites) });
        }
    }

    /// Whether nothing can happen any more: the game has ended.
    pub fn has_ended(&self) -> bool {
        self.state.outcome.is_some() && G::POLICY.ends_at_once
    }

    /// Starts a running effect.
    pub fn begin(
        &mut self,
        influence: G::Influence,
        reach: Reach<G>,
        until: G::Until,
        seat: Seat,
        source: Option<Object>,
        rule: Cite,
    ) {
        if !self.in_force(rule) {
            return;
        }
        let time = self.state.clock;
        let modifier = Modifier { time, influence, reach, until, seat, source, rule };
        let weight = self.state.modifiers.weight().saturating_add(modifier.weight());
        if weight > EFFECT_WEIGHT || !self.spend(weight) {
            return self.halt(Halt::StepLimit);
        }
        self.state.clock += 1;
        self.state.modifiers.push(modifier);
    }

    /// Ends the running effects for which `over` holds.
    pub fn expire(&mut self, mut over: impl FnMut(&Modifier<G>) -> bool) {
        if self.spend(self.state.modifiers.weight()) && self.state.modifiers.iter().any(&mut over) {
            self.drop_expired(over);
        }
    }

    #[inline(never)]
    fn drop_expired(&mut self, mut over: impl FnMut(&Modifier<G>) -> bool) {
        self.state.modifiers.retain(|modifier| !over(modifier));
    }

    /// Drops objects that changed zone from running effects, and effects that have none left.
    // Outlined, because most rounds have nothing to drop.
    #[inline(never)]
    fn drop_departed(&mut self) {
        let table = &self.state.table;
        let names_departed = |modifier: &Modifier<G>| match &modifier.reach {
            Reach::Objects(objects) => {
                objects.is_empty() || !objects.iter().all(|object| table.is_current(*object))
            }
            _ => false,
        };
        if !self.state.modifiers.iter().any(names_departed) {
            return;
        }
        self.state.modifiers.retain_mut(|modifier| match &mut modifier.reach {
            Reach::Objects(objects) => {
                objects.retain(|object| table.is_current(*object));
                !objects.is_empty()
            }
            _ => true,
        });
    }

    /// The asked seat passes in the open window.
    pub fn pass(&mut self) {
        let Some(Frame::Window(window)) = self.state.agenda.last_mut() else { return };
        if !window.passed() {
            return;
        }
        let (floor, closing) = (window.floor, window.closing);
        if closing != Closing::OnePass && self.state.chain.len() > floor {
            self.resolve_top();
        } else {
            self.state.agenda.pop();
        }
    }

    /// The speaking seat has used something in the open window.
    pub fn used(&mut self) {
        let window = self.state.agenda.iter_mut().rev().find_map(|frame| match frame {
            Frame::Window(window) => Some(window),
            _ => None,
        });
        if let Some(window) = window {
            window.used();
        }
    }

    /// Begins to resolve the top item, which stays on the chain until its resolution ends.
    fn resolve_top(&mut self) {
        if let Some(item) = self.state.chain.last() {
            let step = item.step.clone();
            self.push_frame(Frame::Resolving(item.id));
            self.push(step);
        }
    }

    /// Runs until a seat is asked, the game ends, or judging stops.
    pub fn advance(&mut self) {
        self.refuel();
        self.begin_entry(None, false);
        self.go_on();
        self.end_entry();
    }

    /// Replaces the table by another one with other cards and runs to its next decision. The counters of the
    /// game go on, so that no label of a random step is used twice.
    pub fn put_down(&mut self, mut state: State<G>) {
        state.count_on(&self.state);
        state.set_touched(true);
        self.state = state;
        self.journal = Journal::default();
        self.declared = Declared::default();
        self.stepped = true;
        self.advance();
    }

    pub(in crate::kernel) fn go_on(&mut self) {
        // An entry may have changed the agenda in ways that checks read.
        self.processing_changed();
        self.fuel.steps = 0;
        self.fuel.events = 0;
        // Charges the looks that reading and beginning the entry took.
        self.account(0);
        self.refuel();
        self.run_agenda();
        self.account(self.fuel.steps);
    }

    pub(in crate::kernel) fn run_agenda(&mut self) {
        self.watch = LoopWatch::new();
        while self.state.asked.is_empty() && !self.is_stopped() {
            if self.has_ended() {
                self.state.agenda.clear();
                self.state.chain.clear();
                self.state.waiting.clear();
                break;
            }
            self.forget();
            self.fuel.steps += 1;
            if self.fuel.steps > FUEL_STEPS {
                self.halt(Halt::StepLimit);
                break;
            }
            if !self.state.modifiers.is_empty()
                && self.spend(self.state.modifiers.weight())
                && self.state.touched()
            {
                self.drop_departed();
            }
            self.watch_for_loops();
            if self.settle() {
                continue;
            }
            if !self.run_top() {
                break;
            }
        }
    }

    /// Runs the frame on top of the agenda, which stays there while it has more to do. `false`: the agenda is
    /// empty.
    fn run_top(&mut self) -> bool {
        match self.state.agenda.last_mut() {
            None => return false,
            Some(Frame::Stage(cursor)) => {
                let now = *cursor;
                cursor.progress = now.progress.next();
                self.run_stage(now);
                return true;
            }
            Some(Frame::Window(window)) => {
                let open = window.closing != Closing::ChainAtFloor || self.state.chain.len() > window.floor;
                let (seat, question) = (window.speaker, window.question.clone());
                if open {
                    self.ask(seat, question);
                } else {
                    self.state.agenda.pop();
                }
                return true;
            }
            Some(Frame::Resolving(_)) => {
                self.resolved();
                return true;
            }
            Some(Frame::Replacing(_)) => {
                self.state.agenda.pop();
                return true;
            }
            Some(Frame::Step(_) | Frame::Pending(_) | Frame::Deciding(_)) => {}
        }
        self.processing_changed();
        match self.state.agenda.pop() {
            Some(Frame::Step(step)) => {
                if let Some(Frame::Replacing(replacing)) = self.state.agenda.last_mut() {
                    replacing.begun = true;
                }
                G::run(self, step);
            }
            Some(Frame::Pending(pending)) => self.run_pending(pending),
            Some(Frame::Deciding(deciding)) => self.decide(*deciding),
            _ => {}
        }
        true
    }

    /// Removes a resolved item from the chain.
    #[cold]
    fn resolved(&mut self) {
        if let Some(Frame::Resolving(id)) = self.state.agenda.pop() {
            self.state.chain.retain(|item| item.id != id);
        }
    }

    /// Records that the running processing has changed.
    fn processing_changed(&mut self) {
        self.stepped |= !G::POLICY.checks_of_table;
    }

    /// Turns off all caches of derived values, so that every round computes and checks everything. That takes
    /// longer and changes no answer, which a test compares.
    pub fn cache_nothing(&mut self) {
        self.caches_nothing = true;
    }

    /// Drops derived values if caches are off.
    pub(in crate::kernel) fn forget(&mut self) {
        if self.caches_nothing {
            self.state.table.forget_all();
            self.state.set_touched(true);
        }
    }

    fn run_stage(&mut self, cursor: Cursor) {
        let Some(stage) = G::schedule(cursor.schedule).get(usize::from(cursor.line)) else {
            self.state.agenda.pop();
            return;
        };
        match cursor.progress {
            Progress::Begin => {
                G::stage_begins(self, stage.name);
                self.run_part(stage, self.all_in_force(G::POLICY.automatic_first));
            }
            Progress::Announce => self.run_part(stage, !self.all_in_force(G::POLICY.automatic_first)),
            Progress::Window => match stage.window.as_ref().filter(|_| self.in_force(stage.rule)) {
                Some(asks) => {
                    let window = Window::one(asks.question.clone(), (asks.who)(self));
                    self.open_window(Window { speaking: asks.speaking, closing: asks.closing, ..window });
                }
                None => self.end_stage(cursor, stage.name),
            },
            Progress::End => self.end_stage(cursor, stage.name),
        }
    }

    fn end_stage(&mut self, cursor: Cursor, name: G::Stage) {
        self.state.agenda.pop();
        if G::stage_ends(self, name) {
            self.begin_stage(cursor.schedule, cursor.line.saturating_add(1));
        }
    }

    /// Runs the automatic block of a stage, or announces its start.
    fn run_part(&mut self, stage: &'static Stage<G>, automatic: bool) {
        if !automatic {
            return G::stage_announced(self, stage.name, stage.rule);
        }
        for automatic in stage.automatic {
            if self.all_in_force(&[stage.rule, automatic.rule]) {
                (automatic.run)(self, automatic.rule);
            }
        }
    }
}
