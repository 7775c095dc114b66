//! The events that automatic abilities wait for: 用语.自动能力; ruling-21, ruling-44, ruling-46, ruling-76, ruling-77, ruling-79,
//! ruling-83, ruling-90, ruling-93, ruling-99.

use super::super::BuildDivide;
use super::super::effect::Heard;
use super::super::printed::{Icon, Kind};
use super::super::stat;
use super::super::table::{self, Game, Means, Phase, Verb, Zone};
use super::super::zone::Proposed;
use super::filter::How;
use super::{Filter, context};
use crate::abilities::filter::has_all_of_object;
use crate::abilities::lint::meant;
use crate::abilities::{Bound, FilterWord, Lint, Scene, Side};
use crate::game_kit::zone::zone_of;
use crate::kernel::{Event, Object, Point, Seat, wire};
use crate::words;

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
    /// What the other card of the event has to be: of a block the attacker, of being blocked the blocker, of a target the card
    /// that aims at it.
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
    /// Of a use: from where.
    pub from: Option<Zone>,
    /// Of energy: by the action of the main phase (`rule`) or by an effect.
    pub by: Option<Means>,
    /// Of counters: which.
    pub name: Option<String>,
}

/// A phase of a turn begins.
#[wire(Copy)]
pub struct PhaseOf {
    /// Which.
    pub phase: Phase,
    /// In whose turn.
    #[optional]
    pub turn: Side,
}

words! {
    @declare
    /// What an ability waits for.
    pub enum Trigger {
        /// A unit enters.
        Enters(Who),
        /// A card is used, countered or not [ruling-58].
        Used(ByWhom),
        /// A shot is used.
        ShotUsed(ByWhom),
        /// A unit is destroyed.
        Destroyed(Who),
        /// A unit leaves the field.
        Leaves(Who),
        /// A unit attacks.
        Attacks(Who),
        /// A unit is attacked.
        Attacked(Who),
        /// A unit blocks.
        Blocks(Who),
        /// A unit is blocked.
        Blocked(Who),
        /// A unit attacks or blocks [ruling-46].
        AttacksOrBlocks(Who),
        /// A unit battles [ruling-77].
        Battles(Who),
        /// A unit wins a battle [ruling-79].
        WinsBattle(Who),
        /// The battle of a unit ends.
        BattleEnds(Who),
        /// The attack of a unit ends.
        AttackEnds(Who),
        /// A card has dealt damage to a player: once for each damage [ruling-83].
        DamagesPlayer(Who),
        /// A card deals damage to a unit.
        DamagesUnit(Who),
        /// A point of damage to life.
        LifeDamaged(Whose),
        /// A card goes from life to the graveyard.
        LifeToGraveyard(Whose),
        /// An icon is turned over by damage.
        IconTurned(Whose),
        /// A card becomes rested.
        Rests(Who),
        /// A card stands up.
        Stands(Who),
        /// A phase begins.
        PhaseStarts(PhaseOf),
        /// The end of a turn: when its end phase begins.
        TurnEnds(Side),
        /// A territory is released.
        Released(Who),
        /// A territory is closed.
        Closed(Who),
        /// A card becomes energy.
        EnergyPlaced(ByWhom),
        /// A card is drawn, outside the set-up.
        Draws(ByWhom),
        /// A card is discarded.
        Discarded(Who),
        /// A card goes from a deck to the graveyard.
        Milled(ByWhom),
        /// Counters are got.
        CounterGained(ByWhom),
        /// Something of a player is countered.
        Countered(ByWhom),
        /// A card becomes a target [ruling-90].
        Targeted(Who),
    }
}

/// What happened to a card, and the other card of it.
type Pair = (Object, Option<Object>);

impl Who {
    /// Looks for what cannot be meant; only some events have these parts.
    pub fn lint(&self, lint: &mut Lint<'_, BuildDivide>, parts: &[&str]) {
        lint.each("fits", &self.fits, |lint, filter| filter.lint(lint));
        lint.each("other", &self.other, |lint, filter| filter.lint(lint));
        if self.card.is_some() && self.side.is_some() {
            lint.find("wrong_attribute", "this card has one controller");
        }
        let said = [
            ("how", self.how.is_some()),
            ("from", self.from.is_some()),
            ("to", self.to.is_some()),
            ("what", self.what.is_some()),
        ];
        for (part, _) in said.into_iter().filter(|(part, said)| *said && !parts.contains(part)) {
            lint.inside(part, |lint| lint.find("wrong_attribute", "this event has no such part"));
        }
    }

    /// Whether it is such a card to which something happens.
    pub fn fits(&self, game: &Game<'_>, (me, bound): (Object, &Bound), event: &Proposed, of: Pair) -> bool {
        let (subject, other) = of;
        let seat = stat::controller_of(game, me);
        let scene = Scene { seat, me, subject: Some(subject), other, bound };
        let by = |by: Side| {
            let source = event.source;
            let doer = source.map_or(event.seat, |source| stat::controller_of(game, source));
            by.covers(seat, doer)
        };
        let fits_other = || other.is_some_and(|other| has_all_of_object(game, &scene, &self.other, other));
        (self.card.is_none() || subject == me)
            && self.side.is_none_or(|side| side.covers(seat, stat::controller_of(game, subject)))
            && self.means.is_none_or(|means| is_by(means, event.detail.means))
            && self.by.is_none_or(by)
            && (self.other.is_empty() || fits_other())
            && has_all_of_object(game, &scene, &self.fits, subject)
    }
}

/// Whether something was done by these means; what damage outside a battle does is done by an effect, too.
pub fn is_by(wanted: Means, means: Means) -> bool {
    wanted == means || wanted == Means::Effect && means == Means::Damage
}

/// The place where the subject of an event was.
fn came_from(game: &Game<'_>, event: &Happened) -> Option<Zone> {
    Some(zone_of(game, event.from?)?.0)
}

impl Trigger {
    /// The events that it waits for, as a set of bits of their verbs.
    pub fn listens(&self) -> u64 {
        let verbs: &[Verb] = match self {
            Trigger::Enters(_) => &[Verb::Enter],
            Trigger::Used(_) => &[Verb::Use, Verb::Shot],
            Trigger::ShotUsed(_) => &[Verb::Shot],
            Trigger::Destroyed(_) => &[Verb::Destroy],
            Trigger::Leaves(_) => &[
                Verb::Destroy,
                Verb::ToHand,
                Verb::ToDeck,
                Verb::ToEnergy,
                Verb::ToLife,
                Verb::ToGraveyard,
                Verb::Remove,
                Verb::PutUnder,
            ],
            Trigger::Attacks(_) | Trigger::Attacked(_) => &[Verb::Attack],
            Trigger::Blocks(_) | Trigger::Blocked(_) => &[Verb::Block],
            Trigger::AttacksOrBlocks(_) => &[Verb::Attack, Verb::Block],
            Trigger::Battles(_) => &[Verb::Battle],
            Trigger::WinsBattle(_) | Trigger::BattleEnds(_) => &[Verb::BattleEnds],
            Trigger::AttackEnds(_) => &[Verb::AttackEnds],
            Trigger::DamagesPlayer(_) => &[Verb::DamageEnds],
            Trigger::DamagesUnit(_) => &[Verb::DamageUnit],
            Trigger::LifeDamaged(_) => &[Verb::DamageLife],
            Trigger::LifeToGraveyard(_) => &[Verb::DamageLife, Verb::LifeToGraveyard],
            Trigger::IconTurned(_) => &[Verb::Icon],
            Trigger::Rests(_) => &[Verb::Rest],
            Trigger::Stands(_) => &[Verb::Stand],
            Trigger::PhaseStarts(_) | Trigger::TurnEnds(_) => &[Verb::PhaseStarts],
            Trigger::Released(_) => &[Verb::Release],
            Trigger::Closed(_) => &[Verb::Close],
            Trigger::EnergyPlaced(_) => &[Verb::PlaceEnergy, Verb::ToEnergy],
            Trigger::Draws(_) => &[Verb::Draw],
            Trigger::Discarded(_) => &[Verb::Discard],
            Trigger::Milled(_) => &[Verb::Mill],
            Trigger::CounterGained(_) => &[Verb::Counters],
            Trigger::Countered(_) => &[Verb::Counter],
            Trigger::Targeted(_) => &[Verb::Targeted],
        };
        verbs.iter().fold(0, |all, verb| all | verb.bit())
    }

    /// What an ability cannot refer to that it raises: a card that it happens to, and another one.
    pub const fn lacking(&self) -> &'static [&'static str] {
        match self {
            Trigger::PhaseStarts(_) | Trigger::TurnEnds(_) | Trigger::CounterGained(_) => &context::EVENT,
            Trigger::Attacks(_)
            | Trigger::Attacked(_)
            | Trigger::Blocks(_)
            | Trigger::Blocked(_)
            | Trigger::AttacksOrBlocks(_)
            | Trigger::Battles(_)
            | Trigger::WinsBattle(_)
            | Trigger::BattleEnds(_)
            | Trigger::DamagesUnit(_)
            | Trigger::Destroyed(_)
            | Trigger::Released(_)
            | Trigger::LifeDamaged(_)
            | Trigger::Targeted(_) => &[],
            _ => &[meant::OTHER],
        }
    }

    /// What it hears of an event.
    pub fn hears(&self, game: &Game<'_>, me: Object, event: &Happened, bound: &Bound) -> Option<Heard> {
        let proposal = &event.proposal;
        let (verb, detail) = (proposal.verb, &proposal.detail);
        if self.listens() & verb.bit() == 0 || event.point != Point::Done || game.state.facts.turn == 0 {
            return None;
        }
        let (subject, other, amount) = (event.subject, detail.other, detail.amount);
        let seat = stat::controller_of(game, me);
        let who = |who: &Who, (subject, other): Pair| {
            let fits = who.fits(game, (me, bound), proposal, (subject, other));
            fits.then_some(Heard { subject: Some(subject), other, amount })
        };
        // The other card's side of the same event.
        let turned = |word: &Who| who(word, (other?, subject));
        let by = |by: &ByWhom, player: Seat, card: Option<Object>| {
            let scene = Scene { seat, me, subject: card, other, bound };
            let fits = by.fits.is_empty()
                || card.is_some_and(|card| has_all_of_object(game, &scene, &by.fits, card));
            (by.who.covers(seat, player) && fits).then_some(Heard { subject: card, other, amount })
        };
        match self {
            Trigger::Enters(word) => {
                let entered = event.became?;
                let mark = table::mark(game, entered.card);
                let from = came_from(game, event)?;
                let from_there = |zone: Zone| zone == from || zone == Zone::Graveyard && mark.from_graveyard;
                let how = word.how.is_none_or(|how| how.is_how(mark));
                (how && word.from.is_none_or(from_there)).then(|| who(word, (entered, other)))?
            }
            Trigger::Used(word) => {
                let from = came_from(game, event);
                let fits = word.from.is_none_or(|zone| Some(zone) == from);
                fits.then(|| by(word, proposal.seat, event.became))?
            }
            Trigger::ShotUsed(word) => by(word, proposal.seat, event.became),
            Trigger::Leaves(word) => {
                let left = came_from(game, event)? == Zone::Field && event.became != event.subject;
                let to = event.became.and_then(|became| Some(table::lies(game, became.card)?.0));
                let fits = left && word.to.is_none_or(|zone| Some(zone) == to);
                fits.then(|| who(word, (subject?, other)))?
            }
            Trigger::Attacks(word) => {
                let aim = if other.is_some() { Aim::Unit } else { Aim::Player };
                let fits = word.what.is_none_or(|what| what == aim);
                fits.then(|| who(word, (subject?, other)))?
            }
            Trigger::Attacked(word) | Trigger::Blocked(word) | Trigger::DamagesUnit(word) => turned(word),
            Trigger::Destroyed(word)
            | Trigger::Blocks(word)
            | Trigger::AttacksOrBlocks(word)
            | Trigger::Battles(word)
            | Trigger::BattleEnds(word)
            | Trigger::AttackEnds(word)
            | Trigger::DamagesPlayer(word)
            | Trigger::Rests(word)
            | Trigger::Stands(word)
            | Trigger::Released(word)
            | Trigger::Closed(word)
            | Trigger::Discarded(word)
            | Trigger::Targeted(word) => who(word, (subject?, other)),
            Trigger::WinsBattle(word) => (amount > 0).then(|| who(word, (subject?, other)))?,
            Trigger::LifeDamaged(word) => {
                let fits = word.of.covers(seat, proposal.seat);
                fits.then_some(Heard { subject: event.became, other, amount })
            }
            Trigger::LifeToGraveyard(word) => {
                let fits = word.of.covers(seat, table::owner(game, subject?.card))
                    && word.means.is_none_or(|means| means == detail.means);
                fits.then_some(Heard { subject: event.became, other, amount })
            }
            Trigger::IconTurned(word) => {
                let fits = word.of.covers(seat, proposal.seat)
                    && detail.icon.is_some()
                    && word.icon.is_none_or(|icon| detail.icon == Some(icon));
                fits.then_some(Heard { subject, other, amount })
            }
            Trigger::PhaseStarts(PhaseOf { phase, turn }) => {
                let fits = detail.phase == Some(*phase) && turn.covers(seat, game.state.facts.active);
                fits.then_some(Heard::default())
            }
            Trigger::TurnEnds(turn) => {
                let fits = detail.phase == Some(Phase::End) && turn.covers(seat, game.state.facts.active);
                fits.then_some(Heard::default())
            }
            Trigger::EnergyPlaced(word) => {
                let means = if verb == Verb::PlaceEnergy { Means::Rule } else { Means::Effect };
                let card = event.became?;
                let fits = word.by.is_none_or(|by| by == means);
                fits.then(|| by(word, table::owner(game, card.card), Some(card)))?
            }
            Trigger::Draws(word) | Trigger::Milled(word) => {
                by(word, table::owner(game, subject?.card), event.became)
            }
            Trigger::CounterGained(word) => {
                let named = word.name.is_none() || word.name == detail.kind;
                (amount > 0 && named).then(|| by(word, proposal.seat, None))?
            }
            Trigger::Countered(word) => by(word, table::owner(game, subject?.card), event.became),
        }
    }

    /// Looks for what cannot be meant; on a card of a kind, or made for later.
    pub fn lint(&self, lint: &mut Lint<'_, BuildDivide>, kind: Option<Kind>) {
        lint.inside(self.word(), |lint| match self {
            Trigger::Enters(word) => word.lint(lint, &["how", "from"]),
            Trigger::Leaves(word) => word.lint(lint, &["to"]),
            Trigger::Attacks(word) => word.lint(lint, &["what"]),
            Trigger::Released(word) | Trigger::Closed(word) => {
                word.lint(lint, &[]);
                if word.card.is_some() && kind.is_some_and(|kind| kind != Kind::Territory) {
                    lint.find("never_heard", "this happens to territories only");
                }
            }
            Trigger::Destroyed(word)
            | Trigger::Attacked(word)
            | Trigger::Blocks(word)
            | Trigger::Blocked(word)
            | Trigger::AttacksOrBlocks(word)
            | Trigger::Battles(word)
            | Trigger::WinsBattle(word)
            | Trigger::BattleEnds(word)
            | Trigger::AttackEnds(word)
            | Trigger::DamagesPlayer(word)
            | Trigger::DamagesUnit(word)
            | Trigger::Rests(word)
            | Trigger::Stands(word)
            | Trigger::Discarded(word)
            | Trigger::Targeted(word) => word.lint(lint, &[]),
            Trigger::Used(word)
            | Trigger::ShotUsed(word)
            | Trigger::EnergyPlaced(word)
            | Trigger::Draws(word)
            | Trigger::Milled(word)
            | Trigger::CounterGained(word)
            | Trigger::Countered(word) => {
                lint.without([context::ON_FIELD, context::STATE], |lint| {
                    lint.each("fits", &word.fits, |lint, filter| filter.lint(lint));
                });
            }
            Trigger::PhaseStarts(on) => {
                if !on.phase.is_phase() || on.phase == Phase::Setup {
                    lint.find("never_heard", "phases are those of a turn");
                }
            }
            Trigger::LifeDamaged(_)
            | Trigger::LifeToGraveyard(_)
            | Trigger::IconTurned(_)
            | Trigger::TurnEnds(_) => {}
        });
    }
}
