//! What only a real connection shows: slow bodies, and how the service ends.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use actix_web::rt::System;
use actix_web::web;
use rules_judge::http::server::bind;
use rules_judge::http::service::Service;
use rules_judge::limits::Limits;
use rules_judge_replays::judging::Judge;

/// Far longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// Sends the bytes and reads until the service closes the connection.
fn exchange(address: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// A service within this process, for the time of the test.
fn service(limits: Limits) -> SocketAddr {
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        System::new().block_on(async move {
            let service = web::Data::new(Service::new(Judge::new(), limits).unwrap());
            let (server, addresses) = bind(service, "127.0.0.1:0", std::future::pending()).unwrap();
            sender.send(addresses[0]).unwrap();
            server.await.unwrap();
        });
    });
    receiver.recv().unwrap()
}

#[test]
fn a_body_that_does_not_come_is_given_up() {
    let address = service(Limits { body_time: Duration::from_millis(1), ..Limits::default() });
    for head in [
        "content-length: 10\r\n\r\n",
        "content-length: 10\r\n\r\n{\"a\"",
        "transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n",
    ] {
        let request =
            format!("POST /v1/verify HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n{head}");
        let answer = exchange(address, &request);
        assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
        assert!(answer.contains("\"code\":\"request_timeout\""), "{answer}");
        assert!(answer.contains("\"type\":\"/problems/request_timeout\""), "{answer}");
    }
}

#[test]
fn a_body_that_nobody_reads_does_not_keep_the_connection() {
    let address = service(Limits::default());
    let never_ending = "transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n";
    for (line, status) in [
        ("GET /healthz HTTP/1.1\r\n", "200"),
        ("POST /nothing HTTP/1.1\r\n", "404"),
        ("PUT /v1/verify HTTP/1.1\r\n", "405"),
        ("POST /v1/verify HTTP/1.1\r\ncontent-type: text/plain\r\n", "415"),
        ("POST /v1/verify HTTP/1.1\r\ncontent-encoding: gzip\r\n", "415"),
    ] {
        let answer = exchange(address, &format!("{line}host: x\r\n{never_ending}"));
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{answer}");
    }
}

#[test]
fn a_body_announced_too_large_is_refused_before_it_comes() {
    let address = service(Limits::default());
    let request = "POST /v1/verify HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: \
        9999999999\r\n\r\n";
    let answer = exchange(address, request);
    assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
    assert!(answer.contains("\"code\":\"too_large\""), "{answer}");
}

/// The running command, killed if the test ends first.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[cfg(unix)]
#[test]
fn the_command_serves_until_it_is_told_to_stop() {
    for signal in ["-TERM", "-INT"] {
        let child = Command::new(env!("CARGO_BIN_EXE_rules-judge"))
            .args(["serve", "--listen", "127.0.0.1:0"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut running = Running(child);
        let mut lines = BufReader::new(running.0.stdout.take().unwrap()).lines();
        let first = lines.next().unwrap().unwrap();
        let address = first.strip_prefix("listening on http://").unwrap().parse().unwrap();
        let invitation: Vec<String> = lines.by_ref().take(2).map(Result::unwrap).collect();
        let call = format!(
            "  curl -s http://{address}/v1/verify -H 'content-type: application/json' --data-binary \
             @replays/samples/azur-lane/example.json"
        );
        assert_eq!(invitation, ["try it:", &call]);

        let secret = "feedfacefeedface";
        let request = format!("GET /healthz?seed={secret} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
        let answer = exchange(address, &request);
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
        let body = format!("{{\"seed\":\"{secret}\"}}");
        let request = format!(
            "POST /v1/{secret} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        );
        assert!(exchange(address, &request).starts_with("HTTP/1.1 404 "));

        let killed = Command::new("kill").args([signal, &running.0.id().to_string()]).status().unwrap();
        assert!(killed.success());
        let mut log = String::new();
        running.0.stderr.take().unwrap().read_to_string(&mut log).unwrap();
        assert_eq!(running.0.wait().unwrap().code(), Some(0), "{log}");
        assert!(log.contains("status=404"), "{log}");
        assert!(!log.contains(secret), "{log}");
    }
}

#[test]
fn an_address_in_use_is_an_error() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let output = Command::new(env!("CARGO_BIN_EXE_rules-judge"))
        .args(["serve", "--listen", &address])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains(&format!("cannot listen on {address}")));
}

/// Reads one line of a chunked body, wherever the chunks end.
fn next_line(stream: &mut TcpStream, read: &mut Vec<u8>) -> String {
    loop {
        if let Some(end) = read.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = read.drain(..=end).collect();
            let line = String::from_utf8(line).unwrap();
            if line.starts_with('{') {
                return line;
            }
            continue;
        }
        let mut part = [0; 4096];
        let count = stream.read(&mut part).unwrap();
        assert!(count > 0, "the answer ended");
        read.extend_from_slice(&part[..count]);
    }
}

fn chunk(stream: &mut TcpStream, text: &str) {
    write!(stream, "{:x}\r\n{text}\r\n", text.len()).unwrap();
}

const BATCH: &str = "POST /v1/verify/batch HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\
                     content-type: application/x-ndjson\r\ntransfer-encoding: chunked\r\n\r\n";

/// Answers arrive while lines are still being sent, and of a batch as large as many bodies the service holds
/// only single lines.
#[test]
fn a_batch_is_a_stream_both_ways() {
    let limits = Limits { running: 1, body_bytes: 1 << 20, held_bytes: 2 << 20, ..Limits::default() };
    let address = service(limits);
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.write_all(BATCH.as_bytes()).unwrap();
    let mut read = Vec::new();
    chunk(&mut stream, "{\"line\": \"one\"}\n{\"line\": ");
    let first = next_line(&mut stream, &mut read);
    assert!(first.starts_with("{\"line\":1,\"problem\":{\"code\":\"wrong_shape\""), "{first}");
    chunk(&mut stream, "\"two\"}\n[]\n");
    assert!(next_line(&mut stream, &mut read).starts_with("{\"line\":2,"));
    // 32 MiB through a service that holds 2 MiB.
    let long = format!("\"{}\"\n", "x".repeat((1 << 20) - 3));
    let mut sender = stream.try_clone().unwrap();
    let sending = std::thread::spawn(move || {
        for _ in 0..32 {
            chunk(&mut sender, &long);
        }
        sender.write_all(b"0\r\n\r\n").unwrap();
    });
    for line in 3..=35 {
        let answer = next_line(&mut stream, &mut read);
        assert!(
            answer.starts_with(&format!("{{\"line\":{line},\"problem\":{{\"code\":\"wrong_shape\"")),
            "{answer}"
        );
    }
    assert_eq!(next_line(&mut stream, &mut read), "{\"done\":true,\"lines\":35}\n");
    sending.join().unwrap();
}

#[test]
fn a_batch_that_stops_coming_is_told_and_given_up() {
    let limits = Limits { body_time: Duration::from_millis(50), batches: 1, ..Limits::default() };
    let address = service(limits);
    for _ in 0..2 {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(BATCH.as_bytes()).unwrap();
        chunk(&mut stream, "{}\n{");
        let mut read = Vec::new();
        assert!(next_line(&mut stream, &mut read).starts_with("{\"line\":1,\"problem\""));
        let last = next_line(&mut stream, &mut read);
        assert!(
            last.starts_with(
                "{\"done\":false,\"line\":2,\"lines\":1,\"problem\":{\"code\":\"request_timeout\""
            ),
            "{last}"
        );
    }
}

/// Each line is answered before the next one arrives, also if judging threads are free.
#[test]
fn a_line_of_a_batch_does_not_wait_for_the_next() {
    let address = service(Limits { running: 4, ..Limits::default() });
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.write_all(BATCH.as_bytes()).unwrap();
    let mut read = Vec::new();
    for line in 1..=6 {
        chunk(&mut stream, "{}\n");
        let answer = next_line(&mut stream, &mut read);
        assert!(answer.starts_with(&format!("{{\"line\":{line},\"problem\"")), "{answer}");
    }
    // Many lines at once are answered in their order.
    chunk(&mut stream, &"{}\n".repeat(50));
    for line in 7..=56 {
        let answer = next_line(&mut stream, &mut read);
        assert!(answer.starts_with(&format!("{{\"line\":{line},\"problem\"")), "{answer}");
    }
    stream.write_all(b"0\r\n\r\n").unwrap();
    assert_eq!(next_line(&mut stream, &mut read), "{\"done\":true,\"lines\":56}\n");
}

/// Open batches that send nothing, or only blank lines, give their places to others, and blank lines do not
/// keep a batch open.
#[test]
fn batches_without_a_line_keep_nobody_waiting() {
    let limits = Limits { batches: 2, body_time: Duration::from_millis(1500), ..Limits::default() };
    let address = service(limits);
    let mut idle: Vec<_> = (0..8)
        .map(|_| {
            let mut stream = TcpStream::connect(address).unwrap();
            stream.set_read_timeout(Some(PATIENCE)).unwrap();
            stream.write_all(BATCH.as_bytes()).unwrap();
            let mut read = Vec::new();
            chunk(&mut stream, "{}\n");
            assert!(next_line(&mut stream, &mut read).starts_with("{\"line\":1,\"problem\""));
            chunk(&mut stream, "\n\n");
            (stream, read)
        })
        .collect();
    let started = Instant::now();
    while started.elapsed() < Duration::from_secs(1) {
        std::thread::sleep(Duration::from_millis(100));
        for (stream, _) in &mut idle {
            chunk(stream, "\n");
        }
    }
    // All of them continue where they stopped, although there are fewer places.
    for (stream, read) in &mut idle {
        chunk(stream, "{}\n");
        assert!(next_line(stream, read).starts_with("{\"line\":14,\"problem\""));
    }
    for (mut stream, mut read) in idle {
        let mut writer = stream.try_clone().unwrap();
        let writing = std::thread::spawn(move || {
            // Until the service closes the connection.
            while writer.write_all(b"1\r\n\n\r\n").is_ok() {
                std::thread::sleep(Duration::from_millis(100));
            }
        });
        let last = next_line(&mut stream, &mut read);
        assert!(last.contains("\"code\":\"request_timeout\""), "{last}");
        let _ = stream.shutdown(std::net::Shutdown::Both);
        writing.join().unwrap();
    }
}

/// The answers of clients that request much and read nothing count as memory, and their connections end after
/// a while.
#[test]
fn answers_that_nobody_reads_are_counted_and_given_up() {
    let limits = Limits {
        held_bytes: 2 << 20,
        body_time: Duration::from_secs(2),
        answer_time: Duration::from_secs(2),
        rate_per_second: 0,
        ..Limits::default()
    };
    let address = service(limits);
    // A long page, requested many times: the part that does not fit into the system's buffers stays in the
    // service's memory.
    let page = "GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n";
    let ask = |request: &str| {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        stream
    };
    let status = |stream: &mut TcpStream| {
        let mut head = [0; 12];
        stream.read_exact(&mut head).unwrap();
        String::from_utf8_lossy(&head).into_owned()
    };
    assert_eq!(status(&mut ask(page)), "HTTP/1.1 200");
    let mut deaf = Vec::new();
    let mut refused = 0;
    for _ in 0..60 {
        // More pages than fit into the system's buffers.
        deaf.push(ask(&page.repeat(400)));
        std::thread::sleep(Duration::from_millis(50));
        refused += usize::from(status(&mut ask(page)) == "HTTP/1.1 503");
        if refused > 3 {
            break;
        }
    }
    assert!(refused > 3, "what nobody reads is counted");
    // Monitoring is answered all the same.
    assert_eq!(status(&mut ask("GET /readyz HTTP/1.1\r\nhost: x\r\n\r\n")), "HTTP/1.1 200");
    let started = Instant::now();
    while status(&mut ask(page)) != "HTTP/1.1 200" {
        assert!(started.elapsed() < PATIENCE, "nobody was given up");
        std::thread::sleep(Duration::from_millis(200));
    }
    drop(deaf);
}

/// A client that never reads its answer blocks neither the batch nor other clients.
#[test]
fn a_batch_that_nobody_reads_is_given_up() {
    let limits = Limits { body_time: Duration::from_millis(200), batches: 1, ..Limits::default() };
    let address = service(limits);
    let mut deaf = TcpStream::connect(address).unwrap();
    deaf.write_all(BATCH.as_bytes()).unwrap();
    deaf.set_write_timeout(Some(Duration::from_millis(500))).unwrap();
    let lines = "{}\n".repeat(20_000);
    for _ in 0..200 {
        if write!(deaf, "{:x}\r\n{lines}\r\n", lines.len()).is_err() {
            break;
        }
    }
    for _ in 0..100 {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(BATCH.as_bytes()).unwrap();
        stream.write_all(b"0\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        if answer.contains("{\"done\":true,\"lines\":0}") {
            return;
        }
        assert!(answer.starts_with("HTTP/1.1 503 "), "{answer}");
        std::thread::sleep(Duration::from_millis(100));
    }
    panic!("the batch was never given up");
}

#[test]
fn limits_are_told_and_wrong_ones_are_refused() {
    let run = |arguments: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_rules-judge"))
            .args(arguments)
            .env("RULES_JUDGE_BATCHES", "3")
            .output()
            .unwrap()
    };
    let output = run(&["config", "--set", "waiting=7"]);
    assert_eq!(output.status.code(), Some(0));
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert!(
        stdout.contains("waiting = 7 # command line") && stdout.contains("batches = 3 # environment"),
        "{stdout}"
    );
    for arguments in [
        ["config", "--set", "waiting=x"],
        ["serve", "--set", "nothing=1"],
        ["config", "--config", "nowhere.toml"],
    ] {
        assert_eq!(run(&arguments).status.code(), Some(2), "{arguments:?}");
    }
    for (name, value) in [("RULES_JUDGE_WAITNG", "3"), ("RULES_JUDGE_LOG", "verbose")] {
        for command in ["config", "serve"] {
            let output = Command::new(env!("CARGO_BIN_EXE_rules-judge"))
                .args([command])
                .env(name, value)
                .output()
                .unwrap();
            let stderr = String::from_utf8(output.stderr).unwrap();
            assert!(output.status.code() == Some(2) && stderr.contains(name), "{name}: {stderr}");
        }
    }
}
