//! Using magic: 主要階段.使用魔法卡.1, 主要階段.使用魔法卡.2, 基本行動.魔法卡.2, 靈魂魔法.1–4, 靈動時機.2, 靈動時機.4.

use super::amounts::Amount;
use super::table::Game;
use super::{BattleSpirits, Question};
use crate::game_kit::action::ActionKind;
use crate::game_kit::fields::{fields, words};
use crate::kernel::{CardId, Row, Seat};

type Time = crate::game_kit::action::Time<BattleSpirits>;

words! {
    /// Which effect of a magic is used.
    MagicMode {
        /// 主要.
        Main = "main",
        /// 靈動.
        Flash = "flash",
    }
}

/// A magic is used [主要階段.使用魔法卡.1].
#[fields]
pub struct UseMagic {
    /// The card, from hand.
    pub card: CardId,
    /// Cards that are exiled by 繼召.
    #[optional]
    pub keisho: Vec<CardId>,
    /// Which effect.
    pub mode: MagicMode,
    /// Cores that are paid.
    #[optional]
    pub pay: Vec<Amount>,
    /// Whether the soul core alone is paid by 靈魂魔法.
    #[optional]
    pub soul_magic: bool,
}

impl ActionKind<BattleSpirits> for UseMagic {
    const CONDITIONS: &'static [Row<BattleSpirits, Self>] = &[];
    const ANSWERS: fn(&Question) -> bool = |question| {
        matches!(question, Question::Main | Question::SecondMain | Question::Flash | Question::EffectUse(_))
    };
    const TIME: Time = |_, _| &[cite!("主要階段.使用魔法卡.1")];

    fn perform(&self, _: &mut Game<'_>, _: Seat, _: Option<&Question>) {}
}
