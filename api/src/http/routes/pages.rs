//! Pages for developers: the page of all calls with all faults and refusals; and the same for programs.

use std::fmt::Write;

use actix_web::{HttpRequest, HttpResponse, Resource, web};
use rules_judge_replays::answer::{FaultCode, Language};
use rules_judge_replays::catalog::refusals;

use super::desk;
use crate::http::extract;
use crate::http::fault::{JSON, Refused, entry};
use crate::http::openapi::{document as described, operations};
use crate::http::service::Service;

pub(super) const HTML: &str = "text/html; charset=utf-8";
/// The page of all calls.
pub fn docs() -> Resource {
    super::read("/docs", get_docs)
}

/// The description for programs.
pub fn document() -> Resource {
    super::read("/openapi.json", get_document)
}

async fn get_docs(request: HttpRequest, service: web::Data<Service>) -> Result<HttpResponse, Refused> {
    extract::no_query(&request)?;
    let mut body = String::from(
        "<h1>Calls</h1>\n<p>Programs read <a href=\"/openapi.json\">openapi.json</a>. Messages follow \
         <code>Accept-Language</code>: en, zh-Hant or zh-Hans.</p>\n<dl>\n",
    );
    for operation in operations() {
        let method = operation.method.to_uppercase();
        let _ = write!(body, "<dt id=\"{}\"><code>{method} {}</code>", operation.id, operation.path);
        if !operation.query.is_empty() {
            let _ = write!(body, " ?{}", operation.query.join(", "));
        }
        let _ = write!(body, "</dt>\n<dd>{}<br>", operation.summary);
        if let Some((kind, schema)) = operation.takes {
            let _ = write!(body, "Takes {schema} as <code>{kind}</code>. ");
        }
        let _ = write!(body, "Gives {}. Faults:", operation.gives.1.unwrap_or("a text"));
        for code in operation.all_faults() {
            let line = entry(code);
            let _ = write!(body, " <a href=\"/problems/{0}\">{1}&nbsp;{0}</a>", line.code, line.status);
        }
        body.push_str("</dd>\n");
    }
    body.push_str("</dl>\n<h2>Faults</h2>\n<p>");
    for code in FaultCode::ALL {
        let code = entry(code).code;
        let _ = write!(body, "<a href=\"/problems/{code}\">{code}</a> ");
    }
    body.push_str("</p>\n<h2>Refusals</h2>\n");
    for line in service.judge().games().games {
        let _ = write!(body, "<h3>{}</h3>\n<p>", line.title.text(Language::English));
        for code in refusals::codes(line.game) {
            let _ = write!(body, "<a href=\"/problems/{code}\">{code}</a> ");
        }
        body.push_str("</p>\n");
    }
    Ok(desk::page(&request, Language::English, "Rules Judge: calls", &body))
}

async fn get_document(request: HttpRequest) -> Result<HttpResponse, Refused> {
    extract::no_query(&request)?;
    Ok(super::lying(&request, described(), JSON, super::PUBLIC))
}
