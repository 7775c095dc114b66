//! What the engine waits for.

use serde::{Deserialize, Serialize};

use super::{Game, Match, Seat};

/// One seat is asked one question.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Asked<G: Game> {
    /// Who.
    pub seat: Seat,
    /// What.
    pub question: G::Question,
    /// The other seat does not see the answer before the last one is in.
    pub sealed: bool,
}

/// A condition of an action: one line of its table. Lines are read in order.
#[derive(Debug)]
pub struct Row<G: Game, A: 'static> {
    /// The field that is blamed, as one of the action's field bits; 0: the action as a whole.
    pub blames: u16,
    /// The fields it reads; once one of them is blamed, the line is passed over.
    pub reads: u16,
    /// The rule and what supports it.
    pub cites: &'static [crate::verdict::Cite],
    /// What the line does.
    pub does: Does<G, A>,
}

/// Says whether an action may be, as far as one line is concerned.
pub type Test<G, A> = fn(&Match<'_, G>, Seat, &A) -> Result<(), <G as Game>::Reason>;

/// What a line does.
#[derive(Debug)]
pub enum Does<G: Game, A: 'static> {
    /// Says whether the action may be.
    Test(Test<G, A>),
    /// Carries out a part of the use (paying, placing) as a draft that later lines can look at and
    /// that a refusal takes back.
    Act(fn(&mut Match<'_, G>, Seat, &A)),
}

/// Shorthand for a test line.
pub const fn test<G: Game, A>(
    blames: u16,
    reads: u16,
    cites: &'static [crate::verdict::Cite],
    test: Test<G, A>,
) -> Row<G, A> {
    Row { blames, reads, cites, does: Does::Test(test) }
}

/// Shorthand for a line that acts, by these rules.
pub const fn act<G: Game, A>(
    reads: u16,
    cites: &'static [crate::verdict::Cite],
    act: fn(&mut Match<'_, G>, Seat, &A),
) -> Row<G, A> {
    Row { blames: 0, reads, cites, does: Does::Act(act) }
}
