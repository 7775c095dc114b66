//! Sets of cards whose weights add to a total.

use std::collections::{BTreeMap, BTreeSet};

use super::domain::Weighed;
use super::looks::Looks;
use crate::kernel::CardId;
use crate::maps::map_of;

/// The largest total in an answer.
pub(super) const LARGEST_TOTAL: u32 = 1_000;

/// The room that is left below the total if each card counts for its least, and the amount that is lacking if
/// each counts for its most.
type Left = (u32, u32);

/// What is left after taking a card; `None`: the total is exceeded.
fn taken(weighed: &Weighed, (room, lacking): Left) -> Option<Left> {
    Some((room.checked_sub(weighed.least())?, lacking.saturating_sub(weighed.most())))
}

/// The number of sets that add to the total: for each number of cards decided and each state of what is left,
/// the number of ways to complete it. `None`: the looks ran out.
fn sums(from: &[Weighed], total: u32, looks: &Looks) -> Option<Vec<BTreeMap<Left, u64>>> {
    let mut possible = vec![BTreeSet::from([(total, total)])];
    for weighed in from {
        let last = possible.last()?;
        if !looks.spend(last.len().saturating_mul(4)) {
            return None;
        }
        let next = last.iter().flat_map(|left| [Some(*left), taken(weighed, *left)]).flatten().collect();
        possible.push(next);
    }
    let mut rows: Vec<BTreeMap<Left, u64>> = Vec::with_capacity(possible.len());
    if let Some(last) = possible.pop() {
        rows.push(map_of(last.into_iter().map(|left| (left, u64::from(left.1 == 0)))));
    }
    for (weighed, possible) in from.iter().zip(possible).rev() {
        let after = rows.last();
        let all = |left: Left| {
            let without = ways(after, Some(left));
            (left, without.saturating_add(ways(after, taken(weighed, left))))
        };
        let row = map_of(possible.into_iter().map(all));
        rows.push(row);
    }
    rows.reverse();
    Some(rows)
}

/// The number of ways to complete what is left.
fn ways(row: Option<&BTreeMap<Left, u64>>, left: Option<Left>) -> u64 {
    row.zip(left).and_then(|(row, left)| row.get(&left)).copied().unwrap_or(0)
}

/// The number of members; `u64::MAX`: more than can be counted.
pub(super) fn count(from: &[Weighed], total: u32, looks: &Looks) -> u64 {
    if total > LARGEST_TOTAL {
        return 0;
    }
    sums(from, total, looks).map_or(u64::MAX, |rows| ways(rows.first(), Some((total, total))))
}

/// The member with this number.
pub(super) fn member(from: &[Weighed], total: u32, mut number: u64, looks: &Looks) -> Option<Vec<CardId>> {
    if total > LARGEST_TOTAL {
        return None;
    }
    let rows = sums(from, total, looks)?;
    let (mut cards, mut left) = (Vec::new(), (total, total));
    for (weighed, row) in from.iter().zip(rows.iter().skip(1)) {
        let taken = taken(weighed, left);
        let with = ways(Some(row), taken);
        if number < with {
            cards.push(weighed.card);
            left = taken?;
        } else {
            number -= with;
        }
    }
    (left.1 == 0 && number == 0).then_some(cards)
}

/// For each number of cards left out at the front and each room, the most that the other cards can count for
/// while their least fits the room.
fn reach(from: &[Weighed], total: u32) -> Vec<Vec<u32>> {
    let mut rows = vec![vec![0u32; total as usize + 1]];
    for weighed in from.iter().rev() {
        let last = rows.last().map_or(&[][..], Vec::as_slice);
        let at = |room: Option<usize>| room.and_then(|room| last.get(room)).copied();
        let best = |room: usize| {
            let with = at(room.checked_sub(weighed.least() as usize)).map_or(0, |most| most + weighed.most());
            at(Some(room)).unwrap_or(0).max(with).min(total)
        };
        let row = (0..last.len()).map(best).collect();
        rows.push(row);
    }
    rows.reverse();
    rows
}

/// Whether any set adds to the total.
pub(super) fn is_possible(from: &[Weighed], total: u32) -> bool {
    let most = || reach(from, total).first().and_then(|row| row.last().copied());
    total <= LARGEST_TOTAL && most() >= Some(total)
}

/// The members in the order of their numbers: for each card, those with it come first.
pub(super) struct Members<'d> {
    from: &'d [Weighed],
    reach: Vec<Vec<u32>>,
    /// The indices of the cards taken, each with what was left before it.
    taken: Vec<(usize, Left)>,
    left: Left,
    /// The index of the card to decide next; `None`: there are no more members.
    place: Option<usize>,
    looks: &'d Looks,
}

impl<'d> Members<'d> {
    pub(super) fn of(from: &'d [Weighed], total: u32, looks: &'d Looks) -> Members<'d> {
        let is_allowed = total <= LARGEST_TOTAL && looks.spend((total as usize + 1) * (from.len() + 1));
        let reach = if is_allowed { reach(from, total) } else { Vec::new() };
        Members {
            from,
            reach,
            taken: Vec::new(),
            left: (total, total),
            place: is_allowed.then_some(0),
            looks,
        }
    }

    fn can_be_completed(&self, place: usize) -> bool {
        let (room, lacking) = self.left;
        self.reach.get(place).and_then(|row| row.get(room as usize)).is_some_and(|most| *most >= lacking)
    }

    /// Backtracks: leaves out the card that was taken last.
    fn back(&mut self) -> Option<usize> {
        let (place, left) = self.taken.pop()?;
        self.left = left;
        Some(place + 1)
    }
}

impl Iterator for Members<'_> {
    type Item = Vec<CardId>;

    fn next(&mut self) -> Option<Vec<CardId>> {
        loop {
            let place = self.place.filter(|_| self.looks.spend(1))?;
            if !self.can_be_completed(place) {
                self.place = self.back();
                continue;
            }
            let Some(weighed) = self.from.get(place) else {
                let card = |(place, _): &(usize, Left)| self.from.get(*place).map(|weighed| weighed.card);
                let cards = self.taken.iter().filter_map(card).collect();
                self.place = self.back();
                return Some(cards);
            };
            if let Some(left) = taken(weighed, self.left) {
                self.taken.push((place, self.left));
                self.left = left;
            }
            self.place = Some(place + 1);
        }
    }
}
