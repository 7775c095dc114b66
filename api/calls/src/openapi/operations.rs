//! The table of calls for the description: what each takes, what it answers, and which faults it may have.

use rules_judge_replays::answer::FaultCode;

use crate::fault::{JSON, LINES};

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
    /// The content type and schema of the answer; no schema: it is text.
    pub gives: (&'static str, Option<&'static str>),
    /// The faults of this call besides those that every call of its kind may have.
    pub faults: &'static [FaultCode],
}

/// Faults of every call.
const ANY: [FaultCode; 2] = [FaultCode::UnsupportedMedia, FaultCode::MethodNotAllowed];
/// Calls for monitoring. They have no rate limit, and their answers are not cached.
const WATCHING: [&str; 3] = ["/healthz", "/readyz", "/metrics"];
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
    FaultCode::BadFact,
    FaultCode::BeyondLog,
    FaultCode::BadPool,
];
const OF_COMPARISON: &[FaultCode] = &[
    FaultCode::UnknownGame,
    FaultCode::UnknownPool,
    FaultCode::UnknownCard,
    FaultCode::BadReveal,
    FaultCode::BadFact,
    FaultCode::BadPool,
];
const OF_MOVE: &[FaultCode] = &[
    FaultCode::UnknownBase,
    FaultCode::UnknownGame,
    FaultCode::UnknownPool,
    FaultCode::UnknownCard,
    FaultCode::BadReveal,
    FaultCode::BadFact,
    FaultCode::BadPool,
];
const OF_DECK: &[FaultCode] = &[FaultCode::UnknownGame, FaultCode::UnknownPool, FaultCode::BadPool];

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

    /// Whether the answer has an ETag, for conditional requests.
    pub fn is_tagged(&self) -> bool {
        self.method == "get" && !WATCHING.contains(&self.path)
    }

    /// Whether the answer is one verdict, which may have a signature.
    pub fn is_signed(&self) -> bool {
        self.gives == (JSON, Some("Verdict"))
    }

    /// Whether body and answer are lines, each with an answer or a fault of its own.
    fn is_stream(&self) -> bool {
        self.gives.0 == LINES
    }

    /// Every fault with which the service may answer this call. Faults of a line are in the answer to the
    /// line.
    pub fn all_faults(&self) -> Vec<FaultCode> {
        let mut all: Vec<FaultCode> = ANY.to_vec();
        if !WATCHING.contains(&self.path) {
            all.push(FaultCode::TooOften);
            // The start page accepts any query, since messengers add parameters to links.
            if self.id != "start" {
                all.push(FaultCode::BadQuery);
            }
        }
        // Short pages that need no judging are answered even when the service is overloaded.
        if !WATCHING.contains(&self.path) && !matches!(self.id, "problem" | "start") {
            all.push(FaultCode::Overloaded);
        }
        if self.path.starts_with("/v1") || self.id == "openapi" {
            all.push(FaultCode::Internal);
        }
        if self.takes.is_some() && !self.is_stream() {
            all.extend(READING);
        }
        if self.id == "problem" {
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
        BadPool, NoSuchCard, UnknownGame, UnknownPool, UnknownRule, UnknownSchema, UnknownVerdict,
        WrongDigest,
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
        .query(&["abilities", "at", "digest", "from", "listing", "to", "trace", "view"])
        .faults(OF_REPLAY),
        batch.query(&["abilities", "at", "digest", "from", "listing", "to", "trace", "view"]),
        post(
            "/v1/legal-actions",
            "legalActions",
            "Who is asked after a log, and every legal answer.",
            "Replay",
            "LegalAnswer",
        )
        .query(&["abilities", "at", "listing", "view"])
        .faults(OF_REPLAY),
        post(
            "/v1/moves",
            "move",
            "Judge one entry more, from a kept judgement or a replay.",
            "Move",
            "Verdict",
        )
        .query(&["abilities", "digest", "listing", "trace", "view"])
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
            "/v1/completions",
            "completeAct",
            "Judge an act that lacks fields over its completions: the legal answers that fit, or the \
            reasons against all others.",
            "PartialAct",
            "CompletionsAnswer",
        )
        .query(&["listing", "view"])
        .faults(OF_COMPARISON),
        post(
            "/v1/positions",
            "position",
            "The state after a log as a position that judging can begin with.",
            "Replay",
            "PositionOrVerdict",
        )
        .query(&["at", "view"])
        .faults(OF_REPLAY),
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
            .query(&["digest", "listing", "view"])
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
        get(
            "/v1/games/{game}/board",
            "getBoard",
            "rules",
            "How a page draws the table of a game and sets it up.",
        )
        .gives("Board")
        .faults(&[UnknownGame]),
        get("/v1/games/{game}/rules", "listRules", "rules", "The rules of a game, all or those that fit.")
            .gives("RulesAnswer")
            .query(&["kind", "limit", "offset", "q"])
            .faults(&[UnknownGame]),
        get("/v1/games/{game}/rules/{id}", "getRule", "rules", "One rule or ruling, and what cites it.")
            .gives("RuleAnswer")
            .faults(&[UnknownGame, UnknownRule]),
        get(
            "/v1/games/{game}/schemas/{name}",
            "getSchema",
            "rules",
            "The JSON Schema of something of a game: its header, entries, state, events and the like.",
        )
        .gives("Document")
        .faults(&[UnknownGame, UnknownSchema]),
        get("/v1/games/{game}/cards", "listCards", "cards", "The cards of a pool, all or those that fit.")
            .gives("CardsAnswer")
            .query(&["abilities", "limit", "offset", "pool", "q"])
            .faults(&[UnknownGame, UnknownPool]),
        get("/v1/games/{game}/cards/{id}", "getCard", "cards", "One card.")
            .gives("CardAnswer")
            .query(&["pool"])
            .faults(&[UnknownGame, UnknownPool, NoSuchCard]),
        get(
            "/v1/keys",
            "listKeys",
            "judging",
            "The public keys of this service (a JSON Web Key Set) for the signatures of verdicts, and how \
            one is checked.",
        )
        .gives("KeysAnswer"),
        get("/v1/pools", "listPools", "cards", "The pools that have a name.").gives("PoolsAnswer"),
        pool.gives("PoolAnswer").faults(&[UnknownGame, BadPool, WrongDigest]),
        get("/healthz", "health", "operations", "Whether the process answers.").gives("Health"),
        get(
            "/readyz",
            "ready",
            "operations",
            "Whether it judges, whether its store keeps and how the shared shelf is.",
        )
        .gives("Health"),
        get("/metrics", "metrics", "operations", "Numbers for operators.")
            .text("application/openmetrics-text; version=1.0.0; charset=utf-8"),
        get("/openapi.json", "openapi", "operations", "This document.").gives("Document"),
        get("/docs", "docs", "operations", "This document as a page.").text(HTML),
        get("/problems/{code}", "problem", "operations", "What a fault or a refusal means.").text(HTML),
        get("/", "start", "operations", "The start page.").text(HTML),
    ]
}
