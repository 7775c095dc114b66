//! Traces come in pages of limited length.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use rules_judge_engine::games;
use rules_judge_replays::answer::{Query, Trace, Verdict, View};
use rules_judge_replays::judging::Judge;
use rules_judge_replays::judging::trace::{STEP_BYTES, TRACE_BYTES, TRACE_STEPS};
use rules_judge_tests::sample;
use serde_json::{Value, json};

const VIEWS: [View; 4] = [View::Full, View::Seat0, View::Seat1, View::Public];

fn verdict_of(judge: &Judge, replay: &[u8], query: Query) -> Verdict {
    judge.verify(replay, &query).unwrap()
}

fn steps(verdict: &Verdict) -> Vec<Value> {
    json!(verdict.trace).as_array().cloned().unwrap()
}

/// Pages of any size together are the whole trace; the rest of the answer is the same on each.
#[test]
fn pages_together_are_the_whole_trace() {
    let judge = Judge::new();
    for game in games::IDS {
        // Each page of one entry is judged from the start.
        let mut short = sample::load(game).unwrap();
        short.retain(|replay| replay.len() > 4_000);
        short.sort_by_key(Vec::len);
        for replay in short.into_iter().take(2) {
            for view in VIEWS {
                for trace in [Trace::Events, Trace::States] {
                    let query = Query { view, trace, ..Query::default() };
                    let all = verdict_of(&judge, &replay, query);
                    let whole = steps(&all);
                    assert_eq!((whole.len(), all.trace_next), (all.accepted + 1, None), "{game}");
                    for size in [1, 7, 1_000] {
                        let mut pages = Vec::new();
                        for from in (0..=all.accepted).step_by(size) {
                            let page = Query { from: Some(from), to: Some(from + size), ..query };
                            let page = verdict_of(&judge, &replay, page);
                            assert_eq!(page.trace_next, None, "what was not asked for is not left out");
                            pages.extend(steps(&page));
                            assert_eq!(
                                Verdict { trace: None, ..page },
                                Verdict { trace: None, ..all.clone() }
                            );
                        }
                        assert_eq!(pages, whole, "{game} {view:?} {size}");
                    }
                    let rest = Query { from: Some(all.accepted / 2), ..query };
                    assert_eq!(steps(&verdict_of(&judge, &replay, rest)), whole[all.accepted / 2 + 1..]);
                    let none = Query { from: Some(all.accepted), ..query };
                    assert_eq!(steps(&verdict_of(&judge, &replay, none)), [] as [Value; 0]);
                    let opening = Query { from: Some(0), to: Some(0), ..query };
                    assert_eq!(steps(&verdict_of(&judge, &replay, opening)), whole[..1]);
                }
            }
        }
    }
}

/// Pages with declared chance: the step of a waiting entry has the events so far, and each outcome the rest.
#[test]
fn pages_of_a_log_with_more_steps_than_a_trace_has() {
    let judge = Judge::new();
    // In games that have the entry, looking at one's own hand may be logged at any time and changes nothing.
    let with_peek = |game: &&&str| sample::wanted(game).unwrap().standing.contains("peek");
    assert!(games::IDS.iter().filter(with_peek).count() > 1);
    for game in games::IDS.iter().filter(with_peek) {
        let text = sample::load(game).unwrap().swap_remove(0);
        let mut replay: Value = serde_json::from_slice(&text).unwrap();
        let actions = replay["actions"].as_array_mut().unwrap();
        let peek = json!({ "of": 0, "seat": 0, "type": "peek", "zone": "hand" });
        let before = actions.len() / 2;
        actions.truncate(before);
        actions.resize(2 * TRACE_STEPS + 10, peek);
        let replay = serde_json::to_vec(&replay).unwrap();
        let query = Query { trace: Trace::Events, ..Query::default() };
        let (mut from, mut all, mut pages) = (None, 0, 0);
        loop {
            let page = verdict_of(&judge, &replay, Query { from, ..query });
            let steps = steps(&page);
            assert!(steps.len() <= TRACE_STEPS && json!(steps).to_string().len() <= TRACE_BYTES);
            all += steps.len();
            pages += 1;
            match page.trace_next {
                // The step before all entries comes first.
                Some(next) => assert_eq!(next + 1, all, "{game}"),
                None => break assert_eq!(all, page.accepted + 1, "{game}"),
            }
            from = page.trace_next;
        }
        assert_eq!(pages, 3, "{game}");
    }
    assert!(STEP_BYTES < TRACE_BYTES / 2, "a page has room for the opening and the step of an entry");
}
