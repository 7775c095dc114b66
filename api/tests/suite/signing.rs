//! Signed verdicts: over HTTP, whatever kept them, and checked by the command.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use actix_web::web;
use rules_judge::http::service::Service;
use rules_judge::http::signing::{KeysAnswer, SIGNATURE, Signer, Unsigned};
use rules_judge::limits::Limits;
use rules_judge_replays::cache::store::{Store, StoreLimits};
use rules_judge_replays::judging::Judge;
use serde_json::{Value, json};

use crate::calls::{Shared, bytes, entries, games, played, until};
use crate::common::{get, post, send};

/// As `openssl genpkey -algorithm ed25519` wrote it, for this test.
const KEY: &str = "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIBQMFclGm7GxNxGLfqI+ez1l7nn182lz65i4pIYvsNnv\n-----END PRIVATE KEY-----\n";

/// A key file that only its owner may read.
fn key(directory: &Path) -> PathBuf {
    let path = directory.join("key.pem");
    fs::write(&path, KEY).unwrap();
    is_read_by(&path, 0o600);
    path
}

fn is_read_by(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

fn signing(judge: Judge, limits: Limits) -> Shared {
    let here = tempfile::tempdir().unwrap();
    let signer = Signer::read(&key(here.path())).unwrap();
    web::Data::new(Service::new(judge, limits).unwrap().signing(signer))
}

async fn keys(service: &Shared) -> KeysAnswer {
    serde_json::from_slice(&send(service, get("/v1/keys")).await.bytes).unwrap()
}

#[actix_web::test]
async fn every_verdict_is_signed_alike_however_it_came_about() {
    let here = tempfile::tempdir().unwrap();
    let judge = Judge::new().with_store(Store::open(here.path(), StoreLimits::default()));
    let service = signing(judge, Limits::default());
    let nothing_kept = Limits { answer_bytes: 0, kept_bytes: 0, ..Limits::default() };
    let keys = keys(&service).await;
    assert_eq!(keys.keys.len(), 1);
    for game in games() {
        let replay = played(game);
        let mut spoilt = until(&replay, 5);
        spoilt["actions"].as_array_mut().unwrap().push(entries(&replay)[0].clone());
        for (log, view) in [(&replay, "full"), (&spoilt, "full"), (&replay, "seat0"), (&spoilt, "public")] {
            let uri = format!("/v1/verify?view={view}");
            let first = send(&service, post(&uri, &bytes(log))).await;
            assert_eq!(first.status, 200, "{}", first.text());
            assert!(keys.check(first.header(SIGNATURE), &first.bytes).is_ok());
            let kept = send(&service, post(&uri, &bytes(log))).await;
            assert_eq!(kept.header("cache-status"), "rules-judge; hit");
            let anew = send(&signing(Judge::new(), nothing_kept), post(&uri, &bytes(log))).await;
            for other in [kept, anew] {
                assert_eq!(other.header(SIGNATURE), first.header(SIGNATURE));
                assert_eq!(other.bytes, first.bytes);
            }
            let mut bent = first.bytes.clone();
            *bent.last_mut().unwrap() ^= 1;
            assert_eq!(keys.check(first.header(SIGNATURE), &bent), Err(Unsigned::Differs));
        }
        // An entry more, and a verdict that is kept.
        let (last, before) = (entries(&replay).last().unwrap(), entries(&replay).len() - 1);
        let moved = json!({ "action": last, "replay": until(&replay, before) });
        let moved = send(&service, post("/v1/moves", &bytes(&moved))).await;
        assert!(keys.check(moved.header(SIGNATURE), &moved.bytes).is_ok());
        let name = moved.json()["replay_digest"].as_str().unwrap().to_owned();
        let kept = send(&service, get(&format!("/v1/verdicts/{name}"))).await;
        assert_eq!((kept.header(SIGNATURE), &kept.bytes), (moved.header(SIGNATURE), &moved.bytes));
    }
}

#[actix_web::test]
async fn lines_of_a_batch_have_their_own_signatures() {
    let service = signing(Judge::new(), Limits::default());
    let log = played(games()[0]);
    let request = post("/v1/verify/batch", format!("{log}\n{{\n{}\n", until(&log, 3)).as_bytes())
        .insert_header(("content-type", "application/x-ndjson"));
    let answer = send(&service, request).await;
    let (lines, keys) = (answer.lines(), keys(&service).await);
    assert!(answer.header(SIGNATURE).is_empty());
    assert_eq!(lines.len(), 4);
    for line in [&lines[0], &lines[2]] {
        let signature = line["signature"].as_str().unwrap();
        // The verdict is canonical, so that these are its bytes.
        assert!(keys.check(signature, line["verdict"].to_string().as_bytes()).is_ok());
    }
    assert_ne!(lines[0]["signature"], lines[2]["signature"]);
    assert!(lines[1].get("signature").is_none() && lines[1].get("problem").is_some());
    // The same log alone has the same signature.
    let alone = send(&service, post("/v1/verify", &bytes(&log))).await;
    assert_eq!(lines[0]["signature"], alone.header(SIGNATURE));
}

#[actix_web::test]
async fn nothing_else_is_signed_and_nothing_without_a_key() {
    let service = signing(Judge::new(), Limits::default());
    let log = played(games()[0]);
    for (uri, body) in [("/v1/legal-actions", &log), ("/v1/verify", &json!({})), ("/v1/positions", &log)] {
        let answer = send(&service, post(uri, &bytes(body))).await;
        assert!(answer.header(SIGNATURE).is_empty(), "{uri}");
    }
    let plain = web::Data::new(Service::new(Judge::new(), Limits::default()).unwrap());
    let (signed, unsigned) = (
        send(&service, post("/v1/verify", &bytes(&log))).await,
        send(&plain, post("/v1/verify", &bytes(&log))).await,
    );
    assert!(unsigned.header(SIGNATURE).is_empty() && !signed.header(SIGNATURE).is_empty());
    assert_eq!(signed.bytes, unsigned.bytes);
    assert_eq!(keys(&plain).await.keys, []);
}

#[test]
fn a_key_that_others_may_read_or_that_is_none_is_refused() {
    let here = tempfile::tempdir().unwrap();
    let path = key(here.path());
    for mode in [0o604, 0o620, 0o601, 0o644] {
        is_read_by(&path, mode);
        let why = Signer::read(&path).unwrap_err().to_string();
        assert!(why.contains("others may read this key"), "{mode:o}: {why}");
    }
    is_read_by(&path, 0o400);
    assert!(Signer::read(&path).is_ok());
    let secret = "MC4CAQAwBQYDK2VwBCIEI";
    let damaged = KEY.replace("MC4CAQ", "MC4CAg");
    let public = "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n";
    let wrong = here.path().join("wrong.pem");
    for text in ["", secret, &damaged, public, "\u{0}"] {
        fs::write(&wrong, text).unwrap();
        is_read_by(&wrong, 0o600);
        let why = Signer::read(&wrong).unwrap_err().to_string();
        assert!(why.contains("wrong.pem: this is no ") && !why.contains(secret), "{why}");
    }
    assert!(Signer::read(&here.path().join("missing.pem")).is_err());
}

fn run(arguments: &[&str], directory: &Path) -> Output {
    let command = Command::new(env!("CARGO_BIN_EXE_rules-judge"))
        .args(arguments)
        .current_dir(directory)
        .stdin(Stdio::null())
        .output();
    command.unwrap()
}

#[test]
fn a_service_does_not_start_with_a_key_that_it_may_not_use() {
    let here = tempfile::tempdir().unwrap();
    let path = key(here.path());
    is_read_by(&path, 0o644);
    let ended = run(&["serve", "--listen", "127.0.0.1:0", "--sign", "key.pem"], here.path());
    assert_eq!(ended.status.code(), Some(2));
    assert!(ended.stdout.is_empty());
    let told = String::from_utf8(ended.stderr).unwrap();
    assert!(told.contains("key.pem: others may read this key") && !told.contains("MC4CAQ"), "{told}");
}

#[actix_web::test]
async fn signatures_are_checked_offline() {
    let service = signing(Judge::new(), Limits::default());
    let here = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(here.path().join(name), bytes).unwrap();
    let log = played(games()[0]);
    let answer = send(&service, post("/v1/verify", &bytes(&log))).await;
    write("keys.json", &send(&service, get("/v1/keys")).await.bytes);
    write("answer.json", &answer.bytes);
    write("bent.json", answer.text().replace("\"legal\"", "\"illegal\"").as_bytes());
    let seat = send(&service, post("/v1/verify?view=seat0", &bytes(&log))).await;
    write("seat.json", &seat.bytes);
    write("log.json", &bytes(&log));
    write("other.json", &bytes(&until(&log, 3)));
    write("no-keys.json", br#"{"how":"","keys":[]}"#);
    let signature = answer.header(SIGNATURE);
    let check = |arguments: &[&str]| {
        let all = [&["check-signature", "--json"], arguments].concat();
        let output = run(&all, here.path());
        let told: Vec<Value> = String::from_utf8(output.stdout)
            .unwrap()
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let codes: Vec<String> =
            told.iter().map(|line| line["code"].as_str().unwrap_or("holds").to_owned()).collect();
        (output.status.code().unwrap(), codes.join(" "))
    };
    for (arguments, ending, code) in [
        (vec!["answer.json", "--keys", "keys.json", "--signature", signature], 0, "holds"),
        (
            vec!["answer.json", "--keys", "keys.json", "--signature", signature, "--replay", "log.json"],
            0,
            "holds",
        ),
        (
            vec!["answer.json", "--keys", "keys.json", "--signature", signature, "--replay", "other.json"],
            1,
            "other_log",
        ),
        (vec!["seat.json", "--keys", "keys.json", "--signature", seat.header(SIGNATURE)], 0, "holds"),
        (
            vec![
                "seat.json",
                "--keys",
                "keys.json",
                "--signature",
                seat.header(SIGNATURE),
                "--replay",
                "log.json",
            ],
            1,
            "no_log",
        ),
        (
            vec!["answer.json", "--keys", "keys.json", "--signature", signature, "--replay", "keys.json"],
            2,
            "",
        ),
        (vec!["bent.json", "--keys", "keys.json", "--signature", signature], 1, "not_signed"),
        (vec!["answer.json", "--keys", "no-keys.json", "--signature", signature], 1, "unknown_key"),
        (vec!["answer.json", "--keys", "keys.json", "--signature", "x..y"], 1, "unreadable_signature"),
        (vec!["answer.json", "--keys", "missing.json", "--signature", signature], 2, ""),
        (vec!["answer.json", "--keys", "answer.json", "--signature", signature], 2, ""),
    ] {
        assert_eq!(check(&arguments), (ending, code.to_owned()), "{arguments:?}");
    }
    let request = post("/v1/verify/batch", format!("{log}\n{{\n").as_bytes())
        .insert_header(("content-type", "application/x-ndjson"));
    let lines = send(&service, request).await.text();
    write("lines.ndjson", lines.as_bytes());
    assert_eq!(check(&["lines.ndjson", "--keys", "keys.json"]), (0, "holds".to_owned()));
    // A file without verdicts proves nothing.
    write("lines.ndjson", b"{\"done\":true,\"lines\":0}\n{}\n");
    assert_eq!(check(&["lines.ndjson", "--keys", "keys.json"]), (2, String::new()));
    let (first, rest) = lines.split_once('\n').unwrap();
    let mut line: Value = serde_json::from_str(first).unwrap();
    line.as_object_mut().unwrap().remove("signature");
    write(
        "lines.ndjson",
        format!("{first}\n{line}\n{}\n{rest}", first.replace("\"legal\"", "\"illegal\"")).as_bytes(),
    );
    assert_eq!(
        check(&["lines.ndjson", "--keys", "keys.json"]),
        (1, "holds no_signature not_signed".to_owned())
    );
    // A line that says that it is the end, and has a verdict.
    line["done"] = true.into();
    write("lines.ndjson", format!("{line}\n{first}\n{rest}").as_bytes());
    assert_eq!(check(&["lines.ndjson", "--keys", "keys.json"]), (1, "no_signature holds".to_owned()));
}
