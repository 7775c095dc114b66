//! What differs from game to game: the shapes of all games are written once, with names like `Entry` and `State` for
//! what is the game's; here they are made for each game. A shape that says which game it is of becomes a union over the
//! games, told apart by `game`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use rules_judge_replays::answer::{Fault, FaultCode, detail};
use rules_judge_replays::catalog::schemas::{self as parts, PLACE, each_reference, pascal, reference};
use serde_json::{Map, Value, json};

use super::schemas::shapes;

/// The dialect of schemas that stand by themselves.
const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// The names that a schema refers to.
fn references(schema: &Value) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    each_reference(&mut schema.clone(), &mut |name| {
        names.insert(name.to_owned());
        None
    });
    names
}

/// Whether a shape says which game it is of.
fn names_its_game(shape: &Value) -> bool {
    shape.pointer("/properties/game").is_some()
}

/// The names of the shapes that refer to a part of a game, without those that only refer to a union over the games.
fn of_each_game(shapes: &Map<String, Value>) -> BTreeSet<String> {
    let is_part = |name: &String| parts::all().values().any(|parts| parts.contains_key(name));
    let mut found: BTreeSet<String> = BTreeSet::new();
    loop {
        let refers = |name: &String| {
            let is_union = shapes.get(name).is_some_and(names_its_game);
            !is_union && found.contains(name) || (is_part(name) && !parts::is_common(name))
        };
        let more = shapes.iter().filter(|(_, shape)| references(shape).iter().any(refers));
        let more: BTreeSet<String> = more.map(|(name, _)| name.clone()).collect();
        if more == found {
            return found;
        }
        found = more;
    }
}

/// All shapes: those that are the same in every game, those of each game, and the unions over the games.
static ALL: LazyLock<Map<String, Value>> = LazyLock::new(|| {
    let shapes = shapes();
    let of_game = of_each_game(&shapes);
    let mut all: Map<String, Value> = shapes
        .iter()
        .filter(|(name, _)| !of_game.contains(*name))
        .map(|(name, shape)| (name.clone(), shape.clone()))
        .collect();
    for (game, parts) in parts::all() {
        let prefix = pascal(game);
        let own = |name: &str| {
            let is_union = shapes.get(name).is_some_and(names_its_game);
            let is_own = of_game.contains(name) && !is_union;
            let is_part = parts.contains_key(name) && !parts::is_common(name);
            (is_own || is_part).then(|| format!("{prefix}{name}"))
        };
        for (name, part) in parts {
            let mut part = part.clone();
            each_reference(&mut part, &mut |name| own(name));
            all.insert(own(name).unwrap_or_else(|| name.clone()), part);
        }
        for name in &of_game {
            let Some(mut shape) = shapes.get(name).cloned() else { continue };
            each_reference(&mut shape, &mut |name| own(name));
            if let Some(id) = shape.pointer_mut("/properties/game") {
                *id = json!({ "description": "The game's id.", "enum": [game], "type": "string" });
            }
            all.insert(format!("{prefix}{name}"), shape);
        }
    }
    for name in of_game.iter().filter(|name| shapes.get(*name).is_some_and(names_its_game)) {
        all.insert(name.clone(), union(&shapes, name));
    }
    all.insert("AnyEntry".to_owned(), of_any_game("Entry"));
    all.insert("AnyDeck".to_owned(), of_any_game("Deck"));
    all
});

/// One shape of each game, told apart by the game.
fn union(shapes: &Map<String, Value>, name: &str) -> Value {
    let of = |game: &str| format!("{}{name}", pascal(game));
    let games = parts::all().keys();
    let mapping: BTreeMap<&str, String> =
        games.clone().map(|game| (*game, format!("{PLACE}{}", of(game)))).collect();
    json!({
        "description": shapes.get(name).and_then(|shape| shape.get("description")),
        "discriminator": { "mapping": mapping, "propertyName": "game" },
        "oneOf": games.map(|game| reference(&of(game))).collect::<Vec<_>>(),
    })
}

/// A part of any game, where nothing says which.
fn of_any_game(name: &str) -> Value {
    let games = parts::all().keys().map(|game| reference(&format!("{}{name}", pascal(game))));
    json!({ "anyOf": games.collect::<Vec<_>>(), "description": "That of one of the games." })
}

/// Adds the names of everything that a schema refers to, and that these refer to.
fn add_reached(schema: &Value, reached: &mut BTreeSet<String>) {
    for name in references(schema) {
        if reached.insert(name.clone())
            && let Some(inner) = ALL.get(&name)
        {
            add_reached(inner, reached);
        }
    }
}

/// The shapes that these names lead to, themselves included.
pub(super) fn reachable(names: impl IntoIterator<Item = String>) -> Map<String, Value> {
    let mut reached = BTreeSet::new();
    for name in names {
        add_reached(&reference(&name), &mut reached);
    }
    reached.into_iter().filter_map(|name| Some((name.clone(), ALL.get(&name)?.clone()))).collect()
}

/// The JSON Schema of something of a game, by its name in [`parts::NAMES`].
///
/// # Errors
/// There is no such game, or nothing of this name.
pub fn json_schema(game: &str, name: &str) -> Result<Value, Fault> {
    let games = parts::all();
    if !games.contains_key(game) {
        let known: Vec<&str> = games.keys().copied().collect();
        let fault = Fault::new(FaultCode::UnknownGame, detail::unknown_game_but(&known.join(", ")));
        return Err(fault.near(known));
    }
    if !parts::NAMES.contains(&name) {
        let detail = detail::unknown_schema(&parts::NAMES.join(", "));
        return Err(Fault::new(FaultCode::UnknownSchema, detail).near(parts::NAMES));
    }
    let of_several = || standing_alone(&format!("{}{}", pascal(game), pascal(name)));
    let mut schema = parts::handed_in(game, name).unwrap_or_else(of_several);
    if let Some(schema) = schema.as_object_mut() {
        schema.insert("$schema".to_owned(), DIALECT.into());
        schema.insert("title".to_owned(), format!("{game}: {name}").into());
    }
    Ok(schema)
}

/// A shape with everything that it refers to.
fn standing_alone(name: &str) -> Value {
    let mut reached = BTreeSet::new();
    let mut schema = ALL.get(name).cloned().unwrap_or_default();
    add_reached(&schema, &mut reached);
    let inner = reached.iter().filter_map(|name| Some((name.clone(), ALL.get(name)?.clone())));
    let inner: Map<String, Value> = inner.collect();
    if let Some(schema) = schema.as_object_mut() {
        schema.insert("$defs".to_owned(), inner.into());
    }
    inside(&mut schema);
    schema
}

/// References lead into the schema itself. What only descriptions of services know is left out.
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
