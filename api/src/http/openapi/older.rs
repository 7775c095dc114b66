//! The description in OpenAPI 3.0, for generators that do not know 3.1.

use serde_json::{Map, Value};

/// The same in OpenAPI 3.0, for generators that do not know 3.1.
pub fn older(document: &Value) -> Value {
    let mut older = older_value(document);
    if let Some(older) = older.as_object_mut() {
        older.insert("openapi".to_owned(), "3.0.3".into());
    }
    if let Some(Value::Object(license)) = older.pointer_mut("/info/license") {
        license.remove("identifier");
    }
    older
}

/// 3.0 has no type `null` and no list of types; what may be null says `nullable`.
fn older_value(value: &Value) -> Value {
    let is_null = |schema: &Value| schema.get("type") == Some(&Value::from("null"));
    match value {
        Value::Array(list) => Value::Array(list.iter().map(older_value).collect()),
        Value::Object(map) => {
            let mut older = Map::new();
            for (name, value) in map {
                match (name.as_str(), value) {
                    // What is shown is no schema.
                    ("example" | "examples", value) => drop(older.insert(name.clone(), value.clone())),
                    // Names are texts, which 3.0 has no word for.
                    ("propertyNames", _) => {}
                    // Nothing but `null`.
                    ("type", Value::String(kind)) if kind == "null" => {
                        older.insert("nullable".to_owned(), true.into());
                        older.insert(name.clone(), "integer".into());
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
                    ("anyOf", Value::Array(schemas)) if schemas.iter().any(is_null) => {
                        let others = schemas.iter().filter(|schema| !is_null(schema)).map(older_value);
                        older.insert("anyOf".to_owned(), Value::Array(others.collect()));
                        older.insert("nullable".to_owned(), true.into());
                    }
                    ("oneOf", Value::Array(schemas))
                        if schemas.iter().filter(|schema| !is_null(schema)).count() > 1
                            && schemas.iter().any(is_null) =>
                    {
                        let others = schemas.iter().filter(|schema| !is_null(schema)).map(older_value);
                        older.insert("oneOf".to_owned(), Value::Array(others.collect()));
                        older.insert("nullable".to_owned(), true.into());
                    }
                    ("oneOf", Value::Array(schemas)) if schemas.iter().any(is_null) => {
                        let others = schemas.iter().filter(|schema| !is_null(schema)).map(older_value);
                        older.insert("allOf".to_owned(), Value::Array(others.collect()));
                        older.insert("nullable".to_owned(), true.into());
                    }
                    _ => drop(older.insert(name.clone(), older_value(value))),
                }
            }
            Value::Object(older)
        }
        _ => value.clone(),
    }
}
