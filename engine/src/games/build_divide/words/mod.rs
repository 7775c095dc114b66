//! The vocabulary of abilities: the common words it takes over and the words it adds.

pub mod ability;
pub mod cards;
pub mod change;
pub mod condition;
pub mod context;
pub mod cost;
pub mod effect;
pub mod field;
pub mod filter;
pub mod instead;
pub mod keyword;
pub mod later;
pub mod player;
pub mod running;
pub mod target;
pub mod trigger;
pub mod use_card;

pub use ability::{Ability, AbilityId, Text};
pub use change::{Allowed, Duty, Forbidden, ForbiddenName, Keyword, Skipped, Stat, Static, Until};
pub use condition::{Condition, Quantity};
pub use cost::{Cost, Costs};
pub use effect::Effect;
pub use filter::{Filter, Source};
pub use instead::{asks_to_discard, replacement_question, replacements};
pub use running::{Definition, GameInfluence};
pub use target::Group;
pub use trigger::Trigger;

pub use super::stat::Memory;

use super::BuildDivide;
use super::table::Game;
use crate::abilities::memory;
use crate::kernel::{Proposal, held};

/// Short for this game's selection of cards.
pub type Select = crate::abilities::Select<BuildDivide>;
/// Short for this game's numbers.
pub type Amount = crate::abilities::Amount<BuildDivide>;
/// Short for how many cards are taken.
pub type Take = crate::abilities::Take<BuildDivide>;
/// What running effects of this game do.
pub type Influence = crate::abilities::lasting::Influence<BuildDivide>;

/// Whom a running effect covers that stays open: none does, a text reaches the cards that are there when it
/// is carried out [ruling-1].
#[held(Copy)]
pub enum Scope {}

/// Remembers the last state of a card that is about to leave, if texts may ask for it: of a unit, and of a
/// card with an ability that works where it lies [ruling-76].
pub fn remember(game: &mut Game<'_>, proposal: &Proposal<BuildDivide>) {
    let Some(card) = proposal.card() else { return };
    let speaks = |game: &Game<'_>| super::ability::interests(game, card).listens_elsewhere != 0;
    if super::table::is_unit(game, card) || game.answer_of(card, speaks) {
        let memory = Memory::of(game, card, proposal.verb);
        memory::remember(game, memory);
    }
}
