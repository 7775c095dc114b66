//! Games as handles: what one says is what the calls say of its log, whatever was played, refused or taken
//! back before.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use rules_judge_engine::games;
use rules_judge_replays::answer::{Language, ListingLimit, Query, View};
use rules_judge_replays::judging::Judge;
use rules_judge_replays::judging::handle::{Asks, FieldOptions, Handle, Step};
use rules_judge_replays::observation::{OPTION_WIDTH, OPTIONS};
use serde_json::{Value, json};

fn bytes(value: &impl serde::Serialize) -> Vec<u8> {
    serde_json::to_vec(value).unwrap()
}

/// A game that bots play.
fn log(judge: &Judge, game: &str, number: u64) -> Value {
    serde_json::from_slice(&judge.play(game, number, ["curious", "random"]).unwrap()).unwrap()
}

fn with(log: &Value, entries: &[Value]) -> Vec<u8> {
    let mut log = log.clone();
    log["actions"] = entries.into();
    bytes(&log)
}

fn begun(judge: &Judge, log: &[u8]) -> Handle {
    judge.begin(log, &Query::default()).unwrap().unwrap()
}

fn says_what_the_calls_say(judge: &Judge, handle: &mut Handle, log: &[u8]) {
    for view in [View::Full, View::Seat0, View::Seat1, View::Public] {
        let query = Query {
            view,
            listing: ListingLimit(5),
            language: Language::TraditionalChinese,
            ..Query::default()
        };
        assert_eq!(bytes(&handle.verdict(&query).unwrap()), bytes(&judge.verify(log, &query).unwrap()));
    }
    let full: Value = serde_json::to_value(judge.verify(log, &Query::default()).unwrap()).unwrap();
    assert_eq!(
        bytes(&handle.log()["actions"]),
        bytes(&serde_json::from_slice::<Value>(log).unwrap()["actions"])
    );
    for asked in full["next"].as_array().unwrap() {
        let seat = u8::try_from(asked["seat"].as_u64().unwrap()).unwrap();
        let question = serde_json::to_value(handle.question(seat, 64).unwrap().unwrap()).unwrap();
        for (name, value) in question.as_object().unwrap() {
            assert_eq!(&asked[name], value, "{name}");
        }
    }
}

#[test]
fn a_handle_says_what_the_calls_say_of_its_log() {
    let judge = Judge::new();
    for game in games::IDS {
        let whole = log(&judge, game, 3);
        let other = log(&judge, game, 4);
        let entries = whole["actions"].as_array().unwrap();
        let mut handle = begun(&judge, &with(&whole, &[]));
        let mut refused = 0;
        for (at, entry) in entries.iter().enumerate() {
            if at % 13 == 0 {
                says_what_the_calls_say(&judge, &mut handle, &with(&whole, &entries[..at]));
            }
            // An entry of another game, which is against the rules or is taken back.
            let wrong = &other["actions"][at % other["actions"].as_array().unwrap().len()];
            let longer = with(&whole, &[&entries[..at], std::slice::from_ref(wrong)].concat());
            match handle.step(&bytes(wrong), &Query::default()).unwrap() {
                Step::Taken => drop(handle.undo().unwrap().unwrap()),
                Step::Refused(verdict) => {
                    refused += 1;
                    assert_eq!(bytes(&verdict), bytes(&judge.verify(&longer, &Query::default()).unwrap()));
                }
            }
            assert_eq!(handle.step(&bytes(entry), &Query::default()).unwrap(), Step::Taken, "{game} {at}");
            assert_eq!(handle.last().unwrap(), bytes(entry));
        }
        assert!(refused > 10, "{game}");
        says_what_the_calls_say(&judge, &mut handle, &with(&whole, entries));
        for left in (entries.len().saturating_sub(40)..entries.len()).rev() {
            assert_eq!(Value::Object(handle.undo().unwrap().unwrap()), entries[left]);
            if left % 7 == 0 {
                says_what_the_calls_say(&judge, &mut handle, &with(&whole, &entries[..left]));
            }
        }
    }
}

#[test]
fn a_place_of_the_listing_is_its_answer() {
    let judge = Judge::new();
    for game in games::IDS {
        let whole = log(&judge, game, 5);
        let mut handle = begun(&judge, &with(&whole, &[]));
        for at in 0..40 {
            let Some(Asks::Seat(seat)) = handle.summary().asks else { break };
            let question = handle.question(seat, 64).unwrap().unwrap();
            let place = at % question.listing.len();
            assert_eq!(handle.choose(place, &Query::default()).unwrap(), Step::Taken);
            let mut answer = question.listing[place].clone();
            answer["seat"] = seat.into();
            assert_eq!(serde_json::from_slice::<Value>(handle.last().unwrap()).unwrap(), answer);
        }
        assert!(handle.choose(64, &Query::default()).is_err());
        assert!(handle.question(2, 64).is_err());
    }
}

#[test]
fn declared_chance_is_played_on() {
    let judge = Judge::new();
    for game in games::IDS {
        let mut paper = log(&judge, game, 6);
        paper.as_object_mut().unwrap().remove("seed");
        paper["chance"] = "declared".into();
        let mut entries: Vec<Value> = Vec::new();
        let mut handle = begun(&judge, &with(&paper, &entries));
        for _ in 0..25 {
            let log = with(&paper, &entries);
            let verdict = serde_json::to_value(judge.verify(&log, &Query::default()).unwrap()).unwrap();
            assert_eq!(serde_json::to_value(handle.verdict(&Query::default()).unwrap()).unwrap(), verdict);
            let asked = &verdict["next"][0];
            let mut entry = asked["listing"][0].clone();
            entry["seat"] = asked["seat"].clone();
            assert_eq!(
                handle.step(&bytes(&entry), &Query::default()).unwrap(),
                Step::Taken,
                "{game} {entry}"
            );
            entries.push(entry);
        }
        let last = handle.undo().unwrap().unwrap();
        assert_eq!(bytes(&last), bytes(&entries[24]));
        entries.pop();
        let verdict = judge.verify(&with(&paper, &entries), &Query::default()).unwrap();
        assert_eq!(bytes(&handle.verdict(&Query::default()).unwrap()), bytes(&verdict));
    }
}

#[test]
fn rulings_are_played_and_taken_back() {
    let judge = Judge::new();
    for game in games::IDS {
        let whole = log(&judge, game, 6);
        let mut entries = whole["actions"].as_array().unwrap()[..20].to_vec();
        let mut handle = begun(&judge, &with(&whole, &entries));
        let next = whole["actions"][20].clone();
        entries.push(json!({ "allow": next, "seat": null, "text": "as it was played", "type": "ruling" }));
        assert_eq!(handle.step(&bytes(&entries[20]), &Query::default()).unwrap(), Step::Taken, "{game}");
        entries.push(whole["actions"][21].clone());
        assert_eq!(handle.step(&bytes(&entries[21]), &Query::default()).unwrap(), Step::Taken, "{game}");
        for left in [22, 21, 20] {
            says_what_the_calls_say(&judge, &mut handle, &with(&whole, &entries[..left]));
            handle.undo().unwrap().unwrap();
        }
    }
}

#[test]
fn logs_that_are_not_legal_have_their_verdict() {
    let judge = Judge::new();
    for game in games::IDS {
        let whole = log(&judge, game, 7);
        let mut entries = whole["actions"].as_array().unwrap().clone();
        let last = entries[0].clone();
        entries.truncate(9);
        entries.push(last);
        let mut edition = whole.clone();
        edition["edition"] = "none".into();
        for log in [with(&whole, &entries), bytes(&edition)] {
            let verdict = judge.verify(&log, &Query::default()).unwrap();
            if verdict.verdict.is_legal() {
                continue;
            }
            let begun = judge.begin(&log, &Query::default()).unwrap().unwrap_err();
            assert_eq!(bytes(&begun), bytes(&verdict));
        }
        assert!(judge.begin(b"{", &Query::default()).is_err());
    }
}

/// What a seat sees holds no number of a card that it does not see: with the other hand changed, it is the
/// same.
#[test]
fn observations_are_as_long_as_their_layout_and_hide_what_the_view_hides() {
    let judge = Judge::new();
    for game in games::IDS {
        let whole = log(&judge, game, 8);
        let entries = whole["actions"].as_array().unwrap();
        let mut handle = begun(&judge, &with(&whole, &[]));
        let layout = handle.layout().unwrap();
        let (mut row, mut again) = (vec![0; layout.length], vec![7; layout.length]);
        let part = |name: &str| layout.parts.iter().find(|part| part.name == name).unwrap();
        let options = part("options");
        assert_eq!((options.rows, options.from + OPTIONS * OPTION_WIDTH), (OPTIONS, layout.length));
        let hand = part("other.hand.cards");
        let mut told = 0;
        for entry in entries {
            for seat in [0, 1] {
                handle.observe(seat, &mut row).unwrap();
                handle.observe(seat, &mut again).unwrap();
                assert_eq!(row, again);
                let hidden = &row[hand.from..hand.from + hand.rows * hand.fields.len()];
                assert!(hidden.iter().all(|number| *number == -1), "{game}");
                told += row.iter().filter(|number| **number != -1).count();
            }
            assert_eq!(handle.step(&bytes(entry), &Query::default()).unwrap(), Step::Taken);
        }
        assert!(told > 100 * entries.len(), "{game}");
        let given = FieldOptions { field: "card".into(), kind: None, values: vec![json!(1), json!("x")] };
        handle.observe_options(0, &given, &mut row).unwrap();
        assert_eq!(row[2], 2);
        // A row that is too short is filled as far as it goes.
        handle.observe(0, &mut row[..3]).unwrap();
    }
}
