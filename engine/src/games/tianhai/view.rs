//! Views: 单位牌.10; ruling-51, ruling-76.

use crate::schema::JsonSchema;
use serde::Serialize;

pub use super::cards::sees;
use super::cards::{HalfView, UnitView};
use super::facts::{BareField, Board};
use super::rules::limits::{ORDERS, UNITS};
use super::settlement::{Listed, open_cells};
use super::table::{
    self, Cause, Facing, Game, HAND, OUT, Phase, Verb, Zone, cell_of, count, order_of, printed, stands, units,
};
use super::words::Influence;
use super::{Tianhai, ending, play, stat};
use crate::game_kit::grid::{Coordinates, coordinates};
use crate::game_kit::sentence::Speech;
use crate::game_kit::view::{self, CardRef, CardView, EffectView, PileView, Reader, Sight, event_view};
use crate::kernel::{CardId, Event, Match, Point, Seat, Viewer};

/// A hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct HandView<'m> {
    /// Its cards; left out where the viewer does not see them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cards: Option<Vec<CardView<'m>>>,
    /// How many there are.
    pub count: usize,
    /// How many orders.
    pub orders: usize,
    /// How many units.
    pub units: usize,
}

/// The targets of an attacker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TargetsView {
    /// The cell of the attacker.
    pub at: Coordinates,
    /// The cells of the targets that it attacks in melee.
    pub melee: Vec<Coordinates>,
    /// The cells of its targets.
    pub targets: Vec<Coordinates>,
}

/// A cell that may be occupied.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OpenView {
    /// The cell.
    pub at: Coordinates,
    /// The cells of the units that may take it.
    pub by: Vec<Coordinates>,
}

/// A state as a viewer sees it. Fields stand in the order of the canonical bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StateView<'m> {
    /// Whose turn it is; while vanguards are placed, who places one.
    pub active: Seat,
    /// Whether order areas and discard piles are closed to their owners.
    pub advanced: bool,
    /// What happens to a player without a unit on the battlefield.
    pub bare_field: BareField,
    /// The agreed size of the battlefield; none: it has none.
    pub board: Option<Board>,
    /// Running effects in the order of time.
    pub effects: Vec<EffectView<'m, Tianhai>>,
    /// The units on the battlefield in canonical order.
    pub field: Vec<UnitView<'m>>,
    /// The first player; none until it is known.
    pub first: Option<Seat>,
    /// The round after which the game is a draw; none: no round is.
    pub max_rounds: Option<u16>,
    /// Whose offer of a draw is open.
    pub offer: Option<Seat>,
    /// Cells that may be occupied.
    pub open: Vec<OpenView>,
    /// The phase.
    pub phase: Phase,
    /// Both halves.
    pub players: [HalfView<'m>; 2],
    /// The round, counted from 1; 0 while vanguards are placed.
    pub round: u16,
    /// The step of the settlement in which somebody is asked.
    pub step: Option<Phase>,
    /// The lists of targets of this settlement.
    pub targets: Vec<TargetsView>,
}

event_view! {
    /// An event as a viewer sees it.
    EventView {
        "Which ability, counted from 1." ability: u8;
        "What the data of that ability say; left out where that is not asked for." ability_text: String;
        "Where." at: Coordinates;
        "The attack value." attack: i64;
        "The cells of the attackers." attackers: Vec<Coordinates>;
        "The cell of the unit that strikes back." by: Coordinates;
        "The card that it happened to, if its face is seen." card: CardRef<'m, Zone>;
        "The cards that it happened to, if their faces are seen." cards: Vec<CardRef<'m, Zone>>;
        "Why an order left its unit." cause: Cause;
        "The rule of this record." cite, every: &'static str;
        "The damage." damage: i64;
        "The defence value." defence: i64;
        "The direction in which an order looks." facing: Facing;
        "From where." from: Coordinates;
        "The cells of the targets in melee." melee: Vec<Coordinates>;
        "How many cards." number: u16;
        "The cells of a way." path: Vec<Coordinates>;
        "Which phase." phase: Phase;
        "What is counted already in a round, of both seats." plays: [u16; 2];
        "Done, or withdrawn by the rule cited." point, every: Point;
        "How the game ends." reason: ending::Ending;
        "Which round." round: u16;
        "Who carried it out, or to whom it happened." seat, every: Seat;
        "Which sequence." sequence: u16;
        "The cells of the targets." targets: Vec<Coordinates>;
        "The same as a sentence in the asked language." text, every: String;
        "What happened." verb, every: Verb;
        "Who wins." winner: Seat;
        "The wounds of the unit now." wounds: u32;
    } with parts
}

impl Sight for Tianhai {
    type Does = super::words::DoesView;

    fn printed_id<'m>(game: &'m Match<'_, Tianhai>, card: CardId) -> &'m str {
        &printed(game, card).id
    }

    fn name<'m>(game: &'m Match<'_, Tianhai>, card: CardId, language: usize) -> Option<&'m str> {
        Some(printed(game, card).name.text(language))
    }

    fn does(game: &Game<'_>, viewer: Viewer, influence: &Influence) -> Option<Self::Does> {
        super::words::does(game, viewer, influence)
    }
}

fn at(game: &Game<'_>, card: CardId) -> Coordinates {
    Coordinates(cell_of(game, card).unwrap_or_default())
}

/// The value of the order on a unit.
pub(super) fn combat(game: &Game<'_>, unit: CardId) -> Option<i64> {
    order_of(game, unit).map(|_| stat::value(game, unit))
}

/// The mark that is printed on a unit.
pub(super) fn mark<'m>(game: &'m Game<'_>, unit: CardId) -> &'m str {
    printed(game, unit).unit.as_ref().map_or("", |unit| unit.mark.as_str())
}

/// Whether order areas and discard piles are closed to their owners.
pub(super) fn is_advanced(game: &Game<'_>) -> bool {
    game.state.facts.agreed.advanced
}

/// The faction of a player, which the back of every card shows [单位牌.10].
pub(super) fn faction<'m>(game: &'m Game<'_>, seat: Seat) -> Option<&'m str> {
    let mut own =
        game.state.table.cards().filter(|(id, card)| card.owner == seat && game.state.is_known(*id));
    own.next().map(|(id, _)| printed(game, id).faction.as_str())
}

/// How many cards a player may play in this round.
pub(super) fn limit(game: &Game<'_>, seat: Seat) -> i64 {
    play::limit(game, seat, game.state.facts.round.max(1))
}

impl<'m> HandView<'m> {
    /// The hand as a reader sees it. The number of units in it follows from those that lie elsewhere.
    pub fn of(game: &'m Game<'_>, reader: Reader, seat: Seat) -> Self {
        let PileView { cards, count: all } = view::pile(game, reader, HAND.of(seat));
        let gone = units(game, seat).len() + count(game, OUT, seat);
        let units = (UNITS.value as usize).saturating_sub(gone).min(all);
        HandView { cards, count: all, orders: (all - units).min(ORDERS.value as usize), units }
    }
}

/// The lists of targets, without those that have left.
fn targets(game: &Game<'_>) -> Vec<TargetsView> {
    let settlement = &game.state.facts.settlement;
    let attackers = settlement.attackers.iter().filter(|attacker| stands(game, **attacker));
    let of = |attacker: &crate::kernel::Object| {
        let cells = |melee: bool| {
            let own = |listed: &&Listed| listed.attacker == *attacker && stands(game, listed.target);
            let listed = settlement.listed.iter().filter(own).filter(|listed| listed.melee || !melee);
            listed.map(|listed| at(game, listed.target.card)).collect()
        };
        TargetsView { at: at(game, attacker.card), melee: cells(true), targets: cells(false) }
    };
    attackers.map(of).collect()
}

/// The state, as the reader sees it.
pub fn state<'m>(game: &'m Game<'_>, reader: Reader) -> StateView<'m> {
    let facts = &game.state.facts;
    let open = open_cells(game).into_iter().map(|open| OpenView {
        at: Coordinates(open.at),
        by: open.by.into_iter().map(|unit| at(game, unit)).collect(),
    });
    let steps = [Phase::Targets, Phase::Defence, Phase::Occupation];
    StateView {
        active: facts.active,
        advanced: is_advanced(game),
        bare_field: facts.agreed.bare_field,
        board: facts.agreed.board,
        effects: view::effects(game, reader),
        field: table::all_units(game).iter().map(|id| UnitView::of(game, reader, *id)).collect(),
        first: facts.first,
        max_rounds: facts.agreed.max_rounds,
        offer: facts.offer,
        open: if facts.phase == Phase::Occupation { open.collect() } else { Vec::new() },
        phase: facts.phase_of_turn(),
        players: Seat::BOTH.map(|seat| HalfView::of(game, reader, seat)),
        round: facts.round,
        step: Some(facts.phase).filter(|phase| steps.contains(phase)),
        targets: targets(game),
    }
}

/// Whether a viewer sees the cards of an event that moves several.
fn sees_cards(game: &Game<'_>, viewer: Viewer, event: &Event<Tianhai>) -> bool {
    let seat = event.proposal.seat;
    viewer == Viewer::Full
        || viewer.is(seat) && (event.proposal.verb == Verb::Recovered || !is_advanced(game))
}

fn event<'m>(
    game: &'m Game<'_>,
    event: &Event<Tianhai>,
    viewer: Viewer,
    speech: &Speech<'_>,
) -> EventView<'m> {
    let (proposal, detail) = (&event.proposal, &event.proposal.detail);
    let said = &detail.own;
    let way = view::way(game, event, viewer, speech.language);
    let shows = |member: &str| {
        let verbs = Verb::ALL.iter().zip(Verb::MEMBERS);
        let mut own = verbs.filter(|(verb, _)| **verb == proposal.verb).flat_map(|(_, members)| *members);
        own.any(|name| *name == member)
    };
    let list = |member: &str, cells: &[crate::kernel::Cell]| shows(member).then(|| coordinates(cells));
    let cards = (shows("cards") && !said.cards.is_empty() && sees_cards(game, viewer, event))
        .then(|| said.cards.iter().map(|id| view::card_ref(game, *id, speech.language)).collect::<Vec<_>>());
    let numbers = said.numbers;
    let mut view = EventView {
        ability: detail.ability.and_then(|number| number.checked_add(1)),
        ability_text: speech.event_ability(game, event, shows("card") && way.card.is_some()),
        at: said.at.map(Coordinates),
        attack: numbers.filter(|_| shows("attack")).map(|numbers| numbers.attack),
        attackers: list("attackers", &said.attackers),
        by: said.by.map(Coordinates),
        card: way.card.filter(|_| shows("card")),
        cards,
        cause: said.cause,
        cite: super::rules::RULES.id(event.rule),
        damage: numbers.map(|numbers| numbers.damage),
        defence: numbers.filter(|_| shows("defence")).map(|numbers| numbers.defence),
        facing: said.facing,
        from: said.from.map(Coordinates),
        melee: list("melee", &said.melee),
        number: said.number,
        path: list("path", &said.path),
        phase: detail.phase,
        plays: said.plays.map(|(zero, one)| [zero, one]),
        point: event.point,
        reason: said.reason,
        round: said.round,
        seat: proposal.seat,
        sequence: said.sequence,
        targets: list("targets", &said.targets),
        text: String::new(),
        verb: proposal.verb,
        winner: said.winner,
        wounds: said.wounds,
    };
    view.text = speech.event(view.verb.word(), view.point, &view.parts());
    view
}

/// The events, as a viewer sees them.
pub fn events<'m>(
    game: &'m Game<'_>,
    list: &[Event<Tianhai>],
    viewer: Viewer,
    speech: &Speech<'_>,
) -> Vec<EventView<'m>> {
    let seen = list.iter().filter(|event| {
        let begins = matches!(
            event.proposal.verb,
            Verb::Allowed | Verb::Forbidden | Verb::Granted | Verb::Lost | Verb::Modified
        );
        !view::begins_unseen(game, viewer, event, begins)
    });
    seen.map(|each| event(game, each, viewer, speech)).collect()
}
