//! Small requests that cost much: every word of a game's vocabulary, from its schema, grown to the largest
//! card that the linter accepts, put into the position of a case, and played.
//!
//! No word is named here, so that a new word of a game is attacked as well.

pub mod attack;
pub mod card;
pub mod measure;
pub mod vocabulary;

pub use attack::{Attack, Attacks, Size};
pub use measure::{Bounds, Measured, Report, run};
