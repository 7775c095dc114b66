//! A turn as a table: an ordered list of stages, each with its automatic block, the window that follows, and
//! the rule that defines it. A battle is a table of the same form.

use serde::{Deserialize, Serialize};

use crate::kernel::{Closing, Game, MapCards, Match, Seat, Speaking};
use crate::verdict::Cite;

/// One stage of a turn or battle.
#[derive(Debug)]
pub struct Stage<G: Game> {
    /// The rulebook's name of the stage.
    pub name: G::Stage,
    /// The rule that defines it.
    pub rule: Cite,
    /// What happens automatically, in this order; nothing interrupts the block.
    pub automatic: &'static [Automatic<G>],
    /// The window that follows; `None`: nobody is asked.
    pub window: Option<Asks<G>>,
}

/// One automatic action.
#[derive(Debug)]
pub struct Automatic<G: Game> {
    /// The rule that requires it.
    pub rule: Cite,
    /// Carries it out under that rule.
    pub run: fn(&mut Match<'_, G>, Cite),
}

/// The window of a stage.
#[derive(Debug)]
pub struct Asks<G: Game> {
    /// The question of the window.
    pub question: G::Question,
    /// The seat that speaks first.
    pub who: fn(&Match<'_, G>) -> Seat,
    /// In which order seats speak.
    pub speaking: Speaking,
    /// When the window closes.
    pub closing: Closing,
}

impl<G: Game> Asks<G> {
    /// Asks one seat until it passes.
    pub const fn one(question: G::Question, who: fn(&Match<'_, G>) -> Seat) -> Asks<G> {
        Asks { question, who, speaking: Speaking::One, closing: Closing::OnePass }
    }
}

/// How far a stage has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize)]
pub enum Progress {
    /// It begins: effects that last until this stage end, then the automatic block runs.
    Begin,
    /// The automatic block is done: the start of the stage is announced to triggers.
    Announce,
    /// Its window is open.
    Window,
    /// It ends: effects that last through this stage end.
    End,
}

impl Progress {
    /// What follows in the same stage; the end follows itself.
    pub(in crate::kernel) const fn next(self) -> Progress {
        match self {
            Progress::Begin => Progress::Announce,
            Progress::Announce => Progress::Window,
            Progress::Window | Progress::End => Progress::End,
        }
    }
}

/// The position in a table of stages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize)]
pub struct Cursor {
    /// The number of the table, for [`Game::schedule`].
    pub schedule: u8,
    /// The index of the line in it.
    pub line: u8,
    /// How far that line has come.
    pub progress: Progress,
}
