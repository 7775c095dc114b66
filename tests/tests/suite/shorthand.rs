//! Shorthands of abilities: the short and the long form of a word are the same, and have one canonical form.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use rules_judge_engine::games::{self, Registered, Visit, azur_lane, xinglingwang};
use rules_judge_tests::cases;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// The canonical form of a word.
fn canonical<T: Serialize + DeserializeOwned>(written: &Value) -> Value {
    let word: T =
        serde_json::from_value(written.clone()).unwrap_or_else(|error| panic!("{written}: {error}"));
    serde_json::to_value(word).unwrap()
}

/// Checks that every form is written as the canonical one, and the canonical one as itself.
fn same<T: Serialize + DeserializeOwned>(form: Value, others: &[Value]) {
    for other in others.iter().chain([&form]) {
        assert_eq!(canonical::<T>(other), form, "{other}");
    }
}

fn effects<T: Serialize + DeserializeOwned>() {
    same::<T>(json!({"draw": 2}), &[json!({"draw": {"n": 2}}), json!({"draw": {"who": "own", "n": 2}})]);
    same::<T>(json!({"draw": 1}), &[json!("draw"), json!({"draw": {}})]);
    same::<T>(json!({"draw": {"who": "both", "n": 2}}), &[]);
    same::<T>(json!({"mill": 3}), &[json!({"mill": {"n": 3}})]);
    same::<T>(json!({"destroy": "this"}), &[json!({"destroy": {"what": "this"}})]);
    same::<T>(json!({"destroy": {"what": "this", "by": "opponent"}}), &[]);
    same::<T>(
        json!({"to_hand": {"cards": {"from": "deck", "take": 1}}}),
        &[json!({"to_hand": {"what": {"cards": {"side": "own", "from": "deck", "take": {"exactly": 1}}}}})],
    );
    same::<T>(json!({"to_hand": {"named": "x"}}), &[json!({"to_hand": {"what": {"named": "x"}}})]);
    same::<T>(json!({"to_hand": {"cards": {"take": {"up_to": 2}}}}), &[]);
    same::<T>(
        json!({"search": {"from": {"deck_top": 3}, "take": {"up_to": 1}, "rest": "bottom"}}),
        &[json!({
            "search": {
                "from": {"deck_top": 3}, "fits": [], "take": {"up_to": 1}, "reveal": false,
                "rest": "bottom",
            },
        })],
    );
    let wrong = [
        json!("destroy"),
        json!({"draw": "two"}),
        json!({"draw": [2]}),
        json!({"destroy": {}}),
        json!({"destroy": {"this": {}, "by": "own"}}),
        json!({"to_hand": {"cards": {"take": "one"}}}),
    ];
    for word in wrong {
        serde_json::from_value::<T>(word.clone()).err().unwrap_or_else(|| panic!("{word} can be read"));
    }
}

#[test]
fn effects_have_one_canonical_form() {
    effects::<azur_lane::words::Effect>();
    effects::<xinglingwang::words::Effect>();
}

#[test]
fn comparisons_have_one_canonical_form() {
    type Filter = azur_lane::words::Filter;
    for (sign, is) in
        [("<=", "at_most"), (">=", "at_least"), ("=", "equal"), ("<", "less_than"), (">", "more_than")]
    {
        same::<Filter>(json!({"cost": format!("{sign}3")}), &[json!({"cost": [is, 3]})]);
        same::<Filter>(json!({"power": format!("{sign}-100")}), &[json!({"power": [is, -100]})]);
    }
    same::<Filter>(json!({"cost": ["at_most", {"hand": "own"}]}), &[]);
    for wrong in [
        json!("3"),
        json!("<=x"),
        json!("=<3"),
        json!(""),
        json!(3),
        json!(["at_most"]),
        json!(["at_most", 3, 4]),
    ] {
        serde_json::from_value::<Filter>(json!({"cost": wrong})).unwrap_err();
    }
}

#[test]
fn words_without_parameters_stand_alone() {
    same::<azur_lane::words::Filter>(json!("other"), &[json!({"other": {}})]);
    same::<azur_lane::words::Condition>(json!("did"), &[json!({"did": {}})]);
    same::<xinglingwang::words::Condition>(json!("did"), &[json!({"did": {}})]);
    same::<xinglingwang::words::Quantity>(json!("chosen_number"), &[json!({"chosen_number": {}})]);
    serde_json::from_value::<azur_lane::words::Filter>(json!("cost")).unwrap_err();
    serde_json::from_value::<azur_lane::words::Filter>(json!("nothing")).unwrap_err();
}

struct Pools;

impl Visit for Pools {
    type Out = ();

    fn visit<G: Registered>(self) {
        let mut pools: Vec<Value> = vec![serde_json::from_str(G::INFO.demo_pool).unwrap()];
        let suites = cases::suites().unwrap_or_else(|fault| panic!("{fault}"));
        let of_game = suites.into_iter().filter(|suite| suite.game == G::INFO.id);
        pools.extend(of_game.filter_map(|suite| suite.pool).filter(Value::is_object));
        assert_eq!(pools.len(), 2, "{}", G::INFO.id);
        for pool in pools {
            let short = canonical::<G::PoolData>(&pool);
            assert_eq!(canonical::<G::PoolData>(&short), short, "{}", G::INFO.id);
            let cards = |pool: &Value| pool["cards"].as_array().unwrap().clone();
            let longer = |(card, short): &(Value, Value)| short.to_string().len() > card.to_string().len();
            let longer: Vec<_> = cards(&pool).into_iter().zip(cards(&short)).filter(longer).collect();
            assert!(short.to_string().len() <= pool.to_string().len(), "{}: {longer:?}", G::INFO.id);
        }
    }
}

#[test]
fn the_canonical_form_of_a_pool_is_its_own() {
    for game in games::IDS {
        games::dispatch(game, Pools).unwrap();
    }
}
