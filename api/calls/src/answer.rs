//! Answers: from what the judge gave to the status, headers and body that are sent.

use std::sync::Arc;

use bytes::Bytes;
use rules_judge_replays::answer::{Fault, FaultCode};
use rules_judge_replays::codec::digest::Digest;
use serde::Serialize;

use crate::details;
use crate::fault::JSON;
use crate::links;
use crate::request::Request;

/// Others may cache a page for this long: only a new build changes it.
pub const PUBLIC: &str = "public, max-age=300";
/// Answers with hidden cards may not be cached.
pub const PRIVATE: &str = "no-store";
/// The content type of pages.
pub const HTML: &str = "text/html; charset=utf-8";
/// What pages may load: files and answers of this service. Scripts and styles within the page, and everything
/// from other hosts, are forbidden.
pub const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; \
                          connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; \
                          form-action 'none'; frame-ancestors 'none'";

/// An answer. Equal requests get equal answers, from the service as from the module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// HTTP status.
    pub status: u16,
    /// Header names in lower case, and their values, which are ASCII.
    pub headers: Vec<(&'static str, String)>,
    /// The body.
    pub body: Bytes,
}

/// Which status and headers go with an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Head {
    /// Those of a judgement of a body, in the language of the request.
    Judged,
    /// Those of a resource at a path: with a tag, so that a client that has it already gets 304 only.
    Lying {
        /// Its content type.
        kind: &'static str,
        /// How long others may cache it.
        cache: &'static str,
        /// The address of the next page of a list.
        next: Option<String>,
    },
    /// Those of a page for people at a path.
    Page,
    /// Those of JSON that nobody caches, in no language.
    Plain {
        /// HTTP status.
        status: u16,
    },
}

impl Head {
    /// Those of JSON at a path that only a new build changes.
    pub const PUBLIC: Head = Head::Lying { kind: JSON, cache: PUBLIC, next: None };
}

/// Whether the cache of answers may keep an answer. If it does, anybody who asks the same can find out that
/// the answer was given before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keeping {
    /// It may, since nobody can guess the request.
    Allowed,
    /// It may not: a client that knows most of the request could try all candidates for the rest and see
    /// which one was asked before.
    Forbidden,
}

impl Keeping {
    /// `Allowed` if the header of the log contains something that nobody can guess.
    pub const fn of(has_secret: bool) -> Keeping {
        if has_secret { Keeping::Allowed } else { Keeping::Forbidden }
    }
}

/// What the judge gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    /// The bytes of the answer.
    pub bytes: Bytes,
    /// Their signature, if the server signs.
    pub signature: Option<Arc<str>>,
    /// Whether the cache of answers may keep them.
    pub keeping: Keeping,
    /// Which status and headers go with them.
    pub head: Head,
}

impl Given {
    /// Bytes that nobody has to judge.
    pub const fn lying(bytes: Bytes, head: Head) -> Given {
        Given { bytes, signature: None, keeping: Keeping::Forbidden, head }
    }

    /// A value as JSON.
    ///
    /// # Errors
    /// The value cannot be serialised.
    pub fn json<T: Serialize>(answer: &T, head: Head) -> Result<Given, Fault> {
        let mut bytes =
            serde_json::to_vec(answer).map_err(|_| Fault::new(FaultCode::Internal, details::unwritten()))?;
        // The cache may keep the bytes for long, and counts their length only, so spare capacity is returned.
        bytes.shrink_to_fit();
        Ok(Given::lying(bytes.into(), head))
    }

    /// Sets whether the cache of answers may keep it.
    #[must_use]
    pub fn keeping(self, keeping: Keeping) -> Given {
        Given { keeping, ..self }
    }

    /// The answer to this request.
    pub fn answer(self, request: &Request<'_>) -> Answer {
        let language = request.language().tag();
        let mut answer = Answer { status: 200, headers: Vec::with_capacity(8), body: self.bytes };
        let headers = &mut answer.headers;
        let (kind, cache) = match &self.head {
            Head::Judged | Head::Plain { .. } => (JSON, PRIVATE),
            Head::Lying { kind, cache, .. } => (*kind, *cache),
            Head::Page => (HTML, PUBLIC),
        };
        headers.push(("content-type", kind.to_owned()));
        headers.push(("cache-control", cache.to_owned()));
        if let Head::Plain { status } = self.head {
            answer.status = status;
            return answer;
        }
        headers.push(("content-language", language.to_owned()));
        headers.push(("vary", "Accept-Language".to_owned()));
        if matches!(self.head, Head::Page) {
            headers.extend(guard(POLICY));
        }
        if let Head::Lying { next: Some(next), .. } = &self.head
            && let Some(link) = links::header(next, "next")
        {
            headers.push(("link", link));
        }
        if !matches!(self.head, Head::Judged) {
            let tag = tag(&answer.body);
            let has = request.has(&tag);
            answer.headers.push(("etag", tag));
            if has {
                answer.status = 304;
                answer.body = Bytes::new();
            }
        }
        if let Some(signature) = self.signature {
            answer.headers.push((crate::keys::SIGNATURE, signature.as_ref().to_owned()));
        }
        answer
    }
}

/// The headers that set the security policy of a page.
pub fn guard(policy: &str) -> [(&'static str, String); 2] {
    [("content-security-policy", policy.to_owned()), ("referrer-policy", "no-referrer".to_owned())]
}

/// The entity tag of these bytes. It is weak, since the same page may be sent compressed.
pub fn tag(bytes: &[u8]) -> String {
    let [a, b, c, d, e, f, g, h, ..] = Digest::of(bytes).0;
    format!("W/\"{:016x}\"", u64::from_be_bytes([a, b, c, d, e, f, g, h]))
}
