//! The shapes of requests and answers: those of the types, and some without a type in Rust.

use rules_judge_replays::answer::position::{
    AskedAnswer, AssumedAnswer, InexpressibleAnswer, NumberedCard, PositionAnswer,
};
use rules_judge_replays::answer::ruling::{ChangeAnswer, OverruledAnswer, RulingAnswer, RulingKind};
use rules_judge_replays::answer::{
    CardPlace, FaultCode, Illegal, NotJudged, TraceStep, Verdict, VerdictKind, WaitingAnswer,
};
use rules_judge_replays::catalog::board::{
    ActForm, Board, BoardAct, BoardBadge, BoardControl, BoardCount, BoardDeckSection, BoardFact, BoardList,
    BoardNumber, BoardPiece, BoardPointer, BoardSide, BoardTemplate, BoardText, BoardValue, BoardWhen,
    BoardZone, ControlForm, SectionForm, ZoneForm,
};
use rules_judge_replays::catalog::cards::{
    CardAnswer, CardText, CardsAnswer, ListedPool, NotExactAnswer, PoolAnswer, PoolsAnswer,
};
use rules_judge_replays::catalog::lint::FindingAnswer;
use rules_judge_replays::catalog::printed::PrintedAnswer;
use rules_judge_replays::catalog::rulebook::{
    ActionAnswer, ConditionAnswer, Counts, GameAnswer, GameLine, GamesAnswer, InLanguages, LimitAnswer,
    OfficialAnswer, ProofAnswer, RuleAnswer, RuleLine, RulesAnswer, TermLine,
};
use rules_judge_replays::catalog::schemas::making::{not_null, object, or_null};
use rules_judge_replays::catalog::schemas::reference;
use rules_judge_replays::codec::format::{ENTRY_LIMIT, Header, Player, SeedCommit, Start};
use rules_judge_replays::judging::claim::{Claim, ClaimAnswer};
use rules_judge_replays::judging::compare::{CompareAnswer, Difference, LOGS_LIMIT};
use rules_judge_replays::judging::completions::{
    CompletionsAnswer, FittingAnswer, NearestAnswer, ReasonAnswer,
};
use rules_judge_replays::judging::{DeckAnswer, LegalAnswer, ListLine, ReadLine, UnknownCard};
use serde_json::{Map, Value, json};
use utoipa::OpenApi;

use crate::fault::RateLimit;
use crate::fault::{self, Problem};
use crate::keys::{KeysAnswer, PublicKey};

#[derive(OpenApi)]
#[openapi(components(schemas(
    ActForm,
    ActionAnswer,
    AskedAnswer,
    AssumedAnswer,
    Board,
    BoardAct,
    BoardBadge,
    BoardControl,
    BoardCount,
    BoardDeckSection,
    BoardFact,
    BoardList,
    BoardNumber,
    BoardPiece,
    BoardPointer,
    BoardSide,
    BoardTemplate,
    BoardText,
    BoardValue,
    BoardWhen,
    BoardZone,
    CardAnswer,
    CardPlace,
    CardText,
    CardsAnswer,
    ChangeAnswer,
    Claim,
    ClaimAnswer,
    CompareAnswer,
    CompletionsAnswer,
    ConditionAnswer,
    ControlForm,
    Counts,
    DeckAnswer,
    Difference,
    FindingAnswer,
    FittingAnswer,
    GameAnswer,
    GameLine,
    GamesAnswer,
    Header,
    Illegal,
    InLanguages,
    InexpressibleAnswer,
    KeysAnswer,
    LegalAnswer,
    LimitAnswer,
    ListLine,
    ListedPool,
    NearestAnswer,
    NotExactAnswer,
    NotJudged,
    OverruledAnswer,
    NumberedCard,
    OfficialAnswer,
    Player,
    PoolAnswer,
    PoolsAnswer,
    PositionAnswer,
    PrintedAnswer,
    Problem,
    ProofAnswer,
    PublicKey,
    RateLimit,
    ReadLine,
    ReasonAnswer,
    RuleAnswer,
    RuleLine,
    RulesAnswer,
    RulingAnswer,
    RulingKind,
    SectionForm,
    SeedCommit,
    Start,
    TermLine,
    TraceStep,
    UnknownCard,
    Verdict,
    VerdictKind,
    WaitingAnswer,
    ZoneForm,
)))]
struct Schemas;

/// All shapes by their names. Parts of a game are only referred to; [`super::games`] makes their shapes for
/// each game.
pub(super) fn shapes() -> Map<String, Value> {
    let own = serde_json::to_value(Schemas::openapi()).unwrap_or_default();
    let mut schemas = match own.pointer("/components/schemas") {
        Some(Value::Object(schemas)) => schemas.clone(),
        _ => Map::new(),
    };
    further_schemas(&mut schemas);
    schemas
}

/// A signature, in a header or in a line.
pub(super) fn signature() -> Value {
    json!({
        "description": "The signature of a verdict's bytes, where the service signs: a detached JWS, whose \
            header also has the time at which it was made. `/v1/keys` says how it is checked.",
        "pattern": r"^[A-Za-z0-9_-]+\.\.[A-Za-z0-9_-]+$",
        "type": "string",
    })
}

/// Adds the shapes that have no type in Rust, mostly those of requests.
fn further_schemas(schemas: &mut Map<String, Value>) {
    let digest = json!({ "pattern": "^sha256:[0-9a-f]{64}$", "type": "string" });
    let line = json!({ "minimum": 1, "type": "integer" });
    let list = |entry: &str| json!({ "items": reference(entry), "maxItems": ENTRY_LIMIT, "type": "array" });
    sharpen(schemas);
    let mut replay = schemas.get("Header").cloned().unwrap_or_default();
    if let Some(Value::Object(properties)) = replay.get_mut("properties") {
        properties.insert("actions".to_owned(), list("Entry"));
        properties.insert("claim".to_owned(), or_null("Claim"));
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
    let logs = json!({ "items": list("AnyEntry"), "maxItems": LOGS_LIMIT, "minItems": 2, "type": "array" });
    for (name, schema) in [
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
            object(&["action", "base"], &json!({ "action": reference("AnyEntry"), "base": digest })),
        ),
        (
            "MoveFromReplay",
            object(
                &["action", "replay"],
                &json!({ "action": reference("AnyEntry"), "replay": reference("Replay") }),
            ),
        ),
        (
            "PartialAct",
            object(
                &["act", "replay"],
                &json!({
                    "act": {
                        "additionalProperties": true,
                        "description": "An entry that lacks fields, to follow the log.",
                        "properties": {
                            "seat": { "maximum": 1, "minimum": 0, "type": "integer" },
                            "type": { "type": "string" },
                        },
                        "type": "object",
                    },
                    "replay": reference("Replay"),
                }),
            ),
        ),
        ("Comparison", object(&["header", "logs"], &json!({ "header": reference("Header"), "logs": logs }))),
        (
            "DeckCheck",
            object(
                &["game"],
                &json!({
                    "deck": reference("Deck"),
                    "list": { "description": "In place of `deck`: a list as players post it, which is read \
                        line by line.", "type": "string" },
                    "edition": { "type": ["string", "null"] },
                    "game": { "type": "string" },
                    "options": or_null("Options"),
                    "pool": any_pool(),
                }),
            ),
        ),
        (
            "Pool",
            json!({
                "additionalProperties": false,
                "description": "A card pool. Each game has a JSON Schema of its pools.",
                "properties": {
                    "cards": { "items": { "additionalProperties": true, "type": "object" }, "type": "array" },
                    "declares": { "additionalProperties": true, "description":
                    "Words of the pool's own, by their kind.", "type": "object" },
                    "game": { "type": "string" },
                    "name": { "type": "string" },
                    "not_exact": { "items": reference("NotExactCard"), "type": "array" },
                    "printings": { "items": reference("PrintingsOfCard"), "type": "array" },
                    "version": { "type": "string" },
                },
                "required": ["cards", "game", "name"],
                "type": "object",
            }),
        ),
        (
            "NotExactCard",
            object(
                &["card", "fidelity", "lost"],
                &json!({
                    "card": { "type": "string" },
                    "fidelity": { "enum": ["approximate", "unsupported"], "type": "string" },
                    "lost": { "additionalProperties": { "type": "string" }, "description":
                    "What is lost, in a sentence for each language.", "type": "object" },
                    "question": { "additionalProperties": { "type": "string" }, "description":
                    "The question whose answer would make it exact, in each language.", "type": "object" },
                    "why": {
                        "enum": ["beyond_the_book", "missing_word", "unclear_source"], "type": "string"
                    },
                }),
            ),
        ),
        (
            "PrintingsOfCard",
            object(
                &["card", "codes"],
                &json!({
                    "card": { "type": "string" },
                    "codes": { "items": { "type": "string" }, "type": "array" },
                }),
            ),
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
            object(
                &["line", "verdict"],
                &json!({ "line": line, "signature": signature(), "verdict": reference("Verdict") }),
            ),
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
                    "done": { "description": "false: the body broke off, or too many lines in a row are no \
                        replays.", "type": "boolean" },
                    "line": line,
                    "lines": { "description": "How many lines were answered before this one. This line is \
                        not signed.", "minimum": 0, "type": "integer" },
                    "problem": reference("Problem"),
                }),
            ),
        ),
        (
            "Health",
            object(
                &["status"],
                &json!({
                    "shared": {
                        "description": "The shelf that replicas share; left out where none is set.",
                        "enum": ["ready", "losing_writes", "read_only", "other_key", "away"],
                        "type": "string",
                    },
                    "status": { "enum": ["ok", "ready", "draining"], "type": "string" },
                    "store": { "enum": ["none", "ready", "off"], "type": "string" },
                }),
            ),
        ),
        ("Document", json!({ "additionalProperties": true, "type": "object" })),
    ] {
        schemas.insert(name.to_owned(), schema);
    }
    if let Some(Value::Object(properties)) =
        schemas.get_mut("CompareAnswer").and_then(|answer| answer.get_mut("properties"))
    {
        let signatures = json!({
            "description":
            "Of each of the verdicts, in their order; left out where the service does not sign.",
            "items": signature(),
            "type": "array",
        });
        properties.insert("signatures".to_owned(), signatures);
    }
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

/// Adds constraints that the types do not express.
fn sharpen(schemas: &mut Map<String, Value>) {
    let seed = json!({
        "description": "The seed of everything random.", "pattern":
        "^[0-9a-f]{64}$", "type": ["string", "null"],
    });
    let salt = json!({
        "description":
        "Without a seed: 32 to 64 digits, drawn at random, that make the digests impossible to guess. They \
                        are part of the header's digest. What is judged of a header with neither is kept \
                        under no name: \
                        `verdicts/{replay_digest}` and `moves` with a `base` do not know it.",
        "pattern": "^[0-9a-f]{32,64}$", "type": ["string", "null"],
    });
    for (schema, name, sharper) in [
        (
            "Verdict",
            "next",
            json!({ "description": "Who is asked; empty when nothing more may be \
                logged.", "items": reference("Question"), "type": "array" }),
        ),
        ("Verdict", "outcome", or_null("Outcome")),
        ("Verdict", "state", or_null("State")),
        ("LegalAnswer", "next", json!({ "items": reference("Question"), "type": "array" })),
        ("LegalAnswer", "verdict", reference("Verdict")),
        ("CompletionsAnswer", "nearest", or_null("NearestAnswer")),
        ("CompletionsAnswer", "verdict", reference("Verdict")),
        ("FittingAnswer", "act", reference("Entry")),
        ("NearestAnswer", "act", reference("Entry")),
        (
            "NearestAnswer",
            "refusals",
            json!({ "description": "The reasons against it. Pointers lead into the replay with this act as \
                its last entry.", "items": reference("Refusal"), "type": "array" }),
        ),
        ("ReasonAnswer", "refusal", reference("Refusal")),
        ("TraceStep", "action", reference("ShownEntry")),
        ("TraceStep", "state", reference("State")),
        (
            "TraceStep",
            "events",
            json!({ "description":
            "The events in their order.", "items": reference("Event"), "type": "array" }),
        ),
        ("Illegal", "action", or_null("ShownEntry")),
        ("Illegal", "legal", or_null("Legal")),
        (
            "Illegal",
            "refusals",
            json!({ "description": "The reasons, the first is the one a judge would \
                name.", "items": reference("Refusal"), "type": "array" }),
        ),
        ("Illegal", "seat", or_null("Seat")),
        ("RulingAnswer", "allow", reference("ShownPlayerEntry")),
        (
            "RulingAnswer",
            "waived",
            json!({ "description": "The conditions against the entry that stands, which were passed \
                over.", "items": reference("Refusal"), "type": "array" }),
        ),
        ("OverruledAnswer", "action", or_null("ShownEntry")),
        (
            "OverruledAnswer",
            "refusals",
            json!({ "description": "The reasons against it, the first is the one a judge would \
                name.", "items": reference("Refusal"), "type": "array" }),
        ),
        ("OverruledAnswer", "seat", or_null("Seat")),
        (
            "DeckAnswer",
            "faults",
            json!({ "description":
            "Everything that is against the rules.", "items": reference("Refusal"), "type": "array" }),
        ),
        (
            "Difference",
            "actions",
            json!({ "description": "Each log's entry there; `null`: that log \
                ends.", "items": or_null("AnyEntry"), "type": "array" }),
        ),
        (
            "Claim",
            "kind",
            json!({ "description":
            "`null`: the game is not over.", "enum": ["draw", "win", null], "type": ["string", "null"] }),
        ),
        ("Claim", "reason", or_null("Ending")),
        ("Claim", "winner", or_null("Seat")),
        ("Player", "deck", or_null("Deck")),
        ("Start", "position", reference("Position")),
        ("Header", "facts", or_null("Facts")),
        ("Header", "options", or_null("Options")),
        ("Verdict", "facts", reference("Facts")),
        ("Header", "pool", any_pool()),
        (
            "GameAnswer",
            "schemas",
            json!({ "additionalProperties": { "type": "string" }, "description": "Where the JSON Schemas of \
                everything of the game are, by what they describe.", "type": "object" }),
        ),
        ("Illegal", "stage", json!({ "enum": ["header", "log"], "type": "string" })),
        ("Header", "salt", salt),
        ("Header", "seed", seed),
        (
            "Header",
            "format",
            json!({ "enum": [rules_judge_replays::codec::format::FORMAT], "type": "string" }),
        ),
        (
            "Header",
            "players",
            json!({ "description": "The two players, seat 0 \
                first.", "items": reference("Player"), "maxItems": 2, "minItems": 2, "type": "array" }),
        ),
    ] {
        if let Some(Value::Object(properties)) =
            schemas.get_mut(schema).and_then(|schema| schema.get_mut("properties"))
        {
            properties.insert(name.to_owned(), sharper);
        }
    }
    // These fields are written even if they are `null`, so that clients find every field.
    for (schema, left_out) in [
        ("Verdict", ["assumed", "chance", "facts", "rulings", "trace", "trace_next", "waiting"].as_slice()),
        ("Illegal", &[]),
        ("CompletionsAnswer", &["verdict"]),
        ("FittingAnswer", &[]),
        ("NotJudged", &["card", "cites", "fact", "label", "place"]),
        ("PositionAnswer", &[]),
        ("WaitingAnswer", &[]),
        ("RulingAnswer", &["allow", "changes_left_out"]),
        ("OverruledAnswer", &[]),
        ("CardPlace", &["index"]),
        ("DeckAnswer", &["deck", "lines", "not_exact"]),
        ("ListLine", &[]),
        ("ReadLine", &["card", "n"]),
        ("UnknownCard", &[]),
        ("LegalAnswer", &["verdict", "waiting"]),
        ("OverruledAnswer", &[]),
        ("RulingAnswer", &["allow", "changes_left_out"]),
        ("TraceStep", &["action", "left_out", "state", "state_digest"]),
    ] {
        if let Some(Value::Object(schema)) = schemas.get_mut(schema)
            && let Some(Value::Object(properties)) = schema.get("properties")
        {
            let names = properties.keys().filter(|name| !left_out.contains(&name.as_str()));
            let required: Vec<Value> = names.map(|name| name.as_str().into()).collect();
            schema.insert("required".to_owned(), required.into());
        }
        // A field that is left out when it is empty is never `null`.
        for name in left_out {
            if let Some(field) =
                schemas.get_mut(schema).and_then(|schema| schema.get_mut("properties")?.get_mut(*name))
            {
                not_null(field);
            }
        }
    }
}

/// A reference to a known pool: its digest or its name.
pub(super) fn known_pool() -> Value {
    json!({ "pattern": "^(sha256:[0-9a-f]{64}|[a-z-]+/.+)$", "type": "string" })
}

/// A pool, or a reference to a known one.
fn any_pool() -> Value {
    json!({
        "description": "A pool, or the digest or name of a known one; without it, `demo` of the game.",
        "oneOf": [{ "type": "null" }, known_pool(), reference("Pool")],
    })
}
