//! The calls that look something up: games, rules, schemas, cards, pools and keys.

use rules_judge_replays::answer::Fault;
use rules_judge_replays::judging::Judge;
use serde::Serialize;

use crate::answer::{Given, Head, PUBLIC};
use crate::call::{Question, Way};
use crate::fault::JSON;
use crate::links::NextPage;
use crate::openapi::json_schema;
use crate::params;
use crate::request::Request;

/// A question for a resource that only a new build changes.
fn lying<T: Serialize>(ask: impl FnOnce(&Judge) -> Result<T, Fault> + Send + 'static) -> Question {
    Question::new(Way::Judged, |judge, _, _| Given::json(&ask(judge)?, Head::PUBLIC))
}

/// A question for a page of a list, with the address of the next one.
fn page<T: Serialize>(
    ask: impl FnOnce(&Judge) -> Result<(T, Option<String>), Fault> + Send + 'static,
) -> Question {
    Question::new(Way::Judged, |judge, _, _| {
        let (answer, next) = ask(judge)?;
        Given::json(&answer, Head::Lying { kind: JSON, cache: PUBLIC, next })
    })
}

/// The parameters of a path.
fn parts<const N: usize>(path: &[String]) -> [String; N] {
    let mut path = path.iter();
    std::array::from_fn(|_| path.next().cloned().unwrap_or_default())
}

/// `GET /v1/games`: the list of games.
pub(crate) fn games(request: &Request<'_>, _: &[String]) -> Result<Question, Fault> {
    request.no_query()?;
    Ok(lying(|judge| Ok(judge.games())))
}

/// `GET /v1/games/{game}`: edition, semantics, how many rules, the numbers of the book, standing actions, and
/// the conditions of every action in their order.
pub(crate) fn game(request: &Request<'_>, path: &[String]) -> Result<Question, Fault> {
    request.no_query()?;
    let [game] = parts(path);
    Ok(lying(move |judge| judge.game(&game)))
}

/// `GET /v1/games/{game}/board`: how a page draws the table of a game and sets it up.
pub(crate) fn board(request: &Request<'_>, path: &[String]) -> Result<Question, Fault> {
    request.no_query()?;
    let [game] = parts(path);
    Ok(lying(move |judge| judge.board(&game)))
}

/// `GET /v1/games/{game}/rules`: `?q=` searches ids, texts, glossary and everyday words in all three
/// languages, the best first; `?kind=` takes one kind; pages have `?limit=` rules (100 if nothing is said,
/// 500 at most) after `?offset=`.
pub(crate) fn rules(request: &Request<'_>, path: &[String]) -> Result<Question, Fault> {
    let query = params::rules(&request.pairs()?, request.language())?;
    let link = NextPage::of(request.query);
    let [game] = parts(path);
    Ok(page(move |judge| {
        let mut answer = judge.rules(&game, &query)?;
        answer.next = link.after(answer.has_more, answer.limit, answer.offset);
        let next = answer.next.clone();
        Ok((answer, next))
    }))
}

/// `GET /v1/games/{game}/rules/{id}`: one rule or ruling with its place in the book and what cites it.
pub(crate) fn rule(request: &Request<'_>, path: &[String]) -> Result<Question, Fault> {
    request.no_query()?;
    let language = request.language();
    let [game, id] = parts(path);
    Ok(lying(move |judge| judge.rule(&game, &id, language)))
}

/// `GET /v1/games/{game}/schemas/{name}`: the JSON Schema of something of a game, by its name.
pub(crate) fn schema(request: &Request<'_>, path: &[String]) -> Result<Question, Fault> {
    request.no_query()?;
    let [game, name] = parts(path);
    Ok(lying(move |_| json_schema(&game, &name)))
}

/// `GET /v1/games/{game}/cards`: `?q=` has conditions on texts and facts, `?pool=` takes a pool by its digest
/// or name, `?abilities=text` tells what each says; pages as with rules.
pub(crate) fn cards(request: &Request<'_>, path: &[String]) -> Result<Question, Fault> {
    let query = params::cards(&request.pairs()?, false, request.language())?;
    let link = NextPage::of(request.query);
    let [game] = parts(path);
    Ok(page(move |judge| {
        let mut answer = judge.cards(&game, &query)?;
        answer.next = link.after(answer.has_more, answer.limit, answer.offset);
        let next = answer.next.clone();
        Ok((answer, next))
    }))
}

/// `GET /v1/games/{game}/cards/{id}`: one card as its pool has it.
pub(crate) fn card(request: &Request<'_>, path: &[String]) -> Result<Question, Fault> {
    let query = params::cards(&request.pairs()?, true, request.language())?;
    let [game, id] = parts(path);
    Ok(lying(move |judge| judge.card(&game, &id, query.pool.as_deref(), query.language)))
}

/// `GET /v1/keys`: the public keys that belong to signatures of this service, and how to check one.
pub(crate) fn keys(request: &Request<'_>, _: &[String]) -> Result<Question, Fault> {
    request.no_query()?;
    Ok(Question::new(Way::Judged, |_, _, server| Given::json(&server.keys(), Head::PUBLIC)))
}

/// `GET /v1/pools`: the pools that have a name.
pub(crate) fn pools(request: &Request<'_>, _: &[String]) -> Result<Question, Fault> {
    request.no_query()?;
    Ok(lying(|judge| judge.pools()))
}

/// `PUT /v1/pools/{digest}`: stores a card pool, which requests may then name by its digest. 201 for a pool
/// that was unknown, 200 for a known one. The judge may forget a pool; a client that gets `unknown_pool`
/// sends it again.
pub(crate) fn put_pool(request: &Request<'_>, path: &[String]) -> Result<Question, Fault> {
    request.no_query()?;
    let language = request.language();
    let [digest] = parts(path);
    Ok(Question::new(Way::Judged, move |judge, body, _| {
        let (new, answer) = judge.put_pool(&digest, body, language)?;
        Given::json(&answer, Head::Plain { status: if new { 201 } else { 200 } })
    }))
}
