//! Completes an act that lacks fields: finds the legal answers that have all its fields, or the reasons why
//! there is none.

use std::collections::BTreeMap;

use rules_judge_replays::answer::{Fault, Query, RefusalAnswer, Trace, Verdict, VerdictKind};
use rules_judge_replays::catalog::board::ZoneForm;
use rules_judge_replays::judging::Judge;
use serde_json::{Map, Value, json};

use crate::http::openapi::json_schema;
use crate::mcp::table::Table;
use crate::mcp::table::board::numbered;

/// The most completions that are judged to find the reasons why none is legal.
pub(super) const TRIED: usize = 64;
/// The most of these reasons in an answer.
const REASONS: usize = 4;

/// The JSON Schema of one kind of action.
pub(super) struct Form {
    schema: Value,
    fields: Map<String, Value>,
    required: Vec<String>,
    has_kind: bool,
}

/// The completions of an act.
pub(super) struct Completion {
    /// Legal answers that have all fields of the act, each with its sentence.
    pub(super) fitting: Vec<(Value, String)>,
    /// If there is none: the most frequent reasons why the judge refuses completions.
    pub(super) refused: Vec<RefusalAnswer>,
    /// Whether these are all completions.
    pub(super) is_complete: bool,
}

impl Form {
    /// The form of the kind that an act names; without fields if the act names no known kind.
    pub(super) fn of(game: &str, act: &Map<String, Value>) -> Form {
        let schema = json_schema(game, "action").unwrap_or_default();
        let kind = act.get("type");
        let variants = schema.get("oneOf").and_then(Value::as_array).into_iter().flatten();
        let is_kind = |variant: &&Value| kind.is_some() && variant.pointer("/properties/type/const") == kind;
        let variant = variants.map(|variant| resolved(&schema, variant)).find(is_kind);
        let part = |name: &str| variant.and_then(|variant| variant.get(name));
        let fields = part("properties").and_then(Value::as_object).cloned().unwrap_or_default();
        let required = part("required").and_then(Value::as_array).into_iter().flatten();
        let required = required.filter_map(Value::as_str).map(str::to_owned).collect();
        let has_kind = variant.is_some();
        Form { schema, fields, required, has_kind }
    }

    /// Whether the act can be completed: it names no kind, or it has only fields of its kind and lacks one.
    pub(super) fn takes_all(&self, act: &Map<String, Value>) -> bool {
        let known = |name: &String| name == "seat" || self.fields.contains_key(name);
        match act.get("type") {
            None => true,
            Some(_) => self.has_kind && act.keys().all(known) && !self.missing(act).is_empty(),
        }
    }

    /// The fields that the act lacks.
    pub(super) fn missing(&self, act: &Map<String, Value>) -> Vec<&str> {
        let required = self.required.iter().map(String::as_str);
        let own = if self.has_kind { &["seat"][..] } else { &["seat", "type"] };
        own.iter().copied().chain(required).filter(|name| !act.contains_key(*name)).collect()
    }

    /// Finds the legal answers that have all fields of an act, or the reasons why there is none.
    pub(super) fn completed(
        &self,
        judge: &Judge,
        table: &Table,
        act: &Map<String, Value>,
        before: &Verdict,
        query: &Query,
    ) -> Result<Completion, Fault> {
        let (fitting, mut is_complete) = fitting(act, before);
        let mut refused = Vec::new();
        if fitting.is_empty() {
            let all_are_refused;
            (refused, all_are_refused) = self.refused(judge, table, act, before, query)?;
            // Actions that are legal at any time, such as conceding, are in no list of legal answers.
            is_complete &= all_are_refused && act.contains_key("type");
        }
        Ok(Completion { fitting, refused, is_complete })
    }

    /// Judges completions and returns the most frequent reasons why they are refused, and whether all are.
    fn refused(
        &self,
        judge: &Judge,
        table: &Table,
        act: &Map<String, Value>,
        before: &Verdict,
        query: &Query,
    ) -> Result<(Vec<RefusalAnswer>, bool), Fault> {
        let state = before.state.as_ref().and_then(|state| state.read().ok()).unwrap_or_default();
        let board = judge.board(&table.game)?;
        let grids = board.shared.iter().filter(|zone| zone.form == ZoneForm::Grid);
        let pieces = grids.filter_map(|zone| state.get(&zone.state)?.as_array()).flatten();
        let known = Known {
            numbers: numbered(&state).into_iter().map(|card| card.number).collect(),
            cells: board.zones.iter().flat_map(|zone| &zone.cells).flatten().cloned().collect(),
            places: pieces.filter_map(|piece| piece.get("at").cloned()).collect(),
        };
        let mut whole = vec![act.clone()];
        for name in self.missing(act) {
            let values = match (name, self.fields.get(name)) {
                ("seat", _) => vec![json!(0), json!(1)],
                (_, Some(schema)) => candidates(&self.schema, schema, &known),
                (_, None) => Vec::new(),
            };
            whole = with_each(&whole, name, &values);
        }
        let query = Query { trace: Trace::None, ..*query };
        let mut all_are_refused = true;
        let mut counted: BTreeMap<String, (usize, RefusalAnswer)> = BTreeMap::new();
        for act in whole {
            // A completion that has not the shape of an action shows nothing about the act.
            let Ok(verdict) = judge.verify(&table.replay(&[Value::Object(act)])?, &query) else { continue };
            if verdict.verdict != VerdictKind::Illegal {
                all_are_refused = false;
                continue;
            }
            for refusal in verdict.illegal.into_iter().flat_map(|illegal| illegal.refusals) {
                let key = format!("{} {}", refusal.code, refusal.message);
                counted.entry(key).or_insert((0, refusal)).0 += 1;
            }
        }
        let mut reasons: Vec<(usize, RefusalAnswer)> = counted.into_values().collect();
        reasons.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
        let reasons = reasons.into_iter().take(REASONS).map(|(_, refusal)| refusal).collect();
        Ok((reasons, all_are_refused))
    }
}

/// The legal answers that have every field of an act, each with its sentence, and whether the list of answers
/// is complete.
pub(super) fn fitting(act: &Map<String, Value>, before: &Verdict) -> (Vec<(Value, String)>, bool) {
    let seat = act.get("seat").and_then(Value::as_u64);
    let mut fitting = Vec::new();
    let mut is_complete = true;
    for item in &before.next {
        let Some(of) = item.seat.filter(|of| seat.is_none_or(|seat| seat == u64::from(*of))) else {
            continue;
        };
        let Some(legal) = &item.legal else {
            // The viewer's list may hide answers.
            is_complete = false;
            continue;
        };
        is_complete &= legal.complete;
        for (answer, text) in legal.listing.iter().zip(&legal.texts) {
            let fits = |(name, value): (&String, &Value)| name == "seat" || answer.get(name) == Some(value);
            if act.iter().all(fits) {
                let mut whole = answer.clone();
                if let Some(fields) = whole.as_object_mut() {
                    fields.insert("seat".to_owned(), of.into());
                }
                fitting.push((whole, text.clone()));
            }
        }
    }
    (fitting, is_complete)
}

/// The schema that a reference names, or the schema itself.
fn resolved<'s>(whole: &'s Value, schema: &'s Value) -> &'s Value {
    let reference = schema.get("$ref").and_then(Value::as_str).and_then(|name| name.strip_prefix('#'));
    reference.and_then(|pointer| whole.pointer(pointer)).unwrap_or(schema)
}

/// Values of a field that its schema allows: cards by their numbers, words, booleans, places, empty lists.
fn candidates(whole: &Value, schema: &Value, known: &Known) -> Vec<Value> {
    let schema = resolved(whole, schema);
    if let Some(value) = schema.get("const") {
        return vec![value.clone()];
    }
    for name in ["oneOf", "anyOf"] {
        if let Some(variants) = schema.get(name).and_then(Value::as_array) {
            let each = variants.iter().flat_map(|variant| candidates(whole, variant, known));
            return each.take(TRIED).collect();
        }
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return values.clone();
    }
    match schema.get("type").and_then(Value::as_str) {
        Some("integer") => {
            let most = schema.get("maximum").and_then(Value::as_u64).unwrap_or(u64::MAX);
            known.numbers.iter().copied().filter(|number| *number <= most).map(Value::from).collect()
        }
        // Of strings without a list of values, only cells can be guessed.
        Some("string") => known.cells.iter().cloned().map(Value::from).collect(),
        Some("boolean") => vec![false.into(), true.into()],
        Some("array") if schema.get("minItems").is_some() => known.places.clone(),
        Some("array") => vec![json!([])],
        Some("object") => {
            let fields = schema.get("properties");
            let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
            let mut objects = vec![Map::new()];
            for name in required.filter_map(Value::as_str) {
                let field = fields.and_then(|fields| fields.get(name)).unwrap_or(&Value::Null);
                objects = with_each(&objects, name, &candidates(whole, field, known));
            }
            objects.into_iter().map(Value::Object).collect()
        }
        _ => Vec::new(),
    }
}

/// Every object with every value in one more field, up to [`TRIED`].
fn with_each(objects: &[Map<String, Value>], name: &str, values: &[Value]) -> Vec<Map<String, Value>> {
    let longer = objects.iter().flat_map(|object| {
        values.iter().map(|value| {
            let mut object = object.clone();
            object.insert(name.to_owned(), value.clone());
            object
        })
    });
    longer.take(TRIED).collect()
}

/// What fields may name at a table.
struct Known {
    numbers: Vec<u64>,
    cells: Vec<String>,
    /// Places in a grid with a card.
    places: Vec<Value>,
}
