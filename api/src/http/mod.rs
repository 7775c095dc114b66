//! The service: [`server`] opens connections, [`service`] is what a request passes through, [`routes`] has one file per
//! resource.

pub mod admission;
pub mod body_guard;
pub mod connection;
pub mod details;
pub mod extract;
pub mod fault;
pub mod fault_texts;
pub mod links;
pub mod metrics;
pub mod middleware;
pub mod openapi;
pub mod rate;
pub mod response_cache;
pub mod routes;
pub mod server;
pub mod service;
pub mod signing;
pub mod trace;
