//! Every enforced rule is proven, and whatever the games can say is said somewhere.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use rules_judge_engine::games;
use rules_judge_replays::case::proof;
use rules_judge_tests::cases;

/// A game may leave so many enforced rules of a hundred to a written reason.
const REASONS_PER_HUNDRED: usize = 3;

#[test]
fn every_enforced_rule_is_proven() {
    let suites = cases::suites().unwrap_or_else(|fault| panic!("{fault}"));
    for game in games::IDS {
        let seen = proof::of_game(game, &suites).unwrap_or_else(|fault| panic!("{fault}"));
        let rules = proof::enforced(game);
        assert!(!rules.is_empty() && seen.len() == rules.len(), "{game}");
        let mut by_reason = 0;
        for ((rule, shown), (_, reason)) in seen.iter().zip(&rules) {
            match reason {
                Some(reason) => {
                    println!("{game}: {rule} has no proof: {reason}");
                    by_reason += 1;
                    assert!(shown.is_empty(), "{game}: {rule} is proven and needs no reason");
                }
                None => assert!(!shown.is_empty(), "{game}: nothing proves {rule}"),
            }
        }
        assert!(by_reason * 100 <= rules.len() * REASONS_PER_HUNDRED, "{game}: {by_reason} by reason only");
    }
}
