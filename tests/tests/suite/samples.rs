//! Tests of the samples: every kind of action and every ending occurs, and the manifest is right.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use std::collections::{BTreeMap, BTreeSet};

use rules_judge_engine::games;
use rules_judge_replays::answer::{Query, VerdictKind};
use rules_judge_replays::judging::Judge;
use rules_judge_tests::sample;
use serde_json::Value;

const AGAIN: &str = "run make-samples again";

fn entries(replay: &Value) -> &[Value] {
    replay["actions"].as_array().unwrap()
}

#[test]
fn every_sample_is_legal_and_the_manifest_is_right() {
    let judge = Judge::new();
    for game in games::IDS {
        let (samples, manifest) = (sample::load(game).unwrap(), sample::manifest(game).unwrap());
        assert!(samples.len() >= 200, "{game} has {} samples", samples.len());
        assert_eq!(samples.len(), manifest.len(), "{game}: {AGAIN}");
        let (mut kinds, mut endings) = (BTreeSet::new(), BTreeSet::new());
        let mut decks = BTreeMap::<String, usize>::new();
        for (line, (text, row)) in samples.iter().zip(&manifest).enumerate() {
            let name = format!("{game}, line {}", line + 1);
            let replay: Value = serde_json::from_slice(text).unwrap();
            let verdict = judge.verify(text, &Query::default()).unwrap();
            assert_eq!(verdict.verdict, VerdictKind::Legal, "{name}: {:?}; {AGAIN}", verdict.illegal);
            assert_eq!(verdict.accepted, entries(&replay).len(), "{name}");
            let outcome = verdict.outcome.unwrap_or_else(|| panic!("{name} has no end"));
            assert_eq!(verdict.next, [], "{name}: somebody is asked after the end");
            let winner = outcome["winner"].as_u64().map_or("null".to_owned(), |seat| seat.to_string());
            let found = [
                (line + 1).to_string(),
                entries(&replay).len().to_string(),
                outcome["reason"].as_str().unwrap().to_owned(),
                winner,
            ];
            assert_eq!(found, [&row[0], &row[5], &row[6], &row[7]].map(String::clone), "{name}: {AGAIN}");
            for entry in entries(&replay) {
                kinds.insert(entry["type"].as_str().unwrap().to_owned());
            }
            endings.insert(row[6].clone());
            for deck in row[4].split(',') {
                *decks.entry(deck.to_owned()).or_default() += 1;
            }
        }
        let wanted = sample::wanted(game).unwrap();
        assert_eq!(&wanted.kinds - &kinds, BTreeSet::new(), "{game}: kinds of action that no sample has");
        assert_eq!(&wanted.endings - &endings, BTreeSet::new(), "{game}: ways to end that no sample has");
        let bundled: BTreeSet<String> =
            (1..=games::info(game).unwrap().decks.len()).map(|deck| deck.to_string()).collect();
        let used: BTreeSet<String> = decks.keys().filter(|deck| *deck != "-").cloned().collect();
        assert_eq!(used, bundled, "{game}: the decks that are used");
    }
}

#[test]
fn the_example_is_legal_and_the_other_one_is_not() {
    let judge = Judge::new();
    for game in games::IDS {
        let read = |name: &str| std::fs::read(sample::folder(game).join(name)).unwrap();
        let (legal, illegal) = (read("example.json"), read("illegal.json"));
        let verdict = judge.verify(&legal, &Query::default()).unwrap();
        assert_eq!(verdict.verdict, VerdictKind::Legal, "{game}: {AGAIN}");
        assert!(verdict.outcome.is_some() && (60..=120).contains(&verdict.accepted), "{game}");
        let refused = judge.verify(&illegal, &Query::default()).unwrap();
        assert_eq!(refused.verdict, VerdictKind::Illegal, "{game}: {AGAIN}");
        let (legal, illegal): (Value, Value) =
            (serde_json::from_slice(&legal).unwrap(), serde_json::from_slice(&illegal).unwrap());
        let pairs = entries(&legal).iter().zip(entries(&illegal)).enumerate();
        let differ: Vec<usize> = pairs.filter(|(_, (one, other))| one != other).map(|(at, _)| at).collect();
        assert_eq!(entries(&legal).len(), entries(&illegal).len());
        assert_eq!(differ, [refused.illegal.unwrap().at.unwrap()], "{game}: one entry is broken");
    }
}

#[test]
fn the_samples_stay_small() {
    for game in games::IDS {
        let size = std::fs::metadata(sample::folder(game).join("games.ndjson.zst")).unwrap().len();
        assert!(size < 1_000_000, "{game}: {size} bytes");
    }
}
