//! Everything that a game is between two decisions, as one value that can be written down.

use crate::schema::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::{Asked, Cursor, Game, MapCards, Seat, Tracked, Unknown, Waiting, Window};
use crate::kernel::event::{Point, Proposal};
use crate::kernel::flow::circle::Circle;
use crate::kernel::modifier::Modifiers;
use crate::kernel::table::{Object, Table};
use crate::verdict::Cite;

/// A proposal that waits for what it opened.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct PendingProposal<G: Game> {
    /// What is carried out together when nothing is left to wait for, each with the object that it
    /// happens to: once that object has gone, its proposal is withdrawn.
    pub proposals: Vec<(Option<Object>, Proposal<G>)>,
    /// The batch of triggers during which it was made.
    pub batch: u32,
    /// Which point comes next.
    pub next: Point,
}

/// One frame of the agenda.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize)]
#[serde(bound = "")]
pub enum Frame<G: Game> {
    /// A step of the game's own.
    Step(G::Step),
    /// A line of a table.
    Stage(Cursor),
    /// An open window.
    Window(Window<G>),
    /// Proposals whose moments are running.
    Pending(PendingProposal<G>),
    /// Proposals that something else may happen instead of.
    Deciding(Box<super::Deciding<G>>),
    /// What happens instead of something is carried out above.
    Replacing(Replacing),
    /// An item of the chain that is being resolved above.
    Resolving(ItemId),
}

/// What happens instead of something.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize)]
pub struct Replacing {
    /// The texts that have replaced what it comes of: none of them replaces anything while it is carried out.
    pub texts: Vec<super::ReplacingText>,
    /// Whether it has begun: what the table brings up before comes of something else.
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

/// A use or ability that waits on the chain, or is being resolved there.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Item<G: Game> {
    /// Which it is.
    pub id: ItemId,
    /// Whose it is.
    pub seat: Seat,
    /// The object that was used, or whose text it is.
    pub source: Option<Object>,
    /// What runs when it is resolved.
    pub step: G::Step,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Outcome<G: Game> {
    /// Who won; `None`: a draw.
    pub winner: Option<Seat>,
    /// By which way.
    pub ending: G::Ending,
    /// The rules that say so, the first is the primary one.
    pub cites: SmallVec<[Cite; 4]>,
}

/// Why judging cannot go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Halt {
    /// Fuel is used up.
    StepLimit,
    /// A random step, and no chance to ask.
    NoChance,
    /// An unknown card that has to be known.
    UnknownCard,
    /// A text whose data do not say all that is printed.
    CardFeature,
    /// Nobody waits for it any more.
    Stopped,
}

/// The table, with what follows from it.
pub type TrackedTable<G> = Tracked<Table<G>, <G as Game>::Derived>;

/// Everything that a game is between two decisions.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct State<G: Game> {
    /// What lies where.
    pub table: TrackedTable<G>,
    /// What is still to do, the top last.
    pub agenda: Vec<Frame<G>>,
    /// Uses that wait for their resolution, the top last.
    pub chain: Vec<Item<G>>,
    /// Triggers that wait, in the order in which they came up.
    pub waiting: Vec<Waiting<G>>,
    /// Running effects in the order of time.
    pub modifiers: Tracked<Modifiers<G>>,
    /// Who is asked what.
    pub asked: SmallVec<[Asked<G>; 2]>,
    /// Sealed answers that are already in, each with what was asked.
    pub answers: Vec<(Asked<G>, G::Action)>,
    /// How it ended, once it has.
    pub outcome: Option<Outcome<G>>,
    /// The game's own data.
    pub facts: Tracked<G::Facts>,
    /// Shuffles so far, per seat: part of their labels.
    pub shuffles: super::BySeat<u32>,
    /// Random picks so far: part of their labels.
    pub picks: u32,
    /// Counts effects and objects as they begin: the order of time.
    pub clock: u32,
    /// The number of the next item of the chain.
    pub items: u32,
    /// Counts batches of triggers.
    pub batch: u32,
    /// The number of the next event: they count through the game.
    pub event_number: u32,
    /// Looks and steps that the game took so far.
    pub spent: u64,
    /// Where it is not known which card lies at a place.
    pub unknown: Unknown,
    /// What is remembered of earlier questions to find a circle without a choice.
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
    /// Whether anything that checks look at was changed since they looked.
    pub(super) const fn touched(&self) -> bool {
        self.table.touched() || self.modifiers.touched() || self.facts.touched()
    }

    /// Counts on from another state of the same game: labels of random steps are used once, events are
    /// numbered through, and what the game took so far is spent.
    pub(in crate::kernel) fn count_on(&mut self, earlier: &State<G>) {
        self.shuffles = earlier.shuffles;
        self.picks = earlier.picks;
        self.event_number = earlier.event_number;
        self.spent = earlier.spent;
        self.unknown.count_on(&earlier.unknown);
    }

    /// Notes that it was changed, or that checks have looked.
    pub(super) const fn set_touched(&mut self, touched: bool) {
        self.table.set_touched(touched);
        self.modifiers.set_touched(touched);
        self.facts.set_touched(touched);
    }
}
