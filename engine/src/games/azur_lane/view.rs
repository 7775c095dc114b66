//! Views: who sees what of the state and of events.
//!
//! 400.2 public and hidden zones; 401.2, 401.3 deck; 402.2 hand; 404.2 retreat zone; 405.2
//! durability; 406.2 cubes; 313.7a looking; 313.8a revealing; 401.4, 103.4a hidden choices;
//! ruling-77, ruling-78, ruling-80.

use crate::schema::JsonSchema;
use serde::Serialize;

use super::AzurLane;
use super::printed::Kind;
use super::standby::Ability;
use super::stat;
use super::table::{self, Battlefield, CubeKind, Means, Phase, Verb, Zone};
use super::words::filter::{Face, State};
use super::words::{Influence, Stat};
use crate::game_kit::sentence::{Part, Speech};
use crate::game_kit::view::{
    self, CardRef, CardView, Does, EffectView, PileView, PlaceView, Reader, Sight, event_view,
};
use crate::game_kit::zone::zone_of;
use crate::kernel::{CardId, Event, Lies, Match, Point, Seat, Spot, Viewer};

type Game<'p> = Match<'p, AzurLane>;

/// A stack on a battlefield.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StackView<'m> {
    /// The top card's id in the pool.
    #[schemars(extend("format" = "card"))]
    pub card: &'m str,
    /// The flagship's side that is up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub face: Option<Face>,
    /// Whether it entered this turn.
    pub fresh: bool,
    /// Its number on this table.
    pub id: CardId,
    /// Its name, where a language is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<&'m str>,
    /// Its power now.
    pub power: i64,
    /// Active or rested.
    pub state: State,
    /// Its support value now.
    pub support: i64,
    /// The cards under it, top first.
    pub under: Vec<CardView<'m>>,
}

/// Cubes in a cost zone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CubesView {
    /// Face down, active.
    pub down: u32,
    /// Face down, rested.
    pub down_rested: u32,
    /// Face up, active.
    pub up: u32,
    /// Face up, rested.
    pub up_rested: u32,
}

/// One player's half.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct HalfView<'m> {
    /// 戰場.
    pub battlefield: Battlefield<StackView<'m>>,
    /// 費用區.
    pub cost_zone: CubesView,
    /// Cubes in the cube deck.
    pub cube_deck: u32,
    /// 卡組.
    pub deck: PileView<'m>,
    /// 旗艦耐久區.
    pub durability: PileView<'m>,
    /// 手牌.
    pub hand: PileView<'m>,
    /// 撤退區.
    pub retreat: PileView<'m>,
}

/// The battle that is going on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BattleView {
    /// The card that attacks.
    pub attacker: CardId,
    /// The card that is attacked.
    pub target: CardId,
}

/// A skill that waits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WaitingView {
    /// The card that it stands on.
    pub card: CardId,
    /// Whose it is.
    pub seat: Seat,
    /// Which skill, counted from 1.
    pub skill: u8,
}

/// A state as a viewer sees it. Fields stand in the order of the canonical bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StateView<'m> {
    /// The active player.
    pub active: Seat,
    /// The battle.
    pub battle: Option<BattleView>,
    /// Running effects in the order of time.
    pub effects: Vec<EffectView<'m, AzurLane>>,
    /// The phase.
    pub phase: Phase,
    /// Both halves.
    pub players: [HalfView<'m>; 2],
    /// The starting player.
    pub starting: Seat,
    /// The step of the battle.
    pub step: Option<Phase>,
    /// The turn, counted from 1; 0 in set-up.
    pub turn: u16,
    /// Skills that wait, of cards whose faces are seen.
    pub waiting: Vec<WaitingView>,
}

/// Whether a viewer sees the face of a card in a player's zone [400.2].
pub fn sees(game: &Game<'_>, viewer: Viewer, lies: &Lies<AzurLane>) -> bool {
    let Some((zone, Some(seat))) = zone_of(game, lies.spot) else { return false };
    let hidden = |rule| game.all_in_force(&[cite!("400.2"), rule]);
    match zone {
        Zone::Battlefield | Zone::CubeDeck | Zone::CostZone | Zone::Outside => true,
        Zone::Retreat => game.in_force(cite!("404.2")),
        Zone::Hand => viewer.is(seat) || !hidden(cite!("402.2")),
        Zone::Deck => !hidden(cite!("401.2")),
        Zone::Durability => !hidden(cite!("405.2")),
    }
}

impl Sight for AzurLane {
    type Does = Does<AzurLane>;

    fn printed_id<'m>(game: &'m Match<'_, AzurLane>, card: CardId) -> &'m str {
        &table::printed(game, card).id
    }

    /// The name of the side that is up.
    fn name<'m>(game: &'m Match<'_, AzurLane>, card: CardId, language: usize) -> Option<&'m str> {
        Some(table::face(game, card).name.text(language))
    }

    fn place(game: &Game<'_>, spot: Spot<AzurLane>) -> Option<PlaceView<Zone>> {
        let (zone, seat) = zone_of(game, spot)?;
        let cell = match spot {
            Spot::Place(_, cell) if zone == Zone::Battlefield => Some(table::cell_name(cell)),
            Spot::Place(..) | Spot::Member(..) => None,
        };
        Some(PlaceView { cell, seat: Some(seat?), zone })
    }

    /// A delayed trigger is shown to the viewers who see the card that it stands on.
    fn does(game: &Game<'_>, viewer: Viewer, influence: &Influence) -> Option<Does<AzurLane>> {
        let named = |ability: &Ability| {
            let of = game.pool.card(ability.definition).id.as_str().into();
            (of, (ability.number > 0).then_some(ability.number))
        };
        match influence {
            Influence::Own(later) if !game.sees_card(viewer, later.me.card) => None,
            seen => Does::of(game, seen, named),
        }
    }
}

fn stack<'m>(game: &'m Game<'_>, reader: Reader, seat: Seat, position: u8) -> Option<StackView<'m>> {
    let id = game.state.table.on_cell(table::BATTLEFIELD.of(seat), table::cell(position))?;
    let (printed, mark) = (table::printed(game, id), table::mark(game, id));
    let face = if mark.back { Face::Back } else { Face::Front };
    Some(StackView {
        card: &printed.id,
        face: (printed.kind == Kind::Flagship).then_some(face),
        fresh: mark.since == game.state.facts.turn,
        id,
        name: reader.language.and_then(|language| AzurLane::name(game, id, language)),
        power: stat::value(game, id, Stat::Power).unwrap_or(0),
        state: if mark.rested { State::Rested } else { State::Active },
        support: stat::value(game, id, Stat::Support).unwrap_or(0),
        under: view::cards(game, reader, game.state.table.pile(id)),
    })
}

fn half<'m>(game: &'m Game<'_>, reader: Reader, seat: Seat) -> HalfView<'m> {
    let cubes = |kind| table::cubes(game, seat, kind);
    let pile = |place: table::ZoneOf| view::pile(game, reader, place.of(seat));
    HalfView {
        battlefield: Battlefield::of(|position| stack(game, reader, seat, position)),
        cost_zone: CubesView {
            down: cubes(CubeKind::Down),
            down_rested: cubes(CubeKind::DownRested),
            up: cubes(CubeKind::Up),
            up_rested: cubes(CubeKind::UpRested),
        },
        cube_deck: cubes(CubeKind::Stored),
        deck: pile(table::DECK),
        durability: pile(table::DURABILITY),
        hand: pile(table::HAND),
        retreat: pile(table::RETREAT),
    }
}

/// The state, as the reader sees it and in the reader's language.
pub fn state<'m>(game: &'m Game<'_>, reader: Reader) -> StateView<'m> {
    let facts = &game.state.facts;
    let waiting = game.state.waiting.iter();
    let waiting = waiting.filter(|waiting| game.sees_card(reader.viewer, waiting.trigger.me.card));
    let waiting = waiting.map(|waiting| WaitingView {
        card: waiting.trigger.me.card,
        seat: waiting.seat,
        skill: waiting.trigger.ability.number,
    });
    StateView {
        active: facts.active,
        battle: facts
            .battle
            .as_ref()
            .map(|battle| BattleView { attacker: battle.attacker.card, target: battle.target.card }),
        effects: view::effects(game, reader),
        phase: facts.phase,
        players: Seat::BOTH.map(|seat| half(game, reader, seat)),
        starting: facts.starting,
        step: facts.step,
        turn: facts.turn,
        waiting: waiting.collect(),
    }
}

event_view! {
    /// An event as a viewer sees it.
    EventView {
        "A number that belongs to it: cubes, damage, support value, difference of powers." amount: i64;
        "By which means." by: Means;
        "The card that it happened to, if its face is seen." card: CardRef<'m, Zone>;
        "The rule of this record." cite, every: &'static str;
        "Where the card came from." from: PlaceView<Zone>;
        "The other card." other: CardRef<'m, Zone>;
        "Which phase or step." phase: Phase;
        "Done, or withdrawn by the rule cited." point, every: Point;
        "Who carried it out, or to whom it happened." seat, every: Seat;
        "Which skill, counted from 1." skill: u8;
        "What the data of that skill say; left out where that is not asked for." skill_text: String;
        "The same as a sentence in the asked language." text, every: String;
        "Where the card went." to: PlaceView<Zone>;
        "What happened." verb, every: Verb;
    }
}

fn event<'m>(
    game: &'m Game<'_>,
    event: &Event<AzurLane>,
    viewer: Viewer,
    speech: &Speech<'_>,
) -> EventView<'m> {
    let proposal = &event.proposal;
    let detail = &proposal.detail;
    let way = view::way(game, event, viewer, speech.language);
    let other = detail.other.map(|object| view::object_ref(game, object, speech.language));
    let skill_text = speech.event_ability(game, event, way.card.is_some());
    let mut view = EventView {
        amount: (detail.amount != 0).then_some(detail.amount),
        by: (detail.means != Means::Rule).then_some(detail.means),
        card: way.card,
        cite: super::rules::RULES.id(event.rule),
        from: way.from,
        other,
        phase: detail.phase,
        point: event.point,
        seat: proposal.seat,
        skill: detail.ability,
        skill_text,
        text: String::new(),
        to: way.to,
        verb: proposal.verb,
    };
    // The event of who starts has the starting player's number as its amount.
    let first = u8::try_from(detail.amount).ok().and_then(Seat::from_number);
    view.text = speech.event(
        view.verb.word(),
        view.point,
        &[
            ("amount", Part::number(view.amount)),
            ("by", Part::word(view.by)),
            ("card", Part::card(view.card.as_ref())),
            ("cite", Part::Word(view.cite)),
            ("first", first.map_or(Part::Nothing, Part::Seat)),
            // The sentence names a position together with the card that stands there, so `from` names only
            // other zones.
            ("from", Part::place(view.from.as_ref().filter(|from| from.cell.is_none()))),
            ("less", Part::number(view.amount.filter(|amount| *amount < 0).map(i64::saturating_neg))),
            ("more", Part::number(view.amount.filter(|amount| *amount > 0))),
            ("other", Part::card(view.other.as_ref())),
            ("phase", Part::word(view.phase)),
            ("seat", Part::Seat(view.seat)),
            ("skill", Part::number(view.skill)),
            ("to", Part::place(view.to.as_ref())),
        ],
    );
    view
}

/// The events, as a viewer sees them. A seat sees several cards that go into a deck one after the other in
/// the order of their numbers: nobody may learn a random order, and a chosen order is in the entry [401.4,
/// ruling-80].
pub fn events<'m>(
    game: &'m Game<'_>,
    list: &[Event<AzurLane>],
    viewer: Viewer,
    speech: &Speech<'_>,
) -> Vec<EventView<'m>> {
    let seen = list.iter().filter(|event| {
        let begins = event.proposal.verb == Verb::Effect;
        !view::begins_unseen(game, viewer, event, begins)
    });
    let mut views: Vec<_> = seen.map(|each| event(game, each, viewer, speech)).collect();
    let into_deck = |view: &EventView<'_>| view.verb == Verb::ToDeck;
    view::hide_order(&mut views, viewer, into_deck, |view| view.card.as_ref()?.id);
    views
}
