//! Wraps every request: gives it an id, writes faults as problem documents, counts it and logs one line.

use std::borrow::Cow;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::ConnectionType;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
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
    let service = request.app_data::<web::Data<Service>>().cloned();
    let request_id = trace::request_id(request.headers())
        .unwrap_or_else(|| service.as_ref().map_or_else(String::new, |service| service.new_request_id()));
    let traceparent = trace::traceparent(request.headers());
    let trace_id = traceparent.as_deref().and_then(trace::trace_id);
    let retry_after = service.as_ref().map_or(1, |service| service.limits().retry_after_seconds);
    let language = extract::accepted(request.headers());
    let method = request.method().clone();
    let route = request.match_pattern().unwrap_or_else(|| "none".to_owned());

    let allowance = service.as_ref().and_then(|service| {
        let address = request.peer_addr().filter(|_| !is_always_answered(Some(&route)))?;
        service.rate().count(address.ip())
    });
    let held = share_body(&mut request);
    let mut response = if let Some(Allowance::Wait(seconds)) = allowance {
        let limit = service.as_ref().map(|service| service.rate().limit());
        let RateLimit { burst, per_second } = limit.unwrap_or_default();
        let detail = details::too_often(Requests(per_second.into()), burst, Seconds(seconds));
        let refused = fault::Refused::new(FaultCode::TooOften, detail);
        let refused = Refused(fault::Refused { limit, ..refused });
        let crosses = request.headers().contains_key(header::ORIGIN);
        let (request, _) = request.into_parts();
        let seconds = u32::try_from(seconds).unwrap_or(u32::MAX);
        let mut answer = problem_response(&refused, &request_id, seconds, language);
        if crosses {
            // Lets a page of another origin read the reason.
            answer.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
        }
        ServiceResponse::new(request, answer)
    } else {
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
                tracing::info!(%method, route, request_id, trace_id, "the client left");
                return Err(Refused::new(FaultCode::Overloaded, details::client_left()).into());
            }
        };
        let refused = response.response().error().and_then(|error| error.as_error::<Refused>()).cloned();
        match refused {
            Some(refused) => {
                let mut answer = problem_response(&refused, &request_id, retry_after, language);
                for name in [header::ACCESS_CONTROL_ALLOW_ORIGIN, header::VARY] {
                    for value in response.headers().get_all(&name) {
                        answer.headers_mut().append(name.clone(), value.clone());
                    }
                }
                response.into_response(answer)
            }
            None => response.map_into_boxed_body(),
        }
    };
    let path = response.request().path();
    let kind = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let link = described_by(method.as_str(), path, &route, kind);
    if let Some(Ok(link)) = link.as_deref().map(HeaderValue::from_str) {
        response.headers_mut().append(header::LINK, link);
    }
    vary(response.headers_mut());
    if let Ok(value) = HeaderValue::from_str(&request_id) {
        response.headers_mut().insert(trace::REQUEST_ID, value);
    }
    if let Some(Ok(value)) = traceparent.as_deref().map(HeaderValue::from_str) {
        response.headers_mut().insert(trace::TRACEPARENT, value);
    }
    if service.as_ref().is_some_and(|service| service.is_draining()) {
        response.response_mut().head_mut().set_connection_type(ConnectionType::Close);
    }
    if let (Some(allowance), Some(service)) = (allowance, &service) {
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
    response.headers_mut().insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(EXPOSED));
    response.headers_mut().insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    let status = response.status().as_u16();
    if let Some(service) = &service {
        service.metrics().request(method.as_str(), &route, status, started.elapsed());
    }
    let method = in_log(method.as_str());
    let microseconds = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
    if status >= 500 && status != entry(FaultCode::Overloaded).status {
        tracing::error!(%method, route, status, microseconds, request_id, trace_id, "request");
    } else {
        tracing::info!(%method, route, status, microseconds, request_id, trace_id, "request");
    }
    Ok(response.map_body(|_, body| HoldingBody::new(body, held, open)))
}

/// Joins all `Vary` headers into one line, since some shared caches read only the first. Adds
/// `Accept-Encoding`, on which compression depends even if this answer is not compressed.
fn vary(headers: &mut HeaderMap) {
    let mut names: Vec<String> = Vec::new();
    for line in
        headers.get_all(header::VARY).filter_map(|value| value.to_str().ok()).chain(["Accept-Encoding"])
    {
        for name in line.split(',').map(str::trim) {
            if !names.iter().any(|known| known.eq_ignore_ascii_case(name)) {
                names.push(name.to_owned());
            }
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
