//! Takes in a request: content type, language, query, and the body within its limits.

use actix_web::http::header::{self, HeaderMap};
use actix_web::rt::time::timeout;
use actix_web::{HttpRequest, web};
use futures_util::StreamExt;
use rules_judge_replays::answer::detail::Seconds;
use rules_judge_replays::answer::{Fault, FaultCode, Language, Query};
use tokio::sync::OwnedSemaphorePermit;

use crate::http::details;
use crate::http::fault::JSON;
use crate::http::service::Service;
use crate::params::{self, Parameters};

/// A request body, and the room that it takes in the service's account.
#[derive(Debug)]
pub struct Body {
    bytes: Vec<u8>,
    held: Option<OwnedSemaphorePermit>,
}

impl Body {
    /// Bytes that are held already.
    pub fn held(bytes: Vec<u8>, held: Option<OwnedSemaphorePermit>) -> Body {
        Body { bytes, held }
    }

    /// Adds bytes; the room that they take is held first, that which is not used yet included.
    ///
    /// # Errors
    /// That of `hold`; nothing was added then.
    pub fn add(
        &mut self,
        chunk: &[u8],
        hold: impl FnOnce(usize) -> Result<OwnedSemaphorePermit, Fault>,
    ) -> Result<(), Fault> {
        let room = self.bytes.capacity();
        let needed = self.bytes.len().saturating_add(chunk.len());
        if needed > room {
            // Twice as much each time, so that a body in many parts is not copied as often.
            let more = needed.max(room.saturating_mul(2)).saturating_sub(room);
            let more_room = hold(more)?;
            match &mut self.held {
                Some(held) => held.merge(more_room),
                None => self.held = Some(more_room),
            }
            self.bytes.reserve_exact(room.saturating_add(more).saturating_sub(self.bytes.len()));
        }
        self.bytes.extend_from_slice(chunk);
        Ok(())
    }

    /// The bytes as sent. Work that asks for them through this method keeps their room as well.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// The language that the client asks for.
pub fn language(request: &HttpRequest) -> Language {
    accepted(request.headers())
}

/// The language that headers ask for.
pub fn accepted(headers: &HeaderMap) -> Language {
    let header = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    header.map_or(Language::English, params::accepted_language)
}

/// The query of a call, every parameter known and given once.
pub fn query(request: &HttpRequest, taken: Parameters) -> Result<Query, Fault> {
    params::query(&pairs(request)?, taken, language(request))
}

/// The query as it stands.
pub fn pairs(request: &HttpRequest) -> Result<Vec<(String, String)>, Fault> {
    web::Query::<Vec<(String, String)>>::from_query(request.query_string())
        .map(web::Query::into_inner)
        .map_err(|_| Fault::new(FaultCode::BadQuery, details::no_pairs()))
}

/// That a call which takes no query has none.
pub fn no_query(request: &HttpRequest) -> Result<(), Fault> {
    match request.query_string() {
        "" => Ok(()),
        _ => Err(Fault::new(FaultCode::BadQuery, details::no_query())),
    }
}

/// Reads the body of a JSON call.
pub async fn body(request: &HttpRequest, payload: web::Payload, service: &Service) -> Result<Body, Fault> {
    require(request, JSON)?;
    let limits = service.limits();
    let announced = request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    // The length is only a first look: what counts is what arrives.
    if announced
        .and_then(|length| length.parse::<u64>().ok())
        .is_some_and(|length| length > limits.body_bytes as u64)
    {
        return Err(too_large(limits.body_bytes));
    }
    timeout(limits.body_time, read(payload, service)).await.map_err(|_| {
        let seconds = limits.body_time.as_secs();
        Fault::new(FaultCode::RequestTimeout, details::late_body(Seconds(seconds)))
    })?
}

async fn read(mut payload: web::Payload, service: &Service) -> Result<Body, Fault> {
    let most = service.limits().body_bytes;
    let mut body = Body { bytes: Vec::new(), held: None };
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|_| Fault::new(FaultCode::UnreadableJson, details::broken_body()))?;
        if body.bytes.len().saturating_add(chunk.len()) > most {
            return Err(too_large(most));
        }
        body.add(&chunk, |count| service.admission().hold_bytes(count))?;
    }
    Ok(body)
}

/// The fault of a body beyond the limit.
pub fn too_large(most: usize) -> Fault {
    Fault::new(FaultCode::TooLarge, details::large_body(most))
}

/// The content type, with no parameter but a charset of UTF-8.
pub fn require(request: &HttpRequest, kind: &str) -> Result<(), Fault> {
    let header =
        request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
    let mut parts = header.split(';').map(str::trim);
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
