//! The HTTP service and the command of the rules judge.
//!
//! This crate knows no rule of any game: it hands bytes to [`rules_judge_replays::judging::Judge`], and sends
//! answers and faults back, each fault as one kind of problem document. [`http`] is the service, [`cli`] the
//! command, [`mcp`] the server for assistants.

pub mod cli;
pub mod config;
pub mod http;
pub mod limits;
pub mod mcp;
pub mod named_file;
pub mod shared;

pub use rules_judge_calls::params;
