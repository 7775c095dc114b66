//! Everything in a game's vocabulary occurs in a case or in a sample: actions, questions, events, endings,
//! reasons, and every word of its abilities.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use rules_judge_engine::game_kit::question::Named;
use rules_judge_engine::games::{self, Registered, Visit};
use rules_judge_engine::kernel::Match;
use rules_judge_engine::kernel::shape;
use rules_judge_replays::answer::Query;
use rules_judge_replays::judging::Judge;
use rules_judge_replays::judging::entry::{EntryResult, take};
use rules_judge_replays::judging::judgement;
use rules_judge_replays::tools::case::run::replay;
use rules_judge_tests::games as tested;
use rules_judge_tests::walk::Opened;
use rules_judge_tests::{cases, sample};
use serde::Serialize;
use serde_json::Value;

type Words = BTreeSet<String>;

#[derive(Default)]
struct Occurrences {
    actions: Words,
    questions: Words,
    verbs: Words,
    endings: Words,
    codes: Words,
    abilities: Words,
}

fn word<T: Serialize>(value: &T) -> String {
    serde_json::to_value(value).unwrap().as_str().unwrap().to_owned()
}

/// Every key and every text inside a value.
fn words(value: &Value, into: &mut Words) {
    match value {
        Value::String(text) => {
            into.insert(text.clone());
        }
        Value::Array(items) => items.iter().for_each(|item| words(item, into)),
        Value::Object(fields) => fields.iter().for_each(|(key, field)| {
            into.insert(key.clone());
            words(field, into);
        }),
        _ => {}
    }
}

/// The words of a schema: fields, and values to choose from.
fn offered(schema: &Value, into: &mut Words) {
    match schema {
        Value::Array(items) => items.iter().for_each(|item| offered(item, into)),
        Value::Object(fields) => {
            if let Some(Value::Object(properties)) = fields.get("properties") {
                into.extend(properties.keys().cloned());
            }
            let texts = fields.get("enum").and_then(Value::as_array).into_iter().flatten();
            into.extend(texts.chain(fields.get("const")).filter_map(Value::as_str).map(str::to_owned));
            fields.values().for_each(|field| offered(field, into));
        }
        _ => {}
    }
}

impl Occurrences {
    fn now<G: Registered>(&mut self, game: &mut Match<'_, G>) {
        let asked = game.state.asked.iter();
        self.questions.extend(asked.map(|asked| asked.question.name().to_owned()));
        let events = game.record.replace(Vec::new()).unwrap_or_default();
        self.verbs.extend(events.iter().map(|event| word(&event.proposal.verb)));
        self.endings.extend(game.state.outcome.iter().map(|outcome| word(&outcome.ending)));
    }

    fn log<G: Registered>(&mut self, judge: &Judge, bytes: &[u8]) {
        let opened = Opened::<G>::read(judge, bytes).unwrap();
        let Some(state) = judgement::start(&opened.replay, &opened.pool) else { return };
        let mut game = opened.resume(state);
        game.record = Some(Vec::new());
        game.advance();
        self.now(&mut game);
        for entry in opened.entries() {
            if let Some((_, action)) = entry.action() {
                let kind = serde_json::to_value(action).unwrap()["type"].as_str().unwrap().to_owned();
                self.actions.insert(kind);
            }
            if !matches!(take(&mut game, entry), EntryResult::Taken) {
                break;
            }
            self.now(&mut game);
        }
    }

    fn case(&mut self, judge: &Judge, bytes: &[u8]) {
        let verdict = judge.verify(bytes, &Query::default()).unwrap();
        let refusals = verdict.illegal.iter().flat_map(|illegal| &illegal.refusals);
        self.codes.extend(refusals.map(|refusal| refusal.code.clone()));
    }
}

/// By kind of question, the fewest legal answers; and the kinds that were asked with one legal answer among
/// hidden cards.
#[derive(Default)]
struct Fewest(BTreeMap<&'static str, u64>, BTreeSet<&'static str>);

impl Fewest {
    fn now<G: Registered>(&mut self, game: &mut Match<'_, G>) {
        let is_sealed = |game: &Match<'_, G>, question: &G::Question| {
            G::choice(question).is_some_and(|choice| !G::asks_openly(game, choice))
        };
        let asked = game
            .state
            .asked
            .iter()
            .map(|asked| (asked.seat, asked.question.name(), is_sealed(game, &asked.question)));
        let asked: Vec<_> = asked.collect();
        for (seat, kind, is_sealed) in asked {
            let count = shape::count(&G::shapes(game, seat)).unwrap_or(u64::MAX);
            game.refuel();
            if is_sealed && count < 2 {
                self.1.insert(kind);
                continue;
            }
            let fewest = self.0.entry(kind).or_insert(count);
            *fewest = count.min(*fewest);
        }
    }

    fn log<G: Registered>(&mut self, judge: &Judge, bytes: &[u8]) {
        let opened = Opened::<G>::read(judge, bytes).unwrap();
        let Some(state) = judgement::start(&opened.replay, &opened.pool) else { return };
        let mut game = opened.resume(state);
        game.advance();
        self.now(&mut game);
        for entry in opened.entries() {
            if !matches!(take(&mut game, entry), EntryResult::Taken) {
                break;
            }
            self.now(&mut game);
        }
    }
}

struct Asked;

impl Visit for Asked {
    type Out = ();

    fn visit<G: Registered>(self) -> Self::Out {
        let (judge, mut fewest) = (Judge::new(), Fewest::default());
        for sample in sample::load(G::INFO.id).unwrap() {
            fewest.log::<G>(&judge, &sample);
        }
        for suite in cases::suites().unwrap_or_else(|fault| panic!("{fault}")) {
            for case in suite.chapters.iter().flat_map(|chapter| &chapter.cases) {
                if case.game.as_deref().unwrap_or(&suite.game) == G::INFO.id {
                    let log = replay(&judge, &suite, case).unwrap_or_else(|fault| panic!("{fault}"));
                    fewest.log::<G>(&judge, &serde_json::to_vec(&log).unwrap());
                }
            }
        }
        let (always, questions) = (G::INFO.vocabulary.always, G::INFO.vocabulary.questions);
        assert!(always.iter().all(|kind| questions.contains(kind)), "{}: {always:?}", G::INFO.id);
        let with_one: Vec<_> =
            fewest.0.iter().filter(|(_, count)| **count < 2).map(|(kind, _)| *kind).collect();
        assert!(with_one.len() > 3, "{}: {:?}", G::INFO.id, fewest.0);
        let wrong: Vec<_> = with_one.iter().filter(|kind| !always.contains(kind)).collect();
        assert!(wrong.is_empty(), "{}: asked without a choice: {wrong:?}", G::INFO.id);
        let sealed: Vec<_> = fewest.1.iter().filter(|kind| !always.contains(kind)).copied().collect();
        assert_eq!(
            sealed,
            G::INFO.vocabulary.sealed,
            "{}: asked without a choice among hidden cards",
            G::INFO.id
        );
        assert!(fewest.0.len() > always.len(), "{}: nothing is asked only if there is a choice", G::INFO.id);
    }
}

/// A question that is asked only if there is a choice is never asked with one answer.
#[test]
fn questions_with_one_answer_are_asked_only_if_declared() {
    for game in games::IDS {
        games::dispatch(game, Asked).unwrap();
    }
}

fn check_none_missing(game: &str, what: &str, all: impl IntoIterator<Item = String>, seen: &Words) {
    let missing: BTreeSet<String> = all.into_iter().filter(|word| !seen.contains(word)).collect();
    if std::env::var_os("LIST").is_some() {
        println!("{game}: {what}: {missing:?}");
        return;
    }
    assert!(missing.is_empty(), "{game}: {what} that no case and no sample has: {missing:?}");
}

struct Occurs;

impl Visit for Occurs {
    type Out = ();

    fn visit<G: Registered>(self) {
        let (judge, mut seen) = (Judge::new(), Occurrences::default());
        for sample in sample::load(G::INFO.id).unwrap() {
            seen.log::<G>(&judge, &sample);
        }
        words(&serde_json::from_str(G::INFO.demo_pool).unwrap(), &mut seen.abilities);
        for suite in cases::suites().unwrap_or_else(|fault| panic!("{fault}")) {
            if suite.game != G::INFO.id {
                continue;
            }
            words(suite.pool.as_ref().unwrap(), &mut seen.abilities);
            for case in suite.chapters.iter().flat_map(|chapter| &chapter.cases) {
                let log = replay(&judge, &suite, case).unwrap_or_else(|fault| panic!("{fault}"));
                let log = serde_json::to_vec(&log).unwrap();
                seen.log::<G>(&judge, &log);
                seen.case(&judge, &log);
            }
        }
        let all = |list: &[&str]| list.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let vocabulary = G::INFO.vocabulary;
        check_none_missing(G::INFO.id, "kinds of action", all(vocabulary.actions), &seen.actions);
        check_none_missing(G::INFO.id, "kinds of question", all(vocabulary.questions), &seen.questions);
        for question in vocabulary.questions {
            assert!(
                G::INFO.rules.word("asked", question).is_some(),
                "{}: {question} has no text",
                G::INFO.id
            );
        }
        check_none_missing(G::INFO.id, "verbs", all(vocabulary.verbs), &seen.verbs);
        check_none_missing(G::INFO.id, "endings", all(vocabulary.endings), &seen.endings);
        let codes = G::INFO.messages.iter().filter(|(code, _)| !vocabulary.unsaid.contains(code));
        let codes = codes.map(|(code, _)| (*code).to_owned());
        check_none_missing(G::INFO.id, "reason codes", codes, &seen.codes);
        let schema = format!("{}.pool.schema.json", G::INFO.id);
        let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("../openapi/schemas").join(schema);
        let mut abilities = Words::new();
        let mut schema: Value = serde_json::from_slice(&std::fs::read(schema).unwrap()).unwrap();
        // These fields of a pool are no words of cards.
        for of_pools in ["/properties/version", "/properties/printings", "/properties/not_exact"] {
            schema.pointer_mut(of_pools).unwrap().take();
        }
        let properties = schema["properties"].as_object_mut().unwrap();
        properties.retain(|_, property| !property.is_null());
        let types = schema["$defs"].as_object_mut().unwrap();
        types.retain(|name, _| !["Fidelity", "Lack", "NotExact", "Printings"].contains(&name.as_str()));
        offered(&schema, &mut abilities);
        let refused = tested::of(G::INFO.id).map_or(&[][..], |tested| tested.refused_words);
        for word in refused {
            assert!(!seen.abilities.contains(*word), "{}: {word} is said on a card", G::INFO.id);
            assert!(abilities.remove(*word), "{}: no word {word}", G::INFO.id);
        }
        check_none_missing(G::INFO.id, "words of cards", abilities, &seen.abilities);
    }
}

#[test]
fn every_word_of_a_game_occurs() {
    for game in games::IDS {
        games::dispatch(game, Occurs).unwrap();
    }
}
