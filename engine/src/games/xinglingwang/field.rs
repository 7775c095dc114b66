//! The positions of the field, their directions, and the units on them.
//!
//! 四.9, 四.10 positions and halves; 五.1–五.5 directions; 六.※1 line order; 九.2 where units enter; ruling-2 five
//! lanes; ruling-3 left and right; ruling-4 in front.

use smallvec::SmallVec;

use super::Xinglingwang;
use super::table::FIELD;
use crate::game_kit::fields::At;
use crate::game_kit::position::positions;
use crate::game_kit::wire::{are_named, position_named};
use crate::kernel::shape::Value;
use crate::kernel::{CardId, Cell, Match, Object, Seat, Spot};

type Game<'p> = Match<'p, Xinglingwang>;

/// Lanes [ruling-2].
pub(crate) const LANES: u8 = super::rules::limits::LANES.value as u8;
/// The number of positions on one half: each lane has one in each row [四.9].
pub(crate) const POSITIONS: u8 = LANES * super::rules::limits::ROWS.value as u8;
/// The names of the positions of one half, by their numbers.
pub(crate) const POSITION_NAMES: [&str; POSITIONS as usize] =
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

/// All positions of one half, as values for the fields of actions.
pub(crate) fn values(side: Seat) -> Vec<Value> {
    (0..POSITIONS).map(|number| Where { side, number }.value()).collect()
}

impl Where {
    /// The lane, 0 to 4.
    pub(crate) const fn lane(self) -> u8 {
        self.number % LANES
    }

    pub(crate) const fn is_front(self) -> bool {
        self.number < LANES
    }

    /// 戰線順序 within one half: lane by lane, front before back [六.※1].
    pub(crate) const fn order(self) -> u8 {
        self.lane() * 2 + if self.is_front() { 0 } else { 1 }
    }

    /// The position as one number over both halves, 0 to 19.
    pub(crate) const fn index(self) -> u8 {
        self.side.number() * POSITIONS + self.number
    }

    /// The inverse of [`Where::index`].
    pub(crate) fn from_index(index: u8) -> Option<Where> {
        let side = Seat::from_number(index / POSITIONS)?;
        Some(Where { side, number: index % POSITIONS })
    }

    /// The name of the position on its half, `F1` to `B5`.
    pub(crate) fn name(self) -> &'static str {
        POSITION_NAMES.get(usize::from(self.number)).copied().unwrap_or("")
    }

    /// The position as a value for a field of an action.
    pub(crate) fn value(self) -> Value {
        Value::Position(self.side, self.name())
    }

    /// The position that a field of an action names; `None`: there is no such cell.
    pub(crate) fn of(at: &At) -> Option<Where> {
        Where::named(at.seat, &at.cell)
    }

    /// The position as a field of an action names it.
    pub(crate) fn at(self) -> At {
        At { cell: self.name().into(), seat: self.side }
    }

    /// The position of a name from `F1` to `B5`.
    pub(crate) fn named(side: Seat, name: &str) -> Option<Where> {
        position_named(name, LANES).map(|number| Where { side, number })
    }

    pub(crate) const fn spot(self) -> Spot<Xinglingwang> {
        Spot::Place(FIELD.of(self.side), cell(self.number))
    }

    /// 前方: the positions met on the way to the enemy's back row, nearest first [五.1, ruling-4].
    pub(crate) fn in_front(self) -> impl Iterator<Item = Where> {
        let (lane, enemy) = (self.lane(), self.side.other());
        let own = (!self.is_front()).then_some(Where { side: self.side, number: lane });
        own.into_iter()
            .chain([Where { side: enemy, number: lane }, Where { side: enemy, number: lane + LANES }])
    }

    /// 正前方 of a front position [五.2].
    pub(crate) fn directly_in_front(self) -> Option<Where> {
        self.is_front().then_some(Where { side: self.side.other(), number: self.number })
    }

    /// 正後方 of a front position [五.4].
    pub(crate) fn directly_behind(self) -> Option<Where> {
        self.is_front().then_some(Where { side: self.side, number: self.number + LANES })
    }

    /// 左右邊: the neighbours in the row, the left one first, seen from its player; `first` is the
    /// first player [五.5, ruling-3].
    pub(crate) fn beside(self, first: Seat) -> [Option<Where>; 2] {
        let row = self.number - self.lane();
        let step = |up: bool| {
            let lane = if up { self.lane().checked_add(1) } else { self.lane().checked_sub(1) };
            lane.filter(|lane| *lane < LANES).map(|lane| Where { side: self.side, number: row + lane })
        };
        if self.side == first { [step(true), step(false)] } else { [step(false), step(true)] }
    }
}

/// The cell of a position: x is the lane from 0, y is 0 for the front row and 1 for the back row.
pub(crate) const fn cell(number: u8) -> Cell {
    Cell::new((number % LANES) as i16, (number / LANES) as i16)
}

/// The inverse of [`cell`].
pub(crate) const fn number(cell: Cell) -> u8 {
    (cell.y * LANES as i16 + cell.x) as u8
}

/// The position of a unit; `None` for cards under a unit or off the field.
#[inline]
pub(crate) fn position(game: &Game<'_>, card: CardId) -> Option<Where> {
    match game.state.table.card(card)?.spot {
        Spot::Place(place, cell) => FIELD.seat(place).map(|side| Where { side, number: number(cell) }),
        Spot::Member(..) => None,
    }
}

/// The units on a position: one, or two while abilities of 合體時 are processed before they become one.
pub(crate) fn all_at(game: &Game<'_>, at: Where) -> Vec<CardId> {
    let units = game.state.table.list(FIELD.of(at.side)).iter().copied();
    units.filter(|card| position(game, *card) == Some(at)).collect()
}

pub(crate) fn at(game: &Game<'_>, at: Where) -> Option<CardId> {
    game.state.table.on_cell(FIELD.of(at.side), cell(at.number))
}

/// The units of one half in line order [六.※1].
pub(crate) fn units(game: &Game<'_>, side: Seat) -> SmallVec<[CardId; 10]> {
    let order = |card: &CardId| (position(game, *card).map(Where::order), *card);
    let mut cards: SmallVec<[_; 10]> = game.state.table.list(FIELD.of(side)).iter().map(order).collect();
    cards.sort_by_key(|(order, _)| *order);
    cards.into_iter().map(|(_, card)| card).collect()
}

/// Sorts cards into the order in which an effect handles several: the current player's half, then the
/// enemy's, each in line order; cards off the field come last, in the order given [六.6, ruling-70].
pub(crate) fn in_line_order(game: &Game<'_>, objects: &mut [Object]) {
    let active = game.state.facts.active;
    objects.sort_by_key(|object| match position(game, object.card) {
        Some(at) => (u8::from(at.side != active), at.order()),
        None => (2, 0),
    });
}

pub(crate) type Positions = SmallVec<[Where; POSITIONS as usize]>;

pub(crate) fn empty(game: &Game<'_>, side: Seat) -> Positions {
    let bit = |number: u8| 1u16.checked_shl(u32::from(number)).unwrap_or(0);
    let units = game.state.table.list(FIELD.of(side)).iter();
    let taken = units.filter_map(|card| position(game, *card)).fold(0, |all, at| all | bit(at.number));
    let empty = (0..POSITIONS).filter(|number| taken & bit(*number) == 0);
    empty.map(|number| Where { side, number }).collect()
}

pub(crate) fn has_room(game: &Game<'_>, side: Seat) -> bool {
    // Ten units may stand on nine positions, while two of them are about to become one.
    game.state.table.list(FIELD.of(side)).len() < usize::from(POSITIONS) || !empty(game, side).is_empty()
}

/// Where a unit may enter: the empty front positions, or if there are none the empty back ones [九.2].
pub(crate) fn entries(game: &Game<'_>, side: Seat) -> Positions {
    let mut empty = empty(game, side);
    if empty.iter().any(|at| at.is_front()) {
        empty.retain(|at| at.is_front());
    }
    empty
}
