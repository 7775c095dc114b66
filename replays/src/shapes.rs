//! The derive for shapes of requests and answers in the description of the service. They are made only with
//! the feature `schemas`; programs answer with the description that is kept.

/// Without the feature the derive generates nothing.
#[cfg(not(feature = "schemas"))]
pub use rules_judge_engine::schema::NoShape as ToSchema;
#[cfg(feature = "schemas")]
pub use utoipa::ToSchema;
