//! The settlement, step by step: 结算阶段.1, 攻击.2, 防御.2, 伤害结算.0–伤害结算.11, 指令牌与费用.10; ruling-22, ruling-23,
//! ruling-25, ruling-29, ruling-30, ruling-33, ruling-34, ruling-35, ruling-36, ruling-48, ruling-54,
//! ruling-58, ruling-74, ruling-78.

use super::printed::OrderType;
use super::prohibition::{self, Allowed, Forbidden};
use super::reason::Reason;
use super::rules::limits::LEAST_DIVISOR;
use super::table::{
    self, Cause, Detail, Game, Numbers, OwnDetail, Verb, all_units, cell_of, owner, stands, unit_at, units,
};
use super::turn::{active, has_type, is_own_turn};
use super::words::{Keyword, Pick, RangePart, Sight, Until, What, expire};
use super::zone::{self, By};
use super::{Question, Step, Tianhai, ending, stat};
use crate::game_kit::action::ActionKind;
use crate::game_kit::action::legal::{Choices, Slots, alike, each};
use crate::game_kit::fields::fields;
use crate::game_kit::grid::{self, Coordinates};
use crate::game_kit::proposing::happen;
use crate::kernel::shape::Value;
use crate::kernel::{CardId, Cell, Object, Proposal, Row, Seat, ensure, held, test};
use crate::verdict::Cite;

type Time = crate::game_kit::action::Time<Tianhai>;

/// How the settlement goes on.
#[held(Copy)]
pub enum Settle {
    /// Targets are chosen, then the lists are fixed.
    Targets,
    /// The target of this number is settled.
    Strike(u16),
    /// Cells are occupied.
    Occupation,
    /// Attack orders are collected.
    Collect,
}

/// A range part of which targets have to be chosen [攻击.2, ruling-22].
#[held]
pub struct Choosing {
    /// The attacker.
    pub attacker: Object,
    /// Which of its range parts, counted from 1.
    pub part: u8,
    /// How many.
    pub count: u8,
    /// From which.
    pub candidates: Vec<Object>,
}

/// Targets that were chosen.
#[held]
pub struct Chosen {
    /// The attacker.
    pub attacker: Object,
    /// Of which of its range parts, counted from 1.
    pub part: u8,
    /// The targets.
    pub targets: Vec<Object>,
}

/// A target on the list of an attacker.
#[held(Copy)]
pub struct Listed {
    /// The attacker.
    pub attacker: Object,
    /// The target.
    pub target: Object,
    /// Whether it is attacked in melee [ruling-62].
    pub melee: bool,
}

/// A target that was annihilated.
#[held]
pub struct Fallen {
    /// The target, where the table has a history.
    pub target: Option<Object>,
    /// The cell that it left.
    pub at: Cell,
    /// The units that may take it, as far as they survive.
    pub by: Vec<Object>,
    /// Whether it was taken.
    pub taken: bool,
}

/// The target that is being settled, or was last.
#[held(Copy)]
pub struct Now {
    /// The target.
    pub target: Object,
    /// Its numbers.
    pub numbers: Numbers,
}

/// The settlement of a turn.
#[held(Default)]
pub struct Settlement {
    /// What was chosen so far.
    pub chosen: Vec<Chosen>,
    /// The attackers, in canonical order.
    pub attackers: Vec<Object>,
    /// The lists of all of them.
    pub listed: Vec<Listed>,
    /// The targets in the order in which they are settled.
    pub targets: Vec<Object>,
    /// Whether the lists are fixed.
    pub fixed: bool,
    /// The target that is settled.
    pub now: Option<Now>,
    /// Targets that were annihilated.
    pub fallen: Vec<Fallen>,
    /// Units that have occupied a cell.
    pub occupied: Vec<Object>,
    /// What is still open is left empty.
    pub left: bool,
}

impl Settlement {
    /// The attackers of a target, in canonical order.
    pub fn attackers_of(&self, target: Object) -> impl Iterator<Item = Object> + '_ {
        self.listed.iter().filter(move |listed| listed.target == target).map(|listed| listed.attacker)
    }

    /// Whether a unit attacks another unit; with `melee`, whether in melee.
    pub fn attacks(&self, attacker: Object, target: Object, melee: bool) -> bool {
        let is_it = |listed: &Listed| listed.attacker == attacker && listed.target == target;
        self.fixed && self.listed.iter().any(|listed| is_it(listed) && (listed.melee || !melee))
    }

    /// Whether a unit is a target; with `melee`, of an attack in melee.
    pub fn is_target(&self, unit: Object, melee: bool) -> bool {
        self.fixed && self.listed.iter().any(|listed| listed.target == unit && (listed.melee || !melee))
    }

    /// The target that steps 3 to 8 handle now, or handled last.
    pub fn target(&self) -> Option<Object> {
        self.now.map(|now| now.target)
    }

    /// The attack, defence and damage of that target; `None` for another unit.
    pub fn numbers_of(&self, target: Object) -> Option<Numbers> {
        self.now.filter(|now| now.target == target).map(|now| now.numbers)
    }
}

/// Takes a unit off the list of an attacker, or off every list [攻击.2, ruling-22]. Returns whether it was on
/// one.
pub(crate) fn remove_target(game: &mut Game<'_>, target: Object, attacker: Option<Object>, by: By) -> bool {
    let is_it = |listed: &Listed| {
        listed.target == target && attacker.is_none_or(|attacker| listed.attacker == attacker)
    };
    if !game.state.facts.settlement.listed.iter().any(is_it) {
        return false;
    }
    let at = cell_of(game, target.card);
    let detail = Detail::of(OwnDetail { at, ..OwnDetail::default() });
    let done = game.propose(by.proposal(Verb::TargetRemoved).with(detail).to(target.card)).is_done();
    if done {
        game.facts_mut().settlement.listed.retain(|listed| !is_it(listed));
    }
    done
}

/// Carries out a part of the settlement.
pub(crate) fn run(game: &mut Game<'_>, settle: Settle) {
    match settle {
        Settle::Targets => targets(game),
        Settle::Strike(number) => strike(game, number),
        Settle::Occupation => occupation(game),
        Settle::Collect => collect_now(game),
    }
}

/// Begins steps 1 and 2.
pub(crate) fn begin(game: &mut Game<'_>, _: Cite) {
    game.push(Step::Settle(Settle::Targets));
}

/// All units of the active player that carry an attack order, those of earlier rounds included [伤害结算.1].
pub(crate) fn attackers(game: &Game<'_>) -> Vec<CardId> {
    let own = units(game, active(game)).into_iter();
    own.filter(|unit| has_type(game, *unit, OrderType::Attack)).collect()
}

/// The enemies in the cells of a range part, without those that cannot be targets [结算阶段.1, ruling-21,
/// ruling-23].
pub(crate) fn candidates(game: &Game<'_>, attacker: CardId, part: &RangePart) -> Vec<Object> {
    let Some(frame) = table::frame(game, attacker) else { return Vec::new() };
    let seat = owner(game, attacker);
    let mut found = Vec::new();
    if !game.spend(part.cells.len()) {
        return found;
    }
    for &(ahead, right) in &part.cells {
        let there = frame.cell(ahead.into(), right.into()).and_then(|cell| unit_at(game, cell));
        let Some(unit) = there.filter(|unit| *unit != attacker) else { continue };
        let is_enemy = owner(game, unit) != seat || !game.in_force(cite!("结算阶段.1"));
        let forbidden = prohibition::forbids(game, unit, Forbidden::BeTarget).is_some()
            || part.melee && prohibition::forbids(game, unit, Forbidden::BeMeleeTarget).is_some();
        if is_enemy && !forbidden {
            found.push(game.state.table.object(unit));
        }
        if part.sight == Sight::Direct {
            break;
        }
    }
    found.sort_by_key(|unit| cell_of(game, unit.card).map(grid::in_rows));
    found.dedup();
    found
}

/// The targets that the player chose in a range part.
fn chosen<'g>(game: &'g Game<'_>, attacker: Object, part: u8) -> Option<&'g [Object]> {
    let chosen = game.state.facts.settlement.chosen.iter();
    let mut chosen = chosen.filter(|chosen| chosen.attacker == attacker && chosen.part == part);
    chosen.next().map(|chosen| chosen.targets.as_slice())
}

/// The next choice of targets, attacker by attacker in canonical order, part by part [ruling-78].
pub(crate) fn next_choice(game: &Game<'_>) -> Option<Choosing> {
    for unit in attackers(game) {
        let attacker = game.state.table.object(unit);
        for (part, range) in (1..).zip(stat::range(game, unit)) {
            let Pick::Exactly(count) = range.pick else { continue };
            let candidates = candidates(game, unit, &range);
            let is_choice = candidates.len() > usize::from(count) && game.in_force(cite!("攻击.2"));
            if is_choice && chosen(game, attacker, part).is_none() {
                return Some(Choosing { attacker, part, count, candidates });
            }
        }
    }
    None
}

/// Asks for targets until all are chosen; then fixes the lists [伤害结算.2, ruling-22].
fn targets(game: &mut Game<'_>) {
    if let Some(choosing) = next_choice(game) {
        game.push(Step::Settle(Settle::Targets));
        return game.ask(active(game), Question::Targets(choosing));
    }
    let seat = active(game);
    for (attacker, own) in lists(game) {
        let cells = |melee: bool| -> Vec<Cell> {
            let listed = own.iter().filter(|listed| listed.melee || !melee);
            listed.filter_map(|listed| cell_of(game, listed.target.card)).collect()
        };
        let detail = Detail::of(OwnDetail {
            at: cell_of(game, attacker.card),
            targets: cells(false),
            melee: cells(true),
            ..OwnDetail::default()
        });
        let proposal = Proposal::told(Verb::TargetsListed, seat, cite!("伤害结算.2")).with(detail);
        if game.propose(proposal).is_done() {
            let settlement = &mut game.facts_mut().settlement;
            settlement.attackers.push(attacker);
            settlement.listed.extend(own);
        }
    }
    let in_order = in_order(game, &game.state.facts.settlement.listed);
    let settlement = &mut game.facts_mut().settlement;
    (settlement.targets, settlement.fixed) = (in_order, true);
    game.push(Step::Moment(What::TargetsListed, None));
}

/// The list of each attacker, in canonical order [伤害结算.2].
pub(crate) fn lists(game: &Game<'_>) -> Vec<(Object, Vec<Listed>)> {
    let mut lists = Vec::new();
    for unit in attackers(game) {
        let attacker = game.state.table.object(unit);
        let mut own: Vec<Listed> = Vec::new();
        for (part, range) in (1..).zip(stat::range(game, unit)) {
            let there = match chosen(game, attacker, part) {
                Some(chosen) => chosen.to_vec(),
                None => candidates(game, unit, &range),
            };
            for target in there {
                match own.iter_mut().find(|listed| listed.target == target) {
                    Some(listed) => listed.melee |= range.melee,
                    None => own.push(Listed { attacker, target, melee: range.melee }),
                }
            }
        }
        own.sort_by_key(|listed| cell_of(game, listed.target.card).map(grid::in_rows));
        lists.push((attacker, own));
    }
    lists
}

/// All targets on lists, each once, in canonical order [ruling-34].
pub(crate) fn in_order(game: &Game<'_>, listed: &[Listed]) -> Vec<Object> {
    let units = all_units(game).iter().map(|unit| game.state.table.object(*unit));
    units.filter(|unit| listed.iter().any(|listed| listed.target == *unit)).collect()
}

/// Steps 3 to 8 for each target, in canonical order [伤害结算.8, ruling-34].
pub(crate) fn strike_all(game: &mut Game<'_>, _: Cite) {
    game.push(Step::Moment(What::TargetsSettled, None));
    game.push(Step::Settle(Settle::Strike(0)));
}

fn strike(game: &mut Game<'_>, number: u16) {
    let Some(&target) = game.state.facts.settlement.targets.get(usize::from(number)) else {
        game.facts_mut().settlement.now = None;
        return;
    };
    game.push(Step::Settle(Settle::Strike(number.saturating_add(1))));
    let attackers: Vec<Object> = game.state.facts.settlement.attackers_of(target).collect();
    if !stands(game, target) || attackers.is_empty() {
        return;
    }
    let unit = target.card;
    let seat = active(game);
    let still =
        |attacker: &Object| stands(game, *attacker) && has_type(game, attacker.card, OrderType::Attack);
    let attackers: Vec<Object> = attackers.into_iter().filter(still).collect();
    let cells: Vec<Cell> = attackers.iter().filter_map(|attacker| cell_of(game, attacker.card)).collect();
    // Texts with numbers may refer to the target that is settled.
    game.facts_mut().settlement.now = Some(Now { target, numbers: Numbers::default() });
    let values = attackers.iter().map(|attacker| stat::value(game, attacker.card));
    // If that rule is suspended, only the first attacker counts.
    let attack = match game.in_force(cite!("伤害结算.3")) {
        true => values.fold(0, i64::saturating_add),
        false => values.take(1).sum(),
    };
    let known = zone::making_known(game, unit, By::rule(seat, cite!("ruling-33")));
    happen(game, known);
    let defence = defence(game, unit, &attackers).max(i64::from(LEAST_DIVISOR.value));
    let divided = if game.in_force(cite!("伤害结算.5")) { attack / defence.max(1) } else { attack };
    let damage = divided.saturating_sub(stat::reduction(game, unit)).max(0);
    let numbers = Numbers { attack, defence, damage };
    game.facts_mut().settlement.now = Some(Now { target, numbers });
    let detail = Detail::of(OwnDetail {
        at: cell_of(game, unit),
        attackers: cells,
        numbers: Some(numbers),
        ..OwnDetail::default()
    });
    game.propose(Proposal::told(Verb::Struck, seat, cite!("伤害结算.5")).to(unit).with(detail));
    if zone::wound(game, unit, damage, None) {
        zone::fall(game, unit, None);
    }
    ending::check(game);
    game.push(Step::Moment(What::Struck, Some(target)));
}

/// The defence value of a target. An attack order on it is discarded; another order counts with its value
/// [伤害结算.4a, 伤害结算.4b, 伤害结算.4c, ruling-54].
fn defence(game: &mut Game<'_>, unit: CardId, attackers: &[Object]) -> i64 {
    let base = stat::base_combat(game, unit);
    let Some(order) = table::order_of(game, unit) else {
        return if game.in_force(cite!("伤害结算.4c")) { base } else { 0 };
    };
    if table::order_type(game, order) == Some(OrderType::Attack) && game.in_force(cite!("伤害结算.4a")) {
        let by = By::rule(owner(game, unit), cite!("伤害结算.4a"));
        let gone = zone::discarding(game, unit, Cause::Attacked, by);
        happen(game, gone);
        return stat::base_combat(game, unit);
    }
    let counts = game.in_force(cite!("伤害结算.4b")) && game.in_force(cite!("指令牌与费用.10"));
    if counts && !stat::uses_base_combat(game, unit, attackers) { stat::value(game, unit) } else { base }
}

/// What the settlement keeps of a target that is about to be annihilated: its cell, and the units that may
/// take the cell [伤害结算.11, ruling-35].
pub(crate) fn fallen(game: &Game<'_>, target: Object) -> Option<Fallen> {
    let settlement = &game.state.facts.settlement;
    if !settlement.targets.contains(&target) {
        return None;
    }
    let forbidden = prohibition::forbids(game, target.card, Forbidden::BeOccupied).is_some();
    let of = settlement.listed.iter().filter(|listed| listed.target == target && !forbidden);
    let in_melee = |listed: &&Listed| {
        listed.melee || prohibition::allows(game, listed.attacker.card, Allowed::OccupyFromAfar)
    };
    let by = of.filter(in_melee).map(|listed| listed.attacker).collect();
    Some(Fallen { target: Some(target), at: cell_of(game, target.card)?, by, taken: false })
}

/// Surviving targets strike back, all at once [伤害结算.10, ruling-74].
pub(crate) fn strike_back(game: &mut Game<'_>, rule: Cite) {
    let mut struck: Vec<(CardId, i64)> = Vec::new();
    let mut proposals = Vec::new();
    for target in game.state.facts.settlement.targets.clone() {
        let by_keyword = stands(game, target) && stat::has(game, target.card, Keyword::CounterAttack);
        // If that rule is suspended, every target strikes back.
        let strikes = by_keyword || stands(game, target) && !game.in_force(cite!("伤害结算.10"));
        let listed = game.state.facts.settlement.listed.iter().filter(|listed| listed.target == target);
        let ahead = table::frame(game, target.card).and_then(|frame| frame.cell(1, 0));
        let is_ahead = |listed: &&Listed| {
            let at = cell_of(game, listed.attacker.card);
            listed.melee && stands(game, listed.attacker) && (!by_keyword || at.is_some() && at == ahead)
        };
        let there: Vec<CardId> = listed.filter(is_ahead).map(|listed| listed.attacker.card).collect();
        for attacker in there.into_iter().filter(|_| strikes) {
            let damage = stat::value(game, target.card) / stat::base_combat(game, attacker).max(1);
            struck.push((attacker, damage));
            let detail = Detail::of(OwnDetail {
                at: cell_of(game, attacker),
                by: cell_of(game, target.card),
                numbers: Some(Numbers { damage, ..Numbers::default() }),
                ..OwnDetail::default()
            });
            let seat = owner(game, target.card);
            proposals.push(Proposal::told(Verb::StruckBack, seat, rule).to(attacker).with(detail));
        }
    }
    if struck.is_empty() {
        return;
    }
    for proposal in proposals {
        game.propose(proposal);
    }
    let mut units: Vec<CardId> = struck.iter().map(|(unit, _)| *unit).collect();
    units.sort_by_key(|unit| cell_of(game, *unit).map(grid::in_rows));
    units.dedup();
    let of = |unit: CardId| -> i64 {
        struck.iter().filter(|(other, _)| *other == unit).map(|(_, damage)| *damage).sum()
    };
    let wounded: Vec<CardId> =
        units.into_iter().filter(|unit| zone::wound(game, *unit, of(*unit), None)).collect();
    for unit in wounded {
        zone::fall(game, unit, None);
    }
    ending::check(game);
}

/// Opens the cells of annihilated targets to the units that attacked them in melee [伤害结算.11].
pub(crate) fn occupy(game: &mut Game<'_>, _: Cite) {
    game.push(Step::Settle(Settle::Occupation));
}

/// An open cell, and the units that may take it now.
#[held]
pub(crate) struct OpenCell {
    /// The cell.
    pub(crate) at: Cell,
    /// The units.
    pub(crate) by: Vec<CardId>,
}

/// The cells that a unit may still take [ruling-35].
pub(crate) fn open_cells(game: &Game<'_>) -> Vec<OpenCell> {
    let settlement = &game.state.facts.settlement;
    let open = settlement.fallen.iter().filter(|fallen| !fallen.taken && unit_at(game, fallen.at).is_none());
    let may = |unit: &&Object| {
        stands(game, **unit)
            && !settlement.occupied.contains(unit)
            && prohibition::forbids(game, unit.card, Forbidden::Occupy).is_none()
    };
    let of = |fallen: &Fallen| OpenCell {
        at: fallen.at,
        by: fallen.by.iter().filter(may).map(|unit| unit.card).collect(),
    };
    let mut open: Vec<OpenCell> = open.map(of).filter(|open| !open.by.is_empty()).collect();
    open.sort_by_key(|open| grid::in_rows(open.at));
    open
}

fn occupation(game: &mut Game<'_>) {
    if !game.state.facts.settlement.left && !open_cells(game).is_empty() {
        game.push(Step::Settle(Settle::Occupation));
        game.ask(active(game), Question::Occupation);
    }
}

/// Begins step 9 with the texts that work before it.
pub(crate) fn collect(game: &mut Game<'_>, _: Cite) {
    game.push(Step::Settle(Settle::Collect));
    game.push(Step::Moment(What::Collecting, None));
}

/// Discards all attack orders of the active player [伤害结算.9, 攻击.4, ruling-36], except those that an effect
/// keeps [ruling-48, ruling-70].
fn collect_now(game: &mut Game<'_>) {
    let seat = active(game);
    for unit in attackers(game) {
        if !stat::keeps(game, unit) && game.in_force(cite!("攻击.4")) {
            let by = By::rule(seat, cite!("伤害结算.9"));
            let gone = zone::discarding(game, unit, Cause::Collected, by);
            happen(game, gone);
        }
    }
    expire(game, Until::Settlement, None);
    game.push(Step::Moment(What::SettlementOver, None));
}

/// Ends the settlement.
pub(crate) fn is_over(game: &mut Game<'_>) {
    game.facts_mut().settlement = Settlement::default();
}

/// Targets of a range part [攻击.2, ruling-22].
#[fields]
pub struct ChooseTargets {
    /// The cell of the attacker.
    pub at: Coordinates,
    /// The cells of the targets.
    pub targets: Vec<Coordinates>,
}

/// The choice of targets that is asked for now.
fn choosing<'g>(game: &'g Game<'_>) -> Option<&'g Choosing> {
    match &game.state.asked.first()?.question {
        Question::Targets(choosing) => Some(choosing),
        _ => None,
    }
}

/// Tests that every named cell lies in the range part whose targets are asked for, if the part comes from
/// such a keyword, or from none [攻击.2].
fn is_in_range_of(
    game: &Game<'_>,
    action: &ChooseTargets,
    is_source: fn(Option<Keyword>) -> bool,
) -> Result<(), Reason> {
    let Some(&Choosing { attacker, part, .. }) = choosing(game) else { return Ok(()) };
    let Some(frame) = table::frame(game, attacker.card) else { return Ok(()) };
    let ranges = stat::range(game, attacker.card);
    let Some(range) = usize::from(part).checked_sub(1).and_then(|part| ranges.get(part)) else {
        return Ok(());
    };
    if !is_source(stat::keyword_of_part(game, attacker.card, part)) {
        return Ok(());
    }
    let is_inside = |at: &Coordinates| {
        let mut cells = range.cells.iter();
        cells.any(|&(ahead, right)| frame.cell(ahead.into(), right.into()) == Some(at.0))
    };
    let outside = action.targets.iter().find(|at| !is_inside(at));
    outside.map_or(Ok(()), |at| Err(Reason::OutsideRange { at: *at }))
}

const CHOICE: &[Cite] = &[cite!("攻击.2"), cite!("ruling-22")];

impl ActionKind<Tianhai> for ChooseTargets {
    const IS_CHOICE: bool = true;
    const CONDITIONS: &'static [Row<Tianhai, Self>] = &[
        test(0, 0, &[cite!("玩家行动.2")], |game, seat, _| is_own_turn(game, seat)),
        test(0, 0, CHOICE, |game, _, _| ensure(choosing(game).is_some(), Reason::NoSuchChoice)),
        test(Self::AT, Self::AT, CHOICE, |game, _, &ChooseTargets { at, .. }| {
            let asked = choosing(game).and_then(|choosing| cell_of(game, choosing.attacker.card));
            let Some(needs) = asked.map(Coordinates) else { return Ok(()) };
            ensure(at == needs, Reason::AnotherAttacker { at, needs })
        }),
        test(Self::TARGETS, Self::TARGETS, CHOICE, |game, _, action| {
            let Some(choosing) = choosing(game) else { return Ok(()) };
            let mut cells = grid::cells(&action.targets);
            cells.sort_unstable();
            cells.dedup();
            let (named, count) = (action.targets.len(), usize::from(choosing.count));
            let is_right = named == count && cells.len() == count;
            ensure(is_right, Reason::WrongCount { least: count, most: count, named })
        }),
        test(Self::TARGETS, Self::TARGETS, &[cite!("攻击.2"), cite!("ruling-64")], |game, _, action| {
            is_in_range_of(game, action, |keyword| matches!(keyword, Some(Keyword::Flank)))
        }),
        test(Self::TARGETS, Self::TARGETS, &[cite!("攻击.2"), cite!("ruling-66")], |game, _, action| {
            is_in_range_of(game, action, |keyword| matches!(keyword, Some(Keyword::Lob(..))))
        }),
        test(Self::TARGETS, Self::TARGETS, &[cite!("攻击.2"), cite!("ruling-21")], |game, _, action| {
            is_in_range_of(game, action, |keyword| {
                !matches!(keyword, Some(Keyword::Flank | Keyword::Lob(..)))
            })
        }),
        test(Self::TARGETS, Self::TARGETS, CHOICE, |game, _, action| {
            let Some(choosing) = choosing(game) else { return Ok(()) };
            let is_one = |at: &&Coordinates| {
                let there = unit_at(game, at.0).map(|unit| game.state.table.object(unit));
                there.is_some_and(|unit| choosing.candidates.contains(&unit))
            };
            let other = action.targets.iter().find(|at| !is_one(at));
            other.map_or(Ok(()), |at| Err(Reason::NotACandidate { at: *at }))
        }),
    ];
    const SLOTS: Slots<Tianhai, Self> = &[&[
        each("at", Self::AT, |game, _, _| {
            let at = choosing(game).and_then(|choosing| cell_of(game, choosing.attacker.card));
            at.map(Value::Cell).into_iter().collect()
        }),
        alike("targets", Self::TARGETS, |game, _, _| {
            let Some(choosing) = choosing(game) else { return Choices::all_different(Vec::new()) };
            let from: Vec<CardId> = choosing.candidates.iter().map(|unit| unit.card).collect();
            Choices::of(grid::sets(game, &from, (choosing.count.into(), choosing.count.into())))
        }),
    ]];
    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::Targets(_));
    const TIME: Time = |_, _| CHOICE;

    fn perform(&self, game: &mut Game<'_>, _: Seat, question: Option<&Question>) {
        let Some(Question::Targets(Choosing { attacker, part, candidates, .. })) = question else { return };
        let named = grid::cells(&self.targets);
        let is_named = |unit: &&Object| cell_of(game, unit.card).is_some_and(|cell| named.contains(&cell));
        let targets = candidates.iter().filter(is_named).copied().collect();
        let chosen = Chosen { attacker: *attacker, part: *part, targets };
        game.facts_mut().settlement.chosen.push(chosen);
    }
}

/// The defence window is closed [防御.2, ruling-25].
#[fields]
pub struct DefendDone {}

impl ActionKind<Tianhai> for DefendDone {
    const CONDITIONS: &'static [Row<Tianhai, Self>] = &[
        test(0, 0, &[cite!("防御.2")], |game, seat, _| {
            use super::table::Phase::{Defence, Targets};
            let in_time = matches!(game.state.facts.phase, Targets | Defence);
            ensure(seat != active(game) && in_time, Reason::NotYourWindow)
        }),
        test(0, 0, &[cite!("伤害结算.2")], |game, _, _| {
            ensure(game.state.facts.settlement.fixed, Reason::TargetsOpen)
        }),
    ];
    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::Defence);
    const TIME: Time = |_, _| &[cite!("防御.2")];

    fn perform(&self, game: &mut Game<'_>, _: Seat, _: Option<&Question>) {
        game.pass();
    }
}

/// A cell of an annihilated target is taken [伤害结算.11, ruling-35].
#[fields]
pub struct Occupy {
    /// The cell.
    pub at: Coordinates,
    /// The cell of the unit that takes it.
    pub from: Coordinates,
}

const OCCUPY: &[Cite] = &[cite!("伤害结算.11"), cite!("ruling-35")];

impl ActionKind<Tianhai> for Occupy {
    const CONDITIONS: &'static [Row<Tianhai, Self>] = &[
        test(0, 0, OCCUPY, |game, seat, _| {
            let asked = game.asked(seat).is_some_and(|asked| asked.question == Question::Occupation);
            ensure(asked, Reason::NoSuchChoice)
        }),
        test(Self::AT, Self::AT, OCCUPY, |game, _, &Occupy { at, .. }| {
            let is_open = open_cells(game).iter().any(|open| open.at == at.0);
            ensure(is_open, Reason::CellNotOpen { at })
        }),
        test(Self::FROM, Self::AT | Self::FROM, OCCUPY, |game, _, &Occupy { at, from }| {
            let open = open_cells(game).into_iter().find(|open| open.at == at.0);
            let unit = unit_at(game, from.0);
            let may = open.zip(unit).is_some_and(|(open, unit)| open.by.contains(&unit));
            ensure(may, Reason::NotAMeleeAttacker { at, from })
        }),
    ];
    const SLOTS: Slots<Tianhai, Self> = &[&[
        each("at", Self::AT, |game, _, _| {
            open_cells(game).into_iter().map(|open| Value::Cell(open.at)).collect()
        }),
        each("from", Self::FROM, |game, _, action| {
            let open = open_cells(game).into_iter().find(|open| open.at == action.at.0);
            let by = open.map_or_else(Vec::new, |open| open.by);
            by.into_iter().filter_map(|unit| cell_of(game, unit)).map(Value::Cell).collect()
        }),
    ]];
    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::Occupation);
    const TIME: Time = |_, _| OCCUPY;

    fn perform(&self, game: &mut Game<'_>, seat: Seat, _: Option<&Question>) {
        let Some(unit) = unit_at(game, self.from.0) else { return };
        let by = By::rule(seat, cite!("伤害结算.11"));
        let placed = zone::placing(game, Verb::Occupied, unit, self.at.0, by);
        if happen(game, placed) {
            let unit = game.state.table.object(unit);
            let settlement = &mut game.facts_mut().settlement;
            settlement.occupied.push(unit);
            for fallen in settlement.fallen.iter_mut().filter(|fallen| fallen.at == self.at.0) {
                fallen.taken = true;
            }
        }
    }
}
