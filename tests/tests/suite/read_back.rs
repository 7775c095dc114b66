//! Abilities read back: every word has its phrase in every language, and different data read differently.

use std::collections::BTreeMap;

use rules_judge_engine::games::{self, Registered, Visit};
use rules_judge_replays::answer::Language;
use rules_judge_replays::catalog::read_back;
use rules_judge_tests::games::ALL;
use serde_json::{Value, json};

const LANGUAGES: [Language; 3] =
    [Language::English, Language::TraditionalChinese, Language::SimplifiedChinese];

struct EveryWord;

impl Visit for EveryWord {
    type Out = ();

    fn visit<G: Registered>(self) {
        for language in LANGUAGES {
            let missing = read_back::words_without_phrase::<G>(language);
            assert!(missing.is_empty(), "{}: {language:?}: words without a phrase: {missing:?}", G::INFO.id);
        }
    }
}

#[test]
fn every_word_has_a_phrase_in_every_language() {
    for game in games::IDS {
        games::dispatch(game, EveryWord).unwrap();
    }
}

/// The value of a field; objects with other facts are not compared.
fn texts(card: &Value, field: &str) -> Option<Value> {
    card.pointer(field).filter(|value| !value.is_object()).cloned()
}

/// Reads all bundled pools back, and returns the number of cards with text.
struct Pools;

impl Visit for Pools {
    type Out = usize;

    fn visit<G: Registered>(self) -> usize {
        let mut count = 0;
        for language in LANGUAGES {
            let fields = read_back::fields::<G>(language);
            let mut read: BTreeMap<String, Value> = BTreeMap::new();
            for (name, pool) in G::INFO.pools {
                // The canonical form of the pool, without default values.
                let typed: G::PoolData = serde_json::from_str(pool).unwrap();
                let pool = serde_json::to_value(&typed).unwrap();
                for card in pool["cards"].as_array().unwrap() {
                    let lines = read_back::card::<G>(card, &pool, language);
                    let text = lines.join("\n");
                    let place = format!("{} {name} {} {language:?}: {text}", G::INFO.id, card["id"]);
                    assert!(!text.contains(['⟨', '{', '}', '|']) && !text.contains("  "), "{place}");
                    assert!(lines.iter().all(|line| !line.trim().is_empty()), "{place}");
                    let data = fields.iter().filter_map(|field| texts(card, field)).collect();
                    count += usize::from(!lines.is_empty());
                    if let Some(other) = read.insert(text, Value::Array(data)) {
                        let data: Vec<_> = fields.iter().filter_map(|field| texts(card, field)).collect();
                        assert_eq!(other, Value::Array(data), "{place}");
                    }
                }
            }
        }
        count
    }
}

#[test]
fn every_pool_is_read_back_and_different_abilities_read_differently() {
    for game in games::IDS {
        let count = games::dispatch(game, Pools).unwrap();
        assert!(count > 200, "{game}: {count}");
    }
}

/// The lines of one published card in a language.
struct Lines<'a>(&'a str, Language);

impl Visit for Lines<'_> {
    type Out = Vec<String>;

    fn visit<G: Registered>(self) -> Vec<String> {
        let (_, pool) = G::INFO.pools.iter().find(|(name, _)| *name == "official").unwrap();
        let typed: G::PoolData = serde_json::from_str(pool).unwrap();
        let pool = serde_json::to_value(&typed).unwrap();
        let card = pool["cards"].as_array().unwrap().iter().find(|card| card["id"] == self.0);
        read_back::card::<G>(card.unwrap(), &pool, self.1)
    }
}

/// The lines of a card with one ability in a language.
struct Written(Value, Language);

impl Visit for Written {
    type Out = Vec<String>;

    fn visit<G: Registered>(self) -> Vec<String> {
        let pool: Value = serde_json::from_str(G::INFO.pools[0].1).unwrap();
        read_back::card::<G>(&self.0, &pool, self.1)
    }
}

/// Each row of `read_back.tsv` is a sentence for one pattern, as the book of its game would say it. Its card
/// is a published one, or an ability where no published card has the pattern.
#[test]
fn patterns_of_sentences_read_as_in_the_books() {
    for row in include_str!("read_back.tsv").lines().skip(1) {
        let [game, card, tag, line] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let language = LANGUAGES.into_iter().find(|language| language.tag() == tag).unwrap();
        let lines = match card.starts_with('{') {
            true => {
                let tested = ALL.iter().find(|tested| tested.game == game).unwrap();
                let card = (tested.card)(vec![serde_json::from_str(card).unwrap()]);
                games::dispatch(game, Written(card, language)).unwrap()
            }
            false => games::dispatch(game, Lines(card, language)).unwrap(),
        };
        assert!(lines.iter().any(|found| found == line), "{game} {card} {tag}: {lines:#?}");
    }
}

/// An ability that waits for an attack of a card with a property, which is asked with the event or `later`.
fn waiting(game: &str, property: &Value, later: bool) -> Value {
    let mut body = json!({ "do": [{ "draw": 1 }] });
    let fits = if later { json!([]) } else { json!([property]) };
    if later {
        body["when"] = json!({ "matches": { "what": "subject", "fits": [property] } });
    }
    match game {
        "build-divide" => {
            body["on"] = json!({ "attacks": { "side": "own", "fits": fits } });
            json!({ "automatic": body })
        }
        "battle-spirits" => {
            body["on"] = json!({ "attacks": { "side": "own", "fits": fits } });
            json!({ "triggered": body })
        }
        "xinglingwang" => {
            let on = json!({ "event": ["attack"], "who": { "cards": { "fits": fits } } });
            json!({ "triggered": { "on": on, "body": body } })
        }
        _ => json!({ "triggered": { "on": { "attacks": {} }, "body": body } }),
    }
}

/// What `when` asks of the card of an event is looked at later, and the text says so; what `on` asks is not.
#[test]
fn a_condition_that_is_looked_at_later_says_so() {
    for (game, property) in [
        ("azur-lane", json!({ "power": ">=500" })),
        ("battle-spirits", json!({ "bp": ">=5000" })),
        ("build-divide", json!({ "power": ">=5000" })),
        ("xinglingwang", json!({ "attack": ["at_least", 3] })),
    ] {
        let tested = ALL.iter().find(|tested| tested.game == game).unwrap();
        let [later, at_once] = [true, false].map(|later| {
            let card = (tested.card)(vec![waiting(game, &property, later)]);
            LANGUAGES
                .map(|language| games::dispatch(game, Written(card.clone(), language)).unwrap().join("\n"))
        });
        for (number, says) in ["when this is carried out", "處理時", "处理时"].into_iter().enumerate() {
            assert!(later[number].contains(says), "{game}: {}", later[number]);
            assert!(!at_once[number].contains(says), "{game}: {}", at_once[number]);
        }
    }
}
