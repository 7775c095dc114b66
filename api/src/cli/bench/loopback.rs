//! Measures the service over loopback: one process serves, and this one is its clients.
//!
//! For comparison the same clients ask a handler that only reads and hashes the same bodies, in the same
//! framework with as many workers: no service can do less.

use std::cell::Cell;
use std::io::{self, BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::rc::Rc;
use std::time::{Duration, Instant};

use actix_web::rt;
use actix_web::web::{self, Bytes};
use actix_web::{App, HttpServer};
use futures_util::future::join_all;
use httparse::{EMPTY_HEADER, Response, Status};
use rules_judge_replays::codec::digest::Digest;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::Sample;
use super::table::{Table, Times};
use crate::cli::terminal;
use crate::limits::REPLAY_BYTES;

/// How many judged games the service keeps for the requests that continue them.
const BASES: u64 = 64;
/// The placeholder into which each request writes its number.
const BLANK: &str = "game 000000000000";

/// Runs the handler that reads a body and answers with its hash.
pub(super) async fn read_and_hash() -> io::Result<()> {
    let hash = || async move |body: Bytes| Digest::of(&body).to_string();
    let server = HttpServer::new(move || {
        App::new().app_data(web::PayloadConfig::new(REPLAY_BYTES)).default_service(web::to(hash()))
    })
    .bind("127.0.0.1:0")?;
    for address in server.addrs() {
        terminal::write(&format!("listening on http://{address}\n"))?;
    }
    server.run().await
}

/// A process that serves, and is killed when this value is dropped.
struct Server {
    process: Child,
    address: SocketAddr,
}

impl Server {
    fn start(arguments: &[&str]) -> io::Result<Server> {
        let mut process = Command::new(std::env::current_exe()?)
            .args(arguments)
            .env("RULES_JUDGE_LOG", "error")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        if let Some(output) = process.stdout.as_mut() {
            BufReader::new(output).read_line(&mut line)?;
        }
        let address = line.trim().strip_prefix("listening on http://").and_then(|text| text.parse().ok());
        match address {
            Some(address) => Ok(Server { process, address }),
            None => {
                process.kill()?;
                Err(io::Error::other("a server did not start"))
            }
        }
    }

    /// The memory in use and its peak, in MiB, if the system counts them.
    fn memory(&self) -> String {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id()));
        let status = status.unwrap_or_default();
        let of = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
            Some(kilobytes / 1024)
        };
        match (of("VmRSS:"), of("VmHWM:")) {
            (Some(now), Some(most)) => format!("{now} MiB, at most {most}"),
            _ => "memory not told".to_owned(),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // A process that has ended needs no waiting.
        if self.process.kill().is_ok() {
            let _ended = self.process.wait();
        }
    }
}

/// The bodies of one kind of request.
struct Bodies {
    path: &'static str,
    texts: Vec<Vec<u8>>,
    /// The position at which the number of the request is written, if every request is to be different.
    number_at: Option<usize>,
}

impl Bodies {
    fn same(path: &'static str, texts: Vec<Vec<u8>>) -> Bodies {
        Bodies { path, texts, number_at: None }
    }

    /// Bodies with this replay and a number of its own in each request.
    fn numbered(path: &'static str, replay: &Value) -> io::Result<Bodies> {
        let text = serde_json::to_vec(replay)?;
        let number_at = text.windows(BLANK.len()).position(|part| part == BLANK.as_bytes());
        Ok(Bodies { path, texts: vec![text], number_at })
    }

    fn body(&self, number: u64) -> Bytes {
        let kinds = self.texts.len().max(1) as u64;
        let Some(text) = self.texts.get((number % kinds) as usize) else { return Bytes::new() };
        let Some(at) = self.number_at else { return Bytes::copy_from_slice(text) };
        let mut text = text.clone();
        let digits = format!("{number:012}");
        let end = at + BLANK.len();
        if let Some(place) = text.get_mut(end - digits.len()..end) {
            place.copy_from_slice(digits.as_bytes());
        }
        Bytes::from(text)
    }
}

fn broken(error: impl std::error::Error + Send + Sync + 'static) -> io::Error {
    io::Error::other(error)
}

/// The most lines in the head of an answer.
const HEAD_LINES: usize = 32;

/// A connection that sends a request after the answer to the previous one.
struct Connection {
    stream: rt::net::TcpStream,
    address: SocketAddr,
    /// The bytes of the current answer that have arrived.
    read: Vec<u8>,
}

impl Connection {
    async fn open(address: SocketAddr) -> io::Result<Connection> {
        let stream = rt::net::TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Connection { stream, address, read: Vec::new() })
    }

    async fn ask(&mut self, path: &str, body: Bytes) -> io::Result<Bytes> {
        let (address, length) = (self.address, body.len());
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\n\r\n"
        );
        self.stream.write_all(&[head.as_bytes(), &body].concat()).await?;
        loop {
            if let Some((status, body)) = self.answer()? {
                return match status {
                    200 => Ok(body),
                    other => Err(io::Error::other(format!("{path} was answered with {other}"))),
                };
            }
            if self.stream.read_buf(&mut self.read).await? == 0 {
                return Err(io::Error::other("the connection was closed before the answer was complete"));
            }
        }
    }

    /// The status and body of the next answer, as soon as it is complete; its head states the length.
    fn answer(&mut self) -> io::Result<Option<(u16, Bytes)>> {
        let mut lines = [EMPTY_HEADER; HEAD_LINES];
        let mut head = Response::new(&mut lines);
        let Status::Complete(start) = head.parse(&self.read).map_err(broken)? else { return Ok(None) };
        let status = head.code.unwrap_or_default();
        let length = head.headers.iter().find(|line| line.name.eq_ignore_ascii_case("content-length"));
        let length = length.and_then(|line| std::str::from_utf8(line.value).ok()?.parse::<usize>().ok());
        let length = length.ok_or_else(|| io::Error::other("an answer does not announce its length"))?;
        let Some(body) = self.read.get(start..start + length) else { return Ok(None) };
        let body = Bytes::copy_from_slice(body);
        self.read.drain(..start + length);
        Ok(Some((status, body)))
    }
}

/// Sends requests over `connections` connections for so long. Returns the time of each answer, and the time
/// of all together.
async fn load(
    address: SocketAddr,
    bodies: &Bodies,
    connections: usize,
    seconds: f64,
    number: &Rc<Cell<u64>>,
) -> io::Result<(Times, f64)> {
    let mut open = Vec::new();
    for _ in 0..connections {
        open.push(Connection::open(address).await?);
    }
    let start = Instant::now();
    let until = start + Duration::from_secs_f64(seconds);
    let asking = open.into_iter().map(|mut connection| async move {
        let mut times = Vec::new();
        while Instant::now() < until {
            let body = bodies.body(number.replace(number.get() + 1));
            let start = Instant::now();
            connection.ask(bodies.path, body).await?;
            times.push(start.elapsed());
        }
        Ok::<_, io::Error>(times)
    });
    let mut times = Vec::new();
    for of_one in join_all(asking).await {
        times.extend(of_one?);
    }
    let seconds = start.elapsed().as_secs_f64();
    Ok((Times::from(times), seconds))
}

/// The replay with its first `entries` entries and the placeholder in the name of its first player.
fn numbered(sample: &Sample, entries: usize) -> io::Result<Value> {
    let mut replay: Value = serde_json::from_slice(&sample.bytes)?;
    if let Some(player) = replay.pointer_mut("/players/0").and_then(Value::as_object_mut) {
        player.insert("name".to_owned(), BLANK.into());
    }
    if let Some(actions) = replay.pointer_mut("/actions").and_then(Value::as_array_mut) {
        actions.truncate(entries);
    }
    Ok(replay)
}

/// Has the first half of a game judged under many names, and prepares requests for the entry after it.
async fn moves(address: SocketAddr, sample: &Sample) -> io::Result<Bodies> {
    let half = sample.entries / 2;
    let whole = numbered(sample, usize::MAX)?;
    let entry = whole.pointer(&format!("/actions/{half}")).cloned().unwrap_or_default();
    let games = Bodies::numbered("/v1/verify", &numbered(sample, half)?)?;
    let mut connection = Connection::open(address).await?;
    let mut texts = Vec::new();
    for number in 0..BASES {
        let verdict: Value = serde_json::from_slice(&connection.ask(games.path, games.body(number)).await?)?;
        let base = verdict.get("replay_digest").cloned().unwrap_or_default();
        texts.push(serde_json::to_vec(&json!({ "action": entry, "base": base }))?);
    }
    Ok(Bodies::same("/v1/moves", texts))
}

/// Adds the rows about the service for one game.
pub(super) fn rows(
    game: &str,
    sample: &Sample,
    connections: &[usize],
    seconds: f64,
    table: &mut Table,
) -> io::Result<()> {
    let all = async {
        let floor = Server::start(&["bench", "--read-and-hash"])?;
        let service = Server::start(&["serve", "--listen", "127.0.0.1:0", "--set", "rate-per-second=0"])?;
        let whole = numbered(sample, usize::MAX)?;
        let kinds = [
            ("read and hash", floor.address, Bodies::numbered("/v1/verify", &whole)?),
            ("verify, kept answer", service.address, Bodies::same("/v1/verify", vec![sample.bytes.clone()])),
            ("verify, judged", service.address, Bodies::numbered("/v1/verify", &whole)?),
            ("moves, from a kept half", service.address, moves(service.address, sample).await?),
            (
                "legal-actions, half a game judged",
                service.address,
                Bodies::numbered("/v1/legal-actions", &numbered(sample, sample.entries / 2)?)?,
            ),
        ];
        table.heading(&format!(
            "{game} over loopback, {} entries, {} bytes, server and clients on the same cores",
            sample.entries,
            sample.bytes.len()
        ));
        // No two numbered requests are equal.
        let number = Rc::new(Cell::new(BASES));
        for &count in connections {
            let mut least = None;
            for (what, address, bodies) in &kinds {
                let (times, took) = load(*address, bodies, count, seconds, &number).await?;
                let rate = times.count() as f64 / took.max(1e-9);
                let least = *least.get_or_insert(rate);
                table.note(
                    &format!("{what}, {count} connections"),
                    &format!(
                        "{rate:>8.0} requests/s, {:>5.1} % of read and hash, p50 {:.0} µs, p99 {:.0} µs",
                        rate * 100.0 / least.max(1e-9),
                        times.median() * 1e6,
                        times.quantile(99) * 1e6,
                    ),
                );
            }
        }
        table.note("memory of the service", &service.memory());
        table.note("memory of read and hash", &floor.memory());
        Ok(())
    };
    rt::System::new().block_on(all)
}
