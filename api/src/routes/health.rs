//! `GET /healthz`: the process answers.

use actix_web::{HttpResponse, Resource, web};

/// The resource.
pub fn resource() -> Resource {
    super::resource("/healthz", "GET, HEAD").route(web::get().to(get)).route(web::head().to(get))
}

async fn get() -> HttpResponse {
    HttpResponse::Ok().content_type("application/json").body(r#"{"status":"ok"}"#)
}
