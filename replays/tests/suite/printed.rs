//! Printed texts that an organiser adds: where they stand, and what is refused.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use rules_judge_replays::answer::Language;
use rules_judge_replays::catalog::printed::{PRINTED_TEXT, Printed};
use rules_judge_replays::catalog::rulebook::RulesQuery;
use rules_judge_replays::judging::Judge;
use serde_json::{Value, json};

fn printed(files: &[(&str, &str)]) -> Printed {
    let mut printed = Printed::default();
    for (name, text) in files {
        assert!(printed.add(name, text).unwrap() > 0, "{name}");
    }
    printed
}

/// Everything that a judge says of rules, as JSON.
fn said(judge: &Judge) -> [Value; 3] {
    let query = RulesQuery { limit: 500, ..RulesQuery::default() };
    let rules = judge.rules("azur-lane", &query).unwrap();
    let rule = judge.rule("azur-lane", "505.2a", Language::English).unwrap();
    [json!(judge.games()), json!(rules), json!(rule)]
}

#[test]
fn printed_texts_stand_beside_ours_and_change_nothing_else() {
    let texts = [
        ("azur-lane.zh-Hant", "# invented\n\n505.2a\t虛構的原文一。\n100.1\t虛構的原文二。\n"),
        ("azur-lane.en", "505.2a\tAn invented sentence.\r\n"),
    ];
    let without = said(&Judge::new());
    let with = said(&Judge::new().with_printed(printed(&texts)));
    let of_rule = json!({"en": "An invented sentence.", "zh-Hant": "虛構的原文一。"});
    assert_eq!(with[2]["printed"], of_rule);
    let mut bare = with.clone();
    let mut found = 0;
    for rule in bare[1]["rules"].as_array_mut().unwrap() {
        if let Some(texts) = rule.as_object_mut().unwrap().remove("printed") {
            assert!(texts == of_rule || texts == json!({"zh-Hant": "虛構的原文二。"}), "{texts}");
            found += 1;
        }
    }
    assert_eq!(found, 2);
    bare[2].as_object_mut().unwrap().remove("printed");
    let games = bare[0]["games"].as_array_mut().unwrap();
    let of_games: Vec<Value> =
        games.iter_mut().filter_map(|game| game.as_object_mut().unwrap().remove("printed")).collect();
    assert_eq!(of_games.len(), 1);
    assert_eq!(of_games[0]["rules"], json!({"en": 1, "zh-Hant": 2}));
    assert_eq!(bare, without);
}

/// The digest changes with a text, an id and a language, and not with the order of lines or files.
#[test]
fn the_digest_names_the_texts() {
    let digest = |files: &[(&str, &str)]| {
        let games = Judge::new().with_printed(printed(files)).games().games;
        games.into_iter().find_map(|game| game.printed).unwrap().digest
    };
    let first =
        digest(&[("azur-lane.en", "505.2a\tone\n100.1\ttwo\n"), ("azur-lane.zh-Hans", "100.1\t二\n")]);
    assert_eq!(
        first,
        digest(&[("azur-lane.zh-Hans", "100.1\t二"), ("azur-lane.en", "\n100.1\ttwo\n505.2a\tone")])
    );
    for other in [
        [("azur-lane.en", "505.2a\tone\n100.1\ttwo!\n"), ("azur-lane.zh-Hans", "100.1\t二\n")],
        [("azur-lane.en", "505.1\tone\n100.1\ttwo\n"), ("azur-lane.zh-Hans", "100.1\t二\n")],
        [("azur-lane.en", "505.2a\tone\n100.1\ttwo\n"), ("azur-lane.zh-Hant", "100.1\t二\n")],
    ] {
        assert_ne!(first, digest(&other), "{other:?}");
    }
}

#[test]
fn a_file_that_cannot_be_used_says_where_and_why() {
    let long = |count: usize| format!("100.1\t{}", "字".repeat(count));
    let (most, more) = (long(PRINTED_TEXT), long(PRINTED_TEXT + 1));
    assert_eq!(Printed::default().add("azur-lane.en", &most), Ok(1));
    assert_eq!(Printed::default().add("azur-lane.en", "# nothing\n"), Ok(0));
    for (name, text, line, reason) in [
        ("azur-lane", "100.1\tx", None, "<game>.<language>.tsv"),
        ("azur-lane.fr", "100.1\tx", None, "zh-Hant"),
        ("azur-lane.EN", "100.1\tx", None, "zh-Hant"),
        ("azurlane.en", "100.1\tx", None, "azur-lane"),
        ("azur-lane.en", "100.1\tx\n\n505.2c\ty", Some(3), "505.2a"),
        ("azur-lane.en", "100.1 x", Some(1), "a tab"),
        ("azur-lane.en", "100.1\t ", Some(1), "missing"),
        ("azur-lane.en", "100.1\tx\ty", Some(1), "control character"),
        ("azur-lane.en", "100.1\tx\u{1b}", Some(1), "control character"),
        ("azur-lane.en", "100.1\tx\n100.1\ty", Some(2), "line 1"),
        ("azur-lane.en", "ruling-1\tx", Some(1), "ruling"),
        ("azur-lane.en", more.as_str(), Some(1), "4000"),
    ] {
        let wrong = Printed::default().add(name, text).unwrap_err();
        assert_eq!(wrong.line, line, "{wrong:?}");
        assert!(wrong.reason.contains(reason), "{wrong:?}");
    }
}
