//! `POST /v1/verify/batch`: replays in, one a line; verdicts out, one a line, in the same order.
//!
//! Both ways are streams: as many lines are in hand as judgements may run, and not one is read
//! before there is room for its answer.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use actix_web::http::header::{self, ContentEncoding};
use actix_web::rt::time::timeout;
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, Resource, rt, web};
use futures_util::StreamExt;
use futures_util::stream::unfold;
use rules_judge_replays::answer::{Fault, FaultCode, Query, Verdict};
use serde::Serialize;
use serde_json::json;
use tokio::sync::mpsc::{Sender, channel};
use tokio::sync::{OwnedSemaphorePermit, mpsc};

use crate::fault::{LINES, Problem, Refused};
use crate::intake::{self, Body};
use crate::question::Parameters;
use crate::service::Service;

/// The resource.
pub fn resource() -> Resource {
    super::resource("/v1/verify/batch", "POST").route(web::post().to(post))
}

/// One line of the answer.
#[derive(Debug, Serialize)]
struct Answer {
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<Problem>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<Box<Verdict>>,
}

/// Each line is a replay; its answer is `{"line", "verdict"}` or `{"line", "problem"}`. Blank lines
/// are passed over. The last line is `{"done": true, "lines": n}`; without it the batch broke off.
async fn post(
    request: HttpRequest,
    payload: web::Payload,
    service: web::Data<Service>,
) -> Result<HttpResponse, Refused> {
    let query = intake::query(&request, Parameters::Verify)?;
    intake::require(&request, LINES).map_err(|fault| Refused { accept: LINES, ..Refused::from(fault) })?;
    let place = service.gate().begin_batch()?;
    let (sender, receiver) = channel::<Bytes>(1);
    let batch = Batch { lines: Lines::new(payload, service.clone()), query, service, sender, _place: place };
    rt::spawn(batch.run());
    let answers = unfold(receiver, |mut receiver: mpsc::Receiver<Bytes>| async {
        receiver.recv().await.map(|line| (Ok::<_, actix_web::Error>(line), receiver))
    });
    Ok(HttpResponse::Ok()
        .content_type(LINES)
        // Compressing would hold lines back.
        .insert_header(ContentEncoding::Identity)
        .insert_header((header::CACHE_CONTROL, super::PRIVATE))
        .insert_header((header::CONTENT_LANGUAGE, crate::question::tag(query.language)))
        .append_header((header::VARY, "Accept-Language"))
        .streaming(answers))
}

struct Batch {
    lines: Lines,
    query: Query,
    service: web::Data<Service>,
    sender: Sender<Bytes>,
    _place: OwnedSemaphorePermit,
}

impl Batch {
    async fn run(mut self) {
        let most = self.service.limits().running.max(1);
        let mut waiting = VecDeque::new();
        let mut answered = 0_usize;
        let mut broken = None;
        loop {
            if waiting.len() >= most
                && let Some(next) = waiting.pop_front()
            {
                answered += 1;
                if !self.send(&ended(next).await).await {
                    return;
                }
            }
            match self.lines.next().await {
                Next::Line(line, read) => {
                    let judged = judge(self.service.clone(), self.query, line, read);
                    // It begins now, not when it is waited for.
                    waiting.push_back((line, rt::spawn(judged)));
                }
                Next::End => break,
                Next::Broken(line, fault) => {
                    broken = Some((line, fault));
                    break;
                }
            }
        }
        for next in waiting {
            answered += 1;
            if !self.send(&ended(next).await).await {
                return;
            }
        }
        let last = match broken {
            None => json!({ "done": true, "lines": answered }),
            Some((line, fault)) => {
                json!({ "done": false, "line": line, "lines": answered, "problem": Problem::new(&fault) })
            }
        };
        self.send(&last).await;
    }

    /// Whether the client took the line: one that takes nothing for too long is given up.
    async fn send<T: Serialize>(&self, line: &T) -> bool {
        let Ok(mut bytes) = serde_json::to_vec(line) else { return false };
        bytes.push(b'\n');
        let patience = self.service.limits().body_time;
        matches!(timeout(patience, self.sender.send(bytes.into())).await, Ok(Ok(())))
    }
}

async fn ended((line, running): (usize, rt::task::JoinHandle<Answer>)) -> Answer {
    let broken = |_| problem(line, &Fault::new(FaultCode::Internal, "The judgement broke off."));
    running.await.unwrap_or_else(broken)
}

fn problem(line: usize, fault: &Fault) -> Answer {
    Answer { line, problem: Some(Problem::new(fault)), verdict: None }
}

async fn judge(service: web::Data<Service>, query: Query, line: usize, read: Result<Body, Fault>) -> Answer {
    let body = match read {
        Ok(body) => body,
        Err(fault) => return problem(line, &fault),
    };
    let judge = Arc::clone(service.judge());
    let measures = Arc::clone(service.measures());
    let judged = service.gate().run_in_batch(move || {
        let verdict = judge.verify(body.bytes(), &query)?;
        measures.judged(&verdict);
        Ok(Box::new(verdict))
    });
    match judged.await.and_then(|verdict| verdict) {
        Ok(verdict) => Answer { line, problem: None, verdict: Some(verdict) },
        Err(fault) => problem(line, &fault),
    }
}

/// What comes next of a body.
enum Next {
    /// A line that is not blank, by its number from 1.
    Line(usize, Result<Body, Fault>),
    /// All lines are read.
    End,
    /// The body broke off in this line.
    Broken(usize, Fault),
}

/// The lines of a body.
struct Lines {
    payload: web::Payload,
    service: web::Data<Service>,
    chunk: Bytes,
    line: usize,
    ended: bool,
}

impl Lines {
    fn new(payload: web::Payload, service: web::Data<Service>) -> Lines {
        Lines { payload, service, chunk: Bytes::new(), line: 0, ended: false }
    }

    async fn next(&mut self) -> Next {
        let most = self.service.limits().body_bytes;
        loop {
            let mut bytes = Vec::new();
            let mut held: Option<OwnedSemaphorePermit> = None;
            let mut refused = None;
            self.line += 1;
            let whole = loop {
                if self.chunk.is_empty() {
                    match self.more().await {
                        Ok(true) => {}
                        Ok(false) => break false,
                        Err(fault) => return Next::Broken(self.line, fault),
                    }
                }
                let end = self.chunk.iter().position(|byte| *byte == b'\n');
                let part = self.chunk.split_to(end.unwrap_or(self.chunk.len()));
                if refused.is_none() {
                    if bytes.len().saturating_add(part.len()) > most {
                        refused = Some(intake::too_large(most));
                        (bytes, held) = (Vec::new(), None);
                    } else {
                        match self.hold(part.len()).await {
                            Ok(more) => match &mut held {
                                Some(held) => held.merge(more),
                                None => held = Some(more),
                            },
                            Err(fault) => refused = Some(fault),
                        }
                        if refused.is_none() {
                            bytes.extend_from_slice(&part);
                        }
                    }
                }
                if end.is_some() {
                    let _ = self.chunk.split_to(1);
                    break true;
                }
            };
            let blank = refused.is_none() && bytes.iter().all(u8::is_ascii_whitespace);
            if !blank {
                let read = match refused {
                    Some(fault) => Err(fault),
                    None => Ok(Body::held(bytes, held)),
                };
                return Next::Line(self.line, read);
            }
            if !whole {
                return Next::End;
            }
        }
    }

    /// Room for so many bytes; other bodies are waited for, a little.
    async fn hold(&self, count: usize) -> Result<OwnedSemaphorePermit, Fault> {
        let mut tries = 0;
        loop {
            match self.service.gate().hold_bytes(count) {
                Err(fault) if tries >= 100 => return Err(fault),
                Err(_) => rt::time::sleep(Duration::from_millis(20)).await,
                held => return held,
            }
            tries += 1;
        }
    }

    /// Waits for more bytes; `false`: there are none.
    async fn more(&mut self) -> Result<bool, Fault> {
        let patience = self.service.limits().body_time;
        if self.ended {
            return Ok(false);
        }
        match timeout(patience, self.payload.next()).await {
            Ok(Some(Ok(chunk))) => {
                self.chunk = chunk;
                Ok(true)
            }
            Ok(Some(Err(_))) => Err(Fault::new(FaultCode::UnreadableJson, "The body broke off.")),
            Ok(None) => {
                self.ended = true;
                Ok(false)
            }
            Err(_) => {
                let seconds = patience.as_secs();
                let detail = format!("Nothing of the body arrived for {seconds} seconds.");
                Err(Fault::new(FaultCode::RequestTimeout, detail))
            }
        }
    }
}
