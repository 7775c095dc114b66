//! Who looks at a table.

use super::Seat;

/// Who looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Viewer {
    /// Whoever holds log and seed.
    Full,
    /// A player.
    Seat(Seat),
    /// Anybody.
    Public,
}

impl Viewer {
    /// Whether what only `seat` sees is seen.
    pub fn is(self, seat: Seat) -> bool {
        match self {
            Viewer::Full => true,
            Viewer::Seat(own) => own == seat,
            Viewer::Public => false,
        }
    }
}
