//! From a replay to a judgement: the fold over the log, chance, claims, and going on from a kept judgement.
//!
//! Each module uses those before it: [`entry`] carries out one entry, with [`chance_entry`] for outcomes;
//! [`judgement`] is where the fold stands, with [`trace`] and [`rulings`] as its parts; [`refusal`], [`render`] and
//! [`ruling`] make answers of it; [`kept`] keeps it; [`run`] folds the log; [`resume`] goes on from what is kept;
//! [`judge`] is the door, which [`moves`], [`positions`] and [`compare`] add calls to; [`handle`] is a game that is played on
//! without a call for each step.

pub mod chance;
pub mod chance_entry;
pub mod claim;
pub mod compare;
pub(crate) mod deck_check;
pub mod entry;
pub mod handle;
mod judge;
pub mod judgement;
mod kept;
mod moves;
pub(crate) mod pools;
mod positions;
pub(crate) mod refusal;
pub mod render;
mod resume;
mod ruling;
pub(crate) mod rulings;
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
