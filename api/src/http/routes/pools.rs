//! `GET /v1/pools`: the pools that have a name; `PUT /v1/pools/{digest}`: a card pool, to be named by its digest from then on.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, Resource, web};

use crate::http::extract;
use crate::http::fault::{JSON, Refused};
use crate::http::service::Service;

/// The pools that have a name.
pub fn pools() -> Resource {
    super::read("/v1/pools", get_pools)
}

async fn get_pools(request: HttpRequest, service: web::Data<Service>) -> Result<HttpResponse, Refused> {
    extract::no_query(&request)?;
    let bytes = service.ask(|judge| judge.pools()).await?;
    Ok(super::lying(&request, bytes, JSON, super::PUBLIC))
}

/// One pool.
pub fn resource() -> Resource {
    super::resource("/v1/pools/{digest}", "PUT").route(web::put().to(put))
}

/// 201 for a pool that was not known, 200 for one that was. A pool may be forgotten; a client that gets
/// `unknown_pool` sends it again.
async fn put(
    request: HttpRequest,
    digest: web::Path<String>,
    payload: web::Payload,
    service: web::Data<Service>,
) -> Result<HttpResponse, Refused> {
    extract::no_query(&request)?;
    let language = extract::language(&request);
    let body = extract::body(&request, payload, &service).await?;
    let (bytes, new) = service
        .ask_with_note(move |judge| {
            judge.put_pool(&digest, body.bytes(), language).map(|(new, answer)| (answer, new))
        })
        .await?;
    let mut response = if new { HttpResponse::Created() } else { HttpResponse::Ok() };
    Ok(response.content_type(JSON).insert_header((header::CACHE_CONTROL, super::PRIVATE)).body(bytes))
}
