//! `GET /problems/{code}`: explains the code of a fault or a refusal to people.

use std::fmt::Write;

use rules_judge_replays::answer::{Fault, FaultCode, Language};
use rules_judge_replays::catalog::refusals::{self, Meaning};

use super::{escaped, in_path, made};
use crate::call::{Question, Way};
use crate::details;
use crate::fault::entry;
use crate::fault_texts::texts;
use crate::request::Request;

/// `GET /problems/{code}`: what a code means.
pub(crate) fn problem(request: &Request<'_>, path: &[String]) -> Result<Question, Fault> {
    let code = path.concat();
    made(Way::AtOnce, request, move |_, language| problem_body(&code, language))
}

/// The title and the body of the page.
fn problem_body(code: &str, language: Language) -> Result<(String, String), Fault> {
    let meanings = refusals::meanings(code);
    let fault = FaultCode::ALL.into_iter().find(|known| entry(*known).code == code);
    let (title, mut body) = match (fault, meanings.is_empty()) {
        (Some(fault), _) => fault_body(fault, language),
        (None, false) => (code, String::new()),
        (None, true) => return Err(unknown(code)),
    };
    refusal_body(&mut body, code, &meanings, language);
    let calls = match language {
        Language::English => "All calls",
        Language::TraditionalChinese => "所有呼叫",
        Language::SimplifiedChinese => "所有调用",
    };
    let _ = writeln!(body, "<p><a href=\"/docs\">{calls}</a></p>");
    Ok((title.to_owned(), body))
}

fn unknown(code: &str) -> Fault {
    let faults = FaultCode::ALL.map(|known| entry(known).code);
    let near = refusals::nearest_code(code, &faults);
    Fault::new(FaultCode::NotFound, details::unknown_code()).near(near)
}

fn fault_body(fault: FaultCode, language: Language) -> (&'static str, String) {
    let (line, (title, advice)) = (entry(fault), texts(fault, language));
    let stop = if language == Language::English { "." } else { "。" };
    let body = format!(
        "<h1>{} <code>{}</code></h1>\n<p>{title}{stop}</p>\n<p>{advice}</p>\n",
        line.status, line.code
    );
    (title, body)
}

/// The texts around a refusal.
struct Words {
    about: &'static str,
    message: &'static str,
    rules: &'static str,
    example: &'static str,
    /// The text before the id of a case.
    of_case: &'static str,
    header: &'static str,
}

const fn words(language: Language) -> Words {
    match language {
        Language::English => Words {
            about: "A verdict has this code where an entry or the header of a log is against the rules. The \
            request \
                    itself was in order.",
            message: "Message",
            rules: "Rules",
            example: "Example",
            of_case: "From the case",
            header: "The header is refused, at",
        },
        Language::TraditionalChinese => Words {
            about: "紀錄中的一筆或開頭違反規則時，判定中有此代碼；請求本身並無錯誤。",
            message: "訊息",
            rules: "規則",
            example: "例",
            of_case: "出自案例",
            header: "紀錄的開頭違規，位於",
        },
        Language::SimplifiedChinese => Words {
            about: "记录中的一条或开头违反规则时，判定中有此代码；请求本身并无错误。",
            message: "消息",
            rules: "规则",
            example: "例",
            of_case: "出自案例",
            header: "记录的开头违规，位于",
        },
    }
}

fn refusal_body(body: &mut String, code: &str, meanings: &[Meaning], language: Language) {
    if meanings.is_empty() {
        return;
    }
    let words = words(language);
    let said = |texts: &[&'static str; 3]| texts.get(language.place()).copied().unwrap_or_default();
    // Writing to a string cannot fail.
    let _ = write!(body, "<h1><code>{code}</code></h1>\n<p>{}</p>\n", words.about);
    for Meaning { game, title, template, rules, example } in meanings {
        let _ = write!(body, "<h2>{}</h2>\n<dl>\n", escaped(said(title)));
        let _ = write!(body, "<dt>{}</dt>\n<dd>{}</dd>\n", words.message, escaped(said(template)));
        if !rules.is_empty() {
            let _ = write!(body, "<dt>{}</dt>\n<dd><ul>\n", words.rules);
            for rule in rules {
                let link = format!("/v1/games/{game}/rules/{}", in_path(rule.id));
                let (id, text) = (escaped(rule.id), escaped(said(&rule.text)));
                let _ = writeln!(body, "<li><a href=\"{link}\">{id}</a> {text}</li>");
            }
            body.push_str("</ul></dd>\n");
        }
        if let Some(example) = example {
            let _ = write!(body, "<dt>{}</dt>\n<dd>", words.example);
            match example.entry {
                Some(entry) => {
                    let _ = write!(body, "<pre>{}</pre>", escaped(entry));
                }
                None => {
                    let _ = write!(body, "{} <code>{}</code><br>", words.header, escaped(example.pointer));
                }
            }
            let (message, case) = (escaped(said(&example.message)), escaped(example.case));
            let _ = writeln!(body, "{message}<br>{} <code>{case}</code></dd>", words.of_case);
        }
        body.push_str("</dl>\n");
    }
}
