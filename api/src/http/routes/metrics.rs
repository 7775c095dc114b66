//! `GET /metrics`: the numbers for operators, as Prometheus reads them.

use actix_web::http::header;
use actix_web::{HttpResponse, Resource, web};

use crate::http::service::Service;

/// The resource.
pub fn resource() -> Resource {
    super::read("/metrics", get)
}

async fn get(service: web::Data<Service>) -> HttpResponse {
    let store = service.judge().store().map(rules_judge_replays::cache::store::Store::counts);
    let shared = service.judge().shared().map(|shared| (shared.state(), shared.counts()));
    let (gate, connections) = (service.admission().levels(), service.addresses().count() as u64);
    HttpResponse::Ok()
        .content_type("application/openmetrics-text; version=1.0.0; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, super::PRIVATE))
        .body(service.metrics().page(gate, connections, store, shared))
}
