//! The calls of the rules judge: a request in, an answer out, as bytes.
//!
//! [`call::CALLS`] is the table of calls; the service and the module for WebAssembly answer them by the same
//! functions. The service reads bodies, runs [`call::Question`]s on its judging threads, and adds what only a
//! server has: [`server::Server`]. [`instance::Instance`] answers without a server.

pub mod answer;
pub mod batch;
pub mod call;
pub mod details;
pub mod fault;
pub mod fault_texts;
pub mod handles;
pub mod instance;
mod judging;
pub mod keys;
pub mod links;
mod lookups;
pub mod openapi;
pub mod pages;
pub mod params;
pub mod request;
pub mod server;

/// Most bytes of one request body.
///
/// Thousands of entries fit. The judge itself limits entries, cards and nesting.
pub const BODY_BYTES: usize = 8 * 1024 * 1024;
