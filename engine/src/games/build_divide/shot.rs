//! Shots: 触发效果.shot, 触发效果.shot.2, 卡牌种类.单位.⑦, 用语.生命最上方的卡放到墓地; ruling-34.

use super::table::Game;
use super::words::cost::EffectCost;
use super::{BuildDivide, Question};
use crate::game_kit::action::ActionKind;
use crate::game_kit::fields::fields;
use crate::kernel::{CardId, Seat};

type Time = crate::game_kit::action::Time<BuildDivide>;

/// A card that damage turned over is used [触发效果.shot].
#[fields]
pub struct UseShot {
    /// The card.
    pub card: CardId,
    /// What else is paid.
    #[optional]
    pub cost: Box<EffectCost>,
    /// Which modes of its text.
    #[optional]
    pub modes: Vec<u8>,
    /// The targets, all groups one after the other.
    #[optional]
    pub targets: Vec<CardId>,
    /// The value of X.
    pub x: Option<i64>,
}

impl ActionKind<BuildDivide> for UseShot {
    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::Shot(_));
    const TIME: Time = |_, _| &[cite!("触发效果.shot")];

    fn perform(&self, _: &mut Game<'_>, _: Seat, _: Option<&Question>) {}
}

/// The card stays in the graveyard [触发效果.shot.2].
#[fields]
pub struct DeclineShot {}

impl ActionKind<BuildDivide> for DeclineShot {
    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::Shot(_));
    const TIME: Time = |_, _| &[cite!("触发效果.shot")];

    fn perform(&self, _: &mut Game<'_>, _: Seat, _: Option<&Question>) {}
}
