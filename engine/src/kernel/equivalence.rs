//! Equivalence of states: two states from which the game goes on in the same way, and one state under another
//! numbering of its cards.

use std::mem::take;

use super::table::names::EachObject;
use super::{CardId, Frame, Game, ItemId, MapCards, Object, Rename, State};

/// Renames each card to the entry of this list at its number.
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
    /// Renumbers the cards: the list has the new number of each, in the order of the old numbers. `false`:
    /// the list is not a permutation, and nothing has changed.
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

    /// Whether a game goes on in the same way from both states. They may differ in counters, in how often
    /// cards changed zone, in the order in which cards came to the cells of a place, and in what `forget`
    /// removes from both.
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
        // The list of running effects is already in the order of time.
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
        // For an object only one thing counts: whether the card is still that object.
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

    /// Whether the state refers to a card as it was before its last change of zone, apart from what `forget`
    /// removes.
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
