//! Answers to the choices inside texts: units by their cells, cells and paths, numbers, options: ruling-58, ruling-61, ruling-77.

use super::super::reason::Reason;
use super::super::table::{self, Game, cell_of, unit_at};
use super::super::{Question, Tianhai};
use super::cost::sequences_asked;
use crate::abilities::answer::{choice, give};
use crate::abilities::grid::{Cells, Way};
use crate::abilities::{Answer, Choice, Choosable};
use crate::game_kit::action::answers::choosable;
use crate::game_kit::action::legal::{Slots, whole};
use crate::game_kit::action::{ActionKind, Further, Kit};
use crate::game_kit::fields::fields;
use crate::game_kit::grid::{Coordinates, cells};
use crate::kernel::shape::{COUNT_LIMIT, Domain, Path, Value};
use crate::kernel::{CardId, Cell, Draft, Seat};
use crate::verdict::{Cite, Refusal};

type Time = crate::game_kit::action::Time<Tianhai>;

/// The rule by which texts ask.
const RULE: Cite = cite!("ruling-58");

/// Whether a choice is one among units, which are named by their cells [ruling-77].
pub fn are_units(game: &Game<'_>, choice: &Choice<Tianhai>) -> bool {
    match &choice.what {
        Choosable::Cards { from, .. } => {
            from.iter().any(|card| table::stands(game, game.state.table.object(*card)))
        }
        _ => false,
    }
}

/// The card whose text asks.
fn asking(game: &Game<'_>, seat: Seat) -> CardId {
    choice(game, seat).map_or(CardId(u16::MAX), |choice| choice.me.card)
}

fn outside(game: &Game<'_>, seat: Seat, field: impl Into<String>) -> Refusal<Reason> {
    Refusal::new(Reason::NotAmongChoices { card: asking(game, seat) }, RULE).of(field.into())
}

fn wrong_count((least, most): (usize, usize), named: usize, field: &'static str) -> Refusal<Reason> {
    Refusal::new(Reason::WrongCount { least, most, named }, RULE).of(field)
}

/// Units for an effect.
#[fields]
pub struct ChooseUnits {
    /// Their cells; the order means nothing.
    pub units: Vec<Coordinates>,
}

/// The cells of units.
fn cells_of(game: &Game<'_>, units: &[CardId]) -> Vec<Cell> {
    units.iter().filter_map(|unit| cell_of(game, *unit)).collect()
}

impl ActionKind<Tianhai> for ChooseUnits {
    const IS_CHOICE: bool = true;
    const FURTHER: Further = Further::Question;
    const SLOTS: Slots<Tianhai, Self> =
        &[&[whole("units", Self::UNITS, |game, seat, _| match choosable(game, seat)? {
            Choosable::Cards { from, min, max, .. } => {
                let all = Domain::Subset { from: from.clone(), max: *max, min: *min };
                let sets = (0..all.count().min(COUNT_LIMIT)).map_while(|number| all.member(number));
                let cells = sets.map(|set| Value::Cells(cells_of(game, &set.named())));
                Some(Domain::OneOf(cells.collect()))
            }
            _ => None,
        })]];
    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::Units(_));
    const TIME: Time = |_, _| &[RULE];

    fn check(&self, draft: &mut Draft<'_, '_, Tianhai>, seat: Seat) {
        let Some(Choosable::Cards { from, min, max, .. }) = choosable(draft.game, seat).cloned() else {
            return;
        };
        let named = self.units.len();
        if named < min || named > max {
            draft.refuse(wrong_count((min, max), named, "/units"));
            return;
        }
        for (place, at) in self.units.iter().enumerate() {
            let unit = unit_at(draft.game, at.0);
            let refusal = match unit.filter(|unit| from.contains(unit)) {
                None => outside(draft.game, seat, format!("/units/{place}")),
                Some(card) if self.units.iter().take(place).any(|other| other == at) => {
                    Refusal::new(Reason::NamedTwice { card }, RULE).of(format!("/units/{place}"))
                }
                Some(_) => continue,
            };
            draft.refuse(refusal);
        }
    }

    fn perform(&self, game: &mut Game<'_>, _: Seat, question: Option<&Question>) {
        let from = match question {
            Some(Question::Units(Choice { what: Choosable::Cards { from, .. }, .. })) => from.as_slice(),
            _ => &[],
        };
        let named: Vec<CardId> = self.units.iter().filter_map(|at| unit_at(game, at.0)).collect();
        let chosen = from.iter().copied().filter(|unit| named.contains(unit)).collect();
        give(game, Answer::Cards(chosen));
    }
}

/// Cells for an effect: one, or a path cell by cell.
#[fields]
pub struct ChooseCells {
    /// The cells; of a path in the order in which they are entered.
    pub cells: Vec<Coordinates>,
}

/// What can be named where cells are chosen.
pub fn domain(what: &Cells) -> Domain {
    match what {
        Cells::One(cells) => Domain::OneOf(cells.iter().map(|cell| Value::Cells(vec![*cell])).collect()),
        Cells::Way(Way { from, most, diagonal, blocked, passed, within }) => Domain::Path(Path {
            blocked: blocked.clone(),
            diagonal: *diagonal,
            passed: passed.clone(),
            from: *from,
            max: *most,
            min: 0,
            within: Some(*within),
        }),
    }
}

impl ActionKind<Tianhai> for ChooseCells {
    const IS_CHOICE: bool = true;
    const FURTHER: Further = Further::Question;
    const SLOTS: Slots<Tianhai, Self> =
        &[&[whole("cells", Self::CELLS, |game, seat, _| match choosable(game, seat)? {
            Choosable::Cells(what) => Some(domain(what)),
            _ => None,
        })]];
    const ANSWERS: fn(&Question) -> bool =
        |question| matches!(Tianhai::choosable(question), Some(Choosable::Cells(_)));
    const TIME: Time = |_, _| &[RULE];

    fn check(&self, draft: &mut Draft<'_, '_, Tianhai>, seat: Seat) {
        let Some(Choosable::Cells(what)) = choosable(draft.game, seat).cloned() else { return };
        let named = self.cells.len();
        let bounds = match &what {
            Cells::One(_) => (1, 1),
            Cells::Way(way) => (0, usize::from(way.most)),
        };
        if named < bounds.0 || named > bounds.1 {
            draft.refuse(wrong_count(bounds, named, "/cells"));
        } else if !domain(&what).contains(&Value::Cells(cells(&self.cells)), &[]) {
            let refusal = outside(draft.game, seat, "/cells");
            draft.refuse(refusal);
        }
    }

    fn perform(&self, game: &mut Game<'_>, _: Seat, _: Option<&Question>) {
        give(game, Answer::Cells(cells(&self.cells)));
    }
}

/// A number for an effect, or that of a sequence.
#[fields]
pub struct ChooseNumber {
    /// The number.
    pub number: i64,
}

/// The numbers that a seat can choose among.
fn numbers(game: &Game<'_>, seat: Seat) -> Option<Domain> {
    if let Some(numbers) = sequences_asked(game, seat) {
        return Some(Domain::OneOf(numbers.into_iter().map(Value::Number).collect()));
    }
    match choosable(game, seat)? {
        Choosable::Number { min, max } => Some(Domain::Number { max: *max, min: *min }),
        _ => None,
    }
}

impl ActionKind<Tianhai> for ChooseNumber {
    const IS_CHOICE: bool = true;
    const FURTHER: Further = Further::Question;
    const SLOTS: Slots<Tianhai, Self> =
        &[&[whole("number", Self::NUMBER, |game, seat, _| numbers(game, seat))]];
    const ANSWERS: fn(&Question) -> bool =
        |question| matches!(Tianhai::choosable(question), Some(Choosable::Number { .. }));
    const TIME: Time = |_, _| &[RULE];

    fn check(&self, draft: &mut Draft<'_, '_, Tianhai>, seat: Seat) {
        let Some(domain) = numbers(draft.game, seat) else { return };
        if !domain.contains(&Value::Number(self.number), &[]) {
            let refusal = outside(draft.game, seat, "/number");
            draft.refuse(refusal);
        }
    }

    fn perform(&self, game: &mut Game<'_>, _: Seat, _: Option<&Question>) {
        give(game, Answer::Number(self.number));
    }
}

/// One of several options.
#[fields]
pub struct ChooseMode {
    /// Which, counted from 1.
    pub mode: i64,
}

fn modes(game: &Game<'_>, seat: Seat) -> Option<Domain> {
    match choosable(game, seat)? {
        Choosable::Mode(count) => Some(Domain::Number { max: i64::from(*count), min: 1 }),
        _ => None,
    }
}

impl ActionKind<Tianhai> for ChooseMode {
    const IS_CHOICE: bool = true;
    const FURTHER: Further = Further::Question;
    const SLOTS: Slots<Tianhai, Self> = &[&[whole("mode", Self::MODE, |game, seat, _| modes(game, seat))]];
    const ANSWERS: fn(&Question) -> bool =
        |question| matches!(Tianhai::choosable(question), Some(Choosable::Mode(_)));
    const TIME: Time = |_, _| &[RULE];

    fn check(&self, draft: &mut Draft<'_, '_, Tianhai>, seat: Seat) {
        let Some(domain) = modes(draft.game, seat) else { return };
        if !domain.contains(&Value::Number(self.mode), &[]) {
            let refusal = outside(draft.game, seat, "/mode");
            draft.refuse(refusal);
        }
    }

    fn perform(&self, game: &mut Game<'_>, _: Seat, _: Option<&Question>) {
        give(game, Answer::Number(self.mode));
    }
}
