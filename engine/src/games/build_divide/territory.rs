//! Territories: 领域的解放.1–领域的解放.3, 解放费用.1; ruling-42, ruling-43, ruling-45, ruling-69, ruling-84.

use super::table::Game;
use super::{BuildDivide, Question};
use crate::game_kit::action::ActionKind;
use crate::game_kit::fields::fields;
use crate::kernel::{CardId, Object, Seat};

type Time = crate::game_kit::action::Time<BuildDivide>;

/// Who is asked for a release with this ace, if it can be carried out [领域的解放.3, ruling-42].
pub fn offer(_: &Game<'_>, _: Object) -> Option<Seat> {
    None
}

/// The territory is released [领域的解放.3].
#[fields]
pub struct ReleaseTerritory {
    /// The energy that is rested; the order means nothing.
    #[optional]
    pub pay: Vec<CardId>,
}

impl ActionKind<BuildDivide> for ReleaseTerritory {
    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::Release(_));
    const TIME: Time = |_, _| &[cite!("领域的解放.3")];

    fn perform(&self, _: &mut Game<'_>, _: Seat, _: Option<&Question>) {}
}

/// It stays closed [领域的解放.3].
#[fields]
pub struct DeclineRelease {}

impl ActionKind<BuildDivide> for DeclineRelease {
    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::Release(_));
    const TIME: Time = |_, _| &[cite!("领域的解放.3")];

    fn perform(&self, _: &mut Game<'_>, _: Seat, _: Option<&Question>) {}
}
