//! An attack, line by line: 攻击阶段.1, 攻击阶段.2, 阻挡.1, 阻挡.2, 战斗.1, 战斗.2, 关键词.闪击, 生命受到伤害.1, 用语.战斗, 用语.战斗.2;
//! ruling-25, ruling-27, ruling-28, ruling-30, ruling-31, ruling-66, ruling-77, ruling-79.

use super::damage::Damage;
use super::facts::Attack;
use super::table::{self, Detail, Game, Means, Phase, Verb, controller};
use super::turn::{active, expire, go_to, stage, window};
use super::words::{Keyword, Until};
use super::zone::{self, By};
use super::{BuildDivide, Question, Step, chain, declare, stat};
use crate::kernel::{Automatic, Modifier, Object, Proposal, Stage};
use crate::verdict::Cite;

/// The lines of an attack.
pub const TABLE: &[Stage<BuildDivide>] = &[
    stage(
        Phase::Declaration,
        cite!("攻击阶段.1"),
        &[Automatic { rule: cite!("攻击阶段.1"), run: declared }],
        window(Question::AfterAttack),
    ),
    stage(Phase::Block, cite!("阻挡.1"), &[Automatic { rule: cite!("阻挡.1"), run: ask_block }], None),
    stage(Phase::AfterBlock, cite!("阻挡.2"), &[], window(Question::AfterBlock)),
    stage(
        Phase::Battle,
        cite!("战斗.1"),
        &[Automatic { rule: cite!("战斗.1"), run: |game, _| begin(game) }],
        None,
    ),
    stage(
        Phase::AttackEnd,
        cite!("攻击阶段.3"),
        &[Automatic { rule: cite!("攻击阶段.3"), run: |game, _| ends(game) }],
        window(Question::AttackEnd),
    ),
];

/// The attack, if attacker and target are still there and on different sides [ruling-27, ruling-28,
/// ruling-60].
pub fn attack(game: &Game<'_>) -> Option<Attack> {
    let attack = game.state.facts.attack.filter(|attack| !attack.over)?;
    let attacks = controller(game, attack.attacker.card);
    let is_right = match attack.target {
        None => attacks == active(game),
        Some(target) => table::stands(game, target) && controller(game, target.card) != attacks,
    };
    (table::stands(game, attack.attacker) && is_right).then_some(attack)
}

/// Rests the attacker and announces the attack [攻击阶段.1].
fn declared(game: &mut Game<'_>, rule: Cite) {
    let Some(Attack { attacker, target, .. }) = game.state.facts.attack else { return };
    let by = By::rule(active(game), rule);
    let rested = zone::resting(game, attacker.card, by);
    zone::happen(game, rested);
    let detail = Detail { other: target, ..Detail::default() };
    game.propose(Proposal::told(Verb::Attack, by.seat, rule).to(attacker.card).with(detail));
}

/// Asks the other player for a block, if attacker and target are there and a unit could block [ruling-25].
fn ask_block(game: &mut Game<'_>, _: Cite) {
    let seat = active(game).other();
    let could = table::units(game, seat).into_iter().any(|unit| declare::can_block(game, unit));
    if could && attack(game).is_some() {
        game.ask(seat, Question::ChooseBlock);
    }
}

/// Ends a line of an attack. `true`: the next line follows.
pub fn stage_ends(game: &mut Game<'_>, phase: Phase) -> bool {
    match phase {
        Phase::Block if !game.state.facts.attack.is_some_and(|attack| attack.blocked) => {
            go_to(game, Phase::Battle)
        }
        Phase::AttackEnd => {
            let ends = |modifier: &Modifier<BuildDivide>| modifier.until == Until::Battle;
            let lasting = game.state.modifiers.iter().any(ends);
            expire(game, ends);
            game.facts_mut().attack = None;
            // Without 攻击阶段.3 a turn has one attack.
            let next = if game.in_force(cite!("攻击阶段.3")) { Phase::ChooseAttack } else { Phase::End };
            go_to(game, next);
            if lasting {
                // Abilities that the end of the attack triggers go on the chain before the next attack is
                // chosen [ruling-24].
                chain::open_on_floor(game, Question::AttackEnd);
            }
            false
        }
        _ => true,
    }
}

/// Begins what the attack leads to: a battle of units, damage to a player, or nothing, if what it needs has
/// gone [ruling-27].
fn begin(game: &mut Game<'_>) {
    let seat = active(game);
    match attack(game) {
        None => {
            game.propose(Proposal::told(Verb::AttackVoid, seat, cite!("ruling-27")));
        }
        Some(Attack { attacker, target: None, .. }) => {
            if game.in_force(cite!("生命受到伤害.1")) {
                game.push(Step::Damage(Damage::of_attack(attacker, seat)));
            }
            // Without 用语.战斗.2 an attack on a player counts as a battle, too.
            if !game.in_force(cite!("用语.战斗.2")) {
                chain::open_on_floor(game, Question::Battle);
                announce_battle(game, attacker, None);
            }
        }
        Some(Attack { attacker, target: Some(target), .. }) => {
            if let Some(attack) = &mut game.facts_mut().attack {
                attack.fought = true;
            }
            game.push(Step::FirstHalf);
            chain::open_on_floor(game, Question::Battle);
            announce_battle(game, attacker, Some(target));
            announce_battle(game, target, Some(attacker));
        }
    }
}

fn announce_battle(game: &mut Game<'_>, unit: Object, other: Option<Object>) {
    let detail = Detail { other, ..Detail::default() };
    let announced = Proposal::told(Verb::Battle, controller(game, unit.card), cite!("战斗.1"));
    game.propose(announced.to(unit.card).with(detail));
}

/// The units with blitz deal their damage, both at once [关键词.闪击, ruling-30].
pub fn first_half(game: &mut Game<'_>) {
    let Some(Attack { attacker, target: Some(target), .. }) = attack(game) else {
        let announced = Proposal::told(Verb::AttackVoid, active(game), cite!("ruling-27"));
        game.propose(announced);
        return;
    };
    let first = [attacker, target].map(|unit| stat::has(game, unit.card, Keyword::Blitz));
    game.push(Step::SecondHalf(first));
    strike(game, first, cite!("关键词.闪击"));
}

/// The units without blitz deal their damage, if both units are still there [战斗.2].
pub fn second_half(game: &mut Game<'_>, struck: [bool; 2]) {
    strike(game, struck.map(|struck| !struck), cite!("战斗.2"));
}

/// The units for which `strikes` is true deal their damage together; then rules are processed.
fn strike(game: &mut Game<'_>, strikes: [bool; 2], rule: Cite) {
    let Some(Attack { attacker, target: Some(target), .. }) = attack(game) else { return };
    game.facts_mut().striking = true;
    game.push(Step::Process);
    let both = [(attacker, target), (target, attacker)];
    let dealt = both.into_iter().zip(strikes).filter(|(_, strikes)| *strikes);
    let damage = dealt.filter_map(|((from, to), _)| {
        let by = By { seat: controller(game, from.card), means: Means::Battle, source: Some(from), rule };
        zone::damaging(game, to.card, stat::power(game, from.card), Some(from), by)
    });
    let damage = damage.collect();
    game.propose_together(damage);
}

/// Ends the battle and the attack [ruling-79].
fn ends(game: &mut Game<'_>) {
    let Some(Attack { attacker, target, fought, .. }) = game.state.facts.attack else { return };
    let seat = active(game);
    if let Some(target) = target.filter(|_| fought) {
        for (unit, other) in [(attacker, target), (target, attacker)] {
            if table::stands(game, unit) {
                let won = game.state.facts.fallen.contains(&other);
                let detail = Detail { other: Some(other), amount: i64::from(won), ..Detail::default() };
                let announced =
                    Proposal::told(Verb::BattleEnds, controller(game, unit.card), cite!("战斗.1"));
                game.propose(announced.to(unit.card).with(detail));
            }
        }
    }
    let announced = Proposal::told(Verb::AttackEnds, seat, cite!("攻击阶段.3"));
    let announced = if table::stands(game, attacker) { announced.to(attacker.card) } else { announced };
    game.propose(announced);
    let facts = game.facts_mut();
    facts.fallen.clear();
    facts.struck.clear();
}

/// The object that has a role in the attack, by the name that texts use.
pub fn role(game: &Game<'_>, me: Object, role: &str) -> Option<Object> {
    let attack = game.state.facts.attack?;
    match role {
        "attacker" => Some(attack.attacker),
        "attack_target" => attack.target,
        "battle_opponent" if attack.attacker == me => attack.target,
        "battle_opponent" if attack.target == Some(me) => Some(attack.attacker),
        _ => None,
    }
}

/// Gives the attack another target; returns whether it did.
pub fn redirect(game: &mut Game<'_>, target: Object, by: By) -> bool {
    let Some(Attack { attacker, .. }) = game.state.facts.attack else { return false };
    if controller(game, target.card) == controller(game, attacker.card) || !table::stands(game, target) {
        return false;
    }
    let detail = Detail { other: Some(target), means: by.means, ..Detail::default() };
    let announced =
        Proposal::told(Verb::Redirect, by.seat, by.rule).to(attacker.card).with(detail).by(by.source);
    let happened = game.propose(announced).is_done();
    if let Some(attack) = game.facts_mut().attack.as_mut().filter(|_| happened) {
        attack.target = Some(target);
    }
    happened
}

/// Ends the attack; damage that was not dealt yet is not dealt. Returns whether there was an attack.
pub fn end_attack(game: &mut Game<'_>) -> bool {
    let under_way = game.state.facts.attack.is_some();
    if let Some(attack) = &mut game.facts_mut().attack {
        attack.over = true;
    }
    under_way
}
