//! The events that abilities wait for: 指令牌与费用.10, 移动.2, 伤害结算.2 to 伤害结算.11, 维持阶段.1, 回收阶段.1; ruling-58.

use super::super::findings;
use super::super::table::{Cause, Game, owner};
use super::super::{Tianhai, stat};
use super::{Filter, context};
use crate::abilities::filter::has_all_of_object;
use crate::abilities::trigger::Heard;
use crate::abilities::{FilterWord, Lint, Scene, Side};
use crate::kernel::{Object, held, wire};
use crate::triggers;

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

/// What texts hear of: events, and moments that are no event.
#[held(Copy)]
pub enum What {
    /// This order has been deployed: paid, moved, counted.
    Deployed,
    /// Another order has been deployed; the subject is the unit below it.
    OrderDeployed,
    /// A unit has been deployed.
    UnitDeployed,
    /// A unit is turned face up.
    Flipped,
    /// A unit has left its cell by a move order, a charge or an effect.
    Moved,
    /// The lists of targets have just been fixed.
    TargetsListed,
    /// A target is settled; the damage may be 0.
    Struck,
    /// A unit has got wounds.
    Wounded,
    /// A unit has left the game.
    Annihilated,
    /// All targets are settled.
    TargetsSettled,
    /// A unit has taken a cell.
    Occupied,
    /// Before the attack orders are collected.
    Collecting,
    /// After that.
    SettlementOver,
    /// After the automatic discards of a maintenance.
    MaintenanceBegins,
    /// Before the first question of a recovery.
    RecoveryBegins,
    /// This order has left its unit for the discard pile; the subject is that unit.
    OrderDiscarded,
    /// A round begins.
    RoundBegins,
    /// A turn begins.
    TurnBegins,
    /// A turn ends.
    TurnEnds,
}

impl What {
    /// The bit of this kind in sets of events.
    pub const fn bit(self) -> u64 {
        1 << self as u8
    }
}

/// The rows of the triggers name what they wait for by its kind.
type Verb = What;

/// What is fixed for a trigger, whatever its text says.
struct Row {
    /// What it waits for: the bits of kinds of events and moments.
    listens: u64,
    /// How many units of an event its ability can refer to: the subject, then the other one.
    gives: usize,
    /// Whether the lists of targets stand then.
    lists: bool,
}

impl Row {
    const PLAIN: Row = Row { listens: 0, gives: 1, lists: false };
}

triggers! {
    /// This order has been deployed: paid, moved, counted.
    Deployed(Plainly), [Deployed], is_deployed;
    /// Another order has been deployed; the subject is the unit below it.
    OrderDeployed(Who), [OrderDeployed], another_is_deployed;
    /// A unit has been deployed.
    UnitDeployed(Who), [UnitDeployed], happens_to;
    /// A unit is turned face up.
    Flipped(Who), [Flipped], happens_to;
    /// A unit has left its cell by a move order, a charge or an effect.
    Moved(Who), [Moved], happens_to, gives = 2;
    /// The lists of targets have just been fixed.
    TargetsListed(Plainly), [TargetsListed], happens, gives = 0, lists = true;
    /// A target is settled; the damage may be 0.
    Struck(Who), [Struck], happens_to;
    /// A unit has got wounds.
    Wounded(Who), [Wounded], happens_to;
    /// A unit has left the game.
    Annihilated(Who), [Annihilated], happens_to;
    /// All targets are settled.
    TargetsSettled(Plainly), [TargetsSettled], happens, gives = 0;
    /// A unit has taken a cell.
    Occupied(Who), [Occupied], happens_to;
    /// Before the attack orders are collected.
    Collecting(Plainly), [Collecting], happens, gives = 0;
    /// After that.
    SettlementOver(Plainly), [SettlementOver], happens, gives = 0;
    /// After the automatic discards of a maintenance.
    MaintenanceBegins(WhoseTurn), [MaintenanceBegins], in_turn, gives = 0;
    /// Before the first question of a recovery.
    RecoveryBegins(WhoseTurn), [RecoveryBegins], in_turn, gives = 0;
    /// This order has left its unit for the discard pile; the subject is that unit.
    OrderDiscarded(Because), [OrderDiscarded], leaves_because;
    /// A round begins.
    RoundBegins(Plainly), [RoundBegins], happens, gives = 0;
    /// A turn begins.
    TurnBegins(WhoseTurn), [TurnBegins], in_turn, gives = 0;
    /// A turn ends.
    TurnEnds(WhoseTurn), [TurnEnds], in_turn, gives = 0;
}

/// The text of a trigger, which the linter checks.
trait TriggerText {
    fn lint(&self, _lint: &mut Lint<'_, Tianhai>) {}
}

impl TriggerText for Plainly {}

impl TriggerText for WhoseTurn {}

impl TriggerText for Because {
    fn lint(&self, lint: &mut Lint<'_, Tianhai>) {
        if let Some(causes) = &self.cause {
            lint.inside("cause", |lint| lint.filled(causes));
        }
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
}

/// An event or moment, and the order whose ability may hear it.
struct Hearing<'h, 'p> {
    game: &'h Game<'p>,
    me: Object,
    of: &'h Happening,
}

impl Trigger {
    /// The events and moments that it waits for, as a set of bits.
    pub const fn listens(&self) -> u64 {
        self.row().listens
    }

    /// What an ability with this trigger cannot refer to.
    pub fn unavailable(&self) -> impl Iterator<Item = &'static str> {
        let Row { gives, lists, .. } = *self.row();
        context::EVENT.into_iter().skip(gives).chain((!lists).then_some(context::LISTS))
    }

    /// Reports the faults of this trigger.
    pub fn lint(&self, lint: &mut Lint<'_, Tianhai>) {
        lint.inside(&self.word(), |lint| self.text().lint(lint));
    }

    /// What the ability of an order hears of something; `None`: it does not trigger the ability.
    pub fn hears(&self, game: &Game<'_>, me: Object, of: &Happening) -> Option<Heard> {
        self.hear(of.what.bit(), |_| Some(Hearing { game, me, of }))
    }
}

impl Hearing<'_, '_> {
    fn heard_if(&self, fits: bool) -> Option<Heard> {
        fits.then_some(Heard { subject: self.of.subject, other: self.of.other, amount: 0 })
    }

    fn happens(&self, _: &Plainly) -> Option<Heard> {
        self.heard_if(true)
    }

    /// The order of the event is the one that the ability stands on.
    fn is_deployed(&self, _: &Plainly) -> Option<Heard> {
        self.heard_if(self.of.order == Some(self.me))
    }

    /// The deployment of this order itself does not count [ruling-58].
    fn another_is_deployed(&self, who: &Who) -> Option<Heard> {
        (self.of.order != Some(self.me)).then(|| self.happens_to(who))?
    }

    fn in_turn(&self, whose: &WhoseTurn) -> Option<Heard> {
        let Hearing { game, me, .. } = *self;
        let covers = |turn: Side| turn.covers(owner(game, me.card), game.state.facts.active);
        self.heard_if(whose.turn.is_none_or(covers))
    }

    fn leaves_because(&self, because: &Because) -> Option<Heard> {
        let is_cause = |causes: &Vec<Cause>| self.of.cause.is_some_and(|cause| causes.contains(&cause));
        self.heard_if(self.of.order == Some(self.me) && because.cause.as_ref().is_none_or(is_cause))
    }

    fn happens_to(&self, who: &Who) -> Option<Heard> {
        let Hearing { game, me, of } = *self;
        let (subject, other) = (of.subject?, of.other);
        let seat = owner(game, me.card);
        let scene = Scene { subject: Some(subject), other, ..Scene::of(seat, me) };
        let other_fits = || other.is_some_and(|other| has_all_of_object(game, &scene, &who.other, other));
        self.heard_if(
            (who.unit.is_none() || stat::own_unit(game, &scene) == Some(subject))
                && who.side.is_none_or(|side| side.covers(seat, owner(game, subject.card)))
                && (who.other.is_empty() || other_fits())
                && has_all_of_object(game, &scene, &who.fits, subject),
        )
    }
}
