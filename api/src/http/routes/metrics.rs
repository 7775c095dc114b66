//! `GET /metrics`: the metrics for operators, in the text format of Prometheus.

use actix_web::http::header;
use actix_web::{HttpResponse, Resource, web};
use rules_judge_calls::answer::PRIVATE;
use rules_judge_replays::cache::store::StoreState;

use crate::http::metrics::Levels;
use crate::http::service::Service;

/// The resource.
pub fn resource() -> Resource {
    super::read("/metrics", get)
}

async fn get(service: web::Data<Service>) -> HttpResponse {
    let store = service.judge().store();
    let levels = Levels {
        gate: service.admission().levels(),
        connections: service.addresses().count() as u64,
        is_draining: service.is_draining(),
        store: store.map(|store| (store.state() == StoreState::Ready, store.counts(), store.queued_bytes())),
        shared: service.judge().shared().map(|shared| (shared.state(), shared.counts())),
    };
    HttpResponse::Ok()
        .content_type("application/openmetrics-text; version=1.0.0; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, PRIVATE))
        .body(service.metrics().page(levels))
}
