//! Abilities that effects give to units, which then work as if they were printed there.
//!
//! 六.1 timing and conditions; ruling-60 an ability belongs to the player of the unit that it is given to.

use smallvec::SmallVec;

use super::super::field;
use super::super::interests::ZoneInterests;
use super::super::words::ability::{Ability, Effective, Head};
use super::super::words::continuous::{Static, topics};
use super::super::words::{Influence, Select};
use super::super::{stat, table};
use super::{AbilityId, Effectiveness, Game, each_place_that};
use crate::abilities::Scene;
use crate::kernel::{CardId, Seat};

/// Whether a running effect or a continuous ability in play gives abilities to cards: a cheap test before a
/// search.
pub(crate) fn grants_abilities(game: &Game<'_>) -> bool {
    !game.running_effects(topics::GRANT_ABILITIES).is_empty()
        || game.listen_mask_of_all().topics & topics::GRANT_ABILITIES != 0
}

/// Calls `visit` for every ability that a continuous ability gives. `applies` decides, from the given
/// ability, the scene of the giving card and the selection of receivers.
fn each_grant(
    game: &Game<'_>,
    applies: impl Fn(AbilityId, &Scene<'_>, &Select) -> bool,
    mut visit: impl FnMut(AbilityId),
) {
    let asks = |interests: &ZoneInterests| interests.topics & topics::GRANT_ABILITIES != 0;
    let matters = |game: &Game<'_>, place: Effectiveness| {
        let mut found = false;
        grants_at(game, place, &applies, |_| found = true);
        found
    };
    game.reading(|| {
        each_place_that(game, asks, matters, |place| grants_at(game, place, &applies, &mut visit));
    });
}

/// [`each_grant`] for the continuous abilities at one place.
fn grants_at(
    game: &Game<'_>,
    place: Effectiveness,
    applies: impl Fn(AbilityId, &Scene<'_>, &Select) -> bool,
    mut visit: impl FnMut(AbilityId),
) {
    let scene = Scene::of(place.seat, place.me);
    for (_, continuous) in stat::effective(game, place) {
        let granted = || {
            continuous.apply.iter().filter_map(|each| {
                let Static::GrantAbility(word) = each else { return None };
                let index = word.ability.saturating_sub(1);
                Some((AbilityId { index, ..super::id_of(game, place.card, 0) }, &word.what))
            })
        };
        if granted().next().is_some() && stat::is_active(game, &scene, continuous) {
            granted().filter(|(id, to)| applies(*id, &scene, to)).for_each(|(id, _)| visit(id));
        }
    }
}

/// The abilities that effects give to a card on the field: those of running effects first, then those of
/// continuous abilities.
pub(crate) fn granted_to<'p>(game: &Game<'p>, card: CardId) -> SmallVec<[(AbilityId, &'p Ability); 2]> {
    let mut found = SmallVec::new();
    if !grants_abilities(game) {
        return found;
    }
    let object = game.state.table.object(card);
    let mut add = |id: AbilityId| found.extend(super::ability(game, id).map(|ability| (id, ability)));
    for modifier in game.running_effects(topics::GRANT_ABILITIES) {
        if let Influence::GrantAbility(id) = modifier.influence
            && modifier.names(object)
        {
            add(id);
        }
    }
    each_grant(game, |_, scene, to| to.takes_in(game, scene, card), add);
    found
}

/// Whether effects give an ability for which `is_wanted` is true to any card.
pub(super) fn grants_to_any(game: &Game<'_>, is_wanted: impl Fn(&Ability) -> bool) -> bool {
    let is_wanted = |id: AbilityId| super::ability(game, id).is_some_and(&is_wanted);
    let mut running = game.running_effects(topics::GRANT_ABILITIES).iter();
    if running.any(|modifier| matches!(modifier.influence, Influence::GrantAbility(id) if is_wanted(id))) {
        return true;
    }
    let mut found = false;
    each_grant(game, |id, _, _| is_wanted(id), |_| found = true);
    found
}

/// The units on the field, each with its owner: seat 0's half first, each half in line order.
pub(crate) fn units(game: &Game<'_>) -> impl Iterator<Item = (CardId, Seat)> {
    let units = Seat::BOTH.into_iter().flat_map(|side| field::units(game, side));
    units.map(|card| (card, table::owner(game, card)))
}

/// Calls `visit` for every continuous ability that a running effect gives to a unit, with the unit's scene.
pub(crate) fn each_continuous(game: &Game<'_>, mut visit: impl FnMut(&Scene<'_>, AbilityId, &Head)) {
    if !game.pool.summary.gives_continuous {
        return;
    }
    for modifier in game.running_effects(topics::GRANT_ABILITIES) {
        let Influence::GrantAbility(id) = modifier.influence else { continue };
        let Some(ability) = super::ability(game, id).filter(|ability| ability.is_continuous()) else {
            continue;
        };
        let crate::kernel::Reach::Objects(objects) = &modifier.reach else { continue };
        for &object in objects.iter() {
            if ability.head.zone == Effective::Field && table::stands(game, object) && game.spend(1) {
                let scene = Scene::of(table::owner(game, object.card), object);
                visit(&scene, id, &ability.head);
            }
        }
    }
}
