//! Compares logs of one header: how many entries they have in common, and the verdict of each as far as the
//! first difference.

use std::sync::Arc;

use rules_judge_engine::games::{Registered, Visit};
use rules_judge_engine::schema::{Described, JsonSchema};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::answer::{Fault, FaultCode, Query, Trace, Verdict, View, detail};
use crate::cache::{Cache, record};
use crate::codec::entry::Entry;
use crate::codec::format::{ENTRY_LIMIT, Header, Named, Replay};
use crate::codec::json::{self, Limits, Object};
use crate::judging::Judge;
use crate::shapes::ToSchema;

/// The most logs that are compared at once.
pub const LOGS_LIMIT: usize = 8;

/// Logs of one header.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "A: DeserializeOwned + Serialize + Described")]
#[schemars(bound = "A: JsonSchema")]
pub(crate) struct Comparison<A> {
    #[serde(deserialize_with = "json::object")]
    header: Header,
    logs: Vec<Vec<Entry<A>>>,
}

impl<A: Described> Described for Comparison<A> {
    const GAME: &'static str = A::GAME;
    const NAME: &'static str = "comparison";
}

/// As much of it as says which game it is of.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct ComparisonHead {
    header: Named,
}

impl Described for ComparisonHead {
    const GAME: &'static str = "";
    const NAME: &'static str = "comparison_head";
}

/// How logs differ.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CompareAnswer {
    /// Number of entries that all logs have in common.
    pub common: usize,
    /// The first difference; `null` if there is none.
    pub difference: Option<Difference>,
    /// Whether the header holds what nobody can guess. Of an answer without it nobody may learn that it was
    /// given before.
    #[serde(skip)]
    pub has_secret: bool,
    /// The verdict of each log as far as the first difference, that entry included.
    pub verdicts: Vec<Verdict>,
}

/// Where logs part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Difference {
    /// Each log's entry there; `null`: that log ends.
    pub actions: Vec<Option<Value>>,
    /// The index of these entries.
    pub at: usize,
}

struct Compare<'a>(&'a Judge, &'a [u8], &'a Query);

impl Visit for Compare<'_> {
    type Out = Result<CompareAnswer, Fault>;

    fn visit<G: Registered>(self) -> Self::Out {
        let Compare(judge, body, query) = self;
        let Object(request) = json::read::<Object<Comparison<G::Action>>>(body, &Limits::default())?;
        let logs = request.logs;
        let detail = || detail::logs_limit(LOGS_LIMIT);
        match logs.len() {
            0 | 1 => return Err(Fault::new(FaultCode::WrongShape, detail()).at("/logs")),
            2..=LOGS_LIMIT => {}
            _ => return Err(Fault::new(FaultCode::TooMany, detail()).at("/logs")),
        }
        let at = |log: &Vec<Entry<G::Action>>, index: usize| log.get(index).map(|entry| entry.sent());
        let shortest = logs.iter().map(Vec::len).min().unwrap_or(0);
        let same = |index: &usize| {
            let mut entries = logs.iter().filter_map(|log| log.get(*index));
            let first = entries.next();
            entries.all(|entry| first.is_some_and(|first| first.canonical() == entry.canonical()))
        };
        let common = (0..shortest).take_while(same).count();
        let parted = logs.iter().any(|log| log.len() > common);
        let difference = parted.then(|| Difference {
            actions: logs.iter().map(|log| at(log, common).map(Value::Object)).collect(),
            at: common,
        });
        let mut replays = Vec::with_capacity(logs.len());
        for (side, mut log) in logs.into_iter().enumerate() {
            if log.len() > ENTRY_LIMIT {
                let detail = detail::entry_limit(ENTRY_LIMIT);
                return Err(Fault::new(FaultCode::TooMany, detail).at(format!("/logs/{side}")));
            }
            log.truncate(common.saturating_add(1));
            let below = |fault: Fault| match fault.pointer.as_deref() {
                Some(pointer) if pointer.starts_with("/actions") => {
                    let rest = pointer.trim_start_matches("/actions").to_owned();
                    fault.at(format!("/logs/{side}{rest}"))
                }
                _ => fault.below("/header"),
            };
            let replay = request.header.clone().with(log);
            let replay = Replay::<G>::resolve(replay, judge.pools.of_game(G::INFO.id)?).map_err(below)?;
            // All logs have one header: they share its pool.
            let pool = match replays.first() {
                Some((_, pool)) => Arc::clone(pool),
                None => {
                    let pool = judge.pool_with::<G>(&replay.pool, &replay.facts);
                    pool.map_err(|fault| below(fault.of_replay(query.view)))?
                }
            };
            replays.push(judge.complete_in(replay, pool, query.view).map_err(below)?);
        }
        let has_secret = replays.iter().all(|(replay, _)| replay.has_secret);
        let verdicts = verdicts(judge, replays, common, query)?;
        Ok(CompareAnswer { common, difference, has_secret, verdicts })
    }
}

/// Memory for the judgements of common beginnings while the logs are judged, if the judge has no cache.
const BEGINNING_BYTES: u64 = 64 << 20;

/// The verdict of each log. The common beginning is judged once.
fn verdicts<G: Registered>(
    judge: &Judge,
    replays: Vec<(Replay<G>, Arc<G::Pool>)>,
    common: usize,
    query: &Query,
) -> Result<Vec<Verdict>, Fault> {
    let mut own = Cache::default();
    own.set_memory(BEGINNING_BYTES);
    let cache = if judge.cache.is_there() { &judge.cache } else { &own };
    let mut beginning = None;
    let mut verdicts = Vec::with_capacity(replays.len());
    for (mut replay, pool) in replays {
        let last = replay.actions.split_off(common.min(replay.actions.len()));
        let verdict = match &beginning {
            Some(verdict) => verdict,
            None => beginning.insert(judge.run(&replay, &pool, query).verdict(Some(cache))?),
        };
        let Some(entry) = last.first() else {
            verdicts.push(verdict.clone());
            continue;
        };
        let name = verdict.replay_digest.as_deref().and_then(|name| name.parse().ok());
        let record = name.and_then(|name| record::load_near(cache, &name));
        let run = judge.run(&replay, &pool, query);
        let gone_on = record.map(|record| run.resume(cache, &record, Some(entry))).transpose()?.flatten();
        verdicts.push(match gone_on {
            Some(verdict) => verdict,
            // The judgement of the beginning was not kept.
            None => {
                replay.actions.extend(last);
                judge.run(&replay, &pool, query).verdict(Some(cache))?
            }
        });
    }
    Ok(verdicts)
}

impl Judge {
    /// Compares logs: `{"header": replay without actions, "logs": [[…], […]]}`. The whole of each
    /// log is part of the answer, so there is no view of a seat.
    ///
    /// # Errors
    /// A fault, if the request cannot be judged at all.
    pub fn compare(&self, body: &[u8], query: &Query) -> Result<CompareAnswer, Fault> {
        let head: ComparisonHead = json::read(body, &Limits::default())?;
        let query = Query { at: None, trace: Trace::None, view: View::Full, ..*query };
        self.dispatch(&head.header.game, Compare(self, body, &query))
            .map_err(|fault| fault.below("/header"))?
    }
}
