//! Whether anything of a text can be done, so that it may be offered or activated, and whether all of what
//! stands before 若成功 can.
//!
//! 六.1 conditions; 六.2 as much as possible, 若成功; 六.6 and ruling-47 who can be chosen; ruling-77 as many as
//! there are; ruling-86 nothing at all.

use super::effect::Game;
use super::{Amount, Select};
use crate::abilities::{Cards, Objects, Scene, Side};
use crate::kernel::{CardId, Object, Seat};

use super::super::Xinglingwang;
pub use crate::abilities::candidates;

/// Whether a sentence can do what it does to one of the cards that a selection could take.
pub(crate) fn any(game: &Game<'_>, scene: &Scene<'_>, select: &Select, can: impl Fn(Object) -> bool) -> bool {
    crate::abilities::can_any(game, scene, select, can)
}

/// Whether an amount is at least one.
pub(super) fn is_some(amount: &Amount, game: &Game<'_>, scene: &Scene<'_>) -> bool {
    amount.value(game, scene) > 0
}

/// Whether this is so for a player of a side.
pub(super) fn for_any(side: Side, scene: &Scene<'_>, is_true: impl Fn(Seat) -> bool) -> bool {
    side.seats(scene.seat).iter().any(|seat| is_true(*seat))
}

pub(super) fn for_each(side: Side, scene: &Scene<'_>, is_true: impl Fn(Seat) -> bool) -> bool {
    side.seats(scene.seat).iter().all(|seat| is_true(*seat))
}

/// Whether something holds for some choice of targets that are still to be chosen: for all of them together,
/// or for single ones.
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
