//! What effects forbid, and what they demand: FAQ.效果通則.Q3, 回合流程.1; ruling-51, ruling-62, ruling-82,
//! ruling-89, ruling-107, ruling-117 to ruling-120.

use super::BattleSpirits;
use super::ability;
use super::stat;
use super::table::{self, Game, Means, Verb, owner};
use super::words::ability::Body;
use super::words::change::topics;
use super::words::{
    Ability, Allowed, Duty, Effect, Forbidden, ForbiddenName, GameInfluence, Influence, KeywordName, Moment,
    Stat, Static,
};
use crate::abilities::Scene;
use crate::abilities::filter::has_all;
use crate::abilities::standing::{
    each_forbidden_to_card, is_forbidden_to_card, is_forbidden_to_player, running_on,
};
use crate::kernel::{CardId, Proposal, Seat};
use crate::verdict::Cite;

/// Whether an effect forbids something of this name to a card, for which `matches` is true.
fn for_card(
    game: &Game<'_>,
    card: CardId,
    name: ForbiddenName,
    matches: impl Fn(&crate::abilities::Scene<'_>, &Forbidden) -> bool,
) -> bool {
    let is_it = |what: &Forbidden| what.name().0 == name;
    is_forbidden_to_card(game, card, topics::forbids_cards(name), |scene, what, _| {
        is_it(what) && matches(scene, what)
    })
}

/// The rule that stops a proposal. A card that waits to leave is neither removed again nor turned
/// [FAQ.靈魂卡等的狀態.Q2, ruling-71]; nothing happens that an effect forbids [FAQ.效果通則.Q3].
pub fn of_proposal(game: &Game<'_>, proposal: &Proposal<BattleSpirits>) -> Option<Cite> {
    let again = matches!(
        proposal.verb,
        Verb::Destroyed
            | Verb::Depleted
            | Verb::Returned
            | Verb::ToDeck
            | Verb::Exhausted
            | Verb::HeavyExhausted
            | Verb::Refreshed
    );
    let card = proposal.card().filter(|_| again)?;
    if table::waits(game, card) {
        return Some(cite!("FAQ.靈魂卡等的狀態.Q2"));
    }
    let is_destroyed_by = |means: Means| proposal.verb == Verb::Destroyed && proposal.detail.means == means;
    let is_forbidden = is_destroyed_by(Means::Battle)
        && for_card(game, card, ForbiddenName::LoseBattles, |_, _| true)
        || is_destroyed_by(Means::Effect) && destruction(game, card, proposal.seat)
        || proposal.verb == Verb::Refreshed && refreshing(game, card);
    is_forbidden.then_some(cite!("FAQ.效果通則.Q3"))
}

/// Whether an effect forbids that an effect of a player destroys a card.
pub fn destruction(game: &Game<'_>, card: CardId, by: Seat) -> bool {
    by != owner(game, card) && for_card(game, card, ForbiddenName::BeDestroyed, |_, _| true)
}

/// Whether an effect forbids a card to be refreshed.
pub fn refreshing(game: &Game<'_>, card: CardId) -> bool {
    for_card(game, card, ForbiddenName::Refresh, |_, _| true)
}

/// Whether an effect forbids a spirit to attack.
pub fn attack(game: &Game<'_>, card: CardId) -> bool {
    for_card(game, card, ForbiddenName::Attack, |_, _| true)
}

/// Whether an effect forbids a spirit to block the attacker, or the attacker to be blocked by it.
pub fn block(game: &Game<'_>, card: CardId) -> bool {
    let attacker = game.state.facts.attacker().filter(|attacker| table::stands(game, *attacker));
    let unblockable = |attacker: CardId| {
        for_card(game, attacker, ForbiddenName::BeBlocked, |scene, what| {
            let Forbidden::BeBlocked(fits) = what else { return false };
            has_all(game, scene, fits, card)
        })
    };
    for_card(game, card, ForbiddenName::Block, |_, _| true)
        || attacker
            .is_some_and(|attacker| unblockable(attacker.card) || is_too_weak(game, attacker.card, card))
}

/// Whether a running effect on a card of the attacker's player keeps spirits from blocking whose BP is at
/// most that of this card, and the blocker is one. Both BP are those of the moment [FAQ.BP.Q1].
fn is_too_weak(game: &Game<'_>, attacker: CardId, blocker: CardId) -> bool {
    let seat = owner(game, attacker);
    let forbids = |strong: &CardId| {
        let running = running_on(game, topics::WEAKER_BLOCKERS, game.state.table.object(*strong));
        let is_it =
            |influence: &Influence| matches!(influence, Influence::Own(GameInfluence::ForbidWeakerBlockers));
        running.into_iter().any(|modifier| is_it(&modifier.influence))
    };
    let bp = |card: CardId| stat::value(game, card, Stat::Bp);
    let strong = table::list(game, table::FIELD, seat).into_iter().filter(forbids).filter_map(bp).max();
    strong.zip(bp(blocker)).is_some_and(|(most, bp)| bp <= most)
}

/// Whether an effect forbids that a card is designated by an effect of a player's card.
pub fn designation(game: &Game<'_>, card: CardId, (by, source): (Seat, CardId)) -> bool {
    let kind = stat::kind(game, source);
    by != owner(game, card)
        && for_card(game, card, ForbiddenName::BeDesignated, |_, what| {
            let Forbidden::BeDesignated(kinds) = what else { return false };
            kinds.is_empty() || kinds.contains(&kind)
        })
}

/// Whether an effect forbids that the attack of a spirit reduces life.
pub fn life_loss(game: &Game<'_>, card: CardId) -> bool {
    for_card(game, card, ForbiddenName::ReduceLife, |_, _| true)
}

/// Whether an effect forbids that an effect of a card under a timing word is raised.
pub fn raising(game: &Game<'_>, card: CardId, moment: Moment) -> bool {
    for_card(game, card, ForbiddenName::Raise, |_, what| {
        let Forbidden::Raise(moments) = what else { return false };
        moments.contains(&moment)
    }) && game.in_force(cite!("FAQ.效果通則.Q3"))
}

/// How many cores have to stay on a card [ruling-119].
pub fn core_floor(game: &Game<'_>, card: CardId) -> u32 {
    if !game.in_force(cite!("ruling-119")) {
        return 0;
    }
    let (mut floor, wanted) = (0, topics::forbids_cards(ForbiddenName::CoresBelow));
    let is_it = |what: &Forbidden| matches!(what, Forbidden::CoresBelow(_));
    each_forbidden_to_card(game, card, wanted, is_it, |what| {
        if let Forbidden::CoresBelow(n) = what {
            floor = floor.max(*n);
        }
    });
    floor
}

/// Whether an effect forbids a player to use a card.
pub fn using(game: &Game<'_>, seat: Seat, card: CardId) -> bool {
    let wanted = topics::forbids_players(ForbiddenName::Use);
    let in_main = game.state.facts.phase.is_main();
    let not_in_main = |ability: &Ability| matches!(ability.body, Body::Magic { not_in_main: true, .. });
    if in_main && table::printed(game, card).abilities.iter().any(not_in_main) {
        return true;
    }
    is_forbidden_to_player(game, seat, wanted, |scene, what| {
        let Forbidden::Use(fits) = what else { return false };
        has_all(game, scene, fits, card)
    })
}

/// Whether a text lets a spirit attack although it is exhausted [回合流程.1, ruling-82].
pub fn may_attack_exhausted(game: &Game<'_>, card: CardId) -> bool {
    is_permitted(game, card, Allowed::AttackExhausted)
}

/// Whether a text lets a spirit block although it is exhausted [回合流程.1, ruling-82, ruling-118].
pub fn may_block_exhausted(game: &Game<'_>, card: CardId) -> bool {
    is_permitted(game, card, Allowed::BlockExhausted)
}

fn is_permitted(game: &Game<'_>, card: CardId, what: Allowed) -> bool {
    let object = game.state.table.object(card);
    let running = || running_on(game, topics::ALLOWS, object);
    let is_it = |effect: &Effect| matches!(effect, Effect::Allow(word) if word.allowed == what);
    let by_running = || {
        running().any(|modifier| {
            matches!(&modifier.influence, Influence::Allow(text) if text.word(game).is_some_and(is_it))
        })
    };
    game.in_force(cite!("ruling-82")) && (permission(game, card, what).is_some() || by_running())
}

/// The standing effect that permits something to a card now and whose limit is not used up.
fn permission(
    game: &Game<'_>,
    card: CardId,
    what: Allowed,
) -> Option<(crate::kernel::Object, ability::AbilityId)> {
    let mut found = None;
    let reaches = |scene: &Scene<'_>, each: &Static| {
        let Static::Allow(word) = each else { return false };
        word.allowed == what && word.what.takes_in(game, scene, card)
    };
    stat::each_standing(game, topics::ALLOWS, reaches, |scene, _, (me, ability, _)| {
        let is_left = !ability::is_used_up(game, scene.seat, me, ability);
        found = found.or(is_left.then_some((me, ability)));
    });
    found
}

/// Whether an effect lays a duty on a card.
fn has_duty(game: &Game<'_>, card: CardId, is_it: impl Fn(Duty) -> bool) -> bool {
    let mut found = false;
    let reaches = |scene: &Scene<'_>, each: &Static| {
        let Static::Must(word) = each else { return false };
        is_it(word.duty) && word.what.takes_in(game, scene, card)
    };
    stat::each_standing(game, topics::DUTIES, reaches, |_, _, _| found = true);
    let object = game.state.table.object(card);
    let demands = |influence: &Influence| {
        let Influence::Own(GameInfluence::Must(duty)) = influence else { return false };
        is_it(*duty)
    };
    found || running_on(game, topics::DUTIES, object).any(|modifier| demands(&modifier.influence))
}

/// Whether an effect demands that a spirit attacks [ruling-51].
pub fn must_attack(game: &Game<'_>, card: CardId) -> bool {
    has_duty(game, card, |duty| matches!(duty, Duty::Attack | Duty::AttackFirst))
}

/// Whether an effect demands that a certain spirit blocks [ruling-51].
pub fn must_block(game: &Game<'_>, card: CardId) -> bool {
    has_duty(game, card, |duty| duty == Duty::Block)
}

/// Whether any opposing spirit has to block the attacker, whichever it is, as a keyword of the attacker says.
pub fn must_block_with_any(game: &Game<'_>) -> bool {
    let attacker = game.state.facts.attacker().filter(|attacker| table::stands(game, *attacker));
    let forces = |(keyword, rule): (KeywordName, Cite), attacker: CardId| {
        stat::has_keyword(game, attacker, keyword) && game.in_force(rule)
    };
    attacker
        .is_some_and(|attacker| KeywordName::that_force_block().any(|keyword| forces(keyword, attacker.card)))
}

/// An exhausted spirit attacks or blocks: this uses up a limit of the text that permits it.
pub fn uses_permission(game: &mut Game<'_>, card: CardId) {
    let what = match owner(game, card) == game.state.facts.active {
        true => Allowed::AttackExhausted,
        false => Allowed::BlockExhausted,
    };
    if let Some((me, ability)) = permission(game, card, what) {
        ability::note_use(game, owner(game, me.card), me, ability);
    }
}
