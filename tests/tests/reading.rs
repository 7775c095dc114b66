//! Reading a log quickly is reading it: the same entries, the same canonical bytes, and of whatever
//! is wrong the same fault.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use rules_judge_engine::games::{self, Registered, Visit};
use rules_judge_replays::answer::{Query, View};
use rules_judge_replays::canonical::canonical;
use rules_judge_replays::digest::Digest;
use rules_judge_replays::format::{Replay, Sent};
use rules_judge_replays::json::{self, Limits};
use rules_judge_replays::judge::Judge;
use rules_judge_tests::sample;
use serde_json::{Value, json};

/// Both ways to read agree. Returns whether the body could be read.
fn agree<G: Registered>(body: &[u8]) -> bool {
    let quick = Replay::<G>::read(body, Digest::of(b"demo"));
    match json::read::<Sent<G::Action>>(body, &Limits::default()) {
        Ok(sent) => {
            // With blanks everywhere neither the log nor the header is read quickly.
            let value: Value = serde_json::from_slice(body).unwrap();
            let slow = Replay::<G>::read(&serde_json::to_vec_pretty(&value).unwrap(), Digest::of(b"demo"));
            let (quick, slow) = match (quick, slow) {
                (Ok(quick), Ok(slow)) => (quick, slow),
                (quick, slow) => {
                    assert_eq!(quick.map(|_| ()), slow.map(|_| ()), "{}", String::from_utf8_lossy(body));
                    return false;
                }
            };
            assert_eq!(quick.actions, sent.actions);
            assert_eq!((quick.seed, quick.header.as_slice()), (slow.seed, slow.header.as_slice()));
            assert_eq!(format!("{quick:?}"), format!("{slow:?}"));
            true
        }
        Err(fault) => {
            assert_eq!(quick.err(), Some(fault), "{}", String::from_utf8_lossy(body));
            false
        }
    }
}

struct Samples;

impl Visit for Samples {
    type Out = ();

    fn visit<G: Registered>(self) {
        let mut state = 1u64;
        let mut below = |bound: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % bound
        };
        let (mut read, mut refused) = (0, 0);
        for text in sample::load(G::ID).unwrap() {
            assert!(agree::<G>(&text));
            let replay = Replay::<G>::read(&text, Digest::of(b"demo")).unwrap();
            let value: Value = serde_json::from_slice(&text).unwrap();
            for (entry, sent) in replay.actions.iter().zip(value["actions"].as_array().unwrap()) {
                assert_eq!(entry.canonical(), canonical(sent).unwrap());
            }
            // What is put in place of a byte: what means something in JSON, and what does not.
            let puts: [&[u8]; 14] = [
                b" ", b"", b"\"", b"{}", b"[", b"]", b",", b":", b"0", b"-", b"1.0", b"null", b"\\", b"\xFF",
            ];
            for _ in 0..60 {
                let mut body = text.clone();
                let at = below(body.len());
                let put = puts[below(puts.len())];
                body.splice(at..at + below(2), put.iter().copied());
                match agree::<G>(&body) {
                    true => read += 1,
                    false => refused += 1,
                }
            }
        }
        assert!(read > 300 && refused > 300, "{read} read, {refused} refused");
    }
}

#[test]
fn reading_quickly_is_reading() {
    for game in games::IDS {
        games::dispatch(game, Samples).unwrap();
    }
}

struct Headers;

impl Visit for Headers {
    type Out = ();

    fn visit<G: Registered>(self) {
        let text = sample::load(G::ID).unwrap().remove(0);
        let value: Value = serde_json::from_slice(&text).unwrap();
        let (deck, line) = ("/players/1/deck", "/players/1/deck/cards/0");
        let card = value.pointer(&format!("{line}/card")).unwrap().clone();
        let many = vec![value.pointer(line).unwrap().clone(); 1_001];
        // What is put where, and whether it can be read.
        let cases = [
            ("/players/1/name", json!("碧藍\t\"星\"\u{7f}"), true),
            ("/players/1/name", json!("x".repeat(100)), true),
            ("/players/1/name", json!("x".repeat(101)), false),
            ("/players/1/name", Value::Null, true),
            ("/players/1", json!([value.pointer(deck).unwrap(), "name"]), false),
            (deck, Value::Null, true),
            (deck, json!({}), true),
            (deck, json!([[]]), false),
            (deck, json!({ "$serde_json::private::RawValue": "{}" }), false),
            (
                "/actions/0",
                json!({ "seat": 0, "type": { "$serde_json::private::RawValue": "\"pass\"" } }),
                false,
            ),
            ("/actions/0", json!({ "$a": 0, "seat": 0, "type": "pass" }), false),
            ("/players/1/deck/cards", json!(many), false),
            (line, json!([card, 1]), false),
            (line, json!({ "card": card, "n": 1, "other": 1 }), false),
            ("/seed", Value::Null, true),
            ("/edition", Value::Null, true),
            ("/edition", json!("other"), true),
            ("/format", json!("other"), false),
        ];
        for (place, put, readable) in cases {
            let mut changed = value.clone();
            *changed.pointer_mut(place).unwrap() = put.clone();
            let body = serde_json::to_vec(&changed).unwrap();
            assert_eq!(agree::<G>(&body), readable, "{place}: {put}");
        }
    }
}

#[test]
fn unusual_headers_are_read_as_any() {
    for game in games::IDS {
        games::dispatch(game, Headers).unwrap();
    }
}

/// What is answered about every sample, to everybody, stands in canonical bytes as it is written.
#[test]
fn answers_are_canonical() {
    let judge = Judge::new();
    for game in games::IDS {
        for (number, text) in sample::load(game).unwrap().iter().enumerate() {
            let view = [View::Full, View::Seat0, View::Seat1, View::Public][number % 4];
            for at in [None, Some(number % 40)] {
                let Ok(verdict) = judge.verify(text, &Query { at, view, ..Query::default() }) else {
                    continue;
                };
                let written = serde_json::to_vec(&verdict).unwrap();
                let value: Value = serde_json::from_slice(&written).unwrap();
                assert_eq!(written, serde_json::to_vec(&value).unwrap(), "{game}, {number}, {view:?}");
            }
        }
    }
}
