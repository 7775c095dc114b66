//! The entries that tests make from the schema of a game's actions.

#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use std::collections::BTreeSet;

use rules_judge_engine::games::{self, Registered, Visit};
use rules_judge_engine::kernel::MapCards;
use rules_judge_tests::games as tested;
use rules_judge_tests::naming::{cards, entries};
use serde_json::Value;

struct Check;

impl Visit for Check {
    type Out = ();

    /// Every entry can be read and names the card once, and every kind whose actions name cards is among
    /// them.
    fn visit<G: Registered>(self) {
        let mut kinds = BTreeSet::new();
        for entry in entries(G::INFO.id, 7, 9, 1) {
            let mut fields = entry.as_object().unwrap().clone();
            assert_eq!(fields.remove("seat"), Some(Value::from(1)), "{entry}");
            let action: G::Action = serde_json::from_value(Value::Object(fields)).unwrap_or_else(|error| {
                panic!("{}: {entry}: {error}", G::INFO.id);
            });
            let named: Vec<u64> = action.cards().into_iter().map(|card| u64::from(card.0)).collect();
            assert_eq!(named.iter().filter(|card| **card == 7).count(), 1, "{entry}");
            let mut listed = cards(G::INFO.id, &entry);
            let mut named = named;
            listed.sort_unstable();
            named.sort_unstable();
            assert_eq!(listed, named, "{entry}");
            kinds.insert(entry["type"].as_str().unwrap().to_owned());
        }
        assert!(kinds.len() >= tested::of(G::INFO.id).unwrap().naming_kinds, "{}: {kinds:?}", G::INFO.id);
    }
}

#[test]
fn every_entry_is_one_of_the_game() {
    for game in games::IDS {
        games::dispatch(game, Check).unwrap();
    }
}
