//! Positions made of full states, for tests that change what a seat cannot see. A further game is one more
//! line of [`FORMS`].

use std::collections::BTreeSet;

use rules_judge_replays::answer::Asked;
use serde_json::{Map, Value, json};

use crate::mutation::Dice;

/// Who sees the faces of a zone's cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sight {
    /// Everybody.
    Everybody,
    /// The player whose zone it is.
    Owner,
    /// Nobody.
    Nobody,
}

/// How a game's positions are made of its states.
#[derive(Debug, Clone, Copy)]
pub struct Form {
    /// The game.
    pub game: &'static str,
    /// The position of a state and what is asked there, if it can be said as one.
    of: fn(&Value, &str) -> Option<Value>,
    /// How many cards of a half are numbered before those of its zones.
    before: fn(&Value) -> usize,
    /// The zones that are lists, in the order in which their cards are numbered.
    zones: &'static [(&'static str, Sight)],
}

/// The form of every game.
pub const FORMS: &[Form] = &[
    Form {
        game: "azur-lane",
        of: azur_lane,
        before: |half| {
            let under = |stack: &Value| 1 + length(&stack["under"]);
            half["battlefield"].as_object().map_or(0, |field| field.values().map(under).sum())
        },
        zones: &[
            ("hand", Sight::Owner),
            ("deck", Sight::Nobody),
            ("durability", Sight::Nobody),
            ("retreat", Sight::Everybody),
        ],
    },
    Form {
        game: "xinglingwang",
        of: xinglingwang,
        before: |half| {
            let is_card = |unit: &&Value| unit["card"] != "traveler";
            let units = half["field"].as_object().map_or(0, |field| field.values().filter(is_card).count());
            units + usize::from(!half["field_card"].is_null())
        },
        zones: &[
            ("hand", Sight::Owner),
            ("deck", Sight::Nobody),
            ("graveyard", Sight::Everybody),
            ("exile", Sight::Everybody),
        ],
    },
];

fn length(list: &Value) -> usize {
    list.as_array().map_or(0, Vec::len)
}

impl Form {
    /// The form of a game.
    pub fn of_game(game: &str) -> Option<&'static Form> {
        FORMS.iter().find(|form| form.game == game)
    }

    /// The position of a full state in which one seat is asked; `None`: it cannot be said as one.
    pub fn position(&self, state: &Value, next: &[Asked]) -> Option<Value> {
        match next {
            [asked] => (self.of)(state, asked.kind),
            _ => None,
        }
    }

    /// The position with every zone unknown that not everybody sees.
    pub fn hidden(&self, position: &Value) -> Value {
        let mut hidden = position.clone();
        for half in hidden["players"].as_array_mut().into_iter().flatten() {
            for (zone, _) in self.zones.iter().filter(|(_, sight)| *sight != Sight::Everybody) {
                half[zone] = json!({ "unknown": length(&half[zone]) });
            }
        }
        hidden
    }

    /// The position with the faces dealt anew that a seat does not see, and the numbers of those cards.
    pub fn dealt_anew(&self, position: &Value, viewer: usize, dice: &mut Dice) -> (Value, BTreeSet<u64>) {
        let (mut dealt, mut hidden) = (position.clone(), BTreeSet::new());
        let mut number = 0;
        for (seat, half) in position["players"].as_array().into_iter().flatten().enumerate() {
            number += (self.before)(half);
            let mut places = Vec::new();
            for (zone, sight) in self.zones {
                let cards = length(&half[zone]);
                if *sight == Sight::Nobody || (*sight == Sight::Owner && seat != viewer) {
                    places.extend((0..cards).map(|index| (zone, index)));
                    hidden.extend((number..number + cards).map(|card| card as u64));
                }
                number += cards;
            }
            let mut faces: Vec<Value> =
                places.iter().map(|(zone, index)| half[zone][index].clone()).collect();
            for (zone, index) in places {
                dealt["players"][seat][zone][index] = faces.remove(dice.below(faces.len()));
            }
        }
        (dealt, hidden)
    }
}

fn ids(cards: &Value) -> Vec<Value> {
    cards.as_array().map_or_else(Vec::new, |cards| cards.iter().map(|card| card["card"].clone()).collect())
}

/// Quiet, in the main phase or before an attack.
fn azur_lane(state: &Value, kind: &str) -> Option<Value> {
    let quiet = state["effects"] == json!([]) && state["waiting"] == json!([]) && state["battle"].is_null();
    if !quiet || !["main", "battle_choice"].contains(&kind) {
        return None;
    }
    let half = |half: &Value| {
        let mut battlefield = Map::new();
        for (cell, stack) in half["battlefield"].as_object()? {
            let mut standing = json!({
                "card": stack["card"], "fresh": stack["fresh"], "state": stack["state"],
                "under": ids(&stack["under"]),
            });
            if let Some(face) = stack.get("face") {
                standing["face"] = face.clone();
            }
            battlefield.insert(cell.clone(), standing);
        }
        let cubes: Map<String, Value> = half["cost_zone"]
            .as_object()?
            .iter()
            .filter(|(_, count)| **count != json!(0))
            .map(|(kind, count)| (kind.clone(), count.clone()))
            .collect();
        let list = |zone: &str| ids(&half[zone]["cards"]);
        Some(json!({
            "battlefield": battlefield, "cubes": cubes, "hand": list("hand"), "deck": list("deck"),
            "durability": list("durability"), "retreat": list("retreat"),
        }))
    };
    let halves: Vec<Value> = state["players"].as_array()?.iter().map(half).collect::<Option<_>>()?;
    Some(json!({ "active": state["active"], "players": halves, "turn": state["turn"], "window": kind }))
}

/// Quiet, in the summon phase before its play or in the tactics phase before the choice, with single units.
fn xinglingwang(state: &Value, kind: &str) -> Option<Value> {
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
