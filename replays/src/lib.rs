//! A log is bytes, then a parsed replay, then a judgement, then an answer rendered for a view and
//! a language. This crate owns the format and everything between those four; it knows no HTTP.

pub mod answer;
pub mod bot;
pub mod canonical;
pub mod cards;
pub mod case;
pub mod chain;
pub mod chance;
pub mod claim;
pub mod compare;
pub mod digest;
mod entries;
pub mod format;
pub mod json;
pub mod judge;
mod kept;
pub mod limits;
pub mod lint;
pub mod measured;
pub mod memory;
pub mod message;
pub mod moves;
pub mod outcome;
pub mod rulebook;
pub mod run;
mod scan;
pub mod shelf;
pub mod snapshot;
pub mod store;
pub mod trace;
mod usual;
