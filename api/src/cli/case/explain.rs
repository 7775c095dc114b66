//! A case step by step, for a terminal.

use rules_judge_replays::tools::case::explain::{ExplainedStep, Explanation, Question};
use rules_judge_replays::tools::case::flow::flow;
use rules_judge_replays::tools::case::format::{Case, Expected};
use serde_json::Value;

/// The text of a case step by step.
pub(super) fn text(case: &Case, file: &str, explanation: &Explanation) -> String {
    let line = case.id.referenced.line();
    let mut lines = vec![
        format!("{}: {}", case.id.value, case.title),
        format!("  {}", case.why),
        format!("  {file}:{line}"),
    ];
    for (count, step) in explanation.steps.iter().enumerate() {
        lines.push(String::new());
        tell(step, count, &mut lines);
    }
    lines.push(String::new());
    let expected = match case.then.value.verdict {
        Expected::Legal => "legal".to_owned(),
        Expected::LegalWithRulings => "legal with rulings".to_owned(),
        Expected::IllegalHeader => "the header is illegal".to_owned(),
        Expected::IllegalEntry(at) => format!("entry {at} is illegal"),
        Expected::NotJudged(at) => format!("entry {at} is not judged"),
    };
    let cites: Vec<&str> = case.cites.iter().map(|cite| cite.value.as_str()).collect();
    lines.push(format!("the case says: {expected}, {}", cites.join(", ")));
    let facts = case.then.value.facts.len();
    lines.push(match explanation.failures.len() {
        0 => format!("so it is, and all facts ({facts}) hold"),
        _ => "it is not so:".to_owned(),
    });
    let failures = explanation.failures.iter();
    lines.extend(failures.map(|failure| format!("  {file}:{}: {failure}", failure.place.0)));
    lines.join("\n") + "\n"
}

fn tell(step: &ExplainedStep, count: usize, lines: &mut Vec<String>) {
    match (&step.entry, count.checked_sub(1)) {
        (Some(entry), Some(place)) => lines.push(format!("entry {place}: {}", in_order(entry))),
        _ => lines.push("before the first entry".to_owned()),
    }
    for reason in &step.illegal {
        lines.push(format!("  illegal: {} ({}) [{}]", reason.message, reason.code, reason.cites.join(", ")));
    }
    lines.extend(step.not_judged.iter().map(|why| format!("  not judged: {why}")));
    if step.events.is_empty() && step.illegal.is_empty() {
        lines.push("  nothing happens".to_owned());
    }
    lines.extend(step.events.iter().map(|told| format!("  {}", event(told))));
    lines.extend(step.outcome.iter().map(|outcome| format!("  the game is over: {}", flow(outcome))));
    lines.extend(step.waiting.iter().map(waits));
    step.asked.iter().for_each(|question| asked(question, lines));
}

/// The entry that is not complete, and the outcomes that it waits for.
fn waits(waiting: &Value) -> String {
    let labels = waiting.get("for").and_then(Value::as_array).into_iter().flatten();
    let labels: Vec<&str> = labels.filter_map(Value::as_str).collect();
    match waiting.get("at").and_then(Value::as_u64) {
        Some(at) => format!("  entry {at} is not complete, it waits for {}", labels.join(", ")),
        None => format!("  the set-up waits for {}", labels.join(", ")),
    }
}

fn asked(question: &Question, lines: &mut Vec<String>) {
    let who = match question.seat {
        Some(seat) => format!("{seat} is asked: {}", question.kind),
        None => format!("due: {}", question.kind),
    };
    let sealed = if question.sealed { ", sealed" } else { "" };
    let listed = question.legal.len();
    let count = match question.count {
        Some(1) => "1 answer is legal".to_owned(),
        Some(count) => format!("{count} answers are legal"),
        None => "more answers are legal than are counted".to_owned(),
    };
    let some = match question.count {
        Some(count) if count == listed as u64 => String::new(),
        _ if listed == 0 => String::new(),
        _ => format!(", {listed} of them:"),
    };
    lines.push(format!("  {who}{sealed}; {count}{some}"));
    lines.extend(question.legal.iter().map(|entry| format!("    - {}", in_order(entry))));
    if !question.shapes.is_empty() {
        lines.push("    all of them, by their shapes:".to_owned());
        lines.extend(question.shapes.iter().map(|shape| format!("    {}", flow(shape))));
    }
}

/// An entry with who does what in front.
fn in_order(entry: &Value) -> String {
    let Some(fields) = entry.as_object() else { return flow(entry) };
    let first = ["seat", "type"];
    let front = first.iter().filter_map(|name| Some((*name, fields.get(*name)?)));
    let rest = fields.iter().map(|(name, value)| (name.as_str(), value));
    let all = front.chain(rest.filter(|(name, _)| !first.contains(name)));
    let parts: Vec<String> = all.map(|(name, value)| format!("{name}: {}", flow(value))).collect();
    format!("{{{}}}", parts.join(", "))
}

/// An event on one line: its verb, the seat and card, its other fields, and the rule.
fn event(told: &Value) -> String {
    let Some(fields) = told.as_object() else { return flow(told) };
    let word = |name: &str| fields.get(name).and_then(Value::as_str);
    let mut line = word("verb").unwrap_or_default().to_owned();
    let mut rest = Vec::new();
    for (name, value) in fields {
        match (name.as_str(), value) {
            // A case is written in the words of the wire, not in sentences.
            ("verb" | "cite" | "text", _) => {}
            ("point", point) if point == "done" => {}
            ("seat", seat) => line.push_str(&format!(" {}", side(seat))),
            ("card", card) => line.push_str(&format!(" {}", thing(card))),
            (_, value) => rest.push(format!("{name} {}", thing(value))),
        }
    }
    for part in rest {
        line.push_str(&format!(", {part}"));
    }
    word("cite").map_or(line.clone(), |cite| format!("{line} [{cite}]"))
}

fn side(seat: &Value) -> String {
    match seat.as_u64() {
        Some(0) => "A".to_owned(),
        Some(1) => "B".to_owned(),
        _ => flow(seat),
    }
}

/// A card by what it is and its number, a place as a reference begins; anything else as it stands.
fn thing(value: &Value) -> String {
    let field = |name: &str| value.get(name).filter(|field| !field.is_null());
    let text = |name: &str| field(name).and_then(Value::as_str);
    if value.get("zone").is_none() && ["card", "id", "place"].iter().any(|name| value.get(name).is_some()) {
        let number = field("id").map_or_else(String::new, |number| format!(" #{number}"));
        return format!("{}{number}", text("card").unwrap_or("an unknown card"));
    }
    match (text("zone"), value.get("seat")) {
        (Some(zone), Some(seat)) => format!("{}.{}", side(seat), text("cell").unwrap_or(zone)),
        _ => flow(value),
    }
}
