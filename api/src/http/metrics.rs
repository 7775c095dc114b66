//! What is counted for operators: requests, verdicts, answers kept, the queue, the store, the shared shelf.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use rules_judge_replays::answer::Verdict;
use rules_judge_replays::cache::shared::{SharedCounts, SharedState};
use rules_judge_replays::cache::store::StoreCounts;

/// Upper bounds of the buckets of times, in seconds.
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

type Level = Gauge<u64, AtomicU64>;

/// The numbers.
pub struct Metrics {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
    times: Family<RouteLabels, Histogram, fn() -> Histogram>,
    verdicts: Family<VerdictLabels, Counter>,
    answers: Family<WhatLabels, Counter>,
    refused_connections: Counter,
    gate: Family<WhatLabels, Level>,
    store: Family<WhatLabels, Level>,
    shared: Family<WhatLabels, Level>,
}

impl std::fmt::Debug for Metrics {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Metrics")
    }
}

fn histogram() -> Histogram {
    Histogram::new(TIMES)
}

impl Default for Metrics {
    fn default() -> Metrics {
        let mut registry = Registry::with_prefix("rules_judge");
        let requests = Family::<RequestLabels, Counter>::default();
        registry.register("requests", "Requests by method, route and status", requests.clone());
        let times = Family::<RouteLabels, Histogram, fn() -> Histogram>::new_with_constructor(histogram);
        registry.register("request_seconds", "Time until the head of the answer, by route", times.clone());
        let verdicts = Family::<VerdictLabels, Counter>::default();
        registry.register("verdicts", "Judged logs by game, verdict and first reason", verdicts.clone());
        let answers = Family::<WhatLabels, Counter>::default();
        registry.register("answers", "Answers looked up in memory: hit or miss", answers.clone());
        let refused_connections = Counter::default();
        let help = "Connections beyond those that one address may have";
        registry.register("refused_connections", help, refused_connections.clone());
        let gate = Family::<WhatLabels, Level>::default();
        registry.register(
            "gate",
            "Judgements running and waiting, bytes of bodies and answers held, open connections",
            gate.clone(),
        );
        let store = Family::<WhatLabels, Level>::default();
        registry.register("store", "What happened in the store of judgements since the start", store.clone());
        let shared = Family::<WhatLabels, Level>::default();
        let help = "What happened on the shared shelf since the start; whether it gives and takes, and what waits, now";
        registry.register("shared", help, shared.clone());
        Metrics { registry, requests, times, verdicts, answers, refused_connections, gate, store, shared }
    }
}

impl Metrics {
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

    /// Counts an answer that was looked for in memory.
    pub fn looked_up(&self, hit: bool) {
        self.answers.get_or_create(&WhatLabels { what: if hit { "hit" } else { "miss" } }).inc();
    }

    /// Counts a connection beyond those that its address may have.
    pub fn connection_refused(&self) {
        self.refused_connections.inc();
    }

    /// The page of all numbers.
    pub fn page(
        &self,
        gate: [(&'static str, u64); 3],
        connections: u64,
        store: Option<StoreCounts>,
        shared: Option<(SharedState, SharedCounts)>,
    ) -> String {
        for (what, value) in gate.into_iter().chain([("connections", connections)]) {
            self.gate.get_or_create(&WhatLabels { what }).set(value);
        }
        if let Some(StoreCounts { hits, misses, kept, too_large, faults, set_aside, rolled }) = store {
            for (what, value) in [
                ("hits", hits),
                ("misses", misses),
                ("kept", kept),
                ("too_large", too_large),
                ("faults", faults),
                ("set_aside", set_aside),
                ("rolled", rolled),
            ] {
                self.store.get_or_create(&WhatLabels { what }).set(value);
            }
        }
        if let Some((state, counts)) = shared {
            self.set_shared(state, counts);
        }
        let mut page = String::new();
        // Writing to a string cannot fail.
        let _ = encode(&mut page, &self.registry);
        page
    }

    fn set_shared(&self, state: SharedState, counts: SharedCounts) {
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
        for (what, value) in [
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
            ("queued_bytes", queued_bytes),
            ("gives", u64::from(state != SharedState::Away)),
            ("takes", u64::from(state == SharedState::Ready)),
        ] {
            self.shared.get_or_create(&WhatLabels { what }).set(value);
        }
    }
}
