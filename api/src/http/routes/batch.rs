//! `POST /v1/verify/batch`: replays in, one a line; verdicts out, one a line, in the same order.
//!
//! Both directions are streams. A line is answered as soon as it and all lines before it are judged. At most
//! as many lines are in memory as judgements may run. A batch occupies one of the places for batches only
//! while one of its lines is being judged, so that clients who open batches and send nothing, or read
//! nothing, do not block others. Memory is reserved for the bytes of an answer from when they are written
//! until the connection has taken them.

use std::collections::VecDeque;
use std::pin::pin;
use std::sync::{Arc, Weak};
use std::time::Duration;

use actix_web::http::header::{self, ContentEncoding};
use actix_web::rt::task::JoinHandle;
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, Resource, rt, web};
use futures_util::StreamExt;
use futures_util::stream::unfold;
use rules_judge_calls::answer::PRIVATE;
use rules_judge_calls::batch;
use rules_judge_calls::call::Methods;
use rules_judge_calls::request::too_large;
use rules_judge_replays::answer::detail::Seconds;
use rules_judge_replays::answer::{Fault, FaultCode, Language, Query};
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::mpsc::{Sender, channel};
use tokio::time::{Instant, timeout, timeout_at};

use crate::http::admission::Admission;
use crate::http::body_guard;
use crate::http::details;
use crate::http::extract::{self, Body};
use crate::http::fault::{self, LINES};
use crate::http::refused::Refused;
use crate::http::service::Service;
use crate::params::Parameters;

/// The resource.
pub fn resource() -> Resource {
    super::handled("/v1/verify/batch", Methods::Post, post)
}

/// Each line is a replay; its answer is `{"line", "verdict"}` or `{"line", "problem"}`. Blank lines get no
/// answer. The last line is `{"done": true, "lines": n}`; without it the answer is incomplete. After too many
/// consecutive lines that are no replays it is `{"done": false, "line", "lines", "problem"}`, and the rest of
/// the body is not read.
async fn post(
    request: HttpRequest,
    payload: web::Payload,
    service: web::Data<Service>,
) -> Result<HttpResponse, Refused> {
    let asked = extract::request(&request);
    let query = asked.judging(Parameters::Verify)?;
    asked.require(LINES).map_err(|fault| fault::Refused { accept: LINES, ..fault.into() })?;
    // Refuses the batch if no place is free. The first line takes the place.
    drop(service.admission().begin_batch()?);
    let (sender, receiver) = channel(1);
    let batch =
        Batch { query, service: service.clone(), sender, place: Weak::new(), answered: 0, faulty: (0, 0) };
    rt::spawn(batch.run(Lines::new(payload, service)));
    Ok(HttpResponse::Ok()
        .content_type(LINES)
        // Compression would delay lines.
        .insert_header(ContentEncoding::Identity)
        .insert_header((header::CACHE_CONTROL, PRIVATE))
        .insert_header((header::CONTENT_LANGUAGE, query.language.tag()))
        .append_header((header::VARY, "Accept-Language"))
        .body(body_guard::Lines::new(receiver)))
}

struct Batch {
    query: Query,
    service: web::Data<Service>,
    sender: Sender<body_guard::Line>,
    /// The place of the batch, while one of its lines is being judged.
    place: Weak<OwnedSemaphorePermit>,
    answered: usize,
    /// The number of consecutive lines up to now that are no replays, and the last of them.
    faulty: (usize, usize),
}

/// Lines that were read and not answered, in their order.
type InHand = VecDeque<(usize, Running)>;

/// A line that is being judged. Dropping it tells the judge that nobody waits.
struct Running(JoinHandle<Judged>);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// The answer to a line, and whether the line is no replay.
struct Judged {
    line: usize,
    answer: body_guard::Line,
    is_faulty: bool,
}

impl Batch {
    async fn run(mut self, lines: Lines) {
        let most = self.service.limits().running.max(1);
        // The stream of lines keeps a partly read line while an answer is sent.
        let lines = unfold(lines, |mut lines| async { Some((lines.next().await, lines)) });
        let mut lines = pin!(lines);
        let mut in_hand = InHand::new();
        let mut ended = None;
        let sender = self.sender.clone();
        loop {
            let reads = ended.is_none() && in_hand.len() < most;
            let goes_on = reads || !in_hand.is_empty();
            let took = tokio::select! {
                biased;
                () = sender.closed(), if goes_on => return,
                answer = first(self.service.admission(), &mut in_hand, self.query.language),
                    if !in_hand.is_empty() => self.answer(answer).await,
                next = lines.next(), if reads => match next {
                    Some(Next::Line(line, read)) => self.take(line, read, &mut in_hand).await,
                    Some(Next::Broken(line, fault)) => {
                        ended = Some(Some((line, fault)));
                        true
                    }
                    Some(Next::End) | None => {
                        ended = Some(None);
                        true
                    }
                },
                else => break,
            };
            if !took {
                return;
            }
            let (faulty, last) = self.faulty;
            if faulty >= self.service.limits().faulty_lines && ended.is_none() {
                ended = Some(Some((last, batch::too_many_faulty(faulty))));
                in_hand.clear();
            }
        }
        let last = batch::last(self.answered, ended.flatten(), self.query.language);
        self.send(body_guard::Line { bytes: last.into(), held: None }).await;
    }

    /// Starts judging a line at once, and not when its answer is awaited. `false`: the client is gone.
    async fn take(&mut self, line: usize, read: Result<Body, Fault>, in_hand: &mut InHand) -> bool {
        let place = match self.place.upgrade() {
            Some(place) => place,
            None => match self.service.admission().resume_batch().await {
                Ok(place) => Arc::new(place),
                // No place came free in time. Every line before this one is judged already, and is answered
                // first.
                Err(fault) => {
                    let answer = {
                        let language = self.query.language;
                        counted(
                            self.service.admission(),
                            &batch::Line::problem(line, &fault, language),
                            language,
                        )
                    };
                    let judged = Judged { line, answer, is_faulty: false };
                    in_hand.push_back((line, Running(rt::spawn(async { judged }))));
                    return true;
                }
            },
        };
        self.place = Arc::downgrade(&place);
        let judged = judge(self.service.clone(), self.query, line, read, place);
        in_hand.push_back((line, Running(rt::spawn(judged))));
        true
    }

    /// Sends the answer to a line. `false`: the client is gone.
    async fn answer(&mut self, judged: Judged) -> bool {
        self.answered += 1;
        let faulty = if judged.is_faulty { self.faulty.0 + 1 } else { 0 };
        self.faulty = (faulty, judged.line);
        self.send(judged.answer).await
    }

    /// Hands a line to the connection. `false`: the client did not read for too long, or is gone.
    async fn send(&self, line: body_guard::Line) -> bool {
        let patience = self.service.limits().answer_time;
        matches!(timeout(patience, self.sender.send(line)).await, Ok(Ok(())))
    }
}

/// An answer with memory reserved for it; without room for it, a short answer with that fault.
fn counted(gate: &Admission, answer: &batch::Line, language: Language) -> body_guard::Line {
    let bytes = Bytes::from(batch::bytes_of(answer));
    match gate.hold_bytes(bytes.len()) {
        Ok(held) => body_guard::Line { bytes, held: Some(held) },
        Err(fault) => {
            let problem = batch::Line::problem(answer.line, &fault, language);
            body_guard::Line { bytes: batch::bytes_of(&problem).into(), held: None }
        }
    }
}

/// Removes the first of the lines in memory and waits for its answer.
async fn first(gate: &Admission, in_hand: &mut InHand, language: Language) -> Judged {
    let Some((line, running)) = in_hand.front_mut() else { return std::future::pending().await };
    let fault = || Fault::new(FaultCode::Internal, details::broken_judgement());
    let broken = |_| counted(gate, &batch::Line::problem(*line, &fault(), language), language);
    let judged = (&mut running.0).await;
    let judged =
        judged.unwrap_or_else(|error| Judged { line: *line, answer: broken(error), is_faulty: false });
    in_hand.pop_front();
    judged
}

async fn judge(
    service: web::Data<Service>,
    query: Query,
    line: usize,
    read: Result<Body, Fault>,
    place: Arc<OwnedSemaphorePermit>,
) -> Judged {
    let language = query.language;
    let refused = |fault: Fault| Judged {
        line,
        is_faulty: fault.code != FaultCode::Overloaded,
        answer: counted(service.admission(), &batch::Line::problem(line, &fault, language), language),
    };
    let body = match read {
        Ok(body) => body,
        Err(fault) => return refused(fault),
    };
    let of_work = service.clone();
    let judged = service.admission().run_in_batch(move |end| {
        let judge = of_work.judge().stopping(end);
        let answer = batch::Line::judged(line, &judge, body.bytes(), &query, &of_work.served())?;
        Ok(Judged { line, answer: counted(of_work.admission(), &answer, language), is_faulty: false })
    });
    let answer = judged.await.and_then(|answer| answer).unwrap_or_else(refused);
    drop(place);
    answer
}

/// What follows in a body.
enum Next {
    /// A line that is not blank, with its number from 1.
    Line(usize, Result<Body, Fault>),
    /// The end of the body.
    End,
    /// The body ended within this line.
    Broken(usize, Fault),
}

/// Reads the lines of a body.
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

    /// Reads the next line that is not blank, within its time.
    async fn next(&mut self) -> Next {
        let most = self.service.limits().body_bytes;
        let until = Instant::now() + self.service.limits().body_time;
        loop {
            let mut body = Body::held(Vec::new(), None);
            let mut refused = None;
            self.line += 1;
            let whole = loop {
                if self.chunk.is_empty() {
                    match self.more(until).await {
                        Ok(true) => {}
                        Ok(false) => break false,
                        Err(fault) => return Next::Broken(self.line, fault),
                    }
                }
                let end = self.chunk.iter().position(|byte| *byte == b'\n');
                let part = self.chunk.split_to(end.unwrap_or(self.chunk.len()));
                if refused.is_none() {
                    if body.bytes().len().saturating_add(part.len()) > most {
                        refused = Some(too_large(most));
                    } else if let Err(fault) = self.add(&mut body, &part).await {
                        refused = Some(fault);
                    }
                    if refused.is_some() {
                        body = Body::held(Vec::new(), None);
                    }
                }
                if end.is_some() {
                    let _ = self.chunk.split_to(1);
                    break true;
                }
            };
            let blank = refused.is_none() && batch::is_blank(body.bytes());
            if !blank {
                let read = match refused {
                    Some(fault) => Err(fault),
                    None => Ok(body),
                };
                return Next::Line(self.line, read);
            }
            if !whole {
                return Next::End;
            }
        }
    }

    /// Appends bytes to a line, and waits a little if there is no memory for them.
    async fn add(&self, body: &mut Body, part: &[u8]) -> Result<(), Fault> {
        for _ in 0..100 {
            if body.add(part, |count| self.service.admission().hold_bytes(count)).is_ok() {
                return Ok(());
            }
            rt::time::sleep(Duration::from_millis(20)).await;
        }
        body.add(part, |count| self.service.admission().hold_bytes(count))
    }

    /// Waits for more bytes; `false`: the body has ended.
    async fn more(&mut self, until: Instant) -> Result<bool, Fault> {
        if self.ended {
            return Ok(false);
        }
        match timeout_at(until, self.payload.next()).await {
            Ok(Some(Ok(chunk))) => {
                self.chunk = chunk;
                Ok(true)
            }
            Ok(Some(Err(_))) => Err(Fault::new(FaultCode::UnreadableJson, details::broken_body())),
            Ok(None) => {
                self.ended = true;
                Ok(false)
            }
            Err(_) => {
                let seconds = self.service.limits().body_time.as_secs();
                Err(Fault::new(FaultCode::RequestTimeout, details::late_line(Seconds(seconds))))
            }
        }
    }
}
