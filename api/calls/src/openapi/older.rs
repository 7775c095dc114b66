//! The description in OpenAPI 3.0, for generators that do not know 3.1.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

/// Converts the description to OpenAPI 3.0.
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

/// A schema that allows only `null`. OpenAPI 3.0 ignores `nullable` beside a reference, so this is a choice
/// of its own in unions.
fn null() -> Value {
    json!({ "enum": [null], "nullable": true, "type": "string" })
}

/// Converts a part. OpenAPI 3.0 has no type `null` and no list of types: a value that may be null is
/// `nullable`, or gets another choice.
fn older_value(value: &Value) -> Value {
    let is_null = |schema: &Value| schema.get("type") == Some(&Value::from("null"));
    match value {
        Value::Array(list) => Value::Array(list.iter().map(older_value).collect()),
        Value::Object(map) => {
            // OpenAPI 3.0 ignores everything beside a reference.
            if let Some(place @ Value::String(_)) = map.get("$ref") {
                return json!({ "$ref": place });
            }
            let mut older = Map::new();
            for (name, value) in map {
                match (name.as_str(), value) {
                    // Examples are values and no schemas.
                    ("example" | "examples", value) => drop(older.insert(name.clone(), value.clone())),
                    // OpenAPI 3.0 has no keyword for the names of properties.
                    ("propertyNames", _) => {}
                    // Allows only `null`.
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
                        // Several types cannot be expressed, so none is stated.
                        if let [kind] = kinds.as_slice() {
                            older.insert(name.clone(), (*kind).clone());
                        }
                    }
                    ("anyOf" | "oneOf", Value::Array(schemas)) => {
                        let older_one = |schema| if is_null(schema) { null() } else { older_value(schema) };
                        older.insert(name.clone(), schemas.iter().map(older_one).collect());
                    }
                    // OpenAPI 3.0 demands at least one name.
                    ("required", Value::Array(names)) if names.is_empty() => {}
                    _ => drop(older.insert(name.clone(), older_value(value))),
                }
            }
            Value::Object(older)
        }
        _ => value.clone(),
    }
}

/// Generators for 3.0 make one class of a union. If a union has objects or lists as well as numbers or texts
/// (`22`, `{"seat": 0, "zone": "reserve"}`), such a class loses the latter, so the union becomes a schema
/// that allows any value.
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

/// Adds the types that a schema allows, without `null`.
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
