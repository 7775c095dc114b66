//! `POST /v1/decks/check`: a deck in, everything that is against the rules out.

use actix_web::{HttpRequest, HttpResponse, Resource, web};

use crate::http::extract;
use crate::http::fault::Refused;
use crate::http::service::Service;
use crate::params::Parameters;

/// The resource.
pub fn resource() -> Resource {
    super::asked("/v1/decks/check", post)
}

/// 200 whenever the deck could be judged, legal or not.
async fn post(
    request: HttpRequest,
    payload: web::Payload,
    service: web::Data<Service>,
) -> Result<HttpResponse, Refused> {
    let query = extract::query(&request, Parameters::Nothing)?;
    let body = extract::body(&request, payload, &service).await?;
    let asked = service.ask_once(&request, body, move |judge, body| judge.check_deck(body, &query));
    Ok(super::answer(&request, &asked.await?))
}
