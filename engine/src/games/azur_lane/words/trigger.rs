//! The events that auto skills wait for [304.2, 304.2a, 602.8–602.18].

use super::super::findings;
use super::super::printed::Kind;
use super::super::table::{self, Means, Phase, Verb};
use super::super::{AzurLane, stat};
use super::skill::Zone;
use super::{Filter, context};
use crate::abilities::filter::has_all_of_object;
use crate::abilities::lint::meant;
use crate::abilities::trigger::Heard;
use crate::abilities::{FilterWord, Lint, Scene, Side};
use crate::kernel::{Event, Match, Object, Point, Seat, Spot, wire};
use crate::schema::JsonSchema;
use crate::triggers;
use crate::verdict::Cite;
use serde::{Deserialize, Serialize};
use std::marker::PhantomData;

/// Which card an event has to happen to.
#[wire(Default)]
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

/// Declares texts of triggers, of parts that an event all has to fit.
macro_rules! texts {
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

texts! {
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

/// What is fixed for a trigger, whatever its text says.
struct Row {
    /// The verbs of its events, as a set of bits.
    listens: u64,
    /// How many objects of an event its skill can refer to: the subject, then the other one.
    gives: usize,
    /// The rules that define it.
    rules: &'static [Cite],
    /// Whether its events happen outside battles.
    outside_battle: bool,
    /// Whether its subject is not on the battlefield after the event.
    subject_leaves: bool,
    /// Whether its event may move the card that the skill stands on to another zone.
    may_take_this: bool,
    /// Where a card hears it besides the zone of its skill.
    also_heard_in: Option<Zone>,
}

impl Row {
    const PLAIN: Row = Row {
        listens: 0,
        gives: 2,
        rules: &[],
        outside_battle: false,
        subject_leaves: false,
        may_take_this: false,
        also_heard_in: None,
    };
}

triggers! {
    /// An event that a skill waits for.
    #[wire]
    pub enum Trigger;

    /// 登場時: a ship entered, in whatever way [602.10].
    Enters(Of<Entered, Whom>), [Enter], happens, gives = 1, rules = &[cite!("602.10")];
    /// 攻擊時: after the declaration [602.11].
    Attacks(Attacks), [Attack], happens, rules = &[cite!("602.11")];
    /// 被攻擊時: after the declaration [602.12].
    Attacked(Attacked), [Attack], happens, rules = &[cite!("602.12")];
    /// 支援時 [602.13].
    Supports(Supports), [Support], happens, rules = &[cite!("602.13")], may_take_this = true;
    /// 被支援時 [602.14].
    Supported(Supported), [Support], happens, rules = &[cite!("602.14")];
    /// 擊破時: it destroyed a ship [602.15].
    Destroys(Destroys), [Destroy], happens, rules = &[cite!("602.15")], subject_leaves = true;
    /// 被擊破時: it was destroyed [602.16].
    Destroyed(Destroyed), [Destroy], happens, rules = &[cite!("602.16")], subject_leaves = true,
        may_take_this = true;
    /// It dealt damage to the opponent's flagship [508.1].
    DealsDamage(Of<Opposing, Whom>), [Damage], happens, rules = &[cite!("508.1c")];
    /// A player's flagship was dealt damage [508.1].
    DamageReceived(Side), [Damage], happens, rules = &[cite!("508.1c")];
    /// 轉為休息狀態時: from active to rested on the battlefield [602.18].
    BecomesRested(BecomesRested), [Rest], happens, gives = 1, rules = &[cite!("602.18")];
    /// From rested to active on the battlefield.
    BecomesActive(Of<Moved, Whom>), [Activate], happens, gives = 1, rules = &[cite!("304.2")];
    /// 戰鬥結束時: a battle ends in which it had this role [ruling-24].
    BattleEnds(BattleRole), [BattleEnds], happens, gives = 0, rules = &[cite!("508.3")];
    /// 己方回合結束時, 對方回合結束時 [602.8, 602.9].
    TurnEnds(Side), [TurnEnds], turn_ends, gives = 0, outside_battle = true;
    /// 階段開始時: a phase or step begins [500.4].
    PhaseStarts(PhaseStarts), [], happens, gives = 0, rules = &[cite!("500.4")];
    /// A card entered on top of it [408.2d].
    CoveredByEntry, [Cover], happens, rules = &[cite!("408.2d")], also_heard_in = Some(Zone::Under);
    /// It left the battlefield.
    LeavesBattlefield(Of<Moved, Whom>), [Destroy Retreat ToRetreat ToHand ToDeck ToDurability], leaves,
        rules = &[cite!("304.2")], subject_leaves = true, may_take_this = true;
    /// It went from the battlefield to the retreat zone, in whatever way.
    RetreatsFromBattlefield(Of<Moved, Whom>), [Destroy Retreat ToRetreat], happens_on_battlefield,
        rules = &[cite!("304.2")], subject_leaves = true, may_take_this = true;
    /// A player discarded a card [313.3a].
    Discards(Discards), [Discard], happens, gives = 1, rules = &[cite!("304.2")], subject_leaves = true,
        may_take_this = true;
    /// This card was discarded.
    Discarded, [Discard], happens, gives = 1, rules = &[cite!("304.2")], subject_leaves = true,
        may_take_this = true, also_heard_in = Some(Zone::Retreat);
    /// A player used an event.
    EventUsed(EventUsed), [Use], event_is_used, gives = 1, rules = &[cite!("304.2")];
    /// A player used a ship.
    ShipUsed(ShipUsed), [Use], ship_is_used, gives = 1, rules = &[cite!("304.2")];
    // Each member has its own rules, and what only some of their events provide may be missing.
    /// One of several events, none of them an `any` itself. An event that is several of them brings the skill
    /// up once.
    Any(Vec<Trigger>), [], happens;
}

/// The text of a trigger, as the parts that an event has to fit.
trait TriggerText {
    /// Whether all parts pass a test, which gets their names, too; the name of an only part is empty.
    fn all_parts(&self, test: &mut dyn FnMut(&'static str, &dyn Part) -> bool) -> bool;
}

impl<T: Part> TriggerText for T {
    fn all_parts(&self, test: &mut dyn FnMut(&'static str, &dyn Part) -> bool) -> bool {
        test("", self)
    }
}

/// An event, and the skill that may hear it.
#[derive(Clone, Copy)]
struct Hearing<'h, 'p> {
    game: &'h Match<'p, AzurLane>,
    scene: Scene<'h>,
    event: &'h Event<AzurLane>,
}

impl Hearing<'_, '_> {
    fn means(&self) -> Means {
        self.event.proposal.detail.means
    }

    fn subject(&self) -> Option<Object> {
        self.event.subject
    }

    fn became(&self) -> Option<Object> {
        self.event.became
    }

    fn other(&self) -> Option<Object> {
        self.event.proposal.detail.other
    }

    fn source(&self) -> Option<Object> {
        self.event.proposal.source
    }

    /// The player by whom the event happens.
    fn doer(&self, _: Object) -> Seat {
        self.event.proposal.seat
    }

    fn opponent_of_doer(&self, card: Object) -> Seat {
        self.doer(card).other()
    }

    fn controller(&self, card: Object) -> Seat {
        stat::controller(self.game, card)
    }

    /// The player in whose zone the subject lay.
    fn holder_before(&self, card: Object) -> Seat {
        match self.event.from {
            Some(Spot::Place(place, _)) => {
                table::Zone::at(place).map_or(self.event.proposal.seat, |(_, side)| side)
            }
            Some(Spot::Member(..)) => table::owner(self.game, card.card),
            None => self.event.proposal.seat,
        }
    }

    /// Whether a card of the event has properties; one that is not there has none.
    fn has_all(&self, fits: &[Filter], card: Option<Object>) -> bool {
        let has_all = |card| has_all_of_object(self.game, &self.scene, fits, card);
        fits.is_empty() || card.is_some_and(has_all)
    }

    /// Whether the subject came from the battlefield; what lay under another card did not [408.5a].
    fn is_from_battlefield(&self) -> bool {
        match self.event.from {
            Some(Spot::Place(place, _)) => table::BATTLEFIELD.seat(place).is_some(),
            Some(Spot::Member(..)) => !self.game.in_force(cite!("408.5a")),
            None => false,
        }
    }

    /// Whether the subject is the card that the skill stands on.
    fn is_of_this(&self) -> bool {
        self.event.subject.is_some_and(|object| object.card == self.scene.me.card)
    }

    fn happens(&self, text: &impl TriggerText) -> Option<Heard> {
        let Scene { subject, other, .. } = self.scene;
        text.all_parts(&mut |_, part| part.fits(self)).then_some(Heard { subject, other, amount: 0 })
    }

    fn turn_ends(&self, side: &Side) -> Option<Heard> {
        let rules: &[Cite] = match side {
            Side::Own => &[cite!("602.8")],
            Side::Opponent => &[cite!("602.9")],
            Side::Both => &[cite!("602.8"), cite!("602.9")],
        };
        self.game.all_in_force(rules).then(|| self.happens(side))?
    }

    fn happens_on_battlefield(&self, whom: &Of<Moved, Whom>) -> Option<Heard> {
        self.is_from_battlefield().then(|| self.happens(whom))?
    }

    /// The subject leaves the battlefield as another object than it was there.
    fn leaves(&self, whom: &Of<Moved, Whom>) -> Option<Heard> {
        let is_another = self.event.became != self.event.subject;
        is_another.then(|| self.happens_on_battlefield(whom))?
    }

    fn event_is_used(&self, used: &EventUsed) -> Option<Heard> {
        self.is_used(Kind::Event, used)
    }

    fn ship_is_used(&self, used: &ShipUsed) -> Option<Heard> {
        self.is_used(Kind::Ship, used)
    }

    fn is_used(&self, kind: Kind, used: &impl TriggerText) -> Option<Heard> {
        let is_it = table::printed(self.game, self.event.subject?.card).kind == kind;
        is_it.then(|| self.happens(used))?
    }
}

/// A part of a trigger, which the linter checks and an event has to fit.
trait Part {
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
        lint.excluding([context::EVENTS], |lint| {
            lint.inside(at, |lint| {
                if let Whom::Cards { fits, .. } = &self.0 {
                    lint.inside("cards", |lint| lint.each("fits", fits, |lint, filter| filter.lint(lint)));
                }
            });
        });
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
        lint.each(at, &self.0, |lint, filter| filter.lint(lint));
    }
}

/// What the subject has to be; no property asks for its place, as it was used or discarded.
#[wire(Default)]
#[schemars(inline, transform = crate::abilities::trigger::undescribed)]
pub struct FromHand(Vec<Filter>);

impl Part for FromHand {
    fn fits(&self, hearing: &Hearing<'_, '_>) -> bool {
        hearing.has_all(&self.0, hearing.subject())
    }

    fn lint(&self, lint: &mut Lint<'_, AzurLane>, at: &str) {
        lint.excluding([context::POSITION], |lint| {
            lint.each(at, &self.0, |lint, filter| filter.lint(lint));
        });
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

impl Trigger {
    /// Reports the faults of this trigger.
    pub fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        let word = self.word();
        self.text().all_parts(&mut |name, part| {
            let path = if name.is_empty() { word.clone() } else { format!("{word}/{name}") };
            part.lint(lint, &path);
            true
        });
    }

    /// What words cannot refer to when an event of this trigger happens.
    pub fn unavailable(&self) -> Vec<&'static str> {
        let row = self.row();
        let objects = context::EVENT.into_iter().skip(row.gives);
        let battle = context::IN_BATTLE.into_iter().filter(|_| row.outside_battle);
        let mut unavailable: Vec<_> = objects.chain(battle).collect();
        self.text().all_parts(&mut |_, part| {
            unavailable.extend(part.unavailable());
            true
        });
        unavailable
    }

    /// Whether the event may move the card that the skill stands on to another zone.
    pub fn may_take_this(&self) -> bool {
        self.members().iter().any(|on| on.row().may_take_this)
    }

    /// The names of the cards that are not on the battlefield after the event.
    pub fn away(&self) -> Vec<&'static str> {
        let members = self.members();
        let takes_this = |on: &Trigger| on.row().subject_leaves && on.row().may_take_this;
        let subject = members.iter().all(|on| on.row().subject_leaves).then_some(meant::SUBJECT);
        let this = (members.iter().all(takes_this) && self.is_of_itself()).then_some(meant::THIS);
        subject.into_iter().chain(this).collect()
    }

    /// Where a card hears the event besides the zone of its skill.
    pub fn also_heard_in(&self) -> Option<Zone> {
        self.row().also_heard_in
    }

    /// The single events of an `any`, or the trigger itself.
    pub fn members(&self) -> &[Trigger] {
        if let Trigger::Any(members) = self { members } else { std::slice::from_ref(self) }
    }

    /// The verbs and phases of its events, as a set of bits ([`table::bit_of`]).
    pub fn listens(&self) -> u64 {
        let mut events = self.row().listens;
        self.text().all_parts(&mut |_, part| {
            events |= part.events();
            true
        });
        events
    }

    /// Whether only events of the card that the skill stands on trigger it.
    pub fn is_of_itself(&self) -> bool {
        self.members().iter().all(|on| !on.text().all_parts(&mut |_, part| !part.is_this()))
    }

    /// What a skill of a player on an object hears of an event; `None`: the event does not trigger it.
    pub fn hears(
        &self,
        game: &Match<'_, AzurLane>,
        (seat, me): (Seat, Object),
        event: &Event<AzurLane>,
    ) -> Option<Heard> {
        let (subject, other) = (event.became.or(event.subject), event.proposal.detail.other);
        let scene = Scene { subject, other, ..Scene::of(seat, me) };
        self.heard(&Hearing { game, scene, event })
    }

    fn heard(&self, hearing: &Hearing<'_, '_>) -> Option<Heard> {
        let Hearing { game, event, .. } = hearing;
        self.hear(table::bit_of(&event.proposal), |row| {
            let is_heard = event.point == Point::Done && game.all_in_force(row.rules);
            is_heard.then_some(*hearing)
        })
    }
}
