//! Grids without bounds: cells in fields and on the wire, directions, cells ahead and beside, and boards of
//! an agreed size.

#[cfg(feature = "schemas")]
use std::borrow::Cow;

#[cfg(feature = "schemas")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::action::answers::{choosable, refuse_others};
use super::action::legal::{Slots, whole};
use super::action::{ActionKind, ExtraCheck, Kit, Time};
use super::fields::{FromField, fields};
use super::reason::Asking;
use crate::abilities::answer::Wrong;
use crate::abilities::grid::{Cells, Grid};
use crate::abilities::{Answer, Choice, Choosable};
use crate::kernel::shape::{Domain, Value};
use crate::kernel::{CardId, Cell, Draft, MapCards, Match, Rename, Seat, held};
use crate::verdict::Refusal;

/// A cell as it stands on the wire: east, north.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Coordinates(pub Cell);

impl MapCards for Coordinates {
    fn each_card(&mut self, _: &mut dyn Rename) {}
}

impl Serialize for Coordinates {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.0.x, self.0.y].serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Coordinates {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let [x, y] = <[i16; 2]>::deserialize(deserializer)?;
        Ok(Coordinates(Cell { x, y }))
    }
}

#[cfg(feature = "schemas")]
impl JsonSchema for Coordinates {
    fn schema_name() -> Cow<'static, str> {
        "Coordinates".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description":
            "A cell of the grid: its column, counted to the east, and its row, counted to the north.",
            "type": "array",
            "items": {"type": "integer", "minimum": i16::MIN, "maximum": i16::MAX},
            "minItems": 2,
            "maxItems": 2,
        })
    }
}

impl FromField for Coordinates {
    fn unfilled() -> Self {
        Coordinates(Cell::NONE)
    }

    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Cell(cell) => Some(Coordinates(*cell)),
            _ => None,
        }
    }
}

impl FromField for Vec<Coordinates> {
    fn unfilled() -> Self {
        Vec::new()
    }

    fn left_out() -> Option<Self> {
        Some(Vec::new())
    }

    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Cells(cells) => Some(coordinates(cells)),
            _ => None,
        }
    }
}

/// Cells for the wire.
pub fn coordinates(cells: &[Cell]) -> Vec<Coordinates> {
    cells.iter().copied().map(Coordinates).collect()
}

/// Cells from the wire.
pub fn cells(coordinates: &[Coordinates]) -> Vec<Cell> {
    coordinates.iter().map(|at| at.0).collect()
}

/// The sort key for rows from the south, each from the west.
pub const fn in_rows(cell: Cell) -> (i16, i16) {
    (cell.y, cell.x)
}

/// Whether two cells share an edge or a corner.
pub const fn around(one: Cell, other: Cell) -> bool {
    let (x, y) = (one.x.abs_diff(other.x), one.y.abs_diff(other.y));
    x <= 1 && y <= 1 && x + y > 0
}

/// The cell this far to the east and to the north; `None`: out of range.
pub fn moved(from: Cell, east: i32, north: i32) -> Option<Cell> {
    let x = i16::try_from(i32::from(from.x).checked_add(east)?).ok()?;
    let y = i16::try_from(i32::from(from.y).checked_add(north)?).ok()?;
    Some(Cell { x, y })
}

/// The eight cells around one, in rows.
pub fn all_around(at: Cell) -> impl Iterator<Item = Cell> {
    let steps = (-1..=1).flat_map(|north| (-1..=1).map(move |east| (east, north)));
    steps.filter(|step| *step != (0, 0)).filter_map(move |(east, north)| moved(at, east, north))
}

words! {
    /// A direction.
    Facing {
        #[doc = "North."] North = "N",
        #[doc = "East."] East = "E",
        #[doc = "South."] South = "S",
        #[doc = "West."] West = "W",
    }
}

impl super::thing::Same for Facing {}

impl Facing {
    /// One step in this direction: to the east, to the north.
    pub const fn ahead(self) -> (i32, i32) {
        match self {
            Facing::North => (0, 1),
            Facing::East => (1, 0),
            Facing::South => (0, -1),
            Facing::West => (-1, 0),
        }
    }

    /// One step to the right: to the east, to the north.
    pub const fn right(self) -> (i32, i32) {
        match self {
            Facing::North => (1, 0),
            Facing::East => (0, -1),
            Facing::South => (-1, 0),
            Facing::West => (0, 1),
        }
    }
}

/// Where something stands, and in which direction it looks.
#[held(Copy)]
pub struct Frame {
    /// Where it stands.
    pub at: Cell,
    /// In which direction it looks.
    pub facing: Facing,
}

impl Frame {
    /// The cell this many steps ahead and to the right.
    pub fn cell(self, ahead: i32, right: i32) -> Option<Cell> {
        let ((ax, ay), (rx, ry)) = (self.facing.ahead(), self.facing.right());
        let along = |a: i32, r: i32| ahead.checked_mul(a)?.checked_add(right.checked_mul(r)?);
        moved(self.at, along(ax, rx)?, along(ay, ry)?)
    }

    /// The steps ahead and to the right at which a cell lies.
    pub fn relative(self, cell: Cell) -> (i32, i32) {
        let (x, y) = (i32::from(cell.x) - i32::from(self.at.x), i32::from(cell.y) - i32::from(self.at.y));
        let ((ax, ay), (rx, ry)) = (self.facing.ahead(), self.facing.right());
        (x * ax + y * ay, x * rx + y * ry)
    }
}

/// The cells with the smallest and with the largest coordinates of a board.
pub type Corners = (Cell, Cell);

/// Whether a cell lies within the corners, inclusive.
pub fn is_within((least, most): Corners, cell: Cell) -> bool {
    (least.x..=most.x).contains(&cell.x) && (least.y..=most.y).contains(&cell.y)
}

/// The corners of a board around the cells `[0, 0]` and `[0, 1]`. With an even number of columns one more
/// lies in the east; with an odd number of rows one more lies in the south.
pub fn centred(columns: u8, rows: u8) -> Corners {
    let line = |n: u8| {
        let least = -((i16::from(n) - 1).max(0) / 2);
        (least, least + i16::from(n.max(1)) - 1)
    };
    let ((west, east), (south, north)) = (line(columns), line(rows));
    (Cell { x: west, y: south }, Cell { x: east, y: north })
}

/// The domain of sets of these cards, by their cells, because a domain that names cards would show hidden
/// ones. It lists up to [`SETS_LIMIT`] sets.
pub fn sets<G: Grid>(game: &Match<'_, G>, from: &[CardId], (min, max): (usize, usize)) -> Domain {
    let all = Domain::Subset { from: from.to_vec(), max, min };
    let (sets, is_complete) = all.first(SETS_LIMIT, game.listing_looks());
    let cell = |card: CardId| G::cell_of(game, game.state.table.object(card));
    let cells = |set: Value| Value::Cells(set.named().into_iter().filter_map(cell).collect());
    Domain::listed(sets.into_iter().map(cells).collect(), is_complete)
}

/// The largest number of sets in a domain.
const SETS_LIMIT: usize = 2_000;

/// Games whose entries name cards on the grid by their cells.
pub trait ByCells: Kit + Grid {
    /// Whether a question asks for such cards.
    const ASKS: fn(&Self::Question) -> bool;
}

/// Units for an effect.
#[fields]
pub struct ChooseUnits {
    /// Their cells; the order means nothing.
    pub units: Vec<Coordinates>,
}

impl<G: ByCells + Kit<Action: From<ChooseUnits>>> ActionKind<G> for ChooseUnits {
    const IS_CHOICE: bool = true;
    const FURTHER: ExtraCheck = ExtraCheck::Question;
    const SLOTS: Slots<G, Self> =
        &[&[whole("units", Self::UNITS, |game, seat, _| match choosable(game, seat)? {
            Choosable::Cards { from, min, max, .. } => Some(sets(game, from, (*min, *max))),
            _ => None,
        })]];
    const ANSWERS: fn(&G::Question) -> bool = G::ASKS;
    const TIME: Time<G> = |_, _| G::CHOICES.cards_time;

    fn check(&self, draft: &mut Draft<'_, '_, G>, seat: Seat) {
        let asked = draft.game.asked(seat).and_then(|asked| G::choice(&asked.question)).cloned();
        let Some(Choice { what: Choosable::Cards { from, min, max, .. }, me, rule, .. }) = asked else {
            return;
        };
        let named = self.units.len();
        if named < min || named > max {
            let wrong = Wrong::Count { least: min, most: max, named };
            return draft.refuse(Refusal::new(wrong.into(), rule).of("/units"));
        }
        for (place, at) in self.units.iter().enumerate() {
            let reason = match G::on_cell(draft.game, at.0).filter(|card| from.contains(card)) {
                None => G::Reason::not_among_choices(me.card),
                Some(card) if self.units.iter().take(place).any(|other| other == at) => {
                    Wrong::Twice { card }.into()
                }
                Some(_) => continue,
            };
            draft.refuse(Refusal::new(reason, rule).of(format!("/units/{place}")));
        }
    }

    fn perform(&self, game: &mut Match<'_, G>, _: Seat, question: Option<&G::Question>) {
        let named: Vec<CardId> = self.units.iter().filter_map(|at| G::on_cell(game, at.0)).collect();
        let from = match question.and_then(G::choosable) {
            Some(Choosable::Cards { from, .. }) => from.as_slice(),
            _ => &[],
        };
        // As a set, in the order of the domain.
        let chosen = from.iter().copied().filter(|card| named.contains(card)).collect();
        G::give(game, Answer::Cards(chosen));
    }
}

/// Cells for an effect: one, or a path cell by cell.
#[fields]
pub struct ChooseCells {
    /// The cells; of a path in the order in which they are entered.
    pub cells: Vec<Coordinates>,
}

impl<G: Kit<Action: From<ChooseCells>>> ActionKind<G> for ChooseCells {
    const IS_CHOICE: bool = true;
    const FURTHER: ExtraCheck = ExtraCheck::Question;
    const SLOTS: Slots<G, Self> =
        &[&[whole("cells", Self::CELLS, |game, seat, _| match choosable(game, seat)? {
            Choosable::Cells(what) => Some(what.domain()),
            _ => None,
        })]];
    const ANSWERS: fn(&G::Question) -> bool =
        |question| matches!(G::choosable(question), Some(Choosable::Cells(_)));
    const TIME: Time<G> = |_, _| G::CHOICES.cards_time;

    fn check(&self, draft: &mut Draft<'_, '_, G>, seat: Seat) {
        let asked = draft.game.asked(seat).and_then(|asked| G::choice(&asked.question)).cloned();
        let Some(Choice { what: Choosable::Cells(what), rule, .. }) = asked else { return };
        let named = self.cells.len();
        let (least, most) = match &what {
            Cells::One(_) => (1, 1),
            Cells::Way(way) => (0, usize::from(way.most)),
        };
        match (least..=most).contains(&named) {
            true => refuse_others(draft, seat, &what.domain(), &Value::Cells(cells(&self.cells)), "/cells"),
            false => {
                let wrong = Wrong::Count { least, most, named };
                draft.refuse(Refusal::new(wrong.into(), rule).of("/cells"));
            }
        }
    }

    fn perform(&self, game: &mut Match<'_, G>, _: Seat, _: Option<&G::Question>) {
        G::give(game, Answer::Cells(cells(&self.cells)));
    }
}
