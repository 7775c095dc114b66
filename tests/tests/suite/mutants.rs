//! The lists in `tests/mutants` name mutations of code that the engine still has: each names a folder, a
//! function in it, and the changed text. `tests/mutants.sh` refuses other lists; this test finds them without
//! building anything.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::path::Path;

use rules_judge_replays::tools::case::load::listed;

/// The source files in folders of this name, without white space between words.
fn sources(folder: &Path, name: &str, found: &mut Vec<String>) {
    for path in listed(folder).unwrap_or_else(|fault| panic!("{fault}")) {
        if path.is_dir() {
            sources(&path, name, found);
        } else if folder.file_name().is_some_and(|folder| folder == name) {
            found.push(std::fs::read_to_string(&path).unwrap());
        }
    }
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect()
}

/// The functions of a name, each up to the closing brace in its own column.
fn functions(text: &str, name: &str) -> Vec<String> {
    let heads = [format!("fn {name}("), format!("fn {name}<")];
    let lines: Vec<&str> = text.lines().collect();
    let begins = (0..lines.len()).filter(|line| heads.iter().any(|head| lines[*line].contains(head)));
    let function = |begin: usize| {
        let indent = lines[begin].len() - lines[begin].trim_start().len();
        let end = format!("{}}}", " ".repeat(indent));
        let rest = &lines[begin..];
        let length = rest.iter().position(|line| *line == end).unwrap_or(rest.len());
        squeezed(&rest[..length].concat())
    };
    begins.map(function).collect()
}

/// Whether the engine has the code that a mutation changes.
fn is_there(key: &str) -> bool {
    let mut parts = key.splitn(3, ": ");
    let [Some(folder), Some(function), Some(what)] = [parts.next(), parts.next(), parts.next()] else {
        return false;
    };
    let mut found = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/src"), folder, &mut found);
    let name = function.rsplit("::").next().unwrap_or(function);
    let (what, times) = match what.strip_suffix(')').and_then(|what| what.rsplit_once(" (")) {
        Some((what, number)) => (what, number.parse().unwrap_or(1)),
        None => (what, 1),
    };
    // The quoted text is the last one; mutations of returned values have none.
    let quoted = what.rsplit('`').nth(1).filter(|_| !what.starts_with("returns "));
    let quoted = squeezed(quoted.unwrap_or_default().trim_end_matches("..."));
    let functions: Vec<String> = found.iter().flat_map(|text| functions(text, name)).collect();
    let count: usize = functions.iter().map(|text| text.matches(&quoted).count()).sum();
    count >= times
}

#[test]
fn the_lists_of_mutations_are_of_this_engine() {
    let read = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("mutants").join(name);
        std::fs::read_to_string(path).unwrap()
    };
    let (first, unnoticed) = (read("first.txt"), read("unnoticed.tsv"));
    let with_reason = unnoticed.lines().skip(1).map(|line| line.split_once('\t').unwrap());
    assert!(with_reason.clone().all(|(_, reason)| !reason.trim().is_empty()), "a mutation without a reason");
    let keys: Vec<&str> = first.lines().chain(with_reason.map(|(key, _)| key)).collect();
    let gone: Vec<&&str> = keys.iter().filter(|key| !is_there(key)).collect();
    assert_eq!(gone, [&""; 0], "first.txt or unnoticed.tsv name what the engine does not have");
    assert!(keys.len() > 10, "{}", keys.len());
    // The test fails for a removed line and for a renamed function.
    for key in &keys {
        let [folder, function, what] = key.splitn(3, ": ").collect::<Vec<_>>()[..] else { panic!("{key}") };
        assert!(!is_there(&format!("{folder}: {function}_gone: {what}")), "{key}");
        if !what.starts_with("returns ") {
            assert!(!is_there(&format!("{folder}: {function}: `gone(` in {what}`gone(`")), "{key}");
        }
    }
}
