//! Standing effects and the order of time in which they began: 效果的發揮.1, 效果的發揮.4, 效果的發揮.5; ruling-25,
//! ruling-70, ruling-80.

use super::ability::AbilityId;
use super::answer::number;
use super::table::{self, Game, Phase};
use super::words::Ability;
use super::{Question, ability};
use crate::kernel::{Adjustment, CardId, Object, held};

/// A standing effect that is in force, since an instant of the clock of the game.
#[held(Copy)]
pub struct Stand {
    /// The card that it stands on.
    pub me: Object,
    /// Which ability.
    pub ability: AbilityId,
    /// When it began.
    pub time: u32,
}

/// When a standing effect began; `None`: it is not in force.
pub fn since(game: &Game<'_>, me: Object, ability: AbilityId) -> Option<u32> {
    let stand = game.state.facts.standing.iter().find(|stand| stand.me == me && stand.ability == ability);
    stand.map(|stand| stand.time)
}

/// Whether a standing effect works now: its card has the level, its period runs, and its condition is true.
fn is_in_force(game: &Game<'_>, me: Object, id: AbilityId) -> bool {
    ability::by_id(game, id).is_some_and(|ability| {
        ability.is_standing()
            && ability::is_active(game, me, id)
            && ability.is_in_period(game, me)
            && (ability.head.period.is_some() || game.in_force(cite!("基本行動.核心卡.4")))
            && is_in_force_first(game, ability)
    })
}

/// Whether a standing effect works while an attack is declared: it comes into force before the effects that
/// the attack raises are carried out [效果的發揮.4].
fn is_in_force_first(game: &Game<'_>, ability: &Ability) -> bool {
    ability.head.period.is_none()
        || game.state.facts.state != Some(Phase::Declaration)
        || game.in_force(cite!("效果的發揮.4"))
}

/// The standing effects that work on the table now, in the order of the field cards.
fn active(game: &Game<'_>) -> Vec<(Object, AbilityId)> {
    let mut active = Vec::new();
    if !game.pool.summary.stands {
        return active;
    }
    for card in table::fields(game) {
        if !ability::interests(game, card).stands {
            continue;
        }
        let me = game.state.table.object(card);
        for ability in ability::of_card(game, card) {
            if is_in_force(game, me, ability) {
                active.push((me, ability));
            }
        }
    }
    without_copies(game, active)
}

/// Of the copies of a standing effect that cannot overlap (〔不可重複〕) the one that is in force already, or
/// else the first; the other effects as they are [FAQ.效果通則.Q8].
fn without_copies(game: &Game<'_>, active: Vec<(Object, AbilityId)>) -> Vec<(Object, AbilityId)> {
    let is_single = |id: AbilityId| ability::by_id(game, id).is_some_and(|ability| ability.head.no_overlap);
    if !active.iter().any(|(_, id)| is_single(*id)) || !game.in_force(cite!("FAQ.效果通則.Q8")) {
        return active;
    }
    let name = |id: AbilityId| (game.pool.card(id.definition).called(), id.number);
    let player = |me: Object| table::owner(game, me.card);
    let began = |me: Object, id: AbilityId| since(game, me, id).unwrap_or(u32::MAX);
    let is_kept = |place: usize, (me, id): (Object, AbilityId)| {
        let mut others = active
            .iter()
            .enumerate()
            .filter(|(_, (other, of))| name(*of) == name(id) && player(*other) == player(me));
        !is_single(id) || others.all(|(other, (of, its))| (began(me, id), place) <= (began(*of, *its), other))
    };
    active.iter().enumerate().filter(|(place, each)| is_kept(*place, **each)).map(|(_, each)| *each).collect()
}

/// Ends the standing effects that work no longer, and begins those that work from now on [ruling-70].
/// `false`: the turn player is asked which of several that begin together is the earlier one.
pub fn check(game: &mut Game<'_>) -> bool {
    let mut now = active(game);
    let stands = |stand: &Stand| now.contains(&(stand.me, stand.ability));
    if !game.state.facts.standing.iter().all(stands) {
        game.facts_mut().standing.retain(stands);
        // An effect that has just ended may have given the level at which others worked.
        now = active(game);
    }
    // Standing effects are in force before the first effect that was raised is carried out [效果的發揮.4].
    if !game.state.waiting.is_empty() && !game.in_force(cite!("效果的發揮.4")) {
        return true;
    }
    let mut began = not_yet_in_force(game, now);
    if game.state.facts.fresh {
        began.sort_unstable();
        let facts = game.facts_mut();
        facts.fresh = false;
        facts.standing = (0..).zip(began).map(|(time, (me, ability))| Stand { me, ability, time }).collect();
        return true;
    }
    if order_matters(game, &began) {
        let seat = game.state.facts.active;
        game.ask(seat, Question::OrderEffects(true));
        return false;
    }
    for (me, ability) in began {
        begin(game, me, ability);
    }
    true
}

/// Whether the order of standing effects that begin together makes a difference: two of them change the same
/// number of the same card, and one of them lowers or sets it [ruling-70].
fn order_matters(game: &Game<'_>, began: &[(Object, AbilityId)]) -> bool {
    if began.len() < 2 || !game.all_in_force(&[cite!("效果的發揮.5"), cite!("ruling-70")]) {
        return false;
    }
    let changes = began.iter().enumerate().flat_map(|(place, &(me, id))| {
        let changes = ability::by_id(game, id).map(|ability| ability.number_changes(game, me, id));
        changes.unwrap_or_default().into_iter().map(move |(object, change)| (place, object, change))
    });
    let changes: Vec<_> = changes.collect();
    let counts = |change: Adjustment| !matches!(change, Adjustment::Add(0..));
    changes.iter().any(|&(place, object, change)| {
        let mut others = changes.iter().filter(|(other, of, _)| *other != place && *of == object);
        counts(change) && others.next().is_some()
    })
}

/// Standing effects that work now and have not begun yet.
pub fn beginning(game: &Game<'_>) -> Vec<(Object, AbilityId)> {
    not_yet_in_force(game, active(game))
}

fn not_yet_in_force(game: &Game<'_>, mut active: Vec<(Object, AbilityId)>) -> Vec<(Object, AbilityId)> {
    active.retain(|&(me, ability)| since(game, me, ability).is_none());
    active
}

/// Begins the standing effect of this name, before the others that begin with it.
pub fn begin_named(game: &mut Game<'_>, name: (CardId, Option<u8>)) {
    let named = beginning(game).into_iter().find(|(me, ability)| (me.card, number(*ability)) == name);
    if let Some((me, ability)) = named {
        begin(game, me, ability);
    }
}

/// Begins a standing effect at the present instant of the clock.
fn begin(game: &mut Game<'_>, me: Object, ability: AbilityId) {
    let time = game.state.clock;
    game.state.clock = time.saturating_add(1);
    game.facts_mut().standing.push(Stand { me, ability, time });
}
