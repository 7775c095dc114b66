//! Abilities of orders. They work only while the order lies face up on its unit: 指令牌与费用.10, 指令牌与费用.14, 单位牌.2;
//! ruling-20, ruling-58.

use super::super::Tianhai;
use super::super::findings;
use super::super::printed::OrderType;
use super::super::table::Game;
use super::{Condition, Costs, Effect, Static, Trigger, context};
use crate::abilities::effect::{each_sentence, lint_list};
use crate::abilities::grid::FRAME;
use crate::abilities::lasting::{lint_continuous, topics_of};
use crate::abilities::{ConditionWord, EffectWord, Lint};
use crate::heads;
use crate::kernel::{MapCards, Union, wire};

/// How an ability is named: the order that it is printed on, and its number there from 0.
#[wire(Copy, MapCards)]
pub struct AbilityId {
    /// The order, by its place in the pool.
    pub definition: u16,
    /// Its number.
    pub number: u8,
}

/// Raised by an event.
#[wire]
pub struct Triggered {
    /// The event.
    pub on: Trigger,
    /// Its condition, looked at when the event is heard and once more when it begins.
    pub when: Option<Condition>,
    /// Whether its player decides.
    #[optional]
    pub optional: bool,
    /// What is paid first.
    pub cost: Option<Costs>,
    /// What it does.
    #[serde(rename = "do")]
    pub effects: Vec<Effect>,
}

/// In force as long as the order lies there.
#[wire]
pub struct Continuous {
    /// What has to be true.
    pub when: Option<Condition>,
    /// What it does.
    pub apply: Vec<Static>,
}

/// One text of an order, as a pool writes it.
#[wire]
#[schemars(rename = "Ability", description = "One text of an order.")]
pub enum Written {
    /// Raised by an event.
    Triggered(Triggered),
    /// In force as long as the order lies there.
    Continuous(Continuous),
}

/// What abilities of both kinds can have; what a kind lacks is at its default.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Head {
    /// Its condition.
    pub when: Option<Condition>,
    /// Whether its player decides.
    pub optional: bool,
    /// What is paid first.
    pub cost: Option<Costs>,
    /// What it does, if an event raises it.
    pub effects: Vec<Effect>,
    /// What it does as long as it is in force.
    pub apply: Vec<Static>,
}

heads! {
    /// One text of an order.
    Ability of Written, Head;
    /// What one kind of ability has alone.
    Body {
        /// Raised by an event.
        Triggered(Triggered { on, when, optional, cost, effects }): [when optional cost effects], {
            /// The event.
            on: Trigger
        };
        /// In force as long as the order lies there.
        Continuous(Continuous { when, apply }): [when apply];
    }
}

/// What the texts of an order react to or change, as sets of bits: the loop reads these sets for every order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Union)]
pub struct Interests {
    /// The events that trigger its abilities.
    pub listens: u64,
    /// The topics of its continuous abilities.
    pub about: u64,
    /// The topics of the running effects that its texts begin.
    pub begins: u64,
}

/// The ability that `id` names.
pub fn of<'p>(game: &Game<'p>, id: AbilityId) -> Option<&'p Ability> {
    game.pool.card(id.definition).abilities().get(usize::from(id.number))
}

impl Ability {
    /// The event that triggers it; `None`: it is continuous.
    pub const fn trigger(&self) -> Option<&Trigger> {
        if let Body::Triggered { on } = &self.body { Some(on) } else { None }
    }

    /// What it reacts to and changes.
    pub fn interests(&self) -> Interests {
        let mut begins = 0;
        each_sentence::<Tianhai>(&self.head.effects, &mut |sentence| {
            begins |= sentence.lasts().map_or(0, |change| change.about());
        });
        let about = topics_of::<Tianhai>(&self.head.apply);
        Interests { listens: self.trigger().map_or(0, Trigger::listens), about, begins }
    }

    /// Reports the faults of this ability on an order of type `kind`.
    pub fn lint(&self, lint: &mut Lint<'_, Tianhai>, kind: OrderType) {
        let mut unavailable = context::SENTENCES.to_vec();
        // A move order looks in no direction [ruling-19].
        unavailable.extend((kind == OrderType::Move).then_some(FRAME));
        let head = &self.head;
        match &self.body {
            Body::Triggered { on } => lint.inside("triggered", |lint| {
                lint.with_unavailable(unavailable.clone(), |lint| lint.inside("on", |lint| on.lint(lint)));
                unavailable.extend(on.unavailable());
                lint.nested(unavailable, |lint| {
                    if let Some(when) = &head.when {
                        lint.inside("when", |lint| when.lint(lint));
                    }
                    if let Some(cost) = &head.cost {
                        lint.inside("cost", |lint| cost.lint(lint));
                    }
                    if head.effects.is_empty() {
                        lint.find("empty_list", findings::text_does_nothing());
                    }
                    lint_list(lint, "do", &head.effects);
                });
            }),
            Body::Continuous {} => lint.inside("continuous", |lint| {
                unavailable.extend(context::EVENT);
                lint.nested(unavailable, |lint| {
                    if let Some(when) = &head.when {
                        lint.inside("when", |lint| when.lint(lint));
                    }
                    lint_continuous(lint, &head.apply, false);
                    lint_apply(lint, &head.apply, kind);
                });
            }),
        }
    }
}

/// Reports changes that continuous abilities of this type of order cannot make.
fn lint_apply(lint: &mut Lint<'_, Tianhai>, apply: &[Static], kind: OrderType) {
    lint.each("apply", apply, |lint, each| {
        let attack = matches!(each, Static::AddTargets(_) | Static::Keep(_));
        if attack && kind != OrderType::Attack {
            lint.find("wrong_attribute", findings::only_attack_orders());
        }
    });
}
