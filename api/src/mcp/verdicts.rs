//! Verdicts as sentences, and the tools that judge whole logs.

use rules_judge_replays::answer::narration::Narration;
use rules_judge_replays::answer::{
    Fault, FaultCode, Illegal, Language, Legal, ListingLimit, Query, RefusalAnswer, Trace, Verdict,
    VerdictKind,
};
use rules_judge_replays::judging::Judge;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::cli::report;
use crate::http::details;
use crate::mcp::reply::Reply;
use crate::mcp::tools::{read, view_of, wrong};
use crate::mcp::words;

/// The most legal answers that a verdict lists.
pub(super) const LISTING: ListingLimit = ListingLimit(12);
/// Up to this number of legal answers are listed as sentences.
const FEW: usize = 6;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Log {
    replay: Value,
    view: Option<String>,
    at: Option<usize>,
}

/// The bytes of a log that the arguments have as an object or as text.
pub(super) fn bytes(replay: Value) -> Result<Vec<u8>, Fault> {
    match replay {
        Value::String(text) => Ok(text.into_bytes()),
        Value::Object(_) => {
            serde_json::to_vec(&replay).map_err(|_| Fault::new(FaultCode::Internal, details::unwritten()))
        }
        _ => Err(wrong("/replay", "replay is a log as an object, or its JSON text")),
    }
}

/// Judges a log.
pub(super) fn judge_log(
    judge: &Judge,
    language: Language,
    arguments: Map<String, Value>,
) -> Result<Reply, Fault> {
    let Log { replay, view, at } = read(arguments)?;
    let view = view_of(view.as_deref())?;
    let query = Query { language, view, at, listing: LISTING, ..Query::default() };
    let verdict = judge.verify(&bytes(replay)?, &query)?;
    let mut reply = Reply::of(&verdict.game, shown(&verdict));
    reply.say(match verdict.verdict {
        VerdictKind::Legal => words::legal_log(verdict.accepted).into_text(language),
        VerdictKind::LegalWithRulings => words::legal_with_rulings(verdict.accepted).into_text(language),
        VerdictKind::Illegal => heading(&verdict, language),
        VerdictKind::NotJudged => String::new(),
    });
    reasons(&mut reply, &verdict, language);
    follows(&mut reply, &verdict, language)?;
    reply.lines.retain(|line| !line.is_empty());
    Ok(reply)
}

/// A verdict as the service answers it, without the state, which the sentences describe.
pub(super) fn shown(verdict: &Verdict) -> Value {
    let mut shown = json!(verdict);
    if let Some(fields) = shown.as_object_mut() {
        fields.remove("state");
    }
    shown
}

/// The sentence above the reasons of an illegal log.
pub(super) fn heading(verdict: &Verdict, language: Language) -> String {
    match verdict.illegal.as_ref().and_then(|illegal| illegal.at) {
        Some(at) => words::illegal_entry(at).into_text(language),
        None => words::illegal_table().into_text(language),
    }
}

/// Adds the reasons of a refusal, or the reason why there is no verdict.
pub(super) fn reasons(reply: &mut Reply, verdict: &Verdict, language: Language) {
    if let Some(Illegal { refusals, legal, .. }) = &verdict.illegal {
        for RefusalAnswer { message, code, cites, .. } in refusals {
            reply.say(words::reason(message, code, &cites.join(", ")).text(language));
        }
        reply.lines.extend(legal.as_ref().and_then(|legal| instead(legal, language)));
    }
    if let Some(not_judged) = &verdict.not_judged {
        reply.say(words::no_verdict(&not_judged.message).text(language));
    }
}

/// The sentence about what is legal in place of the refused entry.
fn instead(legal: &Legal, language: Language) -> Option<String> {
    match legal.count {
        _ if legal.complete && (1..=FEW).contains(&legal.texts.len()) => {
            Some(words::instead(&legal.texts.join("; ")).into_text(language))
        }
        Some(0) | None => None,
        Some(count) => Some(words::instead_counted(count).into_text(language)),
    }
}

/// Adds the events of the trace, and who has to act after them.
pub(super) fn follows(reply: &mut Reply, verdict: &Verdict, language: Language) -> Result<(), Fault> {
    if verdict.trace.is_some() {
        let lines = Narration::new(language).lines(verdict);
        let lines = lines.map_err(|_| Fault::new(FaultCode::Internal, details::unwritten()))?;
        if !lines.is_empty() {
            reply.say(words::happens().text(language));
            reply.lines.extend(lines.into_iter().map(|line| format!("- {line}")));
        }
    }
    if let Some(waiting) = &verdict.waiting {
        reply.say(words::waits(&waiting.labels.join(", ")).text(language));
    }
    if let Some(outcome) = &verdict.outcome {
        reply.say(words::ended(&outcome.to_string()).text(language));
    }
    if let Some(asked) = report::asked(&verdict.next, language) {
        reply.say(words::next(&asked).text(language));
    }
    Ok(())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Accounts {
    header: Value,
    logs: Value,
}

/// Compares accounts of a game.
pub(super) fn compare(
    judge: &Judge,
    language: Language,
    arguments: Map<String, Value>,
) -> Result<Reply, Fault> {
    let Accounts { header, logs } = read(arguments)?;
    let request = json!({ "header": header, "logs": logs });
    let query = Query { language, listing: LISTING, trace: Trace::None, ..Query::default() };
    let answer = judge.compare(request.to_string().as_bytes(), &query)?;
    let game = answer.verdicts.first().map(|verdict| verdict.game.clone()).unwrap_or_default();
    let verdicts: Vec<Value> = answer.verdicts.iter().map(shown).collect();
    let data = json!({ "common": answer.common, "difference": answer.difference, "verdicts": verdicts });
    let mut reply = Reply::of(&game, data);
    reply.say(words::common(answer.common).text(language));
    let Some(difference) = &answer.difference else {
        reply.say(words::no_difference().text(language));
        return Ok(reply);
    };
    for (place, (entry, verdict)) in difference.actions.iter().zip(&answer.verdicts).enumerate() {
        let number = place + 1;
        reply.say(match entry {
            Some(entry) => words::account(number, &entry.to_string()).into_text(language),
            None => words::account_ends(number).into_text(language),
        });
        if verdict.illegal.is_some() {
            reply.say(heading(verdict, language));
        } else if verdict.not_judged.is_none() && entry.is_some() {
            reply.say(words::allowed().text(language));
        }
        reasons(&mut reply, verdict, language);
    }
    Ok(reply)
}
