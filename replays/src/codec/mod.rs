//! From bytes to a parsed replay and back: strict JSON, canonical bytes, digests and the hash chain.

pub mod assumed;
pub mod canonical;
pub mod chain;
pub mod described;
pub mod digest;
pub mod entry;
pub mod facts;
pub(crate) mod fast;
pub mod format;
pub mod json;
pub mod layout;
pub mod mismatch;
mod nearest_words;
pub mod outcome;
pub mod pointer;
pub(crate) mod resolved;
pub mod ruling;
pub mod salt;
