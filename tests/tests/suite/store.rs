//! The service with a failing store: it goes on judging, reports the fault in its log and at /readyz, and
//! answers exactly what it would answer without a store.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use rules_judge_tests::mutation::Dice;
use rules_judge_tests::served::{Served, program};
use rules_judge_tests::storm::Material;
use rules_judge_tests::wire::{Answer, Request, ask};
use serde_json::{Value, json};

const PATIENCE: Duration = Duration::from_secs(300);

fn ready(served: &Served) -> String {
    let answer = ask(served.address, &Request::get("/readyz"), PATIENCE).unwrap();
    assert_eq!(answer.status, 200);
    let body: Value = serde_json::from_slice(&answer.body).unwrap();
    assert_eq!(body["status"], "ready");
    body["store"].as_str().unwrap().to_owned()
}

/// A log that was not sent before, determined by its number.
fn log(material: &Material, number: usize) -> Request {
    let mut replay = material.replays[number % material.replays.len()].clone();
    replay["players"][0]["name"] = json!(format!("{number}"));
    Request::post("/v1/verify", replay.to_string())
}

fn judged(served: &Served, material: &Material, number: usize) -> Answer {
    let answer = ask(served.address, &log(material, number), PATIENCE).unwrap();
    assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
    answer
}

fn start(folder: &Path, data: &Path) -> Served {
    let log = folder.join(format!("log-{}", fs::read_dir(folder).unwrap().count()));
    let data = data.to_str().unwrap();
    Served::start(&program().unwrap(), &log, &["--data", data, "--set", "rate-per-second=0"]).unwrap()
}

/// Waits until the log contains a text, far longer than it takes on a busy machine.
fn logs(served: &Served, what: &str) -> bool {
    let started = Instant::now();
    while started.elapsed() < PATIENCE {
        if served.log().contains(what) {
            return true;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    false
}

/// The answers of a service without a store.
fn right(folder: &Path, material: &Material, count: usize) -> Vec<Vec<u8>> {
    let served =
        Served::start(&program().unwrap(), &folder.join("log-right"), &["--set", "rate-per-second=0"])
            .unwrap();
    assert_eq!(ready(&served), "none");
    (0..count).map(|number| judged(&served, material, number).body).collect()
}

#[test]
fn a_second_process_on_the_directory_judges_without_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut material = Material::gather(4, 100).unwrap();
    // A judgement without a seed or a salt is not kept, since its digest could be guessed.
    material.replays.retain(|replay| replay.get("seed").is_some() || replay.get("salt").is_some());
    let right = right(folder.path(), &material, 20);
    let data = folder.path().join("data");
    let first = start(folder.path(), &data);
    let second = start(folder.path(), &data);
    assert_eq!((ready(&first).as_str(), ready(&second).as_str()), ("ready", "off"));
    assert!(logs(&second, "used by another process"), "{}", second.log());
    for (number, right) in right.iter().enumerate() {
        assert_eq!(judged(&first, &material, number).body, *right);
        assert_eq!(judged(&second, &material, number).body, *right);
    }
    // Stopping one does not disturb the other.
    assert!(second.stop().unwrap().success());
    assert_eq!(ready(&first), "ready");
    assert!(first.stop().unwrap().success());
    let again = start(folder.path(), &data);
    let digest = |body: &[u8]| {
        serde_json::from_slice::<Value>(body).unwrap()["replay_digest"].as_str().unwrap().to_owned()
    };
    for right in &right {
        let kept =
            ask(again.address, &Request::get(format!("/v1/verdicts/{}", digest(right))), PATIENCE).unwrap();
        assert_eq!((kept.status, &kept.body), (200, right));
    }
}

#[test]
fn a_directory_that_cannot_be_written_is_done_without() {
    let folder = tempfile::tempdir().unwrap();
    let material = Material::gather(2, 200).unwrap();
    let right = right(folder.path(), &material, 8);
    // Not even root can create a folder there.
    let mut services = vec![start(folder.path(), Path::new("/proc/rules-judge"))];
    let data = folder.path().join("data");
    fs::create_dir(&data).unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    fs::set_permissions(&data, fs::Permissions::from_mode(0o555)).unwrap();
    if fs::write(data.join("probe"), b"").is_err() {
        services.push(start(folder.path(), &data));
    } else {
        // Root can write anyway, so another user runs the service.
        let mut command = Command::new("setpriv");
        command.args(["--reuid=65534", "--clear-groups"]).arg(program().unwrap());
        command.args(["serve", "--listen", "127.0.0.1:0", "--set", "rate-per-second=0", "--data"]).arg(&data);
        match Served::run(command, &folder.path().join("log-other")) {
            Ok(served) => services.push(served),
            Err(error) => println!(
                "skipped for a folder of another owner: no other user can run the service here: {error}"
            ),
        }
        fs::remove_file(data.join("probe")).unwrap();
    }
    for served in &services {
        assert_eq!(ready(served), "off");
        assert!(logs(served, "cannot be used"), "{}", served.log());
        for (number, right) in right.iter().enumerate() {
            assert_eq!(judged(served, &material, number).body, *right);
        }
    }
}

#[test]
fn a_full_disk_is_reported_and_not_needed() {
    let folder = tempfile::tempdir().unwrap();
    let material = Material::gather(4, 100).unwrap();
    // More than fits: entries that come fast are written in fewer pieces.
    let right = right(folder.path(), &material, 400);
    // The limit of the file size, in blocks of 1024 bytes, makes writes fail as on a full disk. The process
    // ignores the signal that would end it.
    let limited = |data: &Path| {
        let mut command = Command::new("bash");
        command.args(["-c", "trap '' XFSZ; ulimit -f 300; exec \"$@\"", "bash"]).arg(program().unwrap());
        command.args(["serve", "--listen", "127.0.0.1:0", "--set", "rate-per-second=0", "--data"]).arg(data);
        command
    };
    let mounted = |data: &Path| {
        let mut command = Command::new("unshare");
        command
            .args(["--mount", "bash", "-c", "mount -t tmpfs -o size=1m tmpfs \"$0\" && exec \"$@\""])
            .arg(data);
        command.arg(program().unwrap());
        command.args(["serve", "--listen", "127.0.0.1:0", "--set", "rate-per-second=0", "--data"]).arg(data);
        command
    };
    let ways: [(&str, &dyn Fn(&Path) -> Command); 2] =
        [("a limit of files", &limited), ("a small disk", &mounted)];
    for (way, command) in ways {
        let data = folder.path().join(way.replace(' ', "-"));
        fs::create_dir(&data).unwrap();
        let mut served = match Served::run(command(&data), &folder.path().join(format!("log {way}"))) {
            Ok(served) => served,
            Err(error) if way == "a small disk" => {
                println!("skipped for a small disk: nothing can be mounted here: {error}");
                continue;
            }
            Err(error) => panic!("{way}: {error}"),
        };
        for round in 0..2 {
            for (number, right) in right.iter().enumerate() {
                assert_eq!(judged(&served, &material, number).body, *right, "{way}, round {round}");
            }
        }
        assert!(logs(&served, "the store"), "{way}: the log says nothing: {}", served.log());
        let state = ready(&served);
        println!("{way}: readiness says {state}; the log: {}", served.log().lines().last().unwrap_or(""));
        // A store is off after too many faults; until then logs that it cannot keep are judged again.
        assert!(["ready", "off"].contains(&state.as_str()), "{way}: {state}");
        assert!(served.is_running());
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}

#[test]
fn damaged_files_are_never_answered_from() {
    let folder = tempfile::tempdir().unwrap();
    let material = Material::gather(4, 100).unwrap();
    let right = right(folder.path(), &material, 60);
    let data = folder.path().join("data");
    let digests: Vec<String> = right
        .iter()
        .map(|body| {
            serde_json::from_slice::<Value>(body).unwrap()["replay_digest"].as_str().unwrap().to_owned()
        })
        .collect();
    let mut found = 0;
    for round in 0..6 {
        let served = start(folder.path(), &data);
        assert_eq!(ready(&served), "ready", "round {round}");
        for (digest, right) in digests.iter().zip(&right) {
            let kept =
                ask(served.address, &Request::get(format!("/v1/verdicts/{digest}")), PATIENCE).unwrap();
            match kept.status {
                200 => assert_eq!(kept.body, *right, "round {round}"),
                status => assert_eq!(status, 404, "round {round}"),
            }
            found += usize::from(kept.status == 200);
        }
        for (number, right) in right.iter().enumerate() {
            assert_eq!(judged(&served, &material, number).body, *right, "round {round}");
        }
        assert!(served.stop().unwrap().success());
        let mut dice = Dice::new(round);
        for path in files(&data) {
            let mut bytes = fs::read(&path).unwrap();
            if bytes.is_empty() {
                continue;
            }
            if round % 2 == 0 {
                for _ in 0..1 << round {
                    let at = dice.below(bytes.len());
                    bytes[at] ^= 1 << dice.below(8);
                }
            } else {
                bytes.truncate(dice.below(bytes.len()));
            }
            fs::write(&path, bytes).unwrap();
        }
    }
    println!("{found} judgements found between damages");
}

/// The service started under a umask.
fn under(umask: &str, folder: &Path, data: &Path) -> Served {
    let mut command = Command::new("bash");
    command.args(["-c", &format!("umask {umask}; exec \"$@\""), "bash"]).arg(program().unwrap());
    command.args(["serve", "--listen", "127.0.0.1:0", "--set", "rate-per-second=0", "--data"]).arg(data);
    Served::run(command, &folder.join(format!("log-{umask}"))).unwrap()
}

/// Every directory and file of a store with its permissions.
fn modes(path: &Path, found: &mut Vec<(PathBuf, u32)>) {
    let data = fs::symlink_metadata(path).unwrap();
    found.push((path.to_owned(), data.permissions().mode() & 0o7777));
    if data.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            modes(&entry.unwrap().path(), found);
        }
    }
}

fn is_private(data: &Path) {
    let mut found = Vec::new();
    modes(data, &mut found);
    // The directory, its lock, a generation and what sled has in it.
    assert!(found.len() > 4, "{found:?}");
    for (path, mode) in found {
        let wanted = if path.is_dir() { 0o700 } else { 0o600 };
        assert_eq!(mode, wanted, "{} has mode {mode:o}", path.display());
    }
}

#[test]
fn nobody_but_its_owner_reads_the_store_whatever_the_umask() {
    let folder = tempfile::tempdir().unwrap();
    let material = Material::gather(2, 100).unwrap();
    for umask in ["0000", "0002", "0022", "0027", "0077", "0777"] {
        let data = folder.path().join(format!("above-{umask}")).join("data");
        let served = under(umask, folder.path(), &data);
        assert_eq!(ready(&served), "ready", "{umask}: {}", served.log());
        for number in 0..4 {
            judged(&served, &material, number);
        }
        is_private(&data);
        assert!(!served.log().contains("could read the store"), "{umask}: {}", served.log());
        assert!(served.stop().unwrap().success());
        is_private(&data);
    }
}

#[test]
fn an_older_store_that_others_can_read_is_closed_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let material = Material::gather(2, 100).unwrap();
    let data = folder.path().join("data");
    let served = start(folder.path(), &data);
    let answer = judged(&served, &material, 0);
    assert!(served.stop().unwrap().success());
    let mut found = Vec::new();
    modes(&data, &mut found);
    for (path, _) in found {
        let mode = if path.is_dir() { 0o755 } else { 0o644 };
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }
    let served = under("0022", folder.path(), &data);
    assert_eq!(ready(&served), "ready");
    assert!(logs(&served, "others could read the store"), "{}", served.log());
    is_private(&data);
    let digest = serde_json::from_slice::<Value>(&answer.body).unwrap()["replay_digest"].clone();
    let kept = Request::get(format!("/v1/verdicts/{}", digest.as_str().unwrap()));
    assert_eq!(ask(served.address, &kept, PATIENCE).unwrap().status, 200, "nothing is lost");
    assert!(served.stop().unwrap().success());
}

#[test]
fn a_directory_with_other_files_that_others_can_read_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fs::create_dir(&data).unwrap();
    fs::write(data.join("letter"), b"dear").unwrap();
    let modes = [(data.clone(), 0o755), (data.join("letter"), 0o644)];
    for (path, mode) in &modes {
        fs::set_permissions(path, fs::Permissions::from_mode(*mode)).unwrap();
    }
    let served = start(folder.path(), &data);
    assert_eq!(ready(&served), "off");
    assert!(logs(&served, "name a directory of its own"), "{}", served.log());
    for (path, mode) in &modes {
        assert_eq!(fs::metadata(path).unwrap().permissions().mode() & 0o7777, *mode);
    }
    assert!(served.stop().unwrap().success());
}
