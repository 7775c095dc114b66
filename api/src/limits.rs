//! Every limit of the service and of the command, each with its reason.

use std::time::Duration;

use rules_judge_replays::judging::POOL_BYTES;

/// Most bytes of one replay, as a request body or as a file after decompression.
pub const REPLAY_BYTES: usize = rules_judge_calls::BODY_BYTES;

/// Most bytes of a file with a card pool or a deck: as much as a request may bring.
pub const POOL_FILE_BYTES: usize = REPLAY_BYTES;

/// Most bytes of the module for WebAssembly.
pub const MODULE_BYTES: usize = 64 * 1024 * 1024;

/// Most bytes of a file of limits.
pub const CONFIG_BYTES: usize = 1024 * 1024;

/// Replays that `verify` judges before it writes their results to standard output.
///
/// The number is large enough that all cores stay busy, and small enough that results come soon.
pub const REPLAYS_PER_BATCH: usize = 512;

/// Bytes of replays that `verify` holds in memory at once; the last replay may exceed it.
pub const BYTES_PER_BATCH: usize = 64 * 1024 * 1024;

/// Most bytes of a line of verdicts that `rejudge` and `check-signature` read: more than any answer of the
/// service has.
pub const VERDICT_BYTES: usize = 64 * 1024 * 1024;

/// Verdicts of one file that `rejudge` holds in memory while it looks for their counterparts in the other.
pub const VERDICTS_APART: usize = 1_000_000;

/// Largest window, in bytes, that a zstd file may ask for: 128 MiB, the format's usual bound.
pub const ZSTD_WINDOW: u64 = 1 << 27;

/// Largest dictionary, in bytes, that an xz file may ask for: 64 MiB, that of `xz -9`.
pub const XZ_DICTIONARY: u32 = 1 << 26;

/// What the running service allows itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Most bytes of one request body.
    pub body_bytes: usize,
    /// Most bytes of request bodies and of unsent answers in memory at once, over all connections. Above it
    /// the service answers `overloaded`, so that memory stays bounded however much clients send and however
    /// slowly they read.
    pub held_bytes: usize,
    /// Most time in which a client has to send a request body.
    pub body_time: Duration,
    /// Most time in which a client has to read an answer; of a streamed answer, each line.
    pub answer_time: Duration,
    /// Most time in which a client has to send the head of a request, counted from its first byte, and for
    /// the first request of a connection from the opening of the connection.
    pub head_time: Duration,
    /// Time after which the service closes an idle connection.
    pub idle_time: Duration,
    /// Judgements that run at once. Judging keeps a core busy, so more than there are cores gains nothing.
    pub running: usize,
    /// Judgements that wait for a free place; the service answers further ones with `overloaded`.
    pub waiting: usize,
    /// Most time that a judgement waits for a place before the service answers `overloaded`.
    pub waiting_time: Duration,
    /// Most time that a judgement runs before the service answers `overloaded`. Fuel bounds the work of a
    /// judgement, so that it ends long before this wherever cores are free.
    pub judging_time: Duration,
    /// Consecutive lines of a batch that are no replays after which the batch ends: the service does not
    /// answer a file of another format line by line.
    pub faulty_lines: usize,
    /// Batches in progress at once; the service answers further ones with `overloaded`.
    pub batches: usize,
    /// Requests of one address each second, on average; 0: no limit.
    pub rate_per_second: u32,
    /// Requests of one address at once. A tournament hall shares one address.
    pub rate_burst: u32,
    /// Whether the rate limit applies to loopback addresses as well. Without it a bot on the same machine is
    /// not slowed down; behind a proxy on the same machine every request has a loopback address.
    pub rate_loopback: bool,
    /// Bytes of answers that the service keeps in memory; 0: none.
    pub answer_bytes: u64,
    /// Bytes of judgements and pools that the service keeps in memory; 0: none.
    pub kept_bytes: u64,
    /// Bytes of compiled pools that the service keeps in memory; 0: none.
    pub pool_bytes: u64,
    /// Most time that a judgement waits for the shelf, the cache that replicas share.
    pub shared_time: Duration,
    /// Seconds for which the shelf keeps a value.
    pub shared_seconds: u64,
    /// Most bytes of a value on the shelf.
    pub shared_value_bytes: usize,
    /// Most bytes that wait in memory to be written to the shelf.
    pub shared_queue_bytes: u64,
    /// Seconds after which the service asks an overloaded client to try again (`Retry-After`).
    pub retry_after_seconds: u32,
    /// Connections that one worker thread keeps open.
    pub connections: usize,
    /// Connections that one address keeps open; 0: any number. A browser opens six; the visitors of a
    /// tournament share one address; and with this limit a dozen addresses cannot use up the connections of
    /// two workers.
    pub connections_per_address: usize,
    /// Seconds from the signal to stop until the service closes its listener. In this time a load balancer
    /// learns from `/readyz` that it has to send requests elsewhere.
    pub drain_seconds: u64,
    /// Seconds that requests in progress get to finish once the listener is closed.
    pub shutdown_seconds: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::for_cores(std::thread::available_parallelism().map_or(1, usize::from))
    }
}

impl Limits {
    /// The defaults for a machine with this number of cores.
    pub fn for_cores(cores: usize) -> Limits {
        Limits {
            body_bytes: REPLAY_BYTES,
            held_bytes: 256 * 1024 * 1024,
            body_time: Duration::from_secs(20),
            answer_time: Duration::from_secs(120),
            head_time: Duration::from_secs(5),
            idle_time: Duration::from_secs(15),
            running: cores,
            waiting: cores.saturating_mul(32),
            waiting_time: Duration::from_secs(10),
            judging_time: Duration::from_secs(20),
            faulty_lines: rules_judge_calls::batch::FAULTY_LINES,
            batches: 8,
            rate_per_second: 500,
            rate_burst: 5_000,
            rate_loopback: false,
            answer_bytes: 32 * 1024 * 1024,
            kept_bytes: 32 * 1024 * 1024,
            pool_bytes: POOL_BYTES,
            shared_time: Duration::from_millis(50),
            shared_seconds: 86_400,
            shared_value_bytes: 1024 * 1024,
            shared_queue_bytes: 16 * 1024 * 1024,
            retry_after_seconds: 2,
            connections: 4096,
            connections_per_address: 512,
            drain_seconds: 0,
            shutdown_seconds: 20,
        }
    }
}
