//! The command line: exit codes, and what is written where.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn run(arguments: &[&str], directory: &Path, input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rules-judge"))
        .args(arguments)
        .current_dir(directory)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that does not read its input closes it early.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn lines(output: &Output) -> Vec<Value> {
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_command_explains_its_exit_codes() {
    let here = tempfile::tempdir().unwrap();
    for command in ["serve", "verify", "legal", "deck", "lint", "play"] {
        let output = run(&[command, "--help"], here.path(), b"");
        assert_eq!(output.status.code(), Some(0));
        assert!(text(&output.stdout).contains("Exit codes:"), "{command}");
    }
}

#[test]
fn a_wrong_command_line_ends_with_two() {
    let here = tempfile::tempdir().unwrap();
    let wrong: [&[&str]; 9] = [
        &[],
        &["judge"],
        &["verify"],
        &["verify", "x", "--view", "seat2"],
        &["verify", "x", "--at", "-1"],
        &["verify", "x", "--trace", "all"],
        &["verify", "x", "--language", "fr"],
        &["play", "--game", "azur-lane"],
        &["play", "--game", "azur-lane", "--seed", "1", "--bots", "random"],
    ];
    for arguments in wrong {
        let output = run(arguments, here.path(), b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn an_unreadable_file_is_told_and_ends_with_two() {
    let here = tempfile::tempdir().unwrap();
    for command in ["verify", "legal", "deck", "lint"] {
        let output = run(&[command, "missing.json"], here.path(), b"");
        assert_eq!(output.status.code(), Some(2), "{command}");
        assert!(text(&output.stdout).starts_with("error[unreadable_file]: "), "{}", text(&output.stdout));
        let output = run(&[command, "missing.json", "--json"], here.path(), b"");
        assert_eq!(output.status.code(), Some(2), "{command}");
        let told = &lines(&output)[0];
        assert_eq!(
            (told["file"].as_str(), told["problem"]["code"].as_str()),
            (Some("missing.json"), Some("unreadable_file"))
        );
    }
}

#[test]
fn a_directory_is_walked_and_told_in_order() {
    let here = tempfile::tempdir().unwrap();
    let root = here.path();
    fs::create_dir_all(root.join("games/b/empty")).unwrap();
    fs::write(root.join("games/a.json"), "{").unwrap();
    fs::write(root.join("games/b/c.json.zst"), zstd::encode_all(&b"{"[..], 3).unwrap()).unwrap();
    fs::write(root.join("games/b/notes.txt"), "{").unwrap();
    fs::write(root.join("games/d.ndjson"), "{\n\n  \n{").unwrap();
    fs::write(root.join("games/e.ndjson.zst"), zstd::encode_all(&b"{\n"[..], 3).unwrap()).unwrap();
    fs::write(root.join("games/f.zst"), "not zstd").unwrap();
    let output = run(&["verify", "--json", "games"], root, b"");
    assert_eq!(output.status.code(), Some(2));
    let told: Vec<(String, Value)> = lines(&output)
        .iter()
        .map(|line| (line["file"].as_str().unwrap().to_owned(), line["line"].clone()))
        .collect();
    let expected = [
        ("games/a.json", Value::Null),
        ("games/b/c.json.zst", Value::Null),
        ("games/d.ndjson", Value::from(1)),
        ("games/d.ndjson", Value::from(4)),
        ("games/e.ndjson.zst", Value::from(1)),
        ("games/f.zst", Value::Null),
    ];
    assert_eq!(told, expected.map(|(file, line)| (file.to_owned(), line)));
    assert_eq!(lines(&output)[5]["problem"]["code"], "unreadable_file");

    let output = run(&["verify", "games"], root, b"");
    assert!(
        text(&output.stdout)
            .ends_with("6 replays: 0 legal, 0 illegal, 0 not judged, 6 malformed or unreadable\n")
    );
    // Nobody looks at a pipe: no colours, no progress bar.
    assert!(!text(&output.stdout).contains('\u{1b}') && output.stderr.is_empty());
}

#[test]
fn small_files_that_unpack_to_much_are_refused() {
    let here = tempfile::tempdir().unwrap();
    let packed = zstd::encode_all(&vec![b' '; 64 << 20][..], 19).unwrap();
    assert!(packed.len() < 64 << 10);
    for name in ["bomb.json.zst", "bomb.ndjson.zst"] {
        fs::write(here.path().join(name), &packed).unwrap();
        let output = run(&["verify", "--json", name], here.path(), b"");
        assert_eq!(
            (output.status.code(), &lines(&output)[0]["problem"]["code"]),
            (Some(2), &Value::from("too_large"))
        );
    }
}

#[test]
fn an_empty_directory_is_nothing_against_the_rules() {
    let here = tempfile::tempdir().unwrap();
    let output = run(&["verify", "."], here.path(), b"");
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).starts_with("0 replays"));
}

#[test]
fn standard_input_is_a_file() {
    let here = tempfile::tempdir().unwrap();
    for command in ["verify", "legal", "deck", "lint"] {
        let output = run(&[command, "-", "--json"], here.path(), b"{");
        assert_eq!(output.status.code(), Some(2), "{command}");
        assert_eq!(lines(&output)[0]["file"], "-");
    }
}
