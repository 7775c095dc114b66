//! What running effects of this game do: in the state, in positions and in views.
//!
//! 六.7 prohibitions; ruling-71 changed numbers.

use super::super::Xinglingwang;
use super::Plainly;
use super::continuous::topics;
use crate::abilities::lasting::Made;
use crate::game_kit::running::effects;
use crate::game_kit::thing::Same;

effects! {
    Xinglingwang;
    /// What else running effects do.
    held GameInfluence;
    /// What a running effect does.
    said Does with {
        /// Takes a keyword away.
        Lose,
    };

    /// Forbids something.
    Forbid { what: Plainly } as Forbid about topics::FORBIDS,
    /// Waits for something, or comes in place of it.
    Later { text: Made<Xinglingwang> } as Later about topics::LATER,
}

impl Same for Plainly {}
