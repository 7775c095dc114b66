//! The judge's desk: the page of the start, its modules and styles, and the rules as pages that need no scripts.

use std::fmt::Write;
use std::io::Write as _;
use std::sync::LazyLock;

use actix_web::body::BoxBody;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, AcceptEncoding, Encoding, HeaderValue};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, Resource, web};
use flate2::Compression;
use flate2::write::GzEncoder;
use rules_judge_replays::answer::{Fault, FaultCode, Language};
use rules_judge_replays::catalog::rulebook::{
    InLanguages, OfficialAnswer, ProofAnswer, RuleAnswer, RulesAnswer, RulesQuery,
};
use rules_judge_replays::codec::digest::Digest;
use rules_judge_replays::judging::Judge;

use super::pages::HTML;
use super::problems::{escaped, in_path};
use crate::http::details;
use crate::http::extract;
use crate::http::fault::Refused;
use crate::http::links;
use crate::http::service::Service;

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const PICTURE: &str = "image/svg+xml";
const TEXT: &str = "text/plain; charset=utf-8";
const ICON: &str = "image/png";
const MANIFEST: &str = "application/manifest+json";
const LOG: &str = "application/json";

/// What the pages may load: their own files and the answers of this service, nothing written into the page, nothing
/// from elsewhere.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; \
                      connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

macro_rules! files {
    ($( $kind:ident: $($name:literal)*; )* @samples: $($game:literal)*;) => {
        /// The files of the page by their paths below `/desk/`; the service worker keeps them all.
        pub const FILES: &[(&str, &str, &[u8])] = &[
            $( $(
                ($name, $kind, include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/desk/", $name))),
            )* )*
            $(
                (
                    concat!("examples/", $game, ".json"),
                    LOG,
                    include_bytes!(concat!(
                        env!("CARGO_MANIFEST_DIR"), "/../replays/samples/", $game, "/illegal.json"
                    )),
                ),
            )*
        ];
    };
}

files! {
    STYLE: "desk.css";
    PICTURE: "icon.svg";
    ICON: "icon-180.png" "icon-512.png";
    MANIFEST: "manifest.webmanifest";
    SCRIPT:
        "app/acts.js" "app/address.js" "app/answer.js" "app/api.js" "app/board.js" "app/cards.js"
        "app/casefile.js" "app/compare.js" "app/controls.js" "app/decide.js" "app/deck.js"
        "app/dispute.js" "app/form.js" "app/games.js" "app/i18n.js" "app/lib.js" "app/log.js"
        "app/main.js" "app/names.js" "app/prefs.js" "app/qr.js" "app/reading.js" "app/recent.js"
        "app/report.js" "app/rules.js" "app/shapes.js" "app/share.js" "app/sheets.js" "app/slip.js"
        "app/table.js" "app/texts.js" "app/types.js" "app/ui.js" "app/ways.js"
        "vendor/hooks.js" "vendor/htm.js" "vendor/preact.js" "vendor/signals-core.js" "vendor/signals.js";
    TEXT: "vendor/LICENSES.txt";
    @samples: "azur-lane" "battle-spirits" "build-divide" "tianhai" "xinglingwang";
}

const INDEX: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/desk/index.html"));
const WORKER: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/desk/sw.js"));

/// The service worker, which knows the names of all files, and changes with every build that changes a file.
static KNOWING_WORKER: LazyLock<Bytes> = LazyLock::new(|| {
    let mut parts: Vec<&[u8]> = vec![INDEX, WORKER.as_bytes()];
    parts.extend(FILES.iter().map(|(_, _, bytes)| *bytes));
    let paths: Vec<String> = FILES.iter().map(|(name, _, _)| format!("\"desk/{name}\"")).collect();
    let version = Digest::of_parts(&parts).to_string();
    WORKER.replace("@version@", &version).replace("\"@files@\"", &paths.join(", ")).into()
});

/// The page of the start.
pub fn start() -> Resource {
    super::read("/", get_start)
}

/// The files of the page.
pub fn file() -> Resource {
    super::read("/desk/{name:.*}", get_file)
}

/// The service worker, which is served at the root, so that its scope is the whole page.
pub fn worker() -> Resource {
    super::read("/sw.js", get_worker)
}

/// The games, whose rules can be read.
pub fn rulebooks() -> Resource {
    super::read("/rules", get_rulebooks)
}

/// All rules of a game.
pub fn rules() -> Resource {
    super::read("/rules/{game}", get_rules)
}

/// One rule.
pub fn rule() -> Resource {
    super::read("/rules/{game}/{id}", get_rule)
}

/// An answer under the policy of the page.
fn guarded(mut response: HttpResponse) -> HttpResponse {
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

/// Messengers and search engines add parameters of theirs to a link: the page takes any.
async fn get_start(request: HttpRequest) -> HttpResponse {
    guarded(super::lying(&request, Bytes::from_static(INDEX), HTML, super::PUBLIC))
}

async fn get_file(request: HttpRequest, name: web::Path<String>) -> Result<HttpResponse, Refused> {
    extract::no_query(&request)?;
    let (place, (_, kind, bytes)) = FILES
        .iter()
        .enumerate()
        .find(|(_, (path, _, _))| *path == name.as_str())
        .ok_or_else(|| Refused::new(FaultCode::NotFound, details::nothing_there()))?;
    let response = super::lying(&request, Bytes::from_static(bytes), kind, super::PUBLIC);
    Ok(guarded(packed(&request, response, place)))
}

/// Every file as small as gzip makes it: what is compressed once for all requests may take its time.
static PACKED: LazyLock<Vec<Bytes>> = LazyLock::new(|| {
    let pack = |bytes: &[u8]| {
        let mut packer = GzEncoder::new(Vec::new(), Compression::best());
        // Writing to memory cannot fail; an empty list is never sent.
        packer.write_all(bytes).and_then(|()| packer.finish()).unwrap_or_default().into()
    };
    FILES.iter().map(|(_, _, bytes)| pack(bytes)).collect()
});

/// An answer with a file, compressed for a client that takes gzip.
fn packed(request: &HttpRequest, response: HttpResponse, place: usize) -> HttpResponse {
    let takes = request.get_header::<AcceptEncoding>().is_some_and(|accepted| {
        accepted.negotiate([Encoding::gzip(), Encoding::identity()].iter()) == Some(Encoding::gzip())
    });
    match PACKED.get(place).filter(|bytes| !bytes.is_empty()) {
        Some(bytes) if takes && response.status() == StatusCode::OK => {
            let mut response = response.set_body(BoxBody::new(bytes.clone()));
            response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            response
        }
        _ => response,
    }
}

async fn get_worker(request: HttpRequest) -> Result<HttpResponse, Refused> {
    extract::no_query(&request)?;
    Ok(guarded(super::lying(&request, KNOWING_WORKER.clone(), SCRIPT, "no-cache")))
}

/// The language of a page, then the others.
const fn languages(first: Language) -> [Language; 3] {
    use Language::{English, SimplifiedChinese, TraditionalChinese};
    match first {
        English => [English, TraditionalChinese, SimplifiedChinese],
        TraditionalChinese => [TraditionalChinese, SimplifiedChinese, English],
        SimplifiedChinese => [SimplifiedChinese, TraditionalChinese, English],
    }
}

/// What stands on the rule pages around the rules.
struct Words {
    rules: &'static str,
    search: &'static str,
    ours: &'static str,
    /// Of a ruling for which no official answer is known.
    ours_alone: &'static str,
    confirmed_by: &'static str,
    differs_from: &'static str,
    question: &'static str,
    reason: &'static str,
    above: &'static str,
    below: &'static str,
    rulings: &'static str,
    cited_by: &'static str,
    cites: &'static str,
    /// Before what shows that the judge applies a rule.
    shown_by: &'static str,
    cases: &'static str,
    /// The kinds of proofs, each as it is called in answers, and its word.
    proofs: [(&'static str, &'static str); 5],
}

const fn words(language: Language) -> Words {
    match language {
        Language::English => Words {
            rules: "Rules",
            search: "Search and boards",
            ours: "Our ruling",
            ours_alone: "No official answer to this question is known.",
            confirmed_by: "An official answer says the same",
            differs_from: "An official answer says something else",
            question: "Question",
            reason: "Why",
            above: "Above",
            below: "Below",
            rulings: "Rulings on it",
            cited_by: "Referred to by",
            cites: "Refers to",
            shown_by: "Shown by tests of the judge",
            cases: "Cases that cite it",
            proofs: [
                ("refuses", "it refuses something"),
                ("happens", "it makes something happen"),
                ("computes", "it changes a number"),
                ("permits", "it permits something"),
                ("hides", "it hides something"),
            ],
        },
        Language::TraditionalChinese => Words {
            rules: "規則",
            search: "搜尋與桌面",
            ours: "本裁判的裁定",
            ours_alone: "尚無已知的官方答覆。",
            confirmed_by: "官方答覆與此相同",
            differs_from: "官方答覆與此不同",
            question: "問題",
            reason: "理由",
            above: "上層",
            below: "下層",
            rulings: "相關裁定",
            cited_by: "參照它的",
            cites: "它參照的",
            shown_by: "由裁判的測試證明",
            cases: "引用它的案例",
            proofs: [
                ("refuses", "使某事不合法"),
                ("happens", "使某事發生"),
                ("computes", "改變數值"),
                ("permits", "允許某事"),
                ("hides", "隱藏某事"),
            ],
        },
        Language::SimplifiedChinese => Words {
            rules: "规则",
            search: "搜索与桌面",
            ours: "本裁判的裁定",
            ours_alone: "尚无已知的官方答复。",
            confirmed_by: "官方答复与此相同",
            differs_from: "官方答复与此不同",
            question: "问题",
            reason: "理由",
            above: "上层",
            below: "下层",
            rulings: "相关裁定",
            cited_by: "参照它的",
            cites: "它参照的",
            shown_by: "由裁判的测试证明",
            cases: "引用它的案例",
            proofs: [
                ("refuses", "使某事不合法"),
                ("happens", "使某事发生"),
                ("computes", "改变数值"),
                ("permits", "允许某事"),
                ("hides", "隐藏某事"),
            ],
        },
    }
}

/// A page without scripts, in the look and under the policy of the desk. Links in its body begin at the root
/// of the service (`href="/…"`), and are sent relative to the page, since the service may lie under a prefix.
pub(super) fn page(request: &HttpRequest, language: Language, title: &str, body: &str) -> HttpResponse {
    let tag = language.tag();
    let title = escaped(title);
    let root = links::root(request.path());
    // In texts a quote is escaped: this stands in links alone, which begin at the root of the service.
    let body = body.replace("href=\"/", &format!("href=\"{root}"));
    let text = format!(
        "<!doctype html>\n<html lang=\"{tag}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n\
         <link rel=\"icon\" href=\"{root}desk/icon.svg\" type=\"image/svg+xml\">\n\
         <link rel=\"stylesheet\" href=\"{root}desk/desk.css\">\n</head>\n<body>\n<main class=\"column book\">\n\
         {body}</main>\n</body>\n</html>\n"
    );
    guarded(super::lying(request, text.into(), HTML, super::PUBLIC))
}

async fn get_rulebooks(request: HttpRequest, service: web::Data<Service>) -> Result<HttpResponse, Refused> {
    extract::no_query(&request)?;
    let language = extract::language(&request);
    let Words { rules, .. } = words(language);
    let mut body = format!("<h1>{rules}</h1>\n<ul class=\"games\">\n");
    for line in service.judge().games().games {
        let (game, title) = (line.game, escaped(line.title.text(language)));
        // Writing to a string cannot fail.
        let _ = writeln!(body, "<li><a class=\"game\" href=\"/rules/{game}\">{title}</a></li>");
    }
    body.push_str("</ul>\n");
    let _ = writeln!(body, "<p><a href=\"/proofs\">{}</a></p>", super::proofs::title(language));
    Ok(page(&request, language, rules, &body))
}

/// What people call a game, in the language of the page.
pub(super) fn title(judge: &Judge, game: &str, language: Language) -> &'static str {
    let games = judge.games().games;
    games.iter().find(|line| line.game == game).map_or("", |line| line.title.text(language))
}

/// A page whose title and body the judge is asked for, in the language of the request.
pub(super) async fn made<F>(
    request: &HttpRequest,
    service: &Service,
    make: F,
) -> Result<HttpResponse, Refused>
where
    F: FnOnce(&Judge, Language) -> Result<(String, String), Fault> + Send + 'static,
{
    extract::no_query(request)?;
    let language = extract::language(request);
    let (_, (title, body)) = service.ask_with_note(move |judge| Ok(((), make(judge, language)?))).await?;
    Ok(page(request, language, &title, &body))
}

async fn get_rules(
    request: HttpRequest,
    game: web::Path<String>,
    service: web::Data<Service>,
) -> Result<HttpResponse, Refused> {
    made(&request, &service, move |judge, language| rules_body(judge, &game, language)).await
}

/// The rules of a game, with the title of their page.
fn rules_body(judge: &Judge, game: &str, language: Language) -> Result<(String, String), Fault> {
    let query = RulesQuery { language, ..RulesQuery::default() };
    let RulesAnswer { game, rules, edition, .. } = judge.all_rules(game, &query)?;
    let name = title(judge, game, language);
    let Words { rules: heading, search, .. } = words(language);
    let mut body = format!(
        "<p><a href=\"/rules\">{heading}</a> · <a href=\"/#/{game}/rules\">{search}</a></p>\n\
         <h1>{} <span class=\"quiet\">{edition}</span></h1>\n<dl class=\"book-rules\">\n",
        escaped(name)
    );
    for rule in rules {
        let link = format!("/rules/{game}/{}", in_path(rule.id));
        let (id, text) = (escaped(rule.id), escaped(rule.text));
        let question = rule.question.map(|question| format!("<em>{}</em> ", escaped(question)));
        let _ = writeln!(
            body,
            "<dt><a href=\"{link}\">{id}</a></dt>\n<dd>{}{text}</dd>",
            question.unwrap_or_default()
        );
    }
    body.push_str("</dl>\n");
    Ok((format!("{name}: {heading}"), body))
}

async fn get_rule(
    request: HttpRequest,
    path: web::Path<(String, String)>,
    service: web::Data<Service>,
) -> Result<HttpResponse, Refused> {
    extract::no_query(&request)?;
    let language = extract::language(&request);
    let (game, id) = path.into_inner();
    let rule = service.judge().rule(&game, &id, language)?;
    let name = title(service.judge(), rule.game, language);
    let body = rule_body(&rule, name, language);
    Ok(page(&request, language, &format!("{} · {name}", rule.id), &body))
}

/// What a kind of proof is called in a language.
pub(super) fn proof_word(proof: &'static str, language: Language) -> &'static str {
    let proofs = words(language).proofs;
    proofs.iter().find(|(name, _)| *name == proof).map_or(proof, |(_, word)| *word)
}

fn rule_body(rule: &RuleAnswer, name: &str, language: Language) -> String {
    let words = words(language);
    let Words { search, question, reason, .. } = words;
    let game = rule.game;
    let link = |id: &str| format!("<a href=\"/rules/{game}/{}\">{}</a>", in_path(id), escaped(id));
    let mut body = format!(
        "<p><a href=\"/rules/{game}\">{}</a> · <a href=\"/#/{game}/rules/{}\">{search}</a></p>\n<h1>{}</h1>\n",
        escaped(name),
        in_path(rule.id),
        escaped(rule.id)
    );
    if rule.ours {
        let _ = writeln!(body, "<p><span class=\"tag ruling\">{}</span></p>", words.ours);
        let answers = [(words.confirmed_by, &rule.confirmed_by), (words.differs_from, &rule.differs_from)];
        for (heading, official) in answers {
            for OfficialAnswer { date, source } in official {
                let date = date.map(|date| format!(" ({date})")).unwrap_or_default();
                let _ = writeln!(body, "<p>{heading}: {}{date}</p>", escaped(source));
            }
        }
        if rule.confirmed_by.is_empty() && rule.differs_from.is_empty() {
            let _ = writeln!(body, "<p class=\"quiet\">{}</p>", words.ours_alone);
        }
    }
    for (place, tongue) in languages(language).into_iter().enumerate() {
        let said = |texts: Option<InLanguages>| texts.map(|texts| escaped(texts.text(tongue)));
        let _ = writeln!(body, "<section lang=\"{}\">", tongue.tag());
        if let Some(text) = said(rule.questions) {
            let _ = writeln!(body, "<p class=\"quiet\">{question}: {text}</p>");
        }
        let class = if place == 0 { " class=\"rule-text\"" } else { "" };
        let _ = writeln!(body, "<p{class}>{}</p>", escaped(rule.texts.text(tongue)));
        if let Some(text) = said(rule.reasons) {
            let _ = writeln!(body, "<p class=\"quiet\">{reason}: {text}</p>");
        }
        body.push_str("</section>\n");
    }
    let lists = [
        (words.above, rule.parent.into_iter().collect()),
        (words.below, rule.children.clone()),
        (words.rulings, rule.rulings.clone()),
        (words.cited_by, rule.cited_by.clone()),
        (words.cites, rule.cites.clone()),
    ];
    for (heading, ids) in lists {
        if !ids.is_empty() {
            let links: Vec<String> = ids.into_iter().map(link).collect();
            let _ = writeln!(body, "<p>{heading}: {}</p>", links.join(" · "));
        }
    }
    if !rule.proofs.is_empty() {
        let _ = writeln!(body, "<p>{}:</p>\n<ul>", words.shown_by);
        for ProofAnswer { case, proof } in &rule.proofs {
            let kind = proof_word(proof, language);
            let _ = writeln!(body, "<li>{kind} ({})</li>", escaped(case));
        }
        body.push_str("</ul>\n");
    }
    if !rule.cases.is_empty() {
        let _ = writeln!(body, "<p class=\"quiet\">{}: {}</p>", words.cases, escaped(&rule.cases.join(", ")));
    }
    let [previous, next] = [rule.previous, rule.next].map(|id| id.map(link).unwrap_or_default());
    let _ = writeln!(body, "<nav class=\"row spread\"><span>{previous}</span><span>{next}</span></nav>");
    body
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    /// A module that is not in the table would be missing where the program runs.
    #[test]
    fn every_file_of_the_page_is_served() {
        let desk = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/desk"));
        let mut there = BTreeSet::new();
        for folder in ["app", "vendor"] {
            let files = std::fs::read_dir(desk.join(folder)).into_iter().flatten().flatten();
            let names = files.map(|file| format!("{folder}/{}", file.file_name().to_string_lossy()));
            // Declarations are for the checker of types.
            there.extend(names.filter(|name| !name.ends_with(".d.ts")));
        }
        let served: BTreeSet<String> = FILES.iter().map(|(name, _, _)| (*name).to_owned()).collect();
        assert!(there.is_subset(&served), "not in the table: {:?}", there.difference(&served));
        let worker = String::from_utf8_lossy(&KNOWING_WORKER);
        assert!(served.iter().all(|name| worker.contains(&format!("\"desk/{name}\""))));
        for placeholder in ["@version@", "@files@"] {
            assert!(!worker.contains(placeholder));
        }
    }
}
