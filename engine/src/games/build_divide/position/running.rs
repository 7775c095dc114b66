//! Running effects of a position that only this game has.
//!
//! ruling-1 whatever a text says; ruling-60 control; ruling-101 copied abilities; ruling-105 territories that
//! are units.

use super::super::BuildDivide;
use super::super::printed::Pool;
use super::super::words::later::Made;
use super::super::words::{AbilityId, Duty, Effect, ForbiddenName, GameInfluence};
use crate::abilities::lasting::Text;
use crate::game_kit::running::Runs;
use crate::kernel::wire;

/// What running effects do that only this game has.
#[wire]
pub enum OwnDoes {
    /// Forbids something, without further properties.
    Forbid(ForbiddenName),
    /// Demands something.
    Must(Duty),
    /// Limits the cards that a player uses in a turn.
    LimitUses(u32),
    /// Gives the abilities printed on a card, by its id in the pool [ruling-101].
    Copy(String),
    /// Gives the unit back to its owner when it ends [ruling-60].
    Control,
    /// Makes the territory a unit [ruling-105].
    Unit,
}

impl Runs for BuildDivide {
    type OwnDoes = OwnDoes;

    fn ability_of(pool: &Pool, card: &str, number: u8) -> Option<AbilityId> {
        let (definition, number) = (pool.find(card)?, number.checked_sub(1)?);
        pool.card(definition).ability(number)?;
        Some(AbilityId { definition, number, mode: 0 })
    }

    /// A position cannot express that a mode was chosen.
    fn ability_named(pool: &Pool, ability: AbilityId) -> Option<(String, u8)> {
        let card = pool.card(ability.definition);
        card.ability(ability.number).filter(|_| ability.mode == 0)?;
        Some((card.id.clone(), ability.number.checked_add(1)?))
    }

    fn game_influence(pool: &Pool, does: &OwnDoes) -> Option<GameInfluence> {
        Some(match does {
            OwnDoes::Forbid(what) => GameInfluence::Forbid(*what),
            OwnDoes::Must(duty) => GameInfluence::Must(*duty),
            OwnDoes::LimitUses(n) => GameInfluence::LimitUses(*n),
            OwnDoes::Copy(card) => GameInfluence::Copy(pool.find(card)?),
            OwnDoes::Control => GameInfluence::Control,
            OwnDoes::Unit => GameInfluence::Unit,
        })
    }

    fn own_does(pool: &Pool, own: &GameInfluence) -> Option<OwnDoes> {
        Some(match own {
            GameInfluence::Forbid(what) => OwnDoes::Forbid(*what),
            GameInfluence::Must(duty) => OwnDoes::Must(*duty),
            GameInfluence::LimitUses(n) => OwnDoes::LimitUses(*n),
            GameInfluence::Copy(definition) => OwnDoes::Copy(pool.card(*definition).id.clone()),
            GameInfluence::Control => OwnDoes::Control,
            GameInfluence::Unit => OwnDoes::Unit,
            GameInfluence::AllowPlayer(_) | GameInfluence::Later(_) => return None,
        })
    }

    fn lasts(word: &Effect, text: &Text<BuildDivide>) -> Option<GameInfluence> {
        match word {
            Effect::AllowPlayer(_) => Some(GameInfluence::AllowPlayer(text.clone())),
            Effect::Later(_) => Some(GameInfluence::Later(Made { text: text.clone(), chosen: Vec::new() })),
            _ => None,
        }
    }

    fn begun_by(own: &GameInfluence) -> Option<&Text<BuildDivide>> {
        match own {
            GameInfluence::AllowPlayer(text) => Some(text),
            GameInfluence::Later(made) => Some(&made.text),
            GameInfluence::Forbid(_)
            | GameInfluence::Must(_)
            | GameInfluence::LimitUses(_)
            | GameInfluence::Copy(_)
            | GameInfluence::Control
            | GameInfluence::Unit => None,
        }
    }

    fn own_card(does: &OwnDoes) -> Option<(&'static str, &str)> {
        match does {
            OwnDoes::Copy(card) => Some(("copy", card)),
            OwnDoes::Forbid(_)
            | OwnDoes::Must(_)
            | OwnDoes::LimitUses(_)
            | OwnDoes::Control
            | OwnDoes::Unit => None,
        }
    }
}
