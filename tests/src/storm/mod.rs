//! A storm of requests: well-formed ones for every call, and spoilt ones. A number determines the request.

pub mod bombs;
pub mod kills;
pub mod load;
pub mod material;
pub mod requests;
pub mod spoil;

pub use material::Material;
pub use requests::{Report, send_requests};
