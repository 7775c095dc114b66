//! Numbers in abilities: written as a number, or computed from the table when the ability uses them.

use std::marker::PhantomData;

use crate::schema::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::class::class;
use super::findings;
use super::lint::meant;
use super::{DerivePart, Language, Lasting, Lint, Part, Scene, Select};
use crate::kernel::Match;
use crate::kernel::wire;

/// A word for a number that is computed from the table.
#[class(Quantity)]
pub trait QuantityWord<L: Language>: Part<L> {
    /// Reports numbers that cannot mean anything.
    #[word(part = lint_part)]
    fn lint(&self, lint: &mut Lint<'_, L>) {
        self.lint_part(lint);
    }

    /// The value now.
    #[word(costs)]
    fn value(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> i64;

    /// The smallest and the largest possible value over all unknown cards; `None`: the word cannot tell.
    fn range(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> Option<(i64, i64)> {
        game.clear(|game| self.value(game, scene)).map(|value| (value, value))
    }

    /// Whether the card whose number this is does not exist, so that every comparison with it is false.
    fn is_missing(&self, _game: &Match<'_, L>, _scene: &Scene<'_>) -> bool {
        false
    }
}

/// A number, or the word for one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Amount<L: Language> {
    /// Written as a number.
    Number(i64),
    /// Computed from the table.
    Word(Box<L::Quantity>),
}

impl<L: Language> Amount<L> {
    /// The default of one.
    pub const fn one() -> Amount<L> {
        Amount::Number(1)
    }

    /// The value now.
    pub fn value(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> i64 {
        match self {
            Amount::Number(number) => *number,
            Amount::Word(word) => word.value(game, scene),
        }
    }

    /// The value now as a count: 0 if it is negative.
    pub fn count(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> usize {
        usize::try_from(self.value(game, scene).max(0)).unwrap_or(usize::MAX)
    }

    /// The smallest and the largest possible value; `None`: the word cannot tell.
    pub fn range(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> Option<(i64, i64)> {
        match self {
            Amount::Number(number) => Some((*number, *number)),
            Amount::Word(word) => word.range(game, scene),
        }
    }

    /// Whether the card whose number this is does not exist.
    pub fn is_missing(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        match self {
            Amount::Number(_) => false,
            Amount::Word(word) => word.is_missing(game, scene),
        }
    }

    /// Reports amounts that cannot be a count.
    pub fn lint_count(&self, lint: &mut Lint<'_, L>) {
        self.lint(lint);
        if matches!(self, Amount::Number(..=0)) {
            lint.find("number_out_of_range", findings::at_least_one());
        }
    }

    /// Reports amounts that make the word do nothing, such as 0.
    pub fn lint_nonzero(&self, lint: &mut Lint<'_, L>) {
        self.lint(lint);
        if matches!(self, Amount::Number(0)) {
            lint.find("number_out_of_range", findings::zero_changes_nothing());
        }
    }

    /// Reports amounts that cannot mean anything.
    pub fn lint(&self, lint: &mut Lint<'_, L>) {
        match self {
            Amount::Number(number) => {
                if number.unsigned_abs() > 1_000_000 {
                    lint.find("number_out_of_range", findings::number_limit());
                }
            }
            Amount::Word(word) => word.lint(lint),
        }
    }
}

impl<L: Language> Serialize for Amount<L> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Amount::Number(number) => serializer.serialize_i64(*number),
            Amount::Word(word) => word.serialize(serializer),
        }
    }
}

impl<'de, L: Language> Deserialize<'de> for Amount<L> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor<L>(PhantomData<L>);

        impl<'de, L: Language> de::Visitor<'de> for Visitor<L> {
            type Value = Amount<L>;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("a whole number or a word for one")
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Self::Value, E> {
                Ok(Amount::Number(number))
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Self::Value, E> {
                i64::try_from(number).map(Amount::Number).map_err(E::custom)
            }

            fn visit_str<E: de::Error>(self, word: &str) -> Result<Self::Value, E> {
                let word = L::Quantity::deserialize(de::value::StrDeserializer::new(word))?;
                Ok(Amount::Word(Box::new(word)))
            }

            fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                let word = L::Quantity::deserialize(MapAccessDeserializer::new(map))?;
                Ok(Amount::Word(Box::new(word)))
            }
        }

        deserializer.deserialize_any(Visitor(PhantomData))
    }
}

#[cfg(feature = "schemas")]
impl<L: Language> JsonSchema for Amount<L> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Amount".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let word = generator.subschema_for::<L::Quantity>();
        schemars::json_schema!({
            "description": "A number, or the word for one.",
            "anyOf": [{ "type": "integer" }, word],
        })
    }
}

/// How two numbers are compared.
#[wire(Copy)]
pub enum Is {
    /// The first is the second or more.
    AtLeast,
    /// The first is the second or less.
    AtMost,
    /// They are equal.
    Equal,
    /// The first is more.
    MoreThan,
    /// The first is less.
    LessThan,
}

impl Is {
    /// Whether the comparison holds for all pairs of numbers from the two ranges, or for none; `None`: for
    /// some.
    pub const fn holds_within(self, left: (i64, i64), right: (i64, i64)) -> Option<bool> {
        let corners = [
            self.is_true(left.0, right.0),
            self.is_true(left.0, right.1),
            self.is_true(left.1, right.0),
            self.is_true(left.1, right.1),
        ];
        let apart = left.1 < right.0 || right.1 < left.0;
        let single = left.0 == left.1 && right.0 == right.1;
        match corners {
            [true, true, true, true] if !matches!(self, Is::Equal) || single => Some(true),
            [false, false, false, false] if !matches!(self, Is::Equal) || single || apart => Some(false),
            _ => None,
        }
    }

    /// Whether the comparison holds for two numbers.
    pub const fn is_true(self, left: i64, right: i64) -> bool {
        match self {
            Is::AtLeast => left >= right,
            Is::AtMost => left <= right,
            Is::Equal => left == right,
            Is::MoreThan => left > right,
            Is::LessThan => left < right,
        }
    }
}

/// Common word: how many cards fit.
#[wire(Part)]
pub struct Count<L: Language>(pub Select<L>);

impl<L: Language> QuantityWord<L> for Count<L> {
    fn value(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> i64 {
        self.0.count(game, scene) as i64
    }

    fn range(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> Option<(i64, i64)> {
        match &self.0 {
            Select::Cards(cards) => {
                cards.count_range(game, scene).map(|(least, most)| (least as i64, most as i64))
            }
            _ => game.clear(|game| self.value(game, scene)).map(|value| (value, value)),
        }
    }
}

/// Common word: one number times another.
#[wire(Part)]
pub struct Times<L: Language>(pub Amount<L>, pub Amount<L>);

impl<L: Language> QuantityWord<L> for Times<L> {
    fn value(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> i64 {
        self.0.value(game, scene).saturating_mul(self.1.value(game, scene))
    }
}

/// Common word: the first number less the second.
#[wire(Part)]
pub struct Less<L: Language>(pub Amount<L>, pub Amount<L>);

impl<L: Language> QuantityWord<L> for Less<L> {
    fn value(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> i64 {
        self.0.value(game, scene).saturating_sub(self.1.value(game, scene))
    }
}

macro_rules! of_two {
    (
        $(#[$meta:meta])* $name:ident, $tag:literal, $(#[$second:meta])?
        |$left:ident, $right:ident| $value:expr
    ) => {
        $(#[$meta])*
        #[derive(
            Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash,
            Serialize, Deserialize, JsonSchema, DerivePart,
        )]
        #[serde(bound = "")]
        #[schemars(bound = "L: Language", rename = $tag)]
        pub struct $name<L: Language>(pub Amount<L>, $(#[$second])? pub Amount<L>);

        impl<L: Language> QuantityWord<L> for $name<L> {
            fn value(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> i64 {
                let ($left, $right) = (self.0.value(game, scene), self.1.value(game, scene));
                $value
            }
        }
    };
}

of_two!(
    /// Common word: the sum of two numbers.
    Plus, "Plus", |left, right| left.saturating_add(right)
);
of_two!(
    /// Common word: how often the second goes into the first; nothing goes in by 0.
    Per, "Per", #[part(nonzero)] |left, right| left.checked_div(right).unwrap_or(0)
);
of_two!(
    /// Common word: the smaller of two.
    Smaller, "Smaller", |left, right| left.min(right)
);
of_two!(
    /// Common word: the larger of two.
    Larger, "Larger", |left, right| left.max(right)
);

/// Common word: the number chosen last.
#[wire(Part)]
#[part(refers_to = meant::NUMBER)]
pub struct ChosenNumber {}

impl<L: Language> QuantityWord<L> for ChosenNumber {
    fn value(&self, _: &Match<'_, L>, scene: &Scene<'_>) -> i64 {
        scene.bound.number
    }
}

/// Common word: the sum of a number over the cards meant.
#[wire(Part)]
pub struct StatOf<L: Lasting> {
    /// Which number.
    #[part(plain)]
    pub stat: L::Stat,
    /// Of which cards; cards without that number are passed over.
    pub of: Select<L>,
}

impl<L: Lasting> StatOf<L> {
    fn values(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> impl Iterator<Item = i64> {
        // Cards in a place have their number there; other objects may have left, and count as last known.
        let there = matches!(self.of, Select::Cards(_));
        let objects = self.of.all(game, scene).into_iter();
        objects.filter_map(move |object| L::number_of(game, object, self.stat, there))
    }
}

impl<L: Lasting> QuantityWord<L> for StatOf<L> {
    fn value(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> i64 {
        self.values(game, scene).fold(0, i64::saturating_add)
    }

    fn is_missing(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        self.values(game, scene).next().is_none()
    }
}
