//! The published description agrees with the service. With `UPDATE_OPENAPI=1` in the environment the test
//! writes the file.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use std::collections::BTreeSet;

use crate::common::fits::fits;
use crate::common::{get, in_path, send};
use actix_web::http::Method;
use actix_web::test::TestRequest;
use actix_web::web;
use rules_judge::http::fault::entry;
use rules_judge::http::openapi::making::document;
use rules_judge::http::openapi::{self, Operation, older, operations};
use rules_judge::http::service::Service;
use rules_judge::limits::Limits;
use rules_judge_replays::answer::FaultCode;
use rules_judge_replays::codec::canonical::digest;
use rules_judge_replays::judging::Judge;
use serde_json::{Value, json};

fn service() -> web::Data<Service> {
    web::Data::new(Service::new(Judge::new(), Limits::default()).unwrap())
}

#[actix_web::test]
async fn the_published_document_is_that_of_the_code() {
    let write = std::env::var_os("UPDATE_OPENAPI").is_some_and(|value| value == "1");
    let document = document(&Judge::new());
    for (name, document) in [("openapi", &document), ("openapi-3.0", &older(&document))] {
        let path = format!("{}/../openapi/{name}.json", env!("CARGO_MANIFEST_DIR"));
        let text = serde_json::to_string_pretty(document).unwrap() + "\n";
        if write {
            std::fs::write(&path, &text).unwrap();
        }
        let published = std::fs::read_to_string(path).unwrap_or_default();
        assert!(published == text, "openapi/{name}.json has changed; UPDATE_OPENAPI=1 writes it anew");
    }
    // The program contains the written file only after the next build.
    if write {
        return;
    }
    assert_eq!(openapi::document(), document.to_string());
    assert_eq!(send(&service(), get("/openapi.json")).await.json(), document);
}

fn objects<'v>(value: &'v Value, found: &mut Vec<&'v Value>) {
    found.push(value);
    match value {
        Value::Object(map) => map.values().for_each(|inner| objects(inner, found)),
        Value::Array(list) => list.iter().for_each(|inner| objects(inner, found)),
        _ => {}
    }
}

#[test]
fn every_reference_leads_somewhere_and_every_schema_is_used() {
    let document = document(&Judge::new());
    let mut all = Vec::new();
    objects(&document, &mut all);
    let mut used = BTreeSet::new();
    for reference in all.iter().filter_map(|value| value.get("$ref")?.as_str()) {
        let name = reference.strip_prefix('#').unwrap();
        assert!(document.pointer(name).is_some(), "{reference}");
        used.insert(reference.rsplit('/').next().unwrap().to_owned());
    }
    for name in document["components"]["schemas"].as_object().unwrap().keys() {
        assert!(used.contains(name), "{name} is not used");
    }
}

/// The document for 3.0 has no keyword that only 3.1 has.
#[test]
fn the_older_document_is_of_the_older_form() {
    let document = document(&Judge::new());
    let older = older(&document);
    let mut all = Vec::new();
    objects(&older, &mut all);
    for value in all {
        let kind = value.get("type");
        assert!(kind.is_none_or(|kind| kind != "null") || value.get("in").is_some(), "{value}");
        assert!(value.get("oneOf").and_then(Value::as_array).is_none_or(|list| !list.is_empty()), "{value}");
        for name in ["const", "examples", "prefixItems", "propertyNames", "contentMediaType"] {
            // Examples of responses are values and no schemas.
            let no_schema = value.get("$ref").is_some()
                || value.get("schema").is_some()
                || value.get("schemas").is_some();
            assert!(no_schema || value.get(name).is_none(), "{name} in {value}");
        }
    }
}

#[test]
fn operations_have_their_own_names_and_every_fault_is_one_of_some_call() {
    let ids: BTreeSet<&str> = operations().iter().map(|operation| operation.id).collect();
    assert_eq!(ids.len(), operations().len());
    let listed: BTreeSet<FaultCode> =
        operations().iter().flat_map(|operation| operation.all_faults()).collect();
    for code in FaultCode::ALL {
        assert!(listed.contains(&code), "{} is told nowhere", entry(code).code);
    }
}

/// Every path of the table has a route, with the methods in the table and no others.
#[actix_web::test]
async fn the_table_and_the_routes_agree() {
    let service = service();
    for path in operations().iter().map(|operation| operation.path).collect::<BTreeSet<_>>() {
        let filled = path
            .replace("{game}", "azur-lane")
            .replace("{id}", "x")
            .replace("{code}", "x")
            .replace("{digest}", "x")
            .replace("{name}", "state");
        let filled = filled.replace("{replay_digest}", "x");
        for method in ["get", "post", "put", "delete", "patch"] {
            let taken =
                operations().iter().any(|operation| operation.path == path && operation.method == method);
            let request = TestRequest::with_uri(&filled)
                .method(Method::from_bytes(method.to_uppercase().as_bytes()).unwrap());
            let answer = send(&service, request).await;
            assert_eq!(answer.status != 405, taken, "{method} {path}");
            if !taken {
                assert!(!answer.header("allow").is_empty());
            }
            assert!(answer.status != 404 || path.contains('{'), "{method} {path}");
        }
    }
}

fn answered<'d>(document: &'d Value, path: &str, method: &str, status: u16) -> &'d Value {
    let place = format!("/paths/{}/{method}/responses/{status}/content", path.replace('/', "~1"));
    let content = document.pointer(&place).unwrap_or_else(|| panic!("{place}"));
    &content.as_object().unwrap().values().next().unwrap()["schema"]
}

/// Checks that a fault fits its schema and that the document lists it for this call.
fn is_documented(
    document: &Value,
    path: &str,
    method: &str,
    fault: &crate::common::Answer,
) -> Result<(), String> {
    let problem = fault.json();
    fits(document, answered(document, path, method, fault.status), &problem)?;
    let place = format!("/paths/{}/{method}/responses/{}/content", path.replace('/', "~1"), fault.status);
    let shown = &document.pointer(&place).unwrap()["application/problem+json"]["examples"];
    let code = problem["code"].as_str().unwrap();
    shown.get(code).map(|_| ()).ok_or_else(|| format!("{code} is not shown for {method} {path}"))
}

/// Every example of a fault fits the schema of faults, and has the status of its response.
#[test]
fn faults_are_shown_as_they_are() {
    let document = document(&Judge::new());
    let schema = &document["components"]["schemas"]["Problem"];
    let examples = document["components"]["examples"].as_object().unwrap();
    assert_eq!(examples.len(), FaultCode::ALL.len());
    for (code, example) in examples {
        fits(&document, schema, &example["value"]).unwrap_or_else(|why| panic!("{code}: {why}"));
        assert_eq!(example["value"]["code"], **code);
    }
    let mut shown = 0;
    for operation in operations() {
        let place = format!("/paths/{}/{}/responses", operation.path.replace('/', "~1"), operation.method);
        for (status, response) in document.pointer(&place).unwrap().as_object().unwrap() {
            let content = &response["content"]["application/problem+json"];
            for code in content["examples"].as_object().into_iter().flatten().map(|(code, _)| code) {
                assert_eq!(examples[code]["value"]["status"].to_string(), *status, "{code}");
                shown += 1;
            }
        }
    }
    assert_eq!(shown, operations().iter().map(|operation| operation.all_faults().len()).sum::<usize>());
}

/// The test sends every example. It fits the schema of requests, and its answer that of responses; a
/// nonsensical request gets a fault that the document lists.
#[actix_web::test]
async fn examples_are_as_the_document_says() {
    let (service, document) = (service(), document(&Judge::new()));
    let mut sent = 0;
    for operation in operations() {
        let Some((kind, schema)) = operation.takes else { continue };
        let schemas = &document["components"]["schemas"];
        let place =
            format!("/paths/{}/{}/requestBody/content", operation.path.replace('/', "~1"), operation.method);
        let media = &document.pointer(&place).unwrap()[kind];
        let request = |body: String| {
            let method = Method::from_bytes(operation.method.to_uppercase().as_bytes()).unwrap();
            let request = TestRequest::with_uri(&operation.path.replace("{digest}", "x")).method(method);
            request.insert_header(("content-type", kind)).set_payload(body)
        };
        for (game, example) in media["examples"].as_object().into_iter().flatten() {
            sent += 1;
            let example = &example["value"];
            fits(&document, &schemas[schema], example)
                .unwrap_or_else(|why| panic!("{} {game}: {why}", operation.id));
            let named = operation.path.replace("{digest}", &digest(example).unwrap().to_string());
            let answer = send(&service, request(example.to_string()).uri(&named)).await;
            assert_eq!(answer.status, if operation.id == "putPool" { 201 } else { 200 }, "{}", answer.text());
            for line in answer.lines() {
                fits(&document, answered(&document, operation.path, operation.method, answer.status), &line)
                    .unwrap_or_else(|why| panic!("{} {game}: {why}", operation.id));
                // The verdict must be good, and not only fit the schema.
                let verdict = line.get("verdict").map_or("", |verdict| {
                    verdict.as_str().or_else(|| verdict["verdict"].as_str()).unwrap_or("")
                });
                assert!(verdict.is_empty() || verdict == "legal", "{} {game}: {line}", operation.id);
            }
        }
        if operation.id != "verifyBatch" {
            for body in [
                "",
                "[]",
                "{}",
                "{\"game\":\"chess\",\"cards\":[]}",
                "{\"header\":{\"game\":\"x\"},\"logs\":[]}",
            ] {
                let answer = send(&service, request(body.to_owned())).await;
                assert!((400..500).contains(&answer.status));
                is_documented(&document, operation.path, operation.method, &answer)
                    .unwrap_or_else(|why| panic!("{} {body}: {why}", operation.id));
            }
        }
    }
    assert_eq!(sent, 8 * Judge::new().games().games.len());
}

#[actix_web::test]
async fn what_is_got_is_as_the_document_says() {
    let (service, document) = (service(), document(&Judge::new()));
    for game in Judge::new().games().games {
        let game = game.game;
        let rules = send(&service, get(&format!("/v1/games/{game}/rules?limit=500"))).await.json();
        let rule = |kind: &str| {
            let one = rules["rules"].as_array().unwrap().iter().find(|rule| rule["kind"] == kind);
            in_path(one.unwrap()["id"].as_str().unwrap())
        };
        let card =
            send(&service, get(&format!("/v1/games/{game}/cards"))).await.json()["cards"][0]["id"].clone();
        for (path, asked) in [
            ("/v1/games", "/v1/games".to_owned()),
            ("/v1/games/{game}", format!("/v1/games/{game}")),
            ("/v1/games/{game}/rules", format!("/v1/games/{game}/rules?limit=3")),
            ("/v1/games/{game}/rules/{id}", format!("/v1/games/{game}/rules/{}", rule("enforced"))),
            ("/v1/games/{game}/rules/{id}", format!("/v1/games/{game}/rules/{}", rule("ruling"))),
            ("/v1/games/{game}/cards", format!("/v1/games/{game}/cards?limit=3")),
            ("/v1/games/{game}/cards/{id}", format!("/v1/games/{game}/cards/{}", card.as_str().unwrap())),
            ("/v1/games/{game}/schemas/{name}", format!("/v1/games/{game}/schemas/event")),
            ("/healthz", "/healthz".to_owned()),
            ("/readyz", "/readyz".to_owned()),
        ] {
            let answer = send(&service, get(&asked)).await;
            assert_eq!(answer.status, 200, "{asked}");
            fits(&document, answered(&document, path, "get", 200), &answer.json())
                .unwrap_or_else(|why| panic!("{asked}: {why}"));
        }
        let lost = send(&service, get(&format!("/v1/games/{game}/rules/nothing"))).await;
        is_documented(&document, "/v1/games/{game}/rules/{id}", "get", &lost).unwrap();
    }
}

/// A service with limits that cause a fault, and a request that gets it.
fn provoked(
    operation: &Operation,
    code: FaultCode,
    (game, replay): (&str, &Value),
) -> Option<(Limits, TestRequest, usize)> {
    let zero = format!("sha256:{}", "0".repeat(64));
    let mut header = replay.clone();
    let log = header.as_object_mut().unwrap().remove("actions").unwrap();
    let first = log[0].clone();
    // A body for this call with a changed header.
    let body = |change: &dyn Fn(&mut Value)| {
        let mut header = header.clone();
        change(&mut header);
        let mut replay = header.clone();
        replay["actions"] = json!([]);
        match operation.id {
            "move" => json!({"action": first, "replay": replay}),
            "compare" => json!({"header": header, "logs": [[], []]}),
            "completeAct" => {
                json!({"act": {"seat": first["seat"], "type": first["type"]}, "replay": replay})
            }
            "checkDeck" => {
                let mut body = json!({"deck": header["players"][0]["deck"], "game": header["game"]});
                if let Some(pool) = header.get("pool") {
                    body["pool"] = pool.clone();
                }
                body
            }
            "putPool" => match header.get("pool") {
                Some(pool) => pool.clone(),
                None => json!({"game": header["game"], "cards": []}),
            },
            _ => replay,
        }
    };
    let path = |of: &str, game: &str, id: &str| {
        let path = of.replace("{game}", game).replace("{id}", id).replace("{replay_digest}", &zero);
        path.replace("{digest}", &zero).replace("{code}", "too_large").replace("{name}", "state")
    };
    let good = path(operation.path, game, if operation.path.contains("cards") { "rj-001" } else { "x" });
    let method = |method: &str| Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
    let with = |uri: &str, body: Option<String>| {
        let request = TestRequest::with_uri(uri).method(method(operation.method));
        match (operation.takes, body) {
            (Some((kind, _)), Some(body)) => request.insert_header(("content-type", kind)).set_payload(body),
            _ => request,
        }
    };
    let usual = || operation.takes.map(|_| body(&|_| {}).to_string());
    // A pool, sent to the path with its digest.
    let of_body = |change: &dyn Fn(&mut Value)| {
        let body = body(change);
        with(&good.replace(&zero, &digest(&body).unwrap().to_string()), Some(body.to_string()))
    };
    let text = |text: String| with(&good, Some(text));
    let address = "192.0.2.1:5000".parse().unwrap();
    let mut limits = Limits::default();
    let mut times = 1;
    let request = match code {
        // No request causes it.
        FaultCode::Internal => return None,
        // `wire` tests the time limit over a real connection.
        FaultCode::RequestTimeout => return None,
        FaultCode::UnsupportedMedia => with(&good, usual()).insert_header(("content-encoding", "gzip")),
        FaultCode::MethodNotAllowed => TestRequest::with_uri(&good).method(method("delete")),
        FaultCode::TooOften => {
            (limits.rate_per_second, limits.rate_burst, times) = (1, 1, 2);
            with(&good, usual()).peer_addr(address)
        }
        FaultCode::BadQuery => with(&format!("{good}?nothing=1"), usual()),
        FaultCode::Overloaded => {
            (limits.running, limits.waiting, limits.batches, limits.held_bytes) = (0, 0, 0, 1 << 10);
            if usual().is_some() {
                limits.held_bytes = 1 << 20;
            }
            with(&good, usual())
        }
        FaultCode::UnreadableJson => text("{".to_owned()),
        FaultCode::WrongShape => text("1.5".to_owned()),
        FaultCode::TooLarge => {
            limits.body_bytes = 4;
            with(&good, usual())
        }
        FaultCode::TooDeep => text("[".repeat(65)),
        FaultCode::TooMany => text(format!("[{}]", vec!["0"; 200_001].join(","))),
        FaultCode::NotFound => with(&operation.path.replace("{code}", "nothing"), None),
        FaultCode::UnknownGame if operation.takes.is_some() => {
            of_body(&|header| header["game"] = "chess".into())
        }
        FaultCode::UnknownGame => with(&path(operation.path, "chess", "x"), None),
        FaultCode::UnknownRule => with(&path(operation.path, game, "nothing"), None),
        FaultCode::UnknownSchema => with(&good.replace("/state", "/nothing"), None),
        FaultCode::NoSuchCard => with(&path(operation.path, game, "nothing"), None),
        FaultCode::UnknownPool if operation.takes.is_some() => {
            of_body(&|header| header["pool"] = zero.clone().into())
        }
        FaultCode::UnknownPool => with(&format!("{good}?pool={zero}"), None),
        FaultCode::UnknownCard => of_body(&|header| {
            let deck = header["players"][0]["deck"].as_object_mut().unwrap();
            let mut lists = deck.values_mut().filter_map(Value::as_array_mut);
            lists.find(|list| !list.is_empty()).unwrap()[0]["card"] = "nothing".into();
        }),
        FaultCode::BadReveal => of_body(&|header| {
            header.as_object_mut().unwrap().remove("seed");
            let (commit, reveal) = ("0".repeat(64), "1".repeat(64));
            header["seed_commit"] = json!({"commits": [commit, commit], "reveals": [reveal, reveal]});
        }),
        FaultCode::BadFact => of_body(&|header| {
            let decks: Value = header["players"].clone();
            let deck = decks[0]["deck"].as_object().unwrap();
            let mut lists = deck.values().filter_map(Value::as_array);
            let card = lists.find_map(|list| list.first()?.get("card").cloned()).unwrap();
            header["facts"] = json!([{ "card": card }]);
        }),
        FaultCode::BadPool => of_body(&|header| header["pool"] = json!({"game": game, "cards": [0]})),
        FaultCode::BeyondLog => with(&format!("{good}?at=9999"), usual()),
        FaultCode::UnknownBase => text(json!({"action": first, "base": zero}).to_string()),
        FaultCode::UnknownVerdict => with(&good, None),
        FaultCode::WrongDigest => with(&good, usual()),
    };
    Some((limits, request, times))
}

/// The test causes each response that the document promises for a call: every fault, and 304 for a client
/// that has the answer.
#[actix_web::test]
async fn every_promised_response_is_answered() {
    let document = document(&Judge::new());
    let mut brought_about = 0;
    let judge = Judge::new();
    for game in judge.games().games {
        let replay = serde_json::from_slice(&judge.play(game.game, 7, ["random", "keen"]).unwrap()).unwrap();
        let of = (game.game, &replay);
        for operation in operations() {
            for code in operation.all_faults() {
                let Some((limits, request, times)) = provoked(&operation, code, of) else { continue };
                let service = web::Data::new(Service::new(Judge::new(), limits).unwrap());
                for _ in 1..times {
                    let (_, earlier, _) = provoked(&operation, code, of).unwrap();
                    send(&service, earlier).await;
                }
                let answer = send(&service, request).await;
                let line = entry(code);
                let beginning: String = answer.text().chars().take(300).collect();
                let what = format!("{} {}: {} {beginning}", operation.id, line.code, answer.status);
                assert_eq!(answer.status, line.status, "{what}");
                assert_eq!(answer.json()["code"], line.code, "{what}");
                is_documented(&document, operation.path, operation.method, &answer).unwrap();
                brought_about += 1;
            }
            if operation.method == "get" && !operation.path.contains("{replay_digest}") {
                let path = operation
                    .path
                    .replace("{game}", game.game)
                    .replace("{code}", "too_large")
                    .replace("{name}", "state");
                let kind = if path.contains("rules") { "rules" } else { "cards" };
                let list = send(&service(), get(&format!("/v1/games/{}/{kind}", game.game))).await.json();
                let id = list[kind][0]["id"].as_str().unwrap();
                let request = get(&path.replace("{id}", &in_path(id))).insert_header(("if-none-match", "*"));
                let status = send(&service(), request).await.status;
                let place = format!("/paths/{}/get/responses/304", operation.path.replace('/', "~1"));
                let promised = document.pointer(&place).is_some();
                assert_eq!(status, if promised { 304 } else { 200 }, "{path}");
            }
        }
    }
    assert!(brought_about > 250, "{brought_about}");
}
