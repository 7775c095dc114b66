//! The rules of five card games as a pure library.
//!
//! The engine has no input or output, clock, float, thread or unordered map, so the same match gives the same
//! result on every machine. [`kernel`] has what all games share, [`abilities`] the language of card texts,
//! [`game_kit`] the declarations that every game makes in the same form, [`games`] the five rulebooks,
//! [`verdict`] refusals and citations, [`tree`] the reader of JSON, [`either`] that of values with two forms,
//! [`writer`] the writer of JSON, [`schema`] its description.

// Derived code names this crate by its full path, also inside the crate.
extern crate self as rules_judge_engine;

/// A number that differs between any two versions of the engine's source. A serialised state carries it, so
/// that only the build that wrote a state reads it.
pub const BUILD: u64 = include!(concat!(env!("OUT_DIR"), "/build.rs"));

pub mod abilities;
pub mod either;
pub mod game_kit;
pub mod games;
pub mod kernel;
pub mod maps;
pub mod schema;
pub mod texts;
pub mod tree;
pub mod verdict;
pub mod writer;
