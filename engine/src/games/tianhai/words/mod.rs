//! The vocabulary of orders. A stand-in: no order has abilities yet.

pub mod keyword;
pub mod range;

pub use keyword::Keyword;
pub use range::{Pick, RangePart, Sight};

use super::table::{Game, Moment};
use super::{Step, Tianhai};
use crate::game_kit::plain::{NoWord, no_abilities};
use crate::kernel::{CardId, EachCard, Event, Object, Proposal, State, Waiting, held, wire};

no_abilities!(Tianhai, cite!("ruling-58"));

/// An ability as a card has it.
pub type Ability = NoWord;
/// What running effects do.
pub type Influence = ();

/// Whom a running effect covers that stays open: none does.
#[held(Copy)]
pub enum Scope {}

/// When a running effect ends.
#[wire(Copy, Default, EachCard)]
pub enum Until {
    /// As long as the order lies on its unit.
    #[default]
    WhileOnUnit,
    /// Until the settlement is over.
    Settlement,
    /// Until the turn ends.
    Turn,
    /// Until the round ends.
    Round,
    /// Until the next own maintenance.
    OwnMaintenance,
}

/// An ability that waits to be worked off.
#[held]
pub struct Raised {
    /// The order that it stands on.
    pub me: Object,
}

/// A moment that is no event.
pub fn on_moment(_: &mut Game<'_>, _: Moment, _: Option<Object>) {}

/// Something happened.
pub fn on_event(_: &mut Game<'_>, _: &Event<Tianhai>) {}

/// Whether triggers wait for a step.
pub const fn is_processing(_: &Step) -> bool {
    false
}

/// Keeps what is last known of a card that is about to leave.
pub fn remember(_: &mut Game<'_>, _: &Proposal<Tianhai>) {}

/// Whether a waiting ability may still be worked off [ruling-58].
pub const fn still_waits(_: &Game<'_>, _: &Waiting<Tianhai>) -> bool {
    true
}

/// The place of a waiting ability among those of its player for one event [ruling-58].
pub const fn trigger_rank(_: &Waiting<Tianhai>, order: usize) -> usize {
    order
}

/// The step that works a waiting ability off.
pub fn trigger_step(_: Waiting<Tianhai>) -> Step {
    Step::Moment(Moment::Collecting, None)
}

/// The order of a waiting ability, and which ability of it.
pub const fn trigger_name(raised: &Raised) -> (CardId, Option<u8>) {
    (raised.me.card, None)
}

/// Forgets what is only remembered for texts.
pub fn leave_out(_: &mut State<Tianhai>) {}

/// Running effects with this end are over; of `OwnMaintenance` those of this player.
pub fn expire(_: &mut Game<'_>, _: Until, _: Option<crate::kernel::Seat>) {}

/// Looks for what cannot be meant by the range parts and abilities of an order.
pub const fn lint_order(
    _: &mut crate::abilities::Lint<'_, Tianhai>,
    _: &super::printed::OrderData,
) {
}

/// What a running effect does, as a viewer sees it.
pub type DoesView = ();

/// What a running effect does; `None`: nothing of it is seen.
pub const fn does(_: &Game<'_>, _: crate::kernel::Viewer, (): &Influence) -> Option<DoesView> {
    None
}
