//! Cases, goldens, properties and meta-tests.

pub mod case;
pub mod load;
pub mod look;
pub mod member;
pub mod mutation;
pub mod proof;
pub mod run;
pub mod sample;
pub mod walk;
