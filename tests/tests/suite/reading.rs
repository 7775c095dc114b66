//! The fast reader reads the same entries with the same canonical bytes as the general one, and every fault
//! is the same.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use rules_judge_engine::games::{self, Registered, Visit};
use rules_judge_replays::answer::{Query, View};
use rules_judge_replays::codec::canonical::canonical;
use rules_judge_replays::codec::digest::Digest;
use rules_judge_replays::codec::format::{Replay, Sent};
use rules_judge_replays::codec::json::{self, Limits};
use rules_judge_replays::judging::{Judge, Pools};
use rules_judge_replays::tools::bench;
use rules_judge_tests::games::list_of;
use rules_judge_tests::sample;
use serde_json::{Value, json};

/// Checks that both readers agree, and returns whether the body could be read.
fn agree<G: Registered>(body: &[u8]) -> bool {
    let quick = Replay::<G>::read(body, Pools::only(Digest::of(b"demo")));
    match json::read::<Sent<G::Action>>(body, &Limits::default()) {
        Ok(sent) => {
            // With blanks everywhere the fast reader reads neither the log nor the header.
            let value: Value = serde_json::from_slice(body).unwrap();
            let slow = Replay::<G>::read(
                &serde_json::to_vec_pretty(&value).unwrap(),
                Pools::only(Digest::of(b"demo")),
            );
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

/// A sequence of pseudo-random numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    /// Writes an object or a list with one mistake or unusual form, in it or deeper inside.
    fn scramble(&mut self, value: &Value) -> String {
        let write = |(key, value): (&String, &Value)| (format!("{key:?}:"), value.clone());
        let (mut parts, [open, close]): (Vec<(String, Value)>, _) = match value {
            Value::Object(fields) => (fields.iter().map(write).collect(), ["{", "}"]),
            Value::Array(items) => {
                (items.iter().map(|item| (String::new(), item.clone())).collect(), ["[", "]"])
            }
            _ => {
                return ["null", "-0", "1.0", "01", "\"\\u0041\"", "{}", "[]", "\"é\""][self.below(8)]
                    .to_owned();
            }
        };
        let text = |parts: &[(String, Value)]| {
            let parts: Vec<_> = parts.iter().map(|(key, value)| format!("{key}{value}")).collect();
            format!("{open}{}{close}", parts.join(","))
        };
        if parts.is_empty() {
            return ["{}", "[]", "{ }", "[{}]", "{\"x\":1}"][self.below(5)].to_owned();
        }
        let (one, other) = (self.below(parts.len()), self.below(parts.len()));
        match self.below(9) {
            0 => parts.swap(one, other),
            1 => parts.insert(other, parts[one].clone()),
            2 => drop(parts.remove(one)),
            3 => parts.insert(one, ("\"t\":".to_owned(), json!({ "type": "pass" }))),
            4 => return format!("{open}{}", text(&parts).split_off(1).replacen(',', ", ", 1)),
            5 => return text(&parts).replacen(close, &format!(",{close}"), 1),
            6 => return text(&parts).replacen(open, "[", 1).replacen(close, "]", 1),
            _ => {
                let deeper = self.scramble(&parts[one].1);
                let mut written: Vec<_> = parts.iter().map(|(key, value)| format!("{key}{value}")).collect();
                written[one] = format!("{}{deeper}", parts[one].0);
                return format!("{open}{}{close}", written.join(","));
            }
        }
        text(&parts)
    }
}

struct Samples;

impl Visit for Samples {
    type Out = ();

    fn visit<G: Registered>(self) {
        let mut numbers = Numbers(1);
        let mut below = |bound: usize| numbers.below(bound);
        let (mut read, mut refused) = (0, 0);
        for text in sample::load(G::INFO.id).unwrap().into_iter().step_by(3) {
            assert!(agree::<G>(&text));
            let replay = Replay::<G>::read(&text, Pools::only(Digest::of(b"demo"))).unwrap();
            let value: Value = serde_json::from_slice(&text).unwrap();
            for (entry, sent) in replay.actions.iter().zip(value["actions"].as_array().unwrap()) {
                assert_eq!(entry.canonical(), canonical(sent).unwrap());
            }
            // The replacements of a byte: some mean something in JSON, some do not.
            let puts: [&[u8]; 14] = [
                b" ", b"", b"\"", b"{}", b"[", b"]", b",", b":", b"0", b"-", b"1.0", b"null", b"\\", b"\xFF",
            ];
            // One part of each is changed.
            let mut part = value;
            let log = part["actions"].as_array_mut().unwrap();
            log.drain(..below(log.len()));
            log.truncate(60);
            let part = canonical(&part).unwrap();
            for _ in 0..50 {
                let mut body = part.clone();
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

/// Games between bots, with invented and with published cards.
#[test]
fn every_canonical_entry_is_read_quickly() {
    let judge = Judge::new();
    for game in games::IDS {
        let mut logs = sample::load(game).unwrap();
        logs.extend(sample::official(game, 3));
        for log in logs {
            let course = bench::course(&judge, &log).unwrap();
            assert!(course.read_generally().is_empty(), "{game}: {:?}", course.read_generally());
        }
    }
}

struct Scrambled;

impl Visit for Scrambled {
    type Out = ();

    /// Only some entries of each sample are kept, so that many samples can be tested.
    fn visit<G: Registered>(self) {
        let mut numbers = Numbers(2);
        let (mut read, mut refused) = (0, 0);
        for text in sample::load(G::INFO.id).unwrap() {
            let mut value: Value = serde_json::from_slice(&text).unwrap();
            let log = value["actions"].as_array_mut().unwrap();
            let from = numbers.below(log.len());
            log.drain(..from);
            log.truncate(8);
            for _ in 0..15 {
                let log = value["actions"].as_array().unwrap();
                let (key, at) = match numbers.below(4) {
                    0 => ("players", numbers.below(2)),
                    _ => ("actions", numbers.below(log.len())),
                };
                let mut whole = value.clone();
                let was = std::mem::replace(&mut whole[key][at], json!("HERE"));
                let body = whole.to_string().replacen("\"HERE\"", &numbers.scramble(&was), 1);
                match agree::<G>(body.as_bytes()) {
                    true => read += 1,
                    false => refused += 1,
                }
            }
        }
        assert!(read > 200 && refused > 300, "{read} read, {refused} refused");
    }
}

/// One mistake or unusual form in an entry or a player.
#[test]
fn scrambled_objects_are_read_as_any() {
    for game in games::IDS {
        games::dispatch(game, Scrambled).unwrap();
    }
}

struct Headers;

impl Visit for Headers {
    type Out = ();

    fn visit<G: Registered>(self) {
        let text = sample::load(G::INFO.id).unwrap().remove(0);
        let value: Value = serde_json::from_slice(&text).unwrap();
        let deck = "/players/1/deck";
        let list = format!("{deck}/{}", list_of(value.pointer(deck).unwrap()));
        let line = format!("{list}/0");
        let (list, line) = (list.as_str(), line.as_str());
        let card = value.pointer(&format!("{line}/card")).unwrap().clone();
        let many = vec![value.pointer(line).unwrap().clone(); 1_001];
        // The text that is inserted, the place, and whether the result can be read.
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
            (list, json!(many), false),
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
        // Fields that are usually absent, before and after the others.
        let cases = [
            ("claim", json!({ "kind": null }), true),
            ("claim", json!({ "kind": null, "other": 1 }), false),
            ("claim", json!([]), false),
            ("options", json!({}), true),
            ("options", json!([]), false),
            ("pool", json!(Digest::of(b"other").to_string()), true),
            ("pool", json!("other"), false),
            ("pool", json!({ "cards": [], "game": "other" }), true),
            ("chance", json!("declared"), false),
            ("salt", json!("0".repeat(32)), false),
            ("seed_commit", json!({}), false),
            ("start", json!({ "position": {} }), false),
            ("other", json!(1), false),
        ];
        for (name, put, readable) in cases {
            let field = format!("{}:{put}", json!(name));
            let whole = String::from_utf8(text.clone()).unwrap();
            for body in [
                whole.replacen('{', &format!("{{{field},"), 1),
                format!("{},{field}}}", whole.strip_suffix('}').unwrap()),
                whole.replacen(",\"format\":", &format!(",{field},\"format\":"), 1),
            ] {
                assert_eq!(agree::<G>(body.as_bytes()), readable, "{body:.300}");
                let twice = body.replacen(&field, &format!("{field},{field}"), 1);
                assert!(!agree::<G>(twice.as_bytes()), "{field}");
            }
        }
    }
}

#[test]
fn unusual_headers_are_read_by_the_general_reader() {
    for game in games::IDS {
        games::dispatch(game, Headers).unwrap();
    }
}

/// The answer to every sample, in every view, is written in canonical bytes.
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
