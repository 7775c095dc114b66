//! The rule index that the build generates: the hierarchy, the numbers, the words, the tables.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use rules_judge_engine::games::azur_lane::{AzurLane, rules};
use rules_judge_engine::games::{self, Registered, Visit};
use rules_judge_engine::verdict::RuleKind;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;

#[path = "../../build/cites.rs"]
mod cites;
#[path = "../../build/parent.rs"]
mod parent;

#[test]
fn what_an_id_stands_below_is_read_off_it() {
    let ids = [
        "505",
        "505.2",
        "505.2a",
        "101.1",
        "101.10",
        "601.5",
        "601.5-2",
        "一.2",
        "一.2(1)",
        "十一.8",
        "十一.8(5)",
        "十一",
        "十",
        "十五.超載",
        "十五.超載.1",
        "戰鬥步驟",
        "戰鬥步驟.⑤",
        "十二.※1",
        "ruling-1",
        "ruling-12",
        "300.1a",
        "八.3①",
        "八.3",
    ];
    let below = |id: &str| parent::derived(id, &ids).map(|place| ids[place]);
    let pairs = [
        ("505", None),
        ("505.2", Some("505")),
        ("505.2a", Some("505.2")),
        ("101.10", None),
        ("601.5-2", None),
        ("一.2(1)", Some("一.2")),
        ("十一.8", Some("十一")),
        ("十一.8(5)", Some("十一.8")),
        ("十一", None),
        ("十五.超載.1", Some("十五.超載")),
        ("戰鬥步驟.⑤", Some("戰鬥步驟")),
        ("八.3①", Some("八.3")),
        // The parent by its id is no rule.
        ("十二.※1", None),
        ("300.1a", None),
        ("ruling-12", None),
    ];
    for (id, wanted) in pairs {
        assert_eq!(below(id), wanted, "{id}");
    }
}

#[test]
fn an_id_is_cited_where_it_stands_as_a_whole() {
    let ids = [
        "505.2",
        "505.2b",
        "505.20",
        "十五.偷襲.1",
        "十五.偷襲.10",
        "一.2",
        "一.2(1)",
        "ruling-1",
        "ruling-12",
        "601.5",
        "601.5-2",
    ];
    let cited = |text: &str| cites::cited(text, &ids).into_iter().map(|place| ids[place]).collect::<Vec<_>>();
    let pairs: [(&str, &[&str]); 9] = [
        ("As 505.2 says.", &["505.2"]),
        ("505.2b, and 505.2.", &["505.2", "505.2b"]),
        ("(505.20)", &["505.20"]),
        ("1505.2, 2.505.2, 505.2x and 505.2.1", &[]),
        ("十五.偷襲.10", &["十五.偷襲.10"]),
        ("一.2(1)", &["一.2(1)"]),
        ("一.2 (1)", &["一.2"]),
        ("ruling-12; not ruling-13", &["ruling-12"]),
        ("601.5-2 is another 601.5", &["601.5", "601.5-2"]),
    ];
    for (text, wanted) in pairs {
        assert_eq!(cited(text), wanted, "{text}");
    }
}

struct InOrder;

impl Visit for InOrder {
    type Out = ();

    fn visit<G: Registered>(self) {
        let book = G::INFO.rules;
        let place = |id: &str| book.rules.iter().position(|rule| rule.id == id).unwrap();
        let mut below = 0;
        for (at, rule) in book.rules.iter().enumerate() {
            assert_eq!(rule.kind == RuleKind::Ruling, rule.ruling.is_some(), "{}", rule.id);
            for child in rule.children {
                assert_eq!(book.rules[usize::from(*child)].parent.map(usize::from), Some(at), "{}", rule.id);
                below += 1;
            }
            let next = book.next(rule);
            assert!(next.is_none_or(|next| place(next.id) == at + 1), "{}", rule.id);
            assert_eq!(next.and_then(|next| book.previous(next)).map(|rule| rule.id), next.map(|_| rule.id));
        }
        let parents = book.rules.iter().filter(|rule| rule.parent.is_some()).count();
        assert_eq!(below, parents, "{}", G::INFO.id);
        for limit in book.limits {
            assert!(book.rule(limit.cite).is_some(), "{}", limit.name);
        }
        assert!(!book.glossary.is_empty(), "{}", G::INFO.id);
        let words: BTreeSet<_> = book.words.iter().map(|word| (word.parameter, word.word)).collect();
        assert_eq!(words.len(), book.words.len(), "{}: a word stands twice", G::INFO.id);
    }
}

#[test]
fn the_index_of_every_game_is_in_order() {
    for game in games::IDS {
        games::dispatch(game, InOrder).unwrap();
    }
}

#[test]
fn rules_of_azur_lane_know_their_place() {
    let book = AzurLane::INFO.rules;
    let rule = book.find("505.2a").unwrap();
    assert_eq!(rule.parent.map(|place| book.rules[usize::from(place)].id), Some("505.2"));
    assert_eq!(rule.enforced_in, ["azur_lane::battle"]);
    assert!(rule.codes.contains(&"target_not_rested") && !rule.cases.is_empty());
    // A module that reads a limit cites the limit's rule.
    assert!(book.find("101.6").unwrap().enforced_in.contains(&"azur_lane::setup"));
    let deck = rules::limits::DECK_SIZE;
    assert_eq!((deck.name, deck.value, book.id(deck.cite)), ("deck_size", 50, "101.1b"));
}

struct Tables;

impl Visit for Tables {
    type Out = ();

    fn visit<G: Registered>(self) {
        let kinds: Vec<&str> = (G::INFO.action_tables)().iter().map(|table| table.kind).collect();
        assert_eq!(kinds, G::INFO.vocabulary.actions);
    }
}

#[test]
fn every_kind_of_action_has_its_table() {
    for game in games::IDS {
        games::dispatch(game, Tables).unwrap();
    }
}

/// All sources of a game.
fn sources(game: &str) -> String {
    fn read(folder: &Path, text: &mut String) {
        let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        for path in paths {
            match path.is_dir() {
                true => read(&path, text),
                false => text.push_str(&fs::read_to_string(&path).unwrap()),
            }
        }
    }
    let mut text = String::new();
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games");
    read(&games.join(game.replace('-', "_")), &mut text);
    text
}

/// The first string argument of each call: `call("word"`.
fn quoted(source: &str, call: &str) -> Vec<String> {
    let call = format!("{call}(\"");
    source.split(&call).skip(1).filter_map(|after| Some(after.split_once('"')?.0.to_owned())).collect()
}

struct Words;

impl Visit for Words {
    type Out = ();

    fn visit<G: Registered>(self) {
        let source = sources(G::INFO.id);
        let questions = G::INFO.vocabulary.questions.iter().map(|word| (*word).to_owned()).collect();
        let mut wanted = vec![("asked".to_owned(), questions)];
        wanted.push(("part".to_owned(), quoted(&source, "missing")));
        wanted.push(("what".to_owned(), quoted(&source, "fault")));
        // Parameters whose values are words.
        let mut types = SchemaSettings::draft2020_12().for_serialize().into_generator();
        let reasons = G::Reason::json_schema(&mut types).to_value();
        let definitions = Value::Object(types.take_definitions(true));
        for reason in reasons["oneOf"].as_array().unwrap() {
            for (name, part) in reason["properties"]["params"]["properties"].as_object().into_iter().flatten()
            {
                let path = part["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/"));
                let words = path.and_then(|path| definitions[path]["oneOf"].as_array()).into_iter().flatten();
                let words = words.filter_map(|word| Some(word["const"].as_str()?.to_owned()));
                wanted.push((name.clone(), words.collect()));
            }
        }
        let book = G::INFO.rules;
        for (parameter, words) in &wanted {
            for word in words {
                let text = book.word(parameter, word);
                let text = text.unwrap_or_else(|| panic!("{}: {parameter} {word} has no text", G::INFO.id));
                assert!(!text.text[1].is_ascii() && !text.text[2].is_ascii(), "{parameter} {word}");
            }
        }
        let all: usize = wanted.iter().map(|(_, words)| words.len()).sum();
        assert!(all > G::INFO.vocabulary.questions.len() + 3, "{}: the sources say {all} words", G::INFO.id);
    }
}

/// The wire words that a message may contain. A word that a source writes and the table lacks would appear
/// untranslated in a Chinese sentence.
#[test]
fn words_of_the_wire_have_texts() {
    for game in games::IDS {
        games::dispatch(game, Words).unwrap();
    }
}
