//! Which files the command reads, by packing and name, and what it writes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use flate2::write::GzEncoder;
use lzma_rust2::{XzOptions, XzWriter};
use rules_judge::limits::REPLAY_BYTES;
use rules_judge_replays::judging::Judge;
use serde_json::{Value, json};

use crate::calls::{bytes, entries, games, played, service, until};
use crate::common::{post, send};

const MARK: &str = "\u{feff}";

fn run(arguments: &[&str], directory: &Path, input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rules-judge"))
        .args(arguments)
        .current_dir(directory)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that does not read its input closes it early, so writing may fail.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn lines(output: &Output) -> Vec<Value> {
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), flate2::Compression::default());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

fn xz(bytes: &[u8]) -> Vec<u8> {
    let mut packer = XzWriter::new(Vec::new(), XzOptions::with_preset(0)).unwrap();
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 3).unwrap()
}

/// A file name's ending, and the function that packs accordingly.
type Packing = (&'static str, fn(&[u8]) -> Vec<u8>);
const PACKINGS: [Packing; 4] = [("", |bytes| bytes.to_vec()), (".gz", gzip), (".xz", xz), (".zst", zstd)];

/// A short log on one line.
fn log() -> String {
    until(&played(games()[0]), 3).to_string()
}

fn pretty(log: &str) -> String {
    serde_json::to_string_pretty(&serde_json::from_str::<Value>(log).unwrap()).unwrap()
}

/// The results of `verify`: for each log its line, and the verdict or the code of the problem.
fn results(output: &Output) -> Vec<(Option<u64>, String)> {
    let word = |line: &Value| {
        let word = line["verdict"]["verdict"].as_str().or(line["problem"]["code"].as_str());
        (line["line"].as_u64(), word.unwrap().to_owned())
    };
    lines(output).iter().map(word).collect()
}

#[test]
fn what_a_file_holds_tells_how_it_is_read() {
    let here = tempfile::tempdir().unwrap();
    let log = log();
    let legal = |line: Option<u64>| (line, "legal".to_owned());
    let (one, many) = (vec![legal(None)], vec![legal(Some(1)), legal(Some(3))]);
    let two = format!("{log}\n\n{log}");
    // The name decides where the bytes allow both readings, and never splits one log.
    let cases = [
        ("one line", log.clone(), one.clone(), vec![legal(Some(1))]),
        ("one line with an end", format!("{log}\n \n"), one.clone(), vec![legal(Some(1))]),
        ("many lines", pretty(&log), one.clone(), one.clone()),
        ("blanks around", format!("\n\n{}\n\n", pretty(&log)), one.clone(), one),
        ("two logs", two.clone(), many.clone(), many.clone()),
        ("two logs with an end", format!("{two}\r\n"), many.clone(), many),
    ];
    for (what, content, by_content, by_name) in cases {
        for (ending, pack) in PACKINGS {
            for packed in [pack(content.as_bytes()), pack(format!("{MARK}{content}").as_bytes())] {
                // The ending of the packing may be right in upper or lower case, missing, or wrong.
                let mut expected = BTreeMap::new();
                for (name, logs) in [
                    ("a.json", &by_content),
                    ("a", &by_content),
                    ("a.NDJSON", &by_name),
                    ("a.jsonl", &by_name),
                ] {
                    for name in
                        [format!("{name}{}", ending.to_uppercase()), name.to_owned(), format!("{name}.gz")]
                    {
                        fs::write(here.path().join(&name), &packed).unwrap();
                        expected.insert(name, logs.clone());
                    }
                }
                let names = expected.keys().map(String::as_str);
                let arguments: Vec<&str> = ["verify", "--json"].into_iter().chain(names).collect();
                let output = run(&arguments, here.path(), b"");
                let mut found: BTreeMap<String, Vec<_>> = BTreeMap::new();
                for (line, log) in lines(&output).iter().zip(results(&output)) {
                    found.entry(line["file"].as_str().unwrap().to_owned()).or_default().push(log);
                }
                assert_eq!(found, expected, "{what}, {ending}");
                assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{what}");
                let output = run(&["verify", "--json", "-"], here.path(), &packed);
                assert_eq!(results(&output), by_content, "{what}, {ending}");
            }
        }
    }
}

#[test]
fn what_is_broken_is_told_by_its_line_or_as_one() {
    let here = tempfile::tempdir().unwrap();
    let log = log();
    let unreadable = |line: Option<u64>| (line, "unreadable_json".to_owned());
    let legal = |line: Option<u64>| (line, "legal".to_owned());
    for (name, content, expected) in [
        // Lines, the first of which is broken: only the name shows that they are lines.
        ("a.jsonl", format!("{{\n{log}\n"), vec![unreadable(Some(1)), legal(Some(2))]),
        ("a.json", format!("{{\n{log}\n"), vec![unreadable(None)]),
        ("b.json", format!("{log}\n{{\n{log}\n"), vec![legal(Some(1)), unreadable(Some(2)), legal(Some(3))]),
        // The rest is no value, so the log is broken.
        ("c.json", format!("{log}\n}}\n"), vec![unreadable(None)]),
        ("d.json", String::new(), vec![unreadable(None)]),
        ("d.jsonl", String::new(), vec![]),
        ("e.jsonl", "{".to_owned(), vec![unreadable(Some(1))]),
        ("f.json", "{".to_owned(), vec![unreadable(None)]),
    ] {
        fs::write(here.path().join(name), &content).unwrap();
        assert_eq!(results(&run(&["verify", "--json", name], here.path(), b"")), expected, "{name}");
    }
    // A file without a replay counts as a fault for people; a program may send none.
    fs::write(here.path().join("blank.jsonl"), "\n \n").unwrap();
    for name in ["d.jsonl", "blank.jsonl"] {
        let output = run(&["verify", name], here.path(), b"");
        assert_eq!(output.status.code(), Some(2), "{name}");
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(stderr, format!("there is no replay in {name}\n"));
    }
    assert_eq!(run(&["verify", "--json", "--lines", "-"], here.path(), b"").status.code(), Some(0));
    // Packed files that are cut off, and files that only have the name of packed ones.
    let two = format!("{log}\n{log}\n").repeat(300);
    for (ending, pack) in PACKINGS.into_iter().skip(1) {
        let packed = pack(two.as_bytes());
        let name = format!("g.jsonl{ending}");
        fs::write(here.path().join(&name), &packed[..packed.len() - 9]).unwrap();
        let output = run(&["verify", "--json", "--at", "0", &name], here.path(), b"");
        let results = results(&output);
        assert_eq!(output.status.code(), Some(2), "{name}");
        // The decoder returns data below the size of the zstd window only when the frame is complete.
        assert!(ending == ".zst" || results[0] == legal(Some(1)), "{name}");
        assert_eq!(results.last().unwrap().1, "unreadable_file", "{name}");
        let name = format!("h.json{ending}");
        fs::write(here.path().join(&name), "no log").unwrap();
        let output = run(&["verify", "--json", &name], here.path(), b"");
        assert_eq!(lines(&output)[0]["problem"]["code"], "unreadable_file", "{name}");
    }
}

/// A file that unpacks to more than a replay may have is refused without being unpacked to its end, whether
/// it holds one text, one line or blank lines.
#[test]
fn small_files_that_unpack_to_much_are_refused() {
    let here = tempfile::tempdir().unwrap();
    let much = |byte: u8| vec![byte; REPLAY_BYTES + 2];
    for (ending, pack) in PACKINGS.into_iter().skip(1) {
        for (what, content) in [("blanks", much(b' ')), ("ends", much(b'\n')), ("one text", much(b'['))] {
            let packed = pack(&content);
            assert!(packed.len() < 64 << 10, "{ending}: {}", packed.len());
            for name in ["a.json", "a.jsonl", "a"] {
                let name = format!("{name}{ending}");
                fs::write(here.path().join(&name), &packed).unwrap();
                let output = run(&["verify", "--json", &name], here.path(), b"");
                let results = lines(&output);
                assert_eq!((output.status.code(), results.len()), (Some(2), 1), "{what}, {name}");
                assert_eq!(results[0]["problem"]["code"], "too_large", "{what}, {name}");
            }
            let output = run(&["verify", "--json", "-"], here.path(), &packed);
            assert_eq!(lines(&output)[0]["problem"]["code"], "too_large", "{what}");
        }
    }
    // A replay of the largest size is read, and so is the one after it.
    let log = log();
    let longest = format!("{log}{}", " ".repeat(REPLAY_BYTES - log.len()));
    let output = run(&["verify", "--json", "-"], here.path(), longest.as_bytes());
    assert_eq!(results(&output), [(None, "legal".to_owned())]);
    let output = run(&["verify", "--json", "-"], here.path(), format!("{longest}\n").as_bytes());
    assert_eq!(lines(&output)[0]["problem"]["code"], "too_large");
    fs::write(here.path().join("a.jsonl.gz"), gzip(format!("{longest}\n{longest}\n").as_bytes())).unwrap();
    let output = run(&["verify", "--json", "a.jsonl.gz"], here.path(), b"");
    assert_eq!(results(&output), [(Some(1), "legal".to_owned()), (Some(2), "legal".to_owned())]);
}

#[test]
fn what_is_left_out_of_a_folder_is_named() {
    let here = tempfile::tempdir().unwrap();
    let root = here.path();
    let log = log();
    fs::create_dir_all(root.join("games/deep")).unwrap();
    for name in ["a.JSON", "b.jsonl", "deep/c.ndjson"] {
        for (ending, pack) in PACKINGS {
            fs::write(root.join("games").join(format!("{name}{ending}")), pack(log.as_bytes())).unwrap();
        }
    }
    let output = run(&["verify", "--json", "games"], root, b"");
    assert_eq!(
        (output.status.code(), results(&output).len(), text(&output.stderr)),
        (Some(0), 12, String::new())
    );
    let output = run(&["verify", "games"], root, b"");
    assert!(text(&output.stdout).contains("\n12 replays: 12 legal, "), "{}", text(&output.stdout));

    fs::write(root.join("games/notes.txt"), "notes").unwrap();
    fs::write(root.join("games/deep/old.tar.gz"), "old").unwrap();
    let output = run(&["verify", "--json", "games"], root, b"");
    assert_eq!((output.status.code(), results(&output).len()), (Some(0), 12));
    let kinds = "*.json, *.ndjson, *.jsonl, *.gz, *.xz, *.zst";
    assert_eq!(
        text(&output.stderr),
        format!("2 files left out, not named like logs ({kinds}): games/deep/old.tar.gz, games/notes.txt\n")
    );
    for number in 0..20 {
        fs::write(root.join(format!("games/n{number:02}.txt")), "").unwrap();
    }
    let output = run(&["verify", "--json", "games", "--lang", "zh-Hant"], root, b"");
    let names: Vec<String> = (0..9).map(|number| format!("games/n{number:02}.txt")).collect();
    let first =
        format!("略過 22 個檔案，名稱不像紀錄（{kinds}）：games/deep/old.tar.gz, {}", names.join(", "));
    assert_eq!(text(&output.stderr), format!("{first}，另有 12 個檔案\n"));
    // A file that an argument names is read under any name.
    let output = run(&["verify", "--json", "games/notes.txt"], root, b"");
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(2), String::new()));
}

#[test]
fn a_folder_from_which_nothing_is_read_is_no_success() {
    let here = tempfile::tempdir().unwrap();
    let root = here.path();
    for folder in ["empty/deep", "text", "blank", "games"] {
        fs::create_dir_all(root.join(folder)).unwrap();
    }
    fs::write(root.join("text/a.txt"), "").unwrap();
    fs::write(root.join("blank/a.jsonl"), "\n\n").unwrap();
    fs::write(root.join("games/a.json"), log()).unwrap();
    let nothing_read = |folder: &str| {
        format!("nothing was read from {folder}: there is no file in it that could be judged\n")
    };
    for folder in ["empty", "text", "blank"] {
        for more in [&["--json"][..], &[]] {
            let output = run(&[&["verify", folder], more].concat(), root, b"");
            assert_eq!(output.status.code(), Some(2), "{folder}");
            assert!(text(&output.stderr).ends_with(&nothing_read(folder)), "{}", text(&output.stderr));
            assert!(more.is_empty() || output.stdout.is_empty());
        }
    }
    // The same for an empty folder beside another one.
    let output = run(&["verify", "--json", "games", "empty"], root, b"");
    assert_eq!((output.status.code(), results(&output).len()), (Some(2), 1));
    assert_eq!(text(&output.stderr), nothing_read("empty"));
    let output = run(&["case", "games"], root, b"");
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(2), nothing_read("games")));
}

#[test]
fn other_commands_unpack_as_well() {
    let here = tempfile::tempdir().unwrap();
    let root = here.path();
    let pool = include_str!("../../../engine/cards/azur-lane/pool.json");
    let case = "- id: mine-1\n  game: azur-lane\n  title: the battle phase follows\n  why: a pass ends the \
    phase\n  \
        given:\n    position:\n      turn: 3\n      active: 0\n      window: main\n      players:\n        \
        - {battlefield: {B2: {card: rj-001}}, deck: [rj-010]}\n        \
        - {battlefield: {B2: {card: rj-002}}, deck: [rj-010]}\n  when:\n    - {seat: A, type: pass}\n  \
        then:\n    \
        verdict: legal\n    facts:\n      - {state: phase, is: PHASE}\n  cites: ['500.2']\n";
    fs::write(root.join("log.json"), log()).unwrap();
    let verdicts = run(&["verify", "--json", "log.json"], root, b"").stdout;
    fs::write(root.join("old.ndjson"), &verdicts).unwrap();
    for (ending, pack) in PACKINGS {
        for mark in ["", MARK] {
            let write = |name: &str, content: &str| {
                let folder = root.join(name).parent().unwrap().to_owned();
                fs::create_dir_all(folder).unwrap();
                fs::write(root.join(name), pack(format!("{mark}{content}").as_bytes())).unwrap();
            };
            let pool_name = format!("pool.json{ending}");
            write(&pool_name, pool);
            let output = run(&["lint", &pool_name], root, b"");
            assert_eq!(text(&output.stdout), format!("{pool_name}: no findings\n"));
            write(&pool_name, "{\"game\": \"azur-lane\",\n \"cards\": 1.5}");
            let output = run(&["lint", "--json", &pool_name], root, b"");
            let problem = &lines(&output)[0]["problem"];
            assert_eq!((&problem["line"], &problem["column"]), (&2.into(), &11.into()), "{problem}");

            // Places are those in the text. The pool beside it is read by the same rules under any name.
            write(&format!("cases/a.YAML{ending}"), &case.replace("PHASE", "battle"));
            write("cases/pool.json", pool);
            let output = run(&["case", "cases"], root, b"");
            assert_eq!(text(&output.stdout), "1 case: 1 passed, 0 failed\n", "{ending}");
            write(&format!("cases/a.YAML{ending}"), &case.replace("PHASE", "end"));
            let output = run(&["case", "cases"], root, b"");
            let failed = format!("cases/a.YAML{ending}:18:9: mine-1: fact 1: state phase: ");
            assert!(text(&output.stdout).starts_with(&failed), "{}", text(&output.stdout));
            fs::remove_dir_all(root.join("cases")).unwrap();

            let new = format!("new.ndjson{ending}");
            write(&new, &text(&verdicts));
            let output = run(&["rejudge", "old.ndjson", &new], root, b"");
            assert_eq!(text(&output.stdout), "1 replay compared: 1 as before, 0 changed\n", "{new}");
        }
    }
}

/// A byte order mark is no part of the text: it changes neither places of faults, which are as an editor
/// shows them, nor digests.
#[test]
fn a_byte_order_mark_moves_no_place() {
    let here = tempfile::tempdir().unwrap();
    let root = here.path();
    let log = log();
    let spoilt = log.replacen("\"type\":", "\"typo\":", 1);
    for content in
        [log.clone(), spoilt.clone(), "{\"game\": 1.5}".to_owned(), "{\n  é".to_owned(), pretty(&spoilt)]
    {
        let results = |mark: &str, more: &[&str]| {
            fs::write(root.join("a.json"), format!("{mark}{content}")).unwrap();
            let output = run(&[&["verify", "a.json"], more].concat(), root, b"");
            (output.status.code(), text(&output.stdout))
        };
        assert_eq!(results(MARK, &[]), results("", &[]));
        assert_eq!(results(MARK, &["--json"]), results("", &["--json"]));
        assert_eq!(results(MARK, &["--json", "--lines"]), results("", &["--json", "--lines"]));
    }
    // Files that options name.
    let game = games()[0];
    let mut pool = Judge::new().small_pool(game).unwrap();
    pool["name"] = "mine".into();
    fs::create_dir(root.join("pools")).unwrap();
    fs::write(root.join("pools/mine.json"), format!("{MARK}{pool}")).unwrap();
    let mut named = until(&played(game), 0);
    named["pool"] = format!("{game}/mine").into();
    let output = run(&["verify", "--json", "--pools", "pools", "-"], root, named.to_string().as_bytes());
    assert_ne!(lines(&output)[0]["problem"]["code"], "unknown_pool", "{}", text(&output.stdout));
    fs::write(root.join("limits.toml"), format!("{MARK}body-bytes = 1000000\n")).unwrap();
    let output = run(&["config", "--config", "limits.toml"], root, b"");
    assert!(output.status.success() && text(&output.stdout).contains("1000000"), "{}", text(&output.stderr));
    let decks: Vec<String> = ["one.json", "two.json"].map(str::to_owned).into();
    for (name, player) in decks.iter().zip(named["players"].as_array().unwrap()) {
        fs::write(root.join(name), format!("{MARK}{}", player["deck"])).unwrap();
    }
    let played = ["play", "--game", game, "--seed", "1", "--deck", "one.json", "--deck", "two.json"];
    assert_eq!(run(&played, root, b"").status.code(), Some(0));
}

#[actix_web::test]
async fn a_byte_order_mark_of_a_body_is_passed_over() {
    let service = service();
    for game in games() {
        let log = until(&played(game), 3);
        let mut header = log.clone();
        header.as_object_mut().unwrap().remove("actions");
        for (call, body) in [
            ("/v1/verify", log.clone()),
            ("/v1/legal-actions", log.clone()),
            ("/v1/positions", log.clone()),
            ("/v1/moves", json!({"replay": until(&log, 2), "action": entries(&log)[2]})),
            ("/v1/compare", json!({"header": header, "logs": [entries(&log), entries(&log)]})),
        ] {
            let marked = [MARK.as_bytes(), &bytes(&body)].concat();
            let plain = send(&service, post(call, &bytes(&body))).await;
            let answer = send(&service, post(call, &marked)).await;
            assert_eq!((answer.status, answer.text()), (plain.status, plain.text()), "{call}");
            // The quick reader reads a log in its usual form, the general one a log with blanks.
            let spaced = format!("{MARK} {}", pretty(&body.to_string()));
            assert_eq!(send(&service, post(call, spaced.as_bytes())).await.json(), plain.json(), "{call}");
        }
        let lines = format!("{MARK}{log}\n{log}\n");
        let request = post("/v1/verify/batch", lines.as_bytes())
            .insert_header(("content-type", "application/x-ndjson"));
        let answers = send(&service, request).await.lines();
        assert_eq!(answers[0]["verdict"], answers[1]["verdict"]);
        assert_eq!((&answers[0]["verdict"]["verdict"], &answers[2]["lines"]), (&"legal".into(), &2.into()));
    }
    // A file with only a mark is a blank line of a batch, and no JSON.
    let request = post("/v1/verify/batch", "\u{feff}\n".as_bytes())
        .insert_header(("content-type", "application/x-ndjson"));
    assert_eq!(send(&service, request).await.lines(), [json!({"done": true, "lines": 0})]);
    send(&service, post("/v1/verify", MARK.as_bytes())).await.is_fault(400, "unreadable_json");
    // Only one mark is skipped, and columns are counted after it.
    let problem = send(&service, post("/v1/verify", "\u{feff}\u{feff}{}".as_bytes()))
        .await
        .is_fault(400, "unreadable_json");
    assert_eq!((&problem["line"], &problem["column"]), (&1.into(), &1.into()), "{problem}");
    for body in ["{\"game\": 1.5}", "{\"a\": 1, \"a\": 2}", "{\n\"é\": ?}"] {
        let plain = send(&service, post("/v1/verify", body.as_bytes())).await;
        let marked = send(&service, post("/v1/verify", format!("{MARK}{body}").as_bytes())).await;
        let place = |answer: &Value| ["line", "column", "pointer"].map(|field| answer[field].clone());
        assert_eq!(place(&marked.json()), place(&plain.json()), "{body}");
    }
}

#[test]
fn what_is_written_makes_its_folder_or_names_the_path() {
    let here = tempfile::tempdir().unwrap();
    let root = here.path();
    let play =
        |more: &[&str]| run(&[&["play", "--game", games()[0], "--seed", "1"], more].concat(), root, b"");
    let output = play(&["--out", "new/folder/game.json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(run(&["verify", "new/folder/game.json"], root, b"").status.code(), Some(0));
    let output = play(&["--games", "1", "--unused", "other/unused.tsv", "--faulty", "faulty/games"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(root.join("other/unused.tsv").is_file() && root.join("faulty/games").is_dir());
    fs::write(root.join("file"), "").unwrap();
    for (out, named) in [("file/game.json", "file"), ("new", "new")] {
        let output = play(&["--out", out]);
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(stderr.starts_with(&format!("error: {named}: ")), "{stderr}");
    }
}

/// A replay with a pool from a file is judged wherever it is sent, and one with a bundled pool stays small.
#[test]
fn a_replay_that_was_played_is_judged_as_it_stands() {
    let here = tempfile::tempdir().unwrap();
    let root = here.path();
    let mut pool: Value =
        serde_json::from_str(include_str!("../../../engine/cards/azur-lane/pool.json")).unwrap();
    pool["name"] = "mine".into();
    fs::write(root.join("mine.json"), pool.to_string()).unwrap();
    for (pool_name, is_whole) in
        [("mine.json", true), ("azur-lane/official", false), ("azur-lane/demo", false)]
    {
        let arguments =
            ["play", "--game", "azur-lane", "--seed", "3", "--pool", pool_name, "--out", "g.json"];
        let output = run(&arguments, root, b"");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
        let output = run(&["verify", "g.json"], root, b"");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
        let replay: Value = serde_json::from_slice(&fs::read(root.join("g.json")).unwrap()).unwrap();
        assert_eq!(replay["pool"] == pool, is_whole, "{pool_name}");
    }
}

#[test]
fn a_trace_has_states_where_they_are_asked_for() {
    let here = tempfile::tempdir().unwrap();
    fs::write(here.path().join("a.json"), log()).unwrap();
    for (how, has_states) in [("states", true), ("events", false)] {
        let output = run(&["verify", "--json", "--trace", how, "a.json"], here.path(), b"");
        let answer = &lines(&output)[0];
        let trace = answer["verdict"]["trace"].as_array().unwrap();
        assert_eq!(trace.len(), 4);
        assert!(trace.iter().all(|step| step["state"].is_object() == has_states), "{how}: {}", trace[0]);
        assert!(!has_states || trace.last().unwrap()["state"] == answer["verdict"]["state"], "{how}");
    }
}
