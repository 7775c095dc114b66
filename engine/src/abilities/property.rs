//! Properties of cards that games have in common: owner, name, numbers.

use std::marker::PhantomData;

#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use smallvec::SmallVec;

use super::spelling::Spelling;
use super::{Amount, FilterWord, Is, Language, Lint, Part, QuantityWord, Scene, Select, Side};
use crate::kernel::{CardId, Match, Object, Plain, wire};
use crate::verdict::Cite;

/// Common word: another card than the one that the text stands on.
#[wire(Part)]
pub struct Other {}

impl<L: Language> FilterWord<L> for Other {
    fn fits(&self, _: &Match<'_, L>, scene: &Scene<'_>, card: CardId) -> bool {
        card != scene.me.card
    }

    fn rule(&self) -> Cite {
        L::CHOICE_RULES.property
    }
}

/// Common word: one of the cards meant.
#[wire(Part)]
pub struct Among<L: Language>(pub Box<Select<L>>);

impl<L: Language> FilterWord<L> for Among<L> {
    fn fits(&self, game: &Match<'_, L>, scene: &Scene<'_>, card: CardId) -> bool {
        self.0.takes_in(game, scene, card)
    }

    fn rule(&self) -> Cite {
        L::CHOICE_RULES.property
    }
}

/// Common word: whose card it is, seen from the player of the ability.
#[wire(Part)]
pub struct OwnerIs(pub Side);

impl<L: Language> FilterWord<L> for OwnerIs {
    fn fits(&self, game: &Match<'_, L>, scene: &Scene<'_>, card: CardId) -> bool {
        self.0.covers(scene.seat, L::owner(game, card))
    }

    fn rule(&self) -> Cite {
        L::OWNER_RULE.unwrap_or(L::CHOICE_RULES.property)
    }
}

/// Games whose cards have names.
pub trait Named: Language {
    /// The rule about what a name contains.
    const NAME_CONTAINS: Cite;
    /// The rule about cards with the same name.
    const SAME_NAME: Cite = Self::CHOICE_RULES.property;

    /// All names of a card, the printed one first.
    fn names<'g>(game: &'g Match<'_, Self>, card: CardId) -> SmallVec<[&'g str; 2]>;

    /// Whether a card has a name.
    fn has_name(game: &Match<'_, Self>, card: CardId, name: &str) -> bool;
}

/// Common word: a name with these characters in it.
#[wire(Part)]
pub struct NameContains(pub Spelling);

impl<L: Named> FilterWord<L> for NameContains {
    fn fits(&self, game: &Match<'_, L>, _: &Scene<'_>, card: CardId) -> bool {
        L::names(game, card).iter().any(|name| name.contains(&*self.0))
    }

    fn rule(&self) -> Cite {
        L::NAME_CONTAINS
    }
}

/// Common word: the name of one of the cards meant.
#[wire(Part)]
pub struct SameName<L: Language>(pub Box<Select<L>>);

impl<L: Named> FilterWord<L> for SameName<L> {
    fn fits(&self, game: &Match<'_, L>, scene: &Scene<'_>, card: CardId) -> bool {
        self.0.all(game, scene).iter().any(|other| {
            let name = L::names(game, other.card).first().copied();
            name.is_some_and(|name| game.spend(1) && L::has_name(game, card, name))
        })
    }

    fn rule(&self) -> Cite {
        L::SAME_NAME
    }
}

/// Common word: how many different names the cards meant have, by the first of each.
#[wire(Part)]
pub struct NamesOf<L: Language>(pub Select<L>);

impl<L: Named> QuantityWord<L> for NamesOf<L> {
    fn value(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> i64 {
        let mut names: SmallVec<[&str; 8]> = SmallVec::new();
        self.0.each(game, scene, |card| names.extend(L::names(game, card).first().copied()));
        names.sort_unstable();
        names.dedup();
        names.len() as i64
    }
}

/// A number of cards that texts compare.
pub trait Number<L: Language>: Plain {
    /// The rule that refuses a card with the wrong number.
    const RULE: Cite = L::CHOICE_RULES.property;

    /// The number of a card; `None`: it has none, and every comparison is false.
    fn of_card(game: &Match<'_, L>, card: CardId) -> Option<i64>;

    /// The number of an object; of one that has left, as it was last known.
    fn of_object(game: &Match<'_, L>, object: Object) -> Option<i64> {
        Self::of_card(game, object.card)
    }

    /// Further numbers, for a card that can have several: a comparison holds if it holds for one.
    fn further(_: &Match<'_, L>, _: CardId) -> SmallVec<[i64; 2]> {
        SmallVec::new()
    }
}

/// Common word: a number of a card compared with another. With a number that is written out it is written as
/// a text such as `<=3`, else as a list of the comparison and the number.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Compared<L: Language, N> {
    /// How.
    pub is: Is,
    /// With what.
    pub with: Amount<L>,
    number: PhantomData<N>,
}

impl<L: Language, N> Compared<L, N> {
    /// The comparison with this number.
    pub const fn of(is: Is, with: Amount<L>) -> Compared<L, N> {
        Compared { is, with, number: PhantomData }
    }
}

impl<L: Language, N: Number<L>> Compared<L, N> {
    /// Whether the comparison holds for the number of a card, or for a further one.
    fn is_true(&self, game: &Match<'_, L>, scene: &Scene<'_>, number: Option<i64>, card: CardId) -> bool {
        let Some(number) = number else { return false };
        let with = self.with.value(game, scene);
        self.is.is_true(number, with)
            || N::further(game, card).iter().any(|more| self.is.is_true(*more, with))
    }
}

impl<L: Language, N> Part<L> for Compared<L, N> {
    fn lint_part(&self, lint: &mut Lint<'_, L>) {
        match self.with {
            Amount::Number(_) => self.with.lint(lint),
            Amount::Word(_) => lint.inside("1", |lint| self.with.lint(lint)),
        }
    }
}

impl<L: Language, N: Number<L>> FilterWord<L> for Compared<L, N> {
    fn fits(&self, game: &Match<'_, L>, scene: &Scene<'_>, card: CardId) -> bool {
        self.is_true(game, scene, N::of_card(game, card), card)
    }

    fn fits_object(&self, game: &Match<'_, L>, scene: &Scene<'_>, object: Object) -> bool {
        self.is_true(game, scene, N::of_object(game, object), object.card)
    }

    fn rule(&self) -> Cite {
        N::RULE
    }
}

/// The signs of comparisons, longer ones first.
const SIGNS: [(&str, Is); 5] =
    [(">=", Is::AtLeast), ("<=", Is::AtMost), ("=", Is::Equal), (">", Is::MoreThan), ("<", Is::LessThan)];

impl<L: Language, N> Serialize for Compared<L, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let sign = SIGNS.iter().find(|(_, is)| *is == self.is).map(|(sign, _)| *sign);
        match (&self.with, sign) {
            (Amount::Number(number), Some(sign)) => serializer.collect_str(&format_args!("{sign}{number}")),
            _ => (self.is, &self.with).serialize(serializer),
        }
    }
}

impl<'de, L: Language, N> Deserialize<'de> for Compared<L, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor<L, N>(PhantomData<(L, N)>);

        impl<'de, L: Language, N> de::Visitor<'de> for Visitor<L, N> {
            type Value = Compared<L, N>;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("a comparison such as \"<=3\" or [\"at_most\", 3]")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
                let read = |(sign, is): &(&str, Is)| {
                    let number = text.strip_prefix(sign)?.parse().ok()?;
                    Some(Compared { is: *is, with: Amount::Number(number), number: PhantomData })
                };
                let read = SIGNS.iter().find_map(read);
                read.ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
            }

            fn visit_seq<A: de::SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
                let short = |length| de::Error::invalid_length(length, &"a comparison and a number");
                let is = list.next_element()?.ok_or_else(|| short(0))?;
                let with = list.next_element()?.ok_or_else(|| short(1))?;
                match list.next_element::<de::IgnoredAny>()? {
                    Some(_) => Err(short(3)),
                    None => Ok(Compared { is, with, number: PhantomData }),
                }
            }
        }

        deserializer.deserialize_any(Visitor(PhantomData))
    }
}

#[cfg(feature = "schemas")]
impl<L: Language, N> JsonSchema for Compared<L, N> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Compared".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let (is, amount) = (generator.subschema_for::<Is>(), generator.subschema_for::<Amount<L>>());
        schemars::json_schema!({
            "description": "A comparison with a number; with one that is written out, as a text.",
            "anyOf": [
                { "type": "string", "pattern": "^(>=|<=|=|>|<)-?[0-9]+$", "examples": ["<=3"] },
                { "type": "array", "prefixItems": [is, amount], "minItems": 2, "maxItems": 2 },
            ],
        })
    }
}

/// Declares numbers of cards that texts compare.
#[macro_export]
macro_rules! numbers {
    ($language:ty: $(
        $(#[$meta:meta])* $name:ident $([$rule:expr])?, |$game:ident, $card:ident| $value:expr
        $(, |$game_of:ident, $object:ident| $value_of:expr)?;
    )*) => { $(
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name;

        impl $crate::abilities::property::Number<$language> for $name {
            $(const RULE: $crate::verdict::Cite = $rule;)?

            fn of_card(
                $game: &$crate::kernel::Match<'_, $language>,
                $card: $crate::kernel::CardId,
            ) -> Option<i64> {
                $value
            }

            $(fn of_object(
                $game_of: &$crate::kernel::Match<'_, $language>,
                $object: $crate::kernel::Object,
            ) -> Option<i64> {
                $value_of
            })?
        }
    )* };
}
