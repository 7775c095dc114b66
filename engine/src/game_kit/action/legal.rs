//! Legal answers: fields are filled in one after the other, and what the conditions that read only filled fields
//! refuse is left out. There is no second opinion.

use super::{ActionKind, Kit};
use crate::game_kit::fields::{Fielded, Fields};
use crate::kernel::shape::{Case, Domain, Shape, Slot as ShapeSlot, Value};
use crate::kernel::{ALL_FIELDS, Game, Match, Seat};

/// For each way to do an action, its fields in the order in which they are filled in. Fields that are not among them
/// are left out.
pub type Slots<G, A> = &'static [&'static [Slot<G, A>]];

/// A field that is filled in.
#[derive(Debug)]
pub struct Slot<G: Game, A: 'static> {
    /// Its name on the wire.
    pub name: &'static str,
    /// Its bit.
    pub bit: u16,
    /// What it is filled in with.
    pub with: With<G, A>,
}

/// What a field is filled in with, given the fields before it.
#[derive(Debug)]
pub enum With<G: Game, A> {
    /// Each of these values that the conditions let pass; [`Value::Nothing`] leaves the field out.
    Each(fn(&mut Match<'_, G>, Seat, &A) -> Vec<Value>),
    /// Every value of a domain, which is the one that the conditions leave. `None`: no value.
    Whole(fn(&mut Match<'_, G>, Seat, &A) -> Option<Domain>),
    /// As [`With::Whole`], for several fields or inner fields at once, which may depend on each other.
    Several(fn(&mut Match<'_, G>, Seat, &A) -> Option<Vec<ShapeSlot>>),
}

/// A field with values that are filled in one by one.
pub const fn each<G: Game, A>(
    name: &'static str,
    bit: u16,
    values: fn(&mut Match<'_, G>, Seat, &A) -> Vec<Value>,
) -> Slot<G, A> {
    Slot { name, bit, with: With::Each(values) }
}

/// A field with a domain.
pub const fn whole<G: Game, A>(
    name: &'static str,
    bit: u16,
    domain: fn(&mut Match<'_, G>, Seat, &A) -> Option<Domain>,
) -> Slot<G, A> {
    Slot { name, bit, with: With::Whole(domain) }
}

/// Several fields with their domains.
pub const fn several<G: Game, A>(
    bits: u16,
    domains: fn(&mut Match<'_, G>, Seat, &A) -> Option<Vec<ShapeSlot>>,
) -> Slot<G, A> {
    Slot { name: "", bit: bits, with: With::Several(domains) }
}

/// The shapes of one kind of action, if it answers the question.
pub fn shapes<G: Kit, A: ActionKind<G>>(
    kind: &'static str,
    game: &mut Match<'_, G>,
    seat: Seat,
    question: &G::Question,
    shapes: &mut Vec<Shape>,
) {
    if !(A::ANSWERS)(question) {
        return;
    }
    for way in A::SLOTS {
        let filled = way.iter().fold(0, |bits, slot| bits | slot.bit);
        let mut filling = Filling { game, seat, way, values: Vec::new(), known: A::ALL & !filled };
        let slots = match filling.is_possible(ALL_FIELDS) {
            true => filling.rest(0),
            false => None,
        };
        if let Some(slots) = slots {
            let slots = slots.into_iter().map(|(_, slot)| slot).collect();
            shapes.push(Shape { slots, kind });
        }
    }
}

/// Slots with the places of their fields in the order in which they are filled in.
type Placed = Vec<(usize, ShapeSlot)>;

/// An action that is being filled in.
struct Filling<'a, 'p, G: Game, A: 'static> {
    game: &'a mut Match<'p, G>,
    seat: Seat,
    way: &'static [Slot<G, A>],
    /// The values of the fields before.
    values: Vec<(&'static str, Value)>,
    /// The fields that are filled in.
    known: u16,
}

impl<G: Kit, A: ActionKind<G>> Filling<'_, '_, G, A> {
    fn action(&self) -> Option<A> {
        A::read_fields(&Fields::some(&self.values))
    }

    /// Whether the conditions that read only filled fields, and some of these, let the action pass.
    fn is_possible(&mut self, latest: u16) -> bool {
        let action = self.action();
        action.is_some_and(|action| self.game.may_become_legal(self.seat, &action.into(), self.known, latest))
    }

    /// The slots from a place on; `None`: nothing is legal.
    fn rest(&mut self, place: usize) -> Option<Placed> {
        let Some(slot) = self.way.get(place) else { return Some(Vec::new()) };
        if !self.game.look() {
            return None;
        }
        let action = self.action()?;
        match slot.with {
            With::Each(values) => {
                let values = values(self.game, self.seat, &action);
                let mut cases = Vec::new();
                for value in values {
                    self.values.push((slot.name, value));
                    self.known |= slot.bit;
                    let rest = match self.is_possible(slot.bit) {
                        true => self.rest(place + 1),
                        false => None,
                    };
                    self.known &= !slot.bit;
                    let value = self.values.pop();
                    cases.extend(value.zip(rest).map(|((_, value), rest)| (value, rest)));
                }
                merged(place, slot.name, cases, needs::<A>)
            }
            With::Whole(domain) => {
                let domain = domain(self.game, self.seat, &action)?;
                let has_values =
                    self.game.spend(domain.looks()) && (domain.is_dependent() || domain.count() > 0);
                let domain = Some(domain).filter(|_| has_values)?;
                self.then(place, vec![ShapeSlot { name: slot.name, domain }])
            }
            With::Several(domains) => {
                let own = domains(self.game, self.seat, &action)?;
                let looks = own.iter().map(|slot| slot.domain.looks()).fold(0, usize::saturating_add);
                if !self.game.spend(looks) {
                    return None;
                }
                self.then(place, own)
            }
        }
    }

    /// Slots of a place, then those of the places after it.
    fn then(&mut self, place: usize, own: Vec<ShapeSlot>) -> Option<Placed> {
        let own = own.into_iter().filter(|slot| !is_left_out(slot, needs::<A>)).map(|slot| (place, slot));
        let rest = self.rest(place + 1)?;
        Some(own.chain(rest).collect())
    }
}

/// Whether a field that may be left out always says nothing.
fn is_left_out(slot: &ShapeSlot, needs: Needs) -> bool {
    let is_nothing =
        slot.domain.count() == 1 && slot.domain.member(0).is_some_and(|value| value.says_nothing());
    is_nothing && !needs(slot.name)
}

/// Whether an action has a field whatever it says.
type Needs = fn(&str) -> bool;

fn needs<A: Fielded>(name: &str) -> bool {
    let place = A::POINTERS.iter().position(|pointer| pointer.strip_prefix('/') == Some(name));
    place.is_some_and(|place| A::NEEDED >> place & 1 == 1)
}

/// The slots of a field and of those after it, where each of its values leaves other ones.
fn merged(place: usize, field: &'static str, cases: Vec<(Value, Placed)>, needs: Needs) -> Option<Placed> {
    if cases.is_empty() {
        return None;
    }
    let values = cases.iter().map(|(value, _)| value.clone()).collect();
    let own = ShapeSlot { name: field, domain: Domain::OneOf(values) };
    let own = Some((place, own)).filter(|(_, slot)| !is_left_out(slot, needs));
    Some(own.into_iter().chain(by(field, &cases)).collect())
}

/// The slots after a field of which each value leaves other ones: one slot each, which depends on the field only
/// where its values differ in it.
fn by(field: &'static str, cases: &[(Value, Placed)]) -> Placed {
    let mut names: Vec<(usize, &'static str)> = Vec::new();
    for (place, slot) in cases.iter().flat_map(|(_, slots)| slots) {
        if !names.contains(&(*place, slot.name)) {
            names.push((*place, slot.name));
        }
    }
    let inner = |outer: &str, name: &str| name.strip_prefix(outer).is_some_and(|rest| rest.starts_with('.'));
    // What is written into an object comes after the object.
    let has_inner = |outer: &str, names: &[(usize, &str)]| names.iter().any(|(_, name)| inner(outer, name));
    let outer: Vec<&str> =
        names.iter().map(|(_, name)| *name).filter(|name| has_inner(name, &names)).collect();
    names.sort_by_key(|(place, name)| (*place, !outer.contains(name)));
    let slot_of = |(place, name): (usize, &'static str)| {
        let mut domains: Vec<Case> = Vec::new();
        for (value, slots) in cases {
            let own = slots.iter().find(|(_, slot)| slot.name == name);
            let absent = || match slots.iter().any(|(_, slot)| inner(name, slot.name)) {
                true => Domain::only(Value::Groups(Vec::new())),
                false => Domain::only(Value::Nothing),
            };
            let domain = own.map_or_else(absent, |(_, slot)| slot.domain.clone());
            match domains.iter_mut().find(|case| case.domain == domain) {
                Some(case) => case.is.push(value.clone()),
                None => domains.push(Case { domain, is: vec![value.clone()] }),
            }
        }
        let domain = match <[Case; 1]>::try_from(domains) {
            Ok([case]) => case.domain,
            Err(cases) => Domain::By { cases, field },
        };
        (place, ShapeSlot { name, domain })
    };
    names.into_iter().map(slot_of).collect()
}

/// A field with a domain, and the slots after it, of which each of its values leaves other ones or is not legal.
pub fn dependent(
    field: &'static str,
    domain: Domain,
    after: impl FnMut(&Value) -> Option<Vec<ShapeSlot>>,
) -> Option<Vec<ShapeSlot>> {
    let mut after = after;
    let values = (0..domain.count()).map_while(|number| domain.member(number));
    let values: Vec<Value> = values.collect();
    let placed = |slots: Vec<ShapeSlot>| slots.into_iter().map(|slot| (0, slot)).collect();
    let cases: Vec<(Value, Placed)> =
        values.iter().filter_map(|value| Some((value.clone(), placed(after(value)?)))).collect();
    if cases.is_empty() {
        return None;
    }
    let legal = match cases.len() == values.len() {
        true => domain,
        false => Domain::OneOf(cases.iter().map(|(value, _)| value.clone()).collect()),
    };
    let own = std::iter::once(ShapeSlot { name: field, domain: legal });
    Some(own.chain(by(field, &cases).into_iter().map(|(_, slot)| slot)).collect())
}
