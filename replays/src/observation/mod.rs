//! What a seat sees as a row of numbers, of a length that is fixed for each game: for programs that learn.
//!
//! The layout follows from the schemas of the game's states and actions by one rule ([`layout`]), so that a
//! game needs none of its own; [`write`] fills it in from the view of a seat, without text in between.

pub mod layout;
pub(crate) mod write;

pub use layout::{Layout, Part};

/// Most options of a choice.
pub const OPTIONS: usize = 64;

/// Numbers of an option: its type, the first card that it names, and its values.
pub const OPTION_WIDTH: usize = 10;

/// Rows of a list.
pub const ROWS: usize = 32;

/// Where there is no value, or the seat does not see it.
pub const NOTHING: i32 = -1;
