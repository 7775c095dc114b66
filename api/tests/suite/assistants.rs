//! The disputes in docs/assistants.md: each call on the page gives the answer that is printed below it. With
//! `UPDATE_ASSISTANTS=1` in the environment the test writes the answers into the page.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::fmt::Write;

use rules_judge_replays::catalog::schemas::GAMES;
use serde_json::Value;

use crate::mcp::session;

/// How many lines of an answer the page shows.
const SHOWN: usize = 9;

/// The lines of an answer that the page shows.
fn beginning(text: &str) -> String {
    let mut shown = String::new();
    for line in text.lines().take(SHOWN) {
        writeln!(shown, "{line}").unwrap();
    }
    if text.lines().count() > SHOWN {
        shown.push_str("…\n");
    }
    shown
}

#[actix_web::test]
async fn the_disputes_of_the_page_are_answered_as_it_says() {
    let path = format!("{}/../docs/assistants.md", env!("CARGO_MANIFEST_DIR"));
    let published = std::fs::read_to_string(&path).unwrap();
    let session = session().await;
    let mut page = String::new();
    let mut games = Vec::new();
    let mut table = Value::Null;
    let mut answer = String::new();
    // Every second part is the inside of a code block.
    for (number, part) in published.split("```").enumerate() {
        let mut part = part.to_owned();
        if number % 2 == 1 && part.starts_with("json\n{\"tool\"") {
            let mut call: Value = serde_json::from_str(&part["json".len()..]).unwrap();
            if call["arguments"]["table"] == "…" {
                call["arguments"]["table"] = table.take();
            }
            let tool = call["tool"].as_str().unwrap().to_owned();
            let answered = session.ask(&tool, call["arguments"].take()).await;
            assert!(!answered.is_error, "{part}: {}", answered.text);
            table = answered.data["answer"]["table"].clone();
            answer = answered.text;
            if tool == "judge_act" {
                assert!(!answered.data["citations"].as_array().unwrap().is_empty(), "{answer}");
            } else if let Some(game) =
                table["game"].as_str().filter(|game| !games.contains(&(*game).to_owned()))
            {
                games.push(game.to_owned());
            }
        } else if number % 2 == 1 && part.starts_with("text\n") {
            part = format!("text\n{}", beginning(&answer));
        }
        if number > 0 {
            page.push_str("```");
        }
        page.push_str(&part);
    }
    games.sort_unstable();
    let mut all = GAMES.to_vec();
    all.sort_unstable();
    assert_eq!(games, all);
    if std::env::var_os("UPDATE_ASSISTANTS").is_some_and(|value| value == "1") {
        std::fs::write(&path, &page).unwrap();
        return;
    }
    assert!(published == page, "docs/assistants.md has changed; UPDATE_ASSISTANTS=1 writes it anew:\n{page}");
}
