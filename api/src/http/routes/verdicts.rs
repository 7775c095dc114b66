//! `GET /v1/verdicts/{replay_digest}`: a judgement that is still kept.

use actix_web::{HttpRequest, HttpResponse, Resource, web};

use crate::http::extract;
use crate::http::fault::{JSON, Refused};
use crate::http::service::Service;
use crate::params::Parameters;

/// The resource.
pub fn resource() -> Resource {
    super::read("/v1/verdicts/{replay_digest}", get)
}

/// A `replay_digest` gives access to the replay, so that no cache on the way may keep the answer.
async fn get(
    request: HttpRequest,
    digest: web::Path<String>,
    service: web::Data<Service>,
) -> Result<HttpResponse, Refused> {
    let query = extract::query(&request, Parameters::Verdict)?;
    let verdict = service.verdict(move |judge| judge.kept_verdict(&digest, &query)).await?;
    let response = super::lying(&request, verdict.bytes.clone(), JSON, super::PRIVATE);
    Ok(super::signed(response, &verdict))
}
