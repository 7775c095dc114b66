//! Small requests that ask for much: every word of a game's vocabulary, as its schema has it, grown to the
//! largest card that the linter takes, put into a position that a dispute case proves something with, and
//! played.
//!
//! Nothing here names a word: a word that is added to a game is attacked from then on.

pub mod attack;
pub mod card;
pub mod measure;
pub mod vocabulary;

pub use attack::{Attack, Attacks, Size};
pub use measure::{Bounds, Measured, Report, run};
