//! Games and rules over HTTP.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::BTreeSet;

use actix_web::body::to_bytes;
use actix_web::http::{Method, header};
use actix_web::test::{TestRequest, call_service, init_service};
use actix_web::web;
use rules_judge::http::service::{Service, app};
use rules_judge::limits::Limits;
use rules_judge_engine::games;
use rules_judge_replays::catalog::printed::Printed;
use rules_judge_replays::judging::Judge;
use serde_json::{Value, json};

use crate::common::send;

struct Answer {
    status: u16,
    headers: header::HeaderMap,
    bytes: Vec<u8>,
    body: Value,
}

impl Answer {
    fn header(&self, name: &str) -> String {
        let all = self.headers.get_all(name).map(|value| value.to_str().unwrap());
        all.collect::<Vec<_>>().join(", ").to_lowercase()
    }

    fn all(&self, name: &str) -> Vec<String> {
        self.headers.get_all(name).map(|value| value.to_str().unwrap().to_owned()).collect()
    }
}

async fn ask(request: TestRequest) -> Answer {
    let service = web::Data::new(Service::new(Judge::new(), Limits::default()).unwrap());
    let app = init_service(app(service)).await;
    let response = call_service(&app, request.to_request()).await;
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let Ok(bytes) = to_bytes(response.into_body()).await else { panic!("no body") };
    let body = serde_json::from_slice(&bytes).unwrap_or_default();
    Answer { status, headers, bytes: bytes.to_vec(), body }
}

async fn get(uri: &str, language: &str) -> Answer {
    ask(TestRequest::get().uri(uri).insert_header(("accept-language", language))).await
}

/// A text as part of a path or query.
fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

fn strings(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|item| item.as_str().unwrap()).collect()
}

#[actix_web::test]
async fn games_are_listed_and_told() {
    let answer = get("/v1/games", "en").await;
    assert_eq!(answer.status, 200);
    let game = &answer.body["games"][0];
    assert_eq!((&game["game"], &game["edition"]), (&json!("azur-lane"), &json!("2025-05-28")));
    let counts = &game["rules"];
    let sum: u64 = ["definition", "enforced", "ruling", "structural", "table"]
        .iter()
        .map(|kind| counts[kind].as_u64().unwrap())
        .sum();
    assert_eq!(counts["total"], sum);

    let answer = get("/v1/games/azur-lane", "en").await;
    assert_eq!(answer.body["standing"], json!(["concede", "arrange", "peek"]));
    assert_eq!(answer.body["semantics"], game["semantics"]);
    let limits = answer.body["limits"].as_array().unwrap();
    assert!(limits.contains(&json!({"cite": "101.1b", "name": "deck_size", "value": 50})));
    let actions = answer.body["actions"].as_array().unwrap();
    let attack = actions.iter().find(|action| action["type"] == "attack").unwrap();
    let conditions = attack["conditions"].as_array().unwrap();
    assert_eq!(conditions[0], json!({"blames": "", "cites": ["505.1a"]}));
    assert_eq!(conditions.last().unwrap(), &json!({"blames": "/target", "cites": ["505.2b"]}));
}

#[actix_web::test]
async fn a_rule_is_told_with_its_place_and_what_cites_it() {
    let uri = "/v1/games/azur-lane/rules/505.2a";
    let answer = get(uri, "zh-TW").await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-language"), "zh-hant");
    assert!(answer.header("vary").contains("accept-language"));
    let rule = &answer.body;
    for (field, value) in [
        ("id", "505.2a"),
        ("game", "azur-lane"),
        ("edition", "2025-05-28"),
        ("kind", "enforced"),
        ("parent", "505.2"),
        ("previous", "505.2"),
        ("next", "505.2b"),
    ] {
        assert_eq!(rule[field], value, "{field}");
    }
    assert_eq!(rule["text"], rule["texts"]["zh-Hant"]);
    assert_eq!(rule["ours"], false);
    assert!(strings(&rule["enforced_in"]).contains(&"azur_lane::battle"));
    assert!(strings(&rule["codes"]).contains(&"target_not_rested"));
    assert!(!strings(&rule["cases"]).is_empty());
    // An unsupported language gets English, and the header says so.
    let other = get(uri, "fr").await;
    assert_eq!(
        (other.header("content-language").as_str(), &other.body["text"]),
        ("en", &rule["texts"]["en"])
    );
    let parent = get("/v1/games/azur-lane/rules/505.2", "en").await;
    assert_eq!(strings(&parent.body["children"]), ["505.2a", "505.2b"]);
}

#[actix_web::test]
async fn a_rule_names_the_rulings_on_it_and_a_ruling_its_rules() {
    let rule = get("/v1/games/azur-lane/rules/103.4a", "zh-Hant").await.body;
    assert_eq!(strings(&rule["cited_by"]), ["103.4b"]);
    assert!(strings(&rule["rulings"]).contains(&"ruling-3"), "{}", rule["rulings"]);
    // A ruling on a part of a rule does not count for the rule itself.
    let whole = get("/v1/games/azur-lane/rules/103.4", "zh-Hant").await.body;
    assert!(!strings(&whole["rulings"]).contains(&"ruling-3"), "{}", whole["rulings"]);
    let ruling = get("/v1/games/azur-lane/rules/ruling-3", "zh-Hant").await.body;
    assert!(strings(&ruling["cites"]).contains(&"103.4a"), "{}", ruling["cites"]);
    // A list has what a reader needs of each rule: the rule above it, what it cites, and why.
    let found = get("/v1/games/azur-lane/rules?limit=1&q=ruling-3", "zh-Hant").await.body;
    for field in ["id", "cites", "question", "reason", "text"] {
        assert_eq!(found["rules"][0][field], ruling[field], "{field}");
    }
    let found = get("/v1/games/azur-lane/rules?limit=1&q=103.4a", "en").await.body;
    assert_eq!((&found["rules"][0]["parent"], &found["rules"][0].get("reason")), (&rule["parent"], &None));
}

#[actix_web::test]
async fn a_ruling_is_ours_and_says_why() {
    let ruling = get("/v1/games/azur-lane/rules/ruling-1", "zh-Hans").await.body;
    assert_eq!((&ruling["kind"], &ruling["ours"]), (&json!("ruling"), &json!(true)));
    for (one, all) in [("question", "questions"), ("reason", "reasons"), ("text", "texts")] {
        assert_eq!(ruling[one], ruling[all]["zh-Hans"], "{one}");
        assert!(!ruling[all]["en"].as_str().unwrap().is_empty());
    }
    assert_eq!(ruling["previous"], Value::Null);
}

/// The list and the page of a rule agree about official answers; without one the field is missing.
#[actix_web::test]
async fn a_ruling_says_which_official_answers_there_are() {
    let [mut confirmed, mut differing, mut alone] = [0; 3];
    for game in games::IDS {
        let listed = get(&format!("/v1/games/{game}/rules?limit=500&kind=ruling"), "zh-Hant").await.body;
        for line in listed["rules"].as_array().unwrap() {
            let path = format!("/v1/games/{game}/rules/{}", line["id"].as_str().unwrap());
            let rule = get(&path, "zh-Hant").await.body;
            for (relation, count) in [("confirmed_by", &mut confirmed), ("differs_from", &mut differing)] {
                assert_eq!(line.get(relation), rule.get(relation), "{path}");
                for official in line[relation].as_array().into_iter().flatten() {
                    assert!(!official["source"].as_str().unwrap().is_empty(), "{path}");
                    *count += 1;
                }
            }
            alone += usize::from(line.get("confirmed_by").or(line.get("differs_from")).is_none());
        }
    }
    assert!(confirmed > 30 && differing > 0 && alone > 300, "{confirmed} {differing} {alone}");
}

/// A search by a player's question finds its rule, and the answer names the question. Without a search there
/// is no such field.
#[actix_web::test]
async fn an_answer_says_which_question_matched() {
    let question = "can four people play two against two";
    let found = get(&format!("/v1/games/azur-lane/rules?limit=1&q={}", encoded(question)), "en").await.body;
    let first = &found["rules"][0];
    assert_eq!((&first["id"], &first["matched"]), (&json!("100.1"), &json!(question)));
    let listed = get("/v1/games/azur-lane/rules?limit=500", "en").await.body;
    assert!(listed["rules"].as_array().unwrap().iter().all(|rule| rule.get("matched").is_none()));
}

/// Hiragana and katakana, half-width letters, separate voicing marks, and 呐 for 吶 all find the same rules and
/// cards.
#[actix_web::test]
async fn words_are_found_however_they_are_written() {
    let find = async |game: &str, what: &str, text: &str| {
        let found = get(&format!("/v1/games/{game}/{what}?q={}", encoded(text)), "en").await.body;
        let list = found[what].as_array().unwrap_or_else(|| panic!("{found}")).clone();
        list.iter().map(|one| one["id"].clone()).collect::<Vec<_>>()
    };
    for spellings in [["バトル", "ばとる", "ﾊﾞﾄﾙ"], ["コア", "こあ", "ｺｱ"], ["疲労", "疲労", "疲労"]]
    {
        let found = find("battle-spirits", "rules", spellings[0]).await;
        assert!(!found.is_empty(), "{spellings:?}");
        for other in &spellings[1..] {
            assert_eq!(find("battle-spirits", "rules", other).await, found, "{other}");
        }
    }
    assert_eq!(find("tianhai", "rules", "吶喊").await, find("tianhai", "rules", "呐喊").await);
    let cards = find("battle-spirits", "cards", "bs-081").await;
    assert_eq!(cards, ["bs-081"]);
    assert_eq!(find("battle-spirits", "cards", "ＢＳ－０８１").await, cards);
}

/// Printed texts stand in answers and on pages, escaped, and tags change with them; what has none stays byte
/// for byte.
#[actix_web::test]
async fn printed_texts_stand_beside_ours() {
    let service = |text: &str| {
        let mut printed = Printed::default();
        if !text.is_empty() {
            printed.add("azur-lane.zh-Hant", text).unwrap();
        }
        let judge = Judge::new().with_printed(printed);
        web::Data::new(Service::new(judge, Limits::default()).unwrap())
    };
    let services = ["", "505.2a\t虛構 <b>一</b>。", "505.2a\t虛構 <b>二</b>。"].map(service);
    let ask = async |path: &str| {
        let mut answers = Vec::new();
        for service in &services {
            answers.push(send(service, TestRequest::get().uri(path)).await);
        }
        answers
    };
    for path in [
        "/v1/games",
        "/v1/games/azur-lane/rules?limit=500",
        "/v1/games/azur-lane/rules/505.2a",
        "/rules/azur-lane",
        "/rules/azur-lane/505.2a",
    ] {
        let answers = ask(path).await;
        let tags: BTreeSet<String> = answers.iter().map(|answer| answer.header("etag").to_owned()).collect();
        assert_eq!(tags.len(), 3, "{path}");
        let said: Vec<bool> = answers.iter().map(|answer| answer.text().contains("虛構")).collect();
        assert_eq!(said, [false, path != "/v1/games", path != "/v1/games"], "{path}");
        assert!(!path.starts_with("/rules") || !answers[1].text().contains("<b>一"), "{path}");
    }
    let rule = ask("/v1/games/azur-lane/rules/505.2a").await[1].json();
    assert_eq!(rule["printed"], json!({"zh-Hant": "虛構 <b>一</b>。"}));
    let games = ask("/v1/games").await;
    assert!(!games[0].text().contains("printed"));
    let line = |answer: &Value| {
        let games = answer["games"].as_array().unwrap().iter();
        games.clone().find(|game| game["game"] == "azur-lane").unwrap()["printed"].clone()
    };
    let [one, two] = [line(&games[1].json()), line(&games[2].json())];
    assert_eq!((&one["rules"], &two["rules"]), (&json!({"zh-Hant": 1}), &json!({"zh-Hant": 1})));
    assert_ne!(one["digest"], two["digest"]);
    for path in [
        "/v1/games/azur-lane/rules/505.2",
        "/v1/games/tianhai/rules",
        "/v1/games/azur-lane",
        "/rules/tianhai",
    ] {
        let answers = ask(path).await;
        assert!(answers.iter().all(|answer| answer.bytes == answers[0].bytes), "{path}");
    }
}

/// What cannot be read of a search has its place, and names what exists, in the language of the request.
#[actix_web::test]
async fn a_search_for_cards_says_what_is_wrong() {
    let path = |text: &str| format!("/v1/games/azur-lane/cards?q={}", encoded(text));
    let found = get(&path("cost<=1 color:red"), "en").await;
    assert_eq!((found.status, found.body["count"].as_u64()), (200, Some(3)));
    let next = get(&format!("{}&limit=1", path("cost<=1 color:red")), "en").await.body["next"].clone();
    assert!(next.as_str().unwrap().contains("offset=1"), "{next}");
    for language in ["en", "zh-Hant", "zh-Hans"] {
        let answer = get(&path("color:red cots<=1"), language).await;
        assert_eq!((answer.status, &answer.body["code"]), (400, &json!("bad_query")));
        assert_eq!((&answer.body["line"], &answer.body["column"]), (&json!(1), &json!(11)));
        assert_eq!(strings(&answer.body["nearest"]), ["cost"]);
        assert!(answer.body["detail"].as_str().unwrap().contains("keyword"), "{}", answer.body);
    }
}

#[actix_web::test]
async fn every_rule_has_an_address() {
    let all = get("/v1/games/azur-lane/rules?limit=500", "en").await.body;
    let rules = all["rules"].as_array().unwrap();
    assert_eq!(all["count"], rules.len());
    let service = web::Data::new(Service::new(Judge::new(), Limits::default()).unwrap());
    let app = init_service(app(service)).await;
    for rule in rules {
        let uri = format!("/v1/games/azur-lane/rules/{}", encoded(rule["id"].as_str().unwrap()));
        let response = call_service(&app, TestRequest::get().uri(&uri).to_request()).await;
        assert_eq!(response.status(), 200, "{uri}");
        let Ok(bytes) = to_bytes(response.into_body()).await else { panic!("no body") };
        let answer: Value = serde_json::from_slice(&bytes).unwrap();
        assert_eq!((&answer["id"], &answer["text"]), (&rule["id"], &rule["text"]));
        for text in answer["texts"].as_object().unwrap().values() {
            assert!(!text.as_str().unwrap().is_empty(), "{uri}");
        }
    }
}

#[actix_web::test]
async fn what_is_not_there_is_answered_with_what_is_like_it() {
    for (uri, code, near) in [
        ("/v1/games/azur-lane/rules/505.2c", "unknown_rule", "505.2a"),
        ("/v1/games/azur-lane/rules/505.2A", "unknown_rule", "505.2a"),
        (&format!("/v1/games/azur-lane/rules/{}", encoded("５０５．２ａ")), "unknown_rule", "505.2a"),
        ("/v1/games/azur-lane/rules/ruling-1000", "unknown_rule", "ruling-100"),
        ("/v1/games/azurlane", "unknown_game", "azur-lane"),
        ("/v1/games/chess/rules", "unknown_game", "azur-lane"),
        ("/v1/games/chess/rules/1", "unknown_game", "azur-lane"),
        // The id of a card in full-width letters.
        (
            "/v1/games/azur-lane/cards/%EF%BC%B2%EF%BC%AA%EF%BC%8D%EF%BC%90%EF%BC%90%EF%BC%92",
            "no_such_card",
            "rj-002",
        ),
    ] {
        let answer = get(uri, "en").await;
        assert_eq!((answer.status, answer.body["code"].as_str()), (404, Some(code)), "{uri}");
        assert_eq!(answer.header("content-type"), "application/problem+json");
        assert_eq!(answer.header("content-language"), "en");
        assert!(answer.header("vary").contains("accept-language"));
        assert!(strings(&answer.body["nearest"]).contains(&near), "{uri}: {}", answer.body);
        assert_eq!(answer.body["pointer"], Value::Null);
    }
    for uri in [
        "/v1/games/azur-lane/rules/%ff".to_owned(),
        format!("/v1/games/azur-lane/rules/{}", "9".repeat(5_000)),
        format!("/v1/games/azur-lane/rules/{}", encoded("一\u{301}\0\n")),
        "/v1/games/azur-lane/rules/".to_owned(),
        "/v1/games/%ff".to_owned(),
    ] {
        let answer = get(&uri, "en").await;
        assert_eq!(answer.status, 404, "{uri}");
        assert_eq!(answer.header("content-type"), "application/problem+json", "{uri}");
    }
}

#[actix_web::test]
async fn rules_are_found_by_words_of_every_language() {
    let find = async |text: &str| {
        let answer = get(&format!("/v1/games/azur-lane/rules?q={}", encoded(text)), "en").await;
        assert_eq!(answer.status, 200, "{text}");
        answer
    };
    for (text, wanted) in [
        ("505.2a", "505.2a"),
        ("TARGET rested ONLY", "505.2a"),
        ("long range", "601.5"),
        ("遠程", "601.5"),
        ("远程", "601.5"),
        ("主動玩家", "301.1"),
        ("主动玩家", "301.1"),
        ("active player", "301.1"),
    ] {
        let found = find(text).await;
        let ids: Vec<&str> =
            found.body["rules"].as_array().unwrap().iter().map(|rule| rule["id"].as_str().unwrap()).collect();
        assert!(ids.contains(&wanted), "{text}: {ids:?}");
        assert_eq!(found.bytes, find(text).await.bytes, "{text}");
    }
    let exact = find("505.2").await.body;
    let first: Vec<&Value> =
        exact["rules"].as_array().unwrap().iter().take(3).map(|rule| &rule["id"]).collect();
    assert_eq!(first, ["505.2", "505.2a", "505.2b"]);
    let terms = find("主动玩家").await.body["terms"].clone();
    assert_eq!(terms[0]["terms"]["en"], "active player");
    assert_eq!(find("zzz").await.body["count"], 0);
    let [some, all] = [find("attack zzz").await.body, find("attack").await.body];
    assert_eq!(some["count"], all["count"], "some of the words are enough");
    assert_eq!(some["rules"][0]["hits"], serde_json::json!(["attack"]));
}

#[actix_web::test]
async fn lists_have_kinds_and_pages() {
    let all = get("/v1/games/azur-lane/rules", "en").await.body;
    assert_eq!((all["limit"].as_u64(), all["rules"].as_array().map(Vec::len)), (Some(100), Some(100)));
    let page = get("/v1/games/azur-lane/rules?limit=3&offset=2", "en").await.body;
    assert_eq!(page["rules"], json!(all["rules"].as_array().unwrap()[2..5]));
    assert_eq!(page["count"], all["count"]);
    let beyond = get("/v1/games/azur-lane/rules?offset=100000", "en").await.body;
    assert_eq!(
        (&beyond["rules"], &beyond["has_more"], &beyond["next"]),
        (&json!([]), &json!(false), &json!(null))
    );
    let table = get("/v1/games/azur-lane/rules?kind=table", "en").await.body;
    assert!(table["rules"].as_array().unwrap().iter().all(|rule| rule["kind"] == "table"));
    assert!(table["count"].as_u64() > Some(0) && table["count"].as_u64() < all["count"].as_u64());
}

/// Following the links visits every item once, in the order of the whole list.
#[actix_web::test]
async fn lists_are_read_by_following_their_links() {
    for (list, items) in [
        ("/v1/games/azur-lane/rules?limit=500&q=%E6%94%BB%E6%93%8A", "rules"),
        ("/v1/games/azur-lane/rules?limit=500&kind=table", "rules"),
        ("/v1/games/azur-lane/cards?limit=500", "cards"),
    ] {
        let whole = get(list, "en").await;
        assert_eq!((&whole.body["has_more"], &whole.body["next"]), (&json!(false), &Value::Null), "{list}");
        assert!(!whole.header("link").contains("rel=\"next\""), "{list}");
        let whole = whole.body[items].as_array().unwrap().clone();
        assert!(whole.len() > 3, "{list}");
        let (mut read, mut pages) = (Vec::new(), 0);
        // If the number of items allows it, the last page is full, and still has no next one.
        let size = (2..whole.len()).rev().find(|size| whole.len() % size == 0).unwrap_or(whole.len() / 2 + 1);
        let mut next = Some(list.replace("limit=500", &format!("limit={size}")));
        while let Some(uri) = next {
            let page = get(&uri, "en").await;
            read.extend(page.body[items].as_array().unwrap().clone());
            // The link is a query to the same path.
            let query = page.body["next"].as_str();
            assert_eq!(page.body["has_more"], query.is_some(), "{uri}");
            let links = page.all("link");
            let link = query.map(|query| format!("<{query}>; rel=\"next\""));
            let path = uri.split('?').next().unwrap();
            next = query.map(|query| format!("{path}{query}"));
            assert_eq!(links.iter().find(|link| link.contains("next")), link.as_ref(), "{links:?}");
            pages += 1;
        }
        assert_eq!((read, pages), (whole.clone(), whole.len().div_ceil(size)), "{list}");
    }
}

#[actix_web::test]
async fn games_have_titles_in_every_language() {
    for line in get("/v1/games", "en").await.body["games"].as_array().unwrap() {
        let game = get(&format!("/v1/games/{}", line["game"].as_str().unwrap()), "en").await.body;
        assert_eq!(game["title"], line["title"]);
        for language in ["en", "zh-Hant", "zh-Hans"] {
            assert!(line["title"][language].as_str().is_some_and(|title| !title.is_empty()), "{line}");
        }
    }
    let azur = get("/v1/games/azur-lane", "en").await.body;
    assert_eq!(azur["title"]["zh-Hant"], "碧藍航線 TCG");
}

#[actix_web::test]
async fn answers_link_to_their_description() {
    let document = get("/openapi.json", "en").await.body;
    for (uri, schema) in [
        ("/v1/games", "GamesAnswer"),
        ("/v1/games/azur-lane", "GameAnswer"),
        ("/v1/games/azur-lane/rules?limit=1", "RulesAnswer"),
        ("/v1/games/azur-lane/rules/505.2a", "RuleAnswer"),
        ("/v1/games/azur-lane/cards?limit=1", "CardsAnswer"),
        ("/v1/games/azur-lane/cards/rj-001", "CardAnswer"),
        ("/v1/games/chess", "Problem"),
        ("/v1/nothing", "Problem"),
        ("/healthz", "Health"),
    ] {
        let folders = uri.split('?').next().unwrap().matches('/').count() - 1;
        let root = if folders == 0 { "./".to_owned() } else { "../".repeat(folders) };
        let link = format!("<{root}openapi.json#/components/schemas/{schema}>; rel=\"describedby\"");
        assert!(get(uri, "en").await.all("link").contains(&link), "{uri}");
        assert!(document["components"]["schemas"][schema].is_object(), "{schema}");
    }
    let page = get("/docs", "en").await;
    assert_eq!(page.all("link"), Vec::<String>::new());
}

#[actix_web::test]
async fn a_list_of_cards_says_what_each_of_them_says() {
    let list = "/v1/games/azur-lane/cards?limit=3&offset=40&pool=azur-lane/official";
    assert_eq!(get(list, "en").await.body.get("texts"), None);
    let page = get(&format!("{list}&abilities=text"), "zh-Hant").await.body;
    let (cards, texts) = (page["cards"].as_array().unwrap(), page["texts"].as_array().unwrap());
    assert_eq!((cards.len(), texts.len()), (3, 3));
    for (card, text) in cards.iter().zip(texts) {
        let id = encoded(card["id"].as_str().unwrap());
        let one =
            get(&format!("/v1/games/azur-lane/cards/{id}?pool=azur-lane/official"), "zh-Hant").await.body;
        assert_eq!(&one["card"], card, "{id}");
        for field in ["not_exact", "printings", "text"] {
            assert_eq!(one.get(field), text.get(field), "{id}: {field}");
        }
    }
    assert!(texts.iter().any(|text| text["text"] != json!([])), "{texts:?}");
    let wrong = get(&format!("{list}&abilities=all"), "en").await;
    assert_eq!((wrong.status, &wrong.body["code"]), (400, &json!("bad_query")));
}

#[actix_web::test]
async fn queries_that_do_not_fit_are_refused() {
    let long = "x".repeat(201);
    for query in [
        "kind=law",
        "kind=",
        "limit=0",
        "limit=501",
        "limit=-1",
        "limit=x",
        "offset=+1",
        "page=2",
        "q=a&q=b",
        "q",
        "q=",
        "q=%20%20",
        &format!("q={long}"),
    ] {
        let answer = get(&format!("/v1/games/azur-lane/rules?{query}"), "en").await;
        assert_eq!((answer.status, answer.body["code"].as_str()), (400, Some("bad_query")), "{query}");
    }
    for path in ["/v1/games", "/v1/games/azur-lane", "/v1/games/azur-lane/rules/505.2a"] {
        assert_eq!(get(&format!("{path}?lang=en"), "en").await.status, 400, "{path}");
    }
}

#[actix_web::test]
async fn only_reading_is_allowed() {
    for path in
        ["/v1/games", "/v1/games/azur-lane", "/v1/games/azur-lane/rules", "/v1/games/azur-lane/rules/505.2a"]
    {
        let head = ask(TestRequest::with_uri(path).method(Method::HEAD)).await;
        assert_eq!(head.status, 200, "{path}");
        let answer = ask(TestRequest::post().uri(path)).await;
        assert_eq!((answer.status, answer.header("allow").as_str()), (405, "get, head"), "{path}");
    }
}
