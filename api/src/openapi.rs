//! The description of the service for programs: OpenAPI 3.1.
//!
//! The table of [`operations`] says what each call takes and which faults it may have; the shapes are
//! those of the types that are written and read. A test keeps the table and the routes together, and
//! sends every example.

use std::collections::BTreeMap;

use rules_judge_replays::answer::Illegal;
use rules_judge_replays::answer::{Fault, FaultCode, NotJudged, RefusalAnswer, Verdict, VerdictKind};
use rules_judge_replays::cards::{CardAnswer, CardsAnswer, PoolAnswer};
use rules_judge_replays::claim::{Claim, ClaimAnswer};
use rules_judge_replays::compare::{CompareAnswer, Difference};
use rules_judge_replays::format::{Header, Player, SeedCommit, Start};
use rules_judge_replays::judge::{DeckAnswer, Judge, LegalAnswer};
use rules_judge_replays::lint::FindingAnswer;
use rules_judge_replays::rulebook::{
    ActionAnswer, ConditionAnswer, Counts, GameAnswer, GameLine, GamesAnswer, InLanguages, LimitAnswer,
    ProofAnswer, RuleAnswer, RuleLine, RulesAnswer, TermLine,
};
use serde_json::{Map, Value, json};
use utoipa::OpenApi;

use crate::fault::{JSON, LINES, Problem, entry};

#[derive(OpenApi)]
#[openapi(components(schemas(
    ActionAnswer,
    CardAnswer,
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
    LegalAnswer,
    LimitAnswer,
    NotJudged,
    Player,
    PoolAnswer,
    Problem,
    ProofAnswer,
    RefusalAnswer,
    RuleAnswer,
    RuleLine,
    RulesAnswer,
    SeedCommit,
    Start,
    TermLine,
    Verdict,
    VerdictKind,
)))]
struct Schemas;

/// One call.
#[derive(Debug, Clone)]
pub struct Operation {
    /// `get`, `post` or `put`.
    pub method: &'static str,
    /// The path, with parameters in braces.
    pub path: &'static str,
    /// Names the call in generated clients.
    pub id: &'static str,
    /// The group it belongs to.
    pub tag: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// The parameters of the query that it takes.
    pub query: &'static [&'static str],
    /// The content type and schema of the body that it takes.
    pub takes: Option<(&'static str, &'static str)>,
    /// The content type and schema of what it answers; no schema: a text.
    pub gives: (&'static str, Option<&'static str>),
    /// The faults of this call besides those that every call of its kind may have.
    pub faults: &'static [FaultCode],
}

/// Faults of every call.
const ANY: [FaultCode; 3] = [FaultCode::UnsupportedMedia, FaultCode::TooOften, FaultCode::MethodNotAllowed];
/// Faults of every call that asks the judge.
const ASKING: [FaultCode; 3] = [FaultCode::BadQuery, FaultCode::Overloaded, FaultCode::Internal];
/// Faults of every call with a body.
const READING: [FaultCode; 6] = [
    FaultCode::UnreadableJson,
    FaultCode::WrongShape,
    FaultCode::RequestTimeout,
    FaultCode::TooLarge,
    FaultCode::TooDeep,
    FaultCode::TooMany,
];
/// Faults of a replay.
const OF_REPLAY: &[FaultCode] = &[
    FaultCode::UnknownGame,
    FaultCode::UnknownPool,
    FaultCode::UnknownCard,
    FaultCode::BadReveal,
    FaultCode::BeyondLog,
    FaultCode::BadPool,
];
const OF_COMPARISON: &[FaultCode] = &[
    FaultCode::UnknownGame,
    FaultCode::UnknownPool,
    FaultCode::UnknownCard,
    FaultCode::BadReveal,
    FaultCode::BadPool,
];
const OF_MOVE: &[FaultCode] = &[
    FaultCode::UnknownBase,
    FaultCode::UnknownGame,
    FaultCode::UnknownPool,
    FaultCode::UnknownCard,
    FaultCode::BadReveal,
    FaultCode::BadPool,
];
const OF_DECK: &[FaultCode] =
    &[FaultCode::UnknownGame, FaultCode::UnknownPool, FaultCode::UnknownCard, FaultCode::BadPool];

impl Operation {
    const fn get(
        path: &'static str,
        id: &'static str,
        tag: &'static str,
        summary: &'static str,
    ) -> Operation {
        let gives = (JSON, None);
        Operation { method: "get", path, id, tag, summary, query: &[], takes: None, gives, faults: &[] }
    }

    const fn post(
        path: &'static str,
        id: &'static str,
        summary: &'static str,
        takes: &'static str,
        gives: &'static str,
    ) -> Operation {
        Operation {
            method: "post",
            takes: Some((JSON, takes)),
            gives: (JSON, Some(gives)),
            ..Operation::get(path, id, "judging", summary)
        }
    }

    const fn gives(self, schema: &'static str) -> Operation {
        Operation { gives: (JSON, Some(schema)), ..self }
    }

    const fn text(self, kind: &'static str) -> Operation {
        Operation { gives: (kind, None), ..self }
    }

    const fn query(self, query: &'static [&'static str]) -> Operation {
        Operation { query, ..self }
    }

    const fn faults(self, faults: &'static [FaultCode]) -> Operation {
        Operation { faults, ..self }
    }

    /// Every fault that this call may have.
    pub fn all_faults(&self) -> Vec<FaultCode> {
        let mut all: Vec<FaultCode> = ANY.to_vec();
        if self.path.starts_with("/v1") {
            all.extend(ASKING);
        }
        if self.takes.is_some() {
            all.extend(READING);
        }
        if self.path.contains('{') {
            all.push(FaultCode::NotFound);
        }
        all.extend(self.faults);
        all.sort_unstable();
        all.dedup();
        all
    }
}

const HTML: &str = "text/html; charset=utf-8";

/// Every call of the service.
pub fn operations() -> Vec<Operation> {
    use FaultCode::{
        BadPool, NoSuchCard, UnknownGame, UnknownPool, UnknownRule, UnknownVerdict, WrongDigest,
    };
    let get = Operation::get;
    let post = Operation::post;
    let batch = Operation {
        takes: Some((LINES, "Replay")),
        gives: (LINES, Some("BatchLine")),
        ..post(
            "/v1/verify/batch",
            "verifyBatch",
            "Judge many logs, one a line, in order.",
            "Replay",
            "BatchLine",
        )
    };
    let pool = Operation {
        method: "put",
        takes: Some((JSON, "Pool")),
        ..get("/v1/pools/{digest}", "putPool", "cards", "Send a card pool, to be named by its digest.")
    };
    vec![
        post(
            "/v1/verify",
            "verify",
            "Judge a log: the first illegal entry, or the validated state.",
            "Replay",
            "Verdict",
        )
        .query(&["at", "digest", "trace", "view"])
        .faults(OF_REPLAY),
        batch.query(&["at", "digest", "trace", "view"]).faults(OF_REPLAY),
        post(
            "/v1/legal-actions",
            "legalActions",
            "Who is asked after a log, and every legal answer.",
            "Replay",
            "LegalActions",
        )
        .query(&["at", "view"])
        .faults(OF_REPLAY),
        post(
            "/v1/moves",
            "move",
            "Judge one entry more, from a kept judgement or a replay.",
            "Move",
            "Verdict",
        )
        .query(&["digest", "view"])
        .faults(OF_MOVE),
        post(
            "/v1/compare",
            "compare",
            "Where logs of one header part, and what each side is worth there.",
            "Comparison",
            "CompareAnswer",
        )
        .query(&["digest"])
        .faults(OF_COMPARISON),
        post(
            "/v1/decks/check",
            "checkDeck",
            "Everything in a deck that is against the rules.",
            "DeckCheck",
            "DeckAnswer",
        )
        .faults(OF_DECK),
        get("/v1/verdicts/{replay_digest}", "getVerdict", "judging", "A judgement that is still kept.")
            .gives("Verdict")
            .query(&["digest", "view"])
            .faults(&[UnknownVerdict]),
        get("/v1/games", "listGames", "rules", "The games that are judged.").gives("GamesAnswer"),
        get(
            "/v1/games/{game}",
            "getGame",
            "rules",
            "One game: numbers of its book, conditions of its actions.",
        )
        .gives("GameAnswer")
        .faults(&[UnknownGame]),
        get("/v1/games/{game}/rules", "listRules", "rules", "The rules of a game, all or those that fit.")
            .gives("RulesAnswer")
            .query(&["kind", "limit", "offset", "q"])
            .faults(&[UnknownGame]),
        get("/v1/games/{game}/rules/{id}", "getRule", "rules", "One rule or ruling, and what cites it.")
            .gives("RuleAnswer")
            .faults(&[UnknownGame, UnknownRule]),
        get("/v1/games/{game}/cards", "listCards", "cards", "The cards of a pool, all or those that fit.")
            .gives("CardsAnswer")
            .query(&["limit", "offset", "pool", "q"])
            .faults(&[UnknownGame, UnknownPool]),
        get("/v1/games/{game}/cards/{id}", "getCard", "cards", "One card.")
            .gives("CardAnswer")
            .query(&["pool"])
            .faults(&[UnknownGame, UnknownPool, NoSuchCard]),
        pool.gives("PoolAnswer").faults(&[UnknownGame, BadPool, WrongDigest]),
        get("/healthz", "health", "operations", "Whether the process answers.").gives("Health"),
        get("/readyz", "ready", "operations", "Whether it judges, and whether its store keeps.")
            .gives("Health"),
        get("/metrics", "metrics", "operations", "Numbers for operators.")
            .text("application/openmetrics-text; version=1.0.0; charset=utf-8"),
        get("/openapi.json", "openapi", "operations", "This document.").gives("Document"),
        get("/docs", "docs", "operations", "This document as a page.").text(HTML),
        get("/problems/{code}", "problem", "operations", "What a fault means.").text(HTML),
        get("/", "start", "operations", "The start page.").text(HTML),
    ]
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

fn object(required: &[&str], properties: &Value) -> Value {
    json!({ "additionalProperties": false, "properties": properties, "required": required, "type": "object" })
}

/// What may stand in one field of an action: one of seven forms, told apart by the name of their only
/// field. Each has a name of its own, for generators.
fn domains() -> Vec<(&'static str, Value)> {
    let count = json!({ "minimum": 0, "type": "integer" });
    let number = json!({ "type": "integer" });
    let cards = json!({ "items": count, "type": "array" });
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
        ("DomainSplit", form("split", "An amount taken from kinds of pieces.", reference("Split"))),
    ];
    let all: Vec<Value> = forms.iter().map(|(name, _)| reference(name)).collect();
    let domain = json!({ "description": "What may stand in a field: one of seven forms.", "oneOf": all });
    let parts = vec![
        ("Domain", domain),
        ("Subset", object(&["from", "max", "min"], &json!({ "from": cards, "max": count, "min": count }))),
        ("Sequence", object(&["from", "length"], &json!({ "from": cards, "length": count }))),
        ("Range", object(&["max", "min"], &json!({ "max": number, "min": number }))),
        ("Sum", object(&["from", "total"], &json!({ "from": list("WeighedCard"), "total": count }))),
        ("Split", object(&["amount", "over"], &json!({ "amount": count, "over": list("PieceKind") }))),
        ("WeighedCard", object(&["card", "weight"], &json!({ "card": count, "weight": count }))),
        ("PieceKind", object(&["kind", "most"], &json!({ "kind": { "type": "string" }, "most": count }))),
    ];
    [forms, parts].concat()
}

/// What clients send, and what needs no type of its own here.
fn further_schemas(schemas: &mut Map<String, Value>) {
    let digest = json!({ "pattern": "^sha256:[0-9a-f]{64}$", "type": "string" });
    let entry = json!({
        "description": "One entry of a log: the seat, the kind of action, and its fields. Each game has a JSON Schema of its actions. With declared chance also an outcome: the type `chance`, the seat `null`, the label of the step, and either the card (its number, or its id in the pool if nobody has named it yet) or the number.",
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
    let list = json!({ "items": reference("Entry"), "maxItems": rules_judge_replays::format::ENTRY_LIMIT, "type": "array" });
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
    let logs = json!({ "items": list, "maxItems": rules_judge_replays::compare::LOGS_LIMIT, "minItems": 2, "type": "array" });
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
                "description": "Who is asked what. Only who may see it is told the answers.",
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
            "Answers",
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
        let codes: Vec<&str> = FaultCode::ALL.iter().map(|code| entry_code(*code)).collect();
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
        ("Illegal", "legal", or_null("Answers")),
        ("Illegal", "stage", json!({ "enum": ["header", "log"], "type": "string" })),
        ("Header", "seed", seed),
        ("Header", "format", json!({ "enum": [rules_judge_replays::format::FORMAT], "type": "string" })),
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
    for (schema, left_out) in
        [("Verdict", ["chance", "trace"].as_slice()), ("Illegal", &[]), ("NotJudged", &[])]
    {
        if let Some(Value::Object(schema)) = schemas.get_mut(schema)
            && let Some(Value::Object(properties)) = schema.get("properties")
        {
            let names = properties.keys().filter(|name| !left_out.contains(&name.as_str()));
            let required: Vec<Value> = names.map(|name| name.as_str().into()).collect();
            schema.insert("required".to_owned(), required.into());
        }
    }
}

fn entry_code(code: FaultCode) -> &'static str {
    entry(code).code
}

fn parameter(name: &str) -> Value {
    let whole = json!({ "minimum": 0, "type": "integer" });
    let (schema, text) = match name {
        "at" => (whole, "As if only so many entries had been sent."),
        "digest" => (json!({ "enum": ["state"], "type": "string" }), "Also tell the digest of the state."),
        "trace" => (
            json!({ "enum": ["none", "events", "states"], "type": "string" }),
            "Tell what happened after each entry.",
        ),
        "view" => (json!({ "enum": ["full", "seat0", "seat1", "public"], "type": "string" }), "Who looks."),
        "kind" => {
            let kinds: Vec<&str> =
                rules_judge_replays::rulebook::KINDS.iter().map(|(name, _)| *name).collect();
            (json!({ "enum": kinds, "type": "string" }), "Only rules of this kind.")
        }
        "limit" => {
            (json!({ "maximum": 500, "minimum": 1, "type": "integer" }), "The most items of the page.")
        }
        "offset" => (whole, "How many items are passed over."),
        "pool" => (
            json!({ "pattern": "^sha256:[0-9a-f]{64}$", "type": "string" }),
            "A pool that was sent; without it, the bundled one.",
        ),
        _ => (json!({ "maxLength": 200, "minLength": 1, "type": "string" }), "What is searched for."),
    };
    json!({ "description": text, "in": "query", "name": name, "required": false, "schema": schema })
}

/// Bodies that the service takes as they are, by operation: a first entry of a game between bots.
fn examples(judge: &Judge) -> Option<BTreeMap<&'static str, Value>> {
    let game = judge.games().games.first()?.game;
    let bytes = judge.play(game, 7, ["random", "keen"]).ok()?;
    let mut header: Value = serde_json::from_slice(&bytes).ok()?;
    let actions = header.as_object_mut()?.remove("actions")?;
    let first = actions.get(0)?.clone();
    let with = |actions: Value| {
        let mut replay = header.clone();
        replay.as_object_mut()?.insert("actions".to_owned(), actions);
        Some(replay)
    };
    let one = with(json!([first]))?;
    let deck = header.pointer("/players/0/deck")?.clone();
    Some(BTreeMap::from([
        ("verify", one.clone()),
        ("verifyBatch", one.clone()),
        ("legalActions", one),
        ("move", json!({ "action": first, "replay": with(json!([]))? })),
        ("compare", json!({ "header": header, "logs": [[first], []] })),
        ("checkDeck", json!({ "deck": deck, "game": game })),
    ]))
}

/// A fault as it is answered.
fn fault_example(code: FaultCode) -> Value {
    let problem = Problem::new(&Fault::new(code, entry(code).advice)).of_request("0123456789abcdef");
    json!({ "summary": entry(code).title, "value": problem })
}

/// The document.
pub fn document(judge: &Judge) -> Value {
    let own = serde_json::to_value(Schemas::openapi()).unwrap_or_default();
    let mut schemas = match own.pointer("/components/schemas") {
        Some(Value::Object(schemas)) => schemas.clone(),
        _ => Map::new(),
    };
    further_schemas(&mut schemas);
    let faults: Map<String, Value> =
        FaultCode::ALL.iter().map(|code| (entry_code(*code).to_owned(), fault_example(*code))).collect();
    let examples = examples(judge).unwrap_or_default();
    let mut paths: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
    for operation in operations() {
        let item = describe(&operation, examples.get(operation.id));
        paths.entry(operation.path).or_default().insert(operation.method.to_owned(), item);
    }
    json!({
        "components": { "examples": faults, "schemas": schemas },
        "info": {
            "description": "Re-executes logs of card games and cites the rulebook for the first illegal entry.",
            "license": { "identifier": "MIT", "name": "MIT" },
            "title": "Rules Judge",
            "version": env!("CARGO_PKG_VERSION"),
        },
        "openapi": "3.1.0",
        "paths": paths,
        "servers": [{ "url": "/" }],
        "tags": [
            { "description": "Logs in, verdicts out", "name": "judging" },
            { "description": "Games and their rulebooks", "name": "rules" },
            { "description": "Card pools", "name": "cards" },
            { "description": "For those who run the service", "name": "operations" },
        ],
    })
}

/// The same in OpenAPI 3.0, for generators that do not know 3.1.
pub fn older(document: &Value) -> Value {
    let mut older = older_value(document);
    if let Some(older) = older.as_object_mut() {
        older.insert("openapi".to_owned(), "3.0.3".into());
    }
    if let Some(Value::Object(license)) = older.pointer_mut("/info/license") {
        license.remove("identifier");
    }
    older
}

/// 3.0 has no type `null` and no list of types; what may be null says `nullable`.
fn older_value(value: &Value) -> Value {
    let is_null = |schema: &Value| schema.get("type") == Some(&Value::from("null"));
    match value {
        Value::Array(list) => Value::Array(list.iter().map(older_value).collect()),
        Value::Object(map) => {
            let mut older = Map::new();
            for (name, value) in map {
                match (name.as_str(), value) {
                    // What is shown is no schema.
                    ("example" | "examples", value) => drop(older.insert(name.clone(), value.clone())),
                    ("type", Value::Array(kinds)) => {
                        let mut kinds: Vec<&Value> = kinds.iter().collect();
                        let all = kinds.len();
                        kinds.retain(|kind| *kind != "null");
                        if kinds.len() < all {
                            older.insert("nullable".to_owned(), true.into());
                        }
                        // Of several kinds none is said.
                        if let [kind] = kinds.as_slice() {
                            older.insert(name.clone(), (*kind).clone());
                        }
                    }
                    ("oneOf", Value::Array(schemas)) if schemas.iter().any(is_null) => {
                        let others = schemas.iter().filter(|schema| !is_null(schema)).map(older_value);
                        older.insert("allOf".to_owned(), Value::Array(others.collect()));
                        older.insert("nullable".to_owned(), true.into());
                    }
                    _ => drop(older.insert(name.clone(), older_value(value))),
                }
            }
            Value::Object(older)
        }
        _ => value.clone(),
    }
}

fn describe(operation: &Operation, example: Option<&Value>) -> Value {
    let mut parameters: Vec<Value> = Vec::new();
    for part in operation.path.split('/') {
        if let Some(name) = part.strip_prefix('{').and_then(|part| part.strip_suffix('}')) {
            let schema = match name.ends_with("digest") {
                true => json!({ "pattern": "^sha256:[0-9a-f]{64}$", "type": "string" }),
                false => json!({ "type": "string" }),
            };
            parameters.push(json!({ "in": "path", "name": name, "required": true, "schema": schema }));
        }
    }
    parameters.extend(operation.query.iter().map(|name| parameter(name)));
    let (kind, schema) = operation.gives;
    let schema = schema.map_or_else(|| json!({ "type": "string" }), reference);
    let mut content = Map::new();
    content.insert(kind.split(';').next().unwrap_or(kind).to_owned(), json!({ "schema": schema }));
    let good = json!({ "content": content, "description": operation.summary });
    let mut responses = Map::new();
    if operation.method == "put" {
        responses.insert("201".to_owned(), good.clone());
    }
    if operation.method == "get" {
        responses
            .insert("304".to_owned(), json!({ "description": "Not changed since the tag that was sent." }));
    }
    responses.insert("200".to_owned(), good);
    let mut faults: BTreeMap<u16, Vec<FaultCode>> = BTreeMap::new();
    for code in operation.all_faults() {
        faults.entry(entry(code).status).or_default().push(code);
    }
    for (status, codes) in faults {
        let titles: Vec<String> =
            codes.iter().map(|code| format!("`{}`: {}.", entry_code(*code), entry(*code).title)).collect();
        // One type for all faults; which codes a response may have is told by its examples.
        let shown: Map<String, Value> = codes
            .iter()
            .map(|code| entry_code(*code))
            .map(|code| (code.to_owned(), json!({ "$ref": format!("#/components/examples/{code}") })))
            .collect();
        let content =
            json!({ "application/problem+json": { "examples": shown, "schema": reference("Problem") } });
        let response = json!({ "content": content, "description": titles.join(" ") });
        responses.insert(status.to_string(), response);
    }
    let mut item = json!({
        "operationId": operation.id,
        "parameters": parameters,
        "responses": responses,
        "summary": operation.summary,
        "tags": [operation.tag],
    });
    if let (Some((kind, schema)), Some(item)) = (operation.takes, item.as_object_mut()) {
        let mut media = Map::new();
        media.insert("schema".to_owned(), reference(schema));
        if let Some(example) = example {
            media.insert("example".to_owned(), example.clone());
        }
        let mut content = Map::new();
        content.insert(kind.to_owned(), Value::Object(media));
        item.insert("requestBody".to_owned(), json!({ "content": content, "required": true }));
    }
    item
}
