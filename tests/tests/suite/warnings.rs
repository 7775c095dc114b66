//! The linter warns of data that can do nothing where they stand, and of properties that are looked at later
//! than their author may think.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::path::Path;

use rules_judge_replays::answer::Language;
use rules_judge_replays::judging::Judge;
use rules_judge_tests::games::ALL;
use serde_json::{Value, json};

/// The warnings about a pool with this card only: code and place within the card. The pool has no fault, and
/// each warning has a text in each language.
fn warnings_of(game: &str, card: Value) -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../engine/cards/{game}/pool.json"));
    let mut pool: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    pool["name"] = "mine".into();
    pool["cards"] = json!([card]);
    let languages = [Language::English, Language::TraditionalChinese, Language::SimplifiedChinese];
    let [english, traditional, simplified] = languages.map(|language| {
        let report = Judge::new().lint_pool(pool.to_string().as_bytes(), language).unwrap();
        assert_eq!(report["findings"], json!([]), "{game}");
        report["warnings"].as_array().unwrap().clone()
    });
    for (number, warning) in english.iter().enumerate() {
        let messages = [warning, &traditional[number], &simplified[number]].map(|one| &one["message"]);
        assert!(messages[0] != messages[1] && messages[1] != messages[2], "{game}: {messages:?}");
    }
    let text = |warning: &Value, field: &str| warning[field].as_str().unwrap().to_owned();
    let of_card = |place: String| place.strip_prefix("/cards/0").unwrap().to_owned();
    english.iter().map(|one| (text(one, "code"), of_card(text(one, "pointer")))).collect()
}

/// As [`warnings_of`], of the usual card of a game with this ability.
fn of_ability(game: &str, ability: Value) -> Vec<(String, String)> {
    let tested = ALL.iter().find(|tested| tested.game == game).unwrap();
    warnings_of(game, (tested.card)(vec![ability]))
}

fn one(code: &str, place: &str) -> Vec<(String, String)> {
    vec![(code.to_owned(), place.to_owned())]
}

/// A magic card of 星靈王 that is used at this moment and does this.
fn magic(moment: Value, sentence: Value) -> Value {
    json!({
        "id": "m", "name": "x", "race": "neutral",
        "magic": {
            "mana": 2, "type": "one_shot", "timing": [{ "moment": moment }], "effect": { "do": [sentence] },
        },
    })
}

#[test]
fn a_card_that_is_not_on_the_field_yet_cannot_be_moved() {
    let game = "xinglingwang";
    let before = json!({ "event": ["play"], "of": "opponent", "moment": "before" });
    let sentence = json!({ "move": { "what": "subject", "to": "any" } });
    let place = "/magic/effect/do/0";
    assert_eq!(warnings_of(game, magic(before.clone(), sentence.clone())), one("never_effective", place));
    let at = json!({ "event": ["play"], "of": "opponent" });
    assert_eq!(warnings_of(game, magic(at, sentence)), []);
    assert_eq!(warnings_of(game, magic(before, json!({ "negate": "subject" }))), []);
}

#[test]
fn a_card_that_has_left_the_field_cannot_be_changed_there() {
    let power = |what: &str| -> Value {
        json!({ "modify": { "what": what, "stat": "power", "by": { "add": 1000 }, "until": "turn" } })
    };
    let destroyed = |sentences: Value| -> Value {
        json!({ "automatic": { "on": { "destroyed": { "card": "this" } }, "do": sentences } })
    };
    let place = "/abilities/0/automatic/do/0";
    for sentence in
        [power("this"), power("subject"), json!({ "stand": "this" }), json!({ "destroy": "this" })]
    {
        assert_eq!(of_ability("build-divide", destroyed(json!([sentence]))), one("never_effective", place));
    }
    // What is done to the card before may bring it back.
    let back = json!([{ "enter": { "what": "subject" } }, power("subject")]);
    assert_eq!(of_ability("build-divide", destroyed(back)), []);
    let attacks = json!({ "automatic": { "on": { "attacks": { "card": "this" } }, "do": [power("this")] } });
    assert_eq!(of_ability("build-divide", attacks), []);

    let destroyed =
        |on: Value, sentence: Value| json!({ "triggered": { "on": on, "body": { "do": [sentence] } } });
    let place = "/skills/0/triggered/body/do/0";
    let active = json!({ "activate": "this" });
    let gone = destroyed(json!({ "destroyed": {} }), active.clone());
    assert_eq!(of_ability("azur-lane", gone), one("never_effective", place));
    assert_eq!(of_ability("azur-lane", destroyed(json!({ "attacks": {} }), active)), []);

    let waits = |sentences: Value| -> Value {
        json!({ "triggered": { "on": { "destroyed": { "card": "this" } }, "do": sentences } })
    };
    let refresh = json!({ "refresh": "this" });
    let place = "/abilities/0/triggered/do/0";
    assert_eq!(of_ability("battle-spirits", waits(json!([refresh]))), one("never_effective", place));
    assert_eq!(of_ability("battle-spirits", waits(json!([{ "stay": "this" }, refresh]))), []);
}

#[test]
fn no_card_of_another_kind_lies_on_the_field() {
    let destroy = |kind: Value| -> Value {
        json!({ "destroy": { "cards": { "side": "opponent", "fits": [{ "kind": kind }], "take": 1 } } })
    };
    let enters = |sentence: Value| -> Value {
        json!({ "automatic": { "on": { "enters": { "card": "this" } }, "do": [sentence] } })
    };
    // A command or a territory that is a unit on the field stays what it is [ruling-100, ruling-105].
    for kind in ["command", "territory"] {
        assert_eq!(of_ability("build-divide", enters(destroy(json!([kind])))), []);
    }
    let summoned = |sentence: Value| -> Value {
        json!({ "triggered": { "on": { "summoned": { "card": "this" } }, "do": [sentence] } })
    };
    let place = "/abilities/0/triggered/do/0/destroy/cards/fits/0";
    assert_eq!(of_ability("battle-spirits", summoned(destroy(json!(["magic"])))), one("never_fits", place));
    let at = json!({ "event": ["play"], "of": "opponent" });
    let place = "/magic/effect/do/0/destroy/cards/fits/0";
    assert_eq!(warnings_of("xinglingwang", magic(at, destroy(json!("magic")))), one("never_fits", place));
}

#[test]
fn a_condition_is_looked_at_later_than_its_event() {
    let when = |what: &str, property: Value| json!({ "matches": { "what": what, "fits": [property] } });
    let attacks = |when: Value| {
        json!({ "automatic": {
            "on": { "attacks": { "side": "own" } }, "when": when, "do": [{ "draw": 1 }],
        } })
    };
    let place = "/abilities/0/automatic/when/matches";
    let power = json!({ "power": ">=5000" });
    assert_eq!(
        of_ability("build-divide", attacks(when("subject", power.clone()))),
        one("looked_at_later", place)
    );
    assert_eq!(of_ability("build-divide", attacks(when("this", power.clone()))), []);
    assert_eq!(of_ability("build-divide", attacks(when("subject", json!("ace")))), []);
    let destroyed = json!({ "automatic": {
        "on": { "destroyed": { "side": "own" } }, "when": when("subject", power), "do": [{ "draw": 1 }],
    } });
    assert_eq!(of_ability("build-divide", destroyed), []);

    let attacks = json!({ "triggered": {
        "on": { "attacks": { "side": "own" } },
        "when": when("subject", json!({ "bp": ">=5000" })),
        "do": [{ "draw": 1 }],
    } });
    assert_eq!(
        of_ability("battle-spirits", attacks),
        one("looked_at_later", "/abilities/0/triggered/when/matches")
    );
}
