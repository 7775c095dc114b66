//! What effects forbid and allow. A prohibition wins over every permission [103.2].

use super::AzurLane;
use super::printed::Kind;
use super::stat;
use super::table::{self, Phase, Verb};
use super::words::skill::topics;
use super::words::{Allowed, Forbidden, Static, Until};
use crate::abilities::Scene;
use crate::abilities::filter::has_all;
use crate::abilities::standing::{is_allowed, is_forbidden_to_card, is_forbidden_to_player};
use crate::kernel::{CardId, Match, Proposal, Seat};
use crate::verdict::Cite;

type Game<'p> = Match<'p, AzurLane>;

/// The rule, if an effect on one of the topics `asked` forbids a player something that `matches`.
fn for_player(
    game: &Game<'_>,
    seat: Seat,
    asked: u64,
    matches: impl Fn(&Scene<'_>, &Forbidden) -> bool,
) -> Option<Cite> {
    is_forbidden_to_player(game, seat, asked, matches).then_some(cite!("103.2"))
}

/// The rule, if an effect on one of the topics `asked` forbids a card something that `matches`.
fn for_card(
    game: &Game<'_>,
    card: CardId,
    asked: u64,
    matches: impl Fn(&Scene<'_>, &Forbidden, Option<Until>) -> bool,
) -> Option<Cite> {
    is_forbidden_to_card(game, card, asked, matches).then_some(cite!("103.2"))
}

pub(crate) fn draw(game: &Game<'_>, seat: Seat) -> Option<Cite> {
    for_player(game, seat, topics::FORBID_DRAW, |_, what| matches!(what, Forbidden::Draw))
}

/// The rule against using a card; a ship that cannot enter cannot be used either.
pub(crate) fn use_card(game: &Game<'_>, seat: Seat, card: CardId) -> Option<Cite> {
    let forbidden = for_player(
        game,
        seat,
        topics::FORBID_USE,
        |scene, what| matches!(what, Forbidden::Use(filters) if has_all(game, scene, filters, card)),
    );
    if forbidden.is_none() && table::is_kind(game, card, Kind::Ship) {
        return enter(game, seat, card);
    }
    forbidden
}

/// The rule against a card's entering on a player's battlefield; only ships can enter [400.4].
pub(crate) fn enter(game: &Game<'_>, seat: Seat, card: CardId) -> Option<Cite> {
    if !table::is_kind(game, card, Kind::Ship) {
        return Some(cite!("400.4"));
    }
    for_player(
        game,
        seat,
        topics::FORBID_ENTER,
        |scene, what| matches!(what, Forbidden::Enter(filters) if has_all(game, scene, filters, card)),
    )
}

/// The rule against every attack of a card [505, ruling-48].
pub(crate) fn attack_at_all(game: &Game<'_>, card: CardId) -> Option<Cite> {
    let forbids = |what: &Forbidden| matches!(what, Forbidden::Attack(filters) if filters.is_empty());
    for_card(game, card, topics::FORBID_EVERY_ATTACK, |_, what, _| forbids(what))
}

pub(crate) fn attack(game: &Game<'_>, card: CardId, target: CardId) -> Option<Cite> {
    for_card(
        game,
        card,
        topics::FORBID_ATTACK,
        |scene, what, _| matches!(what, Forbidden::Attack(filters) if has_all(game, scene, filters, target)),
    )
}

pub(crate) fn support(game: &Game<'_>, card: CardId) -> Option<Cite> {
    for_card(game, card, topics::FORBID_SUPPORT, |_, what, _| matches!(what, Forbidden::Support))
}

/// The rule against a card's becoming active now; some effects forbid it only in a reset phase.
pub(crate) fn become_active(game: &Game<'_>, card: CardId) -> Option<Cite> {
    let facts = &game.state.facts;
    for_card(game, card, topics::FORBID_BECOME_ACTIVE, |scene, what, until| {
        matches!(what, Forbidden::BecomeActive)
            && match until {
                Some(Until::OpponentReset) => facts.phase == Phase::Reset && facts.active != scene.seat,
                Some(Until::OwnReset) => facts.phase == Phase::Reset && facts.active == scene.seat,
                None | Some(Until::Battle | Until::Turn | Until::OpponentTurn | Until::Always) => true,
                Some(Until::Start(_) | Until::End(_)) => true,
            }
    })
}

/// Whether an effect lets a card attack an active ship [505.2a, 103.1].
pub(crate) fn may_attack_active(game: &Game<'_>, card: CardId, target: CardId) -> bool {
    is_allowed(game, card, |scene, allowed| match allowed {
        Allowed::AttackActive(filters) => has_all(game, scene, filters, target),
        Allowed::AttackFresh(_) => false,
    })
}

/// Whether an effect lets a card attack this target on the turn it entered [ruling-52].
pub(crate) fn may_attack_fresh(game: &Game<'_>, card: CardId, target: CardId) -> bool {
    is_allowed(game, card, |scene, allowed| match allowed {
        Allowed::AttackFresh(filters) => has_all(game, scene, filters, target),
        Allowed::AttackActive(_) => false,
    })
}

/// Whether a continuous skill lets a player use this card from the retreat zone [400.7].
pub(crate) fn opens_retreat(game: &Game<'_>, seat: Seat, card: CardId) -> bool {
    if !game.in_force(cite!("400.7")) {
        return false;
    }
    let mut found = false;
    let reaches = |scene: &Scene<'_>, each: &Static| {
        let Static::UseFromRetreat(word) = each else { return false };
        scene.seat == seat && has_all(game, scene, &word.fits, card)
    };
    stat::each_static(game, topics::USE_FROM_RETREAT, reaches, |_, _| found = true);
    found
}

/// The rule that forbids a proposal [103.2, 400.4].
pub(crate) fn of_proposal(game: &Game<'_>, proposal: &Proposal<AzurLane>) -> Option<Cite> {
    let card = proposal.card();
    match proposal.verb {
        Verb::Draw => draw(game, proposal.seat),
        Verb::Activate => card.and_then(|card| become_active(game, card)),
        Verb::Enter => card.and_then(|card| enter(game, proposal.seat, card)),
        Verb::ToHand
        | Verb::ToDeck
        | Verb::ToRetreat
        | Verb::ToDurability
        | Verb::Destroy
        | Verb::Retreat
        | Verb::PutUnder => card.and_then(|card| leave(game, card)),
        Verb::LayDown | Verb::Pick | Verb::Order | Verb::Mulligan | Verb::Discard | Verb::Cover => None,
        Verb::Move | Verb::Rest | Verb::Flip | Verb::Shuffle | Verb::Reveal | Verb::Look => None,
        Verb::AddCubes | Verb::RestCubes | Verb::ActivateCubes | Verb::ReturnCubes | Verb::TurnCubes => None,
        Verb::Use | Verb::Fire | Verb::Effect | Verb::Attack | Verb::Support | Verb::Combat => None,
        Verb::Damage | Verb::BattleEnds | Verb::PhaseStarts | Verb::TurnEnds | Verb::TurnStarts => None,
    }
}

/// The rule against the flagship's leaving the battlefield [400.4, ruling-67].
fn leave(game: &Game<'_>, card: CardId) -> Option<Cite> {
    table::is_kind(game, card, Kind::Flagship).then_some(cite!("400.4"))
}

/// Whether a skill may offer to move a card to another zone.
pub(crate) fn may_leave(game: &Game<'_>, card: CardId) -> bool {
    leave(game, card).is_none_or(|rule| !game.in_force(rule))
}

/// Whether a skill may offer a player to draw.
pub(crate) fn may_draw(game: &Game<'_>, seat: Seat) -> bool {
    draw(game, seat).is_none_or(|rule| !game.in_force(rule))
}

/// Whether a skill may offer to make a card active.
pub(crate) fn may_become_active(game: &Game<'_>, card: CardId) -> bool {
    become_active(game, card).is_none_or(|rule| !game.in_force(rule))
}
