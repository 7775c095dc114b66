//! The limits of cards, of fuel and of logs at their edge: what is just within is taken, one more is not.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use std::path::Path;
use std::sync::LazyLock;

use rules_judge_engine::card::effect::SENTENCE_LIMIT;
use rules_judge_engine::card::lint::{DEPTH_LIMIT, FINDING_LIMIT, Lint, Vocabulary, WORD_LIMIT};
use rules_judge_engine::games::{self, Registered, Visit};
use rules_judge_engine::kernel::Halt;
use rules_judge_engine::kernel::fuel::{FUEL_READINGS, FUEL_TOTAL};
use rules_judge_replays::answer::{Fault, FaultCode, Query};
use rules_judge_replays::format::ENTRY_LIMIT;
use rules_judge_replays::judge::Judge;
use rules_judge_tests::games::{ALL, Target, Tested};
use rules_judge_tests::sample;
use rules_judge_tests::walk::Opened;
use serde_json::{Value, json};

static JUDGE: LazyLock<Judge> = LazyLock::new(Judge::new);

/// The bundled pool with this card alone.
fn pool_of(game: &str, card: Value) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../engine/cards/{game}/pool.json"));
    let mut pool: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    pool["cards"] = json!([card]);
    pool
}

/// The codes that the linter has for a pool of this card.
fn findings(game: &str, card: Value) -> Vec<String> {
    let pool = pool_of(game, card);
    let told = JUDGE.lint_pool(pool.to_string().as_bytes()).unwrap();
    let list = told["findings"].as_array().unwrap();
    list.iter().map(|finding| finding["code"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn lists_of_sentences_and_abilities_have_an_edge() {
    for &Tested { game, abilities: (most, code), card, ability, .. } in ALL {
        assert_eq!(findings(game, card(vec![ability(SENTENCE_LIMIT)])), Vec::<String>::new(), "{game}");
        assert_eq!(findings(game, card(vec![ability(SENTENCE_LIMIT + 1)])), ["too_many_sentences"]);
        assert_eq!(findings(game, card(vec![ability(1); most])), Vec::<String>::new(), "{game}");
        assert_eq!(findings(game, card(vec![ability(1); most + 1])), [code]);
    }
}

/// What an ability in hand changes on cards that lie open tells everybody of it: its author is warned, and the pool
/// is taken all the same.
#[test]
fn an_ability_in_hand_that_everybody_sees_is_warned_of() {
    for &Tested { game, card, in_hand, .. } in ALL {
        let told = |abilities: Vec<Value>| {
            let pool = pool_of(game, card(abilities));
            let told = JUDGE.lint_pool(pool.to_string().as_bytes()).unwrap();
            assert_eq!(told["findings"], json!([]), "{game}");
            let digest = rules_judge_replays::canonical::digest(&pool).unwrap().to_string();
            let (_, answer) = Judge::new().put_pool(&digest, pool.to_string().as_bytes()).unwrap();
            assert_eq!(serde_json::to_value(&answer).unwrap()["warnings"], told["warnings"], "{game}");
            let list = told["warnings"].as_array().unwrap().clone();
            list.iter()
                .map(|one| format!("{} {}", one["code"], one["pointer"]).replace('"', ""))
                .collect::<Vec<_>>()
        };
        let seen = told(vec![in_hand(Target::Field)]);
        assert!(
            matches!(seen.as_slice(), [one] if one.starts_with("seen_from_hand /cards/0/")),
            "{game}: {seen:?}"
        );
        assert!(seen[0].ends_with("/0/continuous/apply/0"), "{game}: {seen:?}");
        let hidden = told(vec![in_hand(Target::Hand), in_hand(Target::Itself)]);
        assert_eq!(hidden, Vec::<String>::new(), "{game}");
    }
}

/// However much there is to warn of, no more is told than of findings.
#[test]
fn warnings_have_an_edge() {
    for &Tested { game, card, in_hand, .. } in ALL {
        let warned = |cards: usize| {
            let mut pool = pool_of(game, card(Vec::new()));
            let cards = (0..cards).map(|number| {
                let mut card = card(vec![in_hand(Target::Field)]);
                card["id"] = format!("x-{number}").into();
                card
            });
            pool["cards"] = cards.collect();
            let told = JUDGE.lint_pool(pool.to_string().as_bytes()).unwrap();
            assert_eq!(told["findings"], json!([]), "{game}");
            told["warnings"].as_array().unwrap().len()
        };
        assert_eq!([warned(FINDING_LIMIT), warned(FINDING_LIMIT + 1)], [FINDING_LIMIT; 2], "{game}");
    }
}

/// Whether a walk through so many words, or so deep, finds something.
struct Walk(usize, usize);

impl Visit for Walk {
    type Out = Vec<&'static str>;

    fn visit<G: Registered>(self) -> Self::Out {
        fn deep<G: Registered>(lint: &mut Lint<'_, G>, depth: usize) {
            if depth > 0 {
                lint.inside("x", |lint| deep(lint, depth - 1));
            }
        }

        let vocabulary = Vocabulary::default();
        let mut lint = Lint::<G>::new("", &vocabulary);
        for _ in 0..self.0 {
            lint.inside("x", |_| {});
        }
        deep(&mut lint, self.1);
        lint.findings.into_iter().map(|finding| finding.code).collect()
    }
}

#[test]
fn words_and_their_depth_have_an_edge() {
    for game in games::IDS {
        let found = |words, depth| games::dispatch(game, Walk(words, depth)).unwrap();
        assert_eq!(found(WORD_LIMIT, 0), [""; 0]);
        assert_eq!(found(WORD_LIMIT + 1, 0), ["too_many_words"]);
        assert_eq!(found(WORD_LIMIT + 100, 0), ["too_many_words"], "it is told once");
        assert_eq!(found(0, DEPTH_LIMIT), [""; 0]);
        assert_eq!(found(0, DEPTH_LIMIT + 1), ["too_deep"]);
    }
    // And so for whole cards: from some number of sentences on there are too many words, and not before.
    for &Tested { game, card, ability, .. } in ALL {
        let of = |sentences: usize| {
            let whole = vec![ability(40); sentences / 40];
            let rest = (sentences % 40 > 0).then(|| ability(sentences % 40));
            findings(game, card(whole.into_iter().chain(rest).collect()))
        };
        let most = (1..WORD_LIMIT).find(|count| !of(*count).is_empty()).unwrap() - 1;
        assert!((WORD_LIMIT / 4..WORD_LIMIT / 2).contains(&most), "{game}: {most}");
        assert_eq!(of(most + 1), ["too_many_words"]);
    }
}

struct Fuel;

impl Visit for Fuel {
    type Out = ();

    fn visit<G: Registered>(self) {
        let text = sample::load(G::ID).unwrap().swap_remove(0);
        let opened = Opened::<G>::read(&JUDGE, &text).unwrap();
        let mut game = opened.game().unwrap();
        game.refuel();
        for _ in 0..FUEL_READINGS {
            assert!(game.look());
        }
        assert_eq!(game.halted(), None, "as many looks as there may be");
        assert!(!game.look(), "one more");
        assert_eq!(game.halted(), Some(Halt::StepLimit));
        game.refuel();
        assert_eq!(game.halted(), None, "the next entry has its own");
        game.state.spent = FUEL_TOTAL;
        assert_eq!(game.halted(), None, "as much as a game may take");
        game.state.spent = FUEL_TOTAL + 1;
        assert_eq!(game.halted(), Some(Halt::StepLimit));
    }
}

#[test]
fn fuel_has_an_edge() {
    for game in games::IDS {
        games::dispatch(game, Fuel).unwrap();
    }
}

/// What counts is how many entries a log has, not how many of them were accepted: going on from a kept
/// judgement takes what judging the whole log takes.
#[test]
fn a_log_that_is_gone_on_with_has_as_many_entries_as_any() {
    for game in games::IDS {
        let text = sample::load(game).unwrap().swap_remove(0);
        let mut replay: Value = serde_json::from_slice(&text).unwrap();
        let last = replay["actions"].as_array().unwrap().last().unwrap().clone();
        // Nothing after the first entries is legal.
        let entries = replay["actions"].as_array_mut().unwrap();
        entries.truncate(3);
        entries.resize(ENTRY_LIMIT - 1, last.clone());
        let judge = Judge::new().with_memory(64 << 20);
        let query = Query::default();
        let first = judge.verify(replay.to_string().as_bytes(), &query).unwrap();
        assert!(first.accepted < ENTRY_LIMIT / 2, "{game}");
        let next = |base: &str| -> Result<String, Fault> {
            let body = json!({"action": last, "base": base}).to_string();
            judge.go_on(body.as_bytes(), &query).map(|verdict| verdict.replay_digest.unwrap())
        };
        let full = next(first.replay_digest.as_deref().unwrap()).unwrap();
        replay["actions"].as_array_mut().unwrap().push(last.clone());
        let whole = judge.verify(replay.to_string().as_bytes(), &query).unwrap();
        assert_eq!(whole.replay_digest, Some(full.clone()), "as many entries as there may be");
        let beyond = next(&full).unwrap_err();
        assert_eq!((beyond.code, beyond.pointer.as_deref()), (FaultCode::TooMany, Some("/action")));
        replay["actions"].as_array_mut().unwrap().push(last.clone());
        let beyond = judge.verify(replay.to_string().as_bytes(), &query).unwrap_err();
        assert_eq!(beyond.code, FaultCode::TooMany);
    }
}
