//! `rejudge`: compares two sets of verdicts of one archive.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::calls::{entries, games, played, until};

fn run(arguments: &[&str], directory: &Path) -> (i32, String) {
    let command = Command::new(env!("CARGO_BIN_EXE_rules-judge"))
        .args(arguments)
        .current_dir(directory)
        .stdin(Stdio::null())
        .output();
    let output = command.unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

/// The verdicts of an archive: whole games, each also with a refused entry, and one line that cannot be read.
fn verdicts(directory: &Path) -> Vec<Value> {
    let mut archive = String::new();
    for game in games() {
        let log = played(game);
        let mut spoilt = until(&log, 5);
        spoilt["actions"].as_array_mut().unwrap().push(entries(&log)[0].clone());
        archive += &format!("{log}\n{spoilt}\n");
    }
    fs::write(directory.join("games.ndjson"), archive + "{\n").unwrap();
    let (_, stdout) = run(&["verify", "--json", "games.ndjson"], directory);
    stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn write(directory: &Path, name: &str, lines: &[Value]) {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    fs::write(directory.join(name), text).unwrap();
}

/// The JSON output: the exit code, the kinds of changes, and the sums.
fn compared(directory: &Path, old: &[Value], new: &[Value]) -> (i32, Vec<Value>, Value) {
    write(directory, "old.ndjson", old);
    write(directory, "new.ndjson", new);
    let (code, stdout) = run(&["rejudge", "--json", "old.ndjson", "new.ndjson"], directory);
    let mut kinds: Vec<Value> = stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let sums = kinds.pop().unwrap();
    assert_eq!(sums["done"], true);
    (code, kinds, sums)
}

#[test]
fn what_is_the_same_in_any_order_has_not_changed() {
    let here = tempfile::tempdir().unwrap();
    let old = verdicts(here.path());
    let mut turned = old.clone();
    turned.reverse();
    for new in [&old, &turned] {
        let (code, kinds, sums) = compared(here.path(), &old, new);
        assert_eq!((code, kinds.len()), (0, 0));
        assert_eq!((&sums["compared"], &sums["changed"]), (&old.len().into(), &0.into()));
    }
}

/// The same value as another program may write it: with other order, blanks and escapes.
fn loosely(value: &Value) -> String {
    let text = |text: &str| {
        let unit = |unit: u16| match u8::try_from(unit) {
            Ok(byte @ b' '..=b'~') if !matches!(byte, b'"' | b'\\') => char::from(byte).to_string(),
            _ => format!("\\u{unit:04x}"),
        };
        format!("\"{}\"", text.encode_utf16().map(unit).collect::<String>())
    };
    match value {
        Value::Object(fields) => {
            let fields =
                fields.iter().rev().map(|(key, value)| format!("{} : {}", text(key), loosely(value)));
            format!("{{ {} }}", fields.collect::<Vec<_>>().join(" , "))
        }
        Value::Array(items) => format!("[ {} ]", items.iter().map(loosely).collect::<Vec<_>>().join(" , ")),
        Value::String(string) => text(string),
        other => other.to_string(),
    }
}

#[test]
fn what_is_written_in_another_way_has_not_changed() {
    let here = tempfile::tempdir().unwrap();
    let old = verdicts(here.path());
    write(here.path(), "old.ndjson", &old);
    let new: String = old.iter().map(|line| loosely(line) + "\n").collect();
    fs::write(here.path().join("new.ndjson"), new).unwrap();
    let (code, stdout) = run(&["rejudge", "--json", "old.ndjson", "new.ndjson"], here.path());
    assert_eq!(code, 0, "{stdout}");
}

#[test]
fn each_change_is_told_by_its_rule() {
    let here = tempfile::tempdir().unwrap();
    let old = verdicts(here.path());
    let spoilt = old.iter().position(|line| line["verdict"]["verdict"] == "illegal").unwrap();
    let whole = old.iter().position(|line| line["verdict"]["outcome"].is_object()).unwrap();
    let rule = old[spoilt]["verdict"]["illegal"]["refusals"][0]["cites"][0].clone();
    let of_outcome = old[whole]["verdict"]["outcome"]["cites"][0].clone();
    assert!(rule.is_string() && of_outcome.is_string());
    let changed = |at: usize, pointer: &str, to: Value| {
        let mut new = old.clone();
        *new[at].pointer_mut(pointer).unwrap() = to;
        new
    };
    let illegal = |to: Value| {
        let mut new = changed(spoilt, "/verdict/verdict", "legal".into());
        new[spoilt]["verdict"]["illegal"] = to;
        new
    };
    for (new, change, cited, word) in [
        (illegal(Value::Null), "verdict", &rule, "legal"),
        (changed(spoilt, "/verdict/accepted", 3.into()), "entry", &rule, "illegal"),
        (
            changed(spoilt, "/verdict/illegal/refusals/0/cites/0", "other".into()),
            "reason",
            &Value::from("other"),
            "illegal",
        ),
        (changed(spoilt, "/verdict/illegal/refusals/0/code", "other".into()), "reason", &rule, "illegal"),
        (changed(whole, "/verdict/outcome/reason", "other".into()), "outcome", &of_outcome, "legal"),
        (changed(whole, "/verdict/state", json!({})), "state", &of_outcome, "legal"),
    ] {
        let (code, kinds, sums) = compared(here.path(), &old, &new);
        assert_eq!((code, kinds.len()), (1, 1), "{change}");
        let kind = &kinds[0];
        assert_eq!((kind["change"].as_str(), &kind["rule"]), (Some(change), cited), "{kind}");
        assert_eq!((&kind["count"], &kind["new"]), (&1.into(), &word.into()));
        assert_eq!(kind["first"][0]["file"], "games.ndjson");
        assert_eq!(sums["changed"], 1);
        let (code, text) = run(&["rejudge", "old.ndjson", "new.ndjson"], here.path());
        let cited = cited.as_str().unwrap();
        assert_eq!(code, 1);
        assert!(text.contains(&format!(" {cited}: ")) && text.contains("(games.ndjson:"), "{text}");
        let sum = format!("{} replays compared: {} as before, 1 changed\n", old.len(), old.len() - 1);
        assert!(text.ends_with(&sum), "{text}");
    }
    // The words of messages and the number of the semantics do not count as changes.
    let (code, ..) = compared(here.path(), &old, &changed(whole, "/verdict/semantics", 999.into()));
    assert_eq!(code, 0);
    // A line that could not be read before.
    let mut new = old.clone();
    *new.last_mut().unwrap() =
        json!({"file": "games.ndjson", "line": old.len(), "verdict": old[whole]["verdict"]});
    let (code, kinds, _) = compared(here.path(), &old, &new);
    assert_eq!((code, &kinds[0]["old"], &kinds[0]["new"]), (1, &"problem".into(), &"legal".into()));
}

#[test]
fn logs_that_do_not_match_are_told() {
    let here = tempfile::tempdir().unwrap();
    let old = verdicts(here.path());
    let last = old.len() - 1;
    // Each file lacks a verdict that the other has.
    let mut new = old.clone();
    let missing = new.remove(2);
    let mut shorter = old.clone();
    shorter.remove(4);
    let (code, kinds, sums) = compared(here.path(), &shorter, &new);
    assert_eq!((code, kinds.len()), (2, 0));
    assert_eq!(sums["compared"], last - 1);
    let only =
        |side: &str| (sums[side]["only"]["count"].clone(), sums[side]["only"]["first"][0]["line"].clone());
    assert_eq!(only("old"), (1.into(), missing["line"].clone()));
    assert_eq!(only("new"), (1.into(), old[4]["line"].clone()));
    // A verdict about another log under the same edition and pool; under another pool nobody can tell.
    let mut new = old.clone();
    new[0]["verdict"]["log_digest"] = format!("sha256:{}", "0".repeat(64)).into();
    let (code, _, sums) = compared(here.path(), &old, &new);
    assert_eq!((code, &sums["other_log"]["count"]), (2, &1.into()));
    new[0]["verdict"]["pool"] = format!("sha256:{}", "1".repeat(64)).into();
    assert_eq!(compared(here.path(), &old, &new).0, 0);
    // Lines that are no verdicts.
    for line in ["{", "{}", "[]", "{\"verdict\":{}}", "{\"done\":false}"] {
        fs::write(here.path().join("new.ndjson"), fs::read(here.path().join("old.ndjson")).unwrap()).unwrap();
        let mut text = fs::read_to_string(here.path().join("new.ndjson")).unwrap();
        text += line;
        fs::write(here.path().join("new.ndjson"), text).unwrap();
        let (code, stdout) = run(&["rejudge", "old.ndjson", "new.ndjson"], here.path());
        assert_eq!(code, 2, "{line}");
        assert!(stdout.contains(&format!("(new.ndjson:{})", old.len() + 1)), "{line}: {stdout}");
    }
    assert_eq!(run(&["rejudge", "old.ndjson", "missing.ndjson"], here.path()).0, 2);
    // The same verdict twice.
    let twice = [old.clone(), vec![old[0].clone(), old[0].clone()]].concat();
    assert_eq!(compared(here.path(), &old, &twice).0, 2);
}

/// The digest identifies a log under any file name; a name may stand for another log now.
#[test]
fn a_log_is_known_by_its_digest() {
    let here = tempfile::tempdir().unwrap();
    let old = verdicts(here.path());
    let all = old.len() as u64;
    let renamed = |name: &dyn Fn(usize) -> Value| -> Vec<Value> {
        let with_name = |(at, line): (usize, &Value)| {
            let mut line = line.clone();
            let (name, fields) = (name(at), line.as_object_mut().unwrap());
            fields.remove("line");
            fields.extend(name.as_object().unwrap().clone());
            line
        };
        old.iter().enumerate().map(with_name).collect()
    };
    // Other file names, in another order. The line that cannot be read has no digest and so no counterpart.
    let mut new = renamed(&|at| json!({ "file": format!("other/{at}.json") }));
    new.reverse();
    let (code, kinds, sums) = compared(here.path(), &old, &new);
    assert_eq!((code, kinds.len(), &sums["compared"]), (2, 0, &(all - 1).into()));
    assert_eq!([&sums["old"]["only"]["count"], &sums["new"]["only"]["count"]], [1, 1]);
    assert_eq!(sums["other_log"]["count"], 0);
    // The file was packed meanwhile, so the line that cannot be read is found by its name.
    for ending in ["gz", "XZ", "zst"] {
        let new = renamed(&|at| json!({ "file": format!("games.ndjson.{ending}"), "line": at + 1 }));
        let (code, _, sums) = compared(here.path(), &old, &new);
        assert_eq!((code, &sums["compared"], &sums["changed"]), (0, &all.into(), &0.into()));
        // Under another pool the digest of a log differs, so only names identify it.
        let mut new = new;
        for line in new.iter_mut().filter(|line| line["verdict"].is_object()) {
            line["verdict"]["pool"] = format!("sha256:{}", "1".repeat(64)).into();
            line["verdict"]["log_digest"] = format!("sha256:{}", "2".repeat(64)).into();
        }
        assert_eq!(compared(here.path(), &old, &new).2["compared"], all);
    }
    // A line was inserted before all others.
    let new = renamed(&|at| json!({ "file": "games.ndjson", "line": at + 2 }));
    let (_, kinds, sums) = compared(here.path(), &old[..old.len() - 1], &new[..old.len() - 1]);
    assert_eq!(
        (kinds.len(), &sums["compared"], &sums["other_log"]["count"]),
        (0, &(all - 1).into(), &0.into())
    );
    // A change is listed under the current name of the log.
    let mut new = renamed(&|at| json!({ "file": format!("new-{at}.json") }));
    let legal = old.iter().position(|line| line["verdict"]["verdict"] == "legal").unwrap();
    new[legal]["verdict"]["accepted"] = 1.into();
    let (_, kinds, _) = compared(here.path(), &old, &new);
    assert_eq!(kinds[0]["first"], json!([{ "file": format!("new-{legal}.json") }]));
    // The same log under two names: each has its counterpart. Against a single one, one of the two has none.
    let twice = [&old[..1], &renamed(&|_| json!({ "file": "copy.json" }))[..1]].concat();
    assert_eq!(compared(here.path(), &twice, &twice).0, 0);
    let (code, _, sums) = compared(here.path(), &old[..1], &twice);
    assert_eq!(
        (code, &sums["compared"], &sums["new"]["only"]["first"][0]["file"]),
        (2, &1.into(), &"copy.json".into())
    );
    // A seat's view has no digests, so names identify the logs.
    let mut unnamed = old.clone();
    for line in unnamed.iter_mut().filter(|line| line["verdict"].is_object()) {
        line["verdict"]["log_digest"] = Value::Null;
        line["verdict"]["replay_digest"] = Value::Null;
    }
    assert_eq!(compared(here.path(), &unnamed, &unnamed).0, 0);
}
