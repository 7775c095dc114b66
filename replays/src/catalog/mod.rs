//! Look-ups, which judge nothing: rules, cards, findings of the linter, limits.

pub mod board;
pub mod cards;
pub(crate) mod decklist;
mod finding_texts;
pub mod limits;
pub mod lint;
mod pool;
pub mod read_back;
pub mod refusals;
pub mod rulebook;
pub mod schemas;
pub(crate) mod search;
mod warn;
