//! A turn as a table: an ordered list of stages, each with what happens by itself, who may act, and
//! the rule that says so. A battle is a table of the same shape.

use serde::{Deserialize, Serialize};

use crate::kernel::{Closing, Game, MapCards, Match, Seat, Speaking};
use crate::verdict::Cite;

/// One line of a turn's table.
#[derive(Debug)]
pub struct Stage<G: Game> {
    /// What the rulebook calls it.
    pub name: G::Stage,
    /// The rule that defines it.
    pub rule: Cite,
    /// What happens by itself, in order; one block that nothing interrupts.
    pub automatic: &'static [Automatic<G>],
    /// Who is asked afterwards, and until when.
    pub window: Option<Asks<G>>,
}

/// Something that happens by itself.
#[derive(Debug)]
pub struct Automatic<G: Game> {
    /// The rule that says so.
    pub rule: Cite,
    /// What it does.
    pub run: fn(&mut Match<'_, G>, Cite),
}

/// Who is asked in a stage.
#[derive(Debug)]
pub struct Asks<G: Game> {
    /// What is asked.
    pub question: G::Question,
    /// Who speaks first.
    pub who: fn(&Match<'_, G>) -> Seat,
    /// In which order seats speak.
    pub speaking: Speaking,
    /// When the window closes.
    pub closing: Closing,
}

impl<G: Game> Asks<G> {
    /// One seat, until it passes.
    pub const fn one(question: G::Question, who: fn(&Match<'_, G>) -> Seat) -> Asks<G> {
        Asks { question, who, speaking: Speaking::One, closing: Closing::OnePass }
    }
}

/// How far a stage has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize)]
pub enum Progress {
    /// It begins: durations that last until it end, then the automatic block.
    Begin,
    /// Its automatic block is done: what fires at its start is announced.
    Announce,
    /// Its window is open.
    Window,
    /// It ends: durations that last through it end.
    End,
}

impl Progress {
    /// What comes next in the stage; nothing comes after its end.
    pub(in crate::kernel) const fn next(self) -> Progress {
        match self {
            Progress::Begin => Progress::Announce,
            Progress::Announce => Progress::Window,
            Progress::Window | Progress::End => Progress::End,
        }
    }
}

/// A place in a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize)]
pub struct Cursor {
    /// Which table of the game.
    pub schedule: u8,
    /// Which line.
    pub line: u8,
    /// How far that line has come.
    pub progress: Progress,
}
