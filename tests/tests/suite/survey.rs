//! Surveys of pools: many games, and which abilities they used.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::BTreeSet;

use rules_judge_engine::games::{self, Registered, Visit};
use rules_judge_replays::answer::{FaultCode, Language};
use rules_judge_replays::catalog::read_back;
use rules_judge_replays::judging::Judge;
use rules_judge_replays::tools::survey::{Plan, Survey};
use serde_json::{Value, json};

fn plan<'a>(game: &'a str, pool: Option<&'a str>, games: u64) -> Plan<'a> {
    Plan { game, pool, games, first: 1, bots: None, decks: None }
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
        let one = surveyed(&judge, &plan(game, None, 2));
        let used = one.abilities - one.unused.len();
        println!("{game}: {used} of {} abilities used, {:?}", one.abilities, one.endings);
        assert!(used > 5 && !one.unused.is_empty(), "{game}: {used}");
        assert_eq!(one, surveyed(&judge, &plan(game, None, 2)), "{game}");
        let table = one.unused_lines();
        assert_eq!(table.lines().count(), one.unused.len() + 1);
        assert!(table.lines().all(|line| line.split('\t').count() == 3), "{game}");
    }
}

/// The game's pool with something inert in the place of every ability of its lists.
struct Inert;

impl Visit for Inert {
    type Out = (Value, usize);

    fn visit<G: Registered>(self) -> Self::Out {
        let mut pool: Value = serde_json::from_str(G::DEMO_POOL).unwrap();
        let inert: Value = serde_json::from_str(G::INERT).unwrap();
        let mut replaced = 0;
        for card in pool["cards"].as_array_mut().unwrap() {
            let lines = read_back::lines::<G>(card, Language::English);
            let is_listed = |line: &&read_back::Line| {
                G::ABILITY_LISTS.iter().any(|list| line.place.starts_with(&format!("{list}/")))
            };
            for line in lines.iter().filter(is_listed) {
                let is_ability = |value: &Value| value.is_object() && value.get("keyword").is_none();
                let ability = card.pointer_mut(&line.place).unwrap();
                if is_ability(ability) {
                    *ability = inert.clone();
                    replaced += 1;
                }
            }
        }
        (pool, replaced)
    }
}

/// What stands in the place of an ability can stand there, and no game uses it.
#[test]
fn an_inert_ability_is_never_used() {
    for game in games::IDS {
        let mut judge = Judge::new();
        let (mut pool, replaced) = games::dispatch(game, Inert).unwrap();
        assert!(replaced > 20, "{game}: {replaced}");
        let report = judge.lint_pool(pool.to_string().as_bytes()).unwrap();
        assert_eq!(report["findings"], json!([]), "{game}");
        pool["name"] = "inert".into();
        let name = judge.add_pool(pool.to_string()).unwrap();
        let survey = surveyed(&judge, &plan(game, Some(&name), 1));
        let inert: BTreeSet<&str> = survey.unused.iter().map(|unused| unused.text.as_str()).collect();
        assert!(survey.unused.len() >= replaced, "{game}: {} of {replaced}", survey.unused.len());
        assert!(!inert.is_empty());
    }
}

#[test]
fn a_survey_that_cannot_be_made_says_why() {
    let judge = Judge::new();
    let fault = |plan: &Plan<'_>| judge.survey(plan, &mut |_| {}).unwrap_err().code;
    assert_eq!(fault(&plan("go", None, 1)), FaultCode::UnknownGame);
    assert_eq!(fault(&plan("azur-lane", Some("azur-lane/none"), 1)), FaultCode::UnknownPool);
    assert_eq!(
        fault(&Plan { bots: Some(["keen", "mad"]), ..plan("azur-lane", None, 1) }),
        FaultCode::BadQuery
    );
    // Of Build Divide too few cards of each colour are published in full.
    assert_eq!(fault(&plan("build-divide", Some("build-divide/official"), 1)), FaultCode::BadQuery);
}
