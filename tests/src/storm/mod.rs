//! A storm of requests: well-formed ones for every call, and spoilt ones. A number determines the request.

pub mod blow;
pub mod bombs;
pub mod kills;
pub mod load;
pub mod material;
pub mod spoil;

pub use blow::{Report, blow};
pub use material::Material;
