//! Tests of reading, naming, keeping and telling replays. One program for the crate: it is linked once.

mod card_search;
mod cases;
mod described;
mod edges;
mod json;
mod pools;
mod rulebook;
mod printed;
mod store;
mod vectors;
