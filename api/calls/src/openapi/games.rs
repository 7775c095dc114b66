//! Makes the shapes that differ between games. The types write the shapes of all games once, with names such
//! as `Entry` and `State` for the parts of a game; this module writes each of them for every game. A shape
//! with a field that names the game becomes a union over the games, discriminated by `game`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use rules_judge_replays::catalog::schemas::making as parts;
use rules_judge_replays::catalog::schemas::{PLACE, each_reference, pascal, reference};
use serde_json::{Map, Value, json};

use super::kept::{add_reached, references};
use super::schemas::shapes;

/// Whether a shape has a field that names its game.
fn names_its_game(shape: &Value) -> bool {
    shape.pointer("/properties/game").is_some()
}

/// The names of the shapes that refer to a part of a game. A reference to a union over the games does not
/// count.
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

/// All shapes: those that are equal in every game, those of each game, and the unions over the games.
pub(super) static ALL: LazyLock<Map<String, Value>> = LazyLock::new(|| {
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

/// A union of the shapes of each game, discriminated by the game.
fn union(shapes: &Map<String, Value>, name: &str) -> Value {
    let of = |game: &str| format!("{}{name}", pascal(game));
    let games = parts::all().keys();
    let mapping: BTreeMap<&str, String> =
        games.clone().map(|game| (*game, format!("{PLACE}{}", of(game)))).collect();
    let mut union = json!({
        "discriminator": { "mapping": mapping, "propertyName": "game" },
        "oneOf": games.map(|game| reference(&of(game))).collect::<Vec<_>>(),
    });
    let description = shapes.get(name).and_then(|shape| shape.get("description"));
    if let (Some(description), Some(union)) = (description, union.as_object_mut()) {
        union.insert("description".to_owned(), description.clone());
    }
    union
}

/// A part of any game, for shapes that do not name the game.
fn of_any_game(name: &str) -> Value {
    let games = parts::all().keys().map(|game| reference(&format!("{}{name}", pascal(game))));
    json!({ "anyOf": games.collect::<Vec<_>>(), "description": "That of one of the games." })
}

/// The shapes of these names, and all shapes to which they refer.
pub(super) fn reachable(names: impl IntoIterator<Item = String>) -> Map<String, Value> {
    let mut reached = BTreeSet::new();
    for name in names {
        add_reached(&ALL, &reference(&name), &mut reached);
    }
    reached.into_iter().filter_map(|name| Some((name.clone(), ALL.get(&name)?.clone()))).collect()
}
