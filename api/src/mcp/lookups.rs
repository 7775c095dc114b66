//! The tools that look something up: games, rules, cards, decks, schemas.

use rules_judge_replays::answer::{Fault, FaultCode, Language, Query};
use rules_judge_replays::catalog::cards::{CardAnswer, CardsQuery};
use rules_judge_replays::catalog::limits::PAGE_LIMIT;
use rules_judge_replays::catalog::rulebook::RulesQuery;
use rules_judge_replays::judging::Judge;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::cli::card::{id, name};
use crate::http::openapi::json_schema;
use crate::mcp::reply::{CITATIONS, Reply};
use crate::mcp::tools::{read, wrong};
use crate::mcp::words;
use crate::params;

/// The number of rules in the answer of a search, unless the arguments state another.
pub(super) const FOUND: usize = 8;
/// The most cards that an answer names if several match.
pub(super) const CARDS: usize = 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// The games and their pools.
pub(super) fn games(
    judge: &Judge,
    language: Language,
    arguments: Map<String, Value>,
) -> Result<Reply, Fault> {
    let Nothing {} = read(arguments)?;
    let (games, pools) = (judge.games(), judge.pools()?);
    let mut reply = Reply { data: json!({ "games": games.games, "pools": pools.pools }), ..Reply::default() };
    for line in &games.games {
        let names: Vec<&str> =
            pools.pools.iter().filter(|pool| pool.game == line.game).map(|pool| pool.name.as_str()).collect();
        let line = words::game(line.game, line.title.text(language), line.edition, &names.join(", "));
        reply.say(line.text(language));
    }
    Ok(reply)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Search {
    game: String,
    query: String,
    kind: Option<String>,
    limit: Option<usize>,
}

/// Rules and rulings that match the words of a search.
pub(super) fn search(
    judge: &Judge,
    language: Language,
    arguments: Map<String, Value>,
) -> Result<Reply, Fault> {
    let Search { game, query, kind, limit } = read(arguments)?;
    let search = params::search(&query).map_err(|why| wrong("/query", why))?;
    let kind = kind.map(|kind| params::kind(&kind).map_err(|why| wrong("/kind", why))).transpose()?;
    let limit = limit.unwrap_or(FOUND);
    // The answer has the text of each rule found, so their number has the same limit.
    if !(1..=CITATIONS).contains(&limit) {
        return Err(wrong("/limit", format!("limit is a number from 1 to {CITATIONS}")));
    }
    let query = RulesQuery { kind, language, limit, search: Some(search), ..RulesQuery::default() };
    let found = judge.rules(&game, &query)?;
    let mut reply = Reply::of(found.game, json!(found));
    reply.say(match found.rules.len() {
        0 => words::nothing_found().into_text(language),
        shown => words::found(shown, found.count).into_text(language),
    });
    for term in &found.terms {
        reply.say(words::term(term.terms.text(language), term.definition).text(language));
    }
    reply.cites = found.rules.iter().map(|rule| rule.id.to_owned()).collect();
    Ok(reply)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OneRule {
    game: String,
    id: String,
}

/// One rule or ruling.
pub(super) fn rule(judge: &Judge, language: Language, arguments: Map<String, Value>) -> Result<Reply, Fault> {
    let OneRule { game, id } = read(arguments)?;
    let rule = judge.rule(&game, &id, language)?;
    let mut reply = Reply::of(rule.game, json!(rule));
    let others = rule.cites.iter().chain(&rule.rulings);
    reply.cites = std::iter::once(&rule.id).chain(others).map(|id| (*id).to_owned()).collect();
    Ok(reply)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OneCard {
    game: String,
    card: String,
    pool: Option<String>,
}

/// The cards that match a word.
pub(super) enum Found {
    /// The card.
    One(Box<CardAnswer>),
    /// The ids and names of several cards.
    Several(Vec<String>),
}

/// Finds a card by its id, the code of a printing, or a name. A complete name counts before a part of one.
pub(super) fn find(
    judge: &Judge,
    game: &str,
    word: &str,
    pool: Option<&str>,
    language: Language,
) -> Result<Found, Fault> {
    let unknown = match judge.card(game, word, pool, language) {
        Ok(card) => return Ok(Found::One(Box::new(card))),
        Err(fault) if fault.code == FaultCode::NoSuchCard => fault,
        Err(fault) => return Err(fault),
    };
    let Ok(search) = params::search(word) else { return Err(unknown) };
    let text = search.replace('"', " ");
    let search = format!("name:\"{text}\" or id:\"{text}\"");
    let pool_name = pool.map(str::to_owned);
    let query = CardsQuery {
        language,
        limit: PAGE_LIMIT,
        pool: pool_name,
        search: Some(search),
        ..CardsQuery::default()
    };
    let cards = match judge.cards(game, &query) {
        Err(fault) if fault.code == FaultCode::BadQuery => return Err(unknown),
        found => found?.cards,
    };
    let wanted = word.trim().to_lowercase();
    let is_whole = |card: &&Value| names(card).any(|name| name.to_lowercase() == wanted);
    let whole: Vec<&Value> = cards.iter().filter(is_whole).collect();
    let fits = if whole.is_empty() { cards.iter().collect() } else { whole };
    match fits.as_slice() {
        [] => Err(unknown),
        [card] => Ok(Found::One(Box::new(judge.card(game, id(card), pool, language)?))),
        several => Ok(Found::Several(
            several.iter().take(CARDS).map(|card| format!("{} {}", id(card), name(card, language))).collect(),
        )),
    }
}

/// The names of a card in all languages.
fn names(card: &Value) -> impl Iterator<Item = &str> {
    let name = card.get("name");
    let texts = name.and_then(Value::as_object).into_iter().flat_map(|texts| texts.values());
    texts.chain(name).filter_map(Value::as_str)
}

/// A card, and its data read back as text.
pub(super) fn card(judge: &Judge, language: Language, arguments: Map<String, Value>) -> Result<Reply, Fault> {
    let OneCard { game, card, pool } = read(arguments)?;
    let answer = match find(judge, &game, &card, pool.as_deref(), language)? {
        Found::One(answer) => answer,
        Found::Several(cards) => {
            let mut reply = Reply::of(&game, json!({ "several": cards }));
            reply.say(words::several_cards(&cards.join("; ")).text(language));
            return Ok(reply);
        }
    };
    let mut reply = Reply::of(answer.game, json!(answer));
    reply.say(words::card(id(&answer.card), name(&answer.card, language)).text(language));
    if answer.text.is_empty() {
        reply.say(words::no_ability().text(language));
    }
    for line in &answer.text {
        reply.say(format!("- {line}"));
    }
    if let Some(lost) = &answer.not_exact {
        reply.say(words::not_exact(&lost.card, &lost.lost).text(language));
    }
    Ok(reply)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Deck {
    game: String,
    list: String,
    pool: Option<String>,
    options: Option<Value>,
}

/// Checks a deck.
pub(super) fn deck(judge: &Judge, language: Language, arguments: Map<String, Value>) -> Result<Reply, Fault> {
    let Deck { game, list, pool, options } = read(arguments)?;
    let mut request = json!({ "game": game, "list": list });
    for (name, value) in [("pool", pool.map(Value::from)), ("options", options)] {
        if let (Some(value), Some(fields)) = (value, request.as_object_mut()) {
            fields.insert(name.to_owned(), value);
        }
    }
    let query = Query { language, ..Query::default() };
    let answer = judge.check_deck(request.to_string().as_bytes(), &query)?;
    let mut reply = Reply::of(&game, json!(answer));
    reply.say(match answer.legal {
        Some(true) => words::legal_deck().into_text(language),
        Some(false) => words::illegal_deck().into_text(language),
        None => words::unjudged_deck().into_text(language),
    });
    if let Some(not_judged) = &answer.not_judged {
        reply.say(words::no_verdict(&not_judged.message).text(language));
    }
    for fault in &answer.faults {
        reply.say(words::reason(&fault.message, &fault.code, &fault.cites.join(", ")).text(language));
    }
    for line in answer.lines.iter().flatten().filter(|line| !line.unused.is_empty()) {
        reply.say(words::unread_line(line.line, &line.unused.join(" ")).text(language));
    }
    for unknown in &answer.unknown_cards {
        reply.say(words::unknown_card(&unknown.card).text(language));
    }
    for lost in &answer.not_exact {
        reply.say(words::not_exact(&lost.card, &lost.lost).text(language));
    }
    Ok(reply)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Schema {
    game: String,
    name: String,
}

/// The JSON Schema of a form of a game.
pub(super) fn schema(
    _judge: &Judge,
    _language: Language,
    arguments: Map<String, Value>,
) -> Result<Reply, Fault> {
    let Schema { game, name } = read(arguments)?;
    let schema = json_schema(&game, &name)?;
    // Clients that do not show structured content show the text.
    let lines = vec![schema.to_string()];
    Ok(Reply { lines, data: schema, ..Reply::default() })
}
