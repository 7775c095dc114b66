//! `POST /v1/compare`: logs of one header in, where they part out.

use actix_web::{HttpRequest, HttpResponse, Resource, web};
use rules_judge_replays::answer::{Fault, FaultCode};
use rules_judge_replays::judging::compare::{CompareAnswer, Difference};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use crate::http::details;
use crate::http::extract;
use crate::http::fault::Refused;
use crate::http::service::{Keeping, Service};
use crate::http::signing::Signer;
use crate::params::Parameters;

/// The resource.
pub fn resource() -> Resource {
    super::asked("/v1/compare", post)
}

/// The answer. Without a key it is that of the judge, byte for byte.
#[derive(Debug, Serialize)]
struct Answer {
    common: usize,
    difference: Option<Difference>,
    /// Of the bytes of each of `verdicts` as they stand in this answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    signatures: Option<Vec<String>>,
    verdicts: Vec<Box<RawValue>>,
}

impl Answer {
    fn of(answer: CompareAnswer, signer: Option<&Signer>) -> Result<Answer, Fault> {
        let CompareAnswer { common, difference, has_secret: _, verdicts } = answer;
        let verdicts: Result<Vec<_>, _> = verdicts.iter().map(to_raw_value).collect();
        let verdicts = verdicts.map_err(|_| Fault::new(FaultCode::Internal, details::unwritten()))?;
        let sign =
            |signer: &Signer| verdicts.iter().map(|verdict| signer.sign(verdict.get().as_bytes())).collect();
        Ok(Answer { common, difference, signatures: signer.map(sign), verdicts })
    }
}

/// 200 whenever the logs could be judged, legal or not.
async fn post(
    request: HttpRequest,
    payload: web::Payload,
    service: web::Data<Service>,
) -> Result<HttpResponse, Refused> {
    let query = extract::query(&request, Parameters::Compare)?;
    let body = extract::body(&request, payload, &service).await?;
    let signer = service.signer().cloned();
    let asked = service.ask_once(&request, body, move |judge, body| {
        let answer = judge.compare(body, &query)?;
        let keeping = Keeping::of(answer.has_secret);
        Ok((Answer::of(answer, signer.as_deref())?, keeping))
    });
    Ok(super::answer(&request, &asked.await?))
}
