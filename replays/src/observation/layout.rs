//! Where each number of an observation stands, by one rule from the schema of the game's states.
//!
//! Words are those of the schemas of states and actions, the names of the fields of actions, and the kinds of
//! questions.
//!
//! The rule:
//!
//! - A whole number and yes or no are one number, a word its place among the words of the game, a card its
//!   place in the pool. A text of other kinds is left out.
//! - An object is its fields in alphabetical order. Of forms of which a value has one, the fields are put
//!   together.
//! - What the halves of the table share stands first, then the seat's own half, then the other. A seat is 0
//!   where it is the own and 1 where not. In each of the three the lists stand after everything else.
//! - Places that all hold the same, such as the cells of a field, are rows in alphabetical order.
//! - A list is its length and [`ROWS`](super::ROWS) rows, and the items after these are left out. A list
//!   within a row is its length alone, and so is a list of texts. A list of a fixed length is its items.
//! - The cards of a zone that nobody sees are left out, and so is a thing within one of its own kind.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use rules_judge_engine::games::{Faces, Registered};
use serde::Serialize;
use serde_json::Value;

use super::{OPTION_WIDTH, OPTIONS, ROWS};
use crate::codec::described;

/// Where the values of one schema go, counted from where its row begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Node {
    /// One number.
    Leaf(Leaf),
    /// The fields of an object, in order of their names, and the number of the form that has none.
    Fields(Vec<(String, Node)>, Option<Leaf>),
    /// So many items one after the other; of the halves of a table, the own first.
    Items { items: Vec<Node>, are_halves: bool },
    /// A list whose length stands here, if it has one that changes, and whose rows stand further on.
    Later { length: Option<usize>, rows: usize },
    /// A list of which an observation has the length only.
    Length(usize),
}

/// What stands after everything else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Rows {
    /// The first item of a list, and how many numbers an item has.
    Listed(Node, usize),
    /// Places by name.
    Places(Node),
}

/// One number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Leaf {
    pub(crate) at: usize,
    pub(crate) is_card: bool,
    pub(crate) is_seat: bool,
}

/// A part of the observation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Part {
    /// What each number of a row says; a name that ends on `@` is of a seat, 0 for the own and 1 for the
    /// other.
    pub fields: Vec<String>,
    /// Where it begins.
    pub from: usize,
    /// The path of its values in the state, the halves as `own` and `other`.
    pub name: String,
    /// The names of the places that its rows are, where they have some.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<String>,
    /// How many rows it has.
    pub rows: usize,
}

/// Where each number of an observation of a game stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Layout {
    /// How many numbers there are.
    pub length: usize,
    /// The parts in their order.
    pub parts: Vec<Part>,
    /// The words: each is written as its place, from 1.
    pub words: Vec<String>,
    #[serde(skip)]
    pub(crate) numbers: BTreeMap<String, i32>,
    #[serde(skip)]
    pub(crate) state: Node,
    #[serde(skip)]
    pub(crate) rows: Vec<Rows>,
    /// Where the options begin.
    #[serde(skip)]
    pub(crate) options: usize,
}

impl Layout {
    /// The layout of a game; `None`: it has no schemas.
    pub fn of<G: Registered>() -> Option<Arc<Layout>> {
        static MADE: Mutex<BTreeMap<&str, Arc<Layout>>> = Mutex::new(BTreeMap::new());
        let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(layout) = made.get(G::INFO.id) {
            return Some(Arc::clone(layout));
        }
        let [state, action] = ["state", "action"].map(|name| described::kept(G::INFO.id, name));
        let (state, action) = (state?, action?);
        let layout = Layout::new(&state, &action, G::INFO.vocabulary.questions, &hidden_zones::<G>());
        let layout = Arc::new(layout);
        made.insert(G::INFO.id, Arc::clone(&layout));
        Some(layout)
    }

    fn new(state: &Value, action: &Value, questions: &[&str], hidden: &[&str]) -> Layout {
        let mut words: BTreeSet<String> = questions.iter().copied().map(str::to_owned).collect();
        for schema in [state, action] {
            words_of(schema, &mut words);
        }
        names_of(action, &mut words);
        words.extend(["answer", "type"].map(str::to_owned));
        let words: Vec<String> = words.into_iter().collect();
        let numbers = words.iter().cloned().zip(1..).collect();
        let mut maker = Maker::new(state, hidden);
        maker.open("question", 1);
        for field in ["kind", "field", "options", "asked"] {
            maker.leaf(&At::default().below(field), false, false);
        }
        let state = maker.state(state);
        let (options, rows, mut parts) = (maker.next, maker.rows, maker.parts);
        let values = (1..=OPTION_WIDTH - 2).map(|place| format!("value{place}"));
        parts.push(Part {
            fields: ["type", "card"].map(str::to_owned).into_iter().chain(values).collect(),
            from: options,
            name: "options".to_owned(),
            places: Vec::new(),
            rows: OPTIONS,
        });
        parts.retain(|part| !part.fields.is_empty());
        Layout { length: options + OPTIONS * OPTION_WIDTH, parts, words, numbers, state, rows, options }
    }
}

/// The zones whose cards nobody sees.
fn hidden_zones<G: Registered>() -> Vec<&'static str> {
    let zones = G::INFO.vocabulary.zones.iter();
    zones.filter(|(_, faces)| *faces == Faces::Nobody).map(|(zone, _)| *zone).collect()
}

/// The words that a schema lists.
fn words_of(schema: &Value, words: &mut BTreeSet<String>) {
    match schema {
        Value::Object(fields) => {
            let listed = fields.get("enum").and_then(Value::as_array).into_iter().flatten();
            words.extend(listed.chain(fields.get("const")).filter_map(Value::as_str).map(str::to_owned));
            fields.values().for_each(|inner| words_of(inner, words));
        }
        Value::Array(items) => items.iter().for_each(|inner| words_of(inner, words)),
        _ => {}
    }
}

/// The names of fields that a schema lists.
fn names_of(schema: &Value, words: &mut BTreeSet<String>) {
    match schema {
        Value::Object(fields) => {
            let listed = fields.get("properties").and_then(Value::as_object);
            words.extend(listed.into_iter().flat_map(|listed| listed.keys().cloned()));
            fields.values().for_each(|inner| names_of(inner, words));
        }
        Value::Array(items) => items.iter().for_each(|inner| names_of(inner, words)),
        _ => {}
    }
}

/// Where the maker of a layout is.
#[derive(Debug, Clone, Default)]
struct At {
    /// The path from the state on.
    path: Vec<String>,
    /// The path within the row.
    field: Vec<String>,
    is_in_row: bool,
}

impl At {
    fn below(&self, name: &str) -> At {
        let mut below = self.clone();
        below.path.push(name.to_owned());
        below.field.push(name.to_owned());
        below
    }

    /// The first row of a list.
    fn row(&self) -> At {
        At { path: self.path.clone(), field: Vec::new(), is_in_row: true }
    }
}

/// A list that stands after everything else.
struct Listed<'a> {
    at: At,
    number: usize,
    what: What<'a>,
}

enum What<'a> {
    Items(&'a Value),
    Places(BTreeMap<&'a str, &'a Value>),
}

struct Maker<'a> {
    root: &'a Value,
    hidden: &'a [&'a str],
    next: usize,
    /// The definitions that the maker is in.
    refs: Vec<&'a str>,
    parts: Vec<Part>,
    /// The lists of this part of the table.
    lists: Vec<Listed<'a>>,
    rows: Vec<Rows>,
}

/// The field of the two halves of a table.
const PLAYERS: &str = "players";

/// The most items of a list of a fixed length that stand one after the other.
const FIXED: usize = 4;

impl<'a> Maker<'a> {
    fn new(root: &'a Value, hidden: &'a [&'a str]) -> Maker<'a> {
        let (refs, parts, lists, rows) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Maker { root, hidden, next: 0, refs, parts, lists, rows }
    }

    fn open(&mut self, name: &str, rows: usize) {
        let (fields, places) = (Vec::new(), Vec::new());
        self.parts.push(Part { fields, from: self.next, name: name.to_owned(), places, rows });
    }

    /// The table, then the own half, then the other one.
    fn state(&mut self, schema: &'a Value) -> Node {
        let (halves, shared): (Vec<_>, Vec<_>) = fields_of(schema).partition(|(name, _)| *name == PLAYERS);
        let shared: BTreeMap<&str, &'a Value> = shared.into_iter().collect();
        self.open("table", 1);
        let table =
            self.fields(shared.into_iter().map(|(name, schema)| (name, vec![schema])), &At::default());
        self.listed();
        let mut items = Vec::new();
        if let Some(half) = halves.first().and_then(|(_, players)| players.get("items")) {
            for name in ["own", "other"] {
                self.open(name, 1);
                let at = At { path: vec![name.to_owned()], ..At::default() };
                items.extend(self.node(half, &at));
                self.listed();
            }
        }
        let mut fields = match table {
            Some(Node::Fields(fields, _)) => fields,
            _ => Vec::new(),
        };
        fields.push((PLAYERS.to_owned(), Node::Items { items, are_halves: true }));
        fields.sort_by(|(one, _), (other, _)| one.cmp(other));
        Node::Fields(fields, None)
    }

    /// The lists of what was just made.
    fn listed(&mut self) {
        for Listed { at, number, what } in std::mem::take(&mut self.lists) {
            let name = at.path.join(".");
            let from = self.next;
            let row = match what {
                What::Items(items) => {
                    self.open(&name, ROWS);
                    let row = self.node(items, &at.row()).map(|row| Rows::Listed(row, self.next - from));
                    self.next = from + ROWS * (self.next - from);
                    row
                }
                What::Places(places) => {
                    self.open(&name, places.len());
                    let mut made = Vec::new();
                    for (name, place) in places {
                        let named = self.parts.last().map_or(0, |part| part.fields.len());
                        let node = self.node(place, &at.row());
                        if let Some(part) = self.parts.last_mut() {
                            if !part.places.is_empty() {
                                part.fields.truncate(named);
                            }
                            part.places.push(name.to_owned());
                        }
                        made.extend(node.map(|node| (name.to_owned(), node)));
                    }
                    Some(Rows::Places(Node::Fields(made, None)))
                }
            };
            let nothing = || Rows::Places(Node::Fields(Vec::new(), None));
            if let Some(rows) = self.rows.get_mut(number) {
                *rows = row.unwrap_or_else(nothing);
            }
        }
    }

    /// Something that stands after everything else; its number among these.
    fn later(&mut self, at: &At, what: What<'a>) -> usize {
        let number = self.rows.len();
        self.rows.push(Rows::Places(Node::Fields(Vec::new(), None)));
        self.lists.push(Listed { at: at.clone(), number, what });
        number
    }

    fn name(&mut self, field: &str) {
        if let Some(part) = self.parts.last_mut() {
            part.fields.push(field.to_owned());
        }
    }

    fn leaf(&mut self, at: &At, is_card: bool, is_seat: bool) -> Leaf {
        let name = at.field.join(".");
        self.name(&format!(
            "{}{}",
            if name.is_empty() { "value" } else { &name },
            if is_seat { "@" } else { "" }
        ));
        self.next += 1;
        Leaf { at: self.next - 1, is_card, is_seat }
    }

    fn node(&mut self, schema: &'a Value, at: &At) -> Option<Node> {
        if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
            let name = name.trim_start_matches("#/$defs/");
            if name == "Seat" {
                return Some(Node::Leaf(self.leaf(at, false, true)));
            }
            if self.refs.contains(&name) {
                return None;
            }
            self.refs.push(name);
            let definition = self.root.get("$defs").and_then(|all| all.get(name));
            let made = definition.and_then(|definition| self.node(definition, at));
            self.refs.pop();
            return made;
        }
        if let Some(forms) = schema.get("oneOf").or_else(|| schema.get("anyOf")).and_then(Value::as_array) {
            return self.forms(forms, at);
        }
        match kind(schema)? {
            "integer" | "boolean" => Some(Node::Leaf(self.leaf(at, false, false))),
            "string" if schema.get("format").is_some_and(|format| format == "card") => {
                Some(Node::Leaf(self.leaf(at, true, false)))
            }
            "string" => schema.get("enum").map(|_| Node::Leaf(self.leaf(at, false, false))),
            "array" => self.list(schema, at),
            "object" => {
                let fields: BTreeMap<&str, &'a Value> = fields_of(schema).collect();
                if are_places(&fields) && !at.is_in_row {
                    return Some(Node::Later { length: None, rows: self.later(at, What::Places(fields)) });
                }
                self.fields(fields.into_iter().map(|(name, schema)| (name, vec![schema])), at)
            }
            _ => None,
        }
    }

    fn fields<'n>(
        &mut self,
        fields: impl Iterator<Item = (&'n str, Vec<&'a Value>)>,
        at: &At,
    ) -> Option<Node> {
        let mut made = Vec::new();
        for (name, schemas) in fields {
            let hides = name == "cards"
                && matches!(at.path.as_slice(), [half, zone]
                    if matches!(half.as_str(), "own" | "other") && self.hidden.contains(&zone.as_str()));
            let node = match schemas.as_slice() {
                _ if hides => None,
                [schema] => self.node(schema, &at.below(name)),
                // Forms that say different things under one name share a number.
                _ => self.shared(&schemas, &at.below(name)),
            };
            made.extend(node.map(|node| (name.to_owned(), node)));
        }
        (!made.is_empty()).then_some(Node::Fields(made, None))
    }

    /// The number of a field that several forms have.
    fn shared(&mut self, schemas: &[&'a Value], at: &At) -> Option<Node> {
        let first = schemas.first()?;
        if schemas.iter().all(|other| other == first) {
            return self.node(first, at);
        }
        let is = |wanted: fn(&Value) -> bool| schemas.iter().any(|schema| wanted(schema));
        let is_card = is(|schema| schema.get("format").is_some_and(|format| format == "card"));
        Some(Node::Leaf(self.leaf(at, is_card, false)))
    }

    /// A value that has one of several forms.
    fn forms(&mut self, forms: &'a [Value], at: &At) -> Option<Node> {
        let mut flat = Vec::new();
        flatten(self.root, forms, &mut flat);
        if let [(only, _)] = flat.as_slice() {
            return self.node(only, at);
        }
        let objects = flat.iter().filter(|(_, resolved)| kind(resolved) == Some("object"));
        let mut fields: BTreeMap<&str, Vec<&'a Value>> = BTreeMap::new();
        for (name, schema) in objects.flat_map(|(_, resolved)| fields_of(resolved)) {
            fields.entry(name).or_default().push(schema);
        }
        let is_plain = flat.iter().any(|(_, resolved)| kind(resolved) != Some("object"));
        let plain = is_plain.then(|| self.leaf(at, false, false));
        let inner = self.fields(fields.into_iter(), at);
        match (inner, plain) {
            (Some(Node::Fields(fields, _)), plain) => Some(Node::Fields(fields, plain)),
            (_, plain) => plain.map(Node::Leaf),
        }
    }

    fn list(&mut self, schema: &'a Value, at: &At) -> Option<Node> {
        let bound =
            |name: &str| schema.get(name).and_then(Value::as_u64).and_then(|most| usize::try_from(most).ok());
        let items = schema.get("items")?;
        let fixed = bound("maxItems").filter(|most| *most <= FIXED && bound("minItems") == Some(*most));
        if let Some(count) = fixed {
            let made = (0..count).map(|index| self.node(items, &at.below(&index.to_string())));
            return Some(Node::Items { items: made.collect::<Option<_>>()?, are_halves: false });
        }
        let length = self.leaf(at, false, false).at;
        if at.is_in_row || !self.says_something(items) {
            return Some(Node::Length(length));
        }
        Some(Node::Later { length: Some(length), rows: self.later(at, What::Items(items)) })
    }

    /// Whether a value of a schema is any number.
    fn says_something(&self, schema: &'a Value) -> bool {
        let mut aside = Maker { refs: self.refs.clone(), ..Maker::new(self.root, self.hidden) };
        aside.open("", 1);
        aside.node(schema, &At { is_in_row: true, ..At::default() }).is_some()
    }
}

/// Whether the fields of an object are places that all hold the same.
fn are_places(fields: &BTreeMap<&str, &Value>) -> bool {
    let mut refs = fields.values().map(|schema| schema.get("$ref"));
    let first = refs.next().flatten();
    fields.len() > 2 && first.is_some() && refs.all(|other| other == first)
}

/// The type of a schema besides `null`.
fn kind(schema: &Value) -> Option<&str> {
    match schema.get("type")? {
        Value::String(kind) => Some(kind),
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).find(|kind| *kind != "null"),
        _ => None,
    }
}

fn fields_of(schema: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let fields = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
    fields.map(|(name, schema)| (name.as_str(), schema))
}

/// The forms of a value but `null`, each as it stands and with its definition.
fn flatten<'a>(root: &'a Value, forms: &'a [Value], found: &mut Vec<(&'a Value, &'a Value)>) {
    for form in forms {
        let name = form.get("$ref").and_then(Value::as_str).map(|name| name.trim_start_matches("#/$defs/"));
        let resolved = name.and_then(|name| root.get("$defs")?.get(name)).unwrap_or(form);
        match resolved.get("oneOf").or_else(|| resolved.get("anyOf")).and_then(Value::as_array) {
            Some(inner) => flatten(root, inner, found),
            None if resolved.get("type").is_some_and(|kind| kind == "null") => {}
            None => found.push((form, resolved)),
        }
    }
}
