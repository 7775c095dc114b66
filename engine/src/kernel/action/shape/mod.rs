//! Legal answers as shapes: a kind of action with slots in a fixed order, each with a domain that may depend
//! on the slots before it. Every member of a shape is accepted, and every accepted answer is a member of one.

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

/// The largest number of members that are counted exactly and that a listing may draw from.
pub const COUNT_LIMIT: u64 = 10_000;
/// The default number of members in a listing.
pub const LISTING_LIMIT: u64 = 64;
/// The largest number of members in a listing.
pub const LONGEST_LISTING: u64 = 1_000;
/// The budget of looks for finding the shapes of one decision, apart from those of the rules. Counting the
/// members and listing them have the same budget again.
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
    /// For a slot without a name: the groups of its cards, which are fields of the action itself.
    fn groups(&self) -> &[&'static str] {
        match &self.domain {
            Domain::Partition { groups, .. } if self.name.is_empty() => groups,
            _ => &[],
        }
    }
}

/// The field of the action in which a slot lies.
fn outer(name: &str) -> &str {
    name.split_once('.').map_or(name, |(outer, _)| outer)
}

/// The fields of an action, with the groups of a nameless slot as fields of their own.
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

    /// Adds a slot.
    #[must_use]
    pub fn slot(mut self, name: &'static str, domain: Domain) -> Shape {
        self.slots.push(Slot { name, domain });
        self
    }

    /// Adds a slot with a single value.
    #[must_use]
    pub fn fixed(self, name: &'static str, value: Value) -> Shape {
        self.slot(name, Domain::OneOf(vec![value]))
    }

    /// Whether a later slot depends on the slot at this index.
    fn is_asked_for(&self, place: usize) -> bool {
        let Some(slot) = self.slots.get(place) else { return false };
        self.slots.iter().skip(place + 1).any(|later| later.domain.depends_on(slot.name))
    }

    /// The number of ways to fill the slots from this index on; `u64::MAX`: more than can be counted.
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
        // Values that select the same cases leave equally many ways: count these once.
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

    /// The cases of later slots that a value selects; `None`: a later slot depends on more than the case.
    fn cases(&self, place: usize, value: &Value, before: &Before, looks: &Looks) -> Option<Vec<usize>> {
        let slot = self.slots.get(place)?;
        let later = self.slots.iter().skip(place + 1).filter(|later| later.domain.depends_on(slot.name));
        let case = |later: &Slot| {
            let domain = later.domain.narrowed(before)?;
            looks.spend(domain.cases_looked_at()).then(|| domain.case_of(slot.name, value)).flatten()
        };
        later.map(case).collect()
    }

    /// The number of members; `u64::MAX`: more than can be counted, or the looks ran out. If slots depend on
    /// each other, it counts up to [`COUNT_LIMIT`].
    pub fn count_within(&self, looks: &Looks) -> u64 {
        self.count_from(0, &mut Vec::new(), looks)
    }

    /// As [`Shape::count_within`], with [`LISTING_LOOKS`].
    pub fn count(&self) -> u64 {
        self.count_within(&Looks::default())
    }

    /// The fields of the member with a number below [`Shape::count`]; `None` if the looks run out.
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
                    // Open domains list only some values, so numbers wrap around.
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

    /// Whether an action of this kind with these fields is a member; empty fields may be missing.
    pub fn contains(&self, fields: &Before) -> bool {
        let is_of = |slot: &Slot, name: &'static str| slot.name == name || slot.groups().contains(&name);
        let is_slot = |name: &'static str| self.slots.iter().any(|slot| is_of(slot, name));
        // The domain of a field that was not searched contains anything.
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

/// The number of members of all shapes; `None`: more than [`COUNT_LIMIT`], or more than [`LISTING_LOOKS`]
/// would be needed.
pub fn count(shapes: &[Shape]) -> Option<u64> {
    count_within(shapes, &Looks::default())
}

/// The number of members of all shapes; `None`: more than [`COUNT_LIMIT`], or the looks ran out.
pub fn count_within(shapes: &[Shape], looks: &Looks) -> Option<u64> {
    let total = shapes.iter().map(|shape| shape.count_within(looks)).fold(0, u64::saturating_add);
    (total <= COUNT_LIMIT).then_some(total)
}

/// One member of a shape: an action without its seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// The action kind.
    pub kind: &'static str,
    /// Its fields.
    pub fields: Vec<(&'static str, Value)>,
}

impl Shape {
    /// Adds its first members, until the list has `most`.
    fn list(&self, found: &mut Vec<Member>, most: usize, looks: &Looks) {
        let fields = Vec::with_capacity(self.slots.len());
        Listing { shape: self, most, dead_ends: COUNT_LIMIT, fields, found, looks }.go_on();
    }
}

/// An iteration over members in the order of their numbers.
struct Listing<'s> {
    shape: &'s Shape,
    most: usize,
    /// The number of values without a member that the iteration may still skip.
    dead_ends: u64,
    /// The values of the slots so far.
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

/// Lists members of all shapes: first those without fields to fill in, such as passes, so that none of them
/// is missing; then the others. If there are more than `limit`, every kind of action gets a share, and the
/// others get what some kinds leave of theirs. [`LISTING_LOOKS`] bound the work.
pub fn listing(shapes: &[Shape], limit: u64) -> Vec<Member> {
    listing_within(shapes, limit, &Looks::default())
}

/// As [`listing`], with this budget.
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

/// The listing of one kind of action.
struct OfKind<'s> {
    name: &'static str,
    shapes: Vec<&'s Shape>,
    members: Vec<Member>,
    /// Whether it may have more members.
    may_grow: bool,
}

impl OfKind<'_> {
    /// Lists up to `most` members, if that is more than it has.
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

/// Lists members of each kind in rounds. A round divides the room that is left among the kinds that may have
/// more members; it fills the room or exhausts at least one kind, so there are no more rounds than kinds.
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
            // Divide the looks as well, so that an expensive kind leaves some for the next.
            let own = Looks::of(looks.left().div_ceil(others as u64));
            let before = own.left();
            kind.list(kind.members.len().saturating_add(share), &own);
            looks.spend(usize::try_from(before - own.left()).unwrap_or(usize::MAX));
        }
    }
}
