//! What effects forbid. A prohibition wins over every permission, wherever it stands [六.7].

use super::Xinglingwang;
use super::stat;
use super::table::{self, Means, Verb};
use super::words::continuous::topics;
use super::words::{Allowed, Forbidden, ForbiddenName, KeywordName, KeywordNames};
use crate::abilities::Scene;
use crate::abilities::filter::has_all;
use crate::abilities::standing::{is_allowed_to_player, is_forbidden_to_card, is_forbidden_to_player};
use crate::abilities::topics::Topical;
use crate::kernel::{CardId, Match, Object, Proposal, Seat};
use crate::verdict::Cite;

type Game<'p> = Match<'p, Xinglingwang>;

/// Whether a prohibition of this name affects a card; `matches` tests the properties that a prohibition may
/// refer to.
fn for_card(
    game: &Game<'_>,
    card: CardId,
    name: ForbiddenName,
    matches: impl Fn(&Scene<'_>, &Forbidden) -> bool,
) -> bool {
    is_forbidden_to_card(game, card, name.topics(), |scene, what, _| {
        what.name() == name && matches(scene, what)
    })
}

/// Whether a prohibition of this name affects a player; `matches` as in [`for_card`].
fn for_player(
    game: &Game<'_>,
    seat: Seat,
    name: ForbiddenName,
    matches: impl Fn(&Scene<'_>, &Forbidden) -> bool,
) -> bool {
    is_forbidden_to_player(game, seat, topics::FORBIDS_PLAYERS, |scene, what| {
        what.name() == name && matches(scene, what)
    })
}

/// The test of prohibitions that refer to no properties.
const fn plainly(_: &Scene<'_>, _: &Forbidden) -> bool {
    true
}

/// Whether an effect on the unit itself forbids it to be attacking [十一.3].
pub(crate) fn unit_attacks(game: &Game<'_>, card: CardId) -> bool {
    for_card(game, card, ForbiddenName::Attack, plainly)
}

/// Whether the units of a player cannot be attacking [十一.3].
pub(crate) fn player_attacks(game: &Game<'_>, seat: Seat) -> bool {
    for_player(game, seat, ForbiddenName::Attack, plainly)
}

/// Whether an attack of a unit cannot be declared [ruling-25].
pub(crate) fn declare_attack(game: &Game<'_>, card: CardId) -> bool {
    let seat = table::side(game, card).unwrap_or_else(|| table::owner(game, card));
    unit_attacks(game, card)
        || player_attacks(game, seat)
        || for_card(game, card, ForbiddenName::DeclareAttack, plainly)
        || for_player(game, seat, ForbiddenName::DeclareAttack, plainly)
}

pub(crate) fn be_attacked(game: &Game<'_>, target: CardId, attacker: CardId) -> bool {
    for_card(game, target, ForbiddenName::BeAttacked, |scene, what| {
        let Forbidden::BeAttacked(filters) = what else { return false };
        has_all(game, scene, filters, attacker)
    })
}

/// Whether a unit cannot move by its own or in a formation [十五.禁錮.1, ruling-50].
pub(crate) fn moves(game: &Game<'_>, card: CardId) -> bool {
    for_card(game, card, ForbiddenName::Move, plainly) || being_moved(game, card)
}

/// Whether no effect can move a unit.
pub(crate) fn being_moved(game: &Game<'_>, card: CardId) -> bool {
    for_card(game, card, ForbiddenName::BeMoved, plainly)
}

pub(crate) fn tribute(game: &Game<'_>, card: CardId) -> bool {
    for_card(game, card, ForbiddenName::Tribute, plainly) || sacrifice(game, card)
}

/// Whether a unit cannot be sacrificed, as a tribute or otherwise.
pub(crate) fn sacrifice(game: &Game<'_>, card: CardId) -> bool {
    for_card(game, card, ForbiddenName::Sacrificed, plainly)
}

pub(crate) fn play(game: &Game<'_>, seat: Seat, card: CardId) -> bool {
    let matches = |scene: &Scene<'_>, what: &Forbidden| {
        let Forbidden::Play(filters) = what else { return false };
        has_all(game, scene, filters, card)
    };
    entering(game, seat) || for_player(game, seat, ForbiddenName::Play, matches)
}

/// Whether a player can neither play nor summon units, even by effects.
pub(crate) fn entering(game: &Game<'_>, seat: Seat) -> bool {
    for_player(game, seat, ForbiddenName::BringIn, plainly)
}

/// Whether the play of a formation may be a unit that needs tributes [十三.2].
pub(crate) fn may_play_red_star(game: &Game<'_>, seat: Seat) -> bool {
    !game.state.facts.formation_play
        && is_allowed_to_player(game, seat, |_, what| matches!(what, Allowed::RedStarInFormation))
}

/// Whether a unit that a player brings in may enter in the back row [九.2].
pub(crate) fn may_enter_behind(game: &Game<'_>, seat: Seat, card: CardId) -> bool {
    is_allowed_to_player(
        game,
        seat,
        |scene, what| matches!(what, Allowed::BackRow(filters) if has_all(game, scene, filters, card)),
    )
}

/// Whether a player cannot summon a traveler as the normal play.
pub(crate) fn summon_traveler(game: &Game<'_>, seat: Seat) -> bool {
    entering(game, seat) || for_player(game, seat, ForbiddenName::SummonTraveler, plainly)
}

pub(crate) fn use_magic(game: &Game<'_>, seat: Seat, card: CardId) -> bool {
    let matches = |scene: &Scene<'_>, what: &Forbidden| {
        let Forbidden::UseMagic(filters) = what else { return false };
        has_all(game, scene, filters, card)
    };
    for_card(game, card, ForbiddenName::BeUsed, plainly)
        || for_player(game, seat, ForbiddenName::UseMagic, matches)
}

/// Whether an effect keeps the tactics phase of a player from being skipped [十三.1].
pub(crate) fn skipping_tactics(game: &Game<'_>, seat: Seat) -> bool {
    for_player(game, seat, ForbiddenName::SkipTactics, plainly)
}

/// Whether an effect keeps a unit from failing in a tie [十一.8(2)].
pub(crate) fn losing_ties(game: &Game<'_>, card: CardId) -> bool {
    for_card(game, card, ForbiddenName::LoseTie, plainly)
}

pub(crate) fn early_end(game: &Game<'_>, seat: Seat) -> bool {
    for_player(game, seat, ForbiddenName::DeclareEarlyEnd, plainly)
}

/// Whether the 立即 of a unit is not processed.
pub(crate) fn immediate(game: &Game<'_>, seat: Seat, card: CardId) -> bool {
    for_card(game, card, ForbiddenName::Immediate, plainly)
        || for_player(game, seat, ForbiddenName::Immediate, plainly)
}

pub(crate) fn activate(game: &Game<'_>, card: CardId) -> bool {
    for_card(game, card, ForbiddenName::Activate, plainly)
}

/// The rule by which battle does not destroy a unit: a text spares it in this battle, or forbids its
/// destruction by battle [六.1, 六.7].
fn battle_destruction(game: &Game<'_>, card: CardId) -> Option<Cite> {
    let battle = game.state.facts.battle.as_ref();
    if battle.is_some_and(|battle| battle.spared.contains(&game.state.table.object(card))) {
        return Some(cite!("六.1"));
    }
    for_card(game, card, ForbiddenName::BattleDestroyed, plainly).then_some(cite!("六.7"))
}

/// The rule by which a card is not destroyed [十五.破壞抗性.1, 六.7].
pub(crate) fn destruction(game: &Game<'_>, card: CardId) -> Option<Cite> {
    if stat::has_keyword(game, card, KeywordName::DestroyResistance) {
        return Some(cite!("十五.破壞抗性.1"));
    }
    for_card(game, card, ForbiddenName::Destroyed, plainly).then_some(cite!("六.7"))
}

/// Whether effects cannot rest a unit or turn it upright.
pub(crate) fn turning(game: &Game<'_>, card: CardId) -> bool {
    for_card(game, card, ForbiddenName::Turn, plainly)
}

pub(crate) fn draw(game: &Game<'_>, seat: Seat) -> bool {
    for_player(game, seat, ForbiddenName::Draw, plainly)
}

/// The rule that forbids a proposal.
pub(crate) fn of_proposal(game: &Game<'_>, proposal: &Proposal<Xinglingwang>) -> Option<Cite> {
    let card = proposal.card()?;
    match proposal.verb {
        Verb::Destroy if proposal.detail.means == Means::Battle => {
            battle_destruction(game, card).or_else(|| destruction(game, card))
        }
        Verb::Destroy => destruction(game, card),
        Verb::Sacrifice => sacrifice(game, card).then_some(cite!("六.7")),
        Verb::Move => being_moved(game, card).then_some(cite!("六.7")),
        Verb::Rest | Verb::Upright if matches!(proposal.detail.means, Means::Unit | Means::Magic) => {
            turning(game, card).then_some(cite!("六.7"))
        }
        Verb::Draw => draw(game, proposal.seat).then_some(cite!("六.7")),
        Verb::Play | Verb::ExtraPlay | Verb::Summon => entering(game, proposal.seat).then_some(cite!("六.7")),
        _ => None,
    }
}

/// Whether a card cannot be chosen as a target: by resistance, or because it is a pending tribute
/// [十二.※1, 十五.魔法抗性, 十五.效果抗性].
pub(crate) fn choosing(
    game: &Game<'_>,
    seat: Seat,
    source: Object,
    by_magic: bool,
    card: CardId,
) -> Option<Cite> {
    if !table::is_unit(game, card) {
        return None;
    }
    if game.state.agenda.iter().any(|frame| super::entering::is_pending_tribute(frame, card)) {
        return Some(cite!("十二.※1"));
    }
    // A field card is no unit, and once laid it is no used magic: no resistance stops it.
    if !by_magic && table::printed(game, source.card).magic.is_some() && !table::is_unit(game, source.card) {
        return None;
    }
    let enemy = table::side(game, card) != Some(seat);
    let (any, by_enemy) = if by_magic {
        (KeywordName::MagicResistance, KeywordName::EnemyMagicResistance)
    } else {
        (KeywordName::EffectResistance, KeywordName::EnemyEffectResistance)
    };
    let has = stat::keyword_names(game, card, KeywordNames::of(&[any, by_enemy]));
    // With 十五.魔法抗性.2 or 十五.效果抗性.2 suspended, the resistance against the enemy works against both players.
    let enemy = enemy
        || by_magic && !game.in_force(cite!("十五.魔法抗性.2"))
        || !by_magic && !game.in_force(cite!("十五.效果抗性.2"));
    match (has.has(any), has.has(by_enemy) && enemy, by_magic) {
        (true, _, true) => Some(cite!("十五.魔法抗性.1")),
        (_, true, true) => Some(cite!("十五.魔法抗性.2")),
        (true, _, false) => Some(cite!("十五.效果抗性.1")),
        (_, true, false) => Some(cite!("十五.效果抗性.2")),
        _ => None,
    }
}
