//! What each viewer sees.
//!
//! 用語集.牌組 deck; 遊戲準備.⑤.※ hand; 用語集.公開 showing; 費用支付.① the card that is used; ruling-24, ruling-41 what is
//! open.

use crate::schema::JsonSchema;
use serde::Serialize;

use super::ability::AbilityId;
use super::position::ThisTurn;
use super::printed::Color;
use super::table::{self, Came, Core, Game, Means, Phase, Posture, Verb, Zone};
use super::words::Influence;
use super::words::running::DoesView;
use super::{BattleSpirits, Question, answer, battle, stat};
use crate::game_kit::fact::Fact;
use crate::game_kit::sentence::{Part, Speech};
use crate::game_kit::view::{
    self, CardRef, CardView, EffectView, PileView, PlaceView, Reader, Sight, event_view,
};
use crate::game_kit::zone::zone_of;
use crate::kernel::{
    CardId, Change, Event, Frame, Holder, Lies, Match, Object, Point, Seat, Spot, Viewer, Window,
};

/// Cores that lie together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CoresView {
    /// 能量.
    pub normal: u32,
    /// 靈魂能量: 1, or 0.
    pub soul: u32,
}

/// Symbols of one colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SymbolsView {
    /// The colour.
    pub color: Color,
    /// How many, EX symbols among them.
    pub n: u32,
}

/// Why a card waits to leave the field [FAQ.靈魂卡等的狀態.Q1].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// 破壞.
    Destroyed,
    /// 消滅.
    Depleted,
    /// It goes back to a hand.
    ToHand,
    /// It goes into a deck.
    ToDeck,
}

/// 待機狀態 of a field card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LeavingView {
    /// Whose effect, spirit or payment it was.
    pub by: Seat,
    /// Why it leaves.
    pub cause: Cause,
}

/// A card on the field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FieldView<'m> {
    /// Its BP now; none: it has none.
    pub bp: Option<i64>,
    /// How it came onto the field.
    pub came: Came,
    /// Its id in the pool.
    #[schemars(extend("format" = "card"))]
    pub card: &'m str,
    /// The cores on it.
    pub cores: CoresView,
    /// Its number on this table.
    pub id: CardId,
    /// The EX symbols that 《繼召》 exiled for it.
    pub keisho: u8,
    /// Its level now; 0: below its lowest.
    pub level: u8,
    /// Its name, where a language is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<&'m str>,
    /// Whether it is in 真界放狀態.
    pub shinkaiho: bool,
    /// Refreshed, exhausted or heavy-exhausted.
    pub state: Posture,
    /// Whether it came onto the field this turn.
    pub summoned_this_turn: bool,
    /// Its symbols now; `null`: it is unknown which are printed on it.
    pub symbols: Option<Vec<SymbolsView>>,
    /// Its abilities that are limited and were used this turn, counted from 1.
    pub used: Vec<u8>,
    /// Whether it waits to leave, and why.
    pub waiting: Option<LeavingView>,
}

/// One player's half.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct HalfView<'m> {
    /// 牌組.
    pub deck: PileView<'m>,
    /// 除外, its cards.
    pub exile: PileView<'m>,
    /// 除外, its cores.
    pub exile_cores: CoresView,
    /// 場地.
    pub field: Vec<FieldView<'m>>,
    /// 手牌.
    pub hand: PileView<'m>,
    /// 生命值.
    pub life: CoresView,
    /// Card names whose effect that is limited by name was used this turn [FAQ.效果通則.Q9].
    pub names_used: Vec<&'m str>,
    /// 預備區.
    pub reserve: CoresView,
    /// What happened this turn to or by this player.
    pub this_turn: ThisTurn,
    /// 廢棄區, its cards, the newest first.
    pub trash: PileView<'m>,
    /// 廢棄區, its cores.
    pub trash_cores: CoresView,
    /// The card that is being used [費用支付.①, ruling-24].
    pub using: Vec<CardView<'m>>,
}

/// The battle that is going on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BattleView {
    /// The attacking spirit; none: it has left.
    pub attacker: Option<CardId>,
    /// Whether a block was declared.
    pub blocked: bool,
    /// The blocking spirit; none: nothing blocks, or it has left.
    pub blocker: Option<CardId>,
    /// In a flash timing: who may use an effect now.
    pub holder: Option<Seat>,
    /// In a flash timing: passes in a row.
    pub passes: u8,
    /// Which state it is in.
    pub state: Option<Phase>,
    /// Which flash timing runs.
    pub timing: Option<u8>,
}

/// An effect that was raised and waits for its turn.
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
    /// The battle.
    pub battle: Option<BattleView>,
    /// Running effects in the order of time.
    pub effects: Vec<EffectView<'m, BattleSpirits>>,
    /// The first player; none until it was chosen.
    pub first: Option<Seat>,
    /// The step.
    pub phase: Phase,
    /// Both halves.
    pub players: [HalfView<'m>; 2],
    /// The turn, counted from 1; 0 in set-up.
    pub turn: u16,
    /// Effects that were raised and wait, of cards whose faces are seen.
    pub waiting: Vec<WaitingView>,
}

event_view! {
    /// An event as a viewer sees it.
    EventView {
        "Which ability, counted from 1." ability: u8;
        "What the data of that ability say; left out where that is not asked for." ability_text: String;
        "A number that belongs to it: cores, cards, a turn, a difference of BP." amount: i64;
        "By which means." by: Means;
        "The card that it happened to, if its face is seen; of cores, the card that they lay on or are put \
        on." card: CardRef<'m, Zone>;
        "The rule of this record." cite, every: &'static str;
        "Which kind of cores." core: Core;
        "Where the card or the cores came from; left out where cores lay on a card or in the \
        void." from: PlaceView<Zone>;
        "The other card; of cores that go from card to card, the one that they are put \
        on." other: CardRef<'m, Zone>;
        "Which step." phase: Phase;
        "Done, or withdrawn by the rule cited." point, every: Point;
        "Who carried it out, or to whom it happened." seat, every: Seat;
        "The same as a sentence in the asked language." text, every: String;
        "Where the card or the cores went; left out where cores went onto a card or into the \
        void." to: PlaceView<Zone>;
        "What happened." verb, every: Verb;
    }
}

/// Whether a viewer sees the face of a card in a player's zone.
pub fn sees(game: &Game<'_>, viewer: Viewer, lies: &Lies<BattleSpirits>) -> bool {
    let Some((zone, Some(seat))) = zone_of(game, lies.spot) else { return false };
    let sees_hand = || viewer.is(seat) || !game.in_force(cite!("遊戲準備.⑤.※"));
    zone != Zone::Deck && (zone != Zone::Hand || sees_hand())
}

impl Sight for BattleSpirits {
    type Does = DoesView;

    fn printed_id<'m>(game: &'m Match<'_, BattleSpirits>, card: CardId) -> &'m str {
        &table::printed(game, card).id
    }

    fn name<'m>(game: &'m Match<'_, BattleSpirits>, card: CardId, language: usize) -> Option<&'m str> {
        Some(table::printed(game, card).name.text(language))
    }

    fn place(game: &Game<'_>, spot: Spot<BattleSpirits>) -> Option<PlaceView<Zone>> {
        let (zone, seat) = zone_of(game, spot)?;
        Some(PlaceView { cell: None, seat: Some(seat?), zone })
    }

    fn does(game: &Game<'_>, _: Viewer, influence: &Influence) -> Option<DoesView> {
        let named = |ability: &AbilityId| {
            let of = game.pool.card(ability.definition).id.as_str().into();
            (of, answer::number(*ability))
        };
        DoesView::of(game, influence, named)
    }
}

fn cores(game: &Game<'_>, holder: Holder) -> CoresView {
    let [normal, soul] = table::cores(game, holder);
    CoresView { normal, soul }
}

/// Why a field card waits to leave, if it does.
fn leaving(game: &Game<'_>, object: Object) -> Option<LeavingView> {
    let proposal = game.departing(object)?;
    let cause = match proposal.verb {
        Verb::Destroyed => Cause::Destroyed,
        Verb::Returned => Cause::ToHand,
        Verb::ToDeck => Cause::ToDeck,
        _ => Cause::Depleted,
    };
    Some(LeavingView { by: proposal.seat, cause })
}

fn field_card<'m>(game: &'m Game<'_>, reader: Reader, id: CardId) -> FieldView<'m> {
    let (object, mark, facts) = (game.state.table.object(id), table::mark(game, id), &game.state.facts);
    let line = stat::line(game, id);
    let has_bp = line.is_some() && stat::is_spirit(game, id);
    let of = |color| SymbolsView { color, n: stat::symbols(game, id, Some(color)) };
    let symbols = (!table::printed(game, id).symbols.is_unknown())
        .then(|| Color::ALL.into_iter().map(of).filter(|symbols| symbols.n > 0).collect());
    let used = facts.used.iter().filter(|(used, _)| *used == object);
    let mut used: Vec<u8> = used.filter_map(|(_, ability)| answer::number(*ability)).collect();
    used.sort_unstable();
    used.dedup();
    FieldView {
        bp: has_bp.then(|| stat::bp(game, id)),
        came: mark.came,
        card: &table::printed(game, id).id,
        cores: cores(game, Holder::Card(id)),
        id,
        keisho: mark.keisho,
        level: line.map_or(0, |line| line.lv),
        name: reader.language.and_then(|language| BattleSpirits::name(game, id, language)),
        shinkaiho: line.is_some_and(|line| line.shinkaiho == Fact::Known(true)),
        state: mark.posture,
        summoned_this_turn: facts.turn > 0 && mark.since == facts.turn,
        symbols,
        used,
        waiting: leaving(game, object),
    }
}

fn half<'m>(game: &'m Game<'_>, reader: Reader, seat: Seat) -> HalfView<'m> {
    let held = |zone: table::ZoneOf| game.state.table.list(zone.of(seat));
    let pile = |zone: table::ZoneOf| view::pile(game, reader, zone.of(seat));
    let cores = |zone| cores(game, table::holder(zone, seat));
    let mut names: Vec<&str> =
        game.state.facts.names_used.get(seat).iter().map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    HalfView {
        deck: pile(table::DECK),
        exile: pile(table::EXILE),
        exile_cores: cores(table::EXILE),
        field: held(table::FIELD).iter().map(|card| field_card(game, reader, *card)).collect(),
        hand: pile(table::HAND),
        life: cores(table::LIFE),
        names_used: names,
        reserve: cores(table::RESERVE),
        this_turn: ThisTurn::of(game.state.facts.this_turn.get(seat)),
        trash: pile(table::TRASH),
        trash_cores: cores(table::TRASH),
        using: view::cards(game, reader, held(table::USING)),
    }
}

/// The window of the flash timing that runs.
pub(super) fn flash_window<'m>(game: &'m Game<'_>) -> Option<&'m Window<BattleSpirits>> {
    game.state.agenda.iter().find_map(|frame| match frame {
        Frame::Window(window) if window.question == Question::Flash => Some(window),
        _ => None,
    })
}

fn battle_view(game: &Game<'_>) -> Option<BattleView> {
    let fight = game.state.facts.battle.as_ref()?;
    let flash = flash_window(game);
    let timing = game.state.facts.state.and_then(Phase::flash);
    Some(BattleView {
        attacker: battle::attacker(game).map(|attacker| attacker.card),
        blocked: fight.blocked,
        blocker: battle::blocker(game).map(|blocker| blocker.card),
        holder: flash.map(|window| window.speaker),
        passes: flash.map_or(0, |window| window.passes),
        state: game.state.facts.state,
        timing,
    })
}

/// The state as one reader sees it.
pub fn state<'m>(game: &'m Game<'_>, reader: Reader) -> StateView<'m> {
    let facts = &game.state.facts;
    let waiting = game.state.waiting.iter();
    let waiting = waiting.filter(|waiting| game.sees_card(reader.viewer, waiting.trigger.me.card));
    let waiting = waiting.map(|waiting| WaitingView {
        ability: answer::number(waiting.trigger.ability),
        card: waiting.trigger.me.card,
        seat: waiting.seat,
    });
    StateView {
        active: facts.active,
        battle: battle_view(game),
        effects: view::effects(game, reader),
        first: facts.order_is_chosen.then_some(facts.first),
        phase: facts.phase,
        players: Seat::BOTH.map(|seat| half(game, reader, seat)),
        turn: facts.turn,
        waiting: waiting.collect(),
    }
}

/// The place of a holder of cores: a zone, or a card; neither for the void.
fn places_with_cores<'m>(
    game: &'m Game<'_>,
    holder: Holder,
    language: usize,
) -> (Option<PlaceView<Zone>>, Option<CardRef<'m, Zone>>) {
    match holder {
        Holder::Place(place) => {
            let zone = Zone::at(place).map(|(zone, seat)| PlaceView { cell: None, seat: Some(seat), zone });
            (zone, None)
        }
        Holder::Card(card) => (None, Some(view::card_ref(game, card, language))),
        Holder::Supply => (None, None),
    }
}

fn event<'m>(
    game: &'m Game<'_>,
    event: &Event<BattleSpirits>,
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
        core: None,
        from: way.from,
        other: detail.other.map(|object| view::object_ref(game, object, speech.language)),
        phase: detail.phase,
        point: event.point,
        seat: proposal.seat,
        text: String::new(),
        to: way.to,
        verb: proposal.verb,
    };
    if let Change::Pieces(_, (from, core), (to, _)) = &proposal.change {
        view.core = Some(*core);
        let (off, onto);
        (view.from, off) = places_with_cores(game, *from, speech.language);
        (view.to, onto) = places_with_cores(game, *to, speech.language);
        (view.card, view.other) = if off.is_some() { (off, onto) } else { (onto, None) };
    }
    // The event that decides who goes first has that seat's number as its amount.
    let first = u8::try_from(detail.amount).ok().and_then(Seat::from_number);
    view.text = speech.event(
        view.verb.word(),
        view.point,
        &[
            ("ability", Part::number(view.ability)),
            ("amount", Part::number(view.amount)),
            ("by", Part::word(view.by)),
            ("card", Part::card(view.card.as_ref())),
            ("cite", Part::Word(view.cite)),
            ("core", Part::word(view.core)),
            ("first", first.map_or(Part::Nothing, Part::Seat)),
            ("from", Part::place(view.from.as_ref())),
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

/// Events as a viewer sees them. If several cards go into a deck one after the other, a viewer who may not
/// know their order gets them in the order of their numbers [用語集.牌組, ruling-79].
pub fn events<'m>(
    game: &'m Game<'_>,
    list: &[Event<BattleSpirits>],
    viewer: Viewer,
    speech: &Speech<'_>,
) -> Vec<EventView<'m>> {
    let seen = list.iter().filter(|event| {
        let begins = event.proposal.verb == Verb::EffectBegan;
        !view::begins_unseen(game, viewer, event, begins)
    });
    let mut views: Vec<_> = seen.map(|each| event(game, each, viewer, speech)).collect();
    let into_deck = |view: &EventView<'_>| view.verb == Verb::ToDeck && !viewer.is(view.seat);
    view::hide_order(&mut views, viewer, into_deck, |view| view.card.as_ref()?.id);
    views
}
