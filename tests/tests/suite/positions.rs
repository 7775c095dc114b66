//! Positions are made of the states of samples, and mean the same.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use rules_judge_engine::games;
use rules_judge_replays::answer::{NextDecision, Query, VerdictKind};
use rules_judge_replays::judging::Judge;
use rules_judge_tests::position::Form;
use rules_judge_tests::sample;
use serde_json::{Value, json};

/// Positions are made of states of every game, and mean the same: the state is rendered alike, but for what has
/// no place in a position.
#[test]
fn positions_are_made_of_states_of_every_game() {
    for game in games::IDS {
        let form = Form::of_game(game).expect("a game without a form of its positions");
        let mut made = 0;
        let judge = Judge::new();
        for text in sample::load(game).unwrap().iter().step_by(7) {
            let replay: Value = serde_json::from_slice(text).unwrap();
            let length = replay["actions"].as_array().unwrap().len();
            for at in (5..length.min(80)).step_by(3) {
                let query = Query { at: Some(at), ..Query::default() };
                let verdict = judge.verify(text, &query).unwrap();
                let state = verdict.state.unwrap().read().unwrap();
                let Some(position) = form.position(&state, &verdict.next) else { continue };
                let header = json!({
                    "actions": [], "format": "rules-judge/1", "game": game, "players": [{}, {}],
                    "seed": "0".repeat(64), "start": { "position": position },
                });
                let of_position = judge.verify(header.to_string().as_bytes(), &Query::default()).unwrap();
                assert_eq!(of_position.verdict, VerdictKind::Legal, "{:?}\n{header}", of_position.illegal);
                let asked = |next: &[NextDecision]| -> Vec<_> {
                    next.iter().map(|item| (item.kind, item.seat)).collect()
                };
                assert_eq!(asked(&of_position.next), asked(&verdict.next), "{header}");
                // Shown cards have the numbers of the position, so only words and counts are compared.
                let told = |state: &Value| -> Vec<String> {
                    let faces = |value: &Value| {
                        let mut faces = Vec::new();
                        words(value, &mut faces);
                        faces
                    };
                    state["players"].as_array().unwrap().iter().flat_map(faces).collect()
                };
                assert_eq!(told(&of_position.state.unwrap().read().unwrap()), told(&state), "{header}");
                made += 1;
            }
        }
        assert!(made > 30, "{game}: {made}");
    }
}

/// Every text of a value, in order.
fn words(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => found.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| words(item, found)),
        Value::Object(fields) => fields.values().for_each(|field| words(field, found)),
        _ => {}
    }
}
