//! What happens on the table, as the book calls it, and what is said about it besides.
//!
//! 二 drawing; 六 using and activating; 九 entering; 十 leaving; 十一 and 十三 tactics; 十五 named effects.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::table::{Phase, Zone};
use crate::kernel::{EachCard, Object};

/// What the book calls happenings. Its schema leaves out what no text waits for.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, EachCard, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Verb {
    /// It was drawn who is the first player.
    #[schemars(skip_deserializing)]
    Order,
    /// A player changed the opening hand.
    #[schemars(skip_deserializing)]
    Mulligan,
    /// 抽牌.
    Draw,
    /// 洗牌.
    Shuffle,
    /// 打出.
    Play,
    /// 額外打出.
    ExtraPlay,
    /// 召喚.
    Summon,
    /// A unit has been played or summoned, and its 立即 is done.
    Entered,
    /// 合體時: two units are about to become one.
    Combine,
    /// 合體後: the combined unit stands [十五.合體.1].
    Combined,
    /// A card goes under another.
    #[schemars(skip_deserializing)]
    PutUnder,
    /// 分開.
    Split,
    /// 變為: the new card.
    Transform,
    /// 變為: the old card.
    Replaced,
    /// 被破壞.
    Destroy,
    /// 被獻祭.
    Sacrifice,
    /// 除外.
    Exile,
    /// Into hand.
    ToHand,
    /// Into a deck.
    ToDeck,
    /// Into the graveyard otherwise.
    ToGraveyard,
    /// From hand into the graveyard.
    Discard,
    /// From the deck into the graveyard.
    Mill,
    /// To another position of the same half.
    Move,
    /// Becomes 直立.
    Upright,
    /// Becomes 橫放.
    Rest,
    /// Becomes 進攻.
    Attack,
    /// Becomes the target of an attack: when its battle begins, or by an effect [十一.4, ruling-82].
    Targeted,
    /// A magic card is announced.
    #[schemars(skip_deserializing)]
    Announce,
    /// A magic card is used [使用時].
    UseMagic,
    /// A magic card is conferred, or a field card is laid.
    Lay,
    /// An ability is activated.
    Activate,
    /// 無效化.
    Negate,
    /// A running effect begins.
    #[schemars(skip_deserializing)]
    Effect,
    /// 展示.
    Reveal,
    /// 查看.
    Look,
    /// 搭乘 and 上車.
    Board,
    /// 下車 and travelers that return to a forest.
    Alight,
    /// 充能.
    Charge,
    /// 耗能.
    Spend,
    /// Rewards are gained.
    Reward,
    /// Rewards are lost.
    LoseReward,
    /// Energy is lost without being spent.
    LoseEnergy,
    /// 還魂.
    Ghost,
    /// Attacks were compared.
    Compare,
    /// 戰鬥成功.
    BattleWon,
    /// 戰鬥失敗.
    BattleLost,
    /// 偷襲成功.
    SneakSuccess,
    /// A battle is over.
    BattleOver,
    /// A tactic was chosen.
    Tactic,
    /// The machine phase begins or ends.
    Machine,
    /// The current player wants to end a phase.
    #[schemars(skip_deserializing)]
    EndPhase,
    /// 倒數階段 begins.
    CountdownStarts,
    /// A star card is turned over.
    StarTurned,
    /// 宣告提早結束.
    DeclareEarlyEnd,
    /// A declaration is void.
    EarlyEndVoid,
    /// A turn begins.
    TurnStarts,
    /// 主要階段開始.
    MainStarts,
    /// 主要階段結束.
    MainEnds,
    /// A phase begins, or a battle is about to.
    PhaseStarts,
    /// A phase ends.
    PhaseEnds,
    /// The turn has ended [十四.※].
    TurnEnded,
}

/// Every verb as the wire names it, in the order of [`Verb`].
pub const VERBS: &[&str] = &[
    "order",
    "mulligan",
    "draw",
    "shuffle",
    "play",
    "extra_play",
    "summon",
    "entered",
    "combine",
    "combined",
    "put_under",
    "split",
    "transform",
    "replaced",
    "destroy",
    "sacrifice",
    "exile",
    "to_hand",
    "to_deck",
    "to_graveyard",
    "discard",
    "mill",
    "move",
    "upright",
    "rest",
    "attack",
    "targeted",
    "announce",
    "use_magic",
    "lay",
    "activate",
    "negate",
    "effect",
    "reveal",
    "look",
    "board",
    "alight",
    "charge",
    "spend",
    "reward",
    "lose_reward",
    "lose_energy",
    "ghost",
    "compare",
    "battle_won",
    "battle_lost",
    "sneak_success",
    "battle_over",
    "tactic",
    "machine",
    "end_phase",
    "countdown_starts",
    "star_turned",
    "declare_early_end",
    "early_end_void",
    "turn_starts",
    "main_starts",
    "main_ends",
    "phase_starts",
    "phase_ends",
    "turn_ended",
];
const _: () = assert!(VERBS.len() == Verb::TurnEnded as usize + 1);
const _: () = assert!(VERBS.len() <= 64);

impl Verb {
    /// A bit of its own, for sets of verbs.
    pub const fn bit(self) -> u64 {
        1 << self as u8
    }
}

/// By which means something happens.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Default,
    EachCard,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Means {
    /// By the rules.
    #[default]
    Rule,
    /// By battle [十.2].
    Battle,
    /// By the effect of a unit.
    Unit,
    /// By magic.
    Magic,
    /// By 衰退.
    Decay,
}

/// What a happening says besides.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, EachCard, Serialize, Deserialize)]
pub struct Detail {
    /// By which means.
    pub means: Means,
    /// The other card.
    pub other: Option<Object>,
    /// Which phase.
    pub phase: Option<Phase>,
    /// A number that belongs to it.
    pub amount: i64,
    /// The zone that the book means, where a traveler goes to its forest instead [十.5].
    pub into: Option<Zone>,
    /// It triggers nothing.
    pub silent: bool,
    /// The face is shown to everybody although both zones are hidden.
    pub shown: bool,
    /// Which ability, by its place on the card.
    pub ability: Option<u8>,
}
