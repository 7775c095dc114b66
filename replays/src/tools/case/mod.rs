//! Cases: a table, what is done at it, and what a judge says then, as files that need no Rust.
//!
//! [`format`] is what a file may say, [`load`] reads files and says where one is wrong, [`run`] runs one case
//! through the door that every client uses, with a [`result`], [`paths`] finds things in answers. [`schema`]
//! is what answers and requests look like, made by `making`, [`shape`] holds what a case says against it.
//! [`explain`] tells a case step by step, [`export`] writes one for other engines.

pub mod explain;
pub mod export;
pub mod flow;
pub mod format;
pub mod load;
#[cfg(feature = "schemas")]
pub(crate) mod making;
pub mod paths;
mod places;
pub mod proof;
pub mod result;
pub mod run;
pub mod schema;
pub mod shape;

pub use explain::explain;
pub use export::export;
pub use format::Case;
pub use load::{Chapter, Suite, Unread};
pub use result::{CaseResult, Failure, Part};
pub use run::run;
