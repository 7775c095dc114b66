//! `GET /healthz`: the process answers. `GET /readyz`: it judges, and whether the store keeps and the shared shelf is
//! there.

use actix_web::http::header;
use actix_web::{HttpResponse, Resource, web};
use rules_judge_replays::cache::store::StoreState;

use crate::http::fault::JSON;
use crate::http::service::Service;

/// Whether the process answers.
pub fn healthz() -> Resource {
    super::read("/healthz", get)
}

/// Whether it judges.
pub fn readyz() -> Resource {
    super::read("/readyz", get_ready)
}

async fn get() -> HttpResponse {
    HttpResponse::Ok()
        .content_type(JSON)
        .insert_header((header::CACHE_CONTROL, super::PRIVATE))
        .body(r#"{"status":"ok"}"#)
}

/// Without a store or a shelf the service judges all the same, only slower: that is said, and no reason to send
/// requests elsewhere. Why the store is off, or the shelf away, is in the log.
async fn get_ready(service: web::Data<Service>) -> HttpResponse {
    let store = match service.judge().store().map(rules_judge_replays::cache::store::Store::state) {
        None => "none",
        Some(StoreState::Ready) => "ready",
        Some(StoreState::Off(_)) => "off",
    };
    let shared = service.judge().shared().map(|shared| shared.state().word());
    let shared = shared.map_or_else(String::new, |word| format!(r#","shared":"{word}""#));
    HttpResponse::Ok()
        .content_type(JSON)
        .insert_header((header::CACHE_CONTROL, super::PRIVATE))
        .body(format!(r#"{{"status":"ready","store":"{store}"{shared}}}"#))
}
