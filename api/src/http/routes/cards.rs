//! `GET /v1/games/{game}/cards` and below: the cards of a pool.

use actix_web::{HttpRequest, HttpResponse, Resource, web};

use crate::http::extract;
use crate::http::fault::{JSON, Refused};
use crate::http::links::NextPage;
use crate::http::service::Service;
use crate::params;

/// The cards.
pub fn cards() -> Resource {
    super::read("/v1/games/{game}/cards", get_cards)
}

/// One card.
pub fn card() -> Resource {
    super::read("/v1/games/{game}/cards/{id}", get_card)
}

/// `?q=` looks into ids and names, `?pool=` takes a pool by its digest or name, `?abilities=text` tells what each
/// says; pages as with rules.
async fn get_cards(
    request: HttpRequest,
    game: web::Path<String>,
    service: web::Data<Service>,
) -> Result<HttpResponse, Refused> {
    let query = params::cards(&extract::pairs(&request)?, false, extract::language(&request))?;
    let link = NextPage::of(&request);
    let asked = service.ask_with_note(move |judge| {
        let mut answer = judge.cards(&game, &query)?;
        answer.next = link.after(answer.has_more, answer.limit, answer.offset);
        let next = answer.next.clone();
        Ok((answer, next))
    });
    let (bytes, next) = asked.await?;
    Ok(super::page(&request, bytes, next.as_deref()))
}

/// One card as its pool has it.
async fn get_card(
    request: HttpRequest,
    path: web::Path<(String, String)>,
    service: web::Data<Service>,
) -> Result<HttpResponse, Refused> {
    let query = params::cards(&extract::pairs(&request)?, true, extract::language(&request))?;
    let (game, id) = path.into_inner();
    let bytes =
        service.ask(move |judge| judge.card(&game, &id, query.pool.as_deref(), query.language)).await?;
    Ok(super::lying(&request, bytes, JSON, super::PUBLIC))
}
