//! An act that is not stated in full, judged over the ways to complete it: the legal answers that fit, or the
//! reasons that are against all others.
//!
//! 1. The log is judged without the act. Legal answers that have every field of the act fit it.
//! 2. Where none fits, completions are made of what lies on the table ([`values`]), and each is judged as the
//!    next entry.
//! 3. The nearest completion is the one with the fewest reasons against it; of those one with a reason that
//!    few others have.

mod values;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use rules_judge_engine::games::{Registered, Visit};
use serde::Serialize;
use serde_json::{Map, Value};

use self::values::{Completions, Form, Known};
use crate::answer::{
    Fault, FaultCode, ListingLimit, Query, RefusalAnswer, Trace, Verdict, VerdictKind, detail,
};
use crate::catalog::limits::LONGEST_LISTING;
use crate::codec::described;
use crate::codec::entry::Entry;
use crate::codec::json::{self, Limits};
use crate::judging::Judge;
use crate::shapes::ToSchema;

/// The most completions that are tried, not counting those with everything paid, which are half as many at
/// most.
pub const COMPLETIONS: usize = 64;
/// The most entries that are judged for all completions of an act together.
pub const COMPLETED_ENTRIES: usize = 20_000;
/// The most bytes of logs that are read for all completions of an act together.
pub const COMPLETED_BYTES: usize = 32 * 1024 * 1024;
/// The most reasons that are listed.
pub const REASONS: usize = 8;

/// What came of the completions of an act.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct CompletionsAnswer {
    /// Whether no completion is legal besides those in `fitting`. Actions that may be done at any time, such
    /// as conceding, are in no list of legal answers: an act that names no `type` is never complete.
    pub complete: bool,
    /// How many legal answers fit, as far as they were listed.
    pub count: usize,
    /// The legal answers that fit the act, as many as `listing` says.
    pub fitting: Vec<FittingAnswer>,
    /// Game id.
    pub game: String,
    /// Whether the header holds what nobody can guess. Of an answer without it nobody may learn that it was
    /// given before.
    #[serde(skip)]
    pub has_secret: bool,
    /// The fields that the act lacks.
    pub missing: Vec<String>,
    /// The completion that tells most, where all that were tried are refused; `null`: none was tried, or one
    /// is legal.
    pub nearest: Option<NearestAnswer>,
    /// The reasons against the completions that were tried, each with how many are refused for it, the most
    /// frequent first; of equally frequent ones that which more of the conditions were met for first.
    /// `reasons_left_out` counts the rest.
    pub reasons: Vec<ReasonAnswer>,
    /// How many reasons are not listed.
    pub reasons_left_out: usize,
    /// How many of the completions that were tried are refused.
    pub refused: usize,
    /// How many completions were tried; 0 where legal answers fit.
    pub tried: usize,
    /// Whether everything was tried that fields may name at this table.
    pub tried_all: bool,
    /// Of a log that is not legal: why. Nothing is said of the act then. Left out: the log is legal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Box<Verdict>>,
}

/// A legal answer that fits an act.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FittingAnswer {
    /// The act in full, as an entry.
    pub act: Value,
    /// The same as a sentence; `null`: it was found by trying, and no list has it.
    pub text: Option<String>,
}

/// A completion that is refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct NearestAnswer {
    /// The act in full, as an entry.
    pub act: Value,
    /// The reasons against it. Pointers lead into the replay with this act as its last entry.
    pub refusals: Vec<RefusalAnswer>,
}

/// A reason against completions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReasonAnswer {
    /// How many completions are refused for it. All of `refused`: no completion gets past it.
    pub count: usize,
    /// The reason, as it is said of the nearest completion that has it.
    pub refusal: RefusalAnswer,
}

/// The legal answers that have every field of an act, each with its sentence, and whether all answers are
/// listed.
pub fn fitting(act: &Map<String, Value>, before: &Verdict) -> (Vec<FittingAnswer>, bool) {
    let seat = act.get("seat").and_then(Value::as_u64);
    let mut fitting = Vec::new();
    let mut is_complete = true;
    for item in &before.next {
        let Some(of) = item.seat.filter(|of| seat.is_none_or(|seat| seat == u64::from(*of))) else {
            continue;
        };
        let Some(legal) = &item.legal else {
            // The viewer may not know what is legal.
            is_complete = false;
            continue;
        };
        is_complete &= legal.complete;
        for (answer, text) in legal.listing.iter().zip(&legal.texts) {
            let fits = |(name, value): (&String, &Value)| name == "seat" || answer.get(name) == Some(value);
            if act.iter().all(fits) {
                let mut whole = answer.clone();
                if let Some(fields) = whole.as_object_mut() {
                    fields.insert("seat".to_owned(), of.into());
                }
                fitting.push(FittingAnswer { act: whole, text: Some(text.clone()) });
            }
        }
    }
    (fitting, is_complete)
}

/// What makes two reasons the same one, whichever card it is about.
type Key = (String, Vec<String>);

fn key(refusal: &RefusalAnswer) -> Key {
    (refusal.code.clone(), refusal.cites.clone())
}

/// A completion that is refused, with its place among those that were tried.
struct Refused {
    place: usize,
    act: Map<String, Value>,
    refusals: Vec<RefusalAnswer>,
}

/// Completions that are refused, the nearest first.
fn ranked(
    mut refused: Vec<Refused>,
    counts: &BTreeMap<Key, usize>,
    paid: usize,
    is_bare: bool,
) -> Vec<Refused> {
    // Where the act could be carried out as it is, what it leaves out decides only if the same rule says so.
    let first = refused.first().filter(|first| is_bare && first.place == 0);
    let bare: Option<Vec<Key>> = first.map(|first| first.refusals.iter().map(key).collect());
    let likely = |one: &Refused| {
        let Some(bare) = bare.as_ref().filter(|_| one.place < paid) else { return 0 };
        let own: Vec<Key> = one.refusals.iter().map(key).collect();
        let cites: BTreeSet<&String> = bare.iter().flat_map(|(_, cites)| cites).collect();
        match () {
            () if own == *bare => 1,
            () if own.iter().flat_map(|(_, cites)| cites).any(|cite| cites.contains(cite)) => 0,
            () => 2,
        }
    };
    let rank = |one: &Refused| {
        let last = one.refusals.last().map(key);
        let shared = last.and_then(|last| counts.get(&last).copied()).unwrap_or_default();
        (one.refusals.len(), likely(one), shared, one.place < paid, one.place)
    };
    let mut order: Vec<_> = refused.iter().map(rank).zip(0_usize..).collect();
    order.sort_unstable();
    let mut places: Vec<Option<Refused>> = refused.drain(..).map(Some).collect();
    order.into_iter().filter_map(|(_, place)| places.get_mut(place)?.take()).collect()
}

/// A request: the log, and the act after it as far as it is stated.
struct Asked {
    replay: Map<String, Value>,
    act: Map<String, Value>,
}

impl Asked {
    fn read(body: &[u8]) -> Result<Asked, Fault> {
        let value: Value = json::read(body, &Limits::default())?;
        let Value::Object(mut fields) = value else {
            return Err(Fault::new(FaultCode::WrongShape, detail::an_object()).at(""));
        };
        let mut take = |name: &str| match fields.remove(name) {
            Some(Value::Object(object)) => Ok(object),
            Some(_) => Err(Fault::new(FaultCode::WrongShape, detail::an_object()).at(format!("/{name}"))),
            None => {
                Err(Fault::new(FaultCode::WrongShape, detail::missing_field(name)).at(format!("/{name}")))
            }
        };
        let (replay, act) = (take("replay")?, take("act")?);
        match fields.keys().next() {
            Some(other) => {
                let detail = detail::fields_are("act, replay");
                Err(Fault::new(FaultCode::WrongShape, detail).at(format!("/{other}")))
            }
            None => Ok(Asked { replay, act }),
        }
    }

    /// The replay with entries after it, as bytes.
    fn with(&self, act: Option<&Map<String, Value>>) -> Result<Vec<u8>, Fault> {
        let mut replay = self.replay.clone();
        if let (Some(act), Some(Value::Array(actions))) = (act, replay.get_mut("actions")) {
            actions.push(Value::Object(act.clone()));
        }
        serde_json::to_vec(&replay).map_err(|error| Fault::unwritten(&error))
    }

    /// A fault of a completion, if it lies in what was sent of the act.
    fn of_act(&self, fault: Fault) -> Option<Fault> {
        let pointer = fault.pointer.clone()?;
        // In the view of another seat a pointer ends at the log.
        let rest = pointer.strip_prefix(&format!("/actions/{}", self.entries()));
        let rest = rest.or_else(|| pointer.strip_prefix("/actions"))?;
        let field = rest.split('/').nth(1);
        field.is_none_or(|field| self.act.contains_key(field)).then(|| fault.at(format!("/act{rest}")))
    }

    fn entries(&self) -> usize {
        self.replay.get("actions").and_then(Value::as_array).map_or(0, Vec::len)
    }
}

struct Complete<'a>(&'a Judge, &'a Asked, &'a Query);

impl Visit for Complete<'_> {
    type Out = Result<CompletionsAnswer, Fault>;

    fn visit<G: Registered>(self) -> Self::Out {
        let Complete(judge, asked, query) = self;
        let schema = described::schema::<Entry<G::Action>>();
        let form = Form::of(&schema, &asked.act);
        checked(&form, &asked.act)?;
        let every = Query { listing: ListingLimit(LONGEST_LISTING), trace: Trace::None, ..*query };
        let before = judge.verify(&asked.with(None)?, &every).map_err(|fault| fault.below("/replay"))?;
        let mut answer = CompletionsAnswer {
            complete: false,
            count: 0,
            fitting: Vec::new(),
            game: G::INFO.id.to_owned(),
            has_secret: before.has_secret,
            missing: form.missing(&asked.act).into_iter().map(str::to_owned).collect(),
            nearest: None,
            reasons: Vec::new(),
            reasons_left_out: 0,
            refused: 0,
            tried: 0,
            tried_all: false,
            verdict: None,
        };
        if !before.verdict.is_legal() {
            answer.verdict = Some(Box::new(before));
            return Ok(answer);
        }
        let (fitting, is_listed) = fitting(&asked.act, &before);
        answer.complete = is_listed && asked.act.contains_key("type");
        answer.count = fitting.len();
        answer.fitting = fitting;
        if answer.fitting.is_empty() {
            tried(judge, asked, &form, &before, query, &mut answer)?;
        }
        let most = usize::try_from(query.listing.0).unwrap_or(usize::MAX);
        answer.fitting.truncate(most);
        Ok(answer)
    }
}

/// That an act has fields of its kind only.
fn checked(form: &Form<'_>, act: &Map<String, Value>) -> Result<(), Fault> {
    if let Some(kind) = act.get("type").filter(|_| !form.has_kind()) {
        let near = kind.as_str().and_then(|kind| form.near(kind));
        return Err(Fault::new(FaultCode::WrongShape, detail::unknown_act()).at("/act/type").near(near));
    }
    if let Some(field) = form.unknown(act) {
        let place = format!("/act/{}", field.replace('~', "~0").replace('/', "~1"));
        return Err(Fault::new(FaultCode::WrongShape, detail::fields_are(&form.names())).at(place));
    }
    Ok(())
}

/// Judges the completions of an act that no listed answer fits.
fn tried(
    judge: &Judge,
    asked: &Asked,
    form: &Form<'_>,
    before: &Verdict,
    query: &Query,
    answer: &mut CompletionsAnswer,
) -> Result<(), Fault> {
    let seat = asked.act.get("seat").and_then(Value::as_u64);
    let asks = before.next.iter().find(|item| seat.is_none() || item.seat.map(u64::from) == seat);
    let shapes = asks.and_then(|item| item.legal.as_ref()?.shapes.read().ok()).unwrap_or_default();
    let of = seat.or_else(|| asks.and_then(|item| item.seat).map(u64::from)).unwrap_or_default();
    let state = before.state.as_ref().and_then(|state| state.read().ok()).unwrap_or_default();
    let known = Known::of(&judge.board(&before.game)?, &state, &shapes, of);
    let Completions { mut all, is_whole, paid } = form.completions(&asked.act, &known);
    let most = COMPLETED_ENTRIES / asked.entries().saturating_add(1);
    let most = most.min(COMPLETED_BYTES / asked.with(None)?.len().max(1)).max(1);
    answer.tried_all = is_whole && all.len() <= most;
    all.truncate(most);
    let is_bare = all.first() == Some(&asked.act);
    let query = Query { listing: ListingLimit(0), trace: Trace::None, at: None, ..*query };
    let (mut refused, mut unreadable) = (Vec::new(), None);
    for (place, act) in all.into_iter().enumerate() {
        // A completion of another shape says nothing about the act.
        let verdict = match judge.verify(&asked.with(Some(&act))?, &query) {
            Err(fault) if fault.code == FaultCode::Overloaded => return Err(fault),
            Err(fault) => {
                unreadable = unreadable.or(Some(fault));
                continue;
            }
            Ok(verdict) => verdict,
        };
        answer.tried += 1;
        match (verdict.verdict, verdict.illegal) {
            (VerdictKind::Illegal, Some(illegal)) => {
                refused.push(Refused { place, act, refusals: illegal.refusals });
            }
            (VerdictKind::Legal | VerdictKind::LegalWithRulings, _) => {
                answer.fitting.push(FittingAnswer { act: Value::Object(act), text: None });
                answer.complete = false;
            }
            // What is not judged may be legal.
            _ => answer.complete = false,
        }
    }
    if let Some(fault) = unreadable.filter(|_| answer.tried == 0).and_then(|fault| asked.of_act(fault)) {
        return Err(fault);
    }
    answer.count = answer.fitting.len();
    answer.refused = refused.len();
    let mut counts: BTreeMap<Key, usize> = BTreeMap::new();
    for one in &refused {
        let keys: BTreeSet<Key> = one.refusals.iter().map(key).collect();
        for key in keys {
            *counts.entry(key).or_default() += 1;
        }
    }
    let refused = ranked(refused, &counts, paid, is_bare);
    let mut told: BTreeMap<Key, (usize, &RefusalAnswer)> = BTreeMap::new();
    let all = refused.iter().flat_map(|one| &one.refusals);
    for (order, refusal) in all.enumerate() {
        told.entry(key(refusal)).or_insert((order, refusal));
    }
    let mut reasons: Vec<(Reverse<usize>, usize, &RefusalAnswer)> = told
        .into_iter()
        .map(|(key, (order, refusal))| {
            (Reverse(counts.get(&key).copied().unwrap_or_default()), order, refusal)
        })
        .collect();
    reasons.sort_by_key(|(count, order, _)| (*count, *order));
    answer.reasons_left_out = reasons.len().saturating_sub(REASONS);
    let listed = reasons.into_iter().take(REASONS);
    answer.reasons =
        listed.map(|(Reverse(count), _, refusal)| ReasonAnswer { count, refusal: refusal.clone() }).collect();
    if answer.fitting.is_empty() {
        let nearest = refused.into_iter().next();
        answer.nearest =
            nearest.map(|one| NearestAnswer { act: Value::Object(one.act), refusals: one.refusals });
    }
    Ok(())
}

impl Judge {
    /// Judges an act that lacks fields over its completions: `{"replay", "act"}`.
    ///
    /// # Errors
    /// As [`Judge::verify`]; `WrongShape` for an act of an unknown kind, or with a field that its kind does
    /// not have.
    pub fn completions(&self, body: &[u8], query: &Query) -> Result<CompletionsAnswer, Fault> {
        let asked = Asked::read(body)?;
        let game = asked.replay.get("game").and_then(Value::as_str);
        let missing = || Fault::new(FaultCode::WrongShape, detail::missing_field("game")).at("/replay/game");
        let game = game.ok_or_else(missing)?;
        self.dispatch(game, Complete(self, &asked, query)).map_err(|fault| fault.below("/replay"))?
    }
}
