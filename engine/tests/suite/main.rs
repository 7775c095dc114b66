//! Tests of the engine: its kernel with invented games, its indexes and schemas. They form one program, so
//! that the crate is linked once.

mod index;
mod kernel_rules;
mod messages;
mod names;
mod parts;
mod probe;
mod probe_exchange;
mod schemas;
mod sentences;
mod shapes;
mod states;
mod words;
