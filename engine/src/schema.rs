//! Schemas of what games define: compiled only with the feature `schemas`, with which they are made and
//! compared with those that are kept as data. Deriving them for every word of every game is a tenth of the
//! code of a build, and no program needs it that has the data.

#[cfg(feature = "schemas")]
pub use schemars::JsonSchema;

/// Without the feature the derive writes nothing.
#[cfg(not(feature = "schemas"))]
pub use rules_judge_derive::JsonSchema;

/// Without the feature every type may stand where one with a schema is asked for.
#[cfg(not(feature = "schemas"))]
pub trait JsonSchema {}

#[cfg(not(feature = "schemas"))]
impl<T: ?Sized> JsonSchema for T {}

/// What is read from JSON, by the name under which its schema is kept.
pub trait Described: JsonSchema {
    /// The id of the game whose own it is; empty: every game has it.
    const GAME: &'static str;
    /// The name among those of the game.
    const NAME: &'static str;
}

impl Described for serde_json::Value {
    const GAME: &'static str = "";
    const NAME: &'static str = "value";
}
