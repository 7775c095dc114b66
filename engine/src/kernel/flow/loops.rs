//! The search for a state that came before without a decision in between.
//!
//! The agenda is a stack, and frames beneath those that ran since a state play no part in what happened. So
//! the game repeats also if the same state comes back with the same top frame and with more frames beneath,
//! provided that nothing beneath was touched: it will do the same again and push as many frames again.
//! Because a game may look at the frames beneath, the search believes this only after the same frames were
//! pushed twice.

use crate::kernel::table::Object;
use crate::kernel::table::names::EachObject;
use crate::kernel::{Frame, Game, ItemId, MapCards, Match, State};

/// Steps without a decision after which the search starts.
pub const LOOP_WATCH: u32 = 256;

/// A state without the names of objects and the counters of time, for comparison.
#[derive(Debug, PartialEq, Eq)]
pub struct Likeness<G: Game> {
    /// The state, with only the next frame on its agenda.
    state: Box<State<G>>,
    /// The frames beneath that one.
    beneath: Vec<Frame<G>>,
}

/// The search for a repeated state by Brent's method: it remembers one state and replaces it at growing
/// distances, so it finds every cycle with the memory of one state.
#[derive(Debug)]
pub(in crate::kernel) struct LoopWatch<G: Game> {
    remembered: Option<Likeness<G>>,
    /// The lowest height of the agenda since then.
    lowest: usize,
    /// The frames that the way to the remembered state pushed beneath, if that way looked like a round of a
    /// circle.
    round: Option<Vec<Frame<G>>>,
    age: u32,
    limit: u32,
}

impl<G: Game> LoopWatch<G> {
    /// A search that has seen no state.
    pub(in crate::kernel) const fn new() -> LoopWatch<G> {
        LoopWatch { remembered: None, lowest: 0, round: None, age: 0, limit: 1 }
    }

    fn remember(&mut self, likeness: Likeness<G>, round: Option<Vec<Frame<G>>>) {
        self.lowest = likeness.beneath.len() + 1;
        self.remembered = Some(likeness);
        self.round = round;
        self.age = 0;
    }

    /// The frames that the way from the remembered state to `now` pushed beneath, if the two are otherwise
    /// alike.
    fn put_beneath(&self, now: &Likeness<G>) -> Option<Vec<Frame<G>>> {
        let before = self.remembered.as_ref()?;
        let put = now.beneath.strip_prefix(before.beneath.as_slice())?;
        let untouched = put.is_empty() || self.lowest > before.beneath.len();
        (untouched && before.state == now.state).then(|| put.to_vec())
    }
}

/// The distinct numbers in ascending order, so that each has a rank.
fn ranked(numbers: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut numbers: Vec<u32> = numbers.collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// The rank of a number; 0 if it is missing.
fn rank(ranked: &[u32], number: u32) -> u32 {
    ranked.binary_search(&number).unwrap_or(0) as u32
}

/// Replaces each time by its rank: only the order of times counts.
fn forget_times<G: Game>(state: &mut State<G>) {
    let of_effects = state.modifiers.iter().map(|modifier| modifier.time);
    let times = ranked(state.table.cards().map(|(_, card)| card.since).chain(of_effects));
    state.table.set_times(|time| rank(&times, time));
    for modifier in state.modifiers.iter_mut() {
        modifier.time = rank(&times, modifier.time);
    }
}

/// Replaces the batches and events of what waits by their ranks, and heights by their distance from the top
/// of the agenda.
fn forget_batches<G: Game>(state: &mut State<G>) {
    let proposed = state.agenda.iter().filter_map(|frame| match frame {
        Frame::Pending(pending) => Some(pending.batch),
        _ => None,
    });
    let batches = ranked(state.waiting.iter().map(|waiting| waiting.batch).chain(proposed));
    let events = ranked(state.waiting.iter().map(|waiting| waiting.event));
    let height = state.agenda.len();
    for frame in &mut state.agenda {
        if let Frame::Pending(pending) = frame {
            pending.batch = rank(&batches, pending.batch);
        }
    }
    for waiting in &mut state.waiting {
        waiting.batch = rank(&batches, waiting.batch);
        waiting.event = rank(&events, waiting.event);
        // For heights above the agenda only the distance counts.
        if waiting.height != usize::MAX && waiting.height >= height {
            waiting.height = waiting.height - height + usize::MAX / 2;
        }
    }
}

/// Replaces the numbers of chain items by their index on the chain, and incarnations by their distance from
/// the present one: only whether an item or object is still there counts.
fn forget_names<G: Game>(state: &mut State<G>) {
    let items: Vec<ItemId> = state.chain.iter().map(|item| item.id).collect();
    let place =
        |id: ItemId| ItemId(items.iter().position(|item| *item == id).map_or(u32::MAX, |place| place as u32));
    state.items = 0;
    state.chain.iter_mut().for_each(|item| item.id = place(item.id));
    for frame in &mut state.agenda {
        if let Frame::Resolving(id) = frame {
            *id = place(*id);
        }
    }
    let current: Vec<u16> = state.table.cards().map(|(_, card)| card.incarnation).collect();
    state.each_card(&mut EachObject(|object: &mut Object| {
        let now = current.get(usize::from(object.card.0)).copied().unwrap_or(0);
        object.incarnation = now.wrapping_sub(object.incarnation);
        object.item = object.item.map(place);
    }));
    state.table.forget_incarnations();
}

impl<G: Game> Likeness<G> {
    /// The present state, for comparison.
    pub(in crate::kernel) fn of(game: &Match<'_, G>) -> Likeness<G> {
        let mut state = Box::new(game.state.clone());
        G::forget(&mut state);
        state.circle = None;
        state.clock = 0;
        state.batch = 0;
        state.event_number = 0;
        state.spent = 0;
        forget_times(&mut state);
        forget_batches(&mut state);
        forget_names(&mut state);
        // For the frames beneath counts only whether an object is still the same.
        let next = state.agenda.pop();
        let mut beneath = std::mem::take(&mut state.agenda);
        beneath.each_card(&mut EachObject(|object: &mut Object| {
            object.incarnation = object.incarnation.min(1);
        }));
        state.agenda.extend(next);
        Likeness { state, beneath }
    }
}

impl<G: Game> Match<'_, G> {
    /// Ends a game that repeats a state without a decision.
    pub(in crate::kernel) fn watch_for_loops(&mut self) {
        if self.fuel.steps >= LOOP_WATCH {
            self.compare_states();
        }
    }

    #[cold]
    fn compare_states(&mut self) {
        self.watch.lowest = self.watch.lowest.min(self.state.agenda.len());
        let likeness = Likeness::of(self);
        if let Some(put) = self.watch.put_beneath(&likeness) {
            if put.is_empty() || self.watch.round.as_ref() == Some(&put) {
                return G::loop_found(self);
            }
            return self.watch.remember(likeness, Some(put));
        }
        self.watch.age += 1;
        if self.watch.remembered.is_none() || self.watch.age >= self.watch.limit {
            self.watch.limit = self.watch.limit.saturating_mul(2);
            self.watch.remember(likeness, None);
        }
    }
}
