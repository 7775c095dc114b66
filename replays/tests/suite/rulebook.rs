//! Rules as answers, and words of the wire in messages of each language.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use icu_normalizer::ComposingNormalizerBorrowed;
use rules_judge_replays::answer::{FaultCode, Language, Query};
use rules_judge_replays::catalog::limits::PAGE_LIMIT;
use rules_judge_replays::catalog::rulebook::RulesQuery;
use rules_judge_replays::judging::Judge;
use serde_json::{Value, json};

#[test]
fn every_id_is_nfc_and_found_by_any_form_of_it() {
    let judge = Judge::new();
    let normal = ComposingNormalizerBorrowed::new_nfc();
    for line in judge.games().games {
        let query = RulesQuery { limit: PAGE_LIMIT, ..RulesQuery::default() };
        for rule in judge.rules(line.game, &query).unwrap().rules {
            assert_eq!(normal.normalize(rule.id), rule.id);
            assert_eq!(judge.rule(line.game, rule.id, Language::English).unwrap().id, rule.id);
        }
    }
}

/// Circled and full-width characters are different ones; the nearest id is only suggested.
#[test]
fn ids_are_not_guessed() {
    let fault = Judge::new().rule("azur-lane", "５０５．２ａ", Language::English).unwrap_err();
    assert_eq!((fault.code, fault.nearest[0].as_str()), (FaultCode::UnknownRule, "505.2a"));
    let fault = Judge::new().rule("azur-lane", "", Language::English).unwrap_err();
    assert_eq!(fault.code, FaultCode::UnknownRule);
}

#[test]
fn what_is_searched_for_comes_in_a_fixed_order() {
    let judge = Judge::new();
    let find = |text: &str| {
        let query = RulesQuery { search: Some(text.to_owned()), ..RulesQuery::default() };
        judge.rules("azur-lane", &query).unwrap().rules.iter().map(|rule| rule.id).collect::<Vec<_>>()
    };
    // The id itself, then ids that begin with it, then rules that name it.
    assert_eq!(find("508.1")[..4], ["508.1", "508.1a", "508.1b", "508.1c"]);
    assert!(find("508.1").len() > 4);
    // Words of their own come before parts of words; how they are written does not matter.
    assert_eq!(find("RUSH attack"), find("attack rush"));
}

fn deck_messages(language: Language) -> (Value, String) {
    let request = json!({ "game": "azur-lane", "deck": { "flagship": ["rj-001"] } }).to_string();
    let query = Query { language, ..Query::default() };
    let report = json!(Judge::new().check_deck(request.as_bytes(), &query).unwrap());
    let faults = report["faults"].as_array().unwrap();
    let fault = faults.iter().find(|fault| fault["params"]["part"] == "cube_deck").unwrap();
    (fault["params"].clone(), fault["message"].as_str().unwrap().to_owned())
}

#[test]
fn messages_say_words_of_the_wire_in_their_language() {
    for (language, word) in [
        (Language::English, "the cube deck"),
        (Language::TraditionalChinese, "魔方卡組"),
        (Language::SimplifiedChinese, "魔方卡组"),
    ] {
        let (params, message) = deck_messages(language);
        // Parameters, which programs read, are not translated.
        assert_eq!(params, json!({ "part": "cube_deck" }));
        assert!(message.contains(word) && !message.contains("cube_deck"), "{message}");
    }
}

#[test]
fn faults_of_a_position_are_translated() {
    let half = |energy: u32| json!({ "deck": ["xl-301"], "energy": energy });
    let replay = json!({
        "format": "rules-judge/1", "game": "xinglingwang", "players": [{}, {}], "actions": [],
        "start": {
            "position": { "turn": 5, "active": 0, "window": "summon", "players": [half(6), half(5)] },
        },
    });
    for (language, word) in [
        (Language::English, "energy cannot be more than 5"),
        (Language::TraditionalChinese, "充能能量"),
        (Language::SimplifiedChinese, "上限为5"),
    ] {
        let query = Query { language, ..Query::default() };
        let verdict = Judge::new().verify(replay.to_string().as_bytes(), &query).unwrap();
        let refusal = &verdict.illegal.unwrap().refusals[0];
        assert_eq!(refusal.params, json!({ "what": "energy" }));
        assert!(refusal.message.contains(word), "{}", refusal.message);
    }
}

#[test]
fn offered_rested_cubes_have_a_message() {
    let half = |flagship: &str| {
        json!({ "battlefield": { "B2": { "card": flagship } }, "deck": ["rj-009"], "hand": ["rj-010"],
            "cubes": { "up": 3, "up_rested": 1 } })
    };
    let replay = json!({
        "format": "rules-judge/1", "game": "azur-lane", "players": [{}, {}],
        "start": { "position": { "turn": 5, "active": 0, "window": "main",
            "players": [half("rj-001"), half("rj-002")] } },
        "actions": [{ "seat": 0, "type": "play_ship", "card": 1, "at": { "cell": "F1", "seat": 0 },
            "pay": { "up": 2, "up_rested": 1 } }],
    });
    let verdict = Judge::new().verify(replay.to_string().as_bytes(), &Query::default()).unwrap();
    let refusal = &verdict.illegal.unwrap().refusals[0];
    assert_eq!(refusal.code, "cubes_not_active");
    assert_eq!(refusal.params, json!({ "offered": [0, 2], "rested": 1, "there": [0, 3] }));
    assert!(refusal.message.contains("0 + 3") && refusal.message.contains("1 rested"), "{}", refusal.message);
}
