//! What only a real connection shows: slow bodies, and the end of the service.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use actix_web::rt::System;
use actix_web::web;
use rules_judge::limits::Limits;
use rules_judge::service::{Service, bind};
use rules_judge_replays::judge::Judge;

/// Sends the bytes and reads until the service closes.
fn exchange(address: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// A service in this process, for as long as the test runs.
fn service(limits: Limits) -> SocketAddr {
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        System::new().block_on(async move {
            let service = web::Data::new(Service::new(Judge::new(), limits));
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
    let request = "POST /v1/verify HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9999999999\r\n\r\n";
    let answer = exchange(address, request);
    assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
    assert!(answer.contains("\"code\":\"too_large\""), "{answer}");
}

/// The running command; killed if the test ends before it does.
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

        let told = Command::new("kill").args([signal, &running.0.id().to_string()]).status().unwrap();
        assert!(told.success());
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
