//! What a seat does: the conditions of an action, the draft on which they are read, and the shape of its
//! legal answers.

pub mod condition;
pub mod draft;
pub mod shape;
