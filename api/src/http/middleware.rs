//! Wraps every request: gives it an id, writes faults as problem documents, counts it and logs one line.

use std::borrow::Cow;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::http::{ConnectionType, Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::{Error, HttpResponse, web};
use rules_judge_replays::answer::detail::{Requests, Seconds};
use rules_judge_replays::answer::{FaultCode, Language};

use crate::http::body_guard::{HoldingBody, share_body};
use crate::http::connection::Progress;
use crate::http::details;
use crate::http::extract;
use crate::http::fault::{self, RateLimit, entry};
use crate::http::links::described_by;
use crate::http::rate::Allowance;
use crate::http::refused::Refused;
use crate::http::service::Service;
use crate::http::trace;

const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");
const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
/// Headers of an answer that pages of other origins may read, besides those that CORS always exposes.
const EXPOSED: &str = "cache-status, etag, link, ratelimit, ratelimit-policy, retry-after, traceparent, \
                       verdict-signature, x-request-id";
/// Routes for monitoring; they are never rate limited.
const ALWAYS_ANSWERED: [&str; 3] = ["/healthz", "/readyz", "/metrics"];

/// Makes request ids. From one id nobody can guess another, since they are hashes with a random key.
#[derive(Debug, Default)]
pub struct RequestIds {
    key: RandomState,
    count: AtomicU64,
}

impl RequestIds {
    /// The next id, 16 hexadecimal digits.
    pub fn next_id(&self) -> String {
        let mut hasher = self.key.build_hasher();
        hasher.write_u64(self.count.fetch_add(1, Ordering::Relaxed));
        format!("{:016x}", hasher.finish())
    }
}

/// Whether a route is for monitoring.
pub(crate) fn is_always_answered(route: Option<&str>) -> bool {
    route.is_some_and(|route| ALWAYS_ANSWERED.contains(&route))
}

/// The outermost middleware, so that it counts and logs every answer, including those of other middleware
/// (CORS, compression).
///
/// The line of the log has the pattern of the route and never the path, query or body: those may contain
/// digests, and the digest of a replay gives access to the replay.
pub async fn guard<B: MessageBody + 'static>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<HoldingBody>, Error> {
    let started = Instant::now();
    let open = request.conn_data::<Rc<Progress>>().map(Progress::begin);
    let guarded = Guarded::of(&request);
    let held = share_body(&mut request);
    let mut response = match guarded.allowance {
        Some(Allowance::Wait(seconds)) => guarded.too_often(request, seconds),
        Some(Allowance::Left(_)) | None => guarded.answered(request, next).await?,
    };
    guarded.add_headers(&mut response);
    guarded.record(response.status().as_u16(), started);
    Ok(response.map_body(|_, body| HoldingBody::new(body, held, open)))
}

/// What the guard reads from a request before another middleware takes it.
struct Guarded {
    service: Option<web::Data<Service>>,
    request_id: String,
    traceparent: Option<String>,
    language: Language,
    method: Method,
    route: String,
    allowance: Option<Allowance>,
}

impl Guarded {
    /// Reads a request, and counts it for the rate limit.
    fn of(request: &ServiceRequest) -> Guarded {
        let service = request.app_data::<web::Data<Service>>().cloned();
        let request_id = trace::request_id(request.headers())
            .unwrap_or_else(|| service.as_ref().map_or_else(String::new, |service| service.new_request_id()));
        let route = request.match_pattern().unwrap_or_else(|| "none".to_owned());
        let allowance = service.as_ref().and_then(|service| {
            let address = request.peer_addr().filter(|_| !is_always_answered(Some(&route)))?;
            service.rate().count(address.ip())
        });
        Guarded {
            request_id,
            traceparent: trace::traceparent(request.headers()),
            language: extract::accepted(request.headers()),
            method: request.method().clone(),
            route,
            allowance,
            service,
        }
    }

    fn trace_id(&self) -> Option<&str> {
        self.traceparent.as_deref().and_then(trace::trace_id)
    }

    /// The answer to an address that sent too many requests and may send the next after `seconds`.
    fn too_often(&self, request: ServiceRequest, seconds: u64) -> ServiceResponse<BoxBody> {
        let limit = self.service.as_ref().map(|service| service.rate().limit());
        let RateLimit { burst, per_second } = limit.unwrap_or_default();
        let detail = details::too_often(Requests(per_second.into()), burst, Seconds(seconds));
        let refused = fault::Refused::new(FaultCode::TooOften, detail);
        let refused = Refused(fault::Refused { limit, ..refused });
        let crosses = request.headers().contains_key(header::ORIGIN);
        let (request, _) = request.into_parts();
        let seconds = u32::try_from(seconds).unwrap_or(u32::MAX);
        let mut answer = problem_response(&refused, &self.request_id, seconds, self.language);
        if crosses {
            // Lets a page of another origin read the reason.
            answer.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
        }
        ServiceResponse::new(request, answer)
    }

    /// The answer of the service, with a fault as a problem document; an error if the client left first.
    async fn answered<B: MessageBody + 'static>(
        &self,
        request: ServiceRequest,
        next: Next<B>,
    ) -> Result<ServiceResponse<BoxBody>, Error> {
        let progress = request.conn_data::<Rc<Progress>>().cloned();
        let left = async move {
            match progress {
                Some(progress) => progress.is_left().await,
                None => std::future::pending().await,
            }
        };
        let response = tokio::select! {
            biased;
            response = next.call(request) => response?,
            // Dropping the future of the answer ends its work.
            () = left => {
                let Guarded { method, route, request_id, .. } = self;
                tracing::info!(%method, route, request_id, trace_id = self.trace_id(), "the client left");
                return Err(Refused::new(FaultCode::Overloaded, details::client_left()).into());
            }
        };
        let refused = response.response().error().and_then(|error| error.as_error::<Refused>()).cloned();
        let Some(refused) = refused else { return Ok(response.map_into_boxed_body()) };
        let retry_after = self.service.as_ref().map_or(1, |service| service.limits().retry_after_seconds);
        let mut answer = problem_response(&refused, &self.request_id, retry_after, self.language);
        for name in [header::ACCESS_CONTROL_ALLOW_ORIGIN, header::VARY] {
            for value in response.headers().get_all(&name) {
                answer.headers_mut().append(name.clone(), value.clone());
            }
        }
        Ok(response.into_response(answer))
    }

    /// Adds the headers that every answer has.
    fn add_headers(&self, response: &mut ServiceResponse<BoxBody>) {
        let path = response.request().path();
        let kind = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let link = described_by(self.method.as_str(), path, &self.route, kind);
        if let Some(Ok(link)) = link.as_deref().map(HeaderValue::from_str) {
            response.headers_mut().append(header::LINK, link);
        }
        vary(response.headers_mut());
        if let Ok(value) = HeaderValue::from_str(&self.request_id) {
            response.headers_mut().insert(trace::REQUEST_ID, value);
        }
        if let Some(Ok(value)) = self.traceparent.as_deref().map(HeaderValue::from_str) {
            response.headers_mut().insert(trace::TRACEPARENT, value);
        }
        if self.service.as_ref().is_some_and(|service| service.is_draining()) {
            response.response_mut().head_mut().set_connection_type(ConnectionType::Close);
        }
        if let (Some(allowance), Some(service)) = (self.allowance, &self.service) {
            let state = match allowance {
                Allowance::Left(left) => format!("\"address\";r={left}"),
                Allowance::Wait(seconds) => format!("\"address\";r=0;t={seconds}"),
            };
            for (name, text) in [(RATE_LIMIT, state.as_str()), (RATE_LIMIT_POLICY, service.rate().policy())] {
                if let Ok(value) = HeaderValue::from_str(text) {
                    response.headers_mut().insert(name, value);
                }
            }
        }
        let headers = response.headers_mut();
        headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(EXPOSED));
        headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    }

    /// Counts and logs an answer.
    fn record(&self, status: u16, started: Instant) {
        let Guarded { route, request_id, .. } = self;
        let method = self.method.as_str();
        if let Some(service) = &self.service {
            service.metrics().request(method, route, status, started.elapsed());
        }
        let (method, trace_id) = (in_log(method), self.trace_id());
        let microseconds = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
        if status >= 500 && status != entry(FaultCode::Overloaded).status {
            tracing::error!(%method, route, status, microseconds, request_id, trace_id, "request");
        } else {
            tracing::info!(%method, route, status, microseconds, request_id, trace_id, "request");
        }
    }
}

/// Joins all `Vary` headers into one line, since some shared caches read only the first. Adds
/// `Accept-Encoding`, on which compression depends even if this answer is not compressed.
fn vary(headers: &mut HeaderMap) {
    let mut names: Vec<&str> = Vec::with_capacity(8);
    let lines = headers.get_all(header::VARY).filter_map(|value| value.to_str().ok());
    for name in lines.chain(["Accept-Encoding"]).flat_map(|line| line.split(',')).map(str::trim) {
        if !names.iter().any(|known| known.eq_ignore_ascii_case(name)) {
            names.push(name);
        }
    }
    if let Ok(value) = HeaderValue::from_str(&names.join(", ")) {
        headers.insert(header::VARY, value);
    }
}

/// A little more than the longest method of HTTP and its extensions, `UPDATEREDIRECTREF`.
const LONGEST_METHOD: usize = 20;

/// A method for the log, cut off if it is too long: a client may send one of any length.
fn in_log(method: &str) -> Cow<'_, str> {
    match method.char_indices().nth(LONGEST_METHOD) {
        Some((end, _)) => format!("{}…", method.get(..end).unwrap_or_default()).into(),
        None => method.into(),
    }
}

fn problem_response(
    refused: &Refused,
    request_id: &str,
    retry_after: u32,
    language: Language,
) -> HttpResponse {
    let Refused(refused) = refused;
    let status = StatusCode::from_u16(entry(refused.fault.code).status);
    let mut response = HttpResponse::build(status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR));
    for header in refused.headers(language) {
        response.append_header(header);
    }
    match refused.fault.code {
        FaultCode::Overloaded | FaultCode::TooOften => {
            response.insert_header((header::RETRY_AFTER, retry_after.to_string()));
        }
        // Reading the rest of a slow or too large body is not worth the time, so the connection closes.
        FaultCode::RequestTimeout | FaultCode::TooLarge => {
            response.force_close();
        }
        _ => {}
    }
    response.body(refused.problem(language).of_request(request_id).to_json())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_method_is_cut_in_the_log() {
        for method in ["GET", "UPDATEREDIRECTREF", "ABCDEFGHIJKLMNOPQRST"] {
            assert_eq!(in_log(method), method);
        }
        assert_eq!(in_log(&"A".repeat(60_000)), format!("{}…", "A".repeat(20)));
    }

    #[test]
    fn request_ids_differ() {
        let ids = RequestIds::default();
        let (first, second) = (ids.next_id(), ids.next_id());
        assert_eq!((first.len(), second.len()), (16, 16));
        assert_ne!(first, second);
    }
}
