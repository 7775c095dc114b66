//! `POST /v1/legal-actions`: a replay in, who is asked and what they may answer out. After a log that is not
//! legal no seat is asked anything, and the verdict says why.

use actix_web::{HttpRequest, HttpResponse, Resource, web};

use crate::http::extract;
use crate::http::fault::Refused;
use crate::http::service::{Keeping, Service};
use crate::params::Parameters;

/// The resource.
pub fn resource() -> Resource {
    super::asked("/v1/legal-actions", post)
}

/// 200 after a log that is not legal, too, since the log could be judged.
async fn post(
    request: HttpRequest,
    payload: web::Payload,
    service: web::Data<Service>,
) -> Result<HttpResponse, Refused> {
    let query = extract::query(&request, Parameters::LegalActions)?;
    let body = extract::body(&request, payload, &service).await?;
    let asked = service.ask_once(&request, body, move |judge, body| {
        let legal = judge.legal_actions(body, &query)?;
        let keeping = Keeping::of(legal.has_secret);
        Ok((legal, keeping))
    });
    Ok(super::answer(&request, &asked.await?))
}
