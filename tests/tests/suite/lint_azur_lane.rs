//! The linter of Azur Lane finds words that can never mean or do anything in their place. Each pair has such
//! an ability and the same word in a place where it works.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use rules_judge_engine::games::azur_lane::printed::{BASE_LOOKS, PoolData};
use rules_judge_tests::languages::in_every_language;
use serde_json::{Value, json};

fn ship(id: &str, skills: Value) -> Value {
    json!({
        "id": id, "kind": "ship", "name": id, "cost": 1, "colors": [], "type": "munition", "power": 100,
        "support": {"range": [], "value": 0}, "skills": skills,
    })
}

fn event(id: &str, skills: Value) -> Value {
    json!({"id": id, "kind": "event", "name": id, "cost": 2, "colors": [], "skills": skills})
}

fn of_cards(cards: Vec<Value>) -> Vec<&'static str> {
    let pool =
        json!({"game": "azur-lane", "name": "p", "declares": {"types": [], "camps": []}, "cards": cards});
    let data: PoolData = serde_json::from_value(pool).unwrap_or_else(|error| panic!("{error}"));
    in_every_language(data.lint()).into_iter().map(|finding| finding.code).collect()
}

/// The findings in a ship with one skill.
fn found(skill: Value) -> Vec<&'static str> {
    of_cards(vec![ship("x", json!([skill]))])
}

fn activated(words: Value) -> Value {
    json!({"activated": {"body": {"do": words}}})
}

fn auto(on: Value, words: Value) -> Value {
    json!({"triggered": {"on": on, "body": {"do": words}}})
}

fn continuous(zone: &str, apply: Value) -> Value {
    json!({"continuous": {"zone": zone, "apply": [apply]}})
}

fn counter(words: Value) -> Value {
    json!({"counter": {"do": words}})
}

fn power(what: Value, until: Value) -> Value {
    json!({"modify": {"what": what, "stat": "power", "by": {"add": 100}, "until": until}})
}

fn cards(from: Value, fits: Value) -> Value {
    json!({"cards": {"from": from, "fits": fits, "take": "all"}})
}

/// Checks pairs: the first ability has one finding of this code, the second none.
fn check(pairs: &[(&str, Value, Value)]) {
    for (code, wrong, right) in pairs {
        assert_eq!(found(wrong.clone()), [*code], "{wrong}");
        assert_eq!(found(right.clone()), [""; 0], "{right}");
    }
}

#[test]
fn a_reference_to_no_card_is_found() {
    let attacks = json!({"attacks": {}});
    let enters = json!({"enters": "this"});
    let turn_ends = json!({"turn_ends": "own"});
    let choose = json!({"choose": {"cards": {"take": {"exactly": 1}}}});
    check(&[
        (
            "nothing_meant",
            activated(json!([{"rest": {"what": "subject"}}])),
            auto(attacks.clone(), json!([{"rest": {"what": "subject"}}])),
        ),
        (
            "nothing_meant",
            auto(turn_ends, json!([{"rest": {"what": "subject"}}])),
            auto(enters.clone(), json!([{"rest": {"what": "subject"}}])),
        ),
        (
            "nothing_meant",
            auto(enters, json!([{"rest": {"what": "other"}}])),
            auto(attacks, json!([{"rest": {"what": "other"}}])),
        ),
        (
            "nothing_meant",
            counter(json!([{"rest": {"what": "other"}}])),
            counter(json!([{"rest": {"what": {"role": "target"}}}])),
        ),
        (
            "nothing_meant",
            activated(json!([{"rest": {"what": {"role": "attacker"}}}])),
            counter(json!([{"rest": {"what": {"role": "attacker"}}}])),
        ),
        (
            "nothing_meant",
            activated(json!([{"rest": {"what": {"role": "host"}}}])),
            json!({
                "continuous": {
                    "zone": "under",
                    "apply": [{"modify": {"what": {"role": "host"}, "stat": "power", "by": {"add": 1}}}],
                },
            }),
        ),
        (
            "nothing_meant",
            activated(json!([{"rest": {"what": "chosen"}}, choose])),
            activated(json!([choose, {"rest": {"what": "chosen"}}])),
        ),
        (
            "nothing_meant",
            activated(json!([{"rest": {"what": "chosen"}}])),
            activated(json!([{"draw": {}}, {"reveal": {"what": "chosen"}}])),
        ),
        (
            "nothing_meant",
            activated(json!([{"reveal": {"what": "chosen"}}])),
            json!({
                "activated": {
                    "body": {
                        "cost": {"pay": [{"discard": {"n": 1}}]}, "do": [{"reveal": {"what": "chosen"}}],
                    },
                },
            }),
        ),
        (
            "nothing_meant",
            activated(json!([{"to_hand": {"what": cards(json!("looked"), json!([]))}}])),
            activated(json!([
                {"look": {"from": {"deck_top": 2}}},
                {"to_hand": {"what": cards(json!("looked"), json!([]))}},
            ])),
        ),
        (
            "nothing_meant",
            activated(json!([{"if": {"when": {"did": {}}, "do": [{"draw": {}}]}}])),
            activated(json!([{"draw": {}}, {"if": {"when": {"did": {}}, "do": [{"draw": {}}]}}])),
        ),
        (
            "nothing_meant",
            activated(json!([{"draw": {"n": {"chosen_number": {}}}}])),
            activated(json!([{"choose_number": {"most": 2}}, {"draw": {"n": {"chosen_number": {}}}}])),
        ),
        // A later event has its own cards; the choice is still known, but not the cards that wait for it.
        (
            "nothing_meant",
            activated(json!([{
                "later": {
                    "on": {"turn_ends": "own"}, "do": [{"rest": {"what": "subject"}}], "until": "turn",
                },
            }])),
            activated(json!([
                choose,
                {
                    "later": {
                        "on": {"attacks": {"who": {"cards": {}}}},
                        "do": [{"rest": {"what": "subject"}}, {"rest": {"what": "chosen"}}],
                        "until": "turn",
                    },
                },
            ])),
        ),
        // A prohibition is evaluated when the choice is over.
        (
            "unbound_name",
            activated(json!([
                {"choose": {"cards": {"take": "all", "name": "a"}}},
                {
                    "forbid": {
                        "what": "this", "forbidden": {"attack": [{"adjacent": {"named": "a"}}]},
                        "until": "turn",
                    },
                },
            ])),
            activated(json!([
                {"choose_number": {"most": 3}},
                {
                    "forbid_player": {
                        "who": "opponent",
                        "forbidden": {"use": [{"cost": ["equal", {"chosen_number": {}}]}]},
                        "until": "turn",
                    },
                },
            ])),
        ),
    ]);
}

#[test]
fn properties_that_cards_there_never_have() {
    let exists = |from: &str, filter: Value| {
        let when = json!({"exists": cards(json!(from), json!([filter]))});
        json!({"activated": {"body": {"when": when, "do": [{"draw": {}}]}}})
    };
    for filter in [
        json!({"row": "front"}),
        json!({"state": "rested"}),
        json!({"position": ["F1"]}),
        json!({"adjacent": "this"}),
        json!({"has_under": {}}),
        json!({"face": "back"}),
        json!({"not": {"row": "back"}}),
        json!({"kind": ["flagship"]}),
    ] {
        for from in ["hand", "retreat", "deck"] {
            assert_eq!(found(exists(from, filter.clone())), ["never_true"], "{from} {filter}");
        }
        assert_eq!(found(exists("battlefield", filter.clone())), [""; 0], "{filter}");
    }
    assert_eq!(found(exists("battlefield", json!({"kind": ["event"]}))), ["never_true"]);
    assert_eq!(found(exists("hand", json!({"kind": ["event"]}))), [""; 0]);
    // The places of properties that hand cards are tested for.
    let row = json!([{"row": "front"}]);
    for skill in [
        auto(json!({"discards": {"fits": row}}), json!([{"draw": {}}])),
        auto(json!({"ship_used": {"fits": row}}), json!([{"draw": {}}])),
        activated(json!([{"discard": {"fits": row}}])),
        activated(
            json!([{"forbid_player": {"who": "opponent", "forbidden": {"enter": row}, "until": "turn"}}]),
        ),
        json!({
            "activated": {
                "body": {"cost": {"pay": [{"discard": {"n": 1, "fits": row}}]}, "do": [{"draw": {}}]},
            },
        }),
        continuous("battlefield", json!({"use_from_retreat": {"fits": row}})),
    ] {
        assert_eq!(found(skill.clone()), ["never_true"], "{skill}");
    }
    // For a card that has left, its last properties count.
    for skill in [
        auto(json!({"destroys": {"victim": row}}), json!([{"draw": {}}])),
        auto(
            json!({"destroyed": {}}),
            json!([{"if": {"when": {"matches": {"what": "this", "fits": row}}, "do": [{"draw": {}}]}}]),
        ),
        json!({
            "activated": {"body": {"cost": {"pay": [{"rest": {"n": 1, "fits": row}}]}, "do": [{"draw": {}}]}},
        }),
    ] {
        assert_eq!(found(skill.clone()), [""; 0], "{skill}");
    }
}

#[test]
fn conditions_that_are_never_true() {
    let lies_in = |zone: &str, place: &str| {
        let condition = json!({"in": [place]});
        json!({
            "continuous": {
                "zone": zone, "when": condition,
                "apply": [{"modify": {"what": "this", "stat": "power", "by": {"add": 1}}}],
            },
        })
    };
    for (zone, places) in [
        ("battlefield", vec!["battlefield"]),
        ("hand", vec!["hand"]),
        ("retreat", vec!["retreat"]),
        ("under", vec!["battlefield"]),
        ("anywhere", vec!["battlefield", "hand", "retreat"]),
    ] {
        for place in ["battlefield", "hand", "retreat", "deck", "durability"] {
            let wanted: &[&str] = if places.contains(&place) { &[] } else { &["never_true"] };
            assert_eq!(found(lies_in(zone, place)), wanted, "{zone} {place}");
        }
    }
    let when = |condition: Value| json!({"activated": {"body": {"when": condition, "do": [{"draw": {}}]}}});
    let left = |on: Value| {
        json!({
            "triggered": {"on": on, "body": {"when": {"in": ["deck"]}, "do": [{"draw": {}}]}},
        })
    };
    check(&[
        (
            "never_true",
            when(json!({"is_under": {}})),
            json!({
                "continuous": {
                    "zone": "anywhere", "when": {"is_under": {}},
                    "apply": [{"modify": {"what": "this", "stat": "power", "by": {"add": 1}}}],
                },
            }),
        ),
        (
            "never_true",
            when(json!("attacking").as_str().map(|role| json!({"battling": role})).unwrap()),
            auto(
                json!({"attacks": {}}),
                json!([{"if": {"when": {"battling": "attacking"}, "do": [{"draw": {}}]}}]),
            ),
        ),
        ("never_true", when(json!({"phase": []})), when(json!({"phase": ["main"]}))),
        (
            "constant_condition",
            when(json!({"compare": [1, "at_most", 2]})),
            when(json!({"compare": [{"hand": "own"}, "at_most", 2]})),
        ),
        ("never_true", left(json!({"attacks": {}})), left(json!({"leaves_battlefield": "this"}))),
        (
            "never_true",
            json!({"last_stand": {"when": {"in": ["hand"]}}}),
            json!({"last_stand": {"when": {"in": ["durability"]}}}),
        ),
    ]);
}

#[test]
fn what_never_lasts_or_works() {
    let twice = |one: Value, other: Value| of_cards(vec![ship("x", json!([one, other]))]);
    let gates = |kind: &str, gates: Value| json!({kind: {"gates": gates, "do": [{"draw": {}}]}});
    let grant = |keyword: Value, what: Value| {
        activated(json!([{"grant": {"what": what, "keyword": keyword, "until": "turn"}}]))
    };
    check(&[
        (
            "no_duration",
            activated(json!([power(json!("this"), json!("battle"))])),
            counter(json!([power(json!({"role": "target"}), json!("battle"))])),
        ),
        (
            "no_duration",
            auto(json!({"turn_ends": "own"}), json!([power(json!("this"), json!("battle"))])),
            auto(json!({"enters": "this"}), json!([power(json!("this"), json!("battle"))])),
        ),
        (
            "no_duration",
            auto(
                json!({"phase_starts": {"phase": "battle"}}),
                json!([power(json!("this"), json!("battle"))]),
            ),
            auto(
                json!({"phase_starts": {"phase": "defence_step"}}),
                json!([power(json!("this"), json!("battle"))]),
            ),
        ),
        (
            "no_duration",
            activated(json!([{"later": {"on": {"attacks": {}}, "do": [{"draw": {}}], "until": "battle"}}])),
            activated(json!([{
                "later": {
                    "on": {"attacks": {}}, "do": [power(json!("this"), json!("battle"))], "until": "turn",
                },
            }])),
        ),
        (
            "never_effective",
            activated(json!([{"forbid": {"what": "this", "forbidden": "draw", "until": "turn"}}])),
            activated(json!([{"forbid_player": {"who": "own", "forbidden": "draw", "until": "turn"}}])),
        ),
        (
            "never_effective",
            activated(json!([{"forbid_player": {"who": "own", "forbidden": "support", "until": "turn"}}])),
            activated(json!([{"forbid": {"what": "this", "forbidden": "support", "until": "turn"}}])),
        ),
        (
            "never_effective",
            continuous(
                "battlefield",
                json!({"forbid_player": {"who": "opponent", "forbidden": {"attack": []}}}),
            ),
            continuous(
                "battlefield",
                json!({
                    "forbid": {
                        "what": {"cards": {"side": "opponent", "take": "all"}}, "forbidden": {"attack": []},
                    },
                }),
            ),
        ),
        (
            "never_effective",
            gates("counter", json!(["own_turn"])),
            gates("counter", json!(["opponent_turn"])),
        ),
        ("never_effective", gates("chase", json!(["opponent_turn"])), gates("chase", json!(["own_turn"]))),
        (
            "never_effective",
            gates("counter", json!(["own_turn", "opponent_turn"])),
            gates("counter", json!([])),
        ),
        (
            "never_effective",
            json!({"activated": {"body": {"gates": ["opponent_turn"], "do": [{"draw": {}}]}}}),
            json!({"activated": {"body": {"gates": ["own_main_phase"], "do": [{"draw": {}}]}}}),
        ),
        (
            "never_effective",
            grant(json!("last_stand"), json!("this")),
            grant(json!("last_stand"), cards(json!({"durability_top": 2}), json!([]))),
        ),
        (
            "never_effective",
            grant(json!("rush"), cards(json!("hand"), json!([]))),
            grant(json!("rush"), json!("this")),
        ),
        ("wrong_keyword", json!({"keyword": "last_stand"}), json!({"last_stand": {}})),
        ("number_out_of_range", json!({"keyword": {"strike": 0}}), json!({"keyword": {"strike": 100}})),
        (
            "empty_list",
            json!({"continuous": {"apply": []}}),
            continuous("battlefield", json!({"grant": {"what": "this", "keyword": "rush"}})),
        ),
    ]);
    let counter = |n: u32| json!({"counter": {"do": [{"draw": {"n": n}}]}});
    assert_eq!(twice(counter(1), counter(2)), ["skill_twice"]);
    assert_eq!(twice(counter(1), json!({"chase": {"do": [{"draw": {}}]}})), [""; 0]);
    assert_eq!(twice(json!({"last_stand": {}}), json!({"last_stand": {}})), ["skill_twice"]);
}

#[test]
fn counts_are_at_least_one() {
    for count in [-1, 0, 1] {
        let wanted: &[&str] = if count > 0 { &[] } else { &["number_out_of_range"] };
        for word in [
            json!({"draw": {"n": count}}),
            json!({"add_cubes": {"n": count}}),
            json!({"rest_cubes": {"n": count}}),
            json!({"activate_cubes": {"n": count}}),
            json!({"return_cubes": {"n": count}}),
            json!({"turn_cubes": {"n": count, "face": "back"}}),
            json!({"damage": {"n": count}}),
            json!({"discard": {"take": {"exactly": count}}}),
            json!({"rest": {"what": {"cards": {"take": {"up_to": count}}}}}),
            json!({"look": {"from": {"deck_top": count}}}),
            json!({"reveal": {"what": {"cards": {"from": {"deck_bottom": count}, "take": "all"}}}}),
        ] {
            assert_eq!(found(activated(json!([word]))), wanted, "{word}");
        }
    }
    check(&[
        (
            "number_out_of_range",
            activated(json!([{"choose_number": {"most": 0}}])),
            activated(json!([{"choose_number": {"most": 1}}])),
        ),
        (
            "number_out_of_range",
            activated(
                json!([{"modify": {"what": "this", "stat": "power", "by": {"add": 0}, "until": "turn"}}]),
            ),
            activated(
                json!([{"modify": {"what": "this", "stat": "power", "by": {"add": -1}, "until": "turn"}}]),
            ),
        ),
        (
            "number_out_of_range",
            continuous(
                "battlefield",
                json!({
                    "modify": {"what": "this", "stat": "power", "by": {"add": {"per": [{"hand": "own"}, 0]}}},
                }),
            ),
            continuous(
                "battlefield",
                json!({
                    "modify": {"what": "this", "stat": "power", "by": {"add": {"per": [{"hand": "own"}, 2]}}},
                }),
            ),
        ),
    ]);
}

/// A skill may be given if it is one of the side, of a kind that can be given; a skill that exists only to be
/// given may be.
#[test]
fn a_given_skill_is_one_of_the_side() {
    let give = |number: u8| {
        activated(json!([{"grant_ability": {"what": "this", "ability": number, "until": "turn"}}]))
    };
    let granted =
        json!({"triggered": {"on": {"destroys": {}}, "zone": "granted", "body": {"do": [{"draw": {}}]}}});
    let of = |number: u8| of_cards(vec![ship("x", json!([give(number), granted, {"keyword": "rush"}]))]);
    assert_eq!(of(2), [""; 0]);
    assert_eq!(of(1), ["never_effective"], "nothing gives the second");
    assert_eq!(of(3), ["wrong_attribute", "never_effective"]);
    assert_eq!([of(0), of(4)], [["number_out_of_range", "never_effective"]; 2]);
}

#[test]
fn what_is_remodelled_is_a_ship_of_the_pool() {
    let remodel = |base: Value| ship("x", json!([{"remodel": {"cubes": 1, "base": base}}]));
    let of = |base: Value| of_cards(vec![remodel(base), ship("base", json!([])), event("e", json!([]))]);
    assert_eq!(of(json!([{"name": "base"}])), [""; 0]);
    assert_eq!(of(json!([{"name": "bases"}])), ["no_base"]);
    assert_eq!(of(json!([{"name": "e"}])), ["no_base"], "an event is no base");
    assert_eq!(
        of(json!([{"any": [{"name": "bases"}, {"power": ["at_least", 500]}]}])),
        [""; 0],
        "power changes"
    );
    assert_eq!(of(json!([{"any": [{"name": "bases"}, {"camp": ["iron_blood"]}]}])), ["no_base"]);
    assert_eq!(of(json!([{"not": {"type": ["munition"]}}])), ["no_base"]);
    assert_eq!(of(json!([{"not": {"any": [{"name": "bases"}, {"power": ["at_least", 500]}]}}])), [""; 0]);
}

/// Bases are compared with a limited number of values in one pool.
#[test]
fn the_search_for_bases_has_an_edge() {
    let remodel =
        |id: usize, base: Value| ship(&format!("s{id}"), json!([{"remodel": {"cubes": 1, "base": base}}]));
    let ships = 1_000;
    let pool = |first: Value| {
        let mut cards: Vec<Value> = (0..ships).map(|id| remodel(id, json!([{"name": "s0"}]))).collect();
        cards[0] = remodel(0, first);
        cards[ships - 1] = remodel(ships - 1, json!([{"name": "nobody"}]));
        of_cards(cards)
    };
    assert_eq!(ships * ships, BASE_LOOKS);
    assert_eq!(pool(json!([{"name": "s0"}])), ["no_base"]);
    assert_eq!(pool(json!([{"name": "s0"}, {"kind": ["ship"]}])), [""; 0], "the last is not looked at");
}

#[test]
fn one_of_several_events() {
    let (attacks, supports) = (json!({"attacks": {}}), json!({"supports": {}}));
    let draw = || json!([{"draw": 1}]);
    let either = json!({"any": [attacks, supports]});
    check(&[
        ("number_out_of_range", auto(json!({"any": [attacks]}), draw()), auto(either.clone(), draw())),
        ("nested_any", auto(json!({"any": [either, attacks]}), draw()), auto(either.clone(), draw())),
        (
            "nothing_meant",
            auto(json!({"any": [attacks, {"turn_ends": "own"}]}), json!([{"rest": {"what": "subject"}}])),
            auto(either, json!([{"rest": {"what": "subject"}}])),
        ),
    ]);
}

#[test]
fn skills_in_a_deck() {
    let cost = |what: Value| json!({"modify": {"what": what, "stat": "cost", "by": {"add": 1}}});
    let triggered = |zone: &str| {
        json!({
            "triggered": {"on": {"turn_ends": "own"}, "zone": zone, "body": {"do": [{"draw": 1}]}},
        })
    };
    check(&[
        (
            "never_effective",
            continuous("deck", cost(cards(json!("hand"), json!([])))),
            continuous("deck", cost(json!("this"))),
        ),
        ("never_effective", triggered("deck"), triggered("hand")),
    ]);
}

#[test]
fn what_is_paid_in_a_random_order() {
    let bottom = |order: &str| json!([{"retreat_zone_to_deck": {"n": 2, "order": order}}]);
    let instead = |order: &str| json!({"alternative_cost": {"pay": bottom(order)}});
    let left =
        |order: &str| json!({"activated": {"body": {"cost": {"pay": bottom(order)}, "do": [{"draw": 1}]}}});
    check(&[
        ("wrong_attribute", instead("random"), instead("chosen")),
        ("wrong_attribute", instead("random"), left("random")),
    ]);
}
