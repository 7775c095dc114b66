//! Small tables for one card: the trial shows something or tells why not, and what it shows can be judged.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::BTreeSet;

use rules_judge_engine::games;
use rules_judge_replays::answer::{FaultCode, Language, Query, VerdictKind};
use rules_judge_replays::judging::Judge;
use rules_judge_replays::tools::trial::Trial;
use serde_json::Value;

/// One invented card of so many is tried, and at least so many published cards of each pool.
const INVENTED: usize = 9;
const PUBLISHED: usize = 8;

/// The cards of the game's pools whose data are exact and have every field, with the name of the pool.
fn exact_cards(game: &str) -> Vec<(String, Vec<String>)> {
    let of_pool = |(name, text): &(&str, &str)| {
        let pool: Value = serde_json::from_str(text).unwrap();
        let lost = pool["not_exact"].as_array().into_iter().flatten();
        let lost: BTreeSet<String> = lost.map(|item| item["card"].as_str().unwrap().to_owned()).collect();
        let open = |card: &&Value| card.as_object().unwrap().values().any(Value::is_null);
        let cards = pool["cards"].as_array().unwrap().iter().filter(|card| !open(card));
        let ids = cards.map(|card| card["id"].as_str().unwrap().to_owned());
        (format!("{game}/{name}"), ids.filter(|card| !lost.contains(card)).collect())
    };
    games::info(game).unwrap().pools.iter().map(of_pool).collect()
}

fn tried(judge: &Judge, game: &str, pool: &str, card: &str, language: Language) -> Trial {
    judge
        .try_card(game, card, Some(pool), language)
        .unwrap_or_else(|fault| panic!("{pool} {card}: {fault:?}"))
}

/// Checks that every table can be judged and has a reason if it shows nothing; returns whether something
/// happens on one of them.
fn is_sound(judge: &Judge, pool: &str, trial: &Trial) -> bool {
    let place = format!("{pool} {}", trial.card);
    assert!(!trial.tables.is_empty(), "{place}: no table");
    for table in &trial.tables {
        let place = format!("{place}, {}", table.title);
        let verdict = judge.verify(table.replay.to_string().as_bytes(), &Query::default()).unwrap();
        assert_eq!(verdict.verdict, VerdictKind::Legal, "{place}: {:?}", verdict.illegal);
        assert_eq!(table.answers.is_empty(), table.nothing.is_some(), "{place}");
        assert!(table.nothing.as_ref().is_none_or(|why| !why.is_empty()), "{place}");
        for answer in &table.answers {
            let mut replay = table.replay.clone();
            replay["actions"] = answer.actions.clone().into();
            let verdict = judge.verify(replay.to_string().as_bytes(), &Query::default()).unwrap();
            assert_eq!(
                verdict.verdict,
                VerdictKind::Legal,
                "{place}, {}: {:?}",
                answer.text,
                verdict.not_judged
            );
            assert!(!answer.text.is_empty(), "{place}");
        }
    }
    let mut answers = trial.tables.iter().flat_map(|table| &table.answers);
    answers.any(|answer| !answer.events.is_empty())
}

#[test]
fn every_card_shows_something_or_has_a_reason() {
    let judge = Judge::new();
    for game in games::IDS {
        for (pool, cards) in exact_cards(game) {
            let is_invented = pool.ends_with("/demo");
            let stride = if is_invented { INVENTED } else { (cards.len() / PUBLISHED).max(1) };
            let (mut shown, mut all) = (0, 0);
            for card in cards.iter().step_by(stride) {
                let trial = tried(&judge, game, &pool, card, Language::English);
                shown += usize::from(is_sound(&judge, &pool, &trial));
                all += 1;
            }
            println!("{pool}: {shown} of {all} cards show something");
            // Published cards may need what no table has; the trial then names the failing condition.
            let of_ten = if is_invented { 9 } else { 8 };
            assert!(shown * 10 >= all * of_ten, "{pool}: {shown} of {all}");
        }
    }
}

#[test]
fn a_trial_speaks_three_languages() {
    let judge = Judge::new();
    for game in games::IDS {
        let (pool, cards) = exact_cards(game).remove(0);
        let languages = [Language::English, Language::TraditionalChinese, Language::SimplifiedChinese];
        let texts = languages.map(|language| {
            let trial = tried(&judge, game, &pool, &cards[0], language);
            let answers = trial.tables.iter().flat_map(|table| &table.answers);
            (trial.tables[0].title.clone(), answers.map(|answer| answer.text.clone()).collect::<Vec<_>>())
        });
        let [(title, answers), ..] = &texts;
        assert!(texts.iter().skip(1).all(|(other, _)| other != title), "{game}: {texts:?}");
        assert!(texts.iter().all(|(_, other)| other.len() == answers.len()), "{game}");
        assert!(texts.iter().skip(1).all(|(_, other)| other != answers), "{game}");
    }
}

#[test]
fn what_cannot_be_tried_is_a_fault() {
    let judge = Judge::new();
    let fault =
        |game: &str, card: &str| judge.try_card(game, card, None, Language::English).unwrap_err().code;
    assert_eq!(fault("go", "x"), FaultCode::UnknownGame);
    assert_eq!(fault("azur-lane", "rj-000"), FaultCode::NoSuchCard);
}

/// A card is tried where its ability works, and where the event happens for which it waits.
#[test]
fn a_card_is_tried_where_it_works() {
    let judge = Judge::new();
    let titles = |game: &str, card: &str| -> Vec<String> {
        let trial = judge.try_card(game, card, None, Language::English).unwrap();
        trial.tables.into_iter().filter(|table| table.nothing.is_none()).map(|table| table.title).collect()
    };
    for (game, card, title) in [
        ("build-divide", "bd-068", "In the graveyard, in the own main phase"),
        ("build-divide", "bd-102", "As energy, in the own main phase"),
        ("build-divide", "bd-065", "Rested on the field, where a strong unit of the opponent may attack"),
        ("azur-lane", "rj-069", "In the retreat zone, in the own main phase"),
        ("azur-lane", "rj-059", "Rested on the battlefield, before the attacks of a strong ship"),
    ] {
        let found = titles(game, card);
        assert!(found.iter().any(|found| found == title), "{game} {card}: {found:?}");
    }
    let plain = titles("build-divide", "bd-001");
    assert!(
        !plain.iter().any(|title| title.contains("graveyard") || title.starts_with("As energy")),
        "{plain:?}"
    );
}
