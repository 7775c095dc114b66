//! Look-ups, which judge nothing: rules, cards, findings of the linter, limits.

pub mod board;
pub(crate) mod card_search;
pub mod cards;
pub(crate) mod decklist;
mod finding_texts;
pub mod limits;
pub mod lint;
pub mod phrase;
mod pool;
pub mod printed;
pub mod read_back;
pub mod refusals;
pub mod rulebook;
pub mod schemas;
pub(crate) mod search;
mod warn;
