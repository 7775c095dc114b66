//! Cases, goldens, properties and meta-tests.

pub mod cases;
pub mod declared;
pub mod games;
pub mod languages;
pub mod member;
pub mod mutation;
pub mod names;
pub mod naming;
pub mod position;
pub mod sample;
pub mod served;
pub mod shapes;
pub mod storm;
pub mod walk;
pub mod wire;
