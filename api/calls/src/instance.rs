//! A judge that answers requests without a server. It stores nothing, reads no clock and uses no randomness.

use rules_judge_replays::answer::Fault;
use rules_judge_replays::judging::Judge;

use crate::answer::{Answer, Given, Head, PRIVATE};
use crate::call::{CALLS, Call, Methods};
use crate::fault::{LINES, Refused};
use crate::handles::{Handles, Report};
use crate::links::described_by;
use crate::params::Parameters;
use crate::request::{Request, too_large};
use crate::server::NoServer;
use crate::{BODY_BYTES, batch};

/// Most bytes of judgements and sent pools that the instance keeps in memory, for calls that continue from
/// them.
const KEPT_BYTES: u64 = 8 * 1024 * 1024;
/// Most bytes of compiled pools that the instance keeps in memory.
const POOL_BYTES: u64 = 32 * 1024 * 1024;
/// Most bytes of a batch, whose answer is made as a whole.
const BATCH_BYTES: usize = 4 * BODY_BYTES;
/// The path of batches, which are not in [`CALLS`].
const BATCH: &str = "/v1/verify/batch";
/// What services report about themselves: the path, the content type, and the fixed answer of an instance.
const STATUS_ANSWERS: [(&str, &str, &str); 3] = [
    ("/healthz", crate::fault::JSON, r#"{"status":"ok"}"#),
    ("/readyz", crate::fault::JSON, r#"{"status":"ready","store":"none"}"#),
    ("/metrics", "application/openmetrics-text; version=1.0.0; charset=utf-8", "# EOF\n"),
];

/// A judge in the process of its user. Pools sent to it exist as long as the instance.
#[derive(Debug)]
pub struct Instance {
    judge: Judge,
}

impl Default for Instance {
    fn default() -> Instance {
        Instance::new(Judge::new())
    }
}

impl Instance {
    /// An instance with this judge.
    pub fn new(judge: Judge) -> Instance {
        Instance { judge: judge.with_memory(KEPT_BYTES).with_pools(POOL_BYTES) }
    }

    /// The answer to a request about a game as a handle, which writes observations into the numbers.
    pub fn play(&self, handles: &mut Handles, request: &[u8], numbers: &mut Vec<i32>) -> (Report, Vec<u8>) {
        handles.answer(&self.judge, request, numbers)
    }

    /// Most bytes of a request body.
    pub const fn most_bytes() -> usize {
        BATCH_BYTES
    }

    /// The answer to a request.
    pub fn answer(&self, request: &Request<'_>, body: &[u8]) -> Answer {
        let mut route = None;
        let given = self.given(request, body, &mut route);
        let mut answer = given.unwrap_or_else(|refused| refused.answer(request.language()));
        let kind = answer.headers.iter().find(|(name, _)| *name == "content-type");
        let kind = kind.map(|(_, value)| value.as_str());
        let link = described_by(request.method, request.path, route.unwrap_or("none"), kind);
        answer.headers.extend(link.map(|link| ("link", link)));
        if request.method == "HEAD" {
            answer.body.clear();
        }
        answer
    }

    fn given(
        &self,
        request: &Request<'_>,
        body: &[u8],
        route: &mut Option<&'static str>,
    ) -> Result<Answer, Box<Refused>> {
        for call in CALLS {
            if let Some(path) = call.parameters(request.path) {
                *route = Some(call.pattern);
                return self.called(call, &path, request, body);
            }
        }
        if request.path == BATCH {
            *route = Some(BATCH);
            return self.batch(request, body);
        }
        let found = STATUS_ANSWERS.iter().find(|(path, ..)| *path == request.path);
        let (path, kind, text) = found.ok_or_else(Refused::nothing_there)?;
        *route = Some(path);
        allow(Methods::Get, request)?;
        Ok(Answer {
            status: 200,
            headers: vec![("content-type", (*kind).to_owned()), ("cache-control", PRIVATE.to_owned())],
            body: text.as_bytes().into(),
        })
    }

    fn called(
        &self,
        call: &Call,
        path: &[String],
        request: &Request<'_>,
        body: &[u8],
    ) -> Result<Answer, Box<Refused>> {
        allow(call.methods, request)?;
        let given = || -> Result<Given, Fault> {
            let question = call.read(request, path)?;
            if call.methods.takes_body() {
                request.require(crate::fault::JSON)?;
                if body.len() > BODY_BYTES {
                    return Err(too_large(BODY_BYTES));
                }
            }
            question.ask(&self.judge, body, &NoServer)
        };
        Ok(given()?.answer(request))
    }

    fn batch(&self, request: &Request<'_>, body: &[u8]) -> Result<Answer, Box<Refused>> {
        allow(Methods::Post, request)?;
        let query = request.judging(Parameters::Verify)?;
        request.require(LINES).map_err(|fault| Refused { accept: LINES, ..Refused::from(fault) })?;
        if body.len() > BATCH_BYTES {
            return Err(too_large(BATCH_BYTES).into());
        }
        let lines = batch::answer(&self.judge, body, BODY_BYTES, &query, &NoServer);
        let mut answer = Given::lying(lines.into(), Head::Judged).answer(request);
        for (name, value) in &mut answer.headers {
            if *name == "content-type" {
                LINES.clone_into(value);
            }
        }
        Ok(answer)
    }
}

/// Checks that the path has this method.
fn allow(methods: Methods, request: &Request<'_>) -> Result<(), Box<Refused>> {
    if methods.has(request.method) { Ok(()) } else { Err(Refused::method(methods.allow()).into()) }
}
