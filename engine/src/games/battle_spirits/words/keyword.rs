//! Keywords: each is a word for an ordinary ability, which its row gives in the ability language: 用語集.關鍵字效果;
//! ruling-89 to ruling-94, ruling-123.

#[cfg(feature = "schemas")]
use std::borrow::Cow;

use crate::schema::JsonSchema;
#[cfg(feature = "schemas")]
use schemars::{Schema, SchemaGenerator};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::super::BattleSpirits;
use super::super::findings;
use super::super::printed::{Kind, is_marked};
use super::super::stat;
use super::super::table::{self, Game, TRASH, printed};
use super::Stat;
use super::ability::Ability;
use super::change::topics;
use super::context;
use crate::abilities::topics::Topical;
use crate::abilities::{Lint, QuantityWord, Scene};
use crate::game_kit::fact::Fact;
use crate::kernel::{CardId, MapCards, wire};
use crate::tree;
use crate::verdict::Cite;
use crate::words;

/// Declares the parameters that keywords have, each with what the linter demands of it.
macro_rules! parameters {
    ($(
        $(#[$doc:meta])* $name:ident {
            $( $(#[$field_doc:meta])* $field:ident: $type:ty, $demand:ident; )*
        }
    )*) => { $(
        $(#[$doc])*
        #[wire]
        pub struct $name {
            $( $(#[$field_doc])* pub $field: $type, )*
        }

        impl Parameters for $name {
            fn lint(&self, _lint: &mut Lint<'_, BattleSpirits>) {
                $( $demand(_lint, &self.$field); )*
            }
        }
    )* };
}

/// The parameters of a keyword.
trait Parameters {
    /// Reports those that can never have an effect.
    fn lint(&self, lint: &mut Lint<'_, BattleSpirits>);
}

/// A family that the pool declares.
fn family(lint: &mut Lint<'_, BattleSpirits>, family: &str) {
    lint.inside("family", |lint| lint.declared("family", family));
}

/// A name that is not empty.
fn named(lint: &mut Lint<'_, BattleSpirits>, name: &str) {
    if name.trim().is_empty() {
        lint.inside("name", |lint| lint.find("empty_list", findings::fits_nothing()));
    }
}

/// A list that is not empty.
fn some(lint: &mut Lint<'_, BattleSpirits>, costs: &[u8]) {
    lint.inside("cost", |lint| lint.filled(costs));
}

/// A number that is not 0.
fn positive<N: Default + PartialEq>(lint: &mut Lint<'_, BattleSpirits>, number: &N) {
    if *number == N::default() {
        lint.find("number_out_of_range", findings::at_least_one());
    }
}

/// A number that may be 0.
fn free<N>(_lint: &mut Lint<'_, BattleSpirits>, _number: &N) {}

parameters! {
    /// 激突 [ruling-89].
    Clash {}
    /// 增幅: family and BP for each spirit of it [ruling-90].
    Amplify {
        /// The family.
        family: String, family;
        /// BP for each own spirit of it.
        by: u32, positive;
    }
    /// 迷彩: what has to be paid [ruling-94].
    Camouflage {
        /// How many cores.
        n: u8, positive;
    }
    /// A number of cards.
    Rumble {
        /// How many cards.
        n: u8, positive;
    }
    /// Cards of a family and a cost.
    OfFamilyAndCost {
        /// The family.
        family: String, family;
        /// The cost: of 操靈 at most this, of 水流 at least.
        cost: u8, free;
    }
    /// Another spirit card of a form: part of its name and its cost.
    Form {
        /// Characters that stand in its name.
        name: String, named;
        /// Its cost: one of these.
        cost: Vec<u8>, some;
    }
    /// レベルアップ [ruling-125].
    LevelUp {}
    /// Cards of a family.
    OfFamily {
        /// The family.
        family: String, family;
    }
}

/// What is fixed for a keyword, whatever its parameters.
struct Row {
    name: KeywordName,
    /// The rule that defines it.
    rule: Cite,
    /// The kinds of cards that can have it.
    kinds: &'static [Kind],
    /// The ability that it is a word for, in the ability language: `$levels` stands for the levels that have
    /// it, `$` and the name of a parameter for the parameter, `$costs` for one property for each cost.
    text: &'static str,
    /// What else it is.
    also: Also,
}

/// What a keyword is besides the ability that it is a word for.
struct Also {
    /// Whether texts give it to cards by its name alone.
    is_given: bool,
    /// Whether opposing spirits block an attacker that has it if they can.
    forces_block: bool,
    /// The number that its parameter `n` is, if texts change it.
    number: Option<Stat>,
}

impl Also {
    const NOTHING: Also = Also { is_given: false, forces_block: false, number: None };
}

/// Declares the keywords that are abilities, each with its parameters.
macro_rules! keywords {
    ($(
        $(#[$doc:meta])* $name:ident($parameters:ty) {
            title: $title:literal,
            rule: cite!($rule:literal),
            kinds: $kinds:expr,
            text: $text:expr
            $(, $also:ident: $value:expr)*
        }
    )*) => {
        /// The names of keywords, for cards that are asked whether they have one.
        #[wire(Copy, MapCards, Topical)]
        #[topics(topics::KEYWORDS)]
        pub enum KeywordName {
            /// 真界放.
            Shinkaiho,
            /// 繼召.
            Keisho,
            /// 靈魂魔法.
            SoulMagic,
            $( #[doc = concat!($title, " [", $rule, "].")] $name, )*
        }

        /// The places of the keywords in [`ROWS`].
        #[derive(Clone, Copy)]
        enum Place { $( $name, )* }

        /// The keywords that are abilities.
        static ROWS: [Row; [$( Place::$name ),*].len()] = [$(
            Row {
                name: KeywordName::$name,
                rule: cite!($rule),
                kinds: $kinds,
                text: $text,
                also: Also { $( $also: $value, )* ..Also::NOTHING },
            },
        )*];

        impl KeywordName {
            /// Whether a card has the keyword apart from its abilities; `None`: the keyword is an ability.
            pub fn apart_from_abilities(self, game: &Game<'_>, card: CardId) -> Option<bool> {
                let data = printed(game, card);
                match self {
                    KeywordName::Shinkaiho => {
                        let known = data.levels.iter().any(|line| line.shinkaiho == Fact::Known(true));
                        let is_marked = |line| is_marked(game, card, line);
                        Some(known || data.levels.iter().any(is_marked))
                    }
                    KeywordName::Keisho => Some(data.keisho),
                    KeywordName::SoulMagic => Some(data.soul_magic.is_some()),
                    $( KeywordName::$name => None, )*
                }
            }
        }

        words! {
            @declare
            /// A keyword with its parameters.
            pub enum Keyword { $( $(#[$doc])* $name($parameters), )* }
        }

        impl Keyword {
            const fn row(&self) -> &'static Row {
                match self { $( Keyword::$name(_) => &ROWS[const { Place::$name as usize }], )* }
            }

            fn parameters(&self) -> &dyn Parameters {
                match self { $( Keyword::$name(parameters) => parameters, )* }
            }

            /// The parameters by their names.
            fn values(&self) -> serde_json::Result<Value> {
                match self { $( Keyword::$name(parameters) => serde_json::to_value(parameters), )* }
            }
        }
    };
}

impl KeywordName {
    /// Whether texts give it to cards by its name alone.
    pub fn is_given(self) -> bool {
        ROWS.iter().any(|row| row.name == self && row.also.is_given)
    }

    /// The keywords of an attacker that force opposing spirits to block if they can, with the rules that
    /// define them.
    pub fn that_force_block() -> impl Iterator<Item = (KeywordName, Cite)> {
        ROWS.iter().filter(|row| row.also.forces_block).map(|row| (row.name, row.rule))
    }
}

const SPIRITS: &[Kind] = &[Kind::Spirit];
const NO_MAGIC: &[Kind] = &[Kind::Spirit, Kind::Nexus, Kind::Other];

keywords! {
    /// 激突: while this attacks, opposing spirits block if they can [ruling-89].
    Clash(Clash) {
        title: "激突",
        rule: cite!("ruling-89"),
        kinds: SPIRITS,
        text: r#"{"standing": {
            "while": "attacking",
            "levels": $levels,
            "apply": [{"grant": {"what": "this", "keyword": "clash"}}]
        }}"#,
        is_given: true,
        forces_block: true
    }
    /// 增幅 [ruling-90].
    Amplify(Amplify) {
        title: "增幅",
        rule: cite!("ruling-90"),
        kinds: SPIRITS,
        text: r#"{"activated": {
            "timing": "flash",
            "while": "battling",
            "levels": $levels,
            "once_per_battle": true,
            "cost": {"pay": [{"pay": {"n": 1}}]},
            "do": [{"modify": {
                "what": "this",
                "stat": "bp",
                "by": {"add": {"times": [$by, {"count": {"cards": {
                    "side": "own",
                    "fits": [{"kind": ["spirit"]}, {"family": [$family]}],
                    "take": "all"
                }}}]}},
                "until": "battle"
            }}]
        }}"#
    }
    /// 地鳴 [ruling-91].
    Rumble(Rumble) {
        title: "地鳴",
        rule: cite!("ruling-91"),
        kinds: SPIRITS,
        text: r#"{"triggered": {
            "on": {"battle_end_of": {"card": "this"}},
            "while": "attacking",
            "levels": $levels,
            "do": [{"mill": {"who": "opponent", "n": {"rumble": $n}}}]
        }}"#,
        number: Some(Stat::Rumble)
    }
    /// 操靈 [ruling-92].
    SpiritCall(OfFamilyAndCost) {
        title: "操靈",
        rule: cite!("ruling-92"),
        kinds: SPIRITS,
        text: r#"{"triggered": {
            "on": {"summoned": {"card": "this"}},
            "levels": $levels,
            "do": [{"may": [{"call_spirit": {
                "from": "trash",
                "fits": [{"family": [$family]}, {"cost": "<=$cost"}]
            }}]}]
        }}"#
    }
    /// 魔述 [ruling-93].
    Spellcast(OfFamily) {
        title: "魔述",
        rule: cite!("ruling-93"),
        kinds: SPIRITS,
        text: r#"{"activated": {
            "timing": "flash",
            "while": "attacking",
            "levels": $levels,
            "once_per_battle": true,
            "do": [{"spellcast": {
                "from": "hand",
                "fits": [{"family": [$family]}],
                "free": true,
                "mode": "flash"
            }}]
        }}"#
    }
    /// 水流 [ruling-123].
    Current(OfFamilyAndCost) {
        title: "水流",
        rule: cite!("ruling-123"),
        kinds: NO_MAGIC,
        text: r#"{"activated": {
            "timing": "flash",
            "while": "own_attack_step",
            "levels": $levels,
            "cost": {"pay": ["exhaust_this"]},
            "do": [{"modify": {
                "what": {"cards": {
                    "side": "own",
                    "fits": [{"kind": ["spirit"]}, {"family": [$family]}, {"cost": ">=$cost"}],
                    "take": 1
                }},
                "stat": {"symbols": "green"},
                "by": {"add": 1},
                "until": "battle"
            }}]
        }}"#
    }
    /// Fチェンジ: this goes back to hand, and another form of it is summoned [ruling-124].
    FormChange(Form) {
        title: "Fチェンジ",
        rule: cite!("ruling-124"),
        kinds: SPIRITS,
        text: r#"{"activated": {
            "timing": "main",
            "levels": $levels,
            "when": {"matches": {"what": "this", "fits": [{"state": "exhausted"}]}},
            "once_per_turn_by_name": true,
            "do": [{"to_hand": "this"}, {"change_form": {
                "from": "hand",
                "fits": [
                    {"name_contains": $name},
                    {"any": $costs},
                    {"not": {"same_name": "this"}}
                ],
                "free": true
            }}]
        }}"#
    }
    /// レベルアップ: in the first attack or block of the turn this is treated as Lv2 [ruling-125].
    LevelUp(LevelUp) {
        title: "レベルアップ",
        rule: cite!("ruling-125"),
        kinds: SPIRITS,
        text: r#"{"triggered": {
            "on": {"fights": {"card": "this"}},
            "levels": $levels,
            "when": {"any": [
                {"all": [
                    {"matches": {"what": "this", "fits": ["attacking"]}},
                    {"compare": [{"this_turn": {"what": "attacks"}}, "equal", 1]}
                ]},
                {"all": [
                    {"matches": {"what": "this", "fits": ["blocking"]}},
                    {"compare": [{"this_turn": {"what": "blocks"}}, "equal", 1]}
                ]}
            ]},
            "do": [{"modify": {"what": "this", "stat": "level", "by": {"become": 2}, "until": "battle"}}]
        }}"#
    }
    /// 迷彩: effects of opposing spirits designate this only for a payment [ruling-94].
    Camouflage(Camouflage) {
        title: "迷彩",
        rule: cite!("ruling-94"),
        kinds: SPIRITS,
        text: r#"{"standing": {
            "levels": $levels,
            "apply": [{"toll": {
                "what": "this",
                "unpaid": {"be_designated": ["spirit"]},
                "price": {"pay": $n}
            }}]
        }}"#
    }
}

/// What is written of a keyword on a card.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct KeywordText {
    /// Which, with its parameters.
    is: Keyword,
    /// The levels that have it; without it, all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    levels: Vec<u8>,
}

/// A keyword as an ability of a card.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KeywordAbility {
    text: KeywordText,
    /// The ability that the keyword is a word for.
    pub plain: Box<Ability>,
    /// The number that texts change, as it is printed.
    number: Option<(Stat, u64)>,
}

impl KeywordAbility {
    fn new(text: KeywordText) -> serde_json::Result<KeywordAbility> {
        let (levels, values) = (serde_json::to_value(&text.levels)?, text.is.values()?);
        let costs = values.get("cost").and_then(Value::as_array).map(|costs| {
            let is_cost = |cost: &Value| serde_json::json!({ "cost": format!("={cost}") });
            costs.iter().map(is_cost).collect::<Value>()
        });
        let of = |name: &str| match name {
            "levels" => Some(&levels),
            "costs" => costs.as_ref(),
            name => values.get(name),
        };
        let plain: Value = serde_json::from_str(&filled(text.is.row().text, of))?;
        let plain = tree::read(&plain).map_err(|misread| misread.error)?;
        let number = text.is.row().also.number.zip(values.get("n").and_then(Value::as_u64));
        Ok(KeywordAbility { text, plain: Box::new(plain), number })
    }

    /// The name of the keyword.
    pub const fn name(&self) -> KeywordName {
        self.text.is.row().name
    }

    /// Its number as it is printed, if it is the one that texts change under this name.
    pub fn number(&self, stat: Stat) -> Option<i64> {
        let (_, number) = self.number.filter(|(name, _)| *name == stat)?;
        i64::try_from(number).ok()
    }

    /// The rule that defines the keyword.
    pub const fn rule(&self) -> Cite {
        self.text.is.row().rule
    }

    /// Reports what can never have an effect.
    pub fn lint(&self, lint: &mut Lint<'_, BattleSpirits>, kind: Kind) {
        if !self.text.is.row().kinds.contains(&kind) {
            lint.find("wrong_attribute", findings::no_such_keyword());
        }
        lint.inside("is", |lint| self.text.is.parameters().lint(lint));
    }
}

/// A text with the JSON of its parameters in their places. What a parameter contains is not read again.
fn filled<'v>(text: &str, of: impl Fn(&str) -> Option<&'v Value>) -> String {
    let mut parts = text.split('$');
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(part.len());
        let (name, rest) = part.split_at(end);
        filled.extend(of(name).map(Value::to_string));
        filled.push_str(rest);
    }
    filled
}

impl Serialize for KeywordAbility {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.text.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for KeywordAbility {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        KeywordAbility::new(KeywordText::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

#[cfg(feature = "schemas")]
impl JsonSchema for KeywordAbility {
    fn schema_name() -> Cow<'static, str> {
        "KeywordAbility".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        KeywordText::json_schema(generator)
    }
}

/// The number of a 地鳴 as it is now: raised by texts, and less by the printed cost of a spirit card that
/// blocked and lies in the opposing trash [ruling-91].
#[wire(Copy, Part<BattleSpirits>)]
pub struct RumbleOf(pub u8);

impl QuantityWord<BattleSpirits> for RumbleOf {
    fn lint(&self, lint: &mut Lint<'_, BattleSpirits>) {
        lint.refers_to(context::BATTLE);
    }

    fn value(&self, game: &Game<'_>, scene: &Scene<'_>) -> i64 {
        let number = stat::of_keyword(game, scene.me.card, Stat::Rumble, self.0.into());
        let blocker = game.state.facts.blocker().map(|blocker| blocker.card);
        let blocker = blocker.filter(|card| table::lies_in(game, *card, TRASH, scene.seat.other()));
        let less = blocker.map(|card| printed(game, card)).filter(|card| card.kind == Kind::Spirit);
        number.saturating_sub(less.map_or(0, |card| card.cost.into()))
    }
}
