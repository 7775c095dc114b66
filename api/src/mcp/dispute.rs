//! The tools about one table: judge an act there, and list what is legal.

use rules_judge_replays::answer::{
    Fault, FaultCode, Language, ListingLimit, Query, RefusalAnswer, Trace, Verdict, VerdictKind,
};
use rules_judge_replays::catalog::limits::LONGEST_LISTING;
use rules_judge_replays::judging::Judge;
use rules_judge_replays::judging::completions::{CompletionsAnswer, FittingAnswer, fitting};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::cli::legal;
use crate::mcp::naming;
use crate::mcp::reply::Reply;
use crate::mcp::table::Table;
use crate::mcp::tools::{read, view_of, wrong};
use crate::mcp::verdicts::{self, LISTING};
use crate::mcp::words;

/// The most reasons that are given against completions.
const REASONS: usize = 4;
/// The completions of an act that are listed.
pub(super) const FITTING: usize = 12;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Dispute {
    table: Table,
    act: Map<String, Value>,
    view: Option<String>,
}

/// Whether an act is allowed at a table.
pub(super) fn judge_act(
    judge: &Judge,
    language: Language,
    arguments: Map<String, Value>,
) -> Result<Reply, Fault> {
    let Dispute { table, act, view } = read(arguments)?;
    let view = view_of(view.as_deref())?;
    let query = Query { language, view, listing: LISTING, trace: Trace::Events, ..Query::default() };
    let act = naming::numbered_act(judge, &table, act, &query)?;
    match judge.verify(&table.replay(&[Value::Object(act.clone())])?, &query) {
        Ok(verdict) => {
            // Optional fields may be missing, such as a payment or a place, and a completion with them be
            // legal.
            let refused = verdict.illegal.as_ref().filter(|illegal| illegal.at.is_some());
            let first = refused.and_then(|illegal| illegal.refusals.first());
            if let Some(reason) = first
                && let Some(reply) = with_more_fields(judge, &table, &act, &query, &reason.message)?
            {
                return Ok(reply);
            }
            decided(judge, &table, &act, &verdict, language)
        }
        Err(fault) if is_about_act(&fault, &act) => incomplete(judge, &table, &act, &query, fault),
        Err(fault) => Err(of_table(fault)),
    }
}

/// The answer about a refused act that has a legal completion; `None`: it has none.
fn with_more_fields(
    judge: &Judge,
    table: &Table,
    act: &Map<String, Value>,
    query: &Query,
    reason: &str,
) -> Result<Option<Reply>, Fault> {
    let before = judge.verify(&table.replay(&[])?, &all_answers(query)).map_err(of_table)?;
    let (fitting, is_complete) = fitting(act, &before);
    if fitting.is_empty() {
        return Ok(None);
    }
    let found = Found { fitting, is_complete, tried: None };
    completions(judge, table, act, reason, found, query.language).map(Some)
}

/// The query with the longest list of legal answers.
fn all_answers(query: &Query) -> Query {
    Query { listing: ListingLimit(LONGEST_LISTING), trace: Trace::None, ..*query }
}

/// The part of a pointer below the act. In another seat's view the pointer may end at the log.
fn of_act(pointer: &str) -> Option<&str> {
    pointer.strip_prefix("/actions/0").or_else(|| pointer.strip_prefix("/actions"))
}

/// Whether the fault is a missing field of the act, and not the value of a field that it has.
fn is_about_act(fault: &Fault, act: &Map<String, Value>) -> bool {
    let rest = fault.pointer.as_deref().and_then(of_act);
    let field = rest.and_then(|rest| rest.split('/').nth(1));
    fault.code == FaultCode::WrongShape
        && rest.is_some()
        && field.is_none_or(|field| !act.contains_key(field))
}

/// The fault with a pointer into the arguments of the tool.
pub(super) fn of_table(fault: Fault) -> Fault {
    let pointer = fault.pointer.clone();
    match pointer.as_deref() {
        Some(pointer) => match (pointer.strip_prefix("/start"), of_act(pointer)) {
            (Some(rest), _) => fault.at(format!("/table{rest}")),
            (None, Some(rest)) => fault.at(format!("/act{rest}")),
            (None, None) => fault.at(format!("/table{pointer}")),
        },
        None => fault,
    }
}

/// The verdict on a complete act.
fn decided(
    judge: &Judge,
    table: &Table,
    act: &Map<String, Value>,
    verdict: &Verdict,
    language: Language,
) -> Result<Reply, Fault> {
    let mut reply = Reply::of(&table.game, json!({ "verdict": verdicts::shown(verdict) }));
    match verdict.verdict {
        VerdictKind::Legal | VerdictKind::LegalWithRulings => reply.say(words::allowed().text(language)),
        VerdictKind::Illegal if verdict.illegal.as_ref().is_some_and(|illegal| illegal.at.is_some()) => {
            reply.say(words::not_allowed().text(language));
        }
        VerdictKind::Illegal => reply.say(verdicts::heading(verdict, language)),
        VerdictKind::NotJudged => {}
    }
    verdicts::reasons(&mut reply, verdict, language);
    if verdict.verdict.is_legal() {
        verdicts::follows(&mut reply, verdict, language)?;
        // The rules behind the conditions of the act are the reasons why it is allowed.
        reply.cites = conditions(judge, table, act)?;
    }
    Ok(reply)
}

/// The rules behind the conditions of this kind of act, in the order in which the engine checks them.
fn conditions(judge: &Judge, table: &Table, act: &Map<String, Value>) -> Result<Vec<String>, Fault> {
    let kind = act.get("type").and_then(Value::as_str);
    let actions = judge.game(&table.game)?.actions;
    let conditions = actions.into_iter().filter(|action| Some(action.kind) == kind);
    let cites = conditions.flat_map(|action| action.conditions).flat_map(|condition| condition.cites);
    Ok(cites.map(str::to_owned).collect())
}

/// Judges the completions of an act that lacks fields.
fn incomplete(
    judge: &Judge,
    table: &Table,
    act: &Map<String, Value>,
    query: &Query,
    fault: Fault,
) -> Result<Reply, Fault> {
    let language = query.language;
    let mut body = br#"{"replay":"#.to_vec();
    body.extend(table.replay(&[])?);
    body.extend(format!(r#","act":{}}}"#, Value::Object(act.clone())).bytes());
    let found = match judge.completions(&body, &all_answers(query)) {
        // A field or a kind that there is not: the reader of entries said so more exactly.
        Err(other) if other.pointer.as_deref().is_some_and(|place| place.starts_with("/act")) => {
            return Err(of_table(fault));
        }
        found => found.map_err(|fault| {
            let place = fault.pointer.as_deref().and_then(|place| place.strip_prefix("/replay"));
            let place = place.map(str::to_owned);
            of_table(Fault { pointer: place, ..fault })
        })?,
    };
    if let Some(before) = &found.verdict {
        // Nothing can be decided at a table that cannot be.
        return decided(judge, table, act, before, language);
    }
    if found.missing.is_empty() {
        return Err(of_table(fault));
    }
    let detail = fault.detail_in(language);
    let found = Found { fitting: found.fitting.clone(), is_complete: found.complete, tried: Some(found) };
    completions(judge, table, act, detail, found, language)
}

/// What is known of the completions of an act.
struct Found {
    fitting: Vec<FittingAnswer>,
    is_complete: bool,
    /// Of an act that lacks fields: what came of trying.
    tried: Option<CompletionsAnswer>,
}

/// The answer about the completions of an act.
fn completions(
    judge: &Judge,
    table: &Table,
    act: &Map<String, Value>,
    detail: &str,
    found: Found,
    language: Language,
) -> Result<Reply, Fault> {
    let Found { fitting, is_complete, tried } = found;
    let listed: Vec<&FittingAnswer> = fitting.iter().take(FITTING).collect();
    let reasons = tried.iter().flat_map(|tried| &tried.reasons).take(REASONS);
    let refused: Vec<&RefusalAnswer> = reasons.map(|reason| &reason.refusal).collect();
    let missing = tried.as_ref().map(|tried| tried.missing.as_slice()).unwrap_or_default();
    let data = json!({ "incomplete": {
        "complete": is_complete,
        "detail": detail,
        "fitting": listed,
        "missing": missing,
        "refusals": refused,
    } });
    let mut reply = Reply::of(&table.game, data);
    reply.say(words::incomplete(detail.trim_end_matches(['.', '。'])).text(language));
    if fitting.is_empty() {
        reply.say(match is_complete {
            true => words::no_completion().into_text(language),
            false => words::unknown_completion().into_text(language),
        });
        for refusal in refused {
            reply.say(
                words::reason(&refusal.message, &refusal.code, &refusal.cites.join(", ")).text(language),
            );
        }
        return Ok(reply);
    }
    reply.say(words::completions(fitting.len()).text(language));
    reply.lines.extend(listed.iter().map(|FittingAnswer { act, text }| match text {
        Some(text) => format!("- {text}: {act}"),
        None => format!("- {act}"),
    }));
    if fitting.len() > FITTING || !is_complete {
        reply.say(words::more_completions().text(language));
    }
    reply.cites = conditions(judge, table, act)?;
    Ok(reply)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    table: Option<Table>,
    replay: Option<Value>,
    view: Option<String>,
    listing: Option<u64>,
}

/// Lists who has to act, and every legal answer.
pub(super) fn legal_answers(
    judge: &Judge,
    language: Language,
    arguments: Map<String, Value>,
) -> Result<Reply, Fault> {
    let Asked { table, replay, view, listing } = read(arguments)?;
    let view = view_of(view.as_deref())?;
    let listing = match listing {
        None => ListingLimit::default(),
        Some(listing) if listing <= LONGEST_LISTING => ListingLimit(listing),
        Some(_) => return Err(wrong("/listing", format!("listing is a number from 0 to {LONGEST_LISTING}"))),
    };
    let bytes = match (table, replay) {
        (Some(table), None) => table.replay(&[])?,
        (None, Some(replay)) => verdicts::bytes(replay)?,
        _ => return Err(wrong("", "send either table or replay")),
    };
    let query = Query { language, view, listing, ..Query::default() };
    let answer = judge.legal_actions(&bytes, &query)?;
    let mut reply = Reply::of(&answer.game, json!(answer));
    match &answer.verdict {
        Some(verdict) => {
            reply.data = json!({ "verdict": verdicts::shown(verdict) });
            reply.say(verdicts::heading(verdict, language));
            verdicts::reasons(&mut reply, verdict, language);
        }
        None => reply.say(legal::text(&answer, language).trim_end()),
    }
    Ok(reply)
}
