//! The flow of a game: the agenda, the stages of a turn, windows and the chain, checks and triggers between
//! two proposals, fuel, and the search for loops.

pub mod agenda;
pub mod circle;
pub mod fuel;
pub mod loops;
pub mod settle;
pub mod stage;
pub mod window;
