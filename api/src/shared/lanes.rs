//! The two threads of a shelf: one asks the server for those who wait, the other writes. Each opens its
//! connection, serves until the first failure, and leaves the server alone for a while, longer each time that
//! nothing came of it.

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

/// How long a connection may take to be opened.
const CONNECTING: Duration = Duration::from_secs(2);
/// How long a value may take to be written. Nobody waits for it.
const WRITING: Duration = Duration::from_secs(1);
/// How long a server is left alone after a failure, at first and at most.
const PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(8);
/// Values that are written at once.
const AT_ONCE: usize = 32;
/// The name of no value.
const PROBE: &str = "rules-judge:1:probe";
/// Seconds that the canary lies on the server unless it is written again: how long a secret that no replica
/// has any more is still taken for theirs.
const CANARY_SECONDS: u64 = 60;
/// More bytes than a canary has.
const CANARY_BYTES: usize = 1_024;
/// The shelf loses writes if at least one of so many is lost between two checks.
const OF_WRITES: u64 = 10;
/// After so many checks without a write nothing is said of earlier ones.
const QUIET: u32 = 6;
const IN_TIME: &str = "no answer in time";

/// A question for a value.
pub(super) struct Asked {
    pub(super) name: String,
    pub(super) since: Instant,
    pub(super) answer: SyncSender<Found>,
}

/// What is under a name.
pub(super) enum Found {
    /// These bytes; none: nothing.
    Value(Vec<u8>),
    /// Something that has no bytes.
    Other,
}

/// What is to be written.
pub(super) enum Put {
    /// These bytes under the name of this key.
    Value(Digest, Vec<u8>),
    /// What is under the name of this key is to be forgotten.
    Nothing(Digest),
}

impl Put {
    /// What it takes while it waits.
    pub(super) fn bytes(&self) -> u64 {
        let held = match self {
            Put::Value(_, bytes) => bytes.len(),
            Put::Nothing(_) => 0,
        };
        (held as u64).saturating_add(size_of::<Put>() as u64)
    }
}

/// How a lane ended its turn: the shelf was dropped, or the server failed.
type Turn = Result<(), String>;

/// Starts the thread that asks.
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
            // Who came meanwhile is not kept waiting.
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

/// A connection that may do everything that writing needs. The canary is read first, so that another secret
/// shows also on a server that takes nothing.
async fn connect_to_write(server: &Server, inner: &Inner) -> Result<Connection, String> {
    let connection = connect(server, &part(PROBE, 0), WRITING).await?;
    check_canary(&connection, inner).await?;
    written(&connection, &value(PROBE, &[], 1)).await?;
    written(&connection, &removal(PROBE)).await?;
    keep_canary(&connection, inner).await?;
    Ok(connection)
}

/// Looks at the canary: one that cannot be opened was put there by a replica with another secret.
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

/// Writes the canary, unless that of another secret lies there: the replica that came last says that keys
/// differ.
async fn keep_canary(connection: &Connection, inner: &Inner) -> Result<(), String> {
    match inner.seals.canary() {
        Some(canary) if !inner.other_key.load(Relaxed) => {
            written(connection, &value(CANARY, &canary, CANARY_SECONDS)).await
        }
        _ => Ok(()),
    }
}

/// Sees to it that a share of lost writes shows in the state and in the log, also if the server takes the
/// probes.
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

/// A connection over which a first question was answered in time: a server that only takes connections, or
/// gives and does not take, is not there.
async fn connect(server: &Server, probe: &Cmd, time: Duration) -> Result<Connection, String> {
    let opened = timeout(CONNECTING, server.connect()).await;
    let connection = opened.map_err(|_| IN_TIME.to_owned())?.map_err(|error| reason(&error))?;
    match timeout(time, connection.ask::<Value>(probe)).await {
        Ok(Ok(_)) => Ok(connection),
        Ok(Err(error)) => Err(reason(&error)),
        Err(_) => Err(IN_TIME.to_owned()),
    }
}

/// The first bytes of a value, so that no more than the limit comes over the wire.
fn part(name: &str, last: usize) -> Cmd {
    let mut command = redis::cmd("GETRANGE");
    command.arg(name).arg(0).arg(last);
    command
}

/// Puts a value in place of whatever is there.
fn value(name: &str, bytes: &[u8], seconds: u64) -> Cmd {
    let mut command = redis::cmd("SET");
    command.arg(name).arg(bytes).arg("EX").arg(seconds);
    command
}

/// Takes away whatever is there.
fn removal(name: &str) -> Cmd {
    let mut command = redis::cmd("DEL");
    command.arg(name);
    command
}

/// Carries out a command that writes, in time.
async fn written(connection: &Connection, command: &Cmd) -> Result<(), String> {
    match timeout(WRITING, connection.ask::<()>(command)).await {
        Ok(done) => done.map_err(|error| reason(&error)),
        Err(_) => Err(IN_TIME.to_owned()),
    }
}

/// Asks for everybody who comes, all at once, until the server fails.
async fn ask(
    connection: &Connection,
    inner: &Arc<Inner>,
    asked: &mut Receiver<Asked>,
    pause: &mut Pause,
) -> Turn {
    // Dropped when the server failed: the other questions end with it.
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
        // One byte more than may be shows that there are more.
        let command = part(&name, inner.limits.value_bytes);
        let end = since + inner.limits.time;
        // Its time is over, which says nothing of the server.
        if Instant::now() >= end {
            continue;
        }
        under_way.spawn(async move {
            let found = match timeout_at(end, connection.ask::<Vec<u8>>(&command)).await {
                Ok(Ok(value)) => Found::Value(value),
                // Something else lies there: no fault of the server.
                Ok(Err(error)) if error.code() == Some("WRONGTYPE") => Found::Other,
                Ok(Err(error)) => return Err(reason(&error)),
                Err(_) => return Err(IN_TIME.to_owned()),
            };
            // The one who asked may have given up.
            let _ = answer.try_send(found);
            Ok(())
        });
    }
}

/// Writes whatever comes until the server fails.
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

/// One name after the other: in a cluster they lie on different servers.
async fn forget(connection: &Connection, seals: &Seals, key: &Digest) -> Result<(), String> {
    for seal in seals.all() {
        written(connection, &removal(&seal.name(key))).await?;
    }
    Ok(())
}

/// How long the server is left alone after the next failure, and what the log says of it.
struct Pause {
    next: Duration,
    /// The reason that stands in the log, until the server is there again.
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

    /// The server is there.
    fn is_there(&mut self) {
        if self.logged.take().is_some() {
            tracing::info!("{}", self.on_return);
        }
    }

    /// The server did something for us.
    const fn is_over(&mut self) {
        self.next = PAUSE;
    }

    /// The server failed.
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
