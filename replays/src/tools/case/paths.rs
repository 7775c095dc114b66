//! Paths into an answer: `A.hand.count`, `A.F1.under.grave`, `0.kind`.
//!
//! A path is a list of names with dots between. In an object a name is a field. In a list it is an index
//! (from the end if below 0) or the id of a card, whose first copy it names. `A` and `B` at the beginning of
//! a path into the state are the players; `cards` may be left out in a zone of cards, and `battlefield` or
//! `field` after a player. After a player, a list that both players share, and whose items have a `seat`, has
//! only the items of that player: `B.chain.0` is the first item of the chain that is B's.

use serde_json::{Value, json};

use super::shape::LEFT_OUT;

/// The value at the end of a path.
pub fn find<'v>(from: &'v Value, path: &str) -> Option<&'v Value> {
    let mut names = path.split('.').filter(|name| !name.is_empty());
    let Some(first) = names.next() else {
        return Some(from);
    };
    let mut at = match seat(first) {
        None => enter(from, first)?,
        Some(seat) => {
            let player = from.get("players")?.get(seat)?;
            match names.next() {
                None => player,
                Some(name) => match enter(player, name) {
                    Some(at) => at,
                    None => pick(shared(from, name, seat), names.next()?)?,
                },
            }
        }
    };
    for name in names {
        at = enter(at, name)?;
    }
    Some(at)
}

/// The seat that a letter stands for.
pub(super) fn seat(letter: &str) -> Option<usize> {
    match letter {
        "A" => Some(0),
        "B" => Some(1),
        _ => None,
    }
}

/// The items of one player in a list that both players share.
pub(super) fn shared<'v>(
    from: &'v Value,
    list: &str,
    seat: usize,
) -> impl DoubleEndedIterator<Item = &'v Value> {
    let items = from.get(list).and_then(Value::as_array).into_iter().flatten();
    items.filter(move |item| item.get("seat").and_then(Value::as_u64) == Some(seat as u64))
}

pub(super) fn enter<'v>(at: &'v Value, name: &str) -> Option<&'v Value> {
    match at {
        Value::Object(fields) => fields.get(name).or_else(|| {
            let inside = LEFT_OUT.iter().find_map(|name| fields.get(*name))?;
            enter(inside, name)
        }),
        Value::Array(items) => pick(items.iter(), name),
        _ => None,
    }
}

/// The item with an index, from the end if below 0, or the first one with the id of a card.
fn pick<'v>(mut items: impl DoubleEndedIterator<Item = &'v Value>, name: &str) -> Option<&'v Value> {
    match name.parse::<i64>() {
        Ok(index) => {
            let place = usize::try_from(index.unsigned_abs()).ok()?;
            if index < 0 { items.nth_back(place.checked_sub(1)?) } else { items.nth(place) }
        }
        Err(_) => items.find(|item| item.get("card").and_then(Value::as_str) == Some(name)),
    }
}

/// The end of a path, for engines that know no paths.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// The place with this JSON pointer, whether a value is there or not.
    At(String),
    /// No place, since only so many items of the list at this pointer have these members.
    NoSuchItem {
        /// The list.
        list: String,
        /// How many items have them.
        count: usize,
        /// The members.
        with: Value,
    },
}

/// The end of a path.
pub fn place(from: &Value, path: &str) -> Place {
    if let Some(pointer) = find(from, path).and_then(|found| pointer_of(from, found)) {
        return Place::At(pointer);
    }
    // A list of both players that lacks an item of one.
    let names: Vec<&str> = path.split('.').filter(|name| !name.is_empty()).collect();
    if let [letter, list, _, ..] = names[..]
        && let Some(number) = seat(letter)
        && from.get(list).is_some_and(Value::is_array)
    {
        let count = shared(from, list, number).count();
        return Place::NoSuchItem {
            list: format!("/{}", escaped(list)),
            count,
            with: json!({ "seat": number }),
        };
    }
    // The longest existing beginning of the path; the rest is appended to its pointer.
    let known = (0..names.len()).rev().find_map(|count| {
        let found = find(from, &names.get(..count)?.join("."))?;
        Some((found, names.get(count..)?))
    });
    let (mut last, rest) = known.unwrap_or((from, &names));
    while let Some(inside) = LEFT_OUT.iter().find_map(|name| last.get(*name)) {
        last = inside;
    }
    let pointer = pointer_of(from, last).unwrap_or_default();
    match rest {
        [name, ..] if last.is_array() && name.parse::<i64>().is_err() => {
            Place::NoSuchItem { list: pointer, count: 0, with: json!({ "card": name }) }
        }
        _ => Place::At(rest.iter().fold(pointer, |pointer, name| format!("{pointer}/{}", escaped(name)))),
    }
}

/// The JSON pointer of a part of a value.
fn pointer_of(whole: &Value, part: &Value) -> Option<String> {
    if std::ptr::eq(whole, part) {
        return Some(String::new());
    }
    let below = |name: &str, value| Some(format!("/{}{}", escaped(name), pointer_of(value, part)?));
    match whole {
        Value::Object(fields) => fields.iter().find_map(|(name, value)| below(name, value)),
        Value::Array(items) => {
            items.iter().enumerate().find_map(|(index, value)| below(&index.to_string(), value))
        }
        _ => None,
    }
}

/// A name as a part of a JSON pointer.
fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// Whether a text is a reference to a card.
pub fn is_reference(text: &str) -> bool {
    text.starts_with("A.") || text.starts_with("B.")
}

/// The number of the card that a reference names.
pub fn card(state: &Value, reference: &str) -> Result<u64, String> {
    let found = find(state, reference).and_then(|card| card.get("id")).and_then(Value::as_u64);
    found.ok_or_else(|| format!("`{reference}` names no card"))
}

/// An action with every reference replaced by the number of the card, and `A` and `B` in `seat` by
/// the number of the seat; of a ruling also in the entry that it allows.
pub fn resolve(action: &Value, state: Option<&Value>) -> Result<Value, String> {
    fn number_of_seat(entry: &mut Value) {
        if let Some(seat) = entry.get_mut("seat") {
            match seat.as_str() {
                Some("A") => *seat = 0.into(),
                Some("B") => *seat = 1.into(),
                _ => {}
            }
        }
    }

    let mut action = action.clone();
    number_of_seat(&mut action);
    action.get_mut("allow").into_iter().for_each(number_of_seat);
    replace(&mut action, state)?;
    Ok(action)
}

/// Every reference of an action.
pub fn references(action: &Value) -> Vec<&str> {
    match action {
        Value::String(text) if is_reference(text) => vec![text],
        Value::Array(items) => items.iter().flat_map(references).collect(),
        Value::Object(fields) => {
            fields.iter().filter(is_looked_at).flat_map(|(_, field)| references(field)).collect()
        }
        _ => Vec::new(),
    }
}

/// The field of a ruling that only people read.
const TEXT: &str = "text";

fn is_looked_at((name, _): &(&String, &Value)) -> bool {
    *name != TEXT
}

fn replace(value: &mut Value, state: Option<&Value>) -> Result<(), String> {
    match value {
        Value::String(text) if is_reference(text) => {
            let state = state.ok_or("there is no state to look for cards in")?;
            *value = card(state, text)?.into();
        }
        Value::Array(items) => items.iter_mut().try_for_each(|item| replace(item, state))?,
        Value::Object(fields) => {
            let mut fields = fields.iter_mut().filter(|(name, _)| *name != TEXT);
            fields.try_for_each(|(_, field)| replace(field, state))?;
        }
        _ => {}
    }
    Ok(())
}

/// Whether a value matches a pattern: an object has the fields of the pattern, a list has as many items, each
/// of which matches, and any other value is equal.
pub fn has(value: &Value, pattern: &Value) -> bool {
    match (value, pattern) {
        (Value::Object(fields), Value::Object(wanted)) => {
            wanted.iter().all(|(name, wanted)| has(fields.get(name).unwrap_or(&Value::Null), wanted))
        }
        (Value::Array(items), Value::Array(wanted)) => {
            items.len() == wanted.len() && items.iter().zip(wanted).all(|(item, wanted)| has(item, wanted))
        }
        _ => value == pattern,
    }
}

/// The ids of a list of cards, sorted.
pub fn ids(cards: &Value) -> Option<Vec<String>> {
    let ids =
        cards.as_array()?.iter().map(|card| card.get("card").unwrap_or(card).as_str().map(str::to_owned));
    let mut ids: Vec<String> = ids.collect::<Option<_>>()?;
    ids.sort_unstable();
    Some(ids)
}

/// The numbers of a list of cards, sorted.
pub fn numbers(cards: &Value) -> Option<Vec<u64>> {
    let numbers = cards.as_array()?.iter().map(|card| card.get("id").unwrap_or(card).as_u64());
    let mut numbers: Vec<u64> = numbers.collect::<Option<_>>()?;
    numbers.sort_unstable();
    Some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state() -> Value {
        json!({ "turn": 5, "players": [
            { "battlefield": { "F1": { "id": 3, "card": "top", "under": [{ "id": 4, "card": "low" }] } },
              "hand": { "count": 2, "cards": [{ "id": 7, "card": "x" }, { "id": 8, "card": "x" }] } },
            { "hand": { "count": 1 } },
        ], "chain": [
            { "id": 9, "card": "y", "seat": 1 },
            { "id": 3, "card": "top", "seat": 0 },
            { "id": 5, "card": "z", "seat": 1 },
        ] })
    }

    #[test]
    fn ways_lead_into_zones_stacks_and_battlefields() {
        let state = state();
        let paths =
            [("A.F1", 3), ("A.F1.under.low", 4), ("A.hand.x", 7), ("A.hand.-1", 8), ("A.hand.cards.1", 8)];
        let of_chain =
            [("A.chain.0", 3), ("B.chain.0", 9), ("B.chain.1", 5), ("B.chain.-2", 9), ("B.chain.z", 5)];
        for (path, id) in paths.into_iter().chain(of_chain) {
            assert_eq!(card(&state, path), Ok(id), "{path}");
        }
        for path in ["A.F2", "A.hand.y", "A.hand.2", "A.hand.-3", "B.hand.0", "A.hand.count", "A.turn"] {
            assert!(card(&state, path).is_err(), "{path}");
        }
        for path in
            ["A.chain", "A.chain.1", "A.chain.y", "B.chain.2", "B.chain.-3", "A.chain.-9223372036854775808"]
        {
            assert!(card(&state, path).is_err(), "{path}");
        }
        assert_eq!(find(&state, ""), Some(&state));
        assert_eq!(find(&state, "turn"), Some(&json!(5)));
    }

    #[test]
    fn ways_become_pointers() {
        let state = state();
        let found = [
            ("A.F1.under.low", "/players/0/battlefield/F1/under/0"),
            ("A.hand.-1", "/players/0/hand/cards/1"),
            ("A.hand.count", "/players/0/hand/count"),
            ("B.chain.-1", "/chain/2"),
            ("turn", "/turn"),
            ("", ""),
            // An absent value has a place, too.
            ("A.F2", "/players/0/battlefield/F2"),
            ("A.hand.5", "/players/0/hand/cards/5"),
            ("A.F1.under.low.state", "/players/0/battlefield/F1/under/0/state"),
        ];
        for (path, pointer) in found {
            assert_eq!(place(&state, path), Place::At(pointer.to_owned()), "{path}");
            assert_eq!(find(&state, path), state.pointer(pointer), "{path}");
        }
        let none = |list: &str, count, with| Place::NoSuchItem { list: list.to_owned(), count, with };
        assert_eq!(place(&state, "A.hand.y"), none("/players/0/hand/cards", 0, json!({ "card": "y" })));
        assert_eq!(place(&state, "B.chain.2"), none("/chain", 2, json!({ "seat": 1 })));
    }

    #[test]
    fn actions_are_resolved_everywhere_inside() {
        let action = json!({ "seat": "B", "cost": { "discard": ["A.hand.0"] }, "text": "ABC" });
        let wanted = json!({ "seat": 1, "cost": { "discard": [7] }, "text": "ABC" });
        assert_eq!(resolve(&action, Some(&state())), Ok(wanted));
        assert!(resolve(&action, None).is_err());
    }

    #[test]
    fn patterns_are_parts_of_objects_and_whole_lists() {
        let value = json!({ "a": 1, "list": [{ "b": 2, "c": 3 }] });
        assert!(has(&value, &json!({ "list": [{ "b": 2 }] })));
        assert!(has(&value, &json!({ "none": null })));
        for pattern in [json!({ "list": [] }), json!({ "a": 2 }), json!({ "d": 1 }), json!([1])] {
            assert!(!has(&value, &pattern), "{pattern}");
        }
    }
}
