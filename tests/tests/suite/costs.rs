//! Costs of Azur Lane: which pairs of parts the linter allows in one cost, and that the ways to pay are
//! listed exactly and briefly.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use std::sync::LazyLock;

use rules_judge_engine::game_kit::sentence::Speech;
use rules_judge_engine::games::Registered;
use rules_judge_engine::games::azur_lane::AzurLane;
use rules_judge_engine::games::azur_lane::printed::PoolData;
use rules_judge_engine::kernel::shape::{self, LISTING_LIMIT};
use rules_judge_engine::kernel::{Seat, Viewer};
use rules_judge_replays::answer::{Legal, ListingLimit};
use rules_judge_replays::judging::Judge;
use rules_judge_replays::judging::render;
use rules_judge_tests::languages::in_every_language;
use rules_judge_tests::member;
use rules_judge_tests::mutation::{self, Dice};
use rules_judge_tests::walk::Opened;
use serde_json::{Value, json};

static JUDGE: LazyLock<Judge> = LazyLock::new(Judge::new);

fn ship(id: &str, skills: Value) -> Value {
    json!({
        "id": id, "kind": "ship", "name": id, "cost": 1, "colors": [], "type": "munition", "power": 100,
        "support": {"range": ["hand"], "value": 100}, "skills": skills,
    })
}

fn event(id: &str, skills: Value) -> Value {
    json!({"id": id, "kind": "event", "name": id, "cost": 2, "colors": [], "skills": skills})
}

fn flagship() -> Value {
    json!({
        "id": "flag", "kind": "flagship", "name": "flag", "colors": [], "type": "munition", "power": 400,
        "support": {"range": [], "value": 0}, "durability": 5,
        "back": {"power": 400, "skills": []}, "skills": [],
    })
}

fn pool(cards: Vec<Value>) -> Value {
    let cards: Vec<Value> = [flagship(), ship("blank", json!([]))].into_iter().chain(cards).collect();
    json!({"game": "azur-lane", "name": "p", "declares": {"types": [], "camps": []}, "cards": cards})
}

/// The findings of the linter: code and place.
fn findings(cards: Vec<Value>) -> Vec<(&'static str, String)> {
    let data: PoolData = serde_json::from_value(pool(cards)).unwrap_or_else(|error| panic!("{error}"));
    in_every_language(data.lint()).into_iter().map(|finding| (finding.code, finding.pointer)).collect()
}

/// Every form of cost, once.
fn parts() -> Vec<Value> {
    vec![
        json!({"rest_cubes": {"n": 1}}),
        json!({"return_cubes": {"n": 1}}),
        json!({"discard": {"n": 2}}),
        json!("rest_this"),
        json!({"rest": {"n": 1}}),
        json!({"retreat": {"n": 1}}),
        json!("retreat_this"),
        json!({"durability": {"n": 1}}),
        json!({"retreat_zone_to_deck": {"n": 2}}),
        json!({"put_under": {"n": 1}}),
        json!({"draw": {"n": 1}}),
    ]
}

/// A card with a cost in one of the possible places, and the window in which it is paid.
type Charged = (&'static str, fn(&str, Value) -> Value);

fn charged() -> Vec<Charged> {
    vec![
        ("main", |id, pay| {
            ship(id, json!([{"activated": {"body": {"cost": {"pay": pay}, "do": [{"draw": {}}]}}}]))
        }),
        ("main", |id, pay| event(id, json!([{"event": {"cost": {"pay": pay}, "do": [{"draw": {}}]}}]))),
        ("main", |id, pay| ship(id, json!([{"alternative_cost": {"pay": pay}}]))),
        ("main", |id, pay| {
            let alternative = json!({"alternative_cost": {"pay": pay}});
            event(id, json!([alternative, {"event": {"do": [{"draw": {}}]}}]))
        }),
        ("main", |id, pay| {
            ship(id, json!([{"remodel": {"cubes": 2, "pay": pay, "base": [{"kind": ["ship"]}]}}]))
        }),
        ("attack", |id, pay| event(id, json!([{"chase": {"cost": {"pay": pay}, "do": [{"draw": {}}]}}]))),
        ("defence", |id, pay| ship(id, json!([{"counter": {"cost": {"pay": pay}, "do": [{"draw": {}}]}}]))),
    ]
}

/// A table with cards in every zone, the card among them wherever it may be used.
fn replay(card: Value, window: &str) -> Value {
    let id = card["id"].clone();
    let on_field = if card["kind"] == "ship" { id.clone() } else { json!("blank") };
    let blanks = |count: usize| vec![json!("blank"); count];
    let hand = |count| blanks(count).into_iter().chain([id.clone()]).collect::<Vec<_>>();
    let half = |front: &Value| {
        json!({
            "battlefield": {"F1": {"card": front}, "F2": {"card": "blank", "state": "rested"},
                "B1": {"card": "blank"}, "B2": {"card": "flag"}},
            "hand": hand(3), "deck": blanks(6), "durability": blanks(2), "retreat": blanks(3),
            "cubes": {"up": 2, "down": 2, "up_rested": 1},
        })
    };
    let mut position =
        json!({"turn": 5, "active": 0, "window": window, "players": [half(&on_field), half(&on_field)]});
    if window != "main" {
        position["battle"] =
            json!({"attacker": {"seat": 0, "cell": "F1"}, "target": {"seat": 1, "cell": "F2"}});
        position["players"][0]["battlefield"]["F1"]["state"] = json!("rested");
    }
    json!({
        "format": "rules-judge/1", "game": "azur-lane", "pool": pool(vec![card]),
        "players": [{"name": "A"}, {"name": "B"}], "start": {"position": position}, "actions": [],
    })
}

#[test]
fn two_parts_of_a_cost_never_take_from_the_same() {
    let activated = charged()[0].1;
    // A part without parameters is a string.
    let name = |part: &Value| match part.as_object().and_then(|part| part.keys().next()) {
        Some(name) => name.clone(),
        None => part.as_str().unwrap().to_owned(),
    };
    let mut shared = Vec::new();
    for (first, one) in parts().iter().enumerate() {
        for (second, other) in parts().iter().enumerate() {
            let found = findings(vec![activated("x", json!([one, other]))]);
            let codes: Vec<_> = found.iter().map(|(code, _)| *code).collect();
            assert_eq!(codes == ["cost_twice"], first == second, "{one} {other}: {codes:?}");
            assert!(
                found.iter().all(|(_, at)| at == "/cards/2/skills/0/activated/body/cost/pay/1"),
                "{found:?}"
            );
            shared.extend((codes == ["cost_shared"]).then(|| [name(one), name(other)]));
        }
    }
    let wanted = [
        ["rest_cubes", "return_cubes"],
        ["return_cubes", "rest_cubes"],
        ["discard", "put_under"],
        ["rest", "retreat"],
        ["retreat", "rest"],
        // The card has left by then.
        ["retreat_this", "rest_this"],
        ["retreat_this", "put_under"],
        ["put_under", "discard"],
    ];
    assert_eq!(shared, wanted);
}

/// The linter checks the parts of a cost in every place.
#[test]
fn every_cost_is_linted() {
    let twice = json!([{"retreat_zone_to_deck": {"n": 1}}, {"retreat_zone_to_deck": {"n": 1}}]);
    for (window, card) in charged() {
        let codes: Vec<_> =
            findings(vec![card("x", twice.clone())]).into_iter().map(|(code, _)| code).collect();
        assert_eq!(codes, ["cost_twice"], "{window}: {}", card("x", twice.clone()));
    }
    let both = json!([
        {"alternative_cost": {"pay": [{"discard": {"n": 1}}]}},
        {"event": {"cost": {"pay": [{"discard": {"n": 1}}]}, "do": [{"draw": {}}]}},
    ]);
    assert_eq!(findings(vec![event("x", both)]), [("cost_shared", "/cards/2".to_owned())]);
}

/// A card in hand cannot be rested, covered or taken from the battlefield.
#[test]
fn what_is_never_payable_is_found() {
    for part in [json!("rest_this"), json!("retreat_this"), json!({"put_under": {"n": 1}})] {
        for (index, (window, card)) in charged().into_iter().enumerate() {
            let codes: Vec<_> =
                findings(vec![card("x", json!([part]))]).into_iter().map(|(code, _)| code).collect();
            let wanted: &[&str] = if index == 0 { &[] } else { &["never_payable"] };
            assert_eq!(codes, wanted, "{window}: {}", card("x", json!([part])));
        }
    }
}

/// For every cost of one or two parts: every listed answer is accepted and stands once, and every accepted
/// answer is listed.
#[test]
fn what_is_listed_can_be_paid_and_what_can_be_paid_is_listed() {
    let mut dice = Dice::new(1);
    let (mut tried, mut accepted_of_others) = (0, 0);
    for (window, card) in charged() {
        let mut costs: Vec<Vec<Value>> = parts().into_iter().map(|part| vec![part]).collect();
        for (first, one) in parts().into_iter().enumerate() {
            costs.extend(parts().into_iter().skip(first + 1).map(|other| vec![one.clone(), other]));
        }
        for cost in costs {
            let card = card("x", json!(cost));
            if !findings(vec![card.clone()]).is_empty() {
                continue;
            }
            let text = serde_json::to_vec(&replay(card.clone(), window)).unwrap();
            let opened = Opened::<AzurLane>::read(&JUDGE, &text).unwrap_or_else(|fault| panic!("{fault}"));
            let mut game = opened.game().unwrap();
            let seat = game.state.asked[0].seat;
            let shapes = AzurLane::shapes(&mut game, seat);
            assert!(shapes.len() < 300, "{} shapes for {card}", shapes.len());
            let members = shape::listing(&shapes, 20_000);
            let mut written = Vec::new();
            for member in &members {
                let action = AzurLane::action_from_member(member.kind, &member.fields).unwrap();
                let value = serde_json::to_value(&action).unwrap();
                if let Err(refusals) = game.check(seat, &action) {
                    panic!("listed but refused: {value}: {refusals:?}; {card}");
                }
                tried += 1;
                written.push(value);
            }
            // Every entry that uses the card, with random changes.
            let charged: Vec<Value> = written
                .iter()
                .filter(|value| {
                    value.to_string().contains("cost") || value.to_string().contains("alternative")
                })
                .cloned()
                .collect();
            let Some(cards) =
                u64::try_from(game.state.table.card_count()).ok().filter(|_| !charged.is_empty())
            else {
                continue;
            };
            for _ in 0..300 {
                let mut value = dice.pick(&charged).unwrap().clone();
                for _ in 0..=dice.below(2) {
                    mutation::of_action(&mut value, &written, usize::try_from(cards).unwrap(), &mut dice);
                }
                let Ok(action) = serde_json::from_value(value.clone()) else { continue };
                // Listed answers leave empty fields out.
                let value = serde_json::to_value(&action).unwrap();
                if game.check(seat, &action).is_ok()
                    && !AzurLane::INFO.standing.contains(&value["type"].as_str().unwrap())
                {
                    assert!(member::lies_in(&shapes, &value), "accepted, but not listed: {value}; {card}");
                    accepted_of_others += 1;
                }
            }
        }
    }
    assert!(tried > 5_000 && accepted_of_others > 1_000, "{tried} {accepted_of_others}");
}

/// The answer to a position of a kilobyte has a few kilobytes: two parts of a cost over the same dozen cards,
/// over a dozen each, and over two hundred each.
#[test]
fn the_ways_to_pay_do_not_multiply() {
    let over = |count: usize, pay: Value| {
        let card = ship("x", json!([{"alternative_cost": {"pay": pay}}]));
        let mut replay = replay(card.clone(), "main");
        let half = &mut replay["start"]["position"]["players"][0];
        half["retreat"] = json!(vec!["blank"; count]);
        let hand: Vec<&str> = vec!["blank"; count].into_iter().chain(["x"]).collect();
        half["hand"] = json!(hand);
        half["cubes"] = json!({});
        (findings(vec![card]), serde_json::to_vec(&replay).unwrap())
    };
    let bottom = |n: u32| json!({"retreat_zone_to_deck": {"n": n}});
    let (found, text) = over(12, json!([bottom(4), bottom(4)]));
    assert_eq!(found, [("cost_twice", "/cards/2/skills/0/alternative_cost/pay/1".to_owned())]);
    assert!(Opened::<AzurLane>::read(&JUDGE, &text).is_err(), "a pool that is not linted is not played with");
    for (count, n, most) in [(12, 6, 10 << 10), (140, 30, 40 << 10)] {
        let (found, text) = over(count, json!([bottom(n), {"discard": {"n": n}}]));
        assert_eq!(found, []);
        let opened = Opened::<AzurLane>::read(&JUDGE, &text).unwrap_or_else(|fault| panic!("{fault}"));
        let mut game = opened.game().unwrap();
        let speech = Speech { book: AzurLane::INFO.rules, language: 0, names: [None; 2], abilities: None };
        let limit = ListingLimit::default();
        let legal = render::legal_of(&mut game, Seat::Zero, Viewer::Full, &speech, limit).unwrap();
        let bytes: usize = legal.texts.iter().map(String::len).sum();
        assert!(bytes < 2 * most, "{count}: {bytes} bytes of sentences");
        let answer = serde_json::to_string(&Legal { texts: Vec::new(), ..legal.clone() }).unwrap();
        assert_eq!(legal.listing.len() as u64, LISTING_LIMIT);
        assert!(answer.len() < most, "{count}: {} bytes", answer.len());
    }
}
