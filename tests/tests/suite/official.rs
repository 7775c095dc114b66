//! The pools of published cards: games with random legal decks are judged to their end, or the verdict names
//! the card that is not exact.

use std::collections::{BTreeMap, BTreeSet};

use rules_judge_engine::games;
use rules_judge_replays::answer::{FaultCode, Language, Query, Trace, VerdictKind, View};
use rules_judge_replays::judging::Judge;
use rules_judge_replays::tools::case;
use rules_judge_replays::tools::survey::Plan;
use rules_judge_tests::cases;
use rules_judge_tests::games::list_of;
use serde_json::{Value, json};

/// The number of games with each pool.
const GAMES: u64 = 6;

fn pools(game: &str) -> impl Iterator<Item = &'static str> {
    games::info(game).unwrap().pools.iter().map(|(name, _)| *name).filter(|name| *name != "demo")
}

/// The data of a game's pool of published cards.
fn published(game: &str) -> Option<Value> {
    let (_, text) = games::info(game).unwrap().pools.iter().find(|(name, _)| *name == "official")?;
    Some(serde_json::from_str(text).unwrap())
}

/// Plays games, and counts their endings; `None`: the pool has too few cards for a deck. Each game is judged
/// a second time with some of its cards declared not exact: it ends in the same way, or is not judged because
/// of one of them.
fn played(game: &str, pool: &str) -> Option<BTreeMap<String, usize>> {
    let (judge, again) = (Judge::new(), Judge::new());
    let mut data = published(game)?;
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
        assert_eq!(verdict.verdict, VerdictKind::Legal, "{game} {seed}: {:?}", verdict.not_judged);
        let first = serde_json::to_string(&verdict).unwrap();
        assert_eq!(first, serde_json::to_string(&again.verify(&replay, &query).unwrap()).unwrap());

        let mut replay: Value = serde_json::from_slice(&replay).unwrap();
        let deck = &replay["players"][0]["deck"];
        let cards = deck[list_of(deck)].as_array().unwrap().iter();
        let lost: Vec<&str> = cards.filter_map(|line| line["card"].as_str()).step_by(4).collect();
        let lost_texts = json!({ "en": "Its second text is left out." });
        let declared =
            lost.iter().map(|card| json!({ "card": card, "fidelity": "approximate", "lost": lost_texts }));
        data["not_exact"] = declared.collect();
        let lost: Vec<String> = lost.into_iter().map(str::to_owned).collect();
        replay["pool"] = data.clone();
        let replay = replay.to_string().into_bytes();
        let verdict_then = judge.verify(&replay, &Query::default()).unwrap();
        let code = match (verdict_then.verdict, &verdict_then.not_judged) {
            (VerdictKind::Legal, _) => {
                assert_eq!(verdict_then.outcome, verdict.outcome, "{game} {seed}");
                "legal".to_owned()
            }
            (VerdictKind::NotJudged, Some(why)) => {
                let card = why.card.as_ref().expect("a card");
                assert!(why.code == "card_feature" && lost.contains(card), "{game} {seed}: {why:?}");
                why.code.clone()
            }
            _ => panic!("{game} {seed}: {:?}", verdict_then.illegal),
        };
        for view in [View::Seat0, View::Seat1, View::Public] {
            let seen = judge.verify(&replay, &Query { view, ..Query::default() }).unwrap();
            assert_eq!(seen.verdict, verdict_then.verdict, "{game} {seed} {view:?}");
        }
        *ended.entry(code).or_default() += 1;
    }
    Some(ended)
}

#[test]
fn games_with_published_cards_are_judged() {
    let mut without_decks = Vec::new();
    for game in games::IDS {
        for name in pools(game) {
            let Some(ended) = played(game, &format!("{game}/{name}")) else {
                without_decks.push(*game);
                continue;
            };
            println!("{game}/{name}: {ended:?}");
            assert_eq!(ended.values().sum::<usize>() as u64, GAMES);
            assert!(ended.contains_key("card_feature"), "{game}: {ended:?}");
        }
    }
    // Build Divide has too few exact published cards of each colour.
    assert_eq!(without_decks, ["build-divide"]);
}

/// A deck check names the cards of a deck that are not exact, and a pool may be named.
#[test]
fn a_deck_of_published_cards_is_checked() {
    let judge = Judge::new();
    let pools = serde_json::to_value(judge.pools().unwrap()).unwrap();
    let mut named = 0;
    for pool in pools["pools"].as_array().unwrap().iter().filter(|pool| pool["approximate"] != 0) {
        let (game, name) = (pool["game"].as_str().unwrap(), pool["name"].as_str().unwrap());
        let Ok(replay) = judge.play_with(game, 1, ["random", "random"], Some(name), None) else { continue };
        let replay: Value = serde_json::from_slice(&replay).unwrap();
        let check = |deck: &Value| {
            let body = json!({ "deck": deck, "game": game, "pool": name }).to_string();
            judge.check_deck(body.as_bytes(), &Query::default()).unwrap()
        };
        for player in replay["players"].as_array().unwrap() {
            let answer = check(&player["deck"]);
            assert_eq!(
                (answer.legal, &answer.pool),
                (Some(true), &pool["pool"].as_str().unwrap().to_owned())
            );
            // Bots play with exact cards.
            assert_eq!(answer.not_exact, []);
        }
        let mut deck = replay["players"][0]["deck"].clone();
        let list = list_of(&deck).to_owned();
        let data = published(game).unwrap();
        for lost in data["not_exact"].as_array().unwrap() {
            deck[&list].as_array_mut().unwrap().push(json!({ "card": lost["card"], "n": 1 }));
        }
        let answer = check(&deck);
        assert!(answer.not_exact.iter().all(|lost| !lost.lost.is_empty()), "{game}");
        named += answer.not_exact.len();
    }
    assert!(named > 5, "{named}");
}

/// A card of which no source tells every field is not counted among those that are known in full.
#[test]
fn cards_with_unknown_fields_are_counted_apart() {
    let pools = Judge::new().pools().unwrap().pools;
    for pool in &pools {
        let counted = pool.exact + pool.exact_with_unknown_fields + pool.approximate + pool.unsupported;
        assert_eq!(counted, pool.cards, "{}", pool.name);
    }
    let open = |name: &str| {
        let pool = pools.iter().find(|pool| pool.name == name).unwrap();
        (pool.exact, pool.exact_with_unknown_fields)
    };
    let data = published("battle-spirits").unwrap();
    let is_lost = |lost: &[Value], card: &Value| lost.iter().any(|lost| lost["card"] == card["id"]);
    let is_exact = |card: &&Value| !data["not_exact"].as_array().is_some_and(|lost| is_lost(lost, card));
    let cards = data["cards"].as_array().unwrap().iter().filter(is_exact);
    let (unknown, known): (Vec<_>, Vec<_>) = cards.partition(|card| card.to_string().contains("null"));
    assert!(!unknown.is_empty() && !known.is_empty());
    assert_eq!(open("battle-spirits/official"), (known.len(), unknown.len()));
    let azur_lane = published("azur-lane").unwrap()["cards"].as_array().unwrap().len();
    assert_eq!(open("azur-lane/official"), (azur_lane, 0));
}

/// A log that names its pool gets the verdict of the log with the digest.
#[test]
fn a_name_stands_for_a_digest() {
    let judge = Judge::new();
    let replay = judge.play_with("azur-lane", 2, ["keen", "keen"], Some("azur-lane/official"), None).unwrap();
    let mut named: Value = serde_json::from_slice(&replay).unwrap();
    named["pool"] = "azur-lane/official".into();
    let [one, other] = [replay, named.to_string().into_bytes()]
        .map(|text| serde_json::to_string(&judge.verify(&text, &Query::default()).unwrap()).unwrap());
    assert_eq!(one, other);
    named["pool"] = "azur-lane/oficial".into();
    let fault = judge.verify(named.to_string().as_bytes(), &Query::default()).unwrap_err();
    assert_eq!((fault.code, fault.pointer.as_deref()), (FaultCode::UnknownPool, Some("/pool")));
    assert_eq!(*fault.nearest, ["azur-lane/official".to_owned()]);
}

/// All codes of a card name the same card: the rules of decks count them together.
#[test]
fn printings_are_the_same_card() {
    let judge = Judge::new();
    for game in games::IDS {
        let info = games::info(game).unwrap();
        let mut pool: Value = serde_json::from_str(info.demo_pool).unwrap();
        let deck: Value = serde_json::from_str(info.decks[0]).unwrap();
        let list = list_of(&deck).to_owned();
        let lines = deck[&list].as_array().unwrap();
        let Some(card) = lines.iter().find_map(|line| line["card"].as_str()) else {
            panic!("{game}: no line of {list} names a card");
        };
        pool["printings"] = json!([{ "card": card, "codes": ["another code"] }]);
        let faults = |code: &str| -> Vec<String> {
            let mut deck = deck.clone();
            deck[&list].as_array_mut().unwrap().push(json!({ "card": code, "n": 1 }));
            let body = json!({ "deck": deck, "game": game, "pool": pool }).to_string();
            let answer = judge.check_deck(body.as_bytes(), &Query::default()).unwrap();
            answer.faults.into_iter().map(|fault| fault.message).collect()
        };
        assert_eq!(faults(card), faults("another code"), "{game}");
        pool["printings"] =
            json!([{ "card": "nobody", "codes": [] }, { "card": "nothing", "codes": ["a", "a"] }]);
        let report = judge.lint_pool(pool.to_string().as_bytes(), Language::English).unwrap();
        let codes: Vec<&str> =
            report["findings"].as_array().unwrap().iter().filter_map(|each| each["code"].as_str()).collect();
        assert_eq!(codes, ["unknown_card", "unknown_card", "id_twice"], "{game}: {report}");
    }
}

/// Pools of files have the names in the files; a name is unique, and a fault has the place.
#[test]
fn pools_of_files_are_added_by_their_names() {
    let mut judge = Judge::new();
    let pool = json!({ "game": "azur-lane", "name": "hall", "cards": [] }).to_string();
    assert_eq!(judge.add_pool(pool.clone()).unwrap(), "azur-lane/hall");
    let again = judge.add_pool(pool).unwrap_err();
    assert_eq!((again.code, again.pointer.as_deref()), (FaultCode::BadPool, Some("/name")));
    let listed = serde_json::to_value(judge.pools().unwrap()).unwrap();
    assert!(listed["pools"].as_array().unwrap().iter().any(|pool| pool["name"] == "azur-lane/hall"));
    let broken = json!({ "game": "azur-lane", "name": "x", "cards": [{ "id": "x", "kind": "boat" }] });
    let fault = judge.add_pool(broken.to_string()).unwrap_err();
    assert_eq!(fault.code, FaultCode::BadPool);
    assert!(fault.pointer.as_deref().is_some_and(|place| place.starts_with("/cards/0")), "{fault:?}");
}

/// An ability that games between bots did not use, and where it is used instead.
struct Elsewhere {
    ability: (String, String),
    used: String,
}

/// The rows of `tests/uses` about a pool of published cards.
fn elsewhere(game: &str) -> Vec<Elsewhere> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/uses/");
    let text = std::fs::read_to_string(format!("{file}{game}.tsv")).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("card\tplace\tused"), "{game}");
    let row = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [card, place, used] = fields.try_into().unwrap_or_else(|_| panic!("{game}: {line}"));
        Elsewhere { ability: (card.to_owned(), place.to_owned()), used: used.to_owned() }
    };
    lines.map(row).collect()
}

#[test]
fn what_no_game_used_is_used_elsewhere() {
    let judge = Judge::new();
    let suites = cases::suites().unwrap();
    let mut wrong = Vec::new();
    for game in games::IDS {
        let Some(_) = published(game) else { continue };
        let pool = format!("{game}/official");
        let list = elsewhere(game);
        // The places of the abilities of a card that neither these logs nor the tables use.
        let unused = |card: &str, logs: Vec<Value>, tables| {
            let (pool, card) = (Some(pool.as_str()), Some(card));
            let (first, bots, decks) = (1, None, None);
            let plan = Plan { game, pool, card, games: 0, first, bots, decks, logs, tables };
            let survey = judge.survey(&plan, &mut |_| {}).unwrap();
            survey.unused.into_iter().map(|unused| unused.place).collect::<BTreeSet<_>>()
        };
        // Each row names an ability of the pool, and once.
        let all: Vec<(String, String)> = list.iter().map(|row| row.ability.clone()).collect();
        let strange = all.iter().filter(|(card, place)| !unused(card, Vec::new(), false).contains(place));
        wrong.extend(strange.map(|(card, place)| format!("{game}: there is no ability {card} {place}")));
        let rows: BTreeSet<_> = all.iter().collect();
        assert_eq!(rows.len(), all.len(), "{game}: an ability stands twice");
        let of = |used: &str| -> Vec<(String, String)> {
            list.iter().filter(|row| row.used == used).map(|row| row.ability.clone()).collect()
        };
        let tried = of("try");
        for card in tried.iter().map(|(card, _)| card).collect::<BTreeSet<_>>() {
            let unused = unused(card, Vec::new(), true);
            let idle = tried.iter().filter(|(of, place)| of == card && unused.contains(place));
            assert_eq!(idle.count(), 0, "{game}: {card} on the tables of `try`: {unused:?}");
        }
        // A row without a use has a reason.
        let reasons = list.iter().filter_map(|row| row.used.strip_prefix("none: ")).count();
        let is_case = |used: &&str| *used != "try" && !used.starts_with("none: ");
        let mut ids: Vec<&str> = list.iter().map(|row| row.used.as_str()).filter(is_case).collect();
        ids.sort_unstable();
        ids.dedup();
        for id in &ids {
            let mut named = suites.iter().flat_map(|suite| {
                let of_suite = suite.chapters.iter().flat_map(|chapter| &chapter.cases);
                of_suite.filter(|case| case.id.value == **id).map(move |case| (suite, case))
            });
            let Some((suite, case)) = named.next() else {
                wrong.push(format!("{game}: there is no case {id}"));
                continue;
            };
            let log = case::run::replay(&judge, suite, case).unwrap();
            assert_eq!(log["pool"], json!(pool), "{id}");
            for (card, place) in of(id) {
                if unused(&card, vec![log.clone()], false).contains(&place) {
                    wrong.push(format!("{game}: {id} does not use {card} {place}"));
                }
            }
        }
        println!(
            "{pool}: {} abilities on the tables of `try`, {} in {} cases, {reasons} nowhere",
            tried.len(),
            list.len() - tried.len() - reasons,
            ids.len()
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
