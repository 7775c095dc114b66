//! Writes a sample of mutations into a copy of the engine, each behind a switch: the environment variable
//! `RULES_JUDGE_MUTANT` selects the one in force, so that all of them are built at once.
//!
//! `rules-judge-mutants TREE SAMPLE [PATTERN]` lists the mutations of `TREE/engine/src` whose place or
//! description contains the pattern. It orders them by a hash of their description (not of their line, so
//! that a change elsewhere keeps the sample), those of `first.txt` first, and writes the first ones that
//! compile. A mutation that `first.txt` or `unnoticed.tsv` names and the engine lacks is an error. The list
//! goes to `TREE/mutants.tsv`. A sample of 0 prints all mutations instead.

mod find;

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use find::{Form, Mutation};
use serde_json::Value;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// Some mutations do not compile, so a fifth more, and five, are written at first.
const MORE: usize = 5;

const SWITCH: &str = r#"
/// Which mutation is in force.
#[doc(hidden)]
pub mod mutant {
    static CHOSEN: std::sync::LazyLock<u32> = std::sync::LazyLock::new(|| {
        std::env::var("RULES_JUDGE_MUTANT").ok().and_then(|text| text.parse().ok()).unwrap_or(0)
    });

    /// Whether this mutation is in force.
    #[inline(always)]
    #[must_use]
    pub fn on(number: u32) -> bool {
        *CHOSEN == number
    }
}
"#;

struct Source {
    path: PathBuf,
    text: String,
}

struct Mutant {
    source: usize,
    mutation: Mutation,
    key: String,
}

fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (tree, size, pattern) = match arguments.as_slice() {
        [tree, size] => (PathBuf::from(tree), size.parse::<usize>()?, ""),
        [tree, size, pattern] => (PathBuf::from(tree), size.parse::<usize>()?, pattern.as_str()),
        _ => return Err("usage: rules-judge-mutants TREE SAMPLE [PATTERN]".into()),
    };
    let root = tree.join("engine/src");
    let mut paths = Vec::new();
    list(&root, &mut paths)?;
    let mut sources = Vec::new();
    for path in paths {
        sources.push(Source { text: fs::read_to_string(&path)?, path: path.strip_prefix(&tree)?.to_owned() });
    }
    let mut mutants = mutants_of(&sources, pattern)?;
    println!("{} mutations in {} files", mutants.len(), sources.len());
    let early: BTreeSet<&str> = include_str!("../first.txt").lines().collect();
    if pattern.is_empty() {
        check_lists(&early, &mutants)?;
    }
    mutants.sort_by_cached_key(|mutant| {
        (!early.contains(mutant.key.as_str()), hash(&mutant.key), mutant.source)
    });
    if size == 0 {
        for mutant in &mutants {
            println!("{}:{}\t{}", sources[mutant.source].path.display(), mutant.mutation.line, mutant.key);
        }
        return Ok(());
    }
    mutants.truncate(size + size / MORE + MORE);
    let mut left_out = BTreeSet::new();
    loop {
        write(&tree, &sources, &mutants, &left_out)?;
        let broken = check(&tree, &mutants)?;
        if broken.is_empty() {
            break;
        }
        println!("{} do not compile", broken.len());
        left_out.extend(broken);
    }
    let kept = (0..mutants.len()).filter(|number| !left_out.contains(number));
    left_out = left_out.iter().copied().chain(kept.skip(size)).collect();
    write(&tree, &sources, &mutants, &left_out)?;
    let mut lines = String::new();
    for (number, mutant) in mutants.iter().enumerate().filter(|(number, _)| !left_out.contains(number)) {
        let path = sources[mutant.source].path.display();
        writeln!(lines, "{}\t{path}:{}\t{}", number + 1, mutant.mutation.line, mutant.key)?;
    }
    fs::write(tree.join("mutants.tsv"), lines)?;
    Ok(())
}

/// The mutations whose description or path contains the pattern.
fn mutants_of(sources: &[Source], pattern: &str) -> Outcome<Vec<Mutant>> {
    let mut mutants = Vec::new();
    for (source, Source { path, text }) in sources.iter().enumerate() {
        let mut seen: BTreeMap<String, u32> = BTreeMap::new();
        for mutation in find::all(text).map_err(|error| format!("{}: {error}", path.display()))? {
            let folder = path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
            let name = format!("{folder}: {}: {}", mutation.function, mutation.what);
            let number = seen.entry(name.clone()).and_modify(|number| *number += 1).or_insert(1);
            let key = if *number == 1 { name } else { format!("{name} ({number})") };
            if key.contains(pattern) || path.to_string_lossy().contains(pattern) {
                mutants.push(Mutant { source, mutation, key });
            }
        }
    }
    Ok(mutants)
}

/// Refuses lists that name mutations which the engine lacks.
fn check_lists(early: &BTreeSet<&str>, mutants: &[Mutant]) -> Outcome<()> {
    let known: BTreeSet<&str> = mutants.iter().map(|mutant| mutant.key.as_str()).collect();
    let unnoticed = include_str!("../unnoticed.tsv").lines().skip(1);
    let unnoticed = unnoticed.filter_map(|line| Some(line.split_once('\t')?.0));
    let named: BTreeSet<&str> = early.iter().copied().chain(unnoticed).collect();
    let gone: Vec<&str> = named.difference(&known).copied().collect();
    if !gone.is_empty() {
        let gone = gone.join("\n  ");
        return Err(format!("first.txt or unnoticed.tsv name mutations that are not there:\n  {gone}").into());
    }
    Ok(())
}

fn list(folder: &Path, found: &mut Vec<PathBuf>) -> Outcome<()> {
    let mut entries: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(folder)? {
        entries.push(entry?.path());
    }
    entries.sort();
    for path in entries {
        if path.is_dir() {
            list(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    Ok(())
}

/// FNV-1a, then mixed, so that keys with the same beginning get distant hashes.
fn hash(text: &str) -> u64 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    hash ^= hash >> 32;
    hash = hash.wrapping_mul(0xd6e8_feb8_6659_fd93);
    hash ^ (hash >> 32)
}

/// Writes every file with the mutations that are not left out.
fn write(tree: &Path, sources: &[Source], mutants: &[Mutant], left_out: &BTreeSet<usize>) -> Outcome<()> {
    for (place, source) in sources.iter().enumerate() {
        let mut here: Vec<(usize, &Mutation)> = (0..mutants.len())
            .filter(|number| mutants[*number].source == place && !left_out.contains(number))
            .map(|number| (number, &mutants[number].mutation))
            .collect();
        // Enclosing ranges come first, and an empty range before another one that begins at the same place.
        here.sort_by_key(|(number, mutation)| {
            let range = &mutation.range;
            (range.start, !range.is_empty(), std::cmp::Reverse(range.end), *number)
        });
        let mut text = render(&source.text, 0..source.text.len(), &here);
        if source.path.ends_with("engine/src/lib.rs") {
            text.push_str(SWITCH);
        }
        let path = tree.join(&source.path);
        if fs::read_to_string(&path)? != text {
            fs::write(&path, text)?;
        }
    }
    Ok(())
}

/// Writes a part of a file with its mutations, which are sorted by place.
fn render(text: &str, range: Range<usize>, mutations: &[(usize, &Mutation)]) -> String {
    let (mut out, mut at, mut next) = (String::new(), range.start, 0);
    while let Some((number, mutation)) = mutations.get(next) {
        next += 1;
        let within = &mutation.range;
        if within.start < at || within.end > range.end {
            continue;
        }
        let inner: Vec<(usize, &Mutation)> = mutations[next..]
            .iter()
            .filter(|(_, inner)| inner.range.start >= within.start && inner.range.end <= within.end)
            .filter(|_| !within.is_empty())
            .copied()
            .collect();
        out.push_str(&text[at..within.start]);
        out.push_str(&one(text, *number + 1, mutation, &inner));
        at = within.end;
        while mutations.get(next).is_some_and(|(_, other)| other.range.start < at) {
            next += 1;
        }
    }
    out.push_str(&text[at..range.end]);
    out
}

fn one(text: &str, number: usize, mutation: &Mutation, inner: &[(usize, &Mutation)]) -> String {
    let on = format!("crate::mutant::on({number})");
    let range = mutation.range.clone();
    let whole = render(text, range.clone(), inner);
    let written = match &mutation.form {
        Form::Negate => format!("({on} != ({whole}))"),
        Form::True => format!("({on} || ({whole}))"),
        Form::False => format!("(!{on} && ({whole}))"),
        Form::Replace(part, by) => {
            let mutated = format!("{}{by}{}", &text[range.start..part.start], &text[part.end..range.end]);
            format!("(if {on} {{ {mutated} }} else {{ {whole} }})")
        }
        Form::Return(value) => format!("if {on} {{ return {value}; }}"),
        Form::Skip => format!("if !{on} {{ {whole} }}"),
        Form::Arm(None) => format!("{whole} if !{on}"),
        Form::Arm(Some(guard)) => {
            let before = &text[range.start..guard.start];
            let guard = render(text, guard.clone(), inner);
            format!("{before}!{on} && ({guard})")
        }
    };
    format!("/*<{number}*/{written}/*{number}>*/")
}

/// The mutations that do not compile.
fn check(tree: &Path, mutants: &[Mutant]) -> Outcome<BTreeSet<usize>> {
    let output = Command::new("cargo")
        .args(["check", "--locked", "--quiet", "-p", "rules-judge-engine", "--message-format", "json"])
        .env("RUSTFLAGS", "--cap-lints allow")
        .current_dir(tree)
        .stderr(Stdio::inherit())
        .output()?;
    let mut broken = BTreeSet::new();
    for line in String::from_utf8(output.stdout)?.lines() {
        let message: Value = serde_json::from_str(line)?;
        let message = &message["message"];
        if message["level"] != "error" {
            continue;
        }
        for span in
            message["spans"].as_array().into_iter().flatten().filter(|span| span["is_primary"] == true)
        {
            let (Some(file), Some(start)) = (span["file_name"].as_str(), span["byte_start"].as_u64()) else {
                continue;
            };
            let text = fs::read_to_string(tree.join(file))?;
            let start = usize::try_from(start)?;
            let Some(number) = around(&text, start).or_else(|| after(&text, start)) else {
                return Err(format!("no mutation is near: {}", message["rendered"]).into());
            };
            let key = &mutants.get(number - 1).ok_or("a marker that nobody wrote")?.key;
            println!("  {key}: {}", message["message"].as_str().unwrap_or_default());
            broken.insert(number - 1);
        }
    }
    if !output.status.success() && broken.is_empty() {
        return Err("the engine does not compile, and no mutation is the reason".into());
    }
    Ok(broken)
}

/// The number of the first mutation after a place of a written file.
fn after(text: &str, place: usize) -> Option<usize> {
    let (_, rest) = text.get(place..)?.split_once("/*<")?;
    rest.split_once("*/")?.0.parse().ok()
}

/// The number of the innermost mutation around a place of a written file.
fn around(text: &str, place: usize) -> Option<usize> {
    let mut open = Vec::new();
    let mut rest = &text[..place.min(text.len())];
    while let Some(start) = rest.find("/*") {
        rest = &rest[start + 2..];
        let Some(end) = rest.find("*/") else { break };
        let marker = &rest[..end];
        if let Some(number) = marker.strip_prefix('<').and_then(|number| number.parse::<usize>().ok()) {
            open.push(number);
        } else if marker.strip_suffix('>').is_some_and(|number| number.parse::<usize>().is_ok()) {
            open.pop();
        }
    }
    open.pop()
}
