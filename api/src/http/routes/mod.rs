//! The routes: those of the table of calls, which [`rules_judge_calls`] answers, and a file for each resource
//! that only a server has.

use actix_web::body::BoxBody;
use actix_web::http::header::{
    AcceptEncoding, CONTENT_ENCODING, Encoding, HeaderName, HeaderValue, TryIntoHeaderValue as _,
};
use actix_web::http::{Method, StatusCode};
use actix_web::web::Bytes;
use actix_web::{
    FromRequest, Handler, HttpMessage as _, HttpRequest, HttpResponse, Resource, Responder, web,
};
use rules_judge_calls::answer::{Answer, Given, Head};
use rules_judge_calls::call::{CALLS, Call, Methods, Way};
use rules_judge_replays::answer::FaultCode;

use crate::http::details;
use crate::http::extract::{self, Body};
use crate::http::fault;
use crate::http::refused::Refused;
use crate::http::service::Service;

pub mod batch;
pub mod desk;
pub mod health;
pub mod metrics;
pub mod module;

/// All routes of the service.
pub fn configure(config: &mut web::ServiceConfig) {
    // No resource has a path that is not UTF-8.
    let unreadable = web::PathConfig::default()
        .error_handler(|_, _| Refused::new(FaultCode::NotFound, details::unreadable_path()).into());
    config.app_data(unreadable);
    // actix tries routes in this order, and matches paths with parameters by regular expressions, so the
    // table has frequent calls first.
    for call in CALLS {
        config.service(called(call));
    }
    config
        .service(batch::resource())
        .service(health::healthz())
        .service(health::readyz())
        .service(metrics::resource())
        .service(desk::start())
        .service(desk::file())
        .service(desk::worker())
        .service(module::list())
        .service(module::file());
}

/// The answer to a path without a route.
pub async fn not_found() -> Result<HttpResponse, Refused> {
    Err(fault::Refused::nothing_there().into())
}

/// A resource with these methods, which answers others with 405. actix alone would answer them with 404.
fn handled<F, Args>(path: &str, methods: Methods, handler: F) -> Resource
where
    F: Handler<Args>,
    Args: FromRequest + 'static,
    F::Output: Responder + 'static,
{
    let taken: &[Method] = match methods {
        Methods::Get => &[Method::GET, Method::HEAD],
        Methods::Post => &[Method::POST],
        Methods::Put => &[Method::PUT],
    };
    let resource = web::resource(path).default_service(web::to(move || async move {
        Err::<HttpResponse, Refused>(fault::Refused::method(methods.allow()).into())
    }));
    taken
        .iter()
        .fold(resource, |resource, method| resource.route(web::method(method.clone()).to(handler.clone())))
}

/// A resource for `GET` and `HEAD`.
fn read<F, Args>(path: &str, handler: F) -> Resource
where
    F: Handler<Args>,
    Args: FromRequest + 'static,
    F::Output: Responder + 'static,
{
    handled(path, Methods::Get, handler)
}

/// The route of a call.
fn called(call: &'static Call) -> Resource {
    let handler = move |request: HttpRequest, path, payload, service| async move {
        answer(call, &request, path, payload, service).await
    };
    handled(call.pattern, call.methods, handler)
}

async fn answer(
    call: &Call,
    request: &HttpRequest,
    path: web::Path<Vec<String>>,
    payload: web::Payload,
    service: web::Data<Service>,
) -> Result<HttpResponse, Refused> {
    let asked = extract::request(request);
    let question = call.read(&asked, &path)?;
    let body = if call.methods.takes_body() {
        extract::body(request.headers(), &asked, payload, &service).await?
    } else {
        Body::held(Vec::new(), None)
    };
    let (given, hit) = match question.way {
        Way::AtOnce => (question.ask(service.judge(), body.bytes(), &service.served())?, None),
        Way::Judged => (service.ask(question, body).await?, None),
        Way::JudgedOnce(query) => service.ask_once((call.pattern, &query), question, body).await?,
    };
    let mut response = response(given.answer(&asked));
    if let Some(hit) = hit {
        let status = if hit { "rules-judge; hit" } else { "rules-judge; fwd=miss; stored" };
        let name = HeaderName::from_static("cache-status");
        response.headers_mut().insert(name, HeaderValue::from_static(status));
    }
    Ok(response)
}

/// The response of the server for an answer of the judge.
fn response(answer: Answer) -> HttpResponse {
    let status = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = HttpResponse::build(status);
    for (name, value) in answer.headers {
        response.append_header((name, value));
    }
    match status {
        StatusCode::NOT_MODIFIED => response.finish(),
        _ => response.body(answer.body),
    }
}

/// A static resource with a tag, so that a client that has it already gets 304 only.
fn tagged(request: &HttpRequest, bytes: Bytes, kind: &'static str, cache: &'static str) -> HttpResponse {
    let given = Given::lying(bytes, Head::Lying { kind, cache, next: None });
    response(given.answer(&extract::request(request)))
}

/// The response in the first of these encodings that the client accepts, otherwise unencoded.
fn packed(request: &HttpRequest, response: HttpResponse, forms: &[(Encoding, Bytes)]) -> HttpResponse {
    let accepted = request.get_header::<AcceptEncoding>();
    let takes = |coding: &Encoding| {
        let offered = [coding.clone(), Encoding::identity()];
        accepted.as_ref().is_some_and(|accepted| accepted.negotiate(offered.iter()).as_ref() == Some(coding))
    };
    let form = forms.iter().find(|(coding, _)| response.status() == StatusCode::OK && takes(coding));
    let Some((coding, bytes)) = form else { return response };
    let mut response = response.set_body(BoxBody::new(bytes.clone()));
    if let Ok(coding) = coding.to_string().try_into_value() {
        response.headers_mut().insert(CONTENT_ENCODING, coding);
    }
    response
}
