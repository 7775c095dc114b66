//! The shape of every answer: citations and refusals as values.

pub mod citation;
pub mod refusal;

pub use citation::{Cite, Rule, RuleBook, RuleKind, Texts};
pub use refusal::Refusal;
