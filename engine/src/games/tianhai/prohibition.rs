//! What effects forbid and allow: 部署单位牌.3, 伤害结算.11; ruling-47.

use super::table::{self, Cause, Game, Verb};
use super::{Tianhai, stat};
use crate::abilities::standing::{is_allowed, is_forbidden_to_card};
use crate::abilities::topics::Topical;
use crate::kernel::{CardId, MapCards, Proposal, Seat, wire};
use crate::verdict::Cite;

/// What an effect can forbid to a unit.
#[wire(Copy, MapCards)]
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
#[wire(Copy, MapCards)]
pub enum Allowed {
    /// Any range counts as melee when cells are occupied.
    OccupyFromAfar,
    /// A unit may be deployed around it next to enemies.
    DeployNextToEnemies,
}

/// The ruling that a prohibition wins over a permission.
const CANNOT: Cite = cite!("ruling-47");

/// The rule, if an effect forbids a unit to do or suffer something.
pub(crate) fn forbids(game: &Game<'_>, unit: CardId, what: Forbidden) -> Option<Cite> {
    let wanted = what.topics();
    is_forbidden_to_card(game, unit, wanted, |_, word, _| *word == what).then_some(CANNOT)
}

/// Whether an effect allows a unit something beyond the rules.
pub(crate) fn allows(game: &Game<'_>, unit: CardId, what: Allowed) -> bool {
    is_allowed(game, unit, |_, word| *word == what)
}

/// Whether an effect on this unit lets its player deploy units around it next to enemies.
pub(crate) fn may_deploy_next_to_enemies(game: &Game<'_>, seat: Seat, around: CardId) -> bool {
    table::owner(game, around) == seat && allows(game, around, Allowed::DeployNextToEnemies)
}

/// The rule that forbids a proposal: an order that an effect keeps on its unit stays, unless the unit leaves
/// the game.
pub(crate) fn of_proposal(game: &Game<'_>, proposal: &Proposal<Tianhai>) -> Option<Cite> {
    let leaves = match proposal.verb {
        Verb::OrderDiscarded => proposal.detail.own.cause != Some(Cause::Annihilated),
        Verb::OrderReturned => true,
        _ => false,
    };
    let unit = stat::carrier(game, game.state.table.object(proposal.card()?)).filter(|_| leaves)?;
    forbids(game, unit.card, Forbidden::LoseOrder)
}
