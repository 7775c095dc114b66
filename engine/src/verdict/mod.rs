//! Verdicts as values: citations and refusals.

pub mod citation;
pub mod refusal;

pub use citation::{
    Assumed, Assumption, Cite, Limit, Official, Refused, Rule, RuleBook, RuleKind, Template, Term, Texts,
    Word,
};
pub use refusal::Refusal;
