//! The published description, and the JSON Schemas of single forms of a game that it contains.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use bytes::Bytes;
use rules_judge_replays::answer::{Fault, FaultCode, detail};
use rules_judge_replays::catalog::schemas::{
    GAMES, NAMES, PLACE, each_reference, handed_in, pascal, unpacked,
};
use serde_json::{Map, Value};

/// The dialect of a schema outside the description.
const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

static DOCUMENT: LazyLock<Bytes> = LazyLock::new(|| {
    let packed: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/openapi.zlib"));
    unpacked(packed).into()
});

/// The description as JSON.
pub fn document() -> Bytes {
    DOCUMENT.clone()
}

/// The shapes of the description, by their names.
static SHAPES: LazyLock<Map<String, Value>> = LazyLock::new(|| {
    let mut document: Value = serde_json::from_slice(&DOCUMENT).unwrap_or_default();
    match document.pointer_mut("/components/schemas").map(Value::take) {
        Some(Value::Object(shapes)) => shapes,
        _ => Map::new(),
    }
});

/// The names that a schema refers to.
pub(super) fn references(schema: &Value) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    each_reference(&mut schema.clone(), &mut |name| {
        names.insert(name.to_owned());
        None
    });
    names
}

/// Adds the names of all shapes that a schema refers to, directly or through others.
pub(super) fn add_reached(shapes: &Map<String, Value>, schema: &Value, reached: &mut BTreeSet<String>) {
    for name in references(schema) {
        if reached.insert(name.clone())
            && let Some(inner) = shapes.get(&name)
        {
            add_reached(shapes, inner, reached);
        }
    }
}

/// The JSON Schema of a form of a game, by its name in [`NAMES`].
///
/// # Errors
/// There is no such game, or no form of this name.
pub fn json_schema(game: &str, name: &str) -> Result<Value, Fault> {
    if !GAMES.contains(&game) {
        let mut known = GAMES.to_vec();
        known.sort_unstable();
        let fault = Fault::new(FaultCode::UnknownGame, detail::unknown_game_but(&known.join(", ")));
        return Err(fault.near(known));
    }
    if !NAMES.contains(&name) {
        let detail = detail::unknown_schema(&NAMES.join(", "));
        return Err(Fault::new(FaultCode::UnknownSchema, detail).near(NAMES));
    }
    Ok(assembled(game, name, handed_in(game, name), &SHAPES))
}

/// A schema outside the description: the one that a caller gives, or a shape of the description.
pub(super) fn assembled(
    game: &str,
    name: &str,
    handed_in: Option<Value>,
    shapes: &Map<String, Value>,
) -> Value {
    let of_several = || standing_alone(&format!("{}{}", pascal(game), pascal(name)), shapes);
    let mut schema = handed_in.unwrap_or_else(of_several);
    if let Some(schema) = schema.as_object_mut() {
        schema.insert("$schema".to_owned(), DIALECT.into());
        schema.insert("title".to_owned(), format!("{game}: {name}").into());
    }
    schema
}

/// A shape together with all shapes to which it refers.
fn standing_alone(name: &str, shapes: &Map<String, Value>) -> Value {
    let mut reached = BTreeSet::new();
    let mut schema = shapes.get(name).cloned().unwrap_or_default();
    add_reached(shapes, &schema, &mut reached);
    let inner = reached.iter().filter_map(|name| Some((name.clone(), shapes.get(name)?.clone())));
    let inner: Map<String, Value> = inner.collect();
    if let Some(schema) = schema.as_object_mut() {
        schema.insert("$defs".to_owned(), inner.into());
    }
    inside(&mut schema);
    schema
}

/// Makes references point into the schema itself, and removes keywords of OpenAPI.
fn inside(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(inside),
        Value::Object(fields) => {
            if fields.get("discriminator").is_some_and(|word| word.get("propertyName").is_some()) {
                fields.remove("discriminator");
            }
            if let Some(Value::String(place)) = fields.get_mut("$ref")
                && let Some(name) = place.strip_prefix(PLACE)
            {
                *place = format!("#/$defs/{name}");
            }
            fields.values_mut().for_each(inside);
        }
        _ => {}
    }
}
