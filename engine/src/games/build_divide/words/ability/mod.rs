//! Abilities in play: each paragraph of a card is one, of a head and a body.

mod interests;
mod lint;
mod written;

pub use interests::Interests;
pub use lint::Printing;
pub use written::{
    Activated, Alternative, Automatic, Awakened, Command, Continuous, Limit, Replaced, Replacement, Setup,
    Text, Written, Zone,
};

use super::super::BuildDivide;
use super::super::printed::{EnergyCost, Timing};
use super::super::table::Means;
use super::change::{Keyword, topics};
use super::condition::Condition;
use super::effect::Effect;
use super::keyword::KeywordAbility;
use super::target::Group;
use super::trigger::{Trigger, Who};
use super::{Costs, Static};
use crate::abilities::lasting::topics_of;
use crate::heads;
use crate::kernel::{MapCards, wire};

/// How an ability is named: the card that it is printed on, and its number there from 0, of a territory those
/// of its back first.
#[wire(Copy, MapCards)]
pub struct AbilityId {
    /// The card, by its place in the pool.
    pub definition: u16,
    /// Its number.
    pub number: u8,
    /// Which of its modes was chosen, from 1; 0: it has none.
    pub mode: u8,
}

impl AbilityId {
    /// Card and ability as one number.
    pub fn text(self) -> u32 {
        u32::from(self.definition) << 8 | u32::from(self.number)
    }
}

/// What abilities of every kind can have; what a kind lacks is at its default.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Head {
    /// The keyword that the ability is.
    pub keyword: Option<KeywordAbility>,
    /// The titles by which it is awakened; without it, it need not be.
    pub awakened: Option<Awakened>,
    /// Its condition.
    pub when: Option<Condition>,
    /// The limit of its uses or triggers.
    pub limit: Option<Limit>,
    /// The zone in which it works.
    pub zone: Zone,
    /// The cost of its text, besides the energy of a used card.
    pub cost: Option<Costs>,
    /// What a continuous ability does while it works.
    pub apply: Vec<Static>,
    /// The targets of its text.
    pub targets: Vec<Group>,
    /// The effects of its text.
    pub effects: Vec<Effect>,
    /// In place of both: several texts.
    pub modes: Vec<Text>,
}

heads! {
    /// One paragraph of a card.
    Ability of Written, Head;
    /// What one kind of ability has alone.
    Body {
        /// Raised by an event.
        Automatic(Automatic { on, awakened, when, limit, zone, targets, effects, modes }):
            [awakened when limit zone targets effects modes], {
            /// The event.
            on: Trigger
        };
        /// Used by a player.
        Activated(Activated { timing, cost, awakened, when, limit, zone, targets, effects, modes }):
            [cost awakened when limit zone targets effects modes], {
            /// When it may be used.
            timing: Timing
        };
        /// In force as long as it is there.
        Continuous(Continuous { awakened, when, zone, apply }): [awakened when zone apply];
        /// The text of a command.
        Command(Command { cost, when, targets, effects, modes }): [cost when targets effects modes];
        /// Another energy cost, chosen on use.
        Evol(energy): [], {
            /// What is paid.
            energy: EnergyCost
        };
        /// Another whole cost, chosen on use.
        Alternative(Alternative { cost }): [], {
            /// What is paid.
            cost: Costs
        };
        /// Something else happens instead.
        Replacement(Replacement { event, who, means, optional, awakened, effects, then_happens }):
            [awakened effects], {
            /// What is replaced.
            event: Vec<Replaced>,
            /// To which unit it would happen.
            who: Who,
            /// By which means.
            means: Option<Means>,
            /// Whether its player decides.
            optional: bool,
            /// The event is only put off.
            then_happens: bool
        };
        /// A rule for the set-up.
        Setup(setup): [], {
            /// Its numbers.
            setup: Setup
        };
    }
    Keyword is keyword;
}

impl Ability {
    /// The targets and effects of a mode, counted from 1; 0: of a text without modes.
    fn text(&self, mode: u8) -> (&[Group], &[Effect]) {
        match usize::from(mode).checked_sub(1) {
            None => (&self.head.targets, &self.head.effects),
            Some(index) => {
                let text = self.head.modes.get(index);
                text.map_or((&[], &[]), |text| (&text.targets, &text.effects))
            }
        }
    }

    /// The effects of a mode.
    pub fn effects(&self, mode: u8) -> &[Effect] {
        self.text(mode).1
    }

    /// The groups of targets of a mode.
    pub fn targets(&self, mode: u8) -> &[Group] {
        self.text(mode).0
    }

    /// The keyword that the ability is, if any.
    pub fn keyword(&self) -> Option<Keyword> {
        self.head.keyword.as_ref().map(|keyword| keyword.printed.name())
    }

    /// The event that triggers it, if one does.
    pub const fn trigger(&self) -> Option<&Trigger> {
        if let Body::Automatic { on } = &self.body { Some(on) } else { None }
    }

    /// The cost of the text, besides the energy of a used card.
    pub const fn cost(&self) -> Option<&Costs> {
        if let Body::Alternative { cost } = &self.body { Some(cost) } else { self.head.cost.as_ref() }
    }

    /// How many modes the ability has; 0: it has one text.
    pub const fn modes(&self) -> usize {
        self.head.modes.len()
    }

    /// Whether players use it.
    pub const fn is_activated(&self) -> bool {
        matches!(self.body, Body::Activated { .. })
    }

    /// The rule for the set-up that the ability is, if it is one.
    pub const fn setup(&self) -> Option<&Setup> {
        if let Body::Setup { setup } = &self.body { Some(setup) } else { None }
    }

    fn about(&self) -> u64 {
        let keyword = if self.head.keyword.is_some() { topics::KEYWORDS } else { 0 };
        keyword | topics_of::<BuildDivide>(&self.head.apply)
    }

    /// Whether a text can give the ability to another unit.
    pub const fn can_be_given(&self) -> bool {
        let given = match self.body {
            Body::Automatic { .. }
            | Body::Activated { .. }
            | Body::Continuous {}
            | Body::Replacement { .. } => self.head.keyword.is_none(),
            Body::Command {} | Body::Evol { .. } | Body::Alternative { .. } | Body::Setup { .. } => false,
        };
        given && matches!(self.head.zone, Zone::Field)
    }
}
