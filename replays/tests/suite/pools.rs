//! Findings of pools that cannot be read, and names of cards by language.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use rules_judge_engine::games;
use rules_judge_replays::answer::{Language, Query};
use rules_judge_replays::catalog::cards::CardsQuery;
use rules_judge_replays::judging::Judge;
use serde_json::{Value, json};

fn pool(game: &str) -> Value {
    serde_json::from_str(games::info(game).unwrap().demo_pool).unwrap()
}

const CHINESE: [Language; 2] = [Language::TraditionalChinese, Language::SimplifiedChinese];

/// A list of the report in a language: code, message and place of each item.
fn reported(pool: &Value, list: &str, language: Language) -> Vec<[String; 3]> {
    let answer = Judge::new().lint_pool(pool.to_string().as_bytes(), language).unwrap();
    let text = |finding: &Value, name: &str| finding[name].as_str().unwrap().to_owned();
    let findings = answer[list].as_array().unwrap().iter();
    findings.map(|finding| ["code", "message", "pointer"].map(|name| text(finding, name))).collect()
}

/// Every finding: code, message, place. Checks that the Chinese report has the same ones with Chinese
/// messages.
fn findings(pool: &Value) -> Vec<[String; 3]> {
    let english = reported(pool, "findings", Language::English);
    for language in CHINESE {
        let chinese = reported(pool, "findings", language);
        assert_eq!(chinese.len(), english.len());
        for ([code, message, place], [english_code, english, english_place]) in chinese.iter().zip(&english) {
            assert_eq!((code, place), (english_code, english_place));
            let is_chinese = message.chars().any(|letter| ('\u{4e00}'..='\u{9fff}').contains(&letter));
            assert!(is_chinese && message != english, "{code}: {english}: {message}");
        }
    }
    english
}

/// Every place inside a value.
fn places(value: &Value, place: &str, all: &mut Vec<String>) {
    all.push(place.to_owned());
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                places(item, &format!("{place}/{index}"), all);
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                places(field, &format!("{place}/{name}"), all);
            }
        }
        _ => {}
    }
}

/// Puts wrong values of every kind into every place of a card; no message names a type of the program.
#[test]
fn findings_use_words_of_the_pool() {
    const OF_THE_PROGRAM: [&str; 13] = [
        "struct ",
        "enum",
        "variant",
        "newtype",
        "invalid type",
        "invalid value",
        "invalid length",
        "u8",
        "u16",
        "i64",
        "sequence",
        "Option",
        "expected",
    ];
    let wrong = [
        json!(null),
        json!(true),
        json!(-70_000),
        json!("zzz"),
        json!([]),
        json!(["zzz"]),
        json!({"zzz": 1}),
    ];
    for game in games::IDS {
        let whole = pool(game);
        let cards = whole["cards"].as_array().unwrap();
        let mut found = 0;
        for (number, card) in cards.iter().enumerate().step_by(37) {
            let mut all = Vec::new();
            places(card, "", &mut all);
            for (place, value) in all.iter().zip(wrong.iter().cycle().skip(number)) {
                let mut card = card.clone();
                *card.pointer_mut(place).unwrap() = value.clone();
                let mut pool = whole.clone();
                pool["cards"] = json!([card]);
                for [code, message, pointer] in findings(&pool) {
                    let strange = OF_THE_PROGRAM.iter().find(|word| message.contains(**word));
                    assert_eq!(strange, None, "{game} {place} {value}: {code} {message}");
                    assert!(pool.pointer(&pointer).is_some(), "{game} {place} {value}: {pointer}");
                    found += 1;
                }
            }
        }
        assert!(found > 50, "{game}: {found}");
    }
}

/// What cannot be read hides neither the faults of other abilities of the card nor those of other cards.
#[test]
fn faults_of_shape_and_of_meaning_come_together() {
    let spirit = |id: &str, families: &Value, abilities: Value| {
        json!({
            "id": id, "kind": "spirit", "name": id, "color": "red", "cost": 2, "icon": "A",
            "families": families, "levels": [{"lv": 1, "cores": 1, "bp": 2000}], "abilities": abilities,
        })
    };
    let summoned = |levels: Value, sentence: Value| {
        let on = json!({"summoned": {"card": "this"}});
        json!({"triggered": {"on": on, "levels": levels, "do": [sentence]}})
    };
    let (draw, typo) = (json!({"draw": 1}), json!({"darw": 1}));
    let pool = |first: &Value| {
        let abilities = json!([summoned(json!([]), first.clone()), summoned(json!([2]), draw.clone())]);
        let cards = [spirit("a", &json!([]), abilities), spirit("b", &json!(["nowhere"]), json!([]))];
        json!({"game": "battle-spirits", "name": "mine", "declares": {"families": []}, "cards": cards})
    };
    let found = |pool: &Value| -> Vec<(String, String)> {
        findings(pool).into_iter().map(|[code, _, place]| (code, place)).collect()
    };
    let meanings = found(&pool(&draw));
    let codes: Vec<&str> = meanings.iter().map(|(code, _)| code.as_str()).collect();
    assert_eq!(codes, ["no_such_level", "undeclared_value"], "{meanings:?}");
    let all = found(&pool(&typo));
    assert_eq!(all.first().map(|(code, _)| code.as_str()), Some("unknown_word"), "{all:?}");
    assert_eq!(all.get(1..), Some(meanings.as_slice()), "{all:?}");
}

#[test]
fn a_name_is_one_text_or_one_for_each_language() {
    for game in games::IDS {
        let named = |name: Value| {
            let mut pool = pool(game);
            pool["cards"][0]["name"] = name;
            findings(&pool)
        };
        for name in [json!("x"), json!({"en": "x"}), json!({"en": "x", "zh-Hans": "y", "zh-Hant": "z"})] {
            assert_eq!(named(name), [[""; 3]; 0], "{game}");
        }
        let empty = |place: &str| ("empty_name".to_owned(), format!("/cards/0/name{place}"));
        for (name, found) in [
            (json!(""), empty("")),
            (json!(" "), empty("")),
            (json!({}), empty("")),
            (json!({"en": "x", "zh-Hans": " "}), empty("/zh-Hans")),
            (json!({"en": "x", "fr": "y"}), ("unknown_field".to_owned(), "/cards/0/name/fr".to_owned())),
            (json!(7), ("wrong_shape".to_owned(), "/cards/0/name".to_owned())),
            (json!({"en": 7}), ("wrong_shape".to_owned(), "/cards/0/name/en".to_owned())),
        ] {
            let summaries = named(name.clone());
            assert_eq!(
                summaries.iter().map(|[code, _, place]| (code.clone(), place.clone())).collect::<Vec<_>>(),
                [found],
                "{game} {name} {summaries:?}"
            );
        }
    }
}

#[test]
fn cards_are_found_by_the_names_of_every_language() {
    let judge = Judge::new();
    let find = |text: &str| {
        let query = CardsQuery { search: Some(text.to_owned()), ..CardsQuery::default() };
        judge.cards("azur-lane", &query).unwrap().cards
    };
    let [traditional, simplified] = ["霜錨", "霜锚"].map(find);
    assert_eq!(traditional[0]["id"], "rj-002");
    assert_eq!(simplified, traditional);
}

/// The findings and warnings of a pool of Azur Lane with these cards: code and place of each.
fn findings_of(cards: Value) -> [Vec<(String, String)>; 2] {
    let pool = json!({ "cards": cards, "game": "azur-lane", "name": "spoilt" });
    let report = Judge::new().lint_pool(pool.to_string().as_bytes(), Language::English).unwrap();
    ["findings", "warnings"].map(|list| {
        let text = |finding: &Value, field: &str| finding[field].as_str().unwrap().to_owned();
        let list = report[list].as_array().unwrap().iter();
        list.map(|finding| (text(finding, "code"), text(finding, "pointer"))).collect()
    })
}

fn ship(id: &str, skills: Value) -> Value {
    json!({
        "camps": [], "colors": ["red"], "cost": 2, "force": "azur_lane", "id": id, "kind": "ship", "name": id,
        "power": 500,
        "skills": skills, "support": { "range": [], "value": 0 }, "type": "destroyer",
    })
}

fn codes<'t>(findings: &'t [(String, String)]) -> Vec<(&'t str, &'t str)> {
    findings.iter().map(|(code, place)| (code.as_str(), place.as_str())).collect()
}

#[test]
fn several_mistakes_of_one_card_are_found_at_once() {
    let skills = json!([
        { "triggered": { "on": { "enter": "this" }, "body": { "do": [{ "draws": 2 }] } } },
        { "keyword": "rsh" },
    ]);
    let mut other = ship("b", json!([]));
    other.as_object_mut().unwrap().remove("power");
    other["powr"] = json!(500);
    other["cost"] = json!("2");
    let [findings, _] = findings_of(json!([ship("a", skills), other]));
    let all = codes(&findings);
    for finding in [
        ("unknown_word", "/cards/0/skills/0/triggered/body/do/0/draws"),
        ("unknown_word", "/cards/0/skills/0/triggered/on"),
        ("unknown_word", "/cards/0/skills/1/keyword"),
        ("unknown_field", "/cards/1/powr"),
        ("wrong_shape", "/cards/1/cost"),
    ] {
        assert!(all.contains(&finding), "{finding:?} in {all:?}");
    }
}

/// Without the check, only the first word of an object with two would count.
#[test]
fn an_object_has_one_word() {
    let skills = |sentence: Value| json!([{ "event": { "do": [sentence] } }]);
    let event = |sentence: Value| {
        let mut card = ship("a", skills(sentence));
        card["kind"] = "event".into();
        for field in ["power", "support", "type"] {
            card.as_object_mut().unwrap().remove(field);
        }
        card
    };
    let [findings, _] = findings_of(json!([event(json!({ "draw": 1 }))]));
    assert_eq!(findings, []);
    let [findings, _] = findings_of(json!([event(json!({ "discard": {}, "draw": 1 }))]));
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0].0, "wrong_shape");
}

#[test]
fn what_has_no_effect_is_warned_of() {
    let rest = |fits: Value| {
        let rest = json!({ "rest": { "cards": { "side": "opponent", "fits": fits, "take": 1 } } });
        json!([{ "triggered": { "on": { "enters": "this" }, "body": { "do": [rest] } } }])
    };
    let place = |index: usize, filter: usize| {
        format!("/cards/{index}/skills/0/triggered/body/do/0/rest/cards/fits/{filter}")
    };
    let cards = json!([
        ship("a", rest(json!([{ "cost": "<=2" }, { "cost": ">=5" }]))),
        ship("b", rest(json!([{ "cost": "<=5" }, { "cost": ">=2" }, { "name": "a" }]))),
        ship("c", rest(json!([{ "name": "nobody" }]))),
    ]);
    let [findings, warnings] = findings_of(cards);
    assert_eq!(findings, []);
    let (never, nobody) = (place(0, 1), place(2, 0));
    assert_eq!(codes(&warnings), [("never_true", never.as_str()), ("no_such_name", nobody.as_str())]);
}

/// A pool of Azur Lane with these cards, whose mistakes have a message in each language.
fn in_each_language(cards: Value, list: &str) -> [Vec<String>; 3] {
    let pool = json!({ "cards": cards, "game": "azur-lane", "name": "spoilt" });
    let [traditional, simplified] = CHINESE;
    [Language::English, traditional, simplified]
        .map(|language| reported(&pool, list, language).into_iter().map(|[_, message, _]| message).collect())
}

#[test]
fn meaningless_words_have_messages_in_three_languages() {
    let mut nameless = ship("b", json!([{ "activated": { "body": { "do": [] } } }]));
    nameless["name"] = json!("");
    nameless["camps"] = json!(["nowhere"]);
    nameless.as_object_mut().unwrap().remove("power");
    let [english, traditional, simplified] = in_each_language(json!([nameless]), "findings");
    assert_eq!(
        english,
        [
            "this kind of card needs power [207.1]",
            "a name is not empty",
            "the pool declares no camp “nowhere”",
            "the skill does nothing",
        ]
    );
    assert_eq!(
        traditional,
        [
            "此類卡牌須有「power」 [207.1]",
            "名稱不可為空",
            "卡池沒有宣告「camp」的值「nowhere」",
            "這個技能不做任何事",
        ]
    );
    assert_eq!(
        simplified,
        [
            "此类卡牌须有“power” [207.1]",
            "名称不可为空",
            "卡池没有宣告“camp”的值“nowhere”",
            "这个技能不做任何事",
        ]
    );
}

#[test]
fn a_pool_of_wrong_shape_has_messages_in_three_languages() {
    let mut card = ship("b", json!([{ "keyword": "rsh" }]));
    card["cost"] = json!("2");
    card["powr"] = json!(500);
    let [english, traditional, simplified] = in_each_language(json!([card]), "findings");
    let fields = "id, number, kind, name, cost, colors, type, camps, force, power, support, durability, \
                  skills, back, text";
    let words = "rush, long_range, strike, guard, dive, last_stand";
    assert_eq!(
        english,
        [
            "field \"cost\": this has to be a whole number from 0 to 255, for example 1; \"2\" was sent"
                .to_owned(),
            format!("there is no field \"powr\" here; there are {fields}"),
            format!("there is no word \"rsh\" here; there are {words}"),
        ]
    );
    assert_eq!(
        traditional,
        [
            "欄位「cost」：此處應為 0 至 255 的整數，例如 1；送來的是 \"2\"".to_owned(),
            format!("此處沒有欄位「powr」；有 {fields}"),
            format!("此處沒有「rsh」一詞；有 {words}"),
        ]
    );
    assert_eq!(
        simplified,
        [
            "字段“cost”：此处应为 0 至 255 的整数，例如 1；发来的是 \"2\"".to_owned(),
            format!("此处没有字段“powr”；有 {fields}"),
            format!("此处没有“rsh”一词；有 {words}"),
        ]
    );
}

#[test]
fn a_warning_has_messages_in_three_languages() {
    let nobody = json!({ "cards": { "fits": [{ "name": "nobody" }], "take": "all" } });
    let skills = json!([{ "activated": { "body": { "do": [{ "rest": { "what": nobody } }] } } }]);
    let [english, traditional, simplified] = in_each_language(json!([ship("b", skills)]), "warnings");
    assert_eq!(english, ["no card of this pool has the name “nobody”"]);
    assert_eq!(traditional, ["卡池中沒有名為「nobody」的卡"]);
    assert_eq!(simplified, ["卡池中没有名为“nobody”的卡"]);
}

#[test]
fn the_fault_of_a_pool_has_messages_in_three_languages() {
    let mut pool = pool("azur-lane");
    pool["cards"][0]["name"] = json!("");
    let replay = json!({
        "actions": [], "format": "rules-judge/1", "game": "azur-lane", "players": [{}, {}], "pool": pool,
    });
    let fault = Judge::new().verify(replay.to_string().as_bytes(), &Query::default()).unwrap_err();
    assert_eq!(fault.detail, "empty_name: a name is not empty");
    assert_eq!(fault.detail_in(Language::TraditionalChinese), "empty_name：名稱不可為空");
    let [found] = &*fault.findings else { panic!("{fault:?}") };
    assert_eq!(found.answer(Language::English).message, "a name is not empty");
    assert_eq!(found.answer(Language::SimplifiedChinese).message, "名称不可为空");
}
