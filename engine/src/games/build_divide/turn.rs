//! A turn as the book's table: 回合的流程.1–回合的流程.3, 竖置阶段.1, 抽卡阶段.1–抽卡阶段.4, 主要阶段.1, 攻击阶段.3, 结束阶段.1–结束阶段.4;
//! ruling-18, ruling-20, ruling-40, ruling-41, ruling-53, ruling-54, ruling-59, ruling-82.

use super::rules::limits::DRAW;
use super::table::{self, Detail, ENERGY, FIELD, Game, HAND, Phase, TERRITORY, Verb, list};
use super::words::field::give_back;
use super::words::{Skipped, Until};
use super::zone::{self, By, DrawRules};
use super::{BuildDivide, Question, Step, battle, prohibition};
use crate::kernel::{Asks, Automatic, BySeat, Closing, Halt, Modifier, Proposal, Seat, Speaking, Stage};
use crate::verdict::Cite;

/// The number of the table of a turn.
pub const TURN: u8 = 0;
/// The number of the table of an attack.
pub const ATTACK: u8 = 1;

/// The turn player.
pub fn active(game: &Game<'_>) -> Seat {
    game.state.facts.active
}

/// A window. The turn player has priority first, and again after every use; two passes in a row resolve the
/// top of the chain, or close the window [ruling-18, ruling-19].
pub const fn window(question: Question) -> Option<Asks<BuildDivide>> {
    let (speaking, closing) = (Speaking::BackToFirst, Closing::TwoPasses);
    Some(Asks { question, who: active, speaking, closing })
}

/// A line of a table.
pub const fn stage(
    name: Phase,
    rule: Cite,
    automatic: &'static [Automatic<BuildDivide>],
    window: Option<Asks<BuildDivide>>,
) -> Stage<BuildDivide> {
    Stage { name, rule, automatic, window }
}

/// The tables by their numbers: a turn, an attack.
pub const TABLES: &[&[Stage<BuildDivide>]] = &[
    &[
        stage(
            Phase::Stand,
            cite!("回合的流程.2"),
            &[Automatic { rule: cite!("竖置阶段.1"), run: stand_all }],
            window(Question::Stand),
        ),
        stage(Phase::Draw, cite!("回合的流程.2"), &[], window(Question::BeforeDraw)),
        stage(
            Phase::AfterDraw,
            cite!("回合的流程.2"),
            &[Automatic { rule: DRAW.cite, run: draw }],
            window(Question::AfterDraw),
        ),
        stage(Phase::Main, cite!("回合的流程.2"), &[], window(Question::Main)),
        stage(Phase::Attack, cite!("回合的流程.2"), &[], window(Question::AttackStart)),
        stage(Phase::ChooseAttack, cite!("攻击阶段.1"), &[], Some(Asks::one(Question::ChooseAttack, active))),
        stage(Phase::End, cite!("回合的流程.2"), &[], window(Question::End)),
        stage(
            Phase::CleanUp,
            cite!("回合的流程.2"),
            &[
                Automatic { rule: cite!("结束阶段.1"), run: wear_off },
                Automatic { rule: cite!("回合的流程.2"), run: |game, _| game.push(Step::EndCheck) },
                Automatic { rule: cite!("结束阶段.2"), run: ask_hand_limit },
            ],
            None,
        ),
        stage(Phase::EndAgain, cite!("ruling-40"), &[], window(Question::End)),
    ],
    battle::TABLE,
];

/// The number of the table with this line, and the place of the line in it.
pub fn line_of(phase: Phase) -> (u8, u8) {
    let tables = (0u8..).zip(TABLES);
    let found = tables.filter_map(|(number, table)| {
        let line = table.iter().position(|stage| stage.name == phase)?;
        Some((number, u8::try_from(line).ok()?))
    });
    found.into_iter().next().unwrap_or((TURN, 0))
}

/// Goes on with another line; returns `false`, since the next line does not follow.
pub fn go_to(game: &mut Game<'_>, phase: Phase) -> bool {
    let (number, line) = line_of(phase);
    game.begin_stage(number, line);
    false
}

/// Stands all rested cards of the turn player at once: units, energy, the territory [竖置阶段.1, ruling-54].
fn stand_all(game: &mut Game<'_>, rule: Cite) {
    let seat = active(game);
    if prohibition::skips(game, seat, Skipped::Stand) {
        return;
    }
    let by = By::rule(seat, rule);
    let all = [FIELD, ENERGY, TERRITORY].into_iter().flat_map(|zone| list(game, zone, seat));
    let may = all.filter(|card| prohibition::stands(game, *card).is_none());
    let standing = may.filter_map(|card| zone::standing(game, card, by)).collect();
    game.propose_together(standing);
}

/// The turn player draws one card, but none in the first player's first turn [抽卡阶段.1, 抽卡阶段.2, ruling-53].
fn draw(game: &mut Game<'_>, rule: Cite) {
    let seat = active(game);
    let is_first = game.state.facts.turn == 1 && game.in_force(cite!("抽卡阶段.2"));
    if !is_first && !prohibition::skips(game, seat, Skipped::Draw) {
        zone::draw(game, seat, DRAW.value as usize, DrawRules::PHASE, By::rule(seat, rule));
    }
}

/// Takes damage off all units and ends what lasts for the turn together, so that a unit which such an effect
/// kept alive does not die [结束阶段.1, ruling-40].
fn wear_off(game: &mut Game<'_>, rule: Cite) {
    let seat = active(game);
    let ends = |until, of: Seat| match until {
        Until::Turn => true,
        Until::OpponentTurnEnd => of != seat,
        Until::Battle | Until::OwnNextTurn | Until::Leaves | Until::Game => false,
    };
    let by = By::rule(seat, rule);
    let damaged = table::all_units(game).into_iter();
    let healed = damaged.filter_map(|card| zone::healing(game, card, by)).collect();
    game.propose_together(healed);
    if game.state.modifiers.iter().any(|modifier| ends(modifier.until, modifier.seat)) {
        expire(game, |modifier| ends(modifier.until, modifier.seat));
        game.propose(Proposal::told(Verb::WearOff, seat, rule));
    }
}

/// Ends running effects, and with them the control that they gave [ruling-60].
pub fn expire(game: &mut Game<'_>, ends: impl Fn(&Modifier<BuildDivide>) -> bool) {
    give_back(game, &ends);
    game.expire(ends);
}

/// Asks the turn player to discard down to the hand limit [结束阶段.2, ruling-41].
fn ask_hand_limit(game: &mut Game<'_>, _: Cite) {
    let seat = active(game);
    let over = table::count(game, HAND, seat).saturating_sub(prohibition::hand_limit(game, seat));
    if over > 0 {
        game.ask(seat, Question::HandLimit(over));
    }
}

/// Begins a phase [回合的流程.3]; lines within a phase announce nothing.
pub fn stage_begins(game: &mut Game<'_>, phase: Phase) {
    if phase == Phase::Stand {
        let seat = active(game);
        expire(game, |modifier| modifier.until == Until::OwnNextTurn && modifier.seat == seat);
    }
    if phase.is_phase() {
        game.facts_mut().phase = phase;
    }
}

/// Announces the beginning of a phase; that of the stand phase after standing [回合的流程.3].
pub fn stage_announced(game: &mut Game<'_>, phase: Phase) {
    if phase.is_phase() {
        let detail = Detail { phase: Some(phase), ..Detail::default() };
        let announced = Proposal::told(Verb::PhaseStarts, active(game), cite!("回合的流程.3"));
        game.propose(announced.with(detail));
    }
}

/// Ends a line. `true`: the next line of the table follows.
pub fn stage_ends(game: &mut Game<'_>, phase: Phase) -> bool {
    match phase {
        Phase::ChooseAttack if game.state.facts.attack.is_some() => go_to(game, Phase::Declaration),
        Phase::Block | Phase::AttackEnd | Phase::Declaration => battle::stage_ends(game, phase),
        Phase::EndAgain => go_to(game, Phase::CleanUp),
        Phase::CleanUp => {
            let announced = Proposal::told(Verb::TurnEnds, active(game), cite!("结束阶段.3"));
            let goes_on = game.state.facts.end_again && game.in_force(cite!("ruling-40"));
            if !goes_on && game.propose(announced).is_done() {
                next(game);
            }
            goes_on
        }
        _ => true,
    }
}

/// The clean-up is over and rules were processed: if an event took place since then or an ability waits, the
/// end phase goes on.
pub fn end_checked(game: &mut Game<'_>, since: u32) {
    let again = game.state.event_number != since || !game.state.waiting.is_empty();
    game.facts_mut().end_again = again;
}

/// Begins the turn of the other player [结束阶段.3], the first time that of the first player [回合的流程.1].
pub fn next(game: &mut Game<'_>) {
    let Some(turn) = game.state.facts.turn.checked_add(1) else { return game.halt(Halt::StepLimit) };
    let facts = game.facts_mut();
    facts.active = if facts.turn == 0 { facts.first() } else { facts.active.other() };
    facts.turn = turn;
    facts.placed = 0;
    facts.end_again = false;
    facts.this_turn = BySeat::default();
    facts.remembered.clear();
    facts.used.clear();
    let seat = facts.active;
    let announced = Proposal::told(Verb::TurnStarts, seat, cite!("回合的流程.1"));
    if game.propose(announced.with(Detail::amount(turn.into()))).is_done() {
        game.begin_stage(TURN, 0);
    }
}
