//! Tests of reading, naming, storing and rendering replays. One program for the crate, so that it is linked
//! once.

mod cases;
mod described;
mod edges;
mod json;
mod pools;
mod rulebook;
mod store;
mod vectors;
