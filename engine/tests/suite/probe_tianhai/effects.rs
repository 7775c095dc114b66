//! What the actions and the stages do.

use super::*;

/// A card goes to a spot and lies there like this.
fn put(verb: Verb, seat: Seat, card: CardId, to: Spot<Tianhai>, mark: Mark, rule: Cite) -> Proposal<Tianhai> {
    Proposal::told(verb, seat, rule).changing(Change::Move(card, to, End::Bottom, mark))
}

fn in_zone(zone: Zone, seat: Seat) -> Spot<Tianhai> {
    Spot::Place(place(zone, seat), Cell::NONE)
}

const fn on_field(at: Cell) -> Spot<Tianhai> {
    Spot::Place(FIELD, at)
}

/// An order goes to its owner's discard pile.
fn discard(game: &Match<'_>, order: CardId, rule: Cite) -> Proposal<Tianhai> {
    let seat = owner(game, order);
    put(Verb::DiscardOrder, seat, order, in_zone(Zone::DiscardPile, seat), Mark::Up, rule)
}

pub(super) fn perform(game: &mut Match<'_>, seat: Seat, action: &Action) {
    if Tianhai::is_answer(action) {
        game.state.asked.clear();
    }
    match action {
        Action::Flip(at) => {
            if let Some(unit) = unit_at(game, *at) {
                game.propose(Proposal::marked(Verb::Flip, seat, unit, Mark::Up, FLIP));
            }
        }
        Action::DiscardOrder(at) => {
            let rule = if phase(game) == Some(Phase::Recovery) { RECOVERY } else { ORDERS_GO };
            if let Some((order, _)) = unit_at(game, *at).and_then(|unit| order_on(game, unit)) {
                game.propose(discard(game, order, rule));
            }
        }
        Action::DeployUnit(DeployUnit { card, at }) => {
            *game.facts_mut().plays.get_mut(seat) += 1;
            game.propose(put(Verb::DeployUnit, seat, *card, on_field(*at), Mark::Down, DEPLOY_UNIT));
        }
        Action::Pay(action) => pay(game, seat, *action),
        Action::DeployOrder(action) => deploy_order(game, seat, action),
        Action::ChooseTargets(action) => {
            let choice = game.facts_mut().choices.remove(0);
            for &at in &action.targets {
                let unit = unit_at(game, at).map(|unit| game.state.table.object(unit));
                attack(game.facts_mut(), choice.attacker, unit, choice.melee);
            }
        }
        Action::DefendDone | Action::EndPhase => game.pass(),
        Action::Occupy(action) => occupy(game, seat, *action),
        Action::Concede => {
            game.end(Some(seat.other()), Ending::Concession, &[CONCEDED]);
            game.state.asked.clear();
            game.state.agenda.clear();
        }
        Action::Peek(_) => {}
    }
}

fn pay(game: &mut Match<'_>, seat: Seat, Pay { card, sequence: number }: Pay) {
    *game.facts_mut().plays.get_mut(seat) += 1;
    let paid_round = game.state.facts.round;
    let (place, number) = match number.and_then(|number| sequence(game, seat, number)) {
        Some((place, note)) => (place, note.number),
        None => {
            let zone = (Zone::OrderArea, Some(seat));
            let Some(place) = game.open_place(Verb::OpenSequence, zone, seat, PAY) else { return };
            let opened = game.facts_mut().opened.get_mut(seat);
            *opened += 1;
            (place, *opened - 1)
        }
    };
    let note = Change::Note(place, Note { number, paid_round });
    game.propose(Proposal::told(Verb::NoteSequence, seat, LOCKED).changing(note));
    game.propose(put(Verb::PayCost, seat, card, Spot::Place(place, Cell::NONE), Mark::Up, PAY));
}

/// The order lies on the unit, the sequence is spent, the unit moves, the play is counted.
fn deploy_order(game: &mut Match<'_>, seat: Seat, action: &DeployOrder) {
    let Some(unit) = unit_at(game, action.at) else { return };
    let mark = action.facing.map_or(Mark::Up, Mark::Looks);
    game.propose(put(Verb::DeployOrder, seat, action.card, Spot::Member(unit, Carried), mark, DEPLOY));
    if let Some((place, _)) = action.sequence.and_then(|number| sequence(game, seat, number)) {
        let pile = in_zone(Zone::DiscardPile, seat);
        let cards = game.state.table.snapshot(place);
        let spent = cards.iter().map(|card| put(Verb::SpendSequence, seat, *card, pile, Mark::Up, SPENT));
        game.propose_together(spent.collect());
        game.propose(Proposal::told(Verb::CloseSequence, seat, SPENT).changing(Change::Close(place)));
    }
    if let Some(&to) = action.path.last() {
        game.propose(put(Verb::Move, seat, unit, on_field(to), Mark::Up, PATH));
    }
    let reaction = is_reaction(game, seat);
    let facts = game.facts_mut();
    let counted = if reaction { &mut facts.debt } else { &mut facts.plays };
    *counted.get_mut(seat) += 1;
}

fn occupy(game: &mut Match<'_>, seat: Seat, Occupy { at, from }: Occupy) {
    let Some(unit) = unit_at(game, from) else { return };
    let object = game.state.table.object(unit);
    let facts = game.facts_mut();
    facts.open_cells.retain(|open| open.at != at);
    facts.open_cells.iter_mut().for_each(|open| open.by.retain(|other| *other != object));
    game.propose(put(Verb::Occupy, seat, unit, on_field(at), Mark::Up, OCCUPY));
}

/// The orders of a kind on the active player's units, in canonical order of these.
fn active_orders(game: &Match<'_>, wanted: impl Fn(&OrderCard) -> bool) -> Vec<(CardId, CardId, OrderCard)> {
    let units = units(game, active(game)).into_iter();
    let with_order = units.filter_map(|unit| order_on(game, unit).map(|(order, card)| (unit, order, card)));
    with_order.filter(|(_, _, card)| wanted(card)).collect()
}

fn discard_all(game: &mut Match<'_>, rule: Cite, wanted: impl Fn(&OrderCard) -> bool) {
    for (_, order, _) in active_orders(game, wanted) {
        game.propose(discard(game, order, rule));
    }
}

pub(super) fn discard_moves(game: &mut Match<'_>, rule: Cite) {
    discard_all(game, rule, |order| matches!(order.kind, Kind::Move(_)));
}

pub(super) fn collect(game: &mut Match<'_>, rule: Cite) {
    let facts = game.facts_mut();
    facts.open_cells.clear();
    discard_all(game, rule, |order| {
        order.kind == Kind::Attack && !order.keywords.contains(&Keyword::Lasting)
    });
}

pub(super) fn recover(game: &mut Match<'_>, rule: Cite) {
    let seat = active(game);
    for card in game.state.table.snapshot(place(Zone::DiscardPile, seat)) {
        game.propose(put(Verb::Recover, seat, card, in_zone(Zone::Hand, seat), Mark::Up, rule));
    }
}

/// The cell `ahead` in the direction of a facing and `right` of it.
fn reached(from: Cell, facing: Facing, (ahead, right): (i16, i16)) -> Cell {
    let (x, y) = match facing {
        Facing::North => (right, ahead),
        Facing::East => (ahead, -right),
        Facing::South => (-right, -ahead),
        Facing::West => (-ahead, right),
    };
    Cell::new(from.x.saturating_add(x), from.y.saturating_add(y))
}

fn looks(game: &Match<'_>, order: CardId) -> Option<Facing> {
    match mark(game, order) {
        Mark::Looks(facing) => Some(facing),
        _ => None,
    }
}

/// The enemies that a range part reaches.
fn candidates(game: &Match<'_>, attacker: CardId, order: CardId, part: &Part) -> Vec<Object> {
    let Some((from, facing)) = cell(game, attacker).zip(looks(game, order)) else { return Vec::new() };
    let mut found = part.cells.iter().filter_map(|ahead| unit_at(game, reached(from, facing, *ahead)));
    let mut found: Vec<_> = if part.direct { found.next().into_iter().collect() } else { found.collect() };
    found.retain(|unit| owner(game, *unit) != owner(game, attacker));
    canonical(game, &mut found);
    found.into_iter().map(|unit| game.state.table.object(unit)).collect()
}

/// A target stands once on an attacker's list; in melee if any part is.
fn attack(facts: &mut Facts, attacker: Object, targets: impl IntoIterator<Item = Object>, melee: bool) {
    for target in targets {
        let listed = |attack: &&mut Attack| attack.attacker == attacker && attack.target == target;
        match facts.attacks.iter_mut().find(listed) {
            Some(attack) => attack.melee |= melee,
            None => facts.attacks.push(Attack { attacker, target, melee }),
        }
    }
}

pub(super) fn list_targets(game: &mut Match<'_>, _: Cite) {
    let facts = game.facts_mut();
    facts.attacks.clear();
    facts.choices.clear();
    for (unit, order, card) in active_orders(game, |order| order.kind == Kind::Attack) {
        let attacker = game.state.table.object(unit);
        for part in card.range {
            let candidates = candidates(game, unit, order, part);
            let melee = part.melee;
            match part.pick.filter(|count| candidates.len() > *count) {
                Some(count) => {
                    game.facts_mut().choices.push(Choice { attacker, count, candidates, melee });
                }
                None => attack(game.facts_mut(), attacker, candidates, melee),
            }
        }
    }
}

pub(super) fn tell_targets(game: &mut Match<'_>, rule: Cite) {
    for (unit, ..) in active_orders(game, |order| order.kind == Kind::Attack) {
        game.propose(Proposal::told(Verb::ListTargets, active(game), rule).to(unit));
    }
}

/// All targets that still are there, in canonical order.
fn targets(game: &Match<'_>) -> Vec<Object> {
    let attacks = game.state.facts.attacks.iter().map(|attack| attack.target);
    let mut cards: Vec<_> =
        attacks.filter(|target| game.state.table.is_current(*target)).map(|target| target.card).collect();
    canonical(game, &mut cards);
    cards.dedup();
    cards.into_iter().map(|card| game.state.table.object(card)).collect()
}

/// Each target is a step of its own, so that the table is checked between them.
pub(super) fn strike_all(game: &mut Match<'_>, _: Cite) {
    for target in targets(game).into_iter().rev() {
        game.push(Step::Strike(target));
    }
}

fn base(game: &Match<'_>, unit: CardId) -> i64 {
    unit_card(game, unit).map_or(0, |unit| unit.combat)
}

fn value(game: &Match<'_>, unit: CardId) -> i64 {
    order_on(game, unit).and_then(|(_, order)| order.combat).unwrap_or_else(|| base(game, unit))
}

fn attackers(game: &Match<'_>, target: Object, melee: bool) -> Vec<CardId> {
    let attacks =
        game.state.facts.attacks.iter().filter(|attack| attack.target == target && attack.melee >= melee);
    let current =
        attacks.map(|attack| attack.attacker).filter(|attacker| game.state.table.is_current(*attacker));
    current.map(|attacker| attacker.card).collect()
}

/// Steps 3 to 7 for one target.
pub(super) fn strike(game: &mut Match<'_>, target: Object) {
    let (seat, unit) = (active(game), target.card);
    if !game.state.table.is_current(target) {
        return;
    }
    if mark(game, unit) == Mark::Down {
        game.propose(Proposal::marked(Verb::MakeKnown, seat, unit, Mark::Known, KNOWN));
    }
    let attack: i64 = attackers(game, target, false).into_iter().map(|unit| value(game, unit)).sum();
    if let Some((order, OrderCard { kind: Kind::Attack, .. })) = order_on(game, unit) {
        game.propose(discard(game, order, OFF));
    }
    let defence = value(game, unit).max(1);
    let damage = attack / defence;
    let numbers = Numbers { attack, defence, damage };
    game.propose(Proposal::told(Verb::Strike, seat, SUM).to(unit).with(Some(numbers)));
    let wounds = wound(game, unit, damage);
    game.propose_together(wounds.into_iter().collect());
    annihilate(game, &[unit]);
}

/// Wounds are placed, if there are any.
fn wound(game: &Match<'_>, unit: CardId, damage: i64) -> Option<Proposal<Tianhai>> {
    let count = u32::try_from(damage).ok().filter(|count| *count > 0)?;
    let rule = if game.state.table.pieces(Holder::Card(unit), Wound) > 0 { MORE_WOUNDS } else { WOUNDS };
    let change = Change::Pieces(count, (Holder::Supply, Wound), (Holder::Card(unit), Wound));
    Some(Proposal::told(Verb::Wound, active(game), rule).to(unit).changing(change))
}

/// Those of the units whose hit points are used up leave the game together.
fn annihilate(game: &mut Match<'_>, units: &[CardId]) {
    let wounds = |unit: CardId| game.state.table.pieces(Holder::Card(unit), Wound);
    let dead = |unit: &&CardId| unit_card(game, **unit).is_some_and(|card| wounds(**unit) >= card.hp);
    let leave = |unit: &CardId| {
        let out = in_zone(Zone::Out, owner(game, *unit));
        put(Verb::Annihilate, active(game), *unit, out, Mark::Up, ANNIHILATED)
    };
    let leaving = units.iter().filter(dead).map(leave).collect();
    game.propose_together(leaving);
}

/// The order and the wounds of an annihilated unit.
pub(super) fn goes_along(game: &Match<'_>, proposal: &Proposal<Tianhai>) -> Together<Tianhai> {
    let Some(unit) = proposal.card().filter(|_| proposal.verb == Verb::Annihilate) else {
        return Together::new();
    };
    let orders = game.state.table.pile(unit).iter().map(|order| discard(game, *order, ORDER_OUT));
    let count = game.state.table.pieces(Holder::Card(unit), Wound);
    let back = Change::Pieces(count, (Holder::Card(unit), Wound), (Holder::Supply, Wound));
    let wounds = Proposal::told(Verb::Wound, proposal.seat, OUT).changing(back);
    orders.chain((count > 0).then_some(wounds)).collect()
}

/// An annihilated target leaves its cell open to those that attacked it in melee.
pub(super) fn on_event(game: &mut Match<'_>, event: &Event<Tianhai>) {
    let annihilated = event.point == Point::Done && event.proposal.verb == Verb::Annihilate;
    let (Some(target), Some(Spot::Place(FIELD, at)), true) = (event.subject, event.from, annihilated) else {
        return;
    };
    let by: Vec<_> =
        attackers(game, target, true).into_iter().map(|unit| game.state.table.object(unit)).collect();
    if !by.is_empty() {
        game.facts_mut().open_cells.push(OpenCell { at, by });
    }
}

/// Counter-attacks of the targets that are left: computed first, applied together.
pub(super) fn strike_back(game: &mut Match<'_>, rule: Cite) {
    let (mut proposals, mut struck) = (Vec::new(), Vec::new());
    for target in targets(game) {
        let Some((order, card)) = order_on(game, target.card) else { continue };
        let front = cell(game, target.card).zip(looks(game, order));
        let front = front.and_then(|(at, facing)| unit_at(game, reached(at, facing, (1, 0))));
        let front = front.filter(|unit| attackers(game, target, true).contains(unit));
        let Some(unit) = front.filter(|_| card.keywords.contains(&Keyword::CounterAttack)) else { continue };
        let (attack, defence) = (value(game, target.card), base(game, unit).max(1));
        let numbers = Numbers { attack, defence, damage: attack / defence };
        let seat = owner(game, target.card);
        proposals.push(Proposal::told(Verb::StrikeBack, seat, rule).to(unit).with(Some(numbers)));
        proposals.extend(wound(game, unit, numbers.damage));
        struck.push(unit);
    }
    game.propose_together(proposals);
    annihilate(game, &struck);
}

/// An open cell that a unit may still take.
fn is_open(game: &Match<'_>, open: &OpenCell) -> bool {
    open.by.iter().any(|unit| game.state.table.is_current(*unit))
}

/// The windows of choices and of occupation close when there is nothing left to decide.
pub(super) fn close_empty_window(game: &mut Match<'_>) {
    let Some(Frame::Window(Window { question, .. })) = game.state.agenda.last() else { return };
    let facts = &game.state.facts;
    let empty = match question {
        Question::Targets => facts.choices.is_empty(),
        Question::Occupation => !facts.open_cells.iter().any(|open| is_open(game, open)),
        _ => false,
    };
    if empty {
        game.state.agenda.pop();
    }
}

/// The first result stands: the printed condition is looked at before that of the ruling.
pub(super) fn check_end(game: &mut Match<'_>) {
    if game.state.outcome.is_some() {
        return;
    }
    let annihilated = |seat: Seat| game.state.table.list(place(Zone::Out, seat)).len() >= UNITS;
    let bare = |seat: Seat| units(game, seat).is_empty() && !game.state.facts.bare_field_continues;
    let beaten = |is_beaten: &dyn Fn(Seat) -> bool| Seat::BOTH.map(is_beaten);
    let (all, none) = (beaten(&annihilated), beaten(&bare));
    match (all, none) {
        ([true, true], _) | ([false, false], [true, true]) => {
            game.end(None, Ending::BothBeaten, &[BOTH_BEATEN])
        }
        ([true, false], _) => game.end(Some(Seat::One), Ending::Annihilation, &[WON]),
        ([false, true], _) => game.end(Some(Seat::Zero), Ending::Annihilation, &[WON]),
        (_, [true, false]) => game.end(Some(Seat::One), Ending::EmptyBattlefield, &[BARE]),
        (_, [false, true]) => game.end(Some(Seat::Zero), Ending::EmptyBattlefield, &[BARE]),
        _ => {}
    }
}

/// The next turn, or the next round, unless the game is decided.
pub(super) fn next_turn(game: &mut Match<'_>) {
    if game.state.outcome.is_some() {
        return;
    }
    let round_over = active(game) != game.state.facts.first;
    let facts = game.facts_mut();
    facts.active = facts.active.other();
    if round_over {
        facts.round += 1;
        facts.plays = std::mem::take(&mut facts.debt);
        let seat = facts.active;
        game.propose(Proposal::told(Verb::BeginRound, seat, NEXT_ROUND));
    }
    game.begin_stage(0, 0);
}
