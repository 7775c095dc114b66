//! Every reason code has a message in every language, and messages mention only the code's parameters.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};

use rules_judge_engine::games::{self, Registered, Visit};
use rules_judge_engine::verdict::Texts;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;

const LANGUAGES: [&str; 3] = ["en", "zh-Hant", "zh-Hans"];

/// A game's reasons: codes in their order, parameters, messages.
struct Game {
    codes: Vec<String>,
    parameters: BTreeMap<String, BTreeSet<String>>,
    messages: &'static [(&'static str, Texts)],
}

struct Read;

impl Visit for Read {
    type Out = Game;

    fn visit<G: Registered>(self) -> Game {
        let mut types = SchemaSettings::draft2020_12().for_serialize().into_generator();
        let reasons = G::Reason::json_schema(&mut types).to_value();
        let (mut codes, mut parameters) = (Vec::new(), BTreeMap::new());
        for reason in reasons["oneOf"].as_array().unwrap() {
            let code = reason["properties"]["code"]["const"].as_str().unwrap().to_owned();
            let fields = &reason["properties"]["params"]["properties"];
            let fields = fields.as_object().into_iter().flat_map(|fields| fields.keys().cloned());
            parameters.insert(code.clone(), fields.collect());
            codes.push(code);
        }
        assert!(codes.len() > 10 && parameters.values().any(|names: &BTreeSet<_>| !names.is_empty()));
        Game { codes, parameters, messages: G::INFO.messages }
    }
}

fn games() -> Vec<Game> {
    games::IDS.iter().map(|game| games::dispatch(game, Read).unwrap()).collect()
}

/// The names in braces; an unmatched brace is a fault.
fn placeholders(template: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        assert!(!before.contains('}'), "a brace too many: {template}");
        let (name, after) = after.split_once('}').unwrap_or_else(|| panic!("an open brace: {template}"));
        // `{count|card|cards}` is a number with the noun in singular and plural.
        let (name, words) = name.split_once('|').unwrap_or((name, "one|many"));
        assert!(words.split('|').filter(|word| !word.trim().is_empty()).count() == 2, "{template}");
        // `{@asked}` is a player.
        let name = name.strip_prefix('@').unwrap_or(name);
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
        for (code, texts) in game.messages {
            let used = placeholders(texts[0]);
            let strange: Vec<_> = used.difference(&game.parameters[*code]).collect();
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
            // The dots of a range do not end a sentence.
            let ends = text.replace("..", "").matches(end).count();
            assert_eq!(ends, 1, "{code}: {text}");
        }
    }
}
