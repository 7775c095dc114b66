//! Searching: look at cards, choose among them, show and take them, put the rest back.

use crate::schema::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::effect::{Choose, is_any_feasible};
use super::piles::{DeckEnd, DeckOrder, Look, Shuffle, ToDeck};
use super::{
    Bound, Cards, Choosing, EffectWord, Language, Lint, Next, Part, Pause, Piles, Run, Scene, Select, Side,
    Take,
};
use crate::kernel::Match;

/// A game's sentences for the parts of a search. [`searches!`](crate::searches) implements it.
pub trait Searches: Piles {
    /// Looks at cards.
    fn look(word: Look<Self>) -> Self::Effect;

    /// Chooses some of them.
    fn choose(word: Choose<Self>) -> Self::Effect;

    /// Shows them to both players.
    fn reveal(what: Select<Self>) -> Self::Effect;

    /// Takes them to hand.
    fn to_hand(what: Select<Self>) -> Self::Effect;

    /// Puts cards back into the deck.
    fn put_back(word: ToDeck<Self>) -> Self::Effect;

    /// Shuffles the deck.
    fn shuffle(word: Shuffle) -> Self::Effect;
}

/// Implements [`Searches`] for a game by its words, which have the same names in every game that searches. A
/// game may have a type of its own for the cards that it reveals.
#[macro_export]
macro_rules! searches {
    ($language:ty $(, reveal $revealed:path)?) => {
        impl $crate::abilities::search::Searches for $language {
            fn look(word: $crate::abilities::piles::Look<$language>) -> Effect {
                Effect::Look(word)
            }

            fn choose(word: $crate::abilities::effect::Choose<$language>) -> Effect {
                Effect::Choose(word)
            }

            fn reveal(what: $crate::abilities::Select<$language>) -> Effect {
                Effect::Reveal($($revealed)? ($crate::abilities::Each::of(what)))
            }

            fn to_hand(what: $crate::abilities::Select<$language>) -> Effect {
                Effect::ToHand($crate::abilities::Each::of(what))
            }

            fn put_back(word: $crate::abilities::piles::ToDeck<$language>) -> Effect {
                Effect::ToDeck(word)
            }

            fn shuffle(word: $crate::abilities::piles::Shuffle) -> Effect {
                Effect::Shuffle(word)
            }
        }
    };
}

/// What a search says.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "")]
#[schemars(bound = "L: Language", rename = "Search")]
struct Said<L: Language> {
    /// Among which own cards.
    from: L::Source,
    /// What the cards taken have to be.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    fits: Vec<L::Filter>,
    /// How many are taken to hand.
    #[serde(default = "Take::<L>::one")]
    take: Take<L>,
    /// Whether the other player sees those that are taken.
    #[serde(default, skip_serializing_if = "super::is_default")]
    reveal: bool,
    /// Where the rest goes.
    rest: DeckEnd,
}

/// Common word: the player looks at own cards, chooses some of them, shows them if the text says so, and
/// takes them to hand; the rest goes back, or the deck is shuffled.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Search<L: Language> {
    said: Said<L>,
    /// The same as the sentences that it stands for.
    sentences: Vec<L::Effect>,
}

/// The cards that fit among those that are looked at.
fn among<L: Searches>(fits: &[L::Filter], take: Take<L>) -> Cards<L> {
    Cards {
        side: Side::Own,
        from: L::looked(),
        fits: fits.to_vec(),
        take,
        chooser: Choosing::You,
        name: None,
    }
}

impl<L: Searches> Search<L> {
    fn new(said: Said<L>) -> Search<L> {
        let mut sentences = vec![
            L::look(Look { side: Side::Own, from: said.from.clone() }),
            L::choose(Choose(Select::Cards(among(&said.fits, said.take.clone())))),
        ];
        if said.reveal {
            sentences.push(L::reveal(Select::Chosen));
        }
        sentences.push(L::to_hand(Select::Chosen));
        sentences.push(match said.rest {
            DeckEnd::Shuffled => L::shuffle(Shuffle { who: Side::Own }),
            end => L::put_back(ToDeck {
                what: Select::Cards(among(&[], Take::All)),
                end,
                order: DeckOrder::Chosen,
            }),
        });
        Search { said, sentences }
    }
}

impl<L: Language> Serialize for Search<L> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.said.serialize(serializer)
    }
}

impl<'de, L: Searches> Deserialize<'de> for Search<L> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Said::deserialize(deserializer).map(Search::new)
    }
}

#[cfg(feature = "schemas")]
impl<L: Language> JsonSchema for Search<L> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        Said::<L>::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Said::<L>::json_schema(generator)
    }
}

impl<L: Searches> Part<L> for Search<L> {
    fn lint_part(&self, lint: &mut Lint<'_, L>) {
        // Properties can refer to what is looked at only after the sentence that looks.
        if let Some(look) = self.sentences.first() {
            lint.inside("from", |lint| look.lint(lint));
        }
        among::<L>(&self.said.fits, self.said.take.clone()).lint(lint);
        lint.learn(super::lint::meant::CHOSEN);
    }

    fn is_open_part(&self) -> bool {
        false
    }
}

impl<L: Searches> EffectWord<L> for Search<L> {
    fn run(&self, _: &mut Run<'_, '_, L>) -> Result<Next, Pause> {
        Ok(Next::Into(0))
    }

    fn can_do_some(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        is_any_feasible::<L>(&self.sentences, game, scene)
    }

    fn bind_expected(&self, game: &Match<'_, L>, scene: &Scene<'_>, bound: &mut Bound) {
        for sentence in &self.sentences {
            let before = bound.clone();
            sentence.bind_expected(game, &Scene { bound: &before, ..*scene }, bound);
        }
    }

    fn branch(&self, number: u8) -> Option<&[L::Effect]> {
        (number == 0).then_some(self.sentences.as_slice())
    }
}
