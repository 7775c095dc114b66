//! The zones of both players, and where things lie.
//!
//! Chapter 4: 400 zones, 401 deck, 402 hand, 403 battlefield, 404 retreat zone, 405 durability
//! zone, 406 cube deck, 407 cost zone, 408 stacks.

use super::AzurLane;
use super::printed::{CardFace, Kind, Printed};
use super::rules::limits;
use super::words::skill::Interests;
use crate::game_kit::fields::words;
use crate::game_kit::position::positions;
use crate::game_kit::proposing::{self, MeansWord, TextMeans};
use crate::game_kit::used::UsedInTurn;
use crate::game_kit::wire::{are_named, position_named};
use crate::game_kit::zone::zones;
pub use crate::game_kit::zone::{host, lies_in, mark, owner};
use crate::kernel::shape::Value;
use crate::kernel::{CardId, Cell, Holder, MapCards, Match, Proposal, Seat, Spot, Union, held, wire};

zones! {
    /// The seven zones of a player [400.1], and what is not on the table yet.
    Zone {
        /// 卡組.
        Deck = "deck" as DECK,
        /// 手牌.
        Hand = "hand" as HAND,
        /// 戰場.
        Battlefield = "battlefield" as BATTLEFIELD,
        /// 撤退區.
        Retreat = "retreat" as RETREAT,
        /// 旗艦耐久區.
        Durability = "durability" as DURABILITY,
        /// 魔方卡組.
        CubeDeck = "cube_deck" as CUBE_DECK,
        /// 費用區.
        CostZone = "cost_zone" as COST_ZONE,
        /// What a player brings, before it is laid down [101.3, 101.4].
        Outside = "outside" as OUTSIDE,
    }
}

/// The phases of a turn [500.1] and the steps of a battle [504.1].
#[wire(Copy, Default, MapCards)]
pub enum Phase {
    /// Before turn 1: no text refers to it.
    #[default]
    #[schemars(skip_deserializing)]
    Setup,
    /// 重置階段.
    Reset,
    /// 準備階段.
    Ready,
    /// 主階段.
    Main,
    /// 戰鬥階段.
    Battle,
    /// 結束階段.
    End,
    /// 進攻步驟.
    AttackStep,
    /// 防守步驟.
    DefenceStep,
    /// 戰鬥步驟.
    CombatStep,
    /// 戰鬥結算步驟.
    SettlementStep,
}

/// A cube's face and state in the cost zone [204.6b, 307.1].
#[held(Copy)]
#[serde(rename_all = "snake_case")]
pub enum CubeKind {
    /// In the cube deck.
    Stored,
    /// Face down, active.
    Down,
    /// Face down, rested: only when put there so [ruling-99].
    DownRested,
    /// Face up, active.
    Up,
    /// Face up, rested.
    UpRested,
}

impl CubeKind {
    /// The name of a kind that can be paid with; empty for stored cubes.
    pub const fn name(self) -> &'static str {
        match self {
            CubeKind::Down => "down",
            CubeKind::DownRested => "down_rested",
            CubeKind::Up => "up",
            CubeKind::UpRested => "up_rested",
            CubeKind::Stored => "",
        }
    }
}

/// The kinds of cubes in a cost zone with their names, in the order of the names.
pub const COST_ZONE_KINDS: [(CubeKind, &str); 4] = [
    (CubeKind::Down, "down"),
    (CubeKind::DownRested, "down_rested"),
    (CubeKind::Up, "up"),
    (CubeKind::UpRested, "up_rested"),
];

/// What a card carries until it changes zone.
#[held(Copy, Default)]
pub struct Mark {
    /// 休息 [307.1a].
    pub rested: bool,
    /// The back is up [204.3a].
    pub back: bool,
    /// The turn in which it entered; 0: before the game's first turn.
    pub since: u16,
    /// Skills used in a turn, the front's from number 0, the back's from number 16 [602.5, ruling-43].
    pub used: UsedInTurn<u32>,
}

words! {
    /// What the book calls proposals [313, 508].
    Verb {
        /// What a player brings is laid down.
        LayDown = "lay_down" with amount by card from to,
        /// The order chooser was picked.
        Pick = "pick",
        /// A player decided who starts.
        Order = "order" with amount,
        /// A player kept or exchanged the opening hand.
        Mulligan = "mulligan" with amount,
        /// 抽卡.
        Draw = "draw" with by card from other to,
        /// Into hand.
        ToHand = "to_hand" with by card from other to,
        /// 捨棄.
        Discard = "discard" with by card from other to,
        /// 登場.
        Enter = "enter" with by card from other to,
        /// 擊破.
        Destroy = "destroy" with by card from other to,
        /// 撤退.
        Retreat = "retreat" with by card from other to,
        /// Into the retreat zone otherwise.
        ToRetreat = "to_retreat" with by card from other to,
        /// Into a deck.
        ToDeck = "to_deck" with by card from other to,
        /// Into a durability zone.
        ToDurability = "to_durability" with by card from other to,
        /// Under another card.
        PutUnder = "put_under" with by card from other to,
        /// A card entered on top of it.
        Cover = "cover" with by card from other,
        /// To another position of the same battlefield.
        Move = "move" with by card from other to,
        /// From active to rested.
        Rest = "rest" with by card from other,
        /// From rested to active.
        Activate = "activate" with by card from other,
        /// A flagship is turned over.
        Flip = "flip" with by card from other,
        /// Cubes from the cube deck to the cost zone.
        AddCubes = "add_cubes" with amount by,
        /// Cubes become rested.
        RestCubes = "rest_cubes" with amount by,
        /// Cubes become active.
        ActivateCubes = "activate_cubes" with amount by,
        /// Cubes go back to the cube deck.
        ReturnCubes = "return_cubes" with amount by,
        /// Cubes are turned over.
        TurnCubes = "turn_cubes" with amount by,
        /// 洗牌.
        Shuffle = "shuffle",
        /// 公開.
        Reveal = "reveal" with by card from other,
        /// 查看.
        Look = "look" with by card from other,
        /// 使用.
        Use = "use" with by card from other skill,
        /// A skill is fired.
        Fire = "fire" with by card from other skill,
        /// A running effect begins.
        Effect = "effect" with by card from other,
        /// An attack was declared.
        Attack = "attack" with by card from other,
        /// A support was made.
        Support = "support" with amount by card from other,
        /// Powers were compared.
        Combat = "combat" with amount by card from other,
        /// Damage was dealt.
        Damage = "damage" with amount by card from other,
        /// A battle ends.
        BattleEnds = "battle_ends",
        /// A phase or step begins.
        PhaseStarts = "phase_starts" with phase,
        /// A turn ends.
        TurnEnds = "turn_ends",
        /// A turn begins; the amount is its number.
        TurnStarts = "turn_starts" with amount,
    }
}

impl Verb {
    /// The bit of this verb in sets of events.
    pub const fn bit(self) -> u64 {
        1 << self as u8
    }
}

impl Phase {
    /// Whether it is a step of a battle [504.1].
    pub const fn is_step(self) -> bool {
        matches!(self, Phase::AttackStep | Phase::DefenceStep | Phase::CombatStep | Phase::SettlementStep)
    }

    /// The bit of the start of this phase in sets of events; the bits of the verbs come first.
    pub const fn starts_bit(self) -> u64 {
        1 << (Verb::WORDS.len() + self as usize)
    }
}
const _: () = assert!(Verb::WORDS.len() + (Phase::SettlementStep as usize) < u64::BITS as usize);

/// The bit of a proposal in sets of events: that of the phase that starts, else that of its verb.
pub fn bit_of(proposal: &Proposal<AzurLane>) -> u64 {
    match proposal.detail.phase {
        Some(phase) if proposal.verb == Verb::PhaseStarts => phase.starts_bit(),
        _ => proposal.verb.bit(),
    }
}

/// By which means something happens.
#[wire(Copy, Default, MapCards)]
pub enum Means {
    /// By the rules.
    #[default]
    Rule,
    /// By battle.
    Battle,
    /// By attacking.
    Attack,
    /// By supporting.
    Support,
    /// As a cost.
    Cost,
    /// By a skill.
    Skill,
    /// From the battlefield.
    Field,
    /// From hand.
    Hand,
}

impl MeansWord for Means {
    const RULE: Means = Means::Rule;
}

impl TextMeans for Means {
    const COST: Means = Means::Cost;
    const EFFECT: Means = Means::Skill;
}

/// What a proposal says besides: of an ability, the number of a skill among its card's.
pub type Detail = proposing::Detail<Means, Phase, u8, ()>;

/// The names of positions [403.3a], by their numbers.
pub const POSITION_NAMES: [&str; POSITIONS as usize] = ["F1", "F2", "F3", "B1", "B2", "B3"];
const _: () = assert!(are_named(&POSITION_NAMES, COLUMNS));
// The book has seven zones. The eighth holds what a player brings, before it is laid down.
const _: () = assert!(limits::ZONES.value as usize + 1 == Zone::ALL.len());

const COLUMNS: u8 = limits::COLUMNS.value as u8;
const POSITIONS: u8 = limits::ROWS.value as u8 * COLUMNS;
// The flagship and five ships fill the six positions, so that no check of 403.2 is needed.
const _: () = assert!(limits::SHIPS_ON_BATTLEFIELD.value + limits::FLAGSHIPS.value == POSITIONS as u32);
/// The number of the flagship's starting position, 後排中央 [403.3b].
pub const FLAGSHIP_POSITION: u8 = 4;

/// The cell of a position's number: column 0 to 2, row 0 in front.
pub const fn cell(position: u8) -> Cell {
    Cell::new((position % COLUMNS) as i16, (position / COLUMNS) as i16)
}

/// The number of a cell.
pub const fn position(cell: Cell) -> u8 {
    (cell.y * COLUMNS as i16 + cell.x) as u8
}

/// The name of a cell.
pub fn cell_name(cell: Cell) -> &'static str {
    POSITION_NAMES.get(usize::from(position(cell))).copied().unwrap_or("")
}

positions! {
    /// What stands on the six positions of a battlefield: F1 to B3 from the front row's left on; the flagship
    /// begins on B2 [403.3a, 403.3b].
    #[schemars(rename = "{T}Battlefield")]
    Battlefield { B1, B2, B3, F1, F2, F3 } in [F1, F2, F3, B1, B2, B3]
}

/// A position as the value of an action's field.
pub fn value(seat: Seat, position: u8) -> Value {
    Value::Position(seat, cell_name(cell(position)))
}

/// All positions of a battlefield as values of an action's field.
pub fn values(seat: Seat) -> Vec<Value> {
    (0..6).map(|position| value(seat, position)).collect()
}

/// The cell of a position's name, `F1` to `B3`; `None`: there is no such position.
pub fn cell_named(name: &str) -> Option<Cell> {
    position_named(name, COLUMNS).map(cell)
}

type Game<'p> = Match<'p, AzurLane>;

/// The cards in a player's hand, as the table lists them.
pub fn hand(game: &Game<'_>, seat: Seat) -> Vec<CardId> {
    game.state.table.list(HAND.of(seat)).to_vec()
}

/// What is printed on a card.
pub fn printed<'p>(game: &Game<'p>, card: CardId) -> &'p Printed {
    game.pool.card(game.definition(card))
}

/// Whether a card is of a kind [204.2]. A card that nobody has named answers if all cards that it may be
/// agree.
pub fn is_kind(game: &Game<'_>, card: CardId, kind: Kind) -> bool {
    game.answer_of(card, |game| printed(game, card).kind == kind)
}

/// The side of a card that is up [204.3c].
#[inline]
pub fn face<'p>(game: &Game<'p>, card: CardId) -> CardFace<'p> {
    let printed = printed(game, card);
    let back = mark(game, card).back.then(|| printed.reverse()).flatten();
    back.unwrap_or_else(|| printed.front())
}

/// What the side of a card that is up reacts to or changes.
#[inline]
pub fn interests<'p>(game: &Game<'p>, card: CardId) -> &'p Interests {
    let sides = game.pool.interests(game.definition(card));
    sides.map_or(&Interests::NONE, |sides| sides.up(mark(game, card).back))
}

/// The player on whose battlefield a card stands, and its cell; `None` for a card under another.
pub fn battlefield_cell(game: &Game<'_>, card: CardId) -> Option<(Seat, Cell)> {
    match game.state.table.card(card)?.spot {
        Spot::Place(place, cell) => BATTLEFIELD.seat(place).map(|seat| (seat, cell)),
        Spot::Member(..) => None,
    }
}

/// The cell of a card on a battlefield; `None` for a card under another.
pub fn cell_of(game: &Game<'_>, card: CardId) -> Option<Cell> {
    battlefield_cell(game, card).map(|(_, cell)| cell)
}

/// Whether a card stands on a battlefield, and not under another card.
pub fn is_on_battlefield(game: &Game<'_>, card: CardId) -> bool {
    battlefield_cell(game, card).is_some()
}

/// The player in whose zone a card lies; a card under another lies in the zone of that one [408.2b].
pub fn side_of(game: &Game<'_>, card: CardId) -> Option<Seat> {
    let (_, seat) = Zone::at(game.state.table.place_of(card)?)?;
    Some(seat)
}

/// The top cards of a player's stacks in the order of positions: F1, F2, F3, B1, B2, B3.
pub fn by_position(game: &Game<'_>, seat: Seat) -> Vec<CardId> {
    let mut cards = game.state.table.list(BATTLEFIELD.of(seat)).to_vec();
    cards.sort_by_key(|card| cell_of(game, *card).map(position));
    cards
}

/// A player's flagship.
pub fn flagship(game: &Game<'_>, seat: Seat) -> Option<CardId> {
    let cards = game.state.table.list(BATTLEFIELD.of(seat)).iter().copied();
    cards.into_iter().find(|&card| printed(game, card).kind == Kind::Flagship)
}

/// The player in whose zone a flagship lies; `None`: the card is no flagship.
pub fn flagship_side(game: &Game<'_>, card: CardId) -> Option<Seat> {
    if is_kind(game, card, Kind::Flagship) { side_of(game, card) } else { None }
}

/// The numbers of the positions where a player's ship can enter: all but the flagship's [403.3c]; with
/// `empty_only` those without a card [ruling-37].
pub fn positions(game: &Game<'_>, seat: Seat, empty_only: bool) -> Vec<u8> {
    let place = BATTLEFIELD.of(seat);
    (0..6u8)
        .filter(|&number| match game.state.table.on_cell(place, cell(number)) {
            None => true,
            Some(card) => !empty_only && printed(game, card).kind != Kind::Flagship,
        })
        .collect()
}

/// The number of cubes of a kind in a player's cost zone, or of stored cubes in the cube deck.
pub fn cubes(game: &Game<'_>, seat: Seat, kind: CubeKind) -> u32 {
    game.state.table.pieces(cube_holder(seat, kind), kind)
}

/// The place where a player's cubes of a kind lie.
pub const fn cube_holder(seat: Seat, kind: CubeKind) -> Holder {
    match kind {
        CubeKind::Stored => Holder::Place(CUBE_DECK.of(seat)),
        CubeKind::Down | CubeKind::DownRested | CubeKind::Up | CubeKind::UpRested => {
            Holder::Place(COST_ZONE.of(seat))
        }
    }
}

/// The number of all cubes in a player's cost zone [ruling-32].
pub fn cubes_in_cost_zone(game: &Game<'_>, seat: Seat) -> u32 {
    game.state.table.all_pieces(Holder::Place(COST_ZONE.of(seat)))
}
