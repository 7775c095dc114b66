//! The two threads of the shelf: one reads values for judgements, the other writes. Each opens its
//! connection, serves until a failure, and then pauses before it connects again, longer after each attempt
//! without success.

use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::Duration;

use futures_util::future::join_all;
use redis::{Cmd, Value};
use rules_judge_replays::codec::digest::Digest;
use tokio::runtime::Builder;
use tokio::sync::mpsc::Receiver;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until, timeout, timeout_at};

use super::link::{Connection, Server, reason};
use super::seal::{CANARY, Seals};
use super::{Counters, Inner, count};

/// Longest time for opening a connection.
const CONNECTING: Duration = Duration::from_secs(2);
/// Longest time for a write. No judgement waits for it.
const WRITING: Duration = Duration::from_secs(1);
/// The pause after a first failure; it doubles up to [`LONGEST_PAUSE`].
const PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(8);
/// How many values are written at the same time.
const AT_ONCE: usize = 32;
/// A name without a value, for testing the connection.
const PROBE: &str = "rules-judge:1:probe";
/// Seconds after which the server drops a canary that nobody writes again. So long a secret that no replica
/// uses any more still counts as one of another replica.
const CANARY_SECONDS: u64 = 60;
/// More bytes than a canary has.
const CANARY_BYTES: usize = 1_024;
/// The shelf counts as losing writes if at least one in so many was lost between two checks.
const OF_WRITES: u64 = 10;
/// After so many checks without a write the loss of earlier ones is no longer reported.
const QUIET: u32 = 6;
const IN_TIME: &str = "no answer in time";

/// A request for the value of a name.
pub(super) struct Asked {
    pub(super) name: String,
    pub(super) since: Instant,
    pub(super) answer: SyncSender<Found>,
}

/// What the server has under a name.
pub(super) enum Found {
    /// A string; an empty one stands for no value.
    Value(Vec<u8>),
    /// A value of another type, without bytes.
    Other,
}

/// A write that is queued.
pub(super) enum Put {
    /// Stores these bytes under the name of this key.
    Value(Digest, Vec<u8>),
    /// Deletes the value under the name of this key.
    Nothing(Digest),
}

impl Put {
    /// The memory that the write takes while it is queued.
    pub(super) fn bytes(&self) -> u64 {
        let held = match self {
            Put::Value(_, bytes) => bytes.len(),
            Put::Nothing(_) => 0,
        };
        (held as u64).saturating_add(size_of::<Put>() as u64)
    }
}

/// Why a lane closed its connection: the shelf was dropped (`Ok`), or the server failed.
type Turn = Result<(), String>;

/// Starts the thread that reads.
pub(super) fn read(server: Arc<Server>, inner: Arc<Inner>, mut asked: Receiver<Asked>) -> io::Result<()> {
    run("shared-reads", async move {
        let mut pause = Pause::of_reads();
        loop {
            let turn = match connect(&server, &part(PROBE, 0), inner.limits.time).await {
                Ok(connection) => {
                    pause.is_there();
                    inner.reads.store(true, Relaxed);
                    let turn = ask(&connection, &inner, &mut asked, &mut pause).await;
                    inner.reads.store(false, Relaxed);
                    turn
                }
                Err(reason) => Err(reason),
            };
            // Drops requests that came during the failure, so that nobody waits for them.
            while asked.try_recv().is_ok() {}
            match turn {
                Err(reason) if !asked.is_closed() => pause.after(&inner, &reason).await,
                _ => return,
            }
        }
    })
}

/// Starts the thread that writes.
pub(super) fn write(server: Arc<Server>, inner: Arc<Inner>, mut puts: Receiver<Put>) -> io::Result<()> {
    run("shared-writes", async move {
        tokio::spawn(watch_losses(Arc::clone(&inner)));
        let mut pause = Pause::of_writes();
        loop {
            let turn = match connect_to_write(&server, &inner).await {
                Ok(connection) => {
                    pause.is_there();
                    inner.writes.store(true, Relaxed);
                    let turn = put(&connection, &inner, &mut puts, &mut pause).await;
                    inner.writes.store(false, Relaxed);
                    turn
                }
                Err(reason) => Err(reason),
            };
            while let Ok(put) = puts.try_recv() {
                inner.queued.fetch_sub(put.bytes(), Relaxed);
                if matches!(put, Put::Value(..)) {
                    count(&inner.counters.dropped);
                }
            }
            match turn {
                Err(reason) if !puts.is_closed() => pause.after(&inner, &reason).await,
                _ => return,
            }
        }
    })
}

fn run(name: &str, lane: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    thread::Builder::new().name(name.to_owned()).spawn(move || runtime.block_on(lane)).map(|_| ())
}

/// A connection on which every command that writing needs has succeeded. It reads the canary first, so that a
/// server that refuses writes shows another secret as well.
async fn connect_to_write(server: &Server, inner: &Inner) -> Result<Connection, String> {
    let connection = connect(server, &part(PROBE, 0), WRITING).await?;
    check_canary(&connection, inner).await?;
    written(&connection, &value(PROBE, &[], 1)).await?;
    written(&connection, &removal(PROBE)).await?;
    keep_canary(&connection, inner).await?;
    Ok(connection)
}

/// Reads the canary. If it cannot be opened, a replica with another secret wrote it.
async fn check_canary(connection: &Connection, inner: &Inner) -> Result<(), String> {
    let asked = timeout(WRITING, connection.ask::<Vec<u8>>(&part(CANARY, CANARY_BYTES))).await;
    let is_other = match asked {
        Ok(Ok(canary)) => !canary.is_empty() && !inner.seals.is_canary(&canary),
        Ok(Err(error)) if error.code() == Some("WRONGTYPE") => true,
        Ok(Err(error)) => return Err(reason(&error)),
        Err(_) => return Err(IN_TIME.to_owned()),
    };
    let was_other = inner.other_key.swap(is_other, Relaxed);
    if is_other && !was_other {
        tracing::error!(
            "another replica uses the shared shelf with another key: neither finds what the other put there"
        );
    } else if was_other && !is_other {
        tracing::info!("the keys of the shared shelf agree again");
    }
    Ok(())
}

/// Writes the canary, unless it is that of another secret: then only the replica that came later reports that
/// the secrets differ.
async fn keep_canary(connection: &Connection, inner: &Inner) -> Result<(), String> {
    match inner.seals.canary() {
        Some(canary) if !inner.other_key.load(Relaxed) => {
            written(connection, &value(CANARY, &canary, CANARY_SECONDS)).await
        }
        _ => Ok(()),
    }
}

/// Puts a share of lost writes into the state and the log, even if the server accepts the probes of a new
/// connection.
async fn watch_losses(inner: Arc<Inner>) {
    let counts = || {
        let Counters { kept, dropped, refused, .. } = &inner.counters;
        (kept.load(Relaxed), dropped.load(Relaxed).saturating_add(refused.load(Relaxed)))
    };
    let (mut before, mut quiet) = (counts(), 0_u32);
    loop {
        sleep(inner.limits.check_time).await;
        let now = counts();
        let (kept, lost) = (now.0.saturating_sub(before.0), now.1.saturating_sub(before.1));
        before = now;
        quiet = if kept == 0 && lost == 0 { quiet.saturating_add(1) } else { 0 };
        if (1..QUIET).contains(&quiet) {
            continue;
        }
        let is_losing = quiet == 0 && lost.saturating_mul(OF_WRITES) >= kept.saturating_add(lost);
        let was_losing = inner.losing.swap(is_losing, Relaxed);
        if is_losing && !was_losing {
            tracing::warn!(
                lost,
                kept,
                "the shared shelf loses writes, replicas do not find what was not kept"
            );
        } else if was_losing && !is_losing {
            tracing::info!(lost, kept, "the shared shelf keeps what is written again");
        }
    }
}

/// A connection on which a first command was answered in time: a server counts as away if it only accepts
/// connections, or answers reads and no writes.
async fn connect(server: &Server, probe: &Cmd, time: Duration) -> Result<Connection, String> {
    let opened = timeout(CONNECTING, server.connect()).await;
    let connection = opened.map_err(|_| IN_TIME.to_owned())?.map_err(|error| reason(&error))?;
    match timeout(time, connection.ask::<Value>(probe)).await {
        Ok(Ok(_)) => Ok(connection),
        Ok(Err(error)) => Err(reason(&error)),
        Err(_) => Err(IN_TIME.to_owned()),
    }
}

/// Reads the first bytes of a value, so that no more than the limit is transferred.
fn part(name: &str, last: usize) -> Cmd {
    let mut command = redis::cmd("GETRANGE");
    command.arg(name).arg(0).arg(last);
    command
}

/// Stores a value, whatever the name had.
fn value(name: &str, bytes: &[u8], seconds: u64) -> Cmd {
    let mut command = redis::cmd("SET");
    command.arg(name).arg(bytes).arg("EX").arg(seconds);
    command
}

/// Deletes the value of a name.
fn removal(name: &str) -> Cmd {
    let mut command = redis::cmd("DEL");
    command.arg(name);
    command
}

/// Runs a writing command within [`WRITING`].
async fn written(connection: &Connection, command: &Cmd) -> Result<(), String> {
    match timeout(WRITING, connection.ask::<()>(command)).await {
        Ok(done) => done.map_err(|error| reason(&error)),
        Err(_) => Err(IN_TIME.to_owned()),
    }
}

/// Sends all requests at once as they come, until the server fails.
async fn ask(
    connection: &Connection,
    inner: &Arc<Inner>,
    asked: &mut Receiver<Asked>,
    pause: &mut Pause,
) -> Turn {
    // Dropping this after a failure ends the other requests.
    let mut under_way = JoinSet::new();
    loop {
        let Asked { name, since, answer } = tokio::select! {
            biased;
            Some(done) = under_way.join_next() => {
                done.unwrap_or_else(|error| Err(error.to_string()))?;
                pause.is_over();
                continue;
            }
            asked = asked.recv() => match asked {
                Some(asked) => asked,
                None => return Ok(()),
            },
        };
        let connection = connection.clone();
        // A value above the limit shows by its one further byte.
        let command = part(&name, inner.limits.value_bytes);
        let end = since + inner.limits.time;
        // The request is too old. That is no failure of the server.
        if Instant::now() >= end {
            continue;
        }
        under_way.spawn(async move {
            let found = match timeout_at(end, connection.ask::<Vec<u8>>(&command)).await {
                Ok(Ok(value)) => Found::Value(value),
                // The name has a value of another type. That is no failure of the server.
                Ok(Err(error)) if error.code() == Some("WRONGTYPE") => Found::Other,
                Ok(Err(error)) => return Err(reason(&error)),
                Err(_) => return Err(IN_TIME.to_owned()),
            };
            // The judgement may have stopped waiting.
            let _ = answer.try_send(found);
            Ok(())
        });
    }
}

/// Writes values as they come, until the server fails.
async fn put(connection: &Connection, inner: &Inner, puts: &mut Receiver<Put>, pause: &mut Pause) -> Turn {
    let mut batch = Vec::with_capacity(AT_ONCE);
    let mut next_check = Instant::now() + inner.limits.check_time;
    loop {
        tokio::select! {
            biased;
            () = sleep_until(next_check) => {
                check_canary(connection, inner).await?;
                keep_canary(connection, inner).await?;
                next_check = Instant::now() + inner.limits.check_time;
                continue;
            }
            received = puts.recv_many(&mut batch, AT_ONCE) => if received == 0 {
                return Ok(());
            },
        }
        let written = join_all(batch.drain(..).map(|put| put_one(connection, inner, put))).await;
        written.into_iter().collect::<Result<(), String>>()?;
        pause.is_over();
    }
}

async fn put_one(connection: &Connection, inner: &Inner, put: Put) -> Result<(), String> {
    let held = put.bytes();
    let done = match put {
        Put::Value(key, bytes) => {
            let own = &inner.seals.own;
            let done = match own.close(&key, &bytes) {
                None => Err("no random numbers".to_owned()),
                Some(sealed) => {
                    written(connection, &value(&own.name(&key), &sealed, inner.limits.keep_seconds)).await
                }
            };
            count(if done.is_ok() { &inner.counters.kept } else { &inner.counters.refused });
            done
        }
        Put::Nothing(key) => forget(connection, &inner.seals, &key).await,
    };
    inner.queued.fetch_sub(held, Relaxed);
    done
}

/// Deletes one name at a time, since the nodes of a cluster hold different names.
async fn forget(connection: &Connection, seals: &Seals, key: &Digest) -> Result<(), String> {
    for seal in seals.all() {
        written(connection, &removal(&seal.name(key))).await?;
    }
    Ok(())
}

/// The pause after the next failure, and what was logged about the server.
struct Pause {
    next: Duration,
    /// The reason in the log, until the server answers again.
    logged: Option<String>,
    on_failure: &'static str,
    on_return: &'static str,
}

impl Pause {
    const fn of_reads() -> Pause {
        Pause {
            next: PAUSE,
            logged: None,
            on_failure: "the shared shelf is away, judging goes on without it",
            on_return: "the shared shelf is there again",
        }
    }

    const fn of_writes() -> Pause {
        Pause {
            next: PAUSE,
            logged: None,
            on_failure: "the shared shelf takes no writes, judging goes on without them",
            on_return: "the shared shelf takes writes again",
        }
    }

    /// Logs that the server answers again, after a failure.
    fn is_there(&mut self) {
        if self.logged.take().is_some() {
            tracing::info!("{}", self.on_return);
        }
    }

    /// Makes the next pause short again, after a success.
    const fn is_over(&mut self) {
        self.next = PAUSE;
    }

    /// Logs a failure and pauses.
    async fn after(&mut self, inner: &Inner, reason: &str) {
        count(&inner.counters.failures);
        if self.logged.as_deref() != Some(reason) {
            tracing::warn!(reason, "{}", self.on_failure);
            self.logged = Some(reason.to_owned());
        }
        sleep(self.next).await;
        self.next = self.next.saturating_mul(2).min(LONGEST_PAUSE);
    }
}
