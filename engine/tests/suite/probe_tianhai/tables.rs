//! The conditions of the actions, in the order of section 8.

use super::*;

/// The rule at fault, and how.
type Fault = Option<(Cite, &'static str)>;
type Verdict = Result<(), &'static str>;

fn is(holds: bool, reason: &'static str) -> Verdict {
    if holds { Ok(()) } else { Err(reason) }
}

/// Several lines of a table share one look at the action: each refuses where its own rule is at fault.
fn keeps(rule: Cite, fault: Fault) -> Verdict {
    match fault {
        Some((at_fault, reason)) if at_fault == rule => Err(reason),
        _ => Ok(()),
    }
}

fn own_turn(game: &Match<'_>, seat: Seat) -> Verdict {
    is(seat == active(game), "not_your_turn")
}

fn during(game: &Match<'_>, wanted: Phase) -> Verdict {
    is(phase(game) == Some(wanted), "not_the_phase")
}

fn in_hand(game: &Match<'_>, seat: Seat, card: CardId) -> Verdict {
    is(in_place(game, place(Zone::Hand, seat), card), "not_in_hand")
}

fn not_in_pile(game: &Match<'_>, seat: Seat, card: CardId) -> Verdict {
    is(!in_place(game, place(Zone::DiscardPile, seat), card), "in_discard_pile")
}

fn plays_fault(game: &Match<'_>, seat: Seat) -> Fault {
    let facts = &game.state.facts;
    if is_reaction(game, seat) {
        let full = *facts.debt.get(seat) >= limit(game, seat, facts.round + 1);
        return full.then_some((REACTION, "no_plays_left"));
    }
    let limit = limit(game, seat, facts.round);
    let rule = match facts.round {
        1 => FIRST_ROUND,
        _ if limit == MOST_PLAYS => FIVE,
        _ => ONE_MORE,
    };
    (*facts.plays.get(seat) >= limit).then_some((rule, "no_plays_left"))
}

fn cell_fault(game: &Match<'_>, at: Cell, mover: Option<CardId>) -> Fault {
    let within = |at: i16, count: i16| {
        let lowest = -((count - 1) / 2);
        (lowest..lowest + count).contains(&at)
    };
    let outside = |(columns, rows): (i16, i16)| !within(at.x, columns) || !within(at.y, rows);
    if at.x.unsigned_abs().max(at.y.unsigned_abs()) > TABLE_REACH {
        return Some((TABLE_EDGE, "off_the_table"));
    }
    if game.state.facts.board.is_some_and(outside) {
        return Some((BOARD, "outside_board"));
    }
    let occupied = unit_at(game, at).is_some_and(|unit| Some(unit) != mover);
    occupied.then_some((ONE_UNIT, "cell_occupied"))
}

/// Step by step: the first step that is at fault.
fn path_fault(game: &Match<'_>, DeployOrder { at, path, .. }: &DeployOrder) -> Fault {
    let mover = unit_at(game, *at);
    let from = std::iter::once(at).chain(path);
    from.zip(path).find_map(|(from, to)| match (to.x.abs_diff(from.x), to.y.abs_diff(from.y)) {
        (0, 1) | (1, 0) => cell_fault(game, *to, mover),
        (1, 1) => Some((STRAIGHT, "diagonal_step")),
        _ => Some((PATH, "not_a_step")),
    })
}

fn time_fault(game: &Match<'_>, seat: Seat, card: CardId) -> Fault {
    let own = game.state.table.card(card).is_some_and(|card| card.owner == seat);
    let kind = order_card(game, card).filter(|_| own).map(|order| order.kind);
    let rule = match kind {
        _ if seat == active(game) && phase(game) == Some(Phase::Play) => return None,
        Some(Kind::Defence) if is_reaction(game, seat) => return None,
        Some(Kind::Defence) if seat == opponent(game) && phase(game) == Some(Phase::Targets) => TARGETS,
        Some(Kind::Defence) => DEFENCE_TIME,
        Some(Kind::Move(_)) => MOVE_TIME,
        Some(Kind::Attack) => ATTACK_TIME,
        None => PLAY,
    };
    Some((rule, "not_the_time"))
}

fn lift_fault(game: &Match<'_>, seat: Seat, at: Cell) -> Fault {
    let unit = own_unit(game, seat, at);
    let kind = unit.and_then(|unit| order_on(game, unit)).map(|(_, order)| order.kind);
    let by_phase = match phase(game) {
        Some(Phase::Maintenance) => ORDERS_GO,
        Some(Phase::Recovery) => RECOVERY,
        _ => {
            let rule = match kind {
                Some(Kind::Move(_)) => MOVE_STAYS,
                Some(Kind::Defence) => DEFENCE_STAYS,
                Some(Kind::Attack) => ATTACK_STAYS,
                None => ORDERS_GO,
            };
            return Some((rule, "not_the_phase"));
        }
    };
    match (unit, kind) {
        (None, _) => Some((by_phase, "not_own_unit")),
        (_, None) => Some((by_phase, "no_order")),
        (_, Some(Kind::Move(_))) if by_phase == RECOVERY => Some((MOVE_STAYS, "stays_on_unit")),
        (_, Some(Kind::Attack)) if by_phase == RECOVERY => Some((RECOVERY, "stays_on_unit")),
        _ => None,
    }
}

/// Whether a sequence is named that has exactly the cost.
fn meets_cost(game: &Match<'_>, seat: Seat, action: &DeployOrder) -> Verdict {
    let cost = order_card(game, action.card).map_or(0, |order| order.cost);
    if cost == 0 {
        return Ok(());
    }
    let named = action.sequence.and_then(|number| sequence(game, seat, number));
    let (place, _) = named.ok_or("no_such_sequence")?;
    is(game.state.table.list(place).len() == cost, "wrong_sequence_length")
}

fn peek_fault(game: &Match<'_>, seat: Seat, peek: &Peek) -> Fault {
    let (rule, lies) = match *peek {
        Peek::Battlefield(at) => {
            let card = unit_at(game, at).and_then(|unit| game.state.table.card(unit))?;
            (DEPLOY_UNIT, card.lies())
        }
        Peek::DiscardPile(of) => {
            let spot = Spot::Place(place(Zone::DiscardPile, of), Cell::NONE);
            (if of == seat { HIDDEN_PILE } else { PILE_DOWN }, Lies { owner: of, spot, mark: Mark::Up })
        }
        Peek::OrderArea(of) => {
            let (place, _) = *sequences(game, of).first()?;
            let lies = Lies { owner: of, spot: Spot::Place(place, Cell::NONE), mark: Mark::Up };
            (if of == seat { HIDDEN_AREA } else { PAY }, lies)
        }
    };
    (!game.sees(Viewer::Seat(seat), &lies)).then_some((rule, "hidden_zone"))
}

pub(super) type Rows<A> = &'static [Row<Tianhai, A>];

/// Before every table.
pub(super) const ANY: Rows<Action> = &[test(0, 0, &[PLAYED_OUT, WON], |game, _, action| {
    let over = game.state.asked.is_empty() || *action == Action::Concede;
    is(game.state.outcome.is_none() || !over, "game_over")
})];

pub(super) const FLIP_UNIT: Rows<Cell> = &[
    test(0, 0, &[TURNS], |game, seat, _| own_turn(game, seat)),
    test(0, 0, &[FLIP], |game, _, _| during(game, Phase::Maintenance)),
    test(1, 1, &[FLIP], |game, seat, at| is(own_unit(game, seat, *at).is_some(), "not_own_unit")),
    test(1, 1, &[FLIP], |game, seat, at| {
        let face = own_unit(game, seat, *at).map(|unit| mark(game, unit));
        is(face != Some(Mark::Up), "already_face_up")
    }),
];

pub(super) const LIFT_ORDER: Rows<Cell> = &[
    test(0, 0, &[TURNS], |game, seat, _| own_turn(game, seat)),
    test(1, 1, &[MOVE_STAYS], |game, seat, at| keeps(MOVE_STAYS, lift_fault(game, seat, *at))),
    test(1, 1, &[DEFENCE_STAYS, OWN_PHASES], |game, seat, at| {
        keeps(DEFENCE_STAYS, lift_fault(game, seat, *at))
    }),
    test(1, 1, &[ATTACK_STAYS, OWN_PHASES], |game, seat, at| {
        keeps(ATTACK_STAYS, lift_fault(game, seat, *at))
    }),
    test(1, 1, &[ORDERS_GO, OWN_ORDERS], |game, seat, at| keeps(ORDERS_GO, lift_fault(game, seat, *at))),
    test(1, 1, &[RECOVERY, OWN_PHASES], |game, seat, at| keeps(RECOVERY, lift_fault(game, seat, *at))),
];

pub(super) const PLAY_UNIT: Rows<DeployUnit> = &[
    test(0, 0, &[TURNS], |game, seat, _| own_turn(game, seat)),
    test(0, 0, &[PLAY], |game, _, _| during(game, Phase::Play)),
    test(1, 1, &[DEPLOY_UNIT, PLAY], |game, seat, action| in_hand(game, seat, action.card)),
    test(1, 1, &[DEPLOY_UNIT], |game, _, action| is(unit_card(game, action.card).is_some(), "not_a_unit")),
    test(0, 0, &[FIRST_ROUND, PLAYS], |game, seat, _| keeps(FIRST_ROUND, plays_fault(game, seat))),
    test(0, 0, &[FIVE, PLAYS], |game, seat, _| keeps(FIVE, plays_fault(game, seat))),
    test(0, 0, &[ONE_MORE, PLAYS], |game, seat, _| keeps(ONE_MORE, plays_fault(game, seat))),
    test(2, 2, &[TABLE_EDGE], |game, _, action| keeps(TABLE_EDGE, cell_fault(game, action.at, None))),
    test(2, 2, &[BOARD], |game, _, action| keeps(BOARD, cell_fault(game, action.at, None))),
    test(2, 2, &[ONE_UNIT], |game, _, action| keeps(ONE_UNIT, cell_fault(game, action.at, None))),
    test(2, 2, &[AROUND], |game, seat, action| {
        let around = |at: Cell| at.x.abs_diff(action.at.x).max(at.y.abs_diff(action.at.y)) == 1;
        let up = |unit: &CardId| mark(game, *unit) == Mark::Up;
        let room = units(game, seat).into_iter().filter(up).filter_map(|unit| cell(game, unit)).any(around);
        is(room, "not_around_own_unit")
    }),
    test(2, 2, &[NEAR_ENEMY], |game, seat, action| {
        let adjacent = |unit: CardId| cell(game, unit).is_some_and(|at| at.adjacent(action.at));
        is(!units(game, seat.other()).into_iter().any(adjacent), "adjacent_to_enemy")
    }),
];

pub(super) const PAY_COST: Rows<Pay> = &[
    test(0, 0, &[TURNS], |game, seat, _| own_turn(game, seat)),
    test(0, 0, &[PLAY], |game, _, _| during(game, Phase::Play)),
    test(1, 1, &[IN_PILE], |game, seat, action| not_in_pile(game, seat, action.card)),
    test(1, 1, &[PAY], |game, seat, action| in_hand(game, seat, action.card)),
    test(1, 1, &[PAY], |game, _, action| is(order_card(game, action.card).is_some(), "not_an_order")),
    test(0, 0, &[FIRST_ROUND, PLAYS], |game, seat, _| keeps(FIRST_ROUND, plays_fault(game, seat))),
    test(0, 0, &[FIVE, PLAYS], |game, seat, _| keeps(FIVE, plays_fault(game, seat))),
    test(0, 0, &[ONE_MORE, PLAYS], |game, seat, _| keeps(ONE_MORE, plays_fault(game, seat))),
    test(2, 2, &[PAY, OWN_AREA], |game, seat, action| {
        let there = action.sequence.is_none_or(|number| sequence(game, seat, number).is_some());
        is(there, "no_such_sequence")
    }),
];

/// The fields of [`DeployOrder`]; the cell a second time for what its unit has to be, which is listed whole.
pub(super) const ORDER_FIELDS: &[&str] = &["/card", "/at", "/facing", "/sequence", "/path", "/at"];
const CARD: u16 = 1;
const AT: u16 = 2;
const FACES: u16 = 4;
const SEQUENCE: u16 = 8;
const STEPS: u16 = 16;
const UNIT: u16 = 32;

pub(super) const PLAY_ORDER: Rows<DeployOrder> = &[
    test(0, CARD, &[MOVE_TIME], |game, seat, a| keeps(MOVE_TIME, time_fault(game, seat, a.card))),
    test(0, CARD, &[ATTACK_TIME], |game, seat, a| keeps(ATTACK_TIME, time_fault(game, seat, a.card))),
    test(0, CARD, &[TARGETS, WINDOW], |game, seat, a| keeps(TARGETS, time_fault(game, seat, a.card))),
    test(0, CARD, &[DEFENCE_TIME], |game, seat, a| keeps(DEFENCE_TIME, time_fault(game, seat, a.card))),
    test(0, CARD, &[PLAY], |game, seat, a| keeps(PLAY, time_fault(game, seat, a.card))),
    test(CARD, CARD, &[IN_PILE], |game, seat, a| not_in_pile(game, seat, a.card)),
    test(CARD, CARD, &[DEPLOY], |game, seat, a| in_hand(game, seat, a.card)),
    test(CARD, CARD, &[DEPLOY], |game, _, a| is(order_card(game, a.card).is_some(), "not_an_order")),
    test(0, 0, &[FIRST_ROUND, PLAYS], |game, seat, _| keeps(FIRST_ROUND, plays_fault(game, seat))),
    test(0, 0, &[FIVE, PLAYS], |game, seat, _| keeps(FIVE, plays_fault(game, seat))),
    test(0, 0, &[ONE_MORE, PLAYS], |game, seat, _| keeps(ONE_MORE, plays_fault(game, seat))),
    test(0, 0, &[REACTION], |game, seat, _| keeps(REACTION, plays_fault(game, seat))),
    test(SEQUENCE, CARD | SEQUENCE, &[COST, NO_COST], |game, _, a| {
        let free = order_card(game, a.card).is_some_and(|order| order.cost == 0);
        is(!free || a.sequence.is_none(), "sequence_not_needed")
    }),
    test(SEQUENCE, CARD | SEQUENCE, &[COST, REACTION_COST], |game, seat, a| {
        if is_reaction(game, seat) { meets_cost(game, seat, a) } else { Ok(()) }
    }),
    test(SEQUENCE, CARD | SEQUENCE, &[COST, EXACT], |game, seat, a| meets_cost(game, seat, a)),
    test(AT, AT, &[ON_UNIT], |game, _, a| is(unit_at(game, a.at).is_some(), "no_unit")),
    test(AT, AT, &[TROOPS, OWN_UNITS], |game, seat, a| {
        is(own_unit(game, seat, a.at).is_some(), "not_own_unit")
    }),
    test(UNIT, AT, &[FACE_UP], |game, _, a| {
        is(unit_at(game, a.at).is_some_and(|unit| mark(game, unit) == Mark::Up), "face_down")
    }),
    test(UNIT, AT, &[ONE_ORDER], |game, _, a| {
        is(unit_at(game, a.at).is_some_and(|unit| order_on(game, unit).is_none()), "has_order")
    }),
    test(UNIT, AT | CARD, &[SAME_MARK, MARKS], |game, _, a| {
        let unit = unit_at(game, a.at).and_then(|unit| unit_card(game, unit));
        let fits = |marks: &[&str]| marks.is_empty() || unit.is_some_and(|unit| marks.contains(&unit.mark));
        is(order_card(game, a.card).is_some_and(|order| fits(order.marks)), "wrong_mark")
    }),
    test(SEQUENCE, SEQUENCE, &[LOCKED, LOCK], |game, seat, a| {
        let paid = a.sequence.and_then(|number| sequence(game, seat, number));
        is(paid.is_none_or(|(_, note)| note.paid_round < game.state.facts.round), "paid_this_round")
    }),
    test(FACES, CARD | FACES, &[FACING], |game, _, a| {
        let moves = matches!(order_card(game, a.card), Some(OrderCard { kind: Kind::Move(_), .. }));
        is(moves || a.facing.is_some(), "no_facing")
    }),
    test(FACES, CARD | FACES, &[ORDER_FACING, FACING], |game, _, a| {
        let moves = matches!(order_card(game, a.card), Some(OrderCard { kind: Kind::Move(_), .. }));
        is(!moves || a.facing.is_none(), "facing_not_needed")
    }),
    test(STEPS, CARD | STEPS, &[PATH], |game, _, a| match order_card(game, a.card).map(|order| order.kind) {
        Some(Kind::Move(steps)) => is(a.path.len() <= steps, "path_too_long"),
        _ => is(a.path.is_empty(), "no_path_here"),
    }),
    test(STEPS, AT | STEPS, &[PATH], |game, _, a| keeps(PATH, path_fault(game, a))),
    test(STEPS, AT | STEPS, &[STRAIGHT], |game, _, a| keeps(STRAIGHT, path_fault(game, a))),
    test(STEPS, AT | STEPS, &[TABLE_EDGE], |game, _, a| keeps(TABLE_EDGE, path_fault(game, a))),
    test(STEPS, AT | STEPS, &[BOARD], |game, _, a| keeps(BOARD, path_fault(game, a))),
    test(STEPS, AT | STEPS, &[ONE_UNIT], |game, _, a| keeps(ONE_UNIT, path_fault(game, a))),
];

pub(super) const CHOOSE: Rows<ChooseTargets> = &[
    test(0, 0, &[TURNS], |game, seat, _| own_turn(game, seat)),
    test(3, 0, &[CHOICE, FIXED_LIST], |game, _, _| {
        is(!game.state.facts.choices.is_empty(), "no_such_choice")
    }),
    test(1, 1, &[CHOICE, FIXED_LIST], |game, _, a| {
        let asked = &game.state.facts.choices[0];
        is(cell(game, asked.attacker.card) == Some(a.at), "another_attacker")
    }),
    test(2, 2, &[CHOICE, FIXED_LIST], |game, _, a| {
        let twice = a.targets.iter().enumerate().any(|(index, at)| a.targets[..index].contains(at));
        is(!twice && a.targets.len() == game.state.facts.choices[0].count, "wrong_count")
    }),
    test(2, 2, &[CHOICE, FIXED_LIST], |game, _, a| {
        let candidates = &game.state.facts.choices[0].candidates;
        let candidate = |at: &Cell| unit_at(game, *at).map(|unit| game.state.table.object(unit));
        let all = a.targets.iter().all(|at| candidate(at).is_some_and(|unit| candidates.contains(&unit)));
        is(all, "not_a_candidate")
    }),
];

pub(super) const CLOSE_DEFENCE: Rows<()> = &[
    test(0, 0, &[DEFENCE_TIME, WINDOW], |game, seat, ()| {
        let to_come = matches!(phase(game), Some(Phase::Targets | Phase::Defence));
        is(seat == opponent(game) && to_come, "not_your_window")
    }),
    test(0, 0, &[TARGETS, WINDOW], |game, _, ()| is(phase(game) != Some(Phase::Targets), "targets_open")),
];

pub(super) const TAKE_CELL: Rows<Occupy> = &[
    test(0, 0, &[OCCUPY, ONE_OCCUPIES], |game, seat, _| {
        is(seat == active(game) && phase(game) == Some(Phase::Occupation), "no_such_choice")
    }),
    test(1, 1, &[OCCUPY, ONE_OCCUPIES], |game, _, a| {
        is(game.state.facts.open_cells.iter().any(|open| open.at == a.at), "cell_not_open")
    }),
    test(2, 3, &[OCCUPY, ONE_OCCUPIES], |game, _, a| {
        let unit = unit_at(game, a.from).map(|unit| game.state.table.object(unit));
        let may = |open: &OpenCell| open.at == a.at && unit.is_some_and(|unit| open.by.contains(&unit));
        is(game.state.facts.open_cells.iter().any(may), "not_a_melee_attacker")
    }),
];

pub(super) const END_PHASE: Rows<()> = &[
    test(0, 0, &[TURNS], |game, seat, ()| own_turn(game, seat)),
    test(0, 0, &[SETTLEMENT, WINDOW], |game, _, ()| {
        is(!matches!(phase(game), Some(Phase::Targets | Phase::Defence)), "step_not_over")
    }),
];

pub(super) const LOOK: Rows<Peek> = &[
    test(1, 1, &[PAY, LOOKING], |game, seat, peek| keeps(PAY, peek_fault(game, seat, peek))),
    test(1, 1, &[HIDDEN_AREA], |game, seat, peek| keeps(HIDDEN_AREA, peek_fault(game, seat, peek))),
    test(1, 1, &[PILE_DOWN, LOOKING], |game, seat, peek| keeps(PILE_DOWN, peek_fault(game, seat, peek))),
    test(1, 1, &[HIDDEN_PILE], |game, seat, peek| keeps(HIDDEN_PILE, peek_fault(game, seat, peek))),
    test(1, 1, &[DEPLOY_UNIT], |game, seat, peek| keeps(DEPLOY_UNIT, peek_fault(game, seat, peek))),
];
