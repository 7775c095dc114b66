//! Legal answers as shapes: an action kind with slots in a fixed order, each with its domain, which may depend on
//! what stands in the slots before it. Every member of a shape is accepted, and whatever is accepted is a member of
//! one.

mod count;
mod domain;
mod grid;
mod matching;
mod moves;
mod value;

use schemars::JsonSchema;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

pub use domain::{Before, Case, Colored, Complete, Domain, Keep, Matching, Moves, Path, Share, Weighed};
pub use value::Value;

/// The most members that are counted exactly and that a listing may come from.
pub const COUNT_LIMIT: u64 = 10_000;
/// The most members that are listed if nothing else is said.
pub const LISTING_LIMIT: u64 = 64;
/// The most members that are listed if more are asked for.
pub const LONGEST_LISTING: u64 = 1_000;

/// One slot of a shape.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema)]
pub struct Slot {
    /// The field of the action; a dot leads into an inner field.
    pub name: &'static str,
    /// What may stand there.
    pub domain: Domain,
}

impl Slot {
    /// Of a slot without a name: the groups of its cards, which are fields of the action itself.
    fn groups(&self) -> &[&'static str] {
        match &self.domain {
            Domain::Partition { groups, .. } if self.name.is_empty() => groups,
            _ => &[],
        }
    }
}

/// The fields of an action, those that are groups of a slot without a name among them.
fn with_groups(fields: Vec<(&'static str, Value)>) -> Vec<(&'static str, Value)> {
    let mut all = Vec::with_capacity(fields.len());
    for field in fields {
        match field {
            ("", Value::Groups(groups)) => {
                all.extend(groups.into_iter().map(|(name, cards)| (name, Value::Cards(cards))));
            }
            field => all.push(field),
        }
    }
    all
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

    /// Whether a slot after this one depends on it.
    fn is_asked_for(&self, place: usize) -> bool {
        let Some(slot) = self.slots.get(place) else { return false };
        self.slots.iter().skip(place + 1).any(|later| later.domain.depends_on(slot.name))
    }

    /// In how many ways the slots from one on can be filled in.
    fn count_from(&self, place: usize, before: &mut Vec<(&'static str, Value)>) -> u64 {
        let Some(slot) = self.slots.get(place) else { return 1 };
        let Some(domain) = slot.domain.given(before) else { return 0 };
        let count = domain.count();
        if !self.is_asked_for(place) {
            return count.saturating_mul(self.count_from(place + 1, before));
        }
        let mut total = 0u64;
        for value in (0..count.min(COUNT_LIMIT)).map_while(|number| domain.member(number)) {
            before.push((slot.name, value));
            total = total.saturating_add(self.count_from(place + 1, before));
            before.pop();
            if total > COUNT_LIMIT {
                return u64::MAX;
            }
        }
        if count > COUNT_LIMIT { u64::MAX } else { total }
    }

    /// How many members it has; `u64::MAX` stands for more than can be counted. More than [`COUNT_LIMIT`] are not
    /// counted where a slot depends on another one.
    pub fn count(&self) -> u64 {
        self.count_from(0, &mut Vec::new())
    }

    /// The fields of the member with a number below [`Shape::count`].
    pub fn member(&self, mut number: u64) -> Option<Vec<(&'static str, Value)>> {
        let mut fields = Vec::with_capacity(self.slots.len());
        for (place, slot) in self.slots.iter().enumerate() {
            let domain = slot.domain.given(&fields)?.into_owned();
            let count = domain.count();
            if !self.is_asked_for(place) {
                let rest = self.count_from(place + 1, &mut fields).max(1);
                fields.push((slot.name, domain.member((number / rest) % count.max(1))?));
                number %= rest;
                continue;
            }
            let mut values = (0..count.min(COUNT_LIMIT)).map_while(|number| domain.member(number));
            loop {
                fields.push((slot.name, values.next()?));
                let rest = self.count_from(place + 1, &mut fields);
                if number < rest {
                    break;
                }
                number -= rest;
                fields.pop();
            }
        }
        Some(with_groups(fields))
    }

    /// Whether an action of this kind with these fields is a member; a field that says nothing may be missing.
    pub fn contains(&self, fields: &Before) -> bool {
        let is_of = |slot: &Slot, name: &'static str| slot.name == name || slot.groups().contains(&name);
        let is_slot = |name: &'static str| self.slots.iter().any(|slot| is_of(slot, name));
        let known = fields.iter().all(|(name, value)| value.says_nothing() || is_slot(name));
        let value = |name: &str| fields.iter().find(|(other, _)| *other == name).map(|(_, value)| value);
        let is_member = |slot: &Slot| {
            if slot.groups().is_empty() {
                return slot.domain.contains(value(slot.name).unwrap_or(&Value::Nothing), fields);
            }
            let cards = |name: &str| match value(name) {
                Some(Value::Cards(cards)) => cards.clone(),
                _ => Vec::new(),
            };
            let groups = slot.groups().iter().map(|name| (*name, cards(name))).collect();
            slot.domain.contains(&Value::Groups(groups), fields)
        };
        known && self.slots.iter().all(is_member)
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

impl Shape {
    /// Adds its first members, up to so many in all.
    fn list(&self, found: &mut Vec<Member>, most: usize) {
        let fields = Vec::with_capacity(self.slots.len());
        Listing { shape: self, most, dead_ends: COUNT_LIMIT, fields, found }.go_on();
    }
}

/// Members that are listed one after the other, in the order of their numbers.
struct Listing<'s> {
    shape: &'s Shape,
    most: usize,
    /// How many values without a member may still be passed over.
    dead_ends: u64,
    /// What stands in the slots so far.
    fields: Vec<(&'static str, Value)>,
    found: &'s mut Vec<Member>,
}

impl Listing<'_> {
    fn go_on(&mut self) {
        let Some(slot) = self.shape.slots.get(self.fields.len()) else {
            return self
                .found
                .push(Member { kind: self.shape.kind, fields: with_groups(self.fields.clone()) });
        };
        let Some(domain) = slot.domain.given(&self.fields).map(std::borrow::Cow::into_owned) else { return };
        for value in domain.members() {
            let before = self.found.len();
            if before >= self.most || self.dead_ends == 0 {
                return;
            }
            self.fields.push((slot.name, value));
            self.go_on();
            self.fields.pop();
            self.dead_ends -= u64::from(self.found.len() == before);
        }
    }
}

/// The first members of all shapes: first those without fields to fill in, such as passes, so that they are never
/// left out; then the others in order.
pub fn listing(shapes: &[Shape], limit: u64) -> Vec<Member> {
    let most = usize::try_from(limit).unwrap_or(usize::MAX);
    let (plain, others): (Vec<&Shape>, Vec<&Shape>) = shapes.iter().partition(|shape| shape.slots.is_empty());
    let mut found = Vec::new();
    for shape in plain.into_iter().chain(others) {
        if found.len() < most {
            shape.list(&mut found, most);
        }
    }
    found
}
