//! Abilities in play: each has a head and a body.

mod lint;
mod written;

pub use written::{
    Activated, Continuous, Effective, Frame, Immediate, Limit, Mode, ReplacementAbility, Text, Triggered,
    Written,
};

use super::Condition;
use super::continuous::Static;
use super::trigger::{On, Timing, Whom};
use crate::abilities::Side;
use crate::games::xinglingwang::table::{Means, Verb};
use crate::heads;

/// What abilities of every kind can have; what a kind lacks is at its default.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Head {
    /// 可: its player decides.
    pub optional: bool,
    /// Where its card has to be.
    pub zone: Effective,
    /// What is done; a continuous ability has none.
    pub text: Text,
    /// The condition of a continuous ability; others have theirs in the text.
    pub when: Option<Condition>,
    /// What a continuous ability does.
    pub apply: Vec<Static>,
}

heads! {
    /// One ability of a card.
    Ability of Written, Head;
    /// What one kind of ability has alone.
    Body {
        /// 立即.
        Immediate(Immediate { optional, text }): [optional text];
        /// At a moment.
        Triggered(Triggered { on, optional, zone, text }): [optional zone text], {
            /// What it waits for.
            on: On
        };
        /// In a phase.
        Activated(Activated { timing, zone, text }): [zone text], {
            /// When; one of these is enough.
            timing: Vec<Timing>
        };
        /// While the card is there.
        Continuous(Continuous { when, zone, apply }): [when zone apply];
        /// Instead of something.
        Replacement(ReplacementAbility { event, who, means, optional, decides, anywhere, text }):
            [optional text], {
            /// What does not happen: one of these.
            event: Vec<Verb>,
            /// To whom it does not happen.
            who: Whom,
            /// By which means.
            means: Option<Means>,
            /// Who decides, where it is optional; without a word, the player on whose half the unit stands.
            decides: Option<Side>,
            /// It is also there for the card itself where that lies in hand, in the deck or in the graveyard.
            anywhere: bool
        };
    }
}

impl Ability {
    /// What it waits for, if events trigger it.
    pub(crate) const fn trigger(&self) -> Option<&On> {
        if let Body::Triggered { on } = &self.body { Some(on) } else { None }
    }

    /// When players can use it, if they do.
    pub(crate) const fn timing(&self) -> Option<&[Timing]> {
        if let Body::Activated { timing } = &self.body { Some(timing.as_slice()) } else { None }
    }

    /// Whether it is 立即.
    pub(crate) const fn is_immediate(&self) -> bool {
        matches!(self.body, Body::Immediate {})
    }

    /// Whether it holds while its card is there.
    pub(crate) const fn is_continuous(&self) -> bool {
        matches!(self.body, Body::Continuous {})
    }

    /// Whether it is there for the card itself wherever that lies.
    pub(crate) const fn is_anywhere(&self) -> bool {
        matches!(self.body, Body::Replacement { anywhere: true, .. })
    }
}
