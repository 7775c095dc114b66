//! Activated abilities: 用语.起动能力, 用语.起动能力.2, 用语.起动能力.3, 卡牌种类.领域.2; ruling-48.

use super::table::Game;
use super::words::cost::EffectCost;
use super::{BuildDivide, Question, answer};
use crate::game_kit::action::ActionKind;
use crate::game_kit::fields::fields;
use crate::kernel::{CardId, Seat};

type Time = crate::game_kit::action::Time<BuildDivide>;

/// An ability is activated [用语.起动能力].
#[fields]
pub struct Activate {
    /// Which ability of the card, counted from 1; of one that an effect gave, 16 more than on its own card.
    pub ability: u8,
    /// What else is paid.
    #[optional]
    pub cost: Box<EffectCost>,
    /// Which modes of its text.
    #[optional]
    pub modes: Vec<u8>,
    /// The energy that is rested; the order means nothing.
    #[optional]
    pub pay: Vec<CardId>,
    /// The card that it stands on.
    pub source: CardId,
    /// The targets, all groups one after the other.
    #[optional]
    pub targets: Vec<CardId>,
    /// The value of X.
    pub x: Option<i64>,
}

impl ActionKind<BuildDivide> for Activate {
    const ANSWERS: fn(&Question) -> bool = answer::is_window;
    const TIME: Time = |_, _| &[cite!("用语.起动能力")];

    fn perform(&self, _: &mut Game<'_>, _: Seat, _: Option<&Question>) {}
}
