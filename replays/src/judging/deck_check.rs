//! Checks one deck, sent as data or as a list that players post, and reports every fault.

use std::collections::BTreeMap;

use rules_judge_engine::game_kit::pool::{Index, Indexed, Names};
use rules_judge_engine::games::{Registered, Visit};
use rules_judge_engine::schema::{Described, JsonSchema};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::judge::Judge;
use crate::answer::{Fault, FaultCode, NotJudged, Query, RefusalAnswer, detail};
use crate::catalog::board::{Board, BoardDeckSection, BoardText, SectionForm};
use crate::catalog::cards::{self, NotExactAnswer};
use crate::catalog::decklist::{Card, DeckLists, Form, Line, Part, Read};
use crate::codec::format::{self, LIST_LIMIT, PoolName};
use crate::codec::json::{self as reader, Limits};
use crate::shapes::ToSchema;

/// How a deck stands.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct DeckAnswer {
    /// The deck as the list was read; left out where a deck was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deck: Option<Value>,
    /// Edition of the rulebook that was used.
    pub edition: String,
    /// Everything that is against the rules.
    pub faults: Vec<RefusalAnswer>,
    /// Game id.
    pub game: String,
    /// Whether the deck may be played with. `null` if that was not judged, if some lines of the list were not
    /// read in full, or if nothing is against it but some of its cards are unknown.
    pub legal: Option<bool>,
    /// The lines of the list, as they were read; left out where a deck was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<Vec<ListLine>>,
    /// The cards of the deck whose data do not say all that is printed on them; a game in which one of them
    /// matters is not judged from there on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_exact: Vec<NotExactAnswer>,
    /// Why it was not judged.
    pub not_judged: Option<NotJudged>,
    /// Digest of the card pool.
    pub pool: String,
    /// Number that rises when any log of the game could be judged differently.
    pub semantics: u32,
    /// The cards of the deck that the pool does not have; the faults do not count them as any card.
    pub unknown_cards: Vec<UnknownCard>,
}

/// A card of a deck that the pool does not have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct UnknownCard {
    /// The id that was sent.
    pub card: String,
    /// The id in the pool that looks like it.
    pub nearest: Option<String>,
    /// JSON pointer into the request.
    pub pointer: String,
}

/// A line of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ListLine {
    /// Its number, from 1.
    pub line: usize,
    /// Ids of cards that may be meant where none, or not one alone, was found.
    pub near: Vec<String>,
    /// What was read; `null`: a heading, a comment, a line without anything, or nothing that could be read.
    pub read: Option<ReadLine>,
    /// The line as it was sent.
    pub text: String,
    /// The words that were not used. Where there is none, the line was read in full.
    pub unused: Vec<String>,
}

/// What a line of a list says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReadLine {
    /// The id of its card; left out where it says a number or word of the deck.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    /// How many copies; left out where it says a number or word of the deck.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n: Option<u32>,
    /// The field of the deck.
    pub part: String,
    /// JSON pointer to its place in `deck`, as faults name it.
    pub pointer: String,
}

/// A deck with what its game is played with.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeckCheck {
    #[serde(rename = "game")]
    _game: String,
    #[serde(default)]
    edition: Option<String>,
    #[serde(default)]
    options: Option<Value>,
    #[serde(default)]
    pool: Option<Value>,
    #[serde(default)]
    deck: Option<Value>,
    #[serde(default)]
    list: Option<String>,
}

impl Described for DeckCheck {
    const GAME: &'static str = "";
    const NAME: &'static str = "deck_check";
}

impl Judge {
    /// Checks one deck: `{"game", "edition"?, "options"?, "pool"?, "deck"}`, or `list` in place of `deck`:
    /// every fault with its citation. The options are those of a game, as far as a deck depends on them: of
    /// Battle Spirits the date.
    ///
    /// # Errors
    /// A fault, if the request cannot be judged at all.
    pub fn check_deck(&self, body: &[u8], query: &Query) -> Result<DeckAnswer, Fault> {
        self.dispatch(&format::game_of(body)?, Check(self, body, query))?
    }
}

struct Check<'a>(&'a Judge, &'a [u8], &'a Query);

impl Visit for Check<'_> {
    type Out = Result<DeckAnswer, Fault>;

    fn visit<G: Registered>(self) -> Self::Out {
        let Check(judge, body, query) = self;
        let reader::Object(request) = reader::read::<reader::Object<DeckCheck>>(body, &Limits::default())?;
        let name = PoolName::of(request.pool, judge.pools.of_game(G::INFO.id)?)?;
        let pool = judge.pool::<G>(&name)?;
        let (sent, lines) = match (request.deck, request.list) {
            (Some(deck), None) => (deck, None),
            (None, Some(list)) => {
                let data = judge.data_of(&name).unwrap_or_default();
                let (deck, lines) = deck_of(&judge.board(G::INFO.id)?, &data, &list);
                (deck, Some(lines))
            }
            (Some(_), Some(_)) => {
                return Err(Fault::new(FaultCode::WrongShape, detail::deck_and_list()).at("/list"));
            }
            (None, None) => return Err(Fault::new(FaultCode::WrongShape, detail::no_deck()).at("")),
        };
        let read = lines.as_ref().map(|_| sent.clone());
        format::is_bounded(&sent, "/deck")?;
        let deck: G::Deck = format::part(sent, "/deck")?;
        if let Some((pointer, detail)) = deck.too_much() {
            return Err(Fault::new(FaultCode::TooMany, detail).at(format!("/deck{pointer}")));
        }
        let options = request.options.map(|options| format::part(options, "/options")).transpose()?;
        let options: G::Options = options.unwrap_or_default();
        let edition = request.edition.unwrap_or_else(|| G::INFO.edition.to_owned());
        let mut answer = DeckAnswer {
            deck: read,
            edition,
            faults: Vec::new(),
            game: G::INFO.id.to_owned(),
            legal: None,
            lines,
            not_exact: judge.not_exact(&name, &deck, pool.index(), query.language),
            not_judged: None,
            pool: name.digest.to_string(),
            semantics: G::INFO.semantics,
            unknown_cards: unknown(pool.index(), &deck),
        };
        if answer.edition != G::INFO.edition {
            answer.not_judged = Some(NotJudged::new(None, "unknown_edition", query.language));
            return Ok(answer);
        }
        let faults = G::deck_faults(&pool, &deck, &options);
        let answer_of = |refusal| super::refusal::refusal::<G>(None, refusal, "/deck", query.language);
        answer.faults = faults.iter().map(answer_of).collect();
        // An unread line may contain a missing card, or one too many.
        let is_whole = answer.lines.iter().flatten().all(|line| line.unused.is_empty());
        answer.legal = match (is_whole, answer.faults.is_empty(), answer.unknown_cards.is_empty()) {
            (true, false, _) => Some(false),
            (true, true, true) => Some(true),
            (false, _, _) | (true, true, false) => None,
        };
        Ok(answer)
    }
}

/// The cards of a deck that the pool does not have.
fn unknown(index: &Index, deck: &impl Names) -> Vec<UnknownCard> {
    let ids = deck.ids().into_iter().filter(|(_, id)| index.find(id).is_none());
    ids.map(|(pointer, card)| {
        let nearest = index.nearest(&card);
        UnknownCard { card, nearest, pointer: format!("/deck{pointer}") }
    })
    .collect()
}

/// The parts of a deck that the board of a game names.
pub(crate) fn parts_of(board: &Board) -> Vec<Part> {
    let part = |section: &BoardDeckSection| {
        let BoardText { en, zh_hans, zh_hant } = section.name.clone();
        let form = match section.form {
            SectionForm::Ids => Form::Ids,
            SectionForm::Lines => Form::Lines,
            SectionForm::Value => Form::Value,
        };
        Part { field: section.field.clone(), names: vec![en, zh_hans, zh_hant], form }
    };
    board.deck.iter().map(part).collect()
}

/// The cards of a pool, each with the part of a deck in which it belongs.
pub(crate) fn cards_of(board: &Board, pool: &Value) -> Vec<Card> {
    let mut codes: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (card, printed) in cards::printings(pool) {
        codes.entry(card).or_default().extend(printed.into_iter().map(str::to_owned));
    }
    let card = |(id, card): (&str, &Value)| Card {
        id: id.to_owned(),
        codes: codes.get(id).cloned().unwrap_or_default(),
        names: cards::names(card).into_iter().map(str::to_owned).collect(),
        part: part_of(&board.deck, card),
    };
    cards::cards(pool).map(card).collect()
}

/// Reads a list as a deck of the parts that the board names, and returns its lines.
fn deck_of(board: &Board, pool: &Value, list: &str) -> (Value, Vec<ListLine>) {
    let sections = &board.deck;
    let known = cards_of(board, pool);
    let ids: Vec<String> = known.iter().map(|card| card.id.clone()).collect();
    let id = |card: usize| ids.get(card).cloned().unwrap_or_default();
    let field = |part: usize| sections.get(part).map_or("", |section| section.field.as_str());
    let mut deck = Map::new();
    for section in sections {
        if let Some(value) = &section.default {
            deck.insert(section.field.clone(), value.clone());
        }
    }
    let mut values: BTreeMap<&str, Value> = BTreeMap::new();
    let lines = DeckLists::new(parts_of(board), known).read(list);
    let lines = lines.into_iter().map(|Line { line, text, read, mut unused, near }| {
        let (read, near) = match read {
            Read::Card { card, n, part } => {
                let is_bare = sections.get(part).is_some_and(|section| section.form == SectionForm::Ids);
                let pointer = put(&mut deck, field(part), &id(card), n, is_bare);
                (
                    Some(ReadLine {
                        card: Some(id(card)),
                        n: Some(n),
                        part: field(part).to_owned(),
                        pointer,
                    }),
                    near,
                )
            }
            Read::Value { part, value } => {
                let value = value.parse::<u32>().map_or_else(|_| Value::from(value), Value::from);
                if values.get(field(part)).is_some_and(|before| *before != value) {
                    // Two lines give different values.
                    unused = vec![text.trim().to_owned()];
                }
                values.insert(field(part), value.clone());
                deck.insert(field(part).to_owned(), value);
                let pointer = format!("/deck/{}", field(part));
                (Some(ReadLine { card: None, n: None, part: field(part).to_owned(), pointer }), near)
            }
            Read::Several { cards } => (None, cards.into_iter().map(id).collect()),
            Read::Heading { .. } | Read::Nothing => (None, near),
        };
        ListLine { line, near, read, text, unused }
    });
    let lines = lines.collect();
    (Value::Object(deck), lines)
}

/// Adds copies of a card to a part of a deck, and returns their pointer.
fn put(deck: &mut Map<String, Value>, field: &str, card: &str, n: u32, is_bare: bool) -> String {
    let list = deck.entry(field).or_insert_with(|| Value::Array(Vec::new()));
    let Value::Array(list) = list else { return format!("/deck/{field}") };
    let pointer = format!("/deck/{field}/{}", list.len());
    if is_bare {
        // A longer list is refused, so it need not be built.
        let room = (LIST_LIMIT + 1).saturating_sub(list.len());
        list.extend((0..n).map(|_| Value::from(card)).take(room));
    } else {
        list.push(json!({ "card": card, "n": n }));
    }
    pointer
}

/// The part of a deck in which a card belongs by its data: the first part that names it, or the first that
/// takes any card.
fn part_of(sections: &[BoardDeckSection], card: &Value) -> usize {
    let names = |section: &BoardDeckSection| {
        section.holds.as_ref().is_some_and(|when| {
            let value = when.path.split('.').try_fold(card, |value, step| value.get(step));
            value.is_some_and(|value| when.is.contains(value))
        })
    };
    let takes_any =
        |section: &BoardDeckSection| section.holds.is_none() && section.form == SectionForm::Lines;
    sections.iter().position(names).or_else(|| sections.iter().position(takes_any)).unwrap_or_default()
}
