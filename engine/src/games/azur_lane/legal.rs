//! What a seat may do, as shapes. Candidates are filtered by the action's own table, read as far as
//! the candidate is filled in; there is no second opinion.

use super::action::{
    Action, Activate, At, Attack, Chase, CostChoice, Counter, Cubes, Elsewhere, Origin, PlayEvent, PlayShip,
    Remodel, Support,
};
use super::play::{ship_field, use_field};
use super::remodel::{self, remodel_field};
use super::standby;
use super::table::{self, CubeKind};
use super::words::{Cost, Need, Skill, cost};
use super::{AzurLane, Question, stat};
use crate::card::{Choosable, ConditionWord};
use crate::kernel::shape::{Domain, Kind, Shape, Value};
use crate::kernel::{CardId, Match, Object, Seat};

type Game<'p> = Match<'p, AzurLane>;

/// Every shape of what the seat may answer now; none if it is not asked.
pub fn shapes(game: &mut Game<'_>, seat: Seat) -> Vec<Shape> {
    let Some(asked) = game.asked(seat) else { return Vec::new() };
    let question = asked.question.clone();
    let mut shapes = Vec::new();
    match question {
        Question::ChooseFirst => {
            let seats = Seat::BOTH.map(Value::Seat).to_vec();
            shapes.push(Shape::new("choose_first").slot("first", Domain::OneOf(seats)));
        }
        Question::Mulligan => shapes.push(Shape::new("mulligan").slot("redo", yes_or_no())),
        Question::Main => main(game, seat, &mut shapes),
        Question::BattleChoice => attacks(game, seat, &mut shapes),
        Question::AttackWindow => {
            supports(game, seat, &mut shapes);
            from_hand(game, seat, false, &mut shapes);
            shapes.push(Shape::new("pass"));
        }
        Question::DefenceWindow => {
            supports(game, seat, &mut shapes);
            from_hand(game, seat, true, &mut shapes);
            shapes.push(Shape::new("pass"));
        }
        Question::ChooseTrigger => triggers(game, &mut shapes),
        Question::LastStand => last_stand(game, seat, &mut shapes),
        Question::Choice(choice) => shapes.push(match choice.what {
            Choosable::Cards { from, min, max, .. } => {
                Shape::new("choose_cards").slot("cards", Domain::Subset { from, max, min })
            }
            Choosable::Order { cards, .. } => Shape::new("choose_order").slot("order", Domain::Order(cards)),
            Choosable::Position(positions) => {
                let at = positions.iter().map(|&position| at_value(seat, position)).collect();
                Shape::new("choose_position").slot("at", Domain::OneOf(at))
            }
            Choosable::YesNo => Shape::new("choose_yes_no").slot("accept", yes_or_no()),
            Choosable::Number { min, max } => {
                Shape::new("choose_number").slot("number", Domain::Number { max, min })
            }
            Choosable::Pieces { count, over } => {
                let kinds = over.iter().filter_map(|(number, most)| {
                    let (_, kind) = table::COST_ZONE_KINDS.get(usize::from(*number))?;
                    Some(Kind { kind, most: *most })
                });
                let over = kinds.collect();
                Shape::new("choose_cubes").slot("cubes", Domain::Split { amount: count, over })
            }
            Choosable::Mode(count) => {
                Shape::new("choose_mode").slot("mode", Domain::Number { max: i64::from(count), min: 1 })
            }
        }),
    }
    shapes
}

fn yes_or_no() -> Domain {
    Domain::OneOf(vec![Value::Flag(false), Value::Flag(true)])
}

fn at_value(seat: Seat, position: u8) -> Value {
    Value::Position(seat, table::cell_name(table::cell(position)))
}

fn at(seat: Seat, position: u8) -> At {
    At { cell: table::cell_name(table::cell(position)).into(), seat }
}

/// Active cubes of a player.
fn active_cubes(game: &Game<'_>, seat: Seat) -> Cubes {
    Cubes {
        down: table::cubes(game, seat, CubeKind::Down),
        up: table::cubes(game, seat, CubeKind::Up),
        ..Cubes::default()
    }
}

/// The payments of so many cubes; `None`: there are not enough.
fn payments(game: &Game<'_>, seat: Seat, amount: i64) -> Option<Domain> {
    let amount = u32::try_from(amount).ok()?;
    let there = active_cubes(game, seat);
    let domain = Domain::Split {
        amount,
        over: vec![Kind { kind: "down", most: there.down }, Kind { kind: "up", most: there.up }],
    };
    (domain.count() > 0).then_some(domain)
}

/// A payment as a slot; nothing to pay is no slot, since the field is left out then.
fn with_pay(shape: Shape, domain: &Domain) -> Shape {
    match domain {
        Domain::Split { amount: 0, .. } => shape,
        domain => shape.slot("pay", domain.clone()),
    }
}

/// Ways to fill in a cost: each a list of slots whose product is exact.
type Ways = Vec<Vec<(&'static str, Domain)>>;

/// The ways to fill in the parts of a cost, with cubes that are spent before and a card set aside.
fn ways(
    game: &Game<'_>,
    seat: Seat,
    me: Object,
    aside: Option<CardId>,
    parts: &[Cost],
    spent: &Cubes,
    alternative: bool,
) -> Ways {
    let scene = cost::scene_of(seat, me);
    let mut needs = Vec::new();
    for part in parts {
        match part.need(game, &scene, aside) {
            None => return Vec::new(),
            Some(Need::Nothing) => {}
            Some(need) => needs.push((field(part, alternative), need)),
        }
    }
    let mut ways = vec![(Vec::<(&'static str, Domain)>::new(), Vec::<CardId>::new())];
    for (index, (name, need)) in needs.iter().enumerate() {
        let mut next = Vec::new();
        for (slots, used) in ways {
            match need {
                Need::Nothing => next.push((slots, used)),
                Need::Cubes(kinds, n) => {
                    let over = kinds.iter().map(|(kind, count)| {
                        let less =
                            spent.by_kind().iter().find(|(other, _)| other == kind).map_or(0, |(_, n)| *n);
                        Kind { kind: cube_name(*kind), most: count.saturating_sub(less) }
                    });
                    let domain = Domain::Split { amount: *n, over: over.collect() };
                    if domain.count() > 0 {
                        let mut slots = slots;
                        slots.push((*name, domain));
                        next.push((slots, used));
                    }
                }
                Need::Cards(domain, n) => {
                    let left: Vec<CardId> =
                        domain.iter().copied().filter(|card| !used.contains(card)).collect();
                    if left.len() < *n {
                        continue;
                    }
                    let shared = needs.iter().enumerate().any(|(other, (_, need))| {
                        other != index
                            && matches!(need, Need::Cards(cards, _) if cards.iter().any(|card| domain.contains(card)))
                    });
                    // Into the deck they go in the order in which they are named.
                    let subset = match *name {
                        "cost.bottom" | "alternative.bottom" => Domain::Sequence { from: left, length: *n },
                        _ => Domain::Subset { from: left, max: *n, min: *n },
                    };
                    if !shared {
                        let mut slots = slots;
                        slots.push((*name, subset));
                        next.push((slots, used));
                        continue;
                    }
                    // Two parts choose from the same cards: one way for each choice of the first.
                    for member in 0..subset.count().min(2_000) {
                        if let Some(Value::Cards(cards)) = subset.member(member) {
                            let (mut slots, mut used) = (slots.clone(), used.clone());
                            slots.push((*name, Domain::OneOf(vec![Value::Cards(cards.clone())])));
                            used.extend(cards);
                            next.push((slots, used));
                        }
                    }
                }
            }
        }
        ways = next;
    }
    ways.into_iter().map(|(slots, _)| slots).collect()
}

const fn cube_name(kind: CubeKind) -> &'static str {
    match kind {
        CubeKind::Down => "down",
        CubeKind::DownRested => "down_rested",
        CubeKind::Up => "up",
        CubeKind::UpRested => "up_rested",
        CubeKind::Stored => "",
    }
}

fn field(part: &Cost, alternative: bool) -> &'static str {
    match (part.field(), alternative) {
        ("cost.bottom", true) => "alternative.bottom",
        ("cost.cubes", true) => "alternative.cubes",
        ("cost.discard", true) => "alternative.discard",
        ("cost.rest", true) => "alternative.rest",
        ("cost.retreat", true) => "alternative.retreat",
        ("cost.return_cubes", true) => "alternative.return_cubes",
        ("cost.under", true) => "alternative.under",
        (field, _) => field,
    }
}

fn has_cube_part(parts: &[Cost]) -> bool {
    parts.iter().any(|part| matches!(part, Cost::RestCubes { .. } | Cost::ReturnCubes { .. }))
}

/// What has to be paid left of 「：」, and by what.
#[derive(Clone, Copy)]
struct Price<'a> {
    me: Object,
    aside: Option<CardId>,
    parts: &'a [Cost],
}

/// Adds a payment and a cost to a shape. Where the cost takes cubes, too, each payment is a shape of
/// its own.
fn with_pay_and_cost(
    game: &Game<'_>,
    seat: Seat,
    base: &Shape,
    pay: &Domain,
    price: Price<'_>,
    shapes: &mut Vec<Shape>,
) {
    let Price { me, aside, parts } = price;
    let mut add = |shape: Shape, spent: &Cubes| {
        for way in ways(game, seat, me, aside, parts, spent, false) {
            let shape = way.into_iter().fold(shape.clone(), |shape, (name, domain)| shape.slot(name, domain));
            shapes.push(shape);
        }
    };
    if !has_cube_part(parts) || matches!(pay, Domain::Split { amount: 0, .. }) {
        add(with_pay(base.clone(), pay), &Cubes::default());
        return;
    }
    for member in 0..pay.count() {
        if let Some(Value::Pieces(pieces)) = pay.member(member) {
            let mut spent = Cubes::default();
            for &(kind, count) in &pieces {
                match kind {
                    "down" => spent.down = count,
                    _ => spent.up = count,
                }
            }
            add(base.clone().fixed("pay", Value::Pieces(pieces)), &spent);
        }
    }
}

fn main(game: &mut Game<'_>, seat: Seat, shapes: &mut Vec<Shape>) {
    for card in game.state.table.list(table::HAND.of(seat)).to_vec() {
        ship(game, seat, card, None, shapes);
        event(game, seat, card, shapes);
        remodel(game, seat, card, shapes);
    }
    for card in game.state.table.list(table::RETREAT.of(seat)).to_vec() {
        ship(game, seat, card, Some(Elsewhere::Retreat), shapes);
    }
    activations(game, seat, shapes);
    shapes.push(Shape::new("pass"));
}

fn ship(game: &mut Game<'_>, seat: Seat, card: CardId, from: Option<Elsewhere>, shapes: &mut Vec<Shape>) {
    use ship_field::{AT, CARD, FROM};
    let mut action = PlayShip { alternative: None, at: None, card, from, pay: Cubes::default() };
    if !game.may_become_legal(seat, &Action::PlayShip(action.clone()), CARD | FROM) {
        return;
    }
    let mut positions = Vec::new();
    for position in 0..6 {
        action.at = Some(at(seat, position));
        if game.may_become_legal(seat, &Action::PlayShip(action.clone()), CARD | FROM | AT) {
            positions.push(at_value(seat, position));
        }
    }
    if positions.is_empty() {
        return;
    }
    let mut base = Shape::new("play_ship").fixed("card", Value::Card(card));
    if from.is_some() {
        base = base.fixed("from", Value::Word("retreat"));
    }
    let base = base.slot("at", Domain::OneOf(positions));
    if let Some(pay) = payments(game, seat, stat::cost(game, card).unwrap_or(0)) {
        shapes.push(with_pay(base.clone(), &pay));
    }
    alternatives(game, seat, card, &base, shapes);
}

fn alternatives(game: &Game<'_>, seat: Seat, card: CardId, base: &Shape, shapes: &mut Vec<Shape>) {
    let me = game.state.table.object(card);
    let scene = cost::scene_of(seat, me);
    let offered = table::face(game, card).skills.iter().find_map(|skill| match skill {
        Skill::AlternativeCost(other) if other.when.as_ref().is_none_or(|when| when.holds(game, &scene)) => {
            Some(other.pay.as_slice())
        }
        _ => None,
    });
    let Some(parts) = offered else { return };
    for way in ways(game, seat, me, Some(card), parts, &Cubes::default(), true) {
        let shape = if way.is_empty() {
            base.clone().fixed("alternative", Value::Pieces(Vec::new()))
        } else {
            way.into_iter().fold(base.clone(), |shape, (name, domain)| shape.slot(name, domain))
        };
        shapes.push(shape);
    }
}

fn parts_of(game: &Game<'_>, ability: standby::Ability) -> Vec<Cost> {
    let body = standby::skill(game, ability).and_then(Skill::body);
    let costs = body.and_then(|body| body.cost.as_ref()).filter(|costs| !costs.optional);
    costs.map_or_else(Vec::new, |costs| costs.pay.clone())
}

fn event(game: &mut Game<'_>, seat: Seat, card: CardId, shapes: &mut Vec<Shape>) {
    use use_field::{CARD, SKILL};
    let places = standby::main_skills(game, card);
    for &place in &places {
        let skill = (places.len() > 1).then_some(place + 1);
        let action =
            PlayEvent { alternative: None, card, cost: Box::default(), pay: Cubes::default(), skill };
        if !game.may_become_legal(seat, &Action::PlayEvent(action), CARD | SKILL) {
            continue;
        }
        let mut base = Shape::new("play_event").fixed("card", Value::Card(card));
        if let Some(skill) = skill {
            base = base.fixed("skill", Value::Number(i64::from(skill)));
        }
        let me = game.state.table.object(card);
        let parts = parts_of(game, standby::ability_of(game, card, place));
        if let Some(pay) = payments(game, seat, stat::cost(game, card).unwrap_or(0)) {
            with_pay_and_cost(
                game,
                seat,
                &base,
                &pay,
                Price { me, aside: Some(card), parts: &parts },
                shapes,
            );
        }
        let mut other = Vec::new();
        alternatives(game, seat, card, &base, &mut other);
        for shape in other {
            let nothing = Domain::Split { amount: 0, over: Vec::new() };
            with_pay_and_cost(
                game,
                seat,
                &shape,
                &nothing,
                Price { me, aside: Some(card), parts: &parts },
                shapes,
            );
        }
    }
}

fn activations(game: &mut Game<'_>, seat: Seat, shapes: &mut Vec<Shape>) {
    use use_field::{CARD, SKILL};
    let mut cards = table::by_position(game, seat);
    let under: Vec<CardId> = cards.iter().flat_map(|&card| game.state.table.pile(card).to_vec()).collect();
    cards.extend(under);
    cards.extend_from_slice(game.state.table.list(table::HAND.of(seat)));
    cards.extend_from_slice(game.state.table.list(table::RETREAT.of(seat)));
    for source in cards {
        for place in 0..table::face(game, source).skills.len() as u8 {
            let ability = standby::ability_of(game, source, place);
            let Some(Skill::Activated(activated)) = standby::skill(game, ability) else { continue };
            let aside = (activated.zone == super::words::skill::Zone::Hand).then_some(source);
            let action = Activate { cost: Box::default(), skill: Some(place + 1), source };
            if !game.may_become_legal(seat, &Action::Activate(action), CARD | SKILL) {
                continue;
            }
            let base = Shape::new("activate")
                .fixed("source", Value::Card(source))
                .fixed("skill", Value::Number(i64::from(place) + 1));
            let me = game.state.table.object(source);
            let nothing = Domain::Split { amount: 0, over: Vec::new() };
            let parts = parts_of(game, ability);
            with_pay_and_cost(game, seat, &base, &nothing, Price { me, aside, parts: &parts }, shapes);
        }
    }
}

fn remodel(game: &mut Game<'_>, seat: Seat, card: CardId, shapes: &mut Vec<Shape>) {
    use remodel_field::{AT, BASE, CARD};
    let Some(skill) = remodel::remodel_skill(game, card) else { return };
    for base in table::by_position(game, seat) {
        let mut action = Remodel { at: at(seat, 0), base, card, cost: Box::default(), pay: Cubes::default() };
        if !game.may_become_legal(seat, &Action::Remodel(action.clone()), CARD | BASE) {
            continue;
        }
        let mut positions = Vec::new();
        for position in 0..6 {
            action.at = at(seat, position);
            if game.may_become_legal(seat, &Action::Remodel(action.clone()), CARD | BASE | AT) {
                positions.push(at_value(seat, position));
            }
        }
        let Some(pay) = payments(game, seat, i64::from(skill.cubes)) else { continue };
        if positions.is_empty() {
            continue;
        }
        let shape = Shape::new("remodel")
            .fixed("card", Value::Card(card))
            .fixed("base", Value::Card(base))
            .slot("at", Domain::OneOf(positions));
        let me = game.state.table.object(card);
        let mut found = Vec::new();
        with_pay_and_cost(
            game,
            seat,
            &shape,
            &pay,
            Price { me, aside: Some(card), parts: &skill.pay },
            &mut found,
        );
        // The base cannot be part of its own cost.
        for mut shape in found {
            for slot in &mut shape.slots {
                if slot.name == "cost.retreat"
                    && let Domain::Subset { from, .. } = &mut slot.domain
                {
                    from.retain(|card| *card != base);
                }
            }
            if shape.count() > 0 {
                shapes.push(shape);
            }
        }
    }
}

fn attacks(game: &mut Game<'_>, seat: Seat, shapes: &mut Vec<Shape>) {
    for attacker in table::by_position(game, seat) {
        let mut targets = Vec::new();
        for target in table::by_position(game, seat.other()) {
            if game.may_become_legal(seat, &Action::Attack(Attack { attacker, target }), u16::MAX) {
                targets.push(Value::Card(target));
            }
        }
        if !targets.is_empty() {
            let shape = Shape::new("attack").fixed("attacker", Value::Card(attacker));
            shapes.push(shape.slot("target", Domain::OneOf(targets)));
        }
    }
    shapes.push(Shape::new("pass"));
}

fn supports(game: &mut Game<'_>, seat: Seat, shapes: &mut Vec<Shape>) {
    let field = table::by_position(game, seat);
    let hand = game.state.table.list(table::HAND.of(seat)).to_vec();
    for (from, word, cards) in [(Origin::Field, "field", field), (Origin::Hand, "hand", hand)] {
        let mut domain = Vec::new();
        for card in cards {
            if game.may_become_legal(seat, &Action::Support(Support { card, from }), u16::MAX) {
                domain.push(Value::Card(card));
            }
        }
        if !domain.is_empty() {
            let shape = Shape::new("support").fixed("from", Value::Word(word));
            shapes.push(shape.slot("card", Domain::OneOf(domain)));
        }
    }
}

fn from_hand(game: &mut Game<'_>, seat: Seat, counter: bool, shapes: &mut Vec<Shape>) {
    for card in game.state.table.list(table::HAND.of(seat)).to_vec() {
        let (cost, pay) = (Box::<CostChoice>::default(), Cubes::default());
        let action = match counter {
            true => Action::Counter(Counter { card, cost, pay }),
            false => Action::Chase(Chase { card, cost, pay }),
        };
        if !game.may_become_legal(seat, &action, use_field::CARD) {
            continue;
        }
        let place = table::face(game, card).skills.iter().position(|skill| match skill {
            Skill::Counter(_) => counter,
            Skill::Chase(_) => !counter,
            _ => false,
        });
        let (Some(place), Some(pay)) = (place, payments(game, seat, stat::cost(game, card).unwrap_or(0)))
        else {
            continue;
        };
        let base = Shape::new(if counter { "counter" } else { "chase" }).fixed("card", Value::Card(card));
        let me = game.state.table.object(card);
        let parts = parts_of(game, standby::ability_of(game, card, place as u8));
        with_pay_and_cost(game, seat, &base, &pay, Price { me, aside: Some(card), parts: &parts }, shapes);
    }
}

fn triggers(game: &Game<'_>, shapes: &mut Vec<Shape>) {
    let Some((_, indices)) = game.next_waiting() else { return };
    let mut seen: Vec<(CardId, u8)> = Vec::new();
    for waiting in indices.iter().filter_map(|&index| game.state.waiting.get(index)) {
        let standby = &waiting.trigger;
        let name = (standby.me.card, standby.ability.skill.wrapping_add(1));
        if !seen.contains(&name) {
            seen.push(name);
            let shape = Shape::new("choose_trigger").fixed("card", Value::Card(name.0));
            shapes.push(shape.fixed("skill", Value::Number(i64::from(name.1))));
        }
    }
}

fn last_stand(game: &mut Game<'_>, seat: Seat, shapes: &mut Vec<Shape>) {
    use super::action::LastStand;
    shapes.push(Shape::new("last_stand").fixed("use", Value::Flag(false)));
    let accept = Shape::new("last_stand").fixed("use", Value::Flag(true));
    if game.may_become_legal(seat, &Action::LastStand(LastStand { at: None, accept: true }), u16::MAX) {
        shapes.push(accept);
        return;
    }
    let mut positions = Vec::new();
    for position in 0..6 {
        let action = LastStand { at: Some(at(seat, position)), accept: true };
        if game.may_become_legal(seat, &Action::LastStand(action), u16::MAX) {
            positions.push(at_value(seat, position));
        }
    }
    if !positions.is_empty() {
        shapes.push(accept.slot("at", Domain::OneOf(positions)));
    }
}
