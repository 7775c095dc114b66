//! From a replay to a judgement: the fold over the log, chance, claims, and continuing a kept judgement.
//!
//! Each module uses those before it: [`entry`] carries out one entry, with [`chance_entry`] for outcomes;
//! [`judgement`] is the state of the fold, with [`trace`] and [`ruling_effects`] as its parts; [`refusal`],
//! [`render`] and [`ruling`] make answers of it; [`kept`] stores it; [`run`] folds the log; [`resume`]
//! continues a kept judgement; [`judge`] is the entry point, to which [`moves`], [`positions`],
//! [`compare`] and [`completions`] add calls; [`handle`] is a game that is
//! played on without a call for each step.

pub mod chance;
pub mod chance_entry;
pub mod claim;
pub mod compare;
pub mod completions;
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
pub(crate) mod ruling_effects;
pub mod run;
mod seen_cards;
pub mod trace;

pub use deck_check::{DeckAnswer, ListLine, ReadLine, UnknownCard};
pub use judge::{Judge, LegalAnswer, POOL_BYTES, POOL_FACTOR};
pub(crate) use judge::{can_be_judged, unknown_game};
pub use pools::Pools;
pub use rules_judge_engine::kernel::Stop;
#[cfg(feature = "schemas")]
pub(crate) use {
    compare::{Comparison, ComparisonHead},
    deck_check::DeckCheck,
    moves::{Move, MoveHead},
};
