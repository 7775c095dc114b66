//! Every member of a shape is accepted, and empty fields may be sent or left out.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use std::collections::BTreeMap;

use rules_judge_engine::game_kit::sentence::Speech;
use rules_judge_engine::games::azur_lane::AzurLane;
use rules_judge_engine::games::{self, Registered, Visit};
use rules_judge_engine::kernel::{Match, Seat, Viewer};
use rules_judge_replays::answer::{Legal, ListingLimit, Query, VerdictKind};
use rules_judge_replays::codec::entry::Entry;
use rules_judge_replays::judging::Judge;
use rules_judge_replays::judging::render;
use rules_judge_replays::tools::case::run::replay;
use rules_judge_tests::mutation::Dice;
use rules_judge_tests::shapes::{Maker, play};
use rules_judge_tests::walk::{self, Opened};
use rules_judge_tests::{cases, sample};
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

/// The number of members of a shape that are made in order, and at random.
const IN_ORDER: usize = 40;
const AT_RANDOM: usize = 3;
/// One decision of so many is tested.
const EACH: usize = 5;

/// The legal answers of a seat, with so many listed.
fn listed<G: Registered>(game: &mut Match<'_, G>, seat: Seat, limit: u64) -> Legal {
    let speech = Speech { book: G::INFO.rules, language: 0, names: [None; 2], abilities: None };
    render::legal_of(game, seat, Viewer::Full, &speech, ListingLimit(limit)).unwrap()
}

/// The number of listed answers in tests of listings.
const LISTED: u64 = 20;
/// One case of so many is tested.
const EACH_CASE: usize = 6;

/// Checks that members of every shape of the questions now, and the listed answers, are accepted. Returns
/// their number, and the number of those with an empty field.
fn members_are_accepted<G: Registered>(game: &mut Match<'_, G>, dice: &mut Dice) -> (usize, usize) {
    let (mut made, mut empty) = (0, 0);
    let seats: Vec<_> = game.state.asked.iter().map(|asked| asked.seat).collect();
    for seat in seats {
        let legal = listed(game, seat, 0);
        let listing = listed(game, seat, LISTED).listing;
        assert!(legal.listing.is_empty() && (!legal.complete || legal.count == Some(0)));
        let mut accepted = |mut entry: Value, of: &Value| {
            entry["seat"] = json!(seat.number());
            let read: Entry<G::Action> =
                serde_json::from_value(entry.clone()).unwrap_or_else(|error| panic!("{entry}: {error}"));
            let (_, action) = read.action().unwrap();
            if let Err(refusals) = game.check(seat, action) {
                panic!("{entry} of {of} is refused: {refusals:?}");
            }
            made += 1;
            empty += usize::from(Value::Object(read.sent()) != entry);
        };
        for entry in listing {
            accepted(entry, &Value::from("the listing"));
        }
        for shape in legal.shapes.read().unwrap().as_array().unwrap() {
            let mut actions = Maker { dice: None, most: IN_ORDER }.actions(shape).unwrap();
            assert!(!actions.is_empty(), "a shape without a member: {shape}");
            for _ in 0..AT_RANDOM {
                actions.extend(Maker { dice: Some(dice), most: 1 }.actions(shape).unwrap());
            }
            for entry in actions {
                accepted(entry, shape);
            }
        }
    }
    (made, empty)
}

struct Samples;

impl Visit for Samples {
    type Out = ();

    fn visit<G: Registered>(self) {
        let judge = Judge::new();
        let (mut dice, mut made, mut empty, mut at) = (Dice::new(24), 0, 0, 0);
        for text in sample::load(G::INFO.id).unwrap().iter().step_by(8) {
            let opened = Opened::<G>::read(&judge, text).unwrap();
            let mut game = opened.game().unwrap();
            for entry in opened.entries() {
                at += 1;
                if at % EACH == 0 {
                    let (members, of_them) = members_are_accepted::<G>(&mut game, &mut dice);
                    (made, empty) = (made + members, empty + of_them);
                }
                assert!(walk::step(&mut game, entry));
            }
        }
        assert!(
            made > 2_000 && empty > 100,
            "{}: {made} members, {empty} with something that says nothing",
            G::INFO.id
        );
    }
}

#[test]
fn what_a_shape_allows_is_accepted_as_written() {
    for game in games::IDS {
        games::dispatch(game, Samples).unwrap();
    }
}

/// The tables of the cases, whose pools combine words that bundled decks do not.
struct Tables;

impl Visit for Tables {
    type Out = ();

    fn visit<G: Registered>(self) {
        let (judge, mut dice, mut made) = (Judge::new(), Dice::new(25), 0);
        for suite in cases::suites().unwrap().iter().filter(|suite| suite.game == G::INFO.id) {
            let cases = suite.chapters.iter().flat_map(|chapter| &chapter.cases);
            for case in cases.step_by(EACH_CASE) {
                let log = replay(&judge, suite, case).unwrap().to_string();
                let Ok(opened) = Opened::<G>::read(&judge, log.as_bytes()) else { continue };
                let Some(mut game) = opened.game() else { continue };
                let _last = opened.entries().iter().find(|entry| !walk::step(&mut game, entry));
                made += members_are_accepted::<G>(&mut game, &mut dice).0;
            }
        }
        assert!(made > 300, "{}: {made} members", G::INFO.id);
    }
}

#[test]
fn what_a_shape_allows_is_accepted_at_the_tables_of_cases() {
    for game in games::IDS {
        games::dispatch(game, Tables).unwrap();
    }
}

/// Two cards with alternative costs give shapes whose every member is accepted, for all kinds of these costs.
/// `put_under` is none of them: the linter refuses it on a card that comes from the hand.
#[test]
fn other_costs_go_together_in_one_shape() {
    let one = |n: u64| json!({ "n": n });
    let costs = [
        json!([{ "durability": one(1) }]),
        json!([{ "retreat_zone_to_deck": one(1) }]),
        json!([{ "discard": one(1) }]),
        json!([{ "rest_cubes": one(1) }]),
        json!([{ "rest": one(1) }]),
        json!([{ "retreat": one(1) }]),
        json!([{ "return_cubes": one(1) }]),
        json!([{ "durability": one(1) }, { "discard": one(1) }]),
    ];
    let ship = |id: &str, cost: Option<&Value>| {
        let skills = cost.map(|pay| json!({ "alternative_cost": { "pay": pay } }));
        json!({
            "id": id, "kind": "ship", "name": id, "cost": 9, "colors": ["blue"], "type": "destroyer",
            "camps": [],
            "power": 300, "support": { "range": ["field"], "value": 100 },
            "skills": skills.into_iter().collect::<Vec<Value>>(),
        })
    };
    let side = json!({ "name": "f", "power": 400, "support": { "range": ["field"], "value": 100 } });
    let mut flagship = side.clone();
    for (name, value) in [
        ("id", json!("f")),
        ("kind", json!("flagship")),
        ("colors", json!(["blue"])),
        ("type", json!("carrier")),
        ("camps", json!([])),
        ("force", json!("azur_lane")),
        ("durability", json!(5)),
        ("back", side),
    ] {
        flagship[name] = value;
    }
    let half = |hand: Value| {
        json!({
            "battlefield": { "B2": { "card": "f" }, "F1": { "card": "plain" }, "F2": { "card": "plain" } },
            "hand": hand, "deck": ["plain", "plain"], "durability": ["plain", "plain"],
            "retreat": ["plain", "plain"], "cubes": { "up": 2, "down": 1 },
        })
    };
    let (judge, mut dice) = (Judge::new(), Dice::new(26));
    for (place, first) in costs.iter().enumerate() {
        for second in &costs[..place] {
            let cards =
                json!([flagship, ship("plain", None), ship("a", Some(first)), ship("b", Some(second))]);
            let log = json!({
                "format": "rules-judge/1", "game": "azur-lane", "players": [{}, {}], "actions": [],
                "pool": { "game": "azur-lane", "name": "p", "declares": {}, "cards": cards },
                "start": { "position": {
                    "turn": 5, "active": 0, "window": "main",
                    "players": [half(json!(["a", "b", "plain"])), half(json!([]))],
                } },
            });
            let opened = Opened::<AzurLane>::read(&judge, log.to_string().as_bytes()).unwrap();
            let mut game = opened.game().unwrap();
            let (made, _) = members_are_accepted::<AzurLane>(&mut game, &mut dice);
            assert!(made > 10, "{first} and {second}: {made} members");
        }
    }
}

struct Plays(u64);

impl Visit for Plays {
    type Out = ();

    fn visit<G: Registered>(self) {
        let judge = Judge::new();
        for number in 0..self.0 {
            let replay = play::<G>(&judge, 1_000_000 + number).unwrap();
            let verdict = judge.verify(replay.to_string().as_bytes(), &Query::default()).unwrap();
            assert_eq!(verdict.verdict, VerdictKind::Legal, "{:?}", verdict.illegal);
            assert!(verdict.outcome.is_some(), "{}: game {number} has no end", G::INFO.id);
        }
    }
}

/// `shapes-bot` plays any number of games.
#[test]
fn a_bot_that_sees_shapes_alone_is_never_refused() {
    for game in games::IDS {
        games::dispatch(game, Plays(3)).unwrap();
    }
}

/// A schema with its definitions.
pub(crate) struct Schema(pub(crate) Value);

impl Schema {
    pub(crate) fn of<T: schemars::JsonSchema>() -> Schema {
        Schema(SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>().to_value())
    }

    pub(crate) fn resolved<'s>(&'s self, node: &'s Value) -> &'s Value {
        match node.get("$ref").and_then(Value::as_str) {
            Some(reference) => &self.0["$defs"][reference.trim_start_matches("#/$defs/")],
            None => node,
        }
    }

    /// The schema of an object; of a union, that of the member.
    fn object<'s>(&'s self, node: &'s Value, value: &Value) -> Option<&'s Value> {
        let node = self.resolved(node);
        let all = node.get("oneOf").or(node.get("anyOf")).and_then(Value::as_array);
        let Some(all) = all else { return node.get("properties").map(|_| node) };
        let fits = |node: &&Value| {
            let word = self.resolved(node).pointer("/properties/type/const");
            word.is_none() || word == value.get("type")
        };
        all.iter().filter(fits).find_map(|node| self.object(node, value))
    }

    /// Writes every absent optional field of an object: its default, or `null` if `nulls` allows that.
    fn fill(&self, node: &Value, value: &mut Value, nulls: bool) -> usize {
        let Some(object) = self.object(node, value).filter(|_| value.is_object()) else { return 0 };
        let required = object.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
        let mut filled = 0;
        for (name, field) in object["properties"].as_object().unwrap() {
            match value.get_mut(name) {
                Some(inner) => filled += self.fill(field, inner, nulls),
                None if required.contains(&name.as_str().into()) => {}
                None => {
                    let may_be_null =
                        field["type"].to_string().contains("null") || field.get("anyOf").is_some();
                    value[name] = match field.get("default") {
                        Some(nothing) if !(nulls && may_be_null) => nothing.clone(),
                        _ if may_be_null => Value::Null,
                        _ => panic!("{name} may be left out, and the schema does not say what it says then"),
                    };
                    filled += 1;
                }
            }
        }
        filled
    }
}

struct Filled;

impl Visit for Filled {
    type Out = ();

    fn visit<G: Registered>(self) {
        let judge = Judge::new();
        let (actions, decks) = (Schema::of::<G::Action>(), Schema::of::<G::Deck>());
        let mut filled = BTreeMap::new();
        for text in sample::load(G::INFO.id).unwrap().iter().step_by(12) {
            let plain: Value = serde_json::from_slice(text).unwrap();
            let answer = |replay: &Value| {
                let query = Query { trace: rules_judge_replays::answer::Trace::Events, ..Query::default() };
                serde_json::to_string(&judge.verify(replay.to_string().as_bytes(), &query).unwrap()).unwrap()
            };
            let own = answer(&plain);
            for nulls in [false, true] {
                let mut full = plain.clone();
                let mut count = 0;
                for entry in full["actions"].as_array_mut().unwrap() {
                    if entry["seat"].is_u64() {
                        count += actions.fill(&actions.0, entry, nulls);
                    }
                }
                // A deck may be left out, and lists in it may be empty.
                for player in full["players"].as_array_mut().unwrap() {
                    match player.get_mut("deck") {
                        Some(deck) => count += decks.fill(&decks.0, deck, nulls),
                        None if full_start(&plain) => {}
                        None => player["deck"] = json!({}),
                    }
                }
                if plain.get("options").is_none() && !full_start(&plain) {
                    full["options"] = json!({});
                }
                assert_eq!(answer(&full), own, "{}", G::INFO.id);
                *filled.entry(nulls).or_insert(0) += count;
            }
        }
        assert!(filled.values().all(|count| *count > 100), "{}: {filled:?}", G::INFO.id);
    }
}

/// Whether a replay begins with a position.
fn full_start(replay: &Value) -> bool {
    replay.get("start").is_some()
}

/// The answer is the same, byte for byte, with digests and trace.
#[test]
fn a_log_with_empty_fields_is_the_same_log() {
    for game in games::IDS {
        games::dispatch(game, Filled).unwrap();
    }
}

/// A pass is listed even in the shortest listing, and a listing tells whether it is complete.
#[test]
fn answers_without_fields_are_listed_first() {
    struct Listed;

    impl Visit for Listed {
        type Out = (usize, usize);

        fn visit<G: Registered>(self) -> (usize, usize) {
            let judge = Judge::new();
            let (mut passes, mut cut) = (0, 0);
            for text in sample::load(G::INFO.id).unwrap().iter().step_by(20) {
                let opened = Opened::<G>::read(&judge, text).unwrap();
                let mut game = opened.game().unwrap();
                for (at, entry) in opened.entries().iter().enumerate() {
                    // At every second decision.
                    let asked = game.state.asked.iter().filter(|_| at % 2 == 0);
                    for seat in asked.map(|asked| asked.seat).collect::<Vec<_>>() {
                        let mut all = |limit| listed(&mut game, seat, limit);
                        let (few, more) = (all(3), all(1_000));
                        let plain = |answer: &&Value| answer.as_object().unwrap().len() == 1;
                        let number = more.listing.iter().filter(plain).count();
                        assert!(more.listing.iter().take(number).all(|answer| plain(&answer)));
                        // Each kind has its share of a cut listing, with its first members.
                        let of = |listing: &[Value], kind: &Value| -> Vec<Value> {
                            listing.iter().filter(|answer| answer["type"] == *kind).cloned().collect()
                        };
                        for answer in &few.listing {
                            let kind = &answer["type"];
                            assert!(of(&more.listing, kind).starts_with(&of(&few.listing, kind)));
                        }
                        assert!(few.listing.len() <= 3);
                        assert_eq!(more.complete, more.count == Some(more.listing.len() as u64));
                        assert_eq!(few.complete, few.count == Some(few.listing.len() as u64));
                        passes += number;
                        cut += usize::from(!few.complete);
                    }
                    assert!(walk::step(&mut game, entry));
                }
            }
            (passes, cut)
        }
    }

    for game in games::IDS {
        let (passes, cut) = games::dispatch(game, Listed).unwrap();
        assert!(passes > 100 && cut > 100, "{game}: {passes} {cut}");
    }
}
