//! The page for judges as the service sends it, and the boards that it draws.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use std::collections::BTreeSet;

use crate::calls::{bytes, games, service};
use crate::common::{get, in_path, post, send};
use rules_judge::http::routes::desk::{FILES, folder};
use serde_json::{Map, Value, json};

const LANGUAGES: [&str; 3] = ["en", "zh-Hant", "zh-Hans"];

#[actix_web::test]
async fn the_page_loads_its_own_files_and_nothing_else() {
    let service = service();
    let paths = FILES.iter().map(|(name, kind, _)| (format!("/{}{name}", folder()), *kind));
    for (path, kind) in paths.chain([
        ("/".to_owned(), "text/html; charset=utf-8"),
        ("/sw.js".to_owned(), "text/javascript; charset=utf-8"),
        ("/rules".to_owned(), "text/html; charset=utf-8"),
        ("/card-words/tianhai".to_owned(), "text/html; charset=utf-8"),
        ("/proofs".to_owned(), "text/html; charset=utf-8"),
        ("/docs".to_owned(), "text/html; charset=utf-8"),
        ("/problems/too_large".to_owned(), "text/html; charset=utf-8"),
        ("/problems/not_asked".to_owned(), "text/html; charset=utf-8"),
    ]) {
        let answer = send(&service, get(&path)).await;
        assert_eq!((answer.status, answer.header("content-type")), (200, kind), "{path}");
        let policy = answer.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self'"), "{policy}");
        assert!(!policy.contains("unsafe") && !policy.contains("http"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        let tag = answer.header("etag").to_owned();
        assert_eq!(send(&service, get(&path).insert_header(("if-none-match", tag))).await.status, 304);
        let text = answer.text();
        if kind.starts_with("text/html") {
            assert!(
                !text.contains("<style") && !text.contains(" style=") && !text.contains(" onclick"),
                "{path}"
            );
            assert!(text.split("<script").skip(1).all(|script| script.contains("src=\"desk/")), "{path}");
        }
    }
    let folder = folder();
    let none = [format!("/{folder}"), format!("/{folder}bundle/none.js"), format!("/{folder}../Cargo.toml")];
    let others =
        ["/desk/", "/desk/0/bundle/main.js", "/desk/bundle/main.js", "/desk/index.html"].map(str::to_owned);
    for path in none.iter().chain(&others) {
        send(&service, get(path)).await.is_fault(404, "not_found");
    }
}

/// A file of a version may be kept for ever; what names the files is asked for each time.
#[actix_web::test]
async fn files_of_a_version_last() {
    let service = service();
    let start = send(&service, get("/")).await;
    assert_eq!(start.header("cache-control"), "no-cache");
    let main = format!("{}bundle/main.js", folder());
    assert!(start.text().contains(&format!("src=\"{main}\"")));
    let cache = send(&service, get(&format!("/{main}"))).await.header("cache-control").to_owned();
    assert_eq!(cache, "public, max-age=31536000, immutable");
}

/// Every rule has a page that needs no scripts, in every language, with its neighbours.
#[actix_web::test]
async fn every_rule_has_a_page() {
    let service = service();
    for game in games() {
        let all = send(&service, get(&format!("/rules/{game}"))).await;
        let listed = send(&service, get(&format!("/v1/games/{game}/rules?limit=500"))).await.json();
        assert_eq!(listed["has_more"], false, "{game}: more rules than a page has");
        let rules = listed["rules"].as_array().unwrap();
        assert_eq!(all.text().matches("<dt>").count(), rules.len(), "{game}");
        for rule in rules.iter().step_by(9) {
            let id = rule["id"].as_str().unwrap();
            let rule = send(&service, get(&format!("/v1/games/{game}/rules/{}", in_path(id)))).await.json();
            for language in LANGUAGES {
                let path = format!("/rules/{game}/{}", in_path(id));
                let page = send(&service, get(&path).insert_header(("accept-language", language))).await;
                assert_eq!((page.status, page.header("content-language")), (200, language), "{path}");
                let text = page.text();
                let text = text.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">");
                let text = text.replace("&amp;", "&");
                for language in LANGUAGES {
                    assert!(text.contains(rule["texts"][language].as_str().unwrap()), "{path}");
                }
                let proofs = rule["proofs"].as_array().unwrap();
                for proof in proofs {
                    assert!(text.contains(&format!("({})</li>", proof["case"].as_str().unwrap())), "{path}");
                }
                for case in rule["cases"].as_array().unwrap() {
                    assert!(text.contains(case.as_str().unwrap()), "{path}");
                }
                assert_eq!(text.matches("</li>").count(), proofs.len(), "{path}");
                assert!(text.contains(&format!("<html lang=\"{language}\">")), "{path}");
            }
        }
    }
    send(&service, get("/rules/none")).await.is_fault(404, "unknown_game");
    send(&service, get("/rules/azur-lane/none")).await.is_fault(404, "unknown_rule");
}

/// One table lists every rule of every book with its kind and its proofs.
#[actix_web::test]
async fn every_rule_stands_in_the_table_of_proofs() {
    let service = service();
    for language in LANGUAGES {
        let page = send(&service, get("/proofs").insert_header(("accept-language", language))).await;
        assert_eq!((page.status, page.header("content-language")), (200, language));
        let text = page.text();
        let rows: Vec<&str> = text.split("<tr><td>").skip(1).collect();
        let mut all = 0;
        for game in games() {
            let listed = send(&service, get(&format!("/v1/games/{game}/rules?limit=500"))).await.json();
            for rule in listed["rules"].as_array().unwrap() {
                all += 1;
                let (book, id) = (format!("<a href=\"./rules/{game}/"), rule["id"].as_str().unwrap());
                let name = format!(">{}</a>", id.replace('&', "&amp;"));
                let row = rows.iter().find(|row| row.starts_with(&book) && row.contains(&name)).unwrap();
                let [_, kind, by] = row.split("</td>").take(3).collect::<Vec<_>>()[..] else {
                    panic!("{row}")
                };
                assert!(kind.starts_with("<td>") && kind.len() > "<td>".len(), "{row}");
                // Every language has its own word for each kind.
                assert!(language == "en" || kind.chars().any(|letter| letter > '\u{2e7f}'), "{row}");
                assert!(rule["kind"] != "enforced" || by.len() > "<td>".len(), "{row}");
            }
        }
        assert_eq!(rows.len(), all);
    }
}

/// Every word of the ability language has a meaning and a phrase, in the language of the request.
#[actix_web::test]
async fn every_game_has_a_page_of_words() {
    let service = service();
    for game in games() {
        let mut rows = Vec::new();
        for language in LANGUAGES {
            let path = format!("/card-words/{game}");
            let page = send(&service, get(&path).insert_header(("accept-language", language))).await;
            assert_eq!((page.status, page.header("content-language")), (200, language), "{path}");
            let text = page.text();
            let all: Vec<&str> = text.split("<tr><td>").skip(1).collect();
            assert!(all.len() > 100, "{path}: {}", all.len());
            // Words that only contain others have no phrase.
            let silent = all.iter().filter(|row| row.contains("<td></td></tr>")).count();
            assert!(silent * 5 < all.len(), "{path}: {silent} of {} words have no phrase", all.len());
            let chinese = |row: &&&str| row.chars().any(|letter| letter > '\u{2e7f}');
            let share = all.iter().filter(chinese).count() * 2;
            assert!((share > all.len()) == (language != "en"), "{path} {language}");
            rows.push((all.len(), silent));
        }
        assert!(rows.windows(2).all(|pair| pair[0] == pair[1]), "{game}: {rows:?}");
    }
    send(&service, get("/card-words/none")).await.is_fault(404, "unknown_game");
}

/// A value with cards of a pool in place of roles. Adds the roles that it has to `used`.
fn cast(value: &Value, roles: &Map<String, Value>, used: &mut BTreeSet<String>) -> Value {
    match value {
        Value::String(text) => match roles.get(text) {
            Some(card) => {
                used.insert(text.clone());
                card.clone()
            }
            None => value.clone(),
        },
        Value::Array(list) => list.iter().map(|one| cast(one, roles, used)).collect(),
        Value::Object(map) => {
            map.iter().map(|(name, one)| (name.clone(), cast(one, roles, used))).collect::<Map<_, _>>().into()
        }
        _ => value.clone(),
    }
}

/// Every template, with the cards of every pool, makes a table at which some seat has to act.
#[actix_web::test]
async fn every_template_is_a_table() {
    let service = service();
    for game in games() {
        let board = send(&service, get(&format!("/v1/games/{game}/board"))).await.json();
        assert_eq!(board["game"], game);
        let casts = board["casts"].as_object().unwrap();
        assert!(casts.contains_key(&format!("{game}/demo")), "{game}");
        assert!(!board["templates"].as_array().unwrap().is_empty(), "{game}");
        for (pool, roles) in casts {
            let mut used = BTreeSet::new();
            for template in board["templates"].as_array().unwrap() {
                let position = cast(&template["position"], roles.as_object().unwrap(), &mut used);
                let replay = json!({
                    "format": "rules-judge/1", "game": game, "pool": pool, "chance": "declared",
                    "players": [{}, {}], "actions": [], "start": { "position": position },
                });
                let verdict = send(&service, post("/v1/verify", &bytes(&replay))).await.json();
                assert_eq!(verdict["verdict"], "legal", "{pool} {}: {verdict}", template["id"]);
                assert!(
                    verdict["next"][0]["seat"].is_u64(),
                    "{pool} {}: {}",
                    template["id"],
                    verdict["next"]
                );
            }
            assert_eq!(used.len(), roles.as_object().unwrap().len(), "{pool}: a role that no template has");
        }
    }
}

/// The names of fields and the words in a schema.
fn words_of(schema: &Value) -> BTreeSet<&str> {
    let inner: Vec<&Value> = match schema {
        Value::Object(fields) => fields.values().collect(),
        Value::Array(items) => items.iter().collect(),
        _ => Vec::new(),
    };
    let mut words: BTreeSet<&str> = inner.into_iter().flat_map(words_of).collect();
    words.extend(schema["const"].as_str());
    words.extend(schema["properties"].as_object().into_iter().flat_map(Map::keys).map(String::as_str));
    words
}

/// Every zone, piece, action and field that a board names exists, and has a word for people; so have the
/// fields of cards that a request can state.
#[actix_web::test]
async fn a_board_speaks_of_what_is_there() {
    let service = service();
    for game in games() {
        let board = send(&service, get(&format!("/v1/games/{game}/board"))).await.json();
        let list = |name: &str| board[name].as_array().unwrap().clone();
        let zones: Vec<Value> = [list("zones"), list("shared")].concat();
        let ids: BTreeSet<&str> = zones.iter().map(|zone| zone["id"].as_str().unwrap()).collect();
        assert_eq!(ids.len(), zones.len(), "{game}: two zones of one name");
        for id in list("layout").iter().flat_map(|row| row.as_array().unwrap()) {
            assert!(ids.contains(id.as_str().unwrap()), "{game}: no zone {id}");
        }
        let pieces = board["pieces"].as_object().unwrap();
        for piece in zones.iter().filter_map(|zone| zone["piece"].as_str()) {
            assert!(pieces.contains_key(piece), "{game}: no piece {piece}");
        }
        let schema = send(&service, get(&format!("/v1/games/{game}/schemas/action"))).await.json();
        let kinds = schema["oneOf"].as_array().unwrap();
        let words = board["words"].as_object().unwrap();
        let mut fields = std::collections::BTreeMap::new();
        for kind in kinds {
            let properties = kind["properties"].as_object().unwrap();
            let name = properties["type"]["const"].as_str().unwrap();
            fields.insert(name, properties);
            for word in properties.keys().filter(|word| *word != "type").map(String::as_str).chain([name]) {
                assert!(words.contains_key(word), "{game}: no word for {word}");
            }
        }
        // What a judge is asked about a card that no source tells.
        let facts = send(&service, get(&format!("/v1/games/{game}/schemas/facts"))).await.json();
        for word in words_of(&facts) {
            assert!(words.contains_key(word), "{game}: no word for {word} of a card");
        }
        for act in list("acts") {
            let kind = act["type"].as_str().unwrap();
            let there = fields.get(kind).unwrap_or_else(|| panic!("{game}: no action {kind}"));
            assert!(there.contains_key(act["field"].as_str().unwrap()), "{game}: {act}");
            for field in act["values"].as_object().into_iter().flat_map(Map::keys) {
                assert!(there.contains_key(field), "{game}: {act}");
            }
            for zone in act["zones"].as_array().unwrap() {
                assert!(ids.contains(zone.as_str().unwrap()), "{game}: {act}");
            }
        }
        let question = send(&service, get(&format!("/v1/games/{game}/schemas/question"))).await.text();
        for (key, rule) in board["permits"].as_object().into_iter().flatten() {
            let (kind, asked) = key.split_once('.').unwrap_or((key, ""));
            let is_asked = asked.is_empty() || question.contains(&format!("\"{asked}\""));
            assert!(is_asked, "{game}: no question {key}");
            assert!(fields.contains_key(kind), "{game}: no action {kind}");
            let path = format!("/v1/games/{game}/rules/{}", in_path(rule.as_str().unwrap()));
            assert_eq!(send(&service, get(&path)).await.status, 200, "{game}: no rule {rule}");
        }
        let position = send(&service, get(&format!("/v1/games/{game}/schemas/position"))).await.json();
        for control in list("table") {
            let path = control["path"].as_str().unwrap();
            assert!(position["properties"].get(path).is_some(), "{game}: a position has no {path}");
        }
    }
}
