//! States and events as each seat sees them.
//!
//! 四.1 hand; 四.2 deck; 四.3, 四.8 graveyard and exile; 四.6 forest; 四.11 rewards; ruling-8 the number of changed
//! cards; ruling-75 counters and hidden hands.

use crate::schema::JsonSchema;
use serde::Serialize;

use super::ability::AbilityId;
use super::action::{At, EarlyEnd, Tactic};
use super::field::{self, Field, Where};
use super::table::{self, Edge, Means, Phase, State, Verb, Zone};
use super::words::{Influence, KeywordName};
use super::{Step, Xinglingwang, stat};
use crate::game_kit::registered::Registered;
use crate::game_kit::sentence::{Part, Speech};
use crate::game_kit::view::{
    self, CardRef, CardView, Does, EffectView, PileView, PlaceView, Reader, Sight, event_view,
};
use crate::kernel::{CardId, Event, Frame, Lies, Match, Point, Seat, Spot, Viewer};

type Game<'p> = Match<'p, Xinglingwang>;

/// A lower unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LowerView<'m> {
    /// Its id in the pool.
    #[schemars(extend("format" = "card"))]
    pub card: &'m str,
    /// The edge that it shows.
    pub edge: Edge,
    /// Its number on this table.
    pub id: CardId,
    /// Its name, where a language is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<&'m str>,
    /// Whose card it is.
    pub owner: Seat,
}

/// A unit on the field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct UnitView<'m> {
    /// Its attack now; none for a blocker.
    pub attack: Option<i64>,
    /// Whether its side attacked with it this turn.
    pub attacked: bool,
    /// Its id in the pool, or `traveler`.
    #[schemars(extend("format" = "card"))]
    pub card: &'m str,
    /// Whether it is a combined unit.
    pub combined: bool,
    /// The position that its ranged attack designates.
    pub designated: Option<At>,
    /// Whether it entered this turn.
    pub entered: bool,
    /// Its number on this table.
    pub id: CardId,
    /// While 合體時 is answered: the unit that has moved here and is about to become one with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub joining: Option<Box<UnitView<'m>>>,
    /// Its keywords now.
    pub keywords: Vec<KeywordName>,
    /// The magic conferred to it.
    pub magic: Vec<CardView<'m>>,
    /// Its name, where a language is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<&'m str>,
    /// Whose card it is.
    pub owner: Seat,
    /// Travelers under it.
    pub passengers: u32,
    /// Its score now.
    pub score: i64,
    /// Upright, attacking or rested.
    pub state: State,
    /// The units under it, the topmost first.
    pub under: Vec<LowerView<'m>>,
    /// Its abilities that are limited and were used this turn, counted from 1.
    pub used: Vec<u8>,
}

/// One player's half.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct HalfView<'m> {
    /// 牌庫.
    pub deck: PileView<'m>,
    /// The declared early end.
    pub early_end: Option<EarlyEnd>,
    /// 充能能量.
    pub energy: u32,
    /// 除外區.
    pub exile: PileView<'m>,
    /// 前排戰線 and 後排戰線.
    pub field: Field<UnitView<'m>>,
    /// 場地區.
    pub field_card: Option<CardView<'m>>,
    /// Travelers in the forest.
    pub forest: u32,
    /// 墓地.
    pub graveyard: PileView<'m>,
    /// 手牌.
    pub hand: PileView<'m>,
    /// The declared race.
    pub race: &'m str,
    /// 獎勵.
    pub reward: u32,
    /// The total score.
    pub score: i64,
    /// Units on this half.
    pub units: usize,
    /// Magic that is being used.
    pub using: Vec<CardView<'m>>,
}

/// Who succeeded in a battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Success {
    /// The attacking unit.
    Attacker,
    /// The defending unit.
    Defender,
}

/// The battle that is going on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BattleView {
    /// The attacking unit.
    pub attacker: CardId,
    /// The units that it fights.
    pub defenders: Vec<CardId>,
    /// Who succeeded in the comparison made last.
    pub won: Option<Success>,
}

/// An ability that waits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WaitingView {
    /// Which ability, counted from 1; none for what no text of the card says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ability: Option<u8>,
    /// The card that it stands on.
    pub card: CardId,
    /// Whose it is.
    pub seat: Seat,
}

/// A state as a viewer sees it. Fields stand in the order of the canonical bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StateView<'m> {
    /// The current player.
    pub active: Seat,
    /// The battle.
    pub battle: Option<BattleView>,
    /// Whether the countdown runs.
    pub countdown: bool,
    /// Running effects in the order of time.
    pub effects: Vec<EffectView<'m, Xinglingwang>>,
    /// The first player.
    pub first: Seat,
    /// Whether the play of the formation has been made.
    pub formation_play: bool,
    /// In the machine phase: the names that took part.
    pub machine: Option<&'m [String]>,
    /// Whether the machine phase of this turn has been entered.
    pub machine_used: bool,
    /// Whether the normal play of the summon phase has been made.
    pub normal_play: bool,
    /// The phase.
    pub phase: Phase,
    /// Both halves.
    pub players: [HalfView<'m>; 2],
    /// The star cards that lie face up.
    pub stars: Vec<u8>,
    /// The step of the battle.
    pub step: Option<Phase>,
    /// The tactic that was chosen this turn.
    pub tactic: Option<Tactic>,
    /// The turn, counted from 1; 0 in set-up.
    pub turn: u16,
    /// Abilities that wait and can be seen.
    pub waiting: Vec<WaitingView>,
}

/// Whether a viewer sees the face of a card: hands are their player's, decks nobody's, all else is open.
pub(crate) fn sees(game: &Game<'_>, viewer: Viewer, lies: &Lies<Xinglingwang>) -> bool {
    let Spot::Place(place, _) = lies.spot else { return true };
    match table::Zone::at(place) {
        Some((Zone::Hand, seat)) => viewer.is(seat) || !game.in_force(cite!("四.1")),
        Some((Zone::Deck, _)) => !game.in_force(cite!("四.2")),
        _ => true,
    }
}

impl Sight for Xinglingwang {
    type Does = Does<Xinglingwang>;

    fn does(game: &Game<'_>, _: Viewer, influence: &Influence) -> Option<Does<Xinglingwang>> {
        let named = |ability: &AbilityId| {
            let of = game.pool.card(ability.definition).id.as_str().into();
            (of, super::answer::ability_number(ability.index))
        };
        Does::of(game, influence, named)
    }

    fn printed_id<'m>(game: &'m Match<'_, Xinglingwang>, card: CardId) -> &'m str {
        &table::printed(game, card).id
    }

    fn name<'m>(game: &'m Match<'_, Xinglingwang>, card: CardId, language: usize) -> Option<&'m str> {
        Xinglingwang::card_name(game.pool, game.definition(card), language)
    }

    fn place(game: &Game<'_>, spot: Spot<Xinglingwang>) -> Option<PlaceView<Zone>> {
        match spot {
            Spot::Place(place, cell) => {
                let (zone, seat) = table::Zone::at(place)?;
                let cell = (zone == Zone::Field).then(|| {
                    let at = Where { side: seat, number: field::number(cell) };
                    at.name()
                });
                Some(PlaceView { cell, seat: Some(seat), zone })
            }
            Spot::Member(host, _) => {
                let at = field::position(game, host)?;
                Some(PlaceView { cell: Some(at.name()), seat: Some(at.side), zone: Zone::Field })
            }
        }
    }
}

/// The unit on a position; of two that are about to become one, the one that stood there first, with the
/// other as `joining`.
fn standing<'m>(game: &'m Game<'_>, reader: Reader, at: Where) -> Option<UnitView<'m>> {
    let mut there = field::all_at(game, at);
    let joins = |frame: &Frame<Xinglingwang>, card: CardId| {
        let Frame::Step(Step::Combine(combination)) = frame else { return false };
        combination.unit.card == card
    };
    there.sort_by_key(|card| game.state.agenda.iter().any(|frame| joins(frame, *card)));
    let mut there = there.into_iter().map(|card| unit(game, reader, card));
    let first = there.next()?;
    Some(UnitView { joining: there.next().map(Box::new), ..first })
}

fn unit<'m>(game: &'m Game<'_>, reader: Reader, id: CardId) -> UnitView<'m> {
    let (mark, turn) = (table::mark(game, id), game.state.facts.turn);
    let mut keywords: Vec<KeywordName> =
        stat::keywords(game, id).iter().map(super::words::Keyword::name).collect();
    keywords.sort_unstable();
    keywords.dedup();
    let name = |card| reader.language.and_then(|language| Xinglingwang::name(game, card, language));
    let lower = table::lower(game, id).map(|(lower, edge)| LowerView {
        card: &table::printed(game, lower).id,
        edge,
        id: lower,
        name: name(lower),
        owner: table::owner(game, lower),
    });
    UnitView {
        attack: stat::attack(game, id),
        attacked: turn > 0 && mark.attacked == turn,
        card: &table::printed(game, id).id,
        combined: table::is_combined(game, id),
        designated: mark.designated.and_then(Where::from_index).map(Where::at),
        entered: turn > 0 && mark.entered == turn,
        id,
        joining: None,
        keywords,
        magic: view::cards(game, reader, &table::conferred(game, id).collect::<Vec<_>>()),
        name: name(id),
        owner: table::owner(game, id),
        passengers: table::passengers(game, id),
        score: stat::score(game, id),
        state: mark.state,
        under: lower.collect(),
        used: mark.used.numbers(turn).map(|index| index.saturating_add(1)).collect(),
    }
}

fn half<'m>(game: &'m Game<'_>, reader: Reader, side: Seat) -> HalfView<'m> {
    let held = |zone: Zone| game.state.table.list(zone.place().of(side));
    let pile = |zone: Zone| view::pile(game, reader, zone.place().of(side));
    HalfView {
        deck: pile(Zone::Deck),
        early_end: *game.state.facts.early_end.get(side),
        energy: table::energy(game, side),
        exile: pile(Zone::Exile),
        field: Field::of(|number| standing(game, reader, Where { side, number })),
        field_card: table::field_card(game, side).map(|card| view::card(game, reader, card)),
        forest: table::forest(game, side),
        graveyard: pile(Zone::Graveyard),
        hand: pile(Zone::Hand),
        race: game.state.facts.races.get(side),
        reward: table::reward(game, side),
        score: stat::total(game, side),
        units: game.state.table.list(table::FIELD.of(side)).len(),
        using: view::cards(game, reader, held(Zone::Using)),
    }
}

/// The state as its reader sees it.
pub(crate) fn state<'m>(game: &'m Game<'_>, reader: Reader) -> StateView<'m> {
    let facts = &game.state.facts;
    let seen = |card: CardId| game.sees_card(reader.viewer, card);
    let waiting = game.state.waiting.iter().filter(|waiting| seen(waiting.trigger.me.card));
    let waiting = waiting.map(|waiting| WaitingView {
        ability: super::answer::ability_number(waiting.trigger.ability.index),
        card: waiting.trigger.me.card,
        seat: waiting.seat,
    });
    StateView {
        active: facts.active,
        battle: facts.battle.as_ref().map(|battle| BattleView {
            attacker: battle.attacker.card,
            defenders: battle.defenders.iter().map(|object| object.card).collect(),
            won: battle
                .result()
                .map(|(won, _)| if won == battle.attacker { Success::Attacker } else { Success::Defender }),
        }),
        countdown: facts.countdown,
        effects: view::effects(game, reader),
        first: facts.first,
        formation_play: facts.formation_play,
        machine: facts.mech.as_deref(),
        machine_used: facts.mech_used,
        normal_play: facts.normal_play,
        phase: facts.phase,
        players: Seat::BOTH.map(|seat| half(game, reader, seat)),
        stars: (1..=facts.stars).collect(),
        step: facts.step,
        tactic: facts.tactic,
        turn: facts.turn,
        waiting: waiting.collect(),
    }
}

event_view! {
    /// An event as a viewer sees it.
    EventView {
        "Which ability, counted from 1." ability: u8;
        "What the data of that ability say; left out where that is not asked for." ability_text: String;
        "A number that belongs to it." amount: i64;
        "By which means." by: Means;
        "The card that it happened to, if its face is seen." card: CardRef<'m, Zone>;
        "The rule of this record." cite, every: &'static str;
        "Where the card came from." from: PlaceView<Zone>;
        "The other card." other: CardRef<'m, Zone>;
        "Which phase." phase: Phase;
        "How far it has come." point, every: Point;
        "Who carried it out, or to whom it happened." seat, every: Seat;
        "The same as a sentence in the asked language." text, every: String;
        "Where the card went." to: PlaceView<Zone>;
        "What happened." verb, every: Verb;
    }
}

fn event<'m>(
    game: &'m Game<'_>,
    event: &Event<Xinglingwang>,
    viewer: Viewer,
    speech: &Speech<'_>,
) -> EventView<'m> {
    let proposal = &event.proposal;
    let detail = &proposal.detail;
    let way = view::way(game, event, viewer, speech.language);
    let other = detail.other.map(|object| view::object_ref(game, object, speech.language));
    let mut view = EventView {
        ability: detail.ability.and_then(|ability| super::answer::ability_number(ability.index)),
        ability_text: speech.event_ability(game, event, way.card.is_some()),
        amount: (detail.amount != 0).then_some(detail.amount),
        by: (detail.means != Means::Rule).then_some(detail.means),
        card: way.card,
        cite: super::rules::RULES.id(event.rule),
        from: way.from,
        other,
        phase: detail.phase,
        point: event.point,
        seat: proposal.seat,
        text: String::new(),
        to: way.to,
        verb: proposal.verb,
    };
    view.text = speech.event(
        view.verb.word(),
        view.point,
        &[
            ("ability", Part::number(view.ability)),
            ("amount", Part::number(view.amount)),
            ("by", Part::word(view.by)),
            ("card", Part::card(view.card.as_ref())),
            ("cite", Part::Word(view.cite)),
            // Sentences name a position together with its card, so `from` has zones only.
            ("from", Part::place(view.from.as_ref().filter(|from| from.cell.is_none()))),
            ("less", Part::number(view.amount.filter(|amount| *amount < 0).map(i64::saturating_neg))),
            ("more", Part::number(view.amount.filter(|amount| *amount > 0))),
            ("other", Part::card(view.other.as_ref())),
            ("phase", Part::word(view.phase)),
            ("seat", Part::Seat(view.seat)),
            ("to", Part::place(view.to.as_ref())),
        ],
    );
    view
}

/// Events as a viewer sees them: without silent bookkeeping, and with cards that go unseen into a deck sorted
/// by number, so that their order stays hidden.
pub(crate) fn events<'m>(
    game: &'m Game<'_>,
    list: &[Event<Xinglingwang>],
    viewer: Viewer,
    speech: &Speech<'_>,
) -> Vec<EventView<'m>> {
    let shown = list.iter().filter(|event| {
        let proposal = &event.proposal;
        let is_silent = proposal.detail.own.silent && matches!(proposal.verb, Verb::Effect | Verb::Announce);
        !is_silent && !view::begins_unseen(game, viewer, event, proposal.verb == Verb::Effect)
    });
    let mut views: Vec<_> = shown.map(|each| event(game, each, viewer, speech)).collect();
    let into_deck = |view: &EventView<'_>| view.verb == Verb::ToDeck && !viewer.is(view.seat);
    view::hide_order(&mut views, viewer, into_deck, |view| view.card.as_ref()?.id);
    views
}
