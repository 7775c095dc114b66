//! A position: a table without a history. It stands in a turn of the active player [ruling-1].

use super::printed::Pool;
use super::reason::Reason;
use super::table::{Piles, Zone};
use super::{Question, Toy};
use crate::game_kit::position::{Made, PositionBuilder};
use crate::game_kit::{pile::Pile, plain};
use crate::kernel::{Cursor, Frame, Match, Progress, Seat, State, Viewer, Window};
use crate::verdict::Refusal;

/// A table without a history.
pub type Position = plain::Position<Piles<Pile>>;

impl Position {
    /// The state that this position describes, or every fault of it.
    pub fn place(&self, pool: &Pool) -> Result<State<Toy>, Vec<Refusal<Reason>>> {
        if let Some(pointer) = self.unknown() {
            let reason = Reason::ImpossiblePosition { what: "unknown_cards" };
            return Err(vec![Refusal::new(reason, cite!("ruling-1")).of(pointer)]);
        }
        let mut state: State<Toy> = self.table(pool, Zone::ALL);
        state.facts.active = self.active;
        state.agenda.push(Frame::Stage(Cursor { schedule: 0, line: 0, progress: Progress::End }));
        state.agenda.push(Frame::Window(Window::one(Question::Main, self.active)));
        Ok(state)
    }
}

/// The table as a position, as a viewer sees it. Players decide in the main phase only, so a position always
/// stands there.
pub fn position_of(game: &Match<'_, Toy>, viewer: Viewer) -> Made<Position> {
    let mut builder = PositionBuilder::new(game, viewer);
    let players = Seat::BOTH.map(|seat| {
        Piles::of(|zone| {
            let pointer = format!("/players/{}/{}", seat.number(), zone.word());
            builder.pile(&pointer, zone.place().of(seat))
        })
    });
    builder.done(Position { active: game.state.facts.active, players }, |_| {})
}
