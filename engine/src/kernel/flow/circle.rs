//! Circles over several entries in which nobody had a choice.
//!
//! An entry that was its seat's only legal answer is no decision, so a table that repeats through such
//! entries alone repeats without a decision. While something waits on the chain or is being carried out, the
//! state remembers a mark of the table at each question. Only when a mark comes back, the search replays the
//! entries in between, compares the tables, and counts the legal answers at each.

use std::hash::{Hash as _, Hasher};
use std::mem::discriminant;

use serde::{Deserialize, Serialize};

use super::loops::Likeness;
use crate::kernel::action::shape;
use crate::kernel::{Frame, Game, Match, Seat, State};

/// The number of tables that are remembered at most.
const TABLES: usize = 16;
/// The number of entries after which the search first starts over at the present table, so that it also finds
/// a circle that the game entered late. Each restart doubles the number.
const ENTRIES: usize = 16;
/// The largest number of entries between restarts.
const MOST_ENTRIES: usize = 4_096;

/// The search for a circle, from the first question at which something waited or was being carried out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Circle<G: Game> {
    /// The state at the second of these questions, from which the entries can be replayed; `None`: there was
    /// only one question yet.
    start: Option<Box<State<G>>>,
    /// The entries since `start`. A snapshot stores them apart: see [`State::circle_entries`].
    #[serde(skip)]
    entries: Vec<(Seat, G::Action)>,
    /// The marks of the tables at the first questions since `start`, in their order.
    tables: Vec<TableMark>,
    /// The number of entries after which the search starts over.
    limit: usize,
}

impl<G: Game> Circle<G> {
    /// The search at the first question.
    const FIRST: Circle<G> = Circle { start: None, entries: Vec::new(), tables: Vec::new(), limit: ENTRIES };
}

/// A number that equal tables have in common. Tables of one mark may still differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct TableMark(u64);

impl TableMark {
    /// The mark of the present table. It reads nothing that [`Likeness`] forgets.
    fn of<G: Game>(state: &State<G>) -> TableMark {
        let mut mixed = Mixed(0);
        (state.chain.len(), state.waiting.len(), state.modifiers.len()).hash(&mut mixed);
        for asked in &state.asked {
            (asked.seat, discriminant(&asked.question)).hash(&mut mixed);
        }
        for frame in &state.agenda {
            discriminant(frame).hash(&mut mixed);
            if let Frame::Window(window) = frame {
                (window.speaker, window.passes).hash(&mut mixed);
            }
        }
        for (_, card) in state.table.cards() {
            card.spot.hash(&mut mixed);
        }
        TableMark(mixed.finish())
    }
}

/// Mixes numbers into one. Marks are kept in records, which another machine may read, so that they depend
/// on neither the width nor the order of its bytes.
struct Mixed(u64);

impl Mixed {
    fn mix(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

macro_rules! mixed {
    ($($write:ident($number:ty)),* $(,)?) => {
        $(fn $write(&mut self, number: $number) {
            self.mix(number as u64);
        })*
    };
}

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.mix(u64::from(*byte)));
    }

    mixed!(
        write_u8(u8),
        write_u16(u16),
        write_u32(u32),
        write_u64(u64),
        write_usize(usize),
        write_i8(i8),
        write_i16(i16),
        write_i32(i32),
        write_i64(i64),
        write_isize(isize),
    );
}

/// Whether a table has come back.
enum Back {
    /// It has not.
    No,
    /// It has, or nobody can say because the entries cannot be replayed; somebody had a choice.
    ByChoice,
    /// It has, and nobody had a choice.
    Alone,
}

impl<G: Game> State<G> {
    /// The entries since the second question of a possible circle. The serialised state omits them, because
    /// snapshots store actions in a form of their own.
    pub fn circle_entries(&self) -> &[(Seat, G::Action)] {
        self.circle.as_ref().map_or(&[], |circle| &circle.entries)
    }

    /// Restores these entries after a state was read.
    pub fn set_circle_entries(&mut self, entries: Vec<(Seat, G::Action)>) {
        if let Some(circle) = &mut self.circle {
            circle.entries = entries;
        }
    }
}

impl<G: Game> Match<'_, G> {
    /// Whether something waits on the chain or is being carried out.
    fn is_under_way(&self) -> bool {
        let runs = |frame: &Frame<G>| match frame {
            Frame::Step(step) => G::is_processing(step),
            Frame::Pending(_) | Frame::Deciding(_) | Frame::Replacing(_) | Frame::Resolving(_) => true,
            Frame::Stage(_) | Frame::Window(_) => false,
        };
        !self.state.chain.is_empty() || self.state.agenda.iter().any(runs)
    }

    /// Called when an entry was carried out and the next question is open: ends the game if the same table
    /// has come back and nobody had a choice since.
    pub(in crate::kernel) fn watch_for_circles(&mut self, seat: Seat, action: &G::Action) {
        let circle = self.state.circle.take();
        if !self.watches_circles {
            return;
        }
        let goes_on = self.state.asked.len() == 1
            && self.state.outcome.is_none()
            && self.halted().is_none()
            && self.due().is_none()
            && G::is_answer(action);
        if goes_on && self.is_under_way() {
            self.remember(circle, seat, action);
        }
    }

    #[cold]
    fn remember(&mut self, circle: Option<Box<Circle<G>>>, seat: Seat, action: &G::Action) {
        let Some(mut circle) = circle else {
            self.state.circle = Some(Box::new(Circle::FIRST));
            return;
        };
        let table = TableMark::of(&self.state);
        if circle.start.is_some() {
            circle.entries.push((seat, action.clone()));
            match self.came_back(&circle, table) {
                Back::No => {}
                Back::ByChoice => *circle = Circle::FIRST,
                Back::Alone => return self.end_by_circle(),
            }
        }
        if circle.start.is_none() || circle.entries.len() >= circle.limit {
            let limit = match circle.start {
                None => circle.limit,
                Some(_) => circle.limit.saturating_mul(2).min(MOST_ENTRIES),
            };
            let start = Some(Box::new(self.state.clone()));
            *circle = Circle { start, limit, ..Circle::FIRST };
        }
        if circle.tables.len() < TABLES {
            circle.tables.push(table);
        }
        self.state.circle = Some(circle);
    }

    /// Whether the present table, with this mark, is one of the earlier ones.
    fn came_back(&self, circle: &Circle<G>, mark: TableMark) -> Back {
        let Some(start) = circle.start.as_ref().filter(|_| circle.tables.contains(&mark)) else {
            return Back::No;
        };
        let present = Likeness::of(self);
        let mut game = self.beside((**start).clone());
        let mut entries = circle.entries.iter();
        for earlier in &circle.tables {
            if *earlier == mark && Likeness::of(&game) == present {
                let alone =
                    entries.all(|(seat, action)| game.has_one_answer(*seat) && game.repeats(*seat, action));
                return if alone { Back::Alone } else { Back::ByChoice };
            }
            let Some((seat, action)) = entries.next() else { return Back::No };
            if !game.repeats(*seat, action) {
                return Back::ByChoice;
            }
        }
        Back::No
    }

    fn has_one_answer(&mut self, seat: Seat) -> bool {
        let (shapes, stopped) = self.aside(|game| G::answers(game, seat));
        stopped.is_none() && shape::count(&shapes) == Some(1)
    }

    /// Carries out an entry again; `false`: it was refused or judging stopped.
    fn repeats(&mut self, seat: Seat, action: &G::Action) -> bool {
        let done = self.check(seat, action).map(|permit| permit.apply()).is_ok();
        done && self.halted().is_none() && self.due().is_none()
    }

    /// Ends the game by the book's rule about circles, if it has one.
    fn end_by_circle(&mut self) {
        G::loop_found(self);
        if self.has_ended() {
            self.state.asked.clear();
            self.run_agenda();
        }
    }
}
