//! Messages about wrong values use terms of the wire: the field, what the schema expects, an example. They
//! name no type of the program.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use std::collections::BTreeSet;

use rules_judge_engine::games::{self, Registered, Visit};
use rules_judge_replays::answer::{Fault, FaultCode, Query};
use rules_judge_replays::codec::entry::Entry;
use rules_judge_replays::codec::mismatch;
use rules_judge_replays::judging::Judge;
use serde_json::{Map, Value, json};

use crate::shapes::Schema;

/// Words that only a reader of the source understands.
const OF_TYPES: [&str; 17] = [
    "expected",
    "invalid ",
    "variant",
    "struct ",
    "newtype",
    "tuple",
    "sequence",
    "untagged",
    "serde",
    "u8",
    "u16",
    "u32",
    "u64",
    "i32",
    "i64",
    "`",
    "cannot be read",
];

impl Schema {
    /// Values of every form, each with all its fields.
    fn every_form(&self, node: &Value, depth: usize) -> Vec<Value> {
        let node = self.resolved(node);
        if let Some(word) = node.get("const").or_else(|| node.get("enum")?.get(0)) {
            return vec![word.clone()];
        }
        if depth > 8 {
            return Vec::new();
        }
        for several in ["oneOf", "anyOf"] {
            if let Some(all) = node.get(several).and_then(Value::as_array) {
                return all.iter().flat_map(|one| self.every_form(one, depth + 1)).collect();
            }
        }
        let kind = match &node["type"] {
            Value::Array(kinds) => kinds[0].as_str().unwrap(),
            kind => kind.as_str().unwrap_or("null"),
        };
        match kind {
            "object" => {
                let mut fields = Map::new();
                for (name, field) in node["properties"].as_object().into_iter().flatten() {
                    fields.extend(
                        self.every_form(field, depth + 1)
                            .into_iter()
                            .take(1)
                            .map(|value| (name.clone(), value)),
                    );
                }
                // Each form of a field stands in one of the values.
                let forms = node["properties"].as_object().into_iter().flatten().flat_map(|(name, field)| {
                    self.every_form(field, depth + 1)
                        .into_iter()
                        .skip(1)
                        .take(30)
                        .map(|value| (name.clone(), value))
                });
                let more = forms.map(|(name, value)| {
                    let mut fields = fields.clone();
                    fields.insert(name, value);
                    Value::Object(fields)
                });
                let more: Vec<Value> = more.collect();
                std::iter::once(Value::Object(fields)).chain(more).collect()
            }
            "array" => {
                let items = match node.get("prefixItems").and_then(Value::as_array) {
                    Some(items) => {
                        vec![items.iter().filter_map(|item| self.every_form(item, depth + 1).pop()).collect()]
                    }
                    None => self
                        .every_form(&node["items"], depth + 1)
                        .into_iter()
                        .map(|item| json!([item]))
                        .collect(),
                };
                if items.is_empty() { vec![json!([])] } else { items }
            }
            "integer" => vec![
                node["minimum"]
                    .as_i64()
                    .unwrap_or(0)
                    .max(1)
                    .min(node["maximum"].as_i64().unwrap_or(1))
                    .into(),
            ],
            "boolean" => vec![true.into()],
            "string" => vec![node["examples"].get(0).cloned().unwrap_or_else(|| "x".into())],
            _ => vec![Value::Null],
        }
    }
}

/// Every place of a value.
fn places(value: &Value, here: &str, found: &mut Vec<String>) {
    found.push(here.to_owned());
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, inner)| places(inner, &format!("{here}/{name}"), found))
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(at, inner)| places(inner, &format!("{here}/{at}"), found));
        }
        _ => {}
    }
}

/// The value with one mistake, in every place and of every kind.
fn spoilt(value: &Value) -> Vec<Value> {
    let wrong = [
        Value::Null,
        json!(true),
        json!(-1),
        json!(70_000),
        json!(5_000_000_000u64),
        json!("no such word"),
        json!([]),
        json!({}),
        json!([[]]),
        json!({"no_such_field": 1}),
        json!(["x"]),
    ];
    let mut all = Vec::new();
    let mut found = Vec::new();
    places(value, "", &mut found);
    for place in found {
        let mut put = |with: &dyn Fn(&mut Value)| {
            let mut other = value.clone();
            with(other.pointer_mut(&place).unwrap());
            if other != *value {
                all.push(other);
            }
        };
        for wrong in &wrong {
            put(&|there| *there = wrong.clone());
        }
        if let Some(Value::Object(fields)) = value.pointer(&place) {
            put(&|there| drop(there.as_object_mut().unwrap().insert("no_such_field".to_owned(), json!(1))));
            for name in fields.keys() {
                put(&|there| drop(there.as_object_mut().unwrap().remove(name)));
            }
        }
    }
    all
}

#[derive(Default)]
struct Seen {
    faults: usize,
    details: BTreeSet<String>,
}

impl Seen {
    fn note(&mut self, fault: &Fault, sent: &Value) {
        let detail = &fault.detail;
        // Fields and words may have the name of a type, so text in quotes is not tested.
        let unquoted: String = detail.split('"').step_by(2).collect();
        for word in OF_TYPES {
            assert!(!unquoted.contains(word), "{word:?} in {detail:?} of {sent}");
        }
        if fault.code == FaultCode::WrongShape {
            assert!(fault.pointer.is_some(), "{detail:?} of {sent} has no place");
            self.faults += 1;
            self.details.insert(detail.clone());
        }
    }
}

/// The header with every field, of which some exclude each other.
fn with_every_field<G: Registered>(mut header: Value) -> Value {
    for (name, value) in [
        ("claim", json!({"kind": "win", "reason": "x", "winner": 0})),
        ("seed", json!("00".repeat(32))),
        ("edition", json!(G::INFO.edition)),
        ("facts", json!([{ "card": "x" }])),
        ("options", json!({})),
        (
            "seed_commit",
            json!({
                "commits": ["00".repeat(32), "00".repeat(32)],
                "reveals": ["00".repeat(32), "00".repeat(32)],
            }),
        ),
        ("chance", json!("declared")),
        ("salt", json!("0".repeat(32))),
    ] {
        header[name] = value;
    }
    header["players"] = json!([{"name": "x", "deck": {}}, {}]);
    header
}

struct Wrong;

impl Visit for Wrong {
    type Out = ();

    fn visit<G: Registered>(self) {
        let judge = Judge::new();
        let header =
            json!({"format": "rules-judge/1", "game": G::INFO.id, "players": [{}, {}], "actions": []});
        let mut seen = Seen::default();
        let mut ask = |replay: &Value| {
            if let Err(fault) = judge.verify(replay.to_string().as_bytes(), &Query::default()) {
                seen.note(&fault, replay);
            }
        };
        let entries = Schema::of::<Entry<G::Action>>();
        for entry in entries.every_form(&entries.0, 0) {
            for entry in spoilt(&entry).into_iter().step_by(9) {
                let mut replay = header.clone();
                replay["actions"] = json!([entry]);
                ask(&replay);
            }
        }
        let decks = Schema::of::<G::Deck>();
        for deck in decks.every_form(&decks.0, 0).iter().flat_map(spoilt) {
            let mut replay = header.clone();
            replay["players"][1]["deck"] = deck;
            ask(&replay);
        }
        let positions = Schema::of::<G::Position>();
        for (number, position) in positions.every_form(&positions.0, 0).iter().take(60).enumerate() {
            // The first has every field; of the others only some places are tested.
            for position in spoilt(position).into_iter().step_by(if number == 0 { 5 } else { 61 }) {
                let mut replay = header.clone();
                replay["start"] = json!({ "position": position });
                ask(&replay);
            }
        }
        for header in spoilt(&with_every_field::<G>(header)) {
            // The game is read before everything else.
            if header["game"] == G::INFO.id {
                ask(&header);
            }
        }
        assert!(seen.faults > 500 && seen.details.len() > 100, "{} {}", seen.faults, seen.details.len());
    }
}

#[test]
fn no_fault_names_a_type() {
    std::thread::scope(|scope| {
        for game in games::IDS {
            scope.spawn(|| games::dispatch(game, Wrong).unwrap());
        }
    });
}

struct Examples;

impl Visit for Examples {
    type Out = usize;

    fn visit<G: Registered>(self) -> usize {
        let schema = Schema::of::<Entry<G::Action>>();
        let mut tried = 0;
        for entry in schema.every_form(&schema.0, 0).iter().flat_map(spoilt).step_by(11) {
            let Some(found) = mismatch::find::<Entry<G::Action>>(&entry) else { continue };
            let Some(example) = found.example.clone() else { continue };
            let mut right = entry.clone();
            let place: String = found.path.iter().map(|part| format!("/{part}")).collect();
            let there = right.pointer_mut(&place).unwrap();
            match &found.wrong {
                mismatch::Wrong::Missing { field, .. } => there[field] = example,
                _ => *there = example,
            }
            let next = mismatch::find::<Entry<G::Action>>(&right);
            assert!(
                next.as_ref().is_none_or(|next| *next != found),
                "{entry}: {:?} is not right: {next:?}",
                found.detail()
            );
            tried += 1;
        }
        tried
    }
}

/// Replacing the mistake by the example of the message makes the value right.
#[test]
fn examples_are_right() {
    for game in games::IDS {
        let tried = games::dispatch(game, Examples).unwrap();
        assert!(tried > 100, "{game}: {tried}");
    }
}

/// The messages, word for word.
#[test]
fn messages_about_wrong_values() {
    let judge = Judge::new();
    let ask = |entry: Value| {
        let replay =
            json!({"format": "rules-judge/1", "game": "azur-lane", "players": [{}, {}], "actions": [entry]});
        let fault = judge.verify(replay.to_string().as_bytes(), &Query::default()).unwrap_err();
        (fault.pointer.unwrap(), fault.detail)
    };
    let expected = |pointer: &str, detail: &str| (pointer.to_owned(), detail.to_owned());
    assert_eq!(
        ask(json!({"seat": 0, "type": "attack", "attacker": 3, "target": "x"})),
        expected(
            "/actions/0/target",
            "field \"target\": this has to be a card number (0 to 65535), for example 12; \"x\" was sent"
        )
    );
    assert_eq!(
        ask(json!({"seat": 0, "type": "attack", "attacker": 3})),
        expected(
            "/actions/0",
            "the field \"target\" is missing; it has to be a card number (0 to 65535), for example 12"
        )
    );
    assert_eq!(
        ask(json!({"seat": 2, "type": "pass"})),
        expected(
            "/actions/0/seat",
            "field \"seat\": this has to be a seat (0 or 1), for example 1; 2 was sent"
        )
    );
    assert_eq!(
        ask(json!({"seat": 0, "type": "play_ship", "card": 1, "at": "F1"})),
        expected(
            "/actions/0/at",
            "field \"at\": this has to be an object with the fields cell, seat, for example \
            {\"cell\":\"F1\",\"seat\":1}; \"F1\" was sent"
        )
    );
    assert_eq!(
        ask(json!({"seat": 0, "type": "pass", "card": 1})),
        expected("/actions/0/card", "field \"card\": there is no such field here; the fields are seat, type")
    );
    let (pointer, detail) = ask(json!({"seat": 0, "type": "atack"}));
    assert_eq!(pointer, "/actions/0/type");
    assert!(
        detail.starts_with("field \"type\": this has to be one of \"choose_first\", \"mulligan\"")
            && detail.ends_with("\"atack\" was sent, nearest to which: \"attack\""),
        "{detail}"
    );
}
