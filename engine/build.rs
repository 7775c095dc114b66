//! Reads the rule indexes and generates them as constants. A faulty index fails the build.
//!
//! Besides the tables of `rules/<game>/` it reads the sources of each game, to list the modules that cite an
//! id.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

#[path = "build/cites.rs"]
mod cites;
#[path = "build/parent.rs"]
mod parent;

const LANGUAGES: [&str; 3] = ["en", "zh-Hant", "zh-Hans"];

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap());
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed={}", root.join("rules").display());
    println!("cargo::rerun-if-changed={}", root.join("src").display());
    let build = fingerprint(&root.join("rules"), fingerprint(&root.join("src"), 0xcbf2_9ce4_8422_2325));
    fs::write(out.join("build.rs"), format!("{build:#018x}")).unwrap();
    for folder in listed(&root.join("rules")).into_iter().filter(|path| path.is_dir()) {
        let name = folder.file_name().unwrap().to_str().unwrap().replace('-', "_");
        let sources = root.join("src/games").join(&name);
        println!("cargo::rerun-if-changed={}", sources.display());
        fs::write(out.join(format!("{name}.rs")), index(&folder, &sources)).unwrap();
    }
}

/// A hash of all sources below a folder: FNV-1a over their paths and bytes.
fn fingerprint(folder: &Path, seed: u64) -> u64 {
    let mix = |hash: u64, bytes: &[u8]| {
        bytes.iter().fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3))
    };
    listed(folder).into_iter().fold(seed, |hash, path| {
        let hash = mix(hash, path.file_name().unwrap().as_encoded_bytes());
        if path.is_dir() { fingerprint(&path, hash) } else { mix(hash, &fs::read(&path).unwrap()) }
    })
}

/// The entries of a folder, sorted by name.
fn listed(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// The lines of a table without its header, each with the right number of columns.
fn table(folder: &Path, file: &str, header: &[&str]) -> Vec<Vec<String>> {
    let path = folder.join(file);
    println!("cargo::rerun-if-changed={}", path.display());
    let text = fs::read_to_string(&path).unwrap_or_else(|error| {
        panic!(
            "{}: {error}; a table with nothing in it has its header: {}",
            path.display(),
            header.join("\t")
        )
    });
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

/// A table in the three languages. The keys (all columns but the last `texts`) must be the same, in the same
/// order.
fn texts(folder: &Path, file: &str, header: &[&str], texts: usize) -> [Vec<Vec<String>>; 3] {
    let tables = LANGUAGES.map(|language| table(folder, &format!("{file}.{language}.tsv"), header));
    let keys = header.len() - texts;
    for (other, language) in tables.iter().zip(LANGUAGES).skip(1) {
        let ids = |table: &Vec<Vec<String>>| table.iter().map(|row| row[..keys].to_vec()).collect::<Vec<_>>();
        assert_eq!(ids(&tables[0]), ids(other), "{}: {file}.{language}: other ids", folder.display());
    }
    tables
}

type Cited = BTreeMap<String, BTreeSet<String>>;

/// The modules that cite each id, by `cite!("…")`, in a declaration of things, or through a limit.
fn cited(folder: &Path, limits: &[LimitRow]) -> Cited {
    let mut cited = BTreeMap::new();
    if folder.is_dir() {
        sources(folder, folder.file_name().unwrap().to_str().unwrap(), limits, &mut cited);
    }
    cited
}

fn sources(folder: &Path, module: &str, limits: &[LimitRow], cited: &mut Cited) {
    for path in listed(folder) {
        let stem = path.file_stem().unwrap().to_str().unwrap();
        if path.is_dir() {
            sources(&path, &format!("{module}::{stem}"), limits, cited);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            let module = if stem == "mod" { module.to_owned() } else { format!("{module}::{stem}") };
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            let code: String = code.collect::<Vec<_>>().join("\n");
            // `things!` cites a rule after the word `by`.
            for after in code.split("cite!(").skip(1).chain(code.split(" by ").skip(1)) {
                let quoted = after.trim_start().strip_prefix('"').and_then(|text| text.split_once('"'));
                if let Some((id, _)) = quoted {
                    cited.entry(id.to_owned()).or_default().insert(module.clone());
                }
            }
            if code.contains("limits::") {
                let words: BTreeSet<&str> =
                    code.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').collect();
                for (name, id, _) in limits {
                    if words.contains(name.to_uppercase().as_str()) {
                        cited.entry(id.clone()).or_default().insert(module.clone());
                    }
                }
            }
        }
    }
}

/// A rule or ruling while the index is built.
struct Entry {
    id: String,
    kind: &'static str,
    text: [String; 3],
    ruling: Option<([String; 3], [String; 3])>,
    parent: Option<usize>,
    cites: Vec<usize>,
}

impl Entry {
    /// All its texts in English.
    fn english(&self) -> String {
        match &self.ruling {
            Some(([question, ..], [reason, ..])) => format!("{question} {} {reason}", self.text[0]),
            None => self.text[0].clone(),
        }
    }
}

fn rules(folder: &Path) -> Vec<Entry> {
    let rules = table(folder, "rules.tsv", &["id", "kind"]);
    let rule_texts = texts(folder, "rules", &["id", "text"], 1);
    let ruling_texts = texts(folder, "rulings", &["id", "question", "ruling", "reason"], 3);
    assert_eq!(rules.len(), rule_texts[0].len(), "{}: texts are missing", folder.display());
    let mut entries = Vec::new();
    for (place, rule) in rules.iter().enumerate() {
        let (id, kind) = (&rule[0], &rule[1]);
        let kind = match kind.as_str() {
            "enforced" => "Enforced",
            "definition" => "Definition",
            "structural" => "Structural",
            "table" => "Table",
            other => panic!("{id}: unknown kind {other}"),
        };
        let text = rule_texts.each_ref().map(|table| {
            assert_eq!(&table[place][0], id, "texts and rules part at {id}");
            table[place][1].clone()
        });
        entries.push(Entry { id: id.clone(), kind, text, ruling: None, parent: None, cites: Vec::new() });
    }
    for (place, row) in ruling_texts[0].iter().enumerate() {
        let column = |column: usize| ruling_texts.each_ref().map(|table| table[place][column].clone());
        let ruling = Some((column(1), column(3)));
        let (id, text) = (row[0].clone(), column(2));
        entries.push(Entry { id, kind: "Ruling", text, ruling, parent: None, cites: Vec::new() });
    }
    let ids: Vec<String> = entries.iter().map(|entry| entry.id.clone()).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let mut seen = BTreeSet::new();
    for (place, entry) in entries.iter_mut().enumerate() {
        assert!(seen.insert(entry.id.clone()), "{} stands twice", entry.id);
        entry.parent = parent::derived(&entry.id, &ids);
        entry.cites = cites::cited(&entry.english(), &ids);
        entry.cites.retain(|cited| *cited != place);
    }
    parents_by_hand(folder, &ids, &mut entries);
    entries
}

/// The publisher's answers to the questions of rulings, by the rulings' ids, as code.
fn official(folder: &Path, rules: &[Entry]) -> BTreeMap<String, String> {
    let mut official: BTreeMap<String, String> = BTreeMap::new();
    let tables = texts(folder, "official", &["ruling", "relation", "date", "source"], 1);
    for (place, row) in tables[0].iter().enumerate() {
        let is_ruling = rules.iter().any(|rule| rule.id == row[0] && rule.ruling.is_some());
        assert!(is_ruling, "official.en.tsv: no ruling {}", row[0]);
        let confirms = match row[1].as_str() {
            "confirmed_by" => true,
            "differs_from" => false,
            other => panic!("official.en.tsv: {other} is no relation"),
        };
        let date = Some(row[2].as_str()).filter(|date| *date != "-");
        let source = tables.each_ref().map(|table| table[place][3].as_str());
        let code = official.entry(row[0].clone()).or_default();
        write!(
            code,
            "crate::verdict::Official {{ confirms: {confirms}, date: {date:?}, source: {source:?} }}, "
        )
        .unwrap();
    }
    official
}

/// The largest number of questions for a rule in one language: further ones would fit the rule less well.
const MOST_QUESTIONS: usize = 3;

/// Questions of players, by the id of the rule or ruling that answers them best.
fn questions(folder: &Path, language: &str, has: &dyn Fn(&str) -> bool) -> BTreeMap<String, Vec<String>> {
    let name = format!("questions.{language}.tsv");
    let (mut questions, mut seen): (BTreeMap<String, Vec<String>>, _) = (BTreeMap::new(), BTreeSet::new());
    for row in table(folder, &name, &["id", "question"]) {
        assert!(has(&row[0]), "{name}: no rule {}", row[0]);
        assert!(seen.insert(row[1].clone()), "{name}: asked twice: {}", row[1]);
        let of_rule = questions.entry(row[0].clone()).or_default();
        of_rule.push(row[1].clone());
        assert!(of_rule.len() <= MOST_QUESTIONS, "{name}: too many questions of {}", row[0]);
    }
    questions
}

/// `parents.tsv`, if it exists: the rule above another one, where the id does not show it; `-`: none.
fn parents_by_hand(folder: &Path, ids: &[&str], entries: &mut [Entry]) {
    if !folder.join("parents.tsv").exists() {
        return;
    }
    let place = |id: &str| ids.iter().position(|other| *other == id);
    for row in table(folder, "parents.tsv", &["id", "parent"]) {
        let (id, above) = (row[0].as_str(), row[1].as_str());
        let child = place(id).unwrap_or_else(|| panic!("parents.tsv: no rule {id}"));
        entries[child].parent = match above {
            "-" => None,
            above => Some(place(above).unwrap_or_else(|| panic!("parents.tsv: no rule {above}"))),
        };
    }
    for start in 0..entries.len() {
        let mut at = entries[start].parent;
        for _ in 0..entries.len() {
            let Some(place) = at else { break };
            at = entries[place].parent;
        }
        assert!(at.is_none(), "parents.tsv: {} stands below itself", entries[start].id);
    }
}

fn index(folder: &Path, sources: &Path) -> String {
    let rules = rules(folder);
    let has = |id: &str| rules.iter().any(|rule| rule.id == id);
    let limits = limits(folder, &has);
    let mut out = String::from("/// Every id, in the order of the index.\npub const IDS: &[&str] = &[");
    for rule in &rules {
        write!(out, "{:?}, ", rule.id).unwrap();
    }
    out.push_str("];\n\n/// The rule index.\npub static RULES: RuleBook = RuleBook { rules: &[\n");
    rule_constants(folder, sources, &rules, &limits, &mut out);
    out.push_str("], glossary: &[\n");
    glossary(folder, &mut out);
    out.push_str("], synonyms: &[\n");
    for row in table(folder, "synonyms.tsv", &["term", "language", "word"]) {
        assert!(LANGUAGES.contains(&row[1].as_str()), "synonyms.tsv: {} is no language", row[1]);
        writeln!(out, "    ({:?}, {:?}),", row[0], row[2]).unwrap();
    }
    out.push_str("], limits: &[\n");
    for (name, ..) in &limits {
        writeln!(out, "    limits::{},", name.to_uppercase()).unwrap();
    }
    out.push_str("], assumed: &[\n");
    assumed(folder, &has, &limits, &mut out);
    out.push_str("], words: &[\n");
    words(folder, &mut out);
    out.push_str("], sentences: &[\n");
    sentences(folder, &mut out);
    out.push_str("], refused: &[\n");
    refused(folder, &mut out);
    writeln!(out, "], phrases: [{}] }};", phrases(folder).join(", ")).unwrap();
    out.push_str("\n/// The template of every reason code, in the three languages.\n");
    out.push_str("pub static MESSAGES: &[(&str, Texts)] = &[\n");
    messages(folder, &mut out);
    out.push_str("];\n\npub mod limits {\n    //! The numbers of the rulebook.\n");
    for (name, id, value) in &limits {
        let constant = name.to_uppercase();
        writeln!(
            out,
            "    /// {id}\n    pub const {constant}: crate::verdict::Limit = crate::verdict::Limit {{ name: \
            {name:?}, value: {value}, \
             cite: crate::verdict::citation::find(super::IDS, {id:?}) }};"
        )
        .unwrap();
    }
    out.push_str("}\n");
    out
}

/// Every rule with its place in the hierarchy, and what cites and proves it.
fn rule_constants(folder: &Path, sources: &Path, rules: &[Entry], limits: &[LimitRow], out: &mut String) {
    let has = |id: &str| rules.iter().any(|rule| rule.id == id);
    let observed = observed(folder, &has);
    let unproven = unproven(folder, &has);
    let questions = LANGUAGES.map(|language| questions(folder, language, &has));
    let official = official(folder, rules);
    let cited = cited(sources, limits);
    for (place, rule) in rules.iter().enumerate() {
        let Entry { id, kind, text, ruling, parent, cites } = rule;
        let those = |fits: &dyn Fn(&Entry) -> bool| -> Vec<usize> {
            rules.iter().enumerate().filter(|(_, other)| fits(other)).map(|(place, _)| place).collect()
        };
        let children = those(&|other| other.parent == Some(place));
        let cited_by = those(&|other| other.cites.contains(&place));
        let enforced_in: Vec<&String> = cited.get(id).into_iter().flatten().collect();
        let (codes, cases, proofs) = observed.get(id).cloned().unwrap_or_default();
        let unproven = unproven.get(id);
        let asked = questions.each_ref().map(|of| of.get(id).map_or(&[][..], Vec::as_slice));
        let [en, hant, hans] = asked;
        writeln!(
            out,
            "    Rule {{ id: {id:?}, kind: RuleKind::{kind}, text: {text:?}, ruling: {ruling:?}, \
             questions: [&{en:?}, &{hant:?}, &{hans:?}], official: &[{}], parent: {parent:?}, \
             children: &{children:?}, cites: &{cites:?}, cited_by: &{cited_by:?}, \
             enforced_in: &{enforced_in:?}, codes: &{codes:?}, cases: &{cases:?}, \
             proofs: &{proofs:?}, unproven: {unproven:?} }},",
            official.get(id).map_or("", String::as_str)
        )
        .unwrap();
    }
}

/// The texts of wire words in messages, sorted by their parameters and themselves.
fn words(folder: &Path, out: &mut String) {
    let tables = texts(folder, "words", &["parameter", "word", "text"], 1);
    let mut places: Vec<usize> = (0..tables[0].len()).collect();
    places.sort_by_key(|place| (tables[0][*place][0].as_str(), tables[0][*place][1].as_str()));
    for place in places {
        let row = &tables[0][place];
        let text = tables.each_ref().map(|table| table[place][2].as_str());
        writeln!(
            out,
            "    crate::verdict::Word {{ parameter: {:?}, word: {:?}, text: {text:?} }},",
            row[0], row[1]
        )
        .unwrap();
    }
}

/// The message template of every reason code.
fn messages(folder: &Path, out: &mut String) {
    let tables = texts(folder, "messages", &["code", "template"], 1);
    for (place, row) in tables[0].iter().enumerate() {
        let text = tables.each_ref().map(|table| table[place][1].as_str());
        writeln!(out, "    ({:?}, {text:?}),", row[0]).unwrap();
    }
}

/// The tables of phrases, as code that includes them; empty for a game without abilities. A phrase may be
/// empty.
fn phrases(folder: &Path) -> [String; 3] {
    LANGUAGES.map(|language| {
        let path = folder.join(format!("phrases.{language}.tsv"));
        let Ok(text) = fs::read_to_string(&path) else { return "\"\"".to_owned() };
        for (number, line) in text.lines().enumerate() {
            let columns: Vec<&str> = line.split('\t').collect();
            let is_row = matches!(columns[..], [of, word, when, _] if ![of, word, when].contains(&""));
            assert!(is_row, "{}:{}: not a phrase", path.display(), number + 1);
        }
        format!("include_str!({path:?})")
    })
}

/// The templates of sentences, those of a word together. The last one of a word must have no condition, so
/// that every word has a sentence in any case.
fn sentences(folder: &Path, out: &mut String) {
    let tables = texts(folder, "sentences", &["of", "word", "when", "template"], 1);
    let mut places: Vec<usize> = (0..tables[0].len()).collect();
    // Few words are of two kinds, so that comparing the words first mostly suffices.
    let key = |place: usize| (tables[0][place][1].as_str(), tables[0][place][0].as_str());
    places.sort_by_key(|place| key(*place));
    for (at, &place) in places.iter().enumerate() {
        let row = &tables[0][place];
        let is_last = places.get(at + 1).is_none_or(|next| key(*next) != key(place));
        assert_eq!(
            row[2] == "-",
            is_last,
            "sentences: the last template of {}, and only that, is without condition",
            row[1]
        );
        let text = tables.each_ref().map(|table| table[place][3].as_str());
        writeln!(
            out,
            "    crate::verdict::Template {{ of: {:?}, word: {:?}, when: {:?}, text: {text:?} }},",
            row[0], row[1], row[2]
        )
        .unwrap();
    }
}

/// The name of a limit, the id of its rule, its value.
type LimitRow = (String, String, u32);

/// Every number that the rulebook sets.
fn limits(folder: &Path, has: &dyn Fn(&str) -> bool) -> Vec<LimitRow> {
    let mut seen = BTreeSet::new();
    let rows = table(folder, "limits.tsv", &["name", "id", "value"]).into_iter().map(|row| {
        let [name, id, value] = <[String; 3]>::try_from(row).unwrap();
        assert!(has(&id), "limits.tsv: {name}: no rule {id}");
        let named = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        assert!(name.chars().all(named), "limits.tsv: {name} is no name");
        assert!(seen.insert(name.clone()), "limits.tsv: {name} stands twice");
        let value = value.parse().unwrap_or_else(|_| panic!("limits.tsv: {name}: {value} is no number"));
        (name, id, value)
    });
    rows.collect()
}

/// `assumed.tsv`: what is assumed of a field of a position. Amounts are sums of numbers and names of limits.
fn assumed(folder: &Path, has: &dyn Fn(&str) -> bool, limits: &[LimitRow], out: &mut String) {
    for row in table(folder, "assumed.tsv", &["field", "form", "amount", "id"]) {
        let [field, form, amount, id] = <[String; 4]>::try_from(row).unwrap();
        assert!(has(&id), "assumed.tsv: {field}: no rule {id}");
        let number = |term: &str| {
            let limit = limits.iter().find(|(name, ..)| name == term).map(|(.., value)| *value);
            limit.or_else(|| term.parse().ok()).unwrap_or_else(|| panic!("assumed.tsv: {field}: no {term}"))
        };
        let sum = || amount.split(" + ").map(number).sum::<u32>();
        let holds = match form.as_str() {
            "needed" => "Needed".to_owned(),
            "empty_list" => "EmptyList".to_owned(),
            "empty_object" => "EmptyObject".to_owned(),
            "once" => format!("Once({})", sum()),
            "number" => format!("Number({})", sum()),
            "unknown" => format!("Unknown({})", sum()),
            "rest" => format!("Rest({})", sum()),
            _ => panic!("assumed.tsv: {field}: {form} is no form of {amount}"),
        };
        let cite = format!("crate::verdict::citation::find(IDS, {id:?})");
        writeln!(
            out,
            "    crate::verdict::Assumption {{ field: {field:?}, holds: crate::verdict::Assumed::{holds}, \
             cite: {cite} }},"
        )
        .unwrap();
    }
}

fn glossary(folder: &Path, out: &mut String) {
    let header = ["term", "zh_hans", "english", "definition_en", "definition_zh_hant", "definition_zh_hans"];
    let mut seen = BTreeSet::new();
    for row in table(folder, "glossary.tsv", &header) {
        assert!(seen.insert(row[0].clone()), "glossary.tsv: {} stands twice", row[0]);
        let (term, definition) = ([&row[2], &row[0], &row[1]], [&row[3], &row[4], &row[5]]);
        writeln!(out, "    crate::verdict::Term {{ term: {term:?}, definition: {definition:?} }},").unwrap();
    }
}

/// An example of every reason code, as a test wrote it.
fn refused(folder: &Path, out: &mut String) {
    let header = ["code", "case", "pointer", "entry", "en", "zh-Hant", "zh-Hans"];
    for row in table(folder, "refused.tsv", &header) {
        let [code, case, pointer, entry, message @ ..] = <[String; 7]>::try_from(row).unwrap();
        let entry = (entry != "-").then_some(entry);
        writeln!(
            out,
            "    crate::verdict::Refused {{ code: {code:?}, case: {case:?}, pointer: {pointer:?}, entry: \
            {entry:?}, \
             message: {message:?} }},"
        )
        .unwrap();
    }
}

/// For each id: the reason codes, the cases, and the proofs with their cases.
type Observed = BTreeMap<String, (Vec<String>, Vec<String>, Vec<(String, String)>)>;

/// The enforced rules without a proof, with the reasons.
fn unproven(folder: &Path, has: &dyn Fn(&str) -> bool) -> BTreeMap<String, String> {
    let rows = table(folder, "unproven.tsv", &["id", "reason"]);
    rows.iter().for_each(|row| assert!(has(&row[0]), "unproven.tsv: no rule {}", row[0]));
    rows.into_iter().map(|row| (row[0].clone(), row[1].clone())).collect()
}

/// The reason codes and cases that cite each rule, and its proofs, as a test wrote them.
fn observed(folder: &Path, has: &dyn Fn(&str) -> bool) -> Observed {
    let list = |field: &str| match field {
        "-" => Vec::new(),
        field => field.split(' ').map(str::to_owned).collect(),
    };
    let mut observed = BTreeMap::new();
    for row in table(folder, "observed.tsv", &["id", "codes", "cases", "proofs"]) {
        assert!(has(&row[0]), "observed.tsv: no rule {}", row[0]);
        let proof = |text: String| {
            let (kind, case) = text.split_once(':').unwrap_or_else(|| panic!("observed.tsv: {text}"));
            (kind.to_owned(), case.to_owned())
        };
        let proofs = list(&row[3]).into_iter().map(proof).collect();
        let before = observed.insert(row[0].clone(), (list(&row[1]), list(&row[2]), proofs));
        assert!(before.is_none(), "observed.tsv: {} stands twice", row[0]);
    }
    observed
}
