//! The linter of 星靈王 finds words that cannot mean anything in their place, and words without effect.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use rules_judge_engine::games::xinglingwang::printed::PoolData;
use rules_judge_tests::languages::in_every_language;
use serde_json::{Value, json};

/// The findings in a card with only these fields, with their places in it.
fn found_in(card: &Value) -> Vec<(&'static str, String)> {
    let mut whole = json!({"id": "a", "name": "a", "race": "neutral"});
    whole.as_object_mut().unwrap().extend(card.as_object().unwrap().clone());
    let pool = json!({"game": "xinglingwang", "name": "p", "cards": [whole]});
    let pool: PoolData = serde_json::from_value(pool).unwrap_or_else(|error| panic!("{card}: {error}"));
    let place = |pointer: String| pointer.strip_prefix("/cards/0").unwrap_or(&pointer).to_owned();
    in_every_language(pool.lint()).into_iter().map(|finding| (finding.code, place(finding.pointer))).collect()
}

/// The codes of the findings in an ability of a unit.
fn found(ability: Value) -> Vec<&'static str> {
    let card = json!({"unit": {"attack": 1, "score": 1}, "abilities": [ability]});
    found_in(&card).into_iter().map(|(code, _)| code).collect()
}

fn immediate(word: Value) -> Value {
    json!({"immediate": {"body": {"do": [word]}}})
}

fn triggered(on: Value, word: Value) -> Value {
    json!({"triggered": {"on": on, "body": {"do": [word]}}})
}

fn activated(phase: &str, word: Value) -> Value {
    json!({"activated": {"timing": [{"phase": {"phase": phase}}], "body": {"do": [word]}}})
}

fn magic(timing: Value, word: Value) -> Value {
    json!({"magic": {"mana": 1, "type": "one_shot", "timing": [timing], "effect": {"do": [word]}}})
}

const NONE: [&str; 0] = [];

#[test]
fn properties_of_the_field_are_asked_only_of_the_field() {
    let exile = |from: &str, fits: Value| {
        let cards = json!({"cards": {"from": from, "fits": [fits], "take": "all"}});
        found(immediate(json!({"exile": {"what": cards}})))
    };
    let near = json!({"near": {"relation": "beside", "of": "this"}});
    for fits in [
        json!({"row": "front"}),
        json!({"lane": [1]}),
        json!({"state": "rested"}),
        json!({"combined": {}}),
        json!({"traveler": {}}),
        json!({"entered_this_turn": {}}),
        json!({"has_room": {}}),
        json!({"over": []}),
        near,
    ] {
        assert_eq!(exile("field", fits.clone()), NONE, "{fits}");
        assert_eq!(exile("hand_and_field", fits.clone()), NONE, "{fits}");
        for from in ["hand", "deck", "graveyard", "exile"] {
            assert_eq!(exile(from, fits.clone()), ["never_fits"], "{from}: {fits}");
            assert_eq!(exile(from, json!({"not": fits})), ["never_fits"], "{from}: {fits}");
        }
    }
    assert_eq!(exile("hand", json!({"keyword": "sneak"})), NONE);
    let heard = |event: &str| {
        let on = json!({"event": [event], "who": {"cards": {"fits": [{"row": "front"}]}}});
        found(triggered(on, json!({"draw": {}})))
    };
    assert_eq!([heard("draw"), heard("destroy")], [vec!["never_fits"], vec![]]);
}

#[test]
fn what_is_looked_at_has_been_looked_at() {
    let take = json!({"to_hand": {"what": {"cards": {"from": "looked", "take": "all"}}}});
    let look = json!({"look": {"from": {"deck_top": 2}}});
    assert_eq!(found(immediate(take.clone())), ["nothing_meant"]);
    let both = json!({"immediate": {"body": {"do": [look.clone(), take.clone()]}}});
    assert_eq!(found(both), NONE);
    let apart = json!({"unit": {"attack": 1, "score": 1}, "abilities": [immediate(look), immediate(take)]});
    assert_eq!(found_in(&apart).len(), 1, "another ability has looked");
}

#[test]
fn what_is_chosen_has_been_chosen() {
    let rest = json!({"rest": {"what": "chosen"}});
    let choose = json!({"choose": {"cards": {"take": {"exactly": 1}}}});
    let body = |body: Value| found(json!({"immediate": {"body": body}}));
    assert_eq!(found(immediate(rest.clone())), ["nothing_meant"]);
    assert_eq!(found(activated("main", rest.clone())), ["nothing_meant"]);
    assert_eq!(found(triggered(json!({"event": ["attack"]}), rest.clone())), ["nothing_meant"]);
    assert_eq!(body(json!({"do": [rest, choose]})), ["nothing_meant"], "it is chosen after that");
    for chosen in [
        choose.clone(),
        json!({"destroy": {"what": {"cards": {"take": {"exactly": 1}}}}}),
        json!({"draw": {}}),
        json!({"mill": {}}),
        json!({"discard": {}}),
        json!({"return_ghosts": {"n": 1}}),
        json!({"summon_travelers": {}}),
    ] {
        assert_eq!(body(json!({"do": [chosen, rest]})), NONE, "{chosen}");
        assert_eq!(body(json!({"cost": [chosen], "do": [rest]})), NONE, "{chosen}");
    }
    let targets = json!([{"take": {"exactly": 1}, "name": "t"}]);
    assert_eq!(body(json!({"targets": targets, "do": [rest]})), NONE);
    let apart = json!({"unit": {"attack": 1, "score": 1}, "abilities": [immediate(choose), immediate(rest)]});
    assert_eq!(found_in(&apart).len(), 1, "another ability has chosen");
}

#[test]
fn the_card_of_an_event_needs_an_event() {
    let rest = |what: &str| json!({"rest": {"what": what}});
    assert_eq!(found(activated("main", rest("subject"))), ["nothing_meant"]);
    assert_eq!(found(activated("main", rest("this"))), NONE);
    assert_eq!(found(immediate(rest("subject"))), NONE);
    assert_eq!(found(immediate(rest("other"))), ["nothing_meant"]);
    let on = |event: &str| json!({"event": [event]});
    assert_eq!(found(triggered(on("attack"), rest("subject"))), NONE);
    assert_eq!(found(triggered(on("attack"), rest("other"))), ["nothing_meant"]);
    assert_eq!(found(triggered(on("turn_starts"), rest("subject"))), ["nothing_meant"]);
    assert_eq!(found(triggered(on("battle_won"), rest("other"))), NONE);
    assert_eq!(found(triggered(json!({"event": ["destroy"], "means": "battle"}), rest("other"))), NONE);
    assert_eq!(
        found(triggered(json!({"event": ["destroy"], "means": "magic"}), rest("other"))),
        ["nothing_meant"]
    );
    let continuous = json!({"continuous": {"apply": [{"grant": {"what": "subject", "keyword": "sneak"}}]}});
    assert_eq!(found(continuous), ["nothing_meant"]);
    let phase = json!({"phase": {"phase": "main"}});
    assert_eq!(found_in(&magic(phase, rest("subject"))).len(), 1);
    let moment = json!({"moment": {"event": ["battle_won"]}});
    assert_eq!(found_in(&magic(moment, rest("subject"))), []);
}

#[test]
fn a_battle_is_spoken_of_where_there_may_be_one() {
    let role = |role: &str| json!({"rest": {"what": {"role": role}}});
    for name in ["attacker", "defender", "opponent_in_battle"] {
        assert_eq!(found(activated("defence", role(name))), NONE, "{name}");
        assert_eq!(found(activated("summon", role(name))), ["nothing_meant"], "{name}");
        let on = json!({"event": ["phase_starts"], "phase": "end"});
        assert_eq!(found(triggered(on, role(name))), ["nothing_meant"], "{name}");
        assert_eq!(found(triggered(json!({"event": ["move"]}), role(name))), NONE, "{name}");
    }
    let until = |phase: &str| {
        let word = json!({"grant": {"what": "this", "keyword": "sneak", "until": "battle"}});
        found(activated(phase, word))
    };
    assert_eq!([until("defence"), until("tactics"), until("main")].concat(), NONE);
    assert_eq!([until("summon"), until("end"), until("draw")].concat(), ["nothing_meant"; 3]);
    let player = json!({"forbid_player": {"who": "own", "forbidden": "draw", "until": "battle"}});
    assert_eq!(found(activated("summon", player)), ["nothing_meant"]);
    let when = json!({"if": {"when": {"battling": "attacking"}, "do": [{"draw": {}}]}});
    assert_eq!(found(activated("summon", when)), ["nothing_meant"]);
    let fits = json!({"cards": {"fits": [{"fighting": "attacks"}], "take": "all"}});
    assert_eq!(found(activated("end", json!({"rest": {"what": fits}}))), ["nothing_meant"]);
}

#[test]
fn numbers_below_one_do_nothing() {
    let words = [
        json!({"draw": {"n": -1}}),
        json!({"draw": {"n": 0}}),
        json!({"mill": {"n": 0}}),
        json!({"charge": {"n": 0}}),
        json!({"reward": {"n": -2}}),
        json!({"lose_reward": {"n": 0}}),
        json!({"lose_energy": {"n": 0}}),
        json!({"spend": {"n": 0}}),
        json!({"alight": {"n": 0}}),
        json!({"summon_travelers": {"n": 0}}),
        json!({"extra_normal_play": {"n": 0}}),
        json!({"repeat": {"n": 0, "do": [{"draw": {}}]}}),
        json!({"board": {"n": 0, "on": "this"}}),
        json!({"discard": {"take": {"exactly": 0}}}),
        json!({"look": {"from": {"deck_top": 0}}}),
        json!({"modify": {"what": "this", "stat": "attack", "by": {"add": 0}, "until": "turn"}}),
        json!({"modify": {"what": "this", "stat": "attack", "by": {"multiply": 1}, "until": "turn"}}),
    ];
    for word in words {
        assert_eq!(found(immediate(word.clone())), ["number_out_of_range"], "{word}");
    }
    assert_eq!(
        found(immediate(json!({"return_ghosts": {"n": -1}}))),
        NONE,
        "ghosts may be worth less than nothing"
    );
    let x = json!({"immediate": {"body": {"x": 0, "do": [{"draw": {"n": "chosen_number"}}]}}});
    assert_eq!(found(x), ["number_out_of_range"]);
    let add =
        json!({"continuous": {"apply": [{"modify": {"what": "this", "stat": "attack", "by": {"add": 0}}}]}});
    assert_eq!(found(add), ["number_out_of_range"]);
    let carrier = json!({"unit": {"attack": 1, "score": 1}, "keywords": [{"carry": 0}]});
    assert_eq!(found_in(&carrier)[0].0, "number_out_of_range");
}

#[test]
fn lists_name_something_that_exists() {
    let exile = |fits: Value| {
        found(immediate(json!({"exile": {"what": {"cards": {"fits": [fits], "take": "all"}}}})))
    };
    assert_eq!(exile(json!({"lane": []})), ["empty_list"]);
    assert_eq!(exile(json!({"lane": [0, 1]})), ["number_out_of_range"]);
    assert_eq!(exile(json!({"lane": [5]})), NONE);
    assert_eq!(exile(json!({"race": []})), ["empty_list"]);
    assert_eq!(exile(json!({"magic": []})), ["empty_list"]);
    let to = |lanes: Value| found(immediate(json!({"move": {"what": "this", "to": {"lane": lanes}}})));
    assert_eq!([to(json!([6])), to(json!([1]))], [vec!["number_out_of_range"], vec![]]);
}

#[test]
fn events_are_what_they_are() {
    let heard = |on: Value| found(triggered(on, json!({"draw": {}})));
    let never = [
        json!({"event": ["turn_starts"], "who": "this"}),
        json!({"event": ["rest"], "other": [{"keyword": "sneak"}]}),
        json!({"event": ["rest"], "phase": "end"}),
        json!({"event": ["rest"], "into": "graveyard"}),
        json!({"event": ["draw"], "into": "graveyard"}),
        json!({"event": ["turn_starts"], "from": "hand"}),
        json!({"event": [], "into": "hand", "from": "hand"}),
        json!({"event": ["move"], "means": "battle"}),
        json!({"event": ["exile"], "means": "decay"}),
    ];
    for on in never {
        assert_eq!(heard(on.clone()), ["never_heard"], "{on}");
    }
    let sometimes = [
        json!({"event": [], "into": "graveyard"}),
        json!({"event": ["draw", "exile"], "into": "exile"}),
        json!({"event": ["destroy"], "means": "battle"}),
        json!({"event": ["rest", "phase_starts"], "phase": "end"}),
        json!({"event": ["battle_lost"], "other": [{"keyword": "sneak"}]}),
    ];
    for on in sometimes {
        assert_eq!(heard(on.clone()), NONE, "{on}");
    }
    let mut elsewhere = triggered(json!({"event": ["attack"], "who": "this"}), json!({"draw": {}}));
    elsewhere["triggered"]["zone"] = json!("graveyard");
    assert_eq!(found(elsewhere), ["never_heard"]);
    let moment =
        json!({"activated": {"timing": [{"moment": {"event": ["rest"]}}], "body": {"do": [{"draw": {}}]}}});
    assert_eq!(found(moment), ["never_heard"]);
}

#[test]
fn a_text_does_what_its_card_can() {
    let host = json!({"rest": {"what": {"role": "host"}}});
    assert_eq!(found(immediate(host)), ["nothing_meant"], "a unit lies under nothing while its text works");
    assert_eq!(found(immediate(json!({"confer": {"what": "this"}}))), ["nothing_meant"]);
    assert_eq!(found(activated("main", json!({"save": {"what": "this"}}))), ["nothing_meant"]);
    let before = json!({"event": ["destroy"], "moment": "before"});
    assert_eq!(found(triggered(before, json!({"save": {"what": "subject"}}))), NONE);
    let phase = || json!({"phase": {"phase": "main"}});
    let units = json!({"cards": {"take": {"exactly": 1}}});
    let codes =
        |word: Value| found_in(&magic(phase(), word)).into_iter().map(|(code, _)| code).collect::<Vec<_>>();
    assert_eq!(codes(json!({"parasite": {"what": units}})), ["nothing_meant"]);
    assert_eq!(codes(json!({"alight": {}})), ["nothing_meant"]);
    assert_eq!(codes(json!({"confer": {"what": units}})), NONE);
    let tributes = json!({"cards": {"from": "tributes", "take": "all"}});
    assert_eq!(codes(json!({"to_hand": {"what": tributes}})), ["nothing_meant"]);
    assert_eq!(found(immediate(json!({"to_hand": {"what": tributes}}))), NONE);
}

#[test]
fn prohibitions_concern_cards_or_players() {
    let all = json!({"cards": {"take": "all"}});
    let of_cards =
        |what: &Value| found(immediate(json!({"forbid": {"what": all, "forbidden": what, "until": "turn"}})));
    let of_players =
        |what: &Value| found(immediate(json!({"forbid_player": {"forbidden": what, "until": "turn"}})));
    for what in [json!("move"), json!("destroyed"), json!("lose_tie"), json!({"be_attacked": []})] {
        assert_eq!(of_cards(&what), NONE, "{what}");
        assert_eq!(of_players(&what), ["never_effective"], "{what}");
    }
    for what in [json!("draw"), json!("bring_in"), json!("skip_tactics"), json!({"play": []})] {
        assert_eq!(of_cards(&what), ["never_effective"], "{what}");
        assert_eq!(of_players(&what), NONE, "{what}");
    }
    for what in [json!("attack"), json!("declare_attack"), json!("immediate")] {
        assert_eq!((of_cards(&what), of_players(&what)), (vec![], vec![]), "{what}");
    }
}

#[test]
fn places_that_are_taken_together_have_no_card_in_common() {
    let exile = |places: Value| {
        let cards = json!({"cards": {"from": {"together": places}, "take": 1}});
        found(immediate(json!({"exile": {"what": cards}})))
    };
    for places in [json!(["hand", "graveyard"]), json!(["hand_and_field", "field_card", "exile"])] {
        assert_eq!(exile(places.clone()), NONE, "{places}");
    }
    for places in [
        json!(["hand", "hand"]),
        json!(["field", "hand_and_field"]),
        json!(["deck", {"deck_top": 2}]),
        json!(["tributes", "tributes"]),
    ] {
        assert!(exile(places.clone()).contains(&"wrong_attribute"), "{places}");
    }
    for places in [json!([]), json!(["hand"])] {
        assert_eq!(exile(places.clone()), ["number_out_of_range"], "{places}");
    }
}

#[test]
fn an_effect_is_chosen_when_its_card_is_used() {
    let modes = |timing: Value, mode: Value| {
        let effect = json!({"do": [{"draw": {}}]});
        let modes = json!([{"timing": [mode], "effect": effect}, {"effect": effect}]);
        let card = json!({"magic": {"mana": 1, "type": "one_shot", "timing": [timing], "modes": modes}});
        found_in(&card).into_iter().map(|(code, _)| code).collect::<Vec<_>>()
    };
    let phase = |phase: &str, turn: &str| json!({"phase": {"phase": phase, "turn": turn}});
    let moment = |verb: &str| json!({"moment": {"event": [verb]}});
    for (timing, mode) in [
        (phase("main", "own"), phase("summon", "both")),
        (phase("defence", "own"), moment("battle_won")),
        (moment("use_magic"), moment("use_magic")),
    ] {
        assert_eq!(modes(timing.clone(), mode.clone()), NONE, "{timing} {mode}");
    }
    for (timing, mode) in [
        (phase("main", "own"), phase("defence", "own")),
        (phase("main", "own"), phase("main", "opponent")),
        (phase("main", "own"), moment("battle_won")),
        (phase("main", "own"), moment("use_magic")),
        (moment("battle_lost"), moment("use_magic")),
    ] {
        assert_eq!(modes(timing.clone(), mode.clone()), ["never_heard"], "{timing} {mode}");
    }
}
