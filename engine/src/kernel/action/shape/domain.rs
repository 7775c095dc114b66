//! Domains: the legal values of one field, given the values of the fields before it.

use std::borrow::Cow;

use crate::schema::JsonSchema;
use serde::Serialize;
use smol_str::SmolStr;

use super::looks::Looks;
use super::{Value, count, grid, matching, moves, sum};
use crate::kernel::{CardId, Cell};

/// The values that one field may have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Domain {
    /// One of these; `null`: the field is left out.
    OneOf(Vec<Value>),
    /// These values are legal, and perhaps others, through which it would take too long to look.
    SomeOf(Vec<Value>),
    /// Other values for every value of a field before this one. A value that no case has is not legal, unless
    /// the field before is one of which only some values were looked through.
    By {
        /// The cases, no value in two of them.
        cases: Vec<Case>,
        /// The field before; a dot leads into an inner field.
        field: &'static str,
        /// What stands in it for a value of the field before that no case has.
        #[serde(skip_serializing_if = "Option::is_none")]
        otherwise: Option<Box<Domain>>,
    },
    /// A set of `min` to `max` of these cards.
    Subset {
        /// The cards to choose from.
        from: Vec<CardId>,
        /// The most.
        max: usize,
        /// The least.
        min: usize,
    },
    /// So many of these cards, each once, in the order in which they are named.
    Sequence {
        /// The cards to choose from.
        from: Vec<CardId>,
        /// How many.
        length: usize,
    },
    /// All of these cards in some order.
    Order(Vec<CardId>),
    /// All of these cards, each in one of the groups and in an order there. The groups are fields of this
    /// field; of the action itself, if this field has no name.
    Partition {
        /// The groups' names.
        groups: Vec<&'static str>,
        /// The cards.
        of: Vec<CardId>,
    },
    /// A whole number.
    Number {
        /// The largest.
        max: i64,
        /// The smallest.
        min: i64,
    },
    /// A set of cards whose weights add to exactly this; a card with `least` counts for as much as is needed
    /// between that and its weight.
    Sum {
        /// The cards with their weights, at least 1 each.
        from: Vec<Weighed>,
        /// What they add to.
        total: u32,
    },
    /// A set of cards which fill slots by their colours, each card at most one slot.
    Matching(Matching),
    /// An amount taken from holders or kinds of pieces.
    Split {
        /// A field before this one that is a split, too: what it took of a holder is not there any more.
        #[serde(skip_serializing_if = "Option::is_none")]
        after: Option<&'static str>,
        /// The most in all.
        max: u32,
        /// The least in all.
        min: u32,
        /// What it may be taken from.
        over: Vec<Share>,
    },
    /// A way over cells, step by step to a neighbour.
    Path(Path),
    /// Pieces that go from one holder to another, all at once.
    Moves(Moves),
}

/// What a field may have for some values of a field before it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Case {
    /// What it may have then.
    pub domain: Domain,
    /// The values of the field before.
    pub is: Vec<Value>,
}

impl Case {
    fn size(&self) -> usize {
        self.is.iter().map(Value::size).sum::<usize>() + self.domain.size()
    }
}

/// How many pieces of one kind can be taken from one holder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Share {
    /// The holder; without one, the answer names the kinds alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Value>,
    /// The kind's name on the wire.
    pub kind: &'static str,
    /// How many have to be taken.
    #[serde(skip_serializing_if = "is_zero")]
    pub least: u32,
    /// How many can be taken.
    pub most: u32,
}

// serde calls this with a reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
const fn is_zero(count: &u32) -> bool {
    *count == 0
}

impl Share {
    /// A share of at most `most` pieces of one kind.
    pub const fn of(kind: &'static str, most: u32) -> Share {
        Share { from: None, kind, least: 0, most }
    }
}

/// Pieces that go from one holder to another, all at once: at least one, none of them twice. The list leaves
/// some holder with other pieces than before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Moves {
    /// Holders from which a piece is taken only if enough are there afterwards.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub keep: Vec<Keep>,
    /// What lies where before.
    pub over: Vec<Share>,
    /// The holders to which pieces may go; not to the one that they come from.
    pub to: Vec<Value>,
}

/// A holder that keeps pieces.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Keep {
    /// The holder.
    pub holder: Value,
    /// The least of all kinds together.
    pub least: u32,
}

/// A card and what it counts for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Weighed {
    /// The card.
    pub card: CardId,
    /// The least that it may count for, if that is not its weight.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least: Option<u32>,
    /// What it counts for, at most.
    pub weight: u32,
}

impl Weighed {
    /// The least amount that it counts for, at least 1.
    pub fn least(&self) -> u32 {
        self.least.unwrap_or(self.weight).clamp(1, self.most())
    }

    /// The greatest amount that it counts for, at least 1.
    pub fn most(&self) -> u32 {
        self.weight.max(1)
    }
}

/// A card with its colours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Colored {
    /// The card.
    pub card: CardId,
    /// Its colours.
    pub colors: Vec<SmolStr>,
}

/// What has to be matched completely.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Complete {
    /// Every slot is filled; a card may fill none.
    Slots,
    /// Every card fills a slot; a slot may stay empty.
    Cards,
}

/// A set of cards which fill slots by their colours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Matching {
    /// What has to be matched completely.
    pub complete: Complete,
    /// The cards to choose from.
    pub from: Vec<Colored>,
    /// The most cards.
    pub max: usize,
    /// The least cards.
    pub min: usize,
    /// The slots, each with the colours of which a card that fills it has one.
    pub slots: Vec<Vec<SmolStr>>,
}

/// A way over the cells of a grid. It may cross itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Path {
    /// Cells that it does not enter.
    #[serde(serialize_with = "cells")]
    #[schemars(with = "Vec<[i16; 2]>")]
    pub blocked: Vec<Cell>,
    /// Whether a step may go over a corner.
    pub diagonal: bool,
    /// Where it begins; this cell is not part of the answer.
    #[serde(serialize_with = "cell")]
    #[schemars(with = "[i16; 2]")]
    pub from: Cell,
    /// The most steps.
    pub max: u8,
    /// The least steps.
    pub min: u8,
    /// Cells that it may pass and does not end on.
    #[serde(serialize_with = "cells", skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<[i16; 2]>")]
    pub passed: Vec<Cell>,
    /// The cells with the smallest and the largest coordinates, if the grid has an edge.
    #[serde(serialize_with = "corners", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<[[i16; 2]; 2]>")]
    pub within: Option<(Cell, Cell)>,
}

fn cell<S: serde::Serializer>(cell: &Cell, serializer: S) -> Result<S::Ok, S::Error> {
    [cell.x, cell.y].serialize(serializer)
}

fn cells<S: serde::Serializer>(cells: &[Cell], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(cells.iter().map(|cell| [cell.x, cell.y]))
}

fn corners<S: serde::Serializer>(corners: &Option<(Cell, Cell)>, serializer: S) -> Result<S::Ok, S::Error> {
    corners.map(|(least, most)| [[least.x, least.y], [most.x, most.y]]).serialize(serializer)
}

/// The fields before, with their values.
pub type Before = [(&'static str, Value)];

/// The value of an earlier field; [`Value::Nothing`] if it is missing.
fn value_of<'b>(before: &'b Before, field: &str) -> &'b Value {
    before.iter().find(|(name, _)| *name == field).map_or(&Value::Nothing, |(_, value)| value)
}

impl Domain {
    /// The domain with this value only.
    pub fn only(value: Value) -> Domain {
        Domain::OneOf(vec![value])
    }

    /// The domain of `true` and `false`.
    pub fn yes_or_no() -> Domain {
        Domain::OneOf(vec![Value::Flag(false), Value::Flag(true)])
    }

    /// Exactly `amount` pieces out of these shares.
    pub const fn split(amount: u32, over: Vec<Share>) -> Domain {
        Domain::Split { after: None, max: amount, min: amount, over }
    }

    /// Whether the domain differs with the value of this field.
    pub fn depends_on(&self, field: &str) -> bool {
        match self {
            Domain::By { field: by, cases, .. } => {
                *by == field || cases.iter().any(|case| case.domain.depends_on(field))
            }
            Domain::Split { after, .. } => *after == Some(field),
            _ => false,
        }
    }

    /// Whether the domain differs with the value of any earlier field, so that it cannot be counted alone.
    pub const fn is_dependent(&self) -> bool {
        matches!(self, Domain::By { .. } | Domain::Split { after: Some(_), .. })
    }

    /// The domain for these values of the earlier fields, free of dependencies; `None`: no value is legal.
    pub fn given(&self, before: &Before) -> Option<Cow<'_, Domain>> {
        match self {
            Domain::By { field, cases, otherwise } => {
                let value = value_of(before, field);
                let case = cases.iter().find(|case| has(&case.is, value)).map(|case| &case.domain);
                case.or(otherwise.as_deref())?.given(before)
            }
            Domain::Split { after: Some(field), max, min, over } => {
                let taken = value_of(before, field);
                let over = over.iter().map(|share| {
                    let most = share.most.saturating_sub(taken_of(taken, share));
                    Share { most, ..share.clone() }
                });
                Some(Cow::Owned(Domain::Split { after: None, max: *max, min: *min, over: over.collect() }))
            }
            other => Some(Cow::Borrowed(other)),
        }
    }

    /// The domain for these values of the earlier fields, as far as they are given.
    pub(super) fn narrowed(&self, before: &Before) -> Option<&Domain> {
        match self {
            Domain::By { field, cases, otherwise } if before.iter().any(|(name, _)| name == field) => {
                let case = cases.iter().find(|case| has(&case.is, value_of(before, field)));
                case.map(|case| &case.domain).or(otherwise.as_deref())?.narrowed(before)
            }
            other => Some(other),
        }
    }

    /// The index of the case that a value of field `asked` selects; the number of cases: it selects none.
    /// `None`: the domain depends on that field in another way.
    pub(super) fn case_of(&self, asked: &str, value: &Value) -> Option<usize> {
        match self {
            Domain::By { field, cases, .. } if *field == asked => {
                let nested = cases.iter().any(|case| case.domain.depends_on(asked));
                let case = cases.iter().position(|case| has(&case.is, value));
                Some(case.unwrap_or(cases.len())).filter(|_| !nested)
            }
            other if other.depends_on(asked) => None,
            _ => Some(0),
        }
    }

    /// The looks that finding the case of a value takes.
    pub(super) fn cases_looked_at(&self) -> usize {
        match self {
            Domain::By { cases, .. } => {
                let own = cases.iter().map(|case| case.is.len()).sum::<usize>() / 8 + 1;
                let inner = cases.iter().map(|case| case.domain.cases_looked_at()).max();
                own + inner.unwrap_or(0)
            }
            Domain::Split { over, .. } => over.len() / 8 + 1,
            _ => 1,
        }
    }

    /// Whether a value is legal. A missing field counts as an empty list, and the order of a set does not
    /// matter.
    pub fn contains(&self, value: &Value, before: &Before) -> bool {
        let Some(domain) = self.given(before) else { return false };
        match (&*domain, value) {
            (Domain::OneOf(values), value) => has(values, value),
            (Domain::SomeOf(_), _) => true,
            (Domain::Subset { from, min, max }, value) => list(value).is_some_and(|cards| {
                (*min..=*max).contains(&cards.len()) && is_set_of(cards, |card| from.contains(&card))
            }),
            (Domain::Sequence { from, length }, value) => list(value)
                .is_some_and(|cards| cards.len() == *length && is_set_of(cards, |card| from.contains(&card))),
            (Domain::Order(all), value) => list(value).is_some_and(|cards| {
                cards.len() == all.len() && is_set_of(cards, |card| all.contains(&card))
            }),
            (Domain::Partition { groups, of }, Value::Groups(given)) => {
                let all: Vec<CardId> = given.iter().flat_map(|(_, cards)| cards.iter().copied()).collect();
                given.iter().map(|(name, _)| name).eq(groups)
                    && all.len() == of.len()
                    && is_set_of(&all, |card| of.contains(&card))
            }
            (Domain::Number { min, max }, Value::Number(number)) => (min..=max).contains(&number),
            (Domain::Sum { from, total }, value) => list(value).is_some_and(|cards| {
                let weighed = |card: &CardId| from.iter().find(|weighed| weighed.card == *card);
                let sum = |counts: fn(&Weighed) -> u32| {
                    cards
                        .iter()
                        .map(|card| weighed(card).map(|one| u64::from(counts(one))))
                        .sum::<Option<u64>>()
                };
                let (least, most) = (sum(Weighed::least), sum(Weighed::most));
                let total = u64::from(*total);
                total <= u64::from(sum::LARGEST_TOTAL)
                    && is_set_of(cards, |_| true)
                    && least.is_some_and(|least| least <= total)
                    && most.is_some_and(|most| total <= most)
            }),
            (Domain::Matching(matching), value) => list(value)
                .is_some_and(|cards| is_set_of(cards, |_| true) && matching::is_met(matching, cards)),
            (Domain::Split { min, max, over, .. }, value) => is_split(*min, *max, over, value),
            (Domain::Path(path), Value::Cells(cells)) => grid::is_path(path, cells),
            (Domain::Path(path), Value::Nothing) => grid::is_path(path, &[]),
            (Domain::Moves(moves), Value::Moved(pieces)) => moves::contains(moves, pieces),
            _ => false,
        }
    }

    /// Whether no value is legal. For a domain that depends on an earlier field, call [`Domain::given`]
    /// first.
    pub fn is_empty(&self) -> bool {
        count::is_empty(self)
    }

    /// Whether the domain may have more values than were searched.
    pub const fn is_open(&self) -> bool {
        matches!(self, Domain::SomeOf(_) | Domain::By { otherwise: Some(_), .. })
    }

    /// The domain of all values.
    pub const fn anything() -> Domain {
        Domain::SomeOf(Vec::new())
    }

    /// The domain of these values; `is_complete`: and no others.
    pub const fn listed(values: Vec<Value>, is_complete: bool) -> Domain {
        if is_complete { Domain::OneOf(values) } else { Domain::SomeOf(values) }
    }

    /// Its size in an answer, in values.
    pub fn size(&self) -> usize {
        match self {
            Domain::OneOf(values) | Domain::SomeOf(values) => values.iter().map(Value::size).sum(),
            Domain::By { cases, .. } => cases.iter().map(Case::size).sum(),
            Domain::Subset { from, .. } | Domain::Sequence { from, .. } => from.len(),
            Domain::Order(cards) | Domain::Partition { of: cards, .. } => cards.len(),
            Domain::Number { .. } => 1,
            Domain::Sum { from, .. } => 2 * from.len(),
            Domain::Matching(matching) => 4 * matching.from.len() + 2 * matching.slots.len(),
            Domain::Split { over, .. } => 2 * over.len(),
            Domain::Path(path) => path.blocked.len() + path.passed.len(),
            Domain::Moves(moves) => 2 * (moves.over.len() + moves.keep.len()) + moves.to.len(),
        }
    }

    /// The number of members; `u64::MAX`: more than can be counted, or the looks ran out. For a domain that
    /// depends on an earlier field, call [`Domain::given`] first; by itself it has none.
    pub fn count(&self, looks: &Looks) -> u64 {
        count::count(self, looks)
    }

    /// The members in the order of their numbers, each once, until the looks run out; if there are too many
    /// to count, the first ones.
    pub fn members<'d>(&'d self, looks: &'d Looks) -> Box<dyn Iterator<Item = Value> + 'd> {
        count::members(self, looks)
    }

    /// The member with a number below [`Domain::count`]; `None` if the looks run out.
    pub fn member(&self, number: u64, looks: &Looks) -> Option<Value> {
        count::member(self, number, looks)
    }

    /// The first `most` members, and whether these are all.
    pub fn first(&self, most: usize, looks: &Looks) -> (Vec<Value>, bool) {
        let mut members = self.members(looks);
        let first: Vec<Value> = members.by_ref().take(most).collect();
        let is_complete = members.next().is_none() && !looks.are_used_up() && !self.is_open();
        (first, is_complete)
    }

    /// The only member; `None`: there are several or none.
    pub fn only_member(&self, looks: &Looks) -> Option<Value> {
        let (first, is_complete) = self.first(1, looks);
        first.into_iter().next().filter(|_| is_complete)
    }
}

/// Whether a value is in a list. An empty field equals a missing one, and cards or cells are compared without
/// their order: where an order matters, a domain of its own describes it.
fn has(values: &[Value], value: &Value) -> bool {
    let same = |one: &Value| match (one, value) {
        (Value::Cards(one), Value::Cards(other)) => are_same(one, other),
        (Value::Cells(one), Value::Cells(other)) => are_same(one, other),
        _ => one == value || one.says_nothing() && value.says_nothing(),
    };
    values.iter().any(same)
}

/// Whether two lists have the same elements in any order. Equal order, the usual case, is checked first.
fn are_same<T: Ord + Copy>(one: &[T], other: &[T]) -> bool {
    one.len() == other.len() && (one == other || sorted(one) == sorted(other))
}

fn sorted<T: Ord + Copy>(items: &[T]) -> Vec<T> {
    let mut sorted = items.to_vec();
    sorted.sort_unstable();
    sorted
}

/// The cards of a field.
fn list(value: &Value) -> Option<&[CardId]> {
    match value {
        Value::Nothing => Some(&[]),
        Value::Cards(cards) => Some(cards),
        _ => None,
    }
}

/// Whether the cards are different and `has` holds for each.
fn is_set_of(cards: &[CardId], has: impl Fn(CardId) -> bool) -> bool {
    let mut sorted = cards.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).all(|pair| pair.first() != pair.last()) && cards.iter().all(|card| has(*card))
}

/// The pieces of a value: holder, kind, count.
fn pieces(value: &Value) -> Option<Vec<(Option<&Value>, &'static str, u32)>> {
    match value {
        Value::Nothing => Some(Vec::new()),
        Value::Pieces(pieces) => Some(pieces.iter().map(|(kind, count)| (None, *kind, *count)).collect()),
        Value::Held(pieces) => {
            Some(pieces.iter().map(|(holder, kind, count)| (Some(holder), *kind, *count)).collect())
        }
        _ => None,
    }
}

/// The pieces that a value takes from a share.
fn taken_of(value: &Value, share: &Share) -> u32 {
    let pieces = pieces(value).unwrap_or_default();
    let of_share =
        pieces.iter().filter(|(holder, kind, _)| *holder == share.from.as_ref() && *kind == share.kind);
    of_share.map(|(.., count)| *count).fold(0, u32::saturating_add)
}

fn is_split(min: u32, max: u32, over: &[Share], value: &Value) -> bool {
    let Some(given) = pieces(value) else { return false };
    let share = |holder: Option<&Value>, kind: &str| {
        over.iter().find(|share| share.from.as_ref() == holder && share.kind == kind)
    };
    let known = given.iter().all(|(holder, kind, count)| *count > 0 && share(*holder, kind).is_some());
    let once = given.iter().enumerate().all(|(place, (holder, kind, _))| {
        !given.iter().take(place).any(|other| other.0 == *holder && other.1 == *kind)
    });
    let bounded = over.iter().all(|share| (share.least..=share.most).contains(&taken_of(value, share)));
    let total: u64 = given.iter().map(|(.., count)| u64::from(*count)).sum();
    known && once && bounded && (u64::from(min)..=u64::from(max)).contains(&total)
}
