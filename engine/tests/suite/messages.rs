//! Every reason code has a message in every language, and messages speak only of what a code carries.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};

use rules_judge_engine::card::lint::snake;
use rules_judge_engine::games::{Registered, azur_lane, xinglingwang};
use rules_judge_engine::verdict::Texts;

const LANGUAGES: [&str; 3] = ["en", "zh-Hant", "zh-Hans"];

/// A game's reasons: their source, their codes, their messages.
struct Game {
    source: &'static str,
    codes: Vec<String>,
    messages: &'static [(&'static str, Texts)],
}

/// Every game. A further one is one more item.
fn games() -> Vec<Game> {
    vec![
        Game {
            source: include_str!("../../src/games/azur_lane/reason.rs"),
            codes: azur_lane::reason::Reason::codes(),
            messages: azur_lane::AzurLane::messages(),
        },
        Game {
            source: include_str!("../../src/games/xinglingwang/reason.rs"),
            codes: xinglingwang::reason::Reason::codes(),
            messages: xinglingwang::Xinglingwang::messages(),
        },
    ]
}

/// The parameters of every code as the sources declare them, in their order: those of all games, then
/// the game's own.
fn declared(source: &str) -> Vec<(String, BTreeSet<String>)> {
    let shared = include_str!("../../src/wire/reason.rs");
    let (_, shared) = shared.split_once("reasons! { @declare\n").expect("the list of what all games have");
    let (shared, _) = shared.split_once("            $(").expect("then come the game's own");
    let (_, own) = source.split_once("\nreasons! {\n").expect("the list of reasons");
    [listed(shared), listed(own)].concat()
}

fn listed(list: &str) -> Vec<(String, BTreeSet<String>)> {
    let mut codes: Vec<(String, BTreeSet<String>)> = Vec::new();
    for line in list.lines().map(str::trim).filter(|line| !line.starts_with("///") && !line.is_empty()) {
        if line.starts_with('}') {
            continue;
        }
        match line.split_once(':') {
            Some((name, _)) => {
                codes.last_mut().expect("a parameter stands in a code").1.insert(name.to_owned());
            }
            None => codes.push((snake(line.trim_end_matches([' ', '{', ','])), BTreeSet::new())),
        }
    }
    codes
}

/// The names in braces; a brace that is not part of one is a fault.
fn placeholders(template: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        assert!(!before.contains('}'), "a brace too many: {template}");
        let (name, after) = after.split_once('}').unwrap_or_else(|| panic!("an open brace: {template}"));
        // `{least..most}` is a range of two parameters.
        for name in name.split("..") {
            let right = !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
            assert!(right, "{template}");
            names.insert(name.to_owned());
        }
        rest = after;
    }
    assert!(!rest.contains('}'), "a brace too many: {template}");
    names
}

#[test]
fn the_source_is_read_as_it_is_compiled() {
    for game in games() {
        let read: Vec<String> = declared(game.source).into_iter().map(|(code, _)| code).collect();
        assert_eq!(read, game.codes);
    }
}

#[test]
fn every_code_has_a_message_and_every_message_a_code() {
    for game in games() {
        let written: Vec<&str> = game.messages.iter().map(|(code, _)| *code).collect();
        assert_eq!(written, game.codes, "the tables of messages have the codes in the order of the list");
        for (code, texts) in game.messages {
            for (text, language) in texts.iter().zip(LANGUAGES) {
                assert!(!text.trim().is_empty(), "{code} in {language}");
            }
        }
    }
}

#[test]
fn placeholders_are_parameters() {
    for game in games() {
        let declared: BTreeMap<String, BTreeSet<String>> = declared(game.source).into_iter().collect();
        for (code, texts) in game.messages {
            let used = placeholders(texts[0]);
            let strange: Vec<_> = used.difference(&declared[*code]).collect();
            assert!(strange.is_empty(), "{code} has no parameter {strange:?}");
            for (text, language) in texts.iter().zip(LANGUAGES) {
                assert_eq!(placeholders(text), used, "{code}: other placeholders in {language}");
            }
        }
    }
}

#[test]
fn a_message_is_one_sentence() {
    for (code, texts) in games().into_iter().flat_map(|game| game.messages) {
        for (text, end) in texts.iter().zip(['.', '。', '。']) {
            assert!(text.ends_with(end), "{code}: {text}");
            // The dots of a range end no sentence.
            let ends = text.replace("..", "").matches(end).count();
            assert_eq!(ends, 1, "{code}: {text}");
        }
    }
}
