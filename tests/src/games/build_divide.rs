//! Build Divide.

#![allow(clippy::indexing_slicing)]

use rules_judge_engine::games::build_divide::printed::ABILITY_LIMIT;
use serde_json::{Map, Value, json};

use super::{BeforeDraw, Secrets, Target, Tested, ids, length};

pub(super) const TESTED: Tested = Tested {
    game: "build-divide",
    position,
    before_zones: |half| {
        let with_auras = |card: &Value| 1 + length(&card["auras"]);
        let field = half["field"].as_array().map_or(0, |field| field.iter().map(with_auras).sum());
        let territory = if half["territory"].is_null() { 0 } else { with_auras(&half["territory"]) };
        territory + field + length(&half["energy"])
    },
    unseen: None,
    abilities: (ABILITY_LIMIT, "too_many_abilities"),
    card: |abilities| {
        json!({
            "id": "x-1", "name": "x", "kind": "unit", "colors": ["red"], "cost": {"total": 1},
            "timing": "normal",
            "power": 1000, "hit": 1, "abilities": abilities,
        })
    },
    ability: |sentences| automatic(&vec![json!({"draw": 1}); sentences].into()),
    values: |values| {
        let what = json!({"cards": {"fits": [{"attribute": values}], "take": "all"}});
        automatic(&json!([{ "rest": what }]))
    },
    naming: |name| {
        let cards = json!({"take": 1, "name": name});
        automatic(&json!([{"choose": {"cards": cards}}]))
    },
    declares: "attributes",
    of_the_book: 0,
    known: "ash",
    in_hand: Some(|target| {
        let cards = |from: &str| json!({"cards": {"from": from, "take": "all"}});
        let (to, stat) = match target {
            Target::Field => (cards("field"), "power"),
            Target::Hand => (cards("hand"), "cost"),
            Target::Itself => (json!("this"), "cost"),
        };
        json!({
            "continuous": {
                "zone": "hand", "apply": [{"modify": {"what": to, "stat": stat, "by": {"add": 1}}}],
            },
        })
    }),
    texts: |card| length(&card["abilities"]) + length(&card["back"]) + length(&card["front"]),
    broken: ("declare_attack", "attacker", "is_rested"),
    // Bots reach every ending and action by themselves.
    directed: Vec::new,
    before_draw: Some(|| BeforeDraw {
        window: "before_draw",
        half: json!({ "territory": { "card": "bd-001" }, "life": ["bd-010"] }),
        entries: [0, 1].map(|seat| json!({ "seat": seat, "type": "pass" })).into(),
    }),
    // Every hand brings up scouting and the choices of texts.
    asks_some_hands: false,
    // A position has an empty chain, but every use of a card or an ability waits on the chain while both
    // seats are asked.
    secrets: Secrets::MANY,
    naming_kinds: 6,
    refused_words: &[],
    expressible: (4, 5),
};

/// An ability that is triggered when its card attacks.
fn automatic(sentences: &Value) -> Value {
    json!({"automatic": {"on": {"attacks": {"card": "this"}}, "do": sentences}})
}

/// A position of a state in a window outside of attacks in which the turn player has not passed, without
/// running effects.
fn position(state: &Value, kind: &str) -> Option<Value> {
    let none = |name: &str| state[name] == json!([]);
    let quiet = none("effects") && none("waiting") && none("chain") && state["attack"].is_null();
    let outside = ["stand", "before_draw", "after_draw", "main", "attack_start", "choose_attack", "end"];
    let passed = !state["priority"].is_null() && state["priority"] != state["active"];
    if !quiet || passed || !outside.contains(&kind) {
        return None;
    }
    let with = |card: &Value, fields: &[&str]| {
        let mut with: Map<String, Value> =
            fields.iter().map(|field| ((*field).to_owned(), card[*field].clone())).collect();
        if !card["auras"].is_null() {
            with.insert("auras".to_owned(), ids(&card["auras"]).into());
        }
        Value::Object(with)
    };
    let half = |half: &Value| {
        let field = half["field"].as_array()?.iter();
        let unit = ["came", "card", "damage", "fresh", "from_graveyard", "owner", "state", "used"];
        let field: Vec<Value> = field.map(|card| with(card, &unit)).collect();
        let energy = half["energy"].as_array()?.iter();
        let energy: Vec<Value> = energy.map(|card| with(card, &["card", "state", "used"])).collect();
        let mut territory = with(&half["territory"], &["card", "fresh", "released", "state", "used"]);
        territory["damage"] = json!(half["territory"]["unit"]["damage"].as_i64().unwrap_or(0));
        let list = |zone: &str| ids(&half[zone]["cards"]);
        Some(json!({
            "counters": half["counters"], "d_deck": list("d_deck"), "deck": list("deck"), "energy": energy,
            "field": field, "graveyard": list("graveyard"), "hand": list("hand"), "life": list("life"),
            "removed": list("removed"), "territory": territory, "this_turn": half["this_turn"],
        }))
    };
    let halves: Vec<Value> = state["players"].as_array()?.iter().map(half).collect::<Option<_>>()?;
    Some(json!({
        "active": state["active"], "energy_placed": state["energy_placed"], "first": state["first"],
        "players": halves, "turn": state["turn"], "window": kind,
    }))
}
