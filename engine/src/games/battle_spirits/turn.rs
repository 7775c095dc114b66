//! A turn as the book's table: 回合流程.2, 回合流程.①–⑧, 回合流程.第一回合, 攻擊階段.※, 主要階段.1; ruling-2, ruling-28, ruling-29,
//! ruling-31, ruling-32, ruling-98.

use super::facts::{EndsEarly, ThisTurn};
use super::reason::Reason;
use super::rules::limits::{CARDS_PER_TURN, CORES_PER_TURN};
use super::table::{Detail, FIELD, Game, Phase, RESERVE, TRASH, Verb, cores, holder, list};
use super::words::change::topics;
use super::words::{Static, Until};
use super::zone::{self, By};
use super::{BattleSpirits, Question, Step, battle, declare, stat};
use crate::abilities::Scene;
use crate::game_kit::action::ActionKind;
use crate::game_kit::fields::fields;
use crate::kernel::{Asks, Automatic, BySeat, Frame, Halt, Holder, Proposal, Row, Seat, Stage, ensure, test};
use crate::verdict::Cite;

type Time = crate::game_kit::action::Time<BattleSpirits>;

/// The number of the table of a turn.
pub const TURN: u8 = 0;
/// The number of the table of the first player's first turn.
pub const FIRST_TURN: u8 = 1;
/// The number of the table of a battle.
pub const BATTLE: u8 = 2;

/// Lines of the table of a turn.
pub mod line {
    /// 回復階段.
    pub const REFRESH: u8 = 3;
    /// 主要階段.
    pub const MAIN: u8 = 4;
    /// 攻擊階段.
    pub const ATTACK: u8 = 5;
    /// 第二主要階段.
    pub const SECOND_MAIN: u8 = 6;
    /// 結束階段.
    pub const END: u8 = 7;
}

/// The line of a step in the table of this turn.
pub fn line_of(game: &Game<'_>, phase: Phase) -> (u8, u8) {
    let number = table_of(game);
    let stages = TABLES.get(usize::from(number)).copied().unwrap_or_default();
    let line = stages.iter().position(|stage| stage.name == phase).unwrap_or(0);
    (number, line as u8)
}

fn active(game: &Game<'_>) -> Seat {
    game.state.facts.active
}

const fn stage(
    name: Phase,
    rule: Cite,
    automatic: &'static [Automatic<BattleSpirits>],
    window: Option<Asks<BattleSpirits>>,
) -> Stage<BattleSpirits> {
    Stage { name, rule, automatic, window }
}

const START: Stage<BattleSpirits> = stage(Phase::Start, cite!("回合流程.①"), &[], None);
const CORE: Stage<BattleSpirits> =
    stage(Phase::Core, cite!("回合流程.②"), &[Automatic { rule: CORES_PER_TURN.cite, run: gain_core }], None);
const DRAW: Stage<BattleSpirits> =
    stage(Phase::Draw, cite!("回合流程.③"), &[Automatic { rule: CARDS_PER_TURN.cite, run: draw }], None);
const REFRESH: Stage<BattleSpirits> = stage(
    Phase::Refresh,
    cite!("回合流程.④.1"),
    &[
        Automatic { rule: cite!("回合流程.④.1"), run: refresh },
        Automatic { rule: cite!("回合流程.④.2"), run: cores_back },
    ],
    None,
);
const MAIN: Stage<BattleSpirits> =
    stage(Phase::Main, cite!("回合流程.⑤"), &[], Some(Asks::one(Question::Main, active)));
const ATTACK: Stage<BattleSpirits> =
    stage(Phase::Attack, cite!("回合流程.⑥"), &[], Some(Asks::one(Question::Attack, active)));
const SECOND_MAIN: Stage<BattleSpirits> =
    stage(Phase::SecondMain, cite!("回合流程.⑦"), &[], Some(Asks::one(Question::SecondMain, active)));
const END: Stage<BattleSpirits> = stage(Phase::End, cite!("回合流程.⑧"), &[], None);
const TURN_OVER: Stage<BattleSpirits> = stage(
    Phase::TurnOver,
    cite!("回合流程.⑧"),
    &[Automatic { rule: cite!("回合流程.⑧"), run: expire_turn }],
    None,
);

/// The tables by their numbers: a turn, the first player's first turn [回合流程.第一回合], a battle.
pub const TABLES: &[&[Stage<BattleSpirits>]] = &[
    &[START, CORE, DRAW, REFRESH, MAIN, ATTACK, SECOND_MAIN, END, TURN_OVER],
    &[START, DRAW, REFRESH, MAIN, END, TURN_OVER],
    battle::TABLE,
];

/// The turn player gets 1 core from the void [回合流程.②].
fn gain_core(game: &mut Game<'_>, rule: Cite) {
    let seat = active(game);
    let way = [Holder::Supply, holder(RESERVE, seat)];
    zone::carry(game, Verb::CoreGained, [CORES_PER_TURN.value, 0], way, By::rule(seat, rule));
}

/// The turn player draws 1 card together with those that texts add; from an empty deck none. What else such a
/// text does follows at once [回合流程.③, ruling-3, ruling-98].
fn draw(game: &mut Game<'_>, rule: Cite) {
    let seat = active(game);
    let (mut count, mut then) = (CARDS_PER_TURN.value as usize, Vec::new());
    if game.in_force(cite!("ruling-98")) {
        let reaches = |scene: &Scene<'_>, _: &Static| scene.seat == seat;
        stat::each_standing(game, topics::DRAWS, reaches, |_, each, (me, ability, _)| {
            if let Static::DrawMore(word) = each {
                count = count.saturating_add(word.n.into());
                then.push((me, ability));
            }
        });
    }
    zone::draw(game, Verb::Drawn, seat, count, By::rule(seat, rule));
    for (me, ability) in then.into_iter().rev() {
        game.push(Step::BeginEffect(seat, me, ability));
    }
}

/// Refreshes all field cards of the turn player by one stage, at the same time [回合流程.④.1, 重疲勞.3].
fn refresh(game: &mut Game<'_>, rule: Cite) {
    let seat = active(game);
    let all = list(game, FIELD, seat).into_iter();
    let refreshed = all.filter_map(|card| zone::refreshing(game, card, By::rule(seat, rule))).collect();
    game.propose_together(refreshed);
}

/// Moves all cores of the turn player's trash to the reserve, the soul core among them [回合流程.④.2].
fn cores_back(game: &mut Game<'_>, rule: Cite) {
    let seat = active(game);
    let way = [holder(TRASH, seat), holder(RESERVE, seat)];
    zone::carry(game, Verb::CoresReturned, cores(game, way[0]), way, By::rule(seat, rule));
}

/// Ends everything that lasts for the turn at the same time, after the effects of the end step [回合流程.⑧,
/// ruling-28].
fn expire_turn(game: &mut Game<'_>, rule: Cite) {
    let lasts = |until| matches!(until, Until::Turn | Until::Step | Until::Battle);
    if game.state.modifiers.iter().any(|modifier| lasts(modifier.until)) {
        game.expire(|modifier| lasts(modifier.until));
        game.propose(Proposal::told(Verb::EffectsEnded, active(game), rule));
    }
}

/// Begins a step or a state of a battle. The effects that its beginning raises are in one batch with those
/// that its automatic part raises [ruling-68].
pub fn stage_begins(game: &mut Game<'_>, phase: Phase) {
    if phase.is_of_battle() {
        return battle::state_begins(game, phase);
    }
    if phase == Phase::TurnOver {
        return;
    }
    game.expire(|modifier| modifier.until == Until::Step);
    let is_declared = phase != Phase::Start || game.in_force(cite!("回合流程.①"));
    let facts = game.facts_mut();
    facts.stayed.clear();
    facts.state = None;
    if is_declared {
        facts.phase = phase;
    }
    let detail = Detail { phase: Some(phase), ..Detail::default() };
    let seat = active(game);
    game.propose(Proposal::told(Verb::StepEntered, seat, cite!("回合流程.2")).with(detail));
}

/// Ends a step or a state of a battle. `true`: the next line of the table follows.
pub fn stage_ends(game: &mut Game<'_>, phase: Phase) -> bool {
    if phase.is_of_battle() {
        return battle::state_ends(game, phase);
    }
    if phase == Phase::TurnOver {
        game.push(Step::NextTurn);
        return false;
    }
    let ends = game.state.facts.ends_early;
    if ends == EndsEarly::AttackStep && phase == Phase::Attack {
        game.facts_mut().ends_early = EndsEarly::Nothing;
    }
    if ends == EndsEarly::Turn && phase != Phase::End {
        game.facts_mut().ends_early = EndsEarly::Nothing;
        let (number, line) = line_of(game, Phase::End);
        game.begin_stage(number, line);
        return false;
    }
    game.in_force(cite!("回合流程.2"))
}

/// Closes a step that an effect ended, once no effect waits [ruling-31].
pub fn end_early(game: &mut Game<'_>) {
    let ends = game.state.facts.ends_early;
    // Without 回合流程.3 a step in which nothing can be done is left out.
    let leaves_out = !game.in_force(cite!("回合流程.3"));
    if ends == EndsEarly::Nothing && !leaves_out
        || !game.state.waiting.is_empty()
        || game.state.facts.battle.is_some()
    {
        return;
    }
    let Some(Frame::Window(window)) = game.state.agenda.last() else { return };
    let is_main = matches!(window.question, Question::Main | Question::SecondMain);
    let attack_closes = || ends != EndsEarly::Nothing || !declare::could_attack(game);
    if is_main && ends == EndsEarly::Turn || window.question == Question::Attack && attack_closes() {
        game.state.agenda.pop();
    }
}

/// Which table this turn has: the first player's first turn has no ②, ⑥ and ⑦ [回合流程.第一回合].
fn table_of(game: &Game<'_>) -> u8 {
    let is_first = game.state.facts.turn == 1 && game.in_force(cite!("回合流程.第一回合"));
    if is_first { FIRST_TURN } else { TURN }
}

/// Begins the turn of the other player, the first time that of the first player [回合流程.2].
pub fn next(game: &mut Game<'_>) {
    let Some(turn) = game.state.facts.turn.checked_add(1) else { return game.halt(Halt::StepLimit) };
    let facts = game.facts_mut();
    facts.active = if facts.turn == 0 { facts.first } else { facts.active.other() };
    facts.turn = turn;
    facts.ends_early = EndsEarly::Nothing;
    facts.this_turn = BySeat::<ThisTurn>::default();
    facts.names_used = BySeat::default();
    facts.attack_costs = BySeat::default();
    facts.used_cards = BySeat::default();
    facts.lost = BySeat::default();
    facts.remembered.clear();
    facts.used.clear();
    let seat = facts.active;
    let announced = Proposal::told(Verb::TurnBegan, seat, cite!("回合流程.2"));
    if game.propose(announced.with(Detail::amount(turn.into()))).is_done() {
        game.begin_stage(table_of(game), 0);
    }
}

/// The end of a main step or of the attack step [主要階段.1, 戰鬥步驟.⑦.6].
#[fields]
pub struct EndStep {}

impl ActionKind<BattleSpirits> for EndStep {
    const CONDITIONS: &'static [Row<BattleSpirits, Self>] = &[
        test(0, 0, &[cite!("回合流程.4")], |game, seat, _| {
            ensure(seat == active(game), Reason::NotYourTurn)
        }),
        test(0, 0, &[cite!("戰鬥步驟.⑦.6")], |game, _, _| {
            ensure(game.state.facts.battle.is_none(), Reason::BattleNotOver)
        }),
        test(0, 0, &[cite!("回合流程.1"), cite!("ruling-51")], |game, seat, _| {
            match declare::obliged_attacker(game, seat) {
                Some(card) => Err(Reason::MustAttack { card }),
                None => Ok(()),
            }
        }),
    ];
    const ANSWERS: fn(&Question) -> bool =
        |question| matches!(question, Question::Main | Question::SecondMain | Question::Attack);
    const TIME: Time = |_, _| &[cite!("回合流程.4")];

    fn perform(&self, game: &mut Game<'_>, _: Seat, question: Option<&Question>) {
        let ends = question != Some(&Question::Attack)
            || game.all_in_force(&[cite!("戰鬥步驟.①.4"), cite!("戰鬥步驟.⑦.6")]);
        if ends {
            game.pass();
        }
    }
}
