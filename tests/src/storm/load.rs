//! Many clients at once, with a usual mix of requests.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::material::Material;
use super::requests::PATIENCE;
use crate::mutation::Dice;
use crate::served::Served;
use crate::wire::{Answer, Connection, Request};

/// Logs that all clients request again and again.
const POPULAR: usize = 32;

/// The result of a load.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// Answers by kind of request and status, with their times.
    pub times: BTreeMap<(&'static str, u16), Vec<Duration>>,
    /// Requests without an answer, or with an answer that is a fault of the service.
    pub lost: u64,
    /// The most memory of the service, in KiB.
    pub memory: u64,
    /// How long it lasted.
    pub time: Duration,
}

impl Report {
    /// The quantile of the times of a kind, in thousandths.
    pub fn within(&self, kind: &str, thousandths: usize) -> Option<Duration> {
        let mut all: Vec<Duration> = self
            .times
            .iter()
            .filter(|((known, _), _)| *known == kind)
            .flat_map(|(_, times)| times.iter().copied())
            .collect();
        all.sort_unstable();
        all.get(all.len().saturating_sub(1) * thousandths / 1000).copied()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: usize = self.times.values().map(Vec::len).sum();
        let rate = all as f64 / self.time.as_secs_f64().max(0.001);
        writeln!(
            out,
            "{all} answers in {:.0?}, {rate:.0} a second; lost {}; most memory {} KiB",
            self.time, self.lost, self.memory
        )?;
        writeln!(out, "kind\tstatus\tcount\tmedian\tp99\tslowest")?;
        for ((kind, status), times) in &self.times {
            let mut times = times.clone();
            times.sort_unstable();
            let at = |part: usize| times.get((times.len() - 1) * part / 1000).copied().unwrap_or_default();
            writeln!(
                out,
                "{kind}\t{status}\t{}\t{:.2?}\t{:.2?}\t{:.2?}",
                times.len(),
                at(500),
                at(990),
                at(1000)
            )?;
        }
        Ok(())
    }
}

/// One request of the mix.
fn request(material: &Material, dice: &mut Dice) -> (&'static str, Request) {
    let body = |value: &Value| value.to_string();
    match dice.below(100) {
        0..50 => {
            let popular = material.replays.get(dice.below(POPULAR.min(material.replays.len())));
            ("verify, popular", Request::post("/v1/verify", popular.map_or_else(String::new, body)))
        }
        50..60 => {
            let mut replay = dice.pick(&material.replays).cloned().unwrap_or_default();
            if let Some(player) = replay.pointer_mut("/players/0").and_then(Value::as_object_mut) {
                // Another name makes another log, which was never requested before.
                player.insert("name".to_owned(), json!(format!("{}", dice.below(usize::MAX))));
            }
            ("verify, new", Request::post("/v1/verify?view=seat1", body(&replay)))
        }
        60..75 => {
            let mut replay = material.replay(dice);
            let last = replay.get_mut("actions").and_then(Value::as_array_mut).and_then(Vec::pop);
            let action = last.unwrap_or_else(|| json!({ "seat": 0, "type": "pass" }));
            ("move", Request::post("/v1/moves", body(&json!({ "action": action, "replay": replay }))))
        }
        75..88 => ("legal actions", Request::post("/v1/legal-actions", body(&material.replay(dice)))),
        88..94 => {
            let (game, kind, id) = dice.pick(&material.ids).cloned().unwrap_or_default();
            let id = id.bytes().fold(String::new(), |path, byte| path + &format!("%{byte:02X}"));
            ("reading", Request::get(format!("/v1/games/{game}/{kind}/{id}")))
        }
        94..97 => {
            let replay = material.replay(dice);
            let deck = replay.pointer("/players/1/deck").cloned().unwrap_or_else(|| json!({}));
            ("deck", Request::post("/v1/decks/check", body(&json!({ "deck": deck, "game": replay["game"] }))))
        }
        _ => {
            let lines: Vec<String> = (0..3).map(|_| body(&material.replay(dice))).collect();
            let mut request = Request::post("/v1/verify/batch", lines.join("\n"));
            request.set("content-type", "application/x-ndjson");
            ("batch of 3", request)
        }
    }
}

/// Sends requests over so many connections for `time`, as fast as answers come or, with a rate, so many a
/// second; times then count from the planned start of a request.
///
/// # Errors
/// If there is nothing to ask.
pub fn load(served: &Served, connections: u64, time: Duration, rate: u64) -> Result<Report, String> {
    let material = Material::gather(60, 4)?;
    let whole = Mutex::new(Report::default());
    let started = Instant::now();
    std::thread::scope(|scope| {
        for client in 0..connections {
            let (material, whole) = (&material, &whole);
            scope.spawn(move || {
                let mut dice = Dice::new(client);
                let mut own = Report::default();
                let mut connection = None;
                let pause = (rate > 0).then(|| {
                    Duration::from_secs(1) * u32::try_from(connections).unwrap_or(1)
                        / u32::try_from(rate).unwrap_or(1)
                });
                let mut due = started
                    + pause.unwrap_or_default() * u32::try_from(client).unwrap_or(0)
                        / u32::try_from(connections).unwrap_or(1);
                while started.elapsed() < time {
                    let (kind, request) = request(material, &mut dice);
                    match pause {
                        Some(pause) => {
                            std::thread::sleep(due.saturating_duration_since(Instant::now()));
                            let now = due;
                            due += pause;
                            own.note(kind, exchange(&mut connection, served, &request), now);
                        }
                        None => {
                            let now = Instant::now();
                            own.note(kind, exchange(&mut connection, served, &request), now);
                        }
                    }
                }
                let mut whole = whole.lock().unwrap_or_else(PoisonError::into_inner);
                whole.lost += own.lost;
                for (key, times) in own.times {
                    whole.times.entry(key).or_default().extend(times);
                }
            });
        }
    });
    let mut report = whole.into_inner().unwrap_or_else(PoisonError::into_inner);
    report.time = started.elapsed();
    report.memory =
        served.kilobytes("VmHWM").map_err(|error| format!("the memory of the service: {error}"))?;
    Ok(report)
}

impl Report {
    fn note(&mut self, kind: &'static str, answer: Option<Answer>, since: Instant) {
        let Some(answer) = answer.filter(|answer| answer.status < 500 || answer.status == 503) else {
            self.lost += 1;
            return;
        };
        let kept = answer.header("cache-status").ends_with("hit");
        let kind = if kept && kind == "verify, popular" { "verify, kept" } else { kind };
        self.times.entry((kind, answer.status)).or_default().push(since.elapsed());
    }
}

/// Sends one request and reads its answer, on the open connection if there is one.
fn exchange(connection: &mut Option<Connection>, served: &Served, request: &Request) -> Option<Answer> {
    let mut open = match connection.take() {
        Some(open) => open,
        None => Connection::open(served.address, PATIENCE).ok()?,
    };
    open.send(&request.bytes()).ok()?;
    let answer = open.answer(false).ok()??;
    if !answer.header("connection").eq_ignore_ascii_case("close") {
        *connection = Some(open);
    }
    Some(answer)
}
