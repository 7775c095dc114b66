//! Tests of the engine: its kernel with toy rules, its indexes and schemas. One program for the crate: it is
//! linked once.

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
