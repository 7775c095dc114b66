//! A case for any engine: a plain log, the verdict, and facts at places of the answer, without references.
//!
//! A reference of a case (`A.hand.rj-010`) is resolved with the answers of this judge: to the number of a
//! card in the log, to a JSON pointer in a fact.

use serde::Serialize;
use serde_json::{Value, json};

use super::format::{Case, Fact, Seen, Test, View};
use super::load::Suite;
use super::paths::{self, Place};
use super::result::{Failure, at_place};
use super::run::CaseRun;
use crate::judging::Judge;

/// A case as any engine can run it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Exported {
    /// `case`.
    pub kind: &'static str,
    /// The id of the case, unique in its game.
    pub id: String,
    /// The game.
    pub game: String,
    /// What it is about.
    pub title: String,
    /// Why the verdict is what it is.
    pub why: String,
    /// The rules that the case shows at work; of an illegal case, the first is what the refusal names first.
    pub cites: Vec<String>,
    /// The whole log, as `POST /v1/verify` takes it.
    pub log: Value,
    /// Members that the verdict on the whole log has.
    pub expected: Value,
    /// Statements about the verdicts on the log and its beginnings.
    pub facts: Vec<ExportedFact>,
}

/// One fact about the verdict on the first entries of a log.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ExportedFact {
    /// The view that is asked for, a value of `view=`.
    pub view: View,
    /// The number of entries of the log to send.
    pub entries: usize,
    /// The statement, with its place.
    #[serde(flatten)]
    pub seen: ExportedSeen,
}

/// The statement of a fact. A pointer without a value stands for null.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ExportedSeen {
    /// Exactly this stands at a pointer into the verdict.
    Is(String, Value),
    /// At least these members stand there; lists have as many items, and each has at least these members.
    Has(String, Value),
    /// Cards with these ids lie there, each as often, in any order.
    Holds(String, Vec<String>),
    /// The cards with these numbers lie there, in any order.
    Cards(String, Vec<u64>),
    /// So many items, or members that are not null, have at least these members.
    Count(String, usize, Value),
    /// The pointer leads to no value.
    Absent(String),
    /// With `trace=events`: every event of this verb has at least these members, in order; of the whole
    /// trace, or only of the entry with this index.
    Events(String, Option<usize>, Vec<Value>),
    /// The verdict on this log, too, is the same in this view.
    SameAs(Vec<Value>),
}

/// A case for any engine.
///
/// # Errors
/// A part that cannot be read, or a statement that is false for this judge.
pub fn export(judge: &Judge, suite: &Suite, case: &Case) -> Result<Exported, Failure> {
    let run = CaseRun::new(judge, suite, case).map_err(|fault| at_place(case, fault))?;
    if let Some(fault) = run.failures().into_iter().next() {
        return Err(at_place(case, fault));
    }
    let exported = exported(&run, case);
    exported.map_err(|message| at_place(case, (super::Part::Verdict, message)))
}

fn exported(run: &CaseRun<'_>, case: &Case) -> Result<Exported, String> {
    let answer = run.answer()?;
    let facts = case.then.value.facts.iter().map(|fact| exported_fact(run, &fact.value));
    Ok(Exported {
        kind: "case",
        id: case.id.value.clone(),
        game: run.game().to_owned(),
        title: case.title.clone(),
        why: case.why.clone(),
        cites: case.cites.iter().map(|cite| cite.value.clone()).collect(),
        log: run.log(),
        expected: expected(&answer),
        facts: facts.collect::<Result<_, _>>()?,
    })
}

/// The members of another engine's verdict on the whole log: its kind, and where and why judging ends.
fn expected(answer: &Value) -> Value {
    let part = |from: &Value, names: &[&str]| {
        let field = |name: &&str| Some(((*name).to_owned(), from.get(*name)?.clone()));
        Value::Object(names.iter().filter_map(field).collect())
    };
    let mut expected = part(answer, &["verdict", "accepted"]);
    if let Some(fields) = expected.as_object_mut() {
        if let Some(illegal) = answer.get("illegal").filter(|illegal| !illegal.is_null()) {
            let first = paths::find(illegal, "refusals.0").unwrap_or(&Value::Null);
            let refused = json!({ "refusals": [part(first, &["code", "cites"])] });
            let places = part(illegal, &["stage", "at"]);
            let members = [places, refused].into_iter().filter_map(|part| part.as_object().cloned());
            fields.insert("illegal".to_owned(), Value::Object(members.flatten().collect()));
        }
        if let Some(why) = answer.get("not_judged").filter(|why| !why.is_null()) {
            fields.insert("not_judged".to_owned(), part(why, &["at", "code"]));
        }
    }
    expected
}

fn exported_fact(run: &CaseRun<'_>, fact: &Fact) -> Result<ExportedFact, String> {
    let entries = run.entries_of(fact)?;
    let seen = match &fact.seen {
        Seen::Part { root, path, test } => {
            let answer = run.answer_of(fact)?;
            let whole = answer.get(root.field()).unwrap_or(&Value::Null);
            let below = |pointer: String| format!("/{}{pointer}", root.field());
            match paths::place(whole, path) {
                Place::At(pointer) => exported_test(run, entries, below(pointer), test)?,
                Place::NoSuchItem { list, count, with } => ExportedSeen::Count(below(list), count, with),
            }
        }
        Seen::Trace { verb, entry, events } => ExportedSeen::Events(verb.clone(), *entry, events.clone()),
        Seen::Alike(alike) => ExportedSeen::SameAs(run.other_entries(alike, fact)?),
    };
    Ok(ExportedFact { view: fact.view, entries: entries.len(), seen })
}

fn exported_test(
    run: &CaseRun<'_>,
    entries: &[Value],
    pointer: String,
    test: &Test,
) -> Result<ExportedSeen, String> {
    Ok(match test {
        Test::Is(wanted) => ExportedSeen::Is(pointer, wanted.clone()),
        Test::Has(wanted) => ExportedSeen::Has(pointer, wanted.clone()),
        Test::Holds(ids) => {
            let mut ids = ids.clone();
            ids.sort_unstable();
            ExportedSeen::Holds(pointer, ids)
        }
        Test::Cards(references) => ExportedSeen::Cards(pointer, run.numbers(entries, references)?),
        Test::Count(count, only) => ExportedSeen::Count(pointer, *count, only.clone()),
        Test::Absent => ExportedSeen::Absent(pointer),
    })
}

/// The pool of a suite as a line of its own, in front of its cases; none: the cases use a bundled pool.
pub fn pool(suite: &Suite) -> Option<Value> {
    let pool = suite.pool.as_ref().filter(|pool| pool.is_object())?;
    Some(json!({ "digest": suite.digest?, "game": suite.game, "kind": "pool", "pool": pool }))
}
