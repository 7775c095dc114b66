//! Azur Lane.

#![allow(clippy::indexing_slicing)]

use rules_judge_engine::games::azur_lane::printed::SKILL_LIMIT;
use rules_judge_replays::tools::bot::seed_of;
use serde_json::{Map, Value, json};

use super::{BeforeDraw, Directed, Secrets, Target, Tested, ids, length};

pub(super) const TESTED: Tested = Tested {
    game: "azur-lane",
    position,
    before_zones: |half| {
        let under = |stack: &Value| 1 + length(&stack["under"]);
        half["battlefield"].as_object().map_or(0, |field| field.values().map(under).sum())
    },
    unseen: None,
    abilities: (SKILL_LIMIT, "too_many_skills"),
    card: |skills| {
        json!({
            "id": "x-1", "kind": "ship", "name": "x", "cost": 1, "colors": [], "type": "munition",
            "camps": [], "power": 100, "support": {"range": ["hand"], "value": 100}, "skills": skills,
        })
    },
    ability: |sentences| json!({"activated": {"body": {"do": vec![json!({"draw": {}}); sentences]}}}),
    values: |values| {
        let what = json!({"cards": {"fits": [{"type": values}], "take": "all"}});
        json!({"activated": {"body": {"do": [{"rest": {"what": what}}]}}})
    },
    naming: |name| {
        let cards = json!({"take": {"exactly": 1}, "name": name});
        json!({"activated": {"body": {"do": [{"choose": {"cards": cards}}]}}})
    },
    declares: "types",
    of_the_book: 14,
    known: "munition",
    in_hand: Some(|target| {
        let cards = |from: &str| json!({"cards": {"from": from, "take": "all"}});
        let to = match target {
            Target::Field => cards("battlefield"),
            Target::Hand => cards("hand"),
            Target::Itself => json!("this"),
        };
        json!({
            "continuous": {
                "zone": "hand", "apply": [{"modify": {"what": to, "stat": "power", "by": {"add": 100}}}],
            },
        })
    }),
    texts: |card| length(&card["skills"]) + length(&card["back"]["skills"]),
    broken: ("attack", "target", "target_not_rested"),
    directed,
    before_draw: Some(|| BeforeDraw {
        window: "reset",
        half: json!({ "durability": ["rj-010"], "battlefield": { "B2": { "card": "rj-001" } } }),
        entries: Vec::new(),
    }),
    asks_some_hands: true,
    secrets: Secrets::MANY,
    naming_kinds: 6,
    refused_words: &[],
    expressible: (8, 9),
};

/// A position of a state in the main phase or before an attack, without running effects.
fn position(state: &Value, kind: &str) -> Option<Value> {
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

fn directed() -> Vec<Directed> {
    let deck = |n: usize| vec!["rj-009"; n];
    let half = |field: Value, hand: Value, deck: Vec<&str>, durability: usize| {
        json!({
            "battlefield": field, "hand": hand, "deck": deck, "durability": vec!["rj-010"; durability],
            "cubes": { "up": 8 },
        })
    };
    let flagship = || json!({ "B2": { "card": "rj-001" } });
    let two = || json!({ "B2": { "card": "rj-001" }, "F1": { "card": "rj-101" } });
    let position = |name: &str, turn: u64, window: &str, halves: [Value; 2]| {
        json!({
            "actions": [], "edition": "2025-05-28", "format": "rules-judge/1", "game": "azur-lane",
            "players": [{ "name": name }, { "name": name }], "seed": seed_of(turn).to_string(),
            "start": { "position": { "active": 0, "players": halves, "turn": turn, "window": window } },
        })
    };
    let (random, keen) = (["random", "random"], ["keen", "keen"]);
    let quiet = || half(flagship(), json!(["rj-009"]), deck(20), 5);
    let both_lose = [half(flagship(), json!([]), deck(5), 0), half(flagship(), json!([]), deck(5), 0)];
    let skill_win = [half(two(), json!([]), deck(20), 7), quiet()];
    let skill_loss =
        [half(flagship(), json!(["rj-103"]), deck(20), 5), half(flagship(), json!(["rj-009"]), deck(8), 5)];
    let skill_draw =
        [half(flagship(), json!(["rj-108"]), deck(20), 0), half(flagship(), json!([]), deck(20), 0)];
    let endless = [
        half(
            json!({ "B2": { "card": "rj-001" }, "F1": { "card": "rj-079", "state": "rested" },
                    "F2": { "card": "rj-080" } }),
            json!(["rj-022"]),
            deck(20),
            5,
        ),
        quiet(),
    ];
    let full_hand = [
        half(
            json!({ "B2": { "card": "rj-008" }, "F1": { "card": "rj-100", "under": ["rj-009", "rj-020"] } }),
            json!(["rj-035", "rj-103", "rj-057", "rj-098", "rj-106", "rj-107", "rj-014", "rj-072", "rj-108"]),
            deck(20),
            3,
        ),
        quiet(),
    ];
    let mut defended = half(
        json!({ "B2": { "card": "rj-004" }, "F1": { "card": "rj-062", "state": "rested" } }),
        json!([]),
        deck(20),
        4,
    );
    defended["cubes"] = json!({ "down": 2, "up": 2 });
    let attacking =
        json!({ "B2": { "card": "rj-001" }, "F1": { "card": "rj-011" }, "F2": { "card": "rj-018" } });
    let two_kinds = [half(attacking, json!([]), deck(20), 5), defended];
    let mut large =
        half(json!({ "B2": { "card": "rj-006", "face": "back" } }), json!(["rj-009"]), deck(12), 5);
    large["retreat"] = json!(vec!["rj-009"; 18]);
    let large = [large, quiet()];
    vec![
        // Both decks are just enough for the durability of their flagships.
        (position("both lose", 0, "mulligan", both_lose), random, "both_lose"),
        // Seven cards of durability at the end of the turn.
        (position("wins by a skill", 9, "battle_choice", skill_win), random, "skill_win"),
        // The opponent's deck has eight cards.
        (position("loses by a skill", 9, "main", skill_loss), keen, "skill_loss"),
        // No seat has durability left.
        (position("a draw by a skill", 9, "main", skill_draw), keen, "skill_draw"),
        // Two ships that turn each other without end.
        (position("without end", 9, "main", endless), keen, "damage"),
        // Payments of two kinds, cards under a card, more actions than a listing has room for.
        (position("a full hand", 9, "main", full_hand.clone()), random, "play_event"),
        (position("a full hand", 11, "main", full_hand), keen, "damage"),
        // Any of eighteen cards: more combinations than are counted.
        (position("a large choice", 9, "battle_choice", large), keen, "choose_cards"),
        // A skill has to be paid with cubes of two kinds.
        (position("two kinds of cubes", 9, "battle_choice", two_kinds), keen, "choose_cubes"),
    ]
}
