//! Purposes of choices: what a seat's answer to an ability is for.

use std::borrow::Cow;

use super::resolve::ResolutionStage;
use super::{Choice, Choosable, EffectWord, Language, Resolution};
use crate::kernel::{Frame, Match};

/// Purposes beyond the words of sentences.
pub const OTHER_PURPOSES: &[&str] = &["mode", "number", "offer", "order", "pay", "place", "replace"];

/// The resolution that asks for a choice; `None`: another step asks.
pub fn asking<L: Language>(game: &Match<'_, L>, choice: &Choice<L>) -> Option<Resolution<L>> {
    let Some(Frame::Step(step)) = game.state.agenda.last() else { return None };
    let resolution = L::resolution(&mut step.clone()).cloned()?;
    (resolution.ability == choice.ability && resolution.me == choice.me).then_some(resolution)
}

/// The purpose of a choice: the word of the sentence that asks, or one of the other purposes.
pub fn purpose<L: Language>(game: &Match<'_, L>, choice: &Choice<L>) -> Cow<'static, str> {
    if let Some(purpose) = L::purpose(game, choice) {
        return purpose;
    }
    match choice.what {
        Choosable::Order { .. } => return "order".into(),
        Choosable::Position(_) => return "place".into(),
        Choosable::Number { .. } => return "number".into(),
        _ if matches!(game.state.agenda.last(), Some(Frame::Deciding(_))) => return "replace".into(),
        Choosable::Mode(_) => return "mode".into(),
        Choosable::Cards { .. } | Choosable::Cells(_) | Choosable::YesNo | Choosable::Pieces { .. } => {}
    }
    let Some(resolution) = asking(game, choice) else { return "choose".into() };
    match resolution.stage {
        ResolutionStage::Offer => "offer".into(),
        ResolutionStage::Cost(_) => "pay".into(),
        ResolutionStage::Effects => {
            resolution.word(game).map_or(Cow::Borrowed("choose"), |word| word.spelled().into())
        }
    }
}
