//! A position: a table without a history. [`Position::place`] turns it into a state or lists every reason why
//! such a table is impossible [ruling-position].

mod build;
mod place;

use super::Question;
use super::cards::{Face, FieldUnit, Half, Opened, numbers};
use super::facts::Agreed;
use super::settlement::Settle;
use super::table::Phase;
use crate::game_kit::grid::{self, Coordinates};
use crate::game_kit::pool::Names;
use crate::game_kit::position::{CARD_LIMIT, Halves};
use crate::game_kit::registered::of_half;
use crate::game_kit::thing::Thing;
use crate::game_kit::windows::{Window, Windows, asks};
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

/// What asks in a window, and the phase or step of the settlement that it belongs to.
#[derive(Debug)]
enum Opens {
    /// Set-up.
    SetUp,
    /// A window of the turn player.
    Own(Phase, Question),
    /// A window of the other player.
    Others(Phase, Question),
    /// A step of the settlement itself, where there is something to decide.
    Step(Phase, Settle),
}

/// A window of the turn player.
const fn own(name: WindowName, phase: Phase, question: Question) -> Window<WindowName, Opens> {
    asks(name, question.name(), Opens::Own(phase, question))
}

/// The defence window.
const DEFENCE: Opens = Opens::Others(Phase::Defence, Question::Defence);
/// The step in which cells are occupied.
const OCCUPATION: Opens = Opens::Step(Phase::Occupation, Settle::Occupation);

/// The windows, by which positions are read and made.
static WINDOWS: Windows<WindowName, Opens> = Windows {
    windows: &[
        asks(WindowName::Vanguard, "vanguard", Opens::SetUp),
        own(WindowName::Maintenance, Phase::Maintenance, Question::Maintenance),
        own(WindowName::Play, Phase::Play, Question::Play),
        asks(WindowName::Targets, "targets", Opens::Step(Phase::Targets, Settle::Targets)),
        asks(WindowName::Defence, "defence", DEFENCE),
        asks(WindowName::Occupation, "occupation", OCCUPATION),
        own(WindowName::Recovery, Phase::Recovery, Question::Recovery),
    ],
    underway: &[
        "choose_units",
        "choose_cards",
        "choose_cells",
        "choose_yes_no",
        "choose_number",
        "choose_mode",
    ],
    waiting: &[],
};

const _: () = assert!(WINDOWS.has_each_of(Question::KINDS));

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
        places.sort_by_key(|place| self.field.get(*place).map(|unit| grid::in_rows(unit.at.0)));
        places
    }

    /// The cards that the position names, those on the field before those of the players.
    fn named(&self) -> Vec<NamedCard<'_>> {
        let mut named = Vec::new();
        for (index, unit) in self.field.iter().enumerate() {
            let seat = usize::from(unit.seat.number());
            named.extend(unit.ids().into_iter().map(|(field, id)| {
                let needs = if field == "/card" { UNITS } else { ORDERS };
                NamedCard { seat, at: format!("/field/{index}{field}"), id, needs }
            }));
        }
        for (seat, half) in self.players.iter().enumerate() {
            for (name, list) in half.lists() {
                let needs = match &*name {
                    "hand" => None,
                    "discard_pile" => PILED,
                    _ => PAID,
                };
                let at = |index: usize| format!("/players/{seat}/{name}/{index}");
                named.extend(list.known().map(|(index, id)| NamedCard { seat, at: at(index), id, needs }));
            }
            let out = half.open().into_iter().map(|(at, id)| (format!("/players/{seat}{at}"), id));
            named.extend(out.map(|(at, id)| NamedCard { seat, at, id, needs: UNITS }));
        }
        named
    }

    /// The first player.
    fn first(&self) -> Seat {
        self.first.unwrap_or_default()
    }
}

impl Half {
    /// The number of the next sequence that the player opens.
    fn next_number(&self) -> u16 {
        self.opened.unwrap_or_else(|| Opened::by_numbers(numbers(&self.sequences)))
    }

    /// The number of all cards of the player that lie in no unit's cell.
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
