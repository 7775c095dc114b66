//! Subsets and rows by index in lexicographic order, each computed from the one before.

/// The subsets of a given size of `from` things.
#[derive(Debug)]
pub struct Sets {
    from: usize,
    next: Option<Vec<usize>>,
}

impl Sets {
    /// The subsets of one size.
    pub fn of(from: usize, size: usize) -> Sets {
        Sets { from, next: (size <= from).then(|| (0..size).collect()) }
    }
}

impl Iterator for Sets {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        let places = self.next.take()?;
        let size = places.len();
        let can_move = |(at, place): &(usize, &usize)| **place + size < self.from + at;
        let moved = places.iter().enumerate().rev().find(can_move).map(|(at, place)| (at, *place));
        self.next = moved.map(|(at, place)| {
            let before = places.iter().copied().take(at);
            before.chain(place + 1..=place + size - at).collect()
        });
        Some(places)
    }
}

/// The rows of a given length of `from` different things.
#[derive(Debug)]
pub(super) struct Rows {
    from: usize,
    next: Option<Vec<usize>>,
}

impl Rows {
    pub(super) fn of(from: usize, length: usize) -> Rows {
        Rows { from, next: (length <= from).then(|| (0..length).collect()) }
    }
}

impl Iterator for Rows {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        let row = self.next.take()?;
        let mut used = vec![false; self.from];
        let mark = |used: &mut Vec<bool>, place: usize, is_used: bool| {
            if let Some(mark) = used.get_mut(place) {
                *mark = is_used;
            }
        };
        row.iter().for_each(|place| mark(&mut used, *place, true));
        let free = |used: &[bool], least: usize| {
            used.iter().enumerate().skip(least).find(|(_, is_used)| !**is_used).map(|(place, _)| place)
        };
        let mut after = row.clone();
        while let Some(last) = after.pop() {
            mark(&mut used, last, false);
            let Some(larger) = free(&used, last + 1) else { continue };
            mark(&mut used, larger, true);
            after.push(larger);
            while let Some(place) = free(&used, 0).filter(|_| after.len() < row.len()) {
                mark(&mut used, place, true);
                after.push(place);
            }
            self.next = Some(after);
            break;
        }
        Some(row)
    }
}
