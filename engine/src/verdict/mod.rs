//! The shape of every answer: citations and refusals as values.

pub mod citation;
pub mod refusal;

pub use citation::{Cite, Limit, Official, Refused, Rule, RuleBook, RuleKind, Template, Term, Texts, Word};
pub use refusal::Refusal;
