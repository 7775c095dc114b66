//! `mcp`: the client of the protocol's SDK calls the program over its pipes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use rmcp::model::{CallToolRequestParams, CallToolResult, ReadResourceRequestParams, ResourceContents};
use rmcp::service::RunningService;
use rmcp::{RoleClient, ServiceError, ServiceExt};
use rules_judge::mcp::{MESSAGE_BYTES, tools};
use rules_judge_replays::answer::{Language, Query};
use rules_judge_replays::catalog::schemas::GAMES;
use rules_judge_replays::judging::Judge;
use serde_json::{Value, json};
use tokio::process::{Child, Command};

/// The program and its client. The program ends when its standard input closes.
pub(crate) struct Session {
    client: RunningService<RoleClient, ()>,
    _program: Child,
}

/// The answer of a tool.
pub(crate) struct Answer {
    pub(crate) text: String,
    pub(crate) data: Value,
    pub(crate) is_error: bool,
}

pub(crate) async fn session() -> Session {
    let mut program = Command::new(env!("CARGO_BIN_EXE_rules-judge"))
        .arg("mcp")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let pipes = (program.stdout.take().unwrap(), program.stdin.take().unwrap());
    Session { client: ().serve(pipes).await.unwrap(), _program: program }
}

impl Session {
    async fn send(&self, tool: &str, arguments: Value) -> Result<CallToolResult, ServiceError> {
        let Value::Object(arguments) = arguments else { panic!("{arguments}") };
        self.client.call_tool(CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments)).await
    }

    pub(crate) async fn ask(&self, tool: &str, arguments: Value) -> Answer {
        let result = self.send(tool, arguments).await.unwrap();
        let text = result.content[0].as_text().unwrap().text.clone();
        let data = result.structured_content.unwrap();
        Answer { text, data, is_error: result.is_error.unwrap_or_default() }
    }

    async fn good(&self, tool: &str, arguments: Value) -> Answer {
        let answer = self.ask(tool, arguments).await;
        assert!(!answer.is_error, "{tool}: {}", answer.text);
        assert_eq!(answer.data["notice"].as_str(), answer.text.lines().last());
        answer
    }

    /// The problem with which a tool refuses these arguments.
    async fn bad(&self, tool: &str, arguments: Value) -> Value {
        let answer = self.ask(tool, arguments).await;
        assert!(answer.is_error, "{tool}: {}", answer.text);
        let detail = answer.data["problem"]["detail"].as_str().unwrap();
        assert!(answer.text.contains(detail), "{}", answer.text);
        answer.data["problem"].clone()
    }

    async fn read(&self, uri: &str) -> Result<Value, ServiceError> {
        let result = self.client.read_resource(ReadResourceRequestParams::new(uri)).await?;
        let ResourceContents::TextResourceContents { text, .. } = &result.contents[0] else {
            panic!("{uri}")
        };
        Ok(serde_json::from_str(text).unwrap())
    }
}

/// The table in an answer of `set_up_table`.
fn table(answer: &Answer) -> Value {
    answer.data["answer"]["table"].clone()
}

fn sample(game: &str, name: &str) -> Value {
    let path = format!("{}/../replays/samples/{game}/{name}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

#[actix_web::test]
async fn the_tools_are_listed_with_their_arguments_and_change_nothing() {
    let session = session().await;
    let listed = session.client.list_all_tools().await.unwrap();
    let names: Vec<&str> = listed.iter().map(|tool| &*tool.name).collect();
    assert_eq!(names, tools::names());
    for tool in listed {
        let annotations = tool.annotations.unwrap();
        assert_eq!(annotations.read_only_hint, Some(true), "{}", tool.name);
        assert_eq!(annotations.open_world_hint, Some(false), "{}", tool.name);
        assert_eq!(tool.input_schema["additionalProperties"], false, "{}", tool.name);
        // An argument that is not in the schema is refused, and so is an unknown language.
        let problem = session.bad(&tool.name, json!({ "beyond": 1 })).await;
        assert_eq!(problem["code"], "wrong_shape", "{}", tool.name);
        let problem = session.bad(&tool.name, json!({ "language": "la" })).await;
        assert_eq!(problem["pointer"], "/language", "{}", tool.name);
        // The tool refuses calls without one of the required arguments.
        for name in tool.input_schema["required"].as_array().unwrap() {
            let detail = session.bad(&tool.name, json!({})).await["detail"].clone();
            assert!(detail.as_str().unwrap().starts_with("missing field"), "{name}: {detail}");
        }
    }
    let unknown = session.send("judge", json!({})).await.unwrap_err();
    assert!(unknown.to_string().contains("judge_act"), "{unknown}");
}

#[actix_web::test]
async fn rules_are_found_and_read_in_the_asked_language() {
    let session = session().await;
    let found = session
        .good("search_rules", json!({ "game": "build-divide", "query": "attack a standing unit" }))
        .await;
    let listed: Vec<&Value> =
        found.data["answer"]["rules"].as_array().unwrap().iter().map(|rule| &rule["id"]).collect();
    let citations = found.data["citations"].as_array().unwrap();
    let first: Vec<&Value> = citations.iter().take(listed.len()).map(|rule| &rule["id"]).collect();
    assert_eq!(first, listed);
    let ids: Vec<&str> =
        found.data["citations"].as_array().unwrap().iter().map(|rule| rule["id"].as_str().unwrap()).collect();
    assert!(ids.contains(&"攻击阶段.2"), "{ids:?}");
    let arguments = json!({ "game": "build-divide", "id": "攻击阶段.2", "language": "zh-Hans" });
    let rule = session.good("get_rule", arguments).await;
    let text = Judge::new().rule_text("build-divide", "攻击阶段.2", Language::SimplifiedChinese).unwrap();
    assert_eq!(rule.data["citations"][0]["text"], text);
    assert!(rule.text.contains(&text), "{}", rule.text);
    let ruling = session.good("get_rule", json!({ "game": "build-divide", "id": "ruling-1" })).await;
    assert_eq!(ruling.data["citations"][0]["ours"], true);
    assert!(ruling.text.contains(ruling.data["citations"][0]["reason"].as_str().unwrap()));
    let problem = session.bad("get_rule", json!({ "game": "build-divide", "id": "攻击阶段.99" })).await;
    assert_eq!(problem["code"], "unknown_rule");
    let nothing = session.good("search_rules", json!({ "game": "tianhai", "query": "qqqqq" })).await;
    assert_eq!(nothing.data["answer"]["count"], 0);
    let most = json!({ "game": "tianhai", "query": "unit", "limit": 24 });
    assert_eq!(
        session.good("search_rules", most).await.data["answer"]["rules"].as_array().unwrap().len(),
        24
    );
    for limit in [0, 25] {
        let arguments = json!({ "game": "tianhai", "query": "unit", "limit": limit });
        assert_eq!(session.bad("search_rules", arguments).await["pointer"], "/limit");
    }
    let long = "unit ".repeat(41);
    assert_eq!(
        session.bad("search_rules", json!({ "game": "tianhai", "query": long })).await["pointer"],
        "/query"
    );
}

#[actix_web::test]
async fn cards_are_found_by_name_code_and_id() {
    let session = session().await;
    let by_id = session.good("get_card", json!({ "game": "build-divide", "card": "bd-015" })).await;
    let by_name = session.good("get_card", json!({ "game": "build-divide", "card": "brand fencer" })).await;
    assert_eq!(by_id.data, by_name.data);
    let text = by_id.data["answer"]["text"].as_array().unwrap();
    assert!(text.iter().all(|line| by_id.text.contains(line.as_str().unwrap())), "{}", by_id.text);
    let several = session.good("get_card", json!({ "game": "build-divide", "card": "bd-01" })).await;
    assert!(several.data["answer"]["several"].as_array().unwrap().len() > 1, "{}", several.text);
    let problem = session.bad("get_card", json!({ "game": "build-divide", "card": "no such card" })).await;
    assert_eq!(problem["code"], "no_such_card");
    let problem =
        session.bad("get_card", json!({ "game": "tianhai", "card": "th-001", "pool": "a/b" })).await;
    assert_eq!(problem["code"], "unknown_pool");
    // A card whose data are not exact names the part that is missing.
    let pools = session.good("list_games", json!({})).await.data["answer"]["pools"].clone();
    let inexact = pools.as_array().unwrap().iter().find(|pool| pool["approximate"] != 0).unwrap();
    let arguments = json!({ "game": inexact["game"], "card": "", "pool": inexact["name"] });
    assert_eq!(session.bad("get_card", arguments).await["code"], "no_such_card");
}

#[actix_web::test]
async fn a_deck_is_checked_as_the_service_checks_it() {
    let session = session().await;
    let list = "4 bd-010\n4 no such card";
    let deck = session.good("check_deck", json!({ "game": "build-divide", "list": list })).await;
    let request = json!({ "game": "build-divide", "list": list }).to_string();
    let own = Judge::new().check_deck(request.as_bytes(), &Query::default()).unwrap();
    assert_eq!(deck.data["answer"], json!(own));
    assert!(deck.text.contains("no such card"), "{}", deck.text);
    for fault in &own.faults {
        assert!(deck.text.contains(&fault.message), "{}", deck.text);
    }
    assert!(!deck.data["citations"].as_array().unwrap().is_empty());
}

#[actix_web::test]
async fn logs_are_judged_and_compared_as_the_service_does() {
    let session = session().await;
    for game in GAMES {
        let log = sample(game, "example");
        let verdict = session.good("judge_log", json!({ "replay": log })).await;
        assert_eq!(verdict.data["answer"]["verdict"], "legal", "{game}: {}", verdict.text);
        let same = session.good("judge_log", json!({ "replay": log.to_string() })).await;
        assert_eq!(verdict.data, same.data);
        let begun = session.good("judge_log", json!({ "replay": log, "at": 2, "view": "public" })).await;
        let query =
            Query { at: Some(2), view: rules_judge_replays::answer::View::Public, ..Query::default() };
        let own = Judge::new().verify(log.to_string().as_bytes(), &query).unwrap();
        assert_eq!(begun.data["answer"]["replay_digest"], json!(own.replay_digest), "{game}");
        assert_eq!(begun.data["answer"]["accepted"], own.accepted, "{game}");
    }
    let illegal = session.good("judge_log", json!({ "replay": sample("xinglingwang", "illegal") })).await;
    assert_eq!(illegal.data["answer"]["verdict"], "illegal");
    assert!(illegal.text.contains("十一.1"), "{}", illegal.text);
    let mut header = sample("tianhai", "example");
    let Value::Array(entries) = header.as_object_mut().unwrap().remove("actions").unwrap() else { panic!() };
    let other = [&entries[..5], &entries[6..7]].concat();
    let logs = json!([entries[..6], other]);
    let compared = session.good("compare_accounts", json!({ "header": header, "logs": logs })).await;
    let request = json!({ "header": header, "logs": logs }).to_string();
    let own = Judge::new().compare(request.as_bytes(), &Query::default()).unwrap();
    assert_eq!(compared.data["answer"]["common"], own.common);
    assert_eq!(compared.data["answer"]["difference"], json!(own.difference));
    let one = session.bad("compare_accounts", json!({ "header": header, "logs": [entries] })).await;
    assert_eq!(one["pointer"], "/logs");
    assert_eq!(session.bad("judge_log", json!({ "replay": 7 })).await["pointer"], "/replay");
    assert_eq!(session.bad("judge_log", json!({ "replay": "{" })).await["code"], "unreadable_json");
}

#[actix_web::test]
async fn a_view_shows_no_card_that_its_seat_does_not_see() {
    let session = session().await;
    let statements = json!([{ "do": "template", "template": "main", "stand_ins": true }]);
    let arguments = json!({ "game": "build-divide", "statements": statements });
    let full = session.good("set_up_table", arguments).await;
    let table = table(&full);
    // This card is only in hands.
    let hidden = ["bd-020", "Stoke the Forge"];
    assert!(
        hidden.iter().all(|word| full.data["answer"]["cards"].to_string().contains(word)),
        "{}",
        full.text
    );
    let pass = json!({ "seat": 0, "type": "pass" });
    for (tool, arguments) in [
        ("judge_act", json!({ "table": table, "act": pass, "view": "public" })),
        ("legal_answers", json!({ "table": table, "view": "public" })),
    ] {
        let seen = session.good(tool, arguments).await;
        let whole = seen.text + &seen.data.to_string();
        assert!(!hidden.iter().any(|word| whole.contains(word)), "{whole}");
    }
    let own = session.good("legal_answers", json!({ "table": table, "view": "seat0" })).await;
    assert!(own.text.contains(hidden[1]), "{}", own.text);
    // Seat 1 may not know the legal answers of seat 0, so an incomplete act of seat 0 gets no verdict.
    let incomplete = json!({ "seat": 0, "type": "place_energy" });
    let arguments = json!({ "table": table, "act": incomplete, "view": "seat1" });
    let judged = session.good("judge_act", arguments).await;
    assert_eq!(judged.data["answer"]["incomplete"]["fitting"], json!([]), "{}", judged.text);
    assert_eq!(judged.data["answer"]["incomplete"]["complete"], false, "{}", judged.text);
    let arguments = json!({ "table": table, "act": incomplete, "view": "seat2" });
    assert_eq!(session.bad("judge_act", arguments).await["pointer"], "/view");
}

#[actix_web::test]
async fn an_incomplete_act_is_judged_over_its_completions() {
    let session = session().await;
    let statements = json!([
        { "do": "template", "template": "attack", "stand_ins": true },
        { "do": "place", "zone": "Field", "seat": 0, "card": "Brand Fencer", "state": ["Rested"] }
    ]);
    let set_up =
        session.good("set_up_table", json!({ "game": "build-divide", "statements": statements })).await;
    assert_eq!(set_up.data["answer"]["ready"], true, "{}", set_up.text);
    let table = table(&set_up);
    let number = |seat: u64, nth: usize| {
        let cards = set_up.data["answer"]["cards"].as_array().unwrap().iter();
        let of = cards.filter(|card| card["zone"] == "field" && card["seat"] == seat);
        of.map(|card| card["number"].clone()).nth(nth).unwrap()
    };
    let act = json!({ "seat": 0, "type": "declare_attack", "attacker": number(0, 0) });
    let possible = session.good("judge_act", json!({ "table": table, "act": act })).await;
    let found = &possible.data["answer"]["incomplete"];
    assert_eq!((&found["missing"], &found["complete"]), (&json!(["target"]), &json!(true)));
    for fitting in found["fitting"].as_array().unwrap() {
        let whole = session.good("judge_act", json!({ "table": table, "act": fitting["act"] })).await;
        assert_eq!(whole.data["answer"]["verdict"]["verdict"], "legal", "{}", whole.text);
    }
    assert_eq!(found["fitting"].as_array().unwrap().len(), 2, "{}", possible.text);
    // A rested unit cannot attack: the reason is given even without a target.
    let act = json!({ "seat": 0, "type": "declare_attack", "attacker": { "named": "Brand Fencer" } });
    let impossible = session.good("judge_act", json!({ "table": table, "act": act })).await;
    assert_eq!(impossible.data["answer"]["incomplete"]["fitting"], json!([]));
    assert_ne!(impossible.data["answer"]["incomplete"]["refusals"], json!([]), "{}", impossible.text);
    assert_ne!(impossible.data["citations"], json!([]), "{}", impossible.text);
    // Conceding is in no list of legal answers; if such an act lacks its seat, that does not make it illegal.
    for act in [json!({ "type": "concede" }), json!({ "seat": 0 })] {
        let open = session.good("judge_act", json!({ "table": table, "act": act })).await;
        let found = &open.data["answer"]["incomplete"];
        assert!(found["complete"] == false || found["fitting"] != json!([]), "{}", open.text);
    }
    // In a grid the reasons come from completions that name places.
    let statements = json!([{ "do": "template", "template": "play", "stand_ins": true }]);
    let grid = session.good("set_up_table", json!({ "game": "tianhai", "statements": statements })).await;
    let act = json!({ "seat": 0, "type": "flip" });
    let flipped = session.good("judge_act", json!({ "table": crate::mcp::table(&grid), "act": act })).await;
    assert_ne!(flipped.data["answer"]["incomplete"]["refusals"], json!([]), "{}", flipped.text);
    // An act may name a card by its number or name. If several cards have the name, or none, the answer says
    // so.
    let by_name = |name: Value| {
        let act = json!({ "seat": 0, "type": "declare_attack", "attacker": name, "target": "player" });
        json!({ "table": table, "act": act })
    };
    let named = session
        .good("judge_act", by_name(json!({ "named": "Cinder Courier", "seat": 0, "zone": "場" })))
        .await;
    let same = session.good("judge_act", by_name(number(0, 0))).await;
    assert_eq!(named.data, same.data);
    for name in [
        json!({ "named": "Cinder Courier" }),
        json!({ "named": "Gavel Bearer" }),
        json!({ "named": "no such card" }),
        json!({ "named": 7 }),
        json!({ "named": "Cinder Courier", "seat": 0, "zone": "moon" }),
        json!({ "named": "Cinder Courier", "seat": 1, "zone": "hand" }),
        json!({ "named": "Cinder Courier", "where": "field" }),
    ] {
        let problem = session.bad("judge_act", by_name(name.clone())).await;
        assert_eq!(problem["pointer"], "/act/attacker", "{name}: {problem}");
    }
    // An unknown field or kind is a fault of the request, and no missing part.
    for act in [
        json!({ "seat": 0, "type": "declare_attack", "with": 1 }),
        json!({ "seat": 0, "type": "fly" }),
        json!({ "type": 1 }),
    ] {
        let problem = session.bad("judge_act", json!({ "table": table, "act": act })).await;
        assert_eq!(problem["code"], "wrong_shape", "{problem}");
        assert!(problem["pointer"].as_str().unwrap().starts_with("/act"), "{problem}");
    }
    let problem =
        session.bad("judge_act", json!({ "table": { "game": "go", "position": {} }, "act": {} })).await;
    assert_eq!(problem["code"], "unknown_game", "{problem}");
}

#[actix_web::test]
async fn statements_that_cannot_be_carried_out_say_why_and_change_nothing() {
    let session = session().await;
    let begun = json!({ "game": "azur-lane", "statements": [{ "do": "template", "template": "main" }] });
    let begun = session.good("set_up_table", begun).await;
    assert_eq!(begun.data["answer"]["ready"], false, "{}", begun.text);
    // Each lack comes with a statement that adds it.
    let say = &begun.data["answer"]["missing"][0]["say"];
    assert_eq!(say["do"], "place", "{}", begun.text);
    let wrong = json!([
        { "do": "dance" },
        { "do": "template", "template": "nowhere" },
        { "do": "set", "what": "weather", "value": 1 },
        { "do": "set", "what": "window", "value": "tea" },
        { "do": "place", "zone": "moon", "card": "rj-011" },
        { "do": "place", "zone": "battlefield", "card": "rj-011", "cell": "F1" },
        { "do": "place", "zone": "battlefield", "seat": 0, "card": "rj-011", "cell": "F9" },
        { "do": "place", "zone": "battlefield", "seat": 0, "card": "nobody", "cell": "F1" },
        { "do": "place", "zone": "battlefield", "seat": 0, "card": "rj-011", "cell": "F1",
            "state": ["sunk"] },
        { "do": "place", "zone": "retreat", "seat": 0, "card": "rj-011", "count": 101 },
        { "do": "unknown", "zone": "battlefield", "seat": 0, "count": 3 },
        { "do": "number", "zone": "hand", "seat": 0, "value": 3 },
        { "do": "remove", "zone": "battlefield", "seat": 0, "cell": "F2" },
        "rested at F2"
    ]);
    let count = wrong.as_array().unwrap().len();
    for language in ["en", "zh-Hant", "zh-Hans"] {
        let arguments = json!({ "table": table(&begun), "statements": wrong, "language": language });
        let answer = session.good("set_up_table", arguments).await;
        assert_eq!(table(&answer), table(&begun));
        let missing = answer.data["answer"]["missing"].as_array().unwrap();
        let places: Vec<u64> = missing.iter().filter_map(|lack| lack["statement"].as_u64()).collect();
        assert_eq!(places, (0..count as u64).collect::<Vec<_>>(), "{}", answer.text);
    }
    let many = vec![json!({ "do": "remove", "zone": "hand", "seat": 0 }); 101];
    let arguments = json!({ "table": table(&begun), "statements": many[..100] });
    assert!(!session.ask("set_up_table", arguments).await.is_error);
    let problem = session.bad("set_up_table", json!({ "table": table(&begun), "statements": many })).await;
    assert_eq!((&problem["code"], &problem["pointer"]), (&json!("too_many"), &json!("/statements")));
    for arguments in [json!({ "statements": [] }), json!({ "statements": [], "game": "go" })] {
        session.bad("set_up_table", arguments).await;
    }
    let of_other = json!({ "table": table(&begun), "game": "tianhai", "statements": [] });
    assert_eq!(session.bad("set_up_table", of_other).await["pointer"], "/game");
}

#[actix_web::test]
async fn every_template_of_every_board_is_a_table_that_can_be_judged() {
    let session = session().await;
    for game in GAMES {
        for template in Judge::new().board(game).unwrap().templates {
            let statements = json!([{ "do": "template", "template": template.id, "stand_ins": true }]);
            let answer =
                session.good("set_up_table", json!({ "game": game, "statements": statements })).await;
            assert_eq!(answer.data["answer"]["ready"], true, "{game} {}: {}", template.id, answer.text);
            // A step without statements returns the same table.
            let again = json!({ "table": table(&answer), "statements": [] });
            assert_eq!(session.good("set_up_table", again).await.data, answer.data);
        }
    }
}

#[actix_web::test]
async fn a_known_card_lies_among_unknown_ones() {
    let session = session().await;
    let statements = json!([
        { "do": "unknown", "zone": "hand", "seat": 0, "count": 13 },
        { "do": "place", "zone": "hand", "seat": 0, "card": "rj-010" },
        { "do": "place", "zone": "hand", "seat": 0, "card": "rj-012" }
    ]);
    let answer = session.good("set_up_table", json!({ "game": "azur-lane", "statements": statements })).await;
    let hand = table(&answer)["position"]["players"][0]["hand"].clone();
    assert_eq!(hand, json!(["rj-010", "rj-012", { "unknown": 13 }]), "{}", answer.text);
    assert!(answer.text.contains("13 unknown"), "{}", answer.text);
    let taken = json!([{ "do": "remove", "zone": "hand", "seat": 0, "card": "rj-010" }]);
    let answer = session.good("set_up_table", json!({ "table": table(&answer), "statements": taken })).await;
    let hand = table(&answer)["position"]["players"][0]["hand"].clone();
    assert_eq!(hand, json!(["rj-012", { "unknown": 13 }]), "{}", answer.text);
}

#[actix_web::test]
async fn resources_are_read_by_their_addresses() {
    let session = session().await;
    for resource in session.client.list_all_resources().await.unwrap() {
        assert!(session.read(&resource.uri).await.unwrap().is_object(), "{}", resource.uri);
    }
    let templates = session.client.list_all_resource_templates().await.unwrap();
    assert!(templates.iter().any(|template| template.uri_template.contains("/rules/{id}")));
    let asked =
        session.good("get_rule", json!({ "game": "azur-lane", "id": "505.2b", "language": "zh-Hant" })).await;
    let read = session.read("rules-judge://azur-lane/rules/505.2b?language=zh-Hant").await.unwrap();
    assert_eq!(read, asked.data);
    let id = crate::common::in_path("攻击阶段.2");
    let read = session.read(&format!("rules-judge://build-divide/rules/{id}")).await.unwrap();
    assert_eq!(read["answer"]["id"], "攻击阶段.2");
    let plain = session.read("rules-judge://build-divide/rules/攻击阶段.2").await.unwrap();
    assert_eq!(plain, read);
    for uri in [
        "rules-judge://go/rules/1",
        "rules-judge://tianhai/rules/no-such-rule",
        "rules-judge://tianhai/rules/%FF",
        "rules-judge://tianhai/schemas/soul",
        "rules-judge://tianhai",
        "rules-judge://games?view=full",
        "rules-judge://games?language=la",
        "file:///etc/passwd",
        "",
    ] {
        let refused = session.read(uri).await.unwrap_err();
        assert!(matches!(refused, ServiceError::McpError(_)), "{uri}: {refused}");
    }
    let schema = session.good("get_schema", json!({ "game": "tianhai", "name": "position" })).await;
    let read = session.read("rules-judge://tianhai/schemas/position").await.unwrap();
    assert_eq!(schema.data["answer"], read);
}

/// Sends raw bytes to the program, without a client.
#[test]
fn bytes_that_are_no_messages_do_not_end_the_program() {
    let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_rules-judge"))
        .arg("mcp")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = program.stdin.take().unwrap();
    let mut lines = BufReader::new(program.stdout.take().unwrap()).lines();
    let mut answer = || -> Value { serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap() };
    let begin = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {},
        "clientInfo": { "name": "test", "version": "0" } } });
    let begun = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    writeln!(input, "{begin}\n{begun}").unwrap();
    assert_eq!(answer()["result"]["serverInfo"]["name"], "rules-judge");
    let list = |id: u64| json!({ "jsonrpc": "2.0", "id": id, "method": "tools/list" });
    let call = |id: u64, query: &str| {
        json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": { "name": "search_rules",
            "arguments": { "game": "tianhai", "query": query } } })
        .to_string()
    };
    input.write_all(b"\xFF\xFE{\n\n[[[[\n\x00\n").unwrap();
    writeln!(input, "{}", list(1)).unwrap();
    assert_eq!(answer()["id"], 1);
    // Nested deeper than any message.
    writeln!(input, "{}{}", "[".repeat(100_000), "]".repeat(100_000)).unwrap();
    // A message of the largest size is answered. A longer one is not, and the next one is.
    let room = MESSAGE_BYTES - call(2, "").len() - 1;
    writeln!(input, "{}", call(2, &"a".repeat(room))).unwrap();
    let largest = answer();
    assert_eq!((&largest["id"], &largest["result"]["isError"]), (&json!(2), &json!(true)));
    writeln!(input, "{}", call(3, &"a".repeat(room + 1))).unwrap();
    // More requests than the server answers at once: every one is answered.
    let all: String = (4..64).map(|id| format!("{}\n", call(id, "unit"))).collect();
    let writer = std::thread::spawn(move || {
        input.write_all(all.as_bytes()).unwrap();
        input
    });
    let mut answered: Vec<u64> = (4..64).map(|_| answer()["id"].as_u64().unwrap()).collect();
    answered.sort_unstable();
    assert_eq!(answered, (4..64).collect::<Vec<_>>());
    drop(writer.join().unwrap());
    assert_eq!(program.wait().unwrap().code(), Some(0));
}

#[test]
fn a_client_that_leaves_ends_the_program_and_one_that_does_not_begin_is_a_mistake() {
    let first = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    for (sent, code) in [(String::new(), 0), ("no JSON\n".to_owned(), 0), (format!("{first}\n"), 2)] {
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_rules-judge"))
            .arg("mcp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        program.stdin.take().unwrap().write_all(sent.as_bytes()).unwrap();
        let output = program.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(code), &b""[..]), "{sent}");
    }
}
