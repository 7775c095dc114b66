//! The search among cards: texts, facts, alternatives, and what cannot be read.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::sync::Arc;

use rules_judge_engine::games;
use rules_judge_engine::kernel::Stop;
use rules_judge_replays::answer::{Fault, FaultCode, Language};
use rules_judge_replays::catalog::cards::{CardsAnswer, CardsQuery};
use rules_judge_replays::catalog::limits::{PAGE_LIMIT, SEARCH_CONDITIONS, SEARCH_LIMIT};
use rules_judge_replays::judging::Judge;
use serde_json::{Value, json};

fn asked(judge: &Judge, game: &str, pool: &str, text: &str) -> Result<CardsAnswer, Fault> {
    let query = CardsQuery {
        limit: PAGE_LIMIT,
        pool: Some(format!("{game}/{pool}")),
        search: Some(text.to_owned()),
        ..CardsQuery::default()
    };
    judge.cards(game, &query)
}

fn found(judge: &Judge, game: &str, text: &str) -> Vec<Value> {
    asked(judge, game, "demo", text).unwrap_or_else(|fault| panic!("{text}: {fault:?}")).cards
}

fn ids(cards: &[Value]) -> Vec<&str> {
    cards.iter().map(|card| card["id"].as_str().unwrap()).collect()
}

/// The cards of the bundled pool that have this, in its order.
fn those(judge: &Judge, game: &str, is: impl Fn(&Value) -> bool) -> Vec<Value> {
    let query = CardsQuery { limit: PAGE_LIMIT, ..CardsQuery::default() };
    let cards: Vec<Value> = judge.cards(game, &query).unwrap().cards.into_iter().filter(is).collect();
    assert!(!cards.is_empty(), "{game}");
    cards
}

fn has(list: &Value, word: &str) -> bool {
    list.as_array().is_some_and(|list| list.iter().any(|member| member == word))
}

/// Each search finds what a look at the data finds, in the same order.
#[test]
fn facts_are_compared_by_name_and_value() {
    let judge = Judge::new();
    let cost = |card: &Value, path: &str| card.pointer(path).and_then(Value::as_i64);
    type Is = Box<dyn Fn(&Value) -> bool>;
    let cases: Vec<(&str, &[&str], Is)> = vec![
        (
            "azur-lane",
            &[
                "cost<=1 color:red",
                "COLORS:RED cost<2",
                "費用≤1 colors=红",
                "color:紅 -cost>1 -kind:flagship",
            ],
            Box::new(move |card| {
                cost(card, "/cost").is_some_and(|cost| cost <= 1) && has(&card["colors"], "red")
            }),
        ),
        (
            "azur-lane",
            &["support>=200", "支援>=200", "support.value>199"],
            Box::new(move |card| cost(card, "/support/value").is_some_and(|value| value >= 200)),
        ),
        (
            "azur-lane",
            &[
                "type:destroyer -camp:royal_navy",
                r#"type=destroyer -camps:"royal navy""#,
                "type=destroyer -camp=皇家",
            ],
            Box::new(|card| card["type"] == "destroyer" && !has(&card["camps"], "royal_navy")),
        ),
        (
            "battle-spirits",
            &["family:hornfolk", "families:hornfolk"],
            Box::new(|card| has(&card["families"], "hornfolk")),
        ),
        (
            "battle-spirits",
            &["color:red or color:紫", "color=red OR color=purple"],
            Box::new(|card| card["color"] == "red" || card["color"] == "purple"),
        ),
        (
            "battle-spirits",
            &["levels.bp>=9000", "bp>=9000"],
            Box::new(|card| {
                let levels = card["levels"].as_array().into_iter().flatten();
                levels.into_iter().any(|level| level["bp"].as_i64().is_some_and(|bp| bp >= 9000))
            }),
        ),
        (
            "build-divide",
            &["cost<=1", "cost.total<=1", "费用<=1"],
            Box::new(move |card| cost(card, "/cost/total").is_some_and(|cost| cost <= 1)),
        ),
        ("build-divide", &["ace:true", "ace=true"], Box::new(|card| card["ace"] == true)),
        (
            "tianhai",
            &["combat=4", "combat:4", "战斗力=4"],
            Box::new(move |card| {
                [cost(card, "/unit/combat"), cost(card, "/order/combat")].contains(&Some(4))
            }),
        ),
        ("tianhai", &["unit.mark:弓", "unit.mark=bow"], Box::new(|card| card["unit"]["mark"] == "弓")),
        (
            "xinglingwang",
            &["attack:shield", "attack=盾", "攻击力:盾"],
            Box::new(|card| card["unit"]["attack"] == "shield"),
        ),
    ];
    for (game, searches, is) in cases {
        let expected = those(&judge, game, is);
        for search in searches {
            assert_eq!(ids(&found(&judge, game, search)), ids(&expected), "{game} {search}");
        }
    }
}

#[test]
fn keywords_are_those_that_a_card_has() {
    let judge = Judge::new();
    let is_rush = |skills: &Value| {
        skills.as_array().is_some_and(|skills| skills.iter().any(|skill| skill["keyword"] == "rush"))
    };
    let rush =
        those(&judge, "azur-lane", |card| is_rush(&card["skills"]) || is_rush(&card["back"]["skills"]));
    assert_eq!(ids(&found(&judge, "azur-lane", "keyword=rush or back.skills.keyword:rush")), ids(&rush));
    let ranged = those(&judge, "xinglingwang", |card| has(&card["keywords"], "ranged"));
    for search in ["keyword:ranged", "keywords=ranged", "關鍵字:遠程", "关键字:远程"] {
        assert_eq!(ids(&found(&judge, "xinglingwang", search)), ids(&ranged), "{search}");
    }
    // What only speaks of a keyword is found by the word, and not as a keyword.
    let text = found(&judge, "xinglingwang", "遠程");
    assert!(text.len() >= ranged.len() && ranged.iter().all(|card| text.contains(card)));
    let without = found(&judge, "xinglingwang", "-keyword:ranged");
    assert_eq!(without.len() + ranged.len(), found(&judge, "xinglingwang", "-id:nothing").len());
}

#[test]
fn texts_are_found_in_every_language_and_in_every_part() {
    let judge = Judge::new();
    let by_name = found(&judge, "battle-spirits", "name:\"flamehorn rider\"");
    assert_eq!(ids(&by_name), ["bs-004"]);
    for search in
        ["flamehorn rider", "rider FLAMEHORN", "炎角騎兵", "炎角骑兵", "name=炎角騎兵", "id=bs-004", "bs-004"]
    {
        assert_eq!(found(&judge, "battle-spirits", search), by_name, "{search}");
    }
    // What the abilities say, and no name does.
    let draws = found(&judge, "build-divide", "text:\"draw 2\"");
    assert!(!draws.is_empty() && draws.len() < 100, "{}", draws.len());
    assert_eq!(found(&judge, "build-divide", "\"draw 2\""), draws);
    assert!(found(&judge, "build-divide", "name:\"draw 2\"").is_empty());
    let both = found(&judge, "build-divide", "text:抽2 -cost>3");
    assert!(!both.is_empty());
    for card in &both {
        assert!(card["cost"]["total"].as_i64().unwrap() <= 3);
    }
    assert!(found(&judge, "build-divide", "draw -draw").is_empty());
}

/// Every game has facts, and what a search cannot mean is said with its place and what exists.
#[test]
fn a_search_that_cannot_be_meant_says_what_can() {
    let judge = Judge::new();
    for game in games::IDS {
        let fault = asked(&judge, game, "demo", "x -nosuchfact:1").unwrap_err();
        assert_eq!((fault.code, fault.place), (FaultCode::BadQuery, Some((1, 4))), "{game}");
        for language in [Language::English, Language::TraditionalChinese, Language::SimplifiedChinese] {
            let said = fault.detail_in(language);
            assert!(said.contains("nosuchfact") && said.contains("id") && said.contains('4'), "{said}");
        }
    }
    let fault = asked(&judge, "azur-lane", "demo", "cots<=3").unwrap_err();
    assert_eq!(&*fault.nearest, ["cost"]);
    assert!(fault.detail.contains("cost") && fault.detail.contains("keyword"), "{fault:?}");
    for (search, at) in [("cost<=red", 1), ("a name<3", 3), ("a b c:", 6), ("\"", 1), ("【】", 1), ("- -", 1)]
    {
        let fault = asked(&judge, "azur-lane", "demo", search).unwrap_err();
        assert_eq!((fault.code, fault.place), (FaultCode::BadQuery, Some((1, at))), "{search}: {fault:?}");
    }
}

#[test]
fn a_search_has_at_most_so_many_conditions() {
    let judge = Judge::new();
    let most = vec!["-zzzz"; SEARCH_CONDITIONS].join(" ");
    assert!(most.chars().count() <= SEARCH_LIMIT);
    assert!(!found(&judge, "azur-lane", &most).is_empty());
    let fault = asked(&judge, "azur-lane", "demo", &format!("{most} x")).unwrap_err();
    assert_eq!((fault.code, fault.place), (FaultCode::BadQuery, Some((1, most.len() + 2))));
}

/// Asks for an end at once.
#[derive(Debug)]
struct AtOnce;

impl Stop for AtOnce {
    fn is_asked(&self) -> bool {
        true
    }
}

/// Making a pool ready takes as long as reading all of its cards: it ends when nobody waits, and nothing of
/// it is kept.
#[test]
fn a_search_that_nobody_waits_for_ends() {
    let judge = Judge::new();
    let stopped = judge.stopping(Arc::new(AtOnce));
    let fault = asked(&stopped, "azur-lane", "demo", "cost=1").unwrap_err();
    assert_eq!(fault.code, FaultCode::Overloaded);
    let all = found(&judge, "azur-lane", "cost=1");
    assert!(!all.is_empty());
    // It lies ready now.
    assert_eq!(found(&stopped, "azur-lane", "cost=1"), all);
}

/// A pool that has no name is searched as a named one is, and pages are those of the whole list.
#[test]
fn sent_pools_and_pages_are_searched_alike() {
    let judge = Judge::new();
    let search = "color:red -keyword:rush";
    let all = found(&judge, "azur-lane", search);
    assert!(all.len() > 3);
    let mut paged = Vec::new();
    for offset in 0..all.len() {
        let query = CardsQuery { limit: 1, offset, search: Some(search.to_owned()), ..CardsQuery::default() };
        let page = judge.cards("azur-lane", &query).unwrap();
        assert_eq!((page.count, page.has_more), (all.len(), offset + 1 < all.len()));
        paged.extend(page.cards);
    }
    assert_eq!(paged, all);
    let mut pool = judge.small_pool("azur-lane").unwrap();
    pool["cards"] = json!(those(&judge, "azur-lane", |_| true));
    pool["name"] = json!("sent");
    let bytes = rules_judge_replays::codec::canonical::canonical(&pool).unwrap();
    let digest = rules_judge_replays::codec::digest::Digest::of(&bytes).to_string();
    judge.put_pool(&digest, &bytes, Language::English).unwrap();
    let query = CardsQuery {
        limit: PAGE_LIMIT,
        pool: Some(digest),
        search: Some(search.to_owned()),
        ..CardsQuery::default()
    };
    assert_eq!(judge.cards("azur-lane", &query).unwrap().cards, all);
}

/// What is printed finds the words and the abilities that say it, with their data.
#[test]
fn a_printed_phrase_finds_its_data() {
    let judge = Judge::new();
    let like = |pool: &str, phrase: &str| {
        judge.like_phrase("xinglingwang", Some(pool), phrase, Language::TraditionalChinese).unwrap()
    };
    let found = like("xinglingwang/official", "被獻祭時");
    assert!(found.words.iter().any(|word| word.word == "sacrifice"), "{:?}", found.words);
    for ability in &found.abilities {
        assert!(ability.text.contains("被獻祭時"), "{ability:?}");
        assert_eq!(ability.data["triggered"]["on"]["event"], json!(["sacrifice"]), "{ability:?}");
    }
    assert_eq!(found.abilities.len(), 8);
    let nothing = like("xinglingwang/official", "qqqq zzzz");
    assert!(nothing.words.is_empty() && nothing.abilities.is_empty(), "{nothing:?}");
    let fault =
        judge.like_phrase("xinglingwang", Some("xinglingwang/nothing"), "x", Language::English).unwrap_err();
    assert_eq!(fault.code, FaultCode::UnknownPool);
}
