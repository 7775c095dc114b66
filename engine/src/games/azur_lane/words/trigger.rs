//! The events that auto skills wait for [304.2, 304.2a, 602.8–602.18].

use super::super::findings;
use super::super::printed::Kind;
use super::super::table::{self, Means, Phase, Verb};
use super::super::{AzurLane, stat};
use super::skill::Zone;
use super::{Filter, context};
use crate::abilities::filter::has_all_of_object;
use crate::abilities::lint::{meant, snake};
use crate::abilities::{FilterWord, Lint, Scene, Side};
use crate::kernel::{Event, Match, Object, Point, Seat, Spot, wire};
use crate::verdict::Cite;

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

/// Declares the triggers, each with its parts: those that a text gives, with the card of the event that each
/// is about, and after `where` one that it always has. Then follow the verbs of its events, how many objects
/// of an event its skill can refer to, the rules that define it, and what else a [`Row`] says.
macro_rules! triggers {
    (@part $part:ident) => { $part };
    (@part $part:ident as $role:ident) => { &(Role::$role, $part) };
    ($(
        $( #[$($doc:tt)*] )*
        $name:ident
        $(( $only:ident: $text:ty $(as $role:ident)? ))?
        $({ $( $( #[$($about:tt)*] )* $part:ident: $part_text:ty $(as $part_role:ident)?, )* })?
        $(where $always:expr)?
        => [$($verb:ident)*], $gives:literal, $rules:expr $(, $fact:ident: $value:expr)*;
    )*) => {
        /// An event that a skill waits for.
        #[wire]
        pub enum Trigger { $(
            $( #[$($doc)*] )*
            $name $(($text))? $({ $( $( #[$($about)*] )* $part: $part_text, )* })?,
        )* }

        impl Trigger {
            /// The trigger on the wire.
            fn word(&self) -> String {
                match self { $( Trigger::$name { .. } => snake(stringify!($name)), )* }
            }

            /// What the table says of this trigger.
            #[allow(unused_variables)]
            fn row(&self) -> Row {
                match self { $(
                    Trigger::$name $(($only))? $({ $($part),* })? => Row {
                        events: 0 $(| Verb::$verb.bit())*
                            $(| Part::events(triggers!(@part $only $(as $role)?)))?
                            $($(| Part::events(triggers!(@part $part $(as $part_role)?)))*)?,
                        gives: $gives,
                        rules: $rules,
                        $($fact: $value,)*
                        ..Row::PLAIN
                    },
                )* }
            }

            /// Whether all parts pass a test, which gets their names, too; the name of an only part is empty.
            fn all_parts(&self, test: &mut dyn FnMut(&'static str, &dyn Part) -> bool) -> bool {
                match self { $(
                    Trigger::$name $(($only))? $({ $($part),* })? => {
                        true
                            $(&& test("", &$always))?
                            $(&& test("", triggers!(@part $only $(as $role)?)))?
                            $($(&& test(stringify!($part), triggers!(@part $part $(as $part_role)?)))*)?
                    }
                )* }
            }
        }
    };
}

/// What the table says of a trigger, apart from its parts.
struct Row {
    /// The verbs and phases of its events, as a set of bits ([`table::bit_of`]).
    events: u64,
    /// How many objects of an event its skill can refer to: the subject, then the other one.
    gives: usize,
    /// The rules that define it.
    rules: &'static [Cite],
    /// Whether its events happen outside battles.
    outside_battle: bool,
    /// Whether its event may move the card that the skill stands on to another zone.
    may_take_this: bool,
    /// Where a card hears it besides the zone of its skill.
    also_heard_in: Option<Zone>,
}

impl Row {
    const PLAIN: Row = Row {
        events: 0,
        gives: 0,
        rules: &[],
        outside_battle: false,
        may_take_this: false,
        also_heard_in: None,
    };
}

triggers! {
    /// 登場時: a ship entered, in whatever way [602.10].
    Enters(who: Whom as Entered) => [Enter], 1, &[cite!("602.10")];
    /// 攻擊時: after the declaration [602.11].
    Attacks {
        /// Which attacker.
        #[optional]
        who: Whom as Actor,
        /// What the target has to be.
        #[optional]
        target: Vec<Filter> as Opposing,
    } => [Attack], 2, &[cite!("602.11")];
    /// 被攻擊時: after the declaration [602.12].
    Attacked {
        /// Which target.
        #[optional]
        who: Whom as Opposing,
        /// What the attacker has to be.
        #[optional]
        attacker: Vec<Filter> as Actor,
    } => [Attack], 2, &[cite!("602.12")];
    /// 支援時 [602.13].
    Supports {
        /// Which supporter.
        #[optional]
        who: Whom as Actor,
        /// From where.
        #[optional]
        from: From,
    } => [Support], 2, &[cite!("602.13")], may_take_this: true;
    /// 被支援時 [602.14].
    Supported {
        /// Which battling card.
        #[optional]
        who: Whom as Supported,
        /// From where.
        #[optional]
        from: From,
    } => [Support], 2, &[cite!("602.14")];
    /// 擊破時: it destroyed a ship [602.15].
    Destroys {
        /// Which destroyer.
        #[optional]
        who: Whom as Destroyer,
        /// How.
        #[optional]
        by: By,
        /// What the destroyed ship has to be.
        #[optional]
        victim: Vec<Filter> as Moved,
    } => [Destroy], 2, &[cite!("602.15")];
    /// 被擊破時: it was destroyed [602.16].
    Destroyed {
        /// Which ship.
        #[optional]
        who: Whom as Moved,
        /// How.
        #[optional]
        by: By,
    } => [Destroy], 2, &[cite!("602.16")], may_take_this: true;
    /// It dealt damage to the opponent's flagship [508.1].
    DealsDamage(who: Whom as Opposing) => [Damage], 2, &[cite!("508.1c")];
    /// A player's flagship was dealt damage [508.1].
    DamageReceived(side: Side) => [Damage], 2, &[cite!("508.1c")];
    /// 轉為休息狀態時: from active to rested on the battlefield [602.18].
    BecomesRested {
        /// Which card.
        #[optional]
        who: Whom as Moved,
        /// Why; empty: for any reason.
        #[optional]
        by: Vec<RestedBy>,
        /// What the card whose skill did it has to be; empty: anything.
        #[optional]
        source: Vec<Filter> as Source,
    } => [Rest], 1, &[cite!("602.18")];
    /// From rested to active on the battlefield.
    BecomesActive(who: Whom as Moved) => [Activate], 1, &[cite!("304.2")];
    /// 戰鬥結束時: a battle ends in which it had this role [ruling-24].
    BattleEnds(role: BattleRole) => [BattleEnds], 0, &[cite!("508.3")];
    /// 己方回合結束時, 對方回合結束時 [602.8, 602.9].
    TurnEnds(side: Side) => [TurnEnds], 0, ends_of_turns(*side), outside_battle: true;
    /// 階段開始時: a phase or step begins [500.4].
    PhaseStarts {
        /// Which.
        phase: Phase,
        /// In whose turn.
        #[optional]
        turn: Side,
    } => [], 0, &[cite!("500.4")], outside_battle: !phase.is_step();
    /// A card entered on top of it [408.2d].
    CoveredByEntry where ThisCard
        => [Cover], 2, &[cite!("408.2d")], also_heard_in: Some(Zone::Under);
    /// It left the battlefield.
    LeavesBattlefield(who: Whom as Moved) where Leaving::AnotherObject
        => [Destroy Retreat ToRetreat ToHand ToDeck ToDurability], 2, &[cite!("304.2")], may_take_this: true;
    /// It went from the battlefield to the retreat zone, in whatever way.
    RetreatsFromBattlefield(who: Whom as Moved) where Leaving::Whatever
        => [Destroy Retreat ToRetreat], 2, &[cite!("304.2")], may_take_this: true;
    /// A player discarded a card [313.3a].
    Discards {
        /// Who.
        #[optional]
        side: Side,
        /// What the card has to be.
        #[optional]
        fits: Vec<Filter> as FromHand,
    } => [Discard], 1, &[cite!("304.2")], may_take_this: true;
    /// This card was discarded.
    Discarded where ThisCard
        => [Discard], 1, &[cite!("304.2")], may_take_this: true, also_heard_in: Some(Zone::Retreat);
    /// A player used an event.
    EventUsed {
        /// Who.
        #[optional]
        side: Side,
        /// What the event has to be.
        #[optional]
        fits: Vec<Filter> as FromHand,
    } where Kind::Event => [Use], 1, &[cite!("304.2")];
    /// A player used a ship.
    ShipUsed {
        /// Who.
        #[optional]
        side: Side,
        /// What the ship has to be.
        #[optional]
        fits: Vec<Filter> as FromHand,
    } where Kind::Ship => [Use], 1, &[cite!("304.2")];
    // Each member has its own rules, and what only some of their events provide may be missing.
    /// One of several events, none of them an `any` itself. An event that is several of them brings the skill
    /// up once.
    Any(members: Vec<Trigger>) => [], 2, &[];
}

/// The rules on the ends of the turns of a side.
const fn ends_of_turns(side: Side) -> &'static [Cite] {
    match side {
        Side::Own => &[cite!("602.8")],
        Side::Opponent => &[cite!("602.9")],
        Side::Both => &[cite!("602.8"), cite!("602.9")],
    }
}

/// Which card of an event a part of a trigger is about.
#[derive(Clone, Copy)]
enum Role {
    /// The subject, of the player by whom the event happens.
    Actor,
    /// The subject, of the player in whose zone it lay.
    Moved,
    /// The subject, whose place no property asks for: it was used or discarded.
    FromHand,
    /// What the subject became: another object if it changed zone [400.6].
    Entered,
    /// The other card, of the other player.
    Opposing,
    /// The other card, of the same player.
    Supported,
    /// The other card, of the player who controls it.
    Destroyer,
    /// The card whose skill did it.
    Source,
}

/// An event, and the skill that may hear it.
struct Hearing<'h, 'p> {
    game: &'h Match<'p, AzurLane>,
    scene: &'h Scene<'h>,
    event: &'h Event<AzurLane>,
}

impl Hearing<'_, '_> {
    fn means(&self) -> Means {
        self.event.proposal.detail.means
    }

    /// The card of the event that has this role.
    fn card(&self, role: Role) -> Option<Object> {
        let Event { proposal, subject, became, .. } = self.event;
        match role {
            Role::Actor | Role::Moved | Role::FromHand => *subject,
            Role::Entered => *became,
            Role::Opposing | Role::Supported | Role::Destroyer => proposal.detail.other,
            Role::Source => proposal.source,
        }
    }

    /// The player whose card a card with this role is.
    fn player_of(&self, role: Role, card: Object) -> Seat {
        let seat = self.event.proposal.seat;
        match role {
            Role::Actor | Role::FromHand | Role::Entered | Role::Supported | Role::Source => seat,
            Role::Moved => match self.event.from {
                Some(Spot::Place(place, _)) => table::Zone::at(place).map_or(seat, |(_, side)| side),
                Some(Spot::Member(..)) => table::owner(self.game, card.card),
                None => seat,
            },
            Role::Opposing => seat.other(),
            Role::Destroyer => stat::controller(self.game, card),
        }
    }

    fn has_all(&self, fits: &[Filter], role: Role) -> bool {
        let has_all = |card| has_all_of_object(self.game, self.scene, fits, card);
        fits.is_empty() || self.card(role).is_some_and(has_all)
    }

    /// Whether the subject came from the battlefield; what lay under another card did not [408.5a].
    fn is_from_battlefield(&self) -> bool {
        match self.event.from {
            Some(Spot::Place(place, _)) => table::BATTLEFIELD.seat(place).is_some(),
            Some(Spot::Member(..)) => !self.game.in_force(cite!("408.5a")),
            None => false,
        }
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

impl Part for (Role, &Whom) {
    fn fits(&self, hearing: &Hearing<'_, '_>) -> bool {
        let (role, whom) = *self;
        let Some(card) = hearing.card(role) else { return false };
        match whom {
            Whom::This => card.card == hearing.scene.me.card,
            Whom::Cards { side, fits } => {
                side.covers(hearing.scene.seat, hearing.player_of(role, card)) && hearing.has_all(fits, role)
            }
        }
    }

    fn lint(&self, lint: &mut Lint<'_, AzurLane>, at: &str) {
        lint.excluding([context::EVENTS], |lint| {
            lint.inside(at, |lint| {
                if let Whom::Cards { fits, .. } = self.1 {
                    lint.inside("cards", |lint| lint.each("fits", fits, |lint, filter| filter.lint(lint)));
                }
            });
        });
    }

    fn is_this(&self) -> bool {
        matches!(self.1, Whom::This)
    }
}

impl Part for (Role, &Vec<Filter>) {
    fn fits(&self, hearing: &Hearing<'_, '_>) -> bool {
        hearing.has_all(self.1, self.0)
    }

    fn lint(&self, lint: &mut Lint<'_, AzurLane>, at: &str) {
        let has_no_place = matches!(self.0, Role::FromHand);
        lint.excluding(has_no_place.then_some(context::POSITION), |lint| {
            lint.each(at, self.1, |lint, filter| filter.lint(lint));
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

/// The kind of a card that was used.
impl Part for Kind {
    fn fits(&self, hearing: &Hearing<'_, '_>) -> bool {
        let subject = hearing.event.subject;
        subject.is_some_and(|object| table::printed(hearing.game, object.card).kind == *self)
    }
}

/// The card that the skill stands on, as the subject of an event.
struct ThisCard;

impl Part for ThisCard {
    fn fits(&self, hearing: &Hearing<'_, '_>) -> bool {
        hearing.event.subject.is_some_and(|object| object.card == hearing.scene.me.card)
    }

    fn is_this(&self) -> bool {
        true
    }
}

/// How the subject of an event leaves the battlefield.
enum Leaving {
    /// In any way.
    Whatever,
    /// As another object than it was there.
    AnotherObject,
}

impl Part for Leaving {
    fn fits(&self, hearing: &Hearing<'_, '_>) -> bool {
        let is_another = hearing.event.became != hearing.event.subject;
        hearing.is_from_battlefield() && (matches!(self, Leaving::Whatever) || is_another)
    }
}

/// The fewest and the most members of an `any`.
const MEMBERS: std::ops::RangeInclusive<usize> = 2..=10;

impl Part for Vec<Trigger> {
    fn fits(&self, hearing: &Hearing<'_, '_>) -> bool {
        self.iter().any(|on| on.is_raised(hearing))
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
        self.iter().fold(0, |all, on| all | on.events())
    }

    fn unavailable(&self) -> Vec<&'static str> {
        self.iter().flat_map(Trigger::unavailable).collect()
    }
}

impl Trigger {
    /// Reports the faults of this trigger.
    pub fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        let word = self.word();
        self.all_parts(&mut |name, part| {
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
        self.all_parts(&mut |_, part| {
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
        let leaves = |on: &Trigger| {
            matches!(
                on,
                Trigger::Destroyed { .. }
                    | Trigger::LeavesBattlefield(_)
                    | Trigger::RetreatsFromBattlefield(_)
                    | Trigger::Discards { .. }
                    | Trigger::Discarded
            )
        };
        let gone = |on: &Trigger| leaves(on) || matches!(on, Trigger::Destroys { .. });
        let subject = members.iter().all(gone).then_some(meant::SUBJECT);
        let this = (members.iter().all(leaves) && self.is_of_itself()).then_some(meant::THIS);
        subject.into_iter().chain(this).collect()
    }

    /// Where a card hears the event besides the zone of its skill.
    pub fn also_heard_in(&self) -> Option<Zone> {
        self.row().also_heard_in
    }

    /// The single events of an `any`, or the trigger itself.
    pub fn members(&self) -> &[Trigger] {
        match self {
            Trigger::Any(members) => members,
            one => std::slice::from_ref(one),
        }
    }

    /// The verbs and phases of its events, as a set of bits ([`table::bit_of`]).
    pub fn events(&self) -> u64 {
        self.row().events
    }

    /// Whether only events of the card that the skill stands on trigger it.
    pub fn is_of_itself(&self) -> bool {
        self.members().iter().all(|on| !on.all_parts(&mut |_, part| !part.is_this()))
    }

    /// Whether an event triggers a skill in this scene.
    pub fn matches(&self, game: &Match<'_, AzurLane>, scene: &Scene<'_>, event: &Event<AzurLane>) -> bool {
        self.is_raised(&Hearing { game, scene, event })
    }

    fn is_raised(&self, hearing: &Hearing<'_, '_>) -> bool {
        let Hearing { game, event, .. } = hearing;
        let Row { events, rules, .. } = self.row();
        events & table::bit_of(&event.proposal) != 0
            && event.point == Point::Done
            && game.all_in_force(rules)
            && self.all_parts(&mut |_, part| part.fits(hearing))
    }
}
