//! The rules of five card games as a pure library.
//!
//! No input or output, no clock, no floats, no threads, no unordered maps: the same match comes out the same
//! everywhere. [`kernel`] is what all games share, [`abilities`] the language of abilities, [`verdict`] the
//! shape of every answer, [`game_kit`] what games share, [`games`] the five rulebooks, [`tree`] reads what
//! they define, [`schema`] describes it.

// What is derived names this crate, also within it.
extern crate self as rules_judge_engine;

/// A number that is another one for every other source of the engine: what binds a state that was
/// written down to the build that can read it.
pub const BUILD: u64 = include!(concat!(env!("OUT_DIR"), "/build.rs"));

pub mod abilities;
pub mod game_kit;
pub mod games;
pub mod kernel;
pub mod schema;
pub mod texts;
pub mod tree;
pub mod verdict;
