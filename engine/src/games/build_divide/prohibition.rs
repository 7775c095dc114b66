//! What effects forbid, demand, limit and allow: 主要阶段.能量的配置.3, 结束阶段.2; ruling-1, ruling-29, ruling-41,
//! ruling-108.

use super::rules::limits::HAND_LIMIT;
use super::table::{Game, Means, Verb};
use super::words::change::topics;
use super::words::{
    Allowed, Duty, Effect, Forbidden, ForbiddenName, GameInfluence, Influence, Skipped, Static,
};
use super::zone::Proposed;
use super::{BuildDivide, stat};
use crate::abilities::Scene;
use crate::abilities::filter::has_all;
use crate::abilities::standing::{is_forbidden_to_card, is_forbidden_to_player};
use crate::abilities::topics::Topical;
use crate::kernel::{CardId, Modifier, Reach, Seat};
use crate::verdict::Cite;

/// The ruling that "cannot" wins [ruling-1].
const CANNOT: Cite = cite!("ruling-1");

/// The ruling, if an effect forbids something of this name to a card, for which `matches` is true.
fn for_card(
    game: &Game<'_>,
    card: CardId,
    name: ForbiddenName,
    matches: impl Fn(&Scene<'_>, &Forbidden) -> bool,
) -> Option<Cite> {
    let wanted = name.topics();
    let forbidden = is_forbidden_to_card(game, card, wanted, |scene, what, _| {
        what.name() == name && matches(scene, what)
    });
    forbidden.then_some(CANNOT)
}

/// The ruling, if an effect forbids something to a card together with `other`: by name alone, or with cards
/// of some properties [ruling-108].
fn with_card(game: &Game<'_>, card: CardId, name: ForbiddenName, other: CardId) -> Option<Cite> {
    for_card(game, card, name, |scene, what| {
        !game.in_force(cite!("ruling-108")) || has_all(game, scene, what.fits(), other)
    })
}

/// What forbids a unit to attack at all.
pub fn attack(game: &Game<'_>, card: CardId) -> Option<Cite> {
    for_card(game, card, ForbiddenName::Attack, |_, _| true)
}

/// What forbids a unit to attack the player.
pub fn attack_player(game: &Game<'_>, card: CardId) -> Option<Cite> {
    for_card(game, card, ForbiddenName::AttackPlayer, |_, _| true)
}

/// What forbids that a unit is attacked by another.
pub fn attack_on(game: &Game<'_>, attacker: CardId, target: CardId) -> Option<Cite> {
    with_card(game, target, ForbiddenName::BeAttacked, attacker)
}

/// What forbids a unit to block at all.
pub fn block(game: &Game<'_>, card: CardId) -> Option<Cite> {
    for_card(game, card, ForbiddenName::Block, |_, _| true)
}

/// What forbids that a unit is blocked by another.
pub fn be_blocked(game: &Game<'_>, attacker: CardId, blocker: CardId) -> Option<Cite> {
    with_card(game, attacker, ForbiddenName::BeBlocked, blocker)
}

/// What forbids that a card becomes a target of another.
pub fn targeted(game: &Game<'_>, card: CardId, (_, source): (Seat, CardId)) -> Option<Cite> {
    with_card(game, card, ForbiddenName::BeTargeted, source)
}

/// What forbids that a card is destroyed by these means.
pub fn destroyed(game: &Game<'_>, card: CardId, by: Means) -> Option<Cite> {
    let is_it = |means: &[Means]| means.is_empty() || means.contains(&by);
    for_card(
        game,
        card,
        ForbiddenName::BeDestroyed,
        |_, what| matches!(what, Forbidden::BeDestroyed(means) if is_it(means)),
    )
}

/// What forbids a card to stand.
pub fn stands(game: &Game<'_>, card: CardId) -> Option<Cite> {
    for_card(game, card, ForbiddenName::Stand, |_, _| true)
}

/// What forbids that activated abilities of a card are used.
pub fn activates(game: &Game<'_>, card: CardId) -> Option<Cite> {
    for_card(game, card, ForbiddenName::Activate, |_, _| true)
}

/// What forbids a player to use a card: an effect names its properties, or limits how many cards a player
/// uses in a turn.
pub fn uses(game: &Game<'_>, seat: Seat, card: CardId) -> Option<Cite> {
    let wanted = ForbiddenName::Use.topics();
    let forbidden = is_forbidden_to_player(
        game,
        seat,
        wanted,
        |scene, what| matches!(what, Forbidden::Use(fits) if has_all(game, scene, fits, card)),
    );
    let turn = game.state.facts.this_turn.get(seat);
    let used = u32::from(turn.units_used).saturating_add(u32::from(turn.commands_used));
    // Without 主要阶段.卡牌的使用.2 a player uses one card in a turn.
    let mut limited = used > 0 && !game.in_force(cite!("主要阶段.卡牌的使用.2"));
    for_player(game, seat, topics::LIMITS, |own| {
        limited |= matches!(own, ForPlayer::Limit(n) if used >= n);
    });
    (forbidden || limited).then_some(CANNOT)
}

/// What forbids a player to release the territory.
pub fn releases(game: &Game<'_>, seat: Seat) -> Option<Cite> {
    let wanted = ForbiddenName::Release.topics();
    let is_it = |_: &Scene<'_>, what: &Forbidden| *what == Forbidden::Release;
    is_forbidden_to_player(game, seat, wanted, is_it).then_some(CANNOT)
}

/// The rule that stops a proposal.
pub fn of_proposal(game: &Game<'_>, proposal: &Proposed) -> Option<Cite> {
    let card = proposal.card()?;
    match proposal.verb {
        Verb::Destroy => destroyed(game, card, proposal.detail.means),
        Verb::Stand => stands(game, card),
        _ => None,
    }
}

/// Whether an effect lays a duty on a unit, to be done if it can be.
pub fn must(game: &Game<'_>, card: CardId, duty: Duty) -> bool {
    let object = game.state.table.object(card);
    let is_it = |modifier: &Modifier<BuildDivide>| {
        matches!(modifier.influence, Influence::Own(GameInfluence::Must(of)) if of == duty)
            && modifier.names(object)
    };
    let mut demanded = game.running_effects(topics::DUTIES).iter().any(is_it);
    let reaches = |scene: &Scene<'_>, each: &Static| {
        let Static::Must(word) = each else { return false };
        word.duty == duty && word.what.takes_in(game, scene, card)
    };
    stat::each_static(game, topics::DUTIES, reaches, |_, _| demanded = true);
    demanded && game.in_force(CANNOT)
}

/// Whether an effect makes a player skip this now; skipping uses the effect up.
pub fn skips(game: &mut Game<'_>, seat: Seat, what: Skipped) -> bool {
    let place = game.state.facts.skips.get(seat).iter().position(|skipped| *skipped == what);
    let Some(place) = place.filter(|_| game.in_force(CANNOT)) else { return false };
    game.facts_mut().skips.get_mut(seat).remove(place);
    true
}

/// What an effect gives a player for a time: a limit, or a permission with the scene of its text.
enum ForPlayer<'a> {
    Limit(u32),
    Allowed(&'a Scene<'a>, &'a Allowed),
}

/// Calls `look` for every effect among `wanted` that a player has.
fn for_player(game: &Game<'_>, seat: Seat, wanted: u64, mut look: impl FnMut(ForPlayer<'_>)) {
    let reaches = |scene: &Scene<'_>, each: &Static| match each {
        Static::LimitUses(word) => word.who.covers(scene.seat, seat),
        Static::AllowPlayer(word) => word.who.covers(scene.seat, seat),
        Static::Modify(_)
        | Static::Grant(_)
        | Static::Lose(_)
        | Static::Forbid(_)
        | Static::ForbidPlayer(_)
        | Static::Must(_)
        | Static::RaiseDamage(_) => false,
    };
    stat::each_static(game, wanted, reaches, |scene, each| match each {
        Static::LimitUses(word) => look(ForPlayer::Limit(word.n)),
        Static::AllowPlayer(word) => look(ForPlayer::Allowed(scene, &word.allowed)),
        Static::Modify(_)
        | Static::Grant(_)
        | Static::Lose(_)
        | Static::Forbid(_)
        | Static::ForbidPlayer(_)
        | Static::Must(_)
        | Static::RaiseDamage(_) => {}
    });
    for modifier in game.running_effects(wanted) {
        if !matches!(modifier.reach, Reach::Seat(reached) if reached == seat) {
            continue;
        }
        let Influence::Own(own) = &modifier.influence else { continue };
        match own {
            GameInfluence::LimitUses(n) => look(ForPlayer::Limit(*n)),
            GameInfluence::AllowPlayer(text) => {
                let (Some(Effect::AllowPlayer(word)), Some(me)) = (text.word(game), modifier.source) else {
                    continue;
                };
                let scene = Scene::of(modifier.seat, me);
                look(ForPlayer::Allowed(&scene, &word.allowed));
            }
            GameInfluence::Forbid(_)
            | GameInfluence::Must(_)
            | GameInfluence::Copy(_)
            | GameInfluence::Control
            | GameInfluence::Unit
            | GameInfluence::Later(_) => {}
        }
    }
}

fn allowed(game: &Game<'_>, seat: Seat, mut look: impl FnMut(&Scene<'_>, &Allowed)) {
    if game.in_force(CANNOT) {
        for_player(game, seat, topics::ALLOWS, |own| {
            if let ForPlayer::Allowed(scene, what) = own {
                look(scene, what);
            }
        });
    }
}

/// Whether a text allows a player to use a card of the own graveyard.
pub fn opens(game: &Game<'_>, seat: Seat, card: CardId) -> bool {
    let mut may = false;
    allowed(game, seat, |scene, what| {
        may |= matches!(what, Allowed::UseFromGraveyard(fits) if has_all(game, scene, fits, card));
    });
    may
}

/// Whether a text allows a player to use a card of the own hand without its energy cost.
pub fn free(game: &Game<'_>, seat: Seat, card: CardId) -> bool {
    let mut may = false;
    allowed(game, seat, |scene, what| {
        may |= matches!(what, Allowed::UseFree(fits) if has_all(game, scene, fits, card));
    });
    may
}

/// Whether a text lets a player carry out two modes of a command in place of one [ruling-107].
pub fn two_modes(game: &Game<'_>, seat: Seat, card: CardId) -> bool {
    let mut may = false;
    allowed(game, seat, |scene, what| {
        may |= matches!(what, Allowed::TwoModes(fits) if has_all(game, scene, fits, card));
    });
    may && game.in_force(cite!("ruling-107"))
}

/// Whether a text lets a player pay the specified colours of Evol costs with any energy.
pub fn evol_of_any_color(game: &Game<'_>, seat: Seat) -> bool {
    let mut may = false;
    allowed(game, seat, |_, what| may |= *what == Allowed::EvolOfAnyColor);
    may
}

/// How many more times a player may place energy in this turn [主要阶段.能量的配置.3].
pub fn extra_energy(game: &Game<'_>, seat: Seat) -> u32 {
    let mut more = 0u32;
    allowed(game, seat, |_, what| more = more.saturating_add(u32::from(*what == Allowed::ExtraEnergy)));
    more
}

/// The hand limit of a player at the end of the own turn: the largest number that a text sets, else that of
/// the book [结束阶段.2, ruling-41].
pub fn hand_limit(game: &Game<'_>, seat: Seat) -> usize {
    let mut limit = None;
    allowed(game, seat, |_, what| {
        if let Allowed::HandLimit(n) = what {
            limit = limit.max(Some(*n));
        }
    });
    usize::try_from(limit.unwrap_or(HAND_LIMIT.value)).unwrap_or(usize::MAX)
}
