//! The HTTP service and the command of the rules judge.
//!
//! This crate knows no rule: it carries bytes to [`rules_judge_replays::judging::Judge`] and answers
//! back, and says every fault in one way. [`service`] is what a request passes through, [`routes`]
//! has one file per resource, [`command`] one per subcommand.

pub mod answers;
pub mod command;
pub mod config;
pub mod connection;
pub mod diagnostic;
pub mod explain;
pub mod fault;
pub mod files;
pub mod gate;
pub mod guard;
pub mod holding;
pub mod intake;
pub mod limits;
pub mod measure;
pub mod openapi;
pub mod pointer;
pub mod question;
pub mod rate;
pub mod routes;
pub mod server;
pub mod service;
pub mod source;
pub mod terminal;
