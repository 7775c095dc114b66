//! The JSON Schemas of the types that callers send, which the service publishes.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::BTreeSet;

use rules_judge_engine::abilities::amount::{Count, Larger, Less, Per, Smaller, Times};
use rules_judge_engine::abilities::condition::{All, Any, Compare, Exists, Matches, Not};
use rules_judge_engine::abilities::effect::{Choose, ChooseOne, If, May};
use rules_judge_engine::abilities::{Amount, Cards, Select, Take};
use rules_judge_engine::games::azur_lane::AzurLane;
use rules_judge_engine::games::xinglingwang::Xinglingwang;
use rules_judge_engine::games::{
    self, Registered, Visit, azur_lane, battle_spirits, build_divide, tianhai, xinglingwang,
};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

fn schema<T: JsonSchema>(game: &str, name: &str) -> (String, Value) {
    let mut schema = SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>();
    schema.insert("title".into(), format!("{game}: {name}").into());
    (format!("{game}.{name}.schema.json"), schema.to_value())
}

struct Schemas;

impl Visit for Schemas {
    type Out = [(String, Value); 4];

    fn visit<G: Registered>(self) -> Self::Out {
        [
            schema::<G::Action>(G::INFO.id, "action"),
            schema::<G::Deck>(G::INFO.id, "deck"),
            schema::<G::PoolData>(G::INFO.id, "pool"),
            schema::<G::Position>(G::INFO.id, "position"),
        ]
    }
}

/// Every schema with its file name.
fn schemas() -> Vec<(String, Value)> {
    games::IDS.iter().flat_map(|game| games::dispatch(game, Schemas).unwrap()).collect()
}

fn of(file: &str) -> Value {
    schemas().into_iter().find(|(name, _)| name == file).expect("a schema of that name").1
}

/// Every object inside a value, including itself.
fn objects(value: &Value) -> Vec<&Map<String, Value>> {
    let inner: Vec<&Value> = match value {
        Value::Object(object) => object.values().collect(),
        Value::Array(items) => items.iter().collect(),
        _ => Vec::new(),
    };
    let own = value.as_object().into_iter();
    own.chain(inner.into_iter().flat_map(objects)).collect()
}

#[test]
fn every_schema_says_what_it_is() {
    for (name, schema) in schemas() {
        assert_eq!(schema["$schema"], DIALECT, "{name}");
        assert!(schema["title"].is_string(), "{name}: no title");
        assert!(schema["description"].is_string(), "{name}: no description");
        for (definition, schema) in schema["$defs"].as_object().unwrap() {
            assert!(schema["description"].is_string(), "{name}: {definition} has no description");
        }
    }
}

#[test]
fn references_resolve() {
    for (name, schema) in schemas() {
        let definitions = schema["$defs"].as_object().unwrap();
        let mut used = BTreeSet::new();
        for object in objects(&schema) {
            let Some(reference) = object.get("$ref").and_then(Value::as_str) else { continue };
            let definition =
                reference.strip_prefix("#/$defs/").unwrap_or_else(|| panic!("{name}: {reference}"));
            assert!(definitions.contains_key(definition), "{name}: {reference} leads nowhere");
            used.insert(definition);
        }
        assert_eq!(used.len(), definitions.len(), "{name}: a definition that nothing refers to");
    }
}

/// The words of a class in the schema of a pool. Words without parameters are also plain strings, all in one
/// enumeration.
fn words(game: &str, class: &str) -> Vec<String> {
    let pool = of(&format!("{game}.pool.schema.json"));
    let choices = pool["$defs"][class]["oneOf"].as_array().unwrap_or_else(|| panic!("{class}: no choice"));
    let (with_key, alone): (Vec<_>, Vec<_>) =
        choices.iter().partition(|choice| choice.get("required").is_some());
    let words: Vec<String> =
        with_key.iter().map(|choice| choice["required"][0].as_str().expect("one word").to_owned()).collect();
    assert!(alone.len() < 2, "{game}: {class}: {alone:?}");
    for word in alone.iter().flat_map(|choice| choice["enum"].as_array().expect("words")) {
        assert!(words.iter().any(|known| word == known), "{game}: {class}: {word} stands alone");
    }
    words
}

#[test]
fn a_schema_has_every_word_of_its_class() {
    macro_rules! same {
        ($($game:ident, $id:literal;)*) => { $(
            assert_eq!(words($id, "Condition"), $game::words::Condition::words());
            assert_eq!(words($id, "Effect"), $game::words::Effect::words());
            assert_eq!(words($id, "Filter"), $game::words::Filter::words());
            assert_eq!(words($id, "Quantity"), $game::words::Quantity::words());
        )*
            assert_eq!([$($id),*].as_slice(), games::IDS, "a game whose words are not looked at");
        };
    }
    same! {
        azur_lane, "azur-lane";
        xinglingwang, "xinglingwang";
        battle_spirits, "battle-spirits";
        build_divide, "build-divide";
        tianhai, "tianhai";
    }
}

#[test]
fn a_schema_has_every_kind_of_action() {
    struct Kinds;

    impl Visit for Kinds {
        type Out = &'static [&'static str];

        fn visit<G: Registered>(self) -> Self::Out {
            G::INFO.vocabulary.actions
        }
    }

    for game in games::IDS {
        let schema = of(&format!("{game}.action.schema.json"));
        let kinds =
            schema["oneOf"].as_array().unwrap().iter().map(|kind| &kind["properties"]["type"]["const"]);
        assert_eq!(kinds.collect::<Vec<_>>(), games::dispatch(game, Kinds).unwrap());
    }
}

#[test]
fn no_two_words_share_a_name() {
    type Name = (&'static str, String, String);
    fn name<T: JsonSchema>(word: &'static str) -> Name {
        (word, T::schema_name().into_owned(), T::schema_id().into_owned())
    }
    macro_rules! names {
        ($($word:ident)*) => { vec![ $( name::<$word<AzurLane>>(stringify!($word)), )* ] };
    }
    let names: Vec<Name> = names!(All Any Amount Cards Choose ChooseOne Compare Count Exists If Larger
        Less Matches May Not Per Select Smaller Take Times);
    assert_eq!(<Cards<Xinglingwang>>::schema_name(), <Cards<AzurLane>>::schema_name());
    let count = |part: fn(&Name) -> &String| names.iter().map(part).collect::<BTreeSet<_>>().len();
    assert_eq!((count(|name| &name.1), count(|name| &name.2)), (names.len(), names.len()), "{names:?}");
    let pool = of("azur-lane.pool.schema.json");
    let definitions = pool["$defs"].as_object().unwrap();
    for (word, name, _) in &names {
        assert_eq!(word, name);
        assert!(definitions.contains_key(name), "{name} is not defined");
    }
    // If two types have the same name, the second one gets a number.
    for (file, schema) in schemas() {
        let mut definitions = schema["$defs"].as_object().unwrap().keys();
        let second = definitions.find(|name| name.ends_with(|last: char| last.is_ascii_digit()));
        assert_eq!(second, None, "{file}: two types have one name");
    }
}

/// An optional field of an action may be `null`, and the schema gives its default.
#[test]
fn what_may_be_left_out_says_what_it_says_then() {
    let mut optional = 0;
    for game in games::IDS {
        let schema = of(&format!("{game}.action.schema.json"));
        for object in objects(&schema).into_iter().filter(|object| object.contains_key("properties")) {
            let required = object.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
            for (name, field) in object["properties"].as_object().unwrap() {
                let is_optional = !required.contains(&name.as_str().into());
                let kinds: Vec<&Value> =
                    objects(field).into_iter().filter_map(|part| part.get("type")).collect();
                let may_be_null = kinds.iter().any(|kind| kind.to_string().contains("null"));
                assert_eq!(
                    (is_optional, is_optional),
                    (may_be_null, field.get("default").is_some()),
                    "{game}: {name}"
                );
                optional += usize::from(is_optional);
            }
        }
    }
    assert!(optional > 20, "{optional}");
}

/// The path by which a definition refers to itself.
#[test]
fn words_nest() {
    let pools: Vec<Value> = games::IDS.iter().map(|game| of(&format!("{game}.pool.schema.json"))).collect();
    let classes = ["Condition", "Effect", "Filter", "Quantity"];
    for (pool, class) in pools.iter().flat_map(|pool| classes.map(|class| (pool, class))) {
        let (mut reached, mut open) = (BTreeSet::new(), vec![class.to_owned()]);
        while let Some(definition) = open.pop() {
            for object in objects(&pool["$defs"][&definition]) {
                let Some(reference) = object.get("$ref").and_then(Value::as_str) else { continue };
                let next = reference.trim_start_matches("#/$defs/").to_owned();
                if reached.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        assert!(reached.contains(class), "{class} does not reach itself");
    }
}
