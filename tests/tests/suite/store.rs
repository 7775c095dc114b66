//! The service with a store that fails it: it judges on, says so in its log and at /readyz, and never
//! answers with anything but what it would answer without a store.
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

/// A log that was never sent before, the same for the same number.
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

/// Waits until the log says something, far longer than it takes on a busy machine.
fn says(served: &Served, what: &str) -> bool {
    let started = Instant::now();
    while started.elapsed() < PATIENCE {
        if served.log().contains(what) {
            return true;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    false
}

/// What a service without a store answers.
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
    let material = Material::gather(4, 100).unwrap();
    let right = right(folder.path(), &material, 20);
    let data = folder.path().join("data");
    let first = start(folder.path(), &data);
    let second = start(folder.path(), &data);
    assert_eq!((ready(&first).as_str(), ready(&second).as_str()), ("ready", "off"));
    assert!(says(&second, "used by another process"), "{}", second.log());
    for (number, right) in right.iter().enumerate() {
        assert_eq!(judged(&first, &material, number).body, *right);
        assert_eq!(judged(&second, &material, number).body, *right);
    }
    // The one that ends takes nothing from the other.
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
    // No user may make a folder there, not even root.
    let mut services = vec![start(folder.path(), Path::new("/proc/rules-judge"))];
    let data = folder.path().join("data");
    fs::create_dir(&data).unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    fs::set_permissions(&data, fs::Permissions::from_mode(0o555)).unwrap();
    if fs::write(data.join("probe"), b"").is_err() {
        services.push(start(folder.path(), &data));
    } else {
        // Root may write all the same, so another user has to try.
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
        assert!(says(served, "cannot be used"), "{}", served.log());
        for (number, right) in right.iter().enumerate() {
            assert_eq!(judged(served, &material, number).body, *right);
        }
    }
}

#[test]
fn a_disk_that_is_full_is_told_and_done_without() {
    let folder = tempfile::tempdir().unwrap();
    let material = Material::gather(4, 100).unwrap();
    // More than there is room for, however quickly it comes: what comes quickly is written in fewer pieces.
    let right = right(folder.path(), &material, 400);
    // No file may grow beyond so many blocks of 1024 bytes: writing fails as on a full disk. The signal
    // that would end the process is not heard.
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
        assert!(says(&served, "the store"), "{way}: the log says nothing: {}", served.log());
        let state = ready(&served);
        println!("{way}: readiness says {state}; the log: {}", served.log().lines().last().unwrap_or(""));
        // A store is off after more faults than it endures; until then what it cannot keep is judged again.
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
