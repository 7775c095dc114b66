//! A battle, state by state: 戰鬥步驟.①–⑦, 靈動時機.1, 靈動時機.3–5, 靈動時機.7; ruling-7, ruling-8, ruling-9, ruling-31,
//! ruling-64, ruling-81, ruling-82, ruling-116.

use std::cmp::Ordering;

use super::amounts::{CoreZone, Source};
use super::cores::CoreChoice;
use super::facts::{EndsEarly, ThisTurn};
use super::table::{self, Detail, Game, LIFE, Means, Phase, Posture, RESERVE, Verb, cores, holder};
use super::turn::BATTLE;
use super::words::Until;
use super::zone::{self, By};
use super::{BattleSpirits, Question, Step, prohibition, replacement, stat};
use crate::kernel::{Asks, Automatic, Closing, Frame, Object, Proposal, Seat, Speaking, Stage};
use crate::verdict::Cite;

/// Lines of the table of a battle.
pub mod line {
    /// The first 靈動時機.
    pub const FIRST_FLASH: u8 = 1;
    /// 宣告防禦.
    pub const BLOCK: u8 = 2;
    /// The second 靈動時機.
    pub const SECOND_FLASH: u8 = 3;
    /// 戰鬥結算.
    pub const RESOLUTION: u8 = 4;
    /// 戰鬥結束時.
    pub const BATTLE_END: u8 = 7;
}

fn active(game: &Game<'_>) -> Seat {
    game.state.facts.active
}

fn defender(game: &Game<'_>) -> Seat {
    game.state.facts.active.other()
}

/// Who may use an effect first in a flash timing [靈動時機.4].
fn first_holder(game: &Game<'_>) -> Seat {
    if game.in_force(cite!("靈動時機.4")) { defender(game) } else { active(game) }
}

const fn stage(
    name: Phase,
    rule: Cite,
    automatic: &'static [Automatic<BattleSpirits>],
    window: Option<Asks<BattleSpirits>>,
) -> Stage<BattleSpirits> {
    Stage { name, rule, automatic, window }
}

/// The defender is asked first, then both in turn, until both pass one after the other [靈動時機.4, 靈動時機.5].
const FLASH: Asks<BattleSpirits> = Asks {
    question: Question::Flash,
    who: first_holder,
    speaking: Speaking::Alternating,
    closing: Closing::TwoPasses,
};

/// The states of a battle.
pub const TABLE: &[Stage<BattleSpirits>] = &[
    stage(
        Phase::Declaration,
        cite!("戰鬥步驟.①"),
        &[Automatic { rule: cite!("戰鬥步驟.①"), run: declare }],
        None,
    ),
    stage(Phase::FirstFlash, cite!("戰鬥步驟.②"), &[], Some(FLASH)),
    stage(Phase::Block, cite!("戰鬥步驟.③"), &[], Some(Asks::one(Question::Block, defender))),
    stage(Phase::SecondFlash, cite!("戰鬥步驟.④"), &[], Some(FLASH)),
    stage(
        Phase::Resolution,
        cite!("戰鬥步驟.⑤.3"),
        &[Automatic {
            rule: cite!("戰鬥步驟.⑤.3"),
            run: |game, rule| tell(game, Verb::ResolutionBegan, rule),
        }],
        None,
    ),
    stage(
        Phase::LifeLoss,
        cite!("戰鬥步驟.⑤.1"),
        &[Automatic { rule: cite!("戰鬥步驟.⑤.1"), run: reduce_life }],
        None,
    ),
    stage(
        Phase::Comparison,
        cite!("戰鬥步驟.⑤.2"),
        &[Automatic { rule: cite!("戰鬥步驟.⑤.2"), run: compare }],
        None,
    ),
    stage(
        Phase::BattleEnd,
        cite!("戰鬥步驟.⑦.1"),
        &[Automatic {
            rule: cite!("戰鬥步驟.⑦.1"), run: |game, rule| tell(game, Verb::BattleEnded, rule)
        }],
        None,
    ),
    stage(
        Phase::BattleOver,
        cite!("戰鬥步驟.⑦.2"),
        &[Automatic { rule: cite!("戰鬥步驟.⑦.2"), run: expire }],
        None,
    ),
    stage(
        Phase::AfterBattle,
        cite!("戰鬥步驟.⑦.3"),
        &[Automatic {
            rule: cite!("戰鬥步驟.⑦.3"), run: |game, rule| tell(game, Verb::BattleOver, rule)
        }],
        None,
    ),
];

fn tell(game: &mut Game<'_>, verb: Verb, rule: Cite) {
    let announced = Proposal::told(verb, active(game), rule);
    game.propose(announced);
}

/// Begins a state of a battle.
pub fn state_begins(game: &mut Game<'_>, state: Phase) {
    game.facts_mut().state = Some(state);
    if let Some(number) = state.flash() {
        let rule = if number == 1 { cite!("戰鬥步驟.②") } else { cite!("戰鬥步驟.④") };
        let announced = Proposal::told(Verb::FlashOpened, defender(game), rule);
        game.propose(announced.with(Detail::amount(number.into())));
    }
}

/// Ends a state of a battle. `true`: the next line of the table follows.
pub fn state_ends(game: &mut Game<'_>, state: Phase) -> bool {
    let Some(battle) = game.state.facts.battle.clone() else { return false };
    if let Some(number) = state.flash().filter(|_| !battle.over) {
        let announced = Proposal::told(Verb::FlashClosed, defender(game), cite!("靈動時機.5"));
        game.propose(announced.with(Detail::amount(number.into())));
    }
    let ends_anyway = matches!(state, Phase::AfterBattle | Phase::BattleEnd | Phase::BattleOver);
    let ends_at_once = battle.over && !ends_anyway && !game.in_force(cite!("戰鬥步驟.⑦.5"));
    if state == Phase::AfterBattle || ends_at_once {
        let facts = game.facts_mut();
        (facts.battle, facts.state) = (None, None);
        if !game.in_force(cite!("戰鬥步驟.⑦.4")) {
            // Without 戰鬥步驟.⑦.4 no attack follows: this passes in the window of the attack step, the only
            // frame below a battle.
            game.pass();
        }
        return false;
    }
    let jump = match state {
        Phase::Declaration | Phase::FirstFlash | Phase::Block | Phase::SecondFlash | Phase::Resolution
            if battle.over =>
        {
            Some(line::BATTLE_END)
        }
        Phase::Declaration if attacker(game).is_none() && !game.in_force(cite!("戰鬥步驟.①.3")) => {
            Some(line::BATTLE_END)
        }
        // Without an attacking spirit nobody can declare a block [ruling-7].
        Phase::FirstFlash if attacker(game).is_none() && game.in_force(cite!("ruling-7")) => {
            Some(line::RESOLUTION)
        }
        Phase::Block if !battle.blocked && game.in_force(cite!("戰鬥步驟.④")) => Some(line::RESOLUTION),
        _ => None,
    };
    match jump {
        Some(line) => {
            game.begin_stage(BATTLE, line);
            false
        }
        None => true,
    }
}

/// Closes the windows of a battle that an effect ended, once no effect waits [戰鬥步驟.⑦.5, ruling-31].
pub fn end_early(game: &mut Game<'_>) {
    let over = game.state.facts.battle.as_ref().is_some_and(|battle| battle.over);
    let in_battle = |frame: &Frame<BattleSpirits>| {
        let Frame::Window(window) = frame else { return false };
        matches!(window.question, Question::Flash | Question::Block)
    };
    if over && game.state.waiting.is_empty() && game.state.agenda.last().is_some_and(in_battle) {
        game.state.agenda.pop();
    }
}

/// An effect ends the battle; the states of its end still take place [戰鬥步驟.⑦.5].
pub fn end_battle(game: &mut Game<'_>) -> bool {
    match &mut game.facts_mut().battle {
        Some(battle) => {
            battle.over = true;
            true
        }
        None => false,
    }
}

/// An effect ends the attack step or the turn, after the end of the battle [ruling-31].
pub fn end_step_or_turn(game: &mut Game<'_>, ends: EndsEarly) -> bool {
    end_battle(game);
    game.facts_mut().ends_early = ends;
    true
}

/// Whether a fighter is still in the battle; a nexus that is no longer treated as a spirit counts as having
/// left [ruling-108].
fn fights(game: &Game<'_>, fighter: Object) -> bool {
    let is_spirit = stat::is_spirit(game, fighter.card) || !game.in_force(cite!("ruling-108"));
    table::stands(game, fighter) && is_spirit
}

/// The attacking spirit, if it is still in the battle.
pub fn attacker(game: &Game<'_>) -> Option<Object> {
    game.state.facts.attacker().filter(|attacker| fights(game, *attacker))
}

/// The blocking spirit, if it is still in the battle.
pub fn blocker(game: &Game<'_>) -> Option<Object> {
    game.state.facts.blocker().filter(|blocker| fights(game, *blocker))
}

/// Whether a flash timing runs [靈動時機.1].
pub fn is_flash_timing(game: &Game<'_>) -> bool {
    let mut frames = game.state.agenda.iter();
    frames.any(|frame| matches!(frame, Frame::Window(window) if window.question == Question::Flash))
}

/// Exhausts the attacker and announces the attack, as one batch [戰鬥步驟.①, 戰鬥步驟.①.1, ruling-82].
fn declare(game: &mut Game<'_>, rule: Cite) {
    let Some(attacker) = game.state.facts.attacker() else { return };
    let seat = active(game);
    if table::posture(game, attacker.card) != Posture::Refreshed {
        prohibition::uses_permission(game, attacker.card);
    }
    let exhausted = zone::exhausting(game, attacker.card, zone::in_battle(seat, rule));
    zone::happen(game, exhausted);
    // `facts::note` cannot count it: without 戰鬥步驟.①.1 an attack is declared, but no event tells of it.
    ThisTurn::count(&mut game.facts_mut().this_turn.get_mut(seat).attacks, 1);
    let cost = stat::cost(game, attacker.card);
    game.facts_mut().attack_costs.get_mut(seat).push(cost);
    if game.in_force(cite!("戰鬥步驟.①.1")) {
        game.propose(Proposal::told(Verb::Attacked, seat, rule).to(attacker.card));
    }
}

/// An attack that was not blocked moves as many cores of the defender's life to the reserve as the attacker
/// has symbols [戰鬥步驟.⑤.1, ruling-9, ruling-81].
fn reduce_life(game: &mut Game<'_>, rule: Cite) {
    let blocked = game.state.facts.battle.as_ref().is_none_or(|battle| battle.blocked);
    if blocked && game.in_force(cite!("戰鬥步驟.⑤.4")) {
        return;
    }
    let Some(attacker) = attacker(game) else { return };
    let lost = match prohibition::life_loss(game, attacker.card) {
        true => 0,
        false => stat::life_loss(game, attacker.card),
    };
    if lost > 0 {
        let by = By { source: Some(attacker), ..zone::in_battle(active(game), rule) };
        lose_life(game, defender(game), lost, by);
    }
}

/// Reduces a player's life by `count` cores, at most by all of them [ruling-9]. The player chooses which
/// cores go if some stay and the soul core is among the choices [ruling-64].
pub fn lose_life(game: &mut Game<'_>, seat: Seat, count: u32, by: By) {
    let [normal, soul] = cores(game, holder(LIFE, seat));
    let chooses = normal > 0 && soul > 0 && count < normal.saturating_add(soul);
    if chooses && game.in_force(cite!("ruling-64")) {
        game.push(Step::LoseLife(seat, by));
        let source = Source::zone(CoreZone::Life, seat);
        let choice = CoreChoice { over: vec![(source, [normal, soul])], count, bounds: Vec::new() };
        return game.ask(seat, Question::Cores(choice));
    }
    let normal = normal.min(count);
    take_life(game, seat, [normal, soul.min(count.saturating_sub(normal))], by);
}

/// Takes these normal and soul cores from a life, as one event with one number [ruling-74]. A text may send
/// the cores that an attack takes elsewhere [ruling-116].
fn take_life(game: &mut Game<'_>, seat: Seat, lost: [u32; 2], by: By) {
    let attacker = by.source.filter(|_| by.means == Means::Battle);
    let to = attacker.map_or(RESERVE, |attacker| replacement::of_life(game, attacker.card));
    zone::carry(game, Verb::LifeReduced, lost, [holder(LIFE, seat), holder(to, seat)], by);
}

/// Takes the cores that a player chose to lose. `false`: no such choice was open.
pub fn life_is_chosen(game: &mut Game<'_>, lost: [u32; 2]) -> bool {
    let Some(&Frame::Step(Step::LoseLife(seat, by))) = game.state.agenda.last() else { return false };
    game.state.agenda.pop();
    take_life(game, seat, lost, by);
    true
}

/// Compares BP in a blocked attack: the lower one is destroyed, equal ones both at the same time, if both
/// spirits are still on the field [戰鬥步驟.⑤.2, 戰鬥步驟.⑥.1, ruling-8].
fn compare(game: &mut Game<'_>, rule: Cite) {
    if !game.state.facts.battle.as_ref().is_some_and(|battle| battle.blocked) {
        return;
    }
    let (Some(attacker), Some(blocker)) = (attacker(game), blocker(game)) else { return };
    let [attack, defence] = [attacker, blocker].map(|fighter| stat::bp(game, fighter.card));
    let announced = Proposal::told(Verb::Compared, active(game), rule).to(attacker.card);
    let amount = attack.saturating_sub(defence);
    let detail = Detail { other: Some(blocker), amount, ..Detail::default() };
    if !game.propose(announced.with(detail)).is_done() {
        return;
    }
    let winner = match attack.cmp(&defence) {
        Ordering::Greater => Some(attacker),
        Ordering::Less => Some(blocker),
        Ordering::Equal => None,
    };
    if let Some(battle) = &mut game.facts_mut().battle {
        battle.winner = winner;
    }
    let lost = |own: i64, other: i64| own <= other;
    let by = |seat: Seat| zone::in_battle(seat, cite!("戰鬥步驟.⑥.1"));
    let fighters = [
        (attacker, blocker, lost(attack, defence), defender(game)),
        (blocker, attacker, lost(defence, attack), active(game)),
    ];
    let losers = fighters.into_iter().filter(|(.., lost, _)| *lost);
    let destroyed =
        losers.map(|(loser, other, _, seat)| zone::destroying(game, loser.card, Some(other), by(seat)));
    let destroyed = destroyed.collect();
    game.propose_together(destroyed);
}

/// Ends the running effects that last for the battle [戰鬥步驟.⑦.2].
fn expire(game: &mut Game<'_>, rule: Cite) {
    if game.state.modifiers.iter().any(|modifier| modifier.until == Until::Battle) {
        game.expire(|modifier| modifier.until == Until::Battle);
        tell(game, Verb::EffectsEnded, rule);
    }
}

/// A player used an effect in a flash timing: the other player is asked next, and earlier passes no longer
/// count [靈動時機.4, 靈動時機.7].
pub fn used_in_flash(game: &mut Game<'_>) {
    let open = game.state.agenda.iter_mut().rev().find_map(|frame| match frame {
        Frame::Window(window) if window.question == Question::Flash => Some(window),
        _ => None,
    });
    let had_passed = open.is_some_and(|window| window.passes > 0);
    game.used();
    if had_passed && !game.in_force(cite!("靈動時機.7")) {
        game.pass();
    }
}
