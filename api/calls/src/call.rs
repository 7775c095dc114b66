//! The table of calls: at which path, by which methods, and what each asks of the judge.

use std::fmt;

use percent_encoding::percent_decode_str;
use rules_judge_replays::answer::Fault;
use rules_judge_replays::judging::Judge;

use crate::answer::Given;
use crate::request::Request;
use crate::server::Server;
use crate::{judging, lookups, pages};

/// One call.
#[derive(Debug, Clone, Copy)]
pub struct Call {
    /// How it is called.
    pub methods: Methods,
    /// The path, with parameters in braces.
    pub pattern: &'static str,
    read: Reader,
}

/// Reads a request; what stands in place of the parameters of the path is decoded.
type Reader = fn(&Request<'_>, &[String]) -> Result<Question, Fault>;

/// How a call is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Methods {
    /// It is read.
    Get,
    /// It is asked with a body.
    Post,
    /// It is sent a body.
    Put,
}

impl Methods {
    /// The value of the header `Allow`.
    pub const fn allow(self) -> &'static str {
        match self {
            Methods::Get => "GET, HEAD",
            Methods::Post => "POST",
            Methods::Put => "PUT",
        }
    }

    /// Whether a body is taken.
    pub const fn takes_body(self) -> bool {
        !matches!(self, Methods::Get)
    }

    /// Whether a method is one of them.
    pub fn has(self, method: &str) -> bool {
        self.allow().split(", ").any(|allowed| allowed == method)
    }
}

/// What it takes to answer a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// It takes no time.
    AtOnce,
    /// It may take long.
    Judged,
    /// It may take long, and the same answer may be given to everybody who asks the same.
    JudgedOnce,
}

/// What the judge is asked.
type Ask = Box<dyn FnOnce(&Judge, &[u8], &dyn Server) -> Result<Given, Fault> + Send>;

/// A request that was read but for its body.
pub struct Question {
    /// What it takes to answer it.
    pub way: Way,
    ask: Ask,
}

impl fmt::Debug for Question {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Question").field("way", &self.way).finish_non_exhaustive()
    }
}

impl Question {
    /// A question.
    pub(crate) fn new(
        way: Way,
        ask: impl FnOnce(&Judge, &[u8], &dyn Server) -> Result<Given, Fault> + Send + 'static,
    ) -> Question {
        Question { way, ask: Box::new(ask) }
    }

    /// Asks the judge, with the body of the request.
    ///
    /// # Errors
    /// That of the judge.
    pub fn ask(self, judge: &Judge, body: &[u8], server: &dyn Server) -> Result<Given, Fault> {
        (self.ask)(judge, body, server)
    }
}

impl Call {
    /// Reads a request but for its body.
    ///
    /// # Errors
    /// The query does not fit the call.
    pub fn read(&self, request: &Request<'_>, path: &[String]) -> Result<Question, Fault> {
        (self.read)(request, path)
    }

    /// What stands in a path in place of the parameters; `None`: it is no path of this call.
    pub fn parameters(&self, path: &str) -> Option<Vec<String>> {
        let (mut found, mut parts) = (Vec::new(), path.split('/'));
        for wanted in self.pattern.split('/') {
            let part = percent_decode_str(parts.next()?).decode_utf8_lossy();
            if wanted.starts_with('{') {
                if part.is_empty() {
                    return None;
                }
                found.push(part.into_owned());
            } else if part != wanted {
                return None;
            }
        }
        parts.next().is_none().then_some(found)
    }
}

const fn get(pattern: &'static str, read: Reader) -> Call {
    Call { methods: Methods::Get, pattern, read }
}

const fn post(pattern: &'static str, read: Reader) -> Call {
    Call { methods: Methods::Post, pattern, read }
}

/// The calls, that which is asked for most first: they are tried in this order.
pub const CALLS: &[Call] = &[
    post("/v1/verify", judging::verify),
    post("/v1/moves", judging::moves),
    post("/v1/legal-actions", judging::legal_actions),
    post("/v1/compare", judging::compare),
    post("/v1/completions", judging::completions),
    post("/v1/positions", judging::positions),
    post("/v1/decks/check", judging::deck),
    get("/rules", pages::rules::rulebooks),
    get("/rules/{game}", pages::rules::rules),
    get("/rules/{game}/{id}", pages::rules::rule),
    get("/proofs", pages::proofs::proofs),
    get("/card-words/{game}", pages::card_words::words),
    get("/docs", pages::docs::docs),
    get("/openapi.json", pages::docs::document),
    get("/v1/games", lookups::games),
    get("/v1/games/{game}", lookups::game),
    get("/v1/games/{game}/board", lookups::board),
    get("/v1/games/{game}/rules", lookups::rules),
    get("/v1/games/{game}/rules/{id}", lookups::rule),
    get("/v1/games/{game}/schemas/{name}", lookups::schema),
    get("/v1/games/{game}/cards", lookups::cards),
    get("/v1/games/{game}/cards/{id}", lookups::card),
    get("/v1/keys", lookups::keys),
    get("/v1/pools", lookups::pools),
    Call { methods: Methods::Put, pattern: "/v1/pools/{digest}", read: lookups::put_pool },
    get("/problems/{code}", pages::problems::problem),
    get("/v1/verdicts/{replay_digest}", judging::verdict),
];
