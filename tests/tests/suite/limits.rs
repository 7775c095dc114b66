//! The limits of cards, of fuel and of logs at their edge: what is just within is taken, one more is not.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use std::path::Path;
use std::sync::LazyLock;

use rules_judge_engine::card::effect::SENTENCE_LIMIT;
use rules_judge_engine::card::lint::{DEPTH_LIMIT, Lint, Vocabulary, WORD_LIMIT};
use rules_judge_engine::games::{self, Registered, Visit};
use rules_judge_engine::kernel::Halt;
use rules_judge_engine::kernel::fuel::{FUEL_READINGS, FUEL_TOTAL};
use rules_judge_replays::answer::{Fault, FaultCode, Query};
use rules_judge_replays::format::ENTRY_LIMIT;
use rules_judge_replays::judge::Judge;
use rules_judge_tests::sample;
use rules_judge_tests::walk::Opened;
use serde_json::{Value, json};

static JUDGE: LazyLock<Judge> = LazyLock::new(Judge::new);

/// A pool of one card: its list of abilities, one ability with so many sentences.
struct OneCard {
    game: &'static str,
    /// The limit of the list of abilities, and the code of one more.
    abilities: (usize, &'static str),
    card: fn(Vec<Value>) -> Value,
    ability: fn(usize) -> Value,
}

/// A further game is one more line.
const CARDS: [OneCard; 2] = [
    OneCard {
        game: "azur-lane",
        abilities: (rules_judge_engine::games::azur_lane::printed::SKILL_LIMIT, "too_many_skills"),
        card: |skills| {
            json!({
                "id": "x-1", "kind": "ship", "name": "x", "cost": 1, "colors": [], "type": "munition",
                "camps": [], "power": 100, "support": {"range": ["hand"], "value": 100}, "skills": skills,
            })
        },
        ability: |sentences| json!({"activated": {"use": {"do": vec![json!({"draw": {}}); sentences]}}}),
    },
    OneCard {
        game: "xinglingwang",
        abilities: (rules_judge_engine::games::xinglingwang::printed::ABILITY_LIMIT, "too_many_abilities"),
        card: |abilities| {
            json!({
                "id": "x-1", "name": "x", "race": "neutral", "unit": {"attack": 1, "score": 1},
                "abilities": abilities,
            })
        },
        ability: |sentences| {
            let sentences = vec![json!({"draw": {"n": 1}}); sentences];
            json!({"triggered": {"on": {"event": ["turn_starts"], "of": "own"}, "body": {"do": sentences}}})
        },
    },
];

/// The codes that the linter has for a pool of this card.
fn findings(game: &str, card: Value) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../engine/cards/{game}/pool.json"));
    let mut pool: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    pool["cards"] = json!([card]);
    let told = JUDGE.lint_pool(pool.to_string().as_bytes()).unwrap();
    let list = told["findings"].as_array().unwrap();
    list.iter().map(|finding| finding["code"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn every_game_has_its_cards_here() {
    let here: Vec<&str> = CARDS.iter().map(|card| card.game).collect();
    assert_eq!(here, games::IDS);
}

#[test]
fn lists_of_sentences_and_abilities_have_an_edge() {
    for OneCard { game, abilities: (most, code), card, ability } in CARDS {
        assert_eq!(findings(game, card(vec![ability(SENTENCE_LIMIT)])), Vec::<String>::new(), "{game}");
        assert_eq!(findings(game, card(vec![ability(SENTENCE_LIMIT + 1)])), ["too_many_sentences"]);
        assert_eq!(findings(game, card(vec![ability(1); most])), Vec::<String>::new(), "{game}");
        assert_eq!(findings(game, card(vec![ability(1); most + 1])), [code]);
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
    for OneCard { game, card, ability, .. } in CARDS {
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
