//! What running effects of this game do: in the state, in positions and in views.
//!
//! 六.7 prohibitions; ruling-71 changed numbers.

use super::super::Xinglingwang;
use super::Plainly;
use super::continuous::topics;
use super::later::Made;
use crate::abilities::lasting::Text;
use crate::game_kit::running::{Begun, effects};
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
    Later { text: Made } as Later about topics::LATER,
}

impl Same for Plainly {}

impl Begun<Xinglingwang> for Made {
    fn text(&self) -> &Text<Xinglingwang> {
        &self.text
    }

    fn is_plain(&self) -> bool {
        self.chosen.is_empty()
    }

    fn by(text: Text<Xinglingwang>) -> Made {
        Made { text, chosen: Vec::new() }
    }
}
