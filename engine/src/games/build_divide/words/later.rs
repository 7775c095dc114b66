//! Effects that are made for later.

use super::super::BuildDivide;
use super::super::chain::Carried;
use super::super::table::Game;
use super::AbilityId;
use crate::kernel::{EachCard, Event, Object, Seat, wire};

/// A sentence that waits for its moment, and the cards that it means.
#[wire(EachCard)]
pub struct Made {
    /// The ability.
    pub ability: AbilityId,
}

impl Made {
    /// The resolution of it.
    pub fn resolution(&self, seat: Seat, me: Object) -> Carried {
        Carried::new(seat, me, self.ability, cite!("快速与连锁.3"))
    }
}

/// Collects what was made for later and waited for this event.
pub fn on_event(_: &mut Game<'_>, _: &Event<BuildDivide>) {}
