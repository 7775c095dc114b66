//! A round and a turn as tables, and the phases at both ends of a turn: 玩家行动.2, 玩家行动.3, 决定先手.2, 先锋部署.6,
//! 维持阶段.0–维持阶段.3, 回收阶段.1, 回收阶段.2, 移动.5, 防御.4, 防御.5; ruling-1, ruling-8, ruling-9, ruling-26, ruling-27,
//! ruling-36, ruling-38, ruling-49, ruling-53.

use super::printed::OrderType::{self, Attack, Defence, Move};
use super::prohibition::{self, Forbidden};
use super::reason::Reason;
use super::table::{
    Cause, Detail, Game, OwnDetail, Phase, Verb, cell_of, mark, order_of, order_type, owner, unit_at, units,
};
use super::words::{Until, What, expire};
use super::zone::{self, By};
use super::{Question, Step, Tianhai, answer, ending, settlement};
use crate::game_kit::action::ActionKind;
use crate::game_kit::action::draw::lapse;
use crate::game_kit::action::legal::{Slots, each};
use crate::game_kit::fields::fields;
use crate::game_kit::grid::Coordinates;
use crate::game_kit::proposing::happen;
use crate::kernel::shape::Value;
use crate::kernel::{Asks, Automatic, BySeat, CardId, Halt, Proposal, Row, Seat, Stage, ensure, held, test};
use crate::verdict::Cite;

type Time = crate::game_kit::action::Time<Tianhai>;

/// What begins.
#[held(Copy)]
pub enum Begin {
    /// The next round.
    Round,
    /// The turn of a player.
    Turn(Seat),
    /// Its first phase.
    Phases,
    /// What comes after a turn.
    After,
}

/// The player whose turn it is.
pub(crate) fn active(game: &Game<'_>) -> Seat {
    game.state.facts.active
}

/// A phase that asks the active player.
const fn phase(
    name: Phase,
    rule: Cite,
    automatic: &'static [Automatic<Tianhai>],
    question: Question,
) -> Stage<Tianhai> {
    Stage { name, rule, automatic, window: Some(Asks::one(question, active)) }
}

/// A step of the settlement. It has no window: it asks by itself if there is a choice.
const fn step(name: Phase, automatic: &'static [Automatic<Tianhai>]) -> Stage<Tianhai> {
    Stage { name, rule: cite!("伤害结算.0"), automatic, window: None }
}

/// What a stage does before its window opens.
const fn auto(rule: Cite, run: fn(&mut Game<'_>, Cite)) -> Automatic<Tianhai> {
    Automatic { rule, run }
}

const MOVES_GO: &[Automatic<Tianhai>] = &[auto(cite!("维持阶段.2"), discard_moves)];
const REACTIONS: Asks<Tianhai> = Asks::one(Question::Defence, |game| active(game).other());

/// The table of a turn.
pub(crate) const TABLES: &[&[Stage<Tianhai>]] = &[&[
    phase(Phase::Maintenance, cite!("维持阶段.0"), MOVES_GO, Question::Maintenance),
    phase(Phase::Play, cite!("打牌阶段.1"), &[], Question::Play),
    step(Phase::Targets, &[auto(cite!("伤害结算.1"), settlement::begin)]),
    Stage { name: Phase::Defence, rule: cite!("伤害结算.0"), automatic: &[], window: Some(REACTIONS) },
    step(Phase::Damage, &[auto(cite!("伤害结算.8"), settlement::strike_all)]),
    step(Phase::CounterAttack, &[auto(cite!("ruling-74"), settlement::strike_back)]),
    step(Phase::Occupation, &[auto(cite!("伤害结算.11"), settlement::occupy)]),
    step(Phase::Collection, &[auto(cite!("伤害结算.9"), settlement::collect)]),
    phase(Phase::Recovery, cite!("回收阶段.1"), &[], Question::Recovery),
]];

/// The index of a phase in the table of a turn.
pub(crate) fn line_of(phase: Phase) -> u8 {
    let lines = TABLES.first().copied().unwrap_or_default();
    let at = lines.iter().position(|stage| stage.name == phase);
    at.and_then(|at| u8::try_from(at).ok()).unwrap_or(0)
}

/// Begins a phase and announces it [玩家行动.3]; steps of the settlement are not announced.
pub(crate) fn stage_begins(game: &mut Game<'_>, phase: Phase) {
    let seat = active(game);
    if phase == Phase::Maintenance {
        expire(game, Until::OwnMaintenance, Some(seat));
    }
    game.facts_mut().phase = phase;
    let announced = match phase {
        Phase::Maintenance | Phase::Play | Phase::Recovery => phase,
        Phase::Targets => Phase::Settlement,
        _ => return,
    };
    let detail = Detail { phase: Some(announced), ..Detail::default() };
    game.propose(Proposal::told(Verb::PhaseBegins, seat, cite!("玩家行动.3")).with(detail));
}

/// Puts the moment on the agenda at which texts of a phase trigger.
pub(crate) fn stage_announced(game: &mut Game<'_>, phase: Phase) {
    match phase {
        Phase::Maintenance => game.push(Step::Moment(What::MaintenanceBegins, None)),
        Phase::Recovery => game.push(Step::Moment(What::RecoveryBegins, None)),
        _ => {}
    }
}

/// Discards every move order of the active player, who has no choice [维持阶段.2, 移动.5, ruling-8].
fn discard_moves(game: &mut Game<'_>, rule: Cite) {
    let seat = active(game);
    for unit in units(game, seat) {
        if has_type(game, unit, Move) && game.in_force(cite!("移动.5")) {
            let gone = zone::discarding(game, unit, Cause::Maintenance, By::rule(seat, rule));
            happen(game, gone);
        }
    }
}

/// Whether a unit carries an order of a type.
pub(crate) fn has_type(game: &Game<'_>, unit: CardId, kind: OrderType) -> bool {
    order_of(game, unit).is_some_and(|order| order_type(game, order) == Some(kind))
}

/// Ends a phase or step. Returns whether the next one of the table follows.
pub(crate) fn stage_ends(game: &mut Game<'_>, phase: Phase) -> bool {
    match phase {
        Phase::Recovery => {
            let seat = active(game);
            let recovered = zone::recovering(game, seat, By::rule(seat, cite!("回收阶段.2")));
            game.propose(recovered);
            game.push(Step::Turn(Begin::After));
            false
        }
        Phase::Collection => {
            settlement::is_over(game);
            true
        }
        // If the order of the phases is suspended, the turn has no further phase.
        _ => {
            let goes_on = game.in_force(cite!("玩家行动.3"));
            if !goes_on {
                game.push(Step::Turn(Begin::After));
            }
            goes_on
        }
    }
}

/// Carries out a step of a round or turn.
pub(crate) fn run(game: &mut Game<'_>, begin: Begin) {
    match begin {
        Begin::Round => round(game),
        Begin::Turn(seat) => {
            game.facts_mut().active = seat;
            game.facts_mut().moved.clear();
            if game.propose(Proposal::told(Verb::TurnBegins, seat, cite!("玩家行动.2"))).is_done() {
                game.push(Step::Turn(Begin::Phases));
            }
        }
        Begin::Phases => game.begin_stage(0, 0),
        Begin::After => after(game),
    }
}

/// Begins a round. Reactions of the round before count in it [决定先手.2, 防御.4, ruling-26].
fn round(game: &mut Game<'_>) {
    let Some(round) = game.state.facts.round.checked_add(1) else { return game.halt(Halt::StepLimit) };
    let counts = game.in_force(cite!("防御.4"));
    let facts = game.facts_mut();
    facts.round = round;
    let debt = std::mem::take(&mut facts.debt);
    facts.plays = if counts { debt } else { BySeat::default() };
    let BySeat(zero, one) = facts.plays;
    let first = facts.first();
    let rule = cite!("决定先手.2");
    let detail =
        Detail::of(OwnDetail { round: Some(round), plays: Some((zero, one)), ..OwnDetail::default() });
    if game.propose(Proposal::told(Verb::RoundBegins, first, rule).with(detail)).is_done() {
        game.push(Step::Turn(Begin::Turn(first)));
    }
}

/// Ends a turn: the other player's turn follows, or the next round, unless the game is decided [决定先手.2,
/// ruling-39].
fn after(game: &mut Game<'_>) {
    let seat = active(game);
    game.propose(Proposal::told(Verb::TurnEnds, seat, cite!("玩家行动.2")));
    expire(game, Until::Turn, None);
    for of in Seat::BOTH {
        lapse(game, of);
    }
    let first = game.state.facts.first();
    if seat != first {
        expire(game, Until::Round, None);
        ending::round_is_over(game);
    }
    if game.state.outcome.is_none() {
        let next = if seat == first { Begin::Turn(first.other()) } else { Begin::Round };
        game.push(Step::Turn(next));
    }
}

/// Refuses an action in the other player's turn [玩家行动.2].
pub(crate) fn is_own_turn(game: &Game<'_>, seat: Seat) -> Result<(), Reason> {
    ensure(active(game) == seat, Reason::NotYourTurn)
}

/// Refuses an action outside these phases.
pub(crate) fn is_phase(game: &Game<'_>, phases: &[Phase]) -> Result<(), Reason> {
    let asked = answer::asked_name(game);
    ensure(phases.contains(&game.state.facts.phase), Reason::NotThePhase { asked })
}

/// The cells of a player's units.
fn cells(game: &Game<'_>, seat: Seat) -> Vec<Value> {
    units(game, seat).into_iter().filter_map(|unit| cell_of(game, unit)).map(Value::Cell).collect()
}

/// The player's own unit on a cell.
pub(crate) fn own_unit(game: &Game<'_>, seat: Seat, at: Coordinates) -> Option<CardId> {
    unit_at(game, at.0).filter(|unit| owner(game, *unit) == seat)
}

/// A unit is turned face up [维持阶段.1].
#[fields]
pub struct Flip {
    /// Its cell.
    pub at: Coordinates,
}

impl ActionKind<Tianhai> for Flip {
    const CONDITIONS: &'static [Row<Tianhai, Self>] = &[
        test(0, 0, &[cite!("玩家行动.2")], |game, seat, _| is_own_turn(game, seat)),
        test(0, 0, &[cite!("维持阶段.1")], |game, _, _| is_phase(game, &[Phase::Maintenance])),
        test(Self::AT, Self::AT, &[cite!("维持阶段.1")], |game, seat, &Flip { at }| {
            ensure(own_unit(game, seat, at).is_some(), Reason::NotOwnUnit { at })
        }),
        test(Self::AT, Self::AT, &[cite!("维持阶段.1")], |game, seat, &Flip { at }| {
            let down = own_unit(game, seat, at).is_none_or(|unit| mark(game, unit).is_face_down());
            ensure(down, Reason::AlreadyFaceUp { at })
        }),
    ];
    const SLOTS: Slots<Tianhai, Self> = &[&[each("at", Self::AT, |game, seat, _| cells(game, seat))]];
    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::Maintenance);
    const TIME: Time = |_, _| &[cite!("维持阶段.1")];

    fn perform(&self, game: &mut Game<'_>, seat: Seat, _: Option<&Question>) {
        let Some(unit) = unit_at(game, self.at.0) else { return };
        let flipped = zone::flipping(game, unit, By::rule(seat, cite!("维持阶段.1")));
        happen(game, flipped);
    }
}

/// The order on a unit is discarded [维持阶段.3, 回收阶段.1].
#[fields]
pub struct DiscardOrder {
    /// The cell of the unit.
    pub at: Coordinates,
}

/// The type of the order on the player's own unit on a cell.
fn own_order(game: &Game<'_>, seat: Seat, at: Coordinates) -> Option<OrderType> {
    order_type(game, order_of(game, own_unit(game, seat, at)?)?)
}

const TIMES: &[Phase] = &[Phase::Maintenance, Phase::Recovery];

impl DiscardOrder {
    /// Refuses an action outside maintenance and recovery, by the type of the order [移动.5, 防御.5, 攻击.4].
    fn in_time(&self, game: &Game<'_>, seat: Seat, kind: Option<OrderType>) -> Result<(), Reason> {
        if own_order(game, seat, self.at) == kind { is_phase(game, TIMES) } else { Ok(()) }
    }

    /// In this phase, requires a unit of the player on the cell [ruling-9, ruling-27].
    fn has_unit(&self, game: &Game<'_>, seat: Seat, phase: Phase) -> Result<(), Reason> {
        let there = own_unit(game, seat, self.at).is_some();
        ensure(game.state.facts.phase != phase || there, Reason::NotOwnUnit { at: self.at })
    }

    /// In this phase, requires an order on the unit.
    fn has_order(&self, game: &Game<'_>, seat: Seat, phase: Phase) -> Result<(), Reason> {
        let there = own_order(game, seat, self.at).is_some();
        ensure(game.state.facts.phase != phase || there, Reason::NoOrder { at: self.at })
    }

    /// In recovery, refuses an order of this type.
    fn leaves(&self, game: &Game<'_>, seat: Seat, kind: OrderType) -> Result<(), Reason> {
        let stays = own_order(game, seat, self.at) == Some(kind);
        ensure(game.state.facts.phase != Phase::Recovery || !stays, Reason::StaysOnUnit { at: self.at })
    }
}

const OTHERS: &[Cite] = &[cite!("维持阶段.3"), cite!("ruling-9")];
const DEFENCES: &[Cite] = &[cite!("回收阶段.1"), cite!("ruling-27")];

impl ActionKind<Tianhai> for DiscardOrder {
    const CONDITIONS: &'static [Row<Tianhai, Self>] = &[
        test(0, 0, &[cite!("玩家行动.2")], |game, seat, _| is_own_turn(game, seat)),
        test(0, Self::AT, &[cite!("移动.5")], |game, seat, this| this.in_time(game, seat, Some(Move))),
        test(0, Self::AT, &[cite!("防御.5")], |game, seat, this| this.in_time(game, seat, Some(Defence))),
        test(0, Self::AT, &[cite!("攻击.4")], |game, seat, this| this.in_time(game, seat, Some(Attack))),
        test(0, Self::AT, &[cite!("维持阶段.3")], |game, seat, this| this.in_time(game, seat, None)),
        test(Self::AT, Self::AT, OTHERS, |game, seat, this| this.has_unit(game, seat, Phase::Maintenance)),
        test(Self::AT, Self::AT, DEFENCES, |game, seat, this| this.has_unit(game, seat, Phase::Recovery)),
        test(Self::AT, Self::AT, OTHERS, |game, seat, this| this.has_order(game, seat, Phase::Maintenance)),
        test(Self::AT, Self::AT, DEFENCES, |game, seat, this| this.has_order(game, seat, Phase::Recovery)),
        test(Self::AT, Self::AT, &[cite!("移动.5")], |game, seat, this| this.leaves(game, seat, Move)),
        test(Self::AT, Self::AT, DEFENCES, |game, seat, this| this.leaves(game, seat, Attack)),
        test(Self::AT, Self::AT, &[cite!("ruling-47")], |game, seat, &DiscardOrder { at }| {
            let unit = own_unit(game, seat, at);
            let kept = unit.and_then(|unit| prohibition::forbids(game, unit, Forbidden::LoseOrder));
            ensure(kept.is_none(), Reason::StaysOnUnit { at })
        }),
    ];
    const SLOTS: Slots<Tianhai, Self> = &[&[each("at", Self::AT, |game, seat, _| cells(game, seat))]];
    const ANSWERS: fn(&Question) -> bool =
        |question| matches!(question, Question::Maintenance | Question::Recovery);
    const TIME: Time = |_, _| &[cite!("维持阶段.3")];

    fn perform(&self, game: &mut Game<'_>, seat: Seat, _: Option<&Question>) {
        let Some(unit) = unit_at(game, self.at.0) else { return };
        let (cause, rule) = match game.state.facts.phase {
            Phase::Recovery => (Cause::Recovery, cite!("回收阶段.1")),
            _ => (Cause::Maintenance, cite!("维持阶段.3")),
        };
        let gone = zone::discarding(game, unit, cause, By::rule(seat, rule));
        happen(game, gone);
    }
}

/// A phase, or the step of occupation, ends [玩家行动.3].
#[fields]
pub struct EndPhase {}

impl ActionKind<Tianhai> for EndPhase {
    const CONDITIONS: &'static [Row<Tianhai, Self>] = &[
        test(0, 0, &[cite!("玩家行动.2")], |game, seat, _| is_own_turn(game, seat)),
        test(0, 0, &[cite!("伤害结算.0")], |game, _, _| {
            let open = matches!(game.state.facts.phase, Phase::Targets | Phase::Defence);
            ensure(!open, Reason::StepNotOver { asked: answer::asked_name(game) })
        }),
    ];
    const ANSWERS: fn(&Question) -> bool = |question| {
        matches!(question, Question::Maintenance | Question::Play | Question::Occupation | Question::Recovery)
    };
    const TIME: Time = |_, _| &[cite!("玩家行动.3")];

    fn perform(&self, game: &mut Game<'_>, _: Seat, question: Option<&Question>) {
        match question {
            Some(Question::Occupation) => game.facts_mut().settlement.left = true,
            _ => game.pass(),
        }
    }
}
