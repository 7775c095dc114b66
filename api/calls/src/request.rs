//! The parts of a request on which answers depend: method, path, query and a few headers.

use std::borrow::Cow;

use rules_judge_replays::answer::{Fault, FaultCode, Language, Query};

use crate::details;
use crate::params::{self, Parameters};

/// A request without its body.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Request<'a> {
    /// The method in upper case.
    pub method: &'a str,
    /// The path as it was sent, without a query.
    pub path: &'a str,
    /// The query as it was sent, without a question mark.
    pub query: &'a str,
    /// The header `Accept-Language`.
    pub accept_language: Option<&'a str>,
    /// The header `Content-Type`.
    pub content_type: Option<&'a str>,
    /// The headers `If-None-Match`, joined by commas.
    pub if_none_match: Cow<'a, str>,
}

impl Request<'_> {
    /// The language that the client asks for.
    pub fn language(&self) -> Language {
        self.accept_language.map_or(Language::English, params::accepted_language)
    }

    /// The parameters of the query as pairs, in the order sent.
    ///
    /// # Errors
    /// The query is no list of pairs.
    pub fn pairs(&self) -> Result<Vec<(String, String)>, Fault> {
        serde_urlencoded::from_str(self.query)
            .map_err(|_| Fault::new(FaultCode::BadQuery, details::no_pairs()))
    }

    /// The query of a judging call.
    ///
    /// # Errors
    /// A parameter or its value is unknown, or a parameter is given twice.
    pub fn judging(&self, taken: Parameters) -> Result<Query, Fault> {
        params::query(&self.pairs()?, taken, self.language())
    }

    /// Checks that the query is empty, for calls that take none.
    ///
    /// # Errors
    /// It is not empty.
    pub fn no_query(&self) -> Result<(), Fault> {
        match self.query {
            "" => Ok(()),
            _ => Err(Fault::new(FaultCode::BadQuery, details::no_query())),
        }
    }

    /// Checks the content type. The only parameter allowed is `charset=utf-8`.
    ///
    /// # Errors
    /// The content type is another, or is missing.
    pub fn require(&self, kind: &str) -> Result<(), Fault> {
        let mut parts = self.content_type.unwrap_or("").split(';').map(str::trim);
        let right = parts.next().is_some_and(|essence| essence.eq_ignore_ascii_case(kind));
        let utf8 = parts.all(|part| {
            part.split_once('=').is_some_and(|(name, value)| {
                name.eq_ignore_ascii_case("charset") && value.trim_matches('"').eq_ignore_ascii_case("utf-8")
            })
        });
        if right && utf8 {
            return Ok(());
        }
        Err(Fault::new(FaultCode::UnsupportedMedia, details::content_type(kind)))
    }

    /// Whether the client has the answer with this tag already.
    pub(crate) fn has(&self, tag: &str) -> bool {
        let opaque = tag.trim_start_matches("W/");
        let known =
            |known: &str| matches!(known.trim(), "*") || known.trim().trim_start_matches("W/") == opaque;
        self.if_none_match.split(',').any(known)
    }
}

/// The fault of a body that is larger than the limit.
pub fn too_large(most: usize) -> Fault {
    Fault::new(FaultCode::TooLarge, details::large_body(most))
}
