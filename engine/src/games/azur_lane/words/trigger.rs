//! The events that auto skills wait for [304.2, 304.2a, 602.8–602.18].

use super::super::findings;
use super::super::printed::Kind;
use super::super::table::{self, Means, Phase, Verb};
use super::super::{AzurLane, stat};
use super::{Filter, context};
use crate::abilities::filter::has_all_of_object;
use crate::abilities::lint::meant;
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

/// An event that a skill waits for.
#[wire]
pub enum Trigger {
    /// 登場時: a ship entered, in whatever way [602.10].
    Enters(Whom),
    /// 攻擊時: after the declaration [602.11].
    Attacks {
        /// Which attacker.
        #[optional]
        who: Whom,
        /// What the target has to be.
        #[optional]
        target: Vec<Filter>,
    },
    /// 被攻擊時: after the declaration [602.12].
    Attacked {
        /// Which target.
        #[optional]
        who: Whom,
        /// What the attacker has to be.
        #[optional]
        attacker: Vec<Filter>,
    },
    /// 支援時 [602.13].
    Supports {
        /// Which supporter.
        #[optional]
        who: Whom,
        /// From where.
        #[optional]
        from: From,
    },
    /// 被支援時 [602.14].
    Supported {
        /// Which battling card.
        #[optional]
        who: Whom,
        /// From where.
        #[optional]
        from: From,
    },
    /// 擊破時: it destroyed a ship [602.15].
    Destroys {
        /// Which destroyer.
        #[optional]
        who: Whom,
        /// How.
        #[optional]
        by: By,
        /// What the destroyed ship has to be.
        #[optional]
        victim: Vec<Filter>,
    },
    /// 被擊破時: it was destroyed [602.16].
    Destroyed {
        /// Which ship.
        #[optional]
        who: Whom,
        /// How.
        #[optional]
        by: By,
    },
    /// It dealt damage to the opponent's flagship [508.1].
    DealsDamage(Whom),
    /// A player's flagship was dealt damage [508.1].
    DamageReceived(Side),
    /// 轉為休息狀態時: from active to rested on the battlefield [602.18].
    BecomesRested {
        /// Which card.
        #[optional]
        who: Whom,
        /// Why; empty: for any reason.
        #[optional]
        by: Vec<RestedBy>,
        /// What the card whose skill did it has to be; empty: anything.
        #[optional]
        source: Vec<Filter>,
    },
    /// From rested to active on the battlefield.
    BecomesActive(Whom),
    /// 戰鬥結束時: a battle ends in which it had this role [ruling-24].
    BattleEnds(BattleRole),
    /// 己方回合結束時, 對方回合結束時 [602.8, 602.9].
    TurnEnds(Side),
    /// 階段開始時: a phase or step begins [500.4].
    PhaseStarts {
        /// Which.
        phase: Phase,
        /// In whose turn.
        #[optional]
        turn: Side,
    },
    /// A card entered on top of it [408.2d].
    CoveredByEntry,
    /// It left the battlefield.
    LeavesBattlefield(Whom),
    /// It went from the battlefield to the retreat zone, in whatever way.
    RetreatsFromBattlefield(Whom),
    /// A player discarded a card [313.3a].
    Discards {
        /// Who.
        #[optional]
        side: Side,
        /// What the card has to be.
        #[optional]
        fits: Vec<Filter>,
    },
    /// This card was discarded.
    Discarded,
    /// A player used an event.
    EventUsed {
        /// Who.
        #[optional]
        side: Side,
        /// What the event has to be.
        #[optional]
        fits: Vec<Filter>,
    },
    /// A player used a ship.
    ShipUsed {
        /// Who.
        #[optional]
        side: Side,
        /// What the ship has to be.
        #[optional]
        fits: Vec<Filter>,
    },
    /// One of several events, none of them an `any` itself. An event that is several of them brings the skill
    /// up once.
    Any(Vec<Trigger>),
}

fn fits_all(game: &Match<'_, AzurLane>, scene: &Scene<'_>, fits: &[Filter], object: Option<Object>) -> bool {
    fits.is_empty() || object.is_some_and(|object| has_all_of_object(game, scene, fits, object))
}

impl Whom {
    fn is(&self, game: &Match<'_, AzurLane>, scene: &Scene<'_>, object: Option<Object>, seat: Seat) -> bool {
        let Some(object) = object else { return false };
        match self {
            Whom::This => object.card == scene.me.card,
            Whom::Cards { side, fits } => {
                side.covers(scene.seat, seat) && fits_all(game, scene, fits, Some(object))
            }
        }
    }

    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        if let Whom::Cards { fits, .. } = self {
            lint.inside("cards", |lint| lint.each("fits", fits, |lint, filter| filter.lint(lint)));
        }
    }
}

/// An event as triggers read it.
struct Happened {
    verb: Verb,
    means: Means,
    phase: Option<Phase>,
    /// The player by whom it happened, or whose card it happened to.
    seat: Seat,
    subject: Option<Object>,
    other: Option<Object>,
    source: Option<Object>,
    /// The subject after the event: another object if it changed zone [400.6].
    became: Option<Object>,
    /// Whether the subject came from the battlefield; what lay under another card did not [408.5a].
    from_battlefield: bool,
    /// The player in whose zone the subject lay before.
    owner_side: Seat,
}

impl Happened {
    fn of(game: &Match<'_, AzurLane>, event: &Event<AzurLane>) -> Happened {
        let proposal = &event.proposal;
        let seat = proposal.seat;
        let from_battlefield = match event.from {
            Some(Spot::Place(place, _)) => table::BATTLEFIELD.seat(place).is_some(),
            Some(Spot::Member(..)) => !game.in_force(cite!("408.5a")),
            None => false,
        };
        let owner_side = match event.from {
            Some(Spot::Place(place, _)) => table::Zone::at(place).map_or(seat, |(_, side)| side),
            Some(Spot::Member(..)) => event.subject.map_or(seat, |object| table::owner(game, object.card)),
            _ => seat,
        };
        Happened {
            verb: proposal.verb,
            means: proposal.detail.means,
            phase: proposal.detail.phase,
            seat,
            subject: event.subject,
            other: proposal.detail.other,
            source: proposal.source,
            became: event.became,
            from_battlefield,
            owner_side,
        }
    }
}

/// The fewest and the most members of an `any`.
const MEMBERS: std::ops::RangeInclusive<usize> = 2..=10;

fn lint_members(lint: &mut Lint<'_, AzurLane>, members: &[Trigger]) {
    if !MEMBERS.contains(&members.len()) {
        lint.inside("any", |lint| {
            lint.find("number_out_of_range", findings::event_count(*MEMBERS.start(), *MEMBERS.end()))
        });
    }
    lint.each("any", members, |lint, on| match on {
        Trigger::Any(_) => lint.find("nested_any", findings::nested_any()),
        _ => on.lint(lint),
    });
}

/// A part of a trigger with its pointer.
type Keyed<'a, T> = Option<(&'static str, &'a T)>;

impl Trigger {
    /// Reports the faults of this trigger.
    pub fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        let (who, filters): (Keyed<'_, Whom>, Keyed<'_, [Filter]>) = match self {
            Trigger::Any(members) => return lint_members(lint, members),
            Trigger::Enters(who) => (Some(("enters", who)), None),
            Trigger::Attacks { who, target } => {
                (Some(("attacks/who", who)), Some(("attacks/target", target)))
            }
            Trigger::Attacked { who, attacker } => {
                (Some(("attacked/who", who)), Some(("attacked/attacker", attacker)))
            }
            Trigger::Supports { who, .. } => (Some(("supports/who", who)), None),
            Trigger::Supported { who, .. } => (Some(("supported/who", who)), None),
            Trigger::Destroys { who, victim, .. } => {
                (Some(("destroys/who", who)), Some(("destroys/victim", victim)))
            }
            Trigger::Destroyed { who, .. } => (Some(("destroyed/who", who)), None),
            Trigger::DealsDamage(who) => (Some(("deals_damage", who)), None),
            Trigger::BecomesRested { who, source, .. } => {
                (Some(("becomes_rested/who", who)), Some(("becomes_rested/source", source)))
            }
            Trigger::BecomesActive(who) => (Some(("becomes_active", who)), None),
            Trigger::LeavesBattlefield(who) => (Some(("leaves_battlefield", who)), None),
            Trigger::RetreatsFromBattlefield(who) => (Some(("retreats_from_battlefield", who)), None),
            Trigger::Discards { fits, .. } => (None, Some(("discards/fits", fits))),
            Trigger::EventUsed { fits, .. } => (None, Some(("event_used/fits", fits))),
            Trigger::ShipUsed { fits, .. } => (None, Some(("ship_used/fits", fits))),
            Trigger::DamageReceived(_)
            | Trigger::BattleEnds(_)
            | Trigger::TurnEnds(_)
            | Trigger::PhaseStarts { .. }
            | Trigger::CoveredByEntry
            | Trigger::Discarded => (None, None),
        };
        if let Some((key, who)) = who {
            lint.excluding([context::EVENTS], |lint| lint.inside(key, |lint| who.lint(lint)));
        }
        let from_hand =
            matches!(self, Trigger::Discards { .. } | Trigger::EventUsed { .. } | Trigger::ShipUsed { .. });
        if let Some((key, filters)) = filters {
            lint.excluding(from_hand.then_some(context::POSITION), |lint| {
                lint.each(key, filters, |lint, filter| filter.lint(lint));
            });
        }
        if let Trigger::PhaseStarts { phase: Phase::Setup, .. } = self {
            lint.find("never_heard", findings::setup_is_no_phase());
        }
    }

    /// What words cannot refer to when an event of this trigger happens.
    pub fn unavailable(&self) -> Vec<&'static str> {
        let (subject, other) = match self {
            // What only some of the events provide may be missing.
            Trigger::Any(members) => {
                let mut unavailable: Vec<_> = members.iter().flat_map(Trigger::unavailable).collect();
                unavailable.sort_unstable();
                unavailable.dedup();
                return unavailable;
            }
            Trigger::BattleEnds(_) | Trigger::TurnEnds(_) | Trigger::PhaseStarts { .. } => (false, false),
            Trigger::Enters(_)
            | Trigger::BecomesRested { .. }
            | Trigger::BecomesActive(_)
            | Trigger::Discards { .. }
            | Trigger::Discarded
            | Trigger::EventUsed { .. }
            | Trigger::ShipUsed { .. } => (true, false),
            Trigger::Attacks { .. }
            | Trigger::Attacked { .. }
            | Trigger::Supports { .. }
            | Trigger::Supported { .. }
            | Trigger::Destroys { .. }
            | Trigger::Destroyed { .. }
            | Trigger::DealsDamage(_)
            | Trigger::DamageReceived(_)
            | Trigger::CoveredByEntry
            | Trigger::LeavesBattlefield(_)
            | Trigger::RetreatsFromBattlefield(_) => (true, true),
        };
        let mut unavailable = Vec::new();
        unavailable.extend((!subject).then_some(meant::SUBJECT));
        unavailable.extend((!other).then_some(meant::OTHER));
        let outside_battle = match self {
            Trigger::TurnEnds(_) => true,
            Trigger::PhaseStarts { phase, .. } => !phase.is_step(),
            _ => false,
        };
        unavailable.extend(context::IN_BATTLE.into_iter().filter(|_| outside_battle));
        unavailable
    }

    /// Whether the event may move the card that the skill stands on to another zone.
    pub fn may_take_this(&self) -> bool {
        let takes = |on: &Trigger| {
            matches!(
                on,
                Trigger::Destroyed { .. }
                    | Trigger::LeavesBattlefield(_)
                    | Trigger::RetreatsFromBattlefield(_)
                    | Trigger::Discards { .. }
                    | Trigger::Discarded
                    | Trigger::Supports { .. }
            )
        };
        self.members().iter().any(takes)
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
        const RETREATS: u64 = Verb::Destroy.bit() | Verb::Retreat.bit() | Verb::ToRetreat.bit();
        match self {
            Trigger::Any(members) => members.iter().fold(0, |all, on| all | on.events()),
            Trigger::Enters(_) => Verb::Enter.bit(),
            Trigger::Attacks { .. } | Trigger::Attacked { .. } => Verb::Attack.bit(),
            Trigger::Supports { .. } | Trigger::Supported { .. } => Verb::Support.bit(),
            Trigger::Destroys { .. } | Trigger::Destroyed { .. } => Verb::Destroy.bit(),
            Trigger::DealsDamage(_) | Trigger::DamageReceived(_) => Verb::Damage.bit(),
            Trigger::BecomesRested { .. } => Verb::Rest.bit(),
            Trigger::BecomesActive(_) => Verb::Activate.bit(),
            Trigger::BattleEnds(_) => Verb::BattleEnds.bit(),
            Trigger::TurnEnds(_) => Verb::TurnEnds.bit(),
            Trigger::PhaseStarts { phase, .. } => phase.starts_bit(),
            Trigger::CoveredByEntry => Verb::Cover.bit(),
            Trigger::LeavesBattlefield(_) => {
                RETREATS | Verb::ToHand.bit() | Verb::ToDeck.bit() | Verb::ToDurability.bit()
            }
            Trigger::RetreatsFromBattlefield(_) => RETREATS,
            Trigger::Discards { .. } | Trigger::Discarded => Verb::Discard.bit(),
            Trigger::EventUsed { .. } | Trigger::ShipUsed { .. } => Verb::Use.bit(),
        }
    }

    /// The card that the event has to happen to, if the trigger names one.
    const fn who(&self) -> Option<&Whom> {
        match self {
            Trigger::Enters(who)
            | Trigger::DealsDamage(who)
            | Trigger::BecomesActive(who)
            | Trigger::LeavesBattlefield(who)
            | Trigger::RetreatsFromBattlefield(who)
            | Trigger::Supports { who, .. }
            | Trigger::Supported { who, .. }
            | Trigger::Destroyed { who, .. }
            | Trigger::Attacks { who, .. }
            | Trigger::Attacked { who, .. }
            | Trigger::Destroys { who, .. }
            | Trigger::BecomesRested { who, .. } => Some(who),
            Trigger::Any(_)
            | Trigger::CoveredByEntry
            | Trigger::Discarded
            | Trigger::DamageReceived(_)
            | Trigger::BattleEnds(_)
            | Trigger::TurnEnds(_)
            | Trigger::PhaseStarts { .. }
            | Trigger::Discards { .. }
            | Trigger::EventUsed { .. }
            | Trigger::ShipUsed { .. } => None,
        }
    }

    /// Whether only events of the card that the skill stands on trigger it.
    pub fn is_of_itself(&self) -> bool {
        self.members().iter().all(|on| match on.who() {
            Some(who) => matches!(who, Whom::This),
            None => matches!(on, Trigger::CoveredByEntry | Trigger::Discarded),
        })
    }

    /// The rules that define this trigger.
    pub const fn rules(&self) -> &'static [Cite] {
        match self {
            // Each member has its own rules.
            Trigger::Any(_) => &[],
            Trigger::Enters(_) => &[cite!("602.10")],
            Trigger::Attacks { .. } => &[cite!("602.11")],
            Trigger::Attacked { .. } => &[cite!("602.12")],
            Trigger::Supports { .. } => &[cite!("602.13")],
            Trigger::Supported { .. } => &[cite!("602.14")],
            Trigger::Destroys { .. } => &[cite!("602.15")],
            Trigger::Destroyed { .. } => &[cite!("602.16")],
            Trigger::DealsDamage(_) | Trigger::DamageReceived(_) => &[cite!("508.1c")],
            Trigger::BecomesRested { .. } => &[cite!("602.18")],
            Trigger::BattleEnds(_) => &[cite!("508.3")],
            Trigger::TurnEnds(Side::Own) => &[cite!("602.8")],
            Trigger::TurnEnds(Side::Opponent) => &[cite!("602.9")],
            Trigger::TurnEnds(Side::Both) => &[cite!("602.8"), cite!("602.9")],
            Trigger::PhaseStarts { .. } => &[cite!("500.4")],
            Trigger::CoveredByEntry => &[cite!("408.2d")],
            Trigger::BecomesActive(_)
            | Trigger::LeavesBattlefield(_)
            | Trigger::RetreatsFromBattlefield(_)
            | Trigger::Discards { .. }
            | Trigger::Discarded
            | Trigger::EventUsed { .. }
            | Trigger::ShipUsed { .. } => &[cite!("304.2")],
        }
    }

    /// Whether an event triggers a skill in this scene.
    pub fn matches(&self, game: &Match<'_, AzurLane>, scene: &Scene<'_>, event: &Event<AzurLane>) -> bool {
        if let Trigger::Any(members) = self {
            return members.iter().any(|on| on.matches(game, scene, event));
        }
        if !game.all_in_force(self.rules())
            || event.point != Point::Done
            || self.events() & table::bit_of(&event.proposal) == 0
        {
            return false;
        }
        self.is_about(game, scene, &Happened::of(game, event))
    }

    /// Whether an event of this trigger's verbs happened to the cards, and by the means, that the trigger
    /// names.
    fn is_about(&self, game: &Match<'_, AzurLane>, scene: &Scene<'_>, happened: &Happened) -> bool {
        let &Happened { verb, means, seat, subject, other, owner_side, from_battlefield, .. } = happened;
        let other_seat = seat.other();
        match self {
            Trigger::Any(_) => false,
            Trigger::Enters(who) => verb == Verb::Enter && who.is(game, scene, happened.became, seat),
            Trigger::Attacks { who, target } => {
                verb == Verb::Attack
                    && who.is(game, scene, subject, seat)
                    && fits_all(game, scene, target, other)
            }
            Trigger::Attacked { who, attacker } => {
                verb == Verb::Attack
                    && who.is(game, scene, other, other_seat)
                    && fits_all(game, scene, attacker, subject)
            }
            Trigger::Supports { who, from } => {
                verb == Verb::Support && from.covers(means) && who.is(game, scene, subject, seat)
            }
            Trigger::Supported { who, from } => {
                verb == Verb::Support && from.covers(means) && who.is(game, scene, other, seat)
            }
            Trigger::Destroys { who, by, victim } => {
                verb == Verb::Destroy
                    && by.covers(means)
                    && who.is(game, scene, other, other.map_or(other_seat, |o| stat::controller(game, o)))
                    && fits_all(game, scene, victim, subject)
            }
            Trigger::Destroyed { who, by } => {
                verb == Verb::Destroy && by.covers(means) && who.is(game, scene, subject, owner_side)
            }
            Trigger::DealsDamage(who) => verb == Verb::Damage && who.is(game, scene, other, other_seat),
            Trigger::DamageReceived(side) => verb == Verb::Damage && side.covers(scene.seat, seat),
            Trigger::BecomesRested { who, by, source } => {
                verb == Verb::Rest
                    && who.is(game, scene, subject, owner_side)
                    && (by.is_empty() || by.iter().any(|by| by.covers(means)))
                    && fits_all(game, scene, source, happened.source)
            }
            Trigger::BecomesActive(who) => verb == Verb::Activate && who.is(game, scene, subject, owner_side),
            Trigger::BattleEnds(role) => verb == Verb::BattleEnds && role.is_of(game, scene.me),
            Trigger::TurnEnds(side) => verb == Verb::TurnEnds && side.covers(scene.seat, seat),
            Trigger::PhaseStarts { phase, turn } => {
                verb == Verb::PhaseStarts && happened.phase == Some(*phase) && turn.covers(scene.seat, seat)
            }
            Trigger::CoveredByEntry => {
                verb == Verb::Cover && subject.is_some_and(|object| object.card == scene.me.card)
            }
            Trigger::LeavesBattlefield(who) => {
                from_battlefield
                    && happened.became != subject
                    && verb != Verb::PutUnder
                    && who.is(game, scene, subject, owner_side)
            }
            Trigger::RetreatsFromBattlefield(who) => {
                from_battlefield
                    && matches!(verb, Verb::Destroy | Verb::Retreat | Verb::ToRetreat)
                    && who.is(game, scene, subject, owner_side)
            }
            Trigger::Discards { side, fits } => {
                verb == Verb::Discard && side.covers(scene.seat, seat) && fits_all(game, scene, fits, subject)
            }
            Trigger::Discarded => {
                verb == Verb::Discard && subject.is_some_and(|object| object.card == scene.me.card)
            }
            Trigger::EventUsed { side, fits } | Trigger::ShipUsed { side, fits } => {
                let kind = if matches!(self, Trigger::EventUsed { .. }) { Kind::Event } else { Kind::Ship };
                verb == Verb::Use
                    && subject.is_some_and(|object| table::printed(game, object.card).kind == kind)
                    && side.covers(scene.seat, seat)
                    && fits_all(game, scene, fits, subject)
            }
        }
    }
}

impl BattleRole {
    fn is_of(self, game: &Match<'_, AzurLane>, object: Object) -> bool {
        game.state.facts.battle.as_ref().is_some_and(|battle| match self {
            BattleRole::Attacked => battle.attacker.card == object.card,
            BattleRole::WasAttacked => battle.target.card == object.card,
            BattleRole::Supported => battle.supporters.contains(&object),
        })
    }
}

impl By {
    const fn covers(self, means: Means) -> bool {
        match self {
            By::Any => true,
            By::Battle => matches!(means, Means::Battle),
            By::Skill => matches!(means, Means::Skill | Means::Cost),
        }
    }
}

impl From {
    const fn covers(self, means: Means) -> bool {
        match self {
            From::Any => true,
            From::Field => matches!(means, Means::Field),
            From::Hand => matches!(means, Means::Hand),
        }
    }
}

impl RestedBy {
    const fn covers(self, means: Means) -> bool {
        match self {
            RestedBy::Attack => matches!(means, Means::Attack),
            RestedBy::Support => matches!(means, Means::Support),
            RestedBy::Skill => matches!(means, Means::Skill | Means::Cost),
        }
    }
}
