//! Continues a kept judgement by one entry, and returns a kept verdict by its digest.

use rules_judge_engine::games::{Registered, Visit};
use rules_judge_engine::schema::{Described, JsonSchema};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};

use crate::answer::{Fault, FaultCode, Query, Verdict, detail};
use crate::cache::record::{self, Record};
use crate::codec::digest::{Digest, Seed};
use crate::codec::entry::Entry;
use crate::codec::facts::Facts;
use crate::codec::format::{ENTRY_LIMIT, Named, PoolName, Replay, Sent, too_many_rulings};
use crate::codec::json::{self, Limits, Object};
use crate::codec::ruling::RULING_LIMIT;
use crate::judging::entry::{as_seen, rulings_of};
use crate::judging::{Judge, can_be_judged};

/// One entry and what it continues.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "A: DeserializeOwned + Serialize + Described")]
#[schemars(bound = "A: JsonSchema")]
pub(crate) struct Move<A> {
    action: Entry<A>,
    #[serde(default, rename = "base")]
    #[schemars(with = "Option<Digest>")]
    _base: Option<IgnoredAny>,
    #[serde(default, deserialize_with = "json::maybe_object")]
    replay: Option<Sent<A>>,
}

impl<A: Described> Described for Move<A> {
    const GAME: &'static str = A::GAME;
    const NAME: &'static str = "move";
}

/// As much of a move as says which game it is of.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct MoveHead {
    #[serde(default)]
    base: Option<Digest>,
    #[serde(default)]
    replay: Option<Named>,
}

impl Described for MoveHead {
    const GAME: &'static str = "";
    const NAME: &'static str = "move_head";
}

fn unknown_base() -> Fault {
    Fault::new(FaultCode::UnknownBase, detail::unknown_base()).at("/base")
}

pub(super) fn one_too_many() -> Fault {
    Fault::new(FaultCode::TooMany, detail::entry_limit(ENTRY_LIMIT)).at("/action")
}

/// Refuses a ruling after [`RULING_LIMIT`] others.
pub(super) fn one_more_ruling<A>(rulings: u32, entry: &Entry<A>) -> Result<(), Fault> {
    let is_full = usize::try_from(rulings).is_ok_and(|rulings| rulings >= RULING_LIMIT);
    match is_full && entry.ruling().is_some() {
        true => Err(too_many_rulings().at("/action")),
        false => Ok(()),
    }
}

struct Replayed<'a>(&'a Judge, &'a [u8], &'a Query);

impl Visit for Replayed<'_> {
    type Out = Result<Verdict, Fault>;

    fn visit<G: Registered>(self) -> Self::Out {
        let seen = |fault: Fault| fault.of_replay(self.2.view);
        let Object(sent) = json::read::<Object<Move<G::Action>>>(self.1, &Limits::default()).map_err(seen)?;
        let missing = || Fault::new(FaultCode::WrongShape, detail::missing_field("replay"));
        let replay = sent.replay.ok_or_else(missing)?;
        let below = |fault: Fault| fault.below("/replay");
        let read = Replay::<G>::resolve(replay, self.0.pools.of_game(G::INFO.id)?).map_err(seen);
        let replay = read.map_err(below)?;
        if replay.actions.len() >= ENTRY_LIMIT {
            return Err(one_too_many());
        }
        one_more_ruling(rulings_of(&replay.actions), &sent.action)?;
        let (mut replay, pool) = self.0.complete(replay, self.2.view).map_err(below)?;
        let sound = can_be_judged::<G>(&pool, replay.declared, &sent.action);
        replay.actions.push(sent.action);
        sound.map_err(|fault| self.0.run(&replay, &pool, self.2).fault_of_last(fault).below("/action"))?;
        let texts = self.0.texts::<G>(&replay.pool, &pool, self.2);
        let run = self.0.run(&replay, &pool, self.2).with_texts(texts.as_ref());
        run.tracing_last_entry().verdict(Some(&self.0.cache))
    }
}

struct Resume<'a>(&'a Judge, &'a Record, Option<&'a [u8]>, &'a Query);

impl Visit for Resume<'_> {
    type Out = Result<Option<Verdict>, Fault>;

    fn visit<G: Registered>(self) -> Self::Out {
        let Resume(judge, record, body, query) = self;
        let read = |body| json::read::<Object<Move<G::Action>>>(body, &Limits::default());
        let sent = body.map(read).transpose()?.map(|Object(sent)| sent);
        if sent.is_some() && usize::try_from(record.entries).is_ok_and(|entries| entries >= ENTRY_LIMIT) {
            return Err(one_too_many());
        }
        let name = PoolName { digest: Digest(record.pool), inline: None };
        let Some(facts) = Facts::<G>::of_bytes(&record.facts) else { return Ok(None) };
        // Without its pool a kept judgement cannot be continued.
        let Ok(pool) = judge.pool_with::<G>(&name, &facts) else { return Ok(None) };
        let replay =
            Replay::<G>::kept(name.digest, facts, record.seed.map(Seed), record.declared, &record.names);
        let entry = sent.as_ref().map(|sent| &sent.action);
        entry.map_or(Ok(()), |entry| one_more_ruling(record.ruled, entry))?;
        if let Some(entry) = entry {
            can_be_judged::<G>(&pool, record.declared, entry).map_err(|fault| {
                let is_seen = judge.run(&replay, &pool, query).shows(record, entry);
                as_seen(fault, is_seen).below("/action")
            })?;
        }
        let texts = judge.texts::<G>(&name, &pool, query);
        let run = judge.run(&replay, &pool, query).with_texts(texts.as_ref()).tracing_last_entry();
        run.resume(&judge.cache, record, entry)
    }
}

impl Judge {
    /// Judges one entry more: `{"base": replay_digest, "action"}` or `{"replay", "action"}`. The
    /// verdict is that of the whole log; its trace, if one is asked for, is that of this entry.
    ///
    /// # Errors
    /// `UnknownBase` if no judgement of that digest is kept; else as [`Judge::verify`].
    pub fn resume(&self, body: &[u8], query: &Query) -> Result<Verdict, Fault> {
        let head: MoveHead = json::read(body, &Limits::default())?;
        match (head.base, head.replay) {
            (Some(base), None) => {
                let record = record::load(&self.cache, &base).ok_or_else(unknown_base)?;
                let visit = Resume(self, &record, Some(body), query);
                self.dispatch(&record.game, visit)??.ok_or_else(unknown_base)
            }
            (None, Some(game)) => self
                .dispatch(&game.game, Replayed(self, body, query))
                .map_err(|fault| fault.below("/replay"))?,
            _ => Err(Fault::new(FaultCode::WrongShape, detail::base_or_replay())),
        }
    }

    /// The kept judgement of a digest.
    ///
    /// # Errors
    /// `UnknownVerdict` if it is not kept.
    pub fn kept_verdict(&self, digest: &str, query: &Query) -> Result<Verdict, Fault> {
        let unknown = || Fault::new(FaultCode::UnknownVerdict, detail::unknown_verdict());
        let digest = digest.parse().map_err(|_| unknown())?;
        let record = record::load(&self.cache, &digest).ok_or_else(unknown)?;
        self.dispatch(&record.game, Resume(self, &record, None, query))??.ok_or_else(unknown)
    }
}
