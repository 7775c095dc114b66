//! Sentences of the sample games: events, questions and listed answers have one in every language, with names
//! of cards and no card that the view does not show; and the trace of a move is that step of the whole trace.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::BTreeSet;

use rules_judge_engine::games::{self, Registered, Visit};
use rules_judge_replays::answer::{Language, Query, Trace, Verdict, View};
use rules_judge_replays::judging::Judge;
use rules_judge_tests::{declared, sample};
use serde_json::{Value, json};

const LANGUAGES: [Language; 3] =
    [Language::English, Language::TraditionalChinese, Language::SimplifiedChinese];
const VIEWS: [View; 4] = [View::Full, View::Seat0, View::Seat1, View::Public];

/// The names of all cards of the demo pool, in every language.
struct Names;

impl Visit for Names {
    type Out = BTreeSet<String>;

    fn visit<G: Registered>(self) -> Self::Out {
        let data = serde_json::from_str(G::INFO.demo_pool).unwrap();
        let pool = G::compile(&data).unwrap();
        let count = (0..u16::MAX).take_while(|definition| G::card_id(&pool, *definition).is_some()).count();
        let mut names = BTreeSet::new();
        for language in 0..LANGUAGES.len() {
            for definition in 0..count {
                let name = G::card_name(&pool, u16::try_from(definition).unwrap(), language);
                names.insert(name.unwrap().to_owned());
            }
        }
        names
    }
}

fn verdict_of(judge: &Judge, replay: &Value, query: &Query) -> Verdict {
    judge.verify(replay.to_string().as_bytes(), query).unwrap()
}

fn samples(game: &str) -> Vec<Value> {
    sample::load(game).unwrap().iter().map(|line| serde_json::from_slice(line).unwrap()).collect()
}

/// Checks that every part of a sentence is filled in.
fn is_filled_in(text: &str, language: Language) {
    let spoilt = ["{", "}", "[", "]", "  ", "–", " ,", "()", "（）"];
    // A window without participants has only its name.
    assert!(!spoilt.iter().any(|spoilt| text.contains(spoilt)), "{text}");
    assert_eq!(text.trim(), text);
    let is_word = text.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_');
    assert!(!is_word && !text.is_empty(), "no sentence: {text:?}");
    // Numbers of cards tell a reader nothing.
    assert!(!text.contains('#'), "{text}");
    let foreign = ["seat ", " the ", "chooses", "card"];
    let is_english = foreign.iter().any(|word| text.contains(word));
    assert!(language == Language::English || !is_english, "English in Chinese: {text}");
    let quotes = match language {
        Language::English => ['「', '」', '“', '”'].as_slice(),
        Language::TraditionalChinese => &['“', '”'],
        Language::SimplifiedChinese => &['「', '」'],
    };
    assert!(!text.contains(quotes), "{text}");
}

/// The names of cards in a text that may not stand there.
fn names_besides(text: &str, may: &[&str], names: &BTreeSet<String>) -> Vec<String> {
    let mut may = may.to_vec();
    may.sort_by_key(|name| std::cmp::Reverse(name.len()));
    let rest = may.iter().fold(text.to_owned(), |rest, name| rest.replace(name, "…"));
    names.iter().filter(|name| rest.contains(name.as_str())).cloned().collect()
}

fn events(verdict: &Verdict) -> Vec<Value> {
    let steps = verdict.trace.iter().flatten();
    steps.flat_map(|step| step.events.read().unwrap().as_array().cloned().unwrap()).collect()
}

#[test]
fn every_event_has_a_sentence_and_names_no_hidden_card() {
    let judge = Judge::new();
    for game in games::IDS {
        let names = games::dispatch(game, Names).unwrap();
        let mut verbs = BTreeSet::new();
        for (number, replay) in samples(game).iter().enumerate().step_by(5) {
            let (language, view) = (LANGUAGES[number / 5 % 3], VIEWS[number % 4]);
            let query = Query { trace: Trace::Events, language, view, ..Query::default() };
            for event in events(&verdict_of(&judge, replay, &query)) {
                let text = event["text"].as_str().unwrap();
                is_filled_in(text, language);
                let named = |member: &str| event[member]["name"].as_str();
                let listed = event["cards"].as_array().into_iter().flatten();
                let listed = listed.filter_map(|card| card["name"].as_str());
                let may: Vec<&str> = ["card", "other"].into_iter().filter_map(named).chain(listed).collect();
                assert_eq!(names_besides(text, &may, &names), [""; 0], "{view:?}: {event}");
                let card = &event["card"];
                assert!(
                    card.is_null() || card["name"].is_string() && card["id"].is_u64(),
                    "a card that is seen has a name: {event}"
                );
                if view == View::Full && card.is_object() && event["point"] == "done" {
                    verbs.insert(event["verb"].as_str().unwrap().to_owned());
                }
            }
        }
        assert!(verbs.len() > 10, "{game}: {verbs:?}");
    }
}

#[test]
fn every_question_and_every_listed_answer_has_a_sentence() {
    let judge = Judge::new();
    for game in games::IDS {
        let names = games::dispatch(game, Names).unwrap();
        let (mut kinds, mut purposes) = (BTreeSet::new(), BTreeSet::new());
        for (number, replay) in samples(game).iter().enumerate().step_by(15) {
            let entries = replay["actions"].as_array().unwrap().len();
            for at in (number % 7..entries).step_by(7) {
                let (language, view) = (LANGUAGES[at % 3], VIEWS[at / 3 % 4]);
                let verdict =
                    verdict_of(&judge, replay, &Query { at: Some(at), language, view, ..Query::default() });
                for next in json!(verdict.next).as_array().unwrap() {
                    let text = next["text"].as_str().unwrap();
                    is_filled_in(text, language);
                    kinds.insert(next["kind"].as_str().unwrap().to_owned());
                    let Some(listing) = next["listing"].as_array() else {
                        assert!(next["about"].is_null() && next["texts"].is_null(), "{next}");
                        assert_eq!(names_besides(text, &[], &names), [""; 0], "{next}");
                        continue;
                    };
                    let (about, texts) = (&next["about"], next["texts"].as_array().unwrap());
                    assert!(about["rule"].as_str().is_some_and(|rule| !rule.is_empty()), "{next}");
                    purposes.insert(about["purpose"].as_str().unwrap().to_owned());
                    assert_eq!(listing.len(), texts.len());
                    for (answer, text) in listing.iter().zip(texts) {
                        let text = text.as_str().unwrap();
                        is_filled_in(text, language);
                        let has_name = names.iter().any(|name| text.contains(name.as_str()));
                        let names_card =
                            ["card", "attacker", "source"].iter().any(|field| answer[field].is_u64());
                        assert!(!names_card || has_name, "a card without its name: {answer}: {text}");
                    }
                }
            }
        }
        assert!(kinds.len() > 5 && purposes.len() > kinds.len() / 2, "{game}: {kinds:?} {purposes:?}");
        assert!(!purposes.contains(""), "{game}: a choice without purpose");
    }
}

/// The trace of one move is the step of that entry in the trace of the log, whether the log is sent or known,
/// also with declared chance.
#[test]
fn the_trace_of_a_move_is_a_step_of_the_whole_trace() {
    for game in games::IDS {
        let judge = Judge::new().with_memory(1 << 24);
        let seeded = samples(game).into_iter().find(|replay| replay["seed"].is_string()).unwrap();
        let paper = declared::played(&judge, &seeded, 1).unwrap();
        for replay in [seeded, paper] {
            let mut header = replay.clone();
            let entries = header["actions"].as_array().unwrap().iter().take(60).cloned().collect::<Vec<_>>();
            header["actions"] = json!([]);
            let mut base = verdict_of(&judge, &header, &Query::default()).replay_digest.unwrap();
            for (at, entry) in entries.iter().enumerate() {
                header["actions"] = json!(entries[..at]);
                for view in VIEWS {
                    let query = Query { view, trace: Trace::Events, ..Query::default() };
                    let known =
                        judge.resume(json!({ "base": base, "action": entry }).to_string().as_bytes(), &query);
                    let sent = json!({ "replay": header, "action": entry });
                    let sent = judge.resume(sent.to_string().as_bytes(), &query);
                    let (known, sent) = (known.unwrap(), sent.unwrap());
                    assert_eq!(known, sent, "{game}, entry {at}, {view:?}");
                    let plain = Query { trace: Trace::None, ..query };
                    let plain =
                        judge.resume(json!({ "base": base, "action": entry }).to_string().as_bytes(), &plain);
                    assert_eq!(plain.unwrap(), Verdict { trace: None, ..known.clone() });
                    if view == View::Full && known.waiting.is_none() && at % 5 == 0 {
                        header["actions"] = json!(entries[..=at]);
                        let whole = verdict_of(&judge, &header, &query);
                        let last = whole.trace.unwrap().pop().unwrap();
                        assert_eq!(known.trace.unwrap().last(), Some(&last), "{game}, entry {at}");
                        header["actions"] = json!(entries[..at]);
                    }
                }
                let plain = json!({ "base": base, "action": entry });
                base = judge
                    .resume(plain.to_string().as_bytes(), &Query::default())
                    .unwrap()
                    .replay_digest
                    .unwrap();
            }
        }
    }
}
