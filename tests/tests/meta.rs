//! What has to be true of the case files themselves.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use rules_judge_engine::games::azur_lane::printed::PoolData;
use rules_judge_engine::games::xinglingwang;
use rules_judge_replays::answer::Language;
use rules_judge_replays::judge::Judge;
use rules_judge_tests::case::{Case, Expected, schema};
use rules_judge_tests::load::{self, Suite};

fn suites() -> Vec<Suite> {
    load::suites().unwrap_or_else(|fault| panic!("{fault}"))
}

fn cases(suite: &Suite) -> impl Iterator<Item = &Case> {
    suite.chapters.iter().flat_map(|chapter| &chapter.cases)
}

/// The rows of a table without its head.
fn table(path: &Path) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().skip(1).map(|row| row.split('\t').map(str::to_owned).collect()).collect()
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
            for cite in &case.cites {
                let text = judge.rule_text(&suite.game, cite, Language::English);
                assert!(text.is_some(), "{}: {} has no rule {cite}", case.id.value, suite.game);
            }
        }
    }
}

/// The cases are the ones that were converted: none lost, none changed in verdict, place or rule.
#[test]
fn the_cases_are_those_of_the_manifest() {
    for suite in suites() {
        let path = load::folder().join(&suite.game).join("manifest.tsv");
        let rows: BTreeMap<String, Vec<String>> =
            table(&path).into_iter().map(|row| (row[0].clone(), row[1..].to_vec())).collect();
        let mut found = BTreeMap::new();
        for case in cases(&suite) {
            let (verdict, at) = match case.then.verdict {
                Expected::Legal => ("legal", "-".to_owned()),
                Expected::IllegalHeader => ("illegal", "header".to_owned()),
                Expected::IllegalEntry(at) => ("illegal", at.to_string()),
            };
            let there = rows.get(&case.id.value).map_or("?", |row| row[3].as_str());
            let row = [verdict, &at, &case.cites[0], there, &case.then.facts.len().to_string()];
            found.insert(case.id.value.clone(), row.map(str::to_owned).to_vec());
        }
        for (id, row) in &rows {
            assert_eq!(found.get(id), Some(row), "{id}: verdict, at, first rule, facts there, facts here");
        }
        assert_eq!(found.len(), rows.len(), "cases without a row");
    }
}

/// What could not be said here is written down, with a reason, and is next to nothing.
#[test]
fn hardly_any_fact_is_left_out() {
    for suite in suites() {
        let folder = load::folder().join(&suite.game);
        let facts: usize =
            table(&folder.join("manifest.tsv")).iter().map(|row| row[4].parse::<usize>().unwrap()).sum();
        let left_out = table(&folder.join("unmapped.tsv"));
        for row in &left_out {
            assert!(row.len() == 3 && !row[2].trim().is_empty(), "{row:?} has no reason");
        }
        assert!(left_out.len() * 50 <= facts, "{} of {facts} facts are left out", left_out.len());
    }
}

#[test]
fn the_pool_of_azur_lane_can_be_used_and_is_used() {
    let suite = load::suite(&load::folder().join("azur-lane")).unwrap_or_else(|fault| panic!("{fault}"));
    let pool: PoolData = serde_json::from_value(suite.pool.clone()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(pool.lint(), []);
    let files: String = suite
        .chapters
        .iter()
        .map(|chapter| std::fs::read_to_string(&chapter.path).unwrap_or_else(|error| panic!("{error}")))
        .collect();
    let words: BTreeSet<&str> =
        files.split(|letter: char| !letter.is_alphanumeric() && letter != '_').collect();
    for card in &pool.cards {
        assert!(words.contains(card.id.as_str()), "no case uses {}", card.id);
        let skills = card.skills.len() + card.back.as_ref().map_or(0, |back| back.skills.len());
        let paragraphs = card.text.as_ref().map_or(0, |text| text.lines().count());
        assert_eq!(skills, paragraphs, "{}: one paragraph, one skill", card.id);
    }
}

#[test]
fn the_pool_of_xinglingwang_can_be_used_and_is_used() {
    let suite = load::suite(&load::folder().join("xinglingwang")).unwrap_or_else(|fault| panic!("{fault}"));
    let pool: xinglingwang::printed::PoolData =
        serde_json::from_value(suite.pool.clone()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(pool.lint(), []);
    let files: String = suite
        .chapters
        .iter()
        .map(|chapter| std::fs::read_to_string(&chapter.path).unwrap_or_else(|error| panic!("{error}")))
        .collect();
    let words: BTreeSet<&str> =
        files.split(|letter: char| !letter.is_alphanumeric() && letter != '_').collect();
    for card in &pool.cards {
        assert!(words.contains(card.id.as_str()), "no case uses {}", card.id);
        let bodies = usize::from(card.magic.is_some()) + card.abilities.len() + card.edge_abilities.len();
        let paragraphs = card.text.as_ref().map_or(0, |text| text.lines().count());
        assert_eq!(bodies, paragraphs, "{}: one paragraph, one ability", card.id);
    }
}

/// `UPDATE_SCHEMA=1` writes it anew.
#[test]
fn the_published_schema_is_that_of_the_code() {
    let path = load::folder().join("case.schema.json");
    let text = serde_json::to_string_pretty(&schema()).unwrap() + "\n";
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap_or_default(), text, "run with UPDATE_SCHEMA=1");
}

/// What a wrong case file is told.
#[test]
fn wrong_case_files_are_refused_with_their_place() {
    let good = "- id: x\n  title: t\n  why: w\n  given: {position: {}}\n  when: []\n  then: {verdict: legal, \
                facts: [{state: turn, is: 1}]}\n  cites: ['1']\n";
    assert_eq!(load::cases(good).map(|cases| cases.len()), Ok(1));
    let wrong = [
        ("facts: [{state: turn, is: 1}]", "facts: []", "the list is empty"),
        ("facts: [{state: turn, is: 1}]", "fact: 1", "unknown field"),
        ("verdict: legal", "verdict: legal, at: 0", "a legal case has no `at`"),
        ("verdict: legal", "verdict: illegal", "says `at` which entry"),
        ("{state: turn, is: 1}", "{state: turn}", "says one of"),
        ("{state: turn, is: 1}", "{state: turn, is: 1, has: 1}", "says one of"),
        ("{state: turn, is: 1}", "{state: turn, next: '0', is: 1}", "looks at one of"),
        ("{state: turn, is: 1}", "{state: turn, where: {a: 1}, is: 1}", "`where` goes with `count`"),
        ("{state: turn, is: 1}", "{trace: fire, has: {}}", "`trace` is followed by"),
        ("{state: turn, is: 1}", "{state: turn, i: 1}", "unknown field"),
        ("{position: {}}", "{position: {}, header: {}}", "either `header` or `position`"),
        ("  when: []\n", "", "missing field"),
        ("  why: w\n", "  why: w\n  note: n\n", "unknown field"),
        ("cites: ['1']", "cites: []", "the list is empty"),
    ];
    for (from, to, told) in wrong {
        let fault = load::cases(&good.replace(from, to)).expect_err(to);
        assert!(fault.contains(told), "{to}: {fault}");
        assert!(fault.split(':').next().is_some_and(|line| line.parse::<u32>().is_ok()), "{to}: {fault}");
    }
}
