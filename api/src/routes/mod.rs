//! One file per resource. Each says its path, its methods and what it answers.

use actix_web::http::header;
use actix_web::{HttpResponse, Resource, web};
use rules_judge_replays::answer::{Fault, FaultCode, Language};

use crate::fault::Refused;
use crate::question;

pub mod games;
pub mod health;
pub mod legal_actions;
pub mod verify;

/// All routes of the service.
pub fn configure(config: &mut web::ServiceConfig) {
    // A path that is not UTF-8 names nothing.
    let unreadable = web::PathConfig::default()
        .error_handler(|_, _| Refused::new(FaultCode::NotFound, "The path is not readable UTF-8.").into());
    config
        .app_data(unreadable)
        .service(health::resource())
        .service(games::games())
        .service(games::game())
        .service(games::rules())
        .service(games::rule())
        .service(legal_actions::resource())
        .service(verify::resource());
}

/// The answer where no route is.
pub async fn not_found() -> Result<HttpResponse, Refused> {
    Err(Refused::new(FaultCode::NotFound, "There is nothing at this path."))
}

/// A resource that answers its other methods with 405; without this they would be 404.
fn resource(path: &str, allow: &'static str) -> Resource {
    web::resource(path).default_service(web::to(move || async move {
        let detail = format!("This path takes {allow}.");
        let fault = Fault::new(FaultCode::MethodNotAllowed, detail);
        Err::<HttpResponse, Refused>(Refused { fault, allow: Some(allow) })
    }))
}

/// An answer of the judge in the asked language.
fn answer(bytes: Vec<u8>, language: Language) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("application/json")
        .insert_header((header::CONTENT_LANGUAGE, question::tag(language)))
        .append_header((header::VARY, "Accept-Language"))
        .body(bytes)
}
