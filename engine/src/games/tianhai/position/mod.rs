//! A position: a table without a history. [`Position::place`] turns it into a state or lists every reason why
//! such a table is impossible [ruling-position].

mod build;
mod place;

use super::facts::Agreed;
use super::table::Facing;
use super::view::Face;
use crate::game_kit::grid::Coordinates;
use crate::game_kit::pile::Pile;
use crate::game_kit::pool::Names;
use crate::game_kit::position::{CARD_LIMIT, Halves};
use crate::game_kit::registered::of_half;
use crate::kernel::{Seat, Viewer, wire};
use crate::verdict::Cite;

pub use build::position_of;

/// Where the table stands: before an entry of this phase or step.
#[wire(Copy)]
pub enum WindowName {
    /// A vanguard is placed.
    Vanguard,
    /// In the maintenance phase, 维持阶段, after its automatic discards.
    Maintenance,
    /// In the play phase, 打牌阶段.
    Play,
    /// While targets are chosen.
    Targets,
    /// In the defence window.
    Defence,
    /// In the resolution phase, 结算阶段: while cells are occupied.
    Occupation,
    /// In the recovery phase, 回收阶段.
    Recovery,
}

/// The order on a unit.
#[wire]
pub struct FieldOrder {
    /// The card's id in the pool.
    pub card: String,
    /// The direction in which it looks, of an attack or defence order.
    pub facing: Option<Facing>,
    /// What its charge added [ruling-68].
    #[optional(told)]
    pub bonus: u8,
}

/// A unit on the battlefield.
#[wire]
pub struct FieldUnit {
    /// Its cell.
    pub at: Coordinates,
    /// Whose it is.
    pub seat: Seat,
    /// The card's id in the pool; left out, of a unit face down that nobody knows.
    pub card: Option<String>,
    /// How it lies.
    #[optional(told)]
    pub face: Face,
    /// Its wounds.
    #[optional(told)]
    pub wounds: u32,
    /// It lies face down, and everybody knows it [ruling-33].
    #[optional(told)]
    pub known: bool,
    /// The order on it.
    pub order: Option<FieldOrder>,
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

/// One player's half. Card numbers count through a position: the field in canonical order, each unit followed
/// by its order, then seat by seat hand, sequences, discard pile, annihilated units.
#[wire]
pub struct Half {
    /// 手牌.
    #[optional(told)]
    pub hand: Pile,
    /// 指令区, from top to bottom.
    #[optional(told)]
    pub sequences: Vec<SequenceOf>,
    /// 弃牌堆.
    #[optional(told)]
    pub discard_pile: Pile,
    /// Annihilated units, by their ids.
    #[optional(told)]
    pub out: Vec<String>,
    /// Cards counted in this round.
    #[optional(told)]
    pub plays: u16,
    /// Reactions of this round, counted in the next.
    #[optional(told)]
    pub debt: u16,
    /// How many sequences were opened so far, also those that are gone [ruling-12]; left out, one more than
    /// the last number.
    pub opened: Option<u16>,
}

/// Targets that were chosen.
#[wire]
pub struct ChosenTargets {
    /// The cell of the attacker.
    pub at: Coordinates,
    /// Which of its range parts, counted from 1.
    pub part: u8,
    /// The cells of the targets.
    pub targets: Vec<Coordinates>,
}

/// A cell that is open, and the units that may take it.
#[wire]
pub struct Open {
    /// The cell.
    pub at: Coordinates,
    /// The cells of the units.
    pub by: Vec<Coordinates>,
}

/// A table without a history.
#[wire]
pub struct Position {
    /// What was agreed.
    #[optional(told)]
    pub options: Agreed,
    /// The round, counted from 1; left out while vanguards are placed.
    pub round: Option<u16>,
    /// The first player; left out, seat 0.
    pub first: Option<Seat>,
    /// Whose turn it is; while vanguards are placed, who places one.
    pub active: Seat,
    /// Where the table stands.
    pub window: WindowName,
    /// The units on the battlefield.
    #[optional(told)]
    pub field: Vec<FieldUnit>,
    /// Both halves, seat 0 first.
    pub players: Vec<Half>,
    /// In the windows `targets` and `defence`: targets that were chosen.
    #[optional(told)]
    pub chosen: Vec<ChosenTargets>,
    /// In the window `occupation`: the open cells.
    #[optional(told)]
    pub open: Vec<Open>,
    /// Whose offer of a draw is open.
    pub offer: Option<Seat>,
}

/// Whether a zone holds units (`true`) or orders, and the rules for it; `None`: it holds both.
type Needs = Option<(bool, &'static [Cite])>;

const UNITS: Needs = Some((true, &[cite!("ruling-50")]));
const ORDERS: Needs = Some((false, &[cite!("ruling-50")]));
const PILED: Needs = Some((false, &[cite!("ruling-50"), cite!("弃牌堆.1")]));
const PAID: Needs = Some((false, &[cite!("ruling-50"), cite!("支付费用.1")]));

/// A card that a position names.
struct NamedCard<'p> {
    /// The number of the card's player.
    seat: usize,
    /// The pointer to its name in the position.
    at: String,
    id: &'p str,
    needs: Needs,
}

impl Position {
    /// The indices of the units in `field`, in canonical order of their cells.
    fn in_order(&self) -> Vec<usize> {
        let mut places: Vec<usize> = (0..self.field.len()).collect();
        places.sort_by_key(|place| {
            self.field.get(*place).map(|unit| crate::game_kit::grid::in_rows(unit.at.0))
        });
        places
    }

    /// The cards that the position names, those on the field before those of the players.
    fn named(&self) -> Vec<NamedCard<'_>> {
        let mut named = Vec::new();
        for (index, unit) in self.field.iter().enumerate() {
            let seat = usize::from(unit.seat.number());
            let at = |field: &str| format!("/field/{index}/{field}");
            named.extend(unit.card.iter().map(|id| NamedCard { seat, at: at("card"), id, needs: UNITS }));
            let order = unit.order.iter().map(|order| &order.card);
            named.extend(order.map(|id| NamedCard { seat, at: at("order/card"), id, needs: ORDERS }));
        }
        for (seat, half) in self.players.iter().enumerate() {
            for (name, list) in half.lists() {
                let needs = match name.as_str() {
                    "/hand" => None,
                    "/discard_pile" => PILED,
                    _ => PAID,
                };
                let at = |index: usize| format!("/players/{seat}{name}/{index}");
                named.extend(list.known().map(|(index, id)| NamedCard { seat, at: at(index), id, needs }));
            }
            let at = |index: usize| format!("/players/{seat}/out/{index}");
            let out = half.out.iter().enumerate();
            named.extend(out.map(|(index, id)| NamedCard { seat, at: at(index), id, needs: UNITS }));
        }
        named
    }

    /// The first player.
    fn first(&self) -> Seat {
        self.first.unwrap_or_default()
    }
}

impl Half {
    /// The numbers of the player's sequences.
    pub fn numbers(&self) -> impl Iterator<Item = u16> {
        (0..).zip(&self.sequences).map(|(index, sequence)| sequence.number.unwrap_or(index))
    }

    /// The number of the next sequence that the player opens.
    pub fn next_number(&self) -> u16 {
        self.opened.unwrap_or_else(|| self.numbers().last().map_or(0, |last| last.saturating_add(1)))
    }

    /// The player's lists of cards with their pointers, in the order in which `place` numbers the cards.
    fn lists(&self) -> Vec<(String, &Pile)> {
        let sequences = self.sequences.iter().enumerate();
        let sequences = sequences.map(|(index, one)| (format!("/sequences/{index}/cards"), &one.cards));
        let hand = std::iter::once(("/hand".to_owned(), &self.hand));
        hand.chain(sequences).chain([("/discard_pile".to_owned(), &self.discard_pile)]).collect()
    }

    /// The number of all cards of these lists.
    fn count(&self) -> usize {
        self.lists().iter().fold(self.out.len(), |sum, (_, list)| sum.saturating_add(list.len()))
    }
}

/// The hidden zone in which a pointer into a position lies for a viewer: the battlefield for face-down units
/// of others [部署单位牌.1], with the advanced rules also the player's own face-down cards [进阶规则.1, 进阶规则.2].
pub fn hidden_zone(position: &Position, viewer: Viewer, pointer: &str) -> Option<String> {
    if let Some(rest) = pointer.strip_prefix("/field/") {
        let index = rest.split('/').next()?.parse::<usize>().ok()?;
        let unit = position.field.get(index)?;
        let is_hidden = unit.face == Face::Down && !unit.known && !viewer.is(unit.seat);
        return is_hidden.then(|| "/field".to_owned());
    }
    let (seat, rest) = of_half(viewer, pointer)?;
    let (zone, _) = rest.split_once('/')?;
    let is_hidden = position.options.advanced && matches!(zone, "sequences" | "discard_pile");
    is_hidden.then(|| format!("/players/{}/{zone}", seat.number()))
}

impl Names for Position {
    fn ids(&self) -> Vec<(String, String)> {
        self.named().into_iter().map(|card| (card.at, card.id.to_owned())).collect()
    }

    fn too_much(&self) -> Option<(String, String)> {
        let detail = || format!("there are at most {CARD_LIMIT} cards here");
        if self.field.len() > CARD_LIMIT {
            return Some(("/field".to_owned(), detail()));
        }
        for (field, count) in [("/chosen", self.chosen.len()), ("/open", self.open.len())] {
            if count > CARD_LIMIT {
                return Some((field.to_owned(), detail()));
            }
        }
        // An empty sequence is no card, but takes room as well.
        let is_too_much = |half: &Half| half.count() > CARD_LIMIT || half.sequences.len() > CARD_LIMIT;
        let seat = self.players.iter().position(is_too_much)?;
        Some((format!("/players/{seat}"), detail()))
    }
}

impl Halves for Position {
    fn counts(&self) -> Vec<usize> {
        let on_field = |seat: usize| {
            let units = self.field.iter().filter(move |unit| usize::from(unit.seat.number()) == seat);
            units.map(|unit| 1 + usize::from(unit.order.is_some())).sum::<usize>()
        };
        let halves = self.players.iter().enumerate();
        halves.map(|(seat, half)| half.count().saturating_add(on_field(seat))).collect()
    }
}
