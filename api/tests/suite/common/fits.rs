//! Checks that a value fits a schema of the description, as far as our schemas use JSON Schema.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, dead_code, unreachable_pub)]

use serde_json::Value;

/// The keywords that this module checks or may ignore. Any other keyword fails the test.
const WORDS: [&str; 24] = [
    "$defs",
    "$ref",
    "$schema",
    "additionalProperties",
    "allOf",
    "anyOf",
    "description",
    "discriminator",
    "enum",
    "format",
    "items",
    "maxItems",
    "maxLength",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "oneOf",
    "title",
    "const",
    "default",
    "examples",
    "pattern",
];

/// Checks a value against a schema; the error says why it does not fit.
pub fn fits(document: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    for word in schema.as_object().into_iter().flatten().map(|(word, _)| word.as_str()) {
        let known = WORDS.contains(&word) || matches!(word, "pattern" | "properties" | "required" | "type");
        assert!(known, "{word} is not looked at");
    }
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        let inner = document.pointer(reference.strip_prefix('#').unwrap()).unwrap();
        return fits(document, inner, value).map_err(|why| format!("{reference}: {why}"));
    }
    if let Some(all) = schema.get("allOf").and_then(Value::as_array) {
        all.iter().try_for_each(|one| fits(document, one, value))?;
    }
    if let Some(any) = schema.get("anyOf").and_then(Value::as_array) {
        let results: Vec<_> = any.iter().map(|one| fits(document, one, value)).collect();
        if results.iter().all(Result::is_err) {
            return Err(format!("none of anyOf fits: {results:?}"));
        }
    }
    if let Some(discriminator) = schema.get("discriminator") {
        let field = discriminator["propertyName"].as_str().unwrap();
        let word = value.get(field).and_then(Value::as_str).ok_or_else(|| format!("no {field}: {value}"))?;
        let place = discriminator["mapping"].get(word).ok_or_else(|| format!("{field} is {word}"))?;
        let inner = document.pointer(place.as_str().unwrap().strip_prefix('#').unwrap()).unwrap();
        fits(document, inner, value).map_err(|why| format!("{word}: {why}"))?;
    } else if let Some(one_of) = schema.get("oneOf").and_then(Value::as_array) {
        let results: Vec<_> = one_of.iter().map(|one| fits(document, one, value)).collect();
        let count = results.iter().filter(|result| result.is_ok()).count();
        if count != 1 {
            return Err(format!("{count} of oneOf fit {value}: {results:?}"));
        }
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    match schema.get("type") {
        Some(Value::String(known)) if known != kind => return Err(format!("{kind} is not {known}")),
        Some(Value::Array(known)) if !known.iter().any(|known| known == kind) => {
            return Err(format!("{kind} is none of {known:?}"));
        }
        _ => {}
    }
    if schema.get("const").is_some_and(|only| only != value) {
        return Err(format!("{value} is not {}", schema["const"]));
    }
    if let Some(known) = schema.get("enum").and_then(Value::as_array)
        && !known.contains(value)
    {
        return Err(format!("{value} is not one of {known:?}"));
    }
    let size = match value {
        Value::Array(list) => Some(("Items", list.len() as i64)),
        Value::String(text) => Some(("Length", text.chars().count() as i64)),
        Value::Object(fields) => Some(("Properties", fields.len() as i64)),
        Value::Number(number) => number.as_i64().map(|number| ("imum", number)),
        _ => None,
    };
    if let Some((what, size)) = size {
        let limit = |word: &str| schema.get(format!("{word}{what}")).and_then(Value::as_i64);
        if limit("min").is_some_and(|least| size < least) || limit("max").is_some_and(|most| size > most) {
            return Err(format!("{size} is out of bounds"));
        }
    }
    if let (Some(items), Value::Array(list)) = (schema.get("items"), value) {
        list.iter().try_for_each(|item| fits(document, items, item))?;
    }
    if let Value::Object(map) = value {
        for name in schema.get("required").and_then(Value::as_array).into_iter().flatten() {
            if !map.contains_key(name.as_str().unwrap()) {
                return Err(format!("{name} is missing"));
            }
        }
        let properties = schema.get("properties").and_then(Value::as_object);
        for (name, value) in map {
            match properties
                .and_then(|properties| properties.get(name))
                .or(schema.get("additionalProperties"))
            {
                Some(Value::Bool(false)) => return Err(format!("{name} is not known")),
                Some(inner) => fits(document, inner, value).map_err(|why| format!("{name}: {why}"))?,
                None => {}
            }
        }
    }
    Ok(())
}
