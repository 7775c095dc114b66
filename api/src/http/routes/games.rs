//! `GET /v1/games` and below: the games, their rules, and one rule.

use actix_web::{HttpRequest, HttpResponse, Resource, web};

use crate::http::extract;
use crate::http::fault::{JSON, Refused};
use crate::http::links::NextPage;
use crate::http::openapi::json_schema;
use crate::http::service::Service;
use crate::params;

/// The list of games.
pub fn games() -> Resource {
    super::read("/v1/games", get_games)
}

/// One game.
pub fn game() -> Resource {
    super::read("/v1/games/{game}", get_game)
}

/// The board of a game.
pub fn board() -> Resource {
    super::read("/v1/games/{game}/board", get_board)
}

/// The rules of a game.
pub fn rules() -> Resource {
    super::read("/v1/games/{game}/rules", get_rules)
}

/// One rule.
pub fn rule() -> Resource {
    super::read("/v1/games/{game}/rules/{id}", get_rule)
}

/// The JSON Schema of something of a game.
pub fn schema() -> Resource {
    super::read("/v1/games/{game}/schemas/{name}", get_schema)
}

async fn get_games(request: HttpRequest, service: web::Data<Service>) -> Result<HttpResponse, Refused> {
    extract::no_query(&request)?;
    let bytes = service.ask(|judge| Ok(judge.games())).await?;
    Ok(super::lying(&request, bytes, JSON, super::PUBLIC))
}

/// Edition, semantics, how many rules, the numbers of the book, standing actions, and the
/// conditions of every action in their order.
async fn get_game(
    request: HttpRequest,
    game: web::Path<String>,
    service: web::Data<Service>,
) -> Result<HttpResponse, Refused> {
    extract::no_query(&request)?;
    let bytes = service.ask(move |judge| judge.game(&game)).await?;
    Ok(super::lying(&request, bytes, JSON, super::PUBLIC))
}

/// How a page draws the table of a game and sets it up.
async fn get_board(
    request: HttpRequest,
    game: web::Path<String>,
    service: web::Data<Service>,
) -> Result<HttpResponse, Refused> {
    extract::no_query(&request)?;
    let bytes = service.ask(move |judge| judge.board(&game)).await?;
    Ok(super::lying(&request, bytes, JSON, super::PUBLIC))
}

/// `?q=` searches ids, texts, glossary and everyday words in all three languages, the best first; `?kind=` takes one kind; pages
/// have `?limit=` rules (100 if nothing is said, 500 at most) after `?offset=`.
async fn get_rules(
    request: HttpRequest,
    game: web::Path<String>,
    service: web::Data<Service>,
) -> Result<HttpResponse, Refused> {
    let language = extract::language(&request);
    let query = params::rules(&extract::pairs(&request)?, language)?;
    let link = NextPage::of(&request);
    let asked = service.ask_with_note(move |judge| {
        let mut answer = judge.rules(&game, &query)?;
        answer.next = link.after(answer.has_more, answer.limit, answer.offset);
        let next = answer.next.clone();
        Ok((answer, next))
    });
    let (bytes, next) = asked.await?;
    Ok(super::page(&request, bytes, next.as_deref()))
}

/// One rule or ruling with its place in the book and what cites it.
async fn get_rule(
    request: HttpRequest,
    path: web::Path<(String, String)>,
    service: web::Data<Service>,
) -> Result<HttpResponse, Refused> {
    extract::no_query(&request)?;
    let language = extract::language(&request);
    let (game, id) = path.into_inner();
    let bytes = service.ask(move |judge| judge.rule(&game, &id, language)).await?;
    Ok(super::lying(&request, bytes, JSON, super::PUBLIC))
}

/// The JSON Schema of something of a game, by its name.
async fn get_schema(
    request: HttpRequest,
    path: web::Path<(String, String)>,
    service: web::Data<Service>,
) -> Result<HttpResponse, Refused> {
    extract::no_query(&request)?;
    let (game, name) = path.into_inner();
    let bytes = service.ask(move |_| json_schema(&game, &name)).await?;
    Ok(super::lying(&request, bytes, JSON, super::PUBLIC))
}
