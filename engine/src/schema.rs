//! JSON schemas of the types that games define. They exist only with the feature `schemas`, with which a
//! build generates them and a test compares them with the stored copies. Programs use the stored copies:
//! deriving a schema for every word of every game costs a tenth of the code of a build.

#[cfg(feature = "schemas")]
pub use schemars::JsonSchema;

/// Stands in for the derive of `utoipa` in crates that describe the service.
pub use rules_judge_derive::NoShape;

/// Without the feature the derive generates nothing.
#[cfg(not(feature = "schemas"))]
pub use rules_judge_derive::JsonSchema;

/// Without the feature every type satisfies a bound on this trait.
#[cfg(not(feature = "schemas"))]
pub trait JsonSchema {}

#[cfg(not(feature = "schemas"))]
impl<T: ?Sized> JsonSchema for T {}

/// A type that is read from JSON, with the name under which its schema is stored.
pub trait Described: JsonSchema {
    /// The id of the game that defines it; empty: all games share it.
    const GAME: &'static str;
    /// The name of the schema within that game.
    const NAME: &'static str;
}

impl Described for serde_json::Value {
    const GAME: &'static str = "";
    const NAME: &'static str = "value";
}
