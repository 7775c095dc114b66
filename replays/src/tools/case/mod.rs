//! Cases: a table, the entries played at it, and the expected answer of the judge, as files that need no
//! Rust.
//!
//! [`format`] has the types of a file, [`load`] reads files and reports where one is wrong, [`run`] runs a
//! case through the judge as clients do, with a [`result`], [`paths`] finds values in answers. [`schema`] has
//! the schemas of answers and requests, made by `making`, and [`shape`] checks a case against them.
//! [`explain`] shows a case step by step, [`export`] writes one for other engines.

pub mod explain;
pub mod export;
pub mod flow;
pub mod format;
pub mod load;
#[cfg(feature = "schemas")]
pub(crate) mod making;
pub mod paths;
pub mod proof;
mod reading;
pub mod result;
pub mod run;
pub mod schema;
pub mod shape;
mod yaml_places;

pub use explain::explain;
pub use export::export;
pub use format::Case;
pub use load::{Chapter, Suite, Unread};
pub use result::{CaseResult, Failure, Part};
pub use run::run;
