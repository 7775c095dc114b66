//! Circles over several entries in which nobody had a choice.
//!
//! An entry that was its seat's only legal answer is no decision, so a table that repeats through such
//! entries alone repeats without a decision. While something waits on the chain or is being carried out, the
//! state remembers the table at each question. Only when a table has come back, the search replays the
//! entries in between and counts the legal answers at each.

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
    /// The tables at the first questions since `start`, in their order.
    tables: Vec<Likeness<G>>,
    /// The number of entries after which the search starts over.
    limit: usize,
}

impl<G: Game> Circle<G> {
    /// The search at the first question.
    const FIRST: Circle<G> = Circle { start: None, entries: Vec::new(), tables: Vec::new(), limit: ENTRIES };
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
        let table = Likeness::of(self);
        if circle.start.is_some() {
            circle.entries.push((seat, action.clone()));
            if let Some(place) = circle.tables.iter().position(|earlier| *earlier == table) {
                if self.had_no_choice(&circle, place) {
                    return self.end_by_circle();
                }
                *circle = Circle::FIRST;
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

    /// Whether each entry from index `from` on was the only legal answer.
    fn had_no_choice(&self, circle: &Circle<G>, from: usize) -> bool {
        let Some(start) = &circle.start else { return false };
        let mut game = self.beside((**start).clone());
        circle.entries.iter().enumerate().all(|(place, (seat, action))| {
            (place < from || game.has_one_answer(*seat)) && game.repeats(*seat, action)
        })
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
