//! Faults of a header point nobody at cards that they do not see.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use rules_judge_engine::game_kit::pool::Names;
use rules_judge_engine::games::{self, Registered, Visit};
use rules_judge_engine::kernel::{Seat, Viewer};
use rules_judge_replays::answer::{FaultCode, Query, View};
use rules_judge_replays::judging::Judge;
use rules_judge_tests::sample;
use serde_json::{Value, json};

const SEATS: [(View, Viewer); 2] =
    [(View::Seat0, Viewer::Seat(Seat::Zero)), (View::Seat1, Viewer::Seat(Seat::One))];

fn first(game: &str) -> Value {
    serde_json::from_slice(&sample::load(game).unwrap()[0]).unwrap()
}

/// Tables of the first sample of a game, as somebody sees them.
fn tables(judge: &Judge, game: &str, view: View) -> Vec<Value> {
    let replay = first(game);
    let length = replay["actions"].as_array().unwrap().len();
    let at = |at: usize| {
        let query = Query { at: Some(at), view, ..Query::default() };
        judge.position(replay.to_string().as_bytes(), &query).unwrap().ok()?.position
    };
    (0..length).step_by(5).filter_map(at).collect()
}

/// A header with a position. It has a seed, so that only the position can be wrong.
fn header(game: &str, position: &Value) -> Vec<u8> {
    let mut replay = json!({
        "actions": [], "format": "rules-judge/1", "game": game, "players": [{}, {}], "seed": "07".repeat(32),
        "start": { "position": position },
    });
    replay["pool"] = first(game).get("pool").cloned().unwrap_or(Value::Null);
    replay.to_string().into_bytes()
}

struct Agrees<'a>(&'a Value, &'a Value, Seat);

impl Visit for Agrees<'_> {
    /// The numbers of cards that the seat sees and does not see.
    type Out = (usize, usize);

    fn visit<G: Registered>(self) -> Self::Out {
        let Agrees(whole, seen, seat) = self;
        let position: G::Position = serde_json::from_value(whole.clone()).unwrap();
        let other = format!("/players/{}/", seat.other().number());
        let (mut open, mut hidden) = (0, 0);
        // Cards that effects name lie in no zone.
        let in_zones = |pointer: &str| pointer.starts_with("/players/") || pointer.starts_with("/field/");
        let ids = position.ids();
        for (pointer, _) in ids.iter().filter(|(at, _)| in_zones(at) && !at.starts_with(&other)) {
            let is_open = seen.pointer(pointer).is_some_and(Value::is_string);
            let zone = G::hidden_zone(&position, Viewer::Seat(seat), pointer);
            assert_eq!(zone.is_none(), is_open, "{} {pointer}: {zone:?}", G::INFO.id);
            if let Some(zone) = zone {
                assert!(whole.pointer(&zone).is_some() && pointer.starts_with(&format!("{zone}/")), "{zone}");
                hidden += 1;
            } else {
                open += 1;
            }
        }
        (open, hidden)
    }
}

/// Pointers of faults stop at exactly the zones whose cards a seat does not get in a position of its own
/// view.
#[test]
fn faults_stop_at_the_zones_that_a_seat_does_not_see() {
    let judge = Judge::new();
    for game in games::IDS {
        let whole = tables(&judge, game, View::Full);
        let (mut open, mut hidden) = (0, 0);
        for (view, viewer) in SEATS {
            let Viewer::Seat(seat) = viewer else { continue };
            for (whole, seen) in whole.iter().zip(tables(&judge, game, view)) {
                let counts = games::dispatch(game, Agrees(whole, &seen, seat)).unwrap();
                open += counts.0;
                hidden += counts.1;
            }
        }
        assert!(open > 20, "{game}: {open}");
        // The units of 天海战记 lie open in most tables, and nothing else of a seat's own is hidden from it.
        assert!(hidden > 20 || *game == "tianhai", "{game}: {hidden}");
    }
}

/// The lists of cards in a half of a position, by their pointers.
fn lists(value: &Value, place: &str, found: &mut Vec<String>) {
    match value {
        Value::Array(items) if items.len() > 1 && items.iter().all(Value::is_string) => {
            found.push(place.to_owned())
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(at, inner)| lists(inner, &format!("{place}/{at}"), found));
        }
        Value::Object(fields) => {
            fields.iter().for_each(|(name, inner)| lists(inner, &format!("{place}/{name}"), found));
        }
        _ => {}
    }
}

/// The ids of the bundled cards that the function accepts.
fn demo(game: &str, accepts: &dyn Fn(&Value) -> bool) -> Vec<Value> {
    let pool: Value = serde_json::from_str(games::info(game).unwrap().demo_pool).unwrap();
    let cards = pool["cards"].as_array().unwrap().iter();
    cards.filter(|card| accepts(card)).map(|card| card["id"].clone()).collect()
}

struct Hidden<'a>(&'a Value, Viewer, &'a str);

impl Visit for Hidden<'_> {
    type Out = Option<String>;

    fn visit<G: Registered>(self) -> Self::Out {
        let position: G::Position = serde_json::from_value(self.0.clone()).unwrap();
        G::hidden_zone(&position, self.1, self.2)
    }
}

/// The position with the wrong card at the first and at the last place of a list.
fn both(position: &Value, list: &str, wrong: &Value) -> [Value; 2] {
    let last = position.pointer(list).unwrap().as_array().unwrap().len() - 1;
    [0, last].map(|at| {
        let mut position = position.clone();
        let items = position.pointer_mut(list).unwrap().as_array_mut().unwrap();
        items[0] = wrong.clone();
        items.swap(0, at);
        position
    })
}

fn verdict_of(judge: &Judge, body: &[u8], view: View) -> Result<Value, String> {
    match judge.verify(body, &Query { view, ..Query::default() }) {
        Ok(verdict) => Ok(serde_json::to_value(verdict).unwrap()),
        Err(fault) => Err(format!("{fault:?}")),
    }
}

/// A table of a game; of 天海战记, one in which lists that the advanced rules hide have more than one card.
fn with_hidden_lists(judge: &Judge, game: &str) -> Value {
    let mut tables = tables(judge, game, View::Full);
    let mut position = tables.swap_remove(1);
    if game == "tianhai" {
        let count = |table: &Value| {
            let mut all = Vec::new();
            lists(&table["players"], "/players", &mut all);
            all.len()
        };
        position = tables.into_iter().max_by_key(count).unwrap();
        position["options"]["advanced"] = true.into();
    }
    position
}

/// Cards that may not lie there, and unknown ids, in a zone that a seat does not see.
#[test]
fn faults_of_a_position_have_no_place_that_a_seat_does_not_see() {
    let judge = Judge::new();
    for game in games::IDS {
        let position = with_hidden_lists(&judge, game);
        let mut all = Vec::new();
        lists(&position["players"], "/players", &mut all);
        let cards = demo(game, &|_| true);
        let (mut impossible, mut unreadable) = (0, 0);
        for list in &all {
            for (view, viewer) in SEATS {
                let Some(zone) =
                    games::dispatch(game, Hidden(&position, viewer, &format!("{list}/0"))).unwrap()
                else {
                    continue;
                };
                // A card that may not lie there, if there is one.
                let at_place = |card: &&Value| {
                    let [one, _] = both(&position, list, card);
                    let verdict = verdict_of(&judge, &header(game, &one), View::Full);
                    let refusals =
                        verdict.map(|verdict| verdict["illegal"]["refusals"].clone()).unwrap_or_default();
                    let pointer = format!("/start/position{list}/0");
                    refusals.as_array().is_some_and(|all| all.iter().any(|one| one["pointer"] == pointer))
                };
                if let Some(card) = cards.iter().find(at_place) {
                    let [one, two] = both(&position, list, card)
                        .map(|it| verdict_of(&judge, &header(game, &it), view).unwrap());
                    assert_eq!(one, two, "{game} {list} {view:?}");
                    let refusals = one["illegal"]["refusals"].as_array().unwrap();
                    let stops = refusals.iter().any(|refusal| {
                        refusal["pointer"] == format!("/start/position{zone}")
                            && refusal["code"] == "hidden_reason"
                    });
                    assert!(stops, "{game} {list} {view:?}: {one}");
                    impossible += 1;
                }
                for wrong in [json!("nothing"), json!(7), json!({"card": 1})] {
                    let answers =
                        both(&position, list, &wrong).map(|it| verdict_of(&judge, &header(game, &it), view));
                    assert_eq!(answers[0], answers[1], "{game} {list} {view:?}");
                    let fault = answers[0].clone().unwrap_err();
                    assert!(
                        fault.contains("Some(\"/start/position\")") && !fault.contains("nothing"),
                        "{fault}"
                    );
                    unreadable += 1;
                }
            }
        }
        println!("{game}: {impossible} impossible, {unreadable} unreadable");
        assert!(unreadable >= 6, "{game}: {unreadable}");
        // In Battle Spirits every card may lie in a deck.
        assert!(impossible > 0 || *game == "battle-spirits", "{game}");
    }
}

/// Only its player learns which unit lies face down, and what is wrong with it.
#[test]
fn faults_of_units_face_down_stop_at_the_battlefield() {
    let judge = Judge::new();
    let mut position = tables(&judge, "tianhai", View::Full).pop().unwrap();
    let units = position["field"].as_array().unwrap().clone();
    let own: Vec<usize> = (0..units.len()).filter(|at| units[*at]["seat"] == 0).collect();
    assert!(own.len() > 1, "{units:?}");
    for at in &own {
        let unit = position["field"][*at].as_object_mut().unwrap();
        unit.retain(|name, _| matches!(name.as_str(), "at" | "card" | "seat"));
        unit.insert("face".to_owned(), "down".into());
    }
    let order = demo("tianhai", &|card| card["unit"].is_null()).swap_remove(0);
    let bodies = [own[0], own[1]].map(|at| {
        let mut position = position.clone();
        position["field"][at]["card"] = order.clone();
        header("tianhai", &position)
    });
    let full = verdict_of(&judge, &bodies[0], View::Full).unwrap();
    let place = format!("/start/position/field/{}/card", own[0]);
    let refusals = full["illegal"]["refusals"].as_array().unwrap();
    assert!(refusals.iter().any(|refusal| refusal["pointer"] == place), "{full}");
    for view in [View::Seat1, View::Public] {
        let [one, two] = bodies.each_ref().map(|body| verdict_of(&judge, body, view).unwrap());
        assert_eq!(one, two, "{view:?}");
        assert!(!one.to_string().contains("/field/"), "{one}");
        assert!(one.to_string().contains("\"/start/position/field\""), "{one}");
    }
    assert!(verdict_of(&judge, &bodies[0], View::Seat0).unwrap().to_string().contains(&place));
}

/// Only the player of a deck learns its fault: an unreadable list or an unknown card.
#[test]
fn only_the_player_of_a_deck_learns_its_faults() {
    let judge = Judge::new();
    for game in games::IDS {
        for seat in 0..2 {
            let spoilt = |at: usize, wrong: &Value| {
                let mut replay = first(game);
                let deck = replay["players"][seat]["deck"].as_object_mut().unwrap();
                let list = ["cards", "units"].into_iter().find(|list| deck.contains_key(*list)).unwrap();
                deck[list][at]["card"] = wrong.clone();
                (replay.to_string().into_bytes(), format!("/players/{seat}/deck/{list}/{at}/card"))
            };
            for (wrong, code) in
                [(json!("nothing"), FaultCode::UnknownCard), (json!(7), FaultCode::WrongShape)]
            {
                let (body, place) = spoilt(0, &wrong);
                let own = if seat == 0 { View::Seat0 } else { View::Seat1 };
                for view in [View::Full, own] {
                    let fault = judge.verify(&body, &Query { view, ..Query::default() }).unwrap_err();
                    assert_eq!((fault.code, fault.pointer), (code, Some(place.clone())), "{game} {view:?}");
                }
                for view in [View::Seat0, View::Seat1, View::Public].into_iter().filter(|view| *view != own) {
                    let ask =
                        |at: usize| judge.verify(&spoilt(at, &wrong).0, &Query { view, ..Query::default() });
                    let (fault, other) = (ask(0).unwrap_err(), ask(1).unwrap_err());
                    assert_eq!(fault, other, "{game} {view:?}");
                    assert_eq!(
                        (fault.code, fault.pointer),
                        (code, Some(format!("/players/{seat}"))),
                        "{game}"
                    );
                    assert!(
                        fault.nearest.is_empty() && !fault.detail.contains("nothing"),
                        "{}",
                        fault.detail
                    );
                }
            }
        }
    }
}
