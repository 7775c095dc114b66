//! The largest tables: their legal answers are found, counted and listed within the looks for that, the
//! verdict is given, listed answers are accepted, and every accepted answer lies in a shape.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use std::path::Path;
use std::sync::LazyLock;

use rules_judge_engine::games::{self, Registered, Visit};
use rules_judge_engine::kernel::shape::{self, LISTING_LIMIT, LISTING_LOOKS, Member};
use rules_judge_replays::answer::Query;
use rules_judge_replays::judging::Judge;
use rules_judge_tests::member;
use rules_judge_tests::walk::Opened;
use serde_json::{Value, json};

static JUDGE: LazyLock<Judge> = LazyLock::new(Judge::new);

/// The card of a demo pool.
fn demo(game: &str, id: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../engine/cards/{game}/pool.json"));
    let pool: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let mut cards = pool["cards"].as_array().unwrap().iter();
    cards.find(|card| card["id"] == id).cloned().unwrap()
}

fn replay(game: &str, position: Value, pool: Option<Value>) -> Value {
    let mut replay = json!({
        "format": "rules-judge/1", "game": game, "players": [{}, {}], "seed": "0".repeat(64),
        "start": {"position": position}, "actions": [],
    });
    if let Some(pool) = pool {
        replay["pool"] = pool;
    }
    replay
}

/// A table of Build Divide with these cards of one seat, and the cards of the pool besides the territory.
fn build_divide(own: Value, cards: Vec<Value>) -> Value {
    let deck = vec![cards[0]["id"].clone(); 5];
    let territory = json!({"card": "bd-001"});
    let mut half = json!({"field": [], "energy": [], "hand": [], "deck": deck, "territory": territory});
    let other = half.clone();
    half.as_object_mut().unwrap().extend(own.as_object().unwrap().clone());
    let position = json!({"turn": 3, "active": 0, "window": "main", "players": [half, other]});
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/cards/build-divide/pool.json");
    let mut pool: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    pool["cards"] = [demo("build-divide", "bd-001")].into_iter().chain(cards).collect();
    pool["name"] = "largest".into();
    replay("build-divide", position, Some(pool))
}

fn unit(id: &str, colors: &[&str], cost: Value, abilities: Value) -> Value {
    json!({
        "id": id, "kind": "unit", "name": id, "colors": colors, "cost": cost, "timing": "normal", "power": 1,
        "hit": 1,
        "abilities": abilities,
    })
}

/// A unit with an ability of this cost.
fn paying(pay: Value) -> Value {
    let ability = json!([{"activated": {"timing": "normal", "cost": {"pay": pay}, "do": [{"draw": 1}]}}]);
    unit("payer", &["red"], json!({"total": 1}), ability)
}

/// A table of Battle Spirits with these cards of one seat.
fn battle_spirits(own: Value) -> Value {
    let mut half = json!({
        "field": [], "hand": [], "deck": vec!["bs-001"; 5], "reserve": {"normal": 0}, "trash": [],
    });
    let other = half.clone();
    half.as_object_mut().unwrap().extend(own.as_object().unwrap().clone());
    let position = json!({"turn": 3, "active": 0, "window": "main", "players": [half, other]});
    replay("battle-spirits", position, None)
}

/// The legal answers of a table.
struct Found {
    /// Their number; `None`: not counted.
    count: Option<u64>,
    /// The looks for finding them.
    looks: u64,
    /// Bytes of the shapes.
    bytes: usize,
}

struct Find<'a>(&'a Value);

impl Visit for Find<'_> {
    type Out = Found;

    fn visit<G: Registered>(self) -> Found {
        let text = serde_json::to_vec(self.0).unwrap();
        let verdict = JUDGE.verify(&text, &Query::default()).unwrap_or_else(|fault| panic!("{fault:?}"));
        assert!(verdict.verdict.is_legal(), "{}", serde_json::to_string(&verdict).unwrap());
        let options = verdict.next[0].legal.clone().unwrap();

        let opened = Opened::<G>::read(&JUDGE, &text).unwrap_or_else(|fault| panic!("{fault}"));
        let mut game = opened.game().unwrap();
        let seat = game.state.asked[0].seat;
        let (shapes, stopped) = game.aside(|game| G::shapes(game, seat));
        assert_eq!(stopped, None);
        let looks = LISTING_LOOKS - game.listing_looks().left();
        let count = shape::count(&shapes);
        assert_eq!(options.count, count);
        let members = shape::listing(&shapes, LISTING_LIMIT);
        assert_eq!(options.listing.len(), members.len());
        assert_eq!(options.complete, count == Some(members.len() as u64));
        assert!(!members.is_empty());
        for member in &members {
            let action = G::action_from_member(member.kind, &member.fields).unwrap();
            let value = serde_json::to_value(&action).unwrap();
            assert!(member::lies_in(&shapes, &value), "{value}");
            assert!(game.check(seat, &action).is_ok(), "listed but refused: {value}");
        }
        Found { count, looks, bytes: serde_json::to_vec(&shapes).unwrap().len() }
    }
}

fn found(replay: &Value) -> Found {
    games::dispatch(replay["game"].as_str().unwrap(), Find(replay)).unwrap()
}

/// Checks that an action that is not listed, made from listed ones and the shapes, is accepted and lies in a
/// shape.
struct Accepts<'a>(&'a Value, fn(&[Value], &Value) -> Value);

impl Visit for Accepts<'_> {
    type Out = ();

    fn visit<G: Registered>(self) {
        let text = serde_json::to_vec(self.0).unwrap();
        let opened = Opened::<G>::read(&JUDGE, &text).unwrap_or_else(|fault| panic!("{fault}"));
        let mut game = opened.game().unwrap();
        let seat = game.state.asked[0].seat;
        let shapes = G::shapes(&mut game, seat);
        let members = shape::listing(&shapes, LISTING_LIMIT);
        let written = |member: &Member| {
            serde_json::to_value(G::action_from_member(member.kind, &member.fields).unwrap()).unwrap()
        };
        let listed: Vec<Value> = members.iter().map(written).collect();
        let value = (self.1)(&listed, &serde_json::to_value(&shapes).unwrap());
        assert!(!listed.contains(&value));
        let action: G::Action = serde_json::from_value(value.clone()).unwrap();
        assert!(game.check(seat, &action).is_ok(), "{value}");
        assert!(member::lies_in(&shapes, &value), "accepted, and in no shape: {value}");
    }
}

fn accepts(replay: &Value, action: fn(&[Value], &Value) -> Value) {
    games::dispatch(replay["game"].as_str().unwrap(), Accepts(replay, action)).unwrap();
}

/// More than ten thousand payments, each of which leaves other cards to turn face down.
#[test]
fn payments_before_other_costs_end() {
    let payer = paying(json!([{"energy": {"total": 8}}, {"face_down": {"n": 1}}]));
    let table = |energy: usize| {
        let energy = vec![json!({"card": "payer"}); energy];
        build_divide(json!({"field": [{"card": "payer"}], "energy": energy}), vec![payer.clone()])
    };
    let small = found(&table(9));
    assert!(small.count.is_some_and(|count| (9..30).contains(&count)), "nine payments, each leaves one card");
    for energy in [16, 300 - 8] {
        let large = found(&table(energy));
        assert_eq!(large.count, None);
        assert!(large.bytes < 4 << 20, "{} bytes", large.bytes);
    }
    accepts(&table(16), |listed, _| {
        let mut payment = listed.iter().find(|action| action["cost"].is_object()).unwrap().clone();
        let first = payment["pay"][0].as_u64().unwrap();
        // Pay with the last cards.
        payment["pay"] = (first + 8..first + 16).collect();
        payment["cost"]["face_down"] = json!([first + 7]);
        payment
    });
}

#[test]
fn payments_of_any_size_are_listed() {
    let table = |energy: usize| {
        let energy = vec![json!({"card": "payer"}); energy];
        build_divide(json!({"field": [{"card": "payer"}], "energy": energy}), vec![paying(json!(["x"]))])
    };
    let large = found(&table(120));
    assert_eq!(large.count, None);
    assert!(large.looks < LISTING_LOOKS / 4, "{}", large.looks);
    assert!(large.bytes < 2 << 20, "{} bytes", large.bytes);
}

#[test]
fn payments_by_colours_are_found_without_trying_all_sets() {
    let cards = vec![
        unit("one", &["black"], json!({"total": 1}), json!([])),
        unit("two", &["black", "blue"], json!({"total": 1}), json!([])),
        unit("costly", &["black"], json!({"total": 30, "black": 15}), json!([])),
    ];
    let energy: Vec<Value> =
        ["two", "one"].iter().cycle().take(60).map(|card| json!({"card": card})).collect();
    let large = found(&build_divide(json!({"hand": ["costly"], "energy": energy}), cards));
    assert_eq!(large.count, None);
    assert!(large.looks < LISTING_LOOKS / 100 && large.bytes < 20_000, "{} {}", large.looks, large.bytes);
}

#[test]
fn cores_of_many_spirits_are_put_on_one_within_the_looks() {
    for (spirits, cores) in [(20, 1_000), (290, 1_000)] {
        let field = vec![json!({"card": "bs-001", "cores": {"normal": cores}}); spirits];
        let table = battle_spirits(json!({"field": field, "hand": ["bs-001"], "reserve": {"normal": 1_000}}));
        let large = found(&table);
        assert_eq!(large.count, None);
        assert!(large.looks < LISTING_LOOKS / 4 && large.bytes < 400_000, "{} {}", large.looks, large.bytes);
    }
}

/// Sets of cards exiled for a cost count as equal if their symbols are equal.
#[test]
fn cards_to_exile_are_looked_through_by_kind() {
    let ex = ["bs-002", "bs-009", "bs-024", "bs-044", "bs-066", "bs-084", "bs-103"];
    let trash: Vec<&str> = ex.iter().copied().cycle().take(280).collect();
    let own = json!({"hand": ["bs-006"], "reserve": {"normal": 30}, "trash": trash});
    let table = battle_spirits(own);
    let large = found(&table);
    assert_eq!(large.count, None);
    assert!(large.looks < LISTING_LOOKS / 4 && large.bytes < 400_000, "{} {}", large.looks, large.bytes);

    accepts(&table, |listed, shapes| {
        let mut summon = listed.iter().find(|action| action["type"] == "summon").unwrap().clone();
        let mut slots =
            shapes.as_array().unwrap().iter().flat_map(|shape| shape["slots"].as_array().unwrap());
        let keisho = slots.find(|slot| slot["name"] == "keisho").unwrap();
        let sets = keisho["domain"]["some_of"].as_array().unwrap().iter();
        let single: Vec<&Value> =
            sets.filter_map(|set| set.as_array()).filter(|set| set.len() == 1).flatten().collect();
        // The last two cards, of two symbols each, reduce the cost by four.
        summon["keisho"] = json!([single[single.len() - 3], single[single.len() - 1]]);
        summon["pay"][0]["normal"] = json!(3);
        summon
    });

    // A realistic table.
    let hand = ["bs-006"; 3];
    let usual = battle_spirits(json!({"hand": hand, "reserve": {"normal": 8}, "trash": vec!["bs-002"; 12]}));
    let usual = found(&usual);
    assert!(usual.looks < LISTING_LOOKS / 10 && usual.bytes < 200_000, "{} {}", usual.looks, usual.bytes);
}
