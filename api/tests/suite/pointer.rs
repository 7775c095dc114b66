//! The bytes at a JSON pointer, compared with the value that a parser finds.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use proptest::prelude::*;
use rules_judge::cli::diagnostic::DEEPEST;
use rules_judge::cli::layout::{line_of, lines_around, offset_of};
use rules_judge_replays::codec::layout::one_member_a_line;
use rules_judge_replays::codec::pointer::{locate, locate_nearest};
use serde_json::{Value, json};

fn key() -> impl Strategy<Value = String> {
    prop_oneof!["[a-c/~\"\\\\{}:, ]{0,4}", "[0-9]{1,2}", any::<String>()]
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        key().prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((key(), inner), 0..6)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// Every pointer into the value, with the value there.
fn pointers<'a>(value: &'a Value, here: String, found: &mut Vec<(String, &'a Value)>) {
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                pointers(item, format!("{here}/{index}"), found);
            }
        }
        Value::Object(members) => {
            for (key, member) in members {
                let token = key.replace('~', "~0").replace('/', "~1");
                pointers(member, format!("{here}/{token}"), found);
            }
        }
        _ => {}
    }
    found.push((here, value));
}

fn agrees(source: &[u8], value: &Value) {
    let mut all = Vec::new();
    pointers(value, String::new(), &mut all);
    for (pointer, expected) in all {
        let span = locate(source, &pointer).unwrap_or_else(|| panic!("nothing at {pointer:?}"));
        assert_eq!(&serde_json::from_slice::<Value>(&source[span]).unwrap(), expected, "{pointer}");
    }
}

proptest! {
    #[test]
    fn every_value_is_found_in_every_layout(value in value()) {
        agrees(&serde_json::to_vec(&value).unwrap(), &value);
        agrees(&serde_json::to_vec_pretty(&value).unwrap(), &value);
        let layout = one_member_a_line(&serde_json::to_vec_pretty(&value).unwrap(), DEEPEST);
        agrees(&layout, &value);
        // Keys are found even if every character is escaped.
        let escaped: String = serde_json::to_string(&value).unwrap().chars().map(|character| {
            if character.is_ascii() { character.to_string() } else {
                let mut units = [0; 2];
                character.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")).collect()
            }
        }).collect();
        agrees(escaped.as_bytes(), &value);
    }

    #[test]
    fn what_is_not_there_is_not_found(value in value(), pointer in "(/[a-c0-9~]{0,2}){0,4}") {
        let source = serde_json::to_vec(&value).unwrap();
        prop_assert_eq!(locate(&source, &pointer).is_some(), value.pointer(&pointer).is_some());
    }

    #[test]
    fn anything_else_ends_and_stays_inside(
        source in prop::collection::vec(
            prop_oneof![any::<u8>(), prop::sample::select(b"{}[]\",:\\ \n1a".to_vec())],
            0..200,
        ),
        pointer in "(/[a-c0-9~]{0,2}){0,4}|.{0,8}",
        line in 0_usize..9,
        column in 0_usize..40,
    ) {
        if let Some((span, rest)) = locate_nearest(&source, &pointer) {
            prop_assert!(span.start <= span.end && span.end <= source.len());
            prop_assert!(pointer.ends_with(rest));
            let lines = lines_around(&source, &span);
            prop_assert!(lines.start <= span.start && span.end <= lines.end && lines.end <= source.len());
        }
        one_member_a_line(&source, DEEPEST);
        prop_assert!(offset_of(&source, line, column) <= source.len());
    }

    #[test]
    fn lines_and_offsets_agree(text in "([a-c戰]{0,5}\n){0,5}[a-c戰]{0,5}") {
        for (offset, _) in text.char_indices() {
            let line = line_of(text.as_bytes(), offset);
            let start = lines_around(text.as_bytes(), &(offset..offset)).start;
            let column = text[start..offset].chars().count() + 1;
            prop_assert_eq!(offset_of(text.as_bytes(), line, column), offset);
        }
    }
}

#[test]
fn nesting_costs_no_stack() {
    let source = [vec![b'['; 1 << 20], vec![b']'; 1 << 20]].concat();
    assert_eq!(locate(&source, ""), Some(0..source.len()));
    assert_eq!(locate(&source, "/0/0"), Some(2..source.len() - 2));
    one_member_a_line(&source, DEEPEST);
}

#[test]
fn the_nearest_value_around_is_found() {
    let source = br#"{"actions": [{"seat": 0}, {"seat": 1, "type": "x"}]}"#;
    let (span, rest) = locate_nearest(source, "/actions/1/target/card").unwrap();
    assert_eq!((&source[span], rest), (&br#"{"seat": 1, "type": "x"}"#[..], "/target/card"));
    let (span, rest) = locate_nearest(source, "/actions/1/type").unwrap();
    assert_eq!((&source[span], rest), (&br#""x""#[..], ""));
    assert_eq!(locate(source, "/actions/2"), None);
    assert_eq!(locate(source, "/actions/01"), None);
}

#[test]
fn a_layout_says_the_same() {
    let source = br#"{"b":[1,{"x":"a,b\"{"}],"a":{ },"c":[]}"#;
    let layout = one_member_a_line(source, DEEPEST);
    let text =
        "{\n  \"b\": [\n    1,\n    {\n      \"x\": \"a,b\\\"{\"\n    }\n  ],\n  \"a\": {},\n  \"c\": []\n}";
    assert_eq!(String::from_utf8(layout.clone()).unwrap(), text);
    assert_eq!(
        serde_json::from_slice::<Value>(&layout).unwrap(),
        json!({"b": [1, {"x": "a,b\"{"}], "a": {}, "c": []})
    );
}
