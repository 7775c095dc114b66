//! Prints a case step by step.

use rules_judge_replays::answer::Language;
use rules_judge_replays::answer::detail::Detail;
use rules_judge_replays::tools::case::explain::{ExplainedStep, Explanation, Question};
use rules_judge_replays::tools::case::flow::flow;
use rules_judge_replays::tools::case::format::{Case, Expected};
use serde_json::Value;

use crate::cli::phrases;

/// The text of a case, step by step. Entries, events and answers are in the wire's words, as they are in case
/// files.
pub(super) fn text(case: &Case, file: &str, explanation: &Explanation, language: Language) -> String {
    let in_language = |text: Detail| text.into_text(language);
    let line = case.id.referenced.line();
    let mut lines = vec![
        format!("{}: {}", case.id.value, case.title),
        format!("  {}", case.why),
        format!("  {file}:{line}"),
    ];
    for (count, step) in explanation.steps.iter().enumerate() {
        lines.push(String::new());
        push_step(step, count, language, &mut lines);
    }
    lines.push(String::new());
    let expected = match case.then.value.verdict {
        Expected::Legal => in_language(phrases::expected_legal()),
        Expected::LegalWithRulings => in_language(phrases::expected_with_rulings()),
        Expected::IllegalHeader => in_language(phrases::expected_illegal_header()),
        Expected::IllegalEntry(at) => in_language(phrases::expected_illegal(at)),
        Expected::NotJudged(at) => in_language(phrases::expected_not_judged(at)),
    };
    let cites: Vec<&str> = case.cites.iter().map(|cite| cite.value.as_str()).collect();
    lines.push(in_language(phrases::case_says(&expected, &cites.join(", "))));
    let facts = case.then.value.facts.len();
    lines.push(match explanation.failures.len() {
        0 => in_language(phrases::case_holds(facts)),
        _ => in_language(phrases::case_fails()),
    });
    let failures = explanation.failures.iter();
    lines.extend(failures.map(|failure| format!("  {file}:{}: {failure}", failure.place.0)));
    lines.join("\n") + "\n"
}

fn push_step(step: &ExplainedStep, count: usize, language: Language, lines: &mut Vec<String>) {
    let in_language = |text: Detail| text.into_text(language);
    match (&step.entry, count.checked_sub(1)) {
        (Some(entry), Some(place)) => lines.push(in_language(phrases::entry_at(place, &in_order(entry)))),
        _ => lines.push(in_language(phrases::before_entries())),
    }
    for reason in &step.illegal {
        let cites = reason.cites.join(", ");
        lines.push(format!("  {}", in_language(phrases::refused(&reason.message, &reason.code, &cites))));
    }
    lines.extend(
        step.not_judged.iter().map(|why| format!("  {}", in_language(phrases::step_not_judged(why)))),
    );
    if step.events.is_empty() && step.illegal.is_empty() {
        lines.push(format!("  {}", in_language(phrases::nothing_happens())));
    }
    lines.extend(step.events.iter().map(|value| format!("  {}", event(value, language))));
    let over = |outcome: &Value| format!("  {}", in_language(phrases::game_over(&flow(outcome))));
    lines.extend(step.outcome.iter().map(over));
    lines.extend(step.waiting.iter().map(|waiting| format!("  {}", in_language(waits(waiting)))));
    step.asked.iter().for_each(|question| asked(question, language, lines));
}

/// The entry or set-up that is not complete, and the labels of the outcomes that it waits for.
fn waits(waiting: &Value) -> Detail {
    let labels = waiting.get("for").and_then(Value::as_array).into_iter().flatten();
    let labels: Vec<&str> = labels.filter_map(Value::as_str).collect();
    match waiting.get("at").and_then(Value::as_u64) {
        Some(at) => phrases::entry_waits(at, &labels.join(", ")),
        None => phrases::setup_waits(&labels.join(", ")),
    }
}

fn asked(question: &Question, language: Language, lines: &mut Vec<String>) {
    let in_language = |text: Detail| text.into_text(language);
    let who = match question.seat {
        Some(seat) => in_language(phrases::seat_is_asked(seat, &question.kind)),
        None => in_language(phrases::is_due(&question.kind)),
    };
    let sealed = if question.sealed { in_language(phrases::sealed()) } else { String::new() };
    let listed = question.legal.len();
    let count = match question.count {
        Some(1) => in_language(phrases::one_is_legal()),
        Some(count) => in_language(phrases::are_legal(count)),
        None => in_language(phrases::more_are_legal()),
    };
    let some = match question.count {
        Some(count) if count == listed as u64 => String::new(),
        _ if listed == 0 => String::new(),
        _ => in_language(phrases::some_of_them(listed)),
    };
    lines.push(format!("  {}", in_language(phrases::asked_line(&who, &sealed, &count, &some))));
    lines.extend(question.legal.iter().map(|entry| format!("    - {}", in_order(entry))));
    if !question.shapes.is_empty() {
        lines.push(format!("    {}", in_language(phrases::by_shapes())));
        lines.extend(question.shapes.iter().map(|shape| format!("    {}", flow(shape))));
    }
}

/// An entry on one line, with `seat` and `type` first.
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
fn event(value: &Value, language: Language) -> String {
    let Some(fields) = value.as_object() else { return flow(value) };
    let word = |name: &str| fields.get(name).and_then(Value::as_str);
    let mut line = word("verb").unwrap_or_default().to_owned();
    let mut rest = Vec::new();
    for (name, value) in fields {
        match (name.as_str(), value) {
            // The sentence is left out, since a case is written in the words of the wire.
            ("verb" | "cite" | "text", _) => {}
            ("point", point) if point == "done" => {}
            ("seat", seat) => line.push_str(&format!(" {}", side(seat))),
            ("card", card) => line.push_str(&format!(" {}", thing(card, language))),
            (_, value) => rest.push(format!("{name} {}", thing(value, language))),
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

/// A card as its id and number, a place as case files write it, and any other value as it is.
fn thing(value: &Value, language: Language) -> String {
    let field = |name: &str| value.get(name).filter(|field| !field.is_null());
    let text = |name: &str| field(name).and_then(Value::as_str);
    if value.get("zone").is_none() && ["card", "id", "place"].iter().any(|name| value.get(name).is_some()) {
        let number = field("id").map_or_else(String::new, |number| format!(" #{number}"));
        let card = text("card").map(str::to_owned);
        return card.unwrap_or_else(|| phrases::unknown_card().into_text(language)) + &number;
    }
    match (text("zone"), value.get("seat")) {
        (Some(zone), Some(seat)) => format!("{}.{}", side(seat), text("cell").unwrap_or(zone)),
        _ => flow(value),
    }
}
