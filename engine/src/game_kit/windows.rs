//! Where a table stands between two entries: one table for each game, by which positions are read and made.

use crate::verdict::citation::same;

/// A window of positions.
#[derive(Debug)]
pub struct Window<W, O> {
    /// Its name in positions.
    pub name: W,
    /// The kind of question that is asked there. `None`: something begins there by itself, so that the table
    /// of a log never stands there; a position can.
    pub asks: Option<&'static str>,
    /// What lies on the agenda.
    pub opens: O,
}

/// The window of this name, in which this kind of question is asked.
pub const fn asks<W, O>(name: W, kind: &'static str, opens: O) -> Window<W, O> {
    Window { name, asks: Some(kind), opens }
}

/// The window of this name, in which something begins by itself.
pub const fn begins<W, O>(name: W, opens: O) -> Window<W, O> {
    Window { name, asks: None, opens }
}

/// The windows of a game, and the kinds of questions that have none.
#[derive(Debug)]
pub struct Windows<W: 'static, O: 'static> {
    /// The windows.
    pub windows: &'static [Window<W, O>],
    /// The kinds of questions that have none because a text, a use, a battle or damage is being carried out:
    /// a position does not say how far it has come, and what was chosen for it.
    pub underway: &'static [&'static str],
    /// The kinds of questions that have none because abilities wait for their turn: a position does not say
    /// which ones, since that depends on the events before.
    pub waiting: &'static [&'static str],
}

impl<W: Copy + PartialEq + 'static, O: 'static> Windows<W, O> {
    /// The window in which this kind of question is asked.
    pub fn asking(&self, kind: &str) -> Option<&'static Window<W, O>> {
        self.windows.iter().find(|window| window.asks == Some(kind))
    }

    /// What lies on the agenda in the window of this name.
    pub fn opens(&self, name: W) -> Option<&'static O> {
        self.windows.iter().find(|window| window.name == name).map(|window| &window.opens)
    }
}

impl<W: 'static, O: 'static> Windows<W, O> {
    /// Whether each of these kinds of questions stands in the table once, and nothing else does; a game
    /// asserts it where it declares its table.
    pub const fn has_each_of(&self, mut kinds: &[&str]) -> bool {
        let (mut windows, mut asked) = (self.windows, self.underway.len() + self.waiting.len());
        while let [window, rest @ ..] = windows {
            if window.asks.is_some() {
                asked += 1;
            }
            windows = rest;
        }
        let count = kinds.len();
        while let [kind, rest @ ..] = kinds {
            if self.times(*kind) != 1 {
                return false;
            }
            kinds = rest;
        }
        asked == count
    }

    /// How often a kind of question stands in the table.
    const fn times(&self, kind: &str) -> usize {
        let mut windows = self.windows;
        let mut times = times_in(self.underway, kind) + times_in(self.waiting, kind);
        while let [window, rest @ ..] = windows {
            if let Some(asks) = window.asks
                && same(asks.as_bytes(), kind.as_bytes())
            {
                times += 1;
            }
            windows = rest;
        }
        times
    }
}

/// How often a kind of question stands in a list.
const fn times_in(mut kinds: &[&str], kind: &str) -> usize {
    let mut times = 0;
    while let [other, rest @ ..] = kinds {
        if same(other.as_bytes(), kind.as_bytes()) {
            times += 1;
        }
        kinds = rest;
    }
    times
}
