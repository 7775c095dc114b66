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

/// Replays that `verify` judges between two writes to standard output.
///
/// Large enough that all cores stay busy, small enough that results come soon.
pub const REPLAYS_PER_BATCH: usize = 512;

/// Bytes of replays that `verify` holds at once, besides one replay more.
pub const BYTES_PER_BATCH: usize = 64 * 1024 * 1024;

/// Most bytes of a line of verdicts that is read again: more than any answer has.
pub const VERDICT_BYTES: usize = 64 * 1024 * 1024;

/// Verdicts that `rejudge` holds of one file until the other has their counterparts.
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
    /// Most bytes of request bodies, and of answers on their way, that are held at once, over all
    /// connections; above it new ones are answered with `overloaded`, so that memory stays bounded
    /// however much comes in and however slowly clients read.
    pub held_bytes: usize,
    /// Time for a request body to arrive.
    pub body_time: Duration,
    /// Time for an answer to be taken by its client; of a streamed one, for each line.
    pub answer_time: Duration,
    /// Time for the head of a request to arrive, from its first byte; of the first one, from the connection.
    pub head_time: Duration,
    /// Time an idle connection stays open.
    pub idle_time: Duration,
    /// Judgements that run at once. Judging keeps a core busy, so more than cores gains nothing.
    pub running: usize,
    /// Judgements that wait for their turn; further ones are answered with `overloaded`.
    pub waiting: usize,
    /// Longest wait for a turn before `overloaded`.
    pub waiting_time: Duration,
    /// Longest time that a judgement runs before `overloaded`: what it may do is bounded by its fuel, so that
    /// it ends long before where cores are free.
    pub judging_time: Duration,
    /// Lines of a batch in a row that are no replays before the batch ends: a batch of another format is not
    /// answered line by line.
    pub faulty_lines: usize,
    /// Batches that are judged at once; further ones are answered with `overloaded`.
    pub batches: usize,
    /// Requests of one address each second, on average; 0: as many as come.
    pub rate_per_second: u32,
    /// Requests of one address at once. A tournament hall shares one address.
    pub rate_burst: u32,
    /// Whether requests from this machine (loopback addresses) are counted as well. A bot beside the service
    /// is not slowed down; behind a proxy on the same machine everybody comes from there.
    pub rate_loopback: bool,
    /// Bytes of answers that are kept in memory; 0: none.
    pub answer_bytes: u64,
    /// Bytes of judgements and pools that are kept in memory; 0: none.
    pub kept_bytes: u64,
    /// Bytes of compiled pools that are kept in memory; 0: none.
    pub pool_bytes: u64,
    /// How long a judgement or pool is waited for that may be on the shelf which replicas share.
    pub shared_time: Duration,
    /// Seconds that this shelf keeps a value.
    pub shared_seconds: u64,
    /// Most bytes of a value on it.
    pub shared_value_bytes: usize,
    /// Most bytes that wait to be written to it.
    pub shared_queue_bytes: u64,
    /// Seconds after which an overloaded client should come back.
    pub retry_after_seconds: u32,
    /// Connections that one worker thread keeps open.
    pub connections: usize,
    /// Connections that one address keeps open; 0: any number. A browser opens six, a tournament hall shares
    /// one address, and a dozen addresses do not take all connections of two workers.
    pub connections_per_address: usize,
    /// Seconds between a signal to stop and the end of new connections. A load balancer learns from `/readyz`
    /// in this time that it has to send requests elsewhere.
    pub drain_seconds: u64,
    /// Seconds that requests under way get to finish once the service takes no new connections.
    pub shutdown_seconds: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::for_cores(std::thread::available_parallelism().map_or(1, usize::from))
    }
}

impl Limits {
    /// What is built in, on a machine of so many cores.
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
