//! Card pools as answers: the bundled and named ones, those that clients sent, and their cards.

use std::collections::BTreeSet;
use std::sync::Arc;

use rules_judge_engine::abilities::lint::nearest;
use rules_judge_engine::game_kit::name::plain;
use rules_judge_engine::games::{self, Registered, Visit};
use serde::Serialize;
use serde_json::Value;

use crate::answer::{Fault, FaultCode, Language, detail};
use crate::catalog::board::Board;
use crate::catalog::limits::{PAGE, PAGE_LIMIT};
use crate::catalog::lint::FindingAnswer;
use crate::catalog::read_back::{self, Word};
use crate::catalog::rulebook::has_more;
use crate::catalog::search::folded;
use crate::codec::canonical::canonical;
use crate::codec::digest::Digest;
use crate::codec::format::PoolName;
use crate::codec::json::{self, Limits};
use crate::judging::pools::NamedPool;
use crate::judging::{Judge, unknown_game};
use crate::shapes::ToSchema;

/// The query of a list of cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardsQuery {
    /// Whether the answer has `texts`.
    pub abilities: bool,
    /// The language of texts.
    pub language: Language,
    /// The most cards of the page, at most [`PAGE_LIMIT`].
    pub limit: usize,
    /// The number of cards before the page.
    pub offset: usize,
    /// The digest or name of the pool; without it, `demo` of the game.
    pub pool: Option<String>,
    /// Only those that fit this search: texts and comparisons of facts, as `docs/clients.md` has them.
    pub search: Option<String>,
}

impl Default for CardsQuery {
    fn default() -> CardsQuery {
        CardsQuery {
            abilities: false,
            language: Language::English,
            limit: PAGE,
            offset: 0,
            pool: None,
            search: None,
        }
    }
}

/// A list of cards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CardsAnswer {
    /// The cards of this page as the pool has them, in its order.
    pub cards: Vec<Value>,
    /// How many cards fit, on all pages.
    pub count: usize,
    /// What the pool declares for its cards, as it has it: a pool of some of its cards needs it, too. Left
    /// out: it declares nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declares: Option<Value>,
    /// The game.
    pub game: &'static str,
    /// Whether there are cards after this page.
    pub has_more: bool,
    /// The most cards of a page.
    pub limit: usize,
    /// The query of the next page, at the same path; `null`: there is none, or the answer comes from the
    /// command.
    pub next: Option<String>,
    /// How many cards stand before this page.
    pub offset: usize,
    /// Digest of the pool.
    pub pool: String,
    /// What the cards of this page say, in their order; left out where it was not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub texts: Option<Vec<CardText>>,
}

/// The text of a card, its printings, and how exact its data are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CardText {
    /// What is printed on it besides its text, such as cost, colours and power, in the asked language.
    pub facts: Vec<String>,
    /// How its data differ from what is printed on it; left out: they do not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_exact: Option<NotExactAnswer>,
    /// The codes of its other printings.
    pub printings: Vec<String>,
    /// What its data say, a line for each ability, in the asked language.
    pub text: Vec<String>,
}

/// One card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CardAnswer {
    /// The card as the pool has it.
    pub card: Value,
    /// What is printed on it besides its text, such as cost, colours and power, in the asked language.
    pub facts: Vec<String>,
    /// The game.
    pub game: &'static str,
    /// How its data differ from what is printed on it; left out: they do not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_exact: Option<NotExactAnswer>,
    /// Digest of the pool.
    pub pool: String,
    /// The codes of its other printings.
    pub printings: Vec<String>,
    /// What its data say, a line for each ability, in the asked language.
    pub text: Vec<String>,
}

/// A card with its data read back as text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReadCard {
    /// Its id.
    pub id: String,
    /// What its data say, a line for each ability.
    pub text: Vec<String>,
}

/// A card whose data do not say all that is printed on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct NotExactAnswer {
    /// Its id.
    pub card: String,
    /// `approximate`: something differs in a detail; `unsupported`: something is left out.
    pub fidelity: String,
    /// What is lost, in a sentence.
    pub lost: String,
}

/// A pool that has a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ListedPool {
    /// How many of its cards differ from what is printed in a detail.
    pub approximate: usize,
    /// How many cards it has; all printings of a card are one.
    pub cards: usize,
    /// How many of them say exactly what is printed, with every field known.
    pub exact: usize,
    /// How many of them say exactly what is printed, but for fields that are `null`, since no source tells
    /// them; a request may state them as `facts`.
    pub exact_with_unknown_fields: usize,
    /// The game.
    pub game: &'static str,
    /// Its name, as a request may say it.
    pub name: String,
    /// Its digest, which verdicts give.
    pub pool: String,
    /// How many codes its cards have.
    pub printings: usize,
    /// How many of its cards leave out something that is printed.
    pub unsupported: usize,
    /// Which version of it this is, if it says so.
    pub version: Option<String>,
}

/// The pools that have a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PoolsAnswer {
    /// The pools, game by game.
    pub pools: Vec<ListedPool>,
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

/// The name of a pool in the cache, which it shares with judgements.
pub(crate) fn key(digest: &Digest) -> Digest {
    Digest::of_parts(&[b"rules-judge/pool\n", &digest.0])
}

/// The cards of a pool with their ids. Every game's pool is `{"cards": [{"id", …}, …], …}`.
pub(crate) fn cards(pool: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let list = pool.get("cards").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    list.iter().filter_map(|card| Some((card.get("id")?.as_str()?, card)))
}

/// The cards of a pool that have further printings, and the codes of these.
pub(crate) fn printings(pool: &Value) -> impl Iterator<Item = (&str, Vec<&str>)> {
    let list = pool.get("printings").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    list.iter().filter_map(|each| {
        let codes = each.get("codes")?.as_array()?.iter().filter_map(Value::as_str).collect();
        Some((each.get("card")?.as_str()?, codes))
    })
}

/// A card whose data do not say all that is printed on it, and what they lack.
pub(crate) struct Lost<'v> {
    /// Its id.
    pub card: &'v str,
    fidelity: &'v str,
    texts: &'v Value,
}

impl Lost<'_> {
    pub(crate) fn answer(&self, language: Language) -> NotExactAnswer {
        let text = self.texts.get(language.tag()).or_else(|| self.texts.get(Language::English.tag()));
        let lost = text.and_then(Value::as_str).unwrap_or_default().to_owned();
        NotExactAnswer { card: self.card.to_owned(), fidelity: self.fidelity.to_owned(), lost }
    }
}

/// The cards of a pool whose data do not say all that is printed.
pub(crate) fn not_exact(pool: &Value) -> impl Iterator<Item = Lost<'_>> {
    let list = pool.get("not_exact").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    list.iter().filter_map(|each| {
        let (card, fidelity) = (each.get("card")?.as_str()?, each.get("fidelity")?.as_str()?);
        Some(Lost { card, fidelity, texts: each.get("lost")? })
    })
}

/// The cards of a pool whose data say all that is printed, with every field known.
pub(crate) fn exact(pool: &Value) -> Vec<&Value> {
    let lost: BTreeSet<&str> = not_exact(pool).map(|lost| lost.card).collect();
    let is_exact = |(id, card): &(&str, &Value)| !lost.contains(id) && !has_unknown_fields(card);
    cards(pool).filter(is_exact).map(|(_, card)| card).collect()
}

/// Whether a pool does not know every field of a card.
fn has_unknown_fields(card: &Value) -> bool {
    match card {
        Value::Object(fields) => fields.values().any(has_unknown_fields),
        Value::Array(members) => members.iter().any(has_unknown_fields),
        other => other.is_null(),
    }
}

/// The names of a card in the languages in which its pool gives them.
pub(crate) fn names(card: &Value) -> Vec<&str> {
    match card.get("name") {
        Some(Value::Object(texts)) => texts.values().filter_map(Value::as_str).collect(),
        name => name.and_then(Value::as_str).into_iter().collect(),
    }
}

/// The name in a language of the card that has this name in any.
pub(crate) fn translated<'v>(pool: &'v Value, name: &str, language: Language) -> Option<&'v str> {
    let (_, card) = cards(pool).find(|(_, card)| names(card).contains(&name))?;
    card.get("name")?.get(language.tag())?.as_str()
}

/// The card of a pool with this id, or with a printing of this code.
///
/// # Errors
/// `NoSuchCard`, with the nearest id.
pub(crate) fn card_of<'v>(pool: &'v Value, id: &str) -> Result<&'v Value, Fault> {
    let first = printings(pool).find(|(_, codes)| codes.contains(&id)).map_or(id, |(card, _)| card);
    if let Some((_, card)) = cards(pool).find(|(other, _)| *other == first) {
        return Ok(card);
    }
    // An id that differs only in the forms of its characters comes before one with other characters.
    let wanted = folded(id);
    let alike = cards(pool).map(|(id, _)| id).find(|known| folded(known) == wanted).map(str::to_owned);
    let near = alike.or_else(|| nearest(id, cards(pool).map(|(id, _)| id)));
    let detail = near.as_deref().map_or_else(detail::no_such_card, detail::no_such_card_but);
    Err(Fault::new(FaultCode::NoSuchCard, detail).near(near))
}

/// A card, its pool, and the language in which it is read back.
struct ReadBack<'a>(&'a Value, &'a Value, Language);

impl Visit for ReadBack<'_> {
    type Out = Vec<String>;

    fn visit<G: Registered>(self) -> Self::Out {
        read_back::card::<G>(self.0, self.1, self.2)
    }
}

/// The pool, its digest, and the number of its canonical bytes.
struct Put<'a>(&'a Judge, Value, Digest, usize, Language);

impl Visit for Put<'_> {
    type Out = Result<(bool, PoolAnswer), Fault>;

    fn visit<G: Registered>(self) -> Self::Out {
        let Put(judge, value, digest, bytes, language) = self;
        let is_named = judge.pools.find(G::INFO.id, &digest).is_some();
        if !is_named && !judge.keeps_pool(bytes) {
            return Err(Fault::new(FaultCode::TooLarge, detail::pool_too_large(bytes)));
        }
        let kept = if is_named { None } else { judge.sent_pool(&digest) };
        let known = is_named || kept.is_some();
        if let Some(kept) = kept {
            judge.cache.share(&key(&digest), &kept);
        }
        let pool = digest.to_string();
        let name = PoolName { digest, inline: Some(value) };
        // The body is the pool, so pointers into the pool begin at the root.
        judge.pool::<G>(&name).map_err(|fault| match fault.pointer.as_deref() {
            Some(pointer) => {
                let rest = pointer.strip_prefix("/pool").unwrap_or(pointer).to_owned();
                fault.at(rest)
            }
            None => fault,
        })?;
        let data = name.inline.unwrap_or_default();
        let warnings = crate::catalog::lint::warnings::<G>(&data, false);
        let warnings = warnings.iter().map(|warning| warning.answer(language)).collect();
        Ok((!known, PoolAnswer { cards: cards(&data).count(), game: G::INFO.id, pool, warnings }))
    }
}

impl Judge {
    pub(crate) fn pool_data(
        &self,
        game: &str,
        pool: Option<&str>,
    ) -> Result<(&'static str, Digest, Arc<Value>), Fault> {
        let found = games::info(game).ok_or_else(unknown_game).and_then(|info| self.data(info.id, pool));
        found.map_err(|fault| Fault { pointer: None, ..fault })
    }

    fn data(
        &self,
        game: &'static str,
        pool: Option<&str>,
    ) -> Result<(&'static str, Digest, Arc<Value>), Fault> {
        let pools = self.pools.of_game(game)?;
        let digest = pool.map_or(Ok(pools.default), |name| pools.digest(name))?;
        if let Some(named) = self.pools.find(game, &digest) {
            return Ok((game, digest, named.data.clone()));
        }
        let unknown = || Fault::new(FaultCode::UnknownPool, detail::unknown_pool());
        let sent = self.sent_pool(&digest).ok_or_else(unknown)?;
        let pool: Option<Value> = serde_json::from_slice(&sent).ok();
        let pool = pool.filter(|pool| pool.get("game").and_then(Value::as_str) == Some(game));
        Ok((game, digest, Arc::new(pool.ok_or_else(unknown)?)))
    }

    /// The pools that have a name.
    ///
    /// # Errors
    /// One of them cannot be used; a test makes sure that no bundled one is such.
    pub fn pools(&self) -> Result<PoolsAnswer, Fault> {
        let listed = |pool: &NamedPool| {
            let read = pool.read().map_err(Clone::clone)?;
            let text = |field: &str| {
                read.data.get(field).and_then(Value::as_str).map(|text| plain(text).into_owned())
            };
            let inexact =
                |fidelity: &str| not_exact(&read.data).filter(|lost| lost.fidelity == fidelity).count();
            let (approximate, unsupported) = (inexact("approximate"), inexact("unsupported"));
            let (cards, exact) = (cards(&read.data).count(), exact(&read.data).len());
            Ok(ListedPool {
                approximate,
                cards,
                exact,
                exact_with_unknown_fields: cards.saturating_sub(exact + approximate + unsupported),
                game: pool.game,
                name: pool.full_name(),
                pool: read.digest.to_string(),
                printings: cards + printings(&read.data).map(|(_, codes)| codes.len()).sum::<usize>(),
                unsupported,
                version: text("version"),
            })
        };
        Ok(PoolsAnswer { pools: self.pools.pools().map(listed).collect::<Result<_, Fault>>()? })
    }

    /// A pool with the first card of the bundled one, as an example.
    ///
    /// # Errors
    /// There is no such game.
    pub fn small_pool(&self, game: &str) -> Result<Value, Fault> {
        let (_, _, pool) = self.pool_data(game, None)?;
        let mut pool = Value::clone(&pool);
        if let Some(Value::Array(cards)) = pool.get_mut("cards") {
            cards.truncate(1);
        }
        Ok(pool)
    }

    /// The cards of a pool, all or those that fit.
    ///
    /// # Errors
    /// There is no such game or pool, or the search cannot be read.
    pub fn cards(&self, game: &str, query: &CardsQuery) -> Result<CardsAnswer, Fault> {
        let (game, digest, pool) = self.pool_data(game, query.pool.as_deref())?;
        let found: Vec<(&str, &Value)> = match &query.search {
            None => cards(&pool).collect(),
            Some(search) => {
                let fits = self.cards_that_fit(game, &digest, &pool, search)?;
                cards(&pool).zip(fits).filter(|(_, fits)| *fits).map(|(card, _)| card).collect()
            }
        };
        let limit = query.limit.min(PAGE_LIMIT);
        let page = || found.iter().skip(query.offset).take(limit);
        let texts = || -> Result<Vec<CardText>, Fault> {
            let board = self.board(game)?;
            page().map(|(_, card)| self.card_text(&board, &pool, card, query.language)).collect()
        };
        Ok(CardsAnswer {
            cards: page().map(|(_, card)| (*card).clone()).collect(),
            count: found.len(),
            declares: pool.get("declares").cloned(),
            game,
            has_more: has_more(found.len(), limit, query.offset),
            limit,
            next: None,
            offset: query.offset,
            pool: digest.to_string(),
            texts: query.abilities.then(texts).transpose()?,
        })
    }

    fn card_text(
        &self,
        board: &Board,
        pool: &Value,
        card: &Value,
        language: Language,
    ) -> Result<CardText, Fault> {
        let id = card.get("id").and_then(Value::as_str).unwrap_or_default();
        let codes = printings(pool).filter(|(card, _)| *card == id).flat_map(|(_, codes)| codes);
        Ok(CardText {
            facts: board.facts_of(card, language),
            not_exact: not_exact(pool).find(|lost| lost.card == id).map(|lost| lost.answer(language)),
            printings: codes.map(str::to_owned).collect(),
            text: self.dispatch(&board.game, ReadBack(card, pool, language))?,
        })
    }

    /// One card, by its id or the code of a printing.
    ///
    /// # Errors
    /// There is no such game, pool or card.
    pub fn card(
        &self,
        game: &str,
        id: &str,
        pool: Option<&str>,
        language: Language,
    ) -> Result<CardAnswer, Fault> {
        let (game, digest, pool) = self.pool_data(game, pool)?;
        let card = card_of(&pool, id)?;
        let CardText { facts, not_exact, printings, text } =
            self.card_text(&self.board(game)?, &pool, card, language)?;
        let (card, pool) = (card.clone(), digest.to_string());
        Ok(CardAnswer { card, facts, game, not_exact, pool, printings, text })
    }

    /// Every card of a pool, or the one of this id, read back.
    ///
    /// # Errors
    /// The pool cannot be read at all, or has no such card.
    pub fn read_back(
        &self,
        body: &[u8],
        id: Option<&str>,
        language: Language,
    ) -> Result<Vec<ReadCard>, Fault> {
        let pool: Value = json::read(body, &Limits::default())?;
        let game = pool.get("game").and_then(Value::as_str).unwrap_or_default();
        let read = |card: &Value| {
            let id = card.get("id").and_then(Value::as_str).unwrap_or_default().to_owned();
            Ok(ReadCard { id, text: self.dispatch(game, ReadBack(card, &pool, language))? })
        };
        match id {
            Some(id) => Ok(vec![read(card_of(&pool, id)?)?]),
            None => cards(&pool).map(|(_, card)| read(card)).collect(),
        }
    }

    /// The place in a pool of the card of this id, as a JSON pointer.
    ///
    /// # Errors
    /// The pool cannot be read at all, or has no such card.
    pub fn place_of_card(&self, body: &[u8], id: &str) -> Result<String, Fault> {
        let pool: Value = json::read(body, &Limits::default())?;
        let card = card_of(&pool, id)?;
        let list = pool.get("cards").and_then(Value::as_array).into_iter().flatten();
        let at = list.take_while(|other| !std::ptr::eq(*other, card)).count();
        Ok(format!("/cards/{at}"))
    }

    /// Every word of the language of a game's cards, by type.
    ///
    /// # Errors
    /// There is no such game.
    pub fn card_words(&self, game: &str, language: Language) -> Result<Vec<Word>, Fault> {
        struct Of(Language);

        impl Visit for Of {
            type Out = Vec<Word>;

            fn visit<G: Registered>(self) -> Self::Out {
                read_back::words::<G>(self.0)
            }
        }

        self.about(game, Of(language))
    }

    /// Keeps a pool under its digest. `true`: it was not known before. Warnings are in the asked language.
    ///
    /// # Errors
    /// `WrongDigest` if the canonical bytes have another digest, `TooLarge` if it is more than is kept,
    /// `BadPool` with all findings.
    pub fn put_pool(
        &self,
        digest: &str,
        body: &[u8],
        language: Language,
    ) -> Result<(bool, PoolAnswer), Fault> {
        let value: Value = json::read(body, &Limits::default())?;
        let bytes = canonical(&value)?;
        let own = Digest::of(&bytes);
        if digest != own.to_string() {
            return Err(Fault::new(FaultCode::WrongDigest, detail::wrong_digest(own)));
        }
        let game = value.get("game").and_then(Value::as_str);
        let missing = || Fault::new(FaultCode::WrongShape, detail::missing_field("game")).at("/game");
        let game = game.ok_or_else(missing)?.to_owned();
        self.dispatch(&game, Put(self, value, own, bytes.len(), language))?
    }
}
