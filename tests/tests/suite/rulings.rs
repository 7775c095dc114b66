//! Rulings of a judge in logs: their effects, their limits, and that kept judgements with rulings equal fresh
//! ones.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use std::collections::BTreeMap;

use rules_judge_engine::games::{self, Registered, Visit};
use rules_judge_engine::kernel::Halt;
use rules_judge_replays::answer::{FaultCode, Language, Query, Trace, View};
use rules_judge_replays::codec::entry::Entry;
use rules_judge_replays::codec::ruling::{RULING_BYTES, RULING_LIMIT, RULING_TEXT_LIMIT};
use rules_judge_replays::judging::Judge;
use rules_judge_tests::mutation::{self, Dice};
use rules_judge_tests::position::Form;
use rules_judge_tests::sample;
use rules_judge_tests::walk::{self, Opened};
use serde_json::{Value, json};

use crate::waiting::{check_every_call, outcome, play, table};

const VIEWS: [View; 4] = [View::Full, View::Seat0, View::Seat1, View::Public];

fn bytes(value: &Value) -> Vec<u8> {
    serde_json::to_vec(value).unwrap()
}

fn read(text: &[u8]) -> (Value, Vec<Value>) {
    let replay: Value = serde_json::from_slice(text).unwrap();
    let log = replay["actions"].as_array().unwrap().clone();
    (replay, log)
}

fn verdict_of(judge: &Judge, replay: &Value, query: &Query) -> Value {
    serde_json::to_value(judge.verify(&bytes(replay), query).unwrap()).unwrap()
}

fn with(replay: &Value, log: &[Value]) -> Value {
    let mut replay = replay.clone();
    replay["actions"] = log.into();
    replay
}

fn allow(entry: &Value) -> Value {
    json!({ "allow": entry, "seat": null, "text": "we already went on", "type": "ruling" })
}

fn position(position: &Value) -> Value {
    json!({ "position": position, "seat": null, "text": "the table as both remember it", "type": "ruling" })
}

/// The position after so many entries of a sample, if a position expresses the state.
fn position_at(judge: &Judge, game: &str, text: &[u8], at: usize) -> Option<Value> {
    let query = Query { at: Some(at), ..Query::default() };
    let verdict = judge.verify(text, &query).unwrap();
    let state = verdict.state.unwrap().read().unwrap();
    Form::of_game(game).unwrap().position(&state, &verdict.next)
}

struct Allowing;

impl Visit for Allowing {
    type Out = BTreeMap<&'static str, usize>;

    /// Allows random entries by rulings: either the ruling is impossible and changes nothing, or the table
    /// stays in order and the game can go on.
    fn visit<G: Registered>(self) -> Self::Out {
        let judge = Judge::new();
        let samples = sample::load(G::INFO.id).unwrap();
        let mut counts = BTreeMap::new();
        for number in 0..160 {
            let mut dice = Dice::new(number);
            let text = &samples[dice.below(samples.len())];
            let opened = Opened::<G>::read(&judge, text).unwrap();
            let (_, log) = read(text);
            let step = dice.below(log.len());
            let mut game = opened.after(step).unwrap();
            let (before, inventory) = (game.state.clone(), walk::inventory::<G>(&game.state.table));
            let cards = game.state.table.card_count();
            for _ in 0..60 {
                let from = if dice.below(2) == 0 { &log[step] } else { dice.pick(&log).unwrap() };
                let mut entry = from.clone();
                for _ in 0..dice.below(3) {
                    mutation::of_action(&mut entry, &log, cards, &mut dice);
                }
                let Ok(read) = serde_json::from_value::<Entry<G::Action>>(entry.clone()) else { continue };
                let (seat, action) = read.action().unwrap();
                let place = || format!("{} {number} before entry {step}: {entry}", G::INFO.id);
                let refusals = match game.allow(seat, action) {
                    Err(refusals) => refusals.len(),
                    Ok(permit) => {
                        permit.apply();
                        0
                    }
                };
                if refusals > 0 {
                    assert!(game.state == before, "{}", place());
                    *counts.entry("refused").or_default() += 1;
                    continue;
                }
                let waives = !game.waived().is_empty();
                *counts.entry(if waives { "waived" } else { "legal" }).or_default() += 1;
                if waives {
                    assert!(matches!(game.halted(), None | Some(Halt::StepLimit)), "{}", place());
                    assert_eq!(walk::disorder::<G>(&game.state.table), Vec::<String>::new(), "{}", place());
                    assert!(walk::inventory::<G>(&game.state.table) == inventory, "{}", place());
                    for asked in game.state.asked.clone() {
                        assert!(
                            !G::shapes(&mut game, asked.seat).is_empty(),
                            "{}: nothing is legal",
                            place()
                        );
                    }
                    let over = game.state.outcome.is_some();
                    assert!(over || !game.state.asked.is_empty(), "{}: nobody is asked", place());
                }
                game = opened.after(step).unwrap();
                assert!(game.state == before);
            }
        }
        counts
    }
}

#[test]
fn entries_that_stand_keep_the_table_in_order() {
    for game in games::IDS {
        let counts = games::dispatch(game, Allowing).unwrap();
        println!("{game}: {counts:?}");
        assert!(counts["waived"] >= 40 && counts["refused"] >= 1_000, "{game}: {counts:?}");
    }
}

/// Logs with rulings at several places of a sample: an overruled illegal entry, allowed entries, impossible
/// rulings, and entries after them.
fn ruled_logs(judge: &Judge, game: &str, text: &[u8]) -> Vec<Vec<Value>> {
    let (_, log) = read(text);
    let mut logs = Vec::new();
    for at in [log.len() / 4, log.len() / 2] {
        let nonsense = log[0].clone();
        let start = log[..at].to_vec();
        let and = |more: &[&Value]| {
            let more = more.iter().map(|entry| (*entry).clone());
            start.iter().cloned().chain(more).collect::<Vec<_>>()
        };
        logs.push(and(&[&nonsense, &allow(&log[at]), &log[at + 1]]));
        logs.push(and(&[&allow(&nonsense), &log[at]]));
        logs.push(and(&[&nonsense, &allow(&nonsense), &allow(&log[at]), &nonsense]));
        if let Some(table) = position_at(judge, game, text, at) {
            let concede = json!({ "seat": 0, "type": "concede" });
            logs.push(and(&[&nonsense, &position(&table), &concede]));
            let mut broken = table.clone();
            broken["active"] = 1.into();
            broken["players"][0]["hand"] = json!({ "unknown": 3 });
            logs.push(and(&[&position(&broken), &position(&table), &nonsense]));
        }
    }
    logs
}

/// Continuing from a digest equals judging the whole log, in every view and language.
#[test]
fn rulings_are_kept_as_they_are_judged() {
    let mut kinds = BTreeMap::<String, usize>::new();
    for game in games::IDS {
        for text in sample::load(game).unwrap().iter().take(3) {
            let fresh = Judge::new();
            let (replay, _) = read(text);
            for log in ruled_logs(&fresh, game, text) {
                let judge = Judge::new().with_memory(64 << 20);
                // Only entries near the rulings are tested in each view.
                let from = log.len() - 4;
                let mut base = verdict_of(&judge, &with(&replay, &log[..from]), &Query::default());
                for end in from + 1..=log.len() {
                    let whole = with(&replay, &log[..end]);
                    let body = json!({ "action": log[end - 1], "base": base["replay_digest"] });
                    for view in VIEWS {
                        for language in [Language::English, Language::TraditionalChinese] {
                            let query = Query { view, language, ..Query::default() };
                            let alone = verdict_of(&fresh, &whole, &query);
                            let gone = judge.resume(&bytes(&body), &query).unwrap();
                            assert_eq!(
                                serde_json::to_value(gone).unwrap(),
                                alone,
                                "{game} {view:?} {end} of {log:?}"
                            );
                        }
                    }
                    base = verdict_of(&judge, &whole, &Query::default());
                    let digest = base["replay_digest"].as_str().unwrap();
                    let kept = judge.kept_verdict(digest, &Query::default()).unwrap();
                    assert_eq!(serde_json::to_value(kept).unwrap(), base, "{game} {end}");
                    *kinds.entry(base["verdict"].as_str().unwrap().to_owned()).or_default() += 1;
                }
            }
        }
    }
    assert!(kinds["legal_with_rulings"] > 20 && kinds["illegal"] > 20, "{kinds:?}");
}

/// Allowing a legal entry changes nothing: the game is the same as without the ruling.
#[test]
fn a_legal_entry_that_is_allowed_waives_nothing() {
    let judge = Judge::new();
    for game in games::IDS {
        let text = &sample::load(game).unwrap()[0];
        let (replay, mut log) = read(text);
        let at = log.len() / 3;
        let query = Query { state_digest: true, ..Query::default() };
        let plain = verdict_of(&judge, &replay, &query);
        log[at] = allow(&log[at]);
        let ruled = verdict_of(&judge, &with(&replay, &log), &query);
        assert_eq!(ruled["verdict"], "legal_with_rulings");
        assert_eq!((&ruled["state_digest"], &ruled["outcome"]), (&plain["state_digest"], &plain["outcome"]));
        assert_eq!(ruled["rulings"][0]["at"], at);
        assert_eq!(
            (&ruled["rulings"][0]["waived"], &ruled["rulings"][0]["overruled"]),
            (&json!([]), &json!([]))
        );
        assert!(plain.get("rulings").is_none(), "a log without rulings says nothing of them");
    }
}

/// After a ruling with a position the labels of random steps count on, so that no outcome of the seed
/// repeats.
#[test]
fn what_counts_through_the_game_counts_on() {
    struct CountOn<'a>(&'a Judge);

    impl Visit for CountOn<'_> {
        type Out = usize;

        fn visit<G: Registered>(self) -> usize {
            let mut ruled = 0;
            for text in sample::load(G::INFO.id).unwrap().iter().take(10) {
                let opened = Opened::<G>::read(self.0, text).unwrap();
                for at in [10, 25] {
                    if at > opened.entries().len() {
                        continue;
                    }
                    let Some(table) = position_at(self.0, G::INFO.id, text, at) else { continue };
                    let mut game = opened.after(at).unwrap();
                    let (shuffles, picks, spent) =
                        (game.state.shuffles.clone(), game.state.picks, game.state.spent);
                    let events = game.state.event_number;
                    let entry: Entry<G::Action> = serde_json::from_value(position(&table)).unwrap();
                    assert!(walk::step(&mut game, &entry));
                    assert_eq!((game.state.shuffles.clone(), game.state.picks), (shuffles, picks));
                    assert!(game.state.spent >= spent && game.state.event_number >= events);
                    ruled += 1;
                }
            }
            ruled
        }
    }

    let judge = Judge::new();
    for game in games::IDS {
        assert!(games::dispatch(game, CountOn(&judge)).unwrap() >= 5, "{game}");
    }
}

/// A seat's view shows the text of a ruling, and no more of its position than of any table.
#[test]
fn the_position_of_a_ruling_is_not_shown_to_seats() {
    let judge = Judge::new();
    for game in games::IDS {
        let text = &sample::load(game).unwrap()[1];
        let (replay, log) = read(text);
        let at = (10..60).find(|at| position_at(&judge, game, text, *at).is_some()).unwrap();
        let table = position_at(&judge, game, text, at).unwrap();
        let mut ruled = log[..at].to_vec();
        ruled.push(position(&table));
        let whole = with(&replay, &ruled);
        for view in VIEWS {
            let query = Query { view, trace: Trace::Events, ..Query::default() };
            let answer = verdict_of(&judge, &whole, &query);
            assert_eq!(answer["verdict"], "legal_with_rulings");
            assert_eq!(answer["rulings"][0]["text"], "the table as both remember it");
            let step = answer["trace"].as_array().unwrap().last().unwrap();
            assert_eq!(step["action"]["type"], "ruling");
            assert_eq!(step["action"].get("position").is_some(), view == View::Full, "{game} {view:?}");
        }
        // An impossible position is refused with all its faults, which only the full view shows.
        let mut broken = table.clone();
        broken["players"][0]["hand"] = json!([broken["players"][0]["battlefield"]["B2"]["card"], 1]);
        let counter = if broken["round"].is_null() { "turn" } else { "round" };
        broken[counter] = 0.into();
        broken["players"][0]["hand"] = json!([]);
        ruled[at] = position(&broken);
        for view in VIEWS {
            let answer = verdict_of(&judge, &with(&replay, &ruled), &Query { view, ..Query::default() });
            assert_eq!(answer["verdict"], "illegal", "{game}");
            let first = &answer["illegal"]["refusals"][0];
            let pointer = first["pointer"].as_str().unwrap();
            assert!(pointer.ends_with("/position") || pointer.contains("/position/"), "{pointer}");
            assert_eq!(first["code"] == "hidden_reason", view != View::Full, "{game} {view:?}");
        }
    }
}

/// A ruling that cannot be judged gives a fault with its place, also as a move.
#[test]
fn rulings_have_limits() {
    let judge = Judge::new().with_memory(64 << 20);
    let text = &sample::load("azur-lane").unwrap()[0];
    let (replay, log) = read(text);
    let fault = |entries: &[Value]| {
        let fault = judge.verify(&bytes(&with(&replay, entries)), &Query::default()).unwrap_err();
        (fault.code, fault.pointer.unwrap_or_default())
    };
    // The most rulings, and one more.
    let found = (12..60).find_map(|at| Some((at, position_at(&judge, "azur-lane", text, at)?)));
    let (at, table) = found.expect("a position");
    let mut many = log[..at].to_vec();
    many.extend((0..RULING_LIMIT).map(|_| position(&table)));
    let answer = verdict_of(&judge, &with(&replay, &many), &Query::default());
    assert_eq!(answer["verdict"], "legal_with_rulings");
    assert_eq!(answer["rulings"].as_array().unwrap().len(), RULING_LIMIT);
    let more = json!({ "action": position(&table), "base": answer["replay_digest"] });
    let refused = judge.resume(&bytes(&more), &Query::default()).unwrap_err();
    assert_eq!((refused.code, refused.pointer.as_deref()), (FaultCode::TooMany, Some("/action")));
    many.push(position(&table));
    assert_eq!(fault(&many), (FaultCode::TooMany, "/actions".to_owned()));
    // The longest text, and one more character.
    let mut ruling = allow(&log[at]);
    let mut ruled = log[..at].to_vec();
    ruling["text"] = "字".repeat(RULING_TEXT_LIMIT).into();
    ruled.push(ruling.clone());
    assert_eq!(
        verdict_of(&judge, &with(&replay, &ruled), &Query::default())["verdict"],
        "legal_with_rulings"
    );
    ruling["text"] = "字".repeat(RULING_TEXT_LIMIT + 1).into();
    ruled[at] = ruling.clone();
    assert_eq!(fault(&ruled), (FaultCode::WrongShape, format!("/actions/{at}/text")));
    // The most bytes, and one more: within the limit the unknown card is the fault.
    for (bytes, code) in [(RULING_BYTES, FaultCode::UnknownCard), (RULING_BYTES + 1, FaultCode::TooMany)] {
        let mut ruling = position(&table);
        ruling["position"]["players"][0]["hand"] = json!([""]);
        let missing = bytes - serde_json::to_string(&ruling).unwrap().len();
        ruling["position"]["players"][0]["hand"] = json!(["x".repeat(missing)]);
        ruled[at] = ruling;
        assert_eq!(fault(&ruled).0, code);
    }
    // Rulings of a wrong shape.
    let both = json!({ "allow": log[at], "position": table, "seat": null, "text": "", "type": "ruling" });
    let neither = json!({ "seat": null, "text": "", "type": "ruling" });
    let nested = allow(&allow(&log[at]));
    let no_text = json!({ "allow": log[at], "seat": null, "type": "ruling" });
    let nothing = json!({ "allow": null, "seat": null, "text": "", "type": "ruling" });
    for (wrong, place) in
        [(both, ""), (neither, ""), (nested, "/allow/type"), (no_text, ""), (nothing, "/allow")]
    {
        ruled[at] = wrong;
        assert_eq!(fault(&ruled), (FaultCode::WrongShape, format!("/actions/{at}{place}")));
    }
    let mut wrong = position(&table);
    wrong["position"]["players"][0]["hand"] = json!(["rj-001", "no-such-card"]);
    ruled[at] = wrong;
    assert_eq!(fault(&ruled), (FaultCode::UnknownCard, format!("/actions/{at}/position/players/0/hand/1")));
    let mut wrong = position(&table);
    wrong["position"]["turn"] = "five".into();
    ruled[at] = wrong;
    assert_eq!(fault(&ruled), (FaultCode::WrongShape, format!("/actions/{at}/position/turn")));
}

/// A claim may be about the verdict of a log with rulings, and logs with rulings are compared entry by entry.
#[test]
fn claims_and_comparisons_know_rulings() {
    let judge = Judge::new();
    for game in games::IDS {
        let text = &sample::load(game).unwrap()[0];
        let (mut replay, log) = read(text);
        let at = 9;
        let mut ruled = log[..at].to_vec();
        ruled.push(allow(&log[at]));
        for (claimed, holds) in [("legal_with_rulings", true), ("legal", false), ("illegal", false)] {
            replay["claim"] = json!({ "kind": null, "verdict": claimed });
            let claim = verdict_of(&judge, &with(&replay, &ruled), &Query::default())["claim"].clone();
            let differs = if holds { json!([]) } else { json!(["verdict"]) };
            assert_eq!(claim, json!({ "differs": differs, "holds": holds }), "{game} {claimed}");
        }
        let mut illegal = log[..at].to_vec();
        illegal.push(log[0].clone());
        for (claim, holds) in [
            (json!({ "verdict": "illegal" }), json!(true)),
            (json!({ "verdict": "legal" }), json!(false)),
            (json!({ "kind": null, "verdict": "illegal" }), Value::Null),
        ] {
            replay["claim"] = claim.clone();
            let answer = verdict_of(&judge, &with(&replay, &illegal), &Query::default());
            assert_eq!(answer["claim"]["holds"], holds, "{game} {claim}");
        }
        let mut header = replay.clone();
        header.as_object_mut().unwrap().retain(|name, _| name != "actions" && name != "claim");
        let sides = json!({ "header": header, "logs": [ruled, log] });
        let compared = judge.compare(&bytes(&sides), &Query::default()).unwrap();
        let difference = compared.difference.unwrap();
        assert_eq!((compared.common, difference.at), (at, at));
        assert_eq!(difference.actions[0].as_ref().unwrap()["type"], "ruling");
        let words: Vec<_> = compared.verdicts.iter().map(|verdict| verdict.verdict.word()).collect();
        assert_eq!(words, ["legal_with_rulings", "legal"]);
    }
}

/// With declared chance a ruling waits for its outcomes as an entry does, and overrules an entry together
/// with the outcomes that showed it to be illegal. Every call agrees.
#[test]
fn rulings_wait_for_outcomes_and_overrule_them() {
    let (judge, kept) = (Judge::new(), Judge::new().with_memory(64 << 20));
    let replay = table(json!({ "unknown": 1 }));
    let known = table(json!(["rj-027"]))["start"]["position"].clone();
    let concede = json!({ "seat": 1, "type": "concede" });
    let ship = outcome(1, "rj-027");
    let mut nowhere = play(2);
    nowhere["card"] = 999.into();
    let logs = [
        vec![play(2), ship.clone(), allow(&play(2)), ship.clone(), concede.clone()],
        vec![play(2), ship.clone(), position(&known), play(3), concede.clone()],
        vec![play(2), ship.clone(), allow(&nowhere), position(&known), play(2), allow(&play(2)), concede],
    ];
    for log in logs {
        let whole = with(&replay, &log);
        let answer = verdict_of(&judge, &whole, &Query { trace: Trace::Events, ..Query::default() });
        assert_eq!(
            (&answer["verdict"], &answer["accepted"]),
            (&json!("legal_with_rulings"), &json!(log.len()))
        );
        let steps = answer["trace"].as_array().unwrap();
        let entries: Vec<_> = steps[1..].iter().map(|step| step["action"].clone()).collect();
        assert_eq!(entries, log, "each entry has its step");
        assert_eq!(steps[1]["events"], json!([]), "what is overruled did nothing");
        let overruled = &answer["rulings"][0]["overruled"][0];
        assert_eq!(
            (&overruled["at"], &overruled["refusals"][0]["code"]),
            (&json!(0), &json!("wrong_payment"))
        );
        for count in 0..=log.len() {
            check_every_call(&judge, &kept, &whole, count);
        }
    }
    // While the ruling waits, it is not carried out.
    let waits =
        verdict_of(&judge, &with(&replay, &[play(2), ship.clone(), allow(&play(2))]), &Query::default());
    assert_eq!(waits["waiting"], json!({ "at": 2, "for": ["draw/seat0/1"] }));
    assert_eq!((&waits["accepted"], waits.get("rulings")), (&json!(0), None));
    // A step that waits for an outcome gets it before a ruling.
    let log = [play(3), outcome(1, "rj-001"), allow(&play(3))];
    let impossible = verdict_of(&judge, &with(&replay, &log), &Query::default());
    assert_eq!((&impossible["verdict"], &impossible["illegal"]["at"]), (&json!("illegal"), &json!(1)));
    let missing = verdict_of(&judge, &with(&replay, &[play(3), position(&known)]), &Query::default());
    assert_eq!(missing["not_judged"]["code"], "missing_outcome");
    for log in [log.to_vec(), vec![play(3), position(&known)]] {
        for count in 1..=log.len() {
            check_every_call(&judge, &kept, &with(&replay, &log), count);
        }
    }
}
