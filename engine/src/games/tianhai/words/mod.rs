//! The vocabulary of orders: the words that it takes over from [`crate::abilities`] and its own.

pub mod ability;
pub mod change;
pub mod condition;
pub mod context;
pub mod cost;
pub mod effect;
pub mod field;
pub mod filter;
pub mod grid;
pub mod keyword;
pub mod raise;
pub mod range;
pub mod trigger;

pub use ability::{Ability, AbilityId};
pub use change::{DoesView, GameInfluence, Stat, Static, Until, does, expire};
pub use condition::{Condition, Quantity};
pub use cost::{Cost, Costs};
pub use effect::Effect;
pub use filter::{Filter, Source};
pub use keyword::{Keyword, KeywordName};
pub use raise::{Raised, on_event, on_moment, remember, trigger_step};
pub use range::{Pick, RangePart, Sight};
pub use trigger::{Trigger, What};

use super::printed::OrderData;
use super::table::{self, Game};
use super::{Question, Step, Tianhai, stat};
use crate::abilities::lint::Lint;
use crate::abilities::{Choice, ChoiceRules, Choosable, Language, Objects, Resolution, Scene};
use crate::game_kit::grid::in_rows;
use crate::kernel::{CardId, Object, held};

/// Short for this game's selection of cards.
pub type Select = crate::abilities::Select<Tianhai>;
/// Short for this game's numbers.
pub type Amount = crate::abilities::Amount<Tianhai>;
/// Short for how many cards are taken.
pub type Take = crate::abilities::Take<Tianhai>;
/// Short for what running effects of this game do.
pub type Influence = crate::abilities::lasting::Influence<Tianhai>;

/// Whom a running effect covers that stays open: none does, a text reaches the cards that are there when it
/// is carried out.
#[held(Copy)]
pub enum Scope {}

/// Reports faults of the range parts and abilities of an order.
pub fn lint_order(lint: &mut Lint<'_, Tianhai>, order: &OrderData) {
    lint.each("range", &order.range, |lint, part| part.lint(lint));
    lint.each("abilities", &order.abilities, |lint, ability| ability.lint(lint, order.kind));
}

impl Language for Tianhai {
    type Effect = Effect;
    type Condition = Condition;
    type Filter = Filter;
    type Source = Source;
    type Quantity = Quantity;
    type Ability = AbilityId;

    fn definition_of(ability: AbilityId) -> Option<u16> {
        Some(ability.definition)
    }

    const ROLES: &'static [&'static str] = &["self", "target"];

    const CHOICE_RULES: ChoiceRules = ChoiceRules {
        text: cite!("ruling-58"),
        together: cite!("ruling-58"),
        property: cite!("ruling-58"),
        optional: cite!("ruling-58"),
        number: cite!("ruling-58"),
    };

    const CHOOSES_AT_RANDOM: bool = false;
    const LARGEST_NUMBER: i64 = 99;

    fn effects<'p>(game: &Game<'p>, ability: AbilityId) -> &'p [Effect] {
        ability::of(game, ability).map_or(&[], |ability| &ability.head.effects)
    }

    fn resolution_step(resolution: Resolution<Tianhai>) -> Step {
        Step::Carry(Box::new(resolution))
    }

    fn resolution(step: &mut Step) -> Option<&mut Resolution<Tianhai>> {
        match step {
            Step::Carry(resolution) => Some(resolution),
            _ => None,
        }
    }

    /// A choice of units on the battlefield is answered with cells [ruling-77].
    fn choice_question(game: &Game<'_>, choice: Choice<Tianhai>) -> Question {
        let is_unit = |card: &CardId| table::stands(game, game.state.table.object(*card));
        match &choice.what {
            Choosable::Cards { from, .. } if from.iter().any(is_unit) => Question::Units(choice),
            _ => Question::Choice(choice),
        }
    }

    fn choice(question: &Question) -> Option<&Choice<Tianhai>> {
        match question {
            Question::Choice(choice) | Question::Units(choice) => Some(choice),
            _ => None,
        }
    }

    /// The role `self` is the unit below the order, `target` the target that is being settled.
    fn role(game: &Game<'_>, scene: &Scene<'_>, role: &str) -> Option<Object> {
        match role {
            "self" => stat::own_unit(game, scene),
            "target" => game.state.facts.settlement.target(),
            _ => None,
        }
    }

    /// Puts objects in the canonical order of their cells [ruling-34].
    fn in_handling_order(game: &Game<'_>, objects: &mut Objects) {
        let place = |card: CardId| table::cell_of(game, card).map(in_rows);
        objects.sort_by_key(|object| place(object.card));
    }
}
