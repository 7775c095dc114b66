//! The calls that judge something.

use rules_judge_replays::answer::position::PositionAnswer;
use rules_judge_replays::answer::{Fault, FaultCode, Query, Verdict};
use rules_judge_replays::judging::Judge;
use rules_judge_replays::judging::compare::{CompareAnswer, Difference};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use crate::answer::{Given, Head, Keeping, PRIVATE};
use crate::call::{Question, Way};
use crate::details;
use crate::fault::JSON;
use crate::params::Parameters;
use crate::request::Request;
use crate::server::Server;

/// The bytes of a verdict, signed if the server signs.
fn signed(verdict: &Verdict, head: Head, server: &dyn Server) -> Result<Given, Fault> {
    let given = Given::json(verdict, head)?.keeping(Keeping::of(verdict.has_secret));
    let signature = server.sign(&given.bytes).map(Into::into);
    Ok(Given { signature, ..given })
}

/// `POST /v1/verify`: takes a replay, returns its verdict. 200 if the log could be judged, legal or not.
pub(crate) fn verify(request: &Request<'_>, _: &[String]) -> Result<Question, Fault> {
    let query = request.judging(Parameters::Verify)?;
    Ok(Question::new(Way::JudgedOnce(query), move |judge, body, server| {
        let verdict = judge.verify(body, &query)?;
        server.judged(&verdict);
        signed(&verdict, Head::Judged, server)
    }))
}

/// `POST /v1/moves`: takes one entry, returns the verdict on the whole log. 200 if the entry could be judged,
/// accepted or refused. The cache of answers is not used, since judging also stores the judgement for the
/// next entry.
pub(crate) fn moves(request: &Request<'_>, _: &[String]) -> Result<Question, Fault> {
    let query = request.judging(Parameters::Moves)?;
    Ok(Question::new(Way::Judged, move |judge, body, server| {
        let verdict = judge.resume(body, &query)?;
        server.judged(&verdict);
        signed(&verdict, Head::Judged, server)
    }))
}

/// `POST /v1/legal-actions`: takes a replay, returns who has to act and the legal answers. After a log that
/// is not legal it returns no question and the verdict, also with 200, since the log could be judged.
pub(crate) fn legal_actions(request: &Request<'_>, _: &[String]) -> Result<Question, Fault> {
    let query = request.judging(Parameters::LegalActions)?;
    Ok(Question::new(Way::JudgedOnce(query), move |judge, body, _| {
        let legal = judge.legal_actions(body, &query)?;
        Ok(Given::json(&legal, Head::Judged)?.keeping(Keeping::of(legal.has_secret)))
    }))
}

/// The answer of a comparison. Without signatures its bytes are those of the judge's answer.
#[derive(Debug, Serialize)]
struct Comparison {
    common: usize,
    difference: Option<Difference>,
    /// The signature of the bytes of each of `verdicts` in this answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    signatures: Option<Vec<String>>,
    verdicts: Vec<Box<RawValue>>,
}

impl Comparison {
    fn of(answer: CompareAnswer, server: &dyn Server) -> Result<Comparison, Fault> {
        let CompareAnswer { common, difference, has_secret: _, verdicts } = answer;
        let verdicts: Result<Vec<_>, _> = verdicts.iter().map(to_raw_value).collect();
        let verdicts = verdicts.map_err(|_| Fault::new(FaultCode::Internal, details::unwritten()))?;
        let signatures = verdicts.iter().map(|verdict| server.sign(verdict.get().as_bytes()));
        let signatures: Vec<String> = signatures.flatten().collect();
        let signatures = (!signatures.is_empty()).then_some(signatures);
        Ok(Comparison { common, difference, signatures, verdicts })
    }
}

/// `POST /v1/compare`: takes logs with the same header, returns the first entry at which they differ. 200 if
/// the logs could be judged, legal or not.
pub(crate) fn compare(request: &Request<'_>, _: &[String]) -> Result<Question, Fault> {
    let query = request.judging(Parameters::Compare)?;
    Ok(Question::new(Way::JudgedOnce(query), move |judge, body, server| {
        let answer = judge.compare(body, &query)?;
        let keeping = Keeping::of(answer.has_secret);
        Ok(Given::json(&Comparison::of(answer, server)?, Head::Judged)?.keeping(keeping))
    }))
}

/// `POST /v1/completions`: a replay and an act that lacks fields in, the legal answers that fit it or the
/// reasons against all of its completions out. 200 whenever the log could be judged, legal or not.
pub(crate) fn completions(request: &Request<'_>, _: &[String]) -> Result<Question, Fault> {
    let query = request.judging(Parameters::Completions)?;
    Ok(Question::new(Way::JudgedOnce(query), move |judge, body, _| {
        let answer = judge.completions(body, &query)?;
        Ok(Given::json(&answer, Head::Judged)?.keeping(Keeping::of(answer.has_secret)))
    }))
}

/// Either the position, or `{"verdict": …}`: a log that is not legal leads to no state that play goes on
/// from, and the verdict says why. Both are 200, since the log could be judged.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Position {
    Reached(PositionAnswer),
    NotLegal { verdict: Box<Verdict> },
}

fn position(judge: &Judge, body: &[u8], query: &Query) -> Result<Given, Fault> {
    let (position, has_secret) = match judge.position(body, query)? {
        Ok(position) => {
            let has_secret = position.has_secret;
            (Position::Reached(position), has_secret)
        }
        Err(verdict) => {
            let has_secret = verdict.has_secret;
            (Position::NotLegal { verdict }, has_secret)
        }
    };
    Ok(Given::json(&position, Head::Judged)?.keeping(Keeping::of(has_secret)))
}

/// `POST /v1/positions`: takes a replay, returns the state after it as a position.
pub(crate) fn positions(request: &Request<'_>, _: &[String]) -> Result<Question, Fault> {
    let query = request.judging(Parameters::Positions)?;
    Ok(Question::new(Way::JudgedOnce(query), move |judge, body, _| position(judge, body, &query)))
}

/// `POST /v1/decks/check`: takes a deck, returns everything that is against the rules. 200 if the deck could
/// be judged, legal or not. The cache keeps no answer: a client that knows most of a deck could find out the
/// rest by asking for each candidate.
pub(crate) fn deck(request: &Request<'_>, _: &[String]) -> Result<Question, Fault> {
    let query = request.judging(Parameters::Nothing)?;
    Ok(Question::new(Way::Judged, move |judge, body, _| {
        Given::json(&judge.check_deck(body, &query)?, Head::Judged)
    }))
}

/// `GET /v1/verdicts/{replay_digest}`: a judgement that the judge still keeps. A `replay_digest` gives access
/// to the replay, so no cache may keep the answer.
pub(crate) fn verdict(request: &Request<'_>, path: &[String]) -> Result<Question, Fault> {
    let query = request.judging(Parameters::Verdict)?;
    let digest = path.concat();
    Ok(Question::new(Way::Judged, move |judge, _, server| {
        let head = Head::Lying { kind: JSON, cache: PRIVATE, next: None };
        signed(&judge.kept_verdict(&digest, &query)?, head, server)
    }))
}
