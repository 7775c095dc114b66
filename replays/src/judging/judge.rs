//! The entry point of every call: bytes in, an answer or a fault out.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Arguments;
use std::mem::take;
use std::sync::Arc;

use rules_judge_engine::game_kit::fact::{FactFault, FactFaultKind};
use rules_judge_engine::game_kit::pool::{Index, Indexed, Names, POOL_LIMIT};
use rules_judge_engine::games::{self, Registered, Visit};
use rules_judge_engine::kernel::Stop;
use serde::Serialize;
use serde_json::Value;

use crate::answer::{Fault, FaultCode, Language, NextDecision, Query, Verdict, View, WaitingAnswer, detail};
use crate::cache::Cache;
use crate::cache::disk::Disk;
use crate::cache::memory::{MemoryCache, Weighs};
use crate::cache::shared::Shared;
#[cfg(feature = "store")]
use crate::cache::store::Store;
use crate::catalog::card_search::CardSearches;
use crate::catalog::cards::{NotExactAnswer, not_exact};
use crate::catalog::lint::Found;
use crate::catalog::printed::Printed;
use crate::catalog::read_back::Texts;
use crate::catalog::search::Searches;
use crate::codec::canonical::canonical;
use crate::codec::digest::Digest;
use crate::codec::entry::{self, Entry};
use crate::codec::facts::Facts;
use crate::codec::fast;
use crate::codec::format::{self, Opening, PoolName, Replay};
use crate::codec::json::{self, Limits, Outline};
use crate::codec::ruling::Rules;
use crate::judging::judgement::Run;
use crate::judging::pools::{AnyPool, NamedPool, Shelf};
use crate::shapes::ToSchema;

/// The default of [`Judge::with_pools`].
pub const POOL_BYTES: u64 = 64 << 20;
/// The weight of a compiled pool as a multiple of its JSON. Measured: 3 with the bundled pools, 4 to 10 with
/// cards full of abilities, 12.5 with the shortest word that there is on 2 000 cards.
pub const POOL_FACTOR: u64 = 16;

/// A pool that a client sent, compiled, with its canonical bytes and the weight of both.
#[derive(Debug, Clone)]
struct Compiled {
    pool: AnyPool,
    sent: Arc<[u8]>,
    bytes: u64,
}

impl Weighs for Compiled {
    fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// Judges requests. Holds compiled card pools and, if there is one, the store of judgements; share
/// it between threads by reference.
#[derive(Debug, Clone)]
pub struct Judge {
    pub(crate) pools: Shelf,
    inline: Arc<MemoryCache<Compiled>>,
    pub(crate) cache: Cache,
    pub(crate) searches: Searches,
    pub(crate) printed: Arc<Printed>,
    pub(crate) card_searches: CardSearches,
    suspended: Option<String>,
    stop: Option<Arc<dyn Stop>>,
}

/// Who is asked, and every legal answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct LegalAnswer {
    /// Number of entries judged; in a seat's view, of those that it sees.
    pub accepted: usize,
    /// Game id.
    pub game: String,
    /// Whether the header holds what nobody can guess. Of an answer without it nobody may learn that it was
    /// given before.
    #[serde(skip)]
    pub has_secret: bool,
    /// Who is asked what, with `shapes`, `listing` (at most 64 answers, or as many as the parameter `listing`
    /// says, and 1 MiB), `complete` (whether the listing has all of them) and `count` (exact up to 10 000;
    /// `null` beyond, and where listing took too many looks).
    #[schema(value_type = Vec<Value>)]
    pub next: Vec<NextDecision>,
    /// Actions that may be logged at any time besides.
    pub standing: Vec<String>,
    /// After a log that is not legal, why: `next` and `standing` are empty then. Left out after a legal one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Box<Verdict>>,
    /// With declared chance: the entry that is not complete, because outcomes are due; left out if there is
    /// none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waiting: Option<WaitingAnswer>,
}

impl Default for Judge {
    fn default() -> Self {
        Judge::new()
    }
}

/// The fault of a request for a game that is not judged.
pub(crate) fn unknown_game() -> Fault {
    Fault::new(FaultCode::UnknownGame, detail::unknown_game_but(&games::IDS.join(", ")))
        .at("/game")
        .near(games::IDS.iter().copied())
}

impl Judge {
    /// A judge with the bundled pools.
    pub fn new() -> Judge {
        Judge {
            pools: Shelf::default(),
            inline: Arc::new(MemoryCache::undivided(POOL_BYTES)),
            cache: Cache::default(),
            searches: Searches::default(),
            printed: Arc::default(),
            card_searches: CardSearches::default(),
            suspended: None,
            stop: None,
        }
    }

    /// A copy that quotes printed rule texts beside the restated ones.
    #[must_use]
    pub fn with_printed(self, printed: Printed) -> Judge {
        Judge { printed: Arc::new(printed), ..self }
    }

    /// A copy for one request, which ends soon after `stop` signals: the answer is then the fault
    /// `overloaded`, and nothing is kept.
    #[must_use]
    pub fn stopping(&self, stop: Arc<dyn Stop>) -> Judge {
        Judge { stop: Some(stop), ..self.clone() }
    }

    /// Fails if the caller has stopped waiting for the answer.
    pub(crate) fn is_waited_for(&self) -> Result<(), Fault> {
        match self.stop.as_ref().is_some_and(|stop| stop.is_asked()) {
            true => Err(Fault::new(FaultCode::Overloaded, detail::stopped())),
            false => Ok(()),
        }
    }

    pub(crate) fn run<'a, G: Registered>(
        &'a self,
        replay: &'a Replay<G>,
        pool: &'a G::Pool,
        query: &'a Query,
    ) -> Run<'a, G> {
        Run::new(replay, pool, query).stopping(self.stop.as_deref())
    }

    /// Adds a pool that requests may name, and returns its name.
    ///
    /// # Errors
    /// It is no pool that can be used, or there is one of this name.
    pub fn add_pool(&mut self, text: String) -> Result<String, Fault> {
        let pool = NamedPool::of_file(text)?;
        let name = pool.full_name();
        let taken = || Fault::new(FaultCode::BadPool, detail::pool_name_taken(&name)).at("/name");
        if self.pools.add(pool) { Ok(name) } else { Err(taken()) }
    }

    /// Adds a store of judgements.
    #[cfg(feature = "store")]
    #[must_use]
    pub fn with_store(mut self, store: Store) -> Judge {
        self.cache.set_disk(store);
        self
    }

    /// Adds a shelf of judgements and pools that replicas share.
    #[must_use]
    pub fn with_shared(mut self, shared: Arc<dyn Shared>) -> Judge {
        self.cache.set_shared(shared);
        self
    }

    /// Keeps up to so many bytes of judgements and pools in memory.
    #[must_use]
    pub fn with_memory(mut self, bytes: u64) -> Judge {
        self.cache.set_memory(bytes);
        self
    }

    /// Keeps up to so many bytes of compiled pools; each weighs [`POOL_FACTOR`] times its JSON.
    #[must_use]
    pub fn with_pools(mut self, bytes: u64) -> Judge {
        self.inline = Arc::new(MemoryCache::undivided(bytes));
        self
    }

    /// The canonical bytes of a pool that a client sent, if they are still kept. Their digest is checked.
    pub(crate) fn sent_pool(&self, digest: &Digest) -> Option<Arc<[u8]>> {
        let compiled = self.inline.get(digest).map(|kept| kept.sent);
        let kept = || self.cache.get(&crate::catalog::cards::key(digest));
        compiled.or_else(|| kept().filter(|sent| Digest::of(sent) == *digest))
    }

    /// Whether a pool of so many canonical bytes would be kept.
    pub(crate) fn keeps_pool(&self, bytes: usize) -> bool {
        self.inline.has_room_for((bytes as u64).saturating_mul(POOL_FACTOR)) || self.cache.has_room_for(bytes)
    }

    /// A copy with one rule, by its id, out of force: proofs compare its verdicts with the real ones. It
    /// knows the same pools and keeps no judgements.
    #[must_use]
    pub fn without(&self, rule: &str) -> Judge {
        Judge {
            pools: self.pools.clone(),
            inline: Arc::clone(&self.inline),
            cache: Cache::default(),
            searches: self.searches.clone(),
            printed: Arc::clone(&self.printed),
            card_searches: self.card_searches.clone(),
            suspended: Some(rule.to_owned()),
            stop: self.stop.clone(),
        }
    }

    /// Keeps a pool, so that replays may name it by its digest. `false`: it is too large.
    ///
    /// # Errors
    /// It cannot be used.
    pub(crate) fn take_pool(&self, digest: &Digest, pool: &Value) -> Result<bool, Fault> {
        struct Take<'a>(&'a Judge, PoolName);

        impl Visit for Take<'_> {
            type Out = Result<(), Fault>;

            fn visit<G: Registered>(self) -> Self::Out {
                self.0.pool::<G>(&self.1).map(drop)
            }
        }

        let is_known = || self.sent_pool(digest).is_some();
        if !is_known() {
            let game = pool.get("game").and_then(Value::as_str).unwrap_or_default();
            let named = PoolName { digest: *digest, inline: Some(pool.clone()) };
            self.dispatch(game, Take(self, named))??;
        }
        Ok(is_known())
    }

    /// The store of judgements, if there is one.
    pub fn store(&self) -> Option<&Disk> {
        self.cache.disk()
    }

    /// The shelf that replicas share, if there is one.
    pub fn shared(&self) -> Option<&dyn Shared> {
        self.cache.shared()
    }

    /// The cards that something names and whose data do not say all that is printed on them, each once.
    pub(crate) fn not_exact(
        &self,
        pool: &PoolName,
        named: &impl Names,
        index: &Index,
        language: Language,
    ) -> Vec<NotExactAnswer> {
        let places: BTreeSet<u16> = named.ids().iter().filter_map(|(_, id)| index.find(id)).collect();
        let Some(data) = self.data_of(pool) else { return Vec::new() };
        let lost =
            not_exact(&data).filter(|lost| index.find(lost.card).is_some_and(|at| places.contains(&at)));
        lost.map(|lost| lost.answer(language)).collect()
    }

    /// The data of a pool, if it is inline, kept or bundled.
    pub(crate) fn data_of<'a>(&'a self, pool: &'a PoolName) -> Option<Cow<'a, Value>> {
        let kept = || self.sent_pool(&pool.digest).and_then(|sent| serde_json::from_slice(&sent).ok());
        match self.pools.data(&pool.digest) {
            Some(data) => Some(Cow::Borrowed(data)),
            None => pool.inline.as_ref().map(Cow::Borrowed).or_else(|| kept().map(Cow::Owned)),
        }
    }

    /// The compiled pool of a replay.
    pub(crate) fn pool<G: Registered>(&self, name: &PoolName) -> Result<Arc<G::Pool>, Fault> {
        let wrong_type = || Fault::new(FaultCode::Internal, "a pool of another game");
        if let Some(named) = self.pools.find(G::INFO.id, &name.digest) {
            return Arc::clone(&named.compiled).downcast().map_err(|_| wrong_type());
        }
        if let Some(kept) = self.inline.get(&name.digest)
            && let Ok(pool) = kept.pool.downcast::<G::Pool>()
        {
            return Ok(pool);
        }
        let uploaded = match name.inline {
            None => self.sent_pool(&name.digest).and_then(|sent| serde_json::from_slice(&sent).ok()),
            Some(_) => None,
        };
        let Some(value) = name.inline.as_ref().or(uploaded.as_ref()) else {
            return Err(Fault::new(FaultCode::UnknownPool, detail::unknown_pool()).at("/pool"));
        };
        if value.get("game").and_then(Value::as_str) != Some(G::INFO.id) {
            return Err(
                Fault::new(FaultCode::BadPool, detail::pool_of_another_game(G::INFO.id)).at("/pool/game")
            );
        }
        if value.get("cards").and_then(Value::as_array).is_some_and(|cards| cards.len() > POOL_LIMIT) {
            return Err(Fault::new(FaultCode::TooMany, detail::pool_limit(POOL_LIMIT)).at("/pool/cards"));
        }
        let pool = crate::catalog::lint::compiled::<G>(value).map_err(bad_pool)?;
        let pool: Arc<G::Pool> = Arc::new(pool);
        let sent: Arc<[u8]> = canonical(value)?.into();
        if name.inline.is_some() {
            self.cache.put(&crate::catalog::cards::key(&name.digest), &sent);
        }
        let bytes = (sent.len() as u64).saturating_mul(POOL_FACTOR);
        self.inline.put(name.digest, Compiled { pool: pool.clone(), sent, bytes });
        Ok(pool)
    }

    /// The compiled pool of a replay, with the facts of its header.
    ///
    /// # Errors
    /// There is no such pool, or it does not take the facts.
    pub(crate) fn pool_with<G: Registered>(
        &self,
        name: &PoolName,
        facts: &Facts<G>,
    ) -> Result<Arc<G::Pool>, Fault> {
        let pool = self.pool::<G>(name)?;
        match facts.is_empty() {
            true => Ok(pool),
            false => G::with_facts(&pool, &facts.stated).map(Arc::new).map_err(bad_fact),
        }
    }

    /// The texts of a pool's abilities, if the query asks for them.
    pub(crate) fn texts<G: Registered>(
        &self,
        name: &PoolName,
        pool: &Arc<G::Pool>,
        query: &Query,
    ) -> Option<Texts> {
        let named = || self.pools.find(G::INFO.id, &name.digest).map(|read| Arc::clone(&read.data));
        let sent = || self.sent_pool(&name.digest).and_then(|sent| serde_json::from_slice(&sent).ok());
        let inline = || name.inline.clone().or_else(sent).map(Arc::new);
        let data = if query.abilities { named().or_else(inline) } else { None };
        Some(Texts::of::<G>(Arc::clone(pool), data?, query.language))
    }

    /// Reads a replay with its pool, and checks everything that is not a question of rules.
    ///
    /// # Errors
    /// A fault, if the request cannot be judged at all.
    pub fn read<G: Registered>(&self, body: &[u8]) -> Result<(Replay<G>, Arc<G::Pool>), Fault> {
        self.complete(Replay::<G>::read(body, self.pools.of_game(G::INFO.id)?)?, View::Full)
    }

    /// Checks that the pool has every card of the replay and that every entry can be judged. The view decides
    /// what the fault of an entry shows.
    pub(crate) fn complete<G: Registered>(
        &self,
        replay: Replay<G>,
        view: View,
    ) -> Result<(Replay<G>, Arc<G::Pool>), Fault> {
        let pool = self.pool_with::<G>(&replay.pool, &replay.facts).map_err(|fault| fault.of_replay(view))?;
        self.complete_in(replay, pool, view)
    }

    /// As [`Judge::complete`], with the pool of the replay, its facts included.
    pub(crate) fn complete_in<G: Registered>(
        &self,
        replay: Replay<G>,
        pool: Arc<G::Pool>,
        view: View,
    ) -> Result<(Replay<G>, Arc<G::Pool>), Fault> {
        match &replay.opening {
            Opening::Decks(decks, _) => {
                for (seat, deck) in decks.iter().enumerate() {
                    all_known(pool.index(), deck, format_args!("/players/{seat}/deck"))
                        .map_err(|fault| fault.of_replay(view))?;
                }
            }
            Opening::Position(position) => {
                all_known(pool.index(), position.as_ref(), format_args!("/start/position"))
                    .map_err(|fault| fault.of_replay(view))?;
            }
        }
        for (at, entry) in replay.actions.iter().enumerate() {
            if let Err(fault) = can_be_judged::<G>(&pool, replay.declared, entry) {
                let query = Query { view, ..Query::default() };
                return Err(self.run(&replay, &pool, &query).fault_of_entry(at, fault));
            }
        }
        Ok((replay, pool))
    }

    pub(crate) fn dispatch<V: Visit>(&self, game: &str, visit: V) -> Result<V::Out, Fault> {
        games::dispatch(game, visit).ok_or_else(unknown_game)
    }

    /// Judges a replay.
    ///
    /// # Errors
    /// A fault, if the request cannot be judged at all.
    pub fn verify(&self, body: &[u8], query: &Query) -> Result<Verdict, Fault> {
        /// Judges a replay in canonical bytes, or nearly; `None`: the strict reader has to read it.
        struct JudgeFast<'a>(&'a Judge, &'a str, &'a Query);

        impl Visit for JudgeFast<'_> {
            type Out = Result<Option<Verdict>, Fault>;

            fn visit<G: Registered>(self) -> Self::Out {
                let Ok(pools) = self.0.pools.of_game(G::INFO.id) else { return Ok(None) };
                fast::replay::<G>(self.1, pools).map(|replay| self.0.verdict_of(replay, self.2)).transpose()
            }
        }

        /// Judges a replay in any form.
        struct JudgeStrict<'a, 'b>(&'a Judge, &'a Outline<'b>, &'a Query);

        impl Visit for JudgeStrict<'_, '_> {
            type Out = Result<Verdict, Fault>;

            fn visit<G: Registered>(self) -> Self::Out {
                let replay = Replay::<G>::read_outlined(self.1, self.0.pools.of_game(G::INFO.id)?);
                self.0.verdict_of(replay.map_err(|fault| fault.of_replay(self.2.view))?, self.2)
            }
        }

        let known = |game: &&str| games::IDS.contains(game) || games::UNLISTED.contains(game);
        let limits = Limits::default();
        let text = json::decode(body, &limits)?;
        if let Some(game) = fast::game(text).filter(known)
            && let Some(verdict) = self.dispatch(game, JudgeFast(self, text, query))??
        {
            return Ok(verdict);
        }
        let outline = json::outline_text(text, limits.depth)?;
        // The strict reader needs the game first. A fault at the place of the game comes before any other.
        let Some(game) = outline.game().filter(known) else {
            return self
                .dispatch(&format::game_of_outlined(&outline)?, JudgeStrict(self, &outline, query))?;
        };
        self.dispatch(game, JudgeStrict(self, &outline, query))?
            .or_else(|fault| format::game_of_outlined(&outline).and(Err(fault)))
    }

    fn verdict_of<G: Registered>(&self, replay: Replay<G>, query: &Query) -> Result<Verdict, Fault> {
        let (replay, pool) = self.complete(replay, query.view)?;
        let suspended = self.suspended.as_deref().and_then(|id| G::INFO.rules.cite(id));
        let texts = self.texts::<G>(&replay.pool, &pool, query);
        let run = self.run(&replay, &pool, query).with_texts(texts.as_ref()).without(suspended);
        run.verdict(Some(&self.cache))
    }

    /// The questions after the replay, and their legal answers. After a log that is not legal there are none,
    /// and the answer has its verdict.
    ///
    /// # Errors
    /// A fault, if the request cannot be judged at all.
    pub fn legal_actions(&self, body: &[u8], query: &Query) -> Result<LegalAnswer, Fault> {
        let mut verdict = self.verify(body, query)?;
        let (accepted, game, has_secret) = (verdict.accepted, verdict.game.clone(), verdict.has_secret);
        if !verdict.verdict.is_legal() {
            let (next, standing) = (Vec::new(), Vec::new());
            let verdict = Some(Box::new(verdict));
            return Ok(LegalAnswer { accepted, game, has_secret, next, standing, verdict, waiting: None });
        }
        let (next, standing) = (take(&mut verdict.next), take(&mut verdict.standing));
        let waiting = verdict.waiting.take();
        Ok(LegalAnswer { accepted, game, has_secret, next, standing, verdict: None, waiting })
    }
}

/// The fault of a pool with these findings.
pub(crate) fn bad_pool(findings: Vec<Found>) -> Fault {
    let first = findings.first();
    let detail = first.map_or_else(
        || detail::Detail::from(""),
        |finding| {
            let [english, traditional, simplified] = finding.message.clone().into_languages();
            detail::of_finding(finding.code, &english, &traditional, &simplified)
        },
    );
    let pointer = first.map_or_else(String::new, |finding| finding.pointer.clone());
    let fault = Fault::new(FaultCode::BadPool, detail).at(format!("/pool{pointer}"));
    Fault { findings: findings.into_boxed_slice(), ..fault }
}

/// The fault of facts that a pool does not take.
fn bad_fact(FactFault { at, kind }: FactFault) -> Fault {
    let place = format!("/facts/{at}");
    let bad = |detail| Fault::new(FaultCode::BadFact, detail);
    match kind {
        FactFaultKind::UnknownCard(near) => unknown_card(near).at(format!("{place}/card")),
        FactFaultKind::Again(first) => bad(detail::fact_again(first)).at(format!("{place}/card")),
        FactFaultKind::Nothing => bad(detail::no_fact()).at(place),
        FactFaultKind::Contradicts(field) => bad(detail::fact_of_pool(field)).at(format!("{place}/{field}")),
    }
}

/// Refuses an entry that cannot be judged: an outcome without declared chance, too many bytes, or an id of a
/// card that the pool does not have. The pointer of the fault begins at the entry.
pub(crate) fn can_be_judged<G: Registered>(
    pool: &G::Pool,
    declared: bool,
    entry: &Entry<G::Action>,
) -> Result<(), Fault> {
    entry::is_of(declared, entry).map_err(|fault| fault.at("/seat"))?;
    entry.is_bounded().map_err(|fault| fault.at(""))?;
    match &entry.what {
        entry::What::Action(..) => Ok(()),
        entry::What::Outcome(outcome) => match &outcome.card {
            Some(crate::codec::outcome::Named::Id(id)) if G::find_card(pool, id).is_none() => {
                Err(unknown_card(G::nearest_card(pool, id)).at("/card"))
            }
            _ => Ok(()),
        },
        entry::What::Ruling(ruling) => {
            ruling.is_bounded()?;
            let Rules::Position(position) = &ruling.rules else { return Ok(()) };
            format::is_bounded(position, "/position")?;
            let read: G::Position = format::part(position.clone(), "/position")?;
            all_known(pool.index(), &read, format_args!("/position"))
        }
    }
}

/// The fault of a card that the pool does not have, with the nearest id.
pub(crate) fn unknown_card(near: Option<String>) -> Fault {
    let detail = near.as_deref().map_or_else(detail::unknown_card, detail::unknown_card_but);
    Fault::new(FaultCode::UnknownCard, detail).near(near)
}

/// Refuses an unknown card among those that something names, and too many of them.
fn all_known(index: &Index, named: &impl Names, place: Arguments<'_>) -> Result<(), Fault> {
    if let Some((pointer, detail)) = named.too_much() {
        return Err(Fault::new(FaultCode::TooMany, detail).at(format!("{place}{pointer}")));
    }
    let Some((pointer, near)) = index.unknown(named) else { return Ok(()) };
    Err(unknown_card(near).at(format!("{place}{pointer}")))
}
