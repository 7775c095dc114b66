//! The kit: declarations that every game makes in the same form – actions and questions, reasons, decks,
//! pools, positions, zones, views, sentences.

#[macro_use]
pub mod action;
pub mod aim;
pub mod cards;
pub mod cost;
pub mod deck;
pub mod fact;
#[macro_use]
pub mod fields;
pub(crate) mod findings;
pub mod grid;
pub mod name;
pub mod pile;
#[cfg(feature = "toy")]
pub mod plain;
pub mod pool;
#[macro_use]
pub mod position;
pub mod proposing;
#[macro_use]
pub mod question;
#[macro_use]
pub mod reason;
#[cfg(feature = "schemas")]
pub mod reason_schema;
pub mod registered;
pub mod running;
pub mod sentence;
pub mod thing;
pub mod used;
pub mod view;
pub mod windows;
pub mod wire;
#[macro_use]
pub mod zone;
