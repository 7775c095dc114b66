//! What effects forbid and allow [ruling-47]. A stand-in: nothing.

use super::Tianhai;
use super::table::Game;
use crate::kernel::{CardId, EachCard, Proposal, Seat, wire};
use crate::verdict::Cite;

/// What an effect can forbid to a unit.
#[wire(Copy, EachCard)]
pub enum Forbidden {
    /// Being a target.
    BeTarget,
    /// Being a target in melee.
    BeMeleeTarget,
    /// Moving.
    Move,
    /// Occupying a cell.
    Occupy,
    /// Its cell being occupied.
    BeOccupied,
    /// Taking an order.
    TakeOrder,
    /// Losing its order.
    LoseOrder,
}

/// What an effect can allow to a unit.
#[wire(Copy, EachCard)]
pub enum Allowed {
    /// Any range counts as melee when cells are occupied.
    OccupyFromAfar,
    /// A unit may be deployed around it next to enemies.
    DeployNextToEnemies,
}

/// The rule by which something is forbidden to a unit.
pub const fn forbids(_: &Game<'_>, _unit: CardId, _what: Forbidden) -> Option<Cite> {
    None
}

/// Whether something is allowed to a unit.
pub const fn allows(_: &Game<'_>, _unit: CardId, _what: Allowed) -> bool {
    false
}

/// Whether units of a player may be deployed next to enemies around this unit.
pub const fn may_deploy_next_to_enemies(_: &Game<'_>, _: Seat, _around: CardId) -> bool {
    false
}

/// The rule that forbids something that is about to happen.
pub const fn of_happening(_: &Game<'_>, _: &Proposal<Tianhai>) -> Option<Cite> {
    None
}
