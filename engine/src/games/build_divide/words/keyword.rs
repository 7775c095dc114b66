//! Keywords as they are printed: 关键词.诱导, 关键词.闪击, 关键词.审判; ruling-46, ruling-86, ruling-105.

#[cfg(feature = "schemas")]
use std::borrow::Cow;

#[cfg(feature = "schemas")]
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::ability::{Ability, Body, Head};
use super::player::GainCounters;
use super::trigger::{ThisCard, Trigger, Who};
use super::{Amount, Effect, Keyword};
use crate::abilities::Side;
use crate::kernel::wire;
use crate::words;

/// Nothing more is said.
#[wire(Copy)]
pub struct Plainly {}

/// 审判, and how many counters it brings [ruling-46].
#[wire(Copy)]
pub struct JudgmentOf {
    /// How many; without a number, 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub n: u8,
}

const fn one() -> u8 {
    1
}

const fn is_one(n: &u8) -> bool {
    *n == 1
}

words! {
    @declare
    /// A keyword as it is printed.
    pub enum Printed {
        /// 诱导 [关键词.诱导].
        Decoy(Plainly),
        /// 闪击 [关键词.闪击].
        Blitz(Plainly),
        /// 审判 [关键词.审判].
        Judgment(JudgmentOf),
        /// 狂暴 [ruling-86].
        Berserk(Plainly),
        /// 突击领域 [ruling-105].
        Assault(Plainly),
    }
}

impl Printed {
    /// The name of the keyword.
    pub const fn name(&self) -> Keyword {
        match self {
            Printed::Decoy(_) => Keyword::Decoy,
            Printed::Blitz(_) => Keyword::Blitz,
            Printed::Judgment(_) => Keyword::Judgment,
            Printed::Berserk(_) => Keyword::Berserk,
            Printed::Assault(_) => Keyword::Assault,
        }
    }
}

/// A keyword as an ability of a card, with the ability that it stands for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KeywordAbility {
    /// The keyword as it is printed.
    pub printed: Printed,
    /// The ability that it stands for; a keyword of the rules stands for one that does nothing.
    pub plain: Box<Ability>,
}

impl KeywordAbility {
    fn new(printed: Printed) -> KeywordAbility {
        let plain = match printed {
            // 审判: when this unit attacks or blocks, its player gets counters [ruling-46].
            Printed::Judgment(JudgmentOf { n }) => Ability {
                body: Body::Automatic {
                    on: Trigger::AttacksOrBlocks(Who { card: Some(ThisCard::This), ..Who::default() }),
                },
                head: Head {
                    effects: vec![Effect::GainCounters(GainCounters {
                        who: Side::Own,
                        name: super::player::JUDGMENT.to_owned(),
                        n: Amount::Number(i64::from(n)),
                    })],
                    ..Head::default()
                },
            },
            Printed::Decoy(_) | Printed::Blitz(_) | Printed::Berserk(_) | Printed::Assault(_) => {
                Ability { head: Head::default(), body: Body::Continuous {} }
            }
        };
        KeywordAbility { printed, plain: Box::new(plain) }
    }
}

impl Serialize for KeywordAbility {
    /// 审判 with one counter is written as its word alone.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match matches!(self.printed, Printed::Judgment(JudgmentOf { n: 1 })) {
            true => serializer.serialize_str(&self.printed.word()),
            false => Serialize::serialize(&self.printed, serializer),
        }
    }
}

impl<'de> Deserialize<'de> for KeywordAbility {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <Printed as Deserialize>::deserialize(deserializer).map(KeywordAbility::new)
    }
}

#[cfg(feature = "schemas")]
impl JsonSchema for KeywordAbility {
    fn schema_name() -> Cow<'static, str> {
        "KeywordAbility".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = Printed::json_schema(generator);
        let forms = schema.get_mut("oneOf").and_then(|forms| forms.as_array_mut());
        let alone = forms.and_then(|forms| forms.last_mut());
        if let Some(words) = alone.and_then(|alone| alone.get_mut("enum")?.as_array_mut()) {
            words.push("judgment".into());
        }
        schema
    }
}
