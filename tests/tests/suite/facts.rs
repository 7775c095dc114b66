//! The `facts` of a header: what is printed on cards, in fields that the pool does not know. Without a fact
//! the judge stops where a rule reads it and not before; the header can say it, and cannot contradict the
//! pool.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use rules_judge_engine::games;
use rules_judge_replays::answer::{Fault, FaultCode, Language, Query, Verdict, VerdictKind, View};
use rules_judge_replays::codec::facts::FACTS_BYTES;
use rules_judge_replays::judging::Judge;
use serde_json::{Value, json};

/// The demo pool with a card of which nobody knows the symbols, and one of which nobody knows the reduction.
fn pool() -> Value {
    let (_, text) = games::info("battle-spirits").unwrap().pools[0];
    let mut pool: Value = serde_json::from_str(text).unwrap();
    for card in pool["cards"].as_array_mut().unwrap() {
        match card["id"].as_str().unwrap() {
            "bs-001" => card["symbols"] = Value::Null,
            "bs-003" => card["reduction"] = Value::Null,
            _ => {}
        }
    }
    pool
}

/// Nobody blocks an attack of the first card, which then reduces the life by its symbols.
fn unblocked(facts: Value) -> Value {
    let deck = json!(vec!["bs-002"; 10]);
    json!({
        "format": "rules-judge/1",
        "game": "battle-spirits",
        "pool": pool(),
        "salt": "00112233445566778899aabbccddeeff",
        "facts": facts,
        "players": [{}, {}],
        "start": { "position": {
            "turn": 5, "active": 0, "window": "block", "battle": { "attacker": 0 },
            "players": [
                { "field": [{ "card": "bs-001", "cores": { "normal": 1 }, "state": "exhausted" }],
                  "deck": deck, "life": { "normal": 5 } },
                { "hand": ["bs-003"], "deck": deck, "life": { "normal": 5 } },
            ],
        } },
        "actions": [{ "seat": 1, "type": "no_block" }],
    })
}

fn judged(replay: &Value, view: View) -> Result<Verdict, Fault> {
    Judge::new().verify(replay.to_string().as_bytes(), &Query { view, ..Query::default() })
}

fn full(replay: &Value) -> Verdict {
    judged(replay, View::Full).unwrap()
}

fn symbols(n: u8) -> Value {
    json!([{ "card": "bs-001", "symbols": [{ "color": "red", "n": n }] }])
}

#[test]
fn judging_stops_where_an_unknown_fact_is_read_and_not_before() {
    let mut replay = unblocked(json!([]));
    let verdict = full(&replay);
    let why = verdict.not_judged.unwrap();
    assert_eq!(
        (verdict.verdict, verdict.accepted, why.code.as_str()),
        (VerdictKind::NotJudged, 0, "card_feature")
    );
    assert_eq!((why.card.as_deref(), why.fact.as_deref()), (Some("bs-001"), Some("symbols")));
    assert!(why.message.contains("symbols"), "{}", why.message);
    // The card lies on the table all the while.
    replay["actions"] = json!([]);
    let before = full(&replay);
    assert_eq!(before.verdict, VerdictKind::Legal, "{:?}", before.not_judged);
    let state = before.state.unwrap().read().unwrap();
    assert_eq!(state["players"][0]["field"][0]["symbols"], Value::Null);
    assert!(before.facts.is_empty());
}

#[test]
fn a_stated_fact_counts_and_is_part_of_every_digest() {
    let life = |verdict: &Verdict| {
        let state = verdict.state.as_ref().unwrap().read().unwrap();
        state["players"][1]["life"]["normal"].as_u64().unwrap()
    };
    let (one, two) = (full(&unblocked(symbols(1))), full(&unblocked(symbols(2))));
    assert_eq!((one.verdict, two.verdict), (VerdictKind::Legal, VerdictKind::Legal), "{:?}", one.not_judged);
    assert_eq!((life(&one), life(&two)), (4, 3));
    assert_eq!(json!(two.facts), symbols(2));
    for (one, two) in [
        (&one.replay_digest, &two.replay_digest),
        (&one.log_digest, &two.log_digest),
        (&one.accepted_digest, &two.accepted_digest),
    ] {
        assert!(one.is_some() && one != two);
    }
    // A card without symbols reduces no life.
    let none = full(&unblocked(json!([{ "card": "bs-001", "symbols": [] }])));
    assert_eq!((none.verdict, life(&none)), (VerdictKind::Legal, 5));
    // A header that says nothing is the header without the field.
    let silent = unblocked(json!([]));
    let mut without = silent.clone();
    without.as_object_mut().unwrap().remove("facts");
    assert_eq!(full(&silent).replay_digest, full(&without).replay_digest);
}

#[test]
fn a_kept_judgement_goes_on_with_its_facts() {
    let judge = Judge::new().with_memory(1 << 20);
    let replay = unblocked(symbols(2));
    let mut before = replay.clone();
    before["actions"] = json!([]);
    let base = judge.verify(before.to_string().as_bytes(), &Query::default()).unwrap().replay_digest;
    let body = json!({ "base": base, "action": replay["actions"][0] }).to_string();
    let mut moved = judge.resume(body.as_bytes(), &Query::default()).unwrap();
    moved.trace = None;
    assert_eq!(json!(moved), json!(full(&replay)));
}

/// A seat sees the facts about cards whose faces it sees.
#[test]
fn facts_about_hidden_cards_are_hidden() {
    let hidden = json!({ "card": "bs-003", "reduction": [{ "color": "red", "n": 1 }] });
    let facts = json!([symbols(1)[0], hidden]);
    let shown = |view| json!(judged(&unblocked(facts.clone()), view).unwrap().facts);
    assert_eq!(shown(View::Full), facts);
    assert_eq!(shown(View::Seat1), facts);
    for view in [View::Seat0, View::Public] {
        assert_eq!(shown(view), symbols(1));
        let without = judged(&unblocked(symbols(1)), view).unwrap();
        assert_eq!(json!(judged(&unblocked(facts.clone()), view).unwrap()), json!(without));
    }
}

/// Without a table a seat sees no card, and so no fact. A card of a hand lies open when it is used, so that
/// both seats get the field that is missing.
#[test]
fn a_seat_without_a_table_gets_no_fact_and_a_used_card_is_open() {
    let hidden = json!([{ "card": "bs-003", "reduction": [] }]);
    let mut unknown_edition = unblocked(hidden.clone());
    unknown_edition["edition"] = json!("another");
    assert_eq!(json!(judged(&unknown_edition, View::Full).unwrap().facts), hidden);
    let seen = judged(&unknown_edition, View::Seat0).unwrap();
    assert_eq!((seen.verdict, seen.facts.len()), (VerdictKind::NotJudged, 0));
    // Seat 1 summons the card in its hand, whose reductions are unknown.
    let mut summons = unblocked(json!([]));
    summons["start"]["position"] = json!({
        "turn": 6, "active": 1, "window": "main",
        "players": [
            { "deck": vec!["bs-002"; 10], "life": { "normal": 5 } },
            { "field": [{ "card": "bs-002", "cores": { "normal": 1 } }], "hand": ["bs-003"],
              "reserve": { "normal": 9 }, "deck": vec!["bs-002"; 10], "life": { "normal": 5 } },
        ],
    });
    summons["actions"] = json!([{
        "seat": 1, "type": "summon", "card": 11,
        "pay": [{ "from": { "zone": "reserve", "seat": 1 }, "normal": 1 }],
        "place": [{ "from": { "zone": "reserve", "seat": 1 }, "normal": 1 }],
    }]);
    for view in [View::Full, View::Seat0, View::Seat1] {
        let why = judged(&summons, view).unwrap().not_judged.unwrap();
        assert_eq!((why.card.as_deref(), why.fact.as_deref()), (Some("bs-003"), Some("reduction")));
    }
}

/// The example of a table with a published card whose symbols no source tells.
#[test]
fn the_example_is_judged_with_its_fact_alone() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../openapi/examples/facts/battle-spirits.json");
    let mut example: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let verdict = full(&example);
    assert_eq!(verdict.verdict, VerdictKind::Legal, "{:?} {:?}", verdict.not_judged, verdict.illegal);
    assert_eq!(json!(verdict.facts), example["facts"]);
    let card = example["facts"][0]["card"].as_str().unwrap().to_owned();
    example.as_object_mut().unwrap().remove("facts");
    let why = full(&example).not_judged.unwrap();
    assert_eq!((why.card, why.fact.as_deref()), (Some(card), Some("symbols")));
}

/// A level line whose mark nobody knows matters where the soul core lies on the card.
#[test]
fn an_unknown_mark_is_read_where_the_soul_core_lies() {
    let mut pool = pool();
    let cards = pool["cards"].as_array_mut().unwrap();
    let card = cards.iter_mut().find(|card| card["id"] == "bs-007").unwrap();
    card["levels"][1]["shinkaiho"] = Value::Null;
    let on = |cores: Value, facts: Value| {
        let mut replay = unblocked(facts);
        replay["pool"] = pool.clone();
        replay["start"]["position"]["players"][0]["field"][0] =
            json!({ "card": "bs-007", "cores": cores, "state": "exhausted" });
        full(&replay)
    };
    assert_eq!(on(json!({ "normal": 1 }), json!([])).verdict, VerdictKind::Legal);
    let stopped = on(json!({ "soul": 1 }), json!([])).not_judged.unwrap();
    assert_eq!((stopped.card.as_deref(), stopped.fact.as_deref()), (Some("bs-007"), Some("shinkaiho")));
    for (stated, level) in [(true, 2), (false, 1)] {
        let verdict = on(json!({ "soul": 1 }), json!([{ "card": "bs-007", "shinkaiho": stated }]));
        let state = verdict.state.unwrap().read().unwrap();
        assert_eq!(state["players"][0]["field"][0]["level"], level);
    }
}

#[test]
fn facts_that_the_pool_does_not_take_are_refused() {
    let refused = |facts: Value, view| judged(&unblocked(facts), view).unwrap_err();
    for (facts, code, pointer) in [
        (json!([{ "card": "bs-002", "symbols": [] }]), FaultCode::BadFact, "/facts/0/symbols"),
        (json!([symbols(1)[0], symbols(1)[0]]), FaultCode::BadFact, "/facts/1/card"),
        (json!([{ "card": "bs-001" }]), FaultCode::BadFact, "/facts/0"),
        (json!([{ "card": "bs-000", "symbols": [] }]), FaultCode::UnknownCard, "/facts/0/card"),
        (json!([{ "card": "bs-001", "symbols": 1 }]), FaultCode::WrongShape, "/facts/0/symbols"),
    ] {
        let fault = refused(facts.clone(), View::Full);
        assert_eq!((fault.code, fault.pointer.as_deref()), (code, Some(pointer)), "{facts}");
        let languages = [Language::English, Language::TraditionalChinese, Language::SimplifiedChinese];
        if code == FaultCode::BadFact {
            let [english, traditional, simplified] = languages.map(|language| fault.detail_in(language));
            assert!(english != traditional && traditional != simplified, "{facts}");
        }
        assert_eq!(refused(facts.clone(), View::Seat0).pointer.as_deref(), Some("/facts"), "{facts}");
    }
    // What the pool knows may be said again, and what it does not know may be said to be nothing.
    let same = json!([{ "card": "bs-003", "symbols": [{ "color": "red", "n": 1 }] }, symbols(0)[0]]);
    assert_eq!(full(&unblocked(same)).verdict, VerdictKind::Legal);
    let mut other = unblocked(json!([{ "card": "x", "symbols": [] }]));
    other["game"] = "azur-lane".into();
    assert_eq!(judged(&other, View::Full).unwrap_err().code, FaultCode::WrongShape);
}

/// The longest facts, and facts of one byte more. An unknown card is the fault of those that are not too
/// long.
#[test]
fn facts_have_a_largest_size() {
    let of = |bytes: usize| {
        let item = |id: &str| json!([{ "card": id, "reduction": null, "shinkaiho": null, "symbols": [] }]);
        let written = |id: &str| json!([{ "card": id, "symbols": [] }]).to_string().len();
        let facts = item(&"x".repeat(bytes - written("")));
        judged(&unblocked(facts), View::Full).unwrap_err()
    };
    let (longest, longer) = (of(FACTS_BYTES), of(FACTS_BYTES + 1));
    assert_eq!((longest.code, longest.pointer.as_deref()), (FaultCode::UnknownCard, Some("/facts/0/card")));
    assert_eq!((longer.code, longer.pointer.as_deref()), (FaultCode::TooMany, Some("/facts")));
    let items = json!(vec![json!({ "card": "bs-001", "symbols": [] }); 1_001]);
    let fault = judged(&unblocked(items), View::Full).unwrap_err();
    assert_eq!((fault.code, fault.pointer.as_deref()), (FaultCode::TooMany, Some("/facts")));
}
