//! Slow clients: heads that arrive byte by byte, answers that are read little by little, and more connections
//! than one address may have.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use actix_web::rt::System;
use actix_web::web;
use rules_judge::http::server::bind;
use rules_judge::http::service::Service;
use rules_judge::limits::Limits;
use rules_judge_replays::judging::Judge;

/// Far longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(300);

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

fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// A client with a small receive buffer.
fn connect_narrow(address: SocketAddr) -> TcpStream {
    let socket = socket2::Socket::new(socket2::Domain::IPV4, socket2::Type::STREAM, None).unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    socket.connect(&address.into()).unwrap();
    socket.set_read_timeout(Some(PATIENCE)).unwrap();
    socket.into()
}

/// Reads until this text has arrived.
#[track_caller]
fn read_to(stream: &mut TcpStream, end: &str) -> String {
    let mut read = Vec::new();
    let mut byte = [0];
    while !read.ends_with(end.as_bytes()) {
        assert_eq!(stream.read(&mut byte).unwrap(), 1, "{}", String::from_utf8_lossy(&read));
        read.push(byte[0]);
    }
    String::from_utf8(read).unwrap()
}

fn page(address: SocketAddr, target: &str) -> String {
    let mut stream = connect(address);
    write!(stream, "GET {target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").unwrap();
    let mut page = String::new();
    stream.read_to_string(&mut page).unwrap();
    page
}

/// A number on the page of metrics.
fn measure(address: SocketAddr, name: &str) -> u64 {
    let page = page(address, "/metrics");
    let line = page.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("no {name}: {page}")).parse().unwrap()
}

#[track_caller]
fn becomes(what: &str, mut is: impl FnMut() -> bool) {
    let started = Instant::now();
    while !is() {
        assert!(started.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Sends bytes one by one until the service closes the connection.
#[track_caller]
fn trickle(stream: &mut TcpStream, what: &str) {
    let started = Instant::now();
    stream.set_read_timeout(Some(Duration::from_millis(50))).unwrap();
    let mut byte = [0];
    while started.elapsed() < PATIENCE {
        if stream.write_all(b"x").is_err() {
            return;
        }
        match stream.read(&mut byte) {
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            _ => return,
        }
    }
    panic!("{what}: the connection is kept for good");
}

const HEALTH: &str = "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n";
const HEALTHY: &str = "{\"status\":\"ok\"}";

#[test]
fn a_later_head_is_timed_as_the_first_one() {
    let head_time = Duration::from_millis(500);
    // Only the time limit of a head may end a connection during the test.
    let address = service(Limits { head_time, idle_time: PATIENCE * 2, ..Limits::default() });
    for (before, begun) in [
        // The first request comes with nothing of the second head, or with a part of it.
        (1, ""),
        (1, "GET /healthz HTTP/1.1\r\nx-slow: "),
        (3, ""),
        (3, "GET /healthz HTTP/1.1\r\nx-slow: "),
    ] {
        let mut stream = connect(address);
        for _ in 1..before {
            stream.write_all(HEALTH.as_bytes()).unwrap();
            read_to(&mut stream, HEALTHY);
        }
        stream.write_all(format!("{HEALTH}{begun}").as_bytes()).unwrap();
        read_to(&mut stream, HEALTHY);
        if begun.is_empty() {
            // A connection may be idle for longer than a head may take, and answers again after that. Many
            // quick requests may together take longer, too.
            std::thread::sleep(head_time * 2);
            for _ in 0..12 {
                stream.write_all(HEALTH.as_bytes()).unwrap();
                read_to(&mut stream, HEALTHY);
                std::thread::sleep(head_time / 8);
            }
            stream.write_all(b"GET /healthz HTTP/1.1\r\nx-slow: ").unwrap();
        }
        trickle(&mut stream, &format!("after {before} requests and {begun:?}"));
    }
    // A head in two parts is accepted, and so is one after a body.
    let mut stream = connect(address);
    for _ in 0..3 {
        let (first, rest) = HEALTH.split_at(20);
        stream.write_all(first.as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(20));
        stream.write_all(rest.as_bytes()).unwrap();
        read_to(&mut stream, HEALTHY);
        let body = "POST /v1/verify HTTP/1.1\r\nhost: x\r\ncontent-type: \
            application/json\r\ncontent-length: 2\r\n\r\n{}";
        stream.write_all(body.as_bytes()).unwrap();
        read_to(&mut stream, "\"type\":\"/problems/wrong_shape\"}");
    }
}

#[test]
fn an_address_has_no_more_connections_than_it_may() {
    let address = service(Limits { connections_per_address: 3, ..Limits::default() });
    let mut open: Vec<TcpStream> = (0..3).map(|_| connect(address)).collect();
    for stream in &mut open {
        stream.write_all(HEALTH.as_bytes()).unwrap();
        read_to(stream, HEALTHY);
    }
    let mut refused = String::new();
    // The head of the answer may be lost if the connection is closed before the client reads it.
    let _ = connect(address).read_to_string(&mut refused);
    assert!(refused.is_empty() || refused.starts_with("HTTP/1.1 429 "), "{refused}");
    // Open connections continue to work, and each that ends makes room for another.
    for stream in &mut open {
        stream.write_all(HEALTH.as_bytes()).unwrap();
        read_to(stream, HEALTHY);
    }
    drop(open.pop());
    becomes("the place is taken again", || {
        let mut stream = connect(address);
        let mut head = [0; 12];
        stream.write_all(HEALTH.as_bytes()).is_ok()
            && stream.read_exact(&mut head).is_ok()
            && head == *b"HTTP/1.1 200"
    });
    drop(open);
    becomes("the refused ones are counted", || {
        measure(address, "rules_judge_refused_connections_total") >= 1
    });
    becomes("only the one that asks is open", || {
        measure(address, "rules_judge_gate{what=\"connections\"}") == 1
    });
}

/// Sends a batch of so many lines, each with a long answer, on a connection that reads little.
fn long_batch(address: SocketAddr, lines: usize) -> TcpStream {
    let replay = Judge::new().play("azur-lane", 7, ["random", "keen"]).unwrap();
    let body: Vec<u8> = [replay.as_slice(), b"\n"].concat().repeat(lines);
    let mut stream = connect_narrow(address);
    let head = format!(
        "POST /v1/verify/batch?trace=events HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-ndjson\r\n\
         content-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut sender = stream.try_clone().unwrap();
    // The service closes the connection before it has read everything.
    std::thread::spawn(move || sender.write_all(&body));
    stream
}

#[test]
fn lines_of_a_batch_that_wait_for_their_client_are_held_bytes() {
    let address = service(Limits { running: 1, ..Limits::default() });
    let held = || measure(address, "rules_judge_gate{what=\"held_bytes\"}");
    assert_eq!(held(), 0);
    let deaf = long_batch(address, 400);
    // Answers take this much memory; the lines that were read take a tenth of it.
    becomes("the answers are counted", || held() > 100_000);
    drop(deaf);
    becomes("their room is given back", || held() == 0);
}

#[test]
fn a_batch_that_is_read_little_by_little_is_given_up() {
    let limits = Limits { answer_time: Duration::from_secs(2), ..Limits::default() };
    let address = service(limits);
    let connections = || measure(address, "rules_judge_gate{what=\"connections\"}");
    let mut slow = long_batch(address, 400);
    becomes("the batch is there", || connections() == 2);
    let started = Instant::now();
    let mut part = [0; 1024];
    while connections() == 2 {
        assert!(started.elapsed() < PATIENCE, "a client that reads little keeps its connection");
        if slow.read(&mut part).is_err() {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    becomes("nothing is held", || measure(address, "rules_judge_gate{what=\"held_bytes\"}") == 0);
}

/// A batch whose client does not read gives its place to others as soon as its lines are judged.
#[test]
fn a_batch_that_waits_for_its_client_keeps_no_place() {
    let address = service(Limits { batches: 1, running: 1, ..Limits::default() });
    let deaf = long_batch(address, 400);
    becomes("its client is waited for", || {
        measure(address, "rules_judge_gate{what=\"held_bytes\"}") > 100_000
    });
    becomes("another batch is judged", || {
        let mut stream = connect(address);
        let head = "POST /v1/verify/batch HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\
                    content-type: application/x-ndjson\r\ncontent-length: 3\r\n\r\n{}\n";
        stream.write_all(head.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.contains("{\"done\":true,\"lines\":1}") && answer.contains("wrong_shape")
    });
    drop(deaf);
}
