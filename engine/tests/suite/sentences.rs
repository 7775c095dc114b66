//! Every word that a game writes has a sentence in every language, and sentences mention only existing parts.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};

use rules_judge_engine::abilities::EffectWord;
use rules_judge_engine::game_kit::sentence::{NamedCard, Part, Speech};
use rules_judge_engine::games::azur_lane::AzurLane;
use rules_judge_engine::games::{self, Registered, Visit};
use rules_judge_engine::kernel::shape::Value as Field;
use rules_judge_engine::kernel::{CardId, Seat};
use rules_judge_engine::verdict::Template;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::Value;

const LANGUAGES: [&str; 3] = ["en", "zh-Hant", "zh-Hans"];
/// The members of a question besides its kind.
const OF_QUESTIONS: [&str; 7] = ["ability", "card", "least", "most", "other", "purpose", "seat"];
/// Further parts of event sentences, computed from members.
const OF_EVENTS: [&str; 3] = ["first", "less", "more"];

/// What the tests read of a game.
struct Game {
    id: &'static str,
    words: BTreeMap<&'static str, Vec<&'static str>>,
    /// The members of an event, and of each kind of action.
    members: BTreeMap<String, BTreeSet<String>>,
    /// Every word that a member of an event or action can have.
    spoken: BTreeSet<(String, String)>,
    purposes: Vec<String>,
    templates: &'static [Template],
    known: Vec<(&'static str, &'static str)>,
}

struct Read;

impl Visit for Read {
    type Out = Game;

    fn visit<G: Registered>(self) -> Game {
        let mut types = SchemaSettings::draft2020_12().for_serialize().into_generator();
        let event = whole::<G::EventView<'static>>(&mut types);
        let actions = whole::<G::Action>(&mut types);
        let schemas = types.definitions().clone();
        let resolve = |schema: &Value| resolved(schema, &schemas);
        let (mut members, mut spoken) = (BTreeMap::new(), BTreeSet::new());
        members.insert("event".to_owned(), names(&resolve(&event)));
        for (name, schema) in resolve(&event)["properties"].as_object().unwrap() {
            words(name, &resolve(schema), &schemas, &mut spoken);
        }
        for action in resolve(&actions)["oneOf"].as_array().unwrap() {
            let action = resolve(action);
            let kind = action["properties"]["type"]["const"].as_str().unwrap().to_owned();
            let mut fields = names(&action);
            for (name, schema) in action["properties"].as_object().unwrap() {
                let inner = resolve(schema);
                fields.extend(names(&inner).into_iter().map(|inner| format!("{name}.{inner}")));
                words(name, &inner, &schemas, &mut spoken);
            }
            members.insert(kind, fields);
        }
        let vocabulary = G::INFO.vocabulary;
        let with_chance = |kinds: &[&'static str]| kinds.iter().copied().chain(["chance"]).collect();
        let mut words = BTreeMap::new();
        words.insert("event", vocabulary.verbs.to_vec());
        words.insert("question", with_chance(vocabulary.questions));
        words.insert("action", with_chance(vocabulary.actions));
        words.insert("point", vec!["at", "before", "withdrawn"]);
        let mut parts = vec![
            "card", "held", "left_out", "line", "list", "pieces", "range", "seat", "theirs", "times",
            "unseen",
        ];
        // Whether the sentence mentions moves of pieces.
        let says_moves = |row: &&Template| row.of == "action" && row.text[0].contains("{moves}");
        parts.extend(G::INFO.rules.sentences.iter().find(says_moves).map(|_| "moved"));
        words.insert("part", parts);
        Game {
            id: G::INFO.id,
            words,
            members,
            spoken,
            purposes: <G::Effect as EffectWord<G>>::vocabulary(),
            templates: G::INFO.rules.sentences,
            known: G::INFO.rules.words.iter().map(|word| (word.parameter, word.word)).collect(),
        }
    }
}

fn whole<T: JsonSchema>(types: &mut SchemaGenerator) -> Value {
    types.subschema_for::<T>().to_value()
}

/// A schema without references and without `null`.
fn resolved(schema: &Value, schemas: &serde_json::Map<String, Value>) -> Value {
    if let Some(name) = schema["$ref"].as_str().and_then(|way| way.strip_prefix("#/$defs/")) {
        return resolved(&schemas[name], schemas);
    }
    let one_of = |key: &str| schema[key].as_array().into_iter().flatten().find(|one| one["type"] != "null");
    match one_of("anyOf").or_else(|| schema["allOf"].as_array()?.first()) {
        Some(inner) => {
            let mut inner = resolved(inner, schemas);
            if let (Some(inner), Some(own)) =
                (inner["properties"].as_object_mut(), schema["properties"].as_object())
            {
                inner.extend(own.clone());
            }
            inner
        }
        None => schema.clone(),
    }
}

fn names(schema: &Value) -> BTreeSet<String> {
    schema["properties"].as_object().into_iter().flat_map(|fields| fields.keys().cloned()).collect()
}

/// The words that a member can have: for a place those of its zone, for counted pieces their kinds.
fn words(
    name: &str,
    schema: &Value,
    schemas: &serde_json::Map<String, Value>,
    spoken: &mut BTreeSet<(String, String)>,
) {
    if matches!(name, "point" | "verb" | "type") {
        return;
    }
    if let Some(zone) = schema["properties"].get("zone") {
        return words("zone", &resolved(zone, schemas), schemas, spoken);
    }
    let listed = schema["enum"].as_array().into_iter().flatten();
    let each = schema["oneOf"].as_array().into_iter().flatten();
    let each = each.flat_map(|one| {
        one["enum"].as_array().cloned().unwrap_or_default().into_iter().chain(one.get("const").cloned())
    });
    for word in listed.cloned().chain(each) {
        spoken.extend(word.as_str().map(|word| (name.to_owned(), word.to_owned())));
    }
}

fn games() -> Vec<Game> {
    games::IDS.iter().chain(games::UNLISTED).map(|game| games::dispatch(game, Read).unwrap()).collect()
}

/// The names in braces. Brackets must enclose a name, and must not be nested.
fn placeholders(template: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let (mut open, mut within) = (None, 0);
    for (at, letter) in template.char_indices() {
        match letter {
            '[' => {
                assert!(open.is_none(), "brackets within brackets: {template}");
                (open, within) = (Some(at), names.len());
                let inner = template[at..].split(']').next().unwrap();
                assert!(inner.contains('{'), "brackets around nothing: {template}");
            }
            ']' => assert!(open.take().is_some(), "a bracket too many: {template}"),
            '{' => {
                let name = template[at + 1..].split('}').next().unwrap();
                names.extend(name.split("..").map(str::to_owned));
            }
            _ => {}
        }
    }
    assert!(open.is_none() && within <= names.len(), "an open bracket: {template}");
    assert_eq!(template.matches('{').count(), template.matches('}').count(), "{template}");
    names
}

/// The names of parts in a condition.
fn conditions(when: &str) -> impl Iterator<Item = &str> {
    when.split(' ').filter(|condition| *condition != "-").map(|condition| {
        let name = condition.split('=').next().unwrap_or_default();
        name.trim_start_matches('!')
    })
}

#[test]
fn every_word_has_a_sentence_and_every_sentence_a_word() {
    for game in games() {
        for (of, words) in &game.words {
            let written: BTreeSet<&str> =
                game.templates.iter().filter(|row| row.of == *of).map(|row| row.word).collect();
            let words: BTreeSet<&str> = words.iter().copied().collect();
            assert_eq!(written, words, "{}: sentences of {of}", game.id);
        }
        let strange = game.templates.iter().find(|row| !game.words.contains_key(row.of));
        assert!(strange.is_none(), "{}: {strange:?}", game.id);
    }
}

#[test]
fn sentences_speak_of_what_is_there() {
    for game in games() {
        for row in game.templates.iter() {
            let used = placeholders(row.text[0]);
            for (text, language) in row.text.iter().zip(LANGUAGES) {
                let names = placeholders(text);
                assert!(names.is_subset(&used), "{}: other placeholders in {language}: {row:?}", game.id);
                assert!(!text.contains("  "), "{row:?}");
            }
            let known: BTreeSet<String> = match row.of {
                "event" => {
                    let mut known = game.members["event"].clone();
                    known.extend(OF_EVENTS.map(str::to_owned));
                    known
                }
                "question" => OF_QUESTIONS.iter().map(|name| (*name).to_owned()).collect(),
                "action" if row.word == "chance" => ["card", "number"].map(str::to_owned).into(),
                "action" => {
                    let mut known = game.members[row.word].clone();
                    known.extend(["seat", "purpose"].map(str::to_owned));
                    known
                }
                _ => continue,
            };
            let named = used.iter().map(String::as_str).chain(conditions(row.when));
            let strange: Vec<_> = named.filter(|name| !known.contains(*name)).collect();
            assert!(strange.is_empty(), "{}: {strange:?} in {row:?}; there are {known:?}", game.id);
        }
    }
}

#[test]
fn every_word_of_the_wire_is_spoken() {
    for game in games() {
        let named: BTreeSet<String> = game
            .templates
            .iter()
            .filter(|row| matches!(row.of, "event" | "action"))
            .flat_map(|row| placeholders(row.text[0]))
            .collect();
        let is_said = |name: &str| {
            named.contains(name)
                || name == "zone" && ["from", "to", "card"].iter().any(|name| named.contains(*name))
        };
        let lacking: Vec<_> = game
            .spoken
            .iter()
            .filter(|(name, word)| is_said(name) && !game.known.contains(&(name.as_str(), word.as_str())))
            .collect();
        assert!(lacking.is_empty(), "{}: words without a text: {lacking:?}", game.id);
        let lacking: Vec<_> = game
            .purposes
            .iter()
            .map(String::as_str)
            .chain(if game.purposes.is_empty() { None } else { Some("pay") })
            .filter(|word| !game.known.contains(&("purpose", word)))
            .collect();
        assert!(lacking.is_empty(), "{}: purposes without a text: {lacking:?}", game.id);
    }
}

#[test]
fn pieces_are_said_with_what_holds_them() {
    let speech = Speech { book: AzurLane::INFO.rules, language: 0, names: [None, None], abilities: None };
    let card = |_| NamedCard { name: Some("Heron"), place: None };
    let held = vec![
        (Field::Card(CardId(3)), "up", 2),
        (Field::Zone(Seat::Zero, "hand"), "down", 1),
        (Field::Zone(Seat::One, "hand"), "down", 1),
    ];
    let (held, nothing) = (Field::Held(held), Field::Held(Vec::new()));
    let say = |field| {
        let parts = [
            ("seat", Part::Seat(Seat::Zero)),
            ("card", Part::Card(NamedCard { name: Some("Gull"), place: None })),
            ("pay", Part::field(field, &card)),
        ];
        speech.sentence("action", "play_event", &parts)
    };
    let paid = "paying 2 face up from Heron, 1 face down from hand, 1 face down from hand of seat 1";
    assert_eq!(say(&held), format!("seat 0 uses Gull, {paid}"));
    assert_eq!(say(&nothing), "seat 0 uses Gull");
}
