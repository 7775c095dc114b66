//! Games as sentences: traces of the service, and the lines of the command.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{post, send};
use actix_web::web;
use rules_judge::http::service::Service;
use rules_judge::limits::Limits;
use rules_judge_replays::judging::Judge;
use serde_json::{Value, json};

const GAMES: [&str; 2] = ["azur-lane", "xinglingwang"];

fn sample(game: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../replays/samples").join(game).join("example.json")
}

fn verified(arguments: &[&str], file: &Path) -> (Vec<String>, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rules-judge"));
    let output = command.arg("verify").args(arguments).arg(file).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    (text.lines().map(str::to_owned).collect(), output.status.code())
}

#[actix_web::test]
async fn a_move_tells_what_it_brought_about() {
    let service = web::Data::new(Service::new(Judge::new(), Limits::default()).unwrap());
    for game in GAMES {
        let mut replay: Value = serde_json::from_slice(&std::fs::read(sample(game)).unwrap()).unwrap();
        let actions = replay["actions"].as_array().unwrap().clone();
        for at in [0, 3, 11] {
            replay["actions"] = json!(actions[..=at]);
            let whole = post("/v1/verify?trace=events&view=seat1", replay.to_string().as_bytes());
            let whole = send(&service, whole.insert_header(("accept-language", "zh-Hant"))).await.json();
            replay["actions"] = json!(actions[..at]);
            let sent = json!({ "action": actions[at], "replay": replay });
            let moved = post("/v1/moves?trace=events&view=seat1", sent.to_string().as_bytes());
            let moved = send(&service, moved.insert_header(("accept-language", "zh-Hant"))).await.json();
            let steps = moved["trace"].as_array().unwrap();
            assert_eq!(steps.len(), 1, "{game}, entry {at}");
            assert_eq!(Some(&steps[0]), whole["trace"].as_array().unwrap().last(), "{game}, entry {at}");
            let without = post("/v1/moves?view=seat1", sent.to_string().as_bytes());
            assert!(send(&service, without).await.json().get("trace").is_none());
        }
        let wrong = json!({ "action": actions[0], "replay": replay });
        send(&service, post("/v1/moves?trace=all", wrong.to_string().as_bytes()))
            .await
            .is_fault(400, "bad_query");
        send(&service, post("/v1/moves?from=1", wrong.to_string().as_bytes()))
            .await
            .is_fault(400, "bad_query");
    }
}

#[test]
fn the_command_tells_a_game_line_by_line() {
    for game in GAMES {
        let (plain, _) = verified(&[], &sample(game));
        let (lines, code) = verified(&["--narrate"], &sample(game));
        assert_eq!(code, Some(0));
        assert_eq!(lines.last(), plain.last(), "the result comes last");
        assert!(lines.len() > 100, "{game}: {}", lines.len());
        let (story, _) = lines.split_at(lines.len() - 1);
        // Every line of a turn begins with the turn, except for the line that begins it.
        let begins = story.iter().position(|line| line.starts_with("turn 2 begins: ")).unwrap();
        assert!(story[begins - 1].starts_with("turn 1: ") && story[begins + 1].starts_with("turn 2: "));
        assert!(story.iter().all(|line| line.contains("; ")), "each line ends with its rule");
        let (chinese, _) = verified(&["--narrate", "--lang", "zh-Hans"], &sample(game));
        assert_eq!(chinese.len(), lines.len());
        assert!(chinese[begins].starts_with("第2回合开始："), "{}", chinese[begins]);
        // The public view does not show what is drawn.
        let (public, _) = verified(&["--narrate", "--view", "public"], &sample(game));
        assert!(public.iter().any(|line| line.contains(" draws a card; ")));
        let of = |lines: &[String]| {
            lines.iter().filter(|line| line.contains(" draws ")).cloned().collect::<Vec<_>>()
        };
        assert!(of(&public).iter().all(|line| line.contains(" draws a card; ")), "{:?}", of(&public));
        assert!(of(&lines).iter().all(|line| !line.contains(" draws a card; ")));
    }
    let (_, code) = verified(&["--narrate", "--json"], &sample("azur-lane"));
    assert_eq!(code, Some(2), "a line of JSON has no room for a story");
}
