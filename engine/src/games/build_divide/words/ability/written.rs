//! Abilities as a pool writes them. Kinds: 用语.起动能力, 用语.自动能力, 用语.永续能力, 卡牌种类.指令; ruling-45, ruling-46,
//! ruling-48, ruling-50, ruling-86, ruling-94, ruling-97, ruling-98, ruling-105.

#[cfg(feature = "schemas")]
use std::borrow::Cow;

#[cfg(feature = "schemas")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::super::condition::Condition;
use super::super::effect::Effect;
use super::super::keyword::KeywordAbility;
use super::super::target::Group;
use super::super::trigger::{Trigger, Who};
use super::super::{Costs, Static};
use crate::abilities::Lint;
use crate::games::build_divide::BuildDivide;
use crate::games::build_divide::printed::{EnergyCost, Timing};
use crate::games::build_divide::table::{Game, Means, Verb};
use crate::kernel::wire;

/// Where an ability works.
#[wire(Copy, Default)]
#[schemars(rename = "WorksIn")]
pub enum Zone {
    /// 场; of a territory, the face that is up [ruling-45].
    #[default]
    Field,
    /// 手牌.
    Hand,
    /// 墓地.
    Graveyard,
    /// 能量区 [ruling-98].
    Energy,
}

/// How often an ability may be used, or triggers, by each object [ruling-48].
#[wire(Copy)]
pub enum Limit {
    /// Once in a turn [用语.起动能力.3].
    Turn,
}

/// What is done, and to which targets [ruling-22].
#[wire(Default)]
pub struct Text {
    /// The targets, chosen on use.
    #[optional]
    pub targets: Vec<Group>,
    /// What is done.
    #[serde(rename = "do")]
    pub effects: Vec<Effect>,
}

/// By which titles of the own territory, while it is released, an ability is awakened [ruling-44]: written as
/// one title, as several of which one is enough, or as `true`, where a text names none.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Awakened {
    /// By any.
    Any,
    /// By one of these.
    Titles(Vec<String>),
}

impl Awakened {
    /// Whether a territory with these titles awakens it.
    pub fn is_by(&self, game: &Game<'_>, titles: &[String]) -> bool {
        match self {
            Awakened::Any => true,
            Awakened::Titles(own) => {
                game.spend(own.len().saturating_mul(titles.len()))
                    && own.iter().any(|title| titles.contains(title))
            }
        }
    }

    pub(super) fn lint(&self, lint: &mut Lint<'_, BuildDivide>) {
        let Awakened::Titles(titles) = self else { return };
        lint.filled(titles);
        titles.iter().for_each(|title| lint.declared("title", title));
    }
}

impl Serialize for Awakened {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Awakened::Any => serializer.serialize_bool(true),
            Awakened::Titles(titles) => match titles.as_slice() {
                [only] => serializer.serialize_str(only),
                several => several.serialize(serializer),
            },
        }
    }
}

impl<'de> Deserialize<'de> for Awakened {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl<'de> de::Visitor<'de> for Visitor {
            type Value = Awakened;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("a title, a list of titles, or true")
            }

            fn visit_bool<E: de::Error>(self, any: bool) -> Result<Awakened, E> {
                match any {
                    true => Ok(Awakened::Any),
                    false => Err(E::invalid_value(de::Unexpected::Bool(false), &self)),
                }
            }

            fn visit_str<E: de::Error>(self, title: &str) -> Result<Awakened, E> {
                Ok(Awakened::Titles(vec![title.to_owned()]))
            }

            fn visit_seq<A: de::SeqAccess<'de>>(self, titles: A) -> Result<Awakened, A::Error> {
                Deserialize::deserialize(de::value::SeqAccessDeserializer::new(titles)).map(Awakened::Titles)
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}

#[cfg(feature = "schemas")]
impl JsonSchema for Awakened {
    fn schema_name() -> Cow<'static, str> {
        "Awakened".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description":
            "By which titles of the own territory, while it is released, an ability is awakened \
                [ruling-44]: one title, several of which one is enough, or `true`, where a text names none.",
            "anyOf": [
                { "type": "string" },
                { "type": "array", "items": { "type": "string" } },
                { "type": "boolean", "const": true },
            ],
        })
    }
}

/// An automatic ability [用语.自动能力].
#[wire]
pub struct Automatic {
    /// The event.
    pub on: Trigger,
    /// 觉醒: it is there only while the own territory is released and has such a title [ruling-44].
    pub awakened: Option<Awakened>,
    /// Its condition, looked at when the event is heard and once more when it resolves.
    pub when: Option<Condition>,
    /// How often.
    pub limit: Option<Limit>,
    /// Where it works.
    #[optional]
    pub zone: Zone,
    /// The targets, chosen when it is put on the chain.
    #[optional]
    pub targets: Vec<Group>,
    /// What it does.
    #[optional]
    #[serde(rename = "do")]
    pub effects: Vec<Effect>,
    /// In place of both: several texts, one of which is chosen when it is put on the chain, before its
    /// targets [ruling-13].
    #[optional]
    pub modes: Vec<Text>,
}

/// An activated ability [用语.起动能力].
#[wire]
pub struct Activated {
    /// When it may be used.
    pub timing: Timing,
    /// What stands in 〔〕 besides; without it, it is free [用语.起动能力.2].
    pub cost: Option<Costs>,
    /// 觉醒: it is there only while the own territory is released and has such a title [ruling-44].
    pub awakened: Option<Awakened>,
    /// What has to be true for it to be used.
    pub when: Option<Condition>,
    /// How often.
    pub limit: Option<Limit>,
    /// Where it works.
    #[optional]
    pub zone: Zone,
    /// The targets, chosen on use.
    #[optional]
    pub targets: Vec<Group>,
    /// What it does.
    #[optional]
    #[serde(rename = "do")]
    pub effects: Vec<Effect>,
    /// In place of both: several texts, one of which is chosen on use [ruling-13].
    #[optional]
    pub modes: Vec<Text>,
}

/// A continuous ability [用语.永续能力].
#[wire]
pub struct Continuous {
    /// 觉醒: it is there only while the own territory is released and has such a title [ruling-44].
    pub awakened: Option<Awakened>,
    /// What has to be true.
    pub when: Option<Condition>,
    /// Where it works.
    #[optional]
    pub zone: Zone,
    /// What it does.
    pub apply: Vec<Static>,
}

/// The text of a command [卡牌种类.指令].
#[wire]
pub struct Command {
    /// What is paid besides energy [ruling-13].
    pub cost: Option<Costs>,
    /// What has to be true for it to be used.
    pub when: Option<Condition>,
    /// The targets, chosen on use.
    #[optional]
    pub targets: Vec<Group>,
    /// What it does.
    #[optional]
    #[serde(rename = "do")]
    pub effects: Vec<Effect>,
    /// In place of both: several texts, one of which is chosen on use [ruling-13].
    #[optional]
    pub modes: Vec<Text>,
}

/// Another whole cost, chosen on use [ruling-94].
#[wire]
pub struct Alternative {
    /// What is paid.
    pub cost: Costs,
}

/// Something else happens instead [ruling-50].
#[wire]
pub struct Replacement {
    /// What is replaced.
    pub event: Vec<Replaced>,
    /// To which unit it would happen.
    pub who: Who,
    /// By which means.
    pub means: Option<Means>,
    /// Whether its player decides.
    #[optional]
    pub optional: bool,
    /// 觉醒: it is there only while the own territory is released and has such a title [ruling-44].
    pub awakened: Option<Awakened>,
    /// What happens instead; the unit is `subject`.
    #[serde(rename = "do")]
    pub effects: Vec<Effect>,
    /// The event is only put off: it happens after what is done, as what it was, unless a sentence says
    /// `prevent`.
    #[optional]
    pub then_happens: bool,
}

/// What can be replaced: the ways off the field, the closing of a territory, standing, and the way of a
/// command that was carried out.
#[wire(Copy)]
pub enum Replaced {
    /// 破坏 [ruling-10].
    Destroy,
    /// Going to a hand.
    ToHand,
    /// Going into a deck.
    ToDeck,
    /// Being removed.
    Exile,
    /// Of a territory: being closed [ruling-45].
    Close,
    /// Standing, by the rule or by an effect [ruling-92].
    Stand,
    /// Of a command that was carried out: going to the graveyard [快速与连锁.3].
    Resolved,
}

impl Replaced {
    /// The verb of the event that it replaces.
    pub const fn verb(self) -> Verb {
        match self {
            Replaced::Destroy => Verb::Destroy,
            Replaced::ToHand => Verb::ToHand,
            Replaced::ToDeck => Verb::ToDeck,
            Replaced::Exile => Verb::Remove,
            Replaced::Close => Verb::Close,
            Replaced::Stand => Verb::Stand,
            Replaced::Resolved => Verb::ToGraveyard,
        }
    }
}

/// A rule for the set-up, on the back of a territory [ruling-97].
#[wire(Copy)]
pub struct Setup {
    /// So many cards in the starting hand.
    pub hand: Option<u8>,
    /// So many starting energy.
    pub energy: Option<u8>,
    /// So many cards of one name in the deck, and so many in the D-deck.
    pub copies: Option<u8>,
    /// So many cards of one name in the deck alone.
    pub main_copies: Option<u8>,
    /// So many cards of one name in deck and D-deck together.
    pub copies_in_all: Option<u8>,
}

/// One paragraph of a card, as a pool writes it.
#[wire]
#[schemars(rename = "Ability", description = "One paragraph of a card.")]
pub enum Written {
    /// A keyword.
    Keyword(KeywordAbility),
    /// Raised by an event.
    Automatic(Automatic),
    /// Used by a player.
    Activated(Activated),
    /// In force as long as it is there.
    Continuous(Continuous),
    /// The text of a command.
    Command(Command),
    /// 进化: another energy cost, chosen on use [ruling-94].
    Evol(EnergyCost),
    /// Another whole cost, chosen on use [ruling-94].
    Alternative(Alternative),
    /// Something else happens instead.
    Replacement(Replacement),
    /// A rule for the set-up.
    Setup(Setup),
}
