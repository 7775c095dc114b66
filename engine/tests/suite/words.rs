//! Words of the ability language as data.

#![allow(clippy::unwrap_used)]

use rules_judge_engine::abilities::effect::each_sentence;
use rules_judge_engine::games::battle_spirits::BattleSpirits;
use rules_judge_engine::games::battle_spirits::words::Effect;
use serde_json::json;

#[test]
fn texts_without_a_sentence_hide_none_of_those_after_them() {
    let chosen: Effect = serde_json::from_value(json!({"choose_one": [[], [], [{"draw": 1}]]})).unwrap();
    let mut words = Vec::new();
    each_sentence::<BattleSpirits>(&[chosen], &mut |sentence| words.push(sentence.word()));
    assert_eq!(words, ["choose_one", "draw"]);
}
