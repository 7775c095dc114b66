//! What happens on the table, as the book calls it, and what is said about it besides.
//!
//! 二 drawing; 六 using and activating; 九 entering; 十 leaving; 十一 and 十三 tactics; 十五 named effects.

use super::ability::AbilityId;
use super::table::{Phase, Zone};
use crate::game_kit::fields::words;
use crate::kernel::{MapCards, Object, held, wire};

words! {
    /// What the book calls proposals. Its schema leaves out what no text waits for.
    Verb {
        /// It was drawn who is the first player.
        #[schemars(skip_deserializing)]
        Order = "order" with amount,
        /// A player changed the opening hand.
        #[schemars(skip_deserializing)]
        Mulligan = "mulligan" with amount,
        /// 抽牌.
        Draw = "draw" with by card from other to,
        /// 洗牌.
        Shuffle = "shuffle",
        /// 打出.
        Play = "play" with by card from other to,
        /// 額外打出.
        ExtraPlay = "extra_play" with by card from other to,
        /// 召喚.
        Summon = "summon" with by card from other to,
        /// A unit has been played or summoned, and its 立即 is done.
        Entered = "entered" with by card from other,
        /// 合體時: two units are about to become one.
        Combine = "combine" with by card from other,
        /// 合體後: the combined unit stands [十五.合體.1].
        Combined = "combined" with by card from other,
        /// A card goes under another.
        #[schemars(skip_deserializing)]
        PutUnder = "put_under" with by card from other to,
        /// 分開.
        Split = "split" with by card from other to,
        /// 變為: the new card.
        Transform = "transform" with by card from other to,
        /// 變為: the old card.
        Replaced = "replaced" with by card from other to,
        /// 被破壞.
        Destroy = "destroy" with by card from other to,
        /// 被獻祭.
        Sacrifice = "sacrifice" with by card from other to,
        /// 除外.
        Exile = "exile" with by card from other to,
        /// Into hand.
        ToHand = "to_hand" with by card from other to,
        /// Into a deck.
        ToDeck = "to_deck" with by card from other to,
        /// Into the graveyard otherwise.
        ToGraveyard = "to_graveyard" with by card from other to,
        /// From hand into the graveyard.
        Discard = "discard" with by card from other to,
        /// From the deck into the graveyard.
        Mill = "mill" with by card from other to,
        /// To another position of the same half.
        Move = "move" with by card from other to,
        /// Becomes 直立.
        Upright = "upright" with by card from other,
        /// Becomes 橫放.
        Rest = "rest" with by card from other,
        /// Becomes 進攻.
        Attack = "attack" with by card from other,
        /// Becomes the target of an attack: when its battle begins, or by an effect [十一.4, ruling-82].
        Targeted = "targeted" with by card from other,
        /// A magic card is announced.
        #[schemars(skip_deserializing)]
        Announce = "announce" with by card from other,
        /// A magic card is used [使用時].
        UseMagic = "use_magic" with by card from other,
        /// A magic card is conferred, or a field card is laid.
        Lay = "lay" with by card from other to,
        /// An ability is activated.
        Activate = "activate" with ability by card from other,
        /// 無效化.
        Negate = "negate" with by card from other,
        /// A running effect begins.
        #[schemars(skip_deserializing)]
        Effect = "effect" with by card from other,
        /// A player is about to show the top of the own deck.
        ShowTop = "show_top",
        /// 展示.
        Reveal = "reveal" with by card from other,
        /// 查看.
        Look = "look" with by card from other,
        /// 搭乘 and 上車.
        Board = "board" with amount by card from other to,
        /// 下車 and travelers that return to a forest.
        Alight = "alight" with amount by card from other to,
        /// 充能.
        Charge = "charge" with amount by card from other,
        /// 耗能.
        Spend = "spend" with amount by card from other,
        /// Rewards are gained.
        Reward = "reward" with amount by card from other,
        /// Rewards are lost.
        LoseReward = "lose_reward" with amount by card from other,
        /// Energy is lost without being spent.
        LoseEnergy = "lose_energy" with amount by card from other,
        /// 還魂.
        Ghost = "ghost" with by card from other to,
        /// Attacks were compared.
        Compare = "compare" with amount by card from other,
        /// 戰鬥成功.
        BattleWon = "battle_won" with by card from other,
        /// 戰鬥失敗.
        BattleLost = "battle_lost" with by card from other,
        /// 偷襲成功.
        SneakSuccess = "sneak_success" with by card from other,
        /// A battle is over.
        BattleOver = "battle_over" with by card from other,
        /// A tactic was chosen.
        Tactic = "tactic",
        /// The machine phase begins or ends.
        Machine = "machine",
        /// The current player wants to end a phase.
        #[schemars(skip_deserializing)]
        EndPhase = "end_phase" with by,
        /// 倒數階段 begins.
        CountdownStarts = "countdown_starts",
        /// A star card is turned over.
        StarTurned = "star_turned" with amount,
        /// 宣告提早結束.
        DeclareEarlyEnd = "declare_early_end" with amount,
        /// A declaration is void.
        EarlyEndVoid = "early_end_void",
        /// A turn begins; the amount is its number.
        TurnStarts = "turn_starts" with amount,
        /// 主要階段開始.
        MainStarts = "main_starts",
        /// 主要階段結束.
        MainEnds = "main_ends",
        /// A phase begins, or a battle is about to.
        PhaseStarts = "phase_starts" with phase,
        /// A phase ends.
        PhaseEnds = "phase_ends" with phase,
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
#[wire(Copy, Default, MapCards)]
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
    /// Which ability.
    pub ability: Option<AbilityId>,
}
