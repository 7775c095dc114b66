//! `POST /v1/compare`: logs of one header in, where they part out.

use actix_web::{HttpRequest, HttpResponse, Resource, web};

use crate::http::extract;
use crate::http::fault::Refused;
use crate::http::service::{Keeping, Service};
use crate::params::Parameters;

/// The resource.
pub fn resource() -> Resource {
    super::asked("/v1/compare", post)
}

/// 200 whenever the logs could be judged, legal or not.
async fn post(
    request: HttpRequest,
    payload: web::Payload,
    service: web::Data<Service>,
) -> Result<HttpResponse, Refused> {
    let query = extract::query(&request, Parameters::Compare)?;
    let body = extract::body(&request, payload, &service).await?;
    let asked = service.ask_once(&request, body, move |judge, body| {
        let answer = judge.compare(body, &query)?;
        let keeping = Keeping::of(answer.has_secret);
        Ok((answer, keeping))
    });
    Ok(super::answer(&request, &asked.await?))
}
