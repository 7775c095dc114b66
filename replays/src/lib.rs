//! From bytes to a parsed replay, to a judgement, to an answer for a view and a language. This crate owns the
//! format of replays and these steps; it knows no HTTP.

pub mod answer;
pub mod cache;
pub mod catalog;
pub mod codec;
pub mod judging;
pub mod observation;
pub mod shapes;
pub mod tools;

// Crates above this one declare their sentences with the same macro.
pub use rules_judge_engine::texts;
