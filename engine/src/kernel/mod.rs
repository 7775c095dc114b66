//! What all games share: a table, proposals, an agenda of plain data, windows, drafts of a use,
//! running effects, labelled chance. No word of any game stands here.
//!
//! A game is its log: [`Match::check`] says whether an action may be, the [`Permit`] it returns
//! carries it out, and the loop runs until a seat has to decide again. Between two decisions the
//! whole [`State`] is one serialisable value.

pub mod action;
pub mod alike;
pub mod cache;
pub mod chance;
pub mod event;
pub mod flow;
pub mod inexact;
pub mod modifier;
pub mod state;
pub mod table;
pub mod visibility;

use std::fmt::Debug;
use std::hash::Hash;

use serde::{Serialize, de::DeserializeOwned};

pub use action::condition::{ActionTable, Asked, Condition, Does, Row, act, ensure, refuse_if, test};
pub use action::draft::{ALL_FIELDS, Draft, Payment, Permit};
pub use action::shape;
pub use cache::Tracked;
pub use chance::bounds::{Bound, Unnamed};
pub use chance::declared::{DeclaredOutcome, Due, Possible, Unread, Waits, Wanted};
pub use chance::purpose::Purpose;
pub use chance::unknown::{BLANK, Unknown};
pub use chance::{Chance, DeclaredChance, NoChance};
pub use event::listen::{Derived, ListenMask};
pub use event::propose::{Deciding, Together};
pub use event::{Acts, Became, Event, Instead, Point, Proposal, Replacement, ReplacingText};
pub use flow::agenda::Match;
pub use flow::fuel::{self, Stop};
pub use flow::settle::{Checks, Indices, Policy, Triggers, Waiting};
pub use flow::stage::{Asks, Automatic, Cursor, Progress, Stage};
pub use flow::window::{Closing, Speaking, Window};
pub use inexact::{Definitions, Inexact, InexactText};
pub use modifier::{Adjustment, Fold, Influence, Modifier, Modifiers, Reach, fold};
pub use state::{Frame, Halt, Item, ItemId, Outcome, PendingProposal, Replacing, State};
pub use table::names::{Held, MapCards, Rename, Spelled, held, wire};
pub use table::seat::{BySeat, Seat};
pub use table::{Card, CardId, Cell, Change, End, Holder, Lies, Object, Place, PlaceId, Spot, Table};
pub use visibility::Viewer;

use crate::verdict::Cite;

/// Data without behaviour: it can be copied, compared, ordered and written down.
pub trait Plain:
    Clone + Debug + Eq + Ord + Hash + Serialize + DeserializeOwned + Send + Sync + 'static
{
}

impl<T: Clone + Debug + Eq + Ord + Hash + Serialize + DeserializeOwned + Send + Sync + 'static> Plain for T {}

/// The rules of one game, as the kernel asks for them.
///
/// Everything that the state holds is one of the associated plain-data types, so that it can be
/// written down between any two decisions.
pub trait Game: Plain + Copy + Default {
    /// When checks run and triggers are worked off.
    const POLICY: Policy;

    /// The cards and whatever else is fixed before the game.
    type Pool: Definitions;
    /// Kinds of places.
    type Zone: Held + Copy;
    /// How a card belongs to another card's pile.
    type Role: Held + Copy;
    /// Kinds of counted pieces.
    type Piece: Held + Copy;
    /// What the game writes on a place.
    type Note: Held + Copy + Default;
    /// What a card carries until it changes zone.
    type Mark: Held + Copy + Default;
    /// What the rulebook calls proposals.
    type Verb: Held + Copy;
    /// What a proposal says besides.
    type Detail: Held + Default;
    /// What a running effect does.
    type Influence: Influence;
    /// Whom a running effect covers that stays open.
    type Scope: Held;
    /// When a running effect ends.
    type Until: Held + Copy;
    /// The game's own frames on the agenda and items on the chain.
    type Step: Held;
    /// The names of stages in its tables.
    type Stage: Held + Copy;
    /// What seats are asked.
    type Question: Held;
    /// What seats do and answer.
    type Action: Clone + Debug + Eq + Ord + MapCards + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// Why something is refused, with what it refers to.
    type Reason: Clone + Debug + Eq + Serialize + Send + Sync;
    /// An ability that waits to be worked off.
    type Trigger: Held;
    /// Whatever else the state holds.
    type Facts: Held + Default;
    /// Ways to end.
    type Ending: Held + Copy;
    /// What is to be known of all cards of a place at once; `()`: nothing.
    type ListenMask: ListenMask<Self>;
    /// What is to be known of the table again and again until it is touched; `()`: nothing.
    type Derived: Derived<Self>;

    /// Runs the step that was on top of the agenda; it may put others there.
    fn run(game: &mut Match<'_, Self>, step: Self::Step);

    /// Reads the action's table of conditions.
    fn check(draft: &mut Draft<'_, '_, Self>, seat: Seat, action: &Self::Action);

    /// Carries out an action that passed its table.
    fn perform(game: &mut Match<'_, Self>, seat: Seat, action: &Self::Action);

    /// Whether an action answers what its seat is asked; others (giving up, sorting one's hand) may
    /// be taken at any time and are never sealed.
    fn is_answer(_action: &Self::Action) -> bool {
        true
    }

    /// Whether two places are parts of one zone, so that a card that goes from one to the other stays the
    /// same object.
    fn are_one_zone(_one: PlaceId, _other: PlaceId) -> bool {
        false
    }

    /// Whether checks and waiting triggers stay out while this step is on top.
    fn is_processing(_step: &Self::Step) -> bool {
        false
    }

    /// Whose turn it is.
    fn active(game: &Match<'_, Self>) -> Seat;

    /// The tables of turns and battles, by number.
    fn schedule(_number: u8) -> &'static [Stage<Self>] {
        &[]
    }

    /// A stage begins: durations that last until it end.
    fn stage_begins(_game: &mut Match<'_, Self>, _stage: Self::Stage) {}

    /// A stage's automatic block is done: tell what fires at its start.
    fn stage_announced(_game: &mut Match<'_, Self>, _stage: Self::Stage, _rule: Cite) {}

    /// A stage ends. `true`: go on to the next line of the table.
    fn stage_ends(_game: &mut Match<'_, Self>, _stage: Self::Stage) -> bool {
        true
    }

    /// The rule that forbids a proposal, if one does.
    fn prohibited(_game: &Match<'_, Self>, _proposal: &Proposal<Self>) -> Option<Cite> {
        None
    }

    /// What could happen instead, each by its own text; at most one of them does.
    fn replacements(_game: &mut Match<'_, Self>, _proposal: &Proposal<Self>) -> Vec<Replacement<Self>> {
        Vec::new()
    }

    /// Who decides which replacement happens, and as what it is asked. Only where something is optional, or
    /// more than one could happen.
    fn replacement_question(_game: &Match<'_, Self>, _deciding: &Deciding<Self>) -> (Seat, Self::Question) {
        (Seat::Zero, Self::trigger_question())
    }

    /// A card is about to leave its zone: what is last known of it is kept.
    fn departs(_game: &mut Match<'_, Self>, _proposal: &Proposal<Self>) {}

    /// What goes along with a card that leaves its zone and has cards in its pile or pieces on it: carried
    /// out and announced together with it, in this order. Asked while everything still lies where it was, and
    /// again for each card that goes along.
    fn moves_with(_game: &Match<'_, Self>, _proposal: &Proposal<Self>) -> Together<Self> {
        Together::new()
    }

    /// Whether a judge's ruling can pass a reason over, for what the action does is defined all the same.
    /// What refers to something that is not there cannot be passed over.
    fn can_be_waived(_reason: &Self::Reason) -> bool {
        false
    }

    /// Why a use is refused of which a part does not happen; the rule that stands against it is cited.
    fn cannot_happen() -> Self::Reason;

    /// Whether something can happen before it is carried out, so that it has to wait.
    fn waits_before_done(_game: &Match<'_, Self>, _proposal: &Proposal<Self>) -> bool {
        false
    }

    /// Whether a card with the one mark shows another side than with the other. If not, its listen_mask is
    /// the same ([`Game::ListenMask`]).
    fn shows_other_side(_one: Self::Mark, _other: Self::Mark) -> bool {
        true
    }

    /// Whether a viewer who does not see everything sees the face of a card that lies there, as it lies
    /// there: by its place, whose it is, and its mark.
    fn sees(_game: &Match<'_, Self>, _viewer: Viewer, _lies: &Lies<Self>) -> bool {
        true
    }

    /// Whether a proposal shows its card to such a viewer, wherever the card lies.
    fn is_told(_proposal: &Proposal<Self>, _viewer: Viewer) -> bool {
        false
    }

    /// What is public about a card that nobody has named.
    const BOUNDS: &'static [Bound<Self>] = &[];

    /// Whether the texts of cards work in such places unless they say otherwise.
    fn texts_work_in(_zone: Self::Zone) -> bool {
        false
    }

    /// The card on which a waiting trigger stands, and the definition whose text it is; `None`: no text of a
    /// card.
    fn trigger_text(_trigger: &Self::Trigger) -> Option<InexactText> {
        None
    }

    /// A point of a proposal was reached: collect the triggers that listen.
    fn on_event(_game: &mut Match<'_, Self>, _event: &Event<Self>) {}

    /// Looks at the table where the policy says so: losses, removals. It looks again when the table, a
    /// running effect or a fact was touched, or a step was run; until then it would find the same.
    fn check_state(_game: &mut Match<'_, Self>) {}

    /// Collects triggers whose condition became true since the last look; called with the check of the
    /// table.
    fn collect_state_triggers(_game: &mut Match<'_, Self>) {}

    /// Ends what goes on without a point any more, as a window after which nothing can follow. Called in
    /// every round in which the table may be checked.
    fn abort_obsolete(_game: &mut Match<'_, Self>) {}

    /// Whether a waiting trigger still may run.
    fn still_waits(_game: &Match<'_, Self>, _waiting: &Waiting<Self>) -> bool {
        true
    }

    /// Whether two waiting triggers are named alike, so that there is nothing to choose.
    fn named_alike(_one: &Waiting<Self>, _other: &Waiting<Self>) -> bool {
        false
    }

    /// Where triggers run at once: the place of a trigger among those of its seat for one event; `order`
    /// counts them in the order in which they were found. The seat picks among equals.
    fn trigger_rank(_waiting: &Waiting<Self>, order: usize) -> usize {
        order
    }

    /// The step that works a waiting trigger off.
    fn trigger_step(waiting: Waiting<Self>) -> Self::Step;

    /// The question which of several waiting triggers comes next.
    fn trigger_question() -> Self::Question;

    /// The same state came again without a decision in between.
    fn loop_found(_game: &mut Match<'_, Self>) {}

    /// Every shape of what a seat may answer now; none if it is not asked.
    fn answers(_game: &mut Match<'_, Self>, _seat: Seat) -> Vec<shape::Shape> {
        Vec::new()
    }

    /// Forgets what the comparison of states that may repeat leaves out: what is only remembered for
    /// texts that still refer to it.
    fn forget(_state: &mut State<Self>) {}
}
