//! Values that the fields of an act may have, by the schema of entries and by what lies on the table.

use rules_judge_engine::abilities::lint::nearest;
use serde_json::{Map, Value, json};

use super::COMPLETIONS;
use crate::catalog::board::{Board, ZoneForm};

/// Fields with which something is paid.
const PAID: [&str; 2] = ["cost", "pay"];

/// What fields may name at a table.
pub(super) struct Known {
    /// The numbers of cards: what lies open first, of the opponent first; of the hidden ones those of the
    /// player.
    cards: Vec<Value>,
    /// The cards of each row of the player.
    rows: Vec<Value>,
    /// What is counted in each zone of the player.
    counts: Vec<Map<String, Value>>,
    /// What the player holds that pays somewhere, by its holder, as far as legal answers say it.
    shares: Vec<Value>,
    /// Named cells with their player.
    cells: Vec<Value>,
    /// Where something lies on a grid.
    places: Vec<Value>,
}

/// A card of a state whose face it shows: its number, its player, the field in which its zone stands.
fn collect<'s>(
    value: &'s Value,
    seat: Option<u64>,
    zone: &'s str,
    found: &mut Vec<(u64, Option<u64>, &'s str)>,
) {
    if let (Some(number), Some(_)) =
        (value.get("id").and_then(Value::as_u64), value.get("card").and_then(Value::as_str))
    {
        let own = value.get("seat").and_then(Value::as_u64);
        found.push((number, seat.or(own), zone));
    }
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect(item, seat, zone, found)),
        Value::Object(fields) => fields.values().for_each(|field| collect(field, seat, zone, found)),
        _ => {}
    }
}

/// What stands at a path of names.
fn at<'v>(value: &'v Value, path: &str) -> Option<&'v Value> {
    path.split('.').try_fold(value, |value, step| value.get(step))
}

/// The amounts in shapes of legal answers that have a holder.
fn shares(value: &Value, found: &mut Vec<Value>) {
    if let (Some(from), Some(kind), Some(most)) =
        (value.get("from"), value.get("kind").and_then(Value::as_str), value.get("most"))
    {
        let known = found.iter_mut().find(|share| share.get("from") == Some(from));
        match known.and_then(Value::as_object_mut) {
            Some(share) => drop(share.insert(kind.to_owned(), most.clone())),
            None => found.push(json!({ "from": from, kind: most })),
        }
    }
    match value {
        Value::Array(items) => items.iter().for_each(|item| shares(item, found)),
        Value::Object(fields) => fields.values().for_each(|field| shares(field, found)),
        _ => {}
    }
}

impl Known {
    pub(super) fn of(board: &Board, state: &Value, shapes: &Value, seat: u64) -> Known {
        let mut found = Vec::new();
        for (zone, value) in state.as_object().into_iter().flatten().filter(|(zone, _)| *zone != "players") {
            collect(value, None, zone, &mut found);
        }
        let halves = state.get("players").and_then(Value::as_array).into_iter().flatten();
        for (of, half) in (0..).zip(halves) {
            for (zone, value) in half.as_object().into_iter().flatten() {
                collect(value, Some(of), zone, &mut found);
            }
        }
        let is_open = |zone: &str| {
            let zones = board.zones.iter().chain(&board.shared);
            zones.into_iter().any(|of| {
                let forms = [ZoneForm::Cells, ZoneForm::Grid, ZoneForm::Row, ZoneForm::One];
                forms.contains(&of.form) && of.state.split('.').next() == Some(zone)
            })
        };
        let mut cards: Vec<(u8, u64)> = Vec::new();
        for (number, of, zone) in found {
            let (open, own) = (is_open(zone), of == Some(seat));
            let is_known = cards.iter().any(|(_, other)| *other == number);
            if (open || own) && !is_known {
                cards.push((if open { 0 } else { 2 } + u8::from(own), number));
            }
        }
        cards.sort_by_key(|(rank, _)| *rank);
        let half = state.pointer(&format!("/players/{seat}")).unwrap_or(&Value::Null);
        let of_form = |form: ZoneForm| {
            board.zones.iter().filter(move |zone| zone.form == form).filter_map(|zone| at(half, &zone.state))
        };
        let numbers = |row: &Value| {
            let row = row.as_array().into_iter().flatten();
            let numbers: Vec<Value> = row.filter_map(|card| card.get("id").cloned()).collect();
            (!numbers.is_empty()).then(|| Value::from(numbers))
        };
        let names: Vec<&String> = board.zones.iter().flat_map(|zone| &zone.cells).flatten().collect();
        let cells = [1_u64.saturating_sub(seat), seat].into_iter();
        let cells =
            cells.flat_map(|seat| names.iter().map(move |cell| json!({ "cell": cell, "seat": seat })));
        let grids = board.shared.iter().filter(|zone| zone.form == ZoneForm::Grid);
        let pieces = grids.filter_map(|zone| at(state, &zone.state)?.as_array()).flatten();
        let mut held = Vec::new();
        shares(shapes, &mut held);
        Known {
            cards: cards.into_iter().map(|(_, number)| number.into()).collect(),
            rows: of_form(ZoneForm::Row).filter_map(numbers).collect(),
            counts: of_form(ZoneForm::Counts).filter_map(Value::as_object).cloned().collect(),
            shares: held,
            cells: cells.collect(),
            places: pieces.filter_map(|piece| piece.get("at").cloned()).collect(),
        }
    }
}

/// The form of a kind of act: its fields by the schema of entries.
pub(super) struct Form<'s> {
    schema: &'s Value,
    fields: Option<&'s Map<String, Value>>,
    required: Vec<&'s str>,
    kinds: Vec<&'s str>,
}

/// A schema in place of a reference to it, with the name of the type.
fn resolved<'s>(whole: &'s Value, schema: &'s Value) -> (&'s str, &'s Value) {
    let Some(reference) = schema.get("$ref").and_then(Value::as_str) else { return ("", schema) };
    let found = reference.strip_prefix('#').and_then(|pointer| whole.pointer(pointer));
    (reference.rsplit('/').next().unwrap_or_default(), found.unwrap_or(&Value::Null))
}

/// The alternatives of a schema besides `null`; a schema without alternatives is its only one.
fn alternatives(schema: &Value) -> Vec<&Value> {
    let is_null = |schema: &&Value| schema.get("type").and_then(Value::as_str) == Some("null");
    match schema.get("oneOf").or_else(|| schema.get("anyOf")).and_then(Value::as_array) {
        Some(variants) => variants.iter().filter(|schema| !is_null(schema)).collect(),
        None => vec![schema],
    }
}

fn is_of_type(schema: &Value, name: &str) -> bool {
    match schema.get("type") {
        Some(Value::Array(several)) => several.iter().any(|one| one == name),
        one => one.and_then(Value::as_str) == Some(name),
    }
}

/// Whether a value says nothing, so that its field may be left out.
fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.values().all(|value| value == 0 || is_nothing(value)),
        _ => false,
    }
}

impl<'s> Form<'s> {
    /// The form of the kind that an act names; one without fields where it names none.
    pub(super) fn of(schema: &'s Value, act: &Map<String, Value>) -> Form<'s> {
        let kind = act.get("type");
        let variants = schema.get("oneOf").and_then(Value::as_array).into_iter().flatten();
        let variants: Vec<&Value> = variants.map(|variant| resolved(schema, variant).1).collect();
        let name = |variant: &&'s Value| variant.pointer("/properties/type/const");
        let of_kind = variants.iter().copied().find(|variant| kind.is_some() && name(variant) == kind);
        let required = of_kind.and_then(|variant| variant.get("required")?.as_array()).into_iter().flatten();
        Form {
            schema,
            fields: of_kind.and_then(|variant| variant.get("properties")?.as_object()),
            required: required.filter_map(Value::as_str).collect(),
            kinds: variants.iter().filter_map(|variant| name(variant)?.as_str()).collect(),
        }
    }

    /// Whether the act names a kind that there is.
    pub(super) fn has_kind(&self) -> bool {
        self.fields.is_some()
    }

    /// The kind of act whose name is nearest to an unknown one.
    pub(super) fn near(&self, kind: &str) -> Option<String> {
        nearest(kind, self.kinds.iter().copied())
    }

    /// The fields of the kind, as a list for people.
    pub(super) fn names(&self) -> String {
        let names = self.fields.into_iter().flatten().map(|(name, _)| name.as_str());
        names.collect::<Vec<_>>().join(", ")
    }

    /// The first field of the act that its kind does not have.
    pub(super) fn unknown<'a>(&self, act: &'a Map<String, Value>) -> Option<&'a String> {
        let fields = self.fields?;
        act.keys().find(|name| *name != "seat" && *name != "type" && !fields.contains_key(*name))
    }

    /// The fields that the act lacks.
    pub(super) fn missing(&self, act: &Map<String, Value>) -> Vec<&'s str> {
        let own: &[&'s str] = if self.has_kind() { &["seat"] } else { &["seat", "type"] };
        let required = self.required.iter().filter(|name| **name != "seat");
        own.iter().chain(required).copied().filter(|name| !act.contains_key(*name)).collect()
    }

    /// The completions that are tried: the act with every value of what it lacks; then with what may be left
    /// out, a field at a time; then each with all that the player can pay. Says from which place on
    /// everything is paid, and whether there are no others.
    pub(super) fn completions(&self, act: &Map<String, Value>, known: &Known) -> Completions {
        let mut all = vec![act.clone()];
        let mut is_whole = self.has_kind();
        for name in self.missing(act) {
            let values = match (name, self.fields.and_then(|fields| fields.get(name))) {
                ("seat", _) => vec![json!(0), json!(1)],
                (_, Some(schema)) => self.values(schema, known),
                (_, None) => Vec::new(),
            };
            let longer = all.iter().flat_map(|act| values.iter().map(move |value| with(act, name, value)));
            let mut longer: Vec<Map<String, Value>> = longer.take(COMPLETIONS + 1).collect();
            is_whole &= longer.len() <= COMPLETIONS;
            longer.truncate(COMPLETIONS);
            all = longer;
        }
        let optional = || {
            let fields = self.fields.into_iter().flatten();
            fields.filter(|(name, _)| {
                !act.contains_key(*name) && *name != "seat" && !self.required.contains(&name.as_str())
            })
        };
        let said = |schema: &Value| {
            let mut values = self.values(schema, known);
            values.retain(|value| !is_nothing(value));
            values
        };
        if let Some(first) = all.first().cloned() {
            for (name, schema) in
                optional().filter(|(name, schema)| !PAID.contains(&name.as_str()) && self.is_named(schema))
            {
                all.extend(said(schema).iter().map(|value| with(&first, name, value)));
            }
        }
        is_whole &= all.len() <= COMPLETIONS;
        all.truncate(COMPLETIONS);
        let paid = all.len();
        let mut pays = Map::new();
        for (name, schema) in optional().filter(|(name, _)| PAID.contains(&name.as_str())) {
            pays.extend(said(schema).pop().map(|value| (name.clone(), value)));
        }
        if !pays.is_empty() {
            let each = all.iter().take(COMPLETIONS / 2);
            let each: Vec<Map<String, Value>> = each
                .map(|act| {
                    act.iter().chain(&pays).map(|(name, value)| (name.clone(), value.clone())).collect()
                })
                .collect();
            all.extend(each);
        }
        Completions { all, is_whole, paid }
    }

    /// Whether a field has a card, a place or a word, rather than numbers.
    fn is_named(&self, schema: &Value) -> bool {
        alternatives(schema).into_iter().any(|schema| {
            let (name, schema) = resolved(self.schema, schema);
            let is_word = |schema: &&Value| schema.get("const").or_else(|| schema.get("enum")).is_some();
            match (name, schema.get("items")) {
                ("At" | "CardId" | "Coordinates", _) => true,
                (_, Some(items)) => matches!(resolved(self.schema, items).0, "CardId" | "Coordinates"),
                (_, None) => alternatives(schema).iter().all(is_word),
            }
        })
    }

    /// Values that a field may have; of a payment the last one is all that there is.
    fn values(&self, schema: &Value, known: &Known) -> Vec<Value> {
        let variants = alternatives(schema);
        if variants.len() > 1 {
            let each = variants.into_iter().flat_map(|schema| self.values(schema, known));
            return each.take(COMPLETIONS + 1).collect();
        }
        let Some(schema) = variants.first().copied() else { return Vec::new() };
        let (name, schema) = resolved(self.schema, schema);
        match name {
            "At" => return known.cells.clone(),
            "CardId" => return known.cards.clone(),
            "Coordinates" => return known.places.clone(),
            "Seat" => return vec![json!(0), json!(1)],
            "" => {}
            _ if alternatives(schema).len() > 1 => return self.values(schema, known),
            _ => {}
        }
        if let Some(value) = schema.get("const") {
            return vec![value.clone()];
        }
        if let Some(values) = schema.get("enum").and_then(Value::as_array) {
            return values.clone();
        }
        if is_of_type(schema, "boolean") {
            return vec![true.into(), false.into()];
        }
        if is_of_type(schema, "integer") {
            return vec![1.into(), 2.into()];
        }
        if let Some(items) = schema.get("items") {
            return self.lists(items, known);
        }
        let Some(fields) = schema.get("properties").and_then(Value::as_object) else { return Vec::new() };
        let is_number = |schema: &Value| {
            let (name, schema) = resolved(self.schema, schema);
            name.is_empty() && is_of_type(schema, "integer")
        };
        if fields.values().all(is_number) {
            let counted = |counts: &&Map<String, Value>| {
                fields.keys().any(|name| counts.get(name).is_some_and(|n| *n != 0))
            };
            let own = known.counts.iter().find(counted).map(|counts| {
                let count =
                    |name: &String| (name.clone(), counts.get(name).cloned().unwrap_or_else(|| 0.into()));
                fields.keys().map(count).collect::<Map<String, Value>>()
            });
            return std::iter::once(json!({})).chain(own.map(Value::Object)).collect();
        }
        let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
        let mut objects = vec![Map::new()];
        for name in required.filter_map(Value::as_str) {
            let values = fields.get(name).map(|schema| self.values(schema, known)).unwrap_or_default();
            let longer =
                objects.iter().flat_map(|object| values.iter().map(move |value| with(object, name, value)));
            objects = longer.take(COMPLETIONS + 1).collect();
        }
        objects.into_iter().map(Value::Object).collect()
    }

    /// Lists that a field may have, by the schema of their members.
    fn lists(&self, items: &Value, known: &Known) -> Vec<Value> {
        let (name, items) = resolved(self.schema, items);
        let further: Vec<Value> = match name {
            "CardId" => known.rows.clone(),
            "Coordinates" => known.places.iter().map(|place| json!([place])).collect(),
            _ if items.pointer("/properties/from").is_some() && !known.shares.is_empty() => {
                vec![known.shares.clone().into()]
            }
            _ => Vec::new(),
        };
        std::iter::once(json!([])).chain(further).collect()
    }
}

/// An act or object with one more field.
fn with(object: &Map<String, Value>, name: &str, value: &Value) -> Map<String, Value> {
    let mut object = object.clone();
    object.insert(name.to_owned(), value.clone());
    object
}

/// The completions that are tried.
pub(super) struct Completions {
    pub(super) all: Vec<Map<String, Value>>,
    /// Whether there are no others, as far as the table says.
    pub(super) is_whole: bool,
    /// From which place on everything is paid.
    pub(super) paid: usize,
}
