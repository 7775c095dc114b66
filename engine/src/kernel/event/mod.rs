//! Proposals and events. Whatever changes the table is a proposal first, which is carried out, replaced or
//! withdrawn. An event records that; triggers and traces read events and nothing else.

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
    /// The rulebook's term for it.
    pub verb: G::Verb,
    /// The seat that carries the instruction out.
    pub seat: Seat,
    /// What it does to the table.
    pub change: Change<G>,
    /// The card that it affects, if `change` does not name it.
    pub subject: Option<CardId>,
    /// Its circumstances by the rulebook: by battle or by skill, from where, how much.
    pub detail: G::Detail,
    /// The object whose text requires it; `None`: the rules alone.
    pub source: Option<Object>,
    /// The rule that makes it happen.
    pub rule: Cite,
}

impl<G: Game> Proposal<G> {
    /// A proposal that changes nothing on the table and only announces something.
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

    /// A proposal that moves a card to a spot.
    pub fn moved(verb: G::Verb, seat: Seat, card: CardId, to: Spot<G>, end: End, rule: Cite) -> Proposal<G> {
        let change = Change::Move(card, to, end, G::Mark::default());
        Proposal { change, ..Self::told(verb, seat, rule) }
    }

    /// A proposal that gives a card another mark.
    pub fn marked(verb: G::Verb, seat: Seat, card: CardId, mark: G::Mark, rule: Cite) -> Proposal<G> {
        Proposal { change: Change::Mark(card, mark), ..Self::told(verb, seat, rule) }
    }

    /// Replaces its change.
    #[must_use]
    pub fn changing(mut self, change: Change<G>) -> Self {
        self.change = change;
        self
    }

    /// Sets the card that it affects.
    #[must_use]
    pub fn to(mut self, card: CardId) -> Self {
        self.subject = Some(card);
        self
    }

    /// Sets its circumstances.
    #[must_use]
    pub fn with(mut self, detail: G::Detail) -> Self {
        self.detail = detail;
        self
    }

    /// Sets the object whose text requires it.
    #[must_use]
    pub fn by(mut self, source: Option<Object>) -> Self {
        self.source = source;
        self
    }

    /// The card that it affects.
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
    const COUNT: u32 = 4;

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
    /// The number of the event, counted from 0 through the game.
    pub number: u32,
    /// The point that the proposal has reached.
    pub point: Point,
    /// The proposal.
    pub proposal: Proposal<G>,
    /// The affected object before the change.
    pub subject: Option<Object>,
    /// The affected object after the change.
    pub became: Option<Object>,
    /// The spot of the affected card before the change.
    pub from: Option<Spot<G>>,
    /// The mark of the affected card before the change.
    pub mark: G::Mark,
    /// The rule of the proposal, or the rule that withdrew it.
    pub rule: Cite,
}

/// What became of a proposal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Became {
    /// It was carried out; the event says to which extent.
    Done,
    /// It was withdrawn by this rule, which prohibits it; or by its own rule, if the table has no room for
    /// it.
    Withdrawn(Cite),
    /// Something else happened instead, by this rule.
    Replaced(Cite),
    /// It waits on the agenda for its moments. In a draft nothing can wait, so there it did not happen.
    Waiting,
}

impl Became {
    /// Whether it was carried out.
    pub const fn is_done(self) -> bool {
        matches!(self, Became::Done)
    }
}

/// Makes proposals: a match, or the payment of a draft, which can be taken back.
pub trait Acts<'p, G: Game> {
    /// The present match.
    fn game(&self) -> &Match<'p, G>;

    /// Carries a proposal out unless it is prohibited, replaced or impossible.
    fn propose(&mut self, proposal: Proposal<G>) -> Became;

    /// The game's facts, to change.
    fn facts_mut(&mut self) -> &mut G::Facts;
}

/// A text that has a replacement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize)]
pub struct ReplacingText {
    /// The object that has the text.
    pub object: Object,
    /// The game's number of the text, unique on that object.
    pub number: u32,
}

/// A replacement that applies to a proposal.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Replacement<G: Game> {
    /// What happens instead.
    pub instead: Instead<G>,
    /// The text of the replacement. A text replaces nothing that results from its own replacement.
    pub by: ReplacingText,
    /// Whether a seat decides if it happens. A mandatory one happens unless another one is chosen.
    pub optional: bool,
    /// The rule or ruling of the replacement.
    pub rule: Cite,
}

/// What a replacement does.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize)]
#[serde(bound = "")]
pub enum Instead<G: Game> {
    /// It makes these proposals, one after the other; empty: nothing happens.
    Proposals(Vec<Proposal<G>>),
    /// It runs a step of the game.
    Step(G::Step),
}
