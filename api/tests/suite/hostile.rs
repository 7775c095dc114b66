//! Each kind of hostile request over a real connection: it gets its documented fault, and a normal request
//! after it its usual answer.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::LazyLock;
use std::time::Duration;

use actix_web::rt::System;
use actix_web::web;
use rules_judge::http::server::bind;
use rules_judge::http::service::Service;
use rules_judge::limits::{Limits, REPLAY_BYTES};
use rules_judge_replays::judging::Judge;
use serde_json::{Value, json};

/// Far longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(300);

static ADDRESS: LazyLock<SocketAddr> = LazyLock::new(|| {
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        System::new().block_on(async move {
            let times = Duration::from_millis(700);
            let limits =
                Limits { body_time: times, head_time: times, rate_per_second: 0, ..Limits::default() };
            let service = web::Data::new(Service::new(Judge::new(), limits).unwrap());
            let (server, addresses) = bind(service, "127.0.0.1:0", std::future::pending()).unwrap();
            sender.send(addresses[0]).unwrap();
            server.await.unwrap();
        });
    });
    receiver.recv().unwrap()
});

static GAME: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_slice(&Judge::new().play("azur-lane", 7, ["random", "keen"]).unwrap()).unwrap()
});

/// The game with another value at a pointer.
fn with(pointer: &str, value: impl Into<Value>) -> Vec<u8> {
    let mut game = GAME.clone();
    *game.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer}")) = value.into();
    game.to_string().into_bytes()
}

fn head(method: &str, target: &str, more: &str) -> String {
    format!("{method} {target} HTTP/1.1\r\nhost: x\r\n{more}")
}

fn post(target: &str, body: &[u8]) -> Vec<u8> {
    let more = format!("content-type: application/json\r\ncontent-length: {}\r\n\r\n", body.len());
    [head("POST", target, &more).as_bytes(), body].concat()
}

fn get(target: &str) -> Vec<u8> {
    head("GET", target, "\r\n").into_bytes()
}

/// Sends bytes and returns the answers: all until the service closes the connection with `then_close`,
/// otherwise those that have come with the first one.
fn exchange(bytes: &[u8], then_close: bool) -> Vec<(u16, String)> {
    let mut stream = TcpStream::connect(*ADDRESS).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    // The service may close the connection before it has read everything.
    let _ = stream.write_all(bytes);
    if then_close {
        let _ = stream.shutdown(Shutdown::Write);
    }
    let (mut read, mut part, mut answers) = (Vec::new(), [0; 65_536], Vec::new());
    loop {
        while let Some((answer, length)) = first_answer(&read) {
            answers.push(answer);
            read.drain(..length);
        }
        if !then_close && !answers.is_empty() {
            return answers;
        }
        match stream.read(&mut part) {
            Ok(0) | Err(_) => return answers,
            Ok(count) => read.extend_from_slice(&part[..count]),
        }
    }
}

/// Status and code of the first complete answer, and its length.
fn first_answer(read: &[u8]) -> Option<((u16, String), usize)> {
    let end = read.windows(4).position(|four| four == b"\r\n\r\n")? + 4;
    let head = String::from_utf8_lossy(&read[..end]).to_lowercase();
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let length =
        head.split("content-length: ").nth(1).and_then(|rest| rest.split("\r\n").next()?.parse().ok());
    let body = read.get(end..end + length.unwrap_or(0))?;
    let body: Value = serde_json::from_slice(body).unwrap_or_default();
    let code = body["code"].as_str().or(body["verdict"].as_str()).unwrap_or("").to_owned();
    Some(((status, code), end + length.unwrap_or(0)))
}

/// Asserts that the bytes get these answers, and a normal request after them its usual one.
#[track_caller]
fn answered_with(what: &str, bytes: &[u8], then_close: bool, expected: &[(u16, &str)]) {
    let answers = exchange(bytes, then_close);
    let received: Vec<(u16, &str)> = answers.iter().map(|(status, code)| (*status, code.as_str())).collect();
    assert_eq!(received, expected, "{what}");
    let normal = exchange(&post("/v1/verify", GAME.to_string().as_bytes()), false);
    assert_eq!(normal, [(200, "legal".to_owned())], "after {what}");
}

#[track_caller]
fn is(what: &str, bytes: &[u8], status: u16, code: &str) {
    answered_with(what, bytes, false, &[(status, code)]);
}

const CALLS: [&str; 7] = [
    "/v1/verify",
    "/v1/legal-actions",
    "/v1/positions",
    "/v1/moves",
    "/v1/compare",
    "/v1/completions",
    "/v1/decks/check",
];

#[test]
fn bodies_that_are_no_json() {
    for call in CALLS {
        is("truncated", &post(call, b"{\"game\":\"azur-la"), 400, "unreadable_json");
        is("not UTF-8", &post(call, b"{\"game\":\"\xff\"}"), 400, "unreadable_json");
        // Calls without this field have another first fault.
        if !["/v1/moves", "/v1/compare"].contains(&call) {
            is("a lone surrogate", &post(call, b"{\"game\":\"\\ud800\"}"), 400, "unreadable_json");
        }
        is("half a byte order mark", &post(call, b"\xef\xbb{}"), 400, "unreadable_json");
        is("two byte order marks", &post(call, b"\xef\xbb\xbf\xef\xbb\xbf{}"), 400, "unreadable_json");
        is("equal keys", &post(call, b"{\"game\":\"azur-lane\",\"game\":\"azur-lane\"}"), 400, "wrong_shape");
        for (open, close) in [("[", "]"), ("{\"game\":", "}")] {
            let deep = format!("{}0{}", open.repeat(200_000), close.repeat(200_000));
            is("deep", &post(call, deep.as_bytes()), 413, "too_deep");
        }
    }
}

#[test]
fn bodies_that_are_too_large() {
    let huge = vec![b' '; REPLAY_BYTES + 1];
    is("huge", &post("/v1/verify", &huge), 413, "too_large");
    let mut chunks =
        head("POST", "/v1/verify", "content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n")
            .into_bytes();
    for _ in 0..=8 {
        chunks.extend_from_slice(b"100000\r\n");
        chunks.extend_from_slice(&huge[..1 << 20]);
        chunks.extend_from_slice(b"\r\n");
    }
    is("huge without a length", &chunks, 413, "too_large");
    let more = "content-type: application/json\r\ncontent-length: 18446744073709551615\r\n\r\n";
    is("announced as huge", head("POST", "/v1/verify", more).as_bytes(), 413, "too_large");
}

#[test]
fn more_items_than_there_may_be() {
    let entry = json!({ "seat": 0, "type": "concede" });
    let million = with("/actions", vec![entry.clone(); 340_000]);
    assert!(million.len() > REPLAY_BYTES);
    is("a million entries", &post("/v1/verify", &million), 413, "too_large");
    is("a million zeros", &post("/v1/verify", &with("/actions", vec![0; 1_000_000])), 413, "too_many");
    is("20 000 zeros", &post("/v1/verify", &with("/actions", vec![0; 20_000])), 400, "wrong_shape");
    // Eight bytes each, and seven hundred as a tree in memory.
    let small = format!("[{}]", vec!["{\"a\":1}"; 10_000].join(","));
    let many = format!("{{\"game\":\"azur-lane\",\"pool\":[{}]}}", vec![small; 90].join(","));
    for call in CALLS {
        is("900 000 small objects", &post(call, many.as_bytes()), 413, "too_many");
    }
    is(
        "200 000 entries",
        &post("/v1/verify", &with("/actions", vec![entry.clone(); 200_000])),
        413,
        "too_many",
    );
    is("one entry too many", &post("/v1/verify", &with("/actions", vec![entry; 20_001])), 413, "too_many");
    let line = json!({ "card": "rj-010", "n": 1 });
    is(
        "a deck of 10 000 lines",
        &post("/v1/verify", &with("/players/0/deck/cards", vec![line.clone(); 10_000])),
        413,
        "too_many",
    );
    let deck =
        json!({ "deck": { "flagship": [], "cards": vec![line; 10_000], "cubes": 10 }, "game": "azur-lane" });
    is(
        "a deck of 10 000 lines to be checked",
        &post("/v1/decks/check", deck.to_string().as_bytes()),
        413,
        "too_many",
    );
    let cards = json!([{ "card": "rj-010", "n": 10_000 }]);
    let answers = exchange(&post("/v1/verify", &with("/players/0/deck/cards", cards)), false);
    assert!(
        matches!(answers.as_slice(), [(200, verdict)] if verdict == "illegal")
            || answers == [(400, "wrong_shape".to_owned())],
        "{answers:?}"
    );
}

#[test]
fn encoded_bodies_are_refused_unread() {
    // A real zstd bomb. Of the other encodings the head suffices, because the service does not read the rest.
    let bomb = zstd::encode_all(vec![0_u8; 64 << 20].as_slice(), 19).unwrap();
    assert!(bomb.len() < 16_384);
    let more = format!(
        "content-type: application/json\r\ncontent-encoding: zstd\r\ncontent-length: {}\r\n\r\n",
        bomb.len()
    );
    for call in CALLS {
        let request = [head("POST", call, &more).as_bytes(), &bomb].concat();
        is("a zstd bomb", &request, 415, "unsupported_media");
        for encoding in ["gzip", "br", "deflate", "gzip, gzip"] {
            let more = format!(
                "content-type: application/json\r\ncontent-encoding: {encoding}\r\ncontent-length: \
                1000000\r\n\r\n"
            );
            is(encoding, head("POST", call, &more).as_bytes(), 415, "unsupported_media");
        }
    }
    let request = head("POST", "/v1/verify", "content-type: text/plain\r\ncontent-length: 2\r\n\r\n{}");
    is("another content type", request.as_bytes(), 415, "unsupported_media");
    is("another method", head("DELETE", "/v1/verify", "\r\n").as_bytes(), 405, "method_not_allowed");
    is("a method of nobody", head("BREW", "/v1/verify", "\r\n").as_bytes(), 405, "method_not_allowed");
}

/// Bytes that are no HTTP, or not a complete request, get an answer of actix: a status without a document.
#[test]
fn wires_that_mean_no_good() {
    answered_with("a slow head", b"POST /v1/verify HTTP/1.1\r\nhost: x\r\n", false, &[(408, "")]);
    let slow = head("POST", "/v1/verify", "content-type: application/json\r\ncontent-length: 100\r\n\r\n{");
    is("a slow body", slow.as_bytes(), 408, "request_timeout");
    let game = GAME.to_string().into_bytes();
    let whole = post("/v1/verify", &game);
    answered_with("half closed after a whole request", &whole, true, &[(200, "legal")]);
    answered_with("half closed within a body", &whole[..whole.len() - 10], true, &[(400, "unreadable_json")]);
    answered_with("half closed within a head", b"POST /v1/ver", true, &[]);
    let garbage = b"\x16\x03\x01\0\0\r\n\r\n".as_slice();
    answered_with("garbage", garbage, true, &[(400, "")]);
    answered_with(
        "garbage behind a request",
        &[whole.as_slice(), garbage].concat(),
        true,
        &[(200, "legal"), (400, "")],
    );
    let two = [whole.as_slice(), &whole].concat();
    answered_with("two requests at once", &two, true, &[(200, "legal"), (200, "legal")]);
    let lengths = "content-type: application/json\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}";
    answered_with("two lengths", head("POST", "/v1/verify", lengths).as_bytes(), true, &[(400, "")]);
    let both =
        "content-type: application/json\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n";
    answered_with("a length and chunks", head("POST", "/v1/verify", both).as_bytes(), true, &[(400, "")]);
}

#[test]
fn names_that_look_alike() {
    for game in [
        "azur\u{2010}lane",
        "\u{ff41}zur-lane",
        "\u{430}zur-lane",
        "azur-lane\u{200d}",
        "AZUR-LANE",
        "azur-lane ",
        "",
    ] {
        is(game, &post("/v1/verify", &with("/game", game)), 404, "unknown_game");
    }
    for card in ["rj\u{2010}010", "rj-0\u{ff11}0", "RJ-010", "rj-010\0"] {
        let cards = json!([{ "card": card, "n": 4 }]);
        is(card, &post("/v1/verify", &with("/players/0/deck/cards", cards)), 422, "unknown_card");
    }
    is(
        "a key",
        &post("/v1/verify", &GAME.to_string().replace("\"game\"", "\"g\u{430}me\"").into_bytes()),
        400,
        "wrong_shape",
    );
    for (id, status) in [
        ("505%2E2%61", 200),
        ("505.2%D0%B0", 404),
        ("%EF%BC%95%EF%BC%90%EF%BC%95.2a", 404),
        ("505.2A", 404),
        ("505.2a%E2%80%8D", 404),
    ] {
        let code = if status == 200 { "" } else { "unknown_rule" };
        is(id, &get(&format!("/v1/games/azur-lane/rules/{id}")), status, code);
    }
}

#[test]
fn numbers_at_and_past_the_borders() {
    let at =
        GAME["actions"].as_array().unwrap().iter().position(|entry| entry["type"] == "choose_first").unwrap();
    let text = |number: &str| {
        let marked = with(&format!("/actions/{at}/first"), "NUMBER");
        String::from_utf8(marked).unwrap().replace("\"NUMBER\"", number).into_bytes()
    };
    for number in [
        "9007199254740992",
        "-9007199254740992",
        "9223372036854775808",
        "18446744073709551616",
        "1e3",
        "1.0",
        "-0.0",
    ] {
        is(number, &post("/v1/verify", &text(number)), 400, "wrong_shape");
    }
    is("beyond every number", &post("/v1/verify", &text("1e400")), 400, "wrong_shape");
    is("no number", &post("/v1/verify", &text("01")), 400, "unreadable_json");
    let body = GAME.to_string();
    for (number, status, code) in [
        ("9007199254740991", 422, "beyond_log"),
        ("9007199254740993", 422, "beyond_log"),
        ("9223372036854775808", 422, "beyond_log"),
        ("18446744073709551616", 400, "bad_query"),
        ("-1", 400, "bad_query"),
    ] {
        is(number, &post(&format!("/v1/verify?at={number}"), body.as_bytes()), status, code);
    }
}

fn pool(change: impl FnOnce(&mut Value)) -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/cards/azur-lane/pool.json");
    let mut pool: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    change(&mut pool);
    pool
}

fn flagship_skills(pool: &mut Value, front: Value, back: Value) {
    let flagship = GAME["players"][0]["deck"]["flagship"][0].as_str().unwrap();
    let card = pool["cards"].as_array_mut().unwrap().iter_mut().find(|card| card["id"] == flagship).unwrap();
    card["skills"] = front;
    card["back"]["skills"] = back;
}

fn with_pool(pool: Value) -> Vec<u8> {
    let mut game = GAME.clone();
    game.as_object_mut().unwrap().insert("pool".to_owned(), pool);
    post("/v1/verify", game.to_string().as_bytes())
}

#[test]
fn pools_that_go_in_circles_or_grow() {
    // The skill on each side turns the card to the other side at once.
    let turning = |to: &str| {
        let body = json!({ "do": [{ "flip": { "to": to } }] });
        json!([{ "state": { "becomes": { "compare": [0, "at_least", 0] }, "body": body } }])
    };
    let cyclic = pool(|pool| flagship_skills(pool, turning("back"), turning("front")));
    let answers = exchange(&with_pool(cyclic), false);
    assert!(matches!(answers.as_slice(), [(200 | 422, _)]), "{answers:?}");
    // Each text contains two texts: 2 to the power of 11.
    let mut text = json!([{ "draw": { "n": 1 } }]);
    for _ in 0..11 {
        text = json!([{ "choose_one": [text, text] }]);
    }
    let growing = pool(|pool| {
        let skill = json!([{ "activated": { "body": { "do": text } } }]);
        flagship_skills(pool, skill.clone(), skill);
    });
    is("a growing pool", &with_pool(growing), 422, "bad_pool");
    let many = pool(|pool| {
        let card = pool["cards"][0].clone();
        pool["cards"] = vec![card; 2_001].into();
    });
    is("a large pool", &with_pool(many), 413, "too_many");
}

#[test]
fn forged_digests_and_tricky_paths() {
    let forged = format!("sha256:{}", "0".repeat(64));
    let entry = json!({ "seat": 0, "type": "concede" });
    let base = |base: &str| json!({ "action": entry, "base": base }).to_string();
    is("a base", &post("/v1/moves", base(&forged).as_bytes()), 404, "unknown_base");
    is("no digest", &post("/v1/moves", base("sha256:0").as_bytes()), 400, "wrong_shape");
    is("a verdict", &get(&format!("/v1/verdicts/{forged}")), 404, "unknown_verdict");
    let mut game = GAME.clone();
    game.as_object_mut().unwrap().insert("pool".to_owned(), forged.clone().into());
    is("a pool", &post("/v1/verify", game.to_string().as_bytes()), 404, "unknown_pool");
    let body = pool(|_| {}).to_string();
    let put = head(
        "PUT",
        &format!("/v1/pools/{forged}"),
        &format!("content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}", body.len()),
    );
    is("another pool's digest", put.as_bytes(), 422, "wrong_digest");
    for path in [
        "/../../etc/passwd",
        "/v1/../../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/v1//verify",
        "/v1/verify/",
        "/v1/verify%00",
        "/V1/verify",
        "/v1/verify;x=y",
        "/v1%2fverify",
        "/\\..\\..\\x",
        "/.git/config",
    ] {
        is(path, &get(path), 404, "not_found");
    }
    for (path, code) in [
        ("/v1/games/..%2f..%2fetc", "unknown_game"),
        ("/v1/games/azur-lane/rules/..%2f..%2frules.tsv", "unknown_rule"),
        ("/v1/games/azur-lane/cards/%00", "no_such_card"),
        ("/v1/verdicts/..%2f..", "unknown_verdict"),
        ("/problems/..%2f", "not_found"),
    ] {
        is(path, &get(path), 404, code);
    }
    is("a path that is no text", &get("/v1/games/%ff%fe"), 404, "unknown_game");
    let answers = exchange(&get(&format!("/{}", "a/".repeat(100_000))), true);
    assert!(matches!(answers.as_slice(), [] | [(400 | 404 | 414 | 431, _)]), "{answers:?}");
}
