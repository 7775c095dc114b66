//! 星靈王.

#![allow(clippy::indexing_slicing)]

use rules_judge_engine::games::xinglingwang::printed::ABILITY_LIMIT;
use serde_json::{Map, Value, json};

use super::{BeforeDraw, Secrets, Target, Tested, ids, length};

pub(super) const TESTED: Tested = Tested {
    game: "xinglingwang",
    position,
    before_zones: |half| {
        let is_card = |unit: &&Value| unit["card"] != "traveler";
        let units = half["field"].as_object().map_or(0, |field| field.values().filter(is_card).count());
        units + usize::from(!half["field_card"].is_null())
    },
    unseen: None,
    abilities: (ABILITY_LIMIT, "too_many_abilities"),
    card: |abilities| {
        json!({
            "id": "x-1", "name": "x", "race": "neutral", "unit": {"attack": 1, "score": 1},
            "abilities": abilities,
        })
    },
    ability: |sentences| {
        let sentences = vec![json!({"draw": {"n": 1}}); sentences];
        json!({"triggered": {"on": {"event": ["turn_starts"], "of": "own"}, "body": {"do": sentences}}})
    },
    values: |values| {
        let what = json!({"cards": {"fits": [{"type": values}], "take": "all"}});
        json!({"triggered": {
            "on": {"event": ["turn_starts"], "of": "own"},
            "body": {"do": [{"rest": {"what": what}}]},
        }})
    },
    naming: |name| {
        let cards = json!({"take": {"exactly": 1}, "name": name});
        json!({"triggered": {
            "on": {"event": ["turn_starts"], "of": "own"},
            "body": {"do": [{"choose": {"cards": cards}}]},
        }})
    },
    declares: "types",
    of_the_book: 14,
    known: "machine",
    in_hand: Some(|target| {
        let cards = |from: &str| json!({"cards": {"from": from, "take": "all"}});
        let to = match target {
            Target::Field => cards("field"),
            Target::Hand => cards("hand"),
            Target::Itself => json!("this"),
        };
        json!({
            "continuous": {
                "zone": "hand", "apply": [{"modify": {"what": to, "stat": "attack", "by": {"add": 1}}}],
            },
        })
    }),
    texts: |card| {
        usize::from(card["magic"].is_object()) + length(&card["abilities"]) + length(&card["edge_abilities"])
    },
    broken: ("attack", "unit", "not_upright"),
    // Bots reach every ending and action by themselves.
    directed: Vec::new,
    before_draw: Some(|| BeforeDraw { window: "draw", half: json!({}), entries: Vec::new() }),
    asks_some_hands: true,
    secrets: Secrets::MANY,
    naming_kinds: 6,
    refused_words: &[],
    expressible: (8, 9),
};

/// A position of a state in the summon phase before the play, or in the tactics phase before the choice, with
/// single units and without running effects.
fn position(state: &Value, kind: &str) -> Option<Value> {
    let quiet = state["effects"] == json!([])
        && state["waiting"] == json!([])
        && state["battle"].is_null()
        && state["machine"].is_null()
        && state["countdown"] == json!(false);
    if !quiet || !["summon", "tactic"].contains(&kind) {
        return None;
    }
    let half = |half: &Value| {
        let mut field = Map::new();
        for (cell, unit) in half["field"].as_object()? {
            let single = length(&unit["under"]) + length(&unit["magic"]) + length(&unit["used"]) == 0
                && unit["passengers"] == json!(0)
                && unit["designated"].is_null();
            if !single {
                return None;
            }
            let row = if cell.starts_with('F') { "front" } else { "back" };
            let mut standing =
                json!({ "attacked": unit["attacked"], "card": unit["card"], "state": unit["state"] });
            if unit["card"] != "traveler" {
                standing["owner"] = unit["owner"].clone();
            }
            if unit["entered"] == json!(true) {
                standing["entered"] = row.into();
            }
            field.insert(cell.clone(), standing);
        }
        let list = |zone: &str| ids(&half[zone]["cards"]);
        Some(json!({
            "deck": list("deck"), "early_end": half["early_end"], "energy": half["energy"],
            "exile": list("exile"), "field": field, "forest": half["forest"],
            "graveyard": list("graveyard"), "hand": list("hand"), "race": half["race"],
            "reward": half["reward"],
        }))
    };
    if state["players"].as_array()?.iter().any(|half| !half["field_card"].is_null()) {
        return None;
    }
    let halves: Vec<Value> = state["players"].as_array()?.iter().map(half).collect::<Option<_>>()?;
    Some(json!({
        "active": state["active"], "first": state["first"], "normal_play": state["normal_play"],
        "players": halves, "turn": state["turn"], "window": kind,
    }))
}
