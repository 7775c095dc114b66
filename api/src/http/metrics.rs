//! Counts requests, verdicts, cached answers, the queue, the store and the shared shelf, for operators.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Metric, Registry, Unit};
use rules_judge_replays::answer::Verdict;
use rules_judge_replays::cache::record::ENGINE_BUILD;
use rules_judge_replays::cache::shared::{SharedCounts, SharedState};
use rules_judge_replays::cache::store::StoreCounts;
use rules_judge_replays::catalog::rulebook::GameLine;

/// Upper bounds of the buckets of the time histograms, in seconds.
const TIMES: [f64; 12] = [0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2.0, 10.0];

#[derive(Debug, Clone, Hash, PartialEq, Eq, EncodeLabelSet)]
struct RequestLabels {
    method: &'static str,
    route: String,
    status: u16,
}

#[derive(Debug, Clone, Hash, PartialEq, Eq, EncodeLabelSet)]
struct RouteLabels {
    route: String,
}

#[derive(Debug, Clone, Hash, PartialEq, Eq, EncodeLabelSet)]
struct VerdictLabels {
    code: String,
    game: String,
    verdict: &'static str,
}

#[derive(Debug, Clone, Hash, PartialEq, Eq, EncodeLabelSet)]
struct WhatLabels {
    what: &'static str,
}

#[derive(Debug, Clone, Hash, PartialEq, Eq, EncodeLabelSet)]
struct StateLabels {
    state: &'static str,
}

#[derive(Debug, Clone, Hash, PartialEq, Eq, EncodeLabelSet)]
struct GameLabels {
    edition: &'static str,
    game: &'static str,
}

/// Numbers that other parts of the service count, at the moment of a page.
#[derive(Debug)]
pub struct Levels {
    /// Judgements running and waiting, and reserved bytes.
    pub gate: [(&'static str, u64); 3],
    /// Open connections.
    pub connections: u64,
    /// Whether the service is about to stop.
    pub is_draining: bool,
    /// Whether the store works, its counters, and the bytes that wait to be written to it.
    pub store: Option<(bool, StoreCounts, u64)>,
    /// The state of the shared shelf, and its counters.
    pub shared: Option<(SharedState, SharedCounts)>,
}

type Level = Gauge<u64, AtomicU64>;

/// The metrics of the service.
pub struct Metrics {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
    times: Family<RouteLabels, Histogram, fn() -> Histogram>,
    verdicts: Family<VerdictLabels, Counter>,
    answers: Family<WhatLabels, Counter>,
    refused_connections: Counter,
    gate: Family<WhatLabels, Level>,
    draining: Level,
    store: Family<WhatLabels, Counter>,
    store_state: Family<StateLabels, Level>,
    store_queued: Level,
    shared: Family<WhatLabels, Counter>,
    shared_state: Family<StateLabels, Level>,
    shared_queued: Level,
}

impl std::fmt::Debug for Metrics {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Metrics")
    }
}

fn histogram() -> Histogram {
    Histogram::new(TIMES)
}

/// Registers a metric and returns it. The page lists metrics in the order of registration.
fn registered<M: Metric + Clone>(registry: &mut Registry, name: &str, help: &str, metric: M) -> M {
    registry.register(name, help, metric.clone());
    metric
}

fn registered_bytes(registry: &mut Registry, name: &str, help: &str) -> Level {
    let level = Level::default();
    registry.register_with_unit(name, help, Unit::Bytes, level.clone());
    level
}

/// Registers the start of the process under the name that Prometheus and its dashboards expect.
fn register_start(registry: &mut Registry) {
    let start = Gauge::<f64, AtomicU64>::default();
    start.set(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64());
    registry.register_with_unit(
        "process_start_time",
        "Start of the process, since 1970",
        Unit::Seconds,
        start,
    );
}

/// Registers the versions of the program, of its engine and of each game's semantics.
fn register_build(registry: &mut Registry, games: &[GameLine]) {
    let engine = format!("{ENGINE_BUILD:016x}");
    let build = Info::new([("version", env!("CARGO_PKG_VERSION").to_owned()), ("engine", engine)]);
    registry.register("build", "The version of the program, and the number of its engine", build);
    let semantics = Family::<GameLabels, Level>::default();
    for GameLine { edition, game, semantics: number, .. } in games {
        semantics.get_or_create(&GameLabels { edition, game }).set((*number).into());
    }
    registry.register(
        "semantics",
        "Number of a game's semantics; the same number, the same verdicts",
        semantics,
    );
}

impl Metrics {
    /// Metrics that start at zero, with labels for the games of the judge.
    pub fn new(games: &[GameLine]) -> Metrics {
        let mut all = Registry::default();
        register_start(&mut all);
        let ours = all.sub_registry_with_prefix("rules_judge");
        register_build(ours, games);
        let requests =
            registered(ours, "requests", "Requests by method, route and status", Family::default());
        let times = Family::<RouteLabels, Histogram, fn() -> Histogram>::new_with_constructor(histogram);
        let times = registered(ours, "request_seconds", "Time until the head of the answer, by route", times);
        let help = "Judged logs by game, verdict and first reason";
        let verdicts = registered(ours, "verdicts", help, Family::default());
        let answers =
            registered(ours, "answers", "Answers looked up in memory: hit or miss", Family::default());
        let help = "Connections beyond those that one address may have";
        let refused_connections = registered(ours, "refused_connections", help, Counter::default());
        let help = "Judgements running and waiting, bytes of bodies and answers held, open connections";
        let gate = registered(ours, "gate", help, Family::default());
        let help = "1 between a signal to stop and the end of the process";
        let draining = registered(ours, "draining", help, Level::default());
        let help = "What happened in the store of judgements since the start";
        let store = registered(ours, "store", help, Family::default());
        let help = "1 for the state of the store, 0 for the others";
        let store_state = registered(ours, "store_state", help, Family::default());
        let help = "Bytes that wait to be written to the store";
        let store_queued = registered_bytes(ours, "store_queued", help);
        let help = "What happened on the shared shelf since the start";
        let shared = registered(ours, "shared", help, Family::default());
        let help = "1 for the state of the shared shelf, 0 for the others";
        let shared_state = registered(ours, "shared_state", help, Family::default());
        let help = "Bytes that wait to be written to the shared shelf";
        let shared_queued = registered_bytes(ours, "shared_queued", help);
        Metrics {
            registry: all,
            requests,
            times,
            verdicts,
            answers,
            refused_connections,
            gate,
            draining,
            store,
            store_state,
            store_queued,
            shared,
            shared_state,
            shared_queued,
        }
    }

    /// Counts a request.
    pub fn request(&self, method: &str, route: &str, status: u16, time: Duration) {
        let known = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH"];
        let method = known.into_iter().find(|known| *known == method).unwrap_or("other");
        let route = route.to_owned();
        self.requests.get_or_create(&RequestLabels { method, route: route.clone(), status }).inc();
        self.times.get_or_create(&RouteLabels { route }).observe(time.as_secs_f64());
    }

    /// Counts a judged log.
    pub fn judged(&self, verdict: &Verdict) {
        let refusal = verdict.illegal.as_ref().and_then(|illegal| illegal.refusals.first());
        let code = refusal.map(|refusal| &refusal.code);
        let code = code.or(verdict.not_judged.as_ref().map(|why| &why.code)).cloned().unwrap_or_default();
        let word = verdict.verdict.word();
        let labels = VerdictLabels { code, game: verdict.game.clone(), verdict: word };
        self.verdicts.get_or_create(&labels).inc();
    }

    /// Counts a lookup in the cache of answers.
    pub fn looked_up(&self, hit: bool) {
        self.answers.get_or_create(&WhatLabels { what: if hit { "hit" } else { "miss" } }).inc();
    }

    /// Counts a connection that was refused because its address has as many as it may.
    pub fn connection_refused(&self) {
        self.refused_connections.inc();
    }

    /// The page with all metrics.
    pub fn page(&self, levels: Levels) -> String {
        let Levels { gate, connections, is_draining, store, shared } = levels;
        for (what, value) in gate.into_iter().chain([("connections", connections)]) {
            self.gate.get_or_create(&WhatLabels { what }).set(value);
        }
        self.draining.set(is_draining.into());
        if let Some((is_ready, counts, queued_bytes)) = store {
            set_state(&self.store_state, &["ready", "off"], if is_ready { "ready" } else { "off" });
            self.store_queued.set(queued_bytes);
            let StoreCounts { hits, misses, kept, too_large, faults, set_aside, rolled, dropped } = counts;
            let counts = [
                ("hits", hits),
                ("misses", misses),
                ("kept", kept),
                ("too_large", too_large),
                ("faults", faults),
                ("set_aside", set_aside),
                ("rolled", rolled),
                ("dropped", dropped),
            ];
            set_counts(&self.store, counts);
        }
        if let Some((state, counts)) = shared {
            set_state(&self.shared_state, &SharedState::ALL.map(SharedState::word), state.word());
            self.set_shared(counts);
        }
        let mut page = String::new();
        // Writing to a string cannot fail.
        let _ = encode(&mut page, &self.registry);
        page
    }

    fn set_shared(&self, counts: SharedCounts) {
        let SharedCounts {
            hits,
            misses,
            unsound,
            unanswered,
            skipped,
            kept,
            too_large,
            dropped,
            refused,
            failures,
            queued_bytes,
        } = counts;
        self.shared_queued.set(queued_bytes);
        let counts = [
            ("hits", hits),
            ("misses", misses),
            ("unsound", unsound),
            ("unanswered", unanswered),
            ("skipped", skipped),
            ("kept", kept),
            ("too_large", too_large),
            ("dropped", dropped),
            ("refused", refused),
            ("failures", failures),
        ];
        set_counts(&self.shared, counts);
    }
}

/// Copies counters that other parts of the service count. They never go down, even if two pages are made at
/// the same time.
fn set_counts<const N: usize>(family: &Family<WhatLabels, Counter>, counts: [(&'static str, u64); N]) {
    for (what, value) in counts {
        family.get_or_create(&WhatLabels { what }).inner().fetch_max(value, Relaxed);
    }
}

/// Sets the line of the current state to 1 and those of the others to 0, so that an alert can name a state.
fn set_state(family: &Family<StateLabels, Level>, all: &[&'static str], now: &str) {
    for state in all {
        family.get_or_create(&StateLabels { state }).set(u64::from(*state == now));
    }
}
