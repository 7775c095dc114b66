//! Turns bytes into a verdict, into the findings of the linter, and into a position. Tests replay earlier
//! finds through the same functions.

use std::sync::LazyLock;

use rules_judge_replays::answer::{FaultCode, Language, Query, Trace, VerdictKind, View};
use rules_judge_replays::judging::Judge;
use serde_json::{Value, json};

use super::known;

static JUDGE: LazyLock<Judge> = LazyLock::new(known::judge);
static POOLS: LazyLock<Vec<(&str, String, Value)>> = LazyLock::new(known::pools);

/// Judges the bytes for every view: a refusal has a message and a rule, and no fault is `internal`.
pub fn verify(data: &[u8]) {
    for view in [View::Full, View::Seat0, View::Seat1, View::Public] {
        let query = Query { view, trace: Trace::Events, state_digest: true, ..Query::default() };
        match JUDGE.verify(data, &query) {
            Ok(verdict) => {
                let illegal = verdict.verdict == VerdictKind::Illegal;
                assert_eq!(verdict.illegal.is_some(), illegal);
                for refusal in verdict.illegal.iter().flat_map(|illegal| &illegal.refusals) {
                    assert!(!refusal.cites.is_empty() && !refusal.message.is_empty(), "{refusal:?}");
                }
                assert!(serde_json::to_vec(&verdict).is_ok());
            }
            Err(fault) => {
                assert_ne!(fault.code, FaultCode::Internal, "{fault:?}");
                // A body that one view cannot read, none can.
                return;
            }
        }
    }
}

/// The judge accepts exactly the pools without findings.
pub fn lint(data: &[u8]) {
    let found = JUDGE.lint_pool(data, Language::English);
    let game = serde_json::from_slice::<Value>(data)
        .ok()
        .and_then(|pool| Some(pool.get("game")?.as_str()?.to_owned()));
    match (found, game) {
        (Ok(found), Some(game)) => {
            let clean = found.get("findings").and_then(Value::as_array).is_some_and(Vec::is_empty);
            let text = String::from_utf8_lossy(data);
            let replay = format!(
                "{{\"actions\":[],\"format\":\"rules-judge/1\",\"game\":{},\
                 \"players\":[{{\"deck\":{{}}}},{{\"deck\":{{}}}}],\"pool\":{text},\"seed\":\"{}\"}}",
                json!(game),
                "0".repeat(64)
            );
            let refused = JUDGE.verify(replay.as_bytes(), &Query::default()).err().map(|fault| fault.code);
            assert_ne!(refused, Some(FaultCode::Internal));
            if clean {
                assert_ne!(refused, Some(FaultCode::BadPool), "a pool without findings is refused");
            }
        }
        (Err(fault), _) => assert_ne!(fault.code, FaultCode::Internal, "{fault:?}"),
        _ => {}
    }
}

/// Starts a game from the position: it is refused with its faults, or every listed answer is legal, for a few
/// entries.
pub fn position(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for (game, pool, _) in POOLS.iter() {
        let mut actions: Vec<Value> = Vec::new();
        for step in 0..4 {
            let replay = format!(
                "{{\"actions\":{},\"format\":\"rules-judge/1\",\"game\":\"{game}\",\"players\":[{{}},{{}}],\
                 \"pool\":\"{pool}\",\"seed\":\"{}\",\"start\":{{\"position\":{text}}}}}",
                json!(actions),
                "5".repeat(64)
            );
            let verdict = match JUDGE.verify(replay.as_bytes(), &Query::default()) {
                Ok(verdict) => verdict,
                Err(fault) => {
                    assert_ne!(fault.code, FaultCode::Internal, "{fault:?}");
                    break;
                }
            };
            let header = verdict.illegal.as_ref().is_some_and(|illegal| illegal.stage == "header");
            assert!(
                verdict.verdict != VerdictKind::Illegal || (header && step == 0),
                "{:?}",
                verdict.illegal
            );
            let asked = verdict.next.iter().find_map(|item| {
                let listing = &item.legal.as_ref()?.listing;
                Some((
                    Value::from(item.seat),
                    listing.get(data.len().wrapping_mul(step + 7) % listing.len().max(1))?.clone(),
                ))
            });
            let Some((seat, Value::Object(mut action))) = asked else { break };
            action.insert("seat".to_owned(), seat);
            actions.push(Value::Object(action));
        }
    }
}
