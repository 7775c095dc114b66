//! Whether the same follows from two states, and the same state with other numbers for its cards.

use std::mem::take;

use super::table::names::EachObject;
use super::{CardId, Frame, Game, ItemId, MapCards, Object, Rename, State};

/// Gives cards the numbers that a list has for them.
struct Numbers<'n>(&'n [CardId]);

impl Numbers<'_> {
    fn of(&self, card: CardId) -> CardId {
        self.0.get(usize::from(card.0)).copied().unwrap_or(card)
    }
}

impl Rename for Numbers<'_> {
    fn card(&mut self, card: &mut CardId) {
        *card = self.of(*card);
    }
}

impl<G: Game> State<G> {
    /// Numbers the cards anew: the list has the new number of each, in the order of the old ones. `false`: it
    /// does not have every number once, and nothing is changed.
    pub fn renumber(&mut self, numbers: &[CardId]) -> bool {
        let mut all = numbers.to_vec();
        all.sort_unstable();
        let count = self.table.card_count();
        let each_once =
            all.len() == count && (0..).map(CardId).zip(&all).all(|(number, card)| number == *card);
        if each_once {
            let mut new = Numbers(numbers);
            self.table.renumber(|card| new.of(card));
            self.unknown.renumber(|card| new.of(card));
            self.each_card(&mut new);
        }
        each_once
    }

    /// Whether the same follows from both: they differ at most in what is counted through a game, in how
    /// often cards have become another object, in the order in which cards came to the cells of a place, and
    /// in what `forget` takes out of both.
    pub fn is_alike(&self, other: &State<G>, forget: impl Fn(&mut State<G>)) -> bool {
        let bare = |state: &State<G>| {
            let mut state = state.clone();
            G::forget(&mut state);
            forget(&mut state);
            state.forget_counts();
            state
        };
        bare(self) == bare(other)
    }

    fn forget_counts(&mut self) {
        (self.clock, self.batch, self.event_number, self.spent, self.picks) = (0, 0, 0, 0, 0);
        self.shuffles = super::BySeat::default();
        self.circle = None;
        if self.chain.is_empty() {
            self.items = 0;
        }
        // Running effects stand in the order of time.
        for (time, modifier) in (0..).zip(self.modifiers.iter_mut()) {
            modifier.time = time;
        }
        self.table.set_times(|_| 0);
        let pending = self.agenda.iter().filter_map(|frame| match frame {
            Frame::Pending(pending) => Some(pending.batch),
            _ => None,
        });
        let mut batches: Vec<u32> = self.waiting.iter().map(|waiting| waiting.batch).chain(pending).collect();
        batches.sort_unstable();
        batches.dedup();
        let mut events: Vec<u32> = self.waiting.iter().map(|waiting| waiting.event).collect();
        events.sort_unstable();
        events.dedup();
        let place = |list: &[u32], number: u32| list.binary_search(&number).unwrap_or(0) as u32;
        for frame in &mut self.agenda {
            if let Frame::Pending(pending) = frame {
                pending.batch = place(&batches, pending.batch);
            }
        }
        for waiting in &mut self.waiting {
            waiting.batch = place(&batches, waiting.batch);
            waiting.event = place(&events, waiting.event);
        }
        // Of an object it counts whether the card still is that object.
        let current: Vec<u16> = self.table.cards().map(|(_, card)| card.incarnation).collect();
        let items: Vec<ItemId> = self.chain.iter().map(|item| item.id).collect();
        self.each_card(&mut EachObject(|object: &mut Object| {
            let now = current.get(usize::from(object.card.0)).copied().unwrap_or(0);
            object.incarnation = u16::from(now != object.incarnation);
            object.item = object.item.filter(|item| items.contains(item));
        }));
        self.table.forget_incarnations();
        self.table.sort_cells();
        let state = take(&mut self.unknown);
        self.unknown = state.uncounted();
    }

    /// Whether something refers to what a card was before it became the object that it is, apart from what
    /// `forget` takes out.
    pub fn names_former(&self, forget: impl Fn(&mut State<G>)) -> bool {
        let mut state = self.clone();
        G::forget(&mut state);
        forget(&mut state);
        let mut found = false;
        let table = &self.table;
        state.each_card(&mut EachObject(|object: &mut Object| found |= !table.is_current(*object)));
        found
    }
}
