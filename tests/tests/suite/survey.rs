//! Surveys of pools: many games, and the abilities that they used.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};

use rules_judge_engine::games::{self, Registered, Visit};
use rules_judge_replays::answer::{FaultCode, Language};
use rules_judge_replays::catalog::read_back;
use rules_judge_replays::judging::Judge;
use rules_judge_replays::tools::survey::{Plan, Survey};
use serde_json::{Value, json};

fn plan<'a>(game: &'a str, pool: Option<&'a str>, games: u64) -> Plan<'a> {
    Plan { game, pool, card: None, games, first: 1, bots: None, decks: None, logs: Vec::new(), tables: false }
}

fn surveyed(judge: &Judge, plan: &Plan<'_>) -> Survey {
    let mut counted = 0;
    let survey = judge.survey(plan, &mut |played| counted = played).unwrap();
    assert_eq!(counted, plan.games);
    assert_eq!(survey.faults.iter().map(|fault| (&fault.code, fault.number)).next(), None, "{}", plan.game);
    assert_eq!(survey.endings.values().sum::<u64>(), plan.games);
    survey
}

#[test]
fn games_with_decks_around_cards_end_and_use_abilities() {
    let judge = Judge::new();
    for game in games::IDS {
        let one = surveyed(&judge, &plan(game, None, 1));
        let used = one.abilities - one.unused.len();
        println!("{game}: {used} of {} abilities used, {:?}", one.abilities, one.endings);
        assert!(used > 5 && !one.unused.is_empty(), "{game}: {used}");
        let table = one.unused_lines();
        assert_eq!(table.lines().count(), one.unused.len() + 1);
        assert!(table.lines().all(|line| line.split('\t').count() == 4), "{game}");
    }
}

/// A game depends only on its number.
#[test]
fn a_survey_is_the_same_again() {
    let judge = Judge::new();
    let survey = || surveyed(&judge, &plan("azur-lane", None, 1));
    assert_eq!(survey(), survey());
}

#[test]
fn small_tables_use_what_games_did_not() {
    let judge = Judge::new();
    let survey = surveyed(&judge, &Plan { tables: true, ..plan("tianhai", None, 1) });
    let (tried, unused) = (&survey.tried, &survey.unused);
    assert!(tried.len() > 5 && unused.len() > 5, "{} {}", tried.len(), unused.len());
    assert!(tried.iter().all(|one| !unused.contains(one)));
    let of_tables =
        survey.unused_lines().lines().filter(|line| line.split('\t').nth(2) == Some("try")).count();
    assert_eq!(of_tables, tried.len());
}

/// Builds the game's pool with an inert ability in place of every ability that allows one, and lists the
/// replaced ones by card and place.
struct Inert<'a>(&'a Judge);

impl Visit for Inert<'_> {
    type Out = (Value, BTreeSet<(String, String)>);

    fn visit<G: Registered>(self) -> Self::Out {
        let mut pool: Value = serde_json::from_str(G::INFO.demo_pool).unwrap();
        let inert: Value = serde_json::from_str(G::INFO.inert).unwrap();
        let printed = pool.clone();
        let mut replaced: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for (place, card) in pool["cards"].as_array_mut().unwrap().iter_mut().enumerate() {
            let lines = read_back::lines::<G>(card, &Value::Null, Language::English);
            let is_listed = |place: &str| {
                let mut lists = G::INFO.ability_lists.iter().filter_map(|list| place.strip_prefix(list));
                lists.any(|rest| rest.starts_with('/'))
            };
            for line in lines.iter().filter(|line| is_listed(&line.place)) {
                let ability = card.pointer_mut(&line.place).unwrap();
                if ability.is_object() && ability.get("keyword").is_none() && !line.place.contains("keywords")
                {
                    *ability = inert.clone();
                    replaced.entry(place).or_default().push(line.place.clone());
                }
            }
        }
        // Cards whose kind allows no such ability stay unchanged.
        loop {
            let report = self.0.lint_pool(pool.to_string().as_bytes(), Language::English).unwrap();
            let findings = report["findings"].as_array().unwrap();
            for finding in findings {
                let place = finding["pointer"].as_str().unwrap().split('/').nth(2).unwrap().parse().unwrap();
                assert!(replaced.remove(&place).is_some() || pool["cards"][place] == printed["cards"][place]);
                pool["cards"][place] = printed["cards"][place].clone();
            }
            if findings.is_empty() {
                break;
            }
        }
        let id = |place: usize| printed["cards"][place]["id"].as_str().unwrap().to_owned();
        let replaced = replaced
            .into_iter()
            .flat_map(|(card, places)| places.into_iter().map(move |place| (card, place)));
        (pool, replaced.map(|(card, place)| (id(card), place)).collect())
    }
}

/// The inert ability is valid in that place, and no game uses it.
#[test]
fn an_inert_ability_is_never_used() {
    for game in games::IDS {
        let mut judge = Judge::new();
        let (mut pool, replaced) = games::dispatch(game, Inert(&judge)).unwrap();
        assert!(replaced.len() > 20, "{game}: {}", replaced.len());
        let report = judge.lint_pool(pool.to_string().as_bytes(), Language::English).unwrap();
        assert_eq!(report["findings"], json!([]), "{game}");
        pool["name"] = "inert".into();
        let name = judge.add_pool(pool.to_string()).unwrap();
        let survey = surveyed(&judge, &plan(game, Some(&name), 1));
        let unused: BTreeSet<(String, String)> =
            survey.unused.into_iter().map(|unused| (unused.card, unused.place)).collect();
        let used: Vec<_> = replaced.difference(&unused).collect();
        assert!(used.is_empty(), "{game}: {used:?}");
    }
}

#[test]
fn an_impossible_survey_is_a_fault() {
    let judge = Judge::new();
    let fault = |plan: &Plan<'_>| judge.survey(plan, &mut |_| {}).unwrap_err().code;
    assert_eq!(fault(&plan("go", None, 1)), FaultCode::UnknownGame);
    assert_eq!(fault(&plan("azur-lane", Some("azur-lane/none"), 1)), FaultCode::UnknownPool);
    assert_eq!(
        fault(&Plan { bots: Some(["keen", "mad"]), ..plan("azur-lane", None, 1) }),
        FaultCode::BadQuery
    );
    // Build Divide has too few exact published cards of each colour.
    assert_eq!(fault(&plan("build-divide", Some("build-divide/official"), 1)), FaultCode::BadQuery);
}
