//! Sets of cards which fill slots by their colours.

use super::COUNT_LIMIT;
use super::domain::{Colored, Complete, Matching};
use crate::kernel::CardId;

/// Slots filled one card each: for each slot the card that fills it.
#[derive(Clone)]
struct Filled<'m> {
    matching: &'m Matching,
    by: Vec<Option<CardId>>,
}

impl<'m> Filled<'m> {
    fn new(matching: &'m Matching) -> Filled<'m> {
        Filled { matching, by: vec![None; matching.slots.len()] }
    }

    fn colors(&self, card: CardId) -> &'m [smol_str::SmolStr] {
        let colored = self.matching.from.iter().find(|colored| colored.card == card);
        colored.map_or(&[], |colored| &colored.colors)
    }

    /// Lets a card fill a slot, the cards there before filling others; `false`: it cannot.
    fn fill(&mut self, card: CardId, tried: &mut [bool]) -> bool {
        let colors = self.colors(card);
        for (place, slot) in self.matching.slots.iter().enumerate() {
            let fits = slot.iter().any(|color| colors.contains(color));
            let Some(tried_here) = tried.get_mut(place).filter(|tried| fits && !**tried) else { continue };
            *tried_here = true;
            let there = self.by.get(place).copied().flatten();
            if there.is_none_or(|other| self.fill(other, tried)) {
                if let Some(by) = self.by.get_mut(place) {
                    *by = Some(card);
                }
                return true;
            }
        }
        false
    }

    /// Adds a card; whether it fills a slot.
    fn add(&mut self, card: CardId) -> bool {
        let mut tried = vec![false; self.matching.slots.len()];
        self.fill(card, &mut tried)
    }

    fn empty(&self) -> usize {
        self.by.iter().filter(|by| by.is_none()).count()
    }
}

/// Whether different cards are a member.
pub(super) fn is_met(matching: &Matching, cards: &[CardId]) -> bool {
    let known = cards.iter().all(|card| matching.from.iter().any(|colored| colored.card == *card));
    let mut filled = Filled::new(matching);
    // Every card is added, also after one that fills nothing.
    let all_fill = cards.iter().filter(|card| !filled.add(**card)).count() == 0;
    let complete = match matching.complete {
        Complete::Slots => filled.empty() == 0,
        Complete::Cards => all_fill,
    };
    known && complete && (matching.min..=matching.max).contains(&cards.len())
}

/// Whether the cards chosen are part of a member that has so many cards and takes the others from `rest`.
fn can_be_completed(matching: &Matching, size: usize, chosen: &[CardId], rest: &[Colored]) -> bool {
    let Some(missing) = size.checked_sub(chosen.len()).filter(|missing| *missing <= rest.len()) else {
        return false;
    };
    let mut filled = Filled::new(matching);
    // A card that fills a slot goes on filling one when others are added.
    let all_fill = chosen.iter().filter(|card| !filled.add(**card)).count() == 0;
    let empty = filled.empty();
    let more = rest.iter().filter(|colored| filled.add(colored.card)).count();
    match matching.complete {
        Complete::Slots => more == empty && empty <= missing,
        Complete::Cards => all_fill && missing <= more,
    }
}

/// The members in their order, until `take` wants no more.
fn each(matching: &Matching, mut take: impl FnMut(&[CardId]) -> bool) {
    for size in matching.min..=matching.max.min(matching.from.len()) {
        let mut chosen = Vec::with_capacity(size);
        if !deeper(matching, size, &mut chosen, &matching.from, &mut take) {
            return;
        }
    }
}

/// `false`: no more are wanted.
fn deeper(
    matching: &Matching,
    size: usize,
    chosen: &mut Vec<CardId>,
    rest: &[Colored],
    take: &mut impl FnMut(&[CardId]) -> bool,
) -> bool {
    if !can_be_completed(matching, size, chosen, rest) {
        return true;
    }
    if chosen.len() == size {
        return take(chosen);
    }
    let Some((first, rest)) = rest.split_first() else { return true };
    chosen.push(first.card);
    let more = deeper(matching, size, chosen, rest, take);
    chosen.pop();
    more && deeper(matching, size, chosen, rest, take)
}

/// How many members there are; more than [`COUNT_LIMIT`] are not counted.
pub(super) fn count(matching: &Matching) -> u64 {
    let mut count = 0;
    each(matching, |_| {
        count += 1;
        count <= COUNT_LIMIT
    });
    if count > COUNT_LIMIT { u64::MAX } else { count }
}

/// The member with a number. Beyond what is counted the numbers begin again.
pub(super) fn member(matching: &Matching, number: u64) -> Option<Vec<CardId>> {
    let (mut left, mut found) = (number % COUNT_LIMIT.saturating_add(1), None);
    each(matching, |cards| {
        if left == 0 {
            found = Some(cards.to_vec());
        }
        left = left.saturating_sub(1);
        found.is_none()
    });
    found
}
