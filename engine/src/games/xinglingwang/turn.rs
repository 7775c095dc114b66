//! The turn and the battle, as tables of their phases and steps.
//!
//! 二.1–二.5 phases; 二.※ main phase; 十一.5 skipped defence; 十一.8 battles; 十二.1 early end; 十三.1 skipped tactics;
//! 十四 end phase; 十四.※ after the turn; ruling-30, ruling-68.

use super::table::{Phase, Verb};
use super::words::Until;
use super::zone::{self, By};
use super::{Defence, Question, Step, Xinglingwang, attackers, battle, ending, prohibition};
use crate::kernel::{Asks, Automatic, Cursor, Frame, Halt, Match, Progress, Proposal, Seat, Stage};
use crate::verdict::Cite;

type Game<'p> = Match<'p, Xinglingwang>;

/// The number of the table of a turn.
pub(crate) const TURN: u8 = 0;
/// The number of the table of a battle.
pub(crate) const BATTLE: u8 = 1;

/// Cards drawn in a turn [二.1].
const CARDS_DRAWN: usize = super::rules::limits::CARDS_PER_TURN.value as usize;

/// The lines of the two tables: those of the turn, then those of the battle.
pub(crate) mod line {
    pub(crate) const DRAW: u8 = 0;
    pub(crate) const DEFENCE: u8 = 1;
    pub(crate) const EARLY_END_CHECK: u8 = 2;
    pub(crate) const SUMMON: u8 = 3;
    pub(crate) const TACTICS: u8 = 4;
    pub(crate) const END: u8 = 5;
    pub(crate) const HAND_LIMIT: u8 = 6;
    pub(crate) const COUNTDOWN: u8 = 7;
    pub(crate) const EARLY_END: u8 = 8;
    pub(crate) const TURN_END: u8 = 9;
    pub(crate) const AFTER_TURN: u8 = 10;
    pub(crate) const BEFORE_BATTLE: u8 = 0;
    pub(crate) const COMPARISON: u8 = 2;
    pub(crate) const WINNER: u8 = 3;
    pub(crate) const LOSER: u8 = 4;
    pub(crate) const DESTRUCTION: u8 = 5;
    pub(crate) const BATTLE_OVER: u8 = 8;
}

fn active(game: &Game<'_>) -> Seat {
    game.state.facts.active
}

const fn plain(name: Phase, rule: Cite) -> Stage<Xinglingwang> {
    Stage { name, rule, automatic: &[], window: None }
}

/// The phases of a turn [二].
pub(crate) const TURN_TABLE: &[Stage<Xinglingwang>] = &[
    Stage {
        name: Phase::Draw,
        rule: cite!("二.1"),
        automatic: &[Automatic { rule: cite!("二.1"), run: draw }],
        window: None,
    },
    plain(Phase::Defence, cite!("二.2")),
    Stage {
        name: Phase::EarlyEndCheck,
        rule: cite!("十二.1"),
        automatic: &[Automatic { rule: cite!("十二.1"), run: ending::check_declared }],
        window: None,
    },
    Stage {
        name: Phase::Summon,
        rule: cite!("二.3"),
        automatic: &[],
        window: Some(Asks::one(Question::Summon, active)),
    },
    Stage {
        name: Phase::Tactics,
        rule: cite!("二.4"),
        automatic: &[],
        window: Some(Asks::one(Question::Tactic, active)),
    },
    plain(Phase::End, cite!("二.5(1)")),
    plain(Phase::HandLimit, cite!("二.5(2)")),
    Stage {
        name: Phase::Countdown,
        rule: cite!("二.5(3)"),
        automatic: &[Automatic { rule: cite!("十四.3"), run: ending::countdown }],
        window: None,
    },
    Stage {
        name: Phase::EarlyEnd,
        rule: cite!("二.5(4)"),
        automatic: &[],
        window: Some(Asks::one(Question::EarlyEnd, active)),
    },
    Stage {
        name: Phase::TurnEnd,
        rule: cite!("二.5(5)"),
        automatic: &[Automatic { rule: cite!("十四.5"), run: ending::turn_end }],
        window: None,
    },
    plain(Phase::AfterTurn, cite!("十四.※")),
];

/// The steps of a battle [十一.8].
pub(crate) const BATTLE_TABLE: &[Stage<Xinglingwang>] = &[
    plain(Phase::BeforeBattle, cite!("十一.8(1)")),
    plain(Phase::Targets, cite!("十一.4")),
    Stage {
        name: Phase::Comparison,
        rule: cite!("十一.8(2)"),
        automatic: &[Automatic { rule: cite!("十一.8(2)"), run: battle::compare }],
        window: None,
    },
    Stage {
        name: Phase::Winner,
        rule: cite!("十一.8(3)"),
        automatic: &[],
        window: Some(Asks::one(Question::Winner, battle::winner)),
    },
    Stage {
        name: Phase::Loser,
        rule: cite!("十一.8(4)"),
        automatic: &[],
        window: Some(Asks::one(Question::Loser, battle::loser)),
    },
    plain(Phase::Destruction, cite!("十一.8(5)")),
    plain(Phase::Sneak, cite!("十五.偷襲.1")),
    Stage {
        name: Phase::Resting,
        rule: cite!("十一.8(6)"),
        automatic: &[Automatic { rule: cite!("十一.8(6)"), run: battle::rest }],
        window: None,
    },
    Stage {
        name: Phase::BattleOver,
        rule: cite!("十一.8(7)"),
        automatic: &[Automatic { rule: cite!("十一.8(7)"), run: battle::end }],
        window: None,
    },
];

/// The tables by their numbers.
pub(crate) const TABLES: &[&[Stage<Xinglingwang>]] = &[TURN_TABLE, BATTLE_TABLE];

/// Draws two cards, or as many as the deck has [二.1, ruling-9].
fn draw(game: &mut Game<'_>, rule: Cite) {
    let seat = active(game);
    let there = game.state.table.list(super::table::DECK.of(seat)).len();
    if there < CARDS_DRAWN && !game.in_force(cite!("六.2")) {
        return;
    }
    zone::draw_together(game, seat, CARDS_DRAWN, By::rule(seat, rule));
}

const fn is_step(phase: Phase) -> bool {
    matches!(
        phase,
        Phase::BeforeBattle
            | Phase::Targets
            | Phase::Comparison
            | Phase::Winner
            | Phase::Loser
            | Phase::Destruction
            | Phase::Sneak
            | Phase::Resting
            | Phase::BattleOver
    )
}

/// Notes the phase or step that begins, and ends effects that last until a main phase.
pub(crate) fn stage_begins(game: &mut Game<'_>, phase: Phase) {
    if is_step(phase) {
        game.facts_mut().step = Some(phase);
        return;
    }
    let facts = game.facts_mut();
    facts.step = None;
    facts.phase = phase;
    if phase == Phase::Summon {
        let seat = active(game);
        game.expire(|modifier| {
            let own = modifier.seat == seat;
            modifier.until == if own { Until::OwnMain } else { Until::EnemyMain }
        });
    }
}

/// Performs what the book does at the beginning of a phase or step, and announces those that texts wait for.
pub(crate) fn stage_announced(game: &mut Game<'_>, phase: Phase, rule: Cite) {
    let seat = active(game);
    match phase {
        Phase::BeforeBattle => {
            battle::open(game);
            announce_start(game, phase, rule);
        }
        Phase::Targets => battle::announce_targets(game, rule),
        Phase::Winner => battle::announce(game, Verb::BattleWon, rule),
        Phase::Loser => battle::announce(game, Verb::BattleLost, rule),
        Phase::Destruction => {
            battle::remember_poison(game);
            game.push(Step::Destruction(0));
        }
        Phase::Sneak => game.push(Step::Sneak(None)),
        Phase::Defence => {
            game.push(Step::Battles);
            announce_start(game, phase, rule);
        }
        Phase::Summon => {
            game.propose(Proposal::told(Verb::MainStarts, seat, cite!("二.※")));
            announce_start(game, phase, rule);
        }
        Phase::End if !game.in_force(cite!("十四.1")) => {}
        Phase::Draw | Phase::Tactics | Phase::End => announce_start(game, phase, rule),
        Phase::HandLimit if !game.in_force(rule) => {}
        Phase::HandLimit => ending::hand_limit(game),
        Phase::AfterTurn => {
            game.propose(Proposal::told(Verb::TurnEnded, seat, rule));
        }
        Phase::Setup
        | Phase::EarlyEndCheck
        | Phase::Countdown
        | Phase::EarlyEnd
        | Phase::TurnEnd
        | Phase::Comparison
        | Phase::Resting
        | Phase::BattleOver => {}
    }
}

fn announce_start(game: &mut Game<'_>, phase: Phase, rule: Cite) {
    let mut proposal: Proposal<Xinglingwang> = Proposal::told(Verb::PhaseStarts, active(game), rule);
    proposal.detail.phase = Some(phase);
    game.propose(proposal);
}

/// Announces the end of a phase, so that abilities which trigger on it are processed before the phase is
/// over. `true`: it was announced now; `false`: before, or the phase has no announcement.
fn announce_end(game: &mut Game<'_>, phase: Phase) -> bool {
    let (line, rule) = match phase {
        Phase::Draw => (line::DRAW, cite!("二.1")),
        Phase::Defence => (line::DEFENCE, cite!("十一.8(8)")),
        Phase::Summon => (line::SUMMON, cite!("二.3")),
        Phase::Tactics => (line::TACTICS, cite!("二.4")),
        Phase::End => (line::END, cite!("二.5(1)")),
        _ => return false,
    };
    if game.state.facts.ended == Some(phase) {
        game.facts_mut().ended = None;
        return false;
    }
    game.facts_mut().ended = Some(phase);
    game.push_frame(Frame::Stage(Cursor { schedule: TURN, line, progress: Progress::End }));
    let seat = active(game);
    let mut proposal: Proposal<Xinglingwang> = Proposal::told(Verb::PhaseEnds, seat, rule);
    proposal.detail.phase = Some(phase);
    game.propose(proposal);
    if phase == Phase::Tactics || (phase == Phase::Summon && skips_tactics(game)) {
        game.propose(Proposal::told(Verb::MainEnds, seat, cite!("二.※")));
    }
    true
}

fn skips_tactics(game: &Game<'_>) -> bool {
    let facts = &game.state.facts;
    (facts.turn == 1 || ending::is_last_turn(facts))
        && game.in_force(cite!("十三.1"))
        && !prohibition::skipping_tactics(game, facts.active)
}

/// Ends a phase or step. `true`: the next line of the table follows; `false`: the agenda decides what
/// follows.
pub(crate) fn stage_ends(game: &mut Game<'_>, phase: Phase) -> bool {
    if announce_end(game, phase) {
        return false;
    }
    if !is_step(phase) && !matches!(phase, Phase::HandLimit | Phase::Countdown | Phase::EarlyEnd) {
        game.expire(|modifier| modifier.until == Until::PhaseEnd);
    }
    match phase {
        Phase::Draw => draw_ends(game),
        Phase::Defence => {
            game.facts_mut().defence = Defence::Fought;
            if game.in_force(cite!("十一.8(8)")) {
                game.expire(|modifier| modifier.until == Until::Battle);
            }
            true
        }
        Phase::Summon => {
            game.facts_mut().extra_plays = 0;
            if skips_tactics(game) {
                game.begin_stage(TURN, line::END);
                return false;
            }
            true
        }
        Phase::Tactics => {
            game.facts_mut().extra_plays = 0;
            true
        }
        Phase::BeforeBattle => battle::choose(game),
        Phase::Targets => battle::still_takes_place(game),
        Phase::Loser => {
            if battle::advance_pierce(game) {
                game.begin_stage(BATTLE, line::COMPARISON);
                return false;
            }
            true
        }
        Phase::TurnEnd => {
            expire_at_turn_end(game);
            true
        }
        Phase::AfterTurn => {
            game.push(Step::NextTurn);
            false
        }
        Phase::End | Phase::HandLimit | Phase::Countdown | Phase::EarlyEnd => game.in_force(cite!("二.5")),
        Phase::Setup
        | Phase::EarlyEndCheck
        | Phase::Comparison
        | Phase::Winner
        | Phase::Destruction
        | Phase::Sneak
        | Phase::Resting
        | Phase::BattleOver => true,
    }
}

/// The draw phase ends. `true`: the defence phase follows; it is skipped if no unit attacks [十一.5].
fn draw_ends(game: &mut Game<'_>) -> bool {
    if !game.state.facts.drawn.is_empty() {
        game.facts_mut().drawn.clear();
    }
    let skipped = !attackers::any_attacks(game, active(game).other());
    if skipped && game.in_force(cite!("十一.5")) {
        game.facts_mut().defence = Defence::Skipped;
        game.expire(|modifier| modifier.until == Until::Battle);
        game.begin_stage(TURN, line::EARLY_END_CHECK);
        return false;
    }
    true
}

/// Ends the effects that last until the end of the turn, and counts down those until the end of the next turn
/// [ruling-68].
fn expire_at_turn_end(game: &mut Game<'_>) {
    game.expire(|modifier| modifier.until == Until::Turn);
    for modifier in game.state.modifiers.iter_mut() {
        if modifier.until == Until::NextTurn {
            modifier.until = Until::Turn;
        }
    }
}

/// Begins the next turn, the first one with the first player.
pub(crate) fn next(game: &mut Game<'_>) {
    let Some(turn) = game.state.facts.turn.checked_add(1) else { return game.halt(Halt::StepLimit) };
    let facts = game.facts_mut();
    facts.active = if facts.turn == 0 { facts.first } else { facts.active.other() };
    facts.turn = turn;
    facts.phase = Phase::Draw;
    facts.fresh = facts.turn > 1;
    facts.defence = Defence::Unknown;
    facts.normal_play = false;
    facts.formation_play = false;
    facts.tactic = None;
    facts.attacked = false;
    facts.mech = None;
    facts.mech_used = false;
    facts.used_names.clear();
    facts.remembered.clear();
    facts.tributes.clear();
    facts.activated.clear();
    facts.sneaks = crate::kernel::BySeat::default();
    facts.this_turn = crate::kernel::BySeat::default();
    let seat = facts.active;
    game.expire(|modifier| modifier.until == Until::OwnTurn && modifier.seat == seat);
    for modifier in game.state.modifiers.iter_mut() {
        if modifier.until == Until::OwnTurnEnd && modifier.seat == seat {
            modifier.until = Until::Turn;
        }
    }
    let mut proposal: Proposal<Xinglingwang> = Proposal::told(Verb::TurnStarts, seat, cite!("二.1"));
    proposal.detail.amount = i64::from(game.state.facts.turn);
    game.propose(proposal);
    game.begin_stage(TURN, line::DRAW);
}
