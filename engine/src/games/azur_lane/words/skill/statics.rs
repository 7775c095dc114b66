//! What continuous skills do [304.4], and the topics of skills and running effects.

use super::super::{Filter, Keyword, context};
use crate::abilities::Lint;
use crate::abilities::lasting::{Allow, Change, Forbid, ForbidPlayer, Grant, LastingWord, Lose, Modify};
use crate::games::azur_lane::{AzurLane, findings};
use crate::kernel::wire;
use crate::words;

words! {
    /// One thing that a continuous skill does.
    pub enum Static: Static<AzurLane> {
        /// A number of cards changes.
        Modify(Modify<AzurLane>),
        /// Cards get a keyword.
        Grant(Grant<AzurLane>),
        /// Cards lose a keyword.
        Lose(Lose<AzurLane>),
        /// Cards cannot do something.
        Forbid(Forbid<AzurLane>),
        /// Players cannot do something.
        ForbidPlayer(ForbidPlayer<AzurLane>),
        /// Cards may do something beyond the rules.
        Allow(Allow<AzurLane>),
        /// Ships of the own retreat zone are used as if they were in hand.
        UseFromRetreat(UseFromRetreat),
        /// The card on top of this one gets a keyword.
        GrantAbove(GrantAbove),
    }
}

/// The player may use such ships of the own retreat zone as if they were in hand [400.7].
#[wire(Part<AzurLane>)]
pub struct UseFromRetreat {
    /// What they have to be.
    #[part(excluding(context::POSITION))]
    pub fits: Vec<Filter>,
}

impl LastingWord<AzurLane> for UseFromRetreat {
    fn change(&self) -> Change<'_, AzurLane> {
        Change::Own(topics::USE_FROM_RETREAT)
    }
}

/// The card on top of this one gets a keyword [408.2d].
#[wire(Part<AzurLane>)]
pub struct GrantAbove {
    /// Which.
    #[part(plain)]
    pub keyword: Keyword,
}

impl LastingWord<AzurLane> for GrantAbove {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        self.keyword.lint(lint);
        if self.keyword == Keyword::LastStand {
            lint.find("never_effective", findings::last_stand_elsewhere());
        }
    }

    fn change(&self) -> Change<'_, AzurLane> {
        Change::Own(topics::GRANT_ABOVE)
    }
}

crate::topics! {
    /// Topics of continuous skills and running effects, as sets of bits: the loop asks only for effects on a
    /// topic.
    pub mod topics: u64;
    {
        /// Changes numbers.
        NUMBERS[super::super::super::Stat],
        /// Gives or takes keywords.
        KEYWORDS,
        /// Forbids attacks on all targets or on some.
        FORBID_ATTACK,
        /// Forbids every attack.
        FORBID_EVERY_ATTACK,
        /// Allows something beyond the rules.
        ALLOW,
        /// Opens the retreat zone.
        USE_FROM_RETREAT,
        /// Gives skills.
        GRANT_SKILLS,
        /// Takes every skill away.
        LOSE_SKILLS,
        /// Holds a delayed trigger.
        LATER,
        /// Forbids supports.
        FORBID_SUPPORT,
        /// Forbids becoming active.
        FORBID_BECOME_ACTIVE,
        /// Forbids drawing.
        FORBID_DRAW,
        /// Forbids using cards.
        FORBID_USE,
        /// Forbids entering.
        FORBID_ENTER,
        /// Gives keywords to the card above.
        GRANT_ABOVE,
    }
    {
        /// Forbids anything.
        pub const FORBID: u64 = FORBID_ATTACK
            | FORBID_EVERY_ATTACK
            | FORBID_SUPPORT
            | FORBID_BECOME_ACTIVE
            | FORBID_DRAW
            | FORBID_USE
            | FORBID_ENTER;
    }
}
