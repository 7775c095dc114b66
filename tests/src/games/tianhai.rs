//! 天海战记.

#![allow(clippy::indexing_slicing)]

use rules_judge_engine::games::tianhai::printed::ABILITY_LIMIT;
use rules_judge_replays::tools::bot::seed_of;
use serde_json::{Value, json};

use super::{Directed, Secrets, Tested, ids, length};

pub(super) const TESTED: Tested = Tested {
    game: "tianhai",
    position,
    // The battlefield is numbered before both halves; `unseen` gives the numbers.
    before_zones: |_| 0,
    unseen: Some(unseen),
    abilities: (ABILITY_LIMIT, "too_many_abilities"),
    card: |abilities| {
        json!({
            "id": "x-1", "name": "x", "faction": "草原",
            "order": {"type": "defence", "combat": 1, "abilities": abilities},
        })
    },
    ability: |sentences| triggered(&vec![json!({ "flip_up": "subject" }); sentences].into()),
    values: |values| {
        let what = json!({"cards": {"fits": [{"mark": values}], "take": "all"}});
        triggered(&json!([{ "flip_up": what }]))
    },
    naming: |name| {
        let cards = json!({"take": 1, "name": name});
        triggered(&json!([{"choose": {"cards": cards}}]))
    },
    declares: "marks",
    of_the_book: 0,
    known: "骑",
    // An order has its abilities only on a unit.
    in_hand: None,
    texts: |card| {
        let order = &card["order"];
        let names = length(&order["allow"]) + length(&order["deny"]);
        let lists = ["abilities", "keywords", "range"].map(|list| length(&order[list]));
        lists.iter().sum::<usize>() + usize::from(names > 0)
    },
    broken: ("pay", "card", "not_in_hand"),
    directed,
    // The game has no draw.
    before_draw: None,
    asks_some_hands: true,
    // Hidden units are named by their cells, and bots make no entries of looking.
    secrets: Secrets { windows: 4, named: 15, unseen: false },
    naming_kinds: 5,
    // The game has no random choice, and carries out no text while vanguards are placed.
    refused_words: &["random", "vanguard"],
    // Positions do not express which units have moved in this turn, and what texts did to a settlement.
    expressible: (13, 20),
};

/// An ability that triggers when its order has been deployed.
fn triggered(sentences: &Value) -> Value {
    json!({"triggered": {"on": "deployed", "do": sentences}})
}

/// A position of a state in a phase of the active player, without running effects.
fn position(state: &Value, kind: &str) -> Option<Value> {
    if state["effects"] != json!([]) || !["maintenance", "play", "recovery"].contains(&kind) {
        return None;
    }
    // A decided turn is played out; no judgement can start from its table.
    let stands = |seat: u64| {
        state["field"].as_array().is_some_and(|field| field.iter().any(|unit| unit["seat"] == seat))
    };
    if !(stands(0) && stands(1) || state["bare_field"] == "continue") {
        return None;
    }
    let standing = |unit: &Value| {
        let mut standing = json!({
            "at": unit["at"], "card": unit["card"], "face": unit["face"], "known": unit["known"],
            "seat": unit["seat"], "wounds": unit["wounds"],
        });
        let order = &unit["order"];
        if !order.is_null() {
            standing["order"] = json!({ "bonus": order["bonus"], "card": order["card"] });
            if !order["facing"].is_null() {
                standing["order"]["facing"] = order["facing"].clone();
            }
        }
        standing
    };
    let half = |half: &Value| {
        let sequence = |one: &Value| {
            json!({
                "cards": ids(&one["cards"]), "number": one["number"], "paid_round": one["paid_round"],
            })
        };
        let sequences: Vec<Value> = half["sequences"].as_array()?.iter().map(sequence).collect();
        let list = |zone: &str| ids(&half[zone]["cards"]);
        Some(json!({
            "out": list("out"), "debt": half["debt"], "discard_pile": list("discard_pile"),
            "hand": list("hand"), "opened": half["opened"], "plays": half["plays"], "sequences": sequences,
        }))
    };
    let field: Vec<Value> = state["field"].as_array()?.iter().map(standing).collect();
    let halves: Vec<Value> = state["players"].as_array()?.iter().map(half).collect::<Option<_>>()?;
    let mut position = json!({
        "active": state["active"], "field": field, "first": state["first"],
        "options": { "advanced": state["advanced"], "bare_field": state["bare_field"] }, "players": halves,
        "round": state["round"], "window": kind,
    });
    for agreed in ["board", "max_rounds"] {
        if !state[agreed].is_null() {
            position["options"][agreed] = state[agreed].clone();
        }
    }
    if !state["offer"].is_null() {
        position["offer"] = state["offer"].clone();
    }
    Some(position)
}

/// Whether a card is a unit of the demo pool.
fn is_unit(card: &Value) -> bool {
    card.as_str().is_some_and(|id| id <= "th-020")
}

/// Units that lie face down, and cards of the other player's hand, sequences and discard pile.
fn unseen(position: &Value, viewer: usize) -> Vec<Vec<(String, u64)>> {
    // In the order of their numbers; cards that the seat sees have no pointer.
    let mut cards: Vec<Option<String>> = Vec::new();
    for (index, unit) in position["field"].as_array().into_iter().flatten().enumerate() {
        // Another unit may have no more hit points than this one has wounds.
        let is_closed = unit["face"] == "down" && unit["known"] != json!(true) && unit["wounds"] == json!(0);
        let is_hidden = is_closed && unit["seat"] != json!(viewer);
        cards.push(is_hidden.then(|| format!("/field/{index}/card")));
        if !unit["order"].is_null() {
            cards.push(None);
        }
    }
    for (seat, half) in position["players"].as_array().into_iter().flatten().enumerate() {
        let mut add = |zone: &str, list: &Value| {
            let pointer = |index: usize| format!("/players/{seat}/{zone}/{index}");
            cards.extend((0..length(list)).map(|index| (seat != viewer).then(|| pointer(index))));
        };
        add("hand", &half["hand"]);
        for (index, sequence) in half["sequences"].as_array().into_iter().flatten().enumerate() {
            add(&format!("sequences/{index}/cards"), &sequence["cards"]);
        }
        add("discard_pile", &half["discard_pile"]);
        cards.extend(vec![None; length(&half["out"])]);
    }
    let hidden = cards.into_iter().zip(0..);
    let hidden = hidden.filter_map(|(at, number): (Option<String>, u64)| Some((at?, number)));
    let (units, orders): (Vec<_>, Vec<_>) =
        hidden.partition(|(at, _)| position.pointer(at).is_some_and(is_unit));
    vec![units, orders]
}

/// A replay that starts with a position, and its first entries.
fn starting(name: &str, position: &Value, entries: &Value) -> Value {
    json!({
        "actions": entries, "edition": "undated", "format": "rules-judge/1", "game": "tianhai",
        "players": [{ "name": name }, { "name": name }], "seed": seed_of(0).to_string(),
        "start": { "position": position },
    })
}

fn directed() -> Vec<Directed> {
    let none = || json!([]);
    let charge = || json!({ "card": "th-034", "facing": "N" });
    let rider = |order: Value| {
        let mut rider = json!({ "at": [0, 0], "seat": 0, "card": "th-001" });
        if !order.is_null() {
            rider["order"] = order;
        }
        rider
    };
    let guard = || json!({ "at": [0, 1], "seat": 1, "card": "th-012" });
    // All cards but the rider, the charge, and those in `more`.
    let riders = |more: &[&str]| {
        let mut hand = vec![
            "th-001", "th-002", "th-003", "th-004", "th-021", "th-021", "th-027", "th-027", "th-030",
            "th-030", "th-035", "th-036", "th-058",
        ];
        hand.extend(more);
        json!({ "hand": hand })
    };
    let units = ["th-011", "th-013", "th-018", "th-020"];
    // No order with which the guard could be defended.
    let orders =
        ["th-065", "th-065", "th-071", "th-071", "th-073", "th-074", "th-074", "th-082", "th-083", "th-088"];
    let all = [units.as_slice(), orders.as_slice()].concat();
    let charged = |all_out: bool| {
        let mut first = riders(&[]);
        first["plays"] = json!(1);
        let second = match all_out {
            true => json!({ "hand": orders, "out": units }),
            false => json!({ "hand": all }),
        };
        json!({
            "active": 0, "field": [rider(charge()), guard()], "players": [first, second], "round": 8,
            "window": "defence",
        })
    };
    let quiet = |active: usize, window: &str| {
        json!({
            "active": active, "field": [rider(Value::Null), guard()],
            "players": [riders(&["th-034"]), { "hand": all }],
            "round": 8, "window": window,
        })
    };
    let mut last_round = quiet(1, "recovery");
    last_round["options"] = json!({ "max_rounds": 8 });
    let agreed = json!([{ "seat": 0, "type": "offer_draw" }, { "seat": 1, "type": "accept_draw" }]);
    let declined = json!([{ "seat": 1, "type": "offer_draw" }, { "seat": 0, "type": "decline_draw" }]);
    // A unit that may go through an enemy.
    let mut through = quiet(0, "play");
    through["players"][0] = json!({
        "hand": [
            "th-002", "th-003", "th-003", "th-006", "th-021", "th-022", "th-024", "th-025", "th-027",
            "th-031",
            "th-038", "th-046", "th-054",
        ],
        "sequences": [{ "cards": ["th-021"], "paid_round": 7 }],
    });
    let (random, keen) = (["random", "random"], ["keen", "keen"]);
    vec![
        // The last unit of the opponent is hit, four are annihilated already.
        (starting("annihilation", &charged(true), &none()), random, "annihilation"),
        // The only unit on the battlefield is hit.
        (starting("an empty battlefield", &charged(false), &none()), random, "empty_battlefield"),
        // The round after which the game is a draw.
        (starting("the last round", &last_round, &none()), random, "round_limit"),
        // Bots offer nothing.
        (starting("a draw", &quiet(0, "play"), &agreed), random, "agreed_draw"),
        (starting("no draw", &quiet(0, "play"), &declined), keen, "decline_draw"),
        (starting("through an enemy", &through, &none()), keen, "choose_cells"),
    ]
}
