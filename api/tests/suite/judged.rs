//! Judges bytes over HTTP and by the command.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use actix_web::test::{TestRequest, call_and_read_body, init_service};
use actix_web::web;
use rules_judge::http::service::{Service, app};
use rules_judge::limits::Limits;
use rules_judge_replays::judging::Judge;
use serde_json::Value;

async fn post(uri: &str, body: &[u8]) -> Value {
    let app = init_service(app(web::Data::new(Service::new(Judge::new(), Limits::default()).unwrap()))).await;
    let request = TestRequest::post().uri(uri).insert_header(("content-type", "application/json"));
    serde_json::from_slice(&call_and_read_body(&app, request.set_payload(body.to_vec()).to_request()).await)
        .unwrap()
}

fn run(arguments: &[&str], directory: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rules-judge")).args(arguments).current_dir(directory).output().unwrap()
}

#[actix_web::test]
async fn faults_of_the_body_have_their_place() {
    for path in ["/v1/verify", "/v1/legal-actions", "/v1/positions"] {
        let problem = post(path, b"{\"format\":\n  ,}").await;
        assert_eq!(
            (&problem["status"], &problem["code"]),
            (&400.into(), &"unreadable_json".into()),
            "{problem}"
        );
        assert_eq!((&problem["line"], &problem["column"]), (&2.into(), &3.into()), "{problem}");
        let problem = post(path, b"{\"format\": \"rules-judge/1\", \"format\": 1}").await;
        assert_eq!((&problem["status"], &problem["code"]), (&400.into(), &"wrong_shape".into()), "{problem}");
        let deep = [vec![b'['; 100], vec![b']'; 100]].concat();
        let problem = post(path, &deep).await;
        assert_eq!((&problem["status"], &problem["code"]), (&413.into(), &"too_deep".into()), "{problem}");
    }
}

#[test]
fn a_played_game_is_legal_and_an_odd_entry_is_not() {
    let here = tempfile::tempdir().unwrap();
    let played = run(&["play", "--game", "azur-lane", "--seed", "7", "--out", "game.json"], here.path());
    assert_eq!(played.status.code(), Some(0));
    assert_eq!(run(&["verify", "game.json"], here.path()).status.code(), Some(0));
    assert_eq!(run(&["legal", "game.json", "--at", "3"], here.path()).status.code(), Some(0));

    let mut replay: Value =
        serde_json::from_slice(&fs::read(here.path().join("game.json")).unwrap()).unwrap();
    let actions = replay["actions"].as_array_mut().unwrap();
    let repeated = actions[0].clone();
    actions.insert(3, repeated);
    fs::write(here.path().join("odd.json"), serde_json::to_vec_pretty(&replay).unwrap()).unwrap();
    assert_eq!(run(&["verify", "odd.json"], here.path()).status.code(), Some(1));
    assert_eq!(run(&["legal", "odd.json"], here.path()).status.code(), Some(1));
    assert_eq!(run(&["verify", "."], here.path()).status.code(), Some(1));
    fs::write(here.path().join("malformed.json"), "{").unwrap();
    assert_eq!(run(&["verify", "."], here.path()).status.code(), Some(2));
}
