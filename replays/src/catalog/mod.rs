//! What can be looked up besides judgements: rules, cards, the findings of the linter, limits.

pub mod board;
pub(crate) mod card_search;
pub mod cards;
pub(crate) mod decklist;
pub mod limits;
pub mod lint;
mod pool;
pub mod printed;
pub mod read_back;
pub mod refusals;
pub mod rulebook;
mod said;
pub mod schemas;
pub(crate) mod search;
mod warn;
