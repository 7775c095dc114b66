//! What running effects of this game do besides changing numbers, keywords and abilities: in the state, in
//! positions and in views.
//!
//! ruling-1 whatever a text says; ruling-60 control; ruling-101 copied abilities; ruling-105 territories that
//! are units.

use smol_str::SmolStr;

use super::super::BuildDivide;
use super::super::printed::Pool;
use super::AbilityId;
use super::change::{Duty, ForbiddenName, topics};
use crate::abilities::lasting::{Made, Text};
use crate::game_kit::running::{EffectFact, Runs, effects};
use crate::game_kit::thing::Same;
use crate::kernel::{MapCards, wire};

effects! {
    BuildDivide;
    /// What running effects of this game do besides.
    held GameInfluence;
    /// What running effects do that only this game has.
    said OwnDoes;
    /// What a running effect of this book does besides.
    seen OwnDoesView in DoesView;

    /// Forbids something, without further properties.
    Forbid { what: ForbiddenName } as Forbid,
    /// Demands something.
    Must {
        /// What.
        what: Duty,
    } about topics::DUTIES,
    /// Limits the cards that a player uses in a turn.
    LimitUses {
        /// To how many.
        n: u32,
    } about topics::LIMITS,
    /// Gives the abilities that are printed on a card [ruling-101].
    #[said = "Gives the abilities printed on a card, by its id in the pool [ruling-101]."]
    Copy {
        /// The card's id in the pool.
        #[schemars(extend("format" = "card"))]
        of: Definition,
    } about topics::ABILITIES,
    /// Gives the unit back to its owner when it ends [ruling-60].
    Control about topics::CONTROL,
    /// Makes the territory a unit [ruling-105].
    Unit about topics::UNITS,
    /// Allows a player what a text says.
    AllowPlayer {
        /// Which ability of that card says it, counted from 1; left out where it has no number.
        text: Text<BuildDivide>,
    } about topics::ALLOWS,
    /// Does later what a text says.
    Later { text: Made<BuildDivide> } as Later about topics::LATER,
}

impl Same for Duty {}
impl Same for ForbiddenName {}

/// A card by its place in the pool.
#[wire(Copy, MapCards)]
pub struct Definition(pub u16);

impl EffectFact<BuildDivide> for Definition {
    type Said = String;
    type Seen = SmolStr;

    fn said(&self, pool: &Pool) -> String {
        pool.card(self.0).id.clone()
    }

    fn held(said: &String, pool: &Pool) -> Option<Definition> {
        pool.find(said).map(Definition)
    }

    fn seen(&self, pool: &Pool) -> SmolStr {
        SmolStr::new(&pool.card(self.0).id)
    }

    fn card(said: &String) -> Option<&str> {
        Some(said)
    }
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

    fn begun_by(own: &GameInfluence) -> Option<&Text<BuildDivide>> {
        own.text()
    }
}
