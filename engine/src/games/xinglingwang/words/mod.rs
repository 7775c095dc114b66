//! The vocabulary of the game's abilities: the common words it takes over and the words it adds.

pub mod ability;
pub mod cards;
pub mod change;
pub mod condition;
pub mod continuous;
pub mod effect;
pub mod entry;
pub mod fight;
pub mod filter;
pub mod possible;
pub mod standing;
pub mod traveler;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use condition::{Condition, Quantity};
pub use effect::Effect;
pub use filter::{Filter, Source};

use super::Xinglingwang;
use super::ability::AbilityId;
use crate::card::{FilterWord, Lint};
use crate::kernel::{self, EachCard};

/// Numbers of a card that effects change.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, EachCard, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Stat {
    /// 攻擊力.
    Attack,
    /// 分數.
    Score,
    /// The number in the red star [ruling-16].
    Requirement,
    /// How many tributes the unit counts as [ruling-15].
    TributeValue,
}

/// 能力 with a rule of their own [十五].
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, EachCard, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Keyword {
    /// 貫穿.
    Pierce,
    /// 遠程.
    Ranged,
    /// 劇毒.
    Poison,
    /// 阻擋.
    Block,
    /// 偷襲.
    Sneak,
    /// 拆卸.
    Dismantle,
    /// 破甲.
    ArmorBreak,
    /// 滑行.
    Glide,
    /// 機械合體.
    MechCombine,
    /// 吞食合體.
    Swallow,
    /// 掩護.
    Cover,
    /// 魔法抗性.
    MagicResistance,
    /// 敵方魔法抗性.
    EnemyMagicResistance,
    /// 效果抗性.
    EffectResistance,
    /// 敵方效果抗性.
    EnemyEffectResistance,
    /// 破壞抗性.
    DestroyResistance,
    /// 禁錮.
    Confined,
    /// 衰退.
    Decay,
    /// 搭乘 n.
    Carry(u8),
    /// 亡魂 n; a card may have several.
    Ghost(i16),
    /// 超載.
    Overload,
}

/// The names of keywords.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, EachCard, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum KeywordName {
    Pierce,
    Ranged,
    Poison,
    Block,
    Sneak,
    Dismantle,
    ArmorBreak,
    Glide,
    MechCombine,
    Swallow,
    Cover,
    MagicResistance,
    EnemyMagicResistance,
    EffectResistance,
    EnemyEffectResistance,
    DestroyResistance,
    Confined,
    Decay,
    Carry,
    Ghost,
    Overload,
}

impl Keyword {
    /// Its name.
    pub const fn name(self) -> KeywordName {
        match self {
            Keyword::Pierce => KeywordName::Pierce,
            Keyword::Ranged => KeywordName::Ranged,
            Keyword::Poison => KeywordName::Poison,
            Keyword::Block => KeywordName::Block,
            Keyword::Sneak => KeywordName::Sneak,
            Keyword::Dismantle => KeywordName::Dismantle,
            Keyword::ArmorBreak => KeywordName::ArmorBreak,
            Keyword::Glide => KeywordName::Glide,
            Keyword::MechCombine => KeywordName::MechCombine,
            Keyword::Swallow => KeywordName::Swallow,
            Keyword::Cover => KeywordName::Cover,
            Keyword::MagicResistance => KeywordName::MagicResistance,
            Keyword::EnemyMagicResistance => KeywordName::EnemyMagicResistance,
            Keyword::EffectResistance => KeywordName::EffectResistance,
            Keyword::EnemyEffectResistance => KeywordName::EnemyEffectResistance,
            Keyword::DestroyResistance => KeywordName::DestroyResistance,
            Keyword::Confined => KeywordName::Confined,
            Keyword::Decay => KeywordName::Decay,
            Keyword::Carry(_) => KeywordName::Carry,
            Keyword::Ghost(_) => KeywordName::Ghost,
            Keyword::Overload => KeywordName::Overload,
        }
    }
}

/// A set of keywords, by their names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, EachCard)]
pub struct KeywordNames(u32);

impl KeywordNames {
    /// No keyword.
    pub const NONE: KeywordNames = KeywordNames(0);
    /// Every keyword.
    pub const ALL: KeywordNames = KeywordNames((1 << KEYWORD_NAMES) - 1);
    /// What the attack number of a lower unit shows with it [十五.合體.2, ruling-40].
    pub const SHOWN: KeywordNames = KeywordNames::of(&[
        KeywordName::Pierce,
        KeywordName::Ranged,
        KeywordName::Poison,
        KeywordName::Block,
    ]);

    /// These keywords.
    pub const fn of(names: &[KeywordName]) -> KeywordNames {
        let (mut set, mut rest) = (0, names);
        while let [name, more @ ..] = rest {
            set |= 1 << *name as u32;
            rest = more;
        }
        KeywordNames(set)
    }

    /// Whether this keyword is among them.
    pub const fn has(self, name: KeywordName) -> bool {
        self.0 & (1 << name as u32) != 0
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those that are in both sets.
    #[must_use]
    pub const fn and(self, other: KeywordNames) -> KeywordNames {
        KeywordNames(self.0 & other.0)
    }

    /// Those that are in either set.
    #[must_use]
    pub const fn or(self, other: KeywordNames) -> KeywordNames {
        KeywordNames(self.0 | other.0)
    }

    /// Those that are not in the other set.
    #[must_use]
    pub const fn without(self, other: KeywordNames) -> KeywordNames {
        KeywordNames(self.0 & !other.0)
    }

    /// One bit for each, in the order of their names.
    pub const fn bits(self) -> u32 {
        self.0
    }
}

/// How many keywords there are.
pub const KEYWORD_NAMES: u32 = KeywordName::Overload as u32 + 1;

/// When an effect ends.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, EachCard, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Until {
    /// 本次戰鬥, 本次進攻, 防守階段結束: at the end of the defence phase [十一.8(8), ruling-30].
    Battle,
    /// When the running phase ends.
    PhaseEnd,
    /// 直到回合結束: at the end of the turn [ruling-68].
    Turn,
    /// At the end of the next turn.
    NextTurn,
    /// 直到你的下個回合: when the player's next turn begins.
    OwnTurn,
    /// When the player's next main phase begins.
    OwnMain,
    /// When the enemy's next main phase begins.
    EnemyMain,
    /// As long as the magic card lies under the unit or the unit stays.
    Leaves,
    /// 本場遊戲: on a player for the rest of the game; on a card as long as it stays what it is, for what
    /// comes back is another object [ruling-80].
    Game,
}

/// What an effect forbids [六.7].
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Forbidden {
    /// 無法進攻: a unit; it also ends its attack [十一.3].
    Attack,
    /// 不得發動進攻: only the declaration [ruling-25].
    DeclareAttack,
    /// Being attacked by units with these properties.
    BeAttacked(Vec<Filter>),
    /// Being destroyed by battle.
    BattleDestroyed,
    /// Being destroyed.
    Destroyed,
    /// Being rested or turned upright by effects: it keeps its state.
    Turn,
    /// Moving.
    Move,
    /// Being a tribute.
    Tribute,
    /// Playing units with these properties (a player).
    Play(Vec<Filter>),
    /// Summoning travelers as the normal play (a player).
    SummonTraveler,
    /// Using magic with these properties (a player).
    UseMagic(Vec<Filter>),
    /// Declaring an early end (a player).
    DeclareEarlyEnd,
    /// 立即 (a unit, or every unit of a player).
    Immediate,
    /// Activating effects (a unit).
    Activate,
    /// Drawing cards (a player).
    Draw,
}

/// The names of what an effect forbids, whatever properties it speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EachCard)]
#[allow(missing_docs)]
pub enum ForbiddenName {
    Attack,
    DeclareAttack,
    BeAttacked,
    BattleDestroyed,
    Destroyed,
    Turn,
    Move,
    Tribute,
    Play,
    SummonTraveler,
    UseMagic,
    DeclareEarlyEnd,
    Immediate,
    Activate,
    Draw,
}

/// How many things can be forbidden.
pub const FORBIDDEN_NAMES: u32 = ForbiddenName::Draw as u32 + 1;

impl Forbidden {
    /// Its name.
    pub const fn name(&self) -> ForbiddenName {
        match self {
            Forbidden::Attack => ForbiddenName::Attack,
            Forbidden::DeclareAttack => ForbiddenName::DeclareAttack,
            Forbidden::BeAttacked(_) => ForbiddenName::BeAttacked,
            Forbidden::BattleDestroyed => ForbiddenName::BattleDestroyed,
            Forbidden::Destroyed => ForbiddenName::Destroyed,
            Forbidden::Turn => ForbiddenName::Turn,
            Forbidden::Move => ForbiddenName::Move,
            Forbidden::Tribute => ForbiddenName::Tribute,
            Forbidden::Play(_) => ForbiddenName::Play,
            Forbidden::SummonTraveler => ForbiddenName::SummonTraveler,
            Forbidden::UseMagic(_) => ForbiddenName::UseMagic,
            Forbidden::DeclareEarlyEnd => ForbiddenName::DeclareEarlyEnd,
            Forbidden::Immediate => ForbiddenName::Immediate,
            Forbidden::Activate => ForbiddenName::Activate,
            Forbidden::Draw => ForbiddenName::Draw,
        }
    }

    /// Looks for what cannot be meant.
    pub fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        let filters = |lint: &mut Lint<'_, Xinglingwang>, key: &str, fits: &[Filter]| {
            lint.each(key, fits, |lint, filter| filter.lint(lint));
        };
        match self {
            Forbidden::BeAttacked(fits) => filters(lint, "be_attacked", fits),
            Forbidden::Play(fits) => lint.without([standing::ON_FIELD], |lint| filters(lint, "play", fits)),
            Forbidden::UseMagic(fits) => {
                lint.without([standing::ON_FIELD], |lint| filters(lint, "use_magic", fits));
            }
            _ => {}
        }
    }
}

/// What can be forbidden without speaking of other cards.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, EachCard, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Plainly {
    /// 無法進攻.
    Attack,
    /// 不得發動進攻.
    DeclareAttack,
    /// Being destroyed by battle.
    BattleDestroyed,
    /// Being destroyed.
    Destroyed,
    /// Being rested or turned upright by effects.
    Turn,
    /// Moving.
    Move,
    /// Being a tribute.
    Tribute,
}

impl Plainly {
    /// The same as a word of the vocabulary.
    pub const fn word(self) -> Forbidden {
        match self {
            Plainly::Attack => Forbidden::Attack,
            Plainly::DeclareAttack => Forbidden::DeclareAttack,
            Plainly::BattleDestroyed => Forbidden::BattleDestroyed,
            Plainly::Destroyed => Forbidden::Destroyed,
            Plainly::Turn => Forbidden::Turn,
            Plainly::Move => Forbidden::Move,
            Plainly::Tribute => Forbidden::Tribute,
        }
    }
}

/// One sentence of an ability.
#[derive(
    Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, EachCard, Serialize, Deserialize, JsonSchema,
)]
pub struct Text {
    /// The ability.
    pub ability: AbilityId,
    /// Where in its effects the sentence stands.
    #[schemars(with = "Vec<(u8, u8)>")]
    pub path: smallvec::SmallVec<[(u8, u8); 4]>,
}

/// What a running effect does.
#[derive(
    Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, EachCard, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Influence {
    /// Adds to a number.
    Add(Stat, i64),
    /// Makes a number this.
    Become(Stat, i64),
    /// Multiplies the final number [ruling-71].
    Multiply(Stat, u8),
    /// Gives a keyword.
    Grant(Keyword),
    /// Takes a keyword away.
    Lose(KeywordName),
    /// It counts as this type, too.
    CountsAsType(String),
    /// It counts as having this name, too.
    CountsAsName(String),
    /// Forbids something that speaks of no other cards.
    Forbid(Plainly),
    /// Forbids what a text says.
    ForbidText(Text),
    /// Gives an ability, as if it stood on the card.
    GrantAbility(AbilityId),
}

impl kernel::Influence for Influence {
    fn about(&self) -> u64 {
        use continuous::statics;
        match self {
            Influence::Add(stat, _) | Influence::Become(stat, _) | Influence::Multiply(stat, _) => {
                statics::of(*stat)
            }
            Influence::Grant(keyword) => statics::keywords(KeywordNames::of(&[keyword.name()])),
            Influence::Lose(keyword) => statics::keywords(KeywordNames::of(&[*keyword])),
            Influence::CountsAsType(_) => statics::TYPES,
            Influence::CountsAsName(_) => statics::NAMES,
            Influence::Forbid(_) | Influence::ForbidText(_) => statics::FORBIDS,
            Influence::GrantAbility(_) => statics::GRANT_ABILITIES,
        }
    }
}

/// A scope for running effects: unused by this game, whose one-shot effects take the units that are
/// there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, EachCard, Serialize, Deserialize)]
pub enum Scope {}

/// Short for this game's selection of cards.
pub type Select = crate::card::Select<Xinglingwang>;
/// Short for this game's numbers.
pub type Amount = crate::card::Amount<Xinglingwang>;
/// Short for how many cards are taken.
pub type Take = crate::card::Take<Xinglingwang>;
