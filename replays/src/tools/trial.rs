//! Small tables for one card: one where it can be played, one where it is in play. The trial carries out what
//! the card can do there, and answers the questions of its text, as far as that goes.
//!
//! A game has its tables as data (`engine/cards/<game>/trials.json`), in the form of its positions:
//!
//! - `of`: what the card has to be, JSON pointers into it with the values of which it has one; `true`:
//!   whatever stands there. A name without a slash is that of a field anywhere in the card, such as `on` or
//!   `zone`: one of the words stands there, alone, in a list, or as the name of what stands there.
//! - `title`: what table it is, in three languages.
//! - `position`: `$this` is the card; `$own:/kind=ship` a card of the pool that has this there, of those that
//!   have most in common with the card and its text; `$other:…` one that is cheap and says little;
//!   `$most/power:…` one with the largest number at this pointer. Several
//!   conditions stand with commas: `/unit` (something stands there), `/faction=$this` (what stands there in
//!   the card), `/faction!=$this`. `8*$own:…` are so many members of a list; `$this/race` is what stands
//!   there in the card.
//! - `attempt`: an entry that plays the card, `$number` being its number: it is refused for the reason that
//!   is shown where nothing legal names the card.
//! - `then`: kinds of answers with which both sides go on after what was done, as long as such an answer is
//!   legal.

use std::collections::{BTreeMap, BTreeSet};

use rules_judge_engine::game_kit::question::AskedText;
use rules_judge_engine::games::{Registered, Visit};
use rules_judge_engine::kernel::shape::{self, Member, Shape};
use rules_judge_engine::kernel::{CardId, Match, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::answer::{Fault, FaultCode, Language, NextDecision, Query, Trace, Verdict, VerdictKind, detail};
use crate::catalog::cards::{NotExactAnswer, exact};
use crate::catalog::read_back;
use crate::codec::canonical::canonical;
use crate::codec::format::{FORMAT, Replay};
use crate::codec::json;
use crate::judging::Judge;
use crate::judging::judgement::{self, Run};
use crate::tools::bot::seed_of;

/// At most so many answers of a shape that name the card are carried out.
const NAMING: usize = 3;
/// At most so many other answers; shown are those whose events name the card.
const OTHERS: usize = 3;
/// At most so many members of a shape are considered.
const MEMBERS: u64 = 200;
/// At most so many further entries are played.
const FURTHER: usize = 8;

/// The results of a card on small tables.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Trial {
    /// The card's id in the pool.
    pub card: String,
    /// The game.
    pub game: &'static str,
    /// How its data differ from its printed text; absent if they do not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_exact: Option<NotExactAnswer>,
    /// Its name in the asked language, or the first that it has.
    pub name: String,
    /// The digest of the pool.
    pub pool: String,
    /// The tables for this kind of card.
    pub tables: Vec<TrialTable>,
    /// The text of its data, a line for each ability.
    pub text: Vec<String>,
}

/// The results of a card on one small table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TrialTable {
    /// The answers that were carried out, with their results.
    pub answers: Vec<TrialAnswer>,
    /// Why there is nothing to show; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nothing: Option<String>,
    /// The question at the table.
    pub question: Option<String>,
    /// The table as a replay without entries, which can be sent to `verify`.
    pub replay: Value,
    /// The title of the table.
    pub title: String,
}

/// One answer that was carried out on a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TrialAnswer {
    /// The entries: the answer, and the further ones of both sides.
    pub actions: Vec<Value>,
    /// The events, each with its rule.
    pub events: Vec<String>,
    /// The next question; absent if there is none, or none that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// The answer as a sentence.
    pub text: String,
}

/// A table of a game's data.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    of: BTreeMap<String, Value>,
    title: BTreeMap<String, String>,
    position: Value,
    #[serde(default)]
    attempt: Option<Value>,
    #[serde(default)]
    then: Vec<String>,
}

impl Judge {
    /// Tries a card on the small tables of its game; the card is named by its id or the code of a printing.
    ///
    /// # Errors
    /// There is no such game, pool or card.
    pub fn try_card(
        &self,
        game: &str,
        id: &str,
        pool: Option<&str>,
        language: Language,
    ) -> Result<Trial, Fault> {
        struct Trying<'a>(&'a Judge, Subject<'a>, Language);

        impl Visit for Trying<'_> {
            type Out = Result<Vec<TrialTable>, Fault>;

            fn visit<G: Registered>(self) -> Self::Out {
                let Trying(judge, subject, language) = self;
                let tables: Vec<Table> = serde_json::from_str(G::INFO.trials)
                    .map_err(|error| Fault::new(FaultCode::Internal, error.to_string()))?;
                let fits = tables.into_iter().filter(|table| fits(subject.card, &table.of));
                fits.map(|table| subject.on::<G>(judge, &table, language)).collect()
            }
        }

        let answer = self.card(game, id, pool, language)?;
        let (_, _, data) = self.pool_data(game, pool)?;
        // The other cards of the table have exact data, so that they do not end the judgement.
        let others = exact(&data).into_iter().filter(|card| name(card) != name(&answer.card)).collect();
        let subject = Subject { card: &answer.card, others, pool: &answer.pool };
        let tables = self.dispatch(game, Trying(self, subject, language))??;
        let card = name(&answer.card).to_owned();
        let called = answer.card.get("name").unwrap_or(&Value::Null);
        let first =
            || called.as_object().into_iter().flat_map(|texts| texts.values()).find_map(Value::as_str);
        let title = called.as_str().or_else(|| called.get(language.tag())?.as_str()).or_else(first);
        let called = title.unwrap_or_default().to_owned();
        Ok(Trial {
            card,
            game: answer.game,
            name: called,
            not_exact: answer.not_exact,
            pool: answer.pool,
            tables,
            text: answer.text,
        })
    }
}

/// The card that is tried, and its pool.
#[derive(Debug)]
struct Subject<'a> {
    card: &'a Value,
    /// The other exact cards of its pool.
    others: Vec<&'a Value>,
    pool: &'a str,
}

fn name(card: &Value) -> &str {
    card.get("id").and_then(Value::as_str).unwrap_or_default()
}

/// Whether a card has one of the values at each of these places.
fn fits(card: &Value, wanted: &BTreeMap<String, Value>) -> bool {
    wanted.iter().all(|(place, values)| match (card.pointer(place), values) {
        (_, Value::Array(words)) if !place.is_empty() && !place.starts_with('/') => says(card, place, words),
        (found, Value::Bool(there)) => found.is_some() == *there,
        (Some(found), Value::Array(values)) => values.contains(found),
        (found, value) => found == Some(value),
    })
}

/// Whether a field of this name, anywhere in the data of a card, has one of these words.
fn says(part: &Value, field: &str, words: &[Value]) -> bool {
    let is_word = |word: &str| words.iter().any(|wanted| wanted.as_str() == Some(word));
    let names = |found: &Value| match found {
        Value::String(word) => is_word(word),
        Value::Array(items) => items.iter().filter_map(Value::as_str).any(is_word),
        Value::Object(fields) => fields.keys().any(|name| is_word(name)),
        _ => false,
    };
    match part {
        Value::Object(fields) => {
            fields.iter().any(|(name, found)| name == field && names(found) || says(found, field, words))
        }
        Value::Array(items) => items.iter().any(|item| says(item, field, words)),
        _ => false,
    }
}

impl Subject<'_> {
    fn on<G: Registered>(
        &self,
        judge: &Judge,
        table: &Table,
        language: Language,
    ) -> Result<TrialTable, Fault> {
        let title = table.title.get(language.tag()).cloned().unwrap_or_default();
        let mut filling = Filling::new::<G>(self);
        let position = filling.filled(&table.position);
        let replay = json!({
            "actions": [],
            "edition": G::INFO.edition,
            "format": FORMAT,
            "game": G::INFO.id,
            "players": [{}, {}],
            "pool": self.pool,
            "seed": seed_of(1).to_string(),
            "start": { "position": position },
        });
        let mut shown = TrialTable { answers: Vec::new(), nothing: None, question: None, replay, title };
        let tried = Tried { judge, language, replay: &shown.replay };
        let verdict = match tried.after(&[]) {
            Ok(verdict) => verdict,
            // A small pool may lack the cards of the table.
            Err(fault) if filling.lacks && fault.code == FaultCode::WrongShape => {
                shown.nothing = Some(detail::table_lacks_cards().into_text(language));
                return Ok(shown);
            }
            Err(fault) => return Err(fault),
        };
        if verdict.verdict != VerdictKind::Legal {
            shown.nothing = Some(reason(&verdict).unwrap_or_default());
            return Ok(shown);
        }
        shown.question = verdict.next.first().map(|next| next.text.clone());
        let (number, candidates) = self.candidates::<G>(&tried)?;
        for candidate in candidates {
            let Candidate { action, text, names } = candidate;
            let seat = action.get("seat").and_then(Value::as_u64).filter(|_| names);
            let is_asked = |next: &NextDecision| {
                let own = seat.is_some() && next.seat.map(u64::from) == seat;
                number.is_some_and(|card| asks(next, card, own))
            };
            let (actions, verdict) = tried.go_on(action, &table.then, &is_asked)?;
            let events = events(&verdict);
            let concerns = names || events.iter().any(|event| number.is_some_and(|id| speaks_of(event, id)));
            if concerns {
                let events = events.iter().filter(|event| is_done(event)).filter_map(line).collect();
                let question = verdict.next.first().map(|next| next.text.clone());
                shown.answers.push(TrialAnswer { actions, events, question, text });
            }
        }
        if shown.answers.is_empty() {
            let attempt = table.attempt.as_ref().zip(number).map(|(attempt, id)| numbered(attempt, id));
            let refused = attempt.map(|attempt| tried.after(&[attempt])).transpose()?;
            let why = refused.as_ref().and_then(reason);
            shown.nothing = Some(why.unwrap_or_else(|| detail::nothing_names_card().into_text(language)));
        }
        Ok(shown)
    }

    /// The number of the card on a table, and the answers to try, those that name the card first.
    fn candidates<G: Registered>(
        &self,
        tried: &Tried<'_>,
    ) -> Result<(Option<CardId>, Vec<Candidate>), Fault> {
        let (replay, pool): (Replay<G>, _) = tried.judge.read::<G>(&canonical(tried.replay)?)?;
        let query = Query { language: tried.language, ..Query::default() };
        let judged = Run::new(&replay, &pool, &query);
        let Some(state) = judgement::start(&replay, &pool) else { return Ok((None, Vec::new())) };
        let chance = judgement::chance(&replay);
        let mut game = Match::new(&*pool, state, &*chance);
        game.advance();
        let definition = G::find_card(&pool, name(self.card));
        let mut cards = game.state.table.cards();
        let number = cards.find(|(_, card)| Some(card.definition) == definition).map(|(id, _)| id);
        drop(cards);
        let names = std::cell::OnceCell::new();
        let (mut naming, mut others) = (Vec::new(), Vec::new());
        for asked in game.state.asked.clone() {
            let shapes: Vec<Shape> = G::shapes(&mut game, asked.seat);
            for shape in shapes {
                let members = shape::listing(std::slice::from_ref(&shape), MEMBERS);
                let is_named = |member: &Member| {
                    let values = member.fields.iter().flat_map(|(_, value)| value.named());
                    values.into_iter().any(|id| Some(id) == number)
                };
                let (with, without): (Vec<Member>, Vec<Member>) = members.into_iter().partition(is_named);
                let (asked_text, ..) = game.telling(|game| {
                    let asked_text = AskedText::of(game, &asked, Viewer::Full, &judged.speech(&names));
                    let speech = judged.speech(&names);
                    [spread(with, NAMING), spread(without, OTHERS)].map(|members| {
                        let texts = asked_text.answers(game, &asked, Viewer::Full, &members, &speech).texts;
                        (members, texts)
                    })
                });
                let [with, without] = asked_text;
                for ((members, texts), names) in [(with, true), (without, false)] {
                    let list = if names { &mut naming } else { &mut others };
                    for (member, text) in members.into_iter().zip(texts) {
                        let action = G::action_from_member(member.kind, &member.fields);
                        let Some(Value::Object(mut action)) =
                            action.and_then(|action| json::tree(&action).ok())
                        else {
                            continue;
                        };
                        action.insert("seat".to_owned(), asked.seat.number().into());
                        list.push(Candidate { action: Value::Object(action), text, names });
                    }
                }
            }
        }
        naming.extend(others);
        Ok((number, naming))
    }
}

/// An answer to try.
struct Candidate {
    action: Value,
    text: String,
    /// Whether it names the card.
    names: bool,
}

/// At most so many items, spread from the first to the last.
fn spread<T>(all: Vec<T>, most: usize) -> Vec<T> {
    let step = all.len().div_ceil(most.max(1)).max(1);
    all.into_iter().step_by(step).collect()
}

/// A table on which answers are tried.
struct Tried<'a> {
    judge: &'a Judge,
    language: Language,
    replay: &'a Value,
}

impl Tried<'_> {
    /// The verdict after these entries, with a trace.
    fn after(&self, actions: &[Value]) -> Result<Verdict, Fault> {
        let mut replay = self.replay.clone();
        replay["actions"] = actions.into();
        let query = Query { language: self.language, trace: Trace::Events, ..Query::default() };
        self.judge.verify(&canonical(&replay)?, &query)
    }

    /// Plays on after an answer: questions of the card get an answer, one that makes a choice if possible;
    /// other questions get answers of the table's kinds, from both sides.
    fn go_on(
        &self,
        action: Value,
        kinds: &[String],
        is_asked: &dyn Fn(&NextDecision) -> bool,
    ) -> Result<(Vec<Value>, Verdict), Fault> {
        let mut actions = vec![action];
        let mut verdict = self.after(&actions)?;
        for _ in 0..FURTHER {
            let answer = verdict.next.first().and_then(|next| {
                let listing = next.legal.as_ref()?.listing.as_slice();
                let is_of =
                    |answer: &&Value, kind: &String| answer.get("type").and_then(Value::as_str) == Some(kind);
                let says_more = |answer: &&Value| answer.as_object().is_some_and(|fields| fields.len() > 1);
                let found = match is_asked(next) {
                    true => listing.iter().find(says_more).or(listing.first()),
                    false => kinds.iter().find_map(|kind| listing.iter().find(|answer| is_of(answer, kind))),
                };
                let mut answer: Map<String, Value> = found?.as_object()?.clone();
                answer.insert("seat".to_owned(), next.seat?.into());
                Some(Value::Object(answer))
            });
            let Some(answer) = answer.filter(|_| verdict.outcome.is_none()) else { break };
            actions.push(answer);
            verdict = self.after(&actions)?;
        }
        Ok((actions, verdict))
    }
}

/// Whether a question is about the card; one that no ability asks counts only where `own`, since in a battle
/// the other seat is asked about the card that attacks.
fn asks(next: &NextDecision, card: CardId, own: bool) -> bool {
    let about = next.about.as_ref().and_then(|about| about.read().ok()).unwrap_or_default();
    let id = about.get("card").and_then(|card| card.get("id"));
    id == Some(&json!(card)) && (own || about.get("ability").is_some())
}

/// Whether an event has happened, rather than being about to.
fn is_done(event: &Value) -> bool {
    event.get("point").is_none_or(|point| point == "done")
}

/// An event as a line: what happened, and the rule.
fn line(event: &Value) -> Option<String> {
    let (text, rule) = (event.get("text")?.as_str()?, event.get("cite")?.as_str()?);
    Some(format!("{text}; {rule}"))
}

/// The events after the first entry.
fn events(verdict: &Verdict) -> Vec<Value> {
    let of_entries = verdict.trace.iter().flatten().filter(|step| step.action.is_some());
    let events = of_entries.filter_map(|step| match step.events.read() {
        Ok(Value::Array(events)) => Some(events),
        _ => None,
    });
    events.flatten().collect()
}

/// Whether an event names a card.
fn speaks_of(event: &Value, card: CardId) -> bool {
    match event {
        Value::Object(fields) => {
            let is_card = |fields: &Map<String, Value>| fields.get("id") == Some(&json!(card));
            is_card(fields) || fields.values().any(|field| speaks_of(field, card))
        }
        Value::Array(items) => items.iter().any(|item| speaks_of(item, card)),
        _ => false,
    }
}

/// Why a table or an entry was refused.
fn reason(verdict: &Verdict) -> Option<String> {
    if let Some(not_judged) = &verdict.not_judged {
        return Some(not_judged.message.clone());
    }
    let illegal = verdict.illegal.as_ref()?;
    let messages =
        illegal.refusals.iter().map(|refusal| format!("{} ({})", refusal.message, refusal.cites.join(", ")));
    Some(messages.collect::<Vec<_>>().join(" "))
}

/// Puts the number of the card into an entry.
fn numbered(entry: &Value, card: CardId) -> Value {
    match entry {
        Value::String(text) if text == "$number" => json!(card),
        Value::Object(fields) => {
            fields.iter().map(|(name, field)| (name.clone(), numbered(field, card))).collect()
        }
        Value::Array(items) => items.iter().map(|item| numbered(item, card)).collect(),
        other => other.clone(),
    }
}

/// Fills a position with the card and others of its pool.
struct Filling<'a> {
    card: &'a Value,
    /// The other cards, those with most in common first.
    own: Vec<&'a Value>,
    /// The other cards, the cheap ones with few abilities first.
    other: Vec<&'a Value>,
    /// The other cards in the order of the pool.
    others: Vec<&'a Value>,
    used: BTreeSet<&'a str>,
    /// The pool has no card for some place.
    lacks: bool,
}

impl<'a> Filling<'a> {
    fn new<G: Registered>(subject: &Subject<'a>) -> Filling<'a> {
        let mut liked = BTreeSet::new();
        words(subject.card, &mut liked);
        let common = |card: &Value| {
            let mut found = BTreeSet::new();
            words(card, &mut found);
            found.intersection(&liked).count()
        };
        // The number of lines does not depend on the names of other cards.
        let lines = |card: &Value| read_back::lines::<G>(card, &Value::Null, Language::English).len();
        let mut own = subject.others.clone();
        own.sort_by_cached_key(|card| (std::cmp::Reverse(common(card)), lines(card)));
        let cost = |card: &Value| match card.get("cost") {
            Some(Value::Object(cost)) => cost.get("total").and_then(Value::as_u64),
            cost => cost.and_then(Value::as_u64),
        };
        let mut other = subject.others.clone();
        other.sort_by_cached_key(|card| (lines(card), cost(card)));
        let others = subject.others.clone();
        Filling { card: subject.card, own, other, others, used: BTreeSet::new(), lacks: false }
    }

    fn filled(&mut self, part: &Value) -> Value {
        match part {
            Value::String(text) if text.starts_with('$') => self.resolved(text).unwrap_or_default(),
            Value::Object(fields) => {
                let filled = fields.iter().map(|(name, field)| (name.clone(), self.filled(field)));
                filled.filter(|(_, field)| !field.is_null()).collect()
            }
            Value::Array(items) => {
                let several = |item: &Value| {
                    let (count, text) = item.as_str()?.split_once('*')?;
                    Some((count.parse::<usize>().ok()?, Value::from(text)))
                };
                let filled = items.iter().flat_map(|item| match several(item) {
                    Some((count, one)) => (0..count).map(|_| self.filled(&one)).collect::<Vec<_>>(),
                    None => vec![self.filled(item)],
                });
                filled.filter(|item| !item.is_null()).collect()
            }
            other => other.clone(),
        }
    }

    fn resolved(&mut self, text: &str) -> Option<Value> {
        if text == "$this" {
            return Some(name(self.card).into());
        }
        if let Some(place) = text.strip_prefix("$this") {
            return self.card.pointer(place).cloned();
        }
        let (whose, query) = text.split_once(':')?;
        let own = self.card;
        let holds = |card: &Value, condition: &str| {
            let resolved = |place: &str, wanted: &str| match wanted {
                "$this" => own.pointer(place).cloned().unwrap_or_default(),
                wanted => wanted.into(),
            };
            match (condition.split_once("!="), condition.split_once('=')) {
                (Some((place, wanted)), _) => card.pointer(place) != Some(&resolved(place, wanted)),
                (None, Some((place, wanted))) => card.pointer(place) == Some(&resolved(place, wanted)),
                (None, None) => card.pointer(condition).is_some(),
            }
        };
        let mut most;
        let from = match (whose, whose.strip_prefix("$most")) {
            ("$own", _) => &self.own,
            ("$other", _) => &self.other,
            (_, Some(place)) => {
                let number = |card: &Value| card.pointer(place).and_then(Value::as_i64);
                most = self.others.clone();
                most.sort_by_cached_key(|card| std::cmp::Reverse(number(card)));
                &most
            }
            _ => return None,
        };
        let fitting = from.iter().copied().filter(|card| query.split(',').all(|each| holds(card, each)));
        let fitting: Vec<&'a Value> = fitting.collect();
        let unused = fitting.iter().find(|card| !self.used.contains(name(card)));
        let Some(found) = unused.or(fitting.first()).map(|card| name(card)) else {
            self.lacks = true;
            return None;
        };
        if unused.is_none() {
            // All of them are on the table already, so they are used again.
            let fitting: BTreeSet<&str> = fitting.iter().map(|card| name(card)).collect();
            self.used.retain(|card| !fitting.contains(card));
        }
        self.used.insert(found);
        Some(found.into())
    }
}

/// Collects every word and name in the data of a card.
fn words<'v>(part: &'v Value, found: &mut BTreeSet<&'v str>) {
    match part {
        Value::String(text) => drop(found.insert(text)),
        Value::Object(fields) => {
            let rules_fields = fields.iter().filter(|(name, _)| !matches!(name.as_str(), "id" | "text"));
            rules_fields.for_each(|(_, field)| words(field, found));
        }
        Value::Array(items) => items.iter().for_each(|item| words(item, found)),
        _ => {}
    }
}
