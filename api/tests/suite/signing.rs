//! Signed verdicts: over HTTP, from every cache, and checked by the command.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::SystemTime;

use actix_web::web;
use rules_judge::http::service::Service;
use rules_judge::http::signing::{KeySet, SIGNATURE, Signed, Signer, Unsigned};
use rules_judge::limits::Limits;
use rules_judge_replays::cache::store::{Store, StoreLimits};
use rules_judge_replays::judging::Judge;
use serde_json::{Value, json};

use crate::calls::{Shared, bytes, entries, games, played, until};
use crate::common::{get, post, send};

/// A key from `openssl genpkey -algorithm ed25519`, made for this test.
const KEY: &str = "-----BEGIN PRIVATE \
    KEY-----\nMC4CAQAwBQYDK2VwBCIEIBQMFclGm7GxNxGLfqI+ez1l7nn182lz65i4pIYvsNnv\n-----END PRIVATE KEY-----\n";

/// A key file that only its owner may read.
fn key(directory: &Path) -> PathBuf {
    let path = directory.join("key.pem");
    fs::write(&path, KEY).unwrap();
    is_read_by(&path, 0o600);
    path
}

/// Another key file, which its group may read, like a mounted secret.
fn other_key(directory: &Path) -> PathBuf {
    let path = directory.join("other.pem");
    fs::write(&path, KEY.replace("MFclG", "MFclH")).unwrap();
    is_read_by(&path, 0o440);
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

async fn keys(service: &Shared) -> KeySet {
    KeySet::read(&send(service, get("/v1/keys")).await.bytes).unwrap()
}

/// The names of the keys that a service publishes.
async fn kids(service: &Shared) -> Vec<String> {
    let answer = send(service, get("/v1/keys")).await.json();
    answer["keys"].as_array().unwrap().iter().map(|key| key["kid"].as_str().unwrap().to_owned()).collect()
}

/// The seconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs()
}

#[actix_web::test]
async fn every_verdict_is_signed_however_it_came_about() {
    let here = tempfile::tempdir().unwrap();
    let judge = Judge::new().with_store(Store::open(here.path(), StoreLimits::default()));
    let service = signing(judge, Limits::default());
    let nothing_kept = Limits { answer_bytes: 0, kept_bytes: 0, ..Limits::default() };
    assert_eq!(kids(&service).await.len(), 1);
    let keys = keys(&service).await;
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
            let judged_again = send(&signing(Judge::new(), nothing_kept), post(&uri, &bytes(log))).await;
            // A cached answer keeps its signature; one that is judged again gets a new one.
            assert_eq!(kept.header(SIGNATURE), first.header(SIGNATURE));
            assert!(keys.check(judged_again.header(SIGNATURE), &first.bytes).is_ok());
            assert_eq!((&kept.bytes, &judged_again.bytes), (&first.bytes, &first.bytes));
            let mut bent = first.bytes.clone();
            *bent.last_mut().unwrap() ^= 1;
            assert_eq!(keys.check(first.header(SIGNATURE), &bent), Err(Unsigned::Differs));
        }
        // Continues with another entry, and reads a kept verdict.
        let (last, before) = (entries(&replay).last().unwrap(), entries(&replay).len() - 1);
        let moved = json!({ "action": last, "replay": until(&replay, before) });
        let moved = send(&service, post("/v1/moves", &bytes(&moved))).await;
        assert!(keys.check(moved.header(SIGNATURE), &moved.bytes).is_ok());
        let name = moved.json()["replay_digest"].as_str().unwrap().to_owned();
        let kept = send(&service, get(&format!("/v1/verdicts/{name}"))).await;
        assert_eq!(kept.bytes, moved.bytes);
        assert!(keys.check(kept.header(SIGNATURE), &moved.bytes).is_ok());
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
        // The verdict is in canonical form, so these are its bytes.
        assert!(keys.check(signature, line["verdict"].to_string().as_bytes()).is_ok());
    }
    assert_ne!(lines[0]["signature"], lines[2]["signature"]);
    assert!(lines[1].get("signature").is_none() && lines[1].get("problem").is_some());
    // The signature in a line is valid for the answer to the same log alone.
    let alone = send(&service, post("/v1/verify", &bytes(&log))).await;
    assert!(keys.check(lines[0]["signature"].as_str().unwrap(), &alone.bytes).is_ok());
}

#[actix_web::test]
async fn a_signature_says_when_it_was_made() {
    let (service, log) = (signing(Judge::new(), Limits::default()), played(games()[0]));
    let before = now();
    let answer = send(&service, post("/v1/verify", &bytes(&log))).await;
    let Signed { kid, created } =
        keys(&service).await.check(answer.header(SIGNATURE), &answer.bytes).unwrap();
    assert_eq!([kid].as_slice(), kids(&service).await);
    assert!((before..=now()).contains(&created.unwrap()), "{created:?}");
}

/// The verdict on a log does not depend on the call, and every verdict in an answer has its signature.
#[actix_web::test]
async fn verify_batch_and_compare_give_the_same_signed_verdict() {
    let service = signing(Judge::new(), Limits::default());
    let plain = web::Data::new(Service::new(Judge::new(), Limits::default()).unwrap());
    let keys = keys(&service).await;
    for game in games() {
        let replay = played(game);
        let before = until(&replay, 4);
        let mut illegal = until(&replay, 4);
        let again = entries(&replay)[0].clone();
        illegal["actions"].as_array_mut().unwrap().push(again);
        let logs = [&before, &until(&replay, 5), &illegal];
        let mut header = replay.clone();
        header.as_object_mut().unwrap().remove("actions");
        let body = json!({ "header": header, "logs": logs.map(|log| log["actions"].clone()) });
        let answer = send(&service, post("/v1/compare", &bytes(&body))).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert!(answer.header(SIGNATURE).is_empty());
        let compared = answer.json();
        let lines = logs.iter().map(|log| format!("{log}\n")).collect::<String>();
        let request = post("/v1/verify/batch", lines.as_bytes())
            .insert_header(("content-type", "application/x-ndjson"));
        let batch = send(&service, request).await.lines();
        assert_eq!(compared["signatures"].as_array().unwrap().len(), logs.len());
        for (index, log) in logs.iter().enumerate() {
            let alone = send(&service, post("/v1/verify", &bytes(log))).await;
            let verdict = alone.json();
            let members = verdict.as_object().unwrap();
            for other in [&compared["verdicts"][index], &batch[index]["verdict"]] {
                let other = other.as_object().unwrap();
                assert!(other.keys().eq(members.keys()), "{game} {index}");
                for (name, value) in members {
                    assert_eq!(&other[name], value, "{game} {index} {name}");
                }
            }
            for signature in [&compared["signatures"][index], &batch[index]["signature"]] {
                assert!(keys.check(signature.as_str().unwrap(), &alone.bytes).is_ok(), "{game} {index}");
            }
        }
        // Without a key the answer differs only in the signatures.
        let mut unsigned = send(&plain, post("/v1/compare", &bytes(&body))).await.json();
        assert!(unsigned.get("signatures").is_none());
        unsigned["signatures"] = compared["signatures"].clone();
        assert_eq!(unsigned, compared);
    }
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
    assert!(kids(&plain).await.is_empty());
}

/// While one key replaces another, both are published and one signs.
#[actix_web::test]
async fn further_keys_are_published() {
    let here = tempfile::tempdir().unwrap();
    let (old, new) = (Signer::read(&key(here.path())).unwrap(), other_key(here.path()));
    let new = Signer::read(&new).unwrap();
    let mut both = KeySet::default();
    both.add_signer(&old);
    both.add_signer(&new);
    let (was, will) = (old.public().kid.clone(), new.public().kid.clone());
    let of = |signer| {
        let service = Service::new(Judge::new(), Limits::default()).unwrap().publishing(both.clone());
        web::Data::new(Service::signing(service, signer))
    };
    let (before, after) = (of(old), of(new));
    assert_eq!(kids(&before).await, [was.clone(), will.clone()]);
    assert_eq!(kids(&after).await, [will.clone(), was.clone()]);
    let log = played(games()[0]);
    for (service, kid) in [(&before, was), (&after, will)] {
        let answer = send(service, post("/v1/verify", &bytes(&log))).await;
        for set in [keys(&before).await, keys(&after).await] {
            assert_eq!(set.check(answer.header(SIGNATURE), &answer.bytes).unwrap().kid, kid);
        }
    }
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
    for mode in [0o400, 0o440, 0o600, 0o640] {
        is_read_by(&path, mode);
        assert!(Signer::read(&path).is_ok(), "{mode:o}");
    }
    let secret = "MC4CAQAwBQYDK2VwBCIEI";
    let damaged = KEY.replace("MC4CAQ", "MC4CAg");
    let public = "-----BEGIN PUBLIC \
        KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n";
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
    let stderr = String::from_utf8(ended.stderr).unwrap();
    assert!(stderr.contains("key.pem: others may read this key") && !stderr.contains("MC4CAQ"), "{stderr}");
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
    write("no-keys.json", br#"{"keys":[]}"#);
    // A plain key set, as another program writes it.
    let x = send(&service, get("/v1/keys")).await.json()["keys"][0]["x"].clone();
    let plain =
        json!({ "keys": [{ "kty": "RSA" }, { "crv": "Ed25519", "kid": "2026", "kty": "OKP", "x": x }] });
    write("plain.json", plain.to_string().as_bytes());
    let signature = answer.header(SIGNATURE);
    let check = |arguments: &[&str]| {
        let all = [&["check-signature", "--json"], arguments].concat();
        let output = run(&all, here.path());
        let results: Vec<Value> = String::from_utf8(output.stdout)
            .unwrap()
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let codes: Vec<String> =
            results.iter().map(|line| line["code"].as_str().unwrap_or("holds").to_owned()).collect();
        (output.status.code().unwrap(), codes.join(" "))
    };
    for (arguments, ending, code) in [
        (vec!["answer.json", "--keys", "keys.json", "--signature", signature], 0, "holds"),
        (
            vec!["answer.json", "--keys", "keys.json", "--signature", signature, "--replay", "log.json"],
            0,
            "holds",
        ),
        (vec!["answer.json", "--keys", "plain.json", "--signature", signature], 0, "holds"),
        (
            vec!["answer.json", "--keys", "no-keys.json", "--keys", "plain.json", "--signature", signature],
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
        (1, "holds no_signature not_signed missing_lines".to_owned())
    );
    // A line that claims to be the closing line and has a verdict.
    line["done"] = true.into();
    write("lines.ndjson", format!("{line}\n{first}\n{rest}").as_bytes());
    assert_eq!(
        check(&["lines.ndjson", "--keys", "keys.json"]),
        (1, "no_signature missing_lines holds".to_owned())
    );
    // Some lines are missing, among them the closing one.
    for (kept, codes) in [
        (first.to_owned(), "holds missing_lines"),
        (rest.to_owned(), "missing_lines"),
        (format!("{first}\n{{\"done\":false,\"line\":2,\"lines\":1}}"), "holds missing_lines"),
    ] {
        write("lines.ndjson", kept.as_bytes());
        assert_eq!(check(&["lines.ndjson", "--keys", "keys.json"]), (1, codes.to_owned()), "{kept}");
    }
    // Two batches in one file.
    write("lines.ndjson", format!("{lines}{lines}").as_bytes());
    assert_eq!(check(&["lines.ndjson", "--keys", "keys.json"]), (0, "holds holds".to_owned()));
    let mut header = log.clone();
    header.as_object_mut().unwrap().remove("actions");
    let actions = |count| until(&log, count)["actions"].clone();
    let body = json!({ "header": header, "logs": [actions(3), actions(4)] });
    let compared = send(&service, post("/v1/compare", &bytes(&body))).await.text();
    write("compared.json", compared.as_bytes());
    assert_eq!(check(&["compared.json", "--keys", "keys.json"]), (0, "holds holds".to_owned()));
    let mut swapped: Value = serde_json::from_str(&compared).unwrap();
    swapped["signatures"].as_array_mut().unwrap().reverse();
    write("compared.json", swapped.to_string().as_bytes());
    assert_eq!(check(&["compared.json", "--keys", "keys.json"]), (1, "not_signed not_signed".to_owned()));
}

#[test]
fn the_public_keys_of_key_files_are_printed() {
    let here = tempfile::tempdir().unwrap();
    key(here.path());
    other_key(here.path());
    let printed = run(&["keys", "key.pem"], here.path());
    assert_eq!(printed.status.code(), Some(0));
    fs::write(here.path().join("one.json"), &printed.stdout).unwrap();
    let both = run(&["keys", "one.json", "other.pem"], here.path());
    assert_eq!(both.status.code(), Some(0));
    let mut expected = KeySet::default();
    for name in ["key.pem", "other.pem"] {
        expected.add_signer(&Signer::read(&here.path().join(name)).unwrap());
    }
    assert_eq!(KeySet::read(&both.stdout).unwrap(), expected);
    assert!(!String::from_utf8(both.stdout).unwrap().contains("PRIVATE"));
    is_read_by(&here.path().join("key.pem"), 0o644);
    for file in ["key.pem", "missing.pem"] {
        let refused = run(&["keys", file], here.path());
        assert_eq!((refused.status.code(), refused.stdout.len()), (Some(2), 0), "{file}");
    }
}
