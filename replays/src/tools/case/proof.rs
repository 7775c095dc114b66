//! Proofs that rules are enforced. The runner finds them; a case cannot claim one.
//!
//! A case that names a rule is judged twice: with the rule, and with the rule out of force. The differences
//! are what the rule does.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use rules_judge_engine::games;
use rules_judge_engine::verdict::RuleKind;
use serde_json::Value;

use super::format::{Case, Expected, LegalWith, Root, Seen, View};
use super::load::Suite;
use super::paths;
use super::result::{Part, located};
use super::run::CaseRun;
use crate::answer::Language;
use crate::judging::Judge;

/// The kind of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Proof {
    /// It is the first citation of a refusal, and with one thing changed the entry is legal.
    Refuses,
    /// An event does not happen without the rule.
    Happens,
    /// A number, a state or a question is another one without the rule.
    Computes,
    /// An accepted entry is refused without the rule.
    Permits,
    /// A view hides something that it shows without the rule.
    Hides,
}

impl Proof {
    /// Every kind.
    pub const ALL: [Proof; 5] =
        [Proof::Refuses, Proof::Happens, Proof::Computes, Proof::Permits, Proof::Hides];
}

impl fmt::Display for Proof {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Proof::Refuses => "refuses",
            Proof::Happens => "happens",
            Proof::Computes => "computes",
            Proof::Permits => "permits",
            Proof::Hides => "hides",
        })
    }
}

/// The proofs of one rule: each kind with the first case that shows it.
pub type Shown = BTreeMap<Proof, String>;

/// The enforced rules of a game, in the order of the index, each with the reason if it may go
/// without proof.
pub fn enforced(game: &str) -> Vec<(&'static str, Option<&'static str>)> {
    let rules = games::info(game).map_or(&[][..], |info| info.rules.rules);
    let enforced = rules.iter().filter(|rule| rule.kind == RuleKind::Enforced);
    enforced.map(|rule| (rule.id, rule.unproven)).collect()
}

/// The rules that a case names although the rulebook lacks them, or the case does not show them at work.
pub(super) fn unseen(judge: &Judge, run: &CaseRun<'_>, case: &Case) -> Vec<(Part, String)> {
    let game = run.game();
    let is_there = |rule: &str| judge.rule_text(game, rule, Language::English).is_some();
    let unknown = case.rules().enumerate().filter(|(_, rule)| !is_there(&rule.value));
    let unknown: Vec<(Part, String)> = unknown
        .map(|(place, rule)| (Part::Rule(place), format!("{game} has no rule {}", rule.value)))
        .collect();
    if !unknown.is_empty() || !case.is_legal() {
        return unknown;
    }
    let Ok(answer) = run.answer() else { return unknown };
    let mut named = named(&answer);
    if matches!(case.then.value.verdict, Expected::LegalWithRulings) {
        // The ruling about what rulings of a judge can do.
        named.extend(games::info(game).map(|info| info.rules.id(info.judge)));
    }
    let is_seen = |rule: &str| named.contains(rule) || run.before(&judge.without(rule)).differs_from(&answer);
    let (seen, unseen): (Vec<_>, Vec<_>) =
        case.cites.iter().enumerate().partition(|(_, cite)| is_seen(&cite.value));
    let mut at_work = named.clone();
    at_work.extend(seen.into_iter().map(|(_, cite)| cite.value.as_str()));
    let at_work: Vec<&str> = at_work.into_iter().collect();
    let located = |rule: &str| {
        format!(
            "no event names {rule}, and without it all goes the same way; seen at work: {}; what only \
            explains the case \
             stands under `also`",
            if at_work.is_empty() { "none".to_owned() } else { at_work.join(", ") },
        )
    };
    unseen.into_iter().map(|(place, cite)| (Part::Rule(place), located(&cite.value))).collect()
}

/// The rules that an answer names: those of events, of the outcome, and of what rulings pass over.
fn named(answer: &Value) -> BTreeSet<&str> {
    fn cites<'v>(from: &'v Value, path: &str) -> impl Iterator<Item = &'v str> {
        paths::find(from, path).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
    }

    fn list<'v>(from: &'v Value, name: &str) -> impl Iterator<Item = &'v Value> {
        from.get(name).and_then(Value::as_array).into_iter().flatten()
    }

    let events = list(answer, "trace").flat_map(|step| list(step, "events"));
    let of_events = events.filter_map(|event| event.get("cite").and_then(Value::as_str));
    let rulings = list(answer, "rulings");
    let refusals = rulings.flat_map(|ruling| {
        let overruled = list(ruling, "overruled").flat_map(|entry| list(entry, "refusals"));
        list(ruling, "waived").chain(overruled)
    });
    let of_rulings = refusals.flat_map(|refusal| cites(refusal, "cites"));
    of_events.chain(cites(answer, "outcome.cites")).chain(of_rulings).collect()
}

/// The proofs of all cases that name an enforced rule of a game, in the order of the index.
///
/// # Errors
/// A case that fails with all rules in force.
pub fn of_game(game: &str, suites: &[Suite]) -> Result<Vec<(String, Shown)>, String> {
    let judge = Judge::new();
    let mut seen = Vec::new();
    for (rule, _) in enforced(game) {
        let without = judge.without(rule);
        let mut shown = Shown::new();
        for suite in suites {
            let cases = suite.chapters.iter().flat_map(|chapter| &chapter.cases);
            let of_game = cases.filter(|case| case.game.as_deref().unwrap_or(&suite.game) == game);
            for case in of_game.filter(|case| case.cites.iter().any(|cite| cite.value == rule)) {
                for proof in of_case(&judge, &without, suite, case, rule)? {
                    shown.entry(proof).or_insert_with(|| case.id.value.clone());
                }
            }
        }
        seen.push((rule.to_owned(), shown));
    }
    Ok(seen)
}

/// The proofs of a rule in one case.
fn of_case(
    judge: &Judge,
    without: &Judge,
    suite: &Suite,
    case: &Case,
    rule: &str,
) -> Result<BTreeSet<Proof>, String> {
    let id = &case.id.value;
    let run = CaseRun::new(judge, suite, case).map_err(|fault| format!("{id}: {}", located(fault)))?;
    if let Some(failure) = run.failures().into_iter().next() {
        return Err(format!("{id}: {}", located(failure)));
    }
    let mut proofs = BTreeSet::new();
    // A case that is not judged proves nothing.
    if matches!(case.then.value.verdict, Expected::NotJudged(_)) {
        return Ok(proofs);
    }
    let first = case.cites.first().is_some_and(|cite| cite.value == rule);
    let refused = matches!(case.then.value.verdict, Expected::IllegalHeader | Expected::IllegalEntry(_));
    if refused && first && has_look_alike(&run, case)? {
        proofs.insert(Proof::Refuses);
    }
    let answer = run.answer()?;
    let other = run.before(without);
    let accepted = |answer: &Value| answer.get("accepted").and_then(Value::as_u64);
    if let Ok(changed) = other.answer() {
        if accepted(&changed) < accepted(&answer) {
            proofs.insert(Proof::Permits);
            return Ok(proofs);
        }
        let freed = refused && changed.get("verdict").is_some_and(|verdict| verdict == "legal");
        if freed || accepted(&changed) > accepted(&answer) {
            // The entry is legal without the rule. If the refusal cites another rule first, this rule
            // computes what that one tests; if it cites this rule first, the look-alike is the proof.
            if !first {
                proofs.insert(Proof::Computes);
            }
            return Ok(proofs);
        }
    }
    if case.then.value.verdict == Expected::IllegalHeader {
        return Ok(proofs);
    }
    of_facts(case, rule, &answer, &other, &mut proofs);
    Ok(proofs)
}

/// The proofs in facts that fail without the rule.
fn of_facts(case: &Case, rule: &str, answer: &Value, without: &CaseRun<'_>, proofs: &mut BTreeSet<Proof>) {
    for (part, _) in without.failures() {
        let Part::Fact(number) = part else { continue };
        let Some(fact) = number.checked_sub(1).and_then(|fact| case.then.value.facts.get(fact)) else {
            continue;
        };
        let fact = &fact.value;
        if matches!(fact.seen, Seen::Part { root: Root::Illegal, .. }) {
            continue;
        }
        let hidden = fact.view != View::Full || matches!(fact.seen, Seen::Alike(_));
        proofs.insert(match hidden {
            true => Proof::Hides,
            false if named(answer).contains(rule) => Proof::Happens,
            false => Proof::Computes,
        });
    }
}

/// Whether the refused entry becomes legal with one thing changed: as the case says, or else in another form
/// that the judge lists.
fn has_look_alike(run: &CaseRun<'_>, case: &Case) -> Result<bool, String> {
    let id = &case.id.value;
    let is_legal = |answer: &Value| answer.get("verdict").is_some_and(|verdict| verdict == "legal");
    let Expected::IllegalEntry(at) = case.then.value.verdict else {
        return declared(run, case, 0);
    };
    if case.legal_with.is_some() {
        return declared(run, case, at);
    }
    let answer = run.answer()?;
    let entry = paths::find(&answer, "illegal.action").cloned().unwrap_or_default();
    let listing = paths::find(&answer, "illegal.legal.listing").and_then(Value::as_array);
    let alike = listing.into_iter().flatten().find(|member| member.get("type") == entry.get("type"));
    let asked = paths::find(&answer, "next.0.seat");
    let (Some(member), Some(seat)) = (alike, asked) else { return Ok(false) };
    let mut member = member.clone();
    if let Some(fields) = member.as_object_mut() {
        fields.insert("seat".into(), seat.clone());
    }
    match is_legal(&run.answer_with(at, &member)?) {
        true => Ok(true),
        false => Err(format!("{id}: what is listed is refused: {member}")),
    }
}

/// The look-alike that the case names.
fn declared(run: &CaseRun<'_>, case: &Case, at: usize) -> Result<bool, String> {
    let id = &case.id.value;
    let Some(with) = &case.legal_with else { return Ok(false) };
    let answer = match with {
        LegalWith::Entry(entry) => run.answer_with(at, &Value::Object(entry.clone()))?,
        LegalWith::Given(path, is) => run.given(path, is)?.answer()?,
    };
    if answer.get("verdict").is_some_and(|verdict| verdict == "legal") {
        return Ok(true);
    }
    let why = paths::find(&answer, "illegal.refusals").cloned().unwrap_or_default();
    Err(format!("{id}: its look-alike is not legal: {why}"))
}
