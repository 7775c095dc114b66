//! Battle Spirits.

#![allow(clippy::indexing_slicing)]

use rules_judge_engine::games::battle_spirits::printed::ABILITY_LIMIT;
use serde_json::{Map, Value, json};

use super::{BeforeDraw, Secrets, Tested, ids, length};

pub(super) const TESTED: Tested = Tested {
    game: "battle-spirits",
    position,
    before_zones: |half| length(&half["field"]),
    unseen: None,
    abilities: (ABILITY_LIMIT, "too_many_abilities"),
    card: |abilities| {
        json!({
            "id": "x-1", "kind": "spirit", "name": "x", "color": "red", "cost": 1,
            "levels": [{"lv": 1, "cores": 1, "bp": 1000}], "icon": "A", "abilities": abilities,
        })
    },
    ability: |sentences| triggered(&vec![json!({"draw": 1}); sentences].into()),
    values: |values| {
        let what = json!({"cards": {"fits": [{"family": values}], "take": "all"}});
        triggered(&json!([{ "exhaust": what }]))
    },
    naming: |name| {
        let cards = json!({"take": {"exactly": 1}, "name": name});
        triggered(&json!([{"choose": {"cards": cards}}]))
    },
    declares: "families",
    of_the_book: 0,
    known: "ashwing",
    // No ability works in hand.
    in_hand: None,
    texts: |card| length(&card["abilities"]),
    broken: ("attack", "spirit", "is_exhausted"),
    // Bots reach every ending and action by themselves.
    directed: Vec::new,
    before_draw: Some(|| BeforeDraw { window: "draw", half: json!({}), entries: Vec::new() }),
    asks_some_hands: true,
    secrets: Secrets::MANY,
    naming_kinds: 6,
    refused_words: &[],
    expressible: (8, 9),
};

/// An ability that triggers when its card attacks.
fn triggered(sentences: &Value) -> Value {
    json!({"triggered": {"on": {"attacks": {"card": "this"}}, "do": sentences}})
}

/// A position of a state in a main step or between battles, without running effects.
fn position(state: &Value, kind: &str) -> Option<Value> {
    let quiet = state["effects"] == json!([]) && state["waiting"] == json!([]) && state["battle"].is_null();
    if !quiet || !["main", "attack", "second_main"].contains(&kind) {
        return None;
    }
    let half = |half: &Value| {
        let standing = |card: &Value| {
            let mut standing = Map::new();
            for field in ["came", "card", "cores", "keisho", "state", "summoned_this_turn", "used"] {
                standing.insert(field.to_owned(), card[field].clone());
            }
            Value::Object(standing)
        };
        let field: Vec<Value> = half["field"].as_array()?.iter().map(standing).collect();
        let list = |zone: &str| ids(&half[zone]["cards"]);
        Some(json!({
            "deck": list("deck"), "exile": list("exile"), "exile_cores": half["exile_cores"], "field": field,
            "hand": list("hand"), "life": half["life"], "names_used": half["names_used"],
            "reserve": half["reserve"], "this_turn": half["this_turn"], "trash": list("trash"),
            "trash_cores": half["trash_cores"],
        }))
    };
    let halves: Vec<Value> = state["players"].as_array()?.iter().map(half).collect::<Option<_>>()?;
    Some(json!({
        "active": state["active"], "first": state["first"], "players": halves, "turn": state["turn"],
        "window": kind,
    }))
}
