//! The command line: exit codes, and what goes to standard output and standard error.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use rules_judge_replays::catalog::printed::PRINTED_BYTES;
use serde_json::Value;

pub(crate) fn run(arguments: &[&str], directory: &Path, input: &[u8]) -> Output {
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

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn lines(output: &Output) -> Vec<Value> {
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_command_explains_its_exit_codes() {
    let here = tempfile::tempdir().unwrap();
    for command in
        ["serve", "verify", "legal", "deck", "lint", "case", "rules", "play", "try", "card", "coverage"]
    {
        let output = run(&[command, "--help"], here.path(), b"");
        assert_eq!(output.status.code(), Some(0));
        assert!(text(&output.stdout).contains("Exit codes:"), "{command}");
    }
}

#[test]
fn a_wrong_command_line_ends_with_two() {
    let here = tempfile::tempdir().unwrap();
    let wrong: [&[&str]; 14] = [
        &[],
        &["judge"],
        &["verify"],
        &["verify", "x", "--view", "seat2"],
        &["verify", "x", "--at", "-1"],
        &["verify", "x", "--trace", "all"],
        &["verify", "x", "--language", "fr"],
        &["case"],
        &["rules", "azur-lane", "505.2a", "--search", "attack"],
        &["rules", "azur-lane", "--kind", "law"],
        &["rules", "--actions"],
        &["rules", "azur-lane", "--lang", "fr"],
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
        let result = &lines(&output)[0];
        assert_eq!(
            (result["file"].as_str(), result["problem"]["code"].as_str()),
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
    let results: Vec<(String, Value)> = lines(&output)
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
    assert_eq!(results, expected.map(|(file, line)| (file.to_owned(), line)));
    assert_eq!(lines(&output)[5]["problem"]["code"], "unreadable_file");

    let output = run(&["verify", "games"], root, b"");
    assert!(
        text(&output.stdout)
            .ends_with("6 replays: 0 legal, 0 illegal, 0 not judged, 6 malformed or unreadable\n")
    );
    // A pipe is no terminal, so there are no colours and no progress bar.
    assert!(!text(&output.stdout).contains('\u{1b}') && !text(&output.stderr).contains('\u{1b}'));
    assert_eq!(text(&output.stderr).lines().count(), 1, "{}", text(&output.stderr));
}

/// A warning is labelled as one, and does not make the pool unusable.
#[test]
fn a_warning_is_no_finding() {
    let here = tempfile::tempdir().unwrap();
    let write = |to: &str| {
        let apply = format!(r#"[{{"modify": {{"what": {to}, "stat": "power", "by": {{"add": 100}}}}}}]"#);
        let skill = format!(r#"{{"continuous": {{"zone": "hand", "apply": {apply}}}}}"#);
        let card = format!(
            r#"{{"id": "x-1", "kind": "ship", "name": "x", "cost": 1, "colors": [], "type": "munition",
              "camps": [], "power": 100, "support": {{"range": ["hand"], "value": 100}},
              "skills": [{skill}]}}"#
        );
        let pool = format!(r#"{{"game": "azur-lane", "name": "p", "declares": {{}}, "cards": [{card}]}}"#);
        fs::write(here.path().join("pool.json"), pool).unwrap();
    };
    write(r#"{"cards": {"take": "all"}}"#);
    let output = run(&["lint", "pool.json"], here.path(), b"");
    let stdout = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{stdout}");
    assert!(stdout.starts_with("warning[seen_from_hand]: everybody sees what this changes"), "{stdout}");
    assert!(stdout.ends_with("pool.json: no findings, 1 warning\n"), "{stdout}");
    let output = run(&["lint", "pool.json", "--lang", "zh-Hant"], here.path(), b"");
    let stdout = text(&output.stdout);
    assert!(stdout.starts_with("警告[seen_from_hand]: 此處所改變的人人可見"), "{stdout}");
    let output = run(&["lint", "--json", "pool.json"], here.path(), b"");
    let result = &lines(&output)[0];
    assert_eq!((output.status.code(), &result["findings"]), (Some(0), &Value::Array(Vec::new())));
    assert_eq!(result["warnings"][0]["pointer"], "/cards/0/skills/0/continuous/apply/0");
    write(r#""this""#);
    let output = run(&["lint", "pool.json"], here.path(), b"");
    assert_eq!(text(&output.stdout), "pool.json: no findings\n");
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

#[test]
fn every_line_of_a_file_is_told_with_its_number() {
    let here = tempfile::tempdir().unwrap();
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../replays/samples/azur-lane");
    let one = |name: &str| {
        let value: Value = serde_json::from_slice(&fs::read(sample.join(name)).unwrap()).unwrap();
        value.to_string()
    };
    let (legal, illegal) = (one("example.json"), one("illegal.json"));
    fs::write(here.path().join("games.ndjson"), format!("{legal}\n\n{illegal}\n{{\n")).unwrap();
    let output = run(&["verify", "games.ndjson"], here.path(), b"");
    let stdout = text(&output.stdout);
    assert!(stdout.contains("games.ndjson:1: legal, "), "{stdout}");
    let place = stdout.lines().find_map(|line| line.split_once("--> games.ndjson#/actions/"));
    let line = place.and_then(|(_, place)| place.split(':').nth(1));
    assert_eq!(line, Some("3"), "{stdout}");
    assert!(stdout.contains("games.ndjson:4:"), "{stdout}");
    assert!(
        stdout.ends_with("3 replays: 1 legal, 1 illegal, 0 not judged, 1 malformed or unreadable\n"),
        "{stdout}"
    );
}

const CASE: &str = "\
- id: mine-1
  game: azur-lane
  title: the battle phase follows
  why: a pass in the main phase ends it
  given:
    position:
      turn: 3
      active: 0
      window: main
      players:
        - {battlefield: {B2: {card: rj-001}}, deck: [rj-010]}
        - {battlefield: {B2: {card: rj-002}}, deck: [rj-010]}
  when:
    - {seat: A, type: pass}
  then:
    verdict: legal
    facts:
      - {state: phase, is: battle}
  cites: ['500.2']
";

/// The command prints a fault of a pool once, at the pool, and not with every case of the folder.
#[test]
fn a_fault_of_a_pool_is_told_once() {
    let here = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(here.path().join(name), text).unwrap();
    write("one.yaml", CASE);
    write("two.yaml", &CASE.replace("mine-1", "mine-2"));
    let demo: Value =
        serde_json::from_str(include_str!("../../../engine/cards/azur-lane/pool.json")).unwrap();
    let pool = |change: &dyn Fn(&mut Value)| {
        let mut pool = demo.clone();
        change(&mut pool);
        serde_json::to_string_pretty(&pool).unwrap()
    };
    for (pool, place, part) in [
        (pool(&|pool| pool["cards"][0]["powr"] = 1.into()), true, "cards.0.powr: there is no `powr`"),
        (pool(&|pool| pool["cards"][1]["id"] = pool["cards"][0]["id"].clone()), true, "cards.1.id: "),
        (pool(&|pool| pool["game"] = "chess".into()), false, "“chess” is none of them"),
        ("\"azur-lane/none\"".to_owned(), false, ""),
        ("{".to_owned(), true, ""),
    ] {
        write("pool.json", &pool);
        let output = run(&["case", "."], here.path(), b"");
        let stdout = text(&output.stdout);
        assert_eq!(output.status.code(), Some(2), "{stdout}");
        let lines: Vec<&str> = stdout.lines().collect();
        assert_eq!(
            (lines.len(), lines[1]),
            (2, "0 cases: 0 passed, 0 failed, 1 file unreadable"),
            "{stdout}"
        );
        assert!(lines[0].contains("pool.json:") && lines[0].contains(part), "{stdout}");
        let after = lines[0].split("pool.json:").nth(1).unwrap();
        assert_eq!(after.starts_with(|first: char| first.is_ascii_digit()), place, "{stdout}");
    }
}

/// Cases for other engines contain no references, and only cases that pass are exported.
#[test]
fn cases_are_written_for_other_engines() {
    let here = tempfile::tempdir().unwrap();
    let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/cases/tianhai");
    let output = run(&["case", "--export", cases], here.path(), b"");
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
    let lines = lines(&output);
    assert_eq!((&lines[0]["kind"], &lines[0]["game"]), (&"pool".into(), &"tianhai".into()));
    let cases = &lines[1..];
    assert!(cases.iter().all(|case| case["kind"] == "case" && !case["facts"].as_array().unwrap().is_empty()));
    assert!(cases.iter().all(|case| case["log"]["pool"] == lines[0]["digest"]));
    let referenced = |text: &str| text.contains("\"A.") || text.contains("\"B.");
    assert!(
        cases
            .iter()
            .all(|case| !referenced(&case["log"].to_string()) && !referenced(&case["facts"].to_string()))
    );
    let refused = cases.iter().find(|case| case["expected"]["illegal"]["stage"] == "log").unwrap();
    assert!(refused["expected"]["illegal"]["refusals"][0]["cites"][0].is_string());
    let mine = "- {id: mine, game: tianhai, title: t, why: w, given: {header: {players: [{}, {}]}}, \
                when: [], then: {verdict: legal, facts: [{state: turn, is: 7}]}, also: [手牌.5]}";
    fs::write(here.path().join("mine.yaml"), mine).unwrap();
    let output = run(&["case", "--export", "mine.yaml"], here.path(), b"");
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(1), b"".as_slice()));
    assert!(text(&output.stderr).starts_with("mine.yaml:1:"), "{}", text(&output.stderr));
}

#[test]
fn cases_are_run_without_rust() {
    let here = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(here.path().join(name), text).unwrap();
    write("good.yaml", CASE);
    let output = run(&["case", "good.yaml"], here.path(), b"");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
    assert_eq!(text(&output.stdout), "1 case: 1 passed, 0 failed\n");

    write("bad.yaml", &CASE.replace("is: battle", "is: end").replace("mine-1", "mine-2"));
    let output = run(&["case", "good.yaml", "bad.yaml"], here.path(), b"");
    assert_eq!(output.status.code(), Some(1));
    let stdout = text(&output.stdout);
    assert!(
        stdout.starts_with("bad.yaml:18:9: mine-2: fact 1: state phase: expected \"end\", found "),
        "{stdout}"
    );

    for (from, to, place, reason) in [
        (
            "why: a pass",
            "because: a pass",
            "wrong.yaml:4:3:",
            "because: there is no `because`; allowed here: ",
        ),
        ("verdict: legal", "verdict: perhaps", "wrong.yaml:16:14:", "perhaps"),
        ("game: azur-lane", "game: chess", "wrong.yaml:1:7:", "one of azur-lane"),
        ("title: the", "title: [the", "wrong.yaml:", ""),
        ("- id: mine-1", "- id: [}", "wrong.yaml:1:", ""),
    ] {
        write("wrong.yaml", &CASE.replace(from, to));
        let output = run(&["case", "wrong.yaml", "bad.yaml"], here.path(), b"");
        assert_eq!(output.status.code(), Some(2), "{to}");
        let stdout = text(&output.stdout);
        assert!(stdout.starts_with(place) && stdout.contains(reason), "{to}: {stdout}");
        assert!(stdout.ends_with("1 case: 0 passed, 1 failed, 1 file unreadable\n"), "{stdout}");
    }

    // A mistake in the contents of a case is reported with its place in the file.
    for (from, to, stdout_start) in [
        ("turn: 3", "turns: 3", "wrong.yaml:6:5: mine-1: given: turns: there is no `turns`; allowed here: "),
        (
            "type: pass",
            "type: pas",
            "wrong.yaml:14:7: mine-1: entry 0: type: pas is not allowed here; allowed: ",
        ),
        (
            "type: pass",
            "type: attack, attacker: A.F1, target: B.B2",
            "wrong.yaml:14:7: mine-1: entry 0: `A.F1` names no card",
        ),
        ("card: rj-001", "card: rj-999", "wrong.yaml:6:5: mine-1: given: players.0.battlefield.B2.card: "),
    ] {
        write("wrong.yaml", &CASE.replace(from, to));
        let output = run(&["case", "wrong.yaml"], here.path(), b"");
        let stdout = text(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{stdout}");
        assert!(stdout.starts_with(stdout_start), "{to}: {stdout}");
    }

    fs::remove_file(here.path().join("wrong.yaml")).unwrap();
    let output = run(&["case", "--json", "."], here.path(), b"");
    let results = lines(&output);
    assert_eq!(results.len(), 2);
    assert_eq!((&results[0]["id"], &results[0]["passed"]), (&Value::from("mine-2"), &Value::from(false)));
    assert_eq!(results[0]["failures"][0]["line"], 18);
    assert_eq!((&results[1]["id"], &results[1]["line"]), (&Value::from("mine-1"), &Value::from(1)));

    // The command names a rule that the case cites and does not show, and the rules that it shows. It does
    // not compare the rules in `also` with those that the case shows.
    for (cites, place, parts) in [
        ("['500.2', '302.1b']", "19:20", ["no event names 302.1b", "seen at work: 500.2"]),
        ("['302.1b']", "19:11", ["no event names 302.1b", "`also`"]),
        ("['500.2', '999.1']", "19:20", ["azur-lane has no rule 999.1", ""]),
        ("['500.2']\n  also: ['999.1']", "20:10", ["azur-lane has no rule 999.1", ""]),
    ] {
        write("cited.yaml", &CASE.replace("['500.2']", cites));
        let output = run(&["case", "cited.yaml"], here.path(), b"");
        let stdout = text(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{stdout}");
        assert!(stdout.starts_with(&format!("cited.yaml:{place}: mine-1: cites: ")), "{stdout}");
        assert!(parts.iter().all(|part| stdout.contains(part)), "{stdout}");
    }
    write("cited.yaml", &CASE.replace("  cites: ['500.2']\n", ""));
    let output = run(&["case", "cited.yaml"], here.path(), b"");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
    write("cited.yaml", &CASE.replace("['500.2']", "['500.2']\n  also: ['302.1b', ruling-86]"));
    let output = run(&["case", "cited.yaml"], here.path(), b"");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
    fs::remove_file(here.path().join("cited.yaml")).unwrap();

    // One case step by step: events, questions, and the legal entries.
    let output = run(&["case", "--explain", "mine-1", "."], here.path(), b"");
    let stdout = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{stdout}");
    let wanted = [
        "mine-1: the battle phase follows",
        "before the first entry",
        "nothing happens",
        "A is asked: main; 1 answer is legal",
        "- {seat: A, type: pass}",
        "entry 0: {seat: A, type: pass}",
        "phase_starts A, phase battle [",
        "A is asked: battle_choice",
        "the case says: legal, 500.2",
        "so it is, and all facts (1) hold",
    ];
    let mut rest = stdout.as_str();
    for part in wanted {
        let (_, after) = rest.split_once(part).unwrap_or_else(|| panic!("{part} in {stdout}"));
        rest = after;
    }
    let output = run(&["case", "--explain", "mine-1", ".", "--lang", "zh-Hant"], here.path(), b"");
    let stdout = text(&output.stdout);
    let wanted = [
        "mine-1: the battle phase follows",
        "第一筆之前",
        "沒有發生任何事",
        "由 A 決定：main；1 個合規的回答",
        "- {seat: A, type: pass}",
        "第 0 筆：{seat: A, type: pass}",
        "phase_starts A, phase battle [",
        "案例所述：合規，500.2",
        "結果相符，各項事實（1）均成立",
    ];
    let mut rest = stdout.as_str();
    for part in wanted {
        let (_, after) = rest.split_once(part).unwrap_or_else(|| panic!("{part} in {stdout}"));
        rest = after;
    }
    let output = run(&["case", "--explain", "mine-2", "--json", "."], here.path(), b"");
    let results = lines(&output);
    assert_eq!((output.status.code(), results.len()), (Some(1), 1));
    let steps = results[0]["steps"].as_array().unwrap();
    assert_eq!((steps.len(), &steps[0]["entry"]), (2, &Value::Null));
    assert_eq!(steps[0]["asked"][0]["legal"][0]["type"], "pass");
    assert_eq!(steps[1]["events"][0]["verb"], "phase_starts");
    let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/cases/azur-lane");
    let output = run(&["case", "--explain", "chance-3", cases], here.path(), b"");
    let stdout = text(&output.stdout);
    assert!(stdout.contains("  entry 0 is not complete, it waits for draw/seat1/1\n"), "{stdout}");
    let output = run(&["case", "--explain", "mine-3", "."], here.path(), b"");
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stdout));
    assert_eq!(text(&output.stdout), "no case has the id mine-3\n");

    let output = run(&["case", "missing.yaml", "--json"], here.path(), b"");
    assert_eq!((output.status.code(), &lines(&output)[0]["file"]), (Some(2), &Value::from("missing.yaml")));
}

#[test]
fn rules_are_looked_up() {
    let here = tempfile::tempdir().unwrap();
    let ask = |arguments: &[&str]| run(arguments, here.path(), b"");
    let answer = |arguments: &[&str]| text(&ask(arguments).stdout);
    assert!(answer(&["rules"]).starts_with("azur-lane: Azur Lane TCG, edition 2025-05-28, "));
    let rule = answer(&["rules", "azur-lane", "505.2a"]);
    for part in ["505.2a (enforced) of azur-lane", "stands below 505.2", "enforced in azur_lane::battle"] {
        assert!(rule.contains(part), "{rule}");
    }
    let chinese = answer(&["rules", "azur-lane", "505.2a", "--lang", "zh-Hant"]);
    assert!(chinese.contains("休息"), "{chinese}");
    let all = lines(&ask(&["rules", "azur-lane", "--json"]));
    assert_eq!(all[0]["rules"].as_array().map(|rules| rules.len() as u64), all[0]["count"].as_u64());
    let found = lines(&ask(&["rules", "azur-lane", "--search", "遠程", "--json"]));
    assert!(found[0]["count"].as_u64() > Some(0));
    assert!(
        answer(&["rules", "azur-lane", "--kind", "table"]).lines().all(|line| line.contains(" (table): "))
    );
    assert!(answer(&["rules", "azur-lane", "--actions"]).contains("attack\n  1. 505.1a\n"));
    assert_eq!(ask(&["rules", "azur-lane", "--search", "zzz"]).status.code(), Some(1));
    let unknown = ask(&["rules", "azur-lane", "505.2c"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(text(&unknown.stdout).contains("505.2a"), "{}", text(&unknown.stdout));
    assert_eq!(ask(&["rules", "chess"]).status.code(), Some(2));
}

#[test]
fn rulings_are_listed() {
    let here = tempfile::tempdir().unwrap();
    let ask = |arguments: &[&str]| run(&[&["rulings"], arguments].concat(), here.path(), b"");
    let all = lines(&ask(&["battle-spirits", "--json"]));
    let ours = lines(&ask(&["battle-spirits", "--only-ours", "--json"]));
    let rules = |answer: &[Value]| answer[0]["rules"].as_array().unwrap().clone();
    let is_alone = |line: &Value| line.get("confirmed_by").or(line.get("differs_from")).is_none();
    assert!(rules(&all).iter().all(|line| line["kind"] == "ruling") && !rules(&all).iter().all(is_alone));
    let alone: Vec<Value> = rules(&all).into_iter().filter(is_alone).collect();
    assert_eq!((rules(&ours), &ours[0]["count"]), (alone.clone(), &alone.len().into()));
    let stdout = text(&ask(&["battle-spirits"]).stdout);
    for part in ["  confirmed by: ", "  differs from: ", "  no official answer to its question is known"] {
        assert!(stdout.contains(part), "{part}");
    }
    assert_eq!(ask(&["chess"]).status.code(), Some(2));
}

/// A service does not start with printed texts that it cannot use, and says the file, the line and the
/// reason.
#[test]
fn printed_texts_are_checked_at_the_start() {
    let full = "x".repeat(PRINTED_BYTES + 1);
    for (file, content, why) in [
        (
            "azur-lane.en.tsv",
            "100.1\tinvented\n505.2c\tinvented\n",
            "azur-lane.en.tsv: line 2: azur-lane has no rule",
        ),
        ("azur-lane.en.tsv", "100.1\tinvented\n100.1\tother\n", "line 2: 100.1 stands in line 1 already"),
        ("azurlane.en.tsv", "100.1\tinvented\n", "the nearest is azur-lane"),
        ("azur-lane.fr.tsv", "100.1\tinvented\n", "none of the languages"),
        ("azur-lane.en.tsv", full.as_str(), "is larger than"),
        ("azur-lane.en.tsv", "# nothing\n", "no printed text"),
        ("azur-lane.en.txt", "100.1\tinvented\n", "no printed text"),
    ] {
        let here = tempfile::tempdir().unwrap();
        fs::create_dir(here.path().join("texts")).unwrap();
        fs::write(here.path().join("texts").join(file), content).unwrap();
        let output = run(&["serve", "--listen", "127.0.0.1:0", "--texts", "texts"], here.path(), b"");
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{file}: {told}");
        assert!(told.contains(why), "{file}: {told}");
    }
    let here = tempfile::tempdir().unwrap();
    let output = run(&["serve", "--listen", "127.0.0.1:0", "--texts", "texts"], here.path(), b"");
    assert_eq!((output.status.code(), text(&output.stderr).contains("texts")), (Some(2), true));
}

/// What an option names is a plain file: nothing else keeps the start waiting or fills the memory.
#[cfg(unix)]
#[test]
fn files_that_options_name_are_plain_files() {
    let here = tempfile::tempdir().unwrap();
    let pools = here.path().join("pools");
    fs::create_dir(&pools).unwrap();
    let made = Command::new("mkfifo").args([pools.join("pool.json"), here.path().join("pipe")]).status();
    assert!(made.unwrap().success());
    fs::File::create(here.path().join("huge")).unwrap().set_len(1 << 40).unwrap();
    let serve = ["serve", "--listen", "127.0.0.1:0"];
    let options: [&[&str]; 4] = [
        &["--pools", "pools"],
        &["--sign"],
        &["--shared", "redis://127.0.0.1:1", "--shared-key"],
        &["--config"],
    ];
    for option in options {
        for file in ["pipe", "/dev/zero", "pools", "huge"] {
            let names_folder = option[0] == "--pools";
            let arguments = if names_folder { option.to_vec() } else { [option, &[file][..]].concat() };
            let output = run(&[&serve[..], &arguments].concat(), here.path(), b"");
            let stderr = text(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
            let why = ["no plain file", "is larger than", "others may read"];
            assert!(why.iter().any(|why| stderr.contains(why)), "{arguments:?}: {stderr}");
        }
    }
    for file in ["pipe", "/dev/zero", "pools", "huge"] {
        let output = run(
            &[
                "play",
                "--game",
                "azur-lane",
                "--seed",
                "1",
                "--deck",
                file,
                "--deck",
                file,
                "--out",
                "out.json",
            ],
            here.path(),
            b"",
        );
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{file}: {stderr}");
        assert!(stderr.contains("no plain file") || stderr.contains("is larger than"), "{file}: {stderr}");
    }
}
