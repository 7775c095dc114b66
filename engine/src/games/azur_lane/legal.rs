//! What a seat may do, as shapes. Candidates are filtered by the action's own table, read as far as
//! the candidate is filled in; there is no second opinion.

use super::action::{
    Action, Activate, At, Attack, Chase, CostChoice, Counter, Cubes, Elsewhere, Origin, PlayEvent, PlayShip,
    Remodel, Support,
};
use super::play::{self, ship_field, use_field};
use super::remodel::{self, remodel_field};
use super::standby;
use super::table::{self, CubeKind};
use super::words::{Cost, Need, Skill, cost};
use super::{AzurLane, Question, stat};
use crate::card::Choosable;
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

/// How a cost is filled in: slots whose product is exact, since no two parts take from the same.
type Slots = Vec<(&'static str, Domain)>;

/// The slots of a cost as the table stands, a card being set aside; `None`: it cannot be paid.
fn slots(game: &Game<'_>, seat: Seat, price: Price<'_>, alternative: bool) -> Option<Slots> {
    let Price { me, aside, parts } = price;
    let scene = cost::scene_of(seat, me);
    let mut slots = Slots::new();
    for part in parts {
        if !game.look() {
            return None;
        }
        let domain = match cost::need(parts, part, game, &scene, aside)? {
            Need::Nothing => continue,
            Need::Cubes(kinds, amount) => {
                let kinds = kinds.into_iter().map(|(kind, most)| Kind { kind: cube_name(kind), most });
                Domain::Split { amount, over: kinds.collect() }
            }
            // Into the deck they go in the order in which they are named.
            Need::Cards(from, n) if part.field() == "cost.bottom" => Domain::Sequence { from, length: n },
            Need::Cards(from, n) => Domain::Subset { from, max: n, min: n },
        };
        slots.push((field(part, alternative), domain));
    }
    Some(slots)
}

fn with_slots(shape: Shape, slots: Slots) -> Shape {
    slots.into_iter().fold(shape, |shape, (name, domain)| shape.slot(name, domain))
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

/// What has to be paid left of 「：」, and by what.
#[derive(Clone, Copy)]
struct Price<'a> {
    me: Object,
    aside: Option<CardId>,
    parts: &'a [Cost],
}

/// Adds a payment and a cost to a shape: one shape, unless it depends on the payment what the cost can be paid
/// with; then each payment is a shape of its own. There are no more of them than cubes [101.1c] and one.
fn with_pay_and_cost(
    game: &mut Game<'_>,
    seat: Seat,
    base: &Shape,
    pay: &Domain,
    price: Price<'_>,
    shapes: &mut Vec<Shape>,
) {
    if price.parts.is_empty() {
        shapes.push(with_pay(base.clone(), pay));
        return;
    }
    let mut ways: Vec<(Value, Option<Slots>)> = Vec::new();
    for number in 0..pay.count() {
        let Some(Value::Pieces(pieces)) = pay.member(number) else { continue };
        let mut cubes = Cubes::default();
        cubes.set(&pieces);
        let slots = game.after_payment(
            |payment| play::pay_cubes(payment, seat, &cubes),
            |game| slots(game, seat, price, false),
        );
        let slots = slots.flatten();
        ways.push((Value::Pieces(pieces), slots));
    }
    let Some((_, first)) = ways.first() else { return };
    if ways.iter().all(|(_, slots)| slots == first) {
        if let Some(slots) = first {
            shapes.push(with_slots(with_pay(base.clone(), pay), slots.clone()));
        }
        return;
    }
    for (pieces, slots) in ways {
        if let Some(slots) = slots {
            shapes.push(with_slots(base.clone().fixed("pay", pieces), slots));
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
    let Some(parts) = play::alternative(game, seat, card) else { return };
    let me = game.state.table.object(card);
    let Some(slots) = slots(game, seat, Price { me, aside: Some(card), parts }, true) else { return };
    shapes.push(match slots.is_empty() {
        true => base.clone().fixed("alternative", Value::Pieces(Vec::new())),
        false => with_slots(base.clone(), slots),
    });
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
        // An event with an alternative cost has no cost left of 「：」 that has to be paid with it.
        alternatives(game, seat, card, &base, shapes);
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
        for ability in standby::all_skills(game, source) {
            let Some(Skill::Activated(activated)) = standby::skill(game, ability) else { continue };
            let aside = (activated.zone == super::words::skill::Zone::Hand).then_some(source);
            let action = Activate { cost: Box::default(), skill: Some(ability.number), source };
            if !game.may_become_legal(seat, &Action::Activate(action), CARD | SKILL) {
                continue;
            }
            let base = Shape::new("activate")
                .fixed("source", Value::Card(source))
                .fixed("skill", Value::Number(i64::from(ability.number)));
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
        let pay = payments(game, seat, stat::cost(game, card).unwrap_or(0));
        let Some((ability, pay)) = play::battle_skill(game, card, counter).zip(pay) else { continue };
        let base = Shape::new(if counter { "counter" } else { "chase" }).fixed("card", Value::Card(card));
        let me = game.state.table.object(card);
        let parts = parts_of(game, ability);
        with_pay_and_cost(game, seat, &base, &pay, Price { me, aside: Some(card), parts: &parts }, shapes);
    }
}

fn triggers(game: &Game<'_>, shapes: &mut Vec<Shape>) {
    let Some((_, indices)) = game.next_waiting() else { return };
    let mut seen: Vec<(CardId, u8)> = Vec::new();
    for waiting in indices.iter().filter_map(|&index| game.state.waiting.get(index)) {
        let standby = &waiting.trigger;
        let name = (standby.me.card, standby.ability.number);
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
