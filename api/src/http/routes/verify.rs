//! `POST /v1/verify`: a replay in, its verdict out.

use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, Resource, web};

use crate::http::extract;
use crate::http::fault::Refused;
use crate::http::service::Service;
use crate::params::Parameters;

/// The resource.
pub fn resource() -> Resource {
    super::asked("/v1/verify", post)
}

/// 200 whenever the log could be judged, legal or not.
async fn post(
    request: HttpRequest,
    payload: web::Payload,
    service: web::Data<Service>,
) -> Result<HttpResponse, Refused> {
    let query = extract::query(&request, Parameters::Verify)?;
    let body = extract::body(&request, payload, &service).await?;
    let measures = Arc::clone(service.metrics());
    let asked = service.verdict_once(&request, body, move |judge, body| {
        let verdict = judge.verify(body, &query)?;
        measures.judged(&verdict);
        Ok(verdict)
    });
    Ok(super::answer(&request, &asked.await?))
}
