//! What people read: the start page and the page of all calls; and the same for programs.

use std::fmt::Write;
use std::sync::OnceLock;

use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, Resource, web};
use rules_judge_replays::answer::{FaultCode, Language};
use rules_judge_replays::catalog::refusals;

use crate::http::extract;
use crate::http::fault::{JSON, Refused, entry};
use crate::http::openapi::{document as describe, operations};
use crate::http::service::Service;

pub(super) const HTML: &str = "text/html; charset=utf-8";
const STYLE: &str = "body{font:1rem/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}\
                     code,pre{background:#8882;padding:.1em .3em}pre{padding:1em;overflow:auto}\
                     dt{margin-top:1em}table{border-collapse:collapse}td,th{padding:.2em .8em;text-align:left}";

/// The start page.
pub fn start() -> Resource {
    super::read("/", get_start)
}

/// The page of all calls.
pub fn docs() -> Resource {
    super::read("/docs", get_docs)
}

/// The description for programs.
pub fn document() -> Resource {
    super::read("/openapi.json", get_document)
}

pub(super) fn page(language: Language, title: &str, body: &str) -> Vec<u8> {
    let tag = language.tag();
    format!(
        "<!doctype html>\n<html lang=\"{tag}\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>{STYLE}</style>\n{body}</html>\n"
    )
    .into_bytes()
}

async fn get_start(request: HttpRequest, service: web::Data<Service>) -> Result<HttpResponse, Refused> {
    extract::no_query(&request)?;
    let language = extract::language(&request);
    let (title, says, calls, rules, faults, refusals, health) = match language {
        Language::English => (
            "Rules Judge",
            "Send the log of a game; get the validated state, or the first illegal entry with the rule that it breaks.",
            "All calls",
            "Games and rules",
            "Faults",
            "Refusals",
            "State of the service",
        ),
        Language::TraditionalChinese => (
            "規則裁判",
            "送上一局的紀錄，即回覆驗證後的局面，或第一個違規的動作及其違反的規則。",
            "所有呼叫",
            "遊戲與規則",
            "錯誤",
            "違規",
            "服務狀態",
        ),
        Language::SimplifiedChinese => (
            "规则裁判",
            "送上一局的记录，即回复验证后的局面，或第一个违规的动作及其违反的规则。",
            "所有调用",
            "游戏与规则",
            "错误",
            "违规",
            "服务状态",
        ),
    };
    let mut body = format!(
        "<h1>{title}</h1>\n<p>{says}</p>\n<pre>curl -s http://127.0.0.1:8080/v1/verify -H 'content-type: application/json' \
         --data-binary @game.json</pre>\n<ul>\n<li><a href=\"/docs\">{calls}</a> \
         (<a href=\"/openapi.json\">OpenAPI</a>)</li>\n<li><a href=\"/v1/games\">{rules}</a></li>\n\
         <li><a href=\"/readyz\">{health}</a></li>\n</ul>\n<h2>{faults}</h2>\n<p>"
    );
    for code in FaultCode::ALL {
        let code = entry(code).code;
        // Writing to a string cannot fail.
        let _ = write!(body, "<a href=\"/problems/{code}\">{code}</a> ");
    }
    let _ = write!(body, "</p>\n<h2>{refusals}</h2>\n");
    for line in service.judge().games().games {
        let _ = write!(body, "<h3>{}</h3>\n<p>", line.title.text(language));
        for code in refusals::codes(line.game) {
            let _ = write!(body, "<a href=\"/problems/{code}\">{code}</a> ");
        }
        body.push_str("</p>\n");
    }
    Ok(super::lying(&request, page(language, title, &body).into(), HTML, super::PUBLIC))
}

async fn get_docs(request: HttpRequest) -> Result<HttpResponse, Refused> {
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
    body.push_str("</dl>\n");
    Ok(super::lying(
        &request,
        page(Language::English, "Rules Judge: calls", &body).into(),
        HTML,
        super::PUBLIC,
    ))
}

async fn get_document(request: HttpRequest, service: web::Data<Service>) -> Result<HttpResponse, Refused> {
    static DOCUMENT: OnceLock<Bytes> = OnceLock::new();
    extract::no_query(&request)?;
    let bytes = match DOCUMENT.get() {
        Some(bytes) => bytes.clone(),
        None => {
            let bytes = service.ask(|judge| Ok(describe(judge))).await?;
            DOCUMENT.get_or_init(|| bytes).clone()
        }
    };
    Ok(super::lying(&request, bytes, JSON, super::PUBLIC))
}
