//! The vocabulary of Azur Lane's abilities: the common words it takes over and the words it adds.

pub mod cards;
pub mod change;
pub mod condition;
pub mod cost;
pub mod cubes;
pub mod damage;
pub mod effect;
pub mod field;
pub mod filter;
pub mod skill;
pub mod trigger;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use condition::{Condition, Quantity};
pub use cost::{Cost, Costs, Need};
pub use effect::Effect;
pub use filter::{Filter, Source};
pub use skill::{Skill, Static};
pub use trigger::{Trigger, Whom};

use super::AzurLane;
use super::table::Phase;
use crate::card::{FilterWord, Lint};
use crate::kernel::{self, EachCard};
use crate::verdict::Cite;

/// Numbers of a card that effects change.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, EachCard, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Stat {
    /// 戰力 [207.1].
    Power,
    /// 支援值 [208.3].
    Support,
    /// 費用 [202.1].
    Cost,
}

/// Keyword skills that a card has without further words.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, EachCard, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Keyword {
    /// 速攻 [601.4].
    Rush,
    /// 遠程 [601.5].
    LongRange,
    /// 強擊+X [601.5-2].
    Strike(i32),
    /// 固守+X [601.6].
    Guard(i32),
    /// 潛水 [601.7].
    Dive,
}

/// The names of keyword skills, for cards that are asked whether they have one.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, EachCard, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum KeywordName {
    /// 速攻.
    Rush,
    /// 遠程.
    LongRange,
    /// 強擊.
    Strike,
    /// 固守.
    Guard,
    /// 潛水.
    Dive,
    /// 反制.
    Counter,
    /// 追擊.
    Chase,
    /// 絕地反擊.
    LastStand,
    /// 改造.
    Remodel,
}

impl KeywordName {
    /// A bit of its own, for sets of keywords.
    pub const fn bit(self) -> u16 {
        1 << self as u16
    }
}

impl Keyword {
    /// The rule that defines it.
    pub const fn rule(self) -> Cite {
        match self {
            Keyword::Rush => cite!("601.4"),
            Keyword::LongRange => cite!("601.5"),
            Keyword::Strike(_) => cite!("601.5-2"),
            Keyword::Guard(_) => cite!("601.6"),
            Keyword::Dive => cite!("601.7"),
        }
    }

    /// Its name.
    pub const fn name(self) -> KeywordName {
        match self {
            Keyword::Rush => KeywordName::Rush,
            Keyword::LongRange => KeywordName::LongRange,
            Keyword::Strike(_) => KeywordName::Strike,
            Keyword::Guard(_) => KeywordName::Guard,
            Keyword::Dive => KeywordName::Dive,
        }
    }
}

/// When an effect ends [500.3, 508.3, 509.2].
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, EachCard, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Until {
    /// 本次戰鬥中: at 508.3; outside a battle the effect does nothing [ruling-66].
    Battle,
    /// 本回合中, 回合結束前: at 509.2.
    Turn,
    /// 直到該階段: when that phase or step begins.
    Start(Phase),
    /// 直到該階段結束: when that phase or step ends.
    End(Phase),
    /// 下一個對方的重置階段中: through the opponent's next reset phase.
    OpponentReset,
    /// 下一個己方的重置階段中: through the player's own next reset phase.
    OwnReset,
    /// At the end of the opponent's turn: the one that is going on, else the next.
    OpponentTurn,
    /// Without end, as long as the object stays.
    Always,
}

/// What an effect forbids [103.2].
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Forbidden {
    /// Attacking; with properties: only such targets.
    Attack(Vec<Filter>),
    /// Supporting.
    Support,
    /// Becoming active.
    BecomeActive,
    /// Drawing cards (a player).
    Draw,
    /// Using cards with these properties (a player).
    Use(Vec<Filter>),
    /// Ships with these properties entering (a player).
    Enter(Vec<Filter>),
    /// Conceding (a player); it has no effect [103.1].
    Concede,
}

impl Forbidden {
    /// What it is about, as of [`Static::bit`].
    pub const fn bit(&self) -> u16 {
        use skill::statics;
        match self {
            Forbidden::Attack(fits) if fits.is_empty() => {
                statics::FORBID_ATTACK | statics::FORBID_EVERY_ATTACK
            }
            Forbidden::Attack(_) => statics::FORBID_ATTACK,
            Forbidden::Support => statics::FORBID_SUPPORT,
            Forbidden::BecomeActive => statics::FORBID_BECOME_ACTIVE,
            Forbidden::Draw => statics::FORBID_DRAW,
            Forbidden::Use(_) => statics::FORBID_USE,
            Forbidden::Enter(_) => statics::FORBID_ENTER,
            Forbidden::Concede => 0,
        }
    }

    /// Looks for what cannot be meant.
    pub fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        match self {
            Forbidden::Attack(fits) => lint.each("attack", fits, |lint, filter| filter.lint(lint)),
            Forbidden::Use(fits) => lint.each("use", fits, |lint, filter| filter.lint(lint)),
            Forbidden::Enter(fits) => lint.each("enter", fits, |lint, filter| filter.lint(lint)),
            Forbidden::Support | Forbidden::BecomeActive | Forbidden::Draw | Forbidden::Concede => {}
        }
    }
}

impl Allowed {
    /// Looks for what cannot be meant.
    pub fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        match self {
            Allowed::AttackActive(fits) => lint.each("attack_active", fits, |lint, filter| filter.lint(lint)),
            Allowed::AttackFresh(fits) => lint.each("attack_fresh", fits, |lint, filter| filter.lint(lint)),
        }
    }
}

/// What an effect allows beyond the rules [103.1].
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Allowed {
    /// Attacking active ships with these properties [505.2a].
    AttackActive(Vec<Filter>),
    /// Attacking cards with these properties on the turn it enters [ruling-52].
    AttackFresh(Vec<Filter>),
}

/// What a running effect does.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, EachCard, Serialize, Deserialize)]
pub enum Influence {
    /// Adds to a number.
    Add(Stat, i64),
    /// Makes a number this.
    Become(Stat, i64),
    /// Gives a keyword.
    Grant(Keyword),
    /// Gives an auto or continuous skill.
    GrantSkill(super::standby::Ability),
    /// Takes a keyword away.
    Lose(KeywordName),
    /// Takes every skill away.
    LoseSkills,
    /// Forbids what a text says; with the number chosen when it began, where the text speaks of one.
    Forbid(super::standby::Text, i64),
    /// Allows what a text says.
    Allow(super::standby::Text),
    /// Bonus of a support [505.5a, 505.5b].
    Supported(i64),
    /// A trigger that comes up once [a text of an ability says so].
    Later(Box<super::standby::Later>),
}

impl kernel::Influence for Influence {
    fn about(&self) -> u64 {
        use skill::statics;
        u64::from(match self {
            Influence::Add(stat, _) | Influence::Become(stat, _) => statics::of(*stat),
            Influence::Supported(_) => statics::of(Stat::Power),
            Influence::Grant(_) | Influence::Lose(_) => statics::KEYWORDS,
            Influence::GrantSkill(_) => statics::GRANT_SKILLS,
            Influence::LoseSkills => statics::LOSE_SKILLS,
            Influence::Forbid(..) => statics::FORBID,
            Influence::Allow(_) => statics::ALLOW,
            Influence::Later(_) => statics::LATER,
        })
    }
}

/// One face of a scope for running effects: unused by this game, whose one-shot effects take the
/// objects that are there [ruling-91].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, EachCard, Serialize, Deserialize)]
pub enum Scope {}

/// Short for this game's selection of cards.
pub type Select = crate::card::Select<AzurLane>;
/// Short for this game's numbers.
pub type Amount = crate::card::Amount<AzurLane>;
/// Short for how many cards are taken.
pub type Take = crate::card::Take<AzurLane>;
