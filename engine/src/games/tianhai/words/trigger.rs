//! The events that abilities wait for: 指令牌与费用.10, 移动.2, 伤害结算.2 to 伤害结算.11, 维持阶段.1, 回收阶段.1; ruling-58.

use super::super::findings;
use super::super::table::{Cause, Game, owner};
use super::super::{Tianhai, stat};
use super::{Filter, context};
use crate::abilities::filter::has_all_of_object;
use crate::abilities::{FilterWord, Lint, Scene, Side};
use crate::kernel::{Object, held, wire};
use crate::words;

/// An event or moment that can trigger abilities.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Happening {
    /// The kind of event or moment.
    pub what: What,
    /// The unit that it happened to.
    pub subject: Option<Object>,
    /// The other unit of the event.
    pub other: Option<Object>,
    /// The order of the event.
    pub order: Option<Object>,
    /// Why the order left its unit.
    pub cause: Option<Cause>,
}

impl Happening {
    /// An event that happens to this unit.
    pub const fn of(what: What, subject: Option<Object>) -> Happening {
        Happening { what, subject, other: None, order: None, cause: None }
    }
}

/// Nothing more is said.
#[wire(Copy)]
pub struct Plainly {}

/// The unit itself.
#[wire(Copy)]
pub enum ThisUnit {
    /// The unit below the order.
    #[serde(rename = "self")]
    Own,
}

/// To which unit something happens.
#[wire(Default)]
pub struct Who {
    /// The unit below the order.
    pub unit: Option<ThisUnit>,
    /// Whose unit, seen from the player of the ability.
    pub side: Option<Side>,
    /// What it has to be.
    #[optional]
    pub fits: Vec<Filter>,
    /// What the other unit of the event has to be.
    #[optional]
    pub other: Vec<Filter>,
}

/// In whose turn.
#[wire(Copy, Default)]
pub struct WhoseTurn {
    /// Whose, seen from the player of the ability; without it, in any.
    pub turn: Option<Side>,
}

/// Why this order left its unit.
#[wire(Default)]
pub struct Because {
    /// One of these causes; without it, any.
    pub cause: Option<Vec<Cause>>,
}

/// Declares the triggers, each with its text and with how many units its event provides: the subject, and the
/// other one.
macro_rules! triggers {
    ($( $(#[$doc:meta])* $name:ident($text:ty), $gives:literal; )*) => {
        words! {
            @declare
            /// What an ability waits for.
            pub enum Trigger { $( $(#[$doc])* $name($text), )* }
        }

        /// What texts hear of.
        #[held(Copy)]
        pub enum What { $( $(#[$doc])* $name, )* }

        impl Trigger {
            /// The kind of event or moment that it waits for.
            pub const fn what(&self) -> What {
                match self { $( Trigger::$name(_) => What::$name, )* }
            }

            /// What an ability with this trigger cannot refer to.
            pub fn unavailable(&self) -> &'static [&'static str] {
                let gives: usize = match self { $( Trigger::$name(_) => $gives, )* };
                let both: &'static [&'static str] = &context::EVENT;
                both.get(gives..).unwrap_or(&[])
            }

            /// Reports the faults of this trigger.
            pub fn lint(&self, lint: &mut Lint<'_, Tianhai>) {
                lint.inside(&self.word(), |lint| match self {
                    $( Trigger::$name(word) => word.lint(lint), )*
                });
            }

            fn fits_event(&self, game: &Game<'_>, me: Object, of: &Happening) -> bool {
                match self { $( Trigger::$name(word) => word.fits(game, me, of), )* }
            }
        }
    };
}

impl What {
    /// The bit of this kind in sets of events.
    pub const fn bit(self) -> u64 {
        1 << self as u8
    }
}

triggers! {
    /// This order has been deployed: paid, moved, counted.
    Deployed(Plainly), 1;
    /// Another order has been deployed; the subject is the unit below it.
    OrderDeployed(Who), 1;
    /// A unit has been deployed.
    UnitDeployed(Who), 1;
    /// A unit is turned face up.
    Flipped(Who), 1;
    /// A unit has left its cell by a move order, a charge or an effect.
    Moved(Who), 2;
    /// The lists of targets have just been fixed.
    TargetsListed(Plainly), 0;
    /// A target is settled; the damage may be 0.
    Struck(Who), 1;
    /// A unit has got wounds.
    Wounded(Who), 1;
    /// A unit has left the game.
    Annihilated(Who), 1;
    /// All targets are settled.
    TargetsSettled(Plainly), 0;
    /// A unit has taken a cell.
    Occupied(Who), 1;
    /// Before the attack orders are collected.
    Collecting(Plainly), 0;
    /// After that.
    SettlementOver(Plainly), 0;
    /// After the automatic discards of a maintenance.
    MaintenanceBegins(WhoseTurn), 0;
    /// Before the first question of a recovery.
    RecoveryBegins(WhoseTurn), 0;
    /// This order has left its unit for the discard pile; the subject is that unit.
    OrderDiscarded(Because), 1;
    /// A round begins.
    RoundBegins(Plainly), 0;
    /// A turn begins.
    TurnBegins(WhoseTurn), 0;
    /// A turn ends.
    TurnEnds(WhoseTurn), 0;
}

/// The text of a trigger: its lint, and whether an event or moment of its kind fits.
trait TriggerText {
    fn lint(&self, _lint: &mut Lint<'_, Tianhai>) {}

    fn fits(&self, game: &Game<'_>, me: Object, of: &Happening) -> bool;
}

impl TriggerText for Plainly {
    fn fits(&self, _: &Game<'_>, me: Object, of: &Happening) -> bool {
        of.what != What::Deployed || of.order == Some(me)
    }
}

impl TriggerText for WhoseTurn {
    fn fits(&self, game: &Game<'_>, me: Object, _: &Happening) -> bool {
        self.turn.is_none_or(|turn| turn.covers(owner(game, me.card), game.state.facts.active))
    }
}

impl TriggerText for Because {
    fn lint(&self, lint: &mut Lint<'_, Tianhai>) {
        if let Some(causes) = &self.cause {
            lint.inside("cause", |lint| context::filled(lint, causes));
        }
    }

    fn fits(&self, _: &Game<'_>, me: Object, of: &Happening) -> bool {
        let because = |cause: &Vec<Cause>| of.cause.is_some_and(|of| cause.contains(&of));
        of.order == Some(me) && self.cause.as_ref().is_none_or(because)
    }
}

impl TriggerText for Who {
    fn lint(&self, lint: &mut Lint<'_, Tianhai>) {
        lint.excluding([context::ORDER], |lint| {
            lint.each("fits", &self.fits, |lint, filter| filter.lint(lint));
            lint.each("other", &self.other, |lint, filter| filter.lint(lint));
        });
        if self.unit.is_some() && self.side.is_some() {
            lint.find("wrong_attribute", findings::owner_of_order());
        }
    }

    fn fits(&self, game: &Game<'_>, me: Object, of: &Happening) -> bool {
        let Some(subject) = of.subject else { return false };
        let (seat, other) = (owner(game, me.card), of.other);
        let scene = Scene { subject: Some(subject), other, ..Scene::of(seat, me) };
        let other_fits = || other.is_some_and(|other| has_all_of_object(game, &scene, &self.other, other));
        // The deployment of this order itself does not count [ruling-58].
        (of.what != What::OrderDeployed || of.order != Some(me))
            && (self.unit.is_none() || stat::own_unit(game, &scene) == Some(subject))
            && self.side.is_none_or(|side| side.covers(seat, owner(game, subject.card)))
            && (self.other.is_empty() || other_fits())
            && has_all_of_object(game, &scene, &self.fits, subject)
    }
}

impl Trigger {
    /// The events and moments that it waits for, as a set of bits.
    pub const fn listens(&self) -> u64 {
        self.what().bit()
    }

    /// Whether something triggers the ability of an order.
    pub fn is_raised_by(&self, game: &Game<'_>, me: Object, of: &Happening) -> bool {
        self.what() == of.what && self.fits_event(game, me, of)
    }
}
