//! Sets of cards that fill slots by their colours: bipartite matching. Slots with the same colours are of one
//! kind, and so are cards that fit the same slots, so that only the number of each kind matters.

use super::COUNT_LIMIT;
use super::count::choose;
use super::domain::{Complete, Matching};
use super::looks::Looks;
use crate::kernel::CardId;

/// Slots and cards by kind.
struct Kinds {
    /// The number of slots of each kind.
    room: Vec<usize>,
    /// The kinds of slots that each kind of card fits.
    fits: Vec<Vec<usize>>,
    /// The kind of each card.
    of: Vec<usize>,
}

/// The index of a thing in a list, to which it is added if it is missing.
fn place_in<T: PartialEq>(list: &mut Vec<T>, thing: T) -> usize {
    list.iter().position(|other| *other == thing).unwrap_or_else(|| {
        list.push(thing);
        list.len() - 1
    })
}

impl Kinds {
    fn of(matching: &Matching) -> Kinds {
        let (mut slots, mut room) = (Vec::new(), Vec::new());
        for colors in &matching.slots {
            let place = place_in(&mut slots, colors);
            room.resize(slots.len(), 0usize);
            if let Some(room) = room.get_mut(place) {
                *room += 1;
            }
        }
        let mut fits = Vec::new();
        let of = matching.from.iter().map(|card| {
            let fit = |colors: &&Vec<_>| colors.iter().any(|color| card.colors.contains(color));
            let places = slots.iter().enumerate().filter(|(_, colors)| fit(colors)).map(|(place, _)| place);
            place_in(&mut fits, places.collect())
        });
        let of = of.collect();
        Kinds { room, fits, of }
    }

    /// The number of cards of each kind.
    fn counts(&self) -> Vec<usize> {
        self.counts_from_each().into_iter().next().unwrap_or_default()
    }

    /// The number of cards of each kind from each index on.
    fn counts_from_each(&self) -> Vec<Vec<usize>> {
        let mut counts = vec![0; self.fits.len()];
        let mut from_each = vec![counts.clone()];
        for kind in self.of.iter().rev() {
            if let Some(count) = counts.get_mut(*kind) {
                *count += 1;
            }
            from_each.push(counts.clone());
        }
        from_each.reverse();
        from_each
    }
}

/// A matching: how many cards of each kind fill slots of each kind.
#[derive(Clone)]
struct Filled<'k> {
    kinds: &'k Kinds,
    /// First index: kind of slot; second: kind of card.
    by: Vec<Vec<usize>>,
    slots: usize,
}

impl<'k> Filled<'k> {
    fn new(kinds: &'k Kinds) -> Filled<'k> {
        Filled { kinds, by: vec![vec![0; kinds.fits.len()]; kinds.room.len()], slots: 0 }
    }

    /// Makes a card fill a slot, moving other cards to other slots if needed (an augmenting path); `false`:
    /// impossible.
    fn fill(&mut self, kind: usize, tried: &mut [bool]) -> bool {
        let kinds = self.kinds;
        for slot in kinds.fits.get(kind).into_iter().flatten() {
            match tried.get_mut(*slot).filter(|tried| !**tried) {
                Some(tried) => *tried = true,
                None => continue,
            }
            let there = self.by.get(*slot).cloned().unwrap_or_default();
            if Some(&there.iter().sum::<usize>()) == kinds.room.get(*slot) {
                let mut others = there.iter().enumerate().filter(|(_, count)| **count > 0);
                let Some((other, _)) = others.find(|(other, _)| self.fill(*other, tried)) else { continue };
                if let Some(count) = self.by.get_mut(*slot).and_then(|by| by.get_mut(other)) {
                    *count -= 1;
                }
            }
            if let Some(count) = self.by.get_mut(*slot).and_then(|by| by.get_mut(kind)) {
                *count += 1;
            }
            return true;
        }
        false
    }

    /// Adds a card; `true`: it fills a slot. Such a card keeps filling some slot when others are added.
    fn add(&mut self, kind: usize) -> bool {
        let mut tried = vec![false; self.kinds.room.len()];
        let fills = self.fill(kind, &mut tried);
        self.slots += usize::from(fills);
        fills
    }

    /// Adds cards by kind and returns how many of them fill slots. If one card of a kind does not, no other
    /// of that kind does.
    fn add_all(&mut self, counts: &[usize]) -> usize {
        let of_kind = |(kind, count): (usize, &usize)| (0..*count).take_while(|_| self.add(kind)).count();
        counts.iter().enumerate().map(of_kind).sum()
    }

    fn empty(&self) -> usize {
        self.kinds.room.iter().sum::<usize>() - self.slots
    }
}

/// Whether a list of different cards is a member.
pub(super) fn is_met(matching: &Matching, cards: &[CardId]) -> bool {
    let kinds = Kinds::of(matching);
    let kind = |card: &CardId| {
        let place = matching.from.iter().position(|colored| colored.card == *card)?;
        kinds.of.get(place).copied()
    };
    let Some(named) = cards.iter().map(kind).collect::<Option<Vec<usize>>>() else { return false };
    let mut filled = Filled::new(&kinds);
    // Add every card, also after one that fills nothing.
    let fill = named.into_iter().filter(|kind| filled.add(*kind)).count();
    let complete = match matching.complete {
        Complete::Slots => filled.empty() == 0,
        Complete::Cards => fill == cards.len(),
    };
    complete && (matching.min..=matching.max).contains(&cards.len())
}

/// The cards chosen so far, and whether each of them fills a slot.
#[derive(Clone)]
struct Chosen<'k> {
    filled: Filled<'k>,
    count: usize,
    all_fill: bool,
}

impl<'k> Chosen<'k> {
    fn none(kinds: &'k Kinds) -> Chosen<'k> {
        Chosen { filled: Filled::new(kinds), count: 0, all_fill: true }
    }

    fn add(&mut self, kind: usize) {
        self.count += 1;
        self.all_fill &= self.filled.add(kind);
    }

    /// Whether the chosen cards can become a member of `min` to `max` cards by adding some of `rest`.
    fn can_be_completed(&self, complete: Complete, (min, max): (usize, usize), rest: &[usize]) -> bool {
        let Some(most) = max.checked_sub(self.count) else { return false };
        let (least, most) = (min.saturating_sub(self.count), most.min(rest.iter().sum()));
        let mut filled = self.filled.clone();
        let empty = filled.empty();
        let more = filled.add_all(rest);
        match complete {
            Complete::Slots => more == empty && least.max(empty) <= most,
            Complete::Cards => self.all_fill && least <= most.min(more),
        }
    }
}

/// Whether there is a member.
pub(super) fn is_possible(matching: &Matching) -> bool {
    let kinds = Kinds::of(matching);
    Chosen::none(&kinds).can_be_completed(matching.complete, (matching.min, matching.max), &kinds.counts())
}

/// The number of members; `u64::MAX`: more than [`COUNT_LIMIT`], or the looks ran out.
pub(super) fn count(matching: &Matching, looks: &Looks) -> u64 {
    let kinds = Kinds::of(matching);
    let mut counting = Counting { matching, counts: kinds.counts(), looks, total: 0 };
    match counting.deeper(0, &Chosen::none(&kinds), 1) {
        true if counting.total <= COUNT_LIMIT => counting.total,
        _ => u64::MAX,
    }
}

/// Counts members by how many cards of each kind they have.
struct Counting<'m> {
    matching: &'m Matching,
    counts: Vec<usize>,
    looks: &'m Looks,
    total: u64,
}

impl Counting<'_> {
    /// Chooses how many cards to take of this kind and of those after it; `ways`: the number of ways to
    /// choose the cards before. `false`: there are too many members, or the looks ran out.
    fn deeper(&mut self, kind: usize, chosen: &Chosen<'_>, ways: u64) -> bool {
        let (matching, bounds) = (self.matching, (self.matching.min, self.matching.max));
        let rest: Vec<usize> = self
            .counts
            .iter()
            .enumerate()
            .map(|(other, count)| if other < kind { 0 } else { *count })
            .collect();
        if !self.looks.spend(matching.slots.len() + rest.len() + 1) {
            return false;
        }
        if !chosen.can_be_completed(matching.complete, bounds, &rest) {
            return true;
        }
        let Some(count) = self.counts.get(kind).copied() else {
            self.total = self.total.saturating_add(ways);
            return self.total <= COUNT_LIMIT;
        };
        let mut chosen = chosen.clone();
        for taken in 0..=count {
            if taken > 0 {
                chosen.add(kind);
            }
            if chosen.count > matching.max {
                break;
            }
            let ways = ways.saturating_mul(choose(count as u64, taken as u64));
            if !self.deeper(kind + 1, &chosen, ways) {
                return false;
            }
        }
        true
    }
}

/// The member with this number. Numbers beyond those that can be counted wrap around.
pub(super) fn member(matching: &Matching, number: u64, looks: &Looks) -> Option<Vec<CardId>> {
    let number = number % COUNT_LIMIT.saturating_add(1);
    Members::of(matching, looks).nth(usize::try_from(number).ok()?)
}

/// The members in order, smaller ones first.
pub(super) struct Members<'m> {
    matching: &'m Matching,
    kinds: Kinds,
    /// The number of cards of each kind from each index on.
    rest: Vec<Vec<usize>>,
    looks: &'m Looks,
    size: usize,
    /// The indices of the cards taken.
    taken: Vec<usize>,
    /// The index of the card to decide next.
    place: usize,
}

impl<'m> Members<'m> {
    pub(super) fn of(matching: &'m Matching, looks: &'m Looks) -> Members<'m> {
        let (kinds, size) = (Kinds::of(matching), matching.min);
        looks.spend(matching.from.len());
        let rest = kinds.counts_from_each();
        Members { matching, kinds, rest, looks, size, taken: Vec::new(), place: 0 }
    }

    fn can_be_completed(&self) -> bool {
        let mut chosen = Chosen::none(&self.kinds);
        self.taken.iter().filter_map(|place| self.kinds.of.get(*place)).for_each(|kind| chosen.add(*kind));
        let rest = self.rest.get(self.place).map_or(&[][..], Vec::as_slice);
        chosen.can_be_completed(self.matching.complete, (self.size, self.size), rest)
    }

    /// Backtracks: leaves out the card that was taken last, or starts the next size.
    fn back(&mut self) {
        match self.taken.pop() {
            Some(place) => self.place = place + 1,
            None => (self.size, self.place) = (self.size + 1, 0),
        }
    }
}

impl Iterator for Members<'_> {
    type Item = Vec<CardId>;

    fn next(&mut self) -> Option<Vec<CardId>> {
        let most = self.matching.max.min(self.matching.from.len());
        while self.size <= most && self.looks.spend(self.taken.len() + self.kinds.fits.len() + 1) {
            if !self.can_be_completed() {
                self.back();
            } else if self.taken.len() < self.size {
                self.taken.push(self.place);
                self.place += 1;
            } else {
                let card = |place: &usize| self.matching.from.get(*place).map(|colored| colored.card);
                let cards = self.taken.iter().filter_map(card).collect();
                self.back();
                return Some(cards);
            }
        }
        None
    }
}
