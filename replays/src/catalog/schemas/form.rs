//! Rewrites schemas into a form that both versions of OpenAPI and generators of clients understand.

use serde_json::{Map, Value, json};

/// Writes a schema in the form that both versions of OpenAPI and generators of clients understand.
pub(super) fn simplify(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(simplify),
        Value::Object(fields) => {
            for name in ["$schema", "default", "examples", "title"] {
                // A property may have such a name.
                if !fields.get(name).is_some_and(|field| field.is_object() && field.get("type").is_some()) {
                    fields.remove(name);
                }
            }
            simplify_words(fields);
            fields.values_mut().for_each(simplify);
        }
        _ => {}
    }
}

fn simplify_words(fields: &mut Map<String, Value>) {
    if let Some(only) = fields.remove("const") {
        fields.insert("enum".to_owned(), json!([only]));
    }
    if let Some(Value::Array(items)) = fields.remove("prefixItems") {
        let alike = items.windows(2).all(|pair| matches!(pair, [one, other] if one == other));
        let first = items.first().cloned().unwrap_or_default();
        let item = if alike { first } else { json!({ "anyOf": items }) };
        fields.insert("items".to_owned(), item);
    }
    // A schema or `null`.
    if let Some(Value::Array(several)) = fields.get("anyOf")
        && several.len() == 2
        && several.iter().any(|one| one.get("type").is_some_and(|kind| kind == "null"))
        && let Some(several) = fields.remove("anyOf")
    {
        fields.insert("oneOf".to_owned(), several);
    }
    // Words, each with its description.
    if let Some(Value::Array(several)) = fields.get("oneOf") {
        let words: Option<Vec<&Value>> =
            several.iter().map(|one| one.get("const").or_else(|| only_word(one))).collect();
        if let Some(words) = words {
            let words: Vec<Value> = words.into_iter().cloned().collect();
            fields.remove("oneOf");
            fields.insert("enum".to_owned(), words.into());
            fields.insert("type".to_owned(), "string".into());
        }
    }
}

/// Closes the schema of something that is written: it has no other fields, and an optional field is absent
/// and never `null`.
pub(super) fn as_written(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(as_written),
        Value::Object(fields) => {
            let required = fields.get("required").cloned().unwrap_or_default();
            let is_required = |name: &str| {
                required.as_array().is_some_and(|names| names.iter().any(|required| required == name))
            };
            let mut is_object = false;
            if let Some(Value::Object(properties)) = fields.get_mut("properties") {
                is_object = true;
                properties
                    .iter_mut()
                    .filter(|(name, _)| !is_required(name))
                    .for_each(|(_, field)| not_null(field));
            }
            if is_object {
                fields.entry("additionalProperties").or_insert_with(|| false.into());
            }
            fields.values_mut().for_each(as_written);
        }
        _ => {}
    }
}

/// Takes `null` out of a schema.
pub fn not_null(schema: &mut Value) {
    let Some(fields) = schema.as_object_mut() else { return };
    let is_null = |schema: &Value| schema.get("type").is_some_and(|kind| kind == "null");
    if let Some(Value::Array(kinds)) = fields.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if let [kind] = kinds.as_slice() {
            let kind = kind.clone();
            fields.insert("type".to_owned(), kind);
        }
    }
    if let Some(Value::Array(several)) = fields.get_mut("oneOf") {
        several.retain(|one| !is_null(one));
        if let [Value::Object(one)] = several.as_slice() {
            let one = one.clone();
            fields.remove("oneOf");
            fields.extend(one);
        }
    }
}

/// The only word that a schema allows.
pub(super) fn only_word(schema: &Value) -> Option<&Value> {
    match schema.get("enum")?.as_array()?.as_slice() {
        [word] => Some(word),
        _ => None,
    }
}
