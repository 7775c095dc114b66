//! Cases: a table, what is done at it, and what a judge says then, as files that need no Rust.
//!
//! [`format`] is what a file may say, [`load`] reads files and says where one is wrong, [`run`] runs
//! one case through the door that every client uses, [`look`] finds things in answers.

pub mod format;
pub mod load;
pub mod look;
pub mod proof;
pub mod run;

pub use format::Case;
pub use load::{Chapter, Suite, Unread};
pub use run::{Failure, Outcome, Part, run};
