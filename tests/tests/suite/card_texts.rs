//! `docs/cards.md`: every card on the page is valid, and its read-back is that of the page. With
//! `UPDATE_CARDS=1` in the environment the test writes the read-back into the page.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use rules_judge_engine::games::{self, Registered, Visit};
use rules_judge_replays::answer::Language;
use rules_judge_replays::catalog::read_back;
use rules_judge_replays::judging::Judge;
use serde_json::{Value, json};

fn page(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(name)
}

fn compare(name: &str, text: &str) {
    if std::env::var_os("UPDATE_CARDS").is_some_and(|value| value == "1") {
        std::fs::write(page(name), text).unwrap();
    }
    let published = std::fs::read_to_string(page(name)).unwrap_or_default();
    assert!(published == text, "docs/{name} has changed; UPDATE_CARDS=1 writes it anew");
}

/// A card of the page with its game.
struct Shown {
    game: String,
    card: Value,
}

/// A card read back in the languages of the page.
struct CardText<'a>(&'a Value);

impl Visit for CardText<'_> {
    type Out = String;

    fn visit<G: Registered>(self) -> String {
        let mut read_back_text = String::new();
        for language in [Language::English, Language::TraditionalChinese] {
            for line in read_back::card::<G>(self.0, &Value::Null, language) {
                let _ = writeln!(read_back_text, "{:7} {line}", language.tag());
            }
        }
        read_back_text
    }
}

/// The page with the read-back of its cards renewed, and the cards. A heading of a game has its id in
/// backquotes; the read-back of a card in a block `json` stands in the next block `text`.
fn read(text: &str) -> (String, Vec<Shown>) {
    let (mut out, mut cards) = (String::new(), Vec::<Shown>::new());
    let (mut game, mut has_read_back) = (String::new(), false);
    let mut block: Option<(&str, String)> = None;
    for line in text.lines() {
        match (line, &mut block) {
            ("```", Some((kind, body))) => {
                if *kind == "json" {
                    let card = serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {body}"));
                    cards.push(Shown { game: game.clone(), card });
                }
                (block, has_read_back) = (None, false);
            }
            ("```json", None) => block = Some(("json", String::new())),
            ("```text", None) => {
                let shown = cards.last().unwrap();
                block = Some(("text", String::new()));
                let read_back_text = games::dispatch(&shown.game, CardText(&shown.card)).unwrap();
                out.push_str("```text\n");
                out.push_str(&read_back_text);
                has_read_back = true;
                continue;
            }
            (line, Some((_, body))) => {
                body.push_str(line);
                body.push('\n');
            }
            (heading, None) if heading.starts_with("## ") => {
                game = heading.split('`').nth(1).unwrap_or_default().to_owned();
            }
            _ => {}
        }
        if !has_read_back {
            out.push_str(line);
            out.push('\n');
        }
    }
    (out, cards)
}

#[test]
fn the_read_back_of_the_page_is_right() {
    let (text, cards) = read(&std::fs::read_to_string(page("cards.md")).unwrap());
    compare("cards.md", &text);
    let (judge, mut pools) = (Judge::new(), BTreeMap::<&str, Vec<&Value>>::new());
    for shown in &cards {
        pools.entry(&shown.game).or_default().push(&shown.card);
    }
    assert!(cards.len() >= 20 && pools.keys().copied().collect::<Vec<_>>().len() == games::IDS.len());
    for (game, cards) in pools {
        assert!(cards.len() >= 3, "{game}");
        let mut pool = serde_json::from_str::<Value>(games::info(game).unwrap().demo_pool).unwrap();
        pool["cards"] = json!(cards);
        let report = judge.lint_pool(pool.to_string().as_bytes(), Language::English).unwrap();
        assert_eq!(report, json!({ "findings": [], "warnings": [] }), "{game}");
    }
}
