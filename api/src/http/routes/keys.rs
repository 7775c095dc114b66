//! `GET /v1/keys`: the public keys of those who sign verdicts here, and how a signature is checked.

use actix_web::{HttpRequest, HttpResponse, Resource, web};

use crate::http::extract;
use crate::http::fault::{JSON, Refused};
use crate::http::service::Service;

/// The resource.
pub fn resource() -> Resource {
    super::read("/v1/keys", get)
}

async fn get(request: HttpRequest, service: web::Data<Service>) -> Result<HttpResponse, Refused> {
    extract::no_query(&request)?;
    let keys = service.keys();
    let bytes = service.ask(move |_| Ok(keys)).await?;
    Ok(super::lying(&request, bytes, JSON, super::PUBLIC))
}
