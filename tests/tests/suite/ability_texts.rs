//! Texts of abilities in questions and events: an answer has them on request, only of cards that the viewer
//! sees, and in the words of the card's read-back.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use rules_judge_engine::games;
use rules_judge_replays::answer::{Language, Query, Trace, View};
use rules_judge_replays::judging::Judge;
use rules_judge_tests::sample;
use serde_json::{Value, json};

const FIELDS: [&str; 2] = ["ability_text", "skill_text"];

/// Every object of a value.
fn objects<'v>(value: &'v Value, found: &mut Vec<&'v Value>) {
    match value {
        Value::Object(fields) => {
            found.push(value);
            fields.values().for_each(|field| objects(field, found));
        }
        Value::Array(items) => items.iter().for_each(|item| objects(item, found)),
        _ => {}
    }
}

/// The texts of an answer with the cards that they are about.
fn texts(answer: &Value) -> Vec<(&str, &str)> {
    let mut all = Vec::new();
    objects(answer, &mut all);
    let picked = all.iter().flat_map(|object| {
        let texts = object.get("ability_texts").and_then(Value::as_array).into_iter().flatten();
        texts.zip(object["listing"].as_array().into_iter().flatten()).filter_map(|(text, entry)| {
            let cards = object["named_cards"].as_array().unwrap();
            let card = cards.iter().find(|card| card["id"] == entry["card"]);
            let card = card.and_then(|card| card["card"].as_str());
            Some((text.as_str()?, card.expect("a text without its card")))
        })
    });
    let picked: Vec<_> = picked.collect();
    let judged = all.into_iter().filter_map(|object| {
        let about = object.get("about");
        let text = match about {
            Some(about) => about.get("text")?,
            None => FIELDS.iter().find_map(|field| object.get(field))?,
        };
        // A text without its card would be about a hidden one.
        let card = about.unwrap_or(object)["card"]["card"].as_str();
        Some((text.as_str().unwrap(), card.expect("a text without its card")))
    });
    judged.chain(picked).collect()
}

#[test]
fn texts_of_abilities_are_given_where_it_is_asked_for() {
    let judge = Judge::new();
    for game in games::IDS {
        let (mut count, mut own) = (0, 0);
        for (number, text) in sample::load(game).unwrap().iter().step_by(40).enumerate() {
            let at = (number % 3 > 0).then_some(number * 7);
            let language = [Language::English, Language::TraditionalChinese][number % 2];
            for view in [View::Full, View::Seat0, View::Public] {
                let query = Query { at, language, view, trace: Trace::Events, ..Query::default() };
                let Ok(verdict) = judge.verify(text, &query) else { continue };
                let plain = json!(verdict);
                assert_eq!(texts(&plain), [], "{game}");
                let judged = json!(judge.verify(text, &Query { abilities: true, ..query }).unwrap());
                for (text, card) in texts(&judged) {
                    count += 1;
                    // A gained ability is printed on another card.
                    let lines = judge.card(game, card, None, language).unwrap().text;
                    own += usize::from(lines.iter().any(|line| line == text));
                }
                // The texts are the only difference.
                let mut rest = judged.clone();
                without_texts(&mut rest);
                assert_eq!(rest, plain, "{game}");
            }
        }
        println!("{game}: {count} texts, {own} of the card itself");
        assert!(count > 20 && own * 10 > count * 8, "{game}: {own} of {count}");
    }
}

fn without_texts(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            FIELDS.iter().chain(["ability_texts"].iter()).for_each(|field| drop(fields.remove(*field)));
            if let Some(about) = fields.get_mut("about").and_then(Value::as_object_mut) {
                about.remove("text");
            }
            fields.values_mut().for_each(without_texts);
        }
        Value::Array(items) => items.iter_mut().for_each(without_texts),
        _ => {}
    }
}

/// A table of 星靈王 with two cards in hand: magic with two effects, and a unit with two that come at once.
fn with_choices() -> Value {
    let draw = |n: u8| json!({"do": [{"draw": n}]});
    let pool = json!({
        "game": "xinglingwang", "name": "p", "declares": {"races": [], "types": []},
        "cards": [
            {"id": "blank", "name": "blank", "race": "neutral", "unit": {"attack": 1, "score": 1}},
            {"id": "either", "name": "either", "race": "neutral", "magic": {
                "mana": 1, "type": "one_shot", "timing": [{"phase": {"phase": "main"}}],
                "modes": [{"effect": draw(1)}, {"effect": draw(2)}],
            }},
            {"id": "both", "name": "both", "race": "neutral", "unit": {"attack": 1, "score": 1},
                "abilities": [{"immediate": {"body": draw(1)}}, {"immediate": {"body": draw(2)}}]},
        ],
    });
    let deck = json!(["blank", "blank", "blank", "blank", "blank", "blank"]);
    let halves = json!([{"hand": ["either", "both"], "deck": deck}, {"deck": deck}]);
    let position = json!({"active": 0, "players": halves, "turn": 5, "window": "summon"});
    json!({
        "actions": [], "format": "rules-judge/1", "game": "xinglingwang", "pool": pool,
        "players": [{"name": "A"}, {"name": "B"}], "start": {"position": position},
    })
}

#[test]
fn a_choice_has_the_text_that_it_is_about() {
    let judge = Judge::new();
    let query = Query { abilities: true, ..Query::default() };
    // The question after the first answers of these kinds.
    let asked = |kinds: &[&str]| {
        let mut replay = with_choices();
        for kind in kinds.iter().chain(&[""]) {
            let judged = json!(judge.verify(replay.to_string().as_bytes(), &query).unwrap());
            let question = judged["next"][0].clone();
            let listing = question["listing"].as_array().unwrap_or_else(|| panic!("{judged}")).clone();
            let Some(mut entry) = listing.into_iter().find(|entry| entry["type"] == **kind) else {
                return question;
            };
            entry["seat"] = question["seat"].clone();
            replay["actions"].as_array_mut().unwrap().push(entry);
        }
        Value::Null
    };
    let mode = asked(&["use_card"]);
    assert_eq!(mode["kind"], "choose_mode", "{mode}");
    let effects: Vec<&str> = mode["about"]["text"].as_str().unwrap().lines().collect();
    assert!(matches!(effects[..], [one, other] if one != other), "{effects:?}");
    let picks = asked(&["play_unit", "place"]);
    assert_eq!(picks["kind"], "choose_trigger", "{picks}");
    let texts: Vec<&str> =
        picks["ability_texts"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
    assert!(matches!(texts[..], [one, other] if one != other), "{texts:?}");
    assert_eq!(asked(&["use_card", "choose_mode"])["kind"], "summon");
}
