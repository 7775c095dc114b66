//! Warnings about data that every game has: lists without effect, comparisons that exclude each other, and
//! names that no card of the pool has.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::catalog::finding_texts;
use crate::catalog::lint::Found;
use rules_judge_engine::texts::Saying;
use rules_judge_engine::tree::join;

/// The warnings of a pool that can be read.
pub(crate) fn warnings(pool: &Value) -> Vec<Found> {
    let cards = pool.get("cards").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let mut names = BTreeSet::new();
    cards.iter().filter_map(|card| card.get("name")).for_each(|name| texts(name, &mut names));
    let mut walk = Walk { names, place: vec![Cow::Borrowed("cards")], found: Vec::new() };
    for (index, card) in cards.iter().enumerate() {
        walk.inside(index.to_string(), |walk| walk.part(card));
    }
    walk.found
}

/// All texts of a value.
fn texts<'v>(value: &'v Value, found: &mut BTreeSet<&'v str>) {
    match value {
        Value::String(text) => drop(found.insert(text)),
        Value::Array(items) => items.iter().for_each(|item| texts(item, found)),
        Value::Object(fields) => fields.values().for_each(|field| texts(field, found)),
        _ => {}
    }
}

struct Walk<'a> {
    /// The names of all cards.
    names: BTreeSet<&'a str>,
    place: Vec<Cow<'a, str>>,
    found: Vec<Found>,
}

impl<'a> Walk<'a> {
    fn inside(&mut self, key: impl Into<Cow<'a, str>>, walk: impl FnOnce(&mut Self)) {
        self.place.push(key.into());
        walk(self);
        self.place.pop();
    }

    fn warn(&mut self, code: &'static str, message: Saying) {
        let pointer = join(self.place.iter().map(|key| Cow::Borrowed(&**key)));
        self.found.push(Found { code, message, nearest: None, pointer });
    }

    fn part(&mut self, part: &'a Value) {
        match part {
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.inside(index.to_string(), |walk| walk.part(item));
                }
            }
            Value::Object(fields) => {
                for (name, field) in fields {
                    self.inside(name, |walk| walk.field(name, field));
                }
            }
            _ => {}
        }
    }

    fn field(&mut self, name: &str, field: &'a Value) {
        match (name, field) {
            ("do" | "apply", Value::Array(items)) if items.is_empty() => {
                self.warn("empty_list", finding_texts::empty_list());
            }
            ("fits", Value::Array(filters)) => self.filters(filters),
            _ => {}
        }
        self.part(field);
    }

    /// All filters of a list apply together.
    fn filters(&mut self, filters: &'a [Value]) {
        let mut ranges: BTreeMap<&str, (i64, i64)> = BTreeMap::new();
        for (index, filter) in filters.iter().enumerate() {
            let Some((word, value)) =
                filter.as_object().filter(|filter| filter.len() == 1).and_then(|filter| filter.iter().next())
            else {
                continue;
            };
            if let ("name", Some(name)) = (word.as_str(), value.as_str())
                && !self.names.contains(name)
            {
                self.inside(index.to_string(), |walk| {
                    walk.warn("no_such_name", finding_texts::no_such_name(name))
                });
            }
            let Some((from, to)) = range(value) else { continue };
            let (least, most) = ranges.entry(word).or_insert((i64::MIN, i64::MAX));
            (*least, *most) = ((*least).max(from), (*most).min(to));
            if from <= to && *least > *most {
                self.inside(index.to_string(), |walk| {
                    walk.warn("never_true", finding_texts::never_all(word))
                });
            }
        }
    }
}

/// The range of numbers that a comparison such as `<=3` accepts.
fn range(value: &Value) -> Option<(i64, i64)> {
    let Some(text) = value.as_str() else { return value.as_i64().map(|number| (number, number)) };
    let (sign, number) = text.split_at(text.find(|letter: char| letter.is_ascii_digit())?);
    let number: i64 = number.parse().ok()?;
    match sign {
        "=" => Some((number, number)),
        "<=" => Some((i64::MIN, number)),
        ">=" => Some((number, i64::MAX)),
        "<" => Some((i64::MIN, number.saturating_sub(1))),
        ">" => Some((number.saturating_add(1), i64::MAX)),
        _ => None,
    }
}
