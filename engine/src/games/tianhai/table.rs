//! The zones, and what the rules read of the table: 战场.1–战场.6, 周围与紧邻.1, 周围与紧邻.2, 指令区与指令序列.2–指令区与指令序列.5,
//! 弃牌堆.1; ruling-3, ruling-4, ruling-34, ruling-50, ruling-82.

use super::Tianhai;
use super::ending::Ending;
use super::printed::{CardData, OrderType};
use crate::game_kit::fields::words;
pub use crate::game_kit::grid::Facing;
use crate::game_kit::grid::{self, Corners, Frame};
pub use crate::game_kit::zone::{host, lies_in, mark, owner};
use crate::game_kit::{proposing, zone};
use crate::kernel::{CardId, Cell, MapCards, Match, Object, PlaceId, Seat, Spot, Table, held, wire};

words! {
    /// Zones. Each player has the first three as places of their own; sequences are places that are opened
    /// and closed in the game, and make up the order area.
    Zone {
        /// 手牌.
        Hand = "hand",
        /// 弃牌堆.
        DiscardPile = "discard_pile",
        /// 场外.
        Out = "out",
        /// 战场, shared by both players [战场.1].
        Battlefield = "battlefield",
        /// 指令序列.
        Sequence = "sequence",
        /// 指令区: all sequences of a player.
        OrderArea = "order_area",
    }
}

/// A zone of which each player has one.
pub type ZoneOf = zone::ZoneOf<3>;
/// 手牌.
pub const HAND: ZoneOf = ZoneOf::new(0);
/// 弃牌堆.
pub const DISCARD: ZoneOf = ZoneOf::new(1);
/// 场外.
pub const OUT: ZoneOf = ZoneOf::new(2);
/// The zones that each player has as a place.
pub const OWN: [Zone; 3] = [Zone::Hand, Zone::DiscardPile, Zone::Out];
/// 战场.
pub const FIELD: PlaceId = PlaceId(6);

/// How a card belongs to another one: an order to the unit that it lies on.
#[wire(Copy, MapCards)]
pub enum Role {
    /// The order on a unit [部署指令牌.3].
    Order,
}

/// What is written on a sequence.
#[held(Copy, Default)]
pub struct Note {
    /// How many sequences its owner had opened before it.
    pub number: u16,
    /// The round of the last payment into it [部署指令牌.5].
    pub paid_round: u16,
}

words! {
    /// The phases of a turn [玩家行动.3] and the steps of the settlement.
    #[derive(Default)]
    Phase {
        /// Vanguards are placed.
        #[default]
        Vanguard = "vanguard",
        /// 维持阶段.
        Maintenance = "maintenance",
        /// 打牌阶段.
        Play = "play",
        /// 结算阶段.
        Settlement = "settlement",
        /// 回收阶段.
        Recovery = "recovery",
        /// Targets are chosen.
        #[schemars(skip_deserializing)]
        Targets = "targets",
        /// The defence window.
        #[schemars(skip_deserializing)]
        Defence = "defence",
        /// Damage.
        #[schemars(skip_deserializing)]
        Damage = "damage",
        /// Counter-attacks.
        #[schemars(skip_deserializing)]
        CounterAttack = "counter_attack",
        /// Cells are occupied.
        #[schemars(skip_deserializing)]
        Occupation = "occupation",
        /// Attack orders are collected.
        #[schemars(skip_deserializing)]
        Collection = "collection",
    }
    /// Why an order leaves its unit.
    Cause {
        /// In maintenance [维持阶段.2, 维持阶段.3].
        Maintenance = "maintenance",
        /// In recovery [回收阶段.1].
        Recovery = "recovery",
        /// Its unit is attacked [伤害结算.4a].
        Attacked = "attacked",
        /// At the end of the settlement [伤害结算.9].
        Collected = "collected",
        /// With its unit [伤害结算.7c].
        Annihilated = "annihilated",
        /// By an effect.
        Effect = "effect",
    }
    /// What the book calls proposals.
    Verb {
        /// Who goes first [决定先手.1].
        FirstPlayer = "first_player",
        /// A vanguard is placed [先锋部署.1].
        VanguardPlaced = "vanguard_placed" with at card,
        /// A round begins [决定先手.2].
        RoundBegins = "round_begins" with plays round,
        /// A turn begins [玩家行动.2].
        TurnBegins = "turn_begins",
        /// A turn ends.
        TurnEnds = "turn_ends",
        /// A phase begins [玩家行动.3].
        PhaseBegins = "phase_begins" with phase,
        /// An order leaves its unit.
        OrderDiscarded = "order_discarded" with at card cause,
        /// A unit is turned face up [维持阶段.1].
        Flipped = "flipped" with at card,
        /// A unit is deployed [部署单位牌.1].
        UnitDeployed = "unit_deployed" with at card,
        /// A card is paid into a sequence [支付费用.1].
        CostPaid = "cost_paid" with card sequence,
        /// An order is deployed [部署指令牌.1].
        OrderDeployed = "order_deployed" with at card facing,
        /// A sequence is spent [部署指令牌.4].
        SequenceSpent = "sequence_spent" with cards number sequence,
        /// A unit moves [移动.2].
        Moved = "moved" with at card from path,
        /// The targets of an attacker are fixed [伤害结算.2].
        TargetsListed = "targets_listed" with at melee targets,
        /// Everybody learns which unit a target is [ruling-33].
        UnitKnown = "unit_known" with at card,
        /// A target is settled [伤害结算.3].
        Struck = "struck" with at attack attackers damage defence,
        /// A unit has wounds [伤害结算.6a].
        Wounded = "wounded" with at wounds,
        /// A unit is annihilated [伤害结算.7a].
        Annihilated = "annihilated" with at card,
        /// A target strikes back [ruling-74].
        StruckBack = "struck_back" with at by damage,
        /// The result is fixed.
        Decided = "decided" with reason winner,
        /// A cell is occupied [伤害结算.11].
        Occupied = "occupied" with at card from,
        /// The discard pile is recovered [回收阶段.2].
        Recovered = "recovered" with cards number,
        /// A draw is offered [战斗胜利.3].
        DrawOffered = "draw_offered",
        /// It is declined [ruling-43].
        DrawDeclined = "draw_declined",
        /// The offer has lapsed [ruling-43].
        DrawLapsed = "draw_lapsed",
        /// An ability triggers [ruling-58].
        Triggered = "triggered" with ability card,
        /// An order is discarded from hand.
        HandDiscarded = "hand_discarded" with card,
        /// A sequence is discarded.
        SequenceDiscarded = "sequence_discarded" with cards number sequence,
        /// A unit is placed on another cell.
        Placed = "placed" with at card from,
        /// Two units change places.
        Swapped = "swapped" with at card from,
        /// A unit is no longer a target.
        TargetRemoved = "target_removed" with at,
        /// Wounds are healed.
        Healed = "healed" with at wounds,
        /// An order returns to hand.
        OrderReturned = "order_returned" with at card,
        /// An order gets another facing.
        OrderTurned = "order_turned" with at card facing,
        /// A running effect on numbers begins.
        Modified = "modified" with at card,
        /// One that gives a keyword begins.
        Granted = "granted" with at card,
        /// One that takes a keyword begins.
        Lost = "lost" with at card,
        /// One that forbids something begins.
        Forbidden = "forbidden" with at,
        /// One that allows something begins.
        Allowed = "allowed" with at,
    }
}

/// What only proposals of this game say.
#[held(Default)]
pub struct OwnDetail {
    /// Where.
    pub at: Option<Cell>,
    /// From where.
    pub from: Option<Cell>,
    /// By which unit.
    pub by: Option<Cell>,
    /// The way.
    pub path: Vec<Cell>,
    /// The targets of an attacker.
    pub targets: Vec<Cell>,
    /// Those of them in melee.
    pub melee: Vec<Cell>,
    /// The attackers of a target.
    pub attackers: Vec<Cell>,
    /// Attack value, defence value, damage.
    pub numbers: Option<Numbers>,
    /// The wounds of a unit now.
    pub wounds: Option<u32>,
    /// Why an order leaves.
    pub cause: Option<Cause>,
    /// The direction in which an order looks.
    pub facing: Option<Facing>,
    /// Which sequence.
    pub sequence: Option<u16>,
    /// Which cards.
    pub cards: Vec<CardId>,
    /// How many.
    pub number: Option<u16>,
    /// Which round.
    pub round: Option<u16>,
    /// The plays that are counted already, of both seats.
    pub plays: Option<(u16, u16)>,
    /// How the game ends.
    pub reason: Option<Ending>,
    /// Who wins.
    pub winner: Option<Seat>,
}

/// What a proposal says besides; no text asks by which means.
pub type Detail = proposing::Detail<(), Phase, u8, OwnDetail>;

/// The numbers of a target.
#[held(Copy, Default)]
pub struct Numbers {
    /// The sum of its attackers.
    pub attack: i64,
    /// The divisor.
    pub defence: i64,
    /// What follows.
    pub damage: i64,
}

/// A match of 天海战记.
pub type Game<'p> = Match<'p, Tianhai>;

/// What is printed on a card.
pub fn printed<'p>(game: &Game<'p>, card: CardId) -> &'p CardData {
    game.pool.card(game.definition(card))
}

/// Whether a card is a unit.
pub fn is_unit(game: &Game<'_>, card: CardId) -> bool {
    game.answer_of(card, |game| printed(game, card).unit.is_some())
}

/// The type of an order; `None`: the card is a unit.
pub fn order_type(game: &Game<'_>, card: CardId) -> Option<OrderType> {
    printed(game, card).order.as_ref().map(|order| order.kind)
}

/// The cards of a player's zone.
pub fn list(game: &Game<'_>, zone: ZoneOf, seat: Seat) -> Vec<CardId> {
    game.state.table.list(zone.of(seat)).to_vec()
}

/// The number of cards in a player's zone.
pub fn count(game: &Game<'_>, zone: ZoneOf, seat: Seat) -> usize {
    game.state.table.list(zone.of(seat)).len()
}

/// The cell of a unit, or of the unit below an order.
pub fn cell_of(game: &Game<'_>, card: CardId) -> Option<Cell> {
    match game.state.table.card(card)?.spot {
        Spot::Place(FIELD, cell) => Some(cell),
        Spot::Place(..) => None,
        Spot::Member(host, _) => match game.state.table.card(host)?.spot {
            Spot::Place(FIELD, cell) => Some(cell),
            _ => None,
        },
    }
}

/// The unit on a cell.
pub fn unit_at(game: &Game<'_>, cell: Cell) -> Option<CardId> {
    game.state.table.on_cell(FIELD, cell)
}

/// What the rules read of the table most often, cached until the table changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Derived {
    /// All units on the battlefield, in canonical order [ruling-34].
    units: Vec<CardId>,
    /// The orders on these units, in the same order.
    orders: Vec<CardId>,
}

impl crate::kernel::Derived<Tianhai> for Derived {
    fn of(table: &Table<Tianhai>) -> Derived {
        let cell = |unit: CardId| match table.card(unit)?.spot {
            Spot::Place(_, cell) => Some(grid::in_rows(cell)),
            Spot::Member(..) => None,
        };
        let mut units: Vec<_> = table.list(FIELD).iter().map(|unit| (cell(*unit), *unit)).collect();
        units.sort_by_key(|(cell, _)| *cell);
        let units: Vec<CardId> = units.into_iter().map(|(_, unit)| unit).collect();
        let orders = units.iter().filter_map(|unit| table.pile(*unit).first().copied()).collect();
        Derived { units, orders }
    }
}

/// All units on the battlefield, in canonical order [ruling-34].
pub fn all_units<'g>(game: &'g Game<'_>) -> &'g [CardId] {
    &game.derived().units
}

/// The orders on units, in canonical order of their cells.
pub fn orders_on_units<'g>(game: &'g Game<'_>) -> &'g [CardId] {
    &game.derived().orders
}

/// The units of a player on the battlefield, in canonical order.
pub fn units(game: &Game<'_>, seat: Seat) -> Vec<CardId> {
    all_units(game).iter().copied().filter(|unit| owner(game, *unit) == seat).collect()
}

/// The order on a unit.
pub fn order_of(game: &Game<'_>, unit: CardId) -> Option<CardId> {
    game.state.table.pile(unit).first().copied()
}

/// Whether an object is still a unit on the battlefield.
pub fn stands(game: &Game<'_>, object: Object) -> bool {
    game.state.table.is_current(object) && cell_of(game, object.card).is_some()
}

/// The cell and facing of the order on a unit.
pub fn frame(game: &Game<'_>, unit: CardId) -> Option<Frame> {
    let facing = mark(game, order_of(game, unit)?).facing?;
    Some(Frame { at: cell_of(game, unit)?, facing })
}

/// The sequences of a player, from top to bottom [指令区与指令序列.3].
pub fn sequences(game: &Game<'_>, seat: Seat) -> Vec<(PlaceId, Note)> {
    let mut own: Vec<_> = sequences_of(&game.state.table, seat).collect();
    own.sort_by_key(|(_, note)| note.number);
    own
}

/// The sequences of a player, in the order of their places.
pub fn sequences_of(table: &Table<Tianhai>, seat: Seat) -> impl Iterator<Item = (PlaceId, Note)> {
    let own =
        table.places().filter(move |(_, place)| place.zone == Zone::Sequence && place.seat == Some(seat));
    own.map(|(id, place)| (id, place.note))
}

/// A sequence of a player by its number.
pub fn sequence(game: &Game<'_>, seat: Seat, number: u16) -> Option<(PlaceId, Note)> {
    sequences_of(&game.state.table, seat).find(|(_, note)| note.number == number)
}

/// The corners of the table, in cells [战场.4, ruling-82].
pub const TABLE: Corners = (Cell { x: -1000, y: -1000 }, Cell { x: 1000, y: 1000 });

/// The corners of the battlefield: those of the agreed size, else those of the table [战场.5].
pub fn corners(game: &Game<'_>) -> Corners {
    board(game).unwrap_or(TABLE)
}

/// The corners of an agreed size [战场.5, ruling-4].
pub fn board(game: &Game<'_>) -> Option<Corners> {
    let board = game.state.facts.agreed.board?;
    Some(grid::centred(board.columns, board.rows))
}

/// Whether a cell lies on the battlefield.
pub fn is_inside(game: &Game<'_>, cell: Cell) -> bool {
    grid::is_within(TABLE, cell) && board(game).is_none_or(|board| grid::is_within(board, cell))
}
