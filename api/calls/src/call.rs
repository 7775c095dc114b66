//! The table of calls: the path and methods of each, and what it asks the judge.

use std::fmt;

use percent_encoding::percent_decode_str;
use rules_judge_replays::answer::{Fault, Query};
use rules_judge_replays::judging::Judge;

use crate::answer::Given;
use crate::request::Request;
use crate::server::Server;
use crate::{judging, lookups, pages};

/// One call.
#[derive(Debug, Clone, Copy)]
pub struct Call {
    /// The methods of the call.
    pub methods: Methods,
    /// The path, with parameters in braces.
    pub pattern: &'static str,
    read: Reader,
}

/// Reads a request. The parameters of the path come decoded.
type Reader = fn(&Request<'_>, &[String]) -> Result<Question, Fault>;

/// The methods of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Methods {
    /// `GET` and `HEAD`.
    Get,
    /// `POST`, with a body.
    Post,
    /// `PUT`, with a body.
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

    /// Whether the call has a body.
    pub const fn takes_body(self) -> bool {
        !matches!(self, Methods::Get)
    }

    /// Whether the call has this method.
    pub fn has(self, method: &str) -> bool {
        self.allow().split(", ").any(|allowed| allowed == method)
    }
}

/// How a server has to run a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// It takes no time, so it may run on the thread of the connection.
    AtOnce,
    /// It may take long, so it runs on a judging thread.
    Judged,
    /// It runs on a judging thread, and the cache of answers may keep the result for the same query and body.
    JudgedOnce(Query),
}

/// Asks the judge, given the body of the request.
type Ask = Box<dyn FnOnce(&Judge, &[u8], &dyn Server) -> Result<Given, Fault> + Send>;

/// A request that was read except for its body.
pub struct Question {
    /// How a server has to run it.
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
    /// Reads a request except for its body.
    ///
    /// # Errors
    /// The query does not fit the call.
    pub fn read(&self, request: &Request<'_>, path: &[String]) -> Result<Question, Fault> {
        (self.read)(request, path)
    }

    /// The parameters in a path, decoded; `None`: the path is not one of this call.
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

/// The calls, the most frequent first, since a path is compared with them in this order.
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
