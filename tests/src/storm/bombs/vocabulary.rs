//! The words of cards, from the JSON Schema of a game's pools: which words there are, the places in a card of
//! words of the same class, and words generated from the schema.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::{Map, Value, json};

use crate::mutation::Dice;

/// One word of one class.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Word {
    /// The class: a definition of the schema with several forms.
    pub class: String,
    /// The word: the only key of an object, or a text.
    pub name: String,
}

/// A place of a card with a word of some class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    /// JSON pointer from the card.
    pub pointer: String,
    /// The class.
    pub class: String,
    /// The definition that holds it.
    pub holder: String,
}

/// A schema of a game: of a card in its pools, or of its positions.
#[derive(Debug)]
pub struct Vocabulary {
    root: Value,
    definitions: Map<String, Value>,
    /// The least nesting of definitions in a value, by definition.
    heights: BTreeMap<String, usize>,
    /// Strings in the cards of the game, by the definition or the field that has them.
    texts: BTreeMap<String, Vec<String>>,
}

/// A definition that contains itself in every form has no height.
const ENDLESS: usize = usize::MAX;

impl Vocabulary {
    /// The words of the cards of a game, and the texts of these cards.
    ///
    /// # Errors
    /// There is no schema of that game.
    pub fn of_cards(game: &str, cards: &[Value]) -> Result<Vocabulary, String> {
        let mut vocabulary = Vocabulary::read(game, "pool")?;
        let card = vocabulary.root.pointer("/properties/cards/items").cloned();
        vocabulary.root = card.ok_or_else(|| format!("a pool of {game} has no cards"))?;
        for card in cards {
            vocabulary.read_texts(card);
        }
        Ok(vocabulary)
    }

    /// The vocabulary of a game's positions.
    ///
    /// # Errors
    /// There is no schema of that game.
    pub fn of_positions(game: &str) -> Result<Vocabulary, String> {
        Vocabulary::read(game, "position")
    }

    fn read(game: &str, what: &str) -> Result<Vocabulary, String> {
        let file = format!("../openapi/schemas/{game}.{what}.schema.json");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        let at_path = |why: &dyn std::fmt::Display| format!("{}: {why}", path.display());
        let bytes = std::fs::read(&path).map_err(|error| at_path(&error))?;
        let schema: Value = serde_json::from_slice(&bytes).map_err(|error| at_path(&error))?;
        let definitions = schema.get("$defs").and_then(Value::as_object).cloned();
        let definitions = definitions.ok_or_else(|| at_path(&"it has no definitions"))?;
        let mut vocabulary =
            Vocabulary { root: schema, definitions, heights: BTreeMap::new(), texts: BTreeMap::new() };
        vocabulary.measure();
        Ok(vocabulary)
    }

    /// Every word of every class.
    pub fn words(&self) -> Vec<Word> {
        let mut words = BTreeSet::new();
        for (class, definition) in &self.definitions {
            for form in forms(definition) {
                words.extend(name_of(form).map(|name| Word { class: class.clone(), name }));
            }
        }
        words.into_iter().collect()
    }

    /// Every place of a card with a word.
    pub fn sites(&self, card: &Value) -> Vec<Site> {
        let mut sites = Vec::new();
        let visit = &mut |pointer: &str, holder: Option<&str>, class: &str, _: &Value| {
            if self.definitions.get(class).is_some_and(|of| forms(of).next().is_some()) {
                let holder = holder.unwrap_or_default().to_owned();
                sites.push(Site { pointer: pointer.to_owned(), class: class.to_owned(), holder });
            }
        };
        self.walk(card, &self.root, &mut String::new(), None, visit);
        sites
    }

    /// Every field that an object inside a value has or could have: its pointer, and values for it, the
    /// largest first. `name` is used for all strings, and `counts` are the lengths of lists.
    pub fn fillable(&self, value: &Value, name: &str, counts: &[usize]) -> Vec<(String, Vec<Value>)> {
        let mut fields = Vec::new();
        self.each_object(value, &self.root, &mut String::new(), &mut |pointer, schema| {
            for (field, schema) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
                let all = counts.iter().filter_map(|count| self.filled(schema, name, *count, 4));
                fields.push((format!("{pointer}/{field}"), all.collect()));
            }
        });
        fields
    }

    /// Calls `visit` with every object inside a value and its schema.
    fn each_object(
        &self,
        value: &Value,
        schema: &Value,
        pointer: &mut String,
        visit: &mut dyn FnMut(&str, &Value),
    ) {
        if let Some(name) = reference(schema) {
            if let Some(definition) = self.definitions.get(name) {
                self.each_object(value, definition, pointer, visit);
            }
            return;
        }
        if let Some(form) = forms(schema).find(|form| self.fits(value, form)) {
            return self.each_object(value, form, pointer, visit);
        }
        let length = pointer.len();
        match value {
            Value::Object(fields) => {
                visit(pointer, schema);
                for (name, field) in fields {
                    if let Some(schema) = schema.get("properties").and_then(|all| all.get(name)) {
                        pointer.push_str(&format!("/{name}"));
                        self.each_object(field, schema, pointer, visit);
                        pointer.truncate(length);
                    }
                }
            }
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    if let Some(schema) = schema.get("items") {
                        pointer.push_str(&format!("/{index}"));
                        self.each_object(item, schema, pointer, visit);
                        pointer.truncate(length);
                    }
                }
            }
            _ => {}
        }
    }

    /// A large value of a schema; `None`: it has none.
    fn filled(&self, schema: &Value, name: &str, count: usize, depth: usize) -> Option<Value> {
        let depth = depth.checked_sub(1)?;
        if let Some(definition) = reference(schema) {
            return self.filled(self.definitions.get(definition)?, name, count, depth);
        }
        if forms(schema).next().is_some() {
            return forms(schema).find_map(|form| self.filled(form, name, count, depth));
        }
        if schema.get("const").is_some() || schema.get("enum").is_some() {
            return None;
        }
        let kind = match schema.get("type") {
            Some(Value::Array(kinds)) => kinds.first().and_then(Value::as_str)?,
            kind => kind.and_then(Value::as_str)?,
        };
        match kind {
            "array" => {
                let item = self.filled(schema.get("items")?, name, 1, depth)?;
                Some(vec![item; count].into())
            }
            "object" => {
                let fields = schema.get("properties").and_then(Value::as_object)?;
                let mut object = Map::new();
                for (field, schema) in fields {
                    let part = self.filled(schema, name, count, depth);
                    object.extend(part.filter(|part| !part.is_array()).map(|part| (field.clone(), part)));
                }
                (!object.is_empty()).then_some(Value::Object(object))
            }
            "string" => Some(json!(name)),
            "integer" => Some(json!(count)),
            _ => None,
        }
    }

    /// A generated form of a word; its inner words are small ones.
    pub fn generate(&self, word: &Word, dice: &mut Dice) -> Option<Value> {
        let definition = self.definitions.get(&word.class)?;
        let form = forms(definition).find(|form| name_of(form).as_deref() == Some(&word.name))?;
        Some(self.instance(form, &word.class, 3, dice))
    }

    /// Any generated word of a class.
    pub fn generate_any(&self, class: &str, depth: usize, dice: &mut Dice) -> Option<Value> {
        self.definitions.get(class).map(|definition| self.instance(definition, class, depth, dice))
    }

    /// Calls `visit` with every place of a value: the definition or field around it, its own definition or
    /// field, and the value there.
    fn walk(
        &self,
        value: &Value,
        schema: &Value,
        pointer: &mut String,
        within: Option<&str>,
        visit: &mut dyn FnMut(&str, Option<&str>, &str, &Value),
    ) {
        if let Some(name) = reference(schema) {
            visit(pointer, within, name, value);
            if let Some(definition) = self.definitions.get(name) {
                self.walk(value, definition, pointer, Some(name), visit);
            }
            return;
        }
        for form in forms(schema) {
            if self.fits(value, form) {
                return self.walk(value, form, pointer, within, visit);
            }
        }
        let length = pointer.len();
        match value {
            Value::Object(fields) => {
                for (name, field) in fields {
                    if let Some(schema) = schema.get("properties").and_then(|all| all.get(name)) {
                        pointer.push_str(&format!("/{name}"));
                        if field.is_string() {
                            visit(pointer, within, name, field);
                        }
                        // A reference is classified by its definition, whatever the field.
                        let within = if reference(schema).is_some() { within } else { Some(name.as_str()) };
                        self.walk(field, schema, pointer, within, visit);
                        pointer.truncate(length);
                    }
                }
            }
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    let own = schema.get("prefixItems").and_then(|all| all.get(index));
                    if let Some(schema) = own.or_else(|| schema.get("items")) {
                        pointer.push_str(&format!("/{index}"));
                        if let (true, Some(within)) = (item.is_string(), within) {
                            visit(pointer, None, within, item);
                        }
                        self.walk(item, schema, pointer, within, visit);
                        pointer.truncate(length);
                    }
                }
            }
            _ => {}
        }
    }

    /// Whether a value probably has a form: by its key, its text or its type.
    fn fits(&self, value: &Value, form: &Value) -> bool {
        if let Some(name) = reference(form) {
            let definition = self.definitions.get(name);
            return definition.is_some_and(|definition| {
                forms(definition).next().map_or_else(
                    || self.fits(value, &without_reference(definition)),
                    |_| forms(definition).any(|form| self.fits(value, form)),
                )
            });
        }
        if let Some(text) = form.get("const") {
            return text == value;
        }
        if let Some(texts) = form.get("enum").and_then(Value::as_array) {
            return texts.contains(value);
        }
        let kind = match value {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(_) => "integer",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
        };
        let of_kind = match form.get("type") {
            Some(Value::String(of)) => of == kind,
            Some(Value::Array(of)) => of.iter().any(|of| of == kind),
            _ => true,
        };
        let required = form.get("required").and_then(Value::as_array).into_iter().flatten();
        let mut required = required.filter_map(Value::as_str);
        of_kind && required.all(|name| value.get(name).is_some())
    }

    fn read_texts(&mut self, card: &Value) {
        let mut found = Vec::new();
        self.walk(card, &self.root, &mut String::new(), None, &mut |_, _, within, value| {
            if let Some(text) = value.as_str() {
                found.push((within.to_owned(), text.to_owned()));
            }
        });
        for (within, text) in found {
            let texts = self.texts.entry(within).or_default();
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
    }

    /// Finds the heights of all definitions.
    fn measure(&mut self) {
        let names: Vec<String> = self.definitions.keys().cloned().collect();
        loop {
            let mut changed = false;
            for name in &names {
                let height = self.definitions.get(name).map_or(ENDLESS, |of| self.height(of));
                let known = self.heights.get(name).copied().unwrap_or(ENDLESS);
                if height < known {
                    self.heights.insert(name.clone(), height);
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    fn height(&self, schema: &Value) -> usize {
        if let Some(name) = reference(schema) {
            return self.heights.get(name).map_or(ENDLESS, |height| height.saturating_add(1));
        }
        if forms(schema).next().is_some() {
            return forms(schema).map(|form| self.height(form)).min().unwrap_or(ENDLESS);
        }
        let fields = schema.get("required").and_then(Value::as_array).into_iter().flatten();
        let fields = fields.filter_map(|name| schema.get("properties")?.get(name.as_str()?));
        let items = schema.get("prefixItems").and_then(Value::as_array).into_iter().flatten();
        fields.chain(items).map(|part| self.height(part)).max().unwrap_or(0)
    }

    /// A random value of a schema, nested at most `depth` definitions unless the schema requires more.
    fn instance(&self, schema: &Value, within: &str, depth: usize, dice: &mut Dice) -> Value {
        if let Some(name) = reference(schema) {
            let definition = self.definitions.get(name).cloned().unwrap_or_default();
            return self.instance(&definition, name, depth.saturating_sub(1), dice);
        }
        let all: Vec<&Value> = forms(schema).collect();
        if !all.is_empty() {
            let lowest = all.iter().map(|form| self.height(form)).min().unwrap_or(0);
            let fit: Vec<&Value> =
                all.into_iter().filter(|form| self.height(form) <= depth.max(lowest)).collect();
            return dice.pick(&fit).map_or(Value::Null, |form| self.instance(form, within, depth, dice));
        }
        if let Some(text) = schema.get("const") {
            return text.clone();
        }
        if let Some(texts) = schema.get("enum").and_then(Value::as_array) {
            return dice.pick(texts).cloned().unwrap_or_default();
        }
        let kind = match schema.get("type") {
            Some(Value::String(kind)) => kind.as_str(),
            Some(Value::Array(kinds)) => kinds.first().and_then(Value::as_str).unwrap_or("null"),
            _ => "null",
        };
        match kind {
            "object" => {
                let required: Vec<&str> = schema
                    .get("required")
                    .and_then(Value::as_array)
                    .map(|names| names.iter().filter_map(Value::as_str).collect())
                    .unwrap_or_default();
                let mut object = Map::new();
                let fields = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
                for (name, field) in fields {
                    let fits = self.height(field) <= depth;
                    if required.contains(&name.as_str()) || (fits && dice.below(3) == 0) {
                        object.insert(name.clone(), self.instance(field, name, depth, dice));
                    }
                }
                Value::Object(object)
            }
            "array" => {
                if let Some(items) = schema.get("prefixItems").and_then(Value::as_array) {
                    return items.iter().map(|item| self.instance(item, within, depth, dice)).collect();
                }
                let Some(items) = schema.get("items") else { return json!([]) };
                let fits = self.height(items) <= depth.max(1);
                let count = if fits { 1 + dice.below(2) } else { 0 };
                (0..count).map(|_| self.instance(items, within, depth, dice)).collect()
            }
            "integer" => json!(1 + dice.below(3)),
            "boolean" => json!(dice.below(2) == 0),
            "string" => {
                let texts = self.texts.get(within).map(Vec::as_slice).unwrap_or_default();
                dice.pick(texts).map_or_else(|| json!("x"), |text| json!(text))
            }
            _ => Value::Null,
        }
    }
}

/// The definition that a schema refers to.
fn reference(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.strip_prefix("#/$defs/")
}

fn without_reference(definition: &Value) -> Value {
    match reference(definition) {
        // A reference is resolved by name; only its type is needed here.
        Some(_) => json!({}),
        None => definition.clone(),
    }
}

/// The alternatives of a schema.
fn forms(schema: &Value) -> impl Iterator<Item = &Value> {
    let of = |name| schema.get(name).and_then(Value::as_array).into_iter().flatten();
    of("oneOf").chain(of("anyOf"))
}

/// The name of a form that is a word.
fn name_of(form: &Value) -> Option<String> {
    if let Some(text) = form.get("const").and_then(Value::as_str) {
        return Some(text.to_owned());
    }
    match form.get("required")?.as_array()?.as_slice() {
        [name] if form.get("properties")?.as_object()?.len() == 1 => name.as_str().map(str::to_owned),
        _ => None,
    }
}
