//! Cards whose places or faces are unknown.
//!
//! A place always lists as many cards as lie there. Where it is unknown which card lies where, the listed
//! cards are stand-ins: one of the possible orders. An outcome in the log exchanges stand-ins that no seat
//! has seen; revealed cards stay. A card that was never named (part of an unknown zone) has a number and no
//! definition: it is *blank*.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde::{Deserialize, Serialize};

use crate::kernel::table::{CardId, Object, PlaceId, renamed};
use crate::kernel::{BySeat, Game, MapCards, Rename, Seat, State};
use crate::maps::map_of;
use crate::verdict::Cite;

/// The definition of a blank card; no pool has so many definitions.
pub const BLANK: u16 = u16::MAX;

/// Which cards may lie at which places.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Unknown {
    /// Each stand-in with the number of its pool.
    slots: BTreeMap<CardId, u32>,
    pools: BTreeMap<u32, Pool>,
    /// The number of the next pool.
    next: u32,
    /// The number of revealed cards per seat: part of their labels.
    told: BySeat<u32>,
}

/// Cards that were mixed together.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
struct Pool {
    /// The cards that may lie at its slots, ascending.
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
    /// Whether the place of every card is known.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Whether the card in a list is only a stand-in.
    pub fn stands_in(&self, card: CardId) -> bool {
        self.slots.contains_key(&card)
    }

    /// The number of revealed cards of a seat.
    pub fn revealed(&self, seat: Seat) -> u32 {
        *self.told.get(seat)
    }

    /// Takes over the counters of an earlier table, so that no label is used twice.
    pub(in crate::kernel) fn count_on(&mut self, earlier: &Unknown) {
        self.told = earlier.told;
    }

    pub(in crate::kernel) fn count_revealed(&mut self, seat: Seat) {
        let revealed = self.told.get_mut(seat);
        *revealed = revealed.saturating_add(1);
    }

    /// The rule that made the card at a slot unknown.
    pub(in crate::kernel) fn rule(&self, slot: CardId) -> Option<Cite> {
        self.pool(slot).map(|pool| pool.rule)
    }

    fn pool(&self, slot: CardId) -> Option<&Pool> {
        self.pools.get(self.slots.get(&slot)?)
    }

    /// The chain of exchanges that puts `card` at `slot`: each card goes to the slot of the one before it,
    /// the last to the slot of the first. `None`: `card` cannot lie there.
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

    /// The cards that may lie at a slot, ascending: the cards of its pool for which a chain of exchanges
    /// exists.
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

    /// Records that a stand-in is the listed card itself.
    pub fn found(&mut self, card: CardId) {
        self.slots.remove(&card);
        for pool in self.pools.values_mut() {
            if let Ok(index) = pool.cards.binary_search(&card) {
                pool.cards.remove(index);
            }
        }
        self.drop_unused();
    }

    /// Mixes the cards at slots with each other and with cards whose place was known. Returns all cards that
    /// may lie there now.
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

    /// Renumbers the cards.
    pub(in crate::kernel) fn renumber(&mut self, new: impl Fn(CardId) -> CardId) {
        self.slots = renamed(std::mem::take(&mut self.slots), &new);
        for pool in self.pools.values_mut() {
            pool.cards.iter_mut().for_each(|card| *card = new(*card));
            pool.cards.sort_unstable();
        }
    }

    /// A copy without counters: pools are numbered by the first of their slots.
    pub(in crate::kernel) fn uncounted(self) -> Unknown {
        let mut numbers: BTreeMap<u32, u32> = BTreeMap::new();
        for pool in self.slots.values() {
            let next = numbers.len() as u32;
            numbers.entry(*pool).or_insert(next);
        }
        let number = |pool: u32| numbers.get(&pool).copied().unwrap_or(pool);
        Unknown {
            slots: map_of(self.slots.into_iter().map(|(card, pool)| (card, number(pool)))),
            pools: map_of(self.pools.into_iter().map(|(pool, cards)| (number(pool), cards))),
            next: 0,
            told: BySeat::default(),
        }
    }

    fn rename(&mut self, names: &BTreeMap<CardId, CardId>) {
        let new = |card: CardId| names.get(&card).copied().unwrap_or(card);
        self.slots = renamed(std::mem::take(&mut self.slots), &new);
    }
}

impl<G: Game> State<G> {
    /// Whether the identity and the definition of a card are known.
    pub fn is_known(&self, card: CardId) -> bool {
        !self.unknown.stands_in(card) && !self.is_blank(card)
    }

    /// Whether a card is blank.
    pub fn is_blank(&self, card: CardId) -> bool {
        self.table.card(card).is_some_and(|card| card.definition == BLANK)
    }

    /// Mixes the cards of a place: their order becomes unknown.
    pub(in crate::kernel) fn mix(&mut self, place: PlaceId, rule: Cite) {
        let listed = self.table.list(place).to_vec();
        let mixed = self.unknown.mix(&listed, rule);
        // Whichever card an outcome puts there is a new object.
        let latest = mixed.iter().map(|card| self.table.object(*card).incarnation).max().unwrap_or(0);
        for card in listed {
            self.table.set_incarnation(card, latest.wrapping_add(1));
        }
        self.table.forget_all();
    }

    /// Records that a stand-in is the listed card itself.
    pub(in crate::kernel) fn found(&mut self, card: CardId) {
        self.unknown.found(card);
        // The card's text counts from now on although nothing has moved.
        self.table.forget_all();
    }

    /// Puts a card at a slot by an outcome; references to all slots in the exchange follow. `None`: the card
    /// cannot lie there.
    pub(in crate::kernel) fn find_at(&mut self, slot: CardId, card: CardId) -> Option<Exchange> {
        let chain = self.unknown.exchange(slot, card)?;
        // What is stored at each slot gets the name of the card before it.
        let before = chain.iter().cycle().skip(chain.len().saturating_sub(1));
        let names = map_of(chain.iter().copied().zip(before.copied()));
        let incarnation = |slot: CardId| self.table.object(slot).incarnation;
        let mut exchange =
            Exchange(map_of(names.iter().map(|(slot, name)| (*slot, (*name, incarnation(*slot))))));
        if !names.is_empty() {
            self.table.rename(&names);
            self.unknown.rename(&names);
            self.each_card(&mut exchange);
        }
        self.found(card);
        Some(exchange)
    }
}

/// The slots that exchange their cards: for each, the new name and the incarnation of the object there.
pub(in crate::kernel) struct Exchange(BTreeMap<CardId, (CardId, u16)>);

impl Rename for Exchange {
    fn card(&mut self, card: &mut CardId) {
        if let Some((name, _)) = self.0.get(card) {
            *card = *name;
        }
    }

    /// A reference to an object from before the mix keeps its name, because that card was known.
    fn object(&mut self, object: &mut Object) {
        if let Some((name, incarnation)) = self.0.get(&object.card)
            && *incarnation == object.incarnation
        {
            object.card = *name;
        }
    }
}
