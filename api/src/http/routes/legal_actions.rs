//! `POST /v1/legal-actions`: a replay in, who is asked and what they may answer out.

use actix_web::{HttpRequest, HttpResponse, Resource, web};
use rules_judge_replays::answer::Verdict;
use rules_judge_replays::judging::LegalAnswer;
use serde::Serialize;

use crate::http::extract;
use crate::http::fault::Refused;
use crate::http::service::{Keeping, Service};
use crate::params::Parameters;

/// The resource.
pub fn resource() -> Resource {
    super::asked("/v1/legal-actions", post)
}

/// Either the legal answers, or `{"verdict": …}`: after a log that is not legal no seat is asked
/// anything, and the verdict says why. Both are 200, since the log could be judged.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Reply {
    Legal(LegalAnswer),
    NotLegal { verdict: Box<Verdict> },
}

async fn post(
    request: HttpRequest,
    payload: web::Payload,
    service: web::Data<Service>,
) -> Result<HttpResponse, Refused> {
    let query = extract::query(&request, Parameters::LegalActions)?;
    let body = extract::body(&request, payload, &service).await?;
    let asked = service.ask_once(&request, body, move |judge, body| {
        Ok(match judge.legal_actions(body, &query)? {
            Ok(legal) => {
                let keeping = Keeping::of(legal.has_secret);
                (Reply::Legal(legal), keeping)
            }
            Err(verdict) => {
                let keeping = Keeping::of(verdict.has_secret);
                (Reply::NotLegal { verdict }, keeping)
            }
        })
    });
    Ok(super::answer(&request, &asked.await?))
}
