//! Reads a request: content type, language, query, and the body within its limits.

use actix_web::http::header::{self, HeaderMap, HeaderName};
use actix_web::rt::time::timeout;
use actix_web::{HttpRequest, web};
use futures_util::StreamExt;
use rules_judge_calls::request::{Request, too_large};
use rules_judge_replays::answer::detail::Seconds;
use rules_judge_replays::answer::{Fault, FaultCode, Language};
use tokio::sync::OwnedSemaphorePermit;

use crate::http::details;
use crate::http::fault::JSON;
use crate::http::service::Service;
use crate::params;

/// A request body, and the memory that is reserved for it.
#[derive(Debug)]
pub struct Body {
    bytes: Vec<u8>,
    held: Option<OwnedSemaphorePermit>,
}

impl Body {
    /// A body of bytes for which memory is reserved already.
    pub fn held(bytes: Vec<u8>, held: Option<OwnedSemaphorePermit>) -> Body {
        Body { bytes, held }
    }

    /// Appends bytes, after reserving memory for the capacity that they need.
    ///
    /// # Errors
    /// The fault of `hold`, which reserves the memory; the body is unchanged then.
    pub fn add(
        &mut self,
        chunk: &[u8],
        hold: impl FnOnce(usize) -> Result<OwnedSemaphorePermit, Fault>,
    ) -> Result<(), Fault> {
        let room = self.bytes.capacity();
        let needed = self.bytes.len().saturating_add(chunk.len());
        if needed > room {
            // Doubling the capacity keeps a body in many parts from being copied for each of them.
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

    /// The bytes as sent. A closure that calls this method captures the whole body, and so keeps its memory
    /// reserved.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// The language that the headers ask for.
pub fn accepted(headers: &HeaderMap) -> Language {
    text(headers, &header::ACCEPT_LANGUAGE).map_or(Language::English, params::accepted_language)
}

/// The parts of the request, besides the body, on which answers depend.
pub fn request(request: &HttpRequest) -> Request<'_> {
    let headers = request.headers();
    let tags = headers.get_all(header::IF_NONE_MATCH).filter_map(|value| value.to_str().ok());
    let tags: Vec<&str> = tags.collect();
    Request {
        method: request.method().as_str(),
        path: request.path(),
        query: request.query_string(),
        accept_language: text(headers, &header::ACCEPT_LANGUAGE),
        content_type: text(headers, &header::CONTENT_TYPE),
        if_none_match: tags.join(",").into(),
    }
}

/// The first value of a header.
fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Reads the body of a JSON call.
pub async fn body(
    headers: &HeaderMap,
    asked: &Request<'_>,
    payload: web::Payload,
    service: &Service,
) -> Result<Body, Fault> {
    asked.require(JSON)?;
    let limits = service.limits();
    let announced = headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    // The announced length only allows an early refusal; the bytes that arrive are counted as well.
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
