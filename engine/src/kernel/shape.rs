//! Legal answers as shapes: an action kind with slots in a fixed order, each with its domain. Every
//! member of a shape is accepted, and whatever is accepted is a member of one.

use schemars::JsonSchema;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::{CardId, Seat};

/// The most members that are counted exactly and that a listing may come from.
pub const COUNT_LIMIT: u64 = 10_000;
/// The most members that are listed.
pub const LISTING_LIMIT: u64 = 64;

/// What can stand in one field of an action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A card by its number.
    Card(CardId),
    /// Cards in the order given.
    Cards(Vec<CardId>),
    /// A position on a seat's side, by its name.
    Position(Seat, &'static str),
    /// A seat.
    Seat(Seat),
    /// Yes or no.
    Flag(bool),
    /// A number.
    Number(i64),
    /// A word of the action's own.
    Word(&'static str),
    /// Counted pieces by kind; kinds with none are left out.
    Pieces(Vec<(&'static str, u32)>),
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Card(card) => card.serialize(serializer),
            Value::Cards(cards) => cards.serialize(serializer),
            Value::Position(seat, cell) => {
                let mut map = serializer.serialize_map(Some(2))?;
                map.serialize_entry("cell", cell)?;
                map.serialize_entry("seat", seat)?;
                map.end()
            }
            Value::Seat(seat) => seat.serialize(serializer),
            Value::Flag(flag) => flag.serialize(serializer),
            Value::Number(number) => number.serialize(serializer),
            Value::Word(word) => word.serialize(serializer),
            Value::Pieces(pieces) => {
                let mut map = serializer.serialize_map(Some(pieces.len()))?;
                for (kind, count) in pieces {
                    map.serialize_entry(kind, count)?;
                }
                map.end()
            }
        }
    }
}

impl JsonSchema for Value {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Value".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let (card, seat) = (generator.subschema_for::<CardId>(), generator.subschema_for::<Seat>());
        schemars::json_schema!({
            "description": "What can stand in one field of an action.",
            "anyOf": [
                {"type": ["integer", "boolean", "string"]},
                {"type": "array", "items": card},
                {
                    "type": "object",
                    "properties": {"cell": {"type": "string"}, "seat": seat},
                    "required": ["cell", "seat"],
                    "additionalProperties": false,
                },
                {"type": "object", "additionalProperties": {"type": "integer", "minimum": 1}},
            ],
        })
    }
}

/// The domain of one slot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Domain {
    /// One of these.
    OneOf(Vec<Value>),
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
    /// A whole number.
    Number {
        /// The largest.
        max: i64,
        /// The smallest.
        min: i64,
    },
    /// A set of cards whose weights add to exactly this.
    Sum {
        /// The cards with their weights, at least 1 each.
        from: Vec<Weighed>,
        /// What they add to.
        total: u32,
    },
    /// An amount taken from kinds of pieces.
    Split {
        /// How many in all.
        amount: u32,
        /// How many there are of each kind, the kinds in alphabetical order.
        over: Vec<Kind>,
    },
}

/// How many pieces of one kind can be taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Kind {
    /// The kind's name on the wire.
    pub kind: &'static str,
    /// How many there are.
    pub most: u32,
}

/// A card and what it counts for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Weighed {
    /// The card.
    pub card: CardId,
    /// What it counts for.
    pub weight: u32,
}

/// How many sets of cards add to a total: for each number of cards left out at the front, by total.
fn sums(from: &[Weighed], total: u32) -> Vec<Vec<u64>> {
    let total = total.min(1_000) as usize;
    let mut rows = vec![vec![0u64; total + 1]];
    if let Some(none) = rows.first_mut().and_then(|row| row.first_mut()) {
        *none = 1;
    }
    for weighed in from.iter().rev() {
        let last = rows.last().cloned().unwrap_or_default();
        let with = |sum: usize| {
            let rest = sum.checked_sub(weighed.weight.max(1) as usize);
            rest.and_then(|rest| last.get(rest).copied()).unwrap_or(0)
        };
        rows.push(last.iter().enumerate().map(|(sum, count)| count.saturating_add(with(sum))).collect());
    }
    rows.reverse();
    rows
}

fn sum_member(from: &[Weighed], total: u32, mut number: u64) -> Option<Vec<CardId>> {
    let rows = sums(from, total);
    let (mut cards, mut left) = (Vec::new(), total as usize);
    for (weighed, rest) in from.iter().zip(rows.iter().skip(1)) {
        let less = left.checked_sub(weighed.weight.max(1) as usize);
        let with = less.and_then(|less| rest.get(less).copied()).unwrap_or(0);
        if number < with {
            cards.push(weighed.card);
            left = less?;
        } else {
            number -= with;
        }
    }
    (left == 0).then_some(cards)
}

fn choose(n: u64, k: u64) -> u64 {
    if k > n {
        return 0;
    }
    let k = k.min(n - k);
    let mut result: u64 = 1;
    for step in 0..k {
        match result.checked_mul(n - step) {
            Some(product) => result = product / (step + 1),
            None => return u64::MAX,
        }
    }
    result
}

/// In how many ways so many of `from` things can stand in a row.
fn arrangements(from: usize, length: usize) -> u64 {
    let factors = (0..length as u64).map(|taken| (from as u64).saturating_sub(taken));
    factors.fold(1, u64::saturating_mul)
}

fn splits(amount: u32, over: &[Kind]) -> u64 {
    match over.split_first() {
        None => u64::from(amount == 0),
        Some((first, rest)) => (0..=first.most.min(amount)).map(|taken| splits(amount - taken, rest)).sum(),
    }
}

impl Domain {
    /// How many members it has; `u64::MAX` stands for more than can be counted.
    pub fn count(&self) -> u64 {
        match self {
            Domain::OneOf(values) => values.len() as u64,
            Domain::Subset { from, min, max } => (*min..=(*max).min(from.len()))
                .map(|size| choose(from.len() as u64, size as u64))
                .fold(0, u64::saturating_add),
            Domain::Sequence { from, length } => arrangements(from.len(), *length),
            Domain::Order(cards) => {
                (1..=cards.len() as u64).try_fold(1u64, u64::checked_mul).unwrap_or(u64::MAX)
            }
            Domain::Number { min, max } => max.saturating_sub(*min).saturating_add(1).max(0) as u64,
            Domain::Sum { from, total } => {
                sums(from, *total).first().and_then(|row| row.get(*total as usize)).copied().unwrap_or(0)
            }
            Domain::Split { amount, over } => splits(*amount, over),
        }
    }

    /// The member with a number below [`Domain::count`].
    pub fn member(&self, mut number: u64) -> Option<Value> {
        match self {
            Domain::OneOf(values) => values.get(usize::try_from(number).ok()?).cloned(),
            Domain::Subset { from, min, max } => {
                for size in *min..=(*max).min(from.len()) {
                    let members = choose(from.len() as u64, size as u64);
                    if number < members {
                        return Some(Value::Cards(combination(from, size, number)));
                    }
                    number -= members;
                }
                None
            }
            Domain::Sequence { from, length } => {
                let (mut left, mut sequence) = (from.clone(), Vec::with_capacity(*length));
                while sequence.len() < *length {
                    let block = arrangements(left.len().checked_sub(1)?, length - sequence.len() - 1);
                    let index = usize::try_from(number.checked_div(block)?).ok()?;
                    number %= block;
                    left.get(index)?;
                    sequence.push(left.remove(index));
                }
                Some(Value::Cards(sequence))
            }
            Domain::Order(cards) => {
                let (mut left, mut order) = (cards.clone(), Vec::with_capacity(cards.len()));
                while !left.is_empty() {
                    let block = (1..left.len() as u64).try_fold(1u64, u64::checked_mul).unwrap_or(u64::MAX);
                    let index = usize::try_from(number / block).ok()?.min(left.len() - 1);
                    number %= block;
                    order.push(left.remove(index));
                }
                Some(Value::Cards(order))
            }
            Domain::Sum { from, total } => sum_member(from, *total, number).map(Value::Cards),
            Domain::Number { min, .. } => Some(Value::Number(min.checked_add(i64::try_from(number).ok()?)?)),
            Domain::Split { amount, over } => {
                let (mut amount, mut pieces) = (*amount, Vec::new());
                for (place, kind) in over.iter().enumerate() {
                    let rest = over.get(place + 1..).unwrap_or(&[]);
                    let mut taken = kind.most.min(amount);
                    loop {
                        let members = splits(amount - taken, rest);
                        if number < members {
                            break;
                        }
                        number -= members;
                        taken = taken.checked_sub(1)?;
                    }
                    if taken > 0 {
                        pieces.push((kind.kind, taken));
                    }
                    amount -= taken;
                }
                Some(Value::Pieces(pieces))
            }
        }
    }
}

fn combination(from: &[CardId], size: usize, mut number: u64) -> Vec<CardId> {
    let (mut chosen, mut left) = (Vec::with_capacity(size), size);
    for (place, &card) in from.iter().enumerate() {
        if left == 0 {
            break;
        }
        let with = choose((from.len() - place - 1) as u64, left as u64 - 1);
        if number < with {
            chosen.push(card);
            left -= 1;
        } else {
            number -= with;
        }
    }
    chosen
}

/// One slot of a shape.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema)]
pub struct Slot {
    /// The field of the action; a dot leads into an inner field.
    pub name: &'static str,
    /// What may stand there.
    pub domain: Domain,
}

impl Serialize for Slot {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("domain", &self.domain)?;
        map.serialize_entry("name", self.name)?;
        map.end()
    }
}

/// A family of legal actions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Shape {
    /// The slots in their fixed order.
    pub slots: Vec<Slot>,
    /// The action kind.
    #[serde(rename = "type")]
    pub kind: &'static str,
}

impl Shape {
    /// A shape without slots: one action.
    pub fn new(kind: &'static str) -> Shape {
        Shape { slots: Vec::new(), kind }
    }

    /// The same with a further slot.
    #[must_use]
    pub fn slot(mut self, name: &'static str, domain: Domain) -> Shape {
        self.slots.push(Slot { name, domain });
        self
    }

    /// The same with a slot that has one value.
    #[must_use]
    pub fn fixed(self, name: &'static str, value: Value) -> Shape {
        self.slot(name, Domain::OneOf(vec![value]))
    }

    /// How many members it has; `u64::MAX` stands for more than can be counted.
    pub fn count(&self) -> u64 {
        self.slots.iter().map(|slot| slot.domain.count()).fold(1, u64::saturating_mul)
    }

    /// The fields of the member with a number below [`Shape::count`].
    pub fn member(&self, mut number: u64) -> Option<Vec<(&'static str, Value)>> {
        let mut fields = Vec::with_capacity(self.slots.len());
        for slot in self.slots.iter().rev() {
            let count = slot.domain.count().max(1);
            fields.push((slot.name, slot.domain.member(number % count)?));
            number /= count;
        }
        fields.reverse();
        Some(fields)
    }
}

/// The number of members of all shapes, if it is at most [`COUNT_LIMIT`].
pub fn count(shapes: &[Shape]) -> Option<u64> {
    let total = shapes.iter().map(Shape::count).fold(0, u64::saturating_add);
    (total <= COUNT_LIMIT).then_some(total)
}

/// One member of a shape, written as its action without the seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// The action kind.
    pub kind: &'static str,
    /// Its fields.
    pub fields: Vec<(&'static str, Value)>,
}

/// The fields of a shape's member, by name: the way back from a member to its action.
#[derive(Debug, Clone, Copy)]
pub struct Fields<'a>(pub &'a [(&'static str, Value)]);

impl Fields<'_> {
    /// What stands in a field.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.iter().find(|(other, _)| *other == name).map(|(_, value)| value)
    }

    /// A card.
    pub fn card(&self, name: &str) -> Option<CardId> {
        match self.get(name)? {
            Value::Card(card) => Some(*card),
            _ => None,
        }
    }

    /// Cards, also a single one.
    pub fn cards(&self, name: &str) -> Option<Vec<CardId>> {
        match self.get(name)? {
            Value::Cards(cards) => Some(cards.clone()),
            Value::Card(card) => Some(vec![*card]),
            _ => None,
        }
    }

    /// A seat.
    pub fn seat(&self, name: &str) -> Option<Seat> {
        match self.get(name)? {
            Value::Seat(seat) => Some(*seat),
            _ => None,
        }
    }

    /// Yes or no.
    pub fn flag(&self, name: &str) -> Option<bool> {
        match self.get(name)? {
            Value::Flag(flag) => Some(*flag),
            _ => None,
        }
    }

    /// A number.
    pub fn number(&self, name: &str) -> Option<i64> {
        match self.get(name)? {
            Value::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// A number that a byte holds.
    pub fn small(&self, name: &str) -> Option<u8> {
        u8::try_from(self.number(name)?).ok()
    }

    /// A word of the action's own.
    pub fn word(&self, name: &str) -> Option<&'static str> {
        match self.get(name)? {
            Value::Word(word) => Some(word),
            _ => None,
        }
    }

    /// A position: whose side, and its name there.
    pub fn position(&self, name: &str) -> Option<(Seat, &'static str)> {
        match self.get(name)? {
            Value::Position(seat, cell) => Some((*seat, cell)),
            _ => None,
        }
    }
}

/// The first members of all shapes, in order.
pub fn listing(shapes: &[Shape], limit: u64) -> Vec<Member> {
    let members = shapes.iter().flat_map(|shape| {
        (0..shape.count())
            .map_while(move |number| Some(Member { kind: shape.kind, fields: shape.member(number)? }))
    });
    members.take(usize::try_from(limit).unwrap_or(usize::MAX)).collect()
}
