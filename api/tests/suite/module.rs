//! The same requests to a service and to an instance without a server: status, content type and body are
//! equal except for request ids.
//!
//! `MODULE_REQUESTS` names a file for the requests and the answers of the service, one pair a line;
//! `tests/wasm.sh` sends them to the module for WebAssembly. `MODULE_COUNT` sets the least number of each
//! kind.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, missing_docs)]

use std::io::Write;

use actix_web::http::Method;
use actix_web::test::TestRequest;
use actix_web::web;
use rules_judge::http::routes::module::Module;
use rules_judge::http::service::Service;
use rules_judge::limits::Limits;
use rules_judge_calls::instance::Instance;
use rules_judge_calls::request::Request;
use rules_judge_replays::codec::canonical;
use rules_judge_replays::codec::digest::Digest;
use rules_judge_replays::judging::Judge;
use serde_json::{Value, json};

use crate::common::{in_path, send};

const GAMES: [&str; 5] = ["azur-lane", "battle-spirits", "build-divide", "tianhai", "xinglingwang"];
const LANGUAGES: [&str; 4] = ["en", "zh-Hant", "zh-CN,zh;q=0.9", ""];
const VIEWS: [&str; 4] = ["full", "seat0", "seat1", "public"];
const JSON: &str = "application/json";

/// A request of the test.
struct Asked {
    method: &'static str,
    uri: String,
    headers: Vec<(&'static str, String)>,
    body: Vec<u8>,
}

impl Asked {
    fn get(uri: impl Into<String>) -> Asked {
        Asked { method: "GET", uri: uri.into(), headers: Vec::new(), body: Vec::new() }
    }

    fn with(self, name: &'static str, value: &str) -> Asked {
        let mut headers = self.headers;
        if !value.is_empty() {
            headers.push((name, value.to_owned()));
        }
        Asked { headers, ..self }
    }

    fn sent(method: &'static str, uri: impl Into<String>, body: impl Into<Vec<u8>>) -> Asked {
        Asked { method, body: body.into(), ..Asked::get(uri) }.with("content-type", JSON)
    }

    fn post(uri: impl Into<String>, body: &Value) -> Asked {
        Asked::sent("POST", uri, body.to_string())
    }
}

/// Pseudo-random numbers, equal in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most.max(1)
    }

    fn of<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

fn sample(game: &str, name: &str) -> Value {
    let path = format!("{}/../replays/samples/{game}/{name}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

/// The first entries of a log.
fn cut(log: &Value, entries: usize) -> Value {
    let mut log = log.clone();
    log["actions"].as_array_mut().unwrap().truncate(entries);
    log
}

/// A log with one value changed at a random place.
fn bent(log: &Value, dice: &mut Dice) -> Value {
    let mut log = log.clone();
    let actions = log["actions"].as_array_mut().unwrap();
    let at = dice.below(actions.len());
    match dice.below(6) {
        0 => actions[at] = json!({ "seat": 0 }),
        1 => actions[at]["seat"] = json!(7),
        2 => drop(actions.remove(at)),
        3 => actions.swap(at, 0),
        4 => actions[at]["extra"] = json!(true),
        _ => log["players"][0]["deck"] = json!({ "cards": "none" }),
    }
    log
}

/// Requests about a game. Their order matters, since later ones continue from pools and judgements of earlier
/// ones.
fn of_game(game: &str, dice: &mut Dice, count: usize, judge: &Judge) -> Vec<Asked> {
    let (log, illegal) = (sample(game, "example"), sample(game, "illegal"));
    let length = log["actions"].as_array().unwrap().len();
    let mut asked = Vec::new();
    for _ in 0..count {
        let view = *dice.of(&VIEWS);
        let at = dice.below(length + 2);
        let some = cut(&log, dice.below(length + 1));
        let more = *dice.of(&["", "&digest=state", "&abilities=text", "&listing=3", "&listing=0"]);
        let trace = *dice.of(&["", "&trace=events", "&trace=states", "&trace=events&from=3&to=9", "&from=9"]);
        asked.push(Asked::post(format!("/v1/verify?view={view}{more}{trace}"), &some));
        asked.push(Asked::post(format!("/v1/verify?at={at}&view={view}"), &log));
        asked.push(Asked::post(format!("/v1/verify?view={view}"), &bent(&log, dice)));
        asked.push(Asked::post(format!("/v1/verify?view={view}{more}"), &illegal));
        asked.push(Asked::post(
            format!("/v1/legal-actions?view={view}{}", more.replace("&digest=state", "")),
            &some,
        ));
        asked.push(Asked::post(format!("/v1/positions?view={view}&at={at}"), &log));
        let at = dice.below(length);
        let action = &log["actions"][at];
        let before = cut(&log, at);
        asked.push(Asked::post(
            format!("/v1/moves?view={view}{more}"),
            &json!({ "action": action, "replay": before }),
        ));
        let base = judge.verify(before.to_string().as_bytes(), &Default::default());
        let base =
            base.map_or_else(|_| Digest::of(b"none").to_string(), |verdict| verdict.replay_digest.unwrap());
        asked.push(Asked::post(format!("/v1/moves?view={view}"), &json!({ "action": action, "base": base })));
        asked.push(Asked::get(format!("/v1/verdicts/{base}?view={view}")));
        let mut header = log.clone();
        header.as_object_mut().unwrap().remove("actions");
        let logs = json!([some["actions"], before["actions"], illegal["actions"]]);
        asked.push(Asked::post("/v1/compare", &json!({ "header": header, "logs": logs })));
        let act = json!({ "seat": action["seat"], "type": action["type"] });
        asked.push(Asked::post(
            format!("/v1/completions?view={view}&listing=3"),
            &json!({ "act": act, "replay": before }),
        ));
        let mut deck = log["players"][0]["deck"].clone();
        if let Some(first) = deck.as_object_mut().and_then(|deck| deck.values_mut().next())
            && dice.below(2) == 0
        {
            *first = json!({});
        }
        asked.push(Asked::post("/v1/decks/check", &json!({ "deck": deck, "game": game })));
        let text = log.to_string();
        let (broken, _) = text.split_at(text.floor_char_boundary(dice.below(text.len())));
        asked.push(Asked::sent("POST", "/v1/verify", broken));
        let word = *dice.of(&["a", "攻擊", "chain", "support", "費用", "1.", "%", "Zug", "遠"]);
        let (limit, offset) = (1 + dice.below(9), dice.below(40));
        let q = in_path(word);
        asked.push(Asked::get(format!("/v1/games/{game}/rules?q={q}&limit={limit}&offset={offset}")));
        asked.push(Asked::get(format!("/v1/games/{game}/rules?kind=ruling&offset={offset}")));
        let q = in_path(&format!("-{word} or cost<={limit} or nothing:1"));
        asked.push(Asked::get(format!("/v1/games/{game}/cards?q={q}")));
        let q = in_path(&format!("-name:{word} -text:{word}"));
        asked.push(Asked::get(format!("/v1/games/{game}/cards?q={q}&limit={limit}&offset={offset}")));
        let q = in_path(word);
        asked.push(Asked::get(format!("/v1/games/{game}/cards?q={q}&limit={limit}&abilities=text")));
        asked.push(Asked::get(format!(
            "/v1/games/{game}/cards?offset={offset}&limit={limit}&pool={game}/official"
        )));
        asked.push(Asked::get(format!("/v1/games/{game}/cards?lim%69t={limit}&offset={offset}&q={q}&x=1")));
        let rule = judge.rules(game, &Default::default()).unwrap().rules[offset].id;
        asked.push(Asked::get(format!("/v1/games/{game}/rules/{}", in_path(rule))));
        asked.push(Asked::get(format!("/rules/{game}/{}", in_path(rule))));
        let cards = judge.cards(game, &Default::default()).unwrap().cards;
        let card = dice.of(&cards)["id"].as_str().unwrap().to_owned();
        asked.push(Asked::get(format!("/v1/games/{game}/cards/{}", in_path(&card))));
        asked.push(Asked::get(format!("/v1/games/{game}/cards/{}?pool={game}/official", in_path(&card))));
        asked.push(Asked::get(format!("/v1/games/{game}/cards/{card}x")));
        let name =
            *dice.of(&["action", "deck", "entry", "event", "header", "pool", "state", "what", "position"]);
        asked.push(Asked::get(format!("/v1/games/{game}/schemas/{name}")));
        let line = |log: &Value| log.to_string();
        let lines =
            [line(&some), String::new(), "{}".to_owned(), line(&illegal), "\u{feff} ".to_owned()].join("\n");
        asked.push(Asked {
            headers: vec![("content-type", "application/x-ndjson".to_owned())],
            ..Asked::sent("POST", format!("/v1/verify/batch?view={view}"), lines)
        });
    }
    let pool = judge.small_pool(game).unwrap();
    let digest = canonical::digest(&pool).unwrap();
    let by_digest =
        json!({ "game": game, "deck": log["players"][0]["deck"], "pool": { "digest": digest.to_string() } });
    asked.push(Asked::post("/v1/decks/check", &by_digest));
    for _ in 0..2 {
        asked.push(Asked::sent("PUT", format!("/v1/pools/{digest}"), pool.to_string()));
    }
    asked.push(Asked::post("/v1/decks/check", &by_digest));
    asked.push(Asked::get(format!("/v1/games/{game}/cards?pool={digest}")));
    asked.push(Asked::sent("PUT", format!("/v1/pools/{}", Digest::of(b"other")), pool.to_string()));
    let mut bad = pool;
    bad["cards"][0] = json!({ "id": "x" });
    let digest = canonical::digest(&bad).unwrap();
    asked.push(Asked::sent("PUT", format!("/v1/pools/{digest}"), bad.to_string()));
    for path in ["", "/board", "/nothing"] {
        asked.push(Asked::get(format!("/v1/games/{game}{path}")));
    }
    asked.push(Asked::get(format!("/rules/{game}")));
    asked.push(Asked::get(format!("/card-words/{game}")));
    asked
}

/// Requests that belong to no game.
fn of_none() -> Vec<Asked> {
    let mut asked = Vec::new();
    for path in [
        "/v1/games",
        "/v1/pools",
        "/v1/keys",
        "/healthz",
        "/readyz",
        "/docs",
        "/openapi.json",
        "/proofs",
        "/rules",
        "/problems/too_large",
        "/problems/unknown_base",
        "/problems/none",
        "/problems/not_your_turn",
        "/rules/",
        "/nothing",
        "/v1/games?x=1",
        "/v1/games/none",
        "/v1/games/none/rules",
        "/v1/games/none/board",
        "/v1/games/none/cards",
        "/v1/games/%E9%81%A0%FF/rules",
        "/v1/games/%25%32%46",
        "/v1/games/a%2Fb",
        "/v1/games/a+b%2Bc",
        "/%76%31/games",
        "/v1/games/",
        "/v1//games",
        "/v1/games/azur-lane/rules?q=",
        "/v1/games/azur-lane/rules?q=%",
        "/v1/verdicts/0",
        "/v1/games/azur-lane/rules?limit=0",
        "/v1/games/azur-lane/rules?limit=2&limit=3",
        "/v1/games/azur-lane/rules?=",
        "/v1/games/azur-lane/cards?pool=none",
        "/v1/games/azur-lane/cards?pool=azur-lane/none",
        "/v1/verify",
        "/rules/azur-lane/none",
        "/rules/none",
        "/card-words/none",
        "/v1/games/azur-lane/rules/none?x",
        "/docs?x=1",
    ] {
        asked.push(Asked::get(path));
        asked.push(Asked { method: "HEAD", ..Asked::get(path) });
        asked.push(Asked::get(path).with("if-none-match", "*"));
        asked.push(Asked::get(path).with("if-none-match", "\"0\", W/\"1\""));
    }
    for path in
        ["/v1/games", "/v1/verify", "/healthz", "/v1/verify/batch", "/v1/pools/0", "/v1/moves", "/nothing"]
    {
        asked.push(Asked { method: "DELETE", ..Asked::get(path) });
        asked.push(Asked { method: "POST", ..Asked::get(path) });
        for kind in
            ["text/plain", "application/json; charset=latin1", "Application/JSON; charset=\"UTF-8\"", JSON]
        {
            asked.push(Asked { method: "POST", ..Asked::get(path).with("content-type", kind) });
        }
        asked.push(Asked::sent("POST", path, "{}").with("content-encoding", "gzip"));
        asked.push(Asked::sent("PUT", path, "{}"));
    }
    let deep = "[".repeat(4_000);
    for body in [
        "null",
        "{\"game\":\"none\"}",
        "{\"a\":1,\"a\":2}",
        "1.5",
        "\u{feff}{}",
        "",
        deep.as_str(),
        "{\"game\":7}",
    ] {
        for path in [
            "/v1/verify",
            "/v1/moves",
            "/v1/legal-actions",
            "/v1/positions",
            "/v1/compare",
            "/v1/decks/check",
        ] {
            asked.push(Asked::sent("POST", path, body));
        }
        asked.push(Asked::sent("POST", "/v1/verify?view=none", body));
        asked.push(Asked::sent("POST", "/v1/verify?trace=events&from=5&to=2", body));
        asked.push(Asked::sent("PUT", format!("/v1/pools/{}", Digest::of(b"")), body));
    }
    let large = vec![b' '; rules_judge_calls::BODY_BYTES + 1];
    asked.push(Asked::sent("POST", "/v1/verify", large));
    let lines = vec!["{}"; rules_judge_calls::batch::FAULTY_LINES + 2].join("\n");
    asked.push(Asked {
        headers: vec![("content-type", "application/x-ndjson".to_owned())],
        ..Asked::sent("POST", "/v1/verify/batch", lines)
    });
    asked
}

/// The longest log of each game, one a line, for measuring.
fn longest() -> String {
    let of_game = |game: &str| {
        let path = format!("{}/../replays/samples/{game}/games.ndjson.zst", env!("CARGO_MANIFEST_DIR"));
        let logs = zstd::decode_all(std::fs::File::open(path).unwrap()).unwrap();
        let logs = String::from_utf8(logs).unwrap();
        logs.lines().max_by_key(|log| log.len()).unwrap().to_owned()
    };
    GAMES.map(of_game).join("\n")
}

/// A problem document without its request id.
fn without_id(bytes: Vec<u8>) -> Vec<u8> {
    let text = String::from_utf8_lossy(&bytes);
    match text.split_once(",\"request_id\":\"") {
        Some((before, after)) if text.starts_with("{\"code\":") => {
            let (_, after) = after.split_once('"').unwrap();
            format!("{before}{after}").into_bytes()
        }
        _ => bytes,
    }
}

/// Headers that must be equal, besides the content type.
const HEADERS: [&str; 8] = [
    "content-type",
    "cache-control",
    "content-language",
    "etag",
    "link",
    "allow",
    "accept",
    "content-security-policy",
];

#[actix_web::test]
async fn an_instance_answers_as_a_service_does() {
    let count = std::env::var("MODULE_COUNT").map_or(2, |count| count.parse().expect("a number"));
    let judge = Judge::new();
    let mut dice = Dice(54);
    let mut all: Vec<Asked> = GAMES.iter().flat_map(|game| of_game(game, &mut dice, count, &judge)).collect();
    all.extend(of_none());
    let service = web::Data::new(Service::new(Judge::new(), Limits::default()).unwrap());
    let instance = Instance::default();
    let mut file = std::env::var_os("MODULE_REQUESTS").map(|path| std::fs::File::create(path).unwrap());
    if let Some(path) = std::env::var_os("MODULE_REQUESTS") {
        std::fs::write(std::path::Path::new(&path).with_extension("longest"), longest()).unwrap();
    }
    let number = all.len();
    let mut statuses = std::collections::BTreeMap::new();
    for (nth, asked) in all.into_iter().enumerate() {
        let asked = asked.with("accept-language", LANGUAGES[nth % LANGUAGES.len()]);
        let Asked { method, uri, headers, body } = &asked;
        let mut request =
            TestRequest::default().method(Method::from_bytes(method.as_bytes()).unwrap()).uri(uri);
        for header in headers {
            request = request.insert_header((header.0, header.1.as_str()));
        }
        let from_service = send(&service, request.set_payload(body.clone())).await;
        let header =
            |name: &str| headers.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str());
        let (path, query) = uri.split_once('?').unwrap_or((uri, ""));
        let expected = match *method {
            "HEAD" => Vec::new(),
            _ => without_id(from_service.bytes.clone()),
        };
        let place = format!("{nth}: {method} {uri} {headers:?}");
        if header("content-encoding").is_none() {
            let given = instance.answer(
                &Request {
                    method,
                    path,
                    query,
                    accept_language: header("accept-language"),
                    content_type: header("content-type"),
                    if_none_match: header("if-none-match").unwrap_or_default().into(),
                },
                body,
            );
            assert_eq!(given.status, from_service.status, "{place}");
            // The server finds the description only for a path without percent signs.
            let is_plain = !uri.contains("/%76%31");
            for name in HEADERS.into_iter().filter(|name| is_plain || *name != "link") {
                let value = given.headers.iter().find(|(known, _)| *known == name);
                // Each link is on a line of its own.
                assert_eq!(
                    value.map_or("", |(_, value)| value),
                    from_service.header(name),
                    "{place}: {name}"
                );
            }
            let header = |name: &str| given.headers.iter().filter(|(known, _)| *known == name).count();
            assert!(HEADERS.iter().all(|name| *name == "link" || header(name) <= 1), "{place}");
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            assert_eq!(text(&given.body), text(&expected), "{place}");
        }
        *statuses.entry(from_service.status).or_insert(0) += 1;
        // Only the program of the tests has the game `toy`.
        let of_tests = String::from_utf8_lossy(&expected).contains("\"toy/demo\"");
        if let Some(file) = file.as_mut().filter(|_| !of_tests) {
            let line = json!({
                "method": method,
                "uri": uri,
                "headers": headers,
                "body": String::from_utf8_lossy(body),
                "answer": {
                    "status": from_service.status,
                    "content-type": from_service.header("content-type"),
                    "body": Digest::of(&expected).to_string(),
                },
            });
            writeln!(file, "{line}").unwrap();
        }
    }
    println!("{number} requests: {statuses:?}");
    assert!(number >= 300 && statuses.len() >= 8, "{number} requests: {statuses:?}");
}

#[actix_web::test]
async fn the_files_of_the_module_are_served_where_there_is_one() {
    let without = web::Data::new(Service::new(Judge::new(), Limits::default()).unwrap());
    let list = send(&without, TestRequest::get().uri("/module")).await;
    assert_eq!((list.status, list.text().as_str()), (200, r#"{"files":[]}"#));
    send(&without, TestRequest::get().uri("/module/loader.js")).await.is_fault(404, "not_found");
    let start = send(&without, TestRequest::get().uri("/")).await;
    assert!(!start.header("content-security-policy").contains("wasm"));

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rules_judge.wasm");
    std::fs::write(&file, "no module").unwrap();
    assert!(Module::read(folder.path()).is_err());
    let bytes = [b"\0asm\x01\0\0\0".as_slice(), &[7; 10_000]].concat();
    std::fs::write(&file, &bytes).unwrap();
    let service = || Service::new(Judge::new(), Limits::default()).unwrap();
    let of_file = web::Data::new(service().offering(Module::read(&file).unwrap()));
    std::fs::write(folder.path().join("rules_judge.wasm.br"), "packed").unwrap();
    let of_folder = web::Data::new(service().offering(Module::read(folder.path()).unwrap()));
    for (service, codings, coding) in [
        (&of_file, "br, gzip", "gzip"),
        (&of_file, "identity", "identity"),
        (&of_file, "gzip;q=0", "identity"),
        (&of_file, "gzip;q=0.0, identity", "identity"),
        (&of_folder, "gzip, deflate, br", "br"),
        (&of_folder, "gzip", "identity"),
    ] {
        let request = TestRequest::get().uri("/module/rules_judge.wasm");
        let answer = send(service, request.insert_header(("accept-encoding", codings))).await;
        assert_eq!((answer.status, answer.header("content-type")), (200, "application/wasm"));
        assert_eq!(answer.header("content-encoding"), coding, "{codings}");
        let expected = match coding {
            "br" => answer.bytes == b"packed",
            "gzip" => answer.bytes.len() < bytes.len(),
            _ => answer.bytes == bytes,
        };
        assert!(expected, "{codings}");
        let tag = answer.header("etag").to_owned();
        let request = TestRequest::get().uri("/module/rules_judge.wasm");
        let again = request.insert_header(("accept-encoding", codings)).insert_header(("if-none-match", tag));
        assert_eq!(send(service, again).await.status, 304);
    }
    let list = send(&of_folder, TestRequest::get().uri("/module")).await.json();
    let names: Vec<&str> =
        list["files"].as_array().unwrap().iter().map(|file| file["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["rules_judge.wasm", "loader.js", "worker.js"]);
    assert_eq!((&list["files"][0]["bytes"], &list["files"][0]["sent"]), (&json!(bytes.len()), &json!(6)));
    let main = format!("/{}bundle/main.js", rules_judge::http::routes::desk::folder());
    for path in ["/", &main, "/sw.js", "/module/loader.js", "/module/worker.js"] {
        let answer = send(&of_folder, TestRequest::get().uri(path)).await;
        let policy = answer.header("content-security-policy");
        assert!(policy.contains("script-src 'self' 'wasm-unsafe-eval';"), "{path}: {policy}");
        assert!(!policy.replace("'wasm-unsafe-eval'", "").contains("unsafe"), "{path}: {policy}");
    }
    send(&of_folder, TestRequest::get().uri("/module/nothing")).await.is_fault(404, "not_found");
    send(&of_folder, TestRequest::get().uri("/module/loader.js?v=1")).await.is_fault(400, "bad_query");
}
