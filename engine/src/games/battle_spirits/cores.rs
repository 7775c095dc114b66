//! Moving cores: 主要階段.能量的移動.1, 靈魂能量.3, FAQ.效果通則.Q10; choosing them: FAQ.靈魂能量.Q2; ruling-36, ruling-64, ruling-76,
//! ruling-83.

use super::amounts::{Amount, Move, Source};
use super::table::Game;
use super::{BattleSpirits, Question};
use crate::game_kit::action::ActionKind;
use crate::game_kit::fields::fields;
use crate::kernel::{Row, Seat, held};

type Time = crate::game_kit::action::Time<BattleSpirits>;

/// Cores are rearranged [主要階段.能量的移動.1].
#[fields]
pub struct MoveCores {
    /// What goes from where to where, all at once.
    pub moves: Vec<Move>,
}

impl ActionKind<BattleSpirits> for MoveCores {
    const CONDITIONS: &'static [Row<BattleSpirits, Self>] = &[];
    const ANSWERS: fn(&Question) -> bool =
        |question| matches!(question, Question::Main | Question::SecondMain);
    const TIME: Time = |_, _| &[cite!("主要階段.能量的移動.1")];

    fn perform(&self, _: &mut Game<'_>, _: Seat, _: Option<&Question>) {}
}

/// What the owner of cores chooses [FAQ.靈魂能量.Q2].
#[held]
pub struct CoreChoice {
    /// Where cores may be taken: normal cores and soul cores there.
    pub over: Vec<(Source, [u32; 2])>,
    /// How many.
    pub count: u32,
    /// At least one of each source [ruling-35].
    pub of_each: bool,
}

/// Cores of the own places that are moved by an effect [FAQ.靈魂能量.Q2].
#[fields]
pub struct ChooseCores {
    /// Which.
    pub cores: Vec<Amount>,
}

impl ActionKind<BattleSpirits> for ChooseCores {
    const IS_CHOICE: bool = true;
    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::Cores(_));
    const TIME: Time = |_, _| &[cite!("FAQ.靈魂能量.Q2")];

    fn perform(&self, _: &mut Game<'_>, _: Seat, _: Option<&Question>) {}
}
