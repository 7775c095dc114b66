//! The vocabulary of the game's abilities: the common words it takes over and the words it adds.

pub mod ability;
pub mod cards;
pub mod change;
pub mod combination;
pub mod condition;
pub mod continuous;
pub mod effect;
pub mod entering;
pub mod events;
pub mod fight;
pub mod filter;
pub mod later;
pub mod possible;
pub mod running;
pub mod source;
pub mod standing;
pub mod traveler;
pub mod tribute;
pub mod trigger;

use crate::kernel::held;
use crate::kernel::wire;
use crate::schema::JsonSchema;
use serde::{Deserialize, Serialize};

pub use condition::{Condition, Quantity};
pub use effect::Effect;
pub use filter::Filter;
pub use source::Source;

use super::Xinglingwang;
use super::findings;
use crate::abilities::{Lint, Part};
use crate::kernel::MapCards;
use crate::named;

/// Numbers of a card that effects change.
#[wire(Copy, MapCards)]
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

named! {
    /// 能力 with a rule of their own [十五].
    #[derive(Copy, MapCards)]
    enum Keyword;
    /// The names of keywords.
    names KeywordName, sets KeywordNames;
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

impl KeywordNames {
    /// The keywords that a lower unit shows together with its attack number [十五.合體.2, ruling-40].
    pub(crate) const SHOWN: KeywordNames = KeywordNames::of(&[
        KeywordName::Pierce,
        KeywordName::Ranged,
        KeywordName::Poison,
        KeywordName::Block,
    ]);
}

/// When an effect ends.
#[wire(Copy, Default, MapCards)]
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
    /// 直到你的下個回合結束: at the end of the player's next turn.
    OwnTurnEnd,
    /// When the player's next main phase begins.
    OwnMain,
    /// When the enemy's next main phase begins.
    EnemyMain,
    /// As long as the magic card lies under the unit or the unit stays.
    Leaves,
    /// 本場遊戲: on a player for the rest of the game; on a card as long as it stays what it is, for what
    /// comes back is another object [ruling-80].
    #[default]
    Game,
}

named! {
    /// What an effect forbids [六.7].
    enum Forbidden;
    /// The names of what an effect forbids, whatever properties it refers to.
    names ForbiddenName, sets ForbiddenNames;
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
    /// Being moved by anything.
    BeMoved,
    /// Being a tribute.
    Tribute,
    /// Being sacrificed, as a tribute or otherwise.
    Sacrificed,
    /// Failing in a battle in which attacks are equal; where both units are kept from it, the rule decides
    /// [十一.8(2)].
    LoseTie,
    /// Being used: a magic card.
    BeUsed,
    /// Playing units with these properties (a player).
    Play(Vec<Filter>),
    /// Playing or summoning units, by effects, too (a player).
    BringIn,
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
    /// Having the tactics phase skipped (a player) [十三.1].
    SkipTactics,
}

impl Forbidden {
    /// Whether the prohibition refers to cards with certain properties only.
    pub(crate) const fn has_properties(&self) -> bool {
        use Forbidden::{BeAttacked, Play, UseMagic};
        matches!(self, BeAttacked(fits) | Play(fits) | UseMagic(fits) if !fits.is_empty())
    }

    /// Reports a prohibition that makes no sense for players, or for cards.
    pub(crate) fn lint(&self, lint: &mut Lint<'_, Xinglingwang>, to_players: bool) {
        let whom = match self {
            Forbidden::Attack | Forbidden::DeclareAttack | Forbidden::Immediate => None,
            Forbidden::Play(_)
            | Forbidden::BringIn
            | Forbidden::SummonTraveler
            | Forbidden::UseMagic(_)
            | Forbidden::DeclareEarlyEnd
            | Forbidden::Draw
            | Forbidden::SkipTactics => Some(true),
            Forbidden::BeAttacked(_)
            | Forbidden::BattleDestroyed
            | Forbidden::Destroyed
            | Forbidden::Turn
            | Forbidden::Move
            | Forbidden::BeMoved
            | Forbidden::Tribute
            | Forbidden::Sacrificed
            | Forbidden::LoseTie
            | Forbidden::BeUsed
            | Forbidden::Activate => Some(false),
        };
        if let Some(players) = whom.filter(|players| *players != to_players) {
            lint.find("never_effective", findings::forbidden_to(players));
        }
        if let Forbidden::BeAttacked(fits) = self {
            fits.lint_at("be_attacked", lint);
        }
        lint.excluding([standing::ON_FIELD], |lint| {
            if let Forbidden::Play(fits) = self {
                fits.lint_at("play", lint);
            }
            if let Forbidden::UseMagic(fits) = self {
                fits.lint_at("use_magic", lint);
            }
        });
    }
}

/// What an effect allows a player beyond the rules.
#[wire(Part<Xinglingwang>)]
pub enum Allowed {
    /// Units with these properties that the player plays or summons may enter in the back row [九.2].
    BackRow(#[part(excluding(standing::ON_FIELD))] Vec<Filter>),
    /// The play of a formation may be a unit that needs tributes [十三.2].
    RedStarInFormation,
}

/// What an effect allows a player, whatever properties it refers to.
#[wire(Copy)]
pub enum AllowedName {
    /// Units may enter in the back row.
    BackRow,
    /// The play of a formation may be a unit that needs tributes.
    RedStarInFormation,
}

impl Allowed {
    /// The name, and whether the permission refers to cards with certain properties only.
    pub(crate) const fn name(&self) -> (AllowedName, bool) {
        match self {
            Allowed::BackRow(fits) => (AllowedName::BackRow, !fits.is_empty()),
            Allowed::RedStarInFormation => (AllowedName::RedStarInFormation, false),
        }
    }
}

/// What can be forbidden without speaking of other cards.
#[wire(Copy, MapCards)]
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
    /// The word of the vocabulary for it.
    pub(crate) const fn word(self) -> Forbidden {
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

/// A scope for running effects: unused by this game, whose one-shot effects take the units that are
/// there.
#[held(Copy)]
pub enum Scope {}

/// Short for this game's selection of cards.
pub type Select = crate::abilities::Select<Xinglingwang>;
/// Short for this game's numbers.
pub type Amount = crate::abilities::Amount<Xinglingwang>;
/// Short for how many cards are taken.
pub type Take = crate::abilities::Take<Xinglingwang>;
/// Short for what running effects of this game do.
pub type Influence = crate::abilities::lasting::Influence<Xinglingwang>;
