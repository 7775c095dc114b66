//! An unknown face is asked for only if it can change the answer; the list of possible outcomes gives no
//! hidden card away; and a judgement that an unknown card ends names the card.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use std::collections::BTreeSet;

use rules_judge_engine::games::{self, Registered, Visit};
use rules_judge_engine::kernel::{Cell, ListenMask, Match, NoChance, PlaceId, Seat, Union, Viewer};
use rules_judge_replays::answer::{Query, Trace, View};
use rules_judge_replays::codec::entry::Entry;
use rules_judge_replays::judging::Judge;
use rules_judge_replays::judging::judgement;
use rules_judge_tests::declared::Pair;
use rules_judge_tests::mutation::{self, Dice};
use rules_judge_tests::position::Form;
use rules_judge_tests::sample;
use rules_judge_tests::walk::Opened;
use serde_json::{Map, Value, json};

use crate::declared::{Same, is_outcome, log, verdict, with};
use crate::secrets::{faces, shown};
use crate::waiting::{asked, bytes, check_every_call, outcome, play, table};

/// The same table with a seed: a log with a seed cannot declare faces, so none may be needed.
fn seeded(mut replay: Value) -> Value {
    let fields = replay.as_object_mut().unwrap();
    fields.remove("chance");
    fields.remove("salt");
    fields.insert("seed".into(), "11".repeat(32).into());
    replay
}

#[test]
fn a_payment_is_judged_without_naming_the_hand_of_the_other_seat() {
    let judge = Judge::new();
    for replay in [table(json!(["rj-027"])), seeded(table(json!(["rj-027"])))] {
        let short = verdict(&judge, &with(&replay, vec![play(2)]));
        assert_eq!((&short["verdict"], &short["accepted"]), (&json!("illegal"), &json!(0)), "{short}");
        assert_eq!(short["illegal"]["pointer"], "/actions/0/pay");
        assert_eq!(short["illegal"]["refusals"][0]["cites"][0], "302.1b");
        let paid = verdict(&judge, &with(&replay, vec![play(3)]));
        assert_eq!((&paid["verdict"], &paid["accepted"]), (&json!("legal"), &json!(1)), "{paid}");
        assert!(paid.get("waiting").is_none(), "{paid}");
        assert_eq!(
            (&paid["next"][0]["kind"], &paid["next"][0]["seat"]),
            (&json!("main"), &json!(0)),
            "{paid}"
        );
    }
}

/// A table on which a ship is cheaper by one while a condition holds; every card but the flagship is a ship.
fn conditional(condition: &Value) -> Value {
    let ship = |id: &str, camp: &str, skills: Value| {
        json!({
            "id": id, "kind": "ship", "name": id, "cost": 3, "colors": ["red"], "type": "destroyer",
            "camps": [camp], "power": 500, "support": { "range": [], "value": 0 }, "skills": skills,
        })
    };
    let cheaper = json!({ "cards": { "from": "hand", "take": "all" } });
    let apply = json!([{ "modify": { "what": cheaper, "stat": "cost", "by": { "add": -1 } } }]);
    let back = json!({ "power": 500, "support": { "range": [], "value": 0 } });
    let mut flagship = ship("flag", "royal_navy", json!([]));
    let fields = flagship.as_object_mut().unwrap();
    fields.remove("cost");
    fields.extend(Map::from_iter([
        ("kind".to_owned(), json!("flagship")),
        ("durability".to_owned(), json!(5)),
        ("back".to_owned(), back),
    ]));
    let cards = json!([
        flagship,
        ship("plain", "royal_navy", json!([])),
        ship("eagle", "eagle_union", json!([])),
        ship("watch", "royal_navy", json!([{ "continuous": { "when": condition, "apply": apply } }])),
    ]);
    let half = |hand: Value, front: Value| {
        json!({
            "battlefield": { "B2": { "card": "flag" }, "F2": front }, "cubes": { "down": 5 },
            "deck": { "unknown": 10 }, "durability": { "unknown": 5 }, "hand": hand,
        })
    };
    let halves = [
        half(json!(["plain"]), json!({ "card": "watch" })),
        half(json!({ "unknown": 2 }), json!({ "card": "plain" })),
    ];
    json!({
        "actions": [], "chance": "declared", "format": "rules-judge/1", "game": "azur-lane",
        "players": [{ "name": "A" }, { "name": "B" }],
        "pool": { "game": "azur-lane", "name": "conditions", "cards": cards },
        "start": { "position": { "active": 0, "players": halves, "turn": 3, "window": "main" } },
    })
}

#[test]
fn a_condition_that_known_cards_decide_asks_for_no_other() {
    let judge = Judge::new();
    let in_hand = |side: &str, fits: Value| {
        json!({
            "cards": { "side": side, "from": "hand", "fits": fits, "take": "all" },
        })
    };
    let ship = json!([{ "kind": ["ship"] }]);
    let eagle = json!([{ "camp": ["eagle_union"] }]);
    let theirs = json!({ "exists": in_hand("opponent", eagle.clone()) });
    let count = |least: u32| {
        json!({
            "compare": [{ "count": in_hand("both", json!([{ "camp": ["royal_navy"] }])) }, "at_least", least],
        })
    };
    // The condition, and whether it holds; `None`: the hand of the other seat has to be known.
    let cases = [
        (json!({ "exists": in_hand("both", ship.clone()) }), Some(true)),
        (json!({ "exists": in_hand("opponent", ship) }), Some(true)),
        (theirs.clone(), None),
        (json!({ "not": theirs }), None),
        (json!({ "any": [theirs, { "turn": "own" }] }), Some(true)),
        (json!({ "any": [theirs, { "turn": "opponent" }] }), None),
        (json!({ "all": [theirs, { "turn": "opponent" }] }), Some(false)),
        (json!({ "all": [theirs, { "turn": "own" }] }), None),
        (count(1), Some(true)),
        (count(2), None),
        (count(3), None),
        (count(4), Some(false)),
        (json!({ "compare": [{ "count": in_hand("opponent", eagle.clone()) }, "equal", 3] }), Some(false)),
        (json!({ "compare": [{ "count": in_hand("opponent", eagle) }, "at_most", 2] }), Some(true)),
        (json!({ "compare": [{ "hand": "opponent" }, "equal", 2] }), Some(true)),
    ];
    for (condition, holds) in cases {
        let replay = conditional(&condition);
        let hand = verdict(&judge, &replay)["state"]["players"][0]["hand"]["cards"][0]["id"].clone();
        for cubes in [2, 3] {
            let mut entry = play(cubes);
            entry["card"] = hand.clone();
            let answer = verdict(&judge, &with(&replay, vec![entry]));
            match holds {
                None => assert_eq!(answer["waiting"]["at"], 0, "{condition} {cubes}: {answer}"),
                Some(holds) => {
                    let word = if holds == (cubes == 2) { "legal" } else { "illegal" };
                    assert_eq!(answer["verdict"], word, "{condition} {cubes}: {answer}");
                    assert!(answer.get("waiting").is_none(), "{condition} {cubes}: {answer}");
                }
            }
        }
    }
}

/// The number of games of each, each from a position in the middle of a sample.
const GAMES: usize = 6;
/// The most entries of each.
const ENTRIES: usize = 150;

/// How much of a hidden zone is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unknown {
    All,
    Half,
}

impl Unknown {
    /// The position with this part of its hidden zones unknown.
    fn of(self, form: Form, position: &Value, dice: &mut Dice) -> Value {
        match self {
            Unknown::All => form.hidden(position),
            Unknown::Half => form.partly_hidden(position, dice),
        }
    }
}

struct Hidden<'a> {
    judge: &'a Judge,
    unknown: Unknown,
    /// The position without unknown cards, and a log that continues it.
    seeded: &'a Value,
    dice: &'a mut Dice,
    /// The number of refusals compared.
    refused: usize,
}

impl Visit for Hidden<'_> {
    /// The declared replay, the indices of outcomes that no seat sees, and the number of refusals compared.
    type Out = (Value, Vec<(usize, bool)>, usize);

    fn visit<G: Registered>(mut self) -> Self::Out {
        let known = bytes(self.seeded);
        let opened = Opened::<G>::read(self.judge, &known).unwrap();
        let mut unknown = self.seeded.clone();
        let position = &mut unknown["start"]["position"];
        let form = Form::of_game(G::INFO.id).expect("a form of every game");
        *position = self.unknown.of(form, position, self.dice);
        let less = Opened::<G>::read(self.judge, &bytes(&unknown)).unwrap();
        let less = judgement::start(&less.replay, &less.pool).expect("a legal position");
        let mut pair = Pair::from(&opened, less).expect("a legal position");
        let entries: Vec<Value> = pair.entries().iter().map(|entry| Value::Object(entry.sent())).collect();
        for entry in pair.entries() {
            for _ in 0..2 {
                let mut other = Value::Object(entry.sent());
                mutation::of_action(&mut other, &entries, 80, self.dice);
                let Ok(other) = serde_json::from_value::<Entry<G::Action>>(other) else { continue };
                let [seeded, declared] = pair.refused(&other);
                assert_eq!(declared, seeded, "{} {:?} at {}", G::INFO.id, other.sent(), pair.log.len());
                self.refused += usize::from(seeded.is_some());
            }
            pair.step(entry);
        }
        assert_eq!(pair.declared.state.outcome, pair.seeded.state.outcome);
        let read = pair.read.clone();
        (pair.replay(&unknown), read, self.refused)
    }
}

/// The cards of the demo pool without abilities in any hidden zone.
struct Quiet;

impl Visit for Quiet {
    type Out = BTreeSet<String>;

    fn visit<G: Registered>(self) -> Self::Out {
        let pool = G::compile(&serde_json::from_str(G::INFO.demo_pool).unwrap()).ok().expect("the demo pool");
        let start = Judge::new().read::<G>(&sample::load(G::INFO.id).unwrap()[0]).unwrap().0;
        let mut state = judgement::start(&start, &pool).unwrap();
        // In each of these zones.
        let card = state.table.set_card(0, Seat::Zero, PlaceId(0), Cell::NONE, G::Mark::default());
        let mut card = state.table.card(card).unwrap().clone();
        let game = Match::<G>::new(&pool, state, &NoChance);
        let zones: Vec<G::Zone> = game
            .state
            .table
            .places()
            .filter(|(id, place)| place.seat.is_some() && !game.sees_place(Viewer::Public, *id))
            .map(|(_, place)| place.zone)
            .collect();
        (0..u16::MAX)
            .map_while(|definition| G::card_id(&pool, definition).map(|id| (definition, id)))
            .filter(|(definition, _)| {
                card.definition = *definition;
                zones.iter().all(|zone| G::ListenMask::of(&pool, *zone, &card) == G::ListenMask::NONE)
            })
            .map(|(_, id)| id.to_owned())
            .collect()
    }
}

/// The position with quiet cards only, if its open cards are quiet: hidden cards become quiet ones.
fn quietly(form: Form, position: &Value, quiet: &BTreeSet<String>) -> Option<Value> {
    fn loud<'v>(value: &'v Value, quiet: &BTreeSet<String>, found: &mut Vec<&'v str>) {
        match value {
            Value::Object(fields) => fields.values().for_each(|inner| loud(inner, quiet, found)),
            Value::Array(items) => items.iter().for_each(|item| loud(item, quiet, found)),
            Value::String(id) if id.contains('-') && !quiet.contains(id) => found.push(id),
            _ => {}
        }
    }
    let mut position = position.clone();
    let hidden = form.hidden(&position);
    let mut seen = Vec::new();
    loud(&hidden, quiet, &mut seen);
    if !seen.is_empty() {
        return None;
    }
    for (half, hidden) in position["players"].as_array_mut()?.iter_mut().zip(hidden["players"].as_array()?) {
        for (zone, _) in hidden.as_object()?.iter().filter(|(_, pile)| pile.get("unknown").is_some()) {
            let cards = half[zone].as_array_mut()?;
            let known = |card: &Value| card.as_str().is_some_and(|id| quiet.contains(id));
            let some = cards.iter().find(|card| known(card)).cloned();
            for card in cards {
                if !known(card) {
                    *card = some.clone()?;
                }
            }
        }
    }
    Some(position)
}

/// Positions in the middle of samples, each with a log that bots continue; `quiet`: with these cards alone.
fn positions(judge: &Judge, game: &str, dice: &mut Dice, quiet: Option<&BTreeSet<String>>) -> Vec<Value> {
    let form = Form::of_game(game).expect("a form of every game");
    let samples = sample::load(game).unwrap();
    let mut found = Vec::new();
    for line in (0..400).filter_map(|_| dice.pick(&samples).cloned()).collect::<Vec<_>>() {
        let replay: Value = serde_json::from_slice(&line).unwrap();
        let at = Query { at: Some(dice.below(log(&replay).len())), ..Query::default() };
        let judged = judge.verify(&line, &at).unwrap();
        let Some(state) = judged.state.as_ref().map(|state| state.read().unwrap()) else { continue };
        let Some(mut position) = form.position(&state, &judged.next) else { continue };
        let seed = format!("{:02x}", found.len()).repeat(32);
        let mut start = json!({
            "actions": [], "format":
            "rules-judge/1", "game": game, "players": [{ "name": "A" }, { "name": "B" }],
            "seed": seed,
        });
        if let Some(quiet) = quiet {
            let Some(quietly) = quietly(form, &position, quiet) else { continue };
            position = quietly;
            let mut pool = demo_pool(game);
            pool["cards"].as_array_mut().unwrap().retain(|card| quiet.contains(card["id"].as_str().unwrap()));
            start["pool"] = pool;
        }
        start["start"] = json!({ "position": position });
        let played = judge.play_on(&bytes(&start), found.len() as u64, ["keen", "curious"]).unwrap();
        let mut played: Value = serde_json::from_slice(&played).unwrap();
        played["actions"].as_array_mut().unwrap().truncate(ENTRIES);
        if !log(&played).is_empty() {
            found.push(played);
        }
        if found.len() == GAMES {
            return found;
        }
    }
    panic!("{game}: {} positions", found.len());
}

fn demo_pool(game: &str) -> Value {
    serde_json::from_str(games::info(game).unwrap().demo_pool).unwrap()
}

/// An answer without the declared card, and without legal answers, since a known card may allow more. Of a
/// choice only the number of answers stays: its candidates have to be known.
fn visible(answer: &Value, known: &BTreeSet<u64>) -> Value {
    fn mask(value: &mut Value, known: &BTreeSet<u64>) {
        match value {
            Value::Object(fields) => {
                let id = fields.get("id").and_then(Value::as_u64);
                if id.is_none_or(|id| !known.contains(&id)) {
                    fields.remove("card");
                    fields.remove("id");
                }
                fields.values_mut().for_each(|inner| mask(inner, known));
            }
            Value::Array(items) => items.iter_mut().for_each(|item| mask(item, known)),
            _ => {}
        }
    }
    let mut next = answer["next"].clone();
    for asked in next.as_array_mut().unwrap() {
        let choice = asked["kind"].as_str().unwrap().starts_with("choose");
        asked.as_object_mut().unwrap().retain(|name, _| {
            ["kind", "label", "seat"].contains(&name.as_str()) || choice && name == "count"
        });
    }
    let mut state = answer["state"].clone();
    mask(&mut state, known);
    let refusal = &answer["illegal"]["refusals"][0];
    json!([
        answer["verdict"],
        answer["accepted"],
        refusal["code"],
        refusal["cites"],
        next,
        state,
        answer["outcome"]
    ])
}

/// Whether an outcome that no seat sees mattered: another outcome changes the game.
fn mattered(judge: &Judge, replay: &Value, at: usize) -> bool {
    let all = log(replay);
    let asks = verdict(judge, &with(replay, all[..at].to_vec()));
    let real = verdict(judge, &with(replay, all[..=at].to_vec()));
    // If the same entry waits for another card, this card may matter together with it; only the last one is
    // compared.
    if real["next"][0]["kind"] == "chance" && real["waiting"]["at"] == asks["waiting"]["at"] {
        return true;
    }
    let mut known = BTreeSet::new();
    faces(&asks["state"], &mut known);
    let values = asks["next"][0]["shapes"][0]["slots"][1]["domain"]["one_of"].clone();
    values.as_array().unwrap().iter().any(|value| {
        let mut actions = all[..=at].to_vec();
        actions[at]["card"] = value.clone();
        let other = verdict(judge, &with(replay, actions));
        visible(&other, &known) != visible(&real, &known)
    })
}

/// Compares games with a seed with the same games with declared chance and unknown cards in hidden zones:
/// every verdict is the same. Returns the number of outcomes, and of those that no seat sees and that changed
/// nothing.
fn compare_with_unknown_hidden_zones(
    game: &str,
    quiet: Option<&BTreeSet<String>>,
    unknown: Unknown,
) -> (usize, usize) {
    let (judge, mut dice) = (Judge::new(), Dice::new(14));
    let (mut outcomes, mut reads, mut vain, mut refusals) = (0, 0, 0, 0);
    for seeded in positions(&judge, game, &mut dice, quiet) {
        let hidden = Hidden { judge: &judge, unknown, seeded: &seeded, dice: &mut dice, refused: 0 };
        let (declared, read, refused) = games::dispatch(game, hidden).unwrap();
        let (answer, so) = (verdict(&judge, &declared), verdict(&judge, &seeded));
        assert_eq!(answer["verdict"], "legal", "{game}: {}", answer["not_judged"]);
        assert_eq!((&answer["verdict"], &answer["outcome"]), (&so["verdict"], &so["outcome"]), "{game}");
        let kinds = |answer: &Value| -> Vec<Value> {
            answer["next"].as_array().unwrap().iter().map(|asked| asked["kind"].clone()).collect()
        };
        assert_eq!(kinds(&answer), kinds(&so), "{game}");
        for &(at, may_speak) in &read {
            if !mattered(&judge, &declared, at) {
                assert!(may_speak, "{game}: {} at {at} is asked for in vain", log(&declared)[at]);
                vain += 1;
            }
        }
        refusals += refused;
        reads += read.len();
        outcomes += log(&declared).iter().filter(|entry| is_outcome(entry)).count();
    }
    println!(
        "{game}, {unknown:?}: {outcomes} outcomes, {reads} of them only read, {vain} in vain, \
         {refusals} refusals alike"
    );
    let least = if unknown == Unknown::All { 50 } else { 20 };
    assert!(outcomes > least && refusals > 100, "{game}: {outcomes} {refusals}");
    (outcomes, vain)
}

/// A hidden card is asked for if a card that it may be could trigger: whether any does has to be known,
/// though nothing may come of it.
#[test]
fn with_unknown_hidden_zones_the_verdict_is_the_same() {
    for game in games::IDS {
        for unknown in [Unknown::All, Unknown::Half] {
            let (outcomes, vain) = compare_with_unknown_hidden_zones(game, None, unknown);
            assert!(vain * 2 <= outcomes, "{game}, {unknown:?}: {vain} of {outcomes} in vain");
        }
    }
}

/// If no hidden card has abilities, only cards that are drawn, seen or named are asked for.
#[test]
fn no_hidden_card_is_asked_for_that_is_never_drawn_seen_or_read() {
    for game in games::IDS {
        let quiet = games::dispatch(game, Quiet).unwrap();
        for unknown in [Unknown::All, Unknown::Half] {
            assert_eq!(compare_with_unknown_hidden_zones(game, Some(&quiet), unknown).1, 0, "{game}");
        }
    }
}

/// Samples, with their outcomes declared, in which both seats see a card that comes out of a hidden zone.
fn turned_over(judge: &Judge, game: &'static str) -> Vec<(&'static str, Value)> {
    let is_open = |event: &Value| {
        let hidden = ["deck", "durability"].iter().any(|zone| event["from"]["zone"] == *zone);
        hidden && event.get("card").is_some()
    };
    let query = Query { view: View::Public, trace: Trace::Events, ..Query::default() };
    let turns_over = |line: &Vec<u8>| {
        let trace = serde_json::to_value(judge.verify(line, &query).unwrap().trace).unwrap();
        trace.as_array().unwrap().iter().flat_map(|step| step["events"].as_array().unwrap()).any(is_open)
    };
    let lines = sample::load(game).unwrap().into_iter().filter(turns_over).take(4);
    lines.map(|line| (game, games::dispatch(game, Same(judge, &line)).unwrap())).collect()
}

/// The number of outcomes tested in a log.
const OUTCOMES: usize = 10;

/// The cards that the shape of an outcome allows.
fn domain(shapes: &Value) -> BTreeSet<u64> {
    let values = shapes[0]["slots"][1]["domain"]["one_of"].as_array().cloned().unwrap_or_default();
    values.iter().filter_map(Value::as_u64).collect()
}

/// The label of an outcome without its number: outcomes of one place of one seat have the same.
fn place_of(entry: &Value) -> Option<&str> {
    entry["label"].as_str().and_then(|label| label.rsplit_once('/')).map(|(place, _)| place)
}

/// The possible outcomes that a view lists do not depend on what it has not shown: the same log with two
/// hidden cards exchanged gives the same answer.
#[test]
fn possible_outcomes_do_not_depend_on_hidden_cards() {
    let judge = Judge::new();
    let (mut lists, mut compared) = (0, 0);
    for (game, replay) in games::IDS.iter().flat_map(|game| turned_over(&judge, game)) {
        let all = log(&replay);
        // Of many outcomes, some spread over the log.
        let outcomes: Vec<usize> = (0..all.len()).filter(|at| all[*at]["card"].is_u64()).collect();
        for &at in outcomes.iter().step_by(outcomes.len().div_ceil(OUTCOMES).max(1)) {
            let one = with(&replay, all[..at].to_vec());
            let full = verdict(&judge, &one);
            for view in [View::Seat0, View::Seat1, View::Public] {
                let query = Query { view, trace: Trace::Events, ..Query::default() };
                let seen = judge.verify(&bytes(&one), &query).unwrap();
                let Some(legal) = seen.next.first().and_then(|asked| asked.legal.as_ref()) else { continue };
                let (open, exact) =
                    (domain(&legal.shapes.read().unwrap()), domain(&full["next"][0]["shapes"]));
                assert!(open.is_superset(&exact), "{game} {at} {view:?}");
                lists += usize::from(open.len() > exact.len());
                // Another outcome that this view has not shown, of a card of the same seat.
                let known = shown(&seen);
                let hidden = (0..at).rev().filter(|outcome_at| {
                    all[*outcome_at]["card"].is_u64() && place_of(&all[*outcome_at]) == place_of(&all[at])
                });
                let hidden = hidden.filter(|at| !known.contains(&all[*at]["card"].as_u64().unwrap()));
                // A card that the view never showed, not even as an outcome.
                let hidden = hidden.filter(|outcome_at| {
                    let before = asked(&judge, &with(&replay, all[..*outcome_at].to_vec()), &query);
                    before["next"][0].get("label").is_none()
                });
                for outcome_at in hidden.take(4) {
                    for other in exact.iter().filter(|card| !known.contains(card)).take(4) {
                        let mut actions = all[..at].to_vec();
                        actions[outcome_at]["card"] = json!(other);
                        let two = with(&replay, actions);
                        let whole = verdict(&judge, &two);
                        let mut revealed = BTreeSet::new();
                        faces(&asked(&judge, &two, &query), &mut revealed);
                        let alike = whole["verdict"] == "legal"
                            && whole["accepted"] == full["accepted"]
                            && whole["next"][0]["label"] == full["next"][0]["label"]
                            && !revealed.contains(other);
                        if alike {
                            compared += 1;
                            let [one, two] = [&one, &two].map(|replay| asked(&judge, replay, &query));
                            assert_eq!(one, two, "{game} {at} {view:?}, entry {outcome_at}");
                        }
                    }
                }
            }
        }
    }
    println!("{lists} lists with cards that cannot have come out, {compared} pairs");
    assert!(lists > 20 && compared > 20, "{lists} {compared}");
}

#[test]
fn an_unknown_card_that_ends_judging_is_named_by_its_place_and_the_rule_that_reads_it() {
    let (judge, kept) = (Judge::new(), Judge::new().with_memory(64 << 20));
    let replay = with(&seeded(table(json!({ "unknown": 1 }))), vec![play(3)]);
    for (view, seen) in [(View::Full, true), (View::Seat0, true), (View::Seat1, false), (View::Public, false)]
    {
        let answer = asked(&judge, &replay, &Query { view, ..Query::default() });
        let unjudged = &answer["not_judged"];
        assert_eq!((&unjudged["code"], &unjudged["at"]), (&json!("unknown_card"), &json!(0)), "{answer}");
        let place = json!({ "index": 0, "seat": 0, "zone": "hand" });
        assert_eq!(unjudged.get("place"), seen.then_some(&place), "{view:?}");
        assert_eq!(unjudged.get("cites"), seen.then_some(&json!(["503.1"])), "{view:?}");
        assert_eq!(answer["accepted"], 0);
    }
    check_every_call(&judge, &kept, &replay, 1);
    // Before the first entry: the card of the turn.
    let mut reset = seeded(table(json!([])));
    reset["start"]["position"]["window"] = "reset".into();
    let answer = verdict(&judge, &reset);
    let place = json!({ "index": 0, "seat": 0, "zone": "deck" });
    assert_eq!(
        (&answer["not_judged"]["at"], &answer["not_judged"]["place"]),
        (&Value::Null, &place),
        "{answer}"
    );
    assert_eq!(answer["not_judged"]["cites"], json!(["502.1"]));
    let seat = asked(&judge, &reset, &Query { view: View::Seat0, ..Query::default() });
    assert!(seat["not_judged"].get("place").is_none() && seat["not_judged"].get("cites").is_none(), "{seat}");
    check_every_call(&judge, &kept, &reset, 0);
}

/// An outcome is declared once; a face that only a later entry reads is asked for there.
#[test]
fn an_unknown_card_of_the_own_hand_is_asked_for_when_it_is_played() {
    let judge = Judge::new();
    let replay = table(json!({ "unknown": 2 }));
    assert!(verdict(&judge, &replay).get("waiting").is_none());
    let answer = verdict(&judge, &with(&replay, vec![play(3), outcome(1, "rj-027")]));
    assert_eq!(answer["accepted"], 2, "{answer}");
    assert!(answer["state"]["players"][0]["hand"]["cards"][0]["id"].is_u64());
    assert!(answer["state"]["players"][0]["hand"]["cards"][0]["card"].is_null(), "{answer}");
}

/// Plays listed answers while outcomes are asked for: none is refused, and all can be judged. Returns the
/// number of outcomes.
fn follow(judge: &Judge, game: &str, mut replay: Value, mut dice: impl FnMut(usize) -> usize) -> usize {
    for asked in 0.. {
        let answer = verdict(judge, &replay);
        assert_eq!(answer["verdict"], "legal", "{game}: {} {}", replay["actions"], answer["not_judged"]);
        let next = &answer["next"][0];
        if next["kind"] != "chance" {
            return asked;
        }
        let listing = next["listing"].as_array().unwrap();
        assert!(!listing.is_empty(), "{game}: nothing can come out after {}", replay["actions"]);
        let mut outcome = listing[dice(listing.len())].clone();
        outcome["seat"] = Value::Null;
        replay["actions"].as_array_mut().unwrap().push(outcome);
    }
    unreachable!("a log is endless");
}

/// Every listed answer is accepted, even with unknown hidden zones; with declared chance after the outcomes
/// that it asks for. Without declared chance, a list that leaves out answers which cannot be judged is marked
/// as incomplete.
#[test]
fn whatever_is_listed_with_unknown_cards_is_accepted() {
    let mut all = 0;
    for game in games::IDS {
        let (judge, mut dice) = (Judge::new(), Dice::new(15));
        let form = Form::of_game(game).expect("a form of every game");
        let (mut sent, mut outcomes, mut partial) = (0, 0, 0);
        for mut replay in positions(&judge, game, &mut dice, None) {
            let replay = replay.as_object_mut().unwrap();
            replay.remove("seed");
            replay["actions"] = json!([]);
            let known = replay["start"]["position"].clone();
            for (unknown, declared) in
                [(Unknown::All, false), (Unknown::All, true), (Unknown::Half, false), (Unknown::Half, true)]
            {
                replay["start"]["position"] = unknown.of(form, &known, &mut dice);
                replay.remove("chance");
                if declared {
                    replay.insert("chance".to_owned(), "declared".into());
                }
                let replay = Value::Object(replay.clone());
                let answer = verdict(&judge, &replay);
                let next = answer["next"].as_array().unwrap();
                for asked in next.iter().filter(|asked| asked["seat"].is_number()) {
                    let listing = asked["listing"].as_array().unwrap();
                    partial += usize::from(asked["complete"] == false && !declared);
                    for _ in 0..listing.len().min(6) {
                        let mut entry = listing[dice.below(listing.len())].clone();
                        entry["seat"] = asked["seat"].clone();
                        let log = with(&replay, vec![entry]);
                        outcomes += follow(&judge, game, log, |count| dice.below(count));
                        sent += 1;
                    }
                }
            }
        }
        println!("{game}: {sent} listed answers sent, {outcomes} outcomes, {partial} lists in part");
        assert!(sent > 10 && partial > 0, "{game}: {sent} {partial}");
        all += outcomes;
    }
    assert!(all > 10, "{all} outcomes");
}

/// The verdict, how far it came, the first refusal and who is asked, without the faces of cards.
fn judged(answer: &Value) -> Value {
    let refusal = &answer["illegal"]["refusals"][0];
    let asked: Vec<_> =
        answer["next"].as_array().unwrap().iter().map(|next| (&next["kind"], &next["seat"])).collect();
    json!([
        answer["verdict"],
        answer["accepted"],
        refusal["code"],
        refusal["cites"],
        answer["illegal"]["pointer"],
        asked,
        answer["outcome"]
    ])
}

/// Without declared chance, an entry that needs only known cards is judged on a table with some unknown cards
/// as on the same table with all cards known. Any other is not judged, and the answer names an unknown card.
#[test]
fn an_entry_that_known_cards_decide_is_judged_among_unknown_ones() {
    for game in games::IDS {
        let (judge, mut dice) = (Judge::new(), Dice::new(16));
        let form = Form::of_game(game).expect("a form of every game");
        let (mut alike, mut refused, mut unjudged, mut listed) = (0, 0, 0, 0);
        let replays: Vec<Value> = (0..3).flat_map(|_| positions(&judge, game, &mut dice, None)).collect();
        for mut replay in replays {
            let fields = replay.as_object_mut().unwrap();
            fields.remove("seed");
            let played = std::mem::replace(&mut fields["actions"], json!([]));
            let known = replay.clone();
            let position = &mut replay["start"]["position"];
            *position = form.partly_hidden(position, &mut dice);
            let (open, partly) = (verdict(&judge, &known), verdict(&judge, &replay));
            if partly["verdict"] != "legal" {
                assert_eq!(partly["not_judged"]["code"], "unknown_card", "{game}: {partly}");
                unjudged += 1;
                continue;
            }
            assert_eq!(judged(&partly), judged(&open), "{game}: {replay}");
            let mut entries = played.as_array().unwrap()[..1].to_vec();
            for next in open["next"].as_array().unwrap() {
                for entry in next["listing"].as_array().unwrap().iter().take(20) {
                    let mut entry = entry.clone();
                    entry["seat"] = next["seat"].clone();
                    entries.push(entry);
                }
            }
            let all = entries.clone();
            for entry in &all {
                let mut other = entry.clone();
                mutation::of_action(&mut other, &all, 80, &mut dice);
                entries.push(other);
            }
            // What is listed among unknown cards is accepted with all cards known.
            for next in partly["next"].as_array().unwrap() {
                for entry in next["listing"].as_array().unwrap().iter().take(20) {
                    let mut entry = entry.clone();
                    entry["seat"] = next["seat"].clone();
                    let so = verdict(&judge, &with(&known, vec![entry.clone()]));
                    assert_eq!(so["accepted"], 1, "{game}: {entry} {so}");
                    entries.push(entry);
                    listed += 1;
                }
            }
            for entry in entries {
                let log =
                    |replay| judge.verify(&bytes(&with(replay, vec![entry.clone()])), &Query::default());
                let (Ok(so), Ok(answer)) = (log(&known), log(&replay)) else { continue };
                let [so, answer] = [so, answer].map(|answer| serde_json::to_value(answer).unwrap());
                if answer["not_judged"]["code"] == "unknown_card" {
                    unjudged += 1;
                    assert!(answer["not_judged"]["place"].is_object(), "{game}: {entry} {answer}");
                    continue;
                }
                assert_eq!(judged(&answer), judged(&so), "{game}: {entry}");
                alike += 1;
                refused += usize::from(so["verdict"] == "illegal");
            }
        }
        println!(
            "{game}: {alike} judged alike, {refused} of them refused, {unjudged} not judged, {listed} listed"
        );
        assert!(
            alike > 50 && refused > 10 && unjudged > 5 && listed > 10,
            "{game}: {alike} {refused} {unjudged} {listed}"
        );
    }
}
