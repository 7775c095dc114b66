//! `POST /v1/decks/check`: a deck in, everything that is against the rules out.

use actix_web::{HttpRequest, HttpResponse, Resource, web};

use crate::http::extract;
use crate::http::fault::Refused;
use crate::http::response_cache::Answered;
use crate::http::service::{Reply, Service};
use crate::params::Parameters;

/// The resource.
pub fn resource() -> Resource {
    super::asked("/v1/decks/check", post)
}

/// 200 whenever the deck could be judged, legal or not. No answer is kept: somebody who knows most of a deck could find
/// out the rest by asking for each that it may be.
async fn post(
    request: HttpRequest,
    payload: web::Payload,
    service: web::Data<Service>,
) -> Result<HttpResponse, Refused> {
    let query = extract::query(&request, Parameters::Nothing)?;
    let body = extract::body(&request, payload, &service).await?;
    let asked = service.ask(move |judge| judge.check_deck(body.bytes(), &query));
    let answered = Answered { bytes: asked.await?, signature: None };
    Ok(super::answer(&request, &Reply { answered, hit: None }))
}
