//! The zones of both players, the geometry of the field, and where things lie.
//!
//! Chapters 四 and 五: 四.1–四.11 zones; 五.1–五.5 directions; 六.※1 line order; 八 states;
//! ruling-2 five lanes; ruling-3 left and right; ruling-4 in front; ruling-60 sides.

use smallvec::SmallVec;

use super::Xinglingwang;
use super::printed::{Interests, Printed, TRAVELER_DEFINITION};
pub use super::verb::{Detail, Means, Verb};
use super::words::ability::Effective;
use crate::game_kit::fields::{At, words};
use crate::game_kit::position::positions;
use crate::game_kit::used::UsedInTurn;
use crate::game_kit::wire::{are_named, position_named};
use crate::game_kit::zone::zones;
pub use crate::game_kit::zone::{host, lies_in, mark, owner};
use crate::kernel::shape::Value;
use crate::kernel::{BySeat, CardId, Cell, Holder, MapCards, Match, Object, Seat, Spot, Table, held, wire};

zones! {
    /// The zones of a player. The shelf holds the figures that travelers on the field are shown with.
    Zone {
        /// 牌庫 [四.2].
        Deck = "deck" as DECK,
        /// 手牌 [四.1].
        Hand = "hand" as HAND,
        /// 前排戰線 and 後排戰線 of one half [四.9].
        Field = "field" as FIELD,
        /// 墓地 [四.3].
        Graveyard = "graveyard" as GRAVEYARD,
        /// 除外區 [四.8].
        Exile = "exile" as EXILE,
        /// 場地區 [四.5].
        FieldCard = "field_card" as FIELD_CARD,
        /// 森林 [四.6]: counted travelers.
        Forest = "forest" as FOREST,
        /// A magic card that is being used [七.1].
        Using = "using" as USING,
        /// 獎勵區 and the counter of energy [四.11, 十五.充能.1].
        Counters = "counters" as COUNTERS,
        /// Figures that stand for no traveler now.
        Shelf = "shelf" as SHELF,
    }
}

impl Zone {
    /// Where what a card of such a zone says is effective.
    pub const fn effective(self) -> Option<Effective> {
        match self {
            Zone::Field | Zone::FieldCard => Some(Effective::Field),
            Zone::Hand => Some(Effective::Hand),
            Zone::Graveyard => Some(Effective::Graveyard),
            _ => None,
        }
    }
}

/// Counted pieces.
#[held(Copy)]
#[serde(rename_all = "snake_case")]
pub enum Piece {
    /// 小旅人: in a forest, under a carrier, or shown by a figure on the field.
    Traveler,
    /// 獎勵.
    Reward,
    /// 充能能量.
    Energy,
}

/// How a card lies under a unit.
#[held(Copy)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// A lower unit of a combination, with the edge that it shows [十五.合體.2].
    Lower(Edge),
    /// Conferred magic [七.4].
    Magic,
}

words! {
    /// The edge that a lower unit shows [十五.合體.2, ruling-40].
    Edge {
        /// The attack number with 貫穿, 劇毒, 遠程, or the shield.
        Attack = "attack",
        /// The star number.
        Score = "score",
    }
}

/// The state of a unit [八.1, 八.2, 八.3].
#[wire(Copy, Default, MapCards)]
pub enum State {
    /// 直立.
    #[default]
    Upright,
    /// 進攻.
    Attacking,
    /// 橫放.
    Rested,
}

/// How a unit came onto the field.
#[wire(Copy, Default, MapCards)]
pub enum Way {
    /// 打出.
    #[default]
    Play,
    /// 額外打出.
    ExtraPlay,
    /// 召喚.
    Summon,
    /// In a combination, or apart from one.
    Otherwise,
}

/// What a card carries until it changes zone.
#[held(Copy, Default)]
pub struct Mark {
    /// Its state.
    pub state: State,
    /// The turn in which it entered; 0: before.
    pub entered: u16,
    /// How it entered.
    pub way: Way,
    /// It entered in the front row, and has not been in the back row since [十三.3].
    pub kept_in_front: bool,
    /// The turn in which its side last attacked with it in its own turn; 0: never [十一.3].
    pub attacked: u16,
    /// The position that a ranged attack designates [十五.遠程.1].
    pub designated: Option<u8>,
    /// Abilities used in a turn [ruling-72].
    pub used: UsedInTurn<[u64; 4]>,
    /// For a card that has just left the field: the zone that it went to, and the half that it left.
    pub left: Option<(Zone, Seat)>,
}

/// The phases of a turn, and the steps of the end phase and of a battle.
#[wire(Copy, Default, MapCards)]
pub enum Phase {
    /// Before turn 1.
    #[default]
    Setup,
    /// 抽牌階段 [二.1].
    Draw,
    /// 防守階段 [二.2].
    Defence,
    /// Before the main phase: the declared early end [十二.1].
    EarlyEndCheck,
    /// 召喚階段 [二.3].
    Summon,
    /// 戰術階段 [二.4].
    Tactics,
    /// 結束階段: its effects [二.5(1)].
    End,
    /// The hand limit [二.5(2)].
    HandLimit,
    /// The countdown [二.5(3)].
    Countdown,
    /// The declaration of an early end [二.5(4)].
    EarlyEnd,
    /// 回合結束 [二.5(5)].
    TurnEnd,
    /// After the turn; nobody's turn [十四.※].
    AfterTurn,
    /// 戰鬥結算前 [十一.8(1)].
    BeforeBattle,
    /// The units that are attacked have become the targets [十一.4].
    Targets,
    /// 戰鬥結算時 [十一.8(2)].
    Comparison,
    /// The side that succeeded [十一.8(3)].
    Winner,
    /// The side that failed [十一.8(4)].
    Loser,
    /// 戰鬥破壞判定 [十一.8(5)].
    Destruction,
    /// Just before the attacker is rested [十五.偷襲.1].
    Sneak,
    /// The attacker is rested [十一.8(6)].
    Resting,
    /// The battle is over [十一.8(7)].
    BattleOver,
}

impl Phase {
    /// A bit of its own, for sets of phases.
    pub const fn bit(self) -> u32 {
        1 << self as u8
    }
}

/// Lanes [ruling-2].
pub const LANES: u8 = super::rules::limits::LANES.value as u8;
/// Positions of one half: each lane has one in each row [四.9].
pub const POSITIONS: u8 = LANES * super::rules::limits::ROWS.value as u8;
/// The names of the positions of one half, by their numbers.
pub const POSITION_NAMES: [&str; POSITIONS as usize] =
    ["F1", "F2", "F3", "F4", "F5", "B1", "B2", "B3", "B4", "B5"];
const _: () = assert!(are_named(&POSITION_NAMES, LANES));

/// A position of the field: a half and a cell of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Where {
    /// Whose half.
    pub side: Seat,
    /// The number of the position on that half, 0 to 9.
    pub number: u8,
}

positions! {
    /// What stands on the positions of one half, F1 to B5 [四.9].
    #[schemars(rename = "{T}Field")]
    Field { B1, B2, B3, B4, B5, F1, F2, F3, F4, F5 } in [F1, F2, F3, F4, F5, B1, B2, B3, B4, B5]
}

/// All positions of one half, as they stand in a field.
pub fn values(side: Seat) -> Vec<Value> {
    (0..POSITIONS).map(|number| Where { side, number }.value()).collect()
}

impl Where {
    /// The lane, 0 to 4.
    pub const fn lane(self) -> u8 {
        self.number % LANES
    }

    /// Whether it is in the front row.
    pub const fn is_front(self) -> bool {
        self.number < LANES
    }

    /// 戰線順序 within one half: lane by lane, front before back [六.※1].
    pub const fn order(self) -> u8 {
        self.lane() * 2 + if self.is_front() { 0 } else { 1 }
    }

    /// One number over both halves.
    pub const fn index(self) -> u8 {
        self.side.number() * POSITIONS + self.number
    }

    /// The position of a number over both halves.
    pub fn from_index(index: u8) -> Option<Where> {
        let side = Seat::from_number(index / POSITIONS)?;
        Some(Where { side, number: index % POSITIONS })
    }

    /// Its name on its half.
    pub fn name(self) -> &'static str {
        POSITION_NAMES.get(usize::from(self.number)).copied().unwrap_or("")
    }

    /// It as it stands in a field.
    pub fn value(self) -> Value {
        Value::Position(self.side, self.name())
    }

    /// The position that a field names.
    pub fn of(at: &At) -> Option<Where> {
        Where::named(at.seat, &at.cell)
    }

    /// How a field names it.
    pub fn at(self) -> At {
        At { cell: self.name().into(), seat: self.side }
    }

    /// The position of a name.
    pub fn named(side: Seat, name: &str) -> Option<Where> {
        position_named(name, LANES).map(|number| Where { side, number })
    }

    /// Where it lies on the table.
    pub const fn spot(self) -> Spot<Xinglingwang> {
        Spot::Place(FIELD.of(self.side), cell(self.number))
    }

    /// 前方: the positions met on the way to the enemy's back row, nearest first [五.1, ruling-4].
    pub fn in_front(self) -> impl Iterator<Item = Where> {
        let (lane, enemy) = (self.lane(), self.side.other());
        let own = (!self.is_front()).then_some(Where { side: self.side, number: lane });
        own.into_iter()
            .chain([Where { side: enemy, number: lane }, Where { side: enemy, number: lane + LANES }])
    }

    /// 正前方 of a front position [五.2].
    pub fn directly_in_front(self) -> Option<Where> {
        self.is_front().then_some(Where { side: self.side.other(), number: self.number })
    }

    /// 正後方 of a front position [五.4].
    pub fn directly_behind(self) -> Option<Where> {
        self.is_front().then_some(Where { side: self.side, number: self.number + LANES })
    }

    /// 左右邊: the neighbours in the row, the left one first, seen from its player; `first` is the
    /// first player [五.5, ruling-3].
    pub fn beside(self, first: Seat) -> [Option<Where>; 2] {
        let row = self.number - self.lane();
        let step = |up: bool| {
            let lane = if up { self.lane().checked_add(1) } else { self.lane().checked_sub(1) };
            lane.filter(|lane| *lane < LANES).map(|lane| Where { side: self.side, number: row + lane })
        };
        if self.side == first { [step(true), step(false)] } else { [step(false), step(true)] }
    }
}

/// The cell of a position's number: lane and row.
pub const fn cell(number: u8) -> Cell {
    Cell::new((number % LANES) as i16, (number / LANES) as i16)
}

/// The number of a cell.
pub const fn number(cell: Cell) -> u8 {
    (cell.y * LANES as i16 + cell.x) as u8
}

/// What the checks of the table ask again and again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Derived {
    /// Whether magic or travelers lie under a unit.
    pub is_laden: bool,
    /// Whether some unit on a half attacks [八.3].
    pub attacks: BySeat<bool>,
}

impl crate::kernel::Derived<Xinglingwang> for Derived {
    fn of(table: &Table<Xinglingwang>) -> Derived {
        let is_unit = |card: CardId| {
            let spot = table.card(card).map(|card| card.spot);
            matches!(spot, Some(Spot::Place(place, _)) if FIELD.seat(place).is_some())
        };
        let is_magic = |card: &CardId| {
            let spot = table.card(*card).map(|card| card.spot);
            matches!(spot, Some(Spot::Member(_, Role::Magic)))
        };
        // The figure of a traveler shows one and carries none.
        let carries = |host: CardId| {
            table.card(host).is_some_and(|host| host.definition != TRAVELER_DEFINITION)
                && table.pieces(Holder::Card(host), Piece::Traveler) > 0
        };
        let is_laden = |host: CardId| carries(host) || table.pile(host).iter().any(is_magic);
        let attacks = |seat: Seat| {
            let mut units = table.list(FIELD.of(seat)).iter().filter_map(|unit| table.card(*unit));
            units.any(|unit| unit.mark.state == State::Attacking)
        };
        let hosts = table.hosts();
        Derived {
            is_laden: hosts.iter().any(|host| is_unit(*host) && is_laden(*host)),
            attacks: BySeat(attacks(Seat::Zero), attacks(Seat::One)),
        }
    }
}

type Game<'p> = Match<'p, Xinglingwang>;

/// The printed card; of a figure: the traveler.
#[inline]
pub fn printed<'p>(game: &Game<'p>, card: CardId) -> &'p Printed {
    game.pool.card(game.definition(card))
}

/// What the loop between two proposals asks about a card.
#[inline]
pub fn interests<'p>(game: &Game<'p>, card: CardId) -> &'p Interests {
    Interests::in_pool(game.pool, game.definition(card))
}

/// Whether a card is a figure of a traveler.
pub fn is_traveler(game: &Game<'_>, card: CardId) -> bool {
    game.answer_of(card, |game| game.definition(card) == TRAVELER_DEFINITION)
}

/// Where a unit stands by itself.
#[inline]
pub fn position(game: &Game<'_>, card: CardId) -> Option<Where> {
    match game.state.table.card(card)?.spot {
        Spot::Place(place, cell) => FIELD.seat(place).map(|side| Where { side, number: number(cell) }),
        Spot::Member(..) => None,
    }
}

/// Whether a card stands on the field as a unit.
#[inline]
pub fn is_unit(game: &Game<'_>, card: CardId) -> bool {
    side(game, card).is_some()
}

/// Whether an object still stands on the field as a unit.
#[inline]
pub fn stands(game: &Game<'_>, object: Object) -> bool {
    game.state.table.is_current(object) && is_unit(game, object.card)
}

/// The half that a unit stands on [ruling-60].
#[inline]
pub fn side(game: &Game<'_>, card: CardId) -> Option<Seat> {
    match game.state.table.card(card)?.spot {
        Spot::Place(place, _) => FIELD.seat(place),
        Spot::Member(..) => None,
    }
}

/// The units on a position: one, or while 合體時 is answered, the two that are about to become one.
pub fn all_at(game: &Game<'_>, at: Where) -> Vec<CardId> {
    let units = game.state.table.list(FIELD.of(at.side)).iter().copied();
    units.filter(|card| position(game, *card) == Some(at)).collect()
}

/// The unit on a position.
pub fn at(game: &Game<'_>, at: Where) -> Option<CardId> {
    game.state.table.on_cell(FIELD.of(at.side), cell(at.number))
}

/// The zone that a card lies in by itself.
pub fn zone_of(game: &Game<'_>, card: CardId) -> Option<(Zone, Seat)> {
    match game.state.table.card(card)?.spot {
        Spot::Place(place, _) => Zone::at(place),
        Spot::Member(..) => None,
    }
}

/// The units of one half in line order.
pub fn units(game: &Game<'_>, side: Seat) -> SmallVec<[CardId; 10]> {
    let order = |card: &CardId| (position(game, *card).map(Where::order), *card);
    let mut cards: SmallVec<[_; 10]> = game.state.table.list(FIELD.of(side)).iter().map(order).collect();
    cards.sort_by_key(|(order, _)| *order);
    cards.into_iter().map(|(_, card)| card).collect()
}

/// Cards in the order in which an effect on several handles them: the current player's half, then
/// the enemy's, each in line order; others stay behind in their order [六.6, ruling-70].
pub fn in_line_order(game: &Game<'_>, objects: &mut [Object]) {
    let active = game.state.facts.active;
    objects.sort_by_key(|object| match position(game, object.card) {
        Some(at) => (u8::from(at.side != active), at.order()),
        None => (2, 0),
    });
}

/// Some positions of one half.
pub type Positions = SmallVec<[Where; POSITIONS as usize]>;

/// The empty positions of one half.
pub fn empty(game: &Game<'_>, side: Seat) -> Positions {
    let bit = |number: u8| 1u16.checked_shl(u32::from(number)).unwrap_or(0);
    let units = game.state.table.list(FIELD.of(side)).iter();
    let taken = units.filter_map(|card| position(game, *card)).fold(0, |all, at| all | bit(at.number));
    let empty = (0..POSITIONS).filter(|number| taken & bit(*number) == 0);
    empty.map(|number| Where { side, number }).collect()
}

/// Whether one half has an empty position.
pub fn has_room(game: &Game<'_>, side: Seat) -> bool {
    // While two units are about to become one, they stand on one position.
    game.state.table.list(FIELD.of(side)).len() < usize::from(POSITIONS) || !empty(game, side).is_empty()
}

/// Where a unit may enter: the empty front positions, or if there are none the empty back ones [九.2].
pub fn entries(game: &Game<'_>, side: Seat) -> Positions {
    let mut empty = empty(game, side);
    if empty.iter().any(|at| at.is_front()) {
        empty.retain(|at| at.is_front());
    }
    empty
}

/// The lower units of a combined unit, the topmost first.
pub fn lower(game: &Game<'_>, card: CardId) -> impl Iterator<Item = (CardId, Edge)> {
    let members = game.state.table.pile(card).iter();
    members.filter_map(|member| match game.state.table.card(*member)?.spot {
        Spot::Member(_, Role::Lower(edge)) => Some((*member, edge)),
        _ => None,
    })
}

/// The magic conferred to a unit.
pub fn conferred(game: &Game<'_>, card: CardId) -> impl Iterator<Item = CardId> {
    let members = game.state.table.pile(card).iter().copied();
    let is_magic = move |member: &CardId| matches!(game.state.table.card(*member), Some(card) if matches!(card.spot, Spot::Member(_, Role::Magic)));
    members.filter(is_magic)
}

/// 合體後的單位 [十五.合體.1].
pub fn is_combined(game: &Game<'_>, card: CardId) -> bool {
    lower(game, card).next().is_some()
}

/// Travelers under a unit [十五.搭乘.1].
pub fn passengers(game: &Game<'_>, card: CardId) -> u32 {
    if is_traveler(game, card) { 0 } else { game.state.table.pieces(Holder::Card(card), Piece::Traveler) }
}

/// Travelers in a forest [四.6].
pub fn forest(game: &Game<'_>, seat: Seat) -> u32 {
    game.state.table.pieces(Holder::Place(FOREST.of(seat)), Piece::Traveler)
}

/// 充能能量 [十五.充能.1].
pub fn energy(game: &Game<'_>, seat: Seat) -> u32 {
    game.state.table.pieces(Holder::Place(COUNTERS.of(seat)), Piece::Energy)
}

/// 獎勵 [十五.獎勵.1].
pub fn reward(game: &Game<'_>, seat: Seat) -> u32 {
    game.state.table.pieces(Holder::Place(COUNTERS.of(seat)), Piece::Reward)
}

/// The field card of a player [四.5].
pub fn field_card(game: &Game<'_>, seat: Seat) -> Option<CardId> {
    game.state.table.list(FIELD_CARD.of(seat)).first().copied()
}
