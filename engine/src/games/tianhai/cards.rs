//! The cards on the table: what the state holds of them, what positions say, what views show, and who sees
//! it: 手牌.1, 部署单位牌.1, 支付费用.1, 指令区与指令序列.4, 弃牌堆.4, 进阶规则.1, 进阶规则.2; ruling-12, ruling-33, ruling-45, ruling-68.

use std::borrow::Cow;

use serde::Serialize;

use super::printed::Pool;
use super::table::{self, DISCARD, Facing, Game, HAND, Note, OUT, Role, Zone};
use super::view::{self, HandView, is_advanced};
use super::words::Keyword;
use super::{Tianhai, stat};
use crate::game_kit::grid::Coordinates;
use crate::game_kit::pile::Pile;
use crate::game_kit::position::{PositionBuilder, lay};
use crate::game_kit::thing::{self, At, Holding, Same, Whose, things};
use crate::game_kit::view::{CardView, PileView, Reader, pile};
use crate::kernel::{MapCards, Seat, State, wire};
use crate::schema::JsonSchema;

things! {
    Tianhai;

    /// What a unit or an order carries.
    mark Mark;

    /// A unit on the battlefield.
    thing FieldUnit, UnitView {
        /// Its cell.
        open needed at: Coordinates in At,
        /// Whose it is.
        open needed seat: Seat in Whose,
        /// The card's id in the pool; left out, of a unit face down that nobody knows.
        #[seen = "Its id in the pool; none if its face is not seen."]
        face card: Option<String> in thing::FaceIfSeen,
        /// How it lies.
        open face: Face,
        /// It lies face down, and everybody knows it [ruling-33].
        #[seen = "Whether everybody knows it although it lies face down."]
        open known: bool,
        /// Its wounds.
        open wounds: u32,
        /// The order on it.
        open order: Option<FieldOrder> as OrderView under Role::Order,
        /// Its base combat now.
        face derived base_combat: i64 = stat::base_combat,
        /// The value of its order now; none without an order.
        open derived combat: Option<i64> = view::combat,
        /// Its hit points.
        face derived hp: i64 = stat::hp,
        /// Its mark.
        face derived mark: &'m str = view::mark,
    }

    /// The order on a unit.
    thing FieldOrder, OrderView {
        /// The card's id in the pool.
        #[seen = "Its id in the pool."]
        open needed card: String in thing::Face,
        /// The direction in which it looks, of an attack or defence order.
        #[seen = "The direction in which its facing edge looks; none, of a move order."]
        open facing: Option<Facing>,
        /// What its charge added [ruling-68].
        open bonus: u8,
        /// Its keywords now.
        open derived keywords: Vec<Keyword> = stat::keywords,
    }

    shared {
        /// 战场 [战场.1].
        owner if Mark::is_covered field: Vec<FieldUnit> as UnitView in Zone::Battlefield by "部署单位牌.1",
    }

    #[doc = "One player's half. Card numbers count through a position: the field in canonical order, each \
        unit followed\nby its order, then seat by seat hand, sequences, discard pile, annihilated units."]
    #[seen = "One player's half."]
    player Half, HalfView {
        /// 手牌.
        owner hand: Pile as HandView in Zone::Hand at HAND by "ruling-45",
        /// 指令区, from top to bottom.
        owner sequences: Vec<SequenceOf> with Sequences in Zone::Sequence by "支付费用.1"
            sealed if is_advanced by "进阶规则.1",
        /// 指令区, as events and questions name it.
        owner unsaid order_area in Zone::OrderArea by "支付费用.1" sealed if is_advanced by "进阶规则.1",
        /// 弃牌堆.
        owner discard_pile: Pile in Zone::DiscardPile at DISCARD by "弃牌堆.4"
            sealed if is_advanced by "进阶规则.2",
        /// Annihilated units, by their ids.
        #[seen = "Annihilated units."]
        open out: Vec<String> in Zone::Out at OUT by "伤害结算.7b",
        /// Cards counted in this round.
        open plays: u16,
        /// Reactions of this round, counted in the next.
        open debt: u16,
        #[doc = "How many sequences were opened so far, also those that are gone [ruling-12]; left out, one \
            more than\nthe last number."]
        #[seen = "How many sequences were opened so far, also those that are gone."]
        open opened: Option<u16> with Opened,
        /// The faction.
        open derived faction: Option<&'m str> = view::faction,
        /// How many cards may be played in this round.
        open derived limit: i64 = view::limit,
    }
}

/// How a unit lies.
#[wire(Copy, Default, MapCards)]
pub enum Face {
    /// 卡面朝上.
    #[default]
    Up,
    /// 卡背朝上.
    Down,
}

impl Same for Face {}

impl Mark {
    /// Of a unit: 卡背朝上.
    pub fn is_face_down(&self) -> bool {
        self.face == Face::Down
    }

    /// Of a unit: it lies face down, and not everybody knows it [ruling-33].
    pub fn is_covered(&self) -> bool {
        self.is_face_down() && !self.known
    }
}

/// A sequence.
#[wire]
pub struct SequenceOf {
    /// Its cards, from left to right.
    pub cards: Pile,
    /// Its number; left out, how many sequences stand above it.
    pub number: Option<u16>,
    /// The round of the last payment into it.
    pub paid_round: u16,
}

/// A sequence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SequenceView<'m> {
    /// Its cards from left to right; left out where the viewer does not see them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cards: Option<Vec<CardView<'m>>>,
    /// How many there are.
    pub count: usize,
    /// Its number.
    pub number: u16,
    /// The round of the last payment into it.
    pub paid_round: u16,
}

/// The numbers of sequences from top to bottom.
pub fn numbers(sequences: &[SequenceOf]) -> impl Iterator<Item = u16> {
    (0..).zip(sequences).map(|(index, sequence)| sequence.number.unwrap_or(index))
}

/// The sequences of a player [指令区与指令序列.3].
#[derive(Debug)]
pub struct Sequences;

impl Holding<Tianhai> for Sequences {
    type Said = Vec<SequenceOf>;
    type Seen<'m> = Vec<SequenceView<'m>>;

    fn said(builder: &mut PositionBuilder<'_, '_, Tianhai>, seat: Seat, at: &str) -> Vec<SequenceOf> {
        let sequences = table::sequences(builder.game, seat).into_iter().enumerate();
        let said = sequences.map(|(index, (place, note))| SequenceOf {
            cards: builder.pile(&format!("{at}/{index}"), place),
            number: (usize::from(note.number) != index).then_some(note.number),
            paid_round: note.paid_round,
        });
        said.collect()
    }

    fn seen<'m>(game: &'m Game<'_>, reader: Reader, seat: Seat) -> Vec<SequenceView<'m>> {
        let sequences = table::sequences(game, seat).into_iter().map(|(place, note)| {
            let PileView { cards, count } = pile(game, reader, place);
            SequenceView { cards, count, number: note.number, paid_round: note.paid_round }
        });
        sequences.collect()
    }

    fn lay(sequences: &Vec<SequenceOf>, pool: &Pool, state: &mut State<Tianhai>, seat: Seat) {
        for (number, sequence) in numbers(sequences).zip(sequences) {
            let place = state.table.set_place(Zone::Sequence, Some(seat));
            state.table.set_note(place, Note { number, paid_round: sequence.paid_round });
            lay(state, pool, seat, place, &sequence.cards);
        }
    }

    fn lists<'s>(sequences: &'s Vec<SequenceOf>, at: &str) -> Vec<(Cow<'static, str>, &'s Pile)> {
        let lists = sequences.iter().enumerate();
        lists.map(|(index, one)| (format!("{at}/{index}/cards").into(), &one.cards)).collect()
    }
}

/// How many sequences a player has opened [ruling-12].
#[derive(Debug)]
pub struct Opened;

impl Opened {
    /// One more than the largest of the numbers of sequences; 0 without a sequence.
    pub fn by_numbers(numbers: impl Iterator<Item = u16>) -> u16 {
        numbers.max().map_or(0, |last| last.saturating_add(1))
    }

    fn by_table(state: &State<Tianhai>, seat: Seat) -> u16 {
        Opened::by_numbers(table::sequences_of(&state.table, seat).map(|(_, note)| note.number))
    }
}

impl Holding<Tianhai> for Opened {
    type Said = Option<u16>;
    type Seen<'m> = u16;

    fn said(builder: &mut PositionBuilder<'_, '_, Tianhai>, seat: Seat, _: &str) -> Option<u16> {
        let state = &builder.game.state;
        let opened = *state.facts.opened.get(seat);
        (opened != Opened::by_table(state, seat)).then_some(opened)
    }

    fn seen(game: &Game<'_>, _: Reader, seat: Seat) -> u16 {
        *game.state.facts.opened.get(seat)
    }

    fn lay(opened: &Option<u16>, _: &Pool, state: &mut State<Tianhai>, seat: Seat) {
        let opened = opened.unwrap_or_else(|| Opened::by_table(state, seat));
        *state.facts.opened.get_mut(seat) = opened;
    }
}
