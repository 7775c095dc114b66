//! Every enforced rule is proven, and whatever the games can say is said somewhere.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use rules_judge_engine::games::{self, Registered, Visit};
use rules_judge_replays::case::proof;
use rules_judge_tests::cases;

/// A game may leave so many enforced rules of a hundred to a written reason.
const REASONS_PER_HUNDRED: usize = 3;

/// The edition of a game and the number of its rulings.
struct About;

impl Visit for About {
    type Out = (&'static str, usize);

    fn visit<G: Registered>(self) -> Self::Out {
        (G::EDITION, G::rules().rules.iter().filter(|rule| rule.ruling.is_some()).count())
    }
}

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
        let (edition, rulings) = games::dispatch(game, About).unwrap();
        let (all, proven) = (rules.len(), rules.len() - by_reason);
        let row = format!("`{game}` | {edition} | {all} | {proven} | {by_reason} | {rulings} |");
        let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md")).unwrap();
        assert!(readme.contains(&row), "the README has another row than {row}");
    }
}
