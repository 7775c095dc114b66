//! The texts of triggers. A text consists of parts; the event has to fit each of them. A part says which card
//! has a role in the event, how it happened, or what one of its cards has to be.

use super::super::{Filter, context};
use super::{Hearing, Trigger};
use crate::abilities::{self, Lint, Side};
use crate::games::azur_lane::table::{Means, Phase};
use crate::games::azur_lane::{AzurLane, findings};
use crate::kernel::{Object, Seat, wire};
use crate::schema::JsonSchema;
use serde::{Deserialize, Serialize};
use std::marker::PhantomData;

/// Which card an event has to happen to.
#[wire(Default, Part<AzurLane>)]
pub enum Whom {
    /// The card that the skill stands on.
    #[default]
    This,
    /// Any card of a side with these properties.
    Cards {
        /// Whose.
        #[optional]
        side: Side,
        /// What it has to be.
        #[optional]
        #[part(excluding(context::EVENTS))]
        fits: Vec<Filter>,
    },
}

/// How a ship was destroyed.
#[wire(Copy, Default)]
pub enum By {
    /// Either way.
    #[default]
    Any,
    /// By battle.
    Battle,
    /// By a skill.
    Skill,
}

/// Where a support came from.
#[wire(Copy, Default)]
pub enum From {
    /// Either way.
    #[default]
    Any,
    /// From the battlefield.
    Field,
    /// From hand.
    Hand,
}

/// Why a card became rested.
#[wire(Copy)]
pub enum RestedBy {
    /// By attacking.
    Attack,
    /// By supporting.
    Support,
    /// By a skill, its activation cost included [ruling-96].
    Skill,
}

/// The role of a card in the battle that ends.
#[wire(Copy)]
pub enum BattleRole {
    /// It attacked.
    Attacked,
    /// It was attacked.
    WasAttacked,
    /// It supported.
    Supported,
}

/// Declares the cards of an event that parts of triggers are about: each role with the function of `Hearing`
/// that finds its card, and the one that finds the player whose card it is.
macro_rules! roles {
    ($( $(#[$doc:meta])* $role:ident, $card:ident, $player:ident; )*) => { $(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $role;

        impl Role for $role {
            fn card(hearing: &Hearing<'_, '_>) -> Option<Object> {
                hearing.$card()
            }

            fn player(hearing: &Hearing<'_, '_>, card: Object) -> Seat {
                hearing.$player(card)
            }
        }
    )* };
}

roles! {
    /// The subject, of the player by whom the event happens.
    Actor, subject, doer;
    /// The subject, of the player in whose zone it lay.
    Moved, subject, holder_before;
    /// What the subject became: another object if it changed zone [400.6].
    Entered, became, doer;
    /// The other card, of the other player.
    Opposing, other, opponent_of_doer;
    /// The other card, of the same player.
    Helped, other, doer;
    /// The other card, of the player who controls it.
    Destroyer, other, controller;
    /// The card whose skill did it.
    Source, source, doer;
}

/// A card of an event.
trait Role {
    /// That card.
    fn card(hearing: &Hearing<'_, '_>) -> Option<Object>;

    /// The player whose card it is.
    fn player(hearing: &Hearing<'_, '_>, card: Object) -> Seat;
}

/// What the card of an event that has a role has to be; on the wire only that.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline, transform = crate::abilities::trigger::undescribed)]
pub struct Of<R, T>(T, PhantomData<R>);

/// Declares texts of triggers. A text consists of parts; the event has to fit each of them.
macro_rules! texts_of_parts {
    ($(
        $(#[$doc:meta])*
        $name:ident { $( $(#[$about:meta])* $part:ident: $text:ty, )* }
    )*) => { $(
        $(#[$doc])*
        #[wire]
        #[schemars(inline, transform = crate::abilities::trigger::undescribed)]
        pub struct $name { $( $(#[$about])* pub $part: $text, )* }

        impl TriggerText for $name {
            fn all_parts(&self, test: &mut dyn FnMut(&'static str, &dyn Part) -> bool) -> bool {
                true $(&& test(stringify!($part), &self.$part))*
            }
        }
    )* };
}

texts_of_parts! {
    /// An attack, seen from the attacker.
    Attacks {
        /// Which attacker.
        #[optional]
        who: Of<Actor, Whom>,
        /// What the target has to be.
        #[optional]
        target: Of<Opposing, Vec<Filter>>,
    }
    /// An attack, seen from its target.
    Attacked {
        /// Which target.
        #[optional]
        who: Of<Opposing, Whom>,
        /// What the attacker has to be.
        #[optional]
        attacker: Of<Actor, Vec<Filter>>,
    }
    /// A support, seen from the supporter.
    Supports {
        /// Which supporter.
        #[optional]
        who: Of<Actor, Whom>,
        /// From where.
        #[optional]
        from: From,
    }
    /// A support, seen from the battling card.
    Supported {
        /// Which battling card.
        #[optional]
        who: Of<Helped, Whom>,
        /// From where.
        #[optional]
        from: From,
    }
    /// A destruction, seen from the destroyer.
    Destroys {
        /// Which destroyer.
        #[optional]
        who: Of<Destroyer, Whom>,
        /// How.
        #[optional]
        by: By,
        /// What the destroyed ship has to be.
        #[optional]
        victim: Of<Moved, Vec<Filter>>,
    }
    /// A destruction, seen from the destroyed ship.
    Destroyed {
        /// Which ship.
        #[optional]
        who: Of<Moved, Whom>,
        /// How.
        #[optional]
        by: By,
    }
    /// A card that becomes rested.
    BecomesRested {
        /// Which card.
        #[optional]
        who: Of<Moved, Whom>,
        /// Why; empty: for any reason.
        #[optional]
        by: Vec<RestedBy>,
        /// What the card whose skill did it has to be; empty: anything.
        #[optional]
        source: Of<Source, Vec<Filter>>,
    }
    /// A phase or step that begins.
    PhaseStarts {
        /// Which.
        phase: Phase,
        /// In whose turn.
        #[optional]
        turn: Side,
    }
    /// A discard.
    Discards {
        /// Who.
        #[optional]
        side: Side,
        /// What the card has to be.
        #[optional]
        fits: FromHand,
    }
    /// The use of an event.
    EventUsed {
        /// Who.
        #[optional]
        side: Side,
        /// What the event has to be.
        #[optional]
        fits: FromHand,
    }
    /// The use of a ship.
    ShipUsed {
        /// Who.
        #[optional]
        side: Side,
        /// What the ship has to be.
        #[optional]
        fits: FromHand,
    }
}

/// The text of a trigger, as the parts that an event has to fit.
pub(super) trait TriggerText {
    /// Whether all parts pass a test, which gets their names, too; the name of an only part is empty.
    fn all_parts(&self, test: &mut dyn FnMut(&'static str, &dyn Part) -> bool) -> bool;
}

impl<T: Part> TriggerText for T {
    fn all_parts(&self, test: &mut dyn FnMut(&'static str, &dyn Part) -> bool) -> bool {
        test("", self)
    }
}

/// A part of a trigger, which the linter checks and an event has to fit.
pub(super) trait Part {
    /// Whether the event fits it.
    fn fits(&self, hearing: &Hearing<'_, '_>) -> bool;

    /// Reports its faults; the part stands at this path of the trigger.
    fn lint(&self, _lint: &mut Lint<'_, AzurLane>, _at: &str) {}

    /// The events that it adds to those of its trigger, as a set of bits.
    fn events(&self) -> u64 {
        0
    }

    /// What words cannot refer to because of it.
    fn unavailable(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// Whether only the card that the skill stands on fits it.
    fn is_this(&self) -> bool {
        false
    }
}

impl<R: Role> Part for Of<R, Whom> {
    fn fits(&self, hearing: &Hearing<'_, '_>) -> bool {
        let Some(card) = R::card(hearing) else { return false };
        match &self.0 {
            Whom::This => card.card == hearing.scene.me.card,
            Whom::Cards { side, fits } => {
                side.covers(hearing.scene.seat, R::player(hearing, card)) && hearing.has_all(fits, Some(card))
            }
        }
    }

    fn lint(&self, lint: &mut Lint<'_, AzurLane>, at: &str) {
        abilities::Part::lint_at(&self.0, at, lint);
    }

    fn is_this(&self) -> bool {
        matches!(self.0, Whom::This)
    }
}

impl<R: Role> Part for Of<R, Vec<Filter>> {
    fn fits(&self, hearing: &Hearing<'_, '_>) -> bool {
        hearing.has_all(&self.0, R::card(hearing))
    }

    fn lint(&self, lint: &mut Lint<'_, AzurLane>, at: &str) {
        abilities::Part::lint_at(&self.0, at, lint);
    }
}

/// What the subject has to be; no property asks for its place, as it was used or discarded.
#[wire(Default, Part<AzurLane>)]
#[schemars(inline, transform = crate::abilities::trigger::undescribed)]
pub struct FromHand(#[part(excluding(context::POSITION))] Vec<Filter>);

impl Part for FromHand {
    fn fits(&self, hearing: &Hearing<'_, '_>) -> bool {
        hearing.has_all(&self.0, hearing.subject())
    }

    fn lint(&self, lint: &mut Lint<'_, AzurLane>, at: &str) {
        abilities::Part::lint_at(self, at, lint);
    }
}

impl Part for Side {
    fn fits(&self, hearing: &Hearing<'_, '_>) -> bool {
        self.covers(hearing.scene.seat, hearing.event.proposal.seat)
    }
}

impl Part for Phase {
    fn fits(&self, hearing: &Hearing<'_, '_>) -> bool {
        hearing.event.proposal.detail.phase == Some(*self)
    }

    fn lint(&self, lint: &mut Lint<'_, AzurLane>, _: &str) {
        if *self == Phase::Setup {
            lint.find("never_heard", findings::setup_is_no_phase());
        }
    }

    fn events(&self) -> u64 {
        self.starts_bit()
    }

    fn unavailable(&self) -> Vec<&'static str> {
        if self.is_step() { Vec::new() } else { context::IN_BATTLE.to_vec() }
    }
}

impl Part for BattleRole {
    fn fits(&self, hearing: &Hearing<'_, '_>) -> bool {
        let card = hearing.scene.me;
        hearing.game.state.facts.battle.as_ref().is_some_and(|battle| match self {
            BattleRole::Attacked => battle.attacker.card == card.card,
            BattleRole::WasAttacked => battle.target.card == card.card,
            BattleRole::Supported => battle.supporters.contains(&card),
        })
    }
}

impl Part for By {
    fn fits(&self, hearing: &Hearing<'_, '_>) -> bool {
        match self {
            By::Any => true,
            By::Battle => matches!(hearing.means(), Means::Battle),
            By::Skill => matches!(hearing.means(), Means::Skill | Means::Cost),
        }
    }
}

impl Part for From {
    fn fits(&self, hearing: &Hearing<'_, '_>) -> bool {
        match self {
            From::Any => true,
            From::Field => matches!(hearing.means(), Means::Field),
            From::Hand => matches!(hearing.means(), Means::Hand),
        }
    }
}

impl Part for Vec<RestedBy> {
    fn fits(&self, hearing: &Hearing<'_, '_>) -> bool {
        let is_by = |by: &RestedBy| match by {
            RestedBy::Attack => matches!(hearing.means(), Means::Attack),
            RestedBy::Support => matches!(hearing.means(), Means::Support),
            RestedBy::Skill => matches!(hearing.means(), Means::Skill | Means::Cost),
        };
        self.is_empty() || self.iter().any(is_by)
    }
}

/// A trigger without a text is about the card that the skill stands on, as the subject.
impl Part for () {
    fn fits(&self, hearing: &Hearing<'_, '_>) -> bool {
        hearing.is_of_this()
    }

    fn is_this(&self) -> bool {
        true
    }
}

/// The fewest and the most members of an `any`.
const MEMBERS: std::ops::RangeInclusive<usize> = 2..=10;

impl Part for Vec<Trigger> {
    fn fits(&self, hearing: &Hearing<'_, '_>) -> bool {
        self.iter().any(|on| on.heard(hearing).is_some())
    }

    fn lint(&self, lint: &mut Lint<'_, AzurLane>, at: &str) {
        if !MEMBERS.contains(&self.len()) {
            lint.inside(at, |lint| {
                lint.find("number_out_of_range", findings::event_count(*MEMBERS.start(), *MEMBERS.end()))
            });
        }
        lint.each(at, self, |lint, on| {
            if let Trigger::Any(_) = on {
                lint.find("nested_any", findings::nested_any());
            } else {
                on.lint(lint);
            }
        });
    }

    fn events(&self) -> u64 {
        self.iter().fold(0, |all, on| all | on.listens())
    }

    fn unavailable(&self) -> Vec<&'static str> {
        self.iter().flat_map(Trigger::unavailable).collect()
    }
}
