//! The description of the service for programs: OpenAPI 3.1.
//!
//! The table of [`operations`] states what each call takes and which faults it may have; the shapes come from
//! the types that are read and written. The service answers with the file `openapi/openapi.json`, which was
//! made from both. The feature `schemas` contains the code that makes it; a test compares the result with the
//! file and the table with the routes, and sends every example.

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
