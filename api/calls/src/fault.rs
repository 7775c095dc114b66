//! Faults as problem documents (RFC 9457): one table from code to status and title.

use rules_judge_replays::answer::detail::Detail;
use rules_judge_replays::answer::{Fault, FaultCode, Language};
use rules_judge_replays::catalog::lint::FindingAnswer;
use rules_judge_replays::shapes::ToSchema;
use serde::Serialize;

use crate::answer::{Answer, PRIVATE};
use crate::details;
use crate::fault_texts::texts;

/// A line of the table: what belongs to the code of a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The code as clients read it; also the last part of the problem's type.
    pub code: &'static str,
    /// HTTP status.
    pub status: u16,
    /// The title, equal for every occurrence.
    pub title: &'static str,
    /// What a client can do about it.
    pub advice: &'static str,
}

/// The table. A new code does not compile without its line.
pub const fn entry(code: FaultCode) -> Entry {
    let (code, status, title, advice) = match code {
        FaultCode::UnreadableJson => (
            "unreadable_json",
            400,
            "The body is not readable JSON",
            "The answer has line and column of the first byte that is wrong. Send UTF-8.",
        ),
        FaultCode::WrongShape => (
            "wrong_shape",
            400,
            "The JSON does not have the shape that this call takes",
            "The answer has a JSON pointer to the place. Unknown fields, equal keys, keys that begin with \
            `$serde_json::private::`, fractions and numbers beyond 2^53 - 1 are refused, so that no two \
            readers can read one log differently.",
        ),
        FaultCode::BadQuery => (
            "bad_query",
            400,
            "The query does not fit this call",
            "Every parameter is known, given once, and one of its values; the detail says which are \
            accepted.",
        ),
        FaultCode::UnknownGame => {
            ("unknown_game", 404, "There is no such game here", "GET /v1/games lists the games.")
        }
        FaultCode::UnknownRule => (
            "unknown_rule",
            404,
            "The game has no rule of that id",
            "Ids are compared sign by sign; the field nearest has those that look alike.",
        ),
        FaultCode::UnknownSchema => (
            "unknown_schema",
            404,
            "The game has no schema of that name",
            "The detail and the field nearest have all names; GET /v1/games/{game} lists them, too.",
        ),
        FaultCode::UnknownPool => (
            "unknown_pool",
            404,
            "There is no such card pool of this game here",
            "GET /v1/pools lists the names, each with its game. Send another pool with PUT \
            /v1/pools/{digest} or inline; pools that were sent are forgotten after a while.",
        ),
        FaultCode::NoSuchCard => (
            "no_such_card",
            404,
            "The pool has no card of that id",
            "GET /v1/games/{game}/cards lists the cards.",
        ),
        FaultCode::UnknownBase => (
            "unknown_base",
            404,
            "There is no judgement here to go on from",
            "Judgements are forgotten after a while, and of a log without a seed or a salt none is kept. \
             Send the replay in place of its digest.",
        ),
        FaultCode::UnknownVerdict => (
            "unknown_verdict",
            404,
            "There is no judgement of that digest here",
            "Judgements are forgotten after a while, and of a log without a seed or a salt none is kept. \
             Judge the log again with POST /v1/verify.",
        ),
        FaultCode::NotFound => {
            ("not_found", 404, "There is nothing at this path", "GET /docs lists every path.")
        }
        FaultCode::MethodNotAllowed => (
            "method_not_allowed",
            405,
            "This path does not take this method",
            "The header Allow has the methods of this path.",
        ),
        FaultCode::RequestTimeout => {
            ("request_timeout", 408, "The body came too slowly", "Send the body without long breaks.")
        }
        FaultCode::TooLarge => (
            "too_large",
            413,
            "More bytes than the limit",
            "The detail says the limit. Judge longer logs in parts with POST /v1/moves.",
        ),
        FaultCode::TooDeep => ("too_deep", 413, "Nested deeper than the limit", "No replay nests that deep."),
        FaultCode::TooMany => (
            "too_many",
            413,
            "More items than the limit",
            "The pointer says of what, the detail how many are accepted.",
        ),
        FaultCode::UnsupportedMedia => (
            "unsupported_media",
            415,
            "This content type or encoding is not accepted",
            "The headers Accept and Accept-Encoding say what is accepted. Send bodies as they are, never \
            compressed.",
        ),
        FaultCode::UnknownCard => (
            "unknown_card",
            422,
            "A card that the pool or the header does not have",
            "The pointer names the place; the detail has the nearest known id.",
        ),
        FaultCode::BadReveal => (
            "bad_reveal",
            422,
            "A reveal does not match its commit",
            "A commit is SHA-256 of the 32 bytes of the reveal of the same seat, both in hexadecimal digits.",
        ),
        FaultCode::BadFact => (
            "bad_fact",
            422,
            "A fact that the pool does not take",
            "An item of facts says what is printed on a card in fields that the pool does not know. The \
            pointer names the place.",
        ),
        FaultCode::BeyondLog => (
            "beyond_log",
            422,
            "The log has fewer entries",
            "The parameter at is at most the number of entries.",
        ),
        FaultCode::BadPool => (
            "bad_pool",
            422,
            "The card pool is not usable",
            "The field findings has everything that the linter found, each with its place.",
        ),
        FaultCode::WrongDigest => (
            "wrong_digest",
            422,
            "The body is not what the digest names",
            "The digest of a pool is SHA-256 of its canonical bytes (RFC 8785); the detail has the right \
            one.",
        ),
        FaultCode::TooOften => (
            "too_often",
            429,
            "Too many requests from one address",
            "Wait as long as Retry-After says. The header RateLimit says what is left.",
        ),
        FaultCode::Internal => (
            "internal",
            500,
            "The judge broke on this request",
            "This is a mistake of the service. Please report it with the request id.",
        ),
        FaultCode::Overloaded => (
            "overloaded",
            503,
            "The service is at its limit",
            "Nothing was judged. Send the request again after Retry-After seconds.",
        ),
    };
    Entry { code, status, title, advice }
}

/// How often an address may ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, ToSchema)]
pub struct RateLimit {
    /// The most requests at once.
    pub burst: u32,
    /// The most requests each second, on average.
    pub per_second: u32,
}

/// A fault as clients read it. The fields are in the order of canonical JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Problem {
    /// Stable code.
    pub code: &'static str,
    /// Column of the fault in the body, or its character in `q` of a list of cards, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// One sentence for this occurrence, in the asked language.
    pub detail: String,
    /// Everything that is wrong with a card pool.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<FindingAnswer>,
    /// Of `too_often`: how often an address may ask.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<RateLimit>,
    /// Line of the fault in the body, counted from 1; 1 for `q` of a list of cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Names that are known and look like the one that is not.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nearest: Vec<String>,
    /// JSON pointer into the body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// Names the request in the service's log; absent on the command line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// HTTP status of this fault; absent where a file could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// The same words for every fault of this code, in the asked language.
    pub title: &'static str,
    /// Where the code is explained.
    #[serde(rename = "type")]
    pub kind: String,
}

impl Problem {
    /// The problem document of a fault.
    pub fn new(fault: &Fault, language: Language) -> Problem {
        let Entry { code, status, .. } = entry(fault.code);
        let (title, _) = texts(fault.code, language);
        Problem {
            code,
            column: fault.place.map(|(_, column)| column),
            detail: fault.detail_in(language).to_owned(),
            findings: fault.findings.iter().map(|found| found.answer(language)).collect(),
            limit: None,
            line: fault.place.map(|(line, _)| line),
            nearest: fault.nearest.to_vec(),
            pointer: fault.pointer.clone(),
            request_id: None,
            status: Some(status),
            title,
            kind: format!("/problems/{code}"),
        }
    }

    /// The problem of a file that could not be read. It is no line of the table, since only the command line
    /// has files.
    pub fn unreadable_file(detail: impl Into<String>, language: Language) -> Problem {
        Problem {
            code: "unreadable_file",
            column: None,
            detail: detail.into(),
            findings: Vec::new(),
            limit: None,
            line: None,
            nearest: Vec::new(),
            pointer: None,
            request_id: None,
            status: None,
            title: match language {
                Language::English => "The file could not be read",
                Language::TraditionalChinese => "檔案無法讀取",
                Language::SimplifiedChinese => "文件无法读取",
            },
            kind: "about:blank".to_owned(),
        }
    }

    /// Adds the id of the request.
    #[must_use]
    pub fn of_request(mut self, request_id: &str) -> Problem {
        self.request_id = Some(request_id.to_owned());
        self
    }

    /// The bytes of the document.
    pub fn to_json(&self) -> String {
        // Strings and numbers always serialise. If they did not, an empty object would still be JSON.
        serde_json::to_string(self).unwrap_or_else(|_| "{}".to_owned())
    }
}

/// The content type of most requests and answers.
pub const JSON: &str = "application/json";
/// The content type of problem documents.
pub const PROBLEM_JSON: &str = "application/problem+json";
/// The content type of a batch: one replay a line.
pub const LINES: &str = "application/x-ndjson";

/// A fault, with what the headers of its answer state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The fault itself.
    pub fault: Fault,
    /// The methods of the path, if the method was wrong.
    pub allow: Option<&'static str>,
    /// The content type of the call, if that was wrong.
    pub accept: &'static str,
    /// The limit, if the address sent too many requests.
    pub limit: Option<RateLimit>,
}

impl Refused {
    /// A fault of this code with a sentence about it.
    pub fn new(code: FaultCode, detail: impl Into<Detail>) -> Refused {
        Refused::from(Fault::new(code, detail))
    }
}

impl From<Fault> for Refused {
    fn from(fault: Fault) -> Refused {
        Refused { fault, allow: None, accept: JSON, limit: None }
    }
}

impl From<Fault> for Box<Refused> {
    fn from(fault: Fault) -> Box<Refused> {
        Box::new(fault.into())
    }
}

impl std::fmt::Display for Refused {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(entry(self.fault.code).code)
    }
}

impl Refused {
    /// The fault of a method that the path does not have.
    pub fn method(allow: &'static str) -> Refused {
        let fault = Fault::new(FaultCode::MethodNotAllowed, details::takes(allow));
        Refused { allow: Some(allow), ..Refused::from(fault) }
    }

    /// The fault of a path without a resource.
    pub fn nothing_there() -> Refused {
        Refused::new(FaultCode::NotFound, details::nothing_there())
    }

    /// The answer, without the id of the request and the headers that a server adds.
    pub fn answer(&self, language: Language) -> Answer {
        Answer {
            status: entry(self.fault.code).status,
            headers: self.headers(language),
            body: self.problem(language).to_json().into(),
        }
    }

    /// The problem document.
    pub fn problem(&self, language: Language) -> Problem {
        Problem { limit: self.limit, ..Problem::new(&self.fault, language) }
    }

    /// The headers of the answer.
    pub fn headers(&self, language: Language) -> Vec<(&'static str, String)> {
        let mut headers = vec![
            ("content-type", PROBLEM_JSON.to_owned()),
            ("content-language", language.tag().to_owned()),
            ("vary", "Accept-Language".to_owned()),
            ("cache-control", PRIVATE.to_owned()),
        ];
        if self.fault.code == FaultCode::UnsupportedMedia {
            headers.push(("accept", self.accept.to_owned()));
            headers.push(("accept-encoding", "identity".to_owned()));
        }
        if let Some(allow) = self.allow {
            headers.push(("allow", allow.to_owned()));
        }
        headers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_the_table_are_those_of_the_facade() {
        for code in FaultCode::ALL {
            let line = entry(code);
            assert_eq!(serde_json::to_value(code).ok(), Some(serde_json::Value::from(line.code)));
            assert!((400..600).contains(&line.status), "{line:?}");
        }
    }
}
