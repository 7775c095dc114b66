//! What was seen to cite each rule: the reason codes of every refusal of the cases and of the
//! changed samples, the cases themselves, and what proves it. The engine builds it into the index.
//! `BLESS=1 cargo test -p rules-judge-tests --test observed` writes it anew.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use rules_judge_engine::games::{self, Registered, Visit};
use rules_judge_engine::verdict::RuleBook;
use rules_judge_replays::answer::{Query, Verdict};
use rules_judge_replays::case::run::replay;
use rules_judge_replays::case::{Suite, proof};
use rules_judge_replays::judge::Judge;
use rules_judge_replays::rulebook::GameAnswer;
use rules_judge_tests::mutation::{self, Dice};
use rules_judge_tests::walk::Opened;
use rules_judge_tests::{cases, sample};
use serde_json::Value;

const MUTATIONS: usize = 1_000;

/// By rule: codes, cases, proofs.
#[derive(Default)]
struct Seen(BTreeMap<String, (Words, Words, Words)>);

type Words = BTreeSet<String>;

/// A word of the wire that a message says has a text.
fn words_are_known(book: &RuleBook, verdict: &Verdict) {
    for refusal in verdict.illegal.iter().flat_map(|illegal| &illegal.refusals) {
        for (name, value) in refusal.params.as_object().unwrap() {
            if let Some(word) =
                value.as_str().filter(|_| book.words.iter().any(|word| word.parameter == name))
            {
                assert!(book.word(name, word).is_some(), "{}: {name} {word} has no text", refusal.code);
            }
        }
    }
}

/// A refusal that blames a field is a line of the table that is told for this kind of action.
fn is_as_the_table_tells(about: &GameAnswer, verdict: &Verdict) {
    let Some(illegal) = &verdict.illegal else { return };
    let (Some(at), Some(action)) = (illegal.at, &illegal.action) else { return };
    let kind = action["type"].as_str().unwrap();
    // What came out of a random step is nobody's action.
    if kind == rules_judge_replays::outcome::KIND {
        return;
    }
    let table = about.actions.iter().find(|table| table.kind == kind).unwrap();
    for refusal in &illegal.refusals {
        let field = refusal.pointer.strip_prefix(&format!("/actions/{at}")).unwrap();
        if field.is_empty() || table.by_question || table.by_text {
            continue;
        }
        let told = table
            .conditions
            .iter()
            .any(|condition| condition.blames == field && condition.cites.iter().eq(refusal.cites.iter()));
        assert!(told, "{kind} tells no condition {:?} on {field}", refusal.cites);
    }
}

impl Seen {
    fn refusals(&mut self, book: &RuleBook, about: &GameAnswer, verdict: &Verdict) {
        words_are_known(book, verdict);
        is_as_the_table_tells(about, verdict);
        for refusal in verdict.illegal.iter().flat_map(|illegal| &illegal.refusals) {
            for cite in &refusal.cites {
                self.0.entry(cite.clone()).or_default().0.insert(refusal.code.clone());
            }
        }
    }

    fn cases(&mut self, book: &RuleBook, judge: &Judge, game: &str, suites: &[Suite]) {
        let about = judge.game(game).unwrap();
        for suite in suites {
            for case in suite.chapters.iter().flat_map(|chapter| &chapter.cases) {
                if case.game.as_deref().unwrap_or(&suite.game) != game {
                    continue;
                }
                for cite in &case.cites {
                    self.0.entry(cite.clone()).or_default().1.insert(case.id.value.clone());
                }
                let log = replay(judge, suite, case).unwrap_or_else(|fault| panic!("{fault}"));
                let verdict = judge.verify(&serde_json::to_vec(&log).unwrap(), &Query::default());
                self.refusals(book, &about, &verdict.unwrap());
            }
        }
    }
}

struct Observe;

impl Visit for Observe {
    type Out = String;

    fn visit<G: Registered>(self) -> String {
        let (judge, mut seen) = (Judge::new(), Seen::default());
        let suites = cases::suites().unwrap_or_else(|fault| panic!("{fault}"));
        seen.cases(G::rules(), &judge, G::ID, &suites);
        let samples = sample::load(G::ID).unwrap();
        let about = judge.game(G::ID).unwrap();
        for number in 0..MUTATIONS {
            let mut dice = Dice::new(number as u64);
            let line = dice.below(samples.len());
            let mut log: Value = serde_json::from_slice(&samples[line]).unwrap();
            let opened = Opened::<G>::read(&judge, &samples[line]).unwrap();
            let cards = opened.game().unwrap().state.table.card_count();
            mutation::of_log(log["actions"].as_array_mut().unwrap(), cards, &mut dice);
            if let Ok(verdict) = judge.verify(&serde_json::to_vec(&log).unwrap(), &Query::default()) {
                seen.refusals(G::rules(), &about, &verdict);
            }
        }
        for (rule, shown) in proof::of_game(G::ID, &suites).unwrap_or_else(|fault| panic!("{fault}")) {
            let proofs = shown.iter().map(|(kind, case)| format!("{kind}:{case}"));
            seen.0.entry(rule).or_default().2.extend(proofs);
        }
        let mut text = String::from("id\tcodes\tcases\tproofs\n");
        for rule in G::rules().rules {
            let Some((codes, cases, proofs)) = seen.0.remove(rule.id) else { continue };
            let list = |set: BTreeSet<String>| match set.is_empty() {
                true => "-".to_owned(),
                false => set.into_iter().collect::<Vec<_>>().join(" "),
            };
            let lists = [list(codes), list(cases), list(proofs)].join("\t");
            text.push_str(&format!("{}\t{lists}\n", rule.id));
        }
        assert_eq!(seen.0.keys().collect::<Vec<_>>(), Vec::<&String>::new(), "ids that the index lacks");
        text
    }
}

fn file(game: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/rules").join(game).join("observed.tsv")
}

#[test]
fn what_cites_each_rule_is_as_written_down() {
    for game in games::IDS {
        let text = games::dispatch(game, Observe).unwrap();
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(file(game), &text).unwrap();
        }
        let written = std::fs::read_to_string(file(game)).unwrap_or_default();
        assert!(written == text, "{game}: run BLESS=1 cargo test -p rules-judge-tests --test observed");
    }
}

/// Every kind of action has a table, and every rule of a table is in the index.
#[test]
fn every_kind_of_action_has_a_table() {
    let judge = Judge::new();
    for game in games::IDS {
        let about = judge.game(game).unwrap();
        let mut kinds: Vec<String> = about.actions.iter().map(|action| action.kind.to_owned()).collect();
        kinds.sort();
        let wanted: Vec<String> = sample::wanted(game).unwrap().kinds.into_iter().collect();
        let missing: Vec<_> = wanted.iter().filter(|kind| !kinds.contains(kind)).collect();
        assert!(missing.is_empty(), "{game}: kinds without a table: {missing:?}");
        let once: BTreeSet<&String> = kinds.iter().collect();
        assert_eq!(once.len(), kinds.len(), "{game}: a kind stands twice");
        for action in &about.actions {
            assert!(!action.by_question || action.conditions.is_empty(), "{game}: {}", action.kind);
            for condition in &action.conditions {
                assert!(!condition.cites.is_empty(), "{game}: {}", action.kind);
                assert!(condition.cites.iter().all(|cite| !cite.is_empty()), "{game}: {}", action.kind);
            }
        }
    }
}
