//! Triggers, the events that automatic abilities wait for: 用语.自动能力; ruling-21, ruling-44, ruling-46,
//! ruling-76, ruling-77, ruling-79, ruling-83, ruling-90, ruling-93, ruling-99.

use super::super::BuildDivide;
use super::super::findings;
use super::super::printed::Icon;
use super::super::stat;
use super::super::table::{self, Game, Means, Phase, Verb, Zone};
use super::super::zone::Proposed;
use super::filter::How;
use super::{Filter, context};
use crate::abilities::filter::has_all_of_object;
use crate::abilities::lint::meant;
use crate::abilities::trigger::Heard;
use crate::abilities::{Bound, FilterWord, Lint, Scene, Side};
use crate::game_kit::zone::zone_of;
use crate::kernel::{Event, Object, Point, Seat, wire};
use crate::triggers;

type Happened = Event<BuildDivide>;

/// The card itself.
#[wire(Copy)]
pub enum ThisCard {
    /// The card that the ability stands on.
    This,
}

/// What an attack is aimed at.
#[wire(Copy)]
pub enum Aim {
    /// The player.
    Player,
    /// A unit.
    Unit,
}

/// To which card something happens.
#[wire(Default)]
pub struct Who {
    /// The card that the ability stands on.
    pub card: Option<ThisCard>,
    /// Whose card, seen from the player of the ability.
    pub side: Option<Side>,
    /// What it has to be.
    #[optional]
    pub fits: Vec<Filter>,
    /// What the other card of the event has to be: of a block the attacker, of being blocked the blocker, of
    /// a target the card that aims at it.
    #[optional]
    pub other: Vec<Filter>,
    /// By whose effect.
    pub by: Option<Side>,
    /// By which means.
    pub means: Option<Means>,
    /// Of entering: how.
    pub how: Option<How>,
    /// Of entering: from where.
    pub from: Option<Zone>,
    /// Of leaving: whereto.
    pub to: Option<Zone>,
    /// Of attacking: what.
    pub what: Option<Aim>,
}

/// Of a player.
#[wire(Default)]
pub struct Whose {
    /// Whose life.
    #[optional]
    pub of: Side,
    /// By which means: `damage` or `effect`.
    pub means: Option<Means>,
    /// Which icon.
    pub icon: Option<Icon>,
}

/// By a player.
#[wire(Default)]
pub struct ByWhom {
    /// Who.
    #[optional]
    pub who: Side,
    /// What the card has to be.
    #[optional]
    pub fits: Vec<Filter>,
    /// Of a use, and of energy: from where.
    pub from: Option<Zone>,
    /// Of energy: by the action of the main phase (`rule`) or by an effect.
    pub by: Option<Means>,
    /// Of counters: which.
    pub name: Option<String>,
}

/// Nothing more is said.
#[wire(Copy)]
pub struct Anything {}

/// A phase of a turn begins.
#[wire(Copy)]
pub struct PhaseOf {
    /// Which.
    pub phase: Phase,
    /// In whose turn.
    #[optional]
    pub turn: Side,
}

/// What is fixed for a trigger, whatever its text says.
struct Row {
    /// The events that it waits for: the bits of their verbs.
    listens: u64,
    /// How many objects of an event its ability can refer to: the subject, then the other one.
    gives: usize,
    /// The optional parts that its text can have.
    parts: &'static [&'static str],
    /// Whether the card that it happens to is not on the field afterwards.
    away: bool,
}

impl Row {
    const PLAIN: Row = Row { listens: 0, gives: 1, parts: &[], away: false };
}

triggers! {
    /// A unit enters.
    Enters(Who), [Enter], enters, parts = &["how", "from"];
    /// A card is used, countered or not [ruling-58].
    Used(ByWhom), [Use Shot], used, parts = &["from"];
    /// A shot is used.
    ShotUsed(ByWhom), [Shot], shot_used;
    /// A unit is destroyed.
    Destroyed(Who), [Destroy], happens_to, gives = 2, away = true;
    /// A unit leaves the field.
    Leaves(Who), [Destroy ToHand ToDeck ToEnergy ToLife ToGraveyard Remove PutUnder], leaves, parts = &["to"],
        away = true;
    /// A unit attacks.
    Attacks(Who), [Attack], attacks, gives = 2, parts = &["what"];
    /// A unit is attacked.
    Attacked(Who), [Attack], happens_to_other, gives = 2;
    /// A unit blocks.
    Blocks(Who), [Block], happens_to, gives = 2;
    /// A unit is blocked.
    Blocked(Who), [Block], happens_to_other, gives = 2;
    /// A unit attacks or blocks [ruling-46].
    AttacksOrBlocks(Who), [Attack Block], happens_to, gives = 2;
    /// A unit battles [ruling-77].
    Battles(Who), [Battle], happens_to, gives = 2;
    /// A unit wins a battle [ruling-79].
    WinsBattle(Who), [BattleEnds], wins_battle, gives = 2;
    /// The battle of a unit ends.
    BattleEnds(Who), [BattleEnds], happens_to, gives = 2;
    /// The attack of a unit ends.
    AttackEnds(Who), [AttackEnds], happens_to;
    /// An attack ends, and with it the battle if there was one, whatever is left of the units.
    AttackOver(Anything), [AttackEnds], attack_over, gives = 0;
    /// A card became an aura of a unit or territory, which is the card that it happens to: once for each aura
    /// [ruling-85].
    AuraAttached(Who), [PutUnder], aura_attached, gives = 2;
    /// A card has dealt damage to a player: once for each damage [ruling-83].
    DamagesPlayer(Who), [DamageEnds], happens_to;
    /// A card deals damage to a unit.
    DamagesUnit(Who), [DamageUnit], happens_to_other, gives = 2;
    /// A point of damage to life.
    LifeDamaged(Whose), [DamageLife], life_damaged, gives = 2;
    /// A card goes from life to the graveyard.
    LifeToGraveyard(Whose), [DamageLife LifeToGraveyard], life_to_graveyard, parts = &["means"], away = true;
    /// An icon is turned over by damage.
    IconTurned(Whose), [Icon], icon_turned, parts = &["icon"];
    /// A card becomes rested.
    Rests(Who), [Rest], happens_to;
    /// A card stands up.
    Stands(Who), [Stand], happens_to;
    /// A phase begins.
    PhaseStarts(PhaseOf), [PhaseStarts], phase_starts, gives = 0;
    /// The end of a turn: when its end phase begins.
    TurnEnds(Side), [PhaseStarts], turn_ends, gives = 0;
    /// A territory is released.
    Released(Who), [Release], happens_to, gives = 2;
    /// A territory is closed.
    Closed(Who), [Close], happens_to;
    /// A card becomes energy.
    EnergyPlaced(ByWhom), [PlaceEnergy ToEnergy], energy_placed, parts = &["by", "from"];
    /// A card is drawn, outside the set-up.
    Draws(ByWhom), [Draw], by_owner, away = true;
    /// A card is discarded.
    Discarded(Who), [Discard], happens_to, away = true;
    /// A card goes from a deck to the graveyard.
    Milled(ByWhom), [Mill], by_owner, away = true;
    /// Counters are got.
    CounterGained(ByWhom), [Counters], counter_gained, gives = 0, parts = &["name"];
    /// Something of a player is countered.
    Countered(ByWhom), [Counter], countered;
    /// A card becomes a target [ruling-90].
    Targeted(Who), [Targeted], happens_to, gives = 2;
}

/// Reports parts that are given and that this trigger does not have.
fn lint_parts(lint: &mut Lint<'_, BuildDivide>, given: &[(&'static str, bool)], parts: &[&str]) {
    for (part, _) in given.iter().filter(|(part, given)| *given && !parts.contains(part)) {
        lint.inside(part, |lint| lint.find("wrong_attribute", findings::no_such_part()));
    }
}

/// The text of a trigger, which the linter checks.
trait TriggerText {
    fn lint(&self, _lint: &mut Lint<'_, BuildDivide>, _parts: &[&str]) {}

    /// Whether it means only the card that the ability stands on.
    fn is_this(&self) -> bool {
        false
    }
}

impl TriggerText for Who {
    fn lint(&self, lint: &mut Lint<'_, BuildDivide>, parts: &[&str]) {
        Who::lint(self, lint, parts);
    }

    fn is_this(&self) -> bool {
        self.card.is_some()
    }
}

impl TriggerText for Side {}

impl TriggerText for Anything {}

impl TriggerText for PhaseOf {
    fn lint(&self, lint: &mut Lint<'_, BuildDivide>, _: &[&str]) {
        if !self.phase.is_phase() || self.phase == Phase::Setup {
            lint.find("never_heard", findings::only_turn_phases());
        }
    }
}

impl TriggerText for Whose {
    fn lint(&self, lint: &mut Lint<'_, BuildDivide>, parts: &[&str]) {
        lint_parts(lint, &[("means", self.means.is_some()), ("icon", self.icon.is_some())], parts);
    }
}

impl TriggerText for ByWhom {
    fn lint(&self, lint: &mut Lint<'_, BuildDivide>, parts: &[&str]) {
        let given = [("by", self.by.is_some()), ("name", self.name.is_some()), ("from", self.from.is_some())];
        lint_parts(lint, &given, parts);
        lint.excluding([context::ON_FIELD, context::STATE], |lint| {
            lint.each("fits", &self.fits, |lint, filter| filter.lint(lint));
        });
    }
}

/// The subject of an event, and its other object.
type Pair = (Object, Option<Object>);

impl Who {
    /// Reports faults in the text of a trigger. `parts` are the optional parts that the trigger has.
    pub fn lint(&self, lint: &mut Lint<'_, BuildDivide>, parts: &[&str]) {
        lint.each("fits", &self.fits, |lint, filter| filter.lint(lint));
        lint.each("other", &self.other, |lint, filter| filter.lint(lint));
        if self.card.is_some() && self.side.is_some() {
            lint.find("wrong_attribute", findings::one_controller());
        }
        let given = [("how", self.how.is_some()), ("from", self.from.is_some()), ("to", self.to.is_some())];
        lint_parts(lint, &given, parts);
        lint_parts(lint, &[("what", self.what.is_some())], parts);
    }

    /// Whether the trigger covers an event with this subject and this other object.
    pub fn fits(&self, game: &Game<'_>, (me, bound): (Object, &Bound), event: &Proposed, of: Pair) -> bool {
        let (subject, other) = of;
        let seat = stat::controller_of(game, me);
        let scene = Scene { seat, me, subject: Some(subject), other, bound };
        let by = |by: Side| by.covers(seat, doer(game, event));
        let fits_other = || other.is_some_and(|other| has_all_of_object(game, &scene, &self.other, other));
        (self.card.is_none() || subject == me)
            && self.side.is_none_or(|side| side.covers(seat, stat::controller_of(game, subject)))
            && self.means.is_none_or(|means| is_by(means, event.detail.means))
            && self.by.is_none_or(by)
            && (self.other.is_empty() || fits_other())
            && has_all_of_object(game, &scene, &self.fits, subject)
    }
}

/// The player who carries out an event: of a text the player to whom it belongs, whoever controls its card
/// now [ruling-60]; of a discard, and of what no text does, the controller of the source.
fn doer(game: &Game<'_>, event: &Proposed) -> Seat {
    let is_by_player = event.verb == Verb::Targeted || event.detail.means == Means::Effect;
    match event.source {
        Some(source) if event.verb == Verb::Discard || !is_by_player => stat::controller_of(game, source),
        _ => event.seat,
    }
}

/// Whether means count as those that a trigger asks for: damage outside a battle counts as an effect, too.
pub fn is_by(wanted: Means, means: Means) -> bool {
    wanted == means || wanted == Means::Effect && means == Means::Damage
}

/// The zone that the subject of an event came from.
fn came_from(game: &Game<'_>, event: &Happened) -> Option<Zone> {
    Some(zone_of(game, event.from?)?.0)
}

/// An event, and the ability that may hear it.
struct Hearing<'h, 'p> {
    game: &'h Game<'p>,
    /// The card that the ability stands on.
    me: Object,
    /// Who controls that card.
    seat: Seat,
    event: &'h Happened,
    bound: &'h Bound,
}

impl Trigger {
    /// The events that the trigger waits for: the bits of their verbs.
    pub const fn listens(&self) -> u64 {
        self.row().listens
    }

    /// The objects of an event to which an ability with this trigger cannot refer: the subject, or the other
    /// object.
    pub fn unavailable(&self) -> &'static [&'static str] {
        let both: &'static [&'static str] = &context::EVENT;
        both.get(self.row().gives..).unwrap_or(&[])
    }

    /// The names of the cards that are not on the field after the event.
    pub fn away(&self) -> Vec<&'static str> {
        let this = self.text().is_this().then_some(meant::THIS);
        Some(meant::SUBJECT).into_iter().chain(this).filter(|_| self.row().away).collect()
    }

    /// Reports what can never have an effect.
    pub fn lint(&self, lint: &mut Lint<'_, BuildDivide>) {
        lint.inside(&self.word(), |lint| self.text().lint(lint, self.row().parts));
    }

    /// What an ability with this trigger hears of an event; `None`: the event does not trigger it.
    pub fn hears(&self, game: &Game<'_>, me: Object, event: &Happened, bound: &Bound) -> Option<Heard> {
        self.hear(event.proposal.verb.bit(), |_| {
            let is_heard = event.point == Point::Done && game.state.facts.turn > 0;
            is_heard.then(|| Hearing { game, me, seat: stat::controller_of(game, me), event, bound })
        })
    }
}

impl Hearing<'_, '_> {
    /// What the ability hears, with the card that it may refer to as the subject.
    fn heard(&self, subject: Option<Object>) -> Heard {
        let detail = &self.event.proposal.detail;
        Heard { subject, other: detail.other, amount: detail.amount }
    }

    /// Something happens to a card; the second of the pair is the other card of the event.
    fn who(&self, who: &Who, (subject, other): Pair) -> Option<Heard> {
        let proposal = &self.event.proposal;
        let fits = who.fits(self.game, (self.me, self.bound), proposal, (subject, other));
        fits.then_some(Heard { subject: Some(subject), other, amount: proposal.detail.amount })
    }

    /// Something happens to the subject of the event.
    fn happens_to(&self, who: &Who) -> Option<Heard> {
        self.who(who, (self.event.subject?, self.event.proposal.detail.other))
    }

    /// Something happens to the other card of the event.
    fn happens_to_other(&self, who: &Who) -> Option<Heard> {
        self.who(who, (self.event.proposal.detail.other?, self.event.subject))
    }

    /// A player does something, with a card if there is one.
    fn by(&self, by: &ByWhom, player: Seat, card: Option<Object>) -> Option<Heard> {
        let Hearing { game, me, seat, bound, .. } = *self;
        let scene = Scene { seat, me, subject: card, other: self.event.proposal.detail.other, bound };
        let fits =
            by.fits.is_empty() || card.is_some_and(|card| has_all_of_object(game, &scene, &by.fits, card));
        (by.who.covers(seat, player) && fits).then_some(self.heard(card))
    }

    fn enters(&self, who: &Who) -> Option<Heard> {
        let entered = self.event.became?;
        let mark = table::mark(self.game, entered.card);
        let from = came_from(self.game, self.event)?;
        let from_there = |zone: Zone| zone == from || zone == Zone::Graveyard && mark.from_graveyard;
        let how = who.how.is_none_or(|how| how.is_how(mark));
        let covered = how && who.from.is_none_or(from_there);
        covered.then(|| self.who(who, (entered, self.event.proposal.detail.other)))?
    }

    fn used(&self, by: &ByWhom) -> Option<Heard> {
        let from = came_from(self.game, self.event);
        let covered = by.from.is_none_or(|zone| Some(zone) == from);
        covered.then(|| self.by(by, self.event.proposal.seat, self.event.became))?
    }

    fn leaves(&self, who: &Who) -> Option<Heard> {
        let event = self.event;
        let left = came_from(self.game, event)? == Zone::Field && event.became != event.subject;
        let to = event.became.and_then(|became| Some(table::lies(self.game, became.card)?.0));
        let covered = left && who.to.is_none_or(|zone| Some(zone) == to);
        covered.then(|| self.happens_to(who))?
    }

    fn attacks(&self, who: &Who) -> Option<Heard> {
        let aim = if self.event.proposal.detail.other.is_some() { Aim::Unit } else { Aim::Player };
        let covered = who.what.is_none_or(|what| what == aim);
        covered.then(|| self.happens_to(who))?
    }

    fn attack_over(&self, _: &Anything) -> Option<Heard> {
        Some(Heard::default())
    }

    fn aura_attached(&self, who: &Who) -> Option<Heard> {
        let aura = self.event.became.or(self.event.subject);
        self.who(who, (self.event.proposal.detail.other?, aura))
    }

    fn wins_battle(&self, who: &Who) -> Option<Heard> {
        (self.event.proposal.detail.amount > 0).then(|| self.happens_to(who))?
    }

    fn life_damaged(&self, whose: &Whose) -> Option<Heard> {
        let covered = whose.of.covers(self.seat, self.event.proposal.seat);
        covered.then_some(self.heard(self.event.became))
    }

    fn life_to_graveyard(&self, whose: &Whose) -> Option<Heard> {
        let covered = whose.of.covers(self.seat, table::owner(self.game, self.event.subject?.card))
            && whose.means.is_none_or(|means| means == self.event.proposal.detail.means);
        covered.then_some(self.heard(self.event.became))
    }

    fn icon_turned(&self, whose: &Whose) -> Option<Heard> {
        let turned = self.event.proposal.detail.own.icon;
        let covered = whose.of.covers(self.seat, self.event.proposal.seat)
            && turned.is_some()
            && whose.icon.is_none_or(|icon| turned == Some(icon));
        covered.then_some(self.heard(self.event.subject))
    }

    fn phase_starts(&self, of: &PhaseOf) -> Option<Heard> {
        self.phase_of_turn(of.phase, of.turn)
    }

    fn turn_ends(&self, turn: &Side) -> Option<Heard> {
        self.phase_of_turn(Phase::End, *turn)
    }

    fn phase_of_turn(&self, phase: Phase, turn: Side) -> Option<Heard> {
        let starts = self.event.proposal.detail.phase == Some(phase);
        let covered = starts && turn.covers(self.seat, self.game.state.facts.active);
        covered.then_some(Heard::default())
    }

    fn shot_used(&self, by: &ByWhom) -> Option<Heard> {
        self.by(by, self.event.proposal.seat, self.event.became)
    }

    /// A card moves, which counts as done by its owner.
    fn by_owner(&self, by: &ByWhom) -> Option<Heard> {
        self.by(by, table::owner(self.game, self.event.subject?.card), self.event.became)
    }

    fn counter_gained(&self, by: &ByWhom) -> Option<Heard> {
        let proposal = &self.event.proposal;
        let named = by.name.is_none() || by.name == proposal.detail.own.kind;
        (proposal.detail.amount > 0 && named).then(|| self.by(by, proposal.seat, None))?
    }

    fn countered(&self, by: &ByWhom) -> Option<Heard> {
        let controller = stat::controller_of(self.game, self.event.subject?);
        self.by(by, controller, self.event.became)
    }

    fn energy_placed(&self, by: &ByWhom) -> Option<Heard> {
        let is_placed = self.event.proposal.verb == Verb::PlaceEnergy;
        let means = if is_placed { Means::Rule } else { Means::Effect };
        let card = self.event.became?;
        let from = came_from(self.game, self.event);
        let covered = by.by.is_none_or(|by| by == means) && by.from.is_none_or(|zone| Some(zone) == from);
        covered.then(|| self.by(by, table::owner(self.game, card.card), Some(card)))?
    }
}
