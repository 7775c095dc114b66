//! Using abilities: 主要階段.使用效果.1–3, 效果的發揮.2, 用語集.起動：主要, 用語集.起動：靈動, 用語集.發揮時機, 能量增減.2,
//! FAQ.靈魂卡等的狀態.Q2, FAQ.效果通則.Q3, FAQ.效果通則.Q7, FAQ.效果通則.Q9, FAQ.效果通則.Q11; ruling-33, ruling-57, ruling-59, ruling-72, ruling-86.

use super::amounts::Amount;
use super::effect::{self, AbilityId};
use super::table::Game;
use super::{BattleSpirits, Question, Step};
use crate::abilities::{ConditionWord, Resolution};
use crate::game_kit::action::ActionKind;
use crate::game_kit::fields::fields;
use crate::kernel::{CardId, Object, Row, Seat};

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

/// An effect that was used is carried out, if its condition holds [主要階段.使用魔法卡.1, ruling-67, ruling-85].
pub fn begin_effect(game: &mut Game<'_>, seat: Seat, me: Object, id: AbilityId) {
    let Some(ability) = effect::ability(game, id) else { return };
    let resolution = Resolution::new(seat, me, id, cite!("效果的發揮.1"));
    if ability.when().is_none_or(|when| when.holds(game, &resolution.scene())) {
        game.push(Step::Resolve(Box::new(resolution)));
    }
}
