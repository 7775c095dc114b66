//! `POST /v1/positions`: a replay in, the state that it leads to as a position out.

use actix_web::{HttpRequest, HttpResponse, Resource, web};
use rules_judge_replays::answer::Verdict;
use rules_judge_replays::answer::position::PositionAnswer;
use serde::Serialize;

use crate::http::extract;
use crate::http::fault::Refused;
use crate::http::service::{Keeping, Service};
use crate::params::Parameters;

/// The resource.
pub fn resource() -> Resource {
    super::asked("/v1/positions", post)
}

/// Either the position, or `{"verdict": …}`: a log that is not legal leads to no state that play goes on from, and the
/// verdict says why. Both are 200, since the log could be judged.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Reply {
    Position(PositionAnswer),
    NotLegal { verdict: Box<Verdict> },
}

async fn post(
    request: HttpRequest,
    payload: web::Payload,
    service: web::Data<Service>,
) -> Result<HttpResponse, Refused> {
    let query = extract::query(&request, Parameters::Positions)?;
    let body = extract::body(&request, payload, &service).await?;
    let asked = service.ask_once(&request, body, move |judge, body| {
        Ok(match judge.position(body, &query)? {
            Ok(position) => {
                let keeping = Keeping::of(position.has_secret);
                (Reply::Position(position), keeping)
            }
            Err(verdict) => {
                let keeping = Keeping::of(verdict.has_secret);
                (Reply::NotLegal { verdict }, keeping)
            }
        })
    });
    Ok(super::answer(&request, &asked.await?))
}
