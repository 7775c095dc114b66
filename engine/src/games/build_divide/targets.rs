//! Targets of uses that go on the chain: ruling-13, ruling-21, ruling-22. [`super::words::target`] says what
//! a group of targets can be.

use super::ability::{self, Raised};
use super::chain::{Carried, Use};
use super::table::Game;
use super::words::{Ability, AbilityId, Group};
use crate::abilities::resolve::{Memo, ResolutionStage};
use crate::abilities::target;
use crate::abilities::{Answer, Bound, Choosable, Objects, Pause, Scene};

/// The groups of targets of a text.
pub fn groups<'p>(game: &Game<'p>, id: AbilityId) -> &'p [Group] {
    ability::by_id(game, id).map_or(&[], |ability| ability.targets(id.mode))
}

/// Chooses the mode of an automatic ability, if it has modes and none is chosen yet [ruling-13].
pub fn choose_mode(game: &mut Game<'_>, resolution: &mut Carried) -> Result<(), Pause> {
    let count = ability::by_id(game, resolution.ability).map_or(0, Ability::modes);
    let (Ok(count @ 1..), 0) = (u8::try_from(count), resolution.ability.mode) else { return Ok(()) };
    let seat = resolution.seat;
    resolution.stage = ResolutionStage::Offer;
    let answer =
        resolution.part(game, |run| run.ask(seat, Choosable::Mode(count), cite!("ruling-13"), true))?;
    resolution.memo = Memo::default();
    if let Answer::Number(mode) = answer {
        resolution.ability.mode = u8::try_from(mode).unwrap_or(1);
    }
    Ok(())
}

/// The groups of targets of an automatic ability or a delayed effect.
pub fn groups_of<'p>(game: &Game<'p>, raised: &Raised, id: AbilityId) -> Vec<&'p Group> {
    match &raised.later {
        Some(made) => made.targets(game),
        None => groups(game, id).iter().collect(),
    }
}

/// Chooses the targets of an automatic ability, as a list for each group.
pub fn choose(game: &mut Game<'_>, raised: &Raised, resolution: &mut Carried) -> Result<Vec<Objects>, Pause> {
    let groups = groups_of(game, raised, resolution.ability);
    target::choose_first(game, resolution, &groups, cite!("ruling-22"))
}

/// The groups of targets of a use.
fn groups_of_use<'p>(game: &Game<'p>, used: &Use) -> Vec<&'p Group> {
    match (&used.raised, used.what.text()) {
        (Some(raised), Some(id)) => groups_of(game, raised, id),
        (None, Some(id)) => groups(game, id).iter().chain(groups_of_second(game, used)).collect(),
        (_, None) => Vec::new(),
    }
}

/// Checks the targets again before a use is resolved, and drops those that are illegal now. `true`: the use
/// needs targets, and none is legal.
pub fn recheck(game: &Game<'_>, used: &mut Use) -> bool {
    let groups = groups_of_use(game, used);
    let (subject, other) = used.raised.as_ref().map_or((None, None), |raised| (raised.subject, raised.other));
    let mut bound = used.bound.clone();
    if let Some(made) = used.raised.as_ref().and_then(|raised| raised.later.as_ref()) {
        bound.chosen = made.chosen.iter().copied().collect();
    }
    let scene = Scene { seat: used.seat, me: used.source, subject, other, bound: &bound };
    !target::recheck(game, &scene, &groups, &mut used.targets)
}

/// Binds the targets, so that the text can refer to them.
pub fn bind(game: &Game<'_>, used: &Use, bound: &mut Bound) {
    let groups = groups_of_use(game, used);
    let own = groups.len().saturating_sub(groups_of_second(game, used).len());
    target::bind(groups.get(..own).unwrap_or(&groups), &used.targets, bound);
}

/// The groups of targets of the second mode, which stand after those of the first.
fn groups_of_second<'p>(game: &Game<'p>, used: &Use) -> &'p [Group] {
    used.second_text().map_or(&[], |id| groups(game, id))
}

/// Binds the targets of the second mode, so that its text can refer to them.
pub fn bind_second(game: &Game<'_>, used: &Use, bound: &mut Bound) {
    let groups = groups_of_second(game, used);
    let before = used.targets.len().saturating_sub(groups.len());
    let own: Vec<Objects> = used.targets.iter().skip(before).cloned().collect();
    target::bind(groups, &own, bound);
}
