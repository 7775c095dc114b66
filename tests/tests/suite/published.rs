//! The page of published cards says of each card that is not exact what the pool says of it: which of three
//! it is, what is lost, and the question that would settle it. `BLESS=1 cargo test -p rules-judge-tests
//! --test suite published` writes it anew.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::fmt::Write as _;
use std::path::Path;

use rules_judge_engine::games;
use rules_judge_replays::judging::Judge;
use serde_json::Value;

/// The classes of cards that are not exact, with their headings.
const CLASSES: [(&str, &str, &str); 3] = [
    (
        "beyond_the_book",
        "Beyond the book",
        "They speak of things that the rulebook does not have, and stay as they are until an edition has \
         them.",
    ),
    ("missing_word", "A word is missing", "No word says yet what is printed."),
    ("unclear_source", "The source says too little", "The answer to the question would make the card exact."),
];

/// The pool of published cards of a game.
fn official(game: &str) -> Option<Value> {
    let (_, text) = games::info(game).unwrap().pools.iter().find(|(name, _)| *name == "official")?;
    Some(serde_json::from_str(text).unwrap())
}

/// The id of a card with its printed name.
fn named(pool: &Value, id: &str) -> String {
    let card = pool["cards"].as_array().unwrap().iter().find(|card| card["id"] == id).unwrap();
    let name = card["name"].as_str().or_else(|| card["name"]["zh-Hant"].as_str());
    format!("{id} {}", name.or_else(|| card["name"]["zh-Hans"].as_str()).unwrap_or_default().trim())
}

/// The cards of a pool that are not exact, by class: those without a question by what is lost, the others as
/// rows of a table.
fn listing(pool: &Value) -> String {
    let mut out = String::new();
    for (class, heading, why) in CLASSES {
        let lost = pool["not_exact"].as_array().unwrap().iter().filter(|each| each["why"] == class);
        let lost: Vec<&Value> = lost.collect();
        if lost.is_empty() {
            continue;
        }
        write!(out, "\n### {heading}: {}\n\n{why}\n", lost.len()).unwrap();
        let card = |each: &Value| named(pool, each["card"].as_str().unwrap());
        let (asked, plain): (Vec<&Value>, Vec<&Value>) =
            lost.into_iter().partition(|each| each.get("question").is_some());
        let mut by_loss: Vec<(&str, Vec<String>)> = Vec::new();
        for each in plain {
            let text = each["lost"]["en"].as_str().unwrap();
            match by_loss.iter_mut().find(|(other, _)| *other == text) {
                Some((_, cards)) => cards.push(card(each)),
                None => by_loss.push((text, vec![card(each)])),
            }
        }
        if !by_loss.is_empty() {
            out.push('\n');
        }
        for (text, cards) in by_loss {
            writeln!(out, "- {}: {text}", cards.join(", ")).unwrap();
        }
        if !asked.is_empty() {
            out.push_str("\n| card | what is lost | the question |\n|---|---|---|\n");
        }
        for each in asked {
            let (lost, question) = (&each["lost"]["en"], &each["question"]["en"]);
            let (lost, question) = (lost.as_str().unwrap(), question.as_str().unwrap());
            writeln!(out, "| {} | {lost} | {question} |", card(each)).unwrap();
        }
    }
    out
}

/// The page with the listing of a game between its two marks.
fn with_listing(page: &str, game: &str, listing: &str) -> String {
    let mark = format!("<!-- not exact: {game} -->\n");
    let (before, rest) = page.split_once(&mark).unwrap_or_else(|| panic!("no mark of {game}"));
    let (_, after) = rest.split_once("\n<!-- end -->").expect("the end of a listing");
    format!("{before}{mark}{listing}\n<!-- end -->{after}")
}

#[test]
fn the_page_lists_the_cards_that_are_not_exact() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/published-cards.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let pools = serde_json::to_value(Judge::new().pools().unwrap()).unwrap();
    let pools = pools["pools"].as_array().unwrap();
    let mut made = page.clone();
    for game in games::IDS {
        let Some(pool) = official(game) else { continue };
        let lost = pool["not_exact"].as_array().map_or(&[][..], Vec::as_slice);
        let listed = pools
            .iter()
            .find(|one| one["game"] == *game && one["name"] == format!("{game}/official"))
            .unwrap();
        let count = |field: &str| listed[field].as_u64().unwrap();
        let counts = [count("cards"), count("exact"), count("exact_with_unknown_fields"), lost.len() as u64];
        let counts: Vec<String> = counts.iter().map(u64::to_string).collect();
        let row = format!("| `{game}/official` | {} |", counts.join(" | "));
        assert!(page.contains(&row), "{row}");
        for each in lost {
            let unclear = each["why"] == "unclear_source";
            let asks = each.get("question").is_some();
            assert!(asks || !unclear, "{}: no question", each["card"]);
            assert!(each.get("why").is_some(), "{}: no class", each["card"]);
        }
        if !lost.is_empty() {
            made = with_listing(&made, game, &listing(&pool));
        }
    }
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &made).unwrap();
        return;
    }
    assert!(page == made, "run BLESS=1 cargo test -p rules-judge-tests --test suite published");
}
