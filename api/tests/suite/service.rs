//! Each fault of the service, with a request that causes it and the exact status, code and headers.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::time::Duration;

use actix_web::body::to_bytes;
use actix_web::http::header;
use actix_web::test::{TestRequest, call_service, init_service};
use actix_web::web;
use rules_judge::http::service::{Service, app};
use rules_judge::limits::Limits;
use rules_judge_replays::judging::Judge;
use serde_json::{Value, json};

struct Answer {
    status: u16,
    headers: header::HeaderMap,
    body: Value,
}

impl Answer {
    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Asserts a complete and consistent problem document with this status and code.
    fn is_problem(&self, status: u16, code: &str) {
        assert_eq!((self.status, self.body["code"].as_str()), (status, Some(code)), "{}", self.body);
        assert_eq!(self.header("content-type"), "application/problem+json");
        assert_eq!(self.header("content-language"), "en");
        assert_eq!(self.body["status"], status);
        assert_eq!(self.body["type"], format!("/problems/{code}"));
        assert!(!self.body["title"].as_str().unwrap().is_empty());
        assert!(!self.body["detail"].as_str().unwrap().is_empty());
        assert_eq!(self.body["request_id"], self.header("x-request-id"));
        assert_eq!(self.header("x-request-id").len(), 16);
    }
}

async fn ask_with(limits: Limits, request: TestRequest) -> Answer {
    ask_of(&web::Data::new(Service::new(Judge::new(), limits).unwrap()), request).await
}

async fn ask_of(service: &web::Data<Service>, request: TestRequest) -> Answer {
    let app = init_service(app(service.clone())).await;
    let response = call_service(&app, request.to_request()).await;
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let Ok(bytes) = to_bytes(response.into_body()).await else { panic!("no body") };
    Answer { status, headers, body: serde_json::from_slice(&bytes).unwrap_or_default() }
}

async fn ask_page(service: &web::Data<Service>, uri: &str) -> String {
    let app = init_service(app(service.clone())).await;
    let response = call_service(&app, TestRequest::get().uri(uri).to_request()).await;
    let Ok(bytes) = to_bytes(response.into_body()).await else { panic!("no body") };
    String::from_utf8(bytes.to_vec()).unwrap()
}

async fn ask(request: TestRequest) -> Answer {
    ask_with(Limits::default(), request).await
}

fn post(uri: &str) -> TestRequest {
    TestRequest::post().uri(uri).insert_header(("content-type", "application/json")).set_payload("{}")
}

const CALLS: [&str; 6] =
    ["/v1/verify", "/v1/legal-actions", "/v1/positions", "/v1/moves", "/v1/compare", "/v1/decks/check"];

#[actix_web::test]
async fn health_answers() {
    let answer = ask(TestRequest::get().uri("/healthz")).await;
    assert_eq!((answer.status, &answer.body), (200, &serde_json::json!({"status": "ok"})));
    assert_eq!(answer.header("content-type"), "application/json");
    assert_eq!(
        ask(TestRequest::with_uri("/healthz").method(actix_web::http::Method::HEAD)).await.status,
        200
    );
}

#[actix_web::test]
async fn unknown_paths_are_not_found() {
    for path in ["/v1", "/v1/verify/", "/v2/verify", "/healthz/x"] {
        ask(TestRequest::get().uri(path)).await.is_problem(404, "not_found");
        ask(post(path)).await.is_problem(404, "not_found");
    }
}

#[actix_web::test]
async fn other_methods_are_answered_with_what_is_allowed() {
    for path in CALLS {
        for request in [TestRequest::get(), TestRequest::put(), TestRequest::delete(), TestRequest::patch()] {
            let answer = ask(request.uri(path)).await;
            answer.is_problem(405, "method_not_allowed");
            assert_eq!(answer.header("allow"), "POST");
        }
    }
    let answer = ask(TestRequest::post().uri("/healthz")).await;
    answer.is_problem(405, "method_not_allowed");
    assert_eq!(answer.header("allow"), "GET, HEAD");
}

#[actix_web::test]
async fn other_content_types_are_refused() {
    for path in CALLS {
        let without = TestRequest::post().uri(path).set_payload("{}");
        let answer = ask(without).await;
        answer.is_problem(415, "unsupported_media");
        assert_eq!(answer.header("accept"), "application/json");
        for kind in [
            "text/plain",
            "application/x-www-form-urlencoded",
            "application/jsonx",
            "application/json; charset=utf-16",
        ] {
            ask(post(path).insert_header(("content-type", kind))).await.is_problem(415, "unsupported_media");
        }
    }
}

#[actix_web::test]
async fn json_in_utf8_is_taken_however_it_is_spelt() {
    for kind in [
        "application/json",
        "Application/JSON",
        "application/json;charset=UTF-8",
        "application/json; charset=\"utf-8\"",
    ] {
        let answer = ask(post("/v1/verify").insert_header(("content-type", kind))).await;
        assert_ne!(answer.status, 415, "{kind}");
    }
}

#[actix_web::test]
async fn encoded_bodies_are_refused_whatever_the_encoding_and_the_path() {
    for encoding in ["gzip", "br", "zstd", "deflate", "identity", ""] {
        for path in ["/v1/verify", "/v1/legal-actions", "/healthz"] {
            let answer = ask(post(path).insert_header(("content-encoding", encoding))).await;
            answer.is_problem(415, "unsupported_media");
            assert_eq!(answer.header("accept-encoding"), "identity");
        }
    }
}

#[actix_web::test]
async fn bodies_beyond_the_limit_are_refused() {
    let limits = Limits { body_bytes: 10, ..Limits::default() };
    for path in CALLS {
        ask_with(limits, post(path).set_payload("[1,2,3,4,5]")).await.is_problem(413, "too_large");
        assert_ne!(ask_with(limits, post(path).set_payload("[1,2,3,45]")).await.status, 413);
    }
}

#[actix_web::test]
async fn queries_that_do_not_fit_are_refused() {
    for query in [
        "view=seat2",
        "view=",
        "View=full",
        "trace=all",
        "digest=log",
        "digest=",
        "at=-1",
        "at=+1",
        "at=1.5",
        "at=",
        "at=99999999999999999999999",
        "depth=3",
        "view=full&view=full",
        "at=1&at=2",
        "%ff=1",
        "view",
    ] {
        ask(post(&format!("/v1/verify?{query}"))).await.is_problem(400, "bad_query");
    }
    for query in ["trace=none", "digest=state", "seat=0"] {
        ask(post(&format!("/v1/legal-actions?{query}"))).await.is_problem(400, "bad_query");
    }
}

#[actix_web::test]
async fn queries_that_fit_are_taken() {
    for query in ["", "at=0", "view=seat1&trace=states&digest=state&at=3", "view=public", "trace=events"] {
        let answer = ask(post(&format!("/v1/verify?{query}"))).await;
        assert_ne!(answer.body["code"], "bad_query", "{query}");
    }
}

#[actix_web::test]
async fn without_a_free_place_the_answer_is_to_come_back() {
    let limits = Limits { running: 0, waiting: 0, retry_after_seconds: 7, ..Limits::default() };
    for path in CALLS {
        let answer = ask_with(limits, post(path)).await;
        answer.is_problem(503, "overloaded");
        assert_eq!(answer.header("retry-after"), "7");
    }
}

#[actix_web::test]
async fn who_waits_too_long_for_a_turn_is_to_come_back() {
    let waiting_time = Duration::from_millis(20);
    let limits = Limits { running: 1, waiting: 1, waiting_time, ..Limits::default() };
    let service = web::Data::new(Service::new(Judge::new(), limits).unwrap());
    let (done, until) = std::sync::mpsc::channel::<()>();
    let occupied = service.admission().run_in_batch(move |_| until.recv().is_err());
    let asking = async {
        ask_of(&service, post("/v1/verify")).await.is_problem(503, "overloaded");
        drop(done);
    };
    assert_eq!(futures_util::future::join(occupied, asking).await.0, Ok(true));
}

#[actix_web::test]
async fn more_bytes_than_may_be_held_are_refused() {
    let limits = Limits { held_bytes: 1, ..Limits::default() };
    ask_with(limits, post("/v1/verify")).await.is_problem(503, "overloaded");
}

#[actix_web::test]
async fn health_answers_under_load() {
    let limits = Limits { running: 0, waiting: 0, held_bytes: 0, ..Limits::default() };
    assert_eq!(ask_with(limits, TestRequest::get().uri("/healthz")).await.status, 200);
}

#[actix_web::test]
async fn every_answer_has_its_own_request_id() {
    let service = web::Data::new(Service::new(Judge::new(), Limits::default()).unwrap());
    let app = init_service(app(service)).await;
    let mut ids = std::collections::BTreeSet::new();
    for _ in 0..50 {
        let response = call_service(&app, TestRequest::get().uri("/healthz").to_request()).await;
        ids.insert(response.headers().get("x-request-id").unwrap().to_str().unwrap().to_owned());
    }
    assert_eq!(ids.len(), 50);
}

/// A client finds its request id and trace in the headers of the answer; the judged bytes are equal for every
/// client.
#[actix_web::test]
async fn ids_and_traces_of_clients_come_back_and_are_in_no_judged_answer() {
    let service = web::Data::new(Service::new(Judge::new(), Limits::default()).unwrap());
    let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    let replay = json!({
        "format":
        "rules-judge/1", "game": "azur-lane", "players": [{}, {}], "seed": "1".repeat(64), "actions": [],
    });
    let asked = |id: &str, trace: &str| {
        post("/v1/verify")
            .insert_header(("content-type", "application/json"))
            .insert_header(("x-request-id", id))
            .insert_header(("traceparent", trace))
            .set_payload(replay.to_string())
    };
    let first = ask_of(&service, asked("order-66.a_b", trace)).await;
    assert_eq!((first.status, first.header("x-request-id")), (200, "order-66.a_b"));
    assert_eq!(first.header("traceparent"), trace);
    assert_eq!(first.header("cache-status"), "rules-judge; fwd=miss; stored");
    let second = ask_of(&service, asked("another", "nonsense")).await;
    assert_eq!((second.header("x-request-id"), second.header("traceparent")), ("another", ""));
    assert_eq!(second.header("cache-status"), "rules-judge; hit");
    assert_eq!(first.body, second.body);
    assert!(!first.body.to_string().contains("order-66") && !first.body.to_string().contains("0af7"));
    // Ids that could break a line of the log are not adopted.
    for wrong in ["", "a b", &"a".repeat(65), "a\"b"] {
        assert_eq!(ask_of(&service, asked(wrong, trace)).await.header("x-request-id").len(), 16, "{wrong:?}");
    }
    let fault = ask_of(&service, post("/v1/nothing").insert_header(("x-request-id", "mine"))).await;
    assert_eq!((fault.status, &fault.body["request_id"]), (404, &json!("mine")));
}

/// A load balancer learns that the service stops before the service refuses connections.
#[actix_web::test]
async fn a_service_that_drains_is_not_ready_and_judges_on() {
    let service = web::Data::new(Service::new(Judge::new(), Limits::default()).unwrap());
    let ready = ask_of(&service, TestRequest::get().uri("/readyz")).await;
    assert_eq!((ready.status, ready.body), (200, json!({ "status": "ready", "store": "none" })));
    assert!(ask_page(&service, "/metrics").await.contains("rules_judge_draining 0\n"));
    service.drain();
    let ready = ask_of(&service, TestRequest::get().uri("/readyz")).await;
    assert_eq!((ready.status, ready.body), (503, json!({ "status": "draining", "store": "none" })));
    assert_eq!(ask_of(&service, TestRequest::get().uri("/healthz")).await.status, 200);
    assert_eq!(ask_of(&service, TestRequest::get().uri("/v1/games")).await.status, 200);
    assert!(ask_page(&service, "/metrics").await.contains("rules_judge_draining 1\n"));
}

#[actix_web::test]
async fn the_page_of_numbers_names_the_build_and_its_semantics() {
    let judge = Judge::new();
    let games = judge.games().games;
    let service = web::Data::new(Service::new(judge, Limits::default()).unwrap());
    let page = ask_page(&service, "/metrics").await;
    let (version, engine) = (env!("CARGO_PKG_VERSION"), rules_judge_replays::cache::record::ENGINE_BUILD);
    let line = format!("rules_judge_build_info{{version=\"{version}\",engine=\"{engine:016x}\"}} 1\n");
    assert!(page.contains(&line), "{page}");
    for game in games {
        let labels = format!("edition=\"{}\",game=\"{}\"", game.edition, game.game);
        let line = format!("rules_judge_semantics{{{labels}}} {}\n", game.semantics);
        assert!(page.contains(&line), "{line} {page}");
    }
    let start = page.lines().find_map(|line| line.strip_prefix("process_start_time_seconds "));
    assert!(start.unwrap().parse::<f64>().unwrap() > 1e9, "{page}");
}

/// Answers of the middleware itself are counted like any other request.
#[actix_web::test]
async fn preflights_and_refused_encodings_are_counted_and_limited() {
    let preflight = || {
        TestRequest::with_uri("/v1/verify")
            .method(actix_web::http::Method::OPTIONS)
            .insert_header(("origin", "https://example.org"))
            .insert_header(("access-control-request-method", "POST"))
    };
    let unacceptable = || post("/v1/verify").insert_header(("accept-encoding", "identity;q=0"));
    for (request, status) in [(&preflight as &dyn Fn() -> TestRequest, 200), (&unacceptable, 406)] {
        let limits = Limits { rate_per_second: 1, rate_burst: 2, ..Limits::default() };
        let service = web::Data::new(Service::new(Judge::new(), limits).unwrap());
        let address = "192.0.2.1:1000".parse().unwrap();
        for left in ["1", "0"] {
            let answer = ask_of(&service, request().peer_addr(address)).await;
            assert_eq!(answer.status, status);
            assert_eq!(answer.header("x-request-id").len(), 16);
            assert_eq!(answer.header("ratelimit"), format!("\"address\";r={left}"));
        }
        let answer = ask_of(&service, request().peer_addr(address)).await;
        answer.is_problem(429, "too_often");
        if status == 200 {
            assert_eq!(answer.header("access-control-allow-origin"), "*", "a page may read why");
        }
        let page = ask_page(&service, "/metrics").await;
        for (status, count) in [(status, 2), (429, 1)] {
            let line = format!("route=\"/v1/verify\",status=\"{status}\"}} {count}\n");
            assert!(page.contains(&line), "{line} {page}");
        }
    }
}

/// Pages of other origins may read faults of every kind.
#[actix_web::test]
async fn faults_are_read_across_origins() {
    for (request, status) in [
        (post("/v1/verify"), 400),
        (post("/v1/verify").insert_header(("content-encoding", "gzip")), 415),
        (post("/v1/nothing"), 404),
    ] {
        let answer = ask(request.insert_header(("origin", "https://example.org"))).await;
        assert_eq!(answer.status, status);
        assert_eq!(answer.header("access-control-allow-origin"), "*", "{status}");
        assert!(answer.header("access-control-expose-headers").contains("x-request-id"), "{status}");
    }
}
