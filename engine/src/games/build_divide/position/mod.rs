//! A position: a table without a history [ruling-position].

use super::printed::Pool;
use super::reason::Reason;
use super::table::Game;
use super::{BuildDivide, table};
use crate::game_kit::pool::Names;
use crate::game_kit::position::{Inexpressible, Made};
use crate::kernel::{Seat, State, Viewer, wire};
use crate::verdict::Refusal;

/// A table without a history.
#[wire]
pub struct Position {
    /// The turn player.
    pub active: Seat,
    /// The turn over both players.
    pub turn: u16,
}

impl Names for Position {
    fn ids(&self) -> Vec<(String, String)> {
        Vec::new()
    }
}

impl Position {
    /// The state of this position, or every fault of it.
    pub fn place(&self, _: &Pool) -> Result<State<BuildDivide>, Vec<Refusal<Reason>>> {
        let _zones = table::Zone::ALL;
        let reason = Reason::ImpossiblePosition { what: "position" };
        Err(vec![Refusal::new(reason, cite!("ruling-position"))])
    }
}

/// The table as a position, as a viewer sees it.
pub fn made(_: &Game<'_>, _: Viewer) -> Made<Position> {
    Made::nothing("", Inexpressible::Underway)
}
