//! Reads the rule indexes and writes them down as constants. A broken index does not build.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

const LANGUAGES: [&str; 3] = ["en", "zh-Hant", "zh-Hans"];

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap()).join("rules");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap());
    println!("cargo::rerun-if-changed={}", root.display());
    for game in fs::read_dir(&root).unwrap() {
        let folder = game.unwrap().path();
        let name = folder.file_name().unwrap().to_str().unwrap().replace('-', "_");
        fs::write(out.join(format!("{name}.rs")), index(&folder)).unwrap();
    }
}

/// The lines of a table without its header, each with its number of columns checked.
fn table(folder: &Path, file: &str, header: &[&str]) -> Vec<Vec<String>> {
    let path = folder.join(file);
    println!("cargo::rerun-if-changed={}", path.display());
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut lines = text.lines().map(|line| line.split('\t').map(str::to_owned).collect::<Vec<_>>());
    assert_eq!(lines.next().unwrap_or_default(), header, "{}: wrong header", path.display());
    let rows: Vec<_> = lines.collect();
    for (number, row) in rows.iter().enumerate() {
        let place = format!("{}:{}", path.display(), number + 2);
        assert_eq!(row.len(), header.len(), "{place}: wrong number of columns");
        assert!(row.iter().all(|field| !field.trim().is_empty()), "{place}: an empty field");
    }
    rows
}

/// The same table in the three languages, with the same ids in the same order.
fn texts(folder: &Path, file: &str, header: &[&str]) -> [Vec<Vec<String>>; 3] {
    let tables = LANGUAGES.map(|language| table(folder, &format!("{file}.{language}.tsv"), header));
    for (other, language) in tables.iter().zip(LANGUAGES).skip(1) {
        let ids = |table: &Vec<Vec<String>>| table.iter().map(|row| row[0].clone()).collect::<Vec<_>>();
        assert_eq!(ids(&tables[0]), ids(other), "{}: {file}.{language}: other ids", folder.display());
    }
    tables
}

fn index(folder: &Path) -> String {
    let rules = table(folder, "rules.tsv", &["id", "kind"]);
    let rule_texts = texts(folder, "rules", &["id", "text"]);
    let ruling_texts = texts(folder, "rulings", &["id", "question", "ruling", "reason"]);
    let mut seen = BTreeSet::new();
    let (mut ids, mut values) = (String::new(), String::new());
    assert_eq!(rules.len(), rule_texts[0].len(), "{}: texts are missing", folder.display());
    for (place, rule) in rules.iter().enumerate() {
        let (id, kind) = (&rule[0], &rule[1]);
        assert!(seen.insert(id.clone()), "{id} stands twice");
        let kind = match kind.as_str() {
            "enforced" => "Enforced",
            "definition" => "Definition",
            "structural" => "Structural",
            "table" => "Table",
            other => panic!("{id}: unknown kind {other}"),
        };
        let text: Vec<&str> = rule_texts
            .iter()
            .map(|table| {
                assert_eq!(&table[place][0], id, "texts and rules part at {id}");
                table[place][1].as_str()
            })
            .collect();
        write!(ids, "{id:?}, ").unwrap();
        writeln!(values, "    Rule {{ id: {id:?}, kind: RuleKind::{kind}, text: {text:?}, ruling: None }},")
            .unwrap();
    }
    for place in 0..ruling_texts[0].len() {
        let id = &ruling_texts[0][place][0];
        assert!(seen.insert(id.clone()), "{id} stands twice");
        let column = |column: usize| -> Vec<&str> {
            ruling_texts.iter().map(|table| table[place][column].as_str()).collect()
        };
        let (question, ruling, reason) = (column(1), column(2), column(3));
        write!(ids, "{id:?}, ").unwrap();
        writeln!(
            values,
            "    Rule {{ id: {id:?}, kind: RuleKind::Ruling, text: {ruling:?}, ruling: Some(({question:?}, {reason:?})) }},"
        )
        .unwrap();
    }
    let mut messages = String::new();
    let tables = texts(folder, "messages", &["code", "template"]);
    for place in 0..tables[0].len() {
        let code = &tables[0][place][0];
        let text: Vec<&str> = tables.iter().map(|table| table[place][1].as_str()).collect();
        writeln!(messages, "    ({code:?}, {text:?}),").unwrap();
    }
    format!(
        "/// Every id, in the order of the index.\npub const IDS: &[&str] = &[{ids}];\n\n\
         /// Every rule and ruling.\npub static RULES: RuleBook = RuleBook {{ rules: &[\n{values}] }};\n\n\
         /// The template of every reason code, in the three languages.\n\
         pub static MESSAGES: &[(&str, Texts)] = &[\n{messages}];\n"
    )
}
