//! What the engine waits for.

use serde::{Deserialize, Serialize};

use crate::kernel::{Game, MapCards, Match, Payment, Seat};

/// One seat is asked one question.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize)]
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
    /// that a refusal takes back. Where any of it does not happen, the use is refused by the rule that stood
    /// against it ([`Game::cannot_happen`]).
    Act(Act<G, A>),
}

/// Carries out a part of a use.
pub type Act<G, A> = fn(&mut Payment<'_, '_, G>, Seat, &A);

/// The conditions of one kind of action, as they can be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActionTable {
    /// The kind on the wire.
    pub kind: &'static str,
    /// Its conditions in the order in which they are read. What comes before every table (whose
    /// turn it is to do this) is not among them.
    pub conditions: Vec<Condition>,
    /// Whether the question that is answered says what fits and by which rule, so that the
    /// conditions cannot be told without it.
    pub by_question: bool,
    /// Whether further conditions are read after these: of the text of the used card, or of what
    /// it meets.
    pub by_text: bool,
}

/// One condition, as it can be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// The field that is blamed as a JSON pointer; empty: the action as a whole.
    pub blames: &'static str,
    /// The rule and what supports it.
    pub cites: &'static [crate::verdict::Cite],
}

impl ActionTable {
    /// An action without a condition of its own.
    pub const fn free(kind: &'static str) -> ActionTable {
        ActionTable { kind, conditions: Vec::new(), by_question: false, by_text: false }
    }

    /// An action whose conditions lie in the question that it answers.
    pub const fn by_question(kind: &'static str) -> ActionTable {
        ActionTable { kind, conditions: Vec::new(), by_question: true, by_text: false }
    }

    /// The table that an action is checked with.
    pub fn of<G: Game, A>(kind: &'static str, rows: &[Row<G, A>], fields: &[&'static str]) -> ActionTable {
        let tests = rows.iter().filter(|row| matches!(row.does, Does::Test(_)));
        let conditions = tests.map(|row| Condition { blames: row.field(fields), cites: row.cites }).collect();
        ActionTable { kind, conditions, by_question: false, by_text: false }
    }

    /// The same with conditions that the text of the used card adds.
    #[must_use]
    pub fn and_text(self) -> ActionTable {
        ActionTable { by_text: true, ..self }
    }
}

impl<G: Game, A> Row<G, A> {
    /// The field that the line blames, by the names of the action's field bits.
    pub fn field(&self, fields: &[&'static str]) -> &'static str {
        blamed_field(self.blames, fields)
    }
}

/// The field of a bit, by the names of the action's field bits; no bit: the action as a whole.
pub(in crate::kernel) fn blamed_field(blames: u16, fields: &[&'static str]) -> &'static str {
    let named = fields.get(blames.trailing_zeros() as usize).copied();
    named.filter(|_| blames != 0).unwrap_or("")
}

/// Lets pass what is right.
pub fn ensure<R>(is_right: bool, reason: R) -> Result<(), R> {
    if is_right { Ok(()) } else { Err(reason) }
}

/// Refuses what is wrong.
pub fn refuse_if<R>(is_wrong: bool, reason: R) -> Result<(), R> {
    if is_wrong { Err(reason) } else { Ok(()) }
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
    act: Act<G, A>,
) -> Row<G, A> {
    Row { blames: 0, reads, cites, does: Does::Act(act) }
}
