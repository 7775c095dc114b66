//! Using abilities: 主要階段.使用效果.1–3, 用語集.起動：主要, 用語集.起動：靈動, FAQ.效果通則.Q11.

use super::amounts::Amount;
use super::table::Game;
use super::{BattleSpirits, Question};
use crate::game_kit::action::ActionKind;
use crate::game_kit::fields::fields;
use crate::kernel::{CardId, Row, Seat};

type Time = crate::game_kit::action::Time<BattleSpirits>;

/// What is named for the part before ▶.
#[fields]
#[derive(Default, Hash)]
pub struct EffectCost {
    /// Cards that something is done with, in the order of the parts.
    #[optional]
    pub cards: Vec<CardId>,
    /// Cores that are paid.
    #[optional]
    pub pay: Vec<Amount>,
}

/// An ability of a field card, or of a hand card that is marked 靈動 [主要階段.使用效果.1].
#[fields]
pub struct UseEffect {
    /// Which ability of the card, counted from 1.
    pub ability: u8,
    /// What is named for the part before ▶.
    #[optional]
    pub cost: Box<EffectCost>,
    /// The card that it stands on.
    pub source: CardId,
}

impl ActionKind<BattleSpirits> for UseEffect {
    const CONDITIONS: &'static [Row<BattleSpirits, Self>] = &[];
    const ANSWERS: fn(&Question) -> bool =
        |question| matches!(question, Question::Main | Question::SecondMain | Question::Flash);
    const TIME: Time = |_, _| &[cite!("主要階段.使用效果.1")];

    fn perform(&self, _: &mut Game<'_>, _: Seat, _: Option<&Question>) {}
}
