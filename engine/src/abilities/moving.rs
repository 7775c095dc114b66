//! Words that move cards over a grid: along paths that are chosen, straight ahead, or to other cells.

use super::findings;
use super::grid::{Adjacent, AreaWord, Around, Cells, FRAME, Grid, Line, Offsets, Way};
use super::{
    Actor, Amount, Answer, Choosable, Choosing, EffectWord, Language, Lint, Next, Pause, Run, Scene, Select,
    Side, can_any,
};
use crate::by_selection;
use crate::kernel::shape::Looks;
use crate::kernel::{CardId, Cell, Match, Object, wire};

/// Games in which texts move cards over a grid.
pub trait Moving: Grid {
    /// The largest number of steps of a path.
    const LONGEST: u8;

    /// All cards on the grid.
    fn on_grid(game: &Match<'_, Self>) -> Vec<CardId>;

    /// The cells with the smallest and with the largest coordinates of the grid.
    fn corners(game: &Match<'_, Self>) -> (Cell, Cell);

    /// The card that moves when a text moves its own card.
    fn own_card(game: &Match<'_, Self>, scene: &Scene<'_>) -> Option<Object>;

    /// Whether no rule or effect forbids a card to move.
    fn may_move(game: &Match<'_, Self>, card: CardId) -> bool;

    /// Moves a card along a path; `false`: it did not happen.
    fn go(game: &mut Match<'_, Self>, actor: Actor, card: CardId, way: &[Cell]) -> bool;

    /// Puts a card on another cell; `false`: it did not happen.
    fn put(game: &mut Match<'_, Self>, actor: Actor, card: CardId, cell: Cell) -> bool;

    /// Exchanges two cards; `false`: it did not happen.
    fn swap(game: &mut Match<'_, Self>, actor: Actor, one: CardId, other: CardId) -> bool;
}

/// Whether an object is still on the grid.
fn stands<L: Grid>(game: &Match<'_, L>, object: Object) -> bool {
    game.state.table.is_current(object) && L::cell_of(game, object).is_some()
}

fn can_move<L: Moving>(game: &Match<'_, L>, object: Object) -> bool {
    stands(game, object) && L::may_move(game, object.card)
}

/// Whether a card can be put on this cell.
fn is_free<L: Grid>(game: &Match<'_, L>, cell: Cell) -> bool {
    L::is_cell(game, cell) && L::on_cell(game, cell).is_none()
}

fn lint_steps<L: Moving>(lint: &mut Lint<'_, L>, steps: &Amount<L>) {
    lint.inside("steps", |lint| {
        steps.lint_count(lint);
        if matches!(steps, Amount::Number(n) if *n > i64::from(L::LONGEST)) {
            lint.find("number_out_of_range", findings::step_limit(L::LONGEST));
        }
    });
}

/// The largest number of steps: as in the text, up to [`Moving::LONGEST`].
fn most_steps<L: Moving>(steps: &Amount<L>, game: &Match<'_, L>, scene: &Scene<'_>) -> u8 {
    u8::try_from(steps.value(game, scene).clamp(0, i64::from(L::LONGEST))).unwrap_or(0)
}

/// Common word: cards move along ways that their owners choose, which may be empty.
#[wire(Part)]
pub struct Move<L: Language> {
    /// Which cards.
    pub what: Select<L>,
    /// How many steps at the most.
    #[part(plain)]
    pub steps: Amount<L>,
    /// Whether steps may be diagonal.
    #[optional]
    pub diagonal: bool,
    /// Whose cards they may pass, seen from the player of the ability; they never end on one.
    pub through: Option<Side>,
}

impl<L: Moving> Move<L> {
    /// The paths that a card may take.
    fn way(&self, game: &Match<'_, L>, scene: &Scene<'_>, card: CardId) -> Option<Way> {
        let cell_of = |card: CardId| L::cell_of(game, game.state.table.object(card));
        let from = cell_of(card)?;
        let most = most_steps(&self.steps, game, scene);
        let near = |cell: &Cell| cell.x.abs_diff(from.x).max(cell.y.abs_diff(from.y)) <= u16::from(most);
        let (mut blocked, mut passed) = (Vec::new(), Vec::new());
        for other in L::on_grid(game).into_iter().filter(|other| *other != card) {
            let Some(cell) = cell_of(other).filter(near) else { continue };
            match self.through {
                Some(side) if side.covers(scene.seat, L::owner(game, other)) => passed.push(cell),
                _ => blocked.push(cell),
            }
        }
        Some(Way { from, most, diagonal: self.diagonal, blocked, passed, within: L::corners(game) })
    }
}

/// Looks that suffice for all paths of two steps.
const FEW: u64 = 1_000;

/// Whether a path has a first step. After two, the card may be back at its start.
fn leads_anywhere(way: &Way) -> bool {
    let short = Way { most: way.most.min(2), ..way.clone() };
    Cells::Way(short).domain().first(2, &Looks::of(FEW)).0.len() > 1
}

impl<L: Moving> EffectWord<L> for Move<L> {
    fn run(&self, run: &mut Run<'_, '_, L>) -> Result<Next, Pause> {
        let cards = run.pick(&self.what, L::CHOICE_RULES.text)?;
        run.each_asking(&cards, |run, object| {
            let way = self.way(run.game, &run.scene(), object.card);
            let way = way.filter(|way| can_move(run.game, object) && leads_anywhere(way));
            let Some(way) = way.map(|way| Choosable::Cells(Cells::Way(way))) else { return Ok(false) };
            let (seat, actor) = (L::owner(run.game, object.card), run.doer());
            match run.ask(seat, way, L::CHOICE_RULES.text, true)? {
                Answer::Cells(way) => Ok(L::go(run.game, actor, object.card, &way)),
                _ => Ok(false),
            }
        })?;
        Ok(Next::Done(run.is_complete() && !cards.is_empty()))
    }

    by_selection!(
        L: |word, game, scene, object| {
            can_move(game, object)
                && word.way(game, scene, object.card).is_some_and(|way| leads_anywhere(&way))
        },
        lint |this, lint| lint_steps(lint, &this.steps)
    );
}

/// Common word: the card of the text goes straight ahead, as many cells as chosen.
#[wire(Part)]
pub struct Advance<L: Language> {
    /// How many cells at the most.
    #[part(plain)]
    pub steps: Amount<L>,
}

impl<L: Moving> Advance<L> {
    /// The card, and the cells that it can enter one after the other.
    fn cells(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> Option<(Object, Vec<Cell>)> {
        let own = L::own_card(game, scene).filter(|own| can_move(game, *own))?;
        let steps = 1..=i32::from(most_steps(&self.steps, game, scene));
        let ahead = steps.map_while(|ahead| L::cell_ahead(game, scene, ahead, 0));
        let cells: Vec<Cell> = ahead.take_while(|cell| is_free(game, *cell)).collect();
        (!cells.is_empty()).then_some((own, cells))
    }
}

impl<L: Moving> EffectWord<L> for Advance<L> {
    fn lint(&self, lint: &mut Lint<'_, L>) {
        lint.refers_to(FRAME);
        lint_steps(lint, &self.steps);
    }

    fn run(&self, run: &mut Run<'_, '_, L>) -> Result<Next, Pause> {
        let Some((own, cells)) = self.cells(run.game, &run.scene()) else { return Ok(Next::Done(false)) };
        let max = i64::try_from(cells.len()).unwrap_or(0);
        let (seat, actor) = (L::owner(run.game, own.card), run.doer());
        let number = match run.ask(seat, Choosable::Number { min: 0, max }, L::CHOICE_RULES.text, true)? {
            Answer::Number(number) => usize::try_from(number).unwrap_or(0),
            _ => 0,
        };
        let way = cells.get(..number).unwrap_or(&[]);
        Ok(Next::Done(L::go(run.game, actor, own.card, way)))
    }

    fn can_do_some(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        self.cells(game, scene).is_some()
    }
}

/// Cells to which something goes: the empty ones there.
#[wire]
pub enum To<L: Language> {
    /// These cells, as the card of the text looks.
    Cells(Offsets),
    /// Around the cards meant.
    Around(Around<L>),
    /// Adjacent to the cards meant.
    Adjacent(Adjacent<L>),
    /// In a line ahead of the card of the text.
    Line(Line<L>),
}

impl<L: Grid> To<L> {
    fn area(&self) -> (&'static str, &dyn AreaWord<L>) {
        match self {
            To::Cells(area) => ("cells", area),
            To::Around(area) => ("around", area),
            To::Adjacent(area) => ("adjacent", area),
            To::Line(area) => ("line", area),
        }
    }

    fn lint(&self, lint: &mut Lint<'_, L>) {
        let (key, area) = self.area();
        lint.inside(key, |lint| {
            area.lint_part(lint);
            if matches!(self, To::Line(Line { first: true, .. })) {
                lint.inside("first", |lint| lint.find("wrong_attribute", findings::only_empty_cells()));
            }
        });
    }

    /// The empty cells of the grid, row by row.
    fn cells(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> Vec<Cell> {
        let mut cells = self.area().1.cells(game, scene);
        cells.retain(|cell| is_free(game, *cell));
        cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
        cells.dedup();
        cells
    }
}

/// Common word: cards are put on empty cells, without a way.
#[wire(Part)]
pub struct Place<L: Language> {
    /// Which cards.
    pub what: Select<L>,
    /// Whereto.
    #[part(plain)]
    pub to: To<L>,
    /// Who chooses the cell.
    #[optional]
    pub chooser: Choosing,
}

impl<L: Moving> EffectWord<L> for Place<L> {
    fn run(&self, run: &mut Run<'_, '_, L>) -> Result<Next, Pause> {
        let cards = run.pick(&self.what, L::CHOICE_RULES.text)?;
        let (keep, actor) = (run.decided(), run.doer());
        let chooser = match self.chooser {
            Choosing::Opponent => run.seat().other(),
            Choosing::You | Choosing::Random => run.seat(),
        };
        run.each_asking(&cards, |run, object| {
            let mut cells = self.to.cells(run.game, &run.scene());
            let cell = match cells.len() {
                _ if !stands(run.game, object) => None,
                0 | 1 if run.decided() == keep => cells.pop(),
                _ => {
                    match run.ask(chooser, Choosable::Cells(Cells::One(cells)), L::CHOICE_RULES.text, true)? {
                        Answer::Cells(cells) => cells.first().copied(),
                        _ => None,
                    }
                }
            };
            Ok(cell.is_some_and(|cell| L::put(run.game, actor, object.card, cell)))
        })?;
        Ok(Next::Done(run.is_complete() && !cards.is_empty()))
    }

    by_selection!(
        L: |word, game, scene, object| stands(game, object) && !word.to.cells(game, scene).is_empty(),
        lint |this, lint| {
            lint.inside("to", |lint| this.to.lint(lint));
            if this.chooser == Choosing::Random && !L::CHOOSES_AT_RANDOM {
                lint.inside("chooser", |lint| lint.find("wrong_attribute", findings::nothing_at_random()));
            }
        }
    );
}

/// Common word: two cards change cells.
#[wire(Part)]
pub struct Swap<L: Language> {
    /// The one.
    pub one: Select<L>,
    /// The other.
    #[part(what)]
    pub other: Select<L>,
}

impl<L: Moving> EffectWord<L> for Swap<L> {
    /// What stands on cells is open.
    fn is_open(&self) -> bool {
        true
    }

    fn run(&self, run: &mut Run<'_, '_, L>) -> Result<Next, Pause> {
        let one = run.select(&self.one, L::CHOICE_RULES.text)?;
        let other = run.select(&self.other, L::CHOICE_RULES.text)?;
        let (Some(&one), Some(&other)) = (one.first(), other.first()) else { return Ok(Next::Done(false)) };
        let (both, actor) = (stands(run.game, one) && stands(run.game, other), run.doer());
        Ok(Next::Done(both && L::swap(run.game, actor, one.card, other.card)))
    }

    fn can_do_some(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        can_any(game, scene, &self.one, |one| {
            stands(game, one)
                && can_any(game, scene, &self.other, |other| other != one && stands(game, other))
        })
    }
}
