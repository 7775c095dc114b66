//! `GET /healthz`: the process answers. `GET /readyz`: the service judges and is not about to stop; with the
//! states of the store and of the shared shelf.

use actix_web::http::header;
use actix_web::{HttpResponse, Resource, web};
use rules_judge_calls::answer::PRIVATE;
use rules_judge_replays::cache::disk::Disk;
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
        .insert_header((header::CACHE_CONTROL, PRIVATE))
        .body(r#"{"status":"ok"}"#)
}

/// A service that is about to stop answers 503. Without its store or the shelf the service is only slower, so
/// the answer stays 200 and names their states; the log has the reasons.
async fn get_ready(service: web::Data<Service>) -> HttpResponse {
    let store = match service.judge().store().map(Disk::state) {
        None => "none",
        Some(StoreState::Ready) => "ready",
        Some(StoreState::Off(_)) => "off",
    };
    let shared = service.judge().shared().map(|shared| shared.state().word());
    let shared = shared.map_or_else(String::new, |word| format!(r#","shared":"{word}""#));
    let (mut response, status) = match service.is_draining() {
        true => (HttpResponse::ServiceUnavailable(), "draining"),
        false => (HttpResponse::Ok(), "ready"),
    };
    response
        .content_type(JSON)
        .insert_header((header::CACHE_CONTROL, PRIVATE))
        .body(format!(r#"{{"status":"{status}","store":"{store}"{shared}}}"#))
}
