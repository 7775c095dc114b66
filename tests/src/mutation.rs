//! Random changes of logs and of single actions, determined by a number.

use rules_judge_replays::codec::digest::{Digest, Seed};
use rules_judge_replays::judging::chance::Stream;
use serde_json::{Map, Value};

/// Dice whose rolls a number determines.
#[derive(Debug)]
pub struct Dice {
    seed: Seed,
    left: Vec<u64>,
    round: u64,
}

impl Dice {
    /// The dice of a number.
    pub fn new(number: u64) -> Dice {
        Dice {
            seed: Seed(Digest::of(format!("mutations/{number}").as_bytes()).0),
            left: Vec::new(),
            round: 0,
        }
    }

    /// A number below `bound`; 0 for a bound of 0.
    pub fn below(&mut self, bound: usize) -> usize {
        if self.left.is_empty() {
            let label = format!("bot/{}", self.round);
            self.round += 1;
            if let Some(mut stream) = Stream::new(&self.seed, &label) {
                self.left.extend(std::iter::from_fn(|| stream.take()).take(64));
            }
        }
        let number = self.left.pop().unwrap_or(0);
        usize::try_from(number % (bound.max(1) as u64)).unwrap_or(0)
    }

    /// One of several.
    pub fn pick<'v, T>(&mut self, from: &'v [T]) -> Option<&'v T> {
        from.get(self.below(from.len()))
    }
}

/// One random change of a log. Returns what was changed, in words.
pub fn of_log(log: &mut Vec<Value>, cards: usize, dice: &mut Dice) -> String {
    if log.is_empty() {
        return "nothing to change".to_owned();
    }
    let at = dice.below(log.len());
    match dice.below(8) {
        0 => {
            log.remove(at);
            format!("entry {at} is dropped")
        }
        1 => {
            let entry = log.get(at).cloned().unwrap_or_default();
            log.insert(at, entry);
            format!("entry {at} is doubled")
        }
        2 => {
            let other = dice.below(log.len());
            log.swap(at, other);
            format!("entries {at} and {other} change places")
        }
        3 => {
            let entry = dice.pick(log).cloned().unwrap_or_default();
            log.insert(at, entry);
            format!("an entry from elsewhere stands before {at}")
        }
        4 => {
            if let Some(seat) = log.get_mut(at).and_then(|entry| entry.get_mut("seat")) {
                *seat = Value::from(1 - seat.as_u64().unwrap_or(0).min(1));
            }
            format!("entry {at} has the other seat")
        }
        _ => {
            let others = log.clone();
            if let Some(entry) = log.get_mut(at) {
                of_action(entry, &others, cards, dice);
            }
            format!("entry {at} is changed")
        }
    }
}

/// One random change inside an action: another card, number, word or list, a field dropped or taken
/// from another action.
pub fn of_action(action: &mut Value, others: &[Value], cards: usize, dice: &mut Dice) {
    let Value::Object(fields) = action else { return };
    let names: Vec<String> =
        fields.keys().filter(|name| *name != "type" && *name != "seat").cloned().collect();
    match (dice.below(8), dice.pick(&names).cloned()) {
        (0, Some(name)) => {
            fields.remove(&name);
        }
        (1, _) | (_, None) => {
            // A field of another action of the same kind, if there is one.
            let kind = fields.get("type");
            let alike: Vec<&Map<String, Value>> = others
                .iter()
                .filter_map(Value::as_object)
                .filter(|other| other.get("type") == kind)
                .collect();
            if let Some(other) = dice.pick(&alike) {
                let theirs: Vec<(&String, &Value)> =
                    other.iter().filter(|(name, _)| *name != "seat").collect();
                if let Some((name, value)) = dice.pick(&theirs) {
                    fields.insert((*name).clone(), (*value).clone());
                }
            }
        }
        (_, Some(name)) => {
            if let Some(value) = fields.get_mut(&name) {
                change(value, cards, dice);
            }
        }
    }
}

const CELLS: [&str; 8] = ["F1", "F2", "F3", "B1", "B2", "B3", "C1", ""];

fn change(value: &mut Value, cards: usize, dice: &mut Dice) {
    match value {
        Value::Null => *value = Value::from(0),
        Value::Bool(flag) => *flag = !*flag,
        Value::Number(number) => {
            let number = number.as_i64().unwrap_or(0);
            *value = match dice.below(4) {
                0 => Value::from(number.saturating_add(1)),
                1 => Value::from(number.saturating_sub(1)),
                _ => Value::from(dice.below(cards + 2)),
            };
        }
        Value::String(word) => {
            *word = match dice.below(8) {
                0 => "elsewhere".to_owned(),
                1 => "hand".to_owned(),
                2 => "field".to_owned(),
                _ => dice.pick(&CELLS).map_or_else(String::new, |cell| (*cell).to_owned()),
            };
        }
        Value::Array(items) => {
            let at = dice.below(items.len());
            match dice.below(5) {
                0 => items.push(Value::from(dice.below(cards + 2))),
                1 if !items.is_empty() => {
                    items.remove(at);
                }
                2 if !items.is_empty() => {
                    let other = dice.below(items.len());
                    items.swap(at, other);
                }
                3 if !items.is_empty() => {
                    let item = items.get(at).cloned().unwrap_or_default();
                    items.push(item);
                }
                _ => {
                    if let Some(item) = items.get_mut(at) {
                        change(item, cards, dice);
                    }
                }
            }
        }
        Value::Object(fields) => {
            let names: Vec<String> = fields.keys().cloned().collect();
            if let Some(name) = dice.pick(&names) {
                if dice.below(6) == 0 {
                    fields.remove(name);
                } else if dice.below(6) == 0 {
                    let moved = fields.remove(name).unwrap_or_default();
                    let other = match name.as_str() {
                        "up" => "down",
                        "down" => "up",
                        "discard" => "rest",
                        _ => "discard",
                    };
                    fields.insert(other.to_owned(), moved);
                } else if let Some(inner) = fields.get_mut(name) {
                    change(inner, cards, dice);
                }
            }
        }
    }
}
