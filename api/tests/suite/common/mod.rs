//! A service within this process, whose routes tests call without a connection.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, dead_code, unreachable_pub)]

pub mod fits;
pub mod shelf;

use actix_web::body::to_bytes;
use actix_web::http::header::HeaderMap;
use actix_web::test::{TestRequest, call_service, init_service};
use actix_web::web;
use rules_judge::http::service::{Service, app};
use serde_json::Value;

/// The answer to a request.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub bytes: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    pub fn lines(&self) -> Vec<Value> {
        self.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    #[track_caller]
    pub fn is_fault(&self, status: u16, code: &str) -> Value {
        let problem = self.json();
        assert_eq!((self.status, problem["code"].as_str()), (status, Some(code)), "{problem}");
        problem
    }
}

/// Sends a request to a service.
pub async fn send(service: &web::Data<Service>, request: TestRequest) -> Answer {
    let app = init_service(app(service.clone())).await;
    let response = call_service(&app, request.to_request()).await;
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let Ok(bytes) = to_bytes(response.into_body()).await else { panic!("no body") };
    Answer { status, headers, bytes: bytes.to_vec() }
}

pub fn post(uri: &str, body: &[u8]) -> TestRequest {
    let request = TestRequest::post().uri(uri).insert_header(("content-type", "application/json"));
    request.set_payload(body.to_vec())
}

/// A text as a segment of a path.
pub fn in_path(text: &str) -> String {
    text.bytes().fold(String::new(), |path, byte| path + &format!("%{byte:02X}"))
}

pub fn get(uri: &str) -> TestRequest {
    TestRequest::get().uri(uri)
}
