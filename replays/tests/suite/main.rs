//! Tests of reading, naming, keeping and telling replays. One program for the crate: it is linked once.

mod cases;
mod described;
mod edges;
mod json;
mod pools;
mod rulebook;
mod store;
mod vectors;
