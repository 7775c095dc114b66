//! Summoning spirits and deploying nexuses: 主要階段.召喚靈魂卡.1, 主要階段.配置核心卡.1, 費用支付.①–⑤.

use super::amounts::Amount;
use super::table::Game;
use super::{BattleSpirits, Question};
use crate::game_kit::action::ActionKind;
use crate::game_kit::fields::fields;
use crate::kernel::{CardId, Row, Seat};

type Time = crate::game_kit::action::Time<BattleSpirits>;

/// A spirit is summoned [主要階段.召喚靈魂卡.1].
#[fields]
pub struct Summon {
    /// The card, from hand.
    pub card: CardId,
    /// Cards that are exiled by 繼召.
    #[optional]
    pub keisho: Vec<CardId>,
    /// Cores that are paid.
    #[optional]
    pub pay: Vec<Amount>,
    /// Cores that are put on it.
    #[optional]
    pub place: Vec<Amount>,
}

/// A nexus is deployed [主要階段.配置核心卡.1].
#[fields]
pub struct Deploy {
    /// The card, from hand.
    pub card: CardId,
    /// Cards that are exiled by 繼召.
    #[optional]
    pub keisho: Vec<CardId>,
    /// Cores that are paid.
    #[optional]
    pub pay: Vec<Amount>,
    /// Cores that are put on it.
    #[optional]
    pub place: Vec<Amount>,
}

impl ActionKind<BattleSpirits> for Summon {
    const CONDITIONS: &'static [Row<BattleSpirits, Self>] = &[];
    const ANSWERS: fn(&Question) -> bool =
        |question| matches!(question, Question::Main | Question::SecondMain | Question::EffectUse(_));
    const TIME: Time = |_, _| &[cite!("主要階段.1")];

    fn perform(&self, _: &mut Game<'_>, _: Seat, _: Option<&Question>) {}
}

impl ActionKind<BattleSpirits> for Deploy {
    const CONDITIONS: &'static [Row<BattleSpirits, Self>] = &[];
    const ANSWERS: fn(&Question) -> bool =
        |question| matches!(question, Question::Main | Question::SecondMain | Question::EffectUse(_));
    const TIME: Time = |_, _| &[cite!("主要階段.1")];

    fn perform(&self, _: &mut Game<'_>, _: Seat, _: Option<&Question>) {}
}
