//! Tests of reading, naming, keeping and telling replays. One program for the crate: it is linked once.

mod card_search;
mod cases;
mod completions;
mod described;
mod edges;
mod json;
mod pools;
mod printed;
mod rulebook;
mod store;
mod vectors;
