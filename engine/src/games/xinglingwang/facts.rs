//! What the state remembers besides the table.
//!
//! 一.1, 一.4, 一.5 set-up; 二 phases; 三.1, 十四 countdown and ends; 六.2 若成功; 十一 battles; 十二.3 tributes.

use super::table::Verb;
use super::{Xinglingwang, action, battle, table};
use crate::game_kit::used::counted_in_turn;
use crate::kernel::{
    BySeat, CardId, Change, Event, MapCards, Match, Object, Point, Proposal, Seat, Spot, held, wire,
};
use crate::verdict::Cite;

/// What became of the defence phase of this turn.
#[wire(Copy, Default, MapCards)]
pub enum Defence {
    /// Not known, or not yet.
    #[default]
    Unknown,
    /// Nobody attacked [十一.5].
    Skipped,
    /// It is over [十一.8(8)].
    Fought,
}

/// The last numbers of a unit that left the field.
#[held]
pub struct Memory {
    /// The object.
    pub object: Object,
    /// Its attack.
    pub attack: Option<i64>,
    /// Its score.
    pub score: i64,
    /// Where it stood.
    pub place: Option<u8>,
    /// Its state.
    pub state: table::State,
    /// What happened to it.
    pub verb: table::Verb,
    /// By which means.
    pub means: table::Means,
    /// In which phase.
    pub phase: table::Phase,
}

/// Something that has happened to an object, and the object whose text asked for it.
#[held(Copy)]
pub struct Happened {
    /// What the book calls it.
    pub verb: table::Verb,
    /// To whom, as it was before.
    pub object: Object,
    /// By whose text; none: by the rules.
    pub source: Option<Object>,
}

counted_in_turn! {
    "Units that the player played, extra played or summoned." brought_in;
    "Effects that the player activated of a field card." field_effects;
    "Magic cards that the player used." magic_used;
    "Their mana." mana_used;
    "Cards that went to the player's graveyard." to_graveyard;
}

/// Counts an event for texts that refer to what happened this turn.
pub(crate) fn note(game: &mut Match<'_, Xinglingwang>, event: &Event<Xinglingwang>) {
    if event.point != Point::Done || game.state.facts.turn == 0 {
        return;
    }
    let Proposal { verb, seat, change, .. } = &event.proposal;
    if let Change::Move(card, Spot::Place(place, _), ..) = change
        && let Some(owner) = table::GRAVEYARD.seat(*place)
        && !table::is_traveler(game, *card)
    {
        add(game, owner, |this| &mut this.to_graveyard, 1);
    }
    let subject = event.subject.map(|object| object.card);
    match verb {
        Verb::Play | Verb::ExtraPlay | Verb::Summon => add(game, *seat, |this| &mut this.brought_in, 1),
        Verb::Activate => {
            let zone = subject.and_then(|card| table::zone_of(game, card));
            if matches!(zone, Some((table::Zone::FieldCard, _))) {
                add(game, *seat, |this| &mut this.field_effects, 1);
            }
        }
        Verb::UseMagic => {
            let magic = subject.and_then(|card| table::printed(game, card).magic.as_ref());
            let mana = magic.map_or(0, |magic| u16::from(magic.mana));
            add(game, *seat, |this| &mut this.magic_used, 1);
            add(game, *seat, |this| &mut this.mana_used, mana);
        }
        Verb::Draw if game.state.facts.phase == table::Phase::Draw => {
            game.facts_mut().drawn.extend(event.became);
        }
        _ => {}
    }
}

fn add(
    game: &mut Match<'_, Xinglingwang>,
    seat: Seat,
    number: impl FnOnce(&mut Counted) -> &mut u16,
    more: u16,
) {
    let number = number(game.facts_mut().this_turn.get_mut(seat));
    *number = number.saturating_add(more);
}

/// Something optional that came up and was not offered.
#[held]
pub struct PassedOver {
    /// Who would have been asked.
    pub seat: Seat,
    /// The object that it stands on.
    pub source: Object,
    /// The rule by which it was not offered.
    pub rule: Cite,
    /// Further rules that support it.
    pub also: Vec<Cite>,
}

/// What the state holds besides the table.
#[held(Default)]
pub struct Facts {
    /// The first player as agreed before the game.
    pub agreed_first: Option<Seat>,
    /// The first player [一.4].
    pub first: Seat,
    /// The current player.
    pub active: Seat,
    /// The turn, counted from 1; 0 in set-up.
    pub turn: u16,
    /// Nothing has been entered since the turn before ended [十四.※].
    pub fresh: bool,
    /// The phase.
    pub phase: table::Phase,
    /// The step of the battle.
    pub step: Option<table::Phase>,
    /// The declared races.
    pub races: BySeat<String>,
    /// Who has changed the opening hand.
    pub mulligans: BySeat<bool>,
    /// What became of this turn's defence phase.
    pub defence: Defence,
    /// Whether the normal play of the summon phase has been made.
    pub normal_play: bool,
    /// Whether the play of the formation has been made.
    pub formation_play: bool,
    /// The tactic of this turn.
    pub tactic: Option<action::Tactic>,
    /// Whether an attack has been declared this turn.
    pub attacked: bool,
    /// In the machine phase: the names that took part [十五.機械合體.4].
    pub mech: Option<Vec<String>>,
    /// Whether the machine phase has been entered this turn [十五.機械合體.1].
    pub mech_used: bool,
    /// The battle.
    pub battle: Option<battle::Battle>,
    /// Units with 劇毒 in the battle that is being judged.
    pub poison: Vec<Object>,
    /// What continuous abilities have destroyed at once and still mean, each with the object that the ability
    /// stands on [十.2, ruling-59].
    pub doomed: Vec<(Object, Object)>,
    /// Attacks that were turned to another unit: attacker and target [ruling-82].
    pub redirects: Vec<(Object, Object)>,
    /// Whether the countdown runs [三.1].
    pub countdown: bool,
    /// How many star cards lie face up [四.4].
    pub stars: u8,
    /// Declared early ends [十四.4].
    pub early_end: BySeat<Option<action::EarlyEnd>>,
    /// Cards and units whose use or effect is negated [ruling-58].
    pub negated: Vec<Object>,
    /// What has happened to whom since the entry began, for 若成功 [六.2].
    pub happened: Vec<Happened>,
    /// What has not been offered since the last entry, for a seat that answers it all the same.
    pub passed_over: Vec<PassedOver>,
    /// Numbers of units that left this turn.
    pub remembered: Vec<Memory>,
    /// Further normal plays that effects allow in this phase.
    pub extra_plays: u8,
    /// Who was sacrificed for the units played this turn [十二.3].
    pub tributes: Vec<(CardId, Vec<CardId>)>,
    /// Whose effects were activated this turn.
    pub activated: Vec<Object>,
    /// The phase whose end has been announced.
    pub ended: Option<table::Phase>,
    /// Sneak successes this turn.
    pub sneaks: BySeat<u16>,
    /// What else happened this turn, as texts ask for it.
    pub this_turn: BySeat<Counted>,
    /// The cards drawn in the draw phase that is going on [二.1].
    pub drawn: Vec<Object>,
    /// Effects limited by name that were used this turn [ruling-72].
    pub used_names: Vec<(Seat, String, u8)>,
}
