//! A storm of requests: well-formed ones for every call, spoilt in every way that a client can spoil
//! them. The same number gives the same request.

pub mod blow;
pub mod bombs;
pub mod kills;
pub mod load;
pub mod material;
pub mod spoil;

pub use blow::{Report, blow};
pub use material::Material;
