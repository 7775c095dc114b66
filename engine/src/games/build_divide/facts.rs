//! The parts of the state that are not on the table: course of the turn, attack, limits, and what happened
//! this turn.

use super::cards::Counters;
use super::printed::Kind;
use super::table::{self, Detail, Game, Means, Phase, Verb, Zone};
use super::words::{AbilityId, Keyword, Memory, Skipped};
use super::{BuildDivide, stat};
use crate::game_kit::used::counted_in_turn;
use crate::game_kit::zone::zone_of;
use crate::kernel::{BySeat, CardId, Event, MapCards, Object, Point, Proposal, Seat, held};

/// An attack that is under way [攻击阶段.1].
#[held(Copy)]
pub struct Attack {
    /// The attacker.
    pub attacker: Object,
    /// The attacked unit, after a block the blocker; none: the player.
    pub target: Option<Object>,
    /// Whether it was blocked [ruling-26].
    pub blocked: bool,
    /// An effect ended it.
    pub over: bool,
    /// In its battle: whether it has begun.
    pub fought: bool,
}

/// What a text has done to an object.
#[held(Copy)]
pub struct Happened {
    /// What.
    pub verb: Verb,
    /// To what.
    pub object: Object,
    /// The object that the text stands on.
    pub source: Object,
}

/// The most events that are kept while texts are being carried out.
const HAPPENED_LIMIT: usize = 5_000;

/// Why a player is marked as lost.
#[held(Copy)]
pub enum Loss {
    /// A point of damage by the opponent found no card.
    Damage,
    /// One by oneself did [ruling-70].
    OwnDamage,
    /// The draw of the turn.
    DrawPhase,
    /// A draw by a text.
    Text,
}

/// What happened in the processing of the last entry, for refusals that ask for it.
#[held(Default)]
pub struct JustNow {
    /// Aces that entered, with whether they were used from hand [领域的解放.1].
    pub entered: Vec<(Object, bool)>,
    /// Cards of life that damage turned over [触发效果.1].
    pub turned: Vec<CardId>,
    /// Cards that an effect put from life into the graveyard [用语.生命最上方的卡放到墓地].
    pub put: Vec<CardId>,
}

counted_in_turn! {
    "Attacks that the player declared." attacks;
    "Cards that the player drew." cards_drawn;
    "Commands that the player used." commands_used;
    "Points of damage to the player's life." damage;
    "Own units that were destroyed." destroyed;
    "Own units that entered from a graveyard." entered_from_graveyard;
    "Releases of the player's territory." releases;
    "Units that the player used." units_used;
}

/// Notes an event for texts that ask what happened in this turn, and for refusals.
pub fn note(game: &mut Game<'_>, event: &Event<BuildDivide>) {
    // Forgets that a replacement spared units: rule processing may destroy them now.
    if game.state.facts.spared.is_some() {
        game.facts_mut().spared = None;
    }
    if event.point != Point::Done || game.state.facts.turn == 0 {
        return;
    }
    let Proposal { verb, seat, detail: Detail { means, .. }, .. } = event.proposal;
    let card = event.subject.map(|object| object.card);
    if let (Some(object), Some(source), Means::Effect | Means::Cost) =
        (event.subject, event.proposal.source, means)
        && game.has_room(game.state.facts.happened.len(), HAPPENED_LIMIT)
    {
        game.facts_mut().happened.push(Happened { verb, object, source });
    }
    match verb {
        Verb::DamageLife => game.facts_mut().just_now.turned.extend(card),
        Verb::LifeToGraveyard => game.facts_mut().just_now.put.extend(card),
        Verb::DamageUnit => {
            let by = event.proposal.detail.other.filter(|other| table::stands(game, *other));
            let deadly = by.is_some_and(|by| stat::has(game, by.card, Keyword::Deadly));
            if deadly && game.in_force(cite!("ruling-103")) {
                game.facts_mut().doomed.extend(event.became.or(event.subject));
            }
            if means == Means::Battle {
                game.facts_mut().struck.extend(event.subject);
            }
        }
        Verb::Destroy if means == Means::Battle => {
            game.facts_mut().fallen.extend(event.subject);
        }
        _ => {}
    }
    let is_unit = |game: &Game<'_>| card.is_some_and(|card| table::is_printed(game, card, Kind::Unit));
    let from = event.from.and_then(|spot| zone_of(game, spot));
    let (seat, number): (Seat, fn(&mut Counted) -> &mut u16) = match (verb, from) {
        (Verb::Use | Verb::Shot, _) if is_unit(game) => (seat, |this| &mut this.units_used),
        (Verb::Use | Verb::Shot, _) => (seat, |this| &mut this.commands_used),
        (Verb::Draw, _) => (seat, |this| &mut this.cards_drawn),
        (Verb::Attack, _) => (seat, |this| &mut this.attacks),
        (Verb::DamageLife, _) => (seat, |this| &mut this.damage),
        (Verb::Destroy, Some((_, Some(of)))) => (of, |this| &mut this.destroyed),
        (Verb::Release, _) => (seat, |this| &mut this.releases),
        (Verb::Enter, Some((Zone::Graveyard, _))) if means == Means::Effect => {
            (seat, |this| &mut this.entered_from_graveyard)
        }
        _ => return,
    };
    let number = number(game.facts_mut().this_turn.get_mut(seat));
    *number = number.saturating_add(1);
}

/// What the state holds besides the table.
#[held(Default)]
pub struct Facts {
    /// The first player [准备.3]; none until it is known.
    pub first: Option<Seat>,
    /// The turn player; in set-up who is asked.
    pub active: Seat,
    /// The turn over both players, counted from 1; 0 in set-up.
    pub turn: u16,
    /// The phase.
    pub phase: Phase,
    /// Answers about redrawing [准备.4.2].
    pub redraws: BySeat<Option<bool>>,
    /// How often energy was placed this turn [主要阶段.能量的配置.3].
    pub placed: u16,
    /// The attack.
    pub attack: Option<Attack>,
    /// Who is marked as lost [ruling-2].
    pub lost: BySeat<Option<Loss>>,
    /// Aces that entered and may release [领域的解放.3].
    pub offers: Vec<Object>,
    /// What happened in the processing of the last entry.
    pub just_now: JustNow,
    /// What texts have done since none was being carried out when an entry began: a sentence that asks
    /// whether it was done looks back at it, for something else may have happened instead [ruling-50].
    pub happened: Vec<Happened>,
    /// Something happened when the end phase looked at the table, so that it goes on [ruling-40].
    pub end_again: bool,
    /// Battle damage is being dealt.
    pub striking: bool,
    /// Units that were dealt battle damage in this attack: only they are destroyed by battle [战斗.2,
    /// ruling-10].
    pub struck: Vec<Object>,
    /// Units that were destroyed by battle damage in this attack [ruling-79].
    pub fallen: Vec<Object>,
    /// Units that were damaged by one that destroys whatever the power, until rules are processed
    /// [ruling-103].
    pub doomed: Vec<Object>,
    /// What is put off and does not happen, by the objects to which it would.
    pub prevented: Vec<Object>,
    /// How many events there had been when none of the units that were to be destroyed left the field
    /// [ruling-11].
    pub spared: Option<u32>,
    /// What is used, between the moment at which it is paid for and that at which it goes on the chain.
    pub prepared: Option<Box<super::chain::Use>>,
    /// Limited abilities that were used this turn [用语.起动能力.3].
    pub used: Vec<(Object, AbilityId)>,
    /// What happened this turn.
    pub this_turn: BySeat<Counted>,
    /// The counters of a player by their names [用语.指示物].
    pub counters: BySeat<Counters>,
    /// What a player leaves out the next time.
    pub skips: BySeat<Vec<Skipped>>,
    /// What is last known of cards that left.
    pub remembered: Vec<Memory>,
}

impl Facts {
    /// How many counters of a name a player has.
    pub fn counters(&self, seat: Seat, name: &str) -> u32 {
        self.counters.get(seat).iter().find(|(other, _)| other == name).map_or(0, |(_, count)| *count)
    }

    /// The first player; before it is known, seat 0.
    pub fn first(&self) -> Seat {
        self.first.unwrap_or_default()
    }
}
