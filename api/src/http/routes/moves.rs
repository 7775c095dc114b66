//! `POST /v1/moves`: one entry in, the verdict of the whole log out.

use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, Resource, web};

use crate::http::extract;
use crate::http::fault::Refused;
use crate::http::service::{Reply, Service};
use crate::params::Parameters;

/// The resource.
pub fn resource() -> Resource {
    super::asked("/v1/moves", post)
}

/// 200 whenever the entry could be judged, accepted or refused.
async fn post(
    request: HttpRequest,
    payload: web::Payload,
    service: web::Data<Service>,
) -> Result<HttpResponse, Refused> {
    let query = extract::query(&request, Parameters::Moves)?;
    let body = extract::body(&request, payload, &service).await?;
    let measures = Arc::clone(service.metrics());
    // Not looked up in memory: what was judged has to lie there for the next entry.
    let verdict = service.verdict(move |judge| {
        let verdict = judge.resume(body.bytes(), &query)?;
        measures.judged(&verdict);
        Ok(verdict)
    });
    let reply = Reply { answered: verdict.await?, hit: None };
    Ok(super::answer(&request, &reply))
}
