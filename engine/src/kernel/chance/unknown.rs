//! Cards whose places, or whose faces, are unknown.
//!
//! A place always lists as many cards as lie there. Where it is not known which card lies where, the
//! cards listed are stand-ins: one of the orders that are possible. What the log reveals later exchanges
//! stand-ins that no seat has seen; what was revealed before stays as it is. A card that was never named
//! at all (part of an unknown zone) has a number and no definition: it is *blank*.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde::{Deserialize, Serialize};

use crate::kernel::table::{CardId, Object, PlaceId};
use crate::kernel::{BySeat, Game, MapCards, Rename, Seat, State};
use crate::verdict::Cite;

/// The definition of a blank card: no pool has so many.
pub const BLANK: u16 = u16::MAX;

/// Which cards may lie at which places.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Unknown {
    /// Stand-ins, and which pool each was taken from.
    slots: BTreeMap<CardId, u32>,
    pools: BTreeMap<u32, Pool>,
    /// Pools so far: the number of the next one.
    next: u32,
    /// Cards revealed so far, per seat: part of their labels.
    told: BySeat<u32>,
}

/// Cards that were mixed together.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
struct Pool {
    /// Those that may lie at its slots, ascending.
    cards: Vec<CardId>,
    /// The rule that mixed them.
    rule: Cite,
}

impl Pool {
    fn has(&self, card: CardId) -> bool {
        self.cards.binary_search(&card).is_ok()
    }
}

impl Unknown {
    /// Whether it is known of every card where it lies.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Whether a card listed somewhere is only a stand-in.
    pub fn stands_in(&self, card: CardId) -> bool {
        self.slots.contains_key(&card)
    }

    /// How many cards of a seat were revealed.
    pub fn told(&self, seat: Seat) -> u32 {
        *self.told.get(seat)
    }

    /// Counts on from another table: labels of cards that were revealed there are used.
    pub(in crate::kernel) fn count_on(&mut self, earlier: &Unknown) {
        self.told = earlier.told;
    }

    pub(in crate::kernel) fn count_told(&mut self, seat: Seat) {
        let told = self.told.get_mut(seat);
        *told = told.saturating_add(1);
    }

    /// The rule that made it unknown what lies at a slot.
    pub(in crate::kernel) fn rule(&self, slot: CardId) -> Option<Cite> {
        self.pool(slot).map(|pool| pool.rule)
    }

    fn pool(&self, slot: CardId) -> Option<&Pool> {
        self.pools.get(self.slots.get(&slot)?)
    }

    /// Who has to change places with whom so that `card` lies at `slot`: each card goes to the slot
    /// of the one before it, the last to the first one's. `None`: `card` cannot lie there.
    fn exchange(&self, slot: CardId, card: CardId) -> Option<Vec<CardId>> {
        if !self.pool(slot)?.has(card) {
            return None;
        }
        if card == slot {
            return Some(Vec::new());
        }
        let mut came_from: BTreeMap<CardId, CardId> = BTreeMap::new();
        let mut opened = BTreeSet::new();
        let mut queue = VecDeque::from([card]);
        while let Some(freed) = queue.pop_front() {
            let number = self.slots.get(&freed)?;
            let pool = self.pools.get(number)?;
            if pool.has(slot) {
                let mut chain = vec![slot, freed];
                let mut at = freed;
                while let Some(&before) = came_from.get(&at) {
                    chain.push(before);
                    at = before;
                }
                return Some(chain);
            }
            if opened.insert(*number) {
                for &next in &pool.cards {
                    if next != card && !came_from.contains_key(&next) {
                        came_from.insert(next, freed);
                        queue.push_back(next);
                    }
                }
            }
        }
        None
    }

    /// The cards that may lie at a slot, ascending: those of its pool at whose own slots may lie what is left
    /// over then, card by card, down to what lies at the slot now.
    pub fn possible(&self, slot: CardId) -> Vec<CardId> {
        let Some(pool) = self.pool(slot) else { return Vec::new() };
        let mut closing: BTreeSet<u32> = BTreeSet::new();
        loop {
            let closes = |card: &CardId| {
                *card == slot || self.slots.get(card).is_some_and(|number| closing.contains(number))
            };
            let mut others = self.pools.iter().filter(|(number, _)| !closing.contains(number));
            let Some((&number, _)) = others.find(|(_, pool)| pool.cards.iter().any(closes)) else { break };
            closing.insert(number);
        }
        let closes = |card: &CardId| self.slots.get(card).is_some_and(|number| closing.contains(number));
        pool.cards.iter().copied().filter(closes).collect()
    }

    /// Whether `card` may lie at `slot`.
    pub fn is_possible(&self, slot: CardId, card: CardId) -> bool {
        self.exchange(slot, card).is_some()
    }

    /// Whether more than one card may lie at a slot.
    pub fn has_choice(&self, slot: CardId) -> bool {
        let cards = self.pool(slot).map_or(&[][..], |pool| pool.cards.as_slice());
        cards.iter().any(|&card| card != slot && self.exchange(slot, card).is_some())
    }

    /// It is known now that a stand-in is the card itself.
    pub fn found(&mut self, card: CardId) {
        self.slots.remove(&card);
        for pool in self.pools.values_mut() {
            if let Ok(index) = pool.cards.binary_search(&card) {
                pool.cards.remove(index);
            }
        }
        self.drop_unused();
    }

    /// Cards at slots are mixed with each other and with cards whose place was known.
    /// Returns all cards that may lie there now.
    pub fn mix(&mut self, listed: &[CardId], rule: Cite) -> BTreeSet<CardId> {
        if listed.len() < 2 {
            return listed.iter().copied().collect();
        }
        let mut cards = BTreeSet::new();
        for &card in listed {
            match self.pool(card) {
                Some(pool) => cards.extend(pool.cards.iter().copied()),
                None => {
                    cards.insert(card);
                }
            }
        }
        let number = self.next;
        self.next = self.next.wrapping_add(1);
        self.pools.insert(number, Pool { cards: cards.iter().copied().collect(), rule });
        self.slots.extend(listed.iter().map(|&card| (card, number)));
        self.drop_unused();
        cards
    }

    fn drop_unused(&mut self) {
        let used: BTreeSet<u32> = self.slots.values().copied().collect();
        self.pools.retain(|number, _| used.contains(number));
    }

    /// Cards go by other numbers.
    pub(in crate::kernel) fn renumber(&mut self, new: impl Fn(CardId) -> CardId) {
        self.slots =
            std::mem::take(&mut self.slots).into_iter().map(|(card, pool)| (new(card), pool)).collect();
        for pool in self.pools.values_mut() {
            pool.cards.iter_mut().for_each(|card| *card = new(*card));
            pool.cards.sort_unstable();
        }
    }

    /// The same without what is counted through a game: pools are numbered by the first of their slots.
    pub(in crate::kernel) fn uncounted(self) -> Unknown {
        let mut numbers: BTreeMap<u32, u32> = BTreeMap::new();
        for pool in self.slots.values() {
            let next = numbers.len() as u32;
            numbers.entry(*pool).or_insert(next);
        }
        let number = |pool: u32| numbers.get(&pool).copied().unwrap_or(pool);
        Unknown {
            slots: self.slots.into_iter().map(|(card, pool)| (card, number(pool))).collect(),
            pools: self.pools.into_iter().map(|(pool, cards)| (number(pool), cards)).collect(),
            next: 0,
            told: BySeat::default(),
        }
    }

    fn rename(&mut self, names: &BTreeMap<CardId, CardId>) {
        let slots = std::mem::take(&mut self.slots).into_iter();
        self.slots = slots.map(|(card, pool)| (names.get(&card).copied().unwrap_or(card), pool)).collect();
    }
}

impl<G: Game> State<G> {
    /// Whether it is known which card this is, and what it is.
    pub fn is_known(&self, card: CardId) -> bool {
        !self.unknown.stands_in(card) && !self.is_blank(card)
    }

    /// Whether a card was never named.
    pub fn is_blank(&self, card: CardId) -> bool {
        self.table.card(card).is_some_and(|card| card.definition == BLANK)
    }

    /// The cards of a place are mixed: their order is unknown.
    pub(in crate::kernel) fn mix(&mut self, place: PlaceId, rule: Cite) {
        let listed = self.table.list(place).to_vec();
        let mixed = self.unknown.mix(&listed, rule);
        // Whichever of them is found there, it is no object that it was before.
        let latest = mixed.iter().map(|card| self.table.object(*card).incarnation).max().unwrap_or(0);
        for card in listed {
            self.table.set_incarnation(card, latest.wrapping_add(1));
        }
        self.table.forget_all();
    }

    /// A stand-in is the card itself.
    pub(in crate::kernel) fn found(&mut self, card: CardId) {
        self.unknown.found(card);
        // What the card says counts from now on, and nothing has moved.
        self.table.forget_all();
    }

    /// A card is found at a slot, and whatever refers to the slots that exchange their cards follows. `None`:
    /// it cannot lie there.
    pub(in crate::kernel) fn find_at(&mut self, slot: CardId, card: CardId) -> Option<Exchange> {
        let chain = self.unknown.exchange(slot, card)?;
        // What is written at the slot of each goes by the name of the one before it.
        let before = chain.iter().cycle().skip(chain.len().saturating_sub(1));
        let names: BTreeMap<CardId, CardId> = chain.iter().copied().zip(before.copied()).collect();
        let incarnation = |slot: CardId| self.table.object(slot).incarnation;
        let mut exchange =
            Exchange(names.iter().map(|(slot, name)| (*slot, (*name, incarnation(*slot)))).collect());
        if !names.is_empty() {
            self.table.rename(&names);
            self.unknown.rename(&names);
            self.each_card(&mut exchange);
        }
        self.found(card);
        Some(exchange)
    }
}

/// Slots that exchange their cards: the new name of each, and which object lies there.
pub(in crate::kernel) struct Exchange(BTreeMap<CardId, (CardId, u16)>);

impl Rename for Exchange {
    fn card(&mut self, card: &mut CardId) {
        if let Some((name, _)) = self.0.get(card) {
            *card = *name;
        }
    }

    /// What a card was before it came to its slot keeps the card's name: that was known.
    fn object(&mut self, object: &mut Object) {
        if let Some((name, incarnation)) = self.0.get(&object.card)
            && *incarnation == object.incarnation
        {
            object.card = *name;
        }
    }
}
