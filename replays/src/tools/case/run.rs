//! Runs one case through the judge, as clients use it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::format::{Alike, Case, Expected, Fact, Root, Seen, Start, Test, View};
use super::load::Suite;
use super::paths;
use super::proof;
use super::result::{CaseResult, Part, at_place, located};
use super::schema::{self, Schemas};
use super::shape::{How, Misfit, Shape};
use crate::answer::{Fault, FaultCode, Language, Query, Trace, VerdictKind, View as Viewer};
use crate::codec::json;
use crate::judging::Judge;

/// A case that is being run.
#[derive(Debug, Clone)]
pub struct CaseRun<'c> {
    judge: &'c Judge,
    case: &'c Case,
    /// The replay without its entries.
    header: Map<String, Value>,
    /// The entries with card numbers instead of references.
    entries: Vec<Value>,
    /// The number of legal entries.
    legal: usize,
    schemas: &'static Schemas,
    /// The names by which answers call cards.
    cards: BTreeSet<String>,
}

/// Runs a case.
pub fn run(judge: &Judge, suite: &Suite, case: &Case) -> CaseResult {
    let failures = match CaseRun::new(judge, suite, case) {
        Ok(run) => run.all_failures(),
        Err(fault) => vec![fault],
    };
    CaseResult { failures: failures.into_iter().map(|fault| at_place(case, fault)).collect() }
}

/// The replay of a case, with card numbers in place of references. It names the pool of the cases by its
/// digest, so the judge has to know that pool.
///
/// # Errors
/// An entry whose references name nothing.
pub fn replay(judge: &Judge, suite: &Suite, case: &Case) -> Result<Value, String> {
    CaseRun::new(judge, suite, case).map(|run| run.log()).map_err(located)
}

fn header(judge: &Judge, suite: &Suite, case: &Case) -> Map<String, Value> {
    let mut header = match &case.given.value.start {
        Start::Header(fields) => fields.clone(),
        Start::Position(position) => {
            let mut fields = Map::new();
            fields.insert("players".into(), json!([{ "name": "A" }, { "name": "B" }]));
            fields.insert("start".into(), json!({ "position": position }));
            fields
        }
    };
    header.insert("format".into(), "rules-judge/1".into());
    let game = case.game.as_deref().unwrap_or(&suite.game);
    header.insert("game".into(), game.into());
    // The pool of another game is not the pool of this case.
    let fits = |pool: &&Value| pool.get("game").and_then(Value::as_str).is_none_or(|of| of == game);
    if let Some(pool) = suite.pool.as_ref().filter(fits) {
        let taken = suite.digest.filter(|digest| judge.take_pool(digest, pool) == Ok(true));
        header.insert("pool".into(), taken.map_or_else(|| pool.clone(), |digest| digest.to_string().into()));
    }
    if let Some(seed) = &case.given.value.seed {
        header.insert("seed".into(), seed.as_str().into());
    }
    if case.given.value.chance.is_some() {
        header.insert("chance".into(), "declared".into());
    }
    if let Some(facts) = &case.given.value.facts {
        header.insert("facts".into(), json!(facts));
    }
    header
}

impl<'c> CaseRun<'c> {
    /// Resolves the references of a case.
    ///
    /// # Errors
    /// A reference that names nothing, or an entry that is not there.
    pub fn new(judge: &'c Judge, suite: &Suite, case: &'c Case) -> Result<CaseRun<'c>, (Part, String)> {
        let legal = match case.then.value.verdict {
            Expected::Legal | Expected::LegalWithRulings => case.when.len(),
            Expected::IllegalHeader => 0,
            Expected::IllegalEntry(at) if at < case.when.len() => at,
            Expected::NotJudged(at) if at <= case.when.len() => at,
            Expected::IllegalEntry(at) | Expected::NotJudged(at) => {
                return Err((Part::Verdict, format!("there is no entry {at}")));
            }
        };
        let game = case.game.as_deref().unwrap_or(&suite.game);
        let schemas = schema::of(game).ok_or_else(|| (Part::Given, format!("there is no game “{game}”")))?;
        let cards = match &suite.pool {
            None => schemas.demo.clone(),
            // The judge refuses an unknown name of a pool when the case is judged.
            Some(Value::String(name)) => {
                judge.pool_data(game, Some(name)).map_or_else(|_| Vec::new(), |(.., data)| schema::ids(&data))
            }
            Some(pool) => schema::ids(pool),
        };
        let cards = cards.into_iter().chain(schemas.tokens.iter().map(|token| (*token).to_owned())).collect();
        let header = header(judge, suite, case);
        let mut run = CaseRun { judge, case, header, entries: Vec::new(), legal, schemas, cards };
        for (index, entry) in case.when.iter().enumerate() {
            let entry = run.resolved(index, &entry.value)?;
            run.entries.push(entry);
        }
        Ok(run)
    }

    /// The same entries, for another judge.
    #[must_use]
    pub fn before(&self, judge: &'c Judge) -> CaseRun<'c> {
        CaseRun { judge, ..self.clone() }
    }

    /// The game.
    pub(super) fn game(&self) -> &str {
        self.header.get("game").and_then(Value::as_str).unwrap_or_default()
    }

    /// The whole log, with numbers in place of references.
    pub(super) fn log(&self) -> Value {
        let mut log = self.header.clone();
        log.insert("actions".into(), self.entries.clone().into());
        Value::Object(log)
    }

    /// The differences from what the case expects; if there are none, the rules that it names and does not
    /// show.
    pub(super) fn all_failures(&self) -> Vec<(Part, String)> {
        let failures = self.failures();
        if failures.is_empty() { proof::unseen(self.judge, self, self.case) } else { failures }
    }

    /// Whether the case has other events than this answer, or a fact does not hold. Legal answers do not
    /// count unless a fact is about them: nearly every rule changes them.
    pub(super) fn differs_from(&self, answer: &Value) -> bool {
        let asked = |answer: &Value| {
            let next = at(answer, Root::Next.field()).as_array().cloned().unwrap_or_default();
            let question = |next: &Value| [at(next, "kind").clone(), at(next, "seat").clone()];
            next.iter().map(question).collect::<Vec<_>>()
        };
        let fields = ["verdict", "accepted", "state", "outcome", "trace"];
        self.answer().is_ok_and(|other| {
            fields.iter().any(|field| at(&other, field) != at(answer, field))
                || asked(&other) != asked(answer)
                || self.case.then.value.facts.iter().any(|fact| self.fact(&fact.value).is_err())
        })
    }

    /// The differences from what the case expects, without those about the rules that it names.
    pub fn failures(&self) -> Vec<(Part, String)> {
        let answer = match self.judged(&self.entries, View::Full, false) {
            Ok(answer) => answer,
            // Facts cannot be checked if the case cannot be judged.
            Err(fault) => return vec![fault],
        };
        let verdict = self.verdict(&answer).and_then(|()| self.refusal_leaves_no_trace(&answer));
        let verdict = verdict.err().map(|fault| (Part::Verdict, fault));
        let facts = self.case.then.value.facts.iter().enumerate();
        let facts =
            facts.filter_map(|(number, fact)| Some((Part::Fact(number + 1), self.fact(&fact.value).err()?)));
        verdict.into_iter().chain(facts).collect()
    }

    /// The answer to the whole case, with its events.
    ///
    /// # Errors
    /// It could not be judged.
    pub fn answer(&self) -> Result<Value, String> {
        self.ask(&self.entries, View::Full, true)
    }

    /// The answer to the first entries, with their events, in a language.
    ///
    /// # Errors
    /// It could not be judged.
    pub(super) fn first(&self, count: usize, language: Language) -> Result<Value, (Part, String)> {
        let query = Query { view: Viewer::Full, trace: Trace::Events, language, ..Query::default() };
        self.answered(self.entries.get(..count).unwrap_or(&self.entries), &query)
    }

    /// An entry without its seat, with names in place of the numbers of cards.
    pub(super) fn named(&self, entry: &Value, names: &BTreeMap<u64, String>) -> Value {
        let (shape, mut entry) = (self.answers(), entry.clone());
        let nodes = shape.follow(shape.field(Root::Next.field()), "0.listing.0", None).unwrap_or_default();
        shape.each_card(&nodes, &mut entry, &mut |card| {
            if let Some(name) = card.as_u64().and_then(|number| names.get(&number)) {
                *card = name.as_str().into();
            }
        });
        entry
    }

    /// The answer to the entries with another one at a place.
    ///
    /// # Errors
    /// A reference that names nothing, or it could not be judged.
    pub fn answer_with(&self, at: usize, entry: &Value) -> Result<Value, String> {
        let mut entries = self.entries.clone();
        entries.truncate(at);
        entries.push(self.resolved(at, entry).map_err(located)?);
        self.ask(&entries, View::Full, false)
    }

    /// The same entries at a table that differs at one place.
    ///
    /// # Errors
    /// There is no such path, or a reference names nothing there.
    pub fn given(&self, path: &str, is: &Value) -> Result<CaseRun<'c>, String> {
        let mut header = self.header.clone();
        match header.get_mut("start").and_then(|start| start.get_mut("position")) {
            Some(position) => set(position, path, is)?,
            None => {
                let mut fields = Value::Object(header);
                set(&mut fields, path, is)?;
                header = fields.as_object().cloned().unwrap_or_default();
            }
        }
        let mut run = CaseRun { header, entries: Vec::new(), ..self.clone() };
        for (index, entry) in self.case.when.iter().enumerate() {
            let entry = run.resolved(index, &entry.value).map_err(located)?;
            run.entries.push(entry);
        }
        Ok(run)
    }

    /// An entry with card numbers, looked up in the full state after the entries before it.
    fn resolved(&self, index: usize, entry: &Value) -> Result<Value, (Part, String)> {
        let part = Part::Entry(index);
        if paths::references(entry).is_empty() {
            return paths::resolve(entry, None).map_err(|fault| (part, fault));
        }
        let before = self.entries.get(..index).unwrap_or(&self.entries);
        let answer = self.judged(before, View::Full, false)?;
        let state = at(&answer, "state");
        let resolved =
            paths::resolve(entry, Some(state)).map_err(|fault| self.misnamed(entry, state).unwrap_or(fault));
        resolved.map_err(|fault| match refused(&answer) {
            Some(refusal) => (part, format!("{fault}: {refusal}")),
            None => (part, fault),
        })
    }

    /// The shape of answers.
    fn answers(&self) -> Shape<'_> {
        Shape { document: &self.schemas.answer, cards: &self.cards }
    }

    /// The first reference of an entry that names nothing which exists in any state.
    fn misnamed(&self, entry: &Value, state: &Value) -> Option<String> {
        let shape = self.answers();
        let wrong = |reference: &str| {
            let found = shape.follow(shape.field("state"), reference, Some(state));
            found.err().map(|fault| format!("`{reference}`: {fault}"))
        };
        paths::references(entry).into_iter().find_map(wrong)
    }

    fn ask(&self, entries: &[Value], view: View, trace: bool) -> Result<Value, String> {
        self.judged(entries, view, trace).map_err(|(_, fault)| fault)
    }

    /// The answer to the first entries; a fault names the part that cannot be judged.
    fn judged(&self, entries: &[Value], view: View, trace: bool) -> Result<Value, (Part, String)> {
        let view = match view {
            View::Full => Viewer::Full,
            View::Seat0 => Viewer::Seat0,
            View::Seat1 => Viewer::Seat1,
            View::Public => Viewer::Public,
        };
        let trace = if trace { Trace::Events } else { Trace::None };
        self.answered(entries, &Query { view, trace, ..Query::default() })
    }

    fn answered(&self, entries: &[Value], query: &Query) -> Result<Value, (Part, String)> {
        let ours = |error: serde_json::Error| (Part::Given, error.to_string());
        let mut replay = self.header.clone();
        replay.insert("actions".into(), entries.into());
        let body = serde_json::to_vec(&replay).map_err(ours)?;
        let verdict = self.judge.verify(&body, query).map_err(|fault| self.unjudged(&fault, entries))?;
        serde_json::from_slice(&serde_json::to_vec(&verdict).map_err(ours)?).map_err(ours)
    }

    /// The entries that are legal, or the first `after` of them.
    fn accepted(&self, after: Option<usize>) -> Result<&[Value], String> {
        let count = after.unwrap_or(self.legal);
        self.entries.get(..count).ok_or_else(|| format!("there are no {count} entries"))
    }

    fn verdict(&self, answer: &Value) -> Result<(), String> {
        let is = |field: &str, value: Value| answer.get(field) == Some(&value);
        let found = refused(answer).unwrap_or_else(|| {
            let found = format!("{} after {} entries", at(answer, "verdict"), at(answer, "accepted"));
            match at(answer, "not_judged") {
                Value::Null => found,
                not_judged => format!("{found}: {not_judged}"),
            }
        });
        let kind = match self.case.then.value.verdict {
            Expected::Legal => VerdictKind::Legal,
            Expected::LegalWithRulings => VerdictKind::LegalWithRulings,
            Expected::NotJudged(_) => VerdictKind::NotJudged,
            Expected::IllegalHeader | Expected::IllegalEntry(_) => VerdictKind::Illegal,
        };
        let kind = json::tree(&kind).map_err(|error| error.to_string())?;
        if !is("verdict", kind.clone()) {
            return Err(format!("expected {kind}, found {found}"));
        }
        // An entry that waits for outcomes, and the outcomes that it received, are not accepted.
        let waits = answer.pointer("/waiting/at").is_some_and(|at| Some(at) == answer.get("accepted"));
        let is_there = match (waits, answer.pointer("/illegal/at")) {
            (true, Some(at)) => *at == Value::from(self.legal),
            _ => is("accepted", self.legal.into()),
        };
        if !is_there {
            return Err(format!("expected {} legal entries, found {found}", self.legal));
        }
        let (stage, place) = match self.case.then.value.verdict {
            Expected::Legal | Expected::LegalWithRulings => return Ok(()),
            Expected::NotJudged(place) => {
                let wanted = json!({ "at": place, "code": self.case.then.value.code });
                let is_as_wanted = paths::has(at(answer, "not_judged"), &wanted);
                return if is_as_wanted { Ok(()) } else { Err(format!("expected {wanted}, found {found}")) };
            }
            Expected::IllegalHeader => ("header", Value::Null),
            Expected::IllegalEntry(at) => ("log", at.into()),
        };
        let wanted = json!({ "stage": stage, "at": place });
        if !paths::has(at(answer, "illegal"), &wanted) {
            return Err(format!("expected {wanted}, found {found}"));
        }
        let first = paths::find(answer, "illegal.refusals.0.cites.0").and_then(Value::as_str);
        match self.case.cites.first().map(|cite| cite.value.as_str()) {
            Some(wanted) if first != Some(wanted) => {
                Err(format!("expected the citation {wanted}, found {found}"))
            }
            _ => Ok(()),
        }
    }

    /// Whether the table after an illegal entry is the one before it, with the same questions.
    fn refusal_leaves_no_trace(&self, answer: &Value) -> Result<(), String> {
        let Expected::IllegalEntry(place) = self.case.then.value.verdict else { return Ok(()) };
        let before = self.ask(self.accepted(Some(place))?, View::Full, false)?;
        let mut names = ["state", "next", "standing", "outcome"].into_iter();
        match names.find(|name| at(answer, name) != at(&before, name)) {
            Some(name) => Err(format!("the refusal left a trace: `{name}` is another without that entry")),
            None => Ok(()),
        }
    }

    fn fact(&self, fact: &Fact) -> Result<(), String> {
        match &fact.seen {
            Seen::Part { root, path, test } => {
                let (entries, answer) = (self.entries_of(fact)?, self.answer_of(fact)?);
                let (name, whole) = (root.field(), at(&answer, root.field()));
                let at_fact = |fault| format!("{name} {path}: {fault}");
                if *root == Root::Trace {
                    check_trace_index(path, entries.len()).map_err(at_fact)?;
                }
                let shape = self.answers();
                let nodes = shape.follow(shape.field(name), path, Some(whole)).map_err(at_fact)?;
                can_be(shape, &nodes, test).map_err(at_fact)?;
                self.test(paths::find(whole, path), test, entries).map_err(at_fact)
            }
            Seen::Trace { verb, entry, events } => {
                self.can_happen(verb, *entry, events, self.entries_of(fact)?.len())?;
                trace(&self.answer_of(fact)?, verb, *entry, events)
            }
            Seen::Alike(alike) => self.alike(alike, fact),
        }
    }

    /// The entries after which a fact is checked.
    pub(super) fn entries_of(&self, fact: &Fact) -> Result<&[Value], String> {
        match &fact.seen {
            // The refusal of an entry is part of the answer to the entries up to that one.
            Seen::Part { root: Root::Illegal | Root::NotJudged, .. } => Ok(&self.entries),
            Seen::Part { .. } if self.case.then.value.verdict == Expected::IllegalHeader => Ok(&self.entries),
            _ => self.accepted(fact.after),
        }
    }

    /// The answer in which a fact is checked.
    pub(super) fn answer_of(&self, fact: &Fact) -> Result<Value, String> {
        let trace = matches!(&fact.seen, Seen::Trace { .. } | Seen::Part { root: Root::Trace, .. });
        self.ask(self.entries_of(fact)?, fact.view, trace)
    }

    /// The numbers of the cards that references name after these entries, sorted.
    pub(super) fn numbers(&self, entries: &[Value], references: &[String]) -> Result<Vec<u64>, String> {
        let full = self.ask(entries, View::Full, false)?;
        let numbers = references.iter().map(|reference| paths::card(at(&full, "state"), reference));
        let mut numbers = numbers.collect::<Result<Vec<_>, _>>()?;
        numbers.sort_unstable();
        Ok(numbers)
    }

    /// The entries of the other log of a fact.
    pub(super) fn other_entries(&self, alike: &Alike, fact: &Fact) -> Result<Vec<Value>, String> {
        let mut others = self.entries_of(fact)?.to_vec();
        let other = self.resolved(alike.at, &alike.action).map_err(|(_, fault)| fault)?;
        match others.get_mut(alike.at) {
            Some(entry) if *entry != other => *entry = other,
            Some(_) => return Err("alike: it is the same entry".into()),
            None => return Err(format!("alike: there is no entry {}", alike.at)),
        }
        Ok(others)
    }

    /// Checks that the game has such events: a verb with these fields, and an entry of this index.
    fn can_happen(
        &self,
        verb: &str,
        entry: Option<usize>,
        events: &[Value],
        entries: usize,
    ) -> Result<(), String> {
        let shape = self.answers();
        let of = |path: &str| shape.follow(shape.field(Root::Trace.field()), path, None);
        if let Some(misfit) = shape.misfit(&of("0.events.0.verb")?, &verb.into(), How::Pattern) {
            return Err(format!("trace {verb}: {}", misfit.message));
        }
        if let Some(entry) = entry.filter(|entry| *entry >= entries) {
            return Err(format!(
                "trace {verb}: there is no entry {entry} among the {entries} that are looked at"
            ));
        }
        match shape.misfit(&of("0.events")?, &events.into(), How::Pattern) {
            Some(misfit) => Err(format!("trace {verb}: {}", misfit)),
            None => Ok(()),
        }
    }

    fn test(&self, found: Option<&Value>, test: &Test, entries: &[Value]) -> Result<(), String> {
        let shown = found.unwrap_or(&Value::Null);
        let wrong = |wanted: String| Err(format!("expected {wanted}, found {shown}"));
        match test {
            Test::Is(wanted) if shown != wanted => wrong(wanted.to_string()),
            Test::Has(wanted) if !paths::has(shown, wanted) => wrong(wanted.to_string()),
            Test::Holds(wanted) => {
                let mut wanted = wanted.clone();
                wanted.sort_unstable();
                if paths::ids(shown).as_ref() == Some(&wanted) { Ok(()) } else { wrong(wanted.join(", ")) }
            }
            Test::Cards(wanted) => {
                let cards = self.numbers(entries, wanted)?;
                if paths::numbers(shown) == Some(cards) { Ok(()) } else { wrong(wanted.join(", ")) }
            }
            Test::Count(wanted, only) => {
                let fits = |item: &&Value| !item.is_null() && paths::has(item, only);
                let count = match shown {
                    Value::Array(items) => items.iter().filter(fits).count(),
                    Value::Object(fields) => fields.values().filter(fits).count(),
                    _ => return wrong("something to count".into()),
                };
                if count == *wanted { Ok(()) } else { wrong(format!("{wanted} with {only}")) }
            }
            Test::Absent if found.is_some() => wrong("nothing".into()),
            Test::Is(_) | Test::Has(_) | Test::Absent => Ok(()),
        }
    }

    fn alike(&self, alike: &Alike, fact: &Fact) -> Result<(), String> {
        let (entries, others) = (self.entries_of(fact)?, self.other_entries(alike, fact)?);
        let accepted = self.ask(&others, View::Full, false)?;
        if at(&accepted, "accepted") != &Value::from(others.len()) {
            return Err(format!(
                "alike: the other log is not legal: {}",
                refused(&accepted).unwrap_or_default()
            ));
        }
        for trace in [false, true] {
            let (left, right) = (self.ask(entries, fact.view, trace)?, self.ask(&others, fact.view, trace)?);
            if left != right {
                return Err(format!("alike: the answers differ:\n{left}\n{right}"));
            }
        }
        Ok(())
    }

    /// The part of the case that cannot be judged, the place in it, and what is allowed there.
    fn unjudged(&self, fault: &Fault, entries: &[Value]) -> (Part, String) {
        let pointer = fault.pointer.as_deref().unwrap_or_default();
        let (part, inside) = match pointer.strip_prefix("/actions/") {
            Some(inside) => {
                let (number, inside) = inside.split_once('/').unwrap_or((inside, ""));
                (number.parse().map_or(Part::Given, Part::Entry), inside)
            }
            None => {
                let inside = pointer.strip_prefix("/start/position").unwrap_or(pointer);
                (Part::Given, inside.strip_prefix('/').unwrap_or(inside))
            }
        };
        if matches!(fault.code, FaultCode::WrongShape | FaultCode::BadPool)
            && let Some(misfit) = self.misfit(fault.code, part, entries)
        {
            return (part, misfit.to_string());
        }
        let at = if inside.is_empty() { String::new() } else { format!("{}: ", inside.replace('/', ".")) };
        let near = match &*fault.nearest {
            [] => String::new(),
            near => format!(" ({})", near.join(", ")),
        };
        (part, format!("{at}{}{near}", fault.detail))
    }

    /// The part of an entry or of the table that its schema does not allow.
    fn misfit(&self, code: FaultCode, part: Part, entries: &[Value]) -> Option<Misfit> {
        let shape = Shape { document: &self.schemas.request, cards: &self.cards };
        let of = |name: &str, value: &Value| shape.misfit(&shape.field(name), value, How::Whole);
        match (part, &self.case.given.value.start) {
            _ if code == FaultCode::BadPool => Some(of("pool", self.header.get("pool")?)?.below("pool")),
            (Part::Entry(number), _) => of("entry", entries.get(number)?),
            (Part::Given, Start::Position(position)) => of("position", position),
            (Part::Given, Start::Header(header)) => of("header", &Value::Object(header.clone())),
            (Part::Verdict | Part::Fact(_) | Part::Rule(_), _) => None,
        }
    }
}

/// Checks that a path into the trace begins with the index of an entry.
fn check_trace_index(path: &str, entries: usize) -> Result<(), String> {
    let first = path.split('.').next().and_then(|first| first.parse::<i64>().ok());
    let is_there = |first: i64| usize::try_from(first.unsigned_abs()).is_ok_and(|place| place <= entries);
    match first {
        Some(first) if !is_there(first) => Err(format!("there are {entries} entries")),
        _ => Ok(()),
    }
}

/// Checks that a value of this shape could pass a test.
fn can_be(shape: Shape<'_>, nodes: &[&Value], test: &Test) -> Result<(), String> {
    let misfit = match test {
        Test::Has(wanted) => shape.misfit(nodes, wanted, How::Pattern),
        Test::Count(_, only) => {
            let items = shape.items(nodes);
            if items.is_empty() {
                return Err("there is nothing to count".to_owned());
            }
            shape.misfit(&items, only, How::Pattern)
        }
        Test::Is(_) | Test::Holds(_) | Test::Cards(_) | Test::Absent => None,
    };
    misfit.map_or(Ok(()), |misfit| Err(misfit.to_string()))
}

/// Sets the value at the end of a path; `null` removes it.
fn set(table: &mut Value, path: &str, is: &Value) -> Result<(), String> {
    let missing = || format!("`{path}` leads nowhere");
    let (parent, last) = path.rsplit_once('.').map_or((None, path), |(parent, last)| (Some(parent), last));
    let pointer = parent.map_or_else(String::new, |parent| format!("/{}", parent.replace('.', "/")));
    match table.pointer_mut(&pointer).ok_or_else(missing)? {
        Value::Object(fields) if is.is_null() => {
            fields.remove(last).ok_or_else(missing)?;
        }
        Value::Object(fields) => {
            fields.insert(last.to_owned(), is.clone());
        }
        Value::Array(items) => {
            let index: usize = last.parse().map_err(|_| missing())?;
            match index {
                _ if index > items.len() => return Err(missing()),
                _ if index == items.len() => items.push(is.clone()),
                _ if is.is_null() => drop(items.remove(index)),
                _ => items.splice(index..=index, [is.clone()]).for_each(drop),
            }
        }
        _ => return Err(missing()),
    }
    Ok(())
}

/// A field of an answer; null if it is not there.
fn at<'v>(answer: &'v Value, field: &str) -> &'v Value {
    answer.get(field).unwrap_or(&Value::Null)
}

/// The refusal of an illegal entry, in one line.
fn refused(answer: &Value) -> Option<String> {
    let illegal = answer.get("illegal").filter(|illegal| !illegal.is_null())?;
    let first = paths::find(illegal, "refusals.0")?;
    Some(format!(
        "{} {} refused: {} {} ({})",
        at(illegal, "stage"),
        at(illegal, "at"),
        at(first, "cites"),
        at(first, "code"),
        at(first, "message"),
    ))
}

/// Checks the events of a trace with this verb.
fn trace(answer: &Value, verb: &str, entry: Option<usize>, wanted: &[Value]) -> Result<(), String> {
    let Some(items) = at(answer, "trace").as_array() else {
        return Err("there is no trace".into());
    };
    // The first step has the events before any entry, and no action.
    let items: Vec<&Value> = match entry {
        None => items.iter().collect(),
        Some(entry) => items.iter().filter(|item| item.get("action").is_some()).skip(entry).take(1).collect(),
    };
    let events: Vec<&Value> = items
        .into_iter()
        .filter_map(|item| at(item, "events").as_array())
        .flatten()
        .filter(|event| at(event, "verb") == verb)
        .collect();
    let fits = events.len() == wanted.len()
        && events.iter().zip(wanted).all(|(event, wanted)| paths::has(event, wanted));
    if fits {
        return Ok(());
    }
    let (events, wanted) = (json!(events), json!(wanted));
    Err(format!("trace {verb}: expected {wanted}, found {events}"))
}
