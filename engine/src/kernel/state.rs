//! The state: a game between two decisions as one serialisable value.

use crate::schema::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::{Asked, Cursor, Game, MapCards, Seat, Tracked, Unknown, Waiting, Window};
use crate::kernel::event::{Point, Proposal};
use crate::kernel::flow::circle::Circle;
use crate::kernel::modifier::Modifiers;
use crate::kernel::table::{Object, Table};
use crate::verdict::Cite;

/// Proposals that wait on the agenda until the triggers of their moments have run.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct PendingProposal<G: Game> {
    /// The proposals that are carried out together in the end, each with the object that it affects: the
    /// kernel withdraws a proposal whose object has changed zone meanwhile.
    pub proposals: Vec<(Option<Object>, Proposal<G>)>,
    /// The batch of triggers in which these proposals were made.
    pub batch: u32,
    /// The point that is announced next.
    pub next: Point,
}

/// One frame of the agenda.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize)]
#[serde(bound = "")]
pub enum Frame<G: Game> {
    /// A step that the game defines.
    Step(G::Step),
    /// A stage of a turn or battle.
    Stage(Cursor),
    /// An open window.
    Window(Window<G>),
    /// Proposals whose moments (before, at) are being announced.
    Pending(PendingProposal<G>),
    /// Proposals for which a seat may still choose a replacement.
    Deciding(Box<super::Deciding<G>>),
    /// The marker beneath a replacement that is being carried out.
    Replacing(Replacing),
    /// The marker beneath a chain item that is being resolved.
    Resolving(ItemId),
}

/// The marker beneath a replacement that is being carried out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize)]
pub struct Replacing {
    /// The texts that have already replaced a proposal in this line of replacements: each replaces once, so
    /// that replacements end.
    pub texts: Vec<super::ReplacingText>,
    /// Whether the replacement has begun. What triggers before that belongs to another cause.
    pub begun: bool,
}

/// The number of an item on the chain; items count through the game.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Default,
    MapCards,
    Serialize,
    Deserialize,
    JsonSchema,
)]
pub struct ItemId(pub u32);

/// A use or an ability on the chain, waiting for or during its resolution.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Item<G: Game> {
    /// Its number, unique in the game.
    pub id: ItemId,
    /// The seat that controls it.
    pub seat: Seat,
    /// The object that was used or has the text.
    pub source: Option<Object>,
    /// The step that resolves it.
    pub step: G::Step,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Outcome<G: Game> {
    /// Who won; `None`: a draw.
    pub winner: Option<Seat>,
    /// The way in which it ended.
    pub ending: G::Ending,
    /// The rules that end it, the primary one first.
    pub cites: SmallVec<[Cite; 4]>,
}

/// Why judging stopped before the game could go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Halt {
    /// The judgement used up its fuel.
    StepLimit,
    /// A random step came up and the game has no source of randomness.
    NoChance,
    /// The rules need the face of a card that the log has not named.
    UnknownCard,
    /// The data of a card lack part of the printed text.
    CardFeature,
    /// The caller no longer waits for the judgement ([`super::Stop`]).
    Stopped,
}

/// The table, with the values that are derived from it.
pub type TrackedTable<G> = Tracked<Table<G>, <G as Game>::Derived>;

/// A game between two decisions.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct State<G: Game> {
    /// Cards, places and counted pieces.
    pub table: TrackedTable<G>,
    /// The frames that are still to run; the last is the top.
    pub agenda: Vec<Frame<G>>,
    /// Items that wait for their resolution; the last is the top.
    pub chain: Vec<Item<G>>,
    /// Waiting triggers in the order in which they came up.
    pub waiting: Vec<Waiting<G>>,
    /// Running effects in the order of time.
    pub modifiers: Tracked<Modifiers<G>>,
    /// The open questions, at most one for each seat.
    pub asked: SmallVec<[Asked<G>; 2]>,
    /// Sealed answers that are in already, each with its question.
    pub answers: Vec<(Asked<G>, G::Action)>,
    /// The result; `None` while the game goes on.
    pub outcome: Option<Outcome<G>>,
    /// The game's own data.
    pub facts: Tracked<G::Facts>,
    /// Shuffles per seat so far: part of the labels of random steps.
    pub shuffles: super::BySeat<u32>,
    /// Random picks so far: part of the labels of random steps.
    pub picks: u32,
    /// The clock: rises whenever a running effect or an object begins, so it orders them in time.
    pub clock: u32,
    /// The number of the next chain item.
    pub items: u32,
    /// The number of the present batch of triggers.
    pub batch: u32,
    /// The number of the next event; events are numbered through the game.
    pub event_number: u32,
    /// Looks and steps that the game has spent so far.
    pub spent: u64,
    /// Places at which the log has not yet shown which card lies there.
    pub unknown: Unknown,
    /// The tables at earlier questions, kept to find a circle in which nobody had a choice.
    pub circle: Option<Box<Circle<G>>>,
}

impl<G: Game> Default for State<G> {
    fn default() -> Self {
        State {
            table: Tracked::default(),
            agenda: Vec::new(),
            chain: Vec::new(),
            waiting: Vec::new(),
            modifiers: Tracked::default(),
            asked: SmallVec::new(),
            answers: Vec::new(),
            outcome: None,
            facts: Tracked::default(),
            shuffles: super::BySeat::default(),
            picks: 0,
            clock: 0,
            items: 0,
            batch: 0,
            event_number: 0,
            spent: 0,
            unknown: Unknown::default(),
            circle: None,
        }
    }
}

impl<G: Game> State<G> {
    /// Whether a part of the state that checks read has changed since the last check.
    pub(super) const fn touched(&self) -> bool {
        self.table.touched() || self.modifiers.touched() || self.facts.touched()
    }

    /// Takes over the counters of an earlier state of the same game: labels of random steps stay unique,
    /// event numbers go on, and spent fuel stays spent.
    pub(in crate::kernel) fn count_on(&mut self, earlier: &State<G>) {
        self.shuffles = earlier.shuffles;
        self.picks = earlier.picks;
        self.event_number = earlier.event_number;
        self.spent = earlier.spent;
        self.unknown.count_on(&earlier.unknown);
    }

    /// Sets the mark of change on every part that checks read: `true` after a change, `false` after a check.
    pub(super) const fn set_touched(&mut self, touched: bool) {
        self.table.set_touched(touched);
        self.modifiers.set_touched(touched);
        self.facts.set_touched(touched);
    }
}
