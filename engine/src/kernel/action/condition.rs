//! Questions to seats, and the conditions of actions as tables that both decide and explain.

use serde::{Deserialize, Serialize};

use crate::kernel::{Game, MapCards, Match, Payment, Seat};

/// A question to one seat.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Asked<G: Game> {
    /// Who.
    pub seat: Seat,
    /// What.
    pub question: G::Question,
    /// Whether the other seat sees the answer only once all answers are in.
    pub sealed: bool,
}

/// One condition of an action: a row of its table. Rows are read in order.
#[derive(Debug)]
pub struct Row<G: Game, A: 'static> {
    /// The bit of the field that a refusal points to; 0: the whole action.
    pub blames: u16,
    /// The bits of the fields that the condition reads. It is skipped once one of them was blamed.
    pub reads: u16,
    /// The rule, followed by the rules that support it.
    pub cites: &'static [crate::verdict::Cite],
    /// The kind of condition.
    pub does: Does<G, A>,
}

/// A test: refuses the action with a reason, or lets it pass.
pub type Test<G, A> = fn(&Match<'_, G>, Seat, &A) -> Result<(), <G as Game>::Reason>;

/// The kind of a condition.
#[derive(Debug)]
pub enum Does<G: Game, A: 'static> {
    /// A test that changes nothing.
    Test(Test<G, A>),
    /// A part of the use that is carried out at once (paying, placing), as a draft that later rows read and a
    /// refusal takes back. If one of its proposals does not happen, the rule that stopped it refuses the use
    /// ([`Game::cannot_happen`]).
    Act(Act<G, A>),
}

/// Carries out a part of a use as a draft.
pub type Act<G, A> = fn(&mut Payment<'_, '_, G>, Seat, &A);

/// The conditions of one kind of action, to be listed in an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActionTable {
    /// The kind's name on the wire.
    pub kind: &'static str,
    /// Its conditions in the order in which they are read. Conditions before every table (whose turn it is)
    /// are not among them.
    pub conditions: Vec<Condition>,
    /// Whether the conditions lie in the question that the action answers, which says what fits and by which
    /// rule.
    pub by_question: bool,
    /// Whether conditions of the used card's text, or of the cards that it meets, follow these.
    pub by_text: bool,
}

/// One condition, to be listed in an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// JSON pointer to the field that a refusal points to; empty: the whole action.
    pub blames: &'static str,
    /// The rule, followed by the rules that support it.
    pub cites: &'static [crate::verdict::Cite],
}

impl ActionTable {
    /// The listing of a table. `fields` has the names of the action's field bits, lowest bit first.
    pub fn of<G: Game, A>(kind: &'static str, rows: &[Row<G, A>], fields: &[&'static str]) -> ActionTable {
        // The compiler instantiates this loop for each kind of action.
        let mut table = ActionTable { kind, conditions: Vec::new(), by_question: false, by_text: false };
        for row in rows {
            if let Does::Test(_) = row.does {
                table.add(blamed_field(row.blames, fields), row.cites);
            }
        }
        table
    }

    fn add(&mut self, blames: &'static str, cites: &'static [crate::verdict::Cite]) {
        self.conditions.push(Condition { blames, cites });
    }
}

impl<G: Game, A> Row<G, A> {
    /// The name of the blamed field; empty: the whole action.
    pub fn field(&self, fields: &[&'static str]) -> &'static str {
        blamed_field(self.blames, fields)
    }
}

/// The name of a field bit; empty for 0.
pub(in crate::kernel) fn blamed_field(blames: u16, fields: &[&'static str]) -> &'static str {
    let named = fields.get(blames.trailing_zeros() as usize).copied();
    named.filter(|_| blames != 0).unwrap_or("")
}

/// Passes if the condition is right.
pub fn ensure<R>(is_right: bool, reason: R) -> Result<(), R> {
    if is_right { Ok(()) } else { Err(reason) }
}

/// Refuses if the condition is wrong.
pub fn refuse_if<R>(is_wrong: bool, reason: R) -> Result<(), R> {
    if is_wrong { Err(reason) } else { Ok(()) }
}

/// A row that tests.
pub const fn test<G: Game, A>(
    blames: u16,
    reads: u16,
    cites: &'static [crate::verdict::Cite],
    test: Test<G, A>,
) -> Row<G, A> {
    Row { blames, reads, cites, does: Does::Test(test) }
}

/// A row that acts, citing these rules.
pub const fn act<G: Game, A>(
    reads: u16,
    cites: &'static [crate::verdict::Cite],
    act: Act<G, A>,
) -> Row<G, A> {
    Row { blames: 0, reads, cites, does: Does::Act(act) }
}
