//! Pages for developers: all calls with all faults and refusals, as HTML and as OpenAPI.

use std::fmt::Write;

use rules_judge_replays::answer::{Fault, FaultCode, Language};
use rules_judge_replays::catalog::refusals;
use rules_judge_replays::judging::Judge;

use super::page;
use crate::answer::{Given, Head};
use crate::call::{Question, Way};
use crate::fault::entry;
use crate::openapi::{document as described, operations};
use crate::request::Request;

/// `GET /docs`: all calls.
pub(crate) fn docs(request: &Request<'_>, _: &[String]) -> Result<Question, Fault> {
    request.no_query()?;
    let path = request.path.to_owned();
    Ok(Question::new(Way::AtOnce, move |judge, _, _| {
        Ok(page(&path, Language::English, "Rules Judge: calls", &docs_body(judge)))
    }))
}

/// `GET /openapi.json`: the description as OpenAPI.
pub(crate) fn document(request: &Request<'_>, _: &[String]) -> Result<Question, Fault> {
    request.no_query()?;
    Ok(Question::new(Way::AtOnce, |_, _, _| Ok(Given::lying(described(), Head::PUBLIC))))
}

/// The body of the page of all calls.
fn docs_body(judge: &Judge) -> String {
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
    for line in judge.games().games {
        let _ = write!(body, "<h3>{}</h3>\n<p>", line.title.text(Language::English));
        for code in refusals::codes(line.game) {
            let _ = write!(body, "<a href=\"/problems/{code}\">{code}</a> ");
        }
        body.push_str("</p>\n");
    }
    body
}
