//! Counts the members of a domain, lists them, and finds a member by its number.

use super::domain::Domain;
use super::looks::Looks;
use super::order::{Rows, Sets};
use super::{Value, grid, matching, moves, split, sum};
use crate::kernel::CardId;

/// The number of subsets of `k` among `n` things; saturates at `u64::MAX`.
pub(super) fn choose(n: u64, k: u64) -> u64 {
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

/// The number of rows of `length` different things out of `from`.
fn arrangements(from: usize, length: usize) -> u64 {
    let factors = (0..length as u64).map(|taken| (from as u64).saturating_sub(taken));
    factors.fold(1, u64::saturating_mul)
}

/// The row with this number, and the quotient that is left of the number.
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

/// The number of ways to cut a row of cards into groups.
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
        // In the first member the first group is as long as possible.
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

pub(super) fn count(domain: &Domain, looks: &Looks) -> u64 {
    match domain {
        Domain::OneOf(values) => values.len() as u64,
        Domain::SomeOf(_) => u64::MAX,
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
        Domain::Sum { from, total } => sum::count(from, *total, looks),
        Domain::Matching(matching) => matching::count(matching, looks),
        Domain::Split { after: None, min, max, over } => split::count(*min, *max, over, looks),
        Domain::Path(path) => grid::count(path, looks),
        Domain::Moves(moves) => moves::count(moves, looks),
    }
}

pub(super) fn is_empty(domain: &Domain) -> bool {
    match domain {
        Domain::OneOf(values) => values.is_empty(),
        Domain::SomeOf(_) | Domain::By { .. } | Domain::Split { after: Some(_), .. } | Domain::Order(_) => {
            false
        }
        Domain::Subset { from, min, max } => *min > (*max).min(from.len()),
        Domain::Sequence { from, length } => *length > from.len(),
        Domain::Partition { groups, of } => groups.is_empty() && !of.is_empty(),
        Domain::Number { min, max } => min > max,
        Domain::Sum { from, total } => !sum::is_possible(from, *total),
        Domain::Matching(matching) => !matching::is_possible(matching),
        Domain::Split { after: None, min, max, over } => !split::is_possible(*min, *max, over),
        Domain::Path(path) => !grid::is_possible(path),
        Domain::Moves(moves) => !moves::is_possible(moves),
    }
}

/// The cards at these indices.
fn at(from: &[CardId], places: &[usize]) -> Value {
    Value::Cards(places.iter().filter_map(|place| from.get(*place)).copied().collect())
}

pub(super) fn members<'d>(domain: &'d Domain, looks: &'d Looks) -> Box<dyn Iterator<Item = Value> + 'd> {
    let rows = |from: &'d [CardId], length: usize| {
        let rows = Rows::of(from.len(), length).take_while(move |_| looks.spend(from.len() + 1));
        rows.map(move |places| at(from, &places))
    };
    match domain {
        Domain::OneOf(values) | Domain::SomeOf(values) => {
            Box::new(values.iter().take_while(|_| looks.spend(1)).cloned())
        }
        Domain::By { .. } | Domain::Split { after: Some(_), .. } => Box::new(std::iter::empty()),
        Domain::Subset { from, min, max } => {
            let sets = (*min..=(*max).min(from.len())).flat_map(|size| Sets::of(from.len(), size));
            Box::new(sets.take_while(|set| looks.spend(set.len() + 1)).map(|places| at(from, &places)))
        }
        Domain::Sequence { from, length } => Box::new(rows(from, *length)),
        Domain::Order(cards) => Box::new(rows(cards, cards.len())),
        Domain::Partition { .. } | Domain::Number { .. } => {
            let members = (0..count(domain, looks)).map_while(|number| member(domain, number, looks));
            Box::new(members)
        }
        Domain::Sum { from, total } => Box::new(sum::Members::of(from, *total, looks).map(Value::Cards)),
        Domain::Matching(matching) => Box::new(matching::Members::of(matching, looks).map(Value::Cards)),
        Domain::Split { after: None, min, max, over } => {
            Box::new(split::Members::of(*min, *max, over, looks))
        }
        Domain::Path(path) => Box::new(grid::Members::of(path, looks).map(Value::Cells)),
        Domain::Moves(moves) => Box::new(moves::members(moves, looks)),
    }
}

pub(super) fn member(domain: &Domain, mut number: u64, looks: &Looks) -> Option<Value> {
    if !looks.spend(1) {
        return None;
    }
    match domain {
        Domain::OneOf(values) => values.get(usize::try_from(number).ok()?).cloned(),
        // Open domains list only some values, so numbers wrap around.
        Domain::SomeOf(values) => {
            let number = number.checked_rem(values.len() as u64)?;
            values.get(usize::try_from(number).ok()?).cloned()
        }
        Domain::By { .. } | Domain::Split { after: Some(_), .. } => None,
        Domain::Subset { from, min, max } => {
            for size in *min..=(*max).min(from.len()) {
                let members = choose(from.len() as u64, size as u64);
                if number < members {
                    return looks.spend(from.len()).then(|| Value::Cards(combination(from, size, number)));
                }
                number -= members;
            }
            None
        }
        Domain::Sequence { from, length } => arrangement(from, *length, number).map(Value::Cards),
        Domain::Order(cards) => arrangement(cards, cards.len(), number).map(Value::Cards),
        Domain::Partition { groups, of } => {
            // Building one member takes about as many steps as the square of its cards.
            let enough = looks.spend(of.len().saturating_mul(of.len()) / 8);
            enough.then(|| partition(groups, of, number)).flatten()
        }
        Domain::Sum { from, total } => sum::member(from, *total, number, looks).map(Value::Cards),
        Domain::Number { min, .. } => Some(Value::Number(min.checked_add(i64::try_from(number).ok()?)?)),
        Domain::Matching(matching) => matching::member(matching, number, looks).map(Value::Cards),
        Domain::Split { after: None, min, max, over } => split::member(*min, *max, over, number, looks),
        Domain::Path(path) => grid::member(path, number, looks).map(Value::Cells),
        Domain::Moves(moves) => moves::member(moves, number, looks),
    }
}
