//! The shapes of what is sent and answered: those of the types, and those that need no type of their own.

use rules_judge_replays::answer::position::{AskedAnswer, InexpressibleAnswer, NumberedCard, PositionAnswer};
use rules_judge_replays::answer::{
    CardPlace, FaultCode, Illegal, NotJudged, RefusalAnswer, TraceStep, Verdict, VerdictKind, WaitingAnswer,
};
use rules_judge_replays::catalog::cards::{CardAnswer, CardsAnswer, PoolAnswer};
use rules_judge_replays::catalog::lint::FindingAnswer;
use rules_judge_replays::catalog::rulebook::{
    ActionAnswer, ConditionAnswer, Counts, GameAnswer, GameLine, GamesAnswer, InLanguages, LimitAnswer,
    ProofAnswer, RuleAnswer, RuleLine, RulesAnswer, TermLine,
};
use rules_judge_replays::codec::format::{Header, Player, SeedCommit, Start};
use rules_judge_replays::judging::claim::{Claim, ClaimAnswer};
use rules_judge_replays::judging::compare::{CompareAnswer, Difference};
use rules_judge_replays::judging::{DeckAnswer, LegalAnswer};
use serde_json::{Map, Value, json};
use utoipa::OpenApi;

use crate::http::fault::{self, Problem};

#[derive(OpenApi)]
#[openapi(components(schemas(
    ActionAnswer,
    AskedAnswer,
    CardAnswer,
    CardPlace,
    CardsAnswer,
    Claim,
    ClaimAnswer,
    CompareAnswer,
    ConditionAnswer,
    Counts,
    DeckAnswer,
    Difference,
    FindingAnswer,
    GameAnswer,
    GameLine,
    GamesAnswer,
    Header,
    Illegal,
    InLanguages,
    InexpressibleAnswer,
    LegalAnswer,
    LimitAnswer,
    NotJudged,
    NumberedCard,
    Player,
    PoolAnswer,
    PositionAnswer,
    Problem,
    ProofAnswer,
    RefusalAnswer,
    RuleAnswer,
    RuleLine,
    RulesAnswer,
    SeedCommit,
    Start,
    TermLine,
    TraceStep,
    Verdict,
    VerdictKind,
    WaitingAnswer,
)))]
struct Schemas;

/// All shapes by their names.
pub(super) fn schemas() -> Map<String, Value> {
    let own = serde_json::to_value(Schemas::openapi()).unwrap_or_default();
    let mut schemas = match own.pointer("/components/schemas") {
        Some(Value::Object(schemas)) => schemas.clone(),
        _ => Map::new(),
    };
    further_schemas(&mut schemas);
    schemas
}

/// A schema by its name.
pub(super) fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

fn object(required: &[&str], properties: &Value) -> Value {
    json!({ "additionalProperties": false, "properties": properties, "required": required, "type": "object" })
}

/// What may stand in one field of an action: one of eleven forms, told apart by the name of their only
/// field. Each has a name of its own, for generators.
fn domains() -> Vec<(&'static str, Value)> {
    let count = json!({ "minimum": 0, "type": "integer" });
    let number = json!({ "type": "integer" });
    let cards = json!({ "items": count, "type": "array" });
    let text = json!({ "type": "string" });
    let texts = json!({ "items": text, "type": "array" });
    let values = json!({ "items": {}, "type": "array" });
    let cell = json!({ "items": number, "type": "array" });
    let list = |name: &str| json!({ "items": reference(name), "type": "array" });
    let form = |name: &str, description: &str, inner: Value| {
        let mut form = object(&[name], &json!({ name: inner }));
        if let Some(form) = form.as_object_mut() {
            form.insert("description".to_owned(), description.into());
        }
        form
    };
    let forms = vec![
        ("DomainOneOf", form("one_of", "One of these values.", json!({ "items": {}, "type": "array" }))),
        ("DomainOrder", form("order", "All of these cards in some order.", cards.clone())),
        ("DomainSubset", form("subset", "From min to max of these cards.", reference("Subset"))),
        (
            "DomainSequence",
            form("sequence", "So many of these cards, in the order named.", reference("Sequence")),
        ),
        ("DomainNumber", form("number", "A whole number.", reference("Range"))),
        ("DomainSum", form("sum", "Cards whose weights add to the total.", reference("Sum"))),
        (
            "DomainSplit",
            form("split", "An amount taken from holders or kinds of pieces.", reference("Split")),
        ),
        ("DomainBy", form("by", "Other values for every value of a field before this one.", reference("By"))),
        (
            "DomainPartition",
            form("partition", "All of these cards, each in one of the groups.", reference("Partition")),
        ),
        (
            "DomainMatching",
            form("matching", "Cards which fill slots by their colours.", reference("Matching")),
        ),
        ("DomainPath", form("path", "A way over the cells of a grid.", reference("Path"))),
    ];
    let all: Vec<Value> = forms.iter().map(|(name, _)| reference(name)).collect();
    let domain = json!({ "description": "What may stand in a field: one of eleven forms.", "oneOf": all });
    let parts = vec![
        ("Domain", domain),
        ("Subset", object(&["from", "max", "min"], &json!({ "from": cards, "max": count, "min": count }))),
        ("Sequence", object(&["from", "length"], &json!({ "from": cards, "length": count }))),
        ("Range", object(&["max", "min"], &json!({ "max": number, "min": number }))),
        ("Sum", object(&["from", "total"], &json!({ "from": list("WeighedCard"), "total": count }))),
        (
            "Split",
            object(
                &["max", "min", "over"],
                &json!({ "after": text, "max": count, "min": count, "over": list("Share") }),
            ),
        ),
        ("By", object(&["cases", "field"], &json!({ "cases": list("DomainCase"), "field": text }))),
        ("DomainCase", object(&["domain", "is"], &json!({ "domain": reference("Domain"), "is": values }))),
        ("Partition", object(&["groups", "of"], &json!({ "groups": texts, "of": cards }))),
        (
            "Matching",
            object(
                &["complete", "from", "max", "min", "slots"],
                &json!({
                    "complete": { "enum": ["slots", "cards"], "type": "string" },
                    "from": list("ColoredCard"), "max": count, "min": count,
                    "slots": { "items": texts, "type": "array" },
                }),
            ),
        ),
        ("ColoredCard", object(&["card", "colors"], &json!({ "card": count, "colors": texts }))),
        (
            "Path",
            object(
                &["blocked", "diagonal", "from", "max", "min"],
                &json!({
                    "blocked": { "items": cell, "type": "array" }, "diagonal": { "type": "boolean" },
                    "from": cell, "max": count, "min": count,
                    "within": { "items": cell, "type": "array" },
                }),
            ),
        ),
        ("WeighedCard", object(&["card", "weight"], &json!({ "card": count, "weight": count }))),
        (
            "Share",
            object(&["kind", "most"], &json!({ "from": {}, "kind": text, "least": count, "most": count })),
        ),
    ];
    [forms, parts].concat()
}

/// What clients send, and what needs no type of its own here.
fn further_schemas(schemas: &mut Map<String, Value>) {
    let digest = json!({ "pattern": "^sha256:[0-9a-f]{64}$", "type": "string" });
    let entry = json!({
        "description": "One entry of a log: the seat, the kind of action, and its fields. Each game has a JSON Schema of its actions. With declared chance also an outcome: the type `chance`, the seat `null`, the label of the step, and either the card (its number, or its id in the pool if it is not named yet) or the number.",
        "additionalProperties": true,
        "properties": { "seat": { "enum": [0, 1, null], "type": ["integer", "null"] }, "type": { "type": "string" } },
        "required": ["seat", "type"],
        "type": "object",
    });
    let action = json!({
        "description": "An answer that is legal: an entry but for its seat, which is that of who is asked.",
        "additionalProperties": true,
        "properties": { "type": { "type": "string" } },
        "required": ["type"],
        "type": "object",
    });
    let listing = json!({ "items": reference("Action"), "maxItems": 64, "type": "array" });
    let line = json!({ "minimum": 1, "type": "integer" });
    let list = json!({ "items": reference("Entry"), "maxItems": rules_judge_replays::codec::format::ENTRY_LIMIT, "type": "array" });
    sharpen(schemas);
    let mut replay = schemas.get("Header").cloned().unwrap_or_default();
    if let Some(Value::Object(properties)) = replay.get_mut("properties") {
        properties.insert("actions".to_owned(), list.clone());
        let claim = json!({ "oneOf": [{ "type": "null" }, reference("Claim")] });
        properties.insert("claim".to_owned(), claim);
    }
    if let Some(Value::Array(required)) = replay.get_mut("required") {
        required.insert(0, "actions".into());
    }
    if let Some(replay) = replay.as_object_mut() {
        replay.insert(
            "description".to_owned(),
            "A game: whatever is fixed before its first decision, and its log.".into(),
        );
    }
    let logs = json!({ "items": list, "maxItems": rules_judge_replays::judging::compare::LOGS_LIMIT, "minItems": 2, "type": "array" });
    for (name, schema) in [
        ("Entry", entry),
        ("Action", action),
        (
            "Outcome",
            object(
                &["cites", "kind", "reason", "winner"],
                &json!({
                    "cites": { "items": { "type": "string" }, "type": "array" },
                    "kind": { "enum": ["draw", "win"], "type": "string" },
                    "reason": { "type": "string" },
                    "winner": { "enum": [0, 1, null], "type": ["integer", "null"] },
                }),
            ),
        ),
        (
            "Asked",
            json!({
                "description": "Who is asked what. Only a viewer who may see the answers gets them.",
                "properties": {
                    "count": { "description": "How many legal answers there are; null: more than 10 000.", "type": ["integer", "null"] },
                    "kind": { "description": "The question; `chance`: an outcome is due, and the seat is `null`.", "type": "string" },
                    "label": { "description": "Of an outcome: the label of its step.", "type": "string" },
                    "listing": listing,
                    "sealed": { "type": "boolean" },
                    "seat": { "enum": [0, 1, null], "type": ["integer", "null"] },
                    "shapes": { "items": reference("Shape"), "type": "array" },
                },
                "required": ["kind", "sealed", "seat"],
                "type": "object",
            }),
        ),
        (
            "ResponseCache",
            object(
                &["count", "listing", "shapes"],
                &json!({
                    "count": { "type": ["integer", "null"] },
                    "listing": listing,
                    "shapes": { "items": reference("Shape"), "type": "array" },
                }),
            ),
        ),
        (
            "Shape",
            json!({
                "additionalProperties": false,
                "description": "A kind of action with its slots, each with what may fill it.",
                "properties": { "slots": { "items": reference("Slot"), "type": "array" }, "type": { "type": "string" } },
                "required": ["slots", "type"],
                "type": "object",
            }),
        ),
        (
            "Slot",
            json!({
                "additionalProperties": false,
                "description": "A field of an action, and what may stand in it.",
                "properties": { "domain": reference("Domain"), "name": { "type": "string" } },
                "required": ["domain", "name"],
                "type": "object",
            }),
        ),
        ("Replay", replay),
        (
            "Move",
            json!({
                "description": "One entry, after a kept judgement or after a replay.",
                "oneOf": [reference("MoveFromBase"), reference("MoveFromReplay")],
            }),
        ),
        (
            "MoveFromBase",
            object(&["action", "base"], &json!({ "action": reference("Entry"), "base": digest })),
        ),
        (
            "MoveFromReplay",
            object(
                &["action", "replay"],
                &json!({ "action": reference("Entry"), "replay": reference("Replay") }),
            ),
        ),
        ("Comparison", object(&["header", "logs"], &json!({ "header": reference("Header"), "logs": logs }))),
        (
            "DeckCheck",
            object(
                &["deck", "game"],
                &json!({
                    "deck": { "additionalProperties": true, "type": "object" },
                    "edition": { "type": ["string", "null"] },
                    "game": { "type": "string" },
                    "pool": { "type": ["object", "string", "null"] },
                }),
            ),
        ),
        (
            "Pool",
            json!({
                "description": "A card pool. Each game has a JSON Schema of its pools.",
                "properties": { "cards": { "items": { "additionalProperties": true, "type": "object" }, "type": "array" }, "game": { "type": "string" } },
                "required": ["cards", "game"],
                "type": "object",
            }),
        ),
        (
            "LegalActions",
            json!({
                "description": "The legal answers; or, after a log that is not legal, its verdict.",
                "oneOf": [reference("LegalAnswer"), reference("NotLegal")],
            }),
        ),
        (
            "PositionOrVerdict",
            json!({
                "description": "The position; or, after a log that is not legal, its verdict.",
                "oneOf": [reference("PositionAnswer"), reference("NotLegal")],
            }),
        ),
        ("NotLegal", object(&["verdict"], &json!({ "verdict": reference("Verdict") }))),
        (
            "BatchLine",
            json!({
                "description": "The answer to one line, or the last line.",
                "oneOf": [reference("BatchVerdict"), reference("BatchProblem"), reference("BatchEnd")],
            }),
        ),
        (
            "BatchVerdict",
            object(&["line", "verdict"], &json!({ "line": line, "verdict": reference("Verdict") })),
        ),
        (
            "BatchProblem",
            object(&["line", "problem"], &json!({ "line": line, "problem": reference("Problem") })),
        ),
        (
            "BatchEnd",
            object(
                &["done", "lines"],
                &json!({
                    "done": { "description": "false: the body broke off.", "type": "boolean" },
                    "line": line,
                    "lines": { "minimum": 0, "type": "integer" },
                    "problem": reference("Problem"),
                }),
            ),
        ),
        (
            "Health",
            object(
                &["status"],
                &json!({
                    "status": { "enum": ["ok", "ready"], "type": "string" },
                    "store": { "enum": ["none", "ready", "off"], "type": "string" },
                }),
            ),
        ),
        ("Document", json!({ "additionalProperties": true, "type": "object" })),
    ] {
        schemas.insert(name.to_owned(), schema);
    }
    schemas.extend(domains().into_iter().map(|(name, schema)| (name.to_owned(), schema)));
    if let Some(Value::Object(problem)) = schemas.get_mut("Problem")
        && let Some(Value::Object(properties)) = problem.get_mut("properties")
    {
        let codes: Vec<&str> = FaultCode::ALL.iter().map(|code| fault::entry(*code).code).collect();
        properties.insert(
            "code".to_owned(),
            json!({ "description": "Stable code.", "enum": codes, "type": "string" }),
        );
    }
}

/// What the types of values leave open.
fn sharpen(schemas: &mut Map<String, Value>) {
    let or_null = |name: &str| json!({ "oneOf": [{ "type": "null" }, reference(name)] });
    let seed = json!({
        "description": "The seed of everything random.", "pattern": "^[0-9a-f]{64}$", "type": ["string", "null"],
    });
    for (schema, name, sharper) in [
        (
            "Verdict",
            "next",
            json!({ "description": "Who is asked; empty when nothing more may be logged.", "items": reference("Asked"), "type": "array" }),
        ),
        ("Verdict", "outcome", or_null("Outcome")),
        ("LegalAnswer", "next", json!({ "items": reference("Asked"), "type": "array" })),
        ("Illegal", "legal", or_null("ResponseCache")),
        ("Illegal", "stage", json!({ "enum": ["header", "log"], "type": "string" })),
        ("Header", "seed", seed),
        (
            "Header",
            "format",
            json!({ "enum": [rules_judge_replays::codec::format::FORMAT], "type": "string" }),
        ),
        (
            "Header",
            "players",
            json!({ "description": "The two players, seat 0 first.", "items": reference("Player"), "maxItems": 2, "minItems": 2, "type": "array" }),
        ),
    ] {
        if let Some(Value::Object(properties)) =
            schemas.get_mut(schema).and_then(|schema| schema.get_mut("properties"))
        {
            properties.insert(name.to_owned(), sharper);
        }
    }
    // What is `null` is written all the same, so that every client finds every field.
    for (schema, left_out) in [
        ("Verdict", ["chance", "trace", "trace_next", "waiting"].as_slice()),
        ("Illegal", &[]),
        ("NotJudged", &["cites", "place"]),
        ("PositionAnswer", &[]),
        ("WaitingAnswer", &[]),
        ("CardPlace", &["index"]),
    ] {
        if let Some(Value::Object(schema)) = schemas.get_mut(schema)
            && let Some(Value::Object(properties)) = schema.get("properties")
        {
            let names = properties.keys().filter(|name| !left_out.contains(&name.as_str()));
            let required: Vec<Value> = names.map(|name| name.as_str().into()).collect();
            schema.insert("required".to_owned(), required.into());
        }
    }
}
