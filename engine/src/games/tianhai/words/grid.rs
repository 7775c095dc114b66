//! How texts read the grid and move units over it: 战场.4, 战场.5, 战场.6, 移动.2, 移动.3, 指令牌与费用.16, 指令牌与费用.17;
//! ruling-19, ruling-20, ruling-21, ruling-47, ruling-58, ruling-61, ruling-68.

use super::super::prohibition::{Forbidden, forbids};
use super::super::table::{self, Game, Verb};
use super::super::{Question, Tianhai, stat, zone};
use super::field::by_actor;
use super::keyword;
use crate::abilities::grid::Grid;
use crate::abilities::moving::Moving;
use crate::abilities::{Actor, Scene};
use crate::game_kit::grid::{ByCells, Corners, Frame};
use crate::game_kit::proposing::happen;
use crate::kernel::{CardId, Cell, Object};
use crate::verdict::Cite;

/// The cell and facing of the order of a text; the last ones if it has left.
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

/// Orders travel along with their units [移动.2, ruling-61].
impl Moving for Tianhai {
    const LONGEST: u8 = keyword::LONGEST;

    fn on_grid(game: &Game<'_>) -> Vec<CardId> {
        table::all_units(game).to_vec()
    }

    fn corners(game: &Game<'_>) -> Corners {
        table::corners(game)
    }

    fn own_card(game: &Game<'_>, scene: &Scene<'_>) -> Option<Object> {
        stat::own_unit(game, scene)
    }

    fn may_move(game: &Game<'_>, unit: CardId) -> bool {
        forbids(game, unit, Forbidden::Move).is_none()
    }

    fn go(game: &mut Game<'_>, actor: Actor, unit: CardId, way: &[Cell]) -> bool {
        zone::move_along(game, unit, way, 0, by_actor(actor))
    }

    fn put(game: &mut Game<'_>, actor: Actor, unit: CardId, cell: Cell) -> bool {
        let placed = zone::placing(game, Verb::Placed, unit, cell, by_actor(actor));
        happen(game, placed)
    }

    fn swap(game: &mut Game<'_>, actor: Actor, one: CardId, other: CardId) -> bool {
        let swapped = zone::swapping(game, one, other, by_actor(actor));
        happen(game, swapped)
    }
}

/// Answers name units by their cells [ruling-77].
impl ByCells for Tianhai {
    const ASKS: fn(&Question) -> bool = |question| matches!(question, Question::Units(_));
}
