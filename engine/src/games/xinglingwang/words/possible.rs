//! Whether an effect can do anything, without which it is not offered or activated, and whether it can do all
//! of it, which the part before 若成功 needs.
//!
//! 六.1 conditions; 六.2 as much as possible, 若成功; 六.6 and ruling-47 who can be chosen; ruling-77 as many as
//! there are; ruling-86 nothing at all.

use super::Amount;
use super::effect::Game;
use crate::abilities::{Cards, Objects, Scene, Side};
use crate::kernel::{CardId, Object, Seat};

use super::super::Xinglingwang;
pub use crate::abilities::{can_any as any, candidates};

pub(super) fn is_some(amount: &Amount, game: &Game<'_>, scene: &Scene<'_>) -> bool {
    amount.value(game, scene) > 0
}

pub(super) fn for_any(side: Side, scene: &Scene<'_>, is_true: impl Fn(Seat) -> bool) -> bool {
    side.seats(scene.seat).iter().any(|seat| is_true(*seat))
}

pub(super) fn for_each(side: Side, scene: &Scene<'_>, is_true: impl Fn(Seat) -> bool) -> bool {
    side.seats(scene.seat).iter().all(|seat| is_true(*seat))
}

/// Whether `is_possible` is true for some choice of the targets still to come. Of each target it tries all
/// cards together and each single card, not every subset.
pub(crate) fn with_targets(
    targets: &[Cards<Xinglingwang>],
    (game, scene): (&Game<'_>, &Scene<'_>),
    allowed: &dyn Fn(&Cards<Xinglingwang>, CardId) -> bool,
    is_possible: &dyn Fn(&Scene<'_>) -> bool,
) -> bool {
    let Some((target, rest)) = targets.split_first() else { return is_possible(scene) };
    let domain = target.domain(game, scene).into_iter().filter(|card| allowed(target, *card));
    let objects: Objects = domain.map(|card| game.state.table.object(card)).collect();
    let with = |chosen: Objects| {
        let mut bound = scene.bound.clone();
        bound.bind(target.name.as_deref(), chosen);
        with_targets(rest, (game, &Scene { bound: &bound, ..*scene }), allowed, is_possible)
    };
    let single = |object: &Object| game.spend(1) && with(Objects::from_elem(*object, 1));
    with(objects.clone()) || objects.iter().any(single)
}
