//! Questions to seats, and the cards and answers that they concern.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::schema::JsonSchema;
use serde::Serialize;

use super::action::Kit;
use super::action::pick::waiting;
use super::sentence::{NamedCard, Part, Place, Speech};
use super::view::{CardRef, card_ref};
use crate::abilities::grid::Cells;
use crate::abilities::{Choosable, EffectWord, Select, SourceWord, asking, purpose};
use crate::kernel::shape::{Member, Value};
use crate::kernel::{Asked, CardId, Match, Seat, Spot, Viewer};
use crate::maps::map_of;
use crate::verdict::Cite;

/// A question that has a name on the wire.
pub trait Named {
    /// All names.
    const KINDS: &'static [&'static str];

    /// Its name.
    fn name(&self) -> &'static str;

    /// The rule by which it is asked.
    fn rule(&self) -> Cite;
}

/// The cards and the ability that a question concerns.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Concern {
    /// The card whose text asks, or about which the seat decides.
    pub card: Option<CardId>,
    /// The number of the ability on that card, from 1.
    pub ability: Option<u8>,
    /// The other card.
    pub other: Option<CardId>,
    /// Whether the seat looks at the card while it decides, although the card lies hidden.
    pub is_looked_at: bool,
}

/// What a question is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(bound = "")]
#[schemars(bound = "G::Zone: JsonSchema", rename = "About")]
pub struct About<'m, G: Kit> {
    /// Which ability of the card asks, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ability: Option<u8>,
    /// The card whose text asks, or that something is decided about; in a battle the card that attacks. If
    /// it lies hidden, it is there only where its seat looks at it while it decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<CardRef<'m, G::Zone>>,
    /// The other card; in a battle the card that is attacked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<CardRef<'m, G::Zone>>,
    /// What the answer is for: inside an ability the word of the sentence that asks (`destroy`, `discard`,
    /// …), `pay` for what its cost takes, `offer` for whether the cost is paid, `replace` for what happens
    /// instead, `order`, `place`, `number` or `mode`, or a further one of the game; else the kind of the
    /// question.
    #[schemars(schema_with = "purposes::<G>")]
    pub purpose: Cow<'static, str>,
    /// The rule that asks.
    pub rule: &'static str,
    /// What the data of the ability that asks say; left out where that is not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// Every purpose of a game, for the schema.
#[cfg(feature = "schemas")]
fn purposes<G: Kit>(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    use crate::abilities::purpose::OTHER_PURPOSES;

    let further = OTHER_PURPOSES.iter().chain(G::PURPOSES).chain(G::Question::KINDS).map(ToString::to_string);
    let mut purposes: Vec<String> = G::Effect::vocabulary().into_iter().chain(further).collect();
    purposes.sort_unstable();
    purposes.dedup();
    schemars::json_schema!({ "type": "string", "enum": purposes })
}

/// A question for a viewer who may see its answers.
#[derive(Debug)]
pub struct AskedText<'m, G: Kit> {
    /// What it concerns.
    pub about: About<'m, G>,
    /// Whether the card lies under another one, so that its position is that of its host.
    is_under: bool,
    /// The smallest and the largest number to choose, if the answer has a number.
    range: Option<(i64, i64)>,
}

impl<'m, G: Kit> AskedText<'m, G> {
    /// The question for a viewer who may see its answers.
    pub fn of(
        game: &'m Match<'_, G>,
        asked: &Asked<G>,
        viewer: Viewer,
        speech: &Speech<'_>,
    ) -> AskedText<'m, G> {
        let concern = G::concern(game, asked);
        let looked_at = concern.card.filter(|_| concern.is_looked_at);
        let seen = |card: Option<CardId>| {
            let card = card.filter(|card| looked_at == Some(*card) || game.sees_card(viewer, *card))?;
            Some(card_ref(game, card, speech.language))
        };
        let choice = G::choice(&asked.question);
        let purpose = choice.map_or(Cow::Borrowed(asked.question.name()), |choice| purpose(game, choice));
        let about = About {
            ability: concern.ability,
            card: seen(concern.card),
            other: seen(concern.other),
            purpose,
            rule: speech.book.id(asked.question.rule()),
            text: seen(concern.card).and_then(|_| speech.ability(game, choice.map(|choice| choice.ability))),
        };
        let number = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        let range = match G::choosable(&asked.question) {
            Some(Choosable::Cards { min, max, .. }) => Some((number(*min), number(*max))),
            Some(Choosable::Number { min, max }) => Some((*min, *max)),
            Some(Choosable::Mode(count)) => match G::modes(game, asked.seat) {
                Some(modes) => contiguous_range(&modes),
                None => Some((1, i64::from(*count))),
            },
            Some(Choosable::Cells(Cells::One(_))) => Some((1, 1)),
            Some(Choosable::Cells(Cells::Way(way))) => Some((0, i64::from(way.most))),
            Some(Choosable::Pieces { count, .. }) => Some((i64::from(*count), i64::from(*count))),
            _ => None,
        };
        let spot = concern.card.and_then(|card| Some(game.state.table.card(card)?.spot));
        AskedText { about, is_under: matches!(spot, Some(Spot::Member(..))), range }
    }

    /// The question as a sentence.
    pub fn text(&self, asked: &Asked<G>, speech: &Speech<'_>) -> String {
        speech.sentence("question", asked.question.name(), &self.parts(asked.seat))
    }

    fn parts(&self, seat: Seat) -> [(&'static str, Part<'_>); 7] {
        let card = |card: &Option<CardRef<'m, G::Zone>>| match card {
            Some(card) => Part::card(Some(card)),
            None => Part::Nothing,
        };
        let (least, most) = self.range.unzip();
        let named = match card(&self.about.card) {
            Part::Card(named) if self.is_under => Part::Card(NamedCard { place: None, ..named }),
            named => named,
        };
        [
            ("ability", Part::number(self.about.ability)),
            ("card", named),
            ("least", Part::number(least)),
            ("most", Part::number(most)),
            ("other", card(&self.about.other)),
            ("purpose", Part::Word(&self.about.purpose)),
            ("seat", Part::Seat(seat)),
        ]
    }

    /// The answers for a viewer who may see them.
    pub fn answers(
        &self,
        game: &'m Match<'_, G>,
        asked: &Asked<G>,
        viewer: Viewer,
        members: &[Member],
        speech: &Speech<'_>,
    ) -> Answers<'m, G> {
        let shown = shown(game, asked);
        let values = members.iter().flat_map(|member| &member.fields);
        let named: BTreeSet<CardId> = values.flat_map(|(_, value)| value.named()).collect();
        let known = named.into_iter().filter(|id| game.sees_card(viewer, *id) || shown.contains(id));
        let cards = map_of(known.map(|id| (id, card_ref(game, id, speech.language))));
        let name = |id: CardId| -> NamedCard<'m> {
            let Some(CardRef { name, place, .. }) = cards.get(&id) else {
                return NamedCard { name: None, place: None };
            };
            NamedCard { name: *name, place: place.as_ref().map(Place::from) }
        };
        let asking = self.parts(asked.seat);
        let text = |member: &Member| {
            // The closure's own lifetimes would be too narrow.
            #[allow(clippy::redundant_closure)]
            let fields =
                member.fields.iter().map(|(field, value)| (*field, Part::field(value, &|id| name(id))));
            let parts: Vec<_> = fields
                .chain(asking.iter().filter(|(part, _)| matches!(*part, "purpose" | "seat")).cloned())
                .collect();
            speech.sentence("action", member.kind, &parts)
        };
        let texts = members.iter().map(text).collect();
        let ability = |member: &Member| picked(game, member, viewer, speech);
        let mut abilities: Vec<Option<String>> = Vec::new();
        if asked.question == G::trigger_question() && speech.abilities.is_some() {
            abilities.extend(members.iter().map(ability));
        }
        if abilities.iter().all(Option::is_none) {
            abilities.clear();
        }
        Answers { cards: cards.into_values().collect(), texts, abilities }
    }
}

/// Answers to a question.
#[derive(Debug)]
pub struct Answers<'m, G: Kit> {
    /// The cards in the answers whose faces the seat knows, in the order of their numbers.
    pub cards: Vec<CardRef<'m, G::Zone>>,
    /// The answers as sentences.
    pub texts: Vec<String>,
    /// For each answer the text of the ability that it picks; empty if answers pick none, or if the caller
    /// does not want texts.
    pub abilities: Vec<Option<String>>,
}

/// The text of the ability that an answer picks.
fn picked<G: Kit>(
    game: &Match<'_, G>,
    member: &Member,
    viewer: Viewer,
    speech: &Speech<'_>,
) -> Option<String> {
    let values = || member.fields.iter().map(|(_, value)| value);
    let card = values().find_map(|value| match value {
        Value::Card(card) => Some(*card),
        _ => None,
    })?;
    let number = values().find_map(|value| match value {
        Value::Number(number) => u8::try_from(*number).ok(),
        _ => None,
    });
    let waiting = game.state.waiting.get(waiting(game, (card, number))?)?;
    let ability = G::trigger_ability(&waiting.trigger).filter(|_| game.sees_card(viewer, card));
    speech.ability(game, ability)
}

/// The first and the last of ascending numbers, if no number between them is missing.
fn contiguous_range(numbers: &[i64]) -> Option<(i64, i64)> {
    let (first, last) = (*numbers.first()?, *numbers.last()?);
    (first..=last).eq(numbers.iter().copied()).then_some((first, last))
}

/// The question for everybody: the seat, and the kind of answer.
pub fn public_text<G: Kit>(asked: &Asked<G>, speech: &Speech<'_>) -> String {
    speech.sentence("question", asked.question.name(), &[("seat", Part::Seat(asked.seat))])
}

/// The hidden cards of a choice that its seat may see: those that it looks at, and those of a place that a
/// text shows it.
fn shown<G: Kit>(game: &Match<'_, G>, asked: &Asked<G>) -> Vec<CardId> {
    let resolution = G::choice(&asked.question).and_then(|choice| asking(game, choice));
    // A text shows nothing to the other player.
    let Some(resolution) = resolution.filter(|resolution| resolution.seat == asked.seat) else {
        return Vec::new();
    };
    let selection = resolution.word(game).and_then(EffectWord::selection);
    let mut shown: Vec<CardId> = resolution.bound.looked.iter().map(|object| object.card).collect();
    if let (Some(Select::Cards(cards)), Some(Choosable::Cards { from, .. })) =
        (selection, G::choosable(&asked.question))
    {
        let is_seen = |card: &&CardId| cards.from.is_seen(G::owner(game, **card), asked.seat);
        shown.extend(from.iter().filter(is_seen));
    }
    shown
}

/// Declares a game's questions with their names on the wire and rules. Those marked `always` are asked
/// whenever their moment comes, others only if at least two answers are legal. The names of choices in
/// abilities follow; names after `and` belong to other questions, or are never asked. A game without
/// abilities has no choices.
macro_rules! questions {
    (
        $game:ty;
        $(
            $(#[$meta:meta])* $name:ident $(($holds:ty))? = $wire:literal $($always:ident)? [$rule:expr]
        ),* $(,)?;
        $(
            $choices:ident { $( $what:ident = $choice:literal, )* }
            and { $( $other:ident = $other_wire:literal, )* }
        )?
    ) => {
        /// What a seat is asked.
        #[derive(
            Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash,
            crate::kernel::MapCards, serde::Serialize, serde::Deserialize,
        )]
        pub enum Question {
            $( $(#[$meta])* $name $(($holds))?, )*
            $(
                #[doc = concat!("One of the ", stringify!($choices), " inside abilities.")]
                Choice(crate::abilities::Choice<$game>),
            )?
        }

        impl Question {
            /// All names, those of choices included.
            pub const KINDS: &'static [&'static str] = &[$($wire,)* $($($choice,)*)?];

            /// The names of questions that are asked even if only one answer is legal.
            pub const ALWAYS: &'static [&'static str] = &[$( $( questions!(@kind $always $wire), )? )*];

            /// Its name on the wire.
            pub const fn name(&self) -> &'static str {
                match self {
                    $( Question::$name { .. } => $wire, )*
                    $( Question::Choice(choice) => match choice.what {
                        $( crate::abilities::Choosable::$what { .. } => $choice, )*
                        $( crate::abilities::Choosable::$other { .. } => $other_wire, )*
                    }, )?
                }
            }
        }

        impl crate::game_kit::question::Named for Question {
            const KINDS: &'static [&'static str] = Question::KINDS;

            fn name(&self) -> &'static str {
                Question::name(self)
            }

            fn rule(&self) -> crate::verdict::Cite {
                match self {
                    $( Question::$name { .. } => $rule, )*
                    $( Question::Choice(choice) => questions!(@rule $choices choice), )?
                }
            }
        }
    };
    (@kind always $wire:literal) => {
        $wire
    };
    (@rule $choices:ident $choice:ident) => {
        $choice.rule
    };
}
pub(crate) use questions;
