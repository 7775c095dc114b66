//! One file per resource. Each says its path, its methods and what it answers.

use actix_web::http::header;
use actix_web::web::Bytes;
use actix_web::{
    FromRequest, Handler, HttpRequest, HttpResponse, HttpResponseBuilder, Resource, Responder, web,
};
use rules_judge_replays::answer::{Fault, FaultCode, Language};
use rules_judge_replays::codec::digest::Digest;

use crate::http::details;
use crate::http::extract;
use crate::http::fault::{JSON, Refused};
use crate::http::links;
use crate::http::response_cache::Answered;
use crate::http::service::Reply;
use crate::http::signing::SIGNATURE;

pub mod batch;
mod card_words;
pub mod cards;
pub mod compare;
pub mod decks;
pub mod desk;
pub mod games;
pub mod health;
pub mod keys;
pub mod legal_actions;
pub mod metrics;
pub mod moves;
pub mod pages;
pub mod pools;
pub mod positions;
pub mod problems;
mod proofs;
pub mod verdicts;
pub mod verify;

/// How long a page may be kept by others: it changes with a new build only.
const PUBLIC: &str = "public, max-age=300";
/// Answers with hidden cards may not be cached on the way.
const PRIVATE: &str = "no-store";

/// All routes of the service.
pub fn configure(config: &mut web::ServiceConfig) {
    // A path that is not UTF-8 names nothing.
    let unreadable = web::PathConfig::default()
        .error_handler(|_, _| Refused::new(FaultCode::NotFound, details::unreadable_path()).into());
    config
        .app_data(unreadable)
        // Routes are tried in this order, those with parts that vary by a pattern: what is asked for most comes first.
        .service(verify::resource())
        .service(moves::resource())
        .service(legal_actions::resource())
        .service(batch::resource())
        .service(compare::resource())
        .service(positions::resource())
        .service(decks::resource())
        .service(health::healthz())
        .service(health::readyz())
        .service(metrics::resource())
        .service(desk::start())
        .service(desk::file())
        .service(desk::worker())
        .service(desk::rulebooks())
        .service(desk::rules())
        .service(desk::rule())
        .service(proofs::proofs())
        .service(card_words::words())
        .service(pages::docs())
        .service(pages::document())
        .service(games::games())
        .service(games::game())
        .service(games::board())
        .service(games::rules())
        .service(games::rule())
        .service(games::schema())
        .service(cards::cards())
        .service(cards::card())
        .service(keys::resource())
        .service(pools::pools())
        .service(pools::resource())
        .service(problems::problem())
        .service(verdicts::resource());
}

/// The answer where no route is.
pub async fn not_found() -> Result<HttpResponse, Refused> {
    Err(Refused::new(FaultCode::NotFound, details::nothing_there()))
}

/// A resource that answers its other methods with 405; without this they would be 404.
fn resource(path: &str, allow: &'static str) -> Resource {
    web::resource(path).default_service(web::to(move || async move {
        let fault = Fault::new(FaultCode::MethodNotAllowed, details::takes(allow));
        Err::<HttpResponse, Refused>(Refused { allow: Some(allow), ..Refused::from(fault) })
    }))
}

/// A resource that is read.
fn read<F, Args>(path: &str, handler: F) -> Resource
where
    F: Handler<Args>,
    Args: FromRequest + 'static,
    F::Output: Responder + 'static,
{
    resource(path, "GET, HEAD").route(web::get().to(handler.clone())).route(web::head().to(handler))
}

/// A resource that is asked with a body.
fn asked<F, Args>(path: &str, handler: F) -> Resource
where
    F: Handler<Args>,
    Args: FromRequest + 'static,
    F::Output: Responder + 'static,
{
    resource(path, "POST").route(web::post().to(handler))
}

fn begin(language: Language, cache: &'static str) -> HttpResponseBuilder {
    let mut response = HttpResponse::Ok();
    response
        .content_type(JSON)
        .insert_header((header::CACHE_CONTROL, cache))
        .insert_header((header::CONTENT_LANGUAGE, language.tag()))
        .append_header((header::VARY, "Accept-Language"));
    response
}

/// An answer of the judge to a body, in the asked language.
fn answer(request: &HttpRequest, reply: &Reply) -> HttpResponse {
    let mut response = begin(extract::language(request), PRIVATE);
    match reply.hit {
        Some(true) => response.insert_header(("cache-status", "rules-judge; hit")),
        Some(false) => response.insert_header(("cache-status", "rules-judge; fwd=miss; stored")),
        None => &mut response,
    };
    signed(response.body(reply.answered.bytes.clone()), &reply.answered)
}

/// The same answer with its signature, if it has one.
fn signed(mut response: HttpResponse, answered: &Answered) -> HttpResponse {
    let signature = answered.signature.as_deref().and_then(|text| header::HeaderValue::from_str(text).ok());
    if let Some(signature) = signature {
        response.headers_mut().insert(header::HeaderName::from_static(SIGNATURE), signature);
    }
    response
}

/// A page of a list, with a link to the next one.
fn page(request: &HttpRequest, bytes: Bytes, next: Option<&str>) -> HttpResponse {
    let mut response = lying(request, bytes, JSON, PUBLIC);
    if let Some(link) = next.and_then(|next| links::header(next, "next")) {
        response.headers_mut().append(header::LINK, link);
    }
    response
}

/// What lies at a path: with a tag, so that who has it already need not get it again.
fn lying(request: &HttpRequest, bytes: Bytes, kind: &'static str, cache: &'static str) -> HttpResponse {
    let mut response = begin(extract::language(request), cache);
    response.content_type(kind);
    // Weak: the same page may be sent compressed.
    let [a, b, c, d, e, f, g, h, ..] = Digest::of(&bytes).0;
    let tag = format!("W/\"{:016x}\"", u64::from_be_bytes([a, b, c, d, e, f, g, h]));
    let asked = request.headers().get_all(header::IF_NONE_MATCH).filter_map(|value| value.to_str().ok());
    let opaque = tag.trim_start_matches("W/");
    let known = asked
        .flat_map(|list| list.split(','))
        .any(|known| matches!(known.trim(), "*") || known.trim().trim_start_matches("W/") == opaque);
    response.insert_header((header::ETAG, tag));
    if known {
        return response.status(actix_web::http::StatusCode::NOT_MODIFIED).finish();
    }
    response.body(bytes)
}
