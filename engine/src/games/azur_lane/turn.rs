//! The phases of a turn and the steps of a battle as tables.
//!
//! 500.1 five phases; 500.2 how they end; 500.3 durations; 500.4 and 500.6a what comes first; 501.1,
//! 502.1, 502.2 automatic parts; 503 main phase; 504 battle phase; 509 end phase.

use super::AzurLane;
use super::battle;
use super::rules::limits::{CARDS_PER_TURN, CUBES_PER_TURN};
use super::table::{self, CubeKind, Detail, Phase, Verb};
use super::words::Until;
use super::zone::{self, By};
use super::{Question, Step};
use crate::kernel::{Asks, Automatic, Halt, Match, Proposal, Seat, Stage};
use crate::verdict::Cite;

type Game<'p> = Match<'p, AzurLane>;

/// The index of [`TURN_TABLE`] in [`TABLES`].
pub(crate) const TURN: u8 = 0;
/// The index of [`BATTLE_TABLE`] in [`TABLES`].
pub(crate) const BATTLE: u8 = 1;

/// The lines of the two tables: those of the turn, then those of the battle.
pub(crate) mod line {
    pub(crate) const RESET: u8 = 0;
    pub(crate) const MAIN: u8 = 2;
    pub(crate) const BATTLE: u8 = 3;
    pub(crate) const ATTACK_STEP: u8 = 0;
    pub(crate) const DEFENCE_STEP: u8 = 1;
}

fn active(game: &Game<'_>) -> Seat {
    game.state.facts.active
}

fn other(game: &Game<'_>) -> Seat {
    game.state.facts.active.other()
}

/// The phases of a turn [500.1].
pub(crate) const TURN_TABLE: &[Stage<AzurLane>] = &[
    Stage {
        name: Phase::Reset,
        rule: cite!("500.1"),
        automatic: &[Automatic { rule: cite!("501.1"), run: reset }],
        window: None,
    },
    Stage {
        name: Phase::Ready,
        rule: cite!("500.1"),
        automatic: &[
            Automatic { rule: CARDS_PER_TURN.cite, run: draw },
            Automatic { rule: CUBES_PER_TURN.cite, run: add_cube },
        ],
        window: None,
    },
    Stage {
        name: Phase::Main,
        rule: cite!("503.1"),
        automatic: &[],
        window: Some(Asks::one(Question::Main, active)),
    },
    Stage {
        name: Phase::Battle,
        rule: cite!("504.1"),
        automatic: &[],
        window: Some(Asks::one(Question::BattleChoice, active)),
    },
    Stage { name: Phase::End, rule: cite!("509.1"), automatic: &[], window: None },
];

/// The steps of a battle [504.1].
pub(crate) const BATTLE_TABLE: &[Stage<AzurLane>] = &[
    Stage {
        name: Phase::AttackStep,
        rule: cite!("505"),
        automatic: &[Automatic { rule: cite!("505.3"), run: battle::declare }],
        window: Some(Asks::one(Question::AttackWindow, active)),
    },
    Stage {
        name: Phase::DefenceStep,
        rule: cite!("506.1"),
        automatic: &[],
        window: Some(Asks::one(Question::DefenceWindow, other)),
    },
    Stage { name: Phase::CombatStep, rule: cite!("507.1"), automatic: &[], window: None },
    Stage {
        name: Phase::SettlementStep,
        rule: cite!("508.1"),
        automatic: &[Automatic { rule: cite!("508.1"), run: battle::settle }],
        window: None,
    },
];

/// The tables; the agenda refers to them by their index.
pub(crate) const TABLES: &[&[Stage<AzurLane>]] = &[TURN_TABLE, BATTLE_TABLE];

/// Makes all rested cards of the active player active at once, except those that an effect forbids [501.1,
/// 103.2].
fn reset(game: &mut Game<'_>, rule: Cite) {
    let seat = active(game);
    for card in game.state.table.snapshot(table::BATTLEFIELD.of(seat)) {
        zone::activate(game, card, By::rule(seat, rule));
    }
    for kind in [CubeKind::UpRested, CubeKind::DownRested] {
        let n = table::cubes(game, seat, kind);
        zone::activate_cubes(game, kind, n, By::rule(seat, rule));
    }
}

/// Draws one card, but not in the starting player's first turn [502.1].
fn draw(game: &mut Game<'_>, rule: Cite) {
    let seat = active(game);
    if game.state.facts.turn > 1 {
        zone::draw(game, CARDS_PER_TURN.value as usize, By::rule(seat, rule));
    }
}

/// Adds one cube, face up and active, if the cube deck has one [502.2, 406.3].
fn add_cube(game: &mut Game<'_>, rule: Cite) {
    let seat = active(game);
    let kind = if game.in_force(cite!("406.3")) { CubeKind::Up } else { CubeKind::Down };
    zone::add_cubes(game, CUBES_PER_TURN.value, kind, By::rule(seat, rule));
}

/// A phase or step begins: ends effects that last until its start [500.3].
pub(crate) fn stage_begins(game: &mut Game<'_>, phase: Phase) {
    if phase.is_step() {
        game.state.facts.step = Some(phase);
    } else {
        game.state.facts.phase = phase;
        game.state.facts.step = None;
    }
    if game.in_force(cite!("500.3")) {
        game.expire(|modifier| modifier.until == Until::Start(phase));
    }
}

/// Announces that a phase or step begins, so that skills fire [500.4]; at the end phase also that the turn
/// ends [509.1].
pub(crate) fn stage_announced(game: &mut Game<'_>, phase: Phase, rule: Cite) {
    let seat = active(game);
    let starts = Detail { phase: Some(phase), ..Detail::default() };
    game.propose(Proposal::told(Verb::PhaseStarts, seat, rule).with(starts));
    if phase == Phase::End {
        game.propose(Proposal::told(Verb::TurnEnds, seat, cite!("509.1")));
    }
}

/// A phase or step ends: ends effects that last until its end [500.3, 509.2]. Returns whether the next line
/// of the table follows.
pub(crate) fn stage_ends(game: &mut Game<'_>, phase: Phase) -> bool {
    let seat = active(game);
    let (stages, turns) = (game.in_force(cite!("500.3")), game.in_force(cite!("509.2")));
    game.expire(|modifier| match modifier.until {
        Until::End(last) => stages && last == phase,
        Until::OwnReset => phase == Phase::Reset && modifier.seat == seat,
        Until::OpponentReset => phase == Phase::Reset && modifier.seat != seat,
        Until::Turn => turns && phase == Phase::End,
        Until::OpponentTurn => phase == Phase::End && modifier.seat != seat,
        Until::Battle | Until::Start(_) | Until::Always => false,
    });
    match phase {
        Phase::End => {
            game.push(Step::NextTurn);
            false
        }
        Phase::CombatStep => {
            battle::compare(game, cite!("507.1"));
            game.in_force(cite!("504.1"))
        }
        Phase::SettlementStep => {
            game.push(Step::BattleEnds(false, cite!("508.3")));
            false
        }
        Phase::AttackStep | Phase::DefenceStep => game.in_force(cite!("504.1")),
        Phase::Setup | Phase::Reset | Phase::Ready | Phase::Main | Phase::Battle => {
            game.in_force(cite!("500.1"))
        }
    }
}

/// Begins the turn of the other player [101.5, 500.1].
pub(crate) fn next(game: &mut Game<'_>) {
    let Some(turn) = game.state.facts.turn.checked_add(1) else { return game.halt(Halt::StepLimit) };
    let facts = &mut game.state.facts;
    facts.active = if facts.turn == 0 { facts.starting } else { facts.active.other() };
    facts.turn = turn;
    facts.remembered.clear();
    facts.used.clear();
    let seat = facts.active;
    let rule = if game.state.facts.turn == 1 { cite!("101.9") } else { cite!("101.5") };
    let number = Detail { amount: i64::from(turn), ..Detail::default() };
    if game.propose(Proposal::told(Verb::TurnStarts, seat, rule).with(number)).is_done() {
        game.begin_stage(TURN, 0);
    }
}
