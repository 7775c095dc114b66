//! The service: [`server`] opens connections, [`service`] has the state and the middleware that all requests
//! share, [`routes`] has one file per resource.

pub mod admission;
pub mod body_guard;
pub mod connection;
pub mod extract;
pub mod metrics;
pub mod middleware;
pub mod rate;
pub mod refused;
pub mod response_cache;
pub mod routes;
pub mod server;
pub mod service;
pub mod signing;
pub mod trace;

pub use rules_judge_calls::{details, fault, links, openapi};
