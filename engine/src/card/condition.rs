//! Conditions of abilities: the words that all games share.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::lint::meant;
use super::{Amount, Is, Language, Lint, Scene, Select};
use crate::kernel::Match;

/// Something that is true or not.
pub trait ConditionWord<L: Language> {
    /// Looks for what cannot be meant.
    fn lint(&self, _lint: &mut Lint<'_, L>) {}

    /// Whether it is true now.
    fn holds(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool;
}

macro_rules! combination {
    ($(#[$meta:meta])* $name:ident, $tag:literal, $method:ident) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(transparent, bound = "")]
        #[schemars(bound = "L: Language", rename = $tag)]
        pub struct $name<L: Language>(pub Vec<L::Condition>);

        impl<L: Language> ConditionWord<L> for $name<L> {
            fn lint(&self, lint: &mut Lint<'_, L>) {
                for (index, condition) in self.0.iter().enumerate() {
                    lint.inside(index.to_string(), |lint| condition.lint(lint));
                }
            }

            fn holds(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
                self.0.iter().$method(|condition| condition.holds(game, scene))
            }
        }
    };
}

combination!(
    /// Common word: every one of these.
    All, "All", all
);
combination!(
    /// Common word: at least one of these.
    Any, "Any", any
);

/// Common word: not this.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent, bound = "")]
#[schemars(bound = "L: Language", rename = "Not")]
pub struct Not<L: Language>(pub Box<L::Condition>);

impl<L: Language> ConditionWord<L> for Not<L> {
    fn lint(&self, lint: &mut Lint<'_, L>) {
        self.0.lint(lint);
    }

    fn holds(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        !self.0.holds(game, scene)
    }
}

/// Common word: two numbers stand in a relation.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(bound = "")]
#[schemars(bound = "L: Language", rename = "Compare")]
pub struct Compare<L: Language>(pub Amount<L>, pub Is, pub Amount<L>);

impl<L: Language> ConditionWord<L> for Compare<L> {
    fn lint(&self, lint: &mut Lint<'_, L>) {
        lint.inside("0", |lint| self.0.lint(lint));
        lint.inside("2", |lint| self.2.lint(lint));
        if let (Amount::Number(_), Amount::Number(_)) = (&self.0, &self.2) {
            lint.find("constant_condition", "two numbers that are written out never change");
        }
    }

    fn holds(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        !self.0.is_missing(game, scene)
            && !self.2.is_missing(game, scene)
            && self.1.holds(self.0.value(game, scene), self.2.value(game, scene))
    }
}

/// Common word: at least one card fits.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent, bound = "")]
#[schemars(bound = "L: Language", rename = "Exists")]
pub struct Exists<L: Language>(pub Select<L>);

impl<L: Language> ConditionWord<L> for Exists<L> {
    fn lint(&self, lint: &mut Lint<'_, L>) {
        self.0.lint(lint);
    }

    fn holds(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        self.0.is_any(game, scene)
    }
}

/// Common word: the cards that are meant have every one of these properties, and there is one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "")]
#[schemars(bound = "L: Language", rename = "Matches")]
pub struct Matches<L: Language> {
    /// The cards.
    pub what: Select<L>,
    /// The properties.
    pub fits: Vec<L::Filter>,
}

impl<L: Language> ConditionWord<L> for Matches<L> {
    fn lint(&self, lint: &mut Lint<'_, L>) {
        use super::FilterWord;
        lint.inside("what", |lint| self.what.lint(lint));
        lint.each("fits", &self.fits, |lint, filter| filter.lint(lint));
    }

    fn holds(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        use super::FilterWord;
        let objects = self.what.all(game, scene);
        let fits = |object: &crate::kernel::Object| {
            self.fits.iter().all(|filter| filter.fits_object(game, scene, *object))
        };
        !objects.is_empty() && objects.iter().all(fits)
    }
}

/// Common word: the sentence before was carried out completely: it did something, and left nothing undone of what it
/// asks for. Of a list of sentences as one (`may`, `if`) each has to be. What was declined or passed over was not.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Did {}

impl<L: Language> ConditionWord<L> for Did {
    fn lint(&self, lint: &mut Lint<'_, L>) {
        lint.speaks_of(meant::DID);
    }

    fn holds(&self, _: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        scene.bound.did
    }
}
