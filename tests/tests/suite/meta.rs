//! Tests of the case files themselves.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::BTreeSet;
use std::path::Path;

use rules_judge_engine::games::{self, Faces, Registered, Visit, xinglingwang};
use rules_judge_replays::answer::Language;
use rules_judge_replays::judging::Judge;
use rules_judge_replays::tools::case::format::{Case, Start, made_schema};
use rules_judge_replays::tools::case::load::{self, Suite};
use rules_judge_replays::tools::case::run;
use rules_judge_tests::cases::{folder, suites as read_suites};
use rules_judge_tests::games as tested;
use serde_json::Value;

fn suites() -> Vec<Suite> {
    read_suites().unwrap_or_else(|fault| panic!("{fault}"))
}

fn cases(suite: &Suite) -> impl Iterator<Item = &Case> {
    suite.chapters.iter().flat_map(|chapter| &chapter.cases)
}

#[test]
fn every_id_stands_once() {
    for suite in suites() {
        let mut seen = BTreeSet::new();
        for case in cases(&suite) {
            assert!(seen.insert(&case.id.value), "{} stands twice", case.id.value);
        }
        assert!(!seen.is_empty(), "{} has no case", suite.game);
    }
}

#[test]
fn every_rule_that_a_case_cites_exists() {
    let judge = Judge::new();
    for suite in suites() {
        for case in cases(&suite) {
            let mut seen = BTreeSet::new();
            for rule in case.rules().map(|rule| rule.value.as_str()) {
                let text = judge.rule_text(&suite.game, rule, Language::English);
                assert!(text.is_some(), "{}: {} has no rule {rule}", case.id.value, suite.game);
                assert!(seen.insert(rule), "{}: {rule} stands twice", case.id.value);
            }
        }
    }
}

/// Every word of the case files.
fn words(suite: &Suite) -> BTreeSet<String> {
    let read = |path: &Path| std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{error}"));
    let files: String = suite.chapters.iter().map(|chapter| read(&chapter.path)).collect();
    let words = files.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    words.map(str::to_owned).collect()
}

#[test]
fn the_pool_of_the_cases_can_be_used_and_is_used() {
    let judge = Judge::new();
    for suite in suites() {
        // Bundled pools have tests of their own.
        let Some(pool) = suite.pool.as_ref().filter(|pool| pool.is_object()) else { continue };
        let description = judge.lint_pool(pool.to_string().as_bytes(), Language::English).unwrap();
        assert_eq!(description["findings"], Value::Array(Vec::new()), "{}", suite.game);
        let (words, tested) = (words(&suite), tested::of(&suite.game).unwrap());
        for card in pool["cards"].as_array().unwrap() {
            let id = card["id"].as_str().unwrap();
            assert!(words.contains(id), "no case uses {id}");
            let paragraphs = card["text"].as_str().map_or(0, |text| text.lines().count());
            assert_eq!((tested.texts)(card), paragraphs, "{id}: one paragraph, one ability");
        }
    }
}

/// Every game of the registry has its facts for tests and its cases, and the zones of these facts are those
/// of its state.
#[test]
fn every_game_has_the_facts_that_tests_need() {
    let known: Vec<&str> = tested::ALL.iter().map(|tested| tested.game).collect();
    assert_eq!(known, games::IDS);
    let cases: BTreeSet<String> = suites().into_iter().map(|suite| suite.game).collect();
    assert_eq!(cases, games::IDS.iter().map(|game| (*game).to_owned()).collect());
    for game in games::IDS {
        let answer = &rules_judge_replays::tools::case::schema::of(game).unwrap().answer;
        let half = answer["$defs"]["HalfView"]["properties"].as_object().unwrap();
        let is_pile = |field: &Value| {
            ["PileView", "HandView"].iter().any(|view| field["$ref"] == format!("#/$defs/{view}"))
        };
        let piles: BTreeSet<&str> =
            half.iter().filter(|(_, field)| is_pile(field)).map(|(name, _)| name.as_str()).collect();
        let zones: BTreeSet<&str> = tested::zones(game).iter().map(|(zone, _)| *zone).collect();
        assert_eq!(zones, piles, "{game}");
        let hidden = |faces| tested::zones(game).iter().any(|(_, other)| *other == faces);
        let lies_unseen = hidden(Faces::Nobody) || tested::of(game).unwrap().unseen.is_some();
        assert!(hidden(Faces::Owner) && lies_unseen, "{game}: nothing is hidden");
    }
}

/// The findings in meaningless abilities of 星靈王.
#[test]
fn meaningless_abilities_are_found() {
    let found = |ability: Value| {
        let pool = serde_json::json!({
            "game": "xinglingwang", "name": "p", "declares": {"races": [], "types": []},
            "cards": [{"id": "a", "name": "a", "race": "neutral", "unit": {"attack": 1, "score": 1},
                "abilities": [ability]}],
        });
        let pool: xinglingwang::printed::PoolData =
            serde_json::from_value(pool).unwrap_or_else(|error| panic!("{error}"));
        pool.lint().into_iter().map(|finding| finding.code).collect::<Vec<_>>()
    };
    let triggered = |on: Value| serde_json::json!({"triggered": {"on": on, "body": {"do": [{"draw": {}}]}}});
    let immediate = |word: Value| serde_json::json!({"immediate": {"body": {"do": [word]}}});
    assert_eq!(
        found(triggered(serde_json::json!({"event": ["exile"], "moment": "before"}))),
        Vec::<&str>::new()
    );
    assert_eq!(
        found(triggered(serde_json::json!({"event": ["draw"], "moment": "before"}))),
        Vec::<&str>::new()
    );
    assert_eq!(
        found(triggered(serde_json::json!({"event": ["charge"], "moment": "before"}))),
        ["never_heard"]
    );
    assert_eq!(found(triggered(serde_json::json!({"event": ["announce"]}))), ["never_heard"]);
    assert_eq!(found(triggered(serde_json::json!({"event": []}))), ["empty_list"]);
    let replacement = |event: &str| {
        found(serde_json::json!({"replacement": {"event": [event], "who": "this", "body": {}}}))
    };
    assert_eq!(replacement("to_hand"), Vec::<&str>::new());
    assert_eq!(replacement("draw"), ["not_replaced"]);
    assert_eq!(found(immediate(serde_json::json!({"repeat": {"n": 2, "do": []}}))), ["empty_list"]);
    let travelers = |field: &str, value: Value| {
        found(immediate(serde_json::json!({"summon_travelers": {"n": 1, field: value}})))
    };
    assert_eq!(travelers("to", serde_json::json!({"row": "back"})), Vec::<&str>::new());
    assert_eq!(travelers("to", serde_json::json!("other_row")), ["wrong_attribute"]);
    assert_eq!(travelers("chooser", serde_json::json!("random")), ["wrong_chooser"]);
    let summon =
        |chooser: &str| found(immediate(serde_json::json!({"summon": {"what": "this", "chooser": chooser}})));
    assert_eq!(summon("opponent"), Vec::<&str>::new());
    assert_eq!(summon("random"), ["wrong_chooser"]);
}

/// A text that gives an ability to another card names it by its number on the card.
#[test]
fn a_given_ability_is_one_of_the_card() {
    let found = |number: u8| {
        let give = serde_json::json!({"grant_ability": {"what": "this", "ability": number, "until": "turn"}});
        let draw = serde_json::json!({"body": {"do": [{"draw": {}}]}});
        let triggered = serde_json::json!({"triggered": {"on": {"event": ["rest"]}, "body": draw["body"]}});
        let pool = serde_json::json!({
            "game": "xinglingwang", "name": "p", "declares": {"races": [], "types": []},
            "cards": [{"id": "a", "name": "a", "race": "neutral", "unit": {"attack": 1, "score": 1},
                "abilities": [{"immediate": {"body": {"do": [give]}}}, triggered],
                "edge_abilities": [triggered]}],
        });
        let pool: xinglingwang::printed::PoolData =
            serde_json::from_value(pool).unwrap_or_else(|error| panic!("{error}"));
        let found = pool.lint().into_iter().map(|finding| (finding.code, finding.pointer));
        found.collect::<Vec<_>>()
    };
    let at = "/cards/0/abilities/0/immediate/body/do/0/grant_ability/ability".to_owned();
    assert_eq!([found(2), found(3)], [[], []]);
    assert_eq!([found(0), found(4)], [[("number_out_of_range", at.clone())], [("number_out_of_range", at)]]);
    assert_eq!(found(1), []);
}

/// `UPDATE_SCHEMA=1` writes the schema.
#[test]
fn the_published_schema_is_that_of_the_code() {
    let path = folder().join("case.schema.json");
    let text = serde_json::to_string_pretty(&made_schema()).unwrap() + "\n";
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap_or_default(), text, "run with UPDATE_SCHEMA=1");
}

/// The message about a wrong case file.
#[test]
fn wrong_case_files_are_refused_with_their_place() {
    let good = "- id: x\n  title: t\n  why: w\n  given: {position: {}}\n  when: []\n  then: {verdict: legal, \
                facts: [{state: turn, is: 1}]}\n  cites: ['1']\n";
    assert_eq!(load::cases(good).map(|cases| cases.len()), Ok(1));
    let wrong = [
        ("facts: [{state: turn, is: 1}]", "facts: []", "the list is empty"),
        ("facts: [{state: turn, is: 1}]", "fact: 1", "there is no `fact`"),
        ("verdict: legal", "verdict: legal, at: 0", "a legal case has no `at`"),
        ("verdict: legal", "verdict: illegal", "says `at` which entry"),
        ("{state: turn, is: 1}", "{state: turn}", "says one of"),
        ("{state: turn, is: 1}", "{state: turn, is: 1, has: 1}", "says one of"),
        ("{state: turn, is: 1}", "{state: turn, next: '0', is: 1}", "looks at one of"),
        ("{state: turn, is: 1}", "{state: turn, where: {a: 1}, is: 1}", "`where` goes with `count`"),
        ("{state: turn, is: 1}", "{trace: fire, has: {}}", "`trace` is followed by"),
        ("{state: turn, is: 1}", "{state: turn, i: 1}", "there is no `i`"),
        ("{position: {}}", "{position: {}, header: {}}", "either `header` or `position`"),
        ("  when: []\n", "", "`when` is missing"),
        ("  why: w\n", "  why: w\n  note: n\n", "there is no `note`"),
        ("cites: ['1']", "cites: []", "the list is empty"),
    ];
    for (from, to, expected) in wrong {
        let fault = load::cases(&good.replace(from, to)).expect_err(to);
        assert!(fault.message.contains(expected), "{to}: {fault}");
        assert!(fault.place.is_some_and(|(line, column)| line > 0 && column > 0), "{to}: {fault}");
    }
}

const README: &str = include_str!("../../cases/README.md");

/// The example of the page, copied as it is.
#[test]
fn the_example_of_the_page_works() {
    let (_, example) = README.split_once("```yaml\n").unwrap();
    let (example, _) = example.split_once("```\n").unwrap();
    let here = tempfile::tempdir().unwrap();
    let path = here.path().join("my-cases.yaml");
    std::fs::write(&path, example).unwrap();
    let suite = load::file(&path).unwrap_or_else(|fault| panic!("{fault}"));
    let judge = Judge::new();
    assert_eq!(cases(&suite).count(), 2);
    for case in cases(&suite) {
        let outcome = run(&judge, &suite, case);
        assert!(outcome.passed(), "{}: {:?}", case.id.value, outcome.failures);
    }
}

/// Makes the tables of positions from the published schemas.
fn positions() -> String {
    let mut text = String::new();
    for game in games::IDS {
        let path = folder().join(format!("../../openapi/schemas/{game}.position.schema.json"));
        let schema: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        let mut parts = vec![("position", &schema)];
        let inner = schema["$defs"].as_object().unwrap();
        parts.extend(inner.iter().map(|(name, part)| (name.as_str(), part)));
        text.push_str(&format!("\n### `{game}`\n"));
        for (name, part) in &parts {
            let Some(fields) = part["properties"].as_object() else { continue };
            text.push_str(&format!("\n**{name}**: {}\n\n", description(part)));
            text.push_str("| field | value | without it | |\n|---|---|---|---|\n");
            let needed = part["required"].as_array().map(Vec::as_slice).unwrap_or_default();
            for (field, one) in fields {
                let without = match one.get("default") {
                    _ if needed.contains(&Value::from(field.as_str())) => "needed".to_owned(),
                    Some(default) => format!("`{default}`"),
                    None => "none".to_owned(),
                };
                text.push_str(&format!("| `{field}` | {} | {without} | {} |\n", kind(one), description(one)));
            }
        }
        for (name, part) in &parts {
            if part.get("properties").is_none() && part.get("oneOf").is_none() {
                text.push_str(&format!("\n**{name}**: {}\n", description(part)));
            }
        }
        for (name, part) in &parts {
            let Some(words) = part["oneOf"].as_array() else { continue };
            text.push_str(&format!("\n**{name}**: {}\n\n| word | |\n|---|---|\n", description(part)));
            for word in words {
                let field = || word["properties"].as_object().and_then(|fields| fields.keys().next());
                let name = word["const"].as_str().or_else(|| field().map(String::as_str));
                let name = name.map_or_else(|| kind(word), str::to_owned);
                text.push_str(&format!("| `{name}` | {} |\n", description(word)));
            }
        }
    }
    text.push('\n');
    text
}

/// A game can be judged from every window that a position can have.
#[test]
fn a_case_starts_in_every_window_of_a_position() {
    for game in games::IDS {
        let path = folder().join(format!("../../openapi/schemas/{game}.position.schema.json"));
        let schema: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        let windows = schema["$defs"]["WindowName"]["oneOf"].as_array().unwrap();
        let windows: BTreeSet<&str> =
            windows.iter().map(|window| window["const"].as_str().unwrap()).collect();
        let suites = suites().into_iter().filter(|suite| suite.game == **game);
        let all: Vec<Case> = suites.flat_map(|suite| cases(&suite).cloned().collect::<Vec<_>>()).collect();
        let started = all.iter().filter_map(|case| match &case.given.value.start {
            Start::Position(position) => position["window"].as_str(),
            Start::Header(_) => None,
        });
        let started: BTreeSet<&str> = started.collect();
        assert_eq!(windows.difference(&started).collect::<Vec<_>>(), Vec::<&&str>::new(), "{game}");
        assert!(windows.len() > 5, "{game}");
    }
}

/// The description of a part of a schema, on one line.
fn description(part: &Value) -> String {
    part["description"].as_str().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The kind of a field's value.
fn kind(one: &Value) -> String {
    let named =
        |value: &Value| value["$ref"].as_str().and_then(|path| path.rsplit('/').next()).map(str::to_owned);
    if let Some(name) = named(one) {
        return name;
    }
    if let Some(choices) = one["anyOf"].as_array() {
        return choices.iter().filter_map(named).collect::<Vec<_>>().join(" or ");
    }
    let types = match &one["type"] {
        Value::Array(types) => types.iter().filter_map(Value::as_str).find(|kind| *kind != "null"),
        kind => kind.as_str(),
    };
    match types {
        Some("array") => format!("list of {}", kind(&one["items"])),
        Some("boolean") => "true or false".to_owned(),
        Some("integer") => "number".to_owned(),
        Some("string") => "text".to_owned(),
        other => other.unwrap_or("anything").to_owned(),
    }
}

/// Makes the table of questions from what the games declare.
fn decisions() -> String {
    struct Decisions;

    impl Visit for Decisions {
        type Out = String;

        fn visit<G: Registered>(self) -> String {
            let mut text = format!("\n### `{}`\n\n| decision | asked | |\n|---|---|---|\n", G::INFO.id);
            for kind in G::INFO.vocabulary.questions {
                let when = match kind {
                    kind if G::INFO.vocabulary.always.contains(kind) => "always",
                    kind if G::INFO.vocabulary.sealed.contains(kind) => "if there is a choice or a secret",
                    _ => "if there is a choice",
                };
                let description = G::INFO.rules.word("asked", kind).map_or("", |word| word.text[0]);
                text.push_str(&format!("| `{kind}` | {when} | {description} |\n"));
            }
            text
        }
    }

    let tables = games::IDS.iter().map(|game| games::dispatch(game, Decisions).unwrap());
    tables.collect::<String>() + "\n"
}

/// The tables of the page are those made from the games and the published schemas.
#[test]
fn the_tables_of_the_page_are_those_of_the_games() {
    let mut page = README.to_owned();
    for (name, wanted) in [("decisions", decisions()), ("positions", positions())] {
        let (begin, end) = (format!("<!-- {name}: begin"), format!("<!-- {name}: end -->"));
        let (before, rest) = page.split_once(&begin).unwrap();
        let (comment, rest) = rest.split_once('\n').unwrap();
        let (_, after) = rest.split_once(&end).unwrap();
        page = format!("{before}{begin}{comment}\n{wanted}{end}{after}");
    }
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(folder().join("README.md"), page).unwrap();
    } else {
        assert!(page == README, "run BLESS=1 cargo test -p rules-judge-tests --test suite meta");
    }
}

/// Truncated and mistyped files are answered, too.
#[test]
fn no_case_file_breaks_the_reader() {
    let (_, example) = README.split_once("```yaml\n").unwrap();
    let (example, _) = example.split_once("```\n").unwrap();
    let characters: Vec<char> = example.chars().collect();
    let mut refused = 0;
    for place in 0..characters.len() {
        let broken: String = characters[..place].iter().collect();
        refused += usize::from(load::cases(&broken).is_err());
        for sign in ['{', '"', '&', '\t', ':'] {
            let mut mistyped = characters.clone();
            mistyped[place] = sign;
            let mistyped: String = mistyped.into_iter().collect();
            refused += usize::from(load::cases(&mistyped).is_err());
        }
    }
    assert!(refused > characters.len());
}
