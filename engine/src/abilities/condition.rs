//! Conditions of abilities: the words that games have in common.

use crate::schema::JsonSchema;
use serde::{Deserialize, Serialize};

use super::class::class;
use super::filter::has_all_of_object;
use super::findings;
use super::lint::meant;
use super::{Amount, DerivePart, Is, Language, Lint, Part, Scene, Select, Side};
use crate::kernel::{Match, Object, wire};

/// A condition.
#[class(Condition)]
pub trait ConditionWord<L: Language>: Part<L> {
    /// Reports conditions that cannot mean anything.
    #[word(part = lint_part)]
    fn lint(&self, lint: &mut Lint<'_, L>) {
        self.lint_part(lint);
    }

    /// Whether the condition is true now.
    #[word(costs)]
    fn is_true(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool;
}

/// Evaluates a list in which one condition with the value `decides` settles the whole: `true` for any,
/// `false` for all. Conditions that depend on an unknown face come last, and only if no other one settles it.
fn decided_by<L: Language, C>(
    game: &Match<'_, L>,
    conditions: &[C],
    decides: bool,
    holds: impl Fn(&C, &Match<'_, L>) -> bool,
) -> bool {
    let mut open = None;
    for condition in conditions {
        match game.clear(|game| holds(condition, game)) {
            Some(answer) if answer == decides => return decides,
            Some(_) => {}
            None => open = open.or(Some(condition)),
        }
    }
    open.map_or(!decides, |condition| holds(condition, game))
}

macro_rules! combination {
    ($(#[$meta:meta])* $name:ident, $tag:literal, $decides:literal) => {
        $(#[$meta])*
        #[derive(
            Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash,
            Serialize, Deserialize, JsonSchema, DerivePart,
        )]
        #[serde(transparent, bound = "")]
        #[schemars(bound = "L: Language", rename = $tag)]
        pub struct $name<L: Language>(pub Vec<L::Condition>);

        impl<L: Language> ConditionWord<L> for $name<L> {
            fn is_true(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
                decided_by(game, &self.0, $decides, |condition, game| condition.is_true(game, scene))
            }
        }
    };
}

combination!(
    /// Common word: every one of these.
    All, "All", false
);
combination!(
    /// Common word: at least one of these.
    Any, "Any", true
);

/// Common word: not this.
#[wire(Part)]
pub struct Not<L: Language>(pub Box<L::Condition>);

impl<L: Language> ConditionWord<L> for Not<L> {
    fn is_true(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        !self.0.is_true(game, scene)
    }
}

/// Common word: two numbers stand in a relation.
#[wire(Part)]
pub struct Compare<L: Language>(pub Amount<L>, pub Is, pub Amount<L>);

impl<L: Language> ConditionWord<L> for Compare<L> {
    fn lint(&self, lint: &mut Lint<'_, L>) {
        self.lint_part(lint);
        if let (Amount::Number(_), Amount::Number(_)) = (&self.0, &self.2) {
            lint.find("constant_condition", findings::fixed_comparison());
        }
    }

    fn is_true(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        if self.0.is_missing(game, scene) || self.2.is_missing(game, scene) {
            return false;
        }
        let values = |game: &Match<'_, L>| (self.0.value(game, scene), self.2.value(game, scene));
        if let Some((left, right)) = game.clear(values) {
            return self.1.is_true(left, right);
        }
        let ranges = self.0.range(game, scene).zip(self.2.range(game, scene));
        let decided = ranges.and_then(|(left, right)| self.1.holds_within(left, right));
        decided.unwrap_or_else(|| {
            let (left, right) = values(game);
            self.1.is_true(left, right)
        })
    }
}

/// Common word: at least one card fits.
#[wire(Part)]
pub struct Exists<L: Language>(pub Select<L>);

impl<L: Language> ConditionWord<L> for Exists<L> {
    fn is_true(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        self.0.is_any(game, scene)
    }
}

/// Common word: the cards that are meant have every one of these properties, and there is one.
#[wire(Part)]
pub struct Matches<L: Language> {
    /// The cards.
    pub what: Select<L>,
    /// The properties.
    pub fits: Vec<L::Filter>,
}

impl<L: Language> ConditionWord<L> for Matches<L> {
    fn lint(&self, lint: &mut Lint<'_, L>) {
        self.lint_part(lint);
        lint.asks_later(&self.what, &self.fits);
    }

    fn is_true(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        let objects = self.what.all(game, scene);
        let fits = |object: &crate::kernel::Object| has_all_of_object(game, scene, &self.fits, *object);
        !objects.is_empty() && objects.iter().all(fits)
    }
}

/// Common word: the sentence before was carried out completely: it did something, and left nothing undone of
/// what it asks for. Of a list of sentences as one (`may`, `if`) each has to be. What was declined or passed
/// over was not.
#[wire(Part)]
#[part(refers_to = meant::DID)]
pub struct Did {}

impl<L: Language> ConditionWord<L> for Did {
    fn is_true(&self, _: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        scene.bound.did
    }
}

/// Common word: whose turn it is.
#[wire(Part)]
pub struct TurnIs(pub Side);

impl<L: Language> ConditionWord<L> for TurnIs {
    fn is_true(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        L::whose_turn(game).is_some_and(|seat| self.0.covers(scene.seat, seat))
    }
}

/// Common word: the card fights in the battle in this role.
#[wire(Copy)]
pub enum Battling {
    /// It attacks.
    Attacking,
    /// It is attacked.
    Attacked,
}

/// Games with battles.
pub trait Battles: Language {
    /// The role of an object in the present battle; `None`: it takes no part.
    fn battling(game: &Match<'_, Self>, object: Object) -> Option<Battling>;

    /// Reports a reference to this card's role in a battle where there can be none.
    fn lint_battling(lint: &mut Lint<'_, Self>);
}

impl<L: Battles> ConditionWord<L> for Battling {
    fn lint(&self, lint: &mut Lint<'_, L>) {
        L::lint_battling(lint);
    }

    fn is_true(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        L::battling(game, scene.me) == Some(*self)
    }
}
