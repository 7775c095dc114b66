//! Abilities that effects give to units, as if they stood on them.
//!
//! 六.1 timing and conditions; ruling-60 whose they are: that of the unit they are given to.

use smallvec::SmallVec;

use super::super::table;
use super::super::words::Influence;
use super::super::words::ability::{Ability, Effective};
use super::super::words::continuous::{Continuous, Static, statics};
use super::{AbilityId, Game, each_place_that};
use crate::card::{Bound, ConditionWord, Scene};
use crate::kernel::{CardId, Seat};

/// Whether any effect gives an ability to a card.
pub fn is_giving(game: &Game<'_>) -> bool {
    !game.running_effects(statics::GRANT_ABILITIES).is_empty()
        || game.summary_of_all().statics & statics::GRANT_ABILITIES != 0
}

/// Calls `look` for every ability that a continuous one gives, with what says to whom.
fn each_lasting(game: &Game<'_>, mut look: impl FnMut(AbilityId, &Scene<'_>, &super::super::words::Select)) {
    let gives = |continuous: &Continuous| {
        continuous.apply.iter().any(|each| matches!(each, Static::GrantAbility { .. }))
    };
    game.reading(|| {
        each_place_that(
            game,
            |says| says.statics & statics::GRANT_ABILITIES != 0,
            |place| {
                for ability in table::printed(game, place.card).abilities.iter().skip(place.first) {
                    let Ability::Continuous(continuous) = ability else { continue };
                    if continuous.zone != place.effective || !gives(continuous) {
                        continue;
                    }
                    let (seat, me, bound) = (place.seat, place.me, Bound::NONE);
                    let scene = Scene { seat, me, subject: None, other: None, bound: &bound };
                    if continuous.when.as_ref().is_some_and(|when| !when.holds(game, &scene)) {
                        continue;
                    }
                    for each in &continuous.apply {
                        if let Static::GrantAbility { ability, to } = each {
                            let id = AbilityId {
                                index: ability.saturating_sub(1),
                                ..super::id_of(game, place.card, 0)
                            };
                            look(id, &scene, to);
                        }
                    }
                }
            },
        );
    });
}

/// The abilities that effects give to a card on the field.
pub fn given<'p>(game: &Game<'p>, card: CardId) -> SmallVec<[(AbilityId, &'p Ability); 2]> {
    let mut found = SmallVec::new();
    if !is_giving(game) {
        return found;
    }
    let object = game.state.table.object(card);
    let mut add = |id: AbilityId| found.extend(super::ability(game, id).map(|ability| (id, ability)));
    for modifier in game.running_effects(statics::GRANT_ABILITIES) {
        if let Influence::GrantAbility(id) = modifier.influence
            && modifier.names(object)
        {
            add(id);
        }
    }
    each_lasting(game, |id, scene, to| {
        if to.takes_in(game, scene, card) {
            add(id);
        }
    });
    found
}

/// The abilities that effects give to any card at all.
pub(super) fn given_to_any<'p>(game: &Game<'p>) -> SmallVec<[&'p Ability; 2]> {
    let mut found = SmallVec::new();
    for modifier in game.running_effects(statics::GRANT_ABILITIES) {
        if let Influence::GrantAbility(id) = modifier.influence {
            found.extend(super::ability(game, id));
        }
    }
    each_lasting(game, |id, _, _| found.extend(super::ability(game, id)));
    found
}

/// The units on the field, each with whose it is.
pub fn units(game: &Game<'_>) -> impl Iterator<Item = (CardId, Seat)> {
    let units = Seat::BOTH.into_iter().flat_map(|side| table::units(game, side));
    units.map(|card| (card, table::owner(game, card)))
}

/// Calls `look` for every continuous ability that a running effect gives to a unit, with its scene.
pub fn each_continuous(game: &Game<'_>, mut look: impl FnMut(&Scene<'_>, &Continuous)) {
    if !game.pool.gives_continuous {
        return;
    }
    for modifier in game.running_effects(statics::GRANT_ABILITIES) {
        let Influence::GrantAbility(id) = modifier.influence else { continue };
        let Some(Ability::Continuous(continuous)) = super::ability(game, id) else { continue };
        let crate::kernel::Reach::Objects(objects) = &modifier.reach else { continue };
        for &object in objects.iter() {
            if continuous.zone == Effective::Field && table::stands(game, object) && game.look() {
                let (seat, bound) = (table::owner(game, object.card), Bound::NONE);
                let scene = Scene { seat, me: object, subject: None, other: None, bound: &bound };
                look(&scene, continuous);
            }
        }
    }
}
