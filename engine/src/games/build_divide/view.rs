//! What each viewer sees.
//!
//! 准备.1 deck; 准备.4, ruling-74 hand; 准备.5, ruling-7 life, hidden from its owner, too; 手牌重抽.1, ruling-6 cards
//! put aside; 准备.6, ruling-52 what lies open; 关键词.侦查, ruling-47 cards looked at; ruling-104 D-deck.

use crate::schema::JsonSchema;
use serde::Serialize;
use smol_str::SmolStr;

pub use super::cards::sees;
use super::cards::{HalfView, UnitView};
use super::printed::Icon;
use super::table::{self, Game, Means, Phase, Verb, Zone};
use super::words::running::DoesView;
use super::words::{AbilityId, Influence};
use super::{BuildDivide, ability, chain};
use crate::game_kit::sentence::Speech;
use crate::game_kit::view::{self, CardRef, EffectView, PlaceView, Reader, Sight, event_view};
use crate::kernel::{CardId, Event, Frame, Item, Match, Object, Point, Seat, Viewer, Window, wire};

/// How many cards of life count as red [准备.5, ruling-7].
const RED: usize = super::rules::limits::LIFE_RED.value as usize;

/// The opponent as what an attack is aimed at.
#[wire(Copy)]
pub enum PlayerWord {
    /// The opponent.
    Player,
}

/// What an attack is aimed at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum TargetView {
    /// A unit, by its number.
    Unit(CardId),
    /// The opponent.
    Player(PlayerWord),
}

/// The attack that is going on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AttackView {
    /// The attacking unit; none: it has left.
    pub attacker: Option<CardId>,
    /// Whether it was blocked.
    pub blocked: bool,
    /// What it is aimed at; none: that unit has left.
    pub target: Option<TargetView>,
}

/// What waits on the chain, or is being resolved there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ItemView<'m> {
    /// Which ability of its card, counted from 1; left out: the card itself was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ability: Option<u8>,
    /// The card's id in the pool.
    #[schemars(extend("format" = "card"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<&'m str>,
    /// Its number on this table: that of the card; of an ability that waits while this names another item,
    /// its place on the chain, counted on from the number of the last card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<CardId>,
    /// The card's name, where a language is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<&'m str>,
    /// Whose it is.
    pub seat: Seat,
    /// Its targets, by their numbers.
    pub targets: Vec<CardId>,
}

/// An automatic ability that waits to be put on the chain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WaitingView {
    /// Which ability, counted from 1.
    pub ability: Option<u8>,
    /// The card that it stands on.
    pub card: CardId,
    /// Whose it is.
    pub seat: Seat,
}

/// A state as a viewer sees it. Fields stand in the order of the canonical bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StateView<'m> {
    /// The turn player.
    pub active: Seat,
    /// The attack.
    pub attack: Option<AttackView>,
    /// The chain, the lowest first.
    pub chain: Vec<ItemView<'m>>,
    /// Running effects in the order of time.
    pub effects: Vec<EffectView<'m, BuildDivide>>,
    /// Whether the turn player has placed energy this turn.
    pub energy_placed: bool,
    /// The first player; none until it is known.
    pub first: Option<Seat>,
    /// The phase.
    pub phase: Phase,
    /// Both halves.
    pub players: [HalfView<'m>; 2],
    /// Who has priority; none: no window is open, or a question stands.
    pub priority: Option<Seat>,
    /// The turn, counted from 1; 0 in set-up.
    pub turn: u16,
    /// Automatic abilities that wait, of cards whose faces are seen.
    pub waiting: Vec<WaitingView>,
}

event_view! {
    /// An event as a viewer sees it.
    EventView {
        "Which ability, counted from 1." ability: u8;
        "What the data of that ability say; left out where that is not asked for." ability_text: String;
        "A number that belongs to it: damage, a turn, counters, cards on top." amount: i64;
        "By which means." by: Means;
        "The card that it happened to, if its face is seen." card: CardRef<'m, Zone>;
        "The rule of this record." cite, every: &'static str;
        "Where the card came from." from: PlaceView<Zone>;
        "The icon that a trigger check found." icon: Icon;
        "Which counters." kind: String;
        "The other card." other: CardRef<'m, Zone>;
        "Which phase." phase: Phase;
        "Done, or withdrawn by the rule cited." point, every: Point;
        "Who carried it out, or to whom it happened." seat, every: Seat;
        "The same as a sentence in the asked language." text, every: String;
        "Where the card went." to: PlaceView<Zone>;
        "What happened." verb, every: Verb;
    } with parts
}

impl Sight for BuildDivide {
    type Does = DoesView;

    fn printed_id<'m>(game: &'m Match<'_, BuildDivide>, card: CardId) -> &'m str {
        &table::printed(game, chain::card_of(game, card)).id
    }

    fn name<'m>(game: &'m Match<'_, BuildDivide>, card: CardId, language: usize) -> Option<&'m str> {
        Some(table::printed(game, chain::card_of(game, card)).name.text(language))
    }

    fn does(game: &Game<'_>, _: Viewer, influence: &Influence) -> Option<DoesView> {
        let named = |ability: &AbilityId| {
            (SmolStr::new(&game.pool.card(ability.definition).id), ability.number.checked_add(1))
        };
        DoesView::of(game, influence, named)
    }
}

/// A territory as the unit that it is besides.
pub(super) fn as_unit<'m>(game: &'m Game<'_>, reader: Reader, card: CardId) -> Option<UnitView<'m>> {
    table::is_unit(game, card).then(|| UnitView::of(game, reader, card))
}

/// The cards of life that count as red.
pub(super) fn red_life(game: &Game<'_>, seat: Seat) -> usize {
    table::count(game, table::LIFE, seat).min(RED)
}

/// The cards of life that count as yellow.
pub(super) fn yellow_life(game: &Game<'_>, seat: Seat) -> usize {
    table::count(game, table::LIFE, seat).saturating_sub(RED)
}

fn attack(game: &Game<'_>) -> Option<AttackView> {
    let attack = game.state.facts.attack?;
    let there = |object: Object| table::stands(game, object).then_some(object.card);
    Some(AttackView {
        attacker: there(attack.attacker),
        blocked: attack.blocked,
        target: match attack.target {
            None => Some(TargetView::Player(PlayerWord::Player)),
            Some(target) => there(target).map(TargetView::Unit),
        },
    })
}

/// An item that waits on the chain; if the viewer does not see the face of its card, the view tells nothing
/// about it.
fn item<'m>(game: &'m Game<'_>, reader: Reader, item: &Item<BuildDivide>) -> ItemView<'m> {
    let used = chain::used(item);
    let ability = used.and_then(|used| ability::number(used.what.ability()?, used.given));
    let number = |target: &Object| {
        let item = target.item.and_then(|item| game.item(item));
        item.and_then(|item| chain::number_of(game, item)).unwrap_or(target.card)
    };
    let targets = used.map(|used| used.targets.iter().flatten().map(number).collect());
    let source = item.source.filter(|source| game.sees_card(reader.viewer, source.card));
    let card = source.map(|source| view::card(game, reader, source.card));
    let own = card.as_ref().and_then(|card| card.id);
    ItemView {
        ability,
        card: card.as_ref().and_then(|card| card.card),
        id: own.map(|own| chain::number_of(game, item).unwrap_or(own)),
        name: card.as_ref().and_then(|card| card.name),
        seat: item.seat,
        targets: targets.unwrap_or_default(),
    }
}

/// The seat with priority, if a window is open.
fn priority(game: &Game<'_>) -> Option<Seat> {
    let [asked] = game.state.asked.as_slice() else { return None };
    let two = |window: &Window<BuildDivide>| window.closing != crate::kernel::Closing::OnePass;
    matches!(game.state.agenda.last(), Some(Frame::Window(window)) if two(window)).then_some(asked.seat)
}

/// The state as one reader sees it.
pub fn state<'m>(game: &'m Game<'_>, reader: Reader) -> StateView<'m> {
    let facts = &game.state.facts;
    let waiting = game.state.waiting.iter();
    let waiting = waiting.filter(|waiting| game.sees_card(reader.viewer, waiting.trigger.me.card));
    let waiting = waiting.map(|waiting| WaitingView {
        ability: ability::number(waiting.trigger.ability, waiting.trigger.given),
        card: waiting.trigger.me.card,
        seat: waiting.seat,
    });
    StateView {
        active: facts.active,
        attack: attack(game),
        chain: game.state.chain.iter().map(|each| item(game, reader, each)).collect(),
        effects: view::effects(game, reader),
        energy_placed: facts.placed > 0,
        first: facts.first,
        phase: facts.phase,
        players: Seat::BOTH.map(|seat| HalfView::of(game, reader, seat)),
        priority: priority(game),
        turn: facts.turn,
        waiting: waiting.collect(),
    }
}

fn event<'m>(
    game: &'m Game<'_>,
    event: &Event<BuildDivide>,
    viewer: Viewer,
    speech: &Speech<'_>,
) -> EventView<'m> {
    let (proposal, detail) = (&event.proposal, &event.proposal.detail);
    let way = view::way(game, event, viewer, speech.language);
    let mut view = EventView {
        ability: detail.ability.and_then(|number| number.checked_add(1)),
        ability_text: speech.event_ability(game, event, way.card.is_some()),
        amount: (detail.amount != 0).then_some(detail.amount),
        by: (detail.means != Means::Rule).then_some(detail.means),
        card: way.card,
        cite: super::rules::RULES.id(event.rule),
        from: way.from,
        icon: detail.own.icon,
        kind: detail.own.kind.clone(),
        other: detail.other.map(|object| view::object_ref(game, object, speech.language)),
        phase: detail.phase,
        point: event.point,
        seat: proposal.seat,
        text: String::new(),
        to: way.to,
        verb: proposal.verb,
    };
    view.text = speech.event(view.verb.word(), view.point, &view.parts());
    view
}

/// Events as a viewer sees them. If several cards go into a deck one after the other, a viewer who may not
/// know their order gets them in the order of their numbers [关键词.侦查, ruling-47].
pub fn events<'m>(
    game: &'m Game<'_>,
    list: &[Event<BuildDivide>],
    viewer: Viewer,
    speech: &Speech<'_>,
) -> Vec<EventView<'m>> {
    let seen = list.iter().filter(|event| {
        let begins = matches!(
            event.proposal.verb,
            Verb::Effect | Verb::Forbid | Verb::Grant | Verb::Lose | Verb::Modify
        );
        !view::begins_unseen(game, viewer, event, begins)
    });
    let mut views: Vec<_> = seen.map(|each| event(game, each, viewer, speech)).collect();
    let into_deck = |view: &EventView<'_>| view.verb == Verb::ToDeck && !viewer.is(view.seat);
    view::hide_order(&mut views, viewer, into_deck, |view| view.card.as_ref()?.id);
    views
}
