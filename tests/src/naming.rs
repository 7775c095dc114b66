//! Makes entries that name cards from the schema of a game's actions, so that no game and no field is left
//! out.

use rules_judge_replays::codec::outcome;
use rules_judge_replays::codec::ruling;
use rules_judge_replays::tools::case::schema;
use serde_json::{Map, Value, json};

/// Entries of a seat, of every kind that names a card: `card` in one place each, `known` in all others. They
/// need not be legal.
pub fn entries(game: &str, card: u64, known: u64, seat: u64) -> Vec<Value> {
    let Some(schemas) = schema::of(game) else { return Vec::new() };
    let maker = Maker { document: &schemas.request, card, known, seat };
    let kinds = maker.document.pointer("/properties/entry/oneOf").and_then(Value::as_array);
    // The outcome of a random step and a ruling are no seat's entries.
    let of_no_seat = [outcome::KIND, ruling::KIND];
    let actions = kinds.into_iter().flatten().filter(|kind| {
        let kind = kind.pointer("/properties/type/const").and_then(Value::as_str);
        kind.is_some_and(|kind| !of_no_seat.contains(&kind))
    });
    actions.flat_map(|kind| maker.with_options(kind)).collect()
}

/// Every card that an entry names.
pub fn cards(game: &str, entry: &Value) -> Vec<u64> {
    let Some(schemas) = schema::of(game) else { return Vec::new() };
    let maker = Maker { document: &schemas.request, card: 0, known: 0, seat: 0 };
    let mut found = Vec::new();
    if let Some(node) = maker.document.pointer("/properties/entry") {
        maker.collect(node, entry, &mut found);
    }
    found
}

/// The JSON type that a schema asks for, the first of several.
fn kind_of(node: &Value) -> Option<&str> {
    let kind = node.get("type")?;
    kind.as_str().or_else(|| kind.get(0)?.as_str())
}

struct Maker<'s> {
    document: &'s Value,
    card: u64,
    known: u64,
    seat: u64,
}

impl<'s> Maker<'s> {
    fn resolved(&self, node: &'s Value) -> &'s Value {
        let path = node.get("$ref").and_then(Value::as_str).and_then(|path| path.strip_prefix('#'));
        path.and_then(|path| self.document.pointer(path)).map_or(node, |node| self.resolved(node))
    }

    fn is_card(&self, node: &'s Value) -> bool {
        let node = self.resolved(node);
        kind_of(node) == Some("integer") && node.get("format").is_some_and(|format| format == "card")
    }

    fn fields(&self, node: &'s Value) -> Option<&'s Map<String, Value>> {
        self.resolved(node).get("properties").and_then(Value::as_object)
    }

    fn is_needed(&self, node: &'s Value, name: &str) -> bool {
        let needed = self.resolved(node).get("required").and_then(Value::as_array);
        needed.is_some_and(|names| names.iter().any(|other| other == name))
    }

    fn choices(&self, node: &'s Value) -> impl Iterator<Item = &'s Value> {
        let node = self.resolved(node);
        ["oneOf", "anyOf"].into_iter().filter_map(|name| node.get(name)?.as_array()).flatten()
    }

    /// A value of the schema, without the card.
    fn plain(&self, name: &str, node: &'s Value) -> Value {
        if name == "seat" {
            return self.seat.into();
        }
        if self.is_card(node) {
            return self.known.into();
        }
        let node = self.resolved(node);
        let given =
            node.get("const").or_else(|| node.get("examples")?.get(0)).or_else(|| node.get("enum")?.get(0));
        if let Some(given) = given {
            return given.clone();
        }
        if let Some(first) = self.choices(node).next() {
            return self.plain(name, first);
        }
        if let Some(fields) = self.fields(node) {
            let mut object = Map::new();
            let one = fields.keys().find(|_| node.get("required").is_none());
            for (name, field) in
                fields.iter().filter(|(name, _)| self.is_needed(node, name) || one == Some(name))
            {
                object.insert(name.clone(), self.plain(name, field));
            }
            return Value::Object(object);
        }
        match kind_of(node) {
            Some("array") => {
                let least = node.get("minItems").and_then(Value::as_u64).unwrap_or(1);
                let items = node.get("items").into_iter();
                items.flat_map(|items| (0..least).map(|_| self.plain("", items))).collect()
            }
            Some("boolean") => true.into(),
            Some("integer") => node.get("minimum").cloned().unwrap_or(Value::from(1)),
            _ => "x".into(),
        }
    }

    /// Values of the schema with the card in one place each.
    fn with_card(&self, node: &'s Value) -> Vec<Value> {
        if self.is_card(node) {
            return vec![self.card.into()];
        }
        let node = self.resolved(node);
        let mut all: Vec<Value> = self.choices(node).flat_map(|choice| self.with_card(choice)).collect();
        if let Some(items) = node.get("items") {
            for item in self.with_card(items) {
                let other = self.plain("", items);
                all.extend([json!([item]), json!([other, item]), json!([item, other])]);
            }
        }
        for (name, field) in self.fields(node).into_iter().flatten() {
            for value in self.with_card(field) {
                let mut object = self.plain("", node);
                if let Some(fields) = object.as_object_mut() {
                    fields.retain(|name, _| self.is_needed(node, name));
                    fields.insert(name.clone(), value);
                }
                all.push(object);
            }
        }
        all
    }

    /// Adds to these values each optional field alone.
    fn with_options(&self, node: &'s Value) -> Vec<Value> {
        let mut all = Vec::new();
        for entry in self.with_card(node) {
            for (name, field) in self.fields(node).into_iter().flatten() {
                if entry.get(name).is_none() {
                    let mut more = entry.clone();
                    if let Some(fields) = more.as_object_mut() {
                        fields.insert(name.clone(), self.plain(name, field));
                    }
                    all.push(more);
                }
            }
            all.push(entry);
        }
        all
    }

    fn collect(&self, node: &'s Value, value: &Value, found: &mut Vec<u64>) {
        if self.is_card(node) {
            found.extend(value.as_u64());
            return;
        }
        let of_kind = |choice: &&Value| {
            let kind = choice.pointer("/properties/type/const");
            kind.is_none() || kind == value.get("type")
        };
        for choice in self.choices(node).filter(of_kind) {
            self.collect(choice, value, found);
        }
        for (name, field) in self.fields(node).into_iter().flatten() {
            if let Some(value) = value.get(name) {
                self.collect(field, value, found);
            }
        }
        let items = self.resolved(node).get("items");
        for (items, value) in value.as_array().into_iter().flatten().filter_map(|value| Some((items?, value)))
        {
            self.collect(items, value, found);
        }
    }
}
