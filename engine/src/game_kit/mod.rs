//! The forms that the wires of all games have in common: actions, decks, pools, reasons, views.
//! A game says what stands in them; here is how it is written.

#[macro_use]
pub mod action;
pub mod cards;
pub mod deck;
pub mod pile;
pub mod pool;
pub mod position;
#[macro_use]
pub mod reason;
pub mod view;
pub mod zone;
