//! Tests of reading, naming, storing and rendering replays. One program for the crate, so that it is linked
//! once.

mod card_search;
mod cases;
mod completions;
mod described;
mod edges;
mod handles;
mod json;
mod pools;
mod printed;
mod rulebook;
mod store;
mod vectors;
