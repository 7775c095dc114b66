//! How abilities are processed, and why they cannot be used.
//!
//! 六.※2 X; 六.2 as much as possible; 六.3 nested; 六.5 sources that have gone; 六.6 targets first; 七.1
//! magic; 十五.下車.1, 十五.禁錮.2, 十五.耗能.1, 十五.耗能.2, 十五.獎勵.1, 十五.還魂.1 costs; ruling-22 optional;
//! ruling-55, ruling-57, ruling-72, ruling-77.

use super::super::reason::Reason;
use super::super::table;
use super::super::words::ability::{Ability, Effective, Triggered};
use super::super::words::{Effect, KeywordName, Select, effect};
use super::super::{Step, Xinglingwang, ending, magic, prohibition, stat};
use super::{
    AbilityId, COVER, DECAY, Game, Pending, USE, ability, body, by_magic, is_used_up, may_choose, told,
};
use crate::card::resolve::{Memo, Stage};
use crate::card::{ConditionWord, FilterWord, Resolution, Scene};
use crate::kernel::{CardId, Object, Seat};
use crate::verdict::{Cite, Refusal};

fn refuse(reason: Reason, cite: Cite) -> Refusal<Reason> {
    Refusal::new(reason, cite)
}

/// Why an ability or magic card cannot be used now, apart from its timing: its condition, limit,
/// targets, cost, X, in this order [七.1, 六.1, 六.※2, ruling-57, ruling-77].
pub fn fault(game: &Game<'_>, scene: &Scene<'_>, id: AbilityId) -> Option<Refusal<Reason>> {
    let body = body(game, id)?;
    let card = scene.me.card;
    let rule = if by_magic(id) { cite!("七.1") } else { cite!("六.1") };
    if body.when.as_ref().is_some_and(|when| !when.holds(game, scene)) {
        return Some(refuse(Reason::ConditionNotMet { card }, rule));
    }
    if is_used_up(game, scene.seat, scene.me, id) {
        return Some(refuse(Reason::UsedThisTurn { card }, rule).also(&[cite!("ruling-72")]));
    }
    for target in &body.targets {
        let domain = target.domain(game, scene);
        let free = domain.iter().any(|other| may_choose(game, scene.seat, scene.me, id, *other).is_none());
        let (least, _) = target.bounds(game, scene, domain.len());
        // With no card at all `bounds` asks for none, but one is needed.
        let needed = least > 0
            || (domain.is_empty()
                && matches!(target.take, crate::card::Take::Exactly(_) | crate::card::Take::All));
        if needed && !free {
            let rule = no_target_rule(game, scene, target, id).unwrap_or(rule);
            return Some(refuse(Reason::NoTarget { card }, rule).also(&[cite!("ruling-77")]));
        }
    }
    if let Some(refusal) = cost_fault(game, scene, &body.cost) {
        return Some(refusal);
    }
    if body.x.as_ref().is_some_and(|x| x.value(game, scene) < 1) {
        return Some(refuse(Reason::XIsZero { card }, cite!("六.※2")).also(&[cite!("ruling-57")]));
    }
    let confined =
        game.state.table.is_current(scene.me) && stat::has_keyword(game, card, KeywordName::Confined);
    if confined && table::is_unit(game, card) && effect::moves_itself(&body.effects) {
        return Some(refuse(Reason::IsConfined { card }, cite!("十五.禁錮.2")));
    }
    None
}

/// The rule that keeps out the card that comes nearest to being a target.
fn no_target_rule(
    game: &Game<'_>,
    scene: &Scene<'_>,
    target: &crate::card::Cards<Xinglingwang>,
    id: AbilityId,
) -> Option<Cite> {
    use crate::card::SourceWord;
    let fitting = target.domain(game, scene);
    if let Some(cite) = fitting.iter().find_map(|card| may_choose(game, scene.seat, scene.me, id, *card)) {
        return Some(cite);
    }
    let seats = target.side.seats(scene.seat).iter();
    let there = seats.flat_map(|seat| target.from.cards(game, scene, *seat).into_owned());
    let lacks = |card: &CardId| target.fits.iter().filter(|f| !f.fits(game, scene, *card)).count();
    let nearest = there.min_by_key(lacks)?;
    target.fits.iter().find(|filter| !filter.fits(game, scene, nearest)).map(FilterWord::rule)
}

/// Why what stands before 若成功 is not possible.
pub fn cost_fault(game: &Game<'_>, scene: &Scene<'_>, cost: &[Effect]) -> Option<Refusal<Reason>> {
    use crate::card::EffectWord;
    let card = scene.me.card;
    for part in cost {
        let energy = match part {
            Effect::Spend(spend) => Some(stat::energy_cost(game, scene.seat, spend.n.value(game, scene))),
            Effect::SpendX(_) => Some((1, false)),
            _ => None,
        };
        if let Some((needs, cheaper)) = energy {
            let there = i64::from(table::energy(game, scene.seat));
            if there < needs {
                let rule = if cheaper { cite!("十五.耗能.2") } else { cite!("十五.耗能.1") };
                let refusal = refuse(Reason::NotEnoughEnergy { needs, there }, rule);
                return Some(if cheaper { refusal.also(&[cite!("十五.耗能.1")]) } else { refusal });
            }
        } else if !part.is_feasible(game, scene) {
            let rule = match part {
                Effect::Alight(_) => cite!("十五.下車.1"),
                Effect::ReturnGhosts(_) => cite!("十五.還魂.1"),
                Effect::LoseReward(_) => cite!("十五.獎勵.1"),
                _ => cite!("六.1"),
            };
            let refusal = refuse(Reason::CostNotPayable { card }, rule);
            return Some(if matches!(part, Effect::ReturnGhosts(_)) {
                refusal.also(&[cite!("ruling-55")])
            } else {
                refusal
            });
        }
    }
    None
}

/// The processing of a waiting ability begins.
pub fn run(game: &mut Game<'_>, seat: Seat, pending: Pending) {
    let Pending { ability: id, me, subject, other, .. } = pending;
    match id.index {
        COVER => return game.push(Step::Cover(me, subject, None)),
        DECAY => return ending::decay(game, seat, me),
        USE if !table::lies_in(game, me.card, table::HAND, seat) => return,
        _ => {}
    }
    if id.index == USE && prohibition::use_magic(game, seat, me.card) {
        return;
    }
    let optional = match ability(game, id) {
        Some(Ability::Triggered(triggered)) => triggered.optional,
        Some(Ability::Immediate(immediate)) => immediate.optional,
        _ => true,
    };
    let in_hand =
        matches!(ability(game, id), Some(Ability::Triggered(Triggered { zone: Effective::Hand, .. })));
    let in_graveyard =
        matches!(ability(game, id), Some(Ability::Triggered(Triggered { zone: Effective::Graveyard, .. })));
    // What works in hand or graveyard has to be there still.
    if (in_hand || in_graveyard) && !game.state.table.is_current(me) {
        return;
    }
    let mut resolution = Resolution::new(seat, me, id, cite!("六.1"));
    resolution.subject = subject;
    resolution.other = other;
    let fault = fault(game, &resolution.scene(), id).map(|fault| fault.reason);
    if fault.is_some_and(|reason| optional || !matches!(reason, Reason::NoTarget { .. })) {
        return;
    }
    resolution.stage = if optional { Stage::Offer } else { Stage::Cost(0) };
    game.push(Step::resolve(resolution));
}

/// An ability or magic card is used by an action.
pub fn begin(game: &mut Game<'_>, seat: Seat, me: Object, id: AbilityId) {
    let mut resolution = Resolution::new(seat, me, id, cite!("六.1"));
    resolution.stage = Stage::Cost(0);
    game.push(Step::resolve(resolution));
}

/// Whether everybody can tell that an optional ability has to be asked.
fn is_open(game: &Game<'_>, id: AbilityId) -> bool {
    id.index != USE
        && !matches!(ability(game, id), Some(Ability::Triggered(Triggered { zone: Effective::Hand, .. })))
}

/// Goes on with an ability: the offer, its targets, then its effects. The stage `Cost` counts the
/// selections of targets, which come before anything is done [六.6].
pub fn resolve(game: &mut Game<'_>, mut resolution: Resolution<Xinglingwang>) {
    let id = resolution.ability;
    loop {
        match resolution.stage {
            Stage::Offer => {
                let (seat, open) = (resolution.seat, is_open(game, id));
                match resolution.part(game, |run| run.yes_no(seat, cite!("六.1"), open)) {
                    Ok(true) => {
                        resolution.memo = Memo::default();
                        resolution.stage = Stage::Cost(0);
                        if id.index == USE {
                            resolution.me = magic::announce(game, seat, resolution.me.card);
                        }
                    }
                    Ok(false) => return,
                    Err(_) => return game.push(Step::resolve(resolution)),
                }
            }
            Stage::Cost(part) => {
                let target = body(game, id).and_then(|body| body.targets.get(usize::from(part)));
                let Some(target) = target else { return announced(game, resolution) };
                let (seat, me) = (resolution.seat, resolution.me);
                let select = Select::Cards(target.clone());
                let free = |game: &Game<'_>, card: CardId| may_choose(game, seat, me, id, card).is_none();
                let rule = resolution.rule;
                match resolution.part(game, |run| run.select_as(seat, &select, rule, false, free)) {
                    Ok(_) => {
                        resolution.memo = Memo::default();
                        resolution.stage = Stage::Cost(part + 1);
                    }
                    Err(_) => return game.push(Step::resolve(resolution)),
                }
            }
            Stage::Effects if !game.holds(cite!("六.5")) && !game.state.table.is_current(resolution.me) => {
                return;
            }
            Stage::Effects => {
                if game.state.facts.negated.contains(&resolution.me) {
                    game.facts_mut().negated.retain(|negated| *negated != resolution.me);
                    return;
                }
                return resolution.run_effects(game);
            }
        }
    }
}

/// All targets are chosen: X is fixed, the use is told, and whatever answers it comes first [六.3].
fn announced(game: &mut Game<'_>, mut resolution: Resolution<Xinglingwang>) {
    if let Some(x) = body(game, resolution.ability).and_then(|body| body.x.as_ref()) {
        resolution.bound.number = x.value(game, &resolution.scene());
    }
    resolution.bound.did = true;
    resolution.stage = Stage::Effects;
    resolution.memo = Memo::default();
    if resolution.ability.index == USE {
        return magic::used(game, resolution);
    }
    let copy = resolution.clone();
    game.push(Step::resolve(resolution));
    told(game, &copy);
}
