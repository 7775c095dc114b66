//! The events that auto skills wait for [304.2, 304.2a, 602.8–602.18]: the table of triggers, and what a
//! skill hears of an event.

mod text;

pub use text::{
    Actor, Attacked, Attacks, BattleRole, BecomesRested, By, Destroyed, Destroyer, Destroys, Discards,
    Entered, EventUsed, From, FromHand, Helped, Moved, Of, Opposing, PhaseStarts, RestedBy, ShipUsed, Source,
    Supported, Supports, Whom,
};

use super::super::printed::Kind;
use super::super::table::{self, Means, Verb};
use super::super::{AzurLane, stat};
use super::skill::Zone;
use super::{Filter, context};
use crate::abilities::filter::has_all_of_object;
use crate::abilities::lint::meant;
use crate::abilities::trigger::Heard;
use crate::abilities::{Lint, Scene, Side};
use crate::kernel::{Event, Match, Object, Point, Seat, Spot, wire};
use crate::triggers;
use crate::verdict::Cite;
use text::TriggerText;

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
