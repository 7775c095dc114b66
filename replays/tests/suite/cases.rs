//! The messages about mistakes in case files tell what is allowed in that place, and nothing about the types
//! of the reader.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::path::{Path, PathBuf};

use rules_judge_replays::answer::Language;
use rules_judge_replays::judging::Judge;
use rules_judge_replays::tools::case::flow::flow;
use rules_judge_replays::tools::case::format::{Seen, Start, Test};
use rules_judge_replays::tools::case::load::{self, Suite};
use rules_judge_replays::tools::case::{Case, explain, run};
use serde_json::{Value, json};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cases")
}

/// The example of the page about cases.
fn example() -> String {
    let page = std::fs::read_to_string(folder().join("README.md")).unwrap();
    let (_, example) = page.split_once("```yaml\n").unwrap();
    example.split_once("```\n").unwrap().0.to_owned()
}

/// Whether a message names types of the program.
fn speaks_of_types(message: &str) -> bool {
    let types = [
        "struct", "enum", "newtype", "variant", "tuple", "u8", "u16", "u32", "u64", "usize", "i8", "i16",
        "i32", "i64", "f64", "bool", "char", "str", "map", "untagged", "Fields", "None", "Some",
    ];
    // A card may be named `enter_str`.
    let within = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    message.split(|letter: char| !within(letter)).any(|word| types.contains(&word))
        // “Sequence” is also a word of a rulebook.
        || message.contains("type: sequence")
        || message.contains("expected a sequence")
        || message.contains("sequence of ")
}

/// Values of every kind.
fn others() -> [Value; 11] {
    [
        Value::Null,
        json!(true),
        json!(7),
        json!(-7),
        json!(70_000),
        json!(1.5),
        json!("x"),
        json!([]),
        json!([7]),
        json!({}),
        json!({ "x": 7 }),
    ]
}

/// The value with every part replaced by something else, and every name by another.
fn mutated(value: &Value) -> Vec<Value> {
    let mut all: Vec<Value> = others().into_iter().filter(|other| other != value).collect();
    match value {
        Value::Object(fields) => {
            for (name, inner) in fields {
                let mut renamed = fields.clone();
                renamed.remove(name);
                all.push(Value::Object(renamed.clone()));
                renamed.insert(format!("{name}q"), inner.clone());
                all.push(Value::Object(renamed));
                all.extend(mutated(inner).into_iter().map(|inner| {
                    let mut fields = fields.clone();
                    fields.insert(name.clone(), inner);
                    Value::Object(fields)
                }));
            }
        }
        Value::Array(items) => {
            for place in 0..items.len() {
                all.extend(mutated(&items[place]).into_iter().map(|item| {
                    let mut items = items.clone();
                    items[place] = item;
                    Value::Array(items)
                }));
            }
        }
        _ => {}
    }
    all
}

#[test]
fn a_mistake_in_a_file_names_no_types() {
    let whole: Value = serde_saphyr::from_str(&example()).unwrap();
    let (mut reported, mut read) = (0, 0);
    for wrong in mutated(&whole) {
        let Err(unread) = load::cases(&flow(&wrong)) else {
            read += 1;
            continue;
        };
        assert!(!speaks_of_types(&unread.message), "{}\n{}", unread.message, flow(&wrong));
        assert!(unread.place.is_some(), "{}\n{}", unread.message, flow(&wrong));
        reported += 1;
    }
    // Entries and tables are read when the case is run.
    assert!(reported > 300 && read > 500, "{reported} {read}");
}

/// What stands in `given.facts` is read when the case is run, so that a mistake in another part is found
/// there.
#[test]
fn a_mistake_beside_stated_facts_is_told_at_its_place() {
    let text = |fact: &str| {
        format!(
            "- id: x-1\n  title: t\n  why: w\n  \
            given:\n    {{facts: [{{card: a, symbols: []}}], header: {{}}}}\n  \
            when: []\n  then:\n    verdict: legal\n    facts:\n      - {fact}\n  cites: [\"1\"]\n"
        )
    };
    assert!(load::cases(&text("{trace: draw, is: []}")).is_ok());
    let unread = load::cases(&text("{trace: draw, count: 1}")).unwrap_err();
    let told = (unread.place, unread.message.as_str());
    assert_eq!(told, (Some((10, 9)), "`trace` is followed by `is` with a list"));
    let unread = load::cases(&text("{trace: draw, what: 1}")).unwrap_err();
    assert_eq!(unread.place, Some((10, 23)), "{}", unread.message);
}

/// A plain scalar is the text of the file where a text is asked for, also through an anchor, and a number or
/// nothing where a value is asked for.
#[test]
fn an_id_that_looks_like_a_number_is_a_text() {
    let text = "- id: 1e5\n  title: 戰 # 1\n  why: 012\n  given: {header: {a: [012, 1.50, 0x1f, ~, yes]}}\n  \
        when: []\n  then: {verdict: legal, facts: [{state: 7, holds: [2.50, x], view: public}]}\n  \
        cites: [&a 312.30, *a, '9.0', true]\n";
    let cases = load::cases(text).unwrap();
    let [case] = cases.as_slice() else { panic!("{}", cases.len()) };
    assert_eq!([case.id.value.as_str(), &case.title, &case.why], ["1e5", "戰", "012"]);
    let cites: Vec<(&str, u64)> =
        case.cites.iter().map(|cite| (cite.value.as_str(), cite.referenced.column())).collect();
    assert_eq!(cites, [("312.30", 14), ("312.30", 22), ("9.0", 26), ("true", 33)]);
    let Start::Header(header) = &case.given.value.start else { panic!() };
    assert_eq!(header["a"], json!([12.0, 1.5, 31, null, true]));
    let Seen::Part { path, test, .. } = &case.then.value.facts[0].value.seen else { panic!() };
    assert_eq!((path.as_str(), test), ("7", &Test::Holds(vec!["2.50".into(), "x".into()])));
}

fn suite(game: &str) -> Suite {
    load::suite(&folder().join(game)).unwrap_or_else(|fault| panic!("{fault}"))
}

/// The failures of a case with another table and other entries.
fn failures_of(judge: &Judge, suite: &Suite, case: &Case) -> Vec<String> {
    run(judge, suite, case).failures.iter().map(ToString::to_string).collect()
}

#[test]
fn a_mistake_in_a_table_or_an_entry_names_no_types() {
    let judge = Judge::new();
    let mut all = 0;
    for game in rules_judge_engine::games::IDS {
        let suite = suite(game);
        let cases: Vec<&Case> = suite.chapters.iter().flat_map(|chapter| &chapter.cases).collect();
        for case in cases.iter().step_by(cases.len() / 12) {
            let mut one_fact = (*case).clone();
            one_fact.then.value.facts.truncate(1);
            let mut check = |case: &Case| {
                for message in failures_of(&judge, &suite, case) {
                    assert!(!speaks_of_types(&message), "{game} {}: {message}", case.id.value);
                    all += 1;
                }
            };
            for place in 0..case.when.len() {
                for entry in mutated(&case.when[place].value).into_iter().filter(Value::is_object) {
                    let mut wrong = one_fact.clone();
                    wrong.when[place].value = entry;
                    check(&wrong);
                }
            }
            let table = match &case.given.value.start {
                Start::Header(header) => Value::Object(header.clone()),
                Start::Position(position) => position.clone(),
            };
            for table in mutated(&table).into_iter().step_by(7).filter(Value::is_object) {
                let mut wrong = one_fact.clone();
                wrong.given.value.start = match &case.given.value.start {
                    Start::Header(_) => Start::Header(table.as_object().unwrap().clone()),
                    Start::Position(_) => Start::Position(table),
                };
                check(&wrong);
            }
        }
    }
    assert!(all > 2_000, "{all}");
}

/// The explanation shows which entry waits, and for which outcomes.
#[test]
fn an_explanation_shows_what_an_entry_waits_for() {
    let suite = suite("azur-lane");
    let cases = suite.chapters.iter().flat_map(|chapter| &chapter.cases);
    let case = cases.into_iter().find(|case| case.id.value == "chance-3").unwrap();
    let steps = explain(&Judge::new(), &suite, case, Language::English).unwrap().steps;
    let waiting: Vec<Option<&Value>> = steps.iter().map(|step| step.waiting.as_ref()).collect();
    assert_eq!(waiting, [None, Some(&json!({"at": 0, "for": ["draw/seat1/1"]})), None]);
}

/// The letter of a side stands before the place of an item in a list that both players share.
#[test]
fn an_item_of_the_chain_is_named_by_its_side() {
    let judge = Judge::new();
    let suite = suite("build-divide");
    let cases = suite.chapters.iter().flat_map(|chapter| &chapter.cases);
    let case = cases.into_iter().find(|case| case.id.value == "s100").unwrap();
    assert_eq!(failures_of(&judge, &suite, case), [""; 0]);
    let steps = explain(&judge, &suite, case, Language::English).unwrap().steps;
    let listed: Vec<String> = steps[3].asked[0].legal.iter().map(ToString::to_string).collect();
    assert!(
        listed.iter().any(|entry| entry.contains(r#""targets":["B.chain.steadfast_song"]"#)),
        "{listed:?}"
    );
    for (reference, parts) in [
        ("B.chain.1", "`B.chain.1` names no card"),
        ("B.chain", "`B.chain.0` is the first of the items of this player there"),
        ("B.chain.fire_arow", "there is no `fire_arow`"),
        ("B.chian.0", "there is no `chian`"),
        ("B.chain.0.seat", "`B.chain.0.seat` names no card"),
    ] {
        let mut wrong = case.clone();
        wrong.when[3].value["targets"] = json!([reference]);
        let reported = failures_of(&judge, &suite, &wrong).join("\n");
        assert!(reported.contains(parts), "{reference}: {reported}");
    }
}

/// A message has the right form, an example and the nearest name.
#[test]
fn messages_about_mistakes_tell_what_is_allowed() {
    let judge = Judge::new();
    let here = tempfile::tempdir().unwrap();
    for (from, to, parts) in [
        (
            "at: {cell: F1, seat: 0}, pay: {up: 3}}",
            "at: F1, pay: {up: 3}}",
            [
                "entry 0: at: F1 is not allowed",
                "an object with `cell`, `seat`, for example {cell: F1, seat: 0}",
            ],
        ),
        (
            "at: {cell: F1, seat: 0}, pay: {up: 3}}",
            "at: {cell: F1}, pay: {up: 3}}",
            ["entry 0: at: `seat` is missing", "allowed: a number from 0 to 1"],
        ),
        (
            "at: {cell: F1, seat: 0}, pay: {up: 3}}",
            "at: {cell: F1, seat: 0}, pay: 3}",
            ["entry 0: pay: 3 is not allowed", "for example {down: 1}"],
        ),
        (
            "type: play_ship",
            "type: play_shp",
            ["entry 0: type: play_shp is not", "the nearest is `play_ship`"],
        ),
        ("seat: A", "seat: C", ["entry 0: seat: C is not allowed", "allowed: A, B, 0, 1"]),
        ("turn: 5", "turn: five", ["given: turn: five is not allowed", "a number from 0"]),
        ("turn: 5", "turns: 5", ["given: turns: there is no `turns`", "the nearest is `turn`"]),
        ("window: main", "window: mian", ["given: window: mian is not", "the nearest is `main`"]),
        (
            "deck: [rj-009, rj-009]",
            "deck: 20",
            [
                "given: players.0.deck: 20 is not",
                "a list (each item: the id of a card, an object with `unknown`), an object with `unknown`",
            ],
        ),
        (
            "rested}",
            "resting}",
            ["players.1.battlefield.F2.state: resting is not", "allowed: active, rested"],
        ),
        (
            "hand: [rj-010, rj-012]",
            "hand: {unkown: 2}",
            ["players.0.hand.unkown: there is no", "is `unknown`"],
        ),
        ("card: A.hand.rj-010", "card: A.hnd.rj-010", ["entry 0: `A.hnd.rj-010`: there is", "is `hand`"]),
        ("card: A.hand.rj-010", "card: A.hand.rj-01", ["entry 0: `A.hand.rj-01`: there is", "is `rj-"]),
        ("card: A.hand.rj-010", "card: A.hand.7", ["entry 0: `A.hand.7` names no card", ""]),
        (
            "state: A.hand.count, is: 1",
            "state: A.hand.cout, is: 1",
            ["fact 2: state A.hand.cout: there is no `cout`", "cards, count, or the id of a card"],
        ),
        ("{kind: main, seat: 0}", "{kind: mian, seat: 0}", ["fact 3: next 0: kind: mian is", "is `main`"]),
        (
            "illegal: refusals.0.code",
            "illegal: refusals.0.cod",
            ["fact 1: illegal refusals.0.cod:", "is `code`"],
        ),
        (
            "verdict: legal",
            "verdict: leagl",
            ["then.verdict: leagl is not", "allowed: legal, legal_with_rulings, illegal"],
        ),
        ("  why: three", "  whi: three", ["whi: there is no `whi`", "the nearest is `why`"]),
        (
            "    verdict: legal",
            "    verdict: legal\n    at: last",
            ["then.at: last is not", "a number from 0, header"],
        ),
    ] {
        let text = example().replacen(from, to, 1);
        assert_ne!(text, example(), "{from}");
        let path = here.path().join("wrong.yaml");
        std::fs::write(&path, text).unwrap();
        let message = match load::file(&path) {
            Ok(suite) => {
                let cases = suite.chapters.iter().flat_map(|chapter| &chapter.cases);
                cases.flat_map(|case| failures_of(&judge, &suite, case)).collect::<Vec<_>>().join("\n")
            }
            Err(unread) => unread.message,
        };
        assert!(parts.iter().all(|part| message.contains(part)), "{to}: {message}");
    }
}
