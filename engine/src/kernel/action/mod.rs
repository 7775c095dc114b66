//! Actions of seats: the conditions of an action, the draft on which they are read, and the shapes of legal
//! answers.

pub mod condition;
pub mod draft;
pub mod shape;
