//! Paths over the cells of a grid.

use std::collections::{BTreeMap, BTreeSet};

use super::domain::Path;
use super::looks::Looks;
use crate::kernel::Cell;

const STRAIGHT: [(i16, i16); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const CORNERS: [(i16, i16); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// The cells that a step from a cell may enter, in a fixed order.
fn steps(path: &Path, from: Cell) -> impl Iterator<Item = Cell> + '_ {
    let corners = CORNERS.iter().filter(|_| path.diagonal);
    let cells = STRAIGHT.iter().chain(corners).filter_map(move |(east, north)| {
        Some(Cell { x: from.x.checked_add(*east)?, y: from.y.checked_add(*north)? })
    });
    cells.filter(|cell| {
        let inside = path.within.is_none_or(|(least, most)| {
            (least.x..=most.x).contains(&cell.x) && (least.y..=most.y).contains(&cell.y)
        });
        inside && !path.blocked.contains(cell)
    })
}

/// Whether the cells are a legal path.
pub(super) fn is_path(path: &Path, cells: &[Cell]) -> bool {
    let before = std::iter::once(&path.from).chain(cells);
    !path.passed.contains(cells.last().unwrap_or(&path.from))
        && (usize::from(path.min)..=usize::from(path.max)).contains(&cells.len())
        && before.zip(cells).all(|(from, to)| steps(path, *from).any(|cell| cell == *to))
}

/// Whether there is a path; `true` also if a few looks do not decide it.
pub(super) fn is_possible(path: &Path) -> bool {
    let looks = Looks::of(LOOKED_AT);
    let mut reached = BTreeSet::from([path.from]);
    for length in 0..=path.max {
        if length >= path.min && reached.iter().any(|cell| !path.passed.contains(cell)) {
            return true;
        }
        if !looks.spend(reached.len()) {
            return true;
        }
        reached = reached.iter().flat_map(|cell| steps(path, *cell)).collect();
    }
    false
}

/// The most cells that the search for a path visits.
const LOOKED_AT: u64 = 20_000;

/// Counts paths by their first cell and their length.
struct Ways<'p> {
    path: &'p Path,
    known: BTreeMap<(Cell, u8), u64>,
    looks: &'p Looks,
}

impl<'p> Ways<'p> {
    const fn of(path: &'p Path, looks: &'p Looks) -> Ways<'p> {
        Ways { path, known: BTreeMap::new(), looks }
    }

    /// The number of paths of `left` steps from a cell; `None`: the looks ran out.
    fn count(&mut self, from: Cell, left: u8) -> Option<u64> {
        let Some(rest) = left.checked_sub(1) else {
            return Some(u64::from(!self.path.passed.contains(&from)));
        };
        if let Some(count) = self.known.get(&(from, left)) {
            return Some(*count);
        }
        let next: Vec<Cell> = steps(self.path, from).collect();
        if !self.looks.spend(1 + next.len() + (self.path.blocked.len() + self.path.passed.len()) / 8) {
            return None;
        }
        let mut count = 0u64;
        for cell in next {
            count = count.saturating_add(self.count(cell, rest)?);
        }
        self.known.insert((from, left), count);
        Some(count)
    }

    /// The path of this length with this number among them.
    fn way(&mut self, length: u8, mut number: u64) -> Option<Vec<Cell>> {
        if !self.looks.spend(usize::from(length) + 1) {
            return None;
        }
        let (mut at, mut cells) = (self.path.from, Vec::with_capacity(usize::from(length)));
        for left in (0..length).rev() {
            let next: Vec<Cell> = steps(self.path, at).collect();
            let mut found = None;
            for cell in next {
                let beyond = self.count(cell, left)?;
                if number < beyond {
                    found = Some(cell);
                    break;
                }
                number -= beyond;
            }
            at = found?;
            cells.push(at);
        }
        Some(cells)
    }
}

/// The number of paths; `u64::MAX`: more than can be counted.
pub(super) fn count(path: &Path, looks: &Looks) -> u64 {
    let mut ways = Ways::of(path, looks);
    let lengths = (path.min..=path.max).map(|length| ways.count(path.from, length));
    let total = lengths.map_while(|count| count).fold(0, u64::saturating_add);
    if looks.are_used_up() { u64::MAX } else { total }
}

/// The path with this number.
pub(super) fn member(path: &Path, mut number: u64, looks: &Looks) -> Option<Vec<Cell>> {
    let mut ways = Ways::of(path, looks);
    for length in path.min..=path.max {
        let of_length = ways.count(path.from, length)?;
        if number < of_length {
            return ways.way(length, number);
        }
        number -= of_length;
    }
    None
}

/// All paths in the order of their numbers: shorter ones first.
pub(super) struct Members<'p> {
    ways: Ways<'p>,
    length: u8,
    number: u64,
}

impl<'p> Members<'p> {
    pub(super) const fn of(path: &'p Path, looks: &'p Looks) -> Members<'p> {
        Members { ways: Ways::of(path, looks), length: path.min, number: 0 }
    }
}

impl Iterator for Members<'_> {
    type Item = Vec<Cell>;

    fn next(&mut self) -> Option<Vec<Cell>> {
        let path = self.ways.path;
        while self.length <= path.max {
            if self.number < self.ways.count(path.from, self.length)? {
                self.number += 1;
                return self.ways.way(self.length, self.number - 1);
            }
            (self.length, self.number) = (self.length.checked_add(1)?, 0);
        }
        None
    }
}
