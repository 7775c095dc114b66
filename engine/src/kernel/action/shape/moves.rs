//! Rearrangements of pieces: what may go from where to where, all at once.

use super::Value;
use super::domain::{Moves, Share};

/// What goes from one share to one holder: the places of both in the domain, and how many.
type Cell = (usize, usize, u32);

/// In how many ways up to `most` pieces can be put on so many holders.
fn ways(most: u32, holders: usize) -> u64 {
    let (most, mut result) = (u64::from(most), 1u64);
    for step in 1..=holders as u64 {
        // The product of so many numbers in a row is a multiple of their count's factorial.
        result = match result.checked_mul(most + step) {
            Some(product) => product / step,
            None => return u64::MAX,
        };
    }
    result
}

/// The holders to which a share can go.
fn targets(moves: &Moves, share: usize) -> impl Iterator<Item = usize> {
    let from = moves.over.get(share).and_then(|share| share.from.as_ref());
    moves.to.iter().enumerate().filter(move |(_, to)| Some(*to) != from).map(|(place, _)| place)
}

/// How many lists there are, those included that come to nothing or leave too little.
fn codes(moves: &Moves) -> u64 {
    let each = moves.over.iter().enumerate();
    each.map(|(place, share)| ways(share.most, targets(moves, place).count())).fold(1, u64::saturating_mul)
}

/// The list with a number below [`codes`]; that with 0 is empty.
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

/// Whether a list changes where pieces lie and leaves enough where they have to stay.
fn is_member(moves: &Moves, cells: &[Cell]) -> bool {
    let of = |holder: &Value, kind: Option<&str>| {
        let is = |name: &str| kind.is_none_or(|kind| kind == name);
        let mut change = 0i64;
        let mut taken = 0u64;
        for (share, target, count) in cells {
            let Some(share) = moves.over.get(*share).filter(|share| is(share.kind)) else { continue };
            if share.from.as_ref() == Some(holder) {
                change -= i64::from(*count);
                taken += u64::from(*count);
            }
            if moves.to.get(*target) == Some(holder) {
                change += i64::from(*count);
            }
        }
        (change, taken)
    };
    let changes = moves.over.iter().any(|share| {
        moves.to.iter().chain(share.from.as_ref()).any(|holder| of(holder, Some(share.kind)).0 != 0)
    });
    let stays = moves.keep.iter().all(|keep| {
        let (change, taken) = of(&keep.holder, None);
        let there = moves.over.iter().filter(|share| share.from.as_ref() == Some(&keep.holder));
        let there: i64 = there.map(|share| i64::from(share.most)).sum();
        taken == 0 || there + change >= i64::from(keep.least)
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

/// The lists of one way: from one share to one holder.
fn single(moves: &Moves) -> impl Iterator<Item = Vec<Cell>> {
    let of_share = |(place, share): (usize, &Share)| {
        let most = share.most;
        targets(moves, place)
            .flat_map(move |target| (1..=most).map(move |count| vec![(place, target, count)]))
    };
    moves.over.iter().enumerate().flat_map(of_share).filter(|cells| is_member(moves, cells))
}

/// The most lists that are looked at for members.
const LOOKED_AT: u64 = 20_000;

/// The members: first those of one way, then those of several, as far as they are among the first lists.
pub(super) fn members(moves: &Moves) -> impl Iterator<Item = Value> {
    let several =
        (1..codes(moves).min(LOOKED_AT)).map(|number| decoded(moves, number)).filter(|cells| cells.len() > 1);
    let several = several.filter(|cells| is_member(moves, cells));
    single(moves).chain(several).map(|cells| value(moves, &cells))
}

/// The most lists among which members are counted.
const COUNTED: u64 = 500;

/// How many members there are; they are counted only among few lists.
pub(super) fn count(moves: &Moves) -> u64 {
    if codes(moves) <= COUNTED { members(moves).count() as u64 } else { u64::MAX }
}

/// The member with a number. Where they are too many to be counted, some member for each number, mostly of one way.
pub(super) fn member(moves: &Moves, number: u64) -> Option<Value> {
    let all = codes(moves);
    if all <= COUNTED {
        return members(moves).nth(usize::try_from(number).ok()?);
    }
    let (several, number) = (number % 4 == 0, number / 4);
    let cells = decoded(moves, number % all);
    if several && is_member(moves, &cells) {
        return Some(value(moves, &cells));
    }
    let ways: Vec<Vec<Cell>> = single(moves).collect();
    let place = usize::try_from(number % (ways.len() as u64).max(1)).ok()?;
    ways.get(place).map(|cells| value(moves, cells))
}

/// Whether these pieces may go: from, to, kind, how many.
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
