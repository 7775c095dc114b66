//! The pools of published cards: games with any legal decks of them are judged, or say which card is not exact.

use std::collections::BTreeMap;

use rules_judge_engine::games::{self, Registered, Visit};
use rules_judge_replays::answer::{FaultCode, Query, Trace, VerdictKind, View};
use rules_judge_replays::judging::Judge;
use serde_json::{Value, json};

/// Games of each pool.
const GAMES: u64 = 6;

struct Pools;

impl Visit for Pools {
    type Out = Vec<&'static str>;

    fn visit<G: Registered>(self) -> Self::Out {
        G::POOLS.iter().map(|(name, _)| *name).filter(|name| *name != "demo").collect()
    }
}

/// How games ended: legal ones by their verdict, others by the code. None: the pool has too few cards for a deck.
fn played(game: &str, pool: &str) -> Option<BTreeMap<String, usize>> {
    let (judge, again) = (Judge::new(), Judge::new());
    let mut ended: BTreeMap<String, usize> = BTreeMap::new();
    for seed in 0..GAMES {
        let replay = match judge.play_with(game, seed, ["keen", "curious"], Some(pool), None) {
            Ok(replay) => replay,
            Err(fault) => {
                assert_eq!((fault.code, seed), (FaultCode::BadQuery, 0), "{pool}: {fault:?}");
                return None;
            }
        };
        let query = Query { trace: Trace::Events, ..Query::default() };
        let verdict = judge.verify(&replay, &query).unwrap();
        let told = serde_json::to_string(&verdict).unwrap();
        assert_eq!(told, serde_json::to_string(&again.verify(&replay, &query).unwrap()).unwrap());
        let code = match (verdict.verdict, &verdict.not_judged) {
            (VerdictKind::Legal, _) => "legal".to_owned(),
            (VerdictKind::NotJudged, Some(why)) => {
                assert!(why.code == "card_feature" && why.card.is_some(), "{game} {seed}: {why:?}");
                why.code.clone()
            }
            _ => panic!("{game} {seed}: {:?}", verdict.illegal),
        };
        for view in [View::Seat0, View::Seat1, View::Public] {
            let seen = judge.verify(&replay, &Query { view, ..Query::default() }).unwrap();
            assert_eq!(seen.verdict, verdict.verdict, "{game} {seed} {view:?}");
        }
        *ended.entry(code).or_default() += 1;
    }
    Some(ended)
}

#[test]
fn games_with_published_cards_are_judged() {
    let mut without_decks = Vec::new();
    for game in games::IDS {
        for name in games::dispatch(game, Pools).unwrap() {
            let Some(ended) = played(game, &format!("{game}/{name}")) else {
                without_decks.push(*game);
                continue;
            };
            println!("{game}/{name}: {ended:?}");
            assert_eq!(ended.values().sum::<usize>() as u64, GAMES);
        }
    }
    // Of Build Divide too few cards of each colour are published in full.
    assert_eq!(without_decks, ["build-divide"]);
}

/// A deck check says which cards of a deck are not exact, and a name stands for the digest that is answered.
#[test]
fn a_deck_of_published_cards_is_checked() {
    let judge = Judge::new();
    let pools = serde_json::to_value(judge.pools().unwrap()).unwrap();
    let mut named = 0;
    for pool in pools["pools"].as_array().unwrap().iter().filter(|pool| pool["approximate"] != 0) {
        let (game, name) = (pool["game"].as_str().unwrap(), pool["name"].as_str().unwrap());
        let Ok(replay) = judge.play_with(game, 1, ["random", "random"], Some(name), None) else { continue };
        let replay: Value = serde_json::from_slice(&replay).unwrap();
        for player in replay["players"].as_array().unwrap() {
            let body = json!({ "deck": player["deck"], "game": game, "pool": name }).to_string();
            let answer = judge.check_deck(body.as_bytes(), &Query::default()).unwrap();
            assert_eq!(
                (answer.legal, &answer.pool),
                (Some(true), &pool["pool"].as_str().unwrap().to_owned())
            );
            assert!(answer.not_exact.iter().all(|lost| !lost.lost.is_empty()));
            named += answer.not_exact.len();
        }
    }
    assert!(named > 5, "{named}");
}
