//! Whatever changes the table is a proposal first: it is carried out, replaced or withdrawn. Its record is an
//! event; triggers and traces listen to events and to nothing else.

pub mod listen;
pub mod propose;

use crate::schema::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Game, MapCards, Match, Seat, Spelled};
use crate::kernel::table::{CardId, Change, End, Object, Spot};
use crate::verdict::Cite;

/// Something that is about to happen.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Proposal<G: Game> {
    /// What the rulebook calls it.
    pub verb: G::Verb,
    /// The seat that carries the instruction out.
    pub seat: Seat,
    /// What it does to the table.
    pub change: Change<G>,
    /// The card it happens to, when the change alone does not say.
    pub subject: Option<CardId>,
    /// What the rulebook says about it besides (by battle or by skill, from where, how much).
    pub detail: G::Detail,
    /// The object whose text asks for it; `None`: the rules alone.
    pub source: Option<Object>,
    /// The rule that makes it happen.
    pub rule: Cite,
}

impl<G: Game> Proposal<G> {
    /// A proposal that moves nothing.
    pub fn told(verb: G::Verb, seat: Seat, rule: Cite) -> Proposal<G> {
        Proposal {
            verb,
            seat,
            change: Change::Nothing,
            subject: None,
            detail: G::Detail::default(),
            source: None,
            rule,
        }
    }

    /// A card goes to a spot.
    pub fn moved(verb: G::Verb, seat: Seat, card: CardId, to: Spot<G>, end: End, rule: Cite) -> Proposal<G> {
        let change = Change::Move(card, to, end, G::Mark::default());
        Proposal { change, ..Self::told(verb, seat, rule) }
    }

    /// A card gets another mark.
    pub fn marked(verb: G::Verb, seat: Seat, card: CardId, mark: G::Mark, rule: Cite) -> Proposal<G> {
        Proposal { change: Change::Mark(card, mark), ..Self::told(verb, seat, rule) }
    }

    /// The same with a change of its own.
    #[must_use]
    pub fn changing(mut self, change: Change<G>) -> Self {
        self.change = change;
        self
    }

    /// The same proposal to a card.
    #[must_use]
    pub fn to(mut self, card: CardId) -> Self {
        self.subject = Some(card);
        self
    }

    /// The same with a detail.
    #[must_use]
    pub fn with(mut self, detail: G::Detail) -> Self {
        self.detail = detail;
        self
    }

    /// The same asked for by a text.
    #[must_use]
    pub fn by(mut self, source: Option<Object>) -> Self {
        self.source = source;
        self
    }

    /// The card that it happens to.
    pub fn card(&self) -> Option<CardId> {
        match self.change {
            Change::Move(card, ..) | Change::Mark(card, _) => Some(card),
            _ => self.subject,
        }
    }
}

/// How far a proposal has come.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Point {
    /// Just before: nothing has changed yet.
    Before,
    /// At that moment: it is certain, and the subject is still in place.
    At,
    /// It has been carried out.
    Done,
    /// It did not happen.
    Withdrawn,
}

impl Spelled for Point {
    fn word(&self) -> &'static str {
        match self {
            Point::Before => "before",
            Point::At => "at",
            Point::Done => "done",
            Point::Withdrawn => "withdrawn",
        }
    }
}

/// The record of one point of a proposal.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Event<G: Game> {
    /// Which event of the game it is, counted from 0.
    pub number: u32,
    /// How far it has come.
    pub point: Point,
    /// What happens.
    pub proposal: Proposal<G>,
    /// The subject as it was before.
    pub subject: Option<Object>,
    /// The subject as it is after.
    pub became: Option<Object>,
    /// Where the subject was before.
    pub from: Option<Spot<G>>,
    /// The mark that the subject had before.
    pub mark: G::Mark,
    /// The rule of this record: that of the proposal, or the one that withdrew it.
    pub rule: Cite,
}

/// What became of a proposal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Became {
    /// It has been carried out, as far as its event says.
    Done,
    /// It did not happen: this rule forbids it, or is its own where the table has no room for it.
    Withdrawn(Cite),
    /// Something else happened instead, by this rule.
    Replaced(Cite),
    /// It waits on the agenda for its moments. In a draft nothing can wait: there it has not happened.
    Waiting,
}

impl Became {
    /// Whether it has been carried out.
    pub const fn is_done(self) -> bool {
        matches!(self, Became::Done)
    }
}

/// What can let something happen: a match, or the payment of a draft, which can be taken back.
pub trait Acts<'p, G: Game> {
    /// The match as it stands.
    fn game(&self) -> &Match<'p, G>;

    /// Something happens, unless it is prohibited, replaced, or impossible.
    fn propose(&mut self, proposal: Proposal<G>) -> Became;

    /// The game's own data.
    fn facts_mut(&mut self) -> &mut G::Facts;
}

/// A text that replaces something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize)]
pub struct ReplacingText {
    /// The object that it stands on.
    pub object: Object,
    /// The game's number of the text, which no other text on that object has.
    pub number: u32,
}

/// What could happen instead of something.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Replacement<G: Game> {
    /// What it is.
    pub instead: Instead<G>,
    /// The text that says so. It replaces nothing that comes of what it has already replaced.
    pub by: ReplacingText,
    /// Whether a seat decides if it happens; others happen unless another one does.
    pub optional: bool,
    /// The rule or ruling of the replacement.
    pub rule: Cite,
}

/// What a replacement does.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize)]
#[serde(bound = "")]
pub enum Instead<G: Game> {
    /// These happen, one after the other; none: nothing happens.
    Proposals(Vec<Proposal<G>>),
    /// A step of the game runs.
    Step(G::Step),
}
