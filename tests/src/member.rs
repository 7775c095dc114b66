//! Tests whether an action is a member of a shape, without counting the shape's members.

use rules_judge_engine::kernel::shape::{Domain, Moves, Shape, Share, Value as Slotted};
use rules_judge_engine::kernel::{CardId, Cell};
use serde_json::{Map, Value};

/// Whether one of the shapes has an action (without its seat) as a member.
pub fn lies_in(shapes: &[Shape], action: &Value) -> bool {
    shapes.iter().any(|shape| has(shape, action))
}

/// The normal form of an action: cards that form a set are sorted, so that two ways to write the action are
/// equal.
pub fn normal_form(shapes: &[Shape], action: &Value) -> Value {
    let mut action = action.clone();
    for slot in shapes.iter().flat_map(|shape| &shape.slots) {
        if is_set(&slot.domain)
            && let Some(Value::Array(cards)) = field_mut(&mut action, slot.name)
        {
            cards.sort_by_key(Value::as_u64);
        }
    }
    action
}

fn is_set(domain: &Domain) -> bool {
    match domain {
        Domain::Subset { .. } | Domain::Sum { .. } | Domain::Matching(_) => true,
        Domain::By { cases, .. } => cases.iter().any(|case| is_set(&case.domain)),
        _ => false,
    }
}

/// Whether the shape leaves a field of the action open; then others inside it may have any value.
fn is_open(shape: &Shape, action: &Value) -> bool {
    shape.slots.iter().any(|slot| given(&slot.domain, action).is_some_and(|domain| domain.is_open()))
}

fn field_mut<'v>(value: &'v mut Value, name: &str) -> Option<&'v mut Value> {
    name.split('.').try_fold(value, |value, name| value.get_mut(name))
}

/// Whether the shape has the action as a member.
pub fn has(shape: &Shape, action: &Value) -> bool {
    let Value::Object(fields) = action else { return false };
    let mut left = fields.clone();
    if left.remove("type").as_ref().and_then(Value::as_str) != Some(shape.kind) {
        return false;
    }
    shape.slots.iter().all(|slot| {
        let value = match &slot.domain {
            // Groups of a slot without a name are fields of the action.
            Domain::Partition { groups, .. } if slot.name.is_empty() => {
                let group = |name: &&'static str| Some(((*name).to_owned(), left.remove(*name)?));
                Some(Value::Object(groups.iter().filter_map(group).collect()))
            }
            // Other slots describe the fields of this object.
            _ if is_around(shape, slot.name) => {
                left.get(slot.name).filter(|value| value.is_object()).map(|_| Value::Object(Map::new()))
            }
            _ => take(&mut left, slot.name),
        };
        given(&slot.domain, action).is_some_and(|domain| match value {
            Some(value) => within(&domain, &value),
            None => may_be_left_out(&domain),
        })
    }) && (left.values().all(is_empty) || is_open(shape, action))
}

/// Whether slots of the shape describe fields of this object.
fn is_around(shape: &Shape, name: &str) -> bool {
    let mut names = shape.slots.iter().filter_map(|slot| slot.name.split_once('.'));
    names.any(|(outer, _)| outer == name)
}

/// The domain of a slot for the fields before it.
fn given(domain: &Domain, action: &Value) -> Option<Domain> {
    match domain {
        Domain::By { cases, field, otherwise } => {
            let value =
                field.split('.').try_fold(action, |value, name| value.get(name)).unwrap_or(&Value::Null);
            let is = |one: &Slotted| match value {
                Value::Null => one.says_nothing(),
                // A cell is no set of numbers.
                value if matches!(one, Slotted::Cell(_)) => {
                    serde_json::to_value(one).is_ok_and(|one| one == *value)
                }
                value => serde_json::to_value(one).is_ok_and(|one| is_same(&one, value)),
            };
            let case = cases.iter().find(|case| case.is.iter().any(is)).map(|case| &case.domain);
            given(case.or(otherwise.as_deref())?, action)
        }
        other => Some(other.clone()),
    }
}

/// Takes a field out; a dot leads into an inner object.
fn take(fields: &mut Map<String, Value>, name: &str) -> Option<Value> {
    match name.split_once('.') {
        None => fields.remove(name),
        Some((outer, inner)) => match fields.get_mut(outer)? {
            Value::Object(inside) => take(inside, inner),
            _ => None,
        },
    }
}

/// Whether all fields of a value have been taken.
fn is_empty(value: &Value) -> bool {
    matches!(value, Value::Object(fields) if fields.is_empty())
}

/// Whether an action leaves an empty field of this domain out.
fn may_be_left_out(domain: &Domain) -> bool {
    match domain {
        Domain::Subset { min, .. } => *min == 0,
        Domain::Sequence { length, .. } => *length == 0,
        Domain::Sum { total, .. } => *total == 0,
        Domain::Split { min, .. } => *min == 0,
        Domain::Order(cards) => cards.is_empty(),
        Domain::OneOf(values) => values.iter().any(Slotted::says_nothing),
        Domain::Path(_) => domain.contains(&Slotted::Nothing, &[]),
        Domain::SomeOf(_) => true,
        _ => false,
    }
}

/// Whether a value is a list of holders with zero counts only, which equals an empty list.
fn takes_nothing(value: &Value) -> bool {
    value.as_array().is_some_and(|items| !items.is_empty() && items.iter().all(is_nothing_of))
}

/// Whether an item is a holder with zero counts only.
fn is_nothing_of(item: &Value) -> bool {
    let is_holder = item.get("from").is_some() && item.get("to").is_none();
    let mut counts = item.as_object().into_iter().flatten().filter(|(name, _)| *name != "from");
    is_holder && counts.all(|(_, count)| *count == 0)
}

/// Whether two values are equal, apart from the order of cards or cells that form a set.
fn is_same(one: &Value, other: &Value) -> bool {
    match (numbers(one), numbers(other)) {
        (Some(one), Some(other)) => sorted(one) == sorted(other),
        _ => one == other || cell_set(one).is_some_and(|cells| Some(cells) == cell_set(other)),
    }
}

fn numbers(value: &Value) -> Option<Vec<u64>> {
    value.as_array()?.iter().map(Value::as_u64).collect()
}

fn sorted(cards: impl IntoIterator<Item = u64>) -> Vec<u64> {
    let mut cards: Vec<u64> = cards.into_iter().collect();
    cards.sort_unstable();
    cards
}

fn ids(cards: &[CardId]) -> Vec<u64> {
    sorted(cards.iter().map(|card| u64::from(card.0)))
}

fn within(domain: &Domain, value: &Value) -> bool {
    match domain {
        Domain::OneOf(values) => {
            let same = |one: &Slotted| serde_json::to_value(one).is_ok_and(|one| is_same(&one, value));
            values.iter().any(|one| same(one) || one.says_nothing() && takes_nothing(value))
        }
        Domain::SomeOf(_) => true,
        Domain::Subset { from, min, max } => numbers(value).is_some_and(|given| {
            let (from, given) = (ids(from), sorted(given));
            let distinct = given.windows(2).all(|pair| pair.first() != pair.last());
            distinct && (*min..=*max).contains(&given.len()) && given.iter().all(|card| from.contains(card))
        }),
        Domain::Sum { from, total } => numbers(value).is_some_and(|given| {
            let given = sorted(given);
            let distinct = given.windows(2).all(|pair| pair.first() != pair.last());
            let of = |card: &u64| from.iter().find(|one| u64::from(one.card.0) == *card);
            let least =
                given.iter().map(|card| of(card).map(|one| u64::from(one.least()))).sum::<Option<u64>>();
            let most =
                given.iter().map(|card| of(card).map(|one| u64::from(one.most()))).sum::<Option<u64>>();
            let total = u64::from(*total);
            distinct && least.zip(most).is_some_and(|(least, most)| (least..=most).contains(&total))
        }),
        Domain::Sequence { from, length } => numbers(value).is_some_and(|given| {
            let (from, count, given) = (ids(from), given.len(), sorted(given));
            let distinct = given.windows(2).all(|pair| pair.first() != pair.last());
            distinct && count == *length && given.iter().all(|card| from.contains(card))
        }),
        Domain::Order(cards) => numbers(value).is_some_and(|given| sorted(given) == ids(cards)),
        Domain::Number { min, max } => value.as_i64().is_some_and(|number| (*min..=*max).contains(&number)),
        Domain::Split { over, .. } if over.iter().any(|share| share.from.is_some()) => {
            held(over, value).is_some_and(|pieces| domain.contains(&Slotted::Held(pieces), &[]))
        }
        Domain::Moves(moves) => {
            moved(moves, value).is_some_and(|pieces| domain.contains(&Slotted::Moved(pieces), &[]))
        }
        Domain::Split { min, max, over, .. } => {
            let Value::Object(fields) = value else { return false };
            let known = fields.iter().all(|(kind, count)| {
                let most = over.iter().find(|over| over.kind == kind).map_or(0, |over| over.most);
                count.as_u64().is_some_and(|count| (1..=u64::from(most)).contains(&count))
            });
            let total = fields.values().filter_map(Value::as_u64).sum::<u64>();
            known && (u64::from(*min)..=u64::from(*max)).contains(&total)
        }
        Domain::Matching(_) => numbers(value).is_some_and(|given| {
            let cards: Option<Vec<CardId>> =
                given.iter().map(|card| u16::try_from(*card).ok().map(CardId)).collect();
            cards.is_some_and(|cards| domain.contains(&Slotted::Cards(cards), &[]))
        }),
        Domain::Partition { groups, of } => {
            let Value::Object(fields) = value else { return false };
            let known = fields.keys().all(|name| groups.contains(&name.as_str()));
            let given: Option<Vec<Vec<u64>>> = fields.values().map(numbers).collect();
            known && given.is_some_and(|given| sorted(given.into_iter().flatten()) == ids(of))
        }
        Domain::Path(_) => cells(value).is_some_and(|cells| domain.contains(&Slotted::Cells(cells), &[])),
        // The domains that depend on earlier fields are resolved already.
        Domain::By { .. } => false,
    }
}

/// Parses cells into the kernel's form.
fn cells(value: &Value) -> Option<Vec<Cell>> {
    let cells: Vec<[i16; 2]> = serde_json::from_value(value.clone()).ok()?;
    Some(cells.into_iter().map(|[x, y]| Cell::new(x, y)).collect())
}

/// Parses cells, and sorts them.
fn cell_set(value: &Value) -> Option<Vec<Cell>> {
    let mut cells = cells(value)?;
    cells.sort_unstable();
    Some(cells)
}

/// The holder that a value names.
fn holder(known: &[Slotted], value: &Value) -> Option<Slotted> {
    known.iter().find(|one| serde_json::to_value(one).is_ok_and(|one| one == *value)).cloned()
}

/// The counts of one object by kind, without those of 0; `None`: it has another field.
fn counts(over: &[Share], fields: &Map<String, Value>) -> Option<Vec<(&'static str, u32)>> {
    let count = |(name, value): (&String, &Value)| {
        let kind = over.iter().find(|share| share.kind == name)?.kind;
        Some((kind, value.as_u64()?.try_into().ok()?))
    };
    let ways = |name: &str| name == "from" || name == "to";
    let counts = fields.iter().filter(|(name, _)| !ways(name)).map(count).collect::<Option<Vec<_>>>()?;
    Some(counts.into_iter().filter(|(_, count)| *count > 0).collect())
}

/// Parses pieces of holders into the kernel's form.
fn held(over: &[Share], value: &Value) -> Option<Vec<(Slotted, &'static str, u32)>> {
    let known: Vec<Slotted> = over.iter().filter_map(|share| share.from.clone()).collect();
    let mut pieces = Vec::new();
    // Holders with zero counts are ignored.
    for fields in value.as_array()?.iter().filter(|fields| !is_nothing_of(fields)) {
        let from = holder(&known, fields.get("from")?)?;
        let counts = counts(over, fields.as_object()?)?;
        pieces.extend(counts.into_iter().map(|(kind, count)| (from.clone(), kind, count)));
    }
    Some(pieces)
}

/// Parses moves of pieces between holders into the kernel's form.
fn moved(moves: &Moves, value: &Value) -> Option<Vec<(Slotted, Slotted, &'static str, u32)>> {
    let known: Vec<Slotted> = moves.over.iter().filter_map(|share| share.from.clone()).collect();
    let mut pieces = Vec::new();
    for fields in value.as_array()? {
        let (from, to) = (holder(&known, fields.get("from")?)?, holder(&moves.to, fields.get("to")?)?);
        let counts = counts(&moves.over, fields.as_object()?)?;
        pieces.extend(counts.into_iter().map(|(kind, count)| (from.clone(), to.clone(), kind, count)));
    }
    Some(pieces)
}
