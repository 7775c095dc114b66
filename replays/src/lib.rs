//! A log is bytes, then a parsed replay, then a judgement, then an answer rendered for a view and
//! a language. This crate owns the format and everything between those four; it knows no HTTP.

pub mod answer;
pub mod cache;
pub mod catalog;
pub mod codec;
pub mod judging;
pub mod observation;
pub mod tools;

// Who is above this crate says its sentences in the same form.
pub use rules_judge_engine::texts;
