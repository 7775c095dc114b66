//! Explains a case step by step: what happened, who is asked then, and which answers are legal.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use super::format::{Case, Expected};
use super::load::Suite;
use super::paths;
use super::result::{Failure, at_place};
use super::run::CaseRun;
use super::shape::LEFT_OUT;
use crate::answer::Language;
use crate::codec::ruling::KIND;
use crate::judging::Judge;

/// A case step by step.
#[derive(Debug, Clone)]
pub struct Explanation {
    /// The step before the first entry, then one for each entry that is judged.
    pub steps: Vec<ExplainedStep>,
    /// The differences from what the case expects.
    pub failures: Vec<Failure>,
}

/// One step of a case. Cards are named by references, as in a case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ExplainedStep {
    /// The questions then, with their legal answers.
    pub asked: Vec<Question>,
    /// The entry as the case has it; `None` before the first one.
    pub entry: Option<Value>,
    /// The events, in order.
    pub events: Vec<Value>,
    /// Why the entry, or the header, is illegal.
    pub illegal: Vec<Reason>,
    /// Why nothing more was judged.
    pub not_judged: Option<String>,
    /// How the game has ended.
    pub outcome: Option<Value>,
    /// The entry that waits, and the labels of its outcomes, as in the verdict.
    pub waiting: Option<Value>,
}

/// The question of a seat, or an outcome that the log has to declare.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Question {
    /// The number of legal answers; `None`: more than are counted.
    pub count: Option<u64>,
    /// The kind of question.
    pub kind: String,
    /// Legal answers as entries of a case.
    pub legal: Vec<Value>,
    /// The seat; `None` for an outcome.
    pub seat: Option<&'static str>,
    /// The shapes of all legal answers, where not all of them are listed.
    pub shapes: Vec<Value>,
    /// Whether others see the answer only together with their own.
    pub sealed: bool,
}

/// Why something is illegal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// The rules, the first is the one that a judge names.
    pub cites: Vec<String>,
    /// The code.
    pub code: String,
    /// The sentence.
    pub message: String,
}

/// A case step by step, with the messages of refusals in a language.
///
/// # Errors
/// The first part that cannot be read, with its place.
pub fn explain(
    judge: &Judge,
    suite: &Suite,
    case: &Case,
    language: Language,
) -> Result<Explanation, Failure> {
    let run = CaseRun::new(judge, suite, case).map_err(|fault| at_place(case, fault))?;
    let looked_at = match case.then.value.verdict {
        Expected::IllegalHeader => 0,
        _ => case.when.len(),
    };
    let mut steps: Vec<ExplainedStep> = Vec::new();
    for count in 0..=looked_at {
        let answer = run.first(count, language).map_err(|fault| at_place(case, fault))?;
        let step = step(&run, &answer, case, count);
        // A ruling continues the game after an illegal entry.
        let next = case.when.get(count).and_then(|entry| entry.value.get("type"));
        let is_over = !step.illegal.is_empty() && next.is_none_or(|kind| kind != KIND);
        let ends = is_over || step.not_judged.is_some();
        steps.push(step);
        if ends {
            break;
        }
    }
    let failures = run.all_failures().into_iter().map(|fault| at_place(case, fault)).collect();
    Ok(Explanation { steps, failures })
}

fn step(run: &CaseRun<'_>, answer: &Value, case: &Case, count: usize) -> ExplainedStep {
    let field = |name: &str| answer.get(name).filter(|value| !value.is_null());
    let names = names(answer.get("state").unwrap_or(&Value::Null));
    let list = |value: Option<&Value>| value.and_then(Value::as_array).cloned().unwrap_or_default();
    let illegal = field("illegal");
    // An illegal entry has no events; the trace has those of the entries before.
    let events = list(answer.get("trace")).get(count).and_then(|step| step.get("events").cloned());
    let question = |asked: &Value| {
        let seat = asked.get("seat").and_then(Value::as_u64);
        let entry = |entry: Value| {
            let mut named = run.named(&entry, &names);
            if let Some(fields) = named.as_object_mut() {
                fields.insert("seat".to_owned(), seat.map_or(Value::Null, |seat| side(seat).into()));
            }
            named
        };
        let (count, listing) = (asked.get("count").and_then(Value::as_u64), list(asked.get("listing")));
        let complete = count == Some(listing.len() as u64);
        Question {
            count,
            kind: asked.get("kind").and_then(Value::as_str).unwrap_or_default().to_owned(),
            legal: listing.into_iter().map(entry).collect(),
            shapes: if complete { Vec::new() } else { list(asked.get("shapes")) },
            seat: seat.map(side),
            sealed: asked.get("sealed").is_some_and(|sealed| sealed == true),
        }
    };
    ExplainedStep {
        asked: list(answer.get("next")).iter().map(question).collect(),
        entry: count.checked_sub(1).and_then(|place| case.when.get(place)).map(|entry| entry.value.clone()),
        events: events.map(|events| list(Some(&events))).unwrap_or_default(),
        illegal: list(illegal.and_then(|illegal| illegal.get("refusals"))).iter().map(reason).collect(),
        not_judged: field("not_judged").and_then(|why| Some(why.get("message")?.as_str()?.to_owned())),
        outcome: field("outcome").cloned(),
        waiting: field("waiting").cloned(),
    }
}

const fn side(seat: u64) -> &'static str {
    if seat == 0 { "A" } else { "B" }
}

fn reason(refusal: &Value) -> Reason {
    let text = |name: &str| refusal.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let cites = refusal.get("cites").and_then(Value::as_array).into_iter().flatten();
    Reason {
        cites: cites.filter_map(Value::as_str).map(str::to_owned).collect(),
        code: text("code"),
        message: text("message"),
    }
}

/// The references by which a case names the cards of a state.
pub(super) fn names(state: &Value) -> BTreeMap<u64, String> {
    let mut names = BTreeMap::new();
    for (seat, half) in state.get("players").and_then(Value::as_array).into_iter().flatten().enumerate() {
        collect(half, side(seat as u64), &mut names);
    }
    // A card that lies nowhere else is named by its place in a list that both players share.
    for (name, _) in state.as_object().into_iter().flatten().filter(|(_, list)| list.is_array()) {
        for seat in [0, 1] {
            let items: Value = paths::shared(state, name, seat).cloned().collect();
            collect(&items, &format!("{}.{name}", side(seat as u64)), &mut names);
        }
    }
    names.retain(|number, name| paths::card(state, name) == Ok(*number));
    names
}

fn collect(value: &Value, path: &str, names: &mut BTreeMap<u64, String>) {
    if let (Some(number), true) = (value.get("id").and_then(Value::as_u64), value.get("card").is_some()) {
        names.entry(number).or_insert_with(|| path.to_owned());
    }
    match value {
        Value::Object(fields) => {
            for (name, inner) in fields {
                match LEFT_OUT.contains(&name.as_str()) {
                    true => collect(inner, path, names),
                    false => collect(inner, &format!("{path}.{name}"), names),
                }
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                let id = item.get("card").filter(|card| card.is_string());
                // By its id, if the first card of that id is this one.
                let first = id.and_then(|id| items.iter().position(|item| item.get("card") == Some(id)));
                match (id.and_then(Value::as_str), first == Some(index)) {
                    (Some(id), true) => collect(item, &format!("{path}.{id}"), names),
                    _ => collect(item, &format!("{path}.{index}"), names),
                }
            }
        }
        _ => {}
    }
}
