//! Ways over the cells of a grid.

use std::collections::BTreeMap;

use super::domain::Path;
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

/// Whether cells are such a way.
pub(super) fn is_path(path: &Path, cells: &[Cell]) -> bool {
    let before = std::iter::once(&path.from).chain(cells);
    !path.passed.contains(cells.last().unwrap_or(&path.from))
        && (usize::from(path.min)..=usize::from(path.max)).contains(&cells.len())
        && before.zip(cells).all(|(from, to)| steps(path, *from).any(|cell| cell == *to))
}

/// How many looks it takes to count ways: at the cells in reach, once for each number of steps.
pub(super) fn looks(path: &Path) -> usize {
    let side = |least: i16, most: i16, at: i16| {
        let (least, most) = (i32::from(least), i32::from(most));
        let reach = i32::from(path.max);
        let (from, to) = (least.max(i32::from(at) - reach), most.min(i32::from(at) + reach));
        usize::try_from(to - from + 1).unwrap_or(0)
    };
    let edge = (Cell { x: i16::MIN, y: i16::MIN }, Cell { x: i16::MAX, y: i16::MAX });
    let (least, most) = path.within.unwrap_or(edge);
    side(least.x, most.x, path.from.x) * side(least.y, most.y, path.from.y) * (usize::from(path.max) + 1)
}

/// How many ways of so many steps begin at each cell.
struct Ways<'p> {
    path: &'p Path,
    known: BTreeMap<(Cell, u8), u64>,
}

impl<'p> Ways<'p> {
    const fn of(path: &'p Path) -> Ways<'p> {
        Ways { path, known: BTreeMap::new() }
    }

    fn count(&mut self, from: Cell, left: u8) -> u64 {
        let Some(rest) = left.checked_sub(1) else { return u64::from(!self.path.passed.contains(&from)) };
        if let Some(count) = self.known.get(&(from, left)) {
            return *count;
        }
        let next: Vec<Cell> = steps(self.path, from).collect();
        let count = next.into_iter().map(|cell| self.count(cell, rest)).fold(0, u64::saturating_add);
        self.known.insert((from, left), count);
        count
    }

    fn all(&mut self) -> u64 {
        let lengths = self.path.min..=self.path.max;
        lengths.map(|length| self.count(self.path.from, length)).fold(0, u64::saturating_add)
    }

    fn member(&mut self, mut number: u64) -> Option<Vec<Cell>> {
        for length in self.path.min..=self.path.max {
            let of_length = self.count(self.path.from, length);
            if number >= of_length {
                number -= of_length;
                continue;
            }
            let (mut at, mut cells) = (self.path.from, Vec::with_capacity(usize::from(length)));
            for left in (0..length).rev() {
                let next: Vec<Cell> = steps(self.path, at).collect();
                at = next.into_iter().find(|cell| {
                    let beyond = self.count(*cell, left);
                    let here = number < beyond;
                    if !here {
                        number -= beyond;
                    }
                    here
                })?;
                cells.push(at);
            }
            return Some(cells);
        }
        None
    }
}

/// How many ways there are; the shorter ones come first.
pub(super) fn count(path: &Path) -> u64 {
    Ways::of(path).all()
}

/// The way with a number.
pub(super) fn member(path: &Path, number: u64) -> Option<Vec<Cell>> {
    Ways::of(path).member(number)
}

/// All ways in the order of their numbers, counted once.
pub(super) fn members(path: &Path) -> impl Iterator<Item = Vec<Cell>> + '_ {
    let mut ways = Ways::of(path);
    (0..ways.all()).map_while(move |number| ways.member(number))
}
