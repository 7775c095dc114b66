//! What a seat may do, as shapes. Candidates are filtered by the action's own table, read as far as
//! the candidate is filled in; there is no second opinion.

use super::ability;
use super::action::{
    Action, Activate, At, Attack, Below, ChooseTactic, DeclareEarlyEnd, EarlyEnd, EndAttacks, EndMoves,
    EndPhase, EnterMech, Mech, MoveUnit, PlayUnit, SummonTraveler, Tactic, UseCard,
};
use super::answer;
use super::entry::{self, play_field};
use super::table::{self, Edge, Where};
use super::{Question, Xinglingwang, ending, magic, stat, tactics};
use crate::card::Choosable;
use crate::kernel::shape::{Domain, Shape, Value, Weighed};
use crate::kernel::{CardId, Match, Seat};

type Game<'p> = Match<'p, Xinglingwang>;

fn yes_or_no() -> Domain {
    Domain::OneOf(vec![Value::Flag(false), Value::Flag(true)])
}

fn value(at: Where) -> Value {
    Value::Position(at.side, at.name())
}

fn positions(indices: &[u8]) -> Domain {
    Domain::OneOf(indices.iter().filter_map(|index| Where::from_index(*index)).map(value).collect())
}

fn edges() -> Domain {
    Domain::OneOf(vec![Value::Word("attack"), Value::Word("score")])
}

/// Every shape of what the seat may answer now; none if it is not asked.
pub fn shapes(game: &mut Game<'_>, seat: Seat) -> Vec<Shape> {
    let Some(asked) = game.asked(seat) else { return Vec::new() };
    let question = asked.question.clone();
    let mut shapes = Vec::new();
    match question {
        Question::Mulligan => {
            let from = game.state.table.list(table::HAND.of(seat)).to_vec();
            let max = from.len();
            shapes.push(Shape::new("mulligan").slot("cards", Domain::Subset { from, max, min: 0 }));
        }
        Question::BeforeBattle | Question::Winner | Question::Loser | Question::Closing => {
            uses(game, seat, &mut shapes);
            shapes.push(Shape::new("pass"));
        }
        Question::Summon => {
            plays(game, seat, &mut shapes);
            uses(game, seat, &mut shapes);
            simple(game, seat, Action::EnterMech(EnterMech {}), &mut shapes);
        }
        Question::Tactic => {
            let mut words = Vec::new();
            for (tactic, word) in [(Tactic::Formation, "formation"), (Tactic::Attack, "attack")] {
                if game.may_become_legal(seat, &Action::ChooseTactic(ChooseTactic { tactic }), u16::MAX) {
                    words.push(Value::Word(word));
                }
            }
            shapes.push(Shape::new("choose_tactic").slot("tactic", Domain::OneOf(words)));
            uses(game, seat, &mut shapes);
            simple(game, seat, Action::EnterMech(EnterMech {}), &mut shapes);
        }
        Question::Formation | Question::Moves => {
            if question == Question::Formation {
                plays(game, seat, &mut shapes);
                simple(game, seat, Action::EnterMech(EnterMech {}), &mut shapes);
            }
            moves(game, seat, &mut shapes);
            uses(game, seat, &mut shapes);
            simple(game, seat, Action::EndMoves(EndMoves {}), &mut shapes);
        }
        Question::Attack | Question::Attacks => {
            attacks(game, seat, &mut shapes);
            uses(game, seat, &mut shapes);
            if question == Question::Attack {
                simple(game, seat, Action::EnterMech(EnterMech {}), &mut shapes);
            }
            simple(game, seat, Action::EndAttacks(EndAttacks {}), &mut shapes);
        }
        Question::TacticsEnd => {
            uses(game, seat, &mut shapes);
            simple(game, seat, Action::EnterMech(EnterMech {}), &mut shapes);
        }
        Question::Machine => {
            combinations(game, seat, &mut shapes);
            shapes.push(Shape::new("exit_mech"));
        }
        Question::HandLimit => {
            let from = game.state.table.list(table::HAND.of(seat)).to_vec();
            let n = from.len().saturating_sub(ending::HAND_LIMIT);
            shapes.push(Shape::new("exile_excess").slot("cards", Domain::Subset { from, max: n, min: n }));
        }
        Question::EarlyEnd => {
            for (condition, word) in [(EarlyEnd::Score, "score"), (EarlyEnd::Units, "units")] {
                let action = Action::DeclareEarlyEnd(DeclareEarlyEnd { condition });
                if game.may_become_legal(seat, &action, u16::MAX) {
                    shapes.push(Shape::new("declare_early_end").fixed("condition", Value::Word(word)));
                }
            }
            shapes.push(Shape::new("pass"));
        }
        Question::Place(indices) => shapes.push(Shape::new("place").slot("at", positions(&indices))),
        Question::Edge => shapes.push(Shape::new("choose_edge").slot("edge", edges())),
        Question::Cover(_) | Question::Sneak(_) => {
            shapes.push(Shape::new("choose_yes_no").slot("accept", yes_or_no()));
        }
        Question::ChooseTrigger => triggers(game, &mut shapes),
        Question::Choice(choice) => shapes.push(match choice.what {
            Choosable::Cards { from, min, max, .. } => {
                Shape::new("choose_cards").slot("cards", Domain::Subset { from, max, min })
            }
            Choosable::Order { cards, .. } => Shape::new("choose_order").slot("order", Domain::Order(cards)),
            Choosable::Position(indices) => Shape::new("place").slot("at", positions(&indices)),
            Choosable::YesNo => Shape::new("choose_yes_no").slot("accept", yes_or_no()),
            Choosable::Number { min, max } => {
                Shape::new("choose_number").slot("number", Domain::Number { max, min })
            }
            Choosable::Mode(count) => {
                Shape::new("choose_mode").slot("mode", Domain::Number { max: i64::from(count), min: 1 })
            }
            Choosable::Pieces { .. } => return shapes,
        }),
    }
    simple(game, seat, Action::EndPhase(EndPhase {}), &mut shapes);
    shapes
}

/// An action without fields, if it is legal.
fn simple(game: &mut Game<'_>, seat: Seat, action: Action, shapes: &mut Vec<Shape>) {
    if game.may_become_legal(seat, &action, u16::MAX) {
        shapes.push(Shape::new(action.kind()));
    }
}

fn plays(game: &mut Game<'_>, seat: Seat, shapes: &mut Vec<Shape>) {
    use play_field::{CARD, SIDE};
    for card in game.state.table.list(table::HAND.of(seat)).to_vec() {
        for side in [None, Some(seat.other())] {
            let action = Action::PlayUnit(PlayUnit { card, side, tributes: Vec::new() });
            if !game.may_become_legal(seat, &action, CARD | SIDE) {
                continue;
            }
            let mut shape = Shape::new("play_unit").fixed("card", Value::Card(card));
            if let Some(side) = side {
                shape = shape.fixed("side", Value::Seat(side));
            }
            let total = u32::try_from(stat::red_star(game, card)).unwrap_or(0);
            if total > 0 {
                let from: Vec<Weighed> = table::units(game, seat)
                    .into_iter()
                    .filter(|unit| entry::tribute_fault(game, seat, *unit).is_none())
                    .map(|unit| Weighed { card: unit, weight: stat::tribute_value(game, unit) })
                    .collect();
                shape = shape.slot("tributes", Domain::Sum { from, total });
            }
            shapes.push(shape);
        }
    }
    let mut places = Vec::new();
    for number in 0..table::POSITIONS {
        let at = Where { side: seat, number };
        let action = Action::SummonTraveler(SummonTraveler { at: At::of(at) });
        if game.may_become_legal(seat, &action, u16::MAX) {
            places.push(value(at));
        }
    }
    if !places.is_empty() {
        shapes.push(Shape::new("summon_traveler").slot("at", Domain::OneOf(places)));
    }
}

/// Magic and activated effects.
fn uses(game: &mut Game<'_>, seat: Seat, shapes: &mut Vec<Shape>) {
    let mut cards = Vec::new();
    for card in game.state.table.list(table::HAND.of(seat)).to_vec() {
        if game.may_become_legal(seat, &Action::UseCard(UseCard { card }), u16::MAX) {
            cards.push(Value::Card(card));
        }
    }
    if !cards.is_empty() {
        shapes.push(Shape::new("use_card").slot("card", Domain::OneOf(cards)));
    }
    for source in ability::with_activated(game, seat) {
        let numbers: Vec<u8> =
            magic::choices(game, seat, source).into_iter().map(|(number, ..)| number).collect();
        let one = numbers.len() == 1;
        for number in numbers {
            let ability = (!one).then_some(number);
            let action = Action::Activate(Activate { ability, source });
            if game.may_become_legal(seat, &action, u16::MAX) {
                let shape = Shape::new("activate").fixed("source", Value::Card(source));
                shapes.push(match one {
                    true => shape,
                    false => shape.fixed("ability", Value::Number(i64::from(number))),
                });
            }
        }
    }
}

fn moves(game: &mut Game<'_>, seat: Seat, shapes: &mut Vec<Shape>) {
    for unit in table::units(game, seat) {
        let mut places = Vec::new();
        for number in 0..table::POSITIONS {
            let at = Where { side: seat, number };
            let action = Action::MoveUnit(MoveUnit { to: At::of(at), unit });
            if game.may_become_legal(seat, &action, u16::MAX) {
                places.push(value(at));
            }
        }
        if !places.is_empty() {
            let shape = Shape::new("move").fixed("unit", Value::Card(unit));
            shapes.push(shape.slot("to", Domain::OneOf(places)));
        }
    }
}

fn attacks(game: &mut Game<'_>, seat: Seat, shapes: &mut Vec<Shape>) {
    for unit in table::units(game, seat) {
        let Some(at) = table::position(game, unit) else { continue };
        let mut stands = vec![(None, at)];
        stands.extend(tactics::slides(game, unit).into_iter().map(|place| (Some(place), place)));
        for (slide, from) in stands {
            let slide_to = slide.map(At::of);
            let mut shape = Shape::new("attack").fixed("unit", Value::Card(unit));
            if let Some(slide) = slide {
                shape = shape.fixed("slide_to", value(slide));
            }
            if tactics::designates(game, unit) {
                let mut places = Vec::new();
                for place in tactics::designations(game, unit, from) {
                    let position = Some(At::of(place));
                    let action = Action::Attack(Attack { position, slide_to: slide_to.clone(), unit });
                    if game.may_become_legal(seat, &action, u16::MAX) {
                        places.push(value(place));
                    }
                }
                if !places.is_empty() {
                    shapes.push(shape.slot("position", Domain::OneOf(places)));
                }
            } else {
                let action = Action::Attack(Attack { position: None, slide_to, unit });
                if game.may_become_legal(seat, &action, u16::MAX) {
                    shapes.push(shape);
                }
            }
        }
    }
}

fn combinations(game: &mut Game<'_>, seat: Seat, shapes: &mut Vec<Shape>) {
    let units = table::units(game, seat);
    for &unit in &units {
        let mut targets = Vec::new();
        for &target in &units {
            let action = Mech { expose: Edge::Attack, target, under: Below::Unit, unit };
            if game.may_become_legal(seat, &Action::Mech(action), u16::MAX) {
                targets.push(Value::Card(target));
            }
        }
        if !targets.is_empty() {
            let under = Domain::OneOf(vec![Value::Word("target"), Value::Word("unit")]);
            let shape = Shape::new("mech").fixed("unit", Value::Card(unit));
            let shape = shape.slot("target", Domain::OneOf(targets));
            shapes.push(shape.slot("under", under).slot("expose", edges()));
        }
    }
}

fn triggers(game: &Game<'_>, shapes: &mut Vec<Shape>) {
    let Some((_, indices)) = game.next_waiting() else { return };
    let mut seen: Vec<(CardId, Option<u8>)> = Vec::new();
    for waiting in indices.iter().filter_map(|&index| game.state.waiting.get(index)) {
        let pending = &waiting.trigger;
        let name = (pending.me.card, answer::ability_number(pending.ability.index));
        if !seen.contains(&name) {
            seen.push(name);
            let shape = Shape::new("choose_trigger").fixed("card", Value::Card(name.0));
            shapes.push(match name.1 {
                Some(number) => shape.fixed("ability", Value::Number(i64::from(number))),
                None => shape,
            });
        }
    }
}
