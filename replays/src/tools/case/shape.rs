//! Checks case files against the schemas of answers and requests, so that an unknown name is an error, whose
//! message tells what is allowed in its place.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use rules_judge_engine::abilities::lint::nearest;
use serde_json::{Map, Value};

use super::flow::flow;
use super::paths;

/// How much of a value is required.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// Some of its fields; one that is null need not be there.
    Pattern,
    /// All of it.
    Whole,
}

/// A part of a value that its schema does not allow: the path to it, and what is allowed there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misfit {
    /// The path from the checked value; empty: the value itself.
    pub path: String,
    /// What is allowed.
    pub message: String,
    /// Whether the last name of the path is the mistake, and not its value.
    pub is_name: bool,
}

impl fmt::Display for Misfit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.as_str() {
            "" => formatter.write_str(&self.message),
            path => write!(formatter, "{path}: {}", self.message),
        }
    }
}

impl Misfit {
    fn here(message: String) -> Misfit {
        Misfit { path: String::new(), message, is_name: false }
    }

    /// Puts `name` in front of the path.
    #[must_use]
    pub fn below(mut self, name: &str) -> Misfit {
        self.path = if self.path.is_empty() { name.to_owned() } else { format!("{name}.{}", self.path) };
        self
    }
}

/// A schema with the definitions that it refers to.
#[derive(Debug, Clone, Copy)]
pub struct Shape<'s> {
    /// The schema.
    pub document: &'s Value,
    /// The ids by which answers name cards.
    pub cards: &'s BTreeSet<String>,
}

/// A form of value that a place allows.
#[derive(Debug, Clone)]
enum Part<'s> {
    Anything,
    Object {
        fields: BTreeMap<&'s str, &'s Value>,
        required: BTreeSet<&'s str>,
        /// The values of all other names.
        others: Option<&'s Value>,
    },
    List {
        /// The first items.
        first: Vec<&'s Value>,
        /// All others.
        rest: Option<&'s Value>,
        most: Option<u64>,
    },
    Text,
    /// The id of a card.
    Card,
    Word(&'s Value),
    Number(Option<i64>, Option<i64>),
    /// The number of a card, or a reference to it.
    CardNumber,
    Flag,
    Nothing,
}

/// The zones and fields that a path may leave out, in the order in which they are tried.
pub(super) const LEFT_OUT: [&str; 3] = ["cards", "battlefield", "field"];
/// The depth of examples.
const EXAMPLE_DEPTH: usize = 6;

impl<'s> Shape<'s> {
    /// The part of a field of the outermost object.
    pub fn field(&self, name: &str) -> Vec<&'s Value> {
        self.document.get("properties").and_then(|fields| fields.get(name)).into_iter().collect()
    }

    /// The forms of value that any of these schemas allows.
    fn parts(&self, nodes: &[&'s Value]) -> Vec<Part<'s>> {
        nodes.iter().flat_map(|node| self.parts_of(node, None)).collect()
    }

    /// As [`Self::parts`], without objects whose tags are not those of the value.
    fn parts_for(&self, nodes: &[&'s Value], value: Option<&Value>) -> Vec<Part<'s>> {
        let there = value.and_then(Value::as_object);
        let parts = nodes.iter().flat_map(|node| self.parts_of(node, there)).collect();
        self.narrowed(parts, value)
    }

    fn target(&self, schema: &'s Map<String, Value>) -> Option<&'s Value> {
        let path = schema.get("$ref").and_then(Value::as_str)?.strip_prefix('#')?;
        self.document.pointer(path)
    }

    /// Whether the tags that a schema has itself agree with an object.
    fn may_be(&self, node: &'s Value, there: &Map<String, Value>) -> bool {
        let Some(schema) = node.as_object() else { return true };
        let schema = self.target(schema).and_then(Value::as_object).unwrap_or(schema);
        let mut fields = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
        fields.all(|(name, field)| {
            there.get(name).is_none_or(|there| field.get("const").is_none_or(|word| word == there))
        })
    }

    fn parts_of(&self, node: &'s Value, there: Option<&Map<String, Value>>) -> Vec<Part<'s>> {
        let Some(schema) = node.as_object() else { return vec![Part::Anything] };
        // Fields of the schema itself take the place of those of its alternatives.
        let there = there.filter(|_| !schema.contains_key("properties"));
        let lists = ["oneOf", "anyOf"].into_iter().filter_map(|name| schema.get(name)?.as_array()).flatten();
        let alternatives: Vec<&'s Value> = lists.chain(self.target(schema)).collect();
        let own = own(schema);
        if alternatives.is_empty() {
            return if own.is_empty() { vec![Part::Anything] } else { own };
        }
        let possible =
            alternatives.into_iter().filter(|node| there.is_none_or(|there| self.may_be(node, there)));
        let mut parts: Vec<Part<'s>> = possible.flat_map(|node| self.parts_of(node, there)).collect();
        for own in own {
            let Part::Object { fields: more, required: needed, .. } = own else { continue };
            for part in &mut parts {
                if let Part::Object { fields, required, .. } = part {
                    fields.extend(more.iter().map(|(name, field)| (*name, *field)));
                    required.extend(needed.iter().copied());
                }
            }
        }
        parts
    }

    /// The objects among the parts whose tags are those of the value.
    fn narrowed(&self, parts: Vec<Part<'s>>, value: Option<&Value>) -> Vec<Part<'s>> {
        let Some(Value::Object(there)) = value else { return parts };
        let may_be = |part: &Part<'s>| match part {
            Part::Object { fields, .. } => fields.iter().all(|(name, field)| {
                there.get(*name).is_none_or(|there| field.get("const").is_none_or(|word| word == there))
            }),
            _ => true,
        };
        parts.into_iter().filter(may_be).collect()
    }

    /// The schemas at the end of a path.
    ///
    /// # Errors
    /// A name on the path that nothing has there, with the names that exist.
    pub fn follow(
        &self,
        from: Vec<&'s Value>,
        path: &str,
        value: Option<&Value>,
    ) -> Result<Vec<&'s Value>, String> {
        let mut names = path.split('.').filter(|name| !name.is_empty()).peekable();
        let (mut nodes, mut value) = (from, value);
        let players = self.fields(&nodes, "players");
        let seat = names.peek().and_then(|first| paths::seat(first)).filter(|_| !players.is_empty());
        if let Some(seat) = seat {
            let letter = names.next().unwrap_or_default();
            let halves = value.and_then(|value| value.get("players"));
            let half = self.enter(&players, &seat.to_string(), halves)?;
            let Some(name) = names.next() else { return Ok(half) };
            let of_half = halves.and_then(|halves| halves.get(seat));
            match (self.enter(&half, name, of_half), self.shared(&nodes, name)) {
                (Ok(found), _) => {
                    nodes = found;
                    value = of_half.and_then(|half| paths::enter(half, name));
                }
                (Err(fault), lists) if lists.is_empty() => return Err(fault),
                (Err(_), lists) => {
                    let item = names.next().ok_or_else(|| {
                        format!("`{letter}.{name}.0` is the first of the items of this player there")
                    })?;
                    nodes = self.enter(&lists, item, None)?;
                    value = None;
                }
            }
        }
        for name in names {
            nodes = self.enter(&nodes, name, value)?;
            value = value.and_then(|value| paths::enter(value, name));
        }
        Ok(nodes)
    }

    /// The lists of this name that both players share: their items have a `seat`.
    fn shared(&self, nodes: &[&'s Value], name: &str) -> Vec<&'s Value> {
        let mut lists = self.fields(nodes, name);
        lists.retain(|list| !self.fields(&self.items(&[*list]), "seat").is_empty());
        lists
    }

    /// The schemas of what `count` counts: the items of a list, or the fields of an object.
    pub fn items(&self, nodes: &[&'s Value]) -> Vec<&'s Value> {
        let items = |part| match part {
            Part::Object { fields, others, .. } => fields.into_values().chain(others).collect(),
            Part::List { first, rest, .. } => first.into_iter().chain(rest).collect(),
            _ => Vec::new(),
        };
        self.parts(nodes).into_iter().flat_map(items).collect()
    }

    fn fields(&self, nodes: &[&'s Value], name: &str) -> Vec<&'s Value> {
        let parts = self.parts(nodes);
        let field = |part: &Part<'s>| match part {
            Part::Object { fields, .. } => fields.get(name).copied(),
            _ => None,
        };
        parts.iter().filter_map(field).collect()
    }

    fn enter(
        &self,
        nodes: &[&'s Value],
        name: &str,
        value: Option<&Value>,
    ) -> Result<Vec<&'s Value>, String> {
        const ANYTHING: &Value = &Value::Bool(true);
        let parts = self.parts_for(nodes, value);
        let mut found = Vec::new();
        for part in &parts {
            match part {
                Part::Anything => found.push(ANYTHING),
                Part::Object { fields, others, .. } => match fields.get(name).copied().or(*others) {
                    Some(field) => found.push(field),
                    None => {
                        let inner = LEFT_OUT.iter().find_map(|name| Some((name, *fields.get(name)?)));
                        if let Some((left_out, inner)) = inner {
                            let value = value.and_then(|value| value.get(left_out));
                            found.extend(self.enter(&[inner], name, value).unwrap_or_default());
                        }
                    }
                },
                Part::List { first, rest, most } => match name.parse::<i64>() {
                    Ok(index) => {
                        let place = index.checked_abs().and_then(|place| usize::try_from(place).ok());
                        let place = place.map(|place| place - usize::from(index < 0));
                        let is_there = |place: &usize| most.is_none_or(|most| (*place as u64) < most);
                        let item = |place: usize| first.get(place).copied().or(*rest);
                        found.extend(place.filter(is_there).and_then(item));
                    }
                    Err(_) => found.extend(rest.filter(|item| self.is_called(item, name))),
                },
                _ => {}
            }
        }
        if found.is_empty() { Err(self.no_such(&parts, name)) } else { Ok(found) }
    }

    /// Whether the items of a list are named by ids of cards, and `name` is one.
    fn is_called(&self, item: &'s Value, name: &str) -> bool {
        let fields = self.fields(&[item], "card");
        self.parts(&fields).iter().any(|part| matches!(part, Part::Card)) && self.cards.contains(name)
    }

    /// The message about an unknown name.
    fn no_such(&self, parts: &[Part<'s>], name: &str) -> String {
        let (mut names, mut cards, mut most) = (BTreeSet::new(), false, None);
        let mut is_list = false;
        for part in parts {
            match part {
                Part::Object { fields, .. } => {
                    names.extend(fields.keys().copied());
                    let inner = LEFT_OUT.iter().find_map(|name| fields.get(name).copied());
                    for part in inner.map(|inner| self.parts_of(inner, None)).unwrap_or_default() {
                        match part {
                            Part::Object { fields, .. } => names.extend(fields.keys().copied()),
                            Part::List { rest, .. } => {
                                cards |= rest.is_some_and(|item| !self.fields(&[item], "card").is_empty());
                            }
                            _ => {}
                        }
                    }
                }
                Part::List { rest, most: longest, .. } => {
                    is_list = true;
                    most = *longest;
                    cards |= rest.is_some_and(|item| !self.fields(&[item], "card").is_empty());
                }
                _ => {}
            }
        }
        let mut known: Vec<&str> = names.iter().copied().collect();
        if cards {
            known.extend(self.cards.iter().map(String::as_str));
        }
        let near = match nearest(name, known.into_iter()) {
            Some(near) => format!("; the nearest is `{near}`"),
            None => String::new(),
        };
        let mut allowed: Vec<String> = Vec::new();
        if !names.is_empty() {
            allowed.push(names.into_iter().collect::<Vec<_>>().join(", "));
        }
        if is_list {
            let end = most.map_or_else(String::new, |most| format!(" to {}", most.saturating_sub(1)));
            allowed.push(format!("a place in the list (from 0{end}; -1 is the last)"));
        }
        if cards {
            allowed.push("the id of a card of the pool".to_owned());
        }
        match allowed.as_slice() {
            [] => format!("nothing lies in there, so `{name}` leads nowhere"),
            allowed => format!("there is no `{name}`; allowed here: {}{near}", allowed.join(", or ")),
        }
    }

    /// The first part of a value that the schema does not allow.
    pub fn misfit(&self, nodes: &[&'s Value], value: &Value, how: How) -> Option<Misfit> {
        let parts = self.parts_for(nodes, Some(value));
        if parts.iter().any(|part| matches!(part, Part::Anything)) {
            return None;
        }
        match value {
            Value::Object(there) => self.misfit_of_object(nodes, parts, there, how),
            Value::Array(items) => {
                let lists: Vec<_> = parts
                    .iter()
                    .filter_map(|part| match part {
                        Part::List { first, rest, .. } => Some((first, rest)),
                        _ => None,
                    })
                    .collect();
                if lists.is_empty() {
                    return Some(self.other(nodes, value));
                }
                items.iter().enumerate().find_map(|(index, item)| {
                    let of = lists.iter().filter_map(|(first, rest)| first.get(index).copied().or(**rest));
                    let found = self.misfit(&of.collect::<Vec<_>>(), item, how);
                    found.map(|misfit| misfit.below(&index.to_string()))
                })
            }
            scalar => {
                let fits = parts.iter().any(|part| self.admits(part, scalar));
                (!fits).then(|| self.other(nodes, scalar))
            }
        }
    }

    fn misfit_of_object(
        &self,
        nodes: &[&'s Value],
        mut objects: Vec<Part<'s>>,
        there: &Map<String, Value>,
        how: How,
    ) -> Option<Misfit> {
        let is_object = |part: &Part<'s>| matches!(part, Part::Object { .. });
        objects.retain(is_object);
        if objects.is_empty() {
            let mut all = self.parts(nodes);
            all.retain(is_object);
            return match all.is_empty() {
                true => Some(Misfit::here("no object stands here".to_owned())),
                false => self.wrong_word(&all, there),
            };
        }
        for (name, inner) in there {
            let field = |part: &Part<'s>| match part {
                Part::Object { fields, others, .. } => fields.get(name.as_str()).copied().or(*others),
                _ => None,
            };
            let (with, without): (Vec<_>, Vec<_>) =
                objects.into_iter().partition(|part| field(part).is_some());
            if with.is_empty() {
                let message = self.no_such(&without, name);
                return Some(Misfit { path: name.clone(), message, is_name: true });
            }
            let optional = |part: &Part<'s>| match part {
                Part::Object { required, .. } => !required.contains(name.as_str()),
                _ => false,
            };
            let absent = how == How::Pattern && inner.is_null() && with.iter().any(optional);
            if !absent {
                let nodes: Vec<&'s Value> = with.iter().filter_map(field).collect();
                if let Some(misfit) = self.misfit(&nodes, inner, how) {
                    return Some(misfit.below(name));
                }
            }
            objects = with;
        }
        let missing = |part: &Part<'s>| match part {
            Part::Object { required, fields, .. } => {
                let name = required.iter().find(|name| !there.contains_key(**name))?;
                Some((*name, fields.get(name).copied()))
            }
            _ => None,
        };
        let missing: Vec<_> = objects.iter().map(missing).collect::<Option<_>>()?;
        let (name, _) = missing.first().filter(|_| how == How::Whole)?;
        let nodes: Vec<&'s Value> =
            missing.iter().filter(|(other, _)| other == name).filter_map(|(_, field)| *field).collect();
        Some(Misfit::here(format!("`{name}` is missing; {}", self.form(&nodes))))
    }

    /// The misfit of a tag that no alternative has.
    fn wrong_word(&self, objects: &[Part<'s>], there: &Map<String, Value>) -> Option<Misfit> {
        let mut words: Vec<(&str, &'s Value)> = Vec::new();
        for part in objects {
            let Part::Object { fields, .. } = part else { continue };
            let wrong = fields.iter().filter(|(name, field)| {
                let there = there.get(**name);
                there.is_some_and(|there| field.get("const").is_some_and(|word| word != there))
            });
            words.extend(wrong.map(|(name, field)| (*name, *field)));
        }
        let (name, _) = *words.first()?;
        let nodes: Vec<&'s Value> =
            words.iter().filter(|(other, _)| *other == name).map(|(_, field)| *field).collect();
        Some(self.other(&nodes, there.get(name)?).below(name))
    }

    fn admits(&self, part: &Part<'s>, value: &Value) -> bool {
        match part {
            Part::Anything => true,
            Part::Text => value.is_string(),
            Part::Card => value.as_str().is_some_and(|id| self.cards.contains(id)),
            Part::Word(word) => *word == value,
            Part::Number(least, most) => value.as_i64().is_some_and(|number| {
                least.is_none_or(|least| least <= number) && most.is_none_or(|most| number <= most)
            }),
            Part::CardNumber => value.as_u64().is_some_and(|number| number <= u64::from(u16::MAX)),
            Part::Flag => value.is_boolean(),
            Part::Nothing => value.is_null(),
            Part::Object { .. } | Part::List { .. } => false,
        }
    }

    /// Calls `see` for every card number in a value of this shape.
    pub fn each_card(&self, nodes: &[&'s Value], value: &mut Value, see: &mut dyn FnMut(&mut Value)) {
        let is_card = |node: &Value| node.get("$ref").is_some_and(|path| path == "#/$defs/CardId");
        if value.is_u64() && nodes.iter().any(|node| is_card(node)) {
            return see(value);
        }
        let parts = self.parts_for(nodes, Some(value));
        match value {
            Value::Object(fields) => {
                for (name, inner) in fields {
                    let nodes = parts.iter().filter_map(|part| match part {
                        Part::Object { fields, others, .. } => fields.get(name.as_str()).copied().or(*others),
                        _ => None,
                    });
                    self.each_card(&nodes.collect::<Vec<_>>(), inner, see);
                }
            }
            Value::Array(items) => {
                for (index, item) in items.iter_mut().enumerate() {
                    let nodes = parts.iter().filter_map(|part| match part {
                        Part::List { first, rest, .. } => first.get(index).copied().or(*rest),
                        _ => None,
                    });
                    self.each_card(&nodes.collect::<Vec<_>>(), item, see);
                }
            }
            _ => {}
        }
    }

    /// The misfit of a value of a form that is not allowed.
    fn other(&self, nodes: &[&'s Value], value: &Value) -> Misfit {
        let found = match value {
            Value::Object(_) => "an object".to_owned(),
            Value::Array(_) => "a list".to_owned(),
            scalar => flow(scalar),
        };
        let near = match value.as_str() {
            Some(text) => {
                let parts = self.parts(nodes);
                let words = parts.iter().filter_map(|part| match part {
                    Part::Word(word) => word.as_str(),
                    _ => None,
                });
                let cards = parts.iter().any(|part| matches!(part, Part::Card));
                let cards = self.cards.iter().map(String::as_str).filter(|_| cards);
                nearest(text, words.chain(cards))
            }
            None => None,
        };
        let near = near.map_or_else(String::new, |near| format!("; the nearest is `{near}`"));
        Misfit::here(format!("{found} is not allowed here; {}{near}", self.form(nodes)))
    }

    /// A description of what is allowed, with an example.
    fn form(&self, nodes: &[&'s Value]) -> String {
        let parts = self.parts(nodes);
        let allowed = self.allowed(&parts);
        let plain = parts.iter().all(|part| matches!(part, Part::Word(_) | Part::Flag | Part::Nothing));
        match self.example(nodes, 0) {
            Some(example) if !plain => format!("allowed: {allowed}, for example {}", flow(&example)),
            _ => format!("allowed: {allowed}"),
        }
    }

    fn allowed(&self, parts: &[Part<'s>]) -> String {
        let mut all: Vec<String> = Vec::new();
        // An optional field is better left out than `null`.
        let is_said = |part: &&Part<'s>| parts.len() == 1 || !matches!(part, Part::Nothing);
        for part in parts.iter().filter(is_said) {
            let message = match part {
                Part::Anything => "anything".to_owned(),
                Part::Object { fields, required, others } => {
                    let name = |name: &&str| match required.contains(name) {
                        true => format!("`{name}`"),
                        false => format!("perhaps `{name}`"),
                    };
                    // Required fields come first.
                    let (needed, more): (Vec<&str>, Vec<&str>) =
                        fields.keys().partition(|name| required.contains(**name));
                    let names: Vec<String> = needed.iter().chain(&more).map(name).collect();
                    match others {
                        Some(_) if names.is_empty() => "an object".to_owned(),
                        _ => format!("an object with {}", names.join(", ")),
                    }
                }
                Part::List { first, rest, .. } => {
                    let items: Vec<&'s Value> = first.iter().copied().chain(*rest).collect();
                    let items = self.parts(&items);
                    match items.as_slice() {
                        [Part::Object { .. }, ..] => "a list of objects".to_owned(),
                        [Part::Text] => "a list of texts".to_owned(),
                        [Part::Number(..)] => "a list of numbers".to_owned(),
                        [Part::Card] => "a list of ids of cards".to_owned(),
                        [Part::CardNumber] => "a list of references to cards".to_owned(),
                        items => format!("a list (each item: {})", self.allowed(items)),
                    }
                }
                Part::Text => "a text".to_owned(),
                Part::Card => "the id of a card".to_owned(),
                Part::Word(word) => flow(word),
                Part::Number(Some(least), Some(most)) => format!("a number from {least} to {most}"),
                Part::Number(Some(least), None) => format!("a number from {least}"),
                Part::Number(..) => "a number".to_owned(),
                Part::CardNumber => "a reference to a card, or its number".to_owned(),
                Part::Flag => "true, false".to_owned(),
                Part::Nothing => "null".to_owned(),
            };
            if !all.contains(&message) {
                all.push(message);
            }
        }
        all.join(", ")
    }

    /// An example of an allowed value.
    fn example(&self, nodes: &[&'s Value], depth: usize) -> Option<Value> {
        let given = nodes.iter().find_map(|node| node.get("examples")?.as_array()?.first());
        if let Some(example) = given {
            return Some(example.clone());
        }
        let parts = self.parts(nodes);
        Some(match parts.iter().find(|part| !matches!(part, Part::Nothing))? {
            _ if depth > EXAMPLE_DEPTH => return None,
            Part::Anything | Part::Nothing => return None,
            Part::Object { fields, required, .. } => {
                let mut example = Map::new();
                // If no field is required, one field shows the form.
                let one = fields.keys().filter(|_| required.is_empty()).take(1);
                for name in required.iter().chain(one) {
                    example.insert((*name).to_owned(), self.example(&[*fields.get(name)?], depth + 1)?);
                }
                Value::Object(example)
            }
            Part::List { first, rest, .. } => {
                let items = first.iter().copied().chain(rest.filter(|_| first.is_empty()));
                items.map(|item| self.example(&[item], depth + 1)).collect::<Option<_>>()?
            }
            Part::Text => "text".into(),
            Part::CardNumber => "A.hand.0".into(),
            Part::Card => self.cards.first()?.as_str().into(),
            Part::Word(word) => (*word).clone(),
            // 1 is a better example than 0, which may mean nothing.
            Part::Number(None | Some(0), None | Some(2..)) => 1.into(),
            Part::Number(least, _) => least.unwrap_or(0).into(),
            Part::Flag => true.into(),
        })
    }
}

/// The parts of a schema itself, without its alternatives.
fn own(schema: &Map<String, Value>) -> Vec<Part<'_>> {
    if let Some(word) = schema.get("const") {
        return vec![Part::Word(word)];
    }
    if let Some(words) = schema.get("enum").and_then(Value::as_array) {
        return words.iter().map(Part::Word).collect();
    }
    let kinds: Vec<&str> = match schema.get("type") {
        Some(Value::String(kind)) => vec![kind],
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect(),
        _ if schema.contains_key("properties") => vec!["object"],
        _ => Vec::new(),
    };
    let number = |name: &str| schema.get(name).and_then(Value::as_i64);
    // `false` allows nothing there, `true` anything.
    let inner = |name: &str| schema.get(name).filter(|inner| **inner != Value::Bool(false));
    let part = |kind: &str| {
        Some(match kind {
            "object" => {
                let fields = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
                let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
                Part::Object {
                    fields: fields.map(|(name, field)| (name.as_str(), field)).collect(),
                    required: required.filter_map(Value::as_str).collect(),
                    others: inner("additionalProperties"),
                }
            }
            "array" => {
                let first = schema.get("prefixItems").and_then(Value::as_array).into_iter().flatten();
                Part::List {
                    first: first.collect(),
                    rest: inner("items"),
                    most: schema.get("maxItems").and_then(Value::as_u64),
                }
            }
            "string" if schema.get("format").is_some_and(|format| format == "card") => Part::Card,
            "string" => Part::Text,
            "integer" if schema.get("format").is_some_and(|format| format == "card") => Part::CardNumber,
            "integer" | "number" => Part::Number(number("minimum"), number("maximum")),
            "boolean" => Part::Flag,
            "null" => Part::Nothing,
            _ => return None,
        })
    };
    kinds.into_iter().filter_map(part).collect()
}
