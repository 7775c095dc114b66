//! Windows in which seats speak, and the chain of uses that wait for their resolution.
//!
//! The chain belongs to the table; a window records its height when it opens (its floor) and
//! touches nothing below.

use serde::{Deserialize, Serialize};

use crate::kernel::{Game, MapCards, Seat};

/// In which order seats speak.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize)]
pub enum Speaking {
    /// Only one seat, until it passes.
    One,
    /// By turns: after a use, too, the other seat speaks.
    Alternating,
    /// After every use the first seat speaks again.
    BackToFirst,
    /// A seat speaks until it passes, then the other.
    UntilPass,
}

/// When a window closes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize)]
pub enum Closing {
    /// At the first pass.
    OnePass,
    /// When both seats pass one after the other; then the top of the chain above the floor is
    /// resolved, and the window goes on, or closes if there is none.
    TwoPasses,
    /// As soon as the chain is back at the floor; no seat is asked on an empty chain.
    ChainAtFloor,
}

/// An open window.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Window<G: Game> {
    /// What is asked.
    pub question: G::Question,
    /// Who speaks first.
    pub first: Seat,
    /// Who speaks next.
    pub speaker: Seat,
    /// The order of speaking.
    pub speaking: Speaking,
    /// When it closes.
    pub closing: Closing,
    /// Height of the chain when it opened.
    pub floor: usize,
    /// Passes in a row.
    pub passes: u8,
}

impl<G: Game> Window<G> {
    /// A window of one seat that closes when the seat passes.
    pub fn one(question: G::Question, seat: Seat) -> Window<G> {
        Window {
            question,
            first: seat,
            speaker: seat,
            speaking: Speaking::One,
            closing: Closing::OnePass,
            floor: 0,
            passes: 0,
        }
    }

    /// A seat used something.
    pub(in crate::kernel) fn used(&mut self) {
        self.passes = 0;
        self.speaker = match self.speaking {
            Speaking::One | Speaking::BackToFirst => self.first,
            Speaking::Alternating => self.speaker.other(),
            Speaking::UntilPass => self.speaker,
        };
    }

    /// The speaker passed. `true`: all have passed.
    pub(in crate::kernel) fn passed(&mut self) -> bool {
        self.passes += 1;
        let needed = if self.speaking == Speaking::One || self.closing == Closing::OnePass { 1 } else { 2 };
        if self.passes < needed {
            self.speaker = self.speaker.other();
            return false;
        }
        self.passes = 0;
        self.speaker = self.first;
        true
    }
}
