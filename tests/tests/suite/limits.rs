//! The limits of cards, of fuel and of logs at their edge: the largest value is accepted, one more is not.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use std::path::Path;
use std::sync::LazyLock;

use rules_judge_engine::abilities::effect::SENTENCE_LIMIT;
use rules_judge_engine::abilities::lint::{
    COMPARED_LIMIT, DEPTH_LIMIT, FINDING_LIMIT, Lint, Vocabulary, WORD_LIMIT,
};
use rules_judge_engine::abilities::select::NAME_LIMIT;
use rules_judge_engine::game_kit::pool::{DECLARED_LIMIT, ITEM_LIMIT, POOL_LIMIT, TEXT_LIMIT};
use rules_judge_engine::games::{self, Registered, Visit};
use rules_judge_engine::kernel::Halt;
use rules_judge_engine::kernel::fuel::{FUEL_READINGS, FUEL_TOTAL};
use rules_judge_replays::answer::{Fault, FaultCode, Language, Query};
use rules_judge_replays::cache::memory::OVERHEAD;
use rules_judge_replays::catalog::cards::CardsQuery;
use rules_judge_replays::codec::canonical::canonical;
use rules_judge_replays::codec::digest::Digest;
use rules_judge_replays::codec::format::ENTRY_LIMIT;
use rules_judge_replays::judging::{Judge, POOL_BYTES, POOL_FACTOR};
use rules_judge_tests::games::{ALL, Target, Tested};
use rules_judge_tests::sample;
use rules_judge_tests::walk::Opened;
use serde_json::{Value, json};

static JUDGE: LazyLock<Judge> = LazyLock::new(Judge::new);

/// The bundled pool with other cards.
fn pool(game: &str, cards: Vec<Value>) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../engine/cards/{game}/pool.json"));
    let mut pool: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    pool["cards"] = cards.into();
    pool
}

fn linted(pool: &Value) -> Vec<Value> {
    let answer = JUDGE.lint_pool(pool.to_string().as_bytes(), Language::English).unwrap();
    answer["findings"].as_array().unwrap().clone()
}

fn codes(findings: &[Value]) -> Vec<String> {
    findings.iter().map(|finding| finding["code"].as_str().unwrap().to_owned()).collect()
}

/// The codes that the linter has for a pool of this card.
fn findings(game: &str, card: Value) -> Vec<String> {
    codes(&linted(&pool(game, vec![card])))
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

/// An ability that changes open cards from a hand gives its card away: the author gets a warning, and the
/// pool is accepted.
#[test]
fn an_ability_in_hand_that_everybody_sees_is_warned_of() {
    for &Tested { game, card, in_hand, .. } in ALL {
        let Some(in_hand) = in_hand else { continue };
        let warnings_of = |abilities: Vec<Value>| {
            let pool = pool(game, vec![card(abilities)]);
            let linted = JUDGE.lint_pool(pool.to_string().as_bytes(), Language::English).unwrap();
            assert_eq!(linted["findings"], json!([]), "{game}");
            let digest = rules_judge_replays::codec::canonical::digest(&pool).unwrap().to_string();
            let (_, answer) =
                Judge::new().put_pool(&digest, pool.to_string().as_bytes(), Language::English).unwrap();
            assert_eq!(serde_json::to_value(&answer).unwrap()["warnings"], linted["warnings"], "{game}");
            let list = linted["warnings"].as_array().unwrap().clone();
            list.iter()
                .map(|one| format!("{} {}", one["code"], one["pointer"]).replace('"', ""))
                .collect::<Vec<_>>()
        };
        let seen = warnings_of(vec![in_hand(Target::Field)]);
        assert!(
            matches!(seen.as_slice(), [one] if one.starts_with("seen_from_hand /cards/0/")),
            "{game}: {seen:?}"
        );
        assert!(seen[0].ends_with("/0/continuous/apply/0"), "{game}: {seen:?}");
        let hidden = warnings_of(vec![in_hand(Target::Hand), in_hand(Target::Itself)]);
        assert_eq!(hidden, Vec::<String>::new(), "{game}");
    }
}

/// The limit of findings holds for warnings, too.
#[test]
fn warnings_have_an_edge() {
    for &Tested { game, card, in_hand, .. } in ALL {
        let Some(in_hand) = in_hand else { continue };
        let warned = |cards: usize| {
            let mut pool = pool(game, vec![card(Vec::new())]);
            let cards = (0..cards).map(|number| {
                let mut card = card(vec![in_hand(Target::Field)]);
                card["id"] = format!("x-{number}").into();
                card
            });
            pool["cards"] = cards.collect();
            let linted = JUDGE.lint_pool(pool.to_string().as_bytes(), Language::English).unwrap();
            assert_eq!(linted["findings"], json!([]), "{game}");
            linted["warnings"].as_array().unwrap().len()
        };
        assert_eq!([warned(FINDING_LIMIT), warned(FINDING_LIMIT + 1)], [FINDING_LIMIT; 2], "{game}");
    }
}

/// Walks through so many words, or so deep.
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
    // The same for cards: from some number of sentences on there are too many words, and not before.
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
        let text = sample::load(G::INFO.id).unwrap().swap_remove(0);
        let opened = Opened::<G>::read(&JUDGE, &text).unwrap();
        let game = opened.game().unwrap();
        game.refuel();
        for _ in 0..FUEL_READINGS {
            assert!(game.spend(1));
        }
        assert_eq!(game.halted(), None, "as many looks as there may be");
        assert!(!game.spend(1), "one more");
        assert_eq!(game.halted(), Some(Halt::StepLimit));
        game.refuel();
        assert_eq!(game.halted(), Some(Halt::StepLimit), "it was read without fuel: no entry follows");
        let mut game = opened.game().unwrap();
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

/// The limit is on the entries of a log, accepted or not: continuing a kept judgement takes as many entries
/// as judging the whole log.
#[test]
fn a_log_that_is_gone_on_with_has_as_many_entries_as_any() {
    for game in games::IDS {
        let text = sample::load(game).unwrap().swap_remove(0);
        let mut replay: Value = serde_json::from_slice(&text).unwrap();
        let last = replay["actions"].as_array().unwrap().last().unwrap().clone();
        // Only the first entries are legal.
        let entries = replay["actions"].as_array_mut().unwrap();
        entries.truncate(3);
        entries.resize(ENTRY_LIMIT - 1, last.clone());
        let judge = Judge::new().with_memory(64 << 20);
        let query = Query::default();
        let first = judge.verify(replay.to_string().as_bytes(), &query).unwrap();
        assert!(first.accepted < ENTRY_LIMIT / 2, "{game}");
        let next = |base: &str| -> Result<String, Fault> {
            let body = json!({"action": last, "base": base}).to_string();
            judge.resume(body.as_bytes(), &query).map(|verdict| verdict.replay_digest.unwrap())
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

/// The number of plain values in lists.
fn plain(value: &Value) -> usize {
    match value {
        Value::Array(items) => {
            items.iter().map(|item| plain(item) + usize::from(!item.is_object() && !item.is_array())).sum()
        }
        Value::Object(fields) => fields.values().map(plain).sum(),
        _ => 0,
    }
}

#[test]
fn lists_of_plain_values_have_an_edge() {
    for &Tested { game, card, values, known, .. } in ALL {
        let lists =
            |sizes: &[usize]| card(sizes.iter().map(|size| values(vec![known.to_owned(); *size])).collect());
        assert_eq!(findings(game, lists(&[ITEM_LIMIT])), [""; 0], "{game}");
        assert_eq!(findings(game, lists(&[ITEM_LIMIT + 1])), ["too_many_items"]);
        // All lists of a card together count as its words do.
        let mut within = vec![ITEM_LIMIT; WORD_LIMIT / ITEM_LIMIT - 1];
        within.extend([ITEM_LIMIT / 2, ITEM_LIMIT - ITEM_LIMIT / 2]);
        let own = plain(&lists(&within)) - WORD_LIMIT;
        *within.last_mut().unwrap() -= own;
        assert_eq!(findings(game, lists(&within)), [""; 0], "{game}");
        *within.last_mut().unwrap() += 1;
        assert_eq!(findings(game, lists(&within)), ["too_many_words"], "{game}");
    }
}

/// A pool may name its choices, but not with the names that the interpreter uses itself.
#[test]
fn names_in_abilities_are_letters() {
    for &Tested { game, card, naming, .. } in ALL {
        let found = |name: &str| findings(game, card(vec![naming(name)]));
        let longest = "n".repeat(NAME_LIMIT);
        for name in ["first", "first-one_2", "looked", "字", &longest] {
            assert_eq!(found(name), [""; 0], "{game} {name}");
        }
        for name in ["", "#0", "#looked", "a b", "a/b", &"n".repeat(NAME_LIMIT + 1)] {
            assert_eq!(found(name), ["bad_name"], "{game} {name}");
        }
    }
}

#[test]
fn texts_of_a_pool_have_an_edge() {
    for &Tested { game, card, declares, .. } in ALL {
        let named = |name: String, text: String| {
            let mut card = card(Vec::new());
            card["name"] = name.into();
            card["text"] = text.into();
            card
        };
        // The limit is in characters, not bytes; printed text has no limit.
        let edge = "長".repeat(TEXT_LIMIT);
        assert_eq!(findings(game, named(edge.clone(), "x".repeat(50_000))), [""; 0], "{game}");
        let beyond = format!("{edge}長");
        assert_eq!(findings(game, named(beyond.clone(), String::new())), ["too_long_text"]);
        for (text, found) in [(edge, [""; 0].as_slice()), (beyond, &["too_long_text"])] {
            let mut pool = pool(game, vec![card(Vec::new())]);
            pool["declares"][declares][0] = text.into();
            assert_eq!(codes(&linted(&pool)), found, "{game}");
        }
    }
}

#[test]
fn what_a_pool_declares_has_an_edge() {
    for &Tested { game, card, declares, .. } in ALL {
        for (count, found) in
            [(DECLARED_LIMIT, [""; 0].as_slice()), (DECLARED_LIMIT + 1, &["too_many_items"])]
        {
            let mut pool = pool(game, vec![card(Vec::new())]);
            pool["declares"][declares] = (0..count).map(|nth| format!("kind-{nth}")).collect();
            assert_eq!(codes(&linted(&pool)), found, "{game}");
        }
    }
}

/// The search for the nearest word ends after a number of comparisons, the same in every run.
#[test]
fn nearest_words_are_looked_for_a_while() {
    for &Tested { game, card, values, declares, of_the_book, .. } in ALL {
        let mut pool = pool(
            game,
            (0..4)
                .map(|nth| {
                    let mut card = card(vec![values(vec!["kind-1x".to_owned(); 20])]);
                    card["id"] = format!("x-{nth}").into();
                    card
                })
                .collect(),
        );
        pool["declares"][declares] = (0..DECLARED_LIMIT).map(|nth| format!("kind-{nth}")).collect();
        let findings = linted(&pool);
        assert_eq!(findings.len(), 80, "{game}");
        let near = findings.iter().take_while(|finding| finding["nearest"] == "kind-1").count();
        assert_eq!(
            near,
            COMPARED_LIMIT / (DECLARED_LIMIT + of_the_book),
            "{game}: a list of the book is compared, too"
        );
        assert!(findings[near..].iter().all(|finding| finding["nearest"].is_null()), "{game}");
    }
}

/// A pool of the most cards, words and bytes, each wrong in the way that takes the longest.
#[test]
fn the_largest_pools_are_linted_to_the_limit() {
    for &Tested { game, card, values, declares, .. } in ALL {
        let long = |nth: usize| format!("{nth:0>60}");
        let with_id = |mut card: Value, nth: usize| {
            card["id"] = format!("x-{nth}").into();
            card
        };
        let cards = |each: &dyn Fn(usize) -> Value| -> Vec<Value> {
            (0..POOL_LIMIT).map(|nth| with_id(each(nth), nth)).collect()
        };
        let lists = |nth: usize| card(vec![values((0..40).map(|item| long(nth * 40 + item)).collect())]);
        let unknown_field = |_| {
            let mut card = card(Vec::new());
            card["zzz"] = 1.into();
            card
        };
        let unreadable_at_the_end =
            |nth: usize| if nth + 1 < POOL_LIMIT { card(Vec::new()) } else { json!({}) };
        let ways: [(&str, &dyn Fn(usize) -> Value); 3] = [
            ("unknown values", &lists),
            ("unknown fields", &unknown_field),
            ("no card", &unreadable_at_the_end),
        ];
        for (way, each) in ways {
            for declared in [DECLARED_LIMIT, 100_000] {
                let mut pool = pool(game, cards(each));
                pool["declares"][declares] = (0..declared).map(long).collect();
                let bytes = pool.to_string().into_bytes();
                if bytes.len() > 8 << 20 {
                    continue;
                }
                match JUDGE.lint_pool(&bytes, Language::English) {
                    Ok(linted) => {
                        let findings = linted["findings"].as_array().unwrap().len();
                        assert!((1..=FINDING_LIMIT).contains(&findings), "{game} {way}");
                    }
                    Err(fault) => assert_eq!(fault.code, FaultCode::TooMany, "{game} {way}"),
                }
            }
        }
    }
}

/// A pool is accepted only if it is kept, so that its digest finds it.
#[test]
fn a_pool_that_is_taken_is_kept() {
    let game = "azur-lane";
    let card = rules_judge_tests::games::of(game).unwrap().card;
    let padded = |bytes: usize| {
        let mut one = card(Vec::new());
        one["text"] = "x".repeat(bytes).into();
        let mut pool = pool(game, vec![one]);
        pool["declares"] = json!({});
        pool
    };
    let own = canonical(&padded(0)).unwrap().len();
    let room = usize::try_from((POOL_BYTES - OVERHEAD) / POOL_FACTOR).unwrap();
    for (bytes, is_kept) in [(room, true), (room + 1, false)] {
        let judge = Judge::new();
        let body = canonical(&padded(bytes - own)).unwrap();
        let digest = Digest::of(&body);
        let put = judge.put_pool(&digest.to_string(), &body, Language::English);
        match put {
            Ok((new, _)) => assert!(is_kept && new),
            Err(fault) => assert_eq!((fault.code, is_kept), (FaultCode::TooLarge, false)),
        }
        let query = CardsQuery { pool: Some(digest.to_string()), ..CardsQuery::default() };
        assert_eq!(judge.cards(game, &query).is_ok(), is_kept);
        let check = json!({ "deck": {}, "game": game, "pool": digest.to_string() }).to_string();
        assert_eq!(judge.check_deck(check.as_bytes(), &Query::default()).is_ok(), is_kept);
    }
}
