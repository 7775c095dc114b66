//! Rearrangements of pieces: several pieces move at once from holders to holders.

use super::Value;
use super::domain::{Moves, Share};
use super::looks::Looks;

/// A part of a rearrangement: index of the share, index of the target holder, count.
type Cell = (usize, usize, u32);

/// The number of ways to distribute up to `most` pieces over `holders`.
fn ways(most: u32, holders: usize) -> u64 {
    let (most, mut result) = (u64::from(most), 1u64);
    for step in 1..=holders as u64 {
        // The product of consecutive numbers is divisible by the factorial of their count.
        result = match result.checked_mul(most + step) {
            Some(product) => product / step,
            None => return u64::MAX,
        };
    }
    result
}

/// The holders to which pieces of a share can move.
fn targets(moves: &Moves, share: usize) -> impl Iterator<Item = usize> {
    let from = moves.over.get(share).and_then(|share| share.from.as_ref());
    moves.to.iter().enumerate().filter(move |(_, to)| Some(*to) != from).map(|(place, _)| place)
}

/// The number of codes of rearrangements, including those that change nothing or leave too little.
fn codes(moves: &Moves) -> u64 {
    let each = moves.over.iter().enumerate();
    each.map(|(place, share)| ways(share.most, targets(moves, place).count())).fold(1, u64::saturating_mul)
}

/// The rearrangement with a code below [`codes`]; code 0 is empty.
fn decoded(moves: &Moves, mut number: u64) -> Vec<Cell> {
    let mut cells = Vec::new();
    for (place, share) in moves.over.iter().enumerate() {
        if number == 0 {
            break;
        }
        let targets: Vec<usize> = targets(moves, place).collect();
        let all = ways(share.most, targets.len()).max(1);
        let (mut code, mut left) = (number % all, share.most);
        number /= all;
        for (at, target) in targets.iter().enumerate() {
            let others = targets.len() - at - 1;
            let mut count = 0;
            loop {
                let rest = ways(left - count, others);
                if code < rest || count == left {
                    break;
                }
                code -= rest;
                count += 1;
            }
            left -= count;
            if count > 0 {
                cells.push((place, *target, count));
            }
        }
    }
    cells
}

/// Whether a rearrangement changes where pieces lie, and leaves enough where a minimum holds.
fn is_member(moves: &Moves, cells: &[Cell]) -> bool {
    // The balance by holder and kind. It has few entries, however large the table is.
    let mut changed: Vec<(&Value, &str, i64)> = Vec::new();
    let mut add = |holder, kind, count: i64| match changed
        .iter_mut()
        .find(|(other, of_kind, _)| *other == holder && *of_kind == kind)
    {
        Some((.., change)) => *change += count,
        None => changed.push((holder, kind, count)),
    };
    let mut taken: Vec<&Value> = Vec::new();
    for (share, target, count) in cells {
        let Some(share) = moves.over.get(*share) else { continue };
        if let Some(from) = &share.from {
            add(from, share.kind, -i64::from(*count));
            taken.push(from);
        }
        if let Some(to) = moves.to.get(*target) {
            add(to, share.kind, i64::from(*count));
        }
    }
    let changes = changed.iter().any(|(.., change)| *change != 0);
    let stays = moves.keep.iter().all(|keep| {
        let of = changed.iter().filter(|(holder, ..)| **holder == keep.holder);
        let change: i64 = of.map(|(.., change)| *change).sum();
        let there = moves.over.iter().filter(|share| share.from.as_ref() == Some(&keep.holder));
        let there = || there.map(|share| i64::from(share.most)).sum::<i64>();
        !taken.contains(&&keep.holder) || there() + change >= i64::from(keep.least)
    });
    changes && stays
}

fn value(moves: &Moves, cells: &[Cell]) -> Value {
    let piece = |(share, target, count): &Cell| {
        let (share, to) = (moves.over.get(*share)?, moves.to.get(*target)?);
        Some((share.from.clone()?, to.clone(), share.kind, *count))
    };
    Value::Moved(cells.iter().filter_map(piece).collect())
}

/// The rearrangements with a single part.
fn single<'m>(moves: &'m Moves, looks: &'m Looks) -> impl Iterator<Item = Vec<Cell>> + 'm {
    let of_share = |(place, share): (usize, &'m Share)| {
        let most = share.most;
        targets(moves, place)
            .flat_map(move |target| (1..=most).map(move |count| vec![(place, target, count)]))
    };
    let all = moves.over.iter().enumerate().flat_map(of_share);
    all.take_while(|_| looks.spend(cost(moves, 1))).filter(|cells| is_member(moves, cells))
}

/// The looks that the test of a rearrangement with this many parts takes.
fn cost(moves: &Moves, ways: usize) -> usize {
    ways + moves.keep.len() * if ways == 1 { 1 } else { moves.over.len().div_ceil(8) }
}

/// The most codes that the search for members tests.
const LOOKED_AT: u64 = 20_000;

/// The members: first those with a single part, then those with several among the first codes.
pub(super) fn members<'m>(moves: &'m Moves, looks: &'m Looks) -> impl Iterator<Item = Value> + 'm {
    let first = move || 1..codes(moves).min(LOOKED_AT);
    let several = std::iter::once_with(first).flatten().map(|number| decoded(moves, number));
    let several = several.take_while(|cells| looks.spend(cost(moves, cells.len()) + moves.to.len()));
    let several = several.filter(|cells| cells.len() > 1 && is_member(moves, cells));
    single(moves, looks).chain(several).map(|cells| value(moves, &cells))
}

/// The most codes among which members are counted.
const COUNTED: u64 = 500;

/// The number of members; `u64::MAX` if there are too many codes to count.
pub(super) fn count(moves: &Moves, looks: &Looks) -> u64 {
    if codes(moves) > COUNTED {
        return u64::MAX;
    }
    let count = members(moves, looks).count() as u64;
    if looks.are_used_up() { u64::MAX } else { count }
}

/// Whether there is a member; `true` also if a few looks do not decide it.
pub(super) fn is_possible(moves: &Moves) -> bool {
    codes(moves) > COUNTED || members(moves, &Looks::of(LOOKED_AT)).next().is_some()
}

/// The member with this number. If there are too many to count, some member for each number, mostly with a
/// single part.
pub(super) fn member(moves: &Moves, number: u64, looks: &Looks) -> Option<Value> {
    let all = codes(moves);
    if all <= COUNTED {
        return members(moves, looks).nth(usize::try_from(number).ok()?);
    }
    let (several, number) = (number % 4 == 0, number / 4);
    let cells = decoded(moves, number % all);
    if several && is_member(moves, &cells) {
        return Some(value(moves, &cells));
    }
    let ways: Vec<Vec<Cell>> = single(moves, looks).collect();
    let place = usize::try_from(number % (ways.len() as u64).max(1)).ok()?;
    ways.get(place).map(|cells| value(moves, cells))
}

/// Whether pieces may move like this: from, to, kind, count.
pub(super) fn contains(moves: &Moves, pieces: &[(Value, Value, &'static str, u32)]) -> bool {
    let cell = |(from, to, kind, count): &(Value, Value, &'static str, u32)| {
        let share =
            moves.over.iter().position(|share| share.from.as_ref() == Some(from) && share.kind == *kind)?;
        let target = targets(moves, share).find(|target| moves.to.get(*target) == Some(to))?;
        (*count > 0).then_some((share, target, *count))
    };
    let Some(cells) = pieces.iter().map(cell).collect::<Option<Vec<Cell>>>() else { return false };
    let bounded = moves.over.iter().enumerate().all(|(place, share)| {
        let taken = cells.iter().filter(|(from, ..)| *from == place);
        taken.map(|(.., count)| u64::from(*count)).sum::<u64>() <= u64::from(share.most)
    });
    bounded && is_member(moves, &cells)
}
