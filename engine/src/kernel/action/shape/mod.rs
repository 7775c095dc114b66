//! Legal answers as shapes: an action kind with slots in a fixed order, each with its domain, which may
//! depend on what stands in the slots before it. Every member of a shape is accepted, and whatever is
//! accepted is a member of one.

mod count;
mod domain;
mod grid;
mod looks;
mod matching;
mod moves;
mod order;
mod split;
mod sum;
mod value;

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::schema::JsonSchema;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

pub use domain::{Before, Case, Colored, Complete, Domain, Keep, Matching, Moves, Path, Share, Weighed};
pub use looks::Looks;
pub use order::Sets;
pub use value::Value;

/// The most members that are counted exactly and that a listing may come from.
pub const COUNT_LIMIT: u64 = 10_000;
/// The most members that are listed if nothing else is said.
pub const LISTING_LIMIT: u64 = 64;
/// The most members that are listed if more are asked for.
pub const LONGEST_LISTING: u64 = 1_000;
/// The looks that finding the shapes of one decision takes besides those of the rules; as many again may be
/// taken to count their members, and as many to list them.
pub const LISTING_LOOKS: u64 = 1_000_000;

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

/// The field of the action that a slot belongs to.
fn outer(name: &str) -> &str {
    name.split_once('.').map_or(name, |(outer, _)| outer)
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

    /// In how many ways the slots from one on can be filled in; `u64::MAX`: in more than can be counted.
    fn count_from(&self, place: usize, before: &mut Vec<(&'static str, Value)>, looks: &Looks) -> u64 {
        let Some(slot) = self.slots.get(place) else { return 1 };
        if !looks.spend(slot.domain.cases_looked_at()) {
            return u64::MAX;
        }
        let Some(domain) = slot.domain.given(before).map(Cow::into_owned) else { return 0 };
        if !self.is_asked_for(place) {
            let count = domain.count(looks);
            return if count == 0 {
                0
            } else {
                count.saturating_mul(self.count_from(place + 1, before, looks))
            };
        }
        // Values that lead to the same cases leave as many ways each.
        let mut known: BTreeMap<Vec<usize>, u64> = BTreeMap::new();
        let (mut total, mut values) = (0u64, 0u64);
        for value in domain.members(looks) {
            values += 1;
            let cases = self.cases(place, &value, before, looks);
            let count = match cases.as_ref().and_then(|cases| known.get(cases)) {
                Some(count) => *count,
                None => {
                    before.push((slot.name, value));
                    let count = self.count_from(place + 1, before, looks);
                    before.pop();
                    known.extend(cases.map(|cases| (cases, count)));
                    count
                }
            };
            total = total.saturating_add(count);
            if total > COUNT_LIMIT || values > COUNT_LIMIT {
                return u64::MAX;
            }
        }
        if looks.are_used_up() || domain.is_open() { u64::MAX } else { total }
    }

    /// Which cases of later slots a value leads to; `None`: some later slot asks for more than that.
    fn cases(&self, place: usize, value: &Value, before: &Before, looks: &Looks) -> Option<Vec<usize>> {
        let slot = self.slots.get(place)?;
        let later = self.slots.iter().skip(place + 1).filter(|later| later.domain.depends_on(slot.name));
        let case = |later: &Slot| {
            let domain = later.domain.narrowed(before)?;
            looks.spend(domain.cases_looked_at()).then(|| domain.case_of(slot.name, value)).flatten()
        };
        later.map(case).collect()
    }

    /// How many members it has; `u64::MAX` stands for more than can be counted, or than the looks suffice
    /// for. More than [`COUNT_LIMIT`] are not counted where a slot depends on another one.
    pub fn count_within(&self, looks: &Looks) -> u64 {
        self.count_from(0, &mut Vec::new(), looks)
    }

    /// As [`Shape::count_within`], with [`LISTING_LOOKS`].
    pub fn count(&self) -> u64 {
        self.count_within(&Looks::default())
    }

    /// The fields of the member with a number below [`Shape::count`]; `None` also where it takes too many
    /// looks.
    pub fn member(&self, mut number: u64) -> Option<Vec<(&'static str, Value)>> {
        let looks = Looks::default();
        let mut fields = Vec::with_capacity(self.slots.len());
        for (place, slot) in self.slots.iter().enumerate() {
            let domain = slot.domain.given(&fields)?.into_owned();
            if !self.is_asked_for(place) {
                let count = domain.count(&looks);
                let rest = self.count_from(place + 1, &mut fields, &looks).max(1);
                fields.push((slot.name, domain.member((number / rest) % count.max(1), &looks)?));
                number %= rest;
                continue;
            }
            let mut values = domain.members(&looks);
            let mut seen = 0u64;
            loop {
                let Some(value) = values.next() else {
                    // Of values that are not all listed, the numbers begin again.
                    number = number.checked_rem(seen).filter(|_| domain.is_open())?;
                    (values, seen) = (domain.members(&looks), 0);
                    continue;
                };
                fields.push((slot.name, value));
                let rest = self.count_from(place + 1, &mut fields, &looks);
                if number < rest {
                    break;
                }
                number -= rest;
                seen = seen.saturating_add(rest);
                fields.pop();
            }
        }
        Some(with_groups(fields))
    }

    /// Whether an action of this kind with these fields is a member; a field that says nothing may be
    /// missing.
    pub fn contains(&self, fields: &Before) -> bool {
        let is_of = |slot: &Slot, name: &'static str| slot.name == name || slot.groups().contains(&name);
        let is_slot = |name: &'static str| self.slots.iter().any(|slot| is_of(slot, name));
        // Of a field that was not looked through, nothing is known of what stands inside it.
        let is_anything = |name: &'static str| {
            let is_open = |slot: &Slot| slot.domain.given(fields).is_some_and(|domain| domain.is_open());
            self.slots.iter().any(|slot| outer(slot.name) == outer(name) && is_open(slot))
        };
        let known =
            fields.iter().all(|(name, value)| value.says_nothing() || is_slot(name) || is_anything(name));
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

/// The number of members of all shapes, if it is at most [`COUNT_LIMIT`] and [`LISTING_LOOKS`] suffice to
/// count them.
pub fn count(shapes: &[Shape]) -> Option<u64> {
    count_within(shapes, &Looks::default())
}

/// The number of members of all shapes, if it is at most [`COUNT_LIMIT`] and the looks suffice to count them.
pub fn count_within(shapes: &[Shape], looks: &Looks) -> Option<u64> {
    let total = shapes.iter().map(|shape| shape.count_within(looks)).fold(0, u64::saturating_add);
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
    fn list(&self, found: &mut Vec<Member>, most: usize, looks: &Looks) {
        let fields = Vec::with_capacity(self.slots.len());
        Listing { shape: self, most, dead_ends: COUNT_LIMIT, fields, found, looks }.go_on();
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
    looks: &'s Looks,
}

impl Listing<'_> {
    fn go_on(&mut self) {
        let Some(slot) = self.shape.slots.get(self.fields.len()) else {
            return self
                .found
                .push(Member { kind: self.shape.kind, fields: with_groups(self.fields.clone()) });
        };
        if !self.looks.spend(slot.domain.cases_looked_at()) {
            return;
        }
        let Some(domain) = slot.domain.given(&self.fields).map(Cow::into_owned) else { return };
        for value in domain.members(self.looks) {
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

/// Members of all shapes: first those without fields to fill in, such as passes, so that they are never left
/// out; then the others. Where there are more than `limit`, every kind of action has its share, and what some
/// kinds do not need of theirs goes to the others. [`LISTING_LOOKS`] bound the work.
pub fn listing(shapes: &[Shape], limit: u64) -> Vec<Member> {
    listing_within(shapes, limit, &Looks::default())
}

/// As [`listing`], as far as these looks suffice.
pub fn listing_within(shapes: &[Shape], limit: u64, looks: &Looks) -> Vec<Member> {
    let most = usize::try_from(limit).unwrap_or(usize::MAX);
    let (plain, others): (Vec<&Shape>, Vec<&Shape>) = shapes.iter().partition(|shape| shape.slots.is_empty());
    let mut found = Vec::new();
    for shape in plain {
        if found.len() < most {
            shape.list(&mut found, most, looks);
        }
    }
    let mut kinds: Vec<OfKind<'_>> = Vec::new();
    for shape in others {
        match kinds.iter_mut().find(|kind| kind.name == shape.kind) {
            Some(kind) => kind.shapes.push(shape),
            None => kinds.push(OfKind {
                name: shape.kind,
                shapes: vec![shape],
                members: Vec::new(),
                may_grow: true,
            }),
        }
    }
    share_out(&mut kinds, most.saturating_sub(found.len()), looks);
    found.extend(kinds.into_iter().flat_map(|kind| kind.members));
    found
}

/// What is listed of one kind of action.
struct OfKind<'s> {
    name: &'static str,
    shapes: Vec<&'s Shape>,
    members: Vec<Member>,
    /// Whether there may be further members.
    may_grow: bool,
}

impl OfKind<'_> {
    /// Lists up to so many members, if that is more than before.
    fn list(&mut self, most: usize, looks: &Looks) {
        let mut found = Vec::new();
        for shape in &self.shapes {
            if found.len() < most {
                shape.list(&mut found, most, looks);
            }
        }
        self.may_grow = found.len() == most || (looks.are_used_up() && found.len() > self.members.len());
        if found.len() > self.members.len() {
            self.members = found;
        }
    }
}

/// Lists members of each kind in rounds, in which the room that is left is divided among the kinds that may
/// have further members. Each round fills the room or ends for at least one kind, so that there are no more
/// rounds than kinds.
fn share_out(kinds: &mut [OfKind<'_>], room: usize, looks: &Looks) {
    for _ in 0..kinds.len() {
        let listed: usize = kinds.iter().map(|kind| kind.members.len()).sum();
        let growing = kinds.iter().filter(|kind| kind.may_grow).count();
        let mut left = room.saturating_sub(listed);
        if growing == 0 || left == 0 {
            return;
        }
        for (index, kind) in kinds.iter_mut().filter(|kind| kind.may_grow).enumerate() {
            let others = growing.saturating_sub(index).max(1);
            let share = left.div_ceil(others);
            if share == 0 {
                return;
            }
            left -= share;
            // Looks are divided as well: a kind that takes many leaves some to those after it.
            let own = Looks::of(looks.left().div_ceil(others as u64));
            let before = own.left();
            kind.list(kind.members.len().saturating_add(share), &own);
            looks.spend(usize::try_from(before - own.left()).unwrap_or(usize::MAX));
        }
    }
}
