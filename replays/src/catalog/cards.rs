//! Card pools as answers: the bundled ones, those that were sent, and their cards.

use rules_judge_engine::games::{Registered, Visit};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::answer::{Fault, FaultCode, detail};
use crate::catalog::limits::{PAGE, PAGE_LIMIT};
use crate::catalog::lint::FindingAnswer;
use crate::catalog::rulebook::has_more;
use crate::codec::canonical::canonical;
use crate::codec::digest::Digest;
use crate::codec::format::PoolName;
use crate::codec::json::{self, Limits};
use crate::judging::Judge;

/// Which cards are asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardsQuery {
    /// The most cards of the page, at most [`PAGE_LIMIT`].
    pub limit: usize,
    /// How many are passed over.
    pub offset: usize,
    /// The pool; without it, the bundled one.
    pub pool: Option<Digest>,
    /// Only those that have this text in their id or in a name of any language.
    pub search: Option<String>,
}

impl Default for CardsQuery {
    fn default() -> CardsQuery {
        CardsQuery { limit: PAGE, offset: 0, pool: None, search: None }
    }
}

/// A list of cards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CardsAnswer {
    /// The cards of this page as the pool has them, in its order.
    pub cards: Vec<Value>,
    /// How many cards fit, on all pages.
    pub count: usize,
    /// The game.
    pub game: &'static str,
    /// Whether there are cards after this page.
    pub has_more: bool,
    /// The most cards of a page.
    pub limit: usize,
    /// Where the next page is; `null`: there is none, or the answer comes from the command.
    pub next: Option<String>,
    /// How many cards stand before this page.
    pub offset: usize,
    /// Digest of the pool.
    pub pool: String,
}

/// One card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CardAnswer {
    /// The card as the pool has it.
    pub card: Value,
    /// The game.
    pub game: &'static str,
    /// Digest of the pool.
    pub pool: String,
}

/// A pool that was sent and may be named by its digest now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PoolAnswer {
    /// How many cards it has.
    pub cards: usize,
    /// The game.
    pub game: &'static str,
    /// Its digest.
    pub pool: String,
    /// What in it can be meant, and has a consequence that its author should know.
    pub warnings: Vec<FindingAnswer>,
}

/// The name under which a pool lies in the cache, where judgements lie, too.
pub(crate) fn key(digest: &Digest) -> Digest {
    Digest::of_parts(&[b"rules-judge/pool\n", &digest.0])
}

/// The cards of a pool with their ids. Every game's pool is `{"cards": [{"id", …}, …], …}`.
fn cards(pool: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let list = pool.get("cards").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    list.iter().filter_map(|card| Some((card.get("id")?.as_str()?, card)))
}

/// The names of a card in the languages in which its pool gives them.
fn names(card: &Value) -> Vec<&str> {
    match card.get("name") {
        Some(Value::Object(texts)) => texts.values().filter_map(Value::as_str).collect(),
        name => name.and_then(Value::as_str).into_iter().collect(),
    }
}

/// The data of a pool.
struct Data<'a>(&'a Judge, Option<Digest>);

impl Visit for Data<'_> {
    type Out = Result<(&'static str, Digest, Value), Fault>;

    fn visit<G: Registered>(self) -> Self::Out {
        let demo = self.0.demo_digest(G::ID)?;
        let digest = self.1.unwrap_or(demo);
        let pool = if digest == demo {
            serde_json::from_str(G::DEMO_POOL)
                .map_err(|error| Fault::new(FaultCode::Internal, error.to_string()))?
        } else {
            let unknown = || Fault::new(FaultCode::UnknownPool, detail::unknown_pool());
            let sent = self.0.sent_pool(&digest).ok_or_else(unknown)?;
            let pool: Option<Value> = serde_json::from_slice(&sent).ok();
            pool.filter(|pool| pool.get("game").and_then(Value::as_str) == Some(G::ID)).ok_or_else(unknown)?
        };
        Ok((G::ID, digest, pool))
    }
}

/// The pool, its digest, and how many canonical bytes it has.
struct Put<'a>(&'a Judge, Value, Digest, usize);

impl Visit for Put<'_> {
    type Out = Result<(bool, PoolAnswer), Fault>;

    fn visit<G: Registered>(self) -> Self::Out {
        let Put(judge, value, digest, bytes) = self;
        let is_bundled = judge.demo_digest(G::ID)? == digest;
        if !is_bundled && !judge.keeps_pool(bytes) {
            return Err(Fault::new(FaultCode::TooLarge, detail::pool_too_large(bytes)));
        }
        let known = is_bundled || judge.sent_pool(&digest).is_some();
        let (count, warnings) = (cards(&value).count(), crate::catalog::lint::warnings::<G>(&value));
        let answer = PoolAnswer { cards: count, game: G::ID, pool: digest.to_string(), warnings };
        let name = PoolName { digest, inline: Some(value) };
        // The body is the pool: its places begin at the root.
        judge.pool::<G>(&name).map_err(|fault| match fault.pointer.as_deref() {
            Some(pointer) => {
                let rest = pointer.strip_prefix("/pool").unwrap_or(pointer).to_owned();
                fault.at(rest)
            }
            None => fault,
        })?;
        Ok((!known, answer))
    }
}

impl Judge {
    fn pool_data(&self, game: &str, pool: Option<Digest>) -> Result<(&'static str, Digest, Value), Fault> {
        self.dispatch(game, Data(self, pool)).map_err(|fault| Fault { pointer: None, ..fault })?
    }

    /// A pool with the first card of the bundled one, to show what a pool is.
    ///
    /// # Errors
    /// There is no such game.
    pub fn small_pool(&self, game: &str) -> Result<Value, Fault> {
        let (_, _, mut pool) = self.pool_data(game, None)?;
        if let Some(Value::Array(cards)) = pool.get_mut("cards") {
            cards.truncate(1);
        }
        Ok(pool)
    }

    /// The cards of a pool.
    ///
    /// # Errors
    /// There is no such game or pool.
    pub fn cards(&self, game: &str, query: &CardsQuery) -> Result<CardsAnswer, Fault> {
        let (game, digest, pool) = self.pool_data(game, query.pool)?;
        let wanted = query.search.as_deref().map(str::to_lowercase);
        let fits = |id: &str, card: &Value| match &wanted {
            None => true,
            Some(text) => {
                let has = |name: &str| name.to_lowercase().contains(text.as_str());
                has(id) || names(card).into_iter().any(has)
            }
        };
        let found: Vec<&Value> =
            cards(&pool).filter(|(id, card)| fits(id, card)).map(|(_, card)| card).collect();
        let limit = query.limit.min(PAGE_LIMIT);
        Ok(CardsAnswer {
            cards: found.iter().skip(query.offset).take(limit).map(|card| (*card).clone()).collect(),
            count: found.len(),
            game,
            has_more: has_more(found.len(), limit, query.offset),
            limit,
            next: None,
            offset: query.offset,
            pool: digest.to_string(),
        })
    }

    /// One card.
    ///
    /// # Errors
    /// There is no such game, pool or card.
    pub fn card(&self, game: &str, id: &str, pool: Option<Digest>) -> Result<CardAnswer, Fault> {
        let (game, digest, pool) = self.pool_data(game, pool)?;
        if let Some((_, card)) = cards(&pool).find(|(other, _)| *other == id) {
            return Ok(CardAnswer { card: card.clone(), game, pool: digest.to_string() });
        }
        let near = rules_judge_engine::abilities::lint::nearest(id, cards(&pool).map(|(id, _)| id));
        let detail = near.as_deref().map_or_else(detail::no_such_card, detail::no_such_card_but);
        Err(Fault::new(FaultCode::NoSuchCard, detail).near(near))
    }

    /// Takes a pool in under its digest. `true`: it was not known before.
    ///
    /// # Errors
    /// `WrongDigest` if the canonical bytes have another digest, `TooLarge` if it is more than is kept, `BadPool`
    /// with all findings.
    pub fn put_pool(&self, digest: &str, body: &[u8]) -> Result<(bool, PoolAnswer), Fault> {
        let value: Value = json::read(body, &Limits::default())?;
        let bytes = canonical(&value)?;
        let own = Digest::of(&bytes);
        if digest != own.to_string() {
            return Err(Fault::new(FaultCode::WrongDigest, detail::wrong_digest(own)));
        }
        let game = value.get("game").and_then(Value::as_str);
        let missing = || Fault::new(FaultCode::WrongShape, detail::missing_field("game")).at("/game");
        let game = game.ok_or_else(missing)?.to_owned();
        self.dispatch(&game, Put(self, value, own, bytes.len()))?
    }
}
