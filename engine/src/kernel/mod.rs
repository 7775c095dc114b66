//! The kernel: what all games share, in the order in which an entry meets it – a table, conditions of
//! actions, drafts of a use, proposals and events, an agenda of plain data, windows, running effects,
//! labelled chance. It contains no word of any game.
//!
//! A game is its log. [`Match::check`] judges one action and returns a [`Permit`]; [`Permit::apply`] carries
//! the action out and runs the agenda until a seat has to decide again. Between two decisions the [`State`]
//! is one serialisable value.

pub mod action;
pub mod cache;
pub mod chance;
pub mod equivalence;
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
pub use event::listen::{Derived, ListenMask, Union};
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

/// Data without behaviour, which can be copied, compared, ordered and serialised.
pub trait Plain:
    Clone + Debug + Eq + Ord + Hash + Serialize + DeserializeOwned + Send + Sync + 'static
{
}

impl<T: Clone + Debug + Eq + Ord + Hash + Serialize + DeserializeOwned + Send + Sync + 'static> Plain for T {}

/// The rules of one game, in the form in which the kernel calls them.
///
/// Every part of the state is one of the associated plain-data types, so the state can be serialised between
/// any two decisions.
pub trait Game: Plain + Copy + Default {
    /// When the table is checked and when triggers run.
    const POLICY: Policy;

    /// The cards and whatever else is fixed before the game.
    type Pool: Definitions;
    /// Kinds of places.
    type Zone: Held + Copy;
    /// How a card belongs to another card's pile.
    type Role: Held + Copy;
    /// Kinds of counted pieces.
    type Piece: Held + Copy;
    /// What the game notes on a place, such as who controls it.
    type Note: Held + Copy + Default;
    /// What a card carries until it changes zone.
    type Mark: Held + Copy + Default;
    /// The kinds of proposals, by the rulebook's terms.
    type Verb: Held + Copy;
    /// What else belongs to a proposal: its cause, an amount, an origin.
    type Detail: Held + Default;
    /// What a running effect does.
    type Influence: Influence;
    /// The condition that decides, now and later, which objects a running effect with an open reach covers.
    type Scope: Held;
    /// When a running effect ends.
    type Until: Held + Copy;
    /// The game's own frames on the agenda and items on the chain.
    type Step: Held;
    /// The names of stages in its tables.
    type Stage: Held + Copy;
    /// The questions that seats are asked.
    type Question: Held;
    /// The actions of seats, answers included.
    type Action: Clone + Debug + Eq + Ord + MapCards + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// The reasons for a refusal, with the cards and fields that they name.
    type Reason: Clone + Debug + Eq + Serialize + Send + Sync;
    /// An ability that has triggered and not yet run.
    type Trigger: Held;
    /// The rest of the state.
    type Facts: Held + Default;
    /// The ways in which a game ends.
    type Ending: Held + Copy;
    /// What the game caches about the cards of one place together; `()`: nothing.
    type ListenMask: ListenMask<Self>;
    /// What the game caches about the table until the table changes; `()`: nothing.
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

    /// The table of stages with this number: turns and battles have one each.
    fn schedule(_number: u8) -> &'static [Stage<Self>] {
        &[]
    }

    /// Called when a stage begins, before its automatic block: ends the effects that last until then.
    fn stage_begins(_game: &mut Match<'_, Self>, _stage: Self::Stage) {}

    /// Called after the automatic block of a stage: announces the event to which "at the start of" abilities
    /// listen.
    fn stage_announced(_game: &mut Match<'_, Self>, _stage: Self::Stage, _rule: Cite) {}

    /// Called when a stage ends. `true`: the next line of the table begins; `false`: the game has put the
    /// next frame on the agenda itself.
    fn stage_ends(_game: &mut Match<'_, Self>, _stage: Self::Stage) -> bool {
        true
    }

    /// The rule that forbids this proposal; `None`: no rule does.
    fn prohibited(_game: &Match<'_, Self>, _proposal: &Proposal<Self>) -> Option<Cite> {
        None
    }

    /// The replacements that apply to a proposal, one for each text. At most one of them is carried out.
    fn replacements(_game: &mut Match<'_, Self>, _proposal: &Proposal<Self>) -> Vec<Replacement<Self>> {
        Vec::new()
    }

    /// The seat that decides which replacement happens, and the question it is asked. Called only if a
    /// replacement is optional or several apply.
    fn replacement_question(_game: &Match<'_, Self>, _deciding: &Deciding<Self>) -> (Seat, Self::Question) {
        (Seat::Zero, Self::trigger_question())
    }

    /// Called before a card leaves its zone: the game keeps what texts may ask later about the card as it
    /// last was.
    fn departs(_game: &mut Match<'_, Self>, _proposal: &Proposal<Self>) {}

    /// The members of a pile and the pieces that leave their zone together with the card of this proposal, in
    /// the order in which the kernel carries them out and announces them. The kernel calls this while
    /// everything still lies where it was, and again for each card in the result.
    fn moves_with(_game: &Match<'_, Self>, _proposal: &Proposal<Self>) -> Together<Self> {
        Together::new()
    }

    /// Whether a judge's ruling may waive this reason: only if the effect of the action is defined without
    /// the condition. A reason that names a missing card or place cannot be waived.
    fn can_be_waived(_reason: &Self::Reason) -> bool {
        false
    }

    /// The reason for refusing a use when one of its proposals does not happen. The refusal cites the rule
    /// that stopped the proposal.
    fn cannot_happen() -> Self::Reason;

    /// Whether the proposal has a moment before it, so that it waits on the agenda for the triggers of that
    /// moment.
    fn waits_before_done(_game: &Match<'_, Self>, _proposal: &Proposal<Self>) -> bool {
        false
    }

    /// Whether a card with one of these marks shows another side than with the other. If not, both give the
    /// same [`Game::ListenMask`].
    fn shows_other_side(_one: Self::Mark, _other: Self::Mark) -> bool {
        true
    }

    /// Whether a seat or the public sees the face of a card, by its place, owner and mark. The kernel does
    /// not call this for [`Viewer::Full`].
    fn sees(_game: &Match<'_, Self>, _viewer: Viewer, _lies: &Lies<Self>) -> bool {
        true
    }

    /// Whether the proposal itself shows its card's face to this viewer, wherever the card lies.
    fn is_told(_proposal: &Proposal<Self>, _viewer: Viewer) -> bool {
        false
    }

    /// What is public about a card that the log has not named.
    const BOUNDS: &'static [Bound<Self>] = &[];

    /// Whether the texts of cards work in zones of this kind unless they name another.
    fn texts_work_in(_zone: Self::Zone) -> bool {
        false
    }

    /// The card on which a waiting trigger stands, and the definition that has its text; `None`: the trigger
    /// comes from a rule.
    fn trigger_text(_trigger: &Self::Trigger) -> Option<InexactText> {
        None
    }

    /// Called at each point of a proposal: queues the triggers that listen to it.
    fn on_event(_game: &mut Match<'_, Self>, _event: &Event<Self>) {}

    /// Checks the table (losses, removals) at the moments that [`Policy::checks`] names. The kernel repeats
    /// it only after the table, a running effect or a fact changed or a step ran, because otherwise the
    /// result is the same.
    fn check_state(_game: &mut Match<'_, Self>) {}

    /// Queues the triggers whose condition has become true since the last call; called together with
    /// [`Game::check_state`].
    fn collect_state_triggers(_game: &mut Match<'_, Self>) {}

    /// Removes frames that have lost their purpose, such as a window after which nothing can follow. Called
    /// in every round in which the table may be checked.
    fn abort_obsolete(_game: &mut Match<'_, Self>) {}

    /// Whether a waiting trigger may still run.
    fn still_waits(_game: &Match<'_, Self>, _waiting: &Waiting<Self>) -> bool {
        true
    }

    /// Whether a player cannot tell two waiting triggers apart, so that there is no order to choose.
    fn named_alike(_one: &Waiting<Self>, _other: &Waiting<Self>) -> bool {
        false
    }

    /// For [`Triggers::AtOnce`] and [`Triggers::RightAfter`]: whether a trigger comes after all others of its
    /// event, those of the other seat, too.
    fn is_last(_waiting: &Waiting<Self>) -> bool {
        false
    }

    /// For [`Triggers::AtOnce`] and [`Triggers::RightAfter`]: the rank of a trigger among those of its seat
    /// for one event, lowest first; `order` counts them as they came up. The seat picks among equal ranks.
    fn trigger_rank(_waiting: &Waiting<Self>, order: usize) -> usize {
        order
    }

    /// The step that runs a waiting trigger.
    fn trigger_step(waiting: Waiting<Self>) -> Self::Step;

    /// The question that lets a seat pick the next of several waiting triggers.
    fn trigger_question() -> Self::Question;

    /// Called when the same state came again without a decision in between: the game applies its rule about
    /// loops.
    fn loop_found(_game: &mut Match<'_, Self>) {}

    /// The shapes of all legal answers of a seat to the present question; empty if the seat is not asked.
    fn answers(_game: &mut Match<'_, Self>, _seat: Seat) -> Vec<shape::Shape> {
        Vec::new()
    }

    /// Removes from a state what the search for loops must not compare: memories kept only for texts that
    /// refer to the past.
    fn forget(_state: &mut State<Self>) {}
}
