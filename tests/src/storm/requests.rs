//! Sends the storm, and checks every answer.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::net::SocketAddr;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::material::Material;
use super::spoil::{Message, message};
use crate::wire::{Answer, Connection, Request, ask};

/// The longest that any answer may take.
pub const PATIENCE: Duration = Duration::from_secs(30);
/// A connection sends a normal request after so many spoilt ones.
const BETWEEN_NORMAL: u64 = 25;
/// Larger messages may be refused while they are still being sent.
const SMALL: usize = 32 * 1024;

/// The result of a storm.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// Requests sent, the normal ones not counted.
    pub sent: u64,
    /// Answers by way and status; status 0: the connection was closed without an answer.
    pub answers: BTreeMap<(&'static str, u16), u64>,
    /// Codes of faults seen.
    pub codes: BTreeMap<String, u64>,
    /// Times of the normal requests in between, sorted.
    pub normal: Vec<Duration>,
    /// The time of the slowest answer.
    pub slowest: Duration,
    /// Wrong answers, with the number of the message.
    pub wrong: Vec<(u64, String)>,
}

impl Report {
    /// Answers by status.
    pub fn statuses(&self) -> BTreeMap<u16, u64> {
        let mut all = BTreeMap::new();
        for ((_, status), count) in &self.answers {
            *all.entry(*status).or_default() += count;
        }
        all
    }

    fn add(&mut self, other: Report) {
        self.sent += other.sent;
        for (key, count) in other.answers {
            *self.answers.entry(key).or_default() += count;
        }
        for (key, count) in other.codes {
            *self.codes.entry(key).or_default() += count;
        }
        self.normal.extend(other.normal);
        self.slowest = self.slowest.max(other.slowest);
        self.wrong.extend(other.wrong);
    }
}

/// The codes of faults that the service's own document knows.
///
/// # Errors
/// If the document cannot be got.
pub fn known_codes(address: SocketAddr) -> io::Result<BTreeSet<String>> {
    let answer = ask(address, &Request::get("/openapi.json"), PATIENCE)?;
    let document: Value = serde_json::from_slice(&answer.body)?;
    let examples = document.pointer("/components/examples").and_then(Value::as_object);
    Ok(examples.into_iter().flatten().map(|(code, _)| code.clone()).collect())
}

/// Sends the messages of these numbers over so many connections.
///
/// # Errors
/// If the service does not answer a normal request to begin with.
pub fn send_requests(
    address: SocketAddr,
    material: &Material,
    numbers: Range<u64>,
    connections: usize,
) -> io::Result<Report> {
    let codes = known_codes(address)?;
    let normal = Request::post(
        "/v1/verify?view=seat0",
        material.replays.first().map_or_else(String::new, Value::to_string),
    );
    let expected = ask(address, &normal, PATIENCE)?;
    if expected.status != 200 {
        return Err(io::Error::other(format!("a normal request is answered with {}", expected.status)));
    }
    let next = AtomicU64::new(numbers.start);
    let whole = Mutex::new(Report::default());
    std::thread::scope(|scope| {
        for _ in 0..connections {
            scope.spawn(|| {
                let mut sender =
                    Sender { address, codes: &codes, connection: None, report: Report::default() };
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= numbers.end {
                        break;
                    }
                    sender.send(number, &message(material, number));
                    if number % BETWEEN_NORMAL == 0 {
                        sender.normal(number, &normal, &expected);
                    }
                }
                whole.lock().unwrap_or_else(PoisonError::into_inner).add(sender.report);
            });
        }
    });
    let mut report = whole.into_inner().unwrap_or_else(PoisonError::into_inner);
    report.normal.sort_unstable();
    report.wrong.sort_unstable();
    Ok(report)
}

struct Sender<'a> {
    address: SocketAddr,
    codes: &'a BTreeSet<String>,
    connection: Option<Connection>,
    report: Report,
}

impl Sender<'_> {
    fn send(&mut self, number: u64, message: &Message) {
        self.report.sent += 1;
        let started = Instant::now();
        let result = self.exchange(message);
        self.report.slowest = self.report.slowest.max(started.elapsed());
        match result {
            Ok(answers) => {
                let count = answers.len();
                for answer in &answers {
                    *self.report.answers.entry((message.way, answer.status)).or_default() += 1;
                    if let Some(wrong) = self.wrong(message, answer) {
                        let body = String::from_utf8_lossy(answer.body.get(..400).unwrap_or(&answer.body))
                            .into_owned();
                        self.report
                            .wrong
                            .push((number, format!("{}: {wrong}: {} {body}", message.way, answer.status)));
                    }
                }
                if count == 0 {
                    *self.report.answers.entry((message.way, 0)).or_default() += 1;
                    if message.is_request && message.bytes.len() <= SMALL {
                        self.report.wrong.push((number, format!("{}: no answer", message.way)));
                    }
                }
            }
            Err(error) => {
                self.connection = None;
                self.report.wrong.push((number, format!("{}: {error}", message.way)));
            }
        }
    }

    /// Sends one message and reads the answers: one to a request, any number to other bytes.
    ///
    /// A connection that was used before may have been closed meanwhile, for instance because the body of a
    /// refused request was not read: as every client, this one tries once more on a new one.
    fn exchange(&mut self, message: &Message) -> io::Result<Vec<Answer>> {
        let used = self.connection.take().filter(|_| message.is_request && !message.half_closed);
        if let Some(connection) = used {
            match self.exchange_on(connection, message) {
                Ok(answers) if !answers.is_empty() => return Ok(answers),
                Err(error) if error.kind() == io::ErrorKind::TimedOut => return Err(error),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Err(error),
                _ => {}
            }
        }
        self.exchange_on(Connection::open(self.address, PATIENCE)?, message)
    }

    fn exchange_on(&mut self, mut connection: Connection, message: &Message) -> io::Result<Vec<Answer>> {
        // The service may refuse a request before reading all of it; the answer comes nevertheless.
        let sent = connection.send(&message.bytes);
        if message.half_closed {
            // The other side may have closed already.
            let _ = connection.close_half();
        }
        let mut answers = Vec::new();
        while let Some(answer) = match connection.answer(message.to_head) {
            Err(error) if sent.is_err() && error.kind() != io::ErrorKind::TimedOut => None,
            // Bytes that are no request may be understood as one whose answer is cut differently.
            Err(error) if !message.is_request && error.kind() == io::ErrorKind::InvalidData => None,
            other => other?,
        } {
            let last = answer.header("connection").eq_ignore_ascii_case("close");
            answers.push(answer);
            if message.is_request {
                if !last && !message.half_closed && sent.is_ok() {
                    self.connection = Some(connection);
                }
                return Ok(answers);
            }
        }
        Ok(answers)
    }

    /// Why an answer is wrong.
    fn wrong(&mut self, message: &Message, answer: &Answer) -> Option<&'static str> {
        if answer.status >= 500 && answer.status != 503 {
            return Some("a mistake of the service");
        }
        if message.to_head || !message.is_request {
            return None;
        }
        // The HTTP library itself answers heads that are no HTTP, too long or too slow, without a problem
        // document; compressed answers are tested elsewhere.
        let bare = answer.body.is_empty() && [304, 400, 408, 431].contains(&answer.status);
        if bare || !answer.header("content-encoding").is_empty() {
            return None;
        }
        let kind = answer.header("content-type");
        if answer.status >= 400 {
            let code = answer.code();
            let known = self.codes.contains(&code);
            *self.report.codes.entry(code).or_default() += 1;
            if kind != "application/problem+json" {
                return Some("a fault that is no problem document");
            }
            return (!known).then_some("a code that the document does not know");
        }
        let broken =
            kind.starts_with("application/json") && serde_json::from_slice::<Value>(&answer.body).is_err();
        broken.then_some("JSON that cannot be read")
    }

    /// Checks the answer to a normal request.
    fn normal(&mut self, number: u64, request: &Request, expected: &Answer) {
        let started = Instant::now();
        match ask(self.address, request, PATIENCE) {
            Ok(answer) if answer.status == 200 && answer.body == expected.body => {
                self.report.normal.push(started.elapsed());
            }
            Ok(answer) => {
                self.report.wrong.push((number, format!("after it a normal request: {}", answer.status)))
            }
            Err(error) => self.report.wrong.push((number, format!("after it a normal request: {error}"))),
        }
    }
}
