//! How many members a domain has, and which one has a number.

use std::collections::{BTreeMap, BTreeSet};

use super::domain::{Domain, Share, Weighed};
use super::{Value, grid, matching, moves};
use crate::kernel::CardId;

/// The largest total of weights that is reported.
pub(super) const LARGEST_TOTAL: u32 = 1_000;

/// What is left of a total that cards may not go beyond when each counts for the least, and what is lacking of it when
/// each counts for its weight.
type Left = (u32, u32);

/// What is left once a card is taken; `None`: it is too much.
fn taken(weighed: &Weighed, (room, lacking): Left) -> Option<Left> {
    Some((room.checked_sub(weighed.least())?, lacking.saturating_sub(weighed.most())))
}

/// How many sets of cards add to a total: for each number of cards decided at the front, and what can be left then, in
/// how many ways the others make it up.
fn sums(from: &[Weighed], total: u32) -> Vec<BTreeMap<Left, u64>> {
    let mut possible = vec![BTreeSet::from([(total, total)])];
    for weighed in from {
        let last = possible.last().into_iter().flatten();
        let next = last.flat_map(|left| [Some(*left), taken(weighed, *left)]).flatten().collect();
        possible.push(next);
    }
    let mut rows: Vec<BTreeMap<Left, u64>> = Vec::with_capacity(possible.len());
    if let Some(last) = possible.pop() {
        rows.push(last.into_iter().map(|left| (left, u64::from(left.1 == 0))).collect());
    }
    for (weighed, possible) in from.iter().zip(possible).rev() {
        let after = rows.last();
        let all = |left: Left| {
            let without = ways(after, Some(left));
            (left, without.saturating_add(ways(after, taken(weighed, left))))
        };
        let row = possible.into_iter().map(all).collect();
        rows.push(row);
    }
    rows.reverse();
    rows
}

/// In how many ways what is left is made up.
fn ways(row: Option<&BTreeMap<Left, u64>>, left: Option<Left>) -> u64 {
    row.zip(left).and_then(|(row, left)| row.get(&left)).copied().unwrap_or(0)
}

fn sum_member(from: &[Weighed], total: u32, mut number: u64) -> Option<Vec<CardId>> {
    if total > LARGEST_TOTAL {
        return None;
    }
    let rows = sums(from, total);
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

fn choose(n: u64, k: u64) -> u64 {
    if k > n {
        return 0;
    }
    let k = k.min(n - k);
    let mut result: u64 = 1;
    for step in 0..k {
        match result.checked_mul(n - step) {
            Some(product) => result = product / (step + 1),
            None => return u64::MAX,
        }
    }
    result
}

fn combination(from: &[CardId], size: usize, mut number: u64) -> Vec<CardId> {
    let (mut chosen, mut left) = (Vec::with_capacity(size), size);
    for (place, &card) in from.iter().enumerate() {
        if left == 0 {
            break;
        }
        let with = choose((from.len() - place - 1) as u64, left as u64 - 1);
        if number < with {
            chosen.push(card);
            left -= 1;
        } else {
            number -= with;
        }
    }
    chosen
}

/// In how many ways so many of `from` things can stand in a row.
fn arrangements(from: usize, length: usize) -> u64 {
    let factors = (0..length as u64).map(|taken| (from as u64).saturating_sub(taken));
    factors.fold(1, u64::saturating_mul)
}

/// The arrangement with a number, and what is left of the number.
fn arrangement(from: &[CardId], length: usize, mut number: u64) -> Option<Vec<CardId>> {
    let (mut left, mut sequence) = (from.to_vec(), Vec::with_capacity(length));
    while sequence.len() < length {
        let block = arrangements(left.len().checked_sub(1)?, length - sequence.len() - 1);
        let index = usize::try_from(number.checked_div(block)?).ok()?;
        number %= block;
        left.get(index)?;
        sequence.push(left.remove(index));
    }
    Some(sequence)
}

/// In how many ways a row of so many cards can be cut into groups.
fn cuts(cards: usize, groups: usize) -> u64 {
    match groups.checked_sub(1) {
        Some(walls) => choose((cards + walls) as u64, walls as u64),
        None => u64::from(cards == 0),
    }
}

fn partition(groups: &[&'static str], of: &[CardId], number: u64) -> Option<Value> {
    let orders = arrangements(of.len(), of.len());
    let mut row = arrangement(of, of.len(), number % orders)?;
    let mut number = number / orders;
    let mut parts = Vec::with_capacity(groups.len());
    for (place, name) in groups.iter().enumerate() {
        let after = groups.len() - place - 1;
        // The first group is as long as it can be in the first member.
        let mut length = row.len();
        loop {
            let ways = cuts(row.len() - length, after);
            if number < ways {
                break;
            }
            number -= ways;
            length = length.checked_sub(1)?;
        }
        let rest = row.split_off(length);
        parts.push((*name, row));
        row = rest;
    }
    row.is_empty().then_some(Value::Groups(parts))
}

/// In how many ways each amount can be taken: for each number of shares left out at the front, by amount.
fn splits(max: u32, over: &[Share]) -> Vec<Vec<u64>> {
    let there = over.iter().map(|share| share.most).fold(0, u32::saturating_add);
    let mut row = vec![0u64; max.min(there) as usize + 1];
    if let Some(none) = row.first_mut() {
        *none = 1;
    }
    let mut rows = vec![row];
    for share in over.iter().rev() {
        let last = rows.last().cloned().unwrap_or_default();
        let ways = |amount: usize| {
            let takes = share.least as usize..=(share.most as usize).min(amount);
            takes.filter_map(|taken| last.get(amount - taken)).copied().fold(0, u64::saturating_add)
        };
        rows.push((0..last.len()).map(ways).collect());
    }
    rows.reverse();
    rows
}

fn split_member(min: u32, max: u32, over: &[Share], mut number: u64) -> Option<Value> {
    let rows = splits(max, over);
    let all = rows.first()?;
    let mut left = usize::try_from(min).ok()?;
    loop {
        let ways = *all.get(left)?;
        if number < ways {
            break;
        }
        number -= ways;
        left += 1;
    }
    let mut taken = Vec::new();
    for (share, rest) in over.iter().zip(rows.iter().skip(1)) {
        let mut takes = (share.least as usize..=(share.most as usize).min(left)).rev();
        let takes = takes.find(|taken| {
            let ways = rest.get(left - taken).copied().unwrap_or(0);
            let here = number < ways;
            if !here {
                number -= ways;
            }
            here
        })?;
        left -= takes;
        taken.push((share, u32::try_from(takes).ok()?));
    }
    taken.retain(|(_, count)| *count > 0);
    Some(match over.iter().all(|share| share.from.is_none()) {
        true => Value::Pieces(taken.into_iter().map(|(share, count)| (share.kind, count)).collect()),
        false => {
            let held = |(share, count): (&Share, u32)| {
                (share.from.clone().unwrap_or(Value::Nothing), share.kind, count)
            };
            Value::Held(taken.into_iter().map(held).collect())
        }
    })
}

pub(super) fn count(domain: &Domain) -> u64 {
    match domain {
        Domain::OneOf(values) => values.len() as u64,
        Domain::By { .. } | Domain::Split { after: Some(_), .. } => 0,
        Domain::Subset { from, min, max } => (*min..=(*max).min(from.len()))
            .map(|size| choose(from.len() as u64, size as u64))
            .fold(0, u64::saturating_add),
        Domain::Sequence { from, length } => arrangements(from.len(), *length),
        Domain::Order(cards) => arrangements(cards.len(), cards.len()),
        Domain::Partition { groups, of } => {
            arrangements(of.len(), of.len()).saturating_mul(cuts(of.len(), groups.len()))
        }
        Domain::Number { min, max } => max.saturating_sub(*min).saturating_add(1).max(0) as u64,
        Domain::Sum { from, total } => {
            if *total > LARGEST_TOTAL {
                0
            } else {
                ways(sums(from, *total).first(), Some((*total, *total)))
            }
        }
        Domain::Matching(matching) => matching::count(matching),
        Domain::Split { after: None, min, max, over } => {
            let rows = splits(*max, over);
            let amounts = rows.first().map_or(&[][..], Vec::as_slice);
            amounts.iter().skip(*min as usize).fold(0, |sum, ways| sum.saturating_add(*ways))
        }
        Domain::Path(path) => grid::count(path),
        Domain::Moves(moves) => moves::count(moves),
    }
}

pub(super) fn member(domain: &Domain, mut number: u64) -> Option<Value> {
    match domain {
        Domain::OneOf(values) => values.get(usize::try_from(number).ok()?).cloned(),
        Domain::By { .. } | Domain::Split { after: Some(_), .. } => None,
        Domain::Subset { from, min, max } => {
            for size in *min..=(*max).min(from.len()) {
                let members = choose(from.len() as u64, size as u64);
                if number < members {
                    return Some(Value::Cards(combination(from, size, number)));
                }
                number -= members;
            }
            None
        }
        Domain::Sequence { from, length } => arrangement(from, *length, number).map(Value::Cards),
        Domain::Order(cards) => arrangement(cards, cards.len(), number).map(Value::Cards),
        Domain::Partition { groups, of } => partition(groups, of, number),
        Domain::Sum { from, total } => sum_member(from, *total, number).map(Value::Cards),
        Domain::Number { min, .. } => Some(Value::Number(min.checked_add(i64::try_from(number).ok()?)?)),
        Domain::Matching(matching) => matching::member(matching, number).map(Value::Cards),
        Domain::Split { after: None, min, max, over } => split_member(*min, *max, over, number),
        Domain::Path(path) => grid::member(path, number).map(Value::Cells),
        Domain::Moves(moves) => moves::member(moves, number),
    }
}
