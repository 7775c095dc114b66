//! How abilities are processed, and why they cannot be used.
//!
//! 六.※2 X; 六.2 as much as possible; 六.3 nested; 六.5 sources that have gone; 六.6 targets first; 七.1
//! magic; 十五.下車.1, 十五.禁錮.2, 十五.耗能.1, 十五.耗能.2, 十五.獎勵.1, 十五.還魂.1 costs; ruling-22 optional;
//! ruling-55, ruling-57, ruling-72, ruling-77.

use super::super::reason::Reason;
use super::super::table;
use super::super::words::ability::{Effective, Text};
use super::super::words::{Effect, KeywordName, Select, Take, effect, possible};
use super::super::{PassedOver, Step, Xinglingwang, combination, ending, magic, prohibition, stat};
use super::{
    AbilityId, COVER, DECAY, Game, Pending, Purpose, USE, USE_AT, ability, announce_use, by_magic, has_modes,
    is_used_up, modes, purpose_of, target_fault, text,
};
use crate::abilities::resolve::{Memo, ResolutionStage};
use crate::abilities::{
    Answer, Bound, Cards, Choosable, ConditionWord, EffectWord, FilterWord, Pause, Resolution, Run, Scene,
    SourceWord,
};
use crate::kernel::{CardId, Draft, Frame, Object, Seat};
use crate::verdict::{Cite, Refusal};

fn refuse(reason: Reason, cite: Cite) -> Refusal<Reason> {
    Refusal::new(reason, cite)
}

/// The first reason for which an ability or magic card cannot be used now, apart from its timing: condition,
/// limit, targets, its unit, cost, X [七.1, 六.1, 十五.禁錮.2, 十五.合體.1, 六.※2, ruling-57, ruling-77].
pub(crate) fn fault(game: &Game<'_>, scene: &Scene<'_>, id: AbilityId) -> Option<Refusal<Reason>> {
    if has_modes(game, id) {
        return modes_fault(game, scene, id);
    }
    condition_fault(game, scene, id)
        .or_else(|| limit_fault(game, scene, id))
        .or_else(|| choice_fault(game, scene, id))
}

/// Why none of several effects of a magic card can be chosen; `None`: one can.
fn modes_fault(game: &Game<'_>, scene: &Scene<'_>, id: AbilityId) -> Option<Refusal<Reason>> {
    let mut first = None;
    for (_, mode) in modes(game, scene, id) {
        let fault = fault(game, scene, mode)?;
        first = first.or(Some(fault));
    }
    let card = scene.me.card;
    Some(first.unwrap_or_else(|| refuse(Reason::WrongTiming { card }, cite!("七.1"))))
}

/// The numbers from 1 of the effects that a player can choose now, if the resolution on top of the agenda is
/// that of a magic card with several effects.
pub(crate) fn possible_modes(game: &Game<'_>) -> Option<Vec<i64>> {
    let Some(Frame::Step(Step::Resolve(resolution))) = game.state.agenda.last() else { return None };
    let is_choosing = resolution.stage == ResolutionStage::Cost(0) && has_modes(game, resolution.ability);
    is_choosing.then(|| {
        let possible = possible(game, &resolution.scene(), resolution.ability);
        possible.into_iter().map(|(number, _)| i64::from(number)).collect()
    })
}

fn possible(game: &Game<'_>, scene: &Scene<'_>, id: AbilityId) -> Vec<(u8, AbilityId)> {
    modes(game, scene, id).into_iter().filter(|(_, mode)| fault(game, scene, *mode).is_none()).collect()
}

/// Asks the user of a magic card for one of its effects; the only possible one is taken unasked. `None`: none
/// is possible.
fn choose_mode(run: &mut Run<'_, '_, Xinglingwang>) -> Result<Option<AbilityId>, Pause> {
    let (seat, id) = (run.seat(), run.resolution.ability);
    let possible = possible(run.game, &run.resolution.scene(), id);
    match possible.as_slice() {
        [] => Ok(None),
        [(_, only)] if run.resolution.memo.decided.is_empty() => Ok(Some(*only)),
        _ => {
            let count = run.game.pool.card(id.definition).magic.as_ref().map_or(0, |magic| magic.modes.len());
            let what = Choosable::Mode(u8::try_from(count).unwrap_or(u8::MAX));
            let Answer::Number(number) = run.ask(seat, what, cite!("七.1"), true)? else { return Ok(None) };
            let chosen = possible.iter().find(|(other, _)| i64::from(*other) == number);
            Ok(chosen.map(|(_, mode)| *mode))
        }
    }
}

/// Refuses a draft for an ability that cannot be used. Each fault is a refusal of its own, so that a judge's
/// ruling can waive the condition or the limit and the next fault still counts.
pub(crate) fn check(
    draft: &mut Draft<'_, '_, Xinglingwang>,
    scene: &Scene<'_>,
    id: AbilityId,
    field: &'static str,
) {
    if has_modes(draft.game, id) {
        if let Some(refusal) = modes_fault(draft.game, scene, id) {
            draft.refuse(refusal.of(field));
        }
        return;
    }
    for fault in [condition_fault, limit_fault, choice_fault] {
        if !draft.is_refused()
            && let Some(refusal) = fault(draft.game, scene, id)
        {
            draft.refuse(refusal.of(field));
        }
    }
}

fn rule_of_use(id: AbilityId) -> Cite {
    if by_magic(id) { cite!("七.1") } else { cite!("六.1") }
}

fn condition_fault(game: &Game<'_>, scene: &Scene<'_>, id: AbilityId) -> Option<Refusal<Reason>> {
    let (text, card, rule) = (text(game, id)?, scene.me.card, rule_of_use(id));
    let fails = text.when.as_ref().is_some_and(|when| !when.is_true(game, scene));
    fails.then(|| refuse(Reason::ConditionNotMet { card }, rule))
}

fn limit_fault(game: &Game<'_>, scene: &Scene<'_>, id: AbilityId) -> Option<Refusal<Reason>> {
    let (card, rule) = (scene.me.card, rule_of_use(id));
    let is_used_up = is_used_up(game, scene.seat, scene.me, id);
    is_used_up.then(|| refuse(Reason::UsedThisTurn { card }, rule).also(&[cite!("ruling-72")]))
}

fn choice_fault(game: &Game<'_>, scene: &Scene<'_>, id: AbilityId) -> Option<Refusal<Reason>> {
    let (text, card, rule) = (text(game, id)?, scene.me.card, rule_of_use(id));
    let allowed = |target: &Cards<Xinglingwang>, card: CardId| {
        let purpose = purpose_of(&text.effects, target.name.as_deref());
        target_fault(game, (scene.seat, scene.me), id, purpose, card).is_none()
    };
    for (place, target) in text.targets.iter().enumerate() {
        let domain = target.domain(game, scene);
        let purpose = purpose_of(&text.effects, target.name.as_deref());
        // A target may refer to cards chosen for the targets before it.
        let before = text.targets.get(..place).unwrap_or_default();
        let is_there = |target: &Cards<Xinglingwang>| {
            let any =
                |scene: &Scene<'_>| target.domain(game, scene).iter().any(|card| allowed(target, *card));
            possible::with_targets(before, (game, scene), &allowed, &any)
        };
        // "Another one" is of the same choice: where there are fewer, as many as possible are handled
        // [ruling-77].
        let free = is_there(target) || without_another(target).is_some_and(|wider| is_there(&wider));
        let (least, _) = target.bounds(game, scene, domain.len());
        // For an empty domain `bounds` asks for no card, but a fixed number or 所有 needs at least one
        // [ruling-77].
        let needed = least > 0
            || (domain.is_empty()
                && matches!(target.take, crate::abilities::Take::Exactly(_) | crate::abilities::Take::All));
        if needed && !free && !handles_others(game, scene, &text.effects) {
            let rule = no_target_rule(game, scene, target, (id, purpose)).unwrap_or(rule);
            let refusal = refuse(Reason::NoTarget { card }, rule).also(&[cite!("ruling-77")]);
            let combines = rule == cite!("十五.合體.1") && purpose == Purpose::Parasite;
            return Some(if combines { refusal.also(&[cite!("ruling-44")]) } else { refusal });
        }
    }
    if let Some(refusal) = nothing_to_choose(game, scene, text, rule) {
        return Some(refusal);
    }
    let confined =
        game.state.table.is_current(scene.me) && stat::has_keyword(game, card, KeywordName::Confined);
    if confined && table::is_unit(game, card) && effect::moves_itself(&text.effects) {
        return Some(refuse(Reason::IsConfined { card }, cite!("十五.禁錮.2")));
    }
    if table::is_combined(game, card) && effect::goes_under(&text.effects, |_| true) {
        return Some(refuse(Reason::IsCombined { card }, cite!("十五.合體.1")).also(&[cite!("ruling-44")]));
    }
    if let Some(refusal) = cost_fault(game, scene, &text.cost) {
        return Some(refusal);
    }
    if text.x.as_ref().is_some_and(|x| x.value(game, scene) < 1) {
        return Some(refuse(Reason::XIsZero { card }, cite!("六.※2")).also(&[cite!("ruling-57")]));
    }
    None
}

/// Why an optional ability is not offered: it cannot be used, or none of its effects can do anything
/// [ruling-86]. An ability with a payable cost can always pay it, and is offered.
pub(crate) fn offer_fault(game: &Game<'_>, scene: &Scene<'_>, id: AbilityId) -> Option<Refusal<Reason>> {
    if let Some(fault) = fault(game, scene, id) {
        return Some(fault);
    }
    let text = text(game, id)?;
    if by_magic(id) || text.effects.is_empty() || !text.cost.is_empty() {
        return None;
    }
    let allowed = |target: &Cards<Xinglingwang>, card: CardId| {
        let purpose = purpose_of(&text.effects, target.name.as_deref());
        target_fault(game, (scene.seat, scene.me), id, purpose, card).is_none()
    };
    let number = text.x.as_ref().map_or(0, |x| x.value(game, scene));
    let bound = Bound { number, ..Bound::NONE };
    let scene = Scene { bound: &bound, ..*scene };
    let is_anything = |scene: &Scene<'_>| text.effects.iter().any(|effect| effect.can_do_some(game, scene));
    if possible::with_targets(&text.targets, (game, &scene), &allowed, &is_anything) {
        return None;
    }
    let reason = Reason::NotOffered { card: scene.me.card };
    Some(refuse(reason, cite!("六.1")).also(&[cite!("ruling-86")]))
}

/// A target that may be a card chosen before; `None`: nothing keeps it from being one.
fn without_another(target: &Cards<Xinglingwang>) -> Option<Cards<Xinglingwang>> {
    let fits: Vec<_> = target.fits.iter().filter(|filter| !filter.means_another()).cloned().collect();
    (fits.len() < target.fits.len()).then(|| Cards { fits, ..target.clone() })
}

/// Whether a text that lacks a target can still do something to other cards, which is enough to use it [六.2,
/// ruling-77].
fn handles_others(game: &Game<'_>, scene: &Scene<'_>, effects: &[Effect]) -> bool {
    let handles = |effect: &Effect| matches!(effect.selection(), Some(Select::Cards(_)));
    effects.iter().any(|effect| handles(effect) && effect.can_do_some(game, scene))
}

/// The fault of a text without targets all of whose effects choose cards while processed, and have none to
/// choose [ruling-77].
fn nothing_to_choose(game: &Game<'_>, scene: &Scene<'_>, text: &Text, rule: Cite) -> Option<Refusal<Reason>> {
    let none = |effect: &Effect| {
        let selection = effect.selection().filter(|_| !matches!(effect, Effect::Discard(_)));
        let Some(select @ Select::Cards(Cards { take: Take::Exactly(_), .. })) = &selection else {
            return false;
        };
        let under = effect.hosts().is_some();
        let free = |card| !under || combination::parasite_fault(game, scene.me, card).is_none();
        !possible::any(game, scene, select, |object| free(object.card))
    };
    if text.effects.is_empty() || !text.targets.is_empty() || !text.effects.iter().all(none) {
        return None;
    }
    let refusal = |rule| refuse(Reason::NoTarget { card: scene.me.card }, rule).also(&[cite!("ruling-77")]);
    Some(match text.effects.first().and_then(Effect::hosts) {
        Some(hosts) if possible::any(game, scene, hosts, |_| true) => {
            refusal(cite!("十五.合體.1")).also(&[cite!("ruling-44")])
        }
        _ => refusal(rule),
    })
}

/// The rule to cite where there is no target: of the card that comes nearest to being one, the rule that
/// excludes it.
fn no_target_rule(
    game: &Game<'_>,
    scene: &Scene<'_>,
    target: &crate::abilities::Cards<Xinglingwang>,
    (id, purpose): (AbilityId, Purpose),
) -> Option<Cite> {
    use crate::abilities::SourceWord;
    let fitting = target.domain(game, scene);
    let kept_out = |card: &CardId| target_fault(game, (scene.seat, scene.me), id, purpose, *card);
    if let Some(cite) = fitting.iter().find_map(kept_out) {
        return Some(cite);
    }
    let seats = target.side.seats(scene.seat).iter();
    let there = seats.flat_map(|seat| target.from.cards(game, scene, *seat).into_owned());
    let lacks = |card: &CardId| target.fits.iter().filter(|f| !f.fits(game, scene, *card)).count();
    let nearest = there.min_by_key(lacks)?;
    target.fits.iter().find(|filter| !filter.fits(game, scene, nearest)).map(FilterWord::rule)
}

/// Why the part before 若成功 cannot be done completely.
pub(crate) fn cost_fault(game: &Game<'_>, scene: &Scene<'_>, cost: &[Effect]) -> Option<Refusal<Reason>> {
    let card = scene.me.card;
    let mut bound = scene.bound.clone();
    for part in cost {
        let chosen = &Scene { bound: &bound, ..*scene };
        let energy = if let Effect::Spend(spend) = part {
            Some(stat::energy_cost(game, scene.seat, spend.n.value(game, scene)))
        } else {
            matches!(part, Effect::SpendX(_)).then_some((1, false))
        };
        if let Some((needs, cheaper)) = energy {
            let there = i64::from(table::energy(game, scene.seat));
            if there < needs {
                let rule = if cheaper { cite!("十五.耗能.2") } else { cite!("十五.耗能.1") };
                let refusal = refuse(Reason::NotEnoughEnergy { needs, there }, rule);
                return Some(if cheaper { refusal.also(&[cite!("十五.耗能.1")]) } else { refusal });
            }
        } else if !part.can_do_all(game, scene) && !part.can_do_all(game, chosen) {
            let (rule, also) = part.cost_rules().unwrap_or((cite!("六.1"), &[]));
            return Some(refuse(Reason::CostNotPayable { card }, rule).also(also));
        }
        // A part of the cost may refer to what the part before it chooses.
        let before = bound.clone();
        part.bind_expected(game, &Scene { bound: &before, ..*scene }, &mut bound);
    }
    None
}

/// The most abilities that one log entry notes as not offered.
const MOST_PASSED_OVER: usize = 2_000;

/// Notes that an optional ability is not offered and why, for a seat that answers it all the same.
pub(crate) fn pass_over(game: &mut Game<'_>, seat: Seat, source: Object, why: &Refusal<Reason>) {
    let (rule, also) = (why.cite, why.also.to_vec());
    if game.has_room(game.state.facts.passed_over.len(), MOST_PASSED_OVER) {
        game.facts_mut().passed_over.push(PassedOver { seat, source, rule, also });
    }
}

/// Begins an ability of the waiting list: an optional one is offered to its player, unless it cannot be used.
pub(crate) fn run(game: &mut Game<'_>, seat: Seat, pending: Pending) {
    let Pending { ability: id, me, subject, other, later, .. } = pending;
    if let Some(made) = later {
        let mut resolution = made.resolution(seat, me, cite!("六.1"));
        (resolution.subject, resolution.other) = (subject, other);
        return game.push(Step::resolve(resolution));
    }
    match id.index {
        COVER => return game.push(Step::Cover(me, subject, None)),
        DECAY => return ending::decay(game, seat, me),
        USE | USE_AT if !table::lies_in(game, me.card, table::HAND, seat) => return,
        _ => {}
    }
    if by_magic(id) && prohibition::use_magic(game, seat, me.card) {
        let forbidden = refuse(Reason::ForbiddenByEffect { card: Some(me.card) }, cite!("六.7"));
        return pass_over(game, seat, me, &forbidden);
    }
    // The use of a magic card is optional.
    let head = ability(game, id).map(|ability| &ability.head);
    let (optional, zone) = head.map_or((true, Effective::Field), |head| (head.optional, head.zone));
    // An ability of the hand or the graveyard needs its card to lie there still.
    if zone != Effective::Field && !game.state.table.is_current(me) {
        return;
    }
    let mut resolution = Resolution::new(seat, me, id, cite!("六.1"));
    resolution.subject = subject;
    resolution.other = other;
    let ask = if optional { offer_fault } else { fault };
    match ask(game, &resolution.scene(), id) {
        Some(fault) if optional => return pass_over(game, seat, me, &fault),
        Some(fault) if !matches!(fault.reason, Reason::NoTarget { .. }) => return,
        _ => {}
    }
    resolution.stage = if optional { ResolutionStage::Offer } else { ResolutionStage::Cost(0) };
    game.push(Step::resolve(resolution));
}

/// Begins an ability or magic card that a player's action uses.
pub(crate) fn begin(game: &mut Game<'_>, scene: &Scene<'_>, id: AbilityId) {
    let mut resolution = Resolution::new(scene.seat, scene.me, id, cite!("六.1"));
    resolution.subject = scene.subject;
    resolution.other = scene.other;
    resolution.stage = ResolutionStage::Cost(0);
    game.push(Step::resolve(resolution));
}

/// Whether an offer tells the other seat nothing: the ability does not lie in hand, and public facts alone
/// decide whether it can be used.
fn is_open(game: &Game<'_>, id: AbilityId) -> bool {
    let is_public = |target: &Cards<Xinglingwang>| {
        target.side.seats(Seat::Zero).iter().all(|owner| target.from.is_told(*owner))
    };
    !by_magic(id)
        && ability(game, id).is_none_or(|ability| ability.head.zone != Effective::Hand)
        && text(game, id).is_none_or(|text| {
            text.targets.iter().all(is_public) && text.effects.iter().all(EffectWord::is_open)
        })
}

/// Continues an ability: the offer, the targets, the effects. The stage `Cost(n)` is the choice of the nth
/// target; all targets are chosen before any effect [六.6].
pub(crate) fn resolve(game: &mut Game<'_>, mut resolution: Resolution<Xinglingwang>) {
    loop {
        let id = resolution.ability;
        match resolution.stage {
            ResolutionStage::Offer => {
                let (seat, open) = (resolution.seat, is_open(game, id));
                match resolution.part(game, |run| run.yes_no(seat, cite!("六.1"), open)) {
                    Ok(true) => {
                        resolution.memo = Memo::default();
                        resolution.stage = ResolutionStage::Cost(0);
                        if by_magic(id) {
                            resolution.me = magic::announce(game, seat, resolution.me.card);
                        }
                    }
                    Ok(false) => return,
                    Err(_) => return game.push(Step::resolve(resolution)),
                }
            }
            ResolutionStage::Cost(0) if has_modes(game, resolution.ability) => {
                match resolution.part(game, choose_mode) {
                    Ok(Some(mode)) => {
                        resolution.memo = Memo::default();
                        resolution.ability = mode;
                    }
                    // No effect is possible any more; the card still counts as used [七.3].
                    Ok(None) => {
                        resolution.stage = ResolutionStage::Effects;
                        return magic::used(game, resolution);
                    }
                    Err(_) => return game.push(Step::resolve(resolution)),
                }
            }
            ResolutionStage::Cost(part) => {
                let target = text(game, id).and_then(|text| text.targets.get(usize::from(part)));
                let Some(target) = target else { return announced(game, resolution) };
                let (seat, select) = (resolution.seat, Select::Cards(target.clone()));
                let rule = resolution.rule;
                match resolution.part(game, |run| run.select_as(seat, &select, rule, false, |_, _| true)) {
                    Ok(_) => {
                        resolution.memo = Memo::default();
                        resolution.stage = ResolutionStage::Cost(part + 1);
                    }
                    Err(_) => return game.push(Step::resolve(resolution)),
                }
            }
            ResolutionStage::Effects
                if !game.in_force(cite!("六.5")) && !game.state.table.is_current(resolution.me) =>
            {
                return;
            }
            ResolutionStage::Effects => {
                if game.state.facts.negated.contains(&resolution.me) {
                    game.facts_mut().negated.retain(|negated| *negated != resolution.me);
                    return;
                }
                return resolution.run_effects(game);
            }
        }
    }
}

/// All targets are chosen: fixes X, then announces the use, so that abilities which trigger on it are
/// processed first [六.3].
fn announced(game: &mut Game<'_>, mut resolution: Resolution<Xinglingwang>) {
    if let Some(x) = text(game, resolution.ability).and_then(|text| text.x.as_ref()) {
        resolution.bound.number = x.value(game, &resolution.scene());
    }
    resolution.bound.did = true;
    resolution.stage = ResolutionStage::Effects;
    resolution.memo = Memo::default();
    if by_magic(resolution.ability) {
        return magic::used(game, resolution);
    }
    let copy = resolution.clone();
    game.push(Step::resolve(resolution));
    announce_use(game, &copy);
}
