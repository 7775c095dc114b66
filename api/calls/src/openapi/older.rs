//! The description in OpenAPI 3.0, for generators that do not know 3.1.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

/// The same in OpenAPI 3.0, for generators that do not know 3.1.
pub fn older(document: &Value) -> Value {
    let mut older = older_value(document);
    if let Some(Value::Object(schemas)) = older.pointer_mut("/components/schemas") {
        let all = schemas.clone();
        schemas.values_mut().for_each(|schema| widen(schema, &all));
    }
    if let Some(older) = older.as_object_mut() {
        older.insert("openapi".to_owned(), "3.0.3".into());
    }
    if let Some(Value::Object(license)) = older.pointer_mut("/info/license") {
        license.remove("identifier");
        license.insert("url".to_owned(), "https://spdx.org/licenses/MIT.html".into());
    }
    older
}

/// Nothing but `null`: beside a reference 3.0 does not read `nullable`, so that it is a choice of its own.
fn null() -> Value {
    json!({ "enum": [null], "nullable": true, "type": "string" })
}

/// 3.0 has no type `null` and no list of types; what may be null says `nullable`, or has one more choice.
fn older_value(value: &Value) -> Value {
    let is_null = |schema: &Value| schema.get("type") == Some(&Value::from("null"));
    match value {
        Value::Array(list) => Value::Array(list.iter().map(older_value).collect()),
        Value::Object(map) => {
            // Beside a reference 3.0 reads nothing else.
            if let Some(place @ Value::String(_)) = map.get("$ref") {
                return json!({ "$ref": place });
            }
            let mut older = Map::new();
            for (name, value) in map {
                match (name.as_str(), value) {
                    // What is shown is no schema.
                    ("example" | "examples", value) => drop(older.insert(name.clone(), value.clone())),
                    // Names are texts, which 3.0 has no word for.
                    ("propertyNames", _) => {}
                    // Nothing but `null`.
                    ("type", Value::String(kind)) if kind == "null" => {
                        older.extend(null().as_object().cloned().unwrap_or_default());
                    }
                    ("type", Value::Array(kinds)) => {
                        let mut kinds: Vec<&Value> = kinds.iter().collect();
                        let all = kinds.len();
                        kinds.retain(|kind| *kind != "null");
                        if kinds.len() < all {
                            older.insert("nullable".to_owned(), true.into());
                        }
                        // Of several kinds none is said.
                        if let [kind] = kinds.as_slice() {
                            older.insert(name.clone(), (*kind).clone());
                        }
                    }
                    ("anyOf" | "oneOf", Value::Array(schemas)) => {
                        let older_one = |schema| if is_null(schema) { null() } else { older_value(schema) };
                        older.insert(name.clone(), schemas.iter().map(older_one).collect());
                    }
                    // 3.0 wants one name at least.
                    ("required", Value::Array(names)) if names.is_empty() => {}
                    _ => drop(older.insert(name.clone(), older_value(value))),
                }
            }
            Value::Object(older)
        }
        _ => value.clone(),
    }
}

/// Generators for 3.0 make one class of a union. They lose what is sent where a number or a text may stand in
/// the place of an object or a list (`22`, `{"seat": 0, "zone": "reserve"}`): such a union takes any value
/// here.
fn widen(schema: &mut Value, all: &Map<String, Value>) {
    match schema {
        Value::Array(list) => list.iter_mut().for_each(|schema| widen(schema, all)),
        Value::Object(map) => {
            for union in ["anyOf", "oneOf"] {
                let schemas = map.get(union).and_then(Value::as_array);
                let mut kinds = BTreeSet::new();
                schemas.into_iter().flatten().for_each(|schema| add_kinds(schema, all, &mut kinds));
                let is_composite = |kind: &&str| matches!(*kind, "array" | "object");
                if kinds.iter().any(is_composite) && !kinds.iter().all(|kind| is_composite(&kind)) {
                    map.remove(union);
                }
            }
            map.values_mut().for_each(|schema| widen(schema, all));
        }
        _ => {}
    }
}

/// The kinds of value that a schema takes, without `null`.
fn add_kinds<'s>(schema: &'s Value, all: &'s Map<String, Value>, kinds: &mut BTreeSet<&'s str>) {
    let reference = schema.get("$ref").and_then(Value::as_str);
    let name = reference.and_then(|reference| reference.strip_prefix("#/components/schemas/"));
    if let Some(schema) = name.and_then(|name| all.get(name)) {
        return add_kinds(schema, all, kinds);
    }
    if *schema != null() {
        kinds.extend(schema.get("type").and_then(Value::as_str));
    }
    for union in ["anyOf", "oneOf"] {
        let schemas = schema.get(union).and_then(Value::as_array);
        schemas.into_iter().flatten().for_each(|schema| add_kinds(schema, all, kinds));
    }
}
