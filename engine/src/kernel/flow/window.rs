//! Windows in which seats speak, and the chain of uses that wait for their resolution.
//!
//! The table has one chain. A window records the chain's height when it opens (its floor) and resolves
//! nothing below.

use serde::{Deserialize, Serialize};

use crate::kernel::{Game, MapCards, Seat};

/// In which order seats speak.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize)]
pub enum Speaking {
    /// Only one seat, until it passes.
    One,
    /// The seats alternate, also after a use.
    Alternating,
    /// The first seat speaks again after every use.
    BackToFirst,
    /// A seat speaks until it passes, then the other.
    UntilPass,
}

/// When a window closes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize)]
pub enum Closing {
    /// When a seat passes.
    OnePass,
    /// When both seats pass in a row; then the top of the chain above the floor is resolved and the window
    /// goes on, or closes if the chain is at its floor.
    TwoPasses,
    /// As soon as the chain is back at the floor; no seat is asked while the chain is empty.
    ChainAtFloor,
}

/// An open window.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Window<G: Game> {
    /// The question to the speaker.
    pub question: G::Question,
    /// The seat that speaks first.
    pub first: Seat,
    /// The seat that speaks next.
    pub speaker: Seat,
    /// The order of speaking.
    pub speaking: Speaking,
    /// When it closes.
    pub closing: Closing,
    /// The height of the chain when the window opened; items below belong to others.
    pub floor: usize,
    /// The number of passes in a row.
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

    /// Records that the speaker used something, and finds the next speaker.
    pub(in crate::kernel) fn used(&mut self) {
        self.passes = 0;
        self.speaker = match self.speaking {
            Speaking::One | Speaking::BackToFirst => self.first,
            Speaking::Alternating => self.speaker.other(),
            Speaking::UntilPass => self.speaker,
        };
    }

    /// Records that the speaker passed. `true`: all seats have passed.
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
