//! `verify --lines -` as the worker of another program: one line in, one line out.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use rules_judge::limits::{BYTES_PER_BATCH, REPLAY_BYTES};
use rules_judge_replays::judging::Judge;
use serde_json::Value;

use crate::calls::{games, played, until};

struct Worker {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

fn worker(more: &[&str]) -> Worker {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rules-judge"))
        .args(["verify", "--json", "--lines"])
        .args(more)
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    Worker { child, input, output }
}

impl Worker {
    fn answer(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        assert!(line.ends_with('\n'), "it ended: {line}");
        serde_json::from_str(&line).unwrap()
    }

    /// Sends one line, and waits for its answer before it sends anything else.
    fn ask(&mut self, line: &[u8]) -> Value {
        self.input.write_all(line).unwrap();
        self.input.write_all(b"\n").unwrap();
        self.answer()
    }

    fn end(mut self) -> i32 {
        drop(self.input);
        let mut rest = String::new();
        self.output.read_line(&mut rest).unwrap();
        assert_eq!(rest, "");
        self.child.wait().unwrap().code().unwrap()
    }
}

#[test]
fn each_line_is_answered_before_the_next_is_sent() {
    let mut worker = worker(&[]);
    let mut line = 0;
    for game in games() {
        let log = played(game);
        for count in [0, 3, 12] {
            line += 1;
            let answer = worker.ask(until(&log, count).to_string().as_bytes());
            assert_eq!((&answer["line"], &answer["verdict"]["accepted"]), (&line.into(), &count.into()));
            assert_eq!(answer["file"], "-");
        }
    }
    assert_eq!(worker.end(), 0);
}

#[test]
fn what_cannot_be_read_is_answered_and_stops_nothing() {
    let mut worker = worker(&["--cores", "1"]);
    let log = played(games()[0]).to_string();
    let long = vec![b' '; REPLAY_BYTES + 1];
    let longest = [log.as_bytes(), &vec![b' '; REPLAY_BYTES - log.len()]].concat();
    for (line, code) in [
        (&b"{"[..], Some("unreadable_json")),
        (b"", Some("unreadable_json")),
        (b"  \t", Some("unreadable_json")),
        (log.as_bytes(), None),
        (&long, Some("too_large")),
        (b"\xff\xfe\x00", Some("unreadable_json")),
        (&longest, None),
        (b"{\"game\":\"chess\"}", Some("unknown_game")),
        (log.as_bytes(), None),
    ] {
        let answer = worker.ask(line);
        assert_eq!(answer["problem"]["code"].as_str(), code, "{answer}");
        assert_eq!(answer["verdict"]["verdict"].as_str(), code.is_none().then_some("legal"));
    }
    // The last line needs no line feed.
    worker.input.write_all(log.as_bytes()).unwrap();
    drop(worker.input);
    let mut line = String::new();
    worker.output.read_line(&mut line).unwrap();
    assert!(line.starts_with("{\"file\":\"-\",\"line\":10,\"verdict\":{"), "{line}");
    assert_eq!(worker.child.wait().unwrap().code(), Some(2));
}

/// A program that sends without reading is blocked: memory between the two is bounded.
#[test]
fn who_does_not_read_is_held_up() {
    let mut worker = worker(&[]);
    let log = played(games()[0]).to_string();
    let padded = [log.as_bytes(), &vec![b' '; 1 << 20], b"\n"].concat();
    let lines = 4 * BYTES_PER_BATCH / padded.len();
    let sent = Arc::new(AtomicUsize::new(0));
    let (counter, mut input) = (Arc::clone(&sent), worker.input);
    let sender = std::thread::spawn(move || {
        for _ in 0..lines {
            input.write_all(&padded).unwrap();
            counter.fetch_add(1, Ordering::SeqCst);
        }
    });
    // Waits until the worker takes no more lines, because nobody reads its results.
    let mut before = usize::MAX;
    while before != sent.load(Ordering::SeqCst) {
        before = sent.load(Ordering::SeqCst);
        std::thread::sleep(Duration::from_secs(2));
    }
    assert!(before < lines, "{before} of {lines} lines were taken, and no answer was read");
    for line in 1..=lines {
        let mut text = String::new();
        worker.output.read_line(&mut text).unwrap();
        assert!(text.starts_with(&format!("{{\"file\":\"-\",\"line\":{line},\"verdict\":{{")), "{line}");
    }
    sender.join().unwrap();
    assert_eq!(worker.child.wait().unwrap().code(), Some(0));
}

/// A line that is too long does not end the file.
#[test]
fn a_long_line_of_a_file_is_passed_over() {
    let here = tempfile::tempdir().unwrap();
    let log = played(games()[0]).to_string();
    let text =
        [log.as_bytes(), b"\n", &vec![b'x'; REPLAY_BYTES + 1], b"\n\n", log.as_bytes(), b"\n"].concat();
    fs::write(here.path().join("games.ndjson"), text).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_rules-judge"))
        .args(["verify", "--json", "games.ndjson"])
        .current_dir(here.path())
        .output()
        .unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    let results: Vec<Value> = stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let lines: Vec<&Value> = results.iter().map(|line| &line["line"]).collect();
    assert_eq!(lines, [1, 2, 4]);
    assert_eq!(results[1]["problem"]["code"], "too_large");
}

/// Pools of a directory are found by their names and digests.
#[test]
fn replays_may_name_pools_of_a_directory() {
    let here = tempfile::tempdir().unwrap();
    let mut log = until(&played(games()[0]), 0);
    let game = log["game"].as_str().unwrap().to_owned();
    let mut pool = Judge::new().small_pool(&game).unwrap();
    pool["name"] = "mine".into();
    fs::create_dir(here.path().join("pools")).unwrap();
    fs::write(here.path().join("pools/mine.json"), pool.to_string()).unwrap();
    log["pool"] = format!("{game}/mine").into();
    fs::write(here.path().join("log.json"), log.to_string()).unwrap();
    let answer_with = |more: &[&str]| -> Value {
        let output = Command::new(env!("CARGO_BIN_EXE_rules-judge"))
            .args(["verify", "--json", "log.json"])
            .args(more)
            .current_dir(here.path())
            .output()
            .unwrap();
        serde_json::from_slice(&output.stdout).unwrap()
    };
    assert_eq!(answer_with(&[])["problem"]["code"], "unknown_pool");
    // The deck has cards of another pool; that the pool is found is enough here.
    assert_ne!(answer_with(&["--pools", "pools"])["problem"]["code"], "unknown_pool");
}
