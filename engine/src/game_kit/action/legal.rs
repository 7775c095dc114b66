//! Listing legal answers: fields are filled in one after the other, and the table's own conditions, as far as
//! they read only filled fields, exclude values. There is no second opinion.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::marker::PhantomData;

use super::{ActionKind, Kit};
use crate::game_kit::fields::Fields;
use crate::kernel::shape::{Case, Domain, Looks, Shape, Slot as ShapeSlot, Value};
use crate::kernel::{ALL_FIELDS, Game, Match, Seat};

/// For each way to take an action, its fields in the order in which they are filled in; others are left out.
pub type Slots<G, A> = &'static [&'static [Slot<G, A>]];

/// A field to fill in.
#[derive(Debug)]
pub struct Slot<G: Game, A: 'static> {
    /// Its name on the wire.
    pub name: &'static str,
    /// Its bit.
    pub bit: u16,
    /// The source of its values.
    pub with: With<G, A>,
}

/// The source of a field's values, given the fields before it.
#[derive(Debug)]
pub enum With<G: Game, A> {
    /// Each of these values, if the conditions let it pass; [`Value::Nothing`] leaves the field out.
    Each(fn(&mut Match<'_, G>, Seat, &A) -> Vec<Value>),
    /// As [`With::Each`], for values in kinds that all conditions and later fields treat alike.
    Alike(fn(&mut Match<'_, G>, Seat, &A) -> Choices),
    /// Every value of a domain, which is exactly what the conditions allow. `None`: no value.
    Whole(fn(&mut Match<'_, G>, Seat, &A) -> Option<Domain>),
    /// As [`With::Whole`], for several fields or inner fields at once, which may depend on each other.
    Several(fn(&mut Match<'_, G>, Seat, &A) -> Option<Vec<ShapeSlot>>),
}

/// The values of a field, grouped into kinds.
#[derive(Debug)]
pub struct Choices {
    /// The values, each with the number of its kind. All conditions and later fields treat values of a kind
    /// alike.
    pub values: Vec<(usize, Value)>,
    /// Whether the list is complete.
    pub is_complete: bool,
}

impl Choices {
    /// Values that are a kind each.
    pub fn all_different(values: Vec<Value>) -> Choices {
        Choices { values: values.into_iter().enumerate().collect(), is_complete: true }
    }

    /// The values of a listed domain, each a kind of its own.
    pub fn of(listed: Domain) -> Choices {
        match listed {
            Domain::SomeOf(values) => Choices { is_complete: false, ..Choices::all_different(values) },
            Domain::OneOf(values) => Choices::all_different(values),
            other => {
                let (values, is_complete) = other.first(VALUES_LIMIT, &Looks::default());
                Choices { is_complete, ..Choices::all_different(values) }
            }
        }
    }
}

/// A field whose values are tried kind by kind.
pub const fn alike<G: Game, A>(
    name: &'static str,
    bit: u16,
    choices: fn(&mut Match<'_, G>, Seat, &A) -> Choices,
) -> Slot<G, A> {
    Slot { name, bit, with: With::Alike(choices) }
}

/// A field whose values are tried one by one.
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

/// What filling in a kind of action needs, without its type, so that the code is compiled once for dozens of
/// kinds.
trait Form<G: Kit> {
    /// The JSON pointers of its fields in the order of their bits.
    fn pointers(&self) -> &'static [&'static str];

    /// The bits of the fields that are always written.
    fn needed(&self) -> u16;

    /// The action with these fields; `None`: they are not complete.
    fn action(&self, values: &[(&'static str, Value)]) -> Option<G::Action>;

    /// The number of fields of a way.
    fn fields(&self, way: usize) -> usize;

    /// The name and the bit of a field of a way.
    fn field(&self, way: usize, place: usize) -> Option<(&'static str, u16)>;

    /// The values of a field, given those before it.
    fn fill(&self, way: usize, place: usize, filling: &mut Filling<'_, '_, G>) -> Option<Filled>;
}

/// The values of a field.
enum Filled {
    /// Each of these values, if the conditions let it pass.
    ByKind(Choices),
    /// Every value of a domain.
    Whole(Domain),
    /// Every value of the domains of several fields.
    Several(Vec<ShapeSlot>),
}

/// The [`Form`] of an action type.
struct FormOf<A>(PhantomData<A>);

impl<G: Kit, A: ActionKind<G>> Form<G> for FormOf<A> {
    fn pointers(&self) -> &'static [&'static str] {
        A::POINTERS
    }

    fn needed(&self) -> u16 {
        A::NEEDED
    }

    fn action(&self, values: &[(&'static str, Value)]) -> Option<G::Action> {
        A::read_fields(&Fields::some(values)).map(Into::into)
    }

    fn fields(&self, way: usize) -> usize {
        A::SLOTS.get(way).map_or(0, |way| way.len())
    }

    fn field(&self, way: usize, place: usize) -> Option<(&'static str, u16)> {
        let slot = A::SLOTS.get(way)?.get(place)?;
        Some((slot.name, slot.bit))
    }

    fn fill(&self, way: usize, place: usize, filling: &mut Filling<'_, '_, G>) -> Option<Filled> {
        let slot = A::SLOTS.get(way)?.get(place)?;
        let action = A::read_fields(&Fields::some(&filling.values))?;
        let (game, seat) = (&mut *filling.game, filling.seat);
        Some(match slot.with {
            With::Each(values) => Filled::ByKind(Choices::all_different(values(game, seat, &action))),
            With::Alike(choices) => Filled::ByKind(choices(game, seat, &action)),
            With::Whole(domain) => Filled::Whole(domain(game, seat, &action)?),
            With::Several(domains) => Filled::Several(domains(game, seat, &action)?),
        })
    }
}

/// The shapes of one kind of action; empty if it does not answer the question.
pub fn shapes<G: Kit, A: ActionKind<G>>(
    kind: &'static str,
    game: &mut Match<'_, G>,
    seat: Seat,
    question: &G::Question,
    shapes: &mut Vec<Shape>,
) {
    if (A::ANSWERS)(question) {
        let ways = A::SLOTS.len();
        shapes_of(&FormOf::<A>(PhantomData), ways, kind, game, seat, shapes);
    }
}

/// The shapes of a form, one for each way.
fn shapes_of<G: Kit>(
    form: &dyn Form<G>,
    ways: usize,
    kind: &'static str,
    game: &mut Match<'_, G>,
    seat: Seat,
    shapes: &mut Vec<Shape>,
) {
    for way in 0..ways {
        let fields = (0..form.fields(way)).filter_map(|place| form.field(way, place));
        let filled = fields.fold(0, |bits, (_, bit)| bits | bit);
        let known = all_of(form) & !filled;
        let mut filling = Filling { game, seat, form, way, values: Vec::new(), known };
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

/// The bits of all fields of a form.
fn all_of<G: Kit>(form: &dyn Form<G>) -> u16 {
    !(ALL_FIELDS << form.pointers().len())
}

/// Slots, each with the index of its field in the order of filling.
type Placed = Vec<(usize, ShapeSlot)>;

/// An action that is being filled in.
struct Filling<'a, 'p, G: Kit> {
    game: &'a mut Match<'p, G>,
    seat: Seat,
    form: &'a dyn Form<G>,
    /// The index of the way.
    way: usize,
    /// The values of the fields before.
    values: Vec<(&'static str, Value)>,
    /// The bits of the fields that are filled in.
    known: u16,
}

impl<G: Kit> Filling<'_, '_, G> {
    /// Whether the conditions that read only filled fields, among them some of `latest`, let the action pass.
    fn is_possible(&mut self, latest: u16) -> bool {
        let action = self.form.action(&self.values);
        action.is_some_and(|action| self.game.may_become_legal(self.seat, &action, self.known, latest))
    }

    /// The slots from this index on; `None`: no answer is legal.
    fn rest(&mut self, place: usize) -> Option<Placed> {
        let Some((name, bit)) = self.form.field(self.way, place) else { return Some(Vec::new()) };
        if !self.game.spend(1) {
            return None;
        }
        match self.form.fill(self.way, place, self)? {
            Filled::ByKind(choices) => self.by_kind(place, (name, bit), choices),
            Filled::Whole(domain) => {
                let domain = Some(domain).filter(|domain| domain.is_dependent() || !domain.is_empty())?;
                self.then(place, vec![ShapeSlot { name, domain }])
            }
            Filled::Several(own) => {
                let others = match own.iter().find(|slot| slot.domain.is_open()) {
                    Some(open) => others(fields_of(self.form.pointers(), bit), &own, open),
                    None => Vec::new(),
                };
                self.then(place, own.into_iter().chain(others).collect())
            }
        }
    }

    /// The slots from a field on whose values are tried kind by kind.
    fn by_kind(
        &mut self,
        place: usize,
        (name, bit): (&'static str, u16),
        choices: Choices,
    ) -> Option<Placed> {
        let Choices { values, mut is_complete } = choices;
        let mut kinds: BTreeMap<usize, Kind> = BTreeMap::new();
        let mut own = Vec::new();
        for (number, value) in values {
            if !kinds.contains_key(&number) {
                if !self.game.listing_looks().spend(FILLING) {
                    is_complete = false;
                    break;
                }
                self.values.push((name, value.clone()));
                self.known |= bit;
                let rest = match self.is_possible(bit) {
                    true => self.rest(place + 1),
                    false => None,
                };
                self.known &= !bit;
                self.values.pop();
                kinds.insert(number, Kind { rest, values: Vec::new() });
            }
            if let Some(kind) = kinds.get_mut(&number).filter(|kind| kind.rest.is_some()) {
                kind.values.push(value.clone());
                own.push(value);
            }
        }
        if own.is_empty() && is_complete {
            return None;
        }
        let cases = kinds.into_values().filter_map(|kind| Some((kind.values, kind.rest?))).collect();
        let open = if is_complete { Vec::new() } else { self.open_after(place) };
        let domain = ShapeSlot { name, domain: Domain::listed(own, is_complete) };
        let domain = Some((place, domain)).filter(|(_, slot)| !self.is_left_out(slot));
        Some(domain.into_iter().chain(by(name, cases, &open)).collect())
    }

    /// The fields after an index, with open domains.
    fn open_after(&self, place: usize) -> Vec<(usize, &'static str)> {
        let after = (place + 1..self.form.fields(self.way)).filter_map(|place| {
            let (_, bit) = self.form.field(self.way, place)?;
            Some(fields_of(self.form.pointers(), bit).map(move |name| (place, name)))
        });
        after.flatten().collect()
    }

    /// Slots of one index, followed by those of later ones.
    fn then(&mut self, place: usize, own: Vec<ShapeSlot>) -> Option<Placed> {
        // The size of what is listed for one decision is limited as well.
        self.game.listing_looks().spend(own.iter().map(|slot| slot.domain.size()).sum());
        let mut placed: Placed =
            own.into_iter().filter(|slot| !self.is_left_out(slot)).map(|slot| (place, slot)).collect();
        placed.extend(self.rest(place + 1)?);
        Some(placed)
    }

    /// Whether an optional field is always left out.
    fn is_left_out(&self, slot: &ShapeSlot) -> bool {
        let says_nothing =
            || slot.domain.only_member(&Looks::of(FEW)).is_some_and(|value| value.says_nothing());
        !self.needs(slot.name) && says_nothing()
    }

    /// Whether the action always writes this field.
    fn needs(&self, name: &str) -> bool {
        let mut pointers = self.form.pointers().iter();
        let place = pointers.position(|pointer| pointer.strip_prefix('/') == Some(name));
        place.is_some_and(|place| self.form.needed() >> place & 1 == 1)
    }
}

/// The looks for filling in a field and reading the conditions.
const FILLING: usize = 16;
/// The looks for finding what follows from one value of a domain.
const FOLLOWING: usize = 24;
/// The largest number of values of a domain that make later fields differ.
const VALUES_LIMIT: usize = 2_000;

/// The values of a kind with the slots after them; `None`: the values are illegal.
struct Kind {
    rest: Option<Placed>,
    values: Vec<Value>,
}

/// The names of the fields with these bits.
fn fields_of(pointers: &'static [&'static str], bits: u16) -> impl Iterator<Item = &'static str> {
    let fields = pointers.iter().enumerate().filter(move |(place, _)| bits >> place & 1 == 1);
    fields.filter_map(|(_, pointer)| pointer.strip_prefix('/'))
}

/// Whether a slot is a field or inside of it.
fn is_of(slot: &ShapeSlot, field: &str) -> bool {
    slot.name.strip_prefix(field).is_some_and(|inner| inner.is_empty() || inner.starts_with('.'))
}

/// The fields that no value's slots have. After a value of the open field that was not searched, these may
/// have any value.
fn others(
    fields: impl Iterator<Item = &'static str>,
    slots: &[ShapeSlot],
    open: &ShapeSlot,
) -> Vec<ShapeSlot> {
    let missing = fields.filter(|field| !slots.iter().any(|slot| is_of(slot, field)));
    let domain = || match &open.domain {
        Domain::SomeOf(values) if !values.is_empty() => Domain::By {
            cases: vec![Case { domain: Domain::only(Value::Nothing), is: values.clone() }],
            field: open.name,
            otherwise: Some(Box::new(Domain::anything())),
        },
        _ => Domain::anything(),
    };
    missing.map(|name| ShapeSlot { name, domain: domain() }).collect()
}

/// Looks that suffice to find a second member.
const FEW: u64 = 10_000;

/// The slots after a field whose values leave different slots: one slot for each later field, with cases only
/// if it differs. `open`: the fields that may have any value after values that are not listed.
fn by(field: &'static str, listed: Vec<(Vec<Value>, Placed)>, open: &[(usize, &'static str)]) -> Placed {
    let mut names: Vec<(usize, &'static str)> = Vec::new();
    for (place, slot) in listed.iter().flat_map(|(_, slots)| slots) {
        if !names.contains(&(*place, slot.name)) {
            names.push((*place, slot.name));
        }
    }
    let missing = open
        .iter()
        .filter(|(_, name)| !listed.iter().flat_map(|(_, slots)| slots).any(|(_, slot)| is_of(slot, name)));
    let missing: Vec<(usize, &'static str)> = missing.copied().collect();
    names.extend(missing);
    let inner = |outer: &str, name: &str| name.strip_prefix(outer).is_some_and(|rest| rest.starts_with('.'));
    // An inner field follows its object.
    let has_inner = |outer: &str, names: &[(usize, &str)]| names.iter().any(|(_, name)| inner(outer, name));
    let outer: Vec<&str> =
        names.iter().map(|(_, name)| *name).filter(|name| has_inner(name, &names)).collect();
    names.sort_by_key(|(place, name)| (*place, !outer.contains(name)));
    let slot_of = |(place, name): (usize, &'static str)| {
        let mut domains: Vec<Case> = Vec::new();
        for (values, slots) in &listed {
            let own = slots.iter().find(|(_, slot)| slot.name == name);
            let absent = || match slots.iter().any(|(_, slot)| inner(name, slot.name)) {
                true => Domain::only(Value::Groups(Vec::new())),
                false => Domain::only(Value::Nothing),
            };
            let domain = own.map_or_else(|| Cow::Owned(absent()), |(_, slot)| Cow::Borrowed(&slot.domain));
            match domains.iter_mut().find(|case| case.domain == *domain) {
                Some(case) => case.is.extend_from_slice(values),
                None => domains.push(Case { domain: domain.into_owned(), is: values.clone() }),
            }
        }
        let otherwise = (!open.is_empty()).then(|| Box::new(Domain::anything()));
        let domain = match <[Case; 1]>::try_from(domains) {
            Ok([case]) if otherwise.is_none() => case.domain,
            Ok(case) => Domain::By { cases: case.into(), field, otherwise },
            Err(cases) => Domain::By { cases, field, otherwise },
        };
        (place, ShapeSlot { name, domain })
    };
    names.into_iter().map(slot_of).collect()
}

/// Values of a domain, and whether the list is complete: the input of [`dependent`].
#[derive(Debug)]
pub struct Values(Vec<Value>, bool);

impl Values {
    /// The values of a domain, up to the budget for listing legal answers.
    pub fn of<G: Game>(game: &Match<'_, G>, domain: &Domain) -> Values {
        let looks = game.listing_looks();
        let left = usize::try_from(looks.left()).unwrap_or(usize::MAX) / FOLLOWING;
        let (values, is_complete) = domain.first(VALUES_LIMIT.min(left / 2), looks);
        looks.spend(values.len().saturating_mul(FOLLOWING));
        Values(values, is_complete)
    }
}

/// A field with a domain, and the slots after it, where each value leaves other slots or is illegal.
pub fn dependent(
    field: &'static str,
    domain: Domain,
    Values(values, is_complete): Values,
    after: impl FnMut(&Value) -> Option<Vec<ShapeSlot>>,
) -> Option<Vec<ShapeSlot>> {
    let mut after = after;
    let placed = |slots: Vec<ShapeSlot>| slots.into_iter().map(|slot| (0, slot)).collect();
    let cases: Vec<(Vec<Value>, Placed)> =
        values.iter().filter_map(|value| Some((vec![value.clone()], placed(after(value)?)))).collect();
    if cases.is_empty() && is_complete {
        return None;
    }
    let legal = || cases.iter().flat_map(|(values, _)| values).cloned().collect();
    let own = match (cases.len() == values.len(), is_complete) {
        (true, true) => domain,
        (false, true) => Domain::OneOf(legal()),
        (_, false) => Domain::SomeOf(legal()),
    };
    let mut slots = vec![ShapeSlot { name: field, domain: own }];
    let names: Vec<&'static str> = cases.iter().flat_map(|(_, own)| own).map(|(_, slot)| slot.name).collect();
    let open: Vec<(usize, &'static str)> =
        names.iter().filter(|_| !is_complete).map(|name| (0, *name)).collect();
    slots.extend(by(field, cases, &open).into_iter().map(|(_, slot)| slot));
    Some(slots)
}

/// The shapes of one kind of action with open fields; empty if it does not answer the question.
pub fn open_shapes<G: Kit, A: ActionKind<G>>(
    kind: &'static str,
    game: &mut Match<'_, G>,
    seat: Seat,
    question: &G::Question,
    shapes: &mut Vec<Shape>,
) {
    if !(A::ANSWERS)(question) {
        return;
    }
    open_shape(&FormOf::<A>(PhantomData), kind, game, seat, shapes);
}

fn open_shape<G: Kit>(
    form: &dyn Form<G>,
    kind: &'static str,
    game: &mut Match<'_, G>,
    seat: Seat,
    shapes: &mut Vec<Shape>,
) {
    let known = all_of(form);
    let slots: Vec<ShapeSlot> = fields_of(form.pointers(), known)
        .map(|name| ShapeSlot { name, domain: Domain::anything() })
        .collect();
    // An answer without fields can still be counted.
    let mut filling = Filling { game, seat, form, way: usize::MAX, values: Vec::new(), known };
    if !slots.is_empty() || filling.is_possible(ALL_FIELDS) {
        shapes.push(Shape { slots, kind });
    }
}
