//! Abilities: one paragraph of a card, one ability.

use super::super::BuildDivide;
use super::super::effect::Heard;
use super::super::printed::{Kind, Timing};
use super::super::table::Game;
use super::{Condition, Effect};
use crate::abilities::{Bound, Lint};
use crate::kernel::{EachCard, Event, Object, wire};

/// How an ability is named: the card that it is printed on, and its number there from 0, of a territory those of its back first.
#[wire(Copy, EachCard)]
pub struct AbilityId {
    /// The card, by its place in the pool.
    pub definition: u16,
    /// Its number.
    pub number: u8,
    /// Which of its modes was chosen, from 1; 0: it has none.
    pub mode: u8,
}

/// Where an ability works.
#[wire(Copy, Default)]
pub enum Zone {
    /// 场.
    #[default]
    Field,
    /// 手牌.
    Hand,
    /// 墓地.
    Graveyard,
    /// 能量区.
    Energy,
}

/// How often an ability may be used.
#[wire(Copy)]
pub enum Limit {
    /// Once in a turn [用语.起动能力.3].
    Turn,
}

/// A rule for the set-up, on the back of a territory [ruling-97].
#[wire(Copy)]
pub struct Setup {
    /// So many cards in the starting hand.
    pub hand: Option<u8>,
    /// So many starting energy.
    pub energy: Option<u8>,
    /// So many cards of one name in the deck.
    pub copies: Option<u8>,
}

/// What an ability waits for.
#[wire(Copy)]
pub enum Trigger {
    /// Nothing.
    Nothing,
}

impl Trigger {
    /// What it hears of an event, if it waited for it.
    pub fn hears(&self, _: &Game<'_>, _: Object, _: &Event<BuildDivide>, _: &Bound) -> Option<Heard> {
        None
    }
}

/// An automatic ability [用语.自动能力].
#[wire]
pub struct Automatic {
    /// The event.
    pub on: Trigger,
    /// Its condition.
    pub when: Option<Condition>,
    /// What it does.
    #[serde(rename = "do")]
    pub effects: Vec<Effect>,
}

/// An activated ability [用语.起动能力].
#[wire]
pub struct Activated {
    /// When it may be used.
    pub timing: Timing,
    /// What it does.
    #[serde(rename = "do")]
    pub effects: Vec<Effect>,
}

/// The text of a command.
#[wire]
pub struct Command {
    /// What it does.
    #[serde(rename = "do")]
    pub effects: Vec<Effect>,
}

/// One paragraph of a card.
#[wire]
pub enum Ability {
    /// Raised by an event.
    Automatic(Automatic),
    /// Used by a player.
    Activated(Activated),
    /// The text of a command.
    Command(Command),
    /// A rule for the set-up.
    Setup(Setup),
}

/// What is asked of a card again and again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Traits {
    /// The events that its abilities wait for on the field, by the bits of their verbs.
    pub listens: u64,
    /// Those that they wait for elsewhere.
    pub listens_elsewhere: u64,
}

impl Traits {
    /// Those of several abilities.
    pub fn of<'a>(_: impl IntoIterator<Item = &'a Ability>) -> Traits {
        Traits::default()
    }

    /// Those of two together.
    #[must_use]
    pub const fn and(self, other: Traits) -> Traits {
        Traits {
            listens: self.listens | other.listens,
            listens_elsewhere: self.listens_elsewhere | other.listens_elsewhere,
        }
    }
}

/// Where an ability stands: on a card of a kind; of a territory, on its back.
#[derive(Debug, Clone, Copy)]
pub struct Printing {
    /// The kind of the card.
    pub kind: Kind,
    /// The back of a territory.
    pub back: bool,
}

impl Ability {
    /// What it does, in a mode.
    pub fn effects(&self, _: u8) -> &[Effect] {
        match self {
            Ability::Automatic(word) => &word.effects,
            Ability::Activated(word) => &word.effects,
            Ability::Command(word) => &word.effects,
            Ability::Setup(_) => &[],
        }
    }

    /// Of one that an event raises: what it says.
    pub const fn automatic(&self) -> Option<&Automatic> {
        match self {
            Ability::Automatic(word) => Some(word),
            _ => None,
        }
    }

    /// Of a command: what its text says.
    pub const fn command(&self) -> Option<&Command> {
        match self {
            Ability::Command(word) => Some(word),
            _ => None,
        }
    }

    /// What it says of the set-up.
    pub const fn setup(&self) -> Option<&Setup> {
        match self {
            Ability::Setup(setup) => Some(setup),
            _ => None,
        }
    }

    /// The title by which it is awakened.
    pub const fn awakened(&self) -> Option<&str> {
        None
    }

    /// How often it may be used, or triggers.
    pub const fn limit(&self) -> Option<Limit> {
        None
    }

    /// Where it works.
    pub const fn zone(&self) -> Zone {
        Zone::Field
    }

    /// Looks for what cannot be meant.
    pub fn lint(&self, _: &mut Lint<'_, BuildDivide>, on: Printing) {
        let _ = (on.kind, on.back);
    }
}
