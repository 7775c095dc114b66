//! Answers: what the judge gave, and the status, headers and body that it is sent with.

use std::sync::Arc;

use bytes::Bytes;
use rules_judge_replays::answer::{Fault, FaultCode};
use rules_judge_replays::codec::digest::Digest;
use serde::Serialize;

use crate::details;
use crate::fault::JSON;
use crate::links;
use crate::request::Request;

/// How long a page may be kept by others: it changes with a new build only.
pub const PUBLIC: &str = "public, max-age=300";
/// Answers with hidden cards may not be cached on the way.
pub const PRIVATE: &str = "no-store";
/// The content type of pages.
pub const HTML: &str = "text/html; charset=utf-8";
/// What pages may load: their own files and the answers of this service, nothing written into the page,
/// nothing from elsewhere.
pub const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; \
                          connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; \
                          form-action 'none'; frame-ancestors 'none'";

/// An answer: the same for the same request wherever it is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// HTTP status.
    pub status: u16,
    /// Header names in small letters, and their values, which are ASCII.
    pub headers: Vec<(&'static str, String)>,
    /// The body.
    pub body: Bytes,
}

/// What an answer is sent with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Head {
    /// An answer of the judge to a body, in the asked language.
    Judged,
    /// Something that lies at a path, with a tag, so that who has it already need not get it again.
    Lying {
        /// Its content type.
        kind: &'static str,
        /// How long it may be kept by others.
        cache: &'static str,
        /// The address of the next page of a list.
        next: Option<String>,
    },
    /// A page for people, which lies at a path.
    Page,
    /// JSON that nobody keeps, in no language.
    Plain {
        /// HTTP status.
        status: u16,
    },
}

impl Head {
    /// Of JSON at a path that changes with a new build only.
    pub const PUBLIC: Head = Head::Lying { kind: JSON, cache: PUBLIC, next: None };
}

/// Whether an answer may be kept, so that others could learn that it was given before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keeping {
    /// It may.
    Allowed,
    /// What was asked can be guessed: who tries all candidates would learn which one was asked.
    Forbidden,
}

impl Keeping {
    /// That of an answer to a header which holds what nobody can guess, or not.
    pub const fn of(has_secret: bool) -> Keeping {
        if has_secret { Keeping::Allowed } else { Keeping::Forbidden }
    }
}

/// What the judge gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    /// The bytes of the answer.
    pub bytes: Bytes,
    /// Their signature, if they are signed.
    pub signature: Option<Arc<str>>,
    /// Whether they may be kept.
    pub keeping: Keeping,
    /// What they are sent with.
    pub head: Head,
}

impl Given {
    /// Bytes that need no judging.
    pub const fn lying(bytes: Bytes, head: Head) -> Given {
        Given { bytes, signature: None, keeping: Keeping::Forbidden, head }
    }

    /// Something as JSON.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn json<T: Serialize>(answer: &T, head: Head) -> Result<Given, Fault> {
        let mut bytes =
            serde_json::to_vec(answer).map_err(|_| Fault::new(FaultCode::Internal, details::unwritten()))?;
        // It may be kept for long, and then weighs no more than it has.
        bytes.shrink_to_fit();
        Ok(Given::lying(bytes.into(), head))
    }

    /// The same with a word on whether it may be kept.
    #[must_use]
    pub fn keeping(self, keeping: Keeping) -> Given {
        Given { keeping, ..self }
    }

    /// The answer to a request.
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

/// The headers of an answer under a policy for pages.
pub fn guard(policy: &str) -> [(&'static str, String); 2] {
    [("content-security-policy", policy.to_owned()), ("referrer-policy", "no-referrer".to_owned())]
}

/// The tag of some bytes. It is weak, since the same page may be sent compressed.
pub fn tag(bytes: &[u8]) -> String {
    let [a, b, c, d, e, f, g, h, ..] = Digest::of(bytes).0;
    format!("W/\"{:016x}\"", u64::from_be_bytes([a, b, c, d, e, f, g, h]))
}
