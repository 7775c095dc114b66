//! Every enforced rule is proven. Collects what cites each rule (the reason codes of every refusal of the
//! cases and of mutated samples, the cases themselves, and the proofs) and an example of every reason code,
//! which the engine builds into its index. `BLESS=1 cargo test -p rules-judge-tests --test suite observed`
//! writes the files.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use rules_judge_engine::games::{self, Registered, Visit};
use rules_judge_engine::verdict::RuleBook;
use rules_judge_replays::answer::{Language, Query, Verdict};
use rules_judge_replays::catalog::refusals;
use rules_judge_replays::catalog::rulebook::GameAnswer;
use rules_judge_replays::codec::{outcome, ruling};
use rules_judge_replays::judging::Judge;
use rules_judge_replays::tools::case::run::replay;
use rules_judge_replays::tools::case::{Suite, proof};
use rules_judge_tests::mutation::{self, Dice};
use rules_judge_tests::walk::Opened;
use rules_judge_tests::{cases, sample};
use serde_json::Value;

const MUTATIONS: usize = 1_000;
/// At most so many hundredths of a game's enforced rules may have a written reason instead of a proof.
const REASONS_PER_HUNDRED: usize = 3;

static SUITES: LazyLock<Vec<Suite>> =
    LazyLock::new(|| cases::suites().unwrap_or_else(|fault| panic!("{fault}")));

/// The proofs of each enforced rule, by game.
static PROVEN: LazyLock<BTreeMap<&str, Vec<(String, proof::Shown)>>> = LazyLock::new(|| {
    let prove = |game| proof::of_game(game, &SUITES).unwrap_or_else(|fault| panic!("{fault}"));
    of_each_game(prove)
});

/// Runs `of` for every game in parallel.
fn of_each_game<T: Send>(of: impl Fn(&'static str) -> T + Sync) -> BTreeMap<&'static str, T> {
    let of = &of;
    std::thread::scope(|scope| {
        let all: Vec<_> = games::IDS.iter().map(|&game| (game, scope.spawn(move || of(game)))).collect();
        all.into_iter().map(|(game, done)| (game, done.join().unwrap())).collect()
    })
}

/// The codes, cases and proofs by rule.
#[derive(Default)]
struct Seen(BTreeMap<String, (Words, Words, Words)>);

type Words = BTreeSet<String>;

/// Every word of the wire in a message has a text.
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

/// Every refusal that blames a field is a row of the published table for its kind of action.
fn check_blamed_field(about: &GameAnswer, verdict: &Verdict) {
    let Some(illegal) = &verdict.illegal else { return };
    let (Some(at), Some(action)) = (illegal.at, &illegal.action) else { return };
    let kind = action["type"].as_str().unwrap();
    // The outcome of a random step and a ruling are no seat's actions.
    if [outcome::KIND, ruling::KIND].contains(&kind) {
        return;
    }
    let table = about.actions.iter().find(|table| table.kind == kind).unwrap();
    for refusal in &illegal.refusals {
        let field = refusal.pointer.strip_prefix(&format!("/actions/{at}")).unwrap();
        if field.is_empty() || table.by_question || table.by_text {
            continue;
        }
        let is_listed = table
            .conditions
            .iter()
            .any(|condition| condition.blames == field && condition.cites.iter().eq(refusal.cites.iter()));
        assert!(is_listed, "{kind} tells no condition {:?} on {field}", refusal.cites);
    }
}

impl Seen {
    fn refusals(&mut self, book: &RuleBook, about: &GameAnswer, verdict: &Verdict) {
        words_are_known(book, verdict);
        check_blamed_field(about, verdict);
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
                for rule in case.rules() {
                    self.0.entry(rule.value.clone()).or_default().1.insert(case.id.value.clone());
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
        seen.cases(G::INFO.rules, &judge, G::INFO.id, &SUITES);
        let samples = sample::load(G::INFO.id).unwrap();
        let about = judge.game(G::INFO.id).unwrap();
        for number in 0..MUTATIONS {
            let mut dice = Dice::new(number as u64);
            let line = dice.below(samples.len());
            let mut log: Value = serde_json::from_slice(&samples[line]).unwrap();
            let opened = Opened::<G>::read(&judge, &samples[line]).unwrap();
            let cards = opened.game().unwrap().state.table.card_count();
            mutation::of_log(log["actions"].as_array_mut().unwrap(), cards, &mut dice);
            if let Ok(verdict) = judge.verify(&serde_json::to_vec(&log).unwrap(), &Query::default()) {
                seen.refusals(G::INFO.rules, &about, &verdict);
            }
        }
        for (rule, shown) in &PROVEN[G::INFO.id] {
            let proofs = shown.iter().map(|(kind, case)| format!("{kind}:{case}"));
            seen.0.entry(rule.clone()).or_default().2.extend(proofs);
        }
        let mut text = String::from("id\tcodes\tcases\tproofs\n");
        for rule in G::INFO.rules.rules {
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
    for (game, text) in of_each_game(|game| games::dispatch(game, Observe).unwrap()) {
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(file(game), &text).unwrap();
        }
        let written = std::fs::read_to_string(file(game)).unwrap_or_default();
        assert!(written == text, "{game}: run BLESS=1 cargo test -p rules-judge-tests --test suite observed");
    }
}

/// An entry of a case for every reason code, as `engine/rules/<game>/refused.tsv` has them.
struct Examples;

impl Visit for Examples {
    type Out = String;

    fn visit<G: Registered>(self) -> String {
        const LANGUAGES: [Language; 3] =
            [Language::English, Language::TraditionalChinese, Language::SimplifiedChinese];
        let judge = Judge::new();
        // By code: whether it is the first reason of its entry, which a judge would name, and its row.
        let mut examples: BTreeMap<String, (bool, Vec<String>)> = BTreeMap::new();
        let suites = SUITES.iter();
        let cases = suites.flat_map(|suite| suite.chapters.iter().map(move |chapter| (suite, chapter)));
        for (suite, case) in
            cases.flat_map(|(suite, chapter)| chapter.cases.iter().map(move |case| (suite, case)))
        {
            if case.game.as_deref().unwrap_or(&suite.game) != G::INFO.id {
                continue;
            }
            let log = replay(&judge, suite, case).unwrap_or_else(|fault| panic!("{fault}"));
            let log = serde_json::to_vec(&log).unwrap();
            let in_language =
                |language| judge.verify(&log, &Query { language, ..Query::default() }).unwrap().illegal;
            let Some(illegal) = in_language(Language::English) else { continue };
            let mut others = None;
            for (place, refusal) in illegal.refusals.iter().enumerate() {
                let is_known = examples.get(&refusal.code).is_some_and(|(first, _)| place > 0 || *first);
                if is_known {
                    continue;
                }
                let others =
                    others.get_or_insert_with(|| LANGUAGES.map(|language| in_language(language).unwrap()));
                let mut row = vec![refusal.code.clone(), case.id.value.clone(), refusal.pointer.clone()];
                row.push(illegal.action.as_ref().map_or_else(|| "-".to_owned(), Value::to_string));
                row.extend(others.iter().map(|illegal| illegal.refusals[place].message.clone()));
                // A card without a name leaves no gap.
                assert!(row.iter().all(|text| !text.contains("  ")), "{row:?}");
                examples.insert(refusal.code.clone(), (place == 0, row));
            }
        }
        let mut text = String::from("code\tcase\tpointer\tentry\ten\tzh-Hant\tzh-Hans\n");
        let mut missing = Vec::new();
        for code in refusals::codes(G::INFO.id) {
            if let Some((_, row)) = examples.remove(code) {
                text.push_str(&format!("{}\n", row.join("\t")));
            } else {
                // Codes that every game has belong to no chapter.
                let is_own = G::INFO.messages.iter().any(|(own, _)| *own == code);
                missing.extend(is_own.then_some(code));
            }
        }
        assert_eq!(missing, [""; 0], "{}: codes that no case is refused with", G::INFO.id);
        assert_eq!(
            examples.into_keys().collect::<Vec<_>>(),
            [""; 0],
            "{}: codes without a message",
            G::INFO.id
        );
        text
    }
}

#[test]
fn every_reason_code_has_an_example() {
    for (game, text) in of_each_game(|game| games::dispatch(game, Examples).unwrap()) {
        let file = file(game).with_file_name("refused.tsv");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&file, &text).unwrap();
        }
        let written = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(written == text, "{game}: run BLESS=1 cargo test -p rules-judge-tests --test suite observed");
    }
}

/// The edition of a game and the number of its rulings.
struct About;

impl Visit for About {
    type Out = (&'static str, usize);

    fn visit<G: Registered>(self) -> Self::Out {
        (G::INFO.edition, G::INFO.rules.rules.iter().filter(|rule| rule.ruling.is_some()).count())
    }
}

#[test]
fn every_enforced_rule_is_proven() {
    for (game, seen) in &*PROVEN {
        let rules = proof::enforced(game);
        assert!(!rules.is_empty() && seen.len() == rules.len(), "{game}");
        let (mut by_reason, mut repeated) = (0, 0);
        for ((rule, shown), (_, reason)) in seen.iter().zip(&rules) {
            match reason {
                Some(reason) => {
                    println!("{game}: {rule} has no proof: {reason}");
                    by_reason += 1;
                    // A rule that repeats another is proven with that one.
                    let first =
                        reason.strip_prefix("Says again what ").and_then(|rest| rest.split_once(" says"));
                    if let Some((first, _)) = first {
                        let is_proven = seen.iter().any(|(id, shown)| *id == first && !shown.is_empty());
                        assert!(is_proven, "{game}: {rule} repeats {first}, which nothing proves");
                        repeated += 1;
                    }
                    assert!(shown.is_empty(), "{game}: {rule} is proven and needs no reason");
                }
                None => assert!(!shown.is_empty(), "{game}: nothing proves {rule}"),
            }
        }
        let few = (by_reason - repeated) * 100 <= rules.len() * REASONS_PER_HUNDRED;
        assert!(few, "{game}: {by_reason} by reason only, {repeated} of them repeat others");
        let (edition, rulings) = games::dispatch(game, About).unwrap();
        let (all, proven) = (rules.len(), rules.len() - by_reason);
        let row = format!("`{game}` | {edition} | {all} | {proven} | {by_reason} | {rulings} |");
        let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md")).unwrap();
        assert!(readme.contains(&row), "the README has another row than {row}");
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
            // The cost of a designation is a condition besides those of the question.
            let is_paid_for = action.kind == "designate";
            let by_question = action.by_question && !is_paid_for;
            assert!(!by_question || action.conditions.is_empty(), "{game}: {}", action.kind);
            for condition in &action.conditions {
                assert!(!condition.cites.is_empty(), "{game}: {}", action.kind);
                assert!(condition.cites.iter().all(|cite| !cite.is_empty()), "{game}: {}", action.kind);
            }
        }
    }
}
