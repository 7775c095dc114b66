//! What happens on the table, as the book calls it, and what is said about it besides.
//!
//! 二 drawing; 六 using and activating; 九 entering; 十 leaving; 十一 and 十三 tactics; 十五 named effects.

use super::table::{Phase, Zone};
use crate::game_kit::fields::words;
use crate::kernel::{EachCard, Object, held, wire};

words! {
    /// What the book calls proposals. Its schema leaves out what no text waits for.
    Verb {
        /// It was drawn who is the first player.
        #[schemars(skip_deserializing)]
        Order = "order",
        /// A player changed the opening hand.
        #[schemars(skip_deserializing)]
        Mulligan = "mulligan",
        /// 抽牌.
        Draw = "draw",
        /// 洗牌.
        Shuffle = "shuffle",
        /// 打出.
        Play = "play",
        /// 額外打出.
        ExtraPlay = "extra_play",
        /// 召喚.
        Summon = "summon",
        /// A unit has been played or summoned, and its 立即 is done.
        Entered = "entered",
        /// 合體時: two units are about to become one.
        Combine = "combine",
        /// 合體後: the combined unit stands [十五.合體.1].
        Combined = "combined",
        /// A card goes under another.
        #[schemars(skip_deserializing)]
        PutUnder = "put_under",
        /// 分開.
        Split = "split",
        /// 變為: the new card.
        Transform = "transform",
        /// 變為: the old card.
        Replaced = "replaced",
        /// 被破壞.
        Destroy = "destroy",
        /// 被獻祭.
        Sacrifice = "sacrifice",
        /// 除外.
        Exile = "exile",
        /// Into hand.
        ToHand = "to_hand",
        /// Into a deck.
        ToDeck = "to_deck",
        /// Into the graveyard otherwise.
        ToGraveyard = "to_graveyard",
        /// From hand into the graveyard.
        Discard = "discard",
        /// From the deck into the graveyard.
        Mill = "mill",
        /// To another position of the same half.
        Move = "move",
        /// Becomes 直立.
        Upright = "upright",
        /// Becomes 橫放.
        Rest = "rest",
        /// Becomes 進攻.
        Attack = "attack",
        /// Becomes the target of an attack: when its battle begins, or by an effect [十一.4, ruling-82].
        Targeted = "targeted",
        /// A magic card is announced.
        #[schemars(skip_deserializing)]
        Announce = "announce",
        /// A magic card is used [使用時].
        UseMagic = "use_magic",
        /// A magic card is conferred, or a field card is laid.
        Lay = "lay",
        /// An ability is activated.
        Activate = "activate",
        /// 無效化.
        Negate = "negate",
        /// A running effect begins.
        #[schemars(skip_deserializing)]
        Effect = "effect",
        /// 展示.
        Reveal = "reveal",
        /// 查看.
        Look = "look",
        /// 搭乘 and 上車.
        Board = "board",
        /// 下車 and travelers that return to a forest.
        Alight = "alight",
        /// 充能.
        Charge = "charge",
        /// 耗能.
        Spend = "spend",
        /// Rewards are gained.
        Reward = "reward",
        /// Rewards are lost.
        LoseReward = "lose_reward",
        /// Energy is lost without being spent.
        LoseEnergy = "lose_energy",
        /// 還魂.
        Ghost = "ghost",
        /// Attacks were compared.
        Compare = "compare",
        /// 戰鬥成功.
        BattleWon = "battle_won",
        /// 戰鬥失敗.
        BattleLost = "battle_lost",
        /// 偷襲成功.
        SneakSuccess = "sneak_success",
        /// A battle is over.
        BattleOver = "battle_over",
        /// A tactic was chosen.
        Tactic = "tactic",
        /// The machine phase begins or ends.
        Machine = "machine",
        /// The current player wants to end a phase.
        #[schemars(skip_deserializing)]
        EndPhase = "end_phase",
        /// 倒數階段 begins.
        CountdownStarts = "countdown_starts",
        /// A star card is turned over.
        StarTurned = "star_turned",
        /// 宣告提早結束.
        DeclareEarlyEnd = "declare_early_end",
        /// A declaration is void.
        EarlyEndVoid = "early_end_void",
        /// A turn begins; the amount is its number.
        TurnStarts = "turn_starts",
        /// 主要階段開始.
        MainStarts = "main_starts",
        /// 主要階段結束.
        MainEnds = "main_ends",
        /// A phase begins, or a battle is about to.
        PhaseStarts = "phase_starts",
        /// A phase ends.
        PhaseEnds = "phase_ends",
        /// The turn has ended [十四.※].
        TurnEnded = "turn_ended",
    }
}
const _: () = assert!(Verb::WORDS.len() <= 64);

impl Verb {
    /// A bit of its own, for sets of verbs.
    pub const fn bit(self) -> u64 {
        1 << self as u8
    }
}

/// By which means something happens.
#[wire(Copy, Default, EachCard)]
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

/// What a proposal says besides.
#[held(Default)]
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
