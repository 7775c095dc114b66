//! From a replay to a judgement: the fold over the log, chance, claims, and going on from a kept judgement.

pub mod chance;
pub mod chance_entry;
pub mod claim;
pub mod compare;
pub(crate) mod deck_check;
mod judge;
mod moves;
pub(crate) mod pools;
mod positions;
pub mod render;
mod resume;
pub mod ruling;
pub mod run;
pub mod trace;

pub use deck_check::{DeckAnswer, ListLine, ReadLine, UnknownCard};
pub(crate) use judge::can_be_judged;
pub use judge::{Judge, LegalAnswer, POOL_BYTES, POOL_FACTOR};
pub use pools::Pools;
pub use rules_judge_engine::kernel::Stop;
#[cfg(feature = "schemas")]
pub(crate) use {
    compare::{Comparison, ComparisonHead},
    deck_check::DeckCheck,
    moves::{Move, MoveHead},
};
