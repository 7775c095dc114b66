//! The grid as texts see it: 战场.4, 战场.5, 指令牌与费用.16, 指令牌与费用.17; ruling-19, ruling-21.

use super::super::table::{self, Game};
use super::super::{Question, Tianhai, stat};
use crate::abilities::Scene;
use crate::abilities::grid::Grid;
use crate::game_kit::grid::{ByCells, Frame};
use crate::kernel::{CardId, Cell, Object};
use crate::verdict::Cite;

/// Where an order stands and in which direction it looks; when it and its unit have left, as they were last.
pub fn frame(game: &Game<'_>, scene: &Scene<'_>) -> Option<Frame> {
    let unit = stat::own_unit(game, scene)?;
    Some(Frame { at: stat::cell_of(game, unit)?, facing: stat::facing(game, scene.me)? })
}

impl Grid for Tianhai {
    const CELLS: Cite = cite!("ruling-21");

    fn cell_of(game: &Game<'_>, object: Object) -> Option<Cell> {
        stat::cell_of(game, object)
    }

    fn cell_ahead(game: &Game<'_>, scene: &Scene<'_>, ahead: i32, right: i32) -> Option<Cell> {
        frame(game, scene)?.cell(ahead, right)
    }

    fn seen_at(game: &Game<'_>, scene: &Scene<'_>, cell: Cell) -> Option<(i32, i32)> {
        Some(frame(game, scene)?.relative(cell))
    }

    fn on_cell(game: &Game<'_>, cell: Cell) -> Option<CardId> {
        table::unit_at(game, cell)
    }

    fn is_cell(game: &Game<'_>, cell: Cell) -> bool {
        table::is_inside(game, cell)
    }

    fn is_at_edge(game: &Game<'_>, cell: Cell) -> bool {
        table::board(game).is_some_and(|(least, most)| {
            cell.x == least.x || cell.y == least.y || cell.x == most.x || cell.y == most.y
        })
    }
}

/// [ruling-77]
impl ByCells for Tianhai {
    const ASKS: fn(&Question) -> bool = |question| matches!(question, Question::Units(_));
}
