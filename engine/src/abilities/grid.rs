//! Words for cells of a grid: cells around others, cells relative to the direction of a text, and the
//! position of a card as such a text sees it.

use std::marker::PhantomData;

use super::findings;
use super::{Amount, FilterWord, Language, Lint, Part, Scene, Select};
use crate::kernel::shape::{Domain, Path, Value};
use crate::kernel::{CardId, Cell, Match, Object, held, wire};
use crate::verdict::Cite;

/// The reference that words of cells need: a direction in which the text looks ([`Lint::refers_to`]).
pub const FRAME: &str = "facing";

/// Games on a grid.
pub trait Grid: Language {
    /// The rule about what is on which cell.
    const CELLS: Cite;

    /// The cell of an object; for one that has left, its last cell.
    fn cell_of(game: &Match<'_, Self>, object: Object) -> Option<Cell>;

    /// The cell this many steps ahead of the text's card and this many to the right; `None`: the text has no
    /// direction, or there is no such cell.
    fn cell_ahead(game: &Match<'_, Self>, scene: &Scene<'_>, ahead: i32, right: i32) -> Option<Cell>;

    /// How many steps ahead of the text's card a cell lies (negative: behind), and how many to the right.
    /// `None`: the text has no direction.
    fn seen_at(game: &Match<'_, Self>, scene: &Scene<'_>, cell: Cell) -> Option<(i32, i32)>;

    /// The card on a cell.
    fn on_cell(game: &Match<'_, Self>, cell: Cell) -> Option<CardId>;

    /// Whether a cell belongs to the grid.
    fn is_cell(game: &Match<'_, Self>, cell: Cell) -> bool;

    /// Whether a cell lies at the edge; only a grid whose players agreed on an edge has one.
    fn is_at_edge(game: &Match<'_, Self>, cell: Cell) -> bool;
}

/// A set of cells.
pub trait AreaWord<L: Grid>: Part<L> {
    /// The cells, in the order of the text.
    fn cells(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> Vec<Cell>;
}

/// Common word: these cells, each by how many cells ahead it lies and how many to the right.
#[wire]
pub struct Offsets(pub Vec<(i16, i16)>);

impl<L: Grid> Part<L> for Offsets {
    fn lint_part(&self, lint: &mut Lint<'_, L>) {
        lint.refers_to(FRAME);
        lint_offsets(lint, &self.0);
    }
}

impl<L: Grid> AreaWord<L> for Offsets {
    fn cells(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> Vec<Cell> {
        let cell = |(ahead, right): &(i16, i16)| L::cell_ahead(game, scene, (*ahead).into(), (*right).into());
        self.0.iter().filter_map(cell).collect()
    }
}

/// The largest number of cells that a text lists one by one, and the largest distance of one.
pub const OFFSET_LIMIT: usize = 120;
const FARTHEST: u16 = 100;

/// Reports listed cells that cannot mean anything.
pub fn lint_offsets<L: Language>(lint: &mut Lint<'_, L>, offsets: &[(i16, i16)]) {
    if offsets.is_empty() {
        lint.find("empty_list", findings::no_cell());
    }
    if offsets.len() > OFFSET_LIMIT {
        lint.find("too_many_cells", findings::cell_limit(OFFSET_LIMIT));
        return;
    }
    for (place, offset) in offsets.iter().enumerate() {
        let message = match offset {
            (0, 0) => findings::own_cell(),
            (ahead, right) if ahead.unsigned_abs().max(right.unsigned_abs()) > FARTHEST => {
                findings::far_cell(FARTHEST)
            }
            offset if offsets.iter().take(place).any(|other| other == offset) => findings::cell_twice(),
            _ => continue,
        };
        lint.inside(&place.to_string(), |lint| lint.find("wrong_cell", message));
    }
}

const EDGES: [(i16, i16); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];
const AROUND: [(i16, i16); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

fn neighbours<L: Grid>(
    game: &Match<'_, L>,
    scene: &Scene<'_>,
    of: &Select<L>,
    steps: &[(i16, i16)],
) -> Vec<Cell> {
    let mut cells = Vec::new();
    for object in of.all(game, scene) {
        let Some(at) = L::cell_of(game, object) else { continue };
        for (east, north) in steps {
            let (x, y) = (at.x.checked_add(*east), at.y.checked_add(*north));
            if let Some(cell) = x.zip(y).map(|(x, y)| Cell::new(x, y))
                && !cells.contains(&cell)
            {
                cells.push(cell);
            }
        }
    }
    cells
}

macro_rules! neighbours {
    ($($(#[$meta:meta])* $name:ident, $steps:expr;)*) => { $(
        $(#[$meta])*
        #[wire(Part)]
        pub struct $name<L: Language>(pub Box<Select<L>>);

        impl<L: Grid> AreaWord<L> for $name<L> {
            fn cells(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> Vec<Cell> {
                neighbours(game, scene, &self.0, $steps)
            }
        }
    )* };
}

neighbours! {
    /// Common word: the eight cells around the cards meant.
    Around, &AROUND;
    /// Common word: the four cells that share an edge with those of the cards meant.
    Adjacent, &EDGES;
}

/// Common word: a line of cells ahead. A number alone: so many.
#[wire(Part)]
#[serde(remote = "Self")]
#[schemars(transform = super::shorthand::or_number)]
pub struct Line<L: Language> {
    /// How many.
    #[part(count, refers_to = FRAME)]
    pub n: Amount<L>,
    /// Only the first of them that is occupied.
    #[optional]
    pub first: bool,
    #[serde(skip)]
    language: PhantomData<L>,
}

super::shorthand::short_number!(
    L: Language, Line<L>, "a whole number, or `n` and `first`",
    |n| Line { n: Amount::Number(n), first: false, language: PhantomData },
    |word| match word {
        Line { n: Amount::Number(n), first: false, .. } => Some(*n),
        _ => None,
    }
);

/// The longest line in cells.
const LONGEST: i64 = 1_000;

impl<L: Grid> AreaWord<L> for Line<L> {
    fn cells(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> Vec<Cell> {
        let n = i32::try_from(self.n.value(game, scene).clamp(0, LONGEST)).unwrap_or(0);
        if !game.spend(usize::try_from(n).unwrap_or(0)) {
            return Vec::new();
        }
        let cells = (1..=n).map_while(|ahead| L::cell_ahead(game, scene, ahead, 0));
        let mut cells = cells.filter(|cell| L::is_cell(game, *cell));
        if self.first {
            return cells.find(|cell| L::on_cell(game, *cell).is_some()).into_iter().collect();
        }
        cells.collect()
    }
}

macro_rules! relative {
    ($($(#[$meta:meta])* $name:ident, |$ahead:ident| $fits:expr;)*) => { $(
        $(#[$meta])*
        #[wire(Part)]
        pub struct $name {}

        impl<L: Grid> FilterWord<L> for $name {
            fn lint(&self, lint: &mut Lint<'_, L>) {
                lint.refers_to(FRAME);
            }

            fn fits(&self, game: &Match<'_, L>, scene: &Scene<'_>, card: CardId) -> bool {
                FilterWord::<L>::fits_object(self, game, scene, game.state.table.object(card))
            }

            fn fits_object(&self, game: &Match<'_, L>, scene: &Scene<'_>, object: Object) -> bool {
                let cell = L::cell_of(game, object);
                let seen = cell.and_then(|cell| L::seen_at(game, scene, cell));
                seen.is_some_and(|($ahead, right)| ($ahead, right) != (0, 0) && $fits)
            }

            fn rule(&self) -> Cite {
                L::CELLS
            }
        }
    )* };
}

relative! {
    /// Common word: it stands ahead, at any distance.
    InFront, |ahead| ahead > 0;
    /// Common word: it stands neither ahead nor behind.
    Beside, |ahead| ahead == 0;
    /// Common word: it stands behind, at any distance.
    Behind, |ahead| ahead < 0;
}

/// Common word: it stands at the edge of a grid that was agreed to have one.
#[wire(Part)]
pub struct AtEdge {}

impl<L: Grid> FilterWord<L> for AtEdge {
    fn fits(&self, game: &Match<'_, L>, scene: &Scene<'_>, card: CardId) -> bool {
        FilterWord::<L>::fits_object(self, game, scene, game.state.table.object(card))
    }

    fn fits_object(&self, game: &Match<'_, L>, _: &Scene<'_>, object: Object) -> bool {
        L::cell_of(game, object).is_some_and(|cell| L::is_at_edge(game, cell))
    }

    fn rule(&self) -> Cite {
        L::CELLS
    }
}

/// Cells that can be chosen.
#[held]
pub enum Cells {
    /// One of these.
    One(Vec<Cell>),
    /// A way over cells, step by step to a neighbour; it may be empty.
    Way(Way),
}

impl Cells {
    /// The legal answers.
    pub fn domain(&self) -> Domain {
        match self {
            Cells::One(cells) => Domain::OneOf(cells.iter().map(|cell| Value::Cells(vec![*cell])).collect()),
            Cells::Way(Way { from, most, diagonal, blocked, passed, within }) => Domain::Path(Path {
                blocked: blocked.clone(),
                diagonal: *diagonal,
                passed: passed.clone(),
                from: *from,
                max: *most,
                min: 0,
                within: Some(*within),
            }),
        }
    }
}

/// A way over cells.
#[held]
pub struct Way {
    /// Where it begins.
    pub from: Cell,
    /// The most steps.
    pub most: u8,
    /// Whether a step may go over a corner.
    pub diagonal: bool,
    /// Cells that it does not enter.
    pub blocked: Vec<Cell>,
    /// Cells that it passes and does not end on.
    pub passed: Vec<Cell>,
    /// The cells with the smallest and the largest coordinates.
    pub within: (Cell, Cell),
}
