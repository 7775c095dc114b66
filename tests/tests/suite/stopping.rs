//! After a signal to stop, the service finishes the requests that it has begun.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::{Duration, Instant};

use rules_judge_tests::sample;
use rules_judge_tests::served::{Served, program};
use rules_judge_tests::wire::{Request, ask};

const PATIENCE: Duration = Duration::from_secs(60);

/// Sends a request with half of its body; returns the rest.
fn begun(served: &Served, body: &[u8]) -> (TcpStream, Vec<u8>) {
    let mut stream = TcpStream::connect(served.address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let head = format!(
        "POST /v1/verify HTTP/1.1\r\nhost: judge\r\ncontent-type: application/json\r\ncontent-length: \
        {}\r\n\r\n",
        body.len()
    );
    let (first, rest) = body.split_at(body.len() / 2);
    stream.write_all(&[head.as_bytes(), first].concat()).unwrap();
    (stream, rest.to_owned())
}

/// The signals that stop a service started by this process. Under `nohup` it ignores SIGHUP, as the test
/// below checks.
fn signals() -> Vec<&'static str> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.map_or(0, |bits| u64::from_str_radix(bits.trim(), 16).unwrap());
    match ignored & 1 {
        0 => vec!["TERM", "INT", "HUP"],
        _ => {
            println!("skipped: SIGHUP, since this process ignores it and so do those that it starts");
            vec!["TERM", "INT"]
        }
    }
}

#[test]
fn what_is_under_way_is_answered_whichever_signal_stops_the_service() {
    let folder = tempfile::tempdir().unwrap();
    let body = sample::load("azur-lane").unwrap().swap_remove(0);
    for signal in signals() {
        let log = folder.path().join(signal);
        // A busy machine may take long between the halves.
        let limits = ["rate-per-second=0", "body-milliseconds=60000", "shutdown-seconds=120"];
        let limits: Vec<&str> = limits.iter().flat_map(|limit| ["--set", limit]).collect();
        let served = Served::start(&program().unwrap(), &log, &limits).unwrap();
        let under_way: Vec<_> = (0..8).map(|_| begun(&served, &body)).collect();
        // Once it answers another request, it has accepted all of them.
        assert_eq!(ask(served.address, &Request::get("/healthz"), PATIENCE).unwrap().status, 200);
        std::thread::sleep(Duration::from_millis(300));
        served.signal(signal).unwrap();
        std::thread::sleep(Duration::from_millis(300));
        let under_way = under_way.into_iter().map(|(mut stream, rest)| {
            stream.write_all(&rest).unwrap();
            stream
        });
        for mut stream in under_way.collect::<Vec<_>>() {
            let mut answer = Vec::new();
            stream.read_to_end(&mut answer).unwrap();
            let answer = String::from_utf8_lossy(&answer);
            assert!(answer.starts_with("HTTP/1.1 200 "), "{signal}: {answer:.200}");
            assert!(answer.contains("\"verdict\":\"legal\""), "{signal}: {answer:.200}");
        }
        let status = served.ended().unwrap();
        assert_eq!(status.code(), Some(0), "{signal}: {status}");
    }
}

#[test]
fn a_service_that_drains_answers_until_its_time_is_over_or_a_second_signal_comes() {
    let folder = tempfile::tempdir().unwrap();
    let limits = ["--set", "rate-per-second=0", "--set", "drain-seconds=3600"];
    let served = Served::start(&program().unwrap(), &folder.path().join("log"), &limits).unwrap();
    let asked = |path: &str| ask(served.address, &Request::get(path), PATIENCE).unwrap();
    assert_eq!(asked("/readyz").status, 200);
    served.signal("TERM").unwrap();
    let started = Instant::now();
    while asked("/readyz").status != 503 {
        assert!(started.elapsed() < PATIENCE, "{}", served.log());
        std::thread::sleep(Duration::from_millis(20));
    }
    let body = sample::load("azur-lane").unwrap().swap_remove(0);
    let judged = ask(served.address, &Request::post("/v1/verify", body), PATIENCE).unwrap();
    assert_eq!(judged.status, 200);
    served.signal("TERM").unwrap();
    assert_eq!(served.ended().unwrap().code(), Some(0));
    let limits = ["--set", "drain-seconds=1"];
    let served = Served::start(&program().unwrap(), &folder.path().join("log"), &limits).unwrap();
    assert_eq!(served.stop().unwrap().code(), Some(0));
}

#[test]
fn a_service_that_ignores_its_terminal_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new("bash");
    command.args(["-c", "trap '' HUP; exec \"$@\"", "bash"]).arg(program().unwrap());
    command.args(["serve", "--listen", "127.0.0.1:0"]);
    let served = Served::run(command, &folder.path().join("log")).unwrap();
    served.signal("HUP").unwrap();
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(ask(served.address, &Request::get("/healthz"), PATIENCE).unwrap().status, 200);
    assert!(served.stop().unwrap().success());
}
