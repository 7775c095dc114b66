//! What stands on judging without being part of it: bots, cases and their proofs, measurements.

pub mod bench;
pub mod bot;
pub mod case;
mod decks;
pub mod survey;
pub mod trial;
