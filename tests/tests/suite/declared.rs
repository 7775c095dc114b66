//! Declared chance: every judgement equals that with a seed whose shuffles give the same orders.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use rules_judge_engine::games::{self, Reader, Registered, Visit};
use rules_judge_engine::kernel::{Match, Seat, Viewer};
use rules_judge_replays::answer::{Fault, FaultCode, Query, View};
use rules_judge_replays::judging::Judge;
use rules_judge_tests::declared::{Pair, difference};
use rules_judge_tests::games::{self as tested, BeforeDraw};
use rules_judge_tests::sample;
use rules_judge_tests::walk::Opened;
use serde_json::{Value, json};

/// So many samples of each game are tested, spread over all of them; `DECLARED_SAMPLES` sets the number.
fn samples_wanted() -> usize {
    std::env::var("DECLARED_SAMPLES").map_or(40, |count| count.parse().expect("a number"))
}

fn state<G: Registered>(game: &Match<'_, G>) -> Value {
    serde_json::to_value(G::state_view(game, Reader { viewer: Viewer::Full, language: None })).unwrap()
}

fn strip(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.remove("incarnation");
            fields.values_mut().for_each(strip);
        }
        Value::Array(items) => items.iter_mut().for_each(strip),
        _ => {}
    }
}

pub(crate) struct Same<'a>(pub(crate) &'a Judge, pub(crate) &'a [u8]);

impl Visit for Same<'_> {
    type Out = Value;

    fn visit<G: Registered>(self) -> Value {
        let opened = Opened::<G>::read(self.0, self.1).unwrap();
        let mut pair = Pair::new(&opened).expect("a legal header");
        for (at, entry) in pair.entries().iter().enumerate() {
            pair.step(entry);
            let (mut known, mut so) = (state::<G>(&pair.declared), state::<G>(&pair.seeded));
            // The counter of a card's earlier objects is not shown.
            strip(&mut known);
            strip(&mut so);
            assert_eq!(difference(&known, &so, ""), None, "after entry {at}");
            for seat in Seat::BOTH {
                let [seeded, declared] = pair.asked(seat).map(|asked| {
                    let mut asked = serde_json::to_value(asked).unwrap();
                    strip(&mut asked);
                    asked
                });
                assert_eq!(declared, seeded, "after entry {at}");
            }
        }
        assert_eq!(pair.declared.state.outcome, pair.seeded.state.outcome);
        pair.replay(&serde_json::from_slice(self.1).unwrap())
    }
}

fn spread(all: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    let step = all.len().div_ceil(samples_wanted().max(1)).max(1);
    all.into_iter().step_by(step).collect()
}

pub(crate) fn verdict(judge: &Judge, replay: &Value) -> Value {
    let verdict = judge.verify(&serde_json::to_vec(replay).unwrap(), &Query::default()).unwrap();
    serde_json::to_value(verdict).unwrap()
}

#[test]
fn declared_outcomes_of_a_seed_are_judged_as_the_seed() {
    let judge = Judge::new();
    for game in games::IDS {
        for (number, bytes) in spread(sample::load(game).unwrap()).into_iter().enumerate() {
            println!("{game} {number}");
            let declared = games::dispatch(game, Same(&judge, &bytes)).unwrap();
            let seeded = verdict(&judge, &serde_json::from_slice(&bytes).unwrap());
            let answer = verdict(&judge, &declared);
            let name = format!("{game} {number}");
            assert_eq!(answer["verdict"], "legal", "{name}: {}", answer["not_judged"]);
            assert_eq!(answer["outcome"], seeded["outcome"], "{name}");
            assert_eq!(answer["next"], seeded["next"], "{name}");
            assert_eq!(answer["chance"], json!({ "checked": "possible", "not_checked": "fair" }));
            assert_eq!(difference(&answer["state"], &seeded["state"], ""), None, "{name}");
            assert!(seeded.get("chance").is_none());
        }
    }
}

pub(crate) fn declared_samples(judge: &Judge, each: usize) -> Vec<(&'static str, Value)> {
    let mut all = Vec::new();
    for game in games::IDS {
        for bytes in sample::load(game).unwrap().into_iter().step_by(97).take(each) {
            all.push((*game, games::dispatch(game, Same(judge, &bytes)).unwrap()));
        }
    }
    all
}

pub(crate) fn with(replay: &Value, actions: Vec<Value>) -> Value {
    let mut replay = replay.clone();
    replay["actions"] = actions.into();
    replay
}

pub(crate) fn log(replay: &Value) -> Vec<Value> {
    replay["actions"].as_array().unwrap().clone()
}

pub(crate) fn is_outcome(entry: &Value) -> bool {
    entry["type"] == "chance"
}

#[test]
fn an_outcome_that_is_missing_ends_what_is_judged() {
    let judge = Judge::new();
    for (game, replay) in declared_samples(&judge, 1) {
        let all = log(&replay);
        let outcomes: Vec<usize> = (0..all.len()).filter(|at| is_outcome(&all[*at])).collect();
        for &at in outcomes.iter().step_by(7) {
            let ends = verdict(&judge, &with(&replay, all[..at].to_vec()));
            assert_eq!(ends["verdict"], "legal", "{game} {at}");
            let next = ends["next"].as_array().unwrap();
            assert_eq!((next.len(), &next[0]["kind"], &next[0]["seat"]), (1, &json!("chance"), &Value::Null));
            assert_eq!(next[0]["label"], all[at]["label"], "{game} {at}");
            assert_eq!(ends["standing"], json!([]));
            let Some(rest) = all[at..].iter().position(|entry| !is_outcome(entry)) else { continue };
            let mut dropped = all[..at].to_vec();
            dropped.extend_from_slice(&all[at + rest..]);
            let answer = verdict(&judge, &with(&replay, dropped));
            let unjudged = &answer["not_judged"];
            assert_eq!(
                (&unjudged["at"], &unjudged["code"]),
                (&json!(at), &json!("missing_outcome")),
                "{game}"
            );
            assert_eq!(unjudged["label"], all[at]["label"], "{game} {at}");
            for field in ["accepted", "accepted_digest", "next", "outcome", "state"] {
                assert_eq!(answer[field], ends[field], "{game} {at} {field}");
            }
        }
    }
}

#[test]
fn an_outcome_that_cannot_be_is_illegal_by_the_rule_of_its_step() {
    let judge = Judge::new();
    for (game, replay) in declared_samples(&judge, 1) {
        let all = log(&replay);
        let mut declared_cards: Vec<Value> = Vec::new();
        for (at, entry) in all.iter().enumerate().filter(|(_, entry)| is_outcome(entry)) {
            let mut wrong = vec![json!(60_000)];
            // A card declared before, and not shuffled since, lies at another place.
            wrong.extend(declared_cards.last().cloned().filter(|_| at < 12));
            for card in wrong {
                let mut actions = all[..=at].to_vec();
                let field = if entry.get("card").is_some() { "card" } else { "number" };
                actions[at][field] = card;
                let verdict = verdict(&judge, &with(&replay, actions));
                let illegal = &verdict["illegal"];
                assert_eq!(illegal["at"], at, "{game}: {verdict}");
                assert_eq!(illegal["refusals"][0]["code"], "impossible_outcome", "{game} {at}");
                assert_eq!(illegal["pointer"], format!("/actions/{at}/{field}"));
                let cite = illegal["refusals"][0]["cites"][0].as_str().unwrap();
                assert!(judge.rule_text(game, cite, Default::default()).is_some(), "{game} {at} {cite}");
                assert_eq!(illegal["legal"]["count"], verdict["next"][0]["count"]);
                let right = &illegal["legal"]["shapes"][0]["slots"][1]["domain"];
                if field == "card" {
                    assert!(right["one_of"].as_array().unwrap().contains(&entry["card"]), "{game} {at}");
                }
            }
            declared_cards.extend(entry.get("card").cloned());
        }
        let mut twice = all.clone();
        let first = all.iter().position(is_outcome).unwrap();
        twice.insert(first, all[first].clone());
        let verdict = verdict(&judge, &with(&replay, twice));
        assert_eq!(verdict["illegal"]["refusals"][0]["code"], "no_outcome_due", "{game}");
    }
}

#[test]
fn bots_play_declared_chance_through_legal_answers() {
    let judge = Judge::new();
    for (game, replay) in declared_samples(&judge, 1) {
        let empty = serde_json::to_vec(&with(&replay, Vec::new())).unwrap();
        let played = judge.play_on(&empty, 5, ["random", "keen"]).unwrap();
        let verdict = verdict(&judge, &serde_json::from_slice(&played).unwrap());
        assert_eq!(verdict["verdict"], "legal", "{game}");
        assert!(!verdict["outcome"].is_null(), "{game}: {}", verdict["next"]);
    }
}

#[test]
fn continuing_entry_by_entry_is_judging_the_whole_log() {
    let judge = Judge::new().with_memory(64 << 20);
    let fresh = Judge::new();
    for (game, replay) in declared_samples(&fresh, 1) {
        let mut all = log(&replay);
        all.truncate(70);
        let mut base = verdict(&judge, &with(&replay, Vec::new()))["replay_digest"].clone();
        for at in 0..all.len() {
            let body = json!({ "action": all[at], "base": base });
            let body = serde_json::to_vec(&body).unwrap();
            for view in [View::Seat0, View::Seat1, View::Public, View::Full] {
                let query = Query { view, ..Query::default() };
                let gone = serde_json::to_value(judge.resume(&body, &query).unwrap()).unwrap();
                let whole = serde_json::to_vec(&with(&replay, all[..=at].to_vec())).unwrap();
                let whole = serde_json::to_value(fresh.verify(&whole, &query).unwrap()).unwrap();
                assert_eq!(gone, whole, "{game} {at} {view:?}");
                if view == View::Full {
                    base = gone["replay_digest"].clone();
                } else {
                    let hidden = gone.to_string();
                    assert!(!hidden.contains("\"id\":null"), "{game} {at}: a seat sees that nobody knows");
                }
            }
        }
    }
}

/// A position of demo cards with unknown decks, before the draw of the turn; `None`: the game has no draw.
fn unknown_decks(game: &str) -> Option<Value> {
    let before_draw = tested::of(game).expect("what tests need").before_draw?;
    let BeforeDraw { window, half: zones, entries } = before_draw();
    let half = |count: u16| {
        let mut half = zones.clone();
        half["deck"] = json!({ "unknown": count });
        half
    };
    let position = json!({ "active": 0, "players": [half(10), half(12)], "turn": 3, "window": window });
    Some(json!({
        "actions": entries,
        "format": "rules-judge/1",
        "game": game,
        "players": [{ "name": "A" }, { "name": "B" }],
        "start": { "position": position },
    }))
}

#[test]
fn an_unknown_card_is_asked_for_or_cannot_be_judged() {
    let judge = Judge::new();
    for game in games::IDS {
        let Some(replay) = unknown_decks(game) else { continue };
        let answer = verdict(&judge, &replay);
        assert_eq!(answer["not_judged"]["code"], "unknown_card", "{game}: {answer}");
        let mut seeded = replay.clone();
        seeded["seed"] = "00".repeat(32).into();
        assert_eq!(verdict(&judge, &seeded)["not_judged"]["code"], "unknown_card", "{game}");
        let mut declared = replay.clone();
        declared["chance"] = "declared".into();
        let asks = verdict(&judge, &declared);
        assert_eq!(asks["verdict"], "legal", "{game}: {asks}");
        assert_eq!(asks["next"][0]["label"], "draw/seat0/1", "{game}");
        assert!(asks["next"][0]["count"].as_u64().unwrap() > 10, "{game}: any card of the pool");
        let bytes = serde_json::to_vec(&declared).unwrap();
        let played: Value =
            serde_json::from_slice(&judge.play_on(&bytes, 3, ["keen", "random"]).unwrap()).unwrap();
        let end = verdict(&judge, &played);
        assert_eq!(end["verdict"], "legal", "{game}: {}", end["not_judged"]);
        assert!(!end["outcome"].is_null(), "{game}: {}", end["next"]);
        declared["seed"] = "00".repeat(32).into();
        let fault = judge.verify(&serde_json::to_vec(&declared).unwrap(), &Query::default()).unwrap_err();
        assert_eq!(fault.pointer.as_deref(), Some("/chance"), "{game}");
    }
}

/// The cards of a hand need not be known if no card of the pool has abilities in a hand: abilities on the
/// field do not matter there.
#[test]
fn abilities_of_other_zones_do_not_ask_for_an_unknown_hand() {
    let judge = Judge::new();
    for window in ["draw", "end"] {
        let half = json!({
            "deck": ["xl-405", "xl-405", "xl-405", "xl-405", "xl-405", "xl-405"],
            "field": { "F1": { "card": "xl-405" }, "F2": { "card": "xl-406" } },
            "hand": { "unknown": 5 },
        });
        let position = json!({ "active": 0, "players": [half, half], "turn": 3, "window": window });
        let answer = verdict(
            &judge,
            &json!({
                "actions": [],
                "format": "rules-judge/1",
                "game": "xinglingwang",
                "players": [{ "name": "A" }, { "name": "B" }],
                "seed": "00".repeat(32),
                "start": { "position": position },
            }),
        );
        assert_eq!(answer["verdict"], "legal", "{window}: {answer}");
        assert!(answer["next"][0]["seat"].is_number(), "{window}: {answer}");
    }
}

#[test]
fn without_chance_the_first_random_step_is_not_judged() {
    let judge = Judge::new();
    for game in games::IDS {
        let mut replay: Value = serde_json::from_slice(&sample::load(game).unwrap()[0]).unwrap();
        replay.as_object_mut().unwrap().remove("seed");
        let answer = verdict(&judge, &replay);
        let unjudged = &answer["not_judged"];
        assert_eq!((&unjudged["at"], &unjudged["code"]), (&Value::Null, &json!("no_chance")), "{game}");
        // An outcome is no entry of a log without declared chance.
        replay["actions"] = json!([{ "label": "first", "number": 0, "seat": null, "type": "chance" }]);
        let fault = judge.verify(&serde_json::to_vec(&replay).unwrap(), &Query::default()).unwrap_err();
        assert_eq!(fault.pointer.as_deref(), Some("/actions/0/seat"), "{game}");
    }
}

#[test]
fn outcomes_are_read_strictly() {
    let judge = Judge::new();
    let mut replay = unknown_decks("azur-lane").expect("a card is drawn");
    replay["chance"] = "declared".into();
    let outcome = json!({ "card": "rj-010", "label": "draw/seat0/1", "seat": null, "type": "chance" });
    let fault = |entry: Value| {
        let replay = with(&replay, vec![entry]);
        let fault = judge.verify(&serde_json::to_vec(&replay).unwrap(), &Query::default()).unwrap_err();
        (serde_json::to_value(fault.code).unwrap(), fault.pointer.unwrap_or_default())
    };
    let changed = |field: &str, value: Value| {
        let mut outcome = outcome.clone();
        outcome[field] = value;
        outcome
    };
    for (wrong, below) in [
        (changed("type", "draw".into()), "/type"),
        (changed("more", 1.into()), "/more"),
        (changed("number", 1.into()), ""),
        (changed("card", Value::Null), "/card"),
        (changed("card", (-1).into()), "/card"),
        (changed("label", 1.into()), "/label"),
    ] {
        assert_eq!(fault(wrong.clone()), ("wrong_shape".into(), format!("/actions/0{below}")), "{wrong}");
    }
    assert_eq!(
        fault(changed("card", "rj-0100".into())),
        ("unknown_card".into(), "/actions/0/card".to_owned())
    );
    assert_eq!(verdict(&judge, &with(&replay, vec![outcome]))["verdict"], "legal");
}

/// The index of the next entry, counting the entries that the viewer sees.
fn next_listed(judge: &Judge, replay: &Value, query: &Query) -> usize {
    let mut more = log(replay);
    more.push(json!({ "label": "none", "number": 1, "seat": null, "type": "chance" }));
    let answer = judge.verify(&serde_json::to_vec(&with(replay, more)).unwrap(), query).unwrap();
    answer.illegal.unwrap().at.unwrap()
}

/// The pointer of a fault counts entries as `accepted` does, in every call: in a seat's view only those that
/// it sees. Of an entry that the viewer does not see the fault shows nothing. If a log cannot be read, a seat
/// learns neither the index of the faulty entry nor its content.
#[test]
fn faults_of_an_unreadable_log_show_a_seat_nothing_hidden() {
    let judge = Judge::new();
    for (game, replay) in declared_samples(&judge, 1) {
        let mut log = log(&replay);
        let at = log.len() - 1;
        log[at]["zzz"] = 1.into();
        let whole = with(&replay, log.clone());
        let next = json!({ "action": log[0], "replay": whole });
        for view in [View::Full, View::Seat0, View::Seat1, View::Public] {
            let query = Query { view, ..Query::default() };
            let bytes = |value: &Value| serde_json::to_vec(value).unwrap();
            let faults = [
                ("", judge.verify(&bytes(&whole), &query).unwrap_err()),
                ("", judge.legal_actions(&bytes(&whole), &query).unwrap_err()),
                ("/replay", judge.resume(&bytes(&next), &query).unwrap_err()),
            ];
            for (before, fault) in faults {
                assert_eq!(fault.code, FaultCode::WrongShape, "{game}");
                let pointer = fault.pointer.unwrap();
                let is_shown = view == View::Full;
                assert_eq!(
                    pointer.starts_with(&format!("{before}/actions/{at}")),
                    is_shown,
                    "{game} {pointer}"
                );
                assert_eq!(pointer == format!("{before}/actions"), !is_shown, "{game} {pointer}");
                assert_eq!(fault.detail.contains("zzz"), is_shown, "{game} {}", fault.detail);
                assert_eq!(fault.place.is_some(), is_shown, "{game}");
            }
        }
    }
}

#[test]
fn faults_of_entries_count_what_the_viewer_sees() {
    let judge = Judge::new().with_memory(16 << 20);
    let (mut moved, mut hidden) = (0, 0);
    for (game, replay) in declared_samples(&judge, 2) {
        let log = log(&replay);
        let deck = &replay["players"][0]["deck"];
        let known = deck[tested::list_of(deck)][0]["card"].as_str().unwrap();
        let named = (0..log.len()).filter(|at| is_outcome(&log[*at]) && log[*at]["card"].is_u64());
        for at in named.step_by(3).take(12) {
            let mut spoilt = log.clone();
            spoilt[at]["card"] = json!(format!("{known}x"));
            let (whole, before) = (with(&replay, spoilt.clone()), with(&replay, log[..at].to_vec()));
            let bytes = |value: &Value| serde_json::to_vec(value).unwrap();
            for view in [View::Full, View::Seat0, View::Seat1, View::Public] {
                let query = Query { view, ..Query::default() };
                let prefix = judge.verify(&bytes(&before), &query).unwrap();
                let is_seen = prefix.next[0].label.is_some();
                // A waiting entry is not accepted, but counts.
                let place = match prefix.waiting {
                    None => prefix.accepted,
                    Some(_) => next_listed(&judge, &before, &query),
                };
                let below = if is_seen { "/card" } else { "" };
                moved += usize::from(place != at);
                hidden += usize::from(!is_seen);
                let check = |fault: Fault, pointer: String| {
                    assert_eq!(fault.code, FaultCode::UnknownCard, "{game} {view:?}");
                    assert_eq!(fault.pointer, Some(pointer), "{game}, entry {at}, {view:?}");
                    assert_eq!(is_seen, fault.nearest.iter().any(|near| near == known), "{fault:?}");
                    assert_eq!(is_seen, fault.detail.contains(known), "{fault:?}");
                };
                let fault = judge.verify(&bytes(&whole), &query).unwrap_err();
                check(fault, format!("/actions/{place}{below}"));
                let fault = judge.legal_actions(&bytes(&whole), &query).unwrap_err();
                check(fault, format!("/actions/{place}{below}"));
                let next = json!({ "action": log[0], "replay": whole });
                let fault = judge.resume(&bytes(&next), &query).unwrap_err();
                check(fault, format!("/replay/actions/{place}{below}"));
                let last = json!({ "action": spoilt[at], "replay": before });
                check(judge.resume(&bytes(&last), &query).unwrap_err(), format!("/action{below}"));
                let base = judge.verify(&bytes(&before), &Query::default()).unwrap().replay_digest;
                let last = json!({ "action": spoilt[at], "base": base });
                check(judge.resume(&bytes(&last), &query).unwrap_err(), format!("/action{below}"));
            }
            let mut header = replay.clone();
            header.as_object_mut().unwrap().remove("actions");
            let sides = json!({ "header": header, "logs": [log, spoilt] });
            let fault = judge.compare(&bytes(&sides), &Query::default()).unwrap_err();
            assert_eq!(fault.pointer, Some(format!("/logs/1/{at}/card")));
        }
    }
    assert!(moved > 20 && hidden > 10, "nothing was tried: {moved}, {hidden}");
}

/// After an entry against the rules nobody knows who would see the next one, so the pointer is that of the
/// log.
#[test]
fn a_fault_behind_an_illegal_entry_has_no_place() {
    let judge = Judge::new();
    for (game, replay) in declared_samples(&judge, 1) {
        let mut log = log(&replay);
        // In a game without a draw no outcome names a card.
        let names_card = |at: &usize| is_outcome(&log[*at]) && log[*at]["card"].is_u64();
        let Some(at) = (0..log.len()).rfind(names_card) else {
            assert!(tested::of(game).unwrap().before_draw.is_none(), "{game}: no outcome names a card");
            continue;
        };
        log[at]["card"] = json!("none");
        log.insert(at, json!({ "label": "none", "number": 1, "seat": null, "type": "chance" }));
        let bytes = serde_json::to_vec(&with(&replay, log)).unwrap();
        for (view, pointer) in
            [(View::Full, format!("/actions/{}/card", at + 1)), (View::Seat0, "/actions".to_owned())]
        {
            let fault = judge.verify(&bytes, &Query { view, ..Query::default() }).unwrap_err();
            assert_eq!(fault.pointer, Some(pointer), "{game}");
        }
    }
}

/// Faults of entries that are too long or of a wrong kind count entries in the same way.
#[test]
fn faults_of_other_entries_count_what_the_viewer_sees() {
    let judge = Judge::new();
    let outcome = json!({ "label": "x", "number": 1, "seat": null, "type": "chance" });
    let mut moved = 0;
    for game in games::IDS {
        // A kind whose field `cards` is a list.
        let kinds = sample::wanted(game).unwrap().kinds;
        let choosing =
            ["choose_cards", "choose_card"].into_iter().find(|kind| kinds.contains(*kind)).unwrap();
        let long = json!({ "seat": 0, "type": choosing, "cards": vec![1; 9_000] });
        for bytes in spread(sample::load(game).unwrap()).into_iter().take(8) {
            let replay: Value = serde_json::from_slice(&bytes).unwrap();
            for (entry, code, below) in
                [(&outcome, FaultCode::WrongShape, "/seat"), (&long, FaultCode::TooMany, "")]
            {
                for view in [View::Full, View::Seat0, View::Seat1, View::Public] {
                    let query = Query { view, ..Query::default() };
                    let before = judge.verify(&bytes, &query).unwrap().accepted;
                    moved += usize::from(before != log(&replay).len());
                    let mut more = log(&replay);
                    more.push(entry.clone());
                    let bytes = serde_json::to_vec(&with(&replay, more)).unwrap();
                    let fault = judge.verify(&bytes, &query).unwrap_err();
                    assert_eq!(
                        (fault.code, fault.pointer),
                        (code, Some(format!("/actions/{before}{below}"))),
                        "{game} {view:?}"
                    );
                }
            }
        }
    }
    assert!(moved > 10, "every entry was seen by everybody");
}
