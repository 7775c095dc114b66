//! Strict reading: which bodies are refused, under which code, and with which place.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use std::collections::BTreeMap;

use proptest::prelude::*;
use rules_judge_engine::schema::{Described, JsonSchema};
use rules_judge_replays::answer::{Fault, FaultCode};
use rules_judge_replays::codec::canonical::canonical;
use rules_judge_replays::codec::digest::{Digest, Seed};
use rules_judge_replays::codec::format::ENTRY_LIMIT;
use rules_judge_replays::codec::json::{ALL_VALUES_LIMIT, Limits, NODES_LIMIT, VALUES_LIMIT, read};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Deck {
    #[allow(dead_code)]
    cards: Vec<Card>,
    #[allow(dead_code)]
    extra: Option<Value>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Card {
    #[allow(dead_code)]
    card: u8,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(transparent)]
struct Counts {
    #[allow(dead_code)]
    counts: BTreeMap<String, u8>,
}

impl Described for Counts {
    const GAME: &'static str = "";
    const NAME: &'static str = "counts_of_this_test";
}

impl Described for Deck {
    const GAME: &'static str = "";
    const NAME: &'static str = "deck_of_this_test";
}

fn refused<T: DeserializeOwned + Described + std::fmt::Debug>(text: &(impl AsRef<[u8]> + ?Sized)) -> Fault {
    read::<T>(text.as_ref(), &Limits::default()).unwrap_err()
}

fn brief(fault: &Fault) -> (FaultCode, Option<&str>, Option<(usize, usize)>) {
    (fault.code, fault.pointer.as_deref(), fault.place)
}

#[test]
fn what_is_read() {
    let value: Value =
        read(br#" {"a": [1, -9007199254740991, 9007199254740991, "1.5"]} "#, &Limits::default()).unwrap();
    assert_eq!(value, json!({"a": [1, -9007199254740991_i64, 9007199254740991_i64, "1.5"]}));
}

#[test]
fn unreadable() {
    use FaultCode::UnreadableJson as Unreadable;
    // One byte order mark may stand in front, a second one is no JSON; places count from behind the first.
    assert_eq!(read::<Value>(b"\xEF\xBB\xBF{}", &Limits::default()).unwrap(), json!({}));
    assert_eq!(brief(&refused::<Value>(b"\xEF\xBB\xBF\xEF\xBB\xBF{}")), (Unreadable, None, Some((1, 1))));
    assert_eq!(brief(&refused::<Value>(b"{\n \"\xFF\": 1}")), (Unreadable, None, Some((2, 3))));
    assert_eq!(brief(&refused::<Value>("{} {}")), (Unreadable, None, Some((1, 4))));
    assert_eq!(refused::<Value>("").code, Unreadable);
    assert_eq!(refused::<Value>("[1, 2").code, Unreadable);
    assert_eq!(refused::<Value>("[1,, 2]").code, Unreadable);
    assert_eq!(refused::<Value>("[1-2]").code, Unreadable);
    assert_eq!(refused::<Value>("[-]").code, Unreadable);
    assert_eq!(refused::<Value>("[007]").code, Unreadable);
    assert_eq!(refused::<Value>("\"\\").code, Unreadable);
    assert_eq!(refused::<Value>("]}").code, Unreadable);
    assert_eq!(refused::<Value>("[NaN]").code, Unreadable);
}

#[test]
fn numbers_anywhere() {
    for number in [
        "1.0",
        "1e3",
        "-0",
        "0.5",
        "9007199254740992",
        "-9007199254740992",
        "18446744073709551616",
        "1E-2",
        "2e999",
    ] {
        let text = format!("{{\"extra\": {{\"deep\": [0, {number}]}}, \"cards\": []}}");
        let fault = refused::<Deck>(&text);
        assert_eq!(brief(&fault), (FaultCode::WrongShape, Some("/extra/deep/1"), Some((1, 24))), "{number}");
    }
}

#[test]
fn wrong_shapes() {
    use FaultCode::WrongShape;
    assert_eq!(brief(&refused::<Deck>("{\"cards\": [{\"card\": 300}]}")).1, Some("/cards/0/card"));
    assert_eq!(brief(&refused::<Deck>("{\"cards\": [{\"karte\": 3}]}")).1, Some("/cards/0/karte"));
    assert_eq!(brief(&refused::<Deck>("{\"cards\": [{}]}")).1, Some("/cards/0"));
    assert_eq!(brief(&refused::<Deck>("{}")), (WrongShape, Some(""), Some((1, 2))));
    assert!(!refused::<Deck>("{}").detail.contains("line"));
    // Columns count characters, lines are counted.
    assert_eq!(brief(&refused::<Deck>("{\n\"艦艦艦\": 1}")).2, Some((2, 8)));
    let odd: Fault = refused::<Counts>("{\"a/b~c\": \"x\"}");
    assert_eq!(odd.pointer.as_deref(), Some("/a~1b~0c"));
    // A fault repeats only so much of what was sent.
    let long = format!("{{\"{}\": 1}}", "x".repeat(100_000));
    let fault = refused::<Deck>(&long);
    assert!(fault.detail.len() < 2000 && fault.pointer == Some(String::new()));
}

#[test]
fn equal_keys_anywhere() {
    let fault = refused::<Value>("{\"a\": {\"b\": [{\"c\": {}, \"d\": 1,\n \"c\": 2}]}}");
    assert_eq!(brief(&fault), (FaultCode::WrongShape, Some("/a/b/0/c"), Some((2, 2))));
    // The same key with escapes; two keys that differ only in escapes elsewhere are fine.
    assert_eq!(refused::<Value>(r#"{"a": 1, "\u0061": 2}"#).pointer.as_deref(), Some("/a"));
    assert!(read::<Value>(br#"{"a": {"a": {"a": 1}}, "b": {"a": 1}, "\\": 1}"#, &Limits::default()).is_ok());
    assert_eq!(refused::<Deck>("{\"cards\": [], \"cards\": []}").pointer.as_deref(), Some("/cards"));
    let many: Vec<String> = (0..100).map(|key| format!("\"{key}\": {{\"x\": 0}}")).collect();
    let doubled = format!("[{{{}, \"57\": 1, \"3\": 1}}]", many.join(", "));
    assert_eq!(refused::<Value>(&doubled).pointer.as_deref(), Some("/0/57"));
    assert!(read::<Value>(format!("{{{}}}", many.join(", ")).as_bytes(), &Limits::default()).is_ok());
}

/// A string under such a key would be read as JSON without the guard.
#[test]
fn keys_of_the_library_anywhere() {
    for key in [
        "$serde_json::private::RawValue",
        "$serde_json::private::Number",
        r"\u0024serde_json::private::RawValue",
        r"$serde_json::priv\u0061te::RawValue",
    ] {
        let fault = refused::<Value>(&format!(r#"{{"a": [{{"{key}": "{{\"b\": 1, \"b\": 1.0}}"}}]}}"#));
        assert_eq!((fault.code, fault.place), (FaultCode::WrongShape, Some((1, 9))), "{key}");
        assert!(fault.pointer.is_some_and(|at| at.starts_with("/a/0/$serde_json::private::")), "{key}");
    }
    assert!(
        read::<Value>(
            br#"{"$": {"$serde_json": 1}, "serde_json::private::RawValue": 2}"#,
            &Limits::default()
        )
        .is_ok()
    );
}

#[test]
fn limits() {
    let small = Limits { bytes: 4, depth: 2 };
    assert_eq!(read::<Value>(b"[   ]", &small).unwrap_err().code, FaultCode::TooLarge);
    assert!(read::<Value>(b"[[]]", &small).is_ok());
    let deep = read::<Value>(b"[0, {\"a\": []}]", &Limits { bytes: 100, depth: 2 }).unwrap_err();
    assert_eq!(brief(&deep), (FaultCode::TooDeep, Some("/1/a"), Some((1, 11))));
    for (limit, depth, code) in [
        (64, 64, None),
        (64, 65, Some(FaultCode::TooDeep)),
        (500, 127, None),
        (500, 128, Some(FaultCode::TooDeep)),
    ] {
        let text = "[".repeat(depth) + &"]".repeat(depth);
        let result = read::<Value>(text.as_bytes(), &Limits { bytes: 1000, depth: limit });
        assert_eq!(result.err().map(|fault| fault.code), code, "{depth} levels, limit {limit}");
    }
    assert_eq!(refused::<Value>(&"[".repeat(1 << 20)).code, FaultCode::TooDeep);
}

/// A body at the limit with the worst keys to compare: comparing each key with every other one would not end.
#[test]
fn large_bodies_with_many_keys_are_read() {
    let keys: Vec<String> = (0..500_000).map(|key| format!("\"\\u0061{key}\":1")).collect();
    // In a log, where values are not counted.
    let log = format!("{{\"logs\": {{{}}}}}", keys.join(","));
    assert!(read::<Value>(log.as_bytes(), &Limits { bytes: 1 << 24, depth: 2 }).is_ok());
    let equal = vec!["\"\":1"; 900_000].join(",");
    let log = format!("{{\"logs\": {{{equal}}}}}");
    assert_eq!(refused::<Value>(&log).code, FaultCode::WrongShape);
}

#[test]
fn canonical_bytes() {
    let value = json!({
        "\u{20ac}": 1, "\r": 2, "\u{fb33}": 3, "1": 4, "\u{1f600}": 5, "\u{80}": 6,
        "ö": [true, null, "\u{7}\"\\/\n"],
    });
    let expected = "{\"\\r\":2,\"1\":4,\"\u{80}\":6,\"ö\":[true,null,\"\\u0007\\\"\\\\/\\n\"],\
                    \"\u{20ac}\":1,\"\u{1f600}\":5,\"\u{fb33}\":3}";
    assert_eq!(String::from_utf8(canonical(&value).unwrap()).unwrap(), expected);
    for broken in [json!(1.5), json!(1_u64 << 53), json!([-(1_i64 << 53) - 1]), json!(u64::MAX)] {
        assert_eq!(canonical(&broken).unwrap_err().code, FaultCode::Internal, "{broken}");
    }
}

#[test]
fn text_forms() {
    let digest = Digest::of(b"");
    let text = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    assert_eq!(digest.to_string(), text);
    assert_eq!(serde_json::from_value::<Digest>(json!(text)).unwrap(), digest);
    assert_eq!(serde_json::to_value(digest).unwrap(), json!(text));
    let hex = &text[7..];
    assert_eq!(hex.parse::<Seed>().unwrap().to_string(), hex);
    assert_eq!(format!("{:?}", hex.parse::<Seed>().unwrap()), "Seed(hidden)");
    for bad in [
        hex,
        "",
        "sha256:",
        "SHA256:",
        &text.to_uppercase(),
        &text[..70],
        &format!("{text}0"),
        &format!(" {text}"),
    ] {
        assert!(bad.parse::<Digest>().is_err(), "{bad}");
    }
    let upper = format!("sha256:{}", hex.to_uppercase());
    assert!(upper.parse::<Digest>().is_err() && text.parse::<Seed>().is_err());
    assert!(serde_json::from_value::<Digest>(json!(5)).is_err());
}

fn any_value() -> impl Strategy<Value = Value> {
    let largest = (1_i64 << 53) - 1;
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-largest..=largest).prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 60, 12, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..12).prop_map(Value::from),
            prop::collection::btree_map(any::<String>(), inner, 0..12)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn canonical_bytes_are_read_back_and_stay_canonical(value in any_value()) {
        let bytes = canonical(&value).unwrap();
        let again: Value = read(&bytes, &Limits::default()).unwrap();
        prop_assert_eq!(&again, &value);
        prop_assert_eq!(canonical(&again).unwrap(), bytes);
    }

    #[test]
    fn any_bytes_give_an_answer(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = read::<Value>(&bytes, &Limits::default());
    }

    /// The plain reader accepts everything that the strict one accepts.
    #[test]
    fn never_more_than_the_plain_reader(text in r#"[\[\]{}",:0-9a.e\\ \-]{0,40}"#) {
        let plain = serde_json::from_str::<Value>(&text);
        if let Ok(value) = read::<Value>(text.as_bytes(), &Limits::default()) {
            prop_assert_eq!(value, plain.unwrap());
        }
    }
}

#[test]
fn values_outside_of_logs_have_an_edge() {
    // The outer object and the list count, and a comma between two values.
    let list = |values: usize| Value::from(vec![0; values]);
    let fault = |body: &Value| {
        let body = serde_json::to_vec(body).unwrap();
        let fault = read::<Value>(&body, &Limits::default()).map(drop).err();
        fault.map(|fault| (fault.code, fault.pointer))
    };
    let edge = VALUES_LIMIT - 1;
    assert_eq!(fault(&json!({"pool": list(edge)})), None);
    let beyond = Some((FaultCode::TooMany, Some(format!("/pool/{}", edge - 1))));
    assert_eq!(fault(&json!({"pool": list(edge + 1)})), beyond);
    // Logs are counted when they are read, and only where logs are.
    for log in [
        json!({"actions": list(edge + 1)}),
        json!({"logs": [list(edge + 1)], "players": []}),
        json!({"replay": {"actions": list(edge + 1), "players": [1, 2]}}),
    ] {
        assert_eq!(fault(&log), None);
    }
    for other in [
        json!({"actions": [], "pool": {"actions": list(edge)}}),
        json!({"logs": list(9), "replay": {"players": list(edge)}}),
        json!({"replay": {"pool": {"actions": list(edge)}}}),
    ] {
        assert_eq!(fault(&other).map(|(code, _)| code), Some(FaultCode::TooMany));
    }
}

/// The fast reader of replays in canonical bytes has the same limits.
#[test]
fn values_of_a_usual_replay_have_the_same_edges() {
    let code = |body: &Value| {
        let body = serde_json::to_vec(body).unwrap();
        read::<Value>(&body, &Limits::default()).err().map(|fault| fault.code)
    };
    let replay = |log: Value, deck: Value| {
        json!({ "actions": log, "format":
        "rules-judge/1", "game": "azur-lane", "players": [{ "deck": deck }, {}] })
    };
    let too_many = Some(FaultCode::TooMany);
    // The outer object and its three commas, the log, the list of players, its comma, two players and a deck.
    let around = 10;
    let deck = |values: usize| json!(vec![0; values]);
    assert_eq!(code(&replay(json!([]), deck(VALUES_LIMIT - around + 1))), None);
    assert_eq!(code(&replay(json!([]), deck(VALUES_LIMIT - around + 2))), too_many);
    // The outer object, the log, the players and their list.
    let nodes = |values: usize| json!(vec![json!([]); values]);
    let (log, players) = (vec![json!({ "a": [[], [], [], [], [], []] }); ENTRY_LIMIT], 5);
    let left = NODES_LIMIT - ENTRY_LIMIT * 8 - players - 1;
    assert_eq!(code(&replay(json!(log), nodes(left))), None);
    assert_eq!(code(&replay(json!(log), nodes(left + 1))), too_many);
}

/// An entry of a log could become a large tree, too.
#[test]
fn values_of_logs_have_an_edge() {
    let code = |text: &str| read::<Value>(text.as_bytes(), &Limits::default()).err().map(|fault| fault.code);
    let log = |item: &str, count: usize| format!("{{\"actions\":[{}]}}", vec![item; count].join(","));
    // The body and the log itself are nodes, too.
    assert_eq!(code(&log("{}", NODES_LIMIT - 2)), None);
    assert_eq!(code(&log("{}", NODES_LIMIT - 1)), Some(FaultCode::TooMany));
    // And n values have n - 1 commas.
    assert_eq!(code(&log("0", ALL_VALUES_LIMIT - 1)), None);
    assert_eq!(code(&log("0", ALL_VALUES_LIMIT)), Some(FaultCode::TooMany));
}
