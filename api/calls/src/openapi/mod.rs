//! The description of the service for programs: OpenAPI 3.1.
//!
//! The table of [`operations`] says what each call takes and which faults it may have; the shapes are those
//! of the types that are written and read. The service answers with `openapi/openapi.json`, which was made
//! from both. The feature `schemas` makes it anew: a test compares the two, keeps the table and the routes
//! together, and sends every example.

#[cfg(feature = "schemas")]
mod games;
mod kept;
#[cfg(feature = "schemas")]
pub mod making;
#[cfg(feature = "schemas")]
mod older;
mod operations;
#[cfg(feature = "schemas")]
mod schemas;

pub use kept::{document, json_schema};
#[cfg(feature = "schemas")]
pub use older::older;
pub use operations::{Operation, operations};
