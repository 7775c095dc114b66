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

/// How many ways of so many steps begin at each cell.
struct Ways<'p> {
    path: &'p Path,
    known: BTreeMap<(Cell, u8), u64>,
}

impl Ways<'_> {
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
}

/// How many ways there are; the shorter ones come first.
pub(super) fn count(path: &Path) -> u64 {
    let mut ways = Ways { path, known: BTreeMap::new() };
    (path.min..=path.max).map(|length| ways.count(path.from, length)).fold(0, u64::saturating_add)
}

/// The way with a number.
pub(super) fn member(path: &Path, mut number: u64) -> Option<Vec<Cell>> {
    let mut ways = Ways { path, known: BTreeMap::new() };
    for length in path.min..=path.max {
        let of_length = ways.count(path.from, length);
        if number >= of_length {
            number -= of_length;
            continue;
        }
        let (mut at, mut cells) = (path.from, Vec::with_capacity(usize::from(length)));
        for left in (0..length).rev() {
            let next: Vec<Cell> = steps(path, at).collect();
            at = next.into_iter().find(|cell| {
                let beyond = ways.count(*cell, left);
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
