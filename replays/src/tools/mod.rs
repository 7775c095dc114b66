//! Tools that use the judge: bots, cases and their proofs, measurements.

pub mod bench;
pub mod bot;
pub mod case;
mod decks;
pub mod survey;
pub mod trial;
