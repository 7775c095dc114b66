//! Cases, goldens, properties and meta-tests.

pub mod case;
pub mod load;
pub mod look;
pub mod run;
